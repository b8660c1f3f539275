"""The player as an agent: what was said and called so far, given to the very loop that a model gets.

The state between two commands is kept nowhere: the loop runs again from the start with a
:class:`LoggedAgent`, which is suspended where the log ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any

from thinkingbox_plugin.domain import digest
from thinkingbox_plugin.messages import END_MARKER, Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.trial import message_record


@dataclass(frozen=True)
class Action:
    """One turn of the player: a call if ``tool`` is given, else ``text`` for the user.

    ``seconds`` passed since the turn before; ``shown`` is the digest of the conversation as it was shown
    after this turn, empty for a turn that is only now being taken.
    """

    text: str = ""
    tool: str | None = None
    arguments: str = ""
    seconds: float = 0.0
    shown: str = ""

    @classmethod
    def ending(cls, text: str = "") -> Action:
        """Say ``text``, if any, and close the conversation."""
        return cls(text=f"{text}\n{END_MARKER}")

    def reply(self, number: int) -> Reply:
        """The turn as an agent's reply; ``number`` counts the player's turns."""
        if self.tool is None:
            return Reply(self.text)
        return Reply(tool_calls=(ToolCall(f"call-{number}", self.tool, self.arguments),))

    def to_json(self) -> dict[str, Any]:
        """A line of the log."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Action:
        """Read :meth:`to_json` back; raises TypeError or ValueError for anything else."""
        action = cls(**data)
        texts = (action.text, action.arguments, action.shown, action.tool or "")
        if not all(isinstance(text, str) for text in texts) or not isinstance(action.seconds, int | float):
            raise ValueError("not a turn of a player")
        return action


# The loop takes an Exception of an agent's for that agent's failure; these two are none.


class Suspended(BaseException):
    """The log is at its end and the agent is to move; holds what it sees."""

    def __init__(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> None:
        self.messages, self.tools = messages, tools


class Diverged(BaseException):
    """The replay does not show what was shown when the log was written."""

    def __init__(self, number: int) -> None:
        self.number = number


class PlayClock:
    """Seconds, with those that the player took put in where they are replayed."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def __call__(self) -> float:
        return monotonic() + self._skipped

    def skip(self, seconds: float) -> None:
        """Let ``seconds`` pass at once."""
        self._skipped += seconds


def digest_of(messages: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256 of a conversation, as records hold it."""
    return digest(list(messages))


class LoggedAgent:
    """Takes given turns; ``expected`` holds the digests of what was shown before each and after the last.

    Behind its end nothing is compared: what a turn that is only now being taken brings is new.
    """

    def __init__(self, turns: Sequence[Action], expected: Sequence[str], clock: PlayClock) -> None:
        self._turns, self._expected, self._clock = turns, expected, clock
        self.lengths: list[int] = []
        """How many messages stood before each turn that was taken."""

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The next turn.  Raises :class:`Suspended` behind the last, and :class:`Diverged`."""
        self.compare([message_record(message) for message in messages])
        number = len(self.lengths)
        if number == len(self._turns):
            raise Suspended(messages, tools)
        self.lengths.append(len(messages))
        self._clock.skip(self._turns[number].seconds)
        return self._turns[number].reply(number)

    def compare(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Raise :class:`Diverged` if the conversation is not the one that was shown at this point."""
        number = len(self.lengths)
        if number < len(self._expected) and self._expected[number] != digest_of(messages):
            raise Diverged(number)
