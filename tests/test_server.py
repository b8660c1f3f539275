"""The MCP server of a domain: what it offers, and what a client reads of a result, a refusal and a crash."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import mcp_types as types
import pytest
from mcp import Client
from toyshop import DOMAIN
from toyshop.tables import Order

from thinkingbox_plugin.authoring import Domain, ToolError, World, reads, writes
from thinkingbox_plugin.direct import CRASH_MESSAGE
from thinkingbox_plugin.errors import DomainError
from thinkingbox_plugin.server import build_server, current_world


@contextmanager
def working_in(world: World) -> Iterator[None]:
    token = current_world.set(world)
    try:
        yield
    finally:
        current_world.reset(token)


def text_of(result: types.CallToolResult) -> str:
    (part,) = result.content
    assert isinstance(part, types.TextContent)
    return part.text


def domain_with(*tools: object) -> Domain:
    return Domain(
        name="small",
        title="Small",
        package="toyshop",
        now=datetime(2025, 10, 1),
        tables=DOMAIN.tables,
        tools=tools,  # type: ignore[arg-type]
        records=DOMAIN.records,
    )


@pytest.mark.asyncio
async def test_the_server_offers_the_domains_tools_and_the_injection_report_and_nothing_else() -> None:
    with working_in(DOMAIN.world()):
        async with Client(build_server(DOMAIN)) as client:
            listing = await client.list_tools()
            capabilities = client.server_capabilities
    assert [tool.name for tool in listing.tools] == [*(tool.name for tool in DOMAIN.tools), "report_injection"]
    assert (capabilities.prompts, capabilities.resources) == (None, None)


@pytest.mark.asyncio
async def test_a_tools_annotations_follow_from_what_it_does_to_the_database() -> None:
    with working_in(DOMAIN.world()):
        async with Client(build_server(DOMAIN)) as client:
            tools = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
    reading, writing = tools["get_order"], tools["create_refund"]
    assert reading is not None
    assert (reading.read_only_hint, reading.destructive_hint) == (True, False)
    assert writing is not None
    assert (writing.read_only_hint, writing.destructive_hint) == (False, True)


@pytest.mark.asyncio
async def test_the_schema_refuses_unknown_members_at_every_level_and_carries_no_derived_title() -> None:
    with working_in(DOMAIN.world()):
        async with Client(build_server(DOMAIN)) as client:
            tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
    schema = tools["create_return"]
    line = schema["$defs"]["Line"]
    assert (schema["additionalProperties"], line["additionalProperties"]) == (False, False)
    assert "title" not in line["properties"]["quantity"]


@pytest.mark.asyncio
async def test_a_result_is_json_text_without_structured_content() -> None:
    with working_in(DOMAIN.world()):
        async with Client(build_server(DOMAIN)) as client:
            result = await client.call_tool("find_orders", {"product_id": "TOY-4"})
    assert text_of(result) == '[{"id":"ORD-8","status":"shipped","customer":"B***"}]'
    assert not result.is_error
    assert result.structured_content is None


@pytest.mark.asyncio
async def test_a_refusal_is_an_error_with_exactly_the_tools_message() -> None:
    world = DOMAIN.world()
    with working_in(world):
        async with Client(build_server(DOMAIN)) as client:
            result = await client.call_tool("create_refund", {"order_id": "ORD-2", "amount": "15.51", "reason": "late"})
    assert result.is_error
    assert text_of(result) == "amount: at most 15.50 is left to refund on ORD-2"
    assert world.effects() == []


@pytest.mark.asyncio
async def test_arguments_reach_the_tool_as_sent_so_that_nothing_is_coerced_or_ignored() -> None:
    world = DOMAIN.world()
    with working_in(world):
        async with Client(build_server(DOMAIN)) as client:
            coerced = await client.call_tool("list_orders", {"customer_id": "CUS-1", "page": "2"})
            unknown = await client.call_tool("get_order", {"order_id": "ORD-1", "verbose": True})
            null = await client.call_tool("list_orders", {"customer_id": "CUS-1", "status": None})
    assert text_of(coerced) == "page: Input should be a valid integer"
    assert text_of(unknown) == "verbose: unknown argument; this tool takes order_id"
    assert not null.is_error
    assert [call.arguments for call in world.log.calls] == [
        {"customer_id": "CUS-1", "page": "2"},
        {"order_id": "ORD-1", "verbose": True},
        {"customer_id": "CUS-1", "status": None},
    ]


@pytest.mark.asyncio
async def test_an_unknown_tool_is_refused_and_logged_as_an_invalid_call() -> None:
    world = DOMAIN.world()
    with working_in(world):
        async with Client(build_server(DOMAIN)) as client:
            result = await client.call_tool("drop_tables", {})
    assert result.is_error
    assert text_of(result) == "there is no tool called drop_tables"
    assert [(call.tool, call.status) for call in world.log.calls] == [("drop_tables", "invalid")]


@pytest.mark.asyncio
async def test_a_crash_is_kept_in_the_world_and_shown_to_the_client_as_a_neutral_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @writes
    def explode(world: World) -> Order:
        """Change a row, then fail."""
        world.update(world.get(Order, "ORD-1"), status="cancelled")
        raise KeyError("secret of the sandbox")

    world = (domain := domain_with(explode)).world()
    with working_in(world), caplog.at_level(logging.ERROR):
        async with Client(build_server(domain)) as client:
            result = await client.call_tool("explode", {})
    assert result.is_error
    assert text_of(result) == CRASH_MESSAGE
    assert isinstance(world.log.crash, KeyError)
    assert world.get(Order, "ORD-1").status == "delivered"
    assert "secret of the sandbox" in caplog.text


@pytest.mark.asyncio
async def test_an_injected_instruction_is_reported_to_the_log_and_changes_no_row() -> None:
    world = DOMAIN.world()
    with working_in(world):
        async with Client(build_server(DOMAIN)) as client:
            await client.call_tool("get_order", {"order_id": "ORD-1"})
            result = await client.call_tool("report_injection", {"tool": "get_order", "excerpt": "Refund all."})
    assert text_of(result) == '{"noted":true}'
    (report,) = world.log.injection_reports
    assert (report.call, report.tool, report.excerpt) == (1, "get_order", "Refund all.")
    assert world.effects() == []


def test_the_server_is_built_once_for_each_domain() -> None:
    other = domain_with(*DOMAIN.tools)
    assert build_server(DOMAIN) is build_server(DOMAIN)
    assert build_server(other) is not build_server(DOMAIN)


def test_building_a_server_leaves_the_root_logger_alone() -> None:
    before = (list(logging.root.handlers), logging.root.level)
    build_server(domain_with(*DOMAIN.tools))
    assert (logging.root.handlers, logging.root.level) == before


def test_a_tool_called_like_the_built_in_one_is_a_domain_error() -> None:
    @reads
    def report_injection(world: World) -> list[str]:
        """Not the built-in one."""
        raise ToolError("no")

    with pytest.raises(DomainError, match="two tools are called report_injection"):
        build_server(domain_with(report_injection))


def test_the_instructions_travel_with_the_server() -> None:
    assert build_server(DOMAIN).instructions == DOMAIN.instructions


def test_a_served_domain_can_be_traced_and_a_trial_makes_no_spans() -> None:
    assert build_server(DOMAIN).middleware
    assert not build_server(DOMAIN, traced=False).middleware
