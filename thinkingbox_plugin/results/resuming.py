"""What earlier processes of a run have left in its directory, and making it ready for another one.

First it is only looked at (:func:`finished_trials`), so that a run that may not be resumed leaves everything as it
was.  :func:`make_ready` then makes one file of all records, so that the place of each is known, and removes what killed
processes left behind.  Whenever that is interrupted, doing it again comes to the same.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.results.directory import LATEST, RUN, find_latest
from thinkingbox_plugin.results.lines import decode
from thinkingbox_plugin.results.merge import (
    TRIALS,
    Key,
    Note,
    best_classes,
    is_merged,
    merge,
    part_files,
    scan,
    sources_of,
)
from thinkingbox_plugin.results.writer import PARTS, replace_file, sync_directory

if TYPE_CHECKING:
    from thinkingbox_plugin.providers.ledger import Spent

INDEX = "carried.json"
"""In ``parts``, while a resumed run goes on: where its workers find the records of the trials that are over."""

VERDICTS: Collection[TrialClass] = ("passed", "failed")


def resolved(directory: Path) -> Path:
    """The results directory that is meant, ``latest`` followed; raises :class:`UsageError` if it is none."""
    if directory.name == LATEST and not directory.is_dir():
        return find_latest(directory.parent).resolve()
    if not directory.is_dir():
        what = "is a file" if directory.exists() else "does not exist"
        raise UsageError(f"--tb-resume {directory}: {what}; name the results directory of a run")
    if not (directory / RUN).exists():
        raise UsageError(
            f"--tb-resume {directory}: no {RUN}, so no trial of a run had begun there; start the run again"
        )
    return directory.resolve()


@dataclass
class Carried:
    """The records that stay as they are: the place of each in ``trials.jsonl``."""

    path: Path
    places: Mapping[Key, tuple[TrialClass, int]] = field(default_factory=dict)
    """By key: the class and the offset of the line."""

    def find(self, key: Key) -> TrialRecord | None:
        """The record of a trial, or None."""
        if key not in self.places:
            return None
        with self.path.open("rb") as file:
            file.seek(self.places[key][1])
            return decode(file.readline())

    def save(self) -> None:
        """Write the index for the run's workers."""
        rows = [[*key, *place] for key, place in self.places.items()]
        path = self.path.parent / PARTS / INDEX
        try:
            path.parent.mkdir(exist_ok=True)
            replace_file(path, json.dumps(rows).encode())
        except OSError as error:
            raise UsageError(f"{path}: cannot write it: {error.strerror}; make room") from error

    @classmethod
    def load(cls, directory: Path) -> Carried:
        """Read :meth:`save` back."""
        rows = json.loads((directory / PARTS / INDEX).read_bytes())
        return cls(directory / TRIALS, {(task, model, trial): (kind, at) for task, model, trial, kind, at in rows})


def finished_trials(directory: Path, note: Note | None = None) -> dict[Key, TrialClass]:
    """How each trial ended that has a record; changes nothing.  Raises as reading does."""
    from thinkingbox_plugin.results.reading import KeyRow, row_parser

    try:
        sources = sources_of(directory)
    except UsageError:
        return {}  # killed before its first record
    return best_classes(sources, row_parser(KeyRow), note)


def make_ready(directory: Path, order: Sequence[Key], note: Note) -> Carried:
    """One file of all records, nothing else left of earlier processes; call it with the directory's lock.

    Returns the places of all records.  Raises :class:`UsageError` where that cannot be written, and loses nothing.
    """
    from thinkingbox_plugin.results.reading import KeyRow, row_parser

    tidy(directory)
    unpack(directory)
    path = directory / TRIALS
    if part_files(directory) or not path.exists() or not is_merged(sources_of(directory)) or _is_torn(path):
        for told in merge(directory, order).notes:
            note(told)
    lines = scan(path, row_parser(KeyRow))
    return Carried(path, {row.key: (row.trial_class, offset) for offset, _, row in lines})


def _is_torn(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def tidy(directory: Path) -> None:
    """Remove the half-written files of processes that are gone."""
    for path in (*directory.glob(".*.tmp"), *(directory / PARTS).glob(".*.tmp"), directory / PARTS / INDEX):
        path.unlink(missing_ok=True)


def unpack(directory: Path) -> None:
    """Make ``trials.jsonl`` of ``trials.jsonl.gz``, which nothing can be added to."""
    path, packed = directory / TRIALS, directory / f"{TRIALS}.gz"
    if path.exists() or not packed.exists():
        return
    temporary = directory / f".{TRIALS}.{os.getpid()}.tmp"
    try:
        with gzip.open(packed, "rb") as source, temporary.open("wb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        os.replace(temporary, path)
    except (OSError, EOFError) as error:
        raise UsageError(f"{packed}: cannot be unpacked ({error}); make room, or restore it from a copy") from error
    finally:
        temporary.unlink(missing_ok=True)
    sync_directory(directory)
    packed.unlink()


def spent_before(directory: Path, run_file: Mapping[str, Any]) -> tuple[Spent | None, dict[str, tuple[int, float]]]:
    """What the earlier processes have spent, by ``run.json`` or else by the records, and each model's measured trials
    with their cost: how many, US dollars.
    """
    from thinkingbox_plugin.providers.ledger import Spent

    by_who: dict[str, float] = {}
    trials: dict[str, tuple[int, float]] = {}
    requests = 0
    for model, kind, usage, asked in _costs(directory):
        total = sum(usage.values())
        requests += asked
        for who, cost in usage.items():
            by_who[who] = by_who.get(who, 0.0) + cost
        if kind != "unmeasured":
            number, before = trials.get(model, (0, 0.0))
            trials[model] = number + 1, before + total
    known = run_file.get("cost")
    if known:
        told = Spent(dict(known["by"]), int(known["requests"]), float(known["unanswered"]))
        return told, trials
    return (Spent(by_who, requests, 0.0) if sum(by_who.values()) else None), trials


def _costs(directory: Path) -> Iterator[tuple[str, TrialClass, dict[str, float], int]]:
    """Of each record: its model, its class, US dollars by who asked, and how many requests."""
    from thinkingbox_plugin.results.reading import CostRow, row_parser

    for _, _, row in scan(directory / TRIALS, row_parser(CostRow)):
        costs = {who: usage.get("cost", 0.0) for who, usage in row.usage.items()}
        yield row.model, row.trial_class, {who: cost for who, cost in costs.items() if cost}, len(row.model_calls)


def remove_index(directory: Path) -> None:
    """At the end of a resumed run."""
    with suppress(OSError):
        (directory / PARTS / INDEX).unlink(missing_ok=True)
