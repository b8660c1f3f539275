"""Writing records so that a killed process loses nothing that was finished.

Each process appends to a part file of its own, ``DIR/parts/trials-<worker>.jsonl``; a record is on the
disk before :meth:`TrialWriter.write` returns.  At the end :func:`~thinkingbox_plugin.results.merge.merge`
makes ``DIR/trials.jsonl`` of the parts.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Container
from pathlib import Path
from types import TracebackType

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.redact import without_texts

PARTS = "parts"
"""The folder of the part files in a results directory."""


def part_path(directory: Path, worker: str = "main") -> Path:
    """Where the process called ``worker`` (an xdist worker's id such as ``gw0``) writes."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", worker):
        raise ValueError(f"a worker's name is letters and digits, got {worker!r}")
    return directory / PARTS / f"trials-{worker}.jsonl"


class TrialWriter:
    """Appends records to one part file; safe to use from several threads of one process.

    With ``messages=False`` records are written without texts, see
    :func:`~thinkingbox_plugin.results.redact.without_texts`, to which ``narrative`` goes.  A torn last
    line of an earlier process is cut off first.  Raises :class:`UsageError` where the file cannot be
    opened or a record cannot be written (a full disk); what was written before stays whole.
    """

    def __init__(
        self, path: Path, *, messages: bool = True, narrative: Container[tuple[str, str]] = frozenset()
    ) -> None:
        self.path = path
        self._messages = messages
        self._narrative = narrative
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            _mend_end(self._fd)
            sync_directory(path.parent)
        except OSError as error:
            raise UsageError(f"{path}: cannot write results: {error.strerror}; choose another --tb-out") from error

    def write(self, record: TrialRecord) -> None:
        """Append the record; it has reached the disk when this returns."""
        line = encode(record if self._messages else without_texts(record, self._narrative))
        with self._lock:
            size = os.fstat(self._fd).st_size
            try:
                _write_all(self._fd, line)
                os.fsync(self._fd)
            except OSError as error:
                os.ftruncate(self._fd, size)
                raise UsageError(
                    f"{self.path}: the record of {record.task}, trial {record.trial}, cannot be written: "
                    f"{error.strerror}; make room and go on with --tb-resume: the records before it are kept"
                ) from error

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> TrialWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _mend_end(fd: int) -> None:
    """Cut off a last line without its newline: a record that a killed process had not finished."""
    size = os.fstat(fd).st_size
    end = size
    while end > 0:
        start = max(0, end - 65536)
        newline = os.pread(fd, end - start, start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end < size:
        os.ftruncate(fd, end)


def sync_directory(path: Path) -> None:
    """Make new and renamed entries of a folder survive a power cut, where the system can do that."""
    if os.name == "nt":
        return
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def replace_file(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` at once: a reader sees the old file or the new one, never half."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_directory(path.parent)
