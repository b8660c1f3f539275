"""Comparisons: exactly one answer, right as often as it says, and what would settle the rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import drawn, sample
from scipy import stats

from thinkingbox_plugin.statistics.comparing import ANSWERS, Comparison, Difference, decide, with_holm
from thinkingbox_plugin.statistics.intervals import ESTIMANDS, Estimand
from thinkingbox_plugin.statistics.measures import PASS_HAT_K
from thinkingbox_plugin.statistics.multiplicity import holm
from thinkingbox_plugin.statistics.planning import settle


def over_all(comparison: Comparison, estimand: Estimand = "suite") -> Difference:
    return comparison.over(range(len(comparison.candidate.results)), estimand)


# -- the rule


@pytest.mark.parametrize(
    ("difference", "p_margin", "p_zero", "answer"),
    [
        (-0.10, 0.01, 1.0, "worse"),
        (-0.01, 0.01, 1.0, "not worse"),
        (0.01, 0.01, 0.30, "not worse"),
        (0.05, 0.01, 0.02, "better"),
        (0.05, 0.20, 0.30, "undecided"),
        (-0.05, 0.20, 1.0, "undecided"),
    ],
)
def test_each_outcome_has_its_answer(difference: float, p_margin: float, p_zero: float, answer: str) -> None:
    assert decide(difference, p_margin, p_zero, 0.02, 0.05) == answer


@settings(deadline=None, max_examples=40)
@given(*(st.lists(st.integers(0, 4), min_size=6, max_size=6) for _ in range(2)), st.floats(0, 0.5))
def test_the_answer_is_that_of_the_interval(one: list[int], other: list[int], margin: float) -> None:
    comparison = Comparison(sample(one, 4), sample(other, 4), margin=margin, draws=400)
    for estimand in ESTIMANDS:
        row = over_all(comparison, estimand)
        assert row.low <= row.difference <= row.high
        holds = {
            "worse": row.high < -margin,
            "better": row.low > max(0.0, -margin),
            "not worse": -margin < row.low <= 0,
            "undecided": row.low <= -margin <= row.high,
        }
        # A border that falls between two of the draws may be counted on either side of them.
        near = min(abs(row.low + margin), abs(row.high + margin), abs(row.low)) < 0.02
        assert row.answer in ANSWERS
        assert holds[row.answer] or near
        assert sum(holds.values()) == 1


def test_equal_runs_leave_as_much_open_as_their_number_of_tasks_does() -> None:
    same = over_all(Comparison(sample([4] * 300, 4), sample([4] * 300, 4, model="n")), "population")
    reach = 1 - 0.025 ** (1 / 300)
    assert same.difference == 0
    assert (same.low, same.high) == pytest.approx((-0.95 * reach, 0.95 * reach), rel=0.01)
    assert same.answer == "not worse"
    few = over_all(Comparison(sample([4] * 20, 4), sample([4] * 20, 4, model="n")), "population")
    assert few.answer == "undecided"


def test_few_clusters_widen_a_difference_by_students_quantile_and_by_what_was_not_seen() -> None:
    row = over_all(Comparison(sample([1, 2, 3, 4], 6), sample([3, 3, 4, 4], 6), draws=40_000), "population")
    differences = [2 / 6, 1 / 6, 1 / 6, 0]
    student = stats.t.ppf(0.975, 3) / stats.norm.ppf(0.975)
    variance = np.var(differences, ddof=1) / 4 * student**2 + 1 / 3 / 5**2
    assert row.difference == pytest.approx(np.mean(differences))
    assert row.errors["population"] == pytest.approx(variance**0.5, rel=0.03)


def test_what_one_side_has_not_tried_is_left_out_and_named() -> None:
    comparison = Comparison(sample([1, 2, 3], 3), sample([1, 2], 2), k=2)
    assert comparison.left_out == ["t0002"]
    assert len(comparison.candidate.results) == 2
    assert Comparison(sample([1], 1), sample([1], 1), k=2).left_out == ["t0000"]


def test_a_margin_below_zero_and_an_alpha_that_is_none_are_refused() -> None:
    with pytest.raises(ValueError, match="a margin is at least 0"):
        Comparison(sample([1], 1), sample([1], 1), margin=-0.1)
    with pytest.raises(ValueError, match="alpha lies between 0 and 1"):
        Comparison(sample([1], 1), sample([1], 1), alpha=1.5)


# -- how often it is right


def test_on_the_border_a_claim_in_either_direction_is_rare() -> None:
    rng = np.random.default_rng(5)
    answers: dict[Estimand, list[str]] = {"suite": [], "population": []}
    for run in range(100):
        p = rng.beta(2, 1, 50) * 0.9 + 0.1
        sides = [drawn(rng, chance, 5, model=name) for name, chance in (("a", p), ("b", p - 0.1))]
        comparison = Comparison(*sides, margin=0.1, draws=400, seed=run)
        for estimand in ESTIMANDS:
            answers[estimand].append(over_all(comparison, estimand).answer)
    for found in answers.values():
        assert found.count("worse") <= 7  # 2.5 on average
        assert found.count("not worse") + found.count("better") <= 7


def test_a_difference_as_large_as_the_detectable_one_is_found_as_often_as_it_says() -> None:
    rng = np.random.default_rng(8)
    p = rng.beta(2, 2, 80) * 0.8
    size = over_all(Comparison(drawn(rng, p, 5), drawn(rng, p, 5, model="n"), draws=2000)).detectable("suite", 0.8)
    found = 0
    for run in range(80):
        sides = drawn(rng, p, 5), drawn(rng, np.minimum(1, p + size), 5, model="n")
        row = over_all(Comparison(*sides, margin=0.0, draws=400, seed=run))
        found += row.answer == "better"
    assert 0.66 <= found / 80 <= 0.93


def test_what_is_hard_for_both_cancels_for_the_population() -> None:
    rng = np.random.default_rng(4)
    p = rng.choice([0.05, 0.95], 200)
    row = over_all(Comparison(drawn(rng, p, 20), drawn(rng, p, 20, model="n")), "population")
    alone = p.std() / 200**0.5
    assert row.errors["population"] < alone / 2


def test_reliability_is_compared_too() -> None:
    row = over_all(Comparison(sample([5] * 40, 5), sample([4] * 40, 5), measure=PASS_HAT_K, k=5))
    assert (row.baseline, row.candidate, row.answer) == (1.0, 0.0, "worse")


# -- several rows


def test_holms_values_worked_out_by_hand() -> None:
    # 0.01 × 4; then 0.02 × 3 = 0.06; then 0.03 × 2 = 0.06; then 0.5.
    assert holm([0.02, 0.01, 0.5, 0.03]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_an_adjusted_value_is_never_smaller_keeps_the_order_and_is_at_most_bonferronis(values: list[float]) -> None:
    adjusted = holm(values)
    for index, value in enumerate(values):
        assert value <= adjusted[index] <= min(1.0, value * len(values)) + 1e-12
    ranked = sorted(zip(values, adjusted, strict=True))
    assert [after for _, after in ranked] == sorted(after for _, after in ranked)


def test_an_answer_that_stands_alone_may_fall_among_many() -> None:
    row = over_all(Comparison(sample([3] * 30, 5), sample([4] * 30, 5), margin=0.05))
    noise = over_all(Comparison(sample([3] * 30, 5), sample([3] * 30, 5), margin=0.05))
    assert with_holm([row])[0] == row
    assert row.answer == "better"
    together = with_holm([row, *[noise] * 400])
    assert together[0].p_margin == pytest.approx(min(1.0, row.p_margin * 401))
    assert {other.answer for other in together} == {"undecided"}


# -- plans


def test_trials_that_would_settle_it_worked_out_by_hand() -> None:
    # The error must fall from 0.02 to 0.02 / (1.95996 + 0.84162) = 0.0071388: a factor of 7.849 in trials.
    plan = settle(0.02, 0.02, 0.03, "suite", trials=5, tasks=100)
    assert (plan.trials, plan.more_trials) == (40, 35)
    assert plan.sentence() == "35 more trials of each task would settle it (40 in all)"


def test_what_lies_between_tasks_makes_more_trials_necessary_worked_out_by_hand() -> None:
    # Between tasks 0.022² - 0.02² = 0.000084; 5 × 0.0004 / (0.0178471² - 0.000084) = 8.53.
    plan = settle(0.05, 0.02, 0.022, "population", trials=5, tasks=100)
    assert (plan.trials, plan.more_trials, plan.tasks) == (9, 4, None)


def test_where_the_tasks_themselves_vary_too_much_more_tasks_are_named() -> None:
    # Between tasks 0.03² - 0.02² = 0.0005 remains, more than 0.0071388²; (0.03 / 0.0071388)² = 17.6596 times the tasks.
    plan = settle(-0.02, 0.02, 0.03, "population", trials=5, tasks=100)
    assert (plan.trials, plan.tasks, plan.more_tasks) == (None, 1766, 1666)
    assert plan.sentence().startswith("no number of trials of these tasks settles it: 1666 more tasks would")


def test_an_estimate_on_the_border_is_settled_by_nothing() -> None:
    for distance in (0.0, 1e-9):
        plan = settle(distance, 0.02, 0.03, "population", trials=5, tasks=100)
        assert (plan.more_trials, plan.more_tasks) == (None, None)
        assert "on the border" in plan.sentence()


def test_a_run_of_the_planned_size_is_settled_as_often_as_it_says() -> None:
    rng = np.random.default_rng(6)
    p = rng.beta(2, 2, 60) * 0.8
    better = p + 0.04
    row = over_all(Comparison(drawn(rng, p, 400), drawn(rng, better, 400, model="n"), margin=0.0, draws=2000))
    error = row.errors["suite"] * (400 / 5) ** 0.5
    plan = settle(0.04, error, error, "suite", trials=5, tasks=60)
    assert plan.trials is not None
    decided = 0
    for run in range(60):
        sides = drawn(rng, p, plan.trials), drawn(rng, better, plan.trials, model="n")
        decided += over_all(Comparison(*sides, margin=0.0, draws=400, seed=run)).answer == "better"
    assert 0.64 <= decided / 60 <= 0.95
