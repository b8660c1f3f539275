"""Probes that must fail: idle, traps, the twin's golden, writes dropped, doubled or changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from thinkingbox_plugin._schemas import Leaf, leaves, lists, members, properties, shape
from thinkingbox_plugin.audit.rows import Rows
from thinkingbox_plugin.audit.trying import Trying, look_ups, said
from thinkingbox_plugin.mutations import changed, double_writes, drop_writes, other_values
from thinkingbox_plugin.plan import Plan, Solution, Step

_NEAR, _FAR = 6, 2
"""Other records to try for a reference: of the same person or case, and of others."""


def look_ups_alone(trying: Trying) -> None:
    """All look-ups of the golden and all the right words, but no write."""
    trying.must_fail("idle", look_ups(trying.golden), "the golden's look-ups without any write", around=None)


def traps(trying: Trying) -> None:
    """Each trap as its author wrote it."""
    for trap in trying.plan.traps:
        trying.must_fail("trap", trap.steps, f"{trap.name}, which breaks {trap.breaks},", around=None)


def twin(trying: Trying, other: Plan | None) -> None:
    """The goldens of its twin; None stands for a twin that is not there."""
    task, audit = trying.plan.task, trying.audit
    if task.twin is None:
        return
    if other is None:
        audit.count("twin").tried += 1
        audit.survive("twin", f"there is no task {task.twin}, or it is broken")
        return
    if other.task.twin != task.id:
        audit.survive("twin", f"{other.task.id} names {other.task.twin} as its twin, not {task.id}")
    if set(other.hashes) & set(trying.plan.hashes):
        audit.survive("twin", f"{task.id} and {other.task.id} have the same outcome")
    for golden in other.goldens:
        trying.must_fail("twin", golden.steps, f"the golden of {other.task.id}", around=None)


def dropped(trying: Trying) -> None:
    """Each golden write left out, with what depends on it."""
    for golden in trying.plan.goldens:
        for mutation in reversed(list(drop_writes(golden))):
            what = f"without {said(golden.steps[mutation.place])}"
            trying.must_fail("dropped", mutation.steps, what, around=golden)


def twice(trying: Trying) -> None:
    """Each golden write done a second time: wrong, or refused without a trace."""
    for golden in trying.plan.goldens:
        for mutation in reversed(list(double_writes(golden))):
            what = f"{said(golden.steps[mutation.place - 1])} twice"
            trying.must_fail("twice", mutation.steps, what, around=golden, place=mutation.place)
            if mutation.place not in trying.bench.replay(mutation.steps).refused:
                continue
            attempt = trying.bench.attempt(mutation.steps)
            if not attempt.passed:
                trying.audit.survive("twice", f"{what}: refused, and yet the trial fails on {attempt.held}")


def changed_arguments(trying: Trying) -> None:
    """Each compared argument of each golden write at each of its other legal values."""
    for golden in trying.plan.goldens:
        others = OtherValues(trying, golden)
        for place in reversed(golden.write_steps):
            for leaf, value in others.of(place):
                mutation = changed(golden, place, leaf, value)
                trying.must_fail("changed", mutation.steps, mutation.what, around=golden, place=place)


class OtherValues:
    """Other legal values for the arguments of a golden's steps."""

    def __init__(self, trying: Trying, golden: Solution) -> None:
        self._trying, self._golden = trying, golden
        self._rows = trying.rows(golden)
        self._focus = trying.used | trying.verified

    def of(self, place: int) -> Iterator[tuple[Leaf, Any]]:
        """Each argument of the step with each other value."""
        step = self._golden.steps[place]
        tool = self._trying.plan.task.domain.by_name[step.tool]
        for raw in leaves(tool, step.raw):
            if raw.value is not None and not self._trying.narrative(self._golden, place, raw):
                for value in self.values(step, raw):
                    yield raw, value
        for raw in lists(tool, step.raw):
            for value in self._lists(step, raw):
                yield raw, value

    def values(self, step: Step, leaf: Leaf) -> list[Any]:
        """Other values of one argument."""
        tool = self._trying.plan.task.domain.by_name[step.tool]
        table = self._trying.material.table(tool, leaf.pattern)
        if table is not None:
            return self._records(table, leaf.value)
        if shape(leaf.schema) == "text" and isinstance(leaf.value, str):
            return self._texts(step, leaf)
        return list(other_values(leaf.schema, leaf.value))

    def _records(self, table: str, own: Any) -> list[str]:
        ranked = [key for key in self._rows.ranked(table, self._focus) if key != own]
        owner = self._rows.owner(table, own) if own in self._rows.tables[table] else None
        near = [key for key in ranked if owner is None or self._rows.owner(table, key) == owner]
        far = [key for key in ranked if key not in near]
        return near[:_NEAR] + far[:_FAR]

    def _texts(self, step: Step, leaf: Leaf) -> list[str]:
        name = next((str(part) for part in reversed(leaf.path) if isinstance(part, str)), "")
        recorded = self._trying.material.values.get((step.tool, leaf.pattern), ())
        start = self._trying.rows(self._golden, 0)
        held = [*start.values(name, sorted(start.near(self._focus)))[:_NEAR], *start.any_values(name)[:_FAR]]
        found = dict.fromkeys(str(value) for value in [*recorded[:_NEAR], *held, _altered(leaf.value)] if value)
        return [value for value in found if value != leaf.value]

    def _lists(self, step: Step, leaf: Leaf) -> Iterator[list[Any]]:
        """The list with an item less, and with one more."""
        items = list(leaf.value)
        if len(items) > leaf.schema.get("minItems", 0):
            yield from ([*items[:place], *items[place + 1 :]] for place in range(len(items)))
        if items and len(items) < leaf.schema.get("maxItems", 99):
            yield [*items, self._another(step, leaf, items[0])]

    def _another(self, step: Step, leaf: Leaf, item: Any) -> Any:
        tool = self._trying.plan.task.domain.by_name[step.tool]
        pattern = (*leaf.pattern, "*")
        if isinstance(item, Mapping):
            for name, value in item.items():
                table = self._trying.material.table(tool, (*pattern, name))
                if table is not None and (others := self._records(table, value)):
                    return {**item, name: others[0]}
            return item
        table = self._trying.material.table(tool, pattern)
        others = self._records(table, item) if table is not None else []
        return others[0] if others else item


def _altered(text: str) -> str:
    """The text with its last digit, or else its first letter, another one; empty if it has neither."""
    digits = [place for place, character in enumerate(text) if character in "0123456789"]
    letters = [place for place, character in enumerate(text) if character.isalpha()]
    if digits:
        place, other = digits[-1], str((int(text[digits[-1]]) + 1) % 10)
    elif letters:
        place, other = letters[0], "b" if text[letters[0]] != "b" else "c"
    else:
        return ""
    return text[:place] + other + text[place + 1 :]


def optional_arguments(trying: Trying) -> None:
    """Each optional argument of each golden write left out where it is given and set where it is not."""
    for golden in trying.plan.goldens:
        rows = trying.rows(golden)
        for place in reversed(golden.write_steps):
            _optional(trying, golden, place, rows)


def _optional(trying: Trying, golden: Solution, place: int, rows: Rows) -> None:
    step = golden.steps[place]
    tool = trying.plan.task.domain.by_name[step.tool]
    schemas = tool.parameters["properties"]
    required = set(tool.parameters.get("required", ()))
    for name, schema in properties(tool).items():
        if name in required:
            continue
        default = schemas[name].get("default")
        given = step.raw.get(name, default)
        leaf = Leaf((name,), schema, given)
        if trying.narrative(golden, place, leaf):
            continue
        values = [] if given == default else [default]
        if given == default:
            values = _settings(trying, step, leaf, rows)
        for value in values:
            arguments = {key: item for key, item in step.arguments.items() if key != name}
            if value != default:
                arguments[name] = value
            what = f"{step.tool} without {name}" if value == default else f"{step.tool} with {name}={value!r}"
            steps = (*golden.steps[:place], replace(step, arguments=arguments), *golden.steps[place + 1 :])
            trying.must_fail("optional", steps, what, around=golden, place=place)
        if not values:
            trying.audit.count("optional").skipped += 1


def _settings(trying: Trying, step: Step, leaf: Leaf, rows: Rows) -> list[Any]:
    """Values that an argument not given could be set to."""
    tool = trying.plan.task.domain.by_name[step.tool]
    keys = [item.value for item in leaves(tool, step.raw) if isinstance(item.value, str)]
    if "items" in leaf.schema or "properties" in leaf.schema:
        return [trying.maker(rows).build(tool, leaf.path, leaf.schema)]
    found = trying.maker(rows).values(tool, leaf, [*keys, *trying.used])
    if members(leaf.schema):
        return [value for value in found if value != leaf.value]
    return [value for value in found if value != leaf.value][:4]
