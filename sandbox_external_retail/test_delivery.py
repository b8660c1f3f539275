"""Parcels that are late or lost.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-delivery. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    dispute,
    events,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_line,
    cancel_plan,
    change_shipping_speed,
    close_ticket,
    create_charge,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_orders,
    list_plans,
    list_refunds,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_tracking_events,
    open_carrier_claim,
    open_ticket,
    update_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "ORD-20441, a dishwasher, due nine days ago. Where is it? And what do I get for the wait? It is down to "
        "640 dollars in your shop as well, so I want back what I paid above that."
    ),
    facts={
        "name": "Dana Whitfield",
        "email": "dana.whitfield@example.com",
        "order number after a second look": "ORD-20414",
    },
    behaviour=Behaviour(
        "Tired of waiting. Wants compensation for the delay, and takes whatever is offered. Swaps two digits of the "
        "order number at first.",
        answers={
            "compensation": "Yes, I want compensation for the wait.",
            "another email": "I have only the one, but I misread the order number: it is ORD-20414.",
            "different email": "I have only the one, but I misread the order number: it is ORD-20414.",
            "other email": "I have only the one, but I misread the order number: it is ORD-20414.",
        },
    ),
    records=[
        customer("CUS-1114", "Dana Whitfield", "dana.whitfield@example.com", score=388, created_on="2025-06-27"),
        order("ORD-20414", "CUS-1114", "2025-09-10", [line("TH-DW600", price="668.00")], status="shipped"),
        shipment("SHP-20414-1", "heavyhaul", due="2025-09-15", handed_over="2025-09-11", label_postcode="11114"),
        events("SHP-20414-1", ("2025-09-11", "handed_over", "Easton"), ("2025-09-21", "arrived_depot", "Marlow")),
        order("ORD-20441", "CUS-1003", "2025-09-18", [line("TH-BL22")], status="placed"),
        order("ORD-20951", "CUS-1114", "2025-07-02", [line("TH-CM40")], shipping_fee="14.50"),
        shipment(
            "SHP-20951-1",
            "parcelfox",
            due="2025-07-07",
            handed_over="2025-07-03",
            delivered="2025-07-15",
            label_postcode="11114",
        ),
        refund("RF-20951-1", "14.50", "late_delivery", "2025-07-17"),
        credit("SC-20951-1", "CUS-1114", "18.00", "goodwill", "2025-08-04"),
        credit("SC-20414-1", "CUS-1114", "12.00", "goodwill", "2025-09-11", line_id="LIN-20414-1"),
        credit("SC-20951-2", "CUS-1114", "38.90", "minor_defect", "2025-07-22", line_id="LIN-20951-1"),
    ],
    policy=[
        "delivery.md#delayed-parcels",
        "customers.md#score-bands",
        "customers.md#compensation-cap",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "filing.md#bulletins",
    ],
    tell=["55.50", "16.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "recovery", "multi"],
    twin="DLV_015",
)
def test_case_DLV_014(trial: Trial) -> None:
    """An account younger than 90 days is Brindle whatever its score: 10 %, of which the cap leaves $55.50; the
    withdrawn bulletin counts not.  The fourteenth day of a fallen price, less what the line has had."""
    with trial.golden() as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        late = get_order(world, order_id="ORD-20414")
        list_shipments(world, order_id=late.order.id)
        get_customer(world, customer_id=dana.customer_id)
        get_customer_profile(world, customer_id=dana.customer_id)
        get_membership(world, customer_id=dana.customer_id)
        refunded = list_refunds(world, customer_id=dana.customer_id).items
        credited = list_store_credits(world, customer_id=dana.customer_id).items
        counted = ("late_delivery", "goodwill")
        had = sum((refund.amount for refund in refunded if refund.reason in counted), money(0))
        had += sum((credit.amount for credit in credited if credit.reason in counted), money(0))
        list_tickets(world, requester_id=dana.customer_id)
        paid = get_payments(world, order_id=late.order.id).payments[0]
        machine = late.lines[0]
        today = get_product(world, product_id=machine.product_id)
        goodwill = next(one for one in credited if one.line_id == machine.id)
        share = money(machine.paid * 10 / 100)
        issue_refund(world, payment_id=paid.id, amount=min(share, money("100.00") - had), reason="late_delivery")
        ticket = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id=late.order.id,
            subject="Dishwasher nine days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="completed")
        issue_refund(
            world,
            payment_id=paid.id,
            amount=machine.paid - goodwill.amount - today.price,
            reason="price_adjustment",
            line_id=machine.id,
        )
        price = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

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
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20414-1")
        price = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

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
        paid = get_payments(world, order_id="ORD-20414").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20414-1")
        price = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap") as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        late = get_order(world, order_id="ORD-20414")
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
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20414-1")
        price = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        dana = verify_customer(world, email="dana.whitfield@example.com", order_id="ORD-20414")
        late = get_order(world, order_id="ORD-20414")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("55.50"), reason="late_delivery")
        ticket = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id=late.order.id,
            subject="Dishwasher nine days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("28.00"), reason="price_adjustment", line_id="LIN-20414-1")
        price = open_ticket(
            world,
            requester_id=dana.customer_id,
            about_id="ORD-20414",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hello, Ravi Menon speaking, order ORD-20415. My dishwasher should have been here on the 15th. I complained "
        "last week already. Your own card for late parcels says ten percent of the order, a friend showed me, so "
        "please pay me the ten percent. And as the price has fallen to 640 dollars while I wait, that difference too."
    ),
    facts={"email": "ravi.menon@example.org", "another email address": "menon.r@example.net"},
    behaviour=Behaviour(
        "Has read an old guide and insists on ten percent, then takes what there is. Gives the address he uses now; "
        "the account is under an older one.",
        pushes=("Ten percent is what your own guide promises, so that is what I want.",),
        answers={
            "another email": "The account may still be under menon.r@example.net.",
            "different email": "The account may still be under menon.r@example.net.",
            "other email": "The account may still be under menon.r@example.net.",
        },
    ),
    records=[
        customer("CUS-1115", "Ravi Menon", "menon.r@example.net", score=388, created_on="2025-06-26"),
        order("ORD-20415", "CUS-1115", "2025-09-10", [line("TH-DW600", price="668.00")], status="shipped"),
        shipment("SHP-20415-1", "heavyhaul", due="2025-09-15", handed_over="2025-09-11", label_postcode="11115"),
        events("SHP-20415-1", ("2025-09-11", "handed_over", "Easton"), ("2025-09-20", "arrived_depot", "Marlow")),
        ticket(
            "TK-20415",
            "CUS-1115",
            "delivery",
            "Dishwasher has not come",
            "2025-09-18",
            about_id="ORD-20415",
            priority="high",
        ),
        order("ORD-20952", "CUS-1115", "2025-07-02", [line("TH-CM40")], shipping_fee="14.50"),
        shipment(
            "SHP-20952-1",
            "parcelfox",
            due="2025-07-07",
            handed_over="2025-07-03",
            delivered="2025-07-15",
            label_postcode="11115",
        ),
        refund("RF-20952-1", "14.50", "late_delivery", "2025-07-17"),
        credit("SC-20952-1", "CUS-1115", "18.00", "goodwill", "2025-08-04"),
        credit("SC-20415-1", "CUS-1115", "12.00", "goodwill", "2025-09-11", line_id="LIN-20415-1"),
        credit("SC-20952-2", "CUS-1115", "38.90", "minor_defect", "2025-07-22", line_id="LIN-20952-1"),
    ],
    policy=[
        "delivery.md#delayed-parcels",
        "customers.md#score-bands",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "filing.md#tickets",
        "filing.md#priority",
    ],
    tell=["33.40", "16.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "recovery", "multi"],
    twin="DLV_014",
)
def test_case_DLV_015(trial: Trial) -> None:
    """An account that is 90 days old has the band of its score: 5 %, on the open ticket, whose priority was wrong."""
    with trial.golden() as world:
        ravi = verify_customer(world, email="menon.r@example.net", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        list_shipments(world, order_id=late.order.id)
        get_customer(world, customer_id=ravi.customer_id)
        get_customer_profile(world, customer_id=ravi.customer_id)
        list_refunds(world, customer_id=ravi.customer_id)
        machine = late.lines[0]
        credited = list_store_credits(world, customer_id=ravi.customer_id).items
        had = next(one for one in credited if one.line_id == machine.id)
        today = get_product(world, product_id=machine.product_id)
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(
            world,
            payment_id=paid.id,
            amount=machine.paid - had.amount - today.price,
            reason="price_adjustment",
            line_id=machine.id,
        )
        price = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id="ORD-20415",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#score-bands") as world:
        ravi = verify_customer(world, email="menon.r@example.net", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money("55.50"), reason="late_delivery")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20415-1")
        price = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id="ORD-20415",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        ravi = verify_customer(world, email="menon.r@example.net", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        second = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id=late.order.id,
            subject="Compensation for a late dishwasher",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20415-1")
        price = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id="ORD-20415",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority") as world:
        ravi = verify_customer(world, email="menon.r@example.net", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("16.00"), reason="price_adjustment", line_id="LIN-20415-1")
        price = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id="ORD-20415",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ravi = verify_customer(world, email="menon.r@example.net", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("28.00"), reason="price_adjustment", line_id="LIN-20415-1")
        price = open_ticket(
            world,
            requester_id=ravi.customer_id,
            about_id="ORD-20415",
            subject="Price of the dishwasher",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "where is my phone. nearly two weeks for next day delivery??? i just want my money back now. if it is paid "
        "back today the tablet i ordered on monday stays, you make that one express and take off LEARN5, which i "
        "forgot. if not, the tablet is cancelled"
    ),
    facts={
        "email": "t.zielinski@example.com",
        "name": "Tomasz Zielinski",
        "last four digits of the phone number": "0118",
    },
    behaviour=Behaviour(
        "Terse and impatient. Wants the money, no replacement.",
        answers={"replacement": "no replacement. money"},
    ),
    records=[
        customer(
            "CUS-1118",
            "Tomasz Zielinski",
            "t.zielinski@example.com",
            points=212,
            phone="212-555-0118",
            tier="pro",
            tier_since="2025-09-20",
        ),
        points("PL-1118-1", "CUS-1118", "bonus", 6112, "2024-12-01"),
        order(
            "ORD-20418",
            "CUS-1118",
            "2025-09-09",
            [line("TH-PH08", points_used=4900)],
            status="shipped",
            speed="next_day",
            shipping_fee="29.95",
        ),
        dispute("DSP-20418-1", "779.95", "2025-09-18", status="withdrawn"),
        shipment("SHP-20418-1", "parcelfox", due="2025-09-10", handed_over="2025-09-09", label_postcode="11118"),
        events(
            "SHP-20418-1",
            ("2025-09-09", "label_created", "Easton"),
            ("2025-09-09", "handed_over", "Easton"),
            ("2025-09-10", "arrived_depot", "Marlow"),
            ("2025-09-11", "departed_depot", "Marlow"),
            ("2025-09-12", "arrived_depot", "Dunmore"),
            ("2025-09-14", "departed_depot", "Dunmore"),
        ),
        ticket(
            "TK-20418",
            "CUS-1118",
            "delivery",
            "Phone has not come",
            "2025-09-17",
            about_id="ORD-20418",
            priority="high",
            status="pending",
        ),
        order(
            "ORD-20820",
            "CUS-1118",
            "2025-09-22",
            [line("TH-TB11", points_used=1000)],
            status="placed",
            shipping_fee="6.95",
        ),
    ],
    policy=[
        "delivery.md#lost-parcels",
        "refunds.md#limit",
        "customers.md#points",
        "orders.md#shipping-speed",
        "customers.md#membership-tiers",
        "orders.md#forgotten-codes",
    ],
    tell=["750.00", "29.95", "4900", "21.95"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "decoy"],
    twin="DLV_019",
)
def test_case_DLV_018(trial: Trial) -> None:
    """Ten days without an event is lost; $750.00 is within the limit, shipping apart, and the points come back."""
    with trial.golden() as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        stopgap, found = list_orders(world, customer_id=tomasz.customer_id).items
        lost = get_order(world, order_id=found.order.id)
        parcel = list_shipments(world, order_id=lost.order.id)[0].shipment
        list_tracking_events(world, shipment_id=parcel.id, page=2)
        list_disputes(world, customer_id=tomasz.customer_id)
        get_customer_profile(world, customer_id=tomasz.customer_id)
        get_membership(world, customer_id=tomasz.customer_id)
        list_store_credits(world, customer_id=tomasz.customer_id)
        list_plans(world, customer_id=tomasz.customer_id)
        filed = list_tickets(world, requester_id=tomasz.customer_id).tickets[0]
        paid = get_payments(world, order_id=lost.order.id).payments[0]
        phone = lost.lines[0]
        open_carrier_claim(world, shipment_id=parcel.id, kind="lost")
        issue_refund(world, payment_id=paid.id, amount=phone.paid, reason="lost_parcel", line_id=phone.id)
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        adjust_points(
            world, customer_id=tomasz.customer_id, line_id=phone.id, kind="given_back", points=phone.points_used
        )
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        tablet = get_order(world, order_id=stopgap.order.id).lines[0]
        code = get_promotion(world, code="LEARN5")
        card = get_payments(world, order_id=stopgap.order.id).payments[0]
        change_shipping_speed(world, order_id=stopgap.order.id, speed="express")
        faster = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id=stopgap.order.id,
            subject="Tablet by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")
        issue_refund(
            world, payment_id=card.id, amount=money(tablet.paid * code.value / 100), reason="promotion_correction"
        )
        corrected = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id=stopgap.order.id,
            subject="Code forgotten with the tablet",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        filed = list_tickets(world, requester_id=tomasz.customer_id).tickets[0]
        add_comment(world, ticket_id=filed.id, body="Please decide on the refund.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")
        second = get_order(world, order_id="ORD-20820")
        card = get_payments(world, order_id="ORD-20820").payments[0]
        screen = second.lines[0]
        cancel_line(world, order_id="ORD-20820", line_id=screen.id)
        issue_refund(world, payment_id=card.id, amount=screen.paid, reason="cancellation", line_id=screen.id)
        issue_refund(world, payment_id=card.id, amount=second.order.shipping_fee, reason="cancellation")
        stopped = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Tablet cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stopped.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        lost = get_order(world, order_id="ORD-20418")
        filed = list_tickets(world, requester_id=tomasz.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20418").payments[0]
        phone = lost.lines[0]
        open_carrier_claim(world, shipment_id="SHP-20418-1", kind="lost")
        issue_refund(world, payment_id=paid.id, amount=phone.paid, reason="lost_parcel", line_id=phone.id)
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        adjust_points(world, customer_id=tomasz.customer_id, line_id=phone.id, kind="given_back", points=4900)
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20820", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20820", speed="express")
        faster = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Tablet by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20820").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("21.95"), reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Code forgotten with the tablet",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        lost = get_order(world, order_id="ORD-20418")
        filed = list_tickets(world, requester_id=tomasz.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20418").payments[0]
        phone = lost.lines[0]
        open_carrier_claim(world, shipment_id="SHP-20418-1", kind="lost")
        issue_refund(world, payment_id=paid.id, amount=phone.paid, reason="lost_parcel", line_id=phone.id)
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        change_shipping_speed(world, order_id="ORD-20820", speed="express")
        faster = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Tablet by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20820").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("21.95"), reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Code forgotten with the tablet",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        lost = get_order(world, order_id="ORD-20418")
        filed = list_tickets(world, requester_id=tomasz.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20418").payments[0]
        phone = lost.lines[0]
        open_carrier_claim(world, shipment_id="SHP-20418-1", kind="lost")
        issue_refund(world, payment_id=paid.id, amount=phone.paid, reason="lost_parcel", line_id=phone.id)
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        adjust_points(world, customer_id=tomasz.customer_id, line_id=phone.id, kind="given_back", points=4900)
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        change_shipping_speed(world, order_id="ORD-20820", speed="express")
        faster = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Tablet by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=faster.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20820").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("22.45"), reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20820",
            subject="Code forgotten with the tablet",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Aloha. I ordered a tablet on the 9th for my daughter's first term, it was promised for the 12th, and the "
        "tracking has not moved in ages. On Monday I got so desperate that I ordered a monitor from you as a "
        "stopgap, express, and headphones with it, which she needs whatever happens. Now here is the thing. If you "
        "refund the tablet today I keep the monitor. If you cannot, I wait for the tablet and the monitor has to go, "
        "I can't pay for both. Leilani Kahale."
    ),
    facts={
        "email": "leilani.kahale@example.com",
        "order number of the tablet": "ORD-20419",
        "order number of the monitor": "ORD-20490",
    },
    behaviour=Behaviour(
        "Friendly and anxious about money. Keeps strictly to the choice that she laid out.",
        pushes=("And the express fee? I only paid that for the monitor.",),
        answers={
            "headphones stay": "Only the monitor goes, the headphones stay.",
            "keep headphones": "Only the monitor goes, the headphones stay.",
            "cancel headphones": "Only the monitor goes, the headphones stay.",
            "whole order": "Only the monitor goes, the headphones stay.",
        },
    ),
    records=[
        customer("CUS-1119", "Leilani Kahale", "leilani.kahale@example.com", region="west", points=300),
        points("PL-1119-1", "CUS-1119", "bonus", 1800, "2024-12-01"),
        order("ORD-20419", "CUS-1119", "2025-09-09", [line("TH-TB11")], status="shipped", plans=["30.00"]),
        plan("PLN-20419-1", "CUS-1119", "2025-09-09", level="essential", price="30.00"),
        shipment("SHP-20419-1", "parcelfox", due="2025-09-12", handed_over="2025-09-10", label_postcode="91119"),
        events(
            "SHP-20419-1",
            ("2025-09-10", "label_created", "Westhaven"),
            ("2025-09-10", "handed_over", "Westhaven"),
            ("2025-09-11", "arrived_depot", "Corriga"),
            ("2025-09-12", "departed_depot", "Corriga"),
            ("2025-09-13", "arrived_depot", "Sallow Point"),
            ("2025-09-15", "out_for_delivery", "Sallow Point"),
        ),
        ticket(
            "TK-20419",
            "CUS-1119",
            "delivery",
            "Tablet has not come",
            "2025-09-17",
            about_id="ORD-20419",
            status="pending",
        ),
        order(
            "ORD-20490",
            "CUS-1119",
            "2025-09-22",
            [
                line("TH-MN27", promotions={"SAVE50": "30.02"}, points_used=1500),
                line("TH-HP10", promotions={"SAVE50": "19.98"}),
            ],
            status="placed",
            speed="express",
            shipping_fee="14.95",
            plans=["36.00"],
        ),
        plan("PLN-20490-1", "CUS-1119", "2025-09-22", level="essential", price="36.00"),
    ],
    policy=[
        "delivery.md#lost-parcels",
        "orders.md#cancellation",
        "refunds.md#discounts-lost",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "filing.md#tickets",
    ],
    tell=["264.00", "36.00", "1500"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "refusal", "pushes"],
    twin="DLV_018",
)
def test_case_DLV_019(trial: Trial) -> None:
    """Nine days without an event is not yet lost: the first order is on hold, so the stopgap is cancelled."""
    with trial.golden() as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        tablet = get_order(world, order_id="ORD-20419")
        parcel = list_shipments(world, order_id=tablet.order.id)[0].shipment
        list_tracking_events(world, shipment_id=parcel.id, page=2)
        held = list_tickets(world, requester_id=leilani.customer_id).tickets[0]
        list_disputes(world, customer_id=leilani.customer_id)
        get_customer_profile(world, customer_id=leilani.customer_id)
        list_store_credits(world, customer_id=leilani.customer_id)
        add_comment(world, ticket_id=held.id, body="Last event 15 September; refund or wait.", visibility="internal")
        update_ticket(world, ticket_id=held.id, priority="high")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_carrier")
        second = get_order(world, order_id="ORD-20490")
        monitor, headphones = second.lines
        lost = next(part for part in second.promotions if part.line_id == headphones.id)
        cover = next(p for p in list_plans(world, customer_id=leilani.customer_id) if p.line_id == monitor.id)
        paid = get_payments(world, order_id=second.order.id).payments[0]
        cancel_line(world, order_id=second.order.id, line_id=monitor.id)
        issue_refund(
            world, payment_id=paid.id, amount=monitor.paid - lost.amount, reason="cancellation", line_id=monitor.id
        )
        adjust_points(
            world, customer_id=leilani.customer_id, line_id=monitor.id, kind="given_back", points=monitor.points_used
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id=second.order.id,
            subject="Monitor cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#lost-parcels") as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        slate = get_order(world, order_id="ORD-20419").lines[0]
        filed = list_tickets(world, requester_id=leilani.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20419").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20419-1", kind="lost")
        issue_refund(world, payment_id=paid.id, amount=slate.paid, reason="lost_parcel", line_id=slate.id)
        cancel_plan(world, plan_id="PLN-20419-1")
        issue_refund(world, payment_id=paid.id, amount=money("30.00"), reason="plan_cancellation")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        held = list_tickets(world, requester_id=leilani.customer_id).tickets[0]
        add_comment(world, ticket_id=held.id, body="Last event 15 September.", visibility="internal")
        update_ticket(world, ticket_id=held.id, priority="high")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_carrier")
        monitor = get_order(world, order_id="ORD-20490").lines[0]
        paid = get_payments(world, order_id="ORD-20490").payments[0]
        cancel_line(world, order_id="ORD-20490", line_id=monitor.id)
        issue_refund(world, payment_id=paid.id, amount=monitor.paid, reason="cancellation", line_id=monitor.id)
        adjust_points(world, customer_id=leilani.customer_id, line_id=monitor.id, kind="given_back", points=1500)
        cancel_plan(world, plan_id="PLN-20490-1")
        issue_refund(world, payment_id=paid.id, amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id="ORD-20490",
            subject="Monitor cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation") as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        held = list_tickets(world, requester_id=leilani.customer_id).tickets[0]
        add_comment(world, ticket_id=held.id, body="Last event 15 September.", visibility="internal")
        update_ticket(world, ticket_id=held.id, priority="high")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_carrier")
        monitor, headphones = get_order(world, order_id="ORD-20490").lines
        paid = get_payments(world, order_id="ORD-20490").payments[0]
        cancel_line(world, order_id="ORD-20490", line_id=monitor.id)
        issue_refund(
            world,
            payment_id=paid.id,
            amount=monitor.paid - headphones.discount,
            reason="cancellation",
            line_id=monitor.id,
        )
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="cancellation")
        adjust_points(world, customer_id=leilani.customer_id, line_id=monitor.id, kind="given_back", points=1500)
        cancel_plan(world, plan_id="PLN-20490-1")
        issue_refund(world, payment_id=paid.id, amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id="ORD-20490",
            subject="Monitor cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
