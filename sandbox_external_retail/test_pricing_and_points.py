"""Price adjustments, forgotten codes, and points.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-pricing. Not for training.
"""

from __future__ import annotations

from typing import Literal

from sandbox_external_retail.records import credit, customer, line, order, points, shipment
from sandbox_external_retail.tools import (
    adjust_points,
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World, who: str, order_id: str, topic: str, outcome: str = "resolved", reason: str = "completed"
) -> None:
    """One ticket of the ordinary priority, filed and closed."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: {topic}", topic=topic, priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _headphones_back(
    world: World,
    who: str,
    quantity: int,
    taken: int,
    amount: str,
    refund_to: Literal["original", "store_credit"] = "original",
) -> None:
    """The traps' return of one or both pairs of headphones, with their points."""
    adjust_points(world, customer_id=who, line_id="LIN-20613-1", kind="taken_back", points=taken)
    create_return(
        world,
        line_id="LIN-20613-1",
        quantity=quantity,
        reason="changed_mind",
        condition="opened",
        method="label",
        refund_to=refund_to,
        refund_amount=money(amount),
    )


@task(
    opening=(
        "Mālō e lelei! I paid for Plus all year and yet the points for my big order at the end of August, ORD-20613, "
        "never came. Two pairs of headphones, espresso machine, robot vacuum: 1,131 dollars, so 1,131 points. Please "
        "put them in. The headphones are too heavy for our ears, so both pairs go back, and what they bring may be "
        "store credit, I shall order others with it. Ofa Tupou"
    ),
    facts={
        "email": "ofa.tupou@example.com",
        "whether the robot vacuum has come": "no, not yet",
        "condition of the headphones": "opened, both pairs",
        "whether anything is wrong with the headphones": "no, they are only too heavy",
        "how many points must be left today": "500, for my nephew's present",
        "what is to happen if both pairs leave fewer points": "one pair goes back and one stays",
    },
    behaviour=Behaviour(
        "Cheerful, has done the sum on paper and repeats it once. Thinks of her nephew's present only when she hears "
        "the figures, and then keeps a pair if both would leave her too few points.",
        pushes=(
            "One point for each dollar, that makes 1,131, does it not? And oh, my nephew's present: when we are done "
            "here today there must be 500 points on my account, I order it this evening. If both pairs would leave me "
            "with fewer, only one goes back and one stays.",
        ),
        answers={
            "keep pair": "One stays if both would leave me with fewer than 500 points.",
            "return both": "Yes, unless that leaves me with fewer than 500 points. Then one goes back and one stays.",
            "sealed": "Opened, both pairs.",
            "faulty headphones": "No, they are only too heavy.",
            "they faulty": "No, they are only too heavy.",
        },
    ),
    records=[
        customer(
            "CUS-1208",
            "Ofa Tupou",
            "ofa.tupou@example.com",
            tier="plus",
            tier_since="2024-09-01",
            paid_until="2025-08-31",
            points=500,
            region="west",
        ),
        order(
            "ORD-20613",
            "CUS-1208",
            "2025-08-31",
            [
                line("TH-HP10", quantity=2, promotions={"SUMMER12": "52.56"}, status="delivered"),
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
        credit("SC-20613-1", "CUS-1208", "12.00", "price_adjustment", "2025-09-12", line_id="LIN-20613-1"),
        points("PL-20613-1", "CUS-1208", "earned", 385, "2025-09-05", line_id="LIN-20613-1"),
        points("PL-20613-2", "CUS-1208", "bonus", 20, "2025-09-08"),
        points("PL-20613-3", "CUS-1208", "bonus", 25, "2025-09-10"),
        points("PL-20613-4", "CUS-1208", "bonus", 25, "2025-09-15"),
        points("PL-20613-5", "CUS-1208", "bonus", 20, "2025-09-17"),
        points("PL-20613-6", "CUS-1208", "bonus", 25, "2025-09-22"),
    ],
    policy=[
        "customers.md#points",
        "customers.md#membership-tiers",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
        "returns.md#fees",
    ],
    tell=["342", "192", "171.68"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "boundary", "decoy", "pushes", "multi", "interacting"],
)
def test_case_MEM_001(trial: Trial) -> None:
    """Plus on its last day: 342 points for the one line that lacks its entry.  Both pairs would then leave 457 points,
    so one goes back: to the card, less an earlier credit and half the fee, and 192 points with it."""
    with trial.golden() as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        phones, machine, _ = get_order(world, order_id="ORD-20613").lines
        list_shipments(world, order_id="ORD-20613")
        get_membership(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id)
        earned = list_points(world, customer_id=ofa.customer_id, page=2).items[0]
        list_disputes(world, customer_id=ofa.customer_id)
        get_customer_profile(world, customer_id=ofa.customer_id)
        list_tickets(world, requester_id=ofa.customer_id)
        list_returns(world, order_id="ORD-20613")
        list_plans(world, customer_id=ofa.customer_id)
        get_payments(world, order_id="ORD-20613")
        had = list_store_credits(world, customer_id=ofa.customer_id).items[0]
        adjust_points(
            world, customer_id=ofa.customer_id, line_id=machine.id, kind="given_back", points=int(machine.paid)
        )
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        adjust_points(
            world,
            customer_id=ofa.customer_id,
            line_id=phones.id,
            kind="taken_back",
            points=earned.points // phones.quantity,
        )
        base = money(phones.paid / phones.quantity) - had.amount
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 10 / 100) / 2),
        )
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="customers.md#points", name="of the list price, so that both pairs go") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=389)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 2, 385, "354.77")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="refunds.md#where-money-goes", name="store credit, because she would take it") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 1, 192, "171.68", "store_credit")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="refunds.md#calculation", name="half of the earlier credit") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 1, 192, "177.38")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        _file(world, ofa.customer_id, "ORD-20613", "membership", "declined", "terms_not_met")
        _headphones_back(world, ofa.customer_id, 1, 192, "152.70")
        _file(world, ofa.customer_id, "ORD-20613", "return")

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
