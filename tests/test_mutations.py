"""Mutations: what is changed, and which of them do harm."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from toyshop import DOMAIN
from toyshop.tools import create_return

from thinkingbox_plugin.mutations import (
    change_arguments,
    double_writes,
    drop_writes,
    harmful_mutations,
    inserted,
    other_values,
    reordered,
    without,
)
from thinkingbox_plugin.plan import MadeBy, Plan, Step, build_plan, written
from thinkingbox_plugin.replay import replay
from thinkingbox_plugin.state import state_hash
from thinkingbox_plugin.task import find_task


@pytest.fixture
def plan() -> Plan:
    return build_plan(find_task(DOMAIN, "LAT_001"))


def test_dropping_a_write_drops_what_depends_on_it(plan: Plan) -> None:
    dropped = {mutation.what: written(mutation.steps) for mutation in drop_writes(plan.goldens[0])}

    assert dropped == {
        "without create_refund": ["open_ticket", "close_ticket"],
        "without open_ticket": ["create_refund"],
        "without close_ticket": ["create_refund", "open_ticket"],
    }


def test_what_is_left_still_refers_to_the_right_results() -> None:
    steps = [Step(name, {}, True, {}) for name in "abc"]
    steps.append(Step("d", {"x": MadeBy(2, ("id",)), "y": [{"z": MadeBy(1, ("id",))}]}, True, {}))

    assert [step.tool for step in without(steps, 1)] == ["a", "c"]
    assert without(steps, 0)[-1].arguments == {"x": MadeBy(1, ("id",)), "y": [{"z": MadeBy(0, ("id",))}]}
    assert reordered(steps, [1, 2, 3, 0])[2].arguments["x"] == MadeBy(1, ("id",))
    assert inserted(steps, 1, Step("n", {}, True, {}))[-1].arguments["x"] == MadeBy(3, ("id",))
    assert inserted(steps, 3, Step("n", {}, True, {}))[-1].arguments["x"] == MadeBy(2, ("id",))


def test_a_doubled_write_stands_right_after_the_first(plan: Plan) -> None:
    doubled = [written(mutation.steps) for mutation in double_writes(plan.goldens[0])]

    assert doubled[0] == ["create_refund", "create_refund", "open_ticket", "close_ticket"]
    assert doubled[2] == ["create_refund", "open_ticket", "close_ticket", "close_ticket"]


@pytest.mark.parametrize(
    ("schema", "value", "others"),
    [
        ({"type": "boolean"}, True, [False]),
        ({"type": "integer"}, 3, [4, 2]),
        ({"type": "string", "enum": ["a", "b", "c"]}, "b", ["a", "c"]),
        ({"type": "string", "format": "date"}, "2025-12-31", ["2026-01-01", "2025-12-30"]),
        (
            {"type": "string", "format": "date-time"},
            "2025-10-01T09:30:00",
            ["2025-10-02T09:30:00", "2025-09-30T09:30:00"],
        ),
        ({"type": "string", "pattern": r"^[0-9]{1,9}(\.[0-9]{1,2})?$"}, "64.00", ["64.01", "63.99", "128.00"]),
        ({"type": "string", "pattern": r"^-?[0-9]{1,9}(\.[0-9]{1,2})?$"}, "0.00", ["0.01", "-0.01"]),
        ({"type": "string", "pattern": "^[A-Z]{2}$"}, "AB", []),
        ({"type": "string"}, "free words", []),
        ({"type": "integer"}, None, []),
    ],
)
def test_other_values_are_of_the_same_kind(schema: dict[str, object], value: object, others: list[object]) -> None:
    assert list(other_values(schema, value)) == others


def test_values_inside_lists_of_objects_are_changed_too() -> None:
    golden = build_plan(find_task(DOMAIN, "LAT_001")).goldens[0]
    lines = [{"product_id": "TOY-1", "quantity": 2, "condition": "sealed"}]
    step = Step("create_return", {"order_id": "ORD-1", "lines": lines}, create_return.writes, {"lines": lines})
    plan = build_plan(find_task(DOMAIN, "LAT_001"))

    changed = [m.steps[0].arguments["lines"] for m in change_arguments(plan, replace(golden, steps=(step,)))]

    assert [{**lines[0], "quantity": 3}] in changed
    assert [{**lines[0], "condition": "broken"}] in changed
    assert len(changed) == 4


def test_harmful_mutations_go_through_and_end_elsewhere_each_time_the_same(plan: Plan) -> None:
    harmful = harmful_mutations(plan, plan.goldens[0])

    assert 10 < len(harmful) <= 24
    for mutation in harmful:
        replayed = replay(plan, mutation.steps)
        with closing(replayed.world):
            assert replayed.refused == []
            assert state_hash(replayed.net()) not in plan.hashes
    other = build_plan(find_task(DOMAIN, "LAT_001"))
    assert [m.what for m in harmful_mutations(other, other.goldens[0])] == [m.what for m in harmful]
    assert harmful_mutations(plan, plan.goldens[0]) is harmful
