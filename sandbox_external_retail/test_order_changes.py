"""Changes before an order leaves: how fast it goes, where it goes, or that it does not go at all.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-changes. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import address, credit, customer, line, order, plan, points, shipment, stock_row
from sandbox_external_retail.tools import (
    add_address,
    adjust_points,
    cancel_line,
    cancel_plan,
    change_delivery_address,
    change_shipping_speed,
    check_stock,
    close_ticket,
    create_charge,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_refunds,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Góðan daginn, Dagny Eriksdóttir here. Order ORD-20624 should come sooner. If express costs me no more than "
        "ten dollars on top, take express. If it is dearer than that, leave the speed alone and send it to my office "
        "instead, where somebody is always in. Two codes that I had I forgot to enter as well, SAVE50 and KITCHEN25, "
        "kindly book them now. And the stick vacuum in it has become cheaper since; I should like that difference too."
    ),
    facts={
        "email": "dagny.eriksdottir@example.com",
        "another email address": "dagny@foundry.example.net",
        "address of the office": "5 Foundry Row",
    },
    behaviour=Behaviour(
        "Decided. Holds to her ten dollars and to nothing else. Ordered from the office, with its address.",
        answers={
            "another email": "It may be under the address of the office, dagny@foundry.example.net.",
            "different email": "It may be under the address of the office, dagny@foundry.example.net.",
            "other email": "It may be under the address of the office, dagny@foundry.example.net.",
        },
    ),
    records=[
        customer(
            "CUS-1217",
            "Dagny Eriksdóttir",
            "dagny@foundry.example.net",
            tier="pro",
            tier_since="2024-09-21",
            paid_until="2025-09-20",
        ),
        address("ADR-12172", "CUS-1217", line1="5 Foundry Row", city="Easton", region="east", postcode="11317"),
        order(
            "ORD-20624",
            "CUS-1217",
            "2025-09-21",
            [line("TH-MN32", promotions={"LEARN5": "24.45"}), line("TH-VC70", price="324.00")],
            status="placed",
            shipping_fee="6.95",
        ),
        credit("SC-20624-1", "CUS-1217", "10.00", "price_adjustment", "2025-09-22", line_id="LIN-20624-1"),
        credit("SC-20624-2", "CUS-1217", "5.00", "goodwill", "2025-09-22", line_id="LIN-20624-2"),
    ],
    policy=[
        "orders.md#shipping-speed",
        "customers.md#membership-tiers",
        "orders.md#forgotten-codes",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["8.00", "25.00", "20.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "decoy", "recovery"],
    twin="ORD_002",
)
def test_case_ORD_001(trial: Trial) -> None:
    """The fee that was paid counts: express costs $8.00 more, which is within her ten dollars."""
    with trial.golden() as world:
        dagny = verify_customer(world, email="dagny@foundry.example.net", order_id="ORD-20624")
        bought = get_order(world, order_id="ORD-20624")
        _, vacuum = bought.lines
        today = get_product(world, product_id=vacuum.product_id)
        get_membership(world, customer_id=dagny.customer_id)
        had = next(c for c in list_store_credits(world, customer_id=dagny.customer_id).items if c.line_id == vacuum.id)
        list_disputes(world, customer_id=dagny.customer_id)
        get_customer_profile(world, customer_id=dagny.customer_id)
        code = get_promotion(world, code="KITCHEN25")
        get_promotion(world, code="SAVE50")
        list_tickets(world, requester_id=dagny.customer_id)
        paid = get_payments(world, order_id="ORD-20624").payments[0]
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
        issue_refund(world, payment_id=paid.id, amount=code.value, reason="promotion_correction")
        issue_refund(
            world,
            payment_id=paid.id,
            amount=vacuum.paid - had.amount - today.price,
            reason="price_adjustment",
            line_id=vacuum.id,
        )
        price = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes") as world:
        dagny = verify_customer(world, email="dagny@foundry.example.net", order_id="ORD-20624")
        paid = get_payments(world, order_id="ORD-20624").payments[0]
        create_charge(world, order_id="ORD-20624", amount=money("8.00"), kind="speed_upgrade")
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
        issue_refund(world, payment_id=paid.id, amount=money("50.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id="LIN-20624-2")
        price = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        dagny = verify_customer(world, email="dagny@foundry.example.net", order_id="ORD-20624")
        paid = get_payments(world, order_id="ORD-20624").payments[0]
        create_charge(world, order_id="ORD-20624", amount=money("8.00"), kind="speed_upgrade")
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
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="price_adjustment", line_id="LIN-20624-2")
        price = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        dagny = verify_customer(world, email="dagny@foundry.example.net", order_id="ORD-20624")
        paid = get_payments(world, order_id="ORD-20624").payments[0]
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
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id="LIN-20624-2")
        price = open_ticket(
            world,
            requester_id=dagny.customer_id,
            about_id="ORD-20624",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Can I still make my monitor arrive by express? Depends on the price really. Your website says the difference "
        "is eight dollars. Oh, and before I forget again, KITCHEN25 and SAVE50 were both valid when I ordered and I "
        "typed neither, so take them off please, and the vacuum is down in price as I see. Ngozi Umeh, telephone 0181 "
        "at the end"
    ),
    facts={
        "email": "ngozi.umeh@example.org",
        "last four digits of another phone number": "0118",
        "the most that she pays for express": "ten dollars",
        "what is to happen if express costs more": "leave the speed, and send the order to the office",
        "address of the office": "6 Brewery Yard, Midfield 61318, in your central region",
        "city of the office": "Midfield",
        "postcode of the office": "61318",
        "region of the office": "central",
    },
    behaviour=Behaviour(
        "Thrifty. Quotes the website once. Gives the phone that she has now and remembers no order number.",
        pushes=("Eight dollars is what the website says, so charge me eight.",),
        answers={
            "another email": "Always the same one. The phone is new, though; before, it ended in 0118.",
            "different email": "Always the same one. The phone is new, though; before, it ended in 0118.",
            "other email": "Always the same one. The phone is new, though; before, it ended in 0118.",
            "another number": "The phone is new; before, it ended in 0118.",
            "other number": "The phone is new; before, it ended in 0118.",
            "another phone": "The phone is new; before, it ended in 0118.",
            "other phone": "The phone is new; before, it ended in 0118.",
            "different phone": "The phone is new; before, it ended in 0118.",
            "limit": "Ten dollars.",
            "upgrade": "Only for ten dollars at most. Above that, leave the speed and send it to my office.",
            "instead": "Leave the speed then, and send it to my office.",
            "express": "Ten dollars is my limit for express. Above that, leave the speed and send it to my office.",
        },
    ),
    records=[
        customer(
            "CUS-1218",
            "Ngozi Umeh",
            "ngozi.umeh@example.org",
            tier="pro",
            tier_since="2024-09-21",
            paid_until="2025-09-20",
        ),
        address("ADR-12182", "CUS-1218", line1="6 Brewery Lane", city="Easton", region="east", postcode="11319"),
        order(
            "ORD-20625",
            "CUS-1218",
            "2025-09-21",
            [line("TH-MN32", promotions={"LEARN5": "24.45"}), line("TH-VC70", price="324.00")],
            status="placed",
        ),
        stock_row("TH-VC70", "central", 3, 2),
        credit("SC-20625-1", "CUS-1218", "10.00", "price_adjustment", "2025-09-22", line_id="LIN-20625-1"),
        credit("SC-20625-2", "CUS-1218", "5.00", "goodwill", "2025-09-22", line_id="LIN-20625-2"),
    ],
    policy=[
        "orders.md#shipping-speed",
        "orders.md#change-of-address",
        "customers.md#membership-tiers",
        "orders.md#forgotten-codes",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["25.00", "20.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "pushes",
        "decoy",
        "recovery",
    ],
    twin="ORD_001",
)
def test_case_ORD_002(trial: Trial) -> None:
    """No fee was paid, so express costs the whole $14.95: too much for her, and the order goes to the office."""
    with trial.golden() as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", phone_last4="0118")
        found = list_orders(world, customer_id=ngozi.customer_id).items[0].order
        bought = get_order(world, order_id=found.id)
        monitor, vacuum = bought.lines
        today = get_product(world, product_id=vacuum.product_id)
        get_membership(world, customer_id=ngozi.customer_id)
        had = next(c for c in list_store_credits(world, customer_id=ngozi.customer_id).items if c.line_id == vacuum.id)
        list_disputes(world, customer_id=ngozi.customer_id)
        get_customer_profile(world, customer_id=ngozi.customer_id)
        code = get_promotion(world, code="KITCHEN25")
        get_promotion(world, code="SAVE50")
        list_tickets(world, requester_id=ngozi.customer_id)
        get_customer(world, customer_id=ngozi.customer_id)
        check_stock(world, product_id=monitor.product_id)
        check_stock(world, product_id=vacuum.product_id)
        paid = get_payments(world, order_id=found.id).payments[0]
        office = add_address(
            world,
            customer_id=ngozi.customer_id,
            line1="6 Brewery Yard",
            city="Midfield",
            region="central",
            postcode="61318",
        )
        change_delivery_address(world, order_id=found.id, address_id=office.id)
        filed = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id=found.id,
            subject="Order goes to the office",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id=paid.id, amount=code.value, reason="promotion_correction")
        issue_refund(
            world,
            payment_id=paid.id,
            amount=vacuum.paid - had.amount - today.price,
            reason="price_adjustment",
            line_id=vacuum.id,
        )
        price = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id=found.id,
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", phone_last4="0118")
        paid = get_payments(world, order_id="ORD-20625").payments[0]
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
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id="LIN-20625-2")
        price = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", phone_last4="0118")
        paid = get_payments(world, order_id="ORD-20625").payments[0]
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
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id="LIN-20625-2")
        price = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#forgotten-codes") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", phone_last4="0118")
        paid = get_payments(world, order_id="ORD-20625").payments[0]
        office = add_address(
            world,
            customer_id=ngozi.customer_id,
            line1="6 Brewery Yard",
            city="Midfield",
            region="central",
            postcode="61318",
        )
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
        issue_refund(world, payment_id=paid.id, amount=money("50.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("20.00"), reason="price_adjustment", line_id="LIN-20625-2")
        price = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ngozi = verify_customer(world, email="ngozi.umeh@example.org", phone_last4="0118")
        paid = get_payments(world, order_id="ORD-20625").payments[0]
        office = add_address(
            world,
            customer_id=ngozi.customer_id,
            line1="6 Brewery Yard",
            city="Midfield",
            region="central",
            postcode="61318",
        )
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
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="promotion_correction")
        issue_refund(world, payment_id=paid.id, amount=money("25.00"), reason="price_adjustment", line_id="LIN-20625-2")
        price = open_ticket(
            world,
            requester_id=ngozi.customer_id,
            about_id="ORD-20625",
            subject="Codes and price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "We are having forty people over on Friday for the final and the big Halden, the 65 inch one, is still "
        "sitting at yours. I will pay whatever next-day costs. And if next-day is not to be had for it, well, then I "
        "do not need it at all: cancel it and pay everything back, the cover plan too, the soundbar can follow when it "
        "likes. The first one, in the bedroom, I keep, though its frame came in two shades of grey, straight from the "
        "works. What is that worth to you?"
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
        answers={
            "wrong": "The frame has two shades of grey. The picture is splendid.",
            "cosmetic": "Only the look of the frame, the picture is splendid.",
            "work": "It works. Only the frame is off.",
            "return keep": "I keep the first one.",
        },
    ),
    records=[
        customer(
            "CUS-1219",
            "Radek Dvořák",
            "radek.dvorak@example.net",
            flag="VELVET",
            flag_until="2025-09-23",
            tier="plus",
            tier_since="2024-08-19",
            paid_until="2025-08-18",
            points=109,
        ),
        points("PL-1219-1", "CUS-1219", "bonus", 900, "2024-12-01"),
        points("PL-1219-2", "CUS-1219", "earned", 1209, "2025-08-24", line_id="LIN-20626-1"),
        order(
            "ORD-20627",
            "CUS-1219",
            "2025-09-22",
            [
                line("TH-TV65", promotions={"AUDIO15": "172.35"}, points_used=2000),
                line("TH-SB30", promotions={"AUDIO15": "41.85"}),
            ],
            status="placed",
            shipping_fee="49.00",
            plans=["120.00"],
        ),
        plan("PLN-20627-1", "CUS-1219", "2025-09-22", price="120.00"),
        order(
            "ORD-20626",
            "CUS-1219",
            "2025-08-18",
            [line("TH-TV65", price="1209.00", serial="HLD-7044")],
            plans=["120.00"],
        ),
        shipment(
            "SHP-20626-1",
            "heavyhaul",
            due="2025-08-25",
            handed_over="2025-08-20",
            delivered="2025-08-24",
            label_postcode="11219",
        ),
        plan("PLN-20626-1", "CUS-1219", "2025-08-18", price="120.00"),
        credit("SC-20626-1", "CUS-1219", "60.00", "price_adjustment", "2025-08-28", line_id="LIN-20626-1"),
    ],
    policy=[
        "orders.md#shipping-speed",
        "orders.md#cancellation",
        "warranty.md#ending-a-plan",
        "customers.md#points",
        "returns.md#minor-defects",
        "customers.md#membership-tiers",
        "customers.md#account-flags",
    ],
    tell=["956.65", "2000", "120.00", "114.90"],
    tags=[
        "asks",
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
)
def test_case_ORD_003(trial: Trial) -> None:
    """Oversized goods go by standard only, so the television is cancelled: money, points and plan come back, and
    the shipping fee stays with the soundbar; the older set, on day 31 of 37, gets a settlement."""
    with trial.golden() as world:
        radek = verify_customer(world, email="radek.dvorak@example.net", phone_last4="0119")
        found, earlier = (item.order for item in list_orders(world, customer_id=radek.customer_id).items)
        television, _ = get_order(world, order_id=found.id).lines
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=radek.customer_id)
        get_customer_profile(world, customer_id=radek.customer_id)
        get_membership(world, customer_id=radek.customer_id)
        list_refunds(world, customer_id=radek.customer_id)
        had = list_store_credits(world, customer_id=radek.customer_id).items[0]
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
        adjust_points(
            world,
            customer_id=radek.customer_id,
            line_id=television.id,
            kind="given_back",
            points=television.points_used,
        )
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
        bedroom = get_order(world, order_id=earlier.id).lines[0]
        list_shipments(world, order_id=earlier.id)
        card = get_payments(world, order_id=earlier.id).payments[0]
        issue_refund(
            world,
            payment_id=card.id,
            amount=money((bedroom.paid - had.amount) * 10 / 100),
            reason="minor_defect",
            line_id=bedroom.id,
        )
        kept = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id=earlier.id,
            subject="Frame of two colours",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=kept.id, outcome="resolved", reason="completed")

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
        issue_refund(world, payment_id=paid.id, amount=money("956.65"), reason="cancellation", line_id="LIN-20627-1")
        issue_refund(world, payment_id=paid.id, amount=money("49.00"), reason="cancellation")
        adjust_points(world, customer_id=radek.customer_id, line_id="LIN-20627-1", kind="given_back", points=2000)
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
        card = get_payments(world, order_id="ORD-20626").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("114.90"), reason="minor_defect", line_id="LIN-20626-1")
        kept = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20626",
            subject="Frame of two colours",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=kept.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
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
        issue_refund(world, payment_id=paid.id, amount=money("956.65"), reason="cancellation", line_id="LIN-20627-1")
        adjust_points(world, customer_id=radek.customer_id, line_id="LIN-20627-1", kind="given_back", points=2000)
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
        card = get_payments(world, order_id="ORD-20626").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("120.00"), reason="minor_defect", line_id="LIN-20626-1")
        kept = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20626",
            subject="Frame of two colours",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=kept.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
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
        issue_refund(world, payment_id=paid.id, amount=money("956.65"), reason="cancellation", line_id="LIN-20627-1")
        adjust_points(world, customer_id=radek.customer_id, line_id="LIN-20627-1", kind="given_back", points=2000)
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
        refused = open_ticket(
            world,
            requester_id=radek.customer_id,
            about_id="ORD-20626",
            subject="Frame of two colours",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="not_covered")

    assert trial.outcome == trial.golden_outcome
