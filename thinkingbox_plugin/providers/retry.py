"""When a request is tried again.  A tool call never is: this is about one request to a provider only."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from thinkingbox_plugin.agents.waiting import waiting
from thinkingbox_plugin.errors import FatalProviderError, ProviderError
from thinkingbox_plugin.providers.faults import Fault, FaultError

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


@dataclass(frozen=True)
class RetryPolicy:
    """``attempts`` in all where the provider or the way to it fails; 429 is waited out for ``patience`` seconds.

    Every wait is made up to a quarter longer by a seeded draw, so that workers do not come back together;
    never shorter than the provider asked for.
    """

    attempts: int = 5
    patience: float = 600.0
    waits: tuple[float, ...] = (0.5, 2.0, 8.0, 32.0)
    """Seconds before the second, third ... attempt; also after a 429 that names no time, then 60 each."""
    longest: float = 60.0

    def wait(self, failures: int, fault: Fault, draw: random.Random) -> float:
        """Seconds before the next attempt after so many ``failures`` of its kind."""
        own = self.waits[failures - 1] if failures <= len(self.waits) else self.longest
        if fault.retry_after is not None:
            # Asked to come back at once again and again, it is still not asked in a tight loop.
            own = max(fault.retry_after, min(1.0, 0.01 * 2 ** min(failures, 10)))
        return own * (1 + draw.random() / 4)


@dataclass(frozen=True)
class Answered(Generic[T]):
    """A result, how many attempts it took, seconds of the last one and of all before it."""

    result: T
    attempts: int
    latency: float
    waited: float


async def persist(
    send: Callable[[], Awaitable[T]],
    *,
    seed: str,
    policy: RetryPolicy | None = None,
    clock: Clock = time.monotonic,
    sleep: Sleep = asyncio.sleep,
) -> Answered[T]:
    """Call ``send``, which raises :class:`FaultError`, until it succeeds or it is no longer worth it.

    Raises :class:`FatalProviderError` or :class:`ProviderError` with the provider's last words; faults that
    end the trial as it stands (``refused``, ``context_limit``) are passed on as they are.
    """
    policy = policy or RetryPolicy()
    patience = _Patience(policy, seed)
    started = clock()
    while True:
        began = clock()
        try:
            result = await send()
        except FaultError as error:
            pause = patience.after(error.fault)
        else:
            return Answered(result, patience.attempts, clock() - began, began - started)
        with waiting():
            await sleep(pause)


class _Patience:
    """What is left of it for one request."""

    def __init__(self, policy: RetryPolicy, seed: str) -> None:
        self._policy, self._seed = policy, seed
        self._draw: random.Random | None = None
        self._failures = self._limited = 0
        self._left = policy.patience
        self.attempts = 1

    def after(self, fault: Fault) -> float:
        """Seconds to wait after ``fault``; raises where there is nothing to wait for."""
        if fault.kind in ("refused", "context_limit"):
            raise FaultError(fault)
        if fault.kind == "fatal":
            raise FatalProviderError(fault.words)
        if fault.kind == "other":
            raise ProviderError(fault.words)
        self._draw = self._draw or random.Random(self._seed)
        if fault.kind == "rate_limit":
            self._limited += 1
            pause = self._policy.wait(self._limited, fault, self._draw)
            if pause > self._left:
                raise ProviderError(f"still limited after {self._policy.patience - self._left:.0f} s: {fault.words}")
            self._left -= pause
        else:
            self._failures += 1
            if self._failures >= self._policy.attempts:
                raise ProviderError(f"failed {self._failures} times: {fault.words}")
            pause = self._policy.wait(self._failures, fault, self._draw)
            if pause > self._policy.patience:
                raise ProviderError(f"asks to wait for {pause:.0f} s: {fault.words}")
        self.attempts += 1
        return pause
