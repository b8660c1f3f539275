"""One run in one process: who attempts the tasks, and where the records go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin import stopping
from thinkingbox_plugin.agents import Agent, AgentContext, AgentFactory
from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.crashes import Siblings, crash_noted
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.errors import FatalProviderError, UsageError
from thinkingbox_plugin.options import RunOptions
from thinkingbox_plugin.providers import ChatClient, ModelEntry, Origin, Who
from thinkingbox_plugin.providers.builtin import SCRIPTED
from thinkingbox_plugin.providers.clients import Clients
from thinkingbox_plugin.providers.flow import SHARED, forget
from thinkingbox_plugin.providers.tape import NoTape, Tape, TrialKey
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import (
    Planned,
    RunFile,
    TrialWriter,
    part_path,
    point_latest,
    use_directory,
    without_texts,
)
from thinkingbox_plugin.results.directory import LOCK, refuse_used
from thinkingbox_plugin.results.goldens import GoldenNotes
from thinkingbox_plugin.results.locking import Lock, lock_directory, worker_lock
from thinkingbox_plugin.results.writer import PARTS
from thinkingbox_plugin.spending import note_cost

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check
    from thinkingbox_plugin.cluster.remote import Cluster, RemoteTrial
    from thinkingbox_plugin.domain import Domain
    from thinkingbox_plugin.flight.shares import Shares
    from thinkingbox_plugin.gates.rounds import Rounds
    from thinkingbox_plugin.judges import Judge
    from thinkingbox_plugin.plan import Plan
    from thinkingbox_plugin.providers.ledger import Ledger
    from thinkingbox_plugin.resuming import Resumption
    from thinkingbox_plugin.sharding import Parts
    from thinkingbox_plugin.task import Task
    from thinkingbox_plugin.trial import Finished, TrialSpec
    from thinkingbox_plugin.users import SimulatedUser

# The machinery of a trial is imported where the first trial needs it: pytest loads this plugin in every
# run of every project, and the MCP SDK alone takes half a second.

Maker = ReferenceSpec | ModelEntry | AgentFactory
"""What makes the agent of a trial."""

FEW = 20
"""Up to so many planned trials each failed one is shown in full."""


@dataclass(frozen=True)
class Hooks:
    """What other plugins are asked for and told; see :mod:`thinkingbox_plugin.hookspecs`."""

    checks: Callable[[Task], Sequence[Sequence[Check]]]
    finished: Callable[[TrialRecord], object]


@dataclass(frozen=True)
class Prepared:
    """A trial that can start."""

    spec: TrialSpec
    agent: Agent
    user: SimulatedUser
    judge: Judge

    @property
    def key(self) -> TrialKey:
        """Task, model and number."""
        return self.spec.plan.task.nodeid, self.spec.model, self.spec.number

    async def run(self) -> Finished:
        """See :func:`~thinkingbox_plugin.trial.run_trial`."""
        from thinkingbox_plugin.trial import run_trial

        return await run_trial(self.spec, self.agent, self.user, self.judge)


def no_clients() -> Clients:
    """For a run that asks no model."""

    def refuse(entry: ModelEntry) -> ChatClient:
        raise UsageError(f"model {entry.name}: this run asks no models")

    return Clients(refuse)


@dataclass
class Run:
    """What a process needs to run trials; holds no state of any single trial."""

    options: RunOptions
    directory: Path
    started_at: str
    agents: Mapping[str, Maker]
    hooks: Hooks
    worker: str = "main"
    entries: Mapping[tuple[Who, str], ModelEntry] = field(default_factory=dict)
    """Every model that this run asks, by who speaks through it and its name."""
    clients: Clients = field(default_factory=no_clients)
    ledger: Ledger | None = None
    """The account of a run that asks models with a price."""
    tape: Tape = field(default_factory=NoTape)
    """What records the run's exchanges or replays them."""
    engine: Engine = field(default_factory=Engine)
    planned: Planned | None = None
    parts: Parts | None = None
    """Of a run of one part: what the whole is."""
    resumed: Resumption | None = None
    """Of a run that earlier processes have begun."""
    points_latest: bool = True
    """Whether ``latest`` beside the directory is to mean it."""
    planned_trials: int = 0
    forecast_made: bool = False
    """Whether this worker has said what the run will cost."""
    rounds: Rounds | None = None
    """Where the run goes on until it is decided: which trials may begin."""
    judge_lost: FatalProviderError | None = None
    """Why the judge can answer no question any more: the run stops."""
    tasks: Sequence[Task] = ()
    in_flight: int = 1
    """How many trials this process may have in flight; in the main process, of all its workers together."""
    shares: Shares | None = None
    """In a main process with workers: how many each of them may have."""
    cluster: Cluster | None = None
    """Where trials run if not in this process."""
    permits: list[Callable[[Task, str, int], bool]] = field(default_factory=list)
    """Each is asked whether a trial may start ahead of its turn."""
    _plans: dict[Task, Plan] = field(default_factory=dict)
    _done: dict[tuple[str, str], int] = field(default_factory=dict)
    """The trials that this process has recorded, as a set of bits for each task and model."""
    _keeping: threading.Lock = field(default_factory=threading.Lock)
    _took_directory: bool = False
    _lock: Lock | None = None
    """Of the directory in the main process, of its own life in a worker."""
    _writer: TrialWriter | None = None
    _siblings: Siblings | None = None
    _goldens: GoldenNotes | None = None
    _made: bool = False

    def plan(self, task: Task) -> Plan:
        """The plan of a task, made once a process.  Raises :class:`GoldenError` for a broken task."""
        from thinkingbox_plugin.plan import build_plan

        if task not in self._plans:
            offered = [check for checks in self.hooks.checks(task) for check in checks or ()]
            self._plans[task] = build_plan(task, offered)
        return self._plans[task]

    def trial(self, task: Task, model: str, number: int) -> TrialRecord:
        """Run one trial and write its record; it is on the disk when this returns.

        A trial that some process of this run has measured already is not run again: its record is returned.
        """
        prepared = self.prepare(task, model, number)
        if isinstance(prepared, TrialRecord):
            return prepared
        self.tape.begin(prepared.key)
        account = self.trial_starts(model)
        try:
            finished = self.engine.run(prepared.run())
            self.keep(finished)
        finally:
            self.trial_ends(account)
        self.tape.end(finished.record.key)
        return finished.record

    def prepare(self, task: Task, model: str, number: int) -> Prepared | RemoteTrial | TrialRecord:
        """All that a trial needs before it starts, or its record if some process of this run has measured it.

        Made in the main thread: a plan takes longer than many trials want to wait for each other.
        """
        from thinkingbox_plugin.trial import TrialSpec, derive_seed

        plan, _ = self.plan(task), self.writer
        self._note_goldens(plan)
        known = self._known(task.nodeid, model, number) or self._earlier(task, model, number)
        if known is not None:
            return known
        seed = derive_seed(self.options.seed, task.nodeid, model, number)
        if self.cluster is not None:
            return self.cluster.prepared(self, task, model, number, seed)
        spec = TrialSpec(plan, model, number, seed, self.options.limits)
        agent, user = self.agent(plan, model, number, seed), self.user(task, model, number, seed)
        return Prepared(spec, agent, user, self.judge(task, model, number, seed))

    def may_start(self, task: Task, model: str, number: int) -> bool:
        """Whether a trial may start ahead of its turn: not once the run stops, nor where money may not last.

        What may not start now is asked for again whenever another trial has ended.
        """
        if self.worker != "main" and stopping.why(self.directory) is not None:
            return False
        if self.ledger is not None and not self.ledger.has_room_for_trial(model):
            return False
        return all(permits(task, model, number) for permits in self.permits)

    def trial_starts(self, model: str) -> int | None:
        """Count a trial as under way in the account of a run that costs money; what to end it with."""
        return None if self.ledger is None else self.ledger.trial_starts(model)

    def trial_ends(self, entry: int | None) -> None:
        """The trial is over, however it ended."""
        if self.ledger is not None and entry is not None:
            self.ledger.trial_ends(entry)

    def keep(self, finished: Finished) -> None:
        """Write the record of a trial that is over, which is on the disk when this returns, and tell of it.

        In whatever thread; for one trial at a time.
        """
        record = finished.record
        with self._keeping:
            self.writer.write(record)
            note_cost(self.ledger, record)
            self._note_done(record)
        judge_error = finished.verdict.judge_error if finished.verdict is not None else None
        if judge_error is not None and isinstance(judge_error.__cause__, FatalProviderError):
            self.judge_lost = judge_error.__cause__  # the conversation is kept, and can be judged later

    def _note_done(self, record: TrialRecord) -> None:
        done = self._done.get((record.task, record.model), 0)
        self._done[record.task, record.model] = done | 1 << record.trial
        self.hooks.finished(record)

    def keep_judged(self, record: TrialRecord) -> None:
        """Write the record of a trial that an earlier process has run and this one has judged."""
        with self._keeping:
            self.writer.write(record)
            self._note_done(record)

    def _earlier(self, task: Task, model: str, number: int) -> TrialRecord | None:
        return None if self.resumed is None else self.resumed.record(self, task, (task.nodeid, model, number))

    def _note_goldens(self, plan: Plan) -> None:
        if self._goldens is None:
            self._goldens = GoldenNotes(self.directory, self.worker)
        if plan.task.nodeid not in self._goldens:
            self._goldens.add(plan.task.nodeid, golden_tools(plan))

    def _known(self, task: str, model: str, number: int) -> TrialRecord | None:
        """The record of a trial that was measured before: pytest may run an item again, xdist send it again."""
        if not (self._done.get((task, model), 0) >> number & 1 or crash_noted(self.directory)):
            return None
        if self._siblings is None:
            self._siblings = Siblings(self.directory)
        return self._siblings.find((task, model, number))

    def shown(self, record: TrialRecord) -> TrialRecord:
        """``record`` as reports may show it: without texts in a run whose records have none."""
        return record if self.options.transcripts else without_texts(record, narrative_columns(self.tasks))

    def append(self, record: TrialRecord) -> None:
        """Write the record of a trial that this process did not run itself, into a run that has begun."""
        if self._writer is None:
            self._writer = self._open_writer()
        self._writer.write(record)

    def user(self, task: Task, model: str, number: int, seed: int) -> SimulatedUser:
        """The simulated user of one trial."""
        from thinkingbox_plugin.users import ScriptedUser

        scripted = ScriptedUser(task.opening, task.facts, task.behaviour)
        if self.options.user_model == SCRIPTED:
            return scripted
        from thinkingbox_plugin.users.model import ModelUser

        client = self.clients.get(self.entries["user", self.options.user_model])
        return ModelUser(scripted, client, Origin(task.nodeid, model, number, "user", seed))

    def judge(self, task: Task, model: str, number: int, seed: int) -> Judge:
        """The judge of one trial; a client is made only for a task with rubrics."""
        from thinkingbox_plugin.judges import ScriptedJudge

        if self.options.judge_model == SCRIPTED or not task.rubrics:
            return ScriptedJudge("no" if isinstance(self.agents[model], ReferenceSpec) else "ungraded")
        from thinkingbox_plugin.judges.model import ModelJudge

        client = self.clients.get(self.entries["judge", self.options.judge_model])
        return ModelJudge(client, Origin(task.nodeid, model, number, "judge", seed), self.options.judge_votes)

    def agent(self, plan: Plan | None, model: str, number: int, seed: int) -> Agent:
        """The agent of one trial; only reference agents are given the plan."""
        maker = self.agents[model]
        if isinstance(maker, ModelEntry):
            from thinkingbox_plugin.agents.model import ModelAgent

            task = plan.task.nodeid if plan is not None else ""
            origin = Origin(task, model, number, "agent", seed)
            return ModelAgent(self.clients.get(maker), origin, strict=maker.strict_tools)
        if not isinstance(maker, ReferenceSpec):
            return maker(AgentContext(model, number, seed))
        if plan is None:
            raise UsageError(f"{model} acts out a task and there is none")
        from thinkingbox_plugin.agents.reference import make_agent

        return make_agent(maker, plan, seed)

    def make_directory(self) -> None:
        """Take the results directory, in the main process, when the first trial is near, and check the models.

        Raises :class:`UsageError` if it holds something already or cannot be made, and for a model that does not
        answer; then nothing is left behind.
        """
        if self._made:
            return
        self._made = True
        if self.resumed is not None:
            self.resumed.begin(self)
        elif self.options.out is not None:
            use_directory(self.directory, resume=True)
        else:
            use_directory(self.directory.parent, resume=True)
            try:
                self.directory.mkdir()
            except OSError as error:
                raise UsageError(f"{self.directory}: {error.strerror}; run again or name another --tb-out") from error
        if self.resumed is None:
            self._lock = lock_directory(self.directory)
            try:
                refuse_used(self.directory)  # only now: another run may have been faster
            except UsageError:
                self.unlock()
                raise
        self._took_directory = True
        if self.resumed is None or not self.resumed.idle:
            self._check_models()
            self._reach_cluster()
        if self.points_latest:
            point_latest(self.directory)

    def _reach_cluster(self) -> None:
        if self.cluster is None:
            return
        try:
            self.cluster.connect(self.tasks)
        except UsageError:
            if self.ledger is not None:
                self.ledger.close()
            if self.resumed is None:
                discard(self.directory)
            raise

    def _check_models(self) -> None:
        if not self.entries or not self.options.preflight or self.options.replay is not None:
            return
        from thinkingbox_plugin.providers.preflight import check_models

        try:
            self.engine.run(check_models(self.entries, self.clients.get))
        except UsageError:
            self.engine.run(self.clients.aclose())
            if self.ledger is not None:
                self.ledger.close()
            if self.resumed is None:
                discard(self.directory)
            raise

    @property
    def writer(self) -> TrialWriter:
        """This process's part file, opened before the first trial."""
        if self._writer is None:
            if self.worker == "main":
                self.make_directory()
            if self.resumed is None:
                self._write_run_file()
            self._writer = self._open_writer()
        return self._writer

    def _open_writer(self) -> TrialWriter:
        if self.worker != "main":
            self._lock = worker_lock(self.directory, self.worker)
        path = part_path(self.directory, self.worker)
        return TrialWriter(path, messages=self.options.transcripts, narrative=narrative_columns(self.tasks))

    def _write_run_file(self) -> None:
        """Write ``run.json``; of several workers each writes the same."""
        RunFile(
            self.directory,
            options=self.options.to_json() | {"settings": settings(self.entries)},
            fingerprints=fingerprints(self.tasks, self.entries),
            user=self.options.user_model,
            judge=self.options.judge_model,
            started_at=self.started_at,
            planned=self._planned_json() if self.planned else None,
            rounds={"first": self.rounds.first, "most": self.rounds.most, "looked": 0} if self.rounds else None,
        )

    def _planned_json(self) -> dict[str, Any]:
        assert self.planned is not None
        if self.parts is None:
            return self.planned.to_json() | {"twins": twins(self.tasks)}
        # A twin may be in another part.
        pairs = {task: twin for task, twin in self.parts.twins.items() if task in self.planned.domains}
        return self.planned.to_json() | {"twins": pairs, "shard": self.parts.to_json()}

    def close(self) -> None:
        """Close the part file and stop the engine."""
        if self._writer is not None:
            self._writer.close()
        if self.clients:
            self.engine.run(self.clients.aclose())
        if self._took_directory:
            forget(self.directory / PARTS / SHARED)
        self.tape.close()
        if self.ledger is not None:
            self.ledger.close()
        if self.cluster is not None:
            self.cluster.close()
        self.engine.close()
        if self.worker != "main":
            self.unlock()

    def unlock(self) -> None:
        """Leave the directory to others; in the main process once its files are written."""
        if self._lock is not None:
            self._lock.release()


def discard(directory: Path) -> None:
    """Remove what a run without a single trial has left in its results directory, and the directory if empty."""
    for path in (*(directory / PARTS).glob("*.sqlite*"), directory / LOCK):
        path.unlink(missing_ok=True)
    for folder in (directory / PARTS, directory):
        with suppress(OSError):  # not there, or not empty
            folder.rmdir()


def is_brief(options: RunOptions, planned: int) -> bool:
    """Whether failed trials are told a line each rather than in full."""
    return not options.show_failures and planned > FEW


def narrative_columns(tasks: Sequence[Task]) -> frozenset[tuple[str, str]]:
    """Table and column of all that is not compared (text worded freely, history), in the domains of ``tasks``."""
    specs = (spec for domain in {task.domain for task in tasks} for spec in domain.template.specs.values())
    return frozenset((spec.name, column.name) for spec in specs for column in spec.columns if column.kind != "compared")


def fingerprints(
    tasks: Sequence[Task], entries: Mapping[tuple[Who, str], ModelEntry] = MappingProxyType({})
) -> dict[str, Any]:
    """SHA-256 of everything that a result depends on: tasks, tools, policies, instructions, prompts, settings.

    Beside them what tables must know and records do not repeat: which tools read and write, which columns refer.
    """
    from thinkingbox_plugin.domain import digest
    from thinkingbox_plugin.prompts import CONVENTIONS

    domains = {task.domain.name: task.domain for task in tasks}
    return {
        "tasks": {task.nodeid: task.fingerprint() for task in tasks},
        "domains": {name: domain.fingerprints() for name, domain in domains.items()},
        "prompts": digest(CONVENTIONS),
        "models": {name: digest(values) for name, values in settings(entries).items()},
        **prompts_of({who for who, _ in entries}),
        "calls": {name: _calls(domain) for name, domain in domains.items()},
        "references": {name: _references(domain) for name, domain in domains.items()},
    }


def golden_tools(plan: Plan) -> dict[str, list[str]]:
    """The tools that each golden of a task calls, in order."""
    return {golden.name: [step.tool for step in golden.steps] for golden in plan.goldens}


def _calls(domain: Domain) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {"reading": [], "writing": []}
    for tool in domain.by_name.values():
        kinds["writing" if tool.writes else "reading"].append(tool.name)
    return kinds


def _references(domain: Domain) -> dict[str, list[str]]:
    found = {
        spec.name: [column.name for column in spec.columns if column.references is not None]
        for spec in domain.template.specs.values()
    }
    return {table: columns for table, columns in found.items() if columns}


def twins(tasks: Sequence[Task]) -> dict[str, str]:
    """Node ids of the minimal pairs among ``tasks``: a task → the task that it names as its twin."""
    nodeids = {(task.domain.name, task.id): task.nodeid for task in tasks}
    pairs = ((task.nodeid, nodeids.get((task.domain.name, task.twin))) for task in tasks if task.twin is not None)
    return {task: twin for task, twin in pairs if twin is not None}


def prompts_of(speakers: Collection[str]) -> dict[str, Any]:
    """Version and SHA-256 of the prompts of the user and the judge, each only where a model speaks for it."""
    from thinkingbox_plugin.domain import digest

    found: dict[str, Any] = {}
    if "user" in speakers:
        from thinkingbox_plugin.users import prompt as user

        found["user_prompt"] = {"version": user.USER_PROMPT_VERSION, "sha256": digest(user.prompt_text())}
    if "judge" in speakers:
        from thinkingbox_plugin.judges import prompt as judge

        found["judge_prompt"] = {"version": judge.JUDGE_PROMPT_VERSION, "sha256": digest(judge.prompt_text())}
    return found


def settings(entries: Mapping[tuple[Who, str], ModelEntry]) -> dict[str, Any]:
    """The settings of every model, by who speaks through it."""
    return {f"{who} {name}": entry.to_json() for (who, name), entry in entries.items()}


def find_agents(
    models: Sequence[str],
    reference: Callable[[str], ReferenceSpec | None],
    offered: Callable[[str], AgentFactory | None],
    entry: Callable[[str], ModelEntry],
) -> dict[str, Maker]:
    """Who answers to each name: a reference agent, one that a plugin offers, or else a model of a provider."""
    return {model: reference(model) or offered(model) or entry(model) for model in models}
