"""Intervals: by hand where all or none passed, by simulation elsewhere, and what holds for any counts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from outcomes import drawn, sample
from scipy import stats

from thinkingbox_plugin.statistics import TaskCount
from thinkingbox_plugin.statistics.intervals import (
    ESTIMANDS,
    Bootstrap,
    Estimand,
    Resampled,
    proportion_interval,
    resampled,
)
from thinkingbox_plugin.statistics.measures import GAP, MEASURES, PASS_AT_K, PASS_HAT_K, Measure
from thinkingbox_plugin.statistics.mixing import GRID, Mixture
from thinkingbox_plugin.statistics.sample import Sample, TaskResult, clusters_of

# -- by hand


@pytest.mark.parametrize("estimand", ESTIMANDS)
def test_where_all_or_none_passed_the_interval_is_clopper_pearson_over_the_tasks(estimand: Estimand) -> None:
    # None of 10 failed: the lower end is 0.025 to the power of 1/10.
    everything = Bootstrap(sample([4] * 10, 4)).estimate(PASS_AT_K, 1, estimand)
    assert (everything.value, everything.high) == (1.0, 1.0)
    assert everything.low == pytest.approx(0.025**0.1)
    nothing = Bootstrap(sample([0] * 10, 4)).estimate(PASS_HAT_K, 4, estimand)
    assert (nothing.value, nothing.low) == (0.0, 0.0)
    assert nothing.high == pytest.approx(1 - 0.025**0.1)


def test_a_minimal_pair_is_one_unit_for_the_population_and_two_tasks_for_the_suite() -> None:
    pairs = Bootstrap(sample([4] * 10, 4, pairs=True))
    assert pairs.estimate(PASS_AT_K, 1, "population").low == pytest.approx(0.025 ** (1 / 5))
    assert pairs.estimate(PASS_AT_K, 1, "suite").low == pytest.approx(0.025 ** (1 / 10))


@pytest.mark.parametrize(("passed", "tasks"), [(0, 7), (3, 7), (7, 7), (50, 100)])
def test_the_interval_of_a_whole_number_of_tasks_is_scipys_exact_one(passed: int, tasks: int) -> None:
    exact = stats.binomtest(passed, tasks).proportion_ci(method="exact")
    assert proportion_interval(passed / tasks, tasks) == pytest.approx((exact.low, exact.high))


def test_tasks_that_all_came_out_alike_still_have_an_interval() -> None:
    half = Bootstrap(sample([1] * 6, 2)).estimate(PASS_AT_K, 1, "population")
    assert (half.low, half.high) == pytest.approx(proportion_interval(0.5, 6))


def test_one_task_says_nothing_of_others_like_it() -> None:
    alone = Bootstrap(sample([15], 20))
    assert alone.estimate(PASS_AT_K, 1, "population").high - alone.estimate(PASS_AT_K, 1, "population").low > 0.9
    assert alone.estimate(PASS_AT_K, 1, "suite").high - alone.estimate(PASS_AT_K, 1, "suite").low < 0.5


def test_where_draws_hardly_vary_the_interval_is_that_of_as_many_tasks_as_there_are() -> None:
    # One task of 18 with 5 of 10: pass@5 is 251/252 there and 1 elsewhere.
    nearly = Bootstrap(sample([8] * 17 + [5], 10)).estimate(PASS_AT_K, 5, "population")
    assert nearly.value == pytest.approx(1 - 1 / 252 / 18)
    assert (nearly.low, nearly.high) == pytest.approx(proportion_interval(nearly.value, 18))


def test_few_clusters_widen_the_interval_by_students_quantile_and_by_what_was_not_seen() -> None:
    found = Bootstrap(sample([2, 3, 3, 4], 6), draws=20_000).estimate(PASS_AT_K, 1, "population")
    variance = np.var([2 / 6, 3 / 6, 3 / 6, 4 / 6], ddof=1) / 4 + 1 / 12 / 5**2
    effective = 0.25 / variance * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, 3)) ** 2
    assert (found.low, found.high) == pytest.approx(proportion_interval(0.5, effective), abs=0.005)


# -- the draws


def by_task(found: Resampled) -> NDArray[np.float64]:
    """The weights of the tasks in their own order."""
    return np.stack([found.means(np.eye(len(found.order))[task]) for task in range(len(found.order))], axis=1)


def test_resampled_tasks_keep_the_shares_of_the_domains_and_the_pairs_together() -> None:
    layout = tuple(
        (domain, f"{domain} {number // 2}") for domain in "ab" for number in range(12 if domain == "a" else 6)
    )
    found = resampled(layout, 500)
    assert (found.clusters, found.freedom) == (9, 7)
    weights = by_task(found)
    assert weights.sum(axis=1) == pytest.approx(1)
    assert weights[:, :12].sum(axis=1) == pytest.approx(12 / 18)
    assert (weights[:, ::2] == weights[:, 1::2]).all()
    assert len(np.unique(weights[:, 0])) > 2


def test_the_bootstraps_variance_of_a_mean_is_the_unbiased_one() -> None:
    values = np.array([0.1, 0.9, 0.4, 0.7, 0.2, 0.5])
    drawn_means = resampled(tuple(("d", str(number)) for number in range(6)), 40_000).means(values)
    assert drawn_means.std() == pytest.approx(values.std(ddof=1) / 6**0.5, rel=0.02)


def test_a_domain_with_one_cluster_joins_another_instead_of_having_no_variance() -> None:
    found = resampled((("a", "1"), ("b", "2"), ("b", "3"), ("b", "4")), 200)
    assert found.freedom == 3
    assert by_task(found)[:, 0].std() > 0


def test_tasks_linked_as_twins_share_a_cluster_and_a_twin_that_is_not_there_links_nothing() -> None:
    found = clusters_of("abcde", {"a": "b", "b": "a", "c": "gone", "d": "e"})
    assert found == {"a": "a", "b": "a", "c": "c", "d": "d", "e": "d"}


def test_the_mixture_finds_how_chances_are_spread() -> None:
    rng = np.random.default_rng(3)
    chances = rng.choice([0.0, 0.6, 1.0], 4000, p=[0.2, 0.3, 0.5])
    passed = rng.binomial(10, chances)
    counts = [TaskCount(int(c), 10 - int(c)) for c in passed]
    held = GRID[Mixture(counts).draw(np.random.default_rng(0), 50)]
    assert held.mean() == pytest.approx(chances.mean(), abs=0.005)
    assert (held**20).mean() == pytest.approx((chances**20).mean(), abs=0.02)
    assert held.std() == pytest.approx(chances.std(), rel=0.02)


def test_thousands_of_trials_of_a_task_do_not_vanish_in_the_fit() -> None:
    held = GRID[Mixture([TaskCount(2500, 2500), TaskCount(5000, 0)]).draw(np.random.default_rng(0), 100)]
    assert held[:, 0] == pytest.approx(0.5, abs=0.04)
    assert (held[:, 1] > 0.999).all()


def test_one_trial_a_task_is_taken_as_noise_alone() -> None:
    held = GRID[Mixture([TaskCount(1, 0)] * 30 + [TaskCount(0, 1)] * 70).draw(np.random.default_rng(0), 200)]
    assert held.mean() == pytest.approx(0.3, abs=0.001)
    assert held.std() < 0.01


def test_the_same_records_give_the_same_digits_and_two_models_draw_independently() -> None:
    one = sample([1, 2, 3, 3, 0], 3)
    first, again = (Bootstrap(one, salt="m").noise(PASS_AT_K, 1) for _ in range(2))
    other = Bootstrap(one, salt="another").noise(PASS_AT_K, 1)
    assert (first == again).all()
    assert abs(np.corrcoef(first.mean(axis=1), other.mean(axis=1))[0, 1]) < 0.1


# -- by simulation

Chances = Callable[[np.random.Generator, int], NDArray[np.float64]]


def coverage(
    chances: Chances, measure: Measure, k: int, estimand: Estimand, truth: float | None, *, tasks: int, trials: int
) -> float:
    """The share of 150 runs whose interval holds the truth; the tasks' own mean without a ``truth``."""
    rng, held = np.random.default_rng(11), 0
    for run in range(150):
        p = chances(rng, tasks)
        found = Bootstrap(drawn(rng, p, trials, domains=2), draws=200, seed=run).estimate(measure, k, estimand)
        true = truth if truth is not None else float(measure.of_chance(p, k).mean())
        held += found.low <= true <= found.high
    return held / 150


def skewed(rng: np.random.Generator, tasks: int) -> NDArray[np.float64]:
    return rng.beta(9, 1, tasks)


def mixed(rng: np.random.Generator, tasks: int) -> NDArray[np.float64]:
    return rng.choice([0.0, 0.7, 1.0], tasks, p=[0.2, 0.3, 0.5])


@pytest.mark.parametrize("chances", [skewed, mixed])
@pytest.mark.parametrize(("measure", "k"), [(PASS_AT_K, 1), (PASS_HAT_K, 5)])
def test_the_suites_interval_holds_the_truth_of_these_tasks(chances: Chances, measure: Measure, k: int) -> None:
    # With c/n in the place of each chance this is about 0.75 for pass^5 from five trials of skewed tasks.
    assert coverage(chances, measure, k, "suite", None, tasks=40, trials=5) >= 0.9


@pytest.mark.parametrize(
    ("chances", "measure", "k", "truth"),
    [(skewed, PASS_AT_K, 1, 0.9), (skewed, PASS_HAT_K, 5, 9 / 14), (mixed, PASS_HAT_K, 5, 0.5 + 0.3 * 0.7**5)],
)
def test_the_populations_interval_holds_the_truth_of_all_such_tasks(
    chances: Chances, measure: Measure, k: int, truth: float
) -> None:
    assert coverage(chances, measure, k, "population", truth, tasks=40, trials=5) >= 0.9


def test_more_trials_shrink_the_suites_interval_and_hardly_the_populations() -> None:
    rng = np.random.default_rng(2)
    p = rng.beta(0.9, 0.485, 507)
    halves = {}
    for trials in (20, 80):
        run = Bootstrap(drawn(rng, p, trials, domains=5))
        for estimand in ESTIMANDS:
            found = run.estimate(PASS_AT_K, 1, estimand)
            halves[trials, estimand] = (found.high - found.low) / 2
    assert halves[20, "population"] == pytest.approx(0.03, abs=0.004)
    assert halves[80, "population"] > 0.95 * halves[20, "population"]
    assert halves[20, "suite"] == pytest.approx(0.008, abs=0.001)
    assert halves[80, "suite"] == pytest.approx(halves[20, "suite"] / 2, rel=0.1)


# -- for any counts

any_results = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 6), st.integers(0, 2)), min_size=1, max_size=8)


@settings(deadline=None, max_examples=30)
@given(any_results, st.sampled_from(sorted(MEASURES)), st.sampled_from(ESTIMANDS), st.randoms(use_true_random=False))
def test_every_interval_holds_its_estimate_lies_within_0_and_1_and_does_not_depend_on_order(
    tasks: list[tuple[int, int, int]], name: str, estimand: Estimand, shuffle: Random
) -> None:
    results = [
        TaskResult(f"t{i}", f"d{domain}", TaskCount(min(c, n), n - min(c, n))) for i, (n, c, domain) in enumerate(tasks)
    ]
    mixed_up = list(results)
    shuffle.shuffle(mixed_up)
    k = min(n for n, _, _ in tasks)
    one, other = (
        Bootstrap(Sample.of("m", order), draws=60).estimate(MEASURES[name], k, estimand)
        for order in (results, mixed_up)
    )
    assert 0 <= one.low <= one.value <= one.high <= 1
    assert one.low < one.high
    assert one == other


def test_the_measures_for_a_known_chance_are_what_their_estimates_average_to() -> None:
    p, n = 0.37, 6
    weights = stats.binom(n, p).pmf(np.arange(n + 1))
    for measure in (PASS_AT_K, PASS_HAT_K, GAP):
        for k in range(1, n + 1):
            each = measure.per_task([TaskCount(c, n - c) for c in range(n + 1)], k)
            assert weights @ each == pytest.approx(float(measure.of_chance(np.array([p]), k)[0]))


def test_a_task_may_stand_in_a_sample_once() -> None:
    with pytest.raises(ValueError, match="m: t stands in the sample twice"):
        Sample.of("m", [TaskResult("t", "d", TaskCount(1, 0))] * 2)


def test_tasks_that_nearly_all_passed_do_not_promise_that_every_other_task_would() -> None:
    # 3 % of tasks are impossible: in half of the samples of 20 there is none of them.
    rng, held = np.random.default_rng(12), 0
    for run in range(100):
        p = rng.choice([0.0, 0.99], 20, p=[0.03, 0.97])
        found = Bootstrap(drawn(rng, p, 10), draws=200, seed=run).estimate(PASS_AT_K, 1, "population")
        held += found.low <= 0.97 * 0.99 <= found.high
    assert held >= 93


def test_an_interval_is_at_least_as_narrow_as_that_of_tasks_that_pass_always_or_never() -> None:
    nearly = Bootstrap(sample([5] * 19 + [4], 5)).estimate(PASS_AT_K, 5, "population")
    assert nearly.low == pytest.approx(0.025 ** (1 / 20))
    almost = Bootstrap(sample([5] * 19 + [1], 5)).estimate(PASS_AT_K, 4, "population")
    assert almost.low >= proportion_interval(almost.value, 20)[0]
    assert nearly.low <= almost.low + 0.1
