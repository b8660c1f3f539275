"""The one reason for which a failed trial failed, by the first rule that applies.

The end state is *right* if it equals an accepted golden's, *untouched* if it equals the start's in all that is
compared.  A call *failed* if it was refused or unreadable; it was *made good* if a later call of the same tool
succeeded.

1. ``tool use``: the state is not right, and

   a. a call that failed was never made good, of a tool that writes or of none that there is; or
   b. a call of a writing tool failed, and fewer calls of that tool succeeded than the golden makes; or
   c. the state is untouched, and a call of any tool failed and was never made good, or was only written as text.

2. ``wrong state update``: the state is neither right nor untouched; or the ``footprint`` check failed.
3. ``user side``: the state is right, and a check of the conduct towards the user failed (told, consented, verified,
   kept internal, or one of the task's own); or the state is untouched and the trial ended while the agent waited for
   the user: it closed with a question, or the user's turns were used up.
4. ``no state change``: all else; the state is untouched and should not be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from thinkingbox_plugin.analysis.conversation import Answered, TalkRow, answered_calls, never_made_good
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.closing import CLOSED_ASKING
from thinkingbox_plugin.results.reading import TrialRow
from thinkingbox_plugin.state import state_hash

Signature = Literal["tool use", "wrong state update", "user side", "no state change"]
SIGNATURES: tuple[Signature, ...] = get_args(Signature)

CALL_AS_TEXT = "call_as_text"
"""The harness's flag for a tool call that the agent wrote out to the user."""

_UNTOUCHED = state_hash(())


def signature(row: TalkRow, known: Known) -> Signature:
    """Of a trial that failed."""
    if not is_right(row):
        calls = list(answered_calls(row.messages))
        if _tool_use(row, calls, known):
            return "tool use"
    if failed(row, "footprint") or not (is_right(row) or is_untouched(row)):
        return "wrong state update"
    return "user side" if is_right(row) or _waits(row) else "no state change"


def is_right(row: TrialRow) -> bool:
    """Whether the end state is an accepted one."""
    return not row.difference if row.state_only is None else row.state_only


def is_untouched(row: TrialRow) -> bool:
    """Whether the end state is the start's, in all that is compared."""
    return row.state_hash == _UNTOUCHED if row.state_hash else not row.effects


def failed(row: TrialRow, *names: str) -> bool:
    """Whether one of these checks failed."""
    return any(check.passed is False and check.name in names for check in row.checks)


def _tool_use(row: TalkRow, calls: Sequence[Answered], known: Known) -> bool:
    open_ = never_made_good(calls)
    if any(known.may_write(row.domain, tool) for tool in open_):
        return True
    if is_untouched(row) and (open_ or CALL_AS_TEXT in row.flags):
        return True
    tried = {call.tool for call in calls if call.failed and known.may_write(row.domain, call.tool)}
    return bool(tried) and _lacks(tried, calls, known.golden_calls(row.task, row.golden))


def _lacks(tried: set[str], calls: Sequence[Answered], golden: Mapping[str, int]) -> bool:
    done = Counter(call.tool for call in calls if not call.failed)
    return any(done[tool] < golden.get(tool, 0) for tool in tried)


def _waits(row: TalkRow) -> bool:
    return row.stop_reason == "user_limit" or (row.stop_reason == "done" and CLOSED_ASKING in row.flags)
