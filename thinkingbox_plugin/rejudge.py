"""``thinkingbox rejudge``: ask a judge what it could not be asked during the run, without a new conversation.

Every answer is on the disk, in a part file of its own, as soon as it is there: a rejudge that is killed has
lost none, and the next one goes on where it stopped.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import CostCapError, FatalProviderError, UsageError
from thinkingbox_plugin.judges import Judge
from thinkingbox_plugin.judging import AT_ONCE, Bench, add_judge_options
from thinkingbox_plugin.messages import Message, Usage
from thinkingbox_plugin.providers import Origin
from thinkingbox_plugin.records import CheckResult, TrialClass, TrialRecord
from thinkingbox_plugin.report.text import dollars
from thinkingbox_plugin.results import (
    Planned,
    RunFile,
    TrialWriter,
    merge,
    part_path,
    read_run_file,
    read_trials,
    summarise_by_version,
    write_summary,
)
from thinkingbox_plugin.results.locking import lock_directory
from thinkingbox_plugin.results.merge import TRIALS
from thinkingbox_plugin.results.resuming import unpack
from thinkingbox_plugin.task import Task

_DESCRIPTION = """\
Grade the ungraded trials of a run: those that the judge could not be reached for and that hold otherwise. No
conversation is repeated. DIR/trials.jsonl and DIR/summary.json are replaced at once, one record for each trial;
the other records stay as they are. Run it where the domain's package can be imported.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``rejudge``."""
    parser = subparsers.add_parser(
        "rejudge",
        help="grade trials that the judge could not be reached for",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", metavar="DIR", type=Path, help="the results directory of a finished run")
    add_judge_options(parser, "default: the run's own judge")
    parser.add_argument(
        "--killed", action="store_true", help="the run was killed: run.json calls it running, it is not"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Grade what can be graded; the exit code is 1 if ungraded trials are left."""
    directory: Path = args.directory
    run_file = read_run_file(directory)
    votes = args.tb_judge_votes if args.tb_judge_votes != 1 else int(run_file["options"].get("judge_votes", 1))
    bench = Bench(args.tb_judge_model or run_file["judge"], votes, args.tb_model_arg, args.tb_max_cost)
    if run_file.get("state") == "running" and not args.killed:
        raise UsageError(f"{directory}: the run still goes on; wait for its end, or write --killed if it was killed")
    with lock_directory(directory):
        result = bench.run(rejudge(directory, run_file, bench))
    for line in result.lines():
        print(line)
    if result.fatal is not None:
        raise UsageError(f"the judge: {result.fatal}")
    return 1 if result.left else 0


class Result:
    """What came of it."""

    def __init__(self) -> None:
        self.classes: Counter[TrialClass] = Counter()
        self.notes: dict[str, int] = {}
        self.left = 0
        self.cost = 0.0
        self.fatal: FatalProviderError | None = None
        self.capped = ""
        """Why no further question is asked: the cap on cost leaves no room."""

    def leave(self, why: str) -> None:
        """Count a trial that stays ungraded."""
        self.left += 1
        self.notes[why] = self.notes.get(why, 0) + 1

    def to_json(self) -> dict[str, Any]:
        """For ``run.json``; the cost in US dollars."""
        return {"graded": dict(self.classes), "left": self.left, "cost": round(self.cost, 6)}

    def lines(self) -> list[str]:
        """For the terminal."""
        graded = self.classes["passed"] + self.classes["failed"]
        if not graded and not self.left:
            return ["there is no ungraded trial"]
        told = f"{graded} graded ({self.classes['passed']} passed, {self.classes['failed']} failed)"
        cost = f", {dollars(self.cost)}" if self.cost else ""
        return [f"{told}, {self.left} left ungraded{cost}", *(f"{count} × {why}" for why, count in self.notes.items())]


async def rejudge(directory: Path, run_file: dict[str, Any], bench: Bench) -> Result:
    """Grade the ungraded trials of ``directory`` and rewrite its files.

    Raises :class:`UsageError` for a directory without trials or a task that cannot be found.
    """
    path, result = directory / TRIALS, Result()
    unpack(directory)
    order = [record.key for record in read_trials(path, messages=False)] if path.exists() else None
    merge(directory, order)
    waiting = [record for record in read_trials(path) if record.trial_class == "ungraded"]
    if not waiting:
        return result
    jobs = list(_gradable(waiting, run_file["fingerprints"].get("tasks", {}), result))
    with TrialWriter(part_path(directory, "rejudge")) as writer:
        await _grade(jobs, bench, writer, result)
    _rewrite(directory, order, bench, result)
    return result


def _rewrite(directory: Path, order: Sequence[tuple[str, str, int]] | None, bench: Bench, result: Result) -> None:
    merged = merge(directory, order)
    run_file = RunFile.reopen(directory)
    run = read_run_file(directory)
    pool = bool(run["options"].get("pool_versions"))
    planned = Planned.from_json(run["planned"])
    summary = summarise_by_version(lambda: read_trials(merged.path, messages=False), planned, pool=pool)
    write_summary(directory, summary)
    when = datetime.now(UTC).isoformat(timespec="seconds")
    run_file.rejudged({"at": when, **bench.to_json(), **result.to_json()})


def _gradable(
    records: Sequence[TrialRecord], fingerprints: dict[str, str], result: Result
) -> list[tuple[Task, TrialRecord]]:
    """The records whose questions can be asked, with their tasks; the others are noted."""
    from thinkingbox_plugin.play.finding import find, import_also_from

    import_also_from(Path.cwd())
    tasks: dict[str, Task] = {}
    jobs = []
    for record in records:
        if record.task not in tasks:
            tasks[record.task] = find(record.task).task
        task = tasks[record.task]
        if task.nodeid != record.task or fingerprints.get(record.task, task.fingerprint()) != task.fingerprint():
            result.leave(f"{record.task} has been changed since the run: its questions may be others now")
        elif not any(message.get("content") for message in record.messages):
            result.leave("written with --tb-no-transcripts: there is no conversation to judge")
        else:
            jobs.append((task, record))
    return jobs


async def _grade(jobs: Sequence[tuple[Task, TrialRecord]], bench: Bench, writer: TrialWriter, result: Result) -> None:
    """Ask, and write each record as soon as it is graded.

    After a fatal error, and once the cap on cost leaves no room, no further one is begun.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(task: Task, record: TrialRecord) -> None:
        async with turns:
            if result.capped:
                result.leave(result.capped)
                return
            if result.fatal is None:
                origin = Origin(record.task, record.model, record.trial, "judge", record.seed)
                record = await judge_record(task, record, bench.judge(origin), result)
            if record.trial_class == "ungraded":
                details = "; ".join(check.detail for check in record.checks if check.passed is None)
                result.leave(result.capped or details)
            else:
                writer.write(record)
                result.classes[record.trial_class] += 1

    await asyncio.gather(*(one(task, record) for task, record in jobs))


async def judge_record(task: Task, record: TrialRecord, judge: Judge, result: Result) -> TrialRecord:
    """``record`` with an answer to each question that had none; all its other answers stay."""
    from thinkingbox_plugin.trial import call_record, classify_checks, versions
    from thinkingbox_plugin.verdict import ask

    open_names = {check.name for check in record.checks if check.passed is None}
    questions = {n: rubric for n, rubric in enumerate(task.rubrics) if f"rubric.{n}" in open_names}
    visible = [
        Message(message["role"], message["content"])
        for message in record.messages
        if message["role"] in ("user", "assistant") and message["content"]
    ]
    asked = await ask(questions, visible, judge)
    result.cost += asked.usage.cost
    if asked.error is not None and isinstance(asked.error.__cause__, FatalProviderError):
        result.fatal = asked.error.__cause__
    if asked.error is not None and isinstance(asked.error.__cause__, CostCapError):
        result.capped = result.capped or str(asked.error.__cause__)
    answers = {check.name: check for check in asked.results}
    checks: list[CheckResult] = [answers.get(check.name, check) for check in record.checks]
    usage = Usage(**record.usage.get("judge", {})) + asked.usage  # type: ignore[arg-type]
    before = [name for name in record.versions.get("judge", "").split("+") if name]
    versions_now = versions(("judge", call) for call in asked.calls).get("judge", "").split("+")
    judged_by = "+".join(dict.fromkeys(name for name in (*before, *versions_now) if name))
    return replace(
        record,
        checks=checks,
        trial_class=classify_checks(checks),
        usage={**record.usage, "judge": asdict(usage)},
        model_calls=[*record.model_calls, *(call_record("judge", call) for call in asked.calls)],
        versions={**record.versions, "judge": judged_by} if judged_by else record.versions,
    )
