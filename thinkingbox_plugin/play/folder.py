"""The folder of one session: what it is about, the player's turns and, after the end, the record.

==================  =============================================================================
``session.json``    the task's name, the fingerprints of all that it depends on, caps, start
``log.jsonl``       one line for each turn of the player; no result and nothing of the task
``trials.jsonl``    the record, as of any trial; only once the trial is over, and then ``run.json``
                    and ``summary.json`` as well, as in the results directory of any run
==================  =============================================================================
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.play._lock import try_lock
from thinkingbox_plugin.play.replaying import Action
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import TrialWriter, read_trials
from thinkingbox_plugin.results.writer import replace_file

SESSION, LOG, TRIALS, LOCK = "session.json", "log.jsonl", "trials.jsonl", "lock"
SCHEMA = 1


@dataclass(frozen=True)
class Header:
    """What ``session.json`` says; holds no answer."""

    task: str
    """The node id."""
    package: str
    root: str | None
    """A folder to import the package from, if it is not on the path anyway."""
    model: str
    trial: int
    limits: Limits
    started_at: str
    shown: str
    """The digest of what was shown at the start."""
    fingerprints: Mapping[str, str]
    """SHA-256 by what it is of."""

    def to_json(self) -> dict[str, Any]:
        """The file's content."""
        return {"schema": SCHEMA, **asdict(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Read :meth:`to_json` back; raises KeyError or TypeError for anything else."""
        values = {name: data[name] for name in cls.__dataclass_fields__}
        return cls(**{**values, "limits": Limits(**values["limits"])})


class Folder:
    """The files of a session; no other process writes them while this one holds the lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trials = path / TRIALS
        self._log = path / LOG

    @classmethod
    def make(cls, path: Path, header: Header) -> Folder:
        """A new one.  Raises :class:`UsageError` for a folder that exists or cannot be made."""
        if os.path.lexists(path):
            raise UsageError(f"--session {path}: it exists already; each session gets a new folder")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir()
        except OSError as error:
            raise UsageError(f"--session {path}: cannot make it: {error.strerror}; name another folder") from error
        replace_file(path / SESSION, json.dumps(header.to_json(), indent=2).encode() + b"\n")
        return cls(path)

    def discard(self) -> None:
        """Remove the folder of a session in which nothing was done, unless somebody put a file there."""
        with suppress(OSError):
            for name in (SESSION, LOCK):
                (self.path / name).unlink(missing_ok=True)
            self.path.rmdir()

    def header(self) -> Header:
        """What the session is about.  Raises :class:`UsageError` if this is no session's folder."""
        file = self.path / SESSION
        try:
            data = json.loads(file.read_bytes())
            if data["schema"] != SCHEMA:
                raise UsageError(f"{file}: not of this version; go on with the thinkingbox that wrote it")
            return Header.from_json(data)
        except OSError as error:
            raise UsageError(
                f"--session {self.path}: no session there ({error.strerror}); "
                "begin one with thinkingbox play start TASK --session DIR"
            ) from error
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{file}: cannot be read as a session's ({error}); start a new session") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the session.  Raises :class:`UsageError` while another command does."""
        if not (self.path / SESSION).is_file():
            self.header()
        try:
            file = (self.path / LOCK).open("a+b")
        except OSError as error:
            raise UsageError(f"--session {self.path}: cannot be written: {error.strerror}") from error
        with file:
            if not try_lock(file):
                raise UsageError(
                    f"--session {self.path}: another command is at work in this session; wait until it is done"
                )
            yield

    def actions(self) -> list[Action]:
        """The turns so far.  A last line that was never finished is a turn that was not taken."""
        if not self._log.exists():
            return []
        found: list[Action] = []
        for number, line in enumerate(self._log.read_bytes().splitlines(keepends=True), start=1):
            if not line.endswith(b"\n"):
                break
            try:
                found.append(Action.from_json(json.loads(line)))
            except (ValueError, TypeError) as error:
                raise UsageError(f"{self._log}, line {number}: not a turn ({error}); start a new session") from error
        return found

    def add(self, action: Action) -> None:
        """Append a turn; it is on the disk when this returns."""
        line = json.dumps(action.to_json()).encode() + b"\n"
        whole = self._log.read_bytes().rpartition(b"\n")[:2] if self._log.exists() else ()
        try:
            with self._log.open("ab") as file:
                file.truncate(sum(map(len, whole)))
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UsageError(f"{self._log}: cannot write the turn: {error.strerror}; make room") from error

    def last_change(self) -> float:
        """When the last turn was taken or the session started, in seconds since the epoch."""
        file = self._log if self._log.exists() else self.path / SESSION
        return file.stat().st_mtime

    def record(self) -> TrialRecord | None:
        """The trial's record, once it is over."""
        return next(read_trials(self.trials), None) if self.trials.exists() else None

    def finish(self, record: TrialRecord) -> None:
        """Write the record; it is on the disk when this returns."""
        with TrialWriter(self.trials) as writer:
            writer.write(record)
