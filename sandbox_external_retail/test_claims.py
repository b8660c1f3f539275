"""Protection plans: their first 30 days, limits, replacements, and how they end.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-claims. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    claim,
    customer,
    line,
    order,
    plan,
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
    list_tickets,
    list_warranty_claims,
    open_ticket,
    send_replacement,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Sain baina uu! Yesterday my cat jumped on the shelf and the Halden soundbar went into the fish tank. It is "
        "dead. Luckily I took the complete plan for it last month, accidents and all, so please send me a new one. "
        "Should that plan not pay for a cat, then tell me what it is good for: end it and return what it cost. The "
        "plan on the television you can end in any case, my sister has the set now, and give me what is left of that."
    ),
    facts={
        "name": "Oyunbileg Batbayar",
        "email": "oyunbileg.batbayar@example.com",
        "last four digits of the phone number": "0173",
        "serial number of the soundbar": "HLB-2207",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Laughs about it all. Wants the new soundbar, else the plan's price. Ends the other plan even for nothing.",
        pushes=("It is the complete plan, and what is more of an accident than a cat?",),
        answers={
            "nothing left": "End it all the same, nobody needs it.",
            "leave running": "No, end it, even if nothing comes of it.",
            "keep plan": "No, end it, even if nothing comes of it.",
        },
    ),
    records=[
        customer("CUS-1273", "Oyunbileg Batbayar", "oyunbileg.batbayar@example.com", region="west"),
        order("ORD-20684", "CUS-1273", "2025-05-06", [line("TH-SB30", price="299.00", serial="HLB-2207")]),
        shipment(
            "SHP-20684-1",
            "parcelfox",
            due="2025-05-10",
            handed_over="2025-05-07",
            delivered="2025-05-09",
            label_postcode="91273",
        ),
        plan("PLN-20684-1", "CUS-1273", "2025-08-26", price="36.00", excess="25.00", claim_limit="240.00"),
        order(
            "ORD-20685",
            "CUS-1273",
            "2024-03-11",
            [line("TH-TV55", serial="HLD-1460")],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20685-1",
            "heavyhaul",
            due="2024-03-18",
            handed_over="2024-03-13",
            delivered="2024-03-16",
            label_postcode="91273",
        ),
        plan("PLN-20685-1", "CUS-1273", "2024-03-11"),
        claim(
            "CLM-20685-1", "CUS-1273", "LIN-20685-1", "accidental_damage", "2024-10-02", amount="269.00", cover="plan"
        ),
    ],
    policy=["warranty.md#protection-plans", "warranty.md#ending-a-plan", "filing.md#outcomes"],
    tell=["36.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "interacting"],
    twin="WAR_009",
)
def test_case_WAR_008(trial: Trial) -> None:
    """The plan's 30th day: it ends for its whole price instead of paying; the other has paid, and ends for nothing."""
    with trial.golden() as world:
        oyun = verify_customer(world, email="oyunbileg.batbayar@example.com", phone_last4="0173")
        list_orders(world, customer_id=oyun.customer_id)
        bar = get_order(world, order_id="ORD-20684").lines[0]
        list_shipments(world, order_id="ORD-20684")
        cover = next(p for p in list_plans(world, customer_id=oyun.customer_id) if p.line_id == bar.id)
        list_warranty_claims(world, customer_id=oyun.customer_id)
        get_product(world, product_id=bar.product_id)
        paid = get_payments(world, order_id="ORD-20684").payments[0]
        list_disputes(world, customer_id=oyun.customer_id)
        get_customer_profile(world, customer_id=oyun.customer_id)
        get_membership(world, customer_id=oyun.customer_id)
        list_tickets(world, requester_id=oyun.customer_id)
        get_order(world, order_id="ORD-20685")
        other = next(p for p in list_plans(world, customer_id=oyun.customer_id) if p.line_id != bar.id)
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20684",
            subject="Soundbar fell into water; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id=other.id)
        second = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20685",
            subject="Plan of the television ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        oyun = verify_customer(world, email="oyunbileg.batbayar@example.com", phone_last4="0173")
        create_charge(world, order_id="ORD-20684", amount=money("39.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20684-1",
            cover="plan",
            plan_id="PLN-20684-1",
            fault="accidental_damage",
            remedy="replacement",
            amount=money("240.00"),
        )
        send_replacement(
            world,
            line_id="LIN-20684-1",
            product_id="TH-SB30",
            quantity=1,
            warehouse="west",
            reason="warranty",
        )
        filed = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20684",
            subject="Soundbar fell into water",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20685-1")
        second = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20685",
            subject="Plan of the television ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="by months") as world:
        oyun = verify_customer(world, email="oyunbileg.batbayar@example.com", phone_last4="0173")
        cancel_plan(world, plan_id="PLN-20684-1")
        issue_refund(
            world, payment_id="PAY-20684-1", amount=money(money("36.00") / 24) * 23, reason="plan_cancellation"
        )
        filed = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20684",
            subject="Soundbar fell into water; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20685-1")
        second = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20685",
            subject="Plan of the television ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#outcomes") as world:
        oyun = verify_customer(world, email="oyunbileg.batbayar@example.com", phone_last4="0173")
        cancel_plan(world, plan_id="PLN-20684-1")
        issue_refund(world, payment_id="PAY-20684-1", amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20684",
            subject="Soundbar fell into water",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_covered")
        cancel_plan(world, plan_id="PLN-20685-1")
        second = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20685",
            subject="Plan of the television ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="a plan that has paid") as world:
        oyun = verify_customer(world, email="oyunbileg.batbayar@example.com", phone_last4="0173")
        cancel_plan(world, plan_id="PLN-20684-1")
        issue_refund(world, payment_id="PAY-20684-1", amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20684",
            subject="Soundbar fell into water; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20685-1")
        issue_refund(world, payment_id="PAY-20685-1", amount=money(money("96.00") / 24) * 5, reason="plan_cancellation")
        second = open_ticket(
            world,
            requester_id=oyun.customer_id,
            about_id="ORD-20685",
            subject="Plan of the television ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Soundbar of ORD-20686 is broken, red wine, my brother-in-law, don't ask. Can one dry out such a thing or will "
        "you mend it? There is a complete plan on it with 25 dollars of excess, I have the paper here, that much I am "
        "willing to pay. If the plan refuses, stop it and give me its price back. Stop the one on my old "
        "soundbar anyhow, I gave that away, whatever there is to get for it. Cosmin Dragomir"
    ),
    facts={
        "email": "cosmin.d@example.com",
        "another email address": "cosmin.dragomir@example.net",
        "serial number of the soundbar": "HLB-3151",
        "whether there was smoke, a burning smell, sparks or a shock": "no, only wine",
    },
    behaviour=Behaviour(
        "Rueful. Names an old e-mail address first. Points at his 25 dollars once, then pays what it is. Ends the "
        "older plan even for nothing.",
        pushes=("The paper says 25 dollars of excess, so where does the rest come from?",),
        answers={
            "alternative email": "I may have used cosmin.dragomir@example.net.",
            "different email": "I may have used cosmin.dragomir@example.net.",
            "nothing left": "End it all the same, nobody needs it.",
            "leave running": "No, end it, even if nothing comes of it.",
            "keep plan": "No, end it, even if nothing comes of it.",
        },
    ),
    records=[
        customer("CUS-1274", "Cosmin Dragomir", "cosmin.dragomir@example.net"),
        order("ORD-20686", "CUS-1274", "2025-05-05", [line("TH-SB30", price="299.00", serial="HLB-3151")]),
        shipment(
            "SHP-20686-1",
            "parcelfox",
            due="2025-05-09",
            handed_over="2025-05-06",
            delivered="2025-05-08",
            label_postcode="11274",
        ),
        plan("PLN-20686-1", "CUS-1274", "2025-08-25", price="36.00", excess="25.00", claim_limit="240.00"),
        order("ORD-20698", "CUS-1274", "2024-02-05", [line("TH-SB30", serial="HLB-1126")], plans=["48.00"]),
        shipment(
            "SHP-20698-1",
            "northline",
            due="2024-02-10",
            handed_over="2024-02-06",
            delivered="2024-02-09",
            label_postcode="11274",
        ),
        plan("PLN-20698-1", "CUS-1274", "2024-02-05", price="48.00", excess="15.00", claim_limit="400.00"),
        claim("CLM-20698-1", "CUS-1274", "LIN-20698-1", "power", "2025-04-02", amount="83.00", cover="plan"),
    ],
    policy=[
        "warranty.md#protection-plans",
        "warranty.md#remedy",
        "warranty.md#ending-a-plan",
        "exchanges.md#warehouse",
    ],
    tell=["39.00"],
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
        "recovery",
    ],
    twin="WAR_008",
)
def test_case_WAR_009(trial: Trial) -> None:
    """Day 31: the plan pays up to its limit for a new one at today's price; the older plan ends for nothing."""
    with trial.golden() as world:
        cosmin = verify_customer(world, email="cosmin.dragomir@example.net", order_id="ORD-20686")
        bar = get_order(world, order_id="ORD-20686").lines[0]
        list_shipments(world, order_id="ORD-20686")
        list_orders(world, customer_id=cosmin.customer_id)
        cover = next(p for p in list_plans(world, customer_id=cosmin.customer_id) if p.line_id == bar.id)
        list_warranty_claims(world, customer_id=cosmin.customer_id)
        get_repair_rate(world, category="audio_video", fault="accidental_damage")
        new = get_product(world, product_id=bar.product_id)
        check_stock(world, product_id=bar.product_id)
        list_disputes(world, customer_id=cosmin.customer_id)
        get_customer_profile(world, customer_id=cosmin.customer_id)
        get_membership(world, customer_id=cosmin.customer_id)
        list_tickets(world, requester_id=cosmin.customer_id)
        get_payments(world, order_id="ORD-20686")
        get_order(world, order_id="ORD-20698")
        other = next(p for p in list_plans(world, customer_id=cosmin.customer_id) if p.line_id != bar.id)
        pays = min(new.price - cover.excess, cover.claim_limit)
        create_charge(world, order_id="ORD-20686", amount=new.price - pays, kind="plan_excess")
        create_warranty_claim(
            world,
            line_id=bar.id,
            cover="plan",
            plan_id=cover.id,
            fault="accidental_damage",
            remedy="replacement",
            amount=pays,
        )
        send_replacement(
            world,
            line_id=bar.id,
            product_id=new.id,
            quantity=1,
            warehouse="central",
            reason="warranty",
        )
        filed = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20686",
            subject="Wine in a soundbar",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id=other.id)
        second = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20698",
            subject="Plan of the old soundbar ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans", name="first 30 days") as world:
        cosmin = verify_customer(world, email="cosmin.dragomir@example.net", order_id="ORD-20686")
        cancel_plan(world, plan_id="PLN-20686-1")
        issue_refund(world, payment_id="PAY-20686-1", amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20686",
            subject="Wine in a soundbar; plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20698-1")
        second = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20698",
            subject="Plan of the old soundbar ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans", name="the excess alone") as world:
        cosmin = verify_customer(world, email="cosmin.dragomir@example.net", order_id="ORD-20686")
        create_charge(world, order_id="ORD-20686", amount=money("25.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20686-1",
            cover="plan",
            plan_id="PLN-20686-1",
            fault="accidental_damage",
            remedy="replacement",
            amount=money("254.00"),
        )
        send_replacement(
            world,
            line_id="LIN-20686-1",
            product_id="TH-SB30",
            quantity=1,
            warehouse="central",
            reason="warranty",
        )
        filed = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20686",
            subject="Wine in a soundbar",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20698-1")
        second = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20698",
            subject="Plan of the old soundbar ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#remedy") as world:
        cosmin = verify_customer(world, email="cosmin.dragomir@example.net", order_id="ORD-20686")
        create_charge(world, order_id="ORD-20686", amount=money("78.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20686-1",
            cover="plan",
            plan_id="PLN-20686-1",
            fault="accidental_damage",
            remedy="repair",
            amount=money("240.00"),
        )
        filed = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20686",
            subject="Wine in a soundbar",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20698-1")
        second = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20698",
            subject="Plan of the old soundbar ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        cosmin = verify_customer(world, email="cosmin.dragomir@example.net", order_id="ORD-20686")
        create_charge(world, order_id="ORD-20686", amount=money("39.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20686-1",
            cover="plan",
            plan_id="PLN-20686-1",
            fault="accidental_damage",
            remedy="replacement",
            amount=money("240.00"),
        )
        send_replacement(
            world,
            line_id="LIN-20686-1",
            product_id="TH-SB30",
            quantity=1,
            warehouse="central",
            reason="warranty",
        )
        filed = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20686",
            subject="Wine in a soundbar",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cancel_plan(world, plan_id="PLN-20698-1")
        issue_refund(world, payment_id="PAY-20698-1", amount=money(money("48.00") / 24) * 4, reason="plan_cancellation")
        second = open_ticket(
            world,
            requester_id=cosmin.customer_id,
            about_id="ORD-20698",
            subject="Plan of the old soundbar ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
