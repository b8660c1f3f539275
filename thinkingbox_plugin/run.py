"""One run in one process: who attempts the tasks, and where the records go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.agents import Agent, AgentContext, AgentFactory
from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.options import RunOptions
from thinkingbox_plugin.providers import ChatClient, ModelEntry, Origin, Who
from thinkingbox_plugin.providers.clients import Clients
from thinkingbox_plugin.results import Planned, RunFile, TrialWriter, part_path

if TYPE_CHECKING:
    from thinkingbox_plugin.plan import Plan
    from thinkingbox_plugin.task import Task
    from thinkingbox_plugin.trial import Finished

# The machinery of a trial is imported where the first trial needs it: pytest loads this plugin in every
# run of every project, and the MCP SDK alone takes half a second.

Maker = ReferenceSpec | ModelEntry | AgentFactory
"""What makes the agent of a trial."""

FEW = 20
"""Up to so many planned trials each failed one is shown in full."""


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
    worker: str
    agents: Mapping[str, Maker]
    entries: Mapping[tuple[Who, str], ModelEntry] = field(default_factory=dict)
    """Every model that this run asks, by who speaks through it and its name."""
    clients: Clients = field(default_factory=no_clients)
    engine: Engine = field(default_factory=Engine)
    planned: Planned | None = None
    order: Sequence[tuple[str, str, int]] = ()
    """The keys of the planned trials in the order in which they run."""
    tasks: Sequence[Task] = ()
    _plans: dict[Task, Plan] = field(default_factory=dict)
    _writer: TrialWriter | None = None
    _run_file: RunFile | None = None

    def plan(self, task: Task) -> Plan:
        """The plan of a task, made once a process.  Raises :class:`GoldenError` for a broken task."""
        from thinkingbox_plugin.plan import build_plan

        if task not in self._plans:
            self._plans[task] = build_plan(task)
        return self._plans[task]

    def trial(self, task: Task, model: str, number: int) -> Finished:
        """Run one trial and write its record; it is on the disk when this returns."""
        from thinkingbox_plugin.trial import TrialSpec, derive_seed, run_trial
        from thinkingbox_plugin.users import ScriptedUser

        plan = self.plan(task)
        seed = derive_seed(self.options.seed, task.nodeid, model, number)
        spec = TrialSpec(plan, model, number, seed, self.options.limits)
        user = ScriptedUser(task.opening, task.facts, task.behaviour)
        finished = self.engine.run(run_trial(spec, self.agent(plan, model, number, seed), user))
        self.writer.write(finished.record)
        return finished

    def agent(self, plan: Plan | None, model: str, number: int, seed: int) -> Agent:
        """The agent of one trial; only reference agents are given the plan."""
        maker = self.agents[model]
        if isinstance(maker, ModelEntry):
            from thinkingbox_plugin.agents.model import ModelAgent

            task = plan.task.nodeid if plan is not None else ""
            return ModelAgent(self.clients.get(maker), Origin(task, model, number, "agent", seed))
        if not isinstance(maker, ReferenceSpec):
            return maker(AgentContext(model, number, seed))
        if plan is None:
            raise UsageError(f"{model} acts out a task and there is none")
        from thinkingbox_plugin.agents.reference import make_agent

        return make_agent(maker, plan, seed)

    @property
    def writer(self) -> TrialWriter:
        """This process's part file, opened with the first record."""
        if self._writer is None:
            self._start_results()
            self._writer = TrialWriter(
                part_path(self.directory, self.worker),
                messages=self.options.transcripts,
                narrative=frozenset(
                    (spec.name, column.name)
                    for task in self.tasks
                    for spec in task.domain.template.specs.values()
                    for column in spec.columns
                    if column.kind == "narrative"
                ),
            )
        return self._writer

    def _start_results(self) -> None:
        """Write ``run.json``; of several workers the first does."""
        self.directory.mkdir(parents=True, exist_ok=True)
        try:
            (self.directory / "run.json").touch(exist_ok=False)
        except FileExistsError:
            return
        self._run_file = RunFile(
            self.directory,
            options=self.options.to_json() | {"settings": settings(self.entries)},
            fingerprints=fingerprints(self.tasks, self.entries),
            user=self.options.user_model,
            judge=self.options.judge_model,
            started_at=datetime.now(UTC).isoformat(timespec="seconds"),
            planned=self.planned.to_json() if self.planned else None,
        )

    def close(self) -> None:
        """Close the part file and stop the engine."""
        if self._writer is not None:
            self._writer.close()
        if self.clients:
            self.engine.run(self.clients.aclose())
        self.engine.close()


def is_brief(options: RunOptions, planned: int) -> bool:
    """Whether failed trials are told a line each rather than in full."""
    return not options.show_failures and planned > FEW


def fingerprints(
    tasks: Sequence[Task], entries: Mapping[tuple[Who, str], ModelEntry] = MappingProxyType({})
) -> dict[str, Any]:
    """SHA-256 of everything that a result depends on: tasks, tools, policies, instructions, prompts, settings."""
    from thinkingbox_plugin.domain import digest
    from thinkingbox_plugin.prompts import CONVENTIONS

    domains = {task.domain.name: task.domain for task in tasks}
    return {
        "tasks": {task.nodeid: task.fingerprint() for task in tasks},
        "domains": {name: domain.fingerprints() for name, domain in domains.items()},
        "prompts": digest(CONVENTIONS),
        "models": {name: digest(values) for name, values in settings(entries).items()},
    }


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
