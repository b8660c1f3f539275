"""Which tools each task's own solutions call: for tables that compare trials with them, without a word in any record.

A process notes the tasks that it runs in a file of its own beside its records; the end of the run gathers them into
``run.json``, under ``fingerprints.goldens``.  A run that was killed has the files still.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.writer import PARTS

Goldens = dict[str, Mapping[str, Sequence[str]]]
"""Node id of a task → name of a golden → the names of its tools, in order."""


class GoldenNotes:
    """The file of one process, JSON lines; nothing is made before the first note.

    Not ``.jsonl``: what is called so in ``parts`` holds records.
    """

    def __init__(self, directory: Path, worker: str) -> None:
        self._path = directory / PARTS / f"goldens-{worker}.notes"
        self._noted: set[str] = set()

    def __contains__(self, task: object) -> bool:
        """Whether a task has been noted."""
        return task in self._noted

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
    """What the processes of a run have noted so far; a line that was never finished is passed over.

    Raises :class:`UsageError`, naming the file, for any other line that is no note.
    """
    return {task: goldens for path in _files(directory) for task, goldens in _notes(path)}


def _files(directory: Path) -> list[Path]:
    return sorted((directory / PARTS).glob("goldens-*.notes"))


def _notes(path: Path) -> Iterator[tuple[str, Mapping[str, Sequence[str]]]]:
    for line in path.read_bytes().splitlines(keepends=True):
        if not line.endswith(b"\n"):
            return
        try:
            data = json.loads(line)
            yield data["task"], data["goldens"]
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}: not as a run writes it ({error!r}); delete the file") from error


def forget_notes(directory: Path) -> None:
    """Remove the files, when ``run.json`` holds what they say."""
    for path in _files(directory):
        path.unlink(missing_ok=True)
    if (directory / PARTS).is_dir() and not any((directory / PARTS).iterdir()):
        (directory / PARTS).rmdir()
