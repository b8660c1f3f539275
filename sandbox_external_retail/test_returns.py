"""Goods that come back: windows, fees, discounts lost, settlements for minor defects.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    customer,
    inspection,
    line,
    order,
    refund,
    return_request,
    shipment,
)
from sandbox_external_retail.tools import (
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
    list_refunds,
    list_returns,
    list_shipments,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


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
