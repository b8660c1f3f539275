"""Arguments as their tool's JSON schema describes them: finding and replacing the values inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from thinkingbox_plugin.rows import Amount, Money
from thinkingbox_plugin.tools import AnyTool

Path = tuple[str | int, ...]
Pattern = tuple[str, ...]
"""A path with ``*`` for every place in a list: which argument, whatever the call."""
Shape = Literal["flag", "enum", "amount", "date", "datetime", "integer", "text", "other"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value inside a call's arguments, lists of plain values and objects opened."""

    path: Path
    schema: Mapping[str, Any]
    value: Any

    @property
    def pattern(self) -> Pattern:
        """Which argument this is, whatever the call."""
        return pattern_of(self.path)

    @property
    def name(self) -> str:
        """As a message names it, such as ``lines.0.quantity``."""
        return ".".join(map(str, self.path))


def pattern_of(path: Path) -> Pattern:
    """The path with ``*`` for every place in a list."""
    return tuple("*" if isinstance(part, int) else part for part in path)


def flat(schema: Mapping[str, Any], tool: AnyTool) -> Mapping[str, Any]:
    """The schema itself: references followed, the null of an optional value left out."""
    while True:
        if "$ref" in schema:
            schema = tool.parameters["$defs"][schema["$ref"].rpartition("/")[2]]
        elif "anyOf" in schema:
            options = [option for option in schema["anyOf"] if option.get("type") != "null"]
            if len(options) != 1:
                return schema
            schema = options[0]
        else:
            return schema


def properties(tool: AnyTool) -> Mapping[str, Mapping[str, Any]]:
    """The arguments' schemas by name, flat."""
    return {name: flat(schema, tool) for name, schema in tool.parameters["properties"].items()}


def leaves(tool: AnyTool, arguments: Mapping[str, Any]) -> Iterator[Leaf]:
    """All values inside the arguments of a call."""
    known = properties(tool)
    for name, value in arguments.items():
        if name in known:
            yield from _leaves(tool, (name,), known[name], value)


def _leaves(tool: AnyTool, path: Path, schema: Mapping[str, Any], value: Any) -> Iterator[Leaf]:
    if isinstance(value, list | tuple) and "items" in schema:
        for index, item in enumerate(value):
            yield from _leaves(tool, (*path, index), flat(schema["items"], tool), item)
    elif isinstance(value, Mapping) and "properties" in schema:
        for name, item in value.items():
            if name in schema["properties"]:
                yield from _leaves(tool, (*path, name), flat(schema["properties"][name], tool), item)
    else:
        yield Leaf(path, schema, value)


def lists(tool: AnyTool, arguments: Mapping[str, Any]) -> Iterator[Leaf]:
    """The lists among the arguments of a call."""
    for name, schema in properties(tool).items():
        if isinstance(arguments.get(name), list | tuple) and "items" in schema:
            yield Leaf((name,), schema, arguments[name])


def with_value(arguments: Any, path: Path, value: Any) -> Any:
    """A copy of the arguments with another value at ``path``."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(arguments, Mapping):
        return {**arguments, str(head): with_value(arguments.get(str(head)), rest, value)}
    copy = list(arguments)
    copy[int(head)] = with_value(copy[int(head)], rest, value)
    return copy


def members(schema: Mapping[str, Any]) -> list[Any]:
    """The members of an enumeration; empty for any other schema."""
    if "const" in schema:
        return [schema["const"]]
    return list(schema.get("enum", ()))


@cache
def _amount_patterns() -> frozenset[str]:
    return frozenset(TypeAdapter(kind).json_schema()["pattern"] for kind in (Amount, Money))


def shape(schema: Mapping[str, Any]) -> Shape:
    """What kind of value a flat schema takes."""
    if members(schema):
        return "enum"
    kind = schema.get("type")
    if kind == "boolean":
        return "flag"
    if kind == "integer":
        return "integer"
    if kind != "string":
        return "other"
    if schema.get("pattern") in _amount_patterns():
        return "amount"
    return {"date": "date", "date-time": "datetime"}.get(schema.get("format", ""), "text")  # type: ignore[return-value]
