"""Trials in flight: started ahead in the main thread, run on the engine's loop, written as each of them ends.

The main thread is pytest's.  It prepares trials and waits for the one whose item it has reached; whenever a trial ends
it wakes up and starts the next.  A trial that has ended is written by a thread of its own, one after the other, so that
neither a slow disk nor a slow trial holds up the others.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from thinkingbox_plugin.collection import AUDIT, item_param, item_task
from thinkingbox_plugin.errors import FatalProviderError, UsageError
from thinkingbox_plugin.flight.captured import Captured
from thinkingbox_plugin.flight.upcoming import Upcoming
from thinkingbox_plugin.keys import OWN_TIME
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.run import Prepared, Run

if TYPE_CHECKING:
    from thinkingbox_plugin.cluster.remote import RemoteTrial
    from thinkingbox_plugin.task import Task

AHEAD = 4
"""So many times the trials in flight may be started before the item that is waited for: others go on meanwhile."""
_POLL_SECONDS = 1.0
_STOP_SECONDS = 10.0
_MAY_NOT_RUN = ("skip", "skipif", "xfail")
"""Marks with which an item may not run at all: its trial starts when it does."""


@dataclass(eq=False)
class Flight:
    """One trial on its way; its fields change under the lock of the flights."""

    captured: Captured = field(default_factory=Captured)
    seconds: float = 0.0
    """What the trial took, from its preparation to its record on the disk."""
    record: TrialRecord | None = None
    error: BaseException | None = None
    started: bool = False
    """Whether it is in the loop's hands."""
    claimed: bool = False
    """Whether its record is being written, which nothing stops any more."""
    given_up: bool = False
    over: bool = False
    account: int | None = None
    """The entry of a trial that costs money in the run's account."""
    task: asyncio.Task[None] | None = None
    """Touched in the loop's thread only."""


class Flights:
    """The trials that a process has in flight, and those that have ended before their item's turn."""

    def __init__(self, run: Run, limit: int, upcoming: Upcoming, held: Callable[[pytest.Item], bool]) -> None:
        """``held`` tells which items must wait for their turn."""
        self._run, self._limit, self._upcoming, self._held = run, limit, upcoming, held
        self._flights: dict[pytest.Item, Flight] = {}
        self._changed = threading.Condition(threading.RLock())
        self._news = 0
        self._flying = 0
        self._stopped = self._interrupted = False
        self._fatal: Exception | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="thinkingbox-records")

    # -- in the main thread

    def begin(self, item: pytest.Item) -> None:
        """The item's turn has come: start what there is room for, its own trial first."""
        with self._changed:
            self._upcoming.begin(item)
        self._fill()

    def is_under_way(self, item: pytest.Item) -> bool:
        """Whether the item's trial has been started."""
        return item in self._flights

    def result(self, item: pytest.Item) -> TrialRecord:
        """Wait for the item's trial and return its record, which is on the disk.

        Raises what the trial raised, and what ends the run as soon as any trial has met it.
        """
        began = monotonic()
        flight = self._wait(item)
        item.stash[OWN_TIME] = (monotonic() - began, flight.seconds)
        flight.captured.replay(item.config)
        if flight.error is not None:
            raise flight.error
        assert flight.record is not None
        return flight.record

    def interrupt(self) -> None:
        """Ctrl-C: the wait for a trial ends, should the exception that says so be lost on its way."""
        self._interrupted = True

    def over(self, item: pytest.Item) -> None:
        """The item is reported: forget its trial, or stop it where nobody has asked for it."""
        with self._changed:
            flight = self._flights.pop(item, None)
            if flight is not None:
                self._give_up(flight)

    def stop(self) -> None:
        """End all trials in flight and wait for them; what is being written is written to its end."""
        with self._changed:
            self._stopped = True
            flights = list(self._flights.values())
            for flight in flights:
                self._give_up(flight)
            self._changed.wait_for(lambda: not self._flying, _STOP_SECONDS)
        self._writer.shutdown()

    def _wait(self, item: pytest.Item) -> Flight:
        while True:
            if self._interrupted:
                raise KeyboardInterrupt
            with self._changed:
                news, fatal = self._news, self._fatal
                flight = self._flights.get(item)
                if flight is not None and flight.over:
                    return flight
                if fatal is not None:
                    raise fatal
                new = None
                if flight is None and self._flying < self._limit:
                    new = self._flights[item] = Flight()
            if new is not None:
                self._launch(item, new)
                continue
            self._fill()
            with self._changed:
                # Not for ever: other processes may change what may start, and an interrupt of a worker does not wake.
                self._changed.wait_for(lambda news=news: self._news != news, _POLL_SECONDS)  # type: ignore[misc]

    def _fill(self) -> None:
        """Start trials ahead as long as there is room."""
        while (found := self._next()) is not None:
            self._launch(*found)

    def _next(self) -> tuple[pytest.Item, Flight] | None:
        """The next item whose trial may start ahead, entered as a flight."""
        with self._changed:
            if self._stopped or self._fatal is not None or self._flying >= self._limit:
                return None
            for item in self._upcoming.items(AHEAD * self._limit):
                if item in self._flights:
                    continue
                if not is_trial(item):
                    return None  # an ordinary test may change anything in this process, and has it to itself
                if self._held(item) or may_not_run(item):
                    continue
                if not self._run.may_start(*trial_of(item)):
                    return None
                flight = self._flights[item] = Flight()
                return item, flight
        return None

    def _launch(self, item: pytest.Item, flight: Flight) -> None:
        began = monotonic()
        task, model, number = trial_of(item)
        try:
            prepared = self._run.prepare(task, model, number)
        except Exception as error:  # it is told when its item's turn comes
            flight.seconds = monotonic() - began
            self._landed(flight, error=error)
            return
        flight.seconds = monotonic() - began
        if isinstance(prepared, TrialRecord):
            self._landed(flight, prepared)
            return
        with self._changed:
            if flight.given_up:
                self._landed(flight)
                return
            flight.started = True
            self._flying += 1
            flight.account = self._run.trial_starts(model)
            self._run.engine.call(self._start, flight, prepared)

    # -- in any thread

    def changed(self) -> None:
        """What is upcoming has changed."""
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    def give_up(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Let go of items that another worker shall run; returns those that may go, whose trials have no record."""
        with self._changed:
            wanted = list(items)
            free = [item for item in wanted if not self._is_kept(item)]
            for item in free:
                flight = self._flights.pop(item, None)
                if flight is not None:
                    self._give_up(flight)
            return free

    def _is_kept(self, item: pytest.Item) -> bool:
        flight = self._flights.get(item)
        return flight is not None and (flight.claimed or flight.over)

    def _give_up(self, flight: Flight) -> None:
        if flight.claimed or flight.over or flight.given_up:
            return
        flight.given_up = True
        if flight.started:
            self._run.engine.call(_cancel, flight)

    def _landed(self, flight: Flight, record: TrialRecord | None = None, error: BaseException | None = None) -> None:
        with self._changed:
            flight.over, flight.record, flight.error = True, record, error
            self._flying -= flight.started
            fatal = error if isinstance(error, UsageError | FatalProviderError) else self._run.judge_lost
            if fatal is not None and self._fatal is None:
                self._fatal = fatal
            self._news += 1
            self._changed.notify_all()
            self._run.trial_ends(flight.account)

    # -- in the loop's thread

    def _start(self, flight: Flight, prepared: Prepared | RemoteTrial) -> None:
        flight.task = asyncio.get_running_loop().create_task(self._fly(flight, prepared))
        flight.task.add_done_callback(lambda task: self._unstarted(flight, task))

    def _unstarted(self, flight: Flight, task: asyncio.Task[None]) -> None:
        """A task that was cancelled before its first step has run nothing of its own."""
        if not flight.over:
            self._landed(flight, error=None if task.cancelled() else task.exception())

    async def _fly(self, flight: Flight, prepared: Prepared | RemoteTrial) -> None:
        began, record, raised = monotonic(), None, None
        try:
            record = await self._attempt(flight, prepared)
        except BaseException as error:  # also what would end the loop, and with it every other trial
            raised = error
        flight.seconds += monotonic() - began
        self._landed(flight, record, raised)

    async def _attempt(self, flight: Flight, prepared: Prepared | RemoteTrial) -> TrialRecord:
        run = self._run
        with flight.captured.collecting():
            run.tape.begin(prepared.key)
            finished = await prepared.run()
            with self._changed:
                if flight.given_up:
                    raise asyncio.CancelledError
                flight.claimed = True
            keep = copy_context().run
            await asyncio.get_running_loop().run_in_executor(self._writer, keep, run.keep, finished)
            run.tape.end(prepared.key)
        return _for_report(finished.record)


def _cancel(flight: Flight) -> None:
    if flight.task is not None:
        flight.task.cancel()


def _for_report(record: TrialRecord) -> TrialRecord:
    """What the item's report needs of it: many wait for a slow one before them, and a conversation is large."""
    return replace(record, messages=[], model_calls=[]) if record.trial_class == "passed" else record


def is_trial(item: pytest.Item) -> bool:
    """Whether the item runs a trial."""
    return item_task(item) is not None and item_param(item).model != AUDIT


def may_not_run(item: pytest.Item) -> bool:
    """Whether a mark may keep the item from running."""
    return any(mark.name in _MAY_NOT_RUN for mark in item.iter_markers())


def trial_of(item: pytest.Item) -> tuple[Task, str, int]:
    """Task, model and number of an item's trial."""
    task, param = item_task(item), item_param(item)
    assert task is not None
    return task, param.model, param.number
