"""How often the guard fired in a run: plain figures over records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from thinkingbox_plugin.records import USER_REJECTED, USER_SCRIPTED, TrialRecord


@dataclass(slots=True)
class Firings:
    """For one model under test: the simulated user's replies that were thrown away, by reason."""

    replies: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    scripted: int = 0
    trials: int = 0

    def add(self, record: TrialRecord) -> None:
        """Count one trial."""
        rejected = [flag.removeprefix(USER_REJECTED) for flag in record.flags if flag.startswith(USER_REJECTED)]
        self.replies += record.user_turns
        self.reasons.update(rejected)
        self.scripted += record.flags.count(USER_SCRIPTED)
        self.trials += bool(rejected)

    def to_json(self) -> dict[str, Any]:
        """``replies`` of the user in all, how many attempts were ``rejected``, in how many ``trials`` and for
        which ``reasons``, and how many replies the ``scripted`` user spoke instead."""
        return {
            "replies": self.replies,
            "rejected": self.reasons.total(),
            "reasons": dict(sorted(self.reasons.items())),
            "scripted": self.scripted,
            "trials": self.trials,
        }


def guard_firings(records: Iterable[TrialRecord]) -> dict[str, dict[str, Any]]:
    """How often the guard of the simulated user fired, by model under test; see :meth:`Firings.to_json`."""
    found: dict[str, Firings] = {}
    for record in records:
        found.setdefault(record.model, Firings()).add(record)
    return {model: firings.to_json() for model, firings in found.items()}
