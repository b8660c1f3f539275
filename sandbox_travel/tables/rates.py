"""What rooms, board and services cost, and what a euro is worth."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_travel.tables.hotels import Currency
from thinkingbox_plugin.authoring import Key, Money, References, Row

RoomKind = Literal["single", "double", "family"]
Board = Literal["room_only", "breakfast", "half_board", "full_board"]
PricedBoard = Literal["breakfast", "half_board", "full_board"]
ServiceKind = Literal["dinner", "lunch", "coffee_break", "meeting_room", "coach_parking", "guide"]


class RoomType(Row, table="room_types"):
    """A kind of room; ``beds`` hold adults and children, ``extra_person`` is the price for one night."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    kind: RoomKind
    title: str
    beds: Annotated[int, Field(ge=1)]
    extra_person: Money


class RatePeriod(Row, table="rate_periods"):
    """The flexible rate of each night of a period, both included, and the rooms left on each of them."""

    id: Key
    room_type_id: Annotated[str, References("room_types")]
    from_night: date
    to_night: date
    rate: Money
    rooms_left: Annotated[int, Field(ge=0)]


class BoardPrice(Row, table="board_prices"):
    """What a board costs an adult for one night on top of the room only."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    board: PricedBoard
    adult: Money


class ExchangeRate(Row, table="exchange_rates"):
    """Units of a currency for one euro on one day."""

    id: Key
    currency: Currency
    day: date
    per_euro: Money


class Service(Row, table="services"):
    """What a hotel offers groups; ``price`` is for one person or unit."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    service: ServiceKind
    price: Money
