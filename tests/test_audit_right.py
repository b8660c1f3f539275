"""Probes that must pass: each catches a task that was broken for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Annotated

import pytest
from audit_toys import found, probe, shop, talk, toy
from pydantic import Field
from toyshop import DOMAIN
from toyshop.tables import Order
from toyshop.tools import (
    book_pickup,
    close_ticket,
    create_refund,
    create_return,
    get_order,
    open_ticket,
    update_ticket,
    verify_customer,
)
from toyshop.tools.returns import Line

from thinkingbox_plugin.audit import right, talking
from thinkingbox_plugin.audit.right import orders_of
from thinkingbox_plugin.authoring import Trial, World, money, reads
from thinkingbox_plugin.checks import Evidence
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.task import find_task


def test_two_writes_whose_order_matters_are_caught() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            update_ticket(world, ticket_id="TK-11", priority="low")
            update_ticket(world, ticket_id="TK-11", priority="urgent")

    assert found(probe(test_case_XYZ_001, right.other_orders)) == [
        "update_ticket(ticket_id='TK-11', priority='urgent') before update_ticket(ticket_id='TK-11', priority='low'): "
        "fails on state.tickets"
    ]


def test_writes_of_which_one_is_refused_first_depend_on_one_another() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            update_ticket(world, ticket_id="TK-11", priority="low")
            close_ticket(world, ticket_id="TK-11", outcome="resolved", reason="none")

    audit = probe(test_case_XYZ_001, right.other_orders)

    assert (audit.count("reordered").tried, found(audit)) == (0, [])
    assert audit.count("reordered").skipped == 1


def test_independent_writes_of_one_tool_may_change_places() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            first = create_return(
                world, order_id="ORD-1", lines=[Line(product_id="TOY-1", quantity=1, condition="sealed")]
            )
            second = create_return(
                world, order_id="ORD-2", lines=[Line(product_id="TOY-2", quantity=1, condition="sealed")]
            )
            book_pickup(world, return_ids=[first.head.id, second.head.id], day=date(2025, 10, 2))

    audit = probe(test_case_XYZ_001, right.other_orders)

    assert (audit.count("reordered").tried, found(audit)) == (1, [])


def test_an_order_keeps_look_ups_before_the_writes_that_follow_them() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ticket = open_ticket(world, subject="A call", topic="delivery", priority="low")
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            get_order(world, order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")
            close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="late")

    golden = build_plan(test_case_XYZ_001).goldens[0]
    orders = [[golden.steps[place].tool for place in order] for _, order in orders_of(golden)]

    assert ["verify_customer", "get_order", "create_refund", "open_ticket", "close_ticket"] in orders
    assert all(order.index("get_order") < order.index("create_refund") for order in orders)
    assert all(order.index("open_ticket") < order.index("close_ticket") for order in orders)
    assert found(probe(test_case_XYZ_001, right.other_orders)) == []


@reads
def peek_at_order(world: World, order_id: Annotated[str, Field(description="The order.")]) -> Order:
    """Read an order and crash on one that is too old."""
    order = world.get(Order, order_id)
    if order.ordered_on <= date(2025, 9, 2):
        raise ValueError("too old")
    return order


def test_a_look_up_that_crashes_is_caught() -> None:
    @toy(shop(peek_at_order))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")

    assert set(found(probe(test_case_XYZ_001, right.more_look_ups))) == {
        "peek_at_order(order_id='ORD-1'): tool peek_at_order crashed: ValueError: too old",
        "peek_at_order(order_id='ORD-2'): tool peek_at_order crashed: ValueError: too old",
    }


def one_look_at_most(evidence: Evidence) -> Iterator[CheckResult]:
    looks = [call for call in evidence.world.log.calls if call.tool == "get_order"]
    yield CheckResult("one_look_at_most", len(looks) <= 1)


def test_a_check_that_forbids_a_look_up_is_caught() -> None:
    @toy(shop(checks=[one_look_at_most]))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            get_order(world, order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")

    assert found(probe(test_case_XYZ_001, right.more_look_ups)) == [
        "also get_order(order_id='ORD-1') at call 3: fails on one_look_at_most",
        "also get_order(order_id='ORD-1') at call 2: fails on one_look_at_most",
    ]


def test_look_ups_stay_within_the_rows_of_those_verified() -> None:
    audit = probe(find_task(DOMAIN, "LAT_001"), right.more_look_ups)

    assert found(audit) == []
    assert audit.count("neutral").tried >= 12
    assert set(audit.probed["neutral"]) == {tool.name for tool in DOMAIN.tools if not tool.writes}


def no_failed_calls(evidence: Evidence) -> Iterator[CheckResult]:
    failed = evidence.trajectory.failed_calls
    yield CheckResult("no_failed_calls", not failed, f"{failed} calls failed")


def test_a_check_that_forbids_a_failed_call_is_caught() -> None:
    strict = replace(find_task(DOMAIN, "CAN_001"), checks=[no_failed_calls])

    audit = probe(strict, right.failed_calls)

    assert "cancel_order(order_id='NONE-0')" in found(audit)[-2]
    assert len(found(audit)) == audit.count("neutral").tried > 3
    assert found(probe(find_task(DOMAIN, "CAN_001"), right.failed_calls)) == []


def one_question_at_most(evidence: Evidence) -> Iterator[CheckResult]:
    turns = evidence.trajectory.user_turns
    yield CheckResult("one_question_at_most", turns <= 2, f"the user was asked {turns} times")


def test_a_check_that_forbids_two_more_questions_is_caught() -> None:
    strict = replace(find_task(DOMAIN, "LAT_001"), checks=[one_question_at_most])

    assert found(talk(strict, talking.questions_pass)) == [
        "two more questions to the user: failed, ended done: one_question_at_most"
    ]
    assert found(talk(find_task(DOMAIN, "LAT_001"), talking.questions_pass)) == []


def test_calls_that_spoil_a_trial_only_together_are_caught() -> None:
    def at_most_one(evidence: Evidence) -> Iterator[CheckResult]:
        yield CheckResult("at_most_one", evidence.trajectory.failed_calls <= 1)

    audit = probe(replace(find_task(DOMAIN, "CAN_001"), checks=[at_most_one]), right.failed_calls)

    assert len(found(audit)) == 1
    assert found(audit)[0].endswith("fails only together")


@pytest.mark.parametrize("name", ["LAT_001", "LAT_002", "CAN_001"])
def test_sound_tasks_survive_all_of_it(name: str) -> None:
    sound = find_task(DOMAIN, name)

    audit = probe(sound, right.other_orders, right.more_look_ups, right.failed_calls)
    audit_of_talk = talk(sound, talking.goldens_pass, talking.idle_fails, talking.questions_pass)

    assert found(audit) == found(audit_of_talk) == []
    assert audit.counts["reordered"].tried
    assert audit.counts["neutral"].tried
    assert audit_of_talk.counts["golden"].tried == 1
