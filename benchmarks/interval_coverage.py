"""How often the 95 % intervals hold the truth: ``python benchmarks/interval_coverage.py [--runs 400]``.

Tasks' chances of passing are drawn from known distributions, trials from the chances, and the interval of each
simulated run is held against the truth: for ``suite`` the mean over the very tasks, for ``population`` that of the
distribution.  ``plain`` is what ``suite`` would be if new trials were drawn with c/n in the place of each chance: it
shows why the chances are fitted first.  Prints a table; exit code 1 if a proper interval falls below 90 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from thinkingbox_plugin.statistics import TaskCount
from thinkingbox_plugin.statistics.intervals import ESTIMANDS, Bootstrap, rate_estimate
from thinkingbox_plugin.statistics.measures import PASS_HAT_K, look_up
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

Floats = NDArray[np.float64]
SHAPES: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "mostly reliable": lambda rng, tasks: rng.beta(9, 1, tasks),
    "all or nothing": lambda rng, tasks: rng.beta(0.6, 0.3, tasks),
    "three kinds": lambda rng, tasks: rng.choice([0.0, 0.7, 1.0], tasks, p=[0.2, 0.3, 0.5]),
}
SIZES = ((20, 5), (100, 5), (100, 20))
DRAWS, LEAST = 400, 0.9


def truths(shape: str, k: int) -> float:
    """The mean of p^k over the distribution."""
    p = SHAPES[shape](np.random.default_rng(0), 1_000_000)
    return float((p**k).mean())


def plain(sample: Sample, k: int, seed: int) -> tuple[float, float]:
    """The interval with c/n in the place of each chance."""
    trials = [count.measured for count in sample.counts]
    p = np.array([count.passed for count in sample.counts]) / trials
    passed = np.random.default_rng(seed).binomial(trials, p, (DRAWS, len(trials))).astype(np.int16)
    noise = (look_up(PASS_HAT_K, trials, passed, k) - p**k).mean(axis=1)
    found = rate_estimate(PASS_HAT_K.per_task(sample.counts, k), noise, None)
    return found.low, found.high


def simulate(shape: str, tasks: int, trials: int, k: int, runs: int) -> dict[str, float]:
    """The share of runs in which each interval holds its truth."""
    rng, held = np.random.default_rng(1), dict.fromkeys([*ESTIMANDS, "plain"], 0)
    truth = truths(shape, k)
    for run in range(runs):
        p = SHAPES[shape](rng, tasks)
        counts = rng.binomial(trials, p)
        results = [
            TaskResult(f"t{i:04}", f"d{i % 2}", TaskCount(int(c), trials - int(c))) for i, c in enumerate(counts)
        ]
        sample = Sample.of("m", results)
        bootstrap, own = Bootstrap(sample, draws=DRAWS, seed=run), float((p**k).mean())
        for estimand in ESTIMANDS:
            found = bootstrap.estimate(PASS_HAT_K, k, estimand)
            held[estimand] += found.low <= (own if estimand == "suite" else truth) <= found.high
        low, high = plain(sample, k, run)
        held["plain"] += low <= own <= high
    return {name: number / runs for name, number in held.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description="How often the intervals hold the truth.")
    parser.add_argument("--runs", type=int, default=400)
    args = parser.parse_args(argv)
    print(f"{args.runs} runs each, {DRAWS} draws\n")
    print(f"{'chances':16} {'tasks':>5} {'trials':>6} {'measure':>8} {'suite':>8} {'population':>11} {'plain':>8}")
    least = 1.0
    for shape in SHAPES:
        for tasks, trials in SIZES:
            for k in (1, trials):
                found = simulate(shape, tasks, trials, k, args.runs)
                least = min(least, *(found[estimand] for estimand in ESTIMANDS))
                name = f"pass^{k}" if k > 1 else "pass@1"
                shares = f"{found['suite']:8.1%} {found['population']:11.1%} {found['plain']:8.1%}"
                print(f"{shape:16} {tasks:5} {trials:6} {name:>8} {shares}", flush=True)
    return int(least < LEAST)


if __name__ == "__main__":
    sys.exit(main())
