"""What the README says in figures is true of the code."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from thinkingbox_plugin.checks import STANDARD
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.options import OPTIONS
from thinkingbox_plugin.providers.builtin import DEFAULT_JUDGE_MODEL, DEFAULT_USER_MODEL
from thinkingbox_plugin.records import STOP_REASONS, TRIAL_CLASSES
from thinkingbox_plugin.run import FEW
from thinkingbox_plugin.task import tasks_of

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| [^|]+ \| `(sandbox_\w+)` \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@pytest.mark.parametrize(("package", "tasks", "tools", "tables"), ROW.findall((ROOT / "README.md").read_text()))
def test_the_readme_counts_tasks_tools_and_tables(package: str, tasks: str, tools: str, tables: str) -> None:
    domain: Domain = import_module(package).DOMAIN
    assert len(tasks_of(domain)) == int(tasks)
    assert len(domain.tools) == int(tools)
    assert len(domain.tables) == int(tables)


WORKFLOW = re.compile(r"^\| `([A-Z]+)` \| [^|]+ \| (\d+) \|$", re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "package"), [("retail.md", "sandbox_external_retail"), ("travel.md", "sandbox_travel")]
)
def test_a_domains_page_counts_the_tasks_of_each_workflow(page: str, package: str) -> None:
    tasks = Counter(task.id.split("_")[0] for task in tasks_of(import_module(package).DOMAIN))
    counted = WORKFLOW.findall((ROOT / "docs" / page).read_text())
    assert {workflow: int(number) for workflow, number in counted} == tasks


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


OPTION = re.compile(r"^\| `(--tb-[a-z-]+)(?: ([^`]+))?` \| `(\w+)` \| ([^|]+) \| ([^|].*) \|$", re.MULTILINE)


def test_the_page_of_options_names_each_with_its_ini_value_and_default() -> None:
    page = (ROOT / "docs" / "options.md").read_text()
    found = OPTION.findall(page)
    rows = {name: (metavar.replace("\\|", "|"), ini, default) for name, metavar, ini, default, _ in found}
    assert len(rows) == page.count("\n| `--tb-")
    assert {name: (metavar, ini) for name, (metavar, ini, _) in rows.items()} == {
        option.name: (option.metavar or "", option.ini) for option in OPTIONS
    }
    for option in OPTIONS:
        default = rows[option.name][2]
        if option.flag:
            assert default == "off"
        elif option.default is not None:
            assert default == str(option.default)
    assert rows["--tb-model"][2] == "`oracle`"
    assert f"otherwise `{DEFAULT_USER_MODEL}`" in rows["--tb-user-model"][2]
    assert f"otherwise `{DEFAULT_JUDGE_MODEL}`" in rows["--tb-judge-model"][2]
    assert f"more than {FEW} trials" in page


def test_every_option_that_a_document_names_exists() -> None:
    names = {option.name for option in OPTIONS} | {option.ini for option in OPTIONS}
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        written = set(re.findall(r"--tb-[a-z][a-z-]*[a-z]|\btb_[a-z_]+", document.read_text()))
        assert written <= names, document.name


def test_a_command_that_asks_a_hosted_model_says_what_it_may_spend() -> None:
    pages = [document.read_text() for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    commands = [line for page in pages for line in page.splitlines() if line.startswith("    ")]
    asking = [line for line in commands if re.search(r"-model (gpt-|azure/)", line)]
    assert len(asking) >= 4
    assert [line for line in asking if "--tb-max-cost" not in line] == []


def test_every_stop_reason_and_class_is_explained() -> None:
    page = (ROOT / "docs" / "grading.md").read_text()
    table = page.partition("## Stop reasons")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)))) == set(
        STOP_REASONS
    )
    classes = page.partition("## Classes")[2].partition("\n## ")[0]
    assert set(TRIAL_CLASSES) <= set(re.findall(r"`([a-z_]+)`", classes))


def test_every_check_is_explained() -> None:
    page = (ROOT / "docs" / "grading.md").read_text().partition("## End states")[0]
    explained = re.findall(r"^\| `([a-z]+)", page, re.MULTILINE)
    assert explained == [*(check.__name__ for check in STANDARD), "rubric"]
