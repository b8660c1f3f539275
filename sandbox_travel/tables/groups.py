"""The terms of group bookings and the services ordered for them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from thinkingbox_plugin.authoring import Key, Money, References, Row


class GroupTerms(Row, table="group_terms", private="booking_id"):
    """What was agreed with a group."""

    booking_id: Annotated[Key, References("bookings")]
    rooms_contracted: Annotated[int, Field(ge=8)]
    deposit: Money
    list_due: date
    balance_due: date


class GroupService(Row, table="group_services", private="booking_id"):
    """Meals, a room, parking or a guide on one day; ``price`` is for all units."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    service_id: Annotated[str, References("services")]
    units: Annotated[int, Field(ge=1)]
    day: date
    price: Money
    status: Literal["ordered", "cancelled"] = "ordered"
