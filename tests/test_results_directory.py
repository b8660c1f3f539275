"""The results directory: names, refusals, ``latest``, and what ``run.json`` says and never says."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results import (
    RunFile,
    find_latest,
    new_directory,
    point_latest,
    read_run_file,
    use_directory,
)
from thinkingbox_plugin.results.directory import default_name, file_safe, versions, without_secrets

NOON = datetime(2025, 10, 1, 12, 0, tzinfo=UTC)


@given(st.text(st.characters(exclude_categories=())))
def test_any_model_name_becomes_a_name_that_every_file_system_takes(name: str) -> None:
    safe = file_safe(name)
    assert 1 <= len(safe) <= 40
    assert set(safe) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-")
    assert safe[0] not in ".-"
    assert safe[-1] not in ".-"


def test_a_directory_is_named_by_utc_time_and_models() -> None:
    in_oslo = datetime(2025, 10, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    assert default_name(["oracle", "flaky:0.8"], in_oslo) == "20251001T120000Z-oracle+flaky-0.8"
    assert default_name(["a/b", "c", "d", "e", "f"], NOON) == "20251001T120000Z-a-b+c+d+2"
    assert default_name(["a", "b", "c"], NOON) == "20251001T120000Z-a+b+c"
    assert default_name(["a", "b", "c", "d"], NOON) == "20251001T120000Z-a+b+c+1"
    with pytest.raises(ValueError, match=r"^the time of a run needs a time zone$"):
        default_name(["oracle"], datetime(2025, 10, 1))


def test_the_machines_time_zone_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert default_name(["oracle"], NOON) == "20251001T120000Z-oracle"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_model_name_stays_readable() -> None:
    names = ["GPT-5.4", "org/Model v2", "-.x.-", "X" * 50, "flaky:0.8+b_c", "::"]
    assert [file_safe(name) for name in names] == [
        "GPT-5.4",
        "org-Model-v2",
        "x",
        "X" * 40,
        "flaky-0.8+b_c",
        "model",
    ]


def test_two_runs_of_one_second_get_two_directories(tmp_path: Path) -> None:
    root = tmp_path / "deep" / "results"
    first, second, third = (new_directory(root, ["oracle"], NOON) for _ in range(3))
    assert first.name == "20251001T120000Z-oracle"
    assert (second.name, third.name) == (f"{first.name}-2", f"{first.name}-3")
    assert all(path.is_dir() for path in (first, second, third))


def test_a_root_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("")
    with pytest.raises(UsageError, match=r"results: cannot make the results directory: File exists; choose another"):
        new_directory(tmp_path / "results", ["oracle"], NOON)
    with pytest.raises(
        UsageError, match=r"results.x.20251001T120000Z-oracle: cannot make the results directory: Not a directory"
    ):
        new_directory(tmp_path / "results" / "x", ["oracle"], NOON)
    with pytest.raises(
        UsageError, match=rf"^{tmp_path}/results: cannot make the results directory: File exists; choose another"
    ):
        use_directory(tmp_path / "results")


def test_a_directory_that_holds_something_is_refused_unless_resumed(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    assert use_directory(out) == out
    assert use_directory(out) == out
    (out / "trials.jsonl").write_text("")
    with pytest.raises(UsageError, match=rf"--tb-out {out}: it already holds something; name a new directory or empty"):
        use_directory(out)
    assert use_directory(out, resume=True) == out


def test_latest_means_the_newest_run_and_survives_a_move_of_its_folder(tmp_path: Path) -> None:
    root = tmp_path / "results"
    first, second = (new_directory(root, [model], NOON) for model in ("oracle", "idle"))
    point_latest(first)
    assert find_latest(root) == first
    point_latest(second)
    assert (root / "latest").is_symlink()
    assert find_latest(root) == second
    moved = root.rename(tmp_path / "moved")
    assert find_latest(moved) == moved / second.name
    assert sorted(p.name for p in moved.iterdir()) == sorted([first.name, second.name, "latest"])


@pytest.mark.parametrize("error", [OSError("no privilege"), NotImplementedError()])
def test_without_symbolic_links_latest_is_a_text_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(Path, "symlink_to", refuse)
    first, second = (new_directory(tmp_path, [model], NOON) for model in ("oracle", "idle"))
    point_latest(first)
    point_latest(second)
    assert (tmp_path / "latest").read_text() == f"{second.name}\n"
    assert find_latest(tmp_path) == second
    monkeypatch.undo()
    point_latest(first)
    assert (tmp_path / "latest").is_symlink()
    assert find_latest(tmp_path) == first


def test_a_real_directory_called_latest_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "latest").mkdir()
    with pytest.raises(UsageError, match=r"latest: is a directory of its own; move it"):
        point_latest(new_directory(tmp_path, ["oracle"], NOON))
    assert (tmp_path / "latest").is_dir()


def test_no_latest_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"latest: no run yet; run pytest first"):
        find_latest(tmp_path)
    (tmp_path / "latest").symlink_to("gone")
    with pytest.raises(UsageError, match=r"latest: no run yet"):
        find_latest(tmp_path)


def run_file(directory: Path, **options: Any) -> RunFile:
    return RunFile(
        directory,
        options=options,
        fingerprints={"tasks": "ab" * 32, "policies": {"retail": "cd" * 32}},
        user="scripted",
        judge="scripted",
        started_at="2025-10-01T12:00:00Z",
        planned={"domains": {"T-1": "retail"}, "trials": {"oracle": {"T-1": 20}}},
    )


def test_run_json_says_what_was_run_and_that_it_runs(tmp_path: Path) -> None:
    run_file(tmp_path, trials=20, models=["oracle"])
    data = read_run_file(tmp_path)
    assert data["versions"]["python"] == "{}.{}.{}".format(*sys.version_info)
    assert data["versions"]["sqlite"] == sqlite3.sqlite_version
    assert {"thinkingbox", "pytest", "mcp", "sqlite-utils", "pydantic", "rich"} <= set(data["versions"])
    del data["versions"]
    assert data == {
        "schema": 1,
        "state": "running",
        "started_at": "2025-10-01T12:00:00Z",
        "ended_at": None,
        "options": {"trials": 20, "models": ["oracle"]},
        "user": "scripted",
        "judge": "scripted",
        "fingerprints": {"tasks": "ab" * 32, "policies": {"retail": "cd" * 32}},
        "planned": {"domains": {"T-1": "retail"}, "trials": {"oracle": {"T-1": 20}}},
        "notes": [],
    }


def test_run_json_says_how_the_run_ended(tmp_path: Path) -> None:
    run = run_file(tmp_path)
    run.finish("interrupted", "2025-10-01T12:30:00Z", notes=["a torn line"])
    data = read_run_file(tmp_path)
    assert (data["state"], data["ended_at"], data["notes"]) == (
        "interrupted",
        "2025-10-01T12:30:00Z",
        ["a torn line"],
    )
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]


def test_no_key_reaches_run_json_however_it_came_into_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-abcdef123456")
    monkeypatch.setenv("GATEWAY_TOKEN", "sk-abcdef123456-longer")
    run_file(
        tmp_path,
        model="gpt@https://user:hunter22@host.example.com:8443/v1?api-key=hunter33#hunter44",
        header=["Authorization: Bearer sk-abcdef123456-longer", {"x": ("sk-abcdef123456",)}],
        api_key="hunter55",
        nested={"sk-abcdef123456": {"Password": "hunter66"}},
    )
    text = (tmp_path / "run.json").read_text()
    assert "hunter" not in text
    assert "sk-abcdef" not in text
    assert "longer" not in text
    assert json.loads(text)["options"]["model"] == "gpt@https://host.example.com:8443/v1"


def test_what_is_no_secret_stays() -> None:
    data = {"out": "results/x", "trials": 20, "sample": None, "on": True, "rate": 0.5, "url": "http://127.0.0.1:80/v1"}
    environ = {"HOME": "results/x", "SHORT_KEY": "results", "OTHER_KEY": ""}
    assert without_secrets(data, environ) == data
    assert without_secrets({"key": ""}, {}) == {"key": ""}


def test_a_broken_url_is_left_out_whole() -> None:
    assert without_secrets(["see http://[::bad/ now"], {}) == ["see (secret left out) now"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"run.json: cannot read it: No such file"),
        ("{", r"run.json: not JSON .*; restore it"),
        ("[]", r"run.json: not of this version"),
        ('{"schema": 99}', r"run.json: not of this version; read it with the thinkingbox that wrote it"),
    ],
)
def test_a_run_json_that_cannot_be_used_is_named(tmp_path: Path, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / "run.json").write_text(content)
    with pytest.raises(UsageError, match=message):
        read_run_file(tmp_path)


def test_a_run_json_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match=r"run.json: cannot write it: No space left on device"):
        run_file(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_versions_of_packages_that_are_not_installed_are_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thinkingbox_plugin.results.directory.PACKAGES", ("pytest", "no-such-package-anywhere"))
    found = versions()
    assert "pytest" in found
    assert "no-such-package-anywhere" not in found
