"""From finished trials to pytest's reports, and from a finished run to its files and tables."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from time import monotonic
from typing import Any, NoReturn

import pytest

from thinkingbox_plugin import resuming, stopping
from thinkingbox_plugin.collection import AUDIT, Collection, item_param, item_task
from thinkingbox_plugin.crashes import Crashes, forget_crashes, in_hand, note_crash
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.junit import properties, xml_safe
from thinkingbox_plugin.keys import OWN_TIME, RECORD, RUN
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.report.ending import Ending, end_with
from thinkingbox_plugin.report.failures import failure_lines, failure_section, reason
from thinkingbox_plugin.report.progress import Progress
from thinkingbox_plugin.report.text import plural
from thinkingbox_plugin.results import (
    Planned,
    RunFile,
    merge,
    read_run_file,
    read_trials,
    summarise_by_version,
    write_summary,
)
from thinkingbox_plugin.results.directory import RunState
from thinkingbox_plugin.results.goldens import forget_notes, noted_goldens
from thinkingbox_plugin.results.locking import forget_workers
from thinkingbox_plugin.results.merge import BEYOND, Key
from thinkingbox_plugin.results.resuming import remove_index
from thinkingbox_plugin.run import Run, is_brief
from thinkingbox_plugin.spending import cost_json, cost_line, forecast_line

_LONG = 100
"""From so many planned trials on a progress line is printed now and then."""
_MANY_TASKS = 20
"""From so many tasks on, each tried twice or more, the table has intervals."""
_SECTION = "thinkingbox"


def plan_run(run: Run, items: Sequence[pytest.Item]) -> None:
    """Note what this process has been asked to run."""
    tasks = {task.nodeid: task for item in items if (task := item_task(item)) is not None}
    run.tasks = tuple(tasks.values())
    run.planned = planned_of(items)
    run.planned_trials = sum(sum(trials.values()) for trials in run.planned.trials.values())


def planned_of(items: Sequence[pytest.Item]) -> Planned:
    """The trials that ``items`` are."""
    domains: dict[str, str] = {}
    keys: list[Key] = []
    for item in items:
        task = item_task(item)
        if task is None:
            continue
        domains[task.nodeid] = task.domain.name
        param = item_param(item)
        if param.model != AUDIT:
            keys.append((task.nodeid, param.model, param.number))
    return Planned.of_keys(domains, keys)


def begin_run(session: pytest.Session) -> None:
    """Check the models before the first trial of a run in one process; ends the run if one does not answer."""
    run = session.config.stash[RUN]
    if run.worker == "main" and run.planned_trials and not session.config.option.collectonly:
        if not run.entries and run.resumed is None:
            return  # the directory is made when the first trial is over
        try:
            run.make_directory()
        except UsageError as error:
            pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if run.ledger is not None and terminal is not None and run.resumed is None and (line := forecast_line(run)):
            terminal.write_line(line)


@contextmanager
def without_traceback(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Keep pytest from formatting the traceback of a failed trial that is told in a line (see :func:`describe`).

    It parses the whole task file again for each, which takes longer than the trial itself.
    """
    told = call.excinfo is not None and RECORD in item.stash
    if not told or not is_brief(item.config.stash[RUN].options, item.config.stash[RUN].planned_trials):
        yield
        return
    vars(item)["repr_failure"] = lambda excinfo, style=None: str(excinfo.value)
    try:
        yield
    finally:
        del vars(item)["repr_failure"]


def describe(item: pytest.Item, report: pytest.TestReport) -> pytest.TestReport:
    """Add a trial's properties to its report and, if it failed, say why; safe whatever a model wrote."""
    time = item.stash.get(OWN_TIME, None)
    if time is not None and report.when == "setup":
        waited, own = time
        report.duration = max(0.0, report.duration - waited) + own
    record = item.stash.get(RECORD, None)
    if record is None:
        return report
    carried = resuming.carries(item.config.stash[RUN], item)
    if carried:
        report.carried_over = True  # type: ignore[attr-defined]
    if not item.config.stash[RUN].options.transcripts:
        report.sections = []  # a log may quote anything
    elif report.sections:
        report.sections = [(name, xml_safe(text)) for name, text in report.sections]
    if report.when == "teardown" or report.failed:
        # JUnit takes those of the teardown; all others would only take memory.
        told = [*properties(record), *([("carried_over", "true")] if carried else [])]
        report.user_properties = [*report.user_properties, *_shared(told)]
    if report.failed:
        _explain_failure(item, report, record)
    if report.when == "teardown":
        cost = sum(usage.get("cost", 0.0) for usage in record.usage.values())
        report.thinkingbox = [record.trial_class, cost, carried]  # type: ignore[attr-defined]
        del item.stash[RECORD]
    return report


def _explain_failure(item: pytest.Item, report: pytest.TestReport, record: TrialRecord) -> None:
    run, task = item.config.stash[RUN], item_task(item)
    record = run.shown(record)
    if is_brief(run.options, run.planned_trials):
        report.longrepr = xml_safe(f"failed: {reason(record)}" if record.trial_class == "failed" else reason(record))
        report.sections = []
        return
    policies = {section.anchor: section.body for section in task.domain.sections} if task else {}
    section = xml_safe(failure_section(record, policies))
    add: Callable[[str, str], None] | None = getattr(report.longrepr, "addsection", None)
    if add is not None:
        add(_SECTION, section)  # JUnit knows no other sections
    else:
        report.sections.append((_SECTION, section))


def _shared(pairs: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Equal pairs as one object: pytest keeps every report, and a run has tens of thousands."""
    return [_one_pair(name, value) for name, value in pairs]


@lru_cache(maxsize=4096)
def _one_pair(name: str, value: Any) -> tuple[str, Any]:
    return (name, value)


def insist_on_verdict(item: pytest.Item) -> None:
    """Fail an item whose verdict is 0 although its body did not raise."""
    record = item.stash.get(RECORD, None)
    if record is not None and record.trial_class != "passed":
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
    """The main process's part: progress, crashed workers, merging, tables.  Idle in xdist workers."""

    def __init__(self, run: Run, collection: Collection) -> None:
        self.run = run
        self._collection = collection
        self._crashes = Crashes(run)
        self._terminal: Any = None
        self._progress: Progress | None = None
        self._summary: dict[str, Any] | None = None
        self._lines: list[str] = []
        self._large = False
        self._finished = False
        self._failures = self._most_failures = 0
        self._cost = ""
        self._carried = ""
        self._notes: list[str] = []
        self._ending: Ending | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Find the terminal, for the progress line."""
        self._terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        self._most_failures = session.config.getoption("maxfail")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        """Take the results directory before the first worker is sent its first trial."""
        trials = sum(self._collection.param_of(nodeid) is not None for nodeid in ids)
        refused = self.run.resumed.refused() if self.run.resumed is not None else ""
        if refused:
            _end(node, refused)
        if trials and not self.run.planned_trials:
            try:
                self.run.make_directory()
            except UsageError as error:
                _end(node, str(error))
        self.run.planned_trials = trials

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Tell the other workers before they are sent what the dead one had in hand."""
        shares = self.run.shares
        if error is not None:
            several = shares is not None and shares.of(node.gateway.id) > 1
            note_crash(self.run.directory, in_hand(node) if several else ())
        if shares is not None:
            shares.give_back(node.gateway.id)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        """Give workers trials a window at a time, in place of pytest-xdist's ``load``."""
        if config.getvalue("dist") != "load" or self.run.options.audit:
            return None
        from thinkingbox_plugin.flight.scheduling import WindowScheduling

        return WindowScheduling(config, log, self.run)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport, sched: Any) -> None:
        """Send a trial that a dead worker had in hand to another one."""
        param = self._collection.param_of(crashitem)
        if param is not None:
            self._crashes.handle(crashitem, param, report, sched)

    def pytest_runtest_logstart(self) -> None:
        """Start the clock, and print what the first worker says about the run's cost, as its first trial begins."""
        if self._progress is None and self._terminal is not None and self.run.planned_trials >= _LONG:
            interval = 2.0 if self._terminal.isatty else 30.0
            self._progress = Progress(self.run.planned_trials, monotonic, interval, forecast=True)
        if self.run.tasks or self.run.ledger is None or self.run.forecast_made or self._terminal is None:
            return  # in one process it stands above already
        line = self.run.ledger.told()
        if line:
            self.run.forecast_made = True
            self._terminal.ensure_newline()
            self._terminal.write_line(line)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """How a crash shows whose trial runs again, and a trial that is over since before."""
        if str(report.outcome) == "crashed":
            return ("crashed", "C", "CRASHED")
        if getattr(report, "carried_over", False) and (report.when == "call" or report.failed):
            category = report.outcome if report.when == "call" else "error"
            letter = "." if report.passed else category[0].upper()
            return (category, letter, f"{category.upper()} (carried over)")
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a finished trial; prints the progress line of a long run now and then."""
        self._count_failure(report)
        slip: Sequence[Any] | None = vars(report).pop("thinkingbox", None)
        if slip is None:
            return
        report.user_properties = [*_shared(report.user_properties)]
        if self._progress is None:
            return
        trial_class, cost, carried = slip
        line = self._progress.add(_countable(trial_class, cost), carried_over=carried)
        if line is not None:
            self._terminal.ensure_newline()
            self._terminal.write_line(line)

    def _count_failure(self, report: pytest.TestReport) -> None:
        """Tell workers that ``--maxfail`` ends the run: pytest-xdist lets them run all that they have been sent."""
        if self.run.shares is None or not report.failed:
            return
        self._failures += 1
        most = self._most_failures
        if most and self._failures == most:
            stopping.announce(self.run.directory, f"stopping after {most} failures")

    def finish(self, session: pytest.Session, exitstatus: int) -> None:
        """Merge the parts, write the summary, keep the table for the terminal; once, whoever asks first."""
        if self._finished:
            return
        self._finished, run = True, self.run
        run.close()
        if run.worker != "main" or not (run.directory / "run.json").exists():
            return
        if run.resumed is not None and not run.resumed.begun:
            return  # refused, or interrupted before anything was changed
        try:
            self._finish(exitstatus == pytest.ExitCode.INTERRUPTED)
        except UsageError as error:
            self._notes.append(f"error: {error}")
        if self._summary is not None:
            session.config.hook.pytest_thinkingbox_summary(summary=self._summary, config=session.config)

    def _finish(self, interrupted: bool) -> None:
        directory = self.run.directory
        planned, rounds = Planned.from_json(read_run_file(directory)["planned"]), self.run.rounds
        decided = rounds.decided if rounds is not None else None
        if decided is not None:
            planned = planned.within(decided)
        self._large = planned.most_trials > 1 and len(planned.domains) >= _MANY_TASKS
        found = self._settle()
        remove_index(directory)
        forget_workers(directory)
        merged = merge(directory, planned.trial_keys(), decided)
        before = [] if self.run.resumed is None else self.run.resumed.told
        self._notes += merged.notes
        if merged.beyond:
            self._notes.append(
                f"{plural(merged.beyond, 'trial')} of a later round had begun when all was decided: kept in {BEYOND}, "
                "counted nowhere"
            )
        self._summary = summarise_by_version(
            lambda: read_trials(merged.path, messages=False), planned, pool=self.run.options.pool_versions
        )
        found["model_versions"] = self._summary["versions"]
        self._carry_over()
        write_summary(directory, self._summary)
        self._lines = failure_lines(read_trials(merged.path, messages=False))
        state: RunState = "interrupted" if interrupted or self._not_run() else "finished"
        run_file = RunFile.reopen(directory)
        run_file.add_goldens(noted_goldens(directory))
        if rounds is not None:
            run_file.decided(planned.to_json(), {"first": rounds.first, "most": rounds.most, "looked": rounds.looked})
            rounds.forget()
        notes = [*before, *merged.notes]
        run_file.finish(state, datetime.now(UTC).isoformat(timespec="seconds"), notes, **found)
        if self.run.ledger is not None:
            self.run.ledger.remove()  # only now that run.json says what it said
        forget_notes(directory)
        forget_crashes(directory)
        stopping.forget(directory)
        if self._large or self.run.options.html == "always":
            self._ending = end_with(
                directory,
                self.run.options.html,
                trials=merged.records,
                large=self._large,
                pool=self.run.options.pool_versions,
            )

    def _settle(self) -> dict[str, Any]:
        """What the run has cost, for ``run.json`` and the terminal; its account is closed."""
        ledger = self.run.ledger
        if ledger is None or not ledger.used:
            return {}
        cost = cost_json(ledger.spent(), ledger.cap)
        ledger.close()
        self._cost = cost_line(cost)
        return {"cost": cost}

    def _carry_over(self) -> None:
        """Say how many trials are over since before."""
        resumed = self.run.resumed
        if resumed is None or self._summary is None:
            return
        counts, by_model = resumed.counts(), Counter[str]()
        for (model, _), number in counts.items():
            by_model[model] += number
        self._summary["carried_over"] = {model: by_model[model] for model in resumed.planned.trials}
        self._carried = resuming.carried_line(counts, len(resumed.keys))

    def _not_run(self) -> bool:
        return self._ended("not_run")

    def _unfinished(self) -> bool:
        """Whether resuming the run would run something."""
        return self._not_run() or self._ended("unmeasured")

    def _ended(self, trial_class: TrialClass) -> bool:
        """Whether any trial of the run ended so."""
        models = (self._summary or {}).get("models", {})
        return any(model["all"]["classes"].get(trial_class) for model in models.values())

    @property
    def _brief(self) -> bool:
        return is_brief(self.run.options, self.run.planned_trials)

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
            reports = hidden[category] = terminal.stats.get(category, [])
            terminal.stats[category] = list(self._worth_showing(reports))
        return hidden

    def _worth_showing(self, reports: Sequence[Any]) -> Iterator[Any]:
        """Ordinary tests, and of what is wrong with a task itself the first of its many items."""
        seen: set[tuple[str, str]] = set()
        for report in reports:
            if self._collection.param_of(report.nodeid) is None:
                yield report
                continue
            problem = (report.nodeid.partition("[")[0], str(report.longrepr))
            if not _has_record(report) and problem not in seen:
                seen.add(problem)
                yield report

    def _print(self, terminal: Any) -> None:
        if self._summary is None and not self._notes:
            return
        terminal.section("thinkingbox")
        if self._brief or len(self._lines) > 1:
            for line in self._lines:
                terminal.write_line(line)
        if self._summary is not None:
            terminal.write_line(self._table(self._summary, terminal._tw.fullwidth, terminal.hasmarkup).rstrip())
            for line in filter(None, (self._cost, self._carried)):
                terminal.write_line(line)
            terminal.write_line(f"results: {self.run.directory}")
            if self._ending is not None and self._ending.line:
                terminal.write_line(self._ending.line)
            if self._unfinished():
                terminal.write_line(f"to go on: pytest --tb-resume {self.run.directory}")
        for note in self._notes:
            terminal.write_line(note)

    def _table(self, summary: dict[str, Any], width: int, colour: bool) -> str:
        """The leaderboard with intervals, or for a small run, where they would tell nothing, the rates alone."""
        if self._ending is None or not self._ending.tables:
            from thinkingbox_plugin.report.table import results_table

            return results_table(summary, width=width, terminal=colour)
        from thinkingbox_plugin.report.rendering import terminal
        from thinkingbox_plugin.report.table import remarks

        tables = self._ending.tables
        return "\n".join([terminal(tables, width=width, colour=colour), *remarks(summary)])


def _end(node: Any, reason: str) -> NoReturn:
    """End a run of several workers before its first trial."""
    # Told to, they end at once; pytest-xdist would wait ten seconds for each.
    for worker in getattr(node.config.pluginmanager.get_plugin("dsession"), "_active_nodes", ()):
        worker.shutdown()
    pytest.exit(reason, returncode=pytest.ExitCode.USAGE_ERROR)


def _has_record(report: Any) -> bool:
    return any(name == "stop_reason" for name, _ in report.user_properties)


def _countable(trial_class: Any, cost: float) -> TrialRecord:
    """What the progress line needs of a record."""
    return TrialRecord("", "", "", 0, 0, trial_class, usage={"all": {"cost": cost}})
