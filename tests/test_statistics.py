"""pass@1, pass@k and pass^k, against all subsets counted one by one and against values known by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.statistics import (
    TaskCount,
    bounds_over_tasks,
    common_set,
    gap,
    k_values,
    largest_common_k,
    mean_over_tasks,
    pass_at_1,
    pass_at_k,
    pass_hat_k,
    pass_hat_k_plug_in,
)

Trials = tuple[int, int, int]


@st.composite
def trials(draw: st.DrawFn, most: int = 60) -> Trials:
    """(n, c, k) with 0 <= c <= n and 1 <= k <= n."""
    n = draw(st.integers(1, most))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


def subsets(n: int, c: int, k: int) -> list[tuple[bool, ...]]:
    """Every choice of k of n trials of which the first c passed."""
    return list(combinations([index < c for index in range(n)], k))


@given(trials(most=9))
def test_each_estimator_is_the_share_of_the_subsets_of_k_trials_that_it_speaks_of(nck: Trials) -> None:
    chosen = subsets(*nck)
    some = Fraction(sum(any(subset) for subset in chosen), len(chosen))
    every = Fraction(sum(all(subset) for subset in chosen), len(chosen))
    assert pass_at_k(*nck) == float(some)
    assert pass_hat_k(*nck) == float(every)
    assert gap(*nck) == float(some - every)


@given(trials(most=400))
def test_reliability_is_at_most_the_rate_and_the_rate_at_most_discovery(nck: Trials) -> None:
    n, c, _ = nck
    assert 0 <= pass_hat_k(*nck) <= pass_at_1(n, c) <= pass_at_k(*nck) <= 1


@given(trials(most=400))
def test_the_plug_in_is_never_below_the_unbiased_estimate(nck: Trials) -> None:
    n, c, k = nck
    exact = Fraction(c, n) ** k
    assert pass_hat_k(n, c, k) <= float(exact)
    assert pass_hat_k_plug_in(n, c, k) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)


@given(trials())
def test_a_further_trial_helps_discovery_and_hurts_reliability(nck: Trials) -> None:
    n, c, k = nck
    if k < n:
        assert pass_at_k(n, c, k) <= pass_at_k(n, c, k + 1)
        assert pass_hat_k(n, c, k) >= pass_hat_k(n, c, k + 1)
        assert pass_hat_k_plug_in(n, c, k) >= pass_hat_k_plug_in(n, c, k + 1)
        assert gap(n, c, k) <= gap(n, c, k + 1)


@given(trials())
def test_one_more_pass_never_lowers_an_estimate(nck: Trials) -> None:
    n, c, k = nck
    if c < n:
        for estimator in (pass_at_k, pass_hat_k, pass_hat_k_plug_in):
            assert estimator(n, c, k) <= estimator(n, c + 1, k)


@given(trials())
def test_with_k_equal_to_n_discovery_asks_for_one_pass_and_reliability_for_no_failure(nck: Trials) -> None:
    n, c, _ = nck
    assert pass_at_k(n, c, n) == (1.0 if c > 0 else 0.0)
    assert pass_hat_k(n, c, n) == (1.0 if c == n else 0.0)


@given(trials())
def test_without_a_pass_all_is_zero_and_without_a_failure_all_is_one(nck: Trials) -> None:
    n, _, k = nck
    for estimator in (pass_at_k, pass_hat_k, pass_hat_k_plug_in):
        assert estimator(n, 0, k) == 0.0
        assert estimator(n, n, k) == 1.0
    assert gap(n, 0, k) == gap(n, n, k) == 0.0


@given(trials())
def test_at_k_1_all_estimators_are_the_rate_and_there_is_no_gap(nck: Trials) -> None:
    n, c, _ = nck
    assert pass_at_k(n, c, 1) == pass_hat_k(n, c, 1) == pass_hat_k_plug_in(n, c, 1) == pass_at_1(n, c) == c / n
    assert gap(n, c, 1) == 0.0


def test_values_worked_out_by_hand() -> None:
    # 20 trials, 14 passed, k = 2: C(6,2) = 15, C(14,2) = 91, C(20,2) = 190.
    assert pass_at_1(20, 14) == 0.7
    assert pass_at_k(20, 14, 2) == 175 / 190
    assert pass_hat_k(20, 14, 2) == 91 / 190
    assert pass_hat_k_plug_in(20, 14, 2) == pytest.approx(0.49)
    assert gap(20, 14, 2) == 84 / 190


def test_averaged_over_the_binomial_the_unbiased_estimate_meets_p_to_the_k_and_the_plug_in_exceeds_it() -> None:
    from math import comb

    n, k, p = 20, 20, 0.9
    weight = [comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    unbiased = sum(w * pass_hat_k(n, c, k) for c, w in enumerate(weight))
    plug_in = sum(w * pass_hat_k_plug_in(n, c, k) for c, w in enumerate(weight))
    assert unbiased == pytest.approx(p**k)
    assert round(unbiased, 2) == 0.12
    assert round(plug_in, 2) == 0.26


@pytest.mark.parametrize(("n", "c", "k"), [(0, 0, 1), (5, 6, 1), (5, -1, 1), (5, 3, 0), (5, 3, 6)])
def test_impossible_counts_are_refused(n: int, c: int, k: int) -> None:
    for estimator in (pass_at_k, pass_hat_k, pass_hat_k_plug_in, gap):
        with pytest.raises(ValueError, match=r"(must lie between)"):
            estimator(n, c, k)


def test_a_rate_over_no_trials_is_refused() -> None:
    with pytest.raises(ValueError, match=r"k must lie between 1 and n, got n=0, k=1"):
        pass_at_1(0, 0)
    with pytest.raises(ValueError, match=r"c must lie between 0 and n, got n=3, c=4"):
        pass_at_1(3, 4)


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (0, ()),
        (1, (1,)),
        (2, (1, 2)),
        (3, (1, 2, 3)),
        (8, (1, 2, 5, 8)),
        (20, (1, 2, 5, 10, 20)),
        (64, (1, 2, 5, 10, 20, 64)),
    ],
)
def test_the_k_shown_are_the_standard_ones_up_to_the_number_of_trials_and_that_number(
    n: int, expected: tuple[int, ...]
) -> None:
    assert k_values(n) == expected


def test_a_task_counts_by_its_verdicts_and_its_missing_trials() -> None:
    count = TaskCount(passed=3, failed=4, missing=2)
    assert (count.measured, count.begun) == (7, 9)
    assert count.worst() == TaskCount(3, 6)
    assert count.best() == TaskCount(5, 4)


def test_the_common_set_holds_the_tasks_with_enough_measured_trials() -> None:
    counts = [TaskCount(1, 1), TaskCount(0, 3), TaskCount(1, 1, missing=5), TaskCount(3, 0)]
    assert common_set(counts, 3) == [TaskCount(0, 3), TaskCount(3, 0)]


def test_a_figure_goes_as_far_as_half_of_its_tasks_do() -> None:
    counts = [TaskCount(20, 0), TaskCount(0, 20), TaskCount(19, 0), TaskCount(0, 5), TaskCount(0, 0)]
    assert largest_common_k(counts, (1, 2, 5, 10, 20)) == 10
    assert largest_common_k(counts[:4], (1, 2, 5, 10, 20)) == 20
    assert largest_common_k(counts, (1, 2, 5, 10, 20), share=0.8) == 5
    assert largest_common_k([TaskCount(0, 0, 9)], (1, 2)) is None
    assert largest_common_k([], (1, 2)) is None


def test_every_task_weighs_the_same_however_many_trials_it_had() -> None:
    counts = [TaskCount(1, 0), TaskCount(0, 99)]
    assert mean_over_tasks(pass_at_k, counts, 1) == 0.5
    assert mean_over_tasks(pass_at_k, [], 1) is None


count_lists = st.lists(
    st.builds(TaskCount, passed=st.integers(0, 20), failed=st.integers(0, 20), missing=st.integers(0, 5)), max_size=12
)


@given(count_lists, st.randoms(use_true_random=False))
def test_a_mean_does_not_depend_on_the_order_of_the_tasks(counts: list[TaskCount], shuffle: object) -> None:
    tasks = common_set(counts, 3)
    mixed = list(tasks)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    for estimator in (pass_at_k, pass_hat_k, pass_hat_k_plug_in, gap):
        assert mean_over_tasks(estimator, mixed, 3) == mean_over_tasks(estimator, tasks, 3)


@given(count_lists, st.integers(1, 20))
def test_the_order_of_the_figures_holds_for_means_too(counts: list[TaskCount], k: int) -> None:
    tasks = common_set(counts, k)
    if tasks:
        low, rate, high = (
            mean_over_tasks(pass_hat_k, tasks, k),
            mean_over_tasks(pass_hat_k, tasks, 1),
            mean_over_tasks(pass_at_k, tasks, k),
        )
        assert low is not None
        assert rate is not None
        assert high is not None
        assert 0 <= low <= rate <= high <= 1


@given(count_lists, st.integers(1, 5))
def test_bounds_hold_whatever_each_missing_trial_would_have_been(counts: list[TaskCount], k: int) -> None:
    begun = [count for count in counts if count.begun >= k]
    for estimator in (pass_at_k, pass_hat_k, pass_hat_k_plug_in):
        bounds = bounds_over_tasks(estimator, counts, k)
        if not begun:
            assert bounds is None
            continue
        assert bounds is not None
        for turn in range(6):
            would_be = [
                TaskCount(c.passed + min(turn, c.missing), c.failed + c.missing - min(turn, c.missing)) for c in begun
            ]
            rate = mean_over_tasks(estimator, would_be, k)
            assert rate is not None
            assert bounds[0] <= rate <= bounds[1]


def test_bounds_count_a_missing_trial_as_failed_and_as_passed() -> None:
    counts = [TaskCount(1, 0, missing=1), TaskCount(1, 1), TaskCount(0, 0, missing=2), TaskCount(1, 0)]
    assert bounds_over_tasks(pass_hat_k, counts, 2) == (0.0, 2 / 3)
    assert bounds_over_tasks(pass_at_k, counts, 2) == (2 / 3, 1.0)


def test_without_a_missing_trial_the_bounds_are_the_rate() -> None:
    counts = [TaskCount(2, 1), TaskCount(0, 3)]
    rate = mean_over_tasks(pass_at_k, counts, 2)
    assert bounds_over_tasks(pass_at_k, counts, 2) == (rate, rate)
