"""The MCP server of a domain: one for each process and domain, each session in its own world.

The server offers the domain's tools and nothing that resets, grades or reveals.  Results are text
(the JSON of the tool's result); a refusal has ``is_error`` and exactly the tool's message; what a
crash says stays on this side of the connection, in ``world.log.crash``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp.server import Server, ServerRequestContext

from thinkingbox_plugin.direct import answer
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.tools import AnyTool
from thinkingbox_plugin.world import World

current_world: ContextVar[World] = ContextVar("thinkingbox_world")
"""The world that the next session works in; set where the session is opened, read once as it opens."""

_SERVER = "_mcp_server"


def build_server(domain: Domain, *, traced: bool = True) -> Server[World]:
    """The domain's MCP server, built on first use and kept with the domain.

    A session works in the world that :data:`current_world` holds as the session opens.  Without ``traced`` a
    call makes no OpenTelemetry span: in a trial nobody collects it, and it costs a tenth of the call.
    Raises :class:`DomainError` for a tool that is declared incompletely.
    """
    name = _SERVER if traced else f"{_SERVER}_untraced"
    server: Server[World] | None = vars(domain).get(name)
    if server is None:
        server = vars(domain)[name] = _build(domain)
        if not traced:
            server.middleware.clear()
    return server


def _build(domain: Domain) -> Server[World]:
    shape = types.CallToolResult(content=[]).model_dump(by_alias=True, mode="json", exclude_none=True)
    listing = types.ListToolsResult(tools=[_described(tool) for tool in domain.by_name.values()])

    async def list_tools(
        context: ServerRequestContext[World], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return listing

    async def call_tool(context: ServerRequestContext[World], params: types.CallToolRequestParams) -> dict[str, Any]:
        result = answer(domain, context.lifespan_context, params.name, params.arguments or {})
        # As it goes out: the SDK holds it against the protocol, and a model of it first would be one check more.
        return {**shape, "content": [{"type": "text", "text": result.text}], "isError": result.is_error}

    server = Server(
        domain.name,
        title=domain.title,
        version=version("thinkingbox"),
        instructions=domain.instructions,
        lifespan=_world,
        on_list_tools=list_tools,
    )
    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    return server


@asynccontextmanager
async def _world(server: Server[World]) -> AsyncIterator[World]:
    yield current_world.get()


def _described(tool: AnyTool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=not tool.writes,
        destructive_hint=tool.writes,
        idempotent_hint=not tool.writes,
        open_world_hint=False,
    )
    return types.Tool(name=tool.name, description=tool.description, input_schema=tool.parameters, annotations=hints)
