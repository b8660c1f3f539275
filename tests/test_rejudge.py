"""``thinkingbox rejudge`` and ``judge-check``: what they grade, refuse and leave alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_client import Answer, FakeClient, grade
from shops import Shop
from toyshop import DOMAIN

from thinkingbox_plugin import cli, judging
from thinkingbox_plugin.errors import FatalProviderError, ProviderError
from thinkingbox_plugin.judges.model import ModelJudge
from thinkingbox_plugin.providers import ChatRequest, ChatResponse, Origin
from thinkingbox_plugin.records import CheckResult, TrialRecord
from thinkingbox_plugin.rejudge import Result, judge_record
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.task import Rubric, find_task, tasks_of

TASK = find_task(DOMAIN, "RET_002")
"""It has one rubric."""
QUESTION = TASK.rubrics[0].question


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeClient]:
    """Makes the client that the judge's questions go to."""

    def make(answers: list[Answer] | Callable[[ChatRequest], Answer]) -> FakeClient:
        client = FakeClient(answers)
        monkeypatch.setattr(judging, "client_of", lambda entry, flow: client)
        return client

    return make


def ungraded(record: TrialRecord, *names: str) -> TrialRecord:
    """``record`` as it would be if the judge had been away for these questions."""
    data = record.to_json()
    for check in data["checks"]:
        if check["name"] in names:
            check |= {"passed": None, "detail": "the judge: HTTP 503"}
    return TrialRecord.from_json(data | {"class": "ungraded"})


@pytest.fixture
def lost(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A run of three trials; in the first and the last the question was never answered."""
    shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-trials=3").assert_outcomes(passed=3)
    first, second, third = shop.records()
    lines = [encode(ungraded(first, "rubric.0")), encode(second), encode(ungraded(third, "rubric.0"))]
    (shop.results / "trials.jsonl").write_bytes(b"".join(lines))
    monkeypatch.chdir(shop.pytester.path)
    return shop


def rejudge(shop: Shop, *options: str) -> int:
    return cli.main(["rejudge", str(shop.results), "--tb-judge-model", "mini", "--tb-max-cost", "none", *options])


def test_only_what_was_not_graded_is_asked(lost: Shop, judge: Callable[..., FakeClient]) -> None:
    client = judge([grade("yes"), grade("yes")])
    assert rejudge(lost) == 0
    assert [QUESTION in prompt for prompt in client.prompts()] == [True, True]
    assert [record.trial_class for record in lost.records()] == ["passed"] * 3
    assert [request.origin.trial for request in client.requests] == [0, 2]
    assert {request.origin.who for request in client.requests} == {"judge"}
    assert client.closed


def test_of_several_questions_only_the_open_one_is_asked(lost: Shop) -> None:
    second = Rubric("Was the user thanked?", yes=["Thank you."], no=["Bye."])
    task = replace(TASK, rubrics=[*TASK.rubrics, second])
    checks = [*lost.records()[1].checks, CheckResult("rubric.1", None, "the judge: HTTP 503")]
    record = replace(lost.records()[1], checks=checks, trial_class="ungraded")
    client = FakeClient([grade("no", "Never.")])
    again = ModelJudge(FakeClient([ChatResponse(grade("no"), version="j2")]), Origin(who="judge"))
    judge = ModelJudge(client, Origin(who="judge"))
    judged = asyncio.run(judge_record(task, record, judge, Result()))
    (prompt,) = client.prompts()
    assert second.question in prompt
    assert QUESTION not in prompt
    assert judged.checks == [*checks[:-1], CheckResult("rubric.1", False, "Was the user thanked? No: Never.")]
    assert judged.trial_class == "failed"
    assert asyncio.run(
        judge_record(task, replace(record, versions={"agent": "a1", "judge": "j1"}), again, Result())
    ).versions == {
        "agent": "a1",
        "judge": "j1+j2",
    }
    assert record.trial_class == "ungraded"


def test_an_answer_once_given_is_never_lost(lost: Shop, judge: Callable[..., FakeClient]) -> None:
    """The process is killed behind the first answer: the next one asks only for the second."""

    def answer(request: ChatRequest) -> Answer:
        if request.origin.trial == 2:
            raise KeyboardInterrupt
        return grade("no")

    judge(answer)
    with pytest.raises(KeyboardInterrupt):
        rejudge(lost)
    client = judge([grade("yes")])
    assert rejudge(lost) == 0
    assert [request.origin.trial for request in client.requests] == [2]
    assert [record.trial_class for record in lost.records()] == ["failed", "passed", "passed"]
    assert not (lost.results / "parts").exists()


def test_a_judge_that_fails_again_changes_no_record(
    lost: Shop, judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    before = (lost.results / "trials.jsonl").read_bytes()
    judge(lambda request: ProviderError("HTTP 500"))
    assert rejudge(lost) == 1
    assert (lost.results / "trials.jsonl").read_bytes() == before
    assert capsys.readouterr().out == "0 graded (0 passed, 0 failed), 2 left ungraded\n2 × the judge: HTTP 500\n"


def test_a_refused_key_is_one_error_and_what_was_graded_before_stays(
    lost: Shop, judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thinkingbox_plugin.rejudge.AT_ONCE", 1)
    client = judge(lambda request: grade("yes") if request.origin.trial == 0 else FatalProviderError("HTTP 401"))
    assert rejudge(lost) == 2
    assert capsys.readouterr().err == "thinkingbox: the judge: HTTP 401\n"
    assert len(client.requests) == 2
    assert [record.trial_class for record in lost.records()] == ["passed", "passed", "ungraded"]


def test_a_task_that_was_changed_since_is_left_alone(
    lost: Shop, judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    run = json.loads((lost.results / "run.json").read_text())
    run["fingerprints"]["tasks"] = dict.fromkeys(run["fingerprints"]["tasks"], "0" * 64)
    (lost.results / "run.json").write_text(json.dumps(run))
    client = judge([])
    assert rejudge(lost) == 1
    assert client.requests == []
    assert "test_case_RET_002 has been changed since the run" in capsys.readouterr().out


def test_records_without_texts_are_left_alone(
    shop: Shop,
    judge: Callable[..., FakeClient],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-no-transcripts")
    (record,) = shop.records()
    (shop.results / "trials.jsonl").write_bytes(encode(ungraded(record, "rubric.0")))
    monkeypatch.chdir(shop.pytester.path)
    judge([])
    assert rejudge(shop) == 1
    assert "1 × written with --tb-no-transcripts: there is no conversation to judge" in capsys.readouterr().out


def test_a_run_that_still_goes_on_is_refused_unless_it_was_killed(
    lost: Shop, judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    run = json.loads((lost.results / "run.json").read_text())
    (lost.results / "run.json").write_text(json.dumps(run | {"state": "running"}))
    judge([grade("yes"), grade("yes")])
    assert rejudge(lost) == 2
    assert "the run still goes on; wait for its end, or write --killed" in capsys.readouterr().err
    assert rejudge(lost, "--killed") == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tb-judge-votes", "2"), "--tb-judge-votes 2: a majority needs an odd number; write 3"),
        (("--tb-model-arg", "other:api=chat"), "--tb-model-arg other: no such model here; the judge is mini"),
    ],
)
def test_a_wrong_option_is_one_clear_error(
    lost: Shop, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], message: str
) -> None:
    assert rejudge(lost, *options) == 2
    assert capsys.readouterr().err == f"thinkingbox: {message}\n"


def test_a_provider_that_only_a_plugin_knows_is_named(lost: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    assert rejudge(lost, "--tb-model-arg", "mini:provider=other") == 2
    assert "the provider 'other' comes from a pytest plugin, which is not loaded here" in capsys.readouterr().err


def check(*options: str, domain: str = "toyshop") -> int:
    return cli.main(["judge-check", "--tb-judge-model", "mini", "--tb-max-cost", "none", domain, *options])


LABELLED = [
    (reply, label)
    for task in tasks_of(DOMAIN)
    for rubric in task.rubrics
    for label, replies in (("yes", rubric.yes), ("no", rubric.no))
    for reply in replies
]


def honest(request: ChatRequest) -> Answer:
    """Finds the labelled reply in the prompt and says its label."""
    (label,) = {label for reply, label in LABELLED if reply in request.messages[1].content}
    return grade(label)


def test_a_judge_that_agrees_with_every_label_has_both_at_100(
    judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    client = judge(honest)
    assert check() == 0
    yes, no = (sum(label == wanted for _, label in LABELLED) for wanted in ("yes", "no"))
    assert capsys.readouterr().out.splitlines() == [
        f"toyshop, judged by mini: {yes + no} labelled replies",
        f"sensitivity 100.0 % ({yes} of {yes} labelled yes)",
        f"specificity 100.0 % ({no} of {no} labelled no)",
    ]
    assert len(client.requests) == len(LABELLED)


def test_a_judge_that_always_says_yes_has_no_specificity(
    judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    judge(lambda request: grade("yes", "Looks fine."))
    assert check("--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["sensitivity"], data["specificity"], data["unanswered"]) == (1.0, 0.0, 0)
    assert len(data["answers"]) == len(LABELLED)
    assert data["judge_prompt"]["version"] == 1
    assert data["settings"]["name"] == "mini"


def test_disagreements_and_missing_answers_are_listed(
    judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, silent = LABELLED[0][0], LABELLED[-1][0]

    def answer(request: ChatRequest) -> Answer:
        if silent in request.messages[1].content:
            return ProviderError("HTTP 500")
        return grade("no", "Not said.") if wrong in request.messages[1].content else honest(request)

    judge(answer)
    assert check() == 1
    told = capsys.readouterr().out
    assert f"  labelled yes, judged no: {wrong}\n  Not said.\n" in told
    assert f"  labelled no, judged no answer: {silent}\n  the judge: HTTP 500\n" in told
    assert "no answer to 1\n" in told


def test_a_refused_key_ends_the_check(judge: Callable[..., FakeClient], capsys: pytest.CaptureFixture[str]) -> None:
    judge(lambda request: FatalProviderError("HTTP 401"))
    assert check() == 2
    assert capsys.readouterr().err == "thinkingbox: the judge: HTTP 401\n"


def test_the_scripted_judge_no_judge_and_a_domain_without_rubrics_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["judge-check", "--tb-judge-model", "scripted", "toyshop"]) == 2
    assert "the scripted judge knows the labels themselves; name a model" in capsys.readouterr().err
    assert cli.main(["judge-check", "toyshop"]) == 2
    assert "which judge? write --tb-judge-model NAME" in capsys.readouterr().err
    monkeypatch.setattr("thinkingbox_plugin.judge_check.tasks_of", lambda domain: [])
    assert check() == 2
    assert "toyshop: no task has rubrics" in capsys.readouterr().err


def test_results_that_are_none_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rejudge", str(tmp_path)]) == 2
    assert "run.json: cannot read it" in capsys.readouterr().err
