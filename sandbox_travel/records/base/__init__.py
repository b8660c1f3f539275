"""The base world's guests, companies and bookings (GST-1001 to GST-1040, CMP-11 to CMP-15, BK-50001 to BK-50045)."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_travel.records.base.accounts import accounts
from sandbox_travel.records.base.autumn import autumn
from sandbox_travel.records.base.early import early
from sandbox_travel.records.base.summer import summer
from thinkingbox_plugin.authoring import Row


def guests_and_bookings() -> Iterator[Row]:
    """Every profile and company, then every booking with all that belongs to it."""
    yield from accounts()
    yield from early()
    yield from summer()
    yield from autumn()
