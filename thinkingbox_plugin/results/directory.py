"""The results directory of one run: its name, ``results/latest`` and ``run.json``."""

from __future__ import annotations

import json
import os
import platform
import re
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.lines import dumps
from thinkingbox_plugin.results.writer import replace_file

LATEST = "latest"
LOCK = ".lock"
"""In a results directory: held by the main process of a run, and by what rewrites the directory afterwards."""
RUN = "run.json"
RUN_SCHEMA = 1
"""Raised when a field of ``run.json`` changes its meaning or goes away."""

PACKAGES = ("thinkingbox", "pytest", "pytest-xdist", "mcp", "openai", "pydantic", "sqlite-utils", "rich")
"""Whose versions ``run.json`` names."""

RunState = Literal["running", "finished", "interrupted", "partial"]
"""``partial``: a merge without all of its parts."""


def file_safe(name: str, longest: int = 40) -> str:
    """``name`` as a part of a file name on any system: ASCII letters, digits and ``.-_+`` only.

    >>> file_safe("mutant:3"), file_safe("org/model v2")
    ('mutant-3', 'org-model-v2')
    """
    safe = re.sub(r"[^A-Za-z0-9._+-]+", "-", name)[:longest].strip("-.")
    return safe or "model"


def default_name(models: Sequence[str], now: datetime) -> str:
    """``<UTC time>-<models>``, such as ``20251001T093000Z-oracle+flaky-0.8``.

    At most three models are named; ``+14`` stands for fourteen more.  ``now`` must know its zone.
    """
    if now.tzinfo is None:
        raise ValueError("the time of a run needs a time zone")
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    named = [file_safe(model) for model in models[:3]]
    more = [str(len(models) - 3)] if len(models) > 3 else []
    return "-".join([stamp, "+".join([*named, *more])])


def new_directory(root: Path, models: Sequence[str], now: datetime) -> Path:
    """Make a fresh results directory in ``root``, by default name; ``-2`` ... if that is taken.

    Raises :class:`UsageError` where it cannot be made.
    """
    name = default_name(models, now)
    for number in range(1, 1000):
        path = root / (name if number == 1 else f"{name}-{number}")
        try:
            root.mkdir(parents=True, exist_ok=True)
            path.mkdir()
        except FileExistsError as error:
            if not root.is_dir():
                raise _not_made(root, error) from error
        except OSError as error:
            raise _not_made(path, error) from error
        else:
            return path
    raise UsageError(f"{root}: a thousand runs of the same second; name a directory with --tb-out")


def refuse_used(path: Path, option: str = "--tb-out") -> None:
    """Raise :class:`UsageError` for a directory that holds something and for anything that is no directory."""
    try:
        # The lock of a run that was killed before it began locks nothing; one that is held is refused as such.
        used = path.exists() and any(entry.name != LOCK for entry in path.iterdir())
    except OSError as error:
        raise _not_made(path, error) from error
    if used:
        raise UsageError(f"{option} {path}: it already holds something; name a new directory or empty this one")


def use_directory(path: Path, *, resume: bool = False) -> Path:
    """Make ``path``, or take it if it is empty or ``resume`` is set; returns it.

    Raises :class:`UsageError` for a directory that holds something, a file, or one that cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_made(path, error) from error
    if not resume:
        refuse_used(path)
    return path


def _not_made(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path}: cannot make the results directory: {error.strerror}; choose another --tb-out")


def point_latest(directory: Path) -> None:
    """Let ``latest`` beside ``directory`` mean it: a relative symbolic link, replaced at once.

    Where the system has no symbolic links, a text file with the directory's name.  Raises
    :class:`UsageError` if something else, such as a real directory, has that name.
    """
    latest = directory.parent / LATEST
    if latest.is_dir() and not latest.is_symlink():
        raise UsageError(f"{latest}: is a directory of its own; move it, the name is for the newest run")
    link = directory.parent / f".{LATEST}.{os.getpid()}.tmp"
    try:
        link.unlink(missing_ok=True)
        link.symlink_to(directory.name, target_is_directory=True)
        os.replace(link, latest)
    except (OSError, NotImplementedError):
        replace_file(latest, f"{directory.name}\n".encode())
    finally:
        link.unlink(missing_ok=True)


def find_latest(root: Path) -> Path:
    """The directory that ``root/latest`` means, link or text file; :class:`UsageError` without one."""
    latest = root / LATEST
    target = root / latest.read_text().strip() if latest.is_file() else latest.resolve()
    if not target.is_dir():
        raise UsageError(f"{latest}: no run yet; run pytest first or name a results directory")
    return target


def versions() -> dict[str, str]:
    """Versions of Python, SQLite, the operating system and :data:`PACKAGES` (those installed)."""
    found = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": f"{platform.system()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)
_URL = re.compile(r"[a-z][a-z0-9+.-]*://[^\s\"']+", re.IGNORECASE)
SECRET = "(secret left out)"


def without_secrets(data: Any, environ: Mapping[str, str] = os.environ) -> Any:
    """``data`` with nothing in it that could be a key, wherever it may have come from.

    Replaced are: the values of environment variables that are named like a key and at least eight
    characters long, inside any text; user, password and query of any URL; and whatever stands under a
    name like ``api_key``.
    """
    values = sorted(
        (v for name, v in environ.items() if len(v) >= 8 and _SECRET_NAME.search(name)), key=len, reverse=True
    )
    return _clean(data, values)


def _clean(data: Any, secrets: Sequence[str]) -> Any:
    if isinstance(data, Mapping):
        return {
            _clean_text(str(name), secrets): SECRET
            if isinstance(value, str) and value and re.search(r"key|password|secret", str(name), re.IGNORECASE)
            else _clean(value, secrets)
            for name, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_clean(item, secrets) for item in data]
    return _clean_text(data, secrets) if isinstance(data, str) else data


def _clean_text(text: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, SECRET)
    return _URL.sub(lambda match: _bare_url(match.group()), text)


def _bare_url(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return SECRET
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host, query="", fragment="").geturl()


class RunFile:
    """``run.json``: what was run, with what, and whether it came to its end.

    Written when the run starts and again when it ends, each time at once, so that a killed run says
    ``running``.  ``options`` are plain values; ``fingerprints`` SHA-256 by name (tasks, tools,
    policies, instructions, prompts); ``planned`` is ``Planned.to_json()``.  Nothing of the environment
    is read, and what looks like a key is left out, see :func:`without_secrets`.
    """

    def __init__(
        self,
        directory: Path,
        *,
        options: Mapping[str, Any],
        fingerprints: Mapping[str, Any],
        user: str,
        judge: str,
        started_at: str,
        planned: Mapping[str, Any] | None = None,
        rounds: Mapping[str, int] | None = None,
    ) -> None:
        self._path = directory / RUN
        self._data: dict[str, Any] = {
            "schema": RUN_SCHEMA,
            "state": "running",
            "started_at": started_at,
            "ended_at": None,
            "options": dict(options),
            "user": user,
            "judge": judge,
            "versions": versions(),
            "fingerprints": dict(fingerprints),
            "planned": dict(planned or {}),
            "notes": [],
        }
        if rounds is not None:
            self._data["rounds"] = dict(rounds)
        self._save()

    @classmethod
    def reopen(cls, directory: Path) -> RunFile:
        """The file that an earlier process wrote; raises as :func:`read_run_file` does."""
        found = cls.__new__(cls)
        found._path, found._data = directory / RUN, read_run_file(directory)
        return found

    def finish(self, state: RunState, ended_at: str, notes: Sequence[str] = (), **more: Any) -> None:
        """Say how the run ended; ``notes`` are what a merge passed over, ``more`` is known only at the end."""
        self._data |= {"state": state, "ended_at": ended_at, "notes": list(notes), **more}
        self._save()

    def add_goldens(self, goldens: Mapping[str, Any]) -> None:
        """Keep which tools the goldens of the tasks call; :meth:`finish` writes it."""
        known: dict[str, Any] = self._data["fingerprints"].get("goldens", {})
        self._data["fingerprints"]["goldens"] = known | dict(sorted(goldens.items()))

    def decided(self, planned: Mapping[str, Any], rounds: Mapping[str, int]) -> None:
        """Say which rounds the run came to, and that these are what was planned; :meth:`finish` writes it."""
        self._data["planned"] = {**self._data["planned"], **planned}
        self._data["rounds"] = dict(rounds)

    def resume(self, entry: Mapping[str, Any], fingerprints: Mapping[str, Any], goldens: Mapping[str, Any]) -> None:
        """Note that the run goes on.  ``fingerprints`` are of tasks that no earlier process has collected (of a merge
        without all of its parts), ``goldens`` what earlier processes have noted."""
        self.add_goldens(goldens)
        for name, values in fingerprints.items():
            known = self._data["fingerprints"].get(name)
            if isinstance(known, dict):
                self._data["fingerprints"][name] = {**values, **known}
        if self._data["state"] == "partial":
            self._data["planned"].pop("shard", None)  # from now on it is a run of the whole
        self._data |= {"state": "running", "ended_at": None}
        self._data["options"]["max_cost"] = entry["max_cost"]
        self._data.setdefault("resumed", []).append(dict(entry))
        self._save()

    def rejudged(self, entry: Mapping[str, Any]) -> None:
        """Note that ungraded trials were judged after the run, and by whom."""
        self._data.setdefault("rejudged", []).append(dict(entry))
        self._save()

    def _save(self) -> None:
        try:
            replace_file(self._path, dumps(without_secrets(self._data), indent=2).encode() + b"\n")
        except OSError as error:
            raise UsageError(f"{self._path}: cannot write it: {error.strerror}; make room") from error


def read_run_file(directory: Path) -> dict[str, Any]:
    """``run.json`` of a results directory; :class:`UsageError` if it is missing or broken."""
    path = directory / RUN
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: cannot read it: {error.strerror}; name a results directory") from error
    except ValueError as error:
        raise UsageError(f"{path}: not JSON ({error}); restore it from a copy") from error
    if not isinstance(data, dict) or data.get("schema") != RUN_SCHEMA:
        raise UsageError(f"{path}: not of this version; read it with the thinkingbox that wrote it")
    return data
