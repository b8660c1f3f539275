"""Groups: what was agreed with them, the rooming list, and the services ordered for them."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import Booking, BookingPerson, BookingRoom, GroupService, GroupTerms, Service, ServiceKind
from sandbox_travel.tools._common import (
    BookingId,
    PenaltyKept,
    RoomId,
    in_currency,
    require_current,
    tidy,
    within,
)
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, money, paged_as, plain, reads, writes

Units = Annotated[int, Field(ge=1, le=999, description="How many persons or units.")]
PersonName = Annotated[str, Field(min_length=2, max_length=100, description="The guest's name, first name first.")]


class OrderedService(View):
    """A service of a group and what kind it is."""

    ordered: GroupService
    service: ServiceKind


@reads
def get_group_terms(world: World, booking_id: BookingId) -> GroupTerms:
    """Read what was agreed with a group: the rooms contracted, the deposit, the day by which the rooming list was or
    is due, and the day by which the balance is.  The rooms stand in get_booking, the names in list_booking_people."""
    world.get(Booking, booking_id)
    terms = world.find(GroupTerms, booking_id)
    if terms is None:
        raise ToolError(f"booking_id: {booking_id} is no group's and has no such terms")
    return terms


@writes
def enter_name(world: World, room_id: RoomId, name: PersonName) -> BookingPerson:
    """Enter a guest's name in the rooming list of a group, for one of its rooms.

    Refused if the list has the name already, or if the room has as many names as guests (exchange_name puts another
    in the place of one).  Asks the hotel nothing and charges nothing.
    """
    room = world.get(BookingRoom, room_id)
    _require_group(world, room.booking_id, "room_id")
    if room.status not in ("booked", "in_house"):
        raise ToolError(f"room_id: {room_id} is {room.status}; names are for a room that is booked or in_house")
    name = _new_name(world, room.booking_id, name)
    places = room.adults + room.children + room.infants
    if len(world.select(BookingPerson, room_id=room_id)) >= places:
        raise ToolError(f"room_id: {room_id} has a name for each of its {places} guests; exchange_name changes one")
    return world.insert(
        BookingPerson(id=world.new_id("BP"), booking_id=room.booking_id, name=name, role="listed", room_id=room_id)
    )


@writes
def exchange_name(
    world: World,
    person_id: Annotated[str, Field(description="The entry of the rooming list, such as BP-52001-1.")],
    name: PersonName,
) -> BookingPerson:
    """Put another guest's name in the place of one in the rooming list of a group; the entry loses the profile of the
    one who leaves.  Refused if the list has the new name already.  Asks the hotel nothing and charges nothing."""
    person = world.get(BookingPerson, person_id)
    if person.room_id is None:
        raise ToolError(f"person_id: {person_id} is no entry of a rooming list; those have a room")
    _require_group(world, person.booking_id, "person_id")
    return world.update(person, name=_new_name(world, person.booking_id, name), guest_id=None)


@reads
def list_group_services(world: World, booking_id: BookingId, page: PageNumber = 1) -> Page[OrderedService]:
    """List the services ordered for a group by day, five a page: units, day, and what the group pays for all units
    together (of a cancelled one what was kept)."""
    world.get(Booking, booking_id)
    ordered = world.select(GroupService, booking_id=booking_id)
    ordered.sort(key=lambda item: (item.day, item.id))
    return paged_as(ordered, page, lambda item: OrderedService(ordered=item, service=_kind(world, item)))


@writes
def order_group_service(
    world: World,
    booking_id: BookingId,
    service_id: Annotated[str, Field(description="A service of the group's hotel, such as SVC-LIS1-DINNER.")],
    units: Units,
    day: Annotated[date, Field(description="The day that it is for.")],
) -> GroupService:
    """Enter a service of the hotel's list in a group booking, at the price of the list.  Asks the hotel nothing
    (ask_hotel does) and charges nothing; the booking's total stays as it is."""
    booking = _require_group(world, booking_id)
    service = world.get(Service, service_id)
    if service.hotel_id != booking.hotel_id:
        raise ToolError(f"service_id: {service_id} is offered by {service.hotel_id}, not by {booking.hotel_id}")
    if not booking.arrival <= day <= booking.departure:
        raise ToolError(f"day: {day} is not within the stay from {booking.arrival} to {booking.departure}")
    return world.insert(
        GroupService(
            id=world.new_id("GS"),
            booking_id=booking_id,
            service_id=service_id,
            units=units,
            day=day,
            price=within("units", service.price * units, why="for one service"),
        )
    )


@writes(consent=("penalty",))
def cancel_group_service(
    world: World,
    group_service_id: Annotated[str, Field(description="The service ordered, such as GS-52001-1.")],
    units: Annotated[int, Field(ge=1, le=999, description="How many of its units to cancel; all of them, or fewer.")],
    penalty: PenaltyKept,
) -> GroupService:
    """Cancel a service of a group, or a part of its units, which then becomes a cancelled entry of its own.  Of what
    the cancelled units cost the penalty is kept; it becomes the price of the cancelled entry, which is returned.

    Moves no money (the refund is made apart), and does not check what the penalty is.
    """
    ordered = world.get(GroupService, group_service_id)
    booking = world.get(Booking, ordered.booking_id)
    if ordered.status == "cancelled":
        raise ToolError(f"group_service_id: {group_service_id} is cancelled already")
    if units > ordered.units:
        raise ToolError(f"units: {group_service_id} has {ordered.units}, not {units}")
    part = min(money(ordered.price * units / ordered.units), ordered.price)
    within("penalty", penalty, part, f"is what {units} of its units cost")
    in_currency("penalty", penalty, booking.currency)
    if units == ordered.units:
        return world.update(ordered, status="cancelled", price=penalty)
    world.update(ordered, units=ordered.units - units, price=ordered.price - part)
    cancelled = {"id": world.new_id("GS"), "units": units, "price": penalty, "status": "cancelled"}
    return world.insert(ordered.model_copy(update=cancelled))


def _require_group(world: World, booking_id: str, argument: str = "booking_id") -> Booking:
    booking = world.get(Booking, booking_id)
    if booking.kind != "group":
        raise ToolError(f"{argument}: {booking_id} is no group's; it has neither a rooming list nor services")
    require_current(booking, argument)
    return booking


def _new_name(world: World, booking_id: str, name: str) -> str:
    """The name in its one spelling; refuses one that the rooming list has."""
    name = tidy("name", name)
    for person in world.select(BookingPerson, booking_id=booking_id):
        if person.room_id is not None and plain(person.name) == plain(name):
            raise ToolError(f"name: {name} stands in the list already, for {person.room_id}")
    return name


def _kind(world: World, ordered: GroupService) -> ServiceKind:
    return world.get(Service, ordered.service_id).service
