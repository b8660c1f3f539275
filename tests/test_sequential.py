"""Looking again and again: boundaries against independent simulation, and what a look must not do whatever it sees."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import records, rewrite_run, run_folder
from scipy import special

from thinkingbox_plugin.gates.asking import ask, look_again
from thinkingbox_plugin.gates.expressions import parse_all
from thinkingbox_plugin.gates.question import Question
from thinkingbox_plugin.gates.sequential import Looks
from thinkingbox_plugin.results.collecting import read_all
from thinkingbox_plugin.results.reading import open_runs
from thinkingbox_plugin.results.summary import Planned, Rounds
from thinkingbox_plugin.statistics.intervals import Estimand, proportion_interval, resampled
from thinkingbox_plugin.statistics.measures import PASS_AT_K, PASS_HAT_K
from thinkingbox_plugin.statistics.mixing import GRID
from thinkingbox_plugin.statistics.sequential import (
    FAILS,
    PASSES,
    UNDECIDED,
    Design,
    Evidence,
    Spread,
    look,
    paths,
    rate_limits,
    variance,
)
from thinkingbox_plugin.statistics.spending import ALPHA, BETA, STEPS, levels, spent


def test_what_is_spent_rises_from_nothing_to_all() -> None:
    shares = [spent(ALPHA, t / 20) for t in range(21)]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(ALPHA)
    # Lan and DeMets (1983): at half of the information 2 - 2 Φ(1.960 / √0.5) = 2 - 2 Φ(2.772).
    assert spent(0.05, 0.5) == pytest.approx(0.00557, abs=1e-5)


def test_a_single_look_spends_everything() -> None:
    assert levels((STEPS,)).passing == pytest.approx(ALPHA)
    assert levels((STEPS,)).failing == pytest.approx(BETA)


def test_the_first_look_has_what_may_be_spent_by_then() -> None:
    found = levels((50,))
    assert (found.passing, found.failing) == pytest.approx((spent(ALPHA, 0.5), spent(BETA, 0.5)))


@pytest.mark.parametrize(
    "path", [(10, 20, 30, 40, 50, 60, 70, 80, 90, 100), (5, 7, 8, 20, 90, 95, 100), (60, 85, 85, 100)]
)
def test_both_errors_are_kept_over_all_looks(path: tuple[int, ...]) -> None:
    rng, runs = np.random.default_rng(0), 400_000
    walked, verdicts, before = np.zeros(runs), np.zeros(runs, dtype=int), 0
    for number, time in enumerate(path, start=1):
        walked += rng.normal(size=runs) * np.sqrt((time - before) / STEPS)
        before, found = time, levels(path[:number])
        z = walked / np.sqrt(time / STEPS)
        verdicts[(verdicts == 0) & (z > special.ndtri(1 - found.passing))] = PASSES
        verdicts[(verdicts == 0) & (z < special.ndtri(found.failing))] = FAILS
    # Four standard errors of the simulation.
    assert (verdicts == PASSES).mean() == pytest.approx(ALPHA, abs=4 * (ALPHA / runs) ** 0.5)
    assert (verdicts == FAILS).mean() == pytest.approx(BETA, abs=4 * (BETA / runs) ** 0.5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=8))
def test_no_path_spends_more_at_a_look_than_is_left(steps: list[int]) -> None:
    path = tuple(min(STEPS, 1 + total) for total in accumulate(steps))
    for number in range(1, len(path) + 1):
        found = levels(path[:number])
        assert 0 <= found.passing <= ALPHA + 1e-9
        assert 0 <= found.failing <= BETA + 1e-9
        assert found.passing + found.failing < 1


@pytest.mark.parametrize("path", [(), (0, 10), (20, 10), (50, 101)])
def test_a_path_that_falls_or_goes_too_far_is_refused(path: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="information must rise"):
        levels(path)


# -- what is known at a look


def test_the_variance_of_an_estimate_is_that_of_its_trials() -> None:
    # p(1-p)/n for pass@1; for pass^2 of 2 trials p²(1 - p²).
    assert variance(PASS_AT_K, 4, 1) == pytest.approx(GRID * (1 - GRID) / 4)
    assert variance(PASS_HAT_K, 2, 2) == pytest.approx(GRID**2 * (1 - GRID**2))
    rng, point = np.random.default_rng(1), 150
    passed = rng.binomial(5, GRID[point], 200_000)
    estimates = np.array([PASS_HAT_K.of_counts(5, c, 3) for c in range(6)])[passed]
    assert variance(PASS_HAT_K, 5, 3)[point] == pytest.approx(estimates.var(), rel=0.02)


def evidence(passed: list[list[int]], trials: int, *, most: int = 8, k: int = 1) -> Evidence:
    held = np.array(passed)
    measure = PASS_AT_K if k == 1 else PASS_HAT_K
    return Evidence.of(np.full(held.shape[1], trials), held, range(held.shape[1]), measure, k, range(k, most + 1))


counts = st.integers(2, 5).flatmap(
    lambda trials: st.tuples(st.just(trials), st.lists(st.integers(0, trials), min_size=2, max_size=12))
)


@settings(max_examples=60, deadline=None)
@given(counts, st.sampled_from(["suite", "population"]))
def test_information_never_falls_and_is_whole_at_the_last_look(drawn: tuple[int, list[int]], estimand: str) -> None:
    trials, passed = drawn
    found = evidence([passed], trials)
    tasks = resampled(tuple(("d", f"t{n}") for n in range(len(passed)))) if estimand == "population" else None
    path = paths(found, Spread.of(found, tasks, difference=False).total, range(1, 9), 7)[0].tolist()
    assert path == sorted(path)
    assert path[-1] == STEPS
    assert path[0] >= 1


@settings(max_examples=60, deadline=None)
@given(counts, st.floats(0.05, 0.9), st.floats(0.0, 0.09), st.booleans())
def test_a_higher_border_is_never_better_met(
    drawn: tuple[int, list[int]], border: float, more: float, difference: bool
) -> None:
    trials, passed = drawn
    found = evidence([passed], trials)
    order = [FAILS, UNDECIDED, PASSES]
    low, high = (
        int(look(found, None, at, range(1, 9), trials - 1, difference=difference).verdict[0])
        for at in (border, border + more)
    )
    assert order.index(high) <= order.index(low)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=2, max_size=6))
def test_runs_beside_one_another_do_not_change_each_other(passed: list[list[int]]) -> None:
    together = look(evidence(passed, 3), None, 0.5, range(1, 9), 2, difference=False)
    for number, one in enumerate(passed):
        alone = look(evidence([one], 3), None, 0.5, range(1, 9), 2, difference=False)
        assert alone.verdict[0] == together.verdict[number]
        assert alone.low[0] == pytest.approx(together.low[number], abs=1e-9)


def test_the_limits_are_clopper_and_pearsons_for_as_many_independent_tasks() -> None:
    # 0.6 with a variance of 0.6 · 0.4 / 50: fifty independent tasks.
    spread = Spread(np.array([0.24 / 50]), 10, None)
    tail = np.array([0.025])
    low, high = rate_limits(np.array([0.6]), spread, tail, tail)
    assert (low[0], high[0]) == pytest.approx(proportion_interval(0.6, 50))
    low, high = rate_limits(np.array([1.0]), spread, tail, tail)
    assert (low[0], high[0]) == pytest.approx(proportion_interval(1.0, 10))


def test_where_nothing_varied_information_goes_by_the_rounds() -> None:
    found = evidence([[1] * 5], 1)
    assert paths(found, found.noise, range(1, 9), 7)[0].tolist() == [12, 25, 38, 50, 62, 75, 88, 100]


def test_the_first_look_of_a_figure_comes_after_k_rounds() -> None:
    assert list(Design(1, 4).of(3).looks) == [3, 4]
    assert list(Design(3, 4).of(1).looks) == [3, 4]


# -- gates over saved rounds


def outcomes(tasks: int, trials: int, passes: float) -> dict[str, str]:
    rng = np.random.default_rng(3)
    return {f"shop/t{n:03}": "".join("01"[int(x < passes)] for x in rng.random(trials)) for n in range(tasks)}


def test_a_decided_gate_keeps_what_its_look_said(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(outcomes(60, 10, 0.9), model="m"))
    question = Question(parse_all(["pass@1 >= 0.6", "pass@1 >= 0.9"]), estimand="suite")
    collecting = read_all(open_runs([path]))
    looks = look_again(question, Rounds(1, 10, 10), collecting, None)
    first = looks.answers[question.gates[0], "m"]
    assert first.verdict == "passes"
    assert first.rounds is not None
    assert first.rounds < 10
    assert first.trials == 60 * first.rounds
    stopped = look_again(question, Rounds(1, 10, first.rounds), collecting, None)
    assert stopped.answers[question.gates[0], "m"] == first
    assert looks.sentence().endswith("after 10 of 10 rounds")


def test_a_point_estimate_of_a_run_that_went_on_is_that_of_all_its_rounds(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(outcomes(10, 4, 0.5), model="m"))
    found = ask(Question(parse_all(["pass@1 >= 0.1"]), point=True), [path])
    assert found.looks is None
    assert found.answers[0].trials == 40


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.text("01", min_size=5, max_size=5), min_size=4, max_size=10),
    st.sampled_from(["suite", "population"]),
    st.integers(2, 5),
)
def test_a_gate_over_records_is_the_look_that_the_simulation_takes(
    marks: list[str], estimand: Estimand, rounds: int
) -> None:
    with TemporaryDirectory() as folder:
        held = {f"shop/t{n:03}": trials for n, trials in enumerate(marks)}
        collecting = read_all(open_runs([run_folder(Path(folder) / "run", records(held, model="m"))]))
    question = Question(parse_all(["pass@1 >= 0.5"]), estimand=estimand)
    looks = Looks.of(question, Rounds(1, 5), None)
    looks.look(collecting, rounds)
    answer = looks.answers[question.gates[0], "m"]
    passed = np.array([[trials[:rounds].count("1") for trials in marks]])
    found = Evidence.of(np.full(len(marks), rounds), passed, range(len(marks)), PASS_AT_K, 1, range(1, 6))
    layout = tuple(("shop", f"shop/t{n:03}") for n in range(len(marks)))
    tasks = resampled(layout) if estimand == "population" else None
    expected = look(found, tasks, 0.5, range(1, 6), rounds - 1, difference=False)
    assert answer.interval == pytest.approx((expected.low[0], expected.high[0]))
    assert answer.verdict == {PASSES: "passes", FAILS: "fails", UNDECIDED: "undecided"}[int(expected.verdict[0])]
    assert answer.value == pytest.approx(passed.mean() / rounds)


def test_a_run_that_was_killed_was_looked_at_after_each_round_that_is_recorded_whole(tmp_path: Path) -> None:
    held = outcomes(30, 6, 0.95)
    held["shop/t007"] = held["shop/t007"][:4]  # had not begun its fifth
    path = run_folder(
        tmp_path / "run", records(held, model="m"), planned=Planned.product(dict.fromkeys(held, "shop"), ["m"], 10)
    )
    rewrite_run(path, state="running", rounds=Rounds(1, 10).to_json())
    assert read_all(open_runs([path])).whole_rounds() == 4
    found = ask(Question(parse_all(["pass@1 >= 0.93"]), estimand="suite", most_unmeasured=1), [path])
    assert found.looks is not None
    assert found.looks.sentence() == "not decided after 4 of 10 rounds"
    assert (found.answers[0].rounds, found.answers[0].trials) == (4, 120)
