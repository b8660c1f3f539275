"""Faults after the return window, accidental damage, hazards, protection plans.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-warranty. Not for training.
"""

from __future__ import annotations

from typing import Literal

from sandbox_external_retail.records import claim, credit, customer, line, order, plan, refund, shipment
from sandbox_external_retail.tools import (
    add_comment,
    cancel_plan,
    check_stock,
    close_ticket,
    create_charge,
    create_return,
    create_warranty_claim,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    get_repair_rate,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_orders,
    list_plans,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, World, money, task


def _file(world: World, who: str, order_id: str) -> None:
    """The warranty ticket of an order, filed and closed as resolved."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: warranty", topic="warranty", priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


def _settle_robot(world: World, who: str, amount: str) -> None:
    """The traps' settlement of the robot vacuum, as credit, with its ticket."""
    create_warranty_claim(
        world,
        line_id="LIN-20436-2",
        cover="manufacturer",
        fault="battery",
        remedy="settlement",
        amount=money(amount),
    )
    issue_store_credit(
        world,
        customer_id=who,
        amount=money(amount),
        reason="warranty_settlement",
        order_id="ORD-20436",
        line_id="LIN-20436-2",
    )
    _file(world, who, "ORD-20436")


def _mend_television(world: World, who: str, share: str, paid_by_plan: str) -> None:
    """The traps' repair of the television, with its ticket."""
    create_charge(world, order_id="ORD-20435", amount=money(share), kind="plan_excess")
    create_warranty_claim(
        world,
        line_id="LIN-20435-1",
        cover="plan",
        plan_id="PLN-20435-1",
        fault="accidental_damage",
        remedy="repair",
        amount=money(paid_by_plan),
    )
    _file(world, who, "ORD-20435")


def _kitchen_back(world: World, place: int, condition: Literal["sealed", "opened"], amount: str) -> None:
    """The traps' return of one of the kitchen things."""
    create_return(
        world,
        line_id=f"LIN-20439-{place}",
        quantity=1,
        reason="changed_mind",
        condition=condition,
        method="label",
        refund_to="original",
        refund_amount=money(amount),
    )


def _end_plan_of_vacuum(world: World) -> None:
    """The traps' end of the stick vacuum's plan, in its first 30 days."""
    cancel_plan(world, plan_id="PLN-20439-3")
    issue_refund(world, payment_id="PAY-20439-1", amount=money("30.00"), reason="plan_cancellation")


def _kitchen_tickets(world: World, who: str, hazard: bool = True) -> None:
    """The traps' tickets for the kitchen things."""
    if hazard:
        urgent = open_ticket(
            world,
            requester_id=who,
            about_id="ORD-20439",
            subject="Air fryer smelled scorched",
            topic="warranty",
            priority="urgent",
        )
        add_comment(world, ticket_id=urgent.id, body="Please inspect.", visibility="internal")
        close_ticket(world, ticket_id=urgent.id, outcome="escalated", reason="safety_hazard")
    filed = open_ticket(
        world,
        requester_id=who,
        about_id="ORD-20439",
        subject="Return of kitchen things",
        topic="return",
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


def _settle_freezer(world: World, to_card: str, to_gift_card: str) -> None:
    """The traps' settlement of the freezer."""
    create_warranty_claim(
        world,
        line_id="LIN-20437-1",
        cover="manufacturer",
        fault="cooling",
        remedy="settlement",
        amount=money(to_card) + money(to_gift_card),
    )
    for payment_id, amount in (("PAY-20437-1", to_card), ("PAY-20437-2", to_gift_card)):
        issue_refund(
            world,
            payment_id=payment_id,
            amount=money(amount),
            reason="warranty_settlement",
            line_id="LIN-20437-1",
        )


@task(
    opening=(
        "Ciao, small catastrophe: the 55 inch television came off the wall last night and the picture is gone. I have "
        "the complete protection plan, so accidents are covered and it costs me the 49 dollars, yes? And the Gale "
        "robot of November 2023 stops after five minutes again, that is its third battery now. No more batteries, "
        "send me a new robot, I can wait for it."
    ),
    facts={
        "name": "Luca Ferrante",
        "email": "luca.ferrante@example.com",
        "order number": "ORD-20435",
        "serial number of the television": "HLD-3307",
        "serial number of the robot": "GLE-2044",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
        "what is to happen if the television costs more than 75 dollars": (
            "mend it only if the robot brings 350 or more, otherwise leave it and end its plan"
        ),
    },
    behaviour=Behaviour(
        "Expects to pay 49 dollars. On hearing the figures he makes the television depend on what the robot brings.",
        pushes=(
            "Let me think. If my share for the television is above 75 dollars, I have it mended only if the robot "
            "brings me 350 or more. Otherwise leave the television as it is and end its plan, it is no use to me then.",
        ),
        answers={
            "mend television leave": "Mend it for 75 at most, or if the robot brings me 350. Otherwise leave it.",
            "repair television leave": "Mend it for 75 at most, or if the robot brings me 350. Otherwise leave it.",
            "end plan television": "Yes, if the television is not mended, end its plan.",
            "wait restock": "I can wait, if that is how you do it.",
        },
    ),
    records=[
        customer("CUS-1135", "Luca Ferrante", "luca.ferrante@example.com", region="west"),
        order("ORD-20435", "CUS-1135", "2024-01-15", [line("TH-TV55", serial="HLD-3307")], plans=["96.00"]),
        shipment(
            "SHP-20435-1",
            "heavyhaul",
            due="2024-01-19",
            handed_over="2024-01-16",
            delivered="2024-01-18",
            label_postcode="91135",
        ),
        plan("PLN-20435-1", "CUS-1135", "2024-01-15"),
        order(
            "ORD-20436",
            "CUS-1135",
            "2023-11-20",
            [line("TH-CM40", serial="BRV-1180"), line("TH-VC90", serial="GLE-2044")],
            plans=["48.00"],
            instrument="closed",
        ),
        shipment(
            "SHP-20436-1",
            "parcelfox",
            due="2023-11-25",
            handed_over="2023-11-21",
            delivered="2023-11-24",
            label_postcode="91135",
        ),
        plan("PLN-20436-1", "CUS-1135", "2023-11-20", price="48.00", excess="25.00", claim_limit="300.00", months=36),
        claim(
            "CLM-20435-1",
            "CUS-1135",
            "LIN-20435-1",
            "accidental_damage",
            "2024-05-02",
            amount="212.00",
            cover="plan",
            plan_id="PLN-20435-1",
        ),
        claim(
            "CLM-20435-2",
            "CUS-1135",
            "LIN-20435-1",
            "accidental_damage",
            "2024-08-11",
            amount="148.00",
            cover="plan",
            plan_id="PLN-20435-1",
        ),
        claim("CLM-20436-1", "CUS-1135", "LIN-20436-1", "leak", "2024-10-03", amount="57.00"),
        claim("CLM-20436-2", "CUS-1135", "LIN-20436-2", "battery", "2024-12-09", amount="71.00"),
        claim("CLM-20436-6", "CUS-1135", "LIN-20436-2", "battery", "2025-06-14", amount="71.00"),
        refund("RF-20436-1", "30.00", "price_adjustment", "2023-12-01", line_id="LIN-20436-2"),
        claim("CLM-20436-3", "CUS-1135", "LIN-20436-1", "power", "2025-02-14", amount="64.00"),
        claim("CLM-20436-4", "CUS-1135", "LIN-20436-2", "motor", "2025-05-30", amount="112.00"),
        claim(
            "CLM-20436-5",
            "CUS-1135",
            "LIN-20436-1",
            "accidental_damage",
            "2025-07-21",
            amount="105.00",
            cover="plan",
            plan_id="PLN-20436-1",
        ),
    ],
    policy=[
        "warranty.md#protection-plans",
        "warranty.md#serial-number",
        "warranty.md#remedy",
        "warranty.md#manufacturer-warranty",
        "warranty.md#ending-a-plan",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
    ],
    tell=["78.00", "343.20"],
    tags=["asks", "answer-decides", "uncued", "decoy", "two-policies", "multi", "interacting"],
)
def test_case_WAR_001(trial: Trial) -> None:
    """Earlier claims leave $78.00 to him, which hangs on the robot: no third repair and no new one to be had, and what
    was paid back before comes off, so $343.20 as credit.  The television stays, and its plan ends for nothing."""
    with trial.golden() as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        television = get_order(world, order_id="ORD-20435").lines[0]
        cover = next(p for p in list_plans(world, customer_id=luca.customer_id) if p.line_id == television.id)
        list_warranty_claims(world, customer_id=luca.customer_id)
        list_warranty_claims(world, customer_id=luca.customer_id, page=2)
        get_repair_rate(world, category="audio_video", fault="accidental_damage")
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=luca.customer_id)
        get_customer_profile(world, customer_id=luca.customer_id)
        list_tickets(world, requester_id=luca.customer_id)
        older = list_orders(world, customer_id=luca.customer_id).items[1].order
        robot = get_order(world, order_id=older.id).lines[1]
        list_shipments(world, order_id=older.id)
        get_product(world, product_id=robot.product_id)
        get_repair_rate(world, category="small_appliance", fault="battery")
        check_stock(world, product_id=robot.product_id)
        list_store_credits(world, customer_id=luca.customer_id)
        base = robot.paid - get_payments(world, order_id=older.id).refunds[0].amount
        worth = base - money(base * 20 / 100)
        create_warranty_claim(
            world, line_id=robot.id, cover="manufacturer", fault="battery", remedy="settlement", amount=worth
        )
        issue_store_credit(
            world,
            customer_id=luca.customer_id,
            amount=worth,
            reason="warranty_settlement",
            order_id=older.id,
            line_id=robot.id,
        )
        _file(world, luca.customer_id, older.id)
        cancel_plan(world, plan_id=cover.id)
        _file(world, luca.customer_id, "ORD-20435")

    with trial.trap(breaks="warranty.md#protection-plans", name="mended for the excess alone") as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        _settle_robot(world, luca.customer_id, "343.20")
        _mend_television(world, luca.customer_id, "49.00", "269.00")

    with trial.trap(
        breaks="refunds.md#calculation", name="an earlier payment forgotten, so that it is mended"
    ) as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        _settle_robot(world, luca.customer_id, "367.20")
        _mend_television(world, luca.customer_id, "78.00", "240.00")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="a plan that has paid brings money back") as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        _settle_robot(world, luca.customer_id, "343.20")
        cancel_plan(world, plan_id="PLN-20435-1")
        issue_refund(world, payment_id="PAY-20435-1", amount=money("12.00"), reason="plan_cancellation")
        _file(world, luca.customer_id, "ORD-20435")

    with trial.trap(breaks="refunds.md#where-money-goes", name="to the card that is closed") as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        create_warranty_claim(
            world,
            line_id="LIN-20436-2",
            cover="manufacturer",
            fault="battery",
            remedy="settlement",
            amount=money("343.20"),
        )
        issue_refund(
            world,
            payment_id="PAY-20436-1",
            amount=money("343.20"),
            reason="warranty_settlement",
            line_id="LIN-20436-2",
        )
        _file(world, luca.customer_id, "ORD-20436")
        cancel_plan(world, plan_id="PLN-20435-1")
        _file(world, luca.customer_id, "ORD-20435")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Salaam. Our freezer does not freeze. Again! Twice your man came, twice he said now it is good, and on "
        "Saturday we threw away half a lamb. What will you do now? We have two of these and it is always this one. "
        "And the protection plan on it, what use is it? Stop it and give me back what is left."
    ),
    facts={
        "name": "Soraya Haidari",
        "email": "haidari.soraya@example.org",
        "another email address": "soraya.haidari@example.org",
        "postcode": "11137",
        "serial number": "PLR-8842",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Fed up with repairs. Takes whatever solves it for good, and wants the plan stopped in any case. Turns "
        "her e-mail address round when she dictates it.",
        answers={
            "another email": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "different email": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "other email": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "else email": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "email again": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "another number": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "another phone": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "check details": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "correct details": "My daughter says it is soraya first, then haidari: soraya.haidari@example.org.",
            "which freezer": "The one with the serial number PLR-8842.",
            "which one": "The one with the serial number PLR-8842.",
            "two freezers": "The one with the serial number PLR-8842.",
            "plan nothing": "Then nothing, but stop the plan all the same.",
            "plan no refund": "Then no refund, but stop the plan all the same.",
        },
    ),
    records=[
        customer("CUS-1137", "Soraya Haidari", "soraya.haidari@example.org"),
        order(
            "ORD-20437",
            "CUS-1137",
            "2023-09-20",
            [line("TH-FZ200", price="599.00", serial="PLR-8842")],
            plans=["96.00"],
            payments=[("card", "240.00"), ("gift_card", "455.00")],
        ),
        shipment(
            "SHP-20437-1",
            "heavyhaul",
            due="2023-09-27",
            handed_over="2023-09-24",
            delivered="2023-09-26",
            label_postcode="11137",
        ),
        plan("PLN-20437-1", "CUS-1137", "2023-09-20", months=36),
        refund("RF-20437-1", "20.00", "price_adjustment", "2023-10-02", line_id="LIN-20437-1"),
        credit("SC-20437-1", "CUS-1137", "15.00", "goodwill", "2024-06-13", line_id="LIN-20437-1"),
        credit("SC-20487-1", "CUS-1137", "20.00", "goodwill", "2024-11-09", line_id="LIN-20487-1"),
        order("ORD-20487", "CUS-1137", "2024-11-02", [line("TH-FZ200", price="585.00", serial="PLR-9310")]),
        shipment(
            "SHP-20487-1",
            "heavyhaul",
            due="2024-11-08",
            handed_over="2024-11-05",
            delivered="2024-11-07",
            label_postcode="11137",
        ),
        order("ORD-20842", "CUS-1137", "2024-12-01", [line("TH-CM40", serial="BRV-3071")]),
        shipment(
            "SHP-20842-1",
            "northline",
            due="2024-12-06",
            handed_over="2024-12-02",
            delivered="2024-12-05",
            label_postcode="11137",
        ),
        claim(
            "CLM-20437-3", "CUS-1137", "LIN-20437-1", "accidental_damage", "2024-06-10", amount="298.00", cover="plan"
        ),
        claim("CLM-20437-1", "CUS-1137", "LIN-20437-1", "cooling", "2024-09-24", amount="394.00"),
        claim("CLM-20437-2", "CUS-1137", "LIN-20437-1", "cooling", "2025-03-03", amount="394.00"),
        claim("CLM-20487-1", "CUS-1137", "LIN-20487-1", "controls", "2025-04-15", amount="183.00"),
        claim("CLM-20842-1", "CUS-1137", "LIN-20842-1", "leak", "2025-05-12", amount="57.00"),
        claim("CLM-20842-2", "CUS-1137", "LIN-20842-1", "power", "2025-06-23", amount="64.00"),
        claim("CLM-20842-3", "CUS-1137", "LIN-20842-1", "controls", "2025-08-04", amount="49.00"),
    ],
    policy=[
        "warranty.md#remedy",
        "warranty.md#manufacturer-warranty",
        "warranty.md#serial-number",
        "warranty.md#ending-a-plan",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
    ],
    tell=["220.00", "231.20"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies", "multi", "recovery"],
)
def test_case_WAR_002(trial: Trial) -> None:
    """Two repairs in 365 days call for a replacement; there is none, so the base, less a credit too, less one
    full year's fifth."""
    with trial.golden() as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        list_orders(world, customer_id=soraya.customer_id)
        bought = get_order(world, order_id="ORD-20437")
        freezer = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        list_warranty_claims(world, customer_id=soraya.customer_id)
        list_warranty_claims(world, customer_id=soraya.customer_id, page=2)
        get_product(world, product_id=freezer.product_id)
        check_stock(world, product_id=freezer.product_id)
        file = get_payments(world, order_id=bought.order.id)
        credited = list_store_credits(world, customer_id=soraya.customer_id).items[1]
        list_disputes(world, customer_id=soraya.customer_id)
        get_customer_profile(world, customer_id=soraya.customer_id)
        list_tickets(world, requester_id=soraya.customer_id)
        cover = list_plans(world, customer_id=soraya.customer_id)[0]
        card, gift = file.payments
        before = file.refunds[0].amount
        base = freezer.paid - before - credited.amount
        settlement = base - money(base * 20 / 100)
        create_warranty_claim(
            world,
            line_id=freezer.id,
            cover="manufacturer",
            fault="cooling",
            remedy="settlement",
            amount=settlement,
        )
        to_card = card.amount - before
        issue_refund(world, payment_id=card.id, amount=to_card, reason="warranty_settlement", line_id=freezer.id)
        issue_refund(
            world,
            payment_id=gift.id,
            amount=settlement - to_card,
            reason="warranty_settlement",
            line_id=freezer.id,
        )
        cancel_plan(world, plan_id=cover.id)
        _file(world, soraya.customer_id, bought.order.id)

    with trial.trap(breaks="warranty.md#remedy") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        create_warranty_claim(
            world,
            line_id="LIN-20437-1",
            cover="manufacturer",
            fault="cooling",
            remedy="repair",
            amount=money("394.00"),
        )
        cancel_plan(world, plan_id="PLN-20437-1")
        _file(world, soraya.customer_id, "ORD-20437")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        _settle_freezer(world, "220.00", "231.20")
        cancel_plan(world, plan_id="PLN-20437-1")
        issue_refund(world, payment_id="PAY-20437-2", amount=money("29.37"), reason="plan_cancellation")
        _file(world, soraya.customer_id, "ORD-20437")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        _settle_freezer(world, "220.00", "243.20")
        cancel_plan(world, plan_id="PLN-20437-1")
        _file(world, soraya.customer_id, "ORD-20437")

    with trial.trap(breaks="warranty.md#serial-number") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        create_warranty_claim(
            world,
            line_id="LIN-20487-1",
            cover="manufacturer",
            fault="cooling",
            remedy="repair",
            amount=money("394.00"),
        )
        cancel_plan(world, plan_id="PLN-20437-1")
        _file(world, soraya.customer_id, "ORD-20487")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hello there! We are moving abroad and the plugs are all wrong, so the kitchen things I got from you on the "
        "12th are of no use to us: a blender and an air fryer. I would like to return the two of them. The stick "
        "vacuum of that order comes along with us. Siobhan Kearney here."
    ),
    facts={
        "email": "siobhan.kearney@example.com",
        "order number": "ORD-20439",
        "condition of the blender and the air fryer": (
            "the blender is sealed, not even unpacked; the fryer used a few times, smelled a bit scorched once but "
            "otherwise grand"
        ),
        "whether the vacuum has been opened": "yes, we have used it three times",
    },
    behaviour=Behaviour(
        "In a hurry with her move, easy-going about everything else. If the fryer cannot go she would rather part "
        "with the vacuum too.",
        pushes=(
            "If the fryer has to stay here anyway, then let the stick vacuum go as well, we have used it three times, "
            "as long as it brings me 240 dollars or more. Less than that and it comes along with us.",
        ),
        accepts=("240.72",),
        answers={
            "anything wrong": "Not really, the fryer smelled a bit scorched once, that is all.",
            "they faulty": "Not really, the fryer smelled a bit scorched once, that is all.",
            "items faulty": "Not really, the fryer smelled a bit scorched once, that is all.",
            "reason": "We are moving abroad, the plugs are wrong there.",
            "why": "We are moving abroad, the plugs are wrong there.",
            "keep vacuum": "It can go too if it brings me 240 dollars or more.",
        },
    ),
    records=[
        customer("CUS-1139", "Siobhan Kearney", "siobhan.kearney@example.com"),
        order(
            "ORD-20439",
            "CUS-1139",
            "2025-09-12",
            [
                line("TH-BL22", promotions={"KITCHEN25": "5.25"}),
                line("TH-AF12", promotions={"KITCHEN25": "6.57"}),
                line("TH-VC70", promotions={"KITCHEN25": "13.18"}),
            ],
            plans=["30.00"],
        ),
        shipment(
            "SHP-20439-1",
            "northline",
            due="2025-09-18",
            handed_over="2025-09-13",
            delivered="2025-09-17",
            label_postcode="11139",
        ),
        plan("PLN-20439-3", "CUS-1139", "2025-09-12", level="essential", price="30.00"),
    ],
    policy=[
        "warranty.md#hazards",
        "returns.md#fees",
        "refunds.md#discounts-lost",
        "filing.md#handover-notes",
        "warranty.md#ending-a-plan",
    ],
    tell=["103.80", "240.72", "30.00"],
    rubrics=[
        Rubric(
            "Does the agent tell the customer to unplug the air fryer or to stop using it?",
            yes=[
                "Please unplug the air fryer and do not use it any more.",
                "Until somebody has looked at the fryer, please stop using it and leave it unplugged.",
            ],
            no=[
                "A colleague will contact you about the air fryer.",
                "The air fryer can stay with you for now.",
                "Please send the air fryer back in its box.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "refusal"],
)
def test_case_WAR_005(trial: Trial) -> None:
    """A smell of burning, told in passing: the fryer is escalated and stays.  So the vacuum goes with the blender, and
    the fryer alone is a dollar short of the promotion, which the dearer of the two bears; the vacuum's plan ends."""
    with trial.golden() as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        bought = get_order(world, order_id="ORD-20439")
        blender, _, vacuum = bought.lines
        lost = bought.promotions[1]
        get_promotion(world, code=lost.promotion_id)
        list_shipments(world, order_id=bought.order.id)
        get_membership(world, customer_id=siobhan.customer_id)
        get_customer_profile(world, customer_id=siobhan.customer_id)
        list_disputes(world, customer_id=siobhan.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=siobhan.customer_id)
        list_store_credits(world, customer_id=siobhan.customer_id)
        hazard = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id=bought.order.id,
            subject="Air fryer smelled scorched",
            topic="warranty",
            priority="urgent",
        )
        add_comment(world, ticket_id=hazard.id, body="Please arrange collection and inspection.", visibility="internal")
        close_ticket(world, ticket_id=hazard.id, outcome="escalated", reason="safety_hazard")
        create_return(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=blender.paid - money("9.95"),
        )
        create_return(
            world,
            line_id=vacuum.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=vacuum.paid - money(vacuum.paid * 10 / 100) - money("9.95") - lost.amount,
        )
        cover = list_plans(world, customer_id=siobhan.customer_id)[0]
        list_warranty_claims(world, customer_id=siobhan.customer_id)
        paid = get_payments(world, order_id=bought.order.id).payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id=bought.order.id,
            subject="Return of a blender and a vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#hazards") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        _kitchen_back(world, 1, "sealed", "103.80")
        _kitchen_back(world, 2, "opened", "118.24")
        _kitchen_tickets(world, siobhan.customer_id, hazard=False)

    with trial.trap(breaks="refunds.md#discounts-lost", name="no discount lost") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        _kitchen_back(world, 1, "sealed", "103.80")
        _kitchen_back(world, 3, "opened", "247.29")
        _end_plan_of_vacuum(world)
        _kitchen_tickets(world, siobhan.customer_id)

    with trial.trap(breaks="refunds.md#discounts-lost", name="the cheaper of the two bears it") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        _kitchen_back(world, 1, "sealed", "97.23")
        _kitchen_back(world, 3, "opened", "247.29")
        _end_plan_of_vacuum(world)
        _kitchen_tickets(world, siobhan.customer_id)

    with trial.trap(breaks="warranty.md#ending-a-plan", name="the vacuum's plan left") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        _kitchen_back(world, 1, "sealed", "103.80")
        _kitchen_back(world, 3, "opened", "240.72")
        _kitchen_tickets(world, siobhan.customer_id)

    assert trial.outcome == trial.golden_outcome
