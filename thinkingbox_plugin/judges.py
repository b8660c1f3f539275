"""Judges answer a rubric's question about what the user was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from thinkingbox_plugin.messages import Message, Usage
from thinkingbox_plugin.task import Rubric


class Judge(Protocol):
    """Grades one question; sees the visible conversation and nothing else."""

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> tuple[bool, str, Usage]:
        """Whether the answer is yes, the reason, and what it cost.  Raises
        :class:`~thinkingbox_plugin.errors.JudgeError` if it cannot be reached."""


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


class ScriptedJudge:
    """Knows the labelled sample replies only.

    A conversation in which the agent spoke a reply labelled no, or none labelled yes, is graded no:
    the questions are worded so that silence fails.
    """

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> tuple[bool, str, Usage]:
        """See :class:`Judge`."""
        said = [_plain(message.content) for message in conversation if message.role == "assistant"]
        for label, samples in (("no", rubric.no), ("yes", rubric.yes)):
            for sample in samples:
                if any(_plain(sample) in reply for reply in said):
                    return label == "yes", f"a reply labelled {label}: {sample}", Usage()
        return False, "no labelled reply was spoken", Usage()
