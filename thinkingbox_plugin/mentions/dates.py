"""Dates and times as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from thinkingbox_plugin.mentions.text import plain

Reading = tuple[int | None, int, int]
"""Year (None where it is left out), month, day."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date found in a text, at ``start:end`` of its plain form.

    ``readings`` has two members where day and month cannot be told apart (03/04/2025), else one.
    """

    start: int
    end: int
    readings: tuple[Reading, ...]

    def could_be(self, day: date) -> bool:
        """Whether one of the readings is ``day``; a year left out matches any year."""
        return any(
            (year or day.year, month, number) == (day.year, day.month, day.day) for year, month, number in self.readings
        )


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![^\W_])\.?"
)
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])(?:st|nd|rd|th)?(?![^\W_])"
_YEAR = r"(?:19|20)[0-9]{2}(?![0-9]|[.,][0-9])"
_DIGIT = re.compile(r"[0-9]")
_TO = r"\s{0,2}(?:-|to|and|or|&|through|until|till)\s{0,2}(?:the\s)?"
_BETWEEN_DAYS = rf"(?:{_TO}|,\s?)"

_ISO = re.compile(r"(?<![\w.-])([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(?=T[0-9]|(?![\w/-]|\.[0-9]))")
_NUMERIC = re.compile(r"(?<![\w/.-])([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![\w/-]|\.[0-9])")
_SHORT = re.compile(
    r"(?<![^\W_])(?:on|by|until|till|from|before|after|due|since|dated|of|for|through|to|between|and"
    r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?)"
    r"\s(?:the\s)?([0-9]{1,2})/([0-9]{1,2})(?![\w/%]|\.[0-9])",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"(?<![\w.,/:$€£#+])(?<![0-9]-)(?P<days>{_DAY}(?:{_BETWEEN_DAYS}{_DAY}){{0,5}})"
    rf"\s{{0,2}}-?(?:of\s)?(?P<month>{_MONTH})"
    rf"(?:,?[\s-]{{0,2}}(?:of\s|in\s)?(?P<year>{_YEAR}))?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?<![^\W_])(?P<month>{_MONTH})[\s-]{{0,2}}(?:the\s)?"
    rf"(?P<days>{_DAY}(?![:%]|[.,][0-9])(?:{_TO}{_DAY}(?![:%]|[.,][0-9])){{0,5}})"
    rf"(?:,?\s{{0,2}}(?:of\s|in\s)?(?P<year>{_YEAR}))?",
    re.IGNORECASE,
)
_MONTH_YEAR = re.compile(rf"(?<![^\W_]){_MONTH},?[\s-]{{1,2}}{_YEAR}", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:-|to|through|until|till|and|or|&)\s*(?:[a-z]{3,9}day,?\s*)?(?:the\s*)?", re.IGNORECASE)


def dates_in(text: str) -> tuple[WrittenDate, ...]:
    """Every date written in ``text``, in order: ISO, 22/09/2025, "22nd of September", "Sep 22, 2025".

    Where one numeric date of the text settles the order of day and month, it settles the others too.
    "on the 22nd", "tomorrow" and a month alone are no dates.
    """
    return dates_in_plain(plain(text))


@lru_cache(maxsize=64)
def dates_in_plain(text: str) -> tuple[WrittenDate, ...]:
    """:func:`dates_in` for a text that is plain already."""
    if not _DIGIT.search(text):
        return ()
    found: list[WrittenDate] = []
    for match in _ISO.finditer(text):
        found += _written(match, [(int(match[1]), int(match[3]), int(match[4]))])
    found += _numeric_dates(text)
    for match in _SHORT.finditer(text):
        a, b = int(match[1]), int(match[2])
        found += _written(match, [(None, a, b), (None, b, a)], group=1)
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        for match in pattern.finditer(text):
            found += _named(match)
    return tuple(_with_years(text, _without_overlaps(found)))


def spans_of_dates(text: str) -> Iterator[tuple[int, int]]:
    """Where plain ``text`` holds a date, or a month with its year."""
    for written in dates_in_plain(text):
        yield written.start, written.end
    for match in _MONTH_YEAR.finditer(text):
        yield match.span()


def _numeric_dates(text: str) -> list[WrittenDate]:
    matches = [m for m in _NUMERIC.finditer(text) if len(m[4]) == 4 or m[2] != "-"]
    day_first = any(int(m[1]) > 12 for m in matches)
    month_first = any(int(m[3]) > 12 for m in matches)
    found = []
    for m in matches:
        a, b, year = int(m[1]), int(m[3]), int(m[4]) + (2000 if len(m[4]) == 2 else 0)
        readings: list[Reading] = []
        if day_first or not month_first:
            readings.append((year, b, a))
        if month_first or not day_first:
            readings.append((year, a, b))
        found += _written(m, readings)
    return found


def _named(match: re.Match[str]) -> list[WrittenDate]:
    month = _MONTHS.index(match["month"][:3].lower()) + 1
    year = int(match["year"]) if match["year"] else None
    days = [int(number) for number in re.findall(r"[0-9]+", match["days"])]
    return [written for day in days for written in _written(match, [(year, month, day)])]


def _written(match: re.Match[str], readings: list[Reading], group: int = 0) -> list[WrittenDate]:
    valid = tuple(dict.fromkeys(r for r in readings if _exists(r)))
    return [WrittenDate(match.start(group), match.end(), valid)] if valid else []


def _exists(reading: Reading) -> bool:
    year, month, day = reading
    try:
        date(2000 if year is None else year, month, day)
    except ValueError:
        return False
    return True


def _without_overlaps(found: list[WrittenDate]) -> list[WrittenDate]:
    """In order of place; of two that overlap the one that starts first, of those the longest."""
    kept: list[WrittenDate] = []
    for written in sorted(found, key=lambda w: (w.start, -w.end)):
        last = kept[-1] if kept else None
        if last is None or written.start >= last.end or (written.start, written.end) == (last.start, last.end):
            kept.append(written)
    return kept


def _with_years(text: str, found: list[WrittenDate]) -> list[WrittenDate]:
    """Give the first date of "22 September to 3 October 2024" the year of the second."""
    for n in range(len(found) - 2, -1, -1):
        here, there = found[n], found[n + 1]
        year, month, _ = there.readings[0]
        if year is None or len(there.readings) > 1 or not _JOINED.fullmatch(text, here.end, there.start):
            continue
        found[n] = WrittenDate(
            here.start,
            here.end,
            tuple((y if y is not None else year - (m > month), m, d) for y, m, d in here.readings),
        )
    return found


_TIME = re.compile(
    r"(?<![\w.:])(?P<hour>[01]?[0-9]|2[0-4])(?:[:.h](?P<minute>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]{1,9})?)?)?"
    r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?)?(?P<clock>\s?o'clock)?(?P<zone>\s?(?:Z|UTC|GMT)\b"
    r"|[+-][0-9]{2}:[0-9]{2})?(?![0-9:])",
    re.IGNORECASE,
)
_ISO_TIME = re.compile(r"(?<=[0-9]T)([0-9]{2}):([0-9]{2})(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?")
_NAMED_TIMES = {"noon": (12, 0), "midday": (12, 0), "midnight": (0, 0)}
_NAMED_TIME = re.compile(r"\b(noon|midday|midnight)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WrittenTime:
    """A time of day found at ``start:end``; ``readings`` are the (hour, minute) that it can mean."""

    start: int
    end: int
    readings: tuple[tuple[int, int], ...]


def times_in_plain(text: str) -> tuple[WrittenTime, ...]:
    """Every time of day in a plain text: 14:00, 2 pm, 2:30 p.m., 14h00, 9 o'clock, noon."""
    found = [WrittenTime(*m.span(), ((int(m[1]), int(m[2])),)) for m in _ISO_TIME.finditer(text)]
    found += [WrittenTime(*m.span(), (_NAMED_TIMES[m[1].lower()],)) for m in _NAMED_TIME.finditer(text)]
    for match in _TIME.finditer(text):
        readings = _clock_readings(match)
        if readings:
            found.append(WrittenTime(*match.span(), readings))
    return tuple(found)


def _clock_readings(match: re.Match[str]) -> tuple[tuple[int, int], ...]:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    separator = match.string[match.end("hour")] if match["minute"] else ""
    if match["half"]:
        if not 1 <= hour <= 12:
            return ()
        return ((hour % 12 + (12 if match["half"].lower() == "p" else 0), minute),)
    if separator in (":", "h") and separator:
        # Without am or pm, 2:30 may be the afternoon; 14:30 and 02:30 may not.
        both = 1 <= hour < 12 and match["hour"][0] != "0" and not match["zone"]
        return ((hour % 24, minute), (hour + 12, minute)) if both else ((hour % 24, minute),)
    if match["clock"] and 1 <= hour <= 12:
        return ((hour % 12, 0), (hour % 12 + 12, 0))
    return ()
