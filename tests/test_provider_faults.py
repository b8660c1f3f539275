"""What a provider's error means, by status, code and words."""

from __future__ import annotations

import json

import pytest

from thinkingbox_plugin.providers.faults import FaultKind, of_error, of_status, scrub


def body(message: str = "words", **fields: object) -> str:
    return json.dumps({"error": {"message": message, **fields}})


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (401, body(), "fatal"),
        (402, body("Insufficient credits"), "fatal"),
        (403, body(), "fatal"),
        (404, body(code="model_not_found"), "fatal"),
        (404, "<html>nginx</html>", "fatal"),
        (400, body(code="model_not_found"), "fatal"),
        (429, body(code="insufficient_quota"), "fatal"),
        (404, body("Item with id 'rs_1' not found. Items are not persisted when `store` is false."), "other"),
        (429, body(code="rate_limit_exceeded"), "rate_limit"),
        (429, "", "rate_limit"),
        (408, body(), "transient"),
        (500, body(), "transient"),
        (502, "<html>Bad gateway</html>", "transient"),
        (503, body(), "transient"),
        (529, body(type="overloaded_error"), "transient"),
        (400, body(code="content_filter", innererror={"code": "ResponsibleAIPolicyViolation"}), "refused"),
        (400, json.dumps({"error": {"innererror": {"code": "ResponsibleAIPolicyViolation"}}}), "refused"),
        (400, body(code="invalid_prompt"), "refused"),
        (400, body(code="context_length_exceeded"), "context_limit"),
        (
            400,
            body("The decoder prompt (length 70000) is longer than the maximum model length of 65536."),
            "context_limit",
        ),
        (
            400,
            json.dumps({"object": "error", "message": "This model's maximum context length is 65536 tokens."}),
            "context_limit",
        ),
        (400, body(type="exceed_context_size_error"), "context_limit"),
        (413, body("prompt is too long"), "context_limit"),
        (400, body("Unsupported parameter"), "other"),
        (422, json.dumps({"detail": "extra fields not permitted"}), "other"),
        (400, json.dumps({"error": "a bare text"}), "other"),
        (400, "[" * 100_000, "other"),
        (400, json.dumps([1, 2]), "other"),
    ],
)
def test_a_status_its_code_and_its_words_make_the_kind_of_a_fault(status: int, text: str, kind: FaultKind) -> None:
    assert of_status(status, text).kind == kind


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": 502, "message": "upstream"}, "transient"),
        ({"code": "server_error", "message": "oops"}, "transient"),
        ({"code": "rate_limit_exceeded", "message": "slow"}, "rate_limit"),
        ({"code": 429, "message": "slow"}, "rate_limit"),
        ({"code": "invalid_prompt", "message": "flagged"}, "refused"),
        ({"code": "context_length_exceeded", "message": "long"}, "context_limit"),
        ({"code": 401, "message": "who?"}, "fatal"),
        ("just words", "transient"),
        (True, "transient"),
    ],
)
def test_an_error_inside_a_good_answer_is_a_fault_too(error: object, kind: FaultKind) -> None:
    assert of_error(error).kind == kind


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "20"}, 20.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "20"}, 1.5),
        ({"retry-after": "Wed, 01 Oct 2025 09:30:10 GMT", "date": "Wed, 01 Oct 2025 09:30:00 GMT"}, 10.0),
        ({"retry-after": "Wed, 01 Oct 2025 09:29:00 GMT", "date": "Wed, 01 Oct 2025 09:30:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 01 Oct 2025 09:30:10 GMT"}, None),
        ({"retry-after": "Wed, 01 Oct 2025 09:30:10 -0000", "date": "Wed, 01 Oct 2025 09:30:00 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_the_time_to_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert of_status(429, "", headers).retry_after == seconds


def test_words_are_one_line_without_a_secret_and_not_long() -> None:
    text = scrub("sk-12345 was\n refused " + "x" * 1000, ["sk-12345"])
    assert text.startswith("(key left out) was refused xxx")
    assert len(text) == 503
