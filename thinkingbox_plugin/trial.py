"""One trial: clone, converse, grade, record."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from thinkingbox_plugin.agents.protocol import Agent
from thinkingbox_plugin.direct import ToolSession
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.episode import Episode
from thinkingbox_plugin.errors import FatalProviderError
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.judges import Judge, ScriptedJudge
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import Message, ModelCall
from thinkingbox_plugin.plan import Plan
from thinkingbox_plugin.prompts import system_prompt
from thinkingbox_plugin.records import CheckResult, DifferenceRecord, EffectRecord, TrialClass, TrialRecord
from thinkingbox_plugin.state import Difference, Made
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.users.protocol import SimulatedUser
from thinkingbox_plugin.verdict import Verdict, grade
from thinkingbox_plugin.world import World

logger = logging.getLogger(__name__)

Connect = Callable[[Domain, World], Awaitable[ToolSession]]
"""Opens the session in which an agent calls tools."""

_NOT_THE_AGENTS = frozenset({"provider_error", "simulator_error", "sandbox_error", "cost_limit"})


@dataclass(frozen=True)
class Finished:
    """A trial that is over: its record, and its verdict unless it was not measured."""

    record: TrialRecord
    verdict: Verdict | None


@dataclass(frozen=True)
class TrialSpec:
    """Which trial: enough to run it again."""

    plan: Plan
    model: str
    number: int
    seed: int
    limits: Limits = field(default_factory=Limits)


async def through_mcp(domain: Domain, world: World) -> ToolSession:
    """A session over MCP, as any agent's."""
    from thinkingbox_plugin.session import Session  # late: the MCP SDK takes most of the time of a short command

    return await Session.open(domain, world)


def derive_seed(run_seed: int, task: str, model: str, trial: int) -> int:
    """The seed of one trial: 63 bits of SHA-256 over the run's seed, the task, the model and the number."""
    text = f"{run_seed}\0{task}\0{model}\0{trial}"
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big") >> 1


async def run_trial(
    spec: TrialSpec,
    agent: Agent,
    user: SimulatedUser,
    judge: Judge | None = None,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    clock: Callable[[], float] = monotonic,
    connect: Connect = through_mcp,
) -> Finished:
    """Run one trial in a world of its own and grade what it left behind."""
    task, started_at, started = spec.plan.task, now(), clock()
    world = task.world()
    try:
        trajectory = await _converse(spec, world, agent, user, clock, connect)
        judged = clock()
        verdict = await _graded(spec.plan, world, trajectory, judge or ScriptedJudge())
        timing = {
            "agent": trajectory.agent_seconds,
            "user": trajectory.user_seconds,
            "tools": trajectory.tool_seconds,
            "judge": clock() - judged,
            "total": clock() - started,
        }
        return Finished(make_record(spec, world, trajectory, verdict, timing, started_at), verdict)
    finally:
        world.close()


async def _converse(
    spec: TrialSpec, world: World, agent: Agent, user: SimulatedUser, clock: Callable[[], float], connect: Connect
) -> Trajectory:
    task = spec.plan.task
    session = await connect(task.domain, world)
    try:
        episode = Episode(
            system=system_prompt(task.domain, world.now),
            opening=task.opening,
            tools=await session.tools(),
            world=world,
            session=session,
            agent=agent,
            user=user,
            limits=spec.limits,
            clock=clock,
        )
        return await episode.run()
    finally:
        await session.close()


async def _graded(plan: Plan, world: World, trajectory: Trajectory, judge: Judge) -> Verdict | None:
    """The verdict, or None for a trial that is not measured: also one on which a check crashed."""
    if trajectory.stop_reason in _NOT_THE_AGENTS:
        return None
    try:
        return await grade(plan, world, trajectory, judge)
    except FatalProviderError:
        raise
    except Exception as error:
        logger.exception("grading crashed")
        trajectory.stop_reason = "sandbox_error"
        trajectory.error = f"grading crashed: {type(error).__name__}: {error}"
        return None


def make_record(
    spec: TrialSpec,
    world: World,
    trajectory: Trajectory,
    verdict: Verdict | None,
    timing: dict[str, float],
    started_at: datetime,
) -> TrialRecord:
    """The record of a trial that is over; ``world`` must still be open."""
    task, calls = spec.plan.task, world.log.calls
    usage = {"agent": trajectory.agent_usage, "user": trajectory.user_usage}
    if verdict is not None:
        usage["judge"] = verdict.judge_usage
    judged = verdict.judge_calls if verdict is not None else ()
    model_calls = [*trajectory.model_calls, *(("judge", call) for call in judged)]
    return TrialRecord(
        task=task.nodeid,
        domain=task.domain.name,
        model=spec.model,
        trial=spec.number,
        seed=spec.seed,
        trial_class=classify(verdict),
        workflow=task.workflow,
        tags=list(task.tags),
        policy=list(task.policy),
        checks=list(verdict.checks) if verdict else [],
        state_hash=verdict.state_hash if verdict else "",
        golden_hash=verdict.solution.hash if verdict else "",
        golden=verdict.solution.name if verdict else "",
        difference=difference_records(verdict, world) if verdict else [],
        effects=_effects(verdict.effects if verdict else world.effects(), world),
        state_only=verdict.state_only if verdict else None,
        trap=verdict.trap if verdict else None,
        messages=[message_record(message) for message in trajectory.messages],
        tool_calls=trajectory.tool_calls,
        write_calls=sum(call.writes and call.ok for call in calls),
        failed_calls=trajectory.failed_calls,
        user_turns=trajectory.user_turns,
        stop_reason=trajectory.stop_reason,
        injection_reports=[asdict(report) for report in world.log.injection_reports],
        error=trajectory.error,
        flags=list(trajectory.flags),
        model_calls=[call_record(who, call) for who, call in model_calls],
        versions=versions(model_calls),
        usage={who: asdict(amount) for who, amount in usage.items()},
        timing={name: round(seconds, 6) for name, seconds in timing.items()},
        started_at=started_at.isoformat(timespec="milliseconds"),
    )


def call_record(who: str, call: ModelCall) -> dict[str, Any]:
    """A request as it stands in a record."""
    return {
        "who": who,
        **asdict(call.usage),
        "latency": round(call.latency, 6),
        "waited": round(call.waited, 6),
        "attempts": call.attempts,
        "version": call.version,
    }


def versions(model_calls: Iterable[tuple[str, ModelCall]]) -> dict[str, str]:
    """The versions that answered, by who asked, in the order of their first answer."""
    found: dict[str, dict[str, None]] = {}
    for who, call in model_calls:
        if call.version:
            found.setdefault(who, {})[call.version] = None
    return {who: "+".join(versions) for who, versions in found.items()}


def classify(verdict: Verdict | None) -> TrialClass:
    """The one class of a trial that ran; None stands for one that was not measured."""
    return "unmeasured" if verdict is None else classify_checks(verdict.checks)


def classify_checks(checks: Sequence[CheckResult]) -> TrialClass:
    """Passed, failed, or ungraded where only an answer of the judge is missing."""
    if all(check.passed for check in checks):
        return "passed"
    return "failed" if any(check.passed is False for check in checks) else "ungraded"


def message_record(message: Message) -> dict[str, Any]:
    """A message as a JSON-ready dict, empty fields left out."""
    data: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        data["tool_calls"] = [
            {"id": call.id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        data["tool_call_id"] = message.tool_call_id
    if message.is_error:
        data["is_error"] = True
    return data


def _effects(effects: Iterable[Effect], world: World) -> list[EffectRecord]:
    return [
        EffectRecord(
            effect.call,
            world.log.calls[effect.call].tool,
            effect.op,
            effect.table,
            " ".join(map(str, effect.key)),
            effect.changed,
        )
        for effect in effects
    ]


def difference_records(verdict: Verdict, world: World) -> list[DifferenceRecord]:
    """The difference, each line with the call that wrote the actual value where the agent wrote it."""
    return [_difference(difference, verdict.effects, world) for difference in verdict.comparison.differences]


def _difference(difference: Difference, effects: Iterable[Effect], world: World) -> DifferenceRecord:
    call = _writer(difference, effects)
    return DifferenceRecord(
        kind=difference.kind,
        table=difference.table,
        key=difference.key,
        column=difference.column,
        expected=difference.expected,
        actual=difference.actual,
        call=call,
        tool=None if call is None else world.log.calls[call].tool,
    )


def _writer(difference: Difference, effects: Iterable[Effect]) -> int | None:
    """The last call that touched the row, or the column where one is named."""
    if difference.row is None:
        return None
    key = tuple(part.id if isinstance(part, Made) else part for part in difference.row.key)
    found = None
    for effect in effects:
        if (effect.table, effect.key) != (difference.table, key):
            continue
        if difference.column is None or difference.column in effect.changed:
            found = effect.call
    return found
