"""Single trials without pytest: an agent that says what a test wrote down, and what comes of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from typing import Any

from toyshop import DOMAIN

from thinkingbox_plugin.checks import Check
from thinkingbox_plugin.judges import Judge
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.task import find_task
from thinkingbox_plugin.trial import Finished, TrialSpec, run_trial
from thinkingbox_plugin.users import ScriptedUser
from thinkingbox_plugin.users.protocol import SimulatedUser

DONE = "Thank you. <DONE>"


class Says:
    """An agent that says what it was given, turn by turn; an exception is raised."""

    def __init__(self, *turns: Any) -> None:
        self.turns = list(turns)
        self.seen: list[Sequence[Message]] = []

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The next of the turns."""
        self.seen.append(messages)
        turn = self.turns.pop(0)
        if isinstance(turn, BaseException):
            raise turn
        return Reply(turn) if isinstance(turn, str) else turn


def call(name: str, **arguments: Any) -> ToolCall:
    """A tool call with JSON arguments."""
    return ToolCall(f"call-{name}", name, json.dumps(arguments))


def calls(*them: ToolCall, text: str = "") -> Reply:
    """A turn that makes calls."""
    return Reply(text, them)


def plan_of(name: str, offered: Iterable[Check] = ()) -> Plan:
    """The plan of a toyshop task, made afresh."""
    return build_plan(find_task(DOMAIN, name), offered)


def attempt(
    plan: Plan | str,
    *turns: Any,
    user: SimulatedUser | None = None,
    judge: Judge | None = None,
    limits: Limits | None = None,
) -> Finished:
    """One trial of a task by an agent that says ``turns``."""
    plan = plan_of(plan) if isinstance(plan, str) else plan
    user = user or ScriptedUser(plan.task.opening, plan.task.facts, plan.task.behaviour)
    return asyncio.run(run_trial(TrialSpec(plan, "says", 0, 0, limits or Limits()), Says(*turns), user, judge))


def check(finished: Finished, name: str) -> CheckResult:
    """One of its checks; KeyError if it does not apply."""
    return {result.name: result for result in finished.record.checks}[name]


def names(finished: Finished) -> set[str]:
    """The names of the checks that apply."""
    return {result.name for result in finished.record.checks}
