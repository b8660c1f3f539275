"""The help desk that every domain shares: tickets, their comments, and the tools to work on them.

Each domain gives its own enumerations and gets row classes and tools made for them::

    DESK = helpdesk(
        requesters="customers",
        about="orders",
        topics=("delivery", "returns"),
        outcomes=("resolved", "declined", "escalated"),
        reasons=("none", "window_passed"),
    )
    tables = [..., *DESK.tables]
    tools = [..., *DESK.tools]
    open_ticket, close_ticket = DESK.open_ticket, DESK.close_ticket

A ticket's requester may be left out, for a caller who could not be verified.
"""

# No "from __future__ import annotations" here: the enumerations exist at run time only, so that the
# annotations of the tools below must be evaluated where the tools are made.

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, create_model

from thinkingbox_plugin.errors import DomainError, ToolError
from thinkingbox_plugin.rows import Key, OneOf, Prose, References, Row, UserVisible, Volatile
from thinkingbox_plugin.template import exists
from thinkingbox_plugin.tools import AnyTool, Tool, reads, writes
from thinkingbox_plugin.world import MissingRowError, World

PAGE_SIZE = 5
Status = Literal["open", "pending", "closed"]
Visibility = Literal["internal", "public"]
PRIORITIES = ("low", "normal", "high", "urgent")


class Ticket(Row, table="tickets", private="requester_id"):
    """One case.  ``outcome`` and ``reason`` are set when it is closed."""

    id: Key
    requester_id: str | None = None
    about_id: str | None = None
    subject: Annotated[Prose, UserVisible()]
    topic: str
    priority: str
    status: Status = "open"
    outcome: str | None = None
    reason: str | None = None
    opened_at: Annotated[datetime, Volatile()]
    closed_at: Annotated[datetime | None, Volatile()] = None


class TicketComment(Row, table="ticket_comments", private="ticket_id"):
    """One comment of a ticket; a ``public`` one can be read by the requester."""

    id: Key
    ticket_id: Annotated[str, References("tickets")]
    visibility: Visibility
    body: Annotated[Prose, UserVisible()]
    written_at: Annotated[datetime, Volatile()]


class TicketPage(BaseModel):
    """One page of a requester's tickets, newest first."""

    total: int
    page: int
    pages: int
    tickets: list[Ticket]


class TicketFile(BaseModel):
    """A ticket with its comments, oldest first."""

    ticket: Ticket
    comments: list[TicketComment]


@dataclass(frozen=True)
class HelpDesk:
    """The row classes and tools of one domain's desk."""

    ticket: type[Ticket]
    open_ticket: Tool[..., Ticket]
    get_ticket: Tool[..., TicketFile]
    list_tickets: Tool[..., TicketPage]
    add_comment: Tool[..., TicketComment]
    update_ticket: Tool[..., Ticket]
    close_ticket: Tool[..., Ticket]

    @property
    def tables(self) -> list[type[Row]]:
        """Row classes for the domain's ``tables``."""
        return [self.ticket, TicketComment]

    @property
    def tools(self) -> list[AnyTool]:
        """Tools for the domain's ``tools``."""
        return [
            self.open_ticket,
            self.get_ticket,
            self.list_tickets,
            self.add_comment,
            self.update_ticket,
            self.close_ticket,
        ]


def helpdesk(
    *,
    requesters: str,
    about: str,
    topics: Sequence[str],
    outcomes: Sequence[str],
    reasons: Sequence[str],
    priorities: Sequence[str] = PRIORITIES,
    prefix: str = "TK",
    owner: bool = True,
) -> HelpDesk:
    """Make a domain's desk.

    ``requesters`` and ``about`` are the tables that a ticket's ``requester_id`` and ``about_id`` refer
    to; ``owner`` says whether a ticket is private to its requester.  Raises :class:`DomainError` for
    an empty enumeration.
    """
    for name, members in (("topics", topics), ("outcomes", outcomes), ("reasons", reasons)):
        if not members:
            raise DomainError(f"helpdesk: {name} is empty")
        if twice := [member for member in members if members.count(member) > 1]:
            raise DomainError(f"helpdesk: {name} names {twice[0]} twice")
    one_topic, one_priority = OneOf(tuple(topics)), OneOf(tuple(priorities))
    one_outcome, one_reason = OneOf(tuple(outcomes)), OneOf(tuple(reasons))
    row: type[Ticket] = create_model(
        "Ticket",
        __base__=Ticket,
        __doc__=Ticket.__doc__,
        __cls_kwargs__={"table": "tickets", "private": "requester_id" if owner else ()},
        requester_id=(Annotated[str | None, References(requesters)], None),
        about_id=(Annotated[str | None, References(about)], None),
        topic=(Annotated[str, one_topic], ...),
        priority=(Annotated[str, one_priority], ...),
        outcome=(Annotated[str, one_outcome] | None, None),
        reason=(Annotated[str, one_reason] | None, None),
    )
    subject_field = Field(min_length=1, max_length=200, description="One line that says what the case is about.")

    @writes
    def open_ticket(
        world: World,
        subject: Annotated[str, subject_field],
        topic: Annotated[str, one_topic, Field(description="What the case is about.")],
        priority: Annotated[str, one_priority, Field(description="How soon it must be dealt with.")],
        requester_id: Annotated[
            str | None, Field(description=f"Whose case it is (a key of {requesters}); leave out if not verified.")
        ] = None,
        about_id: Annotated[
            str | None, Field(description=f"The record that it concerns (a key of {about}), if there is one.")
        ] = None,
    ) -> Ticket:
        """Open a ticket.  It starts with status open, without outcome and reason."""
        _require(world, requesters, requester_id, "requester_id")
        _require(world, about, about_id, "about_id")
        return world.insert(
            row(
                id=world.new_id(prefix),
                requester_id=requester_id,
                about_id=about_id,
                subject=subject,
                topic=topic,
                priority=priority,
                opened_at=world.now,
            )
        )

    @reads
    def get_ticket(world: World, ticket_id: Annotated[str, Field(description="The ticket.")]) -> TicketFile:
        """Read a ticket with all its comments."""
        ticket = world.get(row, ticket_id)
        comments = world.select(TicketComment, ticket_id=ticket.id)
        return TicketFile(ticket=ticket, comments=sorted(comments, key=lambda comment: comment.written_at))

    @reads
    def list_tickets(
        world: World,
        requester_id: Annotated[str, Field(description=f"Whose tickets (a key of {requesters}).")],
        status: Annotated[Status | None, Field(description="Only tickets with this status.")] = None,
        page: Annotated[int, Field(ge=1, le=999, description="Page of results, from 1.")] = 1,
    ) -> TicketPage:
        """List a requester's tickets, newest first, a few a page."""
        _require(world, requesters, requester_id, "requester_id")
        found = world.select(row, requester_id=requester_id)
        found = [ticket for ticket in found if status is None or ticket.status == status]
        found.sort(key=lambda ticket: (ticket.opened_at, ticket.id), reverse=True)
        shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        return TicketPage(total=len(found), page=page, pages=-(-len(found) // PAGE_SIZE), tickets=shown)

    @writes
    def add_comment(
        world: World,
        ticket_id: Annotated[str, Field(description="The ticket.")],
        body: Annotated[str, Field(min_length=1, max_length=2000, description="The text.")],
        visibility: Annotated[Visibility, Field(description="Whether the requester can read it.")],
    ) -> TicketComment:
        """Add a comment to a ticket that is not closed."""
        _require_open(world.get(row, ticket_id))
        return world.insert(
            TicketComment(
                id=world.new_id("CM"), ticket_id=ticket_id, visibility=visibility, body=body, written_at=world.now
            )
        )

    @writes
    def update_ticket(
        world: World,
        ticket_id: Annotated[str, Field(description="The ticket.")],
        topic: Annotated[
            Annotated[str, one_topic] | None, Field(description="A new topic; leave out to keep it.")
        ] = None,
        priority: Annotated[
            Annotated[str, one_priority] | None, Field(description="A new priority; leave out to keep it.")
        ] = None,
    ) -> Ticket:
        """Change topic or priority of a ticket that is not closed; close_ticket closes it."""
        ticket = world.get(row, ticket_id)
        _require_open(ticket)
        given = {"topic": topic, "priority": priority}
        changes = {name: value for name, value in given.items() if value is not None}
        if not changes:
            raise ToolError("nothing to change: give topic or priority")
        for name, value in changes.items():
            if value == getattr(ticket, name):
                raise ToolError(f"{name}: {ticket.id} has {value} already; leave it out")
        return world.update(ticket, **changes)

    @writes
    def close_ticket(
        world: World,
        ticket_id: Annotated[str, Field(description="The ticket.")],
        outcome: Annotated[str, one_outcome, Field(description="How the case ended.")],
        reason: Annotated[str, one_reason, Field(description="The rule or fact that decided it.")],
    ) -> Ticket:
        """Close a ticket with its outcome and reason.  A closed ticket cannot be changed."""
        ticket = world.get(row, ticket_id)
        _require_open(ticket)
        return world.update(ticket, status="closed", outcome=outcome, reason=reason, closed_at=world.now)

    return HelpDesk(row, open_ticket, get_ticket, list_tickets, add_comment, update_ticket, close_ticket)


def _require(world: World, table: str, key: str | None, argument: str) -> None:
    if key is not None and not exists(world.db, world.specs[table], key):
        raise ToolError(f"{argument}: {MissingRowError(table, [key])}")


def _require_open(ticket: Ticket) -> None:
    if ticket.status == "closed":
        raise ToolError(f"ticket_id: {ticket.id} is closed; open a new ticket instead")
