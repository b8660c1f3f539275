"""From the records of one or many runs to the rows of a report: which trials stand in which row.

A row is a model.  It is told apart by what would make its trials incomparable:

* several versions of it answered (unless ``pool``): a row for each, as in ``summary.json``, or for each directory;
* it attempted the same trial in several directories: a row for each directory.  Directories that each hold a part of
  the trials (a run shared out over jobs) make one row, if the tasks, tools, prompts, user and judge agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from thinkingbox_plugin.results.comparable import differences
from thinkingbox_plugin.results.reading import SavedRun, TrialRow
from thinkingbox_plugin.results.versions import row_name
from thinkingbox_plugin.statistics.estimators import TaskCount
from thinkingbox_plugin.statistics.sample import Sample, TaskResult, clusters_of

Source = tuple[int, str, str]
"""Number of the run, model, version of the model."""


@dataclass(slots=True)
class _Cell:
    """One task's trials from one source: the numbers of those of each class, as sets of bits."""

    passed: int = 0
    failed: int = 0
    ungraded: int = 0
    unmeasured: int = 0
    state_passed: int = 0
    state_failed: int = 0

    @property
    def numbers(self) -> int:
        """Of the records of any class."""
        return self.passed | self.failed | self.ungraded | self.unmeasured

    @property
    def total(self) -> int:
        """Records of any class."""
        return self.numbers.bit_count()

    def add(self, row: TrialRow) -> None:
        bit = 1 << row.trial
        setattr(self, row.trial_class, getattr(self, row.trial_class) | bit)
        if row.trial_class in ("passed", "failed") and row.state_only is not None:
            if row.state_only:
                self.state_passed |= bit
            else:
                self.state_failed |= bit

    def within(self, rounds: int) -> _Cell:
        """The trials of the first rounds."""
        return _Cell(*(getattr(self, name) & (1 << rounds) - 1 for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is known of a task from its records or the plan."""

    domain: str
    workflow: str
    tags: tuple[str, ...] = ()
    policy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Collected:
    """The rows of a report."""

    samples: Sequence[Sample]
    rows: Mapping[Source, str]
    """The row in which the trials of a source stand."""
    runs: Sequence[SavedRun]
    notes: Sequence[str] = ()
    """What a reader must know of how the rows came about."""

    def row_of(self, run: int, model: str, version: str) -> str:
        """The row in which a record of the run with this number stands."""
        return self.rows.get((run, model, version)) or self.rows[run, model, ""]

    def sample(self, name: str) -> Sample:
        """By its row's name."""
        return next(sample for sample in self.samples if sample.model == name)


class Collecting:
    """Counts records as they come; memory grows with tasks × models, not with trials."""

    def __init__(self, runs: Sequence[SavedRun], *, pool: bool = False) -> None:
        self._runs, self._pool = runs, pool
        self._rounds: int | None = None
        self._cells: dict[Source, dict[str, _Cell]] = {}
        self._kinds: dict[str, _Kind] = {}

    def add(self, run: int, row: TrialRow) -> None:
        """Count a record of the run with this number."""
        if row.task not in self._kinds:
            self._kinds[row.task] = _Kind(row.domain, row.workflow, row.tags, row.policy)
        source = (run, row.model, "" if self._pool else row.version)
        cells = self._cells.setdefault(source, {})
        if row.task not in cells:
            cells[row.task] = _Cell()
        cells[row.task].add(row)

    def within(self, rounds: int) -> Collected:
        """The rows as they were after so many rounds."""
        found = Collecting(self._runs, pool=self._pool)
        found._rounds, found._kinds = rounds, self._kinds
        found._cells = {
            source: kept
            for source, cells in self._cells.items()
            if (kept := {task: cut for task, cell in cells.items() if (cut := cell.within(rounds)).numbers})
        }
        return found.finish()

    def whole_rounds(self) -> int:
        """How many rounds are recorded whole, by what was planned: trials 0 to n - 1 of every task by every model."""
        fewest: list[int] = []
        for run, saved in enumerate(self._runs):
            planned = saved.info.planned.trials if saved.info is not None and saved.info.planned is not None else {}
            for model, tasks in planned.items():
                held = [self._cells[source] for source in self._of(run, model)]
                for task in tasks:
                    numbers = 0
                    for cells in held:
                        numbers |= cells[task].numbers if task in cells else 0
                    fewest.append((~numbers & (numbers + 1)).bit_length() - 1)
        return min(fewest, default=0)

    def finish(self) -> Collected:
        """The rows, in the order in which the runs name their models."""
        notes: list[str] = []
        rows = self._rows(notes)
        clusters = self._clusters(notes)
        samples = []
        for name in dict.fromkeys(rows.values()):
            sources = [source for source, row in rows.items() if row == name]
            samples.append(Sample.of(name, self._results(sources, clusters)))
        notes += [note for run in self._runs for note in run.notes]
        states = [(run.name, run.info.state) for run in self._runs if run.info is not None]
        notes += [f"{name}: {_UNFINISHED[state]}" for name, state in states if state in _UNFINISHED]
        bare = [run.name for run in self._runs if run.info is None]
        notes += [f"{name}: no run.json, so nothing is known of what was planned" for name in bare]
        return Collected(samples, rows, self._runs, notes)

    def _sources(self) -> list[Source]:
        """All sources with records, and one for planned trials that stand in none of them."""
        found = list(self._cells)
        for number, run in enumerate(self._runs):
            planned = run.info.planned.trials if run.info is not None and run.info.planned is not None else {}
            found += [(number, model, "") for model in planned if self._lacks(number, model, planned[model])]
        order = {model: place for place, model in enumerate(dict.fromkeys(model for _, model, _ in found))}
        return sorted(dict.fromkeys(found), key=lambda source: (order[source[1]], source[0], source[2]))

    def _lacks(self, run: int, model: str, planned: Mapping[str, int]) -> bool:
        """Whether planned trials of a model belong to no source that has records."""
        if not self._of(run, model):
            return True
        return self._mixed(run, model) and any(self._recorded(run, model, task) < planned[task] for task in planned)

    def _of(self, run: int, model: str) -> list[Source]:
        return [source for source in self._cells if source[:2] == (run, model)]

    def _recorded(self, run: int, model: str, task: str) -> int:
        cells = (self._cells[source].get(task) for source in self._of(run, model))
        return sum(cell.total for cell in cells if cell is not None)

    def _mixed(self, run: int, model: str) -> bool:
        """Whether several versions answered, or several in one trial; no answer is no version."""
        versions = {version for _, _, version in self._of(run, model) if version}
        return len(versions) > 1 or any("+" in version for version in versions)

    def _rows(self, notes: list[str]) -> dict[Source, str]:
        rows = {source: self._versioned(source) for source in self._sources()}
        for name in dict.fromkeys(rows.values()):
            sources = [source for source in rows if rows[source] == name]
            why = self._apart(sources)
            if why:
                notes.append(f"{name}: {why}; its trials are kept apart by directory")
                rows |= {source: f"{name} in {self._runs[source[0]].name}" for source in sources}
        return rows

    def _versioned(self, source: Source) -> str:
        run, model, version = source
        return row_name(model, version) if self._mixed(run, model) else model

    def _apart(self, sources: Sequence[Source]) -> str:
        """Why the trials of several directories make no common row; empty if they do."""
        seen: dict[str, tuple[int, int]] = {}
        runs = list(dict.fromkeys(source[0] for source in sources))
        for source in sources:
            for task, cell in self._cells.get(source, {}).items():
                run, numbers = seen.get(task, (source[0], 0))
                if run != source[0] and numbers & cell.numbers:
                    names = ", ".join(self._runs[number].name for number in runs)
                    return f"the same trials were run in several directories ({names})"
                seen[task] = (source[0], numbers | cell.numbers)
        versions = {number: self._versions(sources, number) for number in runs}
        if len({tuple(found) for found in versions.values() if found}) > 1:
            told = "; ".join(f"{', '.join(found)} in {self._runs[number].name}" for number, found in versions.items())
            return f"different versions answered ({told})"
        for other in runs[1:]:
            found = differences(self._runs[runs[0]].info, self._runs[other].info, shared_only=True)
            if found:
                return f"{self._runs[runs[0]].name} and {self._runs[other].name} differ: {found[0]}"
        return ""

    @staticmethod
    def _versions(sources: Sequence[Source], run: int) -> list[str]:
        return sorted({version for number, _, version in sources if number == run and version})

    def _clusters(self, notes: list[str]) -> dict[str, str]:
        twins: dict[str, str] = {}
        for run in self._runs:
            if run.info is not None and run.info.twins is not None:
                twins |= run.info.twins
            elif run.info is not None:
                notes.append(f"{run.name}: run.json does not say which tasks are minimal pairs; each counts on its own")
        tasks = {task for cells in self._cells.values() for task in cells}
        tasks |= {task for run in self._runs if run.info and run.info.planned for task in run.info.planned.domains}
        return clusters_of(tasks, twins)

    def _results(self, sources: Sequence[Source], clusters: Mapping[str, str]) -> Iterator[TaskResult]:
        planned = self._planned(sources)
        tasks = dict.fromkeys([*planned, *(task for source in sources for task in self._cells.get(source, {}))])
        for task in tasks:
            cells = [cells[task] for source in sources if task in (cells := self._cells.get(source, {}))]
            yield self._result(task, cells, planned.get(task, 0), clusters[task])

    def _planned(self, sources: Sequence[Source]) -> dict[str, int]:
        """Planned trials of a row, by task; of versions kept apart the one without a name has what was not run."""
        found: Counter[str] = Counter()
        for run, model in dict.fromkeys((run, model) for run, model, _ in sources):
            info, mixed = self._runs[run].info, self._mixed(run, model)
            if info is None or info.planned is None or (mixed and (run, model, "") not in sources):
                continue
            for task, planned in info.planned.trials.get(model, {}).items():
                number = planned if self._rounds is None else min(planned, self._rounds)
                unversioned = self._cells.get((run, model, ""), {}).get(task, _Cell()).total
                found[task] += number - (self._recorded(run, model, task) - unversioned if mixed else 0)
        return {task: number for task, number in found.items() if number > 0}

    def _result(self, task: str, cells: Iterable[_Cell], planned: int, cluster: str) -> TaskResult:
        held = list(cells)
        kind = self._kinds.get(task) or _Kind(self._planned_domain(task), _workflow(task))
        passed, failed = sum(cell.passed.bit_count() for cell in held), sum(cell.failed.bit_count() for cell in held)
        missing = sum(cell.total for cell in held) - passed - failed
        return TaskResult(
            task=task,
            domain=kind.domain,
            count=TaskCount(passed, failed, missing),
            state=TaskCount(
                sum(cell.state_passed.bit_count() for cell in held), sum(cell.state_failed.bit_count() for cell in held)
            ),
            cluster=cluster,
            not_run=max(0, planned - passed - failed - missing),
            workflow=kind.workflow,
            tags=kind.tags,
            policy=kind.policy,
        )

    def _planned_domain(self, task: str) -> str:
        plans = [run.info.planned for run in self._runs if run.info is not None and run.info.planned is not None]
        return next(plan.domains[task] for plan in plans if task in plan.domains)


_UNFINISHED = {
    "running": "the run still goes on, or was killed",
    "interrupted": "the run was interrupted",
    "partial": "parts of the run are missing",
}


def _workflow(task: str) -> str:
    return PurePosixPath(task.partition("::")[0]).stem.removeprefix("test_")


def collect(runs: Sequence[SavedRun], *, pool: bool = False) -> Collected:
    """Read all records of ``runs`` and make the rows of a report."""
    return read_all(runs, pool=pool).finish()


def read_all(runs: Sequence[SavedRun], *, pool: bool = False) -> Collecting:
    """Read all records of ``runs``."""
    collecting = Collecting(runs, pool=pool)
    for number, run in enumerate(runs):
        for row in run.rows():
            collecting.add(number, row)
    return collecting
