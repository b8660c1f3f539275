"""Chat Completions: requests and responses as OpenAI, vLLM, llama.cpp and others speak it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.providers import wire
from thinkingbox_plugin.providers.client import ChatRequest, ChatResponse
from thinkingbox_plugin.providers.entry import HOSTED, ModelEntry
from thinkingbox_plugin.providers.faults import FaultError, of_error

PATH = "/chat/completions"
_REASONING = ("reasoning_content", "reasoning")


class ChatWire:
    """The format for one entry."""

    path = PATH

    def __init__(self, entry: ModelEntry) -> None:
        self._entry = entry
        self._write = wire.BodyWriter(_tool)

    def encode(self, request: ChatRequest) -> bytes:
        """The body of a request."""
        entry = self._entry
        hosted = entry.provider in HOSTED
        body: dict[str, Any] = {"model": entry.model, "messages": [self._message(m) for m in request.messages]}
        optional = {
            "temperature": wire.sampling(entry),
            "reasoning_effort": entry.reasoning_effort,
            "max_completion_tokens" if hosted else "max_tokens": wire.output_cap(entry, request),
            "seed": request.origin.seed & 0x7FFFFFFF if entry.provider == "vllm" else None,
        }
        body |= {name: value for name, value in optional.items() if value is not None}
        if request.response_format is not None:
            schema = {
                "name": request.response_format.name, "schema": request.response_format.schema, "strict": True
            }  # fmt: skip
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return self._write(body | dict(entry.extra_body), request.tools)

    def _message(self, message: Message) -> dict[str, Any]:
        match message.role:
            case "tool":
                return {"role": "tool", "tool_call_id": message.tool_call_id, "content": wire.tool_result(message)}
            case "assistant":
                return self._assistant(message)
        return {"role": message.role, "content": message.content}

    def _assistant(self, message: Message) -> dict[str, Any]:
        kept: Mapping[str, Any] = message.extra if _is_kept(message.extra) else {}
        written = kept.get("arguments", [call.arguments for call in message.tool_calls])
        data: dict[str, Any] = {"role": "assistant", "content": kept.get("content", message.content) or None}
        if not message.tool_calls:
            data["content"] = data["content"] or ""
        else:
            data["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": wire.echoed_name(call.name), "arguments": wire.echoed_arguments(arguments)},
                }
                for call, arguments in zip(message.tool_calls, written, strict=True)
            ]
        if self._entry.carry_reasoning and "reasoning" in kept:
            data |= kept["reasoning"]
        return data

    def decode(self, data: Any) -> ChatResponse:
        """A response.  Raises :class:`FaultError` for one that reports an error or is not of the format."""
        if isinstance(data, dict) and data.get("error") and not data.get("choices"):
            raise FaultError(of_error(data["error"]))
        try:
            choice = data["choices"][0]
            message = choice["message"]
            calls = tuple(_call(call) for call in message.get("tool_calls") or ())
        except (TypeError, KeyError, IndexError, AttributeError):
            raise wire.unexpected("has no message") from None
        refusal, finish = message.get("refusal"), choice.get("finish_reason")
        text = wire.text_of(message.get("content"))
        reasoning = {name: message[name] for name in _REASONING if isinstance(message.get(name), str)}
        refused = bool(refusal) or finish == "content_filter"
        return ChatResponse(
            text or wire.text_of(refusal),
            calls,
            "refused" if refused else "length" if finish == "length" else "stop",
            reasoning=next(iter(reasoning.values()), ""),
            extra={"chat": True, "content": text, "arguments": [call.arguments for call in calls]}
            | ({"reasoning": reasoning} if reasoning else {}),
            usage=wire.with_cost(self._entry, _usage(data.get("usage"))),
            version=wire.version_of(data),
            detail=wire.text_of(refusal) or (f"finish_reason {finish}" if refused else ""),
        )


def _is_kept(extra: Any) -> bool:
    return isinstance(extra, Mapping) and extra.get("chat") is True


def _tool(tool: ToolSchema) -> dict[str, Any]:
    function: dict[str, Any] = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


def _call(data: Any) -> ToolCall:
    function = data.get("function") or {}
    return ToolCall(
        str(data.get("id") or ""), str(function.get("name") or ""), wire.arguments_of(function.get("arguments"))
    )


def _usage(data: Any) -> Usage:
    cached = wire.count(data, "prompt_tokens_details", "cached_tokens") or wire.count(data, "prompt_cache_hit_tokens")
    return Usage(
        wire.count(data, "prompt_tokens"),
        min(cached, wire.count(data, "prompt_tokens")),
        wire.count(data, "completion_tokens"),
        wire.count(data, "completion_tokens_details", "reasoning_tokens"),
    )
