"""How long the tables of a large run take, and how much memory: 172,380 records of 25 KB in 60 s and 1 GB.

    python benchmarks/tables.py [--models 17 --tasks 507 --trials 20 --bytes 25000] [--scratch DIR]

The run is made in a temporary folder of ``--scratch`` (4.3 GB) and deleted afterwards.  The limit is one of
time that goes by, on a machine with nothing else to do; the processor's time, which others hardly change, stands
beside it.  Exit code 1 beyond a limit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from make_results import make_results

SECONDS, GIGABYTES = 60.0, 1.0


def measure(command: Sequence[str]) -> tuple[float, float, float]:
    """Seconds, seconds of CPU and the largest resident size in GB of a command, which must succeed."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e9


def main(argv: Sequence[str] | None = None) -> int:
    """Measure reading and reporting; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    for name, default in (("models", 17), ("tasks", 507), ("trials", 20), ("bytes", 25_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--scratch", type=Path, help="where there is room (default: the system's temporary folder)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=args.scratch) as scratch:
        directory = Path(scratch) / "run"
        trials = make_results(directory, args.models, args.tasks, args.trials, args.bytes)
        size = (directory / "trials.jsonl").stat().st_size / 1e9
        print(f"{trials:,} trials, {size:.2f} GB; limits {SECONDS:.0f} s, {GIGABYTES:.1f} GB", flush=True)
        code = "from thinkingbox_plugin.results.reading import read_rows; import sys, pathlib\n"
        code += "print(sum(1 for _ in read_rows([pathlib.Path(sys.argv[1])])))"
        commands = {
            "read only": [sys.executable, "-c", code, str(directory)],
            "report, terminal": [sys.executable, "-m", "thinkingbox_plugin.cli", "report", str(directory)],
            "report, files": [
                *(sys.executable, "-m", "thinkingbox_plugin.cli", "report", str(directory)),
                *("--out", str(Path(scratch) / "out"), "--format", "csv", "--format", "markdown"),
            ],
        }
        worst = (0.0, 0.0)
        for name, command in commands.items():
            seconds, cpu, memory = measure(command)
            worst = max(worst[0], seconds), max(worst[1], memory)
            print(f"{name:18} {seconds:6.1f} s ({cpu:5.1f} s of CPU)  {memory:.2f} GB", flush=True)
    return int(worst[0] > SECONDS or worst[1] > GIGABYTES)


if __name__ == "__main__":
    sys.exit(main())
