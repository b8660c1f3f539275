"""Returns that have reached the warehouse, or not yet: what the inspection decides.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns-received. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    dispute,
    inspection,
    line,
    order,
    plan,
    points,
    refund,
    return_request,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    finish_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    issue_store_credit,
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
        "Dobar dan. Two parcels went back to you and not one cent has come. The monitor, ORD-20661: 439.00 promised, "
        "and it was sealed as on the first day. The stick vacuum, ORD-20662: 299.00. Please settle both today. "
        "Goran Stojanović"
    ),
    facts={
        "email": "goran.stojanovic@example.net",
        "postcode": "11259",
    },
    behaviour=Behaviour(
        "Keeps every paper and argues from them, then accepts what the warehouse has written.",
        pushes=(
            "The monitor was sealed, and 439.00 is on your paper.",
            "The vacuum must be with you, I posted it on the 18th.",
        ),
    ),
    records=[
        customer(
            "CUS-1259",
            "Goran Stojanović",
            "goran.stojanovic@example.net",
            tier="plus",
            tier_since="2024-11-01",
            points=240,
        ),
        order(
            "ORD-20661",
            "CUS-1259",
            "2025-09-02",
            [line("TH-MN32", status="return_open")],
            payments=[("card", "300.00"), ("gift_card", "189.00")],
            instrument="closed",
        ),
        shipment(
            "SHP-20661-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-03",
            delivered="2025-09-04",
            label_postcode="11259",
        ),
        refund("RF-20661-1", "50.00", "price_adjustment", "2025-09-08", line_id="LIN-20661-1"),
        return_request("RT-20661-1", amount="439.00", on="2025-09-12", status="received", condition="sealed"),
        inspection("INSP-20661-1", "opened", "2025-09-22", missing_parts=2),
        order("ORD-20662", "CUS-1259", "2025-09-10", [line("TH-VC70", status="return_open")]),
        shipment(
            "SHP-20662-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-13",
            label_postcode="11259",
        ),
        return_request("RT-20662-1", amount="299.00", on="2025-09-17", status="in_transit", condition="sealed"),
        points("PL-20661-1", "CUS-1259", "bonus", 200, "2025-01-15"),
        points("PL-20661-2", "CUS-1259", "earned", 489, "2025-09-04", line_id="LIN-20661-1"),
        points("PL-20661-3", "CUS-1259", "taken_back", 489, "2025-09-12", line_id="LIN-20661-1"),
        points("PL-20662-1", "CUS-1259", "earned", 299, "2025-09-13", line_id="LIN-20662-1"),
        points("PL-20661-4", "CUS-1259", "bonus", 10, "2025-09-14"),
        points("PL-20661-5", "CUS-1259", "bonus", 10, "2025-09-16"),
        points("PL-20662-2", "CUS-1259", "taken_back", 299, "2025-09-17", line_id="LIN-20662-1"),
        points("PL-20661-6", "CUS-1259", "bonus", 10, "2025-09-19"),
        points("PL-20661-7", "CUS-1259", "bonus", 10, "2025-09-20"),
        ticket(
            "TK-2661",
            "CUS-1259",
            "return",
            "Asks when the monitor is paid",
            "2025-09-22",
            about_id="ORD-20661",
        ),
        ticket(
            "TK-2662",
            "CUS-1259",
            "return",
            "Return of a stick vacuum",
            "2025-09-17",
            about_id="ORD-20662",
            status="closed",
        ),
    ],
    policy=[
        "returns.md#goods-already-received",
        "refunds.md#where-money-goes",
        "refunds.md#calculation",
        "customers.md#membership-tiers",
        "filing.md#tickets",
        "filing.md#handover-notes",
    ],
    tell=["250.00", "120.07"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal"],
    twin="RET_017",
)
def test_case_RET_016(trial: Trial) -> None:
    """Opened and two parts short; what the closed card may still have becomes credit; the other is still on its way."""
    with trial.golden() as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        monitor = get_order(world, order_id="ORD-20661").lines[0]
        back = list_returns(world, order_id="ORD-20661").returns[0]
        money_of = get_payments(world, order_id="ORD-20661")
        card, gift = money_of.payments
        before = money_of.refunds[0]
        get_membership(world, customer_id=goran.customer_id)
        get_customer_profile(world, customer_id=goran.customer_id)
        list_disputes(world, customer_id=goran.customer_id)
        list_store_credits(world, customer_id=goran.customer_id)
        list_points(world, customer_id=goran.customer_id)
        list_points(world, customer_id=goran.customer_id, page=2)
        list_plans(world, customer_id=goran.customer_id)
        list_returns(world, order_id="ORD-20662")
        filed = list_tickets(world, requester_id=goran.customer_id).tickets[0]
        base = monitor.paid - before.amount
        restocking = money(money(base * 15 / 100) / 2)
        due = base - restocking - 2 * money("18.00")
        left = card.amount - before.amount
        issue_store_credit(
            world,
            customer_id=goran.customer_id,
            amount=left,
            reason="return",
            order_id="ORD-20661",
            line_id=monitor.id,
        )
        issue_refund(world, payment_id=gift.id, amount=due - left, reason="return", line_id=monitor.id)
        finish_return(world, return_id=back.request.id, result="closed")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20662",
            subject="A stick vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(
            world, ticket_id=waiting.id, body="Inspect the vacuum on arrival and pay it.", visibility="internal"
        )
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="returns.md#goods-already-received") as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        issue_store_credit(
            world,
            customer_id=goran.customer_id,
            amount=money("250.00"),
            reason="return",
            order_id="ORD-20661",
            line_id="LIN-20661-1",
        )
        issue_refund(world, payment_id="PAY-20661-2", amount=money("189.00"), reason="return", line_id="LIN-20661-1")
        finish_return(world, return_id="RT-20661-1", result="closed")
        close_ticket(world, ticket_id="TK-2661", outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20662",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="refunds.md#where-money-goes", name="the whole card") as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        issue_store_credit(
            world,
            customer_id=goran.customer_id,
            amount=money("300.00"),
            reason="return",
            order_id="ORD-20661",
            line_id="LIN-20661-1",
        )
        issue_refund(world, payment_id="PAY-20661-2", amount=money("70.07"), reason="return", line_id="LIN-20661-1")
        finish_return(world, return_id="RT-20661-1", result="closed")
        close_ticket(world, ticket_id="TK-2661", outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20662",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="refunds.md#where-money-goes", name="to the closed card") as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        issue_refund(world, payment_id="PAY-20661-1", amount=money("250.00"), reason="return", line_id="LIN-20661-1")
        issue_refund(world, payment_id="PAY-20661-2", amount=money("120.07"), reason="return", line_id="LIN-20661-1")
        finish_return(world, return_id="RT-20661-1", result="closed")
        close_ticket(world, ticket_id="TK-2661", outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20662",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="filing.md#tickets") as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        issue_store_credit(
            world,
            customer_id=goran.customer_id,
            amount=money("250.00"),
            reason="return",
            order_id="ORD-20661",
            line_id="LIN-20661-1",
        )
        issue_refund(world, payment_id="PAY-20661-2", amount=money("120.07"), reason="return", line_id="LIN-20661-1")
        finish_return(world, return_id="RT-20661-1", result="closed")
        second = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20661",
            subject="Monitor received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20662",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Habari, I am waiting for the money of two things that I have sent back: the big monitor from ORD-20664, which "
        "left here without a mark on it, and the upright hoover from ORD-20663. Your system says zero paid on both. "
        "How much longer?"
    ),
    facts={
        "name": "Wambui Njoroge",
        "email": "wambui.njoroge@example.com",
    },
    behaviour=Behaviour(
        "Dignified, offended by what the warehouse has found, but she will not shout.",
        pushes=("There was no damage when I packed it. I expect my money.",),
    ),
    records=[
        customer(
            "CUS-1260",
            "Wambui Njoroge",
            "wambui.njoroge@example.com",
            tier="plus",
            tier_since="2024-11-01",
            points=240,
        ),
        order(
            "ORD-20663",
            "CUS-1260",
            "2025-09-02",
            [line("TH-MN32", status="return_open")],
            payments=[("card", "300.00"), ("gift_card", "189.00")],
            instrument="closed",
        ),
        shipment(
            "SHP-20663-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-03",
            delivered="2025-09-04",
            label_postcode="11260",
        ),
        refund("RF-20663-1", "50.00", "price_adjustment", "2025-09-08", line_id="LIN-20663-1"),
        return_request("RT-20663-1", amount="439.00", on="2025-09-12", status="received", condition="sealed"),
        inspection("INSP-20663-1", "customer_damage", "2025-09-22", missing_parts=2),
        order("ORD-20664", "CUS-1260", "2025-09-10", [line("TH-VC70", status="return_open")]),
        shipment(
            "SHP-20664-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-13",
            label_postcode="11260",
        ),
        return_request("RT-20664-1", amount="299.00", on="2025-09-17", status="in_transit", condition="sealed"),
        points("PL-20663-1", "CUS-1260", "bonus", 200, "2025-01-15"),
        points("PL-20663-2", "CUS-1260", "earned", 489, "2025-09-04", line_id="LIN-20663-1"),
        points("PL-20663-3", "CUS-1260", "taken_back", 489, "2025-09-12", line_id="LIN-20663-1"),
        points("PL-20664-1", "CUS-1260", "earned", 299, "2025-09-13", line_id="LIN-20664-1"),
        points("PL-20663-4", "CUS-1260", "bonus", 10, "2025-09-14"),
        points("PL-20663-5", "CUS-1260", "bonus", 10, "2025-09-16"),
        points("PL-20664-2", "CUS-1260", "taken_back", 299, "2025-09-17", line_id="LIN-20664-1"),
        points("PL-20663-6", "CUS-1260", "bonus", 10, "2025-09-19"),
        points("PL-20663-7", "CUS-1260", "bonus", 10, "2025-09-20"),
        ticket(
            "TK-2663",
            "CUS-1260",
            "return",
            "Asks when the monitor is paid",
            "2025-09-22",
            about_id="ORD-20663",
        ),
        ticket(
            "TK-2664",
            "CUS-1260",
            "return",
            "Return of a stick vacuum",
            "2025-09-17",
            about_id="ORD-20664",
            status="closed",
        ),
    ],
    policy=[
        "returns.md#goods-already-received",
        "customers.md#points",
        "filing.md#tickets",
        "filing.md#handover-notes",
    ],
    tell=["489"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal", "recovery"],
    twin="RET_016",
)
def test_case_RET_017(trial: Trial) -> None:
    """Numbers the wrong way round; customer's damage: the monitor goes home and its own points come back, no others."""
    with trial.golden() as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        get_order(world, order_id="ORD-20664")
        monitor = get_order(world, order_id="ORD-20663").lines[0]
        back = list_returns(world, order_id="ORD-20663").returns[0]
        list_returns(world, order_id="ORD-20664")
        get_customer_profile(world, customer_id=wambui.customer_id)
        list_disputes(world, customer_id=wambui.customer_id)
        list_points(world, customer_id=wambui.customer_id)
        taken = list_points(world, customer_id=wambui.customer_id, page=2).items[1]
        filed = list_tickets(world, requester_id=wambui.customer_id).tickets[0]
        finish_return(world, return_id=back.request.id, result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id=monitor.id, kind="given_back", points=taken.points)
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="item_condition")
        waiting = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20664",
            subject="A stick vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(
            world, ticket_id=waiting.id, body="Inspect the vacuum on arrival and pay it.", visibility="internal"
        )
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="returns.md#goods-already-received") as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        finish_return(world, return_id="RT-20663-1", result="rejected")
        close_ticket(world, ticket_id="TK-2663", outcome="declined", reason="item_condition")
        waiting = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20664",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="customers.md#points") as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        finish_return(world, return_id="RT-20663-1", result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20663-1", kind="given_back", points=439)
        close_ticket(world, ticket_id="TK-2663", outcome="declined", reason="item_condition")
        waiting = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20664",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    with trial.trap(breaks="filing.md#tickets") as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        finish_return(world, return_id="RT-20663-1", result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20663-1", kind="given_back", points=489)
        second = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20663",
            subject="Damaged monitor",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="item_condition")
        waiting = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20664",
            subject="A vacuum on its way back",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Inspect on arrival.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="awaiting_inspection")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I am owed 324.90 and 1,200 points for the robot vacuum that I sent in because it only drove in circles. The "
        "sum is on your return slip, the points are what I had put towards it, and I have seen neither so far."
    ),
    facts={
        "name": "Anaïs Rochat",
        "email": "anais.rochat@example.org",
        "order number": "ORD-20665",
    },
    behaviour=Behaviour(
        "Quick and certain of her figures. Insists on the points once.",
        pushes=("I looked at my points on Sunday and there was no such entry. Put them back, please.",),
        answers={
            "which order": "It is ORD-20665, from the end of August.",
            "which robot": "The one of the end of August, ORD-20665.",
        },
    ),
    records=[
        customer("CUS-1261", "Anaïs Rochat", "anais.rochat@example.org", points=2475),
        order("ORD-20666", "CUS-1261", "2025-08-26", [line("TH-VC90")], plans=["48.00"]),
        shipment(
            "SHP-20666-1",
            "parcelfox",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11261",
        ),
        plan("PLN-20666-1", "CUS-1261", "2025-08-26", price="48.00"),
        order(
            "ORD-20665",
            "CUS-1261",
            "2025-08-26",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}, points_used=1200, status="return_open"),
                line("TH-AF12", promotions={"SUMMER12": "17.88"}),
            ],
            plans=["48.00", "24.00"],
        ),
        shipment(
            "SHP-20665-1",
            "parcelfox",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11261",
        ),
        plan("PLN-20665-1", "CUS-1261", "2025-08-26", price="48.00"),
        plan("PLN-20665-2", "CUS-1261", "2025-08-26", price="24.00"),
        return_request("RT-20665-1", amount="324.90", on="2025-09-10", status="received", reason="faulty"),
        inspection("INSP-20665-1", "fault_confirmed", "2025-09-23", missing_parts=1),
        points("PL-20665-1", "CUS-1261", "bonus", 2400, "2024-12-20"),
        points("PL-20665-2", "CUS-1261", "given_back", 1200, "2025-09-10", line_id="LIN-20665-1"),
        points("PL-20665-3", "CUS-1261", "bonus", 15, "2025-09-12"),
        points("PL-20665-4", "CUS-1261", "bonus", 15, "2025-09-14"),
        points("PL-20665-5", "CUS-1261", "bonus", 15, "2025-09-17"),
        points("PL-20665-6", "CUS-1261", "bonus", 15, "2025-09-19"),
        points("PL-20665-7", "CUS-1261", "bonus", 15, "2025-09-21"),
    ],
    policy=[
        "returns.md#goods-already-received",
        "warranty.md#ending-a-plan",
        "customers.md#points",
        "refunds.md#discounts-lost",
    ],
    tell=["391.92", "48.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes"],
)
def test_case_RET_018(trial: Trial) -> None:
    """A confirmed fault: all that was paid, whatever the slip says, and the plan on its day 30; the points are back."""
    with trial.golden() as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        robot = get_order(world, order_id="ORD-20665").lines[0]
        back = list_returns(world, order_id="ORD-20665").returns[0]
        paid = get_payments(world, order_id="ORD-20665").payments[0]
        get_customer_profile(world, customer_id=anais.customer_id)
        list_disputes(world, customer_id=anais.customer_id)
        list_store_credits(world, customer_id=anais.customer_id)
        list_points(world, customer_id=anais.customer_id)
        list_points(world, customer_id=anais.customer_id, page=2)
        cover = list_plans(world, customer_id=anais.customer_id)[0]
        list_tickets(world, requester_id=anais.customer_id)
        issue_refund(world, payment_id=paid.id, amount=robot.paid, reason="return", line_id=robot.id)
        finish_return(world, return_id=back.request.id, result="closed")
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received, fault confirmed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-already-received", name="as quoted") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("324.90"), reason="return", line_id="LIN-20665-1")
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-already-received", name="the missing part") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        robot = get_order(world, order_id="ORD-20665").lines[0]
        issue_refund(
            world,
            payment_id="PAY-20665-1",
            amount=robot.paid - money("18.00"),
            reason="return",
            line_id="LIN-20665-1",
        )
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        robot = get_order(world, order_id="ORD-20665").lines[0]
        issue_refund(world, payment_id="PAY-20665-1", amount=robot.paid, reason="return", line_id=robot.id)
        finish_return(world, return_id="RT-20665-1", result="closed")
        adjust_points(world, customer_id=anais.customer_id, line_id=robot.id, kind="given_back", points=1200)
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        robot = get_order(world, order_id="ORD-20665").lines[0]
        issue_refund(world, payment_id="PAY-20665-1", amount=robot.paid, reason="return", line_id=robot.id)
        finish_return(world, return_id="RT-20665-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Clearing out! marisol.quintero@example.com here. First: you have had my espresso machine, ORD-20667, since "
        "last week, it leaked, so where are my 389 dollars? Second: the doorbell, ORD-20668, still in its wrapping, "
        "goes back too. Third: from ORD-20669 the bulb set, two of the four stay dark, and the shaver, which is "
        "simply not my thing. Money for everything, please."
    ),
    facts={
        "email": "quintero.marisol@example.org",
        "condition of the bulbs": "unpacked, two of the four stay dark",
        "condition of the shaver": "opened, I shaved with it twice",
    },
    behaviour=Behaviour(
        "Talks fast and wants the whole list done. Presses for the espresso machine once.",
        pushes=("You have the machine in your hands! Just pay it.",),
        answers={
            "another email": "Try quintero.marisol@example.org, the old account is closed.",
            "different email": "Try quintero.marisol@example.org, the old account is closed.",
            "other email": "Try quintero.marisol@example.org, the old account is closed.",
            "email address": "Try quintero.marisol@example.org, the old account is closed.",
            "exchange": "No swapping, I want the money.",
            "smoke": "No, nothing like that, they just stay dark.",
            "burning": "No, nothing like that, they just stay dark.",
            "faulty": "Two of the bulbs stay dark. The shaver works, it is simply not my thing.",
            "wrong": "Two of the bulbs stay dark. The shaver works, it is simply not my thing.",
        },
    ),
    records=[
        customer(
            "CUS-1263", "Marisol Quintero", "marisol.quintero@example.com", status="closed", created_on="2020-02-02"
        ),
        customer("CUS-1262", "Marisol Quintero", "quintero.marisol@example.org"),
        order("ORD-20667", "CUS-1262", "2025-08-25", [line("TH-CM40", status="return_open")]),
        shipment(
            "SHP-20667-1",
            "parcelfox",
            due="2025-08-29",
            handed_over="2025-08-26",
            delivered="2025-08-28",
            label_postcode="11262",
        ),
        dispute("DSP-20667-1", "389.00", "2025-09-03", status="decided_for_shop"),
        return_request("RT-20667-1", amount="389.00", on="2025-09-12", status="received", reason="faulty"),
        order("ORD-20668", "CUS-1262", "2025-08-28", [line("TH-DB03")]),
        shipment(
            "SHP-20668-1",
            "northline",
            due="2025-09-01",
            handed_over="2025-08-29",
            delivered="2025-09-01",
            label_postcode="11262",
        ),
        dispute("DSP-20668-1", "139.00", "2025-09-04", status="decided_for_customer"),
        order("ORD-20669", "CUS-1262", "2025-08-22", [line("TH-LB06"), line("TH-SH15")]),
        shipment(
            "SHP-20669-1",
            "parcelfox",
            due="2025-08-26",
            handed_over="2025-08-23",
            delivered="2025-08-25",
            label_postcode="11262",
        ),
        credit("SC-20669-1", "CUS-1262", "9.00", "goodwill", "2025-08-27", line_id="LIN-20669-1"),
        credit("SC-20669-2", "CUS-1262", "6.00", "promotion_correction", "2025-08-24"),
    ],
    policy=[
        "returns.md#goods-not-taken-back",
        "returns.md#goods-already-received",
        "returns.md#faulty-goods",
        "refunds.md#disputes",
        "refunds.md#calculation",
        "customers.md#identity-check",
        "filing.md#outcomes",
    ],
    tell=["60.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "refusal",
        "recovery",
    ],
)
def test_case_RET_019(trial: Trial) -> None:
    """Not inspected: on hold; settled by the bank: already paid; faulty bulbs on day 30, though final sale."""
    with trial.golden() as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        disputes = list_disputes(world, customer_id=marisol.customer_id)
        get_customer_profile(world, customer_id=marisol.customer_id)
        get_membership(world, customer_id=marisol.customer_id)
        list_tickets(world, requester_id=marisol.customer_id)
        list_returns(world, order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received, not yet inspected",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine and pay the return.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id=disputes[1].order_id,
            subject="Doorbell that the bank has settled",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        bulbs, shaver = get_order(world, order_id="ORD-20669").lines
        list_shipments(world, order_id="ORD-20669")
        get_product(world, product_id=bulbs.product_id)
        get_product(world, product_id=shaver.product_id)
        get_payments(world, order_id="ORD-20669")
        before = list_store_credits(world, customer_id=marisol.customer_id).items[0]
        list_returns(world, order_id="ORD-20669")
        list_plans(world, customer_id=marisol.customer_id)
        create_return(
            world,
            line_id=bulbs.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bulbs.paid - before.amount,
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of faulty bulbs; the shaver stays",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#disputes") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        doorbell = get_order(world, order_id="ORD-20668").lines[0]
        create_return(
            world,
            line_id=doorbell.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=doorbell.paid - money("9.95"),
        )
        second = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20669-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("60.00"),
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of bulbs",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        bulbs = get_order(world, order_id="ORD-20669").lines[0]
        create_return(
            world,
            line_id=bulbs.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bulbs.paid,
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of bulbs",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-not-taken-back") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Bulbs of a final sale and an opened shaver",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_returnable")

    assert trial.outcome == trial.golden_outcome
