"""Trials that run side by side in one process never see one another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from toyshop import DOMAIN
from trials import plan_of

from thinkingbox_plugin.agents.protocol import Agent
from thinkingbox_plugin.agents.reference import make_agent
from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.messages import Message, Reply, ToolSchema
from thinkingbox_plugin.plan import Plan
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.task import tasks_of
from thinkingbox_plugin.trial import TrialSpec, run_trial
from thinkingbox_plugin.users import ScriptedUser

NAMES = [task.id for task in tasks_of(DOMAIN)]
plan = cache(plan_of)


class Hesitant:
    """Another agent that lets others run for a while before each of its turns."""

    def __init__(self, agent: Agent, pauses: Sequence[int]) -> None:
        self._agent, self._pauses = agent, list(pauses)

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """The other agent's turn."""
        for _ in range(self._pauses.pop() if self._pauses else 0):
            await asyncio.sleep(0)
        return await self._agent.reply(messages, tools)


async def attempt(name: str, model: str, number: int, pauses: Sequence[int]) -> TrialRecord:
    """A trial of a reference agent; its record without what the clock says."""
    of: Plan = plan(name)
    reference = parse_reference(model)
    assert reference is not None
    user = ScriptedUser(of.task.opening, of.task.facts, of.task.behaviour)
    agent: Any = Hesitant(make_agent(reference, of, number), pauses)
    finished = await run_trial(TrialSpec(of, model, number, number), agent, user)
    return replace(finished.record, timing={}, started_at="")


TRIALS = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(["oracle", "idle", "flaky:0.5", "mutant:1", "mutant:4"]),
    st.integers(0, 99),
    st.lists(st.integers(0, 30), max_size=12),
)


@settings(max_examples=30)
@given(st.lists(TRIALS, min_size=2, max_size=6))
def test_trials_side_by_side_leave_the_records_that_each_leaves_alone(
    trials: list[tuple[str, str, int, list[int]]],
) -> None:
    async def together() -> list[TrialRecord]:
        return await asyncio.gather(*(attempt(*trial) for trial in trials))

    alone = [asyncio.run(attempt(*trial)) for trial in trials]
    assert asyncio.run(together()) == alone
    assert {record.trial_class for record in alone} <= {"passed", "failed"}
