"""What the README says in figures is true of the code."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.task import tasks_of

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| [^|]+ \| `(sandbox_\w+)` \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@pytest.mark.parametrize(("package", "tasks", "tools", "tables"), ROW.findall((ROOT / "README.md").read_text()))
def test_the_readme_counts_tasks_tools_and_tables(package: str, tasks: str, tools: str, tables: str) -> None:
    domain: Domain = import_module(package).DOMAIN
    assert len(tasks_of(domain)) == int(tasks)
    assert len(domain.tools) == int(tools)
    assert len(domain.tables) == int(tables)


def test_the_readme_names_every_domain_of_the_project() -> None:
    packages = {path.parent.name for path in ROOT.glob("sandbox_*/instructions.md")}
    assert {row[0] for row in ROW.findall((ROOT / "README.md").read_text())} == packages


def test_ci_runs_the_readmes_test_command() -> None:
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    (command,) = re.findall(r"^    pip install .* && (pytest -n \d)$", readme, re.MULTILINE)
    assert f"\n{command}\n" in ci


def test_links_between_the_documents_lead_somewhere() -> None:
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text()):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"
