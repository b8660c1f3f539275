"""From answers to an exit code, and the table that goes with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.gates.answers import Answer, Gatekeeper, Verdict, verdict_of
from thinkingbox_plugin.gates.codes import FAILED, PASSED, UNDECIDED, UNMEASURED
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.gates.question import MOST_UNMEASURED
from thinkingbox_plugin.report.rates import MEANING, between, with_bounds
from thinkingbox_plugin.report.tables import Cell, Column, Range, Table, as_mapping
from thinkingbox_plugin.report.text import percent, plural
from thinkingbox_plugin.results.collecting import Collected
from thinkingbox_plugin.statistics.intervals import ESTIMANDS
from thinkingbox_plugin.statistics.spending import ALPHA, BETA

if TYPE_CHECKING:
    from thinkingbox_plugin.gates.sequential import Looks


@dataclass(frozen=True, slots=True)
class Measured:
    """How many of a model's planned trials have a verdict."""

    planned: int
    measured: int

    def too_few(self, most: float) -> bool:
        """Whether more than the share ``most`` is missing; also where nothing was planned."""
        return not self.measured or self.planned - self.measured > most * self.planned + 1e-9


def measured_trials(collected: Collected, models: Collection[str]) -> dict[str, Measured]:
    """By model, over all its rows; a trial of a run without a plan is planned if it was begun."""
    model_of = {row: model for (_, model, _), row in collected.rows.items()}
    planned: Counter[str] = Counter()
    measured: Counter[str] = Counter()
    for sample in collected.samples:
        model = model_of[sample.model]
        for result in sample.results:
            planned[model] += result.count.begun + result.not_run
            measured[model] += result.count.measured
    return {model: Measured(planned[model], measured[model]) for model in planned if model in models}


@dataclass(frozen=True)
class Outcome:
    """What gates say of a run."""

    gates: Sequence[Gate]
    answers: Sequence[Answer]
    measured: Mapping[str, Measured]
    most_unmeasured: float = MOST_UNMEASURED
    notes: Sequence[str] = ()
    looks: Looks | None = None
    """Of a run that was looked at after each round."""
    judged: Table | None = None
    """The answers at the judge's error rates, where these are known."""

    @classmethod
    def of(
        cls,
        gates: Sequence[Gate],
        keeper: Gatekeeper,
        collected: Collected,
        most_unmeasured: float = MOST_UNMEASURED,
        notes: Sequence[str] = (),
        looks: Looks | None = None,
    ) -> Outcome:
        """Ask the gates, or take what the looks at them have said.

        Raises :class:`~thinkingbox_plugin.errors.UsageError` for one that cannot be asked.
        """
        answers = keeper.ask(gates) if looks is None else looks.answered(keeper)
        return cls(gates, answers, measured_trials(collected, keeper.models(gates)), most_unmeasured, notes, looks)

    def answers_of(self, gate: Gate) -> list[Answer]:
        """For each model that it binds."""
        return [answer for answer in self.answers if answer.gate == gate]

    @cached_property
    def verdicts(self) -> dict[Gate, Verdict]:
        """Of each gate over its models."""
        return {gate: verdict_of(self.answers_of(gate)) for gate in self.gates}

    @cached_property
    def unmeasured(self) -> list[str]:
        """The models of which too many trials have no verdict."""
        return [model for model, found in self.measured.items() if found.too_few(self.most_unmeasured)]

    @property
    def code(self) -> int:
        """The exit code.  Trials that were not measured come first: what the gates say without them may mislead."""
        verdicts = set(self.verdicts.values())
        if self.unmeasured:
            return UNMEASURED
        return FAILED if "fails" in verdicts else UNDECIDED if "undecided" in verdicts else PASSED

    def sentence(self) -> str:
        """The outcome in one line."""
        counts = Counter(self.verdicts.values())
        told = ", ".join(f"{counts[verdict]} {word}" for verdict, word in _WORDS.items() if counts[verdict])
        if self.unmeasured:
            told += f"; too many trials not measured ({', '.join(map(self._missing, self.unmeasured))})"
        return f"gates: {told} (exit code {self.code})"

    def _missing(self, model: str) -> str:
        found = self.measured[model]
        return f"{model}: {found.planned - found.measured} of {found.planned}"

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data, for programs; shares lie between 0 and 1."""
        looks = self.looks
        found: dict[str, Any] = {
            "code": self.code,
            "sentence": self.sentence(),
            "gates": [
                {
                    "gate": str(gate),
                    "verdict": self.verdicts[gate],
                    "answers": [_answer_json(answer) for answer in self.answers_of(gate)],
                }
                for gate in self.gates
            ],
            "models": {
                model: {
                    "planned": found.planned,
                    "measured": found.measured,
                    "too_few": found.too_few(self.most_unmeasured),
                }
                for model, found in self.measured.items()
            },
            "notes": list(self.notes),
        }
        if looks is not None:
            rounds = {"first": looks.design.first, "most": looks.design.most, "looked": looks.now}
            found["rounds"] = {**rounds, "sentence": looks.sentence(), "alpha": ALPHA, "beta": BETA}
        if self.judged is not None:
            found["judge"] = as_mapping(self.judged)
        return found

    def tables(self) -> list[Table]:
        """All that is shown."""
        return [self.table(), *([self.judged] if self.judged is not None else [])]

    def table(self) -> Table:
        """A row for each gate and model."""
        columns = [
            Column("gate", "gate"),
            Column("model", "model"),
            Column("verdict", "verdict"),
            Column("value", "measured", "rate"),
            Column("value_bounds", "bounds", "rate"),
            Column("difference", "difference, points", "points"),
            Column("estimand", "interval"),
            Column("tasks", "tasks", "count"),
            Column("trials", "trials", "count"),
            Column("rounds", "rounds", "count"),
        ]
        rows = [_cells(answer) for answer in self.answers]
        return with_bounds(Table("gates", "Gates", columns, rows, list(self._notes()), names=2).without_empty())

    def _notes(self) -> Iterator[str]:
        yield self.sentence()
        yield from self.notes
        about = {answer.estimand for answer in self.answers}
        looks = self.looks
        if looks is not None:
            yield f"{looks.sentence()}."
            yield (
                f"Looked at after each round, first after {plural(looks.design.first, 'round')}. Over all looks the "
                f"chance is at most {100 * ALPHA:g} % to pass below the border and {100 * BETA:g} % to fail above it; "
                "an interval's lower end goes by the first, its upper end by the second."
            )
        for estimand in ESTIMANDS:
            if estimand in about:
                yield f"{'95 % interval' if looks is None else 'Interval'}, {MEANING[estimand]}."
        for answer in self.answers:
            if answer.remark:
                yield f"{answer.gate} ({answer.model}): {answer.remark}."
        for model, found in self.measured.items():
            missing = found.planned - found.measured
            if missing:
                yield (
                    f"{model}: {missing} of {found.planned} planned trials not measured "
                    f"({percent(missing / found.planned)}; up to {percent(self.most_unmeasured)} may be)."
                )


_WORDS: Mapping[Verdict, str] = {"passes": "passed", "fails": "failed", "undecided": "undecided"}


def _answer_json(answer: Answer) -> dict[str, Any]:
    names = ("model", "verdict", "value", "bounds", "interval", "difference", "estimand", "tasks", "trials", "rounds")
    return {**{name: getattr(answer, name) for name in names}, "remark": answer.remark}


def _cells(answer: Answer) -> list[Cell]:
    value: Cell = answer.value
    difference: Cell = answer.difference
    if answer.interval is not None and answer.difference is not None:
        difference = Range(answer.difference, *answer.interval)
    elif answer.interval is not None:
        value = Range(answer.value, *answer.interval)
    about = answer.estimand or ("point estimate" if answer.value is not None else None)
    return [
        str(answer.gate),
        answer.model,
        answer.verdict,
        value,
        between(answer.bounds),
        difference,
        about,
        answer.tasks,
        answer.trials,
        answer.rounds,
    ]
