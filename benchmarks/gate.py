"""How often a gate errs that is asked after every round: ``python benchmarks/gate.py [--runs 10000]``.

Runs with ``--tb-until-decided`` are simulated: tasks' chances of passing, trials from the chances, and after each round
the very look that the plugin takes, of all runs at once.  The truth lies on the border, where both errors are at
their worst: passing must not exceed α, nor failing β, by more than chance explains (three standard errors of the
simulation).  Then the truth lies beside the border: how soon the run ends, and with what.  The last table says how
often the interval at a judge's error rates holds the truth.  Exit code 1 when a bound is broken.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from thinkingbox_plugin.gates.answers import Answer
from thinkingbox_plugin.gates.expressions import parse
from thinkingbox_plugin.gates.judged import again
from thinkingbox_plugin.statistics import TaskCount
from thinkingbox_plugin.statistics.intervals import ESTIMANDS, LEVEL, Bootstrap, Estimand, Resampled, resampled
from thinkingbox_plugin.statistics.judge_error import JudgedCounts, JudgeErrors, Share, correct
from thinkingbox_plugin.statistics.measures import MEASURES, PASS_AT_K, Measure
from thinkingbox_plugin.statistics.sample import Sample, TaskResult
from thinkingbox_plugin.statistics.sequential import FAILS, PASSES, Design, Evidence, look
from thinkingbox_plugin.statistics.spending import ALPHA, BETA

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

AT_ONCE, DRAWS = 500, 500
TASKS, MOST = 100, 8
SHAPE = (2.0, 0.8)
"""Of the Beta distribution of the tasks' chances: some always fail, many nearly always pass; mean 0.71."""


@dataclass(frozen=True)
class Setting:
    """What is asked of the simulated runs."""

    estimand: Literal["suite", "population"]
    baseline: bool = False
    figure: str = "pass@k"
    k: int = 1
    tasks: int = TASKS
    most: int = MOST

    @property
    def name(self) -> str:
        """As a gate is written."""
        figure = self.figure.replace("k", str(self.k))
        return f"{figure} >= {'baseline' if self.baseline else 'border'}"

    @property
    def measure(self) -> Measure:
        """The figure."""
        return MEASURES[self.figure]

    @property
    def looks(self) -> range:
        """After which rounds there is one."""
        return Design(1, self.most).of(self.k).looks


@dataclass
class Ended:
    """How simulated runs ended."""

    verdicts: Whole
    rounds: Whole

    def share(self, verdict: int) -> float:
        """Of the runs with this verdict."""
        return float((self.verdicts == verdict).mean())


def chances(setting: Setting, rng: np.random.Generator, runs: int) -> Floats:
    """Runs × tasks: the same tasks in all runs where the question is about them, otherwise others in each."""
    if setting.estimand == "suite":
        return np.tile(np.random.default_rng(7).beta(*SHAPE, setting.tasks), (runs, 1))
    return rng.beta(*SHAPE, (runs, setting.tasks))


def border_of(setting: Setting) -> float:
    """The truth: of the tasks, or of the distribution that they are from."""
    if setting.baseline:
        return 0.0
    if setting.estimand == "suite":
        p = chances(setting, np.random.default_rng(0), 1)[0]
    else:
        p = np.random.default_rng(0).beta(*SHAPE, 4_000_000)
    return float(setting.measure.of_chance(p, setting.k).mean())


def simulate(setting: Setting, distance: float, runs: int, seed: int) -> Ended:
    """Run until decided, the border lying ``distance`` below the truth."""
    border = border_of(setting) - distance
    layout = tuple((f"domain {task % 2}", f"task {task}") for task in range(setting.tasks))
    tasks = resampled(layout) if setting.estimand == "population" else None
    parts = [
        _simulate(setting, border, tasks, min(AT_ONCE, runs - start), seed + start) for start in range(0, runs, AT_ONCE)
    ]
    return Ended(np.concatenate([part.verdicts for part in parts]), np.concatenate([part.rounds for part in parts]))


def _simulate(setting: Setting, border: float, tasks: Resampled | None, runs: int, seed: int) -> Ended:
    rng, every = np.random.default_rng(seed), range(setting.tasks)
    p = chances(setting, rng, runs)
    before = _baseline(setting, rng, p) if setting.baseline else None
    passed = np.zeros(p.shape, dtype=np.int64)
    going, ended = np.arange(runs), Ended(np.zeros(runs, dtype=np.int64), np.full(runs, setting.most))
    for done in range(1, setting.most + 1):
        passed += rng.binomial(1, p)
        if done not in setting.looks:
            continue
        trials = np.full(setting.tasks, done)
        evidence = Evidence.of(trials, passed[going], every, setting.measure, setting.k, setting.looks)
        if before is not None:
            evidence = evidence.less(before.of_runs(going))
        number = setting.looks.index(done)
        found = look(evidence, tasks, border, setting.looks, number, difference=setting.baseline)
        ended.verdicts[going] = found.verdict
        ended.rounds[going[found.verdict != 0]] = done
        going = going[found.verdict == 0]
        if not len(going):
            break
    return ended


def _baseline(setting: Setting, rng: np.random.Generator, p: Floats) -> Evidence:
    trials = np.full(setting.tasks, setting.most)
    passed = rng.binomial(setting.most, p)
    return Evidence.of(trials, passed, range(setting.tasks), setting.measure, setting.k, setting.looks)


SETTINGS = (
    Setting("suite"),
    Setting("population"),
    Setting("suite", baseline=True),
    Setting("population", baseline=True),
    Setting("suite", tasks=20),
    Setting("population", tasks=20),
    Setting("suite", figure="pass^k", k=3),
    Setting("population", figure="pass^k", k=3),
    Setting("suite", figure="pass^k", k=5),
    Setting("population", figure="pass^k", k=5),
)
BESIDE = (-0.08, -0.04, -0.02, 0.0, 0.02, 0.04, 0.08)
"""Truth less border, in the second table."""


def at_the_border(runs: int) -> bool:
    """Print the first table; whether every bound holds."""
    held = True
    print(f"Truth on the border, {runs} runs each, up to {MOST} rounds, looked at after each\n")
    print(f"{'gate':20} {'about':>10} {'tasks':>5} {'passes':>15} {'at most':>8} {'fails':>15} {'at most':>8}")
    for number, setting in enumerate(SETTINGS):
        ended = simulate(setting, 0.0, runs, 1_000_000 * number)
        cells = []
        for verdict, bound in ((PASSES, ALPHA), (FAILS, BETA)):
            share = ended.share(verdict)
            held &= share <= bound + 3 * sqrt(bound * (1 - bound) / runs)
            cells.append(f"{share:7.2%} ± {sqrt(share * (1 - share) / runs):5.2%} {bound:8.1%}")
        print(f"{setting.name:20} {setting.estimand:>10} {setting.tasks:5} {cells[0]} {cells[1]}", flush=True)
    return held


def beside_the_border(runs: int) -> None:
    """Print the second table."""
    print(f"\nTruth beside the border, {runs} runs each, {TASKS} tasks, up to {MOST} rounds\n")
    print(f"{'gate':20} {'about':>10} {'truth less border':>18} {'passes':>8} {'fails':>8} {'rounds':>7}")
    for number, setting in enumerate(SETTINGS[:4]):
        for distance in BESIDE:
            ended = simulate(setting, distance, runs, 50_000_000 + 1_000_000 * number)
            shares = f"{ended.share(PASSES):8.1%} {ended.share(FAILS):8.1%} {ended.rounds.mean():7.2f}"
            print(f"{setting.name:20} {setting.estimand:>10} {distance:+18.2f} {shares}", flush=True)


@dataclass(frozen=True)
class Judged:
    """A judge, what is known of it, and how much it decides."""

    sensitivity: float
    specificity: float
    labelled: int
    """Replies of each kind that people have labelled."""
    questions: int = 1
    judged: float = 0.5
    """The share of the tasks with questions."""


JUDGES = (
    Judged(0.95, 0.95, 200),
    Judged(0.95, 0.95, 40),
    Judged(0.9, 0.8, 200),
    Judged(0.9, 0.8, 40),
    Judged(0.9, 0.8, 40, judged=1.0),
    Judged(0.95, 0.9, 40, questions=2, judged=1.0),
    Judged(0.99, 0.99, 20, judged=1.0),
)
TRIALS, ANSWERED = 5, 0.7
"""Trials of each task; how often a question's answer is truly yes."""


def judge_run(judge: Judged, estimand: Estimand, seed: int) -> bool:
    """Whether the interval at the judge's error rates holds the truth in one simulated run."""
    rng, m = np.random.default_rng(seed), judge.questions
    setting = Setting(estimand)
    p = chances(setting, rng, 1)[0]
    asked = np.arange(TASKS) < judge.judged * TASKS
    each = ANSWERED ** np.where(asked, m, 0)
    truth = float((p * each).mean()) if estimand == "suite" else SHAPE[0] / sum(SHAPE) * float(each.mean())
    errors = JudgeErrors(
        *(Share(int(rng.binomial(judge.labelled, chance)), judge.labelled)
          for chance in (judge.sensitivity, judge.specificity))
    )  # fmt: skip
    counts, results = JudgedCounts(), []
    others = rng.random((TASKS, TRIALS)) < p[:, None]
    yes = rng.random((TASKS, TRIALS, m)) < ANSWERED
    found = rng.random(yes.shape) < np.where(yes, judge.sensitivity, 1 - judge.specificity)
    held = found.all(axis=2) | ~asked[:, None]
    counts.passed_without = int((others & ~asked[:, None]).sum())
    counts.failed_without = int((~others).sum())
    for answer in (True, False):
        counts.judged[m, answer] = int((others & asked[:, None] & (held == answer)).sum())
    passed = (others & held).sum(axis=1)
    for task in range(TASKS):
        count = TaskCount(int(passed[task]), TRIALS - int(passed[task]))
        results.append(TaskResult(f"task {task:03}", f"domain {int(asked[task])}", count))
    figure = Bootstrap(Sample.of("m", results), draws=DRAWS, seed=seed).estimate(PASS_AT_K, 1, estimand)
    answer_ = Answer(parse("pass@1 >= 0.5"), "m", "undecided", value=figure.value, interval=(figure.low, figure.high))
    corrected = correct(counts, errors, seed=seed)
    assert corrected is not None
    shown = again(answer_, corrected, errors)[1]
    return bool(shown.low <= truth <= shown.high)


def judged(runs: int) -> bool:
    """Print the last table; whether every interval holds the truth as often as it says."""
    print(
        f"\nAt a judge's error rates, {runs} runs each, {TASKS} tasks, {TRIALS} trials: how often 95 % intervals hold\n"
    )
    print(f"{'sensitivity':>11} {'specificity':>11} {'labelled':>8} {'questions':>9} {'judged':>6}", end="")
    print(f" {'suite':>8} {'population':>10}")
    held = True
    for judge in JUDGES:
        shares = [np.mean([judge_run(judge, estimand, seed) for seed in range(runs)]) for estimand in ESTIMANDS]
        held &= bool(min(shares) >= LEVEL - 3 * sqrt(LEVEL * (1 - LEVEL) / runs))
        rates = f"{judge.sensitivity:11.2f} {judge.specificity:11.2f} {judge.labelled:8} {judge.questions:9}"
        print(f"{rates} {judge.judged:6.0%} {shares[0]:8.1%} {shares[1]:10.1%}", flush=True)
    return held


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; returns the exit code."""
    parser = argparse.ArgumentParser(description="How often a gate errs that is asked after every round.")
    parser.add_argument("--runs", type=int, default=10_000, help="on the border (default: 10000)")
    parser.add_argument("--beside", type=int, default=1000, help="at each distance from it (default: 1000)")
    parser.add_argument("--judged", type=int, default=500, help="for each judge (default: 500)")
    args = parser.parse_args(argv)
    held = at_the_border(args.runs) if args.runs else True
    if args.beside:
        beside_the_border(args.beside)
    if args.judged:
        held &= judged(args.judged)
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
