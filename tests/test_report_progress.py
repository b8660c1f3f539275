"""The progress line, with a clock that the test moves."""

from __future__ import annotations

import pytest

from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.report.progress import Progress, duration, progress_line


def record(cls: TrialClass = "passed", **cost: float) -> TrialRecord:
    return TrialRecord("T", "retail", "m", 0, 0, cls, usage={who: {"cost": dollars} for who, dollars in cost.items()})


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_line_names_count_rate_speed_time_and_spending() -> None:
    line = progress_line(1234, 10140, passed=642, measured=1000, rate=31.2, cost=12.3)
    assert line == "1234/10140 · pass 64.2 % · 31.2 trials/s · 4m 45s left · $12.30"


def test_what_is_not_known_is_left_out() -> None:
    assert progress_line(0, 10, passed=0, measured=0, rate=None) == "0/10"
    assert progress_line(2, 10, passed=0, measured=0, rate=0.0) == "2/10"
    assert progress_line(10, 10, passed=5, measured=10, rate=2.0) == "10/10 · pass 50.0 % · 2.0 trials/s"


def test_slow_runs_are_told_by_the_minute_and_large_sums_with_commas() -> None:
    line = progress_line(1, 2, passed=1, measured=1, rate=0.05, cost=1234.5)
    assert line == "1/2 · pass 100.0 % · 3.0 trials/min · 20s left · $1,234.50"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.4, "0s"),
        (59.4, "59s"),
        (59.6, "1m 00s"),
        (285, "4m 45s"),
        (3599.9, "1h 00m"),
        (7384, "2h 03m"),
        (7200 + 59 * 60 + 59, "2h 59m"),
        (3600 + 60, "1h 01m"),
        (86399, "23h 59m"),
        (86400, "1d 00h"),
        (8_640_000, "100d 00h"),
        (100_800, "1d 04h"),
    ],
)
def test_a_time_is_told_in_two_units(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_lines_come_no_more_often_than_the_interval_and_always_at_the_end() -> None:
    clock = Clock()
    progress = Progress(5, clock, interval=2.0)
    shown = []
    for _ in range(5):
        clock.now += 1.0
        shown.append(progress.add(record()) is not None)
    assert shown == [True, False, True, False, True]


def test_unmeasured_trials_count_as_done_but_not_in_the_rate() -> None:
    clock = Clock()
    progress = Progress(4, clock)
    for cls in ("passed", "failed", "unmeasured", "ungraded"):
        clock.now += 1.0
        line = progress.add(record(cls))
    assert line == "4/4 · pass 50.0 % · 1.0 trials/s"


def test_spending_is_that_of_agent_user_and_judge_and_absent_without_any() -> None:
    clock = Clock()
    progress = Progress(2, clock)
    clock.now += 1.0
    assert progress.add(record()) == "1/2 · pass 100.0 % · 1.0 trials/s · 1s left"
    clock.now += 1.0
    assert progress.add(record(agent=1.0, user=0.25, judge=0.05)) == "2/2 · pass 100.0 % · 1.0 trials/s · $1.30"


def test_spending_adds_up_and_a_part_without_a_price_costs_nothing() -> None:
    clock = Clock()
    progress = Progress(3, clock)
    for _ in range(2):
        progress.add(record(agent=0.5))
    line = progress.add(TrialRecord("T", "retail", "m", 0, 0, "passed", usage={"agent": {"input_tokens": 7.0}}))
    assert line == "3/3 · pass 100.0 % · $1.00"


def test_the_speed_of_a_steady_run_is_steady() -> None:
    clock = Clock()
    progress = Progress(10_000, clock)
    for _ in range(300):
        clock.now += 0.5
        progress.add(record())
        assert " · 2.0 trials/s · " in progress.line()


def test_the_speed_of_the_last_minute_leaves_out_what_came_just_before_it() -> None:
    clock = Clock()
    progress = Progress(1000, clock, interval=0.0)
    for _ in range(600):
        progress.add(record())
    clock.now += 1.0
    progress.add(record())
    clock.now += 60.0
    assert " · 1.0 trials/min · " in (progress.add(record()) or "")


def test_a_line_comes_every_second_unless_told_otherwise() -> None:
    clock = Clock()
    progress = Progress(10, clock)
    shown = []
    for _ in range(5):
        clock.now += 0.5
        shown.append(progress.add(record()) is not None)
    assert shown == [True, False, True, False, True]


def test_the_speed_is_that_of_the_last_minute() -> None:
    clock = Clock()
    progress = Progress(1000, clock)
    for _ in range(100):
        clock.now += 0.1
        progress.add(record())
    for _ in range(100):
        clock.now += 2.0
        line = progress.add(record())
    assert line is not None
    assert " · 30.0 trials/min · " in line


def test_trials_carried_over_count_as_done_but_give_no_speed_and_no_spending() -> None:
    clock = Clock()
    progress = Progress(102, clock)
    for _ in range(100):
        progress.add(record(agent=1.0), carried_over=True)
    clock.now += 2.0
    assert progress.add(record("failed", agent=0.5)) == "101/102 · pass 99.0 % · 30.0 trials/min · 2s left · $0.50"


def test_a_clock_that_stands_still_gives_no_speed() -> None:
    progress = Progress(2, Clock(), interval=0.0)
    progress.add(record())
    assert progress.add(record()) == "2/2 · pass 100.0 %"
    assert progress.line() == "2/2 · pass 100.0 %"
