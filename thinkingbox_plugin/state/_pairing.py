"""Which generated id of the actual state stands for which of the expected one, where the two differ.

Parts that are wholly equal are paired by canonical position.  Then the cheapest pair is taken again and
again: fewest differing columns, then the longest agreement of their surroundings; then exchanges are tried.
Ties go by canonical position, so that neither the order of rows nor the naming of ids decides.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from ._encoding import Naming, as_spelt, encode, encode_key, made_in, own_id
from ._labelling import colour_rounds
from .canonical import Canonical, GraphBuilder, canonicalise
from .change import RowChange, Value

Pairs = dict[str, str]
"""Expected id → actual id, one to one."""

ROUNDS = 8
"""How many steps away surroundings are compared."""
EXCHANGE_EFFORT = 5_000
"""Bound of the exchanges tried: each counts as many as the states have rows."""


class Line:
    """A row change with the encodings that no pairing alters."""

    def __init__(self, row: RowChange) -> None:
        self.row = row
        self.own = own_id(row)
        self.key_ids = frozenset(made_id for part in row.key for made_id in made_in(part))
        self.open: dict[str, tuple[Value, frozenset[str]]] = {}
        """The columns with generated ids, and which."""
        self.plain: dict[str, str] = {}
        """The other columns, encoded."""
        for column, value in row.values.items():
            ids = frozenset(made_in(value))
            if ids:
                self.open[column] = (value, ids)
            else:
                self.plain[column] = encode(value, str)
        self.ids = self.key_ids.union(*[ids for _, ids in self.open.values()])

    def holds(self, column: str, made_id: str) -> bool:
        """Whether an id occurs in a column."""
        return column in self.open and made_id in self.open[column][1]

    def deciding(self, column: str | None) -> frozenset[str]:
        """The ids by which a column (or the whole row) is compared, and with which row."""
        return self.key_ids | (self.open[column][1] if column in self.open else frozenset())

    def text(self, column: str, name: Naming) -> str:
        """A column as text, empty if the row has none of that name."""
        if column in self.open:
            return encode(self.open[column][0], name)
        return self.plain.get(column, "")

    def place(self, name: Naming) -> tuple[str, str]:
        """The table and the encoded key."""
        return self.row.table, encode_key(self.row.key, name)


class Side:
    """One state's rows, indexed."""

    def __init__(self, state: Canonical) -> None:
        self.rank = {made_id: position for position, made_id in enumerate(state.made)}
        self.lines = [Line(row) for row in state.rows]
        self.at = {line.place(as_spelt): line for line in self.lines}
        self.keyed: dict[str, dict[str, Line]] = {made_id: {} for made_id in state.made}
        """The rows whose whole key an id is, by table."""
        self.holding: dict[str, list[Line]] = {made_id: [] for made_id in state.made}
        """The rows in which an id occurs."""
        for line in self.lines:
            if line.own is not None:
                self.keyed[line.own][line.row.table] = line
            for made_id in line.ids:
                self.holding[made_id].append(line)

    def kind(self, made_id: str) -> tuple[str, ...]:
        """The tables with a row whose key the id is.  Only ids of one kind are paired."""
        return tuple(sorted(self.keyed[made_id]))

    def near(self, made_id: str) -> set[str]:
        """The ids that stand in one row with an id, itself included."""
        return {near for line in self.holding[made_id] for near in line.ids}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A column in which two rows differ, or (``column`` is None) a row without a counterpart of its op.

    A changed row differs from one left alone in all the columns that it changes.
    """

    expected: Line | None
    actual: Line | None
    column: str | None = None


def columns_apart(one: Line, other: Line, name_one: Naming, name_other: Naming) -> list[str]:
    """The columns in which two rows differ, sorted."""
    doubtful = {*one.open, *other.open}
    if one.plain != other.plain:
        doubtful.update([column for column, _ in one.plain.items() ^ other.plain.items()])
    return sorted([c for c in doubtful if one.text(c, name_one) != other.text(c, name_other)])


def mismatches(expected: Side, actual: Side, pairs: Mapping[str, str]) -> list[Mismatch]:
    """All that differs under a pairing: nothing if and only if the pairing makes the states equal."""

    def renamed(made_id: str) -> str:
        return as_spelt(pairs[made_id]) if made_id in pairs else "#"

    found: list[Mismatch] = []
    met = set()
    for line in expected.lines:
        place = line.place(renamed)
        other = actual.at.get(place)
        if other is None:
            found += [Mismatch(line, None, column) for column in _columns_alone(line)]
            continue
        met.add(place)
        if line.row.op == other.row.op:
            found += [Mismatch(line, other, c) for c in columns_apart(line, other, renamed, as_spelt)]
        else:
            found.append(Mismatch(line, other))
    for place, other in actual.at.items():
        if place not in met:
            found += [Mismatch(None, other, column) for column in _columns_alone(other)]
    return found


def _columns_alone(line: Line) -> list[str] | list[None]:
    return sorted(line.row.values) if line.row.op == "changed" else [None]


def pair_up(expected: Canonical, actual: Canonical) -> tuple[Side, Side, Pairs]:
    """Index two states that are not equal and pair their generated ids.  Raises as canonicalise does."""
    pairing = _Pairing(expected, actual)
    pairing.pair_equal_parts()
    pairing.pair_cheapest([x for x in expected.made if pairing.want.kind(x)])
    pairing.pair_cheapest([x for x in expected.made if not pairing.want.kind(x)])
    pairing.exchange()
    pairs = {x: pairing.pairs[x] for x in expected.made if x in pairing.pairs}
    return pairing.want, pairing.got, pairs


class _Pairing:
    def __init__(self, expected: Canonical, actual: Canonical) -> None:
        self.want = Side(expected)
        self.got = Side(actual)
        self.pairs: Pairs = {}
        self.inverse: Pairs = {}
        builder = GraphBuilder()
        builder.add_rows(expected.rows)
        vertices = builder.made
        builder.add_rows(actual.rows)
        rounds = colour_rounds(builder.graph, ROUNDS)
        self.want_rounds = {made_id: rounds[vertex] for made_id, vertex in vertices.items()}
        self.got_rounds = {made_id: rounds[vertex] for made_id, vertex in builder.made.items()}
        self.settled: frozenset[str] = frozenset()
        """The expected ids that no exchange can better."""

    def _pair(self, x: str, y: str) -> None:
        self.pairs[x] = y
        self.inverse[y] = x

    def pair_equal_parts(self) -> None:
        """Pair the parts of both states that are equal up to renaming."""
        alike: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for part in _parts(self.want):
            alike[part.form].append(part.made)
        for part in _parts(self.got):
            if alike[part.form]:
                for x, y in zip(alike[part.form].pop(0), part.made, strict=True):
                    self._pair(x, y)
        self.settled = frozenset(self.pairs)

    def pair_cheapest(self, ids: list[str]) -> None:
        """Pair ids with free ones of their kind, the cheapest pair first."""
        for_x: dict[str, list[str]] = {x: [] for x in ids if x not in self.pairs}
        for_y: dict[str, list[str]] = {y: [] for y in self.got.rank if y not in self.inverse}
        costs = {}
        for x, y in product(for_x, for_y):
            if self.want.kind(x) == self.got.kind(y):
                for_x[x].append(y)
                for_y[y].append(x)
                costs[x, y] = self._cost(x, y)
        heap = [(cost, couple) for couple, cost in costs.items()]
        heapq.heapify(heap)
        while heap:
            cost, (x, y) = heapq.heappop(heap)
            if x in self.pairs or y in self.inverse or cost != costs[x, y]:
                continue
            self._pair(x, y)
            near = {(other, of) for other in self.want.near(x) for of in for_x.get(other, ())}
            near |= {(of, other) for other in self.got.near(y) for of in for_y.get(other, ())}
            for couple in near:
                if couple[0] in self.pairs or couple[1] in self.inverse:
                    continue
                new = self._cost(*couple)
                if new != costs[couple]:
                    costs[couple] = new
                    heapq.heappush(heap, (new, couple))

    def _cost(self, x: str, y: str) -> tuple[int, int, int, int]:
        """What the pair costs: columns certain to differ, then how little agrees around, then the ranks."""
        name_x, name_y = self._names(x, y)
        apart = 0
        for table, line in self.want.keyed[x].items():
            apart += len(columns_apart(line, self.got.keyed[y][table], name_x, name_y))
        for known, other in self._known_around(x, y):
            if known is None or other is None:
                apart += 1
                continue
            columns = columns_apart(known, other, name_x, name_y)
            apart += len([c for c in columns if known.holds(c, x) or other.holds(c, y)])
        rounds = zip(self.want_rounds[x], self.got_rounds[y], strict=True)
        agreeing = sum([one == other for one, other in rounds])
        return apart, -agreeing, self.want.rank[x], self.got.rank[y]

    def _names(self, x: str, y: str) -> tuple[Naming, Naming]:
        """Names that are equal for ids paired, or possibly so, x being paired with y."""

        def of_expected(made_id: str) -> str:
            paired = y if made_id == x else self.pairs.get(made_id)
            return f"?{self.want.kind(made_id)}" if paired is None else as_spelt(paired)

        def of_actual(made_id: str) -> str:
            known = made_id == y or made_id in self.inverse
            return as_spelt(made_id) if known else f"?{self.got.kind(made_id)}"

        return of_expected, of_actual

    def _known_around(self, x: str, y: str) -> list[tuple[Line | None, Line | None]]:
        """The rows that hold x or y and are no more than that, with their counterparts, as far as known."""
        there, back = {**self.pairs, x: y}, {**self.inverse, y: x}
        couples: dict[tuple[str, str], tuple[Line | None, Line | None]] = {}
        for line in self.want.holding[x]:
            if line.own != x and line.key_ids <= there.keys():
                place = line.place(lambda made_id: as_spelt(there[made_id]))
                couples[place] = (line, self.got.at.get(place))
        for line in self.got.holding[y]:
            if line.own != y and line.key_ids <= back.keys():
                place = line.place(lambda made_id: as_spelt(back[made_id]))
                couples.setdefault(line.place(as_spelt), (self.want.at.get(place), line))
        return list(couples.values())

    def exchange(self) -> None:
        """Exchange the partners of ids of one kind as long as fewer differences result."""
        found = mismatches(self.want, self.got, self.pairs)
        moves = self._moves(found)
        for _ in range(EXCHANGE_EFFORT // (len(self.want.lines) + len(self.got.lines))):
            move = next(moves, None)
            if move is None or len(found) == 1:
                return
            pairs = {x: y for x, y in {**self.pairs, **move}.items() if y is not None}
            fewer = mismatches(self.want, self.got, pairs)
            if len(fewer) < len(found):
                found, moves = fewer, self._moves(fewer)
                self.pairs, self.inverse = pairs, {y: x for x, y in pairs.items()}

    def _moves(self, found: list[Mismatch]) -> Iterator[dict[str, str | None]]:
        """New partners for one or two ids.

        Only a row that is expected and not met can gain, so that at least one id is one it depends on.
        """
        pairs, want, got = self.pairs, self.want, self.got
        unmet = [(mismatch.expected, mismatch.column) for mismatch in found if mismatch.expected is not None]
        involved = {made_id for line, column in unmet for made_id in line.deciding(column)}
        ids = [x for x in want.rank if x not in self.settled]
        for one, other in combinations(ids, 2):
            alike = want.kind(one) == want.kind(other)
            if alike and not involved.isdisjoint((one, other)) and (one in pairs or other in pairs):
                yield {one: pairs.get(other), other: pairs.get(one)}
        free = [y for y in got.rank if y not in self.inverse]
        for x, y in product([x for x in ids if x in involved], free):
            if want.kind(x) == got.kind(y):
                yield {x: y}


def _parts(side: Side) -> list[Canonical]:
    """The canonical forms of the parts of a state that share no generated id."""
    left = dict.fromkeys(side.rank)
    parts = []
    while left:
        ids = [left.popitem()[0]]
        for made_id in ids:
            for near in side.near(made_id):
                if near in left:
                    del left[near]
                    ids.append(near)
        rows = {id(line): line.row for made_id in ids for line in side.holding[made_id]}
        parts.append(canonicalise(tuple(rows.values())))
    return parts
