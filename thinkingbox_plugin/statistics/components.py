"""How much of the variation of outcomes comes from where: domains, tasks, trials.

A trial's outcome is 0 or 1.  Its variance over all tasks and trials of a model splits without remainder into that
between domains, that between the tasks of a domain, and that between the trials of a task:

    p(1 - p)  =  sum of w_h (p_h - p)²  +  sum of w_h · variance of p_i in h  +  mean of p_i (1 - p_i)

with w_h the share of the tasks that lie in domain h.  The last is estimated without bias by c(n - c)/(n(n - 1)) of
each task with two trials or more, and what trial noise adds to the spread of c/n and of the domains' means is
subtracted (the analysis of variance estimators; Searle, Casella and McCulloch, *Variance Components*, 1992, chapter 4).

What the design does not identify: agent, simulated user and judge all differ from trial to trial, and no trial holds
one of them fixed while another is repeated.  Their shares of the trials' variance are confounded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thinkingbox_plugin.statistics.sample import Sample


@dataclass(frozen=True, slots=True)
class Components:
    """Parts of the variance of one trial's outcome, each at least 0."""

    domains: float
    tasks: float
    trials: float

    @property
    def total(self) -> float:
        """Their sum."""
        return self.domains + self.tasks + self.trials

    def shares(self) -> tuple[float | None, float | None, float | None]:
        """Of domains, tasks and trials in the total; None where nothing varies."""
        if self.total == 0:
            return None, None, None
        return self.domains / self.total, self.tasks / self.total, self.trials / self.total


def components(sample: Sample) -> Components | None:
    """Of one model, over its tasks with two measured trials or more; None where there are fewer than two of them."""
    results = sample.common(2).results
    if len(results) < 2:
        return None
    trials = np.array([result.count.measured for result in results], dtype=float)
    rate = np.array([result.count.passed for result in results]) / trials
    noise = rate * (1 - rate) * trials / (trials - 1)
    domain = np.unique([result.domain for result in results], return_inverse=True)[1]
    size = np.bincount(domain)
    mean = np.bincount(domain, rate) / size
    within = np.bincount(domain, (rate - mean[domain]) ** 2)
    error = np.bincount(domain, noise / trials) / size  # of a task's c/n, on average in the domain
    share = size / size.sum()
    # The spread of p in a domain: of c/n, divided by m - 1, less its noise; a single task has none.
    spread = np.where(size > 1, within / np.maximum(size - 1, 1) - error, 0.0) * (size - 1) / size
    between = float(share @ (mean - rate.mean()) ** 2)
    between -= float((share * (1 - share)) @ (error / size))
    return Components(max(0.0, between), max(0.0, float(share @ spread)), float(noise.mean()))
