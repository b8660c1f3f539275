"""Which versions of a model answered, and keeping their trials apart unless told to pool them.

A provider may put another version behind a name in the middle of a run.  The version that it names in its
responses stands in each record; here they are counted, and a model whose trials were answered by several
is shown as one row for each: ``gpt-5.4 @ gpt-5.4-2026-03-05``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.summary import Planned, summarise

UNKNOWN = "no version"
"""Trials of which no answer says the version: not run, or failed before the first."""


def row_name(model: str, version: str) -> str:
    """How a version of a model is named in a summary."""
    return f"{model} @ {version or UNKNOWN}"


@dataclass
class Versions:
    """Counts the versions of agent, user and judge, by the model under test."""

    trials: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    """By model and by who asked: version → trials."""
    tasks: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    """By model and the agent's version: task → trials."""

    @classmethod
    def of(cls, records: Iterable[TrialRecord]) -> Versions:
        """Count them over all records of a run."""
        found = cls()
        for record in records:
            for who, version in record.versions.items():
                by_who = found.trials.setdefault(record.model, {})
                by_who.setdefault(who, Counter())[version] += 1
            tasks = found.tasks.setdefault((record.model, record.versions.get("agent", "")), Counter())
            tasks[record.task] += 1
        return found

    def mixed(self, model: str, who: str = "agent") -> bool:
        """Whether several versions, or several in one trial, answered to ``who``."""
        counts: Mapping[str, int] = self.trials.get(model, {}).get(who, {})
        return len(counts) > 1 or any("+" in version for version in counts)

    def apart(self, planned: Planned) -> Planned:
        """The plan with each mixed model's trials shared out among its versions.

        Trials without a version, and those that were not run, stand in a row of their own, so that the rows
        together hold what was planned.
        """
        trials: dict[str, Mapping[str, int]] = {}
        for model, tasks in planned.trials.items():
            if not self.mixed(model):
                trials[model] = tasks
                continue
            left = Counter(tasks)
            for version in sorted(self.trials[model]["agent"]):
                counts = self.tasks[model, version]
                trials[row_name(model, version)] = {task: counts[task] for task in tasks if counts[task]}
                left -= counts
            if left:
                trials[row_name(model, "")] = {task: left[task] for task in tasks if left[task]}
        return Planned(planned.domains, trials)

    def renamed(self, records: Iterable[TrialRecord]) -> Iterable[TrialRecord]:
        """The records under the names that :meth:`apart` gives."""
        for record in records:
            if self.mixed(record.model):
                yield replace(record, model=row_name(record.model, record.versions.get("agent", "")))
            else:
                yield record

    def to_json(self) -> dict[str, Any]:
        """By model under test and who asked: the versions and how many trials each has answered."""
        return {model: {who: dict(counts) for who, counts in by_who.items()} for model, by_who in self.trials.items()}

    def notes(self, pooled: bool) -> list[str]:
        """One sentence for each model of which several versions answered."""
        return [
            _note(model, who, counts, pooled)
            for model, by_who in self.trials.items()
            for who, counts in by_who.items()
            if self.mixed(model, who)
        ]


def _note(model: str, who: str, counts: Mapping[str, int], pooled: bool) -> str:
    listed = ", ".join(f"{version} in {count}" for version, count in sorted(counts.items()))
    if who != "agent":
        return f"{model}: its {who} was answered for by several versions (trials: {listed})"
    shown = "counted as one (--tb-pool-versions)" if pooled else "kept apart; --tb-pool-versions counts them as one"
    return f"{model}: several versions answered (trials: {listed}), {shown}"


def summarise_by_version(
    records: Callable[[], Iterable[TrialRecord]], planned: Planned, *, pool: bool
) -> dict[str, Any]:
    """The content of ``summary.json``, with ``versions`` and ``version_notes``; ``records`` is called twice."""
    versions = Versions.of(records())
    rows = records() if pool else versions.renamed(records())
    summary = summarise(rows, planned if pool else versions.apart(planned))
    return summary | {"versions": versions.to_json(), "version_notes": versions.notes(pool)}
