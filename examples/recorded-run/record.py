"""Record the example run anew: ``python examples/recorded-run/record.py``, from the root of the checkout.

Needed whenever a task, a tool, a policy or a prompt of it has been changed since.  No real model takes part: a server
on this machine answers from scripts.  Replaces the exchanges, ``verdicts.json`` and the table in ``README.md``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from provider_cast import Cast
from provider_server import ProviderServer

from thinkingbox_plugin.results import read_trials

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
ARGUMENTS = FOLDER / "replay.txt"
EXCHANGES = FOLDER / "exchanges-main.jsonl"
VERDICTS = FOLDER / "verdicts.json"
README = FOLDER / "README.md"
MEND = "python examples/recorded-run/record.py"
MISTAKES = 0.35
"""The share of trials that go wrong on purpose."""
_TABLE = re.compile(r"(?<=<!-- table -->\n```\n).*?(?=```\n)", re.DOTALL)


def run(out: Path, *more: str, arguments: str = f"@{ARGUMENTS.relative_to(ROOT)}") -> subprocess.CompletedProcess[str]:
    """A run with the arguments of ``replay.txt``, in a process of its own."""
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", arguments, f"--tb-out={out}", *more]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        line, cwd=ROOT, env={**environ, "COLUMNS": "100"}, capture_output=True, text=True, check=False
    )


def outcome(out: Path, printed: str) -> dict[str, Any]:
    """What must be the same each time: how each trial ended, and the table."""
    trials = {
        f"{record.task}[t{record.trial:02d}]": {
            "class": record.trial_class,
            "failed": [check.name for check in record.checks if not check.passed],
            "trap": record.trap,
            "stop": record.stop_reason,
            "error": record.error,
            "state": record.state_hash,
        }
        for record in read_trials(out / "trials.jsonl", messages=False)
    }
    return {"trials": trials, "table": table(printed)}


def table(printed: str) -> list[str]:
    """The last lines of a run, but for where the results are."""
    lines = [line.rstrip() for line in printed.splitlines()]
    start = next(place for place, line in enumerate(lines) if re.fullmatch(r"=+ thinkingbox =+", line))
    end = next(place for place, line in enumerate(lines) if line.startswith("results: "))
    return lines[start + 1 : end]


def stale(out: Path, done: subprocess.CompletedProcess[str]) -> str:
    """In one line: in what a replay differs from the recording, and the mend; empty if in nothing."""
    problem = _difference(out, done)
    if not problem:
        return ""
    return f"the recorded run in {FOLDER.relative_to(ROOT)} is out of date: {problem}; record it anew: {MEND}"


def _difference(out: Path, done: subprocess.CompletedProcess[str]) -> str:
    printed = done.stdout + done.stderr
    changed = re.search(r"--tb-replay \S+: (.*?); record the run again", " ".join(printed.split()))
    if changed is not None:
        return changed[1]
    if done.returncode not in (0, 1):
        told = [line for line in printed.splitlines() if line.lstrip().startswith("ERROR")]
        return f"pytest ended with {done.returncode}: {' '.join(told)[:500]}"
    found, expected = outcome(out, done.stdout), json.loads(VERDICTS.read_text())
    for trial in sorted(found["trials"].keys() | expected["trials"].keys()):
        new, old = found["trials"].get(trial), expected["trials"].get(trial)
        if new != old:
            return f"{trial} ended as {new}, not as {old}"
    return "" if found["table"] == expected["table"] else f"the table is {found['table']}, not {expected['table']}"


def main() -> int:
    """Record, and keep what came out."""
    with (
        tempfile.TemporaryDirectory() as temporary,
        ProviderServer(Cast(("sandbox_external_retail",), MISTAKES)) as server,
    ):
        out, tape, typed = (Path(temporary) / name for name in ("out", "tape", "arguments.txt"))
        lines = ARGUMENTS.read_text().splitlines(keepends=True)
        typed.write_text("".join(line for line in lines if not line.startswith("--tb-replay")))
        os.environ["VLLM_BASE_URL"] = server.url
        done = run(out, f"--tb-record={tape}", arguments=f"@{typed}")
        if done.returncode not in (0, 1):
            print(done.stdout, done.stderr)
            return 1
        EXCHANGES.write_bytes((tape / EXCHANGES.name).read_bytes())
        found = outcome(out, done.stdout)
    VERDICTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    README.write_text(_TABLE.sub(lambda _: "".join(f"{line}\n" for line in found["table"]), README.read_text()))
    print("\n".join(found["table"]))
    print(f"{len(found['trials'])} trials, {EXCHANGES.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
