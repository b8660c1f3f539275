"""Messages to hotels: what they were asked about a booking, and what they answered."""

from __future__ import annotations

from typing import Annotated, get_args

from pydantic import Field

from sandbox_travel.tables import (
    Booking,
    Fact,
    HotelPosition,
    HotelRequest,
    IncidentKind,
    Question,
    ServiceKind,
    Subject,
)
from sandbox_travel.tools._common import BookingId
from thinkingbox_plugin.authoring import ToolError, World, reads, writes

_WISHES = ("early_checkin", "late_checkout", "cot", "pet", "transfer")
_SUBJECTS: dict[Question, tuple[str, ...]] = {
    "special_request": _WISHES,
    "group_service": get_args(ServiceKind),
    "confirm_incident": (*get_args(IncidentKind), *_WISHES),
    "fix_fault": get_args(IncidentKind),
    "confirm_fact": get_args(Fact),
}
"""What a question can be about; every other question is about the booking as a whole."""


@reads
def list_hotel_requests(world: World, booking_id: BookingId) -> list[HotelRequest]:
    """List what the hotel was asked about a booking and what it answered, oldest first.  An answer that is
    outstanding is pending; share is the part of a penalty, in per cent, that it lets off (null for none)."""
    world.get(Booking, booking_id)
    requests = world.select(HotelRequest, booking_id=booking_id)
    return sorted(requests, key=lambda request: (request.asked_at, request.id))


@writes
def ask_hotel(
    world: World,
    booking_id: BookingId,
    question: Annotated[
        Question,
        Field(
            description="waive_penalty: let the guest off a penalty; confirm_stay: was a no-show there after all; "
            "early_departure: refund unused nights; special_request: a wish for the stay; late_names: change the "
            "rooming list late; group_service: a service for a group; confirm_incident: did this go wrong; "
            "fix_fault: remove a fault during the stay; confirm_booking: is the booking known and honoured; "
            "confirm_fact: is what the page states of a facility true."
        ),
    ],
    subject: Annotated[
        Subject,
        Field(
            description="What it is about: for special_request a wish, for group_service a service, for "
            "confirm_incident what went wrong or the wish that was not kept, for fix_fault what is wrong, for "
            "confirm_fact the facility; none for every other question."
        ),
    ],
) -> HotelRequest:
    """Put one question about a booking to its hotel.  Records the question with the hotel's answer, or as pending if
    the answer is outstanding.  Does nothing else: the booking, its requests and its money stay as they are."""
    booking = world.get(Booking, booking_id)
    fitting = _SUBJECTS.get(question, ("none",))
    if subject not in fitting:
        raise ToolError(f"subject: {question} cannot be about {subject}; give {' or '.join(fitting)}")
    positions = world.select(HotelPosition, booking_id=booking_id, question=question, subject=subject)
    return world.insert(
        HotelRequest(
            id=world.new_id("HRQ"),
            hotel_id=booking.hotel_id,
            booking_id=booking_id,
            question=question,
            subject=subject,
            answer=positions[0].answer if positions else "pending",
            share=positions[0].share if positions else None,
            asked_at=world.now,
        )
    )
