"""Mutations of a solution: what a careless agent could do instead, made by program.

The audit uses all of them as probes; ``mutant:N`` and ``flaky:P`` act out one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from thinkingbox_plugin.plan import Joined, MadeBy, Plan, Solution, Step
from thinkingbox_plugin.replay import replay
from thinkingbox_plugin.state import state_hash

_MOST_HARMFUL = 24
"""Enough to choose from; finding more would cost a replay each."""


@dataclass(frozen=True)
class Mutation:
    """Changed steps of a solution."""

    kind: str
    what: str
    steps: tuple[Step, ...]


def drop_writes(solution: Solution) -> Iterator[Mutation]:
    """Leave out each write in turn, with the later steps that need its result."""
    for dropped in solution.write_steps:
        yield Mutation("dropped", f"without {solution.steps[dropped].tool}", without(solution.steps, dropped))


def without(steps: Sequence[Step], dropped: int) -> tuple[Step, ...]:
    """The steps without one and without those that depend on it, references renumbered."""
    gone = {dropped}
    for index in range(dropped + 1, len(steps)):
        if steps[index].depends_on & gone:
            gone.add(index)
    kept = [index for index in range(len(steps)) if index not in gone]
    places = {old: new for new, old in enumerate(kept)}
    return tuple(replace(steps[old], arguments=renumbered(steps[old].arguments, places)) for old in kept)


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


def change_arguments(plan: Plan, solution: Solution) -> Iterator[Mutation]:
    """Change each argument of each write in turn to another legal-looking value."""
    tools = plan.task.domain.by_name
    for index in solution.write_steps:
        step = solution.steps[index]
        properties = tools[step.tool].parameters["properties"]
        for name, value in step.arguments.items():
            for other in other_values(properties[name], value):
                changed = replace(step, arguments={**step.arguments, name: other})
                steps = (*solution.steps[:index], changed, *solution.steps[index + 1 :])
                yield Mutation("changed", f"{step.tool}: {name}={other!r} for {value!r}", steps)


def other_values(schema: Mapping[str, Any], value: Any) -> Iterator[Any]:
    """Other values that an argument of this schema could take: a flag flipped, an amount off, ..."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield from _other_strings(schema, value)


def _other_strings(schema: Mapping[str, Any], value: str) -> Iterator[str]:
    members = _members(schema)
    if members:
        yield from (member for member in members if member != value)
    elif "pattern" in schema:
        amount = Decimal(value)
        yield from (f"{amount + Decimal('0.01'):.2f}", f"{amount * 2:.2f}")
    elif schema.get("format") == "date":
        yield from ((date.fromisoformat(value) + timedelta(days=days)).isoformat() for days in (1, -1))


def _members(schema: Mapping[str, Any]) -> list[Any]:
    if "enum" in schema:
        return list(schema["enum"])
    for option in schema.get("anyOf", ()):
        if "enum" in option:
            return list(option["enum"])
    return []


def harmful_mutations(plan: Plan, solution: Solution) -> Sequence[Mutation]:
    """Mutations that go through and whose end state is no accepted one; found once for each plan."""
    key = solution.name
    if key not in plan.mutations:
        plan.mutations[key] = tuple(_harmful(plan, solution))
    return plan.mutations[key]


def _harmful(plan: Plan, solution: Solution) -> Iterator[Mutation]:
    found = 0
    for mutation in (*drop_writes(solution), *change_arguments(plan, solution)):
        replayed = replay(plan, mutation.steps)
        try:
            if not replayed.refused and state_hash(replayed.net()) not in plan.hashes:
                yield mutation
                found += 1
        finally:
            replayed.world.close()
        if found == _MOST_HARMFUL:
            return
