"""Records without texts (``--tb-no-transcripts``), for artifacts that others can read.

What a model, a user or a provider worded can stand in more places than the messages: the detail of a
check quotes replies, a narrative column holds what a tool was told to write, an error quotes the
request, a report of an injection quotes what was injected, and a model may put a sentence where a
name or an id belongs.  So this keeps what is known to be harmless and drops the rest:

===================  ==========================================================================
field                kept
===================  ==========================================================================
messages             role, is_error, number of characters; calls: tool name if it is an
                     identifier; call ids as ``call-0``, ``call-1``
checks               name, passed; no detail
difference           kind, table, column, call, tool; key and values if codes
effects              call, tool, op, table; key and values if codes; never a narrative column
injection_reports    how many, and their keys
error                the name of the error
flags                those that are codes
all other fields     as they are: names by the task's author, enumerations, numbers, hashes
===================  ==========================================================================

A *code* is a number, true, false, null, or a text without spaces of the kind that ids, amounts, dates
and enumerations have (``RF-1``, ``64.00``, ``2025-10-01``, ``late_delivery``), or one of the state
comparison's own words (``(unchanged)``, ``(new refunds)``).  A key may be several codes with digits.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from thinkingbox_plugin.records import CheckResult, DifferenceRecord, EffectRecord, TrialRecord

LEFT_OUT = "(left out)"
"""Stands where a text was."""

_CODE = re.compile(r"[A-Za-z0-9_.:+-]{1,40}")
_MARKER = re.compile(r"\((?:unchanged|deleted|absent|left out|new [a-z_/]{1,60})\)")
_KEY_PART = re.compile(r"[A-Za-z_.:+-]*[0-9][A-Za-z0-9_.:+-]*")
_TOOL = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_ERROR_NAME = re.compile(r"[A-Za-z_.]{1,60}(?=:)")


def without_texts(record: TrialRecord, narrative: Container[tuple[str, str]] = frozenset()) -> TrialRecord:
    """``record`` without any text that a model, a user or a provider worded, by the table above.

    ``narrative`` holds the (table, column) pairs of free text: their values go even if one word long.
    """
    return replace(
        record,
        checks=[CheckResult(check.name, check.passed) for check in record.checks],
        difference=[_difference(line, narrative) for line in record.difference],
        effects=[_effect(effect, narrative) for effect in record.effects],
        messages=_messages(record.messages),
        injection_reports=[dict.fromkeys(report, LEFT_OUT) for report in record.injection_reports],
        error=_error(record.error),
        flags=[str(_code(flag)) for flag in record.flags],
    )


def _code(value: Any) -> Any:
    """``value`` if it is a code, or its parts if it is a list or dict of codes."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return value if _CODE.fullmatch(value) or _MARKER.fullmatch(value) else LEFT_OUT
    if isinstance(value, (list, tuple)):
        return [_code(item) for item in value]
    if isinstance(value, Mapping):
        return {_code(str(key)): _code(item) for key, item in value.items()}
    return LEFT_OUT


def _key(key: str) -> str:
    """A row's key if it is a code, or up to four parts that each have a digit (``ORD-1, 2``)."""
    parts = re.split(", | ", key)
    if 1 < len(parts) <= 4 and all(len(part) <= 40 and _KEY_PART.fullmatch(part) for part in parts):
        return key
    return str(_code(key))


def _columns(values: Any, table: str, narrative: Container[tuple[str, str]]) -> Any:
    """The values of a row, by column; anything that is no row is taken as one value."""
    if not isinstance(values, Mapping):
        return _code(values)
    return {column: LEFT_OUT if (table, column) in narrative else _code(value) for column, value in values.items()}


def _difference(line: DifferenceRecord, narrative: Container[tuple[str, str]]) -> DifferenceRecord:
    hidden = (line.table, line.column) in narrative
    return replace(
        line,
        key=_key(line.key),
        expected=LEFT_OUT if hidden else _columns(line.expected, line.table, narrative),
        actual=LEFT_OUT if hidden else _columns(line.actual, line.table, narrative),
    )


def _effect(effect: EffectRecord, narrative: Container[tuple[str, str]]) -> EffectRecord:
    return replace(effect, key=_key(effect.key), columns=_columns(effect.columns, effect.table, narrative))


def _messages(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names: dict[Any, str] = {}

    def renamed(call_id: Any) -> str:
        return names.setdefault(str(call_id), f"call-{len(names)}")

    return [_message(message, renamed) for message in messages]


def _message(message: dict[str, Any], renamed: Any) -> dict[str, Any]:
    content = message.get("content")
    kept: dict[str, Any] = {
        "role": _code(message.get("role")),
        "content": "",
        "characters": len(content) if isinstance(content, str) else 0,
        "is_error": bool(message.get("is_error")),
    }
    if message.get("tool_call_id") is not None:
        kept["tool_call_id"] = renamed(message["tool_call_id"])
    if message.get("tool_calls"):
        kept["tool_calls"] = [
            {"id": renamed(call.get("id")), "name": _tool(call.get("name")), "arguments": ""}
            for call in message["tool_calls"]
        ]
    return kept


def _tool(name: Any) -> str:
    return name if isinstance(name, str) and _TOOL.fullmatch(name) else LEFT_OUT


def _error(text: str) -> str:
    if not text:
        return ""
    name = _ERROR_NAME.match(text)
    return f"{name.group()}: {LEFT_OUT}" if name else LEFT_OUT
