"""A record with the outline of its conversation: who spoke, which tools were called, what was refused.

Only what a run without texts keeps too, so that an analysis does not depend on ``--tb-no-transcripts``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from thinkingbox_plugin.results.pairing import Pairing
from thinkingbox_plugin.results.reading import TrialRow


class ToolCallRow(msgspec.Struct, gc=False):
    """A call that the agent asked for."""

    name: str = ""


class MessageRow(msgspec.Struct):
    """One message without its text."""

    role: str = ""
    tool_calls: tuple[ToolCallRow, ...] = ()
    is_error: bool = False


class TalkRow(TrialRow):
    """What tables are made of, with the outline of the conversation."""

    messages: tuple[MessageRow, ...] = ()


class Answered(NamedTuple):
    """A call that came to an answer; ``failed`` if that was a refusal or the call was unreadable."""

    tool: str
    failed: bool


def answered_calls(messages: Sequence[MessageRow]) -> Iterator[Answered]:
    """The calls with an answer, in order; those that a limit cut off have none."""
    pairing: Pairing[None] = Pairing()
    for message in messages:
        for call in message.tool_calls:
            pairing.asked(call.name, None)
        if message.role == "tool" and (found := pairing.answered(message.is_error)) is not None:
            yield Answered(found.tool, found.failed)


def never_made_good(calls: Sequence[Answered]) -> list[str]:
    """The tools of failed calls after which no call of the same tool succeeded, each once, in order."""
    last: dict[str, bool] = {}
    for call in calls:
        last.pop(call.tool, None)
        last[call.tool] = call.failed
    return [tool for tool, failed in last.items() if failed]
