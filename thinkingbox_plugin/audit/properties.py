"""What a set of tasks must be like: each property counted, beside its bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from thinkingbox_plugin.audit.findings import TaskAudit

WHOLE = 50
"""From so many tasks the bounds of a whole domain are judged."""
_ALIKE = 0.8


@dataclass(frozen=True)
class Figure:
    """One line of a table.  ``held`` is None where the bound is not judged; ``details`` say what misses it."""

    name: str
    figure: str
    bound: str
    held: bool | None
    details: Sequence[str] = field(default_factory=tuple)


def properties(audits: Sequence[TaskAudit]) -> list[Figure]:
    """The first table, for the tasks of one domain."""
    count = _Counting(audits)
    return [
        count.share("something refused, escalated or held", "refusal", 25, 45),
        count.share("nothing but a refusal", "only-refusal", None, 10),
        count.share("the agent must ask for a fact", "asks", 60, None, count.asking()),
        count.share("  and the answer changes the outcome", "answer-decides", 30, None),
        count.share("an uncued check changes the outcome", "uncued", 40, None),
        count.share("two policy documents govern together", "two-policies", 40, None),
        count.share("a decoy", "decoy", 50, None),
        count.share("the user pushes for what is forbidden", "pushes", 20, None),
        count.share("two or more separate requests", "multi", 30, None),
        count.interacting(),
        count.share("a first look-up fails or misleads", "recovery", 15, None),
        count.pairs(),
        count.boundaries(),
        count.traps(),
        count.names(),
        count.sequences(),
        count.openings(),
        count.uncited(),
        count.citing_none(),
    ]


class _Counting:
    def __init__(self, audits: Sequence[TaskAudit]) -> None:
        self._audits = audits
        self._whole = len(audits) >= WHOLE

    def _judged(self, held: bool) -> bool | None:
        return held if self._whole else None

    def _with(self, tag: str) -> list[TaskAudit]:
        return [audit for audit in self._audits if tag in audit.tags]

    def share(self, name: str, tag: str, least: int | None, most: int | None, details: Iterable[str] = ()) -> Figure:
        """The share of the tasks with a tag, in per cent."""
        number, total = len(self._with(tag)), len(self._audits)
        bounds = [f"≥ {least} %" if least is not None else "", f"≤ {most} %" if most is not None else ""]
        held = (least is None or 100 * number >= least * total) and (most is None or 100 * number <= most * total)
        figure = f"{percent(number, total)} ({number})"
        return Figure(name, figure, ", ".join(filter(None, bounds)), self._judged(held), tuple(details))

    def asking(self) -> Iterator[str]:
        """Where the tag and what the golden's calls need do not agree."""
        for audit in self._audits:
            if audit.needed and "asks" not in audit.tags:
                yield f"{audit.id} needs {', '.join(audit.needed)} from the user and is not tagged asks"
            if "asks" in audit.tags and not audit.needed:
                yield f"{audit.id} is tagged asks, and no call of its golden needs a fact"

    def interacting(self) -> Figure:
        """Of the tasks with several requests, those whose requests interact."""
        several = self._with("multi")
        number = sum("interacting" in audit.tags for audit in several)
        figure = f"{percent(number, len(several))} ({number})"
        return Figure("  of these, requests that interact", figure, "≥ 50 %", self._judged(2 * number >= len(several)))

    def pairs(self) -> Figure:
        """Pairs of tasks that name each other as twin and end otherwise."""
        known = {audit.id: audit for audit in self._audits}
        found = {
            frozenset((audit.id, other.id))
            for audit in self._audits
            if (other := known.get(audit.twin or "")) is not None and other.twin == audit.id and _differ(audit, other)
        }
        return Figure("minimal pairs", str(len(found)), "≥ 15", self._judged(len(found) >= 15))

    def boundaries(self) -> Figure:
        """Tasks at a boundary, and those whose other side no task stands on."""
        tasks = self._with("boundary")
        alone = [audit.id for audit in tasks if not any(_across(audit, other) for other in tasks)]
        held = len(tasks) >= 15 and not alone
        details = [f"{name}: no task of another outcome stands at the same boundary" for name in alone]
        figure = f"{len(tasks)}, {len(alone)} one-sided" if alone else str(len(tasks))
        return Figure("tasks at a boundary, both sides", figure, "≥ 15", self._judged(held), details)

    def traps(self) -> Figure:
        """The fewest and the most traps of a task."""
        numbers = [audit.traps for audit in self._audits]
        wrong = [f"{audit.id} has {audit.traps} traps" for audit in self._audits if not 1 <= audit.traps <= 4]
        return Figure("traps in each task", _span(numbers), "1 to 4", not wrong, wrong)

    def names(self) -> Figure:
        """Distinct user names."""
        number = len({audit.user for audit in self._audits if audit.user})
        return Figure("distinct user names", str(number), "≥ 60", self._judged(number >= 60))

    def sequences(self) -> Figure:
        """The share of the commonest sequence of golden write tools."""
        sequences = Counter(tuple(audit.writes) for audit in self._audits)
        sequence, number = sequences.most_common(1)[0] if sequences else ((), 0)
        held = 10 * number <= len(self._audits)
        details = [f"{number} × {' → '.join(sequence) or 'no write but tickets'}"]
        share = f"{percent(number, len(self._audits))} ({number})"
        return Figure("the commonest sequence of golden writes", share, "≤ 10 %", self._judged(held), details)

    def openings(self) -> Figure:
        """Pairs of openings that are too much alike."""
        pairs = list(alike([(audit.id, audit.masked) for audit in self._audits]))
        details = [f"{first} and {second}: {ratio:.2f}" for first, second, ratio in pairs]
        return Figure("openings more alike than 0.8", str(len(pairs)), "0", not pairs, details)

    def uncited(self) -> Figure:
        """Policy sections that no task cites."""
        anchors = {anchor for audit in self._audits for anchor in audit.anchors}
        cited = {anchor for audit in self._audits for anchor in (*audit.policy, *audit.breaks)}
        left = sorted(anchors - cited)
        return Figure("policy sections cited by no task", str(len(left)), "0", self._judged(not left), left)

    def citing_none(self) -> Figure:
        """Tasks that cite no policy section."""
        none = [audit.id for audit in self._audits if not audit.policy]
        return Figure("tasks citing no policy section", str(len(none)), "0", not none, none)


def percent(number: int, total: int) -> str:
    """A share; a dash where there is nothing to share."""
    return f"{100 * number / total:.1f} %" if total else "-"


def _span(numbers: Sequence[int]) -> str:
    if not numbers:
        return "-"
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _differ(audit: TaskAudit, other: TaskAudit) -> bool:
    return not set(audit.goldens) & set(other.goldens)


def _across(audit: TaskAudit, other: TaskAudit) -> bool:
    """Whether the other task stands at the same boundary, on the other side."""
    if audit.twin == other.id:
        return True
    return other.id != audit.id and other.ending != audit.ending and bool(set(audit.policy) & set(other.policy))


def alike(openings: Sequence[tuple[str, str]], limit: float = _ALIKE) -> Iterator[tuple[str, str, float]]:
    """Pairs of masked openings, by id, whose similarity is above ``limit``, with the similarity."""
    for place, (first, text) in enumerate(openings):
        matcher = SequenceMatcher(None, "", text, autojunk=False)
        for second, other in openings[place + 1 :]:
            matcher.set_seq1(other)
            if min(matcher.real_quick_ratio(), matcher.quick_ratio()) <= limit:
                continue
            if (ratio := matcher.ratio()) > limit:
                yield first, second, ratio
