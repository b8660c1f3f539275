"""Reference agents: they know the plan and act it out through the same loop, tools and grader as a model.

=============  ===================================================================
``oracle``     performs the golden, asking the user for all facts first
``idle``       answers and stops
``flaky:P``    the oracle with probability P, otherwise one seeded mutation of it
``mutant:N``   mutation N of the golden (modulo their number)
``trap:N``     the task's trap N (modulo their number)
=============  ===================================================================
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.errors import GoldenError
from thinkingbox_plugin.messages import END_MARKER, Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.mutations import harmful_mutations
from thinkingbox_plugin.plan import MadeBy, Plan, Solution, Step, resolve, strings, value_at
from thinkingbox_plugin.state import Made
from thinkingbox_plugin.task import Created
from thinkingbox_plugin.users import proposal, request_for


def make_agent(spec: ReferenceSpec, plan: Plan, seed: int) -> OracleAgent | IdleAgent:
    """The agent for one trial of the plan's task.

    Raises :class:`GoldenError` for a mutant of a task whose end state no mutation changes, and for a trap
    of a task that has none.
    """
    golden = plan.goldens[0]
    generator = random.Random(seed)
    match spec.kind:
        case "idle":
            return IdleAgent()
        case "trap":
            if not plan.traps:
                raise GoldenError(f"{plan.task.where}: {spec.name}: the task has no trap; declare one")
            trap = plan.traps[spec.number % len(plan.traps)]
            return OracleAgent(plan, trap.steps, trap)
        case "mutant":
            return OracleAgent(plan, _mutant(plan, spec, spec.number))
        case "flaky" if generator.random() >= spec.probability:
            return OracleAgent(plan, _mutant(plan, spec, generator.randrange(2**30)))
    return OracleAgent(plan, golden.steps)


def _mutant(plan: Plan, spec: ReferenceSpec, number: int) -> tuple[Step, ...]:
    mutations = harmful_mutations(plan, plan.goldens[0])
    if not mutations:
        raise GoldenError(f"{plan.task.where}: {spec.name}: no mutation of the golden changes its end state")
    return mutations[number % len(mutations)].steps


class IdleAgent:
    """Answers and stops: a task that it passes asks for nothing."""

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """One polite sentence and the end marker."""
        return Reply(f"Thank you for getting in touch. {END_MARKER}")


class OracleAgent:
    """Acts out ``steps``: asks for the facts, names amounts before they are charged, tells what it must.

    ``solution`` is what the steps are, or were before they were changed: the first golden, if left out.
    """

    def __init__(self, plan: Plan, steps: Sequence[Step], solution: Solution | None = None) -> None:
        self._plan = plan
        self._steps = steps
        self._solution = solution or plan.goldens[0]
        self._results: list[str] = []
        self._read: dict[int, Any] = {}
        self._consent = {
            index: plan.task.domain.by_name[step.tool].consent
            for index, step in enumerate(steps)
            if plan.task.domain.by_name[step.tool].consent and step.tool not in plan.task.consents
        }
        self._named: set[str] = set()
        self._turns = self._play()

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The next turn of the play; results of calls are read from ``messages``."""
        answers = []
        for message in reversed(messages):
            if message.role != "tool":
                break
            if message.is_error:
                raise RuntimeError(f"a step of the solution was refused: {message.content}")
            answers.append(message.content)
        self._results += reversed(answers)
        return next(self._turns)

    def _play(self) -> Iterator[Reply]:
        names = list(self._plan.task.facts)
        if names:
            yield Reply(request_for(names))
        done = 0
        while done < len(self._steps):
            unnamed = self._values_to_name(done)
            if done in self._consent and unnamed:
                self._named.update(unnamed)
                yield Reply(proposal(unnamed))
            batch = self._batch(done)
            yield Reply(tool_calls=tuple(self._call(index) for index in batch))
            done += len(batch)
        yield Reply(self._closing())

    def _values_to_name(self, done: int) -> list[str]:
        """Values of all consent arguments that can be resolved by now and were not named yet."""
        values: dict[str, None] = {}
        for index, names in self._consent.items():
            step = self._steps[index]
            for name in names:
                if index >= done and max(step.depends_on, default=-1) < done and step.arguments.get(name) is not None:
                    values[str(resolve(step.arguments[name], self._lookup))] = None
        return [value for value in values if value not in self._named]

    def _batch(self, done: int) -> list[int]:
        """As many steps as need neither an unknown result nor a consent not yet given."""
        batch = [done]
        for index in range(done + 1, len(self._steps)):
            step = self._steps[index]
            if max(step.depends_on, default=-1) >= done or (index in self._consent and self._values_to_name(index)):
                break
            batch.append(index)
        return batch

    def _call(self, index: int) -> ToolCall:
        step = self._steps[index]
        arguments = resolve(step.arguments, self._lookup)
        return ToolCall(f"call-{index}", step.tool, json.dumps(arguments, ensure_ascii=False))

    def _lookup(self, reference: MadeBy) -> str:
        number = reference.call
        if number not in self._read:
            self._read[number] = json.loads(self._results[number])
        return str(value_at(self._read[number], reference.path))

    def _closing(self) -> str:
        told = [value for item in self._plan.task.tell for value in self._told(item)]
        sentences = ["Your request has been dealt with."]
        if told:
            sentences.append("For your records: " + "; ".join(told) + ".")
        sentences += [rubric.yes[0] for rubric in self._plan.task.rubrics]
        return " ".join([*sentences, END_MARKER])

    def _told(self, item: str | Created) -> Iterator[str]:
        if isinstance(item, str):
            yield item
            return
        # A changed step keeps the very arguments that it was recorded with, which says where it came from.
        places = {id(step.raw): place for place, step in enumerate(self._steps)}
        origins = _origins(self._solution)
        for change in self._solution.net:
            key = change.key[0]
            if change.table == item.table and change.op == "inserted" and isinstance(key, Made) and key.id in origins:
                origin = origins[key.id]
                place = places.get(id(self._solution.steps[origin.call].raw))
                if place is not None:
                    yield self._lookup(MadeBy(place, origin.path))


def _origins(solution: Solution) -> Mapping[str, MadeBy]:
    """Where each made id of a solution first appeared in a result."""
    found: dict[str, MadeBy] = {}
    for number, call in enumerate(solution.calls):
        for path, text in strings(json.loads(call.result)):
            if text in solution.made:
                found.setdefault(text, MadeBy(number, path))
    return found
