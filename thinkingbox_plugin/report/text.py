"""Small pieces of text for reports."""

from __future__ import annotations

import math
import re

_UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""``text`` on one line, with nothing that moves a cursor, colours a terminal or reorders what is read.

    Control characters (an escape sequence that a model wrote), lone surrogates, invisible and
    direction-changing characters are shown as ``\x1b``, ``\ud800``, ``\u202e``, a line feed as ``\n``.
    """
    return _UNPRINTABLE.sub(lambda match: escaped(match.group()), text)


def escaped(character: str) -> str:
    r"""One character as Python would write it in ASCII: ``\t``, ``\x1b``, ``\ud800``."""
    return ascii(character)[1:-1]


def shorten(text: str, width: int) -> str:
    """``text`` in at most ``width`` characters, cut ones shown as an ellipsis."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def percent(rate: float | None) -> str:
    """A rate between 0 and 1 as ``64.2 %``; a dash for none.

    Never rounded up to 100.0 or down to 0.0: those stand for all and for none.
    """
    if rate is None:
        return "-"
    shown = round(100 * rate, 1)
    if 0 < rate < 1:
        shown = min(max(shown, 0.1), 99.9)
    return f"{shown:.1f} %"


def plural(count: int, noun: str) -> str:
    """``1 trial``, ``2 trials``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def middle(text: str, width: int) -> str:
    """``text`` in at most ``width`` characters, cut in the middle: names often differ at their ends."""
    if len(text) <= width:
        return text
    tail = (width - 1) // 2
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"


def dollars(amount: float) -> str:
    """Cents from ten cents on, otherwise two digits that count: ``$1.25``, ``$0.0042``."""
    if amount >= 0.1 or amount == 0:
        return f"${amount:,.2f}"
    return f"${amount:.{1 - math.floor(math.log10(amount))}f}"
