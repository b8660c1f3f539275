"""The calendar of rates and rooms, and how a task changes some nights of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from sandbox_travel.records._values import Cash, Day, cash, day
from sandbox_travel.records.houses import HOUSES, room_type
from sandbox_travel.tables import RatePeriod

_SEASONS = [
    ("2025-11-01", 100),
    ("2025-11-14", 115),
    ("2025-11-17", 100),
    ("2025-11-28", 110),
    ("2025-12-19", 160),
    ("2026-01-02", 90),
    ("2026-02-27", 105),
    ("2026-04-02", 130),
]
"""First night of each season, and its rate in per cent of the base rate."""
_LAST = date(2026, 4, 30)
_FULL = {("PRG2-FAM", "2025-11-14"), ("LON1-DBL", "2025-11-28"), ("NYC2-DBL", "2025-12-19"), ("TYO1-SGL", "2026-04-02")}
_NIGHT = timedelta(days=1)


def seasons(name: str) -> list[RatePeriod]:
    """The base world's periods of a room type such as ``LIS1-DBL``: RP-LIS1-DBL-1101 …, by the first night."""
    house, code = room_type(name)
    place = list(HOUSES).index(house.hotel.id.removeprefix("HTL-")) * 3 + list(house.room_types).index(code)
    starts = [day(start) for start, _ in _SEASONS]
    ends = [start - _NIGHT for start in starts[1:]] + [_LAST]
    return [
        _period(
            name,
            start,
            end,
            (house.base_rates[code] * percent / 100).quantize(Decimal(1)),
            0 if (name, start.isoformat()) in _FULL else (place * 7 + index * 5) % 6 + 2,
        )
        for index, (start, end, (_, percent)) in enumerate(zip(starts, ends, _SEASONS, strict=True))
    ]


def calendar(name: str, *changes: tuple[Day, Day, Cash | None, int | None]) -> list[RatePeriod]:
    """Rows that change some nights of a room type such as ``LIS1-DBL`` for one task.

    Each change names the first and the last night, and the rate and the rooms left on them (None: as in the base
    world).  Write all changes of one room type in one call.  Raises ValueError for a night outside the calendar.
    """
    new: dict[date, tuple[Decimal | None, int | None]] = {}
    for start, end, rate, left in changes:
        night = day(start)
        while night <= day(end):
            new[night] = (None if rate is None else cash(rate), left)
            night += _NIGHT
    found: list[RatePeriod] = []
    for period in seasons(name):
        if any(period.from_night <= night <= period.to_night for night in new):
            found += _split(name, period, new)
    covered = {night for period in found for night in _nights(period)}
    if outside := sorted(set(new) - covered):
        raise ValueError(f"{name}: no rates of {outside[0]}; the calendar runs from 2025-11-01 to {_LAST}")
    return found


def _nights(period: RatePeriod) -> Iterator[date]:
    night = period.from_night
    while night <= period.to_night:
        yield night
        night += _NIGHT


def _split(name: str, period: RatePeriod, new: dict[date, tuple[Decimal | None, int | None]]) -> list[RatePeriod]:
    parts: list[RatePeriod] = []
    for night in _nights(period):
        rate, left = new.get(night, (None, None))
        rate, left = period.rate if rate is None else rate, period.rooms_left if left is None else left
        if parts and (parts[-1].rate, parts[-1].rooms_left) == (rate, left):
            parts[-1] = parts[-1].model_copy(update={"to_night": night})
        else:
            parts.append(_period(name, night, night, rate, left))
    return parts


def _period(name: str, start: date, end: date, rate: Decimal, left: int) -> RatePeriod:
    return RatePeriod(
        id=f"RP-{name}-{start:%m%d}",
        room_type_id=f"RT-{name}",
        from_night=start,
        to_night=end,
        rate=cash(rate),
        rooms_left=left,
    )
