"""The world: the state of one domain in one trial, a private in-memory database.

Nothing here reads the machine's clock, locale or random state, and nothing at module level holds a
trial's state: two worlds of one domain live side by side and never meet.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from sqlite_utils import Database

from thinkingbox_plugin import journal
from thinkingbox_plugin.errors import DomainError, TaskError, ToolError
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.rows import Row, TableSpec

if TYPE_CHECKING:
    from thinkingbox_plugin.calls import CallLog

RowT = TypeVar("RowT", bound=Row)

_FIRST_ID = 7001
"""Made ids count from here for each prefix, far from the numbers that records use."""

MADE_ID = re.compile(r"[A-Z][A-Z0-9]{0,7}-[0-9]+")


class MissingRowError(ToolError):
    """A key names no row; the tool layer puts the argument's name before the message."""

    def __init__(self, table: str, key: Sequence[Any]) -> None:
        self.key = tuple(key)
        super().__init__(f"no such row in {table}: {', '.join(map(str, key))}")


@dataclass(frozen=True)
class Template:
    """A database with tables, triggers, search index and base records, to be cloned for each world."""

    specs: Mapping[str, TableSpec]
    db: Database

    @classmethod
    def build(cls, tables: Sequence[type[Row]], records: Iterable[Row]) -> Template:
        """Create the tables and load the base records.

        Raises :class:`DomainError` for a table declared twice or a record that breaks its table.
        """
        specs: dict[str, TableSpec] = {}
        for row_class in tables:
            if row_class.spec.name in specs:
                raise DomainError(f"two row classes are called {row_class.spec.name}")
            specs[row_class.spec.name] = row_class.spec
        for spec in specs.values():
            for column in spec.columns:
                if column.references and column.references not in specs:
                    raise DomainError(f"{spec.name}.{column.name} references {column.references}: no such table")
        db = _database()
        for spec in specs.values():
            db.conn.executescript(spec.ddl())
        template = cls(specs, db)
        try:
            _load(db, specs, records)
        except _BrokenRecordError as error:
            raise DomainError(f"base records: {error}") from error
        journal.install(db, specs.values())
        return template

    def clone(self) -> Database:
        """A private copy; foreign keys are off after a backup, so they are switched on again."""
        copy = _database()
        self.db.conn.backup(copy.conn)
        return copy


class _BrokenRecordError(Exception):
    pass


def _database() -> Database:
    conn = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    conn.execute("PRAGMA foreign_keys = ON")
    return Database(conn, execute_plugins=False)


def _load(db: Database, specs: Mapping[str, TableSpec], records: Iterable[Row]) -> None:
    """Insert records, each replacing a row of the same key whole; references are checked at the end."""
    loaded = list(records)
    db.execute("BEGIN")
    db.execute("PRAGMA defer_foreign_keys = ON")
    try:
        for row in loaded:
            spec = row.spec
            if spec.name not in specs:
                raise _BrokenRecordError(f"{spec.name} is no table of this domain")
            try:
                db.execute(_upsert(spec), row.to_sql())
            except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
                raise _BrokenRecordError(f"{spec.name} {' '.join(map(str, row.key_values))}: {error}") from error
        for table, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall():
            raise _BrokenRecordError(_dangling(db, loaded, table, parent))
        for row in loaded:
            _check_lists(db, row, _BrokenRecordError)
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _upsert(spec: TableSpec) -> str:
    names = ", ".join(f'"{column.name}"' for column in spec.columns)
    marks = ", ".join("?" * len(spec.columns))
    changes = ", ".join(f'"{c.name}" = excluded."{c.name}"' for c in spec.columns if not c.is_key)
    key = ", ".join(f'"{name}"' for name in spec.key)
    action = f"DO UPDATE SET {changes}" if changes else "DO NOTHING"
    return f'INSERT INTO "{spec.name}" ({names}) VALUES ({marks}) ON CONFLICT ({key}) {action}'


def _dangling(db: Database, loaded: Sequence[Row], table: str, parent: str) -> str:
    for row in loaded:
        for column in row.spec.columns:
            value = getattr(row, column.name)
            if row.spec.name == table and column.references == parent and value is not None and not column.is_list:
                key = _only_key(db, parent)
                if not db.execute(f'SELECT 1 FROM "{parent}" WHERE "{key}" = ?', [value]).fetchone():
                    name = " ".join(map(str, row.key_values))
                    return f"{table} {name}: {column.name} names {value}, which is not in {parent}; add that record"
    return f"a row of {table} refers to {parent}, where there is no such row"


def _only_key(db: Database, table: str) -> str:
    return str(db.table(table).pks[0])


def _check_lists(db: Database, row: Row, error: type[Exception]) -> None:
    for column in row.spec.columns:
        if not (column.is_list and column.references):
            continue
        key = _only_key(db, column.references)
        for value in getattr(row, column.name) or ():
            if not db.execute(f'SELECT 1 FROM "{column.references}" WHERE "{key}" = ?', [value]).fetchone():
                raise error(f"{row.spec.name}: {column.name} names {value}, which is not in {column.references}")


@dataclass
class World:
    """One trial's database, clock and id sequences; what every tool gets as its first argument."""

    db: Database
    specs: Mapping[str, TableSpec]
    now: datetime
    log: CallLog
    made: set[str] = field(default_factory=set)
    """Every id that this world has made; the state is compared up to their naming."""
    _sequences: dict[str, int] = field(default_factory=dict)

    @classmethod
    def create(cls, template: Template, now: datetime, log: CallLog, records: Iterable[Row] = ()) -> World:
        """A fresh world: the template, then a task's ``records`` over it.

        Raises :class:`TaskError` for a record that breaks its table.
        """
        db = template.clone()
        try:
            _load(db, template.specs, records)
        except _BrokenRecordError as error:
            raise TaskError(f"records: {error}") from error
        journal.clear(db)
        return cls(db, template.specs, now, log)

    @property
    def today(self) -> date:
        """The date of :attr:`now`."""
        return self.now.date()

    def new_id(self, prefix: str) -> str:
        """The next id of a kind, such as ``RF-7001``; taken back if the call is refused."""
        if prefix not in self._sequences:
            self._sequences[prefix] = max(_FIRST_ID - 1, self._highest(prefix))
        self._sequences[prefix] += 1
        made = f"{prefix}-{self._sequences[prefix]}"
        self.made.add(made)
        return made

    def _highest(self, prefix: str) -> int:
        """The highest number that a record uses with this prefix, so that no made id meets one."""
        highest = 0
        for spec in self.specs.values():
            key = f'"{spec.key[0]}"'
            sql = f'SELECT max(CAST(substr({key}, ?) AS INTEGER)) FROM "{spec.name}" WHERE {key} GLOB ?'
            found = self.db.execute(sql, [len(prefix) + 2, f"{prefix}-[0-9]*"]).fetchone()[0]
            highest = max(highest, found or 0)
        return highest

    def get(self, row_class: type[RowT], *key: str | int) -> RowT:
        """The row with this key; refuses, naming the key, if there is none."""
        row = self.find(row_class, *key)
        if row is None:
            raise MissingRowError(row_class.spec.name, key)
        return row

    def find(self, row_class: type[RowT], *key: str | int) -> RowT | None:
        """The row with this key, or None."""
        where = " AND ".join(f'"{name}" = ?' for name in row_class.spec.key)
        found = self.db.execute(f'SELECT * FROM "{row_class.spec.name}" WHERE {where}', key).fetchone()
        return None if found is None else row_class.from_sql(found)

    def select(
        self, row_class: type[RowT], where: str = "", parameters: Sequence[Any] = (), **equal: Any
    ) -> list[RowT]:
        """Rows in key order: those whose columns equal ``equal`` and that satisfy the SQL ``where``."""
        spec = row_class.spec
        clauses = [f"({where})"] if where else []
        values = list(parameters)
        for name, value in equal.items():
            clauses.append(f'"{name}" IS ?')
            values.append(spec.column(name).encode(value))
        condition = " WHERE " + " AND ".join(clauses) if clauses else ""
        order = ", ".join(f'"{name}"' for name in spec.key)
        rows = self.db.execute(f'SELECT * FROM "{spec.name}"{condition} ORDER BY {order}', values)
        return [row_class.from_sql(row) for row in rows.fetchall()]

    def insert(self, row: RowT) -> RowT:
        """Add a row; refuses one whose key is taken or whose references do not exist."""
        spec = row.spec
        _check_lists(self.db, row, ToolError)
        names = ", ".join(f'"{column.name}"' for column in spec.columns)
        marks = ", ".join("?" * len(spec.columns))
        with self._legal(spec):
            self.db.execute(f'INSERT INTO "{spec.name}" ({names}) VALUES ({marks})', row.to_sql())
        return row

    def update(self, row: RowT, **changes: Any) -> RowT:
        """Change columns of a row that exists; returns the row as it now is."""
        spec = row.spec
        changed = row.__class__.model_validate({**dict(row), **changes})
        _check_lists(self.db, changed, ToolError)
        columns = [spec.column(name) for name in changes]
        sets = ", ".join(f'"{column.name}" = ?' for column in columns)
        where = " AND ".join(f'"{name}" = ?' for name in spec.key)
        values = [column.encode(getattr(changed, column.name)) for column in columns]
        with self._legal(spec):
            cursor = self.db.execute(f'UPDATE "{spec.name}" SET {sets} WHERE {where}', [*values, *row.key_values])
        if cursor.rowcount != 1:
            raise MissingRowError(spec.name, row.key_values)
        return changed

    def delete(self, row: Row) -> None:
        """Remove a row; refuses while others refer to it."""
        where = " AND ".join(f'"{name}" = ?' for name in row.spec.key)
        with self._legal(row.spec):
            cursor = self.db.execute(f'DELETE FROM "{row.spec.name}" WHERE {where}', row.key_values)
        if cursor.rowcount != 1:
            raise MissingRowError(row.spec.name, row.key_values)

    @contextmanager
    def _legal(self, spec: TableSpec) -> Iterator[None]:
        """Turn what the table's own rules forbid into a refusal."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ToolError(f"{spec.name}: {str(error).removesuffix(' constraint failed')} is not allowed") from error

    @contextmanager
    def transaction(self, call: int) -> Iterator[None]:
        """One tool call: all of it or nothing, ids taken back as well."""
        made, sequences = set(self.made), dict(self._sequences)
        self.db.execute("BEGIN")
        try:
            self.db.execute("UPDATE _call SET number = ?", [call])
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            self.made, self._sequences = made, sequences
            raise
        self.db.execute("COMMIT")

    def effects(self) -> list[Effect]:
        """Every row that a call touched, in order, whether or not it was undone later."""
        return [effect for _, effect in journal.read(self.db)]

    def close(self) -> None:
        """Free the database."""
        self.db.close()
