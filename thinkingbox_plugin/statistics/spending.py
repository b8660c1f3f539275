"""When to stop looking: the errors of a condition that is looked at again and again, spent over the looks.

A figure is held against a border after each of several rounds.  Two errors are possible, and each is worst where the
truth lies on the border itself: to *pass* what lies below it, and to *fail* what reaches it.  :data:`ALPHA` bounds the
chance of the first and :data:`BETA` that of the second over *all* looks together.

At the fraction t of the information that the last look will have, so much of an error ε may have been used up:

    ε(t) = 2 - 2 Φ(z / √t),  Φ(z) = 1 - ε/2

(Lan and DeMets, *Biometrika* 70, 1983: the spending function that gives about the boundaries of O'Brien and Fleming).
It spends next to nothing while little is known, and at t = 1 all that is left.

What a look may spend becomes a boundary by way of the joint distribution of the looks.  An estimate after more trials
is the one before plus what is uncorrelated with it: its covariance with every earlier one is its own variance.  That
holds for averages and for all U-statistics, so for pass@k and pass^k; with the tasks resampled as well as the trials;
and for differences from a fixed baseline.  So B(t) = Z √t has independent increments, and the chance of reaching look j
undecided follows by numerical integration from look to look (Armitage, McPherson and Rowe, *JRSS A* 132, 1969; Jennison
and Turnbull, *Group Sequential Methods*, 2000, chapters 7 and 19).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

Floats = NDArray[np.float64]

ALPHA = 0.05
"""The chance to pass what lies on the border or below it is at most this."""
BETA = 0.2
"""The chance to fail what lies on the border or above it is at most this."""
STEPS = 100
"""Information is counted in hundredths of what the last look has."""

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(128)
_FAR = 7.0
"""Standard deviations beyond which there is nothing."""


def spent(error: float, fraction: float) -> float:
    """What of ``error`` may have been used up at a fraction of the information."""
    if fraction <= 0:
        return 0.0
    return float(2 * special.ndtr(special.ndtri(error / 2) / sqrt(min(fraction, 1.0))))


@dataclass(frozen=True, slots=True)
class Levels:
    """One look's own one-sided levels: by how little it may err for itself."""

    passing: float
    failing: float


@dataclass(frozen=True)
class _State:
    """Where the runs are that no look has decided yet: points of B(t), and the chance of each."""

    time: float
    points: Floats
    masses: Floats
    levels: Levels


_START = _State(0.0, np.zeros(1), np.ones(1), Levels(0.0, 0.0))


def levels(path: tuple[int, ...]) -> Levels:
    """Of the last look of a path: the information at each look so far, in :data:`STEPS` parts, 100 at the last of all.

    The path must not fall.  A look that adds nothing decides nothing.
    """
    if not path or path[0] < 1 or path[-1] > STEPS or any(b < a for a, b in pairwise(path)):
        raise ValueError(f"information must rise from 1 to {STEPS} at most, got {path}")
    if len(path) > 1 and path[-1] == path[-2]:
        return Levels(0.0, 0.0)
    return _state(tuple(sorted(set(path)))).levels


@lru_cache(maxsize=65536)
def _state(path: tuple[int, ...]) -> _State:
    if not path:
        return _START
    before = _state(path[:-1])
    now = path[-1] / STEPS
    step = sqrt(now - before.time)
    low, high = _boundary(before, now, step, BETA), -_boundary(_mirrored(before), now, step, ALPHA)
    points = low + (high - low) * (_NODES + 1) / 2
    density = np.exp(-(((points[:, None] - before.points) / step) ** 2) / 2) @ before.masses / (step * sqrt(2 * np.pi))
    masses = density * _WEIGHTS * (high - low) / 2
    passing, failing = float(special.ndtr(-high / sqrt(now))), float(special.ndtr(low / sqrt(now)))
    return _State(now, points, masses, Levels(passing, failing))


def _mirrored(state: _State) -> _State:
    return _State(state.time, -state.points, state.masses, state.levels)


def _boundary(before: _State, now: float, step: float, error: float) -> float:
    """The point below which a run that is undecided so far ends with the chance that this look may spend."""
    wanted = spent(error, now) - spent(error, before.time)
    furthest = -_FAR * sqrt(now)

    def excess(point: float) -> float:
        return float(special.ndtr((point - before.points) / step) @ before.masses) - wanted

    if excess(furthest) >= 0:
        return furthest
    return float(optimize.brentq(excess, furthest, -furthest, xtol=1e-10))
