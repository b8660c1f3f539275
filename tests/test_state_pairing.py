"""How created rows of two different states are paired: few differences, found by more than one means."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from state_strategies import fewest_by_brute_force, ids_of, net_changes, renamed

from thinkingbox_plugin.state import Bag, Comparison, Made, NetChange, RowChange, Value, _pairing, compare


def made(table: str, made_id: str, **values: Value) -> RowChange:
    return RowChange(table, "inserted", (Made(made_id),), values)


def changed(key: str, **values: Value) -> RowChange:
    return RowChange("base", "changed", (key,), values)


def link(*key: str | Made) -> RowChange:
    return RowChange("links", "inserted", key, {})


def lines(comparison: Comparison) -> list[str]:
    return [str(difference) for difference in comparison.differences]


@pytest.fixture
def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the pairing as the first pass makes it."""
    monkeypatch.setattr(_pairing, "EXCHANGE_EFFORT", 0)


def shop(random: Random, size: int) -> NetChange:
    """Tickets, orders, their lines and links, much alike and referring to one another."""
    rows: dict[tuple[Value, ...], RowChange] = {}

    def put(table: str, number: int, **values: Value) -> None:
        row = made(table, f"{table}-{number}", **values)
        rows[row.key] = row

    tickets, orders = size // 4, size // 3
    for number in range(tickets):
        merged = Made(f"ticket-{random.randrange(tickets)}")
        put("ticket", number, topic=random.choice("ab"), caller=random.choice("xy"), merged=merged)
    for number in range(orders):
        put("order", number, ticket=Made(f"ticket-{random.randrange(tickets)}"), status=random.choice("pq"))
    for number in range(size - tickets - orders):
        order = Made(f"order-{random.randrange(orders)}")
        put("line", number, order=order, sku=random.choice("xyz"), quantity=random.choice([1, 1, 2]))
    for _ in range(size // 3):
        row = link(Made(f"order-{random.randrange(orders)}"), random.choice("AB"))
        rows[row.key] = row
    return (*rows.values(), changed("B", tickets=Bag(tuple(Made(f"ticket-{n}") for n in range(tickets)))))


def slips(random: Random, change: NetChange, count: int) -> tuple[NetChange, int]:
    """The change with some values replaced and all ids renamed, and how many values are different now."""
    rows = list(change)
    for _ in range(count):
        index = random.randrange(len(rows) - 1)
        row = rows[index]
        if row.values:
            column = random.choice(sorted(row.values))
            value = row.values[column]
            if isinstance(value, Made):
                alike = [i for i in ids_of(change) if i.split("-")[0] == value.id.split("-")[0]]
                value = Made(random.choice(alike))
            else:
                value = random.choice(["a", "b", "new"])
            rows[index] = replace(row, values={**row.values, column: value})
    apart = sum(row.values[c] != old.values[c] for row, old in zip(rows, change, strict=True) for c in row.values)
    names = [f"X-{number}" for number in range(len(ids_of(change)))]
    random.shuffle(names)
    random.shuffle(rows)
    return renamed(tuple(rows), dict(zip(ids_of(change), names, strict=True))), apart


def excess(size: int, seed: int, count: int) -> int:
    """By how much the differences exceed the values that were replaced, over some states."""
    random = Random(seed)
    total = 0
    for _ in range(count):
        expected = shop(random, size)
        actual, apart = slips(random, expected, random.randint(1, 4))
        total += max(0, len(compare(expected, actual).differences) - apart)
    return total


@pytest.mark.parametrize("size", [6, 9, 12, 18])
def test_a_few_slips_in_a_state_of_alike_rows_are_found_as_those_few(size: int) -> None:
    assert excess(size, seed=1, count=25) == 0


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize(("size", "most"), [(6, 1), (9, 5), (12, 2), (18, 5)])
def test_the_first_pass_alone_finds_few_more_than_those_few(size: int, most: int) -> None:
    assert excess(size, seed=1, count=25) <= most


@given(net_changes(most_ids=3, depth=1, literals=False), net_changes(most_ids=3, depth=1, literals=False))
def test_between_unrelated_small_states_hardly_more_than_the_fewest_differences_are_found(
    one: NetChange, other: NetChange
) -> None:
    fewest = fewest_by_brute_force(one, other)
    assert fewest <= len(compare(one, other).differences) <= fewest + 2


def wrong(first: Value, second: Value) -> tuple[RowChange, RowChange]:
    """Two rows that tell nothing about which is which of another two."""
    return made("t", "1", a=first), made("t", "2", a=second)


EVIDENCE: dict[str, NetChange] = {
    "a reference of a base row": (changed("B", to=Made("1")),),
    "a reference in a list of a base row": (changed("B", to=Bag((Made("1"), 1))),),
    "a link to a base row": (link(Made("1"), "B"),),
    "a link to a base row from the other": (link("B", Made("2")),),
    "a created row that is known": (made("u", "3", to=Made("1"), b=1), made("u", "4", to=Made("2"), b=2)),
    "a link to a created row that is known": (made("u", "3", b=1), link(Made("3"), Made("2"))),
    "a reference to a created row that is known": (made("u", "3", b=1), made("v", "1", to=Made("3")), made("v", "2")),
    "many references against one": (
        changed("B", p=Made("1"), q=Made("1"), r=Made("1")),
        changed("C", p=Made("2"), q=Made("2"), r=Made("2")),
    ),
}


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("evidence", EVIDENCE.values(), ids=EVIDENCE.keys())
@pytest.mark.parametrize("values", [(8, 9), (9, 8)])
@pytest.mark.parametrize("extra", [(), (link("C", Made("1")), link("C", Made("2")))], ids=["", "noise"])
def test_rows_that_differ_themselves_are_paired_by_what_refers_to_them(
    evidence: NetChange, values: tuple[int, int], extra: NetChange
) -> None:
    names = {"1": "one", "2": "two", "3": "three", "4": "four"}
    expected = (*wrong(1, 2), *evidence, *extra)
    actual = (*wrong(*values), *evidence, *extra)
    pairs = compare(expected, renamed(actual, names)).pairs
    assert pairs == {made_id: names[made_id] for made_id in ids_of(expected)}


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("values", [(8, 9), (9, 8)])
def test_a_row_that_refers_to_itself_is_paired_with_one_that_does(values: tuple[int, int]) -> None:
    def pair(first: int, second: int) -> NetChange:
        return made("t", "1", a=first, parent=Made("1")), made("t", "2", a=second, parent=Made("1"))

    comparison = compare(pair(1, 2), renamed(pair(*values), {"1": "one", "2": "two"}))
    assert comparison.pairs == {"1": "one", "2": "two"}
    assert len(comparison.differences) == 2


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("values", [(8, 9), (9, 8)])
def test_an_id_that_keys_several_tables_is_paired_by_all_their_columns(values: tuple[int, int]) -> None:
    def person(name: str, a: int, b: int, c: int, d: int) -> NetChange:
        return made("people", name, a=a, b=b), made("staff", name, c=c, d=d)

    far, near = values
    comparison = compare(person("1", 1, 1, 1, 1), person("x", far, far, 1, 5) + person("y", near, 1, 1, 5))
    assert comparison.pairs == {"1": "y"}
    comparison = compare(person("1", 1, 1, 1, 1), person("x", 1, 5, far, far) + person("y", 1, 5, near, 1))
    assert comparison.pairs == {"1": "y"}
    comparison = compare(person("1", 1, 1, 1, 1), (made("people", "x", a=1, b=1),))
    assert comparison.pairs == {}


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("values", [(8, 9), (9, 8)])
def test_ids_without_rows_are_paired_by_where_they_stand(values: tuple[int, int]) -> None:
    def parcels(first: int, second: int) -> NetChange:
        rows = (made("t", "1", a=first, k=1, parcel=Made("P")), made("t", "2", a=second, k=2, parcel=Made("Q")))
        return (*rows, changed("B", seen=Made("P")), changed("C", seen=Made("Q")), changed("D", seen=Made("Q")))

    names = {"1": "one", "2": "two", "P": "pp", "Q": "qq"}
    assert compare(parcels(1, 2), renamed(parcels(*values), names)).pairs == names


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("key", [(1, 2), (2, 1)])
def test_alike_rows_are_paired_by_how_far_their_surroundings_agree(key: tuple[int, int]) -> None:
    def chain(first: int, last: Value, start: str) -> NetChange:
        names = [f"{start}{number}" for number in range(4)]
        steps = [made("t", one, next=Made(two)) for one, two in pairwise(names)]
        return (*steps, made("u", names[3], a=first, b=last))

    expected = (*chain(1, 1, "K"), *chain(2, 1, "L"), changed("B", all=bag("K0", "L0")))
    actual = (*chain(key[0], 1, "Y"), *chain(key[1], 9, "Z"), changed("B", all=bag("Y0", "Z0")))
    comparison = compare(expected, actual)
    assert len(comparison.differences) == 1
    assert {comparison.pairs[f"K{n}"] for n in range(4)} == {f"{'Y' if key[0] == 1 else 'Z'}{n}" for n in range(4)}


def bag(*names: str) -> Bag:
    return Bag(tuple(Made(name) for name in names))


@pytest.mark.parametrize("effort", [0, 5_000])
def test_exchanges_mend_what_the_first_pass_could_not_know(effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refunds(first: int, second: int) -> NetChange:
        return (
            made("ticket", "T"),
            made("ticket", "U"),
            made("refund", "1", ticket=Made("T"), a=first, b=1, c=1),
            made("refund", "2", ticket=Made("U"), a=second, b=2, c=2),
        )

    names = {"T": "tt", "U": "uu", "1": "one", "2": "two"}
    monkeypatch.setattr(_pairing, "EXCHANGE_EFFORT", effort)
    found = [compare(refunds(1, 2), renamed(refunds(*values), names)) for values in [(8, 9), (9, 8)]]
    assert all(comparison.pairs["1"] == "one" and comparison.pairs["2"] == "two" for comparison in found)
    assert sorted(len(comparison.differences) for comparison in found) == ([2, 2] if effort else [2, 4])


@pytest.mark.parametrize("free", ["actual", "expected"])
@pytest.mark.parametrize("values", [(7, 8, 9), (9, 8, 7), (8, 9, 7)])
def test_an_exchange_takes_in_rows_that_had_no_partner(free: str, values: tuple[int, int, int]) -> None:
    def notes(names: str, values: tuple[int, ...]) -> NetChange:
        tickets = tuple(made("ticket", f"T{name}") for name in names)
        rows = [made("note", n, ticket=Made(f"T{n}"), a=v, b=n, c=n) for n, v in zip(names, values, strict=False)]
        return (*tickets, *rows)

    many, few = notes("123", values), notes("12", (1, 2))
    expected, actual = (few, many) if free == "actual" else (many, few)
    names = {made_id: f"x{made_id}" for made_id in ids_of(actual)}
    comparison = compare(expected, renamed(actual, names))
    assert comparison.pairs == {made_id: f"x{made_id}" for made_id in ids_of(few)}
    assert [difference.kind for difference in comparison.differences].count("wrong value") == 2
    assert len(comparison.differences) == 4


@pytest.mark.parametrize("wrong_value", [0, 9])
def test_an_exchange_leaves_out_the_row_that_fits_less_well_after_all(wrong_value: int) -> None:
    def refund(number: int, ticket: str, a: int) -> RowChange:
        return made("refund", f"{number}", ticket=Made(ticket), a=a, b=a, c=number, d=number, e=number)

    tickets = made("ticket", "T", p=5, q=5), made("ticket", "U", p=wrong_value, q=5)
    expected = (*tickets, *[refund(number, "T", 1) for number in range(4)])
    actual = (made("ticket", "tt", p=wrong_value, q=6), *[refund(number, "tt", 2) for number in range(4)])
    comparison = compare(expected, renamed(actual, {name: f"x{name}" for name in ids_of(actual)}))
    assert comparison.pairs["T"] == "xtt"
    assert len(comparison.differences) == 2 + 1 + 4 * 2


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("values", [(8, 9), (9, 8)])
def test_every_column_in_which_a_reference_would_be_wrong_counts(values: tuple[int, int]) -> None:
    expected = (made("t", "1", a=1), changed("B", p="p", q="q", r="r"), changed("C", p="p"), changed("D", p="p"))
    actual = (
        made("t", "many", a=values[0]),
        made("t", "few", a=values[1]),
        changed("B", p=Made("many"), q=Made("many"), r=Made("many")),
        changed("C", p=Made("few")),
        changed("D", p=Made("few")),
    )
    assert compare(expected, actual).pairs == {"1": "few"}


@pytest.mark.parametrize(("effort", "count"), [(0, 2), (5_000, 1)])
def test_exchanges_go_on_until_one_difference_is_left(effort: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pairing, "EXCHANGE_EFFORT", effort)
    tickets = made("ticket", "T"), made("ticket", "U")
    expected = (*tickets, made("refund", "R", first=Made("T"), last=None))
    actual = (*tickets, made("refund", "R", first=Made("T"), last=Made("U")))
    assert len(compare(expected, actual).differences) == count


def test_ids_of_rows_in_other_tables_are_never_paired_even_if_less_would_differ() -> None:
    loose, row = Made("loose"), made("refund", "R", a=1)
    expected = (row, changed("B", p=loose, q=loose, r=loose, s=loose))
    actual = (row, changed("B", p=Made("R"), q=Made("R"), r=Made("R"), s=Made("R")))
    comparison = compare(expected, actual)
    assert comparison.pairs == {"R": "R"}
    assert [difference.column for difference in comparison.differences] == ["p", "q", "r", "s"]


def test_a_line_knows_which_columns_hold_an_id() -> None:
    row = _pairing.Line(made("t", "1", to=Made("2"), tags=Bag(("3", Made("3"))), note="4"))
    assert [column for column in ("to", "tags", "note", "else") if row.holds(column, "3")] == ["tags"]
    assert [column for column in ("to", "tags", "note", "else") if row.holds(column, "2")] == ["to"]
