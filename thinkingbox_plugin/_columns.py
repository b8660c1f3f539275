"""Columns: how one field of a row becomes a column of a STRICT table and back."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import GetCoreSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, core_schema

from thinkingbox_plugin.errors import DomainError

MONEY = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,2})?", re.ASCII)


@dataclass(frozen=True)
class KeyColumn:
    """Marks a column of the primary key."""


@dataclass(frozen=True)
class References:
    """Marks a column (or the items of a list column) that holds keys of another table."""

    table: str


@dataclass(frozen=True)
class Narrative:
    """Marks free text that a model words freely: not compared."""


@dataclass(frozen=True)
class Volatile:
    """Marks timestamps and history text: not compared."""


@dataclass(frozen=True)
class Unordered:
    """Marks a list column whose order does not count."""


@dataclass(frozen=True)
class Internal:
    """Marks a column whose values must never be told to the user (check ``leak``)."""


@dataclass(frozen=True)
class UserVisible:
    """Marks a text column that the user can read (check ``leak``)."""


@dataclass(frozen=True)
class OneOf:
    """An enumeration whose members are known at run time only; otherwise write a ``Literal``."""

    members: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.members))


Kind = Literal["compared", "narrative", "volatile"]


@dataclass(frozen=True)
class Column:
    """One column: its SQL type and check, what it refers to, whether it is compared."""

    name: str
    sql_type: Literal["TEXT", "INTEGER"]
    check: str
    nullable: bool
    kind: Kind
    is_key: bool
    references: str | None
    is_list: bool
    unordered: bool
    internal: bool
    user_visible: bool
    members: tuple[str, ...]
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]

    @property
    def as_is(self) -> bool:
        """Whether SQLite gives back the very value that Python gave it."""
        return self.decode is _same

    def ddl(self) -> str:
        """The column's line in CREATE TABLE."""
        parts = [f'"{self.name}" {self.sql_type}']
        if not self.nullable:
            parts.append("NOT NULL")
        if self.check:
            unless_null = f'"{self.name}" IS NULL OR ' if self.nullable else ""
            parts.append(f"CHECK ({unless_null}{self.check})")
        if self.references and not self.is_list:
            parts.append(f'REFERENCES "{self.references}"')
        return " ".join(parts)


def _same(value: Any) -> Any:
    return value


def _optional(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    if function is _same:
        return function
    return lambda value: None if value is None else function(value)


def _encode_datetime(value: datetime) -> str:
    if value.tzinfo is not None:
        raise ValueError(f"{value.isoformat()} has a time zone; a world has one clock without a zone")
    return value.isoformat()


def _encode_list(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# The type and check in SQL ("?" stands for the column), and the functions to SQLite and back.
_SCALARS: dict[Any, tuple[Literal["TEXT", "INTEGER"], str, Callable[[Any], Any], Callable[[Any], Any]]] = {
    str: ("TEXT", "", _same, _same),
    int: ("INTEGER", "", _same, _same),
    bool: ("INTEGER", "? IN (0, 1)", int, bool),
    Decimal: ("TEXT", "? GLOB '*[0-9].[0-9][0-9]'", lambda amount: f"{amount:.2f}", Decimal),
    # Without a modifier SQLite gives 30 February back as it is.
    date: ("TEXT", "date(?, '+0 days') IS ?", date.isoformat, date.fromisoformat),
    datetime: ("TEXT", "datetime(?) IS NOT NULL", _encode_datetime, datetime.fromisoformat),
}


def _unwrap(annotation: Any) -> tuple[Any, bool, list[Any]]:
    """Strip ``| None`` and ``Annotated``: the bare type, whether it may be null, the markers."""
    nullable, markers = False, []
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *found = get_args(annotation)
            markers += found
        elif origin in (Union, types.UnionType):
            members = [member for member in get_args(annotation) if member is not type(None)]
            if len(members) != 1:
                return annotation, nullable, markers
            nullable, annotation = True, members[0]
        else:
            return annotation, nullable, markers


def _marker(markers: list[Any], kind: type[Any]) -> Any:
    return next((marker for marker in markers if isinstance(marker, kind)), None)


def column_of(owner: str, name: str, info: FieldInfo) -> Column:
    """The column for field ``name`` of row class ``owner``.

    Raises :class:`DomainError` for a type without an exact column (float, dict, a union).
    """
    bare, nullable, markers = _unwrap(info.annotation)
    markers += info.metadata
    origin = get_origin(bare)
    members: tuple[str, ...] = ()
    is_list = False
    sql_type: Literal["TEXT", "INTEGER"]
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    one_of = _marker(markers, OneOf)
    if origin is Literal or one_of is not None:
        members = one_of.members if one_of is not None else get_args(bare)
        if not all(isinstance(member, str) for member in members):
            raise DomainError(f"{owner}.{name}: the members of an enumeration are strings")
        listed = ", ".join("'" + member.replace("'", "''") + "'" for member in members)
        sql_type, check, encode, decode = "TEXT", f'"{name}" IN ({listed})', _same, _same
    elif origin is list:
        item, _, item_markers = _unwrap(get_args(bare)[0])
        if item is not str and get_origin(item) is not Literal:
            raise DomainError(f"{owner}.{name}: a list column holds strings, not {item}")
        markers += item_markers
        sql_type, check, encode, decode = "TEXT", f'json_valid("{name}")', _encode_list, json.loads
        is_list = True
    elif bare in _SCALARS:
        sql_type, check, encode, decode = _SCALARS[bare]
        check = check.replace("?", f'"{name}"')
    else:
        mend = (
            "use Money or int" if bare is float else "use str, int, bool, Money, date, datetime, Literal or list[str]"
        )
        raise DomainError(f"{owner}.{name}: no exact column for {bare}; {mend}")
    is_key = _marker(markers, KeyColumn) is not None
    if is_key and (nullable or is_list):
        raise DomainError(f"{owner}.{name}: a key holds one value, never None or a list")
    reference = _marker(markers, References)
    kind: Kind = "compared"
    if _marker(markers, Narrative):
        kind = "narrative"
    elif _marker(markers, Volatile):
        kind = "volatile"
    if is_key and kind != "compared":
        raise DomainError(f"{owner}.{name}: a key is compared; it cannot be {kind}")
    return Column(
        name=name,
        sql_type=sql_type,
        check=check,
        nullable=nullable,
        kind=kind,
        is_key=is_key,
        references=reference.table if reference else None,
        is_list=is_list,
        unordered=_marker(markers, Unordered) is not None,
        internal=_marker(markers, Internal) is not None,
        user_visible=_marker(markers, UserVisible) is not None,
        members=members,
        encode=_optional(encode),
        decode=_optional(decode),
    )
