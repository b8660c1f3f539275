"""What the tier of an order brings: points, and how fast it goes.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-points. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    line,
    order,
    points,
    refund,
    return_request,
    shipment,
)
from sandbox_external_retail.tools import (
    adjust_points,
    change_shipping_speed,
    close_ticket,
    create_charge,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_product,
    list_disputes,
    list_orders,
    list_plans,
    list_points,
    list_refunds,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World, who: str, order_id: str, topic: str, outcome: str = "resolved", reason: str = "completed"
) -> None:
    """One ticket of the ordinary priority, filed and closed."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: {topic}", topic=topic, priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _headphones_back(world: World, who: str, number: str, taken: int, amount: str) -> None:
    """The traps' return of the headphones, with their points."""
    adjust_points(world, customer_id=who, line_id=f"LIN-{number}-1", kind="taken_back", points=taken)
    create_return(
        world,
        line_id=f"LIN-{number}-1",
        quantity=1,
        reason="changed_mind",
        condition="sealed",
        method="label",
        refund_to="original",
        refund_amount=money(amount),
    )
    _file(world, who, f"ORD-{number}", "return")


@task(
    opening=(
        "Assalamualaikum. Two small matters about my Plus points and my headphones. First please put in the 389 "
        "points for the espresso machine from early August, which never showed up in my account. When that is done, "
        "take back the Sonder headphones that came with a speaker two weeks later, I do not like how they sit, and "
        "give me all my money."
    ),
    facts={
        "name": "Nurul Aisyah Rahman",
        "email": "nurul.rahman@example.net",
        "last four digits of the phone number": "0139",
        "last four digits of another phone number": "0193",
        "condition of the headphones": "still sealed",
    },
    behaviour=Behaviour(
        "Soft-spoken and exact. Wants the points before the return, in that order. Has no order numbers at hand, and "
        "mixes up two digits of her own new phone number.",
        answers={
            "another phone": "I mixed up my number, it is still new to me. It ends in 0193.",
            "other phone": "I mixed up my number, it is still new to me. It ends in 0193.",
            "different phone": "I mixed up my number, it is still new to me. It ends in 0193.",
            "another number": "I mixed up my number, it is still new to me. It ends in 0193.",
            "other number": "I mixed up my number, it is still new to me. It ends in 0193.",
            "different number": "I mixed up my number, it is still new to me. It ends in 0193.",
            "another email": "The e-mail is right. But I mixed up my phone number, it ends in 0193.",
            "different email": "The e-mail is right. But I mixed up my phone number, it ends in 0193.",
            "another postcode": "I mixed up my phone number, it is still new to me. It ends in 0193.",
            "check details": "I mixed up my phone number, it is still new to me. It ends in 0193.",
            "correct details": "I mixed up my phone number, it is still new to me. It ends in 0193.",
            "digits again": "I mixed up my number, it is still new to me. It ends in 0193.",
            "sealed opened": "They are sealed.",
            "wrong": "Nothing is wrong with them.",
            "faulty": "No, they are not faulty.",
        },
    ),
    records=[
        customer(
            "CUS-1293",
            "Nurul Aisyah Rahman",
            "nurul.rahman@example.net",
            tier="plus",
            tier_since="2025-08-04",
            paid_until="2026-08-03",
            points=80,
        ),
        order("ORD-20720", "CUS-1293", "2025-08-04", [line("TH-CM40", promotions={"SUMMER12": "46.68"})]),
        shipment(
            "SHP-20720-1",
            "parcelfox",
            due="2025-08-08",
            handed_over="2025-08-05",
            delivered="2025-08-08",
            label_postcode="11293",
        ),
        order("ORD-20721", "CUS-1293", "2025-08-16", [line("TH-HP10"), line("TH-SP02")]),
        shipment(
            "SHP-20721-1",
            "parcelfox",
            due="2025-08-20",
            handed_over="2025-08-18",
            delivered="2025-08-20",
            label_postcode="11293",
        ),
        credit("SC-20721-1", "CUS-1293", "14.00", "price_adjustment", "2025-08-28", line_id="LIN-20721-1"),
        points("PL-20721-1", "CUS-1293", "earned", 219, "2025-08-20", line_id="LIN-20721-1"),
        points("PL-20721-2", "CUS-1293", "earned", 159, "2025-08-20", line_id="LIN-20721-2"),
        points("PL-20721-3", "CUS-1293", "bonus", 20, "2025-09-01"),
        points("PL-20721-4", "CUS-1293", "bonus", 25, "2025-09-03"),
        points("PL-20721-5", "CUS-1293", "bonus", 12, "2025-09-05"),
        points("PL-20721-6", "CUS-1293", "bonus", 45, "2025-09-08"),
        order("ORD-20727", "CUS-1293", "2025-09-23", [line("TH-BL22", points_used=400)], status="placed"),
    ],
    policy=[
        "customers.md#points",
        "customers.md#membership-tiers",
        "returns.md#return-window",
        "refunds.md#calculation",
    ],
    tell=["342", "205.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "decoy", "recovery"],
    twin="MEM_003",
)
def test_case_MEM_002(trial: Trial) -> None:
    """Plus from the day of that order: its points are put in, so that the whole of the headphones' can be taken; their
    price was adjusted once."""
    with trial.golden() as world:
        nurul = verify_customer(world, email="nurul.rahman@example.net", phone_last4="0193")
        _, second, first = (found.order for found in list_orders(world, customer_id=nurul.customer_id).items)
        machine = get_order(world, order_id=first.id).lines[0]
        headphones = get_order(world, order_id=second.id).lines[0]
        list_shipments(world, order_id=first.id)
        list_shipments(world, order_id=second.id)
        get_product(world, product_id=headphones.product_id)
        get_membership(world, customer_id=nurul.customer_id)
        list_points(world, customer_id=nurul.customer_id)
        list_points(world, customer_id=nurul.customer_id, page=2)
        list_returns(world, order_id=second.id)
        list_disputes(world, customer_id=nurul.customer_id)
        get_customer_profile(world, customer_id=nurul.customer_id)
        list_refunds(world, customer_id=nurul.customer_id)
        had = list_store_credits(world, customer_id=nurul.customer_id).items[0]
        list_plans(world, customer_id=nurul.customer_id)
        list_tickets(world, requester_id=nurul.customer_id)
        adjust_points(
            world, customer_id=nurul.customer_id, line_id=machine.id, kind="given_back", points=int(machine.paid)
        )
        _file(world, nurul.customer_id, first.id, "membership")
        adjust_points(
            world, customer_id=nurul.customer_id, line_id=headphones.id, kind="taken_back", points=int(headphones.paid)
        )
        create_return(
            world,
            line_id=headphones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=headphones.paid - had.amount,
        )
        _file(world, nurul.customer_id, second.id, "return")

    with trial.trap(breaks="customers.md#points", name="of the list price") as world:
        nurul = verify_customer(world, email="nurul.rahman@example.net", phone_last4="0193")
        adjust_points(world, customer_id=nurul.customer_id, line_id="LIN-20720-1", kind="given_back", points=389)
        _file(world, nurul.customer_id, "ORD-20720", "membership")
        _headphones_back(world, nurul.customer_id, "20721", 219, "205.00")

    with trial.trap(breaks="customers.md#points", name="return before the points") as world:
        nurul = verify_customer(world, email="nurul.rahman@example.net", phone_last4="0193")
        _headphones_back(world, nurul.customer_id, "20721", 80, "203.61")
        adjust_points(world, customer_id=nurul.customer_id, line_id="LIN-20720-1", kind="given_back", points=342)
        _file(world, nurul.customer_id, "ORD-20720", "membership")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        nurul = verify_customer(world, email="nurul.rahman@example.net", phone_last4="0193")
        _file(world, nurul.customer_id, "ORD-20720", "membership", "declined", "terms_not_met")
        _headphones_back(world, nurul.customer_id, "20721", 80, "203.61")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        nurul = verify_customer(world, email="nurul.rahman@example.net", phone_last4="0193")
        adjust_points(world, customer_id=nurul.customer_id, line_id="LIN-20720-1", kind="given_back", points=342)
        _file(world, nurul.customer_id, "ORD-20720", "membership")
        _headphones_back(world, nurul.customer_id, "20721", 219, "219.00")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Sain baina uu, I am Enkhjargal Batbayar, a Plus member since the beginning of August. The points for the "
        "coffee machine that I bought in my first days with you are missing, please add them. Afterwards I would "
        "send you back the headphones of ORD-20732."
    ),
    facts={
        "email": "enkhjargal.b@example.org",
        "order number of the headphones after a second look": "ORD-20723",
        "when the coffee machine was ordered": "in the first days of August",
        "condition of the headphones": "sealed",
        "reason for the return": "bought two pairs by mistake",
    },
    behaviour=Behaviour(
        "Sure that the machine was bought as a Plus member. Accepts a deduction that is explained. Swaps two digits of "
        "the order number and looks again when told that it does not fit.",
        pushes=("Bought in August, Plus in August, so where are the points?",),
        answers={
            "another email": "No, the e-mail is right. Wait, the slip says ORD-20723.",
            "different email": "No, the e-mail is right. Wait, the slip says ORD-20723.",
            "other email": "No, the e-mail is right. Wait, the slip says ORD-20723.",
            "another postcode": "Wait, let me see the slip again. It says ORD-20723.",
            "another phone": "Wait, let me see the slip again. It says ORD-20723.",
            "another number": "Wait, let me see the slip again. It says ORD-20723.",
            "different number": "Wait, let me see the slip again. It says ORD-20723.",
            "check number": "Wait, let me see the slip again. It says ORD-20723.",
            "check details": "Wait, let me see the slip again. It says ORD-20723.",
            "correct details": "Wait, let me see the slip again. It says ORD-20723.",
            "sealed opened": "They are sealed.",
            "wrong": "Nothing is wrong with them.",
            "faulty": "No, they are not faulty.",
        },
    ),
    records=[
        customer(
            "CUS-1294",
            "Enkhjargal Batbayar",
            "enkhjargal.b@example.org",
            tier="plus",
            tier_since="2025-08-05",
            paid_until="2026-08-04",
            points=80,
        ),
        order("ORD-20722", "CUS-1294", "2025-08-04", [line("TH-CM40", promotions={"SUMMER12": "46.68"})]),
        shipment(
            "SHP-20722-1",
            "parcelfox",
            due="2025-08-08",
            handed_over="2025-08-05",
            delivered="2025-08-08",
            label_postcode="11294",
        ),
        order("ORD-20723", "CUS-1294", "2025-08-16", [line("TH-HP10"), line("TH-SP02")]),
        shipment(
            "SHP-20723-1",
            "parcelfox",
            due="2025-08-20",
            handed_over="2025-08-18",
            delivered="2025-08-20",
            label_postcode="11294",
        ),
        credit("SC-20723-1", "CUS-1294", "12.00", "price_adjustment", "2025-08-28", line_id="LIN-20723-1"),
        points("PL-20723-1", "CUS-1294", "earned", 219, "2025-08-20", line_id="LIN-20723-1"),
        points("PL-20723-2", "CUS-1294", "earned", 159, "2025-08-20", line_id="LIN-20723-2"),
        points("PL-20723-3", "CUS-1294", "bonus", 20, "2025-09-01"),
        points("PL-20723-4", "CUS-1294", "bonus", 25, "2025-09-03"),
        points("PL-20723-5", "CUS-1294", "bonus", 12, "2025-09-05"),
        points("PL-20723-6", "CUS-1294", "bonus", 45, "2025-09-08"),
        order("ORD-20728", "CUS-1294", "2025-09-23", [line("TH-BL22", points_used=400)], status="placed"),
        customer("CUS-1395", "Tamsin Pengelly", "tamsin.pengelly@example.com"),
        order("ORD-20732", "CUS-1395", "2025-08-19", [line("TH-HP10")]),
        shipment(
            "SHP-20732-1",
            "parcelfox",
            due="2025-08-25",
            handed_over="2025-08-20",
            delivered="2025-08-23",
            label_postcode="11395",
        ),
    ],
    policy=[
        "customers.md#points",
        "customers.md#membership-tiers",
        "returns.md#return-window",
        "refunds.md#calculation",
    ],
    tell=["205.61"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "refusal",
        "pushes",
        "decoy",
        "recovery",
    ],
    twin="MEM_002",
)
def test_case_MEM_003(trial: Trial) -> None:
    """Plus from the day after that order: no points, so that 139 of the headphones' are deducted in money, after what
    was credited on them."""
    with trial.golden() as world:
        member = verify_customer(world, email="enkhjargal.b@example.org", order_id="ORD-20723")
        first = list_orders(world, customer_id=member.customer_id).items[2].order
        get_order(world, order_id=first.id)
        headphones = get_order(world, order_id="ORD-20723").lines[0]
        list_shipments(world, order_id="ORD-20723")
        get_product(world, product_id=headphones.product_id)
        balance = get_membership(world, customer_id=member.customer_id).points
        list_points(world, customer_id=member.customer_id)
        list_points(world, customer_id=member.customer_id, page=2)
        list_returns(world, order_id="ORD-20723")
        list_disputes(world, customer_id=member.customer_id)
        get_customer_profile(world, customer_id=member.customer_id)
        list_refunds(world, customer_id=member.customer_id)
        had = list_store_credits(world, customer_id=member.customer_id).items[0]
        list_plans(world, customer_id=member.customer_id)
        list_tickets(world, requester_id=member.customer_id)
        _file(world, member.customer_id, first.id, "membership", "declined", "terms_not_met")
        adjust_points(world, customer_id=member.customer_id, line_id=headphones.id, kind="taken_back", points=balance)
        create_return(
            world,
            line_id=headphones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=headphones.paid - had.amount - money(int(headphones.paid) - balance) / 100,
        )
        _file(world, member.customer_id, "ORD-20723", "return")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        member = verify_customer(world, email="enkhjargal.b@example.org", order_id="ORD-20723")
        adjust_points(world, customer_id=member.customer_id, line_id="LIN-20722-1", kind="given_back", points=342)
        _file(world, member.customer_id, "ORD-20722", "membership")
        _headphones_back(world, member.customer_id, "20723", 219, "207.00")

    with trial.trap(breaks="customers.md#points", name="no money for the missing points") as world:
        member = verify_customer(world, email="enkhjargal.b@example.org", order_id="ORD-20723")
        _file(world, member.customer_id, "ORD-20722", "membership", "declined", "terms_not_met")
        _headphones_back(world, member.customer_id, "20723", 80, "207.00")

    with trial.trap(breaks="returns.md#fees") as world:
        member = verify_customer(world, email="enkhjargal.b@example.org", order_id="ORD-20723")
        _file(world, member.customer_id, "ORD-20722", "membership", "declined", "terms_not_met")
        _headphones_back(world, member.customer_id, "20723", 80, "195.66")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        member = verify_customer(world, email="enkhjargal.b@example.org", order_id="ORD-20723")
        _file(world, member.customer_id, "ORD-20722", "membership", "declined", "terms_not_met")
        _headphones_back(world, member.customer_id, "20723", 80, "217.61")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I ni sogoma! Mamadou Sissoko, Pro member. My phone, ORD-20725, came yesterday and the points for it are not "
        "there: 799 for the phone and 30 for the fast shipping. Besides you have stolen 299 points from me for the "
        "vacuums in summer, ORD-20724; put them back. And ORD-20726 goes express now, which costs a Pro nothing."
    ),
    facts={
        "email": "m.sissoko@example.com",
        "another email address": "mamadou.sissoko@example.org",
        "the most that he pays for express": "ten dollars",
    },
    behaviour=Behaviour(
        "Jovial, proud of his membership and unaware that it has run out. Pays up to ten dollars for express, and "
        "would rather have it slowly than pay more.",
        pushes=("I am a Pro, my friend, express is free for us.",),
        answers={"return vacuum": "One of the two went back in August, yes. It was too loud."},
    ),
    records=[
        customer(
            "CUS-1295",
            "Mamadou Sissoko",
            "mamadou.sissoko@example.org",
            region="central",
            tier="pro",
            tier_since="2024-09-21",
            paid_until="2025-09-20",
            points=379,
        ),
        order("ORD-20724", "CUS-1295", "2025-07-10", [line("TH-VC70", quantity=2, status="returned")]),
        shipment(
            "SHP-20724-1",
            "parcelfox",
            due="2025-07-15",
            handed_over="2025-07-11",
            delivered="2025-07-15",
            label_postcode="61295",
        ),
        return_request("RT-20724-1", amount="299.00", on="2025-08-02", status="closed"),
        refund("RF-20724-1", "299.00", "return", "2025-08-08", line_id="LIN-20724-1"),
        points("PL-20724-0", "CUS-1295", "bonus", 1250, "2025-05-02"),
        points("PL-20724-1", "CUS-1295", "earned", 598, "2025-07-15", line_id="LIN-20724-1"),
        points("PL-20724-2", "CUS-1295", "taken_back", 299, "2025-08-02", line_id="LIN-20724-1"),
        points("PL-20724-3", "CUS-1295", "bonus", 20, "2025-08-11"),
        points("PL-20724-4", "CUS-1295", "bonus", 20, "2025-08-25"),
        points("PL-20724-5", "CUS-1295", "bonus", 25, "2025-09-08"),
        points("PL-20724-6", "CUS-1295", "bonus", 15, "2025-09-15"),
        order(
            "ORD-20725",
            "CUS-1295",
            "2025-09-20",
            [line("TH-PH08", points_used=1250)],
            speed="next_day",
            shipping_fee="29.95",
        ),
        shipment(
            "SHP-20725-1",
            "parcelfox",
            due="2025-09-22",
            handed_over="2025-09-22",
            delivered="2025-09-23",
            label_postcode="61295",
        ),
        order("ORD-20726", "CUS-1295", "2025-09-21", [line("TH-TS01")], status="placed", shipping_fee="6.95"),
    ],
    policy=["customers.md#points", "customers.md#membership-tiers", "orders.md#shipping-speed", "filing.md#tickets"],
    tell=["786", "8.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "refusal",
        "pushes",
        "recovery",
        "decoy",
    ],
)
def test_case_MEM_004(trial: Trial) -> None:
    """Pro until the phone's day: 786 points; the vacuum's were rightly taken back; express costs the day after."""
    with trial.golden() as world:
        mamadou = verify_customer(world, email="mamadou.sissoko@example.org", order_id="ORD-20725")
        phone = get_order(world, order_id="ORD-20725").lines[0]
        list_shipments(world, order_id="ORD-20725")
        get_membership(world, customer_id=mamadou.customer_id)
        list_points(world, customer_id=mamadou.customer_id)
        list_points(world, customer_id=mamadou.customer_id, page=2)
        list_disputes(world, customer_id=mamadou.customer_id)
        get_customer_profile(world, customer_id=mamadou.customer_id)
        list_tickets(world, requester_id=mamadou.customer_id)
        adjust_points(
            world, customer_id=mamadou.customer_id, line_id=phone.id, kind="given_back", points=int(phone.paid)
        )
        filed = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20725",
            subject="Points of a phone",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20724")
        list_returns(world, order_id="ORD-20724")
        taken = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20724",
            subject="Points of a vacuum that went back",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=taken.id, outcome="declined", reason="already_paid")
        slow = get_order(world, order_id="ORD-20726")
        get_product(world, product_id=slow.lines[0].product_id)
        create_charge(
            world, order_id="ORD-20726", amount=money("14.95") - slow.order.shipping_fee, kind="speed_upgrade"
        )
        change_shipping_speed(world, order_id="ORD-20726", speed="express")
        faster = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20726",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        mamadou = verify_customer(world, email="mamadou.sissoko@example.org", order_id="ORD-20725")
        adjust_points(world, customer_id=mamadou.customer_id, line_id="LIN-20725-1", kind="given_back", points=786)
        filed = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20725",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        taken = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20724",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=taken.id, outcome="declined", reason="already_paid")
        change_shipping_speed(world, order_id="ORD-20726", speed="express")
        faster = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20726",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="vacuum") as world:
        mamadou = verify_customer(world, email="mamadou.sissoko@example.org", order_id="ORD-20725")
        adjust_points(world, customer_id=mamadou.customer_id, line_id="LIN-20725-1", kind="given_back", points=786)
        filed = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20725",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        adjust_points(world, customer_id=mamadou.customer_id, line_id="LIN-20724-1", kind="given_back", points=299)
        taken = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20724",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=taken.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20726", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20726", speed="express")
        faster = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20726",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        mamadou = verify_customer(world, email="mamadou.sissoko@example.org", order_id="ORD-20725")
        adjust_points(world, customer_id=mamadou.customer_id, line_id="LIN-20725-1", kind="given_back", points=786)
        filed = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20725",
            subject="Points of a phone and of vacuums",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20726", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20726", speed="express")
        faster = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20726",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="of the list price") as world:
        mamadou = verify_customer(world, email="mamadou.sissoko@example.org", order_id="ORD-20725")
        adjust_points(world, customer_id=mamadou.customer_id, line_id="LIN-20725-1", kind="given_back", points=799)
        filed = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20725",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        taken = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20724",
            subject="Points",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=taken.id, outcome="declined", reason="already_paid")
        create_charge(world, order_id="ORD-20726", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20726", speed="express")
        faster = open_ticket(
            world,
            requester_id=mamadou.customer_id,
            about_id="ORD-20726",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
