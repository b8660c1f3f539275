"""The trajectory of a trial: messages, and which tool call stands where among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from thinkingbox_plugin.messages import Message, ModelCall, Usage
from thinkingbox_plugin.records import StopReason


@dataclass(slots=True)
class Trajectory:
    """What happened between agent, user and tools, in order.

    ``places[i]`` is the position among ``messages`` of the assistant message that made call number i
    of the world's log.  Times are seconds: ``agent_seconds`` is the agent's own, without waiting for a
    provider's retry.
    """

    messages: list[Message] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    user_turns: int = 0
    tool_calls: int = 0
    failed_calls: int = 0
    stop_reason: StopReason = "done"
    error: str = ""
    flags: list[str] = field(default_factory=list)
    model_calls: list[tuple[str, ModelCall]] = field(default_factory=list)
    """Who asked (``agent``, ``user``, ``judge``), and the request, in order."""
    agent_usage: Usage = field(default_factory=Usage)
    user_usage: Usage = field(default_factory=Usage)
    agent_seconds: float = 0.0
    user_seconds: float = 0.0
    tool_seconds: float = 0.0

    def replies(self) -> Iterator[str]:
        """What the agent said to the user, message by message."""
        return (message.content for message in self.messages if message.role == "assistant" and message.content)

    def visible(self) -> list[Message]:
        """The conversation as the user sees it: no system prompt, no tools."""
        return [
            Message(message.role, message.content)
            for message in self.messages
            if message.role in ("user", "assistant") and message.content
        ]
