"""Visits of installers: missed, moved, and work that has to be done again.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-installation. Not for training.
"""

from __future__ import annotations

from datetime import date, timedelta

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
    close_ticket,
    create_charge,
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
    list_tracking_events,
    move_installation,
    open_ticket,
    read_article,
    search_articles,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World, who: str, order_id: str, topic: str, outcome: str = "resolved", reason: str = "completed"
) -> None:
    """One ticket of the ordinary priority, filed and closed."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: {topic}", topic=topic, priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _credit_visit(world: World, who: str, order_id: str, amount: str) -> None:
    """The traps' credit for a missed visit."""
    issue_store_credit(world, customer_id=who, amount=money(amount), reason="missed_visit", order_id=order_id)


def _book_again(world: World, line_id: str, slot_id: str, when: date, fee: str = "0.00") -> None:
    """The traps' new visit for one that was missed."""
    book_installation(world, line_id=line_id, slot_id=slot_id, slot_date=when, kind="first", fee=money(fee))


def _adjust(world: World, who: str, number: str, amount: str) -> None:
    """The traps' price adjustment of an order's first line."""
    issue_refund(
        world,
        payment_id=f"PAY-{number}-1",
        amount=money(amount),
        reason="price_adjustment",
        line_id=f"LIN-{number}-1",
    )
    _file(world, who, f"ORD-{number}", "pricing")


def _book_rework(world: World, slot_id: str, day: int) -> None:
    """The traps' visit to the cooker, in September or on 1 October."""
    month = 10 if day == 1 else 9
    book_installation(
        world,
        line_id="LIN-20444-1",
        slot_id=slot_id,
        slot_date=world.today.replace(month=month, day=day),
        kind="rework",
        fee=money("0.00"),
    )


def _move_fitter(world: World) -> None:
    """The traps' move of the thermostat's visit."""
    move_installation(
        world, installation_id="INS-20442-1", slot_id="SLOT-1-0929", slot_date=world.today.replace(day=29)
    )


def _pay_for_bell(world: World, who: str, amount: str) -> None:
    """The traps' compensation for the doorbell that came late."""
    issue_refund(world, payment_id="PAY-20443-1", amount=money(amount), reason="late_delivery")
    _file(world, who, "ORD-20443", "delivery")


def _move_dishwasher(world: World) -> None:
    """The traps' move of the dishwasher's visit to the cooker's day."""
    move_installation(
        world,
        installation_id="INS-20844-1",
        slot_id="SLOT-6-1001",
        slot_date=world.today.replace(month=10, day=1),
    )


@task(
    opening=(
        "I took a morning off work on Thursday for your installer and nobody came. Now I hear that I was not at home! "
        "I was sitting next to the door until noon. I want a new date, this Saturday after lunch, and to be paid for "
        "my morning. And while you are at it: the dishwasher stands in your shop for less than I paid two weeks ago. "
        "The difference, please. The paper says ORD-20414."
    ),
    facts={
        "name": "Mateo Quispe",
        "email": "mateo.quispe@example.com",
        "order number after a second look": "ORD-20441",
        "preferred date if Saturday afternoon is full": "Tuesday 30 September, in the afternoon",
    },
    behaviour=Behaviour(
        "Indignant. Wants the same 35 dollars that a neighbour got, and argues once. Has swapped two digits of the "
        "order number and reads it again when told that it does not fit.",
        answers={
            "another email": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "different email": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "other email": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "another postcode": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "different postcode": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "other postcode": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "another phone": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "other number": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "another number": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "check details": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "correct details": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "details match": "Hold on, I had the wrong glasses on. It says ORD-20441.",
            "full": "Then Tuesday 30 September, in the afternoon.",
            "another date": "Then Tuesday 30 September, in the afternoon.",
            "other date": "Then Tuesday 30 September, in the afternoon.",
            "saturday morning": "Not in the morning. Then Tuesday 30 September, in the afternoon.",
        },
        pushes=("My neighbour got 35 dollars for the same thing.",),
    ),
    records=[
        customer("CUS-1141", "Mateo Quispe", "mateo.quispe@example.com"),
        order("ORD-20441", "CUS-1141", "2025-09-10", [line("TH-DW600", price="669.00")]),
        shipment(
            "SHP-20441-1",
            "heavyhaul",
            due="2025-09-18",
            handed_over="2025-09-13",
            delivered="2025-09-16",
            label_postcode="11141",
        ),
        credit("SC-20441-1", "CUS-1141", "15.00", "minor_defect", "2025-09-17", line_id="LIN-20441-1"),
        slot("SLOT-1-0918"),
        slot("SLOT-2-0927", booked=2),
        charge("CH-20441-1", "89.00", "installation", "2025-09-10"),
        installation(
            "INS-20441-1",
            "SLOT-1-0918",
            status="missed",
            report="nobody_home",
            arrived_at="13:20",
            fee="89.00",
        ),
        order("ORD-20440", "CUS-1141", "2024-09-10", [line("TH-VC70"), line("TH-BL22")], shipping_fee="6.95"),
        shipment(
            "SHP-20440-1",
            "northline",
            due="2024-09-13",
            handed_over="2024-09-11",
            delivered="2024-09-22",
            label_postcode="11141",
        ),
        credit("SC-20440-1", "CUS-1141", "50.00", "goodwill", "2024-09-23"),
        credit("SC-20440-2", "CUS-1141", "80.00", "goodwill", "2024-09-24"),
        refund("RF-20440-1", "6.95", "late_delivery", "2024-09-26"),
        customer("CUS-1391", "Ludmila Hrabal", "l.hrabal@example.net"),
        order("ORD-20414", "CUS-1391", "2025-09-03", [line("TH-DW600")]),
        shipment(
            "SHP-20414-1",
            "heavyhaul",
            due="2025-09-13",
            handed_over="2025-09-08",
            delivered="2025-09-12",
            label_postcode="11391",
        ),
    ],
    policy=[
        "installation.md#missed-visits",
        "customers.md#compensation-cap",
        "refunds.md#rounding",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["13.05", "14.00", "2025-09-30"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "pushes", "decoy", "multi", "recovery"],
    twin="INS_007",
)
def test_case_INS_001(trial: Trial) -> None:
    """The installer came in the afternoon: ours to make good, with what credits and a refund left of the cap; and the
    fallen price, less a credit on the line."""
    with trial.golden() as world:
        mateo = verify_customer(world, email="mateo.quispe@example.com", order_id="ORD-20441")
        dishwasher = get_order(world, order_id="ORD-20441").lines[0]
        list_installations(world, order_id="ORD-20441")
        get_membership(world, customer_id=mateo.customer_id)
        get_customer_profile(world, customer_id=mateo.customer_id)
        recent, before, _ = list_store_credits(world, customer_id=mateo.customer_id).items
        also = list_refunds(world, customer_id=mateo.customer_id).items[0]
        list_disputes(world, customer_id=mateo.customer_id)
        list_tickets(world, requester_id=mateo.customer_id)
        free = list_slots(world, region="east", from_date=world.today, gas_only=False, page=2).items
        wanted = [offer.slot for offer in free if offer.slot.slot_date.isoformat() == "2025-09-30"]
        tuesday = next(slot for slot in wanted if slot.part == "afternoon")
        issue_store_credit(
            world,
            customer_id=mateo.customer_id,
            amount=min(money("35.00"), money("100.00") - before.amount - also.amount),
            reason="missed_visit",
            order_id="ORD-20441",
        )
        book_installation(
            world,
            line_id=dishwasher.id,
            slot_id=tuesday.id,
            slot_date=tuesday.slot_date,
            kind="first",
            fee=money("0.00"),
        )
        _file(world, mateo.customer_id, "ORD-20441", "installation")
        now = get_product(world, product_id=dishwasher.product_id)
        paid = get_payments(world, order_id="ORD-20441").payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=dishwasher.paid - recent.amount - now.price,
            reason="price_adjustment",
            line_id=dishwasher.id,
        )
        _file(world, mateo.customer_id, "ORD-20441", "pricing")

    with trial.trap(breaks="customers.md#compensation-cap", name="the refund left out") as world:
        mateo = verify_customer(world, email="mateo.quispe@example.com", order_id="ORD-20441")
        _credit_visit(world, mateo.customer_id, "ORD-20441", "20.00")
        _book_again(world, "LIN-20441-1", "SLOT-2-0930", date(2025, 9, 30))
        _file(world, mateo.customer_id, "ORD-20441", "installation")
        _adjust(world, mateo.customer_id, "20441", "14.00")

    with trial.trap(breaks="installation.md#missed-visits") as world:
        mateo = verify_customer(world, email="mateo.quispe@example.com", order_id="ORD-20441")
        create_charge(world, order_id="ORD-20441", amount=money("60.00"), kind="missed_visit")
        _book_again(world, "LIN-20441-1", "SLOT-2-0930", date(2025, 9, 30))
        _file(world, mateo.customer_id, "ORD-20441", "installation")
        _adjust(world, mateo.customer_id, "20441", "14.00")

    with trial.trap(breaks="refunds.md#rounding", name="the credit of 365 days ago left out") as world:
        mateo = verify_customer(world, email="mateo.quispe@example.com", order_id="ORD-20441")
        _credit_visit(world, mateo.customer_id, "ORD-20441", "35.00")
        _book_again(world, "LIN-20441-1", "SLOT-2-0930", date(2025, 9, 30))
        _file(world, mateo.customer_id, "ORD-20441", "installation")
        _adjust(world, mateo.customer_id, "20441", "14.00")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        mateo = verify_customer(world, email="mateo.quispe@example.com", order_id="ORD-20441")
        _credit_visit(world, mateo.customer_id, "ORD-20441", "13.05")
        _book_again(world, "LIN-20441-1", "SLOT-2-0930", date(2025, 9, 30))
        _file(world, mateo.customer_id, "ORD-20441", "installation")
        _adjust(world, mateo.customer_id, "20441", "29.00")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Your fitter claims I was out when he came about my washing machine last Thursday. I popped round to my "
        "sister's for ten minutes, that is all! He can come back on Monday morning, but what do I get for the trouble? "
        "And my sister says that the machine costs less now than I paid on the 10th, so what about that? ORD-20641, "
        "please."
    ),
    facts={
        "name": "Gulnara Akhmetova",
        "email": "gulnara.a@example.net",
        "another email address": "gulnara.akhmetova@example.org",
        "preferred date if Monday morning is full": "Wednesday 1 October, in the morning",
    },
    behaviour=Behaviour(
        "Breezy, and sure that ten minutes do not count. Pays in the end, since she needs the machine. Names the "
        "e-mail address that she uses now, not the one that she ordered with.",
        answers={
            "another email": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "different email": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "other email": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "else email": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "check details": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "correct details": "Oh, then it was the old one, gulnara.akhmetova@example.org.",
            "full": "Then Wednesday 1 October, in the morning.",
            "another date": "Then Wednesday 1 October, in the morning.",
            "other date": "Then Wednesday 1 October, in the morning.",
            "monday afternoon": "Afternoons are no good. Then Wednesday 1 October, in the morning.",
        },
        pushes=("Ten minutes! Surely you are not charging me for ten minutes.",),
    ),
    records=[
        customer("CUS-1241", "Gulnara Akhmetova", "gulnara.akhmetova@example.org"),
        order("ORD-20641", "CUS-1241", "2025-09-10", [line("TH-WM700", price="850.00")]),
        shipment(
            "SHP-20641-1",
            "heavyhaul",
            due="2025-09-18",
            handed_over="2025-09-13",
            delivered="2025-09-16",
            label_postcode="11241",
        ),
        credit("SC-20641-1", "CUS-1241", "12.50", "minor_defect", "2025-09-17", line_id="LIN-20641-1"),
        slot("SLOT-1-0918"),
        slot("SLOT-1-0929", booked=2),
        charge("CH-20641-1", "79.00", "installation", "2025-09-10"),
        installation(
            "INS-20641-1",
            "SLOT-1-0918",
            status="missed",
            report="nobody_home",
            arrived_at="12:00",
            fee="79.00",
        ),
        order("ORD-20642", "CUS-1241", "2025-08-20", [line("TH-TS01")]),
        shipment(
            "SHP-20642-1",
            "northline",
            due="2025-08-25",
            handed_over="2025-08-21",
            delivered="2025-08-24",
            label_postcode="11241",
        ),
        slot("SLOT-2-0829"),
        charge("CH-20642-1", "59.00", "installation", "2025-08-20"),
        installation("INS-20642-1", "SLOT-2-0829", status="missed", report="not_arrived", arrived_at=None, fee="59.00"),
        slot("SLOT-2-0905"),
        installation(
            "INS-20642-2",
            "SLOT-2-0905",
            status="completed",
            report="done",
            arrived_at="13:40",
            line_id="LIN-20642-1",
        ),
        credit("SC-20642-1", "CUS-1241", "35.00", "missed_visit", "2025-08-29"),
    ],
    policy=[
        "installation.md#missed-visits",
        "installation.md#booking",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["60.00", "17.50", "2025-10-01"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "recovery"],
    twin="INS_001",
)
def test_case_INS_007(trial: Trial) -> None:
    """Nobody home, and the fitter came on the last minute of the morning: the new visit costs $60.00.  The price has
    fallen besides, by less than it seems."""
    with trial.golden() as world:
        gulnara = verify_customer(world, email="gulnara.akhmetova@example.org", order_id="ORD-20641")
        washer = get_order(world, order_id="ORD-20641").lines[0]
        list_installations(world, order_id="ORD-20641")
        list_disputes(world, customer_id=gulnara.customer_id)
        get_customer_profile(world, customer_id=gulnara.customer_id)
        had = list_store_credits(world, customer_id=gulnara.customer_id).items[0]
        list_tickets(world, requester_id=gulnara.customer_id)
        free = list_slots(world, region="east", from_date=world.today, gas_only=False, page=2).items
        wanted = [offer.slot for offer in free if offer.slot.slot_date.isoformat() == "2025-10-01"]
        wednesday = next(slot for slot in wanted if slot.part == "morning")
        create_charge(world, order_id="ORD-20641", amount=money("60.00"), kind="missed_visit")
        book_installation(
            world,
            line_id=washer.id,
            slot_id=wednesday.id,
            slot_date=wednesday.slot_date,
            kind="first",
            fee=money("0.00"),
        )
        _file(world, gulnara.customer_id, "ORD-20641", "installation")
        now = get_product(world, product_id=washer.product_id)
        paid = get_payments(world, order_id="ORD-20641").payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=washer.paid - had.amount - now.price,
            reason="price_adjustment",
            line_id=washer.id,
        )
        _file(world, gulnara.customer_id, "ORD-20641", "pricing")

    with trial.trap(breaks="installation.md#missed-visits", name="as if we had missed it") as world:
        gulnara = verify_customer(world, email="gulnara.akhmetova@example.org", order_id="ORD-20641")
        _credit_visit(world, gulnara.customer_id, "ORD-20641", "35.00")
        _book_again(world, "LIN-20641-1", "SLOT-1-1001", date(2025, 10, 1))
        _file(world, gulnara.customer_id, "ORD-20641", "installation")
        _adjust(world, gulnara.customer_id, "20641", "17.50")

    with trial.trap(breaks="installation.md#missed-visits", name="the fee booked on the visit") as world:
        gulnara = verify_customer(world, email="gulnara.akhmetova@example.org", order_id="ORD-20641")
        create_charge(world, order_id="ORD-20641", amount=money("60.00"), kind="missed_visit")
        _book_again(world, "LIN-20641-1", "SLOT-1-1001", date(2025, 10, 1), "60.00")
        _file(world, gulnara.customer_id, "ORD-20641", "installation")
        _adjust(world, gulnara.customer_id, "20641", "17.50")

    with trial.trap(breaks="refunds.md#calculation", name="the credit on the line left out") as world:
        gulnara = verify_customer(world, email="gulnara.akhmetova@example.org", order_id="ORD-20641")
        create_charge(world, order_id="ORD-20641", amount=money("60.00"), kind="missed_visit")
        _book_again(world, "LIN-20641-1", "SLOT-1-1001", date(2025, 10, 1))
        _file(world, gulnara.customer_id, "ORD-20641", "installation")
        _adjust(world, gulnara.customer_id, "20641", "30.00")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hoi, my thermostat has not come yet but the fitter is booked for tomorrow afternoon, so that makes no sense. "
        "Please move him, it is your delay so I will not pay for that. And since the parcel was due on Monday I would "
        "like something for the waiting too, and for the doorbell early this month, which dawdled likewise. Anneke "
        "de Vries, ORD-20442."
    ),
    facts={
        "email": "studio.devries@example.net",
        "another email address": "anneke.devries@example.org",
        "preferred date": "Monday 29 September, in the morning",
    },
    behaviour=Behaviour(
        "Reasonable but firm: she thinks that the delay is the shop's. Accepts the fee in the end. Has an "
        "account for her studio and one for herself, and names the wrong one first.",
        answers={
            "another email": "I have a private one as well, anneke.devries@example.org.",
            "different email": "I have a private one as well, anneke.devries@example.org.",
            "other email": "I have a private one as well, anneke.devries@example.org.",
            "another account": "I have a private one as well, anneke.devries@example.org.",
            "check details": "I have a private e-mail as well, anneke.devries@example.org.",
            "correct details": "I have a private e-mail as well, anneke.devries@example.org.",
            "which doorbell": "The one from the beginning of September.",
            "26": "I would rather have Monday 29 September, in the morning.",
            "27": "I would rather have Monday 29 September, in the morning.",
            "half day": "I would rather have Monday 29 September, in the morning.",
        },
        pushes=("It was due on the 22nd, so the delay is yours and moving the fitter must be free.",),
    ),
    records=[
        customer("CUS-1142", "Anneke de Vries", "anneke.devries@example.org"),
        order("ORD-20442", "CUS-1142", "2025-09-12", [line("TH-TS01")], status="shipped"),
        shipment("SHP-20442-1", "northline", due="2025-09-22", handed_over="2025-09-14", label_postcode="11142"),
        events(
            "SHP-20442-1",
            ("2025-09-14", "handed_over", "Easton"),
            ("2025-09-19", "arrived_depot", "Marlow"),
            ("2025-09-23", "departed_depot", "Marlow"),
        ),
        charge("CH-20442-1", "59.00", "installation", "2025-09-12"),
        installation("INS-20442-1", "SLOT-2-0925", fee="59.00"),
        order("ORD-20443", "CUS-1142", "2025-09-02", [line("TH-DB03")], speed="express", shipping_fee="14.95"),
        shipment(
            "SHP-20443-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-03",
            delivered="2025-09-11",
            label_postcode="11142",
        ),
        order("ORD-20846", "CUS-1142", "2024-09-09", [line("TH-MN32")]),
        shipment(
            "SHP-20846-1",
            "parcelfox",
            due="2024-09-13",
            handed_over="2024-09-10",
            delivered="2024-09-23",
            label_postcode="11142",
        ),
        credit("SC-20846-1", "CUS-1142", "55.00", "goodwill", "2024-09-24"),
        refund("RF-20846-1", "36.80", "goodwill", "2024-09-30"),
        customer("CUS-1392", "Anneke de Vries", "studio.devries@example.net"),
        order("ORD-20847", "CUS-1392", "2025-09-08", [line("TH-TS01"), line("TH-DB03")]),
        shipment(
            "SHP-20847-1",
            "parcelfox",
            due="2025-09-11",
            handed_over="2025-09-09",
            delivered="2025-09-19",
            label_postcode="11392",
        ),
    ],
    policy=[
        "installation.md#moving-a-visit",
        "delivery.md#promised-date",
        "delivery.md#delayed-parcels",
        "filing.md#bulletins",
        "customers.md#compensation-cap",
    ],
    tell=["40.00", "8.20", "2025-09-29"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "pushes",
        "multi",
        "interacting",
        "refusal",
        "decoy",
        "recovery",
    ],
    twin="INS_003",
)
def test_case_INS_002(trial: Trial) -> None:
    """The strike bulletin in force moves the promise to tomorrow: not late, so moving costs and nothing is due.  What
    the cap leaves is paid for the doorbell."""
    with trial.golden() as world:
        anneke = verify_customer(world, email="anneke.devries@example.org", order_id="ORD-20442")
        get_order(world, order_id="ORD-20442")
        visit = list_installations(world, order_id="ORD-20442")[0].installation
        list_shipments(world, order_id="ORD-20442")
        list_disputes(world, customer_id=anneke.customer_id)
        list_tickets(world, requester_id=anneke.customer_id)
        free = list_slots(world, region="east", from_date=world.today, gas_only=False, page=2).items
        monday = next(offer.slot for offer in free if offer.slot.id == "SLOT-1-0929")
        create_charge(world, order_id="ORD-20442", amount=money("40.00"), kind="late_change")
        move_installation(world, installation_id=visit.id, slot_id=monday.id, slot_date=monday.slot_date)
        _file(world, anneke.customer_id, "ORD-20442", "installation")
        _file(world, anneke.customer_id, "ORD-20442", "delivery", "declined", "below_threshold")
        bell = list_orders(world, customer_id=anneke.customer_id).items[1].order
        list_shipments(world, order_id=bell.id)
        get_membership(world, customer_id=anneke.customer_id)
        get_customer_profile(world, customer_id=anneke.customer_id)
        credited = list_store_credits(world, customer_id=anneke.customer_id).items[0]
        refunded = list_refunds(world, customer_id=anneke.customer_id).items[0]
        paid = get_payments(world, order_id=bell.id).payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=min(bell.shipping_fee, money("100.00") - credited.amount - refunded.amount),
            reason="late_delivery",
        )
        _file(world, anneke.customer_id, bell.id, "delivery")

    with trial.trap(breaks="delivery.md#promised-date") as world:
        anneke = verify_customer(world, email="anneke.devries@example.org", order_id="ORD-20442")
        _move_fitter(world)
        _file(world, anneke.customer_id, "ORD-20442", "installation")
        _file(world, anneke.customer_id, "ORD-20442", "delivery", "declined", "below_threshold")
        _pay_for_bell(world, anneke.customer_id, "8.20")

    with trial.trap(breaks="delivery.md#delayed-parcels") as world:
        anneke = verify_customer(world, email="anneke.devries@example.org", order_id="ORD-20442")
        create_charge(world, order_id="ORD-20442", amount=money("40.00"), kind="late_change")
        _move_fitter(world)
        _file(world, anneke.customer_id, "ORD-20442", "installation")
        issue_store_credit(
            world,
            customer_id=anneke.customer_id,
            amount=money("8.20"),
            reason="late_delivery",
            order_id="ORD-20442",
        )
        _file(world, anneke.customer_id, "ORD-20442", "delivery")
        _file(world, anneke.customer_id, "ORD-20443", "delivery", "declined", "cap_reached")

    with trial.trap(breaks="customers.md#compensation-cap", name="the whole shipping fee") as world:
        anneke = verify_customer(world, email="anneke.devries@example.org", order_id="ORD-20442")
        create_charge(world, order_id="ORD-20442", amount=money("40.00"), kind="late_change")
        _move_fitter(world)
        _file(world, anneke.customer_id, "ORD-20442", "installation")
        _file(world, anneke.customer_id, "ORD-20442", "delivery", "declined", "below_threshold")
        _pay_for_bell(world, anneke.customer_id, "14.95")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good afternoon. The cooker that your people fitted end of July was never level, the pans slide. I measured "
        "it this week, nearly a centimetre. I expect somebody as early as you possibly can, and a good part of the "
        "fitting price back. Besides, tomorrow a man is to fit a dishwasher that I have not even got. Let that visit "
        "be on the same day as the cooker's, I do not take two days off, and pay me what is usual for the delay. Kofi "
        "Asante"
    ),
    facts={
        "email": "kofi.asante@example.com",
        "postcode": "91414",
        "another postcode": "91144",
        "whether anyone has moved or altered the cooker since": "nobody, it stands as the fitter left it",
        "preferred date": "the earliest one you have",
    },
    behaviour=Behaviour(
        "Courteous and exact. Wants the earliest visit above all and lets the money go if he must. Has no papers with "
        "him, and swaps two digits of his postcode.",
        answers={
            "another postcode": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "different postcode": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "other postcode": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "postcode again": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "another number": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "check details": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "correct details": "I beg your pardon, I swapped two digits. The postcode is 91144.",
            "another email": "No other, sir. But I swapped two digits of the postcode, it is 91144.",
            "different email": "No other, sir. But I swapped two digits of the postcode, it is 91144.",
        },
    ),
    records=[
        customer("CUS-1144", "Kofi Asante", "kofi.asante@example.com", region="west"),
        order("ORD-20444", "CUS-1144", "2025-07-14", [line("TH-CK90")]),
        shipment(
            "SHP-20444-1",
            "heavyhaul",
            due="2025-07-22",
            handed_over="2025-07-18",
            delivered="2025-07-21",
            label_postcode="91144",
        ),
        slot("SLOT-5-0726"),
        charge("CH-20444-1", "129.00", "installation", "2025-07-14"),
        installation("INS-20444-1", "SLOT-5-0726", status="completed", report="done", arrived_at="09:10", fee="129.00"),
        order("ORD-20844", "CUS-1144", "2025-09-08", [line("TH-DW600")], status="shipped"),
        shipment("SHP-20844-1", "heavyhaul", due="2025-09-17", handed_over="2025-09-11", label_postcode="91144"),
        events(
            "SHP-20844-1",
            ("2025-09-11", "handed_over", "Westhaven"),
            ("2025-09-15", "arrived_depot", "Corran"),
            ("2025-09-18", "weather_hold", "Corran"),
            ("2025-09-22", "departed_depot", "Corran"),
        ),
        charge("CH-20844-1", "89.00", "installation", "2025-09-08"),
        installation("INS-20844-1", "SLOT-6-0925", fee="89.00"),
        order("ORD-20845", "CUS-1144", "2024-09-02", [line("TH-MN27")], shipping_fee="6.95"),
        shipment(
            "SHP-20845-1",
            "northline",
            due="2024-09-06",
            handed_over="2024-09-03",
            delivered="2024-09-20",
            label_postcode="91144",
        ),
        credit("SC-20845-1", "CUS-1144", "25.00", "goodwill", "2024-09-23"),
        credit("SC-20845-2", "CUS-1144", "45.00", "goodwill", "2024-09-24"),
    ],
    policy=[
        "installation.md#poor-work",
        "installation.md#booking",
        "installation.md#moving-a-visit",
        "filing.md#bulletins",
        "delivery.md#promised-date",
        "delivery.md#delayed-parcels",
        "customers.md#compensation-cap",
    ],
    tell=["2025-10-01", "55.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "recovery"],
)
def test_case_INS_004(trial: Trial) -> None:
    """Day 60: a free visit of a gas fitter as early as the bulletin lets; the late dishwasher's visit follows it."""
    with trial.golden() as world:
        kofi = verify_customer(world, email="kofi.asante@example.com", postcode="91144")
        recent, older, _ = (found.order for found in list_orders(world, customer_id=kofi.customer_id).items)
        cooker = get_order(world, order_id=older.id).lines[0]
        list_installations(world, order_id=older.id)
        list_disputes(world, customer_id=kofi.customer_id)
        list_tickets(world, requester_id=kofi.customer_id)
        bulletin = search_articles(world, query="gas appliances").items[0]
        read_article(world, article_id=bulletin.article_id)
        free = list_slots(world, region="west", from_date=world.today + timedelta(days=5), gas_only=True).items
        first = free[0].slot
        book_installation(
            world,
            line_id=cooker.id,
            slot_id=first.id,
            slot_date=first.slot_date,
            kind="rework",
            fee=money("0.00"),
        )
        _file(world, kofi.customer_id, older.id, "installation")
        dishwasher = get_order(world, order_id=recent.id).lines[0]
        list_shipments(world, order_id=recent.id)
        visit = list_installations(world, order_id=recent.id)[0].installation
        fire = next(found for found in search_articles(world, query="HeavyHaul").items if "HeavyHaul" in found.title)
        read_article(world, article_id=fire.article_id)
        that_day = list_slots(world, region="west", from_date=first.slot_date, gas_only=False).items[0].slot
        move_installation(world, installation_id=visit.id, slot_id=that_day.id, slot_date=that_day.slot_date)
        _file(world, kofi.customer_id, recent.id, "installation")
        list_tracking_events(world, shipment_id=dishwasher.shipment_id or "")
        get_customer_profile(world, customer_id=kofi.customer_id)
        get_membership(world, customer_id=kofi.customer_id)
        list_refunds(world, customer_id=kofi.customer_id)
        had = list_store_credits(world, customer_id=kofi.customer_id).items[0]
        paid = get_payments(world, order_id=recent.id).payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=min(money(dishwasher.paid * 10 / 100), money("100.00") - had.amount),
            reason="late_delivery",
        )
        _file(world, kofi.customer_id, recent.id, "delivery")

    with trial.trap(breaks="installation.md#booking") as world:
        kofi = verify_customer(world, email="kofi.asante@example.com", postcode="91144")
        _book_rework(world, "SLOT-6-0926", 26)
        _file(world, kofi.customer_id, "ORD-20444", "installation")
        move_installation(
            world, installation_id="INS-20844-1", slot_id="SLOT-5-0926", slot_date=world.today.replace(day=26)
        )
        _file(world, kofi.customer_id, "ORD-20844", "installation")
        issue_refund(world, payment_id="PAY-20844-1", amount=money("55.00"), reason="late_delivery")
        _file(world, kofi.customer_id, "ORD-20844", "delivery")

    with trial.trap(breaks="filing.md#bulletins") as world:
        kofi = verify_customer(world, email="kofi.asante@example.com", postcode="91144")
        _book_rework(world, "SLOT-5-1001", 1)
        _file(world, kofi.customer_id, "ORD-20444", "installation")
        create_charge(world, order_id="ORD-20844", amount=money("40.00"), kind="late_change")
        _move_dishwasher(world)
        _file(world, kofi.customer_id, "ORD-20844", "installation")
        _file(world, kofi.customer_id, "ORD-20844", "delivery", "declined", "below_threshold")

    with trial.trap(breaks="installation.md#moving-a-visit") as world:
        kofi = verify_customer(world, email="kofi.asante@example.com", postcode="91144")
        _book_rework(world, "SLOT-5-1001", 1)
        _file(world, kofi.customer_id, "ORD-20444", "installation")
        create_charge(world, order_id="ORD-20844", amount=money("40.00"), kind="late_change")
        _move_dishwasher(world)
        _file(world, kofi.customer_id, "ORD-20844", "installation")
        issue_refund(world, payment_id="PAY-20844-1", amount=money("55.00"), reason="late_delivery")
        _file(world, kofi.customer_id, "ORD-20844", "delivery")

    with trial.trap(breaks="customers.md#compensation-cap") as world:
        kofi = verify_customer(world, email="kofi.asante@example.com", postcode="91144")
        _book_rework(world, "SLOT-5-1001", 1)
        _file(world, kofi.customer_id, "ORD-20444", "installation")
        _move_dishwasher(world)
        _file(world, kofi.customer_id, "ORD-20844", "installation")
        issue_refund(world, payment_id="PAY-20844-1", amount=money("64.00"), reason="late_delivery")
        _file(world, kofi.customer_id, "ORD-20844", "delivery")

    assert trial.outcome == trial.golden_outcome
