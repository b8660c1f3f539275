"""Grade a saved trajectory again, without an agent: an audit, a changed check, a reward in training.

::

    plan = build_plan(task)
    reward = float(regrade(plan, record).passed)

The recorded tool calls are carried out on a fresh world of the task, the conversation is taken as it
was recorded, and both go through the same verdict as a trial.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from thinkingbox_plugin._jsontext import BadArgumentsError, parse_arguments
from thinkingbox_plugin.direct import answer
from thinkingbox_plugin.errors import JudgeError, UsageError
from thinkingbox_plugin.judges import Grade
from thinkingbox_plugin.messages import Message, ToolCall
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.task import Rubric, Task
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.verdict import Verdict, grade
from thinkingbox_plugin.world import World

T = TypeVar("T")


def regrade(task: Task | Plan, record: TrialRecord) -> Verdict:
    """The verdict of a recorded trial, found by replaying its tool calls.

    Give the plan instead of the task to grade many records of one task: it is then made only once.
    Rubrics keep the answers that the record holds, so that no judge is asked; one that was not asked
    stays ungraded.  Needs no event loop and works inside a running one.

    Raises :class:`UsageError` for a record of another task, one without texts or one that was not
    measured, and where a tool now answers otherwise than it did: the domain has been changed since,
    and what the agent would have done next is unknown.
    """
    plan = task if isinstance(task, Plan) else build_plan(task)
    label = f"{record.task}[{record.model}-t{record.trial:02d}]"
    if record.task != plan.task.nodeid:
        raise UsageError(f"the record {label} is of another task than {plan.task.nodeid}")
    if record.trial_class in ("unmeasured", "not_run"):
        raise UsageError(f"the record {label} is {record.trial_class}: there is nothing to grade; run the trial again")
    trajectory = Trajectory(
        [_message(message) for message in record.messages],
        user_turns=record.user_turns,
        tool_calls=record.tool_calls,
        failed_calls=record.failed_calls,
        stop_reason=record.stop_reason,
        error=record.error,
    )
    if not any(message.content for message in trajectory.messages):
        raise UsageError(f"the record {label} holds no texts; grade one that was written without --tb-no-transcripts")
    world = plan.task.world()
    try:
        _carry_out(label, plan, world, trajectory)
        return _complete(grade(plan, world, trajectory, _RecordedJudge(plan, record)))
    finally:
        world.close()


def _message(data: dict[str, Any]) -> Message:
    calls = tuple(ToolCall(call["id"], call["name"], call["arguments"]) for call in data.get("tool_calls", ()))
    return Message(data["role"], data["content"], calls, data.get("tool_call_id"), data.get("is_error", False))


def _carry_out(label: str, plan: Plan, world: World, trajectory: Trajectory) -> None:
    """Do the recorded calls that were answered, in order; a cap may have left the last ones undone."""
    number = 0
    for place, message in enumerate(trajectory.messages):
        results = _results(trajectory.messages, place + 1)
        for call, recorded in zip(message.tool_calls, results, strict=False):
            logged = len(world.log.calls)
            answered = _answer(plan, world, call)
            number += 1
            trajectory.places += [place] * (len(world.log.calls) - logged)
            if answered != (recorded.content, recorded.is_error):
                raise UsageError(
                    f"the record {label} cannot be replayed: call {number}, {call.name}, is now answered otherwise; "
                    "the domain or the task has been changed since, so run the trial again"
                )


def _results(messages: Sequence[Message], start: int) -> list[Message]:
    """The results that stand directly behind an assistant's message."""
    found: list[Message] = []
    for message in messages[start:]:
        if message.role != "tool":
            break
        found.append(message)
    return found


def _answer(plan: Plan, world: World, call: ToolCall) -> tuple[str, bool]:
    try:
        arguments = parse_arguments(call.arguments)
    except BadArgumentsError as error:
        world.log.add(call.name, {}, "invalid", str(error))
        return str(error), True
    result = answer(plan.task.domain, world, call.name, arguments)
    return result.text, result.is_error


class _RecordedJudge:
    """Answers each rubric as the record says it was answered."""

    def __init__(self, plan: Plan, record: TrialRecord) -> None:
        checks = {check.name: check for check in record.checks}
        self._checks = {id(rubric): checks.get(f"rubric.{n}") for n, rubric in enumerate(plan.task.rubrics)}

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
        """See :class:`~thinkingbox_plugin.judges.Judge`."""
        check = self._checks[id(rubric)]
        if check is None or check.passed is None:
            raise JudgeError(check.detail if check else "not asked when the trial was recorded")
        reason = check.detail.removeprefix(f"{rubric.question} No: ")
        return Grade(check.passed, reason)


def _complete(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits for anything: no event loop is needed for it."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        result: T = finished.value
        return result
    coroutine.close()
    raise RuntimeError("a check or a judge waited for something while a record was graded again")
