"""Runs that are spread over workers, interrupted, or lose a worker: every finished trial counts, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from shops import OPTIONS, SCRIPTED, Shop, cancel

QUIET = tuple(option for option in OPTIONS if option not in ("-W", "error"))
"""An interrupt may come inside of any plugin's hook, and pluggy warns of some."""

CASES = [cancel(f"ABC_00{number}") for number in range(6)]


def finished(folder: Path) -> int:
    """The records that are on the disk."""
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("results/latest/parts/*.jsonl"))


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Until something that takes as long as it takes has happened."""
    while not condition():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.02)


@pytest.mark.parametrize("how", ["--dist=load", "--dist=worksteal", "--dist=loadscope"])
def test_workers_leave_the_same_records_in_the_same_order(shop: Shop, how: str) -> None:
    shop.write("test_orders.py", *CASES[:4])
    shop.write("test_gifts.py", cancel("GIF_001"))
    arguments = ["--tb-model=flaky:0.5", "--tb-model=oracle", "--tb-trials=3"]
    runs = []
    for workers in ([], ["-n2", how]):
        result = shop.run_apart(*arguments, *workers)
        records = [record.to_json() for record in shop.records()]
        for record in records:
            del record["started_at"], record["timing"]
        run = shop.run_file()
        runs.append(
            (result.parseoutcomes(), records, shop.summary(), run["planned"], run["fingerprints"], run["state"])
        )
        assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]
    assert runs[0] == runs[1]
    assert runs[0][-1] == "finished"


def test_many_failures_are_told_a_line_each_by_workers_too(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES[:2])
    result = shop.run_apart("-n2", "--tb-model=idle", "--tb-trials=15", "--junitxml=junit.xml")
    result.assert_outcomes(failed=30)
    assert sum("0/15 passed · 15 × " in line for line in result.outlines) == 2
    assert not any("FAILED" in line or "assert trial.outcome" in line for line in result.outlines)
    cases = list(ElementTree.parse(shop.pytester.path / "junit.xml").iter("testcase"))
    assert Counter(len(list(case.iter("property"))) for case in cases) == {6: 30}


def test_without_xdist_everything_works(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES[:2])
    shop.run_apart("-p", "no:xdist").assert_outcomes(passed=2)


def test_with_pytest_asyncio_and_its_warnings_as_errors_everything_works(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES[:2])
    result = shop.pytester.runpytest_subprocess("-W", "error", "-o", "asyncio_default_fixture_loop_scope=function")
    result.assert_outcomes(passed=2)


SLOW = """
    import asyncio
    from thinkingbox_plugin.messages import Reply

    class Slow:
        async def reply(self, messages, tools):
            await asyncio.sleep({seconds})
            return Reply("<DONE>")

    def pytest_thinkingbox_agent(spec, config):
        return lambda context: Slow()
"""


@pytest.mark.parametrize(
    ("workers", "whole_group"),
    [("-n0", False), ("-n2", False), ("-n2", True)],
    ids=["alone", "main only", "all at once"],
)
def test_ctrl_c_keeps_what_was_finished_and_prints_its_table(shop: Shop, workers: str, whole_group: bool) -> None:
    shop.write("test_orders.py", *CASES)
    shop.pytester.makeconftest(SLOW.format(seconds=0.2))
    command = [sys.executable, "-m", "pytest", *QUIET, workers, "--tb-model=slow", "--tb-trials=100", *SCRIPTED]
    process = subprocess.Popen(
        command,
        cwd=shop.pytester.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: finished(shop.pytester.path) >= 3, process)
    if whole_group:  # as a terminal does
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate()

    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    keys = shop.keys()
    assert 3 <= len(keys) < 600
    assert len(set(keys)) == len(keys)
    assert shop.run_file()["state"] == "interrupted"
    classes = shop.summary()["models"]["slow"]["all"]["classes"]
    assert (classes["failed"], classes["not_run"]) == (len(keys), 600 - len(keys))
    assert "\nslow " in output
    assert "results: " in output
    assert "INTERNALERROR" not in output
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


OWN_SETTINGS = ("-c", str(Path(__file__).parent.parent / "tox.ini"), "--rootdir=.", "-p", "no:cacheprovider", "shop")
"""As the project's own tests run: warnings are errors, and its test plugins are there."""


def test_ctrl_c_ends_a_run_under_the_projects_own_settings_as_any_other(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    shop.pytester.makeconftest(SLOW.format(seconds=0.2))
    command = [sys.executable, "-m", "pytest", *OWN_SETTINGS, "-n2", "--tb-model=slow", "--tb-trials=100", *SCRIPTED]
    process = subprocess.Popen(
        command,
        cwd=shop.pytester.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: finished(shop.pytester.path) >= 3, process)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    assert "syrupy" in next(line for line in output.splitlines() if line.startswith("plugins: "))
    table, _, closing = output.rpartition("results: ")
    assert "\nslow " in table
    assert "KeyboardInterrupt" in closing
    assert " failed in " in closing.strip().splitlines()[-1]
    assert "Traceback" not in output


def test_an_interrupt_while_a_report_is_made_is_no_error_under_the_projects_own_settings(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    shop.pytester.makeconftest(
        """
        calls = []

        def pytest_runtest_makereport(item, call):
            calls.append(call)
            if len(calls) == 8:
                raise KeyboardInterrupt
        """
    )
    result = shop.pytester.runpytest_subprocess(*OWN_SETTINGS)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert shop.keys() == [("ABC_000", "oracle", 0), ("ABC_001", "oracle", 0), ("ABC_002", "oracle", 0)]
    result.stdout.fnmatch_lines(["oracle *", "results: *", "*KeyboardInterrupt*", "*2 passed*"])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_ctrl_c_leaves_a_trial_in_flight_without_a_record(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    shop.pytester.makeconftest(
        SLOW.format(seconds=3600) + "\n    class Touch(Slow):\n"
        "        async def reply(self, messages, tools):\n"
        "            open('begun', 'w').close()\n"
        "            return await super().reply(messages, tools)\n\n"
        "    Slow = Touch\n"
    )
    command = [sys.executable, "-m", "pytest", *QUIET, "--tb-model=slow", *SCRIPTED]
    process = subprocess.Popen(
        command, cwd=shop.pytester.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    wait_until((shop.pytester.path / "begun").exists, process)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    assert shop.records() == []
    assert shop.summary()["models"]["slow"]["all"]["classes"]["not_run"] == 6


DIES = """
    import os, signal
    from thinkingbox_plugin.messages import Reply

    def first():
        try:
            os.close(os.open("died", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    class Dying:
        def __init__(self, context):
            self.context = context
        async def reply(self, messages, tools):
            with open("begun", "a") as file:
                print(self.context.trial, file=file)
            if self.context.trial == 1 and {when}:
                os.kill(os.getpid(), signal.SIGKILL)
            return Reply("<DONE>")

    def pytest_thinkingbox_agent(spec, config):
        return Dying
"""


def begun(shop: Shop) -> Counter[str]:
    return Counter((shop.pytester.path / "begun").read_text().split())


def test_a_trial_whose_worker_was_killed_runs_once_more(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest(DIES.format(when="first()"))
    result = shop.run_apart("-n2", "--tb-model=dying", "--tb-trials=8", *SCRIPTED, "--junitxml=junit.xml")
    assert result.parseoutcomes() == {"failed": 8, "crashed": 1}
    assert shop.keys() == [("ABC_000", "dying", number) for number in range(8)]
    assert begun(shop) == Counter({str(number): 1 for number in range(8)}) + Counter({"1": 1})
    assert shop.run_file()["state"] == "finished"
    cases = list(ElementTree.parse(shop.pytester.path / "junit.xml").iter("testcase"))
    assert Counter(child.tag for case in cases for child in case) == {"properties": 8, "failure": 8}


def test_a_trial_that_kills_its_worker_twice_is_not_measured(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest(DIES.format(when="True"))
    result = shop.run_apart("-n2", "--tb-model=dying", "--tb-trials=8", *SCRIPTED, "--junitxml=junit.xml")
    assert result.parseoutcomes() == {"failed": 7, "crashed": 1, "errors": 1}
    assert begun(shop)["1"] == 2
    records = shop.records()
    assert shop.keys() == [("ABC_000", "dying", number) for number in range(8)]
    assert [record.trial_class for record in records] == ["failed", "unmeasured", *["failed"] * 6]
    lost = records[1]
    assert (lost.domain, lost.stop_reason) == ("toyshop", "sandbox_error")
    assert lost.error.startswith("worker 'gw")
    assert lost.seed not in {record.seed for record in records if record is not lost}
    assert shop.summary()["models"]["dying"]["all"]["classes"]["unmeasured"] == 1


def test_a_trial_that_was_recorded_before_its_worker_died_does_not_run_again(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest(
        DIES.format(when="False")
        + """
    def pytest_thinkingbox_trial_finished(record, config):
        if record.trial == 1:
            os.kill(os.getpid(), signal.SIGKILL)
"""
    )
    result = shop.run_apart("-n2", "--tb-model=dying", "--tb-trials=8", *SCRIPTED)
    assert result.parseoutcomes() == {"failed": 8, "crashed": 1}
    assert begun(shop) == {str(number): 1 for number in range(8)}
    assert shop.keys() == [("ABC_000", "dying", number) for number in range(8)]


def test_a_round_is_over_only_when_the_trial_of_a_dead_worker_is(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0], CASES[1])
    rounds = ("--tb-until-decided=6", "--tb-gate=pass@1 >= 0", "--tb-gate-estimand=suite", "--tb-trials=3")
    # A trial that kills its worker twice is a failure of something that is no trial.
    for when, code, outcomes in (("first()", 0, {"failed": 6}), ("True", 1, {"failed": 4, "unmeasured": 2})):
        shop.pytester.makeconftest(DIES.format(when=when))
        result = shop.run_apart("-n2", "--tb-model=dying", *rounds, *SCRIPTED, "--tb-max-unmeasured=0.5")
        assert result.ret == code
        assert {record.trial for record in shop.records()} == {0, 1, 2}
        assert Counter(record.trial_class for record in shop.records()) == outcomes
        assert shop.run_file()["rounds"] == {"first": 3, "most": 6, "looked": 3}


def test_workers_that_may_not_be_replaced_leave_the_rest_not_run(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest(DIES.format(when="True"))
    result = shop.run_apart("-n1", "--max-worker-restart=0", "--tb-model=dying", "--tb-trials=8", *SCRIPTED)
    assert result.ret != pytest.ExitCode.OK
    assert shop.keys() == [("ABC_000", "dying", 0)]
    classes = shop.summary()["models"]["dying"]["all"]["classes"]
    assert (classes["failed"], classes["not_run"]) == (1, 7)
    assert shop.run_file()["state"] == "interrupted"


def test_a_scheduler_that_gives_out_whole_files_sends_it_again_as_well(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.write("test_gifts.py", cancel("GIF_001"))
    shop.pytester.makeconftest(DIES.format(when="first()"))
    result = shop.run_apart("-n2", "--dist=loadfile", "--tb-model=dying", "--tb-trials=3", *SCRIPTED)
    assert result.parseoutcomes() == {"failed": 6, "crashed": 1}
    assert Counter(record.trial_class for record in shop.records()) == {"failed": 6}
    assert len(set(shop.keys())) == 6


def test_an_ordinary_test_that_kills_its_worker_is_pytest_xdists_business(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0], "def test_dies():\n    import os\n    os._exit(1)\n")
    result = shop.run_apart("-n2")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*worker 'gw*' crashed while running *test_dies*"])
