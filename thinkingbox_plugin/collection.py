"""From task functions to pytest items: checks at collection, parameters, markers, order, samples."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.errors import AuthorError, TaskError
from thinkingbox_plugin.tags import TAGS, TASK_ATTRIBUTE
from thinkingbox_plugin.taskfile import problems_of

if TYPE_CHECKING:
    from thinkingbox_plugin.task import Task

MARKERS = (
    "task: a thinkingbox task; every one also has the markers of its domain, its workflow and its tags",
    "rubric: a task with rubrics, which need a judge",
    "thinkingbox(domain, task): the domain, and optionally the task, of the fixtures world, mcp_session, "
    "simulated_user and agent; without it they take the domain of the package that the test lies in",
    *(f"{tag}: a tag of tasks" for tag in TAGS),
)
AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class TrialParam:
    """The parameter of one item: which model's which trial.  The audit's item has no model."""

    model: str
    number: int


@dataclass
class Collection:
    """What has been collected in this process; finds what is declared twice."""

    models: Sequence[str]
    trials: int
    audit: bool
    _checked: set[Path] = field(default_factory=set)
    _tasks: dict[tuple[str, str], Task] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        params = [TrialParam(model, number) for model in self.models for number in range(self.trials)]
        self.params = [TrialParam(AUDIT, 0)] if self.audit else params
        self.ids = [AUDIT] if self.audit else [f"{p.model}-t{p.number:02d}" for p in params]

    def admit(self, task: Task) -> None:
        """Check a task and its file.  Raises :class:`AuthorError` naming file, task and mend."""
        if task.path not in self._checked:
            self._checked.add(task.path)
            for problem in problems_of(task.path):
                raise TaskError(str(problem))
        key = (task.domain.name, task.id)
        first = self._tasks.setdefault(key, task)
        if first.nodeid != task.nodeid:
            raise TaskError(f"{task.where}: {first.where} is called {task.id} too; give one a number of its own")
        task.check()
        task.world().close()

    def markers(self, task: Task, config: pytest.Config) -> list[pytest.MarkDecorator]:
        """The markers of every item of a task."""
        names = ["task", task.domain.name, task.workflow, *task.tags]
        if task.rubrics:
            names.append("rubric")
        for name in dict.fromkeys(names):
            if name not in self._names:
                self._names.add(name)
                config.addinivalue_line("markers", f"{name}: tasks of this domain, workflow or tag")
        return [getattr(pytest.mark, name) for name in dict.fromkeys(names)]


def admit(collection: Collection, task: Task) -> None:
    """As :meth:`Collection.admit`, with an error that pytest shows without a traceback."""
    try:
        collection.admit(task)
    except AuthorError as error:
        raise pytest.Collector.CollectError(str(error)) from None


def is_domains_tests(path: Path, config: pytest.Config) -> bool:
    """Whether ``path`` is a domain's folder of unit tests that ``--pyargs sandbox_x`` does not ask for."""
    if not config.option.pyargs or path.name != "tests" or not (path.parent / "instructions.md").exists():
        return False
    return not any("tests" in argument for argument in config.args)


def task_of(obj: object) -> Task | None:
    """The task that a function declares, or None; looks at functions only, so that no mock answers."""
    found: Task | None = vars(obj).get(TASK_ATTRIBUTE) if isinstance(obj, FunctionType) else None
    return found


def item_task(item: pytest.Item) -> Task | None:
    """The task that an item runs, or None for an ordinary test."""
    return task_of(getattr(item, "obj", None))


def item_param(item: pytest.Item) -> TrialParam:
    """The model and number of a task's item."""
    param: TrialParam = item.callspec.params["trial"]  # type: ignore[attr-defined]
    return param


def trial_major(items: list[pytest.Item]) -> None:
    """Put every task's first trial before every task's second; ordinary tests come first, in their order."""
    items.sort(key=lambda item: -1 if item_task(item) is None else item_param(item).number)


def sample(items: Iterable[pytest.Item], size: int, seed: int) -> set[str]:
    """Node ids of ``size`` tasks, drawn evenly over domains and workflows, the same for the same seed."""
    strata: dict[tuple[str, str], list[str]] = {}
    for item in items:
        task = item_task(item)
        if task is not None:
            stratum = strata.setdefault((task.domain.name, task.workflow), [])
            if task.nodeid not in stratum:
                stratum.append(task.nodeid)
    generator = random.Random(seed)
    for stratum in strata.values():
        generator.shuffle(stratum)
    return set(_shares(strata, size, generator))


def _shares(strata: dict[Any, list[str]], size: int, generator: random.Random) -> list[str]:
    """As many of each stratum as its share of all; what rounding leaves goes to the largest remainders."""
    total = sum(map(len, strata.values()))
    size = min(size, total)
    exact = {key: size * len(members) / total for key, members in strata.items()} if total else {}
    counts = {key: int(share) for key, share in exact.items()}
    order = sorted(strata)
    generator.shuffle(order)
    order.sort(key=lambda key: exact[key] - counts[key], reverse=True)
    for key in order[: size - sum(counts.values())]:
        counts[key] += 1
    return [nodeid for key, members in strata.items() for nodeid in members[: counts[key]]]


def select_sample(items: list[pytest.Item], size: int, seed: int) -> list[pytest.Item]:
    """Keep the sample's items and the ordinary tests; returns the items left out."""
    chosen = sample(items, size, seed)
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        task = item_task(item)
        (kept if task is None or task.nodeid in chosen else left).append(item)
    items[:] = kept
    return left
