"""The parts of a report that statistics make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from thinkingbox_plugin.report.rates import Rates
from thinkingbox_plugin.report.tables import Table
from thinkingbox_plugin.results.collecting import Collected
from thinkingbox_plugin.results.reading import TrialRow
from thinkingbox_plugin.statistics.intervals import Estimand

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
        yield from Rates(collected.samples, estimand, self._wanted.every_k, seed=self._wanted.seed).tables()


def with_notes(tables: Iterable[Table], notes: Sequence[str]) -> Iterator[Table]:
    """``tables`` with ``notes`` on how the rows came about under the first of them."""
    for number, table in enumerate(tables):
        yield table if number else replace(table, notes=[*table.notes, *notes])
