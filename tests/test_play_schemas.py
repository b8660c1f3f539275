"""A tool's schema in words, and what a person types as its arguments."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toyshop import DOMAIN

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.play.schemas import arguments_from_pairs, tool_lines, type_words
from thinkingbox_plugin.play.showing import spread


def tool(**properties: Any) -> ToolSchema:
    return ToolSchema("order", "Orders.", {"type": "object", "properties": properties, "required": []})


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "text"),
        ({"type": "string", "format": "date"}, "text (date)"),
        ({"type": "string", "maxLength": 9, "pattern": "^a$"}, "text, maxLength 9, pattern ^a$"),
        ({"type": "integer", "minimum": 1, "exclusiveMaximum": 9}, "whole number, minimum 1, exclusiveMaximum 9"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "true or false"),
        ({"enum": ["a", 2, None]}, "one of a, 2, null"),
        ({"const": "only"}, "only"),
        ({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}, "one of a or null"),
        ({"type": "array", "items": {"type": "integer"}, "maxItems": 3}, "list of whole number, maxItems 3"),
        ({"type": "array"}, "list of any value"),
        ({}, "any value"),
        ({"$ref": "#/$defs/Size"}, "one of s, m"),
    ],
)
def test_a_type_is_said_with_all_its_limits(schema: dict[str, Any], words: str) -> None:
    assert type_words(schema, {"$defs": {"Size": {"enum": ["s", "m"]}}}) == words


def test_a_tool_is_said_with_its_arguments_and_those_of_its_lines() -> None:
    line = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    schema = {
        "type": "object",
        "$defs": {"Line": line},
        "properties": {
            "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}, "description": "What\n  is bought."},
            "gift": {"type": "boolean", "default": False},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        },
        "required": ["lines"],
    }
    assert list(tool_lines(ToolSchema("buy", "Buy things.\nOnce.", schema))) == [
        "buy",
        "    Buy things.",
        "    Once.",
        "    arguments:",
        "      lines (list of object; required): What is bought.",
        "          sku (text; required)",
        "      gift (true or false; optional, default false)",
        "      note (text or null; optional)",
    ]


def test_a_tool_without_arguments_says_so() -> None:
    assert list(tool_lines(tool())) == ["order", "    Orders.", "    no arguments"]


def test_no_argument_limit_or_member_of_any_tool_is_left_out() -> None:
    for found in DOMAIN.by_name.values():
        text = "\n".join(tool_lines(ToolSchema(found.name, found.description, found.parameters)))
        for schema in (found.parameters, *found.parameters.get("$defs", {}).values()):
            for name, member in schema.get("properties", {}).items():
                wanted = [name, *member.get("enum", ()), *map(str, (member.get("maxLength"), member.get("pattern")))]
                assert [word for word in wanted if word != "None" and word not in text] == []


@pytest.mark.parametrize(
    ("schema", "typed", "value"),
    [
        ({"type": "string"}, "5", "5"),
        ({"type": "string"}, "a=b", "a=b"),
        ({"type": "string"}, "null", "null"),
        ({"type": "integer"}, "5", 5),
        ({"type": "integer"}, "five", "five"),
        ({"type": "boolean"}, "true", True),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null", None),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "5", "5"),
        ({"enum": ["1", "2"]}, "1", "1"),
        ({"enum": [1, 2]}, "1", 1),
        ({"type": "array", "items": {"type": "string"}}, "RT-1, RT-2", ["RT-1", "RT-2"]),
        ({"type": "array", "items": {"type": "string"}}, '["RT-1"]', ["RT-1"]),
        ({"type": "array", "items": {"type": "string"}}, '["RT-1"', '["RT-1"'),
        ({"type": "array", "items": {"type": "string"}}, "5", ["5"]),
        ({"type": "array", "items": {"type": "string"}}, "", []),
        ({"type": "array", "items": {"type": "integer"}}, "1,2", [1, 2]),
        ({"type": "array"}, "a,1", ["a", 1]),
        ({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}, "a", ["a"]),
        ({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}, "null", None),
    ],
)
def test_a_typed_value_becomes_what_the_tool_takes(schema: dict[str, Any], typed: str, value: Any) -> None:
    assert json.loads(arguments_from_pairs(tool(it=schema), [f"it={typed}"])) == {"it": value}


def test_values_of_an_unknown_tool_or_argument_are_texts() -> None:
    assert json.loads(arguments_from_pairs(None, ["a=1"])) == {"a": "1"}
    assert json.loads(arguments_from_pairs(tool(), ["a=1", "b="])) == {"a": "1", "b": ""}


@pytest.mark.parametrize("pair", ["ORD-1", "=x", "two words=x", ""])
def test_what_is_no_pair_is_refused(pair: str) -> None:
    with pytest.raises(UsageError, match="is neither a JSON object nor NAME=VALUE"):
        arguments_from_pairs(None, [pair])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("plain words", ["plain words"]),
        ("{}", ["{}"]),
        ('{"a": 1, "b": [], "c": "", "d": null, "e": "x"}', ["a: 1", "b: []", 'c: ""', "d: null", "e: x"]),
        ('{"a": {"b": [1, {"c": 2, "d": 3}]}}', ["a:", "  b:", "    - 1", "    - c: 2", "      d: 3"]),
        ('{"a": "one\\ntwo", "b": ["x\\ny"]}', ["a:", "  | one", "  | two", "b:", "  - | x", "    | y"]),
        ("[[1, 2], []]", ["- - 1", "  - 2", "- []"]),
    ],
)
def test_a_result_is_spread_over_lines(text: str, lines: list[str]) -> None:
    assert spread(text).splitlines() == lines
