"""Does a text state a value, up to how it is written?

The checks ``tell``, ``consent`` and ``leak`` and the scripted user all ask here, so that "$64",
"64.00 USD" and "64 dollars" are one amount, "22 September" and "Sep 22nd, 2025" one date, and
"`#ord 1042`" and "ORD-1042" one reference for all of them.

What counts:

- An amount has two decimals ("64.00") or a currency ("$64").  It is stated by an equal number with any
  currency or none.  A bare integer counts ("a refund of 64 to your card"), unless it labels something
  ("order 64", "#64", "2." in a list, a year), is a share ("64%"), or the next word is a thing it could
  count ("64 days", "64 parcels").  It never matches inside another number, an id, a date or a time.
  A value without a sign is stated by "-$64.00" too (a line of a bill); "-64.00" needs the sign.
  Currencies are not told apart, and a negation ("not $64") is not understood.
- An integer ("14") is stated by an equal number whatever it counts or labels, except a share.
- "10%" is stated by "10 percent".
- A date is stated with or without its weekday and year, never with another year; a date-time needs the
  time as well, anywhere in the text.
- A reference is never a part of a longer one.
- A phrase is matched by whole words within a sentence; case, accents, hyphens, commas, quotes and line
  breaks do not count.

No function here raises on any text.  All take time linear in the text.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from thinkingbox_plugin.mentions.dates import WrittenDate, dates_in, dates_in_plain, times_in_plain
from thinkingbox_plugin.mentions.numbers import MONEY_MARK, numerals
from thinkingbox_plugin.mentions.references import (
    emails_in_plain,
    has_digits,
    has_reference,
    references_in_plain,
)
from thinkingbox_plugin.mentions.text import phrase_form, plain

__all__ = [
    "Kind",
    "WrittenDate",
    "amount_of",
    "amounts_in",
    "dates_in",
    "emails_in",
    "kind_of",
    "mentions",
    "mentions_amount",
    "mentions_date",
    "mentions_datetime",
    "mentions_email",
    "mentions_number",
    "mentions_percent",
    "mentions_phone",
    "mentions_phrase",
    "mentions_reference",
    "mentions_time",
    "numbers_in",
    "references_in",
    "states_amount",
]

Kind = Literal["amount", "number", "percent", "date", "datetime", "time", "email", "phone", "reference", "phrase"]

_AMOUNT = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,2}|-[0-9]{1,15}")
_DRESSED_AMOUNT = re.compile(
    rf"(?P<sign>-?)(?:{MONEY_MARK}\s?)?(?P<inner>-?)(?P<whole>[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,4}}"
    rf"|[0-9]{{1,15}})"
    rf"(?P<cents>\.[0-9]{{2}})?(?:\s?{MONEY_MARK})?",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INTEGER = re.compile(r"[0-9]{1,15}")
_PERCENT = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)\s?%")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::[0-5][0-9])?")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_PHONE = re.compile(r"\+?[0-9()][0-9 ().\-/]{5,24}[0-9]")
_REFERENCE = re.compile(r"#?[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*")


def kind_of(value: str) -> Kind:
    """What ``value`` is, by its shape; a date that does not exist is a phrase."""
    value = value.strip()
    if _EMAIL.fullmatch(value):
        return "email"
    if _date(value) is not None:
        return "date"
    if _datetime(value) is not None:
        return "datetime"
    if _TIME.fullmatch(value):
        return "time"
    if _INTEGER.fullmatch(value):
        return "number"
    if _PERCENT.fullmatch(value):
        return "percent"
    if _amount(value) is not None:
        return "amount"
    if _ISO_DATE.fullmatch(value):
        return "phrase"
    if _PHONE.fullmatch(value) and sum(c in "0123456789" for c in value) >= 7:
        return "phone"
    if _REFERENCE.fullmatch(value) and any(c in "0123456789" for c in value):
        return "reference"
    return "phrase"


def mentions(text: str, value: str) -> bool:
    """Whether ``text`` states ``value``, whose kind follows from its shape; a blank value never is."""
    return _BY_KIND[kind_of(value)](text, value)


def mentions_amount(text: str, value: str) -> bool:
    """Whether ``text`` states the amount ``value`` ("64", "-64.00", "$1,234.50"); False if it is none."""
    wanted = amount_of(value)
    return wanted is not None and any(states_amount(stated, wanted) for stated in amounts_in(text))


def amount_of(value: str) -> Decimal | None:
    """The amount that ``value`` is ("64", "-64.00", "$1,234.50"), or None."""
    value = value.strip()
    return Decimal(value) if _INTEGER.fullmatch(value) else _amount(value)


def amounts_in(text: str) -> tuple[Decimal, ...]:
    """Every number of ``text`` that can be meant as money, with its sign."""
    return tuple(-n.value if n.negative else n.value for n in numerals(plain(text)) if n.is_amount)


def states_amount(stated: Decimal, wanted: Decimal) -> bool:
    """Whether an amount of a text states the ``wanted`` one: a line of a bill has a sign that the value has not."""
    return abs(stated) == abs(wanted) and (stated < 0 or wanted >= 0)


def mentions_number(text: str, value: str) -> bool:
    """Whether ``text`` states the integer ``value`` as a number of its own, whatever it counts or labels."""
    value = value.strip()
    if not _INTEGER.fullmatch(value):
        return False
    if (value[0] == "0" and len(value) > 1) or len(value) > 6:
        return has_reference(plain(text), value) or _states_number(text, Decimal(value), len(value) <= 6)
    return _states_number(text, Decimal(value), leading_zero=False)


def _states_number(text: str, wanted: Decimal, leading_zero: bool) -> bool:
    return not leading_zero and any(n.value == wanted and n.role != "percent" for n in numerals(plain(text)))


def mentions_percent(text: str, value: str) -> bool:
    """Whether ``text`` states the share ``value`` ("10%")."""
    wanted = _PERCENT.fullmatch(value.strip())
    return wanted is not None and any(
        n.role == "percent" and n.value == Decimal(wanted[1]) for n in numerals(plain(text))
    )


def mentions_date(text: str, value: str) -> bool:
    """Whether ``text`` states the ISO date ``value``; False if it is none."""
    wanted = _date(value.strip())
    return wanted is not None and any(written.could_be(wanted) for written in dates_in_plain(plain(text)))


def mentions_time(text: str, value: str) -> bool:
    """Whether ``text`` states the time of day ``value`` ("14:00"); seconds do not count."""
    wanted = _TIME.fullmatch(value.strip())
    return wanted is not None and any(
        (int(wanted[1]), int(wanted[2])) in written.readings for written in times_in_plain(plain(text))
    )


def mentions_datetime(text: str, value: str) -> bool:
    """Whether ``text`` states both the day and the time of ``value`` ("2025-09-22T14:00:00")."""
    wanted = _datetime(value.strip())
    return (
        wanted is not None
        and mentions_date(text, wanted.date().isoformat())
        and mentions_time(text, wanted.strftime("%H:%M"))
    )


def mentions_email(text: str, value: str) -> bool:
    """Whether ``text`` holds the e-mail address ``value``, in any case."""
    return value.strip().lower() in emails_in(text)


def mentions_phone(text: str, value: str) -> bool:
    """Whether ``text`` holds the telephone number ``value``, however its digits are grouped."""
    return has_digits(plain(text), value)


def mentions_reference(text: str, value: str) -> bool:
    """Whether ``text`` names the id ``value``."""
    return has_reference(plain(text), value)


def mentions_phrase(text: str, value: str) -> bool:
    """Whether ``text`` holds the words of ``value`` in a row."""
    words = _words_of_value(value)
    return bool(words) and words in _words_of_text(text)


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """Every number of ``text``, whatever it stands for, outside dates, times, ids and addresses."""
    return tuple(-n.value if n.negative else n.value for n in numerals(plain(text)))


def references_in(text: str) -> tuple[str, ...]:
    """Every id of ``text`` once, in upper case: "ORD-1042", "7F3K2Q", and "1042" for "#1042"."""
    return references_in_plain(plain(text))


def emails_in(text: str) -> tuple[str, ...]:
    """Every e-mail address of ``text``, in lower case."""
    return emails_in_plain(plain(text))


def _amount(value: str) -> Decimal | None:
    if _AMOUNT.fullmatch(value):
        return Decimal(value)
    dressed = _DRESSED_AMOUNT.fullmatch(value)
    if dressed is None:
        return None
    sign = -1 if dressed["sign"] or dressed["inner"] else 1
    return sign * Decimal(dressed["whole"].replace(",", "") + (dressed["cents"] or ""))


def _date(value: str) -> date | None:
    if not _ISO_DATE.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _datetime(value: str) -> datetime | None:
    if not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}", value):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


# The same few values are looked for in text after text, and many values in one text.
@lru_cache(maxsize=4096)
def _words_of_value(value: str) -> str:
    words = phrase_form(value).strip(" .")
    return f" {words} " if words else ""


@lru_cache(maxsize=32)
def _words_of_text(text: str) -> str:
    return f" {phrase_form(text)} "


_BY_KIND = {
    "amount": mentions_amount,
    "number": mentions_number,
    "percent": mentions_percent,
    "date": mentions_date,
    "datetime": mentions_datetime,
    "time": mentions_time,
    "email": mentions_email,
    "phone": mentions_phone,
    "reference": mentions_reference,
    "phrase": mentions_phrase,
}
