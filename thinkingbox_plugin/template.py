"""The template: a database with tables, triggers and base records, from which each world gets its own.

A world's database is a clone of the template.  Reading the schema of a fresh clone costs more than a
whole trial's calls (SQLite parses the text of every table and trigger again), so that a clone whose
world is closed is rolled back to the template and serves another world, one at a time.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from thinkingbox_plugin import journal
from thinkingbox_plugin._arguments import shown
from thinkingbox_plugin._sqlite import Database
from thinkingbox_plugin.errors import DomainError
from thinkingbox_plugin.rows import Column, Row, TableSpec


class BrokenRecordError(Exception):
    """A record breaks its table; the message names the record and the mend."""


@dataclass(frozen=True)
class Template:
    """What every world of a domain starts from, but for the task's own records."""

    specs: Mapping[str, TableSpec]
    db: Database
    _free: list[Database] = field(default_factory=list)
    """Clones as they were when made, in no transaction, and nobody's."""
    _highest: dict[str, int] = field(default_factory=dict)

    @classmethod
    def build(cls, tables: Sequence[type[Row]], records: Iterable[Row]) -> Template:
        """Create the tables and load the base records.

        Raises :class:`DomainError` for a table declared twice, a reference that leads nowhere or a
        record that breaks its table.
        """
        specs: dict[str, TableSpec] = {}
        for row_class in tables:
            if row_class.spec.name in specs:
                raise DomainError(f"two row classes are called {row_class.spec.name}")
            specs[row_class.spec.name] = row_class.spec
        for spec in specs.values():
            _check_declared_references(spec, specs)
            _check_private(spec, specs)
        db = _database()
        for spec in specs.values():
            db.conn.executescript(spec.ddl())
        db.execute("BEGIN")
        try:
            load(db, specs, records)
        except BrokenRecordError as error:
            raise DomainError(f"base records: {error}") from error
        db.execute("COMMIT")
        journal.install(db, specs.values())
        return cls(specs, db)

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The tables in an order in which records can be inserted: see :func:`reference_ranks`."""
        return reference_ranks(self.specs)

    def highest(self, prefix: str) -> int:
        """The highest number that a base record's key has behind ``prefix``; 0 without one."""
        if prefix not in self._highest:
            keys = (
                key
                for spec in self.specs.values()
                for (key,) in self.db.execute(f'SELECT "{spec.key[0]}" FROM "{spec.name}"').fetchall()
            )
            self._highest[prefix] = highest_number(prefix, keys)
        return self._highest[prefix]

    def open(self) -> Database:
        """A private copy, inside a transaction that is never committed; give it back with :meth:`close`."""
        try:
            copy = self._free.pop()
        except IndexError:
            copy = _database()
            self.db.conn.backup(copy.conn)
        copy.execute("BEGIN")
        return copy

    def close(self, copy: Database) -> None:
        """Take back a copy that :meth:`open` gave; nobody may use it any more."""
        if copy.conn.in_transaction and len(self._free) < _MAX_FREE:
            copy.execute("ROLLBACK")
            self._free.append(copy)
        else:
            copy.close()  # a tool that commits by itself has left its rows behind


_MAX_FREE = 16


def _database() -> Database:
    conn = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
    conn.execute("PRAGMA page_size = 1024")  # dozens of small tables, each with pages of its own in every world
    conn.execute("PRAGMA foreign_keys = ON")
    return Database(conn, execute_plugins=False)


def _check_declared_references(spec: TableSpec, specs: Mapping[str, TableSpec]) -> None:
    for column in spec.columns:
        if not column.references:
            continue
        target = specs.get(column.references)
        if target is None:
            raise DomainError(f"{spec.name}.{column.name} references {column.references}: no such table")
        if len(target.key) != 1:
            raise DomainError(f"{spec.name}.{column.name} references {target.name}, whose key has several columns")


def _check_private(spec: TableSpec, specs: Mapping[str, TableSpec], passed: tuple[str, ...] = ()) -> None:
    """Follow the columns that lead to a row's owner: they must come to an end."""
    passed = (*passed, spec.name)
    for column in map(spec.column, spec.private):
        parent = column.references
        if column.is_list or (parent is None and not column.is_key):
            raise DomainError(f"{spec.name}: private={column.name!r} is neither a reference nor the key")
        if parent is None:
            continue
        if parent in passed:
            raise DomainError(f"{passed[0]}: private leads round in a circle: {' -> '.join([*passed, parent])}")
        _check_private(specs[parent], specs, passed)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Records that were loaded once without a complaint: what writes them again without checking them again."""

    statements: tuple[tuple[str, list[tuple[Any, ...]]], ...]
    """SQL and the values of each of its rows, in an order in which no row refers to one to come."""
    keys: tuple[Any, ...]

    def load(self, db: Database) -> None:
        """Write them into a clone of the template for which they were prepared."""
        for sql, values in self.statements:
            db.conn.executemany(sql, values)


def prepare(records: Sequence[Row], ranks: Mapping[str, int]) -> Prepared | None:
    """What loads ``records``, which :func:`load` has accepted; None where tables refer to one another in a circle."""
    if any(row.spec.name not in ranks for row in records):
        return None
    groups = groupby(sorted(records, key=lambda row: ranks[row.spec.name]), key=lambda row: row.spec.upsert_sql)
    statements = tuple((sql, [row.to_sql() for row in rows]) for sql, rows in groups)
    return Prepared(statements, tuple(row.key_values[0] for row in records))


def load(
    db: Database, specs: Mapping[str, TableSpec], records: Iterable[Row], ranks: Mapping[str, int] | None = None
) -> None:
    """Insert records in any order, each replacing a row of the same key whole; the caller's transaction holds.

    ``ranks`` are those of the tables, if they are known already.  Raises :class:`BrokenRecordError` for two
    records of one key and for a record that breaks its table or names a row that there is not.
    """
    loaded = list(records)
    passed: set[tuple[Any, ...]] = set()
    for row in loaded:
        identity = (row.spec.name, *row.key_values)
        if identity in passed:
            raise BrokenRecordError(f"two records are {_title(row)}; keep one of them")
        passed.add(identity)
    ranks = reference_ranks(specs) if ranks is None else ranks
    if all(row.spec.name in ranks for row in loaded):
        for row in sorted(loaded, key=lambda row: ranks[row.spec.name]):
            _check_references(db, specs, row)
            _upsert(db, specs, row)
        return
    # Each change of this pragma throws away every statement that SQLite has prepared.
    db.execute("PRAGMA defer_foreign_keys = ON")
    for row in loaded:
        _upsert(db, specs, row)
    for row in loaded:
        _check_references(db, specs, row)
    db.execute("PRAGMA defer_foreign_keys = OFF")


def reference_ranks(specs: Mapping[str, TableSpec]) -> dict[str, int]:
    """Tables in an order in which each follows all those that it refers to; not those in or behind a circle."""
    ranks: dict[str, int] = {}
    while True:
        free = [
            spec.name
            for spec in specs.values()
            if spec.name not in ranks and all(c.references is None or c.references in ranks for c in spec.columns)
        ]
        if not free:
            return ranks
        ranks.update({name: len(ranks) for name in free})


def _check_references(db: Database, specs: Mapping[str, TableSpec], row: Row) -> None:
    missing = dangling(db, specs, row, row.spec.columns)
    if missing is not None:
        column, value = missing
        target = f"{column.name} names {shown(value)}, which is not in {column.references}"
        raise BrokenRecordError(f"{_title(row)}: {target}; add that record or mend the name")


def _title(row: Row) -> str:
    return f"{row.spec.name} {' '.join(map(str, row.key_values))}"


def _upsert(db: Database, specs: Mapping[str, TableSpec], row: Row) -> None:
    if row.spec.name not in specs:
        raise BrokenRecordError(f"{_title(row)}: the domain has no such table; add its row class to tables")
    try:
        db.execute(row.spec.upsert_sql, row.to_sql())
    except (sqlite3.Error, OverflowError, ValueError) as error:
        raise BrokenRecordError(f"{_title(row)}: {error}") from error


def dangling(
    db: Database, specs: Mapping[str, TableSpec], row: Row, columns: Iterable[Column]
) -> tuple[Column, str] | None:
    """The first of ``columns``, and its value, that refers to a row that does not exist."""
    for column in columns:
        if column.references is None:
            continue
        held = getattr(row, column.name)
        for value in held if isinstance(held, list) else [held]:
            if value is not None and not exists(db, specs[column.references], value):
                return column, value
    return None


def exists(db: Database, spec: TableSpec, key: Any) -> bool:
    """Whether a table with a key of one column has a row of that key."""
    return db.execute(f'SELECT 1 FROM "{spec.name}" WHERE "{spec.key[0]}" = ?', [key]).fetchone() is not None


def highest_number(prefix: str, keys: Iterable[Any]) -> int:
    """The highest number behind ``prefix`` and a hyphen among ``keys``, whatever follows it; 0 without one."""
    pattern = re.compile(re.escape(prefix) + r"-([0-9]{1,15})", re.ASCII)
    found = (pattern.match(key) for key in keys if isinstance(key, str))
    return max((int(match[1]) for match in found if match), default=0)
