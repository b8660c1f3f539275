"""The list of rates: what a euro was worth, and forecasts for the days to come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from sandbox_travel.records._values import Cash, Day, cash, day
from sandbox_travel.tables import Currency, ExchangeRate

_FIRST, _LAST = date(2025, 10, 15), date(2025, 11, 14)
# The rate of the last day that has one, the size of a step, and the steps from there back in time.
_LATEST: dict[Currency, tuple[str, str]] = {
    "USD": ("1.09", "0.01"),
    "GBP": ("0.86", "0.01"),
    "CZK": ("25.12", "0.04"),
    "JPY": ("163.20", "0.35"),
    "THB": ("37.42", "0.09"),
}
_STEPS = (0, 1, 1, 0, -1, 1, -1, 0, -1, -1, 1, 0, 1, 1, -2, 0, 1, -1, -1, 0, 1, -1, 1)
_MISSING = {("THB", date(2025, 11, 12)), ("JPY", date(2025, 11, 3))}


def exchange_rate(currency: Currency, on: Day, per_euro: Cash) -> ExchangeRate:
    """Units of a currency for a euro on one day (FX-USD-2025-11-12)."""
    return ExchangeRate(id=f"FX-{currency}-{day(on)}", currency=currency, day=day(on), per_euro=cash(per_euro))


def exchange_rates() -> Iterator[ExchangeRate]:
    """Every business day from 15 October to 12 November 2025, some missing, and forecasts of 13 and 14 November."""
    days = [_FIRST + timedelta(days=count) for count in range((_LAST - _FIRST).days + 1)]
    days = [on for on in days if on.weekday() < 5]
    for place, (currency, (latest, step)) in enumerate(_LATEST.items()):
        rate = Decimal(latest) + Decimal(step) * 2
        for back, on in enumerate(reversed(days)):
            if on == date(2025, 11, 12):
                rate = Decimal(latest)
            if (currency, on) not in _MISSING:
                yield exchange_rate(currency, on, rate)
            rate += Decimal(step) * _STEPS[(back + place * 5) % len(_STEPS)]
