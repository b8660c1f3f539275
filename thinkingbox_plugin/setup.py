"""Make the run of a process from pytest's configuration."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.agents import AgentFactory
from thinkingbox_plugin.agents.specs import ReferenceSpec, parse_reference
from thinkingbox_plugin.cluster.engines import LOCAL
from thinkingbox_plugin.collection import AUDIT
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.flight.shares import ON_CLUSTER, Shares, in_flight
from thinkingbox_plugin.keys import RUN
from thinkingbox_plugin.options import RunOptions
from thinkingbox_plugin.providers import ChatClient, ModelEntry, Models, Who, load_models
from thinkingbox_plugin.providers.budget import budget, check_cap
from thinkingbox_plugin.providers.builtin import KINDS, SCRIPTED
from thinkingbox_plugin.providers.cassette import Cassette, Recorder, recording, replaying
from thinkingbox_plugin.providers.clients import Clients, ClientWrapper
from thinkingbox_plugin.providers.flow import SHARED, Flow
from thinkingbox_plugin.providers.ledger import Ledger
from thinkingbox_plugin.providers.scrubbing import scrubbing
from thinkingbox_plugin.providers.tape import NoTape
from thinkingbox_plugin.results.directory import default_name, refuse_used
from thinkingbox_plugin.results.writer import PARTS
from thinkingbox_plugin.resuming import Resumption, find_resumption
from thinkingbox_plugin.run import Hooks, Run, find_agents, no_clients
from thinkingbox_plugin.spending import open_ledger

_DIRECTORY, _STARTED, _IN_FLIGHT = "thinkingbox_directory", "thinkingbox_started_at", "thinkingbox_in_flight"
_SENT = "thinkingbox_"
_FOLDERS = ("record", "replay", "baseline")
"""Options that a worker, which may run in another folder, is told."""


def make_run(config: pytest.Config) -> Run:
    """The run of this process, which knows how many trials it may have in flight.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` for a wrong option.
    """
    run = _make_run(config)
    sent: dict[str, Any] | None = getattr(config, "workerinput", None)
    if sent is not None:
        run.in_flight = sent[_IN_FLIGHT]
        return run
    workers = _workers(config)
    run.in_flight = in_flight(run.options.concurrency, run.agents, run.entries, workers)
    run.shares = Shares(run.in_flight, workers) if workers else None
    if run.options.cluster != LOCAL and not run.options.audit:
        _send_away(run, workers)
    return run


def _send_away(run: Run, workers: int) -> None:
    """Let the trials of a run happen on a cluster.  Raises :class:`UsageError` for what does not go with one."""
    options = run.options
    for option, given in (("-n", workers), ("--tb-record", options.record), ("--tb-replay", options.replay)):
        if given:
            raise UsageError(f"--tb-engine {options.cluster}: trials run on the cluster; leave out {option}")
    from thinkingbox_plugin.cluster.remote import Cluster

    run.in_flight = options.concurrency or ON_CLUSTER
    run.cluster = Cluster(options, run.agents, run.entries, run.in_flight)


def _workers(config: pytest.Config) -> int:
    """How many workers pytest-xdist is going to start; 0 where it does not take part."""
    if config.getoption("dist", "no") == "no" or not config.pluginmanager.has_plugin("xdist"):
        return 0
    from xdist.workermanage import parse_tx_spec_config  # type: ignore[import-untyped]

    return len(parse_tx_spec_config(config))


def _make_run(config: pytest.Config) -> Run:
    """The run of this process: the main one, or an xdist worker that writes into the main one's directory.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` for a wrong option.
    """
    sent: dict[str, str] | None = getattr(config, "workerinput", None)
    resumed = find_resumption(config, sent)
    options = RunOptions.of(config, resumed.values if resumed is not None else {})
    if sent is not None:
        record, replay, baseline = (_sent_folder(sent, name) for name in _FOLDERS)
        options = replace(options, record=record, replay=replay, baseline=baseline)
    # Read only where a model is named: a file that is broken is no matter of a run without any.
    models = cache(lambda: load_models(_places(config), options.model_args))
    agents = find_agents(
        options.models,
        parse_reference,
        lambda spec: config.hook.pytest_thinkingbox_agent(spec=spec, config=config),
        lambda name: models().find(name),
    )
    entries = entries_of(agents, options, models)
    hooks = Hooks(
        checks=lambda task: config.hook.pytest_thinkingbox_checks(task=task),
        finished=lambda record: config.hook.pytest_thinkingbox_trial_finished(record=record, config=config),
    )
    if sent is not None:
        directory, started, worker = Path(sent[_DIRECTORY]), sent[_STARTED], sent["workerid"]
    else:
        now = datetime.now(UTC)
        directory, started, worker = _directory(config, options, now), now.isoformat(timespec="seconds"), "main"
        if resumed is not None:
            directory, started = resumed.directory, resumed.run_file["started_at"]
            _prepare(resumed, config, options)
        idle = resumed is not None and resumed.idle
        if not config.option.collectonly and not options.audit and options.replay is None and not idle:
            _check_before(options, entries.values(), resumed)
    if resumed is not None:
        resumed.retry = options.retry
    # The results of a run that was told where to write do not lie among the others.
    latest = options.out is None if resumed is None else directory.parent == (config.rootpath / "results").resolve()

    def begun(run: Run) -> Run:
        run.resumed, run.points_latest = resumed, latest
        return run

    # Nobody shares the limits of a process without workers: in memory a request's share of them costs half as much.
    flow = Flow(None if sent is None else directory / PARTS / SHARED)
    if options.replay is not None:
        cassette = Cassette(options.replay) if entries else None
        replayed = no_clients() if cassette is None else Clients(partial(replaying, cassette))
        tape = cassette or NoTape()
        return begun(Run(options, directory, started, agents, hooks, worker, entries, replayed, tape=tape))
    ledger = open_ledger(entries.values(), options.max_cost, directory, worker)
    label = worker if resumed is None else f"{worker}-r{resumed.number}"
    recorder = Recorder(options.record, label) if options.record is not None else None
    clients = Clients(
        lambda entry: _client(entry, config, flow), _wrappers(entries.values(), ledger, recorder), close=flow.close
    )
    return begun(
        Run(options, directory, started, agents, hooks, worker, entries, clients, ledger, recorder or NoTape())
    )


def _prepare(resumed: Resumption, config: pytest.Config, options: RunOptions) -> None:
    resumed.retry = options.retry
    if not config.option.collectonly:
        resumed.lock(config)
    resumed.check_options(options)


def _sent_folder(sent: Mapping[str, str], name: str) -> Path | None:
    """A folder that the main process was given; a worker may run in another place."""
    return Path(sent[_SENT + name]) if sent[_SENT + name] else None


def _check_before(options: RunOptions, entries: Collection[ModelEntry], resumed: Resumption | None) -> None:
    """Raise :class:`~thinkingbox_plugin.errors.UsageError` for what is known to be wrong before anything is sent."""
    check_entries(entries)
    check_cap(entries, options.max_cost)
    if options.record is not None and resumed is None:
        refuse_used(options.record, "--tb-record")


def _wrappers(
    entries: Iterable[ModelEntry], ledger: Ledger | None, recorder: Recorder | None
) -> tuple[ClientWrapper, ...]:
    """Keys are left out before anything is recorded.  The budget stands outside: what it refuses was never sent, and is
    no exchange."""
    wrappers: list[ClientWrapper] = [scrubbing(entries)]
    if recorder is not None:
        wrappers.append(recording(recorder))
    if ledger is not None:
        wrappers.append(budget(ledger))
    return tuple(wrappers)


def _places(config: pytest.Config) -> list[Path]:
    """Where tables of models may stand: the root of the project and the folder of its ini file."""
    return [config.rootpath, *([config.inipath.parent] if config.inipath is not None else [])]


def entries_of(
    agents: Mapping[str, ReferenceSpec | ModelEntry | AgentFactory], options: RunOptions, models: Callable[[], Models]
) -> dict[tuple[Who, str], ModelEntry]:
    """Every model that this run asks, by who speaks through it and its name.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` for a ``--tb-model-arg`` that sets something for none of
    them.
    """
    found: dict[tuple[Who, str], ModelEntry] = {
        ("agent", name): maker for name, maker in agents.items() if isinstance(maker, ModelEntry)
    }
    if options.user_model != SCRIPTED:
        found["user", options.user_model] = models().find(options.user_model, "user")
    if options.judge_model != SCRIPTED:
        found["judge", options.judge_model] = models().find(options.judge_model, "judge")
    for name in models().unused(name for _, name in found) if options.model_args else ():
        raise UsageError(f"--tb-model-arg {name}: no such model in this run; it asks {_listed(found)}")
    return found


def _listed(entries: Iterable[tuple[Who, str]]) -> str:
    return ", ".join(dict.fromkeys(name for _, name in entries)) or "none"


def check_entries(entries: Iterable[ModelEntry]) -> None:
    """Raise :class:`~thinkingbox_plugin.errors.UsageError` for the first model without a key or an address."""
    for entry in entries:
        entry.key()
        entry.resolved_headers()
        if entry.provider in KINDS:
            entry.resolved_url()


def _client(entry: ModelEntry, config: pytest.Config, flow: Flow) -> ChatClient:
    """A client from a plugin that serves the entry's provider, or our own."""
    offered: ChatClient | None = config.hook.pytest_thinkingbox_client(entry=entry, config=config)
    if offered is not None:
        return offered
    if entry.provider not in KINDS:
        raise UsageError(
            f"model {entry.name}: no installed plugin offers the provider {entry.provider!r}; install one, or write "
            f"one of {', '.join(KINDS)}"
        )
    from thinkingbox_plugin.providers.openai_client import OpenAIClient

    return OpenAIClient(entry, flow)


def _directory(config: pytest.Config, options: RunOptions, now: datetime) -> Path:
    """Where results go.  Nothing is made before the first trial."""
    if options.out is not None:
        return options.out
    name = default_name([AUDIT] if options.audit else options.models, now)
    if options.shard is not None:
        name += f"-{options.shard.part}of{options.shard.of}"
    root, number = config.rootpath / "results", 1
    while (path := root / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return path


def for_worker(run: Run, worker: str) -> dict[str, Any]:
    """What a worker that starts must be told of the main process's run."""
    folders = {name: getattr(run.options, name) for name in _FOLDERS}
    return {
        _DIRECTORY: str(run.directory),
        _STARTED: run.started_at,
        _IN_FLIGHT: run.shares.take(worker) if run.shares is not None else 1,
        "thinkingbox_resumed": str(run.resumed.number) if run.resumed is not None else "",
        **{_SENT + name: str(folder) if folder is not None else "" for name, folder in folders.items()},
    }


def check_directory(config: pytest.Config) -> None:
    """Before anything is collected, in the main process: refuse a directory that holds something already.

    Raises :class:`~thinkingbox_plugin.errors.UsageError`.
    """
    run = config.stash[RUN]
    if run.worker == "main" and not config.option.collectonly and run.resumed is None:
        refuse_used(run.directory)
