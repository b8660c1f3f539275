"""What an inspection found, and what it costs: a pair broken, a part missing, a card that is closed.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-inspections. Not for training.
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
)
from sandbox_external_retail.tools import (
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
        "You have had my television, ORD-20425, for over a week now and I am still waiting for my 705 dollars. It "
        "was faulty, I told you so when I sent it, and 705.00 is what your confirmation says. The same with the "
        "stick vacuum, ORD-20495, and its dead motor: 299.00 promised, nothing seen. Please pay both out today. "
        "Fatima Benali, fbenali@mail.example.net"
    ),
    facts={
        "email": "fatima.benali@example.org",
        "postcode": "61125",
    },
    behaviour=Behaviour(
        "Sure that the television was faulty and that the amounts were promised. Presses hard, then gives in.",
        answers={
            "another email": "I had that one until spring. Now I write from fatima.benali@example.org.",
            "other email": "I had that one until spring. Now I write from fatima.benali@example.org.",
            "different email": "I had that one until spring. Now I write from fatima.benali@example.org.",
            "email address": "I had that one until spring. Now I write from fatima.benali@example.org.",
        },
        pushes=("You promised me 705.00 in writing.", "It was faulty. I want the full amount."),
    ),
    records=[
        customer(
            "CUS-1125",
            "Fatima Benali",
            "fatima.benali@example.org",
            region="central",
            tier="pro",
            tier_since="2024-06-01",
            paid_until="2025-09-05",
            points=349,
        ),
        order(
            "ORD-20425",
            "CUS-1125",
            "2025-09-06",
            [
                line("TH-TV55", promotions={"CINEMA": "44.00"}, status="return_open"),
                line("TH-SB30", promotions={"CINEMA": "16.00"}),
            ],
            instrument="closed",
        ),
        shipment(
            "SHP-20425-1",
            "heavyhaul",
            due="2025-09-10",
            handed_over="2025-09-08",
            delivered="2025-09-09",
            label_postcode="61125",
        ),
        return_request(
            "RT-20425-1", amount="705.00", on="2025-09-12", status="received", reason="faulty", method="pickup"
        ),
        inspection("INSP-20425-1", "no_fault_found", "2025-09-22", missing_parts=1),
        order("ORD-20732", "CUS-1125", "2025-09-06", [line("TH-HP10"), line("TH-BL22"), line("TH-SB30")]),
        shipment(
            "SHP-20732-1",
            "northline",
            due="2025-09-09",
            handed_over="2025-09-07",
            delivered="2025-09-16",
            label_postcode="61125",
        ),
        credit("SC-20732-1", "CUS-1125", "10.00", "late_delivery", "2025-09-19"),
        credit("SC-20732-2", "CUS-1125", "21.90", "minor_defect", "2025-09-20", line_id="LIN-20732-1"),
        credit("SC-20732-3", "CUS-1125", "11.90", "minor_defect", "2025-09-21", line_id="LIN-20732-2"),
        credit("SC-20732-4", "CUS-1125", "27.90", "minor_defect", "2025-09-22", line_id="LIN-20732-3"),
        credit("SC-20732-5", "CUS-1125", "5.00", "goodwill", "2025-09-23"),
        credit("SC-20425-1", "CUS-1125", "30.00", "goodwill", "2025-09-18", line_id="LIN-20425-1"),
        order("ORD-20495", "CUS-1125", "2025-09-03", [line("TH-VC70", status="return_open")], plans=["36.00"]),
        shipment(
            "SHP-20495-1",
            "parcelfox",
            due="2025-09-06",
            handed_over="2025-09-04",
            delivered="2025-09-06",
            label_postcode="61125",
        ),
        plan("PLN-20495-1", "CUS-1125", "2025-09-03", price="36.00"),
        return_request("RT-20495-1", amount="299.00", on="2025-09-10", status="received", reason="faulty"),
        inspection("INSP-20495-1", "fault_confirmed", "2025-09-23", missing_parts=1),
        refund("RF-20495-1", "15.00", "goodwill", "2025-09-12", line_id="LIN-20495-1"),
        points("PL-20495-1", "CUS-1125", "earned", 299, "2025-09-06", line_id="LIN-20495-1"),
        points("PL-20495-2", "CUS-1125", "bonus", 50, "2025-03-03"),
    ],
    policy=[
        "returns.md#goods-already-received",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
        "refunds.md#discounts-lost",
        "customers.md#membership-tiers",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "customers.md#identity-check",
    ],
    tell=["524.50", "284.00", "36.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "recovery"],
)
def test_case_RET_005(trial: Trial) -> None:
    """The inspections decide: a pair broken, a part short, a card closed and a membership over; the other is faulty."""
    with trial.golden() as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        bought = get_order(world, order_id="ORD-20425")
        television = bought.lines[0]
        broken = bought.promotions[1]
        back = list_returns(world, order_id=bought.order.id).returns[0]
        get_payments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=fatima.customer_id)
        get_membership(world, customer_id=fatima.customer_id)
        list_disputes(world, customer_id=fatima.customer_id)
        list_points(world, customer_id=fatima.customer_id)
        list_tickets(world, requester_id=fatima.customer_id)
        given = list_store_credits(world, customer_id=fatima.customer_id, page=2).items[0]
        base = television.paid - given.amount
        due = base - money(base * 10 / 100) - money("49.00") - money("18.00") - broken.amount
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=due,
            reason="return",
            order_id=bought.order.id,
            line_id=television.id,
        )
        finish_return(world, return_id=back.request.id, result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id=bought.order.id,
            subject="Television received and inspected",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        vacuum = get_order(world, order_id="ORD-20495").lines[0]
        other = list_returns(world, order_id="ORD-20495").returns[0]
        money_of = get_payments(world, order_id="ORD-20495")
        card = money_of.payments[0]
        cover = list_plans(world, customer_id=fatima.customer_id)[0]
        issue_refund(
            world,
            payment_id=card.id,
            amount=vacuum.paid - money_of.refunds[0].amount,
            reason="return",
            line_id=vacuum.id,
        )
        finish_return(world, return_id=other.request.id, result="closed")
        adjust_points(
            world, customer_id=fatima.customer_id, line_id=vacuum.id, kind="taken_back", points=int(vacuum.paid)
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=card.id, amount=cover.price, reason="plan_cancellation")
        second = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20495",
            subject="Stick vacuum received, fault confirmed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-already-received") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=money("675.00"),
            reason="return",
            order_id="ORD-20425",
            line_id="LIN-20425-1",
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("266.00"), reason="return", line_id="LIN-20495-1")
        finish_return(world, return_id="RT-20495-1", result="closed")
        cancel_plan(world, plan_id="PLN-20495-1")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=fatima.customer_id, line_id="LIN-20495-1", kind="taken_back", points=299)
        second = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20495",
            subject="Vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        issue_refund(world, payment_id="PAY-20425-1", amount=money("524.50"), reason="return", line_id="LIN-20425-1")
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("284.00"), reason="return", line_id="LIN-20495-1")
        finish_return(world, return_id="RT-20495-1", result="closed")
        cancel_plan(world, plan_id="PLN-20495-1")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=fatima.customer_id, line_id="LIN-20495-1", kind="taken_back", points=299)
        second = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20495",
            subject="Vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=money("524.50") + money("67.50"),
            reason="return",
            order_id="ORD-20425",
            line_id="LIN-20425-1",
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("284.00"), reason="return", line_id="LIN-20495-1")
        finish_return(world, return_id="RT-20495-1", result="closed")
        cancel_plan(world, plan_id="PLN-20495-1")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("36.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=fatima.customer_id, line_id="LIN-20495-1", kind="taken_back", points=299)
        second = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20495",
            subject="Vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=money("524.50"),
            reason="return",
            order_id="ORD-20425",
            line_id="LIN-20425-1",
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("284.00"), reason="return", line_id="LIN-20495-1")
        finish_return(world, return_id="RT-20495-1", result="closed")
        cancel_plan(world, plan_id="PLN-20495-1")
        issue_refund(world, payment_id="PAY-20495-1", amount=money("36.00"), reason="plan_cancellation")
        second = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20495",
            subject="Vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
