"""Returns for which the customer names a price, beside returns that the warehouse has.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns-on-terms. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    credit,
    customer,
    dispute,
    inspection,
    line,
    order,
    plan,
    points,
    refund,
    return_request,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    finish_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
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
    update_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "I am owed 324.90 and 1,200 points for the robot vacuum that I sent in because it only drove in circles. The "
        "sum is on your return slip, the points are what I had put towards it, and I have seen neither so far. Its "
        "twin from ORD-20666, bought the same day, is more than we need. It goes back as well if I get 430 dollars or "
        "more for the robot alone, its plan not counted; if not, it stays, and then end that plan and pay it out."
    ),
    facts={
        "name": "Anaïs Rochat",
        "email": "anais.rochat@example.org",
        "order number": "ORD-20665",
        "condition of the second robot": "never unpacked, still sealed",
    },
    behaviour=Behaviour(
        "Quick and certain of her figures. Insists on the points once. Holds to her 430 dollars.",
        pushes=("I looked at my points on Sunday and there was no such entry. Put them back, please.",),
        answers={
            "which order": "The one that I sent in is ORD-20665, the twin is from ORD-20666.",
            "which robot": "The one that I sent in is ORD-20665, the twin is from ORD-20666.",
            "faulty": "The one that I sent in drove in circles. Nothing is wrong with the twin.",
            "wrong": "The one that I sent in drove in circles. Nothing is wrong with the twin.",
        },
    ),
    records=[
        customer("CUS-1261", "Anaïs Rochat", "anais.rochat@example.org", points=2475),
        order("ORD-20666", "CUS-1261", "2025-08-26", [line("TH-VC90")], plans=["48.00"]),
        shipment(
            "SHP-20666-1",
            "parcelfox",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11261",
        ),
        plan("PLN-20666-1", "CUS-1261", "2025-08-26", price="48.00"),
        credit("SC-20666-1", "CUS-1261", "25.00", "goodwill", "2025-09-05", line_id="LIN-20666-1"),
        credit("SC-20666-2", "CUS-1261", "10.00", "goodwill", "2025-09-06"),
        credit("SC-20665-1", "CUS-1261", "5.00", "goodwill", "2025-09-08"),
        credit("SC-20665-2", "CUS-1261", "7.50", "goodwill", "2025-09-11"),
        credit("SC-20665-3", "CUS-1261", "5.00", "goodwill", "2025-09-16"),
        credit("SC-20665-4", "CUS-1261", "4.95", "promotion_correction", "2025-09-17"),
        ticket(
            "TK-2666",
            "CUS-1261",
            "warranty",
            "Asks what the plan on the robot vacuum covers",
            "2025-09-19",
            about_id="ORD-20666",
            priority="high",
        ),
        order(
            "ORD-20665",
            "CUS-1261",
            "2025-08-26",
            [
                line("TH-VC90", promotions={"SUMMER12": "55.08"}, points_used=1200, status="return_open"),
                line("TH-AF12", promotions={"SUMMER12": "17.88"}),
            ],
            plans=["48.00", "24.00"],
        ),
        shipment(
            "SHP-20665-1",
            "parcelfox",
            due="2025-08-30",
            handed_over="2025-08-27",
            delivered="2025-08-29",
            label_postcode="11261",
        ),
        plan("PLN-20665-1", "CUS-1261", "2025-08-26", price="48.00"),
        plan("PLN-20665-2", "CUS-1261", "2025-08-26", price="24.00"),
        return_request("RT-20665-1", amount="324.90", on="2025-09-10", status="received", reason="faulty"),
        inspection("INSP-20665-1", "fault_confirmed", "2025-09-23", missing_parts=1),
        refund("RF-20665-1", "11.92", "goodwill", "2025-09-15", line_id="LIN-20665-1"),
        points("PL-20665-1", "CUS-1261", "bonus", 2400, "2024-12-20"),
        points("PL-20665-2", "CUS-1261", "given_back", 1200, "2025-09-10", line_id="LIN-20665-1"),
        points("PL-20665-3", "CUS-1261", "bonus", 15, "2025-09-12"),
        points("PL-20665-4", "CUS-1261", "bonus", 15, "2025-09-14"),
        points("PL-20665-5", "CUS-1261", "bonus", 15, "2025-09-17"),
        points("PL-20665-6", "CUS-1261", "bonus", 15, "2025-09-19"),
        points("PL-20665-7", "CUS-1261", "bonus", 15, "2025-09-21"),
    ],
    policy=[
        "returns.md#goods-already-received",
        "returns.md#fees",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "warranty.md#ending-a-plan",
        "customers.md#points",
        "filing.md#tickets",
    ],
    tell=["380.00", "48.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "interacting"],
)
def test_case_RET_018(trial: Trial) -> None:
    """A confirmed fault: all but an earlier payment; the twin would bring 424.05 and stays; two plans on day 30."""
    with trial.golden() as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        robot = get_order(world, order_id="ORD-20665").lines[0]
        back = list_returns(world, order_id="ORD-20665").returns[0]
        money_of = get_payments(world, order_id="ORD-20665")
        paid = money_of.payments[0]
        get_customer_profile(world, customer_id=anais.customer_id)
        get_membership(world, customer_id=anais.customer_id)
        list_disputes(world, customer_id=anais.customer_id)
        list_store_credits(world, customer_id=anais.customer_id)
        list_store_credits(world, customer_id=anais.customer_id, page=2)
        list_points(world, customer_id=anais.customer_id)
        list_points(world, customer_id=anais.customer_id, page=2)
        cover, _, twin_cover = list_plans(world, customer_id=anais.customer_id)
        waiting = list_tickets(world, requester_id=anais.customer_id).tickets[0]
        issue_refund(
            world, payment_id=paid.id, amount=robot.paid - money_of.refunds[0].amount, reason="return", line_id=robot.id
        )
        finish_return(world, return_id=back.request.id, result="closed")
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received, fault confirmed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id="ORD-20666")
        list_shipments(world, order_id="ORD-20666")
        other = get_payments(world, order_id="ORD-20666").payments[0]
        cancel_plan(world, plan_id=twin_cover.id)
        issue_refund(world, payment_id=other.id, amount=twin_cover.price, reason="plan_cancellation")
        update_ticket(world, ticket_id=waiting.id, priority="normal")
        close_ticket(world, ticket_id=waiting.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-already-received") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("362.00"), reason="return", line_id="LIN-20665-1")
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20666-1")
        issue_refund(world, payment_id="PAY-20666-1", amount=money("48.00"), reason="plan_cancellation")
        update_ticket(world, ticket_id="TK-2666", priority="normal")
        close_ticket(world, ticket_id="TK-2666", outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("380.00"), reason="return", line_id="LIN-20665-1")
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=anais.customer_id, line_id="LIN-20665-1", kind="given_back", points=1200)
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20666-1")
        issue_refund(world, payment_id="PAY-20666-1", amount=money("48.00"), reason="plan_cancellation")
        update_ticket(world, ticket_id="TK-2666", priority="normal")
        close_ticket(world, ticket_id="TK-2666", outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("391.92"), reason="return", line_id="LIN-20665-1")
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20666-1")
        issue_refund(world, payment_id="PAY-20666-1", amount=money("48.00"), reason="plan_cancellation")
        create_return(
            world,
            line_id="LIN-20666-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("459.00") - money("9.95"),
        )
        second = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20666",
            subject="Return of a robot vacuum",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        anais = verify_customer(world, email="anais.rochat@example.org", order_id="ORD-20665")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("380.00"), reason="return", line_id="LIN-20665-1")
        finish_return(world, return_id="RT-20665-1", result="closed")
        cancel_plan(world, plan_id="PLN-20665-1")
        issue_refund(world, payment_id="PAY-20665-1", amount=money("48.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20665",
            subject="Robot vacuum received",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20666-1")
        issue_refund(world, payment_id="PAY-20666-1", amount=money("48.00"), reason="plan_cancellation")
        second = open_ticket(
            world,
            requester_id=anais.customer_id,
            about_id="ORD-20666",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Clearing out! marisol.quintero@example.com here. First: you have had my espresso machine, ORD-20667, since "
        "last week, it leaked, so where are my 389 dollars? Second: the doorbell, ORD-20668, still in its wrapping, "
        "goes back too. Third: from ORD-20669 the blender, as sealed as it came, and the shaver, which is simply not "
        "my thing. Fourth, same order: two of the four bulbs stay dark. If I get 55 dollars or more for the set it "
        "goes back, else I keep it and take what you pay to people who keep such a thing. Money for everything, please."
    ),
    facts={
        "email": "quintero.marisol@example.org",
        "condition of the bulbs": "unpacked, two of the four stay dark",
        "condition of the shaver": "opened, I shaved with it twice",
    },
    behaviour=Behaviour(
        "Talks fast and wants the whole list done. Presses for the espresso machine once. Holds to her 55 dollars.",
        pushes=("You have the machine in your hands! Just pay it.",),
        answers={
            "another email": "Try quintero.marisol@example.org, the old account is closed.",
            "different email": "Try quintero.marisol@example.org, the old account is closed.",
            "other email": "Try quintero.marisol@example.org, the old account is closed.",
            "email address": "Try quintero.marisol@example.org, the old account is closed.",
            "exchange": "No swapping, I want the money.",
            "smoke": "No, nothing like that, they just stay dark.",
            "burning": "No, nothing like that, they just stay dark.",
            "faulty": "Two of the bulbs stay dark. The shaver works, it is simply not my thing.",
            "wrong": "Two of the bulbs stay dark. The shaver works, it is simply not my thing.",
        },
    ),
    records=[
        customer(
            "CUS-1263", "Marisol Quintero", "marisol.quintero@example.com", status="closed", created_on="2020-02-02"
        ),
        customer("CUS-1262", "Marisol Quintero", "quintero.marisol@example.org"),
        order("ORD-20667", "CUS-1262", "2025-08-25", [line("TH-CM40", status="return_open")]),
        shipment(
            "SHP-20667-1",
            "parcelfox",
            due="2025-08-29",
            handed_over="2025-08-26",
            delivered="2025-08-28",
            label_postcode="11262",
        ),
        dispute("DSP-20667-1", "389.00", "2025-09-03", status="decided_for_shop"),
        return_request("RT-20667-1", amount="389.00", on="2025-09-12", status="received", reason="faulty"),
        order("ORD-20668", "CUS-1262", "2025-08-28", [line("TH-DB03")]),
        shipment(
            "SHP-20668-1",
            "northline",
            due="2025-09-01",
            handed_over="2025-08-29",
            delivered="2025-09-01",
            label_postcode="11262",
        ),
        dispute("DSP-20668-1", "139.00", "2025-09-04", status="decided_for_customer"),
        order(
            "ORD-20669",
            "CUS-1262",
            "2025-08-22",
            [
                line("TH-LB06", promotions={"SUMMER12": "8.28"}),
                line("TH-SH15", promotions={"SUMMER12": "11.88"}),
                line("TH-BL22", promotions={"SUMMER12": "14.28"}),
                line("TH-SP02", promotions={"SUMMER12": "19.08"}),
            ],
            instrument="closed",
        ),
        shipment(
            "SHP-20669-1",
            "parcelfox",
            due="2025-08-26",
            handed_over="2025-08-23",
            delivered="2025-08-25",
            label_postcode="11262",
        ),
        credit("SC-20669-1", "CUS-1262", "9.00", "goodwill", "2025-08-27", line_id="LIN-20669-1"),
        credit("SC-20669-2", "CUS-1262", "6.00", "promotion_correction", "2025-08-24"),
    ],
    policy=[
        "returns.md#goods-not-taken-back",
        "returns.md#goods-already-received",
        "returns.md#faulty-goods",
        "returns.md#minor-defects",
        "refunds.md#disputes",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "refunds.md#where-money-goes",
        "customers.md#identity-check",
        "filing.md#outcomes",
    ],
    tell=["94.77", "10.34"],
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
)
def test_case_RET_019(trial: Trial) -> None:
    """Not inspected: held; settled by the bank: paid; bulbs under 55 dollars stay on day 30, and so the discount."""
    with trial.golden() as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        disputes = list_disputes(world, customer_id=marisol.customer_id)
        get_customer_profile(world, customer_id=marisol.customer_id)
        get_membership(world, customer_id=marisol.customer_id)
        list_tickets(world, requester_id=marisol.customer_id)
        list_returns(world, order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received, not yet inspected",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine and pay the return.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id=disputes[1].order_id,
            subject="Doorbell that the bank has settled",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        bulbs, shaver, blender, _ = get_order(world, order_id="ORD-20669").lines
        list_shipments(world, order_id="ORD-20669")
        get_product(world, product_id=bulbs.product_id)
        get_product(world, product_id=shaver.product_id)
        get_payments(world, order_id="ORD-20669")
        before = list_store_credits(world, customer_id=marisol.customer_id).items[0]
        list_returns(world, order_id="ORD-20669")
        list_plans(world, customer_id=marisol.customer_id)
        create_return(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=blender.paid - money("9.95"),
        )
        issue_store_credit(
            world,
            customer_id=marisol.customer_id,
            amount=money((bulbs.paid - before.amount) * 20 / 100),
            reason="minor_defect",
            order_id="ORD-20669",
            line_id=bulbs.id,
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of a blender; the shaver and dark bulbs stay",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#disputes") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        create_return(
            world,
            line_id="LIN-20668-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("139.00") - money("9.95"),
        )
        second = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20669-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money("94.77"),
        )
        issue_store_credit(
            world,
            customer_id=marisol.customer_id,
            amount=money("10.34"),
            reason="minor_defect",
            order_id="ORD-20669",
            line_id="LIN-20669-1",
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_return(
            world,
            line_id="LIN-20669-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money("94.77"),
        )
        create_return(
            world,
            line_id="LIN-20669-1",
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=money("60.72"),
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_return(
            world,
            line_id="LIN-20669-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money("55.53"),
        )
        issue_store_credit(
            world,
            customer_id=marisol.customer_id,
            amount=money("10.34"),
            reason="minor_defect",
            order_id="ORD-20669",
            line_id="LIN-20669-1",
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        marisol = verify_customer(world, email="quintero.marisol@example.org", order_id="ORD-20667")
        held = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20667",
            subject="Espresso machine received",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Inspect the machine.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="awaiting_inspection")
        settled = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20668",
            subject="Doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=settled.id, outcome="declined", reason="already_paid")
        create_return(
            world,
            line_id="LIN-20669-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("94.77"),
        )
        issue_refund(
            world, payment_id="PAY-20669-1", amount=money("10.34"), reason="minor_defect", line_id="LIN-20669-1"
        )
        filed = open_ticket(
            world,
            requester_id=marisol.customer_id,
            about_id="ORD-20669",
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
