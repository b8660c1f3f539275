"""The bench: tries steps in a task's world and judges them with the one verdict.

A try is a trial without agent and loop, of the most favourable kind: the agent asked for every fact,
named every amount and date before it used it and was answered, and told the user all that the task asks
for.  What fails here fails for what was done, not for what was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.calls import CallRecord
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.messages import Message, ToolCall
from thinkingbox_plugin.plan import Plan, Step
from thinkingbox_plugin.prompts import system_prompt
from thinkingbox_plugin.replay import Replayed, Stage
from thinkingbox_plugin.state import state_hash
from thinkingbox_plugin.task import Created
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.users import proposal, request_for
from thinkingbox_plugin.verdict import Verdict, grade_without_judge
from thinkingbox_plugin.world import World


@dataclass(frozen=True)
class Attempt:
    """How a try came out.  ``refused`` and ``crashed`` are places of steps."""

    verdict: Verdict
    refused: tuple[int, ...]
    crashed: tuple[int, ...]

    @property
    def passed(self) -> bool:
        """V = 1."""
        return self.verdict.passed

    @property
    def held(self) -> str:
        """For a message: the checks that did not hold."""
        return ", ".join(check.name for check in self.verdict.checks if not check.passed) or "nothing"


class Bench:
    """Tries steps in one task's world.  Close it after use."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.stage = Stage(plan)
        self._system = Message("system", system_prompt(plan.task.domain, self.world.now))

    @property
    def world(self) -> World:
        """The world as the last replay left it."""
        return self.stage.world

    def attempt(self, steps: Sequence[Step]) -> Attempt:
        """Carry out the steps from the starting records and judge."""
        replayed = self.stage.replay(steps)
        trajectory = conversation(self.plan, self.world, self._system)
        verdict = grade_without_judge(self.plan, self.world, trajectory)
        return Attempt(verdict, tuple(replayed.refused), tuple(replayed.crashed))

    def replay(self, steps: Sequence[Step]) -> Replayed:
        """Carry out the steps without judging."""
        return self.stage.replay(steps)

    def reached(self, steps: Sequence[Step]) -> str:
        """The hash of the state after the steps.

        Looks only at the tables that the journal names, for speed.
        """
        self.stage.replay(steps)
        world = self.world
        tables = {name for (name,) in world.db.execute("SELECT DISTINCT tbl FROM _journal")}
        end = snapshot.take(world, tables)
        return state_hash(snapshot.net_change(world.specs, self.plan.start, end, world.made))

    def effects_of_last(self) -> list[Effect]:
        """The rows that the last call touched."""
        last = self.world.log.next_index - 1
        return [effect for effect in self.world.effects() if effect.call == last]

    def close(self) -> None:
        """Free the database."""
        self.stage.close()


def conversation(plan: Plan, world: World, system: Message) -> Trajectory:
    """The most favourable conversation around the calls in the world's log."""
    task = plan.task
    trajectory = Trajectory([system, Message("user", task.opening)])
    say = trajectory.messages.append
    if task.facts:
        say(Message("assistant", request_for(list(task.facts))))
        say(Message("user", "\n".join(f"{name}: {value}" for name, value in task.facts.items())))
        trajectory.user_turns += 1
    named: set[str] = set()
    for call in world.log.calls:
        values = [value for value in _consents(plan, call) if value not in named]
        if values:
            named.update(values)
            say(Message("assistant", proposal(values)))
            say(Message("user", "Yes, please go ahead."))
            trajectory.user_turns += 1
        trajectory.places.append(len(trajectory.messages))
        trajectory.tool_calls += 1
        trajectory.failed_calls += not call.ok
        request = ToolCall(f"call-{call.index}", call.tool, json.dumps(call.arguments))
        say(Message("assistant", "", (request,)))
        say(Message("tool", call.result, tool_call_id=request.id, is_error=not call.ok))
    say(Message("assistant", _closing(plan, world)))
    return trajectory


def _consents(plan: Plan, call: CallRecord) -> Iterator[str]:
    tool = plan.task.domain.by_name.get(call.tool)
    for name in tool.consent if tool is not None and call.tool not in plan.task.consents else ():
        if call.arguments.get(name) is not None:
            yield str(call.arguments[name])


def _closing(plan: Plan, world: World) -> str:
    told = list(_told(plan, world))
    sentences = ["Your request has been dealt with."]
    if told:
        sentences.append("For your records: " + "; ".join(told) + ".")
    return " ".join([*sentences, *(rubric.yes[0] for rubric in plan.task.rubrics)])


def _told(plan: Plan, world: World) -> Iterator[str]:
    for item in plan.task.tell:
        if not isinstance(item, Created):
            yield item
            continue
        made = world.made
        yield from sorted(
            {
                str(effect.key[0])
                for effect in world.effects()
                if effect.table == item.table and effect.op == "inserted" and str(effect.key[0]) in made
            }
        )
