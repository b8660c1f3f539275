"""Runs one trial of a toyshop task with a model agent over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import toyshop
from provider_oracle import oracle
from provider_server import KEY, Answer, ProviderServer, Script

from thinkingbox_plugin.agents.model import ModelAgent
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.providers import ModelEntry, Origin
from thinkingbox_plugin.providers.openai_client import OpenAIClient
from thinkingbox_plugin.providers.retry import RetryPolicy
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.task import find_task
from thinkingbox_plugin.trial import TrialSpec, run_trial
from thinkingbox_plugin.users import ScriptedUser

AT_ONCE = RetryPolicy(waits=(0.001,), longest=0.001)
ENVIRON = {"PROVIDER_KEY": KEY}


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@cache
def plan_of(task: str) -> Plan:
    return build_plan(find_task(toyshop.DOMAIN, task))


@cache
def toyshop_oracle() -> Script:
    return oracle(("toyshop",))


def entry_for(url: str, **settings: Any) -> ModelEntry:
    return ModelEntry("served", "served-model", **{"base_url": url, "key_variable": "PROVIDER_KEY", **settings})


def run_model(
    script: Script | Sequence[Answer],
    task: str = "CAN_001",
    *,
    limits: Limits | None = None,
    clock: Clock | None = None,
    address: Callable[[str], str] = str,
    **settings: Any,
) -> tuple[TrialRecord, ProviderServer]:
    """The record of a trial of ``task`` by a model that answers by ``script``, and the server that it asked.

    With a ``clock`` the client waits as in a real run, by that clock; without one hardly at all.  ``address`` makes
    the address that is asked from the server's.
    """
    plan = plan_of(task)

    async def run(url: str) -> TrialRecord:
        how: dict[str, Any] = {"policy": AT_ONCE} if clock is None else {"clock": clock, "sleep": clock.sleep}
        client = OpenAIClient(entry_for(address(url), **settings), environ=ENVIRON, **how)
        agent = ModelAgent(client, Origin(plan.task.nodeid, "served", 0, "agent", 7))
        user = ScriptedUser(plan.task.opening, plan.task.facts, plan.task.behaviour)
        try:
            spec = TrialSpec(plan, "served", 0, 7, limits or Limits())
            return (await run_trial(spec, agent, user)).record
        finally:
            await client.aclose()

    with ProviderServer(script) as server:
        return asyncio.run(run(server.url)), server
