"""E-mail addresses, web addresses, ids and telephone numbers as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+](?:[A-Za-z0-9._%+-]*+)@"
    r"[A-Za-z0-9](?:[A-Za-z0-9-]*+)(?:\.[A-Za-z0-9-]++)++"
)
_URL = re.compile(r"(?<![^\W_])(?:https?://|www\.)[^\s<>()\[\]\"]++", re.IGNORECASE)
_SEPARATOR = r"[\s_#-]{0,3}"
_CHUNKS = re.compile(r"[^\W_]+")
_LETTERS_DIGITS = re.compile(r"([A-Za-z]{2,})([0-9]{3,})")

_CODE = re.compile(r"(?<![\w.$€£-])#?(?:[A-Za-z0-9]++(?:[-_/][A-Za-z0-9]++)*+)(?![^\W_])")
_SPACED = re.compile(r"(?<![^\W_])([A-Z]{2,5})\s#?([0-9]{3,})(?![\w%]|[.,][0-9]|-[0-9])")
_NOT_PREFIXES = frozenset(
    {
        "USD",
        "EUR",
        "GBP",
        "CHF",
        "JPY",
        "CNY",
        "INR",
        "AUD",
        "CAD",
        "NZD",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "GMT",
        "UTC",
        "PIN",
        "OF",
        "TO",
        "IN",
        "IS",
        "AT",
        "BY",
        "TOTAL",
        "THE",
        "AND",
        "FOR",
        "ON",
    }
)
_MEASURE = re.compile(
    r"[0-9]+(?:st|nd|rd|th|x|k|m|bn|am|pm|h|hrs?|mins?|s|d|kg|g|km|cm|mm|lbs?|gb|tb|mb|w|kwh?|v|usd|eur|gbp)|"
    r"[0-9]+(?:-(?:[0-9]+|[a-z]+))+|(?:usd|eur|gbp|us|x|v|q)[0-9]+|[a-z]+-[0-9]{1,2}",
    re.IGNORECASE,
)
_SHORT_ID = re.compile(r"[A-Z]{2,4}-[0-9]{1,2}")
_DIGIT_RUN = re.compile(r"(?<![\w.,-])\(?\+?\(?[0-9](?:[ ().\-/]{0,3}+[0-9])*+(?![\w]|[.,][0-9])")


def emails_in_plain(text: str) -> tuple[str, ...]:
    """The e-mail addresses of a plain text, in lower case."""
    return tuple(match[0].rstrip(".-").lower() for match in _EMAIL.finditer(text))


def spans_of_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Where a plain text holds an e-mail or a web address."""
    for pattern in (_EMAIL, _URL):
        for match in pattern.finditer(text):
            yield match.span()


def references_in_plain(text: str) -> tuple[str, ...]:
    """The ids of a plain text, in upper case: letters with digits (ORD-1042, 7F3K2Q), and #1042."""
    found: list[tuple[int, str]] = []
    for match in _CODE.finditer(text):
        code = match[0]
        if code[0] == "#" and code[1:].isdigit():
            found.append((match.start(), code[1:]))
        elif _is_code(code.lstrip("#")):
            found.append((match.start(), code.lstrip("#").upper().replace("_", "-")))
    for match in _SPACED.finditer(text):
        if match[1] not in _NOT_PREFIXES:
            found.append((match.start(), f"{match[1]}-{match[2]}"))
    return tuple(dict.fromkeys(code for _, code in sorted(found)))


def _is_code(code: str) -> bool:
    letters, digits = sum(c.isalpha() for c in code), sum(c.isdigit() for c in code)
    if not letters or not digits:
        return False
    if _SHORT_ID.fullmatch(code):
        return True
    if _MEASURE.fullmatch(code):
        return False
    if code[0].isalpha() and (digits >= 3 or any(c in "-_" for c in code)):
        return any(c.isupper() for c in code) or digits >= 3
    return len(code) >= 5 and digits >= 2 and code.upper() == code


def has_reference(text: str, value: str) -> bool:
    """Whether a plain text names the id ``value``: any case, "ORD 1042", "#ORD-1042", but no longer id."""
    pattern = _reference_pattern(value)
    return pattern is not None and any(
        not _runs_on_before(text, m.start()) and not _runs_on_after(text, m.end()) for m in pattern.finditer(text)
    )


def _reference_pattern(value: str) -> re.Pattern[str] | None:
    parts: list[str] = []
    for chunk in _CHUNKS.findall(value):
        split = _LETTERS_DIGITS.fullmatch(chunk)
        parts += split.groups() if split else [chunk]
    if not parts:
        return None
    pattern = re.escape(parts[0])
    for before, part in pairwise(parts):
        both_digits = before[-1].isdigit() and part[0].isdigit()
        pattern += (r"[\s_/-]" if both_digits else _SEPARATOR) + re.escape(part)
    return re.compile(rf"(?<![^\W_]){pattern}(?![^\W_])", re.IGNORECASE)


def _runs_on_before(text: str, start: int) -> bool:
    last, last_but_one = text[start - 1 : start], text[max(0, start - 2) : max(0, start - 1)]
    if last in ("-", "_"):
        return last_but_one.isalnum()
    return last in (".", ",", "/") and text[start].isdigit() and last_but_one.isdigit()


def _runs_on_after(text: str, end: int) -> bool:
    """Whether what follows makes the id longer: "-2" or "-B" does, "-related", "." and ":" do not."""
    joint, rest = text[end : end + 1], text[end + 1 : end + 24]
    more = re.match(r"[^\W_]*", rest)
    run = more[0] if more else ""
    if not run:
        return False
    if joint in ("-", "_"):
        return not (run.isalpha() and run.islower() and len(run) >= 3)
    return joint in (".", ",", "/", ":") and run[0].isdigit()


def has_digits(text: str, value: str) -> bool:
    """Whether a plain text holds the telephone number ``value``, however its digits are grouped."""
    wanted = _national("".join(c for c in value if c in "0123456789"))
    return bool(wanted) and any(
        _national("".join(c for c in m[0] if c in "0123456789")) == wanted for m in _DIGIT_RUN.finditer(text)
    )


def _national(digits: str) -> str:
    return digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
