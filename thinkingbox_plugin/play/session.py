"""One session of play: a trial whose agent is whoever gives the commands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.direct import DirectSession
from thinkingbox_plugin.domain import digest, find_domain
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.judges import ScriptedJudge
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.play.finding import FoundTask, import_also_from
from thinkingbox_plugin.play.folder import Folder, Header
from thinkingbox_plugin.play.replaying import Action, Diverged, LoggedAgent, PlayClock, Suspended, digest_of
from thinkingbox_plugin.prompts import CONVENTIONS
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import Planned, RunFile, summarise, write_summary
from thinkingbox_plugin.task import Task, find_task
from thinkingbox_plugin.trial import TrialSpec, derive_seed, message_record, run_trial
from thinkingbox_plugin.users import ScriptedUser

_RUN_SEED = 0


@dataclass(frozen=True)
class Position:
    """Where a session stands: all that the agent has seen, and the record once the trial is over."""

    messages: Sequence[dict[str, Any]]
    tools: Sequence[ToolSchema] = ()
    new: Sequence[dict[str, Any]] = ()
    """What the last turn brought: a tool's result or the user's reply."""
    record: TrialRecord | None = None


class PlaySession:
    """A session that this process holds; see :func:`start` and :func:`resume`."""

    def __init__(self, folder: Folder, header: Header, task: Task, plan: Plan) -> None:
        self.folder, self.header, self.task = folder, header, task
        self._plan = plan

    @property
    def policies(self) -> Mapping[str, str]:
        """The text of each policy section by its anchor, for the report after the end."""
        return {section.anchor: section.body for section in self.task.domain.sections}

    def position(self) -> Position:
        """Where the session stands.  Raises :class:`UsageError` if a replay shows something else than was shown."""
        return self._go(None)

    def running(self) -> Position:
        """The same.  Raises :class:`UsageError` after the end."""
        self._check_running()
        position = self.position()
        self._check_running()
        return position

    def _check_running(self) -> None:
        if self.folder.record() is not None:
            raise UsageError(
                f"--session {self.folder.path}: this trial is over; see thinkingbox play verdict "
                f"--session {self.folder.path}"
            )

    def act(self, action: Action) -> Position:
        """Take one more turn.  Raises :class:`UsageError` after the end; the turn is then not taken."""
        self._check_running()
        passed = max(0.0, time.time() - self.folder.last_change())
        return self._go(replace(action, seconds=round(passed, 3)))

    def _go(self, action: Action | None) -> Position:
        logged, clock = self.folder.actions(), PlayClock()
        turns = [*logged, *([action] if action else [])]
        agent = LoggedAgent(turns, [self.header.shown, *(turn.shown for turn in logged)], clock)
        position = _run(self._plan, self.header, agent, clock, self.folder.path)
        taken = action is not None and len(agent.lengths) == len(turns)
        if action is not None and taken:
            self.folder.add(replace(action, shown=digest_of(position.messages)))
            position = replace(position, new=position.messages[agent.lengths[-1] + 1 :])
        if position.record is not None and self.folder.record() is None:
            self._finish(position.record)
        if action is not None and not taken:
            self._check_running()  # the end had been logged, but not its record
        return position

    def _finish(self, record: TrialRecord) -> None:
        """Write the record, and what makes the folder a results directory like any run's."""
        from thinkingbox_plugin.run import fingerprints, golden_tools  # late: it loads pytest

        self.folder.finish(record)
        planned = Planned.of_keys({record.task: record.domain}, [record.key])
        run_file = RunFile(
            self.folder.path,
            options={
                "models": [record.model],
                "trials": 1,
                "max_user_turns": self.header.limits.user_turns,
                "max_tool_calls": self.header.limits.tool_calls,
            },
            fingerprints=fingerprints([self.task]) | {"goldens": {record.task: golden_tools(self._plan)}},
            user="scripted",
            judge="scripted",
            started_at=record.started_at,
            planned=planned.to_json(),
        )
        write_summary(self.folder.path, summarise([record], planned))
        run_file.finish("finished", datetime.now(UTC).isoformat(timespec="seconds"))


def _run(plan: Plan, header: Header, agent: LoggedAgent, clock: PlayClock, path: Path) -> Position:
    task = plan.task
    seed = derive_seed(_RUN_SEED, task.nodeid, header.model, header.trial)
    spec = TrialSpec(plan, header.model, header.trial, seed, header.limits)
    user = ScriptedUser(task.opening, task.facts, task.behaviour)
    started = datetime.fromisoformat(header.started_at)
    try:
        finished = asyncio.run(
            run_trial(
                spec,
                agent,
                user,
                judge=ScriptedJudge("ungraded"),
                now=lambda: started,
                clock=clock,
                connect=DirectSession.open,
            )
        )
        agent.compare(finished.record.messages)
    except Suspended as suspended:
        return Position([message_record(message) for message in suspended.messages], suspended.tools)
    except Diverged as diverged:
        raise UsageError(
            f"--session {path}: what was shown after turn {diverged.number} would now be something else; the tools, "
            "the simulated user or thinkingbox have been changed since; start a new session"
        ) from None
    return Position(finished.record.messages, record=finished.record)


@contextmanager
def start(found: FoundTask, path: Path, *, model: str, trial: int, limits: Limits) -> Iterator[PlaySession]:
    """Begin a session in a new folder.

    Raises :class:`UsageError` for a name that no player can have or a folder that exists, and
    :class:`~thinkingbox_plugin.errors.AuthorError` for a broken task; nothing is made then.
    """
    if not model.strip() or parse_reference(model) is not None:
        raise UsageError(f"--as {model}: choose another name; this one is empty or a reference agent's")
    task = found.task
    plan = build_plan(task)
    started = datetime.now(UTC).isoformat(timespec="milliseconds")
    header = Header(
        task.nodeid, task.domain.package, found.root, model, trial, limits, started, "", _fingerprints(task)
    )
    clock = PlayClock()
    position = _run(plan, header, LoggedAgent([], [], clock), clock, path)
    header = replace(header, shown=digest_of(position.messages))
    folder = Folder.make(path, header)
    with folder.locked():
        yield PlaySession(folder, header, task, plan)


@contextmanager
def resume(path: Path) -> Iterator[PlaySession]:
    """Go on with a session.

    Raises :class:`UsageError` where there is none, while another command is at work in it, and if the
    task or its domain has been changed since the start, naming what.
    """
    folder = Folder(path)
    with folder.locked():
        header = folder.header()
        if header.root is not None:
            import_also_from(Path(header.root))
        import_also_from(Path.cwd())
        task = find_task(find_domain(header.package), header.task)
        _check_unchanged(path, header, task)
        yield PlaySession(folder, header, task, build_plan(task))


def ended(path: Path) -> TrialRecord | None:
    """The record of a session that is over, without looking at the task; None if it still goes on."""
    folder = Folder(path)
    with folder.locked():
        folder.header()
        return folder.record()


def _fingerprints(task: Task) -> dict[str, str]:
    """SHA-256 of all that the agent meets, by a name to say what was changed."""
    domain = task.domain
    return {
        f"the task {task.nodeid}": task.fingerprint(),
        **{f"the {part} of {domain.name}": value for part, value in domain.fingerprints().items()},
        "the conventions in the system prompt": digest(CONVENTIONS),
    }


def _check_unchanged(path: Path, header: Header, task: Task) -> None:
    now = _fingerprints(task)
    changed = [name for name, value in now.items() if header.fingerprints.get(name) != value]
    if changed:
        raise UsageError(
            f"--session {path}: changed since the session started: {', '.join(changed)}; start a new session"
        )
