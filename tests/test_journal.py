"""The journal says of every change what the row was and what it became, whatever code made it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from toyshop import DOMAIN
from toyshop.tables import Customer

from thinkingbox_plugin.journal import Effect

KEYS = st.sampled_from(["CUS-81", "CUS-82", "CUS-83"])
NAMES = st.sampled_from(["Ada", "Bo", 'Zoë "Z" O\'Hara', ""])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), KEYS, NAMES),
        st.tuples(st.just("rename"), KEYS, NAMES),
        st.tuples(st.just("move"), KEYS, KEYS),
        st.tuples(st.just("delete"), KEYS, st.just("")),
        st.tuples(st.just("replace"), KEYS, NAMES),
    ),
    max_size=25,
)


def row(key: str, name: str) -> dict[str, Any]:
    held = Customer(id=key, name=name, email="a@example.com")
    return dict(zip(Customer.spec.names, held.to_sql(), strict=True))


@settings(deadline=None)
@given(STEPS)
def test_effects_are_those_of_a_plain_list_of_changes(steps: list[tuple[str, str, str]]) -> None:
    world = DOMAIN.world()
    rows: dict[str, dict[str, Any]] = {}
    expected: list[Effect] = []

    def note(op: Any, key: str, old: dict[str, Any] | None, new: dict[str, Any] | None) -> None:
        expected.append(Effect(number, op, "customers", (key,), old, new))

    for number, (what, key, value) in enumerate(steps):
        world.db.execute("UPDATE _call SET number = ?", [number])
        held = rows.get(key)
        if what == "delete" and held is not None:
            world.db.execute("DELETE FROM customers WHERE id = ?", [key])
            note("deleted", key, rows.pop(key), None)
        elif what == "rename" and held is not None:
            world.db.execute("UPDATE customers SET name = ? WHERE id = ?", [value, key])
            rows[key] = {**held, "name": value}
            if rows[key] != held:
                note("changed", key, held, rows[key])
        elif what == "move" and held is not None and value not in rows:
            world.db.execute("UPDATE customers SET id = ? WHERE id = ?", [value, key])
            rows[value] = {**rows.pop(key), "id": value}
            note("changed", value, held, rows[value])
        elif what == "replace" or (what == "insert" and held is None):
            made = row(key, value)
            values = ", ".join("?" * len(made))
            world.db.execute(f"INSERT OR REPLACE INTO customers VALUES ({values})", list(made.values()))
            if held is not None:
                note("deleted", key, held, None)
            rows[key] = made
            note("inserted", key, None, made)
    assert world.effects() == expected
    world.close()
