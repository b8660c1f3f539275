"""``--tb-until-decided`` in pytest: whole rounds over all tasks, until the gates are decided.

The main process counts the items that are over.  When a round is, it looks
(:mod:`~thinkingbox_plugin.gates.sequential`) and, once nothing is left to decide, leaves a note in the results
directory.  From then on no process starts a trial of a later round: its item is passed by without a report, neither
passed nor failed.  Nobody waits for a look, so with workers some trials of the next round may have begun; they are
finished and kept, and count nowhere (:data:`~thinkingbox_plugin.results.merge.BEYOND`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.collection import Collection, item_param, item_task
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.writer import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from thinkingbox_plugin.gates.question import Question
    from thinkingbox_plugin.gates.sequential import Looks
    from thinkingbox_plugin.run import Run

_NOTE = ".decided"


class Rounds:
    """Which rounds of a run may begin; every process has one and reads the note that the main one leaves."""

    def __init__(self, directory: Path, first: int, most: int) -> None:
        self.first, self.most = first, most
        self.looked = 0
        """In the main process: how many rounds the last look has seen."""
        self._note = directory / _NOTE
        self._decided: int | None = None

    def may_start(self, number: int) -> bool:
        """Whether a trial of this number may begin; trials are counted from 0, as rounds are here."""
        if number < self.first:
            return True
        return self.decided is None or number < self.decided

    @property
    def decided(self) -> int | None:
        """After how many rounds all was decided; None while the run goes on."""
        if self._decided is None:
            try:
                self._decided = int(self._note.read_text(encoding="ascii"))
            except (OSError, ValueError):
                return None
        return self._decided

    def end(self) -> None:
        """Let no further round begin."""
        self._decided = self.looked
        replace_file(self._note, b"%d" % self.looked)

    def forget(self) -> None:
        """Remove the note, at the end of the run."""
        self._note.unlink(missing_ok=True)


class RoundKeeper:
    """A plugin of its own, registered where the run goes on until it is decided."""

    def __init__(self, run: Run, rounds: Rounds, collection: Collection, question: Callable[[], Question]) -> None:
        self._run, self._rounds, self._collection, self._question = run, rounds, collection, question
        self._left: dict[int, set[str]] = {}
        """Number of a round → its items that are not over."""
        self._looks: Looks | None = None
        self._session: pytest.Session | None = None

    # -- which items there are

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember it, to end it."""
        self._session = session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """In a run of one process: all trials are known."""
        if self._run.worker == "main" and session.items and not session.config.option.collectonly:
            self._expect([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """With workers: what the first one has collected."""
        if not self._left:
            self._expect(ids)

    def _expect(self, nodeids: Iterable[str]) -> None:
        tasks: dict[tuple[str, str], set[int]] = {}
        for nodeid in nodeids:
            param = self._collection.param_of(nodeid)
            if param is not None:
                self._left.setdefault(param.number, set()).add(nodeid)
                tasks.setdefault((nodeid.partition("[")[0], param.model), set()).add(param.number)
        short = [task for (task, _), numbers in tasks.items() if len(numbers) < self._rounds.most]
        if short:
            pytest.exit(
                f"--tb-until-decided needs whole rounds, and of {short[0]} only some trials are chosen: choose tasks "
                "(-k, markers, node ids without [...]) and leave out --lf and the like",
                returncode=pytest.ExitCode.USAGE_ERROR,
            )

    # -- passing by

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leave out an item of a round that is not run any more."""
        if item_task(item) is None or self._rounds.may_start(item_param(item).number):
            return None
        return True

    # -- looking

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """An item is over."""
        self._over(nodeid)

    @pytest.hookimpl(optionalhook=True, trylast=True)
    def pytest_handlecrashitem(self, crashitem: str, report: Any) -> None:
        """A trial that killed its worker is over unless it was sent to another one."""
        if report.outcome != "crashed":
            self._over(crashitem)

    def _over(self, nodeid: str) -> None:
        param = self._collection.param_of(nodeid)
        if self._run.worker != "main" or param is None or param.number not in self._left:
            return
        self._left[param.number].discard(nodeid)
        while not self._left.get(self._rounds.looked, True) and self._rounds.decided is None:
            self._rounds.looked += 1
            if self._rounds.looked >= self._rounds.first:
                self._look()

    def _look(self) -> None:
        from thinkingbox_plugin.gates.asking import look_at

        rounds = self._rounds
        if rounds.looked >= rounds.most or not (self._run.directory / "run.json").exists():
            return  # the end of the run looks for itself, and where there is no record there is nothing to see
        try:
            self._looks, settled = look_at(self._run.directory, self._question(), rounds, self._looks)
        except UsageError as error:
            if self._session is not None:
                self._session.shouldstop = str(error)
            return
        if settled:
            rounds.end()
