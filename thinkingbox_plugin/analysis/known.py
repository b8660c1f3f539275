"""What ``run.json`` says of the tasks and tools of a run; records themselves do not repeat it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from thinkingbox_plugin.results.goldens import noted_goldens
from thinkingbox_plugin.results.reading import SavedRun


@dataclass(frozen=True)
class Known:
    """Of one run; empty where it was run before ``run.json`` said so."""

    goldens: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Node id of a task → name of a golden → the tools that it calls, in order."""
    calls: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Domain → ``reading`` and ``writing`` → the names of its tools."""
    references: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Domain → table → its columns that hold the key of another row."""

    @classmethod
    def of(cls, run: SavedRun) -> Known:
        """Also of a run that still goes on, or was killed."""
        prints = run.info.fingerprints if run.info is not None else {}
        goldens = {**prints.get("goldens", {}), **noted_goldens(run.directory)}
        return cls(goldens, prints.get("calls", {}), prints.get("references", {}))

    @cached_property
    def _reading(self) -> Mapping[str, frozenset[str]]:
        return {domain: frozenset(kinds.get("reading", ())) for domain, kinds in self.calls.items()}

    @cached_property
    def _counts(self) -> Mapping[str, Mapping[str, Counter[str]]]:
        return {task: {name: Counter(tools) for name, tools in found.items()} for task, found in self.goldens.items()}

    def may_write(self, domain: str, tool: str) -> bool:
        """Whether a call of ``tool`` may have been meant to write: false only for a tool that is known to read."""
        return tool not in self._reading.get(domain, ())

    def golden_calls(self, task: str, golden: str) -> Mapping[str, int]:
        """How often a golden calls each tool; empty where the run does not say."""
        return self._counts.get(task, {}).get(golden, {})

    def golden_tools(self, task: str) -> list[set[str]]:
        """The tools of each accepted solution of a task; empty where the run does not say."""
        return [set(counts) for counts in self._counts.get(task, {}).values()]

    def refers(self, domain: str, table: str, column: str | None) -> bool:
        """Whether a column is known to hold keys of other rows."""
        return column is not None and column in self.references.get(domain, {}).get(table, ())
