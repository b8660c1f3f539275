"""Renderers of :class:`~thinkingbox_plugin.report.tables.Table`: terminal, Markdown, CSV, Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Literal

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.report.tables import Column, Flat, Table, flat, shown
from thinkingbox_plugin.report.text import middle, printable


def terminal(tables: Sequence[Table], *, width: int = 80, colour: bool = False, depth: int = 0) -> str:
    """The tables up to ``depth``, in lines of at most ``width``; without ``colour`` plain text for a file or a pipe.

    Columns that do not fit follow below, beside those at the front once more.
    """
    from rich.console import Console
    from rich.text import Text

    output = StringIO()
    console = Console(
        file=output, width=width, force_terminal=colour, color_system="standard" if colour else None, highlight=False
    )
    for number, table in enumerate(table for table in tables if table.depth <= depth):
        if number:
            console.print()
        console.print(Text(printable(table.title), style="bold"))
        for part in _parts(table, width, 3 if colour else 2):
            console.print()
            console.print(_grid(part, colour))
        if table.notes:
            console.print()
        for note in table.notes:
            console.print(Text(printable(note), style="dim"))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines()) + "\n"


def _parts(table: Table, width: int, gap: int) -> Iterator[Table]:
    """The table in parts that fit, each with the columns at the front, ``gap`` characters between columns."""
    if not table.rows:
        return
    widths = [_width(table, index, width) + gap for index in range(len(table.columns))]
    names = list(range(table.names))
    held: list[int] = []
    for index in range(table.names, len(table.columns)):
        if held and sum(widths[i] for i in [*names, *held, index]) > width:
            yield _some(table, [*names, *held], width)
            held = []
        held.append(index)
    yield _some(table, [*names, *held], width)


def _some(table: Table, indexes: Sequence[int], width: int) -> Table:
    most = max(12, width // 3)
    rows = [
        [middle(printable(cell), most) if isinstance(cell := row[i], str) else cell for i in indexes]
        for row in table.rows
    ]
    return replace(table, columns=[table.columns[i] for i in indexes], rows=rows)


def _width(table: Table, index: int, width: int) -> int:
    column = table.columns[index]
    cells = max((len(shown(row[index], column.kind)) for row in table.rows), default=0)
    most = max(12, width // 3)
    return max(min(cells, most) if column.kind == "text" else cells, *map(len, _folded(column).split("\n")))


def _folded(column: Column) -> str:
    return printable(column.heading).replace(", ", ",\n")


def _grid(table: Table, colour: bool) -> object:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD if colour else None, pad_edge=False, header_style="bold")
    for column in table.columns:
        justify: Literal["left", "right"] = "left" if column.kind == "text" else "right"
        grid.add_column(Text(_folded(column)), justify=justify, no_wrap=True, vertical="bottom")
    for row in table.rows:
        cells = (printable(shown(cell, column.kind)) for cell, column in zip(row, table.columns, strict=True))
        grid.add_row(*map(Text, cells))
    return grid


_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>|"})


def markdown(tables: Sequence[Table]) -> str:
    """The tables for pages, as GitHub shows it; text of a model is inert."""
    return "\n".join(line for table in tables if table.depth < 2 for line in _markdown(table))


def _markdown(table: Table) -> Iterator[str]:
    yield f"## {_escaped(table.title)}\n"
    if table.rows:
        yield "| " + " | ".join(_escaped(column.heading) for column in table.columns) + " |"
        yield "|" + "|".join("---" if column.kind == "text" else "---:" for column in table.columns) + "|"
        for row in table.rows:
            cells = (_escaped(shown(cell, column.kind)) for cell, column in zip(row, table.columns, strict=True))
            yield "| " + " | ".join(cells) + " |"
        yield ""
    for note in table.notes:
        yield f"- {_escaped(note)}"
    if table.notes:
        yield ""


def _escaped(text: str) -> str:
    return printable(text).translate(_SPECIAL)


def as_csv(table: Table) -> bytes:
    """UTF-8, comma separated, with a line of names; rates between 0 and 1, empty for nothing.

    A text that a spreadsheet would take for a formula is preceded by an apostrophe.
    """
    output = StringIO()
    writer = csv.writer(output, lineterminator="\n")
    names, rows = flat(table)
    writer.writerow(names)
    writer.writerows([_inert(value) for value in row] for row in rows)
    return output.getvalue().encode("utf-8", "backslashreplace")


def _inert(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def as_parquet(table: Table) -> bytes:
    """The same columns, typed; raises :class:`UsageError` where pyarrow is not installed."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise UsageError("Parquet needs pyarrow: pip install 'thinkingbox[parquet]'") from error
    names, rows = flat(table)
    columns = {name: arrow.array(_alike([row[i] for row in rows])) for i, name in enumerate(names)}
    output = BytesIO()
    parquet.write_table(arrow.table(columns), output)
    return output.getvalue()


def _alike(values: list[Flat]) -> list[Flat]:
    """Whole and other numbers in one column become floats; with texts among them, texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if str in kinds and len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values


FILES: Mapping[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": (".csv", as_csv),
    "parquet": (".parquet", as_parquet),
}
"""Formats with a file for each table: suffix and renderer."""
