"""What outcomes vary with, and what a judge's mistakes do to a rate: by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from outcomes import drawn, record, sample

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.reading import TrialRow, row_parser
from thinkingbox_plugin.statistics.components import components
from thinkingbox_plugin.statistics.judge_error import JudgedCounts, JudgeErrors, Share, correct, pooled

# -- what varies


def test_where_each_task_always_ends_the_same_all_variance_lies_between_tasks() -> None:
    found = components(sample([2, 0], 2))
    assert found is not None
    assert (found.domains, found.tasks, found.trials) == pytest.approx((0, 0.25, 0))
    assert found.shares() == pytest.approx((0, 1, 0))


def test_where_all_tasks_are_alike_all_variance_lies_between_trials() -> None:
    found = components(sample([1, 1, 1, 1], 2))
    assert found is not None
    assert found.shares() == pytest.approx((0, 0, 1))
    assert found.trials == pytest.approx(0.5)  # c(n-c)/(n(n-1)) with n = 2, c = 1


def test_two_domains_that_always_end_differently_differ_by_domain() -> None:
    found = components(sample([3, 3, 0, 0], 3, domains=2))
    assert found is not None
    assert found.shares() == pytest.approx((1, 0, 0))


def test_nothing_varies_where_all_passed_and_one_trial_a_task_tells_nothing() -> None:
    everything = components(sample([2, 2], 2))
    assert everything is not None
    assert everything.shares() == (None, None, None)
    assert components(sample([1, 0, 1], 1)) is None


def test_on_average_the_parts_are_the_true_ones() -> None:
    rng = np.random.default_rng(1)
    p = rng.beta(2, 2, 40) * np.where(np.arange(40) // 2 % 2, 0.6, 1.0)
    domain = np.arange(40) // 2 % 2
    means = np.array([p[domain == d].mean() for d in (0, 1)])
    true = (
        ((means - p.mean()) ** 2).mean(),
        np.mean([p[domain == d].var() for d in (0, 1)]),
        (p * (1 - p)).mean(),
    )
    runs = [components(drawn(rng, p, 4, domains=2)) for _ in range(400)]
    found = np.mean([(run.domains, run.tasks, run.trials) for run in runs if run is not None], axis=0)
    assert found == pytest.approx(true, abs=0.002)
    assert sum(true) == pytest.approx(p.mean() * (1 - p.mean()))


# -- the judge


def judged(*trials: tuple[bool, list[bool]]) -> JudgedCounts:
    """Trials by whether the other checks hold and what the judge said to each question."""
    counts = JudgedCounts()
    for number, (others, answers) in enumerate(trials):
        checks = [CheckResult("state.orders", others)]
        checks += [CheckResult(f"rubric.{n}", answer) for n, answer in enumerate(answers)]
        made = record("retail/a", number, others and all(answers), checks=checks)
        counts.add(row_parser(TrialRow)(encode(made)))
    return counts


def errors(yes: tuple[int, int], no: tuple[int, int]) -> JudgeErrors:
    return JudgeErrors(Share(*yes), Share(*no))


def test_a_corrected_rate_worked_out_by_hand() -> None:
    # 7 of 10 found to hold; (0.7 + 0.8 - 1) / (0.9 + 0.8 - 1) = 5/7 do.
    counts = judged(*[(True, [True])] * 7, *[(True, [False])] * 3)
    found = correct(counts, errors((90, 100), (80, 100)))
    assert found is not None
    assert (found.rate, found.decided) == (0.7, 10)
    assert found.corrected == pytest.approx(5 / 7)
    assert found.low < 5 / 7 < found.high
    assert found.shift == pytest.approx(5 / 7 - 0.7)


def test_only_the_trials_that_the_judge_decides_are_corrected() -> None:
    counts = judged(*[(True, [])] * 4, *[(False, [True])] * 4, (True, [True]), (True, [False]))
    found = correct(counts, errors((90, 100), (80, 100)))
    assert found is not None
    assert (found.rate, found.decided) == (0.5, 2)
    assert found.corrected == pytest.approx((4 + 2 * (0.5 - 0.2) / 0.7) / 10)


def test_two_questions_are_both_answered_right_less_often() -> None:
    # Of what holds 0.81 passes, of what fails in one question 0.2 × 0.9 = 0.18.
    counts = judged(*[(True, [True, True])] * 6, *[(True, [True, False])] * 4)
    found = correct(counts, errors((90, 100), (80, 100)))
    assert found is not None
    assert found.corrected == pytest.approx((0.6 - 0.18) / (0.81 - 0.18))


def test_a_judge_that_never_errs_changes_nothing_and_few_labels_leave_much_open() -> None:
    counts = judged(*[(True, [True])] * 50, *[(True, [False])] * 50)
    sure, unsure = (correct(counts, errors((n, n), (n, n))) for n in (5000, 5))
    assert sure is not None
    assert unsure is not None
    assert sure.corrected == unsure.corrected == 0.5
    assert sure.high - sure.low < 0.01
    assert unsure.high - unsure.low > 0.1
    assert correct(JudgedCounts(), errors((5, 5), (5, 5))) is None


def test_a_trial_without_a_verdict_counts_nowhere() -> None:
    counts = JudgedCounts()
    counts.add(row_parser(TrialRow)(encode(record("retail/a", 0, None))))
    assert counts.measured == 0


def test_on_average_the_corrected_rate_is_the_true_one() -> None:
    rng = np.random.default_rng(9)
    found = []
    for _ in range(200):
        holds = rng.random(300) < 0.6
        said = np.where(holds, rng.random(300) < 0.9, rng.random(300) > 0.8)
        counts = JudgedCounts()
        counts.judged.update((1, bool(answer)) for answer in said)
        found.append(counts.corrected(0.9, 0.8))
    assert np.mean(found) == pytest.approx(0.6, abs=0.01)


def test_error_rates_are_read_from_what_judge_check_prints_and_pooled_over_domains() -> None:
    data = {"found_yes": 18, "labelled_yes": 20, "found_no": 9, "labelled_no": 10}
    one = JudgeErrors.from_json(data)
    assert (one.sensitivity.value, one.specificity.value) == (0.9, 0.9)
    # Clopper and Pearson, 18 of 20: from tables, 0.683 to 0.988.
    assert one.sensitivity.interval() == pytest.approx((0.683, 0.988), abs=0.0005)
    assert pooled([one, errors((1, 20), (1, 10))]) == errors((19, 40), (10, 20))


@pytest.mark.parametrize(
    "data", [{}, {"found_yes": "x"}, {"found_yes": 1, "labelled_yes": 1, "found_no": 0, "labelled_no": 0}]
)
def test_what_has_no_error_rates_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"judge-check --json prints|labelled replies of both kinds"):
        JudgeErrors.from_json(data)
