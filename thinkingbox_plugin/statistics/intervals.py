"""Intervals for the two questions that a rate may answer.

``suite``
    How good is the model at *these* tasks?  What is uncertain is the noise of the trials alone.  New trials of each
    task are drawn with a chance that its counts allow, see :mod:`~thinkingbox_plugin.statistics.mixing`.
``population``
    How good is it at tasks *like* these?  Tasks are resampled too, within their domains (whose shares are fixed) and
    a minimal pair together.  Of m clusters in a domain m - 1 are drawn, which makes the variance of a mean unbiased
    (the rescaling bootstrap of Rao and Wu, *JASA* 83, 1988).  A domain with a single cluster is joined to others.

The bootstrap gives the variance; the interval is that of Clopper and Pearson for the number of independent tasks
that would have this variance, p(1-p)/variance, but at least for the tasks there are (Korn and Graubard, *Survey
Methodology* 24, 1998).  For a rate in the middle and many tasks it is the bootstrap's own percentile interval.  It
stays between 0 and 1, holds near the ends, where percentiles are too narrow, and needs no seam where all or none
passed: there the bootstrap has no variance, and the interval is Clopper-Pearson over the tasks (clusters for
``population``).

Resampling knows only the kinds of tasks that it has seen.  For ``population`` one more cluster, of which nothing is
known, adds its variance: over hundreds of tasks it does not show, over a dozen it keeps the interval from promising
that a model which passed nearly always would do so on every other task.

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
from scipy import special

from thinkingbox_plugin.statistics.measures import Measure, look_up
from thinkingbox_plugin.statistics.mixing import GRID, Floats, Mixture
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

Estimand = Literal["suite", "population"]
ESTIMANDS: tuple[Estimand, ...] = get_args(Estimand)

DRAWS = 2000
"""How often the bootstrap draws: the standard error itself is then uncertain by 1.6 %."""
LEVEL = 0.95
NO_ERROR = 1e-6
"""A standard error below this is rounding: the draws do not vary."""


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
    low = float(special.betaincinv(passed, effective - passed + 1, tail)) if rate > 0 else 0.0
    high = float(special.betaincinv(passed + 1, effective - passed, 1 - tail)) if rate < 1 else 1.0
    return low, high


def few_clusters(freedom: int, level: float = LEVEL) -> float:
    """By how much a standard error known from few clusters widens an interval: Student's quantile over the normal."""
    return float(special.stdtrit(freedom, (1 + level) / 2) / special.ndtri((1 + level) / 2))


def unseen(clusters: int) -> float:
    """What one more cluster of which nothing is known (a rate anywhere from 0 to 1) adds to the variance of a mean."""
    return 1 / 12 / (clusters + 1) ** 2


Layout = tuple[tuple[str, str], ...]
"""(domain, cluster) of each task of a group: all that resampling of tasks depends on."""


def layout_of(results: Sequence[TaskResult]) -> Layout:
    """Of tasks in their order."""
    return tuple((result.domain, result.unit) for result in results)


@dataclass(frozen=True, slots=True)
class Resampled:
    """Resampled tasks, for any measure of any model over one group of tasks."""

    weights: NDArray[np.float32]
    """Draws × tasks in ``order``; each row adds up to 1."""
    order: NDArray[np.int64]
    """The numbers of the tasks in the group, as the weights have them."""
    clusters: int
    freedom: int
    """Clusters less strata."""

    def means(self, values: Floats) -> Floats:
        """The mean of the tasks' values in each draw."""
        found: Floats = self.weights @ values[self.order]
        return found


def resampled(layout: Layout, draws: int = DRAWS, seed: int = 0) -> Resampled:
    """Resample the tasks of a group, by domain and cluster."""
    strata = _strata(layout)
    pattern = tuple(tuple(len(cluster) for cluster in clusters) for clusters in strata)
    order = [task for clusters in strata for cluster in clusters for task in cluster]
    clusters_in_all = sum(map(len, strata))
    weights = (_few_weights if len(layout) <= _FEW else _many_weights)(pattern, draws, seed)
    return Resampled(weights, np.array(order), clusters_in_all, clusters_in_all - len(strata))


Pattern = tuple[tuple[int, ...], ...]
"""The size of each cluster of each stratum: groups that are alike in it share their draws, whatever tasks they hold."""


def _weights(pattern: Pattern, draws: int, seed: int) -> NDArray[np.float32]:
    rng = np.random.default_rng([seed, zlib.crc32(repr(pattern).encode())])
    tasks, parts = sum(map(sum, pattern)), []
    for sizes in pattern:
        times = rng.multinomial(max(len(sizes) - 1, 1), np.full(len(sizes), 1 / len(sizes)), size=draws)
        each = np.repeat(times, sizes, axis=1).astype(np.float32)
        parts.append(each * (np.float32(sum(sizes) / tasks) / each.sum(axis=1, keepdims=True)))
    return np.concatenate(parts, axis=1)


_FEW = 25
# Kept apart, so that hundreds of small groups are kept and not hundreds of large ones.
_few_weights = lru_cache(maxsize=1024)(_weights)
_many_weights = lru_cache(maxsize=16)(_weights)


def _strata(layout: Layout) -> list[list[list[int]]]:
    """Task numbers by cluster by stratum, the smaller first; no stratum has a single cluster but an only one."""
    by_domain: dict[str, dict[str, list[int]]] = {}
    domain_of: dict[str, str] = {}
    for number, (domain, cluster) in enumerate(layout):
        first = domain_of.setdefault(cluster, domain)
        by_domain.setdefault(first, {}).setdefault(cluster, []).append(number)
    strata = sorted((list(clusters.values()) for clusters in by_domain.values()), key=len)
    while len(strata) > 1 and len(strata[0]) == 1:
        strata = sorted([strata[0] + strata[1], *strata[2:]], key=len)
    ordered = [sorted(clusters, key=len) for clusters in strata]
    return sorted(ordered, key=lambda clusters: [len(cluster) for cluster in clusters])


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
    def _drawn(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Draws × tasks: a chance that the task may have (a point of the grid), and passes of as many new trials."""
        rng = np.random.default_rng([self._seed, self._salt])
        points = Mixture(self.sample.counts).draw(rng, self._draws)
        return points, rng.binomial(self._trials, GRID[points]).astype(np.int16)

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

    def resampled(self, members: Sequence[int]) -> Resampled:
        """The resampled tasks of a group."""
        results = self.sample.results
        return resampled(layout_of([results[number] for number in members]), self._draws, self._seed)

    def estimates(
        self,
        wanted: Sequence[tuple[Measure, int]],
        estimand: Estimand,
        groups: Sequence[Sequence[int]],
        level: float = LEVEL,
    ) -> list[list[Estimate]]:
        """For each group of tasks (their numbers): the mean of each wanted measure at its k, with its interval."""
        each = [self.per_task(measure, k) for measure, k in wanted]
        noise = [self.noise(measure, k) for measure, k in wanted] if estimand == "suite" else []
        found = []
        for group in groups:
            members = list(group)
            if estimand == "suite":
                pairs = zip(each, noise, strict=True)
                found.append([rate_estimate(e[members], n[:, members].mean(axis=1), None, level) for e, n in pairs])
                continue
            tasks = self.resampled(members)
            found.append([rate_estimate(e[members], tasks.means(e[members]), tasks, level) for e in each])
        return found

    def estimate(self, measure: Measure, k: int, estimand: Estimand, level: float = LEVEL) -> Estimate:
        """Over all tasks."""
        return self.estimates([(measure, k)], estimand, [range(len(self.sample.results))], level)[0][0]


def rate_estimate(values: Floats, drawn: Floats, tasks: Resampled | None, level: float = LEVEL) -> Estimate:
    """The mean of the tasks' ``values`` with the interval that the means of the draws give it.

    ``tasks`` says by how many clusters the draws are known; None for trial noise alone.
    """
    estimand: Estimand = "suite" if tasks is None else "population"
    rate = float(min(1.0, max(0.0, values.mean())))
    units = tasks.clusters if tasks is not None else len(values)
    error = float(drawn.std()) if 0 < rate < 1 else 0.0
    if error < NO_ERROR or (tasks is not None and tasks.freedom < 1):
        # All or none passed, all tasks came out the same, or one cluster: the draws know nothing of what varies.
        return Estimate(rate, *proportion_interval(rate, units, level), estimand, error, len(values))
    effective = rate * (1 - rate) / (error**2 + (unseen(units) if tasks is not None else 0.0))
    if tasks is not None:
        effective *= few_clusters(tasks.freedom, level) ** -2
    effective = max(effective, units)  # all or nothing for each task is the most that it can vary
    return Estimate(rate, *proportion_interval(rate, effective, level), estimand, error, len(values))
