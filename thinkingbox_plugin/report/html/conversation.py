"""What opening a trial shows: its checks, the difference row by row, and the conversation with what each call did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thinkingbox_plugin.report.html.rows import EffectDetail, MessagePart, PageRow
from thinkingbox_plugin.results.pairing import Answered, Pairing, find_call
from thinkingbox_plugin.results.reading import DifferenceRow

Json = dict[str, Any]


def trial_detail(row: PageRow) -> Json:
    """All that the page shows of an opened trial, as plain JSON data."""
    told, calls = conversation(row.messages)
    unplaced = place_effects(row.effects, calls)
    return {
        "checks": [{"name": check.name, "passed": check.passed, "detail": check.detail} for check in row.checks],
        "difference": list(differing_rows(row.difference, row.effects, calls)),
        "conversation": told,
        "unplaced": unplaced,
        "golden": row.golden,
        "state_hash": row.state_hash,
        "golden_hash": row.golden_hash,
        "seed": row.seed,
        "error": row.error,
        "flags": list(row.flags),
        "injections": list(row.injection_reports),
        "versions": row.versions,
        "usage": row.usage,
        "timing": row.timing,
        "started_at": row.started_at,
    }


Call = Answered[Json]
"""A tool call of the conversation with what is shown of it; effects are put there under their call."""


def _text(shown: Json, message: MessagePart) -> Json:
    """A message's text or, of a run that kept none, how long it was."""
    if message.characters is not None and not message.content:
        shown["characters"] = message.characters
    else:
        shown["content"] = message.content
    return shown


def conversation(messages: Iterable[MessagePart]) -> tuple[list[Json], list[Call]]:
    """The messages with each call's answer under the call, and the answered calls in order."""
    pairing: Pairing[Json] = Pairing()
    told: list[Json] = []
    calls: list[Call] = []
    for message in messages:
        found = pairing.answered(message.is_error) if message.role == "tool" else None
        if found is not None:
            found.call["answer"] = _text({}, message)
            if message.is_error:
                found.call["answer"]["error"] = True
            calls.append(found)
            continue
        shown = _text({"role": message.role}, message)
        made = [{"tool": call.name, "arguments": call.arguments} for call in message.tool_calls]
        if made:
            shown["calls"] = made
            for call in made:
                pairing.asked(call["tool"], call)
        told.append(shown)
    return told, calls


def place_effects(effects: Sequence[EffectDetail], calls: Sequence[Call]) -> list[Json]:
    """Put each effect under the call that had it; returns those of which the conversation leaves that open.

    Effects are counted over the calls that reached a tool, and a failed call before may not have: a call is only
    taken where no other fits.
    """
    unplaced = []
    for number in dict.fromkeys(effect.call for effect in effects):
        of_call = [effect for effect in effects if effect.call == number]
        shown = [_effect(effect) for effect in of_call]
        call = find_call(number, of_call[0].tool, calls)
        if call is None:
            unplaced += shown
        else:
            call.call.update(effects=shown, number=number)
    return unplaced


def _effect(effect: EffectDetail) -> Json:
    return {
        "call": effect.call,
        "tool": effect.tool,
        "op": effect.op,
        "table": effect.table,
        "key": effect.key,
        "columns": effect.columns,
    }


def differing_rows(
    difference: Iterable[DifferenceRow], effects: Sequence[EffectDetail], calls: Sequence[Call]
) -> Iterator[Json]:
    """The difference, a table for each row of the database: its fields, golden's and trial's side by side."""
    found: dict[tuple[str, str, str], list[DifferenceRow]] = {}
    for line in difference:
        found.setdefault((line.table, line.key, line.kind), []).append(line)
    for (table, key, kind), lines in found.items():
        fields = [field for line in lines for field in _fields(line, calls)]
        yield {
            "table": table,
            "key": key,
            "kind": kind,
            "fields": fields,
            "same": _same(table, key, fields, effects) if kind == "wrong value" else {},
        }


def _fields(line: DifferenceRow, calls: Sequence[Call]) -> Iterator[Json]:
    """A line's fields: one of a wrong value, all columns of a whole row."""
    found = find_call(line.call, line.tool, calls)
    written = {"call": line.call, "tool": line.tool, "certain": found is not None} if line.call is not None else None
    if line.column is not None:
        yield {"field": line.column, "golden": line.expected, "trial": line.actual, "by": written}
        return
    golden, trial = _columns(line.expected), _columns(line.actual)
    for name in dict.fromkeys([*golden, *trial]):
        if name in golden and name in trial and golden[name] == trial[name]:
            continue
        yield {"field": name, "golden": golden.get(name), "trial": trial.get(name), "by": written}


def _columns(value: Any) -> Mapping[str, Any]:
    """A whole row's columns; a row that is not there has none, and what stands for one is shown as it is."""
    if value is None:
        return {}
    return value if isinstance(value, dict) else {"(row)": value}


def _same(table: str, key: str, fields: Iterable[Json], effects: Iterable[EffectDetail]) -> Json:
    """Further columns that the trial wrote into the row: equal to the golden's, or not compared."""
    wrong = {field["field"] for field in fields}
    written: Json = {}
    for effect in effects:
        if (effect.table, effect.key) == (table, key):
            written |= effect.columns
    return {name: value for name, value in written.items() if name not in wrong}
