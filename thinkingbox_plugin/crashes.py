"""A worker of pytest-xdist that dies: what it had finished counts, what it had in hand runs once more.

The main process notes the death in the results directory before any item is sent again.  From then on
the workers look for a trial's record in one another's files before they run it: the dead one may have
finished it without telling.
"""

from __future__ import annotations

import json
from collections import Counter
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
_SUSPECT = 2
_LAST = _SUSPECT + 2
"""A suspect runs at its own turn and, like any trial that took its worker along, once more."""
ANYTHING = "*"
"""In place of node ids where it is not known what a worker had in hand."""
_MEASURED = ("passed", "failed")


def note_crash(directory: Path, in_hand: Sequence[str] = ()) -> None:
    """Let the other workers know, if the run has begun, also which items the dead one had in hand."""
    if directory.is_dir():
        with (directory / _NOTE).open("ab") as file:  # made also where there is nothing to write
            file.write("".join(f"{json.dumps(nodeid)}\n" for nodeid in in_hand).encode())


def crash_noted(directory: Path) -> bool:
    """Whether a worker has died in this run."""
    return (directory / _NOTE).exists()


def forget_crashes(directory: Path) -> None:
    """Remove the note, at the end of the run."""
    (directory / _NOTE).unlink(missing_ok=True)


class Suspects:
    """The items that two workers had in hand as they died: one of them may be why, so that each waits for its turn.

    With many trials in flight nobody knows which of them took its worker along.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / _NOTE
        self._size = 0
        self._times: Counter[str] = Counter()

    def __contains__(self, nodeid: object) -> bool:
        """Whether an item must not be started ahead of its turn."""
        self._catch_up()
        return isinstance(nodeid, str) and self.times(nodeid) >= _SUSPECT

    def times(self, nodeid: str) -> int:
        """How many workers have died with the item in hand."""
        self._catch_up()
        return self._times[nodeid] + self._times[ANYTHING]

    def _catch_up(self) -> None:
        try:
            if self._path.stat().st_size == self._size:
                return
            lines = self._path.read_bytes()
        except OSError:  # nobody has died
            return
        self._size = len(lines)
        self._times = Counter(json.loads(line) for line in lines.splitlines())


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
    """The main process's part: sends the item that a dead worker was running to another one.

    Once, where workers have one trial in flight each; where they have several, until it is known which it was.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._sent_again: set[str] = set()
        self._suspects = Suspects(run.directory)

    def handle(self, nodeid: str, param: TrialParam, report: pytest.TestReport, scheduler: Any) -> None:
        """Make the report of the crash what it means: the trial runs again, or it is not measured."""
        times = self._suspects.times(nodeid)
        may_run = times < _LAST if times else nodeid not in self._sent_again
        if may_run and _send_again(scheduler, nodeid):
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


def in_hand(node: Any) -> list[str]:
    """The node ids of what a worker of pytest-xdist has been sent and not finished."""
    session = node.config.pluginmanager.get_plugin("dsession")
    pending = getattr(getattr(session, "sched", None), "node2pending", None)
    collection = getattr(getattr(session, "sched", None), "collection", None)
    if pending is None or collection is None:
        return [ANYTHING]
    return [collection[index] for index in pending.get(node, ())]


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
