"""The client over real HTTP: faults, retries, what goes over the wire and what never does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from model_trials import AT_ONCE, ENVIRON, Clock, entry_for, run_model, toyshop_oracle
from provider_server import KEY, Answer, Fail, ProviderServer, Say, faulty, one_of_five

from thinkingbox_plugin.errors import FatalProviderError, ProviderError
from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema
from thinkingbox_plugin.providers import ChatRequest, ChatResponse, ModelEntry, Origin, ResponseFormat
from thinkingbox_plugin.providers.flow import Flow
from thinkingbox_plugin.providers.openai_client import OpenAIClient
from thinkingbox_plugin.providers.retry import RetryPolicy

HELLO = ChatRequest([Message("system", "Be brief."), Message("user", "Hello")])


def complete(
    answers: Sequence[Answer], request: ChatRequest = HELLO, *, clock: Clock | None = None, **settings: Any
) -> tuple[ChatResponse, ProviderServer]:
    clock = clock or Clock()
    with ProviderServer(answers) as server:
        entry = entry_for(server.url, **settings)
        return asyncio.run(_complete(entry, request, clock)), server


async def _complete(entry: ModelEntry, request: ChatRequest, clock: Clock) -> ChatResponse:
    client = OpenAIClient(entry, environ=ENVIRON, clock=clock, sleep=clock.sleep)
    try:
        return await client.complete(request)
    finally:
        await client.aclose()


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fail(500, "The server had an error"), "HTTP 500: The server had an error"),
        (Fail(502, "Bad gateway"), "HTTP 502: Bad gateway"),
        (Fail(503, "Overloaded"), "HTTP 503: Overloaded"),
        (Fail(504, "Gateway time-out"), "HTTP 504: Gateway time-out"),
        (Fail(how="reset"), "no connection: "),
        (Fail(how="garbage"), "is not JSON"),
    ],
    ids=lambda value: getattr(value, "how", value) if not isinstance(value, str) else "",
)
def test_a_passing_fault_is_tried_again_and_a_lasting_one_five_times(api: str, fault: Fail, words: str) -> None:
    response, server = complete([fault, fault, Say("Hello.")], api=api)
    assert (response.text, response.attempts, len(server.asked)) == ("Hello.", 3, 3)
    with pytest.raises(ProviderError, match=f"model served: failed 5 times: .*{words}") as caught:
        complete([fault], api=api)
    assert not isinstance(caught.value, FatalProviderError)


def test_a_fault_that_lasts_for_five_attempts_is_not_tried_a_sixth_time() -> None:
    with ProviderServer([Fail(502)] * 5 + [Say("too late")]) as server:
        with pytest.raises(ProviderError):
            asyncio.run(_complete(entry_for(server.url), HELLO, Clock()))
        assert len(server.asked) == 5


def test_a_provider_that_never_answers_is_a_timeout() -> None:
    with pytest.raises(ProviderError, match="failed 5 times: the request timed out"):
        complete([Fail(how="silence")], request_timeout=0.05)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1/v1", "no connection: ConnectError"),
        ("http://nowhere.invalid/v1", "no connection: ConnectError"),
    ],
    ids=["nobody listens", "no such name"],
)
def test_an_endpoint_that_cannot_be_reached_is_unmeasured_with_the_systems_words(url: str, words: str) -> None:
    with pytest.raises(ProviderError, match=f"failed 5 times: {words}"):
        asyncio.run(_complete(entry_for(url), HELLO, Clock()))


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_a_proxy_of_the_environment_that_cannot_be_reached_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "http://user:hush-hush@127.0.0.1:1")
    entry = entry_for("http://models.example.org/v1")
    with pytest.raises(ProviderError, match="failed 5 times: no connection: ConnectError: ") as caught:
        asyncio.run(_complete(entry, HELLO, Clock()))
    said = f"(through the proxy of {variable}; NO_PROXY=models.example.org goes past it)"
    assert str(caught.value).endswith(said)
    assert "hush-hush" not in str(caught.value)


def test_no_proxy_is_gone_past_and_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    response, _ = complete([Say("Hello.")])
    assert response.text == "Hello."


def test_an_endpoint_without_tls_behind_an_https_url_is_unmeasured() -> None:
    with ProviderServer([Say("Hello.")]) as server:
        entry = entry_for(server.url.replace("http:", "https:"))
        with pytest.raises(ProviderError, match=r"failed 5 times: no connection: ConnectError: .*SSL"):
            asyncio.run(_complete(entry, HELLO, Clock()))


def test_a_429_is_waited_out_for_as_long_as_it_says() -> None:
    clock, limited = Clock(), Fail(429, "Slow down", "rate_limit_exceeded", {"retry-after": "20"})
    response, _ = complete([limited] * 8 + [Say("Hello.")], clock=clock)
    assert (response.text, response.attempts) == ("Hello.", 9)
    assert all(20 <= seconds <= 25 for seconds in clock.slept)
    assert response.waited == pytest.approx(sum(clock.slept))
    assert len(set(clock.slept)) == 8  # jitter


def test_a_429_for_ten_minutes_is_given_up_with_the_providers_words() -> None:
    clock, limited = Clock(), Fail(429, "Slow down", "rate_limit_exceeded", {"retry-after": "30"})
    with pytest.raises(ProviderError, match=r"still limited after 5\d\d s: HTTP 429: Slow down"):
        complete([limited], clock=clock)
    assert 500 < sum(clock.slept) <= 600


def test_a_429_that_asks_for_more_than_ten_minutes_is_given_up_at_once() -> None:
    clock = Clock()
    with pytest.raises(ProviderError, match="still limited after 0 s"):
        complete([Fail(429, "Come back tomorrow", None, {"retry-after": "86400"})], clock=clock)
    assert clock.slept == []


def test_an_entrys_limit_a_minute_is_kept_to_and_the_time_in_the_queue_is_told() -> None:
    clock = Clock()

    async def three(url: str) -> list[ChatResponse]:
        flow = Flow(None, clock=clock, sleep=clock.sleep)
        entry = entry_for(url, requests_per_minute=1)
        client = OpenAIClient(entry, flow, environ=ENVIRON, clock=clock, sleep=clock.sleep)
        try:
            return [await client.complete(HELLO) for _ in range(3)]
        finally:
            await client.aclose()

    with ProviderServer([Say("Hello.")]) as server:
        first, *later = asyncio.run(three(server.url))
    assert first.waited == 0
    assert [response.waited >= 59 for response in later] == [True, True]
    assert [response.attempts for response in (first, *later)] == [1, 1, 1]


def test_the_same_trial_waits_the_same_and_another_one_differently() -> None:
    waits = []
    for seed in (1, 1, 2):
        clock = Clock()
        request = ChatRequest(HELLO.messages, origin=Origin(seed=seed))
        complete([Fail(503), Fail(503), Say("Hello.")], request, clock=clock)
        waits.append(clock.slept)
    assert waits[0] == waits[1] != waits[2]


@pytest.mark.parametrize(
    "fault",
    [
        Fail(401, "Incorrect API key provided", "invalid_api_key"),
        Fail(403, "Your project has no access to this model"),
        Fail(404, "The model `served-model` does not exist", "model_not_found"),
        Fail(404, "DeploymentNotFound"),
        Fail(429, "You exceeded your current quota", "insufficient_quota"),
    ],
)
def test_a_key_or_model_that_the_provider_does_not_know_stops_the_run_at_the_first_request(fault: Fail) -> None:
    with ProviderServer([fault]) as server:
        with pytest.raises(FatalProviderError) as caught:
            asyncio.run(_complete(entry_for(server.url), HELLO, Clock()))
        assert len(server.asked) == 1
    text = str(caught.value)
    assert fault.message in text
    assert "check PROVIDER_KEY, the model's name and base_url" in text


def test_a_request_that_the_provider_does_not_take_is_not_tried_again() -> None:
    with ProviderServer([Fail(400, "Unsupported parameter: 'temperature'", "unsupported_parameter")]) as server:
        with pytest.raises(ProviderError, match="model served: HTTP 400: Unsupported parameter") as caught:
            asyncio.run(_complete(entry_for(server.url), HELLO, Clock()))
        assert len(server.asked) == 1
    assert not isinstance(caught.value, FatalProviderError)


def test_a_provider_that_repeats_the_key_in_its_error_does_not_put_it_into_ours() -> None:
    for answer in (Fail(401, f"Incorrect API key: {KEY}"), Fail(500, f"Bearer {KEY} failed"), Fail(400, KEY)):
        with pytest.raises(ProviderError) as caught:
            complete([answer])
        assert KEY not in repr(caught.value)
        assert "(key left out)" in str(caught.value)


def test_the_key_goes_into_one_header_and_nowhere_else() -> None:
    _, server = complete([Say("Hello.")])
    (asked,) = server.asked
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    others = {name: value for name, value in asked.headers.items() if name != "authorization"}
    assert KEY not in json.dumps([others, asked.body])
    entry = entry_for(server.url)
    client = OpenAIClient(entry, environ=ENVIRON)
    assert KEY not in repr(entry) + repr(client) + json.dumps(entry.to_json())


def test_what_the_environment_holds_for_openai_goes_to_no_other_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "meant-for-openai")
    _, server = complete([Say("Hello.")], key_variable=None)
    assert "meant-for-openai" not in json.dumps(dict(server.asked[0].headers))
    assert "authorization" not in server.asked[0].headers


def test_extra_headers_and_body_are_sent_and_take_variables_of_the_environment() -> None:
    _, server = complete(
        [Say("Hello.")], extra_headers={"api-key": "${PROVIDER_KEY}"}, extra_body={"top_p": 0.9}, key_variable=None
    )
    assert server.asked[0].headers["api-key"] == KEY
    assert "authorization" not in server.asked[0].headers
    assert server.asked[0].body["top_p"] == 0.9


def test_a_header_of_ones_own_takes_the_place_of_the_usual_key() -> None:
    _, server = complete([Say("Hello.")], extra_headers={"Authorization": "Token ${PROVIDER_KEY}"}, key_variable=None)
    assert server.asked[0].headers["authorization"] == f"Token {KEY}"


TOOL = ToolSchema(
    "look", "Look.", {"type": "object", "properties": {}, "required": [], "additionalProperties": False}, True
)
FORMAT = ResponseFormat(
    "verdict",
    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False},
)
FULL = ChatRequest(HELLO.messages, [TOOL], FORMAT, max_output_tokens=50, origin=Origin(seed=2**62 + 5))


def body(**settings: Any) -> dict[str, Any]:
    _, server = complete([Say("Hello.")], FULL, temperature=0.2, max_output_tokens=900, context_size=1000, **settings)
    return dict(server.asked[0].body)


def test_a_chat_completion_says_everything_in_its_own_terms() -> None:
    assert body() == {
        "model": "served-model",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}],
        "temperature": 0.2,
        "max_tokens": 50,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "schema": dict(FORMAT.schema), "strict": True},
        },
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "look",
                    "description": "Look.",
                    "parameters": dict(TOOL.parameters),
                    "strict": True,
                },
            }
        ],
    }


def test_a_response_says_everything_in_its_own_terms() -> None:
    assert body(api="responses", provider="openai", reasoning_effort="low") == {
        "model": "served-model",
        "instructions": "Be brief.",
        "input": [{"role": "user", "content": "Hello"}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "temperature": 0.2,
        "reasoning": {"effort": "low"},
        "max_output_tokens": 50,
        "text": {"format": {"type": "json_schema", "name": "verdict", "schema": dict(FORMAT.schema), "strict": True}},
        "tools": [
            {
                "type": "function",
                "name": "look",
                "description": "Look.",
                "parameters": dict(TOOL.parameters),
                "strict": True,
            }
        ],
    }


def test_the_kinds_of_endpoints_differ_where_they_must() -> None:
    assert body(provider="vllm")["seed"] == 5
    assert "seed" not in body(provider="compatible")
    assert body(provider="azure")["max_completion_tokens"] == 50
    reasoning = {"provider": "openai", "reasoning_effort": "medium"}
    _, server = complete([Say("Hello.")], temperature=1.0, **reasoning)
    assert "temperature" not in server.asked[0].body  # OpenAI's reasoning models refuse the setting
    _, server = complete([Say("Hello.")], temperature=1.0)
    assert server.asked[0].body["temperature"] == 1.0


def test_a_server_that_calls_a_reply_at_the_cap_completed_is_not_believed() -> None:
    for written, finish in ((50, "length"), (49, "stop")):
        said = Say("Your order is miss", usage=(100, 0, written, 0))
        response, _ = complete([said], api="responses", max_output_tokens=50)
        assert response.finish == finish


def test_reasoning_of_a_chat_goes_back_only_where_the_entry_says_so() -> None:
    for carried in (False, True):
        first, server = complete(
            [Say(calls=(ToolCall("a", "look", "{}"),), reasoning="I look.")], carry_reasoning=carried
        )
        turn = Message("assistant", first.text, first.tool_calls, extra=first.extra)
        later = ChatRequest([*HELLO.messages, turn, Message("tool", "{}", tool_call_id="a")])
        _, server = complete([Say("Hello.")], later, carry_reasoning=carried)
        sent = server.asked[0].body["messages"][2]
        assert sent.get("reasoning_content") == ("I look." if carried else None)


def test_a_conversation_without_a_providers_own_items_can_be_sent_in_both_formats() -> None:
    turns = [
        *HELLO.messages,
        Message("assistant", "One moment.", (ToolCall("a", "look", '{"x": 1}'), ToolCall("b", "look", "nonsense"))),
        Message("tool", '{"y": 2}', tool_call_id="a"),
        Message("tool", "x: unknown", tool_call_id="b", is_error=True),
        Message("assistant", "Found it."),
        Message("user", "Thanks \ud800"),
    ]
    for api in ("chat", "responses"):
        _, server = complete([Say("Bye.")], ChatRequest(turns), api=api)
        seen = server.asked[0].messages
        assert [message.role for message in seen] == [message.role for message in turns]
        assert [message.content for message in seen[2:6]] == ["One moment.", '{"y": 2}', "x: unknown", "Found it."]
        assert json.loads(seen[2].tool_calls[1].arguments) == {"unreadable_arguments": "nonsense"}
        assert seen[4].is_error
        assert seen[6].content == "Thanks ?"


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_an_answer_that_reports_an_error_with_status_200_is_a_fault_like_any_other(
    api: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = [{"error": {"code": "server_error", "message": "overloaded"}}, {"surprise": True}, [], {"choices": []}]

    def write(asked: object, said: Say) -> Any:
        return bodies.pop(0) if bodies else real(asked, said)  # type: ignore[arg-type]

    import provider_server

    real = provider_server.write_answer
    monkeypatch.setattr(provider_server, "write_answer", write)
    response, _ = complete([Say("Hello.")], api=api)
    assert (response.text, response.attempts) == ("Hello.", 5)


def test_trials_with_a_tenth_of_all_requests_failing_end_as_without_faults() -> None:
    classes = [
        run_model(faulty(toyshop_oracle(), one_of_five, 0.02 * 2, seed), "LAT_001")[0].trial_class for seed in range(10)
    ]
    assert classes == ["passed"] * 10


def test_a_lasting_fault_leaves_the_trial_unmeasured_with_the_last_words() -> None:
    record, _ = run_model([Fail(503, "We are down until noon")])
    assert (record.trial_class, record.stop_reason) == ("unmeasured", "provider_error")
    assert record.error == "model served: failed 5 times: HTTP 503: We are down until noon"


def test_a_tool_call_is_never_made_again_because_a_later_request_failed() -> None:
    seen: list[int] = []

    def script(asked: Any) -> Answer:
        seen.append(asked.turns)
        return Fail(502) if seen.count(asked.turns) < 4 else toyshop_oracle()(asked)

    record, _ = run_model(script)
    assert (record.trial_class, record.tool_calls, record.failed_calls) == ("passed", 4, 0)
    assert [entry["attempts"] for entry in record.model_calls] == [4] * len(record.model_calls)


def test_many_requests_at_once_share_one_client() -> None:
    async def many(url: str) -> list[ChatResponse]:
        client = OpenAIClient(entry_for(url), environ=ENVIRON, policy=AT_ONCE)
        try:
            return await asyncio.gather(*(client.complete(HELLO) for _ in range(150)))
        finally:
            await client.aclose()

    with ProviderServer([Say("Hello.")], delay=0.01) as server:
        responses = asyncio.run(many(server.url))
    assert [response.text for response in responses] == ["Hello."] * 150
    assert RetryPolicy().attempts == 5
