"""Hotels, what their pages say, and what they were asked."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from thinkingbox_plugin.authoring import Internal, Key, Money, References, Row, Volatile

Grade = Literal["Larkspur", "Foxglove", "Bracken"]
Currency = Literal["EUR", "USD", "GBP", "JPY", "THB", "CZK"]
Fact = Literal[
    "pool",
    "spa",
    "gym",
    "parking",
    "restaurant",
    "lift",
    "beach_access",
    "airport_shuttle",
    "air_conditioning",
    "kitchenette",
]
Question = Literal[
    "waive_penalty",
    "confirm_stay",
    "early_departure",
    "special_request",
    "late_names",
    "group_service",
    "confirm_incident",
    "fix_fault",
    "confirm_booking",
    "confirm_fact",
]
Subject = Literal[
    "none",
    "early_checkin",
    "late_checkout",
    "cot",
    "pet",
    "transfer",
    "dinner",
    "lunch",
    "coffee_break",
    "meeting_room",
    "coach_parking",
    "guide",
    "no_water",
    "no_heating",
    "no_cooling",
    "pests",
    "noise",
    "cleanliness",
    "broken_equipment",
    "wrong_room",
    "missing_board",
    "pool",
    "spa",
    "gym",
    "parking",
    "restaurant",
    "lift",
    "beach_access",
    "airport_shuttle",
    "air_conditioning",
    "kitchenette",
]
Answer = Literal[
    "agreed",
    "declined",
    "confirmed",
    "denied",
    "sent_away",
    "stayed",
    "unknown",
    "overbooked",
    "page_right",
    "page_wrong",
    "guest_was_told",
    "pending",
]
Share = Annotated[int, Field(ge=0, le=100)]


class Hotel(Row, table="hotels"):
    """A partner hotel.  Times such as 15:00 are on its own clock, ``utc_offset`` (+09:00) ahead of UTC."""

    id: Key
    name: str
    city: str
    country: str
    stars: Annotated[int, Field(ge=1, le=5)]
    utc_offset: Annotated[str, Field(pattern=r"^[+-][0-9]{2}:[0-9]{2}$")]
    checkin_time: Annotated[str, Field(pattern=r"^[0-9]{2}:[0-9]{2}$")]
    checkout_time: Annotated[str, Field(pattern=r"^[0-9]{2}:[0-9]{2}$")]
    currency: Currency
    pets: bool
    shuttle_price: Money | None = None
    partner_grade: Annotated[Grade, Internal()]
    margin_percent: Annotated[Money, Internal()]


class HotelDistance(Row, table="hotel_distances"):
    """How far another hotel of the same city is; there is a row for each direction."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    other_id: Annotated[str, References("hotels")]
    metres: Annotated[int, Field(gt=0)]


class HotelFact(Row, table="hotel_facts"):
    """What a hotel's page says of one facility, and since when if it was corrected."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    fact: Fact
    stated: bool
    corrected_on: date | None = None


class HotelNotice(Row, table="hotel_notices"):
    """A notice on a hotel's page that a facility is closed; both days included."""

    id: Key
    hotel_id: Annotated[str, References("hotels")]
    fact: Fact
    from_on: date
    until_on: date
    published_on: date


class HotelRequest(Row, table="hotel_requests", private="booking_id"):
    """A question about a booking and the hotel's answer; ``share`` is what it lets off of a penalty, in per cent.

    The hotel is the booking's at the time, which the order of the calls decides: it is not compared.
    """

    id: Key
    hotel_id: Annotated[str, References("hotels"), Volatile()]
    booking_id: Annotated[str, References("bookings")]
    question: Question
    subject: Subject
    answer: Answer
    share: Share | None = None
    asked_at: Annotated[datetime, Volatile()]


class HotelPosition(Row, table="hotel_positions"):
    """How a hotel will answer, which no tool shows.  Without a row the answer is pending."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    question: Question
    subject: Subject
    answer: Answer
    share: Share | None = None
