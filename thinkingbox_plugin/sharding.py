"""``--tb-shard 3/8``: the same eight parts of a run on every machine, without a word between them.

The chosen tasks are laid in one row (by domain, workflow and then the SHA-256 of their names) and dealt out like cards.
So no two parts differ by more than one task, neither in all nor in any domain or workflow.  Which tasks are a part's
depends on nothing but which tasks were chosen (by paths, ``-k``, ``-m`` and ``--tb-sample``): not on models, trials,
workers, nor the order in which anything was collected.  A task that is added or left out moves only those behind it in
the row, so it leaves the domains alone whose names come before its own.

A part has whole tasks, with all their trials by all models: every estimator has its n trials of each task in any part,
and a task's solutions are worked out on one machine.  Ordinary tests are part 1's, so that every item is run once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.summary import Planned

if TYPE_CHECKING:
    from thinkingbox_plugin.task import Task

MOST = 10_000
"""Parts; more than any run has tasks."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One part of several: ``part`` counts from 1."""

    part: int
    of: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """``3/8``.  Raises :class:`UsageError` for anything else."""
        found = re.fullmatch(r"\s*(\d{1,5})\s*/\s*(\d{1,5})\s*", text)
        if found is not None and 1 <= int(found[1]) <= int(found[2]) <= MOST:
            return cls(int(found[1]), int(found[2]))
        raise UsageError(f"--tb-shard: {text!r} is no part of a whole; write --tb-shard 1/8 to --tb-shard 8/8")

    def __str__(self) -> str:
        return f"{self.part}/{self.of}"


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts of a whole a results directory holds, as ``run.json`` says under ``planned.shard``."""

    of: int
    parts: Sequence[int]
    whole: Planned
    twins: Mapping[str, str] = field(default_factory=dict)
    """The minimal pairs of the whole."""

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``run.json``."""
        return {
            "of": self.of,
            "parts": list(self.parts),
            "whole": self.whole.to_json() | {"twins": dict(self.twins)},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Parts:
        """Read :meth:`to_json` back."""
        whole = data["whole"]
        return cls(int(data["of"]), tuple(data["parts"]), Planned.from_json(whole), dict(whole.get("twins", {})))


def deal(tasks: Iterable[tuple[str, str, str]], of: int) -> dict[str, int]:
    """The part, from 1, of each task.  ``tasks`` are (domain, workflow, name), in any order."""
    row = sorted(set(tasks), key=lambda task: (task[0], task[1], hashlib.sha256(task[2].encode()).digest(), task[2]))
    return {name: place % of + 1 for place, (_, _, name) in enumerate(row)}


def deal_tasks(tasks: Iterable[Task], of: int) -> dict[str, int]:
    """The part of each task, by its node id."""
    return deal(((task.domain.name, task.workflow, task.nodeid) for task in tasks), of)
