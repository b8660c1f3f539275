"""Faulty goods for which the customer asks money: what they get in its place.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-defects. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    claim,
    credit,
    customer,
    line,
    order,
    plan,
    refund,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    add_comment,
    check_stock,
    close_ticket,
    create_charge,
    create_exchange,
    create_return,
    create_warranty_claim,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_repair_rate,
    issue_refund,
    list_disputes,
    list_orders,
    list_plans,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    search_products,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Farrukh Tursunov, tursunov.f@example.com. Two defects, one rule. The printer, ORD-20680, leaves a pale "
        "stripe down every page, though it prints and scans. Forty dollars back or more and it may stay on my desk; "
        "less than forty and you get it back. And the fan of your wall oven stands still again, for the third time, "
        "while all else heats: twenty percent for that one, as for any small fault, and we are even."
    ),
    facts={
        "email": "farrukh.tursunov@example.com",
        "serial number of the oven": "FRN-4415",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Speaks in rules and holds to them: forty dollars or the printer goes. Grumbles once about the oven.",
        answers={
            "another email": "Then it is the longer one, farrukh.tursunov@example.com.",
            "other email": "Then it is the longer one, farrukh.tursunov@example.com.",
            "different email": "Then it is the longer one, farrukh.tursunov@example.com.",
            "email address": "Then it is the longer one, farrukh.tursunov@example.com.",
        },
        pushes=("The oven bakes, only the fan does not. That is a small fault, so twenty percent.",),
    ),
    records=[
        customer("CUS-1271", "Farrukh Tursunov", "farrukh.tursunov@example.com", score=699, region="central"),
        order("ORD-20680", "CUS-1271", "2025-09-05", [line("TH-PR20", price="229.00")]),
        shipment(
            "SHP-20680-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-06",
            delivered="2025-09-09",
            label_postcode="61271",
        ),
        refund("RF-20680-1", "25.00", "price_adjustment", "2025-09-12", line_id="LIN-20680-1"),
        credit("SC-20680-1", "CUS-1271", "15.00", "goodwill", "2025-09-15", line_id="LIN-20680-1"),
        credit("SC-20681-1", "CUS-1271", "10.00", "goodwill", "2025-09-16"),
        order("ORD-20681", "CUS-1271", "2024-09-28", [line("TH-OV60", serial="FRN-4415")]),
        shipment(
            "SHP-20681-1",
            "heavyhaul",
            due="2024-10-11",
            handed_over="2024-10-08",
            delivered="2024-10-10",
            label_postcode="61271",
        ),
        refund("RF-20681-1", "60.00", "price_adjustment", "2024-10-04", line_id="LIN-20681-1"),
        claim("CLM-20681-1", "CUS-1271", "LIN-20681-1", "motor", "2025-01-20", amount="268.00"),
        claim("CLM-20681-2", "CUS-1271", "LIN-20681-1", "motor", "2025-06-17", amount="268.00"),
        ticket(
            "TK-2681",
            "CUS-1271",
            "warranty",
            "Fan of the wall oven stands still",
            "2025-09-22",
            about_id="ORD-20681",
            priority="high",
        ),
    ],
    policy=[
        "returns.md#minor-defects",
        "returns.md#faulty-goods",
        "warranty.md#remedy",
        "refunds.md#limit",
        "refunds.md#calculation",
        "customers.md#identity-check",
    ],
    tell=["189.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "pushes", "multi", "refusal", "recovery"],
)
def test_case_RET_025(trial: Trial) -> None:
    """37.80 is less than he wants, so the printer comes back; the oven's 845.00 is more than an agent decides."""
    with trial.golden() as world:
        farrukh = verify_customer(world, email="farrukh.tursunov@example.com", order_id="ORD-20680")
        printer = get_order(world, order_id="ORD-20680").lines[0]
        list_shipments(world, order_id="ORD-20680")
        before = get_payments(world, order_id="ORD-20680").refunds[0]
        list_returns(world, order_id="ORD-20680")
        given = list_store_credits(world, customer_id=farrukh.customer_id).items[1]
        list_disputes(world, customer_id=farrukh.customer_id)
        get_customer_profile(world, customer_id=farrukh.customer_id)
        get_membership(world, customer_id=farrukh.customer_id)
        waiting = list_tickets(world, requester_id=farrukh.customer_id).tickets[0]
        create_return(
            world,
            line_id=printer.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=printer.paid - before.amount - given.amount,
        )
        filed = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20680",
            subject="Printer leaves a stripe",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        list_orders(world, customer_id=farrukh.customer_id)
        oven = get_order(world, order_id="ORD-20681").lines[0]
        list_shipments(world, order_id="ORD-20681")
        list_warranty_claims(world, customer_id=farrukh.customer_id)
        get_product(world, product_id=oven.product_id)
        check_stock(world, product_id=oven.product_id)
        get_payments(world, order_id="ORD-20681")
        add_comment(
            world,
            ticket_id=waiting.id,
            body="Third motor fault, no oven in stock: please decide on a settlement of 845.00.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=waiting.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="refunds.md#calculation") as world:
        farrukh = verify_customer(world, email="farrukh.tursunov@example.com", order_id="ORD-20680")
        printer = get_order(world, order_id="ORD-20680").lines[0]
        issue_refund(
            world,
            payment_id="PAY-20680-1",
            amount=money((printer.paid - money("25.00")) * 20 / 100),
            reason="minor_defect",
            line_id=printer.id,
        )
        filed = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20680",
            subject="Printer leaves a stripe",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        add_comment(world, ticket_id="TK-2681", body="Please decide on a settlement.", visibility="internal")
        close_ticket(world, ticket_id="TK-2681", outcome="escalated", reason="over_limit")

    with trial.trap(breaks="returns.md#faulty-goods") as world:
        farrukh = verify_customer(world, email="farrukh.tursunov@example.com", order_id="ORD-20680")
        create_return(
            world,
            line_id="LIN-20680-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("189.00"),
        )
        filed = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20680",
            subject="Printer leaves a stripe",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(
            world,
            payment_id="PAY-20681-1",
            amount=money("120.00"),
            reason="minor_defect",
            line_id="LIN-20681-1",
        )
        second = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20681",
            subject="Oven fan",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#remedy") as world:
        farrukh = verify_customer(world, email="farrukh.tursunov@example.com", order_id="ORD-20680")
        create_return(
            world,
            line_id="LIN-20680-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("189.00"),
        )
        filed = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20680",
            subject="Printer leaves a stripe",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_warranty_claim(
            world,
            line_id="LIN-20681-1",
            cover="manufacturer",
            fault="motor",
            remedy="repair",
            amount=money("268.00"),
        )
        close_ticket(world, ticket_id="TK-2681", outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#limit") as world:
        farrukh = verify_customer(world, email="farrukh.tursunov@example.com", order_id="ORD-20680")
        create_return(
            world,
            line_id="LIN-20680-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("189.00"),
        )
        filed = open_ticket(
            world,
            requester_id=farrukh.customer_id,
            about_id="ORD-20680",
            subject="Printer leaves a stripe",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        oven = get_order(world, order_id="ORD-20681").lines[0]
        settlement = oven.paid - money("60.00")
        create_warranty_claim(
            world,
            line_id=oven.id,
            cover="manufacturer",
            fault="motor",
            remedy="settlement",
            amount=settlement,
        )
        issue_refund(world, payment_id="PAY-20681-1", amount=settlement, reason="warranty_settlement", line_id=oven.id)
        close_ticket(world, ticket_id="TK-2681", outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Labdien, Solvita Ozoliņa. Of the two Nimbus 14 that I bought in August one has three dead keys. The same one "
        "had a dent from the start, you know of that. Please pay me twenty percent for the keys. If that is not "
        "possible I want another Nimbus 14 for it, and sent first, because my son cannot be without one in the term. "
        "The other one is empty an hour after charging, so swap that for a new one too. And the Clarion 27 that came "
        "in August is too small for us: we would like the Clarion 32 in its place and pay what is missing."
    ),
    facts={
        "email": "solvita.ozolina@example.net",
        "postcode": "61272",
        "serial number of the laptop with the dead keys": "NBL-7721",
        "serial number of the laptop with the weak battery": "NBL-7712",
        "condition of the monitor": "never opened, still sealed",
        "whether there was smoke, a burning smell, sparks, a shock or a swollen battery": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Tired mother, firm and reasonable. Has no order numbers at hand, only the laptops.",
        pushes=("The dent was one thing and the keys are another, so this is not paid yet.",),
    ),
    records=[
        customer("CUS-1272", "Solvita Ozoliņa", "solvita.ozolina@example.net", score=640, region="central"),
        order(
            "ORD-20682",
            "CUS-1272",
            "2025-08-08",
            [line("TH-LT14", promotions={"SUMMER12": "155.88"}, serial="NBL-7712")],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20682-1",
            "parcelfox",
            due="2025-08-13",
            handed_over="2025-08-09",
            delivered="2025-08-12",
            label_postcode="61272",
        ),
        plan("PLN-20682-1", "CUS-1272", "2025-08-08"),
        order(
            "ORD-20683",
            "CUS-1272",
            "2025-08-10",
            [
                line("TH-LT14", promotions={"SUMMER12": "155.88"}, serial="NBL-7721"),
                line("TH-MN27", promotions={"SUMMER12": "39.48"}),
            ],
        ),
        shipment(
            "SHP-20683-1",
            "parcelfox",
            due="2025-08-15",
            handed_over="2025-08-11",
            delivered="2025-08-14",
            label_postcode="61272",
        ),
        refund("RF-20683-1", "114.31", "minor_defect", "2025-08-20", line_id="LIN-20683-1"),
        credit("SC-20683-1", "CUS-1272", "20.00", "goodwill", "2025-08-22", line_id="LIN-20683-2"),
    ],
    policy=[
        "returns.md#minor-defects",
        "returns.md#faulty-goods",
        "filing.md#bulletins",
        "exchanges.md#when-goods-can-be-exchanged",
        "exchanges.md#price-difference",
        "exchanges.md#sending-ahead",
        "warranty.md#serial-number",
        "warranty.md#protection-plans",
    ],
    tell=["195.03"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "pushes",
        "refusal",
        "recovery",
        "multi",
    ],
)
def test_case_RET_026(trial: Trial) -> None:
    """Settled once already; a bulletin keeps the window open for the first day that it names: one laptop, not both."""
    with trial.golden() as world:
        solvita = verify_customer(world, email="solvita.ozolina@example.net", postcode="61272")
        list_orders(world, customer_id=solvita.customer_id)
        weak = get_order(world, order_id="ORD-20682").lines[0]
        laptop, monitor = get_order(world, order_id="ORD-20683").lines
        list_shipments(world, order_id="ORD-20682")
        list_shipments(world, order_id="ORD-20683")
        get_payments(world, order_id="ORD-20683")
        given = list_store_credits(world, customer_id=solvita.customer_id).items[0]
        list_returns(world, order_id="ORD-20683")
        get_customer_profile(world, customer_id=solvita.customer_id)
        get_membership(world, customer_id=solvita.customer_id)
        list_disputes(world, customer_id=solvita.customer_id)
        list_tickets(world, requester_id=solvita.customer_id)
        settled = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="Second settlement for a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        check_stock(world, product_id=laptop.product_id)
        create_exchange(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="faulty",
            new_product_id=laptop.product_id,
            warehouse="east",
            sending="on_receipt",
        )
        bigger = get_product(world, product_id=search_products(world, query="Clarion 32").items[0].product_id)
        check_stock(world, product_id=bigger.id)
        difference = bigger.price - money(bigger.price * 5 / 100) - (monitor.paid - given.amount)
        create_charge(world, order_id="ORD-20683", amount=difference, kind="price_difference")
        create_exchange(
            world,
            line_id=monitor.id,
            quantity=1,
            reason="changed_mind",
            new_product_id=bigger.id,
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="A laptop with dead keys, a monitor too small",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        list_plans(world, customer_id=solvita.customer_id)
        list_warranty_claims(world, customer_id=solvita.customer_id)
        repair = get_repair_rate(world, category="computing", fault="battery")
        create_warranty_claim(
            world, line_id=weak.id, cover="manufacturer", fault="battery", remedy="repair", amount=repair.cost
        )
        mended = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20682",
            subject="Laptop with a weak battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=mended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#minor-defects") as world:
        solvita = verify_customer(world, email="solvita.ozolina@example.net", postcode="61272")
        issue_refund(
            world, payment_id="PAY-20683-1", amount=money("120.00"), reason="minor_defect", line_id="LIN-20683-1"
        )
        settled = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="Laptop with dead keys",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20683", amount=money("195.03"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20683-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-MN32",
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="A laptop and a monitor",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_warranty_claim(
            world, line_id="LIN-20682-1", cover="manufacturer", fault="battery", remedy="repair", amount=money("89.00")
        )
        mended = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20682",
            subject="Laptop with a weak battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=mended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        solvita = verify_customer(world, email="solvita.ozolina@example.net", postcode="61272")
        settled = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="Second settlement for a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_exchange(
            world,
            line_id="LIN-20683-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-LT14",
            warehouse="east",
            sending="on_receipt",
        )
        create_charge(world, order_id="ORD-20683", amount=money("195.03"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20683-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-MN32",
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="A laptop and a monitor",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_exchange(
            world,
            line_id="LIN-20682-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-LT14",
            warehouse="east",
            sending="on_receipt",
        )
        mended = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20682",
            subject="Laptop with a weak battery",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=mended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#price-difference") as world:
        solvita = verify_customer(world, email="solvita.ozolina@example.net", postcode="61272")
        settled = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="Second settlement for a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_exchange(
            world,
            line_id="LIN-20683-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-LT14",
            warehouse="east",
            sending="on_receipt",
        )
        create_charge(world, order_id="ORD-20683", amount=money("175.03"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20683-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-MN32",
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="A laptop and a monitor",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_warranty_claim(
            world, line_id="LIN-20682-1", cover="manufacturer", fault="battery", remedy="repair", amount=money("89.00")
        )
        mended = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20682",
            subject="Laptop with a weak battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=mended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#sending-ahead") as world:
        solvita = verify_customer(world, email="solvita.ozolina@example.net", postcode="61272")
        settled = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="Second settlement for a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_exchange(
            world,
            line_id="LIN-20683-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-LT14",
            warehouse="east",
            sending="ahead",
        )
        create_charge(world, order_id="ORD-20683", amount=money("195.03"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20683-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-MN32",
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20683",
            subject="A laptop and a monitor",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_warranty_claim(
            world, line_id="LIN-20682-1", cover="manufacturer", fault="battery", remedy="repair", amount=money("89.00")
        )
        mended = open_ticket(
            world,
            requester_id=solvita.customer_id,
            about_id="ORD-20682",
            subject="Laptop with a weak battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=mended.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
