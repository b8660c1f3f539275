"""Reference agents pass as often as they say, on real tasks: the oracle always, idle never, flaky:P by its draw."""

from __future__ import annotations

import asyncio
import math
import random

import pytest

from sandbox_external_retail import DOMAIN
from thinkingbox_plugin.agents.reference import make_agent
from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.task import tasks_of
from thinkingbox_plugin.trial import TrialSpec, derive_seed, run_trial
from thinkingbox_plugin.users import ScriptedUser

TRIALS = 20


@pytest.fixture(scope="module")
def plans() -> list[Plan]:
    """The plans of every fourth task."""
    return [build_plan(task) for task in tasks_of(DOMAIN)[::4]]


async def attempts(plan: Plan, model: str, trials: int) -> list[tuple[int, bool]]:
    """Seed and outcome of each trial."""
    reference = parse_reference(model)
    assert reference is not None
    found = []
    for number in range(trials):
        task, seed = plan.task, derive_seed(0, plan.task.nodeid, model, number)
        user = ScriptedUser(task.opening, task.facts, task.behaviour)
        finished = await run_trial(TrialSpec(plan, model, number, seed), make_agent(reference, plan, seed), user)
        found.append((seed, finished.record.trial_class == "passed"))
    return found


def test_the_oracle_passes_every_task_and_idle_none(plans: list[Plan]) -> None:
    for plan in plans:
        assert [passed for _, passed in asyncio.run(attempts(plan, "oracle", 1))] == [True], plan.task.nodeid
        assert [passed for _, passed in asyncio.run(attempts(plan, "idle", 1))] == [False], plan.task.nodeid


def test_flaky_passes_exactly_when_its_seed_draws_the_oracle(plans: list[Plan]) -> None:
    passed = total = always = 0
    for plan in plans:
        outcomes = asyncio.run(attempts(plan, "flaky:0.8", TRIALS))
        for seed, outcome in outcomes:
            assert outcome == (random.Random(seed).random() < 0.8), plan.task.nodeid
        passed += sum(outcome for _, outcome in outcomes)
        total += TRIALS
        always += all(outcome for _, outcome in outcomes)
    assert abs(passed / total - 0.8) < 4 * math.sqrt(0.8 * 0.2 / total)
    assert always <= len(plans) / 3
