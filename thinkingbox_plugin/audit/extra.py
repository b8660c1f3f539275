"""Probes with one legal write too many: left standing, and undone again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from thinkingbox_plugin._schemas import leaves, properties, shape
from thinkingbox_plugin.audit.making import Arguments, CallMaker
from thinkingbox_plugin.audit.trying import Trying, said, step_of
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.mutations import inserted
from thinkingbox_plugin.plan import Step
from thinkingbox_plugin.tools import AnyTool

_AT_END, _BEFORE = 60, 20
"""Calls to try for one tool after the golden, and before one of its writes."""
_INVERSES = 12
"""Calls to try for one tool that might undo another's."""

Row = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True)
class _Extra:
    """A legal call that is none of the golden's, made before step ``place``."""

    place: int
    step: Step
    effects: tuple[Effect, ...]

    @property
    def rows(self) -> set[Row]:
        return {(effect.table, effect.key) for effect in self.effects}


class ExtraWrites:
    """Finds and tries one extra write for each writing tool, on a row that the golden uses and on another."""

    def __init__(self, trying: Trying) -> None:
        self._trying = trying
        self._makers: dict[int, CallMaker] = {}
        self._others: dict[int, frozenset[str]] = {}
        self._refusal = ""
        """What the last refused call said."""

    def run(self) -> None:
        """Both probes over all writing tools."""
        audit = self._trying.audit
        for tool in self._trying.tools.values():
            if not tool.writes:
                continue
            self._refusal = ""
            found = [extra for extra in (self._find(tool, here=True), self._find(tool, here=False)) if extra]
            found = found[:1] if len({said(extra.step) for extra in found}) == 1 else found
            for extra in found:
                self._try(extra)
            if not found:
                audit.not_made_for("extra", tool.name, self._refusal or "no row to try it on")
                continue
            audit.made_for("extra", tool.name)
            self._undo(tool, found)

    def _try(self, extra: _Extra) -> None:
        golden = self._trying.golden
        steps = inserted(golden.steps, extra.place, extra.step)
        where = "after the golden" if extra.place == len(golden.steps) else f"before its call {extra.place}"
        what = f"{said(extra.step)} {where}"
        self._trying.must_fail("extra", steps, what, around=golden, place=extra.place)

    def _places(self) -> list[tuple[int, int]]:
        golden = self._trying.golden
        before = sorted({golden.write_steps[-1], golden.write_steps[0]}, reverse=True) if golden.write_steps else []
        return [(len(golden.steps), _AT_END), *((place, _BEFORE) for place in before)]

    def _find(self, tool: AnyTool, *, here: bool) -> _Extra | None:
        """A call that goes through and touches something: on rows that the golden uses, or on others."""
        trying = self._trying
        for place, most in self._places():
            focus: Collection[str] = trying.used if here else self._other_rows(place)
            calls = self._maker(place).calls(tool, focus, () if here else trying.used)
            for arguments in islice(calls, most):
                extra = self._go(tool, arguments, place)
                if extra is not None and (here or not self._used(extra)):
                    return extra
        return None

    def _go(self, tool: AnyTool, arguments: Arguments, place: int) -> _Extra | None:
        """The call, if it goes through, touches something and does not stand in for one of the golden's."""
        step, steps = step_of(tool, arguments), self._trying.golden.steps
        replayed = self._trying.bench.replay((*steps[:place], step))
        if place in replayed.refused:
            self._refusal = self._trying.bench.world.log.calls[-1].result
            return None
        effects = tuple(self._trying.bench.effects_of_last())
        if not effects and place not in replayed.crashed:
            return None
        if place < len(steps) and self._trying.bench.replay(inserted(steps, place, step)).refused:
            return None
        return _Extra(place, step, effects)

    def _used(self, extra: _Extra) -> bool:
        """Whether the call changes a row that the golden touches."""
        return bool(extra.rows & self._trying.golden.touched)

    def _maker(self, place: int) -> CallMaker:
        if place not in self._makers:
            rows = self._trying.rows(self._trying.golden, place)
            self._makers[place] = self._trying.maker(rows)
            own = rows.owned_by(self._trying.verified) or {key for table in rows.tables.values() for key in table}
            self._others[place] = frozenset(own) - self._trying.used
        return self._makers[place]

    def _other_rows(self, place: int) -> frozenset[str]:
        self._maker(place)
        return self._others[place]

    def _undo(self, tool: AnyTool, found: list[_Extra]) -> None:
        """One of the tool's extra writes, taken back by the first call that restores the end state."""
        audit, golden = self._trying.audit, self._trying.golden
        at_end = [extra for extra in found if extra.place == len(golden.steps) and not self._used(extra)]
        for extra in at_end:
            inverse = self._inverse(extra)
            if inverse is None:
                continue
            what = f"{said(extra.step)}, then {said(inverse)}"
            self._trying.must_fail("undone", (*golden.steps, extra.step, inverse), what, around=None)
            audit.made_for("undone", tool.name)
            return
        if not at_end:
            why = "goes through on rows of the golden alone, which the footprint allows"
        elif all(self._adds(extra) for extra in at_end):
            why = "adds rows, and no tool of the domain removes any"
        else:
            why = "no call found that takes it back"
        audit.not_made_for("undone", tool.name, why)

    def _adds(self, extra: _Extra) -> bool:
        """Whether the call adds rows in a domain whose tools never remove one: it cannot be undone."""
        return not self._trying.material.removes_rows and any(effect.op == "inserted" for effect in extra.effects)

    def _inverse(self, extra: _Extra) -> Step | None:
        """The first call found that restores the golden's end state."""
        trying = self._trying
        if self._adds(extra):
            return None
        steps = (*trying.golden.steps, extra.step)
        maker = self._maker(extra.place)
        if any(effect.op == "inserted" for effect in extra.effects):
            maker = trying.maker(trying.rows_after(steps))
        goal = trying.golden.hash
        for tool, arguments in self._inverses(extra, maker):
            step = step_of(tool, arguments)
            replayed = trying.bench.replay((*steps, step))
            if len(steps) in replayed.refused or len(steps) in replayed.crashed:
                continue
            back = {(effect.table, effect.key) for effect in trying.bench.effects_of_last()}
            if back & extra.rows and trying.bench.reached((*steps, step)) == goal:
                return step
        return None

    def _inverses(self, extra: _Extra, maker: CallMaker) -> Iterator[tuple[AnyTool, Arguments]]:
        """Calls that could take the extra write back: the same with the old values, others on its rows."""
        trying = self._trying
        keys = {str(part) for effect in extra.effects for part in effect.key}
        tables = {effect.table for effect in extra.effects}
        own = trying.tools[extra.step.tool]
        back = _changed_back(own, extra)
        held = [str(leaf.value) for leaf in leaves(own, back) if trying.material.table(own, leaf.pattern)]
        yield own, maker.fitted(own, back, held)
        yield own, back
        for tool in trying.tools.values():
            if not tool.writes or not tables & self._refers_to(tool):
                continue
            calls = maker.calls(tool, keys)
            yield from ((tool, arguments) for arguments in islice(calls, _INVERSES) if _names(tool, arguments, keys))

    def _refers_to(self, tool: AnyTool) -> set[str]:
        arguments = self._trying.tools[tool.name].parameters["properties"]
        found = set()
        for name, schema in arguments.items():
            patterns = [(name,), (name, "*")] if "items" in str(schema) else [(name,)]
            found |= {table for pattern in patterns if (table := self._trying.material.table(tool, pattern))}
        return found


def _names(tool: AnyTool, arguments: Arguments, keys: Collection[str]) -> bool:
    return any(leaf.value in keys for leaf in leaves(tool, arguments) if isinstance(leaf.value, str))


def _changed_back(tool: AnyTool, extra: _Extra) -> Arguments:
    """The same call with the values that its row had before.

    An argument belongs to the column of its name, or else to one that took the argument's value.
    """
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    for effect in extra.effects:
        if effect.op == "changed" and effect.old is not None:
            old.update({name: effect.old[name] for name in effect.changed})
            new.update(effect.changed)
    arguments = dict(extra.step.raw)
    for name, schema in properties(tool).items():
        value = arguments.get(name)
        column = name if name in old else next((column for column, now in new.items() if now == value), None)
        if name in arguments and column is not None:
            arguments[name] = _json(old[column], schema)
    return arguments


def _json(value: Any, schema: Mapping[str, Any]) -> Any:
    """A stored value as a call gives it."""
    if shape(schema) == "flag":
        return bool(value)
    return json.loads(value) if "items" in schema and isinstance(value, str) else value
