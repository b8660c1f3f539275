"""What the tools of several systems share: argument types, amounts, nights, the hotel's own clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import Board, BoardPrice, Booking, BookingRoom, Currency, Hotel, RatePeriod, RoomType
from thinkingbox_plugin.authoring import Amount, Money, ToolError, World

MOST = Decimal("5000000.00")
"""The largest amount of one movement of money, in any currency."""
MOST_NIGHTS = 92
"""The longest stay that the hotels' systems hold."""

GuestId = Annotated[str, Field(description="The guest's profile, such as GST-1001.")]
CompanyId = Annotated[str, Field(description="The company, such as CMP-11.")]
HotelId = Annotated[str, Field(description="The hotel, such as HTL-LIS1.")]
RoomTypeId = Annotated[str, Field(description="The room type, such as RT-LIS1-DBL.")]
BookingId = Annotated[str, Field(description="The booking, such as BK-50001.")]
RoomId = Annotated[str, Field(description="The room of a booking, such as RM-50001-1.")]
SomeMoney = Annotated[
    Amount, Field(description='In the booking\'s currency, above zero, such as "64.00"; JPY in whole yen.')
]
PenaltyKept = Annotated[
    Money,
    Field(description='What is kept of its price, in the booking\'s currency, such as "64.00"; "0.00" for nothing.'),
]
RoomTotal = Annotated[
    Money,
    Field(
        description='What the whole stay in the room costs from now on, in the booking\'s currency, such as "640.00".'
    ),
]


def within(argument: str, amount: Decimal, most: Decimal = MOST, why: str = "in one movement") -> Decimal:
    """Refuse an amount below zero or above ``most``; returns it otherwise."""
    if amount < 0:
        raise ToolError(f"{argument}: {amount} is below zero; give 0.00 or more")
    if amount > most:
        raise ToolError(f"{argument}: {amount} is too much; at most {most} {why}")
    return amount


def in_currency(argument: str, amount: Decimal, currency: Currency) -> Decimal:
    """Refuse an amount that the currency has no coins for; returns it otherwise."""
    if currency == "JPY" and amount != amount.to_integral_value():
        raise ToolError(f"{argument}: {amount} is not a whole number of yen; the booking is in JPY")
    return amount


def nights_of(arrival: date, departure: date) -> Iterator[date]:
    """The nights of a stay, each named after the day on which it begins."""
    for place in range((departure - arrival).days):
        yield arrival + timedelta(days=place)


def today_at(world: World, hotel: Hotel) -> date:
    """The date that the hotel's own clock shows now."""
    return clock_at(world, hotel).date()


def clock_at(world: World, hotel: Hotel) -> datetime:
    """What the hotel's own clock shows now."""
    hours, minutes = hotel.utc_offset[1:].split(":")
    ahead = timedelta(hours=int(hours), minutes=int(minutes))
    return world.now + ahead if hotel.utc_offset[0] == "+" else world.now - ahead


def rooms_of(world: World, booking_id: str) -> list[BookingRoom]:
    """All rooms of a booking, given up or not, by number."""
    rooms = world.select(BookingRoom, booking_id=booking_id)
    return sorted(rooms, key=lambda room: (len(room.id), room.id))


def stands(room: BookingRoom) -> bool:
    """Whether a room was neither cancelled nor released."""
    return room.status not in ("cancelled", "released")


def require_current(booking: Booking, argument: str = "booking_id") -> None:
    """Refuse a booking whose stay is over or given up."""
    if booking.status not in ("confirmed", "in_house"):
        raise ToolError(f"{argument}: {booking.id} is {booking.status}; only one that is confirmed or in_house can do")


def room_of_booking(world: World, room_id: str, booking_id: str) -> BookingRoom:
    """A room; refuses one of another booking."""
    room = world.get(BookingRoom, room_id)
    if room.booking_id != booking_id:
        raise ToolError(f"room_id: {room_id} is a room of {room.booking_id}, not of {booking_id}")
    return room


def require_beds(room_type: RoomType, adults: int, children: int, argument: str) -> None:
    """Refuse a room type with fewer beds than there are adults and children."""
    if adults + children > room_type.beds:
        raise ToolError(
            f"{argument}: {room_type.id} has {room_type.beds} bed{'s' * (room_type.beds > 1)}, "
            f"too few for {adults + children} adults and children"
        )


def require_board(world: World, hotel_id: str, board: Board) -> None:
    """Refuse a board that the hotel has no price for."""
    if board != "room_only" and not world.select(BoardPrice, hotel_id=hotel_id, board=board):
        raise ToolError(f"board: {hotel_id} does not offer {board}; list_board_prices shows what it does")


def require_rooms_left(world: World, room_type: RoomType, nights: list[date], argument: str) -> None:
    """Refuse nights that are not on sale or that have no room of this type left."""
    periods = world.select(RatePeriod, room_type_id=room_type.id)
    for night in nights:
        period = next((period for period in periods if period.from_night <= night <= period.to_night), None)
        if period is None:
            raise ToolError(f"{argument}: {room_type.id} is not on sale for the night of {night}")
        if period.rooms_left < 1:
            raise ToolError(f"{argument}: no {room_type.id} is left for the night of {night}")


def tidy(argument: str, text: str) -> str:
    """Single blanks, none around; refuses a text of blanks alone."""
    words = text.split()
    if not words:
        raise ToolError(f"{argument}: it holds nothing but blanks")
    return " ".join(words)
