"""Builders of group bookings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Literal

from sandbox_travel.records._building import Made, Past, Room, head_row, rows_of
from sandbox_travel.records._values import TODAY, Cash, Day, booking_of, cash, day, number, rounded
from sandbox_travel.records.houses import GROUP_DISCOUNT
from sandbox_travel.records.money import Part, pay
from sandbox_travel.records.services import SERVICES
from sandbox_travel.tables import BookingPerson, BookingStatus, GroupService, GroupTerms
from thinkingbox_plugin.authoring import Row

FREE_FOR = 20
"""Paying guests for whom one stays free."""


def group(
    id: str,
    leader_id: str,
    booked_on: Day,
    arrival: Day,
    departure: Day,
    rooms: Sequence[Room],
    *,
    names: Sequence[Sequence[str]] = (),
    rooms_contracted: int | None = None,
    deposit: Cash | None = None,
    list_due: Day | None = None,
    balance_due: Day | None = None,
    balance: Literal["captured", "failed", "due"] | None = None,
    status: BookingStatus | None = None,
    payments: Sequence[Part] | None = None,
    history: Sequence[Past] = (),
) -> list[Row]:
    """A group booking, built like :func:`~sandbox_travel.records.booking.booking`, with terms and rooming list.

    ``names`` are those of the first room, of the second and so on (BP-52001-1 …).  A night costs the flexible price
    less 15 per cent; half of the cheapest double room is taken off for each full twenty paying guests.  Left out, the
    deposit is a fifth of that total in whole units, paid on the day of booking; the list is due 14 days and the balance
    21 days before arrival, and the balance is paid if that day is past on 2025-11-12.  Rooms ``released_on`` a day
    lower the total; what was paid too much for them is refunded with a ``refund`` of the task's own.
    """
    made = Made(id, day(booked_on), day(arrival), day(departure), "group", GROUP_DISCOUNT, rooms)
    free = free_places(made)
    whole, currency = made.paid - free, made.house.hotel.currency
    first = cash((whole / 5).quantize(Decimal(1))) if deposit is None else cash(deposit)
    due = made.arrival - timedelta(days=21) if balance_due is None else day(balance_due)
    state = balance or ("captured" if due <= TODAY else "due")
    if payments is None:
        payments = [pay("card", first, purpose="deposit")]
        if state != "due":
            payments = [*payments, pay("card", whole - first, on=due, purpose="balance", status=state)]
    head = head_row(made, leader_id, None, status, rounded(free, currency))
    terms = GroupTerms(
        booking_id=id,
        rooms_contracted=rooms_contracted or len(made.rooms),
        deposit=first,
        list_due=made.arrival - timedelta(days=14) if list_due is None else day(list_due),
        balance_due=due,
    )
    return [head, *rows_of(made, head, payments, history, free), terms, *_rooming(id, names)]


def free_places(made: Made) -> Decimal:
    """What was taken off the total of a group when it was booked."""
    paying = sum(item.adults + item.children for item in made.rooms)
    doubles = [item.paid for item in made.rooms if item.paid is not None and made.kind(item) == "double"]
    if not doubles:
        return cash(0)
    return rounded(min(doubles) / 2, made.house.hotel.currency) * (paying // FREE_FOR)


def _rooming(id: str, names: Sequence[Sequence[str]]) -> Iterator[Row]:
    listed = [(place, name) for place, of_room in enumerate(names, 1) for name in of_room]
    for count, (place, name) in enumerate(listed, 1):
        yield BookingPerson(
            id=f"BP-{number(id)}-{count}",
            booking_id=id,
            name=name,
            role="listed",
            room_id=f"RM-{number(id)}-{place}",
        )


def group_service(
    id: str,
    service: str,
    units: int,
    on: Day,
    *,
    price: Cash | None = None,
    status: Literal["ordered", "cancelled"] = "ordered",
) -> Row:
    """A service such as ``PRG1-DINNER`` for the group whose number the id carries, at the hotel's price; of a
    cancelled one give as price what was kept."""
    return GroupService(
        id=id,
        booking_id=booking_of(id),
        service_id=f"SVC-{service}",
        units=units,
        day=day(on),
        price=SERVICES[service].price * units if price is None else cash(price),
        status=status,
    )
