"""Settlements for minor defects: shares, units, flags, and where the money goes.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-settlements. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import (
    credit,
    customer,
    line,
    order,
    plan,
    points,
    shipment,
)
from sandbox_external_retail.tools import (
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    issue_store_credit,
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
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "The Hearth smart locks for my holiday flats, order ORD-20767. On some of them the keypad swallows every "
        "second press, so that guests type the code three times. They do lock, mind you. I will keep the whole lot if "
        "you pay me something for the bad ones, and twenty percent is what I have in mind."
    ),
    facts={
        "name": "Tendai Chikwanha",
        "email": "tendai.chikwanha@example.org",
        "order number after a second look": "ORD-20676",
        "how many locks are affected": "two of the three",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Haggles for sport, takes what is right in the end. Misread the order number and corrects it when told.",
        pushes=("Twenty percent of what they cost me, that is only fair.",),
        answers={"return exchange": "I keep the locks, and take money for the bad ones."},
    ),
    records=[
        customer("CUS-1268", "Tendai Chikwanha", "tendai.chikwanha@example.org", score=431, region="west"),
        order(
            "ORD-20676",
            "CUS-1268",
            "2025-09-04",
            [line("TH-LK04", quantity=3, price="269.00", promotions={"SAVE50": "50.00"})],
            instrument="closed",
        ),
        shipment(
            "SHP-20676-1",
            "parcelfox",
            due="2025-09-09",
            handed_over="2025-09-05",
            delivered="2025-09-08",
            label_postcode="91268",
        ),
        credit("SC-20676-1", "CUS-1268", "10.00", "price_adjustment", "2025-09-12", line_id="LIN-20676-1"),
        order("ORD-20677", "CUS-1268", "2025-08-30", [line("TH-LK04", price="269.00"), line("TH-DB03")]),
        shipment(
            "SHP-20677-1",
            "parcelfox",
            due="2025-09-04",
            handed_over="2025-09-01",
            delivered="2025-09-03",
            label_postcode="91268",
        ),
    ],
    policy=["returns.md#minor-defects", "refunds.md#calculation", "refunds.md#where-money-goes"],
    tell=["49.47"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "recovery"],
)
def test_case_RET_022(trial: Trial) -> None:
    """Two units of three, less a credit on the line, at Tallow's half share; and the card is closed."""
    with trial.golden() as world:
        tendai = verify_customer(world, email="tendai.chikwanha@example.org", order_id="ORD-20676")
        locks = get_order(world, order_id="ORD-20676").lines[0]
        list_shipments(world, order_id="ORD-20676")
        get_payments(world, order_id="ORD-20676")
        before = list_store_credits(world, customer_id=tendai.customer_id).items[0]
        list_returns(world, order_id="ORD-20676")
        list_disputes(world, customer_id=tendai.customer_id)
        get_customer_profile(world, customer_id=tendai.customer_id)
        get_membership(world, customer_id=tendai.customer_id)
        list_tickets(world, requester_id=tendai.customer_id)
        base = money(locks.paid / locks.quantity) * 2 - before.amount
        share = money(base * 20 / 100)
        issue_store_credit(
            world,
            customer_id=tendai.customer_id,
            amount=money(share / 2),
            reason="minor_defect",
            order_id="ORD-20676",
            line_id=locks.id,
        )
        filed = open_ticket(
            world,
            requester_id=tendai.customer_id,
            about_id="ORD-20676",
            subject="Two smart locks with a weak keypad",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        tendai = verify_customer(world, email="tendai.chikwanha@example.org", order_id="ORD-20676")
        locks = get_order(world, order_id="ORD-20676").lines[0]
        issue_refund(world, payment_id="PAY-20676-1", amount=money("49.47"), reason="minor_defect", line_id=locks.id)
        filed = open_ticket(
            world,
            requester_id=tendai.customer_id,
            about_id="ORD-20676",
            subject="Two smart locks with a weak keypad",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        tendai = verify_customer(world, email="tendai.chikwanha@example.org", order_id="ORD-20676")
        locks = get_order(world, order_id="ORD-20676").lines[0]
        issue_store_credit(
            world,
            customer_id=tendai.customer_id,
            amount=money(money(locks.paid / locks.quantity) * 2 * 10 / 100),
            reason="minor_defect",
            order_id="ORD-20676",
            line_id=locks.id,
        )
        filed = open_ticket(
            world,
            requester_id=tendai.customer_id,
            about_id="ORD-20676",
            subject="Two smart locks with a weak keypad",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#minor-defects", name="the whole line") as world:
        tendai = verify_customer(world, email="tendai.chikwanha@example.org", order_id="ORD-20676")
        locks = get_order(world, order_id="ORD-20676").lines[0]
        issue_store_credit(
            world,
            customer_id=tendai.customer_id,
            amount=money((locks.paid - money("10.00")) * 10 / 100),
            reason="minor_defect",
            order_id="ORD-20676",
            line_id=locks.id,
        )
        filed = open_ticket(
            world,
            requester_id=tendai.customer_id,
            about_id="ORD-20676",
            subject="Smart locks with a weak keypad",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#minor-defects", name="the share of Brindle") as world:
        tendai = verify_customer(world, email="tendai.chikwanha@example.org", order_id="ORD-20676")
        locks = get_order(world, order_id="ORD-20676").lines[0]
        base = money(locks.paid / locks.quantity) * 2 - money("10.00")
        issue_store_credit(
            world,
            customer_id=tendai.customer_id,
            amount=money(base * 20 / 100),
            reason="minor_defect",
            order_id="ORD-20676",
            line_id=locks.id,
        )
        filed = open_ticket(
            world,
            requester_id=tendai.customer_id,
            about_id="ORD-20676",
            subject="Two smart locks with a weak keypad",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bonjour, Ludovic Tessier, ltessier@cabinet.example.org. My robot vacuum, ORD-20678, only sweeps with its "
        "side brush when it feels like it; the rest works. I propose this: you take something off the price, a "
        "quarter I would say, and I keep it, but then without the protection plan, which you end and pay back. If "
        "you take nothing off, the robot returns to you and I want my money."
    ),
    facts={
        "email": "ludovic.tessier@example.com",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Polite and stubborn. Prefers to keep the robot, but sends it back when nothing is to be had.",
        pushes=("A quarter off is what a friend of mine got from you, for less.",),
        answers={
            "return exchange": "Then it returns to you, and I want my money.",
            "another email": "I have left that firm. Take ludovic.tessier@example.com.",
            "other email": "I have left that firm. Take ludovic.tessier@example.com.",
            "different email": "I have left that firm. Take ludovic.tessier@example.com.",
            "email address": "I have left that firm. Take ludovic.tessier@example.com.",
        },
    ),
    records=[
        customer(
            "CUS-1269",
            "Ludovic Tessier",
            "ludovic.tessier@example.com",
            score=705,
            flag="VELVET",
            flag_until="2025-09-24",
            tier="plus",
            tier_since="2025-01-10",
            points=250,
        ),
        order(
            "ORD-20678",
            "CUS-1269",
            "2025-08-26",
            [line("TH-VC90", promotions={"SUMMER12": "55.08"})],
            plans=["48.00"],
        ),
        shipment(
            "SHP-20678-1",
            "northline",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11269",
        ),
        plan("PLN-20678-1", "CUS-1269", "2025-08-26", level="essential", price="48.00", excess="25.00"),
        order("ORD-20696", "CUS-1269", "2025-06-02", [line("TH-VC70")], plans=["36.00"]),
        shipment(
            "SHP-20696-1",
            "parcelfox",
            due="2025-06-07",
            handed_over="2025-06-03",
            delivered="2025-06-05",
            label_postcode="11269",
        ),
        plan("PLN-20696-1", "CUS-1269", "2025-06-02", price="36.00", excess="25.00"),
        credit("SC-20678-1", "CUS-1269", "24.00", "price_adjustment", "2025-09-05", line_id="LIN-20678-1"),
        points("PL-20678-1", "CUS-1269", "earned", 403, "2025-08-29", line_id="LIN-20678-1"),
        points("PL-20696-1", "CUS-1269", "earned", 299, "2025-06-05", line_id="LIN-20696-1"),
        points("PL-20678-2", "CUS-1269", "used", 452, "2025-09-10"),
    ],
    policy=[
        "customers.md#account-flags",
        "returns.md#faulty-goods",
        "customers.md#points",
        "warranty.md#ending-a-plan",
        "refunds.md#calculation",
        "customers.md#identity-check",
    ],
    tell=["378.39", "48.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "interacting", "recovery"],
    twin="RET_024",
)
def test_case_RET_023(trial: Trial) -> None:
    """The flag holds until the end of today: no settlement, so a return without fees, less points that are spent."""
    with trial.golden() as world:
        ludovic = verify_customer(world, email="ludovic.tessier@example.com", order_id="ORD-20678")
        robot = get_order(world, order_id="ORD-20678").lines[0]
        list_shipments(world, order_id="ORD-20678")
        list_disputes(world, customer_id=ludovic.customer_id)
        get_customer_profile(world, customer_id=ludovic.customer_id)
        account = get_membership(world, customer_id=ludovic.customer_id)
        list_returns(world, order_id="ORD-20678")
        list_tickets(world, requester_id=ludovic.customer_id)
        paid = get_payments(world, order_id="ORD-20678").payments[0]
        given = list_store_credits(world, customer_id=ludovic.customer_id).items[0]
        cover = next(p for p in list_plans(world, customer_id=ludovic.customer_id) if p.line_id == robot.id)
        earned = list_points(world, customer_id=ludovic.customer_id).items[1]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        adjust_points(
            world, customer_id=ludovic.customer_id, line_id=robot.id, kind="taken_back", points=account.points
        )
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=robot.paid - given.amount - money(Decimal(earned.points - account.points) / 100),
        )
        filed = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Robot vacuum with a lazy brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags", name="settled") as world:
        ludovic = verify_customer(world, email="ludovic.tessier@example.com", order_id="ORD-20678")
        robot = get_order(world, order_id="ORD-20678").lines[0]
        issue_refund(
            world,
            payment_id="PAY-20678-1",
            amount=money((robot.paid - money("24.00")) * 25 / 100),
            reason="minor_defect",
            line_id=robot.id,
        )
        filed = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Robot vacuum with a lazy brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20678-1")
        issue_refund(world, payment_id="PAY-20678-1", amount=money("48.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags", name="declined altogether") as world:
        ludovic = verify_customer(world, email="ludovic.tessier@example.com", order_id="ORD-20678")
        filed = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Robot vacuum with a lazy brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="account_terms")

    with trial.trap(breaks="customers.md#points") as world:
        ludovic = verify_customer(world, email="ludovic.tessier@example.com", order_id="ORD-20678")
        robot = get_order(world, order_id="ORD-20678").lines[0]
        cancel_plan(world, plan_id="PLN-20678-1")
        issue_refund(world, payment_id="PAY-20678-1", amount=money("48.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=ludovic.customer_id, line_id=robot.id, kind="taken_back", points=250)
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=robot.paid - money("24.00"),
        )
        filed = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Robot vacuum with a lazy brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ludovic = verify_customer(world, email="ludovic.tessier@example.com", order_id="ORD-20678")
        robot = get_order(world, order_id="ORD-20678").lines[0]
        cancel_plan(world, plan_id="PLN-20678-1")
        issue_refund(world, payment_id="PAY-20678-1", amount=money("48.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=ludovic.customer_id, line_id=robot.id, kind="taken_back", points=250)
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=robot.paid - money("1.53"),
        )
        filed = open_ticket(
            world,
            requester_id=ludovic.customer_id,
            about_id="ORD-20678",
            subject="Robot vacuum with a lazy brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Mina Brouwer, mina.brouwer@example.net, ORD-20679. Side brush of the Gale robot has gone moody on me, "
        "sometimes spins, mostly doesn't. Otherwise a good little worker! So what's a moody brush worth? I'd keep "
        "him for a bit of money back, and in that case bin the cover I bought along with him, cash back on that too "
        "please. Nothing doing? Then he goes home to you, full refund."
    ),
    facts={
        "email": "wilhelmina.brouwer@example.net",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Breezy, calls the vacuum him. Is content with any sum and agrees at once.",
        answers={
            "another email": "Silly me, you have my whole name: wilhelmina.brouwer@example.net.",
            "other email": "Silly me, you have my whole name: wilhelmina.brouwer@example.net.",
            "different email": "Silly me, you have my whole name: wilhelmina.brouwer@example.net.",
            "email address": "Silly me, you have my whole name: wilhelmina.brouwer@example.net.",
        },
    ),
    records=[
        customer(
            "CUS-1270",
            "Wilhelmina Brouwer",
            "wilhelmina.brouwer@example.net",
            score=705,
            flag="VELVET",
            flag_until="2025-09-23",
            tier="plus",
            tier_since="2025-01-10",
            points=250,
        ),
        order(
            "ORD-20679",
            "CUS-1270",
            "2025-08-26",
            [line("TH-VC90", promotions={"SUMMER12": "55.08"})],
            plans=["48.00"],
        ),
        shipment(
            "SHP-20679-1",
            "northline",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11270",
        ),
        plan("PLN-20679-1", "CUS-1270", "2025-08-26", level="essential", price="48.00", excess="25.00"),
        order("ORD-20697", "CUS-1270", "2025-06-02", [line("TH-VC70")], plans=["36.00"]),
        shipment(
            "SHP-20697-1",
            "parcelfox",
            due="2025-06-07",
            handed_over="2025-06-03",
            delivered="2025-06-05",
            label_postcode="11270",
        ),
        plan("PLN-20697-1", "CUS-1270", "2025-06-02", price="36.00", excess="25.00"),
        credit("SC-20679-1", "CUS-1270", "24.00", "price_adjustment", "2025-09-05", line_id="LIN-20679-1"),
        points("PL-20679-1", "CUS-1270", "earned", 403, "2025-08-29", line_id="LIN-20679-1"),
        points("PL-20697-1", "CUS-1270", "earned", 299, "2025-06-05", line_id="LIN-20697-1"),
        points("PL-20679-2", "CUS-1270", "used", 452, "2025-09-10"),
    ],
    policy=[
        "returns.md#minor-defects",
        "customers.md#account-flags",
        "warranty.md#ending-a-plan",
        "filing.md#topics",
        "refunds.md#calculation",
        "customers.md#identity-check",
    ],
    tell=["94.98", "48.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "recovery"],
    twin="RET_023",
)
def test_case_RET_024(trial: Trial) -> None:
    """The flag ended yesterday: a quarter for Quillon, and the plan ends on its 30th day, on a ticket of its own."""
    with trial.golden() as world:
        mina = verify_customer(world, email="wilhelmina.brouwer@example.net", order_id="ORD-20679")
        robot = get_order(world, order_id="ORD-20679").lines[0]
        list_shipments(world, order_id="ORD-20679")
        list_disputes(world, customer_id=mina.customer_id)
        get_customer_profile(world, customer_id=mina.customer_id)
        get_membership(world, customer_id=mina.customer_id)
        list_returns(world, order_id="ORD-20679")
        list_tickets(world, requester_id=mina.customer_id)
        paid = get_payments(world, order_id="ORD-20679").payments[0]
        given = list_store_credits(world, customer_id=mina.customer_id).items[0]
        cover = next(p for p in list_plans(world, customer_id=mina.customer_id) if p.line_id == robot.id)
        issue_refund(
            world,
            payment_id=paid.id,
            amount=money((robot.paid - given.amount) * (20 + 5) / 100),
            reason="minor_defect",
            line_id=robot.id,
        )
        filed = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Robot vacuum with a moody brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Protection plan no longer wanted",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags") as world:
        mina = verify_customer(world, email="wilhelmina.brouwer@example.net", order_id="ORD-20679")
        robot = get_order(world, order_id="ORD-20679").lines[0]
        cancel_plan(world, plan_id="PLN-20679-1")
        issue_refund(world, payment_id="PAY-20679-1", amount=money("48.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=mina.customer_id, line_id=robot.id, kind="taken_back", points=250)
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=robot.paid - money("24.00") - money("1.53"),
        )
        filed = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Robot vacuum with a moody brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        mina = verify_customer(world, email="wilhelmina.brouwer@example.net", order_id="ORD-20679")
        robot = get_order(world, order_id="ORD-20679").lines[0]
        issue_refund(
            world,
            payment_id="PAY-20679-1",
            amount=money(robot.paid * 25 / 100),
            reason="minor_defect",
            line_id=robot.id,
        )
        filed = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Robot vacuum with a moody brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20679-1")
        issue_refund(world, payment_id="PAY-20679-1", amount=money("48.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Protection plan no longer wanted",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        mina = verify_customer(world, email="wilhelmina.brouwer@example.net", order_id="ORD-20679")
        robot = get_order(world, order_id="ORD-20679").lines[0]
        issue_refund(world, payment_id="PAY-20679-1", amount=money("94.98"), reason="minor_defect", line_id=robot.id)
        filed = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Robot vacuum with a moody brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20679-1")
        issue_refund(
            world, payment_id="PAY-20679-1", amount=money(money("48.00") / 24) * 23, reason="plan_cancellation"
        )
        ended = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Protection plan no longer wanted",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#topics") as world:
        mina = verify_customer(world, email="wilhelmina.brouwer@example.net", order_id="ORD-20679")
        robot = get_order(world, order_id="ORD-20679").lines[0]
        issue_refund(world, payment_id="PAY-20679-1", amount=money("94.98"), reason="minor_defect", line_id=robot.id)
        cancel_plan(world, plan_id="PLN-20679-1")
        issue_refund(world, payment_id="PAY-20679-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=mina.customer_id,
            about_id="ORD-20679",
            subject="Robot vacuum with a moody brush",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
