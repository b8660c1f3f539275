"""Orders that come in several parcels: one lost, one damaged, one late.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-parcels. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    carrier_claim,
    credit,
    customer,
    events,
    line,
    order,
    points,
    refund,
    shipment,
    stock_row,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_line,
    check_stock,
    close_ticket,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    list_carrier_claims,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_refunds,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_tracking_events,
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
        "Sälem! On the 10th I bought a tablet for my nephew and a Gale stick vacuum for my wife, one order, and "
        "neither of the two is here. The tablet's tracking has been dead since the 14th. Ten days without a sign "
        "means lost, I have looked it up, so please send another tablet, the boy's birthday is on Sunday. As to the "
        "vacuum, your page says that it has gone back to you and not a word why."
    ),
    facts={
        "name": "Temirlan Abenov",
        "email": "temirlan.abenov@example.com",
        "order number": "ORD-20700",
        "replacement or refund of the vacuum": "the money back",
    },
    behaviour=Behaviour(
        "Talkative, fond of the nephew. Insists once that ten days are ten days.",
        pushes=("Ten days without a word is lost by your own rules, is it not?",),
        answers={"like vacuum": "For the vacuum the money back.", "prefer vacuum": "For the vacuum the money back."},
    ),
    records=[
        customer("CUS-1284", "Temirlan Abenov", "temirlan.abenov@example.com", region="west", points=200),
        points("PL-20700-1", "CUS-1284", "bonus", 1000, "2025-03-03"),
        order(
            "ORD-20700",
            "CUS-1284",
            "2025-09-10",
            [line("TH-TB11", price="459.00"), line("TH-VC70", points_used=800, parcel=2)],
            status="shipped",
            speed="express",
            shipping_fee="14.95",
        ),
        shipment("SHP-20700-1", "northline", due="2025-09-21", handed_over="2025-09-12", label_postcode="91284"),
        shipment(
            "SHP-20700-2",
            "parcelfox",
            due="2025-09-16",
            handed_over="2025-09-12",
            status="returned_to_sender",
            label_postcode="91284",
        ),
        events(
            "SHP-20700-1",
            ("2025-09-12", "handed_over", "Westhaven"),
            ("2025-09-13", "arrived_depot", "Corriga"),
            ("2025-09-14", "departed_depot", "Corriga"),
        ),
        events(
            "SHP-20700-2",
            ("2025-09-12", "handed_over", "Westhaven"),
            ("2025-09-15", "arrived_depot", "Sallow Point"),
            ("2025-09-19", "returned_damaged", "Westhaven"),
        ),
        order("ORD-20701", "CUS-1284", "2025-09-15", [line("TH-TB11")], status="shipped"),
        shipment("SHP-20701-1", "parcelfox", due="2025-09-26", handed_over="2025-09-17", label_postcode="91284"),
        events(
            "SHP-20701-1",
            ("2025-09-17", "handed_over", "Westhaven"),
            ("2025-09-22", "arrived_depot", "Sallow Point"),
        ),
        stock_row("TH-TB11", "east", 5, 3),
    ],
    policy=[
        "delivery.md#lost-parcels",
        "delivery.md#promised-date",
        "delivery.md#parcels-that-came-back",
        "filing.md#outcomes",
    ],
    tell=["291.00", "800"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "refusal",
        "pushes",
        "decoy",
    ],
    twin="DLV_031",
)
def test_case_DLV_030(trial: Trial) -> None:
    """Promised for today by the bulletin, so not lost: that waits; the damaged vacuum is paid, one ticket, on hold."""
    with trial.golden() as world:
        temirlan = verify_customer(world, email="temirlan.abenov@example.com", order_id="ORD-20700")
        vacuum = get_order(world, order_id="ORD-20700").lines[1]
        dead, back = (found.shipment for found in list_shipments(world, order_id="ORD-20700"))
        list_tracking_events(world, shipment_id=dead.id)
        list_tracking_events(world, shipment_id=back.id)
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        list_disputes(world, customer_id=temirlan.customer_id)
        get_customer_profile(world, customer_id=temirlan.customer_id)
        list_plans(world, customer_id=temirlan.customer_id)
        list_tickets(world, requester_id=temirlan.customer_id)
        paid = get_payments(world, order_id="ORD-20700").payments[0]
        open_carrier_claim(world, shipment_id=back.id, kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=vacuum.paid, reason="damaged_parcel", line_id=vacuum.id)
        adjust_points(
            world, customer_id=temirlan.customer_id, line_id=vacuum.id, kind="given_back", points=vacuum.points_used
        )
        filed = open_ticket(
            world,
            requester_id=temirlan.customer_id,
            about_id="ORD-20700",
            subject="Tablet without news, vacuum came back damaged",
            topic="delivery",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=filed.id,
            body="If the tablet is not there tomorrow it is lost: claim and replacement.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_carrier")

    with trial.trap(breaks="delivery.md#promised-date") as world:
        temirlan = verify_customer(world, email="temirlan.abenov@example.com", order_id="ORD-20700")
        paid = get_payments(world, order_id="ORD-20700").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20700-1", kind="lost")
        send_replacement(
            world, line_id="LIN-20700-1", product_id="TH-TB11", quantity=1, warehouse="central", reason="lost"
        )
        open_carrier_claim(world, shipment_id="SHP-20700-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20700-2")
        adjust_points(world, customer_id=temirlan.customer_id, line_id="LIN-20700-2", kind="given_back", points=800)
        filed = open_ticket(
            world,
            requester_id=temirlan.customer_id,
            about_id="ORD-20700",
            subject="Two parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#outcomes") as world:
        temirlan = verify_customer(world, email="temirlan.abenov@example.com", order_id="ORD-20700")
        paid = get_payments(world, order_id="ORD-20700").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20700-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20700-2")
        adjust_points(world, customer_id=temirlan.customer_id, line_id="LIN-20700-2", kind="given_back", points=800)
        filed = open_ticket(
            world,
            requester_id=temirlan.customer_id,
            about_id="ORD-20700",
            subject="Vacuum came back damaged",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        temirlan = verify_customer(world, email="temirlan.abenov@example.com", order_id="ORD-20700")
        paid = get_payments(world, order_id="ORD-20700").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20700-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20700-2")
        filed = open_ticket(
            world,
            requester_id=temirlan.customer_id,
            about_id="ORD-20700",
            subject="Two parcels",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Wait for the tablet.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_carrier")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="ORD-20720, two parcels, none arrived. What do you propose?",
    facts={
        "name": "Solvej Kjærgaard",
        "email": "solvej.kjaergaard@example.org",
        "postcode": "91285",
        "replacement or refund of the tablet": "another tablet",
        "replacement or refund of the vacuum": "the money back",
    },
    behaviour=Behaviour(
        "Terse. Swaps digits of the order number. Wants another tablet, and money for the vacuum.",
        answers={"ORD-20702": "Yes, ORD-20702. I swapped the digits."},
    ),
    records=[
        customer("CUS-1285", "Solvej Kjærgaard", "solvej.kjaergaard@example.org", region="west", points=200),
        points("PL-20702-1", "CUS-1285", "bonus", 1000, "2025-03-03"),
        order(
            "ORD-20702",
            "CUS-1285",
            "2025-09-10",
            [line("TH-TB11", price="459.00"), line("TH-VC70", points_used=800, parcel=2)],
            status="shipped",
            speed="express",
            shipping_fee="14.95",
        ),
        shipment("SHP-20702-1", "northline", due="2025-09-20", handed_over="2025-09-12", label_postcode="91285"),
        shipment(
            "SHP-20702-2",
            "parcelfox",
            due="2025-09-16",
            handed_over="2025-09-12",
            status="returned_to_sender",
            label_postcode="91285",
        ),
        events(
            "SHP-20702-1",
            ("2025-09-12", "handed_over", "Westhaven"),
            ("2025-09-13", "arrived_depot", "Corriga"),
            ("2025-09-14", "departed_depot", "Corriga"),
        ),
        events(
            "SHP-20702-2",
            ("2025-09-12", "handed_over", "Westhaven"),
            ("2025-09-15", "arrived_depot", "Sallow Point"),
            ("2025-09-19", "returned_damaged", "Westhaven"),
        ),
        order("ORD-20703", "CUS-1285", "2025-09-15", [line("TH-TB11")], status="shipped"),
        shipment("SHP-20703-1", "parcelfox", due="2025-09-26", handed_over="2025-09-17", label_postcode="91285"),
        events(
            "SHP-20703-1",
            ("2025-09-17", "handed_over", "Westhaven"),
            ("2025-09-22", "arrived_depot", "Sallow Point"),
        ),
        stock_row("TH-TB11", "east", 5, 3),
    ],
    policy=[
        "delivery.md#lost-parcels",
        "delivery.md#promised-date",
        "refunds.md#limit",
        "exchanges.md#warehouse",
        "customers.md#points",
    ],
    tell=["291.00", "800"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "recovery", "decoy"],
    twin="DLV_030",
)
def test_case_DLV_031(trial: Trial) -> None:
    """Promised for yesterday, so lost; both lines come to $750.00; of two equally full warehouses, central."""
    with trial.golden() as world:
        solvej = verify_customer(world, email="solvej.kjaergaard@example.org", postcode="91285")
        list_orders(world, customer_id=solvej.customer_id)
        tablet, vacuum = get_order(world, order_id="ORD-20702").lines
        dead, back = (found.shipment for found in list_shipments(world, order_id="ORD-20702"))
        list_tracking_events(world, shipment_id=dead.id)
        list_tracking_events(world, shipment_id=back.id)
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        list_disputes(world, customer_id=solvej.customer_id)
        get_customer_profile(world, customer_id=solvej.customer_id)
        list_plans(world, customer_id=solvej.customer_id)
        list_tickets(world, requester_id=solvej.customer_id)
        check_stock(world, product_id=tablet.product_id)
        paid = get_payments(world, order_id="ORD-20702").payments[0]
        open_carrier_claim(world, shipment_id=dead.id, kind="lost")
        send_replacement(
            world, line_id=tablet.id, product_id=tablet.product_id, quantity=1, warehouse="central", reason="lost"
        )
        open_carrier_claim(world, shipment_id=back.id, kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=vacuum.paid, reason="damaged_parcel", line_id=vacuum.id)
        adjust_points(
            world, customer_id=solvej.customer_id, line_id=vacuum.id, kind="given_back", points=vacuum.points_used
        )
        filed = open_ticket(
            world,
            requester_id=solvej.customer_id,
            about_id="ORD-20702",
            subject="Tablet lost, vacuum came back damaged",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        solvej = verify_customer(world, email="solvej.kjaergaard@example.org", postcode="91285")
        filed = open_ticket(
            world,
            requester_id=solvej.customer_id,
            about_id="ORD-20702",
            subject="Two parcels",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="More than 750.00.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        solvej = verify_customer(world, email="solvej.kjaergaard@example.org", postcode="91285")
        paid = get_payments(world, order_id="ORD-20702").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20702-1", kind="lost")
        send_replacement(
            world, line_id="LIN-20702-1", product_id="TH-TB11", quantity=1, warehouse="east", reason="lost"
        )
        open_carrier_claim(world, shipment_id="SHP-20702-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20702-2")
        adjust_points(world, customer_id=solvej.customer_id, line_id="LIN-20702-2", kind="given_back", points=800)
        filed = open_ticket(
            world,
            requester_id=solvej.customer_id,
            about_id="ORD-20702",
            subject="Two parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#lost-parcels", name="shipping fee as well") as world:
        solvej = verify_customer(world, email="solvej.kjaergaard@example.org", postcode="91285")
        paid = get_payments(world, order_id="ORD-20702").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20702-1", kind="lost")
        send_replacement(
            world, line_id="LIN-20702-1", product_id="TH-TB11", quantity=1, warehouse="central", reason="lost"
        )
        open_carrier_claim(world, shipment_id="SHP-20702-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20702-2")
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="damaged_parcel")
        adjust_points(world, customer_id=solvej.customer_id, line_id="LIN-20702-2", kind="given_back", points=800)
        filed = open_ticket(
            world,
            requester_id=solvej.customer_id,
            about_id="ORD-20702",
            subject="Two parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#lost-parcels", name="not yet lost") as world:
        solvej = verify_customer(world, email="solvej.kjaergaard@example.org", postcode="91285")
        paid = get_payments(world, order_id="ORD-20702").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20702-2", kind="damaged")
        issue_refund(world, payment_id=paid.id, amount=money("291.00"), reason="damaged_parcel", line_id="LIN-20702-2")
        adjust_points(world, customer_id=solvej.customer_id, line_id="LIN-20702-2", kind="given_back", points=800)
        filed = open_ticket(
            world,
            requester_id=solvej.customer_id,
            about_id="ORD-20702",
            subject="Two parcels",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Wait for the tablet.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_carrier")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Perpetua Achieng here, and I have a list. One: both halves of ORD-20704 were late, the monitor with the "
        "headphones and the laptop after it, so I want my ten percent of the whole order. Two: your courier says he "
        "brought my doorbell on the 12th. Not to me he did not! Send another. Three: should I not get the doorbell, "
        "then the smart lock that I ordered yesterday to go with it is useless to me and comes off my order; the "
        "bulbs I keep in any case."
    ),
    facts={
        "email": "perpetua.achieng@example.com",
        "order number of the doorbell": "ORD-20705",
        "order number of the smart lock": "ORD-20706",
    },
    behaviour=Behaviour(
        "Orderly and loud. Ticks off her list point by point, and keeps to what it says.",
        pushes=("Ten percent of the order, that is what late parcels cost you.",),
        answers={"Barasa": "She lives downstairs, but she has given me nothing."},
    ),
    records=[
        customer(
            "CUS-1286",
            "Perpetua Achieng",
            "perpetua.achieng@example.com",
            region="central",
            tier="plus",
            tier_since="2024-09-06",
            paid_until="2025-09-05",
            points=1999,
        ),
        points("PL-20704-1", "CUS-1286", "bonus", 5000, "2025-04-14"),
        order(
            "ORD-20704",
            "CUS-1286",
            "2025-09-05",
            [line("TH-MN27", points_used=4800), line("TH-HP10"), line("TH-LT14", parcel=2)],
            speed="next_day",
            shipping_fee="29.95",
        ),
        shipment(
            "SHP-20704-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-08",
            delivered="2025-09-16",
            label_postcode="61286",
        ),
        shipment(
            "SHP-20704-2",
            "northline",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-20",
            label_postcode="61286",
        ),
        events(
            "SHP-20704-1",
            ("2025-09-08", "handed_over", "Midfield"),
            ("2025-09-12", "weather_hold", "Marlow"),
            ("2025-09-16", "delivered", "Midfield"),
        ),
        events(
            "SHP-20704-2",
            ("2025-09-09", "handed_over", "Midfield"),
            ("2025-09-17", "arrived_depot", "Marlow"),
            ("2025-09-20", "delivered", "Midfield"),
        ),
        points("PL-20704-2", "CUS-1286", "earned", 281, "2025-09-16", line_id="LIN-20704-1"),
        points("PL-20704-3", "CUS-1286", "earned", 219, "2025-09-16", line_id="LIN-20704-2"),
        points("PL-20704-4", "CUS-1286", "earned", 1299, "2025-09-20", line_id="LIN-20704-3"),
        order("ORD-20705", "CUS-1286", "2025-09-08", [line("TH-DB03")], shipping_fee="6.95"),
        shipment(
            "SHP-20705-1",
            "parcelfox",
            due="2025-09-13",
            handed_over="2025-09-09",
            delivered="2025-09-12",
            label_postcode="61286",
            signed_by="T. Barasa",
        ),
        order(
            "ORD-20706",
            "CUS-1286",
            "2025-09-23",
            [line("TH-LK04", promotions={"SMART8": "19.92"}), line("TH-LB06", promotions={"SMART8": "5.52"})],
            status="placed",
            shipping_fee="6.95",
        ),
        order("ORD-20707", "CUS-1286", "2024-09-02", [line("TH-VC70"), line("TH-BL22")]),
        shipment(
            "SHP-20707-1",
            "parcelfox",
            due="2024-09-06",
            handed_over="2024-09-03",
            delivered="2024-09-19",
            label_postcode="61286",
        ),
        carrier_claim("CC-20707-1", "damaged", "2024-09-27"),
        credit("SC-20707-1", "CUS-1286", "30.00", "goodwill", "2024-09-23"),
        credit("SC-20707-2", "CUS-1286", "44.00", "goodwill", "2025-02-11"),
        refund("RF-20707-1", "71.00", "goodwill", "2025-05-06"),
    ],
    policy=[
        "delivery.md#delayed-parcels",
        "delivery.md#missing-after-delivery",
        "customers.md#compensation-cap",
        "customers.md#membership-tiers",
        "orders.md#cancellation",
    ],
    tell=["29.95", "229.08"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "refusal", "pushes", "decoy"],
)
def test_case_DLV_032(trial: Trial) -> None:
    """Goods of exactly $500.00 six days late earn the shipping fee, the laptop five days nothing; the lock goes."""
    with trial.golden() as world:
        perpetua = verify_customer(world, email="perpetua.achieng@example.com", order_id="ORD-20704")
        late = get_order(world, order_id="ORD-20704").order
        for found in list_shipments(world, order_id="ORD-20704"):
            list_tracking_events(world, shipment_id=found.shipment.id)
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        get_membership(world, customer_id=perpetua.customer_id)
        get_customer_profile(world, customer_id=perpetua.customer_id)
        list_disputes(world, customer_id=perpetua.customer_id)
        list_refunds(world, customer_id=perpetua.customer_id)
        list_store_credits(world, customer_id=perpetua.customer_id)
        list_tickets(world, requester_id=perpetua.customer_id)
        paid = get_payments(world, order_id="ORD-20704").payments[0]
        issue_refund(world, payment_id=paid.id, amount=late.shipping_fee, reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20704",
            subject="Two late parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20705")
        list_shipments(world, order_id="ORD-20705")
        list_carrier_claims(world, customer_id=perpetua.customer_id)
        missing = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20705",
            subject="Doorbell signed for by a neighbour",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=missing.id, outcome="declined", reason="delivered_signed")
        lock = get_order(world, order_id="ORD-20706").lines[0]
        list_plans(world, customer_id=perpetua.customer_id)
        list_installations(world, order_id="ORD-20706")
        card = get_payments(world, order_id="ORD-20706").payments[0]
        cancel_line(world, order_id="ORD-20706", line_id=lock.id)
        issue_refund(world, payment_id=card.id, amount=lock.paid, reason="cancellation", line_id=lock.id)
        ended = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20706",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#delayed-parcels") as world:
        perpetua = verify_customer(world, email="perpetua.achieng@example.com", order_id="ORD-20704")
        paid = get_payments(world, order_id="ORD-20704").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("35.00"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20704",
            subject="Two late parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        missing = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20705",
            subject="Doorbell missing",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=missing.id, outcome="declined", reason="delivered_signed")
        card = get_payments(world, order_id="ORD-20706").payments[0]
        cancel_line(world, order_id="ORD-20706", line_id="LIN-20706-1")
        issue_refund(world, payment_id=card.id, amount=money("229.08"), reason="cancellation", line_id="LIN-20706-1")
        ended = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20706",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        perpetua = verify_customer(world, email="perpetua.achieng@example.com", order_id="ORD-20704")
        filed = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20704",
            subject="Two late parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="cap_reached")
        missing = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20705",
            subject="Doorbell missing",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=missing.id, outcome="declined", reason="delivered_signed")
        card = get_payments(world, order_id="ORD-20706").payments[0]
        cancel_line(world, order_id="ORD-20706", line_id="LIN-20706-1")
        issue_refund(world, payment_id=card.id, amount=money("229.08"), reason="cancellation", line_id="LIN-20706-1")
        ended = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20706",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#missing-after-delivery") as world:
        perpetua = verify_customer(world, email="perpetua.achieng@example.com", order_id="ORD-20704")
        paid = get_payments(world, order_id="ORD-20704").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("29.95"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20704",
            subject="Two late parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        open_carrier_claim(world, shipment_id="SHP-20705-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20705-1", product_id="TH-DB03", quantity=1, warehouse="central", reason="stolen"
        )
        missing = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20705",
            subject="Doorbell missing",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=missing.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation") as world:
        perpetua = verify_customer(world, email="perpetua.achieng@example.com", order_id="ORD-20704")
        paid = get_payments(world, order_id="ORD-20704").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("29.95"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20704",
            subject="Two late parcels",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        missing = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20705",
            subject="Doorbell missing",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=missing.id, outcome="declined", reason="delivered_signed")
        card = get_payments(world, order_id="ORD-20706").payments[0]
        cancel_line(world, order_id="ORD-20706", line_id="LIN-20706-1")
        issue_refund(world, payment_id=card.id, amount=money("229.08"), reason="cancellation", line_id="LIN-20706-1")
        issue_refund(world, payment_id=card.id, amount=money("6.95"), reason="cancellation")
        ended = open_ticket(
            world,
            requester_id=perpetua.customer_id,
            about_id="ORD-20706",
            subject="Lock cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
