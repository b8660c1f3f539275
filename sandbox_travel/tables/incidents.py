"""What went wrong in a stay."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from sandbox_travel.tables.rates import PricedBoard
from thinkingbox_plugin.authoring import Key, Money, References, Row

IncidentKind = Literal[
    "no_water",
    "no_heating",
    "no_cooling",
    "pests",
    "noise",
    "cleanliness",
    "broken_equipment",
    "wrong_room",
    "missing_board",
]
Finding = Literal["confirmed", "denied", "pending"]


class Incident(Row, table="incidents", private="booking_id"):
    """A hotel's entry of something that went wrong, on each night from ``from_night`` to ``to_night``.

    ``reported_on`` is the day of the report to the hotel, null if there was none; ``made_good`` what the hotel paid on
    the spot; ``board`` what was missing.
    """

    id: Key
    booking_id: Annotated[str, References("bookings")]
    room_id: Annotated[str, References("booking_rooms")]
    kind: IncidentKind
    from_night: date
    to_night: date
    reported_on: date | None = None
    finding: Finding
    made_good: Money
    board: PricedBoard | None = None
