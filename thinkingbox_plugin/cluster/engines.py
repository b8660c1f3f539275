"""What ``--tb-engine`` may be."""

from __future__ import annotations

import re

from thinkingbox_plugin.errors import UsageError

LOCAL = "local"
RAY = "ray"
_ADDRESS = re.compile(r"ray://[A-Za-z0-9._-]+:[0-9]{1,5}|ray://\[[0-9A-Fa-f:.]+\]:[0-9]{1,5}")


def check_engine(engine: str) -> str:
    """``engine`` if it is one.  Raises :class:`UsageError` otherwise."""
    if engine in (LOCAL, RAY) or _ADDRESS.fullmatch(engine):
        return engine
    raise UsageError(
        f"--tb-engine {engine}: no such engine; write local, ray (the cluster of RAY_ADDRESS, the one on this machine, "
        "or else a new one here) or ray://HOST:PORT"
    )
