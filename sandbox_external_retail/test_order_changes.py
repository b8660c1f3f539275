"""Changes before an order leaves: how fast it goes, where it goes, or that it does not go at all.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-changes. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import address, customer, line, order, plan, shipment
from sandbox_external_retail.tools import (
    cancel_line,
    cancel_plan,
    change_delivery_address,
    change_shipping_speed,
    close_ticket,
    create_charge,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Góðan daginn, Dagny Eriksdóttir here. The monitor of order ORD-20624 should come sooner. If express costs me "
        "no more than ten dollars on top, take express. If it is dearer than that, leave the speed alone and send it "
        "to my office instead, where somebody is always in."
    ),
    facts={"email": "dagny.eriksdottir@example.com", "address of the office": "5 Foundry Row"},
    behaviour="Decided. Holds to her ten dollars and to nothing else.",
    records=[
        customer("CUS-1217", "Dagny Eriksdóttir", "dagny.eriksdottir@example.com"),
        address("ADR-12172", "CUS-1217", line1="5 Foundry Row", city="Easton", region="east", postcode="11317"),
        order("ORD-20624", "CUS-1217", "2025-09-23", [line("TH-MN32")], status="placed", shipping_fee="6.95"),
    ],
    policy=["orders.md#shipping-speed", "customers.md#membership-tiers"],
    tell=["8.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting"],
    twin="ORD_002",
)
def test_case_ORD_001(trial: Trial) -> None:
    """The fee that was paid counts: express costs $8.00 more, which is within her ten dollars."""
    with trial.golden() as world:
        dagny = verify_customer(world, email="dagny.eriksdottir@example.com", order_id="ORD-20624")
        bought = get_order(world, order_id="ORD-20624")
        get_product(world, product_id=bought.lines[0].product_id)
        get_membership(world, customer_id=dagny.customer_id)
        get_payments(world, order_id="ORD-20624")
        list_disputes(world, customer_id=dagny.customer_id)
        get_customer_profile(world, customer_id=dagny.customer_id)
        list_tickets(world, requester_id=dagny.customer_id)
        create_charge(
            world, order_id="ORD-20624", amount=money("14.95") - bought.order.shipping_fee, kind="speed_upgrade"
        )
        change_shipping_speed(world, order_id="ORD-20624", speed="express")
        filed = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed", name="whole price") as world:
        dagny = verify_customer(world, email="dagny.eriksdottir@example.com", order_id="ORD-20624")
        create_charge(world, order_id="ORD-20624", amount=money("14.95"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20624", speed="express")
        filed = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed", name="office") as world:
        dagny = verify_customer(world, email="dagny.eriksdottir@example.com", order_id="ORD-20624")
        change_delivery_address(world, order_id="ORD-20624", address_id="ADR-12172")
        filed = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Order goes to the office",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        dagny = verify_customer(world, email="dagny.eriksdottir@example.com", order_id="ORD-20624")
        change_shipping_speed(world, order_id="ORD-20624", speed="express")
        filed = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Can I still make my monitor arrive by express? Depends on the price really. Your website says the difference "
        "is eight dollars. Ngozi Umeh, ORD-20625"
    ),
    facts={
        "email": "ngozi.umeh@example.org",
        "the most that she pays for express": "ten dollars",
        "what is to happen if express costs more": "leave the speed, and send the order to her office",
        "address of the office": "6 Brewery Yard",
    },
    behaviour=Behaviour(
        "Thrifty. Quotes the website once.",
        pushes=("Eight dollars is what the website says, so charge me eight.",),
        answers={
            "express": "Ten dollars is my limit for express. Above that, leave the speed and send it to my office."
        },
    ),
    records=[
        customer("CUS-1218", "Ngozi Umeh", "ngozi.umeh@example.org"),
        address("ADR-12182", "CUS-1218", line1="6 Brewery Yard", city="Easton", region="east", postcode="11318"),
        address("ADR-12183", "CUS-1218", line1="6 Brewery Lane", city="Easton", region="east", postcode="11319"),
        order("ORD-20625", "CUS-1218", "2025-09-23", [line("TH-MN32")], status="placed"),
    ],
    policy=["orders.md#shipping-speed", "orders.md#change-of-address", "customers.md#membership-tiers"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "multi", "interacting", "pushes", "decoy"],
    twin="ORD_001",
)
def test_case_ORD_002(trial: Trial) -> None:
    """No fee was paid, so express costs the whole $14.95: too much for her, and the order goes to the office."""
    with trial.golden() as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", order_id="ORD-20625")
        bought = get_order(world, order_id="ORD-20625")
        get_product(world, product_id=bought.lines[0].product_id)
        get_membership(world, customer_id=ngozi.customer_id)
        list_disputes(world, customer_id=ngozi.customer_id)
        get_customer_profile(world, customer_id=ngozi.customer_id)
        list_tickets(world, requester_id=ngozi.customer_id)
        office = get_customer(world, customer_id=ngozi.customer_id).addresses[1]
        change_delivery_address(world, order_id="ORD-20625", address_id=office.id)
        filed = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Order goes to the office",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed", name="eight dollars as quoted") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", order_id="ORD-20625")
        create_charge(world, order_id="ORD-20625", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20625", speed="express")
        filed = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", order_id="ORD-20625")
        change_shipping_speed(world, order_id="ORD-20625", speed="express")
        filed = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#change-of-address") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", order_id="ORD-20625")
        filed = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Express delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="terms_not_met")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "We are having forty people over on Friday for the final and the big Halden, the 65 inch one, is still "
        "sitting at yours. I will pay whatever next-day costs. And if next-day is not to be had for it, well, then I "
        "do not need it at all: cancel it and pay everything back, the cover plan too."
    ),
    facts={
        "name": "Radek Dvořák",
        "email": "radek.dvorak@example.net",
        "order number": "ORD-20672",
        "last four digits of the phone number": "0119",
    },
    behaviour=Behaviour(
        "Loud and generous. The order number he gives is one that he remembers wrongly.",
        pushes=("Money is no object, name a price for tomorrow.",),
    ),
    records=[
        customer("CUS-1219", "Radek Dvořák", "radek.dvorak@example.net"),
        order(
            "ORD-20627",
            "CUS-1219",
            "2025-09-22",
            [line("TH-TV65", promotions={"AUDIO15": "172.35"})],
            status="placed",
            shipping_fee="49.00",
            plans=["120.00"],
        ),
        plan("PLN-20627-1", "CUS-1219", "2025-09-22", price="120.00"),
        order("ORD-20626", "CUS-1219", "2025-08-18", [line("TH-TV65", serial="HLD-7044")], plans=["120.00"]),
        shipment(
            "SHP-20626-1",
            "heavyhaul",
            due="2025-08-25",
            handed_over="2025-08-20",
            delivered="2025-08-24",
            label_postcode="11219",
        ),
        plan("PLN-20626-1", "CUS-1219", "2025-08-18", price="120.00"),
    ],
    policy=["orders.md#shipping-speed", "orders.md#cancellation", "warranty.md#ending-a-plan"],
    tell=["976.65", "49.00", "120.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal", "recovery"],
)
def test_case_ORD_003(trial: Trial) -> None:
    """Oversized goods go by standard only, so the order is cancelled: goods, shipping fee and plan are refunded."""
    with trial.golden() as world:
        radek = verify_customer(world, email="radek.dvorak@example.net", phone_last4="0119")
        found = list_orders(world, customer_id=radek.customer_id).items[0].order
        television = get_order(world, order_id=found.id).lines[0]
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=radek.customer_id)
        get_customer_profile(world, customer_id=radek.customer_id)
        list_tickets(world, requester_id=radek.customer_id)
        speed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id=found.id,
            subject="Next-day delivery of a television",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=speed.id, outcome="declined", reason="terms_not_met")
        cover = next(p for p in list_plans(world, customer_id=radek.customer_id) if p.line_id == television.id)
        list_installations(world, order_id=found.id)
        paid = get_payments(world, order_id=found.id).payments[0]
        cancel_line(world, order_id=found.id, line_id=television.id)
        issue_refund(world, payment_id=paid.id, amount=television.paid, reason="cancellation", line_id=television.id)
        issue_refund(world, payment_id=paid.id, amount=found.shipping_fee, reason="cancellation")
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id=found.id,
            subject="Television cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed") as world:
        radek = verify_customer(world, email="radek.dvorak@example.net", phone_last4="0119")
        create_charge(world, order_id="ORD-20627", amount=money("29.95"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20627", speed="next_day")
        filed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20627",
            subject="Next-day delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation") as world:
        radek = verify_customer(world, email="radek.dvorak@example.net", phone_last4="0119")
        speed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20627",
            subject="Next-day delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=speed.id, outcome="declined", reason="terms_not_met")
        paid = get_payments(world, order_id="ORD-20627").payments[0]
        cancel_line(world, order_id="ORD-20627", line_id="LIN-20627-1")
        issue_refund(world, payment_id=paid.id, amount=money("976.65"), reason="cancellation", line_id="LIN-20627-1")
        cancel_plan(world, plan_id="PLN-20627-1")
        issue_refund(world, payment_id=paid.id, amount=money("120.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20627",
            subject="Television cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        radek = verify_customer(world, email="radek.dvorak@example.net", phone_last4="0119")
        speed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20627",
            subject="Next-day delivery",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=speed.id, outcome="declined", reason="terms_not_met")
        paid = get_payments(world, order_id="ORD-20627").payments[0]
        cancel_line(world, order_id="ORD-20627", line_id="LIN-20627-1")
        issue_refund(world, payment_id=paid.id, amount=money("976.65"), reason="cancellation", line_id="LIN-20627-1")
        issue_refund(world, payment_id=paid.id, amount=money("49.00"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20627",
            subject="Television cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
