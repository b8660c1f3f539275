"""docs/results.md names every field that a run writes, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from shops import Shop, cancel

from thinkingbox_plugin import cli
from thinkingbox_plugin.records import DifferenceRecord, EffectRecord, TrialRecord

PAGE = (Path(__file__).parent.parent / "docs" / "results.md").read_text()
WANTED = {
    *("task", "domain", "model", "trial", "seed", "class", "checks", "state_hash", "golden_hash", "difference"),
    *("effects", "state_only", "trap", "messages", "tool_calls", "write_calls", "failed_calls", "user_turns"),
    *("stop_reason", "usage", "timing", "started_at"),
}
"""What readers of results rely on."""
ONLY_WITH_MODELS = {"cost", "rejudged", "user_prompt", "judge_prompt"}
ONLY_LATER = {"resumed", "merged"}
"""In ``run.json`` of a run that was resumed or merged."""
UNTIL_DECIDED = {"rounds"}
"""In ``run.json`` with ``--tb-until-decided``."""


def table_after(text: str) -> list[str]:
    """The names in the first column of the table that follows ``text``."""
    rows = PAGE.partition(text)[2].partition("\n|---|---|\n")[2].partition("\n\n")[0]
    return [name for row in rows.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def names_in(text: str, row: str) -> set[str]:
    """Everything that the row of a table names."""
    line = next(line for line in PAGE.partition(text)[2].splitlines() if line.startswith(f"| `{row}`"))
    return set(re.findall(r"`([^`]+)`", line))


def same(documented: Iterable[str], written: Iterable[str]) -> None:
    """Each name once, and the same on both sides."""
    assert sorted(documented) == sorted(written)


def test_every_field_of_a_record_is_explained_once() -> None:
    same(
        table_after("## A line of `trials.jsonl`"),
        ["class" if f.name == "trial_class" else f.name for f in fields(TrialRecord)],
    )
    same(table_after("A line of `difference`:"), [f.name for f in fields(DifferenceRecord)])
    same(table_after("An entry of `effects`:"), [f.name for f in fields(EffectRecord)])


def test_a_written_line_has_every_field_with_the_conversation_last(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-model=oracle", "--tb-model=mutant:0")
    for record in shop.records():
        assert record.to_json().keys() >= WANTED
        assert record.timing.keys() == names_in("## A line of", "timing") - {"timing"}
        assert record.usage.keys() == names_in("## A line of", "usage") - {"usage"}
    oracle, mutant = shop.records()
    assert (oracle.state_hash == oracle.golden_hash, oracle.difference, mutant.effects) == (True, [], [])
    assert mutant.state_hash != mutant.golden_hash == oracle.golden_hash
    assert oracle.effects
    assert mutant.difference
    keys = {key for message in oracle.messages for key in message}
    keys |= {key for message in oracle.messages for call in message.get("tool_calls", ()) for key in call}
    assert keys | {"is_error"} == names_in("## A line of", "messages") - {"messages"}


def test_every_field_of_run_json_is_explained(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run()
    written = shop.run_file()
    same(set(table_after("## `run.json`")) - ONLY_WITH_MODELS - ONLY_LATER - UNTIL_DECIDED, written)
    fingerprints = written["fingerprints"]
    named = names_in("## `run.json`", "fingerprints") - ONLY_WITH_MODELS - {"fingerprints"}
    assert named == {*fingerprints, *fingerprints["domains"]["toyshop"]}


def test_what_a_resumed_or_merged_run_json_has_besides_is_explained(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-shard=1/1")
    shop.run("--tb-resume=results/latest")
    written = shop.run_file()
    assert written["resumed"][0].keys() == names_in("## `run.json`", "resumed") - {"resumed"}
    assert {"shard", *written["planned"]["shard"]} <= names_in("## `run.json`", "planned")
    assert cli.main(["merge", str(shop.results), "--out", "whole"]) == 0
    merged = shop.run_file(Path("whole"))
    assert merged["merged"][0].keys() == names_in("## `run.json`", "merged") - {"merged"}
    same(set(table_after("## `run.json`")) - ONLY_WITH_MODELS - UNTIL_DECIDED, merged)


def test_every_figure_of_summary_json_is_explained(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-trials=7")
    written = shop.summary()
    prose = set(re.findall(r"`([^`]+)`", PAGE.partition("## `summary.json`\n")[2].partition("\n\n|")[0]))
    model = written["models"]["oracle"]
    assert prose == {*written, *model}
    same(table_after("## `summary.json`"), model["all"])
    assert model["domains"]["toyshop"].keys() == model["all"].keys()
    for name in ("pass@1", "state_only"):
        assert model["all"][name].keys() == names_in("| figure |", "pass@1") - {"pass@1"}
    curve = model["all"]["curve"]
    assert curve.keys() == names_in("| figure |", "curve") - {"curve"}
    assert list(curve["k"]) == ["1", "2", "5", "7"]
    same(table_after("`curve.k` has an entry"), curve["k"]["5"])


def test_each_property_in_junit_is_explained(shop: Shop) -> None:
    import xml.etree.ElementTree as ET

    shop.write("test_orders.py", cancel("ABC_001", trap=TRAP))
    shop.run("--tb-model=trap:0", "--junitxml=junit.xml")
    case = next(ET.parse(shop.pytester.path / "junit.xml").iter("testcase"))
    written = {str(p.get("name")) for p in case.iter("property")}
    sentence = re.search(r"with the properties (.*?)\. ", PAGE.replace("\n", " "))
    assert sentence is not None
    assert written == set(re.findall(r"`(\w+)`", sentence.group(1)))


TRAP = """
with trial.trap(breaks="refunds.md#late-orders") as world:
    verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
"""


def leaves(data: Any) -> Iterator[Any]:
    """Every value in a JSON document."""
    if isinstance(data, dict):
        for value in data.values():
            yield from leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from leaves(value)
    else:
        yield data


def test_rates_lie_between_0_and_1_and_null_means_none(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-model=flaky:0.5", "--tb-trials=5")
    figures = shop.summary()["models"]["flaky:0.5"]["all"]
    rates = [figures["pass@1"]["rate"], *figures["pass@1"]["bounds"], *leaves(figures["curve"]["k"])]
    assert all(0 <= rate <= 1 for rate in rates)
    assert len(rates) > 15
