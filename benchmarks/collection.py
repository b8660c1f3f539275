"""How long pytest takes to collect a whole benchmark, beside as many bare parametrised tests.

    python benchmarks/collection.py [PACKAGE] [--tasks 507] [--trials 20]

The task files of PACKAGE are copied under other names until there are enough tasks, with their records,
facts and markers.  A first run of each, not counted, lets Python compile the files.  Prints the CPU time of
both collections (the least of five runs each, the start of pytest included), their ratio and the memory of
ours.  Exits 1 if a bound is missed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
from importlib import import_module
from itertools import product
from pathlib import Path

RATIO, MEMORY_MB, RUNS = 2.5, 120.0, 5
_CASE = re.compile(r"test_case_([A-Z]+)_([0-9]{3})")

BARE = """
import pytest

{functions}
"""
BARE_FUNCTION = """
@pytest.mark.parametrize("number", range({trials}))
def test_bare_{index}(number):
    assert number >= 0
"""
DOMAIN = """
from dataclasses import replace
from {package} import DOMAIN as _ORIGINAL
DOMAIN = replace(_ORIGINAL, package="copied_domain")
"""


def copied_domain(folder: Path, package: str, tasks: int) -> None:
    """A package with ``tasks`` tasks made of the task files of ``package``."""
    source = Path(str(import_module(package).__file__)).parent
    target = folder / "copied_domain"
    shutil.copytree(source / "policies", target / "policies")
    shutil.copy(source / "instructions.md", target)
    (target / "__init__.py").write_text(DOMAIN.format(package=package))
    files = sorted(source.glob("test_*.py"))
    made = 0
    for letters in product(string.ascii_uppercase, repeat=2):
        for file in files:
            if made >= tasks:
                return
            text = file.read_text().replace("from .", f"from {package}.")
            parts = re.split(r"(?m)^(?=@task\()", text)
            kept = parts[1 : 1 + tasks - made]
            suffix = "".join(letters)
            body = _CASE.sub(rf"test_case_\g<1>{suffix}_\g<2>", parts[0] + "".join(kept))
            body = re.sub(r'twin="([A-Z]+)_', rf'twin="\g<1>{suffix}_', body)
            (target / f"{file.stem}_{suffix.lower()}.py").write_text(body)
            made += len(kept)


def bare_tests(folder: Path, tasks: int, trials: int) -> None:
    """As many parametrised functions in as many files, ten to a file."""
    for start in range(0, tasks, 10):
        functions = "".join(
            BARE_FUNCTION.format(trials=trials, index=index) for index in range(start, min(start + 10, tasks))
        )
        (folder / f"test_bare_{start}.py").write_text(BARE.format(functions=functions))


def collect(folder: Path, arguments: list[str]) -> tuple[float, float]:
    """CPU seconds and peak memory in MB of one collection in a process of its own."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**environment, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), "PYTEST_ADDOPTS": ""}
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.Popen(command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(done.pid, 0)
        done.returncode = os.waitstatus_to_exitcode(status)
        if done.returncode != 0:
            output.seek(0)
            raise SystemExit(f"{' '.join(command)} failed:\n{output.read()[-5000:]}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> int:
    """Measure side by side, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", nargs="?", default="sandbox_external_retail")
    parser.add_argument("--tasks", type=int, default=507)
    parser.add_argument("--trials", type=int, default=20)
    options = parser.parse_args()
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        copies, plain = Path(name) / "copies", Path(name) / "plain"
        copies.mkdir()
        plain.mkdir()
        copied_domain(copies, options.package, options.tasks)
        bare_tests(plain, options.tasks, options.trials)
        for _ in range(RUNS + 1):
            bare.append(collect(plain, ["-p", "no:thinkingbox", "-p", "no:xdist"])[0])
        for _ in range(RUNS + 1):
            seconds, memory = collect(copies, ["-p", "no:xdist", "--tb-trials", str(options.trials), "copied_domain"])
            ours.append(seconds)
    ratio = min(ours[1:]) / min(bare[1:])
    print(f"{options.tasks * options.trials} items: tasks {min(ours[1:]):.2f} s, bare {min(bare[1:]):.2f} s of CPU")
    print(f"ratio  {ratio:6.2f}     bound {RATIO:g}     {'ok' if ratio <= RATIO else 'MISSED'}")
    print(f"memory {memory:6.1f} MB  bound {MEMORY_MB:g} MB  {'ok' if memory <= MEMORY_MB else 'MISSED'}")
    return 0 if ratio <= RATIO and memory <= MEMORY_MB else 1


if __name__ == "__main__":
    sys.exit(main())
