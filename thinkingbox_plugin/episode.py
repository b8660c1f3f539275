"""The episode: agent, user and tools take turns until something ends the conversation."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Protocol

from thinkingbox_plugin._jsontext import BadArgumentsError, parse_arguments
from thinkingbox_plugin.agents.protocol import Agent
from thinkingbox_plugin.agents.waiting import OutOfTimeError, OwnTime
from thinkingbox_plugin.closing import CLOSED_ASKING, closes_asking
from thinkingbox_plugin.direct import ToolResult
from thinkingbox_plugin.errors import CostCapError, FatalProviderError, ProviderError, SandboxError, SimulatorError
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import END_MARKER, Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.records import StopReason
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.users.protocol import SimulatedUser
from thinkingbox_plugin.world import World

logger = logging.getLogger(__name__)

_EMPHASIS = "*_`\"'"
_AFTER_MARKER = " \t\r\n\f\v" + _EMPHASIS + ".!"
_AGENT_RAISED = (Exception, SystemExit, KeyboardInterrupt)
"""What an agent's code may raise; the last two would otherwise take the whole event loop with them."""


class ToolSession(Protocol):
    """What the episode needs of a tool session."""

    async def call(self, name: str, arguments: dict[str, object]) -> ToolResult:
        """Call a tool; raises :class:`SandboxError` for a crash."""


class _Stop(Exception):  # noqa: N818 - it ends a loop, it is not an error
    def __init__(self, reason: StopReason, error: str = "") -> None:
        self.reason, self.error = reason, error


def split_marker(text: str) -> tuple[str, bool]:
    """The text without a closing end marker, and whether there was one.

    The marker counts only where it closes the message, in any letter case, glued to other text or
    emphasised, and with a full stop or an exclamation mark behind it; anywhere else it is ordinary text.
    """
    closed = text.rstrip(_AFTER_MARKER)
    if closed[-len(END_MARKER) :].upper() != END_MARKER:
        return text, False
    before, behind = closed[: -len(END_MARKER)], text[len(closed) :]
    for character in behind:
        if character in _EMPHASIS and before.endswith(character):
            before = before[:-1]
    return before.rstrip(), True


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
        trajectory = self.trajectory
        reply = await self._ask_agent()
        text, done = split_marker(reply.text)
        if text.strip() or reply.tool_calls:
            trajectory.messages.append(Message("assistant", text, reply.tool_calls, extra=reply.extra))
        if reply.stop is not None:
            raise _Stop(reply.stop, reply.detail)
        place = len(trajectory.messages) - 1
        for call in reply.tool_calls:
            await self._call_tool(call, place)
        self._check_tokens()
        if reply.tool_calls:
            return
        if done:
            if closes_asking(text):
                trajectory.flags.append(CLOSED_ASKING)
            raise _Stop("done")
        if not text.strip():
            raise _Stop("empty")
        await self._ask_user()

    async def _ask_agent(self) -> Reply:
        trajectory, limit = self.trajectory, self._limits.agent_seconds
        turn = OwnTime(None if limit is None else limit - trajectory.agent_seconds, self._clock)
        waited = 0.0
        try:
            reply = _checked(await turn.run(self._agent.reply(tuple(trajectory.messages), self._tools)))
            waited = reply.waited
        except FatalProviderError:
            raise
        except ProviderError as error:
            raise _Stop(_reason(error, "provider_error"), str(error)) from error
        except OutOfTimeError:
            raise _Stop("time_limit", _too_slow(limit)) from None
        except asyncio.CancelledError:
            if _is_being_cancelled():
                raise
            raise _Stop("agent_error", "CancelledError: the agent cancelled its own turn") from None
        except _AGENT_RAISED as error:
            raise _Stop("agent_error", f"{type(error).__name__}: {error}") from error
        finally:
            trajectory.agent_seconds += max(0.0, turn.seconds - waited)
        trajectory.agent_usage += reply.usage
        trajectory.flags += reply.flags
        trajectory.model_calls += (("agent", call) for call in reply.calls)
        if limit is not None and trajectory.agent_seconds > limit:
            raise _Stop("time_limit", _too_slow(limit))
        return reply

    def _check_tokens(self) -> None:
        limit, usage = self._limits.agent_tokens, self.trajectory.agent_usage
        if limit is not None and usage.input_tokens + usage.output_tokens > limit:
            raise _Stop("token_limit")

    async def _call_tool(self, call: ToolCall, place: int) -> None:
        trajectory, log = self.trajectory, self._world.log
        if trajectory.tool_calls >= self._limits.tool_calls:
            raise _Stop("tool_limit")
        trajectory.tool_calls += 1
        started, logged = self._clock(), log.next_index
        try:
            result = await self._session.call(call.name, parse_arguments(call.arguments))
        except BadArgumentsError as error:
            log.add(call.name, {}, "invalid", str(error))
            result = ToolResult(str(error), is_error=True)
        except SandboxError as error:
            raise _Stop("sandbox_error", str(error)) from error
        finally:
            trajectory.tool_seconds += self._clock() - started
            trajectory.places += [place] * (log.next_index - logged)
        trajectory.failed_calls += result.is_error
        trajectory.messages.append(Message("tool", result.text, tool_call_id=call.id, is_error=result.is_error))

    async def _ask_user(self) -> None:
        trajectory = self.trajectory
        if trajectory.user_turns >= self._limits.user_turns:
            raise _Stop("user_limit")
        started = self._clock()
        try:
            reply = await self._user.reply(trajectory.visible())
        except FatalProviderError:
            raise
        except SimulatorError as error:
            trajectory.user_usage = sum((call.usage for call in error.calls), trajectory.user_usage)
            trajectory.model_calls += (("user", call) for call in error.calls)
            raise _Stop(_reason(error.__cause__, "simulator_error"), str(error)) from error
        except Exception as error:
            logger.exception("the simulated user crashed")
            raise _Stop("simulator_error", f"{type(error).__name__}: {error}") from error
        finally:
            trajectory.user_seconds += self._clock() - started
        trajectory.user_turns += 1
        trajectory.user_usage += reply.usage
        trajectory.flags += reply.flags
        trajectory.model_calls += (("user", call) for call in reply.calls)
        trajectory.messages.append(Message("user", reply.text))


def _reason(error: BaseException | None, otherwise: StopReason) -> StopReason:
    """Why a failed request ends the trial."""
    return "cost_limit" if isinstance(error, CostCapError) else otherwise


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _too_slow(limit: float | None) -> str:
    return f"the agent took longer than {limit:g} s in all"


def _checked(reply: object) -> Reply:
    """``reply``, if it is what the protocol asks for; a third party's agent may return anything."""
    if not isinstance(reply, Reply):
        raise TypeError(f"the agent returned {type(reply).__name__}, not a Reply")
    if not isinstance(reply.text, str):
        raise TypeError(f"the reply's text is {type(reply.text).__name__}, not str")
    if not isinstance(reply.tool_calls, tuple):
        raise TypeError(f"the reply's tool_calls are {type(reply.tool_calls).__name__}, not a tuple")
    for call in reply.tool_calls:
        if not isinstance(call, ToolCall):
            raise TypeError(f"a tool call is {type(call).__name__}, not a ToolCall")
        if not all(isinstance(part, str) for part in (call.id, call.name, call.arguments)):
            raise TypeError("the id, the name and the arguments of a tool call are text; arguments are JSON text")
    return reply
