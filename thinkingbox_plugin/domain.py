"""A domain: one business with its tables, tools, policies, instructions, base records and clock."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin import knowledge, snapshot
from thinkingbox_plugin._arguments import InvalidArgumentsError, shown
from thinkingbox_plugin.calls import CallLog
from thinkingbox_plugin.errors import DomainError, UsageError
from thinkingbox_plugin.injection import report_injection
from thinkingbox_plugin.knowledge import PolicySection
from thinkingbox_plugin.rows import Row
from thinkingbox_plugin.snapshot import Snapshot
from thinkingbox_plugin.template import Prepared, Template
from thinkingbox_plugin.tools import AnyTool
from thinkingbox_plugin.world import World

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check

ENTRY_POINTS = "thinkingbox.domains"


@dataclass(frozen=True, eq=False)
class Domain:
    """One business.

    ``internal`` are terms that no user may ever be told, beside the values of columns marked
    :class:`~thinkingbox_plugin.rows.Internal`.  ``checks`` are checks of the domain's own.
    """

    name: str
    title: str
    package: str
    """The importable package that holds ``policies/``, ``instructions.md`` and the task files."""
    now: datetime
    tables: Sequence[type[Row]]
    tools: Sequence[AnyTool]
    records: Callable[[], Iterable[Row]]
    searchable: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Tables with a full-text index over these columns, for :func:`~thinkingbox_plugin.knowledge.matching`;
    no tool may write them."""
    internal: Sequence[str] = ()
    checks: Sequence[Check] = field(default_factory=tuple)

    @property
    def folder(self) -> Traversable:
        """Where the domain's files lie, in a checkout or an installed wheel."""
        return files(self.package)

    @cached_property
    def instructions(self) -> str:
        """The agent's system prompt, as the domain writes it."""
        return self.folder.joinpath("instructions.md").read_text(encoding="utf-8").strip()

    @cached_property
    def sections(self) -> Sequence[PolicySection]:
        """Every policy section."""
        return knowledge.read_sections(self.folder.joinpath("policies"))

    @cached_property
    def anchors(self) -> frozenset[str]:
        """What a task may cite, such as ``delivery.md#delayed-parcels``."""
        return knowledge.anchors(self.sections)

    @cached_property
    def by_name(self) -> Mapping[str, AnyTool]:
        """What an agent can call, by name: the domain's tools and ``report_injection``.

        Raises :class:`DomainError` for two of one name or for one that is declared incompletely.
        """
        found: dict[str, AnyTool] = {}
        for tool in (*self.tools, report_injection):
            tool.check()
            if tool.name in found:
                raise DomainError(f"domain {self.name}: two tools are called {tool.name}")
            found[tool.name] = tool
        return found

    @cached_property
    def template(self) -> Template:
        """The database that every world of this domain is cloned from; built once a process."""
        template = Template.build([*self.tables, PolicySection], [*self.records(), *self.sections])
        for table, columns in {"policy_sections": ("title", "body"), **self.searchable}.items():
            knowledge.index(template.db, table, columns)
        return template

    @cached_property
    def base_rows(self) -> Snapshot:
        """The base records as a snapshot of a world without records of a task."""
        world = self.world()
        try:
            return snapshot.take(world)
        finally:
            world.close()

    def world(self, records: Iterable[Row] | Prepared = (), now: datetime | None = None) -> World:
        """A fresh world of this domain, with a task's ``records`` over the base records."""
        return World.create(self.template, now or self.now, CallLog(), records)

    def call(self, world: World, name: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool by name with JSON arguments; returns the JSON text of its result.

        Raises :class:`ToolError` for a refusal (also of an unknown tool) and
        :class:`~thinkingbox_plugin.errors.SandboxError` for a crash.
        """
        tool = self.by_name.get(name)
        if tool is None:
            refusal = InvalidArgumentsError(f"there is no tool called {shown(name)}")
            world.log.add(name, arguments, "invalid", str(refusal))
            raise refusal
        tool.invoke(world, arguments)
        return world.log.calls[-1].result

    def fingerprints(self) -> dict[str, str]:
        """SHA-256 of the tools, the policies, the instructions and the base records."""
        tools = [[t.name, t.description, t.parameters, t.writes, list(t.consent)] for t in self.by_name.values()]
        policies = [[section.anchor, section.title, section.body] for section in self.sections]
        rows = [[row.spec.name, list(row.to_sql())] for row in self.records()]
        return {
            "tools": digest(tools),
            "policies": digest(policies),
            "instructions": digest(self.instructions),
            "records": digest(rows),
        }


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in one fixed spelling."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def installed_domains() -> dict[str, Domain]:
    """The domains that installed distributions offer under the entry point group ``thinkingbox.domains``."""
    return {point.name: point.load() for point in _points()}


def _points() -> list[EntryPoint]:
    return sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)


def find_domain(name: str) -> Domain:
    """The domain called ``name``: an installed one by its short name or package, else any package on the path.

    Loads no other domain.  Raises :class:`UsageError` that lists the installed ones.
    """
    for point in _points():
        if name in (point.name, point.module):
            domain = point.load()
            break
    else:
        domain = _domain_of_package(name)
    if not isinstance(domain, Domain):
        listed = ", ".join(point.name for point in _points()) or "none"
        raise UsageError(f"no domain called {name}; there are {listed}, or give a package that defines DOMAIN")
    return domain


def _domain_of_package(name: str) -> object:
    try:
        found = find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return None
    if found is None or found.submodule_search_locations is None:
        return None
    return getattr(import_module(name), "DOMAIN", None)


def domain_of_module(module: str) -> Domain:
    """The ``DOMAIN`` of the package that holds ``module``.

    Raises :class:`DomainError` if the module is in no package or the package declares none.
    """
    package = module.rpartition(".")[0]
    if not package:
        raise DomainError(f"{module}: a task file lies in a domain's package (a folder with __init__.py)")
    domain = getattr(import_module(package), "DOMAIN", None)
    if not isinstance(domain, Domain):
        raise DomainError(f"{package}/__init__.py does not define DOMAIN = Domain(...)")
    return domain
