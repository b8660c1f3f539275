"""Typed state on pytest's config and items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from thinkingbox_plugin.collection import Collection
    from thinkingbox_plugin.flight.flights import Flights
    from thinkingbox_plugin.records import TrialRecord
    from thinkingbox_plugin.reporting import Reporting
    from thinkingbox_plugin.run import Run

RUN: pytest.StashKey[Run] = pytest.StashKey()
COLLECTION: pytest.StashKey[Collection] = pytest.StashKey()
REPORTING: pytest.StashKey[Reporting] = pytest.StashKey()
FLIGHTS: pytest.StashKey[Flights] = pytest.StashKey()
"""The trials in flight, while pytest's test loop runs in a process that may have several."""
RECORD: pytest.StashKey[TrialRecord] = pytest.StashKey()
"""On an item: the record of its trial, once that is over."""
UNTOLD: pytest.StashKey[bool] = pytest.StashKey()
"""On an item: its trial ended by what another worker has told already, so nothing is reported of it."""
OWN_TIME: pytest.StashKey[tuple[float, float]] = pytest.StashKey()
"""On an item: the seconds for which its set-up waited for its trial, and those that the trial took by itself."""
