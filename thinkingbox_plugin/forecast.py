"""What a run will cost, roughly: from the sizes of its tasks, before the first trial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from thinkingbox_plugin.messages import Usage
from thinkingbox_plugin.providers.client import CHARACTERS_PER_TOKEN

if TYPE_CHECKING:
    from thinkingbox_plugin.plan import Plan
    from thinkingbox_plugin.providers import ModelEntry, Who
    from thinkingbox_plugin.task import Task

SAMPLE = 20
"""So many tasks, drawn evenly, stand for all."""

_RESULT, _REPLY, _USER, _QUESTION = 200, 250, 60, 300
"""Tokens of a tool's result, of an agent's turn with some reasoning, of a user's reply, of what a judge answers."""


def forecast(
    tasks: Sequence[Task],
    trials: int,
    entries: Mapping[tuple[Who, str], ModelEntry],
    plan: Callable[[Task], Plan],
) -> float:
    """US dollars for ``trials`` trials of each model, over ``tasks``, if each goes as the task's own solution does.

    Nothing is taken to be cached: with a cache the run costs less, with detours more.
    """
    step = max(1, len(tasks) // SAMPLE)
    drawn = tasks[::step][:SAMPLE]
    agents = [entry for (who, _), entry in entries.items() if who == "agent"]
    others = {who: entry for (who, _), entry in entries.items() if who != "agent"}
    one = [_agent(task, plan(task)) for task in drawn]
    beside = [_beside(task) for task in drawn]
    mean = _mean(entry.cost(usage) for entry in agents for usage in one) * len(agents)
    runs = max(1, len(agents))
    for who, entry in others.items():
        mean += _mean(entry.cost(usage[who]) for usage in beside) * runs
    return mean * trials


def _mean(costs: Iterable[float]) -> float:
    found = list(costs)
    return sum(found) / len(found) if found else 0.0


def _agent(task: Task, plan: Plan) -> Usage:
    """A request for each step of the solution, for a question to the user and for the closing words."""
    requests = len(plan.goldens[0].steps) + 2
    domain = task.domain
    tools = sum(len(tool.name) + len(tool.description) + len(str(tool.parameters)) for tool in domain.by_name.values())
    start = (len(domain.instructions) + tools + len(task.opening)) // CHARACTERS_PER_TOKEN
    grown = (_RESULT + _REPLY) * requests * (requests - 1) // 2
    return Usage(input_tokens=start * requests + grown, output_tokens=_REPLY * requests)


def _beside(task: Task) -> Mapping[Who, Usage]:
    facts = sum(len(str(name)) + len(str(value)) for name, value in task.facts.items())
    told = (len(task.opening) + len(str(task.behaviour)) + facts) // CHARACTERS_PER_TOKEN + 1200
    questions = len(task.rubrics)
    return {
        "user": Usage(input_tokens=2 * told, output_tokens=2 * _USER),
        "judge": Usage(input_tokens=questions * (700 + 4 * _REPLY), output_tokens=questions * _QUESTION),
    }
