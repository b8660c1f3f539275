"""Several versions of a model in one run: counted, kept apart, pooled only when told to."""

from __future__ import annotations

import pytest
from provider_server import KEY, Answer, Asked, ProviderServer, Say
from shops import Shop
from test_money_run import CALLS, PAID, TASKS, settings

from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.report.table import results_table
from thinkingbox_plugin.results import Planned, summarise_by_version

PLANNED = Planned.product({"t1": "shop", "t2": "shop"}, ["m", "steady"], 3)


def trial(
    task: str, number: int, version: str, cls: TrialClass = "passed", model: str = "m", **who: str
) -> TrialRecord:
    versions = {"agent": version, **who} if version else dict(who)
    return TrialRecord(task, "shop", model, number, 0, cls, versions=versions)


MIXED = [
    trial("t1", 0, "v1"),
    trial("t2", 0, "v1"),
    trial("t1", 1, "v2", "failed"),
    trial("t2", 1, "v2"),
    trial("t1", 2, "", "unmeasured"),
    trial("t1", 0, "s1", model="steady"),
]


def test_versions_of_a_model_have_a_row_each_and_together_what_was_planned() -> None:
    summary = summarise_by_version(lambda: MIXED, PLANNED, pool=False)
    rows = {name: figures["all"] for name, figures in summary["models"].items()}
    assert {name: row["planned"] for name, row in rows.items()} == {
        "m @ v1": 2,
        "m @ v2": 2,
        "m @ no version": 2,
        "steady": 6,
    }
    assert [rows[f"m @ v{n}"]["pass@1"]["rate"] for n in (1, 2)] == [1.0, 0.5]
    unknown = rows["m @ no version"]["classes"]
    assert (unknown["unmeasured"], unknown["not_run"]) == (1, 1)
    assert summary["versions"] == {"m": {"agent": {"v1": 2, "v2": 2}}, "steady": {"agent": {"s1": 1}}}
    assert summary["version_notes"] == [
        "m: several versions answered (trials: v1 in 2, v2 in 2), kept apart; --tb-pool-versions counts them as one"
    ]
    assert "several versions answered" in results_table(summary, width=200)


def test_pooled_versions_are_one_row_and_a_note_says_so() -> None:
    summary = summarise_by_version(lambda: MIXED, PLANNED, pool=True)
    assert set(summary["models"]) == {"m", "steady"}
    assert summary["models"]["m"]["all"]["pass@1"]["rate"] == pytest.approx(0.75)
    assert "counted as one (--tb-pool-versions)" in summary["version_notes"][0]


def test_a_version_that_changes_within_a_trial_is_a_row_of_its_own() -> None:
    records = [trial("t1", 0, "v1"), trial("t1", 1, "v1+v2")]
    summary = summarise_by_version(lambda: records, PLANNED, pool=False)
    assert {"m @ v1", "m @ v1+v2"} <= set(summary["models"])


def test_one_version_is_one_row_without_a_note() -> None:
    records = [trial("t1", 0, "v1"), trial("t1", 1, "", "unmeasured")]
    summary = summarise_by_version(lambda: records, PLANNED, pool=False)
    assert set(summary["models"]) == {"m", "steady"}
    assert summary["version_notes"] == []


def test_several_versions_of_the_user_are_noted() -> None:
    records = [trial("t1", 0, "v1", user="u1"), trial("t1", 1, "v1", user="u2")]
    summary = summarise_by_version(lambda: records, PLANNED, pool=False)
    assert set(summary["models"]) == {"m", "steady"}
    assert summary["version_notes"] == ["m: its user was answered for by several versions (trials: u1 in 1, u2 in 1)"]


def test_a_run_whose_model_changes_midway_says_so(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_KEY", KEY)
    shop.write("test_orders.py", *TASKS[:2])

    def script(asked: Asked) -> Answer:
        version = "served-1" if asked.number < 2 else "served-2"
        if asked.messages[-1].role == "tool":
            return Say("It is cancelled. <DONE>", model=version)
        return Say(None, CALLS, model=version)

    with ProviderServer(script) as server:
        settings(shop.pytester.path, server.url)
        result = shop.run(*PAID, "--tb-max-cost=1", "--tb-concurrency=1")
    result.stdout.fnmatch_lines(["paid @ served-1 *", "paid @ served-2 *", "paid: several versions answered*"])
    assert shop.run_file()["model_versions"] == {"paid": {"agent": {"served-1": 1, "served-2": 1}}}
    assert [record.versions for record in shop.records()] == [{"agent": "served-1"}, {"agent": "served-2"}]
