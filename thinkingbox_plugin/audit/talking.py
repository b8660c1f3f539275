"""Probes that need a whole trial: through MCP, with the simulated user, graded with the rubrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thinkingbox_plugin.agents import Agent
from thinkingbox_plugin.agents.reference import IdleAgent, OracleAgent
from thinkingbox_plugin.audit.findings import Probe, TaskAudit
from thinkingbox_plugin.messages import Message, Reply, ToolSchema
from thinkingbox_plugin.plan import Plan, Solution
from thinkingbox_plugin.trial import Finished, TrialSpec, run_trial
from thinkingbox_plugin.users import ScriptedUser

_QUESTIONS = (
    "Thank you. Is there anything else about this that I should know?",
    "And have you been in touch with us about this before?",
)


class ChattyAgent:
    """The oracle, with two questions first that nothing depends on."""

    def __init__(self, oracle: OracleAgent) -> None:
        self._oracle = oracle
        self._questions = list(_QUESTIONS)

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """A question while there is one left, then the oracle's turn."""
        if self._questions:
            return Reply(self._questions.pop(0))
        return await self._oracle.reply(messages, tools)


async def goldens_pass(plan: Plan, audit: TaskAudit) -> None:
    """Each golden, acted out by the oracle through MCP."""
    for golden in plan.goldens:
        finished = await _run(plan, _oracle(plan, golden))
        _must_pass(audit, "golden", f"golden {golden.name!r}", finished)
        if finished.record.state_hash not in ("", golden.hash):
            audit.survive("golden", f"golden {golden.name!r} ends otherwise through MCP than when called directly")


async def idle_fails(plan: Plan, audit: TaskAudit) -> None:
    """An agent that answers and stops."""
    audit.count("idle").tried += 1
    finished = await _run(plan, IdleAgent())
    if finished.record.trial_class != "failed":
        audit.survive("idle", f"an agent that answers and stops: {finished.record.trial_class}")


async def questions_pass(plan: Plan, audit: TaskAudit) -> None:
    """Two more questions to the user."""
    finished = await _run(plan, ChattyAgent(_oracle(plan, plan.goldens[0])))
    _must_pass(audit, "neutral", "two more questions to the user", finished)


def _oracle(plan: Plan, golden: Solution) -> OracleAgent:
    """The oracle for one of several goldens, which it then takes for the first."""
    others = tuple(other for other in plan.goldens if other is not golden)
    return OracleAgent(replace(plan, goldens=(golden, *others)), golden.steps)


async def _run(plan: Plan, agent: Agent) -> Finished:
    task = plan.task
    user = ScriptedUser(task.opening, task.facts, task.behaviour)
    return await run_trial(TrialSpec(plan, "audit", 0, 0), agent, user)


def _must_pass(audit: TaskAudit, probe: Probe, what: str, finished: Finished) -> None:
    audit.count(probe).tried += 1
    record = finished.record
    if record.trial_class != "passed":
        failed = ", ".join(check.name for check in record.checks if not check.passed) or record.error
        audit.survive(probe, f"{what}: {record.trial_class}, ended {record.stop_reason}: {failed}")
