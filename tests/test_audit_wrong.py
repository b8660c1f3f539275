"""Probes that must fail: each catches a task that was broken for it, and lets a sound one be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from typing import Annotated, Literal

import pytest
from audit_toys import found, probe, shop, talk, toy, trying, trying_plan
from pydantic import Field
from toyshop import DOMAIN
from toyshop.tables import Customer, Gift, Order, Product, Refund
from toyshop.tools import book_pickup, create_refund, create_return, get_order, update_ticket, verify_customer
from toyshop.tools.returns import Line

from thinkingbox_plugin.audit import talking, wrong
from thinkingbox_plugin.audit.task import describe
from thinkingbox_plugin.authoring import Amount, ToolError, Trial, World, created, money, writes
from thinkingbox_plugin.checks import Evidence
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.mutations import change_arguments, double_writes, drop_writes
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.task import find_task


def test_an_idle_agent_that_passes_is_caught() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        with trial.trap(breaks="refunds.md#late-orders") as world:
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")

    assert found(talk(test_case_XYZ_001, talking.idle_fails)) == ["an agent that answers and stops: passed"]
    assert found(probe(test_case_XYZ_001, wrong.look_ups_alone)) == ["the golden's look-ups without any write: passes"]


def test_a_golden_that_does_not_pass_through_mcp_is_caught() -> None:
    @toy(tell=[created("gifts")])
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")

    assert found(talk(test_case_XYZ_001, talking.goldens_pass)) == ["golden 'golden': failed, ended done: tell"]


def test_every_alternative_golden_is_acted_out_with_what_it_created() -> None:
    @toy(tell=[created("refunds")])
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden("the long way") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            get_order(world, order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")
        with trial.golden("the short way") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="goodwill")

    audit = talk(test_case_XYZ_001, talking.goldens_pass)

    assert (audit.count("golden").tried, found(audit)) == (2, [])


def test_a_trap_that_ends_well_is_caught() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    harmless = replace(plan.goldens[0], name="trap 0", breaks="refunds.md#late-orders")

    with closing(trying_plan(replace(plan, traps=(harmless, *plan.traps)))) as tried:
        wrong.traps(tried)

        assert found(tried.audit) == ["trap 0, which breaks refunds.md#late-orders,: passes"]
        assert tried.audit.count("trap").tried == 2


def test_a_write_that_can_be_left_out_is_caught() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            update_ticket(world, ticket_id="TK-11", priority="low")
            update_ticket(world, ticket_id="TK-11", priority="urgent")

    assert found(probe(test_case_XYZ_001, wrong.dropped)) == [
        "without update_ticket(ticket_id='TK-11', priority='low'): passes"
    ]


def test_a_write_that_goes_through_twice_and_changes_nothing_is_caught() -> None:
    @writes
    def sell_out(world: World, product_id: Annotated[str, Field(description="The toy.")]) -> Product:
        """Say that none is left."""
        return world.update(world.get(Product, product_id), stock=0)

    @toy(shop(sell_out))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            sell_out(world, product_id="TOY-1")

    assert found(probe(test_case_XYZ_001, wrong.twice)) == ["sell_out(product_id='TOY-1') twice: passes"]


def test_a_second_refund_fails_and_a_second_cancellation_is_refused() -> None:
    late = probe(find_task(DOMAIN, "LAT_002"), wrong.twice)
    cancelled = probe(find_task(DOMAIN, "CAN_001"), wrong.twice)

    assert (late.count("twice").tried, late.count("twice").refused, found(late)) == (3, 1, [])
    assert (cancelled.count("twice").tried, cancelled.count("twice").refused, found(cancelled)) == (3, 2, [])


@writes(consent=("amount",))
def pay_back(
    world: World,
    order_id: Annotated[str, Field(description="The order.")],
    amount: Annotated[Amount, Field(description="How much.")],
    channel: Annotated[Literal["card", "wallet", "cheque"], Field(description="Forgotten by the tool.")],
    quick: Annotated[bool, Field(description="Forgotten as well.")] = False,
) -> Refund:
    """Pay money back, whatever the channel."""
    order = world.get(Order, order_id)
    return world.insert(
        Refund(id=world.new_id("RF"), order_id=order.id, amount=amount, reason="late", made_at=world.now)
    )


def test_an_argument_that_leaves_no_trace_is_caught() -> None:
    @toy(shop(pay_back))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            pay_back(world, order_id="ORD-1", amount=money("5.00"), channel="card")

    audit = probe(test_case_XYZ_001, wrong.changed_arguments)

    assert found(audit) == [
        "pay_back: channel='wallet' instead of 'card': passes",
        "pay_back: channel='cheque' instead of 'card': passes",
    ]
    assert audit.failures == []


def test_an_optional_argument_that_leaves_no_trace_is_caught_given_or_not() -> None:
    @toy(shop(pay_back))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            pay_back(world, order_id="ORD-1", amount=money("5.00"), channel="card", quick=True)
            pay_back(world, order_id="ORD-1", amount=money("6.00"), channel="card")

    assert found(probe(test_case_XYZ_001, wrong.optional_arguments)) == [
        "pay_back with quick=True: passes",
        "pay_back without quick: passes",
    ]


@writes
def wrap(
    world: World,
    order_id: Annotated[str, Field(description="The order.")],
    product_ids: Annotated[list[str], Field(min_length=1, max_length=3, description="Only the first counts.")],
    label: Annotated[str, Field(max_length=20, description="Kept in no column.")],
    email: Annotated[str, Field(max_length=60, description="The new address of the customer.")],
) -> Gift:
    """Wrap a gift and forget most of it."""
    order, product = world.get(Order, order_id), world.get(Product, product_ids[0])
    world.update(world.get(Customer, order.customer_id), email=email)
    return world.insert(Gift(id=world.new_id("GF"), order_id=order.id, product_ids=[product.id], card="For you"))


def test_items_of_a_list_and_words_that_lead_nowhere_are_caught() -> None:
    @toy(shop(wrap))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            wrap(world, order_id="ORD-1", product_ids=["TOY-1", "TOY-2"], label="red paper", email="ada@example.com")

    audit = probe(test_case_XYZ_001, wrong.changed_arguments)

    assert found(audit) == [
        "wrap: product_ids.1='TOY-1' instead of 'TOY-2': passes",
        "wrap: product_ids.1='TOY-3' instead of 'TOY-2': passes",
        "wrap: product_ids.1='TOY-4' instead of 'TOY-2': passes",
        "wrap: label='bed paper' instead of 'red paper': passes",
        "wrap: product_ids=['TOY-1'] instead of ['TOY-1', 'TOY-2']: passes",
        "wrap: product_ids=['TOY-1', 'TOY-2', 'TOY-2'] instead of ['TOY-1', 'TOY-2']: passes",
    ]
    with closing(trying(test_case_XYZ_001)) as tried:
        emails = [value for leaf, value in wrong.OtherValues(tried, tried.golden).of(1) if leaf.name == "email"]
    assert emails == ["ada.quill@example.com", "bruno.vale@example.org", "bda@example.com"]


def test_lines_of_an_object_are_changed_member_by_member_left_out_and_added() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            lines = [Line(product_id="TOY-1", quantity=2, condition="sealed")]
            back = create_return(world, order_id="ORD-1", lines=lines)
            book_pickup(world, return_ids=[back.head.id], day=date(2025, 10, 6))

    with closing(trying(test_case_XYZ_001)) as tried:
        changes = list(wrong.OtherValues(tried, tried.golden).of(1))
        wrong.changed_arguments(tried)
        wrong.optional_arguments(tried)

        assert found(tried.audit) == []
        assert tried.audit.count("optional").tried == 1
    named = {leaf.name for leaf, _ in changes}
    assert named == {"order_id", "lines", "lines.0.product_id", "lines.0.quantity", "lines.0.condition"}
    sealed = {"quantity": 2, "condition": "sealed"}
    assert [value for leaf, value in changes if leaf.name == "lines"] == [
        [{"product_id": "TOY-1", **sealed}, {"product_id": "TOY-2", **sealed}]
    ]


def test_optional_lists_are_set_too() -> None:
    @writes
    def pack(
        world: World,
        order_id: Annotated[str, Field(description="The order.")],
        extra_ids: Annotated[list[str], Field(max_length=2, description="Forgotten.")] = [],  # noqa: B006
    ) -> Order:
        """Pack an order."""
        return world.update(world.get(Order, order_id), status="shipped")

    @toy(shop(pack))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-6")
            pack(world, order_id="ORD-6")

    assert found(probe(test_case_XYZ_001, wrong.optional_arguments)) == [
        "pack with extra_ids=['Noted as asked.']: passes"
    ]


def test_a_golden_that_ends_as_another_one_does_is_caught() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden("late") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")
        with trial.golden("goodwill") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="goodwill")

    plan = build_plan(test_case_XYZ_001)
    late, goodwill = plan.goldens
    mixed = replace(plan, goldens=(replace(late, steps=goodwill.steps), goodwill))
    audit = describe(mixed)
    with closing(Engine()) as engine:
        engine.run(talking.goldens_pass(mixed, audit))

    assert found(audit) == ["golden 'late' ends otherwise through MCP than when called directly"]


def test_words_that_a_model_chooses_freely_are_not_changed() -> None:
    audit = probe(find_task(DOMAIN, "LAT_001"), wrong.changed_arguments, wrong.optional_arguments)

    assert found(audit) == []
    with closing(trying(find_task(DOMAIN, "LAT_001"))) as tried:
        others = wrong.OtherValues(tried, tried.golden)
        changed = {leaf.name for place in tried.golden.write_steps for leaf, _ in others.of(place)}
    assert changed == {
        "order_id",
        "amount",
        "reason",
        "topic",
        "priority",
        "requester_id",
        "about_id",
        "ticket_id",
        "outcome",
    }


def test_an_end_state_that_another_golden_accepts_is_no_survivor() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden("late") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")
        with trial.golden("goodwill") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="goodwill")

    assert found(probe(test_case_XYZ_001, wrong.changed_arguments)) == []


@writes
def break_down(world: World, order_id: Annotated[str, Field(description="The order.")], loud: bool = False) -> Order:
    """Crash for one value of an argument."""
    if loud:
        raise ZeroDivisionError("loud")
    return world.update(world.get(Order, order_id), status="cancelled")


def test_a_tool_that_crashes_in_a_probe_is_caught() -> None:
    @toy(shop(break_down))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            break_down(world, order_id="ORD-1")

    assert found(probe(test_case_XYZ_001, wrong.optional_arguments)) == [
        "break_down with loud=True: tool break_down crashed: ZeroDivisionError: loud"
    ]


def test_a_twin_that_is_missing_one_sided_or_of_the_same_outcome_is_caught() -> None:
    first = find_task(DOMAIN, "LAT_001")
    with closing(trying(first)) as tried:
        missing, one_sided, same, sound = (replace(tried.audit, survivors=[], counts={}) for _ in range(4))
        plans = {name: build_plan(find_task(DOMAIN, name)) for name in ("LAT_001", "LAT_002", "CAN_001")}
        tried.audit = missing
        wrong.twin(tried, None)
        tried.audit = one_sided
        wrong.twin(tried, plans["CAN_001"])
        tried.audit = same
        wrong.twin(tried, replace(plans["LAT_001"], task=replace(first, twin="LAT_001")))
        tried.audit = sound
        wrong.twin(tried, plans["LAT_002"])

    assert found(missing) == ["there is no task LAT_002, or it is broken"]
    assert found(one_sided) == ["CAN_001 names None as its twin, not LAT_001"]
    assert found(same) == ["LAT_001 and LAT_001 have the same outcome", "the golden of LAT_001: passes"]
    assert (found(sound), sound.count("twin").tried) == ([], 1)


@writes
def settle(world: World, order_id: Annotated[str, Field(description="The order.")]) -> Order:
    """Refuse a second time, and yet remember it."""
    order = world.get(Order, order_id)
    if order.status == "cancelled":
        raise ToolError("order_id: settled already")
    return world.update(order, status="cancelled")


def test_a_refused_second_call_that_spoils_the_trial_is_caught() -> None:
    @toy(shop(settle))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            settle(world, order_id="ORD-1")

    vars(test_case_XYZ_001)["domain"] = shop(settle, checks=[no_failed_calls])

    assert found(probe(test_case_XYZ_001, wrong.twice)) == [
        "settle(order_id='ORD-1') twice: refused, and yet the trial fails on no_failed_calls"
    ]


def no_failed_calls(evidence: Evidence) -> Iterator[CheckResult]:
    failed = evidence.trajectory.failed_calls
    yield CheckResult("no_failed_calls", not failed, f"{failed} calls failed")


@pytest.mark.parametrize("name", ["LAT_001", "LAT_002", "CAN_001"])
def test_sound_tasks_survive_all_of_it(name: str) -> None:
    audit = probe(
        find_task(DOMAIN, name),
        wrong.look_ups_alone,
        wrong.traps,
        wrong.dropped,
        wrong.twice,
        wrong.changed_arguments,
        wrong.optional_arguments,
    )

    assert found(audit) == []
    assert all(audit.counts[tried].tried for tried in ("idle", "trap", "dropped", "twice", "changed", "optional"))


def test_an_unaccepted_end_state_is_a_failed_trial_and_looking_at_touched_tables_finds_it() -> None:
    with closing(trying(find_task(DOMAIN, "CAN_001"))) as tried:
        golden, bench = tried.golden, tried.bench
        mutations = [*drop_writes(golden), *double_writes(golden), *change_arguments(tried.plan, golden)]
        for mutation in mutations:
            reached = bench.reached(mutation.steps)
            attempt = bench.attempt(mutation.steps)
            assert reached == attempt.verdict.state_hash, mutation.what
            assert attempt.passed <= (reached in tried.plan.hashes), mutation.what
        assert bench.attempt(golden.steps).passed
