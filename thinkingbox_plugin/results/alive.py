"""Whether a process lives."""

from __future__ import annotations

import os


def is_running(pid: int) -> bool:
    """Whether there is a process ``pid``, where the system tells."""
    if os.name == "nt":  # there, os.kill with 0 ends the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
