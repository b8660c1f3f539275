"""Gates over results directories: what the command and the end of a run of pytest have in common."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.answers import Gatekeeper
from thinkingbox_plugin.gates.judged import count_judged, judged_table
from thinkingbox_plugin.gates.outcome import Outcome
from thinkingbox_plugin.gates.question import Question, compare_with_baseline
from thinkingbox_plugin.gates.sequential import Looks
from thinkingbox_plugin.report.rendering import markdown
from thinkingbox_plugin.results.collecting import Collected, Collecting, collect, read_all
from thinkingbox_plugin.results.reading import SavedRun, open_runs
from thinkingbox_plugin.results.summary import Rounds

if TYPE_CHECKING:
    from thinkingbox_plugin.gates.rounds import Rounds as Going

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


def ask(question: Question, directories: Sequence[Path]) -> Outcome:
    """Ask gates of saved runs.  Raises :class:`UsageError`, also for a baseline that is of something else."""
    question.check()
    runs = open_runs(directories)
    collecting = read_all(runs, pool=question.pool)
    collected = collecting.finish()
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
    rounds = _rounds(runs, question, collecting, notes)
    looks = look_again(question, rounds, collecting, baseline) if rounds is not None else None
    outcome = Outcome.of(question.gates, keeper, collected, question.most_unmeasured, notes, looks)
    if question.judge is None:
        return outcome
    counts = count_judged(question.gates, keeper, collected)
    return replace(outcome, judged=judged_table(outcome.answers, counts, question.judge))


def _rounds(runs: Sequence[SavedRun], question: Question, collecting: Collecting, notes: list[str]) -> Rounds | None:
    """How the run was looked at while it went on, if it was and intervals are asked for.

    A run that was killed or still goes on has been looked at after each round that is recorded whole.
    """
    found = [run for run in runs if run.info is not None and run.info.rounds is not None]
    if not found or question.point:
        return None
    if len(runs) > 1:
        names = ", ".join(run.name for run in found)
        notes.append(f"{names}: went on until decided; beside other runs it is asked as if it had been looked at once")
        return None
    info = found[0].info
    assert info is not None
    assert info.rounds is not None
    if info.state == "running":
        return replace(info.rounds, looked=min(info.rounds.most, collecting.whole_rounds()))
    return info.rounds


def look_again(question: Question, rounds: Rounds, collecting: Collecting, baseline: Collected | None) -> Looks:
    """All looks of a run, in their order."""
    looks = Looks.of(question, rounds, baseline)
    for number in range(rounds.first, rounds.looked + 1):
        looks.look(collecting, number)
    return looks


def look_at(directory: Path, question: Question, rounds: Going, looks: Looks | None) -> tuple[Looks, bool]:
    """Look at a run that goes on, after a round; returns the looks so far and whether nothing is left to decide."""
    runs = open_runs([directory])
    if looks is None:
        baseline = collect(open_runs([question.baseline]), pool=question.pool) if question.baseline else None
        looks = Looks.of(question, Rounds(rounds.first, rounds.most), baseline)
    return looks, looks.look(read_all(runs, pool=question.pool), rounds.looked)


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
