"""Rates: what rooms, board and services cost, how many rooms are left, and what a euro is worth."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import BoardPrice, Currency, ExchangeRate, Hotel, RatePeriod, RoomType, Service
from sandbox_travel.tools._common import MOST_NIGHTS, HotelId, RoomTypeId
from thinkingbox_plugin.authoring import Money, Page, PageNumber, ToolError, View, World, paged, reads


class NightRate(View):
    """One night of a room type: its flexible rate, and the rooms left."""

    night: date
    rate: Money
    rooms_left: int


@reads
def list_room_types(world: World, hotel_id: HotelId) -> list[RoomType]:
    """List a hotel's room types: kind, number of beds, and the price of an extra person for one night, in the hotel's
    currency.  The rates stand in get_rates."""
    world.get(Hotel, hotel_id)
    return world.select(RoomType, hotel_id=hotel_id)


@reads
def get_rates(
    world: World,
    room_type_id: RoomTypeId,
    from_night: Annotated[date, Field(description="The first night, named after the day on which it begins.")],
    to_night: Annotated[date, Field(description="The last night, included: for a stay the day before departure.")],
    page: PageNumber = 1,
) -> Page[NightRate]:
    """Read the calendar of a room type as it stands today, one night a row, five a page: the flexible rate of the room
    for that night (room only, in the hotel's currency) and how many rooms of the type are left.  Nights that are
    not on sale have no row."""
    world.get(RoomType, room_type_id)
    if to_night < from_night:
        raise ToolError(f"to_night: {to_night} lies before from_night {from_night}")
    if (to_night - from_night).days >= MOST_NIGHTS:
        raise ToolError(f"to_night: ask for at most {MOST_NIGHTS} nights at once")
    return paged(list(_nights(world, room_type_id, from_night, to_night)), page)


@reads
def list_board_prices(world: World, hotel_id: HotelId) -> list[BoardPrice]:
    """List the boards that a hotel offers and what each costs an adult for one night on top of the room only, in the
    hotel's currency."""
    world.get(Hotel, hotel_id)
    return world.select(BoardPrice, hotel_id=hotel_id)


@reads
def list_exchange_rates(
    world: World, currency: Annotated[Currency, Field(description="The currency.")], page: PageNumber = 1
) -> Page[ExchangeRate]:
    """List the rates of a currency by day, newest first, five a page: units of the currency for one euro.  Rows of
    days to come are forecasts; some days have no row."""
    rates = world.select(ExchangeRate, currency=currency)
    return paged(sorted(rates, key=lambda rate: (rate.day, rate.id), reverse=True), page)


@reads
def list_services(world: World, hotel_id: HotelId) -> list[Service]:
    """List what a hotel offers groups (meals, meeting rooms, coach parking, guides) and the price of each for one
    person or unit, in the hotel's currency."""
    world.get(Hotel, hotel_id)
    return world.select(Service, hotel_id=hotel_id)


def _nights(world: World, room_type_id: str, first: date, last: date) -> Iterator[NightRate]:
    periods = world.select(RatePeriod, room_type_id=room_type_id)
    for place in range((last - first).days + 1):
        night = first + timedelta(days=place)
        for period in periods:
            if period.from_night <= night <= period.to_night:
                yield NightRate(night=night, rate=period.rate, rooms_left=period.rooms_left)
