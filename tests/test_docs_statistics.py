"""The figures of docs/statistics.md are those of the committed run of reference agents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thinkingbox_plugin import cli, comparer
from thinkingbox_plugin.report.rendering import markdown
from thinkingbox_plugin.reporter import Wanted, tables_of
from thinkingbox_plugin.results.reading import open_runs
from thinkingbox_plugin.statistics.intervals import DRAWS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "statistics.md").read_text()
RUN = ROOT / "examples" / "reference-run"


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| ")]


def test_the_tables_of_the_example_are_what_report_and_compare_make_of_the_committed_run() -> None:
    shown = rows(PAGE.partition("\n## An example\n")[2])
    models = re.search(r"`thinkingbox (compare \S+ \S+ --models \S+ \S+)`:", PAGE)
    assert models is not None
    arguments = cli.build_parser().parse_args(models[1].replace("examples/reference-run", str(RUN)).split())
    made = rows(markdown([*tables_of(open_runs([RUN]), Wanted("population")), *comparer.compare(arguments)]))
    assert len(shown) >= 15
    assert [row for row in shown if row not in made] == []


def test_the_page_names_what_the_commands_offer(capsys: pytest.CaptureFixture[str]) -> None:
    told = ""
    for command in ("report", "compare"):
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        told += capsys.readouterr().out
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told)) - {"--help"}
    written = set(re.findall(r"(?<![\w-])--(?!tb-)[a-z][a-z-]*", PAGE))
    assert written <= options
    assert options - written == {"--seed", "--json"} - written
    assert f"bootstrap of {DRAWS} draws" in PAGE


def test_the_committed_run_holds_no_texts_and_is_small() -> None:
    assert sum(file.stat().st_size for file in RUN.iterdir()) < 400_000
    rows = [row for run in open_runs([RUN]) for row in run.rows()]
    assert len(rows) == 1300
    assert open_runs([RUN])[0].info is not None
