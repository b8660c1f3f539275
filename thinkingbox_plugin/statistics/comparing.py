"""Two samples compared, paired by task: the difference with its interval, and exactly one answer.

The difference is candidate less baseline.  With a margin m that one is ready to lose, at level α:

=============  =============================================================================================
worse          the difference lies below -m, beyond doubt
not worse      it lies above -m, beyond doubt, and may lie below 0
better         it lies above -m and above 0, beyond doubt
undecided      neither side of -m can be excluded
=============  =============================================================================================

"Beyond doubt" means that the two-sided p-value is at most α, or what is the same, that the interval printed (of
level 1 - α) lies wholly on that side; each wrong claim has a chance of at most α/2.  The four exclude one another and
leave nothing out, whatever m >= 0.  "Better" is asked only of what is not worse, so that asking both costs nothing
(a closed test).  In a table of several rows the p-values are Holm's.

What the draws vary is the same as for a single rate: for ``suite`` new trials of both models, independent of each
other; for ``population`` the tasks, both models being tried on the same ones, so that what is hard for both cancels.
The interval is the draws' percentiles about the difference, for ``population`` widened by Student's quantile for the
number of clusters and by one more cluster of which nothing is known.  Where no task came out differently there is
nothing to draw from: the interval is as wide as the share of tasks that may yet differ, the upper limit of Clopper
and Pearson for none of m.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from scipy import special

from thinkingbox_plugin.statistics.intervals import (
    NO_ERROR,
    Bootstrap,
    Estimand,
    Resampled,
    few_clusters,
    layout_of,
    proportion_interval,
    resampled,
)
from thinkingbox_plugin.statistics.measures import PASS_AT_K, Measure
from thinkingbox_plugin.statistics.mixing import Floats
from thinkingbox_plugin.statistics.multiplicity import holm
from thinkingbox_plugin.statistics.sample import Sample

Answer = Literal["worse", "not worse", "better", "undecided"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)

MARGIN = 0.02
ALPHA = 0.05
POWER = 0.8
DRAWS = 10_000
"""More than for a rate: p-values are counted in the tails."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What two samples differ by over a group of tasks, and what follows."""

    baseline: float
    candidate: float
    difference: float
    low: float
    high: float
    estimand: Estimand
    errors: dict[Estimand, float]
    """The standard error of the difference, for both questions."""
    tasks: int
    trials: float
    """Trials for each task and model, the harmonic mean: what the noise of trials goes by."""
    p_margin: float
    """Two-sided, of a difference of -margin."""
    p_zero: float
    """Two-sided, of no difference, where the candidate is ahead; otherwise 1."""
    margin: float
    alpha: float
    answer: Answer

    def detectable(self, estimand: Estimand, power: float = POWER) -> float:
        """The smallest true difference that a run like this one finds with chance ``power`` at level α."""
        return float(special.ndtri(1 - self.alpha / 2) + special.ndtri(power)) * self.errors[estimand]


def decide(difference: float, p_margin: float, p_zero: float, margin: float, alpha: float) -> Answer:
    """The one answer, by the rule above."""
    if p_margin > alpha:
        return "undecided"
    if difference < -margin:
        return "worse"
    return "better" if p_zero <= alpha else "not worse"


def with_holm(rows: Sequence[Difference]) -> list[Difference]:
    """The rows of one table, each answered by its p-values adjusted for all of them."""
    margins = holm([row.p_margin for row in rows])
    zeros = holm([row.p_zero for row in rows])
    return [
        replace(row, p_margin=p, p_zero=z, answer=decide(row.difference, p, z, row.margin, row.alpha))
        for row, p, z in zip(rows, margins, zeros, strict=True)
    ]


class Comparison:
    """A candidate against a baseline, over the tasks that both have tried ``k`` times."""

    def __init__(
        self,
        baseline: Sample,
        candidate: Sample,
        *,
        measure: Measure = PASS_AT_K,
        k: int = 1,
        margin: float = MARGIN,
        alpha: float = ALPHA,
        draws: int = DRAWS,
        seed: int = 0,
    ) -> None:
        if margin < 0:
            raise ValueError(f"a margin is at least 0, got {margin}")
        if not 0 < alpha < 1:
            raise ValueError(f"alpha lies between 0 and 1, got {alpha}")
        held = {result.task for result in baseline.common(k).results}
        shared = held & {result.task for result in candidate.common(k).results}
        self.baseline = baseline.where(lambda result: result.task in shared)
        self.candidate = candidate.where(lambda result: result.task in shared)
        self.left_out = sorted({r.task for s in (baseline, candidate) for r in s.results} - shared)
        """Tasks that are not compared: one side has not tried them, or not often enough."""
        self._margin, self._alpha, self._draws, self._seed = margin, alpha, draws, seed
        self._measure, self._k = measure, k
        if shared:
            self._compute()

    def _compute(self) -> None:
        sides = [
            Bootstrap(sample, draws=self._draws, seed=self._seed, salt=f"{side} {sample.model}")
            for side, sample in (("baseline", self.baseline), ("candidate", self.candidate))
        ]
        self._each = [side.per_task(self._measure, self._k) for side in sides]
        first, second = (side.noise(self._measure, self._k) for side in sides)
        self._noise: Floats = second - first

    def over(self, members: Sequence[int], estimand: Estimand) -> Difference:
        """The difference over a group of the shared tasks, by their numbers; at least one."""
        first, second = (each[members] for each in self._each)
        values = second - first
        layout = layout_of([self.candidate.results[number] for number in members])
        tasks = resampled(layout, self._draws, self._seed)
        value = float(values.mean())
        drawn = {
            "suite": _spread(self._noise[:, members].mean(axis=1), values, None),
            "population": _spread(tasks.means(values) - value, values, tasks, self._unseen(tasks)),
        }
        deviations = drawn[estimand]
        tail = self._alpha / 2
        low, high = value + np.quantile(deviations, [tail, 1 - tail])
        above = _two_sided(deviations, value + self._margin)
        zero = _two_sided(deviations, value) if value > 0 else 1.0
        return Difference(
            baseline=float(first.mean()),
            candidate=float(second.mean()),
            difference=value,
            low=max(-1.0, float(low)),
            high=min(1.0, float(high)),
            estimand=estimand,
            errors={"suite": float(drawn["suite"].std()), "population": float(drawn["population"].std())},
            tasks=len(members),
            trials=self._trials(members),
            p_margin=above,
            p_zero=zero,
            margin=self._margin,
            alpha=self._alpha,
            answer=decide(value, above, zero, self._margin, self._alpha),
        )

    def _unseen(self, tasks: Resampled) -> Floats:
        """What one more cluster, of which nothing is known, would add: any difference from -1 to 1."""
        return np.random.default_rng([self._seed, tasks.clusters]).uniform(-1, 1, self._draws) / (tasks.clusters + 1)

    def _trials(self, members: Sequence[int]) -> float:
        counts = [side.results[number].count.measured for side in (self.baseline, self.candidate) for number in members]
        return len(counts) / sum(1 / count for count in counts)


def _spread(deviations: Floats, values: Floats, tasks: Resampled | None, unseen: Floats | None = None) -> Floats:
    """The deviations from the truth that the draws stand for."""
    units = tasks.clusters if tasks is not None else len(values)
    if float(deviations.std()) < NO_ERROR or (tasks is not None and tasks.freedom < 1):
        # Nothing differs, or one cluster: as far as the share of tasks goes that may yet differ, evenly.
        reach = proportion_interval(0.0, units)[1]
        return np.linspace(-reach, reach, len(deviations))
    if tasks is None or unseen is None:
        return deviations
    return deviations * few_clusters(tasks.freedom) + unseen


def _two_sided(deviations: Floats, distance: float) -> float:
    """p of a truth that lies ``distance`` below the estimate (above, if negative): the interval's own, inverted."""
    beyond = (-deviations >= distance).sum() if distance >= 0 else (-deviations <= distance).sum()
    return min(1.0, 2 * (float(beyond) + 1) / (len(deviations) + 1))
