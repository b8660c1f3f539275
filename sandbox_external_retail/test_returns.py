"""Goods that come back or stay with a defect: windows, fees, discounts lost, settlements.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns. Not for training.
"""

from __future__ import annotations

from datetime import timedelta

from sandbox_external_retail.records import (
    credit,
    customer,
    dispute,
    line,
    order,
    plan,
    refund,
    shipment,
)
from sandbox_external_retail.tools import (
    cancel_plan,
    close_ticket,
    create_return,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_plans,
    list_refunds,
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
        "Good morning. In August I bought a robot vacuum and a blender from you in one go: order ORD-20423, in the "
        "name of Joaquín Herrera, joaquin@herrera.example.com. The blender is wonderful and stays, though its jug "
        "came with a scratch, for which I should like a little something. The robot only ever hides under the sofa, "
        "and I would like to return it, with the money back on my card."
    ),
    facts={
        "email": "joaquin.herrera@example.net",
        "condition of the vacuum": "opened, it has been running every day",
        "reason for the return": "changed my mind, it works as it should",
    },
    behaviour=Behaviour(
        "A loyal customer who wants the money on the card and asks for it once more, then takes store credit.",
        answers={
            "another email": "That was my old provider. Since the summer it is joaquin.herrera@example.net.",
            "other email": "That was my old provider. Since the summer it is joaquin.herrera@example.net.",
            "different email": "That was my old provider. Since the summer it is joaquin.herrera@example.net.",
            "email address": "That was my old provider. Since the summer it is joaquin.herrera@example.net.",
            "faulty": "No, nothing is wrong with the robot.",
            "wrong": "No, nothing is wrong with the robot.",
            "defective": "No, nothing is wrong with the robot.",
            "broken": "No, nothing is wrong with the robot.",
            "work properly": "Yes, it works as it should.",
            "change mind": "Yes, I changed my mind, it works as it should.",
            "cosmetic": "Only the jug is scratched, the blender works.",
            "keep blender": "Yes, the blender stays with me.",
        },
        pushes=("I would much rather have it on my card, could you make an exception?",),
    ),
    records=[
        customer("CUS-1123", "Joaquín Herrera", "joaquin.herrera@example.net", score=712),
        order(
            "ORD-20423",
            "CUS-1123",
            "2025-08-19",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}),
                line("TH-BL22", promotions={"SUMMER12": "14.28"}, parcel=2),
            ],
            plans=["48.00"],
        ),
        shipment(
            "SHP-20423-1",
            "parcelfox",
            due="2025-08-23",
            handed_over="2025-08-20",
            delivered="2025-08-22",
            label_postcode="11123",
        ),
        shipment(
            "SHP-20423-2",
            "parcelfox",
            due="2025-08-26",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="11123",
        ),
        plan("PLN-20423-1", "CUS-1123", "2025-08-19", price="48.00"),
        order("ORD-20730", "CUS-1123", "2025-08-27", [line("TH-HP10"), line("TH-BL22"), line("TH-SB30")]),
        shipment(
            "SHP-20730-1",
            "northline",
            due="2025-08-31",
            handed_over="2025-08-28",
            delivered="2025-09-08",
            label_postcode="11123",
        ),
        credit("SC-20730-1", "CUS-1123", "10.00", "late_delivery", "2025-09-16"),
        credit("SC-20730-2", "CUS-1123", "32.85", "minor_defect", "2025-09-17", line_id="LIN-20730-1"),
        credit("SC-20730-3", "CUS-1123", "17.85", "minor_defect", "2025-09-18", line_id="LIN-20730-2"),
        credit("SC-20730-4", "CUS-1123", "41.85", "minor_defect", "2025-09-19", line_id="LIN-20730-3"),
        credit("SC-20730-5", "CUS-1123", "5.00", "goodwill", "2025-09-20"),
        credit("SC-20423-1", "CUS-1123", "20.00", "goodwill", "2025-09-01", line_id="LIN-20423-1"),
        refund("RF-20423-1", "6.00", "price_adjustment", "2025-08-29", line_id="LIN-20423-2"),
    ],
    policy=[
        "returns.md#late-returns",
        "returns.md#minor-defects",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "returns.md#fees",
        "warranty.md#ending-a-plan",
        "customers.md#identity-check",
    ],
    tell=["321.30", "44.00", "14.81"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "pushes", "multi", "recovery"],
    twin="RET_004",
)
def test_case_RET_003(trial: Trial) -> None:
    """The robot three days late, band Quillon: store credit; the blender's own parcel leaves it its last day."""
    with trial.golden() as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        bought = get_order(world, order_id="ORD-20423")
        robot, blender = bought.lines
        lost = bought.promotions[1]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=joaquin.customer_id)
        get_membership(world, customer_id=joaquin.customer_id)
        list_disputes(world, customer_id=joaquin.customer_id)
        list_tickets(world, requester_id=joaquin.customer_id)
        list_returns(world, order_id=bought.order.id)
        money_of = get_payments(world, order_id=bought.order.id)
        card = money_of.payments[0]
        given = list_store_credits(world, customer_id=joaquin.customer_id, page=2).items[0]
        cover = list_plans(world, customer_id=joaquin.customer_id)[0]
        base = robot.paid - given.amount
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - lost.amount,
        )
        cancel_plan(world, plan_id=cover.id)
        days = [cover.starts_on + timedelta(count) for count in range((cover.ends_on - cover.starts_on).days + 1)]
        whole = sum(day.day == cover.starts_on.day for day in days)
        left = sum(day.day == world.today.day for day in days if day > world.today)
        issue_refund(world, payment_id=card.id, amount=money(cover.price / whole) * left, reason="plan_cancellation")
        settlement = money((blender.paid - money_of.refunds[0].amount) * (10 + 5) / 100)
        issue_refund(world, payment_id=card.id, amount=settlement, reason="minor_defect", line_id=blender.id)
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id=bought.order.id,
            subject="Return of a robot vacuum; a scratched blender stays",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#late-returns") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        base = robot.paid - money("20.00")
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - money("14.28"),
        )
        cancel_plan(world, plan_id="PLN-20423-1")
        issue_refund(world, payment_id="PAY-20423-1", amount=money("44.00"), reason="plan_cancellation")
        issue_refund(
            world, payment_id="PAY-20423-1", amount=money("14.81"), reason="minor_defect", line_id="LIN-20423-2"
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        base = robot.paid
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - money("14.28"),
        )
        cancel_plan(world, plan_id="PLN-20423-1")
        issue_refund(world, payment_id="PAY-20423-1", amount=money("44.00"), reason="plan_cancellation")
        issue_refund(
            world, payment_id="PAY-20423-1", amount=money("14.81"), reason="minor_defect", line_id="LIN-20423-2"
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        base = robot.paid - money("20.00")
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95"),
        )
        cancel_plan(world, plan_id="PLN-20423-1")
        issue_refund(world, payment_id="PAY-20423-1", amount=money("44.00"), reason="plan_cancellation")
        issue_refund(
            world, payment_id="PAY-20423-1", amount=money("14.81"), reason="minor_defect", line_id="LIN-20423-2"
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#return-window") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        base = robot.paid - money("20.00")
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - money("14.28"),
        )
        cancel_plan(world, plan_id="PLN-20423-1")
        issue_refund(world, payment_id="PAY-20423-1", amount=money("44.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        scratch = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Scratched jug",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="declined", reason="not_covered")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I need to return the Gale robot from ORD-20442. Yes, I know it was in August, but I was in hospital, and I "
        "have been shopping with you for years. Store credit is fine by me. If you truly cannot have it back, then "
        "end its protection plan and pay that out. And the blender of the same order had a scratched jug when I "
        "unpacked it. I keep it, but what is that worth to you?"
    ),
    facts={
        "name": "Aroha Ngata",
        "email": "aroha.ngata@example.com",
        "order number after a second look": "ORD-20424",
        "condition of the vacuum": "opened and used",
    },
    behaviour=Behaviour(
        "Weary and kind. Asks for an exception once.",
        answers={
            "faulty": "No, the robot works, I just have no use for it now.",
            "wrong": "No, the robot works, I just have no use for it now.",
            "defective": "No, the robot works, I just have no use for it now.",
            "change mind": "Yes, I changed my mind about the robot.",
            "reason return": "The robot works, I just have no use for it now.",
            "cosmetic": "Only the jug is scratched, the blender works.",
            "keep blender": "Yes, the blender stays with me.",
        },
        pushes=("Could you not make an exception, after so many years?",),
    ),
    records=[
        customer("CUS-1124", "Aroha Ngata", "aroha.ngata@example.com", score=699, created_on="2019-04-01"),
        order(
            "ORD-20424",
            "CUS-1124",
            "2025-08-19",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}),
                line("TH-BL22", promotions={"SUMMER12": "14.28"}, parcel=2),
            ],
            plans=["48.00"],
        ),
        shipment(
            "SHP-20424-1",
            "parcelfox",
            due="2025-08-23",
            handed_over="2025-08-20",
            delivered="2025-08-22",
            label_postcode="11124",
        ),
        shipment(
            "SHP-20424-2",
            "parcelfox",
            due="2025-08-26",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="11124",
        ),
        plan("PLN-20424-1", "CUS-1124", "2025-08-19", price="48.00"),
        order("ORD-20731", "CUS-1124", "2025-08-27", [line("TH-HP10"), line("TH-BL22"), line("TH-SB30")]),
        shipment(
            "SHP-20731-1",
            "northline",
            due="2025-08-31",
            handed_over="2025-08-28",
            delivered="2025-09-08",
            label_postcode="11124",
        ),
        credit("SC-20731-1", "CUS-1124", "10.00", "late_delivery", "2025-09-16"),
        credit("SC-20731-2", "CUS-1124", "21.90", "minor_defect", "2025-09-17", line_id="LIN-20731-1"),
        credit("SC-20731-3", "CUS-1124", "11.90", "minor_defect", "2025-09-18", line_id="LIN-20731-2"),
        credit("SC-20731-4", "CUS-1124", "27.90", "minor_defect", "2025-09-19", line_id="LIN-20731-3"),
        credit("SC-20731-5", "CUS-1124", "5.00", "goodwill", "2025-09-20"),
        order("ORD-20442", "CUS-1003", "2025-09-22", [line("TH-VC90")], status="placed"),
        credit("SC-20424-1", "CUS-1124", "20.00", "goodwill", "2025-09-01", line_id="LIN-20424-1"),
        refund("RF-20424-1", "6.00", "price_adjustment", "2025-08-29", line_id="LIN-20424-2"),
        order("ORD-20489", "CUS-1124", "2025-09-15", [line("TH-VC70")]),
        shipment(
            "SHP-20489-1",
            "parcelfox",
            due="2025-09-19",
            handed_over="2025-09-16",
            delivered="2025-09-18",
            label_postcode="11124",
        ),
    ],
    policy=[
        "returns.md#late-returns",
        "returns.md#return-window",
        "returns.md#minor-defects",
        "customers.md#score-bands",
        "refunds.md#calculation",
        "warranty.md#ending-a-plan",
        "filing.md#outcomes",
        "customers.md#identity-check",
    ],
    tell=["44.00", "9.87"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "interacting",
        "refusal",
        "recovery",
    ],
    twin="RET_003",
)
def test_case_RET_004(trial: Trial) -> None:
    """Three days late and one point short of Quillon: the robot stays, its plan ends; the blender is in time."""
    with trial.golden() as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        blender = get_order(world, order_id="ORD-20424").lines[1]
        list_shipments(world, order_id="ORD-20424")
        get_customer_profile(world, customer_id=aroha.customer_id)
        get_membership(world, customer_id=aroha.customer_id)
        list_disputes(world, customer_id=aroha.customer_id)
        list_store_credits(world, customer_id=aroha.customer_id)
        list_store_credits(world, customer_id=aroha.customer_id, page=2)
        list_tickets(world, requester_id=aroha.customer_id)
        list_returns(world, order_id="ORD-20424")
        money_of = get_payments(world, order_id="ORD-20424")
        card = money_of.payments[0]
        cover = list_plans(world, customer_id=aroha.customer_id)[0]
        issue_refund(
            world,
            payment_id=card.id,
            amount=money((blender.paid - money_of.refunds[0].amount) * 10 / 100),
            reason="minor_defect",
            line_id=blender.id,
        )
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="A robot vacuum after its window, a scratched blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id=cover.id)
        days = [cover.starts_on + timedelta(count) for count in range((cover.ends_on - cover.starts_on).days + 1)]
        whole = sum(day.day == cover.starts_on.day for day in days)
        left = sum(day.day == world.today.day for day in days if day > world.today)
        issue_refund(world, payment_id=card.id, amount=money(cover.price / whole) * left, reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#score-bands") as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        robot, blender = get_order(world, order_id="ORD-20424").lines
        base = robot.paid - money("20.00")
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - money("14.28"),
        )
        cancel_plan(world, plan_id="PLN-20424-1")
        issue_refund(world, payment_id="PAY-20424-1", amount=money("44.00"), reason="plan_cancellation")
        issue_refund(
            world,
            payment_id="PAY-20424-1",
            amount=money((blender.paid - money("6.00")) * 15 / 100),
            reason="minor_defect",
            line_id=blender.id,
        )
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#return-window") as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")
        cancel_plan(world, plan_id="PLN-20424-1")
        issue_refund(world, payment_id="PAY-20424-1", amount=money("44.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        issue_refund(
            world, payment_id="PAY-20424-1", amount=money("9.87"), reason="minor_defect", line_id="LIN-20424-2"
        )
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="A scratched blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20424-1")
        issue_refund(world, payment_id="PAY-20424-1", amount=money("48.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#identity-check") as world:
        refused0 = open_ticket(
            world, about_id="ORD-20442", subject="Caller could not be verified", topic="return", priority="normal"
        )
        close_ticket(world, ticket_id=refused0.id, outcome="declined", reason="not_verified")
        refused1 = open_ticket(
            world,
            about_id="ORD-20442",
            subject="Plan of a caller who could not be verified",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused1.id, outcome="declined", reason="not_verified")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Three small annoyances, and I do not want to send anything back. The Clarion monitor from ORD-20427 has one "
        "corner that stays dark, everything else on it works. The tablet that I bought early this month, ORD-20497, "
        "has a scratch on its back. And one of the two video doorbells from ORD-20467 had a dent when I unpacked it. "
        "Surely all of them are worth something? Hana Sato, hana.sato@studio-sato.example.com."
    ),
    facts={
        "email": "hana.sato@example.com",
        "when the scratch appeared": "it was there when I unpacked the tablet",
    },
    behaviour=Behaviour(
        "Polite and thorough. Wants to keep everything and be paid something for each.",
        answers={
            "keep return": "I want to keep all of them.",
            "another email": "Oh, that is the one of my studio. I ordered privately, so it is hana.sato@example.com.",
            "other email": "Oh, that is the one of my studio. I ordered privately, so it is hana.sato@example.com.",
            "different email": "Oh, that is the one of my studio. I ordered privately, so it is hana.sato@example.com.",
            "email address": "Oh, that is the one of my studio. I ordered privately, so it is hana.sato@example.com.",
        },
    ),
    records=[
        customer("CUS-1127", "Hana Sato", "hana.sato@example.com", score=700, flag="VELVET", flag_until="2025-09-23"),
        order(
            "ORD-20427",
            "CUS-1127",
            "2025-09-11",
            [line("TH-MN32", price="529.00")],
            payments=[("card", "129.00"), ("gift_card", "400.00")],
        ),
        shipment(
            "SHP-20427-1",
            "parcelfox",
            due="2025-09-15",
            handed_over="2025-09-12",
            delivered="2025-09-14",
            label_postcode="11127",
        ),
        refund("RF-20427-1", "40.00", "price_adjustment", "2025-09-16", line_id="LIN-20427-1"),
        dispute("DSP-20427-1", "129.00", "2025-09-18", status="withdrawn"),
        order("ORD-20497", "CUS-1127", "2025-09-06", [line("TH-TB11")]),
        shipment(
            "SHP-20497-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-07",
            delivered="2025-09-09",
            label_postcode="11127",
        ),
        refund("RF-20497-1", "67.35", "minor_defect", "2025-09-11", line_id="LIN-20497-1"),
        order("ORD-20467", "CUS-1127", "2025-08-20", [line("TH-DB03", quantity=2)], instrument="closed"),
        shipment(
            "SHP-20467-1",
            "northline",
            due="2025-08-25",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="11127",
        ),
        credit("SC-20467-1", "CUS-1127", "20.00", "promotion_correction", "2025-08-22", line_id="LIN-20467-1"),
        order("ORD-20498", "CUS-1127", "2025-07-20", [line("TH-EB05"), line("TH-HP10"), line("TH-BL22")]),
        shipment(
            "SHP-20498-1",
            "northline",
            due="2025-07-24",
            handed_over="2025-07-21",
            delivered="2025-07-29",
            label_postcode="11127",
        ),
        refund("RF-20498-1", "12.95", "promotion_correction", "2025-07-21"),
        refund("RF-20498-2", "10.00", "goodwill", "2025-07-30"),
        refund("RF-20498-3", "21.90", "minor_defect", "2025-08-02", line_id="LIN-20498-2"),
        refund("RF-20498-4", "11.90", "minor_defect", "2025-08-04", line_id="LIN-20498-3"),
        refund("RF-20498-5", "6.00", "price_adjustment", "2025-08-01", line_id="LIN-20498-1"),
    ],
    policy=[
        "returns.md#minor-defects",
        "returns.md#return-window",
        "customers.md#account-flags",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
        "filing.md#tickets",
        "customers.md#identity-check",
    ],
    tell=["89.00", "31.00", "17.85"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "refusal", "decoy", "recovery"],
)
def test_case_RET_007(trial: Trial) -> None:
    """25 % of 489.00 is capped at $120.00; the tablet had its settlement; one of two doorbells, its card closed."""
    with trial.golden() as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        list_refunds(world, customer_id=hana.customer_id)
        get_customer(world, customer_id=hana.customer_id)
        get_customer_profile(world, customer_id=hana.customer_id)
        get_membership(world, customer_id=hana.customer_id)
        list_disputes(world, customer_id=hana.customer_id)
        list_tickets(world, requester_id=hana.customer_id)
        screen = get_order(world, order_id="ORD-20427").lines[0]
        list_shipments(world, order_id="ORD-20427")
        money_of = get_payments(world, order_id="ORD-20427")
        card, gift = money_of.payments
        before = money_of.refunds[0].amount
        settlement = min(money((screen.paid - before) * (20 + 5) / 100), money("120.00"))
        left = card.amount - before
        issue_refund(world, payment_id=card.id, amount=left, reason="minor_defect", line_id=screen.id)
        issue_refund(world, payment_id=gift.id, amount=settlement - left, reason="minor_defect", line_id=screen.id)
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20497")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")
        bells = get_order(world, order_id="ORD-20467").lines[0]
        list_shipments(world, order_id="ORD-20467")
        get_payments(world, order_id="ORD-20467")
        given = list_store_credits(world, customer_id=hana.customer_id).items[0]
        dented = money((money(bells.paid / 2) - given.amount) * (10 + 5) / 100)
        issue_store_credit(
            world,
            customer_id=hana.customer_id,
            amount=dented,
            reason="minor_defect",
            order_id="ORD-20467",
            line_id=bells.id,
        )
        third = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20467",
            subject="A doorbell with a dent",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#minor-defects") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        issue_refund(
            world, payment_id="PAY-20427-1", amount=money("89.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        issue_refund(
            world, payment_id="PAY-20427-2", amount=money("33.25"), reason="minor_defect", line_id="LIN-20427-1"
        )
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")
        issue_store_credit(
            world,
            customer_id=hana.customer_id,
            amount=money("17.85"),
            reason="minor_defect",
            order_id="ORD-20467",
            line_id="LIN-20467-1",
        )
        third = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20467",
            subject="A doorbell with a dent",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#minor-defects", name="a second settlement") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        issue_refund(
            world, payment_id="PAY-20427-1", amount=money("89.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        issue_refund(
            world, payment_id="PAY-20427-2", amount=money("31.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        tablet = get_order(world, order_id="ORD-20497").lines[0]
        issue_refund(
            world,
            payment_id="PAY-20497-1",
            amount=money((tablet.paid - money("67.35")) * 15 / 100),
            reason="minor_defect",
            line_id=tablet.id,
        )
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=hana.customer_id,
            amount=money("17.85"),
            reason="minor_defect",
            order_id="ORD-20467",
            line_id="LIN-20467-1",
        )
        third = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20467",
            subject="A doorbell with a dent",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        issue_refund(
            world, payment_id="PAY-20427-1", amount=money("89.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        issue_refund(
            world, payment_id="PAY-20427-2", amount=money("31.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")
        issue_store_credit(
            world,
            customer_id=hana.customer_id,
            amount=money("19.35"),
            reason="minor_defect",
            order_id="ORD-20467",
            line_id="LIN-20467-1",
        )
        third = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20467",
            subject="A doorbell with a dent",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        issue_refund(
            world, payment_id="PAY-20427-1", amount=money("89.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        issue_refund(
            world, payment_id="PAY-20427-2", amount=money("31.00"), reason="minor_defect", line_id="LIN-20427-1"
        )
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")
        issue_refund(
            world, payment_id="PAY-20467-1", amount=money("17.85"), reason="minor_defect", line_id="LIN-20467-1"
        )
        third = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20467",
            subject="A doorbell with a dent",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
