"""Finds in a model's text what should not stand there: calls written out instead of made, and turns of others.

Both are flagged; such a call is never executed, and such a turn is nobody's but the model's own text.
"""

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
_TURN = re.compile(r"<\|(?:im_start|im_end|eot_id|start_header_id|end_of_text)\|>|<(?:start|end)_of_turn>|\[/?INST\]")


def holds_turn(text: str) -> bool:
    """Whether ``text`` holds marks between turns: the server's chat template is not the model's."""
    return _TURN.search(text) is not None


def holds_call(text: str, tools: Sequence[str]) -> bool:
    """Whether ``text`` holds a call of one of the ``tools`` as markup, as JSON or as code."""
    if _MARKUP.search(text):
        return True
    names = set(tools)
    if any(name.rpartition(".")[2] in names for name in _NAMED.findall(text)) and _WITH_ARGUMENTS.search(text):
        return True
    return any(name in names for name in _CALLED.findall(text))
