"""Replay a solution's steps on a fresh world, without an agent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.errors import ToolError
from thinkingbox_plugin.plan import MadeBy, Plan, Step, resolve, value_at
from thinkingbox_plugin.state import NetChange
from thinkingbox_plugin.world import World


@dataclass
class Replayed:
    """The world after the steps; ``refused`` holds the places of the steps that did not go through.

    A step that needs the result of a refused one counts as refused.  Close the world after use.
    """

    plan: Plan
    world: World
    refused: list[int]

    def net(self) -> NetChange:
        """The net change from the task's starting records."""
        end = snapshot.take(self.world)
        return snapshot.net_change(self.world.specs, self.plan.start, end, self.world.made)


class _MissingResult(Exception):  # noqa: N818 - a signal within this module
    pass


def replay(plan: Plan, steps: Sequence[Step]) -> Replayed:
    """Carry out ``steps`` on a fresh world of the plan's task, going on after a refusal."""
    world = plan.task.world()
    results: list[Any] = []
    refused: list[int] = []

    def lookup(reference: MadeBy) -> str:
        try:
            return str(value_at(results[reference.call], reference.path))
        except (KeyError, IndexError, TypeError):
            raise _MissingResult from None

    for index, step in enumerate(steps):
        try:
            arguments = resolve(step.arguments, lookup)
            results.append(json.loads(plan.task.domain.call(world, step.tool, arguments)))
        except (ToolError, _MissingResult):
            refused.append(index)
            results.append(None)
    return Replayed(plan, world, refused)
