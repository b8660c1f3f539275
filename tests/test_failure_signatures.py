"""Each failed trial gets one signature, by the first rule that applies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from failing import KNOWN, UNTOUCHED, effect, line, rows, talk, trial
from hypothesis import given, settings
from hypothesis import strategies as st
from toyshop import DOMAIN
from trials import DONE, attempt, call, calls, plan_of

from thinkingbox_plugin.analysis.conversation import Answered, TalkRow, answered_calls, never_made_good
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.analysis.signatures import SIGNATURES, signature
from thinkingbox_plugin.closing import CLOSED_ASKING, closes_asking
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import Reply
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.reading import row_parser
from thinkingbox_plugin.run import fingerprints, golden_tools


def said(row: TalkRow) -> str:
    return signature(row, KNOWN)


# -- tool use


def test_a_refused_write_that_was_never_made_good_is_tool_use() -> None:
    assert said(trial(messages=talk("get_order", "!create_refund", "close_ticket"))) == "tool use"
    assert said(trial(touched=False, messages=talk("!create_refund"))) == "tool use"


def test_a_refused_write_that_was_made_good_is_not() -> None:
    again = talk("!create_refund", "create_refund", "create_refund", "close_ticket")
    assert said(trial(messages=again)) == "wrong state update"
    assert said(trial(messages=talk("create_refund", "create_refund", "!create_refund"))) == "tool use"


def test_a_refused_write_is_tool_use_where_the_golden_makes_more_such_calls() -> None:
    assert said(trial(messages=talk("!create_refund", "create_refund"))) == "tool use"
    assert said(trial(messages=talk("!create_refund", "create_refund"), golden="other")) == "wrong state update"
    assert said(trial(messages=talk("create_refund"))) == "wrong state update"


def test_a_call_of_a_tool_that_does_not_exist_is_tool_use() -> None:
    assert said(trial(messages=talk("!make_refund", "close_ticket"))) == "tool use"


def test_a_refused_look_up_is_tool_use_only_where_nothing_was_changed() -> None:
    assert said(trial(messages=talk("!get_order", "close_ticket"))) == "wrong state update"
    assert said(trial(touched=False, messages=talk("!get_order"))) == "tool use"
    assert said(trial(touched=False, messages=talk("!get_order", "find_orders"))) == "tool use"
    assert said(trial(touched=False, messages=talk("!get_order", "get_order"))) == "no state change"


def test_a_call_that_was_only_written_as_text_is_tool_use_where_nothing_was_changed() -> None:
    assert said(trial(touched=False, flags=("call_as_text",))) == "tool use"
    assert said(trial(flags=("call_as_text",))) == "wrong state update"


def test_a_refused_call_that_did_no_harm_is_no_reason() -> None:
    assert said(trial(right=True, wrong="tell", messages=talk("!create_refund"))) == "user side"


def test_where_a_run_does_not_say_which_tools_read_every_tool_may_write() -> None:
    row = trial(messages=talk("!get_order", "close_ticket"))
    assert (said(row), signature(row, Known())) == ("wrong state update", "tool use")


def test_calls_that_a_limit_cut_off_have_no_answer() -> None:
    assert list(answered_calls(talk("get_order", "?create_refund"))) == [Answered("get_order", False)]
    assert never_made_good([Answered(tool, bad) for tool, bad in (("a", True), ("b", True), ("a", False))]) == ["b"]


# -- the others


def test_a_changed_state_that_is_not_right_is_a_wrong_state_update() -> None:
    assert said(trial(difference=(line("wrong value", column="amount", call=2),))) == "wrong state update"
    assert said(trial(stop_reason="user_limit")) == "wrong state update"


def test_a_wrong_footprint_is_a_wrong_state_update_whatever_the_end_state() -> None:
    assert said(trial(right=True, wrong="footprint tell")) == "wrong state update"
    assert said(trial(touched=False, wrong="footprint")) == "wrong state update"


@pytest.mark.parametrize("check", ["tell", "leak", "consent", "scope", "rubric.0", "no_store_credit"])
def test_a_right_state_with_another_check_failed_is_the_users_side(check: str) -> None:
    assert said(trial(right=True, wrong=check)) == "user side"
    assert said(trial(right=True, touched=False, wrong=check)) == "user side"


def test_an_untouched_state_is_the_users_side_where_the_agent_waited_for_the_user() -> None:
    assert said(trial(touched=False, stop_reason="user_limit")) == "user side"
    assert said(trial(touched=False, flags=(CLOSED_ASKING,))) == "user side"
    assert said(trial(touched=False, flags=(CLOSED_ASKING,), stop_reason="time_limit")) == "no state change"


def test_an_untouched_state_is_no_state_change_otherwise_also_with_something_untold() -> None:
    assert said(trial(touched=False, wrong="tell")) == "no state change"
    assert said(trial(touched=False, stop_reason="refused")) == "no state change"


def test_a_record_without_a_hash_is_untouched_if_no_call_had_an_effect() -> None:
    assert said(trial(state_hash="")) == "no state change"
    assert said(trial(state_hash="", effects=(effect("inserted"),))) == "wrong state update"
    assert said(trial(state_only=None, wrong="tell")) == "user side"


# -- any record


@settings(max_examples=80, deadline=None)
@given(row=rows(), known=st.sampled_from([KNOWN, Known()]))
def test_every_failed_trial_has_exactly_one_signature_whatever_its_record_holds(row: TalkRow, known: Known) -> None:
    found = signature(row, known)
    assert [name for name in SIGNATURES if name == found] == [found]
    if row.state_only and found != "user side":
        assert any(check.name == "footprint" and check.passed is False for check in row.checks)
    if found == "no state change":
        assert row.state_hash in ("", UNTOUCHED)
    if row.state_only is False and found == "user side":
        assert row.stop_reason == "user_limit" or CLOSED_ASKING in row.flags


# -- trials in the toyshop


def of(record: TrialRecord) -> TalkRow:
    """As a report reads it."""
    row: TalkRow = row_parser(TalkRow)(encode(record))
    return row


@cache
def known_of(name: str) -> Known:
    plan = plan_of(name)
    prints = fingerprints([plan.task])
    return Known({plan.task.nodeid: golden_tools(plan)}, prints["calls"], prints["references"])


VERIFY = call("verify_customer", email="bruno.vale@example.org", order_id="ORD-9")


def played(name: str, *turns: Any, limits: Limits | None = None) -> str:
    record = attempt(name, *turns, limits=limits).record
    assert record.trial_class == "failed"
    return signature(of(record), known_of(name))


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([calls(VERIFY), calls(call("cancel_order", order_id="ORD-8")), DONE], "tool use"),
        ([calls(call("cancel", order_id="ORD-9")), DONE], "tool use"),
        ([calls(VERIFY), calls(call("cancel_order", order_id="ORD-9")), DONE], "wrong state update"),
        ([calls(VERIFY), "Shall I cancel ORD-9 for you? <DONE>"], "user side"),
        ([calls(VERIFY), "It cannot be cancelled. Can I help you with anything else? <DONE>"], "no state change"),
        ([DONE], "no state change"),
        ([Reply(stop="refused")], "no state change"),
    ],
)
def test_trials_of_an_agent_that_goes_wrong_are_told_apart(turns: Sequence[Any], wanted: str) -> None:
    assert played("CAN_001", *turns) == wanted


def test_an_agent_that_only_asks_until_the_user_has_no_turn_left_waits_for_the_user() -> None:
    assert played("CAN_001", "Which order?", "Which order?", limits=Limits(user_turns=1)) == "user side"


def test_what_a_run_says_of_its_tools_is_what_the_domain_has() -> None:
    known = known_of("RET_001")
    assert known.golden_calls(attempt("RET_001", DONE).record.task, "the 2nd")["book_pickup"] == 1
    assert {tool.name for tool in DOMAIN.by_name.values() if not tool.writes} == set(known.calls["toyshop"]["reading"])
    assert known.refers("toyshop", "refunds", "order_id")
    assert not known.refers("toyshop", "refunds", "amount")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Shall I go ahead with the refund of 64.00?", True),
        ("I can do one of two things.\n\nWhich one do you prefer? I will wait.", True),
        ("Do you agree? Is there anything else?", True),
        ("Is there anything else I can do for you?", False),
        ("Can I help with something else? Goodbye.", False),
        ("Is there something we can do for you? Do you have any other questions?", False),
        ("May I be of further assistance?", False),
        ("You asked: why so late?\n\nThe parcel was lost. It is refunded.", False),
        ("It is done.", False),
        ("", False),
    ],
)
def test_a_closing_question_is_told_from_an_offer_of_more_help(text: str, asks: bool) -> None:
    assert closes_asking(text) is asks
