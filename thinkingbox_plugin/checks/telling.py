"""Checks of what the user was told: ``tell`` and ``leak``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thinkingbox_plugin.checks.base import Evidence
from thinkingbox_plugin.mentions import mentions, mentions_phrase
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.snapshot import Snapshot
from thinkingbox_plugin.state import Made
from thinkingbox_plugin.task import Created, Task

_SHORTEST = 4
"""Internal values below this length are too common to be looked for in text."""


def tell(evidence: Evidence) -> Iterable[CheckResult]:
    """The amounts, dates and references that the task names appear in a reply, up to spelling."""
    wanted = evidence.plan.task.tell
    if not wanted:
        return
    replies = list(evidence.trajectory.replies())
    untold = [value for value in _values(evidence, wanted) if not any(mentions(reply, value) for reply in replies)]
    yield CheckResult("tell", not untold, "the user was not told " + ", ".join(untold) if untold else "")


def _values(evidence: Evidence, wanted: Iterable[str | Created]) -> Iterator[str]:
    for value in wanted:
        if isinstance(value, str):
            yield value
            continue
        keys = [
            change.key[0].id if isinstance(change.key[0], Made) else str(change.key[0])
            for change in evidence.net
            if change.table == value.table and change.op == "inserted"
        ]
        yield from sorted(keys) or [f"(nothing was created in {value.table})"]


def leak(evidence: Evidence) -> Iterable[CheckResult]:
    """The domain's internal terms and values appear in no reply and no column that the user can see.

    Yields nothing in a domain without internal terms and columns.
    """
    terms = internal_terms(evidence.plan.task, evidence.plan.start)
    if not terms:
        return
    texts = [("a reply", reply) for reply in evidence.trajectory.replies()] + list(_visible_columns(evidence))
    found = {f"{term!r} in {where}": None for where, text in texts for term in terms if mentions_phrase(text, term)}
    yield CheckResult("leak", not found, "told the user " + ", ".join(found) if found else "")


def internal_terms(task: Task, start: Snapshot) -> list[str]:
    """The domain's terms and the text values of internal columns, but for what the user said first."""
    terms = {*task.domain.internal}
    for spec in task.domain.template.specs.values():
        for place, column in enumerate(spec.columns):
            if column.internal and column.sql_type == "TEXT":
                terms |= {row[place] for row in start[spec.name].values() if row[place] is not None}
    known = " ".join((task.opening, *task.facts.values()))
    return sorted(term for term in terms if len(term) >= _SHORTEST and not mentions_phrase(known, term))


def _visible_columns(evidence: Evidence) -> Iterator[tuple[str, str]]:
    specs = evidence.world.specs
    for effect in evidence.effects:
        for column in specs[effect.table].columns:
            text = effect.changed.get(column.name)
            if not (column.user_visible and isinstance(text, str)):
                continue
            if (effect.new or {}).get("visibility") == "internal":
                continue
            yield f"{effect.table}.{column.name}", text
