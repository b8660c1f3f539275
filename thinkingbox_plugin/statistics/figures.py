"""The figures of one model: rates and curves over all of its tasks and over groups of them, with intervals.

One set of tasks goes with all k of a figure: those with as many measured trials as the largest k shown.  What falls
out of it is counted and named, see :meth:`Figures.dropped`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import Literal, get_args

import numpy as np

from thinkingbox_plugin.statistics.estimators import (
    bounds_over_tasks,
    k_values,
    largest_common_k,
    mean_over_tasks,
    pass_at_k,
    pass_hat_k_plug_in,
)
from thinkingbox_plugin.statistics.intervals import (
    DRAWS,
    LEVEL,
    Bootstrap,
    Estimand,
    Estimate,
    layout_of,
    rate_estimate,
    resampled,
)
from thinkingbox_plugin.statistics.measures import PASS_AT_K, Measure, table_of
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

Grouping = Literal["domain", "workflow", "marker", "policy"]
GROUPINGS: tuple[Grouping, ...] = get_args(Grouping)

_GROUPS_OF: Mapping[Grouping, Callable[[TaskResult], Iterable[str]]] = {
    "domain": lambda result: [result.domain],
    "workflow": lambda result: [f"{result.domain}: {result.workflow}"],
    "marker": lambda result: result.tags,
    "policy": lambda result: [f"{result.domain}: {section}" for section in result.policy],
}


def groups(results: Sequence[TaskResult], by: Grouping) -> dict[str, list[int]]:
    """Numbers of the tasks in each group, by name; a task may be in several, or in none."""
    found: dict[str, list[int]] = {}
    for number, result in enumerate(results):
        for name in dict.fromkeys(_GROUPS_OF[by](result)):
            found.setdefault(name, []).append(number)
    return dict(sorted(found.items()))


def bounds_of(results: Sequence[TaskResult], measure: Measure, k: int) -> tuple[float, float] | None:
    """A measure with every trial without a verdict counted as failed, and as passed; None where there is none."""
    counts = [result.count for result in results if result.count.begun >= k]
    if not any(count.missing for count in counts):
        return None
    low = fsum(table_of(measure, count.begun, k)[count.passed] for count in counts)
    high = fsum(table_of(measure, count.begun, k)[count.passed + count.missing] for count in counts)
    return low / len(counts), high / len(counts)


class Figures:
    """Of one model.  ``level`` is the confidence of the intervals; same records and ``seed``, same digits."""

    def __init__(self, sample: Sample, *, draws: int = DRAWS, seed: int = 0, level: float = LEVEL) -> None:
        self.sample = sample
        self._draws, self._seed, self._level = draws, seed, level

    @cached_property
    def rated(self) -> Sample:
        """The tasks with a measured trial, over which pass@1 is taken."""
        return self.sample.common(1)

    @cached_property
    def most_trials(self) -> int:
        """The largest number of measured trials of any task."""
        return max((count.measured for count in self.sample.counts), default=0)

    @cached_property
    def k(self) -> int:
        """The largest k shown: a standard one, or the number of trials, that at least half of the tasks have."""
        return largest_common_k(self.sample.counts, k_values(self.most_trials)) or 0

    @cached_property
    def curved(self) -> Sample:
        """The tasks with ``k`` measured trials, over which all k are taken."""
        return self.sample.common(max(1, self.k))

    def dropped(self) -> list[str]:
        """The tasks that the curve leaves out for want of measured trials."""
        held = {result.task for result in self.curved.results}
        return [result.task for result in self.sample.results if result.task not in held]

    @cached_property
    def _rates(self) -> Bootstrap:
        return Bootstrap(self.rated, draws=self._draws, seed=self._seed, salt=self.sample.model)

    @cached_property
    def _curves(self) -> Bootstrap:
        if len(self.curved.results) == len(self.rated.results):
            return self._rates
        return Bootstrap(self.curved, draws=self._draws, seed=self._seed, salt=self.sample.model)

    def rate(self, estimand: Estimand) -> Estimate | None:
        """pass@1; None without a measured trial."""
        return self._rates.estimate(PASS_AT_K, 1, estimand, self._level) if self.rated.results else None

    def state_rate(self) -> float | None:
        """pass@1 by the end state alone, over the same trials."""
        return mean_over_tasks(pass_at_k, self.sample.by_state().counts, 1)

    def bounds(self) -> tuple[float, float] | None:
        """pass@1 with every trial without a verdict counted as failed, and as passed."""
        return bounds_over_tasks(pass_at_k, self.sample.counts, 1)

    def bounds_at(self, measure: Measure, k: int) -> tuple[float, float] | None:
        """The same of a measure at ``k``; None where every begun trial has a verdict."""
        return bounds_of(self.sample.results, measure, k)

    def bounds_by(self, by: Grouping) -> dict[str, tuple[float, float]]:
        """pass@1 of each group in which a trial has no verdict, with all of these counted as failed, and as passed."""
        found = {}
        for name, members in groups(self.sample.results, by).items():
            bounds = bounds_of([self.sample.results[number] for number in members], PASS_AT_K, 1)
            if bounds is not None:
                found[name] = bounds
        return found

    def at(self, measure: Measure, k: int, estimand: Estimand) -> Estimate | None:
        """A measure at ``k``, over the common set; None beyond the largest k."""
        return self._curves.estimate(measure, k, estimand, self._level) if 1 <= k <= self.k else None

    def plug_in(self, k: int) -> float | None:
        """(c/n)^k over the common set: biased upward for k > 1."""
        return mean_over_tasks(pass_hat_k_plug_in, self.curved.counts, k) if 1 <= k <= self.k else None

    def always(self) -> tuple[int, int, int]:
        """How many of the tasks with a measured trial never failed, sometimes failed, always failed."""
        counts = self.rated.counts
        passed = sum(count.failed == 0 for count in counts)
        failed = sum(count.passed == 0 for count in counts)
        return passed, len(counts) - passed - failed, failed

    def rates_by(self, by: Grouping, estimand: Estimand) -> dict[str, Estimate]:
        """pass@1 of each group."""
        return {name: found[0] for name, found in self._by(self._rates, by, [(PASS_AT_K, 1)], estimand).items()}

    def by(self, by: Grouping, measures: Sequence[Measure], k: int, estimand: Estimand) -> dict[str, list[Estimate]]:
        """Measures at ``k`` of each group, over its part of the common set; groups without such a task are absent."""
        wanted = [(measure, k) for measure in measures]
        return self._by(self._curves, by, wanted, estimand) if 1 <= k <= self.k else {}

    def _by(
        self, bootstrap: Bootstrap, by: Grouping, wanted: Sequence[tuple[Measure, int]], estimand: Estimand
    ) -> dict[str, list[Estimate]]:
        found = groups(bootstrap.sample.results, by)
        estimates = bootstrap.estimates(wanted, estimand, list(found.values()), self._level)
        return dict(zip(found, estimates, strict=True))


def average_over_models(
    samples: Sequence[Sample],
    measure: Measure,
    k: int,
    estimand: Estimand,
    *,
    draws: int = DRAWS,
    seed: int = 0,
    level: float = LEVEL,
) -> Estimate | None:
    """The mean of ``measure`` over models, each weighing the same, over the tasks that all have tried ``k`` times.

    The models are taken as they are, not as a sample of models: they add no uncertainty but that of their trials.
    None where there is no such task.
    """
    if not samples:
        return None
    shared = set.intersection(*({result.task for result in sample.common(k).results} for sample in samples))
    if not shared:
        return None
    parts = [
        Bootstrap(sample.where(lambda result: result.task in shared), draws=draws, seed=seed, salt=sample.model)
        for sample in samples
    ]
    values = np.mean([part.per_task(measure, k) for part in parts], axis=0)
    if estimand == "population":
        tasks = resampled(layout_of(parts[0].sample.results), draws, seed)
        return rate_estimate(values, tasks.means(values), tasks, level)
    noise = np.mean([part.noise(measure, k).mean(axis=1) for part in parts], axis=0)
    return rate_estimate(values, noise, None, level)
