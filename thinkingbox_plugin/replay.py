"""Replay steps without an agent, on a fresh world or on a stage that many replays share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.errors import SandboxError, ToolError
from thinkingbox_plugin.plan import MadeBy, Plan, Step, resolve, value_at
from thinkingbox_plugin.state import NetChange
from thinkingbox_plugin.world import World


@dataclass
class Replayed:
    """The world after the steps; ``refused`` holds the places of the steps that did not go through.

    A step that needs the result of a refused one counts as refused.  ``crashed`` holds the places of
    those whose tool crashed.  ``results`` are the parsed results, None where there is none.
    """

    plan: Plan
    world: World
    results: list[Any] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    crashed: list[int] = field(default_factory=list)

    def net(self) -> NetChange:
        """The net change from the task's starting records."""
        end = snapshot.take(self.world)
        return snapshot.net_change(self.world.specs, self.plan.start, end, self.world.made)

    def do(self, step: Step) -> None:
        """Carry out one more step."""
        index = len(self.results)
        try:
            arguments = resolve(step.arguments, self._lookup)
            self.results.append(json.loads(self.plan.task.domain.call(self.world, step.tool, arguments)))
        except (ToolError, _MissingResult):
            self.refused.append(index)
            self.results.append(None)
        except SandboxError:
            self.crashed.append(index)
            self.results.append(None)

    def _lookup(self, reference: MadeBy) -> str:
        try:
            return str(value_at(self.results[reference.call], reference.path))
        except (KeyError, IndexError, TypeError):
            raise _MissingResult from None


class _MissingResult(Exception):  # noqa: N818 - a signal within this module
    pass


def replay(plan: Plan, steps: Sequence[Step]) -> Replayed:
    """Carry out ``steps`` on a fresh world of the plan's task, going on after a refusal.

    Close the world after use.
    """
    replayed = Replayed(plan, plan.task.world())
    for step in steps:
        replayed.do(step)
    return replayed


class _StageWorld(World):
    """A world whose calls are savepoints, so that a whole replay can be taken back."""

    def _highest(self, prefix: str) -> int:
        """As :meth:`World._highest`, looked up once: it is asked before the first id of a kind is made."""
        known: dict[str, int] = vars(self).setdefault("_known", {})
        if prefix not in known:
            known[prefix] = super()._highest(prefix)
        return known[prefix]

    @contextmanager
    def transaction(self, call: int) -> Iterator[None]:
        """As :meth:`World.transaction`, inside the stage's own transaction."""
        made, sequences = set(self.made), dict(self._sequences)
        self.db.execute("SAVEPOINT tool_call")
        try:
            self.db.execute("UPDATE _call SET number = ?", [call])
            yield
        except BaseException:
            self.db.execute("ROLLBACK TO tool_call")
            self.db.execute("RELEASE tool_call")
            self.made, self._sequences = made, sequences
            raise
        self.db.execute("RELEASE tool_call")


@dataclass(frozen=True)
class _Mark:
    """All of a world that a savepoint does not cover, as it was before a step."""

    calls: int
    results: int
    injections: int
    refused: int
    crashed: int
    made: frozenset[str]
    sequences: dict[str, int]


class Stage:
    """One world on which many replays of a task follow each other, each from the starting records.

    What a replay has in common with the one before it, from the first step on, is not done again: go
    from changes at the end of a solution to changes at its beginning.  The audit lives on that.
    """

    def __init__(self, plan: Plan) -> None:
        fresh = plan.task.world()
        # Its own numbering as well: a made id has the same name here as in the plan.
        self.world = _StageWorld(**{field.name: getattr(fresh, field.name) for field in fields(World)})
        self._replayed = Replayed(plan, self.world)
        self._steps: list[Step] = []
        self._marks: list[_Mark] = []

    def replay(self, steps: Sequence[Step]) -> Replayed:
        """The world after ``steps``; what is returned holds until the next replay."""
        common = 0
        for old, new in zip(self._steps, steps, strict=False):
            if old is not new and old != new:
                break
            common += 1
        self._back_to(common)
        for step in steps[common:]:
            self._forward(step)
        return self._replayed

    def _forward(self, step: Step) -> None:
        world, log, replayed = self.world, self.world.log, self._replayed
        self._marks.append(
            _Mark(
                len(log.calls),
                len(log.results),
                len(log.injection_reports),
                len(replayed.refused),
                len(replayed.crashed),
                frozenset(world.made),
                dict(world._sequences),
            )
        )
        world.db.execute(f"SAVEPOINT step_{len(self._steps)}")
        self._steps.append(step)
        replayed.do(step)

    def _back_to(self, place: int) -> None:
        if place >= len(self._steps):
            return
        self.world.db.execute(f"ROLLBACK TO step_{place}")
        self.world.db.execute(f"RELEASE step_{place}")
        mark, log, replayed = self._marks[place], self.world.log, self._replayed
        del log.calls[mark.calls :], log.results[mark.results :], log.injection_reports[mark.injections :]
        del replayed.results[place:], replayed.refused[mark.refused :], replayed.crashed[mark.crashed :]
        del self._steps[place:], self._marks[place:]
        log.crash = None
        self.world.made, self.world._sequences = set(mark.made), dict(mark.sequences)

    def close(self) -> None:
        """Free the database."""
        self.world.close()
