"""Several lines of one order that end differently.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-parts. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import credit, customer, line, order, plan, points, refund, shipment
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_line,
    cancel_plan,
    check_stock,
    close_ticket,
    create_charge,
    create_exchange,
    create_return,
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
    list_promotions,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    search_products,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(world: World, who: str, order_id: str, topic: str) -> None:
    """One ticket of the ordinary priority, filed and closed for something granted."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: {topic}", topic=topic, priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


def _cancel_tablet(world: World, who: str, amount: Decimal) -> None:
    """The traps' cancellation of the tablet, with its points and its plan."""
    cancel_line(world, order_id="ORD-20636", line_id="LIN-20636-3")
    issue_refund(world, payment_id="PAY-20636-1", amount=amount, reason="cancellation", line_id="LIN-20636-3")
    adjust_points(world, customer_id=who, line_id="LIN-20636-3", kind="given_back", points=1500)
    cancel_plan(world, plan_id="PLN-20636-3")
    issue_refund(world, payment_id="PAY-20636-1", amount=money("48.00"), reason="plan_cancellation")


def _return_phones(world: World, amount: str) -> None:
    """The traps' return of the headphones."""
    create_return(
        world,
        line_id="LIN-20634-3",
        quantity=1,
        reason="changed_mind",
        condition="sealed",
        method="label",
        refund_to="original",
        refund_amount=money(amount),
    )


def _end_plan_of_phones(world: World) -> None:
    """The traps' end of the headphones' plan, in its first 30 days."""
    cancel_plan(world, plan_id="PLN-20634-3")
    issue_refund(world, payment_id="PAY-20634-1", amount=money("24.00"), reason="plan_cancellation")


@task(
    opening=(
        "Oi, tudo bem? From my order of the 12th I would send back three things: the bulb set, still sealed, the "
        "earbuds, and the headphones, nobody has opened those either. The blender stays, I love it. Isabela Rocha"
    ),
    facts={
        "email": "bakery.rocha@example.net",
        "another email address": "isabela.rocha@example.com",
        "order number": "ORD-20634",
        "condition of the earbuds": "opened and tried once",
    },
    behaviour=Behaviour(
        "Sunny. Asks once whether a set of bulbs in its film is not as good as new. Gives the e-mail address of her "
        "bakery, while she ordered with her own.",
        pushes=("The bulbs are in their film, as good as new, surely you can sell them again?",),
        answers={
            "another email": "Ah, I will have used my own, isabela.rocha@example.com.",
            "different email": "Ah, I will have used my own, isabela.rocha@example.com.",
            "other email": "Ah, I will have used my own, isabela.rocha@example.com.",
            "else email": "Ah, I will have used my own, isabela.rocha@example.com.",
            "another postcode": "Ah, I will have used my own, isabela.rocha@example.com.",
            "another phone": "Ah, I will have used my own, isabela.rocha@example.com.",
            "another number": "Ah, I will have used my own, isabela.rocha@example.com.",
            "check details": "Ah, I will have used my own, isabela.rocha@example.com.",
            "correct details": "Ah, I will have used my own, isabela.rocha@example.com.",
            "wrong": "No, nothing is wrong with any of them.",
            "faulty": "No, nothing is wrong with any of them.",
            "keep plan": "A plan for headphones that I do not have? No, end it.",
        },
    ),
    records=[
        customer("CUS-1224", "Isabela Rocha", "isabela.rocha@example.com"),
        order(
            "ORD-20634",
            "CUS-1224",
            "2025-09-12",
            [
                line("TH-LB06", promotions={"SAVE50": "6.44"}),
                line("TH-EB05", promotions={"SAVE50": "12.03"}),
                line("TH-HP10", promotions={"SAVE50": "20.43"}),
                line("TH-BL22", promotions={"SAVE50": "11.10"}),
            ],
            plans=["24.00", "24.00"],
        ),
        shipment(
            "SHP-20634-1",
            "northline",
            due="2025-09-17",
            handed_over="2025-09-13",
            delivered="2025-09-16",
            label_postcode="11224",
        ),
        credit("SC-20634-1", "CUS-1224", "8.00", "goodwill", "2025-09-18", line_id="LIN-20634-3"),
        plan("PLN-20634-3", "CUS-1224", "2025-09-12", level="essential", price="24.00", excess="25.00"),
        plan("PLN-20634-4", "CUS-1224", "2025-09-12", level="essential", price="24.00", excess="25.00"),
    ],
    policy=[
        "returns.md#goods-not-taken-back",
        "refunds.md#discounts-lost",
        "refunds.md#calculation",
        "warranty.md#ending-a-plan",
        "filing.md#outcomes",
    ],
    tell=["151.05", "24.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "pushes", "recovery", "decoy"],
)
def test_case_RET_009(trial: Trial) -> None:
    """Bulbs and opened earbuds stay, so that with the blender they lose their discount; a credit lessens the base, and
    the headphones' plan ends for its whole price; one ticket, resolved."""
    with trial.golden() as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        bought = get_order(world, order_id="ORD-20634")
        bulbs, buds, phones, blender = bought.lines
        list_shipments(world, order_id="ORD-20634")
        get_product(world, product_id=bulbs.product_id)
        get_product(world, product_id=buds.product_id)
        get_product(world, product_id=phones.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=isabela.customer_id)
        list_disputes(world, customer_id=isabela.customer_id)
        get_customer_profile(world, customer_id=isabela.customer_id)
        list_returns(world, order_id="ORD-20634")
        list_tickets(world, requester_id=isabela.customer_id)
        had = list_store_credits(world, customer_id=isabela.customer_id).items[0]
        paid = get_payments(world, order_id="ORD-20634").payments[0]
        cover = next(p for p in list_plans(world, customer_id=isabela.customer_id) if p.line_id == phones.id)
        list_warranty_claims(world, customer_id=isabela.customer_id)
        lost = bulbs.discount + buds.discount + blender.discount
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - had.amount - money("9.95") - lost,
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        _file(world, isabela.customer_id, "ORD-20634", "return")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        _return_phones(world, "180.62")
        _end_plan_of_phones(world)
        _file(world, isabela.customer_id, "ORD-20634", "return")

    with trial.trap(breaks="returns.md#goods-not-taken-back", name="bulbs taken back") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        _return_phones(world, "157.49")
        _end_plan_of_phones(world)
        create_return(
            world,
            line_id="LIN-20634-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("62.56") - money("9.95"),
        )
        _file(world, isabela.customer_id, "ORD-20634", "return")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        _return_phones(world, "159.05")
        _end_plan_of_phones(world)
        _file(world, isabela.customer_id, "ORD-20634", "return")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        _return_phones(world, "151.05")
        _file(world, isabela.customer_id, "ORD-20634", "return")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Salaam. Order ORD-20635: the robot vacuum has stopped turning left, so I want the same one again, a working "
        "one. And the blender, which is still in its seal, I would rather have as your air fryer. I know there is a "
        "25 dollar kitchen code on, so that cannot cost me much."
    ),
    facts={
        "name": "Khadija Warsame",
        "email": "khadija.warsame@example.com",
        "serial number of the vacuum": "GLE-8812",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Wants the very same vacuum, however long it takes, and no money for it.",
        pushes=("With the kitchen code the fryer should be five dollars more, not thirty.",),
        answers={"refund": "No money for the vacuum. I want the same one again and I can wait."},
    ),
    records=[
        customer("CUS-1225", "Khadija Warsame", "khadija.warsame@example.com"),
        order("ORD-20635", "CUS-1225", "2025-09-01", [line("TH-VC90", serial="GLE-8812"), line("TH-BL22")]),
        shipment(
            "SHP-20635-1",
            "parcelfox",
            due="2025-09-06",
            handed_over="2025-09-02",
            delivered="2025-09-05",
            label_postcode="11225",
        ),
    ],
    policy=["exchanges.md#no-stock", "exchanges.md#price-difference", "filing.md#outcomes"],
    tell=["30.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "pushes", "refusal"],
    twin="EXC_004",
)
def test_case_EXC_005(trial: Trial) -> None:
    """Restocked on day fourteen: the vacuum waits; the blender is exchanged, and the shared ticket is on hold."""
    with trial.golden() as world:
        khadija = verify_customer(world, email="khadija.warsame@example.com", order_id="ORD-20635")
        robot, blender = get_order(world, order_id="ORD-20635").lines
        list_shipments(world, order_id="ORD-20635")
        list_returns(world, order_id="ORD-20635")
        get_membership(world, customer_id=khadija.customer_id)
        list_disputes(world, customer_id=khadija.customer_id)
        get_customer_profile(world, customer_id=khadija.customer_id)
        list_tickets(world, requester_id=khadija.customer_id)
        check_stock(world, product_id=robot.product_id)
        fryer = search_products(world, query="air fryer").items[0]
        check_stock(world, product_id=fryer.product_id)
        list_promotions(world, on=world.today)
        list_promotions(world, on=world.today, page=2)
        get_payments(world, order_id="ORD-20635")
        create_charge(world, order_id="ORD-20635", amount=fryer.price - blender.paid, kind="price_difference")
        create_exchange(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            new_product_id=fryer.product_id,
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=khadija.customer_id,
            about_id="ORD-20635",
            subject="Exchange of a vacuum and a blender",
            topic="exchange",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=filed.id,
            body="Exchange the faulty vacuum for the same when it is restocked on 8 October.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_stock")

    with trial.trap(breaks="filing.md#outcomes") as world:
        khadija = verify_customer(world, email="khadija.warsame@example.com", order_id="ORD-20635")
        create_charge(world, order_id="ORD-20635", amount=money("30.00"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20635-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-AF12",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=khadija.customer_id,
            about_id="ORD-20635",
            subject="Exchange of a blender",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#price-difference") as world:
        khadija = verify_customer(world, email="khadija.warsame@example.com", order_id="ORD-20635")
        create_charge(world, order_id="ORD-20635", amount=money("5.00"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20635-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-AF12",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=khadija.customer_id,
            about_id="ORD-20635",
            subject="Exchange",
            topic="exchange",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Exchange when restocked.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_stock")

    with trial.trap(breaks="exchanges.md#no-stock") as world:
        khadija = verify_customer(world, email="khadija.warsame@example.com", order_id="ORD-20635")
        create_charge(world, order_id="ORD-20635", amount=money("30.00"), kind="price_difference")
        create_exchange(
            world,
            line_id="LIN-20635-2",
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-AF12",
            warehouse="east",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=khadija.customer_id,
            about_id="ORD-20635",
            subject="Exchange of a blender",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20635-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=money("459.00"),
        )
        back = open_ticket(
            world,
            requester_id=khadija.customer_id,
            about_id="ORD-20635",
            subject="Return of a vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Gamarjoba! I took a Nimbus 14 and a Clarion 27 together because of the pair offer, last Friday, and a Slate "
        "tablet on top. My firm now gives me everything, so stop the whole order please and return all the money with "
        "the express fee. Only Monday's printer I still need, and there I forgot your learner's code, five percent."
    ),
    facts={
        "name": "Giorgi Beridze",
        "email": "giorgi.beridze@example.org",
        "order number": "ORD-20636",
        "what is to happen if the monitor costs the laptop's discount": "the monitor stays, only the tablet goes",
    },
    behaviour=Behaviour(
        "In high spirits over his new job, hears only half of what he is told. Changes his mind about the monitor when "
        "he hears that it costs him the discount of the laptop.",
        pushes=(
            "The laptop is not here yet, so you can still call it back, no? And the monitor: if giving it up costs me "
            "the discount of the laptop, it stays and only the tablet goes.",
        ),
        answers={
            "plan": "Without the tablet I need no plan for it.",
            "keep monitor": "Yes, the monitor stays with the laptop, only the tablet goes.",
            "leave monitor": "Yes, the monitor stays with the laptop, only the tablet goes.",
        },
    ),
    records=[
        customer("CUS-1226", "Giorgi Beridze", "giorgi.beridze@example.org", region="west"),
        points("PL-1226-1", "CUS-1226", "bonus", 2500, "2025-03-10"),
        order(
            "ORD-20636",
            "CUS-1226",
            "2025-09-19",
            [
                line("TH-LT14", promotions={"DESKPAIR": "63.83"}),
                line("TH-MN27", promotions={"DESKPAIR": "16.17"}, status="packed"),
                line("TH-TB11", price="469.00", points_used=1500, status="placed"),
            ],
            status="shipped",
            speed="express",
            shipping_fee="14.95",
            plans=["48.00"],
        ),
        shipment("SHP-20636-1", "parcelfox", due="2025-09-25", handed_over="2025-09-23", label_postcode="91226"),
        plan("PLN-20636-3", "CUS-1226", "2025-09-19", level="essential", price="48.00"),
        refund("RF-20636-1", "20.00", "price_adjustment", "2025-09-22", line_id="LIN-20636-3"),
        order(
            "ORD-20637",
            "CUS-1226",
            "2025-09-22",
            [line("TH-PR20", points_used=1000), line("TH-LB06")],
            status="placed",
        ),
    ],
    policy=[
        "orders.md#cancellation",
        "refunds.md#discounts-lost",
        "refunds.md#calculation",
        "warranty.md#ending-a-plan",
        "customers.md#points",
        "orders.md#forgotten-codes",
        "filing.md#outcomes",
    ],
    tell=["434.00", "48.00", "1500", "8.95"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "pushes", "decoy"],
)
def test_case_CAN_004(trial: Trial) -> None:
    """The laptop has left and its discount hangs on the monitor, so only the tablet goes, which is not packed: no
    fee, less an earlier payment, its plan and its points back; the code is of what was paid for the printer."""
    with trial.golden() as world:
        giorgi = verify_customer(world, email="giorgi.beridze@example.org", order_id="ORD-20636")
        bought = get_order(world, order_id="ORD-20636")
        tablet = bought.lines[2]
        get_promotion(world, code=bought.promotions[0].promotion_id)
        list_disputes(world, customer_id=giorgi.customer_id)
        get_customer_profile(world, customer_id=giorgi.customer_id)
        list_tickets(world, requester_id=giorgi.customer_id)
        list_store_credits(world, customer_id=giorgi.customer_id)
        cover = next(p for p in list_plans(world, customer_id=giorgi.customer_id) if p.line_id == tablet.id)
        list_warranty_claims(world, customer_id=giorgi.customer_id)
        list_installations(world, order_id="ORD-20636")
        money_of_it = get_payments(world, order_id="ORD-20636")
        cancel_line(world, order_id="ORD-20636", line_id=tablet.id)
        issue_refund(
            world,
            payment_id=money_of_it.payments[0].id,
            amount=tablet.paid - money_of_it.refunds[0].amount,
            reason="cancellation",
            line_id=tablet.id,
        )
        adjust_points(
            world, customer_id=giorgi.customer_id, line_id=tablet.id, kind="given_back", points=tablet.points_used
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=money_of_it.payments[0].id, amount=cover.price, reason="plan_cancellation")
        _file(world, giorgi.customer_id, "ORD-20636", "cancellation")
        newer = list_orders(world, customer_id=giorgi.customer_id).items[0].order
        printer = get_order(world, order_id=newer.id).lines[0]
        codes = [*list_promotions(world, on=newer.placed_on).items]
        codes += list_promotions(world, on=newer.placed_on, page=2).items
        code = next(code for code in codes if code.category == "computing")
        paid = get_payments(world, order_id=newer.id).payments[0]
        issue_refund(
            world, payment_id=paid.id, amount=money(printer.paid * code.value / 100), reason="promotion_correction"
        )
        _file(world, giorgi.customer_id, newer.id, "pricing")

    with trial.trap(breaks="refunds.md#discounts-lost", name="the monitor too, which he keeps at that price") as world:
        giorgi = verify_customer(world, email="giorgi.beridze@example.org", order_id="ORD-20636")
        cancel_line(world, order_id="ORD-20636", line_id="LIN-20636-2")
        issue_refund(
            world, payment_id="PAY-20636-1", amount=money("312.83"), reason="cancellation", line_id="LIN-20636-2"
        )
        _cancel_tablet(world, giorgi.customer_id, money("434.00") - money("15.00") - money("63.83"))
        _file(world, giorgi.customer_id, "ORD-20636", "cancellation")
        issue_refund(world, payment_id="PAY-20637-1", amount=money("8.95"), reason="promotion_correction")
        _file(world, giorgi.customer_id, "ORD-20637", "pricing")

    with trial.trap(breaks="orders.md#cancellation", name="a packed line's fee for one that is placed") as world:
        giorgi = verify_customer(world, email="giorgi.beridze@example.org", order_id="ORD-20636")
        _cancel_tablet(world, giorgi.customer_id, money("434.00") - money("15.00"))
        _file(world, giorgi.customer_id, "ORD-20636", "cancellation")
        issue_refund(world, payment_id="PAY-20637-1", amount=money("8.95"), reason="promotion_correction")
        _file(world, giorgi.customer_id, "ORD-20637", "pricing")

    with trial.trap(breaks="refunds.md#calculation", name="what was paid back before is paid again") as world:
        giorgi = verify_customer(world, email="giorgi.beridze@example.org", order_id="ORD-20636")
        _cancel_tablet(world, giorgi.customer_id, money("454.00"))
        _file(world, giorgi.customer_id, "ORD-20636", "cancellation")
        issue_refund(world, payment_id="PAY-20637-1", amount=money("8.95"), reason="promotion_correction")
        _file(world, giorgi.customer_id, "ORD-20637", "pricing")

    with trial.trap(breaks="orders.md#forgotten-codes", name="five percent of the list price") as world:
        giorgi = verify_customer(world, email="giorgi.beridze@example.org", order_id="ORD-20636")
        _cancel_tablet(world, giorgi.customer_id, money("434.00"))
        _file(world, giorgi.customer_id, "ORD-20636", "cancellation")
        issue_refund(world, payment_id="PAY-20637-1", amount=money("9.45"), reason="promotion_correction")
        _file(world, giorgi.customer_id, "ORD-20637", "pricing")

    assert trial.outcome == trial.golden_outcome
