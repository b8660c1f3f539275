"""The best constant ticket: an agent that files one and the same ticket, whatever it is asked."""

from __future__ import annotations

from collections.abc import Mapping

from thinkingbox_plugin.audit.trying import Trying, is_bookkeeping, look_ups, step_of
from thinkingbox_plugin.plan import MadeBy, Solution, Step
from thinkingbox_plugin.state import RowChange


def constant_tickets(trying: Trying) -> None:
    """Which constant tickets pass: found among all combinations of the desk's enumerations.

    A ticket passes only if it is all that an accepted golden leaves behind, so that the combinations to
    try follow from the goldens' end states; each is then filed, for the right requester and about the
    right record or none, and judged.
    """
    count = trying.audit.count("constant-ticket")
    count.tried += 1
    if "open_ticket" not in trying.tools or not is_bookkeeping(trying.tools["open_ticket"]):
        count.skipped += 1
        return
    for golden in trying.plan.goldens:
        ticket = _only_ticket(golden)
        if ticket is None:
            continue
        label, steps = _filing(trying, golden, ticket)
        if trying.bench.attempt(steps).passed and label not in trying.audit.constants:
            trying.audit.constants.append(label)
    if trying.audit.constants:
        trying.audit.survive("constant-ticket", f"nothing but a ticket passes: {'; '.join(trying.audit.constants)}")


def _only_ticket(golden: Solution) -> RowChange | None:
    """The ticket, if the golden's end state differs from the start by one ticket and its comments alone."""
    tickets = [change for change in golden.net if change.table == "tickets"]
    others = [change for change in golden.net if change.table not in ("tickets", "ticket_comments")]
    return None if others or len(tickets) != 1 else tickets[0]


def _filing(trying: Trying, golden: Solution, ticket: RowChange) -> tuple[str, tuple[Step, ...]]:
    """What is constant in such a ticket, and the steps that file it after the golden's look-ups."""
    prefix = look_ups(golden)
    values = {name: value for name, value in ticket.values.items() if isinstance(value, str)}
    if ticket.op == "inserted":
        ticket_id: object = MadeBy(len(prefix), ("id",))
        label, steps = _opened(trying, values)
    else:
        ticket_id = ticket.key[0]
        label, steps = _taken_up(trying, ticket_id, values)
    for comment in (change for change in golden.net if change.table == "ticket_comments"):
        visibility = str(comment.values["visibility"])
        steps.append(_on_ticket(trying, ticket_id, "add_comment", {"body": "Noted.", "visibility": visibility}))
        label.append(f"a comment, {visibility}")
    if values.get("status") == "closed":
        closed = {"outcome": values["outcome"], "reason": values["reason"]}
        steps.append(_on_ticket(trying, ticket_id, "close_ticket", closed))
        label += [f"{name}={value}" for name, value in closed.items()]
    return ", ".join([*label, values.get("status", "open")]), (*prefix, *steps)


def _opened(trying: Trying, values: Mapping[str, str]) -> tuple[list[str], list[Step]]:
    """A new ticket, for the right requester and about the right record or none."""
    opened = {"subject": "Request", "topic": values["topic"], "priority": values["priority"]}
    opened.update({name: values[name] for name in ("requester_id", "about_id") if name in values})
    label = [f"topic={values['topic']}", f"priority={values['priority']}"]
    label.append("about the right record" if "about_id" in opened else "about nothing")
    return label, [step_of(trying.tools["open_ticket"], opened)]


def _taken_up(trying: Trying, ticket_id: object, values: Mapping[str, str]) -> tuple[list[str], list[Step]]:
    """The requester's ticket that is there already."""
    changes = {name: values[name] for name in ("topic", "priority") if name in values}
    label = ["the ticket that is there", *(f"{name}={value}" for name, value in changes.items())]
    return label, [_on_ticket(trying, ticket_id, "update_ticket", changes)] if changes else []


def _on_ticket(trying: Trying, ticket_id: object, name: str, arguments: dict[str, str]) -> Step:
    tool = trying.tools[name]
    return Step(name, {"ticket_id": ticket_id, **arguments}, tool.writes, arguments)
