"""One table, told in many ways: terminal, Markdown, CSV, Parquet, HTML.

Whoever makes figures makes a :class:`Table` of plain values; whoever shows them formats by the kind of the column.
Nobody formats twice, and a figure in a file is the one on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from thinkingbox_plugin.report.text import dollars, percent

Kind = Literal["text", "count", "number", "rate", "points", "span", "p", "money", "seconds"]
"""How a value is written: ``rate`` between 0 and 1 as ``64.2 %``, ``points`` a difference of rates as ``-1.3``,
``span`` a size of one as ``1.3``, ``p`` a p-value, ``money`` in US dollars, ``number`` with two digits behind the
point."""


@dataclass(frozen=True, slots=True)
class Range:
    """A value with an interval; ``value`` is None where only the interval is to be shown."""

    value: float | None
    low: float
    high: float


Flat = str | int | float | bool | None
"""A value in a file."""
Cell = str | int | float | bool | Range | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in files, its heading on a page, how its values are written."""

    key: str
    heading: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain values under named columns, and what must be said beside them."""

    name: str
    """The name of its file: lower case, with hyphens."""
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    depth: int = 0
    """Where it is shown: 0 everywhere, 1 on pages and in files but not on a terminal, 2 in files only."""

    names: int = 1
    """How many columns at the front say what a row is about; they are repeated where a table is broken."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: a row of {len(row)} cells under {len(self.columns)} columns")

    def without_empty(self) -> Table:
        """Without the columns in which no row has a value; those at the front stay."""
        front = range(self.names)
        kept = [
            *front,
            *(i for i in range(self.names, len(self.columns)) if any(row[i] is not None for row in self.rows)),
        ]
        return replace(
            self, columns=[self.columns[i] for i in kept], rows=[[row[i] for i in kept] for row in self.rows]
        )


def shown(cell: Cell, kind: Kind) -> str:
    """A cell as a reader sees it; a dash for nothing."""
    if isinstance(cell, Range):
        inside = f"{_bare(cell.low, kind)} to {_bare(cell.high, kind)}"
        return inside if cell.value is None else f"{shown(cell.value, kind)} ({inside})"
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if kind == "rate":
        return percent(cell)
    if kind == "money":
        return dollars(cell)
    if kind == "p":
        return "< 0.001" if cell < 0.001 else f"{cell:.3f}"
    return f"{cell:,}" if kind == "count" else _bare(cell, kind)


def _bare(value: float, kind: Kind) -> str:
    """A number without its unit."""
    if kind == "rate":
        return percent(value).removesuffix(" %")
    if kind == "span":
        return f"{100 * value:.1f}"
    if kind == "points":
        return f"{100 * value:+.1f}"
    return f"{value:.2f}" if kind in ("number", "money") else f"{value:.1f}"


def flat(table: Table) -> tuple[list[str], list[list[Flat]]]:
    """Names and rows for files: a range becomes ``x`` (if it has values), ``x_low`` and ``x_high``."""
    names: list[str] = []
    parts: list[list[list[Flat]]] = []
    for i, column in enumerate(table.columns):
        cells = [row[i] for row in table.rows]
        if not any(isinstance(cell, Range) for cell in cells):
            names.append(column.key)
            parts.append([[None if isinstance(cell, Range) else cell] for cell in cells])
            continue
        bare = all((isinstance(cell, Range) and cell.value is None) or cell is None for cell in cells)
        names += [*([] if bare else [column.key]), f"{column.key}_low", f"{column.key}_high"]
        parts.append([_values(cell)[bare:] for cell in cells])
    return names, [[value for part in parts for value in part[row]] for row in range(len(table.rows))]


def _values(cell: Cell) -> list[Flat]:
    return [cell.value, cell.low, cell.high] if isinstance(cell, Range) else [cell, None, None]


def as_mapping(table: Table) -> Mapping[str, object]:
    """The table as plain JSON data: ``name``, ``title``, ``columns``, ``rows`` (by the names of files), ``notes``."""
    names, rows = flat(table)
    return {"name": table.name, "title": table.title, "columns": names, "rows": rows, "notes": list(table.notes)}
