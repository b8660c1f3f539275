"""``--tb-gate`` in pytest: what a run ends with, its exit code, a table, a case of JUnit for each gate.

With a gate a failed trial is data.  What else fails (an ordinary test, a broken task, a file that cannot be collected)
makes the exit code 1 whatever the gates say; pytest's own codes from 2 on stay as they are.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.collection import item_task
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.codes import UNMEASURED
from thinkingbox_plugin.gates.rounds import RoundKeeper, Rounds
from thinkingbox_plugin.junit import xml_safe
from thinkingbox_plugin.keys import COLLECTION, REPORTING

if TYPE_CHECKING:
    from thinkingbox_plugin.gates.outcome import Outcome
    from thinkingbox_plugin.gates.question import Question
    from thinkingbox_plugin.options import RunOptions
    from thinkingbox_plugin.results.reading import RunInfo
    from thinkingbox_plugin.run import Run

_RAN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
_DATA = {("failed", "call"), ("ungraded", "setup"), ("unmeasured", "setup")}
"""Class of a trial and phase of its item: what a trial without success looks like if nothing else is wrong."""


def make_gating(run: Run) -> Gating | None:
    """For a run with gates, otherwise None.

    Raises :class:`UsageError` for gates that this run cannot answer, as far as is known before its tasks are.
    """
    if not run.options.gates:
        return None
    options = run.options
    if run.worker == "main":
        options = run.options = replace(options, baseline=_check_options(options))
    if options.until_decided is not None:
        run.rounds = rounds = Rounds(run.directory, options.trials, options.until_decided)
        run.permits.append(lambda task, model, number: rounds.may_start(number))
    return Gating(run)


def _check_options(options: RunOptions) -> Path | None:
    """Returns the directory of the baseline: ``results/latest`` is going to be another one."""
    if options.audit:
        raise UsageError("--tb-gate with --tb-audit: an audit has no trials; give one of the two")
    for gate in options.gates:
        if gate.model is not None and gate.model not in options.models:
            raise UsageError(f"gate '{gate}': {gate.model} is no model of this run; it has {', '.join(options.models)}")
        if gate.k > options.rounds:
            option = "--tb-trials" if options.until_decided is None else "--tb-until-decided"
            raise UsageError(f"gate '{gate}': {gate.name} needs {option} {gate.k}, the run has {options.rounds}")
    if options.until_decided is not None:
        _check_rounds(options, options.until_decided)
    question = _question(options)
    question.check()
    if question.baseline is None:
        return None
    from thinkingbox_plugin.results.reading import open_runs

    return open_runs([question.baseline])[0].directory.resolve()


def _check_rounds(options: RunOptions, most: int) -> None:
    if options.gate_point:
        raise UsageError(
            "--tb-until-decided with --tb-gate-point: a point estimate is decided at once; give one of them"
        )
    if options.trials > most:
        raise UsageError(
            f"--tb-until-decided {most}: --tb-trials {options.trials} is the number of rounds before the first look, "
            "and cannot be larger; raise the one or lower the other"
        )


def _question(options: RunOptions) -> Question:
    from thinkingbox_plugin.gates.question import Question

    wanted = any(gate.baseline for gate in options.gates)
    return Question(
        options.gates,
        options.baseline if wanted else None,
        options.gate_point,
        options.gate_estimand,
        options.max_unmeasured,
        options.pool_versions,
    )


class Gating:
    """A plugin of its own, registered where a gate is given; in xdist workers it checks the tasks only."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._data_failures = 0
        self._checked = False
        self._outcome: Outcome | None = None
        self._lines: list[str] = []

    def keeper(self, config: pytest.Config) -> RoundKeeper:
        """What ends a run with ``--tb-until-decided``.

        Raises :class:`pytest.UsageError` where workers would not run round by round.  By default xdist gives each of
        them a long stretch of trials beforehand, of many rounds; here each gets the next one or two.
        """
        assert self._run.rounds is not None
        options = config.option
        if self._run.worker == "main" and getattr(options, "dist", "no") not in ("no", "load"):
            raise pytest.UsageError(
                f"--tb-until-decided with --dist={options.dist}: rounds are kept by --dist=load alone"
            )
        if getattr(options, "maxschedchunk", 1) is None:
            options.maxschedchunk = 1
        return RoundKeeper(self._run, self._run.rounds, config.stash[COLLECTION], lambda: _question(self._run.options))

    # -- before the first trial

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """In a run of one process: end it if its tasks cannot answer the gates."""
        if self._run.worker != "main" or not self._run.planned_trials or session.config.option.collectonly:
            return
        try:
            self._check_tasks()
        except UsageError as error:
            pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """In a worker: the same before its first trial, which ends the run as interrupted."""
        if self._run.worker == "main" or self._checked or item_task(item) is None:
            return
        told = ""
        try:
            self._check_tasks()
        except UsageError as error:
            told = str(error)
        if told:
            item.session.shouldstop = told
            pytest.fail(told, pytrace=False)

    def _check_tasks(self) -> None:
        """Raise :class:`UsageError` for groups without a task, and for a baseline of something else."""
        from thinkingbox_plugin.gates.groups import Membership
        from thinkingbox_plugin.gates.question import compare_with_baseline
        from thinkingbox_plugin.statistics.estimators import TaskCount
        from thinkingbox_plugin.statistics.sample import TaskResult

        self._checked = True
        results = [
            TaskResult(task.nodeid, task.domain.name, TaskCount(0, 0), workflow=task.workflow, tags=tuple(task.tags))
            for task in self._run.tasks
        ]
        for gate in self._run.options.gates:
            Membership.of(gate, results)
        question = _question(self._run.options)
        if question.baseline is not None:
            compare_with_baseline([_info(self._run)], question)

    # -- after the last one

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the failures that are trials' own."""
        if report.failed and not hasattr(report, "wasxfail"):
            trial_class = dict(report.user_properties).get("class")
            self._data_failures += (trial_class, report.when) in _DATA

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Generator[None, None, None]:
        """Ask the gates before JUnit's file is written, and set the exit code when the other plugins have had theirs.

        Some of them write into it what it was before (syrupy does).
        """
        code = self._decide(session, exitstatus) if self._run.worker == "main" else None
        result = yield
        if code is not None and session.exitstatus in _RAN:
            if session.exitstatus != exitstatus:
                self._lines.append("another plugin made it exit code 1 whatever the gates say")
            else:
                session.exitstatus = code
        return result

    def _decide(self, session: pytest.Session, exitstatus: int) -> int | None:
        """The exit code; None where the run did not end as runs do."""
        if session.config.option.collectonly:
            return None
        if exitstatus not in _RAN:
            self._lines = [f"gates: not asked, pytest ended with exit code {int(exitstatus)}"]
            return None
        session.config.stash[REPORTING].finish(session, exitstatus)
        code = self._ask()
        if self._outcome is not None:
            self._add_cases(session.config, self._outcome)
        others = session.testsfailed - self._data_failures
        unknown = exitstatus == pytest.ExitCode.TESTS_FAILED and not session.testsfailed and not session.shouldfail
        if code == pytest.ExitCode.USAGE_ERROR or not (others > 0 or unknown):
            return code
        count = f" ({others} {'failure' if others == 1 else 'failures'})" if others > 0 else ""
        self._lines.append(f"something that is no trial failed{count}: exit code 1 whatever the gates say")
        return pytest.ExitCode.TESTS_FAILED

    def _ask(self) -> int:
        if not (self._run.directory / "run.json").exists() or not self._run.planned_trials:
            self._lines = [f"gates: no trial was measured (exit code {UNMEASURED})"]
            return UNMEASURED
        from thinkingbox_plugin.gates.asking import append_step_summary, ask

        try:
            self._outcome = ask(_question(self._run.options), [self._run.directory])
        except UsageError as error:
            self._lines = [f"error: {error}"]
            return pytest.ExitCode.USAGE_ERROR
        problem = append_step_summary(self._outcome)
        self._lines += [problem] if problem else []
        return self._outcome.code

    def _add_cases(self, config: pytest.Config, outcome: Outcome) -> None:
        """A case of its own for each gate: failed is a failure, undecided an error, as neither lets a release pass."""
        from _pytest.junitxml import xml_key

        xml = config.stash.get(xml_key, None)
        if xml is None:
            return
        for gate in outcome.gates:
            reporter = xml.node_reporter(f"thinkingbox.gates::{gate}")
            reporter.attrs.update(classname="thinkingbox.gates", name=xml_safe(str(gate)))
            told = xml_safe("\n".join(_told(outcome, gate)))
            verdict = outcome.verdicts[gate]
            if verdict == "passes":
                xml.add_stats("passed")
            else:
                tag = "failure" if verdict == "fails" else "error"
                reporter._add_simple(tag, xml_safe(f"{gate}: {verdict}"), told)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """Print the gates below all else."""
        result = yield
        if self._outcome is not None or self._lines:
            terminalreporter.section("gates")
        if self._outcome is not None:
            from thinkingbox_plugin.report.rendering import terminal

            width, colour = terminalreporter._tw.fullwidth, terminalreporter.hasmarkup
            terminalreporter.write_line(terminal([self._outcome.table()], width=width, colour=colour).rstrip())
        for line in self._lines:
            terminalreporter.write_line(line)
        return result


def _told(outcome: Outcome, gate: Any) -> Sequence[str]:
    """What a case says: a line for each model."""
    from thinkingbox_plugin.report.text import percent

    lines = []
    for answer in outcome.answers_of(gate):
        interval = "" if answer.interval is None else f", interval ({answer.estimand}) {_both(answer.interval)}"
        difference = "" if answer.difference is None else f", {100 * answer.difference:+.1f} points from the baseline"
        remark = f": {answer.remark}" if answer.remark else ""
        lines.append(f"{answer.model} {answer.verdict}, {percent(answer.value)}{difference}{interval}{remark}")
    return lines


def _both(interval: tuple[float, float]) -> str:
    return " to ".join(f"{100 * end:.1f}" for end in interval)


def _info(run: Run) -> RunInfo:
    """What ``run.json`` is going to say."""
    from thinkingbox_plugin.results.reading import RunInfo
    from thinkingbox_plugin.run import fingerprints, twins

    return RunInfo(
        state="running",
        user=run.options.user_model,
        judge=run.options.judge_model,
        options=run.options.to_json(),
        fingerprints=fingerprints(run.tasks, run.entries),
        planned=run.planned,
        twins=twins(run.tasks),
    )
