"""What every probe works with: one task on a bench, and where its results go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from thinkingbox_plugin._schemas import Leaf, leaves
from thinkingbox_plugin.audit.bench import Bench
from thinkingbox_plugin.audit.findings import Probe, TaskAudit
from thinkingbox_plugin.audit.making import CallMaker
from thinkingbox_plugin.audit.material import Material
from thinkingbox_plugin.audit.narrative import is_narrative
from thinkingbox_plugin.audit.rows import Rows
from thinkingbox_plugin.mutations import reordered
from thinkingbox_plugin.plan import Plan, Solution, Step
from thinkingbox_plugin.tools import AnyTool

HELPDESK = "thinkingbox_plugin.helpdesk"
"""The module whose tools are ticket bookkeeping."""


class Trying:
    """One task under audit."""

    def __init__(self, plan: Plan, material: Material, audit: TaskAudit) -> None:
        self.plan, self.material, self.audit = plan, material, audit
        self.bench = Bench(plan)
        self._narrative: dict[tuple[str, int, str], bool] = {}
        self._rows: dict[tuple[str, int], Rows] = {}

    @property
    def tools(self) -> dict[str, AnyTool]:
        """The domain's tools by name, in its order, the built-in one left out."""
        return {tool.name: tool for tool in self.plan.task.domain.tools}

    @property
    def golden(self) -> Solution:
        """The golden declared first, which single writes are tried around."""
        return self.plan.goldens[0]

    @cached_property
    def used(self) -> frozenset[str]:
        """The keys of the rows that the golden touches or names."""
        keys = {str(part) for _, key in self.golden.touched for part in key}
        for step in self.golden.steps:
            tool = self.plan.task.domain.by_name[step.tool]
            keys |= {
                leaf.value
                for leaf in leaves(tool, step.raw)
                if isinstance(leaf.value, str) and self.material.table(tool, leaf.pattern)
            }
        return frozenset(keys)

    @cached_property
    def verified(self) -> frozenset[str]:
        """The persons whom the golden verifies."""
        return frozenset(call.verified for call in self.golden.calls if call.verified is not None)

    def rows_after(self, steps: Sequence[Step]) -> Rows:
        """The rows of the world after the steps."""
        self.bench.replay(steps)
        return Rows(self.bench.world)

    def rows(self, solution: Solution, place: int | None = None) -> Rows:
        """The rows of the world before step ``place`` of a golden, or after all of it."""
        key = (solution.name, len(solution.steps) if place is None else place)
        if key not in self._rows:
            self._rows[key] = self.rows_after(solution.steps[: key[1]])
        return self._rows[key]

    def maker(self, rows: Rows) -> CallMaker:
        """Makes calls on these rows."""
        return CallMaker(self.material, rows, self.bench.world.now, self._own)

    @cached_property
    def _own(self) -> dict[str, list[Mapping[str, Any]]]:
        """The arguments of the goldens' calls, by tool."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for step in (step for golden in self.plan.goldens for step in golden.steps):
            found.setdefault(step.tool, []).append(step.raw)
        return found

    def narrative(self, solution: Solution, place: int, leaf: Leaf) -> bool:
        """Whether an argument of one of the solution's steps is narrative."""
        key = (solution.name, place, leaf.name)
        if key not in self._narrative:
            self._narrative[key] = is_narrative(self.bench, solution.steps, place, leaf)
        return self._narrative[key]

    def must_fail(
        self, probe: Probe, steps: Sequence[Step], what: str, *, around: Solution | None, place: int = -1
    ) -> None:
        """Try steps that must not pass; ``place`` is that of the changed step, which may be refused instead.

        Ending as an accepted golden other than ``around`` is right and no survival.  A state that is none
        of the accepted ones fails whatever else holds; only the others are judged in full.
        """
        count = self.audit.count(probe)
        count.tried += 1
        reached = self.plan.hashes.get(self.bench.reached(steps))
        replayed = self.bench.replay(steps)
        if replayed.crashed:
            crash = next(call for call in self.bench.world.log.calls if call.status == "crashed")
            self.audit.survive(probe, f"{what}: {crash.result}")
        refused = place in replayed.refused
        count.refused += refused
        elsewhere = around is not None and reached is not None and reached.hash != around.hash
        if reached is not None and not refused and not elsewhere and self.bench.attempt(steps).passed:
            self.audit.survive(probe, f"{what}: passes")

    def must_pass(self, probe: Probe, steps: Sequence[Step], what: str) -> bool:
        """Try steps that must pass."""
        self.audit.count(probe).tried += 1
        attempt = self.bench.attempt(steps)
        if not attempt.passed:
            self.audit.survive(probe, f"{what}: fails on {attempt.held}")
        return attempt.passed

    def close(self) -> None:
        """Free the world."""
        self.bench.close()


def step_of(tool: AnyTool, arguments: Any) -> Step:
    """A step with plain arguments."""
    return Step(tool.name, arguments, tool.writes, arguments)


def is_bookkeeping(tool: AnyTool) -> bool:
    """Whether it is a tool of the shared help desk."""
    return tool.function.__module__ == HELPDESK


def look_ups(solution: Solution) -> tuple[Step, ...]:
    """The solution's reading calls, but for those that need the result of a write."""
    kept: list[int] = []
    for index, step in enumerate(solution.steps):
        if not step.writes and step.depends_on <= set(kept):
            kept.append(index)
    return reordered(solution.steps, kept)


def said(step: Step) -> str:
    """A step as a message names it."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in step.raw.items())
    return f"{step.tool}({arguments})"
