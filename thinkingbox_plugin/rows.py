"""Typed rows: one class for each table, one pydantic field for each column.

A domain declares its tables as subclasses of :class:`Row`::

    class Order(Row, table="orders", private="customer_id"):
        id: Key
        customer_id: Annotated[str, References("customers")]
        total: Money
        status: Literal["placed", "shipped", "delivered"]
        note: Prose = ""

Every column is compared between the golden's end state and the agent's, unless it is narrative
(:data:`Prose`: a model words it freely) or volatile (:class:`Volatile`: timestamps and history).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from thinkingbox_plugin import _columns
from thinkingbox_plugin._columns import (
    Column,
    Internal,
    KeyColumn,
    Narrative,
    OneOf,
    References,
    Unordered,
    UserVisible,
    Volatile,
)
from thinkingbox_plugin.errors import DomainError

__all__ = [
    "Amount",
    "Column",
    "Internal",
    "Key",
    "Money",
    "Narrative",
    "OneOf",
    "Prose",
    "References",
    "Row",
    "TableSpec",
    "Unordered",
    "UserVisible",
    "View",
    "Volatile",
    "money",
]


def money(value: Decimal | int | str) -> Decimal:
    """Round an amount half up to cents, the one rounding that every domain uses.

    >>> money(Decimal("12.345"))
    Decimal('12.35')
    """
    # Adding zero turns -0.00 into 0.00: there is one zero.
    return Decimal(value).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP) + 0


_TOO_MUCH = Decimal(10) ** 9


class _MoneySchema:
    """How an amount is validated and described: a string with two decimals, never a float."""

    def __init__(self, *, positive: bool) -> None:
        self.positive = positive

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.validate,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda amount: f"{amount:.2f}", when_used="json", return_schema=core_schema.str_schema()
            ),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        sign = "" if self.positive else "-?"
        return {"type": "string", "pattern": rf"^{sign}[0-9]{{1,9}}(\.[0-9]{{1,2}})?$"}

    def validate(self, value: Any) -> Decimal:
        if isinstance(value, str):
            if not _columns.MONEY.fullmatch(value):
                raise ValueError('an amount is a string of digits with two decimals, such as "64.00"')
            value = Decimal(value)
        elif not isinstance(value, Decimal) or not value.is_finite() or abs(value) >= _TOO_MUCH:
            raise ValueError('an amount is a string of digits with two decimals, such as "64.00"')
        if value != money(value):
            raise ValueError("an amount has at most two decimals; round it first")
        if self.positive and value <= 0:
            raise ValueError("the amount must be above zero")
        return money(value)


Key = Annotated[str, KeyColumn()]
"""The primary key of a table."""

Money = Annotated[Decimal, _MoneySchema(positive=False)]
"""An amount with two decimals: ``Decimal`` in Python, TEXT in SQLite, ``"64.00"`` in JSON."""

Amount = Annotated[Decimal, _MoneySchema(positive=True)]
"""An amount above zero, for tool arguments."""

Prose = Annotated[str, Narrative()]
"""Free text that a model words freely: not compared."""


@dataclass(frozen=True)
class TableSpec:
    """What the world needs to know of a table; built once from its row class."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    private: tuple[str, ...] = ()
    """The columns that lead to the owner of a row, for the check ``scope``: the first that is not null counts."""

    def column(self, name: str) -> Column:
        """The column called ``name``; KeyError if there is none."""
        return self.by_name[name]

    @cached_property
    def by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in their order."""
        return tuple(column.name for column in self.columns)

    @cached_property
    def given(self) -> set[str]:
        """The columns' names as pydantic's record of the fields that a row was given: one set for all its rows."""
        return set(self.names)

    @cached_property
    def decoders(self) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        """Name and decoder of each column whose values SQLite does not hold as Python does."""
        return tuple((column.name, column.decode) for column in self.columns if not column.as_is)

    @cached_property
    def lists(self) -> tuple[Column, ...]:
        """The columns that hold lists, whose references SQLite does not guard."""
        return tuple(column for column in self.columns if column.is_list)

    @cached_property
    def ends_ownership(self) -> bool:
        """Whether a reference to this table already names the owner: it is nobody's, or its key is the owner's."""
        return not self.private or (self.key == self.private and not self.column(self.private[0]).references)

    def owner_column(self, row: Mapping[str, Any]) -> str | None:
        """The column that leads to the owner of ``row``; None if the row is nobody's."""
        return next((name for name in self.private if row[name] is not None), None)

    @cached_property
    def key_sql(self) -> str:
        """The condition that finds a row by its key."""
        return " AND ".join(f'"{name}" = ?' for name in self.key)

    @cached_property
    def insert_sql(self) -> str:
        """INSERT of one row, values in column order."""
        names = ", ".join(f'"{column.name}"' for column in self.columns)
        return f'INSERT INTO "{self.name}" ({names}) VALUES ({", ".join("?" * len(self.columns))})'

    @cached_property
    def upsert_sql(self) -> str:
        """:attr:`insert_sql` that replaces the row of the same key, without deleting it first."""
        changes = ", ".join(f'"{c.name}" = excluded."{c.name}"' for c in self.columns if not c.is_key)
        key = ", ".join(f'"{name}"' for name in self.key)
        return f"{self.insert_sql} ON CONFLICT ({key}) DO {f'UPDATE SET {changes}' if changes else 'NOTHING'}"

    def ddl(self) -> str:
        """CREATE TABLE as STRICT, with enumerations checked and references declared."""
        lines = [column.ddl() for column in self.columns]
        lines.append("PRIMARY KEY (" + ", ".join(f'"{name}"' for name in self.key) + ")")
        body = ",\n  ".join(lines)
        return f'CREATE TABLE "{self.name}" (\n  {body}\n) STRICT'


RowT = TypeVar("RowT", bound="Row")
_GIVEN: dict[frozenset[str], set[str]] = {}


class View(BaseModel):
    """Base of what a tool returns besides rows: rows put together, a page, a masked search result."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Row(BaseModel):
    """Base of all row classes.  ``table`` names the table; ``private`` the column leading to its owner.

    ``private`` is a reference (to the owner, or to a row that is private itself) or the key of the
    owner's own table.  Several columns, such as ``("company_id", "person_id")``, are tried in turn: the
    first that is not null leads to the owner.

    Raises :class:`DomainError` for a column type that SQLite cannot hold exactly.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    spec: ClassVar[TableSpec]

    def __init_subclass__(cls, *, table: str, private: str | tuple[str, ...] = ()) -> None:
        super().__init_subclass__()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__()
        table, given = kwargs["table"], kwargs.get("private", ())
        private = (given,) if isinstance(given, str) else tuple(given)
        columns = tuple(_columns.column_of(cls.__name__, name, info) for name, info in cls.model_fields.items())
        key = tuple(column.name for column in columns if column.is_key)
        if not key:
            raise DomainError(f"{cls.__name__}: no column is a Key; annotate the primary key with Key")
        for name in private:
            if name not in cls.model_fields:
                raise DomainError(f"{cls.__name__}: private={name!r} names no column of {table}")
        cls.spec = TableSpec(table, columns, key, private)

    def to_sql(self) -> tuple[Any, ...]:
        """The values in column order, as SQLite stores them."""
        return tuple(column.encode(getattr(self, column.name)) for column in self.spec.columns)

    @classmethod
    def from_sql(cls: type[RowT], values: tuple[Any, ...]) -> RowT:
        """A row from the values of ``SELECT *``; trusted, since the table's checks hold."""
        names, decoders = cls.spec.names, cls.spec.decoders
        if len(values) != len(names):
            raise ValueError(f"{cls.spec.name} has {len(names)} columns, got {len(values)} values")
        held = dict(zip(names, values, strict=True))
        for name, decode in decoders:
            held[name] = decode(held[name])
        # What model_construct comes to when every field is given, at a third of its price.
        row = cls.__new__(cls)
        object.__setattr__(row, "__dict__", held)
        object.__setattr__(row, "__pydantic_fields_set__", cls.spec.given)
        object.__setattr__(row, "__pydantic_extra__", None)
        object.__setattr__(row, "__pydantic_private__", None)
        return row

    def share_given(self) -> None:
        """Hold pydantic's record of the fields that were given together with all rows that were given the same ones.

        It is larger than a row's values, a session keeps thousands of rows, and no row ever changes.
        """
        given = self.__pydantic_fields_set__
        object.__setattr__(self, "__pydantic_fields_set__", _GIVEN.setdefault(frozenset(given), given))

    @property
    def key_values(self) -> tuple[Any, ...]:
        """The values of the primary key, as SQLite stores them."""
        return tuple(self.spec.column(name).encode(getattr(self, name)) for name in self.spec.key)
