"""Both tables of the audit: what is counted, what is judged, and how it is printed and written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.audit.findings import PROBES, Count, TaskAudit
from thinkingbox_plugin.audit.properties import Figure, alike, properties
from thinkingbox_plugin.audit.summary import summarise, write_audit
from thinkingbox_plugin.audit.table import audit_lines
from thinkingbox_plugin.tags import TAGS


def made(number: int, **changes: Any) -> TaskAudit:
    """One task of a domain in which every bound holds."""
    digits = f"{number:03d}"
    letters = 9 * chr(ord("a") + number)
    tags = [tag for tag in TAGS if tag not in ("only-refusal", "refusal")] + (["refusal"] if number % 3 == 0 else [])
    twin = f"XYZ_{number ^ 1:03d}"
    given: dict[str, Any] = {
        "task": f"shop/test_shop.py::test_case_XYZ_{digits}",
        "id": f"XYZ_{digits}",
        "domain": "shop",
        "package": "shop",
        "root": "/nowhere",
        "workflow": "shop",
        "tags": tags,
        "user": f"User {digits}",
        "opening": letters,
        "masked": letters,
        "policy": [f"rules.md#{number % 4}"],
        "anchors": [f"rules.md#{n}" for n in range(4)],
        "needed": ["email"],
        "traps": 1 + number % 4,
        "twin": twin,
        "writes": ["a", str(number // 6)],
        "ending": digits,
        "goldens": [digits],
        "counts": {probe: Count(tried=10) for probe in PROBES},
    }
    return TaskAudit(**{**given, **changes})


def domain(**changes: Any) -> list[TaskAudit]:
    return [made(number, **changes) for number in range(60)]


def figures(audits: list[TaskAudit]) -> dict[str, Figure]:
    return {figure.name.strip(): figure for figure in properties(audits)}


def test_a_good_domain_holds_every_bound() -> None:
    assert [figure.name for figure in properties(domain()) if figure.held is not True] == []


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("something refused, escalated or held", {"tags": []}),
        ("something refused, escalated or held", {"tags": ["refusal"]}),
        ("nothing but a refusal", {"tags": ["only-refusal"]}),
        ("the agent must ask for a fact", {"tags": []}),
        ("and the answer changes the outcome", {"tags": ["asks"]}),
        ("an uncued check changes the outcome", {"tags": []}),
        ("two policy documents govern together", {"tags": []}),
        ("a decoy", {"tags": []}),
        ("the user pushes for what is forbidden", {"tags": []}),
        ("two or more separate requests", {"tags": []}),
        ("of these, requests that interact", {"tags": ["multi"]}),
        ("a first look-up fails or misleads", {"tags": []}),
        ("minimal pairs", {"twin": None}),
        ("minimal pairs", {"twin": "XYZ_001"}),
        ("minimal pairs", {"goldens": ["same"]}),
        ("tasks at a boundary, both sides", {"tags": []}),
        ("tasks at a boundary, both sides", {"twin": None, "ending": "same"}),
        ("tasks at a boundary, both sides", {"twin": None, "policy": []}),
        ("traps in each task", {"traps": 0}),
        ("traps in each task", {"traps": 5}),
        ("distinct user names", {"user": "Dana"}),
        ("distinct user names", {"user": None}),
        ("the commonest sequence of golden writes", {"writes": ["a"]}),
        ("openings more alike than 0.8", {"masked": "the same words as everybody else writes here"}),
        ("policy sections cited by no task", {"policy": ["rules.md#1"]}),
        ("tasks citing no policy section", {"policy": []}),
    ],
)
def test_each_property_is_missed_where_it_is_missing(name: str, changes: dict[str, Any]) -> None:
    assert figures(domain(**changes))[name].held is False


def test_shares_are_judged_at_their_bounds_exactly() -> None:
    def held(refusals: int) -> bool | None:
        audits = [made(n, tags=["refusal"] if n < refusals else []) for n in range(60)]
        return figures(audits)["something refused, escalated or held"].held

    assert [held(14), held(15), held(27), held(28)] == [False, True, True, False]


def test_below_50_tasks_whole_domain_bounds_are_not_judged_and_the_others_are() -> None:
    few = [made(number, tags=[], traps=0, user=None, policy=[]) for number in range(49)]
    found = figures(few)

    judged = {name for name, figure in found.items() if figure.held is not None}
    assert judged == {"traps in each task", "openings more alike than 0.8", "tasks citing no policy section"}
    assert figures([*few, made(49)])["a decoy"].held is False


def test_the_commonest_sequence_may_cover_a_tenth() -> None:
    audits = [made(number, writes=[str(number // 6)]) for number in range(60)]
    assert figures(audits)["the commonest sequence of golden writes"].held is True
    audits[0] = replace(audits[0], writes=["9"])
    figure = figures(audits)["the commonest sequence of golden writes"]
    assert (figure.held, figure.figure, list(figure.details)) == (False, "11.7 % (7)", ["7 × 9"])


def test_a_tag_that_the_goldens_calls_contradict_is_told() -> None:
    audits = [made(0, tags=[]), made(1, tags=["asks"], needed=[])]

    assert list(figures(audits)["the agent must ask for a fact"].details) == [
        "XYZ_000 needs email from the user and is not tagged asks",
        "XYZ_001 is tagged asks, and no call of its golden needs a fact",
    ]


def test_openings_are_compared_pair_by_pair() -> None:
    text = "hello, my parcel is late and i would like to know where it is"
    openings = [
        ("A", text),
        ("B", "something else entirely, about an installation"),
        ("C", text.replace("late", "lost")),
    ]

    assert [(first, second, round(ratio, 2)) for first, second, ratio in alike(openings)] == [("A", "C", 0.97)]
    assert list(alike(openings, 0.98)) == []


def probes(audits: list[TaskAudit]) -> dict[str, Figure]:
    [summary] = summarise(audits)
    return dict(zip(PROBES, summary.probes, strict=True))


@pytest.mark.parametrize("probe", [probe for probe in PROBES if probe not in ("changed", "constant-ticket")])
def test_one_survivor_misses_the_bound_of_its_probe(probe: Any) -> None:
    audits = domain()
    assert probes(audits)[probe].held is True
    audits[7].survive(probe, "something passes")

    [summary] = summarise(audits)

    assert probes(audits)[probe].held is False
    assert summary.held is False
    assert [(task, survivor.what) for task, survivor in summary.survivors] == [(audits[7].task, "something passes")]


def test_changed_arguments_may_go_unnoticed_once_in_a_hundred() -> None:
    audits = domain()
    for number in range(6):
        audits[number].survive("changed", "a value")
    assert probes(audits)["changed"].held is True
    audits[6].survive("changed", "a value")
    figure = probes(audits)["changed"]
    assert (figure.held, figure.figure) == (False, "7 of 600 unnoticed (1.2 %), 0 refused")


def test_one_constant_ticket_may_pass_two_per_cent_of_a_whole_domain() -> None:
    audits = domain()
    for number in range(3):
        audits[number].constants = ["topic=a", f"topic={number}"]
    assert probes(audits)["constant-ticket"].held is False
    audits[0].constants = ["topic=b"]
    assert probes(audits)["constant-ticket"].held is False
    audits[1].constants = ["topic=c"]
    figure = probes(audits)["constant-ticket"]
    assert (figure.held, figure.figure) == (True, "passes 1 of 60 tasks")
    assert probes(audits[:20])["constant-ticket"].held is None


def test_a_probe_that_was_never_made_is_not_called_ok() -> None:
    audits = domain(counts={})

    assert {figure.held for figure in probes(audits).values()} == {None}
    assert probes(audits)["twin"].figure == "none to try"


def test_tools_that_no_task_could_probe_are_named() -> None:
    audits = [
        made(0, unprobed={"extra": {"a": "no row", "b": "?"}}, probed={"extra": ["c"]}),
        made(1, unprobed={"extra": {"a": "refused", "c": "?"}}, probed={"extra": ["b"]}),
    ]

    [summary] = summarise(audits)

    assert summary.unprobed == {"extra": {"a": "no row"}}
    assert list(audit_lines(summary))[-3:] == [
        "tools that a probe could be made for in no task",
        "  one extra legal write, each writing tool",
        "    a: no row",
    ]


def test_everything_travels_as_plain_data() -> None:
    audit = made(1)
    audit.survive("twice", "a thing")

    assert TaskAudit.from_json(json.loads(json.dumps(audit.to_json()))) == audit


def test_each_line_has_figure_bound_and_verdict_and_survivors_are_told_in_full() -> None:
    audits = domain(tags=["asks"])
    audits[3].survive("dropped", "without close_ticket(ticket_id='TK-1'): passes")
    [summary] = summarise(audits)
    lines = list(audit_lines(summary))

    assert lines[0] == "shop: 60 tasks"
    decoy = next(line for line in lines if line.startswith("a decoy"))
    assert decoy.split("  ")[0] == "a decoy"
    assert "0.0 % (0)" in decoy
    assert "≥ 50 %" in decoy
    assert decoy.endswith("missed")
    assert next(line for line in lines if line.startswith("idle agent")).endswith("ok")
    at = lines.index("surviving probes")
    assert lines[at + 1] == f"  {audits[3].task} · each golden write dropped"
    assert lines[at + 2] == "    without close_ticket(ticket_id='TK-1'): passes"
    assert not any("Bounds of a whole domain" in line for line in lines)


def test_the_file_holds_tables_survivors_and_every_task(tmp_path: Path) -> None:
    audits = [made(0), made(1)]
    audits[1].survive("trap", "trap 0: passes")
    summary = summarise(audits)

    write_audit(tmp_path / "audit.json", summary, audits, [])
    data = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))

    assert data["held"] is False
    assert data["domains"]["shop"]["survivors"] == [{"task": audits[1].task, "probe": "trap", "what": "trap 0: passes"}]
    assert data["domains"]["shop"]["probes"][3]["held"] is False
    assert set(data["tasks"]) == {audits[0].task, audits[1].task}
