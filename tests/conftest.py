"""Makes the toyshop importable, here and in every process that a test starts; seeds hypothesis."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# The same examples in every run, and no test that fails because the machine is busy.
settings.register_profile("seeded", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("seeded")

_HERE = str(Path(__file__).parent)

if _HERE not in sys.path:
    sys.path.insert(0, _HERE)
_paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
if _HERE not in _paths:
    os.environ["PYTHONPATH"] = os.pathsep.join([_HERE, *filter(None, _paths)])
