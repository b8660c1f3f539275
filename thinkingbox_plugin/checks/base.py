"""What a check is, and what it may look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.plan import Plan, Solution
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.state import Comparison, NetChange
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.world import World


@dataclass(frozen=True)
class Evidence:
    """Everything about one trial that a check may look at.

    ``solution`` is the golden whose end state was reached or, failing that, the nearest; ``comparison``
    compares the two, golden first.
    """

    plan: Plan
    solution: Solution
    comparison: Comparison
    net: NetChange
    effects: Sequence[Effect]
    trajectory: Trajectory
    world: World


class Check(Protocol):
    """One or more factors of the verdict.

    Yields nothing where it does not apply.  It must not change the world.
    """

    def __call__(self, evidence: Evidence) -> Iterable[CheckResult]:
        """The results, each with its name, whether it holds, and why not."""
