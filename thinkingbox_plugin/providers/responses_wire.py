"""The Responses API, without anything kept at the provider: the whole conversation goes with each request.

Reasoning items come back encrypted and are sent again with the turn that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.providers import wire
from thinkingbox_plugin.providers.client import ChatRequest, ChatResponse, Finish
from thinkingbox_plugin.providers.entry import HOSTED, ModelEntry
from thinkingbox_plugin.providers.faults import FaultError, of_error

PATH = "/responses"


class ResponsesWire:
    """The format for one entry."""

    path = PATH

    def __init__(self, entry: ModelEntry) -> None:
        self._entry = entry
        self._write = wire.BodyWriter(_tool)

    def encode(self, request: ChatRequest) -> bytes:
        """The body of a request."""
        entry = self._entry
        instructions = [message.content for message in request.messages if message.role == "system"]
        body: dict[str, Any] = {
            "model": entry.model,
            "input": [item for message in request.messages for item in self._items(message)],
            "store": False,
            "include": ["reasoning.encrypted_content"],
        }
        optional = {
            "instructions": "\n\n".join(instructions) or None,
            "temperature": wire.sampling(entry),
            "reasoning": {"effort": entry.reasoning_effort} if entry.reasoning_effort is not None else None,
            "max_output_tokens": wire.output_cap(entry, request),
            "text": _format(request),
        }
        body |= {name: value for name, value in optional.items() if value is not None}
        return self._write(body | dict(entry.extra_body), request.tools)

    def _items(self, message: Message) -> Iterator[dict[str, Any]]:
        match message.role:
            case "user":
                yield {"role": "user", "content": message.content}
            case "tool":
                yield {
                    "type": "function_call_output",
                    "call_id": message.tool_call_id,
                    "output": wire.tool_result(message),
                }
            case "assistant" if isinstance(message.extra, Mapping) and "output" in message.extra:
                yield from self._output(message.extra["output"], message.tool_calls)
            case "assistant":
                if message.content:
                    yield {"role": "assistant", "content": message.content}
                for call in message.tool_calls:
                    yield _echo({"type": "function_call", "arguments": call.arguments}, call)

    def _output(self, items: Sequence[Mapping[str, Any]], calls: Sequence[ToolCall]) -> Iterator[dict[str, Any]]:
        """A turn's own items, calls under the ids that their results carry."""
        named = iter(calls)
        for item in items:
            if item["type"] == "function_call":
                yield _echo(item, next(named))
            elif item["type"] != "reasoning" or self._carries(item):
                yield dict(item)

    def _carries(self, item: Mapping[str, Any]) -> bool:
        """Whether the provider can read a reasoning item again: OpenAI only what it encrypted itself."""
        return bool(item.get("encrypted_content")) or self._entry.provider not in HOSTED

    def decode(self, data: Any) -> ChatResponse:
        """A response.  Raises :class:`FaultError` for one that reports an error or is not of the format."""
        if isinstance(data, dict) and data.get("error"):
            raise FaultError(of_error(data["error"]))
        try:
            items = [item for item in data["output"] if isinstance(item["type"], str)]
            calls = tuple(_call(item) for item in items if item["type"] == "function_call")
            parts = [part for item in items if item["type"] == "message" for part in item["content"]]
            said = "".join(wire.text_of(part.get("text")) for part in parts if part.get("type") == "output_text")
            refusal = "".join(wire.text_of(part.get("refusal")) for part in parts if part.get("type") == "refusal")
        except (TypeError, KeyError, AttributeError):
            raise wire.unexpected("has no output") from None
        finish, detail = _finish(data, refusal)
        usage, cap = _usage(data.get("usage")), self._entry.max_output_tokens
        if finish == "stop" and cap is not None and usage.output_tokens >= cap:
            finish = "length"  # llama.cpp says "completed" all the same
        return ChatResponse(
            said or refusal,
            calls,
            finish,
            reasoning="\n".join(_reasoning(items)),
            extra={"output": items},
            usage=wire.with_cost(self._entry, usage),
            version=wire.version_of(data),
            detail=detail,
        )


def _format(request: ChatRequest) -> dict[str, Any] | None:
    wanted = request.response_format
    if wanted is None:
        return None
    return {"format": {"type": "json_schema", "name": wanted.name, "schema": wanted.schema, "strict": True}}


def _tool(tool: ToolSchema) -> dict[str, Any]:
    # Without "strict" this API takes true for granted.
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "strict": tool.strict,
    }


def _echo(item: Mapping[str, Any], call: ToolCall) -> dict[str, Any]:
    return {
        **item,
        "call_id": call.id,
        "name": wire.echoed_name(call.name),
        "arguments": wire.echoed_arguments(wire.arguments_of(item.get("arguments"))),
    }


def _call(item: Mapping[str, Any]) -> ToolCall:
    return ToolCall(
        str(item.get("call_id") or ""), str(item.get("name") or ""), wire.arguments_of(item.get("arguments"))
    )


def _finish(data: Mapping[str, Any], refusal: str) -> tuple[Finish, str]:
    if data.get("status") == "failed":
        raise wire.unexpected("says that it failed, without a reason")
    details = data.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    if refusal or reason == "content_filter":
        return "refused", refusal or "incomplete: content_filter"
    return ("length" if data.get("status") == "incomplete" else "stop"), ""


def _reasoning(items: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for item in items:
        if item["type"] == "reasoning":
            for part in [*(item.get("summary") or ()), *(item.get("content") or ())]:
                yield wire.text_of(part.get("text")) if isinstance(part, dict) else ""


def _usage(data: Any) -> Usage:
    return Usage(
        wire.count(data, "input_tokens"),
        min(wire.count(data, "input_tokens_details", "cached_tokens"), wire.count(data, "input_tokens")),
        wire.count(data, "output_tokens"),
        wire.count(data, "output_tokens_details", "reasoning_tokens"),
    )
