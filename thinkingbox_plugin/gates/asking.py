"""Gates over results directories: what the command and the end of a run of pytest have in common."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.answers import Gatekeeper
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.gates.judged import count_judged, judged_table
from thinkingbox_plugin.gates.outcome import MOST_UNMEASURED, Outcome
from thinkingbox_plugin.report.rendering import markdown
from thinkingbox_plugin.results.collecting import collect
from thinkingbox_plugin.results.comparable import differences
from thinkingbox_plugin.results.reading import RunInfo, open_runs
from thinkingbox_plugin.statistics.intervals import Estimand
from thinkingbox_plugin.statistics.judge_error import JudgeErrors

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how it is answered."""

    gates: Sequence[Gate]
    baseline: Path | None = None
    point: bool = False
    estimand: Estimand | None = None
    most_unmeasured: float = MOST_UNMEASURED
    pool: bool = False
    anyway: bool = False
    seed: int = 0
    judge: JudgeErrors | None = None
    """How often the judge errs: the answers are given again at these rates."""

    def check(self) -> None:
        """What is wrong with it before any run is looked at; raises :class:`UsageError`."""
        for gate in self.gates:
            if gate.baseline and self.baseline is None:
                raise UsageError(f"gate '{gate}': no baseline is given; name a results directory as the baseline")
            if not gate.baseline and gate.border >= 1 and not self.point:
                raise UsageError(
                    f"gate '{gate}': no number of trials puts an interval there; write a border below 1, or decide by "
                    "the point estimate"
                )
        if self.baseline is not None and not any(gate.baseline for gate in self.gates):
            raise UsageError(f"{self.baseline}: no gate asks for the baseline; write one, or leave the baseline out")


def ask(question: Question, directories: Sequence[Path]) -> Outcome:
    """Ask gates of saved runs.  Raises :class:`UsageError`, also for a baseline that is of something else."""
    question.check()
    runs = open_runs(directories)
    collected = collect(runs, pool=question.pool)
    notes, baseline = list(collected.notes), None
    if question.baseline is not None:
        if question.baseline.resolve() in {run.directory.resolve() for run in runs}:
            raise UsageError(f"{question.baseline}: the baseline is the run itself; name an earlier one")
        told = compare_with_baseline([run.info for run in runs], question)
        notes = [*told, *notes]
        baseline = collect(open_runs([question.baseline]), pool=question.pool)
        notes += [note for note in baseline.notes if note not in notes]
    keeper = Gatekeeper(
        collected, baseline=baseline, estimand=question.estimand, point=question.point, seed=question.seed
    )
    outcome = Outcome.of(question.gates, keeper, collected, question.most_unmeasured, notes)
    if question.judge is None:
        return outcome
    counts = count_judged(question.gates, keeper, collected)
    return replace(outcome, judged=judged_table(outcome.answers, counts, question.judge))


def compare_with_baseline(infos: Sequence[RunInfo | None], question: Question) -> list[str]:
    """What must be said of a baseline that is not comparable; raises :class:`UsageError` unless ``anyway``."""
    assert question.baseline is not None
    before = open_runs([question.baseline])[0].info
    unlike = _unlike(before, infos)
    if not unlike:
        return []
    if not question.anyway:
        raise UsageError(
            f"the baseline {question.baseline} differs in {'; '.join(unlike)}: a difference of results would not be "
            "the model's alone; give a baseline of the same thing, or ask thinkingbox gate with --anyway"
        )
    return [f"NOT COMPARABLE, asked all the same (--anyway): the baseline differs in {'; '.join(unlike)}"]


def _unlike(before: RunInfo | None, infos: Sequence[RunInfo | None]) -> list[str]:
    """The differences of all runs from the baseline; several are parts of one, and together hold its tasks."""
    first = infos[0]
    if first is not None and len(infos) > 1:
        tasks = {
            task: fingerprint
            for info in infos
            if info is not None
            for task, fingerprint in info.fingerprints.get("tasks", {}).items()
        }
        first = replace(first, fingerprints={**first.fingerprints, "tasks": tasks})
    found = differences(before, first)
    for info in infos[1:]:
        found += differences(before, info, shared_only=True)
    return list(dict.fromkeys(found))


def append_step_summary(outcome: Outcome) -> str:
    """Append Markdown to the file that ``$GITHUB_STEP_SUMMARY`` names; returns what went wrong, or nothing."""
    path = os.environ.get(STEP_SUMMARY)
    if not path:
        return ""
    try:
        with open(path, "ab") as file:
            file.write(markdown(outcome.tables()).encode("utf-8", "backslashreplace"))
    except OSError as error:
        return f"{STEP_SUMMARY} {path}: cannot write it: {error.strerror}"
    return ""
