"""The gates again at the judge's error rates: what would be said if its mistakes were taken out.

The figure is moved by what the correction of Rogan and Gladen moves the rate of the same trials
(:mod:`~thinkingbox_plugin.statistics.judge_error`).  Its interval is widened by 1/(sensitivity + specificity - 1),
which is what the correction does to the noise of trials that the judge alone decides, and joined in quadrature with
the interval that the uncertainty of the two rates leaves.  Only pass@1 against a number is asked again: of pass^k it
would have to be known which tasks the judge was wrong about, and both sides of a comparison have the same judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from thinkingbox_plugin.gates.answers import Answer, Gatekeeper, Verdict, decide
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.report.tables import Cell, Column, Range, Table
from thinkingbox_plugin.results.collecting import Collected
from thinkingbox_plugin.statistics.judge_error import Corrected, JudgedCounts, JudgeErrors, correct

Asked = tuple[Gate, str]
"""A gate and the row that it was asked of."""


def count_judged(gates: Sequence[Gate], keeper: Gatekeeper, collected: Collected) -> dict[Asked, JudgedCounts]:
    """What the judge decided among the trials of each gate that can be asked again; reads the records once more."""
    tasks = {gate: keeper.tasks(gate) for gate in gates if gate.k == 1 and not gate.baseline}
    found: dict[Asked, JudgedCounts] = {}
    for number, run in enumerate(collected.runs):
        for record in run.rows():
            row = collected.row_of(number, record.model, record.version)
            for gate, named in tasks.items():
                if record.task in named:
                    found.setdefault((gate, row), JudgedCounts()).add(record)
    return found


def again(answer: Answer, found: Corrected, errors: JudgeErrors) -> tuple[Verdict, Range]:
    """The verdict and the figure of an answer that has one, at the judge's error rates."""
    assert answer.value is not None
    value = min(1.0, max(0.0, answer.value + found.shift))
    if answer.interval is None:
        return decide(value, value, float(answer.gate.border)), Range(value, value, value)
    better = errors.sensitivity.value + errors.specificity.value - 1
    wider = 1 / max(better, 1e-9) if found.decided else 1.0
    low = value - hypot((answer.value - answer.interval[0]) * wider, found.corrected - found.low)
    high = value + hypot((answer.interval[1] - answer.value) * wider, found.high - found.corrected)
    low, high = max(0.0, low), min(1.0, high)
    return decide(low, high, float(answer.gate.border)), Range(value, low, high)


def judged_table(answers: Sequence[Answer], counts: Mapping[Asked, JudgedCounts], errors: JudgeErrors) -> Table:
    """A row for each answer that could be given again."""
    columns = [
        Column("gate", "gate"),
        Column("model", "model"),
        Column("verdict", "as judged"),
        Column("corrected_verdict", "at the error rates"),
        Column("corrected", "pass@1 at the error rates", "rate"),
        Column("decided", "trials decided by the judge", "count"),
    ]
    rows = list(_rows(answers, counts, errors))
    notes = ["The exit code goes by the verdicts as judged."]
    left = len(answers) - len(rows)
    if left:
        notes.append(f"{left} not asked again: only pass@1 against a number can be.")
    return Table("gates-judge", "The gates at the judge's error rates", columns, rows, notes, names=2)


def _rows(answers: Sequence[Answer], counts: Mapping[Asked, JudgedCounts], errors: JudgeErrors) -> Iterator[list[Cell]]:
    for answer in answers:
        counted = counts.get((answer.gate, answer.model))
        found = correct(counted, errors) if counted is not None else None
        if found is None or answer.value is None:
            continue
        verdict, figure = again(answer, found, errors)
        shown: Cell = figure if answer.interval is not None else figure.value
        yield [str(answer.gate), answer.model, answer.verdict, verdict, shown, found.decided]
