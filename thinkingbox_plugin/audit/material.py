"""What a domain's own solutions tell about its tools: which argument refers to which table, which values occur."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from typing import Any

from thinkingbox_plugin import snapshot
from thinkingbox_plugin._schemas import Pattern, leaves
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.plan import Plan, Solution
from thinkingbox_plugin.tools import AnyTool

_EXAMPLE = re.compile(r"such as (\w[\w-]*\w)")
Argument = tuple[str, Pattern]
"""A tool's name and which of its arguments."""


class Material:
    """Learned from every golden and trap of a domain; the same in every process."""

    def __init__(self, domain: Domain, plans: Sequence[Plan]) -> None:
        self.domain = domain
        self.recorded: dict[str, list[Mapping[str, Any]]] = {}
        """The arguments of every recorded call, by tool, each once."""
        self.values: dict[Argument, list[Any]] = {}
        """The values that occur for each argument, each once."""
        self._tables: dict[Argument, str | None] = {}
        seen: dict[Argument, Counter[str]] = {}
        uses: Counter[Argument] = Counter()
        for plan in plans:
            for solution in (*plan.goldens, *plan.traps):
                self._learn(plan, solution, seen, uses)
        for argument, tables in seen.items():
            table, count = tables.most_common(1)[0]
            if 2 * count > uses[argument]:
                self._tables[argument] = self._better_named(argument, tables, table)

    def _learn(
        self, plan: Plan, solution: Solution, seen: dict[Argument, Counter[str]], uses: Counter[Argument]
    ) -> None:
        # An id names a row only where it is the whole key: a line's key begins with its head's.
        made = {key[0]: table for table, key in solution.touched if len(key) == 1 and key[0] in solution.made}
        for step in solution.steps:
            calls = self.recorded.setdefault(step.tool, [])
            if step.raw not in calls:
                calls.append(step.raw)
            for leaf in leaves(self.domain.by_name[step.tool], step.raw):
                argument = (step.tool, leaf.pattern)
                values = self.values.setdefault(argument, [])
                if leaf.value not in values:
                    values.append(leaf.value)
                if isinstance(leaf.value, str):
                    uses[argument] += 1
                    found = {made[leaf.value]} if leaf.value in made else set(_tables_with(plan, leaf.value))
                    if found:
                        seen.setdefault(argument, Counter()).update(found)

    def _better_named(self, argument: Argument, tables: Counter[str], best: str) -> str:
        """Of tables that fit equally often (a key shared by two), the one that the argument is named after."""
        named = self._by_name(argument[1])
        return named if named is not None and tables[named] == tables[best] else best

    @cached_property
    def removes_rows(self) -> bool:
        """Whether any tool may delete a row, as far as the sources of the writing tools' modules tell."""
        modules = {tool.function.__module__ for tool in self.domain.tools if tool.writes}
        sources = (inspect.getsource(sys.modules[module]) for module in modules)
        return any(".delete" in source or ".execute" in source for source in sources)

    def table(self, tool: AnyTool, pattern: Pattern) -> str | None:
        """The table whose keys an argument holds; None if it refers to none, as far as can be told."""
        argument = (tool.name, pattern)
        if argument not in self._tables:
            guessed = self._by_name(pattern) or self._by_example(tool, pattern)
            self._tables[argument] = None if argument in self.values else guessed
        return self._tables[argument]

    def _by_example(self, tool: AnyTool, pattern: Pattern) -> str | None:
        """The table of a key that the argument's description gives as an example: "such as ORD-1"."""
        schema = tool.parameters["properties"].get(pattern[0], {})
        examples = _EXAMPLE.findall(schema.get("description", ""))
        return next((self._keys[example] for example in examples if example in self._keys), None)

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The table of each key among the base records, policies aside."""
        with closing(self.domain.world()) as world:
            return {str(key[0]): table for table, rows in snapshot.take(world).items() for key in rows}

    def _by_name(self, pattern: Pattern) -> str | None:
        """For an argument that no solution uses: the table that its name speaks of."""
        name = next((part for part in reversed(pattern) if part != "*"), "")
        stem = name.removesuffix("s").removesuffix("_id")
        if stem == name:
            return None
        specs = self.domain.template.specs
        named_so = Counter(
            column.references
            for spec in specs.values()
            for column in spec.columns
            if column.references and column.name in (name, f"{stem}_id", f"{stem}_ids")
        )
        if named_so:
            return str(named_so.most_common(1)[0][0])
        plurals = (f"{stem}s", f"{stem}es", f"{stem.removesuffix('y')}ies")
        exact = [table for table in specs if table in plurals]
        ending = [table for table in specs if table.endswith(tuple(f"_{plural}" for plural in plurals))]
        return next(iter(exact + ending), None)


def _tables_with(plan: Plan, key: str) -> Iterator[str]:
    return (table for table, rows in plan.start.items() if (key,) in rows)
