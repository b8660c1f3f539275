"""A price that fell, and goods that go back if it cannot be made good.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-keep-or-return. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import credit, customer, line, order, plan, shipment
from sandbox_external_retail.tools import (
    cancel_plan,
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
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Hei, Ragnar Thorvaldsen here, ragnar@nordhavn.example.com. Prices at yours have come down since I ordered, "
        "ORD-20670: the 27 inch screen by 40 dollars, the printer by 20. I want both differences, 60 in all, and the "
        "headphones of that order can go back, nobody has touched them. But mind: if you refuse me the difference on "
        "the screen, I keep the headphones and the screen goes back in their place."
    ),
    facts={
        "email": "ragnar.thorvaldsen@example.com",
        "condition of the headphones": "sealed",
        "condition of the screen": "opened, it stands on my desk",
    },
    behaviour=Behaviour(
        "Plain-spoken. Reckons with list prices and accepts a proper explanation after one protest.",
        pushes=("The screen was 369 and now it is 329, a child can see that this is 40.",),
        answers={
            "another email": "That is the fish farm. The shop has ragnar.thorvaldsen@example.com, I think.",
            "other email": "That is the fish farm. The shop has ragnar.thorvaldsen@example.com, I think.",
            "different email": "That is the fish farm. The shop has ragnar.thorvaldsen@example.com, I think.",
            "email address": "That is the fish farm. The shop has ragnar.thorvaldsen@example.com, I think.",
            "faulty": "No, everything works.",
            "wrong": "No, everything works.",
            "defective": "No, everything works.",
            "broken": "No, everything works.",
            "does work": "Yes, everything works.",
            "working": "Yes, everything works.",
        },
    ),
    records=[
        customer("CUS-1264", "Ragnar Thorvaldsen", "ragnar.thorvaldsen@example.com"),
        order(
            "ORD-20670",
            "CUS-1264",
            "2025-09-10",
            [
                line("TH-MN27", price="369.00", promotions={"SAVE50": "23.15"}),
                line("TH-HP10", promotions={"SAVE50": "13.74"}),
                line("TH-PR20", price="209.00", promotions={"SAVE50": "13.11"}),
            ],
            plans=["30.00"],
        ),
        shipment(
            "SHP-20670-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-10",
            delivered="2025-09-11",
            label_postcode="11264",
        ),
        plan("PLN-20670-1", "CUS-1264", "2025-09-10", price="30.00"),
        order("ORD-20733", "CUS-1264", "2025-08-27", [line("TH-HP10"), line("TH-BL22"), line("TH-SB30")]),
        shipment(
            "SHP-20733-1",
            "northline",
            due="2025-08-31",
            handed_over="2025-08-28",
            delivered="2025-09-08",
            label_postcode="11264",
        ),
        credit("SC-20733-1", "CUS-1264", "10.00", "late_delivery", "2025-09-16"),
        credit("SC-20733-2", "CUS-1264", "21.90", "minor_defect", "2025-09-17", line_id="LIN-20733-1"),
        credit("SC-20733-3", "CUS-1264", "11.90", "minor_defect", "2025-09-18", line_id="LIN-20733-2"),
        credit("SC-20733-4", "CUS-1264", "27.90", "minor_defect", "2025-09-19", line_id="LIN-20733-3"),
        credit("SC-20733-5", "CUS-1264", "5.00", "goodwill", "2025-09-20"),
        credit("SC-20670-1", "CUS-1264", "5.00", "goodwill", "2025-09-15", line_id="LIN-20670-1"),
        credit("SC-20670-2", "CUS-1264", "8.00", "late_delivery", "2025-09-15"),
    ],
    policy=[
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "returns.md#fees",
        "filing.md#tickets",
        "customers.md#identity-check",
    ],
    tell=["11.85", "6.89", "195.31"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "interacting",
        "recovery",
    ],
    twin="RET_021",
)
def test_case_RET_020(trial: Trial) -> None:
    """Day 14: the differences of what was paid, less a credit; what stays still reaches $500, so nothing is lost."""
    with trial.golden() as world:
        ragnar = verify_customer(world, email="ragnar.thorvaldsen@example.com", order_id="ORD-20670")
        bought = get_order(world, order_id="ORD-20670")
        screen, phones, printer = bought.lines
        list_shipments(world, order_id="ORD-20670")
        screen_now = get_product(world, product_id=screen.product_id)
        printer_now = get_product(world, product_id=printer.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=ragnar.customer_id)
        get_customer_profile(world, customer_id=ragnar.customer_id)
        list_disputes(world, customer_id=ragnar.customer_id)
        before = list_store_credits(world, customer_id=ragnar.customer_id, page=2).items[1]
        list_returns(world, order_id="ORD-20670")
        list_plans(world, customer_id=ragnar.customer_id)
        paid = get_payments(world, order_id="ORD-20670").payments[0]
        list_tickets(world, requester_id=ragnar.customer_id)
        issue_refund(
            world,
            payment_id=paid.id,
            amount=screen.paid - before.amount - screen_now.price,
            reason="price_adjustment",
            line_id=screen.id,
        )
        issue_refund(
            world,
            payment_id=paid.id,
            amount=printer.paid - printer_now.price,
            reason="price_adjustment",
            line_id=printer.id,
        )
        adjusted = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Lower prices of a monitor and a printer",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=adjusted.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#price-adjustment") as world:
        ragnar = verify_customer(world, email="ragnar.thorvaldsen@example.com", order_id="ORD-20670")
        screen, phones, printer = get_order(world, order_id="ORD-20670").lines
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=screen.unit_price - money("329.00"),
            reason="price_adjustment",
            line_id=screen.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=printer.unit_price - money("189.00"),
            reason="price_adjustment",
            line_id=printer.id,
        )
        adjusted = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=adjusted.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ragnar = verify_customer(world, email="ragnar.thorvaldsen@example.com", order_id="ORD-20670")
        screen, phones, printer = get_order(world, order_id="ORD-20670").lines
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=screen.paid - money("329.00"),
            reason="price_adjustment",
            line_id=screen.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=printer.paid - money("189.00"),
            reason="price_adjustment",
            line_id=printer.id,
        )
        adjusted = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=adjusted.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        ragnar = verify_customer(world, email="ragnar.thorvaldsen@example.com", order_id="ORD-20670")
        screen, phones, printer = get_order(world, order_id="ORD-20670").lines
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=screen.paid - money("5.00") - money("329.00"),
            reason="price_adjustment",
            line_id=screen.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20670-1",
            amount=printer.paid - money("189.00"),
            reason="price_adjustment",
            line_id=printer.id,
        )
        adjusted = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=adjusted.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95") - screen.discount - printer.discount,
        )
        filed = open_ticket(
            world,
            requester_id=ragnar.customer_id,
            about_id="ORD-20670",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#identity-check") as world:
        refused0 = open_ticket(
            world, about_id="ORD-20670", subject="Caller could not be verified", topic="return", priority="normal"
        )
        close_ticket(world, ticket_id=refused0.id, outcome="declined", reason="not_verified")
        refused1 = open_ticket(
            world, about_id="ORD-20670", subject="Lower prices, caller not verified", topic="pricing", priority="normal"
        )
        close_ticket(world, ticket_id=refused1.id, outcome="declined", reason="not_verified")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Pilar Echeverría. Your Summer price promise gives me thirty days, so for order ORD-20271 please pay me what "
        "the screen and the printer cost less now. Then I would only send back the headphones. Without the money for "
        "the screen I do it the other way: headphones stay, screen returns to you."
    ),
    facts={
        "email": "pilar.echeverria@example.net",
        "order number after a second look": "ORD-20671",
        "condition of the headphones": "unopened",
        "condition of the screen": "opened and used",
    },
    behaviour=Behaviour(
        "Has read the promise and holds it up once, then follows her own plan.",
        pushes=("Thirty days, that is the Summer price promise, I have it in front of me.",),
        answers={
            "faulty": "No, all is in order with them.",
            "wrong": "No, all is in order with them.",
            "defective": "No, all is in order with them.",
            "broken": "No, all is in order with them.",
            "does work": "Yes, all is in order with them.",
            "working": "Yes, all is in order with them.",
        },
    ),
    records=[
        customer("CUS-1265", "Pilar Echeverría", "pilar.echeverria@example.net"),
        order(
            "ORD-20671",
            "CUS-1265",
            "2025-09-09",
            [
                line("TH-MN27", price="369.00", promotions={"SAVE50": "23.15"}),
                line("TH-HP10", promotions={"SAVE50": "13.74"}),
                line("TH-PR20", price="209.00", promotions={"SAVE50": "13.11"}),
            ],
            plans=["30.00"],
        ),
        shipment(
            "SHP-20671-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-10",
            delivered="2025-09-11",
            label_postcode="11265",
        ),
        plan("PLN-20671-1", "CUS-1265", "2025-09-09", price="30.00"),
        order("ORD-20734", "CUS-1265", "2025-08-27", [line("TH-HP10"), line("TH-BL22"), line("TH-SB30")]),
        shipment(
            "SHP-20734-1",
            "northline",
            due="2025-08-31",
            handed_over="2025-08-28",
            delivered="2025-09-08",
            label_postcode="11265",
        ),
        credit("SC-20734-1", "CUS-1265", "10.00", "late_delivery", "2025-09-16"),
        credit("SC-20734-2", "CUS-1265", "21.90", "minor_defect", "2025-09-17", line_id="LIN-20734-1"),
        credit("SC-20734-3", "CUS-1265", "11.90", "minor_defect", "2025-09-18", line_id="LIN-20734-2"),
        credit("SC-20734-4", "CUS-1265", "27.90", "minor_defect", "2025-09-19", line_id="LIN-20734-3"),
        credit("SC-20734-5", "CUS-1265", "5.00", "goodwill", "2025-09-20"),
        credit("SC-20671-1", "CUS-1265", "5.00", "goodwill", "2025-09-15", line_id="LIN-20671-1"),
        credit("SC-20671-2", "CUS-1265", "8.00", "late_delivery", "2025-09-15"),
    ],
    policy=[
        "orders.md#price-adjustment",
        "filing.md#bulletins",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "warranty.md#ending-a-plan",
        "customers.md#identity-check",
    ],
    tell=["252.92", "30.00"],
    tags=[
        "asks",
        "answer-decides",
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
    twin="RET_020",
)
def test_case_RET_021(trial: Trial) -> None:
    """Day 15 and a withdrawn promise: the screen goes back with its plan, and what stays no longer reaches $500."""
    with trial.golden() as world:
        pilar = verify_customer(world, email="pilar.echeverria@example.net", order_id="ORD-20671")
        bought = get_order(world, order_id="ORD-20671")
        screen, phones, printer = bought.lines
        search_articles(world, query="summer price promise")
        read_article(world, article_id="KB-150")
        list_shipments(world, order_id="ORD-20671")
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=pilar.customer_id)
        get_customer_profile(world, customer_id=pilar.customer_id)
        list_disputes(world, customer_id=pilar.customer_id)
        before = list_store_credits(world, customer_id=pilar.customer_id, page=2).items[1]
        list_returns(world, order_id="ORD-20671")
        cover = list_plans(world, customer_id=pilar.customer_id)[0]
        paid = get_payments(world, order_id="ORD-20671").payments[0]
        list_tickets(world, requester_id=pilar.customer_id)
        refused = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Lower prices after two weeks",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        base = screen.paid - before.amount
        create_return(
            world,
            line_id=screen.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(base * 15 / 100) - money("9.95") - phones.discount - printer.discount,
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Return of a monitor",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        pilar = verify_customer(world, email="pilar.echeverria@example.net", order_id="ORD-20671")
        screen, phones, printer = get_order(world, order_id="ORD-20671").lines
        issue_refund(
            world,
            payment_id="PAY-20671-1",
            amount=screen.paid - money("5.00") - money("329.00"),
            reason="price_adjustment",
            line_id=screen.id,
        )
        issue_refund(
            world,
            payment_id="PAY-20671-1",
            amount=printer.paid - money("189.00"),
            reason="price_adjustment",
            line_id=printer.id,
        )
        adjusted = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=adjusted.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        pilar = verify_customer(world, email="pilar.echeverria@example.net", order_id="ORD-20671")
        screen = get_order(world, order_id="ORD-20671").lines[0]
        refused = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        base = screen.paid - money("5.00")
        create_return(
            world,
            line_id=screen.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(base * 15 / 100) - money("9.95"),
        )
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("30.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Return of a monitor",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        pilar = verify_customer(world, email="pilar.echeverria@example.net", order_id="ORD-20671")
        screen, phones, printer = get_order(world, order_id="ORD-20671").lines
        refused = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Lower prices",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        create_return(
            world,
            line_id=screen.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=screen.paid
            - money(screen.paid * 15 / 100)
            - money("9.95")
            - phones.discount
            - printer.discount,
        )
        cancel_plan(world, plan_id="PLN-20671-1")
        issue_refund(world, payment_id="PAY-20671-1", amount=money("30.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=pilar.customer_id,
            about_id="ORD-20671",
            subject="Return of a monitor",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#identity-check") as world:
        refused0 = open_ticket(
            world, about_id="ORD-20271", subject="Caller could not be verified", topic="return", priority="normal"
        )
        close_ticket(world, ticket_id=refused0.id, outcome="declined", reason="not_verified")
        refused1 = open_ticket(
            world, about_id="ORD-20271", subject="Lower prices, caller not verified", topic="pricing", priority="normal"
        )
        close_ticket(world, ticket_id=refused1.id, outcome="declined", reason="not_verified")

    assert trial.outcome == trial.golden_outcome
