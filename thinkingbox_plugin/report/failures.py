"""Why trials failed: a short signature for each, a line for each task, a section for one trial."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thinkingbox_plugin.records import CheckResult, DifferenceRecord, TrialRecord
from thinkingbox_plugin.report.text import plural, printable, shorten
from thinkingbox_plugin.results.pairing import Answered, Pairing, find_call

BOOKKEEPING = frozenset({"tickets", "ticket_comments", "comments"})
"""Tables of the help desk: named last, since a wrong refund says more than a wrong ticket."""

DELETED = "(deleted)"
"""Stands in a difference for a row that was deleted, or should have been."""

MOST_SIGNATURES = 4
"""On one line; the rest is counted together."""


def signature(record: TrialRecord) -> str:
    """Why a trial did not pass, in a few words that equal failures share.

    By the first that applies: the class, if the trial has no verdict; the stop reason, if something other
    than the agent's end marker ended the trial and the state only lacks what was still to do; what is
    wrong in the state, table by table (``refunds: wrong amount``, ``no refund``, ``unexpected refunds
    row``), at most two; the failed checks (``tell: the user was not told 64.00``), at most two.  Empty for
    a trial that passed.
    """
    if record.trial_class == "passed":
        return ""
    if record.trial_class == "unmeasured":
        return f"unmeasured: {record.stop_reason}"
    if record.trial_class != "failed":
        return record.trial_class
    if record.difference and record.stop_reason != "done" and all(line.call is None for line in record.difference):
        return record.stop_reason
    found = list(dict.fromkeys(_state_signatures(record.difference))) or _check_signatures(record)
    if not found:
        return record.stop_reason
    more = f" and {len(found) - 2} more" if len(found) > 2 else ""
    return ", ".join(found[:2]) + more


def _state_signatures(difference: Sequence[DifferenceRecord]) -> Iterator[str]:
    tables = sorted({line.table for line in difference}, key=lambda table: (table in BOOKKEEPING, table))
    for table in tables:
        lines = [line for line in difference if line.table == table]
        wrong = _columns(lines, written=True)
        unchanged = _columns(lines, written=False)
        if wrong:
            yield f"{table}: wrong {', '.join(wrong)}"
        if unchanged:
            yield f"{table}: {', '.join(unchanged)} unchanged"
        yield from (_row_signature(line) for line in lines if line.kind != "wrong value")


def _columns(lines: Sequence[DifferenceRecord], *, written: bool) -> list[str]:
    """The columns with a wrong value that a call wrote, or that none did."""
    wrong = [line for line in lines if line.kind == "wrong value" and (line.call is not None) == written]
    return sorted({line.column or "row" for line in wrong})


def _row_signature(line: DifferenceRecord) -> str:
    if line.kind == "missing row":
        return f"{line.table} row deleted" if line.actual == DELETED else f"no {singular(line.table)}"
    return f"{line.table} row not deleted" if line.expected == DELETED else f"unexpected {line.table} row"


def singular(table: str) -> str:
    """``refunds`` → ``refund``, ``ticket_entries`` → ``ticket entry``, ``addresses`` → ``address``."""
    words = table.replace("_", " ")
    for ending, replacement in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if words.endswith(ending):
            return words.removesuffix(ending) + replacement
    return words if words.endswith(("ss", "us")) else words.removesuffix("s")


def _failed_checks(record: TrialRecord) -> list[CheckResult]:
    return [check for check in record.checks if check.passed is False]


def _check_signatures(record: TrialRecord) -> list[str]:
    return list(dict.fromkeys(_check_signature(check) for check in _failed_checks(record)))


def _check_signature(check: CheckResult) -> str:
    """The name and the first clause of the detail, without call numbers, which differ between trials."""
    clause = re.split(r";|\n|(?<=\?) ", check.detail)[0]
    clause = re.sub(r"\bcall \d+, | *\([^()]*\)", "", clause).strip()
    return f"{check.name}: {shorten(clause, 60)}" if clause else check.name


def failure_lines(records: Iterable[TrialRecord]) -> list[str]:
    """One line for each task and model with a trial that did not pass, in the order first met.

    ``sandbox_travel/test_refunds.py::test_case_REF_003[gpt-5.4] 14/20 passed · 4 × refunds: wrong
    amount · 2 × no ticket``
    """
    passed: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    reasons: dict[tuple[str, str], Counter[str]] = {}
    for record in records:
        cell = (record.task, record.model)
        total[cell] += 1
        passed[cell] += record.trial_class == "passed"
        if record.trial_class != "passed":
            reasons.setdefault(cell, Counter())[reason(record)] += 1
    return [
        f"{printable(f'{task}[{model}]')} {passed[task, model]}/{total[task, model]} passed · {_counted(why)}"
        for (task, model), why in reasons.items()
    ]


def reason(record: TrialRecord) -> str:
    """The signature with the trap or, for a trial that was not measured, the last words of who failed."""
    if record.trial_class == "unmeasured" and record.error:
        return f"{signature(record)}: {shorten(record.error.splitlines()[0], 60)}"
    return f"{signature(record)} (trap: {record.trap})" if record.trap else signature(record)


def _counted(reasons: Counter[str]) -> str:
    """Most frequent first, then by name, whatever order the trials came in."""
    ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{count} × {printable(reason)}" for reason, count in ranked[:MOST_SIGNATURES]]
    rest = sum(count for _, count in ranked[MOST_SIGNATURES:])
    if rest:
        parts.append(f"{rest} × other")
    return " · ".join(parts)


def failure_section(record: TrialRecord, policies: Mapping[str, str] | None = None) -> str:
    """All that is known of why one trial did not pass, safe to print whatever a model wrote.

    How it ended, the trap that it fell into (with that section's text, if ``policies`` maps the
    anchor to it), every check, and the whole difference with the call that wrote each wrong value.
    """
    why = f"failed: {signature(record)}" if record.trial_class == "failed" else signature(record) or "passed"
    lines = [f"{record.task}[{record.model}-t{record.trial:02d}] {why}"]
    lines += _ending(record)
    lines += _trap(record, policies or {})
    if record.difference:
        lines.append(f"difference to golden {record.golden!r}, {plural(len(record.difference), 'line')}:")
        calls = list(_answered(record.messages))
        for line in record.difference:
            lines += _difference(line, calls)
    if record.checks:
        lines.append("checks:")
        for check in record.checks:
            lines += _check(check)
    return "\n".join(printable(line) for line in lines)


def _ending(record: TrialRecord) -> list[str]:
    lines = [
        f"ended: {record.stop_reason} after {plural(record.tool_calls, 'tool call')} ({record.write_calls} writing, "
        f"{record.failed_calls} refused), {plural(record.user_turns, 'user turn')}"
    ]
    if record.error:
        lines.append(f"error: {record.error}")
    return lines


def _trap(record: TrialRecord, policies: Mapping[str, str]) -> list[str]:
    if record.trap is None:
        return []
    lines = [f"trap: the end state is that of the trap which breaks {record.trap}"]
    return lines + [f"    | {line}" for line in policies.get(record.trap, "").strip().splitlines()]


def _check(check: CheckResult) -> Iterator[str]:
    mark = {True: "pass", False: "FAIL", None: "----"}[check.passed]
    first, *rest = check.detail.strip().splitlines() or ["not graded" if check.passed is None else ""]
    yield f"  {mark} {check.name}" + (f": {first}" if first else "")
    yield from (f"         {line}" for line in rest)


def _difference(line: DifferenceRecord, calls: Sequence[Answered[str]]) -> Iterator[str]:
    where = f"{line.table} {line.key}"
    if line.kind == "wrong value":
        yield f"  {where}: {line.column} is {_value(line.actual)}, expected {_value(line.expected)}"
    elif line.kind == "missing row":
        yield f"  {where}: missing, expected {_value(line.expected)}"
    else:
        yield f"  {where}: unexpected, {_value(line.actual)}"
    if line.call is not None:
        yield f"    by {_written(line, calls)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value if value and value == value.strip() else json.dumps(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _answered(messages: Sequence[Mapping[str, Any]]) -> Iterator[Answered[str]]:
    """The answered calls of a conversation, with their arguments."""
    pairing: Pairing[str] = Pairing()
    for message in messages:
        for call in message.get("tool_calls") or ():
            pairing.asked(str(call.get("name")), str(call.get("arguments", "")))
        if message.get("role") == "tool" and (found := pairing.answered(bool(message.get("is_error")))):
            yield found


def _written(line: DifferenceRecord, calls: Sequence[Answered[str]]) -> str:
    """The call that wrote a value, with its arguments where the conversation leaves no doubt which it was."""
    found = find_call(line.call, line.tool, calls)
    arguments = f"({found.call})" if found is not None else ""
    return f"call {line.call}, {line.tool}{arguments}"
