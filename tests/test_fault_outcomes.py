"""What a trial comes to when its provider fails, one test for each way to fail, over real HTTP in both formats."""

from __future__ import annotations

import re

import pytest
from model_trials import Clock, run_model, toyshop_oracle
from provider_server import Answer, Asked, Fail, Script

pytestmark = pytest.mark.parametrize("api", ["chat", "responses"])


def failing(fault: Fail, turn: int = 2, times: int | None = None) -> Script:
    """The oracle, whose requests of one turn fail so many times; None: always."""
    left = [times]

    def answer(asked: Asked) -> Answer:
        if asked.turns == turn and left[0] != 0:
            left[0] = None if left[0] is None else left[0] - 1
            return fault
        return toyshop_oracle()(asked)

    return answer


PASSING = {
    "429 with Retry-After": Fail(429, "Slow down", "rate_limit_exceeded", {"retry-after": "20"}),
    "429 without": Fail(429, "Slow down", "rate_limit_exceeded"),
    "500": Fail(500, "The server had an error"),
    "502": Fail(502, "Bad gateway"),
    "503": Fail(503, "Overloaded"),
    "504": Fail(504, "Gateway time-out"),
    "connection reset in mid-body": Fail(how="reset"),
    "no JSON": Fail(how="garbage"),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
def test_a_fault_that_passes_costs_the_model_nothing(api: str, fault: Fail) -> None:
    clock = Clock()
    record, server = run_model(failing(fault, times=3), api=api, clock=clock)
    calm, without = run_model(toyshop_oracle(), api=api)
    assert (record.trial_class, record.stop_reason, record.error) == ("passed", "done", "")
    assert (record.tool_calls, record.state_hash) == (calm.tool_calls, calm.state_hash)
    assert len(server.asked) == len(without.asked) + 3
    assert [call["attempts"] for call in record.model_calls].count(4) == 1
    assert len(clock.slept) == 3
    assert sum(call["waited"] for call in record.model_calls) == pytest.approx(sum(clock.slept), abs=1.0)
    if fault.headers:
        assert min(clock.slept) >= 20


LASTING = {
    "429 for ten minutes": (
        Fail(429, "Slow down", "rate_limit_exceeded", {"retry-after": "30"}),
        r"model served: still limited after 5\d\d s: HTTP 429: Slow down",
        None,
    ),
    "500": (Fail(500, "We broke"), "model served: failed 5 times: HTTP 500: We broke", 5),
    "502 five times": (Fail(502, "Bad gateway"), "model served: failed 5 times: HTTP 502: Bad gateway", 5),
    "503": (Fail(503, "Down until noon"), "model served: failed 5 times: HTTP 503: Down until noon", 5),
    "connection reset in mid-body": (
        Fail(how="reset"),
        "model served: failed 5 times: no connection: .*payload is not completed",
        5,
    ),
    "no JSON": (
        Fail(how="garbage"),
        r"model served: failed 5 times: the provider's answer is not JSON: '\{\"choices",
        5,
    ),
}


@pytest.mark.parametrize(("fault", "words", "attempts"), LASTING.values(), ids=LASTING.keys())
def test_a_fault_that_lasts_leaves_the_trial_unmeasured_with_the_last_words(
    api: str, fault: Fail, words: str, attempts: int | None
) -> None:
    clock = Clock()
    record, server = run_model(failing(fault), api=api, clock=clock)
    assert (record.trial_class, record.stop_reason, record.checks) == ("unmeasured", "provider_error", [])
    assert re.match(words, record.error), record.error
    failed = [asked for asked in server.asked if asked.turns == 2]
    if attempts is None:
        assert 500 < sum(clock.slept) <= 600
    else:
        assert len(failed) == attempts
    known = [message for message in failed[-1].messages if message.role == "tool"]
    assert record.tool_calls == len(known) > 0  # no call that was made before is made again


@pytest.mark.parametrize(
    ("scheme", "host", "words"),
    [
        ("http", "nowhere.invalid", "no connection: ConnectError: "),
        ("https", "", "no connection: ConnectError: .*SSL"),
        ("http", "127.0.0.1:1", "no connection: ConnectError: "),
    ],
    ids=["DNS failure", "TLS error", "nobody listens"],
)
def test_an_endpoint_that_cannot_be_reached_leaves_the_trial_unmeasured_with_the_systems_words(
    api: str, scheme: str, host: str, words: str
) -> None:
    clock = Clock()

    def address(url: str) -> str:
        return f"{scheme}://{host or url.split('/')[2]}/v1"

    record, server = run_model(toyshop_oracle(), api=api, clock=clock, address=address)
    assert (record.trial_class, record.stop_reason, record.tool_calls) == ("unmeasured", "provider_error", 0)
    assert re.match(f"model served: failed 5 times: {words}", record.error), record.error
    assert (len(clock.slept), server.asked) == (4, [])


def test_a_provider_that_never_answers_leaves_the_trial_unmeasured(api: str) -> None:
    record, _ = run_model(failing(Fail(how="silence")), api=api, request_timeout=0.2)
    assert (record.trial_class, record.stop_reason) == ("unmeasured", "provider_error")
    assert record.error == "model served: failed 5 times: the request timed out"
