"""Probes that must pass: independent writes in another order, more look-ups, a failed call, more questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from thinkingbox_plugin._schemas import leaves, with_value
from thinkingbox_plugin.audit.trying import Trying, said, step_of
from thinkingbox_plugin.mutations import inserted, reordered
from thinkingbox_plugin.plan import Solution, Step

_SHUFFLES = 3
_READS = 12
"""Calls to try for one reading tool."""


def other_orders(trying: Trying) -> None:
    """Writes that do not depend on one another in another order: neighbours swapped, reversed, shuffled."""
    for golden in trying.plan.goldens:
        tried: set[tuple[int, ...]] = {tuple(range(len(golden.steps)))}
        for what, order in orders_of(golden):
            if tuple(order) in tried:
                continue
            tried.add(tuple(order))
            steps = reordered(golden.steps, order)
            if trying.bench.replay(steps).refused:
                trying.audit.count("reordered").skipped += 1  # a tool refuses: the writes depend on one another
                continue
            trying.must_pass("reordered", steps, what)


def orders_of(golden: Solution) -> Iterator[tuple[str, list[int]]]:
    """Other orders of the golden's calls, in which each still comes after those that it needs."""
    needs = _needs(golden.steps)
    writes = golden.write_steps
    for first, second in pairwise(writes):
        if first in needs[second]:
            continue
        ahead = [place for place in range(first, second + 1) if place == second or place in needs[second]]
        rest = [place for place in range(len(golden.steps)) if place not in ahead]
        cut = rest.index(first)
        order = [*rest[:cut], *ahead, *rest[cut:]]
        names = f"{said(golden.steps[second])} before {said(golden.steps[first])}"
        yield names, order
    yield "all writes in reverse", _sorted(needs, max)
    for seed in range(_SHUFFLES):
        generator = random.Random(seed)
        yield f"writes shuffled (seed {seed})", _sorted(needs, generator.choice)


def _needs(steps: Sequence[Step]) -> list[set[int]]:
    """For each step the earlier ones whose results it needs, directly or through others.

    Every step needs the look-ups before it: a person is verified before anything is read or written, and
    a clerk decides after having looked.
    """
    needs: list[set[int]] = []
    last_read: int | None = None
    for place, step in enumerate(steps):
        direct = set(step.depends_on)
        if last_read is not None:
            direct.add(last_read)
        needs.append(direct.union(*(needs[other] for other in direct)))
        if not step.writes:
            last_read = place
    return needs


def _first_write(steps: Sequence[Step]) -> int:
    return next((place for place, step in enumerate(steps) if step.writes), len(steps))


def _sorted(needs: Sequence[set[int]], choose: Callable[[list[int]], int]) -> list[int]:
    """A topological order, the next step chosen among those that are ready."""
    order: list[int] = []
    while len(order) < len(needs):
        ready = [place for place in range(len(needs)) if place not in order and needs[place] <= set(order)]
        order.append(choose(ready))
    return order


def more_look_ups(trying: Trying) -> None:
    """One more call of each reading tool, on rows of the persons verified: nothing may depend on it."""
    golden, audit = trying.golden, trying.audit
    places = sorted({len(golden.steps), _first_write(golden.steps)}, reverse=True)
    for place in places:
        maker = trying.maker(trying.rows(golden, place))
        found: list[tuple[int, Step]] = []
        for tool in trying.tools.values():
            if tool.writes:
                continue
            calls = (step_of(tool, arguments) for arguments in islice(maker.calls(tool, trying.used), _READS))
            step = next((step for step in calls if _in_scope(trying, place, step)), None)
            if step is None:
                audit.not_made_for("neutral", tool.name, "no call found that shows rows of those verified alone")
                continue
            found.append((place, step))
            audit.made_for("neutral", tool.name)
        _all_at_once(trying, found, "also")


def _in_scope(trying: Trying, place: int, step: Step) -> bool:
    """Whether the call goes through and shows rows of nobody but those verified by then."""
    replayed = trying.bench.replay((*trying.golden.steps[:place], step))
    calls = trying.bench.world.log.calls
    if place in replayed.crashed:
        trying.audit.count("neutral").tried += 1
        trying.audit.survive("neutral", f"{said(step)}: {calls[-1].result}")
    if place in replayed.refused or place in replayed.crashed:
        return False
    verified = {call.verified for call in calls if call.verified is not None}
    return calls[-1].owners <= verified


def _all_at_once(trying: Trying, more: Sequence[tuple[int, Step]], what: str) -> None:
    """Try all these calls at their places together; only where that fails each alone, to name the culprit."""
    golden = trying.golden
    steps = golden.steps
    for place, step in sorted(more, key=lambda one: one[0], reverse=True):
        steps = inserted(steps, place, step)
    count = trying.audit.count("neutral")
    if trying.bench.attempt(steps).passed:
        count.tried += len(more)
        return
    before = count.survived
    for place, step in more:
        trying.must_pass("neutral", inserted(golden.steps, place, step), f"{what} {said(step)} at call {place}")
    if count.survived == before:
        trying.audit.survive("neutral", f"{what} {', '.join(said(step) for _, step in more)}: fails only together")


def failed_calls(trying: Trying) -> None:
    """Before each golden write the same call in a way that is refused: it must leave no trace."""
    golden = trying.golden
    found: list[tuple[int, Step]] = []
    for place in reversed(golden.write_steps):
        step = golden.steps[place]
        for wrong in _refused(trying, step):
            replayed = trying.bench.replay((*golden.steps[:place], wrong))
            if place in replayed.crashed:
                trying.audit.count("neutral").tried += 1
                crash = trying.bench.world.log.calls[-1].result
                trying.audit.survive("neutral", f"{said(wrong)}: {crash}")
            elif place in replayed.refused:
                found.append((place, wrong))
    _all_at_once(trying, found, "after the refused")


def _refused(trying: Trying, step: Step) -> Iterator[Step]:
    """The step with a key that names no row, and with an argument that the tool does not know."""
    tool = trying.plan.task.domain.by_name[step.tool]
    for leaf in leaves(tool, step.raw):
        if isinstance(leaf.value, str) and trying.material.table(tool, leaf.pattern):
            raw = with_value(step.raw, leaf.path, "NONE-0")
            yield replace(step, arguments=with_value(step.arguments, leaf.path, "NONE-0"), raw=raw)
    raw = {**step.raw, "unknown_argument": 1}
    yield replace(step, arguments={**step.arguments, "unknown_argument": 1}, raw=raw)
