"""The cap on cost outside of a test run: ``rejudge`` and ``judge-check``, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_client import grade
from provider_server import KEY, Fail, ProviderServer, Say
from shops import Shop
from test_rejudge import LABELLED, ungraded

from thinkingbox_plugin import cli
from thinkingbox_plugin.results.lines import encode

ANSWER = Say(grade("yes"))
"""20 output tokens: $0.001 at the price below, and never more, since that is the cap of a reply."""


@pytest.fixture
def lost(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Shop, ProviderServer]]:
    """A run of three trials whose judge was never reached, and a judge that may be now."""
    shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-trials=3").assert_outcomes(passed=3)
    lines = [encode(ungraded(record, "rubric.0")) for record in shop.records()]
    (shop.results / "trials.jsonl").write_bytes(b"".join(lines))
    monkeypatch.chdir(shop.pytester.path)
    monkeypatch.setenv("PROVIDER_KEY", KEY)
    monkeypatch.setattr("thinkingbox_plugin.rejudge.AT_ONCE", 1)
    monkeypatch.setattr("thinkingbox_plugin.judge_check.AT_ONCE", 1)
    with ProviderServer([ANSWER]) as server:
        write_entry(shop.pytester.path, server.url)
        yield shop, server


def write_entry(folder: Path, url: str, prices: str = "price_input = 0\nprice_output = 50\n") -> None:
    (folder / "thinkingbox.toml").write_text(
        f'[models.paid]\nbase_url = "{url}"\nkey_variable = "PROVIDER_KEY"\nmax_output_tokens = 20\n{prices}'
    )


def rejudge(shop: Shop, *options: str) -> int:
    return cli.main(["rejudge", str(shop.results), "--tb-judge-model=paid", *options])


@pytest.mark.parametrize("command", [["rejudge", "results/latest"], ["judge-check", "toyshop"]])
@pytest.mark.parametrize(
    ("option", "told"),
    [
        ([], "model paid costs money ($0 for a million input tokens, $50 output); say how much this run may spend"),
        (["--tb-max-cost=much"], "--tb-max-cost: 'much' is not a number of US dollars above 0, or none"),
        (["--tb-max-cost=0"], "--tb-max-cost: '0' is not a number of US dollars above 0, or none"),
    ],
)
def test_a_judge_with_a_price_needs_a_cap_before_anything_is_sent(
    lost: tuple[Shop, ProviderServer],
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    option: list[str],
    told: str,
) -> None:
    assert cli.main([*command, "--tb-judge-model=paid", *option]) == 2
    assert told in capsys.readouterr().err
    assert lost[1].asked == []


def test_a_cap_that_cannot_hold_for_an_unknown_price_is_refused(
    lost: tuple[Shop, ProviderServer], capsys: pytest.CaptureFixture[str]
) -> None:
    shop, server = lost
    write_entry(shop.pytester.path, server.url, "")
    assert rejudge(shop, "--tb-max-cost=1") == 2
    assert "--tb-max-cost 1 cannot hold for model paid: it has no price_input and no price_output" in (
        capsys.readouterr().err
    )
    assert rejudge(shop, "--tb-max-cost=none") == 0


def test_what_the_cap_leaves_stays_ungraded_and_a_later_rejudge_goes_on(
    lost: tuple[Shop, ProviderServer], capsys: pytest.CaptureFixture[str]
) -> None:
    shop, server = lost
    assert rejudge(shop, "--tb-max-cost=0.0015") == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "1 graded (1 passed, 0 failed), 2 left ungraded, $0.0010"
    assert [
        line.startswith("2 × --tb-max-cost 0.0015 leaves no room for more ($0.0010 spent)") for line in told[1:]
    ] == [True]
    assert len(server.asked) == 1
    assert [record.trial_class for record in shop.records()] == ["passed", "ungraded", "ungraded"]
    assert shop.run_file()["rejudged"][0]["cost"] == 0.001
    assert rejudge(shop, "--tb-max-cost=none") == 0
    assert len(server.asked) == 3
    assert [entry["cost"] for entry in shop.run_file()["rejudged"]] == [0.001, 0.002]
    assert list(shop.results.rglob("*.sqlite*")) == []


def test_the_entries_of_a_project_hold_in_its_folders_too(
    lost: tuple[Shop, ProviderServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop, server = lost
    monkeypatch.chdir(shop.results)
    assert cli.main(["rejudge", ".", "--tb-judge-model=paid", "--tb-max-cost=1"]) == 0
    assert len(server.asked) == 3


def test_a_request_that_failed_costs_nothing_of_the_cap(
    shop: Shop, lost: tuple[Shop, ProviderServer], capsys: pytest.CaptureFixture[str]
) -> None:
    with ProviderServer([Fail(400, "no"), ANSWER]) as server:
        write_entry(shop.pytester.path, server.url)
        assert rejudge(shop, "--tb-max-cost=0.002") == 1
    assert "2 graded (2 passed, 0 failed), 1 left ungraded, $0.0020" in capsys.readouterr().out


def test_the_cap_holds_for_all_questions_that_are_under_way_together(
    lost: tuple[Shop, ProviderServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop, server = lost
    monkeypatch.setattr("thinkingbox_plugin.rejudge.AT_ONCE", 8)
    assert rejudge(shop, "--tb-max-cost=0.0025") == 1
    assert len(server.asked) == 2


def test_a_check_of_a_judge_stops_at_the_cap_and_measures_what_it_has_asked(
    lost: tuple[Shop, ProviderServer], capsys: pytest.CaptureFixture[str]
) -> None:
    _, server = lost
    assert cli.main(["judge-check", "toyshop", "--tb-judge-model=paid", "--tb-max-cost=0.0015"]) == 1
    told = capsys.readouterr().out
    assert f"no answer to {len(LABELLED) - 1}\n" in told
    assert f"{len(LABELLED) - 1} of them not asked: the judge: --tb-max-cost 0.0015 leaves no room" in told
    assert "judged no answer" not in told
    assert told.endswith("cost: $0.0010\n")
    assert len(server.asked) == 1


def test_a_check_of_a_judge_says_what_it_has_cost(
    lost: tuple[Shop, ProviderServer], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["judge-check", "toyshop", "--tb-judge-model=paid", "--tb-max-cost=1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == pytest.approx(0.001 * len(LABELLED))
