"""What both wire formats share: JSON as bytes, and a model's calls as they are told back to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from thinkingbox_plugin._jsontext import BadArgumentsError, parse_arguments
from thinkingbox_plugin.messages import Message, ToolSchema, Usage
from thinkingbox_plugin.providers.client import ChatRequest
from thinkingbox_plugin.providers.entry import HOSTED, ModelEntry
from thinkingbox_plugin.providers.faults import Fault, FaultError

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
_VERSION = re.compile(r"[\w.:/@+ -]{1,120}")
_LONGEST_ECHO = 2000


def dump(value: Any) -> bytes:
    """JSON as UTF-8; halves of surrogate pairs, which UTF-8 cannot hold, become question marks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class BodyWriter:
    """Makes request bodies; the tools, the same in every request of a trial, are written once."""

    def __init__(self, tools: Callable[[ToolSchema], dict[str, Any]]) -> None:
        self._tools = tools
        self._written: dict[int, tuple[Sequence[ToolSchema], bytes]] = {}

    def __call__(self, body: Mapping[str, Any], tools: Sequence[ToolSchema]) -> bytes:
        """The body with the tools put in."""
        text = dump(body)
        return text if not tools else text[:-1] + b',"tools":' + self._tools_of(tools) + b"}"

    def _tools_of(self, tools: Sequence[ToolSchema]) -> bytes:
        found = self._written.get(id(tools))
        if found is None or found[0] is not tools:
            if len(self._written) > 64:
                self._written.clear()
            found = self._written[id(tools)] = tools, dump([self._tools(tool) for tool in tools])
        return found[1]


def sampling(entry: ModelEntry) -> float | None:
    """The temperature to send.

    OpenAI's reasoning models know 1 only and refuse the setting: there, 1 is left out.
    """
    reasons = entry.provider in HOSTED and entry.reasoning_effort not in (None, "none")
    return None if reasons and entry.temperature == 1 else entry.temperature


def output_cap(entry: ModelEntry, request: ChatRequest) -> int | None:
    """The smaller of the entry's and the request's cap on output tokens."""
    caps = [cap for cap in (entry.max_output_tokens, request.max_output_tokens) if cap is not None]
    return min(caps, default=None)


def echoed_name(name: str) -> str:
    """A tool's name as providers let it be told back, whatever the model wrote."""
    return _NOT_IN_NAMES.sub("_", name)[:64] or "unknown"


def echoed_arguments(text: str) -> str:
    """Arguments as they are told back to the model: its own text if that is one JSON object.

    Servers that read the arguments of earlier calls would refuse the whole conversation for any other
    text, so that one stands inside an object, where the model still sees what it wrote.
    """
    try:
        return text if parse_arguments(text) or text.lstrip().startswith("{") else "{}"
    except BadArgumentsError:
        return dump({"unreadable_arguments": text[:_LONGEST_ECHO]}).decode()


def tool_result(message: Message) -> str:
    """A tool's result as the model reads it: the formats have no other place to say that it was refused."""
    return f"Error: {message.content}" if message.is_error else message.content


def text_of(value: Any) -> str:
    """The text in a content field: a string, null, or a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(text_of(part.get("text")) for part in value if isinstance(part, dict))
    return ""


def arguments_of(value: Any) -> str:
    """The argument text of a call; some servers send the object itself, or null."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def version_of(data: Mapping[str, Any]) -> str:
    """The model that the provider says has answered."""
    found = data.get("model")
    return found if isinstance(found, str) and _VERSION.fullmatch(found) else ""


def count(data: Any, *path: str) -> int:
    """A number of tokens; 0 where the provider does not say."""
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data if isinstance(data, int) and data > 0 else 0


def with_cost(entry: ModelEntry, usage: Usage) -> Usage:
    """The usage with its cost in US dollars."""
    return Usage(
        usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.reasoning_tokens, entry.cost(usage)
    )


def unexpected(what: str) -> FaultError:
    """The provider's answer is not of the format: tried again like any failure of its own."""
    return FaultError(Fault("transient", f"the provider's answer {what}"))
