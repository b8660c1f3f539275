"""Rates of one model over many tasks: pass@1, pass@k and pass^k, as small pure functions.

A task was tried ``n`` times and passed ``c`` times.  ``pass@k`` is the chance that at least one of k
trials passes (discovery), ``pass^k`` the chance that all of them do (reliability).  Both are estimated
without bias from n >= k trials by averaging over all subsets of k of the n trials that were made:

* pass@k = 1 - C(n-c, k) / C(n, k): Chen et al., *Evaluating Large Language Models Trained on Code*,
  2021 (arXiv:2107.03374), section 2.1;
* pass^k = C(c, k) / C(n, k): Yao et al., *tau-bench*, 2024 (arXiv:2406.12045), section 3.

Binomials are whole numbers of any size here and each ratio is rounded once, so the order of the three
figures, 0 <= pass^k <= pass@1 <= pass@k <= 1, holds in floating point too.  Means use ``math.fsum``:
they do not depend on the order of the tasks.

A figure that shows several k is taken over *one* set of tasks, those with n >= the largest k shown
(:func:`common_set`): otherwise a curve over k would compare different tasks with one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb, fsum

STANDARD_K = (1, 2, 5, 10, 20)
"""The k that every report shows, as far as the run has that many trials."""


def pass_at_1(n: int, c: int) -> float:
    """c/n: the share of a task's ``n`` measured trials that passed.  Needs n >= 1."""
    _check(n, c, 1)
    return c / n


def pass_at_k(n: int, c: int, k: int) -> float:
    """1 - C(n-c, k) / C(n, k): unbiased estimate of the chance that one of k trials passes."""
    _check(n, c, k)
    subsets = comb(n, k)
    return (subsets - comb(n - c, k)) / subsets


def pass_hat_k(n: int, c: int, k: int) -> float:
    """C(c, k) / C(n, k): unbiased estimate of the chance that k trials all pass."""
    _check(n, c, k)
    return comb(c, k) / comb(n, k)


def pass_hat_k_plug_in(n: int, c: int, k: int) -> float:
    """(c/n)^k: the plug-in estimate of the same chance, *biased upward* for k > 1.

    x^k is convex, so by Jensen's inequality the mean of (c/n)^k exceeds p^k, most for k near n: with
    p = 0.9 and k = n = 20 it averages 0.26 where p^20 is 0.12.  Shown beside the unbiased figure only
    because others report it.
    """
    _check(n, c, k)
    return float((c / n) ** k)


def _check(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise ValueError(f"c must lie between 0 and n, got n={n}, c={c}")
    if not 1 <= k <= n:
        raise ValueError(f"k must lie between 1 and n, got n={n}, k={k}")


def gap(n: int, c: int, k: int) -> float:
    """pass@k - pass^k at the same k: the discovery-reliability gap of one task.

    Counted as C(n,k) - C(n-c,k) - C(c,k) over C(n,k), rounded once; for k > 1 it is zero exactly when
    all or none of the trials passed.
    """
    _check(n, c, k)
    subsets = comb(n, k)
    return (subsets - comb(n - c, k) - comb(c, k)) / subsets


def k_values(trials: int) -> tuple[int, ...]:
    """The k to show for a run of ``trials`` trials a task: 1, 2, 5, 10, 20 up to it, and itself.

    >>> k_values(8)
    (1, 2, 5, 8)
    """
    if trials < 1:
        return ()
    return tuple(k for k in sorted({*STANDARD_K, trials}) if k <= trials)


@dataclass(frozen=True, slots=True)
class TaskCount:
    """How one task's trials by one model came out.

    ``missing`` trials were begun and have no verdict (unmeasured or ungraded); trials that were never
    begun are not counted here at all.
    """

    passed: int
    failed: int
    missing: int = 0

    @property
    def measured(self) -> int:
        """n: trials with a verdict."""
        return self.passed + self.failed

    @property
    def begun(self) -> int:
        """Trials with a verdict and without."""
        return self.measured + self.missing

    def worst(self) -> TaskCount:
        """As if every missing trial had failed."""
        return TaskCount(self.passed, self.failed + self.missing)

    def best(self) -> TaskCount:
        """As if every missing trial had passed."""
        return TaskCount(self.passed + self.missing, self.failed)


Estimator = Callable[[int, int, int], float]
"""(n, c, k) -> estimate for one task, such as :func:`pass_hat_k`."""


def common_set(counts: Iterable[TaskCount], k: int) -> list[TaskCount]:
    """The tasks with at least ``k`` measured trials: those over which a figure up to k is taken."""
    return [count for count in counts if count.measured >= k]


def largest_common_k(counts: Sequence[TaskCount], ks: Sequence[int], share: float = 0.5) -> int | None:
    """The largest of ``ks`` for which at least ``share`` of the tasks have that many measured trials.

    A run that was stopped in its eighth round has no task with 20 trials, and one unmeasured trial in
    a hundred leaves a fifth of the tasks without their twentieth: a figure goes as far as most of its
    tasks do.  None when no k does.
    """
    enough = [k for k in ks if counts and len(common_set(counts, k)) >= share * len(counts)]
    return max(enough, default=None)


def mean_over_tasks(estimator: Estimator, counts: Sequence[TaskCount], k: int) -> float | None:
    """The mean of ``estimator`` over ``counts``, each task weighing the same; None for no tasks.

    Every task must have k measured trials: pass :func:`common_set` of the largest k of the figure.
    """
    return _mean(estimator, counts, k) if counts else None


def _mean(estimator: Estimator, counts: Sequence[TaskCount], k: int) -> float:
    return fsum(estimator(count.measured, count.passed, k) for count in counts) / len(counts)


def bounds_over_tasks(estimator: Estimator, counts: Iterable[TaskCount], k: int) -> tuple[float, float] | None:
    """What ``estimator`` would have come to had every missing trial failed, and had it passed.

    Taken over all tasks with at least ``k`` trials *begun*, so no task drops out for being unmeasured.
    Where tasks drop out of the rate itself (fewer than k measured), the rate is one of fewer tasks and
    may lie outside these bounds.  ``estimator`` must rise with c, as all of this module but
    :func:`gap` do.  None when no task has k trials begun.
    """
    begun = [count for count in counts if count.begun >= k]
    if not begun:
        return None
    low = _mean(estimator, [count.worst() for count in begun], k)
    high = _mean(estimator, [count.best() for count in begun], k)
    return low, high
