"""The parts of a report that statistics make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from thinkingbox_plugin.providers.builtin import SCRIPTED
from thinkingbox_plugin.report.rates import Rates
from thinkingbox_plugin.report.tables import Cell, Column, Range, Table
from thinkingbox_plugin.report.text import percent
from thinkingbox_plugin.results.collecting import Collected, Source
from thinkingbox_plugin.results.reading import TrialRow
from thinkingbox_plugin.statistics.intervals import Estimand
from thinkingbox_plugin.statistics.judge_error import JudgedCounts, JudgeErrors, correct

if TYPE_CHECKING:
    from thinkingbox_plugin.reporter import Wanted


class RatesSection:
    """Rates, curves and groups: needs nothing but the counts that are collected anyway."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted

    def add(self, run: int, row: TrialRow) -> None:
        """Nothing to keep of a record."""

    def tables(self, collected: Collected) -> Iterable[Table]:
        """See :class:`~thinkingbox_plugin.report.rates.Rates`."""
        estimand = cast(Estimand, self._wanted.estimand)
        every_k, seed = self._wanted.every_k, self._wanted.seed
        yield from Rates(collected.samples, estimand, every_k, seed=seed, players=played(collected)).tables()


def played(collected: Collected) -> list[str]:
    """Of user and judge those that some run did not leave to a script."""
    infos = [run.info for run in collected.runs]
    return [who for who in ("user", "judge") if any(info is None or getattr(info, who) != SCRIPTED for info in infos)]


class JudgeSection:
    """What the judge's mistakes leave of each model's rate; nothing where its error rates are not known."""

    def __init__(self, wanted: Wanted) -> None:
        self._errors, self._seed = wanted.judge, wanted.seed
        self._counts: dict[Source, JudgedCounts] = {}

    def add(self, run: int, row: TrialRow) -> None:
        """Count what the judge decided."""
        if self._errors is not None:
            self._counts.setdefault((run, row.model, row.version), JudgedCounts()).add(row)

    def tables(self, collected: Collected) -> Iterable[Table]:
        """One table, or none."""
        if self._errors is not None:
            yield judge_table(self._errors, self._by_row(collected), self._seed)

    def _by_row(self, collected: Collected) -> dict[str, JudgedCounts]:
        found: dict[str, JudgedCounts] = {}
        for (run, model, version), counts in self._counts.items():
            name = collected.row_of(run, model, version)
            found[name] = found.get(name, JudgedCounts()) + counts
        return {sample.model: found[sample.model] for sample in collected.samples if sample.model in found}


def judge_table(errors: JudgeErrors, counts: Mapping[str, JudgedCounts], seed: int = 0) -> Table:
    """A row for each model: its rate by the judge's word, and at the judge's error rates."""
    columns = [
        Column("model", "model"),
        Column("trials", "trials", "count"),
        Column("decided", "decided by the judge", "count"),
        Column("rate", "passed, as judged", "rate"),
        Column("corrected", "at the error rates", "rate"),
        Column("shift", "shift, points", "points"),
    ]
    rows: list[list[Cell]] = []
    for model, counted in counts.items():
        found = correct(counted, errors, seed=seed)
        if found is not None:
            corrected = Range(found.corrected, found.low, found.high)
            rows.append([model, counted.measured, found.decided, found.rate, corrected, found.shift])
    shares = {"sensitivity": errors.sensitivity, "specificity": errors.specificity}
    told = (
        f"{name} {percent(share.value)} ({share.found} of {share.labelled}; 95 % interval "
        f"{' to '.join(percent(end) for end in share.interval())})"
        for name, share in shares.items()
    )
    notes = [
        f"Judge: {', '.join(told)}.",
        "Rates over trials. The interval is that of the judge's error rates alone (Rogan and Gladen); it assumes that "
        "answers to different questions err independently, and alike for every model and task.",
    ]
    return Table("judge", "The rates at the judge's error rates", columns, rows, notes)


def with_notes(tables: Iterable[Table], notes: Sequence[str]) -> Iterator[Table]:
    """``tables`` with ``notes`` on how the rows came about under the first of them."""
    for number, table in enumerate(tables):
        yield table if number else replace(table, notes=[*table.notes, *notes])
