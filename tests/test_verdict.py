"""The verdict as a whole: what changes it, what does not, and that it is the same everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_checks import ADA, BRUNO, CANCEL, CLOSE, FILE, OPEN, PROPOSAL, REFUND, RIGHT, TOLD
from toyshop import DOMAIN
from trials import DONE, attempt, call, calls, check, plan_of

from thinkingbox_plugin import snapshot
from thinkingbox_plugin._columns import Column
from thinkingbox_plugin.errors import JudgeError, ToolError
from thinkingbox_plugin.judges import Grade
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.plan import MadeBy, Plan, resolve, value_at
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.replay import replay
from thinkingbox_plugin.state import state_hash
from thinkingbox_plugin.task import Rubric, tasks_of
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.verdict import Outcome, Verdict, grade_without_judge
from thinkingbox_plugin.world import World

TASKS = [task.id for task in tasks_of(DOMAIN)]
plan = cache(plan_of)


def graded(one: Plan, world: World) -> Verdict:
    """The verdict on a world, as if nothing had been said."""
    return grade_without_judge(one, world, Trajectory(places=[0] * len(world.log.calls)))


def solved(name: str) -> tuple[Plan, World]:
    """A task's world after its first golden."""
    return plan(name), replay(plan(name), plan(name).goldens[0].steps).world


# -- any change of a compared value


def others(column: Column, value: Any, world: World) -> list[Any]:
    """Other values, as SQLite stores them, that the column may hold."""
    found: list[Any] = []
    if column.members:
        found = list(column.members)
    elif column.is_list:
        items = json.loads(value)
        found = [json.dumps(variant, separators=(",", ":")) for variant in (items[:-1], [*items, *items[:1]])]
        if not column.unordered:
            found.append(json.dumps(items[::-1], separators=(",", ":")))
    elif column.references:
        found = [
            row[0]
            for row in world.db.execute(f'SELECT "{world.specs[column.references].key[0]}" FROM "{column.references}"')
        ]
    elif column.sql_type == "INTEGER":
        found = [0, 1] if "IN (0, 1)" in column.check else [value + 1, value - 1] if value is not None else [0]
    elif "GLOB" in column.check and value is not None:
        found = [f"{Decimal(value) + step:.2f}" for step in (Decimal("0.01"), Decimal("-0.01"), Decimal(100))]
    elif column.check.startswith("date(") and value is not None:
        found = [(date.fromisoformat(value) + timedelta(days=days)).isoformat() for days in (1, -1, 365)]
    elif column.check.startswith(("date(", "datetime(")):
        found = ["2025-10-02" if column.check.startswith("date(") else datetime(2025, 10, 2).isoformat()]
    elif column.sql_type == "TEXT" and not column.check:
        found = [f"{value or ''}x", "", f"x{value or ''}"]
    return [other for other in [*found, *([None] if column.nullable else [])] if other != value]


@settings(max_examples=300)
@given(st.data())
def test_any_change_of_a_compared_value_makes_the_verdict_0(data: st.DataObject) -> None:
    one, world = solved(data.draw(st.sampled_from(TASKS)))
    spec = data.draw(st.sampled_from([s for s in world.specs.values() if s.name not in snapshot.STATIC_TABLES]))
    columns = [column for column in spec.columns if column.kind == "compared" and not column.is_key]
    rows = world.db.execute(f'SELECT * FROM "{spec.name}"').fetchall()
    assume(columns and rows)
    column, row = data.draw(st.sampled_from(columns)), data.draw(st.sampled_from(rows))
    names = [c.name for c in spec.columns]
    value = row[names.index(column.name)]
    candidates = others(column, value, world)
    assume(candidates)
    other = data.draw(st.sampled_from(candidates))
    key = [row[names.index(name)] for name in spec.key]
    world.db.execute(f'UPDATE "{spec.name}" SET "{column.name}" = ? WHERE {spec.key_sql}', [other, *key])
    verdict = graded(one, world)
    if verdict.state_hash in one.hashes:  # another of the accepted end states
        assert one.task.id == "RET_001"
        assert (spec.name, column.name) == ("pickups", "day")
        return
    assert not verdict.state_only, (spec.name, key, column.name, value, other)
    assert not verdict.passed
    assert [d.table for d in verdict.comparison.differences] == [spec.name] or spec.name in {
        d.table for d in verdict.comparison.differences
    }


@pytest.mark.parametrize("name", TASKS)
def test_a_row_more_or_less_makes_the_verdict_0(name: str) -> None:
    one, world = solved(name)
    assert graded(one, world).state_only
    world.db.execute(
        "INSERT INTO customers SELECT 'CUS-3', name, 'x@example.com', tier, segment FROM customers LIMIT 1"
    )
    assert not graded(one, world).state_only
    world.db.execute("DELETE FROM customers WHERE id = 'CUS-3'")
    assert graded(one, world).state_only
    world.db.execute("DELETE FROM products WHERE id = 'TOY-4'")
    assert not graded(one, world).state_only


@pytest.mark.parametrize("name", TASKS)
def test_what_is_not_compared_leaves_the_state_alone(name: str) -> None:
    one, world = solved(name)
    for spec in world.specs.values():
        for column in spec.columns:
            if spec.name in snapshot.STATIC_TABLES or column.kind == "compared":
                continue
            value = "2020-02-02T02:02:02" if column.kind == "volatile" else "other words"
            world.db.execute(f'UPDATE "{spec.name}" SET "{column.name}" = ?', [value])
    assert graded(one, world).state_only
    assert graded(one, world).state_hash == one.goldens[0].hash


# -- what does not count


@settings(max_examples=150)
@given(st.data())
def test_names_of_ids_order_of_writes_and_extra_reads_leave_the_hash_alone(data: st.DataObject) -> None:
    one = plan(data.draw(st.sampled_from(TASKS)))
    golden = data.draw(st.sampled_from(one.goldens))
    world = one.task.world()
    for prefix in data.draw(st.lists(st.sampled_from(["RF", "TK", "RT", "PU", "CM"]), max_size=30)):
        world.new_id(prefix)
    order = data.draw(st.permutations(range(len(golden.steps))))
    results: dict[int, Any] = {}

    def lookup(reference: MadeBy) -> str:
        return str(value_at(results[reference.call], reference.path))

    reads = ["list_orders", "list_tickets"]
    while len(results) < len(golden.steps):
        ready = [n for n in order if n not in results and golden.steps[n].depends_on <= results.keys()]
        step = golden.steps[ready[0]]
        if data.draw(st.booleans()):
            owner = {"list_orders": "customer_id", "list_tickets": "requester_id"}
            read = data.draw(st.sampled_from(reads))
            DOMAIN.call(world, read, {owner[read]: "CUS-1"})
        try:
            results[ready[0]] = json.loads(DOMAIN.call(world, step.tool, resolve(step.arguments, lookup)))
        except ToolError:
            assume(False)
    end = snapshot.take(world)
    net = snapshot.net_change(world.specs, one.start, end, world.made)
    assert state_hash(net) == golden.hash
    assert graded(one, world).state_only


@given(st.lists(st.sampled_from(["calls", "refused", "broken", "unknown"]), max_size=6))
def test_calls_that_do_nothing_leave_the_verdict_alone(kinds: Sequence[str]) -> None:
    noise = {
        "calls": call("find_orders", product_id="TOY-1"),
        "refused": call("get_order", order_id="ORD-99"),
        "broken": call("get_order", order=1),
        "unknown": call("no_such_tool"),
    }
    finished = attempt("CAN_001", calls(*(noise[kind] for kind in kinds), BRUNO, CANCEL, *FILE), DONE)
    assert finished.record.trial_class == "passed"
    assert finished.record.effects[0].call == len(kinds) + 1
    assert finished.record.failed_calls == len(kinds) - kinds.count("calls")


TURNS = ("Order number?", calls(ADA), PROPOSAL, calls(REFUND, OPEN, CLOSE), TOLD)


def test_the_verdict_is_the_same_in_another_process_zone_locale_hash_seed_and_year() -> None:
    code = """
import json, sys
from thinkingbox_plugin.audit.clock import move_clock
move_clock(403)
from test_verdict import TURNS, comparable
from trials import attempt
print(json.dumps(comparable(attempt("LAT_001", *TURNS).record)))
"""
    here = comparable(attempt("LAT_001", *TURNS).record)
    folder = os.path.dirname(__file__)
    for seed, zone, language in (("1", "Pacific/Kiritimati", "tr_TR.UTF-8"), ("99", "America/St_Johns", "C")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language, "PYTHONPATH": folder}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd="/", check=False
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == here
    assert here["class"] == "passed"


def comparable(record: Any) -> Any:
    """A record without what may differ: times."""
    data = record.to_json()
    return json.loads(json.dumps({name: value for name, value in data.items() if name not in ("timing", "started_at")}))


# -- the judge


class Counting:
    """A judge that counts how often it is asked."""

    def __init__(self, *answers: bool | None) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
        self.asked += 1
        answer = self.answers.pop(0)
        if answer is None:
            raise JudgeError("no answer")
        return Grade(answer, "because")


VERIFY = call("verify_customer", email="bruno.vale@example.org", order_id="ORD-20")
DECLINE = (
    VERIFY,
    call("open_ticket", subject="x", topic="return", priority="low", requester_id="CUS-2", about_id="ORD-20"),
    call("close_ticket", ticket_id="TK-7001", outcome="declined", reason="window_passed"),
)


@pytest.mark.parametrize(
    ("answer", "trial_class", "passed"), [(True, "passed", True), (False, "failed", False), (None, "ungraded", None)]
)
def test_a_rubric_decides_where_all_else_holds(answer: bool | None, trial_class: str, passed: bool | None) -> None:
    judge = Counting(answer)
    finished = attempt("RET_002", calls(*DECLINE), "I am sorry. <DONE>", judge=judge)
    assert judge.asked == 1
    assert finished.record.trial_class == trial_class
    assert check(finished, "rubric.0").passed is passed
    assert finished.record.state_only is True


def test_the_judge_is_not_asked_about_a_wrong_state() -> None:
    judge = Counting(True)
    finished = attempt("RET_002", calls(VERIFY), "I am sorry. <DONE>", judge=judge)
    assert judge.asked == 0
    assert finished.record.trial_class == "failed"
    assert check(finished, "rubric.0") == CheckResult("rubric.0", None, "not asked")


def test_a_no_says_why() -> None:
    finished = attempt("RET_002", calls(*DECLINE), "I am sorry. <DONE>", judge=Counting(False))
    question = "Does the reply state that more than 30 days have passed?"
    assert check(finished, "rubric.0").detail == f"{question} No: because"


# -- outcomes


def test_two_outcomes_are_equal_if_the_same_checks_hold() -> None:
    one = Outcome.of([CheckResult("a", True), CheckResult("b", False)])
    assert one == Outcome({"b": False, "a": True})
    assert hash(one) == hash(Outcome({"b": False, "a": True}))
    assert one != one.held
    assert one.held == Outcome({"a": True, "b": True})
    assert one != {"a": True, "b": False}
    assert repr(one) == "<Outcome: not held: b>"
    assert repr(one.held) == "<Outcome: all checks hold>"
    assert Outcome({"a": None}) != Outcome({"a": True})


def test_a_verdict_is_the_product_of_all_its_checks() -> None:
    finished = attempt("CAN_001", *RIGHT)
    verdict = finished.verdict
    assert verdict is not None
    assert verdict.passed
    assert not verdict.ungraded
    assert Outcome.of(verdict.checks) == Outcome.of(finished.record.checks).held
