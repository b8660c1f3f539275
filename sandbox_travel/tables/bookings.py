"""Bookings, their rooms and people, and what has happened to them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from sandbox_travel.tables.hotels import Currency
from sandbox_travel.tables.rates import Board
from thinkingbox_plugin.authoring import Key, Money, Prose, References, Row, Volatile

BookingKind = Literal["individual", "group"]
Plan = Literal["flexible", "semi_flexible", "non_refundable", "corporate", "group"]
BookingStatus = Literal["confirmed", "cancelled", "in_house", "completed", "no_show"]
RoomStatus = Literal["booked", "cancelled", "released", "in_house", "departed", "no_show"]
PersonRole = Literal["companion", "deputy", "listed"]
BookingEventKind = Literal[
    "booked",
    "changed_dates",
    "changed_room_type",
    "changed_board",
    "changed_guests",
    "cancelled_room",
    "released_room",
    "moved_hotel",
    "resent",
    "message",
    "checked_in",
    "checked_out",
    "no_show",
    "completed",
]
Wish = Literal["early_checkin", "late_checkout", "cot", "pet", "transfer", "twin_beds", "quiet_room", "high_floor"]
DocumentKind = Literal["medical", "bereavement", "visa_refusal"]


class Booking(Row, table="bookings", private=("company_id", "holder_id")):
    """A stay in one hotel.

    With a company it is the company's, else the holder's.  ``total`` is the sum of the totals of its rooms, less the
    free places of a group; fees and services are charges and stand beside it.
    """

    id: Key
    holder_id: Annotated[str, References("guests")]
    company_id: Annotated[str | None, References("companies")] = None
    hotel_id: Annotated[str, References("hotels")]
    kind: BookingKind = "individual"
    plan: Plan
    booked_on: date
    arrival: date
    departure: date
    status: BookingStatus
    currency: Currency
    total: Money


class BookingRoom(Row, table="booking_rooms", private="booking_id"):
    """One room of a booking.

    ``night_price`` is the price of a night as first booked, board and further guests included, and stays what it is;
    ``total`` is what the room costs now, of a cancelled or released one the penalty.
    """

    id: Key
    booking_id: Annotated[str, References("bookings")]
    room_type_id: Annotated[str, References("room_types")]
    board: Board
    adults: Annotated[int, Field(ge=1)]
    children: Annotated[int, Field(ge=0)]
    infants: Annotated[int, Field(ge=0)]
    arrival: date
    departure: date
    night_price: Money
    total: Money
    status: RoomStatus


class BookingPerson(Row, table="booking_people", private="booking_id"):
    """Somebody under a booking: with a room, an entry of the rooming list; with a profile, somebody who may speak."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    guest_id: Annotated[str | None, References("guests")] = None
    name: str
    role: PersonRole
    room_id: Annotated[str | None, References("booking_rooms")] = None
    from_on: date | None = None
    until_on: date | None = None


class BookingEvent(Row, table="booking_events", private="booking_id"):
    """One entry of a booking's history; without a room it is about all of them."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    room_id: Annotated[str | None, References("booking_rooms")] = None
    happened_at: Annotated[datetime, Volatile()]
    kind: BookingEventKind
    note: Prose = ""


class BookingRequest(Row, table="booking_requests", private="booking_id"):
    """A wish for a stay; without a room it is for all of them."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    room_id: Annotated[str | None, References("booking_rooms")] = None
    wish: Wish
    status: Literal["noted", "confirmed"]
    detail: Prose = ""


class Document(Row, table="documents", private="booking_id"):
    """A paper that has arrived, and what became of checking it."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    kind: DocumentKind
    received_on: date
    status: Literal["verified", "unreadable", "false"]
