"""The same hashes in another process, on another date, in another zone and locale, with another hash seed."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from audit_toys import found
from toyshop import DOMAIN

from thinkingbox_plugin.audit.elsewhere import ElsewhereError, compare, hashes_elsewhere
from thinkingbox_plugin.audit.findings import TaskAudit
from thinkingbox_plugin.audit.task import describe
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.task import tasks_of

PACKAGE = '''
from datetime import datetime, date
import time
from thinkingbox_plugin.authoring import Domain, Key, Row, World, writes

class Slip(Row, table="slips"):
    """A slip."""
    id: Key
    text: str

@writes
def write_slip(world: World, text: str) -> Slip:
    """Write a slip."""
    return world.insert(Slip(id=world.new_id("SL"), text={expression}))

DOMAIN = Domain(name="{name}", title="Slips", package="{name}", now=datetime(2025, 10, 1), tables=[Slip],
                tools=[write_slip], records=list)
'''
TASKS = '''
from thinkingbox_plugin.authoring import Trial, task
from . import write_slip

@task(opening="Write it down.", policy=["rules.md#rule"])
def test_case_SLP_001(trial: Trial) -> None:
    """A slip is written."""
    with trial.golden() as world:
        write_slip(world, text="it")
    assert trial.outcome == trial.golden_outcome
'''


@pytest.fixture
def slips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[TaskAudit]:
    """The audits of a domain whose one tool stores an expression's value."""
    name = f"slips_{request.node.callspec.id}"
    folder = tmp_path / name
    (folder / "policies").mkdir(parents=True)
    (folder / "policies" / "rules.md").write_text("# Rule\n\nWrite slips.\n")
    (folder / "__init__.py").write_text(PACKAGE.format(name=name, expression=request.param))
    (folder / "test_slips.py").write_text(TASKS)
    monkeypatch.syspath_prepend(str(tmp_path))
    return [describe(build_plan(task)) for task in tasks_of(import_module(name).DOMAIN)]


@pytest.mark.parametrize(
    "slips",
    [
        pytest.param("str(datetime.now().date())", id="now"),
        pytest.param("date.today().isoformat()", id="today"),
        pytest.param("str(hash(text))", id="hash"),
        pytest.param("time.tzname[0]", id="zone"),
        pytest.param("__import__('os').getcwd()", id="folder"),
    ],
    indirect=True,
)
def test_what_depends_on_where_it_runs_is_caught(slips: list[TaskAudit]) -> None:
    compare(slips, hashes_elsewhere(slips))

    assert found(slips[0]) == ["golden: another hash with another date, time zone, locale and hash seed"]


@pytest.mark.parametrize("slips", [pytest.param("f'{world.now:%B} {text}'", id="clock")], indirect=True)
def test_the_worlds_own_clock_is_the_same_everywhere(slips: list[TaskAudit]) -> None:
    compare(slips, hashes_elsewhere(slips))

    assert found(slips[0]) == []
    assert slips[0].count("elsewhere").tried == 1


def test_the_toyshop_hashes_alike_elsewhere_traps_included() -> None:
    plans = [build_plan(task) for task in tasks_of(DOMAIN)]
    audits = [describe(plan) for plan in plans]

    compare(audits, hashes_elsewhere(audits))

    assert [found(audit) for audit in audits] == [[]] * len(audits)
    solutions = sum(len(plan.goldens) + len(plan.traps) for plan in plans)
    assert sum(audit.count("elsewhere").tried for audit in audits) == solutions


def test_a_task_that_cannot_be_built_elsewhere_is_caught_with_the_reason() -> None:
    [audit, *_] = [describe(build_plan(task)) for task in tasks_of(DOMAIN)]
    audit.id = "LAT_009"

    compare([audit], hashes_elsewhere([audit]))

    assert found(audit)[0].startswith("golden: UsageError: toyshop has no task LAT_009; did you mean")


def test_a_process_that_does_not_answer_is_an_error_with_what_it_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 3, "", "no such luck\n")

    monkeypatch.setattr(subprocess, "run", run)

    with pytest.raises(ElsewhereError, match="no such luck"):
        hashes_elsewhere([])


def test_the_moved_clock_moves_all_that_python_code_reads() -> None:
    script = """
import time, datetime as d
real = time.time(), d.date.today(), d.datetime.now()
kept = d.datetime(2025, 1, 1)
from thinkingbox_plugin.audit.clock import move_clock
move_clock(400)
from datetime import date, datetime
assert 399 * 86400 < time.time() - real[0] < 401 * 86400
assert 399 * 86400 < time.time_ns() / 1e9 - real[0] < 401 * 86400
assert 399 <= (date.today() - real[1]).days <= 401
assert 399 <= (datetime.now() - real[2]).days <= 401
assert 399 <= (datetime.today() - real[2]).days <= 401
assert datetime.now(d.UTC).tzinfo is d.UTC
assert time.gmtime(0).tm_year == 1970 and time.gmtime().tm_year > time.gmtime(real[0]).tm_year
assert time.localtime().tm_year > time.localtime(real[0]).tm_year
assert time.strftime("%Y") == str(time.localtime().tm_year)
assert time.ctime(0) != time.ctime()
assert isinstance(kept, datetime) and isinstance(kept, date) and issubclass(type(kept), datetime)
assert not isinstance(real[1], datetime) and datetime.fromisoformat("2025-01-01") == kept
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
