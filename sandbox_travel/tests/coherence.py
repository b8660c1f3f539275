"""Whether the records of a world agree with one another, as those of a real business would.

The tables' own rules (references, enumerations) are checked when records are loaded; this looks at what several rows
say together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import pairwise
from typing import get_args

from sandbox_travel.tables import (
    DESK,
    Answer,
    Approval,
    Article,
    BoardPrice,
    Booking,
    BookingEvent,
    BookingPerson,
    BookingRequest,
    BookingRoom,
    Company,
    CompanyPerson,
    Contract,
    Document,
    Fact,
    GroupService,
    GroupTerms,
    Guest,
    Hotel,
    HotelDistance,
    HotelFact,
    HotelPosition,
    HotelRequest,
    Incident,
    IncidentKind,
    LoyaltyPeriod,
    NightlyLimit,
    Question,
    RatePeriod,
    RoomType,
    Service,
    ServiceKind,
)
from sandbox_travel.tests.coherence_of_money import LOOKS as LOOKS_AT_MONEY
from thinkingbox_plugin.authoring import World, plain

GIVEN_UP = ("cancelled", "released")
_ROOMS_OF = {
    "confirmed": {"booked"},
    "cancelled": set[str](),
    "in_house": {"in_house", "departed"},
    "completed": {"departed", "no_show"},
    "no_show": {"no_show"},
}
_ANSWERS: dict[Question, set[Answer]] = {
    "waive_penalty": {"agreed", "declined"},
    "confirm_stay": {"sent_away", "stayed", "denied"},
    "early_departure": {"agreed", "declined"},
    "special_request": {"agreed", "declined"},
    "late_names": {"agreed", "declined"},
    "group_service": {"agreed", "declined"},
    "confirm_incident": {"confirmed", "denied"},
    "fix_fault": {"agreed", "declined"},
    "confirm_booking": {"confirmed", "unknown", "overbooked"},
    "confirm_fact": {"page_right", "page_wrong", "guest_was_told"},
}


_INCIDENTS = get_args(IncidentKind)
_ASKED = ("early_checkin", "late_checkout", "cot", "pet", "transfer")
_ABOUT: dict[Question, tuple[str, ...]] = {
    "special_request": _ASKED,
    "group_service": get_args(ServiceKind),
    "confirm_incident": (*_INCIDENTS, *_ASKED),
    "fix_fault": _INCIDENTS,
    "confirm_fact": get_args(Fact),
}
"""What a question is about; every other is about the booking as a whole."""


def findings(world: World) -> list[str]:
    """Everything that does not agree, each naming the row."""
    return [found for look in (*_LOOKS, *LOOKS_AT_MONEY) for found in look(world)]


def _guests(world: World) -> Iterator[str]:
    guests = world.select(Guest)
    for email, count in Counter(guest.email for guest in guests).items():
        if count > 1 or email != email.lower():
            yield f"{email}: not the one profile in lower case"
    for loyalty, count in Counter(guest.loyalty_number for guest in guests if guest.loyalty_number).items():
        if count > 1:
            yield f"{loyalty}: the loyalty number of {count} guests"
    for guest in guests:
        periods = sorted(world.select(LoyaltyPeriod, guest_id=guest.id), key=lambda item: item.from_on)
        if periods and guest.loyalty_number is None:
            yield f"{guest.id}: a tier, but no loyalty number"
        for earlier, later in pairwise(periods):
            if earlier.until_on is None or earlier.until_on >= later.from_on:
                yield f"{later.id}: begins before {earlier.id} ends"


def _companies(world: World) -> Iterator[str]:
    for company in world.select(Company):
        contracts = sorted(world.select(Contract, company_id=company.id), key=lambda item: item.starts_on)
        for earlier, later in pairwise(contracts):
            if earlier.ends_on >= later.starts_on:
                yield f"{later.id}: starts before {earlier.id} ends"
        for contract in contracts:
            cities = Counter(limit.city for limit in world.select(NightlyLimit, contract_id=contract.id))
            if contract.starts_on > contract.ends_on or cities[None] != 1 or cities.most_common(1)[0][1] > 1:
                yield f"{contract.id}: runs backwards, or does not have one limit for each city and one for the rest"
    for approval in world.select(Approval):
        if world.get(Booking, approval.booking_id).company_id != approval.company_id:
            yield f"{approval.id}: for another company's booking"
        if approval.asked_on > world.today:
            yield f"{approval.id}: asked on {approval.asked_on}"
    for person in world.select(CompanyPerson):
        if person.until_on is not None and person.until_on < person.from_on:
            yield f"{person.id}: ends before it begins"


def _hotels(world: World) -> Iterator[str]:
    for kind in world.select(RoomType):
        periods = sorted(world.select(RatePeriod, room_type_id=kind.id), key=lambda item: item.from_night)
        for earlier, later in pairwise(periods):
            if earlier.to_night + timedelta(days=1) != later.from_night:
                yield f"{later.id}: does not begin on the night after {earlier.id}"
        yield from (f"{item.id}: runs backwards" for item in periods if item.from_night > item.to_night)
    stated = Counter((item.hotel_id, item.fact) for item in world.select(HotelFact))
    yield from (f"{hotel}: states {fact} {count} times" for (hotel, fact), count in stated.items() if count > 1)
    away = {(item.hotel_id, item.other_id): item.metres for item in world.select(HotelDistance)}
    for (one, other), metres in away.items():
        if away.get((other, one)) != metres:
            yield f"{one}: {metres} m from {other}, but not the other way round"
        if world.get(Hotel, one).city != world.get(Hotel, other).city:
            yield f"{one}: a distance to {other}, which is in another city"


def _bookings(world: World) -> Iterator[str]:
    for booking in world.select(Booking):
        hotel = world.get(Hotel, booking.hotel_id)
        rooms = world.select(BookingRoom, booking_id=booking.id)
        if booking.currency != hotel.currency:
            yield f"{booking.id}: in {booking.currency}, its hotel in {hotel.currency}"
        if not booking.booked_on <= booking.arrival < booking.departure or booking.booked_on > world.today:
            yield f"{booking.id}: booked on {booking.booked_on} from {booking.arrival} to {booking.departure}"
        if (booking.plan == "corporate") != (booking.company_id is not None):
            yield f"{booking.id}: plan {booking.plan} of company {booking.company_id}"
        if (booking.plan == "group") != (booking.kind == "group"):
            yield f"{booking.id}: plan {booking.plan}, but {booking.kind}"
        yield from _dates(world, booking)
        counting = [room for room in rooms if room.status not in GIVEN_UP] or rooms
        span = (min(room.arrival for room in counting), max(room.departure for room in counting))
        if span != (booking.arrival, booking.departure):
            yield f"{booking.id}: from {booking.arrival} to {booking.departure}, its rooms from {span[0]} to {span[1]}"
        for room in rooms:
            yield from _room(world, booking, room)


def _dates(world: World, booking: Booking) -> Iterator[str]:
    # A hotel's clock may be a day ahead of the desk's, or behind it.
    today, day = world.today, timedelta(days=1)
    right = {
        "confirmed": booking.arrival >= today - day,
        "cancelled": True,
        "in_house": booking.arrival <= today + day and booking.departure >= today - day,
        "completed": booking.departure <= today + day,
        "no_show": booking.arrival < today,
    }
    if not right[booking.status]:
        yield f"{booking.id}: {booking.status}, from {booking.arrival} to {booking.departure}"


def _room(world: World, booking: Booking, room: BookingRoom) -> Iterator[str]:
    kind = world.get(RoomType, room.room_type_id)
    if kind.hotel_id != booking.hotel_id:
        yield f"{room.id}: a room of {kind.hotel_id}, the booking of {booking.hotel_id}"
    if room.adults + room.children > kind.beds:
        yield f"{room.id}: {room.adults} adults and {room.children} children, but {kind.beds} beds"
    if room.board != "room_only" and not world.select(BoardPrice, hotel_id=kind.hotel_id, board=room.board):
        yield f"{room.id}: {room.board} is not offered"
    if room.status not in {*_ROOMS_OF[booking.status], *GIVEN_UP}:
        yield f"{room.id}: {room.status} in a booking that is {booking.status}"
    if (room.status in GIVEN_UP) and (room.status == "released") != (booking.kind == "group"):
        yield f"{room.id}: {room.status}, but the booking is {booking.kind}"
    if room.arrival >= room.departure:
        yield f"{room.id}: from {room.arrival} to {room.departure}"


def _history(world: World) -> Iterator[str]:
    for booking in world.select(Booking):
        events = world.select(BookingEvent, booking_id=booking.id)
        events.sort(key=lambda item: int(item.id.rpartition("-")[2]))
        times = [event.happened_at for event in events]
        kinds = Counter(event.kind for event in events)
        if times != sorted(times) or any(when > world.now for when in times):
            yield f"{booking.id}: its history is not in order of time, or runs past now"
        if not events or events[0].kind != "booked" or times[0].date() != booking.booked_on or kinds["booked"] > 1:
            yield f"{booking.id}: its history does not begin with the booking on {booking.booked_on}"
        came = booking.status in ("in_house", "completed") and not kinds["completed"]
        if bool(kinds["checked_in"]) != came or ((booking.status == "no_show") and not kinds["no_show"]):
            yield f"{booking.id}: {booking.status}, but its history says otherwise"
        rooms = world.select(BookingRoom, booking_id=booking.id)
        for room in rooms:
            told = [item.kind for item in events if item.room_id in (room.id, None)]
            if room.status in GIVEN_UP and f"{room.status}_room" not in told:
                yield f"{room.id}: {room.status}, but its history says nothing of it"
        for event in events:
            if event.room_id not in (None, *(room.id for room in rooms)):
                yield f"{event.id}: about a room of another booking"


def _people(world: World) -> Iterator[str]:
    listed: Counter[tuple[str, str]] = Counter()
    in_room: Counter[str] = Counter()
    for person in world.select(BookingPerson):
        booking = world.get(Booking, person.booking_id)
        if person.room_id is not None:
            in_room[person.room_id] += 1
            if world.get(BookingRoom, person.room_id).booking_id != booking.id:
                yield f"{person.id}: in a room of another booking"
        if person.role != "companion" and booking.kind != "group":
            yield f"{person.id}: {person.role} of a booking that is no group's"
        if person.name != " ".join(person.name.split()):
            yield f"{person.id}: blanks in the name"
        if person.guest_id is not None and world.get(Guest, person.guest_id).name != person.name:
            yield f"{person.id}: named otherwise than {person.guest_id}"
        if person.role == "listed":
            listed[booking.id, plain(person.name)] += 1
    for (booking_id, name), count in listed.items():
        if count > 1:
            yield f"{booking_id}: {name} stands in its list {count} times"
    for room_id, count in in_room.items():
        room = world.get(BookingRoom, room_id)
        if count > room.adults + room.children + room.infants:
            yield f"{room_id}: {count} names for {room.adults + room.children + room.infants} guests"


def _wishes(world: World) -> Iterator[str]:
    for wish in world.select(BookingRequest):
        booking = world.get(Booking, wish.booking_id)
        hotel = world.get(Hotel, booking.hotel_id)
        if wish.room_id is not None and world.get(BookingRoom, wish.room_id).booking_id != booking.id:
            yield f"{wish.id}: for a room of another booking"
        if (wish.wish == "pet" and not hotel.pets) or (wish.wish == "transfer" and hotel.shuttle_price is None):
            yield f"{wish.id}: {hotel.id} has nothing for {wish.wish}"
        if (wish.status == "noted") != (wish.wish in ("twin_beds", "quiet_room", "high_floor")):
            yield f"{wish.id}: {wish.wish} is {wish.status}"
    for paper in world.select(Document):
        if not world.get(Booking, paper.booking_id).booked_on <= paper.received_on <= world.today:
            yield f"{paper.id}: received on {paper.received_on}"


def _questions(world: World) -> Iterator[str]:
    put: Counter[tuple[str, str, str]] = Counter()
    rows: list[HotelRequest | HotelPosition] = [*world.select(HotelRequest), *world.select(HotelPosition)]
    for row in rows:
        if row.answer not in {*_ANSWERS[row.question], "pending"}:
            yield f"{row.id}: {row.answer} is no answer to {row.question}"
        if row.subject not in _ABOUT.get(row.question, ("none",)):
            yield f"{row.id}: {row.question} about {row.subject}"
        if (row.share is not None) != (row.question == "waive_penalty" and row.answer == "agreed"):
            yield f"{row.id}: {row.question} {row.answer} with share {row.share}"
        if isinstance(row, HotelPosition):
            put[row.booking_id, row.question, row.subject] += 1
        elif row.asked_at > world.now:
            yield f"{row.id}: asked at {row.asked_at}"
    yield from (f"{key[0]}: {count} positions on {key[1]} {key[2]}" for key, count in put.items() if count > 1)


def _incidents(world: World) -> Iterator[str]:
    for row in world.select(Incident):
        room, booking = world.get(BookingRoom, row.room_id), world.get(Booking, row.booking_id)
        if room.booking_id != booking.id or booking.status in ("confirmed", "cancelled"):
            yield f"{row.id}: in a room of another booking, or of a stay that has not begun"
        if not room.arrival <= row.from_night <= row.to_night < room.departure or row.from_night > world.today:
            yield f"{row.id}: from {row.from_night} to {row.to_night} in a stay from {room.arrival} to {room.departure}"
        if row.reported_on is not None and not row.from_night <= row.reported_on <= min(booking.departure, world.today):
            yield f"{row.id}: reported on {row.reported_on}"
        if (row.kind == "missing_board") != (row.board is not None) or (row.board and room.board == "room_only"):
            yield f"{row.id}: {row.kind}, board {row.board} in a room with {room.board}"


def _groups(world: World) -> Iterator[str]:
    for booking in world.select(Booking):
        terms = world.find(GroupTerms, booking.id)
        if (terms is not None) != (booking.kind == "group"):
            yield f"{booking.id}: {booking.kind}, terms {terms}"
        if terms is not None and terms.rooms_contracted != len(world.select(BookingRoom, booking_id=booking.id)):
            yield f"{booking.id}: {terms.rooms_contracted} rooms contracted"
        if terms is not None and terms.list_due < world.today - timedelta(days=1):
            named = {person.room_id for person in world.select(BookingPerson, booking_id=booking.id)}
            for room in world.select(BookingRoom, booking_id=booking.id):
                if room.id not in named and room.status not in GIVEN_UP:
                    yield f"{room.id}: has no name, though the list was due on {terms.list_due}"
    for row in world.select(GroupService):
        booking, service = world.get(Booking, row.booking_id), world.get(Service, row.service_id)
        if booking.kind != "group" or service.hotel_id != booking.hotel_id:
            yield f"{row.id}: {service.id} for {booking.id}"
        whole = service.price * row.units
        if not booking.arrival <= row.day <= booking.departure or row.price > whole:
            yield f"{row.id}: {row.units} on {row.day} for {row.price}"
        if row.status == "ordered" and row.price < whole:
            yield f"{row.id}: {row.units} on {row.day} for {row.price}"


def _desk(world: World) -> Iterator[str]:
    for ticket in world.select(DESK.ticket):
        closed = ticket.status == "closed"
        if {closed} != {value is not None for value in (ticket.outcome, ticket.reason, ticket.closed_at)}:
            yield f"{ticket.id}: {ticket.status}, outcome {ticket.outcome}, reason {ticket.reason}"
        if ticket.opened_at > world.now:
            yield f"{ticket.id}: opened at {ticket.opened_at}"
    for article in world.select(Article):
        if (article.kind == "bulletin") != (article.first_day is not None and article.changes is not None):
            yield f"{article.id}: {article.kind} that changes {article.changes} from {article.first_day}"
        if article.last_day is not None and (article.first_day is None or article.last_day < article.first_day):
            yield f"{article.id}: from {article.first_day} to {article.last_day}"


_LOOKS: tuple[Callable[[World], Iterator[str]], ...] = (
    _guests,
    _companies,
    _hotels,
    _bookings,
    _history,
    _people,
    _wishes,
    _questions,
    _incidents,
    _groups,
    _desk,
)
