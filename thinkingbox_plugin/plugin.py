"""The pytest plugin: hooks, options and fixtures, no logic."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin import choosing, collection, hookspecs, mistakes, reporting, resuming, setup, spending, stopping
from thinkingbox_plugin.auditing import AUDITING, Auditing
from thinkingbox_plugin.errors import ThinkingboxError
from thinkingbox_plugin.fixtures import agent, mcp_session, simulated_user, trial, world
from thinkingbox_plugin.gates.session import make_gating
from thinkingbox_plugin.keys import COLLECTION, REPORTING, RUN
from thinkingbox_plugin.options import add_options

__all__ = ["agent", "mcp_session", "simulated_user", "trial", "world"]


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    resuming.note_typed(early_config, parser, args)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hookspecs)


def pytest_configure(config: pytest.Config) -> None:
    for line in collection.MARKERS:
        config.addinivalue_line("markers", line)
    try:
        run = setup.make_run(config)
        gating = make_gating(run)
    except ThinkingboxError as error:
        raise pytest.UsageError(str(error)) from error
    config.stash[RUN] = run
    config.stash[COLLECTION] = collection.Collection(run.options.models, run.options.rounds, run.options.audit)
    config.stash[REPORTING] = reporting.Reporting(run, config.stash[COLLECTION])
    if run.worker == "main":
        config.pluginmanager.register(config.stash[REPORTING], "thinkingbox-reporting")
    if gating is not None:
        config.pluginmanager.register(gating, "thinkingbox-gates")
        if run.rounds is not None:
            config.pluginmanager.register(gating.keeper(config), "thinkingbox-rounds")
    if run.shares is None and run.in_flight > 1 and not run.options.audit:
        from thinkingbox_plugin.flight.plugin import Flying

        config.pluginmanager.register(Flying(run, run.in_flight), "thinkingbox-flight")
    if run.options.audit:
        config.stash[AUDITING] = Auditing(run)
        config.pluginmanager.register(config.stash[AUDITING], "thinkingbox-audit")


def pytest_sessionstart(session: pytest.Session) -> None:
    try:
        setup.check_directory(session.config)
    except ThinkingboxError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput.update(setup.for_worker(node.config.stash[RUN], node.gateway.id))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return collection.is_domains_tests(collection_path, config) or None


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> None:
    task = collection.task_of(obj)
    if task is not None:
        collection.admit(collector, task)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return mistakes.explain(collector, report)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if collection.task_of(metafunc.function) is not None:
        collected = metafunc.config.stash[COLLECTION]
        metafunc.parametrize("trial", collected.params, ids=collected.ids, indirect=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = choosing.choose(config.stash[RUN], items)
    if left:
        config.hook.pytest_deselected(items=left)
    collection.trial_major(items)


# Before pytest-xdist's own, which tells the main process that the collection is there.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    reporting.plan_run(session.config.stash[RUN], session.items)
    resuming.check_collected(session.config.stash[RUN], session)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    reporting.begin_run(session)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    return spending.hold_back(item) or stopping.run_in_worker(item, nextitem) or None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    with reporting.without_traceback(item, call):
        report = yield
    return reporting.describe(item, report)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    result = yield
    reporting.insist_on_verdict(pyfuncitem)
    return result


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    return reporting.explain(op, left, right)


# The innermost wrapper: what follows the yield comes after pytest-xdist has stopped its workers, and before
# the terminal's summary.
@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> Generator[None, None, None]:
    try:
        return (yield)
    finally:
        session.config.stash[REPORTING].finish(session, exitstatus)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None, None, None]:
    with terminalreporter.config.stash[REPORTING].briefly(terminalreporter):
        return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    run = config.stash.get(RUN, None)
    if run is not None:
        run.close()
        run.unlock()
