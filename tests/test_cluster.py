"""Trials on a Ray cluster of two nodes, really started on this machine; and what is refused before one is asked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from provider_server import KEY, ProviderServer
from shops import OPTIONS, SCRIPTED, Shop, cancel
from test_model_runs import MODEL, solve

from thinkingbox_plugin.cluster.engines import check_engine
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialRecord

CASES = [cancel(f"ABC_00{number}") for number in range(4)]

WAITS = """
import asyncio, os, pathlib, time
import toyshop
from thinkingbox_plugin.messages import Reply

HERE = pathlib.Path({folder!r})

class Waiting:
    def __init__(self, context):
        self.name = f"{{context.trial}}"

    async def reply(self, messages, tools):
        with open(HERE / "begun", "a") as file:
            print(self.name, os.environ["RAY_NODE"] if "RAY_NODE" in os.environ else os.getppid(), file=file)
        while not (HERE / "go").exists():
            await asyncio.sleep(0.05)
        return Reply(f"From {{toyshop.__file__}} <DONE>")

def pytest_thinkingbox_agent(spec, config):
    return Waiting
"""


class Nodes:
    """Two nodes on 127.0.0.1, of which one can be lost."""

    def __init__(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 1, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.other: Any = None
        self.complete()

    def complete(self) -> None:
        """Have a second node."""
        if self.other is None:
            self.other = self.cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1")

    def lose(self) -> None:
        """Kill the second node and all that runs there."""
        self.cluster.remove_node(self.other, allow_graceful=False)
        self.other = None

    @property
    def logs(self) -> str:
        """All that the cluster has written to its logs."""
        folder = Path(self.cluster.head_node.get_session_dir_path())
        return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def shared() -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch:
        # Its token lies in the home folder, and each run of a test has a home of its own.
        patch.setenv("RAY_AUTH_MODE", "disabled")
        # Ray takes 127.0.0.1 for this machine's address in its network, unless it is told to stay inside.
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        nodes = Nodes()
        yield nodes
        nodes.cluster.shutdown()


@pytest.fixture
def nodes(shared: Nodes, monkeypatch: pytest.MonkeyPatch) -> Nodes:
    """The cluster, found by every run that the test starts."""
    shared.complete()
    monkeypatch.setenv("RAY_ADDRESS", shared.cluster.address)
    return shared


def plain(records: list[TrialRecord]) -> list[dict[str, Any]]:
    """Records without their times."""
    found = [record.to_json() for record in records]
    for record in found:
        del record["started_at"], record["timing"]
    return found


@pytest.mark.parametrize("engine", ["local", "ray", "ray://node-1.example.org:10001", "ray://127.0.0.1:10001"])
def test_an_engine_is_here_or_at_an_address(engine: str) -> None:
    assert check_engine(engine) == engine


@pytest.mark.parametrize(
    "engine", ["Ray", "ray:", "ray://", "ray://host", "ray://host:x", "http://host:1", "ray://a b:1"]
)
def test_no_other_engine_is_taken(engine: str) -> None:
    with pytest.raises(UsageError, match="no such engine; write local, ray "):
        check_engine(engine)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-n2"], "--tb-engine ray: trials run on the cluster; leave out -n"),
        (["--tb-replay=tape"], "--tb-engine ray: trials run on the cluster; leave out --tb-replay"),
        (["--tb-ray-env=none.json"], "none.json: cannot read it"),
        (["--tb-ray-env=list.json"], "list.json: write a JSON object without py_modules"),
        (["--tb-ray-env=broken.json"], "broken.json: not JSON"),
    ],
)
def test_what_does_not_go_with_a_cluster_is_refused_before_it_is_asked(
    shop: Shop, arguments: list[str], message: str
) -> None:
    shop.write("test_orders.py", CASES[0])
    (shop.pytester.path / "list.json").write_text('{"py_modules": []}')
    (shop.pytester.path / "broken.json").write_text("{")
    result = shop.run_apart("--tb-engine=ray", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str()
    assert not (shop.pytester.path / "results").exists()


def test_without_ray_the_run_says_what_to_install(shop: Shop) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest("import sys; sys.modules['ray'] = None")
    result = shop.run_apart("--tb-engine=ray")
    assert "Ray is not installed; pip install 'thinkingbox[ray]'" in result.stdout.str()
    assert not list((shop.pytester.path / "results").iterdir())


def test_a_cluster_leaves_the_same_records_as_a_run_here(shop: Shop, nodes: Nodes) -> None:
    shop.write("test_orders.py", *CASES)
    arguments = ["--tb-model=flaky:0.5", "--tb-model=oracle", "--tb-trials=5", "--tb-seed=3"]
    here = shop.run_apart(*arguments, "--tb-out=here")
    there = shop.run_apart(*arguments, "--tb-out=there", "--tb-engine=ray", "--junitxml=junit.xml")
    assert there.parseoutcomes() == here.parseoutcomes()
    folders = [shop.pytester.path / name for name in ("here", "there")]
    one, other = (shop.records(folder) for folder in folders)
    assert len(one) == 40
    assert plain(other) == plain(one)
    assert shop.summary(folders[1]) == shop.summary(folders[0])
    assert {path.name for path in folders[1].iterdir()} == {"run.json", "summary.json", "trials.jsonl"}


def test_a_node_that_is_lost_midway_loses_no_trial_and_doubles_none(shop: Shop, nodes: Nodes) -> None:
    shop.write("test_orders.py", *CASES[:2])
    folder = shop.pytester.path
    shop.pytester.makeconftest(WAITS.format(folder=str(folder)))
    command = [sys.executable, "-m", "pytest", *OPTIONS, "--tb-engine=ray", "--tb-model=waiting", "--tb-trials=10"]
    command += [*SCRIPTED, "--tb-concurrency=16", "--tb-out=out"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    begun = folder / "begun"
    wait_until(lambda: begun.exists() and len(begun.read_text().split("\n")) > 16, process)
    runners = {line.split()[1] for line in begun.read_text().splitlines()}
    nodes.lose()
    wait_until(lambda: len(begun.read_text().split("\n")) > 24, process)
    (folder / "go").touch()
    output = process.communicate(timeout=300)[0]
    records = shop.records(folder / "out")
    assert len(runners) == 2, output
    assert Counter((record.task[-7:], record.trial) for record in records) == Counter(
        (f"ABC_00{task}", trial) for trial in range(10) for task in range(2)
    )
    assert {record.stop_reason for record in records} == {"done"}, output
    told = {record.messages[-1]["content"] for record in records}
    assert len(begun.read_text().splitlines()) > 20, "nothing was under way where the node was lost"
    assert all("From " in text for text in told)


POISON = """
import os
from thinkingbox_plugin.messages import Reply

class Poison:
    def __init__(self, context):
        self.number = context.trial

    async def reply(self, messages, tools):
        if self.number == 1:
            os.kill(os.getpid(), 9)
        return Reply("<DONE>")

def pytest_thinkingbox_agent(spec, config):
    return Poison
"""


def test_a_trial_that_takes_every_runner_along_is_not_measured_and_the_others_are(shop: Shop, nodes: Nodes) -> None:
    shop.write("test_orders.py", CASES[0])
    shop.pytester.makeconftest(POISON)
    result = shop.run_apart("--tb-engine=ray", "--tb-model=poison", "--tb-trials=4", "--tb-out=out", *SCRIPTED)
    records = shop.records(shop.pytester.path / "out")
    assert [(record.trial, record.trial_class) for record in records] == [
        (0, "failed"),
        (1, "unmeasured"),
        (2, "failed"),
        (3, "failed"),
    ]
    assert result.parseoutcomes() == {"failed": 3, "errors": 1}
    assert "the 3 runners that it was given were lost" in records[1].error


def test_a_key_is_known_to_the_runners_and_written_nowhere(
    shop: Shop, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", *CASES[:2])
    with ProviderServer(solve) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        result = shop.run_apart("--tb-engine=ray", "--tb-trials=3", *MODEL)
    result.assert_outcomes(passed=6)
    assert len(server.asked) >= 12
    here = "".join(path.read_text(errors="replace") for path in shop.results.rglob("*") if path.is_file())
    assert KEY not in here + result.stdout.str() + result.stderr.str() + nodes.logs
    assert shop.records()[0].model == "some-model"


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Until something that takes as long as it takes has happened."""
    while not condition():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)
