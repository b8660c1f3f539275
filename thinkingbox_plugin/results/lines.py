"""One record as one line of JSON that every JSON reader accepts, and back.

The format of ``trials.jsonl``: UTF-8, one JSON object a line, no blank lines, ``"messages"`` last (a
reader that does not want the conversations need not parse them).  Text comes back exactly as it was
written, with two exceptions, since JSON text is Unicode and a model's text need not be:

* a lone surrogate has no UTF-8 form (and ``\\ud800`` alone is refused by strict readers): it is written
  as the six visible characters ``\\ud800``;
* two surrogates that make a pair are written as the character that they stand for.

Control characters, DEL, the C1 range and the line separators U+2028 and U+2029 are written as JSON
escapes: they survive, no reader takes them for the end of a line, and no terminal obeys them.  Numbers
that JSON lacks (NaN, the infinities) are written as the texts "NaN", "Infinity", "-Infinity".
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from typing import Any

from thinkingbox_plugin.errors import SandboxError
from thinkingbox_plugin.records import TRIAL_CLASSES, TrialRecord

_PAIR = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_SPECIAL = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]")
MESSAGES_MARK = b',"messages":['
_PRINTABLE_BITS = 4096
"""Python refuses to print integers beyond 4300 digits; this many bits are well below that."""


def encode(record: TrialRecord) -> bytes:
    """The record's line, newline included.

    Raises :class:`SandboxError` for a value that is neither JSON nor a date, time, Decimal or
    dataclass: a record is made of plain data.
    """
    data = {f.name: getattr(record, f.name) for f in fields(record)}
    messages = data.pop("messages")
    data["class"] = data.pop("trial_class")
    data["messages"] = messages
    try:
        return dumps(data).encode() + b"\n"
    except TypeError as error:
        raise SandboxError(f"{record.task}, trial {record.trial}: the record is not plain data: {error}") from error


def dumps(data: Any, indent: int | None = None) -> str:
    """``data`` as JSON by the rules above; compact unless ``indent`` is given."""
    separators = (",", ":") if indent is None else (",", ": ")
    try:
        text = json.dumps(
            data,
            ensure_ascii=False,
            allow_nan=False,
            separators=separators,
            indent=indent,
            default=_plain_object,
        )
    except ValueError:  # NaN, an infinity, or an integer too long to print
        text = json.dumps(_plain(data), ensure_ascii=False, separators=separators, indent=indent)
    # In JSON text these characters stand inside strings only, so they can be replaced in the text.
    return _SPECIAL.sub(_escape, _PAIR.sub(_join, text))


def _join(match: re.Match[str]) -> str:
    return match.group().encode("utf-16", "surrogatepass").decode("utf-16")


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    backslashes = "\\\\" if 0xD800 <= code <= 0xDFFF else "\\"
    return f"{backslashes}u{code:04x}"


def _plain_object(value: object) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    raise TypeError(f"a value of type {type(value).__name__}")


def _plain(value: Any) -> Any:
    """``value`` with every number that JSON or Python cannot print turned into text."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]
    if isinstance(value, int) and value.bit_length() > _PRINTABLE_BITS:
        return hex(value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    return _plain(_plain_object(value))


def decode(line: bytes, *, messages: bool = True) -> TrialRecord:
    """Read a line back; without ``messages`` the conversation is skipped, which is several times faster.

    Raises ValueError for anything that is not a complete record.
    """
    try:
        data = _without_messages(line) if not messages else json.loads(line)
        if not isinstance(data, dict) or data.get("class") not in TRIAL_CLASSES:
            raise ValueError("not a trial's record")
        return TrialRecord.from_json(data)
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a trial's record: {error}") from error


def _without_messages(line: bytes) -> Any:
    """Parse up to the messages, which stand last; whole if some other program has rewritten the line."""
    head, mark, _ = line.partition(MESSAGES_MARK)
    if mark and line.rstrip().endswith(b"]}"):
        try:
            return json.loads(head + b"}")
        except ValueError:
            pass  # the mark stood inside another value
    data = json.loads(line)
    if isinstance(data, dict):
        data.pop("messages", None)
    return data
