"""What a node of a cluster does: it makes trials of orders.

A runner is told once what all trials of the run have in common, and then asked for one trial at a time, many of
which are under way together.  It writes nothing: records are written where pytest runs.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.errors import FatalProviderError, TaskError, ThinkingboxError, UsageError

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check
    from thinkingbox_plugin.options import RunOptions
    from thinkingbox_plugin.plan import Plan
    from thinkingbox_plugin.providers import ModelEntry, Who
    from thinkingbox_plugin.records import TrialRecord
    from thinkingbox_plugin.run import Maker, Run
    from thinkingbox_plugin.task import Task


@dataclass(frozen=True)
class Job:
    """What the trials of a run have in common.  Holds the names of keys, never a key."""

    options: RunOptions
    agents: Mapping[str, Maker]
    entries: Mapping[tuple[Who, str], ModelEntry]
    id: str = field(default_factory=lambda: token_hex(8))
    """Names the folder in which the runners of one node keep to common limits on requests."""


@dataclass(frozen=True)
class Order:
    """One trial to be run; its task is found by the module and the name of its function."""

    module: str
    function: str
    nodeid: str
    fingerprint: str
    model: str
    number: int
    seed: int
    checks: Sequence[Check] = ()
    """Checks that other plugins add to the task."""


@dataclass(frozen=True)
class Line:
    """Something that was logged during a trial."""

    name: str
    level: int
    message: str


@dataclass(frozen=True)
class Answer:
    """A trial that is over, or what kept it from running."""

    record: TrialRecord | None = None
    error: ThinkingboxError | None = None
    judge_lost: str = ""
    """Why the judge can answer no question of any trial any more."""
    log: Sequence[Line] = field(default_factory=tuple)


class Runner:
    """Runs trials; one for each process of a node."""

    def __init__(self) -> None:
        self._run: Run | None = None
        self._plans: dict[str, Plan] = {}
        # Plans are made one after the other, beside the event loop: the trials under way go on meanwhile.
        self._planner = ThreadPoolExecutor(1, thread_name_prefix="thinkingbox-plans")

    async def begin(self, job: Job, environ: Mapping[str, str]) -> None:
        """Be told the job and its keys, which stay in this process's environment."""
        os.environ.update(environ)
        self._run = _run_of(job)
        logging.getLogger().addHandler(_COLLECTOR)

    async def run(self, order: Order) -> Answer:
        """Run one trial."""
        with _collecting() as log:
            try:
                record, lost = await self._trial(order)
            except ThinkingboxError as error:
                return Answer(error=error, log=log)
        return Answer(record, judge_lost=lost, log=log)

    async def _trial(self, order: Order) -> tuple[TrialRecord, str]:
        from thinkingbox_plugin.trial import TrialSpec, run_trial

        if self._run is None:
            raise RuntimeError("no job: begin first")
        run = self._run
        plan = await asyncio.get_running_loop().run_in_executor(self._planner, self._plan, order)
        spec = TrialSpec(plan, order.model, order.number, order.seed, run.options.limits)
        key = (plan.task, order.model, order.number, order.seed)
        agent = run.agent(plan, order.model, order.number, order.seed)
        finished = await run_trial(spec, agent, run.user(*key), run.judge(*key))
        error = finished.verdict.judge_error if finished.verdict is not None else None
        cause = error.__cause__ if error is not None else None
        return finished.record, str(cause) if isinstance(cause, FatalProviderError) else ""

    def _plan(self, order: Order) -> Plan:
        from thinkingbox_plugin.plan import build_plan
        from thinkingbox_plugin.task import task_of

        if order.nodeid not in self._plans:
            task = task_of(getattr(import_module(order.module), order.function, None))
            if task is None or task.fingerprint() != order.fingerprint:
                raise UsageError(
                    f"{order.nodeid}: a node of the cluster has another version of this task; the tasks travel with "
                    "the run, so that something installed there stands before them on the path: remove it"
                )
            self._plans[order.nodeid] = build_plan(task, order.checks)
        return self._plans[order.nodeid]


def _run_of(job: Job) -> Run:
    from thinkingbox_plugin.providers.clients import Clients
    from thinkingbox_plugin.providers.flow import SHARED, Flow
    from thinkingbox_plugin.providers.openai_client import OpenAIClient
    from thinkingbox_plugin.providers.scrubbing import scrubbing
    from thinkingbox_plugin.run import Hooks, Run

    folder = Path(tempfile.gettempdir()) / f"thinkingbox-{job.id}"
    folder.mkdir(mode=0o700, exist_ok=True)
    flow = Flow(folder / SHARED)
    clients = Clients(lambda entry: OpenAIClient(entry, flow), (scrubbing(job.entries.values()),), close=flow.close)
    hooks = Hooks(checks=lambda task: (), finished=lambda record: None)
    return Run(job.options, folder, "", job.agents, hooks, "node", job.entries, clients)


_LOG: ContextVar[list[Line] | None] = ContextVar("thinkingbox_log", default=None)


class _Collector(logging.Handler):
    """Keeps what is logged for the trial in whose context it is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        lines = _LOG.get()
        if lines is not None:
            lines.append(Line(record.name, record.levelno, _text(record)))


def _text(record: logging.LogRecord) -> str:
    return logging.Formatter("%(message)s").format(record)  # with the traceback, if there is one


_COLLECTOR = _Collector(logging.WARNING)


@contextmanager
def _collecting() -> Iterator[list[Line]]:
    lines: list[Line] = []
    token = _LOG.set(lines)
    try:
        yield lines
    finally:
        _LOG.reset(token)


def variables(entries: Mapping[Any, ModelEntry], environ: Mapping[str, str]) -> dict[str, str]:
    """The variables of the environment that the models of a run need: their keys, and what their settings name."""
    names = {name for entry in entries.values() for name in entry.variables()}
    return {name: environ[name] for name in sorted(names) if name in environ}


def order(task: Task, model: str, number: int, seed: int, checks: Sequence[Check] = ()) -> Order:
    """The order of one trial.

    Raises :class:`TaskError` for a task that another process could not find.
    """
    module = task.function.__module__
    package = module.rpartition(".")[0]
    if not package or "." in package:
        raise TaskError(f"{task.where}: a cluster finds tasks in packages at the top level; {package or 'none'} is not")
    return Order(module, task.function.__name__, task.nodeid, task.fingerprint(), model, number, seed, checks)
