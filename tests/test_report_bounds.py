"""Bounds beside the rates: in every table with trials that have no verdict, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcomes import records, run_folder

from thinkingbox_plugin import cli, comparer
from thinkingbox_plugin.report.tables import Range, Table
from thinkingbox_plugin.reporter import Wanted, tables_of
from thinkingbox_plugin.results.reading import open_runs
from thinkingbox_plugin.statistics import TaskCount, bounds_over_tasks
from thinkingbox_plugin.statistics.figures import bounds_of
from thinkingbox_plugin.statistics.measures import PASS_AT_K, PASS_HAT_K
from thinkingbox_plugin.statistics.sample import TaskResult

RATED = ("leaderboard", "curve", "domains")


def tables(path: Path) -> dict[str, Table]:
    return {table.name: table for table in tables_of(open_runs([path]), Wanted("suite"))}


def bounds(table: Table) -> dict[str, list[object]]:
    """Column → its cells, of the columns of bounds."""
    return {
        column.key: [row[i] for row in table.rows]
        for i, column in enumerate(table.columns)
        if column.key.endswith("_bounds")
    }


@pytest.fixture
def lacking(tmp_path: Path) -> Path:
    outcomes = {"bank/a": "11", "bank/b": "1-", "shop/a": "10", "shop/b": "11"}
    return run_folder(tmp_path / "lacking", records(outcomes) + records(dict.fromkeys(outcomes, "11"), model="whole"))


def test_every_table_of_rates_has_bounds_where_a_trial_has_no_verdict(lacking: Path) -> None:
    found = tables(lacking)
    # bank: (1 + 1/2)/2 and 1; all: (1 + 1/2 + 1/2 + 1)/4 and 3.5/4.
    assert bounds(found["leaderboard"])["pass_at_1_bounds"] == [Range(None, 0.75, 0.875), None]
    assert bounds(found["domains"])["pass_at_1_bounds"] == [Range(None, 0.75, 1.0), None, None, None, None, None]
    assert any("Bounds: " in note for note in found["domains"].notes)
    curve = bounds(found["curve"])
    # pass^2 by task: 1, 0 to 1, 0, 1.
    ks = [row[:2] for row in found["curve"].rows]
    assert curve["pass_hat_k_bounds"][ks.index(["m", 2])] == Range(None, 0.5, 0.75)
    assert curve["pass_at_k_bounds"][ks.index(["m", 1])] == Range(None, 0.75, 0.875)
    assert curve["pass_at_k_bounds"][ks.index(["whole", 1])] is None


def test_no_table_has_them_where_every_trial_has_a_verdict(tmp_path: Path) -> None:
    outcomes = {"bank/a": "11", "bank/b": "10", "shop/a": "10", "shop/b": "11"}
    found = tables(run_folder(tmp_path / "run", records(outcomes)))
    assert set(RATED) <= set(found)
    assert [name for name, table in found.items() if bounds(table)] == []


def test_a_comparison_has_them_for_the_side_that_lacks_a_verdict(lacking: Path) -> None:
    arguments = cli.build_parser().parse_args(["compare", str(lacking), str(lacking), "--models", "whole", "m"])
    (table,) = [table for table in comparer.compare(arguments) if table.name.startswith("comparison")]
    found = bounds(table)
    assert found["candidate_bounds"][0] == Range(None, 0.75, 0.875)
    assert set(found["baseline_bounds"]) == {None}


@given(st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=6), st.integers(1, 5))
def test_bounds_are_those_of_every_trial_failed_and_passed(drawn: list[tuple[int, int, int]], k: int) -> None:
    results = [TaskResult(f"t{n}", "d", TaskCount(*counts)) for n, counts in enumerate(drawn)]
    counts = [result.count for result in results]
    for measure in (PASS_AT_K, PASS_HAT_K):
        found = bounds_of(results, measure, k)
        if found is not None:
            assert found == bounds_over_tasks(measure.of_counts, counts, k)
        else:
            assert not any(count.missing for count in counts if count.begun >= k)
