"""From what the tasks reported to the two tables of a domain, and to ``audit.json``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from thinkingbox_plugin.audit.findings import PROBES, Count, Probe, Survivor, TaskAudit
from thinkingbox_plugin.audit.properties import WHOLE, Figure, percent, properties


@dataclass(frozen=True)
class DomainAudit:
    """The audit of one domain's selected tasks."""

    domain: str
    tasks: int
    properties: Sequence[Figure]
    probes: Sequence[Figure]
    survivors: Sequence[tuple[str, Survivor]]
    """Node id and survivor."""
    unprobed: Mapping[str, Mapping[str, str]]
    """For each probe the tools for which it could be made in no task, each with the first reason."""

    @property
    def held(self) -> bool:
        """Whether no judged bound is missed."""
        return all(figure.held is not False for figure in (*self.properties, *self.probes))

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        data = asdict(self)
        data["survivors"] = [{"task": task, "probe": s.probe, "what": s.what} for task, s in self.survivors]
        return {**data, "held": self.held}


def summarise(audits: Sequence[TaskAudit]) -> list[DomainAudit]:
    """Each domain's tables, in the order in which its first task came."""
    domains: dict[str, list[TaskAudit]] = {}
    for audit in audits:
        domains.setdefault(audit.domain, []).append(audit)
    return [_domain(name, tasks) for name, tasks in domains.items()]


def _domain(name: str, audits: Sequence[TaskAudit]) -> DomainAudit:
    return DomainAudit(
        domain=name,
        tasks=len(audits),
        properties=properties(audits),
        probes=[_probe(probe, audits) for probe in PROBES],
        survivors=[(audit.task, survivor) for audit in audits for survivor in audit.survivors],
        unprobed=_unprobed(audits),
    )


def _probe(probe: Probe, audits: Sequence[TaskAudit]) -> Figure:
    name, must = PROBES[probe]
    total = _total(probe, audits)
    if probe == "constant-ticket":
        return _constant_ticket(name, must, audits, total)
    held: bool | None = not total.survived
    if probe == "changed":
        held = 100 * total.survived <= total.tried
        share = percent(total.survived, total.tried)
        figure = f"{total.survived} of {total.tried} unnoticed ({share}), {total.refused} refused"
    else:
        figure = f"{total.survived} of {total.tried} survive" if total.survived else f"{total.tried} tried"
        figure += f", {total.refused} refused" if total.refused else ""
    if not total.tried and not total.survived:
        held, figure = None, "none to try"
    return Figure(name, figure, must, held)


def _total(probe: Probe, audits: Sequence[TaskAudit]) -> Count:
    counts = [audit.counts.get(probe, Count()) for audit in audits]
    return Count(
        *(sum(getattr(count, field) for count in counts) for field in ("tried", "refused", "survived", "skipped"))
    )


def _constant_ticket(name: str, must: str, audits: Sequence[TaskAudit], total: Count) -> Figure:
    if not total.tried:
        return Figure(name, "none to try", must, None)
    if total.skipped == len(audits):
        return Figure(name, "the domain has no help desk", must, None)
    passed = Counter(label for audit in audits for label in audit.constants)
    label, number = passed.most_common(1)[0] if passed else ("", 0)
    held = 100 * number <= 2 * len(audits) if len(audits) >= WHOLE else None
    figure = f"passes {number} of {len(audits)} tasks"
    return Figure(name, figure, must, held, [label] if label else [])


def _unprobed(audits: Sequence[TaskAudit]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for probe in PROBES:
        made = {tool for audit in audits for tool in audit.probed.get(probe, ())}
        missing: dict[str, str] = {}
        for audit in audits:
            for tool, why in audit.unprobed.get(probe, {}).items():
                if tool not in made:
                    missing.setdefault(tool, why)
        if missing:
            found[probe] = dict(sorted(missing.items()))
    return found


def write_audit(path: Path, domains: Sequence[DomainAudit], audits: Sequence[TaskAudit], notes: Sequence[str]) -> None:
    """Write ``audit.json``: the tables, the survivors, and everything that each task reported."""
    data = {
        "held": all(domain.held for domain in domains) and not notes,
        "domains": {domain.domain: domain.to_json() for domain in domains},
        "tasks": {audit.task: audit.to_json() for audit in audits},
        "notes": list(notes),
    }
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
