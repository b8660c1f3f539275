"""Fixtures: ``trial`` for tasks; ``world``, ``mcp_session``, ``simulated_user`` and ``agent`` for other tests.

A test takes its domain from the package that it lies in, or from the marker
``@pytest.mark.thinkingbox(domain="retail", task="DLV_014")``; with a task the world has its records,
the user its facts and the agent its plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.agents import Agent
from thinkingbox_plugin.agents.specs import ReferenceSpec
from thinkingbox_plugin.auditing import AUDITING
from thinkingbox_plugin.collection import AUDIT, TrialParam, item_task
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.errors import FatalProviderError, ThinkingboxError, UsageError
from thinkingbox_plugin.junit import xml_safe
from thinkingbox_plugin.keys import FLIGHTS, RECORD, RUN, UNTOLD
from thinkingbox_plugin.messages import Message, Reply, ToolSchema
from thinkingbox_plugin.stopping import announce

if TYPE_CHECKING:
    from thinkingbox_plugin.domain import Domain
    from thinkingbox_plugin.plan import Playback
    from thinkingbox_plugin.records import TrialRecord
    from thinkingbox_plugin.session import Session, ToolResult
    from thinkingbox_plugin.task import Task
    from thinkingbox_plugin.users import SimulatedUser
    from thinkingbox_plugin.world import World


_NAME_A_TASK = "name one: @pytest.mark.thinkingbox(domain='NAME', task='ABC_001')"


def _failure(message: str) -> BaseException:
    """What ``pytest.fail`` raises, for use where another error must not be shown beside it."""
    return pytest.fail.Exception(xml_safe(message), pytrace=False)


def _unmeasured(record: TrialRecord) -> str:
    """Why a trial has no verdict."""
    words = record.error or "; ".join(check.detail for check in record.checks if check.passed is None and check.detail)
    return ": ".join(filter(None, (record.trial_class, record.stop_reason, words)))


@pytest.fixture
def trial(request: pytest.FixtureRequest) -> Playback:
    """The trial of a task: it is run here, and the body asserts its outcome.

    A broken task and a trial that could not be measured or graded are errors, not failures.
    """
    from thinkingbox_plugin.plan import Playback
    from thinkingbox_plugin.verdict import Outcome

    run, task, param = request.config.stash[RUN], item_task(request.node), getattr(request, "param", None)
    if task is None or not isinstance(param, TrialParam):
        pytest.fail("the fixture trial belongs to functions declared with @task", pytrace=False)
    if param.model == AUDIT:
        return request.config.stash[AUDITING].trial(request.node, task)
    try:
        flights = request.config.stash.get(FLIGHTS, None)
        record = flights.result(request.node) if flights else run.trial(task, param.model, param.number)
    except (UsageError, FatalProviderError) as error:  # no other trial would fare better
        request.node.stash[UNTOLD] = not _stop(request, error)
        raise _failure(str(error)) from None
    except ThinkingboxError as error:
        raise _failure(f"{type(error).__name__}: {error}") from None
    lost = run.judge_lost if flights is None or record.trial_class == "ungraded" else None
    if lost is not None and _stop(request, lost):
        raise _failure(str(lost))
    request.node.stash[RECORD] = record
    if record.trial_class not in ("passed", "failed"):
        raise _failure(_unmeasured(run.shown(record)))
    outcome = Outcome.of(record.checks)
    return Playback(run.plan(task), outcome, outcome.held)


def _stop(request: pytest.FixtureRequest, error: ThinkingboxError) -> bool:
    """End the run behind this item; false if another process has told why already."""
    request.session.shouldstop = str(error)
    run = request.config.stash[RUN]
    return run.worker == "main" or announce(run.directory, str(error))


def _chosen(request: pytest.FixtureRequest) -> tuple[Domain, Task | None]:
    """The domain, and the task if one is named, of an ordinary test."""
    marker = request.node.get_closest_marker("thinkingbox")
    try:
        return _named(marker, request)
    except ThinkingboxError as error:
        raise _failure(f"{request.node.nodeid}: {error}") from None


def _named(marker: pytest.Mark | None, request: pytest.FixtureRequest) -> tuple[Domain, Task | None]:
    from thinkingbox_plugin.domain import find_domain
    from thinkingbox_plugin.task import find_task

    names: dict[str, str] = dict(marker.kwargs) if marker is not None else {}
    if (marker is not None and marker.args) or names.keys() - {"domain", "task"}:
        raise UsageError("write the marker as @pytest.mark.thinkingbox(domain='NAME', task='ABC_001')")
    domain = find_domain(names["domain"]) if "domain" in names else _domain_of_package(request)
    return domain, find_task(domain, names["task"]) if "task" in names else None


def _domain_of_package(request: pytest.FixtureRequest) -> Domain:
    from thinkingbox_plugin.domain import Domain

    name = request.module.__name__
    while name := name.rpartition(".")[0]:
        domain = getattr(import_module(name), "DOMAIN", None)
        if isinstance(domain, Domain):
            return domain
    raise UsageError("lies in no domain's package; mark it @pytest.mark.thinkingbox(domain='NAME')")


@pytest.fixture
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """A fresh world of the test's domain, or of its task."""
    domain, task = _chosen(request)
    made = task.world() if task is not None else domain.world()
    yield made
    made.close()


class SyncSession:
    """An MCP tool session for tests without a loop of their own."""

    def __init__(self, session: Session, engine: Engine) -> None:
        self._session, self._engine = session, engine

    def call(self, name: str, **arguments: Any) -> ToolResult:
        """Call a tool through MCP with JSON arguments."""
        return self._engine.run(self._session.call(name, arguments))

    def tools(self) -> Sequence[ToolSchema]:
        """The tools as an agent sees them."""
        return self._engine.run(self._session.tools())


@pytest.fixture
def mcp_session(request: pytest.FixtureRequest, world: World) -> Iterator[SyncSession]:
    """An MCP session in ``world``, as an agent has one."""
    from thinkingbox_plugin.session import Session

    domain, _ = _chosen(request)
    engine = request.config.stash[RUN].engine
    session = engine.run(Session.open(domain, world))
    yield SyncSession(session, engine)
    engine.run(session.close())


class SyncUser:
    """The simulated user for tests without a loop of their own."""

    def __init__(self, user: SimulatedUser, opening: str, engine: Engine) -> None:
        self.opening = opening
        self._user, self._engine = user, engine
        self._conversation = [Message("user", opening)]

    def reply(self, text: str) -> str:
        """Say ``text`` to the user; returns the answer and keeps both in the conversation."""
        self._conversation.append(Message("assistant", text))
        answer = self._engine.run(self._user.reply(self._conversation)).text
        self._conversation.append(Message("user", answer))
        return answer


@pytest.fixture
def simulated_user(request: pytest.FixtureRequest) -> SyncUser:
    """The user of the test's task, as ``--tb-user-model`` has it."""
    _, task = _chosen(request)
    if task is None:
        pytest.fail(f"{request.node.nodeid}: {_NAME_A_TASK}", pytrace=False)
    from thinkingbox_plugin.trial import derive_seed

    run = request.config.stash[RUN]
    model = run.options.models[0]
    user = run.user(task, model, 0, derive_seed(run.options.seed, task.nodeid, model, 0))
    return SyncUser(user, task.opening, run.engine)


class SyncAgent:
    """The first ``--tb-model`` for tests without a loop of their own."""

    def __init__(self, agent: Agent, engine: Engine) -> None:
        self._agent, self._engine = agent, engine

    def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()) -> Reply:
        """The agent's next turn."""
        return self._engine.run(self._agent.reply(messages, tools))


@pytest.fixture
def agent(request: pytest.FixtureRequest) -> SyncAgent:
    """The agent under test (the first ``--tb-model``), in trial 0 of the test's task."""
    from thinkingbox_plugin.trial import derive_seed

    _, task = _chosen(request)
    run = request.config.stash[RUN]
    model = run.options.models[0]
    if task is None and isinstance(run.agents[model], ReferenceSpec):
        pytest.fail(f"{request.node.nodeid}: {model} acts out a task; {_NAME_A_TASK}", pytrace=False)
    name = task.nodeid if task is not None else request.node.nodeid
    made = run.agent(
        run.plan(task) if task is not None else None, model, 0, derive_seed(run.options.seed, name, model, 0)
    )
    return SyncAgent(made, run.engine)
