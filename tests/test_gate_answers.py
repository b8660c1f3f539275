"""Gates over saved runs: what each says by interval and by point estimate, and the command's exit codes."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcomes import record, records, run_folder

from thinkingbox_plugin import cli
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.answers import decide
from thinkingbox_plugin.gates.asking import ask
from thinkingbox_plugin.gates.expressions import parse_all
from thinkingbox_plugin.gates.outcome import Measured, Outcome
from thinkingbox_plugin.gates.question import Question
from thinkingbox_plugin.records import CheckResult, TrialRecord
from thinkingbox_plugin.results import Planned

REFERENCE = Path(__file__).parents[1] / "examples" / "reference-run"


def gate(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Exit code and output, with errors, of ``thinkingbox gate``; every argument with ``>=`` is a gate."""
    told: list[str] = []
    for argument in arguments:
        told += ["--gate", argument] if isinstance(argument, str) and ">=" in argument else [str(argument)]
    code = cli.main(["gate", *told])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def tasks(passed: int, failed: int, marks: tuple[str, str] = ("1", "0"), *, first: int = 0) -> dict[str, str]:
    """So many tasks that pass and that fail, each with these trials."""
    found = [marks[0]] * passed + [marks[1]] * failed
    return {f"shop/t{first + number:03}": trials for number, trials in enumerate(found)}


def saved(path: Path, outcomes: Mapping[str, str], model: str = "m") -> Path:
    return run_folder(path, records(outcomes, model=model))


def answered(path: Path, *texts: str, **more: Any) -> Outcome:
    return ask(Question(parse_all(texts), **more), [path])


# -- by interval and by point estimate


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_gate_has_one_verdict_and_a_higher_border_never_a_better_one(one: float, other: float, border: float) -> None:
    low, high = sorted((one, other))
    order = ("fails", "undecided", "passes")
    assert order.index(decide(low, high, border + 0.1)) <= order.index(decide(low, high, border))
    assert decide(low, low, border) != "undecided"
    assert decide(low, high, low) == "passes"


def test_the_border_is_held_against_the_interval_of_the_report(tmp_path: Path) -> None:
    # All of 30 tasks pass: Clopper and Pearson's lower limit for 30 of 30 is 0.025^(1/30) = 0.8843.
    path = saved(tmp_path / "run", tasks(30, 0))
    found = answered(path, "pass@1 >= 0.884", "pass@1 >= 0.885")
    assert [answer.verdict for answer in found.answers] == ["passes", "undecided"]
    assert found.answers[0].interval == pytest.approx((0.025 ** (1 / 30), 1.0))
    assert found.answers[0].estimand == "population"
    # None of 30: the upper limit is 1 - 0.8843 = 0.1157.
    path = saved(tmp_path / "none", tasks(0, 30))
    found = answered(path, "pass@1 >= 0.115", "pass@1 >= 0.117")
    assert [answer.verdict for answer in found.answers] == ["undecided", "fails"]


def test_a_point_estimate_decides_at_the_border_itself(tmp_path: Path) -> None:
    path = saved(tmp_path / "run", tasks(3, 2, ("11111", "11100")))  # (3 + 2 · 0.6)/5 = 0.84
    found = answered(path, "pass@1 >= 0.84", "pass@1 >= 0.8401", "pass^3 >= 0.64", "pass@5 >= 1", point=True)
    # pass^3 of 3 of 5 is C(3, 3)/C(5, 3) = 0.1: (3 + 2 · 0.1)/5 = 0.64; the plug-in would be (3 + 2 · 0.216)/5 = 0.686.
    assert [answer.verdict for answer in found.answers] == ["passes", "fails", "passes", "passes"]
    assert found.answers[2].value == pytest.approx(0.64)
    assert [answer.interval for answer in found.answers] == [None] * 4


def test_a_gate_binds_every_model_unless_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = run_folder(tmp_path / "run", records(tasks(30, 0), model="good") + records(tasks(0, 30), model="bad"))
    assert gate(capsys, path, "pass@1 >= 0.5")[0] == 1
    assert gate(capsys, path, "good: pass@1 >= 0.5")[0] == 0
    code, told = gate(capsys, path, "better: pass@1 >= 0.5")
    assert (code, "no model better in these runs; they have good, bad" in told) == (2, True)


def test_a_gate_may_be_about_a_domain_a_workflow_or_a_marker(tmp_path: Path) -> None:
    good = {f"shop/t{n}": "1" for n in range(20)}
    bad = {f"bank/t{n}": "0" for n in range(20)}
    trials = records(good, workflow="sales", tags=("easy",)) + records(bad, workflow="loans", tags=("hard",))
    path = run_folder(tmp_path / "run", trials)
    texts = ("shop.pass@1 >= 0.5", "bank.pass@1 >= 0.5", "bank/loans.pass@1 >= 0.5", "easy.pass@1 >= 0.5")
    found = answered(path, *texts)
    assert [answer.verdict for answer in found.answers] == ["passes", "fails", "fails", "passes"]
    assert {answer.tasks for answer in found.answers} == {20}
    with pytest.raises(UsageError, match="marker shopp; the domains are bank, shop; did you mean shop"):
        answered(path, "shopp.pass@1 >= 0.5")


# -- the baseline


def test_a_baseline_is_paired_by_task_and_not_a_constant(tmp_path: Path) -> None:
    # Half of 60 tasks always pass, half never, before and after: the rate alone is uncertain by a dozen points.
    same = tasks(30, 30, ("1111", "0000"))
    before, after = saved(tmp_path / "a", same), saved(tmp_path / "b", same)
    found = answered(after, "pass@1 >= baseline - 0.02", baseline=before)
    (answer,) = found.answers
    assert (answer.verdict, answer.difference, answer.estimand) == ("passes", 0.0, "suite")
    assert answered(after, "pass@1 >= 0.48").answers[0].verdict == "undecided"


def test_a_run_that_lost_more_than_the_margin_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = saved(tmp_path / "a", tasks(50, 10, ("1111", "0000")))
    after = saved(tmp_path / "b", tasks(30, 30, ("1111", "0000")))
    assert gate(capsys, after, "--baseline", before, "pass@1 >= baseline - 0.1")[0] == 1
    assert gate(capsys, before, "--baseline", after, "pass@1 >= baseline + 0.1")[0] == 0
    assert gate(capsys, before, "--baseline", after, "pass@1 >= baseline + 0.5")[0] == 1


def test_by_point_estimate_a_loss_of_the_margin_itself_passes(tmp_path: Path) -> None:
    assert 0.78 - 0.80 < -0.02  # in floating point
    before, after = saved(tmp_path / "a", tasks(40, 10)), saved(tmp_path / "b", tasks(39, 11))
    found = answered(after, "pass@1 >= baseline - 0.02", "pass@1 >= baseline - 0.01", baseline=before, point=True)
    assert [answer.verdict for answer in found.answers] == ["passes", "fails"]


def test_a_model_is_held_against_the_same_one_or_the_only_one(tmp_path: Path) -> None:
    after = saved(tmp_path / "new", tasks(20, 0, ("111", "")), "m-2")
    one = saved(tmp_path / "one", tasks(20, 0, ("111", "")), "m-1")
    assert answered(after, "pass@1 >= baseline - 0.1", baseline=one).answers[0].verdict == "passes"
    two = run_folder(tmp_path / "two", records(tasks(20, 0), model="x") + records(tasks(20, 0), model="y"))
    with pytest.raises(UsageError, match=r"the baseline has no row of m-2, nor a single one .* it has x, y"):
        answered(after, "pass@1 >= baseline - 0.1", baseline=two)


def test_a_baseline_of_something_else_is_refused_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run_folder(tmp_path / "a", records(tasks(20, 0, ("111", ""))), prompts="1")
    after = saved(tmp_path / "b", tasks(20, 0, ("111", "")))
    code, told = gate(capsys, after, "--baseline", before, "pass@1 >= baseline - 0.1")
    assert (code, "differs in the prompts of the agent" in told) == (2, True)
    code, told = gate(capsys, after, "--baseline", before, "--anyway", "pass@1 >= baseline - 0.1")
    assert code == 0
    assert "NOT COMPARABLE, asked all the same (--anyway): the baseline differs in the prompts" in told


def test_a_run_is_no_baseline_of_itself(tmp_path: Path) -> None:
    path = saved(tmp_path / "run", tasks(20, 0))
    with pytest.raises(UsageError, match="the baseline is the run itself"):
        answered(path, "pass@1 >= baseline", baseline=path)


def test_parts_of_a_run_are_held_against_a_baseline_together(tmp_path: Path) -> None:
    before = saved(tmp_path / "a", tasks(20, 0, ("111", "")))
    parts = [saved(tmp_path / f"part{n}", tasks(10, 0, ("111", ""), first=n)) for n in (0, 10)]
    question = Question(parse_all(["pass@1 >= baseline - 0.2"]), before)
    assert ask(question, parts).answers[0].tasks == 20
    with pytest.raises(UsageError, match=r"the set of tasks, in one run only: 10 tasks"):
        ask(question, parts[:1])


# -- undecided


def test_undecided_says_how_many_more_trials_would_settle_it(tmp_path: Path) -> None:
    # 100 tasks, alike, 10 trials each, 7 passed: the suite's error is sqrt(0.21/1000), 0.0145; the border is 0.03 off.
    path = saved(tmp_path / "run", {f"shop/t{n:03}": "1111111000" for n in range(100)})
    (answer,) = answered(path, "pass@1 >= 0.68", estimand="suite").answers
    assert (answer.verdict, answer.estimand) == ("undecided", "suite")
    more = int(answer.remark.split()[0])
    # (1.96 + 0.84)² · 0.21/0.02² is 4121 trials, 41.2 of each task; the fitted spread of the tasks takes a little off.
    assert 25 <= more <= 32
    assert answer.remark == f"{more} more trials of each task would settle it ({more + 10} in all)"


def test_undecided_says_how_many_more_tasks_where_no_trials_can(tmp_path: Path) -> None:
    path = saved(tmp_path / "run", tasks(60, 40, ("11111", "00000")))
    (answer,) = answered(path, "pass@1 >= 0.55").answers
    assert answer.verdict == "undecided"
    # (1.96 + 0.84)² · 0.24/0.05² is 753 tasks.
    words = answer.remark.split()
    assert answer.remark.startswith("no number of trials of these tasks settles it: ")
    assert 640 <= int(words[9]) <= 720


def test_where_all_passed_the_plan_keeps_its_word(tmp_path: Path) -> None:
    path = saved(tmp_path / "few", tasks(5, 0))
    (answer,) = answered(path, "pass@1 >= 0.7").answers
    # 0.025^(1/m) >= 0.7 from m = 10.3 on.
    assert answer.remark == "no number of trials of these tasks settles it: 6 more tasks would (11 in all)"
    assert answered(saved(tmp_path / "more", tasks(11, 0)), "pass@1 >= 0.7").answers[0].verdict == "passes"
    assert answered(saved(tmp_path / "less", tasks(10, 0)), "pass@1 >= 0.7").answers[0].verdict == "undecided"


def test_reliability_needs_as_many_trials_of_every_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    even = tasks(99, 0, ("11111", ""))
    path = saved(tmp_path / "run", even | {"shop/t099": "1111-"})
    code, told = gate(capsys, path, "pass^5 >= 0.5", "pass^2 >= 0.5", "pass@1 >= 0.5")
    assert code == 6
    for name in ("pass^5 needs the same number of measured trials of every task, at least 5", "pass^2 needs the same"):
        assert f"{name}" in told
    assert "1 task of 100 came out short of 5" in told
    assert gate(capsys, path, "pass@1 >= 0.5")[0] == 0
    code, told = gate(capsys, path, "pass^6 >= 0.5")
    assert (code, "pass^6 needs 6 trials of each task, and none has more than 5; run with --tb-trials 6" in told) == (
        2,
        True,
    )


# -- the judge's mistakes


def test_the_answer_is_given_again_at_the_judges_error_rates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def judged(task: str, yes: bool) -> TrialRecord:
        return record(task, 0, yes, checks=(CheckResult("footprint", True), CheckResult("rubric.1", yes)))

    path = run_folder(tmp_path / "run", [judged(f"shop/t{n:03}", n < 320) for n in range(400)])
    check = tmp_path / "judge.json"
    rates = {"found_yes": 2000, "labelled_yes": 2000, "found_no": 1200, "labelled_no": 2000}
    check.write_text(json.dumps(rates))
    # 80 % were found to hold, and of replies that do not hold 40 % are: (0.8 - 0.4)/0.6 is two thirds.
    code, told = gate(capsys, path, "--judge-check", check, "pass@1 >= 0.7", "pass@1 >= 0.5", "pass^1 >= 0.75")
    assert code == 0
    rows = [line.split() for line in told.partition("The gates at")[2].splitlines() if line.startswith("pass")]
    assert [(row[2], row[4], row[5]) for row in rows] == [
        ("0.7", "passes", "undecided"),
        ("0.5", "passes", "passes"),
        ("0.75", "passes", "fails"),
    ]
    assert {row[6] for row in rows} == {"66.7"}
    assert "The exit code goes by the verdicts as judged." in told


# -- exit codes


def test_too_many_trials_without_a_verdict_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "run", tasks(98, 2, ("1", "-")))
    assert gate(capsys, path, "pass@1 >= 0.5")[0] == 0
    path = saved(tmp_path / "more", tasks(97, 3, ("1", "-")))
    code, told = gate(capsys, path, "pass@1 >= 0.5")
    assert code == 7
    assert "too many trials not measured (m: 3 of 100)" in told
    assert gate(capsys, path, "--max-unmeasured", "0.03", "pass@1 >= 0.5")[0] == 0
    assert gate(capsys, path, "pass@1 >= 0.99")[0] == 7


def test_trials_that_were_never_begun_are_not_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = tasks(40, 0)
    planned = Planned.product(dict.fromkeys(outcomes, "shop"), ["m"], 2)
    path = run_folder(tmp_path / "run", records(outcomes), planned=planned)
    code, told = gate(capsys, path, "pass@1 >= 0.5")
    assert (code, "m: 40 of 80 planned trials not measured (50.0 %; up to 2.0 % may be)" in told) == (7, True)


def test_only_models_that_a_gate_binds_must_be_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trials = records(tasks(30, 0), model="good") + records(tasks(0, 30, ("", "-")), model="away")
    path = run_folder(tmp_path / "run", trials)
    assert gate(capsys, path, "good: pass@1 >= 0.5")[0] == 0
    assert gate(capsys, path, "pass@1 >= 0.5")[0] == 7


def test_nothing_measured_is_too_little_whatever_was_allowed() -> None:
    assert Measured(0, 0).too_few(1.0)
    assert Measured(50, 0).too_few(1.0)
    assert not Measured(50, 49).too_few(0.02)
    assert Measured(50, 48).too_few(0.02)


@pytest.mark.parametrize(
    ("code", "verdict", "text"),
    [
        (0, "passes", "flaky:0.8: pass@1 >= 0.7"),
        (1, "fails", "flaky:0.8: pass^10 >= 0.5"),
        (6, "undecided", "flaky:0.8: pass@1 >= 0.75"),
    ],
)
def test_the_reference_run_has_each_answer(
    code: int, verdict: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, told = gate(capsys, REFERENCE, text)
    assert found == code
    assert f"(exit code {code})" in told
    assert verdict in told.splitlines()[3]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pass@1 > 0.6"], "write >="),
        (["pass@1 >= 1"], "no number of trials puts an interval there"),
        (["pass@1 >= baseline"], "no baseline is given"),
        (["pass@1 >= 0.5", "--baseline", str(REFERENCE)], "no gate asks for the baseline"),
        (["pass@1 >= 0.5", "--point", "--estimand", "suite"], "give one of the two"),
        (["travels.pass@1 >= 0.5"], "did you mean travel?"),
    ],
)
def test_a_mistake_in_the_command_is_answered_with_the_mend(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(["gate", str(REFERENCE), "--gate", *arguments])
    assert (code, told in capsys.readouterr().err) == (2, True)


def test_a_step_of_github_actions_gets_a_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("# Before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    gate(capsys, REFERENCE, "oracle: pass@1 >= 0.5")
    told = summary.read_text()
    assert told.startswith("# Before\n## Gates\n\n| gate | model | verdict |")
    row = next(line for line in told.splitlines() if line.startswith("| oracle: "))
    assert next(csv.reader([row], delimiter="|"))[3].strip() == "passes"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary.md"))
    code, told = gate(capsys, REFERENCE, "oracle: pass@1 >= 0.5")
    assert (code, "cannot write it: No such file or directory" in told) == (0, True)


# -- for programs


def test_json_says_what_the_table_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "run", {f"shop/t{n:02}": "11-" for n in range(20)})
    code = cli.main(["gate", str(path), "--json", "--gate", "pass@1 >= 0.5", "--gate", "pass^2 >= 0.999"])
    found = json.loads(capsys.readouterr().out)
    assert found["code"] == code == 7
    assert [gate["verdict"] for gate in found["gates"]] == ["passes", "undecided"]
    (answer,) = found["gates"][0]["answers"]
    assert (answer["model"], answer["value"], answer["tasks"], answer["trials"]) == ("m", 1.0, 20, 40)
    assert answer["bounds"] == pytest.approx([2 / 3, 1.0])
    assert answer["interval"][0] > 0.5
    assert found["models"] == {"m": {"planned": 60, "measured": 40, "too_few": True}}
    assert "rounds" not in found


def test_bounds_stand_beside_a_gate_only_where_a_trial_has_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = saved(tmp_path / "whole", tasks(30, 0))
    lacking = saved(tmp_path / "lacking", tasks(30, 0) | {"shop/t099": "1-"})
    assert "bounds" not in gate(capsys, whole, "pass@1 >= 0.5")[1]
    assert "98.4 to 100.0" in gate(capsys, lacking, "pass@1 >= 0.5")[1]
