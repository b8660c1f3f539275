"""The tasks that a gate is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.statistics.sample import TaskResult


@dataclass(frozen=True, slots=True)
class Membership:
    """Which tasks a gate is about."""

    kind: Literal["all", "domain", "workflow", "marker"]
    name: str = ""

    @classmethod
    def of(cls, gate: Gate, results: Sequence[TaskResult]) -> Membership:
        """By what the tasks are: a domain's name goes before a workflow's, and that before a marker's.

        Raises :class:`UsageError` for a group that no task is in.
        """
        if gate.group is None:
            return cls("all")
        known: Mapping[Literal["domain", "workflow", "marker"], set[str]] = {
            "domain": {result.domain for result in results},
            "workflow": {f"{result.domain}/{result.workflow}" for result in results},
            "marker": {tag for result in results for tag in result.tags},
        }
        for kind, names in known.items():
            if gate.group in names:
                return cls(kind, gate.group)
        every = [name for names in known.values() for name in sorted(names)]
        hint = "".join(f"; did you mean {name}?" for name in get_close_matches(gate.group, every, n=1))
        raise UsageError(
            f"gate '{gate}': no task is of a domain, workflow or marker {gate.group}; the domains are "
            f"{', '.join(sorted(known['domain']))}{hint}"
        )

    def __contains__(self, result: TaskResult) -> bool:
        if self.kind == "domain":
            return result.domain == self.name
        if self.kind == "workflow":
            return f"{result.domain}/{result.workflow}" == self.name
        return self.kind == "all" or self.name in result.tags
