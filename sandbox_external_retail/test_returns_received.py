"""Returns that have reached the warehouse, or not yet: what the inspection decides.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns-received. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
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
    finish_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_plans,
    list_points,
    list_returns,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Dobar dan. Three parcels went back to you and not one cent has come. The monitor, ORD-20661: 439.00 promised, "
        "and it was sealed as on the first day. The stick vacuum, ORD-20662: 299.00. The smart lock, ORD-20671: 225.82 "
        "and sealed too. Please settle all three today. Goran Stojanović"
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
            points=725,
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
        ticket("TK-2661", "CUS-1259", "return", "Asks when the monitor is paid", "2025-09-22", about_id="ORD-20661"),
        ticket(
            "TK-2662",
            "CUS-1259",
            "return",
            "Return of a stick vacuum",
            "2025-09-17",
            about_id="ORD-20662",
            status="closed",
        ),
        order(
            "ORD-20671",
            "CUS-1259",
            "2025-09-01",
            [
                line("TH-LK04", promotions={"SAVE50": "23.18"}, status="return_open"),
                line("TH-HP10", promotions={"SAVE50": "20.39"}),
                line("TH-LB06", promotions={"SAVE50": "6.43"}),
            ],
            plans=["24.00"],
        ),
        shipment(
            "SHP-20671-1",
            "parcelfox",
            due="2025-09-04",
            handed_over="2025-09-02",
            delivered="2025-09-04",
            label_postcode="11259",
        ),
        plan("PLN-20671-1", "CUS-1259", "2025-09-01", price="24.00"),
        return_request("RT-20671-1", amount="225.82", on="2025-09-14", status="received", condition="sealed"),
        inspection("INSP-20671-1", "sealed", "2025-09-23"),
        credit("SC-20671-1", "CUS-1259", "15.00", "goodwill", "2025-09-12", line_id="LIN-20671-1"),
        points("PL-20671-1", "CUS-1259", "earned", 225, "2025-09-04", line_id="LIN-20671-1"),
        points("PL-20671-2", "CUS-1259", "earned", 198, "2025-09-04", line_id="LIN-20671-2"),
        points("PL-20671-3", "CUS-1259", "earned", 62, "2025-09-04", line_id="LIN-20671-3"),
    ],
    policy=[
        "returns.md#goods-already-received",
        "refunds.md#where-money-goes",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "customers.md#membership-tiers",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "filing.md#tickets",
        "filing.md#handover-notes",
    ],
    tell=["250.00", "120.07", "184.00", "24.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal"],
    twin="RET_017",
)
def test_case_RET_016(trial: Trial) -> None:
    """Opened, two parts short, its card closed; a lock that breaks a discount; the third is still on its way."""
    with trial.golden() as world:
        goran = verify_customer(world, email="goran.stojanovic@example.net", order_id="ORD-20661")
        monitor = get_order(world, order_id="ORD-20661").lines[0]
        back = list_returns(world, order_id="ORD-20661").returns[0]
        money_of = get_payments(world, order_id="ORD-20661")
        card, gift = money_of.payments
        before = money_of.refunds[0]
        get_customer_profile(world, customer_id=goran.customer_id)
        get_membership(world, customer_id=goran.customer_id)
        list_disputes(world, customer_id=goran.customer_id)
        list_points(world, customer_id=goran.customer_id)
        list_points(world, customer_id=goran.customer_id, page=2)
        list_returns(world, order_id="ORD-20662")
        filed = list_tickets(world, requester_id=goran.customer_id).tickets[0]
        given = list_store_credits(world, customer_id=goran.customer_id).items[0]
        base = monitor.paid - before.amount
        restocking = money(money(base * 15 / 100) / 2)
        due = base - restocking - 2 * money("18.00")
        left = card.amount - before.amount
        issue_store_credit(
            world, customer_id=goran.customer_id, amount=left, reason="return", order_id="ORD-20661", line_id=monitor.id
        )
        issue_refund(world, payment_id=gift.id, amount=due - left, reason="return", line_id=monitor.id)
        finish_return(world, return_id=back.request.id, result="closed")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        home = get_order(world, order_id="ORD-20671")
        lock = home.lines[0]
        sent = list_returns(world, order_id="ORD-20671").returns[0]
        paid = get_payments(world, order_id="ORD-20671").payments[0]
        cover = list_plans(world, customer_id=goran.customer_id)[0]
        lost = home.promotions[1].amount + home.promotions[2].amount
        issue_refund(
            world, payment_id=paid.id, amount=lock.paid - given.amount - lost, reason="return", line_id=lock.id
        )
        finish_return(world, return_id=sent.request.id, result="closed")
        adjust_points(world, customer_id=goran.customer_id, line_id=lock.id, kind="taken_back", points=int(lock.paid))
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20671",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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
        issue_refund(world, payment_id="PAY-20671-1", amount=money("184.00"), reason="return", line_id="LIN-20671-1")
        finish_return(world, return_id="RT-20671-1", result="closed")
        adjust_points(world, customer_id=goran.customer_id, line_id="LIN-20671-1", kind="taken_back", points=225)
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20671",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
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
        issue_refund(world, payment_id="PAY-20671-1", amount=money("184.00"), reason="return", line_id="LIN-20671-1")
        finish_return(world, return_id="RT-20671-1", result="closed")
        adjust_points(world, customer_id=goran.customer_id, line_id="LIN-20671-1", kind="taken_back", points=225)
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20671",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
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
        close_ticket(world, ticket_id="TK-2661", outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("210.82"), reason="return", line_id="LIN-20671-1")
        finish_return(world, return_id="RT-20671-1", result="closed")
        adjust_points(world, customer_id=goran.customer_id, line_id="LIN-20671-1", kind="taken_back", points=225)
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20671",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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

    with trial.trap(breaks="customers.md#points") as world:
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
        close_ticket(world, ticket_id="TK-2661", outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("184.00"), reason="return", line_id="LIN-20671-1")
        finish_return(world, return_id="RT-20671-1", result="closed")
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=goran.customer_id,
            about_id="ORD-20671",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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
        "Habari, I am waiting for the money of three things that I have sent back: the big monitor from ORD-20664, "
        "which left here without a mark on it, the upright hoover from ORD-20663, and the smart lock of ORD-20672, in "
        "its seal, for which 225.82 was written. Your system says zero paid on all of them. How much longer?"
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
            "CUS-1260", "Wambui Njoroge", "wambui.njoroge@example.com", tier="plus", tier_since="2024-11-01", points=725
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
        ticket("TK-2663", "CUS-1260", "return", "Asks when the monitor is paid", "2025-09-22", about_id="ORD-20663"),
        ticket(
            "TK-2664",
            "CUS-1260",
            "return",
            "Return of a stick vacuum",
            "2025-09-17",
            about_id="ORD-20664",
            status="closed",
        ),
        order(
            "ORD-20672",
            "CUS-1260",
            "2025-09-01",
            [
                line("TH-LK04", promotions={"SAVE50": "23.18"}, status="return_open"),
                line("TH-HP10", promotions={"SAVE50": "20.39"}),
                line("TH-LB06", promotions={"SAVE50": "6.43"}),
            ],
            plans=["24.00"],
        ),
        shipment(
            "SHP-20672-1",
            "parcelfox",
            due="2025-09-04",
            handed_over="2025-09-02",
            delivered="2025-09-04",
            label_postcode="11260",
        ),
        plan("PLN-20672-1", "CUS-1260", "2025-09-01", price="24.00"),
        return_request("RT-20672-1", amount="225.82", on="2025-09-14", status="received", condition="sealed"),
        inspection("INSP-20672-1", "sealed", "2025-09-23"),
        credit("SC-20672-1", "CUS-1260", "15.00", "goodwill", "2025-09-12", line_id="LIN-20672-1"),
        points("PL-20672-1", "CUS-1260", "earned", 225, "2025-09-04", line_id="LIN-20672-1"),
        points("PL-20672-2", "CUS-1260", "earned", 198, "2025-09-04", line_id="LIN-20672-2"),
        points("PL-20672-3", "CUS-1260", "earned", 62, "2025-09-04", line_id="LIN-20672-3"),
    ],
    policy=[
        "returns.md#goods-already-received",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "filing.md#tickets",
        "filing.md#handover-notes",
    ],
    tell=["489", "184.00", "24.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal", "recovery"],
    twin="RET_016",
)
def test_case_RET_017(trial: Trial) -> None:
    """Numbers the wrong way round; a damaged monitor goes home with its points, and the lock is paid."""
    with trial.golden() as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        get_order(world, order_id="ORD-20664")
        monitor = get_order(world, order_id="ORD-20663").lines[0]
        back = list_returns(world, order_id="ORD-20663").returns[0]
        list_returns(world, order_id="ORD-20664")
        get_customer_profile(world, customer_id=wambui.customer_id)
        get_membership(world, customer_id=wambui.customer_id)
        list_disputes(world, customer_id=wambui.customer_id)
        list_points(world, customer_id=wambui.customer_id)
        taken = list_points(world, customer_id=wambui.customer_id, page=2).items[1]
        filed = list_tickets(world, requester_id=wambui.customer_id).tickets[0]
        given = list_store_credits(world, customer_id=wambui.customer_id).items[0]
        finish_return(world, return_id=back.request.id, result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id=monitor.id, kind="given_back", points=taken.points)
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="item_condition")
        home = get_order(world, order_id="ORD-20672")
        lock = home.lines[0]
        sent = list_returns(world, order_id="ORD-20672").returns[0]
        paid = get_payments(world, order_id="ORD-20672").payments[0]
        cover = list_plans(world, customer_id=wambui.customer_id)[0]
        lost = home.promotions[1].amount + home.promotions[2].amount
        issue_refund(
            world, payment_id=paid.id, amount=lock.paid - given.amount - lost, reason="return", line_id=lock.id
        )
        finish_return(world, return_id=sent.request.id, result="closed")
        adjust_points(world, customer_id=wambui.customer_id, line_id=lock.id, kind="taken_back", points=int(lock.paid))
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20672",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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
        issue_refund(world, payment_id="PAY-20672-1", amount=money("184.00"), reason="return", line_id="LIN-20672-1")
        finish_return(world, return_id="RT-20672-1", result="closed")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20672-1", kind="taken_back", points=225)
        cancel_plan(world, plan_id="PLN-20672-1")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20672",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20663-1", kind="given_back", points=489)
        close_ticket(world, ticket_id="TK-2663", outcome="declined", reason="item_condition")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("184.00"), reason="return", line_id="LIN-20672-1")
        finish_return(world, return_id="RT-20672-1", result="closed")
        cancel_plan(world, plan_id="PLN-20672-1")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20672",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        finish_return(world, return_id="RT-20663-1", result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20663-1", kind="given_back", points=489)
        close_ticket(world, ticket_id="TK-2663", outcome="declined", reason="item_condition")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("210.82"), reason="return", line_id="LIN-20672-1")
        finish_return(world, return_id="RT-20672-1", result="closed")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20672-1", kind="taken_back", points=225)
        cancel_plan(world, plan_id="PLN-20672-1")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("24.00"), reason="plan_cancellation")
        third = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20672",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        wambui = verify_customer(world, email="wambui.njoroge@example.com", order_id="ORD-20664")
        finish_return(world, return_id="RT-20663-1", result="rejected")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20663-1", kind="given_back", points=489)
        close_ticket(world, ticket_id="TK-2663", outcome="declined", reason="item_condition")
        issue_refund(world, payment_id="PAY-20672-1", amount=money("184.00"), reason="return", line_id="LIN-20672-1")
        finish_return(world, return_id="RT-20672-1", result="closed")
        adjust_points(world, customer_id=wambui.customer_id, line_id="LIN-20672-1", kind="taken_back", points=225)
        third = open_ticket(
            world,
            requester_id=wambui.customer_id,
            about_id="ORD-20672",
            subject="Smart lock received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=third.id, outcome="resolved", reason="completed")
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
