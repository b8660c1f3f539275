"""A results directory of any size, with invented outcomes, for measuring what reads it.

    python benchmarks/make_results.py DIR --models 17 --tasks 507 --trials 20 --bytes 25000

Lines have the shape of a real model's: about 6 KB of fields, the rest messages.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from thinkingbox_plugin.results import Planned, RunFile

DOMAINS = ("retail", "travel", "insurance", "bank", "consulting")
TAGS = ("refusal", "asks", "uncued", "two-policies", "decoy", "pushes", "multi", "recovery", "boundary")
STARTED = "2025-10-01T09:30:00+00:00"


class Making:
    """Invents one run."""

    def __init__(self, models: int, tasks: int, trials: int, size: int, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._size, self._trials = size, trials
        self.models = [f"model-{number:02}" for number in range(models)]
        self.tasks = [self._task(number) for number in range(tasks)]
        self._skill = {model: self._random.uniform(-1.5, 1.5) for model in self.models}
        self._words = "The parcel was due on the day that you named and the refund is on its way to you. " * 12

    def _task(self, number: int) -> dict[str, Any]:
        domain, workflow = DOMAINS[number % len(DOMAINS)], number // len(DOMAINS) // 10
        return {
            "task": f"sandbox_{domain}/test_flow_{workflow:02}.py::test_case_ABC_{number:03}",
            "domain": domain,
            "workflow": f"flow_{workflow:02}",
            "tags": self._random.sample(TAGS, 3),
            "policy": [f"rules-{self._random.randrange(12)}.md#section-{self._random.randrange(8)}" for _ in range(3)],
            "ease": self._random.gauss(1, 2.5),
        }

    def lines(self) -> Iterator[bytes]:
        """Every trial, first trials first."""
        for number in range(self._trials):
            for task in self.tasks:
                for model in self.models:
                    yield self._line(task, model, number)

    def _line(self, task: dict[str, Any], model: str, number: int) -> bytes:
        drawn = self._random.random()
        passed = drawn < 1 / (1 + 2.718 ** -(task["ease"] + self._skill[model]))
        trial_class = "unmeasured" if self._random.random() < 0.002 else "passed" if passed else "failed"
        calls = self._random.randrange(6, 15)
        record = {
            **{name: task[name] for name in ("task", "domain", "workflow", "tags", "policy")},
            "model": model,
            "trial": number,
            "seed": number,
            "checks": [
                {"name": f"state.table_{i}", "passed": passed or i > 0, "detail": "" if passed else self._words[:90]}
                for i in range(8)
            ],
            "state_hash": f"{drawn:.17f}",
            "golden_hash": "0" * 64,
            "golden": "golden",
            "difference": [] if passed else [self._difference(i) for i in range(2)],
            "effects": [self._effect(i) for i in range(3)],
            "state_only": passed or drawn > 0.97,
            "trap": None,
            "tool_calls": calls,
            "write_calls": 3,
            "failed_calls": 1,
            "user_turns": 3,
            "stop_reason": "done",
            "flags": [],
            "usage": {who: {"input_tokens": 9000, "output_tokens": 900, "cost": 0.04} for who in ("agent", "user")},
            "model_calls": [self._model_call() for _ in range(calls + 4)],
            "versions": {"agent": model + "-2025-09-01"},
            "timing": {"agent": 20.1, "user": 3.5, "tools": 0.01, "judge": 0.02, "total": 23.7},
            "started_at": STARTED,
            "class": trial_class,
        }
        head = json.dumps(record, separators=(",", ":"))
        left = self._size - len(head) - 16
        messages = []
        while left > 1100:
            messages.append({"role": "tool", "content": self._words, "tool_call_id": "call-0"})
            left -= len(self._words) + 60
        told = json.dumps(messages, separators=(",", ":"))
        return f'{head[:-1]},"messages":{told}}}\n'.encode()

    def _difference(self, number: int) -> dict[str, Any]:
        line = {"kind": "wrong value", "table": "refunds", "key": f"RF-{number}", "column": "amount", "call": 7}
        return line | {"expected": "64.00", "actual": "32.00", "tool": "issue_refund"}

    def _effect(self, number: int) -> dict[str, Any]:
        columns = {f"column_{i}": f"value {i}" for i in range(10)}
        return {
            "call": number,
            "tool": "issue_refund",
            "op": "inserted",
            "table": "refunds",
            "key": "RF-1",
            "columns": columns,
        }

    def _model_call(self) -> dict[str, Any]:
        tokens = {"input_tokens": 3000, "cached_tokens": 2000, "output_tokens": 90, "reasoning_tokens": 0}
        return {"who": "agent", **tokens, "cost": 0.003, "latency": 1.9, "waited": 0.0, "attempts": 1, "version": ""}


def make_results(directory: Path, models: int, tasks: int, trials: int, size: int, kind: type[Making] = Making) -> int:
    """Write ``trials.jsonl`` and ``run.json``; returns the number of trials.

    Raises SystemExit where the disk has no room for it.
    """
    needed, free = models * tasks * trials * size, shutil.disk_usage(directory.parent).free
    if needed * 1.2 > free:
        raise SystemExit(f"{directory}: needs {needed / 1e9:.1f} GB, {free / 1e9:.1f} GB are free")
    directory.mkdir()
    making = kind(models, tasks, trials, size)
    written = 0
    with (directory / "trials.jsonl").open("wb") as file:
        for line in making.lines():
            written += 1
            file.write(line)
    names = {task["task"]: task["domain"] for task in making.tasks}
    pairs = {making.tasks[i]["task"]: making.tasks[i + 5]["task"] for i in range(0, tasks - 5, 50)}
    RunFile(
        directory,
        options={"trials": trials},
        fingerprints={"tasks": dict.fromkeys(names, "0"), "domains": {}, "prompts": "0", "models": {}},
        user="scripted",
        judge="scripted",
        started_at=STARTED,
        planned=Planned.product(names, making.models, trials).to_json() | {"twins": pairs},
    ).finish("finished", STARTED)
    return written


def main(argv: Sequence[str] | None = None) -> None:
    """Make a directory as asked."""
    parser = argparse.ArgumentParser(description="Make a results directory with invented outcomes.")
    parser.add_argument("directory", type=Path)
    for name, default in (("models", 17), ("tasks", 507), ("trials", 20), ("bytes", 25_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args(argv)
    print(make_results(args.directory, args.models, args.tasks, args.trials, args.bytes), "trials")


if __name__ == "__main__":
    main()
