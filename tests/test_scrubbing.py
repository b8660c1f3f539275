"""A key that a provider, or the model itself, says again stands in nothing that a run writes or prints."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from provider_server import KEY, Answer, Asked, Fail, ProviderServer, Say
from shops import SCRIPTED, Shop, cancel
from test_model_runs import SOLUTION, written
from test_user_judge_run import FACTS, RUBRIC, is_judge

from thinkingbox_plugin import cli
from thinkingbox_plugin.errors import FatalProviderError
from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.providers import ChatRequest, ChatResponse, ModelEntry
from thinkingbox_plugin.providers.scrubbing import Cleaner, ScrubbingClient, scrubbing

ESCAPED = "".join(f"\\u{ord(character):04x}" for character in KEY)
HEADER = "header-token-7f3a9c"
GIFT = {"order_id": "ORD-9", "product_ids": ["TOY-1"]}
LOUD = (
    "--tb-show-failures",
    "--log-level=DEBUG",
    "-o",
    "log_file=all.log",
    "--showlocals",
    "--junitxml=junit.xml",
    "-rA",
)
LEFT_OUT = "(key left out)"
WITH_GIFTS = """
with trial.golden("gifts") as world:
    verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
    create_gift(world, order_id="ORD-9", product_ids=["TOY-1"])
    create_gift(world, order_id="ORD-9", product_ids=["TOY-1"])
    cancel_order(world, order_id="ORD-9")
"""


def everything(shop: Shop, result: pytest.RunResult) -> str:
    return written(shop.pytester.path) + result.stdout.str() + result.stderr.str()


def repeating(asked: Asked) -> Answer:
    """A model that says its key in every place that a reply has, and so do the user and the judge."""
    heard = asked.headers["authorization"].removeprefix("Bearer ")
    assert heard == KEY
    if is_judge(asked):
        return Say(json.dumps({"reason": f"It says {heard}.", "answer": "yes"}))
    if not asked.tools:
        return Say(f"My order is ORD-9, and {heard} is all I know.")
    match asked.turns:
        case 0:
            return Say(f"Your key {heard} and {HEADER}: which order?", reasoning=f"I was sent {heard}.")
        case 1:
            calls = (
                ToolCall(f"call-{heard}", "verify_customer", SOLUTION[0].arguments),
                ToolCall("b", "create_gift", json.dumps({**GIFT, "card": f"Key {heard}"})),
                ToolCall("c", "create_gift", json.dumps({**GIFT, "card": "Key ?"}).replace("?", ESCAPED)),
                ToolCall("d", f"tool_{heard}", "{}"),
                ToolCall("e", "cancel_order", f'{{"order_id": "{heard}"'),
                *SOLUTION[1:],
            )
            return Say(f"One moment, {heard}.", calls, reasoning=heard, model=f"served {heard}")
    return Say(f"It is cancelled. {heard} <DONE>")


def settings(shop: Shop, url: str, api: str = "chat") -> None:
    (shop.pytester.path / "thinkingbox.toml").write_text(
        f'[models.m]\nbase_url = "{url}"\nkey_variable = "OPENAI_API_KEY"\napi = "{api}"\n'
        f'extra_headers = {{"x-token" = "${{MY_TOKEN}}"}}\n'
    )


@pytest.fixture(autouse=True)
def _secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("MY_TOKEN", HEADER)


@pytest.mark.parametrize(("api", "more"), [("chat", ("-n1",)), ("responses", ())])
def test_a_key_that_agent_user_and_judge_repeat_is_written_nowhere(shop: Shop, api: str, more: tuple[str, ...]) -> None:
    shop.write("test_orders.py", cancel("ABC_001", f"{FACTS}, {RUBRIC}", WITH_GIFTS))
    with ProviderServer(repeating) as server:
        settings(shop, server.url, api)
        options = ("--tb-model=m", "--tb-user-model=m", "--tb-judge-model=m", "--tb-record=tape")
        result = shop.run_apart(*options, *LOUD, *more)
        asked = [json.dumps(request.body) for request in server.asked]
    found = everything(shop, result)
    assert KEY not in found
    assert ESCAPED not in found
    assert HEADER not in found
    (record,) = shop.records()
    assert record.trial_class == "passed"
    assert [effect.columns["card"] for effect in record.effects if effect.table == "gifts"] == [f"Key {LEFT_OUT}"] * 2
    texts = [message["content"] for message in record.messages]
    assert f"Your key {LEFT_OUT} and {LEFT_OUT}: which order?" in texts
    assert f"My order is ORD-9, and {LEFT_OUT} is all I know." in texts
    arguments = [call["arguments"] for message in record.messages for call in message.get("tool_calls", ())]
    assert arguments.count(json.dumps({**GIFT, "card": f"Key {LEFT_OUT}"})) == 2
    assert record.flags.count("key_in_reply") == 3
    assert "It says (key left out)." in found
    assert not [body for body in asked if KEY in body], "nor is it sent to anybody in a conversation"


def test_a_run_in_which_the_key_was_said_is_replayed_from_its_recording(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", FACTS))
    with ProviderServer(repeating) as server:
        settings(shop, server.url)
        shop.run("--tb-model=m", *SCRIPTED, "--tb-record=tape", "--tb-out=one")
    shop.run("--tb-model=m", *SCRIPTED, "--tb-replay=tape", "--tb-out=two")
    (first,), (second,) = shop.records(shop.pytester.path / "one"), shop.records(shop.pytester.path / "two")
    assert (first.messages, first.flags, first.checks) == (second.messages, second.flags, second.checks)


QUOTES = f"no, {{authorization}}, {'x' * 173}{{authorization}}"


@pytest.mark.parametrize("how", ["status", "inside", "garbage", "fatal"])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_a_provider_that_quotes_the_key_in_an_error_gives_it_away_to_nobody(
    shop: Shop, how: str, api: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = QUOTES.format(authorization=f"Bearer {KEY}")
    shop.write("test_orders.py", cancel())
    error = {"error": {"message": words, "code": "invalid_request"}}
    answers: dict[str, Answer] = {
        "status": Fail(400, words),
        "fatal": Fail(401, words),
        "inside": Fail(how="body", message=json.dumps(error | {"error": {**error["error"], "code": 418}})),
        "garbage": Fail(how="body", message=f'"{words}'),
    }
    monkeypatch.setattr("thinkingbox_plugin.providers.retry.RetryPolicy.wait", lambda *_: 0.001)
    with ProviderServer(lambda asked: answers[how]) as server:
        settings(shop, server.url, api)
        result = shop.run("--tb-model=m", *SCRIPTED, "--tb-record=tape", *LOUD)
    found = everything(shop, result)
    assert f"Bearer {LEFT_OUT}" in found
    assert not re.search(re.escape(KEY[:10]), found), "nor is a half of it left where words are cut short"


def test_the_check_before_the_first_trial_does_not_print_a_key(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    with ProviderServer(lambda asked: Say(f"{'y' * 110} {KEY}"), ready=False) as server:
        settings(shop, server.url)
        result = shop.run("--tb-model=m", *SCRIPTED, *LOUD)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "it was asked to call a tool" in result.stdout.str() + result.stderr.str()
    assert KEY[:10] not in everything(shop, result)


def test_a_secret_on_the_command_line_is_not_written_into_the_results(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    said = [Say("It begins with literal-header-7f3a9c."), Say(calls=SOLUTION), Say("Cancelled. <DONE>")]
    with ProviderServer(said) as server:
        settings(shop, server.url)
        header = '{"x-token": "literal-header-7f3a9c"}'
        shop.run("--tb-model=m", *SCRIPTED, f"--tb-model-arg=m:extra_headers={header}", "--junitxml=results/junit.xml")
    assert [record.trial_class for record in shop.records()] == ["passed"]
    assert server.asked[0].headers["x-token"] == "literal-header-7f3a9c"
    assert "literal-header-7f3a9c" not in written(shop.pytester.path / "results")


def test_a_judge_asked_later_that_repeats_the_key_does_not_bring_it_into_the_results(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_json = Say("I cannot say.")
    with ProviderServer(lambda asked: no_json if is_judge(asked) else repeating(asked)) as server:
        settings(shop, server.url)
        shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-user-model=scripted", "--tb-judge-model=m")
    assert [record.trial_class for record in shop.records()] == ["ungraded"]
    monkeypatch.chdir(shop.pytester.path)
    with ProviderServer(repeating) as server:
        settings(shop, server.url)
        assert cli.main(["rejudge", str(shop.results)]) == 0
    printed = capsys.readouterr()
    assert [record.trial_class for record in shop.records()] == ["passed"]
    assert KEY not in written(shop.pytester.path) + printed.out + printed.err


class Fake:
    def __init__(self, answer: ChatResponse | Exception) -> None:
        self.answer = answer

    async def complete(self, request: ChatRequest) -> ChatResponse:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def aclose(self) -> None:
        self.answer = ValueError("closed")


def complete(answer: ChatResponse | Exception, *secrets: str) -> ChatResponse:
    return asyncio.run(ScrubbingClient(Fake(answer), Cleaner(secrets)).complete(ChatRequest(())))


def test_a_reply_without_a_key_is_the_very_same_object() -> None:
    said = ChatResponse("Hello", (ToolCall("a", "look", '{"a": "\\u0041"}'),), extra={"output": [{"a": ("b", 1)}]})
    assert complete(said, KEY) is said


def test_a_key_is_found_in_what_only_the_provider_understands() -> None:
    extra: Any = {"output": [{KEY: [None, 1.5, {"arguments": f'{{"a": "{ESCAPED}"}}'}]}]}
    cleaned = complete(ChatResponse(extra=extra), KEY)
    assert cleaned.scrubbed
    assert cleaned.extra == {"output": [{LEFT_OUT: [None, 1.5, {"arguments": f'{{"a": "{LEFT_OUT}"}}'}]}]}


def test_of_two_keys_of_which_one_is_part_of_the_other_nothing_is_left() -> None:
    assert complete(ChatResponse("abcdef-12345-more!"), "abcdef-12345", "abcdef-12345-more").text == f"{LEFT_OUT}!"


@pytest.mark.parametrize("key", ["anything", "not-needed", "ollama"])
def test_a_placeholder_for_a_key_is_left_in_what_a_model_says(key: str) -> None:
    said = ChatResponse(f"Is there {key} else?")
    assert complete(said, key) is said


def test_text_with_a_backslash_that_is_no_json_stays_as_it_is() -> None:
    said = ChatResponse("{\\u0041", detail="[" * 100_000 + "\\")
    assert complete(said, KEY) is said


def test_an_error_keeps_its_kind_and_loses_the_key() -> None:
    for error in (FatalProviderError(f"bad {KEY}"), ValueError(f"bad {KEY}", 3, [KEY])):
        with pytest.raises(type(error)) as caught:
            complete(error, KEY)
        assert KEY not in str(caught.value)
        assert "bad (key left out)" in str(caught.value)


def test_a_client_is_cleaned_of_the_keys_of_the_other_models_too(tmp_path: Path) -> None:
    entry = ModelEntry("a", "a", key_variable="OPENAI_API_KEY")
    other = replace(entry, name="b", key_variable=None, extra_headers={"x-token": "${MY_TOKEN}"})
    client = scrubbing((entry, other))(other, Fake(ChatResponse(f"{KEY} {HEADER}")))
    assert asyncio.run(client.complete(ChatRequest(()))).text == f"{LEFT_OUT} {LEFT_OUT}"
