"""Gates answered over collected runs, each for every model that it binds.

By interval, of level 95 %: a gate passes if its border lies below the interval or at its lower end, fails if it lies
above the interval, and is undecided between.  By point estimate it passes if the estimate reaches the border.

A border that is a number asks for the figure's interval, about tasks like these unless the estimand is given; a border
that is the baseline asks for that of the difference, paired by task, about these tasks.  A figure with k > 1 needs the
same number of measured trials of every task, at least k: a task that came out short is not left out, which would
change what is asked, but leaves the gate undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.gates.groups import Membership
from thinkingbox_plugin.gates.planning import more_for_a_rate
from thinkingbox_plugin.report.text import plural
from thinkingbox_plugin.results.collecting import Collected
from thinkingbox_plugin.statistics.comparing import Comparison
from thinkingbox_plugin.statistics.figures import bounds_of
from thinkingbox_plugin.statistics.intervals import Bootstrap, Estimand
from thinkingbox_plugin.statistics.measures import MEASURES
from thinkingbox_plugin.statistics.planning import settle
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

Verdict = Literal["passes", "fails", "undecided"]
ROUNDING = 1e-9
"""0.78 less 0.80 is not quite -0.02 in floating point."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a gate says of one model."""

    gate: Gate
    model: str
    """Its row in the report."""
    verdict: Verdict
    tasks: int = 0
    trials: int = 0
    """Measured ones, of these tasks."""
    value: float | None = None
    """The figure; None where it cannot be taken."""
    interval: tuple[float, float] | None = None
    """Of the figure, or with a baseline of the difference; None by point estimate."""
    difference: float | None = None
    """From the baseline."""
    bounds: tuple[float, float] | None = None
    """Of the figure, with every trial without a verdict counted as failed, and as passed; None where there is none."""
    estimand: Estimand | None = None
    remark: str = ""
    """What a reader must know; of an undecided gate what would settle it."""
    rounds: int | None = None
    """Of a run that is looked at again and again: after how many rounds this was said."""
    closed: bool = False
    """Of such a run: undecided, and no further round can change it."""


def decide(low: float, high: float, border: float) -> Verdict:
    """By interval; a point estimate is an interval without width, and never undecided."""
    if low >= border - ROUNDING:
        return "passes"
    return "fails" if high < border - ROUNDING else "undecided"


def verdict_of(answers: Sequence[Answer]) -> Verdict:
    """Of one gate over the models that it binds: it passes if it passes for all, and fails if it fails for one."""
    found = {answer.verdict for answer in answers}
    return "fails" if "fails" in found else "undecided" if "undecided" in found or not found else "passes"


class Gatekeeper:
    """Asks gates of collected runs.

    ``estimand`` is what intervals are about; None: what the border asks for.  ``point`` decides by point estimate.
    """

    def __init__(
        self,
        collected: Collected,
        *,
        baseline: Collected | None = None,
        estimand: Estimand | None = None,
        point: bool = False,
        seed: int = 0,
    ) -> None:
        self._collected, self._baseline = collected, baseline
        self._estimand, self._point, self._seed = estimand, point, seed
        self._model_of = {row: model for (_, model, _), row in collected.rows.items()}
        self._bootstraps: dict[tuple[str, int], Bootstrap] = {}
        self._comparisons: dict[tuple[str, int], Comparison] = {}

    def ask(self, gates: Sequence[Gate]) -> list[Answer]:
        """An answer for each gate and model.  Raises :class:`UsageError` for a gate that cannot be asked of them."""
        asked = [(gate, self._bound(gate)) for gate in gates]
        members = {gate: self._membership(gate, bound) for gate, bound in asked}
        answers = {}
        for sample in self._collected.samples:
            self._comparisons.clear()  # their draws are large, and of no use to another model
            for gate in [gate for gate, bound in asked if sample in bound]:
                find = self._against_baseline if gate.baseline else self._alone
                answers[gate, sample.model] = find(gate, sample, members[gate])
        return [answers[gate, sample.model] for gate, bound in asked for sample in bound]

    def asked(self, gates: Sequence[Gate]) -> Iterator[tuple[Gate, Sample, Membership]]:
        """Each gate with each row that it binds, and the tasks that it is about; raises as :meth:`ask`."""
        for gate in gates:
            bound = self._bound(gate)
            member = self._membership(gate, bound)
            yield from ((gate, sample, member) for sample in bound)

    def models(self, gates: Sequence[Gate]) -> set[str]:
        """The models that some gate binds."""
        return {self._model_of[sample.model] for gate in gates for sample in self._bound(gate)}

    def tasks(self, gate: Gate) -> set[str]:
        """The tasks that a gate is about."""
        bound = self._bound(gate)
        member = self._membership(gate, bound)
        return {result.task for sample in bound for result in sample.results if result in member}

    def _membership(self, gate: Gate, bound: Sequence[Sample]) -> Membership:
        member = Membership.of(gate, [result for sample in bound for result in sample.results])
        self._check_trials(gate, [result for sample in bound for result in sample.results if result in member])
        return member

    def _bound(self, gate: Gate) -> list[Sample]:
        """The rows that a gate binds."""
        every = self._collected.samples
        found = [s for s in every if gate.model in (None, s.model, self._model_of[s.model])]
        if not found:
            names = ", ".join(dict.fromkeys(self._model_of.values())) or "none"
            raise UsageError(f"gate '{gate}': no model {gate.model or 'at all'} in these runs; they have {names}")
        return found

    @staticmethod
    def _check_trials(gate: Gate, results: Sequence[TaskResult]) -> None:
        most = max((result.count.begun + result.not_run for result in results), default=0)
        if most < gate.k:
            raise UsageError(
                f"gate '{gate}': {gate.name} needs {gate.k} trials of each task, and none has more than {most}; run "
                f"with --tb-trials {gate.k} or gate a smaller k"
            )

    # -- against a number

    def _alone(self, gate: Gate, sample: Sample, member: Membership) -> Answer:
        held = sample.where(member.__contains__)
        answer = begun(gate, held, held.common(gate.k))
        short = short_of(gate, held)
        if short:
            return replace(answer, remark=short)
        bootstrap = self._bootstrap(sample, gate.k)
        members = [number for number, result in enumerate(bootstrap.sample.results) if result in member]
        measure, border = MEASURES[gate.figure], float(gate.border)
        left = left_out(held)
        if self._point:
            value = float(bootstrap.per_task(measure, gate.k)[members].mean())
            return replace(answer, verdict=decide(value, value, border), value=value, remark=left)
        estimand = self._estimand or "population"
        ((found,),) = bootstrap.estimates([(measure, gate.k)], estimand, [members])
        verdict = decide(found.low, found.high, border)
        if verdict == "undecided":
            plan = more_for_a_rate(bootstrap, members, measure, gate.k, estimand, border)
            left = joined(left, plan.sentence())
        interval = (found.low, found.high)
        return replace(answer, verdict=verdict, value=found.value, interval=interval, estimand=estimand, remark=left)

    def _bootstrap(self, sample: Sample, k: int) -> Bootstrap:
        """Over all tasks, so that a gate's figures are the report's."""
        key = (sample.model, k)
        if key not in self._bootstraps:
            self._bootstraps[key] = Bootstrap(sample.common(k), seed=self._seed, salt=sample.model)
        return self._bootstraps[key]

    # -- against the baseline

    def _against_baseline(self, gate: Gate, sample: Sample, member: Membership) -> Answer:
        other = self._partner(gate, sample)
        held, before = (side.where(member.__contains__) for side in (sample, other))
        comparison = self._comparison(gate, other, sample)
        members = [number for number, result in enumerate(comparison.candidate.results) if result in member]
        shared = {comparison.candidate.results[number].task for number in members}
        answer = begun(gate, held, held.where(lambda result: result.task in shared))
        short = short_of(gate, held)
        if not short and (short := short_of(gate, before)):
            short = f"the baseline: {short}"
        if not short and not members:
            short = "no task was measured on both sides"
        if short:
            return replace(answer, remark=short)
        estimand = self._estimand or "suite"
        found = comparison.over(members, estimand)
        border = float(gate.border)
        left = [name for name in comparison.left_out if name in {result.task for result in held.results}]
        remark = f"{plural(len(left), 'task')} left out, not measured on both sides" if left else ""
        answer = replace(answer, value=found.candidate, difference=found.difference, remark=remark)
        if self._point:
            return replace(answer, verdict=decide(found.difference, found.difference, border))
        verdict = decide(found.low, found.high, border)
        if verdict == "undecided":
            errors = found.errors["suite"], found.errors["population"]
            plan = settle(
                found.difference - border, *errors, estimand, trials=found.trials, tasks=found.tasks, alpha=found.alpha
            )
            remark = joined(remark, plan.sentence())
        return replace(answer, verdict=verdict, interval=(found.low, found.high), estimand=estimand, remark=remark)

    def _comparison(self, gate: Gate, other: Sample, sample: Sample) -> Comparison:
        key = (gate.figure, gate.k)
        if key not in self._comparisons:
            self._comparisons[key] = Comparison(
                other, sample, measure=MEASURES[gate.figure], k=gate.k, margin=0.0, seed=self._seed
            )
        return self._comparisons[key]

    def _partner(self, gate: Gate, sample: Sample) -> Sample:
        """The baseline's row of the same name, of the same model, or its only one."""
        if self._baseline is None:
            raise UsageError(f"gate '{gate}': no baseline is given; name a results directory as the baseline")
        model = self._model_of[sample.model]
        model_of = {row: model for (_, model, _), row in self._baseline.rows.items()}
        rows = self._baseline.samples
        for fits in (
            [row for row in rows if row.model == sample.model],
            [row for row in rows if model_of[row.model] == model],
            list(rows),
        ):
            if len(fits) == 1:
                return fits[0]
        names = ", ".join(row.model for row in rows) or "none"
        raise UsageError(
            f"gate '{gate}': the baseline has no row of {sample.model}, nor a single one that could stand for it; it "
            f"has {names}; name a run of one model"
        )


def begun(gate: Gate, held: Sample, used: Sample) -> Answer:
    """An answer that is not given yet: the tasks and trials that it is about."""
    shown = used if used.results else held
    return Answer(
        gate,
        held.model,
        "undecided",
        len(shown.results),
        sum(result.count.measured for result in shown.results),
        bounds=bounds_of(held.results, MEASURES[gate.figure], gate.k),
    )


def short_of(gate: Gate, held: Sample) -> str:
    """Why the figure cannot be taken; empty if it can."""
    measured = [result.count.measured for result in held.results]
    if not any(measured):
        return "no trial was measured"
    if gate.k == 1:
        return ""
    most = max(measured)
    short = [result for result in held.results if result.count.measured < max(most, gate.k)]
    if not short:
        return ""
    named = ", ".join(f"{_id(result)} {result.count.measured}" for result in short[:3])
    more = f" and {len(short) - 3} more" if len(short) > 3 else ""
    return (
        f"{gate.name} needs the same number of measured trials of every task, at least {gate.k}; "
        f"{plural(len(short), 'task')} of {len(measured)} came out short of {max(most, gate.k)} ({named}{more}): "
        "measure their trials, or gate pass@1"
    )


def left_out(held: Sample) -> str:
    left = [result for result in held.results if not result.count.measured]
    return f"{plural(len(left), 'task')} left out, no trial was measured" if left else ""


def _id(result: TaskResult) -> str:
    return result.task.rpartition("::")[2].removeprefix("test_case_")


def joined(one: str, other: str) -> str:
    return "; ".join(filter(None, (one, other)))
