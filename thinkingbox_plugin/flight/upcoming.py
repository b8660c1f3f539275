"""What pytest runs next: in one process the session's items, in an xdist worker what it has been sent so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

import pytest


class Upcoming(Protocol):
    """The items that are going to run, as far as is known."""

    def begin(self, item: pytest.Item) -> None:
        """The item runs now."""

    def items(self, most: int) -> Iterator[pytest.Item]:
        """At most so many, in order: the one that runs now and those behind it."""


class OfSession:
    """All items of a session, one after the other."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._items, self._place = items, 0

    def begin(self, item: pytest.Item) -> None:
        """See :class:`Upcoming`."""
        for place in range(self._place, len(self._items)):
            if self._items[place] is item:
                self._place = place
                return

    def items(self, most: int) -> Iterator[pytest.Item]:
        """See :class:`Upcoming`."""
        return islice(self._items, self._place, self._place + most)


class OfWorker:
    """What an xdist worker has been sent: the queue of its interactor."""

    def __init__(self, interactor: Any, items: Sequence[pytest.Item]) -> None:
        self._interactor, self._items = interactor, items
        self._running: list[pytest.Item] = []

    def begin(self, item: pytest.Item) -> None:
        """See :class:`Upcoming`."""
        self._running = [item]

    def items(self, most: int) -> Iterator[pytest.Item]:
        """See :class:`Upcoming`."""
        with self._interactor.torun.lock() as queued:
            indices = [self._interactor.nextitem_index, *islice(queued, most)]
        behind = [self._items[index] for index in indices if isinstance(index, int)]
        return islice([*self._running, *behind], most)


def find_interactor(config: pytest.Config) -> Any:
    """What speaks with the main process in an xdist worker; None if it is not as it is known to be.

    It is private to pytest-xdist.  Without it nothing is started ahead.
    """
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            known = hasattr(plugin, "handle_command") and hasattr(getattr(plugin, "torun", None), "lock")
            return plugin if known else None
    return None


def listen(
    interactor: Any, steal: Callable[[Sequence[int]], Sequence[int] | None], changed: Callable[[], None]
) -> None:
    """Follow the commands that the main process sends to a worker, before its test loop begins.

    ``changed`` is called after each one.  ``steal`` is asked which of the items that are to be given to another worker
    may go; None if the answer has to wait.
    """
    original = interactor.handle_command

    def handle(command: Any) -> None:
        if isinstance(command, tuple) and command[0] == "steal":
            indices = steal(command[1]["indices"])
            if indices is None:
                return
            command = ("steal", {"indices": indices})
        original(command)
        changed()

    interactor.handle_command = handle
