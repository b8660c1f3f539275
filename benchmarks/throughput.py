"""How near a run with many trials in flight comes to what waiting alone would take; its CPU and its memory.

    python benchmarks/throughput.py                 # every row: about an hour on two idle cores
    python benchmarks/throughput.py http-64 oracle  # some of them
    python benchmarks/throughput.py --ideal 30      # shorter runs, in which start and end weigh more

A run is as long as a real one is at least: 507 tasks tried twenty times wait for hours, and even with 256 in flight for
minutes, so that what a run pays once (imports, collection, plans, the tables at its end) weighs about as much here as
there.  It starts as any but the first run after an installation does, with its modules compiled, and like an installed
package without this repository's own ``conftest.py``.

Models are played by ``benchmarks/provider.py``, a process of its own, over real HTTP: the whole of a domain's tools in
each request.  The ideal is the time that all trials wait, divided by how many are in flight; measured is the whole run,
from the start of pytest to its end.  Exits 1 if a bound is missed.  Figures hold for a machine that does nothing else:
look at the CPU time beside them.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from thinkingbox_plugin.task import tasks_of

PACKAGE = "sandbox_external_retail"
ALL = ("sandbox_external_retail", "sandbox_travel")
HERE = Path(__file__).parent
SCRIPTED = ("--tb-user-model", "scripted", "--tb-judge-model", "scripted")
FAKE_TURNS = 20
FILLER = 14_000
"""Characters in each request beside the domain's tools and the conversation: with them it is one of 60 KB."""
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""What Python makes of a module is kept beside it, as everywhere but in some containers."""

FAKE = f"""
import asyncio
from thinkingbox_plugin.messages import Reply, ToolCall

class Fake:
    turns = 0
    async def reply(self, messages, tools):
        self.turns += 1
        await asyncio.sleep(0.2)
        if self.turns == {FAKE_TURNS}:
            return Reply("<DONE>")
        call = ToolCall(f"call-{{self.turns}}", "search_policies", '{{"query": "refund of a delayed parcel"}}')
        return Reply("", (call,))

def pytest_thinkingbox_agent(spec, config):
    return (lambda context: Fake()) if spec == "fake" else None
"""

BARE = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_bare(number):
    assert number >= 0
"""


@dataclass(frozen=True)
class Measured:
    """A finished process and all that it started."""

    seconds: float
    cpu: float
    megabytes: float
    """The largest sum of the proportional set sizes of all its processes at one time."""


class Memory:
    """Watches a process and its descendants."""

    def __init__(self, pid: int) -> None:
        self._pid, self.peak = pid, 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(1.0):
            self.peak = max(self.peak, sum(map(_megabytes, _tree(self._pid))))

    def close(self) -> float:
        """Stop watching; the peak in MB."""
        self._over.set()
        self._thread.join()
        return self.peak


def _tree(pid: int) -> list[int]:
    found = [pid]
    for known in found:
        try:
            tasks = list(Path(f"/proc/{known}/task").iterdir())
            found += [int(child) for task in tasks for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def _megabytes(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def pytest_run(folder: Path, *arguments: str, plugins: bool = True) -> Measured:
    """Run pytest in a process of its own; whatever its tests say, it must come to its end."""
    (folder / "tox.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-q", "-c", "tox.ini", "--rootdir=.", "-p", "no:cacheprovider"]
    command += ["-p", "no:syrupy", "-p", "no:asyncio", "--noconftest", "--no-header", "--no-summary", *arguments]
    command += [] if plugins else ["-p", "no:thinkingbox"]
    environment = {**os.environ, **COMPILED, "PYTEST_ADDOPTS": ""}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), *sys.path])
    start = time.monotonic()
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log) as process,
    ):
        memory = Memory(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds, peak = time.monotonic() - start, memory.close()
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}\n{(folder / 'log').read_text()[-3000:]}")
    return Measured(seconds, usage.ru_utime + usage.ru_stime, peak)


def compile_modules() -> None:
    """Run each way of starting once, so that none of the measured runs is the first."""
    with tempfile.TemporaryDirectory() as name:
        for more in ((), ("-n", "2")):
            pytest_run(Path(name), "--pyargs", *ALL, "-m", "task", "-k", "001", *more)


def records(folder: Path) -> int:
    """How many there are."""
    with (folder / "out" / "trials.jsonl").open("rb") as file:
        return sum(1 for _ in file)


class Provider:
    """``provider.py`` as a process."""

    def __init__(self, delay: float) -> None:
        command = [sys.executable, str(HERE / "provider.py"), PACKAGE, "--delay", str(delay)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = self._answer()
        self.url, self.turns = told["url"], told["turns"]

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def seen(self) -> dict[str, float]:
        """What it has seen so far."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        found: dict[str, float] = self._answer()
        return found

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def count(*packages: str) -> int:
    """Tasks in the packages."""
    return sum(len(tasks_of(import_module(package).DOMAIN)) for package in packages)


def show(row: str, words: str, value: float, bound: float, unit: str, *, least: bool) -> bool:
    """Print a figure beside its bound; whether it keeps it."""
    kept = value >= bound if least else value <= bound
    sign = "at least" if least else "at most"
    print(f"{row:10} {words}: {value:.1f} {unit}, {sign} {bound:g} {unit}  {'ok' if kept else 'MISSED'}", flush=True)
    return kept


def over_http(row: str, flying: int, delay: float, workers: int, bound: float, ideal: float) -> bool:
    """A model over HTTP."""
    provider, tasks = Provider(delay), count(PACKAGE)
    trials = max(1, math.ceil(ideal * flying / (provider.turns * delay * tasks)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filler = f'extra_body = {{ metadata = {{ filler = "{"x" * FILLER}" }} }}'
        (folder / "thinkingbox.toml").write_text(f'[models.played]\nbase_url = "{provider.url}"\n{filler}\n')
        many = ["-n", str(workers)] if workers else []
        before = provider.seen()
        run = pytest_run(folder, "--pyargs", PACKAGE, "-m", "task", "--tb-model", "played", *SCRIPTED, *many,
                         "--tb-no-preflight", "--tb-trials", str(trials), "--tb-concurrency", str(flying),
                         "--tb-out", "out")  # fmt: skip
        seen, written = provider.seen(), records(folder)
    provider.close()
    waiting = seen["requests"] * delay / flying
    print(
        f"{row:10} {written} trials, {seen['requests']:.0f} requests of {seen['mean_bytes'] / 1000:.0f} KB, at most "
        f"{seen['peak']:.0f} at once; {run.seconds:.1f} s, ideal {waiting:.1f} s; CPU {run.cpu:.1f} s, "
        f"{1000 * run.cpu / seen['requests']:.2f} ms a request, provider {seen['cpu'] - before['cpu']:.1f} s; "
        f"{run.megabytes:.0f} MB",
        flush=True,
    )
    return show(row, "of the ideal rate", 100 * waiting / run.seconds, bound, "%", least=True)


def fake(row: str, flying: int, bound: float, ideal: float) -> bool:
    """An agent that waits for 200 ms in each of twenty turns, all but the last with a search, in four workers."""
    trials = max(1, math.ceil(ideal * flying / (FAKE_TURNS * 0.2 * count(PACKAGE))))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "fake_agent.py").write_text(FAKE)
        run = pytest_run(folder, "-p", "fake_agent", "--pyargs", PACKAGE, "-m", "task", "--tb-model", "fake",
                         *SCRIPTED, "-n", "4", "--tb-trials", str(trials), "--tb-concurrency", str(flying),
                         "--tb-out", "out")  # fmt: skip
        written = records(folder)
    waiting = written * FAKE_TURNS * 0.2 / flying
    print(
        f"{row:10} {written} trials; {run.seconds:.1f} s, ideal {waiting:.1f} s; CPU {run.cpu:.1f} s, "
        f"{1000 * run.cpu / written:.1f} ms a trial; {run.megabytes:.0f} MB",
        flush=True,
    )
    return show(row, "of the ideal rate", 100 * waiting / run.seconds, bound, "%", least=True)


def bare(tests: int, *arguments: str) -> Measured:
    """As many tests that do nothing, without thinkingbox."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_bare.py").write_text(BARE.format(count=tests))
        return pytest_run(folder, "test_bare.py", *arguments, plugins=False)


def memory(row: str, bound: float, ideal: float) -> bool:
    """256 trials in flight in two workers, beside as many bare tests."""
    flying, tasks = 256, count(PACKAGE)
    trials = max(1, math.ceil(ideal * flying / (FAKE_TURNS * 0.2 * tasks)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "fake_agent.py").write_text(FAKE)
        run = pytest_run(folder, "-p", "fake_agent", "--pyargs", PACKAGE, "-m", "task", "--tb-model", "fake",
                         *SCRIPTED, "-n", "2", "--tb-trials", str(trials), "--tb-concurrency", str(flying),
                         "--tb-out", "out")  # fmt: skip
    beside = bare(tasks * trials, "-n", "2")
    print(f"{row:10} {tasks * trials} trials {run.megabytes:.0f} MB, bare xdist {beside.megabytes:.0f} MB", flush=True)
    return show(row, "beyond bare xdist", run.megabytes - beside.megabytes, bound, "MB", least=False)


def oracle(row: str, bound: float) -> bool:
    """507 × 20 trials of the oracle, with the tasks that there are."""
    trials = math.ceil(507 * 20 / count(*ALL))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = pytest_run(
            folder, "--pyargs", *ALL, "-m", "task", "-n", "2", "--tb-trials", str(trials), "--tb-out", "out"
        )
        written = records(folder)
    print(f"{row:10} {written} trials; CPU {run.cpu:.1f} s, {1000 * run.cpu / written:.2f} ms a trial", flush=True)
    return show(row, "from start to end", run.seconds, bound, "s", least=False)


def linear(row: str, sizes: Sequence[int], bound: float) -> bool:
    """Longer and longer runs in two workers, each with 32 in flight: CPU time of a trial, memory beside bare xdist."""
    tasks, costs, growth = count(*ALL), [], []
    for size in sizes:
        trials = math.ceil(size / tasks)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run = pytest_run(folder, "--pyargs", *ALL, "-m", "task", "-n", "2", "--tb-concurrency", "64",
                             "--tb-model", "idle", "--tb-trials", str(trials), "--tb-out", "out")  # fmt: skip
            written = records(folder)
        beside = bare(written, "-n", "2")
        costs.append(1000 * (run.cpu - beside.cpu) / written)
        growth.append(run.megabytes - beside.megabytes)
        print(
            f"{row:10} {written:7} trials: {run.seconds:.1f} s, CPU {run.cpu:.1f} s, {run.megabytes:.0f} MB; "
            f"bare xdist {beside.seconds:.1f} s, CPU {beside.cpu:.1f} s, {beside.megabytes:.0f} MB",
            flush=True,
        )
    kept = show(row, "CPU of a trial, longest run to shortest", costs[-1] / costs[0], bound, "times", least=False)
    return show(row, "memory beyond bare xdist's growth", growth[-1] - growth[0], 100.0, "MB", least=False) and kept


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the chosen rows; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to measure (default: all)")
    parser.add_argument("--ideal", type=float, default=300.0, help="ideal length of a run in seconds (default: 300)")
    parser.add_argument("--longest", type=int, default=100_000, help="trials of the longest run of `linear`")
    options = parser.parse_args(argv)
    ideal, sizes = options.ideal, [size for size in (1000, 10_000, 100_000) if size <= options.longest]
    rows: dict[str, Callable[[], bool]] = {
        "http-64": lambda: over_http("http-64", 64, 1.0, 0, 90.0, ideal),
        "http-fast": lambda: over_http("http-fast", 64, 0.2, 2, 80.0, ideal),
        "http-256": lambda: over_http("http-256", 256, 1.0, 2, 80.0, ideal),
        "fake-64": lambda: fake("fake-64", 64, 92.0, ideal),
        "fake-256": lambda: fake("fake-256", 256, 75.0, ideal),
        "memory": lambda: memory("memory", 600.0, min(ideal, 30.0)),
        "oracle": lambda: oracle("oracle", 180.0),
        "linear": lambda: linear("linear", sizes, 1.3),
    }
    for name in options.rows:
        if name not in rows:
            parser.error(f"no row {name}; there are {', '.join(rows)}")
    compile_modules()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    kept = [rows[name]() for name in options.rows or rows]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
