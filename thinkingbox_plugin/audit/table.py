"""The audit on a terminal: both tables of each domain, then every survivor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thinkingbox_plugin.audit.findings import PROBES, SHARED
from thinkingbox_plugin.audit.properties import WHOLE, Figure
from thinkingbox_plugin.audit.summary import DomainAudit

_MARKS = {True: "ok", False: "missed", None: "not judged"}
_DETAILS = 8


def audit_lines(domain: DomainAudit) -> Iterator[str]:
    """Everything there is to say about one domain, line by line."""
    yield f"{domain.domain}: {domain.tasks} tasks"
    yield ""
    yield from _table("property of the tasks", domain.properties)
    if domain.tasks < WHOLE:
        yield f"Bounds of a whole domain are not judged below {WHOLE} tasks."
    yield ""
    yield from _table("probe", domain.probes)
    yield from _survivors(domain)
    if domain.unprobed:
        yield ""
        yield "tools that a probe could be made for in no task"
    for probe, tools in domain.unprobed.items():
        reasons: dict[str, list[str]] = {}
        for tool, why in tools.items():
            reasons.setdefault(why, []).append(tool)
        yield f"  {PROBES[probe][0]}"  # type: ignore[index]
        yield from (f"    {', '.join(named)}: {why}" for why, named in reasons.items())


def _table(title: str, figures: Sequence[Figure]) -> Iterator[str]:
    rows = [(figure.name, figure.figure, figure.bound, _MARKS[figure.held]) for figure in figures]
    head = (title, "figure", "bound", "")
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(4)]
    for row in [head, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    for figure in figures:
        if figure.held is not True and figure.details:
            yield f"  {figure.name.strip()}:"
            yield from (f"    {detail}" for detail in figure.details[:_DETAILS])
            if len(figure.details) > _DETAILS:
                yield f"    and {len(figure.details) - _DETAILS} more, in audit.json"


def _survivors(domain: DomainAudit) -> Iterator[str]:
    if not domain.survivors:
        return
    yield ""
    yield "surviving probes"
    for task, survivor in domain.survivors:
        shared = " (within a shared bound)" if survivor.probe in SHARED else ""
        yield f"  {task} · {PROBES[survivor.probe][0]}{shared}"
        yield f"    {survivor.what}"
