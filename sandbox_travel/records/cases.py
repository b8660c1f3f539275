"""Builders of what happens around a booking: people, wishes, papers, hotels' answers, incidents, tickets, articles."""

from __future__ import annotations

from typing import Any, Literal

from sandbox_travel.records._values import Cash, Day, Moment, at, booking_of, cash, day, maybe_day, moment, room_of
from sandbox_travel.tables import (
    DESK,
    Answer,
    Article,
    BookingPerson,
    BookingRequest,
    Document,
    DocumentKind,
    Finding,
    HotelPosition,
    HotelRequest,
    Incident,
    IncidentKind,
    PersonRole,
    PricedBoard,
    Question,
    Subject,
    Wish,
)
from thinkingbox_plugin.authoring import Row, TicketComment


def person(
    id: str,
    name: str,
    role: PersonRole = "companion",
    *,
    guest_id: str | None = None,
    room: int | None = None,
    from_on: Day | None = None,
    until_on: Day | None = None,
) -> Row:
    """Somebody under the booking whose number the id carries; ``room`` is the number of their room."""
    return BookingPerson(
        id=id,
        booking_id=booking_of(id),
        guest_id=guest_id,
        name=name,
        role=role,
        room_id=None if room is None else room_of(id, room),
        from_on=maybe_day(from_on),
        until_on=maybe_day(until_on),
    )


def request(
    id: str,
    wish: Wish,
    *,
    status: Literal["noted", "confirmed"] = "confirmed",
    room: int | None = None,
    detail: str = "",
) -> Row:
    """A wish that is entered in a booking."""
    return BookingRequest(
        id=id,
        booking_id=booking_of(id),
        room_id=None if room is None else room_of(id, room),
        wish=wish,
        status=status,
        detail=detail,
    )


def document(
    id: str,
    kind: DocumentKind,
    received_on: Day,
    *,
    status: Literal["verified", "unreadable", "false"] = "verified",
) -> Row:
    """A paper that has arrived."""
    return Document(id=id, booking_id=booking_of(id), kind=kind, received_on=day(received_on), status=status)


def position(
    id: str, question: Question, answer: Answer, *, subject: Subject = "none", share: int | None = None
) -> Row:
    """How the hotel will answer about the booking whose number the id (``HP-52001-1``) carries."""
    return HotelPosition(
        id=id, booking_id=booking_of(id), question=question, subject=subject, answer=answer, share=share
    )


def asked(
    id: str,
    hotel: str,
    question: Question,
    answer: Answer,
    when: Moment,
    *,
    subject: Subject = "none",
    share: int | None = None,
) -> Row:
    """A question that a hotel such as ``LIS1`` was asked before."""
    return HotelRequest(
        id=id,
        hotel_id=f"HTL-{hotel}",
        booking_id=booking_of(id),
        question=question,
        subject=subject,
        answer=answer,
        share=share,
        asked_at=moment(when),
    )


def incident(
    id: str,
    kind: IncidentKind,
    from_night: Day,
    to_night: Day | None = None,
    *,
    room: int = 1,
    reported_on: Day | None = None,
    finding: Finding = "confirmed",
    made_good: Cash = "0.00",
    board: PricedBoard | None = None,
) -> Row:
    """A hotel's entry; one night unless ``to_night`` is given.  Without ``reported_on`` it was not told in time."""
    return Incident(
        id=id,
        booking_id=booking_of(id),
        room_id=room_of(id, room),
        kind=kind,
        from_night=day(from_night),
        to_night=day(to_night or from_night),
        reported_on=maybe_day(reported_on),
        finding=finding,
        made_good=cash(made_good),
        board=board,
    )


def ticket(
    id: str,
    guest_id: str | None,
    topic: str,
    subject: str,
    opened_on: Day,
    *,
    about_id: str | None = None,
    priority: str = "normal",
    status: Literal["open", "pending", "closed"] = "open",
    outcome: str | None = None,
    reason: str | None = None,
) -> Row:
    """A ticket; a closed one is resolved and completed on its day unless said otherwise."""
    closed = status == "closed"
    values: dict[str, Any] = {"outcome": outcome or ("resolved" if closed else None)}
    values["reason"] = reason or ("completed" if values["outcome"] == "resolved" else None)
    return DESK.ticket(
        id=id,
        requester_id=guest_id,
        about_id=about_id,
        subject=subject,
        topic=topic,
        priority=priority,
        status=status,
        opened_at=at(opened_on, 9),
        closed_at=at(opened_on, 17) if closed else None,
        **values,
    )


def comment(id: str, ticket_id: str, body: str, on: Day) -> Row:
    """An internal comment."""
    return TicketComment(id=id, ticket_id=ticket_id, visibility="internal", body=body, written_at=at(on, 10))


def article(
    id: str,
    title: str,
    body: str,
    published_on: Day,
    *,
    changes: str | None = None,
    first_day: Day | None = None,
    last_day: Day | None = None,
    superseded_by: str | None = None,
) -> Row:
    """A bulletin if it ``changes`` a policy section (such as ``cancellation.md#force-majeure``), else a guide."""
    return Article(
        id=id,
        title=title,
        body=body,
        kind="guide" if changes is None else "bulletin",
        changes=changes,
        published_on=day(published_on),
        first_day=maybe_day(first_day),
        last_day=maybe_day(last_day),
        superseded_by=superseded_by,
    )
