"""Reading a results directory, and making one ``trials.jsonl`` of its part files.

There is one record for each key (task, model, trial).  Of several for one key, one that is measured
wins over one that is ungraded, and that over one that is unmeasured (a retried trial replaces what it
was retried for); among equals the first that is complete wins: whatever a worker wrote before it
died, a trial that was sent again and came out differently never replaces it.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Protocol, TypeVar, cast

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.results.lines import decode
from thinkingbox_plugin.results.writer import PARTS, replace_file, sync_directory

TRIALS = "trials.jsonl"
"""The name of the merged file in a results directory."""

BEYOND = "beyond.jsonl"
"""The file beside it for trials of rounds that had begun when the run was decided: they count nowhere."""

Key = tuple[str, str, int]
"""(task, model, trial), as ``TrialRecord.key``."""

Note = Callable[[str], None]
"""Told, in one sentence, of something that was passed over, such as a torn last line."""

RANK: dict[TrialClass, int] = {"passed": 0, "failed": 0, "ungraded": 1, "unmeasured": 2, "not_run": 3}


class Keyed(Protocol):
    """What the rule needs to know of a record, however much else of it was read."""

    @property
    def key(self) -> Key:
        """Task, model and trial number."""

    @property
    def trial_class(self) -> TrialClass:
        """How the trial ended."""


Read = TypeVar("Read", bound=Keyed)
Parse = Callable[[bytes], Read]
"""From a line to a record; ValueError for anything else."""


def read_trials(path: Path, *, messages: bool = True, note: Note | None = None) -> Iterator[TrialRecord]:
    """The records of one file, in its order, one at a time: memory does not grow with the file.

    Without ``messages`` the conversations are skipped.  A last line without its newline is a record
    that was never finished: it is passed over, and ``note`` told.  Raises :class:`UsageError`, naming
    file and line, for any other line that is not a record, and for a file that cannot be read.
    """
    for _, _, record in scan(path, partial(decode, messages=messages), note):
        yield record


def open_lines(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def scan(path: Path, parse: Parse[Read], note: Note | None = None) -> Iterator[tuple[int, int, Read]]:
    """(offset, length in bytes, record) of each line, as :func:`read_trials` reads them."""
    try:
        file = open_lines(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot read the trials: {error.strerror}") from error
    offset = 0
    with file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                if note is not None:
                    note(f"{path}: line {number} was never finished and is left out")
                return
            try:
                record = parse(line)
            except ValueError as error:
                raise UsageError(
                    f"{path}, line {number}: {error}; delete this line and its trial counts as not run"
                ) from error
            yield offset, len(line), record
            offset += len(line)


def part_files(directory: Path) -> list[Path]:
    """The part files of a results directory, ``gw2`` before ``gw10``."""
    return sorted((directory / PARTS).glob("trials-*.jsonl"), key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]


@dataclass(frozen=True, slots=True)
class _Line:
    """Where the record for a key stands."""

    rank: int
    source: int
    offset: int
    length: int


def _index(sources: Sequence[Path], parse: Parse[Read], note: Note | None) -> dict[Key, _Line]:
    """The winning line of each key over all ``sources``."""
    found: dict[Key, _Line] = {}
    for source, path in enumerate(sources):
        for offset, length, record in scan(path, parse, note):
            line = _Line(RANK[record.trial_class], source, offset, length)
            known = found.get(record.key)
            if known is None or line.rank < known.rank:
                found[record.key] = line
    return found


def best_classes(sources: Sequence[Path], parse: Parse[Read], note: Note | None = None) -> dict[Key, TrialClass]:
    """How the winning record of each key over all ``sources`` ended."""
    found: dict[Key, TrialClass] = {}
    for path in sources:
        for _, _, record in scan(path, parse, note):
            known = found.get(record.key)
            if known is None or RANK[record.trial_class] < RANK[known]:
                found[record.key] = record.trial_class
    return found


def _in_order(keys: Sequence[Key] | dict[Key, _Line], order: Sequence[Key] | None) -> list[Key]:
    """``keys`` as planned; those outside the plan, or all without a plan, trial by trial."""
    place = {key: index for index, key in enumerate(order or ())}
    return sorted(keys, key=lambda key: (place.get(key, len(place)), key[2], key[0], key[1]))


def _sources(directory: Path) -> list[Path]:
    merged = directory / TRIALS
    return [*([merged] if merged.exists() else []), *part_files(directory)]


def sources_of(directory: Path) -> list[Path]:
    """The files that hold a run's records; ``trials.jsonl`` may have been compressed to ``trials.jsonl.gz``.

    Raises :class:`UsageError` for anything that is not a results directory.
    """
    if not directory.is_dir():
        what = "is a file" if directory.exists() else "does not exist"
        raise UsageError(f"{directory}: {what}; name the results directory of a run")
    sources, packed = _sources(directory), directory / f"{TRIALS}.gz"
    if packed.exists() and directory / TRIALS not in sources:
        sources = [packed, *sources]
    if not sources:
        raise UsageError(f"{directory}: no {TRIALS} here; name the results directory of a run")
    return sources


def lines_of(
    sources: Sequence[Path], parse: Parse[Read], order: Sequence[Key] | None = None, note: Note | None = None
) -> Iterator[bytes]:
    """The winning line of each key, as planned or trial by trial; ``parse`` reads only what the rule needs."""
    found = _index(sources, parse, note)
    with ExitStack() as stack:
        files = [stack.enter_context(open_lines(path)) for path in sources]
        for key in _in_order(found, order):
            line = found[key]
            files[line.source].seek(line.offset)
            yield files[line.source].read(line.length)


def read_run(
    directory: Path, *, messages: bool = True, order: Sequence[Key] | None = None, note: Note | None = None
) -> Iterator[TrialRecord]:
    """The records of a results directory, merged or not, also of a run that still goes on.

    One record for each key, by the rule above.  Raises :class:`UsageError` for a directory without
    any, and as :func:`read_trials` does.
    """
    sources = sources_of(directory)
    if order is None and is_merged(sources):
        yield from read_trials(sources[0], messages=messages, note=note)
        return
    for line in lines_of(sources, decode, order, note):
        yield decode(line, messages=messages)


def is_merged(sources: Sequence[Path]) -> bool:
    """Whether there is one file with one record for each key, to be read as it stands."""
    return len(sources) == 1 and sources[0].name.startswith(TRIALS)


def find_record(directory: Path, key: Key) -> TrialRecord | None:
    """The record of ``key``, if any process of the run has finished it (before it runs once more)."""
    best: TrialRecord | None = None
    for path in _sources(directory):
        for record in read_trials(path):
            if record.key == key and (best is None or RANK[record.trial_class] < RANK[best.trial_class]):
                best = record
    return best


@dataclass(slots=True)
class Merged:
    """What a merge did: the records that ``trials.jsonl`` now holds, and what was passed over."""

    path: Path
    records: int = 0
    beyond: int = 0
    """Records of later rounds, kept in :data:`BEYOND`."""
    notes: list[str] = field(default_factory=list)


def merge(directory: Path, order: Sequence[Key] | None = None, rounds: int | None = None) -> Merged:
    """Make ``trials.jsonl`` of itself, if it exists, and of all part files, then delete these.

    In the order of the plan, or trial by trial (then task, then model).  The file is replaced at once:
    whenever the process is killed, a second merge gives the same file.  Call it when no process writes
    any more; a part that has grown meanwhile is kept, with a note.  Raises :class:`UsageError` for a
    broken line, and then changes nothing.  With ``rounds`` trials of later rounds go into :data:`BEYOND` instead.
    """
    result = Merged(directory / TRIALS)
    sources = _sources(directory)
    sizes = {path: path.stat().st_size for path in sources}
    temporary = directory / f".{TRIALS}.{os.getpid()}.tmp"
    try:
        with temporary.open("wb") as file:
            late: list[bytes] = []
            for line in lines_of(sources, decode, order, result.notes.append):
                if rounds is not None and decode(line, messages=False).trial >= rounds:
                    late.append(line)
                    continue
                file.write(line)
                result.records += 1
            file.flush()
            os.fsync(file.fileno())
        if late:  # a second merge, after a kill in between, finds none and keeps what the first has written
            replace_file(directory / BEYOND, b"".join(late))
        result.beyond = len(late)
        os.replace(temporary, result.path)
    except OSError as error:
        raise UsageError(f"{result.path}: cannot write it: {error.strerror}; the parts are kept") from error
    finally:
        temporary.unlink(missing_ok=True)
    sync_directory(directory)
    _delete_parts(directory, sizes, result)
    return result


def _delete_parts(directory: Path, sizes: dict[Path, int], result: Merged) -> None:
    for path in part_files(directory):
        if path.stat().st_size == sizes.get(path):
            path.unlink()
        else:
            result.notes.append(f"{path}: still being written to; merge again when it is done")
    if (directory / PARTS).is_dir() and not any((directory / PARTS).iterdir()):
        (directory / PARTS).rmdir()
