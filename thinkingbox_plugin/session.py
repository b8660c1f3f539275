"""A session: how an agent reaches a world's tools through MCP, in process, as every trial does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import anyio
import mcp_types as types
from mcp import ClientSession, MCPError
from mcp.server.connection import Connection
from mcp.server.runner import serve_connection
from mcp.shared.dispatcher import Outbound

from thinkingbox_plugin._arguments import InvalidArgumentsError, check_json
from thinkingbox_plugin._wire import Wire
from thinkingbox_plugin.direct import ToolResult, ToolSession, answer, raise_crash
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.errors import SandboxError
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.server import build_server
from thinkingbox_plugin.world import World

__all__ = ["Session", "ToolResult", "ToolSession"]

_HANDSHAKE, _SCHEMAS = "_mcp_handshake", "_mcp_schemas"


class Session:
    """An MCP client connected to the domain's server in this process, working in one world.

    The connection lives in a task of its own, since its cancel scopes must be left in the task that
    entered them: a session may be opened in one task, used in another and closed from a third.
    """

    def __init__(self, domain: Domain, world: World) -> None:
        self._domain, self._world = domain, world
        self._closing = asyncio.Event()
        self._client: asyncio.Future[_Client] = asyncio.get_running_loop().create_future()
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
        try:
            async with _connection(self._domain, self._world) as client:
                self._client.set_result(client)
                await self._closing.wait()
        except Exception as error:
            if self._client.done():
                raise
            self._client.set_exception(error)

    def _connected(self) -> _Client:
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
            result = await _call(client.calls, name, arguments)
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


@dataclass(frozen=True, slots=True)
class _Client:
    """The client's side of a connection, and what carries its requests."""

    session: ClientSession
    calls: Wire


@asynccontextmanager
async def _connection(domain: Domain, world: World) -> AsyncIterator[_Client]:
    """A client of the domain's server, both in this process.

    Not ``mcp.Client(server)``: that makes a connection anew on the server's side for every call, which
    costs more than half of what a call takes.
    """
    server = build_server(domain, traced=False)
    near, far = Wire.pair()
    known: _Handshake | None = vars(domain).get(_HANDSHAKE)
    connection = Connection.for_loop(far) if known is None else known.connection(far)
    serve = partial(serve_connection, server, far, connection=connection, lifespan_state=world)
    async with anyio.create_task_group() as group:
        await group.start(serve)
        try:
            async with ClientSession(dispatcher=near) as client:
                if known is None:
                    vars(domain)[_HANDSHAKE] = _Handshake(await client.initialize(), connection.client_params)
                else:
                    client.adopt(known.result)
                yield _Client(client, near)
        finally:
            far.close()


@dataclass(frozen=True)
class _Handshake:
    """What both sides agreed on in the first session of a domain; the same two agree on the same in each later one."""

    result: types.InitializeResult
    params: types.InitializeRequestParams | None

    def connection(self, outbound: Outbound) -> Connection:
        """The server's side of a session that needs no handshake of its own."""
        connection = Connection(outbound, protocol_version=str(self.result.protocol_version), client_params=self.params)
        connection.initialized.set()
        return connection


async def _call(client: Wire, name: str, arguments: Mapping[str, Any]) -> ToolResult:
    # Not ClientSession.call_tool: that lists all tools first, to validate structured output that there is not, and
    # makes models of a request and of a result that the server's side checks against the protocol anyway.
    try:
        reply = await client.send_raw_request("tools/call", {"name": name, "arguments": dict(arguments)})
    except MCPError as error:
        raise SandboxError(f"tool {name}: the tool server failed: {error}") from error
    text = "".join(part["text"] for part in reply["content"] if part["type"] == "text")
    return ToolResult(text, bool(reply.get("isError")))


def _fits_json(name: str, arguments: Mapping[str, Any]) -> bool:
    try:
        check_json({name: None})
        check_json(arguments)
    except InvalidArgumentsError:
        return False
    return True
