"""Whose private rows a value holds: used to log what each call has shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from thinkingbox_plugin.rows import Row
from thinkingbox_plugin.world import World

Place = tuple[str, tuple[Any, ...]]
"""Table and key of a row."""
_NONE: Mapping[Place, Mapping[str, Any]] = MappingProxyType({})


def owners(world: World, value: Any) -> frozenset[str]:
    """The keys of the persons to whom the private rows inside ``value`` belong."""
    leads: dict[tuple[str, str, Any], Mapping[str, Any]] = {}
    for row in _rows(value):
        held = vars(row)
        if (name := row.spec.owner_column(held)) is not None:
            leads[row.spec.name, name, held[name]] = held  # rows that lead the same way are followed once
    found = (owner_of(world, table, held) for (table, _, _), held in leads.items())
    return frozenset(owner for owner in found if owner is not None)


def _rows(value: Any) -> Iterator[Row]:
    if isinstance(value, Row):
        yield value
    elif isinstance(value, BaseModel):
        for _, item in value:
            yield from _rows(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _rows(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _rows(item)


def owner_of(
    world: World, table: str, row: Mapping[str, Any], gone: Mapping[Place, Mapping[str, Any]] = _NONE
) -> str | None:
    """Follow the ``private`` columns from a row to its owner's key; None for a row of nobody's.

    ``gone`` holds, by table and key, rows that the world had and has no longer.
    """
    spec = world.specs[table]
    while (name := spec.owner_column(row)) is not None:
        value, references = row[name], spec.column(name).references
        if references is None or world.specs[references].ends_ownership:
            return str(value)
        spec = world.specs[references]
        found = world.db.execute(f'SELECT * FROM "{spec.name}" WHERE {spec.key_sql}', [value]).fetchone()
        if found is not None:
            row = dict(zip((column.name for column in spec.columns), found, strict=True))
        elif (spec.name, (value,)) in gone:
            row = gone[spec.name, (value,)]
        else:
            return None
    return None
