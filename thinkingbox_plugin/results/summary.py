"""``summary.json``: what a run came to, for each model over all tasks and for each domain.

    {"schema": 1, "trials": 20,
     "models": {"gpt-5.4": {"all": FIGURES, "domains": {"retail": FIGURES}, "user_guard": {"replies": 57, ...}}}}

FIGURES holds ``planned`` (trials) and ``tasks``, the five ``classes``, ``pass@1`` and ``state_only``
over all tasks with a measured trial, and ``curve``: all k over one common set of tasks.  Rates lie
between 0 and 1; null means that there is nothing to take them over.  ``user_guard`` says how often the
simulated user was kept in its part, see :meth:`~thinkingbox_plugin.results.firings.Firings.to_json`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkingbox_plugin import statistics as stat
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TRIAL_CLASSES, TrialRecord
from thinkingbox_plugin.results.firings import Firings
from thinkingbox_plugin.results.lines import dumps
from thinkingbox_plugin.results.writer import replace_file

SUMMARY = "summary.json"
SUMMARY_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Planned:
    """What a run set out to do: the domain of each task, and for each model its trials by task."""

    domains: Mapping[str, str]
    trials: Mapping[str, Mapping[str, int]]
    numbers: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    """By model and task: the numbers of the trials where they are not simply 0, 1, 2 ... (chosen by ``-k t03``)."""

    @classmethod
    def product(cls, domains: Mapping[str, str], models: Sequence[str], trials: int) -> Planned:
        """Every task, every model, ``trials`` times.  ``domains`` maps task to domain."""
        return cls(dict(domains), {model: dict.fromkeys(domains, trials) for model in models})

    @classmethod
    def of_keys(cls, domains: Mapping[str, str], keys: Iterable[tuple[str, str, int]]) -> Planned:
        """Just these (task, model, trial), as ``-k`` or node ids select them."""
        chosen: dict[str, dict[str, list[int]]] = {}
        for task, model, number in dict.fromkeys(keys):
            chosen.setdefault(model, {}).setdefault(task, []).append(number)
        gaps = {
            model: {task: sorted(numbers) for task, numbers in tasks.items() if max(numbers) >= len(numbers)}
            for model, tasks in chosen.items()
        }
        return cls(
            {task: domain for task, domain in domains.items() if any(task in tasks for tasks in chosen.values())},
            {model: {task: len(numbers) for task, numbers in tasks.items()} for model, tasks in chosen.items()},
            {model: tasks for model, tasks in gaps.items() if tasks},
        )

    def trial_keys(self) -> list[tuple[str, str, int]]:
        """Every planned (task, model, trial) in the order of a run in one process: first trials first."""
        found = [
            (task, model, number)
            for task in self.domains
            for model, tasks in self.trials.items()
            if task in tasks
            for number in self.numbers.get(model, {}).get(task, range(tasks[task]))
        ]
        return sorted(found, key=lambda key: key[2])

    @property
    def most_trials(self) -> int:
        """N: the largest number of trials planned for any task and model."""
        return max((n for counts in self.trials.values() for n in counts.values()), default=0)

    def within(self, rounds: int) -> Planned:
        """The first rounds alone: at most so many trials of each task."""
        return Planned(
            self.domains,
            {model: {task: min(n, rounds) for task, n in tasks.items()} for model, tasks in self.trials.items()},
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``run.json``."""
        data: dict[str, Any] = {
            "domains": dict(self.domains),
            "trials": {model: dict(tasks) for model, tasks in self.trials.items()},
        }
        if self.numbers:
            data["numbers"] = {m: {t: list(n) for t, n in tasks.items()} for m, tasks in self.numbers.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Planned:
        """Read :meth:`to_json` back."""
        trials = {model: dict(tasks) for model, tasks in data["trials"].items()}
        return cls(dict(data["domains"]), trials, data.get("numbers", {}))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Of a run with ``--tb-until-decided``: after which rounds it was looked at, and after which it was decided."""

    first: int
    """The number of rounds before the first look."""
    most: int
    """The number of rounds at the last."""
    looked: int = 0
    """How many rounds the last look that there was had seen."""

    def to_json(self) -> dict[str, int]:
        """Plain data for ``run.json``."""
        return {"first": self.first, "most": self.most, "looked": self.looked}

    @classmethod
    def from_json(cls, data: Mapping[str, int]) -> Rounds:
        """Read :meth:`to_json` back."""
        return cls(data["first"], data["most"], data["looked"])


@dataclass(slots=True)
class _Cell:
    """The trials of one task by one model so far."""

    classes: Counter[str] = field(default_factory=Counter)
    state_passed: int = 0
    state_failed: int = 0

    def add(self, record: TrialRecord) -> None:
        self.classes[record.trial_class] += 1
        if record.trial_class in ("passed", "failed") and record.state_only is not None:
            self.state_passed += record.state_only
            self.state_failed += not record.state_only

    @property
    def count(self) -> stat.TaskCount:
        missing = self.classes["ungraded"] + self.classes["unmeasured"]
        return stat.TaskCount(self.classes["passed"], self.classes["failed"], missing)

    @property
    def state_only(self) -> stat.TaskCount:
        return stat.TaskCount(self.state_passed, self.state_failed)


class Tally:
    """Counts records as they come, in any order; memory grows with tasks × models, not with trials."""

    def __init__(self, planned: Planned) -> None:
        self.planned = planned
        self._cells: dict[tuple[str, str], _Cell] = {
            (model, task): _Cell() for model, tasks in planned.trials.items() for task in tasks
        }
        self._firings = {model: Firings() for model in planned.trials}

    def add(self, record: TrialRecord) -> None:
        """Count one record.  Raises :class:`UsageError` for a trial that was never planned."""
        cell = self._cells.get((record.model, record.task))
        if cell is None:
            raise UsageError(
                f"{record.task} by {record.model} is not part of the planned run; "
                "summarise it with the run.json that it belongs to"
            )
        if cell.classes.total() >= self.planned.trials[record.model][record.task]:
            raise UsageError(
                f"{record.task} by {record.model} has more records than planned trials; "
                "summarise it with the run.json that it belongs to"
            )
        cell.add(record)
        self._firings[record.model].add(record)

    def summary(self) -> dict[str, Any]:
        """The content of ``summary.json``; planned trials without a record count as not run."""
        return {
            "schema": SUMMARY_SCHEMA,
            "trials": self.planned.most_trials,
            "models": {model: self._model(model) for model in self.planned.trials},
        }

    def _model(self, model: str) -> dict[str, Any]:
        by_domain: dict[str, list[str]] = {}
        for task in self.planned.trials[model]:
            by_domain.setdefault(self.planned.domains[task], []).append(task)
        names = [name for name in dict.fromkeys(self.planned.domains.values()) if name in by_domain]
        return {
            "all": self._figures(model, list(self.planned.trials[model])),
            "domains": {name: self._figures(model, by_domain[name]) for name in names},
            "user_guard": self._firings[model].to_json(),
        }

    def _figures(self, model: str, tasks: Sequence[str]) -> dict[str, Any]:
        cells = [self._cells[model, task] for task in tasks]
        planned = sum(self.planned.trials[model][task] for task in tasks)
        classes = sum((cell.classes for cell in cells), Counter[str]())
        classes["not_run"] = planned - sum(classes[name] for name in TRIAL_CLASSES if name != "not_run")
        counts = [cell.count for cell in cells]
        return {
            "planned": planned,
            "tasks": len(tasks),
            "classes": {name: classes[name] for name in TRIAL_CLASSES},
            "pass@1": _rate(counts),
            "state_only": _rate([cell.state_only for cell in cells]),
            "curve": _curve(counts, stat.k_values(self.planned.most_trials)),
        }


def _rate(counts: Sequence[stat.TaskCount]) -> dict[str, Any]:
    """pass@1 with its bounds, over the tasks with a measured trial."""
    tasks = stat.common_set(counts, 1)
    return {
        "rate": stat.mean_over_tasks(stat.pass_at_k, tasks, 1),
        "bounds": stat.bounds_over_tasks(stat.pass_at_k, counts, 1),
        "tasks": len(tasks),
        "trials": sum(count.measured for count in tasks),
    }


def _curve(counts: Sequence[stat.TaskCount], ks: Sequence[int]) -> dict[str, Any]:
    """Every k over one common set: the tasks with as many measured trials as the largest k shown."""
    largest = stat.largest_common_k(counts, ks)
    tasks = [] if largest is None else stat.common_set(counts, largest)
    return {
        "largest_k": largest,
        "tasks": len(tasks),
        "tasks_with_k": {str(k): len(stat.common_set(counts, k)) for k in ks},
        "k": {str(k): _at_k(counts, tasks, k) for k in ks if largest is not None and k <= largest},
    }


def _at_k(counts: Sequence[stat.TaskCount], tasks: Sequence[stat.TaskCount], k: int) -> dict[str, Any]:
    return {
        "pass@k": stat.mean_over_tasks(stat.pass_at_k, tasks, k),
        "pass^k": stat.mean_over_tasks(stat.pass_hat_k, tasks, k),
        "pass^k_plug_in_biased_upward": stat.mean_over_tasks(stat.pass_hat_k_plug_in, tasks, k),
        "gap": stat.mean_over_tasks(stat.gap, tasks, k),
        "pass@k_bounds": stat.bounds_over_tasks(stat.pass_at_k, counts, k),
        "pass^k_bounds": stat.bounds_over_tasks(stat.pass_hat_k, counts, k),
    }


def summarise(records: Iterable[TrialRecord], planned: Planned) -> dict[str, Any]:
    """The content of ``summary.json`` for these records, one for each key, in any order."""
    tally = Tally(planned)
    for record in records:
        tally.add(record)
    return tally.summary()


def write_summary(directory: Path, summary: Mapping[str, Any]) -> Path:
    """Write ``summary.json`` at once; returns its path.  Raises :class:`UsageError` if it cannot."""
    path = directory / SUMMARY
    try:
        replace_file(path, dumps(summary, indent=2).encode() + b"\n")
    except OSError as error:
        raise UsageError(f"{path}: cannot write it: {error.strerror}; make room") from error
    return path
