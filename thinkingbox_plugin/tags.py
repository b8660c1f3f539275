"""Tags: properties of a task that code cannot see, confirmed by a reviewer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

PREFIX = "test_case_"
"""How the name of every task's function begins."""
TASK_ATTRIBUTE = "__thinkingbox_task__"
"""Where the decorator leaves the declaration on the function."""

Tag = Literal[
    "refusal",  # something is refused, escalated or held and recorded as such
    "only-refusal",  # nothing but a refusal
    "asks",  # the agent must ask the user for a fact
    "answer-decides",  # and the answer changes the outcome
    "uncued",  # a check that nothing in the conversation asks for changes the outcome
    "two-policies",  # two policy documents govern the case together
    "decoy",  # a second record that a careless reader would act on
    "pushes",  # the user pushes for something that policy forbids
    "multi",  # two or more separate requests
    "interacting",  # and they interact
    "recovery",  # a first look-up fails or misleads
    "boundary",  # on one side of a threshold or on the last day of a window
]
TAGS: tuple[Tag, ...] = get_args(Tag)


def nearest(wanted: str, known: Iterable[str]) -> str:
    """A hint for a name that there is not."""
    from difflib import get_close_matches

    found = get_close_matches(wanted, known, n=1, cutoff=0.4)
    return f"did you mean {found[0]}?" if found else "see what the domain declares"
