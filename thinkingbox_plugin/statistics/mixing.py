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
_ROUNDS, _AT_ONCE = 300, 250


def likelihood(cells: Whole) -> Floats:
    """Cells × grid: the likelihood of each point for each (n, c), up to a factor that goes by the cell alone."""
    trials, passed = cells[:, :1], cells[:, 1:]
    logarithm = special.xlogy(passed, GRID) + special.xlog1py(trials - passed, -GRID)
    found: Floats = np.exp(logarithm - logarithm.max(axis=1, keepdims=True))
    return found


def spread(cells: Whole, tasks: Whole) -> Floats:
    """Runs × grid: how the chances are spread over the tasks of each of several runs.

    ``cells`` are the (n, c) that occur in any of them, ``tasks`` (runs × cells) how many tasks of each run have them.
    """
    if cells[:, 0].max() == 1:
        return _all_alike(cells, tasks)
    shapes = likelihood(cells)
    parts = np.array_split(tasks, max(1, len(tasks) // _AT_ONCE))  # larger ones do not fit the processor's cache
    return np.concatenate([_spread(shapes, part) for part in parts])


def _spread(shapes: Floats, tasks: Whole) -> Floats:
    weights = invented = np.full((1, len(GRID)), 1 / len(GRID))
    everything = tasks.sum(axis=1, keepdims=True) + 1
    for _ in range(_ROUNDS):
        weights = (weights * ((tasks / (weights @ shapes.T)) @ shapes) + invented) / everything
    return weights


def _all_alike(cells: Whole, tasks: Whole) -> Floats:
    """One trial a task says nothing of the spread: all tasks alike make the most of the trial noise."""
    rates = (tasks @ cells[:, 1]) / tasks.sum(axis=1)
    above = np.maximum(np.searchsorted(GRID, rates), 1)
    share = (rates - GRID[above - 1]) / (GRID[above] - GRID[above - 1])
    weights, runs = np.zeros((len(tasks), len(GRID))), np.arange(len(tasks))
    weights[runs, above - 1], weights[runs, above] = 1 - share, share
    return weights


class Mixture:
    """The fit for the counts of one model's tasks, and draws of what each task's chance may be."""

    def __init__(self, counts: Sequence[TaskCount]) -> None:
        pairs = np.array([(count.measured, count.passed) for count in counts], dtype=np.int64)
        self._cells, self._cell_of, tasks = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
        self._cell_of = self._cell_of.reshape(-1)
        weights = spread(self._cells, tasks[None, :])
        alike = self._cells[:, 0].max() == 1
        self.posterior = (
            np.repeat(weights, len(self._cells), axis=0) if alike else _normal(likelihood(self._cells) * weights)
        )
        """Chance of each point of the grid, for each distinct (n, c)."""

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
