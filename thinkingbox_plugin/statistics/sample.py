"""What statistics are made of: one model's outcomes, task by task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from thinkingbox_plugin.statistics.estimators import TaskCount

_NOTHING = TaskCount(0, 0)


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How one task came out for one model."""

    task: str
    """Node id."""
    domain: str
    count: TaskCount
    """By the verdict."""
    state: TaskCount = _NOTHING
    """By the end state alone, over the trials with a verdict."""
    cluster: str = ""
    """Tasks with the same cluster are resampled together: a minimal pair.  By default a task is its own."""
    not_run: int = 0
    """Planned trials that were never begun."""
    workflow: str = ""
    tags: tuple[str, ...] = ()
    policy: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        """The name of the cluster."""
        return self.cluster or self.task


@dataclass(frozen=True, slots=True)
class Sample:
    """One model over its tasks, in the order of their names: nothing depends on the order of records."""

    model: str
    results: tuple[TaskResult, ...]

    @classmethod
    def of(cls, model: str, results: Iterable[TaskResult]) -> Sample:
        """In order; a task may stand in it once.  Raises ValueError otherwise."""
        ordered = tuple(sorted(results, key=lambda result: result.task))
        for one, other in pairwise(ordered):
            if one.task == other.task:
                raise ValueError(f"{model}: {one.task} stands in the sample twice")
        return cls(model, ordered)

    @property
    def counts(self) -> list[TaskCount]:
        """By the verdict, task by task."""
        return [result.count for result in self.results]

    def where(self, keep: Callable[[TaskResult], bool]) -> Sample:
        """Some of the tasks."""
        return Sample(self.model, tuple(result for result in self.results if keep(result)))

    def common(self, k: int) -> Sample:
        """The tasks with at least ``k`` measured trials: the set over which a figure up to k is taken."""
        return self.where(lambda result: result.count.measured >= k)

    def by_state(self) -> Sample:
        """The same trials, passed where the end state alone is right; tasks without such a trial are left out."""
        seen = (replace(result, count=result.state) for result in self.results if result.state.measured)
        return Sample(self.model, tuple(seen))


def clusters_of(tasks: Iterable[str], twins: Mapping[str, str]) -> dict[str, str]:
    """The cluster of each task: the first of the tasks that are linked to it, as twins of one another.

    A twin that is not among ``tasks`` links nothing.
    """
    known = set(tasks)
    parent = {task: task for task in known}

    def root(task: str) -> str:
        while parent[task] != task:
            task = parent[task]
        return task

    for task, twin in twins.items():
        if task in known and twin in known:
            first, second = sorted((root(task), root(twin)))
            parent[second] = first
    return {task: root(task) for task in known}
