"""Values and rows as unambiguous text.

The first character tells the type: ``n``, ``t`` and ``f`` for null, true and false, a digit or ``-`` for an
integer, ``"`` for a string (escaped as in JSON), ``#`` for a generated id, ``<`` for text with generated
ids, ``[`` for an ordered list and ``{`` for an unordered one, whose elements are sorted as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from .change import Bag, Made, NetChange, Ordered, RowChange, Text, Value

Naming = Callable[[str], str]
"""How a generated id is written."""

quote = json.JSONEncoder(ensure_ascii=False).encode


def as_spelt(made_id: str) -> str:
    """Name a generated id by itself, shorter ids first when sorted (RF-9 before RF-10)."""
    return f"#{len(made_id):03}{quote(made_id)}"


def pieces(text: Text) -> list[str | Made]:
    """The parts of a text with adjacent strings joined and empty ones left out."""
    joined: list[str | Made] = []
    for part in text.parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return joined


def encode(value: Value, name: Naming) -> str:
    """One value as text.  Different values give different texts if ``name`` gives different names.

    Raises :class:`TypeError` for anything that is no :data:`Value`, such as a float.
    """
    if isinstance(value, str):
        return quote(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, Made):
        return name(value.id)
    if isinstance(value, Ordered):
        return f"[{','.join([encode(item, name) for item in value.items])}]"
    if isinstance(value, Bag):
        return f"{{{','.join(sorted([encode(item, name) for item in value.items]))}}}"
    if isinstance(value, Text):
        return encode_text(value, name)
    raise TypeError(f"{value!r} is no value of a state: write None, a bool, an int, a str, Made, Text, Ordered or Bag")


def encode_text(text: Text, name: Naming) -> str:
    """A text with its generated ids named; the plain string if it has none."""
    parts = pieces(text)
    if not any(isinstance(part, Made) for part in parts):
        return quote("".join([part for part in parts if isinstance(part, str)]))
    return f"<{','.join([quote(part) if isinstance(part, str) else name(part.id) for part in parts])}>"


def encode_key(key: tuple[Value, ...], name: Naming) -> str:
    """A row's key as text."""
    return f"[{','.join([encode(part, name) for part in key])}]"


def join_row(row: RowChange, key: str, values: Mapping[str, str]) -> str:
    """A row's line from its encoded parts."""
    columns = ",".join([f"{quote(column)}:{values[column]}" for column in sorted(values)])
    return f"{row.op} {quote(row.table)} {key} {{{columns}}}"


def encode_row(row: RowChange, name: Naming) -> str:
    """A row as one line of text."""
    values = {column: encode(value, name) for column, value in row.values.items()}
    return join_row(row, encode_key(row.key, name), values)


def made_in(value: Value) -> Iterator[str]:
    """The generated ids in a value, in writing order, repeated as often as they occur."""
    if isinstance(value, Made):
        yield value.id
    elif isinstance(value, Text):
        yield from (part.id for part in value.parts if isinstance(part, Made))
    elif isinstance(value, Ordered | Bag):
        for item in value.items:
            yield from made_in(item)


def own_id(row: RowChange) -> str | None:
    """The generated id that is the whole key of an inserted row."""
    if row.op == "inserted" and len(row.key) == 1 and isinstance(row.key[0], Made):
        return row.key[0].id
    return None


def significant(change: NetChange) -> list[RowChange]:
    """The rows in an order that does not depend on theirs, without changed rows in which nothing changed.

    Raises :class:`ValueError` if a table and key stand twice.
    """
    rows: dict[tuple[str, str], RowChange] = {}
    for row in change:
        if row.op == "changed" and not row.values:
            continue
        place = (row.table, encode_key(row.key, as_spelt))
        if place in rows:
            raise ValueError(f"{row.table}: the key {row.key!r} stands twice in one net change")
        rows[place] = row
    return [rows[place] for place in sorted(rows)]
