"""How the chances of passing are spread over a model's tasks, estimated from the counts alone.

A task's chance p is not known, only c passes of n trials.  Drawing new trials with c/n in the place of p makes noise
look smaller than it is: of the trials of a task with p = 0.9, five of five pass in 59 % of cases, and such a task
would never fail again.  For pass^5 from five trials an interval made so covers the truth in 70 % of cases instead of
95 % (``benchmarks/interval_coverage.py``).  So the spread of p over the tasks is fitted first, as the nonparametric
maximum likelihood estimate of a mixture (Laird, *JASA* 73, 1978), by EM on a grid, and p is drawn from what
the fit and the task's own counts say together.

One invented task of which nothing is known is mixed in.  Over hundreds of tasks it does not show; over a few it
keeps the fit from being certain, so that no interval is a point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import special

from thinkingbox_plugin.statistics.estimators import TaskCount

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

GRID: Floats = np.concatenate([[0, 0.0005, 0.002], np.linspace(0.005, 0.995, 199), [0.998, 0.9995, 1]])
"""Chances of passing; finer at the ends, where pass^k turns on them."""
_ROUNDS = 300


class Mixture:
    """The fit for the counts of one model's tasks, and draws of what each task's chance may be."""

    def __init__(self, counts: Sequence[TaskCount]) -> None:
        pairs = np.array([(count.measured, count.passed) for count in counts], dtype=np.int64)
        self._cells, self._cell_of, self._tasks = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
        self._cell_of = self._cell_of.reshape(-1)
        self.posterior = self._fit()
        """Chance of each point of the grid, for each distinct (n, c)."""

    def _fit(self) -> Floats:
        trials, passed = self._cells[:, :1], self._cells[:, 1:]
        if trials.max() == 1:
            return self._all_alike()
        logarithm = special.xlogy(passed, GRID) + special.xlog1py(trials - passed, -GRID)
        likelihood = np.exp(logarithm - logarithm.max(axis=1, keepdims=True))
        invented = np.full(len(GRID), 1 / len(GRID))
        weights = invented
        for _ in range(_ROUNDS):
            posterior = _normal(likelihood * weights)
            weights = (self._tasks @ posterior + invented) / (self._tasks.sum() + 1)
        return _normal(likelihood * weights)

    def _all_alike(self) -> Floats:
        """One trial a task says nothing of the spread: all tasks alike make the most of the trial noise."""
        rate = (self._tasks @ self._cells[:, 1]) / self._tasks.sum()
        above = int(np.searchsorted(GRID, rate))
        weights = np.zeros(len(GRID))
        if GRID[above] == rate:
            weights[above] = 1
        else:
            share = (rate - GRID[above - 1]) / (GRID[above] - GRID[above - 1])
            weights[above - 1 : above + 1] = 1 - share, share
        return np.tile(weights, (len(self._cells), 1))

    def draw(self, rng: np.random.Generator, draws: int) -> NDArray[np.int16]:
        """``draws`` × tasks: points of the grid, by number."""
        cumulative = self.posterior.cumsum(axis=1)
        points = np.empty((draws, len(self._cell_of)), dtype=np.int16)
        for cell, row in enumerate(cumulative):
            tasks = np.flatnonzero(self._cell_of == cell)
            found = np.searchsorted(row, rng.random((draws, len(tasks))) * row[-1], side="right")
            points[:, tasks] = np.minimum(found, len(GRID) - 1)
        return points


def _normal(weights: Floats) -> Floats:
    total: Floats = weights.sum(axis=1, keepdims=True)
    return weights / total
