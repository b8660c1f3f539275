"""Builders of bookings: their rooms, payments and history.

Ids of records carry the number of their booking: RM-52001-1, PAY-52001-1, RF-52001-1 belong to BK-52001, so that a
builder reads the booking from the id.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox_travel.records._building import Made, Past, Room, head_row, rows_of
from sandbox_travel.records._values import Cash, Day, cash, day
from sandbox_travel.records.money import Part, pay
from sandbox_travel.tables import Board, BookingEventKind, BookingStatus, Cover, Plan, RoomStatus
from thinkingbox_plugin.authoring import Row


def room(
    name: str,
    *,
    adults: int = 2,
    children: int = 0,
    infants: int = 0,
    board: Board = "room_only",
    arrival: Day | None = None,
    departure: Day | None = None,
    night: Cash | None = None,
    total: Cash | None = None,
    paid: Cash | None = None,
    status: RoomStatus | None = None,
    cancelled_on: Day | None = None,
    released_on: Day | None = None,
    penalty: Cash = "0.00",
) -> Room:
    """A room of the type ``name``, such as ``LIS1-DBL``, for :func:`booking` or :func:`group`.

    ``night`` is the price of a night as booked; left out, that of the policies at the base rate.  ``paid`` is what
    was paid when booking (all its nights at that price), ``total`` what the room costs now (the same), ``status`` that
    which the booking's gives.  A room that was ``cancelled_on`` or ``released_on`` a day costs its ``penalty``; of a
    cancelled one the rest was refunded then to the first payment, and the history says so.
    """
    ended = cancelled_on or released_on
    kind: BookingEventKind = "cancelled_room" if cancelled_on else "released_room"
    return Room(
        name=name,
        adults=adults,
        children=children,
        infants=infants,
        board=board,
        arrival=None if arrival is None else day(arrival),
        departure=None if departure is None else day(departure),
        night=None if night is None else cash(night),
        total=None if total is None else cash(total),
        paid=None if paid is None else cash(paid),
        status=status,
        given_up=None if ended is None else (day(ended), cash(penalty), kind),
    )


def booking(
    id: str,
    holder_id: str,
    booked_on: Day,
    arrival: Day,
    departure: Day,
    rooms: Sequence[Room],
    *,
    plan: Plan = "flexible",
    company_id: str | None = None,
    discount: int = 0,
    cover: Cover = "breakfast",
    status: BookingStatus | None = None,
    payments: Sequence[Part] | None = None,
    history: Sequence[Past] = (),
) -> list[Row]:
    """A booking with its rooms (RM-52001-1 …), payments (PAY-52001-1 …), refunds of rooms given up (RF-52001-1 …) and
    history (BE-52001-1 …).

    The status is what the dates say on 2025-11-12: confirmed until and including the day of arrival, in_house, then
    completed; cancelled if every room is.  One card paid everything on the day of booking unless ``payments`` says
    otherwise; with a company its invoice, board beyond the contract's ``cover`` the traveller's card.  ``discount`` is
    the contract's, in per cent, for the prices of nights that are not given.  To the ``history`` the booking itself,
    arrival, departure and no-show are added.

    Raises ValueError if the captured payments do not sum to what was paid for the rooms.
    """
    plan = "corporate" if company_id else plan
    made = Made(id, day(booked_on), day(arrival), day(departure), plan, discount, rooms)
    parts = payments if payments is not None else _usual_payments(made, company_id, cover)
    head = head_row(made, holder_id, company_id, status, cash(0))
    return [head, *rows_of(made, head, parts, history, cash(0))]


def _usual_payments(made: Made, company_id: str | None, cover: Cover) -> list[Part]:
    if company_id is None:
        return [pay("card", made.paid)]
    own = cash(0)
    for item in made.rooms:
        assert item.arrival is not None
        assert item.departure is not None
        board = made.house.supplement(item.board, item.adults, item.children)
        if cover == "breakfast" and item.board != "room_only":
            board -= made.house.supplement("breakfast", item.adults, item.children)
        own += board * (item.departure - item.arrival).days
    parts = [pay("invoice", made.paid - own)]
    return [*parts, pay("card", own)] if own else parts
