"""Makes the toyshop importable, here and in every process that a test starts."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

_HERE = str(Path(__file__).parent)

if _HERE not in sys.path:
    sys.path.insert(0, _HERE)
_paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
if _HERE not in _paths:
    os.environ["PYTHONPATH"] = os.pathsep.join([_HERE, *filter(None, _paths)])

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's background job ignores Ctrl-C and so would every child that a test starts to interrupt it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["toyshop"]
"""Its tasks are material for the tests here."""


@pytest.fixture
def shop(pytester: pytest.Pytester) -> object:
    """A domain's package in an empty folder; see :class:`shops.Shop`."""
    from shops import Shop

    return Shop(pytester)
