"""The table of a comparison: what changed between two runs, whether that is sure, and what would settle it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thinkingbox_plugin.report.rates import MEANING, between, with_bounds
from thinkingbox_plugin.report.tables import Cell, Column, Range, Table
from thinkingbox_plugin.report.text import plural
from thinkingbox_plugin.statistics.comparing import POWER, Comparison, Difference, with_holm
from thinkingbox_plugin.statistics.figures import Grouping, bounds_of, groups
from thinkingbox_plugin.statistics.intervals import Estimand
from thinkingbox_plugin.statistics.measures import Measure
from thinkingbox_plugin.statistics.planning import Plan, settle
from thinkingbox_plugin.statistics.sample import Sample

ALL = "(all)"


@dataclass(frozen=True)
class Differences:
    """Rows of a comparison: all tasks, then each group."""

    comparison: Comparison
    measure: Measure
    k: int
    estimand: Estimand
    margin: float
    alpha: float
    by: Grouping | None = "domain"
    power: float = POWER

    def rows(self) -> list[tuple[str, Difference]]:
        """Names and differences, the answers Holm's over all rows."""
        results = self.comparison.candidate.results
        found = {ALL: list(range(len(results)))}
        parts = groups(results, self.by) if self.by is not None else {}
        if len(parts) > 1:
            found |= parts
        made = with_holm([self.comparison.over(members, self.estimand) for members in found.values()])
        return list(zip(found, made, strict=True))

    def table(self) -> Table:
        """A row for each group."""
        rows = self.rows()
        name = self.measure.heading(self.k) if self.k > 1 else "pass@1"
        columns = [
            Column("group", self.by or "tasks"),
            Column("tasks", "tasks", "count"),
            Column("baseline", f"{name}, baseline", "rate"),
            Column("baseline_bounds", "bounds", "rate"),
            Column("candidate", f"{name}, candidate", "rate"),
            Column("candidate_bounds", "bounds", "rate"),
            Column("difference", f"difference, points, {self.estimand}", "points"),
            Column("answer", "answer"),
            Column("p_margin", f"p of {-100 * self.margin:g}", "p"),
            Column("p_zero", "p of 0", "p"),
            Column("detectable_suite", "detectable, suite", "span"),
            Column("detectable_population", "detectable, population", "span"),
        ]
        cells = [self._cells(group, row) for group, row in rows]
        return with_bounds(Table("comparison", self._title(), columns, cells, list(self._notes(rows))))

    def _title(self) -> str:
        return f"{self.comparison.candidate.model} against {self.comparison.baseline.model}"

    def _cells(self, group: str, row: Difference) -> list[Cell]:
        return [
            group,
            row.tasks,
            row.baseline,
            self._bounds(group, self.comparison.baseline),
            row.candidate,
            self._bounds(group, self.comparison.candidate),
            Range(row.difference, row.low, row.high),
            row.answer,
            row.p_margin,
            row.p_zero,
            row.detectable("suite", self.power),
            row.detectable("population", self.power),
        ]

    def _bounds(self, group: str, side: Sample) -> Range | None:
        members = range(len(side.results)) if group == ALL else groups(side.results, self.by or "domain")[group]
        return between(bounds_of([side.results[number] for number in members], self.measure, self.k))

    def _notes(self, rows: Sequence[tuple[str, Difference]]) -> Iterator[str]:
        yield (
            f"Difference: candidate less baseline, paired by task; {100 * (1 - self.alpha):g} % interval, "
            f"{MEANING[self.estimand]}."
        )
        yield (
            f"Against a margin of {100 * self.margin:g} points at α = {self.alpha:g} (two-sided): worse, surely below "
            f"-{100 * self.margin:g}; not worse, surely above that; better, surely above 0 as well; undecided, none of "
            "these."
        )
        if len(rows) > 1:
            yield f"p-values and answers are adjusted for {len(rows)} rows (Holm); intervals are not."
        yield (
            f"Detectable: the smallest true difference that this many tasks and trials would have shown with a chance "
            f"of {100 * self.power:g} %."
        )
        left = self.comparison.left_out
        if left:
            names = ", ".join(task.rpartition("::")[2].removeprefix("test_case_") for task in left[:5])
            more = f" and {len(left) - 5} more" if len(left) > 5 else ""
            yield f"{plural(len(left), 'task')} left out, not measured {self.k} times on both sides: {names}{more}."
        for group, row in rows:
            if row.answer == "undecided":
                yield f"{group}: {self.plan(row).sentence()}."

    def plan(self, row: Difference) -> Plan:
        """What would settle a row."""
        return settle(
            row.difference + row.margin,
            row.errors["suite"],
            row.errors["population"],
            row.estimand,
            trials=row.trials,
            tasks=row.tasks,
            alpha=row.alpha,
            power=self.power,
        )
