"""Which tools each task's own solutions call: for tables that compare trials with them, without a word in any record.

A process notes the tasks that it runs in a file of its own beside its records; the end of the run gathers them into
``run.json``, under ``fingerprints.goldens``.  A run that was killed has the files still.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.writer import PARTS

Goldens = dict[str, Mapping[str, Sequence[str]]]
"""Node id of a task → name of a golden → the names of its tools, in order."""


class GoldenNotes:
    """The file of one process; nothing is made before the first note."""

    def __init__(self, directory: Path, worker: str) -> None:
        self._path = directory / PARTS / f"goldens-{worker}.jsonl"
        self._noted: set[str] = set()

    def add(self, task: str, goldens: Mapping[str, Sequence[str]]) -> None:
        """Note a task, once.  Raises :class:`UsageError` where that cannot be written."""
        if task in self._noted:
            return
        self._noted.add(task)
        line = json.dumps({"task": task, "goldens": {name: list(tools) for name, tools in goldens.items()}})
        try:
            with self._path.open("a", encoding="ascii") as file:
                file.write(line + "\n")
        except OSError as error:
            raise UsageError(f"{self._path}: cannot write it: {error.strerror}; make room") from error


def noted_goldens(directory: Path) -> Goldens:
    """What the processes of a run have noted so far; a line that was never finished is passed over."""
    return {data["task"]: data["goldens"] for path in _files(directory) for data in _lines(path)}


def _files(directory: Path) -> list[Path]:
    return sorted((directory / PARTS).glob("goldens-*.jsonl"))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            yield json.loads(line)


def forget_notes(directory: Path) -> None:
    """Remove the files, when ``run.json`` holds what they say."""
    for path in _files(directory):
        path.unlink(missing_ok=True)
    if (directory / PARTS).is_dir() and not any((directory / PARTS).iterdir()):
        (directory / PARTS).rmdir()
