"""Which answer of a conversation belongs to which tool call, and which call a difference or an effect means.

Messages carry no such names that every provider keeps: answers come in the order of the calls.  A world counts the
calls that reached a tool, and a failed call may not have, so a number means one call for certain only where no other
fits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Call = TypeVar("Call")


@dataclass(frozen=True, slots=True)
class Answered(Generic[Call]):
    """A call that came to an answer."""

    call: Call
    tool: str
    place: int
    """Among all answered calls, counted from 0."""
    failed_before: int
    """How many before it failed; some of them may not have reached a tool."""
    failed: bool
    """Whether it was refused or unreadable."""


class Pairing(Generic[Call]):
    """Takes the messages of a conversation in their order."""

    def __init__(self) -> None:
        self._asked: deque[tuple[str, Call]] = deque()
        self._place = self._failed = 0

    def asked(self, tool: str, call: Call) -> None:
        """A call that a message asks for; one that a limit cut off gets no answer."""
        self._asked.append((tool, call))

    def answered(self, failed: bool) -> Answered[Call] | None:
        """A tool's message: the call that it answers, or None where none waits for an answer."""
        if not self._asked:
            return None
        tool, call = self._asked.popleft()
        found = Answered(call, tool, self._place, self._failed, failed)
        self._place += 1
        self._failed += failed
        return found


def find_call(number: int | None, tool: str | None, calls: Iterable[Answered[Call]]) -> Answered[Call] | None:
    """The only successful call that can be the world's call ``number``; None where several can, or none."""
    if number is None:
        return None
    found = [
        call
        for call in calls
        if not call.failed and call.tool == tool and 0 <= call.place - number <= call.failed_before
    ]
    return found[0] if len(found) == 1 else None
