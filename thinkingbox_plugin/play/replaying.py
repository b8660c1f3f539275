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

    ``seconds`` passed since the turn before; ``seen`` is the digest of the conversation that the player
    had before them, empty for a turn that is only now being taken.
    """

    text: str = ""
    tool: str | None = None
    arguments: str = ""
    seconds: float = 0.0
    seen: str = ""

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
        texts = (action.text, action.arguments, action.seen, action.tool or "")
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


class LoggedAgent:
    """Takes the turns of a log, and then one more if ``action`` is given."""

    def __init__(self, logged: Sequence[Action], action: Action | None, clock: PlayClock) -> None:
        self._turns = [*logged, *([action] if action else [])]
        self._new = len(logged)
        self._clock = clock
        self._taken = 0
        self.seen = ""
        """The digest of what stood before the new turn, once it was taken."""
        self.before = 0
        """How many messages that was."""

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The next turn.  Raises :class:`Suspended` behind the last and :class:`Diverged`."""
        number = self._taken
        if number == len(self._turns):
            raise Suspended(messages, tools)
        turn, shown = self._turns[number], digest([message_record(message) for message in messages])
        if number == self._new:
            self.seen, self.before = shown, len(messages)
        elif turn.seen != shown:
            raise Diverged(number)
        self._taken += 1
        self._clock.skip(turn.seconds)
        return turn.reply(number)
