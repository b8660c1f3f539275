"""What an audit finds, as plain data: it travels from xdist workers to the main process and into JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Probe = Literal[
    "golden",
    "idle",
    "constant-ticket",
    "trap",
    "twin",
    "dropped",
    "twice",
    "extra",
    "undone",
    "changed",
    "optional",
    "reordered",
    "neutral",
    "elsewhere",
    "constants",
    "facts",
    "typed",
]

PROBES: Mapping[Probe, tuple[str, str]] = {
    "golden": ("golden, through MCP", "pass"),
    "idle": ("idle agent", "fail"),
    "constant-ticket": ("the best constant ticket", "fail in ≥ 98 % of tasks"),
    "trap": ("each trap", "fail"),
    "twin": ("the golden of its twin", "fail"),
    "dropped": ("each golden write dropped", "fail"),
    "twice": ("each golden write done twice", "fail or refused"),
    "extra": ("one extra legal write, each writing tool", "fail"),
    "undone": ("an extra write undone again", "fail"),
    "changed": ("each compared argument changed", "≥ 99 % fail or refused"),
    "optional": ("each optional argument set or left out", "fail or refused"),
    "reordered": ("independent golden writes in another order", "pass"),
    "neutral": ("more reads, a failed call, more questions", "pass"),
    "elsewhere": ("another process, date, zone, locale, hash seed", "same hash"),
    "constants": ("every constant in a golden step", "has a source"),
    "facts": ("every fact", "not in the opening"),
    "typed": ("every golden call", "obeys its schema"),
}
"""Each probe's name in the table and what must come of it, in the table's order."""

SHARED: frozenset[Probe] = frozenset({"constant-ticket", "changed"})
"""Probes with a bound over many tasks: one survivor does not fail its task."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A probe that a task did not survive: which, and exactly what was changed."""

    probe: Probe
    what: str


@dataclass(slots=True)
class Count:
    """How often a probe was tried; ``refused`` of these were refused by a tool; ``skipped`` could not be made."""

    tried: int = 0
    refused: int = 0
    survived: int = 0
    skipped: int = 0


@dataclass
class TaskAudit:
    """Everything that the audit learns of one task."""

    task: str
    id: str
    domain: str
    package: str
    root: str
    """The folder that holds the package, to import it elsewhere."""
    workflow: str
    tags: list[str] = field(default_factory=list)
    user: str | None = None
    opening: str = ""
    masked: str = ""
    """The opening with names and numbers masked."""
    policy: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    """All sections of the domain's policies."""
    breaks: list[str] = field(default_factory=list)
    """The sections that its traps break."""
    needed: list[str] = field(default_factory=list)
    """The facts that a golden's calls use and that only the user can tell."""
    traps: int = 0
    twin: str | None = None
    writes: list[str] = field(default_factory=list)
    """The golden's writing tools in order, ticket bookkeeping left out."""
    ending: str = ""
    """A digest of what the golden does, by which two sides of a boundary differ."""
    hashes: dict[str, str] = field(default_factory=dict)
    goldens: list[str] = field(default_factory=list)
    """The hashes of the accepted end states."""
    constants: list[str] = field(default_factory=list)
    """The constant tickets that pass."""
    counts: dict[str, Count] = field(default_factory=dict)
    survivors: list[Survivor] = field(default_factory=list)
    unprobed: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each probe the tools for which it could not be made, each with the reason."""
    probed: dict[str, list[str]] = field(default_factory=dict)
    """For each probe the tools for which it was made."""

    def count(self, probe: Probe) -> Count:
        """The probe's counts, from 0."""
        return self.counts.setdefault(probe, Count())

    def made_for(self, probe: Probe, tool: str) -> None:
        """Note that a probe was made for a tool."""
        tools = self.probed.setdefault(probe, [])
        if tool not in tools:
            tools.append(tool)

    def not_made_for(self, probe: Probe, tool: str, why: str) -> None:
        """Note that a probe could not be made for a tool, and why."""
        self.count(probe).skipped += 1
        self.unprobed.setdefault(probe, {})[tool] = why

    def survive(self, probe: Probe, what: str) -> None:
        """Note a probe that the task did not survive."""
        self.count(probe).survived += 1
        self.survivors.append(Survivor(probe, what))

    @property
    def failures(self) -> list[Survivor]:
        """The survivors that fail the task on their own."""
        return [survivor for survivor in self.survivors if survivor.probe not in SHARED]

    def to_json(self) -> dict[str, Any]:
        """Plain values only."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TaskAudit:
        """What :meth:`to_json` gave."""
        counts = {name: Count(**count) for name, count in data["counts"].items()}
        survivors = [Survivor(**survivor) for survivor in data["survivors"]]
        return cls(**{**data, "counts": counts, "survivors": survivors})
