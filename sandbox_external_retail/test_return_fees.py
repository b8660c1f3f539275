"""Goods that go back: fees for pickup, refused and wrong goods, plans and visits that end.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-return-fees. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    charge,
    customer,
    events,
    installation,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
    slot,
)
from sandbox_external_retail.tools import (
    adjust_points,
    cancel_installation,
    cancel_plan,
    close_ticket,
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
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    list_tracking_events,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Tere! The utility room turned out too narrow for two machines, so one of them has to leave, order ORD-20625. "
        "I would rather part with the washer, on one condition: it has to bring me at least 520 dollars by itself, "
        "whatever else comes with it. If it brings less than that, the washer stays and you take back the dryer."
    ),
    facts={
        "name": "Margit Õunapuu",
        "email": "margit.ounapuu@example.org",
        "order number after a second look": "ORD-20652",
        "condition of the washer": "opened, we have washed with it for two weeks",
        "condition of the dryer": "still sealed in its carton",
    },
    behaviour=Behaviour(
        "Brisk and exact. Holds to her condition and leaves the rest to the clerk.",
        answers={
            "faulty": "No, both are fine, it is only the room.",
            "wrong": "No, both are fine, it is only the room.",
            "defective": "No, both are fine, it is only the room.",
            "broken": "No, both are fine, it is only the room.",
            "reason": "The room is too narrow, both machines are fine.",
            "why": "The room is too narrow, both machines are fine.",
        },
    ),
    records=[
        customer(
            "CUS-1252",
            "Margit Õunapuu",
            "margit.ounapuu@example.org",
            region="central",
            tier="plus",
            tier_since="2025-08-31",
        ),
        order(
            "ORD-20652",
            "CUS-1252",
            "2025-08-30",
            [
                line("TH-WM700", promotions={"LAUNDRY10": "82.00"}, serial="AWS-6102"),
                line("TH-DR710", promotions={"LAUNDRY10": "76.00"}),
            ],
            plans=["96.00", "84.00"],
        ),
        shipment(
            "SHP-20652-1",
            "heavyhaul",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-04",
            label_postcode="61252",
        ),
        plan("PLN-20652-1", "CUS-1252", "2025-08-30", price="96.00"),
        plan("PLN-20652-2", "CUS-1252", "2025-08-30", price="84.00"),
        charge("CH-20652-1", "79.00", "installation", "2025-09-05"),
        charge("CH-20652-2", "79.00", "installation", "2025-09-19"),
        slot("SLOT-4-0909"),
        installation("INS-20652-1", "SLOT-4-0909", status="completed", fee="79.00"),
        installation("INS-20652-2", "SLOT-4-0926", fee="79.00"),
    ],
    policy=[
        "returns.md#fees",
        "returns.md#registering-a-return",
        "refunds.md#discounts-lost",
        "customers.md#membership-tiers",
        "warranty.md#ending-a-plan",
        "installation.md#cancelling-a-visit",
    ],
    tell=["553.00", "84.00", "79.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "recovery"],
    twin="RET_011",
)
def test_case_RET_010(trial: Trial) -> None:
    """We installed the washer, so it brings $499.20: the dryer goes, and with it its plan and its visit."""
    with trial.golden() as world:
        margit = verify_customer(world, email="margit.ounapuu@example.org", order_id="ORD-20652")
        bought = get_order(world, order_id="ORD-20652")
        washer, dryer = bought.lines
        list_shipments(world, order_id="ORD-20652")
        get_product(world, product_id=washer.product_id)
        get_product(world, product_id=dryer.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=margit.customer_id)
        get_customer_profile(world, customer_id=margit.customer_id)
        list_disputes(world, customer_id=margit.customer_id)
        list_returns(world, order_id="ORD-20652")
        list_store_credits(world, customer_id=margit.customer_id)
        visit = list_installations(world, order_id="ORD-20652")[1].installation
        cover = list_plans(world, customer_id=margit.customer_id)[1]
        paid = get_payments(world, order_id="ORD-20652").payments[0]
        list_tickets(world, requester_id=margit.customer_id)
        create_return(
            world,
            line_id=dryer.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=dryer.paid - money("49.00") - washer.discount,
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=paid.id, amount=visit.fee, reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=margit.customer_id,
            about_id="ORD-20652",
            subject="Return of a dryer in place of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#fees") as world:
        margit = verify_customer(world, email="margit.ounapuu@example.org", order_id="ORD-20652")
        washer, dryer = get_order(world, order_id="ORD-20652").lines
        create_return(
            world,
            line_id=washer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="pickup",
            refund_to="original",
            refund_amount=washer.paid - money(washer.paid * 10 / 100) - money("49.00") - dryer.discount,
        )
        cancel_plan(world, plan_id="PLN-20652-1")
        issue_refund(world, payment_id="PAY-20652-1", amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=margit.customer_id,
            about_id="ORD-20652",
            subject="Return of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        margit = verify_customer(world, email="margit.ounapuu@example.org", order_id="ORD-20652")
        washer, dryer = get_order(world, order_id="ORD-20652").lines
        restocking = money(money(washer.paid * 10 / 100) / 2)
        create_return(
            world,
            line_id=washer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="pickup",
            refund_to="original",
            refund_amount=washer.paid - restocking - money("89.00") - dryer.discount,
        )
        cancel_plan(world, plan_id="PLN-20652-1")
        issue_refund(world, payment_id="PAY-20652-1", amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=margit.customer_id,
            about_id="ORD-20652",
            subject="Return of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#registering-a-return") as world:
        margit = verify_customer(world, email="margit.ounapuu@example.org", order_id="ORD-20652")
        washer, dryer = get_order(world, order_id="ORD-20652").lines
        create_return(
            world,
            line_id=dryer.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=dryer.paid - money("49.00") - washer.discount,
        )
        cancel_plan(world, plan_id="PLN-20652-2")
        issue_refund(world, payment_id="PAY-20652-1", amount=money("84.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=margit.customer_id,
            about_id="ORD-20652",
            subject="Return of a dryer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        margit = verify_customer(world, email="margit.ounapuu@example.org", order_id="ORD-20652")
        dryer = get_order(world, order_id="ORD-20652").lines[1]
        create_return(
            world,
            line_id=dryer.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=dryer.paid - money("49.00"),
        )
        cancel_plan(world, plan_id="PLN-20652-2")
        issue_refund(world, payment_id="PAY-20652-1", amount=money("84.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20652-2")
        issue_refund(world, payment_id="PAY-20652-1", amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=margit.customer_id,
            about_id="ORD-20652",
            subject="Return of a dryer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Selam, Desta Haile. My landlord allows me one big machine only, and I have a washer and a dryer from you, "
        "ORD-20653. Take the washer if I get 520 or more for it, I mean for the machine, not counting extras. "
        "Otherwise take the dryer and leave me the washer. Do the sums for me, please."
    ),
    facts={
        "email": "desta.haile@example.com",
        "condition of the washer": "opened and in use",
        "condition of the dryer": "sealed, never unpacked",
    },
    behaviour=Behaviour(
        "Gentle and a little lost among the numbers. Accepts what follows from the condition.",
        answers={
            "faulty": "No, they work, it is because of the landlord.",
            "wrong": "No, they work, it is because of the landlord.",
            "defective": "No, they work, it is because of the landlord.",
            "broken": "No, they work, it is because of the landlord.",
            "reason": "It is because of the landlord, both are fine.",
            "why": "It is because of the landlord, both are fine.",
        },
    ),
    records=[
        customer(
            "CUS-1253",
            "Desta Haile",
            "desta.haile@example.com",
            region="central",
            tier="plus",
            tier_since="2025-08-31",
        ),
        order(
            "ORD-20653",
            "CUS-1253",
            "2025-08-30",
            [
                line("TH-WM700", promotions={"LAUNDRY10": "82.00"}, serial="AWS-6188"),
                line("TH-DR710", promotions={"LAUNDRY10": "76.00"}),
            ],
            plans=["96.00", "84.00"],
        ),
        shipment(
            "SHP-20653-1",
            "heavyhaul",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-04",
            label_postcode="61253",
        ),
        plan("PLN-20653-1", "CUS-1253", "2025-08-30", price="96.00"),
        plan("PLN-20653-2", "CUS-1253", "2025-08-30", price="84.00"),
        charge("CH-20653-1", "79.00", "installation", "2025-09-05"),
        charge("CH-20653-2", "79.00", "installation", "2025-09-19"),
        refund("RF-20653-1", "79.00", "installation_cancelled", "2025-09-06"),
        slot("SLOT-4-0909", booked=0),
        installation("INS-20653-1", "SLOT-4-0909", status="cancelled", fee="79.00"),
        installation("INS-20653-2", "SLOT-4-0926", fee="79.00", line_id="LIN-20653-2"),
    ],
    policy=[
        "returns.md#fees",
        "returns.md#return-window",
        "refunds.md#calculation",
        "refunds.md#discounts-lost",
        "customers.md#membership-tiers",
        "warranty.md#ending-a-plan",
    ],
    tell=["539.20", "96.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy"],
    twin="RET_010",
)
def test_case_RET_011(trial: Trial) -> None:
    """The visit was cancelled, so we did not install the washer: $539.20 is enough, and it goes with its plan."""
    with trial.golden() as world:
        desta = verify_customer(world, email="desta.haile@example.com", order_id="ORD-20653")
        bought = get_order(world, order_id="ORD-20653")
        washer, dryer = bought.lines
        list_shipments(world, order_id="ORD-20653")
        get_product(world, product_id=washer.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=desta.customer_id)
        get_customer_profile(world, customer_id=desta.customer_id)
        list_disputes(world, customer_id=desta.customer_id)
        list_installations(world, order_id="ORD-20653")
        list_returns(world, order_id="ORD-20653")
        list_store_credits(world, customer_id=desta.customer_id)
        cover = list_plans(world, customer_id=desta.customer_id)[0]
        paid = get_payments(world, order_id="ORD-20653").payments[0]
        list_tickets(world, requester_id=desta.customer_id)
        create_return(
            world,
            line_id=washer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="pickup",
            refund_to="original",
            refund_amount=washer.paid - money(washer.paid * 10 / 100) - money("49.00") - dryer.discount,
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=desta.customer_id,
            about_id="ORD-20653",
            subject="Return of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#fees") as world:
        desta = verify_customer(world, email="desta.haile@example.com", order_id="ORD-20653")
        washer, dryer = get_order(world, order_id="ORD-20653").lines
        create_return(
            world,
            line_id=dryer.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=dryer.paid - money("49.00") - washer.discount,
        )
        cancel_plan(world, plan_id="PLN-20653-2")
        issue_refund(world, payment_id="PAY-20653-1", amount=money("84.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20653-2")
        issue_refund(world, payment_id="PAY-20653-1", amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=desta.customer_id,
            about_id="ORD-20653",
            subject="Return of a dryer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        desta = verify_customer(world, email="desta.haile@example.com", order_id="ORD-20653")
        washer, dryer = get_order(world, order_id="ORD-20653").lines
        restocking = money(money(washer.paid * 10 / 100) / 2)
        create_return(
            world,
            line_id=washer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="pickup",
            refund_to="original",
            refund_amount=washer.paid - restocking - money("49.00") - dryer.discount,
        )
        cancel_plan(world, plan_id="PLN-20653-1")
        issue_refund(world, payment_id="PAY-20653-1", amount=money("96.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=desta.customer_id,
            about_id="ORD-20653",
            subject="Return of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        desta = verify_customer(world, email="desta.haile@example.com", order_id="ORD-20653")
        washer, dryer = get_order(world, order_id="ORD-20653").lines
        create_return(
            world,
            line_id=washer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="pickup",
            refund_to="original",
            refund_amount=washer.paid - money(washer.paid * 10 / 100) - money("49.00") - dryer.discount,
        )
        filed = open_ticket(
            world,
            requester_id=desta.customer_id,
            about_id="ORD-20653",
            subject="Return of a washer",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hullo, Kirsty Abernethy, kirsty.abernethy@example.com, order ORD-20658. I sent your driver off with the big "
        "telly because the carton was crushed, and the bar that came earlier is some other make than the Halden I "
        "ordered. So I want the lot refunded: television, bar, delivery, and the insurance on the set. The damage is "
        "yours, so not a penny off."
    ),
    facts={
        "email": "kirsty@abernethy.example.net",
        "condition of the soundbar": "opened, that is how I found out",
    },
    behaviour=Behaviour(
        "Forthright. Wants every cent for the television and grumbles once.",
        pushes=("The carton was crushed. Why should I pay for that, and where is my delivery charge?",),
        answers={
            "another email": "Oh aye, I changed it: kirsty@abernethy.example.net.",
            "other email": "Oh aye, I changed it: kirsty@abernethy.example.net.",
            "email address": "Oh aye, I changed it: kirsty@abernethy.example.net.",
            "soundbar wrong": "It works, but it is not the Halden that I ordered.",
            "different email": "Oh aye, I changed it: kirsty@abernethy.example.net.",
            "exchange": "No, just the money.",
        },
    ),
    records=[
        customer(
            "CUS-1256",
            "Kirsty Abernethy",
            "kirsty@abernethy.example.net",
            tier="pro",
            tier_since="2024-09-06",
            paid_until="2025-09-05",
            points=1163,
        ),
        order(
            "ORD-20658",
            "CUS-1256",
            "2025-09-05",
            [
                line("TH-TV55", promotions={"CINEMA": "44.00"}, parcel=2),
                line("TH-SB30", promotions={"CINEMA": "16.00"}, status="delivered"),
            ],
            status="shipped",
            shipping_fee="6.95",
            plans=["72.00", "30.00"],
        ),
        shipment(
            "SHP-20658-1",
            "northline",
            due="2025-09-09",
            handed_over="2025-09-06",
            delivered="2025-09-09",
            label_postcode="11256",
        ),
        shipment(
            "SHP-20658-2",
            "heavyhaul",
            due="2025-09-16",
            handed_over="2025-09-10",
            status="returned_to_sender",
            label_postcode="11256",
        ),
        events(
            "SHP-20658-2",
            ("2025-09-09", "label_created", "Easton"),
            ("2025-09-10", "handed_over", "Easton"),
            ("2025-09-12", "arrived_depot", "Easton"),
            ("2025-09-15", "out_for_delivery", "Easton"),
            ("2025-09-15", "attempt_failed", "Easton"),
            ("2025-09-16", "out_for_delivery", "Easton"),
            ("2025-09-16", "returned_refused", "Easton"),
        ),
        plan("PLN-20658-1", "CUS-1256", "2025-09-05", price="72.00"),
        plan("PLN-20658-2", "CUS-1256", "2025-09-05", price="30.00"),
        points("PL-20658-1", "CUS-1256", "bonus", 900, "2025-02-10"),
        points("PL-20658-2", "CUS-1256", "earned", 263, "2025-09-09", line_id="LIN-20658-2"),
    ],
    policy=[
        "delivery.md#parcels-that-came-back",
        "returns.md#fees",
        "refunds.md#discounts-lost",
        "customers.md#membership-tiers",
        "customers.md#points",
        "customers.md#identity-check",
        "returns.md#registering-a-return",
    ],
    tell=["656.00", "263.00", "72.00", "30.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "pushes", "multi", "interacting", "recovery"],
)
def test_case_RET_014(trial: Trial) -> None:
    """Refused, says the tracking: pickup even for Pro; nothing stays, so no discount is lost; the wrong bar is free."""
    with trial.golden() as world:
        kirsty = verify_customer(world, email="kirsty@abernethy.example.net", order_id="ORD-20658")
        bought = get_order(world, order_id="ORD-20658")
        television, bar = bought.lines
        list_shipments(world, order_id="ORD-20658")
        list_tracking_events(world, shipment_id="SHP-20658-2")
        list_tracking_events(world, shipment_id="SHP-20658-2", page=2)
        get_product(world, product_id=television.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=kirsty.customer_id)
        get_customer_profile(world, customer_id=kirsty.customer_id)
        list_disputes(world, customer_id=kirsty.customer_id)
        list_store_credits(world, customer_id=kirsty.customer_id)
        list_returns(world, order_id="ORD-20658")
        list_tickets(world, requester_id=kirsty.customer_id)
        earned = list_points(world, customer_id=kirsty.customer_id).items[0]
        of_tv, of_bar = list_plans(world, customer_id=kirsty.customer_id)
        paid = get_payments(world, order_id="ORD-20658").payments[0]
        create_return(
            world,
            line_id=television.id,
            quantity=1,
            reason="refused_delivery",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=television.paid - money("49.00"),
        )
        cancel_plan(world, plan_id=of_tv.id)
        issue_refund(world, payment_id=paid.id, amount=of_tv.price, reason="plan_cancellation")
        adjust_points(world, customer_id=kirsty.customer_id, line_id=bar.id, kind="taken_back", points=earned.points)
        create_return(
            world,
            line_id=bar.id,
            quantity=1,
            reason="wrong_item",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bar.paid,
        )
        cancel_plan(world, plan_id=of_bar.id)
        issue_refund(world, payment_id=paid.id, amount=of_bar.price, reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=kirsty.customer_id,
            about_id="ORD-20658",
            subject="A refused television and a wrong soundbar",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#parcels-that-came-back") as world:
        kirsty = verify_customer(world, email="kirsty@abernethy.example.net", order_id="ORD-20658")
        television, bar = get_order(world, order_id="ORD-20658").lines
        create_return(
            world,
            line_id=television.id,
            quantity=1,
            reason="refused_delivery",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=television.paid,
        )
        cancel_plan(world, plan_id="PLN-20658-1")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("72.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=kirsty.customer_id, line_id=bar.id, kind="taken_back", points=263)
        create_return(
            world,
            line_id=bar.id,
            quantity=1,
            reason="wrong_item",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bar.paid,
        )
        cancel_plan(world, plan_id="PLN-20658-2")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("30.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=kirsty.customer_id,
            about_id="ORD-20658",
            subject="Television and soundbar",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        kirsty = verify_customer(world, email="kirsty@abernethy.example.net", order_id="ORD-20658")
        television, bar = get_order(world, order_id="ORD-20658").lines
        create_return(
            world,
            line_id=television.id,
            quantity=1,
            reason="refused_delivery",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=television.paid - money("49.00") - bar.discount,
        )
        cancel_plan(world, plan_id="PLN-20658-1")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("72.00"), reason="plan_cancellation")
        adjust_points(world, customer_id=kirsty.customer_id, line_id=bar.id, kind="taken_back", points=263)
        create_return(
            world,
            line_id=bar.id,
            quantity=1,
            reason="wrong_item",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bar.paid,
        )
        cancel_plan(world, plan_id="PLN-20658-2")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("30.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=kirsty.customer_id,
            about_id="ORD-20658",
            subject="Television and soundbar",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        kirsty = verify_customer(world, email="kirsty@abernethy.example.net", order_id="ORD-20658")
        television, bar = get_order(world, order_id="ORD-20658").lines
        create_return(
            world,
            line_id=television.id,
            quantity=1,
            reason="refused_delivery",
            condition="sealed",
            method="pickup",
            refund_to="original",
            refund_amount=television.paid - money("49.00"),
        )
        cancel_plan(world, plan_id="PLN-20658-1")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("72.00"), reason="plan_cancellation")
        create_return(
            world,
            line_id=bar.id,
            quantity=1,
            reason="wrong_item",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=bar.paid,
        )
        cancel_plan(world, plan_id="PLN-20658-2")
        issue_refund(world, payment_id="PAY-20658-1", amount=money("30.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=kirsty.customer_id,
            about_id="ORD-20658",
            subject="Television and soundbar",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
