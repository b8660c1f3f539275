"""A provider that fails costs no verdict, and a run that is killed no finished trial: ``python benchmarks/proof.py``.

A server on this machine speaks OpenAI's protocol and plays agent, user and judge from scripts, over real HTTP, for
pytest in real pytest-xdist workers.  The agent is the oracle, but for a share of seeded mistakes, so that there
are verdicts of both kinds to be kept.  Three runs of the same trials:

1. without faults;
2. with a share of the requests failing in each of five ways: 429 with Retry-After, 500, 502 or 503, a connection
   reset in mid-body, invalid JSON or no answer at all;
3. as the second, and the whole process group killed with SIGKILL when half of the records are written.

Prints what was found and exits with 1 unless the second run has the verdicts of the first and each trial in exactly
one class, and the third has kept every record that was written and every trial that pytest had reported, each once.

The default is small; ``--full`` is 24 tasks of 20 trials, a delay of 200 ms and faults of 2 % each.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from provider_cast import Cast
from provider_server import KEY, ProviderServer, Script
from provider_weather import WAYS, Weather

from sandbox_external_retail import DOMAIN
from thinkingbox_plugin.records import TRIAL_CLASSES, TrialRecord
from thinkingbox_plugin.results import Planned, merge, read_run, read_run_file
from thinkingbox_plugin.results.merge import Key
from thinkingbox_plugin.task import tasks_of

PACKAGE = "sandbox_external_retail"
AGENT, USER, JUDGE = "vllm/agent", "vllm/user", "vllm/judge"
_TOLD = re.compile(r"(?:PASSED|FAILED|ERROR) \S*::(\w+)\[(\S+)-t(\d+)\]")
_POLL = 0.02

Verdict = tuple[str, str, tuple[tuple[str, bool | None], ...]]
"""Class, end state, checks."""


@dataclass(frozen=True)
class Size:
    """How much is run, and how badly the provider behaves."""

    tasks: int
    trials: int
    workers: int
    delay: float
    share: float
    timeout: float
    in_a_row: int
    mistakes: float = 0.3
    seed: int = 0

    @property
    def planned(self) -> int:
        return self.tasks * self.trials


SMALL = Size(4, 3, 2, 0.02, 0.04, 4.0, 2)
FULL = Size(24, 20, 6, 0.2, 0.02, 10.0, 4)
HELP = {
    "tasks": "how many, spread over the workflows",
    "trials": "of each task",
    "workers": "of pytest-xdist",
    "delay": "seconds before each answer",
    "share": "of the requests that fail, in each of the five ways",
    "timeout": "seconds for a request",
    "in_a_row": "no request fails more often than this; the client tries five times",
    "mistakes": "share of the trials in which the agent is not the oracle",
    "seed": "of the run and of the faults",
}


@dataclass
class Findings:
    """What holds and what does not, printed as it is found."""

    failed: list[str] = field(default_factory=list)

    def check(self, what: str, holds: bool, detail: object = "") -> None:
        """Note whether something holds; ``detail`` is shown if it does not."""
        print(f"  {'ok    ' if holds else 'FAILED'} {what}{'' if holds else f': {detail}'}", flush=True)
        if not holds:
            self.failed.append(what)


def chosen(count: int) -> list[str]:
    """Tasks with rubrics first, so that there is something to judge; the others evenly over the files."""
    tasks = sorted(tasks_of(DOMAIN), key=lambda task: (not task.rubrics, task.nodeid))
    judged = min(count // 2, sum(bool(task.rubrics) for task in tasks))
    rest = [task for task in tasks[judged:] if not task.rubrics]
    if not 0 < count <= judged + len(rest):
        raise SystemExit(f"--tasks {count}: there are {len(tasks)}")
    every = [rest[place * len(rest) // (count - judged)] for place in range(count - judged)]
    return [task.nodeid.replace(".py::", "::").replace("/", ".") for task in (*tasks[:judged], *every)]


def command(size: Size, out: Path) -> list[str]:
    """A run as anyone would type it."""
    models = ("--tb-model", AGENT, "--tb-user-model", USER, "--tb-judge-model", JUDGE)
    arguments = [
        argument
        for name in (AGENT, USER, JUDGE)
        for setting in ("key_variable=PROOF_KEY", f"request_timeout={size.timeout}")
        for argument in ("--tb-model-arg", f"{name}:{setting}")
    ]
    amount = ("--tb-trials", size.trials, "--tb-seed", size.seed, "-n", size.workers)
    plain = ("-v", "-p", "no:cacheprovider", "--color=no", "--tb-out", out)
    return [
        sys.executable,
        "-m",
        "pytest",
        "--pyargs",
        *chosen(size.tasks),
        *models,
        *arguments,
        *map(str, (*amount, *plain)),
    ]


def start(size: Size, url: str, out: Path, printed: Path) -> subprocess.Popen[bytes]:
    """Begin a run, in a process group of its own; what it prints goes to a file at once."""
    environ = {**os.environ, "VLLM_BASE_URL": url, "PROOF_KEY": KEY, "PYTHONUNBUFFERED": "1"}
    with printed.open("wb") as file:
        return subprocess.Popen(
            command(size, out), cwd=out.parent, env=environ, stdout=file, stderr=file, start_new_session=True
        )


def run_to_the_end(size: Size, script: Script, folder: Path, name: str) -> Path:
    """A whole run: its results."""
    out = folder / name
    began = time.monotonic()
    with ProviderServer(script, delay=size.delay) as server:
        code = start(size, server.url, out, folder / f"{name}.txt").wait()
    if code not in (0, 1):
        raise SystemExit(f"pytest ended with {code}:\n{(folder / f'{name}.txt').read_text()[-4000:]}")
    print(f"{name}: {len(server.asked)} requests, {time.monotonic() - began:.0f} s, exit code {code}", flush=True)
    return out


def run_until_killed(size: Size, script: Script, folder: Path) -> Path:
    """A run whose processes are killed, all at once, when half of its records are written."""
    out = folder / "killed"
    half, printed = size.planned // 2, folder / "killed.txt"
    with ProviderServer(script, delay=size.delay) as server:
        process = start(size, server.url, out, printed)
        while process.poll() is None and (sum(1 for _ in raw_lines(out)) < half or not told(printed)):
            time.sleep(_POLL)
        if process.poll() is not None:
            raise SystemExit(f"the run ended before it was killed:\n{printed.read_text()[-4000:]}")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        while _alive(process.pid):
            time.sleep(_POLL)
    return out


def _alive(group: int) -> bool:
    """Whether any process of a group still runs; one that is over but was not waited for does not."""
    states = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue  # over in this moment
        states += [state] if int(its_group) == group else []
    return any(state not in "ZX" for state in states)


def raw_lines(out: Path) -> Iterator[bytes]:
    """The finished lines of the part files, read with nothing of thinkingbox."""
    for path in sorted(out.glob("parts/trials-*.jsonl")):
        yield from path.read_bytes().split(b"\n")[:-1]


def raw_key(line: bytes) -> Key:
    """Which trial a line is about, and that it is whole."""
    data = json.loads(line)
    return data["task"], data["model"], data["trial"]


def told(printed: Path) -> set[Key]:
    """The trials whose outcome pytest had printed; tasks by function: how a file is called depends on the rootdir."""
    found = _TOLD.finditer(printed.read_text(errors="replace"))
    return {(m[1], m[2], int(m[3])) for m in found}


def verdict(record: TrialRecord) -> Verdict:
    """All that a provider's faults must leave as it is."""
    return record.trial_class, record.state_hash, tuple((check.name, check.passed) for check in record.checks)


def verdicts(out: Path) -> dict[Key, Verdict]:
    """By trial."""
    return {record.key: verdict(record) for record in read_run(out, messages=False)}


def compare(found: Mapping[Key, Verdict], expected: Mapping[Key, Verdict]) -> list[str]:
    """The trials of ``found`` whose verdict is another one, a line each."""
    return [
        f"{task} t{trial}: {found[task, model, trial][0]}, expected {expected.get((task, model, trial), ('none',))[0]}"
        for task, model, trial in found
        if found[task, model, trial] != expected.get((task, model, trial))
    ]


def prove_classes(out: Path, size: Size, findings: Findings) -> None:
    """Every planned trial stands in exactly one class, in the records and in the summary."""
    run_file = read_run_file(out)
    planned = Planned.from_json(run_file["planned"])
    records = list(read_run(out, messages=False))
    keys = Counter(record.key for record in records)
    expected = {(task, AGENT, trial) for task in planned.domains for trial in range(size.trials)}
    findings.check(f"{size.planned} trials were planned", len(expected) == size.planned, len(expected))
    findings.check("each has one record", keys == Counter(expected), keys - Counter(expected))
    classes: dict[str, int] = json.loads((out / "summary.json").read_text())["models"][AGENT]["all"]["classes"]
    counted = Counter(record.trial_class for record in records)
    findings.check("its class is the summary's", {c: n for c, n in classes.items() if n} == dict(counted), classes)
    findings.check("there are five classes and no other", set(classes) == set(TRIAL_CLASSES), classes)
    findings.check("the run says that it is finished", run_file["state"] == "finished", run_file["state"])
    print("  " + ", ".join(f"{count} {name}" for name, count in sorted(counted.items())))


def prove_faults(out: Path, weather: Weather, findings: Findings) -> None:
    """Each way to fail has struck, and the records tell of the attempts."""
    shares = {way: f"{100 * weather.struck[way] / weather.requests:.2f} %" for way in WAYS}
    print(f"  {weather.requests} requests, of which failed: {', '.join(f'{way} {s}' for way, s in shares.items())}")
    findings.check("each of the five ways has struck", all(weather.struck[way] for way in WAYS), weather.struck)
    calls = [call for record in read_run(out, messages=False) for call in record.model_calls]
    attempts = Counter(call["attempts"] for call in calls)
    print(f"  requests by attempts that they took: {dict(sorted(attempts.items()))}")
    asked = Counter(call["who"] for call in calls)
    findings.check("agent, user and judge were asked", set(asked) == {"agent", "user", "judge"}, asked)
    print(f"  answers to {', '.join(f'the {who} {count}' for who, count in asked.items())}")
    failed = sum(weather.struck.values())
    again = sum((number - 1) * count for number, count in attempts.items())
    # What the machine itself was too slow for is a time-out that nobody ordered.
    findings.check("every failed attempt was made again, and is counted", again >= failed, f"{again} of {failed}")


def prove_kept(out: Path, printed: Path, size: Size, expected: Mapping[Key, Verdict], findings: Findings) -> None:
    """A killed run has kept each finished trial, once."""
    raw = list(raw_lines(out))
    keys, reported = [raw_key(line) for line in raw], told(printed)
    torn = sum(not path.read_bytes().endswith(b"\n") for path in out.glob("parts/trials-*.jsonl"))
    print(f"killed: {len(raw)} lines written, {len(reported)} trials reported, {torn} torn lines")
    findings.check("it was killed in the middle", 0 < len(raw) < size.planned, len(raw))
    findings.check("no line was written twice", len(set(keys)) == len(keys), Counter(keys).most_common(1))
    written = {(task.rpartition("::")[2], model, trial) for task, model, trial in keys}
    findings.check("some were reported", bool(reported))
    findings.check("whatever was reported was written", reported <= written, reported - written)
    findings.check("run.json says that it never ended", read_run_file(out)["state"] == "running")
    read = [record.key for record in read_run(out, messages=False)]
    findings.check("reading it finds each line, once", sorted(read) == sorted(keys), set(keys) ^ set(read))
    merged = merge(out)
    lines = merged.path.read_bytes().split(b"\n")[:-1]
    findings.check("merging it keeps each line as it was, once", sorted(lines) == sorted(raw), len(lines))
    findings.check("and leaves no parts behind", not list(out.glob("parts/trials-*")), merged.notes)
    differences = compare(verdicts(out), expected)
    findings.check("the verdicts are those of the whole run", not differences, differences[:5])


def prove(size: Size, folder: Path) -> Findings:
    """The three runs."""
    findings = Findings()
    cast = Cast((PACKAGE,), size.mistakes)
    print(f"{size.tasks} tasks of {size.trials} trials, {size.workers} workers, a delay of {1000 * size.delay:.0f} ms")
    calm = run_to_the_end(size, cast, folder, "calm")
    expected = verdicts(calm)
    prove_classes(calm, size, findings)
    classes = Counter(trial_class for trial_class, _, _ in expected.values())
    findings.check("all were measured", set(classes) <= {"passed", "failed"}, classes)
    weather = Weather(cast, size.share, size.in_a_row, size.seed)
    faulty = run_to_the_end(size, weather, folder, "faulty")
    prove_classes(faulty, size, findings)
    prove_faults(faulty, weather, findings)
    differences = compare(verdicts(faulty), expected)
    findings.check("the verdicts are those without faults", not differences, differences[:5])
    killed = run_until_killed(size, Weather(cast, size.share, size.in_a_row, size.seed), folder)
    prove_kept(killed, folder / "killed.txt", size, expected, findings)
    return findings


def options(arguments: Sequence[str] | None = None) -> tuple[Size, Path | None]:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="the large size, but for what is said otherwise")
    for name, what in HELP.items():
        told = f"{what} (default: {getattr(SMALL, name)}; full: {getattr(FULL, name)})"
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(getattr(SMALL, name)), help=told)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave all results in a new folder")
    given = parser.parse_args(arguments)
    said = {name: value for name in HELP if (value := getattr(given, name)) is not None}
    return replace(FULL if given.full else SMALL, **said), given.keep


def main() -> int:
    """Run the proof; 1 if something does not hold."""
    size, keep = options()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # a connection that is broken on purpose
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) if keep is None else keep.absolute()
        folder.mkdir(exist_ok=keep is None, parents=True)
        findings = prove(size, folder)
    print(f"{len(findings.failed)} checks failed" if findings.failed else "all of it holds")
    return int(bool(findings.failed))


if __name__ == "__main__":
    sys.exit(main())
