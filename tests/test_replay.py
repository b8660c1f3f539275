"""Replaying steps, alone and on a stage that many replays share."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from toyshop import DESK, DOMAIN

from thinkingbox_plugin.mutations import change_arguments, double_writes, drop_writes
from thinkingbox_plugin.plan import MadeBy, Step, build_plan
from thinkingbox_plugin.replay import Stage, replay
from thinkingbox_plugin.state import state_hash
from thinkingbox_plugin.task import find_task


def test_a_goldens_steps_lead_to_its_hash() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))

    replayed = replay(plan, plan.goldens[0].steps)

    with closing(replayed.world):
        assert replayed.refused == []
        assert state_hash(replayed.net()) == plan.goldens[0].hash


def test_a_step_that_needs_a_refused_one_is_refused_and_the_rest_goes_on() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    steps = list(plan.goldens[0].steps)
    opening = next(place for place, step in enumerate(steps) if step.tool == "open_ticket")
    steps[opening] = replace(steps[opening], arguments={**steps[opening].arguments, "topic": "nonsense"})

    replayed = replay(plan, steps)

    with closing(replayed.world):
        closing_step = next(place for place, step in enumerate(steps) if step.tool == "close_ticket")
        assert replayed.refused == [opening, closing_step]
        assert {change.table for change in replayed.net()} == {"refunds"}


def test_a_stage_reaches_the_same_states_as_fresh_worlds_in_any_order() -> None:
    plan = build_plan(find_task(DOMAIN, "CAN_001"))
    golden = plan.goldens[0]
    mutations = [*drop_writes(golden), *double_writes(golden), *change_arguments(plan, golden)]
    mutations += mutations[::-1]

    with closing(Stage(plan)) as stage:
        for mutation in mutations:
            staged = stage.replay(mutation.steps)
            alone = replay(plan, mutation.steps)
            with closing(alone.world):
                assert (staged.refused, staged.results) == (alone.refused, alone.results), mutation.what
                assert state_hash(staged.net()) == state_hash(alone.net()), mutation.what
                assert staged.world.effects() == alone.world.effects(), mutation.what
                assert staged.world.log.calls == alone.world.log.calls, mutation.what
                assert staged.world.made == alone.world.made, mutation.what


def test_a_stage_numbers_what_it_makes_as_a_fresh_world_does() -> None:
    task = find_task(DOMAIN, "LAT_001")
    late = DESK.ticket(id="TK-8123", subject="Where is it?", topic="delivery", priority="low", opened_at=DOMAIN.now)
    plan = build_plan(replace(task, records=(*task.records, late)))
    opening = next(step for step in plan.goldens[0].steps if step.tool == "open_ticket")
    with closing(Stage(plan)) as stage, closing(replay(plan, [opening]).world) as fresh:
        assert stage.replay([opening]).world.made == fresh.made == {"TK-8124"}


def test_a_refused_call_on_a_stage_leaves_nothing_and_takes_back_its_ids() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    refund = {"order_id": "ORD-1", "reason": "late"}
    too_much = Step("create_refund", {**refund, "amount": "999.00"}, True, {})
    enough = Step("create_refund", {**refund, "amount": "1.00"}, True, {})

    with closing(Stage(plan)) as stage:
        assert stage.replay([too_much, enough]).refused == [0]
        assert [effect.key for effect in stage.world.effects()] == [("RF-7001",)]
        assert stage.replay([enough]).results[0]["id"] == "RF-7001"


def test_a_reference_to_a_step_without_such_a_result_is_a_refusal() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    look = Step("get_order", {"order_id": "ORD-1"}, False, {})
    again = Step("get_order", {"order_id": MadeBy(0, ("lines", 3))}, False, {})

    replayed = replay(plan, [look, again])

    with closing(replayed.world):
        assert replayed.refused == [1]
