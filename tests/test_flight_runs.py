"""Many trials in flight: real sessions, in one process and under -n 2, against agents that wait for each other."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from provider_server import KEY, Answer, Asked, Fail, ProviderServer
from shops import OPTIONS, SCRIPTED, Shop, cancel
from test_model_runs import solve

QUIET = tuple(option for option in OPTIONS if option not in ("-W", "error"))
MODEL = ("--tb-model=some-model", *SCRIPTED, "--tb-no-preflight")
AGENT = ("--tb-model=mine", *SCRIPTED)
LONG = 60.0
"""Seconds after which a barrier that does not open makes its test fail instead of waiting for ever."""


class Barrier:
    """A provider's model that answers nobody's first request before so many trials have asked theirs."""

    def __init__(self, number: int) -> None:
        self.number, self.peak = number, 0
        self._waiting = self._present = 0
        self._open = asyncio.Event()

    async def __call__(self, asked: Asked) -> Answer:
        self._present += 1
        self.peak = max(self.peak, self._present)
        try:
            if asked.turns == 0:
                self._waiting += 1
                if self._waiting >= self.number:
                    self._open.set()
                await asyncio.wait_for(self._open.wait(), LONG)
        except TimeoutError:
            return Fail(401, f"only {self._waiting} trials came")
        finally:
            self._present -= 1
        return solve(asked)


def serve(monkeypatch: pytest.MonkeyPatch, server: ProviderServer) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.mark.parametrize(
    ("options", "number"),
    [(("--tb-concurrency=5",), 5), ((), 16), (("-n2", "--tb-concurrency=7"), 7), (("-n2",), 2)],
    ids=["one process", "one process by default", "two workers", "two workers by default"],
)
def test_so_many_trials_are_in_flight_and_no_more(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], number: int
) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    barrier = Barrier(number)
    with ProviderServer(barrier) as server:
        serve(monkeypatch, server)
        shop.run_apart(*MODEL, "--tb-trials=10", *options).assert_outcomes(passed=20)
    assert barrier.peak == number
    assert shop.keys() == [(task, "some-model", trial) for trial in range(10) for task in ("ABC_001", "ABC_002")]
    assert shop.run_file()["state"] == "finished"
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_a_share_for_each_worker_is_needed(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    result = shop.run("-n3", "--tb-concurrency=2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --tb-concurrency 2: each of the 3 workers *give 3 or more, or -n 2"])
    ini = shop.run("-o", "tb_concurrency=0")
    ini.stderr.fnmatch_lines(["ERROR: tb_concurrency: *whole number from 1; write tb_concurrency = 20*"])


BACKWARDS = """
    import asyncio, logging
    from thinkingbox_plugin.messages import Reply

    MANY = 5
    over = {}

    class Patient:
        def __init__(self, context):
            self.number = context.trial
        async def reply(self, messages, tools):
            logging.getLogger("mine").warning("log of trial %d", self.number)
            print("output of trial", self.number)
            if self.number + 1 < MANY:
                await over.setdefault(self.number + 1, asyncio.Event()).wait()
            logging.getLogger("mine").error("end of trial %d", self.number)
            return Reply("<DONE>")

    def pytest_thinkingbox_agent(spec, config):
        return Patient

    def pytest_thinkingbox_trial_finished(record, config):
        from thinkingbox_plugin.keys import RUN
        run = config.stash[RUN]
        lines = (run.directory / "parts" / "trials-main.jsonl").read_bytes().splitlines()
        with open("finished", "a") as file:
            print(record.trial, len(lines), file=file)
        event = over.setdefault(record.trial, asyncio.Event())
        run.engine.call(event.set)

    def pytest_runtest_logreport(report):
        if report.when == "call":
            with open("reported", "a") as file:
                print(report.nodeid[-3:-1], file=file)
"""


def test_trials_that_end_backwards_are_written_as_they_end_and_reported_in_order_each_with_its_own_log(
    shop: Shop,
) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(BACKWARDS)
    result = shop.run_apart(*AGENT, "--tb-trials=5", "--tb-concurrency=5", "--junitxml=junit.xml", "--tb-show-failures")
    result.assert_outcomes(failed=5)
    folder = shop.pytester.path
    assert (folder / "finished").read_text().split("\n") == ["4 1", "3 2", "2 3", "1 4", "0 5", ""]
    assert (folder / "reported").read_text().split() == ["00", "01", "02", "03", "04"]
    shown = re.split(r"^_+ test_case_ABC_001", result.stdout.str(), flags=re.MULTILINE)[1:]
    assert len(shown) == 5
    for number, text in enumerate(shown):
        for found in (r"log of trial (\d)", r"output of trial (\d)", r"end of trial (\d)"):
            assert re.findall(found, text) == [str(number)], text


def test_an_item_takes_as_long_as_its_own_trial_and_not_as_long_as_it_was_waited_for(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(
        BACKWARDS
        + """
    import pytest

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_makereport(item, call):
        from thinkingbox_plugin.keys import OWN_TIME
        report = yield
        if call.when == "setup":
            waited, own = item.stash[OWN_TIME]
            report.user_properties.append(("expected", call.duration - waited + own))
            assert waited <= call.duration
        return report
"""
    )
    shop.run_apart(*AGENT, "--tb-trials=5", "--tb-concurrency=5", "--junitxml=junit.xml").assert_outcomes(failed=5)
    total = [record.timing["total"] for record in shop.records()]
    cases = list(ElementTree.parse(shop.pytester.path / "junit.xml").iter("testcase"))
    assert len(cases) == 5
    for case, seconds in zip(cases, total, strict=True):
        assert float(case.attrib["time"]) >= round(seconds, 3)
    # The last trial of all ended first: when its turn came, nothing was left to wait for.
    assert float(cases[4].attrib["time"]) >= round(total[4], 3)


GATED = """
    import asyncio, os, pathlib
    from thinkingbox_plugin.messages import Reply

    def count():
        return len(pathlib.Path("begun").read_text().split())

    class Gated:
        def __init__(self, context):
            self.number = context.trial
        async def reply(self, messages, tools):
            with open("begun", "a") as file:
                print(self.number, file=file)
            {wait}
            return Reply("<DONE>")

    def pytest_thinkingbox_agent(spec, config):
        return Gated
"""


def begun(shop: Shop) -> Counter[str]:
    path = shop.pytester.path / "begun"
    return Counter(path.read_text().split() if path.exists() else ())


def test_after_the_first_failure_of_x_trials_in_flight_are_absent(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    wait = "while self.number != 0 or count() < 4: await asyncio.sleep(0.01)"
    shop.pytester.makeconftest(GATED.format(wait=wait))
    result = shop.run_apart(*AGENT, "--tb-trials=50", "--tb-concurrency=4", "-x")
    assert result.ret == pytest.ExitCode.INTERRUPTED or result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=1)
    assert shop.keys() == [("ABC_001", "mine", 0)]
    assert set(begun(shop)) <= {"0", "1", "2", "3", "4"}
    assert {"0", "1", "2", "3"} <= set(begun(shop))
    assert shop.summary()["models"]["mine"]["all"]["classes"]["not_run"] == 49
    assert shop.run_file()["state"] == "interrupted"


def test_what_ended_before_x_stopped_the_run_is_recorded_though_it_is_not_reported(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    wait = "while self.number == 0 and not os.path.exists('three'): await asyncio.sleep(0.01)"
    shop.pytester.makeconftest(
        GATED.format(wait=wait)
        + """
    def pytest_thinkingbox_trial_finished(record, config):
        if record.trial == 3:
            pathlib.Path("three").touch()
"""
    )
    result = shop.run_apart(*AGENT, "--tb-trials=50", "--tb-concurrency=4", "-x")
    result.assert_outcomes(failed=1)
    keys = shop.keys()
    assert {("ABC_001", "mine", 0), ("ABC_001", "mine", 3)} <= set(keys)
    assert len(set(keys)) == len(keys) < 50


def test_x_stops_workers_that_have_been_sent_more(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    wait = "while self.number != 0 and not os.path.exists('out/.stopped'): await asyncio.sleep(0.01)"
    shop.pytester.makeconftest(GATED.format(wait=wait))
    result = shop.run_apart(*AGENT, "--tb-trials=100", "-n2", "--tb-concurrency=6", "-x", "--tb-out=out")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert result.parseoutcomes()["failed"] <= 3
    keys = shop.keys(shop.pytester.path / "out")
    assert len(set(keys)) == len(keys) < 20
    result.stdout.fnmatch_lines(["*stopping after 1 failures*"])


BLOCKED = "await asyncio.sleep(3600)"


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    while not condition():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("workers", "whole_group"),
    [("-n0", False), ("-n2", False), ("-n2", True)],
    ids=["alone", "main only", "all at once"],
)
def test_ctrl_c_leaves_trials_in_flight_without_a_record_and_keeps_the_others(
    shop: Shop, workers: str, whole_group: bool
) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(GATED.format(wait=f"if self.number >= 4: {BLOCKED}"))
    options = ("--tb-trials=50", "--tb-concurrency=6", workers)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *QUIET, *AGENT, *options],
        cwd=shop.pytester.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    parts = Path("results/latest/parts")
    count = lambda: sum(p.read_bytes().count(b"\n") for p in (shop.pytester.path / parts).glob("*.jsonl"))  # noqa: E731
    wait_until(lambda: count() == 4 and len(begun(shop)) == 10, process)
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    assert shop.keys() == [("ABC_001", "mine", number) for number in range(4)]
    assert shop.summary()["models"]["mine"]["all"]["classes"]["not_run"] == 46
    assert shop.run_file()["state"] == "interrupted"
    assert "INTERNALERROR" not in output
    assert "results: " in output


SWALLOWS = """
import signal, time
def pytest_runtest_logreport(report):
    if report.when == "teardown":
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        except KeyboardInterrupt:
            pass
"""


def test_ctrl_c_is_known_where_its_exception_is_lost(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(textwrap.dedent(GATED.format(wait=f"if self.number >= 1: {BLOCKED}")) + SWALLOWS)
    result = shop.run_apart(*AGENT, "--tb-trials=9", "--tb-concurrency=6")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert shop.keys() == [("ABC_001", "mine", 0)]
    assert shop.run_file()["state"] == "interrupted"


DIES = """
    def first():
        try:
            os.close(os.open("died", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True
"""
KILL = "if self.number == 5 and {when}: os.kill(os.getpid(), 9)"


@pytest.mark.parametrize("how", ["--dist=load", "--dist=worksteal", "--dist=loadfile"])
def test_trials_in_flight_in_a_worker_that_is_killed_run_again_and_none_is_there_twice(shop: Shop, how: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.write("test_gifts.py", cancel("GIF_001"))
    shop.pytester.makeconftest(GATED.format(wait=KILL.format(when="first()")) + DIES)
    result = shop.run_apart(*AGENT, "--tb-trials=20", "-n2", "--tb-concurrency=8", how)
    assert result.parseoutcomes() == {"failed": 40, "crashed": 1}
    assert len(shop.keys()) == len(set(shop.keys())) == 40
    assert {record.trial_class for record in shop.records()} == {"failed"}


def test_a_trial_that_takes_every_worker_along_is_found_among_those_in_flight(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.pytester.makeconftest(GATED.format(wait=KILL.format(when="True")))
    result = shop.run_apart(
        *AGENT, "--tb-trials=20", "-n2", "--tb-concurrency=8", "--max-worker-restart=20", "--tb-out=out"
    )
    records = shop.records(shop.pytester.path / "out")
    assert [record.trial for record in records] == list(range(20))
    assert {record.trial for record in records if record.trial_class == "unmeasured"} == {5}
    assert result.parseoutcomes()["errors"] == 1
    assert result.parseoutcomes()["failed"] == 19


def test_stealing_work_from_a_worker_takes_no_trial_along_that_has_a_record(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    # One worker's trials wait until the other one has run out of its own.
    wait = "if os.environ['PYTEST_XDIST_WORKER'] == 'gw0' and count() < 30:"
    shop.pytester.makeconftest(GATED.format(wait=f"{wait} await asyncio.sleep(0.3)"))
    result = shop.run_apart(*AGENT, "--tb-trials=20", "-n2", "--tb-concurrency=8", "--dist=worksteal")
    result.assert_outcomes(failed=40)
    assert len(shop.keys()) == len(set(shop.keys())) == 40


def test_an_item_that_does_not_run_starts_no_trial(shop: Shop) -> None:
    shop.write(
        "test_orders.py",
        "import pytest\n@pytest.mark.skip(reason='not today')",
        cancel("ABC_001"),
        "\n@pytest.mark.skipif(True, reason='not here')",
        cancel("ABC_002"),
        cancel("ABC_003"),
        cancel("ABC_004"),
    )
    shop.pytester.makeconftest(
        GATED.format(wait="pass")
        + """
    import pytest

    @pytest.fixture(autouse=True)
    def _not_all(request):
        if "ABC_003" in request.node.name:
            pytest.skip("says a fixture")
"""
    )
    result = shop.run_apart(*AGENT, "--tb-trials=3", "--tb-concurrency=4", "--deselect=shop/test_orders.py::nothing")
    result.assert_outcomes(failed=3, skipped=9)
    by_task = Counter(key[0] for key in shop.keys())  # noqa: SIM118
    assert by_task["ABC_004"] == 3
    assert not {"ABC_001", "ABC_002"} & set(by_task)


def test_an_ordinary_test_has_the_process_to_itself(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.pytester.makepyfile(
        test_plain="""
        import conftest

        def test_plain():
            assert conftest.present == set()
        """
    )
    shop.pytester.makeconftest(
        """
        import asyncio
        import pytest
        from thinkingbox_plugin.messages import Reply

        present, most = set(), []

        class Counted:
            def __init__(self, context):
                pass
            async def reply(self, messages, tools):
                present.add(self)
                most.append(len(present))
                await asyncio.sleep(0.05)
                present.discard(self)
                return Reply("<DONE>")

        def pytest_thinkingbox_agent(spec, config):
            return Counted

        @pytest.hookimpl(wrapper=True, tryfirst=True)
        def pytest_collection_modifyitems(items):
            yield
            items.insert(10, items.pop(0))  # behind five trials of each task

        def pytest_sessionfinish():
            print("MOST", max(most))
        """
    )
    result = shop.run_apart(*AGENT, "--tb-trials=10", "--tb-concurrency=4", "-s")
    result.assert_outcomes(passed=1, failed=20)
    result.stdout.fnmatch_lines(["*MOST 4*"])


def test_a_broken_task_is_an_error_of_its_own_items_only(shop: Shop) -> None:
    broken = cancel("ABC_002").replace("ORD-9", "ORD-1")
    shop.write("test_orders.py", cancel("ABC_001"), broken, cancel("ABC_003"))
    result = shop.run_apart("--tb-trials=4", "--tb-concurrency=6")
    result.assert_outcomes(passed=8, errors=4)
    assert Counter(key[0] for key in shop.keys())  # noqa: SIM118 == {"ABC_001": 4, "ABC_003": 4}
    result.stdout.fnmatch_lines(["*GoldenError: *ABC_002*"])


def test_what_no_request_can_get_past_stops_all_trials_in_flight_with_one_error(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    asked: list[Asked] = []

    def revoked(request: Asked) -> Answer:
        asked.append(request)
        return solve(request) if len(asked) <= 20 else Fail(401, "Incorrect API key")

    with ProviderServer(revoked) as server:
        serve(monkeypatch, server)
        result = shop.run_apart(*MODEL, "--tb-trials=50", "--tb-concurrency=8")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    outcomes = result.parseoutcomes()
    assert outcomes["errors"] == 1
    assert len(asked) <= 20 + 8
    records = shop.records()
    assert {record.trial_class for record in records} == {"passed"}
    assert outcomes["passed"] <= len(records) == len(set(shop.keys()))


PAID = """[tool.thinkingbox.models."some-model"]
price_input = 0
price_output = 50.0
max_output_tokens = 20
"""


def test_the_cap_on_cost_holds_with_many_trials_in_flight(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    (shop.pytester.path / "pyproject.toml").write_text(PAID)
    with ProviderServer(solve, delay=0.02) as server:
        serve(monkeypatch, server)
        result = shop.run_apart(*MODEL, "--tb-trials=30", "--tb-concurrency=6", "--tb-max-cost=0.0401")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*--tb-max-cost 0.0401 leaves no room*"])
    cost = shop.run_file()["cost"]
    assert 0.03 < cost["total"] <= 0.0401
    assert cost["unanswered"] == 0
    classes = shop.summary()["models"]["some-model"]["all"]["classes"]
    assert sum(classes.values()) == 60
    assert classes["passed"] == result.parseoutcomes()["passed"]
    assert classes["not_run"] >= 39
    assert len(server.asked) == cost["requests"]


def test_a_recorded_run_with_many_in_flight_is_replayed_with_many_in_flight(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    options = (*MODEL, "--tb-trials=8", "--tb-concurrency=8")
    with ProviderServer(solve) as server:
        serve(monkeypatch, server)
        shop.run_apart(*options, "--tb-record=tape", "--tb-out=one").assert_outcomes(passed=16)
    shop.run_apart(*options, "--tb-replay=tape", "--tb-out=two").assert_outcomes(passed=16)
    folders = [shop.pytester.path / name for name in ("one", "two")]
    one, two = ([(r.key, r.messages, r.usage) for r in shop.records(folder)] for folder in folders)
    assert one == two


def test_an_agents_own_time_is_capped_with_many_in_flight(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.pytester.makeconftest(GATED.format(wait=f"if self.number % 2: {BLOCKED}"))
    shop.run_apart(*AGENT, "--tb-trials=8", "--tb-concurrency=4", "--tb-trial-timeout=0.5").assert_outcomes(failed=8)
    reasons = [record.stop_reason for record in shop.records()]
    assert [reason for number, reason in enumerate(reasons) if number % 2] == ["time_limit"] * 4


def test_last_failed_runs_those_again_that_were_reported_as_failed(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    cache = ("--tb-trials=12", "--tb-concurrency=6", "--tb-model=flaky:0.5")
    first = shop.run_apart(*cache, "--tb-out=one").parseoutcomes()
    again = shop.run_apart(*cache, "--lf", "--tb-out=two").parseoutcomes()
    assert 0 < first["failed"] < 12
    assert again["failed"] == first["failed"]
    assert "passed" not in again
    failed = [
        key
        for key, record in zip(
            shop.keys(shop.pytester.path / "one"), shop.records(shop.pytester.path / "one"), strict=True
        )
        if record.trial_class == "failed"
    ]
    assert shop.keys(shop.pytester.path / "two") == failed


def test_reference_agents_leave_the_same_records_however_many_are_in_flight(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    runs = []
    for name, options in (("a", ()), ("b", ("--tb-concurrency=16",)), ("c", ("-n2", "--tb-concurrency=9"))):
        shop.run_apart("--tb-model=flaky:0.5", "--tb-trials=12", f"--tb-out={name}", *options)
        lines = (shop.pytester.path / name / "trials.jsonl").read_text().splitlines()
        runs.append([{**json.loads(line), "timing": 0, "started_at": 0} for line in lines])
    assert len(runs[0]) == 24
    assert runs[0] == runs[1] == runs[2]


FIXTURES = """
    import pytest
    from thinkingbox_plugin.messages import Message

    pytestmark = pytest.mark.thinkingbox(domain="toyshop", task="CAN_001")

    def test_parts(world, mcp_session, simulated_user, agent):
        assert not mcp_session.call("get_order", order_id="ORD-9").is_error
        assert world.log.calls[0].tool == "get_order"
        assert agent.reply([Message("user", simulated_user.opening)], mcp_session.tools()).tool_calls
"""


def test_the_fixtures_of_other_tests_are_usable_where_many_trials_are_in_flight(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.write("test_parts.py", FIXTURES)
    shop.run_apart("--tb-trials=9", "--tb-concurrency=4").assert_outcomes(passed=10)
