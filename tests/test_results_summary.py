"""summary.json: planned trials, classes, rates over one common set, and the bounds beside them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.results import Planned, Tally, summarise, write_summary

LETTERS: dict[str, TrialClass] = {"p": "passed", "f": "failed", "g": "ungraded", "u": "unmeasured", "n": "not_run"}


def records(task: str, outcomes: str, *, model: str = "m", state: str = "") -> list[TrialRecord]:
    """One record a letter: p, f, (un)g(raded), u(nmeasured), n(ot run); ``state`` the state-only verdicts."""
    return [
        TrialRecord(
            task=task,
            domain="retail",
            model=model,
            trial=trial,
            seed=0,
            trial_class=LETTERS[letter],
            state_only={"p": True, "f": False}.get((state or outcomes)[trial]),
        )
        for trial, letter in enumerate(outcomes)
    ]


def figures(planned: Planned, found: Iterable[TrialRecord], model: str = "m") -> dict[str, Any]:
    every: dict[str, Any] = summarise(found, planned)["models"][model]["all"]
    return every


def test_planned_trials_without_a_record_are_not_run() -> None:
    planned = Planned.product({"A": "retail", "B": "retail"}, ["m"], 5)
    every = figures(planned, [*records("A", "pfgu"), *records("B", "pn")])
    assert every["planned"] == 10
    assert every["tasks"] == 2
    assert every["classes"] == {"passed": 2, "failed": 1, "ungraded": 1, "unmeasured": 1, "not_run": 5}


def test_pass_at_1_is_the_mean_over_tasks_of_the_measured_share() -> None:
    planned = Planned.product({"A": "retail", "B": "retail", "C": "retail"}, ["m"], 4)
    every = figures(planned, [*records("A", "pppf"), *records("B", "fuu"), *records("C", "u")])
    assert every["pass@1"] == {
        "rate": (0.75 + 0) / 2,
        "bounds": ((0.75 + 0 + 0) / 3, (0.75 + 2 / 3 + 1) / 3),
        "tasks": 2,
        "trials": 5,
    }


def test_an_ungraded_trial_counts_for_neither_side_but_widens_the_bounds() -> None:
    planned = Planned.product({"A": "retail"}, ["m"], 2)
    every = figures(planned, records("A", "pg", state="pp"))
    assert (every["pass@1"]["rate"], every["pass@1"]["bounds"]) == (1.0, (0.5, 1.0))
    assert every["state_only"] == {"rate": 1.0, "bounds": (1.0, 1.0), "tasks": 1, "trials": 1}


def test_the_state_only_rate_is_over_the_same_trials_as_the_verdict() -> None:
    planned = Planned.product({"A": "retail"}, ["m"], 4)
    every = figures(planned, records("A", "pffu", state="ppfp"))
    assert every["pass@1"]["rate"] == 1 / 3
    assert every["state_only"]["rate"] == 2 / 3
    assert every["state_only"]["trials"] == 3


def test_all_k_of_the_curve_are_over_one_common_set_of_tasks() -> None:
    planned = Planned.product({"A": "retail", "B": "retail", "C": "retail"}, ["m"], 3)
    curve = figures(planned, [*records("A", "ppf"), *records("B", "fff"), *records("C", "ppu")])["curve"]
    assert curve["largest_k"] == 3
    assert curve["tasks"] == 2
    assert curve["tasks_with_k"] == {"1": 3, "2": 3, "3": 2}
    assert list(curve["k"]) == ["1", "2", "3"]
    assert curve["k"]["1"]["pass@k"] == pytest.approx(1 / 3)
    assert curve["k"]["2"] == {
        "pass@k": 1 / 2,
        "pass^k": pytest.approx(1 / 6),
        "pass^k_plug_in_biased_upward": pytest.approx(2 / 9),
        "gap": pytest.approx(1 / 3),
        # C is in the bounds, with its missing trial failed (C(1,2)/C(3,2) fail both) and passed.
        "pass@k_bounds": (pytest.approx(2 / 3), pytest.approx(2 / 3)),
        "pass^k_bounds": (pytest.approx((1 / 3 + 0 + 1 / 3) / 3), pytest.approx((1 / 3 + 0 + 1) / 3)),
    }
    assert curve["k"]["3"]["pass^k"] == 0.0
    assert curve["k"]["3"]["pass@k"] == 0.5
    assert curve["k"]["3"]["gap"] == 0.5
    assert curve["k"]["3"]["pass^k_bounds"] == (0.0, pytest.approx(1 / 3))


def test_a_run_that_was_stopped_shows_the_k_that_most_tasks_have() -> None:
    planned = Planned.product({"A": "retail", "B": "retail", "C": "retail"}, ["m"], 20)
    curve = figures(planned, [*records("A", "ppffff"), *records("B", "ppppp"), *records("C", "ppp")])["curve"]
    assert (curve["largest_k"], curve["tasks"]) == (5, 2)
    assert curve["tasks_with_k"] == {"1": 3, "2": 3, "5": 2, "10": 0, "20": 0}
    assert list(curve["k"]) == ["1", "2", "5"]


def test_a_run_without_a_measured_trial_has_no_rates() -> None:
    planned = Planned.product({"A": "retail"}, ["m"], 2)
    every = figures(planned, records("A", "u"))
    assert every["pass@1"] == {"rate": None, "bounds": (0.0, 1.0), "tasks": 0, "trials": 0}
    assert every["curve"] == {"largest_k": None, "tasks": 0, "tasks_with_k": {"1": 0, "2": 0}, "k": {}}
    assert figures(planned, [])["pass@1"]["bounds"] is None
    assert summarise([], Planned({}, {})) == {"schema": 1, "trials": 0, "models": {}}


def test_each_model_has_its_domains_in_the_planned_order() -> None:
    domains = {"A": "travel", "B": "retail", "C": "travel"}
    planned = Planned.product(domains, ["x", "y"], 2)
    summary = summarise([*records("A", "pp", model="x"), *records("B", "ff", model="x")], planned)
    assert list(summary["models"]) == ["x", "y"]
    x, y = summary["models"].values()
    assert list(x["domains"]) == list(y["domains"]) == ["travel", "retail"]
    assert x["all"]["pass@1"]["rate"] == 0.5
    assert x["domains"]["travel"]["pass@1"]["rate"] == 1.0
    assert x["domains"]["travel"]["classes"]["not_run"] == 2
    assert x["domains"]["retail"]["pass@1"]["rate"] == 0.0
    assert x["domains"]["retail"]["planned"] == 2
    assert y["all"]["classes"]["not_run"] == 6
    assert summary["trials"] == 2


def test_a_selection_of_trials_plans_just_these() -> None:
    keys = [("A", "m", 0), ("A", "m", 7), ("A", "m", 7), ("B", "x", 0)]
    planned = Planned.of_keys({"A": "retail", "B": "travel", "C": "travel"}, keys)
    assert planned == Planned({"A": "retail", "B": "travel"}, {"m": {"A": 2}, "x": {"B": 1}}, {"m": {"A": [0, 7]}})
    assert planned.trial_keys() == [("A", "m", 0), ("B", "x", 0), ("A", "m", 7)]
    assert Planned.from_json(planned.to_json()) == planned
    assert planned.most_trials == 2
    summary = summarise([*records("B", "p", model="x")], planned)
    assert list(summary["models"]["m"]["domains"]) == ["retail"]
    assert list(summary["models"]["x"]["domains"]) == ["travel"]
    assert summary["models"]["m"]["all"]["classes"]["not_run"] == 2


def test_the_plan_comes_back_from_json() -> None:
    planned = Planned.product({"A": "retail", "B": "travel"}, ["m", "x"], 3)
    assert Planned.from_json(json.loads(json.dumps(planned.to_json()))) == planned


def test_the_order_of_the_records_does_not_matter() -> None:
    domains = {f"T-{n}": ("retail", "travel")[n % 2] for n in range(9)}
    planned = Planned.product(domains, ["m"], 7)
    rng = random.Random(5)
    found = [r for task in domains for r in records(task, "".join(rng.choice("ppffgu") for _ in range(7)))]
    expected = summarise(found, planned)
    for _ in range(5):
        rng.shuffle(found)
        assert summarise(found, planned) == expected


def test_a_trial_that_was_never_planned_is_refused() -> None:
    tally = Tally(Planned.product({"A": "retail"}, ["m"], 1))
    mend = "summarise it with the run.json that it belongs to$"
    with pytest.raises(UsageError, match=rf"^B by m is not part of the planned run; {mend}"):
        tally.add(records("B", "p")[0])
    with pytest.raises(UsageError, match=r"A by x is not part"):
        tally.add(records("A", "p", model="x")[0])
    tally.add(records("A", "p")[0])
    with pytest.raises(UsageError, match=rf"^A by m has more records than planned trials; {mend}"):
        tally.add(records("A", "p")[0])


def test_a_tally_can_be_asked_at_any_time() -> None:
    tally = Tally(Planned.product({"A": "retail"}, ["m"], 2))
    first, second = records("A", "pf")
    tally.add(first)
    assert tally.summary()["models"]["m"]["all"]["pass@1"]["rate"] == 1.0
    tally.add(second)
    assert tally.summary()["models"]["m"]["all"]["pass@1"]["rate"] == 0.5


def test_the_summary_is_written_as_json_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = summarise(records("A", "pf"), Planned.product({"A": "retail"}, ["m"], 2))
    path = write_summary(tmp_path, summary)
    assert path == tmp_path / "summary.json"
    assert json.loads(path.read_text()) == json.loads(json.dumps(summary))
    assert path.read_text().startswith('{\n  "schema": 1,\n')

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match=r"summary.json: cannot write it: No space left"):
        write_summary(tmp_path, {})
    assert json.loads(path.read_text())["schema"] == 1
