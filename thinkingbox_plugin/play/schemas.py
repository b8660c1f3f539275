"""A tool's JSON schema in words, and arguments from what a person types."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.messages import ToolSchema

Schema = Mapping[str, Any]

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}
_SAID = frozenset(
    {"type", "description", "default", "enum", "const", "anyOf", "$ref", "items", "properties", "required", "format"}
    | {"additionalProperties", "$defs", "title"}
)
"""Keywords that have words of their own here; all others are shown as they are."""


def tool_lines(tool: ToolSchema) -> Iterator[str]:
    """The tool's name, its description, and a line for each argument."""
    yield tool.name
    yield from (f"    {line}" for line in tool.description.splitlines())
    arguments = list(_members(tool.parameters, tool.parameters, "      "))
    yield "    arguments:" if arguments else "    no arguments"
    yield from arguments


def _members(schema: Schema, whole: Schema, indent: str) -> Iterator[str]:
    required = schema.get("required", ())
    for name, member in schema.get("properties", {}).items():
        need = "required" if name in required else "optional"
        if "default" in member and member["default"] is not None:
            need += f", default {json.dumps(member['default'], ensure_ascii=False)}"
        what = f"{indent}{name} ({type_words(member, whole)}; {need})"
        description = _lookup(member, whole).get("description", "")
        yield f"{what}: {' '.join(description.split())}" if description else what
        for inner in _objects(member, whole):
            yield from _members(inner, whole, indent + "    ")


def _lookup(schema: Schema, whole: Schema) -> Schema:
    """The schema with its reference followed; what stands beside the reference wins."""
    if "$ref" not in schema:
        return schema
    found = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    return {**_lookup(found, whole), **{name: value for name, value in schema.items() if name != "$ref"}}


def _objects(schema: Schema, whole: Schema) -> Iterator[Schema]:
    """The objects that an argument may be or hold."""
    schema = _lookup(schema, whole)
    if "properties" in schema:
        yield schema
    for part in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else [])):
        yield from _objects(part, whole)


def type_words(schema: Schema, whole: Schema) -> str:
    """Such as ``text, maxLength 200`` or ``one of late, damaged`` or ``list of whole number``."""
    schema = _lookup(schema, whole)
    if "anyOf" in schema:
        words = " or ".join(type_words(option, whole) for option in schema["anyOf"])
    elif "enum" in schema:
        words = "one of " + ", ".join(map(_plain, schema["enum"]))
    elif "const" in schema:
        words = _plain(schema["const"])
    elif schema.get("type") == "array":
        words = f"list of {type_words(schema.get('items', {}), whole)}"
    else:
        words = _TYPES.get(schema.get("type", ""), "any value")
    if "format" in schema:
        words = f"{words} ({schema['format']})"
    limits = [f"{name} {_plain(value)}" for name, value in schema.items() if name not in _SAID]
    return ", ".join([words, *limits])


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def arguments_from_pairs(tool: ToolSchema | None, pairs: Sequence[str]) -> str:
    """The JSON object that ``order_id=ORD-1 amount=5.00`` stands for.

    A value is taken as text where the tool takes text there, else as JSON; a list can also be written
    with commas only.  Raises
    :class:`UsageError` for anything that is no pair, and for a name given twice.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(
                f"{pair!r} is neither a JSON object nor NAME=VALUE; quote the whole object: "
                """call NAME '{"argument": "value"}'"""
            )
        if name in found:
            raise UsageError(f"{name} is given twice")
        found[name] = typed_value(tool, name, value)
    return json.dumps(found, ensure_ascii=False)


def typed_value(tool: ToolSchema | None, name: str, value: str) -> Any:
    """``value`` as the argument ``name`` of the tool wants it; an unknown tool or argument gets text."""
    whole = tool.parameters if tool else {}
    schema = whole.get("properties", {}).get(name)
    return value if schema is None else _typed(schema, whole, value)


def _typed(schema: Schema, whole: Schema, value: str) -> Any:
    types = set(_types(schema, whole))
    if "string" in types and not (value == "null" and "null" in types):
        return value
    if "array" in types and not value.lstrip().startswith(("[", "null")):
        items = next(option for option in _options(schema, whole) if option.get("type") == "array").get("items", {})
        return [_typed(items, whole, part.strip()) for part in value.split(",")] if value.strip() else []
    try:
        return json.loads(value)
    except ValueError:
        return value  # for the tool to refuse, as it would an agent's


def _options(schema: Schema, whole: Schema) -> Iterator[Schema]:
    """The schemas that a value may meet: one, or those of an ``anyOf``."""
    schema = _lookup(schema, whole)
    if "anyOf" in schema:
        for option in schema["anyOf"]:
            yield from _options(option, whole)
    else:
        yield schema


def _types(schema: Schema, whole: Schema) -> Iterator[str]:
    for option in _options(schema, whole):
        if "type" in option:
            yield option["type"]
        elif all(isinstance(member, str) for member in option.get("enum", [None])):
            yield "string"
