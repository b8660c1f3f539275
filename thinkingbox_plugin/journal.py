"""The effects journal: which call inserted, changed or deleted which row.

Triggers write it, so that it sees every change whatever code made it and is empty again after a
rollback.  It serves attribution and the footprint; the truth about the end state is the snapshot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from thinkingbox_plugin._sqlite import Database
from thinkingbox_plugin.rows import TableSpec

Op = Literal["inserted", "changed", "deleted"]
KeyValues = tuple[Any, ...]
RowValues = dict[str, Any] | None
"""A row by column, values as SQLite stores them; None for one that is not there."""

_TABLES = """
CREATE TABLE _call (number INTEGER NOT NULL) STRICT;
INSERT INTO _call VALUES (-1);
CREATE TABLE _journal (
  seq INTEGER PRIMARY KEY, call INTEGER NOT NULL, op TEXT NOT NULL, tbl TEXT NOT NULL,
  key TEXT NOT NULL, old TEXT
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Effect:
    """One row touched by call number ``call``; values as SQLite stores them, by column."""

    call: int
    op: Op
    table: str
    key: KeyValues
    old: dict[str, Any] | None
    new: dict[str, Any] | None

    @property
    def changed(self) -> dict[str, Any]:
        """The new values: all of an inserted row, those that differ of a changed row."""
        if self.new is None:
            return {}
        if self.old is None:
            return self.new
        return {name: value for name, value in self.new.items() if self.old[name] != value}


def _values(row: str, names: Iterable[str]) -> str:
    return "json_array(" + ", ".join(f'{row}."{name}"' for name in names) + ")"


def _trigger(spec: TableSpec, op: Op, event: str, key_row: str, old: str) -> str:
    return (
        f'CREATE TRIGGER "_{spec.name}_{op}" AFTER {event} ON "{spec.name}" BEGIN\n'
        f"  INSERT INTO _journal (call, op, tbl, key, old)\n"
        f"  VALUES ((SELECT number FROM _call), '{op}', '{spec.name}', {_values(key_row, spec.key)}, {old});\nEND;"
    )


def install(db: Database, specs: Iterable[TableSpec]) -> None:
    """Create the journal and a trigger for each event of each table.

    SQLite parses the triggers once for each world, and they are most of its memory.  So they keep no more than what
    nothing else tells: what a row was, without the names, also where an update changed nothing.
    """
    db.conn.executescript(_TABLES)
    for spec in specs:
        old = _values("OLD", spec.names)
        db.conn.executescript(
            _trigger(spec, "inserted", "INSERT", "NEW", "NULL")
            + _trigger(spec, "changed", "UPDATE", "NEW", old)
            + _trigger(spec, "deleted", "DELETE", "OLD", old)
        )


def clear(db: Database) -> None:
    """Forget what was written so far: the records a world starts from are nobody's effect."""
    db.execute("DELETE FROM _journal")


def read(db: Database, specs: Mapping[str, TableSpec]) -> list[Effect]:
    """The effects, in order.

    What a row became is what it was before its next effect, or what it is now: read from the end, each says it of the
    one before.
    """
    effects: list[Effect] = []
    held: dict[tuple[str, KeyValues], RowValues] = {}
    rows = db.execute("SELECT call, op, tbl, key, old FROM _journal ORDER BY seq DESC").fetchall()
    for call, op, table, key_text, old_text in rows:
        spec, key = specs[table], tuple(json.loads(key_text))
        place = table, key
        new = held[place] if place in held else _now(db, spec, key)
        old = None if old_text is None else dict(zip(spec.names, json.loads(old_text), strict=True))
        held[place] = None
        if old is not None:
            held[table, tuple(old[name] for name in spec.key)] = old
        if op != "changed" or old != new:
            effects.append(Effect(call, op, table, key, old, None if op == "deleted" else new))
    effects.reverse()
    return effects


def _now(db: Database, spec: TableSpec, key: KeyValues) -> RowValues:
    row = db.execute(f'SELECT * FROM "{spec.name}" WHERE {spec.key_sql}', key).fetchone()
    return None if row is None else dict(zip(spec.names, row, strict=True))
