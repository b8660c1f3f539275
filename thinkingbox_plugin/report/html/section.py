"""What the page shows of each trial, kept while the records go by: a few numbers in memory, the rest on disk."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

from thinkingbox_plugin.analysis.flags import flags_of
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.analysis.signatures import signature
from thinkingbox_plugin.records import TRIAL_CLASSES
from thinkingbox_plugin.report.html.conversation import trial_detail
from thinkingbox_plugin.report.html.packing import Spool
from thinkingbox_plugin.report.html.rows import PageRow, cost, reason
from thinkingbox_plugin.report.tables import Table

if TYPE_CHECKING:
    from thinkingbox_plugin.analysis.conversation import TalkRow
    from thinkingbox_plugin.results.collecting import Collected, Source
    from thinkingbox_plugin.results.reading import SavedRun

_CODES = {name: code for code, name in enumerate(TRIAL_CLASSES)}


NAMED = ("reason", "stop", "trap", "signature", "flags")
"""Columns whose values come again and again, and are written once."""


class Names:
    """Texts that come again and again, by number."""

    def __init__(self) -> None:
        self.held: dict[Any, int] = {}

    def number(self, name: Any) -> int:
        """The number of ``name``; a new one is the next."""
        return self.held.setdefault(name, len(self.held))


class PageSection:
    """Takes every record as a :class:`~thinkingbox_plugin.report.html.rows.PageRow`; makes no table."""

    collected: Collected
    """Set when all records have been seen."""

    def __init__(self, runs: Sequence[SavedRun]) -> None:
        self.spool = Spool()
        self._known = [Known.of(run) for run in runs]
        self._tasks: dict[str, dict[str, Any]] = {}
        self.names = {name: Names() for name in ("task", "source", *NAMED)}
        self.counts = {name: array("q") for name in (*self.names, "trial", "class", "calls", "turns")}
        self.sums = {name: array("d") for name in ("seconds", "cost")}

    def __len__(self) -> int:
        return len(self.spool)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.spool.close()

    def add(self, run: int, row: TalkRow) -> None:
        """Keep a record of the run with this number."""
        assert isinstance(row, PageRow)
        self._tasks.setdefault(row.task, _task(row))
        failed, known = row.trial_class == "failed", self._known[run]
        named = {
            "task": row.task,
            "source": (run, row.model, row.version),
            "reason": reason(row),
            "stop": row.stop_reason,
            "trap": row.trap or "",
            "signature": signature(row, known) if failed else "",
            "flags": tuple(flags_of(row, known)) if failed else (),
        }
        numbers = {name: self.names[name].number(value) for name, value in named.items()}
        numbers |= {"trial": row.trial, "class": _CODES[row.trial_class]}
        for name, number in {**numbers, "calls": row.tool_calls, "turns": row.user_turns}.items():
            self.counts[name].append(number)
        self.sums["seconds"].append(row.timing.get("total", 0.0))
        self.sums["cost"].append(cost(row.usage))
        self.spool.add(trial_detail(row))

    def tables(self, collected: Collected) -> Iterable[Table]:
        """None, the page shows those of the other sections; but now it is known which trial stands in which row."""
        self.collected = collected
        return ()


def _task(row: PageRow) -> dict[str, Any]:
    return {
        "id": row.task,
        "domain": row.domain,
        "workflow": row.workflow,
        "tags": list(row.tags),
        "policy": list(row.policy),
    }


class Trials:
    """The trials by task, model and number, in columns: a page of ten thousand must not be a tree of objects."""

    def __init__(self, section: PageSection) -> None:
        self._section, self._counts, collected = section, section.counts, section.collected
        self._models = [sample.model for sample in collected.samples]
        self._tasks = self._all_tasks(collected)
        order = {name: place for place, name in enumerate(self._tasks)}
        self._task_of = [order[name] for name in section.names["task"].held]
        models = {name: place for place, name in enumerate(self._models)}
        sources: list[Source] = list(section.names["source"].held)
        self._model_of = [models[collected.row_of(*source)] for source in sources]
        self.order = sorted(range(len(section)), key=self._place)
        self._absent = {
            f"{order[result.task]} {models[sample.model]}": result.not_run
            for sample in collected.samples
            for result in sample.results
            if result.not_run
        }

    def _all_tasks(self, collected: Collected) -> dict[str, dict[str, Any]]:
        found = dict(self._section._tasks)
        for sample in collected.samples:
            for result in sample.results:
                if result.task not in found:
                    bare = {"id": result.task, "domain": result.domain, "workflow": result.workflow}
                    found[result.task] = bare | {"tags": list(result.tags), "policy": list(result.policy)}
        return dict(sorted(found.items()))

    def _place(self, number: int) -> tuple[int, int, int]:
        counts = self._counts
        return (
            self._task_of[counts["task"][number]],
            self._model_of[counts["source"][number]],
            counts["trial"][number],
        )

    def groups(self) -> list[list[int]]:
        """Details to be packed together, by task; first of all tasks the trials that did not pass."""
        found: dict[tuple[bool, int], list[int]] = {}
        for number in self.order:
            passed = self._counts["class"][number] == _CODES["passed"]
            found.setdefault((passed, self._counts["task"][number]), []).append(number)
        return [found[key] for key in sorted(found, key=lambda key: key[0])]

    def as_json(self, chunks: Sequence[Sequence[int]]) -> dict[str, Any]:
        """The columns, and which chunk holds what; ``chunks`` are the numbers in each, a trial in none has -1."""
        where = {number: (chunk, place) for chunk, members in enumerate(chunks) for place, number in enumerate(members)}
        nowhere, counts, sums = (-1, 0), self._counts, self._section.sums
        return {
            "models": self._models,
            "tasks": list(self._tasks.values()),
            "classes": list(TRIAL_CLASSES),
            "named": {name: list(self._section.names[name].held) for name in NAMED},
            "absent": self._absent,
            "rows": {
                "task": [self._task_of[counts["task"][n]] for n in self.order],
                "model": [self._model_of[counts["source"][n]] for n in self.order],
                **{
                    name: [counts[name][n] for n in self.order] for name in (*NAMED, "trial", "class", "calls", "turns")
                },
                "seconds": [round(sums["seconds"][n], 1) for n in self.order],
                "cost": [float(f"{sums['cost'][n]:.3g}") for n in self.order],
                "chunk": [where.get(n, nowhere)[0] for n in self.order],
                "place": [where.get(n, nowhere)[1] for n in self.order],
            },
        }
