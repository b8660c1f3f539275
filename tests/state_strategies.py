"""Random net changes for the tests of the state, and a comparison by brute force to hold them against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from thinkingbox_plugin.state import Bag, Made, NetChange, Ordered, RowChange, Text, Value

LITERALS: st.SearchStrategy[Value] = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1,
        "",
        "0",
        "1",
        "null",
        "true",
        "#0",
        "M0",
        'a","b',
        "a,b",
        "[#0]",
        "é\n",
        "\ud83d\ude00",
    ]
)


def _values(ids: list[str], depth: int) -> st.SearchStrategy[Value]:
    """Values that mostly refer to the ids, so that alike but different changes are common."""
    made: st.SearchStrategy[Value] = st.sampled_from([Made(i) for i in ids])
    few: st.SearchStrategy[Value] = st.sampled_from([1, "a"])
    leaf: st.SearchStrategy[Value] = st.one_of(made, few) if ids else LITERALS
    if not depth:
        return leaf
    inner = st.lists(_values(ids, depth - 1), max_size=3).map(tuple)
    part: st.SearchStrategy[str | Made] = st.sampled_from(["a", "b", "", *map(Made, ids)])
    texts: st.SearchStrategy[Value] = st.lists(part, max_size=3).map(lambda parts: Text(tuple(parts)))
    bags: st.SearchStrategy[Value] = inner.map(Bag)
    lists: st.SearchStrategy[Value] = inner.map(Ordered)
    return st.one_of(leaf, leaf, bags, lists, texts)


@st.composite
def net_changes(draw: st.DrawFn, most_ids: int = 5, depth: int = 2, literals: bool = True) -> NetChange:
    """A net change of created rows, links between them and changed or deleted base rows."""
    ids = [f"M{number}" for number in range(draw(st.integers(0, most_ids)))]
    values = st.one_of(_values(ids, depth), LITERALS) if literals else _values(ids, depth)
    columns = st.dictionaries(st.sampled_from(["a", "b"]), values, max_size=2)
    rows: dict[tuple[str, str], RowChange] = {}

    def put(row: RowChange) -> None:
        rows.setdefault((row.table, repr(row.key)), row)

    for made_id in ids:
        for table in draw(st.sampled_from([["t"], ["t"], ["t"], ["u"], ["t", "u"], []])):
            put(RowChange(table, "inserted", (Made(made_id),), draw(columns)))
    for _ in range(draw(st.integers(0, 3)) if ids else 0):
        link = st.sampled_from([Made(made_id) for made_id in ids])
        put(RowChange("links", "inserted", (draw(link), draw(st.one_of(link, st.just("B-1")))), {}))
    for number in range(draw(st.integers(0, 2))):
        if draw(st.booleans()):
            put(RowChange("base", "changed", (f"B-{number}",), draw(columns)))
        else:
            put(RowChange("base", "deleted", (f"B-{number}",), {}))
    return tuple(rows.values())


def ids_of(change: NetChange) -> list[str]:
    """The generated ids of a change, sorted."""
    found: set[str] = set()

    def visit(value: Any) -> None:
        if isinstance(value, Made):
            found.add(value.id)
        for inner in getattr(value, "items", getattr(value, "parts", ())):
            visit(inner)

    for row in change:
        for value in (*row.key, *row.values.values()):
            visit(value)
    return sorted(found)


def renamed(change: NetChange, names: Mapping[str, str]) -> NetChange:
    """The same change with other generated ids."""

    def visit(value: Any) -> Any:
        if isinstance(value, Made):
            return Made(names[value.id])
        if isinstance(value, Text):
            return Text(tuple(visit(part) for part in value.parts))
        if isinstance(value, Ordered | Bag):
            return type(value)(tuple(visit(item) for item in value.items))
        return value

    return tuple(
        replace(row, key=tuple(map(visit, row.key)), values={c: visit(v) for c, v in row.values.items()})
        for row in change
    )


def _plain(value: Any) -> Any:
    """A value as hashable data in which different values differ, independently of the code under test."""
    if isinstance(value, Made):
        return ("made", value.id)
    if isinstance(value, Ordered):
        return ("ordered", *map(_plain, value.items))
    if isinstance(value, Bag):
        return ("bag", frozenset(Counter(map(_plain, value.items)).items()))
    if isinstance(value, Text):
        letters = [char for part in value.parts for char in (part if isinstance(part, str) else [_plain(part)])]
        if all(isinstance(char, str) for char in letters):
            return ("str", *letters)
        return ("text", *letters)
    if isinstance(value, str):
        return ("str", *value)
    return (type(value).__name__, value)


def plain(change: NetChange) -> frozenset[Any]:
    """A change as a set of rows, ids taken literally."""
    rows = [
        (
            row.table,
            row.op,
            tuple(map(_plain, row.key)),
            frozenset((c, _plain(v)) for c, v in row.values.items()),
        )
        for row in change
        if row.op != "changed" or row.values
    ]
    assert len(set(rows)) == len(rows)
    return frozenset(rows)


def equal_by_brute_force(one: NetChange, other: NetChange) -> bool:
    """Whether some renaming of ids makes the changes equal: tries all of them."""
    ids, other_ids = ids_of(one), ids_of(other)
    target = plain(other)
    return len(ids) == len(other_ids) and any(
        plain(renamed(one, dict(zip(ids, names, strict=True)))) == target for names in permutations(other_ids)
    )


def fewest_by_brute_force(one: NetChange, other: NetChange) -> int:
    """The fewest differences over all pairings of ids that are keys in the same tables."""

    def kinds(change: NetChange) -> dict[str, list[str]]:
        own = [(row.key[0].id, row.table) for row in change if len(row.key) == 1 and isinstance(row.key[0], Made)]
        return {made_id: sorted(table for known, table in own if known == made_id) for made_id in ids_of(change)}

    kinds_one, kinds_other = kinds(one), kinds(other)
    places: list[str | None] = [*kinds_other, *[None] * len(kinds_one)]
    counts = []
    for partners in set(permutations(places, len(kinds_one))):
        names = dict(zip(kinds_one, partners, strict=True))
        if all(partner is None or kinds_one[i] == kinds_other[partner] for i, partner in names.items()):
            counts.append(_apart(renamed(one, {i: p or f"unpaired {i}" for i, p in names.items()}), other))
    return min(counts)


def _apart(one: NetChange, other: NetChange) -> int:
    """How much differs if ids are taken literally."""
    rows = [{(r.table, tuple(map(_plain, r.key))): r for r in c if r.op != "changed" or r.values} for c in (one, other)]
    count = 0
    for place in rows[0].keys() | rows[1].keys():
        left, right = rows[0].get(place), rows[1].get(place)
        changes = {row.op for row in (left, right) if row is not None}
        if changes == {"changed"} or (left is not None and right is not None and len(changes) == 1):
            cells = [{c: _plain(v) for c, v in row.values.items()} if row else {} for row in (left, right)]
            count += sum(cells[0].get(c, "none") != cells[1].get(c, "none") for c in cells[0].keys() | cells[1].keys())
        else:
            count += 1
    return count
