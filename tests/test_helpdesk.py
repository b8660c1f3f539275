"""The help desk that every domain shares."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from toyshop import DOMAIN
from toyshop.tables import DESK
from toyshop.tools import add_comment, close_ticket, get_ticket, list_tickets, open_ticket, update_ticket

from thinkingbox_plugin.authoring import TicketComment, ToolError, World, helpdesk
from thinkingbox_plugin.errors import DomainError

ENUMS: dict[str, Any] = {"topics": ["gift"], "outcomes": ["resolved"], "reasons": ["none"]}


def opened(world: World, **changes: Any) -> str:
    """The id of a new ticket."""
    arguments = {"subject": "A gift", "topic": "gift", "priority": "low", "requester_id": "CUS-1", **changes}
    return open_ticket.invoke(world, arguments).id


def test_a_ticket_opens_without_outcome_and_reason() -> None:
    world = DOMAIN.world()
    ticket = open_ticket(world, subject="A gift", topic="gift", priority="low", requester_id="CUS-1", about_id="ORD-1")
    assert (ticket.id, ticket.status, ticket.outcome, ticket.reason) == ("TK-7001", "open", None, None)
    assert ticket.opened_at == world.now
    assert get_ticket(world, ticket_id="TK-7001").ticket == ticket


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"requester_id": "CUS-9"}, "requester_id: no such row in customers: CUS-9"),
        ({"about_id": "CUS-1"}, "about_id: no such row in orders: CUS-1"),
        ({"topic": "weather"}, "topic: Input should be 'delivery', 'refund', 'return' or 'gift'"),
        ({"priority": "whenever"}, "priority: Input should be 'low', 'normal', 'high' or 'urgent'"),
        ({"subject": ""}, "subject: String should have at least 1 character"),
    ],
)
def test_a_ticket_with_a_wrong_argument_is_refused_by_its_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolError) as caught:
        opened(DOMAIN.world(), **changes)
    assert str(caught.value) == message


def test_closing_writes_outcome_and_reason_and_is_final() -> None:
    world = DOMAIN.world()
    key = opened(world)
    closed = close_ticket(world, ticket_id=key, outcome="declined", reason="window_passed")
    assert (closed.status, closed.outcome, closed.reason, closed.closed_at) == (
        "closed",
        "declined",
        "window_passed",
        world.now,
    )
    for call in (
        lambda: close_ticket(world, ticket_id=key, outcome="resolved", reason="none"),
        lambda: update_ticket(world, ticket_id=key, priority="high"),
        lambda: add_comment(world, ticket_id=key, body="x", visibility="public"),
    ):
        with pytest.raises(ToolError, match=f"ticket_id: {key} is closed; open a new ticket instead"):
            call()


def test_an_update_changes_what_is_given_and_nothing_else() -> None:
    world = DOMAIN.world()
    ticket = update_ticket(world, ticket_id=opened(world), priority="urgent")
    assert (ticket.topic, ticket.priority, ticket.status) == ("gift", "urgent", "open")
    with pytest.raises(ToolError, match="nothing to change: give topic or priority"):
        update_ticket(world, ticket_id=ticket.id)


def test_a_change_that_changes_nothing_is_refused() -> None:
    world = DOMAIN.world()
    ticket = update_ticket(world, ticket_id=opened(world), topic="refund")
    with pytest.raises(ToolError, match=f"topic: {ticket.id} has refund already; leave it out"):
        update_ticket(world, ticket_id=ticket.id, topic="refund", priority="urgent")
    assert world.get(DESK.ticket, ticket.id).priority == ticket.priority


def test_comments_are_read_oldest_first() -> None:
    comments = [
        TicketComment(
            id=f"CM-{n}", ticket_id="TK-11", visibility="internal", body=str(n), written_at=datetime(2025, 9, n)
        )
        for n in (2, 10, 9)
    ]
    world = DOMAIN.world(comments)
    add_comment(world, ticket_id="TK-11", body="last", visibility="public")
    assert [comment.body for comment in get_ticket(world, ticket_id="TK-11").comments] == ["2", "9", "10", "last"]


def test_a_requesters_tickets_are_listed_newest_first_in_pages() -> None:
    world = DOMAIN.world()
    made = [opened(world) for _ in range(6)]
    opened(world, requester_id="CUS-2")
    first, second = list_tickets(world, requester_id="CUS-1"), list_tickets(world, requester_id="CUS-1", page=2)
    assert [ticket.id for ticket in first.tickets] == made[:0:-1]
    assert [ticket.id for ticket in second.tickets] == [made[0], "TK-11"]
    assert (first.total, first.pages) == (7, 2)


def test_a_list_can_be_of_one_status() -> None:
    world = DOMAIN.world()
    close_ticket(world, ticket_id=opened(world), outcome="resolved", reason="none")
    closed = list_tickets(world, requester_id="CUS-1", status="closed")
    assert [ticket.id for ticket in closed.tickets] == ["TK-7001"]


@pytest.mark.parametrize("name", ["topics", "outcomes", "reasons"])
def test_an_empty_enumeration_is_a_domain_error(name: str) -> None:
    with pytest.raises(DomainError, match=f"helpdesk: {name} is empty"):
        helpdesk(requesters="customers", about="orders", **{**ENUMS, name: []})


def test_an_enumeration_that_names_a_member_twice_is_a_domain_error() -> None:
    with pytest.raises(DomainError, match="helpdesk: reasons names none twice"):
        helpdesk(requesters="customers", about="orders", **{**ENUMS, "reasons": ["none", "none"]})


def test_two_desks_in_one_process_keep_their_own_enumerations() -> None:
    other = helpdesk(requesters="staff", about="assets", prefix="INC", owner=False, **ENUMS)
    topics = [desk.open_ticket.parameters["properties"]["topic"] for desk in (DESK, other)]
    assert topics[0]["enum"] == ["delivery", "refund", "return", "gift"]
    assert topics[1]["const"] == "gift"
    assert (DESK.ticket.spec.private, other.ticket.spec.private) == (("requester_id",), ())
    assert other.ticket.spec.column("about_id").references == "assets"


def test_what_matters_on_a_ticket_is_compared_and_its_words_are_not() -> None:
    kinds = {column.name: column.kind for column in DESK.ticket.spec.columns}
    assert kinds["subject"] == "narrative"
    assert {kinds["opened_at"], kinds["closed_at"]} == {"volatile"}
    assert {kinds[name] for name in ("topic", "priority", "status", "outcome", "reason", "about_id")} == {"compared"}
