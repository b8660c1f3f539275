"""Runs of pytest that go on in whole rounds until their gates are decided."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from shops import Shop, cancel

# Loaded once here, so that runs inside this process find it imported.
import thinkingbox_plugin.gates.asking  # noqa: F401
from thinkingbox_plugin import cli
from thinkingbox_plugin.results import read_trials

SUITE = "--tb-gate-estimand=suite"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in one piece."""
    monkeypatch.setenv("COLUMNS", "200")


def tasks(shop: Shop, number: int = 3) -> None:
    shop.write("test_flow.py", *(cancel(f"ABC_{n:03}") for n in range(1, number + 1)))


def rounds_of(shop: Shop) -> Counter[int]:
    """How many trials each round has."""
    return Counter(record.trial for record in shop.records())


def told(result: pytest.RunResult) -> str:
    return " ".join(result.stdout.str().split())


def test_a_run_ends_with_the_round_that_decides_its_gates(shop: Shop) -> None:
    tasks(shop)
    result = shop.run("--tb-until-decided=20", "--tb-gate=pass@1 >= 0.25", SUITE, "--junitxml=out.xml")
    found = shop.run_file()
    rounds = found["rounds"]["looked"]
    assert result.ret == 0
    assert 1 < rounds < 20
    assert rounds_of(shop) == dict.fromkeys(range(rounds), 3)
    assert f"decided after {rounds} of 20 rounds." in told(result)
    assert "gates: 1 passed (exit code 0)" in told(result)
    assert result.parseoutcomes() == {"passed": 3 * rounds}
    assert found["state"] == "finished"
    assert found["rounds"] == {"first": 1, "most": 20, "looked": rounds}
    assert set(found["planned"]["trials"]["oracle"].values()) == {rounds}
    assert "twins" in found["planned"]
    assert shop.summary()["models"]["oracle"]["all"]["classes"]["not_run"] == 0
    cases = ET.parse(shop.pytester.path / "out.xml").getroot()[0]
    assert len(cases) == 3 * rounds + 1
    assert not list(shop.results.glob(".decided"))


def test_a_saved_run_says_what_the_run_said(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    tasks(shop)
    texts = ("pass@1 >= 0.3", "pass@1 >= 0.9")
    result = shop.run("--tb-model=flaky:0.5", "--tb-until-decided=12", *(f"--tb-gate={text}" for text in texts), SUITE)
    capsys.readouterr()
    code = cli.main(
        ["gate", str(shop.results), "--estimand", "suite", *(p for text in texts for p in ("--gate", text))]
    )
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("pass@1", "gates: "))]
    assert code == result.ret
    assert len(lines) == 3
    for line in lines:
        assert " ".join(line.split()) in told(result)


def test_what_is_bad_fails_early_and_a_decided_gate_stays_decided(shop: Shop) -> None:
    tasks(shop)
    texts = ("idle: pass@1 >= 0.8", "oracle: pass@1 >= 0.25")
    result = shop.run(
        "--tb-model=idle", "--tb-model=oracle", "--tb-until-decided=20", SUITE, *(f"--tb-gate={text}" for text in texts)
    )
    assert result.ret == 1
    assert cli.main(["gate", str(shop.results), "--estimand", "suite", "--gate", texts[0], "--gate", texts[1]]) == 1
    rounds = shop.run_file()["rounds"]["looked"]
    assert rounds_of(shop) == dict.fromkeys(range(rounds), 6)
    outcome = [line.split() for line in result.outlines if line.startswith(("idle: ", "oracle: "))]
    decided = {line[0]: (line[5], int(line[-1])) for line in outcome if line[4] in ("idle", "oracle")}
    assert decided["idle:"][0] == "fails"
    assert decided["oracle:"] == ("passes", rounds)
    assert decided["idle:"][1] < rounds


def test_what_no_look_decides_is_undecided_after_the_last_round(shop: Shop) -> None:
    tasks(shop)
    result = shop.run("--tb-until-decided=3", "--tb-gate=pass@1 >= 0.9", SUITE)
    assert result.ret == 6
    assert rounds_of(shop) == {0: 3, 1: 3, 2: 3}
    assert "not decided after 3 of 3 rounds." in told(result)


def test_the_first_look_comes_after_the_trials_that_are_asked_for_and_after_k(shop: Shop) -> None:
    tasks(shop)
    always = ("--tb-gate=pass@1 >= 0", SUITE)
    for options, rounds in (((), 1), (("--tb-trials=4",), 4), (("--tb-gate=pass^3 >= 0",), 3)):
        assert shop.run("--tb-until-decided=6", *always, *options).ret == 0
        assert len(rounds_of(shop)) == rounds


def test_workers_end_with_the_same_round_and_keep_what_had_begun_apart(shop: Shop) -> None:
    tasks(shop, 4)
    options = ("--tb-model=flaky:0.9", "--tb-until-decided=15", "--tb-gate=pass@1 >= 0.5", SUITE)
    alone = shop.run(*options)
    rounds, records = shop.run_file()["rounds"], shop.keys()
    shared = shop.run_apart("-n", "2", *options)
    assert alone.ret == shared.ret == 0
    assert shop.run_file()["rounds"] == rounds
    assert sorted(shop.keys()) == sorted(records)
    assert rounds_of(shop) == dict.fromkeys(range(rounds["looked"]), 4)
    for line in [line for line in alone.outlines if line.startswith(("pass@1", "gates: "))]:
        assert " ".join(line.split()) in told(shared)
    beyond = shop.results / "beyond.jsonl"
    extra = list(read_trials(beyond)) if beyond.exists() else []
    assert all(record.trial >= rounds["looked"] for record in extra)
    assert shared.parseoutcomes().get("passed", 0) + shared.parseoutcomes().get("failed", 0) == len(records) + len(
        extra
    )


def test_a_trial_of_a_later_round_that_had_begun_is_kept_beside_the_others(shop: Shop) -> None:
    tasks(shop, 2)
    shop.pytester.makeconftest(
        """
        from thinkingbox_plugin.keys import RUN

        def pytest_runtest_logfinish(nodeid):
            pass

        def pytest_thinkingbox_trial_finished(record, config):
            # As another worker would that is a round ahead.
            run = config.stash[RUN]
            if record.trial == 0 and record.task.endswith("ABC_001"):
                from dataclasses import replace
                run.append(replace(record, trial=9))
        """
    )
    result = shop.run("--tb-until-decided=10", "--tb-gate=pass@1 >= 0", SUITE)
    assert result.ret == 0
    assert shop.keys() == [("ABC_001", "oracle", 0), ("ABC_002", "oracle", 0)]
    assert [record.trial for record in read_trials(shop.results / "beyond.jsonl")] == [9]
    assert "1 trial of a later round had begun when all was decided: kept in beyond.jsonl, counted nowhere" in told(
        result
    )


def test_a_gate_that_no_further_round_can_decide_does_not_keep_the_run_going(shop: Shop) -> None:
    tasks(shop, 2)
    shop.pytester.makeconftest(
        """
        from thinkingbox_plugin.errors import ProviderError

        class Away:
            async def reply(self, messages, tools):
                raise ProviderError("away")

        def pytest_thinkingbox_agent(spec):
            return (lambda context: Away()) if spec == "away" else None
        """
    )
    result = shop.run(
        *("--tb-model=away", "--tb-user-model=scripted", "--tb-judge-model=scripted"),
        *("--tb-until-decided=9", "--tb-gate=pass^2 >= 0.5"),
    )
    assert result.ret == 7
    assert len(rounds_of(shop)) == 2
    assert "stopped after 2 of 9 rounds: no further round could decide what is left." in told(result)
    assert "too many trials not measured (away: 4 of 4)" in told(result)


def test_the_first_failure_stops_a_run_as_ever(shop: Shop) -> None:
    tasks(shop)
    result = shop.run("-x", "--tb-model=idle", "--tb-until-decided=5", "--tb-gate=pass@1 >= 0.5")
    assert result.ret == 7
    assert len(shop.records()) == 1
    assert shop.run_file()["state"] == "interrupted"
    assert set(shop.run_file()["planned"]["trials"]["idle"].values()) == {5}


def test_items_that_were_left_out_are_no_failures_to_run_again(shop: Shop) -> None:
    tasks(shop)
    options = ("--tb-until-decided=9", "--tb-gate=pass@1 >= 0", SUITE, "-p", "cacheprovider")
    assert shop.run("--tb-model=idle", *options).ret == 0
    cache = json.loads((shop.pytester.path / ".pytest_cache/v/cache/lastfailed").read_text())
    assert sorted(name.partition("[")[2] for name in cache) == ["idle-t00]"] * 3
    again = shop.run("--tb-model=idle", "--lf", *options)
    assert again.ret == 4
    assert "--tb-until-decided needs whole rounds, and of shop/test_flow.py::test_case_ABC_001 only some" in told(again)
    assert shop.run("--tb-model=idle", "-k", "ABC_002", *options).ret == 0
    assert shop.keys() == [("ABC_002", "idle", 0)]


def test_a_baseline_gate_ends_a_run_too(shop: Shop) -> None:
    tasks(shop)
    shop.run("--tb-trials=6", "--tb-out=before")
    against = ("--tb-baseline=before", "--tb-until-decided=10", "--tb-gate=pass@1 >= baseline - 0.5")
    result = shop.run("--tb-model=idle", *against)
    assert result.ret == 1
    assert len(rounds_of(shop)) < 10
    assert shop.run(*against).ret == 0


def test_ordinary_tests_run_beside_it_and_count(shop: Shop) -> None:
    tasks(shop, 1)
    shop.pytester.makepyfile("def test_plain(): assert False")
    assert shop.run("--tb-until-decided=5", "--tb-gate=pass@1 >= 0", SUITE).ret == 1


def test_an_ini_file_may_ask_for_it_for_the_day_that_a_gate_is_given(shop: Shop) -> None:
    tasks(shop)
    shop.pytester.makefile(".ini", tox="[pytest]\ntb_until_decided = 4\n")
    assert shop.run().ret == 0
    assert rounds_of(shop) == {0: 3}
    assert shop.run("--tb-gate=pass@1 >= 0.9", SUITE).ret == 6
    assert len(rounds_of(shop)) == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--tb-until-decided=5"], "--tb-until-decided: no gate is given; write one"),
        (
            ["--tb-until-decided=5", "--tb-gate=pass@1 >= 0.5", "--tb-trials=6"],
            "--tb-until-decided 5: --tb-trials 6 is",
        ),
        (["--tb-until-decided=5", "--tb-gate=pass^6 >= 0.5"], "pass^6 needs --tb-until-decided 6, the run has 5"),
        (["--tb-until-decided=5", "--tb-gate=pass@1 >= 0.5", "--tb-gate-point"], "a point estimate is decided at once"),
        (["--tb-until-decided=0", "--tb-gate=pass@1 >= 0.5"], "--tb-until-decided: '0' is not a whole number from 1"),
        (
            ["--tb-until-decided=5", "--tb-gate=pass@1 >= 0.5", "-n2", "--dist=loadfile"],
            "--tb-until-decided with --dist=loadfile: rounds are kept by --dist=load alone",
        ),
    ],
)
def test_what_cannot_be_decided_in_rounds_is_refused_before_anything_runs(
    shop: Shop, options: list[str], words: str
) -> None:
    tasks(shop, 1)
    result = shop.run(*options)
    assert result.ret == 4
    assert words in result.stderr.str()
    assert not (shop.pytester.path / "results").exists()


DIES = """
import os, pathlib
def pytest_thinkingbox_trial_finished(record, config):
    if (record.trial, record.task[-3:]) == (2, "002") and not pathlib.Path("died").exists():
        pathlib.Path("died").touch()
        os._exit(9)
"""


def test_a_killed_run_goes_on_to_the_round_that_decides(shop: Shop) -> None:
    tasks(shop)
    arguments = ("--tb-until-decided=20", "--tb-gate=pass@1 >= 0.25", SUITE)
    shop.run(*arguments)
    whole = shop.run_file()
    shop.pytester.makeconftest(DIES)
    shop.run_apart(*arguments, "--tb-out=killed")
    folder = shop.pytester.path / "killed"
    without = shop.run_apart("--tb-resume=killed")
    result = shop.run_apart("--tb-resume=killed", "--tb-gate=pass@1 >= 0.25", SUITE)
    again = shop.run_apart("--tb-resume=killed", "--tb-gate=pass@1 >= 0.25", SUITE)
    found = shop.run_file(folder)
    assert "until its gates are decided; give them again" in without.stderr.str()
    assert result.ret == 0
    assert found["rounds"] == whole["rounds"]
    assert found["planned"]["trials"] == whole["planned"]["trials"]
    assert sorted(shop.keys(folder)) == sorted(shop.keys())
    assert "all is decided there; read it with thinkingbox gate" in again.stderr.str()
