"""Bookings: whose they are, their rooms and people, their history, requests and papers."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import (
    Booking,
    BookingEvent,
    BookingPerson,
    BookingRequest,
    BookingRoom,
    BookingStatus,
    Company,
    Document,
    Guest,
    Hotel,
    Wish,
)
from sandbox_travel.tools._common import BookingId, CompanyId, GuestId, require_current, room_of_booking, rooms_of, tidy
from thinkingbox_plugin.authoring import (
    Page,
    PageNumber,
    ToolError,
    View,
    World,
    paged,
    paged_as,
    reads,
    writes,
)

_NOTED = ("twin_beds", "quiet_room", "high_floor")


class BookingOwner(View):
    """Whose a booking is; ``company_id`` is null if no company pays."""

    booking_id: str
    holder_id: str
    company_id: str | None


class BookingSummary(View):
    """One booking in a guest's list.  ``booking`` is null where a company pays, whose booking it then is."""

    booking_id: str
    hotel_name: str
    arrival: date
    departure: date
    status: BookingStatus
    company_id: str | None
    booking: Booking | None


class CompanyBooking(View):
    """One booking in a company's list, with the name of the traveller who holds it."""

    booking: Booking
    hotel_name: str
    holder_name: str


class BookingFile(View):
    """A booking with one page of its rooms."""

    booking: Booking
    hotel_name: str
    holder_name: str
    rooms: Page[BookingRoom]


@reads
def find_booking(world: World, booking_id: BookingId) -> BookingOwner:
    """Look up whose a booking is: the guest who holds it, and the company that pays for it (null for none).

    Shows nothing else and verifies nobody; it tells which identity check the speaker has to pass.
    """
    booking = world.get(Booking, booking_id)
    return BookingOwner(booking_id=booking.id, holder_id=booking.holder_id, company_id=booking.company_id)


@reads
def list_bookings(world: World, guest_id: GuestId, page: PageNumber = 1) -> Page[BookingSummary]:
    """List the bookings that a guest holds, latest arrival first, five a page.  Those under which they are only listed
    are not among them.  Where a company pays, company_id names it and booking is null."""
    world.get(Guest, guest_id)
    return paged_as(_latest_first(world.select(Booking, holder_id=guest_id)), page, lambda item: _summary(world, item))


@reads
def list_company_bookings(world: World, company_id: CompanyId, page: PageNumber = 1) -> Page[CompanyBooking]:
    """List the bookings that a company pays for, latest arrival first, five a page."""
    world.get(Company, company_id)
    found = _latest_first(world.select(Booking, company_id=company_id))
    return paged_as(found, page, lambda item: _of_company(world, item))


@reads
def get_booking(world: World, booking_id: BookingId, page: PageNumber = 1) -> BookingFile:
    """Read a booking: rate plan, dates, status, currency and total, and its rooms, five a page (page is the page of
    rooms; cancelled and released ones are among them).

    A room's night_price is what a night of it cost when it was booked, board and further persons included; its
    total is what the whole stay in it costs now.
    """
    booking = world.get(Booking, booking_id)
    return BookingFile(
        booking=booking,
        hotel_name=world.get(Hotel, booking.hotel_id).name,
        holder_name=world.get(Guest, booking.holder_id).name,
        rooms=paged(rooms_of(world, booking_id), page),
    )


@reads
def list_booking_people(world: World, booking_id: BookingId, page: PageNumber = 1) -> Page[BookingPerson]:
    """List the people under a booking, five a page, those of the rooming list (they have a room) by room: name,
    profile (null for none), role, and the first and last day of the entry (null: open).  The holder is not among
    them."""
    world.get(Booking, booking_id)
    people = world.select(BookingPerson, booking_id=booking_id)
    people.sort(key=lambda person: (person.room_id is not None, len(person.room_id or ""), person.room_id or ""))
    return paged(people, page)


@reads
def list_booking_events(world: World, booking_id: BookingId, page: PageNumber = 1) -> Page[BookingEvent]:
    """List the history of a booking, oldest first, five a page: when it was made, every change of its dates, rooms,
    board and guests, cancelled and released rooms, messages, arrival and departure.  Times are UTC."""
    world.get(Booking, booking_id)
    events = world.select(BookingEvent, booking_id=booking_id)
    return paged(sorted(events, key=lambda event: (event.happened_at, event.id)), page)


@reads
def list_booking_requests(world: World, booking_id: BookingId) -> list[BookingRequest]:
    """List the requests entered in a booking: confirmed by the hotel, or merely noted.  What the hotel was asked and
    how it answered stands in list_hotel_requests."""
    world.get(Booking, booking_id)
    return world.select(BookingRequest, booking_id=booking_id)


@reads
def list_documents(world: World, booking_id: BookingId) -> list[Document]:
    """List the papers that have arrived about a booking, each with its kind and whether it was verified, unreadable, or
    found false."""
    world.get(Booking, booking_id)
    return world.select(Document, booking_id=booking_id)


@writes
def add_booking_request(
    world: World,
    booking_id: BookingId,
    wish: Annotated[Wish, Field(description="What is wanted.")],
    room_id: Annotated[
        str | None,
        Field(description="The room that it is for, such as RM-50001-1; left out for a transfer, which has no room."),
    ] = None,
    detail: Annotated[
        str, Field(max_length=500, description="The wording for the hotel: an hour, a flight number and the like.")
    ] = "",
) -> BookingRequest:
    """Enter a request in a booking whose stay is not over, one for each room: as noted for twin beds, a quiet room or
    a high floor, as confirmed for everything else.  Asks the hotel nothing (ask_hotel does) and charges nothing."""
    booking = world.get(Booking, booking_id)
    require_current(booking)
    if (wish == "transfer") != (room_id is None):
        what = "leave it out, a transfer is for no room" if wish == "transfer" else f"name the room for {wish}"
        raise ToolError(f"room_id: {what}")
    if room_id is not None:
        room = room_of_booking(world, room_id, booking_id)
        if room.status not in ("booked", "in_house"):
            raise ToolError(f"room_id: {room_id} is {room.status}; a request is for a room that is booked or in_house")
    return world.insert(
        BookingRequest(
            id=world.new_id("BR"),
            booking_id=booking_id,
            room_id=room_id,
            wish=wish,
            status="noted" if wish in _NOTED else "confirmed",
            detail=tidy("detail", detail) if detail else "",
        )
    )


def _latest_first(bookings: list[Booking]) -> list[Booking]:
    return sorted(bookings, key=lambda booking: (booking.arrival, booking.id), reverse=True)


def _summary(world: World, booking: Booking) -> BookingSummary:
    return BookingSummary(
        booking_id=booking.id,
        hotel_name=world.get(Hotel, booking.hotel_id).name,
        arrival=booking.arrival,
        departure=booking.departure,
        status=booking.status,
        company_id=booking.company_id,
        booking=booking if booking.company_id is None else None,
    )


def _of_company(world: World, booking: Booking) -> CompanyBooking:
    return CompanyBooking(
        booking=booking,
        hotel_name=world.get(Hotel, booking.hotel_id).name,
        holder_name=world.get(Guest, booking.holder_id).name,
    )
