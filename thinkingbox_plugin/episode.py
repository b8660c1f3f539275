"""The episode: agent, user and tools take turns until something ends the conversation."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

from thinkingbox_plugin._jsontext import BadArgumentsError, parse_arguments
from thinkingbox_plugin.agents.protocol import Agent
from thinkingbox_plugin.errors import FatalProviderError, ProviderError, SandboxError, SimulatorError
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import END_MARKER, Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.records import StopReason
from thinkingbox_plugin.session import ToolResult
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.users.protocol import SimulatedUser
from thinkingbox_plugin.world import World

_MARKER = re.compile(r"[\s*_`\"']*" + re.escape(END_MARKER) + r"[\s*_`\"'.!]*\Z", re.IGNORECASE)


class ToolSession(Protocol):
    """What the episode needs of a tool session."""

    async def call(self, name: str, arguments: dict[str, object]) -> ToolResult:
        """Call a tool; raises :class:`SandboxError` for a crash."""


class _Stop(Exception):  # noqa: N818 - it ends a loop, it is not an error
    def __init__(self, reason: StopReason, error: str = "") -> None:
        self.reason, self.error = reason, error


def split_marker(text: str) -> tuple[str, bool]:
    """The text without a closing end marker, and whether there was one.

    The marker counts only where it closes the message, in any letter case and however glued or
    emphasised; anywhere else it is ordinary text.
    """
    match = _MARKER.search(text)
    return (text[: match.start()].rstrip(), True) if match else (text, False)


class Episode:
    """One conversation; :meth:`run` returns its trajectory."""

    def __init__(
        self,
        *,
        system: str,
        opening: str,
        tools: Sequence[ToolSchema],
        world: World,
        session: ToolSession,
        agent: Agent,
        user: SimulatedUser,
        limits: Limits,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._tools, self._world, self._session = tools, world, session
        self._agent, self._user, self._limits, self._clock = agent, user, limits, clock
        self.trajectory = Trajectory([Message("system", system), Message("user", opening)])

    async def run(self) -> Trajectory:
        """Converse until the agent closes, a cap is reached or somebody fails."""
        try:
            while True:
                await self._turn()
        except _Stop as stop:
            self.trajectory.stop_reason, self.trajectory.error = stop.reason, stop.error
        return self.trajectory

    async def _turn(self) -> None:
        reply = await self._ask_agent()
        text, done = split_marker(reply.text)
        if text or reply.tool_calls:
            self.trajectory.messages.append(Message("assistant", text, reply.tool_calls, extra=reply.extra))
        for call in reply.tool_calls:
            await self._call_tool(call)
        if reply.stop is not None:
            raise _Stop(reply.stop, reply.detail)
        self._check_tokens()
        if reply.tool_calls:
            return
        if done:
            raise _Stop("done")
        if not text.strip():
            raise _Stop("empty")
        await self._ask_user()

    async def _ask_agent(self) -> Reply:
        trajectory, limit = self.trajectory, self._limits.agent_seconds
        left = None if limit is None else limit - trajectory.agent_seconds
        started = self._clock()
        try:
            async with asyncio.timeout(left) as deadline:
                reply = await self._agent.reply(tuple(trajectory.messages), self._tools)
        except FatalProviderError:
            raise
        except ProviderError as error:
            raise _Stop("provider_error", str(error)) from error
        except Exception as error:
            if isinstance(error, TimeoutError) and deadline.expired():
                raise _Stop("time_limit", f"the agent took longer than {limit:g} s in all") from None
            raise _Stop("agent_error", f"{type(error).__name__}: {error}") from error
        finally:
            trajectory.agent_seconds += self._clock() - started
        trajectory.agent_seconds -= reply.waited
        trajectory.agent_usage += reply.usage
        trajectory.flags += reply.flags
        trajectory.model_calls += (("agent", call) for call in reply.calls)
        return reply

    def _check_tokens(self) -> None:
        limit, usage = self._limits.agent_tokens, self.trajectory.agent_usage
        if limit is not None and usage.input_tokens + usage.output_tokens > limit:
            raise _Stop("token_limit")

    async def _call_tool(self, call: ToolCall) -> None:
        trajectory = self.trajectory
        if trajectory.tool_calls >= self._limits.tool_calls:
            raise _Stop("tool_limit")
        trajectory.tool_calls += 1
        place, logged = len(trajectory.messages), len(self._world.log.calls)
        while trajectory.messages[place - 1].role == "tool":
            place -= 1
        started = self._clock()
        try:
            result = await self._session.call(call.name, parse_arguments(call.arguments))
        except BadArgumentsError as error:
            result = ToolResult(str(error), is_error=True)
        except SandboxError as error:
            raise _Stop("sandbox_error", str(error)) from error
        finally:
            trajectory.tool_seconds += self._clock() - started
            trajectory.places += [place - 1] * (len(self._world.log.calls) - logged)
        trajectory.failed_calls += result.is_error
        trajectory.messages.append(Message("tool", result.text, tool_call_id=call.id, is_error=result.is_error))

    async def _ask_user(self) -> None:
        trajectory = self.trajectory
        if trajectory.user_turns >= self._limits.user_turns:
            raise _Stop("user_limit")
        started = self._clock()
        try:
            reply = await self._user.reply(trajectory.visible())
        except SimulatorError as error:
            raise _Stop("simulator_error", str(error)) from error
        finally:
            trajectory.user_seconds += self._clock() - started
        trajectory.user_turns += 1
        trajectory.user_usage += reply.usage
        trajectory.flags += reply.flags
        trajectory.model_calls += (("user", call) for call in reply.calls)
        trajectory.messages.append(Message("user", reply.text))
