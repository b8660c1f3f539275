"""The progress line of a long run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.text import percent

WINDOW = 60.0
"""Seconds over which the rate of trials is taken: a run's models differ in speed."""


def progress_line(
    done: int,
    planned: int,
    *,
    passed: int,
    measured: int,
    rate: float | None,
    cost: float = 0.0,
    expected: float | None = None,
) -> str:
    """``1234/10140 · pass 64.2 % · 31.2 trials/s · 4m 45s left · $12.30``.

    ``rate`` is in trials a second.  What is not known yet is left out: the pass rate before a trial
    is measured, rate and time left before there is one, spending before there is any.
    """
    parts = [f"{done}/{planned}"]
    if measured:
        parts.append(f"pass {percent(passed / measured)}")
    if rate:
        parts.append(_rate(rate))
        if planned > done:
            parts.append(f"{duration((planned - done) / rate)} left")
    if cost > 0:
        parts.append(f"${cost:,.2f}" + (f" of about ${expected:,.2f}" if expected is not None else ""))
    return " · ".join(parts)


def _rate(rate: float) -> str:
    return f"{rate:.1f} trials/s" if rate >= 1 else f"{rate * 60:.1f} trials/min"


def duration(seconds: float) -> str:
    """``45s``, ``4m 45s``, ``2h 03m``, ``1d 04h``: two units at most, rounded to whole seconds."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m {whole % 60:02d}s"
    if whole < 86400:
        return f"{whole // 3600}h {whole % 3600 // 60:02d}m"
    return f"{whole // 86400}d {whole % 86400 // 3600:02d}h"


def spent(record: TrialRecord) -> float:
    """US dollars for one trial: agent, user and judge."""
    return sum(usage.get("cost", 0.0) for usage in record.usage.values())


class Progress:
    """Counts finished trials and says now and then how far the run is.

    ``clock`` gives seconds (``time.monotonic``); ``interval`` is the least time between two lines.
    """

    def __init__(
        self, planned: int, clock: Callable[[], float], interval: float = 1.0, *, forecast: bool = False
    ) -> None:
        """``forecast``: say what all trials will cost if the rest costs as much as those so far."""
        self.planned = planned
        self._clock = clock
        self._interval = interval
        self._forecast = forecast
        self._done = self._passed = self._measured = self._timed = 0
        self._cost = 0.0
        self._shown: float | None = None
        self._samples: deque[tuple[float, int]] = deque([(clock(), 0)])

    def add(self, record: TrialRecord, *, carried_over: bool = False) -> str | None:
        """Count a finished trial; the line, if it is time for one.

        A trial carried over from an earlier run counts as done and for the pass rate, but neither for
        the speed nor for the spending of this run.
        """
        self._done += 1
        self._passed += record.trial_class == "passed"
        self._measured += record.trial_class in ("passed", "failed")
        if not carried_over:
            self._timed += 1
            self._cost += spent(record)
        now = self._clock()
        due = self._shown is None or now - self._shown >= self._interval or self._done == self.planned
        if not due:
            return None
        self._shown = now
        self._sample(now)
        return self.line()

    def line(self) -> str:
        """The line as things stand."""
        (start, before), (end, after) = self._samples[0], self._samples[-1]
        rate = (after - before) / (end - start) if end > start else None
        return progress_line(
            self._done,
            self.planned,
            passed=self._passed,
            measured=self._measured,
            rate=rate,
            cost=self._cost,
            expected=self._expected() if self._forecast and self._timed else None,
        )

    def _expected(self) -> float:
        """What the trials that are not carried over will have cost, as far as it is known which are."""
        carried = self._done - self._timed
        return self._cost / self._timed * (self.planned - carried)

    def _sample(self, now: float) -> None:
        """Remember when how many were done; forget what is older than the window, but for one sample."""
        self._samples.append((now, self._timed))
        while self._samples[1][0] <= now - WINDOW:
            self._samples.popleft()
