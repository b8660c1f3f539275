"""Runs that cost money: the cap, what it leaves, the requests before the first trial, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from provider_oracle import oracle
from provider_server import KEY, Answer, Asked, Fail, ProviderServer, Say, Script, works
from shops import SCRIPTED, Shop, cancel

from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.providers import preflight

TASKS = tuple(cancel(f"ABC_00{number}") for number in range(1, 5))
CALLS = (
    ToolCall("a", "verify_customer", json.dumps({"email": "bruno.vale@example.org", "order_id": "ORD-9"})),
    ToolCall("b", "cancel_order", json.dumps({"order_id": "ORD-9"})),
)


def clerk(asked: Asked) -> Answer:
    """Two requests a trial, each 20 output tokens: $0.001 at the prices below."""
    return Say("It is cancelled. <DONE>") if asked.messages[-1].role == "tool" else Say(None, CALLS)


def settings(folder: Path, url: str, **more: object) -> None:
    values = {
        "base_url": url,
        "key_variable": "PROVIDER_KEY",
        "price_input": 0.0,
        "price_output": 50.0,
        "max_output_tokens": 20,
        **more,
    }
    lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    (folder / "thinkingbox.toml").write_text(f"[models.paid]\n{lines}\n", encoding="utf-8")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_KEY", KEY)


ALONE = "--tb-concurrency=1"
"""Where it matters which request comes when."""
PAID = ("--tb-model=paid", *SCRIPTED)


def run(shop: Shop, script: Script | Sequence[Answer], *arguments: str, ready: bool = True, apart: bool = False):  # type: ignore[no-untyped-def]
    with ProviderServer(script, ready=ready) as server:
        settings(shop.pytester.path, server.url)
        result = (shop.run_apart if apart else shop.run)(*PAID, *arguments)
    return result, server


def test_a_priced_model_without_a_cap_is_refused_before_anything_is_sent(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    settings(shop.pytester.path, "http://127.0.0.1:9/v1")
    result = shop.run(*PAID)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: model paid costs money ($0 *$50 *--tb-max-cost USD, or --tb-max-cost none *"])
    assert not (shop.pytester.path / "results").exists()


@pytest.mark.parametrize("cap", ["0", "-1", "nan", "inf", "much"])
def test_a_cap_is_a_number_of_dollars_or_none(shop: Shop, cap: str) -> None:
    shop.write("test_orders.py", *TASKS)
    result = shop.run(f"--tb-max-cost={cap}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--tb-max-cost: '{cap}' is not a number of US dollars above 0, or none; write*"])


def test_a_cap_in_the_ini_file_holds(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    shop.pytester.makeini("[pytest]\ntb_max_cost = 0.5\n")
    result, _ = run(shop, clerk)
    result.assert_outcomes(passed=4)
    assert shop.run_file()["cost"]["cap"] == 0.5


def test_without_a_limit_the_run_says_what_it_has_cost(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    result, server = run(shop, clerk, "--tb-max-cost=none")
    result.assert_outcomes(passed=4)
    assert len(server.asked) == 8
    # The request before the first trial costs as much as any other of this server.
    assert shop.run_file()["cost"] == {
        "total": 0.009,
        "by": {"agent": 0.009},
        "unanswered": 0,
        "requests": 9,
        "cap": "none",
    }
    result.stdout.fnmatch_lines(
        ["cost by the sizes of the tasks: about $* without caching", "cost: $0.0090 (agent $0.0090)"]
    )
    assert sorted(path.name for path in shop.results.iterdir() if path.name != "parts") == [
        "run.json",
        "summary.json",
        "trials.jsonl",
    ]
    assert not list(shop.results.rglob("costs*"))


def test_what_the_cap_leaves_is_not_run_and_the_run_ends_interrupted_with_one_line(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    # One request first, then two trials of two requests; a third trial would cost more than is left.
    result, server = run(shop, clerk, "--tb-max-cost=0.0065", ALONE)
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert len(server.asked) == 4
    assert result.stdout.str().count("--tb-max-cost 0.0065 leaves no room") == 1
    result.stdout.fnmatch_lines(["*a trial of paid costs $0.0020 on average*"])
    assert shop.keys() == [("ABC_001", "paid", 0), ("ABC_002", "paid", 0)]
    classes = shop.summary()["models"]["paid"]["all"]["classes"]
    assert (classes["passed"], classes["not_run"]) == (2, 2)
    assert shop.run_file()["state"] == "interrupted"


def test_a_trial_in_flight_that_cannot_be_afforded_is_not_measured(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    # A request may cost $0.01, and costs $0.001: the one before the first trial and one more leave too little.
    result, server = run(shop, clerk, "--tb-max-cost=0.0115", "--tb-model-arg=paid:max_output_tokens=200", ALONE)
    (record,) = [record for record in shop.records() if record.trial_class == "unmeasured"]
    assert record.stop_reason == "cost_limit"
    assert record.error.startswith("--tb-max-cost 0.0115 leaves no room")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    classes = shop.summary()["models"]["paid"]["all"]["classes"]
    assert classes["passed"] + classes["unmeasured"] + classes["not_run"] == 4
    assert classes["unmeasured"] == 1
    assert shop.run_file()["cost"]["total"] == 0.002
    assert len(server.asked) == 1


def test_workers_share_the_cap_and_ask_each_model_once_before_the_first_trial(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    checks: list[Asked] = []

    def script(asked: Asked) -> Answer:
        if asked.opening.startswith(preflight.OPENING):
            checks.append(asked)
            return works(asked)
        return clerk(asked)

    result, _ = run(shop, script, "-n2", "--tb-trials=5", "--tb-max-cost=0.0205", ready=False, apart=True)
    assert len(checks) == 1
    assert result.ret == pytest.ExitCode.INTERRUPTED
    cost = shop.run_file()["cost"]
    assert 0.015 < cost["total"] <= 0.0205
    classes = shop.summary()["models"]["paid"]["all"]["classes"]
    assert classes["not_run"] > 0
    assert sum(classes.values()) == 20
    assert result.stdout.str().count("cost by the sizes of the tasks: about $") == 1
    result.stdout.fnmatch_lines(["cost by the sizes *; --tb-max-cost 0.0205", "*--tb-max-cost 0.0205 leaves no room*"])


@pytest.mark.parametrize(
    ("answer", "words", "workers"),
    [
        (Fail(401, "Incorrect API key provided"), "Incorrect API key", ()),
        (Fail(404, "The model does not exist", "model_not_found"), "does not exist", ("-n2",)),
        (Say("I would."), "asked to call a tool and answered 'I would.'*--tb-no-preflight", ()),
    ],
)
def test_a_model_that_cannot_do_its_part_ends_the_run_before_the_first_trial(
    shop: Shop, answer: Answer, words: str, workers: tuple[str, ...]
) -> None:
    shop.write("test_orders.py", *TASKS)
    result, server = run(shop, [answer], "--tb-max-cost=1", *workers, ready=False, apart=bool(workers))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines([f"*no trial was started: the agent paid at http://127.0.0.1:*: *{words}*"])
    assert len(server.asked) == 1
    assert KEY not in result.stdout.str() + result.stderr.str()
    assert not list((shop.pytester.path / "results").iterdir())


def test_the_check_can_be_left_out(shop: Shop) -> None:
    shop.write("test_orders.py", TASKS[0])
    result, server = run(shop, clerk, "--tb-max-cost=1", "--tb-no-preflight", ready=False)
    result.assert_outcomes(passed=1)
    assert len(server.asked) == 2
    assert shop.run_file()["cost"]["requests"] == 2


def test_reference_agents_ask_nobody_and_need_no_cap(shop: Shop) -> None:
    shop.write("test_orders.py", TASKS[0])
    shop.run("--tb-model=oracle").assert_outcomes(passed=1)
    assert "cost" not in shop.run_file()


def test_nothing_that_a_run_writes_holds_the_key(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS)
    talkative = [Fail(400, f"bad request with Authorization: Bearer {KEY}"), Say(None, CALLS), Say(f"{KEY} <DONE>")]
    result, _ = run(shop, talkative, "--tb-max-cost=1", "--tb-record=tape", "--junitxml=junit.xml", "-v")
    written = [path for path in shop.pytester.path.rglob("*") if path.is_file()]
    assert {"run.json", "trials.jsonl", "summary.json", "junit.xml", "exchanges-main.jsonl"} <= {
        path.name for path in written
    }
    # What the model itself says is its own text; everything else is ours to keep clean.
    for path in written:
        if path.name != "trials.jsonl":
            assert KEY.encode() not in path.read_bytes(), path
    first = json.loads((shop.results / "trials.jsonl").read_bytes().splitlines()[0])
    assert KEY not in first["error"]
    assert KEY not in result.stdout.str()


def test_the_oracle_over_http_passes_within_a_cap(shop: Shop) -> None:
    with ProviderServer(oracle(("toyshop",))) as server:
        settings(shop.pytester.path, server.url, max_output_tokens=500)
        result = shop.run(*PAID, "--tb-max-cost=5", "--pyargs", "toyshop")
    assert result.parseoutcomes().keys() == {"passed"}
    assert shop.run_file()["cost"]["total"] > 0


def two_trials(asked: Asked) -> Answer:
    """Cancels, then says which of the server's requests it was: no two trials end alike."""
    if asked.messages[-1].role == "tool":
        return Say(f"Cancelled by request {asked.number}. <DONE>")
    return Say(None, CALLS)


def words(shop: Shop, folder: str) -> dict[tuple[str, int], str]:
    records = shop.records(shop.pytester.path / folder)
    return {(record.task, record.trial): record.messages[-1]["content"] for record in records}


@pytest.mark.parametrize("workers", [(), ("-n2",)])
def test_a_recorded_run_is_replayed_without_a_server_a_key_or_a_cap(
    shop: Shop, workers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", *TASKS[:2])
    options = ("--tb-trials=2", "--tb-record=tape", "--tb-out=first", "--tb-max-cost=1")
    result, server = run(shop, two_trials, *workers, *options, apart=bool(workers))
    result.assert_outcomes(passed=4)
    assert len(set(words(shop, "first").values())) == 4
    asked = len(server.asked)

    monkeypatch.delenv("PROVIDER_KEY")
    again = shop.run(*PAID, "--tb-trials=2", "--tb-replay=tape", "--tb-out=again")
    again.assert_outcomes(passed=4)
    assert len(server.asked) == asked
    assert words(shop, "again") == words(shop, "first")
    costs = [record.usage["agent"]["cost"] for record in shop.records(shop.pytester.path / "again")]
    assert costs == pytest.approx([0.002] * 4)
    assert "cost" not in shop.run_file(shop.pytester.path / "again")


def test_a_missing_exchange_ends_the_run_with_its_name(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS[:2])
    run(shop, clerk, "--tb-record=tape", "--tb-max-cost=1")
    result = shop.run(*PAID, "--tb-trials=2", "--tb-replay=tape", "--tb-out=again", ALONE)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*Interrupted: --tb-replay *tape: not recorded: *ABC_001[[]paid-t01*request 0 of *"])
    classes = shop.summary(shop.pytester.path / "again")["models"]["paid"]["all"]["classes"]
    assert (classes["passed"], classes["not_run"]) == (2, 2)


def test_a_changed_task_is_noticed_in_a_replay(shop: Shop) -> None:
    shop.write("test_orders.py", TASKS[0])
    run(shop, clerk, "--tb-record=tape", "--tb-max-cost=1")
    path = shop.folder / "test_orders.py"
    path.write_text(path.read_text().replace("Please cancel ORD-9.", "Cancel ORD-9, please."))
    result = shop.run_apart(*PAID, "--tb-replay=tape", "--tb-out=again")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*request 0 of the agent is not the one that was recorded: message 1 (user) differs*"])


def test_a_tape_is_neither_recorded_over_nor_looked_for_in_vain(shop: Shop) -> None:
    shop.write("test_orders.py", TASKS[0])
    settings(shop.pytester.path, "http://127.0.0.1:9/v1")
    (shop.pytester.path / "tape").mkdir()
    (shop.pytester.path / "tape" / "notes.txt").write_text("mine")
    for option, words in (
        ("--tb-record=tape", "*--tb-record *tape: it already holds something*"),
        ("--tb-replay=tape", "*--tb-replay *tape: no recorded exchanges here*"),
    ):
        result = shop.run(*PAID, "--tb-max-cost=1", option)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([words])
    both = shop.run(*PAID, "--tb-record=a", "--tb-replay=b")
    both.stderr.fnmatch_lines(["*--tb-record and --tb-replay: *give one of the two"])
