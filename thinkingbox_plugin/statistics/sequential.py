"""What is known of a figure after some whole rounds, and whether that decides it; for many runs at once.

The levels of a look come from :mod:`~thinkingbox_plugin.statistics.spending`, the intervals are those of
:mod:`~thinkingbox_plugin.statistics.intervals` and :mod:`~thinkingbox_plugin.statistics.comparing`, each end at its own
level: repeated confidence intervals (Jennison and Turnbull, *JRSS B* 51, 1989).  The condition is passed once the
lower end reaches the border, and failed once the upper end lies below it.

Where those draw trials, the variance that the draws would have is calculated here: from the spread of the chances over
the tasks (:mod:`~thinkingbox_plugin.statistics.mixing`), and so for any number of rounds.  The fit also says how much
a look knows of what the last one will: with V(n) the variance after n rounds, V(last)/V(n).

Arrays have a row for each run, so that ``benchmarks/gate.py`` runs this very code ten thousand times at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from thinkingbox_plugin.statistics.intervals import NO_ERROR, Resampled, unseen
from thinkingbox_plugin.statistics.measures import Measure, table_of
from thinkingbox_plugin.statistics.mixing import GRID, Floats, Whole, likelihood
from thinkingbox_plugin.statistics.mixing import spread as spread_of_chances
from thinkingbox_plugin.statistics.spending import STEPS, levels

UNDECIDED, PASSES, FAILS = 0, 1, 2
ROUNDING = 1e-9
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Design:
    """After which rounds is looked: after each, from the ``first`` to the last, ``most``."""

    first: int
    most: int

    @property
    def looks(self) -> range:
        """Numbers of rounds."""
        return range(self.first, self.most + 1)

    def of(self, k: int) -> Design:
        """For a figure that needs ``k`` trials of each task."""
        return Design(max(self.first, k), self.most)


@lru_cache(maxsize=1024)
def variance(measure: Measure, trials: int, k: int) -> Floats:
    """Of the estimate from so many trials, for each chance of the grid."""
    passed = np.arange(trials + 1)
    ways = special.gammaln(trials + 1) - special.gammaln(passed + 1) - special.gammaln(trials - passed + 1)
    chance = GRID[:, None]
    likely = np.exp(ways + special.xlogy(passed, chance) + special.xlog1py(trials - passed, -chance))
    found: Floats = likely @ table_of(measure, trials, k) ** 2 - measure.of_chance(GRID, k) ** 2
    return np.maximum(found, 0.0)


@dataclass(frozen=True)
class Evidence:
    """Of one figure after some rounds; arrays are by run."""

    value: Floats
    each: Floats
    """Runs × tasks: the tasks' own estimates."""
    noise: Floats
    """The variance of ``value`` that the trials make."""
    later: Floats
    """Runs × looks: what it is after each number of rounds."""
    freedom: float | None
    """How well the noise is known, in degrees of freedom; None: well.

    With k > 1 it is not seen but follows from the fit, which is the surer of itself the better the trials came out, and
    the more so the nearer their number is to k.  Tasks/2k makes up for that in the simulations of
    ``benchmarks/gate.py``.
    """

    @classmethod
    def of(
        cls, trials: Whole, passed: Whole, members: Sequence[int], measure: Measure, k: int, looks: Sequence[int]
    ) -> Evidence:
        """``trials`` of each task and how many of them ``passed`` in each run (runs × tasks); each has k trials.

        The figure is the mean over ``members``; how the chances are spread is fitted to all tasks.
        """
        chosen = np.asarray(members)
        each = np.stack([table_of(measure, int(trials[task]), k)[passed[:, task]] for task in members])
        noise = np.zeros(len(passed))
        later = np.zeros((len(passed), len(looks)))
        for number, expected in _expected(trials, passed, chosen).items():
            noise += expected @ variance(measure, number, k)
            later += expected @ np.stack([variance(measure, look, k) for look in looks], axis=1)
        tasks = len(chosen) ** 2
        freedom = None if k == 1 else len(chosen) / (2 * k)
        return cls(each.mean(axis=0), each.T, noise / tasks, later / tasks, freedom)

    def less(self, baseline: Evidence) -> Evidence:
        """The difference from a baseline over the same tasks, which has no more rounds to come."""
        return Evidence(
            self.value - baseline.value,
            self.each - baseline.each,
            self.noise + baseline.noise,
            self.later + baseline.noise[:, None],
            self.freedom,
        )

    def of_runs(self, runs: NDArray[np.int64]) -> Evidence:
        """Of some of the runs, by their numbers."""
        return replace(
            self, value=self.value[runs], each=self.each[runs], noise=self.noise[runs], later=self.later[runs]
        )

    def resampled(self, tasks: Resampled) -> Floats:
        """The variance of ``value`` if the tasks are resampled as well."""
        parts = np.array_split(self.each[:, tasks.order], max(1, len(self.each) // _CHUNK))
        return np.concatenate([(tasks.weights @ part.T).var(axis=0) for part in parts])


def _expected(trials: Whole, passed: Whole, members: Whole) -> dict[int, Floats]:
    """Number of trials → runs × grid: how many of the members with so many trials are at each point."""
    most = int(trials.max()) + 1
    codes, cell_of = np.unique(trials * most + passed, return_inverse=True)
    cells = np.stack([codes // most, codes % most], axis=1)
    cell_of = cell_of.reshape(passed.shape)
    weights = spread_of_chances(cells, _histogram(cell_of, len(cells)))
    held = _histogram(cell_of[:, members], len(cells))
    if cells[:, 0].max() == 1:
        return {1: weights * held.sum(axis=1, keepdims=True)}
    shapes = likelihood(cells)
    shares = held / (weights @ shapes.T)
    found = {}
    for number in np.unique(cells[:, 0]).tolist():
        of_it = cells[:, 0] == number
        found[number] = weights * (shares[:, of_it] @ shapes[of_it])
    return found


def _histogram(cell_of: NDArray[np.intp], cells: int) -> Whole:
    runs = len(cell_of)
    flat = (cell_of + cells * np.arange(runs)[:, None]).reshape(-1)
    return np.bincount(flat, minlength=cells * runs).reshape(runs, cells).astype(np.int64)


def paths(evidence: Evidence, total: Floats, looks: Sequence[int], number: int) -> NDArray[np.int64]:
    """Runs × looks: the information at each look up to this one, the ``number``-th, in hundredths of the last's.

    ``total`` is the variance that the question is about; what is not noise stays whatever the rounds.
    """
    least = NO_ERROR**2 / np.asarray(looks)  # where nothing was seen to vary information goes by the rounds
    later = evidence.later + np.maximum(total - evidence.noise, 0.0)[:, None] + least
    steps = np.rint(STEPS * later[:, -1:] / later).astype(np.int64)
    steps[:, -1] = STEPS
    return np.maximum.accumulate(np.clip(steps, 1, STEPS), axis=1)[:, : number + 1]


def levels_of(path: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """By run: the one-sided levels of the last look on its path, for passing and for failing."""
    distinct, kind_of = np.unique(path, axis=0, return_inverse=True)
    found = [levels(tuple(row)) for row in distinct.tolist()]
    kinds = np.array([(one.passing, one.failing) for one in found])[kind_of.reshape(-1)]
    return kinds[:, 0], kinds[:, 1]


@dataclass(frozen=True, slots=True)
class Spread:
    """How uncertain ``value`` is, for the question that is asked."""

    total: Floats
    """Its variance, by run."""
    units: int
    """What may vary independently: tasks, or clusters of them."""
    freedom: float | None
    """Of Student's distribution; None where the variance is as good as known; below 1 where it is not known at all."""
    unseen: float = 0.0
    """The variance that one more cluster adds of which nothing is known."""

    @classmethod
    def of(cls, evidence: Evidence, tasks: Resampled | None, *, difference: bool) -> Spread:
        """For these very tasks, or with the tasks resampled as well."""
        if tasks is None:
            return cls(evidence.noise, evidence.each.shape[1], evidence.freedom)
        more = unseen(tasks.clusters) * (4 if difference else 1)  # a difference lies anywhere from -1 to 1
        return cls(evidence.resampled(tasks), tasks.clusters, tasks.freedom, more)

    @property
    def known(self) -> NDArray[np.bool_]:
        """By run: whether anything was seen to vary."""
        return (self.total > NO_ERROR**2) & (self.freedom is None or self.freedom >= 1)

    def wider(self, tail: Floats) -> Floats:
        """By how much the normal quantile must be widened at this level."""
        if self.freedom is None or self.freedom < 1:
            return np.ones_like(tail)
        found: Floats = special.stdtrit(self.freedom, tail) / special.ndtri(tail)
        return found


def rate_limits(value: Floats, spread: Spread, passing: Floats, failing: Floats) -> tuple[Floats, Floats]:
    """The lower end at the level for passing and the upper end at that for failing, of a rate."""
    value = np.clip(value, 0.0, 1.0)
    known = spread.known & (value > 0) & (value < 1)
    alike = value * (1 - value) / np.where(known, spread.total + spread.unseen, 1.0)
    first, second = (
        np.maximum(np.where(known, alike / spread.wider(tail) ** 2, spread.units), spread.units)
        for tail in (passing, failing)
    )
    low = special.betaincinv(np.maximum(value * first, 1e-300), (1 - value) * first + 1, passing)
    high = special.betaincinv(value * second + 1, np.maximum((1 - value) * second, 1e-300), 1 - failing)
    return np.where(value > 0, low, 0.0), np.where(value < 1, high, 1.0)


def difference_limits(value: Floats, spread: Spread, passing: Floats, failing: Floats) -> tuple[Floats, Floats]:
    """The same for a difference."""
    first, second = (
        np.where(
            spread.known,
            -special.ndtri(tail) * np.sqrt(spread.total * spread.wider(tail) ** 2 + spread.unseen),
            1 - tail ** (1 / spread.units),
        )
        for tail in (passing, failing)
    )
    return np.maximum(value - first, -1.0), np.minimum(value + second, 1.0)


def decide(low: Floats, high: Floats, border: float) -> NDArray[np.int8]:
    """By run: :data:`PASSES`, :data:`FAILS` or :data:`UNDECIDED`."""
    passes, fails = low >= border - ROUNDING, high < border - ROUNDING
    return np.where(passes, PASSES, np.where(fails, FAILS, UNDECIDED)).astype(np.int8)


@dataclass(frozen=True)
class Look:
    """What one look says, by run."""

    verdict: NDArray[np.int8]
    low: Floats
    high: Floats


def look(
    evidence: Evidence, tasks: Resampled | None, border: float, looks: Sequence[int], number: int, *, difference: bool
) -> Look:
    """Look at the evidence for the ``number``-th time (from 0) of ``looks``, the numbers of rounds at each.

    ``tasks``: how these were resampled; None where the question is about these very tasks.
    """
    spread = Spread.of(evidence, tasks, difference=difference)
    passing, failing = levels_of(paths(evidence, spread.total, looks, number))
    nothing = passing == 0
    passing, failing = np.where(nothing, 0.5, passing), np.where(nothing, 0.5, failing)
    limits = difference_limits if difference else rate_limits
    low, high = limits(evidence.value, spread, passing, failing)
    widest = -1.0 if difference else 0.0
    low, high = np.where(nothing, widest, low), np.where(nothing, 1.0, high)
    verdict = decide(low, high, border)
    return Look(np.where(nothing, UNDECIDED, verdict).astype(np.int8), low, high)
