"""Returns in which a membership counts: whose tier, on which day, and what it does to points.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns-of-members. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import (
    credit,
    customer,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    list_disputes,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Hi! I'd like to send back the Nimbus laptop that I bought at the beginning of the month. It is a fine "
        "machine, it just is not for me. What would I get for it? The monitor of the same order stays, but I see that "
        "it is cheaper by now. Your summer promise gave 30 days for that, so please refund me the difference."
    ),
    facts={
        "name": "Priya Raghunathan",
        "email": "priya.raghunathan@example.com",
        "order number": "ORD-20421",
        "condition of the laptop": "opened, I used it for two weeks",
    },
    behaviour=Behaviour(
        "Pleasant and precise. Agrees once she knows the amount.",
        answers={
            "faulty": "No, nothing is wrong with it.",
            "wrong": "No, nothing is wrong with it.",
            "defective": "No, nothing is wrong with it.",
        },
    ),
    records=[
        customer(
            "CUS-1121",
            "Priya Raghunathan",
            "priya.raghunathan@example.com",
            tier="plus",
            tier_since="2024-04-02",
            points=400,
        ),
        order(
            "ORD-20421",
            "CUS-1121",
            "2025-09-01",
            [
                line("TH-LT14", promotions={"DESKPAIR": "64.00"}, serial="NBL-5120"),
                line("TH-MN27", price="349.00", promotions={"DESKPAIR": "16.00"}, parcel=2),
            ],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20421-1",
            "parcelfox",
            due="2025-09-03",
            handed_over="2025-09-01",
            delivered="2025-09-02",
            label_postcode="11121",
        ),
        shipment(
            "SHP-20421-2",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-06",
            label_postcode="11121",
        ),
        plan("PLN-20421-1", "CUS-1121", "2025-09-01"),
        points("PL-20421-1", "CUS-1121", "earned", 1235, "2025-09-02", line_id="LIN-20421-1"),
        points("PL-20421-2", "CUS-1121", "earned", 333, "2025-09-06", line_id="LIN-20421-2"),
        points("PL-20421-3", "CUS-1121", "used", 1168, "2025-09-12"),
        refund("RF-20421-1", "80.00", "price_adjustment", "2025-09-08", line_id="LIN-20421-1"),
        credit("SC-20421-1", "CUS-1121", "25.00", "goodwill", "2025-09-15", line_id="LIN-20421-1"),
        ticket(
            "TK-2421", "CUS-1121", "pricing", "Asks why the monitor costs less now", "2025-09-22", about_id="ORD-20421"
        ),
    ],
    policy=[
        "returns.md#return-window",
        "returns.md#fees",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "orders.md#price-adjustment",
    ],
    tell=["1020.90", "96.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "multi", "refusal"],
    twin="RET_002",
)
def test_case_RET_001(trial: Trial) -> None:
    """The last day of 15 + 7; half the fee; earlier payments, the pair's discount and points spent come off."""
    with trial.golden() as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        bought = get_order(world, order_id="ORD-20421")
        laptop = bought.lines[0]
        lost = bought.promotions[1]
        list_shipments(world, order_id=bought.order.id)
        account = get_membership(world, customer_id=priya.customer_id)
        list_disputes(world, customer_id=priya.customer_id)
        get_customer_profile(world, customer_id=priya.customer_id)
        list_returns(world, order_id=bought.order.id)
        waiting = list_tickets(world, requester_id=priya.customer_id).tickets[0]
        earned = list_points(world, customer_id=priya.customer_id).items[2]
        money_of = get_payments(world, order_id=bought.order.id)
        given = list_store_credits(world, customer_id=priya.customer_id).items[0]
        cover = list_plans(world, customer_id=priya.customer_id)[0]
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=account.points)
        base = laptop.paid - money_of.refunds[0].amount - given.amount
        restocking = money(money(base * 15 / 100) / 2)
        missing = money(Decimal(earned.points - account.points) / 100)
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - restocking - lost.amount - missing,
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=money_of.payments[0].id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id=bought.order.id,
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id=waiting.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")
        close_ticket(world, ticket_id="TK-2421", outcome="declined", reason="outside_window")

    with trial.trap(breaks="refunds.md#calculation") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        laptop = get_order(world, order_id="ORD-20421").lines[0]
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=400)
        base = laptop.paid - money("80.00")
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("8.35") - money("16.00"),
        )
        cancel_plan(world, plan_id="PLN-20421-1")
        issue_refund(world, payment_id="PAY-20421-1", amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2421", outcome="declined", reason="outside_window")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        laptop = get_order(world, order_id="ORD-20421").lines[0]
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=400)
        base = laptop.paid - money("80.00") - money("25.00")
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("8.35"),
        )
        cancel_plan(world, plan_id="PLN-20421-1")
        issue_refund(world, payment_id="PAY-20421-1", amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2421", outcome="declined", reason="outside_window")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        laptop = get_order(world, order_id="ORD-20421").lines[0]
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=400)
        base = laptop.paid - money("80.00") - money("25.00")
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("8.35") - money("16.00"),
        )
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2421", outcome="declined", reason="outside_window")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two things to send back, please: the laptop from ORD-20422 and the headphones from ORD-20492. I have been a "
        "Plus member for weeks, so I know I have 22 days for computers. If one of them must stay, end its protection "
        "plan and pay it out. The monitor next to the laptop I keep, but it costs less now, and your summer promise "
        "leaves me 30 days to have the difference. My e-mail is oskar.lindqvist@example.com."
    ),
    facts={
        "condition of the headphones": "still sealed",
        "condition of the laptop": "opened",
        "name": "Oskar Lindqvist",
        "reason for the returns": "I changed my mind",
    },
    behaviour=Behaviour(
        "Counts on his membership for both orders and argues once before he accepts.",
        answers={
            "faulty": "No, nothing is wrong with either.",
            "wrong": "No, nothing is wrong with either.",
            "defective": "No, nothing is wrong with either.",
            "broken": "No, nothing is wrong with either.",
            "longer want": "I changed my mind, that is all.",
        },
        pushes=("But I am a Plus member, the laptop is within my 22 days.",),
    ),
    records=[
        customer(
            "CUS-1122",
            "Oskar Lindqvist",
            "oskar.lindqvist@example.com",
            tier="plus",
            tier_since="2025-09-05",
            points=557,
        ),
        order(
            "ORD-20422",
            "CUS-1122",
            "2025-09-01",
            [
                line("TH-LT14", promotions={"DESKPAIR": "64.00"}, serial="NBL-5188"),
                line("TH-MN27", price="349.00", promotions={"DESKPAIR": "16.00"}, parcel=2),
            ],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20422-1",
            "parcelfox",
            due="2025-09-03",
            handed_over="2025-09-01",
            delivered="2025-09-02",
            label_postcode="11122",
        ),
        shipment(
            "SHP-20422-2",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-06",
            label_postcode="11122",
        ),
        plan("PLN-20422-1", "CUS-1122", "2025-09-01"),
        refund("RF-20422-1", "80.00", "price_adjustment", "2025-09-08", line_id="LIN-20422-1"),
        credit("SC-20422-1", "CUS-1122", "25.00", "goodwill", "2025-09-15", line_id="LIN-20422-1"),
        ticket(
            "TK-2422", "CUS-1122", "pricing", "Asks why the monitor costs less now", "2025-09-22", about_id="ORD-20422"
        ),
        order(
            "ORD-20492",
            "CUS-1122",
            "2025-09-10",
            [
                line("TH-HP10", promotions={"SAVE50": "18.01"}),
                line("TH-CM40", promotions={"SAVE50": "31.99"}),
            ],
            plans=["36.00"],
        ),
        shipment(
            "SHP-20492-1",
            "northline",
            due="2025-09-13",
            handed_over="2025-09-11",
            delivered="2025-09-12",
            label_postcode="11122",
        ),
        plan("PLN-20492-1", "CUS-1122", "2025-09-10", price="36.00"),
        credit("SC-20492-1", "CUS-1122", "12.00", "goodwill", "2025-09-16", line_id="LIN-20492-1"),
        points("PL-20492-1", "CUS-1122", "earned", 200, "2025-09-12", line_id="LIN-20492-1"),
        points("PL-20492-2", "CUS-1122", "earned", 357, "2025-09-12", line_id="LIN-20492-2"),
    ],
    policy=[
        "customers.md#membership-tiers",
        "returns.md#return-window",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "warranty.md#ending-a-plan",
        "orders.md#price-adjustment",
    ],
    tell=["157.00", "36.00", "96.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal"],
    twin="RET_001",
)
def test_case_RET_002(trial: Trial) -> None:
    """The tier on the day of the order counts: the laptop stays and its plan ends; the headphones break a discount."""
    with trial.golden() as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        get_customer_profile(world, customer_id=oskar.customer_id)
        get_membership(world, customer_id=oskar.customer_id)
        list_disputes(world, customer_id=oskar.customer_id)
        waiting = list_tickets(world, requester_id=oskar.customer_id).tickets[0]
        get_order(world, order_id="ORD-20422")
        list_shipments(world, order_id="ORD-20422")
        laptop_cover, cover = list_plans(world, customer_id=oskar.customer_id)
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        close_ticket(world, ticket_id=waiting.id, outcome="declined", reason="outside_window")
        first = get_payments(world, order_id="ORD-20422").payments[0]
        cancel_plan(world, plan_id=laptop_cover.id)
        issue_refund(world, payment_id=first.id, amount=laptop_cover.price, reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Protection plan of the laptop ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")
        bought = get_order(world, order_id="ORD-20492")
        phones = bought.lines[0]
        list_shipments(world, order_id="ORD-20492")
        given = list_store_credits(world, customer_id=oskar.customer_id).items[0]
        earned = int(phones.paid)
        list_points(world, customer_id=oskar.customer_id)
        paid = get_payments(world, order_id="ORD-20492").payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=earned)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - given.amount - bought.promotions[1].amount,
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        machine = get_order(world, order_id="ORD-20422").lines[0]
        base = machine.paid - money("80.00") - money("25.00")
        create_return(
            world,
            line_id=machine.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("16.00"),
        )
        cancel_plan(world, plan_id="PLN-20422-1")
        issue_refund(world, payment_id="PAY-20422-1", amount=money("96.00"), reason="plan_cancellation")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2422", outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20492").lines[0]
        cancel_plan(world, plan_id="PLN-20492-1")
        issue_refund(world, payment_id="PAY-20492-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=200)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("12.00") - money("31.99"),
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        cancel_plan(world, plan_id="PLN-20422-1")
        issue_refund(world, payment_id="PAY-20422-1", amount=money("96.00"), reason="plan_cancellation")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        ended = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2422", outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20492").lines[0]
        cancel_plan(world, plan_id="PLN-20492-1")
        issue_refund(world, payment_id="PAY-20492-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=200)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("31.99"),
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        cancel_plan(world, plan_id="PLN-20422-1")
        issue_refund(world, payment_id="PAY-20422-1", amount=money("96.00"), reason="plan_cancellation")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        ended = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2422", outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20492").lines[0]
        cancel_plan(world, plan_id="PLN-20492-1")
        issue_refund(world, payment_id="PAY-20492-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=200)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("12.00"),
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        cancel_plan(world, plan_id="PLN-20422-1")
        issue_refund(world, payment_id="PAY-20422-1", amount=money("96.00"), reason="plan_cancellation")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        ended = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")
        close_ticket(world, ticket_id="TK-2422", outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20492").lines[0]
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=200)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("12.00") - money("31.99"),
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
