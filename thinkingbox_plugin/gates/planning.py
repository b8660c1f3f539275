"""What would settle a gate against a number: the errors that its interval was made of, put into a plan."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log

from thinkingbox_plugin.statistics.comparing import ALPHA
from thinkingbox_plugin.statistics.intervals import (
    NO_ERROR,
    Bootstrap,
    Estimand,
    Estimate,
    few_clusters,
    unseen,
)
from thinkingbox_plugin.statistics.measures import Measure
from thinkingbox_plugin.statistics.planning import MOST_TRIALS, Plan, settle


def more_for_a_rate(
    bootstrap: Bootstrap, members: Sequence[int], measure: Measure, k: int, estimand: Estimand, border: float
) -> Plan:
    """What it takes to tell the figure of ``members`` from ``border``, if the truth is what was measured."""
    suite, population = (
        bootstrap.estimates([(measure, k)], about, [members])[0][0] for about in ("suite", "population")
    )
    tasks = bootstrap.resampled(members)
    value = suite.value
    if value in (0, 1):
        return _more_alike(value, border, len(members), len(members) if estimand == "suite" else tasks.clusters)
    counts = [bootstrap.sample.results[number].count.measured for number in members]
    trials = len(counts) / sum(1 / count for count in counts)
    known = population.error >= NO_ERROR and tasks.freedom >= 1
    wide = (population.error**2 + unseen(tasks.clusters)) ** 0.5 * few_clusters(tasks.freedom) if known else 1.0
    errors = _error(suite, suite.error or 1.0, len(members)), _error(population, wide, tasks.clusters)
    return settle(value - border, *errors, estimand, trials=trials, tasks=len(members))


def _error(estimate: Estimate, error: float, units: int) -> float:
    """The standard error that the interval stands for: all or nothing for each unit is the most that there can be."""
    most: float = (estimate.value * (1 - estimate.value) / units) ** 0.5
    return min(error, most) if error >= NO_ERROR else most


def _more_alike(value: float, border: float, tasks: int, units: int) -> Plan:
    """Where all or none passed the interval goes by the number of tasks alone, whatever the number of trials.

    Its end is (α/2)^(1/m) away from 0, or from 1, with m tasks (Clopper and Pearson).
    """
    reach = border if value == 1 else 1 - border
    if not 0 < reach < 1:
        return Plan()
    needed = ceil(log(ALPHA / 2) / log(reach) * tasks / units)
    needed = max(needed, tasks + 1)
    return Plan(tasks=needed, more_tasks=needed - tasks) if needed <= MOST_TRIALS * max(100, tasks) else Plan()
