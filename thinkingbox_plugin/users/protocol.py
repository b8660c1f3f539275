"""What the harness asks of a simulated user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from thinkingbox_plugin.messages import Message, ModelCall, Usage


@dataclass(frozen=True, slots=True)
class UserReply:
    """One message of the user.

    ``usage`` is what a model that plays the user spent on it.  ``flags`` name what a guard noticed (a
    value that no fact holds, ...); a scripted user raises none.  ``calls`` are the requests that made it.
    """

    text: str
    usage: Usage = field(default_factory=Usage)
    flags: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()


@runtime_checkable
class SimulatedUser(Protocol):
    """The user's side of a conversation: part of the environment, the same for every agent.

    ``opening`` is sent by the harness.  ``reply`` then gets the conversation so far, visible messages
    only: ``user`` and ``assistant`` texts, no tool calls and no tool results, the last one by the
    assistant.  It keeps no state between calls that the conversation does not show, so that a trial can
    be replayed.  A user that cannot answer raises ``SimulatorError``.
    """

    @property
    def opening(self) -> str:
        """The user's first message."""

    async def reply(self, conversation: Sequence[Message]) -> UserReply:
        """The user's answer to the last message."""
