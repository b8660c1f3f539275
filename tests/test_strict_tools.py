"""Tools as strict JSON schemas, and nulls in a model's arguments back as "left out"."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import jsonschema
import pytest
import toyshop
from provider_formats import strict_problems, vllm_problems

import sandbox_external_retail
import sandbox_travel
from thinkingbox_plugin._schemas import flat
from thinkingbox_plugin.agents._strict import ToolTable, table_of
from thinkingbox_plugin.direct import DirectSession
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.judges.prompt import FORMAT
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.providers import ModelEntry, preflight
from thinkingbox_plugin.task import tasks_of

DOMAINS = (toyshop.DOMAIN, sandbox_external_retail.DOMAIN, sandbox_travel.DOMAIN)
TOOLS = [(domain, name) for domain in DOMAINS for name in domain.by_name]


def schemas(domain: Domain) -> dict[str, ToolSchema]:
    with_world = domain.world()
    try:
        tools = asyncio.run(_tools(domain, with_world))
    finally:
        with_world.close()
    return {tool.name: tool for tool in tools}


async def _tools(domain: Domain, world: Any) -> Any:
    return await (await DirectSession.open(domain, world)).tools()


def table(parameters: dict[str, Any]) -> ToolTable:
    return ToolTable([ToolSchema("tool", "A tool.", parameters)], strict=True)


def shown(parameters: dict[str, Any]) -> dict[str, Any]:
    (tool,) = table(parameters).shown
    assert tool.strict
    assert list(strict_problems(tool.parameters, "tool", root=True)) == []
    return dict(tool.parameters)


def an_object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


@pytest.mark.parametrize(("domain", "name"), TOOLS, ids=lambda value: getattr(value, "name", value))
def test_every_tool_of_every_domain_keeps_the_rules_of_strict_mode(domain: Domain, name: str) -> None:
    tool = {tool.name: tool for tool in table_of(tuple(schemas(domain).values()), strict=True).shown}[name]
    assert tool.strict
    assert list(strict_problems(tool.parameters, name, root=True)) == []
    jsonschema.Draft202012Validator.check_schema(tool.parameters)
    assert len(tool.description) <= 1024


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_tool_keeps_the_rules_of_vllm_strict_or_not(domain: Domain, strict: bool) -> None:
    tools = table_of(tuple(schemas(domain).values()), strict=strict).shown
    problems = [problem for tool in tools for problem in vllm_problems(tool.parameters, tool.name)]
    assert problems == []
    assert "$ref" not in json.dumps([tool.parameters for tool in tools])


def test_what_the_judge_and_the_check_before_the_first_trial_ask_for_keeps_the_rules_of_both() -> None:
    agent, judge = (preflight.request_for(who, ModelEntry("m", "m")) for who in ("agent", "judge"))
    assert judge.response_format is not None
    asked = (agent.tools[0].parameters, judge.response_format.schema, FORMAT.schema)
    for schema in asked:
        assert [*strict_problems(schema, "asked", root=True), *vllm_problems(schema, "asked")] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "patternProperties": {}},
        {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "number", "multipleOf": 0.01}}}},
        {"anyOf": [{"type": "array", "uniqueItems": True}, {"type": "null"}]},
        {"type": "string", "format": "phone"},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}},
    ],
    ids=json.dumps,
)
def test_the_rules_of_vllm_are_looked_for_at_every_depth(schema: dict[str, Any]) -> None:
    assert len(list(vllm_problems(schema, "tool"))) == 1


@pytest.mark.parametrize(("domain", "name"), TOOLS, ids=lambda value: getattr(value, "name", value))
def test_null_for_whatever_may_be_left_out_is_allowed_and_means_left_out(domain: Domain, name: str) -> None:
    tools = ToolTable(tuple(schemas(domain).values()), strict=True)
    strict = next(tool.parameters for tool in tools.shown if tool.name == name)
    original = domain.by_name[name].parameters
    optional = [key for key in original["properties"] if key not in original.get("required", ())]
    given = {key: _example(flat(schema, domain.by_name[name])) for key, schema in original["properties"].items()}
    given |= dict.fromkeys(optional)
    for key in optional:
        jsonschema.validate(None, strict["properties"][key])
    left = json.loads(tools.arguments(name, json.dumps(given)))
    assert left == {key: value for key, value in given.items() if key not in optional}


def _example(schema: Any) -> Any:
    """Some value that is not null; whether it fits does not matter here."""
    return {"integer": 1, "boolean": True, "array": [], "object": {}}.get(schema.get("type"), "text")


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_call_of_every_golden_can_be_said_in_strict_mode_and_comes_back_the_same(domain: Domain) -> None:
    tools = ToolTable(tuple(schemas(domain).values()), strict=True)
    strict = {tool.name: jsonschema.Draft202012Validator(tool.parameters) for tool in tools.shown}
    said = 0
    for task in tasks_of(domain):
        for call in build_plan(task).goldens[0].calls:
            arguments = json.loads(json.dumps(call.arguments, default=str))
            filled = _filled(domain.by_name[call.tool].parameters, arguments)
            assert [error.message for error in strict[call.tool].iter_errors(filled)] == [], call
            back = json.loads(tools.arguments(call.tool, json.dumps(filled)))
            assert back == {key: value for key, value in arguments.items() if value is not None}
            said += 1
    assert said >= 10


def _filled(schema: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: arguments.get(key) for key in schema["properties"]}


def test_references_are_resolved_inside_lists_and_null_is_dropped_at_every_depth() -> None:
    line = an_object({"sku": {"type": "string"}, "note": {"type": "string", "default": ""}}, "sku")
    schema = {
        **an_object({"lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}}, "lines"),
        "$defs": {"Line": line},
    }
    made = shown(schema)
    assert made["properties"]["lines"]["items"]["required"] == ["sku", "note"]
    assert "$ref" not in json.dumps(made)
    text = json.dumps({"lines": [{"sku": "A", "note": None}, {"sku": "B", "note": "fragile"}]})
    assert json.loads(table(schema).arguments("tool", text)) == {
        "lines": [{"sku": "A"}, {"sku": "B", "note": "fragile"}]
    }


def test_null_in_a_required_argument_is_left_for_the_tool_to_refuse() -> None:
    schema = an_object({"name": {"type": "string"}}, "name")
    assert table(schema).arguments("tool", '{"name": null}') == '{"name": null}'


def test_null_stays_where_it_is_a_value_unlike_the_default() -> None:
    schema = an_object({"limit": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5}})
    assert table(schema).arguments("tool", '{"limit": null}') == '{"limit": null}'
    assert "left out" not in json.dumps(shown(schema))


def test_what_strict_mode_cannot_say_stands_in_the_description() -> None:
    schema = an_object(
        {
            "name": {"type": "string", "minLength": 2, "maxLength": 9, "description": "A name."},
            "page": {"type": "integer", "default": 1, "minimum": 1, "title": "Page"},
            "code": {"type": "string", "pattern": "(?=x)y", "format": "uri"},
            "kind": {"const": "plain"},
        },
        "name",
        "code",
        "kind",
    )
    made = shown(schema)["properties"]
    assert made["name"] == {"type": "string", "description": "A name. (2 to 9 characters)"}
    assert made["page"] == {
        "anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}],
        "description": "null means 1",
    }
    assert made["code"] == {"type": "string", "description": "pattern (?=x)y; format uri"}
    assert made["kind"] == {"enum": ["plain"]}


@pytest.mark.parametrize(
    "odd",
    [
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "object"},
        {},
        {"allOf": [{"type": "string"}]},
        {"type": "array", "prefixItems": [{"type": "string"}]},
    ],
    ids=json.dumps,
)
def test_a_tool_that_strict_mode_cannot_say_keeps_its_own_schema_and_its_nulls(odd: dict[str, Any]) -> None:
    schema = an_object({"odd": odd, "plain": {"type": "string"}})
    tools = table(schema)
    assert (tools.shown[0].strict, tools.shown[0].parameters) == (False, schema)
    assert tools.arguments("tool", '{"plain": null}') == '{"plain": null}'


def test_a_schema_that_refers_to_itself_keeps_its_references() -> None:
    node = an_object({"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}, "next")
    schema = {**an_object({"node": {"$ref": "#/$defs/Node"}}, "node"), "$defs": {"Node": node}}
    (tool,) = table(schema).shown
    assert (tool.strict, tool.parameters) == (False, schema)


def test_without_strict_mode_schemas_are_resolved_and_otherwise_as_they_were() -> None:
    schema = {**an_object({"a": {"$ref": "#/$defs/A"}}), "$defs": {"A": {"type": "string", "maxLength": 3}}}
    (tool,) = ToolTable([ToolSchema("tool", "A tool.", schema)], strict=False).shown
    assert (tool.strict, tool.parameters) == (False, an_object({"a": {"type": "string", "maxLength": 3}}))


@pytest.mark.parametrize(
    "text", ["", "null", "[null]", '{"a": null}}', '{"a": null, "a": null}', '{"a": 1e999, "b": null}', "{"]
)
def test_text_that_is_not_one_clean_object_comes_back_letter_by_letter(text: str) -> None:
    schema = an_object({"a": {"type": "number"}, "b": {"type": "string"}})
    assert table(schema).arguments("tool", text) == text


def test_arguments_without_nulls_keep_their_spelling() -> None:
    schema = an_object({"a": {"type": "number"}, "b": {"type": "string"}})
    assert table(schema).arguments("tool", '{ "a":64.10 }') == '{ "a":64.10 }'
