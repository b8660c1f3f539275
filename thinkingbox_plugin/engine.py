"""The engine: one event loop in a background thread, on which every trial of the process runs.

The main thread stays pytest's own, so that Ctrl-C reaches it at once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Engine:
    """Runs coroutines to completion; started with the first, stopped by :meth:`close`."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Wait for the coroutine's result; an interrupt of the wait cancels it and passes on."""
        future = self.start(coroutine)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def start(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Let the coroutine run; its result is waited for elsewhere."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._started())

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the loop's thread, soon."""
        self._started().call_soon_threadsafe(function, *arguments)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="thinkingbox", daemon=True)
            self._thread.start()
        return self._loop

    def close(self) -> None:
        """Cancel what still runs and stop the loop; the engine can be used again."""
        loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=10)
        loop.close()


async def _cancel_all() -> None:
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
