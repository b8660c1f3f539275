"""Invented outcomes: samples of counts, and results directories that hold them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import Planned, RunFile
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.statistics import TaskCount
from thinkingbox_plugin.statistics.sample import Sample, TaskResult

STARTED = "2025-10-01T09:30:00+00:00"


def sample(
    passed: Iterable[int], trials: int, *, model: str = "m", domains: int = 1, pairs: bool = False, missing: int = 0
) -> Sample:
    """Tasks of ``trials`` trials each, shared out over domains two by two, two by two a pair where wanted."""
    results = [
        TaskResult(
            task=f"t{number:04}",
            domain=f"d{number // 2 % domains}",
            count=TaskCount(int(c), trials - int(c), missing),
            cluster=f"pair {number // 2}" if pairs else "",
        )
        for number, c in enumerate(passed)
    ]
    return Sample.of(model, results)


def drawn(rng: np.random.Generator, chances: NDArray[np.float64], trials: int, **more: Any) -> Sample:
    """A sample of tasks with these chances of passing."""
    return sample(rng.binomial(trials, chances), trials, **more)


def record(task: str, trial: int, passed: bool | None, *, model: str = "m", **more: Any) -> TrialRecord:
    """The record of a trial; None was not measured."""
    values: dict[str, Any] = {"domain": task.partition("/")[0], "workflow": "flow", "state_only": passed, "seed": 0}
    values["trial_class"] = "unmeasured" if passed is None else "passed" if passed else "failed"
    return TrialRecord(task=task, model=model, trial=trial, **values | more)


def records(outcomes: Mapping[str, str], *, model: str = "m", **more: Any) -> list[TrialRecord]:
    """``{"retail/a": "110-"}``: a task's trials, ``-`` for one that was not measured."""
    return [
        record(task, trial, None if mark == "-" else mark == "1", model=model, **more)
        for task, marks in outcomes.items()
        for trial, mark in enumerate(marks)
    ]


def run_folder(
    path: Path,
    trials: Sequence[TrialRecord],
    *,
    planned: Planned | None = None,
    twins: Mapping[str, str] | None = None,
    shuffle: int | None = None,
    user: str = "scripted",
    judge: str = "scripted",
    options: Mapping[str, Any] | None = None,
    **fingerprints: Any,
) -> Path:
    """A results directory with these records, as a finished run leaves it."""
    path.mkdir(parents=True)
    order = list(trials)
    if shuffle is not None:
        random.Random(shuffle).shuffle(order)
    (path / "trials.jsonl").write_bytes(b"".join(map(encode, order)))
    domains = {trial.task: trial.domain for trial in trials}
    if planned is None:
        planned = Planned.of_keys(domains, [trial.key for trial in trials])
    prints = {"tasks": dict.fromkeys(planned.domains, "0"), "domains": {}, "prompts": "0", "models": {}}
    RunFile(
        path,
        options=dict(options or {}),
        fingerprints=prints | fingerprints,
        user=user,
        judge=judge,
        started_at=STARTED,
        planned=planned.to_json() | {"twins": dict(twins or {})},
    ).finish("finished", STARTED)
    return path


def rewrite_run(path: Path, **changes: Any) -> None:
    """Change fields of a directory's ``run.json``."""
    file = path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
