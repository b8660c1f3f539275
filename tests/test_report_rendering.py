"""One table in every form: the same figures, inert texts, widths that fit."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.report.rendering import as_csv, as_parquet, markdown, terminal
from thinkingbox_plugin.report.tables import Column, Kind, Range, Table, as_mapping, flat, shown

COLUMNS = [
    Column("model", "model"),
    Column("tasks", "tasks", "count"),
    Column("rate", "pass@1, suite", "rate"),
    Column("bounds", "bounds", "rate"),
    Column("cost", "cost", "money"),
]
TABLE = Table(
    "rates",
    "Rates",
    COLUMNS,
    [["a", 1200, Range(0.642, 0.615, 0.669), Range(None, 0.6, 0.7), 1.5], ["b", 7, None, None, None]],
    ["A note."],
)


@pytest.mark.parametrize(
    ("cell", "kind", "text"),
    [
        (0.642, "rate", "64.2 %"),
        (Range(0.642, 0.615, 1.0), "rate", "64.2 % (61.5 to 100.0)"),
        (Range(None, 0.0, 0.0004), "rate", "0.0 to 0.1"),
        (Range(-0.013, -0.04, 0.002), "points", "-1.3 (-4.0 to +0.2)"),
        (0.0466, "span", "4.7"),
        (0.0004, "p", "< 0.001"),
        (0.0466, "p", "0.047"),
        (12345, "count", "12,345"),
        (0.0042, "money", "$0.0042"),
        (0.25, "number", "0.25"),
        (3.14, "seconds", "3.1"),
        (True, "text", "yes"),
        (None, "rate", "-"),
    ],
)
def test_a_cell_is_written_by_the_kind_of_its_column(cell: float | Range | None, kind: Kind, text: str) -> None:
    assert shown(cell, kind) == text


def test_in_files_a_range_is_three_columns_and_two_where_it_has_no_value() -> None:
    names, rows = flat(TABLE)
    assert names == ["model", "tasks", "rate", "rate_low", "rate_high", "bounds_low", "bounds_high", "cost"]
    assert rows == [["a", 1200, 0.642, 0.615, 0.669, 0.6, 0.7, 1.5], ["b", 7, None, None, None, None, None, None]]
    assert as_mapping(TABLE)["columns"] == names


def test_csv_reads_back_to_the_same_values() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(TABLE).decode())))
    assert rows[0]["rate"] == "0.642"
    assert rows[1] == {"model": "b", "tasks": "7"} | dict.fromkeys(flat(TABLE)[0][2:], "")


def test_parquet_reads_back_to_the_same_values_with_types() -> None:
    table = pyarrow.parquet.read_table(pyarrow.BufferReader(as_parquet(TABLE)))
    assert [str(field.type) for field in table.schema] == ["string", "int64", *["double"] * 6]
    assert [list(row.values()) for row in table.to_pylist()] == flat(TABLE)[1]


def test_a_column_of_whole_and_other_numbers_and_one_of_numbers_and_texts_have_one_type() -> None:
    table = Table("t", "t", [Column("a", "a"), Column("b", "b")], [[1, "x"], [0.5, 2], [None, None]])
    read = pyarrow.parquet.read_table(pyarrow.BufferReader(as_parquet(table)))
    assert read.to_pydict() == {"a": [1.0, 0.5, None], "b": ["x", "2", None]}


def test_parquet_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'thinkingbox\[parquet\]'"):
        as_parquet(TABLE)


def test_piped_it_is_plain_text() -> None:
    lines = [line.split() for line in terminal([TABLE]).splitlines() if line]
    assert lines == [
        ["Rates"],
        ["pass@1,"],
        ["model", "tasks", "suite", "bounds", "cost"],
        ["a", "1,200", "64.2", "%", "(61.5", "to", "66.9)", "60.0", "to", "70.0", "$1.50"],
        ["b", "7", "-", "-", "-"],
        ["A", "note."],
    ]


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("width", [60, 80, 110, 120])
def test_columns_that_do_not_fit_follow_below_with_the_names_again(width: int, colour: bool) -> None:
    rows = [[f"model {n}", "retail", *[Range(0.5, 0.4, 0.6)] * 8] for n in range(3)]
    columns = [
        Column("m", "model"),
        Column("d", "domain"),
        *(Column(str(k), f"pass@{k}, suite", "rate") for k in range(8)),
    ]
    text = terminal([Table("t", "Wide", columns, rows, names=2)], width=width, colour=colour)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    assert max(map(len, lines)) <= width
    assert sum(line.count("50.0 % (40.0 to 60.0)") for line in lines) == 24
    parts = sum("domain" in line for line in lines)
    assert sum("model 1" in line for line in lines) == parts >= 1


def test_on_a_terminal_it_has_rules_and_on_none_it_has_no_escape_sequences() -> None:
    assert "\x1b[" in terminal([TABLE], colour=True)
    assert "\x1b" not in terminal([TABLE])


NASTY = "<script>|`x`\x1b[31m=1"


def test_what_a_model_is_called_stays_text_everywhere() -> None:
    table = Table("t", NASTY, [Column("model", NASTY)], [[NASTY], ["=SUM(A1)"]], [NASTY])
    page = markdown([table])
    assert "\x1b" not in page + terminal([table])
    assert "<script>" not in page
    assert "\\|" in page
    assert as_csv(table).decode().splitlines()[-1] == "'=SUM(A1)"


def test_each_table_is_shown_as_deep_as_it_says() -> None:
    tables = [Table("t", f"depth {depth}", [Column("a", "a")], [["x"]], depth=depth) for depth in range(3)]
    assert [f"depth {n}" in terminal(tables) for n in range(3)] == [True, False, False]
    assert [f"depth {n}" in terminal(tables, depth=1) for n in range(3)] == [True, True, False]
    assert [f"depth {n}" in markdown(tables) for n in range(3)] == [True, True, False]


def test_markdown_is_a_table_with_figures_to_the_right() -> None:
    lines = markdown([TABLE]).splitlines()
    assert lines[0] == "## Rates"
    assert lines[2:4] == ["| model | tasks | pass@1, suite | bounds | cost |", "|---|---:|---:|---:|---:|"]
    assert lines[4] == "| a | 1,200 | 64.2 % (61.5 to 66.9) | 60.0 to 70.0 | $1.50 |"


def test_a_row_that_does_not_fit_its_columns_is_refused_and_empty_columns_can_go() -> None:
    with pytest.raises(ValueError, match="t: a row of 2 cells under 1 columns"):
        Table("t", "t", [Column("a", "a")], [["x", "y"]])
    assert [column.key for column in Table("t", "t", COLUMNS, [["a", 1, None, None, 0.0]]).without_empty().columns] == [
        "model",
        "tasks",
        "cost",
    ]


def test_a_surrogate_in_a_name_does_not_stop_a_file(tmp_path: Path) -> None:
    table = Table("t", "t", [Column("a", "a")], [["\ud800"]])
    assert as_csv(table) == b"a\n\\ud800\n"
