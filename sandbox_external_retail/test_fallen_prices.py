"""Prices that fell, codes that were forgotten, and what the customer makes of the figures.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-fallen-prices. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import customer, line, order, plan, points, refund, shipment, stock_row
from sandbox_external_retail.tools import (
    add_address,
    adjust_points,
    cancel_line,
    cancel_plan,
    change_delivery_address,
    check_stock,
    close_ticket,
    create_return,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_orders,
    list_plans,
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


def _code(world: World, amount: str) -> None:
    """The traps' refund for a forgotten code."""
    issue_refund(world, payment_id="PAY-20616-1", amount=money(amount), reason="promotion_correction")


def _cancel_headphones(world: World, who: str, with_plan: bool = True) -> None:
    """The traps' cancellation of the headphones, with their points and, unless forgotten, their plan."""
    cancel_line(world, order_id="ORD-20616", line_id="LIN-20616-3")
    issue_refund(world, payment_id="PAY-20616-1", amount=money("204.00"), reason="cancellation", line_id="LIN-20616-3")
    adjust_points(world, customer_id=who, line_id="LIN-20616-3", kind="given_back", points=1500)
    if with_plan:
        cancel_plan(world, plan_id="PLN-20616-3")
        issue_refund(world, payment_id="PAY-20616-1", amount=money("24.00"), reason="plan_cancellation")
    _file(world, who, "ORD-20616", "cancellation")


def _to_the_hostel(world: World, who: str) -> None:
    """The traps' change of address."""
    hostel = add_address(
        world, customer_id=who, line1="8 Canal Street", city="Westhaven", region="west", postcode="91311"
    )
    change_delivery_address(world, order_id="ORD-20616", address_id=hostel.id)


def _adjust(world: World, line_id: str, amount: str) -> None:
    """The traps' price adjustments."""
    issue_refund(world, payment_id="PAY-20618-1", amount=money(amount), reason="price_adjustment", line_id=line_id)


def _send_back(world: World, line_id: str, quantity: int, amount: Decimal) -> None:
    """The traps' return of headphones."""
    create_return(
        world,
        line_id=line_id,
        quantity=quantity,
        reason="changed_mind",
        condition="opened",
        method="label",
        refund_to="original",
        refund_amount=amount,
    )


@task(
    opening=(
        "Namaste. For my nephew's studies I took a Nimbus laptop and a Clarion monitor two days back, with headphones "
        "for myself, order ORD-20661, and clean forgot the codes from your newsletter: SAVE50, LEARN5 and AUDIO15. "
        "That is 164.25 by my reckoning, kindly refund it. And the whole order shall go straight to his hostel in "
        "Westhaven, not to me, he will bring my headphones along."
    ),
    facts={
        "name": "Meenakshi Iyer",
        "email": "meenakshi.iyer@example.org",
        "last four digits of the phone number": "0111",
        "which code if only one counts": "the one that brings most",
        "delivery address of the hostel": "8 Canal Street, Westhaven, postcode 91311, region west",
    },
    behaviour=Behaviour(
        "Kind and persistent. Reads the number from a small screen and has swapped two digits. Gives up the headphones "
        "when she hears that they do not get their fifteen percent.",
        pushes=(
            "All three stand in the same newsletter, so surely all may be used. If it is one only and not AUDIO15, "
            "then take the headphones out of the order, they are too dear without their fifteen percent.",
        ),
        answers={
            "plan headphones": "No headphones, no plan. End it, please.",
            "which code": "Whichever brings most.",
            "keep headphones": "Without their fifteen percent I do not want the headphones.",
            "postcode hostel": "The hostel's is 91311.",
            "region hostel": "That is west.",
            "cancel headphones": "Yes, take the headphones out of the order.",
        },
    ),
    records=[
        customer("CUS-1211", "Meenakshi Iyer", "meenakshi.iyer@example.org", region="central"),
        points("PL-1211-1", "CUS-1211", "bonus", 1500, "2025-02-17"),
        order(
            "ORD-20616",
            "CUS-1211",
            "2025-09-22",
            [
                line("TH-LT14", promotions={"DESKPAIR": "63.83"}),
                line("TH-MN27", promotions={"DESKPAIR": "16.17"}),
                line("TH-HP10", points_used=1500),
            ],
            status="placed",
            plans=["24.00"],
        ),
        plan("PLN-20616-3", "CUS-1211", "2025-09-22", level="essential", price="24.00"),
        stock_row("TH-HP10", "west", 3, 3),
        order("ORD-20617", "CUS-1211", "2025-08-04", [line("TH-LT14", serial="NBL-6120"), line("TH-MN27")]),
        shipment(
            "SHP-20617-1",
            "parcelfox",
            due="2025-08-09",
            handed_over="2025-08-05",
            delivered="2025-08-08",
            label_postcode="61211",
        ),
    ],
    policy=[
        "orders.md#forgotten-codes",
        "orders.md#cancellation",
        "orders.md#change-of-address",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "filing.md#outcomes",
    ],
    tell=["77.40", "204.00", "24.00", "1500"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "pushes", "recovery", "decoy"],
)
def test_case_PRC_003(trial: Trial) -> None:
    """One of three codes: that on what was paid for laptop and monitor brings most.  So the headphones go, and
    without them the western warehouse has every line, so that the order can go to the hostel after all."""
    with trial.golden() as world:
        meenakshi = verify_customer(world, email="meenakshi.iyer@example.org", phone_last4="0111")
        found = list_orders(world, customer_id=meenakshi.customer_id).items[0].order
        laptop, screen, phones = get_order(world, order_id=found.id).lines
        get_promotion(world, code="SAVE50")
        get_promotion(world, code="AUDIO15")
        code = get_promotion(world, code="LEARN5")
        list_disputes(world, customer_id=meenakshi.customer_id)
        get_customer_profile(world, customer_id=meenakshi.customer_id)
        list_tickets(world, requester_id=meenakshi.customer_id)
        list_store_credits(world, customer_id=meenakshi.customer_id)
        paid = get_payments(world, order_id=found.id).payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=money((laptop.paid + screen.paid) * code.value / 100),
            reason="promotion_correction",
        )
        _file(world, meenakshi.customer_id, found.id, "pricing")
        cover = next(p for p in list_plans(world, customer_id=meenakshi.customer_id) if p.line_id == phones.id)
        cancel_line(world, order_id=found.id, line_id=phones.id)
        issue_refund(world, payment_id=paid.id, amount=phones.paid, reason="cancellation", line_id=phones.id)
        adjust_points(
            world, customer_id=meenakshi.customer_id, line_id=phones.id, kind="given_back", points=phones.points_used
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        _file(world, meenakshi.customer_id, found.id, "cancellation")
        get_customer(world, customer_id=meenakshi.customer_id)
        for bought in (laptop, screen, phones):
            check_stock(world, product_id=bought.product_id)
        hostel = add_address(
            world,
            customer_id=meenakshi.customer_id,
            line1="8 Canal Street",
            city="Westhaven",
            region="west",
            postcode="91311",
        )
        change_delivery_address(world, order_id=found.id, address_id=hostel.id)
        _file(world, meenakshi.customer_id, found.id, "order_change")

    with trial.trap(breaks="orders.md#change-of-address", name="refused, as if the headphones still went") as world:
        meenakshi = verify_customer(world, email="meenakshi.iyer@example.org", phone_last4="0111")
        _code(world, "77.40")
        _file(world, meenakshi.customer_id, "ORD-20616", "pricing")
        _cancel_headphones(world, meenakshi.customer_id)
        _file(world, meenakshi.customer_id, "ORD-20616", "order_change", "declined", "terms_not_met")

    with trial.trap(breaks="orders.md#forgotten-codes", name="all three codes") as world:
        meenakshi = verify_customer(world, email="meenakshi.iyer@example.org", phone_last4="0111")
        _code(world, "50.00")
        _code(world, "77.40")
        _code(world, "30.60")
        _file(world, meenakshi.customer_id, "ORD-20616", "pricing")
        _file(world, meenakshi.customer_id, "ORD-20616", "order_change", "declined", "terms_not_met")

    with trial.trap(breaks="orders.md#forgotten-codes", name="of the list price") as world:
        meenakshi = verify_customer(world, email="meenakshi.iyer@example.org", phone_last4="0111")
        _code(world, "81.40")
        _file(world, meenakshi.customer_id, "ORD-20616", "pricing")
        _cancel_headphones(world, meenakshi.customer_id)
        _to_the_hostel(world, meenakshi.customer_id)
        _file(world, meenakshi.customer_id, "ORD-20616", "order_change")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="the plan of the cancelled headphones left") as world:
        meenakshi = verify_customer(world, email="meenakshi.iyer@example.org", phone_last4="0111")
        _code(world, "77.40")
        _file(world, meenakshi.customer_id, "ORD-20616", "pricing")
        _cancel_headphones(world, meenakshi.customer_id, with_plan=False)
        _to_the_hostel(world, meenakshi.customer_id)
        _file(world, meenakshi.customer_id, "ORD-20616", "order_change")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hi. Your prices drop faster than the leaves here. Two pairs of Sonder headphones at 249 apiece, an air fryer "
        "at 169 and an Inkwell printer at 209, two weeks ago today, ORD-20618. Headphones are 186.15 with your audio "
        "week, the fryer is 149, the printer 189. I make that 165.70 back."
    ),
    facts={
        "name": "Sami Korhonen",
        "email": "sami.korhonen@example.com",
        "condition of the headphones": "opened, both pairs",
        "whether anything is wrong with the headphones": "no, bar the scratch that you paid for",
        "what is to happen if both pairs cost more than sixty dollars": "one pair goes back and one stays",
    },
    behaviour=Behaviour(
        "Dry and exact with figures. On hearing how little the headphones bring, wants to send both pairs back "
        "instead; on hearing what that costs, only one. The printer stays, whatever happens.",
        pushes=(
            "The price today is what your shop asks today, and today it asks 186.15. Though if the headphones bring "
            "me less than twenty dollars, forget the difference on them and take both pairs back instead.",
            "And if sending both pairs back costs me more than sixty dollars, fees and lost discounts together, then "
            "one pair goes back and one stays.",
        ),
        accepts=("178.95",),
        answers={
            "return both": "If both cost me more than sixty dollars, fees and lost discounts together, then only one "
            "pair goes back and one stays.",
            "keep headphones": "Six dollars is nothing. Either both go back or, if that costs me more than sixty "
            "dollars with fees and lost discounts, one goes back and one stays.",
            "they faulty": "No, bar the scratch that you paid for.",
            "reason": "I changed my mind, nothing more.",
            "why": "I changed my mind, nothing more.",
        },
    ),
    records=[
        customer("CUS-1212", "Sami Korhonen", "sami.korhonen@example.com"),
        order(
            "ORD-20618",
            "CUS-1212",
            "2025-09-10",
            [
                line("TH-HP10", quantity=2, price="249.00", promotions={"SAVE50": "28.42"}),
                line("TH-AF12", price="169.00", promotions={"SAVE50": "9.65"}),
                line("TH-PR20", price="209.00", promotions={"SAVE50": "11.93"}),
            ],
            shipping_fee="6.95",
        ),
        shipment(
            "SHP-20618-1",
            "parcelfox",
            due="2025-09-15",
            handed_over="2025-09-11",
            delivered="2025-09-14",
            label_postcode="11212",
        ),
        refund("RF-20618-1", "24.90", "minor_defect", "2025-09-18", line_id="LIN-20618-1"),
        refund("RF-20618-2", "6.95", "goodwill", "2025-09-19"),
    ],
    policy=[
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "returns.md#fees",
        "filing.md#topics",
    ],
    tell=["8.07", "178.95"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "multi", "interacting", "pushes"],
)
def test_case_PRC_004(trial: Trial) -> None:
    """Day 14: the printer's difference of what was paid; $6.68 for the headphones is too little, and both would cost
    $76.00 to send back, since what stays misses $500, so one goes, less the whole of an earlier settlement."""
    with trial.golden() as world:
        sami = verify_customer(world, email="sami.korhonen@example.com", order_id="ORD-20618")
        bought = get_order(world, order_id="ORD-20618")
        phones, _, printer = bought.lines
        get_promotion(world, code=bought.promotions[0].promotion_id)
        list_shipments(world, order_id="ORD-20618")
        list_returns(world, order_id="ORD-20618")
        get_membership(world, customer_id=sami.customer_id)
        now = get_product(world, product_id=printer.product_id)
        for other in bought.lines[:2]:
            get_product(world, product_id=other.product_id)
        list_disputes(world, customer_id=sami.customer_id)
        get_customer_profile(world, customer_id=sami.customer_id)
        list_plans(world, customer_id=sami.customer_id)
        list_tickets(world, requester_id=sami.customer_id)
        file = get_payments(world, order_id="ORD-20618")
        list_store_credits(world, customer_id=sami.customer_id)
        issue_refund(
            world,
            payment_id=file.payments[0].id,
            amount=printer.paid - now.price * printer.quantity,
            reason="price_adjustment",
            line_id=printer.id,
        )
        _file(world, sami.customer_id, "ORD-20618", "pricing")
        base = money(phones.paid / 2) - file.refunds[0].amount
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(base * 10 / 100) - money("9.95"),
        )
        _file(world, sami.customer_id, "ORD-20618", "return")

    with trial.trap(breaks="refunds.md#discounts-lost", name="both pairs, as if no discount were lost") as world:
        sami = verify_customer(world, email="sami.korhonen@example.com", order_id="ORD-20618")
        _adjust(world, "LIN-20618-3", "8.07")
        _file(world, sami.customer_id, "ORD-20618", "pricing")
        _send_back(world, "LIN-20618-1", 2, money("444.68") - money("44.47") - money("9.95"))
        _file(world, sami.customer_id, "ORD-20618", "return")

    with trial.trap(breaks="refunds.md#calculation", name="half of the earlier settlement") as world:
        sami = verify_customer(world, email="sami.korhonen@example.com", order_id="ORD-20618")
        _adjust(world, "LIN-20618-3", "8.07")
        _file(world, sami.customer_id, "ORD-20618", "pricing")
        _send_back(world, "LIN-20618-1", 1, money("222.34") - money("22.23") - money("9.95"))
        _file(world, sami.customer_id, "ORD-20618", "return")

    with trial.trap(breaks="filing.md#topics", name="the difference that he gave up, and a pair besides") as world:
        sami = verify_customer(world, email="sami.korhonen@example.com", order_id="ORD-20618")
        _adjust(world, "LIN-20618-1", "6.68")
        _adjust(world, "LIN-20618-3", "8.07")
        _file(world, sami.customer_id, "ORD-20618", "pricing")
        _send_back(world, "LIN-20618-1", 1, money("178.95"))
        _file(world, sami.customer_id, "ORD-20618", "return")

    with trial.trap(breaks="orders.md#price-adjustment", name="clearance adjusted") as world:
        sami = verify_customer(world, email="sami.korhonen@example.com", order_id="ORD-20618")
        _adjust(world, "LIN-20618-2", "10.35")
        _adjust(world, "LIN-20618-3", "8.07")
        _file(world, sami.customer_id, "ORD-20618", "pricing")
        _send_back(world, "LIN-20618-1", 1, money("178.95"))
        _file(world, sami.customer_id, "ORD-20618", "return")

    assert trial.outcome == trial.golden_outcome
