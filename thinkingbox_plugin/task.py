"""A task: x = (starting records, the user's goal, the tools, the simulated user, the hidden checks).

The decorated function *is* the task: its arguments describe the case, its body declares the golden
solution and the traps.
"""

from __future__ import annotations

import importlib
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from thinkingbox_plugin.domain import Domain, digest, domain_of_module
from thinkingbox_plugin.errors import TaskError, UsageError
from thinkingbox_plugin.rows import Row
from thinkingbox_plugin.tags import PREFIX, TAGS, TASK_ATTRIBUTE, Tag, nearest
from thinkingbox_plugin.template import Prepared, prepare
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.scripted import ScriptedUser
from thinkingbox_plugin.world import World

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check

T = TypeVar("T")

_ID = re.compile(r"[A-Z]{2,6}_[0-9]{3}")


@dataclass(frozen=True)
class Rubric:
    """A yes/no question about what the user was told; the answer must be yes.

    ``yes`` and ``no`` are sample replies labelled by hand: the oracle speaks the first yes, the
    scripted judge knows the labelled ones only, a real judge is measured against them.
    """

    question: str
    yes: Sequence[str]
    no: Sequence[str]


@dataclass(frozen=True)
class Created:
    """In ``tell``: the key of each row that the agent created in ``table``."""

    table: str


def created(table: str) -> Created:
    """For ``tell=[created("returns")]``: the user must be told the number of what was created."""
    return Created(table)


class Trial(Protocol):
    """What a task's body is given: blocks for the golden and the traps, and the outcome to assert."""

    def golden(self, name: str = "golden") -> AbstractContextManager[World]:
        """The author's own solution, on a fresh world; several names for several accepted end states."""

    def trap(self, *, breaks: str, name: str = "") -> AbstractContextManager[World]:
        """A wrong solution that a careless agent would choose, and the policy section that it breaks."""

    @property
    def outcome(self) -> object:
        """The outcome of the trial."""

    @property
    def golden_outcome(self) -> object:
        """What :attr:`outcome` equals exactly when every check holds."""


TaskFunction = Callable[[Trial], None]


@dataclass(frozen=True, eq=False)
class Task:
    """One task, as its decorator and its place declare it."""

    function: TaskFunction
    opening: str
    facts: Mapping[str, str]
    behaviour: Behaviour
    records: Sequence[Row]
    policy: Sequence[str]
    tell: Sequence[str | Created]
    rubrics: Sequence[Rubric]
    consents: Sequence[str]
    tags: Sequence[str]
    twin: str | None
    now: datetime | None
    checks: Sequence[Check] = field(default_factory=tuple)

    @cached_property
    def id(self) -> str:
        """Such as ``DLV_014``."""
        return self.function.__name__.removeprefix(PREFIX)

    @cached_property
    def domain(self) -> Domain:
        """The domain of the package that the task lies in."""
        return domain_of_module(self.function.__module__)

    @cached_property
    def path(self) -> Path:
        """The file that declares it."""
        return Path(self.function.__code__.co_filename)

    @cached_property
    def workflow(self) -> str:
        """The file's name without ``test_``."""
        return self.path.stem.removeprefix("test_")

    @cached_property
    def nodeid(self) -> str:
        """The same wherever the project lies: ``package/file.py::function``."""
        return f"{self.domain.package.replace('.', '/')}/{self.path.name}::{self.function.__name__}"

    @property
    def where(self) -> str:
        """File, line and name, for error messages."""
        return f"{self.path.name}:{self.function.__code__.co_firstlineno} {self.function.__name__}"

    @cached_property
    def summary(self) -> str:
        """The docstring's first line: the rule that decides the case."""
        lines = (self.function.__doc__ or "").strip().splitlines()
        return lines[0] if lines else ""

    @property
    def source(self) -> list[str]:
        """The lines of its decorators and function, without white space at their ends."""
        # What inspect.getsource gives, which reads it token by token and takes seconds for 500 tasks.
        code = self.function.__code__
        last = max(line for _, _, line in code.co_lines() if line is not None)
        return [line.rstrip() for line in linecache.getlines(str(self.path))[code.co_firstlineno - 1 : last]]

    def world(self) -> World:
        """A fresh world with the task's records.  Raises :class:`TaskError` for a record that breaks its table."""
        return self.domain.world(self.records if self._prepared is None else self._prepared, self.now)

    @cached_property
    def _prepared(self) -> Prepared | None:
        """The records, checked once: a task has as many worlds as trials."""
        try:
            self.domain.world(self.records, self.now).close()
        except TaskError as error:
            raise TaskError(f"{self.where}: {error}") from error
        return prepare(self.records, self.domain.template.ranks)

    def check(self) -> None:
        """Raise :class:`TaskError` with a line for each thing wrong with the declaration, naming the mend."""
        problems = [f"{self.where}: {problem}" for problem in self._problems()]
        if problems:
            raise TaskError("\n".join(problems))

    def _problems(self) -> Iterable[str]:
        if not self.function.__name__.startswith(PREFIX) or not _ID.fullmatch(self.id):
            yield f"name the function {PREFIX}XYZ_001: a workflow prefix in upper case and three digits"
        if not self.summary:
            yield "say in a docstring which rule decides the case"
        try:
            ScriptedUser(self.opening, self.facts, self.behaviour)
        except TaskError as error:
            yield str(error)
        if not self.policy:
            yield "cites no policy section; name the one that decides, policy=['file.md#section']"
        for anchor in self.policy:
            if anchor not in self.domain.anchors:
                yield f"policy {anchor} is no section of {self.domain.name}; {nearest(anchor, self.domain.anchors)}"
        for tag in self.tags:
            if tag not in TAGS:
                yield f"tag {tag} is unknown; the tags are {', '.join(TAGS)}"
        for tool in self.consents:
            if tool not in self.domain.by_name:
                yield f"consents names {tool}, which is no tool of {self.domain.name}"
        for told in self.tell:
            if isinstance(told, Created) and told.table not in self.domain.template.specs:
                yield f"tell: created({told.table!r}) names no table of {self.domain.name}"
        for rubric in self.rubrics:
            if not rubric.yes or not rubric.no:
                yield f"rubric {rubric.question!r}: label at least one reply as yes and one as no"
        if self.twin is not None and not _ID.fullmatch(self.twin):
            yield f"twin={self.twin!r}: write the id of another task, such as {self.id}"

    def fingerprint(self) -> str:
        """SHA-256 of the declaration: all that the decorator was given, and the function's source."""
        return digest(
            {
                "source": self.source,
                "opening": self.opening,
                "facts": dict(self.facts),
                "behaviour": repr(self.behaviour),
                "records": [[row.spec.name, list(row.to_sql())] for row in self.records],
                "policy": list(self.policy),
                "tell": [repr(item) for item in self.tell],
                "rubrics": [repr(rubric) for rubric in self.rubrics],
                "consents": list(self.consents),
                "now": str(self.now),
            }
        )


def task(
    *,
    opening: str,
    facts: Mapping[str, str] | None = None,
    behaviour: Behaviour | str = "",
    records: Sequence[Row | Sequence[Row]] = (),
    policy: Sequence[str],
    tell: Sequence[str | Created] = (),
    rubrics: Sequence[Rubric] = (),
    consents: Sequence[str] = (),
    tags: Sequence[Tag] = (),
    twin: str | None = None,
    now: datetime | None = None,
    checks: Sequence[Check] = (),
) -> Callable[[TaskFunction], TaskFunction]:
    """Declare a task.

    ``opening`` is what the user writes first; ``facts`` all that the user knows besides and tells only when
    asked; ``behaviour`` how the user acts; ``records`` what this task needs over the domain's base records
    (rows, or lists of rows as a domain's builders return them); ``policy`` the sections that decide it;
    ``tell`` amounts, dates and references that the user must be told; ``consents`` the tools to whose use the
    opening already consents; ``twin`` the id of the task that differs in one fact and has another outcome;
    ``now`` another clock than the domain's; ``checks`` more checks than the domain's.
    """

    def mark(function: TaskFunction) -> TaskFunction:
        declared = Task(
            function=function,
            opening=opening,
            facts=dict(facts or {}),
            behaviour=behaviour if isinstance(behaviour, Behaviour) else Behaviour(behaviour),
            records=tuple(_flat(records)),
            policy=_listed("policy", policy),
            tell=_listed("tell", tell),
            rubrics=tuple(rubrics),
            consents=_listed("consents", consents),
            tags=_listed("tags", tags),
            twin=twin,
            now=now,
            checks=tuple(checks),
        )
        setattr(function, TASK_ATTRIBUTE, declared)
        return function

    return mark


def _listed(name: str, values: Iterable[T]) -> tuple[T, ...]:
    if isinstance(values, str):
        raise TaskError(f"{name} is a list: write {name}=[{values!r}]")
    return tuple(values)


def _flat(records: Iterable[Any]) -> Iterator[Row]:
    for record in records:
        if isinstance(record, list | tuple):
            yield from _flat(record)
        elif isinstance(record, Row):
            record.share_given()
            yield record
        else:
            raise TaskError(f"records holds {record!r:.60}: write a row, such as Order(id=...)")


def task_of(function: Any) -> Task | None:
    """The task that a function declares, or None."""
    found = getattr(function, TASK_ATTRIBUTE, None)
    return found if isinstance(found, Task) else None


def tasks_of(domain: Domain) -> list[Task]:
    """All tasks of a domain, in file order, found by importing its task files."""
    names = sorted(entry.name for entry in domain.folder.iterdir())
    modules = [name.removesuffix(".py") for name in names if name.startswith("test_") and name.endswith(".py")]
    found: list[Task] = []
    for name in modules:
        module = importlib.import_module(f"{domain.package}.{name}")
        found += [declared for value in vars(module).values() if (declared := task_of(value)) is not None]
    return found


def find_task(domain: Domain, name: str) -> Task:
    """The task called ``name`` (``DLV_014`` or its whole function name or node id).

    Raises :class:`UsageError` that names the nearest.
    """
    wanted = name.rpartition("::")[2].removeprefix(PREFIX)
    tasks = {declared.id: declared for declared in tasks_of(domain)}
    if wanted not in tasks:
        raise UsageError(f"{domain.name} has no task {wanted}; {nearest(wanted, tasks)}")
    return tasks[wanted]
