"""A third fault of the same kind: repair or settlement, and a plan that is kept or ended.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-repairs. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    claim,
    credit,
    customer,
    line,
    order,
    plan,
    refund,
    shipment,
)
from sandbox_external_retail.tools import (
    cancel_plan,
    check_stock,
    close_ticket,
    create_charge,
    create_warranty_claim,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_repair_rate,
    issue_refund,
    list_disputes,
    list_orders,
    list_plans,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Sawubona. The Brava coffee machine is dripping from below again, and twice it has been mended for just that. "
        "I will not have it mended a third time. Also, the grandchildren rode my Gale robot down the stairs and it is "
        "in two halves now. Both have a plan. If the robot's plan won't have it, end that one, provided that some of "
        "its price comes back to me; otherwise let it run. Nomvula Sithole"
    ),
    facts={
        "email": "nomvula.sithole@example.org",
        "last four digits of the phone number": "0157",
        "last four digits of another phone number": "0175",
        "serial number of the coffee machine": "BRV-6630",
        "serial number of the robot vacuum": "GLE-5027",
        "whether there was smoke, a burning smell, sparks or a shock": "no, from neither of them",
    },
    behaviour=Behaviour(
        "Grandmotherly and exact. Wants no third repair, and expects the machine's whole price at first. "
        "Reads the digits of her phone number in the wrong order, and has no papers at hand.",
        pushes=("I paid 399 for that machine, my dear, so 399 is what I expect.",),
        answers={
            "repaired replaced": "I do not want it mended a third time.",
            "another phone": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "other phone": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "different phone": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "another number": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "other number": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "different number": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "digits again": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "another email": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "different email": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "another postcode": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "check details": "Ag, my eyes. It is seven and then five at the end, 0175.",
            "correct details": "Ag, my eyes. It is seven and then five at the end, 0175.",
        },
    ),
    records=[
        customer("CUS-1275", "Nomvula Sithole", "nomvula.sithole@example.org", created_on="2022-11-02"),
        order(
            "ORD-20687",
            "CUS-1275",
            "2023-07-20",
            [line("TH-CM40", price="399.00", serial="BRV-6630")],
            plans=["60.00"],
        ),
        shipment(
            "SHP-20687-1",
            "parcelfox",
            due="2023-07-26",
            handed_over="2023-07-21",
            delivered="2023-07-25",
            label_postcode="11275",
        ),
        plan("PLN-20687-1", "CUS-1275", "2023-07-20", price="60.00", excess="25.00", claim_limit="340.00", months=36),
        refund("RF-20687-1", "30.00", "price_adjustment", "2023-08-01", line_id="LIN-20687-1"),
        credit("SC-20687-1", "CUS-1275", "12.00", "goodwill", "2024-09-26", line_id="LIN-20687-1"),
        order(
            "ORD-20688",
            "CUS-1275",
            "2023-03-10",
            [line("TH-VC90", serial="GLE-5027")],
            plans=["72.00"],
        ),
        shipment(
            "SHP-20688-1",
            "northline",
            due="2023-03-15",
            handed_over="2023-03-11",
            delivered="2023-03-14",
            label_postcode="11275",
        ),
        plan(
            "PLN-20688-1",
            "CUS-1275",
            "2023-03-10",
            level="essential",
            price="72.00",
            excess="25.00",
            claim_limit="300.00",
            months=48,
        ),
        claim("CLM-20687-1", "CUS-1275", "LIN-20687-1", "leak", "2024-09-24", amount="57.00"),
        claim(
            "CLM-20687-2", "CUS-1275", "LIN-20687-1", "accidental_damage", "2024-12-03", amount="105.00", cover="plan"
        ),
        claim("CLM-20687-3", "CUS-1275", "LIN-20687-1", "controls", "2025-02-10", amount="49.00"),
        claim("CLM-20688-1", "CUS-1275", "LIN-20688-1", "controls", "2024-11-12", amount="49.00"),
        claim("CLM-20688-2", "CUS-1275", "LIN-20688-1", "battery", "2025-04-08", amount="46.00", cover="plan"),
        claim("CLM-20687-4", "CUS-1275", "LIN-20687-1", "leak", "2025-08-11", amount="32.00", cover="plan"),
    ],
    policy=[
        "warranty.md#remedy",
        "warranty.md#protection-plans",
        "warranty.md#ending-a-plan",
        "refunds.md#calculation",
    ],
    tell=["189.20"],
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
    twin="WAR_011",
)
def test_case_WAR_010(trial: Trial) -> None:
    """Two leaks in 365 days and no machine in stock: two years off, then the excess; the other plan has paid once."""
    with trial.golden() as world:
        nomvula = verify_customer(world, email="nomvula.sithole@example.org", phone_last4="0175")
        list_orders(world, customer_id=nomvula.customer_id)
        machine = get_order(world, order_id="ORD-20687").lines[0]
        list_shipments(world, order_id="ORD-20687")
        get_order(world, order_id="ORD-20688")
        list_shipments(world, order_id="ORD-20688")
        plans = list_plans(world, customer_id=nomvula.customer_id)
        list_warranty_claims(world, customer_id=nomvula.customer_id)
        list_warranty_claims(world, customer_id=nomvula.customer_id, page=2)
        get_repair_rate(world, category="small_appliance", fault="leak")
        get_product(world, product_id=machine.product_id)
        check_stock(world, product_id=machine.product_id)
        had = list_store_credits(world, customer_id=nomvula.customer_id).items[0]
        account = get_payments(world, order_id="ORD-20687")
        list_disputes(world, customer_id=nomvula.customer_id)
        get_customer_profile(world, customer_id=nomvula.customer_id)
        get_membership(world, customer_id=nomvula.customer_id)
        list_tickets(world, requester_id=nomvula.customer_id)
        cover = next(p for p in plans if p.line_id == machine.id)
        base = machine.paid - account.refunds[0].amount - had.amount
        settlement = base - 2 * money(base * 20 / 100)
        pays = settlement - cover.excess
        create_warranty_claim(
            world,
            line_id=machine.id,
            cover="plan",
            plan_id=cover.id,
            fault="leak",
            remedy="settlement",
            amount=pays,
        )
        issue_refund(
            world,
            payment_id=account.payments[0].id,
            amount=pays,
            reason="warranty_settlement",
            line_id=machine.id,
        )
        filed = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20687",
            subject="Coffee machine leaks for the third time",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20688",
            subject="Robot fell down the stairs",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#remedy") as world:
        nomvula = verify_customer(world, email="nomvula.sithole@example.org", phone_last4="0175")
        create_charge(world, order_id="ORD-20687", amount=money("25.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20687-1",
            cover="plan",
            plan_id="PLN-20687-1",
            fault="leak",
            remedy="repair",
            amount=money("32.00"),
        )
        filed = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20687",
            subject="Coffee machine leaks",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20688",
            subject="Robot fell down the stairs",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        nomvula = verify_customer(world, email="nomvula.sithole@example.org", phone_last4="0175")
        create_warranty_claim(
            world,
            line_id="LIN-20687-1",
            cover="plan",
            plan_id="PLN-20687-1",
            fault="leak",
            remedy="settlement",
            amount=money("214.20"),
        )
        issue_refund(
            world,
            payment_id="PAY-20687-1",
            amount=money("214.20"),
            reason="warranty_settlement",
            line_id="LIN-20687-1",
        )
        filed = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20687",
            subject="Coffee machine leaks",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20688",
            subject="Robot fell down the stairs",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="refunds.md#calculation") as world:
        nomvula = verify_customer(world, email="nomvula.sithole@example.org", phone_last4="0175")
        machine = get_order(world, order_id="ORD-20687").lines[0]
        base = machine.paid - money("30.00")
        pays = base - 2 * money(base * 20 / 100) - money("25.00")
        create_warranty_claim(
            world,
            line_id=machine.id,
            cover="plan",
            plan_id="PLN-20687-1",
            fault="leak",
            remedy="settlement",
            amount=pays,
        )
        issue_refund(world, payment_id="PAY-20687-1", amount=pays, reason="warranty_settlement", line_id=machine.id)
        filed = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20687",
            subject="Coffee machine leaks",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20688",
            subject="Robot fell down the stairs",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        nomvula = verify_customer(world, email="nomvula.sithole@example.org", phone_last4="0175")
        create_warranty_claim(
            world,
            line_id="LIN-20687-1",
            cover="plan",
            plan_id="PLN-20687-1",
            fault="leak",
            remedy="settlement",
            amount=money("189.20"),
        )
        issue_refund(
            world,
            payment_id="PAY-20687-1",
            amount=money("189.20"),
            reason="warranty_settlement",
            line_id="LIN-20687-1",
        )
        filed = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20687",
            subject="Coffee machine leaks",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20688-1")
        issue_refund(
            world, payment_id="PAY-20688-1", amount=money(money("72.00") / 48) * 17, reason="plan_cancellation"
        )
        second = open_ticket(
            world,
            requester_id=nomvula.customer_id,
            about_id="ORD-20688",
            subject="Robot fell; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Achleitner, Ferdinand. First: espresso machine, water underneath, third time. By your rules a third time "
        "means I am paid out, so pay me out. Second: robot vacuum, run over by me with the car, plan exists. In case "
        "that plan declines: cancel it, but only against money; for nothing I do not give it up."
    ),
    facts={
        "email": "achleitner.f@example.org",
        "another email address": "f.achleitner@example.com",
        "postcode": "11276",
        "serial number of the espresso machine": "BRV-6713",
        "serial number of the robot vacuum": "GLE-5094",
        "whether there was smoke, a burning smell, sparks or a shock": "no, from neither of them",
    },
    behaviour=Behaviour(
        "Numbers his sentences. Insists once on being paid out, then takes what the rules give. Gives the e-mail "
        "address of today, not that of the order.",
        pushes=("Two repairs and a third leak, so it is time that you pay me out.",),
        answers={
            "another email": "The provider I changed in January. Before: f.achleitner@example.com.",
            "different email": "The provider I changed in January. Before: f.achleitner@example.com.",
            "other email": "The provider I changed in January. Before: f.achleitner@example.com.",
            "else email": "The provider I changed in January. Before: f.achleitner@example.com.",
            "another number": "The provider I changed in January. Before: f.achleitner@example.com.",
            "another phone": "The provider I changed in January. Before: f.achleitner@example.com.",
            "check details": "The provider I changed in January. Before: f.achleitner@example.com.",
            "correct details": "The provider I changed in January. Before: f.achleitner@example.com.",
        },
    ),
    records=[
        customer("CUS-1276", "Ferdinand Achleitner", "f.achleitner@example.com", created_on="2022-11-02"),
        order(
            "ORD-20694",
            "CUS-1276",
            "2023-07-20",
            [line("TH-CM40", price="399.00", serial="BRV-6713")],
            plans=["60.00"],
        ),
        shipment(
            "SHP-20694-1",
            "parcelfox",
            due="2023-07-26",
            handed_over="2023-07-21",
            delivered="2023-07-25",
            label_postcode="11276",
        ),
        plan("PLN-20694-1", "CUS-1276", "2023-07-20", price="60.00", excess="25.00", claim_limit="340.00", months=36),
        refund("RF-20694-1", "30.00", "price_adjustment", "2023-08-01", line_id="LIN-20694-1"),
        credit("SC-20694-1", "CUS-1276", "12.00", "goodwill", "2024-09-25", line_id="LIN-20694-1"),
        order(
            "ORD-20695",
            "CUS-1276",
            "2023-03-10",
            [line("TH-VC90", serial="GLE-5094")],
            plans=["72.00"],
        ),
        shipment(
            "SHP-20695-1",
            "northline",
            due="2023-03-15",
            handed_over="2023-03-11",
            delivered="2023-03-14",
            label_postcode="11276",
        ),
        plan(
            "PLN-20695-1",
            "CUS-1276",
            "2023-03-10",
            level="essential",
            price="72.00",
            excess="25.00",
            claim_limit="300.00",
            months=48,
        ),
        claim("CLM-20694-1", "CUS-1276", "LIN-20694-1", "leak", "2024-09-23", amount="57.00"),
        claim(
            "CLM-20694-2", "CUS-1276", "LIN-20694-1", "accidental_damage", "2024-12-03", amount="105.00", cover="plan"
        ),
        claim("CLM-20694-3", "CUS-1276", "LIN-20694-1", "controls", "2025-02-10", amount="49.00"),
        claim("CLM-20695-1", "CUS-1276", "LIN-20695-1", "controls", "2024-11-12", amount="49.00"),
        claim("CLM-20695-2", "CUS-1276", "LIN-20695-1", "battery", "2025-04-08", amount="46.00", cover="plan"),
        claim("CLM-20694-4", "CUS-1276", "LIN-20694-1", "leak", "2025-08-11", amount="32.00", cover="plan"),
    ],
    policy=["warranty.md#remedy", "warranty.md#protection-plans", "warranty.md#ending-a-plan", "refunds.md#rounding"],
    tell=["25.00"],
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
    twin="WAR_010",
)
def test_case_WAR_011(trial: Trial) -> None:
    """The first of the two repairs was 366 days ago, so another repair, for which the plan pays less its excess."""
    with trial.golden() as world:
        ferdinand = verify_customer(world, email="f.achleitner@example.com", postcode="11276")
        list_orders(world, customer_id=ferdinand.customer_id)
        machine = get_order(world, order_id="ORD-20694").lines[0]
        list_shipments(world, order_id="ORD-20694")
        get_order(world, order_id="ORD-20695")
        list_shipments(world, order_id="ORD-20695")
        plans = list_plans(world, customer_id=ferdinand.customer_id)
        list_warranty_claims(world, customer_id=ferdinand.customer_id)
        list_warranty_claims(world, customer_id=ferdinand.customer_id, page=2)
        cost = get_repair_rate(world, category="small_appliance", fault="leak").cost
        get_product(world, product_id=machine.product_id)
        get_payments(world, order_id="ORD-20694")
        list_disputes(world, customer_id=ferdinand.customer_id)
        get_customer_profile(world, customer_id=ferdinand.customer_id)
        get_membership(world, customer_id=ferdinand.customer_id)
        list_tickets(world, requester_id=ferdinand.customer_id)
        cover = next(p for p in plans if p.line_id == machine.id)
        create_charge(world, order_id="ORD-20694", amount=cover.excess, kind="plan_excess")
        create_warranty_claim(
            world,
            line_id=machine.id,
            cover="plan",
            plan_id=cover.id,
            fault="leak",
            remedy="repair",
            amount=cost - cover.excess,
        )
        filed = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20694",
            subject="Espresso machine leaks again",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20695",
            subject="Robot vacuum run over",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#remedy") as world:
        ferdinand = verify_customer(world, email="f.achleitner@example.com", postcode="11276")
        create_warranty_claim(
            world,
            line_id="LIN-20694-1",
            cover="plan",
            plan_id="PLN-20694-1",
            fault="leak",
            remedy="settlement",
            amount=money("189.20"),
        )
        issue_refund(
            world,
            payment_id="PAY-20694-1",
            amount=money("189.20"),
            reason="warranty_settlement",
            line_id="LIN-20694-1",
        )
        filed = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20694",
            subject="Espresso machine leaks again",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20695",
            subject="Robot vacuum run over",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#manufacturer-warranty") as world:
        ferdinand = verify_customer(world, email="f.achleitner@example.com", postcode="11276")
        create_warranty_claim(
            world,
            line_id="LIN-20694-1",
            cover="manufacturer",
            fault="leak",
            remedy="repair",
            amount=money("57.00"),
        )
        filed = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20694",
            subject="Espresso machine leaks again",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20695",
            subject="Robot vacuum run over",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        ferdinand = verify_customer(world, email="f.achleitner@example.com", postcode="11276")
        create_charge(world, order_id="ORD-20694", amount=money("25.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20694-1",
            cover="plan",
            plan_id="PLN-20694-1",
            fault="leak",
            remedy="repair",
            amount=money("32.00"),
        )
        filed = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20694",
            subject="Espresso machine leaks again",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20695-1")
        issue_refund(
            world, payment_id="PAY-20695-1", amount=money(money("72.00") / 48) * 17, reason="plan_cancellation"
        )
        second = open_ticket(
            world,
            requester_id=ferdinand.customer_id,
            about_id="ORD-20695",
            subject="Robot run over; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
