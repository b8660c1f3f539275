"""Changes of bookings: rooms changed, given up or moved to another hotel, stays put right."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from sandbox_travel.tables import (
    Approval,
    Board,
    Booking,
    BookingEvent,
    BookingEventKind,
    BookingRoom,
    Hotel,
    RoomStatus,
    RoomType,
)
from sandbox_travel.tools._common import (
    MOST_NIGHTS,
    BookingId,
    PenaltyKept,
    RoomId,
    RoomTotal,
    in_currency,
    nights_of,
    require_beds,
    require_board,
    require_current,
    require_rooms_left,
    rooms_of,
    stands,
    today_at,
    within,
)
from thinkingbox_plugin.authoring import ToolError, View, World, writes

NewBoard = Annotated[Board | None, Field(description="The new board, if it changes.")]
Adults = Annotated[int | None, Field(ge=1, le=9, description="The new number of adults, if it changes.")]
Children = Annotated[int | None, Field(ge=0, le=9, description="The new number of children, if it changes.")]
Infants = Annotated[int | None, Field(ge=0, le=9, description="The new number of infants, if it changes.")]


class ChangedRoom(View):
    """The room and its booking after a change."""

    room: BookingRoom
    booking: Booking


@writes(consent=("new_total",))
def change_room(
    world: World,
    room_id: RoomId,
    new_total: RoomTotal,
    arrival: Annotated[date | None, Field(description="The new day of arrival, if it changes.")] = None,
    departure: Annotated[date | None, Field(description="The new day of departure, if it changes.")] = None,
    room_type_id: Annotated[
        str | None, Field(description="The new room type of the same hotel, if it changes, such as RT-LIS1-DBL.")
    ] = None,
    board: NewBoard = None,
    adults: Adults = None,
    children: Children = None,
    infants: Infants = None,
    approval_ids: Annotated[
        list[str] | None,
        Field(
            min_length=1, max_length=4, description="The granted approvals that the change rests on, if it needs any."
        ),
    ] = None,
) -> ChangedRoom:
    """Change one room of a booking, with all that changes in it (dates, room type, board, guests) in one call, and
    set its new total.  The booking's dates and total follow, the history gets an entry for each thing that changed,
    and the approvals become used.

    Refused if a night that is new to the room has no room left, if the beds do not suffice, or if the hotel does not
    offer the board.  Does not check whether the rate plan allows the change or what it costs, and moves no money:
    differences and fees are charged or refunded apart.
    """
    room = world.get(BookingRoom, room_id)
    booking = world.get(Booking, room.booking_id)
    _require_standing(room, "booked", "in_house")
    given: dict[str, Any] = {
        "arrival": arrival,
        "departure": departure,
        "room_type_id": room_type_id,
        "board": board,
        "adults": adults,
        "children": children,
        "infants": infants,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise ToolError(f"{', '.join(given)}: give at least one of them, with its new value")
    for name, value in changes.items():
        if value == getattr(room, name):
            raise ToolError(f"{name}: {room_id} has {value} already; leave out what does not change")
    changed = room.model_copy(update=changes)
    _require_possible(world, room, changed, set(changes))
    _require_total(booking, "new_total", new_total)
    for approval_id in approval_ids or ():
        _use_approval(world, approval_id, booking)
    for kind in _kinds(set(changes)):
        _note(world, room, kind)
    changed = world.update(room, **changes, total=new_total)
    return ChangedRoom(room=changed, booking=_follow(world, booking, new_total - room.total))


@writes(consent=("penalty",))
def cancel_room(world: World, room_id: RoomId, penalty: PenaltyKept) -> ChangedRoom:
    """Cancel one room that is booked and not a group's.  The penalty becomes the room's total; the booking's total
    follows, and it is cancelled itself once all its rooms are.

    Moves no money (the refund is made apart), and does not check what the penalty is.
    """
    return _give_up(world, room_id, penalty, "cancelled")


@writes(consent=("penalty",))
def release_room(world: World, room_id: RoomId, penalty: PenaltyKept) -> ChangedRoom:
    """Give one room of a group booking back to the hotel.  The penalty becomes the room's total; the booking's total
    follows, and it is cancelled once all its rooms are released.

    Moves no money (the refund is made apart), and does not check what the penalty is.
    """
    return _give_up(world, room_id, penalty, "released")


@writes(consent=("new_total",))
def move_to_hotel(
    world: World,
    room_id: RoomId,
    hotel_id: Annotated[str, Field(description="The other hotel, such as HTL-LIS2.")],
    room_type_id: Annotated[str, Field(description="A room type of the other hotel, such as RT-LIS2-DBL.")],
    board: Annotated[Board, Field(description="The board there.")],
    new_total: RoomTotal,
) -> ChangedRoom:
    """Book another hotel in place of the booked one for one room, on the same nights and for the same guests.  The
    new total is what the guest pays for it in the end.  Once all its rooms are there, the booking is that hotel's.

    Refused if a night has no room left there, if the beds do not suffice, if it does not offer the board, or if it
    prices in another currency.  Moves no money, and tells neither hotel anything more.
    """
    room = world.get(BookingRoom, room_id)
    booking = world.get(Booking, room.booking_id)
    hotel = world.get(Hotel, hotel_id)
    room_type = world.get(RoomType, room_type_id)
    _require_standing(room, "booked", "in_house")
    if world.get(RoomType, room.room_type_id).hotel_id == hotel_id:
        raise ToolError(f"hotel_id: {room_id} is booked at {hotel_id} already; give another hotel")
    if hotel.currency != booking.currency:
        raise ToolError(f"hotel_id: {hotel_id} prices in {hotel.currency}, and {booking.id} is in {booking.currency}")
    if room_type.hotel_id != hotel_id:
        raise ToolError(f"room_type_id: {room_type_id} is a room type of {room_type.hotel_id}, not of {hotel_id}")
    require_board(world, hotel_id, board)
    require_beds(room_type, room.adults, room.children, "room_type_id")
    nights = [night for night in nights_of(room.arrival, room.departure) if night >= today_at(world, hotel)]
    require_rooms_left(world, room_type, nights, "room_type_id")
    _require_total(booking, "new_total", new_total)
    _note(world, room, "moved_hotel")
    moved = world.update(room, room_type_id=room_type_id, board=board, total=new_total)
    return ChangedRoom(room=moved, booking=_follow(world, booking, new_total - room.total))


@writes
def resend_booking(world: World, booking_id: BookingId) -> BookingEvent:
    """Send a booking whose stay is not over to its hotel again, for a hotel that does not know it.  Adds an entry to
    its history and changes nothing else; asks nothing, and does not look whether the hotel has a room."""
    booking = world.get(Booking, booking_id)
    require_current(booking)
    return world.insert(_event(world, booking.id, None, "resent"))


@writes
def complete_stay(world: World, booking_id: BookingId) -> Booking:
    """Put a booking right that was recorded as a no-show although the guest stayed: it becomes completed, its rooms
    departed.  Moves no money."""
    booking = world.get(Booking, booking_id)
    if booking.status != "no_show":
        raise ToolError(f"booking_id: {booking_id} is {booking.status}; only a no_show can be put right")
    for room in rooms_of(world, booking_id):
        if room.status == "no_show":
            world.update(room, status="departed")
    world.insert(_event(world, booking_id, None, "completed"))
    return world.update(booking, status="completed")


def _require_standing(room: BookingRoom, *statuses: RoomStatus) -> None:
    if room.status not in statuses:
        raise ToolError(f"room_id: {room.id} is {room.status}; only a room that is {' or '.join(statuses)} can do")


def _require_total(booking: Booking, argument: str, total: Decimal) -> None:
    within(argument, total, why="for one room")
    in_currency(argument, total, booking.currency)


def _require_possible(world: World, room: BookingRoom, changed: BookingRoom, names: set[str]) -> None:
    """Refuse a changed room that cannot be: dates out of order, another hotel's type, too few beds or rooms."""
    room_type = world.get(RoomType, changed.room_type_id)
    hotel = world.get(Hotel, world.get(RoomType, room.room_type_id).hotel_id)
    today = today_at(world, hotel)
    if room_type.hotel_id != hotel.id:
        raise ToolError(f"room_type_id: {room_type.id} is a room type of {room_type.hotel_id}, not of {hotel.id}")
    if names & {"arrival", "departure"}:
        _require_dates(room, changed, today)
    require_board(world, hotel.id, changed.board)
    if names & {"adults", "children", "room_type_id"}:
        require_beds(room_type, changed.adults, changed.children, _first(names, "room_type_id", "adults", "children"))
    held = set() if "room_type_id" in names else set(nights_of(room.arrival, room.departure))
    nights = [night for night in nights_of(changed.arrival, changed.departure) if night not in held and night >= today]
    require_rooms_left(world, room_type, nights, _first(names, "room_type_id", "arrival", "departure"))


def _first(names: set[str], *arguments: str) -> str:
    """The argument to name in a refusal: the first of ``arguments`` that was given a new value."""
    return next((argument for argument in arguments if argument in names), "room_id")


def _require_dates(room: BookingRoom, changed: BookingRoom, today: date) -> None:
    if changed.departure <= changed.arrival:
        raise ToolError(f"departure: {changed.departure} is not after the arrival on {changed.arrival}")
    if (changed.departure - changed.arrival).days > MOST_NIGHTS:
        raise ToolError(f"departure: a stay has at most {MOST_NIGHTS} nights")
    if changed.arrival != room.arrival:
        if room.status == "in_house":
            raise ToolError(f"arrival: the stay in {room.id} began on {room.arrival}; only its end can be moved")
        if changed.arrival < today:
            raise ToolError(f"arrival: {changed.arrival} is past; at the hotel it is {today}")
    if changed.departure != room.departure and changed.departure < today:
        raise ToolError(f"departure: {changed.departure} is past; at the hotel it is {today}")


def _use_approval(world: World, approval_id: str, booking: Booking) -> None:
    approval = world.get(Approval, approval_id)
    if approval.booking_id != booking.id:
        raise ToolError(f"approval_ids: {approval_id} was given for {approval.booking_id}, not for {booking.id}")
    if approval.status != "granted":
        raise ToolError(f"approval_ids: {approval_id} is {approval.status}; a change rests on one that is granted")
    world.update(approval, status="used")


def _kinds(names: set[str]) -> Iterator[BookingEventKind]:
    """The entries of the history for the columns of a room that changed."""
    if names & {"arrival", "departure"}:
        yield "changed_dates"
    if "room_type_id" in names:
        yield "changed_room_type"
    if "board" in names:
        yield "changed_board"
    if names & {"adults", "children", "infants"}:
        yield "changed_guests"


def _give_up(world: World, room_id: str, penalty: Decimal, status: RoomStatus) -> ChangedRoom:
    """Cancel a room, or release one of a group."""
    room = world.get(BookingRoom, room_id)
    booking = world.get(Booking, room.booking_id)
    if (booking.kind == "group") != (status == "released"):
        other = "cancel_room" if status == "released" else "release_room"
        raise ToolError(f"room_id: {room_id} is a room of a booking of kind {booking.kind}; use {other}")
    _require_standing(room, "booked")
    within("penalty", penalty, room.total, f"is the total of {room_id}")
    in_currency("penalty", penalty, booking.currency)
    _note(world, room, "released_room" if status == "released" else "cancelled_room")
    given_up = world.update(room, status=status, total=penalty)
    return ChangedRoom(room=given_up, booking=_follow(world, booking, penalty - room.total))


def _follow(world: World, booking: Booking, difference: Decimal) -> Booking:
    """Move the booking's total, dates, hotel and status after one of its rooms.

    The total moves by the room's difference: a group's has free places taken off and is no plain sum.
    """
    changes: dict[str, Any] = {"total": max(booking.total + difference, Decimal("0.00"))}
    standing = [room for room in rooms_of(world, booking.id) if stands(room)]
    if standing:
        changes["arrival"] = min(room.arrival for room in standing)
        changes["departure"] = max(room.departure for room in standing)
        hotels = {world.get(RoomType, room.room_type_id).hotel_id for room in standing}
        if len(hotels) == 1:
            changes["hotel_id"] = hotels.pop()
    else:
        changes["status"] = "cancelled"
    return world.update(booking, **changes)


def _note(world: World, room: BookingRoom, kind: BookingEventKind) -> None:
    world.insert(_event(world, room.booking_id, room.id, kind))


def _event(world: World, booking_id: str, room_id: str | None, kind: BookingEventKind) -> BookingEvent:
    return BookingEvent(id=world.new_id("BE"), booking_id=booking_id, room_id=room_id, happened_at=world.now, kind=kind)
