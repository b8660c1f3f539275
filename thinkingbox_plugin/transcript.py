"""A conversation as data inside a prompt: nothing said in it can leave its place."""

from __future__ import annotations

import json
from collections.abc import Sequence

from thinkingbox_plugin.messages import Message

_SPEAKERS = {"user": "customer", "assistant": "agent"}


def as_data(conversation: Sequence[Message]) -> str:
    """The visible texts as a JSON list, one message a line: ``{"from": "agent", "text": "..."}``.

    JSON's own escapes keep quotes and line breaks inside a message, so that no text can end the list or
    pass for another speaker's.
    """
    lines = [
        json.dumps({"from": _SPEAKERS[message.role], "text": clean(message.content)}, ensure_ascii=False)
        for message in conversation
        if message.role in _SPEAKERS
    ]
    return "[\n" + ",\n".join(lines).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029") + "\n]"


def clean(text: str) -> str:
    """``text`` as it can be sent: a lone surrogate, which UTF-8 lacks, becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
