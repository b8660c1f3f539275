"""The difference between an expected and an actual net change."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from state_strategies import ids_of, net_changes, plain, renamed

from thinkingbox_plugin.errors import TaskError
from thinkingbox_plugin.state import (
    Bag,
    Comparison,
    Made,
    NetChange,
    Ordered,
    RowChange,
    Text,
    Value,
    compare,
    nearest,
    state_hash,
)


def made(table: str, made_id: str, **values: Value) -> RowChange:
    return RowChange(table, "inserted", (Made(made_id),), values)


def changed(key: str, before: dict[str, Value] | None = None, **values: Value) -> RowChange:
    return RowChange("orders", "changed", (key,), values, before)


def deleted(key: str) -> RowChange:
    return RowChange("orders", "deleted", (key,), {})


def lines(comparison: Comparison) -> list[str]:
    return [str(difference) for difference in comparison.differences]


def near_misses(change: NetChange, data: st.DataObject) -> NetChange:
    """The change with one row's references shuffled, a value replaced or a row dropped, under other names."""
    rows = list(change)
    if rows:
        index = data.draw(st.integers(0, len(rows) - 1))
        ids = ids_of(change)
        names = dict(zip(ids, data.draw(st.permutations(ids)), strict=True))
        how = data.draw(st.sampled_from(["shuffle", "replace", "drop", "leave"]))
        if how == "shuffle":
            rows[index] = replace(rows[index], values=renamed((rows[index],), names)[0].values)
        elif how == "replace" and rows[index].values:
            rows[index] = replace(rows[index], values=dict.fromkeys(rows[index].values, "new"))
        elif how == "drop":
            rows.pop(index)
    return renamed(tuple(rows), {made_id: f"A{made_id}" for made_id in ids_of(tuple(rows))})


@given(net_changes(literals=False), st.data())
def test_the_difference_is_empty_exactly_when_the_hashes_are_equal(expected: NetChange, data: st.DataObject) -> None:
    actual = near_misses(expected, data)
    comparison = compare(expected, actual)
    assert comparison.equal == (not comparison.differences) == (state_hash(expected) == state_hash(actual))
    assert comparison.expected_hash == state_hash(expected)
    assert comparison.actual_hash == state_hash(actual)


@given(net_changes(), net_changes())
def test_unrelated_changes_differ_unless_their_hashes_are_equal(one: NetChange, other: NetChange) -> None:
    assert compare(one, other).equal == (state_hash(one) == state_hash(other))


@given(net_changes(literals=False), st.data())
def test_the_pairs_lay_an_equal_state_over_the_expected_one(change: NetChange, data: st.DataObject) -> None:
    names = dict(zip(ids_of(change), data.draw(st.permutations(ids_of(change))), strict=True))
    actual = renamed(change, names)
    assert plain(renamed(change, compare(change, actual).pairs)) == plain(actual)


@given(net_changes(literals=False), st.data())
def test_the_pairs_are_one_to_one_and_between_ids_that_occur(change: NetChange, data: st.DataObject) -> None:
    actual = near_misses(change, data)
    pairs = compare(change, actual).pairs
    assert len(set(pairs.values())) == len(pairs)
    assert set(pairs) <= set(ids_of(change))
    assert set(pairs.values()) <= set(ids_of(actual))


@given(net_changes(literals=False), st.data())
def test_the_order_of_rows_does_not_alter_the_difference(expected: NetChange, data: st.DataObject) -> None:
    actual = near_misses(expected, data)
    first = compare(expected, actual)
    again = compare(tuple(data.draw(st.permutations(expected))), tuple(data.draw(st.permutations(actual))))
    assert again == first


@given(net_changes(literals=False), st.data())
def test_the_naming_of_ids_does_not_alter_how_much_differs(expected: NetChange, data: st.DataObject) -> None:
    actual = near_misses(expected, data)
    names = dict(zip(ids_of(actual), data.draw(st.permutations(ids_of(actual))), strict=True))
    first = compare(expected, actual).differences
    again = compare(expected, renamed(actual, names)).differences
    assert sorted((d.kind, d.table, d.column or "") for d in again) == sorted(
        (d.kind, d.table, d.column or "") for d in first
    )


@given(net_changes(literals=False), st.data())
def test_the_difference_is_plain_data_and_each_line_names_its_table(expected: NetChange, data: st.DataObject) -> None:
    actual = near_misses(expected, data)
    for difference in compare(expected, actual).differences:
        assert json.loads(json.dumps([difference.expected, difference.actual]))
        assert str(difference).startswith(f"{difference.kind}: {difference.table}[{difference.key}]")
        assert difference.expected != difference.actual or difference.expected is difference.actual is None
        assert difference.row is None or difference.row in actual


@given(st.integers(2, 6), st.data())
def test_one_wrong_value_among_rows_that_all_differ_is_one_difference(size: int, data: st.DataObject) -> None:
    expected: NetChange = tuple(
        made("lines", f"L-{n}", order=Made("O-1"), sku=f"SKU-{n}", price="5.00", size="M") for n in range(size)
    )
    expected = (*expected, made("orders", "O-1", total="10.00"))
    index = data.draw(st.integers(0, size - 1))
    column = data.draw(st.sampled_from(["sku", "price", "size"]))
    rows = list(expected)
    rows[index] = replace(rows[index], values={**rows[index].values, column: "wrong"})
    actual = renamed(tuple(rows), {made_id: f"A-{made_id}" for made_id in ids_of(tuple(rows))})
    (difference,) = compare(expected, actual).differences
    assert (difference.kind, difference.key, difference.column) == ("wrong value", f"A-L-{index}", column)


def test_equal_states_have_no_difference() -> None:
    expected = (made("tickets", "T-1"), made("refunds", "RF-1", ticket=Made("T-1")))
    actual = (made("refunds", "RF-5", ticket=Made("T-8")), made("tickets", "T-8"))
    comparison = compare(expected, actual)
    assert comparison.equal
    assert comparison.differences == ()
    assert comparison.pairs == {"T-1": "T-8", "RF-1": "RF-5"}


def test_a_wrong_value_in_a_created_row_names_the_actual_row() -> None:
    expected = (made("refunds", "RF-1", amount="64.00", order="ORD-1"),)
    actual = (made("refunds", "RF-7", amount="32.00", order="ORD-1"),)
    comparison = compare(expected, actual)
    (difference,) = comparison.differences
    assert difference.kind == "wrong value"
    assert (difference.table, difference.key, difference.op) == ("refunds", "RF-7", "inserted")
    assert (difference.column, difference.expected, difference.actual) == ("amount", "64.00", "32.00")
    assert difference.row is actual[0]
    assert not comparison.equal
    assert comparison.pairs == {"RF-1": "RF-7"}
    assert str(difference) == 'wrong value: refunds[RF-7].amount: expected "64.00", got "32.00"'


def test_missing_and_unexpected_created_rows_show_what_they_hold() -> None:
    tickets = (made("tickets", "T-1", topic="delivery"),)
    note = (made("notes", "N-1", ticket=Made("T-1"), kind="call"),)
    missing = compare(tickets + note, (made("tickets", "T-4", topic="delivery"),))
    unexpected = compare((made("tickets", "T-4", topic="delivery"),), tickets + note)
    assert lines(missing) == ['missing row: notes[(new notes)]: expected {"kind": "call", "ticket": "T-4"}']
    assert lines(unexpected) == ['unexpected row: notes[N-1]: got {"kind": "call", "ticket": "T-1"}']
    assert missing.differences[0].row is None
    assert missing.differences[0].op == "inserted"
    assert unexpected.differences[0].row is note[0]


def test_a_base_row_that_was_not_changed_shows_its_start_value_if_known() -> None:
    known = compare((changed("ORD-1", {"status": "placed"}, status="cancelled"),), ())
    unknown = compare((changed("ORD-1", {"city": "Oslo"}, status="cancelled"),), ())
    bare = compare((changed("ORD-1", status="cancelled"),), ())
    assert lines(known) == ['wrong value: orders[ORD-1].status: expected "cancelled", got "placed"']
    assert lines(unknown) == ['wrong value: orders[ORD-1].status: expected "cancelled", got (unchanged)']
    assert lines(bare) == lines(unknown)
    assert known.differences[0].row is None
    assert known.differences[0].op == "changed"


def test_a_base_row_changed_by_the_actual_state_alone_is_a_wrong_value_in_each_column() -> None:
    actual = (changed("ORD-1", {"status": "placed", "city": "Oslo"}, status="cancelled", city=None),)
    comparison = compare((), actual)
    assert lines(comparison) == [
        'wrong value: orders[ORD-1].city: expected "Oslo", got null',
        'wrong value: orders[ORD-1].status: expected "placed", got "cancelled"',
    ]
    assert all(difference.row is actual[0] for difference in comparison.differences)
    assert lines(compare((), (changed("ORD-1", status="cancelled"),))) == [
        'wrong value: orders[ORD-1].status: expected (unchanged), got "cancelled"'
    ]


def test_columns_changed_on_one_side_only_show_the_start_value_that_either_side_knows() -> None:
    start: dict[str, Value] = {"a": "start a", "b": "start b"}
    expected = changed("ORD-1", a=1, same=0)
    actual = changed("ORD-1", start, b=2, same=0)
    assert lines(compare((expected,), (actual,))) == [
        'wrong value: orders[ORD-1].a: expected 1, got "start a"',
        'wrong value: orders[ORD-1].b: expected "start b", got 2',
    ]
    assert lines(compare((actual,), (expected,))) == [
        'wrong value: orders[ORD-1].a: expected "start a", got 1',
        'wrong value: orders[ORD-1].b: expected 2, got "start b"',
    ]


@pytest.mark.parametrize(
    ("expected", "actual", "line"),
    [
        ((deleted("O"),), (), "unexpected row: orders[O]: expected (deleted), got (unchanged)"),
        ((), (deleted("O"),), "missing row: orders[O]: expected (unchanged), got (deleted)"),
        (
            (deleted("O"),),
            (changed("O", a=1),),
            'unexpected row: orders[O]: expected (deleted), got {"a": 1}',
        ),
        ((changed("O", a=1),), (deleted("O"),), 'missing row: orders[O]: expected {"a": 1}, got (deleted)'),
        (
            (changed("O", a=1),),
            (RowChange("orders", "inserted", ("O",), {"a": 1}),),
            'wrong value: orders[O]: expected {"a": 1}, got {"a": 1}',
        ),
        ((), (RowChange("orders", "inserted", ("O",), {}),), "unexpected row: orders[O]: got {}"),
        ((RowChange("orders", "inserted", ("O",), {}),), (), "missing row: orders[O]: expected {}"),
        (
            (RowChange("orders", "inserted", ("O",), {"a": None}),),
            (RowChange("orders", "inserted", ("O",), {}),),
            "wrong value: orders[O].a: expected null, got (absent)",
        ),
    ],
)
def test_deleted_inserted_and_changed_rows_are_told_apart(expected: NetChange, actual: NetChange, line: str) -> None:
    comparison = compare(expected, actual)
    assert lines(comparison) == [line]
    assert comparison.differences[0].row is (actual[0] if actual else None)
    assert comparison.differences[0].op == (actual or expected)[0].op


def test_rows_of_links_are_told_by_the_ids_in_their_keys() -> None:
    def link(guest: str, room: str) -> RowChange:
        return RowChange("stays", "inserted", (Made(guest), room, 2), {})

    guests = (made("guests", "G-1", name="Ada"), made("guests", "G-2", name="Bo"))
    others = (made("guests", "G-8", name="Bo"), made("guests", "G-9", name="Ada"))
    comparison = compare((*guests, link("G-1", "R-1")), (*others, link("G-8", "R-1")))
    assert comparison.pairs == {"G-1": "G-9", "G-2": "G-8"}
    assert lines(comparison) == [
        "unexpected row: stays[G-8, R-1, 2]: got {}",
        "missing row: stays[G-9, R-1, 2]: expected {}",
    ]


def test_references_compare_under_the_pairing_and_show_the_actual_id() -> None:
    tickets = (made("tickets", "T-1", topic="delivery"), made("tickets", "T-2", topic="refund"))
    swapped = (made("tickets", "T-1", topic="refund"), made("tickets", "T-2", topic="delivery"))
    expected = (*tickets, changed("ORD-1", ticket=Made("T-1")), changed("ORD-2", ticket=Made("T-1")))
    actual = (*swapped, changed("ORD-1", ticket=Made("T-2")), changed("ORD-2", ticket=Made("T-1")))
    comparison = compare(expected, actual)
    assert comparison.pairs == {"T-1": "T-2", "T-2": "T-1"}
    assert lines(comparison) == ['wrong value: orders[ORD-2].ticket: expected "T-2", got "T-1"']


def test_lines_keep_letters_of_all_scripts_and_name_all_tables_of_an_id() -> None:
    expected = (made("people", "P-1", name="Zoë"), made("staff", "P-1", role="łódź"))
    assert lines(compare(expected, ())) == [
        'missing row: people[(new people/staff)]: expected {"name": "Zoë"}',
        'missing row: staff[(new people/staff)]: expected {"role": "łódź"}',
    ]
    comparison = compare((), (RowChange("t", "inserted", (Ordered(("é", 1)), None, True), {}),))
    assert lines(comparison) == ['unexpected row: t[["é", 1], null, true]: got {}']


def test_ids_without_a_partner_are_described_and_not_confused_with_actual_ones() -> None:
    expected = (
        made("tickets", "T-1"),
        changed("ORD-1", ticket=Made("T-1"), parcel=Made("P-1"), note=Text(("see ", Made("T-1")))),
    )
    actual = (made("refunds", "T-1"), changed("ORD-1", ticket=Made("T-1"), parcel=None, note="see T-1"))
    assert lines(compare(expected, actual)) == [
        'wrong value: orders[ORD-1].note: expected "see (new tickets)", got "see T-1"',
        'wrong value: orders[ORD-1].parcel: expected "(new id)", got null',
        'wrong value: orders[ORD-1].ticket: expected "(new tickets)", got "T-1"',
        "unexpected row: refunds[T-1]: got {}",
        "missing row: tickets[(new tickets)]: expected {}",
    ]


@pytest.mark.parametrize(
    ("expected", "actual", "shown"),
    [
        (Made("M"), "A", ("A", '"A"')),
        (Text(("see ", Made("M"))), "see A", ('<"see ",A>', '"see A"')),
        (Bag((2, 1)), Ordered((1, 2)), ("{1,2}", "[1,2]")),
        (True, 1, (True, 1)),
        (1, "1", (1, "1")),
        (Bag(("b", 3, "a", None)), Bag(()), (["a", "b", 3, None], [])),
        (Ordered(("b", Bag((Made("M"), "a")))), "ab", (["b", ["A", "a"]], "ab")),
    ],
)
def test_values_are_shown_as_plain_data_or_with_their_type_where_that_looks_the_same(
    expected: Value, actual: Value, shown: tuple[Any, Any]
) -> None:
    comparison = compare((made("t", "M"), changed("O", a=expected)), (made("t", "A"), changed("O", a=actual)))
    (difference,) = comparison.differences
    assert json.dumps([difference.expected, difference.actual]) == json.dumps(list(shown))


def test_equal_parts_are_paired_before_rows_that_merely_resemble_them() -> None:
    expected = (
        made("refunds", "RF-1", amount="10.00", order="ORD-1"),
        made("refunds", "RF-2", amount="20.00", order="ORD-1"),
    )
    actual = (
        made("refunds", "RF-1", amount="20.00", order="ORD-1"),
        made("refunds", "RF-2", amount="99.00", order="ORD-1"),
    )
    comparison = compare(expected, actual)
    assert comparison.pairs == {"RF-2": "RF-1", "RF-1": "RF-2"}
    assert lines(comparison) == ['wrong value: refunds[RF-2].amount: expected "10.00", got "99.00"']


def test_created_rows_are_paired_by_fewest_differing_columns() -> None:
    expected = (
        made("t", "X-1", a=1, b=1, c=1),
        made("t", "X-2", a=2, b=2, c=2),
        made("t", "X-3", a=3, b=3, c=3),
    )
    actual = (
        made("t", "Y-1", a=2, b=2, c=9),
        made("t", "Y-2", a=9, b=3, c=3),
        made("t", "Y-3", a=1, b=9, c=1),
    )
    comparison = compare(expected, actual)
    assert comparison.pairs == {"X-1": "Y-3", "X-2": "Y-1", "X-3": "Y-2"}
    assert len(comparison.differences) == 3


def test_alike_rows_are_paired_by_what_refers_to_them() -> None:
    expected = (
        made("orders", "O-1", total="5.00"),
        made("orders", "O-2", total="5.00"),
        made("lines", "L-1", order=Made("O-1"), sku="lamp"),
        made("lines", "L-2", order=Made("O-2"), sku="desk"),
        made("customers", "C-1", orders=Bag((Made("O-1"), Made("O-2")))),
    )
    actual = (
        made("orders", "O-8", total="5.00"),
        made("orders", "O-9", total="6.00"),
        made("lines", "L-8", order=Made("O-8"), sku="desk"),
        made("lines", "L-9", order=Made("O-9"), sku="lamp"),
        made("customers", "C-9", orders=Bag((Made("O-8"), Made("O-9")))),
    )
    comparison = compare(expected, actual)
    assert lines(comparison) == ['wrong value: orders[O-9].total: expected "5.00", got "6.00"']
    assert comparison.pairs == {"O-1": "O-9", "O-2": "O-8", "L-1": "L-9", "L-2": "L-8", "C-1": "C-9"}


def test_two_triangles_differ_from_a_hexagon_in_two_references() -> None:
    def ring(*names: str) -> NetChange:
        pairs = zip(names, names[1:] + names[:1], strict=True)
        return tuple(made("nodes", one, next=Made(other)) for one, other in pairs)

    comparison = compare(ring("A", "B", "C") + ring("D", "E", "F"), ring("A", "B", "C", "D", "E", "F"))
    assert len(comparison.pairs) == 6
    assert [(d.kind, d.column) for d in comparison.differences] == [("wrong value", "next")] * 2


def test_guests_apart_instead_of_together_are_one_wrong_reference() -> None:
    rooms = (made("rooms", "R-1", beds=2), made("rooms", "R-2", beds=2))
    together = (*rooms, made("guests", "G-1", room=Made("R-1")), made("guests", "G-2", room=Made("R-1")))
    apart = (*rooms, made("guests", "G-1", room=Made("R-1")), made("guests", "G-2", room=Made("R-2")))
    assert len(compare(together, apart).differences) == 1
    assert len(compare(apart, together).differences) == 1


def test_differences_stand_by_table_and_then_by_key_with_short_keys_first() -> None:
    actual = (*[changed(f"ORD-{n}", {"a": 0}, a=1) for n in (10, 9, 11)], made("notes", "N-1"))
    assert [(d.table, d.key) for d in compare((), actual).differences] == [
        ("notes", "N-1"),
        ("orders", "ORD-9"),
        ("orders", "ORD-10"),
        ("orders", "ORD-11"),
    ]


def test_of_two_equal_new_rows_the_later_one_is_the_unexpected_one() -> None:
    twice = (made("refunds", "RF-10", amount="5.00"), made("refunds", "RF-9", amount="5.00"))
    assert lines(compare(twice[:1], twice)) == ['unexpected row: refunds[RF-10]: got {"amount": "5.00"}']


def test_the_nearest_alternative_is_the_equal_one_wherever_it_stands() -> None:
    refund, replacement = (made("refunds", "RF-1", a=1),), (made("orders", "O-1", a=1),)
    name, comparison = nearest({"refund": refund, "replacement": replacement}, (made("orders", "O-7", a=1),))
    assert name == "replacement"
    assert comparison.equal
    assert comparison.pairs == {"O-1": "O-7"}


def test_the_nearest_alternative_has_fewest_differences_and_ties_go_to_the_first_declared() -> None:
    far, near = (changed("O", a=1, b=1, c=1),), (changed("O", a=1, b=2),)
    actual = (changed("O", a=1),)
    assert nearest({"far": far, "near": near}, actual)[0] == "near"
    assert len(nearest({"far": far, "near": near}, actual)[1].differences) == 1
    assert nearest({"z": near, "a": near}, actual)[0] == "z"
    assert nearest({"z": actual, "a": actual}, actual)[0] == "z"


def test_no_alternative_at_all_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^there is no accepted end state to compare with$"):
        nearest({}, ())


def ring(length: int) -> tuple[RowChange, ...]:
    return tuple(made("tickets", f"T-{n}", next=Made(f"T-{(n + 1) % length}")) for n in range(length))


def test_a_flood_of_rows_that_nothing_tells_apart_differs_in_their_number() -> None:
    alternatives = {"one": (made("tickets", "T-1"), made("orders", "O-1")), "none": ()}
    name, comparison = nearest(alternatives, (*ring(1000), made("orders", "O-7")))
    assert name == "one"
    assert [str(difference) for difference in comparison.differences] == [
        'unexpected row: tickets: expected "1 rows inserted", got "1000 rows inserted"'
    ]
    assert comparison.expected_hash != comparison.actual_hash
    assert not comparison.equal
    assert nearest(alternatives, ring(1000))[1].actual_hash != comparison.actual_hash


def test_a_flood_is_told_from_the_alternative_whose_numbers_are_nearest() -> None:
    tickets = tuple(made("tickets", f"T-{n}") for n in range(5))
    orders = tuple(made("orders", f"O-{n}") for n in range(3))
    assert nearest({"one": tickets[:1], "five": tickets}, ring(1000))[0] == "five"
    name, comparison = nearest({"three": (*tickets, *orders), "two": (*tickets, *orders[:2])}, ring(1000))
    assert name == "two"
    assert lines(comparison) == [
        'missing row: orders: expected "2 rows inserted", got "0 rows inserted"',
        'unexpected row: tickets: expected "5 rows inserted", got "1000 rows inserted"',
    ]
    assert [(line.key, line.op, line.column, line.row) for line in comparison.differences] == [
        ("", "inserted", None, None)
    ] * 2
    assert comparison.pairs == {}
    wanted = (*tickets, *orders[:2])
    assert comparison.expected_hash == compare(wanted, wanted).expected_hash


def test_a_flood_that_an_alternative_may_equal_is_the_tasks_error() -> None:
    cut = (*ring(999)[:-1], made("tickets", "T-998", next=Made("T-998")), made("tickets", "T-999"))
    with pytest.raises(TaskError):
        nearest({"cut": cut}, ring(1000))
