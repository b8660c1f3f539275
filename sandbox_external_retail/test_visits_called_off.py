"""Visits of installers that are called off, and others that have to be booked.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-called-off. Not for training.
"""

from __future__ import annotations

from datetime import timedelta

from sandbox_external_retail.records import (
    charge,
    credit,
    customer,
    events,
    installation,
    line,
    order,
    refund,
    shipment,
    slot,
)
from sandbox_external_retail.tools import (
    book_installation,
    cancel_installation,
    close_ticket,
    create_charge,
    find_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_installations,
    list_orders,
    list_refunds,
    list_shipments,
    list_slots,
    list_store_credits,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Bună ziua, Vasile Munteanu, Pro member. My cousin has connected the dishwasher, order ORD-20708, so your man "
        "need not come for it tomorrow: the fee back, please. For the gas cooker I do want somebody. It comes today, "
        "they tell me, so make it Saturday after lunch, ORD-20709."
    ),
    facts={
        "email": "vasile.m@example.net",
        "another email address": "vasile.munteanu@example.com",
        "preferred date if Saturday afternoon is impossible": "Tuesday 30 September, any half day",
    },
    behaviour=Behaviour(
        "Courteous, a little vain about his membership. Takes Tuesday if Saturday cannot be, and pays if he must.",
        pushes=("But a Pro pays nothing for an installation, does he?",),
        answers={
            "full": "Then Tuesday 30 September, any half day.",
            "other date": "Then Tuesday 30 September, any half day.",
            "another date": "Then Tuesday 30 September, any half day.",
            "earliest": "I would rather have Tuesday 30 September, any half day.",
            "29": "I would rather have Tuesday 30 September, any half day.",
            "half day": "Tuesday 30 September, any half day.",
        },
    ),
    records=[
        customer(
            "CUS-1287",
            "Vasile Munteanu",
            "vasile.munteanu@example.com",
            tier="pro",
            tier_since="2025-09-13",
            paid_until="2026-09-12",
        ),
        order("ORD-20708", "CUS-1287", "2025-09-08", [line("TH-DW600")]),
        shipment(
            "SHP-20708-1",
            "heavyhaul",
            due="2025-09-18",
            handed_over="2025-09-11",
            delivered="2025-09-17",
            label_postcode="11287",
        ),
        charge("CH-20708-1", "89.00", "installation", "2025-09-08"),
        installation("INS-20708-1", "SLOT-1-0925", fee="89.00"),
        order("ORD-20709", "CUS-1287", "2025-09-12", [line("TH-CK90")], status="shipped"),
        shipment("SHP-20709-1", "northline", due="2025-09-24", handed_over="2025-09-14", label_postcode="11287"),
        events(
            "SHP-20709-1",
            ("2025-09-14", "handed_over", "Easton"),
            ("2025-09-22", "arrived_depot", "Marlow"),
        ),
    ],
    policy=[
        "installation.md#cancelling-a-visit",
        "installation.md#booking",
        "delivery.md#promised-date",
        "customers.md#membership-tiers",
    ],
    tell=["49.00", "129.00", "2025-09-30"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "multi", "pushes", "recovery", "decoy"],
)
def test_case_INS_010(trial: Trial) -> None:
    """A day before: less $40.00. The cooker is promised for Saturday itself, so later, by a gas fitter, and paid."""
    with trial.golden() as world:
        find_customer(world, email="vasile.m@example.net")
        vasile = verify_customer(world, email="vasile.munteanu@example.com", order_id="ORD-20708")
        get_order(world, order_id="ORD-20708")
        list_shipments(world, order_id="ORD-20708")
        visit = list_installations(world, order_id="ORD-20708")[0].installation
        list_disputes(world, customer_id=vasile.customer_id)
        get_customer_profile(world, customer_id=vasile.customer_id)
        get_membership(world, customer_id=vasile.customer_id)
        list_tickets(world, requester_id=vasile.customer_id)
        paid = get_payments(world, order_id="ORD-20708").payments[0]
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=paid.id, amount=visit.fee - money("40.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20708",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        cooker = get_order(world, order_id="ORD-20709").lines[0]
        list_shipments(world, order_id="ORD-20709")
        list_installations(world, order_id="ORD-20709")
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        fee = get_product(world, product_id=cooker.product_id).install_fee
        free = list_slots(world, region="east", from_date=world.today + timedelta(days=2), gas_only=True).items
        tuesday = next(offer.slot for offer in free if offer.slot.slot_date.isoformat() == "2025-09-30")
        create_charge(world, order_id="ORD-20709", amount=fee, kind="installation")
        book_installation(
            world, line_id=cooker.id, slot_id=tuesday.id, slot_date=tuesday.slot_date, kind="first", fee=fee
        )
        booked = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20709",
            subject="Visit for a gas cooker",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=booked.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#cancelling-a-visit") as world:
        vasile = verify_customer(world, email="vasile.munteanu@example.com", order_id="ORD-20708")
        cancel_installation(world, installation_id="INS-20708-1")
        issue_refund(world, payment_id="PAY-20708-1", amount=money("89.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20708",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20709", amount=money("129.00"), kind="installation")
        book_installation(
            world,
            line_id="LIN-20709-1",
            slot_id="SLOT-1-0930",
            slot_date=world.today.replace(day=30),
            kind="first",
            fee=money("129.00"),
        )
        booked = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20709",
            subject="Visit for a gas cooker",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=booked.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        vasile = verify_customer(world, email="vasile.munteanu@example.com", order_id="ORD-20708")
        cancel_installation(world, installation_id="INS-20708-1")
        issue_refund(world, payment_id="PAY-20708-1", amount=money("49.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20708",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        book_installation(
            world,
            line_id="LIN-20709-1",
            slot_id="SLOT-1-0930",
            slot_date=world.today.replace(day=30),
            kind="first",
            fee=money("0.00"),
        )
        booked = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20709",
            subject="Visit for a gas cooker",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=booked.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="delivery.md#promised-date") as world:
        vasile = verify_customer(world, email="vasile.munteanu@example.com", order_id="ORD-20708")
        cancel_installation(world, installation_id="INS-20708-1")
        issue_refund(world, payment_id="PAY-20708-1", amount=money("49.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20708",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20709", amount=money("129.00"), kind="installation")
        book_installation(
            world,
            line_id="LIN-20709-1",
            slot_id="SLOT-1-0927",
            slot_date=world.today.replace(day=27),
            kind="first",
            fee=money("129.00"),
        )
        booked = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20709",
            subject="Visit for a gas cooker",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=booked.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#booking") as world:
        vasile = verify_customer(world, email="vasile.munteanu@example.com", order_id="ORD-20708")
        cancel_installation(world, installation_id="INS-20708-1")
        issue_refund(world, payment_id="PAY-20708-1", amount=money("49.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20708",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_charge(world, order_id="ORD-20709", amount=money("129.00"), kind="installation")
        book_installation(
            world,
            line_id="LIN-20709-1",
            slot_id="SLOT-2-0927",
            slot_date=world.today.replace(day=27),
            kind="first",
            fee=money("129.00"),
        )
        booked = open_ticket(
            world,
            requester_id=vasile.customer_id,
            about_id="ORD-20709",
            subject="Visit for a gas cooker",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=booked.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Talofa lava. Your gas man was to see to our cooker, ORD-20701, on Saturday morning, and I was out until ten "
        "fetching my boy, so he will have stood before a locked door. I am sorry, and I will pay the sixty dollars; "
        "only let him come again as soon as he can. Then the thermostat: my brother fits it, so Friday's visit may go, "
        "but only if I get the whole of that fee back, not all but forty. Otherwise he shall come."
    ),
    facts={
        "name": "Malia Faleolo",
        "email": "malia.faleolo@example.org",
        "order number of the cooker after a second look": "ORD-20710",
        "when the thermostat was ordered": "in the middle of this month",
    },
    behaviour=Behaviour(
        "Apologetic, convinced that she missed the fitter. Pays whatever is named, and takes the first date. Reads the "
        "number of the cooker's order from a crumpled note, and gets two digits wrong.",
        answers={
            "another email": "Aue, this note has been in the wash. It says ORD-20710.",
            "different email": "Aue, this note has been in the wash. It says ORD-20710.",
            "other email": "Aue, this note has been in the wash. It says ORD-20710.",
            "another postcode": "Aue, this note has been in the wash. It says ORD-20710.",
            "another phone": "Aue, this note has been in the wash. It says ORD-20710.",
            "another number": "Aue, this note has been in the wash. It says ORD-20710.",
            "different number": "Aue, this note has been in the wash. It says ORD-20710.",
            "check number": "Aue, this note has been in the wash. It says ORD-20710.",
            "check details": "Aue, this note has been in the wash. It says ORD-20710.",
            "correct details": "Aue, this note has been in the wash. It says ORD-20710.",
            "two order numbers": "ORD-20710 is the cooker. I have none for the thermostat.",
        },
    ),
    records=[
        customer(
            "CUS-1288",
            "Malia Faleolo",
            "malia.faleolo@example.org",
            region="west",
            tier="pro",
            tier_since="2025-09-13",
            paid_until="2026-09-12",
        ),
        order("ORD-20710", "CUS-1288", "2025-09-02", [line("TH-CK90")]),
        shipment(
            "SHP-20710-1",
            "heavyhaul",
            due="2025-09-12",
            handed_over="2025-09-05",
            delivered="2025-09-11",
            label_postcode="91288",
        ),
        slot("SLOT-5-0920"),
        slot("SLOT-5-0929", booked=1),
        charge("CH-20710-1", "129.00", "installation", "2025-09-02"),
        installation("INS-20710-1", "SLOT-5-0920", status="missed", report="not_arrived", fee="129.00"),
        customer("CUS-1397", "Silvan Caduff", "silvan.caduff@example.net", region="west"),
        order("ORD-20701", "CUS-1397", "2025-09-03", [line("TH-CK90")]),
        shipment(
            "SHP-20701-1",
            "heavyhaul",
            due="2025-09-15",
            handed_over="2025-09-08",
            delivered="2025-09-12",
            label_postcode="91397",
        ),
        order("ORD-20711", "CUS-1288", "2025-09-12", [line("TH-TS01")]),
        shipment(
            "SHP-20711-1",
            "parcelfox",
            due="2025-09-18",
            handed_over="2025-09-15",
            delivered="2025-09-17",
            label_postcode="91288",
        ),
        charge("CH-20711-1", "59.00", "installation", "2025-09-12"),
        installation("INS-20711-1", "SLOT-6-0926", fee="59.00"),
        order(
            "ORD-20729",
            "CUS-1288",
            "2024-10-01",
            [
                line("TH-VC70", price="319.00"),
                line("TH-BL22", price="129.00"),
                line("TH-DB03", price="149.00"),
                line("TH-LK04", price="259.00"),
                line("TH-HP10", price="229.00"),
            ],
        ),
        shipment(
            "SHP-20729-1",
            "parcelfox",
            due="2024-10-04",
            handed_over="2024-10-02",
            delivered="2024-10-04",
            label_postcode="91288",
        ),
        refund("RF-20729-1", "60.00", "goodwill", "2024-10-05"),
        refund("RF-20729-2", "20.00", "price_adjustment", "2024-10-08", line_id="LIN-20729-1"),
        refund("RF-20729-3", "10.00", "price_adjustment", "2024-10-09", line_id="LIN-20729-2"),
        refund("RF-20729-4", "10.00", "price_adjustment", "2024-10-10", line_id="LIN-20729-3"),
        refund("RF-20729-5", "10.00", "price_adjustment", "2024-10-11", line_id="LIN-20729-4"),
        refund("RF-20729-6", "10.00", "price_adjustment", "2024-10-12", line_id="LIN-20729-5"),
        credit("SC-20729-1", "CUS-1288", "37.00", "goodwill", "2025-03-18"),
    ],
    policy=[
        "installation.md#missed-visits",
        "installation.md#cancelling-a-visit",
        "installation.md#booking",
        "customers.md#compensation-cap",
        "customers.md#membership-tiers",
        "filing.md#bulletins",
    ],
    tell=["2025-09-29", "59.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "decoy", "recovery"],
)
def test_case_INS_011(trial: Trial) -> None:
    """He never came: free, on day five for western gas; $3.00 of the cap are not paid; two days off, the whole fee."""
    with trial.golden() as world:
        malia = verify_customer(world, email="malia.faleolo@example.org", order_id="ORD-20710")
        cooker = get_order(world, order_id="ORD-20710").lines[0]
        list_installations(world, order_id="ORD-20710")
        get_product(world, product_id=cooker.product_id)
        bulletin = search_articles(world, query="gas fitters").items[0]
        read_article(world, article_id=bulletin.article_id)
        get_membership(world, customer_id=malia.customer_id)
        get_customer_profile(world, customer_id=malia.customer_id)
        list_disputes(world, customer_id=malia.customer_id)
        list_refunds(world, customer_id=malia.customer_id)
        list_refunds(world, customer_id=malia.customer_id, page=2)
        list_store_credits(world, customer_id=malia.customer_id)
        list_tickets(world, requester_id=malia.customer_id)
        free = list_slots(world, region="west", from_date=world.today + timedelta(days=5), gas_only=True).items
        monday = free[0].slot
        book_installation(
            world, line_id=cooker.id, slot_id=monday.id, slot_date=monday.slot_date, kind="first", fee=money("0.00")
        )
        again = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20710",
            subject="Visit that did not take place",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=again.id, outcome="resolved", reason="completed")
        other = list_orders(world, customer_id=malia.customer_id).items[0].order
        get_order(world, order_id=other.id)
        visit = list_installations(world, order_id=other.id)[0].installation
        paid = get_payments(world, order_id=other.id).payments[0]
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=paid.id, amount=visit.fee, reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id=other.id,
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#missed-visits") as world:
        malia = verify_customer(world, email="malia.faleolo@example.org", order_id="ORD-20710")
        create_charge(world, order_id="ORD-20710", amount=money("60.00"), kind="missed_visit")
        book_installation(
            world,
            line_id="LIN-20710-1",
            slot_id="SLOT-5-0929",
            slot_date=world.today.replace(day=29),
            kind="first",
            fee=money("0.00"),
        )
        again = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20710",
            subject="New visit",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=again.id, outcome="resolved", reason="completed")
        cancel_installation(world, installation_id="INS-20711-1")
        issue_refund(world, payment_id="PAY-20711-1", amount=money("59.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20711",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#compensation-cap") as world:
        malia = verify_customer(world, email="malia.faleolo@example.org", order_id="ORD-20710")
        issue_store_credit(
            world, customer_id=malia.customer_id, amount=money("35.00"), reason="missed_visit", order_id="ORD-20710"
        )
        book_installation(
            world,
            line_id="LIN-20710-1",
            slot_id="SLOT-5-0929",
            slot_date=world.today.replace(day=29),
            kind="first",
            fee=money("0.00"),
        )
        again = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20710",
            subject="New visit",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=again.id, outcome="resolved", reason="completed")
        cancel_installation(world, installation_id="INS-20711-1")
        issue_refund(world, payment_id="PAY-20711-1", amount=money("59.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20711",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        malia = verify_customer(world, email="malia.faleolo@example.org", order_id="ORD-20710")
        book_installation(
            world,
            line_id="LIN-20710-1",
            slot_id="SLOT-5-0926",
            slot_date=world.today.replace(day=26),
            kind="first",
            fee=money("0.00"),
        )
        again = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20710",
            subject="New visit",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=again.id, outcome="resolved", reason="completed")
        cancel_installation(world, installation_id="INS-20711-1")
        issue_refund(world, payment_id="PAY-20711-1", amount=money("59.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20711",
            subject="Visit cancelled",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#cancelling-a-visit") as world:
        malia = verify_customer(world, email="malia.faleolo@example.org", order_id="ORD-20710")
        book_installation(
            world,
            line_id="LIN-20710-1",
            slot_id="SLOT-5-0929",
            slot_date=world.today.replace(day=29),
            kind="first",
            fee=money("0.00"),
        )
        again = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20710",
            subject="New visit",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=again.id, outcome="resolved", reason="completed")
        kept = open_ticket(
            world,
            requester_id=malia.customer_id,
            about_id="ORD-20711",
            subject="Visit stays",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=kept.id, outcome="declined", reason="terms_not_met")

    assert trial.outcome == trial.golden_outcome
