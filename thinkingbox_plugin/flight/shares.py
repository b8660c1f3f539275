"""How many trials may be in flight: in the whole run, and in each worker of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.errors import UsageError

ALONE = 16
"""In flight without workers where an agent, the user or the judge may have to be waited for."""
ON_CLUSTER = 64
"""In flight on a cluster."""


def in_flight(asked: int | None, agents: Mapping[str, object], entries: Mapping[Any, object], workers: int) -> int:
    """How many trials may be in flight in all processes together.

    ``asked`` is ``--tb-concurrency``; ``workers`` is the number of xdist workers, 0 without any.  Raises
    :class:`UsageError` if it is less than one for each worker.
    """
    if asked is None:
        waits = bool(entries) or any(not isinstance(agent, ReferenceSpec) for agent in agents.values())
        return workers or (ALONE if waits else 1)
    if asked < workers:
        raise UsageError(
            f"--tb-concurrency {asked}: each of the {workers} workers has at least one trial in flight; give "
            f"{workers} or more, or -n {asked}"
        )
    return asked


class Shares:
    """What each worker has in flight: equal shares, the first ones one more where they do not come out even.

    A worker that takes a dead one's place takes its share.

    >>> shares = Shares(5, 2)
    >>> shares.take("gw0"), shares.take("gw1")
    (3, 2)
    >>> shares.give_back("gw0"), shares.take("gw2"), shares.of("gw2")
    (None, 3, 3)
    """

    def __init__(self, total: int, workers: int) -> None:
        self._free = [total // workers + (place < total % workers) for place in range(workers)]
        self._taken: dict[str, int] = {}

    def take(self, worker: str) -> int:
        """The share of a worker that starts."""
        self._taken[worker] = share = self._free.pop(0) if self._free else 1
        return share

    def give_back(self, worker: str) -> None:
        """The worker is gone."""
        share = self._taken.pop(worker, None)
        if share is not None:
            self._free.append(share)

    def of(self, worker: str) -> int:
        """The share of a worker that has one; 1 for any other."""
        return self._taken.get(worker, 1)
