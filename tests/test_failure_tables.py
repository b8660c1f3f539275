"""The tables of failure analysis: from real runs of reference agents, and from saved runs of any kind."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from outcomes import record, run_folder
from shops import Shop, cancel

import thinkingbox_plugin.analysis.sections
import thinkingbox_plugin.report.rendering
import thinkingbox_plugin.report.sections  # noqa: F401  (imported before a run in this process forgets its imports)
from thinkingbox_plugin import cli, reporting
from thinkingbox_plugin.analysis.conversation import TalkRow, answered_calls
from thinkingbox_plugin.analysis.flags import FLAGS
from thinkingbox_plugin.analysis.signatures import SIGNATURES
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import CheckResult, TrialRecord
from thinkingbox_plugin.report.tables import Table, flat
from thinkingbox_plugin.reporter import Wanted, tables_of
from thinkingbox_plugin.results import Planned, without_texts
from thinkingbox_plugin.results.goldens import GoldenNotes, noted_goldens
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.reading import open_runs, row_parser

Rows = list[dict[str, Any]]


def made(*directories: Path, files: bool = False, pool: bool = False) -> dict[str, Table]:
    wanted = Wanted("suite", every_k=files)
    return {table.name: table for table in tables_of(open_runs(directories), wanted, pool=pool)}


def rows_of(table: Table) -> Rows:
    names, rows = flat(table)
    return [dict(zip(names, row, strict=True)) for row in rows]


def counted(row: Mapping[str, Any]) -> dict[str, int]:
    """The signatures of a row that some trial has."""
    keys = {name: name.replace(" ", "_") for name in SIGNATURES}
    return {name: row[key] for name, key in keys.items() if row[key]}


def flagged(row: Mapping[str, Any]) -> set[str]:
    """The flags of a row that some trial has."""
    return {name for name in FLAGS if row.get(name.replace(" ", "_"))}


# -- real runs

REFUND = '''
@task(opening="ORD-8 is late. ada.quill@example.com", policy=["refunds.md#late-orders"], tell=["4.40"])
def test_case_ABC_001(trial: Trial) -> None:
    """Everybody else gets 10 %."""
    with trial.golden() as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-8")
        create_refund(world, order_id="ORD-8", amount=money("4.40"), reason="late")
    with trial.trap(breaks="refunds.md#late-orders") as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-8")
        create_refund(world, order_id="ORD-8", amount=money("8.80"), reason="late")
    with trial.trap(breaks="returns.md#window") as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
        cancel_order(world, order_id="ORD-9")
    assert trial.outcome == trial.golden_outcome
'''
CAST = ("oracle", "idle", "trap:0", "trap:1", "mutant:0", "mutant:1", "flaky:0.5")


def test_reference_agents_fail_for_the_reasons_that_they_are_made_for(shop: Shop) -> None:
    shop.write("test_one.py", REFUND)
    shop.run(*(f"--tb-model={name}" for name in CAST), "--tb-trials=4", "--tb-no-transcripts")
    tables = made(shop.results, files=True)
    rows = {row["model"]: row for row in rows_of(tables["failures"])}
    assert {model: counted(row) for model, row in rows.items() if model != "flaky:0.5"} == {
        "oracle": {},
        "idle": {"no state change": 4},
        "trap:0": {"wrong state update": 4},
        "trap:1": {"wrong state update": 4},
        "mutant:0": {"no state change": 4},  # the refund left out
        "mutant:1": {"wrong state update": 4},  # another amount
    }
    failed = [r for r in shop.records() if r.trial_class == "failed"]
    assert sum(counted(rows["flaky:0.5"]).values()) == sum(r.model == "flaky:0.5" for r in failed)
    flags = {
        row["model"]: {name for name in FLAGS if row.get(name.replace(" ", "_"))} for row in rows_of(tables["flags"])
    }
    assert flags["oracle"] == set()
    assert flags["idle"] == {"missing record", "untold"}
    assert flags["trap:0"] == {"wrong value", "trap"}
    assert {"missing record", "stray write", "trap"} <= flags["trap:1"]
    traps = [(row["policy"], row["model"], row["trials"]) for row in rows_of(tables["traps"])]
    assert traps == [("refunds.md#late-orders", "trap:0", 4), ("returns.md#window", "trap:1", 4)]
    each = rows_of(tables["failed-trials"])
    assert [(row["model"], row["trial"]) for row in each] == [(r.model, r.trial) for r in failed]
    assert each[0]["flags"] == "missing record, untold"


def test_evaluators_that_look_at_less_let_reference_agents_pass(shop: Shop) -> None:
    shop.write("test_one.py", REFUND)
    shop.run(*(f"--tb-model={name}" for name in CAST[:4]), "--tb-trials=2")
    rows = {(row["model"], row["evaluator"]): row for row in rows_of(made(shop.results)["evaluators"])}
    wrongly = {key: row["wrongly_passed"] for key, row in rows.items() if key[1] != "(every trial)"}
    assert {key for key, count in wrongly.items() if count} == {
        ("idle", "ended cleanly"),
        *((model, "ended cleanly") for model in ("trap:0", "trap:1")),
        *((model, "ended cleanly, and wrote") for model in ("trap:0", "trap:1")),
        *((model, "last tool call succeeded") for model in ("trap:0", "trap:1")),
        ("trap:0", "all golden tools called"),
    }
    assert all(row["wrongly_failed"] == 0 for row in rows.values())
    golden = rows["trap:0", "all golden tools called"]
    assert (golden["passes"], golden["share_of_failed"], golden["wrong_value"]) == (1.0, 1.0, 2)
    whole = rows["trap:1", "(every trial)"]
    assert (whole["count_mismatch"], whole["unexpected_effects"], whole["other_checks"]) == (2, 2, 0)


def test_the_end_of_a_large_run_shows_why_trials_failed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "_MANY_TASKS", 2)
    shop.write("test_two.py", cancel("ABC_001"), cancel("ABC_002"))
    done = shop.run("--tb-model=idle", "--tb-trials=2")
    done.stdout.fnmatch_lines(["Why trials failed", "model*tool use*no change", "idle * 4 *"])
    assert "weaker evaluators" not in done.stdout.str()
    known = shop.run_file()["fingerprints"]
    assert known["goldens"] == {
        f"toyshop/test_two.py::test_case_ABC_00{n}": {"golden": ["verify_customer", "cancel_order"]} for n in (1, 2)
    }
    assert not (shop.results / "parts").exists()


# -- saved runs


def failing(task: str, trial: int, *, model: str = "m", **more: Any) -> TrialRecord:
    checks = [CheckResult("tell", False)]
    return record(task, trial, False, model=model, checks=checks, state_only=True, state_hash="1", **more)


def cost(agent: float, user: float = 0.0) -> dict[str, dict[str, float]]:
    return {
        "agent": {"input_tokens": 900, "output_tokens": 100, "cost": agent},
        "user": {"input_tokens": 5, "output_tokens": 5, "cost": user},
    }


TALK = [{"role": role, "content": "x"} for role in ("system", "user", "assistant", "user", "assistant")]


def test_failures_stand_by_model_and_domain(tmp_path: Path) -> None:
    trials = [
        failing("retail/a", 0),
        failing("travel/b", 0),
        record("travel/b", 1, True),
        record("travel/c", 0, None),
        failing("travel/b", 0, model="n", stop_reason="user_limit"),
    ]
    tables = made(run_folder(tmp_path / "run", trials))
    whole = [(row["model"], row["trials"], row["failed"], row["user_side"]) for row in rows_of(tables["failures"])]
    assert whole == [("m", 3, 2, 2), ("n", 1, 1, 1)]
    parts = [(row["domain"], row["model"], row["failed"]) for row in rows_of(tables["failures-by-domain"])]
    assert parts == [("retail", "m", 1), ("travel", "m", 1), ("travel", "n", 1)]
    flags = [(row["domain"], row["model"], row.get("hit_a_limit")) for row in rows_of(tables["flags-by-domain"])]
    assert flags == [("retail", "m", 0), ("travel", "m", 0), ("travel", "n", 1)]
    assert "leak" not in flat(tables["flags"])[0]
    assert "evaluators-by-domain" in tables


def test_a_run_without_failures_has_a_row_of_zeros_and_no_flags(tmp_path: Path) -> None:
    tables = made(run_folder(tmp_path / "run", [record("retail/a", 0, True)]), files=True)
    assert counted(rows_of(tables["failures"])[0]) == {}
    assert {"flags", "traps"} & tables.keys() == set()
    assert tables["failed-trials"].rows == []


def test_a_run_without_a_verdict_has_no_tables_of_failures(tmp_path: Path) -> None:
    tables = made(run_folder(tmp_path / "run", [record("retail/a", 0, None, usage=cost(0.5))]))
    assert {"failures", "evaluators"} & tables.keys() == set()
    (row,) = rows_of(tables["interaction"])
    assert (row["trials"], row["spent"]) == (0, 0.5)


def test_an_old_run_says_what_it_does_not_know(tmp_path: Path) -> None:
    tables = made(run_folder(tmp_path / "run", [failing("retail/a", 0)]))
    assert any("does not say which tools write" in note for note in tables["failures"].notes)
    assert any("which tools the goldens call" in note for note in tables["evaluators"].notes)
    assert "all golden tools called" not in {row["evaluator"] for row in rows_of(tables["evaluators"])}


def test_a_run_that_was_killed_knows_what_its_processes_have_noted(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", [failing("retail/a", 0), failing("retail/b", 0)], calls={"retail": {}})
    (path / "parts").mkdir()
    (path / "trials.jsonl").rename(path / "parts" / "trials-gw0.jsonl")
    notes = GoldenNotes(path, "gw0")
    for _ in range(2):
        notes.add("retail/a", {"golden": ["close_ticket"]})
    with (path / "parts" / "goldens-gw1.notes").open("w") as file:
        file.write('{"task": "retail/b", "gold')
    assert noted_goldens(path) == {"retail/a": {"golden": ["close_ticket"]}}
    assert (path / "parts" / "goldens-gw0.notes").read_text().count("\n") == 1
    tables = made(path)
    rows = {row["evaluator"]: row for row in rows_of(tables["evaluators"])}
    assert (rows["(every trial)"]["trials"], rows["all golden tools called"]["trials"]) == (2, 1)
    assert not any("run.json does not say" in note for note in tables["evaluators"].notes)


def test_notes_that_cannot_be_written_or_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"goldens-main.notes: cannot write it: .*; make room"):
        GoldenNotes(tmp_path, "main").add("retail/a", {})
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "goldens-main.notes").write_text("[]\n")
    with pytest.raises(UsageError, match=r"goldens-main.notes: not as a run writes it .*; delete the file"):
        noted_goldens(tmp_path)


def test_parts_of_one_run_in_several_directories_make_one_row(tmp_path: Path) -> None:
    one = run_folder(tmp_path / "one", [failing("retail/a", 0, trap="x.md#y"), record("retail/a", 1, True)])
    two = run_folder(tmp_path / "two", [failing("retail/b", 0), record("retail/a", 2, True, usage=cost(1.0))])
    tables = made(one, two, files=True)
    (row,) = rows_of(tables["failures"])
    assert (row["trials"], row["failed"]) == (4, 2)
    assert [row["task"] for row in rows_of(tables["failed-trials"])] == ["retail/a", "retail/b"]
    (effort,) = rows_of(tables["interaction"])
    assert (effort["trials"], effort["cost_per_trial"]) == (4, 0.25)
    apart = made(one, run_folder(tmp_path / "three", [failing("retail/a", 0)]))
    assert [row["model"] for row in rows_of(apart["failures"])] == ["m in one", "m in three"]


# -- interaction and cost


def test_effort_is_a_mean_over_trials_with_a_verdict_and_all_money_counts(tmp_path: Path) -> None:
    trials = [
        record("retail/a", 0, True, messages=TALK, usage=cost(0.2, 0.1), tool_calls=4, user_turns=1),
        record("retail/a", 1, False, messages=TALK[:3], usage=cost(0.4), tool_calls=2),
        record("retail/a", 2, None, messages=TALK, usage=cost(5.0), tool_calls=90),
    ]
    (row,) = rows_of(made(run_folder(tmp_path / "run", trials))["interaction"])
    assert (row["trials"], row["messages"], row["model_turns"]) == (2, 3.0, 1.5)
    assert (row["tool_calls"], row["user_turns"]) == (3.0, 0.5)
    assert row["tokens_per_turn"] == pytest.approx(2000 / 3)
    assert row["input_tokens_per_turn"] == pytest.approx(600)
    assert row["cost_per_trial"] == pytest.approx(0.35)
    assert row["agent_cost_per_trial"] == pytest.approx(0.3)
    assert row["spent"] == pytest.approx(5.7)


def priced(outcomes: Mapping[str, str], price: float, model: str = "m") -> list[TrialRecord]:
    return [
        record(task, trial, mark == "1", model=model, usage=cost(price))
        for task, marks in outcomes.items()
        for trial, mark in enumerate(marks)
    ]


def test_a_reliable_task_passed_in_each_of_at_least_k_trials(tmp_path: Path) -> None:
    outcomes = {"retail/a": "11", "retail/b": "10", "retail/c": "11", "travel/d": "00", "travel/e": "1"}
    path = run_folder(tmp_path / "run", [*priced(outcomes, 0.3), *priced({"retail/a": "1"}, 0.3, "n")])
    tables = made(path)
    rows = {row["model"]: row for row in rows_of(tables["interaction"])}
    assert (rows["m"]["reliable_tasks"], rows["m"]["tasks"]) == (2, 4)
    assert rows["m"]["cost_per_reliable_task"] == pytest.approx(4 * 0.3 / 2)
    assert (rows["n"]["reliable_tasks"], rows["n"]["cost_per_reliable_task"]) == (None, None)
    notes = " ".join(tables["interaction"].notes)
    assert "there were 2 or more" in notes
    assert "n: no task was measured twice" in notes
    split = {row["domain"]: row for row in rows_of(tables["interaction-by-domain"]) if row["model"] == "m"}
    assert split["retail"]["cost_per_reliable_task"] == pytest.approx(3 * 0.3 / 2)
    assert (split["travel"]["reliable_tasks"], split["travel"]["cost_per_reliable_task"]) == (0, None)


def test_repeating_a_run_does_not_make_a_reliable_task_dearer(tmp_path: Path) -> None:
    costs = [
        rows_of(made(run_folder(tmp_path / marks, priced({"retail/a": marks}, 0.3)))["interaction"])[0][
            "cost_per_reliable_task"
        ]
        for marks in ("11", "1111")
    ]
    assert costs == [pytest.approx(0.3)] * 2


def test_a_run_without_prices_has_no_columns_of_cost(tmp_path: Path) -> None:
    names, _ = flat(made(run_folder(tmp_path / "run", [record("retail/a", n, True) for n in range(2)]))["interaction"])
    assert [name for name in names if "cost" in name or "token" in name or name == "spent"] == []
    assert "reliable_tasks" in names


def test_nothing_depends_on_the_order_of_records(tmp_path: Path) -> None:
    trials = [
        *(failing(f"retail/{n % 3}", n, model=f"m{n % 2}", usage=cost(0.25)) for n in range(12)),
        *priced({"travel/a": "1101", "travel/b": "1111"}, 0.5, "m0"),
    ]
    planned = Planned.of_keys({t.task: t.domain for t in trials}, [t.key for t in trials])
    folders = [run_folder(tmp_path / f"{n}" / "run", trials, planned=planned, shuffle=n) for n in (1, 2)]
    first, second = (made(folder) for folder in folders)
    assert [rows_of(table) for table in first.values()] == [rows_of(table) for table in second.values()]


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", [failing("retail/a", 0), failing("retail/a", 1)])
    (path / "trials.jsonl").write_bytes((path / "trials.jsonl").read_bytes()[:-30])
    tables = made(path)
    assert rows_of(tables["failures"])[0]["failed"] == 1
    assert any("never finished" in note for note in tables["leaderboard"].notes)


def test_files_hold_the_same_as_the_tables(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", [failing("retail/a", n, model="<script>") for n in range(2)])
    cli.main(["report", str(path), "--out", str(tmp_path / "out")])
    with (tmp_path / "out" / "failed-trials.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["trial"], row["signature"], row["flags"]) for row in rows] == [
        (str(n), "user side", "untold") for n in (0, 1)
    ]
    page = (tmp_path / "out" / "report.md").read_text()
    assert "## Why trials failed\n" in page
    assert "| \\<script\\> | 2 | 2 | 0 | 0 | 2 | 0 |" in page
    assert "Every failed trial" not in page


def test_the_outline_of_a_conversation_is_the_same_without_texts() -> None:
    call = {"id": "c", "name": "get_order", "arguments": json.dumps({"order_id": "ORD-1"})}
    whole = record(
        "retail/a",
        0,
        False,
        messages=[
            {"role": "assistant", "content": "One moment.", "tool_calls": [call]},
            {"role": "tool", "content": "no such order", "tool_call_id": "c", "is_error": True},
        ],
    )
    parse = row_parser(TalkRow)
    assert parse(encode(whole)).messages == parse(encode(without_texts(whole))).messages
    assert list(answered_calls(parse(encode(whole)).messages)) == [("get_order", True)]
