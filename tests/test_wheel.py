"""The wheel carries the plugin and the domains with all their files: it needs no checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("thinkingbox_plugin", "sandbox_external_retail", "sandbox_travel")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what an installation of the wheel would put on the path."""
    source, out = tmp_path_factory.mktemp("source") / "project", tmp_path_factory.mktemp("dist")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TASKS", ".gitignore"):
        shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (wheel,) = out.glob("*.whl")
    target = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def run(folder: Path, site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in ``folder`` with the wheel's files ahead of everything else."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_tasks_run_from_an_empty_folder(unpacked: Path, tmp_path: Path) -> None:
    where = run(tmp_path, unpacked, "-c", "import sandbox_external_retail as domain; print(domain.__file__)")
    assert where.stdout.startswith(str(unpacked))
    done = run(tmp_path, unpacked, "-m", "pytest", "--pyargs", "sandbox_external_retail", "-q", "--tb-sample", "4")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
    assert (tmp_path / "results" / "latest" / "trials.jsonl").read_text().count("\n") == 4


def test_every_domain_is_offered_and_whole_without_a_checkout(unpacked: Path, tmp_path: Path) -> None:
    for package in PACKAGES[1:]:
        lines = f"from {package} import DOMAIN; DOMAIN.world(); print(DOMAIN.package, DOMAIN.instructions[:3])"
        done = run(tmp_path, unpacked, "-c", lines)
        assert done.stdout == f"{package} You\n", done.stderr


def test_every_file_of_a_domain_is_in_the_wheel(unpacked: Path) -> None:
    for folder in (ROOT / name for name in PACKAGES):
        files = {path.relative_to(ROOT) for path in folder.rglob("*") if path.is_file()}
        wanted = {path for path in files if "__pycache__" not in path.parts}
        missing = sorted(str(path) for path in wanted if not (unpacked / path).is_file())
        assert missing == []
