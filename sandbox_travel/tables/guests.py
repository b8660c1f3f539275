"""Guests, what only staff know of them, and their loyalty tiers."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from thinkingbox_plugin.authoring import Internal, Key, References, Row

Mark = Literal["OSPREY", "MARLIN"]
LoyaltyTier = Literal["silver", "gold"]


class Guest(Row, table="guests", private="id"):
    """A profile; the address is unique and in lower case."""

    id: Key
    name: str
    email: str
    phone: str
    loyalty_number: str | None = None
    country: str
    created_on: date


class GuestMark(Row, table="guest_marks", private="guest_id"):
    """A mark on an account; ``until`` is the last day on which it counts, null for no end."""

    guest_id: Annotated[Key, References("guests")]
    mark: Annotated[Mark, Internal()]
    until: date | None = None


class LoyaltyPeriod(Row, table="loyalty_periods", private="guest_id"):
    """A stretch of a membership; both days included, null for no end."""

    id: Key
    guest_id: Annotated[str, References("guests")]
    tier: LoyaltyTier
    from_on: date
    until_on: date | None = None
