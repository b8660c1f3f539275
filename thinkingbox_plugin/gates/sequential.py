"""Gates asked after each of several rounds, so that a run can end as soon as all of them are decided.

A gate is asked of each model that it binds, each a question of its own with errors of its own
(:mod:`~thinkingbox_plugin.statistics.spending`).  Once decided it stays so: what later rounds, run for the sake of
another gate, would say of it does not count.  An answer depends on the records and the design alone, so a saved run
says what the run said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from thinkingbox_plugin.gates.answers import Answer, Gatekeeper, Verdict, begun, joined, left_out, short_of
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.gates.groups import Membership
from thinkingbox_plugin.gates.question import Question
from thinkingbox_plugin.report.text import plural
from thinkingbox_plugin.results.collecting import Collected, Collecting
from thinkingbox_plugin.results.summary import Rounds
from thinkingbox_plugin.statistics.intervals import Resampled, layout_of, resampled
from thinkingbox_plugin.statistics.measures import MEASURES
from thinkingbox_plugin.statistics.planning import settle
from thinkingbox_plugin.statistics.sample import Sample
from thinkingbox_plugin.statistics.sequential import FAILS, PASSES, Design, Evidence, Spread, look
from thinkingbox_plugin.statistics.spending import ALPHA

_VERDICTS: dict[int, Verdict] = {PASSES: "passes", FAILS: "fails"}


class LookKeeper(Gatekeeper):
    """Asks gates of the first rounds of a run, at the levels of this look."""

    def __init__(self, collected: Collected, baseline: Collected | None, question: Question, design: Design, now: int):
        super().__init__(collected, baseline=baseline, estimand=question.estimand, seed=question.seed)
        self._design, self._now = design, now

    def _alone(self, gate: Gate, sample: Sample, member: Membership) -> Answer:
        held = sample.where(member.__contains__)
        answer = begun(gate, held, held.common(gate.k))
        short = short_of(gate, held)
        if short:
            return replace(answer, remark=short, closed=gate.k > 1)
        usable = sample.common(gate.k)
        members = [number for number, result in enumerate(usable.results) if result in member]
        evidence = self._evidence(gate, usable, members)
        answer = replace(answer, value=float(evidence.value[0]), estimand=self._estimand or "population")
        return self._looked(answer, evidence, usable, members, left_out(held))

    def _against_baseline(self, gate: Gate, sample: Sample, member: Membership) -> Answer:
        other = self._partner(gate, sample)
        held, before = (side.where(member.__contains__) for side in (sample, other))
        tried = {r.task for r in sample.common(gate.k).results} & {r.task for r in other.common(gate.k).results}
        first, second = (side.where(lambda result: result.task in tried) for side in (other, sample))
        members = [number for number, result in enumerate(second.results) if result in member]
        shared = {second.results[number].task for number in members}
        answer = begun(gate, held, held.where(lambda result: result.task in shared))
        short = short_of(gate, held)
        if not short and (short := short_of(gate, before)):
            return replace(answer, remark=f"the baseline: {short}", closed=True)
        if not short and not members:
            short = "no task was measured on both sides"
        if short:
            return replace(answer, remark=short, closed=gate.k > 1)
        candidate = self._evidence(gate, second, members)
        evidence = candidate.less(self._evidence(gate, first, members))
        answer = replace(
            answer,
            value=float(candidate.value[0]),
            difference=float(evidence.value[0]),
            estimand=self._estimand or "suite",
        )
        left = len(held.results) - len(members)
        remark = f"{plural(left, 'task')} left out, not measured on both sides" if left else ""
        return self._looked(answer, evidence, second, members, remark)

    def _evidence(self, gate: Gate, sample: Sample, members: Sequence[int]) -> Evidence:
        trials = np.array([count.measured for count in sample.counts], dtype=np.int64)
        passed = np.array([[count.passed for count in sample.counts]], dtype=np.int64)
        looks = self._design.of(gate.k).looks
        return Evidence.of(trials, passed, members, MEASURES[gate.figure], gate.k, looks)

    def _looked(
        self, answer: Answer, evidence: Evidence, sample: Sample, members: Sequence[int], remark: str
    ) -> Answer:
        gate, border = answer.gate, float(answer.gate.border)
        layout = layout_of([sample.results[number] for number in members])
        tasks = resampled(layout, seed=self._seed)
        asked: Resampled | None = tasks if answer.estimand == "population" else None
        looks = self._design.of(gate.k).looks
        found = look(evidence, asked, border, looks, looks.index(self._now), difference=gate.baseline)
        verdict = _VERDICTS.get(int(found.verdict[0]), "undecided")
        interval = (float(found.low[0]), float(found.high[0]))
        if verdict == "undecided" and self._now == self._design.most:
            remark = joined(remark, self._plan(answer, evidence, tasks, sample, members))
        return replace(answer, verdict=verdict, interval=interval, remark=remark, rounds=self._now)

    def _plan(
        self, answer: Answer, evidence: Evidence, tasks: Resampled, sample: Sample, members: Sequence[int]
    ) -> str:
        """What would settle it, if the truth is what was measured: by a run that is looked at once."""
        gate = answer.gate
        suite = float(evidence.noise[0]) ** 0.5
        wide = Spread.of(evidence, tasks, difference=gate.baseline)
        population = float(wide.total[0] * wide.wider(np.array([ALPHA]))[0] ** 2 + wide.unseen) ** 0.5
        counts = [sample.results[number].count.measured for number in members]
        plan = settle(
            float(evidence.value[0]) - float(gate.border),
            suite,
            population,
            answer.estimand or "population",
            trials=len(counts) / sum(1 / count for count in counts),
            tasks=len(members),
            alpha=2 * ALPHA,
        )
        return plan.sentence()


@dataclass
class Looks:
    """All that a run has been asked so far."""

    question: Question
    design: Design
    baseline: Collected | None = None

    def __post_init__(self) -> None:
        self.answers: dict[tuple[Gate, str], Answer] = {}
        """The latest of each gate and row; a decided one stays."""
        self.now = 0
        """After how many rounds was looked last."""

    @classmethod
    def of(cls, question: Question, rounds: Rounds, baseline: Collected | None) -> Looks:
        """As the run was planned."""
        return cls(question, Design(rounds.first, rounds.most), baseline)

    def look(self, collecting: Collecting, rounds: int) -> bool:
        """Ask after so many rounds, all of whose trials are over; whether no further round can change an answer."""
        collected = collecting.within(rounds)
        keeper = LookKeeper(collected, self.baseline, self.question, self.design, rounds)
        gates = [gate for gate in self.question.gates if rounds >= self.design.of(gate.k).first]
        found = {(answer.gate, answer.model): answer for answer in keeper.ask(gates)}
        kept = {key: answer for key, answer in self.answers.items() if answer.verdict != "undecided"}
        self.answers = found | {key: answer for key, answer in kept.items() if key in found}
        self.now = rounds
        settled = all(answer.closed or answer.verdict != "undecided" for answer in self.answers.values())
        return settled and len(gates) == len(self.question.gates)

    def answered(self, keeper: Gatekeeper) -> list[Answer]:
        """An answer for each gate and model of the whole run; a gate that no look has asked is undecided."""
        found = []
        for gate, sample, member in keeper.asked(self.question.gates):
            held = sample.where(member.__contains__)
            unasked = replace(begun(gate, held, held), remark="no look has asked it: its rounds were not finished")
            found.append(self.answers.get((gate, sample.model), unasked))
        return found

    def sentence(self) -> str:
        """``decided after 6 of 20 rounds``."""
        looked = self.now
        rounds = f"{looked} of {self.design.most} rounds"
        left = [answer for answer in self.answers.values() if answer.verdict == "undecided"]
        if self.answers and not left:
            return f"decided after {rounds}"
        if left and all(answer.closed for answer in left) and looked < self.design.most:
            return f"stopped after {rounds}: no further round could decide what is left"
        return f"not decided after {rounds}"
