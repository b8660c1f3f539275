"""The provider's side of both wire formats: reads requests as strictly as the real ones do, writes answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thinkingbox_plugin.messages import Message, ToolCall

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_STRICT_KEYWORDS = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description", "pattern",
    "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
}  # fmt: skip
_STRICT_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


class RequestError(Exception):
    """The provider answers 400: the request breaks a rule of the format."""


@dataclass(frozen=True)
class Say:
    """What the model answers."""

    text: str | None = None
    calls: tuple[ToolCall, ...] = ()
    finish: str | None = None
    """``length`` or ``content_filter``; otherwise what fits."""
    refusal: str | None = None
    reasoning: str = ""
    model: str = "served-model-2025-10-01"
    usage: tuple[int, int, int, int] = (100, 40, 20, 8)
    """Input, cached, output and reasoning tokens."""


@dataclass(frozen=True)
class Asked:
    """A request as the provider reads it."""

    number: int
    """Counted from 0 over the life of the server."""
    api: str
    model: str
    messages: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...]
    """Each with name, description, parameters and strict."""
    body: Mapping[str, Any] = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)

    @property
    def opening(self) -> str:
        """The user's first message."""
        return next(message.content for message in self.messages if message.role == "user")

    @property
    def turns(self) -> int:
        """How often the model has spoken before."""
        return sum(message.role == "assistant" for message in self.messages)


def read_request(number: int, api: str, body: dict[str, Any], headers: Mapping[str, str]) -> Asked:
    """Read and check a request; raises :class:`RequestError`."""
    tools = tuple(_tools(api, body.get("tools", [])))
    for tool in tools:
        _check_tool(tool)
    messages = tuple(_chat_messages(body["messages"]) if api == "chat" else _response_messages(body))
    _check_calls(messages)
    return Asked(number, api, body["model"], messages, tools, body, headers)


def _tools(api: str, tools: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for tool in tools:
        if tool["type"] != "function":
            raise RequestError(f"no such type of tool: {tool['type']}")
        data = tool["function"] if api == "chat" else tool
        yield {"strict": api == "responses", **data}


def _check_tool(tool: Mapping[str, Any]) -> None:
    if not _NAME.fullmatch(tool["name"]) or len(tool["description"]) > 1024:
        raise RequestError(f"tool {tool['name']}: the name or the length of the description is not allowed")
    if "$ref" in json.dumps(tool["parameters"]):
        raise RequestError(f"tool {tool['name']}: $ref is not resolved")
    if tool["strict"]:
        for problem in strict_problems(tool["parameters"], tool["name"], root=True):
            raise RequestError(f"Invalid schema for function {problem}")


def strict_problems(schema: Any, where: str, *, root: bool = False) -> Iterator[str]:
    """What breaks the published rules of strict mode."""
    if not isinstance(schema, dict):
        yield f"{where}: not a schema"
        return
    for keyword in schema.keys() - _STRICT_KEYWORDS:
        yield f"{where}: '{keyword}' is not permitted"
    if root and schema.get("type") != "object":
        yield f"{where}: the root is no object"
    if not schema.keys() & {"type", "anyOf", "enum"}:
        yield f"{where}: has no type"
    if schema.get("format", "date") not in _STRICT_FORMATS:
        yield f"{where}: format {schema['format']} is not permitted"
    if "(?=" in schema.get("pattern", "") or "(?!" in schema.get("pattern", ""):
        yield f"{where}: lookaround is not permitted"
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield f"{where}: 'additionalProperties' is required to be supplied and to be false"
        if set(schema.get("required", ())) != set(schema.get("properties", {})):
            yield f"{where}: 'required' must list every key of properties"
    for name, value in schema.get("properties", {}).items():
        yield from strict_problems(value, f"{where}.{name}")
    for option in schema.get("anyOf", ()):
        yield from strict_problems(option, where)
    if "items" in schema:
        yield from strict_problems(schema["items"], f"{where}[]")


_VLLM_FORMATS = _STRICT_FORMATS | {
    "uri", "uri-reference", "uri-template", "json-pointer", "relative-json-pointer"
}  # fmt: skip
_VLLM_LACKS = {
    "integer": {"multipleOf"},
    "number": {"multipleOf"},
    "array": {"uniqueItems", "contains", "minContains", "maxContains"},
    "object": {"patternProperties", "propertyNames", "minProperties", "maxProperties"},
}


def vllm_problems(schema: Any, where: str) -> Iterator[str]:
    """What vLLM's guided decoding refuses (its xgrammar back end), wherever it stands in a schema."""
    if isinstance(schema, list):
        for item in schema:
            yield from vllm_problems(item, where)
    if not isinstance(schema, dict):
        return
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    for keyword in {word for name in kinds for word in _VLLM_LACKS.get(name, ())} & schema.keys():
        yield f"{where}: '{keyword}' of {kind} is not supported"
    if schema.get("format", "date") not in _VLLM_FORMATS:
        yield f"{where}: format {schema['format']} is not supported"
    for keyword in {"$ref", "$defs", "allOf", "oneOf", "not", "if", "prefixItems"} & schema.keys():
        yield f"{where}: '{keyword}' is not supported"
    for name, value in schema.get("properties", {}).items():
        yield from vllm_problems(value, f"{where}.{name}")
    for keyword in ("anyOf", "items", "additionalProperties"):
        yield from vllm_problems(schema.get(keyword), f"{where}.{keyword}")


def _chat_messages(messages: list[dict[str, Any]]) -> Iterator[Message]:
    for data in messages:
        match data["role"]:
            case "tool":
                yield _result(data["content"], data["tool_call_id"])
            case "assistant":
                calls = tuple(_call(call["id"], call["function"]) for call in data.get("tool_calls", ()))
                if data["content"] is None and not calls:
                    raise RequestError("an assistant message needs content or tool_calls")
                yield Message("assistant", data["content"] or "", calls)
            case role:
                yield Message(role, data["content"])


def _response_messages(body: Mapping[str, Any]) -> Iterator[Message]:
    """Neighbouring items of the assistant make one message, as they made one turn."""
    if "instructions" in body:
        yield Message("system", body["instructions"])
    text, calls, reasoned = "", [], False
    for item in [*body["input"], None]:
        kind = None if item is None else item.get("type", "message")
        if kind == "function_call":
            calls.append(_call(item["call_id"], item))
        elif kind == "message" and item["role"] == "assistant":
            parts = item["content"]
            text += parts if isinstance(parts, str) else "".join(part["text"] for part in parts)
        elif kind == "reasoning":
            if not item.get("encrypted_content"):
                raise RequestError(f"Item with id '{item.get('id')}' not found.")
        elif text or calls:
            yield Message("assistant", text, tuple(calls))
            text, calls = "", []
        if kind == "function_call_output":
            yield _result(item["output"], item["call_id"])
        elif kind == "message" and item["role"] != "assistant":
            yield Message(item["role"], item["content"])
        if reasoned and kind not in ("function_call", "message", "reasoning"):
            raise RequestError("a reasoning item was provided without its required following item")
        reasoned = kind == "reasoning"


def _call(call_id: str, function: Mapping[str, Any]) -> ToolCall:
    if not _NAME.fullmatch(function["name"]):
        raise RequestError(f"Invalid name {function['name']!r}: string does not match pattern")
    try:
        arguments = json.loads(function["arguments"])
    except ValueError:
        raise RequestError("the arguments of an earlier call are not JSON") from None
    if not isinstance(arguments, dict):
        raise RequestError("the arguments of an earlier call are no object")
    return ToolCall(call_id, function["name"], function["arguments"])


def _result(content: str, call_id: str) -> Message:
    refused = content.startswith("Error: ")
    return Message("tool", content.removeprefix("Error: "), tool_call_id=call_id, is_error=refused)


def _check_calls(messages: tuple[Message, ...]) -> None:
    made = [call.id for message in messages for call in message.tool_calls]
    answered = [message.tool_call_id for message in messages if message.role == "tool"]
    if len(set(made)) < len(made) or not all(made):
        raise RequestError(f"Duplicate or empty ids among the tool calls: {made}")
    if made != answered:
        raise RequestError(f"tool calls {made} must be followed by their results, not by {answered}")


def write_answer(asked: Asked, said: Say) -> dict[str, Any]:
    """The body of a response with status 200."""
    return _chat_answer(asked, said) if asked.api == "chat" else _response_answer(asked, said)


def _chat_answer(asked: Asked, said: Say) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    if said.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in said.calls
        ]
    if said.reasoning:
        message["reasoning_content"] = said.reasoning
    total, cached, output, reasoning = said.usage
    return {
        "id": f"chatcmpl-{asked.number}",
        "object": "chat.completion",
        "created": 1759300000,
        "model": said.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": said.finish or ("tool_calls" if said.calls else "stop"),
                "logprobs": None,
            }
        ],
        "usage": {
            "prompt_tokens": total,
            "completion_tokens": output,
            "total_tokens": total + output,
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        },
    }


def _response_answer(asked: Asked, said: Say) -> dict[str, Any]:
    number = asked.number
    output: list[dict[str, Any]] = [
        {
            "type": "reasoning",
            "id": f"rs_{number}",
            "summary": [{"type": "summary_text", "text": said.reasoning}] if said.reasoning else [],
            "encrypted_content": f"sealed-{number}",
        }
    ]
    parts: list[dict[str, Any]] = []
    if said.text is not None:
        parts.append({"type": "output_text", "text": said.text, "annotations": []})
    if said.refusal is not None:
        parts.append({"type": "refusal", "refusal": said.refusal})
    if parts:
        output.append(
            {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": parts}
        )
    for place, call in enumerate(said.calls):
        output.append(
            {
                "type": "function_call",
                "id": f"fc_{number}_{place}",
                "call_id": call.id,
                "name": call.name,
                "arguments": call.arguments,
                "status": "completed",
            }
        )
    reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(said.finish or "")
    total, cached, written, reasoning = said.usage
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1759300000,
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "model": said.model,
        "output": output,
        "usage": {
            "input_tokens": total,
            "input_tokens_details": {"cached_tokens": cached},
            "output_tokens": written,
            "output_tokens_details": {"reasoning_tokens": reasoning},
            "total_tokens": total + written,
        },
    }
