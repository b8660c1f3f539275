"""Gates over results directories: what the command and the end of a run of pytest have in common."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.answers import Gatekeeper
from thinkingbox_plugin.gates.judged import count_judged, judged_table
from thinkingbox_plugin.gates.outcome import Outcome
from thinkingbox_plugin.gates.question import Question, compare_with_baseline
from thinkingbox_plugin.report.rendering import markdown
from thinkingbox_plugin.results.collecting import collect
from thinkingbox_plugin.results.reading import open_runs

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


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
