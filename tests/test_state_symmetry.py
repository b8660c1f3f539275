"""Net changes whose rows are alike: put in order exactly, without trying every order."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from state_strategies import ids_of, renamed

from thinkingbox_plugin.errors import TaskError
from thinkingbox_plugin.state import Bag, Made, NetChange, RowChange, Value, canonical_form, state_hash
from thinkingbox_plugin.state._labelling import Graph, TooSymmetricError, canonical_order, colour_rounds
from thinkingbox_plugin.state.canonical import canonicalise


def made(table: str, made_id: str, **values: Value) -> RowChange:
    return RowChange(table, "inserted", (Made(made_id),), values)


def bag(names: Iterable[str]) -> Bag:
    return Bag(tuple(Made(name) for name in names))


def complete(size: int) -> NetChange:
    """Rows that all refer to all others."""
    names = [f"N-{number}" for number in range(size)]
    return tuple(made("nodes", one, others=Bag(tuple(Made(n) for n in names if n != one))) for one in names)


def grid(rows: int, columns: int) -> NetChange:
    """Links from each of some rows to each of some columns."""
    left = [f"L-{number}" for number in range(rows)]
    right = [f"R-{number}" for number in range(columns)]
    links = [RowChange("links", "inserted", (Made(one), Made(other)), {}) for one in left for other in right]
    return (*[made("left", one) for one in left], *[made("right", one) for one in right], *links)


@pytest.mark.parametrize("change", [complete(20), grid(6, 6), grid(2, 30)], ids=["complete", "grid", "wide grid"])
def test_symmetric_changes_are_put_in_order_within_the_bound(change: NetChange) -> None:
    backwards = renamed(change[::-1], {name: f"X{name[::-1]}" for name in ids_of(change)})
    assert canonical_form(change) == canonical_form(backwards)
    assert canonical_form(change) != canonical_form(change[1:])


def test_an_extremely_symmetric_change_is_refused_with_the_tables_named() -> None:
    with pytest.raises(TaskError) as caught:
        canonical_form(grid(30, 30))
    assert str(caught.value) == (
        "the rows made in left, links, right are too many and too much alike to tell which is which: let the task "
        "make fewer of them, or give the tables a compared column in which they differ"
    )


def test_many_alike_rows_of_one_parent_need_no_search() -> None:
    lines = tuple(made("lines", f"L-{number}", order=Made("O-1"), quantity=1) for number in range(300))
    change = (made("orders", "O-1"), *lines)
    assert canonicalise(change, budget=5_000).form == canonical_form(change[::-1])


def torus_graph(steps: list[tuple[int, int]]) -> NetChange:
    """Sixteen rows on a 4 by 4 torus that refer to their neighbours, given as steps."""

    def name(x: int, y: int) -> Made:
        return Made(f"N-{x % 4}{y % 4}")

    return tuple(
        made("nodes", name(x, y).id, others=Bag(tuple(name(x + dx, y + dy) for dx, dy in steps)))
        for x in range(4)
        for y in range(4)
    )


ROOK = [(1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3)]
SHRIKHANDE = [(1, 0), (3, 0), (0, 1), (0, 3), (1, 1), (3, 3)]


@pytest.mark.parametrize("steps", [ROOK, SHRIKHANDE])
@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_strongly_regular_references_have_one_form_under_all_names(
    steps: list[tuple[int, int]], random: Random
) -> None:
    change = list(torus_graph(steps))
    random.shuffle(change)
    names = [f"X-{number}" for number in range(16)]
    random.shuffle(names)
    shuffled = renamed(tuple(change), dict(zip(ids_of(tuple(change)), names, strict=True)))
    assert canonical_form(shuffled) == canonical_form(torus_graph(steps))


def test_strongly_regular_references_of_one_kind_are_told_apart() -> None:
    assert state_hash(torus_graph(ROOK)) != state_hash(torus_graph(SHRIKHANDE))


def ring(names: str) -> dict[str, str]:
    """For each name its two neighbours on a ring."""
    return {name: names[index - 1] + names[(index + 1) % len(names)] for index, name in enumerate(names)}


def joined(left: dict[str, str], right: dict[str, str]) -> NetChange:
    """Rows that refer to their neighbours and, apart from that, to all rows of the other side."""
    sides = [(left, right), (right, left)]
    return tuple(made("nodes", name, next=bag(side[name]), across=bag(other)) for side, other in sides for name in side)


def rings(*names: str) -> dict[str, str]:
    """Several rings side by side."""
    return {name: others for one in names for name, others in ring(one).items()}


TRIANGLES = rings("ABC", "DEF")
HEXAGON = rings("GHIJKL")
PRISM = {"A": "BCD", "B": "CAE", "C": "ABF", "D": "EFA", "E": "FDB", "F": "DEC"}
THREE_TO_THREE = {**dict.fromkeys("GHI", "JKL"), **dict.fromkeys("JKL", "GHI")}
MANY_RINGS = rings("ABC", "DEFG", "HIJKL")
FEW_RINGS = rings("MNOPQ", "RSTUVWX")


@pytest.mark.parametrize(
    "change",
    [joined(TRIANGLES, HEXAGON), joined(PRISM, THREE_TO_THREE), joined(MANY_RINGS, FEW_RINGS)],
    ids=["rings", "twins", "many rings"],
)
def test_rows_that_look_alike_but_are_not_have_one_form_under_all_names(change: NetChange) -> None:
    names = ids_of(change)
    random = Random(0)
    forms = set()
    for _ in range(10):
        shuffled = tuple(random.sample(change, len(change)))
        others = random.sample(names, len(names))
        forms.add(canonical_form(renamed(shuffled, dict(zip(names, others, strict=True)))))
    assert forms == {canonical_form(change)}


def test_sides_of_another_shape_do_not_have_the_same_form() -> None:
    assert state_hash(joined(TRIANGLES, HEXAGON)) != state_hash(joined(rings("ABCDEF"), HEXAGON))
    assert state_hash(joined(PRISM, HEXAGON)) != state_hash(joined(THREE_TO_THREE, rings("ABCDEF")))
    assert state_hash(joined(MANY_RINGS, FEW_RINGS)) != state_hash(joined(rings("ABC", "DEFGHIJKL"), FEW_RINGS))


@pytest.mark.parametrize(
    ("change", "budget"),
    [
        (complete(20), 65_000),
        (grid(6, 6), 9_000),
        (grid(2, 30), 1_500),
        (torus_graph(ROOK), 33_000),
        (torus_graph(SHRIKHANDE), 26_000),
        (joined(TRIANGLES, HEXAGON), 17_000),
    ],
    ids=["complete", "grid", "wide grid", "rook", "shrikhande", "joined"],
)
def test_what_can_take_the_place_of_what_was_tried_is_not_tried_again(change: NetChange, budget: int) -> None:
    assert canonicalise(change, budget).form == canonical_form(change)


def test_the_budget_counts_the_references_looked_at() -> None:
    graph = Graph(labels=["a", "a", "b"], edges=[(0, 0, 2), (1, 0, 2)])
    refining, settling = 2 + 2, 3 + 2 + 2
    assert sorted(canonical_order(graph, budget=refining + settling)) == [0, 1, 2]
    with pytest.raises(TooSymmetricError):
        canonical_order(graph, budget=refining + settling - 1)


def test_roles_and_directions_of_references_leave_room_for_every_colour_between_them() -> None:
    graph = Graph(labels=["a", "b", "c"], edges=[(0, 0, 1), (1, 1, 2), (2, 2, 2)])
    assert graph.neighbours() == [[(0, 1)], [(3, 0), (6, 2)], [(9, 1), (12, 2), (15, 2)]]


def test_the_canonical_order_goes_by_label_then_by_what_a_vertex_is_joined_to() -> None:
    graph = Graph(labels=["b", "a", "a", "c"], edges=[(1, 0, 3), (2, 1, 3)])
    assert canonical_order(graph, budget=1000) == [1, 2, 0, 3]
    graph = Graph(labels=["b", "a", "a", "c"], edges=[(1, 1, 3), (2, 0, 3)])
    assert canonical_order(graph, budget=1000) == [2, 1, 0, 3]
    assert canonical_order(Graph(), budget=0) == []


def test_rounds_of_colours_go_on_until_stable_or_the_limit() -> None:
    path = Graph(labels=["x"] * 6, edges=[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 4), (4, 0, 5)])
    rounds = colour_rounds(path, limit=8)
    assert [len({colours[depth] for colours in rounds}) for depth in range(len(rounds[0]))] == [1, 3, 5, 6]
    assert [len(colours) for colours in colour_rounds(path, limit=2)] == [3] * 6
    assert [len(colours) for colours in colour_rounds(path, limit=0)] == [1] * 6
    circle = Graph(labels=["x"] * 3, edges=[(0, 0, 1), (1, 0, 2), (2, 0, 0)])
    assert colour_rounds(circle, limit=8) == [(0,)] * 3
