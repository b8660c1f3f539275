"""The canonical form of a net change: the same for two changes that differ in the naming of generated ids.

A generated id is a vertex, the same one as the inserted row whose key it is.  Every other row that holds a
generated id is a vertex too, and so is an element of an unordered list with generated ids inside; edges lead
to what they hold.  Numbering the ids in the graph's canonical order makes rows into lines of text, which are
sorted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import TaskError
from ._encoding import encode, encode_row, encode_text, join_row, made_in, own_id, significant
from ._labelling import Graph, TooSymmetricError, canonical_order
from .change import Bag, Made, NetChange, Ordered, RowChange, Text, Value

SEARCH_BUDGET = 1_000_000
"""Bound of the exact search for changes full of alike rows: references looked at, about a second's worth."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """A net change put in order.

    ``form`` is one line of text for each row, ids written ``#0``, ``#1`` ...; ``made`` holds the generated
    ids in that numbering, ``rows`` the rows that count.
    """

    form: str
    made: tuple[str, ...]
    rows: tuple[RowChange, ...]

    @property
    def hash(self) -> str:
        """SHA-256 of the form, in hexadecimal."""
        return hashlib.sha256(self.form.encode("utf-8", "surrogatepass")).hexdigest()


def canonicalise(change: NetChange, budget: int = SEARCH_BUDGET) -> Canonical:
    """Put a net change in order.

    Raises :class:`TaskError` if its rows are so much alike that the search exceeds ``budget``,
    :class:`ValueError` if a table and key stand twice and :class:`TypeError` for what is no value.
    """
    rows = significant(change)
    builder = GraphBuilder()
    builder.add_rows(rows)
    try:
        order = canonical_order(builder.graph, budget)
    except TooSymmetricError:
        tables = ", ".join(sorted({row.table for row in rows}))
        raise TaskError(
            f"the rows made in {tables} are too many and too much alike to tell which is which: let the task "
            "make fewer of them, or give the tables a compared column in which they differ"
        ) from None
    ids = {vertex: made_id for made_id, vertex in builder.made.items()}
    made = tuple([ids[vertex] for vertex in order if vertex in ids])
    names = {made_id: f"#{number}" for number, made_id in enumerate(made)}
    lines = builder.plain + [encode_row(row, names.__getitem__) for row in builder.linked]
    return Canonical("\n".join(sorted(lines)), made, tuple(rows))


def canonical_form(change: NetChange) -> str:
    """The same text for two net changes if and only if a renaming of generated ids makes them equal.

    Raises as :func:`canonicalise` does.
    """
    return canonicalise(change).form


def state_hash(change: NetChange) -> str:
    """SHA-256 of the canonical form, as 64 hexadecimal digits.  Raises as :func:`canonicalise` does."""
    return canonicalise(change).hash


class GraphBuilder:
    """Writes net changes into one graph.

    A label is the row as text with each generated id left open.  The openings are numbered in writing order;
    the number is the role of the edge that leads to the id.
    """

    def __init__(self) -> None:
        self.graph = Graph()
        self.made: dict[str, int] = {}
        """The vertex of each generated id of the net change added last."""
        self.plain: list[str] = []
        """The lines of rows without generated ids: they need no vertex."""
        self.linked: list[RowChange] = []
        """The other rows."""

    def add_rows(self, rows: Iterable[RowChange]) -> None:
        """Add the rows of one net change."""
        rows = list(rows)
        self.made = {}
        keyed = Counter([own_id(row) for row in rows])
        for row in rows:
            made_id = own_id(row)
            self._add_row(row, made_id if keyed[made_id] == 1 else None)

    def _add_row(self, row: RowChange, owned: str | None) -> None:
        openings: list[list[Value]] = []
        keys = ["=" if owned is not None else self._skeleton(part, openings) for part in row.key]
        values = {column: self._skeleton(row.values[column], openings) for column in sorted(row.values)}
        line = join_row(row, f"[{','.join(keys)}]", values)
        if owned is None and not openings:
            self.plain.append(line)
            return
        self.linked.append(row)
        if owned is None:
            vertex = self.graph.add(line)
        else:
            vertex = self._vertex(owned)
            self.graph.labels[vertex] = line
        self._connect(vertex, openings)

    def _connect(self, vertex: int, openings: list[list[Value]]) -> None:
        for role, targets in enumerate(openings):
            for target in targets:
                other = self._vertex(target.id) if isinstance(target, Made) else self._element(target)
                self.graph.edges.append((vertex, role, other))

    def _vertex(self, made_id: str) -> int:
        if made_id not in self.made:
            self.made[made_id] = self.graph.add("made")
        return self.made[made_id]

    def _element(self, value: Value) -> int:
        openings: list[list[Value]] = []
        vertex = self.graph.add(f"element {self._skeleton(value, openings)}")
        self._connect(vertex, openings)
        return vertex

    def _skeleton(self, value: Value, openings: list[list[Value]]) -> str:
        """The value as text with ``#`` for each generated id, what belongs there being added to openings."""
        if isinstance(value, Made):
            openings.append([value])
            return "#"
        if isinstance(value, Ordered):
            return f"[{','.join([self._skeleton(item, openings) for item in value.items])}]"
        if isinstance(value, Text):
            openings += [[part] for part in value.parts if isinstance(part, Made)]
            return encode_text(value, lambda _: "#")
        if isinstance(value, Bag):
            return self._bag(value, openings)
        return encode(value, str)

    def _bag(self, bag: Bag, openings: list[list[Value]]) -> str:
        """An unordered list is one opening, shared by all its elements that hold generated ids."""
        linked: list[Value] = []
        plain: list[str] = []
        for item in bag.items:
            if any(True for _ in made_in(item)):
                linked.append(item)
            else:
                plain.append(encode(item, str))
        text = ",".join(sorted(plain))
        if not linked:
            return f"{{{text}}}"
        openings.append(linked)
        return f"{{{text};{len(linked)}}}"
