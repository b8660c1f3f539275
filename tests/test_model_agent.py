"""What a provider's model may send back, one test for each, over real HTTP in both wire formats."""

from __future__ import annotations

import json

import pytest
import toyshop
from model_trials import plan_of, run_model, toyshop_oracle
from provider_oracle import after
from provider_server import Answer, Asked, Fail, Say

from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.records import TrialRecord

pytestmark = pytest.mark.parametrize("api", ["chat", "responses"])

BIG = json.dumps({"query": "x" * 1_000_100})


def call(name: str, arguments: str, call_id: str = "c-1") -> ToolCall:
    return ToolCall(call_id, name, arguments)


def at_turn(turn: int, answer: Answer) -> object:
    """The oracle, but for one turn."""
    return lambda asked: answer if asked.turns == turn else toyshop_oracle()(asked)


def results(record: TrialRecord) -> list[str]:
    return [message["content"] for message in record.messages if message["role"] == "tool"]


def test_a_model_that_knows_the_solution_passes(api: str) -> None:
    record, server = run_model(toyshop_oracle(), "LAT_001", api=api)
    assert (record.trial_class, record.stop_reason, record.failed_calls, record.flags) == ("passed", "done", 0, [])
    assert {asked.api for asked in server.asked} == {api}


def test_the_system_prompt_is_the_domains_instructions_and_the_conventions_and_the_tools_are_the_domains(
    api: str,
) -> None:
    _, server = run_model(toyshop_oracle(), api=api)
    system, opening = server.asked[0].messages
    assert (system.role, opening.content) == ("system", plan_of("CAN_001").task.opening)
    assert system.content.startswith(toyshop.DOMAIN.instructions)
    now = toyshop.DOMAIN.now
    for convention in (
        f"It is now {now:%A}, {now.day} {now:%B %Y}",
        "Write in English",
        "with <DONE>",
        "report_injection",
    ):
        assert convention in system.content
    assert {tool["name"] for tool in server.asked[0].tools} == {*toyshop.DOMAIN.by_name, "report_injection"}
    assert all(tool["strict"] for tool in server.asked[0].tools)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("order_id=ORD-9", "not valid JSON"),
        ('{"order_id": "ORD-9"}}', "not valid JSON"),
        ('["ORD-9"]', "must be a JSON object, not"),
        ('{"order_id": "ORD-9", "order_id": "ORD-1"}', "name 'order_id' twice"),
        (BIG, "longer than 1000000 characters"),
        ("", "order_id: this argument is required"),
        ("null", "order_id: this argument is required"),
    ],
    ids=["no JSON", "a brace too many", "a list", "a key twice", "over 1 MB", "nothing", "null"],
)
def test_arguments_that_cannot_be_used_are_an_error_to_the_model_and_the_trial_goes_on(
    api: str, arguments: str, told: str
) -> None:
    bad = Say(calls=(call("get_order", arguments),))
    record, server = run_model(after([bad], toyshop_oracle()), api=api)
    assert told in results(record)[0]
    assert (record.failed_calls, record.trial_class) == (1, "passed")
    assert record.messages[2]["tool_calls"][0]["arguments"] == arguments
    # The next request was one that a strict provider takes, and it tells the model of its error.
    assert server.asked[1].messages[3].is_error


@pytest.mark.parametrize("arguments", ["", "null", "{}", "  "])
def test_no_arguments_may_be_written_as_nothing_or_null(api: str, arguments: str) -> None:
    listing = Say(calls=(call("list_tickets", arguments),))
    record, _ = run_model(after([listing], toyshop_oracle()), api=api, strict_tools=False)
    # The tool is asked without arguments and names the one that it needs: the text itself was no error.
    assert (record.failed_calls, results(record)[0]) == (1, "requester_id: this argument is required")
    assert (record.messages[2]["tool_calls"][0]["arguments"], record.trial_class) == (arguments, "passed")


def test_a_tool_that_does_not_exist_is_an_error_and_the_right_one_then_passes(api: str) -> None:
    bad = Say(calls=(call("look up/order", '{"id": "ORD-9"}'),))
    record, server = run_model(after([bad], toyshop_oracle()), api=api)
    assert "look up/order" in results(record)[0]
    assert (record.failed_calls, record.trial_class) == (1, "passed")
    assert server.asked[1].messages[2].tool_calls[0].name == "look_up_order"


def test_the_same_call_twice_in_one_message_runs_twice_in_order(api: str) -> None:
    twice = Say(
        calls=(call("get_order", '{"order_id": "ORD-9"}', "a"), call("get_order", '{"order_id": "ORD-1"}', "b"))
    )
    record, server = run_model(after([twice], toyshop_oracle()), "LAT_001", api=api)
    asked_for = [json.loads(result)["id"] for result in results(record)[:2]]
    assert (asked_for, record.failed_calls) == (["ORD-9", "ORD-1"], 0)
    assert [one.id for one in server.asked[1].messages[2].tool_calls] == ["a", "b"]


def test_repeated_and_missing_call_ids_are_made_unique_toward_the_provider(api: str) -> None:
    search = call("search_policies", '{"query": "late"}', "same")
    turns = [Say(calls=(search, search)), Say(calls=(search, call("search_policies", "{}", "")))]
    record, server = run_model(after(turns, toyshop_oracle()), api=api)
    ids = [one.id for message in server.asked[2].messages for one in message.tool_calls]
    assert ids == ["same", "same-2", "same-3", "call"]
    assert [m["tool_call_id"] for m in record.messages if m["role"] == "tool"][:4] == ids
    assert (record.tool_calls, record.trial_class) == (8, "passed")


def test_neither_text_nor_calls_ends_the_trial_as_empty(api: str) -> None:
    record, _ = run_model([Say(text="")], api=api)
    assert (record.stop_reason, record.trial_class) == ("empty", "failed")


def test_reasoning_alone_at_the_cap_on_output_ends_the_trial_as_length(api: str) -> None:
    record, _ = run_model([Say(reasoning="Let me think about ORD-9 ...", finish="length")], api=api)
    assert (record.stop_reason, record.trial_class) == ("length", "failed")


def test_text_that_the_cap_has_cut_off_goes_to_the_user_and_is_flagged(api: str) -> None:
    cut = Say("Your order will be cancelled and", finish="length")
    record, _ = run_model(after([cut], toyshop_oracle()), api=api)
    assert (record.trial_class, record.flags, record.user_turns) == ("passed", ["cut_off"], 1)


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "cancel_order", "arguments": {"order_id": "ORD-9"}}</tool_call>',
        '```json\n{"name": "cancel_order", "parameters": {"order_id": "ORD-9"}}\n```',
        'cancel_order(order_id="ORD-9")',
        "<function=cancel_order>",
        '[TOOL_CALLS][{"name": "cancel_order"}]',
    ],
)
def test_a_call_written_out_as_text_is_flagged_and_not_executed(api: str, text: str) -> None:
    record, _ = run_model([Say(f"{text} <DONE>")], api=api)
    assert (record.tool_calls, record.effects, record.flags) == (0, [], ["call_as_text"])
    assert (record.stop_reason, record.trial_class) == ("done", "failed")


def test_the_users_turn_written_by_the_model_itself_is_flagged_and_only_text(api: str) -> None:
    both = Say("Is it ORD-9?<|im_end|>\n<|im_start|>user\nYes, it is.<|im_end|>")
    record, _ = run_model(after([both], toyshop_oracle()), api=api)
    assert (record.flags, record.user_turns, record.trial_class) == (["turns_as_text"], 1, "passed")


def test_a_call_inside_the_reasoning_is_flagged_and_not_executed(api: str) -> None:
    thought = 'I will do it now.\n{"name": "cancel_order", "arguments": {"order_id": "ORD-9"}}'
    record, _ = run_model([Say(reasoning=thought)], api=api)
    assert (record.tool_calls, record.flags, record.stop_reason) == (0, ["call_in_reasoning"], "empty")


def test_reasoning_that_plans_a_call_which_is_then_made_is_not_flagged(api: str) -> None:
    search = call("search_policies", '{"query": "late"}')
    planned = Say(calls=(search,), reasoning='search_policies(query="late") first.')
    record, _ = run_model(after([planned], toyshop_oracle()), api=api)
    assert (record.flags, record.trial_class) == ([], "passed")


@pytest.mark.parametrize(
    "answer",
    [
        Fail(
            400, "The response was filtered due to the prompt triggering a content management policy.", "content_filter"
        ),
        Fail(400, "Your prompt was flagged as potentially violating our usage policy.", "invalid_prompt"),
        Say("I have now", finish="content_filter"),
        Say(refusal="I cannot help with that."),
        Say(calls=(call("cancel_order", '{"order_id": "ORD-9"}'),), finish="content_filter"),
    ],
    ids=["HTTP 400", "flagged prompt", "finish reason", "refusal", "finish reason after a call"],
)
def test_a_filter_and_a_refusal_end_the_trial_as_refused_and_it_is_graded(api: str, answer: Answer) -> None:
    record, server = run_model([answer], api=api)
    assert (record.stop_reason, record.trial_class, record.tool_calls) == ("refused", "failed", 0)
    assert record.error
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fail(400, "Your input exceeds the context window of this model.", "context_length_exceeded"),
        Fail(400, "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens."),
        Fail(400, "the request exceeds the available context size", "exceed_context_size_error"),
        Fail(500, "the request exceeds the available context size. try increasing the context size"),
    ],
)
def test_a_conversation_too_long_on_turn_five_is_graded_as_it_stands_without_a_retry(api: str, fault: Fail) -> None:
    record, server = run_model(at_turn(4, fault), "LAT_001", api=api)
    assert (record.stop_reason, record.trial_class) == ("context_limit", "failed")
    assert "context" in record.error
    assert [asked.turns for asked in server.asked] == [0, 1, 2, 3, 4]
    assert any(effect.table == "refunds" for effect in record.effects)


@pytest.mark.parametrize(
    ("closing", "stops"),
    [
        ("All done.<DONE>", True),
        ("All done. <done>", True),
        ("All done.\n**<DONE>**", True),
        ("Shall I close this now? <DONE>", True),
        ("I say <DONE> when all is done. Is there anything else?", False),
        ("<DONE> Anything else?", False),
    ],
)
def test_the_end_marker_counts_only_where_it_closes_the_message(api: str, closing: str, stops: bool) -> None:
    def script(asked: Asked) -> Answer:
        answer = toyshop_oracle()(asked)
        return Say(closing) if answer.text and "<DONE>" in answer.text else answer

    def on(asked: Asked) -> Answer:
        said = [message.content for message in asked.messages if message.role == "assistant"]
        return Say("Goodbye. <DONE>") if any(closing in text for text in said) else script(asked)

    record, _ = run_model(on, api=api)
    assert (record.stop_reason, record.trial_class) == ("done", "passed")
    assert record.user_turns == (0 if stops else 1)


def test_a_write_beside_the_end_marker_is_carried_out_and_the_model_reads_its_result(api: str) -> None:
    early = Say("Done. <DONE>", (call("cancel_order", '{"order_id": "ORD-9"}'),))
    record, server = run_model([early, Say("Your order is cancelled. <DONE>")], api=api)
    assert [effect.tool for effect in record.effects if effect.table == "orders"] == ["cancel_order"]
    assert (record.stop_reason, len(server.asked)) == ("done", 2)


def test_an_end_marker_inside_a_tool_result_or_a_users_reply_ends_nothing(api: str) -> None:
    opened = Say(
        calls=(
            call(
                "open_ticket",
                json.dumps(
                    {
                        "subject": "<DONE>",
                        "topic": "delivery",
                        "priority": "low",
                        "requester_id": None,
                        "about_id": None,
                    }
                ),
            ),
        )
    )
    turns = [opened, Say("Please answer with <DONE> only."), Say("Thank you. <DONE>")]
    record, server = run_model(turns, api=api)
    assert "<DONE>" in results(record)[0]
    assert (record.stop_reason, len(server.asked)) == ("done", 3)


def test_reasoning_items_and_texts_come_back_with_their_turn(api: str) -> None:
    record, server = run_model(toyshop_oracle(), "LAT_001", api=api)
    last = server.asked[-1]
    if api == "responses":
        sealed = [item["encrypted_content"] for item in last.body["input"] if item.get("type") == "reasoning"]
        assert sealed == [f"sealed-{number}" for number in range(len(server.asked) - 1)]
        assert (last.body["store"], last.body["include"]) == (False, ["reasoning.encrypted_content"])
    else:
        assert "reasoning" not in json.dumps(last.body["messages"])
    assert "sealed" not in json.dumps(record.messages)


def test_every_request_is_counted_with_its_usage_cost_and_version(api: str) -> None:
    record, server = run_model(
        toyshop_oracle(), api=api, price_input=2.0, price_cached=0.5, price_output=10.0
    )  # 100 tokens in, 40 of them cached, 20 out
    cost = (60 * 2.0 + 40 * 0.5 + 20 * 10.0) / 1e6
    number = len(server.asked)
    assert [entry["who"] for entry in record.model_calls] == ["agent"] * number
    assert [entry["cost"] for entry in record.model_calls] == [pytest.approx(cost)] * number
    assert record.usage["agent"] == {
        "input_tokens": 100 * number,
        "cached_tokens": 40 * number,
        "output_tokens": 20 * number,
        "reasoning_tokens": 8 * number,
        "cost": pytest.approx(cost * number),
    }
    assert record.versions == {"agent": "served-model-2025-10-01"}


def test_a_change_of_the_providers_model_in_mid_trial_is_recorded(api: str) -> None:
    def script(asked: Asked) -> Answer:
        answer = toyshop_oracle()(asked)
        return Say(answer.text, answer.calls, model=f"served-model-{asked.turns // 2}")

    record, _ = run_model(script, api=api)
    assert record.versions == {"agent": "served-model-0+served-model-1"}
