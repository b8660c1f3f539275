"""A saved trajectory, graded again without an agent, gets the verdict that its trial got."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from toyshop import DOMAIN

from thinkingbox_plugin.agents import Agent
from thinkingbox_plugin.agents.reference import make_agent
from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.errors import JudgeError, UsageError
from thinkingbox_plugin.grading import regrade
from thinkingbox_plugin.judges import Judge
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import Message, Reply, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.lines import decode, encode
from thinkingbox_plugin.results.redact import without_texts
from thinkingbox_plugin.task import Rubric, find_task, tasks_of
from thinkingbox_plugin.trial import Finished, TrialSpec, classify, run_trial
from thinkingbox_plugin.users import ScriptedUser
from thinkingbox_plugin.verdict import Verdict

TASKS = [task.id for task in tasks_of(DOMAIN)]


def plan_of(task_id: str) -> Plan:
    return build_plan(find_task(DOMAIN, task_id))


def trial(plan: Plan, agent: Agent, limits: Limits | None = None, judge: Judge | None = None) -> Finished:
    user = ScriptedUser(plan.task.opening, plan.task.facts, plan.task.behaviour)
    spec = TrialSpec(plan, "model", 3, 0, limits or Limits())
    return asyncio.run(run_trial(spec, agent, user, judge))


def same_verdict(record: TrialRecord, verdict: Verdict) -> bool:
    return (
        record.checks == list(verdict.checks)
        and record.trial_class == classify(verdict)
        and record.state_hash == verdict.state_hash
        and (record.golden, record.golden_hash) == (verdict.solution.name, verdict.solution.hash)
        and len(record.difference) == len(verdict.comparison.differences)
        and (record.state_only, record.trap) == (verdict.state_only, verdict.trap)
    )


@pytest.mark.parametrize("task_id", TASKS)
@pytest.mark.parametrize(
    ("spec", "seeds", "classes"),
    [
        (ReferenceSpec("oracle", "oracle"), 1, {"passed"}),
        (ReferenceSpec("idle", "idle"), 1, {"failed"}),
        (ReferenceSpec("trap:0", "trap", 0), 1, {"failed"}),
        (ReferenceSpec("flaky:0.5", "flaky", 0.5), 12, {"passed", "failed"}),
    ],
    ids=lambda value: value.kind if isinstance(value, ReferenceSpec) else "",
)
def test_a_record_read_back_is_graded_as_its_trial_was(
    task_id: str, spec: ReferenceSpec, seeds: int, classes: set[str]
) -> None:
    plan = plan_of(task_id)
    records = [trial(plan, make_agent(spec, plan, seed)).record for seed in range(seeds)]
    assert {record.trial_class for record in records} == classes
    for record in records:
        assert same_verdict(record, regrade(plan, decode(encode(record))))


def test_a_task_will_do_instead_of_its_plan() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("oracle", "oracle"), plan, 0)).record
    assert regrade(plan.task, record).passed


def test_an_event_loop_that_runs_is_not_in_the_way() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("oracle", "oracle"), plan, 0)).record

    async def reward() -> bool:
        return regrade(plan, record).passed

    assert asyncio.run(reward())


class Scripted:
    def __init__(self, *turns: Reply) -> None:
        self._turns = iter(turns)

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        return next(self._turns)


def refund(number: int) -> ToolCall:
    return ToolCall(f"c{number}", "create_refund", '{"order_id": "ORD-1", "amount": "1.00", "reason": "late"}')


def test_calls_that_a_cap_left_undone_stay_undone() -> None:
    plan = plan_of("LAT_001")
    agent = Scripted(Reply("One moment.", (refund(0), refund(1), refund(2))))
    record = trial(plan, agent, Limits(tool_calls=2)).record
    verdict = regrade(plan, record)
    assert (record.stop_reason, record.write_calls) == ("tool_limit", 2)
    assert same_verdict(record, verdict)
    assert sum(change.table == "refunds" for change in verdict.net) == 2


def test_refused_unknown_and_unreadable_calls_keep_each_later_call_in_its_place() -> None:
    plan = plan_of("LAT_001")
    turns = [
        Reply(tool_calls=(ToolCall("a", "nothing", "{}"), ToolCall("b", "get_order", "{"))),
        Reply(tool_calls=(ToolCall("c", "get_order", '{"order_id": "ORD-99"}'),)),
        Reply("I would pay 1.00 back. Do you agree?"),
        Reply(tool_calls=(refund(0),)),
        Reply("Done. <DONE>"),
    ]
    record = trial(plan, Scripted(*turns)).record
    verdict = regrade(plan, record)
    assert record.failed_calls == 3
    assert {check.name: check.passed for check in verdict.checks}["consent"] is True
    assert same_verdict(record, verdict)


RUBRICS = (
    Rubric("Does the reply thank the user?", yes=["Thank you for your patience."], no=["Never mind."]),
    Rubric("Does the reply say goodbye?", yes=["Goodbye."], no=["Well."]),
)


class Refusing:
    """A judge that says no to the second question, or cannot be reached for it."""

    def __init__(self, reachable: bool) -> None:
        self._reachable = reachable

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> tuple[bool, str, Usage]:
        if rubric == RUBRICS[0]:
            return True, "it does", Usage(10, 0, 1)
        if not self._reachable:
            raise JudgeError("the judge does not answer")
        return False, "no farewell is spoken", Usage(10, 0, 1)


@pytest.mark.parametrize(("reachable", "expected"), [(True, "failed"), (False, "ungraded")])
def test_rubrics_keep_the_answers_that_the_record_holds(reachable: bool, expected: str) -> None:
    plan = build_plan(replace(find_task(DOMAIN, "LAT_001"), rubrics=RUBRICS))
    oracle = make_agent(ReferenceSpec("oracle", "oracle"), plan, 0)
    record = trial(plan, oracle, judge=Refusing(reachable)).record
    verdict = regrade(plan, record)
    assert record.trial_class == expected
    assert same_verdict(record, verdict)
    assert verdict.judge_usage == Usage()


def test_rubrics_that_were_not_asked_stay_ungraded() -> None:
    plan = build_plan(replace(find_task(DOMAIN, "LAT_001"), rubrics=RUBRICS))
    record = trial(plan, make_agent(ReferenceSpec("idle", "idle"), plan, 0)).record
    assert same_verdict(record, regrade(plan, record))


def test_a_record_of_another_task_is_refused() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("idle", "idle"), plan, 0)).record
    with pytest.raises(UsageError, match=r"LAT_001\[model-t03\] is of another task than .*LAT_002"):
        regrade(plan_of("LAT_002"), record)


def test_a_record_that_was_not_measured_is_refused() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("idle", "idle"), plan, 0)).record
    with pytest.raises(UsageError, match="is unmeasured: there is nothing to grade"):
        regrade(plan, replace(record, trial_class="unmeasured"))


def test_a_record_without_texts_is_refused() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("oracle", "oracle"), plan, 0)).record
    with pytest.raises(UsageError, match="holds no texts; grade one that was written without --tb-no-transcripts"):
        regrade(plan, without_texts(record))


def test_a_tool_that_answers_otherwise_by_now_is_named() -> None:
    plan = plan_of("LAT_001")
    record = trial(plan, make_agent(ReferenceSpec("oracle", "oracle"), plan, 0)).record
    (place, *_) = [place for place, message in enumerate(record.messages) if "RF-7001" in message["content"]]
    changed = [dict(message) for message in record.messages]
    changed[place]["content"] = changed[place]["content"].replace("RF-7001", "RF-1")
    with pytest.raises(UsageError, match=r"call 3, create_refund, is now answered otherwise"):
        regrade(plan, replace(record, messages=changed))
