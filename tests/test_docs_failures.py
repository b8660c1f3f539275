"""docs/failures.md names every signature, flag, evaluator and table, and its figures are those of the committed run."""

from __future__ import annotations

import re
from pathlib import Path

from thinkingbox_plugin.analysis.evaluators import CAUGHT, EVALUATORS
from thinkingbox_plugin.analysis.flags import BROKEN_OFF, FLAGS, LIMITS
from thinkingbox_plugin.analysis.signatures import SIGNATURES
from thinkingbox_plugin.analysis.tables import EVERY_TRIAL
from thinkingbox_plugin.closing import CLOSED_ASKING
from thinkingbox_plugin.report.rendering import markdown
from thinkingbox_plugin.reporter import SECTIONS, Wanted, tables_of
from thinkingbox_plugin.results.reading import open_runs

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "failures.md").read_text()
RUN = ROOT / "examples" / "reference-run"


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| ")]


def first_cells(heading: str, column: int = 1) -> list[str]:
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [row.split("|")[column].strip() for row in rows(section)]


def test_the_page_names_all_that_the_tables_name() -> None:
    assert [cell.partition(":")[0] for cell in first_cells("Signatures", 2)][1:] == list(SIGNATURES)
    assert first_cells("Flags")[1:] == list(FLAGS)
    named = first_cells("Weaker evaluators")
    assert named == ["evaluator", EVERY_TRIAL, *EVALUATORS, "column", *CAUGHT, "other checks"]
    for reason in (*LIMITS, *BROKEN_OFF, CLOSED_ASKING):
        assert f"`{reason}`" in PAGE


def test_the_figures_of_the_example_are_those_of_the_committed_run() -> None:
    tables = list(tables_of(open_runs([RUN]), Wanted("population", every_k=True), sections=SECTIONS[2:]))
    listed = re.findall(r"`([a-z-]+)`", "\n".join(rows(PAGE.partition("\n## ")[0])))
    both = {f"{table.name}{part}" for table in tables for part in ("", "-by-domain")}
    assert {table.name for table in tables} <= set(listed) <= both
    shown, made = rows(PAGE.partition("\n## An example\n")[2]), rows(markdown(tables))
    assert len(shown) > 30
    assert [row for row in shown if row not in made] == []
    assert not any("does not say" in note for table in tables for note in table.notes)
