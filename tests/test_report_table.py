"""The results table: what it shows, that it fits, and that it is plain where nobody watches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.report.table import results_table
from thinkingbox_plugin.results import Planned, summarise

LETTERS: dict[str, TrialClass] = {"p": "passed", "f": "failed", "g": "ungraded", "u": "unmeasured"}
DOMAINS = ["retail", "travel", "auto_insurance", "neobank_support", "consulting_ithr"]


def summary(outcomes: dict[str, list[str]], domains: list[str], trials: int) -> dict[str, Any]:
    """``outcomes``: for each model one string a task, a letter a trial; ``domains``: of each task."""
    tasks = {f"T-{n}": domain for n, domain in enumerate(domains)}
    records = [
        TrialRecord(task, domain, model, trial, 0, LETTERS[letter])
        for model, strings in outcomes.items()
        for (task, domain), string in zip(tasks.items(), strings, strict=True)
        for trial, letter in enumerate(string)
    ]
    return summarise(records, Planned.product(tasks, list(outcomes), trials))


def test_a_row_for_each_model_with_domains_rates_and_reliability() -> None:
    data = summary({"oracle": ["pp", "pp"], "flaky:0.5": ["pf", "ff"]}, ["retail", "travel"], 2)
    assert results_table(data) == (
        "model       retail   travel   pass@1   pass@2   pass^2\n"
        "oracle     100.0 %  100.0 %  100.0 %  100.0 %  100.0 %\n"
        "flaky:0.5   50.0 %    0.0 %   25.0 %   50.0 %    0.0 %\n"
    )


def test_one_trial_of_one_domain_is_one_figure() -> None:
    assert results_table(summary({"idle": ["f"]}, ["retail"], 1)) == "model  pass@1\nidle    0.0 %\n"


def test_what_was_not_measured_and_not_run_is_counted_and_explained() -> None:
    data = summary({"m": ["pp", "pu", "pf"], "n": ["pf", "ff", "p"]}, ["retail"] * 3, 2)
    assert results_table(data, width=100) == (
        "model  pass@1        bounds   pass@2  pass^2  not measured  not run\n"
        "m      83.3 %  66.7 to 83.3  100.0 %  50.0 %             1        0\n"
        "n      50.0 %             -   50.0 %   0.0 %             0        1\n"
        "\n"
        "m: pass@1 lies between 66.7 % and 83.3 %, whatever the trials that were not measured would have\n"
        "given\n"
        "m: pass@2 and pass^2 over the 2 of 3 tasks with 2 measured trials, whose pass@1 is 75.0 %\n"
        "n: pass@2 and pass^2 over the 2 of 3 tasks with 2 measured trials, whose pass@1 is 25.0 %\n"
    )


def test_a_model_without_enough_trials_says_so_beside_one_that_has_them() -> None:
    data = summary({"m": ["ppppp", "ppppf", "fffff"], "n": ["pp", "pppp", "p"]}, ["retail"] * 3, 5)
    text = results_table(data, width=100)
    assert re.search(r"^m +60\.0 % +66\.7 % +33\.3 %", text, re.MULTILINE)
    assert re.search(r"^n +100\.0 % +- +- ", text, re.MULTILINE)
    assert "n: no pass@5, only 0 of 3 tasks have 5 measured trials\n" in text


def test_a_run_without_a_measured_trial_shows_no_rate() -> None:
    data = summary({"m": ["u"]}, ["retail"], 1)
    assert results_table(data).startswith(
        "model  pass@1        bounds  not measured\nm           -  0.0 to 100.0             1\n"
    )
    assert results_table(summarise([], Planned({}, {}))) == "no trials planned\n"


def test_what_does_not_fit_stands_in_further_tables_under_folded_headings() -> None:
    data = summary({"a-model": ["pf", "pp", "ff"]}, ["retail", "auto_insurance", "neobank_support"], 2)
    wide = (
        "model    retail  auto_insurance  neobank_support  pass@1  pass@2  pass^2\n"
        "a-model  50.0 %         100.0 %            0.0 %  50.0 %  66.7 %  33.3 %\n"
    )
    folded = (
        "                     auto_  neobank_\n"
        "model    retail  insurance   support  pass@1  pass@2  pass^2\n"
        "a-model  50.0 %    100.0 %     0.0 %  50.0 %  66.7 %  33.3 %\n"
    )
    apart = (
        "model    pass@1  pass@2  pass^2\n"
        "a-model  50.0 %  66.7 %  33.3 %\n"
        "\n"
        "                     auto_  neobank_\n"
        "model    retail  insurance   support\n"
        "a-model  50.0 %    100.0 %     0.0 %\n"
    )
    assert results_table(data, width=72) == wide
    assert results_table(data, width=71) == results_table(data, width=60) == folded
    assert results_table(data, width=59) == results_table(data, width=36) == apart
    assert results_table(data, width=35).count("\nmodel ") == 2


def test_a_model_that_did_not_run_a_domain_has_no_rate_there() -> None:
    planned = Planned.of_keys({"A": "retail", "B": "travel"}, [("A", "m", 0), ("B", "m", 0), ("A", "n", 0)])
    records = [TrialRecord(t, "", m, 0, 0, "passed") for t, m in (("A", "m"), ("B", "m"), ("A", "n"))]
    assert results_table(summarise(records, planned)) == (
        "model   retail   travel   pass@1\nm      100.0 %  100.0 %  100.0 %\nn      100.0 %        -  100.0 %\n"
    )


def test_ungraded_and_unmeasured_trials_both_count_as_not_measured() -> None:
    data = summary({"m": ["pg", "pu"]}, ["retail"] * 2, 2)
    lines = results_table(data, width=200).splitlines()
    assert lines[1].split()[-1] == "2"
    assert "m: pass@1 lies between 50.0 % and 100.0 %, whatever" in lines[3]


def test_only_a_terminal_gets_colours_and_rules() -> None:
    data = summary({"oracle": ["pp", "pu"]}, ["retail", "travel"], 2)
    assert "\x1b" not in results_table(data)
    coloured = results_table(data, terminal=True)
    assert "\x1b[1m" in coloured
    assert "\x1b[2moracle: pass@1 lies between" in coloured
    assert "─" in coloured


@settings(max_examples=40)
@given(
    st.integers(40, 200),
    st.lists(
        st.text(st.characters(codec="ascii", min_codepoint=33), min_size=1, max_size=60),
        min_size=1,
        max_size=4,
        unique=True,
    ),
    st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(width: int, models: list[str], terminal: bool) -> None:
    data = summary({model: ["pf", "pp", "fu", "p", "pp"] for model in models}, DOMAINS, 2)
    text = re.sub(r"\x1b\[[0-9;]*m", "", results_table(data, width=width, terminal=terminal))
    assert max(len(line) for line in text.splitlines()) <= width
    flat = re.sub(r"\s+", "", text)
    for heading in ("retail", "travel", "auto_", "insurance", "pass@1", "pass@2", "pass^2", "measured", "run"):
        assert heading in flat


def test_every_figure_is_there_however_narrow_the_terminal_is() -> None:
    outcomes = {"model-with-a-long-name-2025-10-01": ["pf", "pp", "ff", "fp", "pp"]}
    data = summary(outcomes, DOMAINS, 2)
    figures = sorted(re.findall(r"[0-9.]+ %", results_table(data, width=300)))
    assert len(figures) == 8
    for width in (40, 50, 60, 80, 100, 120):
        assert sorted(re.findall(r"[0-9.]+ %", results_table(data, width=width))) == figures


def test_long_model_names_are_cut_in_the_middle_only_where_they_must_be() -> None:
    names = ["provider/model-large-2025-10-01", "provider/model-large-2025-12-24"]
    data = summary({name: ["pf", "pp"] for name in names}, ["retail", "travel"], 2)
    assert all(name in results_table(data, width=90) for name in names)
    narrow = results_table(data, width=50)
    assert "provider…5-10-01" in narrow
    assert "provider…5-12-24" in narrow


@pytest.mark.parametrize("terminal", [True, False])
def test_a_model_name_is_text_and_neither_markup_nor_a_control_sequence(terminal: bool) -> None:
    data = summary({"[red]m[/red]\x1b[2J\n": ["u"]}, ["retail"], 1)
    text = results_table(data, width=120, terminal=terminal)
    assert r"[red]m[/red]\x1b[2J\n" in text
    assert "\x1b[2J" not in text
