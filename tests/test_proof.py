"""The proof in ``benchmarks/proof.py``: a small one each time, and that it would notice what it is there to notice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from provider_cast import Cast, mistake
from provider_formats import Asked
from provider_oracle import act
from provider_server import Fail, Say
from provider_weather import WAYS, Weather
from shops import Shop, cancel
from toyshop import DOMAIN

from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.task import find_task

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(BENCHMARKS))

import proof  # noqa: E402


def test_a_run_under_faults_ends_with_the_same_verdicts_and_a_killed_one_has_lost_nothing() -> None:
    done = subprocess.run([sys.executable, BENCHMARKS / "proof.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all of it holds\n")
    assert done.stdout.count("  ok ") == 24
    assert "FAILED" not in done.stdout


def killed(shop: Shop) -> tuple[Path, proof.Size, dict[proof.Key, proof.Verdict]]:
    """A run of which 4 of 6 trials are left, in the parts of two workers, and the verdicts of all six."""
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.run("--tb-trials=3", "--tb-out=whole")
    whole = shop.pytester.path / "whole"
    expected = proof.verdicts(whole)
    lines = [encode(record) for record in shop.records(whole)]
    out = shop.pytester.path / "killed"
    (out / "parts").mkdir(parents=True)
    (out / "parts" / "trials-gw0.jsonl").write_bytes(b"".join(lines[:2]))
    (out / "parts" / "trials-gw1.jsonl").write_bytes(b"".join(lines[2:4]) + lines[4][:50])
    run_file = json.loads((whole / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(run_file | {"state": "running"}))
    told = [f"[gw0] [ 10%] PASSED shop/{record.task}[oracle-t{record.trial:02d}] \n" for record in shop.records(whole)]
    (shop.pytester.path / "killed.txt").write_text("".join(told[:3]))
    return out, replace(proof.SMALL, tasks=2), expected


def kept(shop: Shop, out: Path, size: proof.Size, expected: dict[proof.Key, proof.Verdict]) -> list[str]:
    findings = proof.Findings()
    proof.prove_kept(out, shop.pytester.path / "killed.txt", size, expected, findings)
    return findings.failed


def test_the_proof_finds_nothing_wrong_where_a_line_was_torn(shop: Shop) -> None:
    assert kept(shop, *killed(shop)) == []


def test_the_proof_notices_a_reported_trial_that_was_not_written(shop: Shop) -> None:
    out, size, expected = killed(shop)
    (out / "parts" / "trials-gw0.jsonl").unlink()
    assert kept(shop, out, size, expected) == ["whatever was reported was written"]


def test_the_proof_notices_a_trial_written_twice(shop: Shop) -> None:
    out, size, expected = killed(shop)
    part = out / "parts" / "trials-gw0.jsonl"
    (out / "parts" / "trials-gw2.jsonl").write_bytes(part.read_bytes())
    assert "no line was written twice" in kept(shop, out, size, expected)


def test_the_proof_notices_another_verdict(shop: Shop) -> None:
    out, size, expected = killed(shop)
    key = next(iter(expected))
    expected[key] = ("failed", *expected[key][1:])
    assert kept(shop, out, size, expected) == ["the verdicts are those of the whole run"]
    assert proof.compare(proof.verdicts(out), expected) == [f"{key[0]} t{key[2]}: passed, expected failed"]


def request(number: int, text: str = "Hello") -> Asked:
    return Asked(number, "chat", "m", (Message("user", text),), (), {"text": text}, {})


def test_each_way_to_fail_strikes_its_share_of_the_requests_exactly() -> None:
    weather = Weather(lambda asked: Say("Hello"), 0.05)
    answers = [weather(request(number, f"text {number}")) for number in range(200)]
    assert weather.struck == dict.fromkeys(WAYS, 10)
    assert sum(isinstance(answer, Fail) for answer in answers) == 50
    kinds = Counter((answer.status, answer.how) for answer in answers if isinstance(answer, Fail))
    assert kinds == {
        (429, "status"): 10,
        (500, "status"): 10,
        (502, "status"): 5,
        (503, "status"): 5,
        (500, "reset"): 10,
        (500, "garbage"): 5,
        (500, "silence"): 5,
    }


def test_no_request_fails_more_often_than_it_may_and_no_fault_is_lost() -> None:
    weather = Weather(lambda asked: Say("Hello"), 0.2, in_a_row=2)
    answers = [isinstance(weather(request(number)), Fail) for number in range(31)]
    assert answers == [True, True, False] * 10 + [True]
    with pytest.raises(ValueError, match="leaves no request"):
        Weather(lambda asked: Say("Hello"), 0.25)


def test_a_mistake_depends_on_the_trials_seed_alone() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    made = [mistake(plan, random.Random(number % 20)) for number in range(40)]
    assert made[:20] == made[20:]
    traps = [steps for steps, solution, _ in made if solution in plan.traps]
    given_up = [turns for _, _, turns in made if turns is not None]
    assert traps
    assert given_up
    assert len(traps) + len(given_up) < len(made), "and some are single mistakes"


def test_the_agent_of_the_cast_is_the_oracle_but_for_its_share_of_mistakes() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    start = (Message("system", ""), Message("user", plan.task.opening))
    asking = act(plan, start)
    told = (*start, Message("assistant", asking.text), Message("user", "Here they are."))
    right = [call.name for call in act(plan, told).tool_calls]

    def turns(share: float) -> list[bool]:
        cast = Cast(("toyshop",), share)
        asked = [Asked(0, "chat", "m", told, (), {"seed": seed}, {}) for seed in range(40)]
        return [[call.name for call in cast(one).calls] == right for one in asked]

    assert all(turns(0.0))
    assert True in turns(1.0)
    assert False in turns(1.0), "some give up before their first call"
