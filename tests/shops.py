"""A package with the toyshop's domain in an empty folder, for task files that a test writes itself."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

# What a trial needs, so that runs inside this process find it imported.
import thinkingbox_plugin.report.table
import thinkingbox_plugin.session
import thinkingbox_plugin.trial  # noqa: F401
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import read_run_file, read_trials

HEADER = """\
from datetime import date
from decimal import Decimal
from thinkingbox_plugin.authoring import *
from toyshop.tables import *
from toyshop.tools import *
"""

SCRIPTED = ("--tb-user-model=scripted", "--tb-judge-model=scripted")
"""For runs of agents that are no reference agents: those bring models along for the user and the judge."""

OPTIONS = ("-p", "no:asyncio", "-p", "no:syrupy", "-p", "no:randomly", "-W", "error")


def cancel(number: str = "ABC_001", decorator: str = "", body: str = "", trap: str = "") -> str:
    """A small task: Bruno cancels ORD-9.  The oracle passes it in two calls."""
    return f'''
@task(opening="Please cancel ORD-9.", policy=["refunds.md#late-orders"], {decorator})
def test_case_{number}(trial: Trial) -> None:
    """An order that has not left the shop can be cancelled."""
    with trial.golden() as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
        cancel_order(world, order_id="ORD-9")
{textwrap.indent(textwrap.dedent(trap), "    ")}
{textwrap.indent(textwrap.dedent(body), "    ")}
    assert trial.outcome == trial.golden_outcome
'''


class Shop:
    """The package ``shop``, what was run in it, and what that left behind."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.folder = pytester.mkpydir("shop")
        (self.folder / "__init__.py").write_text("from toyshop import DOMAIN\n")

    def write(self, name: str, *sources: str) -> Path:
        """Write a task file."""
        path = self.folder / name
        path.write_text(HEADER + "".join(map(textwrap.dedent, sources)), encoding="utf-8")
        return path

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in this process."""
        return self.pytester.runpytest_inprocess(*OPTIONS, *arguments)

    def run_apart(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in a process of its own, as a user does."""
        return self.pytester.runpytest_subprocess(*OPTIONS, *arguments)

    @property
    def results(self) -> Path:
        """The directory of the newest run."""
        return self.pytester.path / "results" / "latest"

    def records(self, directory: Path | None = None) -> list[TrialRecord]:
        """Its records, in the order of the file."""
        return list(read_trials((directory or self.results) / "trials.jsonl"))

    def keys(self, directory: Path | None = None) -> list[tuple[str, str, int]]:
        """(task, model, trial) of each, the task by its number."""
        return [(r.task.rpartition("test_case_")[2], r.model, r.trial) for r in self.records(directory)]

    def summary(self, directory: Path | None = None) -> Any:
        """``summary.json``."""
        return json.loads(((directory or self.results) / "summary.json").read_text())

    def run_file(self, directory: Path | None = None) -> dict[str, Any]:
        """``run.json``."""
        return read_run_file(directory or self.results)
