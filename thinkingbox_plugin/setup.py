"""Make the run of a process from pytest's configuration."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.collection import AUDIT
from thinkingbox_plugin.options import RunOptions
from thinkingbox_plugin.results.directory import default_name
from thinkingbox_plugin.run import Run, find_agents

_WORKER_KEY = "thinkingbox_directory"


def make_run(config: pytest.Config) -> Run:
    """The run of this process: the main one, or an xdist worker that writes into the main one's directory.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` for a wrong option.
    """
    options = RunOptions.of(config)
    agents = find_agents(
        options.models,
        parse_reference,
        lambda spec: config.hook.pytest_thinkingbox_agent(spec=spec, config=config),
    )
    workerinput: dict[str, str] | None = getattr(config, "workerinput", None)
    if workerinput is not None:
        return Run(options, Path(workerinput[_WORKER_KEY]), workerinput["workerid"], agents)
    return Run(options, _directory(config, options), "main", agents)


def _directory(config: pytest.Config, options: RunOptions) -> Path:
    """Where results go.  Nothing is created before the first record."""
    if options.out is None:
        names = [AUDIT] if options.audit else options.models
        return config.rootpath / "results" / default_name(names, datetime.now(UTC))
    return options.out


def worker_directory(run: Run) -> dict[str, str]:
    """What a worker must be told of the main process's run."""
    return {_WORKER_KEY: str(run.directory)}
