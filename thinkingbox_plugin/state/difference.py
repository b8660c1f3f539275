"""The difference between two net changes: row by row, up to the naming of generated ids."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import TaskError
from ._encoding import Naming, encode, significant
from ._pairing import Line, Mismatch, Side, mismatches, pair_up
from .canonical import Canonical, canonicalise
from .change import Bag, Made, NetChange, Op, Ordered, RowChange, Text, Value

Kind = Literal["wrong value", "missing row", "unexpected row"]

UNCHANGED = "(unchanged)"
DELETED = "(deleted)"
ABSENT = "(absent)"


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which the actual state departs from the expected one.

    ``expected`` and ``actual`` are plain JSON data for display, in which generated ids have the actual
    state's spelling, or ``(new tickets)`` where it has none to match.  For a wrong value they are the
    column's values; for a missing or unexpected row what is known of it: a dict of its columns,
    ``(unchanged)`` or ``(deleted)``, and None for a row that is not there at all.
    """

    kind: Kind
    table: str
    key: str
    """For display: the actual row's key where there is one; empty where only numbers of rows were compared."""
    op: Op
    """What was done to the actual row; what should have been done if nothing was."""
    column: str | None
    """None unless the kind is "wrong value" and both sides left the row in the table."""
    expected: Any
    actual: Any
    row: RowChange | None
    """The actual state's row change, None where the row was left alone or never made."""

    def __str__(self) -> str:
        """One line, such as ``wrong value: refunds[RF-7].amount: expected "64.00", got "32.00"``."""
        where = self.table + (f"[{self.key}]" if self.key else "")
        where += f".{self.column}" if self.column is not None else ""
        sides = []
        if self.expected is not None or self.column is not None:
            sides.append(f"expected {_written(self.expected)}")
        if self.actual is not None or self.column is not None:
            sides.append(f"got {_written(self.actual)}")
        return f"{self.kind}: {where}: {', '.join(sides)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an actual state compares with an expected one."""

    differences: tuple[Difference, ...]
    """By table and key; empty if and only if the hashes are equal."""
    pairs: dict[str, str]
    """Expected generated id → the actual one that stands for it, as far as there is one."""
    expected_hash: str
    actual_hash: str

    @property
    def equal(self) -> bool:
        """Whether the states are the same up to the naming of generated ids."""
        return not self.differences


def compare(expected: NetChange, actual: NetChange) -> Comparison:
    """Compare two net changes from the same start.

    Raises :class:`TaskError`, :class:`ValueError` and :class:`TypeError` as
    :func:`~thinkingbox_plugin.state.canonical.canonicalise` does.
    """
    return _compare(canonicalise(expected), canonicalise(actual))


def nearest(alternatives: Mapping[str, NetChange], actual: NetChange) -> tuple[str, Comparison]:
    """The alternative that the actual state equals or, failing that, has fewest differences from.

    Ties go to the one declared first.  Actual rows too many and too much alike to be put in order differ
    from every alternative that has another number of them in some table: that is the difference told then.
    Raises :class:`ValueError` without alternatives, and as :func:`compare` does.
    """
    if not alternatives:
        raise ValueError("there is no accepted end state to compare with")
    try:
        got = canonicalise(actual)
    except TaskError:
        if any(_counts(expected) == _counts(actual) for expected in alternatives.values()):
            raise
        return _nearest_in_number(alternatives, actual)
    wanted = {name: canonicalise(expected) for name, expected in alternatives.items()}
    candidates = [name for name, want in wanted.items() if want.form == got.form] or list(wanted)
    comparisons = {name: _compare(wanted[name], got) for name in candidates}
    best = min(candidates, key=lambda name: len(comparisons[name].differences))
    return best, comparisons[best]


def _counts(change: NetChange) -> Counter[tuple[str, Op]]:
    """The number of rows by table and what was done to them: alike in states that are alike."""
    return Counter([(row.table, row.op) for row in significant(change)])


def _nearest_in_number(alternatives: Mapping[str, NetChange], actual: NetChange) -> tuple[str, Comparison]:
    """The alternative whose numbers of rows are nearest, and in which numbers the actual state departs from it.

    The actual hash is one of the numbers alone: it equals no state's.
    """
    found = _counts(actual)
    numbers = {name: _counts(expected) for name, expected in alternatives.items()}
    distance = {name: sum(((found - wanted) + (wanted - found)).values()) for name, wanted in numbers.items()}
    best = min(alternatives, key=distance.__getitem__)
    wanted = numbers[best]
    differences = tuple(
        Difference(
            kind="unexpected row" if found[table, op] > wanted[table, op] else "missing row",
            table=table,
            key="",
            op=op,
            column=None,
            expected=f"{wanted[table, op]} rows {op}",
            actual=f"{found[table, op]} rows {op}",
            row=None,
        )
        for table, op in sorted(found | wanted)
        if found[table, op] != wanted[table, op]
    )
    numbered = hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()
    return best, Comparison(differences, {}, canonicalise(alternatives[best]).hash, numbered)


def _compare(want: Canonical, got: Canonical) -> Comparison:
    if want.form == got.form:
        pairs = dict(zip(want.made, got.made, strict=True))
        return Comparison((), pairs, want.hash, got.hash)
    wanted, found, pairs = pair_up(want, got)
    display = _Display(wanted, pairs)
    differences = [display.difference(mismatch) for mismatch in mismatches(wanted, found, pairs)]
    differences.sort(key=lambda difference: (difference.table, len(difference.key), difference.key))
    return Comparison(tuple(differences), pairs, want.hash, got.hash)


def _written(shown: Any) -> str:
    return shown if shown in (UNCHANGED, DELETED, ABSENT) else json.dumps(shown, ensure_ascii=False)


class _Display:
    """Makes mismatches readable."""

    def __init__(self, wanted: Side, pairs: Mapping[str, str]) -> None:
        self.wanted = wanted
        self.pairs = pairs

    def difference(self, mismatch: Mismatch) -> Difference:
        want, got = mismatch.expected, mismatch.actual
        if got is not None:
            row, name = got.row, _itself
        else:
            assert want is not None
            row, name = want.row, self._expected_name
        kind: Kind = "wrong value"
        if mismatch.column is not None:
            expected, actual = self._values(want, got, mismatch.column)
        else:
            expected = _summary(want, got, self._expected_name)
            actual = _summary(got, want, _itself)
            if expected in (None, DELETED):
                kind = "unexpected row"
            elif actual in (None, DELETED):
                kind = "missing row"
        return Difference(
            kind=kind,
            table=row.table,
            key=", ".join([_bare(_shown(part, name)) for part in row.key]),
            op=row.op,
            column=mismatch.column,
            expected=expected,
            actual=actual,
            row=got.row if got else None,
        )

    def _expected_name(self, made_id: str) -> str:
        """The paired actual id, or a description of what has none."""
        if made_id in self.pairs:
            return self.pairs[made_id]
        return f"(new {'/'.join(self.wanted.kind(made_id)) or 'id'})"

    def _values(self, want: Line | None, got: Line | None, column: str) -> tuple[Any, Any]:
        """A column's value on both sides, written with its type where plain data would look the same."""
        expected, expected_text = _value(want, got, column, self._expected_name)
        actual, actual_text = _value(got, want, column, _itself)
        if json.dumps(expected) == json.dumps(actual):
            return expected_text, actual_text
        return expected, actual


def _value(line: Line | None, other: Line | None, column: str, name: Naming) -> tuple[Any, str]:
    """One side's value of a column for display, plain and with its type."""
    if line is not None and column in line.row.values:
        value = line.row.values[column]
        return _shown(value, name), encode(value, name)
    if line is not None and line.row.op == "inserted":
        return ABSENT, ABSENT
    for known in (line, other):
        if known is not None and known.row.before is not None and column in known.row.before:
            value = known.row.before[column]
            return _shown(value, name), encode(value, name)
    return UNCHANGED, UNCHANGED


def _summary(line: Line | None, other: Line | None, name: Naming) -> Any:
    """What became of a whole row on one side; None if it never was."""
    if line is None:
        return None if other is not None and other.row.op == "inserted" else UNCHANGED
    if line.row.op == "deleted":
        return DELETED
    return {column: _shown(value, name) for column, value in sorted(line.row.values.items())}


def _shown(value: Value, name: Naming) -> Any:
    """A value as plain JSON data; unordered lists are sorted."""
    if isinstance(value, Made):
        return name(value.id)
    if isinstance(value, Text):
        return "".join([part if isinstance(part, str) else name(part.id) for part in value.parts])
    if isinstance(value, Ordered):
        return [_shown(item, name) for item in value.items]
    if isinstance(value, Bag):
        return sorted([_shown(item, name) for item in value.items], key=json.dumps)
    return value


def _itself(made_id: str) -> str:
    return made_id


def _bare(shown: Any) -> str:
    return shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
