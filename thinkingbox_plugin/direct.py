"""Tools without a server: what an agent reads after a call, and a session that needs no MCP.

:class:`DirectSession` has the interface of :class:`~thinkingbox_plugin.session.Session`, and both answer through
:func:`answer`.  Every trial that pytest runs goes through MCP.  ``thinkingbox play`` replays a trial with every command
and does without, since loading the MCP SDK takes longer than all the rest of a command.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.errors import SandboxError, ToolError
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.world import World

logger = logging.getLogger(__name__)

CRASH_MESSAGE = "The tool failed for a reason that is not in your arguments."
"""All that a client learns of a crash."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What an agent reads after a call: JSON text, or a refusal's message with ``is_error``."""

    text: str
    is_error: bool


def answer(domain: Domain, world: World, name: str, arguments: Mapping[str, Any]) -> ToolResult:
    """Call a tool and say what the agent reads.  Never raises for what a tool does."""
    try:
        return ToolResult(domain.call(world, name, arguments), is_error=False)
    except ToolError as refusal:
        return ToolResult(str(refusal), is_error=True)
    except SandboxError as crash:
        logger.error("%s", crash, exc_info=crash)
        return ToolResult(CRASH_MESSAGE, is_error=True)


def raise_crash(world: World) -> None:
    """Raise :class:`SandboxError` if a tool has crashed in this world."""
    if world.log.crash is not None:
        crashed = next(call.result for call in world.log.calls if call.status == "crashed")
        raise SandboxError(crashed) from world.log.crash


class ToolSession(Protocol):
    """What a trial needs of a session."""

    async def tools(self) -> tuple[ToolSchema, ...]:
        """The tools as an agent sees them, in the domain's order."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Call a tool with JSON values.

        Raises :class:`SandboxError` if a tool has crashed in this world, now or earlier.
        """

    async def close(self) -> None:
        """End the session; the world stays open.  Closing twice does nothing."""


class DirectSession:
    """The same interface without MCP."""

    def __init__(self, domain: Domain, world: World) -> None:
        self._domain, self._world = domain, world

    @classmethod
    async def open(cls, domain: Domain, world: World) -> DirectSession:
        """Nothing to connect."""
        return cls(domain, world)

    async def tools(self) -> tuple[ToolSchema, ...]:
        """See :meth:`ToolSession.tools`."""
        tools = self._domain.by_name.values()
        return tuple(ToolSchema(tool.name, tool.description, tool.parameters) for tool in tools)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """See :meth:`ToolSession.call`."""
        raise_crash(self._world)
        result = answer(self._domain, self._world, name, arguments)
        raise_crash(self._world)
        return result

    async def close(self) -> None:
        """See :meth:`ToolSession.close`."""
