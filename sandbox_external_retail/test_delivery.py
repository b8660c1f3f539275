"""Parcels that are late, lost, missing or came back.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-delivery. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import customer, events, line, order, shipment
from sandbox_external_retail.tools import (
    close_ticket,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Trial, money, task


@task(
    opening="The dishwasher I ordered was due nine days ago. Where is it? And don't tell me that is all there is to it.",
    facts={
        "name": "Dana Whitfield",
        "email": "dana.whitfield@example.com",
        "order number": "ORD-20414",
    },
    behaviour="Tired of waiting. Wants compensation for the delay, and takes whatever is offered.",
    records=[
        customer("CUS-1114", "Dana Whitfield", "dana.whitfield@example.com", score=388, created_on="2025-06-27"),
        order("ORD-20414", "CUS-1114", "2025-09-05", [line("TH-DW600", price="640.00")], status="shipped"),
        shipment("SHP-20414-1", "heavyhaul", due="2025-09-15", handed_over="2025-09-08", label_postcode="11114"),
        events("SHP-20414-1", ("2025-09-08", "handed_over", "Easton"), ("2025-09-21", "arrived_depot", "Marlow")),
    ],
    policy=["delivery.md#delayed-parcels", "customers.md#score-bands", "filing.md#bulletins"],
    tell=["64.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy"],
)
def test_case_DLV_014(trial: Trial) -> None:
    """An account younger than 90 days is Brindle whatever its score: 10 %, and the withdrawn bulletin counts not."""
    with trial.golden() as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        late = get_order(world, order_id="ORD-20414")
        list_shipments(world, order_id=late.order.id)
        get_customer(world, customer_id=dana.customer_id)
        get_customer_profile(world, customer_id=dana.customer_id)
        get_membership(world, customer_id=dana.customer_id)
        list_store_credits(world, customer_id=dana.customer_id)
        list_tickets(world, requester_id=dana.customer_id)
        paid = get_payments(world, order_id=late.order.id).payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 10 / 100), reason="late_delivery")
        ticket = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id=late.order.id,
            subject="Dishwasher nine days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#score-bands") as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        late = get_order(world, order_id="ORD-20414")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        ticket = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id=late.order.id,
            subject="Dishwasher nine days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        ticket = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Dishwasher late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=ticket.id, outcome="declined", reason="below_threshold")

    assert trial.outcome == trial.golden_outcome
