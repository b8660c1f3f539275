"""Parcels that came back to the warehouse, and what becomes of the rest of their order.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-came-back. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    events,
    line,
    order,
    shipment,
)
from sandbox_external_retail.tools import (
    close_ticket,
    create_charge,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_orders,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_tracking_events,
    open_ticket,
    reship_parcel,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "God kveld! I moved in August and I fear I typed the new postcode wrong, because the big parcel with my "
        "television went back to you. My own fault. Send it again please, I will pay what that costs, up to thirty "
        "dollars. If it is more, then rather pay me back the television, and the soundbar, which did come and is still "
        "sealed in its box, goes back as well, since it is of no use alone. And the lock from the same order is "
        "cheaper in your shop today than what I gave for it, so the difference please."
    ),
    facts={
        "name": "Ingrid Solheim",
        "email": "ingrid.solheim@example.net",
        "order number": "ORD-20461",
        "postcode": "11116",
        "address": "26 Alder Street, Easton",
    },
    behaviour=Behaviour(
        "Certain that the mistake is hers, and ready to pay thirty dollars at most. Mixes up digits of the number.",
        answers={
            "sealed": "The soundbar is still sealed in its box.",
            "sent again refund": "Send it again, please, if it costs no more than thirty dollars.",
            "send again refund": "Send it again, please, if it costs no more than thirty dollars.",
            "resend refund": "Send it again, please, if it costs no more than thirty dollars.",
            "reship refund": "Send it again, please, if it costs no more than thirty dollars.",
        },
    ),
    records=[
        customer(
            "CUS-1116",
            "Ingrid Solheim",
            "ingrid.solheim@example.net",
            tier="plus",
            tier_since="2024-09-10",
            paid_until="2025-09-09",
        ),
        order(
            "ORD-20416",
            "CUS-1116",
            "2025-09-10",
            [
                line("TH-LK04", price="275.00", status="delivered"),
                line("TH-TV55", promotions={"CINEMA": "42.00"}, parcel=2),
                line("TH-SB30", promotions={"CINEMA": "18.00"}, status="delivered"),
            ],
            status="shipped",
            instrument="closed",
        ),
        shipment(
            "SHP-20416-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-12",
            label_postcode="11116",
        ),
        shipment(
            "SHP-20416-2",
            "heavyhaul",
            due="2025-09-16",
            handed_over="2025-09-11",
            status="returned_to_sender",
            label_postcode="11161",
        ),
        events("SHP-20416-1", ("2025-09-11", "handed_over", "Easton"), ("2025-09-12", "delivered", "Easton")),
        events(
            "SHP-20416-2",
            ("2025-09-11", "handed_over", "Easton"),
            ("2025-09-15", "attempt_failed", "Easton"),
            ("2025-09-19", "returned_address", "Easton"),
        ),
        credit("SC-20416-1", "CUS-1116", "12.00", "goodwill", "2025-09-16", line_id="LIN-20416-1"),
    ],
    policy=[
        "delivery.md#parcels-that-came-back",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
    ],
    tell=["14.00"],
    tags=["asks", "uncued", "boundary", "decoy", "recovery", "multi", "interacting", "two-policies"],
    twin="DLV_017",
)
def test_case_DLV_016(trial: Trial) -> None:
    """The label bears another postcode than the order's address: our mistake, so sent again for nothing."""
    with trial.golden() as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        found = list_orders(world, customer_id=ingrid.customer_id).items[0]
        sent = get_order(world, order_id=found.order.id)
        lock = sent.lines[0]
        parcel = list_shipments(world, order_id=found.order.id)[1].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        list_disputes(world, customer_id=ingrid.customer_id)
        get_customer_profile(world, customer_id=ingrid.customer_id)
        get_payments(world, order_id=sent.order.id)
        had = list_store_credits(world, customer_id=ingrid.customer_id).items[0]
        today = get_product(world, product_id=lock.product_id)
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
        issue_store_credit(
            world,
            customer_id=ingrid.customer_id,
            amount=lock.paid - had.amount - today.price,
            reason="price_adjustment",
            order_id=sent.order.id,
            line_id=lock.id,
        )
        price = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id=sent.order.id,
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#parcels-that-came-back") as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        _, television, soundbar = get_order(world, order_id="ORD-20416").lines
        issue_store_credit(
            world,
            customer_id=ingrid.customer_id,
            amount=television.paid - money("59.00"),
            reason="returned_to_sender",
            order_id="ORD-20416",
            line_id=television.id,
        )
        filed = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=soundbar.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=soundbar.paid - money("9.95"),
        )
        back = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Soundbar goes back",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=ingrid.customer_id,
            amount=money("14.00"),
            reason="price_adjustment",
            order_id="ORD-20416",
            line_id="LIN-20416-1",
        )
        price = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        sent = get_order(world, order_id="ORD-20416")
        reship_parcel(world, shipment_id="SHP-20416-2", address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=ingrid.customer_id,
            amount=money("26.00"),
            reason="price_adjustment",
            order_id="ORD-20416",
            line_id="LIN-20416-1",
        )
        price = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        ingrid = verify_customer(world, email="ingrid.solheim@example.net", postcode="11116")
        sent = get_order(world, order_id="ORD-20416")
        reship_parcel(world, shipment_id="SHP-20416-2", address_id=sent.address.id)
        filed = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        paid = get_payments(world, order_id="ORD-20416").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("14.00"), reason="price_adjustment", line_id="LIN-20416-1")
        price = open_ticket(
            world,
            requester_id=ingrid.customer_id,
            about_id="ORD-20416",
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "The parcel with my TV never reached me, your page says it is on its way back to the warehouse. The driver "
        "must have gone to the wrong house, so bring it again at your expense. I could put up with thirty dollars and "
        "not a cent more: beyond that you keep the set, I get the money for it, and the soundbar, which arrived "
        "earlier and whose seal I have not cut, goes back as well. The lock I bought with them has come down in price "
        "meanwhile, pay me the difference while you are at it. Order ORD-20417."
    ),
    facts={"name": "Nikolaj Brandt", "email": "nikolaj.brandt@example.com"},
    behaviour=Behaviour(
        "Convinced that it was the driver's fault. Grumbles once, then holds to what he laid out.",
        pushes=("Why should I pay for your driver's mistake?",),
        answers={
            "again or refund": "Above thirty dollars I want the money for the set.",
            "sealed": "Sealed, I have not touched it.",
            "again 59": "Fifty-nine is beyond my thirty. Then I want the money for the set.",
        },
    ),
    records=[
        customer(
            "CUS-1117",
            "Nikolaj Brandt",
            "nikolaj.brandt@example.com",
            tier="plus",
            tier_since="2024-09-10",
            paid_until="2025-09-09",
        ),
        order(
            "ORD-20417",
            "CUS-1117",
            "2025-09-10",
            [
                line("TH-LK04", price="275.00", status="delivered"),
                line("TH-TV55", promotions={"CINEMA": "42.00"}, parcel=2),
                line("TH-SB30", promotions={"CINEMA": "18.00"}, status="delivered"),
            ],
            status="shipped",
            instrument="closed",
        ),
        shipment(
            "SHP-20417-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-12",
            label_postcode="11117",
        ),
        shipment(
            "SHP-20417-2",
            "heavyhaul",
            due="2025-09-16",
            handed_over="2025-09-11",
            status="returned_to_sender",
            label_postcode="11117",
        ),
        events("SHP-20417-1", ("2025-09-11", "handed_over", "Easton"), ("2025-09-12", "delivered", "Easton")),
        events(
            "SHP-20417-2",
            ("2025-09-11", "handed_over", "Easton"),
            ("2025-09-15", "attempt_failed", "Easton"),
            ("2025-09-19", "returned_address", "Easton"),
        ),
        credit("SC-20417-1", "CUS-1117", "12.00", "goodwill", "2025-09-16", line_id="LIN-20417-1"),
    ],
    policy=[
        "delivery.md#parcels-that-came-back",
        "customers.md#membership-tiers",
        "refunds.md#where-money-goes",
        "refunds.md#discounts-lost",
        "orders.md#price-adjustment",
    ],
    tell=["648.00", "251.05", "14.00"],
    tags=["asks", "uncued", "boundary", "decoy", "pushes", "multi", "interacting", "two-policies"],
    twin="DLV_016",
)
def test_case_DLV_017(trial: Trial) -> None:
    """The label bears the postcode of the order's address: $59.00 for oversized goods, too much for him."""
    with trial.golden() as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        sent = get_order(world, order_id="ORD-20417")
        lock, television, soundbar = sent.lines
        parcel = list_shipments(world, order_id="ORD-20417")[1].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        list_disputes(world, customer_id=nikolaj.customer_id)
        get_customer_profile(world, customer_id=nikolaj.customer_id)
        get_membership(world, customer_id=nikolaj.customer_id)
        get_payments(world, order_id="ORD-20417")
        had = list_store_credits(world, customer_id=nikolaj.customer_id).items[0]
        today = get_product(world, product_id=lock.product_id)
        list_tickets(world, requester_id=nikolaj.customer_id)
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=television.paid - money("59.00"),
            reason="returned_to_sender",
            order_id=sent.order.id,
            line_id=television.id,
        )
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Parcel came back, television refunded",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=soundbar.id,
            quantity=soundbar.quantity,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=soundbar.paid - money("9.95"),
        )
        back = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Soundbar goes back",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=lock.paid - had.amount - today.price,
            reason="price_adjustment",
            order_id=sent.order.id,
            line_id=lock.id,
        )
        price = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

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
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=money("14.00"),
            reason="price_adjustment",
            order_id="ORD-20417",
            line_id="LIN-20417-1",
        )
        price = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id=sent.order.id,
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        _, television, soundbar = get_order(world, order_id="ORD-20417").lines
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=money("648.00"),
            reason="returned_to_sender",
            order_id="ORD-20417",
            line_id=television.id,
        )
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=soundbar.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=soundbar.paid,
        )
        back = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Soundbar goes back",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=money("14.00"),
            reason="price_adjustment",
            order_id="ORD-20417",
            line_id="LIN-20417-1",
        )
        price = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        nikolaj = verify_customer(world, email="nikolaj.brandt@example.com", order_id="ORD-20417")
        _, television, soundbar = get_order(world, order_id="ORD-20417").lines
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=money("648.00"),
            reason="returned_to_sender",
            order_id="ORD-20417",
            line_id=television.id,
        )
        filed = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Parcel came back",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=soundbar.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=soundbar.paid - money("9.95") - television.discount,
        )
        back = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Soundbar goes back",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")
        issue_store_credit(
            world,
            customer_id=nikolaj.customer_id,
            amount=money("14.00"),
            reason="price_adjustment",
            order_id="ORD-20417",
            line_id="LIN-20417-1",
        )
        price = open_ticket(
            world,
            requester_id=nikolaj.customer_id,
            about_id="ORD-20417",
            subject="Price of the lock",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
