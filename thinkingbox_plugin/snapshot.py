"""The end state as the verdict sees it: the net change between two snapshots of a world."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from thinkingbox_plugin.rows import Column, TableSpec
from thinkingbox_plugin.state import Bag, Made, NetChange, Ordered, RowChange, Text, Value
from thinkingbox_plugin.world import MADE_ID, World

STATIC_TABLES = frozenset({"policy_sections"})
"""Tables that no tool can write; left out of snapshots for their size."""

TableRows = Mapping[tuple[Any, ...], tuple[Any, ...]]
Snapshot = Mapping[str, TableRows]
"""For each table its rows by key, all values as SQLite stores them."""


def take(world: World, tables: Collection[str] | None = None) -> Snapshot:
    """All rows of all tables, or of these, as they are now."""
    wanted = world.specs.keys() - STATIC_TABLES if tables is None else tables
    return {spec.name: _rows(world, spec) for spec in world.specs.values() if spec.name in wanted}


def _rows(world: World, spec: TableSpec) -> TableRows:
    places = [index for index, column in enumerate(spec.columns) if column.is_key]
    rows = world.db.execute(f'SELECT * FROM "{spec.name}"').fetchall()
    if len(places) == 1:
        place = places[0]
        return {(row[place],): row for row in rows}
    return {tuple(row[place] for place in places): row for row in rows}


def net_change(specs: Mapping[str, TableSpec], start: Snapshot, end: Snapshot, made: Collection[str]) -> NetChange:
    """What is different at the end: rows inserted, changed (in compared columns) and deleted.

    ``made`` are the ids that the world has made: they become variables, wherever they stand.
    """
    changes: list[RowChange] = []
    for name, after in end.items():
        before, spec = start[name], specs[name]
        if before == after:
            continue
        changes += (_inserted(spec, after[key], made) for key in after.keys() - before.keys())
        changes += (_deleted(spec, before[key], made) for key in before.keys() - after.keys())
        for key in after.keys() & before.keys():
            if before[key] != after[key] and (change := _changed(spec, before[key], after[key], made)):
                changes.append(change)
    return tuple(changes)


def _inserted(spec: TableSpec, row: tuple[Any, ...], made: Collection[str]) -> RowChange:
    return RowChange(spec.name, "inserted", _key(spec, row, made), _values(spec, row, made))


def _deleted(spec: TableSpec, row: tuple[Any, ...], made: Collection[str]) -> RowChange:
    return RowChange(spec.name, "deleted", _key(spec, row, made), {}, before=_values(spec, row, made))


def _changed(
    spec: TableSpec, before: tuple[Any, ...], after: tuple[Any, ...], made: Collection[str]
) -> RowChange | None:
    old, new = _values(spec, before, made), _values(spec, after, made)
    differing = {name: value for name, value in new.items() if old[name] != value}
    if not differing:
        return None
    return RowChange(spec.name, "changed", _key(spec, after, made), differing, before=old)


def _key(spec: TableSpec, row: tuple[Any, ...], made: Collection[str]) -> tuple[Value, ...]:
    return tuple(
        normalised(column, value, made) for column, value in zip(spec.columns, row, strict=True) if column.is_key
    )


def _values(spec: TableSpec, row: tuple[Any, ...], made: Collection[str]) -> dict[str, Value]:
    return {
        column.name: normalised(column, value, made)
        for column, value in zip(spec.columns, row, strict=True)
        if column.kind == "compared" and not column.is_key
    }


def normalised(column: Column, value: Any, made: Collection[str]) -> Value:
    """One stored value in the form in which it is compared: one spelling for each type."""
    if value is None:
        return None
    decoded = column.decode(value)
    if column.is_list:
        items = tuple(_text(item, made) for item in decoded)
        return Bag(items) if column.unordered else Ordered(items)
    if column.sql_type == "INTEGER":
        return int(value)
    return _text(str(column.encode(decoded)), made)


def _text(value: str, made: Collection[str]) -> Value:
    if value in made:
        return Made(value)
    value = value.rstrip()
    parts: list[str | Made] = []
    rest = 0
    for match in MADE_ID.finditer(value):
        if match.group() in made:
            parts += [value[rest : match.start()], Made(match.group())]
            rest = match.end()
    return Text((*parts, value[rest:])) if parts else value
