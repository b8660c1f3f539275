"""The plan of a task: its golden and trap blocks, run once on fresh worlds and kept as data.

The task's body runs with a recording :class:`Trial`.  Each block's calls are recorded with their
arguments; an argument that contains an id made in that world becomes a reference to the result that
first returned it, so that the calls can be replayed wherever the ids come out otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.calls import CallRecord
from thinkingbox_plugin.errors import GoldenError, SandboxError, ToolError
from thinkingbox_plugin.snapshot import Snapshot
from thinkingbox_plugin.state import NetChange, state_hash
from thinkingbox_plugin.task import Task
from thinkingbox_plugin.world import MADE_ID, World

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check

T = TypeVar("T")
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The id at ``path`` in the result of call number ``call`` of the same solution."""

    call: int
    path: Path


@dataclass(frozen=True, slots=True)
class Joined:
    """Text with made ids in it."""

    parts: tuple[str | MadeBy, ...]


@dataclass(frozen=True)
class Step:
    """One call of a golden or trap block.  ``arguments`` holds JSON values, :class:`MadeBy` and :class:`Joined`."""

    tool: str
    arguments: Mapping[str, Any]
    writes: bool
    raw: Mapping[str, Any]
    """The arguments as they were when the block was recorded."""

    @cached_property
    def depends_on(self) -> frozenset[int]:
        """The calls whose results the arguments refer to."""
        return frozenset(reference.call for reference in references(self.arguments))


@dataclass(frozen=True)
class Solution:
    """A golden or a trap: its calls and the end state that they lead to."""

    name: str
    breaks: str | None
    """For a trap, the policy section that it breaks."""
    steps: tuple[Step, ...]
    results: tuple[Any, ...]
    """What the tool functions returned, for the body's second run."""
    calls: tuple[CallRecord, ...]
    net: NetChange
    touched: frozenset[tuple[str, tuple[Any, ...]]]
    """Table and key of every row that a write touched, also one undone later."""
    made: frozenset[str]
    world: World
    """Closed; serves the body's second run, in which tools answer from ``results``."""

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the end state's canonical form."""
        return state_hash(self.net)

    @property
    def write_steps(self) -> list[int]:
        """The places of the writing calls."""
        return [index for index, step in enumerate(self.steps) if step.writes]


@dataclass(frozen=True)
class Plan:
    """All that a task's body declares, as data."""

    task: Task
    start: Snapshot
    goldens: tuple[Solution, ...]
    traps: tuple[Solution, ...]
    checks: tuple[Check, ...] = ()
    """The checks beside the standard ones: the domain's, the task's, those of other plugins."""
    mutations: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """Filled by :mod:`thinkingbox_plugin.mutations`, for each solution once."""

    _once: dict[str, Any] = field(default_factory=dict)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What ``make`` returned when it was first asked for: a check's own preparation for a task."""
        if name not in self._once:
            self._once[name] = make()
        found: T = self._once[name]
        return found

    @cached_property
    def hashes(self) -> Mapping[str, Solution]:
        """The accepted end states by hash; the first declared wins."""
        return {solution.hash: solution for solution in reversed(self.goldens)}

    @cached_property
    def trap_hashes(self) -> Mapping[str, Solution]:
        """The traps' end states by hash; the first declared wins."""
        return {solution.hash: solution for solution in reversed(self.traps)}


def references(value: Any) -> Iterator[MadeBy]:
    """All references inside a step's argument."""
    if isinstance(value, MadeBy):
        yield value
    elif isinstance(value, Joined):
        yield from (part for part in value.parts if isinstance(part, MadeBy))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from references(item)


def resolve(value: Any, lookup: Callable[[MadeBy], str]) -> Any:
    """A step's argument with every reference replaced by what ``lookup`` gives for it."""
    if isinstance(value, MadeBy):
        return lookup(value)
    if isinstance(value, Joined):
        return "".join(part if isinstance(part, str) else lookup(part) for part in value.parts)
    if isinstance(value, Mapping):
        return {name: resolve(item, lookup) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(item, lookup) for item in value]
    return value


def value_at(result: Any, path: Path) -> Any:
    """The value at ``path`` in a parsed JSON result."""
    for part in path:
        result = result[part]
    return result


class _Recorder:
    """The :class:`Trial` of a body's first run."""

    outcome = golden_outcome = None

    def __init__(self, task: Task) -> None:
        self.task = task
        self.start: Snapshot | None = None
        self.goldens: list[Solution] = []
        self.traps: list[Solution] = []

    @contextmanager
    def golden(self, name: str = "golden") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        if any(solution.name == name for solution in self.goldens):
            raise GoldenError(f"{self.task.where}: two golden blocks are called {name!r}; give each its own name")
        with self._block(f"golden {name!r}", name, None, self.goldens) as world:
            yield world

    @contextmanager
    def trap(self, *, breaks: str, name: str = "") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        if breaks not in self.task.domain.anchors:
            raise GoldenError(f"{self.task.where}: trap breaks={breaks!r}, which is no policy section")
        label = name or f"trap {len(self.traps)}"
        with self._block(f"{label} ({breaks})", label, breaks, self.traps) as world:
            yield world

    @contextmanager
    def _block(self, label: str, name: str, breaks: str | None, into: list[Solution]) -> Iterator[World]:
        world = self.task.world()
        if self.start is None:
            # What the task's records leave alone is the domain's, and one object for all its tasks.
            own = snapshot.take(world, {row.spec.name for row in self.task.records})
            self.start = {**self.task.domain.base_rows, **own}
        try:
            yield world
            into.append(self._solution(label, name, breaks, world, self.start))
        except GoldenError:
            raise
        except Exception as error:
            raise GoldenError(f"{self.task.where}: {label} {_how_it_fails(world, error)}") from error
        finally:
            world.close()

    def _solution(self, label: str, name: str, breaks: str | None, world: World, start: Snapshot) -> Solution:
        failed = [call for call in world.log.calls if not call.ok]
        if failed:
            raise GoldenError(
                f"{self.task.where}: {label} swallows the refusal of {failed[0].tool}: {failed[0].result}"
            )
        steps = _steps(f"{self.task.where}: {label}", world)
        effects = world.effects()
        end = snapshot.take(world, {effect.table for effect in effects})
        return Solution(
            name=name,
            breaks=breaks,
            steps=steps,
            results=tuple(world.log.results),
            calls=tuple(world.log.calls),
            net=snapshot.net_change(world.specs, start, end, world.made),
            touched=frozenset((effect.table, effect.key) for effect in effects),
            made=frozenset(world.made),
            world=world,
        )


def _how_it_fails(world: World, error: Exception) -> str:
    calls = world.log.calls
    if calls and not calls[-1].ok and isinstance(error, ToolError | SandboxError):
        return f"fails at its call {len(calls)}, {calls[-1].tool}: {error}"
    return f"fails behind its call {len(calls)}: {type(error).__name__}: {error}"


def _steps(where: str, world: World) -> tuple[Step, ...]:
    """The recorded calls, made ids replaced by references to the results that returned them."""
    origin: dict[str, MadeBy] = {}
    steps: list[Step] = []
    for number, call in enumerate(world.log.calls):
        arguments = _refer(call.arguments, world.made, origin, f"{where}, call {number} of {call.tool}")
        steps.append(Step(call.tool, arguments, call.writes, call.arguments))
        for path, text in strings(json.loads(call.result)):
            if text in world.made:
                origin.setdefault(text, MadeBy(number, path))
    return tuple(steps)


def strings(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every string in a parsed JSON value, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from strings(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from strings(item, (*path, index))


def _refer(value: Any, made: Collection[str], origin: Mapping[str, MadeBy], where: str) -> Any:
    if isinstance(value, str):
        return _refer_text(value, made, origin, where)
    if isinstance(value, Mapping):
        return {name: _refer(item, made, origin, where) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_refer(item, made, origin, where) for item in value]
    return value


def _refer_text(value: str, made: Collection[str], origin: Mapping[str, MadeBy], where: str) -> str | MadeBy | Joined:
    parts: list[str | MadeBy] = []
    rest = 0
    for match in MADE_ID.finditer(value):
        if match.group() not in made:
            continue
        if match.group() not in origin:
            raise GoldenError(f"{where}: {match.group()} is guessed; take the id from the result of an earlier call")
        parts += [value[rest : match.start()], origin[match.group()]]
        rest = match.end()
    if not parts:
        return value
    parts = [part for part in (*parts, value[rest:]) if part != ""]
    return parts[0] if len(parts) == 1 else Joined(tuple(parts))


def build_plan(task: Task, offered: Iterable[Check] = ()) -> Plan:
    """Run the body of ``task`` with a recorder.  ``offered`` are checks of other plugins.

    Raises :class:`GoldenError` if a step fails, guesses an id or has its refusal swallowed, if there is
    no golden block, or if a trap's end state is an accepted one, and :class:`TaskError` for a wrong
    declaration.
    """
    task.check()
    recorder = _Recorder(task)
    task.function(recorder)
    if not recorder.goldens or recorder.start is None:
        raise GoldenError(f"{task.where}: no golden block; write `with trial.golden() as world:`")
    checks = (*task.domain.checks, *task.checks, *offered)
    plan = Plan(task, recorder.start, tuple(recorder.goldens), tuple(recorder.traps), checks)
    accepted = plan.hashes  # also finds out that each golden has one
    for trap in plan.traps:
        if trap.hash in accepted:
            raise GoldenError(f"{task.where}: {trap.name} ({trap.breaks}) ends in the golden's end state")
    return plan


class Playback:
    """The :class:`Trial` of a body's second run: blocks answer from the plan, ``outcome`` is the verdict's."""

    def __init__(self, plan: Plan, outcome: object, golden_outcome: object) -> None:
        self.outcome, self.golden_outcome = outcome, golden_outcome
        self._goldens = iter(plan.goldens)
        self._traps = iter(plan.traps)

    @contextmanager
    def golden(self, name: str = "golden") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        yield _answering(next(self._goldens))

    @contextmanager
    def trap(self, *, breaks: str, name: str = "") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        yield _answering(next(self._traps))


def _answering(solution: Solution) -> World:
    results = iter(solution.results)
    return replace(solution.world, playback=lambda: next(results))


def written(steps: Sequence[Step]) -> list[str]:
    """The names of the writing tools, in order."""
    return [step.tool for step in steps if step.writes]
