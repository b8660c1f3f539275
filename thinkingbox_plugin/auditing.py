"""``--tb-audit`` in pytest: each task's item runs its probes; the main process counts, judges and prints."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.errors import ThinkingboxError
from thinkingbox_plugin.junit import xml_safe
from thinkingbox_plugin.results import point_latest
from thinkingbox_plugin.run import Run

if TYPE_CHECKING:
    from thinkingbox_plugin.audit.findings import TaskAudit
    from thinkingbox_plugin.audit.summary import DomainAudit
    from thinkingbox_plugin.audit.task import Auditor
    from thinkingbox_plugin.plan import Playback
    from thinkingbox_plugin.task import Task

AUDITING: pytest.StashKey[Auditing] = pytest.StashKey()
_AUDITED: pytest.StashKey[TaskAudit] = pytest.StashKey()

FILE = "audit.json"


@dataclass(frozen=True)
class _Survivors:
    """What the task's body compares: the probes that survived, and none."""

    what: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{len(self.what)} surviving probes>"


class Auditing:
    """A plugin of its own, registered where an audit is asked for; in xdist workers it runs probes only."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._auditor: Auditor | None = None
        self._audits: list[TaskAudit] = []
        self._domains: list[DomainAudit] = []
        self._notes: list[str] = []

    def trial(self, item: pytest.Item, task: Task) -> Playback:
        """What the item's fixture ``trial`` is: every probe is run here, and the body asserts that none survived."""
        from thinkingbox_plugin.audit.task import Auditor
        from thinkingbox_plugin.plan import Playback

        if self._auditor is None:
            self._auditor = Auditor(self._run.plan)
        try:
            audit = self._auditor.audit(task, self._run.engine.run)
        except ThinkingboxError as error:
            pytest.fail(f"{type(error).__name__}: {error}", pytrace=False)
        item.stash[_AUDITED] = audit
        found = _Survivors(tuple(_line(probe=s.probe, what=s.what) for s in audit.failures))
        return Playback(self._run.plan(task), found, _Survivors())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send what was found along with the report, as plain data."""
        report = yield
        audit = item.stash.get(_AUDITED, None)
        if audit is not None and report.when == "call":
            report.thinkingbox_audit = audit.to_json()  # type: ignore[attr-defined]
            if report.failed and audit.failures:
                report.longrepr = xml_safe("\n".join(_line(s.probe, s.what) for s in audit.failures))
                report.sections = []
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a report brings, and free the report of it."""
        data = getattr(report, "thinkingbox_audit", None)
        if data is not None and self._run.worker == "main":
            from thinkingbox_plugin.audit.findings import TaskAudit

            self._audits.append(TaskAudit.from_json(data))
            del report.thinkingbox_audit

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Count, judge and write ``audit.json``; a missed bound makes the exit code 1."""
        if self._run.worker != "main" or not self._audits:
            return
        from thinkingbox_plugin.audit.elsewhere import ElsewhereError, compare, hashes_elsewhere
        from thinkingbox_plugin.audit.summary import summarise, write_audit

        self._audits.sort(key=lambda audit: audit.task)
        if exitstatus != pytest.ExitCode.INTERRUPTED:
            try:
                compare(self._audits, hashes_elsewhere(self._audits))
            except ElsewhereError as error:
                self._notes.append(f"the hashes could not be found in another process: {error}")
        self._domains = summarise(self._audits)
        directory = self._run.directory
        directory.mkdir(parents=True, exist_ok=True)
        write_audit(directory / FILE, self._domains, self._audits, self._notes)
        if self._run.options.out is None:
            point_latest(directory)
        if exitstatus == pytest.ExitCode.OK and not self.held:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @property
    def held(self) -> bool:
        """Whether nothing is missed."""
        return all(domain.held for domain in self._domains) and not self._notes

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print both tables of each domain, every survivor, and what could not be probed."""
        if not self._domains:
            return
        from thinkingbox_plugin.audit.table import audit_lines

        terminalreporter.section("thinkingbox audit")
        for domain in self._domains:
            for line in audit_lines(domain):
                terminalreporter.write_line(line)
            terminalreporter.write_line("")
        for note in self._notes:
            terminalreporter.write_line(note)
        verdict = "every judged bound holds" if self.held else "a bound is missed"
        terminalreporter.write_line(f"audit: {verdict}; {self._run.directory / FILE}")


def _line(probe: str, what: str) -> str:
    from thinkingbox_plugin.audit.findings import PROBES

    return f"{PROBES[probe][0]}: {what}"  # type: ignore[index]
