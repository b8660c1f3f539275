"""Probes of what a golden knows: each constant has a source, each fact is worth asking for, each call fits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import pairwise
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from thinkingbox_plugin._schemas import leaves, members, shape
from thinkingbox_plugin.audit.source import Constant, constants
from thinkingbox_plugin.audit.trying import Trying, said
from thinkingbox_plugin.mentions import mentions, mentions_phrase, numbers_in
from thinkingbox_plugin.plan import Solution
from thinkingbox_plugin.tools import AnyTool

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate((*_ONES, *_TEENS), 1)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    "hundred": 100,
    "thousand": 1000,
    "half": 50,
    "quarter": 25,
    "twice": 2,
    "double": 2,
    "dozen": 12,
}
"""Half and a quarter count as per cent."""


def constants_have_sources(trying: Trying) -> None:
    """Every constant in a golden step's source stands where the agent can learn it."""
    found = constants(trying.plan)
    for golden in trying.plan.goldens:
        known = Known(trying, golden)
        for constant in found[golden.name]:
            trying.audit.count("constants").tried += 1
            if not known.has(constant):
                where = f"{trying.plan.task.path.name}:{constant.line}"
                step = f" ({constant.argument} of {golden.steps[constant.call].tool})" if constant.argument else ""
                trying.audit.survive(
                    "constants",
                    f"{where}: {constant.value!r}{step} stands in no opening, fact, policy or earlier result",
                )


class Known:
    """What an agent can know at each call of a golden."""

    def __init__(self, trying: Trying, golden: Solution) -> None:
        self._trying, self._golden = trying, golden
        task = trying.plan.task
        self._said = [task.opening, *task.facts.values()]
        self._policies = [f"{section.title}\n{section.body}" for section in task.domain.sections]

    def has(self, constant: Constant) -> bool:
        """Whether the constant has a source by the time of its call."""
        value = constant.value
        if isinstance(value, str):
            return not value.strip() or self._allowed(constant) or self._has_text(value.strip(), constant.call)
        if isinstance(value, int | float):
            free = constant.argument is None and value in (0, 1)
            return free or self._has_number(Decimal(str(value)), constant.call)
        return False

    def _allowed(self, constant: Constant) -> bool:
        """A member of the enumeration that it is given for, or part of a narrative text."""
        if constant.argument is None:
            return constant.value in self._enumerated
        step = self._golden.steps[constant.call]
        tool = self._trying.plan.task.domain.by_name[step.tool]
        if constant.argument not in step.raw:
            return False
        found = [leaf for leaf in leaves(tool, step.raw) if leaf.path[0] == constant.argument]
        if any(constant.value in members(leaf.schema) for leaf in found):
            return True
        if not step.writes:
            return self._is_query(constant.value) and any(shape(leaf.schema) == "text" for leaf in found)
        return any(
            isinstance(leaf.value, str)
            and constant.value in leaf.value
            and self._trying.narrative(self._golden, constant.call, leaf)
            for leaf in found
        )

    def _is_query(self, text: str) -> bool:
        """Words to search with: a clerk chooses them freely, unlike a value that a record holds."""
        if any(character.isdigit() or character == "@" for character in text):
            return False
        tables = self._trying.plan.start.values()
        return not any(text in row for rows in tables for row in rows.values())

    @cached_property
    def _enumerated(self) -> set[str]:
        """All members of all enumerations of the domain: what a clerk may compare a field with."""
        domain = self._trying.plan.task.domain
        found = {member for spec in domain.template.specs.values() for c in spec.columns for member in c.members}
        for tool in domain.by_name.values():
            found |= set(_all_members(tool, tool.parameters))
        return found

    def _has_text(self, value: str, call: int) -> bool:
        if any(mentions(text, value) for text in self._said):
            return True
        number = _number(value)
        if number is not None:
            return self._has_number(number, call)
        wanted = value.lower()
        if any(wanted in leaf.lower() for leaf in self._results(call) if isinstance(leaf, str)):
            return True
        return any(mentions(text, value) or mentions_phrase(text, value) for text in self._policies)

    def _has_number(self, value: Decimal, call: int) -> bool:
        for text in (*self._said, *self._policies):
            stated = (*numbers_in(text), *_spelled_out(text))
            if value in stated or (0 < value < 1 and value * 100 in stated):
                return True
        results = list(self._results(call))
        # A bulletin that was read says its amounts and days in a sentence.
        sentences = [leaf for leaf in results if isinstance(leaf, str) and len(leaf.split()) > 3]
        return any(_number(leaf) == value for leaf in results) or any(value in numbers_in(text) for text in sentences)

    def _results(self, call: int) -> Iterator[Any]:
        for record in self._golden.calls[:call]:
            yield from _values(json.loads(record.result))


def _spelled_out(text: str) -> Iterator[Decimal]:
    """Numbers written as words: "thirty days", "half"."""
    words = re.findall(r"[a-z]+", text.lower())
    yield from (Decimal(_WORDS[word]) for word in words if word in _WORDS)
    for tens, ones in pairwise(words):
        if tens in _TENS and ones in _ONES:
            yield Decimal(_WORDS[tens] + _WORDS[ones])


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _values(item)
    else:
        yield value


def _all_members(tool: AnyTool, schema: Any) -> Iterable[str]:
    if isinstance(schema, dict):
        yield from (member for member in members(schema) if isinstance(member, str))
        for part in schema.values():
            yield from _all_members(tool, part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _all_members(tool, part)


def facts_are_news(trying: Trying) -> None:
    """No fact stands in the opening already."""
    task = trying.plan.task
    for name, value in task.facts.items():
        trying.audit.count("facts").tried += 1
        if mentions(task.opening, value):
            trying.audit.survive("facts", f"the fact {name!r}, {value!r}, stands in the opening already")


def needed_facts(trying: Trying) -> list[str]:
    """The names of the facts that a golden's calls use and that nothing but the user can tell."""
    task, found = trying.plan.task, dict[str, None]()
    for golden in trying.plan.goldens:
        for number, step in enumerate(golden.steps):
            earlier = [str(v) for record in golden.calls[:number] for v in _values(json.loads(record.result))]
            tool = task.domain.by_name[step.tool]
            for leaf in leaves(tool, step.raw):
                text = str(leaf.value)
                if leaf.value is None or isinstance(leaf.value, bool) or text in earlier:
                    continue
                if not mentions(task.opening, text):
                    found.update((name, None) for name, fact in task.facts.items() if mentions(fact, text))
    return list(found)


def calls_fit_schemas(trying: Trying) -> None:
    """Every golden and trap call obeys its tool's schema as an MCP client sees it."""
    for solution in (*trying.plan.goldens, *trying.plan.traps):
        for step in solution.steps:
            trying.audit.count("typed").tried += 1
            tool = trying.plan.task.domain.by_name[step.tool]
            for problem in Draft202012Validator(tool.parameters).iter_errors(dict(step.raw)):
                where = ".".join(map(str, problem.absolute_path))
                trying.audit.survive("typed", f"{said(step)}: {where}: {problem.message}")
