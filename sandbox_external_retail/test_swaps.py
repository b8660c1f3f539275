"""Exchanges for something cheaper, second exchanges, and gifts that somebody else paid for.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-swaps. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    contact,
    credit,
    customer,
    exchange,
    line,
    order,
    points,
    refund,
    shipment,
    stock_row,
    ticket,
)
from sandbox_external_retail.tools import (
    adjust_points,
    check_stock,
    close_ticket,
    create_exchange,
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
    list_plans,
    list_points,
    list_promotions,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    search_products,
    verify_contact,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Talofa, Petelo Leota for the church choir. We bought three Sonder headphones early this month and found that "
        "nobody can sing with them on. Please give us three of the Sonder speakers for them, in one parcel, and what "
        "is left over goes back to us."
    ),
    facts={
        "email": "petelo.leota@example.org",
        "postcode": "60451",
        "previous postcode": "61277",
        "condition of the headphones": "two are sealed, the third has been opened and tried",
        "reason for the exchange": "they work, they are just not what we need",
    },
    behaviour=Behaviour(
        "Warm and unhurried. Has moved, so that the present postcode is not the one that he ordered with.",
        pushes=("The third one was on for five minutes, in the house of the Lord. Surely it counts as new?",),
        answers={
            "another postcode": "Before we moved it was 61277.",
            "different postcode": "Before we moved it was 61277.",
            "earlier postcode": "Before we moved it was 61277.",
            "old postcode": "Before we moved it was 61277.",
            "faulty": "No, nothing is wrong with them.",
            "wrong": "No, nothing is wrong with them.",
            "defect": "No, nothing is wrong with them.",
        },
    ),
    records=[
        customer("CUS-1277", "Petelo Leota", "petelo.leota@example.org", region="central"),
        order(
            "ORD-20689",
            "CUS-1277",
            "2025-09-02",
            [line("TH-HP10", quantity=3, promotions={"SAVE50": "50.00"})],
            payments=[("card", "120.00"), ("gift_card", "487.00")],
        ),
        shipment(
            "SHP-20689-1",
            "parcelfox",
            due="2025-09-06",
            handed_over="2025-09-03",
            delivered="2025-09-13",
            label_postcode="61277",
        ),
        refund("RF-20689-1", "60.70", "late_delivery", "2025-09-15"),
        order("ORD-20699", "CUS-1277", "2025-08-28", [line("TH-HP10"), line("TH-SP02")]),
        shipment(
            "SHP-20699-1",
            "northline",
            due="2025-09-02",
            handed_over="2025-08-29",
            delivered="2025-09-01",
            label_postcode="61277",
        ),
        stock_row("TH-SP02", "central", 5, 4),
        stock_row("TH-SP02", "east", 4, 1),
        stock_row("TH-SP02", "west", 7, 4),
    ],
    policy=["exchanges.md#price-difference", "exchanges.md#warehouse", "refunds.md#where-money-goes"],
    tell=["59.30", "75.06"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "recovery"],
)
def test_case_EXC_006(trial: Trial) -> None:
    """Two sealed units of three, for fifteen percent less than the price; the card has had 60.70 of its 120.00."""
    with trial.golden() as world:
        petelo = verify_customer(world, email="petelo.leota@example.org", postcode="61277")
        list_orders(world, customer_id=petelo.customer_id)
        phones = get_order(world, order_id="ORD-20689").lines[0]
        list_shipments(world, order_id="ORD-20689")
        list_disputes(world, customer_id=petelo.customer_id)
        get_customer_profile(world, customer_id=petelo.customer_id)
        get_membership(world, customer_id=petelo.customer_id)
        list_returns(world, order_id="ORD-20689")
        list_store_credits(world, customer_id=petelo.customer_id)
        list_tickets(world, requester_id=petelo.customer_id)
        paid = get_payments(world, order_id="ORD-20689")
        card, gift = paid.payments
        speaker = search_products(world, query="Sonder speakers").items[0]
        new = get_product(world, product_id=speaker.product_id)
        check_stock(world, product_id=new.id)
        running = list_promotions(world, on=world.today).items
        list_promotions(world, on=world.today, page=2)
        best = next(promotion for promotion in running if promotion.category == new.category)
        price = 2 * new.price - money(2 * new.price * best.value / 100)
        difference = money(phones.paid / phones.quantity) * 2 - price
        left = card.amount - paid.refunds[0].amount
        issue_refund(world, payment_id=card.id, amount=left, reason="exchange_difference", line_id=phones.id)
        issue_refund(
            world, payment_id=gift.id, amount=difference - left, reason="exchange_difference", line_id=phones.id
        )
        create_exchange(
            world,
            line_id=phones.id,
            quantity=2,
            reason="changed_mind",
            new_product_id=new.id,
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=petelo.customer_id,
            about_id="ORD-20689",
            subject="Two speakers for two headphones",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#price-difference") as world:
        petelo = verify_customer(world, email="petelo.leota@example.org", postcode="61277")
        phones = get_order(world, order_id="ORD-20689").lines[0]
        difference = money(phones.paid / phones.quantity) * 2 - money("318.00")
        issue_refund(
            world,
            payment_id="PAY-20689-1",
            amount=money("59.30"),
            reason="exchange_difference",
            line_id=phones.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20689-2",
            amount=difference - money("59.30"),
            reason="exchange_difference",
            line_id=phones.id,
        )
        create_exchange(
            world,
            line_id=phones.id,
            quantity=2,
            reason="changed_mind",
            new_product_id="TH-SP02",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=petelo.customer_id,
            about_id="ORD-20689",
            subject="Two speakers for two headphones",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        petelo = verify_customer(world, email="petelo.leota@example.org", postcode="61277")
        phones = get_order(world, order_id="ORD-20689").lines[0]
        base = money(phones.paid / phones.quantity) * 2 - money("60.70")
        issue_refund(
            world,
            payment_id="PAY-20689-1",
            amount=money("59.30"),
            reason="exchange_difference",
            line_id=phones.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20689-2",
            amount=base - money("270.30") - money("59.30"),
            reason="exchange_difference",
            line_id=phones.id,
        )
        create_exchange(
            world,
            line_id=phones.id,
            quantity=2,
            reason="changed_mind",
            new_product_id="TH-SP02",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=petelo.customer_id,
            about_id="ORD-20689",
            subject="Two speakers for two headphones",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        petelo = verify_customer(world, email="petelo.leota@example.org", postcode="61277")
        issue_refund(
            world,
            payment_id="PAY-20689-2",
            amount=money("134.36"),
            reason="exchange_difference",
            line_id="LIN-20689-1",
        )
        create_exchange(
            world,
            line_id="LIN-20689-1",
            quantity=2,
            reason="changed_mind",
            new_product_id="TH-SP02",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=petelo.customer_id,
            about_id="ORD-20689",
            subject="Two speakers for two headphones",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        petelo = verify_customer(world, email="petelo.leota@example.org", postcode="61277")
        issue_refund(
            world,
            payment_id="PAY-20689-1",
            amount=money("59.30"),
            reason="exchange_difference",
            line_id="LIN-20689-1",
        )
        issue_refund(
            world,
            payment_id="PAY-20689-2",
            amount=money("75.06"),
            reason="exchange_difference",
            line_id="LIN-20689-1",
        )
        create_exchange(
            world,
            line_id="LIN-20689-1",
            quantity=2,
            reason="changed_mind",
            new_product_id="TH-SP02",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=petelo.customer_id,
            about_id="ORD-20689",
            subject="Two speakers for two headphones",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bethan Llywelyn, order ORD-20691. The left earbud has gone dead AGAIN, and these are the ones you sent me for "
        "the first dead pair! Swap them once more. And swap the shaver for a Sonder speaker while you are at it, Dad "
        "has grown a beard. There is nothing wrong with the shaver."
    ),
    facts={
        "email": "bethan.llywelyn@example.net",
        "another email address": "llywelyn.family@example.org",
        "condition of the shaver": "out of its wrapping, used once",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
        "money back or a discount for the earbuds": "I will send them back for the money",
    },
    behaviour=Behaviour(
        "Cross, but fair. Takes her money for the earbuds when she hears that there is no third pair. The account is "
        "the family's.",
        pushes=("It was you who sent me a bad pair, twice! Swap them.",),
        answers={
            "discount": "I will send the earbuds back for the money.",
            "another email": "Then it is the family's, llywelyn.family@example.org.",
            "different email": "Then it is the family's, llywelyn.family@example.org.",
            "other email": "Then it is the family's, llywelyn.family@example.org.",
        },
    ),
    records=[
        customer(
            "CUS-1278",
            "Bethan Llywelyn",
            "llywelyn.family@example.org",
            score=720,
            tier="pro",
            tier_since="2024-06-01",
            points=164,
        ),
        order(
            "ORD-20691",
            "CUS-1278",
            "2025-08-20",
            [line("TH-EB05", price="139.00", points_used=1500), line("TH-SH15")],
        ),
        shipment(
            "SHP-20691-1",
            "northline",
            due="2025-08-24",
            handed_over="2025-08-21",
            delivered="2025-08-23",
            label_postcode="11278",
        ),
        points("PL-20691-1", "CUS-1278", "earned", 124, "2025-08-23", line_id="LIN-20691-1"),
        points("PL-20691-2", "CUS-1278", "earned", 99, "2025-08-23", line_id="LIN-20691-2"),
        points("PL-20691-3", "CUS-1278", "bonus", 1500, "2025-08-01"),
        points("PL-20691-4", "CUS-1278", "used", 59, "2025-09-03"),
        exchange("EX-20691-1", "TH-EB05", "2025-09-04"),
        credit("SC-20691-1", "CUS-1278", "15.00", "goodwill", "2025-09-04", line_id="LIN-20691-1"),
        ticket(
            "TK-2691",
            "CUS-1278",
            "exchange",
            "Second pair of earbuds is dead too",
            "2025-09-22",
            about_id="ORD-20691",
            status="pending",
        ),
    ],
    policy=[
        "exchanges.md#when-goods-can-be-exchanged",
        "returns.md#goods-not-taken-back",
        "refunds.md#calculation",
        "customers.md#points",
        "filing.md#reasons",
    ],
    tell=["109.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "pushes", "multi", "refusal", "recovery"],
)
def test_case_EXC_007(trial: Trial) -> None:
    """Neither is exchanged; the earbuds are returned, with points both ways and less a credit; the first reason of the
    table stands."""
    with trial.golden() as world:
        bethan = verify_customer(world, email="llywelyn.family@example.org", order_id="ORD-20691")
        buds, shaver = get_order(world, order_id="ORD-20691").lines
        list_shipments(world, order_id="ORD-20691")
        list_returns(world, order_id="ORD-20691")
        get_product(world, product_id=buds.product_id)
        get_product(world, product_id=shaver.product_id)
        list_disputes(world, customer_id=bethan.customer_id)
        get_customer_profile(world, customer_id=bethan.customer_id)
        get_membership(world, customer_id=bethan.customer_id)
        get_payments(world, order_id="ORD-20691")
        had = list_store_credits(world, customer_id=bethan.customer_id).items[0]
        list_plans(world, customer_id=bethan.customer_id)
        waiting = list_tickets(world, requester_id=bethan.customer_id).tickets[0]
        entries = list_points(world, customer_id=bethan.customer_id).items
        earned = next(entry for entry in entries if entry.line_id == buds.id and entry.kind == "earned")
        close_ticket(world, ticket_id=waiting.id, outcome="declined", reason="not_returnable")
        adjust_points(
            world, customer_id=bethan.customer_id, line_id=buds.id, kind="given_back", points=buds.points_used
        )
        adjust_points(world, customer_id=bethan.customer_id, line_id=buds.id, kind="taken_back", points=earned.points)
        create_return(
            world,
            line_id=buds.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=buds.paid - had.amount,
        )
        filed = open_ticket(
            world,
            requester_id=bethan.customer_id,
            about_id="ORD-20691",
            subject="Return of dead earbuds",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#when-goods-can-be-exchanged") as world:
        bethan = verify_customer(world, email="llywelyn.family@example.org", order_id="ORD-20691")
        create_exchange(
            world,
            line_id="LIN-20691-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-EB05",
            warehouse="east",
            sending="ahead",
        )
        close_ticket(world, ticket_id="TK-2691", outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#reasons") as world:
        bethan = verify_customer(world, email="llywelyn.family@example.org", order_id="ORD-20691")
        close_ticket(world, ticket_id="TK-2691", outcome="declined", reason="terms_not_met")
        adjust_points(world, customer_id=bethan.customer_id, line_id="LIN-20691-1", kind="given_back", points=1500)
        adjust_points(world, customer_id=bethan.customer_id, line_id="LIN-20691-1", kind="taken_back", points=124)
        create_return(
            world,
            line_id="LIN-20691-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("109.00"),
        )
        filed = open_ticket(
            world,
            requester_id=bethan.customer_id,
            about_id="ORD-20691",
            subject="Return of dead earbuds",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        bethan = verify_customer(world, email="llywelyn.family@example.org", order_id="ORD-20691")
        close_ticket(world, ticket_id="TK-2691", outcome="declined", reason="not_returnable")
        adjust_points(world, customer_id=bethan.customer_id, line_id="LIN-20691-1", kind="taken_back", points=124)
        create_return(
            world,
            line_id="LIN-20691-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("109.00"),
        )
        filed = open_ticket(
            world,
            requester_id=bethan.customer_id,
            about_id="ORD-20691",
            subject="Return of dead earbuds",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        bethan = verify_customer(world, email="llywelyn.family@example.org", order_id="ORD-20691")
        close_ticket(world, ticket_id="TK-2691", outcome="declined", reason="not_returnable")
        adjust_points(world, customer_id=bethan.customer_id, line_id="LIN-20691-1", kind="given_back", points=1500)
        adjust_points(world, customer_id=bethan.customer_id, line_id="LIN-20691-1", kind="taken_back", points=124)
        create_return(
            world,
            line_id="LIN-20691-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("124.00"),
        )
        filed = open_ticket(
            world,
            requester_id=bethan.customer_id,
            about_id="ORD-20691",
            subject="Return of dead earbuds",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "My brother has sent me two presents from your shop this summer, he means well. The soundbar I would swap for "
        "Sonder headphones, I have no television at all. The blender I would send back. I have not opened either of "
        "them. On the slips I read ORD-20629 for the soundbar and ORD-20693 for the blender."
    ),
    facts={
        "name": "Rosalía Quintanar",
        "email": "rosalia.quintanar@example.com",
        "postcode": "91279",
        "name of the brother": "Efraín Quintanar",
        "order number of the soundbar after a second look": "ORD-20692",
    },
    behaviour=Behaviour(
        "Amused by her brother's taste. Misread one slip and corrects herself when she is told.",
        pushes=("But both are presents from the same brother, he put my name down for both!",),
        answers={
            "faulty": "No, nothing is wrong with either of them.",
            "fault": "No, nothing is wrong with either of them.",
            "wrong with": "No, nothing is wrong with either of them.",
            "check the slip": "Oh, I see. On the slip of the soundbar it says ORD-20692.",
        },
    ),
    records=[
        customer("CUS-1279", "Rosalía Quintanar", "rosalia.quintanar@example.com", region="west"),
        customer(
            "CUS-1280",
            "Efraín Quintanar",
            "efrain.quintanar@example.org",
            tier="plus",
            tier_since="2024-08-21",
            paid_until="2025-08-20",
            points=289,
        ),
        order(
            "ORD-20692",
            "CUS-1280",
            "2025-08-14",
            [line("TH-SB30", price="289.00")],
            address_id="ADR-1279",
            gift=True,
        ),
        shipment(
            "SHP-20692-1",
            "parcelfox",
            due="2025-08-19",
            handed_over="2025-08-15",
            delivered="2025-08-18",
            label_postcode="91279",
        ),
        points("PL-20692-1", "CUS-1280", "earned", 289, "2025-08-18", line_id="LIN-20692-1"),
        refund("RF-20692-1", "10.00", "price_adjustment", "2025-08-25", line_id="LIN-20692-1"),
        order("ORD-20693", "CUS-1280", "2025-09-08", [line("TH-BL22")], address_id="ADR-1279", gift=True),
        shipment(
            "SHP-20693-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-11",
            label_postcode="91279",
        ),
        contact(
            "AC-20692",
            holder="CUS-1280",
            contact="CUS-1279",
            role="gift_recipient",
            order_id="ORD-20692",
            valid_until="2025-10-15",
        ),
        contact(
            "AC-20693",
            holder="CUS-1280",
            contact="CUS-1279",
            role="gift_recipient",
            order_id="ORD-20693",
            valid_until="2025-09-23",
        ),
    ],
    policy=[
        "customers.md#speaking-for-others",
        "customers.md#membership-tiers",
        "exchanges.md#price-difference",
        "exchanges.md#warehouse",
    ],
    tell=["92.85"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "refusal", "recovery"],
)
def test_case_ACC_005(trial: Trial) -> None:
    """Day 37 by the giver's tier of that time, the difference to her own account; her other right ended yesterday."""
    with trial.golden() as world:
        rosalia = verify_customer(world, email="rosalia.quintanar@example.com", postcode="91279")
        right = verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20692")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20693")
        gift = get_order(world, order_id="ORD-20692")
        bar = gift.lines[0]
        list_shipments(world, order_id="ORD-20692")
        list_returns(world, order_id="ORD-20692")
        list_disputes(world, customer_id=right.account_holder_id)
        get_customer_profile(world, customer_id=right.account_holder_id)
        get_membership(world, customer_id=right.account_holder_id)
        before = get_payments(world, order_id="ORD-20692").refunds[0]
        list_tickets(world, requester_id=rosalia.customer_id)
        phones = search_products(world, query="Sonder headphones").items[0]
        new = get_product(world, product_id=phones.product_id)
        check_stock(world, product_id=new.id)
        running = list_promotions(world, on=world.today).items
        list_promotions(world, on=world.today, page=2)
        best = next(promotion for promotion in running if promotion.category == new.category)
        price = new.price - money(new.price * best.value / 100)
        issue_store_credit(
            world,
            customer_id=rosalia.customer_id,
            amount=bar.paid - before.amount - price,
            reason="exchange_difference",
            order_id="ORD-20692",
            line_id=bar.id,
        )
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="changed_mind",
            new_product_id=new.id,
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20692",
            subject="Headphones for a soundbar, a gift",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20693",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#speaking-for-others", name="both presents") as world:
        rosalia = verify_customer(world, email="rosalia.quintanar@example.com", postcode="91279")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20692")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20693")
        issue_store_credit(
            world,
            customer_id=rosalia.customer_id,
            amount=money("92.85"),
            reason="exchange_difference",
            order_id="ORD-20692",
            line_id="LIN-20692-1",
        )
        create_exchange(
            world,
            line_id="LIN-20692-1",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-HP10",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20692",
            subject="Headphones for a soundbar, a gift",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20693-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money("119.00") - money("9.95"),
        )
        second = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20693",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#speaking-for-others", name="to the giver") as world:
        rosalia = verify_customer(world, email="rosalia.quintanar@example.com", postcode="91279")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20692")
        issue_refund(
            world,
            payment_id="PAY-20692-1",
            amount=money("92.85"),
            reason="exchange_difference",
            line_id="LIN-20692-1",
        )
        create_exchange(
            world,
            line_id="LIN-20692-1",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-HP10",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20692",
            subject="Headphones for a soundbar, a gift",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20693",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        rosalia = verify_customer(world, email="rosalia.quintanar@example.com", postcode="91279")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20692")
        filed = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20692",
            subject="Headphones for a soundbar, a gift",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")
        second = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20693",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        rosalia = verify_customer(world, email="rosalia.quintanar@example.com", postcode="91279")
        verify_contact(world, contact_id=rosalia.customer_id, order_id="ORD-20692")
        issue_store_credit(
            world,
            customer_id=rosalia.customer_id,
            amount=money("92.85"),
            reason="exchange_difference",
            order_id="ORD-20692",
            line_id="LIN-20692-1",
        )
        create_exchange(
            world,
            line_id="LIN-20692-1",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-HP10",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20692",
            subject="Headphones for a soundbar, a gift",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=rosalia.customer_id,
            about_id="ORD-20693",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome
