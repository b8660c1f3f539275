"""A net change as plain data: what an end state adds to, changes in and removes from the starting records.

Nothing here knows where the rows come from.  The dataclasses compare like ordinary Python values (``True ==
1``, and bags by the order they were written in); states are compared with
:func:`~thinkingbox_plugin.state.canonical.state_hash` and
:func:`~thinkingbox_plugin.state.difference.compare` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, Union

Op = Literal["inserted", "changed", "deleted"]


@dataclass(frozen=True, slots=True)
class Made:
    """An id generated during the trial.  Its spelling does not count: it stands for a variable."""

    id: str


@dataclass(frozen=True, slots=True)
class Text:
    """A string in which generated ids occur.

    Adjacent strings count as one and empty ones as none; without a generated id it equals the plain string.
    """

    parts: tuple[str | Made, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """A list in which order counts."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Bag:
    """A list in which order does not count but repetition does."""

    items: tuple[Value, ...]


Value: TypeAlias = Union[bool, int, str, Made, Text, Ordered, Bag, None]  # noqa: UP007 (Bag names it before)


@dataclass(frozen=True, slots=True)
class RowChange:
    """What became of one row.

    ``values`` holds, for an inserted row, all compared columns outside the key; for a changed row, the
    compared columns that differ from the start, with their new values; for a deleted row, nothing.
    """

    table: str
    op: Op
    key: tuple[Value, ...]
    values: Mapping[str, Value] = field(hash=False)
    before: Mapping[str, Value] | None = field(default=None, compare=False)
    """The row's values at the start, if known.  For display only: not part of the state."""


NetChange: TypeAlias = tuple[RowChange, ...]
"""At most one :class:`RowChange` for each table and key, in any order."""
