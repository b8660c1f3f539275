"""Counts of records by where they came from, put together by the rows of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from thinkingbox_plugin.results.collecting import Collected, Source
from thinkingbox_plugin.results.reading import TrialRow

Label = tuple[str, str]
"""What kind of thing is counted, and which."""


def source_of(run: int, row: TrialRow) -> Source:
    """Where a record stands, as the rows of a report are told apart."""
    return (run, row.model, row.version)


@dataclass(slots=True)
class Counts:
    """Grows with sources × domains × labels, not with records."""

    _found: dict[tuple[Source, str], Counter[Label]] = field(default_factory=dict)

    def of(self, run: int, row: TrialRow) -> Counter[Label]:
        """The counter for a record's source and domain."""
        place = (source_of(run, row), row.domain)
        if place not in self._found:
            self._found[place] = Counter()
        return self._found[place]

    def by_row(self, collected: Collected) -> Iterator[tuple[str, dict[str, Counter[Label]]]]:
        """For each row of the report its counts by domain, in order."""
        merged: dict[str, dict[str, Counter[Label]]] = {}
        for (source, domain), counts in self._found.items():
            domains = merged.setdefault(collected.row_of(*source), {})
            domains[domain] = domains.get(domain, Counter()) + counts
        for sample in collected.samples:
            if sample.model in merged:
                yield sample.model, dict(sorted(merged[sample.model].items()))


def total(domains: dict[str, Counter[Label]]) -> Counter[Label]:
    """Over all domains."""
    return sum(domains.values(), Counter[Label]())
