"""The agent's own time: what ``--tb-trial-timeout`` caps, without the time spent waiting for a provider."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_CURRENT: ContextVar[OwnTime] = ContextVar("thinkingbox_own_time")


class OutOfTimeError(Exception):
    """The agent's own time is used up."""


@contextmanager
def waiting() -> Iterator[None]:
    """Time inside does not count as the agent's own, and no cap on it strikes meanwhile.

    For agents that wait for a provider's retry::

        with waiting():
            await asyncio.sleep(retry_after)
    """
    current = _CURRENT.get(None)
    if current is None:
        yield
        return
    with current.paused():
        yield


def not_own(seconds: float) -> None:
    """Time just past that turned out not to be the agent's own, such as that of an attempt that failed."""
    current = _CURRENT.get(None)
    if current is not None:
        current.give_back(seconds)


class OwnTime:
    """Measures one turn of an agent and cuts it off; ``seconds`` is its own time once it is over."""

    def __init__(self, left: float | None, clock: Callable[[], float]) -> None:
        self.seconds = 0.0
        self._left, self._clock = left, clock
        self._waited = self._stopped = 0.0
        self._pauses = 0
        self._deadline = asyncio.timeout(None)

    async def run(self, turn: Coroutine[Any, Any, T]) -> T:
        """The turn's result.  Raises :class:`OutOfTimeError` if it takes longer than is left."""
        started = self._clock()
        token = _CURRENT.set(self)
        try:
            async with self._deadline:
                self._strike_after(self._left)
                result = await turn
        except TimeoutError:
            if self._deadline.expired():
                raise OutOfTimeError from None
            raise
        finally:
            _CURRENT.reset(token)
            self.seconds = self._clock() - started - self._waited
        return result

    def _strike_after(self, seconds: float | None) -> None:
        now = asyncio.get_running_loop().time()
        self._deadline.reschedule(None if seconds is None else now + seconds)

    def give_back(self, seconds: float) -> None:
        """Count ``seconds`` that have passed as waited; outside of :meth:`paused`."""
        self._waited += seconds
        when = self._deadline.when()
        if when is not None and not self._deadline.expired():
            self._deadline.reschedule(when + seconds)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock; several parts of a turn may wait at once."""
        self._pauses += 1
        if self._pauses == 1:
            self._stop()
        try:
            yield
        finally:
            self._pauses -= 1
            if self._pauses == 0:
                self._go_on()

    def _stop(self) -> None:
        when = self._deadline.when()
        self._stopped = self._clock()
        self._left = None if when is None else when - asyncio.get_running_loop().time()
        self._deadline.reschedule(None)

    def _go_on(self) -> None:
        self._waited += self._clock() - self._stopped
        self._strike_after(self._left)
