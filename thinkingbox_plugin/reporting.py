"""From finished trials to pytest's reports, and from a finished run to its files and tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest

from thinkingbox_plugin.collection import AUDIT, item_param, item_task
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.junit import properties, xml_safe
from thinkingbox_plugin.keys import FINISHED, RUN
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.failures import failure_lines, failure_section, signature
from thinkingbox_plugin.report.progress import Progress
from thinkingbox_plugin.results import (
    Planned,
    RunFile,
    merge,
    point_latest,
    read_run_file,
    read_trials,
    summarise,
    write_summary,
)
from thinkingbox_plugin.results.directory import RunState
from thinkingbox_plugin.run import Run, is_brief

_LONG = 100
"""From so many planned trials on a progress line is printed now and then."""
_SECTION = "thinkingbox"


def plan_run(run: Run, items: Sequence[pytest.Item]) -> None:
    """Note what this process has been asked to run."""
    tasks = {task.nodeid: task for item in items if (task := item_task(item)) is not None}
    keys = [
        (task.nodeid, param.model, param.number)
        for item in items
        if (task := item_task(item)) is not None and (param := item_param(item)).model != AUDIT
    ]
    run.tasks = tuple(tasks.values())
    run.planned = Planned.of_keys({nodeid: task.domain.name for nodeid, task in tasks.items()}, keys)
    run.order = keys


def describe(item: pytest.Item, report: pytest.TestReport) -> pytest.TestReport:
    """Add a trial's properties to its report and, if it failed, say why; safe whatever a model wrote."""
    finished = item.stash.get(FINISHED, None)
    if finished is None:
        return report
    record, run = finished.record, item.config.stash[RUN]
    if report.when == "teardown":
        report.thinkingbox = _slip(record, len(run.order))  # type: ignore[attr-defined]
        del item.stash[FINISHED]
        return report
    if report.when == "call" or report.failed:
        report.user_properties = [*report.user_properties, *properties(record)]
    if report.failed:
        if is_brief(run.options, len(run.order)):
            report.longrepr = xml_safe(f"{record.trial_class}: {signature(record)}")
            report.sections = []
        else:
            report.sections.append((_SECTION, xml_safe(failure_section(record, _policies(item)))))
    return report


def _policies(item: pytest.Item) -> dict[str, str]:
    task = item_task(item)
    return {section.anchor: section.body for section in task.domain.sections} if task else {}


def _slip(record: TrialRecord, planned: int) -> dict[str, Any]:
    """What the terminal needs of a record; small, since pytest keeps every report."""
    return {
        "task": record.task,
        "model": record.model,
        "trial": record.trial,
        "class": record.trial_class,
        "planned": planned,
        "cost": sum(usage.get("cost", 0.0) for usage in record.usage.values()),
    }


def _unslip(slip: dict[str, Any]) -> TrialRecord:
    return TrialRecord(
        task=slip["task"],
        domain="",
        model=slip["model"],
        trial=slip["trial"],
        seed=0,
        trial_class=slip["class"],
        usage={"all": {"cost": slip["cost"]}},
    )


def insist_on_verdict(item: pytest.Item) -> None:
    """Fail an item whose verdict is 0 although its body did not raise."""
    finished = item.stash.get(FINISHED, None)
    if finished is not None and finished.verdict is not None and not finished.verdict.passed:
        pytest.fail("the verdict is 0, and the task's body did not assert it", pytrace=False)


def explain(op: str, outcome: object, golden: object) -> list[str] | None:
    """The explanation of a failed ``trial.outcome == trial.golden_outcome``; None for any other comparison."""
    verdict = sys.modules.get("thinkingbox_plugin.verdict")
    if op != "==" or verdict is None or not (type(outcome) is type(golden) is verdict.Outcome):
        return None
    checks: dict[str, bool | None] = vars(outcome)["checks"]
    failed = [name for name, passed in checks.items() if not passed]
    return [f"the trial did not end as the golden does: {', '.join(failed)}"]


class Reporting:
    """The main process's part: progress, merging, tables.  Idle in xdist workers."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._terminal: Any = None
        self._planned = 0
        self._progress: Progress | None = None
        self._summary: dict[str, Any] | None = None
        self._lines: list[str] = []
        self._notes: list[str] = []

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Find the terminal, for the progress line."""
        self._terminal = session.config.pluginmanager.get_plugin("terminalreporter")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a finished trial; prints the progress line of a long run now and then."""
        slip: dict[str, Any] | None = getattr(report, "thinkingbox", None)
        if slip is None or self._terminal is None:
            return
        planned = self._planned = slip["planned"]
        if planned < _LONG:
            return
        terminal = self._terminal
        if self._progress is None:
            self._progress = Progress(planned, monotonic, 2.0 if terminal.isatty else 30.0)
        line = self._progress.add(_unslip(slip))
        if line is not None:
            terminal.ensure_newline()
            terminal.write_line(line)

    def finish(self, session: pytest.Session, exitstatus: int) -> None:
        """Merge the parts, write the summary, keep the table for the terminal."""
        run = self.run
        if run.worker != "main":
            run.close()
            return
        run.close()
        if not run.directory.exists() or not (run.directory / "run.json").exists():
            return
        try:
            self._finish(exitstatus == pytest.ExitCode.INTERRUPTED)
        except UsageError as error:
            self._notes.append(f"error: {error}")

    def _finish(self, interrupted: bool) -> None:
        run = self.run
        merged = merge(run.directory, run.order or None)
        planned = Planned.from_json(read_run_file(run.directory)["planned"])
        self._summary = summarise(read_trials(merged.path, messages=False), planned)
        write_summary(run.directory, self._summary)
        self._lines = failure_lines(read_trials(merged.path, messages=False))
        state: RunState = "interrupted" if interrupted or self._not_run() else "finished"
        RunFile.reopen(run.directory).finish(state, datetime.now(UTC).isoformat(timespec="seconds"), merged.notes)
        if run.options.out is None:
            point_latest(run.directory)
        self._notes += merged.notes

    def _not_run(self) -> bool:
        models = (self._summary or {}).get("models", {})
        return any(model["all"]["classes"].get("not_run") for model in models.values())

    @property
    def _brief(self) -> bool:
        return is_brief(self.run.options, self._planned)

    @contextmanager
    def briefly(self, terminal: Any) -> Iterator[None]:
        """Print failed tasks a line each instead of thousands of tracebacks, then the table."""
        hidden = self._hide(terminal) if self._brief else {}
        try:
            yield
        finally:
            for category, reports in hidden.items():
                terminal.stats[category] = reports
        self._print(terminal)

    def _hide(self, terminal: Any) -> dict[str, list[Any]]:
        hidden = {}
        for category in ("failed", "error"):
            reports = terminal.stats.get(category, [])
            hidden[category] = reports
            terminal.stats[category] = [report for report in reports if not _is_trial(report)]
        return hidden

    def _print(self, terminal: Any) -> None:
        if self._summary is None and not self._notes:
            return
        terminal.section("thinkingbox")
        if self._brief or len(self._lines) > 1:
            for line in self._lines:
                terminal.write_line(line)
        if self._summary is not None:
            from thinkingbox_plugin.report.table import results_table

            width = terminal.fullwidth if hasattr(terminal, "fullwidth") else 80
            terminal.write_line(results_table(self._summary, width=width, terminal=terminal.hasmarkup).rstrip())
            terminal.write_line(f"results: {self.run.directory}")
        for note in self._notes:
            terminal.write_line(note)


def _is_trial(report: Any) -> bool:
    return any(name == "stop_reason" for name, _ in getattr(report, "user_properties", ()))
