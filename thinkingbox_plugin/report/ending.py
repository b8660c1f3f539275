"""What a run of pytest leaves behind beside its records: the page, where it costs little or is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from thinkingbox_plugin.report.tables import Table

When = Literal["auto", "always", "never"]
WHEN: tuple[When, ...] = get_args(When)

CHEAP = 3000
"""Up to so many trials a page is written unasked: some seconds and 20 MB."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The tables of a run, and what is said of its page."""

    tables: Sequence[Table]
    line: str = ""


def end_with(directory: Path, when: When, *, trials: int, large: bool, pool: bool) -> Ending:
    """Make the tables of a ``large`` run and, as ``when`` has it, its page.

    ``auto`` writes the page of a large run of up to :data:`CHEAP` trials, and tells the command for one with more.
    Raises :class:`~thinkingbox_plugin.errors.UsageError` where the page cannot be written.
    """
    from thinkingbox_plugin.reporter import ENDING, PAGE, Wanted, tables_of, write_html
    from thinkingbox_plugin.results.reading import open_runs

    wanted, path = Wanted("population"), directory / PAGE
    if when == "always" or (when == "auto" and large and trials <= CHEAP):
        tables = write_html(open_runs([directory]), wanted, path, pool=pool)
        line = f"page: {path}"
    else:
        tables = list(tables_of(open_runs([directory]), wanted, pool=pool)) if large else []
        versions = " --pool-versions" if pool else ""
        command = f"thinkingbox report {directory} --format html --out {path}{versions}"
        line = f"for a page: {command}" if large and when == "auto" else ""
    return Ending([table for table in tables if table.name in ENDING] if large else [], line)
