"""All probes of one task, and what the table of a whole domain needs to know of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from thinkingbox_plugin.audit import extra, right, sources, talking, tickets, wrong
from thinkingbox_plugin.audit.findings import TaskAudit
from thinkingbox_plugin.audit.material import Material
from thinkingbox_plugin.audit.trying import Trying, is_bookkeeping
from thinkingbox_plugin.domain import Domain, digest
from thinkingbox_plugin.errors import AuthorError
from thinkingbox_plugin.plan import Plan, Solution, build_plan
from thinkingbox_plugin.task import Task, tasks_of

RunToEnd = Callable[[Coroutine[Any, Any, None]], None]
"""Runs a coroutine to completion."""

_OFFLINE = (
    sources.constants_have_sources,
    sources.facts_are_news,
    sources.calls_fit_schemas,
    wrong.changed_arguments,
    wrong.optional_arguments,
    wrong.twice,
    wrong.dropped,
    wrong.look_ups_alone,
    wrong.traps,
    tickets.constant_tickets,
    right.other_orders,
    right.more_look_ups,
    right.failed_calls,
    lambda trying: extra.ExtraWrites(trying).run(),
)
_NUMBER = re.compile(r"\S*\d\S*")


class Auditor:
    """Audits tasks in one process; knows each domain's material once."""

    def __init__(self, plan_of: Callable[[Task], Plan] = build_plan) -> None:
        self._plan_of = plan_of
        self._domains: dict[Domain, tuple[Material, dict[str, Plan]]] = {}

    def audit(self, task: Task, run: RunToEnd) -> TaskAudit:
        """Every probe of one task.

        Raises :class:`~thinkingbox_plugin.errors.AuthorError` for a broken task.
        """
        plan = self._plan_of(task)
        material, plans = self._domain(task)
        audit = describe(plan)
        for probe in (talking.goldens_pass, talking.idle_fails, talking.questions_pass):
            run(probe(plan, audit))
        with closing(Trying(plan, material, audit)) as trying:
            for offline in _OFFLINE:
                offline(trying)
            wrong.twin(trying, plans.get(task.twin or ""))
            audit.needed = sources.needed_facts(trying)
        return audit

    def _domain(self, task: Task) -> tuple[Material, dict[str, Plan]]:
        domain = task.domain
        if domain not in self._domains:
            tasks = {other.id: other for other in [*tasks_of(domain), task]}
            plans = dict(self._plans(tasks.values()))
            self._domains[domain] = Material(domain, list(plans.values())), plans
        return self._domains[domain]

    def _plans(self, tasks: Iterable[Task]) -> Iterable[tuple[str, Plan]]:
        """The plans of all tasks that have one; a broken one is its own item's error."""
        for task in tasks:
            try:
                yield task.id, self._plan_of(task)
            except AuthorError:
                continue


def describe(plan: Plan) -> TaskAudit:
    """What the first table counts of a task."""
    task, golden = plan.task, plan.goldens[0]
    user = _user(plan, golden)
    return TaskAudit(
        task=task.nodeid,
        id=task.id,
        domain=task.domain.name,
        package=task.domain.package,
        root=_root(task),
        workflow=task.workflow,
        tags=list(task.tags),
        user=user,
        opening=task.opening,
        masked=_masked(task, user),
        policy=list(task.policy),
        anchors=sorted(task.domain.anchors),
        breaks=sorted({trap.breaks for trap in plan.traps if trap.breaks}),
        traps=len(plan.traps),
        twin=task.twin,
        writes=_writes(task, golden),
        ending=digest([_writes(task, golden), sorted(_choices(task, golden))]),
        hashes={solution.name: solution.hash for solution in (*plan.goldens, *plan.traps)},
        goldens=list(plan.hashes),
    )


def _root(task: Task) -> str:
    """The folder from which the domain's package is imported."""
    return str(Path(task.path).resolve().parents[len(task.domain.package.split("."))])


def _writes(task: Task, golden: Solution) -> list[str]:
    tools = task.domain.by_name
    return [step.tool for step in golden.steps if step.writes and not is_bookkeeping(tools[step.tool])]


def _choices(task: Task, golden: Solution) -> list[str]:
    """The enumerated values that the golden writes into tickets: outcome, reason, ..."""
    spec = task.domain.template.specs.get("tickets")
    names = [column.name for column in spec.columns if column.members] if spec else []
    return [f"{name}={change.values.get(name)}" for change in golden.net if change.table == "tickets" for name in names]


def _user(plan: Plan, golden: Solution) -> str | None:
    """The user's name: told as a fact, or else the name of the person whom the golden verifies."""
    for name, value in plan.task.facts.items():
        if "name" in name.lower().split():
            return value
    verified = next((call.verified for call in golden.calls if call.verified is not None), None)
    for table, rows in plan.start.items():
        row = rows.get((verified,))
        names = [column.name for column in plan.task.domain.template.specs[table].columns]
        if row is not None and "name" in names:
            return str(row[names.index("name")])
    return None


def _masked(task: Task, user: str | None) -> str:
    """The opening in lower case with names, facts and numbers masked."""
    text = task.opening
    for value in sorted([*(user or "").split(), *task.facts.values()], key=len, reverse=True):
        if len(value) > 1:
            text = re.sub(re.escape(value), "NAME", text, flags=re.IGNORECASE)
    return " ".join(_NUMBER.sub("#", text).lower().split())
