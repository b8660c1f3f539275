"""A session: how an agent reaches a world's tools through MCP, in process, as every trial does."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp import Client, MCPError
from mcp.server import Server

from thinkingbox_plugin._arguments import InvalidArgumentsError, check_json
from thinkingbox_plugin.direct import ToolResult, ToolSession, answer, raise_crash
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.errors import SandboxError
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.server import build_server, current_world
from thinkingbox_plugin.world import World

__all__ = ["Session", "ToolResult", "ToolSession"]

_DISCOVERED, _SCHEMAS = "_mcp_discovered", "_mcp_schemas"


class Session:
    """An MCP client connected to the domain's server in this process, working in one world.

    The connection lives in a task of its own, since its cancel scopes must be left in the task that
    entered them: a session may be opened in one task, used in another and closed from a third.
    """

    def __init__(self, domain: Domain, world: World) -> None:
        self._domain, self._world = domain, world
        self._closing = asyncio.Event()
        self._client: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._serve())

    @classmethod
    async def open(cls, domain: Domain, world: World) -> Session:
        """Connect.  Raises :class:`DomainError` if the domain's tools are declared incompletely."""
        session = cls(domain, world)
        try:
            await asyncio.shield(session._client)
        except BaseException:
            await session.close()
            raise
        return session

    async def _serve(self) -> None:
        """Connect, hand out the client, stay until closing."""
        current_world.set(self._world)
        try:
            async with _connection(self._domain, build_server(self._domain)) as client:
                vars(self._domain)[_DISCOVERED] = client.protocol_version, client.session.discover_result
                self._client.set_result(client)
                await self._closing.wait()
        except Exception as error:
            if self._client.done():
                raise
            self._client.set_exception(error)

    def _connected(self) -> Client:
        if self._closing.is_set() or self._task.done():
            raise RuntimeError("the session is closed")
        return self._client.result()

    async def tools(self) -> tuple[ToolSchema, ...]:
        """See :meth:`ToolSession.tools`; asked of the server once for each domain."""
        client = self._connected()
        schemas: tuple[ToolSchema, ...] | None = vars(self._domain).get(_SCHEMAS)
        if schemas is None:
            listing = await client.session.list_tools()
            schemas = tuple(ToolSchema(tool.name, tool.description or "", tool.input_schema) for tool in listing.tools)
            vars(self._domain)[_SCHEMAS] = schemas
        return schemas

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """See :meth:`ToolSession.call`."""
        client = self._connected()
        raise_crash(self._world)
        if not _fits_json(name, arguments):
            # On its way to the server it would be altered (NaN becomes null) or fail to be sent.
            result = answer(self._domain, self._world, name, arguments)
        else:
            result = await _call(client, name, arguments)
        raise_crash(self._world)
        return result

    async def close(self) -> None:
        """See :meth:`ToolSession.close`."""
        self._closing.set()
        await asyncio.wait([self._task])
        if self._client.done() and not self._client.cancelled():
            self._client.exception()  # seen, also where opening was cancelled before it failed
        if not self._task.cancelled() and (error := self._task.exception()) is not None:
            raise error


def _connection(domain: Domain, server: Server[World]) -> Client:
    """A client; what the first session of a domain discovered saves the later ones from asking."""
    mode, discovered = vars(domain).get(_DISCOVERED, ("auto", None))
    return Client(server, cache=None, mode=mode, prior_discover=discovered)


async def _call(client: Client, name: str, arguments: Mapping[str, Any]) -> ToolResult:
    params = types.CallToolRequestParams(name=name, arguments=dict(arguments))
    try:
        # Not client.call_tool: that lists all tools first, to validate structured output that there is not.
        reply = await client.session.send_request(types.CallToolRequest(params=params), types.CallToolResult)
    except MCPError as error:
        raise SandboxError(f"tool {name}: the tool server failed: {error}") from error
    text = "".join(part.text for part in reply.content if isinstance(part, types.TextContent))
    return ToolResult(text, bool(reply.is_error))


def _fits_json(name: str, arguments: Mapping[str, Any]) -> bool:
    try:
        check_json({name: None})
        check_json(arguments)
    except InvalidArgumentsError:
        return False
    return True
