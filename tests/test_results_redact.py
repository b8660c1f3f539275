"""Records without texts: nothing that was worded in the trial is left, and its shape is."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.records import CheckResult, DifferenceRecord, EffectRecord, TrialRecord
from thinkingbox_plugin.results import TrialWriter, read_trials, without_texts
from thinkingbox_plugin.results.redact import LEFT_OUT

SECRET = "the purple walrus dances"


def talkative(text: str) -> TrialRecord:
    """A record with ``text`` wherever a model, a user, a tool or a provider could put it."""
    return TrialRecord(
        task="sandbox_travel/test_stays.py::test_case_STY_001",
        domain="travel",
        model="m",
        trial=0,
        seed=1,
        trial_class="failed",
        checks=[CheckResult("tell", False, f"not said: 64.00, but: {text}"), CheckResult("leak", True, text)],
        difference=[
            DifferenceRecord("wrong value", "stays", text, "address", text, text, 0, "change_stay"),
            DifferenceRecord(
                "unexpected row", "stays", "ST-2", None, None, {"note": text, "nights": 2, "tags": [text]}
            ),
        ],
        effects=[EffectRecord(0, "change_stay", "inserted", "stays", text, {"note": text, "address": {"a": [text]}})],
        messages=[
            {"role": "system", "content": text},
            {"role": "user", "content": text},
            {
                "role": "assistant",
                "content": text,
                "tool_calls": [
                    {"id": text, "name": "change_stay", "arguments": json.dumps({"note": text})},
                    {"id": "other", "name": text, "arguments": text},
                ],
                "extra": {"reasoning": [text]},
            },
            {"role": "tool", "content": text, "tool_call_id": text, "is_error": True, "structured": text},
            {"role": text, "content": [{"type": "text", "text": text}], "tool_call_id": "other"},
        ],
        injection_reports=[{"tool": text, "quote": text}],
        error=f"ProviderError: 400: {text}",
    )


def test_no_text_is_left_anywhere() -> None:
    assert json.dumps(talkative(SECRET).to_json()).count(SECRET) > 20
    assert SECRET not in json.dumps(without_texts(talkative(SECRET)).to_json())


@given(st.text(min_size=41, max_size=80))
def test_no_long_text_is_left_whatever_it_is_made_of(text: str) -> None:
    assert text not in repr(without_texts(replace(talkative(text))))


def test_the_shape_of_the_conversation_stays() -> None:
    assert without_texts(talkative(SECRET)).messages == [
        {"role": "system", "content": "", "characters": 24, "is_error": False},
        {"role": "user", "content": "", "characters": 24, "is_error": False},
        {
            "role": "assistant",
            "content": "",
            "characters": 24,
            "is_error": False,
            "tool_calls": [
                {"id": "call-0", "name": "change_stay", "arguments": ""},
                {"id": "call-1", "name": LEFT_OUT, "arguments": ""},
            ],
        },
        {"role": "tool", "content": "", "characters": 24, "is_error": True, "tool_call_id": "call-0"},
        {"role": LEFT_OUT, "content": "", "characters": 0, "is_error": False, "tool_call_id": "call-1"},
    ]


def test_codes_stay_and_prose_goes() -> None:
    values: dict[str, Any] = {
        "id": "RF-1",
        "amount": "64.00",
        "reason": "late_delivery",
        "due": "2025-10-01",
        "at": "2025-10-01T09:30:00+00:00",
        "count": 3,
        "rate": 1.5,
        "flag": False,
        "none": None,
        "guests": ["G-1", "G-2"],
        "address": {"zip": "12345", "city": ["X-1"]},
        "name": "Dana Whitfield",
        "email": "dana@example.com",
        "long": "x" * 41,
        "empty": "",
    }
    record = replace(talkative(""), effects=[EffectRecord(0, "t", "inserted", "refunds", "RF-1", values)])
    [effect] = without_texts(record).effects
    gone = dict.fromkeys(("name", "email", "long", "empty"), LEFT_OUT)
    assert effect == EffectRecord(0, "t", "inserted", "refunds", "RF-1", values | gone)


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        ("RF-1", "RF-1"),
        ("ORD-1, 2", "ORD-1, 2"),
        ("ORD-1 2", "ORD-1 2"),
        ("A1 B2 C3 D4", "A1 B2 C3 D4"),
        ("A1 B2 C3 D4 E5", LEFT_OUT),
        ("(new refunds)", "(new refunds)"),
        ("(new walrus dances)", LEFT_OUT),
        ("Dana Whitfield", LEFT_OUT),
        ("Dana 7", LEFT_OUT),
        (f"A1 {'B2' * 20}", f"A1 {'B2' * 20}"),
        (f"A1 {'B2' * 20}x", LEFT_OUT),
        ("", LEFT_OUT),
    ],
)
def test_a_key_stays_if_each_part_of_it_is_a_code_with_a_digit(key: str, kept: str) -> None:
    record = replace(
        talkative(""),
        effects=[EffectRecord(0, "t", "deleted", "refunds", key)],
        difference=[DifferenceRecord("missing row", "refunds", key)],
    )
    found = without_texts(record)
    assert (found.effects[0].key, found.difference[0].key) == (kept, kept)


@pytest.mark.parametrize("marker", ["(unchanged)", "(deleted)", "(absent)", "(new refunds/tickets)"])
def test_the_words_of_the_state_comparison_stay(marker: str) -> None:
    record = replace(talkative(""), difference=[DifferenceRecord("wrong value", "t", "K-1", "c", marker, marker)])
    assert without_texts(record).difference == record.difference


def test_a_value_that_is_no_plain_data_is_left_out() -> None:
    record = replace(talkative(""), effects=[EffectRecord(0, "t", "inserted", "t", "K-1", {"c": object()})])
    assert without_texts(record).effects[0].columns == {"c": LEFT_OUT}


def test_a_narrative_column_goes_even_if_it_is_one_word() -> None:
    record = replace(
        talkative(""),
        effects=[EffectRecord(0, "t", "inserted", "stays", "ST-1", {"note": "Walrus", "status": "open"})],
        difference=[
            DifferenceRecord("wrong value", "stays", "ST-1", "note", "Purple", "Walrus"),
            DifferenceRecord("missing row", "stays", "ST-2", None, {"note": "Walrus", "status": "open"}),
            DifferenceRecord("unexpected row", "stays", "ST-3", None, None, {"note": "Walrus", "status": "open"}),
        ],
    )
    kept = without_texts(record, narrative={("stays", "note")})
    assert kept.effects[0].columns == {"note": LEFT_OUT, "status": "open"}
    assert (kept.difference[0].expected, kept.difference[0].actual) == (LEFT_OUT, LEFT_OUT)
    assert kept.difference[1].expected == {"note": LEFT_OUT, "status": "open"}
    assert kept.difference[1].actual is None
    assert kept.difference[2].actual == {"note": LEFT_OUT, "status": "open"}


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        ("", ""),
        ("openai.RateLimitError: 429: slow down", f"openai.RateLimitError: {LEFT_OUT}"),
        ("the walrus said: no", LEFT_OUT),
        ("Walrus", LEFT_OUT),
    ],
)
def test_of_an_error_its_name_stays(error: str, kept: str) -> None:
    assert without_texts(replace(talkative(""), error=error)).error == kept


def test_a_report_of_an_injection_keeps_its_fields_and_not_their_values() -> None:
    reports = [{"tool": "Walrus", "quote": SECRET}, {"tool": "x"}]
    assert without_texts(replace(talkative(""), injection_reports=reports)).injection_reports == [
        {"tool": LEFT_OUT, "quote": LEFT_OUT},
        {"tool": LEFT_OUT},
    ]


def test_checks_keep_name_and_verdict() -> None:
    assert without_texts(talkative(SECRET)).checks == [CheckResult("tell", False), CheckResult("leak", True)]


def test_every_field_is_known_to_be_safe_or_is_dealt_with() -> None:
    safe = {
        *("task", "domain", "model", "trial", "seed", "trial_class", "workflow", "tags", "policy", "golden", "trap"),
        *("state_hash", "golden_hash", "state_only", "tool_calls", "write_calls", "failed_calls", "user_turns"),
        *("stop_reason", "usage", "timing", "started_at", "versions", "model_calls"),
    }
    dealt_with = {"checks", "difference", "effects", "messages", "injection_reports", "error", "flags"}
    assert {f.name for f in fields(TrialRecord)} == safe | dealt_with
    assert all(getattr(without_texts(talkative(SECRET)), n) == getattr(talkative(SECRET), n) for n in safe)


def test_a_writer_without_messages_never_puts_a_text_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "trials-main.jsonl"
    with TrialWriter(path, messages=False, narrative={("stays", "address")}) as writer:
        writer.write(talkative(SECRET))
        writer.write(
            replace(talkative(SECRET), effects=[EffectRecord(0, "t", "changed", "stays", "S", {"address": "X"})])
        )
    assert SECRET.encode() not in path.read_bytes()
    first, second = read_trials(path)
    assert first == without_texts(talkative(SECRET), {("stays", "address")})
    assert second.effects[0].columns == {"address": LEFT_OUT}
