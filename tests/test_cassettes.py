"""Recording the exchanges with providers and running again from them, without a network."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import FatalProviderError, ProviderError, ReplayError, UsageError
from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.providers import ChatRequest, ChatResponse, ModelEntry, Origin, ResponseFormat, Who
from thinkingbox_plugin.providers.cassette import Cassette, Recorder, RecordingClient, ReplayingClient, request_digest

ENTRY = ModelEntry("m", "m", temperature=0.5, key_variable="CASSETTE_KEY")
KEY = "sk-cassette-0123456789"
TOOLS = (ToolSchema("look", "Looks.", {"type": "object", "properties": {}}),)
TASK = "shop/test_orders.py::test_case_ABC_001"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASSETTE_KEY", KEY)


class Fake:
    """Gives its answers one after the other."""

    def __init__(self, *answers: ChatResponse | BaseException) -> None:
        self.answers = list(answers)

    async def complete(self, request: ChatRequest) -> ChatResponse:
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    async def aclose(self) -> None:
        pass


def ask(text: str = "Hello", trial: int = 0, who: Who = "agent", **more: Any) -> ChatRequest:
    return ChatRequest([Message("user", text)], TOOLS, origin=Origin(TASK, "m", trial, who, seed=trial), **more)


def record(folder: Path, *exchanges: tuple[ChatRequest, ChatResponse | BaseException], worker: str = "main") -> None:
    """Record the exchanges, each trial from its first to its last."""
    recorder = Recorder(folder, worker)
    client = RecordingClient(ENTRY, Fake(*(answer for _, answer in exchanges)), recorder)
    trials = dict.fromkeys((r.origin.task, r.origin.model, r.origin.trial) for r, _ in exchanges)
    for trial in trials:
        recorder.begin(trial)
    for request, answer in exchanges:
        if isinstance(answer, BaseException):
            with pytest.raises(type(answer)):
                asyncio.run(client.complete(request))
        else:
            assert asyncio.run(client.complete(request)) == answer
    for trial in trials:
        recorder.end(trial)
    recorder.close()
    recorder.close()


def replay(folder: Path, *requests: ChatRequest, entry: ModelEntry = ENTRY) -> list[ChatResponse]:
    client = ReplayingClient(entry, Cassette(folder))
    return [asyncio.run(client.complete(request)) for request in requests]


FULL = ChatResponse(
    "Lone \ud800 surrogate, \u2028 and ü.",
    (ToolCall("c1", "look", '{"a":1}}'),),
    finish="length",
    reasoning="because",
    extra=[{"type": "reasoning", "encrypted": "abc"}],
    usage=Usage(10, 5, 3, 1, 0.25),
    version="m-2025-10-01",
    latency=1.5,
    waited=0.5,
    attempts=2,
    detail="cut",
)


def test_a_response_comes_back_exactly_as_it_was(tmp_path: Path) -> None:
    record(tmp_path, (ask(), FULL))
    assert replay(tmp_path, ask()) == [FULL]


def test_trials_and_speakers_are_kept_apart_and_requests_of_each_in_order(tmp_path: Path) -> None:
    speakers: tuple[Who, ...] = ("agent", "user", "judge")
    exchanges = [
        (ask(f"{who} {turn}", trial, who), ChatResponse(f"{trial} {who} {turn}"))
        for turn in range(2)
        for trial in range(3)
        for who in speakers
    ]
    record(tmp_path, *exchanges)
    found = replay(tmp_path, *(request for request, _ in reversed(exchanges[9:] + exchanges[:9])))
    assert [response.text for response in found[:9]] == [a.text for _, a in reversed(exchanges[:9])]


def test_the_same_question_in_two_trials_has_two_answers(tmp_path: Path) -> None:
    record(tmp_path, *((ask("Hello", trial), ChatResponse(f"answer {trial}")) for trial in range(3)))
    found = replay(tmp_path, *(ask("Hello", trial) for trial in (2, 0, 1)))
    assert [response.text for response in found] == ["answer 2", "answer 0", "answer 1"]


@pytest.mark.parametrize("kind", [ProviderError, FatalProviderError])
def test_a_failure_is_replayed_as_it_was(tmp_path: Path, kind: type[ProviderError]) -> None:
    record(tmp_path, (ask(), kind("503: overloaded")))
    with pytest.raises(ProviderError, match=r"^503: overloaded$") as caught:
        replay(tmp_path, ask())
    assert type(caught.value) is kind


def test_a_request_that_was_cut_off_is_replayed_as_a_failure(tmp_path: Path) -> None:
    record(tmp_path, (ask(), asyncio.CancelledError()))
    with pytest.raises(ProviderError, match="was cut off when it was recorded"):
        replay(tmp_path, ask())


def test_a_missing_exchange_is_named(tmp_path: Path) -> None:
    record(tmp_path, (ask(), FULL))
    with pytest.raises(ReplayError, match=r"not recorded: shop/.*ABC_001\[m-t00\], request 1 of the agent; record"):
        replay(tmp_path, ask(), ask())
    with pytest.raises(ReplayError, match=r"not recorded: .*\[m-t07\], request 0 of the judge"):
        replay(tmp_path, ask(trial=7, who="judge"))


@pytest.mark.parametrize(
    ("request_", "entry", "what"),
    [
        (ask("Goodbye"), ENTRY, r"message 0 \(user\) differs"),
        (replace(ask(), messages=[*ask().messages, Message("user", "more")]), ENTRY, "it has 2 messages, not 1"),
        (replace(ask(), tools=()), ENTRY, "the tools differ"),
        (ask(), replace(ENTRY, temperature=0.6), "the setting temperature of m differs"),
        (ask(), replace(ENTRY, reasoning_effort="low"), "the setting reasoning_effort of m differs"),
        (replace(ask(), origin=Origin(TASK, "m", 0, "agent", seed=5)), ENTRY, "the seed differs"),
        (ask(response_format=ResponseFormat("f", {"type": "object"})), ENTRY, "the format of the answer, differs"),
    ],
)
def test_a_changed_request_is_named_and_so_is_what_changed(
    tmp_path: Path, request_: ChatRequest, entry: ModelEntry, what: str
) -> None:
    record(tmp_path, (ask(), FULL))
    with pytest.raises(ReplayError, match=rf"\[m-t00\], request 0 of the agent is not the one .*: .*{what}; record"):
        replay(tmp_path, request_, entry=entry)


def test_an_endpoint_a_price_and_a_timeout_may_change(tmp_path: Path) -> None:
    record(tmp_path, (ask(), FULL))
    moved = replace(ENTRY, base_url="http://127.0.0.1:1/v1", price_input=3.0, request_timeout=5.0, key_variable=None)
    assert replay(tmp_path, ask(), entry=moved) == [FULL]


def test_a_conversation_is_kept_once_and_its_requests_can_be_put_together(tmp_path: Path) -> None:
    first = ask()
    longer = replace(first, messages=[*first.messages, Message("assistant", "Hm"), Message("user", "Well?")])
    record(tmp_path, (first, FULL), (longer, FULL))
    lines = [json.loads(line) for line in (tmp_path / "exchanges-main.jsonl").read_bytes().splitlines()]
    requests = [line["body"]["request"] for line in lines if "body" in line]
    assert [(request["after"], len(request["messages"])) for request in requests] == [(0, 1), (1, 2)]
    assert [message["content"] for request in requests for message in request["messages"]] == ["Hello", "Hm", "Well?"]
    assert ["tool_schemas" in request for request in requests] == [True, False]
    assert requests[0]["tools"] == requests[1]["tools"] != ""
    assert replay(tmp_path, first, longer) == [FULL, FULL]


def test_of_a_trial_that_began_twice_the_take_with_the_record_is_replayed(tmp_path: Path) -> None:
    for worker, ends in (("gw0", False), ("gw1", True), ("gw2", False)):
        recorder = Recorder(tmp_path, worker)
        recorder.begin((TASK, "m", 0))
        asyncio.run(RecordingClient(ENTRY, Fake(ChatResponse(worker)), recorder).complete(ask()))
        if ends:
            recorder.end((TASK, "m", 0))
        recorder.close()
    assert replay(tmp_path, ask())[0].text == "gw1"


def test_in_one_process_a_trial_may_begin_again(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "main")
    client = RecordingClient(ENTRY, Fake(ChatResponse("one"), ChatResponse("two")), recorder)
    for _ in range(2):
        recorder.begin((TASK, "m", 0))
        asyncio.run(client.complete(ask()))
    recorder.end((TASK, "m", 0))
    recorder.close()
    assert replay(tmp_path, ask())[0].text == "two"


def test_a_last_line_that_was_never_finished_is_passed_over(tmp_path: Path) -> None:
    record(tmp_path, (ask(), FULL))
    with (tmp_path / "exchanges-main.jsonl").open("ab") as file:
        file.write(b'{"key": ["half')
    assert replay(tmp_path, ask()) == [FULL]


def test_what_is_no_cassette_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no recorded exchanges here; name a folder of --tb-record"):
        Cassette(tmp_path)
    (tmp_path / "exchanges-main.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match=r"exchanges-main\.jsonl, line 1: no recorded exchange"):
        Cassette(tmp_path)
    record(tmp_path / "old", (ask(), FULL))
    path = tmp_path / "old" / "exchanges-main.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":0'))
    with pytest.raises(UsageError, match="another version of thinkingbox; record it again"):
        Cassette(tmp_path / "old")


def test_the_key_is_left_out_wherever_it_stands(tmp_path: Path) -> None:
    said = ChatResponse(f"Your key is {KEY}", extra={"k": [KEY]}, detail=KEY)
    record(tmp_path, (ask(f"Is it {KEY}?"), said), (ask(), ProviderError(f"401 for {KEY}")))
    text = (tmp_path / "exchanges-main.jsonl").read_text()
    assert KEY not in text
    assert text.count("(secret left out)") == 5


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    one = replace(ENTRY, extra_body={"a": 1, "b": 2})
    other = replace(ENTRY, extra_body={"b": 2, "a": 1})
    assert request_digest(one, ask()) == request_digest(other, ask())


def test_a_trial_that_a_resumed_run_has_tried_again_is_replayed_as_it_came_out_then(tmp_path: Path) -> None:
    record(tmp_path, (ask(), ProviderError("HTTP 503")))
    record(tmp_path, (ask(), ChatResponse("Hi")), worker="gw0-r1")
    record(tmp_path, (ask(), ChatResponse("Good day")), worker="gw0-r10")
    assert replay(tmp_path, ask()) == [ChatResponse("Good day")]
