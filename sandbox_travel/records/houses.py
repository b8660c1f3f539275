"""The hotels that StayBridge sells, from ``hotels.csv``, and what a night in them costs."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from types import MappingProxyType

from sandbox_travel.records._values import cash, rounded
from sandbox_travel.tables import Board, BoardPrice, Hotel, Plan, PricedBoard, RoomKind, RoomType

_CODES: dict[str, tuple[str, RoomKind, str, int]] = {
    "single": ("SGL", "single", "Single room", 1),
    "double": ("DBL", "double", "Double room", 2),
    "deluxe": ("DLX", "double", "Deluxe double with sofa bed", 3),
    "family": ("FAM", "family", "Family room", 4),
}
_BOARDS: tuple[PricedBoard, ...] = ("breakfast", "half_board", "full_board")
_PERCENT: Mapping[Plan, int] = {
    "flexible": 100,
    "semi_flexible": 90,
    "non_refundable": 80,
    "corporate": 100,
    "group": 100,
}
GROUP_DISCOUNT = 15
"""What groups have off the rate, in per cent."""


@dataclass(frozen=True)
class House:
    """A hotel with its room types, their base rates (by code such as ``DBL``) and its boards."""

    hotel: Hotel
    room_types: Mapping[str, RoomType]
    base_rates: Mapping[str, Decimal]
    boards: Mapping[PricedBoard, BoardPrice]

    def supplement(self, board: Board, adults: int, children: int) -> Decimal:
        """What a board costs these guests for one night.  Raises ValueError for a board that is not offered."""
        if board == "room_only":
            return cash(0)
        if board not in self.boards:
            raise ValueError(f"{self.hotel.id}: offers no {board}")
        adult = self.boards[board].adult
        return adult * adults + rounded(adult / 2, self.hotel.currency) * children

    def night(
        self,
        code: str,
        plan: Plan,
        *,
        board: Board = "room_only",
        adults: int = 2,
        children: int = 0,
        rate: Decimal | None = None,
        discount: int = 0,
    ) -> Decimal:
        """The price of a night in a room, by the steps of the policy on changes; at the base rate unless given."""
        currency, extra = self.hotel.currency, self.room_types[code].extra_person
        price = rounded((self.base_rates[code] if rate is None else rate) * _PERCENT[plan] / 100, currency)
        price = rounded(price * (100 - discount) / 100, currency)
        further_children = min(children, max(0, adults + children - 2))
        price += extra * max(0, adults - 2) + rounded(extra / 2, currency) * further_children
        return price + self.supplement(board, adults, children)


def _house(row: Mapping[str, str]) -> House:
    code = row["code"]
    hotel = Hotel.model_validate(
        {
            "id": f"HTL-{code}",
            **{name: row[name] for name in ("name", "city", "country", "utc_offset", "checkin_time", "checkout_time")},
            "stars": int(row["stars"]),
            "currency": row["currency"],
            "pets": row["pets"] == "yes",
            "shuttle_price": row["shuttle_price"] or None,
            "partner_grade": row["partner_grade"],
            "margin_percent": row["margin_percent"],
        }
    )
    sold = {column: _CODES[column] for column in _CODES if row[column]}
    room_types = {
        short: RoomType(
            id=f"RT-{code}-{short}",
            hotel_id=hotel.id,
            kind=kind,
            title=title,
            beds=beds,
            extra_person=cash(row["extra_person"]),
        )
        for short, kind, title, beds in sold.values()
    }
    boards = {
        board: BoardPrice(id=f"BRD-{code}-{board}", hotel_id=hotel.id, board=board, adult=cash(row[board]))
        for board in _BOARDS
        if row[board]
    }
    return House(hotel, room_types, {sold[column][0]: cash(row[column]) for column in sold}, boards)


def _houses() -> Mapping[str, House]:
    text = files("sandbox_travel").joinpath("records", "hotels.csv").read_text(encoding="utf-8")
    return MappingProxyType({row["code"]: _house(row) for row in csv.DictReader(text.splitlines())})


HOUSES = _houses()
"""Every hotel by its code, such as ``LIS1``."""


def room_type(name: str) -> tuple[House, str]:
    """The hotel and the code of a room type such as ``LIS1-DBL``.  Raises ValueError if there is none."""
    house, _, code = name.partition("-")
    if house not in HOUSES or code not in HOUSES[house].room_types:
        raise ValueError(f"{name}: no such room type; write it like LIS1-DBL")
    return HOUSES[house], code
