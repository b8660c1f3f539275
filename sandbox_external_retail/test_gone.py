"""Parcels that the tracking calls delivered and the customer has never seen.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-gone. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    carrier_claim,
    customer,
    events,
    line,
    order,
    refund,
    shipment,
    stock_row,
)
from sandbox_external_retail.tools import (
    add_comment,
    cancel_line,
    check_stock,
    close_ticket,
    get_customer_profile,
    get_order,
    get_payments,
    issue_refund,
    list_carrier_claims,
    list_disputes,
    list_orders,
    list_refunds,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_carrier_claim,
    open_ticket,
    read_article,
    search_articles,
    send_replacement,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Your tracking claims that my two doorbells were delivered two weeks ago and I have never seen them. I am not "
        "making this up, it happened to me with a blender last year as well and you sent me another one without a "
        "fuss. Same again, please: two doorbells. If you will not send them now, then take the smart lock out of "
        "the other order I have open, it only makes sense with the bells; the bulbs in it I want in any case. "
        "And what do I get for my headphones having come late?"
    ),
    facts={
        "name": "Rosalind Achterberg",
        "email": "rosalind.achterberg@example.net",
        "order number of the doorbells": "ORD-20420",
        "order number of the headphones": "ORD-20822",
    },
    behaviour=Behaviour(
        "Expects trouble because of last year's parcel. Wants replacements and no money for the bells.",
        answers={
            "replacement refund": "Two new doorbells, please, no money.",
            "order number lock": "I do not have the number of the lock's order at hand.",
            "cancel lock": "Only if no doorbells are sent now.",
        },
    ),
    records=[
        customer(
            "CUS-1120",
            "Rosalind Achterberg",
            "rosalind.achterberg@example.net",
            region="west",
            flag="VELVET",
            flag_until="2025-09-24",
        ),
        order("ORD-20420", "CUS-1120", "2025-09-05", [line("TH-DB03", quantity=2)], shipping_fee="6.95"),
        shipment(
            "SHP-20420-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-06",
            delivered="2025-09-10",
            label_postcode="91120",
        ),
        events("SHP-20420-1", ("2025-09-06", "handed_over", "Westhaven"), ("2025-09-10", "delivered", "Westhaven")),
        stock_row("TH-DB03", "west", 4, 3),
        stock_row("TH-DB03", "central", 9, 1),
        stock_row("TH-DB03", "east", 12, 4),
        order("ORD-20494", "CUS-1120", "2024-09-10", [line("TH-BL22")]),
        shipment(
            "SHP-20494-1",
            "parcelfox",
            due="2024-09-14",
            handed_over="2024-09-11",
            delivered="2024-09-13",
            label_postcode="91120",
        ),
        carrier_claim("CC-20494-1", "stolen", "2024-09-23"),
        order("ORD-20822", "CUS-1120", "2025-09-10", [line("TH-HP10")], shipping_fee="6.95"),
        shipment(
            "SHP-20822-1",
            "northline",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-23",
            label_postcode="91120",
        ),
        order(
            "ORD-20823",
            "CUS-1120",
            "2025-09-22",
            [
                line("TH-TS01", promotions={"SMART8": "14.32"}, status="cancelled"),
                line("TH-LK04", promotions={"SMART8": "19.92"}),
                line("TH-LB06", promotions={"SMART8": "5.52"}),
            ],
            status="packed",
        ),
        refund("RF-20823-1", "149.68", "cancellation", "2025-09-23", line_id="LIN-20823-1"),
    ],
    policy=[
        "delivery.md#missing-after-delivery",
        "refunds.md#rounding",
        "exchanges.md#warehouse",
        "customers.md#account-flags",
        "delivery.md#promised-date",
        "filing.md#bulletins",
    ],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "refusal", "decoy"],
    twin="DLV_021",
)
def test_case_DLV_020(trial: Trial) -> None:
    """Day 14, and the earlier claim was opened 366 days ago: a claim against the carrier and replacements."""
    with trial.golden() as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        bought = get_order(world, order_id="ORD-20420")
        doorbells = bought.lines[0]
        parcel = list_shipments(world, order_id=bought.order.id)[0].shipment
        list_carrier_claims(world, customer_id=rosalind.customer_id)
        list_disputes(world, customer_id=rosalind.customer_id)
        get_customer_profile(world, customer_id=rosalind.customer_id)
        get_payments(world, order_id=bought.order.id)
        list_store_credits(world, customer_id=rosalind.customer_id)
        list_tickets(world, requester_id=rosalind.customer_id)
        shelves = [shelf for shelf in check_stock(world, product_id=doorbells.product_id) if shelf.warehouse != "west"]
        fullest = min(shelves, key=lambda shelf: (shelf.reserved - shelf.on_hand, shelf.warehouse))
        open_carrier_claim(world, shipment_id=parcel.id, kind="stolen")
        send_replacement(
            world,
            line_id=doorbells.id,
            product_id=doorbells.product_id,
            quantity=doorbells.quantity,
            warehouse=fullest.warehouse,
            reason="stolen",
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id=bought.order.id,
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20822")
        list_shipments(world, order_id="ORD-20822")
        search_articles(world, query="Northline")
        read_article(world, article_id="KB-123")
        late = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20822",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="refunds.md#rounding") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second missing parcel.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")
        lock = get_order(world, order_id="ORD-20823").lines[1]
        paid = get_payments(world, order_id="ORD-20823").payments[0]
        cancel_line(world, order_id="ORD-20823", line_id=lock.id)
        issue_refund(world, payment_id=paid.id, amount=lock.paid, reason="cancellation", line_id=lock.id)
        stopped = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20823",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stopped.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20822",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        open_carrier_claim(world, shipment_id="SHP-20420-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20420-1", product_id="TH-DB03", quantity=2, warehouse="east", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20822",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="customers.md#account-flags") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        open_carrier_claim(world, shipment_id="SHP-20420-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20420-1", product_id="TH-DB03", quantity=2, warehouse="central", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20822").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("6.95"), reason="late_delivery")
        late = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20822",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        open_carrier_claim(world, shipment_id="SHP-20420-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20420-1", product_id="TH-DB03", quantity=2, warehouse="central", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20822",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Dobrý deň, both my video doorbells are missing. It says delivered on the 10th. Could you send me new ones? If "
        "not today, then please stop the lock in my newest order with you, which belongs with them, only the lock. And "
        "the headphones of ORD-20824 were late by more than a week, is there something for that? Zuzana Horváthová"
    ),
    facts={
        "email": "zuzana.horvathova@example.org",
        "order number of the doorbells": "ORD-20470",
        "postcode": "91170",
    },
    behaviour=Behaviour(
        "Nervous, a little insistent.",
        pushes=("But I really never received them, please just send others.",),
        answers={
            "cancel lock": "If no new doorbells come now, then yes, stop the lock, and only the lock.",
            "replacement refund": "New doorbells, please, if you have them.",
            "lock": "If no new doorbells come now, then yes, stop the lock, and only the lock.",
            "stop lock": "If no new doorbells come now, then yes, stop the lock, and only the lock.",
        },
    ),
    records=[
        customer(
            "CUS-1170",
            "Zuzana Horváthová",
            "zuzana.horvathova@example.org",
            region="west",
            flag="VELVET",
            flag_until="2025-09-24",
        ),
        order("ORD-20470", "CUS-1170", "2025-09-05", [line("TH-DB03", quantity=2)], shipping_fee="6.95"),
        shipment(
            "SHP-20470-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-06",
            delivered="2025-09-10",
            label_postcode="91170",
        ),
        events("SHP-20470-1", ("2025-09-06", "handed_over", "Westhaven"), ("2025-09-10", "delivered", "Westhaven")),
        stock_row("TH-DB03", "west", 4, 3),
        stock_row("TH-DB03", "central", 9, 1),
        stock_row("TH-DB03", "east", 12, 4),
        order("ORD-20471", "CUS-1170", "2024-09-12", [line("TH-BL22")]),
        shipment(
            "SHP-20471-1",
            "parcelfox",
            due="2024-09-17",
            handed_over="2024-09-13",
            delivered="2024-09-16",
            label_postcode="91170",
        ),
        carrier_claim("CC-20471-1", "stolen", "2024-09-24"),
        order("ORD-20824", "CUS-1170", "2025-09-10", [line("TH-HP10")], shipping_fee="6.95"),
        shipment(
            "SHP-20824-1",
            "northline",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-23",
            label_postcode="91170",
        ),
        order(
            "ORD-20825",
            "CUS-1170",
            "2025-09-22",
            [
                line("TH-TS01", promotions={"SMART8": "14.32"}, status="cancelled"),
                line("TH-LK04", promotions={"SMART8": "19.92"}),
                line("TH-LB06", promotions={"SMART8": "5.52"}),
            ],
            status="packed",
        ),
        refund("RF-20825-1", "149.68", "cancellation", "2025-09-23", line_id="LIN-20825-1"),
    ],
    policy=[
        "delivery.md#missing-after-delivery",
        "refunds.md#rounding",
        "orders.md#cancellation",
        "customers.md#account-flags",
        "filing.md#bulletins",
    ],
    tell=["229.08"],
    tags=["asks", "uncued", "boundary", "two-policies", "refusal", "pushes", "multi", "interacting", "decoy"],
    twin="DLV_020",
)
def test_case_DLV_021(trial: Trial) -> None:
    """An earlier claim for a stolen parcel exactly 365 days ago: the account goes to review, so the lock is stopped."""
    with trial.golden() as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        get_order(world, order_id="ORD-20470")
        list_shipments(world, order_id="ORD-20470")
        list_carrier_claims(world, customer_id=zuzana.customer_id)
        get_customer_profile(world, customer_id=zuzana.customer_id)
        list_disputes(world, customer_id=zuzana.customer_id)
        list_tickets(world, requester_id=zuzana.customer_id)
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second stolen parcel in 365 days.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")
        newest = list_orders(world, customer_id=zuzana.customer_id).items[0].order
        lock = get_order(world, order_id=newest.id).lines[1]
        list_refunds(world, customer_id=zuzana.customer_id)
        list_store_credits(world, customer_id=zuzana.customer_id)
        paid = get_payments(world, order_id=newest.id).payments[0]
        cancel_line(world, order_id=newest.id, line_id=lock.id)
        issue_refund(world, payment_id=paid.id, amount=lock.paid, reason="cancellation", line_id=lock.id)
        stopped = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id=newest.id,
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stopped.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20824")
        list_shipments(world, order_id="ORD-20824")
        search_articles(world, query="Northline")
        read_article(world, article_id="KB-123")
        late = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20824",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="delivery.md#missing-after-delivery") as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        open_carrier_claim(world, shipment_id="SHP-20470-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20470-1", product_id="TH-DB03", quantity=2, warehouse="central", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20824",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="orders.md#cancellation") as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second stolen parcel in 365 days.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")
        lock = get_order(world, order_id="ORD-20825").lines[1]
        paid = get_payments(world, order_id="ORD-20825").payments[0]
        cancel_line(world, order_id="ORD-20825", line_id=lock.id)
        issue_refund(
            world, payment_id=paid.id, amount=lock.paid - money("15.00"), reason="cancellation", line_id=lock.id
        )
        stopped = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20825",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stopped.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20824",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="filing.md#bulletins") as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbells missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second stolen parcel in 365 days.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")
        lock = get_order(world, order_id="ORD-20825").lines[1]
        paid = get_payments(world, order_id="ORD-20825").payments[0]
        cancel_line(world, order_id="ORD-20825", line_id=lock.id)
        issue_refund(world, payment_id=paid.id, amount=lock.paid, reason="cancellation", line_id=lock.id)
        stopped = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20825",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stopped.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20824",
            subject="Headphones came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    assert trial.outcome == trial.golden_outcome
