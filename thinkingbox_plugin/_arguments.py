"""Arguments of a tool call: refused before they meet a tool if JSON or SQLite cannot hold them exactly.

Every refusal names the argument, in printable ASCII if its name is not printable, and never at length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ValidationError

from thinkingbox_plugin.errors import ToolError

MAX_STRING = 4000
"""Characters in one string argument."""
MAX_TOTAL = 100_000
"""Characters and items in all arguments of one call together."""
_MAX_INTEGER = 2**63 - 1
_MAX_DEPTH = 8
_MAX_SHOWN = 80
_MAX_MESSAGE = 500
_MAX_LINES = 10
_YEARS = range(1900, 2200)
_NO_CHARACTER = re.compile("[\0\ud800-\udfff]")


class InvalidArgumentsError(ToolError):
    """The arguments do not fit the tool's schema; the message names each that does not."""


def shown(text: object) -> str:
    """``text`` as a message may quote it: one printable line of at most 80 characters."""
    line = str(text)
    if len(line) > _MAX_SHOWN:
        line = line[:_MAX_SHOWN] + "..."
    return line if line.isprintable() else ascii(line)[1:-1]


def readable(message: str) -> str:
    """A refusal as one printable line, whatever of the agent's own text the tool has quoted in it."""
    if len(message) > _MAX_MESSAGE:
        message = message[:_MAX_MESSAGE] + "..."
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in message)


def check_json(arguments: Mapping[str, Any]) -> None:
    """Raise :class:`InvalidArgumentsError` for a value that JSON or SQLite cannot hold exactly."""
    left = MAX_TOTAL
    for name, value in arguments.items():
        if not _is_plain(name):
            _check_text(f"argument {shown(name)}", name)
        left -= len(value) if _is_plain(value) else _check(shown(name), value, 0)
        if left < 0:
            raise InvalidArgumentsError(
                f"{shown(name)}: too long; all arguments together exceed {MAX_TOTAL} characters"
            )


def _is_plain(value: Any) -> bool:
    """Whether it is a short printable text, as most arguments are: nothing that :func:`_check` refuses."""
    return type(value) is str and len(value) <= _MAX_SHOWN and value.isprintable()


def _check(name: str, value: Any, depth: int) -> int:
    """Check one value; returns its size in characters and items."""
    if depth > _MAX_DEPTH:
        raise InvalidArgumentsError(f"{name}: nested too deeply")
    match value:
        case str():
            return _check_text(name, value)
        case bool() | None:
            return 1
        case int():
            if abs(value) > _MAX_INTEGER:
                raise InvalidArgumentsError(f"{name}: a whole number of at most 64 bits")
            return 1
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise InvalidArgumentsError(f"{name}: not a finite number")
            return 1
        case list() | tuple():
            if len(value) > MAX_STRING:
                raise InvalidArgumentsError(f"{name}: at most {MAX_STRING} items")
            return len(value) + sum(_check(name, item, depth + 1) for item in value)
        case dict():
            return sum(_check_member(name, key, item, depth) for key, item in value.items())
        case _:
            raise InvalidArgumentsError(f"{name}: {type(value).__name__} is not a JSON value")


def _check_member(name: str, key: Any, item: Any, depth: int) -> int:
    if not isinstance(key, str):
        raise InvalidArgumentsError(f"{name}: the names of an object are strings")
    member = shown(f"{name}.{shown(key)}")
    return _check_text(member, key) + _check(member, item, depth + 1)


def _check_text(name: str, text: str) -> int:
    if len(text) > MAX_STRING:
        raise InvalidArgumentsError(f"{name}: at most {MAX_STRING} characters")
    if (found := _NO_CHARACTER.search(text)) is not None:
        what = "a NUL character" if found.group() == "\0" else "half of a surrogate pair"
        raise InvalidArgumentsError(f"{name}: {what} is not allowed")
    return len(text)


def check_times(name: str, value: Any, written: Any) -> None:
    """Refuse a date that arithmetic could carry out of the calendar, one written as a number of seconds, and a time
    with a zone; ``written`` is the JSON that ``value`` was read from.

    The world has one clock without a zone; comparing it with a time that has one would crash the tool.
    """
    match value:
        case date():
            if value.year not in _YEARS:
                raise InvalidArgumentsError(f"{name}: a date from {_YEARS.start} to {_YEARS.stop - 1}")
            if isinstance(value, datetime):
                if value.tzinfo is not None:
                    raise InvalidArgumentsError(f"{name}: a time without a zone, such as 2025-10-01T09:30:00")
            elif isinstance(written, str) and written != value.isoformat():
                raise InvalidArgumentsError(f"{name}: a date as YYYY-MM-DD, such as 2025-10-01")
        case BaseModel():
            for member, item in value:
                check_times(f"{name}.{member}", item, written.get(member) if isinstance(written, dict) else None)
        case list():
            for item, part in zip(value, written if isinstance(written, list) else value, strict=True):
                check_times(name, item, part)


def explain(error: ValidationError, known: Iterable[str]) -> str:
    """Pydantic's findings as one line for the agent, naming each argument."""
    lines = []
    for problem in error.errors(include_url=False, include_input=False, include_context=False):
        where = shown(".".join(str(part) for part in problem["loc"]))
        if problem["type"] == "extra_forbidden":
            takes = f"; this tool takes {', '.join(known) or 'none'}" if len(problem["loc"]) == 1 else ""
            lines.append(f"{where}: unknown argument{takes}")
        elif problem["type"] == "missing":
            lines.append(f"{where}: this argument is required")
        else:
            lines.append(f"{where}: {problem['msg'].removeprefix('Value error, ')}")
    return "; ".join(lines[:_MAX_LINES]) + (" ..." if len(lines) > _MAX_LINES else "")


def naming(arguments: Mapping[str, Any], key: tuple[Any, ...]) -> str:
    """The names of the arguments that hold part of ``key``, at any depth, joined by commas."""
    return ", ".join(name for name, value in arguments.items() if _holds(value, key))


def _holds(value: Any, key: tuple[Any, ...]) -> bool:
    if isinstance(value, list | tuple):
        return any(_holds(item, key) for item in value)
    if isinstance(value, dict):
        return any(_holds(item, key) for item in value.values())
    return value in key
