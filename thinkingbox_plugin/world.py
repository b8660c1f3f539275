"""The world: the state of one domain in one trial, a private in-memory database.

Nothing here reads the machine's clock, locale or random state, and nothing at module level holds a
trial's state: two worlds of one domain live side by side and never meet.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from thinkingbox_plugin import journal
from thinkingbox_plugin._arguments import shown
from thinkingbox_plugin._sqlite import Database
from thinkingbox_plugin.errors import TaskError, ToolError
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.rows import Column, Row, TableSpec
from thinkingbox_plugin.template import BrokenRecordError, Prepared, Template, dangling, highest_number, load

if TYPE_CHECKING:
    from thinkingbox_plugin.calls import CallLog

RowT = TypeVar("RowT", bound=Row)

_FIRST_ID = 7001
"""Made ids count from here for each prefix, far from the numbers that records use."""

MADE_ID = re.compile(r"[A-Z][A-Z0-9]{0,7}-[0-9]+")
_PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,7}")


class MissingRowError(ToolError):
    """A key names no row; the tool layer puts the argument's name before the message."""

    def __init__(self, table: str, key: Sequence[Any]) -> None:
        self.key = tuple(key)
        super().__init__(f"no such row in {table}: {_listed(key)}")


def _listed(key: Iterable[Any]) -> str:
    return ", ".join(map(shown, key))


_CLOSED = Database(memory=True, execute_plugins=False)
_CLOSED.close()


@dataclass
class World:
    """One trial's database, clock and id sequences; what every tool gets as its first argument."""

    db: Database
    specs: Mapping[str, TableSpec]
    now: datetime
    log: CallLog
    made: set[str] = field(default_factory=set)
    """Every id that this world has made; the state is compared up to their naming."""
    playback: Callable[[], Any] | None = None
    """Set when a task's body runs a second time: tools answer from what they returned the first time."""
    _sequences: dict[str, int] = field(default_factory=dict)
    _template: Template | None = None
    _record_keys: tuple[Any, ...] = ()
    """Keys of the task's records; those of the base records are known to the template."""

    @classmethod
    def create(cls, template: Template, now: datetime, log: CallLog, records: Iterable[Row] | Prepared = ()) -> World:
        """A fresh world: the template, then a task's ``records`` over it.

        Raises :class:`TaskError` for a record that breaks its table.
        """
        db = template.open()
        if isinstance(records, Prepared):
            records.load(db)
            keys = records.keys
        else:
            records = list(records)
            try:
                load(db, template.specs, records, template.ranks)
            except BrokenRecordError as error:
                template.close(db)
                raise TaskError(f"records: {error}") from error
            keys = tuple(row.key_values[0] for row in records)
        journal.clear(db)
        return cls(db, template.specs, now, log, _template=template, _record_keys=keys)

    @property
    def today(self) -> date:
        """The date of :attr:`now`."""
        return self.now.date()

    def new_id(self, prefix: str) -> str:
        """The next id of a kind, such as ``RF-7001``; taken back if the call is refused.

        ``prefix`` is one to eight capital letters or digits, a letter first.
        """
        if prefix not in self._sequences:
            if not _PREFIX.fullmatch(prefix):
                raise ValueError(f"{prefix!r} is no prefix of an id; use up to eight capital letters or digits")
            self._sequences[prefix] = max(_FIRST_ID - 1, self._highest(prefix))
        self._sequences[prefix] += 1
        made = f"{prefix}-{self._sequences[prefix]}"
        self.made.add(made)
        return made

    def _highest(self, prefix: str) -> int:
        """The highest number that a record uses with this prefix, so that no made id meets one."""
        base = self._template.highest(prefix) if self._template is not None else 0
        return max(base, highest_number(prefix, self._record_keys))

    def get(self, row_class: type[RowT], *key: str | int) -> RowT:
        """The row with this key; refuses, naming the key, if there is none."""
        row = self.find(row_class, *key)
        if row is None:
            raise MissingRowError(row_class.spec.name, key)
        return row

    def find(self, row_class: type[RowT], *key: str | int) -> RowT | None:
        """The row with this key, or None."""
        spec = row_class.spec
        found = self.db.execute(f'SELECT * FROM "{spec.name}" WHERE {spec.key_sql}', key).fetchone()
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
        """Add a row; refuses one whose key is taken or that refers to a row that does not exist."""
        spec = row.spec
        self._check_references(row, spec.lists)
        try:
            self.db.execute(spec.insert_sql, row.to_sql())
        except sqlite3.IntegrityError as error:
            self._check_references(row, spec.columns)
            if error.sqlite_errorname != "SQLITE_CONSTRAINT_PRIMARYKEY":
                raise
            raise ToolError(f"there is already a row in {spec.name}: {_listed(row.key_values)}") from error
        return row

    def update(self, row: RowT, **changes: Any) -> RowT:
        """Change columns outside the key of a row that exists; returns the row as it now is."""
        spec = row.spec
        if not changes:
            raise ValueError(f"{spec.name}: an update without changes")
        columns = [spec.column(name) for name in changes]
        if any(column.is_key for column in columns):
            raise ValueError(f"{spec.name}: the key of a row never changes; delete it and insert another")
        changed = row.__class__.model_validate({**dict(row), **changes})
        self._check_references(changed, [column for column in columns if column.is_list])
        sets = ", ".join(f'"{column.name}" = ?' for column in columns)
        values = [column.encode(getattr(changed, column.name)) for column in columns]
        sql = f'UPDATE "{spec.name}" SET {sets} WHERE {spec.key_sql}'
        try:
            done = self.db.execute(sql, [*values, *row.key_values])
        except sqlite3.IntegrityError:
            self._check_references(changed, columns)
            raise
        if done.rowcount != 1:
            raise MissingRowError(spec.name, row.key_values)
        return changed

    def delete(self, row: Row) -> None:
        """Remove a row; refuses while others refer to it."""
        spec = row.spec
        in_use = ToolError(f"{spec.name} {_listed(row.key_values)}: other rows still refer to it")
        if self._listed_elsewhere(spec, row.key_values[0]):
            raise in_use
        try:
            cursor = self.db.execute(f'DELETE FROM "{spec.name}" WHERE {spec.key_sql}', row.key_values)
        except sqlite3.IntegrityError as error:
            raise in_use from error
        if cursor.rowcount != 1:
            raise MissingRowError(spec.name, row.key_values)

    def _listed_elsewhere(self, spec: TableSpec, key: Any) -> bool:
        """Whether a list column of any table holds the key; SQLite guards plain references only."""
        for other in self.specs.values():
            for column in other.columns:
                if column.is_list and column.references == spec.name:
                    sql = f'SELECT 1 FROM "{other.name}", json_each("{column.name}") WHERE value = ?'
                    if self.db.execute(sql, [key]).fetchone():
                        return True
        return False

    def _check_references(self, row: Row, columns: Iterable[Column]) -> None:
        """Refuse, naming it, a key of another table that is not there.

        SQLite sees to plain references itself; it is asked again only to say which one it was.
        """
        missing = dangling(self.db, self.specs, row, columns)
        if missing is not None:
            column, value = missing
            raise MissingRowError(str(column.references), [value])

    @contextmanager
    def transaction(self, call: int) -> Iterator[None]:
        """One tool call: all of it or nothing, ids taken back as well."""
        made, sequences = set(self.made), dict(self._sequences)
        self.db.execute("SAVEPOINT call")
        try:
            self.db.execute("UPDATE _call SET number = ?", [call])
            yield
        except BaseException:
            self.db.execute("ROLLBACK TO call")
            self.db.execute("RELEASE call")
            self.made, self._sequences = made, sequences
            raise
        self.db.execute("RELEASE call")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One call of a tool that only reads: a write inside is an error of the tool's (OperationalError)."""
        # Not PRAGMA query_only: each change of it throws away every statement that SQLite has prepared.
        made, sequences = set(self.made), dict(self._sequences)
        conn = self.db.conn
        before = conn.total_changes
        conn.execute("SAVEPOINT call")
        try:
            yield
            if conn.total_changes != before:
                raise sqlite3.OperationalError("a tool that only reads has written; mark it with @writes")
        finally:
            conn.execute("ROLLBACK TO call")
            conn.execute("RELEASE call")
            self.made, self._sequences = made, sequences

    def effects(self) -> list[Effect]:
        """Every row that a call touched, in order, whether or not it was undone later."""
        return journal.read(self.db, self.specs)

    def close(self) -> None:
        """Free the database; whatever is asked of it afterwards is an error.  Closing twice does nothing."""
        if self._template is not None:
            self._template.close(self.db)
            self.db, self._template = _CLOSED, None
