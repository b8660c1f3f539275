"""Whose private rows a value holds: used to log what each call has shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

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
        spec = row.spec
        if not spec.private:
            continue
        held = vars(row)
        if (name := spec.owner_column(held)) is not None:
            leads[spec.name, name, held[name]] = held  # rows that lead the same way are followed once
    found = (owner_of(world, table, held) for (table, _, _), held in leads.items())
    return frozenset(owner for owner in found if owner is not None)


def _rows(value: Any) -> Iterator[Row]:
    """The rows anywhere inside ``value``, in no order."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        match _KINDS.get(kind) or _kind_of(kind):
            case "row":
                yield item
            case "model":
                waiting += vars(item).values()
            case "items":
                waiting += item
            case "mapping":
                waiting += item.values()


_Kind = Literal["row", "model", "items", "mapping", "leaf"]
_KINDS: dict[type, _Kind] = {}
"""What a type is: asked once, since a result holds hundreds of values of a dozen types."""


def _kind_of(kind: type) -> _Kind:
    found: _Kind = "leaf"
    if issubclass(kind, Row):
        found = "row"
    elif issubclass(kind, BaseModel):
        found = "model"
    elif issubclass(kind, list | tuple):
        found = "items"
    elif issubclass(kind, Mapping):
        found = "mapping"
    _KINDS[kind] = found
    return found


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
