"""Going on with runs that ask models, over real HTTP: what was spent counts, and what was recorded stays whole."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from provider_server import KEY, Answer, Asked, Fail, ProviderServer, Script
from shops import Shop
from test_money_run import ALONE, PAID, TASKS, clerk, run, two_trials, words
from test_resume import lose, refused

from thinkingbox_plugin.providers.ledger import Ledger, NoRoomError, Spent


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_KEY", KEY)


def port(shop: Shop) -> int:
    """Where the run has found its models: a model elsewhere is another one."""
    found = re.search(r"127\.0\.0\.1:(\d+)", (shop.pytester.path / "thinkingbox.toml").read_text())
    assert found is not None
    return int(found[1])


def resume(
    shop: Shop, script: Script, *arguments: str, directory: str = "results/latest", apart: bool = False
) -> tuple[pytest.RunResult, ProviderServer]:
    with ProviderServer(script, port=port(shop)) as server:
        result = (shop.run_apart if apart else shop.run)(f"--tb-resume={directory}", *arguments)
    return result, server


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_budget_counts_what_was_spent_before_and_a_higher_one_lets_go_on(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", *TASKS)
    # One request first, then two trials of two requests each: $0.005 of $0.0065.
    run(shop, clerk, "--tb-max-cost=0.0065", ALONE)
    assert shop.run_file()["cost"]["total"] == 0.005
    result, server = resume(shop, clerk, workers, apart=workers == "-n2")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*--tb-max-cost 0.0065 leaves no room*"])
    assert len(shop.records()) == 2

    result, server = resume(shop, clerk, workers, "--tb-max-cost=1", apart=workers == "-n2")
    assert result.parseoutcomes() == {"passed": 4}
    assert len(server.asked) == 4
    cost = shop.run_file()["cost"]
    # Each process asks once before its first trial, here as dear as any other request.
    assert cost == {"total": 0.011, "by": {"agent": 0.011}, "unanswered": 0, "requests": 11, "cap": 1.0}
    result.stdout.fnmatch_lines(["cost: $0.01* of $1 (agent $0.01*)", "carried over: 2 of 4 trials (2 passed)"])
    assert shop.run_file()["options"]["max_cost"] == 1
    assert not list(shop.results.rglob("costs*"))


def test_a_finished_run_asks_nobody_needs_no_key_and_keeps_its_cost(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", *TASKS)
    run(shop, clerk, "--tb-max-cost=1")
    cost = shop.run_file()["cost"]
    monkeypatch.delenv("PROVIDER_KEY")
    result = shop.run("--tb-resume=results/latest")
    assert result.parseoutcomes() == {"passed": 4}
    assert shop.run_file()["cost"] == cost
    result.stdout.fnmatch_lines(["cost: $0.0090 of $1 (agent $0.0090)", "carried over: 4 of 4 trials (4 passed)"])


def test_the_account_of_a_killed_run_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "costs.sqlite"
    first = Ledger(path, 1.0)
    number = first.reserve("agent", 0.2, 60)
    assert number is not None
    first.settle(number, "agent", 0.1)
    first.reserve("user", 0.3, 60)  # its answer never came
    with pytest.raises(NoRoomError):
        first.reserve("agent", 1.0, 60)
    first.close()
    second = Ledger(path, 5.0)
    second.carry_over(Spent({"agent": 99.0}, 99, 0.0), {"paid": (2, 0.1)})
    assert second.spent() == Spent({"agent": 0.1}, 1, 0.3)
    assert second.stopped("paid") is None
    assert second.reserve("agent", 4.0, 60) is not None


def test_an_account_that_is_gone_is_made_of_what_the_run_has_told(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "costs.sqlite", 1.0)
    ledger.carry_over(None, {})
    assert not ledger.used
    before = Spent({"agent": 0.5, "judge": 0.25}, 12, 0.125)
    ledger.carry_over(before, {"paid": (3, 0.6)})
    assert ledger.spent() == before
    assert ledger.stopped("paid") is not None  # another one costs 0.2 on average, and 0.125 is left


def test_other_settings_of_a_model_are_refused_and_its_arguments_are_kept(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS[:2])
    run(shop, clerk, "--tb-max-cost=1", "--tb-model-arg=paid:temperature=0.3")
    lose(shop, 0)
    toml = shop.pytester.path / "thinkingbox.toml"
    before = toml.read_text()
    toml.write_text(before.replace("max_output_tokens = 20", "max_output_tokens = 21"))
    result, server = resume(shop, clerk)
    refused(result, "the settings of the agent paid (max_output_tokens)")
    assert not server.asked
    toml.write_text(before)
    result, server = resume(shop, clerk, "--tb-model-arg=paid:temperature=0.4")
    refused(result, "--tb-model-arg paid:temperature=0.4: the run in ", "has paid:temperature=0.3")
    result, server = resume(shop, clerk)
    assert result.parseoutcomes() == {"passed": 2}
    assert {asked.body["temperature"] for asked in server.asked} == {0.3}


def test_a_recorded_run_goes_on_being_recorded_and_is_replayed_whole(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", *TASKS[:2])

    def script(asked: Asked) -> Answer:
        return Fail(400, "bad request") if asked.number == 1 else two_trials(asked)

    run(shop, script, "--tb-trials=2", "--tb-record=tape", "--tb-out=first", "--tb-max-cost=1")
    out = shop.pytester.path / "first"
    records = shop.records(out)
    with (out / "trials.jsonl").open("r+b") as file:  # killed before its last record was whole
        file.truncate(file.seek(0, 2) - 5)
    tape = shop.pytester.path / "tape" / "exchanges-main.jsonl"
    tape.write_bytes(tape.read_bytes() + b'{"key": ["never fin')
    refused(shop.run("--tb-resume=first"), "the run was recorded; name its folder again: --tb-record DIR")
    refused(shop.run("--tb-resume=first", "--tb-record=other"), "not the folder that the run has recorded into")
    result, _ = resume(shop, two_trials, "--tb-record=tape", directory="first")
    assert result.parseoutcomes() == {"passed": 4}
    assert len(shop.records(out)) == len(records) == 4

    monkeypatch.delenv("PROVIDER_KEY")
    shop.run(*PAID, "--tb-trials=2", "--tb-replay=tape", "--tb-out=again").assert_outcomes(passed=4)
    assert words(shop, "again") == words(shop, "first")

    again = shop.pytester.path / "again"
    with (again / "trials.jsonl").open("r+b") as file:
        file.truncate(file.seek(0, 2) - 5)
    copy = shutil.copytree(again, shop.pytester.path / "copy")
    refused(shop.run(f"--tb-resume={copy}"), "the run was replayed; name its folder again: --tb-replay DIR")
    shop.run(f"--tb-resume={again}", "--tb-replay=tape").assert_outcomes(passed=4)
    assert words(shop, "again") == words(shop, "first")


def test_a_key_among_the_arguments_of_a_model_is_not_kept_and_must_be_typed_again(shop: Shop) -> None:
    shop.write("test_orders.py", *TASKS[:2])
    secret = '--tb-model-arg=paid:extra_headers={"x-team": "team-0123456789"}'
    run(shop, clerk, "--tb-max-cost=1", secret)
    assert "team-0123456789" not in json.dumps(shop.run_file())
    lose(shop, 0)
    result, _ = resume(shop, clerk)
    assert "the settings of the agent paid" in " ".join(result.errlines)
    result, _ = resume(shop, clerk, secret)
    assert result.parseoutcomes() == {"passed": 2}
