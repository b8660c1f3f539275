"""Why trials failed: signatures, one line for each task, the whole story of one trial."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.records import CheckResult, DifferenceRecord, StopReason, TrialClass, TrialRecord
from thinkingbox_plugin.report.failures import failure_lines, failure_section, signature, singular
from thinkingbox_plugin.results import without_texts


def failed(*difference: DifferenceRecord, stop: StopReason = "done", **fields: Any) -> TrialRecord:
    return TrialRecord(
        task="sandbox_travel/test_refunds.py::test_case_REF_003",
        domain="travel",
        model="gpt-5.4",
        trial=fields.pop("trial", 7),
        seed=0,
        trial_class="failed",
        difference=list(difference),
        stop_reason=stop,
        **fields,
    )


def wrong(table: str, column: str, call: int | None = 0) -> DifferenceRecord:
    return DifferenceRecord(
        "wrong value", table, "X-1", column, "64.00", "32.00", call, "tool" if call is not None else None
    )


def row(
    kind: Literal["missing row", "unexpected row"], table: str, expected: Any = None, actual: Any = None
) -> DifferenceRecord:
    return DifferenceRecord(kind, table, "X-1", None, expected, actual, None if kind == "missing row" else 1, "tool")


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        ([wrong("refunds", "amount")], "refunds: wrong amount"),
        ([wrong("refunds", "reason"), wrong("refunds", "amount")], "refunds: wrong amount, reason"),
        ([wrong("orders", "status", call=None)], "orders: status unchanged"),
        ([row("missing row", "refunds", {"amount": "64.00"})], "no refund"),
        ([row("unexpected row", "tickets", None, {"topic": "x"})], "unexpected tickets row"),
        ([row("missing row", "orders", {"status": "x"}, "(deleted)")], "orders row deleted"),
        ([row("unexpected row", "holds", "(deleted)", "(unchanged)")], "holds row not deleted"),
        ([row("unexpected row", "refunds"), row("unexpected row", "refunds")], "unexpected refunds row"),
        ([wrong("orders", "due", call=None), wrong("orders", "at", call=None)], "orders: at, due unchanged"),
        ([DifferenceRecord("wrong value", "orders", "X-1", None, {}, {}, 1, "t")], "orders: wrong row"),
        ([wrong("tickets", "reason"), wrong("zones", "a")], "zones: wrong a, tickets: wrong reason"),
        ([wrong("tickets", "reason"), wrong("refunds", "amount")], "refunds: wrong amount, tickets: wrong reason"),
        (
            [wrong("a", "x"), wrong("b", "y"), wrong("c", "z"), row("missing row", "tickets")],
            "a: wrong x, b: wrong y and 2 more",
        ),
    ],
)
def test_a_wrong_state_is_told_by_table_with_the_help_desk_last(
    difference: list[DifferenceRecord], expected: str
) -> None:
    assert signature(failed(*difference)) == expected


@pytest.mark.parametrize("stop", ["tool_limit", "user_limit", "refused", "agent_error"])
def test_a_trial_that_was_cut_off_before_it_was_done_is_told_by_what_ended_it(stop: StopReason) -> None:
    undone = [row("missing row", "refunds"), wrong("orders", "status", call=None)]
    assert signature(failed(*undone, stop=stop)) == stop
    assert signature(failed(*undone)) == "orders: status unchanged, no refund"
    assert signature(failed(*undone, wrong("refunds", "amount"), stop=stop)) != stop


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (CheckResult("consent", False, "amount not named"), "consent: amount not named"),
        (
            CheckResult("consent", False, "call 5, create_refund: amount 64.00 was not named; call 9, x: y"),
            "consent: create_refund: amount 64.00 was not named",
        ),
        (CheckResult("tell", False, "the user was not told 64.00"), "tell: the user was not told 64.00"),
        (
            CheckResult("footprint", False, "also touched: orders ORD-1 (call 3, x)"),
            "footprint: also touched: orders ORD-1",
        ),
        (CheckResult("rubric.0", False, "Does it say why? No: it does not"), "rubric.0: Does it say why?"),
        (CheckResult("mine", False), "mine"),
        (CheckResult("mine", False, "a; b; c"), "mine: a"),
        (CheckResult("long", False, "x" * 100), f"long: {'x' * 59}…"),
    ],
)
def test_a_right_state_is_told_by_the_checks_that_failed(check: CheckResult, expected: str) -> None:
    assert (
        signature(failed(checks=[CheckResult("state.refunds", True), check, CheckResult("rubric.1", None)])) == expected
    )
    assert signature(failed(checks=[check], stop="user_limit")) == expected


def test_a_wrong_state_says_more_than_the_checks() -> None:
    record = failed(wrong("refunds", "amount"), checks=[CheckResult("tell", False, "not told")])
    assert signature(record) == "refunds: wrong amount"


@pytest.mark.parametrize(
    ("cls", "stop", "expected"),
    [
        ("passed", "done", ""),
        ("ungraded", "done", "ungraded"),
        ("unmeasured", "provider_error", "unmeasured: provider_error"),
        ("not_run", "done", "not_run"),
    ],
)
def test_a_trial_without_a_verdict_is_told_by_its_class(cls: TrialClass, stop: StopReason, expected: str) -> None:
    assert signature(replace(failed(wrong("a", "b"), stop=stop), trial_class=cls)) == expected


def test_a_failure_of_which_nothing_is_known_is_told_by_its_stop_reason() -> None:
    assert signature(failed(stop="empty")) == "empty"


def test_a_signature_survives_the_loss_of_all_texts() -> None:
    for line in (
        wrong("refunds", "amount"),
        row("missing row", "orders", {}, "(deleted)"),
        row("missing row", "refunds"),
    ):
        assert signature(without_texts(failed(line))) == signature(failed(line))


@pytest.mark.parametrize(
    ("table", "one"),
    [
        ("refunds", "refund"),
        ("ticket_comments", "ticket comment"),
        ("entries", "entry"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("branches", "branch"),
        ("dishes", "dish"),
        ("glass", "glass"),
        ("warehouses", "warehouse"),
        ("stock", "stock"),
        ("status", "status"),
    ],
)
def test_a_table_name_has_a_singular(table: str, one: str) -> None:
    assert singular(table) == one


def test_a_task_that_failed_gets_one_line_with_its_reasons_counted() -> None:
    records = [
        *(replace(failed(trial=n), trial_class="passed") for n in range(14)),
        *(failed(row("missing row", "tickets"), trial=n) for n in (14, 15)),
        *(failed(wrong("refunds", "amount"), trial=n) for n in (16, 17, 18, 19)),
    ]
    assert failure_lines(records) == [
        "sandbox_travel/test_refunds.py::test_case_REF_003[gpt-5.4] "
        "14/20 passed · 4 × refunds: wrong amount · 2 × no ticket"
    ]


def test_each_task_and_model_has_its_own_line_and_a_task_that_passed_has_none() -> None:
    records = [
        replace(failed(), task="A", model="x"),
        replace(failed(), task="B", model="x", trial_class="passed"),
        replace(failed(), task="A", model="y", stop_reason="empty"),
    ]
    assert failure_lines(iter(records)) == ["A[x] 0/1 passed · 1 × done", "A[y] 0/1 passed · 1 × empty"]
    assert failure_lines([]) == []


def test_a_trap_is_named_with_its_policy_section() -> None:
    [line] = failure_lines([failed(wrong("refunds", "amount"), trap="customers.md#scores")])
    assert line.endswith("0/1 passed · 1 × refunds: wrong amount (trap: customers.md#scores)")


def test_reasons_beyond_the_fourth_are_counted_together_and_order_of_records_is_no_matter() -> None:
    records = [failed(wrong("t", column)) for column in "aaabbcdeeeef"]
    [line] = failure_lines(records)
    assert line.endswith("0/12 passed · 4 × t: wrong e · 3 × t: wrong a · 2 × t: wrong b · 1 × t: wrong c · 2 × other")
    assert failure_lines(reversed(records)) == [line]


def test_the_section_tells_the_whole_story() -> None:
    record = failed(
        DifferenceRecord("wrong value", "refunds", "RF-1", "amount", "64.00", "32.00", 1, "create_refund"),
        DifferenceRecord("missing row", "tickets", "(new tickets)", None, {"topic": "delivery", "open": True}),
        DifferenceRecord("unexpected row", "holds", "H-1", None, None, {"order_id": "ORD-1"}, 0, "hold"),
        golden="partial refund",
        trap="customers.md#scores",
        tool_calls=3,
        write_calls=2,
        failed_calls=1,
        user_turns=1,
        checks=[
            CheckResult("state.refunds", False, "1 difference from the golden"),
            CheckResult("footprint", True),
            CheckResult("leak", False, "first\nsecond"),
            CheckResult("rubric.0", None),
            CheckResult("rubric.1", None, "not asked"),
        ],
        messages=[
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "name": "hold", "arguments": '{"x":1}'}]},
            {"role": "tool", "content": "{}", "tool_call_id": "1"},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [
                    {"id": "2", "name": "create_refund", "arguments": "{"},
                    {"id": "3", "name": "create_refund", "arguments": '{"amount":"32.00"}'},
                ],
            },
            {"role": "tool", "content": "not JSON", "tool_call_id": "2", "is_error": True},
            {"role": "tool", "content": "{}", "tool_call_id": "3"},
        ],
    )
    policies = {"customers.md#scores": "## Scores\nBelow 50: five percent."}
    assert failure_section(record, policies).splitlines() == [
        "sandbox_travel/test_refunds.py::test_case_REF_003[gpt-5.4-t07] failed: "
        "unexpected holds row, refunds: wrong amount and 1 more",
        "ended: done after 3 tool calls (2 writing, 1 refused), 1 user turn",
        "trap: the end state is that of the trap which breaks customers.md#scores",
        "    | ## Scores",
        "    | Below 50: five percent.",
        "difference to golden 'partial refund', 3 lines:",
        "  refunds RF-1: amount is 32.00, expected 64.00",
        '    by call 1, create_refund({"amount":"32.00"})',
        '  tickets (new tickets): missing, expected {"topic": "delivery", "open": true}',
        '  holds H-1: unexpected, {"order_id": "ORD-1"}',
        '    by call 0, hold({"x":1})',
        "checks:",
        "  FAIL state.refunds: 1 difference from the golden",
        "  pass footprint",
        "  FAIL leak: first",
        "         second",
        "  ---- rubric.0: not graded",
        "  ---- rubric.1: not asked",
    ]


def test_the_section_of_a_trial_that_passed_says_so() -> None:
    record = replace(failed(), trial_class="passed", checks=[CheckResult("tell", True)])
    assert failure_section(record).splitlines()[0].endswith("[gpt-5.4-t07] passed")


def test_a_trap_whose_policy_is_not_at_hand_is_named_all_the_same() -> None:
    lines = failure_section(failed(trap="customers.md#scores"), {"other.md#x": "text"}).splitlines()
    assert lines[2:] == ["trap: the end state is that of the trap which breaks customers.md#scores"]


def test_calls_that_failed_may_not_have_been_counted() -> None:
    """Call 1 of those that reached a tool is the fourth of the conversation, after two that did not."""
    line = DifferenceRecord("wrong value", "refunds", "RF-1", "amount", "1", "2", 1, "pay")
    names = ["look", "no_such_tool", "no_such_tool", "pay", "look", "pay", "pay"]
    calls = [{"id": str(n), "name": name, "arguments": str(n)} for n, name in enumerate(names)]
    answers = [{"role": "tool", "content": "", "is_error": name == "no_such_tool"} for name in names]
    messages = [{"role": "assistant", "content": "", "tool_calls": calls}, *answers]
    assert "    by call 1, pay(3)" in failure_section(failed(line, messages=messages)).splitlines()
    del calls[3]["arguments"]
    assert "    by call 1, pay()" in failure_section(failed(line, messages=messages)).splitlines()


def test_the_section_of_an_unmeasured_trial_says_what_went_wrong() -> None:
    record = replace(failed(stop="provider_error"), trial_class="unmeasured", error="HTTP 500: out of order")
    assert failure_section(record).splitlines() == [
        "sandbox_travel/test_refunds.py::test_case_REF_003[gpt-5.4-t07] unmeasured: provider_error",
        "ended: provider_error after 0 tool calls (0 writing, 0 refused), 0 user turns",
        "error: HTTP 500: out of order",
    ]


def test_where_two_calls_could_have_written_a_value_no_arguments_are_guessed() -> None:
    calls = [{"id": str(n), "name": "pay", "arguments": f"{{{n}}}"} for n in range(3)]
    answers = [{"role": "tool", "content": "", "is_error": n == 0} for n in range(3)]
    line = DifferenceRecord("wrong value", "refunds", "RF-1", "amount", "1", "2", 1, "pay")
    messages = [{"role": "assistant", "content": "", "tool_calls": calls}, *answers]
    assert "    by call 1, pay" in failure_section(failed(line, messages=messages)).splitlines()
    assert "    by call 1, pay" in failure_section(failed(line)).splitlines()
    answers[0]["is_error"] = False
    assert "    by call 1, pay({1})" in failure_section(failed(line, messages=messages)).splitlines()


def test_values_that_would_look_like_nothing_are_quoted() -> None:
    values: list[Any] = ["", " x", None, False, "x", ["é"], Decimal("1.50")]
    lines = [DifferenceRecord("wrong value", "t", "k", "c", value, 0) for value in values]
    section = failure_section(failed(*lines))
    expected = [line.partition("expected ")[2] for line in section.splitlines() if "expected" in line]
    assert expected == ['""', '" x"', "null", "false", "x", '["é"]', '"1.50"']


@given(st.text(st.characters(exclude_categories=())))
def test_whatever_a_model_wrote_reaches_no_terminal_raw(text: str) -> None:
    call = {"id": text, "name": text, "arguments": text}
    record = replace(
        failed(DifferenceRecord("wrong value", text, text, text, text, [text], 0, text)),
        model=text,
        golden=text,
        trap=text,
        error=text,
        checks=[CheckResult(text, False, text)],
        messages=[
            {"role": "assistant", "content": text, "tool_calls": [call]},
            {"role": "tool", "content": text, "tool_call_id": text},
        ],
    )
    section = failure_section(record, {text: text})
    for line in [*section.split("\n"), *failure_lines([record, replace(record, difference=[])])]:
        assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in line)
