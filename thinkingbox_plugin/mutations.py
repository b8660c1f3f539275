"""Mutations of a solution: what a careless agent could do instead, made by program.

The audit uses all of them as probes; ``mutant:N`` and ``flaky:P`` act out one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from thinkingbox_plugin._schemas import Leaf, leaves, members, shape, with_value
from thinkingbox_plugin.plan import Joined, MadeBy, Plan, Solution, Step
from thinkingbox_plugin.replay import Stage
from thinkingbox_plugin.state import state_hash

_MOST_HARMFUL = 24
"""Enough to choose from; finding more would cost a replay each."""


@dataclass(frozen=True)
class Mutation:
    """Changed steps of a solution; ``place`` is that of the first step that differs."""

    kind: str
    what: str
    steps: tuple[Step, ...]
    place: int


def drop_writes(solution: Solution) -> Iterator[Mutation]:
    """Leave out each write in turn, with the later steps that need its result."""
    for dropped in solution.write_steps:
        yield Mutation("dropped", f"without {solution.steps[dropped].tool}", without(solution.steps, dropped), dropped)


def double_writes(solution: Solution) -> Iterator[Mutation]:
    """Do each write in turn a second time, right after the first; ``place`` is that of the second."""
    for place in solution.write_steps:
        step = solution.steps[place]
        steps = inserted(solution.steps, place + 1, step)
        yield Mutation("doubled", f"{step.tool} twice", steps, place + 1)


def without(steps: Sequence[Step], dropped: int) -> tuple[Step, ...]:
    """The steps without one and without those that depend on it, references renumbered."""
    gone = {dropped}
    for index in range(dropped + 1, len(steps)):
        if steps[index].depends_on & gone:
            gone.add(index)
    return reordered(steps, [index for index in range(len(steps)) if index not in gone])


def inserted(steps: Sequence[Step], place: int, *new: Step) -> tuple[Step, ...]:
    """The steps with new ones before ``place``.  References of a new step count the steps as they were."""
    shift = {old: old if old < place else old + len(new) for old in range(len(steps))}
    tail = tuple(_renumbered_step(step, shift) for step in steps[place:])
    return (*steps[:place], *new, *tail)


def reordered(steps: Sequence[Step], order: Sequence[int]) -> tuple[Step, ...]:
    """The steps at ``order``, references renumbered; those left out must not be needed."""
    places = {old: new for new, old in enumerate(order)}
    return tuple(_renumbered_step(steps[old], places) for old in order)


def _renumbered_step(step: Step, places: Mapping[int, int]) -> Step:
    if all(places[old] == old for old in step.depends_on):
        return step
    return replace(step, arguments=renumbered(step.arguments, places))


def renumbered(value: Any, places: Mapping[int, int]) -> Any:
    """A step's argument with its references following the calls to their new places."""
    if isinstance(value, MadeBy):
        return MadeBy(places[value.call], value.path)
    if isinstance(value, Joined):
        return Joined(tuple(renumbered(part, places) for part in value.parts))
    if isinstance(value, Mapping):
        return {name: renumbered(item, places) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [renumbered(item, places) for item in value]
    return value


Alternatives = Callable[[Step, Leaf], Iterable[Any]]
"""Other values that one value of a step could take."""


def change_arguments(plan: Plan, solution: Solution, alternatives: Alternatives | None = None) -> Iterator[Mutation]:
    """Change each value in each argument of each write in turn to another legal-looking one.

    By default to what :func:`other_values` knows from the schema alone.
    """
    tools = plan.task.domain.by_name
    for index in solution.write_steps:
        step = solution.steps[index]
        for leaf in leaves(tools[step.tool], step.arguments):
            others = other_values(leaf.schema, leaf.value) if alternatives is None else alternatives(step, leaf)
            for other in others:
                yield changed(solution, index, leaf, other)


def changed(solution: Solution, index: int, leaf: Leaf, other: Any) -> Mutation:
    """Step ``index`` with another value at one place of its arguments."""
    step = solution.steps[index]
    arguments = with_value(step.arguments, leaf.path, other)
    steps = (*solution.steps[:index], replace(step, arguments=arguments), *solution.steps[index + 1 :])
    raw = value_in(step.raw, leaf)
    return Mutation("changed", f"{step.tool}: {leaf.name}={other!r} instead of {raw!r}", steps, index)


def value_in(raw: Any, leaf: Leaf) -> Any:
    """The value at the leaf's place as it was when the solution was recorded; None if it was left out."""
    for part in leaf.path:
        if isinstance(raw, Mapping) and part not in raw:
            return None
        raw = raw[part]
    return raw


def other_values(schema: Mapping[str, Any], value: Any) -> Iterator[Any]:
    """Other values that an argument of this flat schema could take: a flag flipped, an amount off, ..."""
    kind = shape(schema)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif not isinstance(value, str):
        return
    elif kind == "enum":
        yield from (member for member in members(schema) if member != value)
    elif kind == "amount":
        yield from _other_amounts(value)
    elif kind in ("date", "datetime"):
        yield from _other_days(value)


def _other_amounts(value: str) -> Iterator[str]:
    try:
        amount = Decimal(value)
    except InvalidOperation:
        return
    cent = Decimal("0.01")
    for other in (amount + cent, amount - cent, amount * 2):
        if other != amount:
            yield f"{other:.2f}"


def _other_days(value: str) -> Iterator[str]:
    for days in (1, -1):
        if "T" in value:
            yield (datetime.fromisoformat(value) + timedelta(days=days)).isoformat()
        else:
            yield (date.fromisoformat(value) + timedelta(days=days)).isoformat()


def harmful_mutations(plan: Plan, solution: Solution) -> Sequence[Mutation]:
    """Mutations that go through and whose end state is no accepted one; found once for each plan."""
    key = solution.name
    if key not in plan.mutations:
        with closing(Stage(plan)) as stage:
            plan.mutations[key] = tuple(_harmful(plan, solution, stage))
    return plan.mutations[key]


def _harmful(plan: Plan, solution: Solution, stage: Stage) -> Iterator[Mutation]:
    found = 0
    for mutation in (*drop_writes(solution), *change_arguments(plan, solution)):
        replayed = stage.replay(mutation.steps)
        if replayed.refused or replayed.crashed or state_hash(replayed.net()) in plan.hashes:
            continue
        yield mutation
        found += 1
        if found == _MOST_HARMFUL:
            return
