"""Parcels that came late, and what is left to pay for it.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-late. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import (
    charge,
    credit,
    customer,
    events,
    installation,
    line,
    order,
    plan,
    refund,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    cancel_plan,
    close_ticket,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_refunds,
    list_shipments,
    list_slots,
    list_store_credits,
    list_tickets,
    list_tracking_events,
    list_warranty_claims,
    move_installation,
    open_ticket,
    read_article,
    search_articles,
    update_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "My stick vacuum took until the 20th although I paid extra for express, ORD-20630. What is that worth to you? "
        "I tell you frankly: if the answer is nothing at all, I will also end the protection plan on my robot, "
        "ORD-20631, out of principle."
    ),
    facts={
        "name": "Gulnara Akhmetova",
        "email": "gulnara.akhmetova@example.com",
        "another email address": "akhmetova.g@example.org",
    },
    behaviour=Behaviour(
        "A woman of principle. Any sum, however small, satisfies her principle, and the plan then stays. Has closed "
        "one account with the shop and opened another.",
        pushes=("I want the whole express fee, it was of no use to me.",),
        answers={
            "another email": "I opened a new account some time ago, as akhmetova.g@example.org.",
            "different email": "I opened a new account some time ago, as akhmetova.g@example.org.",
            "other email": "I opened a new account some time ago, as akhmetova.g@example.org.",
            "another account": "I opened a new account some time ago, as akhmetova.g@example.org.",
            "more than one account": "I opened a new account some time ago, as akhmetova.g@example.org.",
        },
    ),
    records=[
        customer(
            "CUS-1322",
            "Gulnara Akhmetova",
            "gulnara.akhmetova@example.com",
            created_on="2021-05-19",
            postcode="11222",
            status="closed",
        ),
        customer("CUS-1222", "Gulnara Akhmetova", "akhmetova.g@example.org"),
        order(
            "ORD-20630",
            "CUS-1222",
            "2025-09-10",
            [line("TH-VC70")],
            speed="express",
            shipping_fee="14.95",
            plans=["60.00"],
        ),
        plan("PLN-20630-1", "CUS-1222", "2025-09-10", level="essential", price="60.00"),
        shipment(
            "SHP-20630-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-20",
            label_postcode="11222",
        ),
        events(
            "SHP-20630-1",
            ("2025-09-12", "handed_over", "Easton"),
            ("2025-09-18", "arrived_depot", "Marlow"),
            ("2025-09-20", "delivered", "Easton"),
        ),
        order("ORD-20631", "CUS-1222", "2025-01-10", [line("TH-VC90")], plans=["96.00"]),
        shipment(
            "SHP-20631-1",
            "parcelfox",
            due="2025-01-15",
            handed_over="2025-01-12",
            delivered="2025-01-29",
            label_postcode="11222",
        ),
        plan("PLN-20631-1", "CUS-1222", "2025-01-10", level="essential"),
        credit("SC-20631-1", "CUS-1222", "60.00", "goodwill", "2025-02-11"),
        refund("RF-20631-1", "35.00", "goodwill", "2025-03-03"),
        order("ORD-20955", "CUS-1222", "2025-04-02", [line("TH-BL22"), line("TH-AF12"), line("TH-MN27")]),
        shipment(
            "SHP-20955-1",
            "parcelfox",
            due="2025-04-07",
            handed_over="2025-04-03",
            delivered="2025-04-07",
            label_postcode="11222",
        ),
        credit("SC-20955-1", "CUS-1222", "8.00", "promotion_correction", "2025-04-04"),
        credit("SC-20955-2", "CUS-1222", "7.00", "price_adjustment", "2025-04-09", line_id="LIN-20955-1"),
        credit("SC-20955-3", "CUS-1222", "11.20", "minor_defect", "2025-04-15", line_id="LIN-20955-1"),
        credit("SC-20955-4", "CUS-1222", "14.90", "minor_defect", "2025-04-20", line_id="LIN-20955-2"),
        credit("SC-20955-5", "CUS-1222", "32.90", "minor_defect", "2025-05-02", line_id="LIN-20955-3"),
    ],
    policy=["delivery.md#delayed-parcels", "customers.md#compensation-cap"],
    tell=["5.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "interacting", "pushes", "decoy", "recovery"],
    twin="DLV_028",
)
def test_case_DLV_027(trial: Trial) -> None:
    """Six days late: the shipping fee, of which the cap leaves exactly $5.00, by a credit on page two; so the plan
    stays."""
    with trial.golden() as world:
        gulnara = verify_customer(world, email="akhmetova.g@example.org", order_id="ORD-20630")
        late = get_order(world, order_id="ORD-20630")
        parcel = list_shipments(world, order_id="ORD-20630")[0].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        get_membership(world, customer_id=gulnara.customer_id)
        list_disputes(world, customer_id=gulnara.customer_id)
        get_customer_profile(world, customer_id=gulnara.customer_id)
        list_tickets(world, requester_id=gulnara.customer_id)
        refunded = list_refunds(world, customer_id=gulnara.customer_id).items[0]
        credited = list_store_credits(world, customer_id=gulnara.customer_id, page=2).items[0]
        paid = get_payments(world, order_id="ORD-20630").payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=min(late.order.shipping_fee, money("100.00") - refunded.amount - credited.amount),
            reason="late_delivery",
        )
        filed = open_ticket(
            world,
            requester_id=gulnara.customer_id,
            about_id="ORD-20630",
            subject="Vacuum six days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap", name="whole fee") as world:
        gulnara = verify_customer(world, email="akhmetova.g@example.org", order_id="ORD-20630")
        paid = get_payments(world, order_id="ORD-20630").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=gulnara.customer_id,
            about_id="ORD-20630",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap", name="nothing left") as world:
        gulnara = verify_customer(world, email="akhmetova.g@example.org", order_id="ORD-20630")
        filed = open_ticket(
            world,
            requester_id=gulnara.customer_id,
            about_id="ORD-20630",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="cap_reached")
        paid = get_payments(world, order_id="ORD-20631").payments[0]
        cancel_plan(world, plan_id="PLN-20631-1")
        issue_refund(world, payment_id=paid.id, amount=money("60.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=gulnara.customer_id,
            about_id="ORD-20631",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#delayed-parcels") as world:
        gulnara = verify_customer(world, email="akhmetova.g@example.org", order_id="ORD-20630")
        issue_store_credit(
            world, customer_id=gulnara.customer_id, amount=money("5.00"), reason="late_delivery", order_id="ORD-20630"
        )
        filed = open_ticket(
            world,
            requester_id=gulnara.customer_id,
            about_id="ORD-20630",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Six days late, that hoover. Express, my eye. I'd like my express money back for ORD-20623 and if you're not "
        "paying me a penny then you can stop the cover on the robot as well, I'll not be insured by a shop like that."
    ),
    facts={
        "name": "Callum MacLeod",
        "email": "callum.macleod@example.org",
        "postcode": "11223",
        "length of the robot's plan": "24 months, paid in January",
    },
    behaviour=Behaviour(
        "Grumbles. Reads the number of the late order from a smudged label.",
        pushes=("Fourteen ninety-five, that's what I paid for speed I never got.",),
        answers={"ORD-20632": "Aye, that'll be the one, the label is smudged."},
    ),
    records=[
        customer("CUS-1223", "Callum MacLeod", "callum.macleod@example.org"),
        order(
            "ORD-20632",
            "CUS-1223",
            "2025-09-10",
            [line("TH-VC70")],
            speed="express",
            shipping_fee="14.95",
            plans=["60.00"],
        ),
        plan("PLN-20632-1", "CUS-1223", "2025-09-10", level="essential", price="60.00"),
        shipment(
            "SHP-20632-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-20",
            label_postcode="11223",
        ),
        events(
            "SHP-20632-1",
            ("2025-09-12", "handed_over", "Easton"),
            ("2025-09-18", "arrived_depot", "Marlow"),
            ("2025-09-20", "delivered", "Easton"),
        ),
        order("ORD-20633", "CUS-1223", "2025-01-10", [line("TH-VC90")], plans=["96.00"]),
        shipment(
            "SHP-20633-1",
            "parcelfox",
            due="2025-01-15",
            handed_over="2025-01-12",
            delivered="2025-01-29",
            label_postcode="11223",
        ),
        plan("PLN-20633-1", "CUS-1223", "2025-01-10", level="essential"),
        credit("SC-20633-1", "CUS-1223", "60.00", "goodwill", "2025-02-11"),
        refund("RF-20633-1", "35.01", "goodwill", "2025-03-03"),
        order("ORD-20956", "CUS-1223", "2025-04-02", [line("TH-BL22"), line("TH-AF12"), line("TH-MN27")]),
        shipment(
            "SHP-20956-1",
            "parcelfox",
            due="2025-04-07",
            handed_over="2025-04-03",
            delivered="2025-04-07",
            label_postcode="11223",
        ),
        credit("SC-20956-1", "CUS-1223", "8.00", "promotion_correction", "2025-04-04"),
        credit("SC-20956-2", "CUS-1223", "7.00", "price_adjustment", "2025-04-09", line_id="LIN-20956-1"),
        credit("SC-20956-3", "CUS-1223", "11.20", "minor_defect", "2025-04-15", line_id="LIN-20956-1"),
        credit("SC-20956-4", "CUS-1223", "14.90", "minor_defect", "2025-04-20", line_id="LIN-20956-2"),
        credit("SC-20956-5", "CUS-1223", "32.90", "minor_defect", "2025-05-02", line_id="LIN-20956-3"),
    ],
    policy=["customers.md#compensation-cap", "delivery.md#delayed-parcels", "warranty.md#ending-a-plan"],
    tell=["60.00"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "pushes",
        "refusal",
        "recovery",
        "decoy",
    ],
    twin="DLV_027",
)
def test_case_DLV_028(trial: Trial) -> None:
    """Only $4.99 of the cap is left, which is not paid; so the plan ends, for fifteen of its 24 months."""
    with trial.golden() as world:
        callum = verify_customer(world, email="callum.macleod@example.org", postcode="11223")
        late = list_orders(world, customer_id=callum.customer_id).items[0].order
        get_order(world, order_id=late.id)
        parcel = list_shipments(world, order_id=late.id)[0].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        get_membership(world, customer_id=callum.customer_id)
        list_disputes(world, customer_id=callum.customer_id)
        get_customer_profile(world, customer_id=callum.customer_id)
        list_tickets(world, requester_id=callum.customer_id)
        list_refunds(world, customer_id=callum.customer_id)
        list_store_credits(world, customer_id=callum.customer_id)
        list_store_credits(world, customer_id=callum.customer_id, page=2)
        filed = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id=late.id,
            subject="Vacuum six days late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="cap_reached")
        robot = get_order(world, order_id="ORD-20633").lines[0]
        cover = next(p for p in list_plans(world, customer_id=callum.customer_id) if p.line_id == robot.id)
        list_warranty_claims(world, customer_id=callum.customer_id)
        paid = get_payments(world, order_id="ORD-20633").payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=money(cover.price / 24) * 15, reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20633",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap", name="what is left") as world:
        callum = verify_customer(world, email="callum.macleod@example.org", postcode="11223")
        paid = get_payments(world, order_id="ORD-20632").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("4.99"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20632",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="months begun counted") as world:
        callum = verify_customer(world, email="callum.macleod@example.org", postcode="11223")
        filed = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20632",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="cap_reached")
        paid = get_payments(world, order_id="ORD-20633").payments[0]
        cancel_plan(world, plan_id="PLN-20633-1")
        issue_refund(world, payment_id=paid.id, amount=money("64.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20633",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#ending-a-plan", name="whole price") as world:
        callum = verify_customer(world, email="callum.macleod@example.org", postcode="11223")
        filed = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20632",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="cap_reached")
        paid = get_payments(world, order_id="ORD-20633").payments[0]
        cancel_plan(world, plan_id="PLN-20633-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        ended = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20633",
            subject="Protection plan ended",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap", name="whole fee") as world:
        callum = verify_customer(world, email="callum.macleod@example.org", postcode="11223")
        paid = get_payments(world, order_id="ORD-20632").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=callum.customer_id,
            about_id="ORD-20632",
            subject="Vacuum late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "The washer is more than a week late, ten percent is what one gets for that, they say. And tomorrow the "
        "fitter would come to an empty bathroom, so he has to come later, without that forty dollar nonsense if you "
        "please. The dryer's fitter too, on the same day, but only if that costs me nothing either: where you want "
        "money for it, leave it as it is. And the blender was eight days late as well, what do I get there? "
        "ORD-20638, Itzel Cuautle."
    ),
    facts={
        "email": "itzel.cuautle@example.com",
        "preferred date": "Wednesday 1 October, in the morning",
        "order number of the dryer": "ORD-20826",
        "order number of the blender": "ORD-20827",
    },
    behaviour=Behaviour(
        "Was away when the carrier rang and does not think it worth a mention.",
        pushes=("Late is late, so where are my ten percent?",),
        answers={
            "at home": "I may have been out that day. Does it matter?",
            "26": "I would rather have Wednesday 1 October, in the morning.",
            "27": "I would rather have Wednesday 1 October, in the morning.",
            "half day": "I would rather have Wednesday 1 October, in the morning.",
            "dryer": "Move the washer's; the dryer's only if it costs nothing, else he comes as he is booked.",
            "want that": "Move the washer's; the dryer's only if it costs nothing, else he comes as he is booked.",
            "pay": "No, I pay nothing for it. Then the dryer's fitter comes as he is booked.",
        },
    ),
    records=[
        customer("CUS-1227", "Itzel Cuautle", "itzel.cuautle@example.com"),
        order("ORD-20638", "CUS-1227", "2025-09-08", [line("TH-WM700")], status="shipped"),
        shipment("SHP-20638-1", "heavyhaul", due="2025-09-16", handed_over="2025-09-13", label_postcode="11227"),
        events(
            "SHP-20638-1",
            ("2025-09-12", "label_created", "Easton"),
            ("2025-09-13", "handed_over", "Easton"),
            ("2025-09-14", "arrived_depot", "Marlow"),
            ("2025-09-15", "departed_depot", "Marlow"),
            ("2025-09-16", "out_for_delivery", "Easton"),
            ("2025-09-16", "attempt_failed", "Easton"),
            ("2025-09-22", "arrived_depot", "Marlow"),
        ),
        charge("CH-20638-1", "79.00", "installation", "2025-09-08"),
        installation("INS-20638-1", "SLOT-1-0925", fee="79.00"),
        ticket(
            "TK-20638",
            "CUS-1227",
            "installation",
            "Fitter comes before the washer",
            "2025-09-22",
            about_id="ORD-20638",
            priority="high",
            status="pending",
        ),
        order("ORD-20826", "CUS-1227", "2025-09-11", [line("TH-DR710")], status="shipped"),
        shipment("SHP-20826-1", "northline", due="2025-09-22", handed_over="2025-09-14", label_postcode="11227"),
        events(
            "SHP-20826-1",
            ("2025-09-14", "handed_over", "Easton"),
            ("2025-09-22", "arrived_depot", "Marlow"),
        ),
        charge("CH-20826-1", "79.00", "installation", "2025-09-11"),
        installation("INS-20826-1", "SLOT-2-0925", fee="79.00"),
        order("ORD-20827", "CUS-1227", "2025-09-05", [line("TH-BL22")]),
        shipment(
            "SHP-20827-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-08",
            delivered="2025-09-18",
            label_postcode="11227",
        ),
        credit("SC-20827-1", "CUS-1227", "10.00", "late_delivery", "2025-09-19"),
    ],
    policy=[
        "delivery.md#delayed-parcels",
        "installation.md#moving-a-visit",
        "delivery.md#promised-date",
        "filing.md#tickets",
    ],
    tell=["2025-10-01", "40.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "multi",
        "interacting",
        "pushes",
        "refusal",
        "decoy",
    ],
)
def test_case_DLV_029(trial: Trial) -> None:
    """A failed attempt on the second page makes the delay hers; the promise has passed, so moving is free still.  The
    dryer's promise lasts until tomorrow, so its visit would cost $40.00 and stays; the blender's delay is paid for."""
    with trial.golden() as world:
        itzel = verify_customer(world, email="itzel.cuautle@example.com", order_id="ORD-20638")
        get_order(world, order_id="ORD-20638")
        parcel = list_shipments(world, order_id="ORD-20638")[0].shipment
        list_tracking_events(world, shipment_id=parcel.id)
        list_tracking_events(world, shipment_id=parcel.id, page=2)
        list_disputes(world, customer_id=itzel.customer_id)
        get_customer_profile(world, customer_id=itzel.customer_id)
        requested = list_tickets(world, requester_id=itzel.customer_id).tickets[0]
        visit = list_installations(world, order_id="ORD-20638")[0].installation
        free = list_slots(world, region="east", from_date=world.today, gas_only=False, page=2).items
        wednesday = next(offer.slot for offer in free if offer.slot.id == "SLOT-1-1001")
        move_installation(world, installation_id=visit.id, slot_id=wednesday.id, slot_date=wednesday.slot_date)
        update_ticket(world, ticket_id=requested.id, priority="normal")
        close_ticket(world, ticket_id=requested.id, outcome="resolved", reason="completed")
        filed = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20638",
            subject="Compensation for delay",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="customer_caused")
        list_shipments(world, order_id="ORD-20826")
        search_articles(world, query="Northline")
        read_article(world, article_id="KB-123")
        list_installations(world, order_id="ORD-20826")
        get_order(world, order_id="ORD-20827")
        list_shipments(world, order_id="ORD-20827")
        list_refunds(world, customer_id=itzel.customer_id)
        list_store_credits(world, customer_id=itzel.customer_id)
        paid_before = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20827",
            subject="Blender came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=paid_before.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="delivery.md#delayed-parcels", name="ten percent") as world:
        itzel = verify_customer(world, email="itzel.cuautle@example.com", order_id="ORD-20638")
        requested = list_tickets(world, requester_id=itzel.customer_id).tickets[0]
        move_installation(
            world, installation_id="INS-20638-1", slot_id="SLOT-1-1001", slot_date=world.today.replace(month=10, day=1)
        )
        update_ticket(world, ticket_id=requested.id, priority="normal")
        close_ticket(world, ticket_id=requested.id, outcome="resolved", reason="completed")
        paid = get_payments(world, order_id="ORD-20638").payments[0]
        issue_refund(world, payment_id=paid.id, amount=money("82.00"), reason="late_delivery")
        filed = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20638",
            subject="Compensation for delay",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        paid_before = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20827",
            subject="Blender came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=paid_before.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="delivery.md#delayed-parcels", name="blender paid twice") as world:
        itzel = verify_customer(world, email="itzel.cuautle@example.com", order_id="ORD-20638")
        requested = list_tickets(world, requester_id=itzel.customer_id).tickets[0]
        move_installation(
            world, installation_id="INS-20638-1", slot_id="SLOT-1-1001", slot_date=world.today.replace(month=10, day=1)
        )
        update_ticket(world, ticket_id=requested.id, priority="normal")
        close_ticket(world, ticket_id=requested.id, outcome="resolved", reason="completed")
        filed = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20638",
            subject="Compensation for delay",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="customer_caused")
        issue_store_credit(
            world,
            customer_id=itzel.customer_id,
            amount=money("10.00"),
            reason="late_delivery",
            order_id="ORD-20827",
        )
        blender = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20827",
            subject="Blender came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=blender.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#promised-date") as world:
        itzel = verify_customer(world, email="itzel.cuautle@example.com", order_id="ORD-20638")
        requested = list_tickets(world, requester_id=itzel.customer_id).tickets[0]
        first_october = world.today.replace(month=10, day=1)
        move_installation(world, installation_id="INS-20638-1", slot_id="SLOT-1-1001", slot_date=first_october)
        update_ticket(world, ticket_id=requested.id, priority="normal")
        close_ticket(world, ticket_id=requested.id, outcome="resolved", reason="completed")
        move_installation(world, installation_id="INS-20826-1", slot_id="SLOT-2-1001", slot_date=first_october)
        moved = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20826",
            subject="Dryer's visit moved",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=moved.id, outcome="resolved", reason="completed")
        filed = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20638",
            subject="Compensation for delay",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="customer_caused")
        paid_before = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20827",
            subject="Blender came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=paid_before.id, outcome="declined", reason="already_paid")

    with trial.trap(breaks="filing.md#tickets") as world:
        itzel = verify_customer(world, email="itzel.cuautle@example.com", order_id="ORD-20638")
        requested = list_tickets(world, requester_id=itzel.customer_id).tickets[0]
        move_installation(
            world, installation_id="INS-20638-1", slot_id="SLOT-1-1001", slot_date=world.today.replace(month=10, day=1)
        )
        update_ticket(world, ticket_id=requested.id, priority="normal")
        close_ticket(world, ticket_id=requested.id, outcome="resolved", reason="completed")
        stays = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20826",
            subject="Dryer's visit not moved",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stays.id, outcome="declined", reason="terms_not_met")
        filed = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20638",
            subject="Compensation for delay",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="customer_caused")
        paid_before = open_ticket(
            world,
            requester_id=itzel.customer_id,
            about_id="ORD-20827",
            subject="Blender came late",
            topic="delivery",
            priority="normal",
        )
        close_ticket(world, ticket_id=paid_before.id, outcome="declined", reason="already_paid")

    assert trial.outcome == trial.golden_outcome
