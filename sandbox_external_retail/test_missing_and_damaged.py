"""Goods that came damaged, and parcels that are gone.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-damaged. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    line,
    order,
    plan,
    points,
    shipment,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_plan,
    check_stock,
    close_ticket,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    list_carrier_claims,
    list_disputes,
    list_orders,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_carrier_claim,
    open_ticket,
    send_replacement,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Boa tarde. The Halden television from order ORD-20690 was carried in on Monday with its carton crushed, and "
        "yesterday, when we unpacked it, the screen was split from edge to edge. I want another one. If that cannot "
        "be done, then at least stop the protection plan, I won't pay to insure a ruin. The older one, of "
        "August, I keep, although it came with a scratch across the frame; tell me what such a scratch is worth to you."
    ),
    facts={
        "name": "Henrique Barbosa",
        "email": "henrique.barbosa@example.com",
        "postcode": "11206",
        "what he wants": "the same television again, no money",
        "day of the order": "17 September",
        "when the scratch appeared": "it was there when the set came",
        "serial number": "HLD-5120",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Upset but fair. Read the order number off an old note and is not sure of its last digits.",
        answers={
            "refund or replacement": "The same television again, please.",
            "ORD-20609": "Yes, that must be the one, and I want the same television again, please.",
        },
    ),
    records=[
        customer("CUS-1206", "Henrique Barbosa", "henrique.barbosa@example.com"),
        order("ORD-20609", "CUS-1206", "2025-09-17", [line("TH-TV55", serial="HLD-5120")], plans=["96.00"]),
        shipment(
            "SHP-20609-1",
            "heavyhaul",
            due="2025-09-22",
            handed_over="2025-09-19",
            delivered="2025-09-22",
            label_postcode="11206",
        ),
        plan("PLN-20609-1", "CUS-1206", "2025-09-17", level="essential"),
        order("ORD-20610", "CUS-1206", "2025-08-19", [line("TH-TV55", serial="HLD-4877")], plans=["96.00"]),
        shipment(
            "SHP-20610-1",
            "heavyhaul",
            due="2025-08-25",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="11206",
        ),
        plan("PLN-20610-1", "CUS-1206", "2025-08-19", level="essential"),
        credit("SC-20610-1", "CUS-1206", "50.00", "price_adjustment", "2025-08-27", line_id="LIN-20610-1"),
    ],
    policy=[
        "delivery.md#damaged-on-arrival",
        "exchanges.md#warehouse",
        "refunds.md#limit",
        "returns.md#minor-defects",
        "refunds.md#calculation",
    ],
    tell=["69.90"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "recovery", "multi", "interacting"],
    twin="DLV_023",
)
def test_case_DLV_022(trial: Trial) -> None:
    """Day two for oversized goods, $749.00 within the limit of its ticket: a claim and a new one from central; the
    plan stays.  The older set, on its last day, gets a tenth of what a price adjustment left."""
    with trial.golden() as world:
        henrique = verify_customer(world, email="henrique.barbosa@example.com", postcode="11206")
        found = list_orders(world, customer_id=henrique.customer_id).items[0].order
        television = get_order(world, order_id=found.id).lines[0]
        parcel = list_shipments(world, order_id=found.id)[0].shipment
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=henrique.customer_id)
        get_customer_profile(world, customer_id=henrique.customer_id)
        list_tickets(world, requester_id=henrique.customer_id)
        list_carrier_claims(world, customer_id=henrique.customer_id)
        check_stock(world, product_id=television.product_id)
        open_carrier_claim(world, shipment_id=parcel.id, kind="damaged")
        send_replacement(
            world,
            line_id=television.id,
            product_id=television.product_id,
            quantity=1,
            warehouse="central",
            reason="damaged",
        )
        filed = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id=found.id,
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        scratched = get_order(world, order_id="ORD-20610").lines[0]
        list_shipments(world, order_id="ORD-20610")
        list_returns(world, order_id="ORD-20610")
        had = list_store_credits(world, customer_id=henrique.customer_id).items[0]
        older = get_payments(world, order_id="ORD-20610").payments[0]
        issue_refund(
            world,
            payment_id=older.id,
            amount=money((scratched.paid - had.amount) * 10 / 100),
            reason="minor_defect",
            line_id=scratched.id,
        )
        scratch = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20610",
            subject="Scratch on the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        henrique = verify_customer(world, email="henrique.barbosa@example.com", postcode="11206")
        open_carrier_claim(world, shipment_id="SHP-20609-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20609-1", product_id="TH-TV55", quantity=1, warehouse="west", reason="damaged"
        )
        filed = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20609",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20610").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20610-1")
        scratch = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20610",
            subject="Scratch on the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#damaged-on-arrival", name="no claim") as world:
        henrique = verify_customer(world, email="henrique.barbosa@example.com", postcode="11206")
        send_replacement(
            world, line_id="LIN-20609-1", product_id="TH-TV55", quantity=1, warehouse="central", reason="damaged"
        )
        filed = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20609",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20610").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20610-1")
        scratch = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20610",
            subject="Scratch on the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        henrique = verify_customer(world, email="henrique.barbosa@example.com", postcode="11206")
        filed = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20609",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please decide.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")
        older = get_payments(world, order_id="ORD-20610").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20610-1")
        scratch = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20610",
            subject="Scratch on the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        henrique = verify_customer(world, email="henrique.barbosa@example.com", postcode="11206")
        open_carrier_claim(world, shipment_id="SHP-20609-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20609-1", product_id="TH-TV55", quantity=1, warehouse="central", reason="damaged"
        )
        filed = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20609",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20610").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("74.90"), reason="minor_defect", line_id="LIN-20610-1")
        scratch = open_ticket(
            world,
            requester_id=henrique.customer_id,
            about_id="ORD-20610",
            subject="Scratch on the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=scratch.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Mrs Petrović, telephone ending 0170. We only got round to unpacking our new TV this morning, it came on "
        "Sunday. Dreadful: the box had been dropped by your people and the panel is in pieces. Do send a new one. And "
        "should you refuse me, which I would find scandalous, cancel that protection plan on it and pay it back. Nor "
        "was the one before it, in August, perfect: a dent in the frame from the first day. That one we keep, for a "
        "decent sum."
    ),
    facts={
        "name": "Jelena Petrović",
        "email": "jelena.petrovic@example.com",
        "last four digits of another phone number": "0107",
        "when the dent appeared": "it was there when the set came",
        "preferred remedy": "a replacement, the same television again",
        "serial number": "HLD-5133",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Indignant, threatens a bad review, accepts in the end. The number that she gives is her husband's.",
        pushes=("I have five days to report a broken delivery, your driver said so himself.",),
        answers={
            "another email": "No, only that. But the account may have my own number, which ends in 0107.",
            "different email": "No, only that. But the account may have my own number, which ends in 0107.",
            "other email": "No, only that. But the account may have my own number, which ends in 0107.",
            "another number": "The account may have my own number, which ends in 0107.",
            "other number": "The account may have my own number, which ends in 0107.",
            "another phone": "The account may have my own number, which ends in 0107.",
            "other phone": "The account may have my own number, which ends in 0107.",
            "different phone": "The account may have my own number, which ends in 0107.",
        },
    ),
    records=[
        customer("CUS-1207", "Jelena Petrović", "jelena.petrovic@example.com"),
        order("ORD-20611", "CUS-1207", "2025-09-17", [line("TH-TV55", serial="HLD-5133")], plans=["96.00"]),
        shipment(
            "SHP-20611-1",
            "heavyhaul",
            due="2025-09-22",
            handed_over="2025-09-19",
            delivered="2025-09-21",
            label_postcode="11207",
        ),
        plan("PLN-20611-1", "CUS-1207", "2025-09-17", level="essential"),
        order("ORD-20612", "CUS-1207", "2025-08-19", [line("TH-TV55", serial="HLD-4880")], plans=["96.00"]),
        shipment(
            "SHP-20612-1",
            "heavyhaul",
            due="2025-08-25",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="11207",
        ),
        plan("PLN-20612-1", "CUS-1207", "2025-08-19", level="essential"),
        credit("SC-20612-1", "CUS-1207", "50.00", "price_adjustment", "2025-08-27", line_id="LIN-20612-1"),
    ],
    policy=[
        "delivery.md#damaged-on-arrival",
        "warranty.md#ending-a-plan",
        "filing.md#topics",
        "returns.md#minor-defects",
        "refunds.md#calculation",
    ],
    tell=["96.00", "69.90"],
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
    twin="DLV_022",
)
def test_case_DLV_023(trial: Trial) -> None:
    """Day three is too late for oversized goods, so the plan ends, in its first 30 days for its whole price.
    The older set, on its last day, gets a tenth of what a price adjustment left."""
    with trial.golden() as world:
        jelena = verify_customer(world, email="jelena.petrovic@example.com", phone_last4="0107")
        bought, before = (found.order for found in list_orders(world, customer_id=jelena.customer_id).items)
        television = get_order(world, order_id=bought.id).lines[0]
        list_shipments(world, order_id=bought.id)
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=jelena.customer_id)
        get_customer_profile(world, customer_id=jelena.customer_id)
        list_tickets(world, requester_id=jelena.customer_id)
        late = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id=bought.id,
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")
        cover = next(p for p in list_plans(world, customer_id=jelena.customer_id) if p.line_id == television.id)
        list_warranty_claims(world, customer_id=jelena.customer_id)
        paid = get_payments(world, order_id=bought.id).payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id=bought.id,
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        dented = get_order(world, order_id=before.id).lines[0]
        list_shipments(world, order_id=before.id)
        list_returns(world, order_id=before.id)
        had = list_store_credits(world, customer_id=jelena.customer_id).items[0]
        older = get_payments(world, order_id=before.id).payments[0]
        issue_refund(
            world,
            payment_id=older.id,
            amount=money((dented.paid - had.amount) * 10 / 100),
            reason="minor_defect",
            line_id=dented.id,
        )
        dent = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id=before.id,
            subject="Dent in the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=dent.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#damaged-on-arrival") as world:
        jelena = verify_customer(world, email="jelena.petrovic@example.com", phone_last4="0107")
        open_carrier_claim(world, shipment_id="SHP-20611-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20611-1", product_id="TH-TV55", quantity=1, warehouse="central", reason="damaged"
        )
        filed = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20612").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20612-1")
        dent = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20612",
            subject="Dent in the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=dent.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#topics") as world:
        jelena = verify_customer(world, email="jelena.petrovic@example.com", phone_last4="0107")
        paid = get_payments(world, order_id="ORD-20611").payments[0]
        cancel_plan(world, plan_id="PLN-20611-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Television and its plan",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20612").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20612-1")
        dent = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20612",
            subject="Dent in the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=dent.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        jelena = verify_customer(world, email="jelena.petrovic@example.com", phone_last4="0107")
        late = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")
        paid = get_payments(world, order_id="ORD-20611").payments[0]
        cancel_plan(world, plan_id="PLN-20611-1")
        issue_refund(world, payment_id=paid.id, amount=money(money("96.00") / 24) * 23, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20612").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("69.90"), reason="minor_defect", line_id="LIN-20612-1")
        dent = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20612",
            subject="Dent in the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=dent.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        jelena = verify_customer(world, email="jelena.petrovic@example.com", phone_last4="0107")
        late = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Television damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")
        paid = get_payments(world, order_id="ORD-20611").payments[0]
        cancel_plan(world, plan_id="PLN-20611-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20611",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = get_payments(world, order_id="ORD-20612").payments[0]
        issue_refund(world, payment_id=older.id, amount=money("74.90"), reason="minor_defect", line_id="LIN-20612-1")
        dent = open_ticket(
            world,
            requester_id=jelena.customer_id,
            about_id="ORD-20612",
            subject="Dent in the older television",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=dent.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Marhaba. One carton with two things in it arrived last Friday, and something heavy must have stood on it: "
        "the 32 inch monitor is cracked and the soundbar rattles. I would like a new monitor, and for the soundbar "
        "simply my money. Layla Khoury, ORD-20628"
    ),
    facts={
        "email": "layla.khoury@example.com",
        "another email address": "atelier.khoury@example.org",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Gentle. Has pictures of the carton and keeps to what she asked for. Ordered as her workshop.",
        answers={
            "photos": "Yes, I have pictures of the carton.",
            "pictures": "Yes, I have pictures of the carton.",
            "another email": "Perhaps the one of my workshop, atelier.khoury@example.org.",
            "different email": "Perhaps the one of my workshop, atelier.khoury@example.org.",
            "other email": "Perhaps the one of my workshop, atelier.khoury@example.org.",
        },
    ),
    records=[
        customer("CUS-1220", "Layla Khoury", "atelier.khoury@example.org", region="west", tier="plus", points=180),
        order(
            "ORD-20628",
            "CUS-1220",
            "2025-09-12",
            [line("TH-MN32", promotions={"SAVE50": "31.84"}), line("TH-SB30", promotions={"SAVE50": "18.16"})],
            shipping_fee="6.95",
        ),
        shipment(
            "SHP-20628-1",
            "parcelfox",
            due="2025-09-18",
            handed_over="2025-09-15",
            delivered="2025-09-19",
            label_postcode="91220",
        ),
        points("PL-20628-1", "CUS-1220", "earned", 457, "2025-09-19", line_id="LIN-20628-1"),
        points("PL-20628-2", "CUS-1220", "earned", 260, "2025-09-19", line_id="LIN-20628-2"),
        points("PL-20628-3", "CUS-1220", "bonus", 300, "2025-01-14"),
        order("ORD-20953", "CUS-1220", "2025-09-21", [line("TH-SB30", points_used=837)], status="placed"),
    ],
    policy=[
        "delivery.md#damaged-on-arrival",
        "refunds.md#limit",
        "refunds.md#discounts-lost",
        "customers.md#points",
    ],
    tell=["260.04", "180"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "recovery", "decoy"],
    twin="DLV_025",
)
def test_case_DLV_024(trial: Trial) -> None:
    """Day five; together $718.00 was paid, within the limit for the ticket: a new monitor and what the bar cost,
    less the 80 of its points that her balance lacks."""
    with trial.golden() as world:
        layla = verify_customer(world, email="atelier.khoury@example.org", order_id="ORD-20628")
        screen, bar = get_order(world, order_id="ORD-20628").lines
        parcel = list_shipments(world, order_id="ORD-20628")[0].shipment
        get_product(world, product_id=screen.product_id)
        list_disputes(world, customer_id=layla.customer_id)
        get_customer_profile(world, customer_id=layla.customer_id)
        list_tickets(world, requester_id=layla.customer_id)
        list_carrier_claims(world, customer_id=layla.customer_id)
        balance = get_membership(world, customer_id=layla.customer_id).points
        entries = list_points(world, customer_id=layla.customer_id).items
        earned = next(entry for entry in entries if entry.line_id == bar.id).points
        check_stock(world, product_id=screen.product_id)
        paid = get_payments(world, order_id="ORD-20628").payments[0]
        open_carrier_claim(world, shipment_id=parcel.id, kind="damaged")
        send_replacement(
            world, line_id=screen.id, product_id=screen.product_id, quantity=1, warehouse="west", reason="damaged"
        )
        issue_refund(
            world,
            payment_id=paid.id,
            amount=bar.paid - money(earned - balance) / 100,
            reason="damaged_parcel",
            line_id=bar.id,
        )
        adjust_points(world, customer_id=layla.customer_id, line_id=bar.id, kind="taken_back", points=balance)
        filed = open_ticket(
            world,
            requester_id=layla.customer_id,
            about_id="ORD-20628",
            subject="Monitor and soundbar damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        layla = verify_customer(world, email="atelier.khoury@example.org", order_id="ORD-20628")
        filed = open_ticket(
            world,
            requester_id=layla.customer_id,
            about_id="ORD-20628",
            subject="Damaged on arrival",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please decide.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="refunds.md#calculation") as world:
        layla = verify_customer(world, email="atelier.khoury@example.org", order_id="ORD-20628")
        paid = get_payments(world, order_id="ORD-20628").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20628-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20628-1", product_id="TH-MN32", quantity=1, warehouse="west", reason="damaged"
        )
        issue_refund(world, payment_id=paid.id, amount=money("278.20"), reason="damaged_parcel", line_id="LIN-20628-2")
        adjust_points(world, customer_id=layla.customer_id, line_id="LIN-20628-2", kind="taken_back", points=180)
        filed = open_ticket(
            world,
            requester_id=layla.customer_id,
            about_id="ORD-20628",
            subject="Damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        layla = verify_customer(world, email="atelier.khoury@example.org", order_id="ORD-20628")
        paid = get_payments(world, order_id="ORD-20628").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20628-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20628-1", product_id="TH-MN32", quantity=1, warehouse="west", reason="damaged"
        )
        issue_refund(
            world,
            payment_id=paid.id,
            amount=money("260.04") - money("31.84"),
            reason="damaged_parcel",
            line_id="LIN-20628-2",
        )
        adjust_points(world, customer_id=layla.customer_id, line_id="LIN-20628-2", kind="taken_back", points=180)
        filed = open_ticket(
            world,
            requester_id=layla.customer_id,
            about_id="ORD-20628",
            subject="Damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        layla = verify_customer(world, email="atelier.khoury@example.org", order_id="ORD-20628")
        paid = get_payments(world, order_id="ORD-20628").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20628-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20628-1", product_id="TH-MN32", quantity=1, warehouse="west", reason="damaged"
        )
        issue_refund(world, payment_id=paid.id, amount=money("260.84"), reason="damaged_parcel", line_id="LIN-20628-2")
        filed = open_ticket(
            world,
            requester_id=layla.customer_id,
            about_id="ORD-20628",
            subject="Damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "hello this is seung-min park, 91212. my order came on the 19th and it is all broken, the screen (clarion 32) "
        "has a hole and the bar for the tv makes no sound, box was wet and torn. pls send screen again and give money "
        "for the bar"
    ),
    facts={
        "email": "seungmin.park@example.net",
        "previous postcode": "91221",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "In need of the screen for work. Proposes a way to go faster. Has moved and does not know the order number.",
        pushes=("Then do only the screen today, and the bar can wait.",),
        answers={
            "another email": "only this one. but i moved, the postcode before was 91221",
            "different email": "only this one. but i moved, the postcode before was 91221",
            "other email": "only this one. but i moved, the postcode before was 91221",
            "another postcode": "i moved, before it was 91221",
            "different postcode": "i moved, before it was 91221",
            "other postcode": "i moved, before it was 91221",
            "old postcode": "i moved, before it was 91221",
            "postcode recently moved": "i moved, before it was 91221",
        },
    ),
    records=[
        customer("CUS-1221", "Seung-min Park", "seungmin.park@example.net", region="west", tier="plus", points=180),
        order("ORD-20629", "CUS-1221", "2025-09-12", [line("TH-MN32"), line("TH-SB30")], shipping_fee="6.95"),
        shipment(
            "SHP-20629-1",
            "parcelfox",
            due="2025-09-18",
            handed_over="2025-09-15",
            delivered="2025-09-19",
            label_postcode="91221",
        ),
        points("PL-20629-1", "CUS-1221", "earned", 489, "2025-09-19", line_id="LIN-20629-1"),
        points("PL-20629-2", "CUS-1221", "earned", 279, "2025-09-19", line_id="LIN-20629-2"),
        points("PL-20629-3", "CUS-1221", "bonus", 300, "2025-01-14"),
        order("ORD-20954", "CUS-1221", "2025-09-21", [line("TH-SB30", points_used=888)], status="placed"),
    ],
    policy=["refunds.md#limit", "delivery.md#damaged-on-arrival", "filing.md#handover-notes"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "refusal",
        "only-refusal",
        "pushes",
        "recovery",
        "decoy",
    ],
    twin="DLV_024",
)
def test_case_DLV_025(trial: Trial) -> None:
    """Together $768.00 was paid: above the limit, so nothing is granted on the ticket, not even a claim."""
    with trial.golden() as world:
        seungmin = verify_customer(world, email="seungmin.park@example.net", postcode="91221")
        bought = list_orders(world, customer_id=seungmin.customer_id).items[1].order
        get_order(world, order_id=bought.id)
        list_shipments(world, order_id=bought.id)
        list_disputes(world, customer_id=seungmin.customer_id)
        get_customer_profile(world, customer_id=seungmin.customer_id)
        list_tickets(world, requester_id=seungmin.customer_id)
        list_carrier_claims(world, customer_id=seungmin.customer_id)
        filed = open_ticket(
            world,
            requester_id=seungmin.customer_id,
            about_id=bought.id,
            subject="Monitor and soundbar damaged on arrival",
            topic="delivery",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=filed.id,
            body="Damaged on arrival, $768.00 together: please decide on replacement and refund.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="refunds.md#limit", name="granted") as world:
        seungmin = verify_customer(world, email="seungmin.park@example.net", postcode="91221")
        paid = get_payments(world, order_id="ORD-20629").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20629-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20629-1", product_id="TH-MN32", quantity=1, warehouse="west", reason="damaged"
        )
        issue_refund(world, payment_id=paid.id, amount=money("279.00"), reason="damaged_parcel", line_id="LIN-20629-2")
        filed = open_ticket(
            world,
            requester_id=seungmin.customer_id,
            about_id="ORD-20629",
            subject="Damaged on arrival",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit", name="claim opened") as world:
        seungmin = verify_customer(world, email="seungmin.park@example.net", postcode="91221")
        open_carrier_claim(world, shipment_id="SHP-20629-1", kind="damaged")
        filed = open_ticket(
            world,
            requester_id=seungmin.customer_id,
            about_id="ORD-20629",
            subject="Damaged on arrival",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please decide.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="refunds.md#limit", name="monitor alone") as world:
        seungmin = verify_customer(world, email="seungmin.park@example.net", postcode="91221")
        open_carrier_claim(world, shipment_id="SHP-20629-1", kind="damaged")
        send_replacement(
            world, line_id="LIN-20629-1", product_id="TH-MN32", quantity=1, warehouse="west", reason="damaged"
        )
        filed = open_ticket(
            world,
            requester_id=seungmin.customer_id,
            about_id="ORD-20629",
            subject="Damaged on arrival",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please decide on the bar.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    assert trial.outcome == trial.golden_outcome
