"""What carries MCP's requests between a client and a server that share a process and an event loop.

The SDK has such a pair of its own, made for its tests: each request there gets a timeout, a back channel and a
checkpoint, which cost more than all that the server does for a call of a tool.  Trials need none of them: a tool
asks nothing back, and what limits a trial limits its calls too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import anyio
import anyio.abc
from mcp import MCPError
from mcp.shared.dispatcher import CallOptions, OnNotify, OnNotifyIntercept, OnRequest
from mcp.shared.exceptions import NoBackChannelError
from mcp.shared.transport_context import TransportContext
from mcp_types import CONNECTION_CLOSED, INTERNAL_ERROR

logger = logging.getLogger(__name__)

_TRANSPORT = TransportContext(kind="in-process", can_send_request=False)


@dataclass
class _Incoming:
    """A message as the side that gets it sees it (:class:`mcp.shared.dispatcher.DispatchContext`)."""

    request_id: int | None
    transport: TransportContext = _TRANSPORT
    can_send_request: bool = False
    message_metadata: None = None

    @cached_property
    def cancel_requested(self) -> anyio.Event:
        """Never set: who gives a call up cancels the task that it runs in."""
        return anyio.Event()

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """Nobody answers there."""
        raise NoBackChannelError(method)

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        """Nobody listens there."""

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Nobody listens there."""


class Wire:
    """One side of a connection (:class:`mcp.shared.dispatcher.Dispatcher`): what it sends, the other side handles."""

    def __init__(self) -> None:
        self._other = self
        self._on_request: OnRequest | None = None
        self._on_notify: OnNotify | None = None
        self._closed = anyio.Event()
        self._sent = 0

    @classmethod
    def pair(cls) -> tuple[Wire, Wire]:
        """Both sides."""
        near, far = cls(), cls()
        near._other, far._other = far, near
        return near, far

    async def run(
        self,
        on_request: OnRequest,
        on_notify: OnNotify,
        on_notify_intercept: OnNotifyIntercept | None = None,
        *,
        task_status: anyio.abc.TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        """Handle what the other side sends until :meth:`close`."""
        self._on_request, self._on_notify = on_request, on_notify
        task_status.started()
        try:
            await self._closed.wait()
        finally:
            self._on_request = self._on_notify = None

    def close(self) -> None:
        """End :meth:`run`."""
        self._closed.set()

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """The other side's answer.

        Raises :class:`MCPError` with what it refuses; for a failure of its own with nothing but that there was one,
        as any transport does.
        """
        await asyncio.sleep(0)  # others in the loop get their turn, and a cancelled call ends before it does anything
        handle = self._other._on_request
        if handle is None:
            raise MCPError(code=CONNECTION_CLOSED, message="Connection closed")
        self._sent += 1
        try:
            return await handle(_Incoming(self._sent), method, params)
        except MCPError:
            raise
        except Exception:
            logger.exception("the handler of %s failed", method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal server error") from None

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        """Tell the other side, if it is there."""
        handle = self._other._on_notify
        if handle is not None:
            await handle(_Incoming(None), method, params)
