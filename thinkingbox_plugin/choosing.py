"""Which of the collected trials a run has: a sample of the tasks, one part of several, or what was planned before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from thinkingbox_plugin.collection import item_task, select_sample
from thinkingbox_plugin.sharding import Parts, Shard, deal_tasks

if TYPE_CHECKING:
    from thinkingbox_plugin.run import Run


def choose(run: Run, items: list[pytest.Item]) -> list[pytest.Item]:
    """Keep what the run has; returns the items left out."""
    if run.resumed is not None:
        return run.resumed.select(items)
    left: list[pytest.Item] = []
    if run.options.sample is not None:
        left += select_sample(items, run.options.sample, run.options.seed)
    if run.options.shard is not None:
        left += select_part(run, items, run.options.shard)
    return left


def select_part(run: Run, items: list[pytest.Item], shard: Shard) -> list[pytest.Item]:
    """Keep the items of one part, and note in ``run`` what the whole is; returns the items left out."""
    from thinkingbox_plugin.reporting import planned_of
    from thinkingbox_plugin.run import twins

    tasks = {task.nodeid: task for item in items if (task := item_task(item)) is not None}
    parts = deal_tasks(tasks.values(), shard.of)
    run.parts = Parts(shard.of, (shard.part,), planned_of(items), twins(tuple(tasks.values())))
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        task = item_task(item)
        (kept if (parts[task.nodeid] if task is not None else 1) == shard.part else left).append(item)
    items[:] = kept
    return left
