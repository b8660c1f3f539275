"""Parcels that are late, lost, missing or came back.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-delivery. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import carrier_claim, customer, events, line, order, points, shipment, ticket
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_line,
    check_stock,
    close_ticket,
    create_charge,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    list_carrier_claims,
    list_disputes,
    list_orders,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_tracking_events,
    open_carrier_claim,
    open_ticket,
    reship_parcel,
    send_replacement,
    update_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening="The dishwasher I ordered was due nine days ago. Where is it? And what do I get for the wait?",
    facts={
        "name": "Dana Whitfield",
        "email": "dana.whitfield@example.com",
        "order number": "ORD-20414",
    },
    behaviour=Behaviour(
        "Tired of waiting. Wants compensation for the delay, and takes whatever is offered.",
        answers={"compensation": "Yes, I want compensation for the wait."},
    ),
    records=[
        customer("CUS-1114", "Dana Whitfield", "dana.whitfield@example.com", score=388, created_on="2025-06-27"),
        order("ORD-20414", "CUS-1114", "2025-09-05", [line("TH-DW600", price="640.00")], status="shipped"),
        shipment("SHP-20414-1", "heavyhaul", due="2025-09-15", handed_over="2025-09-08", label_postcode="11114"),
        events("SHP-20414-1", ("2025-09-08", "handed_over", "Easton"), ("2025-09-21", "arrived_depot", "Marlow")),
    ],
    policy=["delivery.md#delayed-parcels", "customers.md#score-bands", "filing.md#bulletins"],
    tell=["64.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy"],
    twin="DLV_015",
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


@task(
    opening=(
        "Hello, Ravi Menon speaking, order ORD-20415. My dishwasher should have been here on the 15th. I complained "
        "last week already. Your own card for late parcels says ten percent of the order, a friend showed me, so "
        "please pay me the ten percent."
    ),
    facts={"email": "ravi.menon@example.org"},
    behaviour=Behaviour(
        "Has read an old guide and insists on ten percent, then takes what there is.",
        pushes=("Ten percent is what your own guide promises, so that is what I want.",),
    ),
    records=[
        customer("CUS-1115", "Ravi Menon", "ravi.menon@example.org", score=388, created_on="2025-06-26"),
        order("ORD-20415", "CUS-1115", "2025-09-05", [line("TH-DW600", price="640.00")], status="shipped"),
        shipment("SHP-20415-1", "heavyhaul", due="2025-09-15", handed_over="2025-09-08", label_postcode="11115"),
        events("SHP-20415-1", ("2025-09-08", "handed_over", "Easton"), ("2025-09-20", "arrived_depot", "Marlow")),
        ticket(
            "TK-20415",
            "CUS-1115",
            "delivery",
            "Dishwasher has not come",
            "2025-09-18",
            about_id="ORD-20415",
            priority="high",
        ),
    ],
    policy=["delivery.md#delayed-parcels", "customers.md#score-bands", "filing.md#tickets", "filing.md#priority"],
    tell=["32.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes"],
    twin="DLV_014",
)
def test_case_DLV_015(trial: Trial) -> None:
    """An account that is 90 days old has the band of its score: 5 %, on the open ticket, whose priority was wrong."""
    with trial.golden() as world:
        ravi = verify_customer(world, email="ravi.menon@example.org", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        list_shipments(world, order_id=late.order.id)
        get_customer(world, customer_id=ravi.customer_id)
        get_customer_profile(world, customer_id=ravi.customer_id)
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#score-bands") as world:
        ravi = verify_customer(world, email="ravi.menon@example.org", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 10 / 100), reason="late_delivery")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        ravi = verify_customer(world, email="ravi.menon@example.org", order_id="ORD-20415")
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

    with trial.trap(breaks="filing.md#priority") as world:
        ravi = verify_customer(world, email="ravi.menon@example.org", order_id="ORD-20415")
        late = get_order(world, order_id="ORD-20415")
        paid = get_payments(world, order_id=late.order.id).payments[0]
        filed = list_tickets(world, requester_id=ravi.customer_id).tickets[0]
        issue_refund(world, payment_id=paid.id, amount=money(late.lines[0].paid * 5 / 100), reason="late_delivery")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "God kveld! I moved in August and I fear I typed the new postcode wrong, because the big parcel with my "
        "television went back to you. My own fault. Send it again please, I will pay what that costs."
    ),
    facts={
        "name": "Ingrid Solheim",
        "email": "ingrid.solheim@example.net",
        "order number": "ORD-20461",
        "postcode": "11116",
        "address": "26 Alder Street, Easton",
    },
    behaviour=Behaviour(
        "Certain that the mistake is hers, and ready to pay. Mixes up digits of the order number.",
        answers={
            "sent again refund": "Send it again, please.",
            "send again refund": "Send it again, please.",
            "resend refund": "Send it again, please.",
            "reship refund": "Send it again, please.",
        },
    ),
    records=[
        customer("CUS-1116", "Ingrid Solheim", "ingrid.solheim@example.net"),
        order(
            "ORD-20416",
            "CUS-1116",
            "2025-09-08",
            [line("TH-LK04", status="delivered"), line("TH-TV55", parcel=2), line("TH-SB30", parcel=2)],
            status="shipped",
        ),
        shipment(
            "SHP-20416-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-11",
            label_postcode="11116",
        ),
        shipment(
            "SHP-20416-2",
            "heavyhaul",
            due="2025-09-16",
            handed_over="2025-09-10",
            status="returned_to_sender",
            label_postcode="11161",
        ),
        events("SHP-20416-1", ("2025-09-09", "handed_over", "Easton"), ("2025-09-11", "delivered", "Easton")),
        events(
            "SHP-20416-2",
            ("2025-09-10", "handed_over", "Easton"),
            ("2025-09-15", "attempt_failed", "Easton"),
            ("2025-09-19", "returned_address", "Easton"),
        ),
    ],
    policy=["delivery.md#parcels-that-came-back"],
    tags=["asks", "uncued", "boundary", "decoy", "recovery"],
    twin="DLV_017",
)
def test_case_DLV_016(trial: Trial) -> None:
    """The label bears another postcode than the order's address: our mistake, so sent again for nothing."""
    with trial.golden() as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        found = list_orders(world, customer_id=ingrid.customer_id).items[0]
        sent = get_order(world, order_id=found.order.id)
        parcel = list_shipments(world, order_id=found.order.id)[1].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        list_disputes(world, customer_id=ingrid.customer_id)
        list_tickets(world, requester_id=ingrid.customer_id)
        reship_parcel(world, shipment_id=parcel.id, address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back because of a wrong label",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#parcels-that-came-back") as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        sent = get_order(world, order_id="ORD-20416")
        create_charge(world, order_id=sent.order.id, amount=money("59.00"), kind="reshipment")
        reship_parcel(world, shipment_id="SHP-20416-2", address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "The parcel with my TV and the soundbar never reached me, your page says it is on its way back to the "
        "warehouse. The driver must have gone to the wrong house, so I expect you to bring it again at your expense. "
        "Order ORD-20417."
    ),
    facts={"name": "Nikolaj Brandt", "email": "nikolaj.brandt@example.com"},
    behaviour=Behaviour(
        "Convinced that it was the driver's fault. Pays in the end, since he wants the television.",
        pushes=("Why should I pay for your driver's mistake?",),
        answers={"again or refund": "Send it again, please."},
    ),
    records=[
        customer("CUS-1117", "Nikolaj Brandt", "nikolaj.brandt@example.com"),
        order(
            "ORD-20417",
            "CUS-1117",
            "2025-09-08",
            [line("TH-LK04", status="delivered"), line("TH-TV55", parcel=2), line("TH-SB30", parcel=2)],
            status="shipped",
        ),
        shipment(
            "SHP-20417-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-11",
            label_postcode="11117",
        ),
        shipment(
            "SHP-20417-2",
            "heavyhaul",
            due="2025-09-16",
            handed_over="2025-09-10",
            status="returned_to_sender",
            label_postcode="11117",
        ),
        events("SHP-20417-1", ("2025-09-09", "handed_over", "Easton"), ("2025-09-11", "delivered", "Easton")),
        events(
            "SHP-20417-2",
            ("2025-09-10", "handed_over", "Easton"),
            ("2025-09-15", "attempt_failed", "Easton"),
            ("2025-09-19", "returned_address", "Easton"),
        ),
    ],
    policy=["delivery.md#parcels-that-came-back"],
    tell=["59.00"],
    tags=["asks", "uncued", "boundary", "decoy", "pushes"],
    twin="DLV_016",
)
def test_case_DLV_017(trial: Trial) -> None:
    """The label bears the postcode of the order's address: the customer pays for oversized goods to go again."""
    with trial.golden() as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        sent = get_order(world, order_id="ORD-20417")
        parcel = list_shipments(world, order_id="ORD-20417")[1].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        list_disputes(world, customer_id=nikolaj.customer_id)
        get_customer_profile(world, customer_id=nikolaj.customer_id)
        list_tickets(world, requester_id=nikolaj.customer_id)
        create_charge(world, order_id=sent.order.id, amount=money("59.00"), kind="reshipment")
        reship_parcel(world, shipment_id=parcel.id, address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back and goes again",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#parcels-that-came-back", name="sent again free") as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        sent = get_order(world, order_id="ORD-20417")
        reship_parcel(world, shipment_id="SHP-20417-2", address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#parcels-that-came-back", name="as if it were a small parcel") as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        sent = get_order(world, order_id="ORD-20417")
        create_charge(world, order_id=sent.order.id, amount=money("12.95"), kind="reshipment")
        reship_parcel(world, shipment_id="SHP-20417-2", address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="where is my phone. nearly two weeks for next day delivery??? i just want my money back now",
    facts={
        "email": "t.zielinski@example.com",
        "name": "Tomasz Zielinski",
        "last four digits of the phone number": "0118",
    },
    behaviour="Terse and impatient. Wants the money, no replacement.",
    records=[
        customer("CUS-1118", "Tomasz Zielinski", "t.zielinski@example.com", points=212, phone="212-555-0118"),
        points("PL-1118-1", "CUS-1118", "bonus", 5112, "2024-12-01"),
        order(
            "ORD-20418",
            "CUS-1118",
            "2025-09-09",
            [line("TH-PH08", points_used=4900)],
            status="shipped",
            speed="next_day",
            shipping_fee="29.95",
        ),
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
    ],
    policy=["delivery.md#lost-parcels", "refunds.md#limit", "customers.md#points"],
    tell=["750.00", "29.95", "4900"],
    tags=["asks", "uncued", "boundary", "two-policies"],
    twin="DLV_019",
)
def test_case_DLV_018(trial: Trial) -> None:
    """Ten days without an event is lost; $750.00 is within the limit, shipping apart, and the points come back."""
    with trial.golden() as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        found = list_orders(world, customer_id=tomasz.customer_id).items[0]
        lost = get_order(world, order_id=found.order.id)
        parcel = list_shipments(world, order_id=lost.order.id)[0].shipment
        list_tracking_events(world, shipment_id=parcel.id, page=2)
        list_disputes(world, customer_id=tomasz.customer_id)
        get_customer_profile(world, customer_id=tomasz.customer_id)
        list_tickets(world, requester_id=tomasz.customer_id)
        paid = get_payments(world, order_id=lost.order.id).payments[0]
        phone = lost.lines[0]
        open_carrier_claim(world, shipment_id=parcel.id, kind="lost")
        issue_refund(world, payment_id=paid.id, amount=phone.paid, reason="lost_parcel", line_id=phone.id)
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        adjust_points(
            world, customer_id=tomasz.customer_id, line_id=phone.id, kind="given_back", points=phone.points_used
        )
        filed = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id=lost.order.id,
            subject="Phone lost on its way",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        filed = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20418",
            subject="Phone lost on its way",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please decide on the refund.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="delivery.md#lost-parcels") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        filed = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20418",
            subject="Phone on its way",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Watch the tracking.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_carrier")

    with trial.trap(breaks="customers.md#points") as world:
        tomasz = verify_customer(world, email="t.zielinski@example.com", phone_last4="0118")
        lost = get_order(world, order_id="ORD-20418")
        paid = get_payments(world, order_id="ORD-20418").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20418-1", kind="lost")
        issue_refund(
            world, payment_id=paid.id, amount=lost.lines[0].paid, reason="lost_parcel", line_id=lost.lines[0].id
        )
        issue_refund(world, payment_id=paid.id, amount=lost.order.shipping_fee, reason="lost_parcel")
        filed = open_ticket(
            world,
            requester_id=tomasz.customer_id,
            about_id="ORD-20418",
            subject="Phone lost on its way",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Aloha. I ordered a tablet on the 9th for my daughter's first term, it was promised for the 12th, and the "
        "tracking has not moved in ages. On Monday I got so desperate that I ordered a monitor from you as a "
        "stopgap, express. Now here is the thing. If you "
        "refund the tablet today I keep the monitor. If you cannot, I wait for the tablet and the monitor has to go, "
        "I can't pay for both. Leilani Kahale."
    ),
    facts={
        "email": "leilani.kahale@example.com",
        "order number of the tablet": "ORD-20419",
        "order number of the monitor": "ORD-20490",
    },
    behaviour="Friendly and anxious about money. Keeps strictly to the choice that she laid out.",
    records=[
        customer("CUS-1119", "Leilani Kahale", "leilani.kahale@example.com", region="west"),
        order("ORD-20419", "CUS-1119", "2025-09-09", [line("TH-TB11")], status="shipped"),
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
        order(
            "ORD-20490",
            "CUS-1119",
            "2025-09-22",
            [line("TH-MN27")],
            status="placed",
            speed="express",
            shipping_fee="14.95",
        ),
    ],
    policy=["delivery.md#lost-parcels", "orders.md#cancellation", "filing.md#handover-notes"],
    tell=["329.00", "14.95"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "refusal"],
    twin="DLV_018",
)
def test_case_DLV_019(trial: Trial) -> None:
    """Nine days without an event is not yet lost: the first order is on hold, so the stopgap is cancelled."""
    with trial.golden() as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        tablet = get_order(world, order_id="ORD-20419")
        parcel = list_shipments(world, order_id=tablet.order.id)[0].shipment
        list_tracking_events(world, shipment_id=parcel.id, page=2)
        list_tickets(world, requester_id=leilani.customer_id)
        list_disputes(world, customer_id=leilani.customer_id)
        get_customer_profile(world, customer_id=leilani.customer_id)
        held = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id=tablet.order.id,
            subject="Tablet without news",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Last event 15 September; refund or wait.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_carrier")
        monitor = get_order(world, order_id="ORD-20490")
        paid = get_payments(world, order_id=monitor.order.id).payments[0]
        stopgap = monitor.lines[0]
        cancel_line(world, order_id=monitor.order.id, line_id=stopgap.id)
        issue_refund(world, payment_id=paid.id, amount=stopgap.paid, reason="cancellation", line_id=stopgap.id)
        issue_refund(world, payment_id=paid.id, amount=monitor.order.shipping_fee, reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id=monitor.order.id,
            subject="Monitor cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#lost-parcels") as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        tablet = get_order(world, order_id="ORD-20419")
        paid = get_payments(world, order_id="ORD-20419").payments[0]
        open_carrier_claim(world, shipment_id="SHP-20419-1", kind="lost")
        issue_refund(
            world, payment_id=paid.id, amount=tablet.lines[0].paid, reason="lost_parcel", line_id=tablet.lines[0].id
        )
        filed = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id="ORD-20419",
            subject="Tablet lost",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation") as world:
        leilani = verify_customer(world, email="leilani.kahale@example.com", order_id="ORD-20419")
        held = open_ticket(
            world,
            requester_id=leilani.customer_id,
            about_id="ORD-20419",
            subject="Tablet without news",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Last event 15 September.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_carrier")
        monitor = get_order(world, order_id="ORD-20490")
        paid = get_payments(world, order_id="ORD-20490").payments[0]
        cancel_line(world, order_id="ORD-20490", line_id=monitor.lines[0].id)
        issue_refund(
            world, payment_id=paid.id, amount=monitor.lines[0].paid, reason="cancellation", line_id=monitor.lines[0].id
        )
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


@task(
    opening=(
        "Your tracking claims that my doorbell was delivered two weeks ago and I have never seen it. I am not making "
        "this up, it happened to me with a blender last year as well and you sent me another one without a fuss. Same "
        "again, please: another doorbell."
    ),
    facts={
        "name": "Rosalind Achterberg",
        "email": "rosalind.achterberg@example.net",
        "order number": "ORD-20420",
    },
    behaviour="Expects trouble because of last year's parcel. Wants a replacement and no money.",
    records=[
        customer("CUS-1120", "Rosalind Achterberg", "rosalind.achterberg@example.net", region="west"),
        order("ORD-20420", "CUS-1120", "2025-09-05", [line("TH-DB03")], shipping_fee="6.95"),
        shipment(
            "SHP-20420-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-06",
            delivered="2025-09-10",
            label_postcode="91120",
        ),
        events("SHP-20420-1", ("2025-09-06", "handed_over", "Westhaven"), ("2025-09-10", "delivered", "Westhaven")),
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
    ],
    policy=["delivery.md#missing-after-delivery", "refunds.md#rounding", "exchanges.md#warehouse"],
    tags=["asks", "uncued", "boundary", "two-policies"],
    twin="DLV_021",
)
def test_case_DLV_020(trial: Trial) -> None:
    """Day 14, and the earlier claim was opened 366 days ago: a claim against the carrier and a replacement."""
    with trial.golden() as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        bought = get_order(world, order_id="ORD-20420")
        doorbell = bought.lines[0]
        parcel = list_shipments(world, order_id=bought.order.id)[0].shipment
        list_carrier_claims(world, customer_id=rosalind.customer_id)
        list_disputes(world, customer_id=rosalind.customer_id)
        get_customer_profile(world, customer_id=rosalind.customer_id)
        list_tickets(world, requester_id=rosalind.customer_id)
        check_stock(world, product_id=doorbell.product_id)
        open_carrier_claim(world, shipment_id=parcel.id, kind="stolen")
        send_replacement(
            world,
            line_id=doorbell.id,
            product_id=doorbell.product_id,
            quantity=1,
            warehouse="west",
            reason="stolen",
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id=bought.order.id,
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#rounding") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second missing parcel.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="delivery.md#missing-after-delivery") as world:
        rosalind = verify_customer(world, email="rosalind.achterberg@example.net", order_id="ORD-20420")
        send_replacement(
            world, line_id="LIN-20420-1", product_id="TH-DB03", quantity=1, warehouse="west", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=rosalind.customer_id,
            about_id="ORD-20420",
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Dobrý deň, my video doorbell is missing. It says delivered on the 10th. Could you send me a new one, or else "
        "give me the money back? Zuzana Horváthová"
    ),
    facts={
        "email": "zuzana.horvathova@example.org",
        "order number": "ORD-20470",
        "postcode": "91170",
        "replacement or refund": "a new doorbell, if you have one",
    },
    behaviour=Behaviour(
        "Nervous, a little insistent.",
        pushes=("But I really never received it, please just send another one.",),
    ),
    records=[
        customer("CUS-1170", "Zuzana Horváthová", "zuzana.horvathova@example.org", region="west"),
        order("ORD-20470", "CUS-1170", "2025-09-05", [line("TH-DB03")], shipping_fee="6.95"),
        shipment(
            "SHP-20470-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-06",
            delivered="2025-09-10",
            label_postcode="91170",
        ),
        events("SHP-20470-1", ("2025-09-06", "handed_over", "Westhaven"), ("2025-09-10", "delivered", "Westhaven")),
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
    ],
    policy=["delivery.md#missing-after-delivery", "refunds.md#rounding", "filing.md#handover-notes"],
    tags=["asks", "uncued", "boundary", "two-policies", "refusal", "only-refusal", "pushes"],
    twin="DLV_020",
)
def test_case_DLV_021(trial: Trial) -> None:
    """An earlier claim for a stolen parcel exactly 365 days ago: the account goes to review."""
    with trial.golden() as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        get_order(world, order_id="ORD-20470")
        list_shipments(world, order_id="ORD-20470")
        list_carrier_claims(world, customer_id=zuzana.customer_id)
        list_tickets(world, requester_id=zuzana.customer_id)
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Second stolen parcel in 365 days.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="delivery.md#missing-after-delivery") as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        open_carrier_claim(world, shipment_id="SHP-20470-1", kind="stolen")
        send_replacement(
            world, line_id="LIN-20470-1", product_id="TH-DB03", quantity=1, warehouse="west", reason="stolen"
        )
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#handover-notes") as world:
        zuzana = verify_customer(world, email="zuzana.horvathova@example.org", order_id="ORD-20470")
        filed = open_ticket(
            world,
            requester_id=zuzana.customer_id,
            about_id="ORD-20470",
            subject="Doorbell missing after delivery",
            topic="delivery",
            priority="high",
        )
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    assert trial.outcome == trial.golden_outcome
