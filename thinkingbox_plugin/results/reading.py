"""Reading saved runs for tables: fast, one record at a time, and only what tables need.

    for run in open_runs([Path("results/latest")]):
        for row in run.rows():
            ...

The messages, four fifths of a line, stand last and are not parsed; unknown fields are passed over.  What a results
directory is, which of two records of one trial counts and what becomes of a torn line is decided in
:mod:`~thinkingbox_plugin.results.merge`, so a run that was killed or still goes on reads as it will when merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import StopReason, TrialClass
from thinkingbox_plugin.results.directory import LATEST, RUN, find_latest, read_run_file
from thinkingbox_plugin.results.lines import MESSAGES_MARK
from thinkingbox_plugin.results.merge import Key, Note, Parse, is_merged, lines_of, scan, sources_of
from thinkingbox_plugin.results.summary import Planned, Rounds


class KeyRow(msgspec.Struct, gc=False):
    """The least of a record: which trial it is and how it ended."""

    task: str
    model: str
    trial: int
    trial_class: TrialClass = msgspec.field(name="class")

    @property
    def key(self) -> Key:
        """Task, model and trial number: unique in a run."""
        return (self.task, self.model, self.trial)


class CheckRow(msgspec.Struct, gc=False):
    """One factor of the verdict; ``passed`` is None where nobody could judge."""

    name: str
    passed: bool | None = None


class DifferenceRow(msgspec.Struct):
    """One line of the difference, see :class:`~thinkingbox_plugin.records.DifferenceRecord`."""

    kind: Literal["wrong value", "missing row", "unexpected row"]
    table: str
    key: str
    column: str | None = None
    expected: Any = None
    actual: Any = None
    call: int | None = None
    tool: str | None = None


class EffectRow(msgspec.Struct, gc=False):
    """One row that a call inserted, changed or deleted, without its values."""

    call: int
    tool: str
    op: Literal["inserted", "changed", "deleted"]
    table: str
    key: str


class TrialRow(KeyRow):
    """What tables are made of: a :class:`~thinkingbox_plugin.records.TrialRecord` without its texts.

    Derive from it for a table that needs more fields: ``run.rows_of(MyRow)``.
    """

    domain: str
    workflow: str = ""
    tags: tuple[str, ...] = ()
    policy: tuple[str, ...] = ()
    checks: tuple[CheckRow, ...] = ()
    state_hash: str = ""
    golden_hash: str = ""
    golden: str = ""
    difference: tuple[DifferenceRow, ...] = ()
    effects: tuple[EffectRow, ...] = ()
    state_only: bool | None = None
    trap: str | None = None
    tool_calls: int = 0
    write_calls: int = 0
    failed_calls: int = 0
    user_turns: int = 0
    stop_reason: StopReason = "done"
    flags: tuple[str, ...] = ()
    usage: dict[str, dict[str, float]] = {}
    versions: dict[str, str] = {}
    timing: dict[str, float] = {}

    @property
    def version(self) -> str:
        """The model that the provider says has answered for the agent; empty where none says so."""
        return self.versions.get("agent", "")


class CostRow(KeyRow):
    """What a trial has cost."""

    usage: dict[str, dict[str, float]] = {}
    model_calls: tuple[Any, ...] = ()


Row = TypeVar("Row", bound=KeyRow)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What ``run.json`` says of a run; empty for a directory that has none."""

    state: str = ""
    user: str = ""
    judge: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    fingerprints: Mapping[str, Any] = field(default_factory=dict)
    planned: Planned | None = None
    twins: Mapping[str, str] | None = None
    """Node id of a task → node id of its twin; None where the run does not say which tasks are pairs."""
    rounds: Rounds | None = None
    """Of a run that was to go on until its gates are decided."""

    @classmethod
    def read(cls, directory: Path) -> RunInfo | None:
        """Of a results directory; None without a ``run.json``, :class:`UsageError` for a broken one."""
        return cls.of(read_run_file(directory), directory) if (directory / RUN).exists() else None

    @classmethod
    def of(cls, data: Mapping[str, Any], directory: Path) -> RunInfo:
        """What a ``run.json`` holds."""
        try:
            planned = data.get("planned") or None
            return cls(
                state=data["state"],
                user=data["user"],
                judge=data["judge"],
                options=dict(data["options"]),
                fingerprints=dict(data["fingerprints"]),
                planned=Planned.from_json(planned) if planned else None,
                twins=dict(planned["twins"]) if planned and "twins" in planned else None,
                rounds=Rounds.from_json(data["rounds"]) if "rounds" in data else None,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UsageError(
                f"{directory / RUN}: not as a run writes it ({error!r}); restore it from a copy"
            ) from error


@dataclass(frozen=True, slots=True)
class SavedRun:
    """One results directory."""

    directory: Path
    name: str
    """What tables call it: the directory's name, with as many of its parents as tell it from the others."""
    info: RunInfo | None
    sources: Sequence[Path]
    notes: list[str] = field(default_factory=list)
    """What reading has passed over, such as a torn last line; each is said once."""

    def rows(self) -> Iterator[TrialRow]:
        """Its records, one for each key; may be read several times.  Raises as :meth:`rows_of`."""
        return self.rows_of(TrialRow)

    def rows_of(self, kind: type[Row]) -> Iterator[Row]:
        """Its records as ``kind``, which derives from :class:`KeyRow`.

        Raises :class:`UsageError`, naming file and line, for a line that is no record.
        """
        if is_merged(self.sources):
            for _, _, row in scan(self.sources[0], row_parser(kind), self._note):
                yield row
            return
        parse = row_parser(kind)
        for line in lines_of(self.sources, row_parser(KeyRow), note=self._note):
            yield parse(line)

    @property
    def _note(self) -> Note:
        return lambda note: None if note in self.notes else self.notes.append(note)


def open_runs(directories: Iterable[Path]) -> list[SavedRun]:
    """The runs in ``directories``, each named once.

    Raises :class:`UsageError` for one that is no results directory, that is named twice, or whose ``run.json`` is
    broken.
    """
    paths = [find_latest(path.parent) if path.name == LATEST and path.is_file() else path for path in directories]
    seen: dict[Path, Path] = {}
    for path in paths:
        if seen.setdefault(path.resolve(), path) is not path:
            raise UsageError(f"{path}: named twice, its trials would count twice; name each directory once")
    return [
        SavedRun(path, name, RunInfo.read(path), sources_of(path))
        for path, name in zip(paths, _names(paths), strict=True)
    ]


def _names(paths: Sequence[Path]) -> list[str]:
    """The shortest ends of the paths that differ from one another."""
    parts = [path.resolve().parts for path in paths]
    for length in range(1, max((len(p) for p in parts), default=0) + 1):
        names = ["/".join(p[-length:]) for p in parts]
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in paths]


def read_rows(directories: Iterable[Path]) -> Iterator[TrialRow]:
    """The records of several directories, one run after the other."""
    for run in open_runs(directories):
        yield from run.rows()


@cache
def row_parser(kind: type[Row]) -> Parse[Row]:
    """Parses one line of ``trials.jsonl`` into ``kind``; raises ValueError for anything that is no record."""
    decoder = msgspec.json.Decoder(kind)
    wants_messages = "messages" in (item.encode_name for item in msgspec.structs.fields(kind))

    def parse(line: bytes) -> Row:
        end = -1 if wants_messages else line.find(MESSAGES_MARK)
        try:
            if end > 0 and line.endswith((b"]}\n", b"]}\r\n", b"]}")):
                try:
                    return decoder.decode(line[:end] + b"}")
                except msgspec.DecodeError:
                    pass  # the mark stood inside another value
            return decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"not a trial's record: {error}") from error

    return parse
