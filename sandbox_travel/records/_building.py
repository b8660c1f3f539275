"""What the builders of single and of group bookings have in common: rooms, payments, refunds and history as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from sandbox_travel.records._values import (
    TODAY,
    Moment,
    at,
    cash,
    moment,
    number,
)
from sandbox_travel.records.houses import House, room_type
from sandbox_travel.records.money import Part, payment_row
from sandbox_travel.tables import (
    Board,
    Booking,
    BookingEvent,
    BookingEventKind,
    BookingRoom,
    BookingStatus,
    Payment,
    Plan,
    Refund,
    RoomKind,
    RoomStatus,
)
from thinkingbox_plugin.authoring import Row

Past = tuple[Moment, BookingEventKind, str] | tuple[Moment, BookingEventKind, str, int]
"""An entry of the history: when (UTC), what, how it was put, and the room's number if it is about one room."""


@dataclass(frozen=True)
class Room:
    """One room of a booking to be built; made by ``room``."""

    name: str
    adults: int
    children: int
    infants: int
    board: Board
    arrival: date | None
    departure: date | None
    night: Decimal | None
    total: Decimal | None
    paid: Decimal | None
    status: RoomStatus | None
    given_up: tuple[date, Decimal, BookingEventKind] | None = None


class Made:
    """What several builders need of a booking under construction."""

    def __init__(
        self,
        id: str,
        booked_on: date,
        arrival: date,
        departure: date,
        plan: Plan,
        discount: int,
        rooms: Sequence[Room],
    ) -> None:
        if not rooms or not booked_on <= arrival < departure:
            raise ValueError(f"{id}: needs a room, and to be booked on {booked_on}, from {arrival} to {departure}")
        self.id, self.booked_on, self.arrival, self.departure = id, booked_on, arrival, departure
        self.plan, self.discount = plan, discount
        self.house: House = room_type(rooms[0].name)[0]
        self.rooms = [self._priced(item) for item in rooms]

    def _priced(self, item: Room) -> Room:
        house, code = room_type(item.name)
        if house is not self.house:
            raise ValueError(f"{self.id}: {item.name} is not a room of {self.house.hotel.id}, as the first one is")
        night = item.night or house.night(
            code,
            self.plan,
            board=item.board,
            adults=item.adults,
            children=item.children,
            discount=self.discount,
        )
        arrival, departure = item.arrival or self.arrival, item.departure or self.departure
        paid = item.paid if item.paid is not None else night * (departure - arrival).days
        total = item.total if item.total is not None else paid
        if item.given_up is not None:
            total = item.given_up[1]
        return replace(item, night=night, arrival=arrival, departure=departure, paid=paid, total=total)

    def kind(self, item: Room) -> RoomKind:
        """Whether a room is a single, a double or a family room."""
        return self.house.room_types[room_type(item.name)[1]].kind

    @property
    def paid(self) -> Decimal:
        """What was paid for the rooms, before free places."""
        return sum((item.paid or Decimal(0) for item in self.rooms), cash(0))

    @property
    def total(self) -> Decimal:
        """What the rooms cost now, before free places."""
        return sum((item.total or Decimal(0) for item in self.rooms), cash(0))


def head_row(
    made: Made, holder_id: str, company_id: str | None, status: BookingStatus | None, free: Decimal
) -> Booking:
    return Booking(
        id=made.id,
        holder_id=holder_id,
        company_id=company_id,
        hotel_id=made.house.hotel.id,
        kind="group" if made.plan == "group" else "individual",
        plan=made.plan,
        booked_on=made.booked_on,
        arrival=made.arrival,
        departure=made.departure,
        status=status or _status(made),
        currency=made.house.hotel.currency,
        total=made.total - free,
    )


def _status(made: Made) -> BookingStatus:
    if all(item.given_up for item in made.rooms):
        return "cancelled"
    if made.departure <= TODAY:
        return "completed"
    return "in_house" if made.arrival < TODAY else "confirmed"


_OF_ROOM: dict[BookingStatus, RoomStatus] = {
    "confirmed": "booked",
    "cancelled": "cancelled",
    "in_house": "in_house",
    "completed": "departed",
    "no_show": "no_show",
}


def rows_of(made: Made, head: Booking, parts: Sequence[Part], history: Sequence[Past], free: Decimal) -> Iterator[Row]:
    rooms = [_room_row(made, head, place, item) for place, item in enumerate(made.rooms, 1)]
    yield from rooms
    payments = [payment_row(head, place, part) for place, part in enumerate(parts, 1)]
    captured = sum((item.amount for item in payments if item.status == "captured"), Decimal(0))
    # A duplicate, a failed and an authorised payment leave the sum as it should be: only the last may be missing.
    if head.kind == "individual" and captured < made.paid - free:
        raise ValueError(f"{made.id}: the payments sum to {captured}, what was booked to {made.paid - free}")
    yield from payments
    yield from _refunds(made, payments)
    yield from _events(made, head, history)


def _room_row(made: Made, head: Booking, place: int, item: Room) -> BookingRoom:
    house, code = room_type(item.name)
    status = item.status or _OF_ROOM[head.status]
    if item.given_up is not None:
        status = "cancelled" if item.given_up[2] == "cancelled_room" else "released"
    return BookingRoom.model_validate(
        {
            "id": f"RM-{number(made.id)}-{place}",
            "booking_id": made.id,
            "room_type_id": house.room_types[code].id,
            "board": item.board,
            "adults": item.adults,
            "children": item.children,
            "infants": item.infants,
            "arrival": item.arrival,
            "departure": item.departure,
            "night_price": item.night,
            "total": item.total,
            "status": status,
        }
    )


def _refunds(made: Made, payments: Sequence[Payment]) -> Iterator[Refund]:
    if made.plan == "group":
        return
    given_up = [item for item in made.rooms if item.given_up is not None and (item.paid or 0) > (item.total or 0)]
    for place, item in enumerate(given_up, 1):
        assert item.given_up is not None
        yield Refund(
            id=f"RF-{number(made.id)}-{place}",
            booking_id=made.id,
            payment_id=payments[0].id,
            amount=(item.paid or Decimal(0)) - (item.total or Decimal(0)),
            reason="cancellation",
            issued_on=item.given_up[0],
        )


def _events(made: Made, head: Booking, history: Sequence[Past]) -> Iterator[BookingEvent]:
    found: list[tuple[datetime, BookingEventKind, str, int | None]] = [(at(made.booked_on, 8), "booked", "", None)]
    for when, kind, note, *place in history:
        found.append((moment(when), kind, note, place[0] if place else None))
    for place_, item in enumerate(made.rooms, 1):
        if item.given_up is not None:
            found.append((at(item.given_up[0], 12), item.given_up[2], "", place_))
    if head.status in ("in_house", "completed"):
        found.append((at(made.arrival, 16), "checked_in", "", None))
    if head.status == "completed":
        found.append((at(made.departure, 9), "checked_out", "", None))
    if head.status == "no_show":
        found.append((at(date.fromordinal(made.arrival.toordinal() + 1), 6), "no_show", "", None))
    for count, (when_, kind, note, room_place) in enumerate(sorted(found, key=lambda entry: entry[0]), 1):
        yield BookingEvent(
            id=f"BE-{number(made.id)}-{count}",
            booking_id=made.id,
            room_id=None if room_place is None else f"RM-{number(made.id)}-{room_place}",
            happened_at=when_,
            kind=kind,
            note=note,
        )
