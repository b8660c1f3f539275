"""The best constant ticket: an agent that files one and the same ticket, whatever it is asked."""

from __future__ import annotations

from collections.abc import Iterator

from thinkingbox_plugin.audit.trying import Trying, is_bookkeeping, step_of
from thinkingbox_plugin.mutations import reordered
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
        for label, steps in _filings(trying, golden, ticket):
            if trying.bench.attempt(steps).passed and label not in trying.audit.constants:
                trying.audit.constants.append(label)
    if trying.audit.constants:
        trying.audit.survive("constant-ticket", f"nothing but a ticket passes: {'; '.join(trying.audit.constants)}")


def _only_ticket(golden: Solution) -> RowChange | None:
    """The ticket, if the golden's end state differs from the start by one new ticket and its comments alone."""
    tickets = [change for change in golden.net if change.table == "tickets"]
    others = [change for change in golden.net if change.table not in ("tickets", "ticket_comments")]
    if others or len(tickets) != 1 or tickets[0].op != "inserted":
        return None
    return tickets[0]


def _filings(trying: Trying, golden: Solution, ticket: RowChange) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """The steps that file such a ticket after the golden's look-ups, and what is constant in them."""
    prefix = _look_ups(golden)
    place = len(prefix)
    values = {name: value for name, value in ticket.values.items() if isinstance(value, str)}
    opened = {"subject": "Request", "topic": values["topic"], "priority": values["priority"]}
    for name in ("requester_id", "about_id"):
        if values.get(name) is not None:
            opened[name] = values[name]
    steps = [*prefix, step_of(trying.tools["open_ticket"], opened)]
    label = [f"topic={values['topic']}", f"priority={values['priority']}"]
    label.append("about the right record" if "about_id" in opened else "about nothing")
    for comment in (change for change in golden.net if change.table == "ticket_comments"):
        visibility = str(comment.values["visibility"])
        steps.append(_on_ticket(trying, place, "add_comment", {"body": "Noted.", "visibility": visibility}))
        label.append(f"a comment, {visibility}")
    if values["status"] == "pending":
        steps.append(_on_ticket(trying, place, "update_ticket", {"status": "pending"}))
    elif values["status"] == "closed":
        closed = {"outcome": values["outcome"], "reason": values["reason"]}
        steps.append(_on_ticket(trying, place, "close_ticket", closed))
        label += [f"{name}={value}" for name, value in closed.items()]
    label.append(values["status"])
    yield ", ".join(label), tuple(steps)


def _on_ticket(trying: Trying, place: int, name: str, arguments: dict[str, str]) -> Step:
    tool = trying.tools[name]
    return Step(name, {"ticket_id": MadeBy(place, ("id",)), **arguments}, tool.writes, arguments)


def _look_ups(golden: Solution) -> list[Step]:
    kept: list[int] = []
    for index, step in enumerate(golden.steps):
        if not step.writes and step.depends_on <= set(kept):
            kept.append(index)
    return list(reordered(golden.steps, kept))
