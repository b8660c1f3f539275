"""``thinkingbox report`` and ``thinkingbox compare`` on saved runs, and the end of a large run of pytest."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from outcomes import record, records, rewrite_run, run_folder
from shops import Shop, cancel

import thinkingbox_plugin.report.rendering
import thinkingbox_plugin.reporter
import thinkingbox_plugin.results.collecting
import thinkingbox_plugin.statistics.comparing  # noqa: F401
from thinkingbox_plugin import cli, reporting
from thinkingbox_plugin.records import CheckResult, TrialRecord
from thinkingbox_plugin.report import ending
from thinkingbox_plugin.results import Planned

REFERENCE = Path(__file__).parents[1] / "examples" / "reference-run"


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and errors of ``thinkingbox``."""
    code = cli.main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def table(folder: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / f"{name}.csv").read_text().splitlines()))


TAGS = ["asks", "decoy", "multi"]


def eight(model: str, marks: str) -> list[TrialRecord]:
    """Eight tasks of two domains and workflows, each with these outcomes."""
    return [
        record(f"{domain}/{number}", trial, mark == "1", model=model, workflow=f"w{number % 2}", tags=TAGS[:number])
        for domain in ("retail", "travel")
        for number in range(4)
        for trial, mark in enumerate(marks)
    ]


# -- report


def test_the_tables_of_the_reference_run_hold_what_its_agents_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = command(capsys, "report", REFERENCE, "--out", tmp_path / "o", "--format", "csv")
    assert code == 0
    names = ("leaderboard", "curve", "domains", "workflows", "markers", "policies", "variation", "tasks")
    assert out.split()[: len(names)] == [str(tmp_path / "o" / f"{name}.csv") for name in names]
    board = {row["model"]: row for row in table(tmp_path / "o", "leaderboard")}
    assert (board["oracle"]["pass_at_1"], board["idle"]["pass_at_1"]) == ("1.0", "0.0")
    for model in ("flaky:0.95", "flaky:0.8", "flaky:0.5"):
        row, true = board[model], float(model.partition(":")[2])
        for estimand in ("suite", "population"):
            assert float(row[f"pass_at_1_{estimand}_low"]) < true < float(row[f"pass_at_1_{estimand}_high"])
        assert float(row["pass_hat_10_low"]) < true**10 < float(row["pass_hat_10_high"])
    curve = [row for row in table(tmp_path / "o", "curve") if row["model"] == "flaky:0.8"]
    assert [int(row["k"]) for row in curve] == list(range(1, 11))
    kept, found = ([float(row[name]) for row in curve] for name in ("pass_hat_k", "pass_at_k"))
    assert kept == sorted(kept, reverse=True)
    assert found == sorted(found)
    assert len(table(tmp_path / "o", "tasks")) == 26 * 5
    tasks = table(tmp_path / "o", "tasks")
    assert len({row["task"] for row in tasks}) - len({row["pair"] for row in tasks}) == 7


def test_printed_every_interval_says_what_it_is_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = run_folder(tmp_path / "run", eight("m", "110"))
    _, out, _ = command(capsys, "report", path)
    assert "suite: these tasks, trial noise only" in out
    assert "population: tasks like these" in out
    assert "biased upward" in out
    assert "By workflow" not in out
    _, every, _ = command(capsys, "report", path, "--all", "--estimand", "suite")
    assert "By workflow" in every
    assert "pass@3,\npopulation" not in every


def test_what_is_missing_is_counted_bounded_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = {"retail/a": "111", "retail/b": "110", "retail/c": "1-", "travel/d": "--"}
    planned = Planned.product({task: task.partition("/")[0] for task in outcomes}, ["m"], 3)
    path = run_folder(tmp_path / "run", records(outcomes), planned=planned)
    _, out, _ = command(capsys, "report", path)
    text = " ".join(out.split())
    assert "m: 3 trials without a verdict; pass@1 lies between 54.2 % and 91.7 %" in text
    assert "m: no measured trial of 1 task (travel/d)" in text
    assert "m: every k over the 2 of 4 tasks with 3 measured trials (their pass@1 is 83.3 %)" in text
    assert "without 2 tasks (retail/c, travel/d)" in text
    command(capsys, "report", path, "--out", tmp_path / "o")
    (row,) = table(tmp_path / "o", "leaderboard")
    assert (row["not_measured"], row["not_run"]) == ("3", "2")
    assert float(row["pass_at_1"]) == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert (row["always_passed"], row["in_between"], row["always_failed"]) == ("2", "1", "0")
    assert (tmp_path / "o" / "report.md").read_text().startswith("## Where the models stand\n")


def test_domains_are_averaged_over_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = run_folder(tmp_path / "run", [*eight("m", "11"), *eight("n", "10")])
    command(capsys, "report", path, "--out", tmp_path / "o", "--format", "csv")
    rows = {(row["domain"], row["model"]): row for row in table(tmp_path / "o", "domains")}
    assert float(rows["retail", "(all models)"]["pass_at_1"]) == 0.75
    assert float(rows["retail", "(all models)"]["pass_hat_2"]) == 0.5
    assert float(rows["retail", "(all models)"]["pass_at_1_low"]) < 0.75


def test_a_domain_that_nobody_has_measured_and_one_that_a_single_model_has_tried_have_no_average(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trials = [*records({"a/1": "11", "b/1": "-", "c/1": "10"}), *records({"a/1": "10", "b/1": "-"}, model="n")]
    command(capsys, "report", run_folder(tmp_path / "run", trials), "--out", tmp_path / "o", "--format", "csv")
    rows = table(tmp_path / "o", "domains")
    assert [(row["domain"], row["model"]) for row in rows] == [
        ("a", "m"),
        ("a", "n"),
        ("a", "(all models)"),
        ("c", "m"),
    ]


def test_the_state_only_verdict_stands_beside_the_whole_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trials = [record("retail/a", n, n < 1, state_only=n < 3) for n in range(4)]
    command(capsys, "report", run_folder(tmp_path / "run", trials), "--out", tmp_path / "o", "--format", "csv")
    (row,) = table(tmp_path / "o", "leaderboard")
    assert (row["pass_at_1"], row["state_only"]) == ("0.25", "0.75")


def test_a_judges_error_rates_add_the_rates_that_they_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trials = [record("retail/a", n, n < 7, checks=[CheckResult("rubric.0", n < 7)]) for n in range(10)]
    path = run_folder(tmp_path / "run", trials)
    check = tmp_path / "check.json"
    check.write_text(json.dumps({"found_yes": 90, "labelled_yes": 100, "found_no": 80, "labelled_no": 100}))
    _, out, _ = command(capsys, "report", path, "--judge-check", check)
    assert "71.4 %" in out
    assert "sensitivity 90.0 % (90 of 100; 95 % interval 82.4 % to 95.1 %)" in " ".join(out.split())
    code, _, err = command(capsys, "report", path, "--judge-check", tmp_path / "gone.json")
    assert (code, "write the output of judge-check --json there" in err) == (2, True)


def test_a_format_without_a_folder_and_a_folder_that_cannot_be_written_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder(tmp_path / "run", eight("m", "1"))
    code, _, err = command(capsys, "report", path, "--format", "csv")
    assert (code, "write --out DIR too" in err) == (2, True)
    code, _, err = command(capsys, "report", path, "--out", path / "trials.jsonl")
    assert (code, "name another --out" in err) == (2, True)
    code, _, err = command(capsys, "report", tmp_path)
    assert (code, err) == (2, f"thinkingbox: {tmp_path}: no trials.jsonl here; name the results directory of a run\n")


# -- compare


def comparison(out: str) -> list[dict[str, object]]:
    (found,) = json.loads(out)["tables"]
    return [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]


def test_a_run_that_got_worse_is_called_so_with_what_could_have_been_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (run_folder(tmp_path / name, eight("m", marks)) for name, marks in (("old", "11111"), ("new", "10100")))
    code, out, _ = command(capsys, "compare", old, new, "--json")
    rows = comparison(out)
    assert code == 0
    assert [row["group"] for row in rows] == ["(all)", "retail", "travel"]
    assert [row["answer"] for row in rows] == ["worse"] * 3
    assert rows[0]["difference"] == pytest.approx(-0.6)
    assert 0 < float(str(rows[0]["detectable_suite"])) < 0.4
    _, text, _ = command(capsys, "compare", old, new)
    assert text.startswith("m against m (new against old)\n")
    told = " ".join(text.split())
    assert "at α = 0.05 (two-sided)" in told
    assert "with a chance of 80 %" in told
    assert "adjusted for 3 rows (Holm)" in told


def test_what_is_open_says_what_would_settle_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = run_folder(tmp_path / "old", eight("m", "10"))
    new = run_folder(tmp_path / "new", [*eight("m", "10")[:-1], record("travel/3", 1, True, workflow="w1", tags=TAGS)])
    _, out, _ = command(capsys, "compare", old, new, "--by", "none")
    assert "undecided" in out
    assert "more trials of each task would settle it" in " ".join(out.split())


def test_runs_that_asked_different_things_are_refused_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = run_folder(tmp_path / "old", eight("m", "11"))
    new = run_folder(tmp_path / "new", eight("m", "11"), user="gpt")
    code, out, err = command(capsys, "compare", old, new)
    assert (code, out) == (2, "")
    assert "differ in the user (scripted and gpt)" in err
    code, out, _ = command(capsys, "compare", old, new, "--anyway")
    assert code == 0
    assert "NOT COMPARABLE, compared all the same (--anyway): the runs differ in the user" in " ".join(out.split())
    rewrite_run(new, user="scripted")
    assert command(capsys, "compare", old, new)[0] == 0


def test_models_are_compared_by_name_or_as_they_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = run_folder(tmp_path / "two", [*eight("m", "10"), *eight("n", "11")])
    other = run_folder(tmp_path / "other", [*eight("x", "11"), *eight("y", "11")])
    _, out, _ = command(capsys, "compare", two, two, "--models", "m", "n", "--json")
    assert comparison(out)[0]["difference"] == pytest.approx(0.5)
    for arguments, why in (
        ((two, other), "no model stands in both (m, n; x, y)"),
        ((two, two), "the same directory twice"),
        ((two, other, "--models", "m", "z"), "no model z; it has x, y"),
        ((two, other, "--models", "m", "x", "--k", "3"), "no task was measured 3 times on both sides"),
        ((two, other, "--margin", "-1"), "--margin -1: write a number between 0 and 1"),
        ((two, other, "--alpha", "0"), "--alpha 0: write a number between"),
        ((two, other, "--k", "0"), "--k 0: write a number from 1 on"),
    ):
        code, _, err = command(capsys, "compare", *arguments)
        assert code == 2
        assert why in err


def test_reliability_is_compared_at_its_k(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = run_folder(tmp_path / "run", [*eight("m", "110"), *eight("n", "111")])
    arguments = ("--models", "m", "n", "--measure", "pass^k", "--k", "3", "--estimand", "population", "--json")
    _, out, _ = command(capsys, "compare", path, path, *arguments)
    assert (comparison(out)[0]["baseline"], comparison(out)[0]["candidate"]) == (0.0, 1.0)


# -- the end of a run

BOTH = ("--tb-model=oracle", "--tb-model=idle", "--tb-trials=2")


def test_a_large_run_ends_with_the_leaderboard_and_its_intervals(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "_MANY_TASKS", 2)
    shop.write("test_two.py", cancel("ABC_001", 'twin="ABC_002"'), cancel("ABC_002", 'twin="ABC_001"'))
    done = shop.run(*BOTH)
    done.stdout.fnmatch_lines(["Where the models stand", "model*tasks*trials*pass@1*", "oracle*2*4*100.0 %*"])
    told = " ".join(done.stdout.str().split())
    assert "population: tasks like these, resampled by domain, a minimal pair together" in told
    assert "Traceback" not in told
    nodeids = [f"toyshop/test_two.py::test_case_ABC_00{number}" for number in (1, 2)]
    assert shop.run_file()["planned"]["twins"] == {nodeids[0]: nodeids[1], nodeids[1]: nodeids[0]}


def test_a_large_run_leaves_its_page_unless_it_would_take_long(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "_MANY_TASKS", 2)
    shop.write("test_two.py", cancel("ABC_001"), cancel("ABC_002"))
    pages = {}
    for name, options in {"unasked": (), "never": ("--tb-html=never",), "much": ()}.items():
        if name == "much":
            monkeypatch.setattr(ending, "CHEAP", 7)
        done = shop.run(*BOTH, *options, f"--tb-out={name}")
        page = shop.pytester.path / name / "report.html"
        pages[name] = page.exists()
        told = [line for line in done.outlines if "page: " in line]
        if name == "unasked":
            assert told == [f"page: {page}"]
            assert page.read_text().lower().startswith("<!doctype html>")
        elif name == "never":
            assert told == []
        else:
            (line,) = told
    assert pages == {"unasked": True, "never": False, "much": False}
    command = line.partition("thinkingbox ")[2]
    assert cli.main(command.split()) == 0
    assert (shop.pytester.path / "much" / "report.html").exists()


def test_a_small_run_leaves_a_page_if_it_is_wanted(shop: Shop) -> None:
    shop.write("test_one.py", cancel())
    assert "page: " not in shop.run().stdout.str()
    done = shop.run("--tb-html=always")
    assert f"page: {shop.results.resolve() / 'report.html'}" in done.outlines
    assert (shop.results / "report.html").exists()
    assert "model" in done.stdout.str()
    assert "'sometimes' is none of auto, always, never" in shop.run("--tb-html=sometimes").stderr.str()


def test_a_small_run_and_one_of_single_trials_end_with_the_rates_alone(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_two.py", cancel("ABC_001"), cancel("ABC_002", 'twin="ABC_009"'))
    done = shop.run(*BOTH)
    assert "Where the models stand" not in done.stdout.str()
    done.stdout.fnmatch_lines(["model*pass@1*pass@2*pass^2"])
    assert shop.run_file()["planned"]["twins"] == {}
    monkeypatch.setattr(reporting, "_MANY_TASKS", 2)
    assert "Where the models stand" not in shop.run(*BOTH[:2]).stdout.str()
