"""In place of pytest-xdist's ``load``: each worker has a few windows of trials before it, and whole tasks if it can be.

``load`` deals out large parts of a run at its start, so that at its end some workers have nothing left; and it sends
so little ahead towards the end that no worker can keep many trials in flight.  Here a worker holds a few times what it
has in flight, less and less towards the end.  A task's trials go to one worker as long as all have work, since each
worker makes a task's plan once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from xdist.scheduler import LoadScheduling  # type: ignore[import-untyped]

from thinkingbox_plugin.flight.flights import AHEAD
from thinkingbox_plugin.run import Run

_FEW = 16
"""So many items a worker with few trials in flight may hold: their reports and the answers take their time."""


class Lanes:
    """Indices of items that no worker has yet: a lane for each worker, and what comes back, which goes first."""

    def __init__(self, number: int) -> None:
        self._lanes: list[deque[int]] = [deque() for _ in range(number)]
        self._back: deque[int] = deque()
        self._count = 0

    def deal(self, nodeids: Sequence[str]) -> None:
        """Fill the lanes: whole tasks one after the other."""
        lane_of: dict[str, deque[int]] = {}
        for index, nodeid in enumerate(nodeids):
            lane = lane_of.setdefault(nodeid.partition("[")[0], self._lanes[len(lane_of) % len(self._lanes)])
            lane.append(index)
        self._count += len(nodeids)

    def take(self, number: int, lane: int) -> list[int]:
        """At most so many: what came back, then of the lane, then of whichever is the longest."""
        number = min(number, self._count)
        self._count -= number
        return [self._one(lane) for _ in range(number)]

    def _one(self, lane: int) -> int:
        queue = self._back or self._lanes[lane] or max(self._lanes, key=len)
        return queue.popleft()

    # What LoadScheduling does with its list of items that no worker has.

    def __len__(self) -> int:
        return self._count

    def extend(self, indices: Iterable[int]) -> None:
        """Take back what a worker has not run."""
        for index in indices:
            self._back.append(index)
            self._count += 1

    def insert(self, place: int, index: int) -> None:
        """Take back an item that runs again."""
        self._back.insert(place, index)
        self._count += 1


class WindowScheduling(LoadScheduling):  # type: ignore[misc]
    """The scheduler of a run with trials; for any other it is ``load`` as ever."""

    def __init__(self, config: pytest.Config, log: Any, run: Run) -> None:
        super().__init__(config, log)
        self.collection: list[str] | None
        self.pending: Any
        self._run = run
        self._lane_of: dict[Any, int] = {}
        self._free_lanes: list[int] = []
        self._lanes = 0

    def schedule(self) -> None:
        """Begin; later on, look what new workers can be given."""
        if self.collection is not None or not self._run.planned_trials:
            super().schedule()
            return
        if not self._check_nodes_have_same_collection():
            self.log("**Different tests collected, aborting run**")
            return
        collected: list[str] = next(iter(self.node2collection.values()))
        self.collection = collected
        self._lanes = len(self.nodes)
        self._free_lanes = list(range(self._lanes))
        self.pending = Lanes(self._lanes)
        self.pending.deal(collected)
        for node in self.nodes:
            self.check_schedule(node)

    def check_schedule(self, node: Any, duration: float = 0) -> None:
        """Send a worker as many items as it should have before it."""
        if not self._lanes:
            super().check_schedule(node, duration)
            return
        if node.shutting_down:
            return
        held = len(self.node2pending[node])
        room = self._wanted(node) - held
        if room > 0:
            self._send(node, room)
        if not self.pending:  # the last items run only once it is known that nothing follows
            for other in self.nodes:
                if not other.shutting_down:
                    other.shutdown()

    def remove_node(self, node: Any) -> Any:
        """Forget a worker; what it has not run goes to others."""
        if node in self._lane_of:
            self._free_lanes.append(self._lane_of.pop(node))
        return super().remove_node(node)

    def _wanted(self, node: Any) -> int:
        """How many items a worker should have before it, those in flight among them."""
        nodes = len(self.node2pending)
        window = self._window(node)
        fair = -(-(len(self.pending) + sum(map(len, self.node2pending.values()))) // nodes)
        most = max(AHEAD * window, _FEW)
        if self.config.getoption("maxschedchunk"):
            most = min(most, self.config.getoption("maxschedchunk"))
        # One more than are in flight: a worker does not run an item before it knows the next one.
        return max(2, min(fair, max(window + 1, min(most, len(self.pending) // nodes // 2))))

    def _window(self, node: Any) -> int:
        shares = self._run.shares
        return 1 if shares is None else shares.of(node.gateway.id)

    def _send(self, node: Any, number: int) -> None:
        if node not in self._lane_of:
            self._lane_of[node] = self._free_lanes.pop(0) if self._free_lanes else 0
        indices = self.pending.take(number, self._lane_of[node])
        if indices:
            self.node2pending[node].extend(indices)
            node.send_runtest_some(indices)
