"""Intervals for the two questions that a rate may answer.

``suite``
    How good is the model at *these* tasks?  What is uncertain is the noise of the trials alone.  New trials of each
    task are drawn with a chance that its counts allow, see :mod:`~thinkingbox_plugin.statistics.mixing`.
``population``
    How good is it at tasks *like* these?  Tasks are resampled too, within their domains (whose shares are fixed) and
    a minimal pair together.  Of m clusters in a domain m - 1 are drawn, which makes the variance of a mean unbiased
    (the rescaling bootstrap of Rao and Wu, *JASA* 83, 1988).  A domain with a single cluster is joined to others.

The bootstrap gives the variance; the interval is that of Clopper and Pearson for the number of independent tasks
that would have this variance, p(1-p)/variance (Korn and Graubard, *Survey Methodology* 24, 1998).  For a rate in the
middle and many tasks it is the bootstrap's own percentile interval.  It stays between 0 and 1, holds near the ends,
where percentiles are too narrow, and needs no seam where all or none passed: there the bootstrap has no variance, and
the interval is Clopper-Pearson over the tasks (clusters for ``population``).

All draws are seeded and made in the order of the tasks' names: the same records give the same digits.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from thinkingbox_plugin.statistics.measures import Measure, look_up
from thinkingbox_plugin.statistics.mixing import GRID, Floats, Mixture
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

Estimand = Literal["suite", "population"]
ESTIMANDS: tuple[Estimand, ...] = get_args(Estimand)

DRAWS = 2000
"""How often the bootstrap draws: the standard error itself is then uncertain by 1.6 %."""
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate with its interval, and what the interval is about."""

    value: float
    low: float
    high: float
    estimand: Estimand
    error: float
    """The bootstrap's standard error; 0 where all or none passed."""
    tasks: int


def proportion_interval(rate: float, effective: float, level: float = LEVEL) -> tuple[float, float]:
    """Clopper and Pearson's interval for ``rate`` of ``effective`` independent trials, which need not be whole."""
    passed, tail = rate * effective, (1 - level) / 2
    low = float(stats.beta.ppf(tail, passed, effective - passed + 1)) if rate > 0 else 0.0
    high = float(stats.beta.ppf(1 - tail, passed + 1, effective - passed)) if rate < 1 else 1.0
    return low, high


Layout = tuple[tuple[str, str], ...]
"""(domain, cluster) of each task of a group: all that resampling of tasks depends on."""


def layout_of(results: Sequence[TaskResult]) -> Layout:
    """Of tasks in their order."""
    return tuple((result.domain, result.unit) for result in results)


@dataclass(frozen=True, slots=True)
class Resampled:
    """Weights of resampled tasks, for any measure of any model over one group of tasks."""

    weights: Floats
    """Draws × tasks; each row adds up to 1."""
    clusters: int
    freedom: int
    """Clusters less strata."""


@lru_cache(maxsize=256)
def resampled(layout: Layout, draws: int = DRAWS, seed: int = 0) -> Resampled:
    """Resample the tasks of a group, by domain and cluster."""
    rng = np.random.default_rng([seed, zlib.crc32(repr(layout).encode())])
    strata = _strata(layout)
    weights = np.empty((draws, len(layout)))
    for clusters in strata:
        tasks = [task for members in clusters for task in members]
        size = len(clusters)
        times = rng.multinomial(max(size - 1, 1), np.full(size, 1 / size), size=draws)
        each = np.repeat(times, [len(members) for members in clusters], axis=1).astype(float)
        weights[:, tasks] = each / each.sum(axis=1, keepdims=True) * (len(tasks) / len(layout))
    clusters_in_all = sum(len(clusters) for clusters in strata)
    return Resampled(weights, clusters_in_all, clusters_in_all - len(strata))


def _strata(layout: Layout) -> list[list[list[int]]]:
    """Task numbers by cluster by stratum; no stratum has a single cluster unless there is only one."""
    by_domain: dict[str, dict[str, list[int]]] = {}
    domain_of: dict[str, str] = {}
    for number, (domain, cluster) in enumerate(layout):
        first = domain_of.setdefault(cluster, domain)
        by_domain.setdefault(first, {}).setdefault(cluster, []).append(number)
    strata = sorted((list(clusters.values()) for clusters in by_domain.values()), key=len)
    while len(strata) > 1 and len(strata[0]) == 1:
        strata = sorted([strata[0] + strata[1], *strata[2:]], key=len)
    return strata


class Bootstrap:
    """Draws for one model's tasks, shared by all measures and groups.

    ``salt`` tells apart the draws of several samples, which must be independent of each other: those of two models
    that are compared.  Every task needs a measured trial.
    """

    def __init__(self, sample: Sample, *, draws: int = DRAWS, seed: int = 0, salt: str = "") -> None:
        self.sample = sample
        self._draws, self._seed = draws, seed
        self._salt = zlib.crc32(salt.encode())

    @cached_property
    def _drawn(self) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """Draws × tasks: a chance that the task may have (a point of the grid), and passes of as many new trials."""
        rng = np.random.default_rng([self._seed, self._salt])
        points = Mixture(self.sample.counts).draw(rng, self._draws)
        return points, rng.binomial(self._trials, GRID[points])

    @cached_property
    def _trials(self) -> NDArray[np.int64]:
        return np.array([count.measured for count in self.sample.counts], dtype=np.int64)

    def per_task(self, measure: Measure, k: int) -> Floats:
        """The estimate for each task."""
        return measure.per_task(self.sample.counts, k)

    def noise(self, measure: Measure, k: int) -> Floats:
        """Draws × tasks: how far an estimate from new trials lies from the truth."""
        points, passed = self._drawn
        truth: Floats = measure.of_chance(GRID, k)
        return look_up(measure, self._trials.tolist(), passed, k) - truth[points]

    def group(self, members: Sequence[int] | None = None) -> list[int]:
        """Numbers of the tasks meant; all without any."""
        return list(range(len(self.sample.results))) if members is None else list(members)

    def resampled(self, members: Sequence[int]) -> Resampled:
        """The resampled tasks of a group."""
        results = self.sample.results
        return resampled(layout_of([results[number] for number in members]), self._draws, self._seed)

    def estimates(
        self,
        measure: Measure,
        k: int,
        estimand: Estimand,
        groups: Sequence[Sequence[int]] | None = None,
        level: float = LEVEL,
    ) -> list[Estimate]:
        """The mean of ``measure`` over each group of tasks (numbers), with its interval; all tasks without groups."""
        chosen = [self.group()] if groups is None else [list(group) for group in groups]
        each = self.per_task(measure, k)
        noise = self.noise(measure, k) if estimand == "suite" else None
        return [self._estimate(each, noise, members, estimand, level) for members in chosen]

    def estimate(self, measure: Measure, k: int, estimand: Estimand, level: float = LEVEL) -> Estimate:
        """Over all tasks."""
        return self.estimates(measure, k, estimand, None, level)[0]

    def _estimate(
        self, each: Floats, noise: Floats | None, members: list[int], estimand: Estimand, level: float
    ) -> Estimate:
        values = each[members]
        if noise is not None:
            return rate_estimate(values, noise[:, members].mean(axis=1), None, estimand, level)
        tasks = self.resampled(members)
        return rate_estimate(values, tasks.weights @ values, tasks, estimand, level)


def rate_estimate(
    values: Floats, drawn: Floats, tasks: Resampled | None, estimand: Estimand, level: float = LEVEL
) -> Estimate:
    """The mean of the tasks' ``values`` with the interval that the means of the draws give it.

    ``tasks`` says by how many clusters the draws are known; None for trial noise alone.
    """
    rate = float(min(1.0, max(0.0, values.mean())))
    units = tasks.clusters if tasks is not None else len(values)
    error = float(drawn.std()) if 0 < rate < 1 else 0.0
    if error < 1e-12 or (tasks is not None and tasks.freedom < 1):
        # All or none passed, all tasks came out the same, or one cluster: the draws know nothing of what varies.
        return Estimate(rate, *proportion_interval(rate, units, level), estimand, error, len(values))
    effective = rate * (1 - rate) / error**2
    if tasks is not None:
        effective *= (float(stats.norm.ppf((1 + level) / 2)) / float(stats.t.ppf((1 + level) / 2, tasks.freedom))) ** 2
    return Estimate(rate, *proportion_interval(rate, effective, level), estimand, error, len(values))
