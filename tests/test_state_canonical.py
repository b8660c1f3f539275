"""The canonical form and the hash of a net change."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from state_strategies import equal_by_brute_force, ids_of, net_changes, plain, renamed

from thinkingbox_plugin.state import (
    Bag,
    Made,
    NetChange,
    Ordered,
    RowChange,
    Text,
    Value,
    canonical_form,
    compare,
    state_hash,
)
from thinkingbox_plugin.state.canonical import canonicalise


def made(table: str, made_id: str, **values: Value) -> RowChange:
    return RowChange(table, "inserted", (Made(made_id),), values)


def cell(value: Value) -> NetChange:
    return (RowChange("t", "changed", ("K",), {"a": value}),)


def arrows(*pairs: tuple[str, str]) -> NetChange:
    """Rows that each refer to another: ``arrows(("A", "B"))`` is a row A with a reference to B."""
    return tuple(made("nodes", source, next=Made(target)) for source, target in pairs)


@given(net_changes(), st.data())
def test_order_of_rows_and_names_of_generated_ids_leave_the_form_alone(change: NetChange, data: st.DataObject) -> None:
    ids = ids_of(change)
    names = dict(zip(ids, data.draw(st.permutations([*ids, "RF-1", "RF-10", ""])), strict=False))
    again = renamed(tuple(data.draw(st.permutations(change))), names)
    assert canonical_form(again) == canonical_form(change)
    assert state_hash(again) == state_hash(change)


@given(net_changes(most_ids=4), net_changes(most_ids=4))
def test_hashes_are_equal_exactly_when_some_renaming_makes_the_changes_equal(one: NetChange, other: NetChange) -> None:
    assert (state_hash(one) == state_hash(other)) == equal_by_brute_force(one, other)


@given(net_changes(literals=False), st.data())
def test_a_row_with_other_references_is_told_apart_exactly_as_brute_force_does(
    change: NetChange, data: st.DataObject
) -> None:
    ids = ids_of(change)
    rows = list(change)
    if rows:
        index = data.draw(st.integers(0, len(rows) - 1))
        names = dict(zip(ids, data.draw(st.permutations(ids)), strict=True))
        rows[index] = replace(rows[index], values=renamed((rows[index],), names)[0].values)
    assert (state_hash(change) == state_hash(tuple(rows))) == equal_by_brute_force(change, tuple(rows))


@given(net_changes(literals=False), st.data())
def test_changing_one_compared_value_changes_the_hash(change: NetChange, data: st.DataObject) -> None:
    cells = [(index, column) for index, row in enumerate(change) for column in sorted(row.values)]
    if not cells:
        return
    index, column = data.draw(st.sampled_from(cells))
    rows = list(change)
    rows[index] = replace(rows[index], values={**rows[index].values, column: "another value"})
    assert state_hash(tuple(rows)) != state_hash(change)
    assert not compare(change, tuple(rows)).equal


@given(net_changes(), st.data())
def test_a_row_more_or_less_changes_the_hash(change: NetChange, data: st.DataObject) -> None:
    rows = [row for row in change if row.op != "changed" or row.values]
    if not rows:
        return
    rows.pop(data.draw(st.integers(0, len(rows) - 1)))
    assert state_hash(tuple(rows)) != state_hash(change)


M, N = Made("M"), Made("N")
DIFFERENT_VALUES: list[Value] = [
    None, True, False, 0, 1, -1, 10, "", "0", "1", "-1", "null", "true", "None", "True", "#0", "M", '"M"',
    "[]", "{}", '","', ",", '["M"]', "\n", "\\n", "\x00", "é", "e\u0301", "\u00a0", " ",
    "\ud83d", "\U0001f600", "\ud83d\ude00", "\\ud83d\\ude00",
    M, Text((M,)), Text(("M", M)), Text((M, "M")), Text((M, M)), Text((M, N)), Text((M, ",", N)),
    Text((M, '"', N)), Text((M, "#", N)), Text(("#", M)), Text(("a", M)), Text(("b", M)),
    Ordered(()), Ordered((1,)), Ordered(("1",)), Ordered((True,)), Ordered((1, 2)), Ordered((2, 1)),
    Ordered(("1,2",)), Ordered(("1", "2")), Ordered(('1","2',)), Ordered((Ordered((1, 2)),)),
    Ordered((Ordered((1,)), 2)), Ordered((M,)), Ordered((M, M)),
    Ordered((M, N)), Ordered((1, M)), Ordered((M, 1)), Ordered((Bag((M,)),)),
    Bag(()), Bag((1,)), Bag(("1",)), Bag((True,)), Bag((1, 1)), Bag((1, 2)), Bag((1, 2, 2)), Bag((1, 1, 2)),
    Bag(("1,2",)), Bag(("1", M)), Bag((";1",)), Bag((M,)), Bag((M, M)), Bag((M, N)), Bag((1, M)), Bag((2, M)),
    Bag((1, 1, M)), Bag((Bag((M,)), N)), Bag((Bag((M,)), M)), Bag((Ordered((M,)), N)), Bag((Bag((M, N)),)),
    Bag((Bag((M,)), Bag((N,)))), Bag((Bag((M,)), Bag((M,)))), Bag((Ordered((1, M)), Ordered((2, N)))),
    Bag((Ordered((1, M)), Ordered((2, M)))), Bag((Text((M, "a")), Text((M, "b")))),
    Bag((Text((M, "a")), Text((N, "b")))),
]  # fmt: skip


def test_values_of_another_type_or_structure_never_collide() -> None:
    hashes = {state_hash(cell(value)): value for value in DIFFERENT_VALUES}
    assert len(hashes) == len(DIFFERENT_VALUES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Text(("a", "b")), Text(("ab",))),
        (Text(("ab",)), "ab"),
        (Text(()), ""),
        (Text(("", Made("M"), "")), Text((Made("M"),))),
        (Text(("a", "", "b", Made("M"))), Text(("ab", Made("M")))),
        (Bag((1, 2, "a")), Bag(("a", 2, 1))),
        (Bag((Made("M"), 1, Made("N"), None)), Bag((None, Made("N"), 1, Made("M")))),
        (
            Bag((Ordered((1, Made("M"))), Bag((Made("M"),)))),
            Bag((Bag((Made("N"),)), Ordered((1, Made("N"))))),
        ),
    ],
)
def test_values_written_in_another_way_are_the_same(one: Value, other: Value) -> None:
    assert canonical_form(cell(one)) == canonical_form(cell(other))


def test_a_row_is_told_by_its_table_op_key_and_columns() -> None:
    rows = [
        RowChange("t", "changed", ("K",), {"a": 1}),
        RowChange("u", "changed", ("K",), {"a": 1}),
        RowChange("t", "inserted", ("K",), {"a": 1}),
        RowChange("t", "changed", ("L",), {"a": 1}),
        RowChange("t", "changed", ("K", "L"), {"a": 1}),
        RowChange("t", "changed", (1,), {"a": 1}),
        RowChange("t", "changed", (True,), {"a": 1}),
        RowChange("t", "changed", ("K",), {"b": 1}),
        RowChange("t", "changed", ("K",), {"a": 1, "b": None}),
        RowChange("t", "deleted", ("K",), {}),
        RowChange("t", "inserted", ("K",), {}),
        RowChange("t", "inserted", (Made("K"),), {"a": 1}),
        RowChange("t", "inserted", (Made("K"), Made("K")), {"a": 1}),
        RowChange("t", "inserted", (Made("K"), Made("L")), {"a": 1}),
        RowChange("t", "inserted", ("K", Made("K")), {"a": 1}),
        RowChange("t", "inserted", (Made("K"), "K"), {"a": 1}),
    ]
    assert len({state_hash((row,)) for row in rows}) == len(rows)


def test_two_triangles_are_not_a_hexagon() -> None:
    triangles = arrows(("A", "B"), ("B", "C"), ("C", "A"), ("D", "E"), ("E", "F"), ("F", "D"))
    hexagon = arrows(("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("E", "F"), ("F", "A"))
    assert state_hash(triangles) != state_hash(hexagon)


def test_two_new_guests_in_one_new_room_are_not_one_guest_in_each() -> None:
    rooms = (made("rooms", "R-1", beds=2), made("rooms", "R-2", beds=2))
    together = (*rooms, made("guests", "G-1", room=Made("R-1")), made("guests", "G-2", room=Made("R-1")))
    apart = (*rooms, made("guests", "G-1", room=Made("R-1")), made("guests", "G-2", room=Made("R-2")))
    elsewhere = (*rooms, made("guests", "G-1", room=Made("R-2")), made("guests", "G-2", room=Made("R-2")))
    assert state_hash(together) != state_hash(apart)
    assert state_hash(together) == state_hash(elsewhere)


def test_alike_rows_are_told_apart_by_what_refers_to_them() -> None:
    tickets = (made("tickets", "T-1"), made("tickets", "T-2"))
    crossed = (RowChange("orders", "changed", ("O-1",), {"ticket": Made("T-1"), "other": Made("T-2")}),)
    same = (RowChange("orders", "changed", ("O-1",), {"ticket": Made("T-1"), "other": Made("T-1")}),)
    assert state_hash(tickets + crossed) != state_hash(tickets + same)


def test_one_id_as_the_key_of_two_tables_differs_from_two_ids() -> None:
    shared = (made("people", "P-1"), made("staff", "P-1"), made("people", "P-2"), made("staff", "P-2"))
    split = (made("people", "P-1"), made("staff", "P-2"), made("people", "P-3"), made("staff", "P-4"))
    crossed = (made("people", "A"), made("staff", "A", boss=Made("A")))
    other = (made("people", "A"), made("staff", "B", boss=Made("A")))
    assert state_hash(shared) != state_hash(split)
    assert state_hash(crossed) != state_hash(other)


@pytest.mark.parametrize("column", ["people", "staff"])
def test_alike_rows_of_one_table_are_told_apart_by_another_table_of_the_same_id(column: str) -> None:
    def both(first: str, second: str) -> NetChange:
        rows = [(first, "Ada"), (second, "Bo")]
        named = [made(column, made_id, name=name) for made_id, name in rows]
        others = [made("staff" if column == "people" else "people", made_id, rank=1) for made_id, _ in rows]
        return (*named, *others)

    assert canonical_form(both("P-1", "P-2")) == canonical_form(both("P-2", "P-1"))


def test_the_start_values_and_changed_rows_without_changes_do_not_count() -> None:
    change = (RowChange("t", "changed", ("K",), {"a": 1}, {"a": 0}),)
    assert canonical_form(change) == canonical_form(cell(1))
    assert canonical_form((*change, RowChange("t", "changed", ("L",), {}))) == canonical_form(change)


def test_the_form_is_readable_and_the_hash_is_its_sha_256() -> None:
    change = (
        made("tickets", "TKT-9", order="ORD-1", note=Text(("see ", Made("RF-2")))),
        made("refunds", "RF-2", amount="64.00", ticket=Made("TKT-9"), lines=Bag((2, Made("RF-2"), 1))),
        RowChange("orders", "changed", ("ORD-1",), {"status": "refunded", "zip": None, "tags": Bag(("b", "a", 1))}),
        RowChange("lines", "inserted", ("ORD-1", -2), {"gift": True, "open": False, "sizes": Ordered(("L", "M"))}),
        RowChange("links", "inserted", (Made("RF-2"), "ORD-1"), {}),
        RowChange("links", "deleted", ("X", "Y"), {}),
    )
    assert canonical_form(change).split("\n") == [
        'changed "orders" ["ORD-1"] {"status":"refunded","tags":{"a","b",1},"zip":null}',
        'deleted "links" ["X","Y"] {}',
        'inserted "lines" ["ORD-1",-2] {"gift":true,"open":false,"sizes":["L","M"]}',
        'inserted "links" [#0,"ORD-1"] {}',
        'inserted "refunds" [#0] {"amount":"64.00","lines":{#0,1,2},"ticket":#1}',
        'inserted "tickets" [#1] {"note":<"see ",#0>,"order":"ORD-1"}',
    ]
    assert state_hash(change) == hashlib.sha256(canonical_form(change).encode()).hexdigest()
    assert canonicalise(change).made == ("RF-2", "TKT-9")


def test_no_change_has_the_hash_of_nothing() -> None:
    assert canonical_form(()) == ""
    assert state_hash(()) == hashlib.sha256(b"").hexdigest()


def test_a_key_that_stands_twice_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match=re.escape("orders: the key ('ORD-1',) stands twice")):
        canonical_form(
            (
                RowChange("orders", "deleted", ("ORD-1",), {}),
                RowChange("orders", "changed", ("ORD-1",), {"a": 1}),
            )
        )


def test_what_is_no_value_is_an_error_that_names_it() -> None:
    with pytest.raises(TypeError, match=re.escape("64.0 is no value of a state")):
        canonical_form(cell(Ordered((64.0,))))  # type: ignore[arg-type]


def test_rows_are_hashable_and_have_no_other_attributes() -> None:
    row = made("t", "M-1", a=Bag((1, Made("M-1"))))
    assert {row: 1}[made("t", "M-1", a=Bag((1, Made("M-1"))))] == 1
    assert hash(Text(("a", Made("b")))) == hash(Text(("a", Made("b"))))
    with pytest.raises((AttributeError, TypeError)):
        row.extra = 1  # type: ignore[attr-defined]
    assert plain((row,)) == plain((replace(row, before={"a": 1}),))
