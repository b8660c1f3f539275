"""Weaker evaluators: what other ways of judging a trial would have let pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from thinkingbox_plugin.analysis.conversation import TalkRow
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.analysis.signatures import failed, is_right
from thinkingbox_plugin.results.reading import DifferenceRow, TrialRow

Evaluator = Callable[[TalkRow, Known], bool | None]
"""Whether a trial passes; None where the run does not say what is needed."""


def _ended(row: TalkRow, known: Known) -> bool:
    return row.stop_reason == "done"


def _ended_and_wrote(row: TalkRow, known: Known) -> bool:
    return row.stop_reason == "done" and row.write_calls > 0


def _last_call(row: TalkRow, known: Known) -> bool:
    for message in reversed(row.messages):
        if message.role == "tool":
            return not message.is_error
    return False


def _all_golden_tools(row: TalkRow, known: Known) -> bool | None:
    solutions = known.golden_tools(row.task)
    if not solutions:
        return None
    called = {call.name for message in row.messages for call in message.tool_calls}
    return any(tools <= called for tools in solutions)


def _state(row: TalkRow, known: Known) -> bool:
    return is_right(row)


EVALUATORS: Mapping[str, Evaluator] = {
    "ended cleanly": _ended,
    "ended cleanly, and wrote": _ended_and_wrote,
    "last tool call succeeded": _last_call,
    "all golden tools called": _all_golden_tools,
    "state only": _state,
}
"""What each is called, and its rule."""

CAUGHT = ("count mismatch", "unexpected effects", "wrong value")
"""What a state check catches; one trial may show several."""


def caught(row: TrialRow) -> list[str]:
    """What is wrong with the end state of a trial; nothing where it is right.

    ``count mismatch``: some table has another number of records than it should.  ``unexpected effects``: a record
    that should not be there, or one touched that the golden leaves alone.  ``wrong value``: a value that is not the
    golden's, written or left as it was.
    """
    if is_right(row):
        return []
    kinds = {line.kind for line in row.difference}
    found = {
        "count mismatch": _other_counts(row.difference),
        "unexpected effects": "unexpected row" in kinds or failed(row, "footprint"),
        "wrong value": "wrong value" in kinds,
    }
    return [name for name in CAUGHT if found[name]]


def _other_counts(difference: Sequence[DifferenceRow]) -> bool:
    more: Counter[str] = Counter()
    for line in difference:
        more[line.table] += {"unexpected row": 1, "missing row": -1, "wrong value": 0}[line.kind]
    return any(more.values())
