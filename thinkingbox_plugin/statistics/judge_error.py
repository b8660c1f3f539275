"""What a judge's mistakes do to a rate: its sensitivity and specificity, and the rate that they leave.

Sensitivity is the chance that a reply that holds is found to hold, specificity that one that does not is found not to.
Both come from replies that people have labelled (``thinkingbox judge-check --json``), with Clopper and Pearson's
intervals.  Of a share q found to hold, the share that does hold is (q + specificity - 1)/(sensitivity + specificity -
1), cut at 0 and 1 (Rogan and Gladen, *American Journal of Epidemiology* 107, 1978).

A judge decides only where all other checks hold: there alone its mistakes move the verdict.  Those trials' rate is
corrected, all others stand.  A trial with m questions passes if all are answered yes: of those that hold throughout it
finds sensitivity^m, and of those in which one does not, it passes (1 - specificity)·sensitivity^(m-1).  That answers to
different questions err independently of one another, and alike for every model and task, is an assumption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.statistics.intervals import DRAWS, LEVEL, proportion_interval
from thinkingbox_plugin.statistics.mixing import Floats

if TYPE_CHECKING:
    from thinkingbox_plugin.results.reading import TrialRow

RUBRIC = "rubric."


@dataclass(frozen=True, slots=True)
class Share:
    """``found`` of ``labelled``."""

    found: int
    labelled: int

    @property
    def value(self) -> float:
        """Between 0 and 1."""
        return self.found / self.labelled

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Clopper and Pearson's."""
        return proportion_interval(self.value, self.labelled, level)

    def draw(self, rng: np.random.Generator, draws: int) -> Floats:
        """What it may be: Beta draws under Jeffreys' prior."""
        return rng.beta(self.found + 0.5, self.labelled - self.found + 0.5, draws)


@dataclass(frozen=True, slots=True)
class JudgeErrors:
    """How often a judge was right about labelled replies."""

    sensitivity: Share
    specificity: Share

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> JudgeErrors:
        """From what ``thinkingbox judge-check --json`` prints; raises :class:`UsageError` for anything else."""
        try:
            yes = Share(int(data["found_yes"]), int(data["labelled_yes"]))
            no = Share(int(data["found_no"]), int(data["labelled_no"]))
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError("not what thinkingbox judge-check --json prints: it lacks the counts") from error
        if not (0 <= yes.found <= yes.labelled and 0 <= no.found <= no.labelled and yes.labelled and no.labelled):
            raise UsageError("a judge's error rates need labelled replies of both kinds, yes and no")
        return cls(yes, no)


@dataclass(slots=True)
class JudgedCounts:
    """One model's measured trials by what the judge had to say about them."""

    passed_without: int = 0
    """Passed, and no question was asked."""
    failed_without: int = 0
    """Failed whatever the judge said."""
    judged: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """(questions, found to hold) of the trials of which the judge alone decides."""

    def add(self, row: TrialRow) -> None:
        """Count a record; one without a verdict counts nowhere."""
        if row.trial_class not in ("passed", "failed"):
            return
        rubrics = [check.passed for check in row.checks if check.name.startswith(RUBRIC)]
        if not all(check.passed for check in row.checks if not check.name.startswith(RUBRIC)):
            self.failed_without += 1
        elif not rubrics or None in rubrics:
            self.passed_without += row.trial_class == "passed"
            self.failed_without += row.trial_class == "failed"
        else:
            self.judged[len(rubrics), all(rubrics)] += 1

    def __add__(self, other: JudgedCounts) -> JudgedCounts:
        return JudgedCounts(
            self.passed_without + other.passed_without,
            self.failed_without + other.failed_without,
            self.judged + other.judged,
        )

    @property
    def measured(self) -> int:
        """Trials with a verdict."""
        return self.passed_without + self.failed_without + self.judged.total()

    @property
    def rate(self) -> float:
        """The share that passed, by the judge's word: over trials, not over tasks."""
        found = sum(number for (_, held), number in self.judged.items() if held)
        return (self.passed_without + found) / self.measured

    def corrected(self, sensitivity: float | Floats, specificity: float | Floats) -> float | Floats:
        """The share that passes at these error rates."""
        held: float | Floats = float(self.passed_without)
        for questions in {questions for questions, _ in self.judged}:
            yes, no = self.judged[questions, True], self.judged[questions, False]
            right = sensitivity**questions
            wrong = (1 - specificity) * sensitivity ** (questions - 1)
            better = np.maximum(right - wrong, 1e-9)  # a judge no better than chance corrects to 0 or 1
            held = held + (yes + no) * np.clip((yes / (yes + no) - wrong) / better, 0.0, 1.0)
        return held / self.measured


@dataclass(frozen=True, slots=True)
class Corrected:
    """A rate as the judge gave it, and as its error rates leave it, with what their uncertainty makes of it."""

    rate: float
    corrected: float
    low: float
    high: float
    decided: int
    """Trials of which the judge alone decided."""

    @property
    def shift(self) -> float:
        """By how much a rate is to be moved."""
        return self.corrected - self.rate


def correct(
    counts: JudgedCounts, errors: JudgeErrors, *, draws: int = DRAWS, seed: int = 0, level: float = LEVEL
) -> Corrected | None:
    """The rate at the judge's error rates; None without a measured trial.

    The interval is that of the error rates alone: it says nothing of trial noise or of tasks.
    """
    if not counts.measured:
        return None
    rng = np.random.default_rng(seed)
    drawn = counts.corrected(errors.sensitivity.draw(rng, draws), errors.specificity.draw(rng, draws))
    low, high = np.quantile(np.broadcast_to(drawn, draws), [(1 - level) / 2, (1 + level) / 2])
    value = float(counts.corrected(errors.sensitivity.value, errors.specificity.value))
    return Corrected(counts.rate, value, min(float(low), value), max(float(high), value), counts.judged.total())


def pooled(errors: Iterable[JudgeErrors]) -> JudgeErrors:
    """Of the labelled replies of several domains together."""
    every = list(errors)
    return JudgeErrors(
        *(
            Share(sum(share.found for share in shares), sum(share.labelled for share in shares))
            for shares in ([one.sensitivity for one in every], [one.specificity for one in every])
        )
    )
