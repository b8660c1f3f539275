"""How builders read dates, amounts and ids, so that records can be written as plain strings."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

from thinkingbox_plugin.authoring import money

Day = str | date
Moment = str | datetime
Cash = str | int | Decimal

TODAY = date(2025, 11, 12)
"""The day on which the base world stands; a builder that goes by it says so."""

_NUMBERED = re.compile(r"[A-Z]+-([0-9]+)(?:-([0-9]+))?", re.ASCII)


def day(value: Day) -> date:
    """A date, or the date that a string such as ``"2025-11-12"`` spells."""
    return value if isinstance(value, date) else date.fromisoformat(value)


def maybe_day(value: Day | None) -> date | None:
    """Like :func:`day`, but None stays None."""
    return None if value is None else day(value)


def moment(value: Moment) -> datetime:
    """A time in UTC, or the one that ``"2025-11-12T09:30"`` spells; noon of a bare date."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value) if "T" in value else at(value, 12)


def at(value: Day, hour: int, minute: int = 0) -> datetime:
    """A time of a day in UTC."""
    return datetime.combine(day(value), time(hour, minute))


def cash(value: Cash) -> Decimal:
    """An amount in cents precision from ``"64.00"``, ``64`` or a ``Decimal``."""
    return money(value)


def rounded(value: Decimal, currency: str) -> Decimal:
    """Half up to cents, in JPY to whole yen: the rounding of the policies."""
    if currency == "JPY":
        value = value.quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return money(value)


def number(record_id: str) -> int:
    """The first number of an id: 52001 of ``PAY-52001-1``.  Raises ValueError for an id without one."""
    found = _NUMBERED.match(record_id)
    if found is None:
        raise ValueError(f"{record_id}: an id such as PAY-52001-1 is needed here, with the booking's number in it")
    return int(found.group(1))


def booking_of(record_id: str) -> str:
    """The booking that an id belongs to: ``BK-52001`` for ``PAY-52001-2``."""
    return f"BK-{number(record_id)}"


def first(prefix: str, record_id: str) -> str:
    """The first record of another kind of the same booking: ``PAY-52001-1`` for ``RF-52001-3``."""
    return f"{prefix}-{number(record_id)}-1"


def room_of(record_id: str, place: int) -> str:
    """The room with a number: ``RM-52001-2`` for place 2 and ``INC-52001-1``."""
    return f"RM-{number(record_id)}-{place}"


def year_after(start: date) -> date:
    """The same date one year later; of 29 February the 28th."""
    try:
        return start.replace(year=start.year + 1)
    except ValueError:
        return start.replace(year=start.year + 1, day=28)
