"""The effects journal: which call inserted, changed or deleted which row.

Triggers write it, so that it sees every change whatever code made it and is empty again after a
rollback.  It serves attribution and the footprint; the truth about the end state is the snapshot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from thinkingbox_plugin._sqlite import Database
from thinkingbox_plugin.rows import TableSpec

Op = Literal["inserted", "changed", "deleted"]
KeyValues = tuple[Any, ...]

_TABLES = """
CREATE TABLE _call (number INTEGER NOT NULL) STRICT;
INSERT INTO _call VALUES (-1);
CREATE TABLE _journal (
  seq INTEGER PRIMARY KEY, call INTEGER NOT NULL, op TEXT NOT NULL, tbl TEXT NOT NULL,
  key TEXT NOT NULL, old TEXT, new TEXT
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


def _json(row: str, names: Iterable[str]) -> str:
    return "json_object(" + ", ".join(f"'{name}', {row}.\"{name}\"" for name in names) + ")"


def _trigger(spec: TableSpec, op: Op, event: str, when: str, key_row: str, old: str, new: str) -> str:
    key = "json_array(" + ", ".join(f'{key_row}."{name}"' for name in spec.key) + ")"
    return (
        f'CREATE TRIGGER "_{spec.name}_{op}" AFTER {event} ON "{spec.name}" {when} BEGIN\n'
        f"  INSERT INTO _journal (call, op, tbl, key, old, new)\n"
        f"  VALUES ((SELECT number FROM _call), '{op}', '{spec.name}', {key}, {old}, {new});\nEND;"
    )


def install(db: Database, specs: Iterable[TableSpec]) -> None:
    """Create the journal and a trigger for each event of each table."""
    db.conn.executescript(_TABLES)
    for spec in specs:
        names = [column.name for column in spec.columns]
        old, new = _json("OLD", names), _json("NEW", names)
        differs = " OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in names)
        db.conn.executescript(
            _trigger(spec, "inserted", "INSERT", "", "NEW", "NULL", new)
            + _trigger(spec, "changed", "UPDATE", f"WHEN {differs}", "NEW", old, new)
            + _trigger(spec, "deleted", "DELETE", "", "OLD", old, "NULL")
        )


def clear(db: Database) -> None:
    """Forget what was written so far: the records a world starts from are nobody's effect."""
    db.execute("DELETE FROM _journal")


def read(db: Database, after: int = 0) -> Iterator[tuple[int, Effect]]:
    """The effects with a sequence number above ``after``, each with its number, in order."""
    rows = db.execute("SELECT seq, call, op, tbl, key, old, new FROM _journal WHERE seq > ? ORDER BY seq", [after])
    for seq, call, op, table, key, old, new in rows:
        yield (
            seq,
            Effect(
                call,
                op,
                table,
                tuple(json.loads(key)),
                None if old is None else json.loads(old),
                None if new is None else json.loads(new),
            ),
        )
