"""Finds tool calls that a model has written out instead of making them.  They are flagged, never executed."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARKUP = re.compile(
    r"<tool_call|<function[=_ ]|<\|tool_call|\[TOOL_CALLS\]|<\|python_tag\|>|<invoke |to=functions\.|<\uff5ctool",
    re.IGNORECASE,
)
_NAMED = re.compile(r'"(?:name|tool|tool_name|function)"\s{0,20}:\s{0,20}"([A-Za-z0-9_.-]{1,64})"')
_WITH_ARGUMENTS = re.compile(r'"(?:arguments|parameters|args|input|tool_input)"\s{0,20}:')
_CALLED = re.compile(r"\b([A-Za-z][A-Za-z0-9_]{0,63})\((?=\s{0,20}(?:\)|\{|[A-Za-z_][A-Za-z0-9_]{0,63}\s{0,20}[=:]))")


def holds_call(text: str, tools: Sequence[str]) -> bool:
    """Whether ``text`` holds a call of one of the ``tools`` as markup, as JSON or as code."""
    if _MARKUP.search(text):
        return True
    names = set(tools)
    if any(name.rpartition(".")[2] in names for name in _NAMED.findall(text)) and _WITH_ARGUMENTS.search(text):
        return True
    return any(name in names for name in _CALLED.findall(text))
