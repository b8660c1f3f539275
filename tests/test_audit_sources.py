"""Where a golden's constants come from, what facts are worth, and whether calls fit their schemas."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Annotated

import pytest
from audit_toys import found, probe, shop, toy, trying, trying_plan
from pydantic import Field, WithJsonSchema
from toyshop import DOMAIN
from toyshop.tables import Order
from toyshop.tools import (
    book_pickup,
    cancel_order,
    close_ticket,
    create_refund,
    create_return,
    get_order,
    list_orders,
    open_ticket,
    verify_customer,
)
from toyshop.tools.returns import Line

from thinkingbox_plugin.audit.source import Constant, constants
from thinkingbox_plugin.audit.sources import (
    Known,
    calls_fit_schemas,
    constants_have_sources,
    facts_are_news,
    needed_facts,
)
from thinkingbox_plugin.authoring import Trial, World, money, reads, search_policies
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.task import find_task


def sources(what: list[str]) -> list[str]:
    """The constants that were complained of."""
    return [
        one.partition(": ")[2].removesuffix(" stands in no opening, fact, policy or earlier result") for one in what
    ]


def test_constants_that_only_the_author_knows_are_caught() -> None:
    @toy(facts={"email": "ada.quill@example.com", "order": "ORD-1"})
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            order = get_order(world, order_id="ORD-4")
            create_refund(world, order_id="ORD-1", amount=money("3.33"), reason="late")
            create_refund(world, order_id=order.id, amount=money(order.total * 17 / 100), reason="late")
            share = Decimal("0.07")
            create_refund(world, order_id=order.id, amount=money(order.total * share), reason="late")
            open_ticket(world, subject="Nobody knows", topic="gift", priority="low", requester_id=ada.id)

    assert sources(found(probe(test_case_XYZ_001, constants_have_sources))) == [
        "'ORD-4' (order_id of get_order)",
        "'3.33' (amount of create_refund)",
        "17 (amount of create_refund)",
        "'0.07'",
    ]


def test_what_can_be_known_is_let_be() -> None:
    @toy(
        opening="I am Ada, and ORD-3 came on 1 September. Can the courier come on 7 October?",
        facts={"email": "Ada.Quill@example.com"},
    )
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            search_policies(world, query="postage of a return")
            ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-3")
            page = list_orders(world, customer_id=ada.id, page=1)
            placed = next(order for order in page.orders if order.status == "placed")
            create_refund(world, order_id=placed.id, amount=money(placed.total * Decimal("0.1")), reason="late")
            create_refund(world, order_id="ORD-7", amount=money(placed.total * 20 / 100), reason="late")
            back = create_return(
                world, order_id="ORD-3", lines=[Line(product_id="TOY-1", quantity=1, condition="opened")]
            )
            book_pickup(world, return_ids=[back.head.id], day=date(2025, 10, 7))
            open_ticket(world, subject=f"Return of {back.head.id}", topic="return", priority="low", requester_id=ada.id)

    audit = probe(test_case_XYZ_001, constants_have_sources)

    assert found(audit) == []
    assert audit.count("constants").tried > 15


def test_an_earlier_result_counts_and_a_later_one_does_not() -> None:
    @toy(facts={"email": "ada.quill@example.com", "order": "ORD-2"})
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-2")
            list_orders(world, customer_id="CUS-1", page=3)
            get_order(world, order_id="ORD-1")

    @toy(facts={"email": "ada.quill@example.com", "order": "ORD-2"})
    def test_case_XYZ_002(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-2")
            get_order(world, order_id="ORD-1")
            list_orders(world, customer_id="CUS-1", page=3)

    assert sources(found(probe(test_case_XYZ_001, constants_have_sources))) == ["3 (page of list_orders)"]
    assert sources(found(probe(test_case_XYZ_002, constants_have_sources))) == [
        "'ORD-1' (order_id of get_order)",
        "3 (page of list_orders)",
    ]


def test_a_number_in_a_sentence_that_was_read_counts() -> None:
    noted = Order(
        id="ORD-3",
        customer_id="CUS-1",
        product_ids=["TOY-1"],
        total=Decimal("40.00"),
        ordered_on=date(2025, 9, 3),
        note="Every train that is late earns $6.66 today.",
    )

    @toy(facts={"email": "ada.quill@example.com", "order": "ORD-3"}, records=[noted])
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-3")
            order = get_order(world, order_id="ORD-3")
            create_refund(world, order_id=order.id, amount=money("6.66"), reason="late")
            create_refund(world, order_id=order.id, amount=money("7.77"), reason="late")

    assert sources(found(probe(test_case_XYZ_001, constants_have_sources))) == ["'7.77' (amount of create_refund)"]


def file_it(world: World, customer: str, outcome: str = "resolved") -> None:
    ticket = open_ticket(world, subject="Late", topic="delivery", priority="normal", requester_id=customer)
    close_ticket(world, ticket_id=ticket.id, outcome=outcome, reason="late")
    get_order(world, order_id="ORD-5")


def test_constants_in_helpers_and_loops_are_looked_at_too() -> None:
    @toy(opening="I am ada.quill@example.com, ORD-1 and ORD-3 are late")
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            for order_id in ("ORD-1", "ORD-3", "ORD-6"):
                create_refund(world, order_id=order_id, amount=money("1.11"), reason="late")
            file_it(world, ada.id)

    assert sources(found(probe(test_case_XYZ_001, constants_have_sources))) == [
        "'ORD-6'",
        "'1.11' (amount of create_refund)",
        "'ORD-5' (order_id of get_order)",
    ]


def test_each_constant_is_found_in_the_call_that_it_stands_in() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden("first") as world:
            get_order(world, order_id="ORD-1")
        with trial.trap(breaks="refunds.md#late-orders") as world:
            cancel_order(world, order_id="ORD-6")
        with trial.golden("second") as world:
            for order in [get_order(world, order_id=name) for name in ("ORD-3", "ORD-4")]:
                get_order(world, order_id=order.id)
            get_order(world, order_id="ORD-5")

    listed = constants(build_plan(test_case_XYZ_001))

    assert [replace(one, line=0) for one in listed["first"]] == [Constant("ORD-1", 0, 0, "order_id")]
    assert [(one.value, one.call, one.argument) for one in listed["second"]] == [
        ("ORD-3", 0, None),
        ("ORD-4", 0, None),
        ("ORD-5", 4, "order_id"),
    ]


@pytest.mark.parametrize(
    ("words", "number"),
    [("within thirty days", "30"), ("after twenty-five days", "25"), ("half of it", "50"), ("$1,250.00", "1250")],
)
def test_a_policy_may_spell_its_numbers(words: str, number: str) -> None:
    @toy(opening=f"It says {words}, ada.quill@example.com, ORD-1.")
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money(17), reason="late")

    with closing(trying(test_case_XYZ_001)) as tried:
        known = Known(tried, tried.golden)
        assert known.has(Constant(int(number), 1, 0, "amount"))
        assert not known.has(Constant(int(number) + 3, 1, 0, "amount"))


def test_a_fact_that_the_opening_tells_is_caught() -> None:
    @toy(
        opening="ORD-1 is late, says Ada Quill.",
        facts={"email": "ada.quill@example.com", "order number": "ord-1", "name": "Ada Quill"},
    )
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")

    audit = probe(test_case_XYZ_001, facts_are_news)

    assert found(audit) == [
        "the fact 'order number', 'ord-1', stands in the opening already",
        "the fact 'name', 'Ada Quill', stands in the opening already",
    ]
    assert audit.count("facts").tried == 3


def test_the_facts_that_only_the_user_can_tell_are_those_needed() -> None:
    with closing(trying(find_task(DOMAIN, "LAT_001"))) as tried:
        assert needed_facts(tried) == ["email", "order number"]
    with closing(trying(find_task(DOMAIN, "CAN_001"))) as tried:
        assert needed_facts(tried) == []


@reads
def weigh(
    world: World,
    order_id: Annotated[str, Field(description="The order."), WithJsonSchema({"type": "string", "maxLength": 3})],
) -> Order:
    """Show a stricter schema than is enforced."""
    return world.get(Order, order_id)


def test_a_call_that_breaks_its_tools_published_schema_is_caught() -> None:
    @toy(shop(weigh))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            weigh(world, order_id="ORD-1")

    assert found(probe(test_case_XYZ_001, calls_fit_schemas)) == [
        "weigh(order_id='ORD-1'): order_id: 'ORD-1' is too long"
    ]


def test_steps_of_every_golden_and_trap_are_held_against_their_schemas() -> None:
    plan = build_plan(find_task(DOMAIN, "LAT_001"))
    trap = plan.traps[0]
    step = replace(trap.steps[2], raw={"order_id": "ORD-1", "amount": "a lot", "reason": "late"})
    broken = replace(trap, steps=(*trap.steps[:2], step, *trap.steps[3:]))

    with closing(trying_plan(replace(plan, traps=(broken,)))) as tried:
        calls_fit_schemas(tried)

        assert len(found(tried.audit)) == 1
        assert "amount: 'a lot' does not match" in found(tried.audit)[0]
        assert tried.audit.count("typed").tried == 10
