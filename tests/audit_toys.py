"""Toyshop tasks and tools made for one test, and how to probe them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from toyshop import DOMAIN

from thinkingbox_plugin.audit.findings import TaskAudit
from thinkingbox_plugin.audit.material import Material
from thinkingbox_plugin.audit.task import describe
from thinkingbox_plugin.audit.trying import Trying
from thinkingbox_plugin.authoring import Domain, Trial, task
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.task import Task, task_of, tasks_of
from thinkingbox_plugin.tools import AnyTool

Body = Callable[[Trial], None]


def shop(*tools: AnyTool, **changes: Any) -> Domain:
    """A toyshop with these tools beside, or instead of, its own of the same name."""
    names = {tool.name for tool in tools}
    kept = [tool for tool in DOMAIN.tools if tool.name not in names]
    return replace(DOMAIN, tools=[*kept, *tools], **changes)


def toy(domain: Domain = DOMAIN, **declaration: Any) -> Callable[[Body], Task]:
    """Declare a task of the toyshop wherever it stands."""
    given = {"opening": "Please help me.", "policy": ["refunds.md#late-orders"], **declaration}

    def mark(function: Body) -> Task:
        function.__doc__ = function.__doc__ or "Made for a test."
        declared = task_of(task(**given)(function))
        assert declared is not None
        vars(declared)["domain"] = domain
        return declared

    return mark


def trying(declared: Task, others: Sequence[Task] = ()) -> Trying:
    """One task on the bench; what is known of the tools comes from the toyshop's tasks as well."""
    return trying_plan(build_plan(declared), others)


def trying_plan(plan: Plan, others: Sequence[Task] = ()) -> Trying:
    """A plan on the bench."""
    known = [*tasks_of(DOMAIN), *others] if plan.task.domain is DOMAIN else list(others)
    return Trying(plan, Material(plan.task.domain, [plan, *map(build_plan, known)]), describe(plan))


def probe(declared: Task, *probes: Callable[[Trying], None]) -> TaskAudit:
    """What these probes find."""
    with closing(trying(declared)) as tried:
        for one in probes:
            one(tried)
        return tried.audit


def talk(declared: Task, *probes: Callable[[Plan, TaskAudit], Any]) -> TaskAudit:
    """What these probes find that run a whole trial."""
    plan = build_plan(declared)
    audit = describe(plan)
    with closing(Engine()) as engine:
        for one in probes:
            engine.run(one(plan, audit))
    return audit


def found(audit: TaskAudit) -> list[str]:
    """What survived."""
    return [survivor.what for survivor in audit.survivors]
