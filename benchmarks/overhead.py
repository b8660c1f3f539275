"""What a trial costs when no model is waited for: time and memory, beside bare pytest.

    python benchmarks/overhead.py [PACKAGE] [--trials 20] [--memory-trials 10000]

Runs the oracle over all tasks of PACKAGE in one process, and beside it as many bare parametrised tests.
Prints, a line each: the median time of an item, the share of it that is thinkingbox's own, and the
growth of memory over the run beside that of the bare run.  Exits 1 if a bound is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ITEM_MS, OURS_MS, GROWTH_MB = 15.0, 10.0, 20.0

PROBE = """
import gc, json, os, statistics, time
import pytest

def memory():
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024

def pytest_configure(config):
    config.probe = {"items": [], "ours": [], "start": None, "end": None}
    try:
        from thinkingbox_plugin.run import Run
    except ImportError:
        return
    original = Run.trial
    def timed(self, *args):
        start = time.perf_counter()
        try:
            return original(self, *args)
        finally:
            config.probe["ours"].append((time.perf_counter() - start) * 1000)
    Run.trial = timed

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    probe = item.config.probe
    if len(probe["items"]) == 500:
        gc.collect(); probe["start"] = memory()
    start = time.perf_counter()
    try:
        return (yield)
    finally:
        probe["items"].append((time.perf_counter() - start) * 1000)
        if nextitem is None:
            gc.collect(); probe["end"] = memory()

def pytest_sessionfinish(session):
    probe = session.config.probe
    items = probe["items"]
    out = {"items": len(items), "item_ms": statistics.median(items) if items else 0,
           "ours_ms": statistics.median(probe["ours"]) if probe["ours"] else 0,
           "growth_mb": probe["end"] - probe["start"] if probe["start"] and probe["end"] else 0}
    open(os.environ["PROBE_OUT"], "w").write(json.dumps(out))
"""

BARE = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_bare(number):
    assert number >= 0
"""


def measure(folder: Path, arguments: list[str]) -> dict[str, Any]:
    """Run pytest with the probe in a process of its own."""
    out = folder / "probe.json"
    (folder / "tb_probe.py").write_text(PROBE)
    path = os.pathsep.join([str(folder), *sys.path])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tb_probe", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PROBE_OUT": str(out), "PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def oracle(package: str, trials: int) -> dict[str, Any]:
    """The oracle over all tasks of the package, ``trials`` times each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return measure(folder, ["--pyargs", package, "-m", "task", "--tb-trials", str(trials), "--tb-out", "out"])


def bare(count: int) -> dict[str, Any]:
    """As many tests that do nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_bare.py").write_text(BARE.format(count=count))
        return measure(folder, ["-p", "no:thinkingbox", "test_bare.py"])


def verdict(what: str, value: float, unit: str, bound: float) -> bool:
    """Print a figure beside its bound; whether it keeps it."""
    kept = value <= bound
    print(f"{what:<44} {value:8.2f} {unit:<3} bound {bound:g} {unit}  {'ok' if kept else 'MISSED'}")
    return kept


def main() -> int:
    """Measure, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", nargs="?", default="sandbox_external_retail")
    parser.add_argument("--trials", type=int, default=20, help="trials of each task for the time (default: 20)")
    parser.add_argument("--memory-trials", type=int, default=10_000, help="trials in all for the memory; 0: leave out")
    options = parser.parse_args()
    timed = oracle(options.package, options.trials)
    print(f"{timed['items']} oracle trials of {options.package}, one process")
    kept = verdict("an item, median", timed["item_ms"], "ms", ITEM_MS)
    kept &= verdict("of it thinkingbox's own", timed["ours_ms"], "ms", OURS_MS)
    if options.memory_trials:
        tasks = timed["items"] // options.trials
        long = oracle(options.package, -(-options.memory_trials // tasks))
        beside = bare(long["items"])
        print(f"{long['items']} trials grew by {long['growth_mb']:.1f} MB, bare pytest by {beside['growth_mb']:.1f} MB")
        kept &= verdict("growth beyond bare pytest's", long["growth_mb"] - beside["growth_mb"], "MB", GROWTH_MB)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
