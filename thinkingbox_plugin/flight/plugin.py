"""What ties trials in flight to pytest; registered in a process that may have several."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import current_thread, main_thread
from types import FrameType

import pytest

from thinkingbox_plugin.crashes import Suspects
from thinkingbox_plugin.flight.captured import Capturing
from thinkingbox_plugin.flight.flights import Flights, is_trial
from thinkingbox_plugin.flight.upcoming import OfSession, OfWorker, Upcoming, find_interactor, listen
from thinkingbox_plugin.keys import FLIGHTS
from thinkingbox_plugin.run import Run


class Flying:
    """Opens and closes the window of trials in flight around pytest's test loop."""

    def __init__(self, run: Run, limit: int) -> None:
        self._run, self._limit = run, limit
        self._capturing: Capturing | None = None
        self._lock = threading.Lock()
        self._busy = False
        """Whether an item runs."""
        self._owed: Callable[[], None] | None = None
        """Answers a request of the main process that waits for the item to end."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Trials may be started ahead from here on, and none is in flight any more when the loop is left."""
        options = session.config.option
        upcoming = self._upcoming(session)
        if upcoming is None or options.collectonly or getattr(options, "setupplan", False):
            return (yield)
        suspects = Suspects(self._run.directory)
        flights = Flights(self._run, self._limit, upcoming, lambda item: item.nodeid in suspects)
        self._capturing = Capturing(session.config)
        with ExitStack() as stack:
            stack.enter_context(self._capturing.installed())
            stack.callback(flights.stop)
            stack.enter_context(_hearing_interrupts(flights))
            self._listen(session, flights)
            session.config.stash[FLIGHTS] = flights
            stack.callback(session.config.stash.__delitem__, FLIGHTS)
            return (yield)

    def _upcoming(self, session: pytest.Session) -> Upcoming | None:
        if self._run.worker == "main":
            return OfSession(session.items)
        interactor = find_interactor(session.config)
        return None if interactor is None else OfWorker(interactor, session.items)

    def _listen(self, session: pytest.Session, flights: Flights) -> None:
        if self._run.worker == "main":
            return
        interactor, items = find_interactor(session.config), session.items

        def steal(indices: Sequence[int]) -> Sequence[int] | None:
            with interactor.torun.lock() as queued:
                waiting = set(queued)
            free = flights.give_up(items[index] for index in indices if index in waiting)
            with self._lock:
                if not free and self._busy:  # asked again at once, the answer would be the same
                    self._owed = lambda: interactor.sendevent("unscheduled", indices=[])
                    return None
            places = {id(item) for item in free}
            return [index for index in indices if id(items[index]) in places]

        listen(interactor, steal, flights.changed)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Start trials ahead as the item begins, and forget its own as it ends."""
        flights = item.config.stash.get(FLIGHTS, None)
        if flights is None:
            return (yield)
        self._busy, session = True, item.session
        if is_trial(item) and not (session.shouldstop or session.shouldfail):
            flights.begin(item)
        try:
            return (yield)
        finally:
            flights.over(item)
            with self._lock:
                self._busy = False
                owed, self._owed = self._owed, None
            if owed is not None:
                owed()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Tell trials' output from this item's: pytest has changed the streams."""
        if self._capturing is not None and is_trial(item):
            self._capturing.route_output()


@contextmanager
def _hearing_interrupts(flights: Flights) -> Iterator[None]:
    """Let Ctrl-C be known besides being raised.

    Python raises it wherever the main thread is, also inside of a finaliser or a callback, where it is printed and
    forgotten; the wait for a trial may then be a long one.
    """
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def interrupted(number: int, frame: FrameType | None) -> None:
        flights.interrupt()
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
