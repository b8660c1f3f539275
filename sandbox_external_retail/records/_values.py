"""How builders read dates, amounts and ids, so that records can be written as plain strings."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from decimal import Decimal

from thinkingbox_plugin.authoring import money

Day = str | date
Dollars = str | int | Decimal

_NUMBERED = re.compile(r"[A-Z]+-([0-9]+)(?:-([0-9]+))?", re.ASCII)


def day(value: Day) -> date:
    """A date, or the date that a string such as ``"2025-09-24"`` spells."""
    return value if isinstance(value, date) else date.fromisoformat(value)


def maybe_day(value: Day | None) -> date | None:
    """Like :func:`day`, but None stays None."""
    return None if value is None else day(value)


def dollars(value: Dollars) -> Decimal:
    """An amount in cents precision from ``"64.00"``, ``64`` or a ``Decimal``."""
    return money(value)


def number(record_id: str) -> int:
    """The first number of an id: 20401 of ``SHP-20401-1``.  Raises ValueError for an id without one."""
    found = _NUMBERED.match(record_id)
    if found is None:
        raise ValueError(f"{record_id}: an id such as SHP-20401-1 is needed here, with the order's number in it")
    return int(found.group(1))


def sibling(prefix: str, record_id: str) -> str:
    """The id of another kind with the same numbers: ``sibling("LIN", "PLN-20401-2")`` is ``LIN-20401-2``."""
    found = _NUMBERED.match(record_id)
    if found is None or found.group(2) is None:
        raise ValueError(f"{record_id}: an id such as SHP-20401-1 is needed here, with the order's number in it")
    return f"{prefix}-{found.group(1)}-{found.group(2)}"


def first(prefix: str, record_id: str) -> str:
    """The id of the first record of another kind of the same order: ``PAY-20401-1`` for ``RF-20401-3``."""
    return f"{prefix}-{number(record_id)}-1"


def order_of(record_id: str) -> str:
    """The order that an id belongs to: ``ORD-20401`` for ``LIN-20401-2``."""
    return f"ORD-{number(record_id)}"


def months_after(start: date, months: int) -> date:
    """The same day of the month ``months`` later, or that month's last day."""
    years, month = divmod(start.month - 1 + months, 12)
    last = calendar.monthrange(start.year + years, month + 1)[1]
    return date(start.year + years, month + 1, min(start.day, last))


def last_day(start: date, months: int) -> date:
    """The last day of something that starts on ``start`` and lasts ``months`` months."""
    return months_after(start, months) - timedelta(days=1)
