"""The parts of a report that failure analysis makes; their tables are in :mod:`~thinkingbox_plugin.analysis.tables`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from thinkingbox_plugin.analysis import tables
from thinkingbox_plugin.analysis.conversation import TalkRow
from thinkingbox_plugin.analysis.counting import Counts, source_of
from thinkingbox_plugin.analysis.effort import Effort, summed
from thinkingbox_plugin.analysis.evaluators import EVALUATORS, caught
from thinkingbox_plugin.analysis.flags import flags_of
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.analysis.signatures import is_right, signature
from thinkingbox_plugin.report.tables import Table
from thinkingbox_plugin.results.collecting import Collected, Source

if TYPE_CHECKING:
    from thinkingbox_plugin.reporter import Wanted


class FailureSection:
    """Why trials failed: signatures, flags and traps by model and domain, and for files each failed trial."""

    def __init__(self, wanted: Wanted) -> None:
        self._known = [Known.of(run) for run in wanted.runs]
        self._unsaid = [run.name for run, known in zip(wanted.runs, self._known, strict=True) if not known.calls]
        self._each = wanted.every_k
        self._counts = Counts()
        self._trials: list[tuple[Source, tables.FailedTrial]] = []

    def add(self, run: int, row: TalkRow) -> None:
        """Count a trial with a verdict."""
        if row.trial_class not in ("passed", "failed"):
            return
        counts = self._counts.of(run, row)
        counts["trials", "measured"] += 1
        if row.trial_class == "passed":
            return
        why, flags = signature(row, self._known[run]), flags_of(row, self._known[run])
        counts["trials", "failed"] += 1
        counts["signature", why] += 1
        for name in flags:
            counts["flag", name] += 1
        if row.trap is not None:
            counts["trap", row.trap] += 1
        if self._each:
            told = tables.FailedTrial(row.domain, row.task, row.trial, why, ", ".join(flags), row.trap)
            self._trials.append((source_of(run, row), told))

    def tables(self, collected: Collected) -> Iterable[Table]:
        """Nothing where no trial has a verdict."""
        found = dict(self._counts.by_row(collected))
        if found:
            trials = ((collected.row_of(*source), trial) for source, trial in self._trials)
            yield from tables.failure_tables(found, self._unsaid, trials if self._each else None)


class EvaluatorSection:
    """What weaker evaluators would have let pass, and what the state check found in it."""

    def __init__(self, wanted: Wanted) -> None:
        self._known = [Known.of(run) for run in wanted.runs]
        self._unsaid = [run.name for run, known in zip(wanted.runs, self._known, strict=True) if not known.goldens]
        self._counts = Counts()

    def add(self, run: int, row: TalkRow) -> None:
        """Count a trial with a verdict, once for each evaluator."""
        if row.trial_class not in ("passed", "failed"):
            return
        counts, truly = self._counts.of(run, row), row.trial_class == "passed"
        found = [] if truly else caught(row) or (["other checks"] if is_right(row) else [])
        for name, passes in self._judged(run, row):
            counts[name, "judged"] += 1
            counts[name, "passes"] += passes
            if truly:
                counts[name, "wrongly failed"] += not passes
                continue
            counts[name, "failed"] += 1
            if passes:
                counts[name, "wrongly passed"] += 1
                for what in found:
                    counts[name, what] += 1

    def _judged(self, run: int, row: TalkRow) -> Iterator[tuple[str, bool]]:
        yield tables.EVERY_TRIAL, True
        for name, evaluator in EVALUATORS.items():
            passes = evaluator(row, self._known[run])
            if passes is not None:
                yield name, passes

    def tables(self, collected: Collected) -> Iterable[Table]:
        """Nothing where no trial has a verdict."""
        found = dict(self._counts.by_row(collected))
        if found:
            yield from tables.evaluator_tables(found, self._unsaid)


class EffortSection:
    """What trials take, by model and domain."""

    def __init__(self, wanted: Wanted) -> None:
        self._efforts: dict[Source, dict[str, Effort]] = {}

    def add(self, run: int, row: TalkRow) -> None:
        """Sum up a trial of any class."""
        tasks = self._efforts.setdefault(source_of(run, row), {})
        if row.task not in tasks:
            tasks[row.task] = Effort()
        tasks[row.task].add(row)

    def tables(self, collected: Collected) -> Iterable[Table]:
        """Nothing where there are no records."""
        found: dict[str, dict[str, Effort]] = {}
        for source, tasks in self._efforts.items():
            row = found.setdefault(collected.row_of(*source), {})
            for task, effort in tasks.items():
                row[task] = summed([row[task], effort]) if task in row else effort
        samples = [sample for sample in collected.samples if sample.model in found]
        if samples:
            yield from tables.effort_tables(samples, found)
