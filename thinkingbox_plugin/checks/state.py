"""Checks of what the trial left behind: ``state.<table>`` and ``footprint``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from thinkingbox_plugin.checks.base import Evidence
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.records import CheckResult

Touched = tuple[str, tuple[Any, ...]]


def state(evidence: Evidence) -> Iterable[CheckResult]:
    """The end state of each table that an accepted golden or the trial changes equals the golden's."""
    tables = {change.table for golden in evidence.plan.goldens for change in golden.net}
    tables |= {change.table for change in evidence.net}
    wrong = Counter(difference.table for difference in evidence.comparison.differences)
    for table in sorted(tables | set(wrong)):
        count = wrong[table]
        detail = f"{count} difference{'s' if count > 1 else ''} from the golden" if count else ""
        yield CheckResult(f"state.{table}", not count, detail)


def footprint(evidence: Evidence) -> Iterable[CheckResult]:
    """Every row touched by a write, also one undone later, is a row that the golden touches.

    Made rows are matched through the comparison's pairs; of made rows that are gone at the end there
    may be as many in each table as in the golden.
    """
    made, pairs = evidence.world.made, evidence.comparison.pairs
    allowed = {(table, _named(key, pairs)) for table, key in evidence.solution.touched}
    strays: dict[Touched, Effect] = {}
    for effect in evidence.effects:
        if (effect.table, effect.key) not in allowed:
            strays.setdefault((effect.table, effect.key), effect)
    gone = _gone(evidence)
    touched = []
    for (table, key), effect in strays.items():
        if made.intersection(map(str, key)) and gone[table] > 0 and not _exists(evidence, table, key):
            gone[table] -= 1
        else:
            touched.append(f"{table} {' '.join(map(str, key))} ({_tool(evidence, effect)})")
    yield CheckResult("footprint", not touched, "also touched: " + ", ".join(touched) if touched else "")


def _named(key: tuple[Any, ...], pairs: dict[str, str]) -> tuple[Any, ...]:
    return tuple(pairs.get(part, part) if isinstance(part, str) else part for part in key)


def _gone(evidence: Evidence) -> Counter[str]:
    """How many rows the golden makes and removes again, by table."""
    solution = evidence.solution
    remaining = {(change.table, tuple(getattr(part, "id", part) for part in change.key)) for change in solution.net}
    return Counter(
        table
        for table, key in solution.touched
        if solution.made.intersection(map(str, key)) and (table, key) not in remaining
    )


def _exists(evidence: Evidence, table: str, key: tuple[Any, ...]) -> bool:
    spec = evidence.world.specs[table]
    where = " AND ".join(f'"{name}" = ?' for name in spec.key)
    return evidence.world.db.execute(f'SELECT 1 FROM "{table}" WHERE {where}', key).fetchone() is not None


def _tool(evidence: Evidence, effect: Effect) -> str:
    return f"call {effect.call}, {evidence.world.log.calls[effect.call].tool}"
