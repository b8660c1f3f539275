"""What would settle an undecided question: how many more trials, or, when no number of trials can, how many more tasks.

Taken for granted is that the truth is what was measured.  The question is settled with chance ``power`` once the
standard error is at most distance / (z of 1 - α/2 + z of power), the distance being that between the estimate and the
border.  Trial noise is taken to shrink as 1/n: exact for pass@1, on the safe side for the others (n times the variance
of such an average falls with n; Hoeffding, *Annals of Mathematical Statistics* 19, 1948).  What lies between tasks
stays whatever n is, and shrinks only with more tasks.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from scipy import special

from thinkingbox_plugin.statistics.comparing import ALPHA, POWER
from thinkingbox_plugin.statistics.intervals import Estimand

MOST_TRIALS = 1000
"""More trials of a task than that are no plan."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``trials`` in all for each task, or ``tasks`` in all; both None where nothing settles it."""

    trials: int | None = None
    tasks: int | None = None
    more_trials: int | None = None
    more_tasks: int | None = None

    def sentence(self) -> str:
        """For a reader."""
        if self.more_trials is not None:
            return f"{self.more_trials} more trials of each task would settle it ({self.trials} in all)"
        if self.more_tasks is not None:
            more = f"{self.more_tasks} more tasks would ({self.tasks} in all)"
            return f"no number of trials of these tasks settles it: {more}"
        return "the estimate lies on the border, or so near to it that no run of a sensible size settles it"


def settle(
    distance: float,
    suite_error: float,
    population_error: float,
    estimand: Estimand,
    *,
    trials: float,
    tasks: int,
    alpha: float = ALPHA,
    power: float = POWER,
) -> Plan:
    """What it takes to tell an estimate from a border that is ``distance`` away.

    The errors are the standard errors of the present run of ``tasks`` tasks and ``trials`` trials of each.
    """
    wanted = abs(distance) / float(special.ndtri(1 - alpha / 2) + special.ndtri(power))
    if wanted == 0:
        return Plan()
    noise = suite_error**2
    between = max(0.0, population_error**2 - noise) if estimand == "population" else 0.0
    if wanted**2 > between:
        needed = ceil(max(trials + 1, trials * noise / (wanted**2 - between)))
        if needed <= MOST_TRIALS:
            return Plan(trials=needed, more_trials=ceil(needed - trials))
    if estimand == "suite":
        return Plan()  # these tasks are the question
    needed = ceil(max(tasks + 1, tasks * population_error**2 / wanted**2))
    return Plan(tasks=needed, more_tasks=needed - tasks) if needed <= MOST_TRIALS * max(100, tasks) else Plan()
