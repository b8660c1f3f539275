"""Tools as strict JSON schemas, and a model's arguments back in the tool's own terms.

A strict schema lists every property as required and allows no other, so that a provider can hold a model
to it letter by letter.  An argument that may be left out becomes one that may be null, and a null there
means that it is left out.  What the rules of OpenAI's and vLLM's strict mode do not know (lengths,
defaults) is said in the description instead; the tool itself enforces it all the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from thinkingbox_plugin._jsontext import BadArgumentsError, parse_arguments
from thinkingbox_plugin.messages import ToolSchema

Schema = Mapping[str, Any]

_KEPT = frozenset(
    {"type", "enum", "description", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
     "minItems", "maxItems"}
)  # fmt: skip
_SAID = frozenset({"minLength", "maxLength", "uniqueItems"})
_DROPPED = frozenset({"title", "default", "examples", "discriminator", "deprecated", "$schema", "$defs", "$comment"})
_FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)  # fmt: skip
_NULL = {"type": "null"}


class _NotStrictError(Exception):
    """The schema has something that strict mode cannot say."""


class ToolTable:
    """The tools of a trial as a provider is to see them."""

    def __init__(self, tools: Sequence[ToolSchema], *, strict: bool) -> None:
        self._resolved = {tool.name: _resolved(tool.parameters) for tool in tools}
        self._strict: set[str] = set()
        self.shown = tuple(self._show(tool, strict) for tool in tools)
        """The tools with their schemas changed; a tool that strict mode cannot say keeps its own."""

    def _show(self, tool: ToolSchema, strict: bool) -> ToolSchema:
        schema = self._resolved[tool.name]
        if strict:
            try:
                made = _strict(schema)
            except _NotStrictError:
                pass
            else:
                self._strict.add(tool.name)
                return ToolSchema(tool.name, tool.description, made, strict=True)
        return ToolSchema(tool.name, tool.description, schema)

    @property
    def names(self) -> tuple[str, ...]:
        """The tools' names."""
        return tuple(self._resolved)

    def arguments(self, name: str, text: str) -> str:
        """The arguments of a call, nulls that mean "left out" taken away.

        Text that holds none of them, or is not one JSON object, comes back as it is: nothing is repaired.
        """
        if name not in self._strict or "null" not in text:
            return text
        try:
            given = parse_arguments(text)
        except BadArgumentsError:
            return text
        meant = _without_nulls(self._resolved[name], given)
        if meant == given:
            return text
        try:
            return json.dumps(meant, ensure_ascii=False, allow_nan=False)
        except ValueError:  # a number such as 1e999, which the tool refuses
            return text


_tables: dict[tuple[int, bool], tuple[Sequence[ToolSchema], ToolTable]] = {}


def table_of(tools: Sequence[ToolSchema], *, strict: bool) -> ToolTable:
    """The table of a list of tools, made once: every trial of a domain has the same list."""
    found = _tables.get((id(tools), strict))
    if found is None or found[0] is not tools:
        if len(_tables) > 64:
            _tables.clear()
        found = _tables[id(tools), strict] = tools, ToolTable(tools, strict=strict)
    return found[1]


def _resolved(schema: Schema) -> Schema:
    """The schema with every ``$ref`` replaced by what it refers to; one that refers to itself stays as it is."""
    definitions = schema.get("$defs", {})

    def resolve(part: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(part, list):
            return [resolve(item, inside) for item in part]
        if not isinstance(part, Mapping):
            return part
        if isinstance(name := part.get("$ref"), str):
            name = name.rpartition("/")[2]
            if name in inside or name not in definitions:
                raise _NotStrictError(name)
            rest = {key: value for key, value in part.items() if key != "$ref"}
            return {**resolve(definitions[name], (*inside, name)), **resolve(rest, inside)}
        return {key: resolve(value, inside) for key, value in part.items()}

    try:
        found: Schema = resolve({key: value for key, value in schema.items() if key != "$defs"}, ())
    except _NotStrictError:
        return schema
    return found


def _strict(schema: Schema) -> dict[str, Any]:
    """A strict schema.  Raises :class:`_NotStrictError`."""
    made: dict[str, Any] = {}
    said: list[str] = []
    for key, value in schema.items():
        if key in _KEPT:
            made[key] = value
        elif key == "const":
            made["enum"] = [value]
        elif key in ("anyOf", "oneOf"):
            made["anyOf"] = _alternatives(value)
        elif key == "items" and isinstance(value, Mapping):
            made["items"] = _strict(value)
        elif key == "pattern" and "(?" not in value.replace("(?:", ""):
            made["pattern"] = value
        elif key == "format" and value in _FORMATS:
            made["format"] = value
        elif key in ("pattern", "format"):
            said.append(f"{key} {value}")
        elif key not in _SAID | _DROPPED | {"properties", "required", "additionalProperties"}:
            raise _NotStrictError(key)
    said += _lengths(schema)
    if schema.get("type") == "object":
        made |= _object(schema)
    elif "properties" in schema or not (made.keys() & {"type", "enum", "anyOf"}):
        raise _NotStrictError("an object or anything at all")
    return _saying(made, said)


def _alternatives(options: Sequence[Schema]) -> list[dict[str, Any]]:
    # Of several objects it could not be told which one's nulls are meant as left out.
    objects = [option for option in options if option.get("type") == "object"]
    if len(objects) > 1 and any(set(option.get("properties", {})) - set(_required(option)) for option in objects):
        raise _NotStrictError("several objects")
    return [_strict(option) for option in options]


def _object(schema: Schema) -> dict[str, Any]:
    properties = schema.get("properties", {})
    if schema.get("additionalProperties", not properties and "properties" not in schema):
        raise _NotStrictError("additionalProperties")
    required = _required(schema)
    made = {name: _strict(value) if name in required else _optional(value) for name, value in properties.items()}
    return {"properties": made, "required": list(made), "additionalProperties": False}


def _required(schema: Schema) -> Sequence[str]:
    found: Sequence[str] = schema.get("required", ())
    return found


def _optional(schema: Schema) -> dict[str, Any]:
    """The schema of an argument that may be left out, which is said by null."""
    made = _strict(schema)
    description = made.pop("description", "")
    options = made["anyOf"] if set(made) == {"anyOf"} else [made]
    if not any(_takes_null(option) for option in options):
        options = [*options, _NULL]
    default = schema.get("default")
    meaning = "null leaves it out" if default is None else f"null means {json.dumps(default, ensure_ascii=False)}"
    if not _left_out_by_null(schema):
        meaning = ""
    return _saying({"anyOf": options, **({"description": description} if description else {})}, [meaning])


def _takes_null(schema: Schema) -> bool:
    kind = schema.get("type")
    return kind == "null" or (isinstance(kind, list) and "null" in kind) or None in schema.get("enum", ())


def _left_out_by_null(schema: Schema) -> bool:
    """Whether null can mean that the argument is left out: not where null is a value unlike the default."""
    options = [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return schema.get("default") is None or not any(_takes_null(option) for option in options)


def _lengths(schema: Schema) -> list[str]:
    low, high = schema.get("minLength"), schema.get("maxLength")
    said = []
    if low and high:
        said.append(f"{low} to {high} characters")
    elif low or high:
        said.append(f"at least {low} characters" if low else f"at most {high} characters")
    if schema.get("uniqueItems"):
        said.append("no item twice")
    return said


def _saying(schema: dict[str, Any], said: Sequence[str]) -> dict[str, Any]:
    """The schema with more in its description."""
    words = "; ".join(filter(None, said))
    if not words:
        return schema
    description = schema.get("description", "")
    return {**schema, "description": f"{description} ({words})" if description else words}


def _without_nulls(schema: Schema, value: Any) -> Any:
    if isinstance(value, list):
        items = _only(schema, "items")
        return value if items is None else [_without_nulls(items["items"], item) for item in value]
    if not isinstance(value, dict) or (found := _only(schema, "properties")) is None:
        return value
    properties, required = found["properties"], _required(found)
    return {
        name: _without_nulls(properties[name], item) if name in properties else item
        for name, item in value.items()
        if not (item is None and name in properties and name not in required and _left_out_by_null(properties[name]))
    }


def _only(schema: Schema, key: str) -> Schema | None:
    """The schema, or the one of its alternatives, that has ``key``."""
    found = [option for option in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())) if key in option]
    return found[0] if len(found) == 1 else None
