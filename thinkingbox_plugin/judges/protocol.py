"""What the harness asks of a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from thinkingbox_plugin.messages import Message, ModelCall, Usage
from thinkingbox_plugin.task import Rubric


class Grade(NamedTuple):
    """One question's answer: whether it is yes, why, what it cost, and the requests that it took."""

    held: bool
    reason: str
    usage: Usage = Usage()
    calls: tuple[ModelCall, ...] = ()


class Judge(Protocol):
    """Grades one question; sees the visible conversation and nothing else."""

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
        """The answer.  Raises :class:`~thinkingbox_plugin.errors.JudgeError` if there is none."""
