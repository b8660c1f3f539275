"""From task functions to pytest items: checks at collection, parameters, markers, order, samples."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from thinkingbox_plugin.errors import AuthorError, TaskError
from thinkingbox_plugin.keys import COLLECTION
from thinkingbox_plugin.tags import TAGS, TASK_ATTRIBUTE, nearest
from thinkingbox_plugin.taskfile import TaskFile

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
    _files: set[Path] = field(default_factory=set)
    _tasks: dict[tuple[str, str], Task] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _frozen: bool = False
    _holds_back: ClassVar[bool] = False
    """Whether some session of this process has set objects aside: the garbage collector is the process's too."""

    def __post_init__(self) -> None:
        params = [TrialParam(model, number) for model in self.models for number in range(self.trials)]
        self.params = [TrialParam(AUDIT, 0)] if self.audit else params
        self.ids = [AUDIT] if self.audit else [f"{p.model}-t{p.number:02d}" for p in params]
        escaped = [name.encode("unicode_escape").decode("ascii") for name in self.ids]  # as pytest does by default
        self._by_id = {name: param for names in (escaped, self.ids) for name, param in zip(names, params, strict=False)}

    def param_of(self, nodeid: str) -> TrialParam | None:
        """The trial that an item's node id means, where the item itself lives in another process."""
        return self._by_id.get(nodeid.partition("[")[2].removesuffix("]")) if not self.audit else None

    def check_file(self, path: Path, declared: Iterable[Task]) -> None:
        """Check a task file and all its tasks, once.

        Raises :class:`AuthorError` with a line for each thing that is wrong, naming file, task and mend.
        """
        if path in self._files:
            return
        self._files.add(path)
        source = TaskFile(path)
        found = [str(problem) for problem in source.problems()]
        for task in declared:
            found += self._problems(task, path, source)
        self._set_aside()
        if found:
            raise TaskError("\n".join(dict.fromkeys(found)))

    def _set_aside(self) -> None:
        """Keep what has been collected out of the garbage collections to come, which would go through all of it.

        It lives as long as the session, and every file brings thousands of objects: half of the time otherwise, and
        as much again when the process ends.  What a session sets aside is given back when another one of the same
        process begins to collect.
        """
        if not self._frozen:
            if Collection._holds_back:
                gc.unfreeze()
                gc.collect()
            elif gc.get_freeze_count():
                return  # somebody else's, who may want to give it back
            self._frozen = Collection._holds_back = True
        gc.freeze()

    def _problems(self, task: Task, path: Path, source: TaskFile) -> Iterator[str]:
        if not _same_file(task.path, path):
            yield f"{path.name}: {task.id} is declared in {task.path}; import that module and not the function"
            return
        if task.function.__name__ not in source.names:
            yield f"{task.where}: a task stands at the top of its file, in no class and under no condition"
        try:
            yield from self._mistakes(task, source)
        except AuthorError as error:
            yield str(error)

    def _mistakes(self, task: Task, source: TaskFile) -> Iterator[str]:
        first = self._tasks.setdefault((task.domain.name, task.id), task)
        if first.nodeid != task.nodeid:
            yield f"{task.where}: {first.where} is called {task.id} too; give one a number of its own"
        if task.workflow in _PYTESTS_OWN:
            yield f"{task.path.name}: pytest has a marker {task.workflow} of its own; give the file another name"
        anchors = task.domain.anchors
        for trap in source.traps():
            if trap.name == task.function.__name__ and trap.breaks not in anchors:
                yield (
                    f"{task.path.name}:{trap.line} {trap.name}: trap breaks {trap.breaks}, which is no section of "
                    f"{task.domain.name}; {nearest(trap.breaks, anchors)}"
                )
        task.check()
        task.world().close()

    def markers(self, task: Task, config: pytest.Config) -> list[pytest.Mark]:
        """The markers of every item of a task."""
        names = ["task", task.domain.name, task.workflow, *task.tags]
        if task.rubrics:
            names.append("rubric")
        for name in dict.fromkeys(names):
            if name not in self._names:
                self._names.add(name)
                config.addinivalue_line("markers", f"{name}: tasks of this domain, workflow or tag")
        return [getattr(pytest.mark, name).mark for name in dict.fromkeys(names)]


_PYTESTS_OWN = frozenset(
    ("filterwarnings", "parametrize", "skip", "skipif", "tryfirst", "trylast", "usefixtures", "xfail", "thinkingbox")
)


def _same_file(one: Path, other: Path) -> bool:
    return one == other or (one.name == other.name and one.exists() and one.samefile(other))


def admit(collector: pytest.Collector, task: Task) -> None:
    """Check a task, its file and its neighbours, and give its function the markers.

    What is wrong becomes an error that pytest shows without a traceback.
    """
    collection, config = collector.config.stash[COLLECTION], collector.config
    if not isinstance(collector, pytest.Module):
        raise pytest.Collector.CollectError(f"{task.where}: a task stands at the top of its file, in no class")
    neighbours = [found for value in vars(collector.obj).values() if (found := task_of(value)) is not None]
    try:
        collection.check_file(collector.path, neighbours)
    except AuthorError as error:
        raise pytest.Collector.CollectError(str(error)) from None
    marks = collection.markers(task, config)
    ours = {mark.name for mark in marks}
    written = [mark for mark in getattr(task.function, "pytestmark", ()) if mark.name not in ours]
    vars(task.function)["pytestmark"] = [*written, *marks]


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
