"""The tables of rates: where each model stands, by domain and other groups, by k, and how sure all that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from thinkingbox_plugin.report.tables import Cell, Column, Range, Table
from thinkingbox_plugin.report.text import percent, plural
from thinkingbox_plugin.statistics.components import components
from thinkingbox_plugin.statistics.estimators import k_values
from thinkingbox_plugin.statistics.figures import GROUPINGS, Figures, Grouping, average_over_models, groups
from thinkingbox_plugin.statistics.intervals import DRAWS, ESTIMANDS, LEVEL, Estimand, Estimate
from thinkingbox_plugin.statistics.measures import GAP, PASS_AT_K, PASS_HAT_K
from thinkingbox_plugin.statistics.sample import Sample

MEANING: Mapping[Estimand, str] = {
    "suite": "suite: these tasks, trial noise only",
    "population": "population: tasks like these, resampled by domain, a minimal pair together",
}
"""What an interval is about, as it stands under every table that has one."""
AVERAGE = "(all models)"
"""The row of the mean over models."""


@dataclass(frozen=True)
class Rates:
    """Tables of the samples of a report, each model's figures made once."""

    samples: Sequence[Sample]
    estimand: Estimand = "population"
    every_k: bool = False
    """Whether the curve has every k, not only the standard ones."""
    draws: int = DRAWS
    seed: int = 0
    level: float = LEVEL
    players: Sequence[str] = ("user", "judge")
    """Who, beside the agent, was played by a model or may have been, and so differs from trial to trial."""

    @cached_property
    def figures(self) -> list[Figures]:
        """Of each model."""
        return [Figures(s, draws=self.draws, seed=self.seed, level=self.level) for s in self.samples]

    @cached_property
    def k(self) -> int:
        """The k of pass@k and pass^k in all tables but the curve: the largest that any model's curve reaches."""
        return max((figures.k for figures in self.figures), default=0)

    def tables(self) -> Iterator[Table]:
        """All that have rows; those over groups only where there are several groups."""
        yield self.leaderboard()
        several = [by for by in GROUPINGS if len({name for s in self.samples for name in groups(s.results, by)}) > 1]
        made = (self.curve(), *map(self.grouped, several), self.variation(), self.tasks())
        yield from (table for table in made if table.rows)

    # -- where each model stands

    def leaderboard(self) -> Table:
        """A row for each model, over all of its tasks."""
        columns = [
            Column("model", "model"),
            Column("tasks", "tasks", "count"),
            Column("trials", "trials", "count"),
            Column("pass_at_1", "pass@1", "rate"),
            *(Column(f"pass_at_1_{e}", f"{self._level} {e}", "rate") for e in ESTIMANDS),
            Column("pass_at_1_bounds", "bounds", "rate"),
            Column("state_only", "state only", "rate"),
            *self._at_k_columns(),
            Column("always_passed", "always passed", "count"),
            Column("in_between", "in between", "count"),
            Column("always_failed", "always failed", "count"),
            Column("not_measured", "not measured", "count"),
            Column("not_run", "not run", "count"),
        ]
        rows = [self._standing(figures) for figures in self.figures]
        return Table("leaderboard", "Where the models stand", columns, rows, list(self._notes())).without_empty()

    @property
    def _level(self) -> str:
        return f"{100 * self.level:g} %"

    def _at_k_columns(self) -> list[Column]:
        if self.k < 2:
            return []
        return [
            Column(f"pass_at_{self.k}", f"pass@{self.k}, {self.estimand}", "rate"),
            Column(f"pass_hat_{self.k}", f"pass^{self.k}, {self.estimand}", "rate"),
            Column(f"gap_{self.k}", "gap", "rate"),
        ]

    def _standing(self, figures: Figures) -> list[Cell]:
        counts = figures.sample.counts
        rate, bounds = figures.rate("suite"), figures.bounds()
        missing = sum(count.missing for count in counts)
        not_run = sum(result.not_run for result in figures.sample.results)
        return [
            figures.sample.model,
            len(counts),
            sum(count.measured for count in counts),
            rate.value if rate else None,
            *(_interval(figures.rate(estimand)) for estimand in ESTIMANDS),
            Range(None, *bounds) if bounds and missing else None,
            figures.state_rate(),
            *self._at_k(figures),
            *(figures.always() if rate else (None, None, None)),
            missing or None,
            not_run or None,
        ]

    def _at_k(self, figures: Figures) -> list[Cell]:
        if self.k < 2:
            return []
        gap = figures.at(GAP, self.k, self.estimand)
        found = (figures.at(measure, self.k, self.estimand) for measure in (PASS_AT_K, PASS_HAT_K))
        return [*map(_range, found), gap.value if gap else None]

    def _notes(self) -> Iterator[str]:
        yield f"{self._level} intervals. {'. '.join(MEANING[e] for e in ESTIMANDS)}."
        for figures in self.figures:
            yield from self._bounds_note(figures)
            yield from self._dropped_note(figures)

    def _bounds_note(self, figures: Figures) -> Iterator[str]:
        bounds, missing = figures.bounds(), sum(count.missing for count in figures.sample.counts)
        if bounds and missing:
            yield (
                f"{figures.sample.model}: {plural(missing, 'trial')} without a verdict; pass@1 lies between "
                f"{percent(bounds[0])} and {percent(bounds[1])}, whatever they would have given"
            )
        unrated = [result.task for result in figures.sample.results if not result.count.measured]
        if unrated:
            yield f"{figures.sample.model}: no measured trial of {_named(unrated)}"

    def _dropped_note(self, figures: Figures) -> Iterator[str]:
        model = figures.sample.model
        if 0 < figures.k < self.k:
            yield f"{model}: no pass@{self.k}, fewer than half of its tasks have {self.k} measured trials"
        dropped = figures.dropped() if figures.k > 1 else []
        if dropped:
            rate = figures.at(PASS_AT_K, 1, self.estimand)
            held, tasks = len(figures.curved.results), plural(len(figures.sample.results), "task")
            shown = percent(rate.value if rate else None)
            yield (
                f"{model}: every k over the {held} of {tasks} with {figures.k} measured trials (their pass@1 is "
                f"{shown}), without {_named(dropped)}"
            )

    # -- by k

    def curve(self) -> Table:
        """A row for each model and k: discovery, reliability and what lies between them."""
        columns = [
            Column("model", "model"),
            Column("k", "k", "count"),
            Column("tasks", "tasks", "count"),
            Column("pass_at_k", f"pass@k, {self.estimand}", "rate"),
            Column("pass_hat_k", f"pass^k, {self.estimand}", "rate"),
            Column("gap", f"gap, {self.estimand}", "rate"),
            Column("pass_hat_k_plug_in_biased_upward", "(c/n)^k, biased upward", "rate"),
            Column("pass_at_k_bounds", "bounds of pass@k", "rate"),
            Column("pass_hat_k_bounds", "bounds of pass^k", "rate"),
        ]
        rows = [row for figures in self.figures for row in self._curve(figures)]
        notes = [
            f"{self._level} intervals, {MEANING[self.estimand]}.",
            "All k of a model over one set of tasks: those with as many measured trials as its largest k.",
            "(c/n)^k is the plug-in estimate of pass^k. Near k = n it is far too high: for a chance of 0.9, pass^20 is "
            "0.12, and the plug-in comes to 0.26 on average over 20 trials.",
        ]
        table = Table("curve", "Discovery (pass@k) and reliability (pass^k)", columns, rows, notes, names=2)
        return with_bounds(table)

    def _curve(self, figures: Figures) -> Iterator[list[Cell]]:
        ks = range(1, figures.k + 1) if self.every_k else k_values(figures.k)
        for k in ks:
            found = (figures.at(measure, k, self.estimand) for measure in (PASS_AT_K, PASS_HAT_K))
            gap: Cell = _range(figures.at(GAP, k, self.estimand)) if k > 1 else 0.0  # none by definition
            tasks = len(figures.curved.results)
            bounds = (between(figures.bounds_at(measure, k)) for measure in (PASS_AT_K, PASS_HAT_K))
            yield [figures.sample.model, k, tasks, *map(_range, found), gap, figures.plug_in(k), *bounds]

    # -- by group

    def grouped(self, by: Grouping) -> Table:
        """A row for each group and model, and for domains their mean over models."""
        columns = [
            Column(by, by),
            Column("model", "model"),
            Column("tasks", "tasks", "count"),
            Column("pass_at_1", f"pass@1, {self.estimand}", "rate"),
            Column("pass_at_1_bounds", "bounds", "rate"),
            *self._at_k_columns(),
        ]
        names = sorted({name for sample in self.samples for name in groups(sample.results, by)})
        found = [self._group_rows(figures, by) for figures in self.figures]
        rows = [rows[name] for name in names for rows in found if name in rows]
        if by == "domain" and len(self.samples) > 1:
            rows = [row for name in names for row in [*(r for r in rows if r[0] == name), *self._averages(name)]]
        notes = [f"{self._level} intervals, {MEANING[self.estimand]}."]
        if by in ("marker", "policy"):
            notes.append("A task counts in each of its rows.")
        if by == "domain" and len(self.samples) > 1:
            notes.append(f"{AVERAGE}: the mean over models, over the tasks that all of them have tried often enough.")
        table = Table(_FILES[by], _TITLES[by], columns, rows, notes, depth=0 if by == "domain" else 1, names=2)
        return with_bounds(table)

    def _group_rows(self, figures: Figures, by: Grouping) -> dict[str, list[Cell]]:
        if not figures.rated.results:
            return {}
        rates, bounds = figures.rates_by(by, self.estimand), figures.bounds_by(by)
        curves = figures.by(by, (PASS_AT_K, PASS_HAT_K, GAP), self.k, self.estimand)
        rows: dict[str, list[Cell]] = {}
        for name, rate in rates.items():
            at_k: list[Cell] = [None, None, None]
            if name in curves:
                found, kept, gap = curves[name]
                at_k = [_range(found), _range(kept), gap.value]
            shown = at_k if self.k > 1 else []
            rows[name] = [name, figures.sample.model, rate.tasks, _range(rate), between(bounds.get(name)), *shown]
        return rows

    def _averages(self, domain: str) -> Iterator[list[Cell]]:
        samples = [sample.where(lambda result: result.domain == domain) for sample in self.samples]
        held = [sample for sample in samples if sample.common(1).results]
        if len(held) < 2:
            return
        ks = [(PASS_AT_K, 1), *([(PASS_AT_K, self.k), (PASS_HAT_K, self.k), (GAP, self.k)] if self.k > 1 else [])]
        found = [
            average_over_models(held, m, k, self.estimand, draws=self.draws, seed=self.seed, level=self.level)
            for m, k in ks
        ]
        gap = [found[3].value if found[3] else None] if self.k > 1 else []
        if found[0] is not None:
            yield [domain, AVERAGE, found[0].tasks, _range(found[0]), None, *map(_range, found[1:3]), *gap]

    # -- what varies

    def variation(self) -> Table:
        """A row for each model: how much of a trial's variance lies between tasks and between trials of one task."""
        columns = [
            Column("model", "model"),
            Column("variance", "variance of a trial", "number"),
            Column("domains", "domains", "rate"),
            Column("tasks", "tasks of a domain", "rate"),
            Column("trials", "trials of a task", "rate"),
        ]
        rows: list[list[Cell]] = []
        for figures in self.figures:
            found = components(figures.sample)
            if found is not None:
                rows.append([figures.sample.model, found.total, *found.shares()])
        notes = [
            "Shares of the variance of one trial's outcome, estimated without bias; a share below zero is shown as 0.",
            noise_note(self.players),
        ]
        return Table("variation", "What the outcomes vary with", columns, rows, notes)

    def tasks(self) -> Table:
        """A row for each task and model, for files."""
        columns = [
            Column("domain", "domain"),
            Column("workflow", "workflow"),
            Column("task", "task"),
            Column("pair", "minimal pair"),
            Column("model", "model"),
            Column("trials", "measured", "count"),
            Column("passed", "passed", "count"),
            Column("state_passed", "passed by state", "count"),
            Column("not_measured", "not measured", "count"),
            Column("not_run", "not run", "count"),
        ]
        rows: list[list[Cell]] = [
            [
                result.domain,
                result.workflow,
                result.task,
                result.unit,
                sample.model,
                result.count.measured,
                result.count.passed,
                result.state.passed,
                result.count.missing,
                result.not_run,
            ]
            for sample in self.samples
            for result in sample.results
        ]
        return Table("tasks", "Every task", columns, rows, depth=2, names=5)


def noise_note(players: Sequence[str]) -> str:
    """What the variance between the trials of a task is made of, as far as the records tell."""
    if not players:
        return (
            "Trials of a task: the user and the judge were scripted and do the same again, so this is the agent's own."
        )
    return (
        f"Trials of a task: the agent and the {' and the '.join(players)} together. No trial holds one of them fixed "
        "and repeats another, so these records cannot tell their shares apart."
    )


_TITLES: Mapping[Grouping, str] = {
    "domain": "By domain",
    "workflow": "By workflow",
    "marker": "By marker",
    "policy": "By policy section",
}
_FILES: Mapping[Grouping, str] = {
    "domain": "domains",
    "workflow": "workflows",
    "marker": "markers",
    "policy": "policies",
}


def _range(estimate: Estimate | None) -> Range | None:
    return Range(estimate.value, estimate.low, estimate.high) if estimate is not None else None


def _interval(estimate: Estimate | None) -> Range | None:
    return Range(None, estimate.low, estimate.high) if estimate is not None else None


BOUNDS = "Bounds: with every trial without a verdict counted as failed, and as passed, over all tasks."


def between(bounds: tuple[float, float] | None) -> Range | None:
    """Bounds as a cell."""
    return Range(None, *bounds) if bounds is not None else None


def with_bounds(table: Table) -> Table:
    """``table`` with a note on its columns of bounds; without them where every trial has a verdict."""
    places = [i for i, column in enumerate(table.columns) if column.key.endswith("_bounds")]
    if any(row[i] is not None for row in table.rows for i in places):
        return replace(table, notes=[*table.notes, BOUNDS])
    kept = [i for i in range(len(table.columns)) if i not in places]
    return replace(table, columns=[table.columns[i] for i in kept], rows=[[row[i] for i in kept] for row in table.rows])


def _named(tasks: Iterable[str], most: int = 3) -> str:
    names = [task.rpartition("::")[2].removeprefix("test_case_") for task in tasks]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{plural(len(names), 'task')} ({', '.join(names[:most])}{more})"
