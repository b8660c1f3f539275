"""Typed state on pytest's config and items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from thinkingbox_plugin.collection import Collection
    from thinkingbox_plugin.reporting import Reporting
    from thinkingbox_plugin.run import Run
    from thinkingbox_plugin.trial import Finished

RUN: pytest.StashKey[Run] = pytest.StashKey()
COLLECTION: pytest.StashKey[Collection] = pytest.StashKey()
REPORTING: pytest.StashKey[Reporting] = pytest.StashKey()
FINISHED: pytest.StashKey[Finished] = pytest.StashKey()
"""On an item: its trial, once it is over."""
