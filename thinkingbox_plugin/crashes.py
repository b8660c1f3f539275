"""A worker of pytest-xdist that dies: what it had finished counts, what it had in hand runs once more.

The main process notes the death in the results directory before any item is sent again.  From then on
the workers look for a trial's record in one another's files before they run it: the dead one may have
finished it without telling.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.directory import read_run_file
from thinkingbox_plugin.results.lines import decode
from thinkingbox_plugin.results.merge import Key, part_files

if TYPE_CHECKING:
    import pytest

    from thinkingbox_plugin.collection import TrialParam
    from thinkingbox_plugin.run import Run

_NOTE = ".crashed"
_MEASURED = ("passed", "failed")


def note_crash(directory: Path) -> None:
    """Let the other workers know, if the run has begun."""
    if directory.is_dir():
        (directory / _NOTE).touch()


def crash_noted(directory: Path) -> bool:
    """Whether a worker has died in this run."""
    return (directory / _NOTE).exists()


def forget_crashes(directory: Path) -> None:
    """Remove the note, at the end of the run."""
    (directory / _NOTE).unlink(missing_ok=True)


class Siblings:
    """The trials that the processes of a run have measured so far; reads only what is new each time."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._read: dict[Path, int] = {}
        self._places: dict[Key, tuple[Path, int]] = {}

    def find(self, key: Key) -> TrialRecord | None:
        """The first record of ``key`` that holds a verdict, or None."""
        for path in part_files(self._directory):
            self._catch_up(path)
        if key not in self._places:
            return None
        path, offset = self._places[key]
        with path.open("rb") as file:
            file.seek(offset)
            return decode(file.readline())

    def _catch_up(self, path: Path) -> None:
        offset = self._read.get(path, 0)
        with path.open("rb") as file:
            file.seek(offset)
            for line in file:
                if not line.endswith(b"\n"):
                    break  # being written, or never finished
                record = decode(line, messages=False)
                if record.trial_class in _MEASURED:
                    self._places.setdefault(record.key, (path, offset))
                offset += len(line)
        self._read[path] = offset


class Crashes:
    """The main process's part: sends the item that a dead worker had in hand to another one, once."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._sent_again: set[str] = set()

    def handle(self, nodeid: str, param: TrialParam, report: pytest.TestReport, scheduler: Any) -> None:
        """Make the report of the crash what it means: the trial runs again, or it is not measured."""
        if nodeid not in self._sent_again and _send_again(scheduler, nodeid):
            self._sent_again.add(nodeid)
            report.outcome = "crashed"  # type: ignore[assignment]
            return
        report.when = "setup"  # pytest calls a failure there an error
        self._record(nodeid, param, str(report.longrepr))

    def _record(self, nodeid: str, param: TrialParam, error: str) -> None:
        run = self._run
        try:
            domains = read_run_file(run.directory)["planned"]["domains"]
        except UsageError:
            return  # no trial of the run had begun: there is nothing to add to
        task = _longest_match(nodeid.partition("[")[0], list(domains))
        from thinkingbox_plugin.trial import derive_seed

        record = TrialRecord(
            task=task,
            domain=domains[task],
            model=param.model,
            trial=param.number,
            seed=derive_seed(run.options.seed, task, param.model, param.number),
            trial_class="unmeasured",
            stop_reason="sandbox_error",
            error=error,
        )
        run.append(record)


def _send_again(scheduler: Any, nodeid: str) -> bool:
    """Whether the item is given to another worker."""
    try:
        scheduler.mark_test_pending(nodeid)
    except NotImplementedError:
        from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

        # This one, and those derived from it, have put the item back already.
        return isinstance(scheduler, LoadScopeScheduling)
    return True


def _longest_match(nodeid: str, tasks: Sequence[str]) -> str:
    """The task whose name an item's node id, which begins where pytest's root is, ends with."""
    return max(tasks, key=lambda task: _common_tail(task.split("/"), nodeid.split("/")))


def _common_tail(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(reversed(one), reversed(other), strict=False)))
