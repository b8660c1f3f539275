"""The measures that have intervals: what each makes of a task's counts, and what it is for a known chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from thinkingbox_plugin.statistics.estimators import Estimator, TaskCount, gap, pass_at_k, pass_hat_k
from thinkingbox_plugin.statistics.mixing import Floats


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure between 0 and 1 with a parameter k, as a mean over tasks."""

    name: str
    of_counts: Estimator
    """(n, c, k) → its unbiased estimate."""
    of_chance: Callable[[Floats, int], Floats]
    """Its true value for tasks whose chances of passing are known."""

    def heading(self, k: int) -> str:
        """Its name with k put in: ``pass^5``."""
        return self.name.replace("k", str(k)) if self.name != "gap" else f"gap at {k}"

    def per_task(self, counts: Sequence[TaskCount], k: int) -> Floats:
        """The estimate for each task; each must have k measured trials."""
        return np.array([table_of(self, count.measured, k)[count.passed] for count in counts], dtype=float)


PASS_AT_K = Measure("pass@k", pass_at_k, lambda p, k: 1 - (1 - p) ** k)
PASS_HAT_K = Measure("pass^k", pass_hat_k, lambda p, k: p**k)
GAP = Measure("gap", gap, lambda p, k: 1 - (1 - p) ** k - p**k)
MEASURES = {"pass@k": PASS_AT_K, "pass^k": PASS_HAT_K, "gap": GAP}


@cache
def table_of(measure: Measure, trials: int, k: int) -> Floats:
    """The estimate for 0, 1, ... ``trials`` passes."""
    return np.array([measure.of_counts(trials, passed, k) for passed in range(trials + 1)])


def look_up(measure: Measure, trials: Sequence[int], passed: NDArray[np.int16], k: int) -> Floats:
    """The estimate for each entry of ``passed`` (draws × tasks), ``trials`` giving each task's number."""
    kinds, kind_of = np.unique(np.asarray(trials), return_inverse=True)
    table = np.zeros((len(kinds), int(kinds[-1]) + 1))
    for row, number in enumerate(kinds):
        table[row, : number + 1] = table_of(measure, int(number), k)
    found: Floats = table[kind_of.reshape(-1), passed]
    return found
