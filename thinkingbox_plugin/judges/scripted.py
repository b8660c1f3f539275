"""The judge that needs no model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from thinkingbox_plugin.errors import JudgeError
from thinkingbox_plugin.judges.protocol import Grade
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.task import Rubric


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


class ScriptedJudge:
    """Knows the labelled sample replies only.

    A conversation in which the agent spoke a reply labelled no, or none labelled yes, is graded no:
    the questions are worded so that silence fails.  That holds of reference agents, which say nothing of
    their own.  What another agent says in its own words cannot be told: with ``unlabelled="ungraded"`` such
    a question is left open by a :class:`JudgeError`.
    """

    def __init__(self, unlabelled: Literal["no", "ungraded"] = "no") -> None:
        self._unlabelled = unlabelled

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
        """See :class:`Judge`."""
        said = [_plain(message.content) for message in conversation if message.role == "assistant"]
        for label, samples in (("no", rubric.no), ("yes", rubric.yes)):
            for sample in samples:
                if any(_plain(sample) in reply for reply in said):
                    return Grade(label == "yes", f"a reply labelled {label}: {sample}")
        if self._unlabelled == "ungraded":
            raise JudgeError("the scripted judge knows the sample replies only, and none was spoken; ask a model")
        return Grade(False, "no labelled reply was spoken")
