"""Hooks by which other plugins add agents, checks and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from thinkingbox_plugin.agents import AgentFactory
    from thinkingbox_plugin.checks import Check
    from thinkingbox_plugin.providers import ChatClient, ModelEntry
    from thinkingbox_plugin.records import TrialRecord
    from thinkingbox_plugin.task import Task


@pytest.hookspec(firstresult=True)
def pytest_thinkingbox_agent(spec: str, config: pytest.Config) -> AgentFactory | None:
    """Return a factory of agents for the ``--tb-model`` value ``spec``, or None to leave it to others."""


@pytest.hookspec(firstresult=True)
def pytest_thinkingbox_client(entry: ModelEntry, config: pytest.Config) -> ChatClient | None:
    """Return a client for a model whose ``entry.provider`` this plugin serves, or None to leave it to others."""


@pytest.hookspec
def pytest_thinkingbox_checks(task: Task) -> Sequence[Check]:  # type: ignore[empty-body]
    """Return checks to add to those of the task and its domain; asked for each task once a process."""


@pytest.hookspec
def pytest_thinkingbox_trial_finished(record: TrialRecord, config: pytest.Config) -> None:
    """Called in the process that ran a trial, after its record reached the disk; one call at a time.

    Where several trials are in flight, in another thread than pytest's.
    """


@pytest.hookspec
def pytest_thinkingbox_summary(summary: Mapping[str, Any], config: pytest.Config) -> None:
    """Called once, at the end of a run, with what ``summary.json`` holds."""
