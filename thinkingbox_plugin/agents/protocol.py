"""The agent protocol: messages and tool schemas in, text and tool calls out.

A third party offers agents through the hook ``thinkingbox_agent``; see ``docs/agents.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from thinkingbox_plugin.messages import Message, Reply, ToolSchema


class Agent(Protocol):
    """One agent in one trial; it may keep state between turns."""

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The next turn.

        ``messages`` is the whole conversation so far: the system prompt, the user's messages, the
        agent's own and the results of its tool calls.  A reply with tool calls is followed by their
        results; one without goes to the user, or ends the trial if it closes with the end marker.
        Raises :class:`~thinkingbox_plugin.errors.ProviderError` when its provider failed for good.
        """


@dataclass(frozen=True)
class AgentContext:
    """What an agent may know of its trial: nothing about the task's solution."""

    model: str
    trial: int
    seed: int


AgentFactory = Callable[[AgentContext], Agent]
"""Makes the agent of one trial."""
