"""Goods that come back: windows, fees, discounts lost, settlements for minor defects.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import (
    contact,
    customer,
    inspection,
    line,
    order,
    plan,
    points,
    refund,
    return_request,
    shipment,
)
from sandbox_external_retail.tools import (
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    finish_return,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_plans,
    list_points,
    list_refunds,
    list_returns,
    list_shipments,
    list_tickets,
    open_ticket,
    verify_contact,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Hi! I'd like to send back the Nimbus laptop that I bought at the beginning of the month. It is a fine "
        "machine, it just is not for me. What would I get for it?"
    ),
    facts={
        "name": "Priya Raghunathan",
        "email": "priya.raghunathan@example.com",
        "order number": "ORD-20421",
        "condition of the laptop": "opened, I used it for two weeks",
    },
    behaviour=Behaviour(
        "Pleasant and precise. Agrees once she knows the amount.",
        answers={
            "faulty": "No, nothing is wrong with it.",
            "wrong": "No, nothing is wrong with it.",
            "defective": "No, nothing is wrong with it.",
        },
    ),
    records=[
        customer(
            "CUS-1121",
            "Priya Raghunathan",
            "priya.raghunathan@example.com",
            tier="plus",
            tier_since="2024-04-02",
            points=400,
        ),
        order("ORD-20421", "CUS-1121", "2025-09-01", [line("TH-LT14", serial="NBL-5120")]),
        shipment(
            "SHP-20421-1",
            "parcelfox",
            due="2025-09-03",
            handed_over="2025-09-01",
            delivered="2025-09-02",
            label_postcode="11121",
        ),
        points("PL-20421-1", "CUS-1121", "earned", 1299, "2025-09-02", line_id="LIN-20421-1"),
        points("PL-20421-2", "CUS-1121", "used", 899, "2025-09-12"),
        refund("RF-20421-1", "80.00", "price_adjustment", "2025-09-08", line_id="LIN-20421-1"),
    ],
    policy=["returns.md#return-window", "returns.md#fees", "refunds.md#calculation", "customers.md#points"],
    tell=["1118.58"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies"],
    twin="RET_002",
)
def test_case_RET_001(trial: Trial) -> None:
    """The last day of 15 + 7; half the restocking fee; an earlier adjustment and points already spent come off."""
    with trial.golden() as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        bought = get_order(world, order_id="ORD-20421")
        laptop = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        account = get_membership(world, customer_id=priya.customer_id)
        list_disputes(world, customer_id=priya.customer_id)
        get_customer_profile(world, customer_id=priya.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=priya.customer_id)
        earned = list_points(world, customer_id=priya.customer_id).items[1]
        before = get_payments(world, order_id=bought.order.id).refunds[0]
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=account.points)
        base = laptop.paid - before.amount
        restocking = money(money(base * 15 / 100) / 2)
        missing = money(Decimal(earned.points - account.points) / 100)
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - restocking - missing,
        )
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id=bought.order.id,
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="refunds.md#calculation") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        laptop = get_order(world, order_id="ORD-20421").lines[0]
        account = get_membership(world, customer_id=priya.customer_id)
        adjust_points(world, customer_id=priya.customer_id, line_id=laptop.id, kind="taken_back", points=account.points)
        restocking = money(money(laptop.paid * 15 / 100) / 2)
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=laptop.paid - restocking - money("8.99"),
        )
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        priya = verify_customer(world, email="priya.raghunathan@example.com", order_id="ORD-20421")
        laptop = get_order(world, order_id="ORD-20421").lines[0]
        base = laptop.paid - money("80.00")
        create_return(
            world,
            line_id=laptop.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2),
        )
        filed = open_ticket(
            world,
            requester_id=priya.customer_id,
            about_id="ORD-20421",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two things to send back, please: the laptop from ORD-20422 and the headphones from ORD-20492. I have been a "
        "Plus member for weeks, so I know I have 22 days for computers. My e-mail is oskar.lindqvist@example.com."
    ),
    facts={
        "condition of the headphones": "still sealed",
        "condition of the laptop": "opened",
        "name": "Oskar Lindqvist",
        "reason for the returns": "I changed my mind",
    },
    behaviour=Behaviour(
        "Counts on his membership for both orders and argues once before he accepts.",
        answers={
            "faulty": "No, nothing is wrong with either.",
            "wrong": "No, nothing is wrong with either.",
            "defective": "No, nothing is wrong with either.",
            "broken": "No, nothing is wrong with either.",
        },
        pushes=("But I am a Plus member, the laptop is within my 22 days.",),
    ),
    records=[
        customer(
            "CUS-1122",
            "Oskar Lindqvist",
            "oskar.lindqvist@example.com",
            tier="plus",
            tier_since="2025-09-05",
            points=219,
        ),
        order("ORD-20422", "CUS-1122", "2025-09-01", [line("TH-LT14", serial="NBL-5188")]),
        shipment(
            "SHP-20422-1",
            "parcelfox",
            due="2025-09-03",
            handed_over="2025-09-01",
            delivered="2025-09-02",
            label_postcode="11122",
        ),
        order("ORD-20492", "CUS-1122", "2025-09-10", [line("TH-HP10")], plans=["36.00"]),
        shipment(
            "SHP-20492-1",
            "northline",
            due="2025-09-13",
            handed_over="2025-09-11",
            delivered="2025-09-12",
            label_postcode="11122",
        ),
        plan("PLN-20492-1", "CUS-1122", "2025-09-10", price="36.00"),
        points("PL-20492-1", "CUS-1122", "earned", 219, "2025-09-12", line_id="LIN-20492-1"),
    ],
    policy=["customers.md#membership-tiers", "returns.md#return-window", "warranty.md#ending-a-plan"],
    tell=["219.00", "36.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal"],
    twin="RET_001",
)
def test_case_RET_002(trial: Trial) -> None:
    """The tier on the day of the order counts: 15 days for the laptop; the headphones come back with their plan."""
    with trial.golden() as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        get_membership(world, customer_id=oskar.customer_id)
        get_customer_profile(world, customer_id=oskar.customer_id)
        list_disputes(world, customer_id=oskar.customer_id)
        list_tickets(world, requester_id=oskar.customer_id)
        get_order(world, order_id="ORD-20422")
        list_shipments(world, order_id="ORD-20422")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        bought = get_order(world, order_id="ORD-20492")
        phones = bought.lines[0]
        list_shipments(world, order_id="ORD-20492")
        cover = list_plans(world, customer_id=oskar.customer_id)[0]
        earned = list_points(world, customer_id=oskar.customer_id).items[0]
        paid = get_payments(world, order_id="ORD-20492").payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=earned.points)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        machine = get_order(world, order_id="ORD-20422").lines[0]
        create_return(
            world,
            line_id=machine.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=machine.paid - money(money(machine.paid * 15 / 100) / 2),
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Return of a laptop",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        oskar = verify_customer(world, email="oskar.lindqvist@example.com", order_id="ORD-20422")
        laptop = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20422",
            subject="Laptop after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=laptop.id, outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20492").lines[0]
        adjust_points(world, customer_id=oskar.customer_id, line_id=phones.id, kind="taken_back", points=219)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=oskar.customer_id,
            about_id="ORD-20492",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good morning. In August I bought a robot vacuum and a blender from you in one go. The blender is wonderful. "
        "The robot only ever hides under the sofa, and I would like to return it, with the money back on my card."
    ),
    facts={
        "name": "Joaquín Herrera",
        "email": "joaquin.herrera@example.net",
        "order number": "ORD-20423",
        "condition of the vacuum": "opened, it has been running every day",
        "reason for the return": "changed my mind, it works as it should",
    },
    behaviour=Behaviour(
        "A loyal customer who wants the money on the card and asks for it once more, then takes store credit.",
        answers={
            "faulty": "No, nothing is wrong with it.",
            "wrong": "No, nothing is wrong with it.",
            "defective": "No, nothing is wrong with it.",
            "broken": "No, nothing is wrong with it.",
            "work properly": "Yes, it works as it should.",
        },
        pushes=("I would much rather have it on my card, could you make an exception?",),
    ),
    records=[
        customer("CUS-1123", "Joaquín Herrera", "joaquin.herrera@example.net", score=712),
        order(
            "ORD-20423",
            "CUS-1123",
            "2025-08-19",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}),
                line("TH-BL22", promotions={"SUMMER12": "14.28"}),
            ],
        ),
        shipment(
            "SHP-20423-1",
            "parcelfox",
            due="2025-08-23",
            handed_over="2025-08-20",
            delivered="2025-08-22",
            label_postcode="11123",
        ),
    ],
    policy=["returns.md#late-returns", "refunds.md#discounts-lost", "returns.md#fees"],
    tell=["339.30"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "pushes"],
    twin="RET_004",
)
def test_case_RET_003(trial: Trial) -> None:
    """Three days late, band Quillon: store credit, less the discount that the blender loses."""
    with trial.golden() as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        bought = get_order(world, order_id="ORD-20423")
        robot = bought.lines[0]
        lost = bought.promotions[1]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=joaquin.customer_id)
        get_membership(world, customer_id=joaquin.customer_id)
        list_disputes(world, customer_id=joaquin.customer_id)
        list_tickets(world, requester_id=joaquin.customer_id)
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=robot.paid - money(robot.paid * 10 / 100) - money("9.95") - lost.amount,
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id=bought.order.id,
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#late-returns") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=robot.paid - money(robot.paid * 10 / 100) - money("9.95") - money("14.28"),
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        robot = get_order(world, order_id="ORD-20423").lines[0]
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=robot.paid - money(robot.paid * 10 / 100) - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#return-window") as world:
        joaquin = verify_customer(world, email="joaquin.herrera@example.net", order_id="ORD-20423")
        filed = open_ticket(
            world,
            requester_id=joaquin.customer_id,
            about_id="ORD-20423",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I need to return the Gale robot from ORD-20424. Yes, I know it was in August, but I was in hospital, and I "
        "have been shopping with you for years. Store credit is fine by me."
    ),
    facts={
        "name": "Aroha Ngata",
        "email": "aroha.ngata@example.com",
        "condition of the vacuum": "opened and used",
    },
    behaviour=Behaviour(
        "Weary and kind. Asks for an exception once.",
        pushes=("Could you not make an exception, after so many years?",),
    ),
    records=[
        customer("CUS-1124", "Aroha Ngata", "aroha.ngata@example.com", score=699, created_on="2019-04-01"),
        order(
            "ORD-20424",
            "CUS-1124",
            "2025-08-19",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}),
                line("TH-BL22", promotions={"SUMMER12": "14.28"}),
            ],
        ),
        shipment(
            "SHP-20424-1",
            "parcelfox",
            due="2025-08-23",
            handed_over="2025-08-20",
            delivered="2025-08-22",
            label_postcode="11124",
        ),
        order("ORD-20489", "CUS-1124", "2025-09-15", [line("TH-VC70")]),
        shipment(
            "SHP-20489-1",
            "parcelfox",
            due="2025-09-19",
            handed_over="2025-09-16",
            delivered="2025-09-18",
            label_postcode="11124",
        ),
    ],
    policy=["returns.md#late-returns", "customers.md#score-bands"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "refusal", "only-refusal"],
    twin="RET_003",
)
def test_case_RET_004(trial: Trial) -> None:
    """Three days late and one point short of Quillon: the return is declined."""
    with trial.golden() as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        get_order(world, order_id="ORD-20424")
        list_shipments(world, order_id="ORD-20424")
        get_customer_profile(world, customer_id=aroha.customer_id)
        get_membership(world, customer_id=aroha.customer_id)
        list_tickets(world, requester_id=aroha.customer_id)
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Return of a robot vacuum after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="customers.md#score-bands") as world:
        aroha = verify_customer(world, email="aroha.ngata@example.com", order_id="ORD-20424")
        bought = get_order(world, order_id="ORD-20424")
        robot = bought.lines[0]
        create_return(
            world,
            line_id=robot.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=robot.paid - money(robot.paid * 10 / 100) - money("9.95") - bought.promotions[1].amount,
        )
        filed = open_ticket(
            world,
            requester_id=aroha.customer_id,
            about_id="ORD-20424",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "You have had my television for over a week now and I am still waiting for my 705 dollars. It was faulty, I "
        "told you so when I sent it, and 705.00 is what your confirmation says. Please pay it out today. Fatima Benali"
    ),
    facts={
        "email": "fatima.benali@example.org",
        "order number": "ORD-20425",
        "postcode": "61125",
    },
    behaviour=Behaviour(
        "Sure that the television was faulty and that the amount was promised. Presses hard, then gives in.",
        pushes=("You promised me 705.00 in writing.", "It was faulty. I want the full amount."),
    ),
    records=[
        customer("CUS-1125", "Fatima Benali", "fatima.benali@example.org", region="central"),
        order(
            "ORD-20425",
            "CUS-1125",
            "2025-09-06",
            [
                line("TH-TV55", promotions={"CINEMA": "44.00"}, status="return_open"),
                line("TH-SB30", promotions={"CINEMA": "16.00"}),
            ],
            instrument="closed",
        ),
        shipment(
            "SHP-20425-1",
            "heavyhaul",
            due="2025-09-10",
            handed_over="2025-09-08",
            delivered="2025-09-09",
            label_postcode="61125",
        ),
        return_request(
            "RT-20425-1",
            amount="705.00",
            on="2025-09-12",
            status="received",
            reason="faulty",
            method="pickup",
        ),
        inspection("INSP-20425-1", "no_fault_found", "2025-09-22", missing_parts=1),
        order("ORD-20495", "CUS-1125", "2025-09-03", [line("TH-VC70", status="return_open")]),
        shipment(
            "SHP-20495-1",
            "parcelfox",
            due="2025-09-06",
            handed_over="2025-09-04",
            delivered="2025-09-06",
            label_postcode="61125",
        ),
        return_request("RT-20495-1", amount="299.00", on="2025-09-20", reason="faulty"),
    ],
    policy=["returns.md#goods-already-received", "refunds.md#where-money-goes", "refunds.md#discounts-lost"],
    tell=["551.50"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes"],
)
def test_case_RET_005(trial: Trial) -> None:
    """The inspection decides: no fault, a part missing, the pair broken; and the card is closed, so store credit."""
    with trial.golden() as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        bought = get_order(world, order_id="ORD-20425")
        television = bought.lines[0]
        broken = bought.promotions[1]
        back = list_returns(world, order_id=bought.order.id).returns[0]
        get_payments(world, order_id=bought.order.id)
        list_disputes(world, customer_id=fatima.customer_id)
        get_customer_profile(world, customer_id=fatima.customer_id)
        list_tickets(world, requester_id=fatima.customer_id)
        due = television.paid - money(television.paid * 10 / 100) - money("49.00") - money("18.00") - broken.amount
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=due,
            reason="return",
            order_id=bought.order.id,
            line_id=television.id,
        )
        finish_return(world, return_id=back.request.id, result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id=bought.order.id,
            subject="Television received and inspected",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-already-received") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        television = get_order(world, order_id="ORD-20425").lines[0]
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=television.paid,
            reason="return",
            order_id="ORD-20425",
            line_id=television.id,
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        television = get_order(world, order_id="ORD-20425").lines[0]
        paid = get_payments(world, order_id="ORD-20425").payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=television.paid - money("70.50") - money("49.00") - money("18.00") - money("16.00"),
            reason="return",
            line_id=television.id,
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        fatima = verify_customer(world, email="fatima.benali@example.org", order_id="ORD-20425")
        television = get_order(world, order_id="ORD-20425").lines[0]
        issue_store_credit(
            world,
            customer_id=fatima.customer_id,
            amount=television.paid - money("70.50") - money("49.00") - money("18.00"),
            reason="return",
            order_id="ORD-20425",
            line_id=television.id,
        )
        finish_return(world, return_id="RT-20425-1", result="closed")
        filed = open_ticket(
            world,
            requester_id=fatima.customer_id,
            about_id="ORD-20425",
            subject="Television received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I was given a Sonder speaker by my uncle for my birthday. It is lovely but I own one already. Can it go "
        "back to you? The slip says order ORD-20462."
    ),
    facts={
        "name": "Amara Okafor",
        "email": "amara.okafor@example.com",
        "postcode": "11126",
        "name of the uncle": "Chidi Okafor",
        "order number after a second look": "ORD-20426",
        "condition of the speaker": "still sealed",
    },
    behaviour=Behaviour(
        "Cheerful. Misread the slip and corrects herself when she is told that the number is wrong.",
        answers={"wrong": "No, nothing is wrong with it."},
    ),
    records=[
        customer("CUS-1126", "Amara Okafor", "amara.okafor@example.com"),
        customer(
            "CUS-1196",
            "Chidi Okafor",
            "chidi.okafor@example.net",
            tier="pro",
            tier_since="2024-02-01",
            points=1310,
            region="central",
        ),
        order(
            "ORD-20426",
            "CUS-1196",
            "2025-09-20",
            [line("TH-SP02", promotions={"AUDIO15": "23.85"})],
            address_id="ADR-1126",
            gift=True,
        ),
        shipment(
            "SHP-20426-1",
            "northline",
            due="2025-09-23",
            handed_over="2025-09-21",
            delivered="2025-09-22",
            label_postcode="11126",
        ),
        contact(
            "AC-20426",
            holder="CUS-1196",
            contact="CUS-1126",
            role="gift_recipient",
            order_id="ORD-20426",
            valid_until="2025-09-24",
        ),
        points("PL-20426-1", "CUS-1196", "earned", 135, "2025-09-22", line_id="LIN-20426-1"),
        points("PL-20426-2", "CUS-1196", "bonus", 1175, "2025-03-01"),
    ],
    policy=["customers.md#speaking-for-others", "customers.md#points", "returns.md#fees"],
    tell=["135.15"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "recovery", "decoy"],
)
def test_case_RET_006(trial: Trial) -> None:
    """A gift's recipient on the last day of her right: store credit, the giver's tier and the giver's points."""
    with trial.golden() as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        gift = get_order(world, order_id="ORD-20426")
        speaker = gift.lines[0]
        list_shipments(world, order_id=gift.order.id)
        get_membership(world, customer_id=right.account_holder_id)
        get_customer_profile(world, customer_id=right.account_holder_id)
        list_disputes(world, customer_id=right.account_holder_id)
        earned = list_points(world, customer_id=right.account_holder_id).items[0]
        list_returns(world, order_id=gift.order.id)
        list_tickets(world, requester_id=amara.customer_id)
        adjust_points(
            world,
            customer_id=right.account_holder_id,
            line_id=speaker.id,
            kind="taken_back",
            points=earned.points,
        )
        create_return(
            world,
            line_id=speaker.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=speaker.paid,
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id=gift.order.id,
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#speaking-for-others", name="refused") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#speaking-for-others", name="to the giver's card") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speaker = get_order(world, order_id="ORD-20426").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=speaker.id, kind="taken_back", points=135)
        create_return(
            world,
            line_id=speaker.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=speaker.paid,
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speaker = get_order(world, order_id="ORD-20426").lines[0]
        create_return(
            world,
            line_id=speaker.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=speaker.paid,
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two small annoyances, and I do not want to send anything back. The Clarion monitor from ORD-20427 has one "
        "corner that stays dark, everything else on it works. And the tablet that I bought early this month, "
        "ORD-20497, has a scratch on its back. Surely both are worth something?"
    ),
    facts={
        "name": "Hana Sato",
        "email": "hana.sato@example.com",
        "when the scratch appeared": "it was there when I unpacked the tablet",
    },
    behaviour=Behaviour(
        "Polite and thorough. Wants to keep both and be paid something for each.",
        answers={"keep return": "I want to keep both."},
    ),
    records=[
        customer("CUS-1127", "Hana Sato", "hana.sato@example.com", score=700),
        order(
            "ORD-20427",
            "CUS-1127",
            "2025-09-11",
            [line("TH-MN32")],
            payments=[("card", "89.00"), ("gift_card", "400.00")],
        ),
        shipment(
            "SHP-20427-1",
            "parcelfox",
            due="2025-09-15",
            handed_over="2025-09-12",
            delivered="2025-09-14",
            label_postcode="11127",
        ),
        order("ORD-20497", "CUS-1127", "2025-09-06", [line("TH-TB11")]),
        shipment(
            "SHP-20497-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-07",
            delivered="2025-09-09",
            label_postcode="11127",
        ),
        refund("RF-20497-1", "67.35", "minor_defect", "2025-09-11", line_id="LIN-20497-1"),
        order("ORD-20498", "CUS-1127", "2025-07-20", [line("TH-EB05"), line("TH-HP10"), line("TH-BL22")]),
        shipment(
            "SHP-20498-1",
            "northline",
            due="2025-07-24",
            handed_over="2025-07-21",
            delivered="2025-07-29",
            label_postcode="11127",
        ),
        refund("RF-20498-1", "12.95", "promotion_correction", "2025-07-21"),
        refund("RF-20498-2", "10.00", "goodwill", "2025-07-30"),
        refund("RF-20498-3", "21.90", "minor_defect", "2025-08-02", line_id="LIN-20498-2"),
        refund("RF-20498-4", "11.90", "minor_defect", "2025-08-04", line_id="LIN-20498-3"),
        refund("RF-20498-5", "6.00", "price_adjustment", "2025-08-01", line_id="LIN-20498-1"),
    ],
    policy=[
        "returns.md#minor-defects",
        "returns.md#return-window",
        "refunds.md#where-money-goes",
        "filing.md#tickets",
    ],
    tell=["89.00", "31.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "refusal", "decoy"],
)
def test_case_RET_007(trial: Trial) -> None:
    """25 % of 489.00 is capped at $120.00, card before gift card; the tablet had its settlement already."""
    with trial.golden() as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        list_refunds(world, customer_id=hana.customer_id)
        get_customer(world, customer_id=hana.customer_id)
        get_customer_profile(world, customer_id=hana.customer_id)
        list_disputes(world, customer_id=hana.customer_id)
        list_tickets(world, requester_id=hana.customer_id)
        screen = get_order(world, order_id="ORD-20427").lines[0]
        list_shipments(world, order_id="ORD-20427")
        card, gift = get_payments(world, order_id="ORD-20427").payments
        settlement = min(money(screen.paid * (20 + 5) / 100), money("120.00"))
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="minor_defect", line_id=screen.id)
        issue_refund(
            world, payment_id=gift.id, amount=settlement - card.amount, reason="minor_defect", line_id=screen.id
        )
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20497")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="returns.md#minor-defects") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        screen = get_order(world, order_id="ORD-20427").lines[0]
        card, gift = get_payments(world, order_id="ORD-20427").payments
        due = money(screen.paid * 25 / 100)
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="minor_defect", line_id=screen.id)
        issue_refund(world, payment_id=gift.id, amount=due - card.amount, reason="minor_defect", line_id=screen.id)
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        screen = get_order(world, order_id="ORD-20427").lines[0]
        gift = get_payments(world, order_id="ORD-20427").payments[1]
        issue_refund(world, payment_id=gift.id, amount=money("120.00"), reason="minor_defect", line_id=screen.id)
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="returns.md#minor-defects", name="a second settlement") as world:
        hana = verify_customer(world, email="hana.sato@example.com", order_id="ORD-20427")
        screen = get_order(world, order_id="ORD-20427").lines[0]
        card, gift = get_payments(world, order_id="ORD-20427").payments
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="minor_defect", line_id=screen.id)
        issue_refund(world, payment_id=gift.id, amount=money("31.00"), reason="minor_defect", line_id=screen.id)
        filed = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20427",
            subject="Monitor with a dark corner",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        tablet = get_order(world, order_id="ORD-20497").lines[0]
        bought = get_payments(world, order_id="ORD-20497")
        base = tablet.paid - bought.refunds[0].amount
        issue_refund(
            world,
            payment_id=bought.payments[0].id,
            amount=money(base * (10 + 5) / 100),
            reason="minor_defect",
            line_id=tablet.id,
        )
        second = open_ticket(
            world,
            requester_id=hana.customer_id,
            about_id="ORD-20497",
            subject="Tablet with a scratch",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
