"""What a gate says: ``pass@1 >= 0.60``, ``travel.pass^20 >= 0.2``, ``gpt-5.4: pass@1 >= baseline - 0.02``.

::

    gate    = [ MODEL ":" ] [ GROUP "." ] figure ">=" border
    figure  = ( "pass@" | "pass^" ) K
    border  = SHARE | "baseline" [ ( "+" | "-" ) SHARE ]

``K`` is a whole number from 1, ``SHARE`` a decimal number from 0 to 1.  ``GROUP`` is a domain (``travel``), a workflow
of one (``travel/stays``) or a marker (``refusal``).  A ``MODEL`` may hold colons: the last one before the figure ends
it.  White space between the parts does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NoReturn

from thinkingbox_plugin.errors import UsageError

Figure = Literal["pass@k", "pass^k"]

_SIGN = re.compile(r"[<>=!≤≥]+")
_FIGURE = re.compile(r"(?:(?P<group>[^\s.]+)\.)?pass(?P<kind>[@^])(?P<k>[0-9]{1,6})")
_SHARE = r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+"
_BORDER = re.compile(rf"(?P<share>{_SHARE})|baseline(?:\s*(?P<sign>[+-])\s*(?P<offset>{_SHARE}))?")


@dataclass(frozen=True, slots=True)
class Gate:
    """One condition.  As a text it is written as it is read."""

    figure: Figure
    k: int
    border: Decimal
    """What the figure must reach; with ``baseline`` what its difference from the baseline's must, which may be below
    0."""
    baseline: bool = False
    model: str | None = None
    """The model that it binds; None: every one."""
    group: str | None = None
    """The tasks that it is about; None: all."""

    @property
    def name(self) -> str:
        """The figure with its k: ``pass^20``."""
        return self.figure.replace("k", str(self.k))

    def __str__(self) -> str:
        model = f"{self.model}: " if self.model is not None else ""
        group = f"{self.group}." if self.group is not None else ""
        border = f"{abs(self.border):f}"
        if self.baseline:
            border = f"baseline {'-' if self.border < 0 else '+'} {border}" if self.border else "baseline"
        return f"{model}{group}{self.name} >= {border}"


def parse(text: str) -> Gate:
    """Read a gate.  Raises :class:`UsageError` that names the place in ``text`` and the mend."""
    signs = list(_SIGN.finditer(text))
    if not signs:
        _refuse(text, len(text), "a gate needs >= and a border; write one such as 'pass@1 >= 0.60'")
    sign = signs[-1]  # a model's name may hold anything
    if sign.group() != ">=":
        _refuse(text, sign.start(), "write >=, the only comparison")
    head, colon, figure = text[: sign.start()].rpartition(":")
    model = head.strip()
    if colon and not model:
        _refuse(text, 0, "write a model before the colon, or leave the colon out")
    place = len(head) + len(colon)
    found = _FIGURE.fullmatch(figure.strip())
    if found is None:
        _refuse(
            text,
            place + _indent(figure),
            "write a figure, pass@1, pass@K or pass^K, or with a domain, a workflow or a marker before it: "
            "travel.pass^5, travel/stays.pass^5, refusal.pass^5",
        )
    k = int(found["k"])
    if k < 1:
        _refuse(text, place + _indent(figure) + found.start("k"), "k is a whole number from 1")
    border, baseline = _border(text, sign.end())
    kind: Figure = "pass@k" if found["kind"] == "@" else "pass^k"
    return Gate(kind, k, border, baseline, model or None, found["group"])


def parse_all(texts: Iterable[str]) -> tuple[Gate, ...]:
    """Read gates; one that is written twice counts once.  Raises as :func:`parse`."""
    return tuple(dict.fromkeys(map(parse, texts)))


def _border(text: str, start: int) -> tuple[Decimal, bool]:
    rest = text[start:]
    place = start + _indent(rest)
    found = _BORDER.fullmatch(rest.strip())
    if found is None:
        _refuse(text, place, "write a share such as 0.60 (not a percentage), or baseline, baseline - 0.02")
    share = Decimal(found["share"] or found["offset"] or "0")
    if share > 1:
        hint = f"; for {share:f} % write {share / 100:f}" if share <= 100 else ""
        _refuse(text, place + found.start("share" if found["share"] else "offset"), f"write a share from 0 to 1{hint}")
    return (-share if found["sign"] == "-" else share), found["share"] is None


def _indent(part: str) -> int:
    return len(part) - len(part.lstrip())


def _refuse(text: str, place: int, mend: str) -> NoReturn:
    rest = text[place:].strip()
    where = f"at {rest!r} (character {place + 1})" if rest else "at its end"
    raise UsageError(f"gate {text!r}, {where}: {mend}")
