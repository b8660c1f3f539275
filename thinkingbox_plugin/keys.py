"""Typed state on pytest's config and items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from thinkingbox_plugin.collection import Collection
    from thinkingbox_plugin.records import TrialRecord
    from thinkingbox_plugin.reporting import Reporting
    from thinkingbox_plugin.run import Run

RUN: pytest.StashKey[Run] = pytest.StashKey()
COLLECTION: pytest.StashKey[Collection] = pytest.StashKey()
REPORTING: pytest.StashKey[Reporting] = pytest.StashKey()
RECORD: pytest.StashKey[TrialRecord] = pytest.StashKey()
"""On an item: the record of its trial, once that is over."""
UNTOLD: pytest.StashKey[bool] = pytest.StashKey()
"""On an item: its trial ended by what another worker has told already, so nothing is reported of it."""
