"""Orders that are called off in part, and one that has to go elsewhere, and fast.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-cancelled. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    address,
    charge,
    customer,
    dispute,
    installation,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
)
from sandbox_external_retail.tools import (
    add_address,
    adjust_points,
    cancel_installation,
    cancel_line,
    cancel_plan,
    change_delivery_address,
    change_shipping_speed,
    check_stock,
    close_ticket,
    create_charge,
    find_customer,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Barev dzez. The wall oven in ORD-20712 was a whim of Monday night. Stop it, but only if I lose no more than "
        "fifty dollars by that; otherwise the oven stays and the espresso machine goes. And mind, the card I paid "
        "with is dead since yesterday. All the money onto the gift card, please. Arman Petrosyan"
    ),
    facts={"email": "arman.petrosyan@example.com"},
    behaviour=Behaviour(
        "Impulsive and good-humoured. Would like to have everything on the gift card.",
        pushes=("Can you not simply put the whole of it on the gift card?",),
    ),
    records=[
        customer("CUS-1289", "Arman Petrosyan", "arman.petrosyan@example.com", region="central"),
        order(
            "ORD-20712",
            "CUS-1289",
            "2025-09-22",
            [
                line("TH-OV60", promotions={"SAVE50": "34.97"}),
                line("TH-CM40", promotions={"SAVE50": "15.03"}),
            ],
            status="placed",
            shipping_fee="49.00",
            payments=[("card", "793.00"), ("gift_card", "500.00")],
            instrument="closed",
        ),
        refund("RF-20712-1", "20.00", "goodwill", "2025-09-23"),
        order("ORD-20713", "CUS-1289", "2025-08-12", [line("TH-VC90")]),
        shipment(
            "SHP-20713-1",
            "parcelfox",
            due="2025-08-17",
            handed_over="2025-08-13",
            delivered="2025-08-16",
            label_postcode="61289",
        ),
        dispute("DSP-20713-1", "459.00", "2025-09-02"),
    ],
    policy=["orders.md#cancellation", "refunds.md#discounts-lost", "refunds.md#where-money-goes"],
    tell=["773.00", "82.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes"],
    twin="CAN_007",
)
def test_case_CAN_006(trial: Trial) -> None:
    """Made to order, second day: no fee, but the machine's discount is lost; credit for the dead card first."""
    with trial.golden() as world:
        arman = verify_customer(world, email="arman.petrosyan@example.com", order_id="ORD-20712")
        bought = get_order(world, order_id="ORD-20712")
        oven, machine = bought.lines
        get_product(world, product_id=oven.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        list_disputes(world, customer_id=arman.customer_id)
        get_customer_profile(world, customer_id=arman.customer_id)
        list_plans(world, customer_id=arman.customer_id)
        list_installations(world, order_id="ORD-20712")
        list_store_credits(world, customer_id=arman.customer_id)
        list_tickets(world, requester_id=arman.customer_id)
        money_paid = get_payments(world, order_id="ORD-20712")
        card, gift = money_paid.payments
        due = oven.paid - machine.discount
        of_card = card.amount - money_paid.refunds[0].amount
        cancel_line(world, order_id="ORD-20712", line_id=oven.id)
        issue_store_credit(
            world,
            customer_id=arman.customer_id,
            amount=of_card,
            reason="cancellation",
            order_id="ORD-20712",
            line_id=oven.id,
        )
        issue_refund(world, payment_id=gift.id, amount=due - of_card, reason="cancellation", line_id=oven.id)
        filed = open_ticket(
            world,
            requester_id=arman.customer_id,
            about_id="ORD-20712",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes", name="to the dead card") as world:
        arman = verify_customer(world, email="arman.petrosyan@example.com", order_id="ORD-20712")
        cancel_line(world, order_id="ORD-20712", line_id="LIN-20712-1")
        issue_refund(
            world, payment_id="PAY-20712-1", amount=money("773.00"), reason="cancellation", line_id="LIN-20712-1"
        )
        issue_refund(
            world, payment_id="PAY-20712-2", amount=money("82.00"), reason="cancellation", line_id="LIN-20712-1"
        )
        filed = open_ticket(
            world,
            requester_id=arman.customer_id,
            about_id="ORD-20712",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes", name="gift card first") as world:
        arman = verify_customer(world, email="arman.petrosyan@example.com", order_id="ORD-20712")
        cancel_line(world, order_id="ORD-20712", line_id="LIN-20712-1")
        issue_refund(
            world, payment_id="PAY-20712-2", amount=money("500.00"), reason="cancellation", line_id="LIN-20712-1"
        )
        issue_store_credit(
            world,
            customer_id=arman.customer_id,
            amount=money("355.00"),
            reason="cancellation",
            order_id="ORD-20712",
            line_id="LIN-20712-1",
        )
        filed = open_ticket(
            world,
            requester_id=arman.customer_id,
            about_id="ORD-20712",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        arman = verify_customer(world, email="arman.petrosyan@example.com", order_id="ORD-20712")
        cancel_line(world, order_id="ORD-20712", line_id="LIN-20712-1")
        issue_store_credit(
            world,
            customer_id=arman.customer_id,
            amount=money("773.00"),
            reason="cancellation",
            order_id="ORD-20712",
            line_id="LIN-20712-1",
        )
        issue_refund(
            world, payment_id="PAY-20712-2", amount=money("97.03"), reason="cancellation", line_id="LIN-20712-1"
        )
        filed = open_ticket(
            world,
            requester_id=arman.customer_id,
            about_id="ORD-20712",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation") as world:
        arman = verify_customer(world, email="arman.petrosyan@example.com", order_id="ORD-20712")
        cancel_line(world, order_id="ORD-20712", line_id="LIN-20712-2")
        issue_store_credit(
            world,
            customer_id=arman.customer_id,
            amount=money("373.97"),
            reason="cancellation",
            order_id="ORD-20712",
            line_id="LIN-20712-2",
        )
        filed = open_ticket(
            world,
            requester_id=arman.customer_id,
            about_id="ORD-20712",
            subject="Espresso machine cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="Molo. What would I lose if I called off Sunday's wall oven, the one for my own kitchen? ORD-20741.",
    facts={
        "name": "Sinazo Mthembu",
        "email": "sinazo.mthembu@example.org",
        "postcode": "61290",
        "order number after a second look": "ORD-20714",
        "the most that she is willing to lose": "fifty dollars",
        "what is to happen if it costs more": "keep the oven and cancel the espresso machine instead",
    },
    behaviour=Behaviour(
        "Careful with money. Reads the order number off her own handwriting, wrongly. Gives up fifty dollars for the "
        "oven and no more; beyond that she keeps it and cancels the espresso machine of the same order.",
        refuses=("174.01", "189.04", "680.99"),
        pushes=(
            "Fifty dollars is the most that I give up. If it is more, the oven stays and the espresso machine goes.",
        ),
    ),
    records=[
        customer("CUS-1290", "Sinazo Mthembu", "sinazo.mthembu@example.org", region="central"),
        address("ADR-1390", "CUS-1290", line1="31 Linden Court", city="Midfield", region="central", postcode="61390"),
        order(
            "ORD-20714",
            "CUS-1290",
            "2025-09-21",
            [
                line("TH-OV60", promotions={"SAVE50": "34.97"}),
                line("TH-CM40", promotions={"SAVE50": "15.03"}),
            ],
            status="placed",
            shipping_fee="49.00",
            payments=[("card", "793.00"), ("gift_card", "500.00")],
            instrument="closed",
        ),
        refund("RF-20714-1", "20.00", "goodwill", "2025-09-22"),
        order(
            "ORD-20715",
            "CUS-1290",
            "2025-09-22",
            [line("TH-OV60")],
            status="placed",
            address_id="ADR-1390",
            shipping_fee="49.00",
        ),
    ],
    policy=[
        "orders.md#cancellation",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "refunds.md#where-money-goes",
    ],
    tell=["373.97"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "recovery",
    ],
    twin="CAN_006",
)
def test_case_CAN_007(trial: Trial) -> None:
    """Third day: the oven would cost her $189.04, so the machine goes, breaks nothing, and is paid as credit."""
    with trial.golden() as world:
        sinazo = verify_customer(world, email="sinazo.mthembu@example.org", postcode="61290")
        list_orders(world, customer_id=sinazo.customer_id)
        bought = get_order(world, order_id="ORD-20714")
        oven, machine = bought.lines
        get_product(world, product_id=oven.product_id)
        get_product(world, product_id=machine.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        list_disputes(world, customer_id=sinazo.customer_id)
        get_customer_profile(world, customer_id=sinazo.customer_id)
        list_plans(world, customer_id=sinazo.customer_id)
        list_installations(world, order_id="ORD-20714")
        list_store_credits(world, customer_id=sinazo.customer_id)
        get_payments(world, order_id="ORD-20714")
        list_tickets(world, requester_id=sinazo.customer_id)
        cancel_line(world, order_id="ORD-20714", line_id=machine.id)
        issue_store_credit(
            world,
            customer_id=sinazo.customer_id,
            amount=machine.paid,
            reason="cancellation",
            order_id="ORD-20714",
            line_id=machine.id,
        )
        filed = open_ticket(
            world,
            requester_id=sinazo.customer_id,
            about_id="ORD-20714",
            subject="Espresso machine cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#cancellation", name="no fee") as world:
        sinazo = verify_customer(world, email="sinazo.mthembu@example.org", postcode="61290")
        cancel_line(world, order_id="ORD-20714", line_id="LIN-20714-1")
        issue_store_credit(
            world,
            customer_id=sinazo.customer_id,
            amount=money("773.00"),
            reason="cancellation",
            order_id="ORD-20714",
            line_id="LIN-20714-1",
        )
        issue_refund(
            world, payment_id="PAY-20714-2", amount=money("82.00"), reason="cancellation", line_id="LIN-20714-1"
        )
        filed = open_ticket(
            world,
            requester_id=sinazo.customer_id,
            about_id="ORD-20714",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes", name="to the closed card") as world:
        sinazo = verify_customer(world, email="sinazo.mthembu@example.org", postcode="61290")
        cancel_line(world, order_id="ORD-20714", line_id="LIN-20714-2")
        issue_refund(
            world, payment_id="PAY-20714-1", amount=money("373.97"), reason="cancellation", line_id="LIN-20714-2"
        )
        filed = open_ticket(
            world,
            requester_id=sinazo.customer_id,
            about_id="ORD-20714",
            subject="Espresso machine cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes", name="to the gift card") as world:
        sinazo = verify_customer(world, email="sinazo.mthembu@example.org", postcode="61290")
        cancel_line(world, order_id="ORD-20714", line_id="LIN-20714-2")
        issue_refund(
            world, payment_id="PAY-20714-2", amount=money("373.97"), reason="cancellation", line_id="LIN-20714-2"
        )
        filed = open_ticket(
            world,
            requester_id=sinazo.customer_id,
            about_id="ORD-20714",
            subject="Espresso machine cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        sinazo = verify_customer(world, email="sinazo.mthembu@example.org", postcode="61290")
        cancel_line(world, order_id="ORD-20714", line_id="LIN-20714-2")
        issue_store_credit(
            world,
            customer_id=sinazo.customer_id,
            amount=money("339.00"),
            reason="cancellation",
            order_id="ORD-20714",
            line_id="LIN-20714-2",
        )
        filed = open_ticket(
            world,
            requester_id=sinazo.customer_id,
            about_id="ORD-20714",
            subject="Espresso machine cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I have had it with you people!! Washer, dryer, blenders, everything in ORD-20761: OFF, and whatever hangs on "
        "it, the cover, the fitter tomorrow, all of it. The washer was promised for Monday, it is Wednesday and it "
        "has not even left your hall, so for the two days you owe me something on top. Catalina Huenchumil"
    ),
    facts={
        "email": "catalina.huenchumil@example.com",
        "postcode": "11291",
        "last four digits of the phone number": "0191",
    },
    behaviour=Behaviour(
        "Furious, types faster than she reads, and has two digits of the order number the wrong way round. Reads it "
        "again, ORD-20716, when she is told that it does not fit.",
        pushes=("Then call the courier and turn the blenders round, how hard can that be?",),
        answers={
            "ORD-20716": "Yes! ORD-20716, that one.",
            **dict.fromkeys(
                (
                    *("check order number", "another order number", "other order number", "order number misread"),
                    *("order number mistyped", "order number correct", "order number right"),
                ),
                "ORD-20716 then, who can read these!",
            ),
        },
    ),
    records=[
        customer("CUS-1291", "Catalina Huenchumil", "catalina.huenchumil@example.com", points=300),
        points("PL-20716-9", "CUS-1291", "bonus", 5300, "2025-02-20"),
        order(
            "ORD-20716",
            "CUS-1291",
            "2025-09-15",
            [
                line("TH-DR710", promotions={"LAUNDRY10": "76.00"}, points_used=5000, status="packed", parcel=2),
                line("TH-WM700", promotions={"LAUNDRY10": "82.00"}, status="packed", parcel=2),
                line("TH-BL22", quantity=2, promotions={"KITCHEN25": "25.00"}),
            ],
            status="shipped",
            shipping_fee="49.00",
            plans=["96.00"],
        ),
        plan("PLN-20716-1", "CUS-1291", "2025-09-15", line_id="LIN-20716-2"),
        refund("RF-20716-1", "30.00", "price_adjustment", "2025-09-19", line_id="LIN-20716-2"),
        shipment("SHP-20716-1", "parcelfox", due="2025-09-26", handed_over="2025-09-22", label_postcode="11291"),
        shipment("SHP-20716-2", "heavyhaul", due="2025-09-22", label_postcode="11291"),
        charge("CH-20716-1", "79.00", "installation", "2025-09-15"),
        installation("INS-20716-1", "SLOT-1-0925", fee="79.00", line_id="LIN-20716-2"),
        order("ORD-20717", "CUS-1291", "2025-09-23", [line("TH-BL22")], status="placed"),
    ],
    policy=[
        "orders.md#cancellation",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "installation.md#cancelling-a-visit",
        "delivery.md#delayed-parcels",
    ],
    tell=["693.00", "634.00", "96.00", "79.00", "5000"],
    tags=[
        "asks",
        "uncued",
        "two-policies",
        "multi",
        "refusal",
        "pushes",
        "decoy",
        "recovery",
    ],
)
def test_case_CAN_008(trial: Trial) -> None:
    """The blenders have left; the fee is the washer's, whose adjustment counts; its visit is free, the promise past."""
    with trial.golden() as world:
        catalina = verify_customer(world, email="catalina.huenchumil@example.com", postcode="11291")
        list_orders(world, customer_id=catalina.customer_id)
        bought = get_order(world, order_id="ORD-20716")
        dryer, washer = bought.lines[:2]
        get_promotion(world, code="KITCHEN25")
        list_shipments(world, order_id="ORD-20716")
        list_disputes(world, customer_id=catalina.customer_id)
        get_customer_profile(world, customer_id=catalina.customer_id)
        list_store_credits(world, customer_id=catalina.customer_id)
        cover = list_plans(world, customer_id=catalina.customer_id)[0]
        visit = list_installations(world, order_id="ORD-20716")[0].installation
        list_tickets(world, requester_id=catalina.customer_id)
        money_paid = get_payments(world, order_id="ORD-20716")
        card, adjusted = money_paid.payments[0], money_paid.refunds[0]
        cancel_line(world, order_id="ORD-20716", line_id=dryer.id)
        cancel_line(world, order_id="ORD-20716", line_id=washer.id)
        issue_refund(world, payment_id=card.id, amount=dryer.paid, reason="cancellation", line_id=dryer.id)
        issue_refund(
            world,
            payment_id=card.id,
            amount=washer.paid - adjusted.amount - money("15.00"),
            reason="cancellation",
            line_id=washer.id,
        )
        adjust_points(
            world, customer_id=catalina.customer_id, line_id=dryer.id, kind="given_back", points=dryer.points_used
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=card.id, amount=cover.price, reason="plan_cancellation")
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=card.id, amount=visit.fee, reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer and dryer cancelled, blenders on their way",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer two days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    with trial.trap(breaks="installation.md#cancelling-a-visit") as world:
        catalina = verify_customer(world, email="catalina.huenchumil@example.com", postcode="11291")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-1")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-2")
        for line_id, amount in (("LIN-20716-1", "634.00"), ("LIN-20716-2", "693.00")):
            issue_refund(world, payment_id="PAY-20716-1", amount=money(amount), reason="cancellation", line_id=line_id)
        adjust_points(world, customer_id=catalina.customer_id, line_id="LIN-20716-1", kind="given_back", points=5000)
        cancel_plan(world, plan_id="PLN-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("39.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer and dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    with trial.trap(breaks="orders.md#cancellation") as world:
        catalina = verify_customer(world, email="catalina.huenchumil@example.com", postcode="11291")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-1")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-2")
        for line_id, amount in (("LIN-20716-1", "619.00"), ("LIN-20716-2", "693.00")):
            issue_refund(world, payment_id="PAY-20716-1", amount=money(amount), reason="cancellation", line_id=line_id)
        adjust_points(world, customer_id=catalina.customer_id, line_id="LIN-20716-1", kind="given_back", points=5000)
        cancel_plan(world, plan_id="PLN-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer and dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        catalina = verify_customer(world, email="catalina.huenchumil@example.com", postcode="11291")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-1")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-2")
        for line_id, amount in (("LIN-20716-1", "634.00"), ("LIN-20716-2", "668.00")):
            issue_refund(world, payment_id="PAY-20716-1", amount=money(amount), reason="cancellation", line_id=line_id)
        adjust_points(world, customer_id=catalina.customer_id, line_id="LIN-20716-1", kind="given_back", points=5000)
        cancel_plan(world, plan_id="PLN-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer and dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    with trial.trap(breaks="refunds.md#calculation") as world:
        catalina = verify_customer(world, email="catalina.huenchumil@example.com", postcode="11291")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-1")
        cancel_line(world, order_id="ORD-20716", line_id="LIN-20716-2")
        for line_id, amount in (("LIN-20716-1", "634.00"), ("LIN-20716-2", "723.00")):
            issue_refund(world, payment_id="PAY-20716-1", amount=money(amount), reason="cancellation", line_id=line_id)
        adjust_points(world, customer_id=catalina.customer_id, line_id="LIN-20716-1", kind="given_back", points=5000)
        cancel_plan(world, plan_id="PLN-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20716-1")
        issue_refund(world, payment_id="PAY-20716-1", amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer and dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=catalina.customer_id,
            about_id="ORD-20716",
            subject="Washer late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="below_threshold")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Tungjatjeta, this is Blerta Hoxha. I leave town on Friday, so ORD-20718 must catch up with me: to my sister "
        "in Westhaven, whom you have on file, or if you cannot do that, to our parents in Midfield. And quicker than "
        "now, the quickest that I can have for twenty dollars extra at the most."
    ),
    facts={
        "email": "blerta.h@example.net",
        "another email address": "blerta.hoxha@example.org",
        "address of the parents": "8 Poplar Close, Midfield",
        "postcode of the parents' address": "60418",
        "delivery region of the parents' address": "central",
    },
    behaviour=Behaviour(
        "In a hurry, precise. Has forgotten which of her e-mail addresses she used.",
        answers={
            "another email": "Then try blerta.hoxha@example.org.",
            "different email": "Then try blerta.hoxha@example.org.",
            "other email": "Then try blerta.hoxha@example.org.",
            "else email": "Then try blerta.hoxha@example.org.",
            "central region": "Yes, Midfield is in the central region.",
        },
    ),
    records=[
        customer(
            "CUS-1292",
            "Blerta Hoxha",
            "blerta.hoxha@example.org",
            tier="pro",
            tier_since="2024-09-24",
            paid_until="2025-09-23",
        ),
        address("ADR-1392", "CUS-1292", line1="40 Heron Street", city="Westhaven", region="west", postcode="91392"),
        order(
            "ORD-20718",
            "CUS-1292",
            "2025-09-23",
            [line("TH-DB03"), line("TH-TB11", quantity=2)],
            status="placed",
            shipping_fee="6.95",
        ),
        order("ORD-20719", "CUS-1292", "2025-09-24", [line("TH-TB11")], status="placed", shipping_fee="6.95"),
    ],
    policy=[
        "orders.md#change-of-address",
        "orders.md#shipping-speed",
        "exchanges.md#warehouse",
        "customers.md#membership-tiers",
    ],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "recovery",
        "decoy",
    ],
)
def test_case_ORD_004(trial: Trial) -> None:
    """West has no tablet, central exactly two; next-day is $23.00, express free for an order that counts as pro."""
    with trial.golden() as world:
        find_customer(world, email="blerta.h@example.net")
        blerta = verify_customer(world, email="blerta.hoxha@example.org", order_id="ORD-20718")
        for item in get_order(world, order_id="ORD-20718").lines:
            get_product(world, product_id=item.product_id)
            check_stock(world, product_id=item.product_id)
        get_customer(world, customer_id=blerta.customer_id)
        get_membership(world, customer_id=blerta.customer_id)
        list_disputes(world, customer_id=blerta.customer_id)
        get_customer_profile(world, customer_id=blerta.customer_id)
        list_tickets(world, requester_id=blerta.customer_id)
        parents = add_address(
            world,
            customer_id=blerta.customer_id,
            line1="8 Poplar Close",
            city="Midfield",
            region="central",
            postcode="60418",
        )
        change_delivery_address(world, order_id="ORD-20718", address_id=parents.id)
        change_shipping_speed(world, order_id="ORD-20718", speed="express")
        filed = open_ticket(
            world,
            requester_id=blerta.customer_id,
            about_id="ORD-20718",
            subject="To her parents, by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#change-of-address", name="to her sister") as world:
        blerta = verify_customer(world, email="blerta.hoxha@example.org", order_id="ORD-20718")
        change_delivery_address(world, order_id="ORD-20718", address_id="ADR-1392")
        change_shipping_speed(world, order_id="ORD-20718", speed="express")
        filed = open_ticket(
            world,
            requester_id=blerta.customer_id,
            about_id="ORD-20718",
            subject="To her sister, by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#change-of-address", name="stays where it is") as world:
        blerta = verify_customer(world, email="blerta.hoxha@example.org", order_id="ORD-20718")
        change_shipping_speed(world, order_id="ORD-20718", speed="express")
        filed = open_ticket(
            world,
            requester_id=blerta.customer_id,
            about_id="ORD-20718",
            subject="By express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        blerta = verify_customer(world, email="blerta.hoxha@example.org", order_id="ORD-20718")
        parents = add_address(
            world,
            customer_id=blerta.customer_id,
            line1="8 Poplar Close",
            city="Midfield",
            region="central",
            postcode="60418",
        )
        change_delivery_address(world, order_id="ORD-20718", address_id=parents.id)
        create_charge(world, order_id="ORD-20718", amount=money("8.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20718", speed="express")
        filed = open_ticket(
            world,
            requester_id=blerta.customer_id,
            about_id="ORD-20718",
            subject="To her parents, by express",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="orders.md#shipping-speed") as world:
        blerta = verify_customer(world, email="blerta.hoxha@example.org", order_id="ORD-20718")
        parents = add_address(
            world,
            customer_id=blerta.customer_id,
            line1="8 Poplar Close",
            city="Midfield",
            region="central",
            postcode="60418",
        )
        change_delivery_address(world, order_id="ORD-20718", address_id=parents.id)
        create_charge(world, order_id="ORD-20718", amount=money("23.00"), kind="speed_upgrade")
        change_shipping_speed(world, order_id="ORD-20718", speed="next_day")
        filed = open_ticket(
            world,
            requester_id=blerta.customer_id,
            about_id="ORD-20718",
            subject="To her parents, next day",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
