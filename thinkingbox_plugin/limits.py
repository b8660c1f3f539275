"""Caps of a trial."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Caps of one trial, each with its own stop reason.  ``agent_seconds`` is the agent's own time."""

    user_turns: int = 10
    tool_calls: int = 100
    agent_tokens: int | None = None
    agent_seconds: float | None = None
