"""Which task a player means."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import toyshop

from thinkingbox_plugin import domain as domains
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.play import finding

FILE = Path(toyshop.__file__).parent / "test_refunds.py"


def install(monkeypatch: pytest.MonkeyPatch, **packages: str) -> None:
    """Let these domains be the installed ones."""
    points = [EntryPoint(name, f"{package}:DOMAIN", domains.ENTRY_POINTS) for name, package in packages.items()]

    def entry_points(*, group: str) -> Sequence[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(domains, "entry_points", entry_points)
    monkeypatch.setattr(finding, "entry_points", entry_points)


def kiosk(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Another domain, with one task called ``LAT_001``."""
    package = folder / name
    (package / "policies").mkdir(parents=True)
    (package / "policies" / "rules.md").write_text("# Rules\n\nBe kind.\n")
    (package / "instructions.md").write_text("Be kind.\n")
    (package / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "import toyshop\n"
        f"DOMAIN = replace(toyshop.DOMAIN, name='{name}', package='{name}')\n"
    )
    (package / "test_late.py").write_text(
        "from thinkingbox_plugin.authoring import task\n"
        "@task(opening='Hello', policy=['rules.md#rules'])\n"
        "def test_case_LAT_001(trial):\n    ...\n"
    )
    monkeypatch.syspath_prepend(str(folder))


@pytest.mark.parametrize(
    "name",
    [
        "toyshop/LAT_001",
        "toyshop/lat_001",
        "toyshop/test_case_LAT_001",
        "toyshop/test_refunds.py::test_case_LAT_001",
        "toyshop/test_refunds.py::test_case_LAT_001[oracle-t07]",
        f"{FILE}::test_case_LAT_001",
    ],
)
def test_a_task_is_found_by_each_of_its_names(name: str) -> None:
    found = finding.find(name)
    assert found.task.nodeid == "toyshop/test_refunds.py::test_case_LAT_001"


def test_a_bare_id_is_looked_for_in_every_installed_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toys="toyshop")
    assert finding.find("LAT_002").task.id == "LAT_002"
    assert finding.find("test_case_CAN_001").task.id == "CAN_001"


def test_a_bare_id_is_looked_for_in_the_domain_that_is_named() -> None:
    assert finding.find("LAT_002", "toyshop").task.id == "LAT_002"


def test_an_id_of_two_domains_is_refused_with_both_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kiosk(tmp_path, monkeypatch, "kiosk_twice")
    install(monkeypatch, toys="toyshop", other="kiosk_twice")
    with pytest.raises(UsageError, match="in several domains; write one of kiosk_twice/LAT_001 or toyshop/LAT_001"):
        finding.find("LAT_001")


def test_an_unknown_id_is_refused_with_the_nearest_over_all_domains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk(tmp_path, monkeypatch, "kiosk_near")
    install(monkeypatch, toys="toyshop", other="kiosk_near")
    with pytest.raises(UsageError, match="no installed domain has a task CAN_002; did you mean toyshop/CAN_001"):
        finding.find("CAN_002")


def test_an_id_like_no_other_is_refused_with_the_domains(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toys="toyshop")
    with pytest.raises(UsageError, match="the installed domains are toyshop; --domain PACKAGE looks in another"):
        finding.find("XQ!")


def test_a_domain_that_cannot_be_loaded_hides_no_other_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, broken="no_such_package", toys="toyshop")
    assert finding.find("LAT_001").task.domain.name == "toyshop"
    with pytest.raises(UsageError, match="the domain broken cannot be loaded: No module named 'no_such_package'"):
        finding.find("LAT_009")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere/LAT_001", "no domain called nowhere"),
        ("toyshop/LAT_009", "toyshop has no task LAT_009; did you mean LAT_00"),
        ("toyshop/test_refund.py::test_case_LAT_001", "did you mean toyshop/test_refunds.py::test_case_LAT_001"),
        ("test_refunds.py::test_case_LAT_001", "the file lies in no domain's package; name the task as DOMAIN/LAT_001"),
    ],
)
def test_a_wrong_name_is_refused_with_the_mend(name: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        finding.find(name)
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["kiosk_here/LAT_001", "kiosk_here/test_late.py::test_case_LAT_001", "LAT_001"])
def test_a_package_in_the_current_folder_needs_no_installation(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk(tmp_path, monkeypatch, "kiosk_here")
    code = (
        "import sys; sys.path.remove('')\n"
        "from thinkingbox_plugin.play.finding import find\n"
        f"print(find({name!r}, {'kiosk_here' if name == 'LAT_001' else None!r}).task.nodeid)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "kiosk_here/test_late.py::test_case_LAT_001\n", done.stderr
