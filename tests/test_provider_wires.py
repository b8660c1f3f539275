"""Both wire formats hold whatever a server answers: a response or a fault, never a crash."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from provider_formats import Asked, Say, write_answer

from thinkingbox_plugin.messages import Message, ToolCall
from thinkingbox_plugin.providers import ChatRequest, ModelEntry
from thinkingbox_plugin.providers.chat_wire import ChatWire
from thinkingbox_plugin.providers.faults import FaultError
from thinkingbox_plugin.providers.openai_client import Wire, decode
from thinkingbox_plugin.providers.responses_wire import ResponsesWire

ENTRY = ModelEntry("m", "m", base_url="http://127.0.0.1/v1", price_input=1.0, price_output=1.0)
WIRES: dict[str, Wire] = {"chat": ChatWire(ENTRY), "responses": ResponsesWire(ENTRY)}
SAID = Say("Hello \ud800.", (ToolCall("a", "look", '{"x": null}'),), refusal=None, reasoning="hm")

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)


def answer(api: str) -> Any:
    asked = Asked(0, api, "m", (), (), {}, {})
    return json.loads(json.dumps(write_answer(asked, SAID)))


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("api", ["chat", "responses"])
@settings(max_examples=300)
@given(data=st.data())
def test_an_answer_with_anything_in_any_place_is_a_response_that_can_be_told_back_or_a_fault(
    api: str, data: st.DataObject
) -> None:
    whole = answer(api)
    for _ in range(data.draw(st.integers(1, 2))):
        whole = changed(whole, data.draw(st.sampled_from(places(whole))), data.draw(values))
    wire = WIRES[api]
    try:
        response = decode(wire, whole)
    except FaultError:
        return
    assert isinstance(response.text, str)
    assert isinstance(response.reasoning, str)
    assert all(isinstance(part, str) for call in response.tool_calls for part in (call.id, call.name, call.arguments))
    assert response.usage.cost >= 0
    assert response.usage.cached_tokens <= response.usage.input_tokens
    turn = Message("assistant", response.text, response.tool_calls, extra=response.extra)
    results = [Message("tool", "{}", tool_call_id=call.id) for call in response.tool_calls]
    body = json.loads(wire.encode(ChatRequest([Message("user", "Hi"), turn, *results])))
    for item in body.get("messages", body.get("input")):
        for call in item.get("tool_calls", ()):
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
        if item.get("type") == "function_call":
            assert isinstance(json.loads(item["arguments"]), dict)


@pytest.mark.parametrize("api", ["chat", "responses"])
@settings(max_examples=100)
@given(data=values)
def test_an_answer_that_is_anything_at_all_is_a_fault(api: str, data: Any) -> None:
    with pytest.raises(FaultError):
        decode(WIRES[api], data)
