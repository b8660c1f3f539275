"""Price adjustments, forgotten codes, and points.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-pricing. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import customer, line, order, points, shipment
from sandbox_external_retail.tools import (
    adjust_points,
    close_ticket,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_points,
    list_shipments,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Mālō e lelei! I paid for Plus all year and yet the points for my big order at the end of August, ORD-20613, "
        "never came. Headphones, espresso machine, robot vacuum: 1,067 dollars, so 1,067 points. Please put them in. "
        "Ofa Tupou"
    ),
    facts={"email": "ofa.tupou@example.com", "whether the robot vacuum has come": "no, not yet"},
    behaviour=Behaviour(
        "Cheerful, has done the sum on paper and repeats it once.",
        pushes=("One point for each dollar, that makes 1,067, does it not?",),
    ),
    records=[
        customer(
            "CUS-1208",
            "Ofa Tupou",
            "ofa.tupou@example.com",
            tier="plus",
            tier_since="2024-09-01",
            paid_until="2025-08-31",
            points=272,
            region="west",
        ),
        order(
            "ORD-20613",
            "CUS-1208",
            "2025-08-31",
            [
                line("TH-HP10", promotions={"SUMMER12": "26.28"}, status="delivered"),
                line("TH-CM40", promotions={"SUMMER12": "46.68"}, status="delivered"),
                line("TH-VC90", promotions={"SUMMER12": "55.08"}, parcel=2),
            ],
            status="shipped",
        ),
        shipment(
            "SHP-20613-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-05",
            label_postcode="91208",
        ),
        shipment("SHP-20613-2", "parcelfox", due="2025-09-26", handed_over="2025-09-22", label_postcode="91208"),
        points("PL-20613-1", "CUS-1208", "earned", 192, "2025-09-05", line_id="LIN-20613-1"),
        points("PL-20613-2", "CUS-1208", "bonus", 10, "2025-09-08"),
        points("PL-20613-3", "CUS-1208", "bonus", 20, "2025-09-10"),
        points("PL-20613-4", "CUS-1208", "bonus", 10, "2025-09-15"),
        points("PL-20613-5", "CUS-1208", "bonus", 20, "2025-09-17"),
        points("PL-20613-6", "CUS-1208", "bonus", 20, "2025-09-22"),
    ],
    policy=["customers.md#points", "customers.md#membership-tiers"],
    tell=["342"],
    tags=["asks", "uncued", "boundary", "decoy", "pushes"],
)
def test_case_MEM_001(trial: Trial) -> None:
    """Plus on its last day; the one line that is delivered and lacks its entry gets a point for each full dollar."""
    with trial.golden() as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        machine = get_order(world, order_id="ORD-20613").lines[1]
        list_shipments(world, order_id="ORD-20613")
        get_membership(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id, page=2)
        list_disputes(world, customer_id=ofa.customer_id)
        get_customer_profile(world, customer_id=ofa.customer_id)
        list_tickets(world, requester_id=ofa.customer_id)
        adjust_points(
            world, customer_id=ofa.customer_id, line_id=machine.id, kind="given_back", points=int(machine.paid)
        )
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="of the list price") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=389)
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="all three lines") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-1", kind="given_back", points=192)
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-3", kind="given_back", points=403)
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="terms_not_met")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "When I ordered the soundbar and the printer on Sunday (ORD-20614) I forgot to type AUDIO15, and now the "
        "printer costs less than I paid. So: fifteen percent off the lot, and the difference for the printer."
    ),
    facts={"name": "Farah Al-Sayegh", "email": "farah.alsayegh@example.com"},
    behaviour=Behaviour(
        "Brisk. Believes that the code takes fifteen percent off everything.",
        pushes=("Fifteen percent of the whole order is what the code says, no?",),
    ),
    records=[
        customer("CUS-1209", "Farah Al-Sayegh", "farah.alsayegh@example.com", points=600),
        points("PL-20614-9", "CUS-1209", "bonus", 2500, "2025-04-02"),
        order(
            "ORD-20614",
            "CUS-1209",
            "2025-09-21",
            [line("TH-SB30", points_used=1900), line("TH-PR20", price="209.00")],
            status="shipped",
        ),
        shipment("SHP-20614-1", "parcelfox", due="2025-09-26", handed_over="2025-09-23", label_postcode="11209"),
    ],
    policy=["orders.md#forgotten-codes", "orders.md#price-adjustment", "filing.md#tickets"],
    tell=["39.00", "20.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "pushes"],
    twin="PRC_002",
)
def test_case_PRC_001(trial: Trial) -> None:
    """Day three: fifteen percent of what was paid for the soundbar alone; the printer's difference besides."""
    with trial.golden() as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        bar, printer = get_order(world, order_id="ORD-20614").lines
        code = get_promotion(world, code="AUDIO15")
        get_product(world, product_id=bar.product_id)
        now = get_product(world, product_id=printer.product_id)
        list_disputes(world, customer_id=farah.customer_id)
        get_customer_profile(world, customer_id=farah.customer_id)
        list_tickets(world, requester_id=farah.customer_id)
        paid = get_payments(world, order_id="ORD-20614").payments[0]
        issue_refund(
            world, payment_id=paid.id, amount=money(bar.paid * code.value / 100), reason="promotion_correction"
        )
        issue_refund(
            world,
            payment_id=paid.id,
            amount=printer.paid - now.price * printer.quantity,
            reason="price_adjustment",
            line_id=printer.id,
        )
        filed = open_ticket(
            world,
            requester_id=farah.customer_id,
            about_id="ORD-20614",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes", name="fifteen percent of the whole order") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        bar, printer = get_order(world, order_id="ORD-20614").lines
        paid = get_payments(world, order_id="ORD-20614").payments[0]
        issue_refund(
            world, payment_id=paid.id, amount=money((bar.paid + printer.paid) * 15 / 100), reason="promotion_correction"
        )
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id=printer.id)
        filed = open_ticket(
            world,
            requester_id=farah.customer_id,
            about_id="ORD-20614",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes", name="of the list price") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        bar, printer = get_order(world, order_id="ORD-20614").lines
        paid = get_payments(world, order_id="ORD-20614").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(bar.unit_price * 15 / 100), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id=printer.id)
        filed = open_ticket(
            world,
            requester_id=farah.customer_id,
            about_id="ORD-20614",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        bar, printer = get_order(world, order_id="ORD-20614").lines
        paid = get_payments(world, order_id="ORD-20614").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(bar.paid * 15 / 100), reason="promotion_correction")
        first = open_ticket(
            world,
            requester_id=farah.customer_id,
            about_id="ORD-20614",
            subject="Forgotten code",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=first.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id=printer.id)
        second = open_ticket(
            world,
            requester_id=farah.customer_id,
            about_id="ORD-20614",
            subject="Lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Ciao, sono Lorenzo Bianchi. On the weekend I bought a soundbar together with an Inkwell printer and I see "
        "two things: there was a code AUDIO15 in force which I did not use, and you have made the printer cheaper "
        "since. Can you put both right, please?"
    ),
    facts={"email": "lorenzo.bianchi@example.net", "order number": "ORD-20615", "day of the order": "Saturday"},
    behaviour=Behaviour(
        "Amiable, tries his luck once.",
        pushes=("The code was running on Saturday, so one day more or less cannot matter?",),
    ),
    records=[
        customer("CUS-1210", "Lorenzo Bianchi", "lorenzo.bianchi@example.net", points=600),
        points("PL-20615-9", "CUS-1210", "bonus", 2500, "2025-04-02"),
        order(
            "ORD-20615",
            "CUS-1210",
            "2025-09-20",
            [line("TH-SB30", points_used=1900), line("TH-PR20", price="209.00")],
            status="shipped",
        ),
        shipment("SHP-20615-1", "parcelfox", due="2025-09-26", handed_over="2025-09-23", label_postcode="11210"),
    ],
    policy=["orders.md#forgotten-codes", "orders.md#price-adjustment", "filing.md#outcomes"],
    tell=["20.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "pushes"],
    twin="PRC_001",
)
def test_case_PRC_002(trial: Trial) -> None:
    """Day four is late for a code; the printer's difference is granted, and the shared ticket is resolved."""
    with trial.golden() as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", order_id="ORD-20615")
        printer = get_order(world, order_id="ORD-20615").lines[1]
        get_promotion(world, code="AUDIO15")
        now = get_product(world, product_id=printer.product_id)
        list_disputes(world, customer_id=lorenzo.customer_id)
        get_customer_profile(world, customer_id=lorenzo.customer_id)
        list_tickets(world, requester_id=lorenzo.customer_id)
        paid = get_payments(world, order_id="ORD-20615").payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=printer.paid - now.price * printer.quantity,
            reason="price_adjustment",
            line_id=printer.id,
        )
        filed = open_ticket(
            world,
            requester_id=lorenzo.customer_id,
            about_id="ORD-20615",
            subject="Lower price of a printer; code too late",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", order_id="ORD-20615")
        bar, printer = get_order(world, order_id="ORD-20615").lines
        paid = get_payments(world, order_id="ORD-20615").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money(bar.paid * 15 / 100), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id=printer.id)
        filed = open_ticket(
            world,
            requester_id=lorenzo.customer_id,
            about_id="ORD-20615",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#outcomes") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", order_id="ORD-20615")
        printer = get_order(world, order_id="ORD-20615").lines[1]
        paid = get_payments(world, order_id="ORD-20615").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id=printer.id)
        filed = open_ticket(
            world,
            requester_id=lorenzo.customer_id,
            about_id="ORD-20615",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="orders.md#price-adjustment") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", order_id="ORD-20615")
        filed = open_ticket(
            world,
            requester_id=lorenzo.customer_id,
            about_id="ORD-20615",
            subject="Forgotten code and a lower price",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    assert trial.outcome == trial.golden_outcome
