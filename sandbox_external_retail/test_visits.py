"""Visits of installers: booked, moved, and what they left behind.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-visits. Not for training.
"""

from __future__ import annotations

from datetime import date, timedelta

from sandbox_external_retail.records import (
    address,
    charge,
    credit,
    customer,
    dispute,
    events,
    installation,
    line,
    order,
    points,
    refund,
    shipment,
    slot,
)
from sandbox_external_retail.tools import (
    add_comment,
    book_installation,
    close_ticket,
    create_charge,
    create_return,
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


def _hold_return(world: World, who: str) -> None:
    """The traps' held return of the disputed dishwasher."""
    held = open_ticket(
        world,
        requester_id=who,
        about_id="ORD-20639",
        subject="Return of a dishwasher",
        topic="return",
        priority="high",
    )
    add_comment(world, ticket_id=held.id, body="Dispute open.", visibility="internal")
    close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")


def _put_off(world: World, who: str) -> None:
    """The traps' later visits for dishwasher and washer."""
    for order_id, slot_id, when in (
        ("ORD-20639", "SLOT-5-1004", date(2025, 10, 4)),
        ("ORD-20861", "SLOT-5-1007", date(2025, 10, 7)),
    ):
        move_installation(world, installation_id=f"INS-{order_id[4:]}-1", slot_id=slot_id, slot_date=when)
        _file(world, who, order_id, "installation")


def _adjust_washer(world: World, who: str, amount: str) -> None:
    """The traps' price adjustment of the washer."""
    issue_refund(
        world, payment_id="PAY-20861-1", amount=money(amount), reason="price_adjustment", line_id="LIN-20861-1"
    )
    _file(world, who, "ORD-20861", "pricing")


def _move_fitter(world: World) -> None:
    """The traps' move of the thermostat's visit."""
    move_installation(
        world, installation_id="INS-20619-1", slot_id="SLOT-3-0930", slot_date=world.today.replace(day=30)
    )


def _pay_for_bell(world: World, who: str, amount: str) -> None:
    """The traps' compensation for the doorbell that came late."""
    issue_refund(world, payment_id="PAY-20618-1", amount=money(amount), reason="late_delivery")
    _file(world, who, "ORD-20618", "delivery")


def _book_both(world: World, number: str, slot_id: str, when: date, *fees: str) -> None:
    """The traps' visits for fridge and dishwasher in one half day, charged if there are fees."""
    for place, fee in enumerate(fees or ("0.00", "0.00"), 1):
        if fees:
            create_charge(world, order_id=f"ORD-{number}", amount=money(fee), kind="installation")
        book_installation(
            world, line_id=f"LIN-{number}-{place}", slot_id=slot_id, slot_date=when, kind="first", fee=money(fee)
        )


def _book_apart(world: World, number: str, fees: tuple[str, str]) -> None:
    """The traps' visits on two days, the fridge's as early as it can be."""
    for place, day in ((1, 27), (2, 29)):
        book_installation(
            world,
            line_id=f"LIN-{number}-{place}",
            slot_id=f"SLOT-4-09{day}",
            slot_date=world.today.replace(day=day),
            kind="first",
            fee=money(fees[place - 1]),
        )


@task(
    opening=(
        "Kia ora, Wiremu Parata. Your fitter is down for tomorrow afternoon but there is no thermostat on my bench to "
        "fit. I have read that a change at this notice costs forty dollars, fair enough, put it on my card and give "
        "me another day. And is there anything for the parcel being late? The doorbell took its time too, two weeks "
        "ago."
    ),
    facts={
        "email": "wiremu.parata@example.com",
        "last four digits of the phone number": "0146",
        "last four digits of another phone number": "0113",
        "preferred date": "Tuesday 30 September, in the morning",
    },
    behaviour=Behaviour(
        "Unhurried. Offers to pay the forty dollars and is pleased if he need not. Has no number of the order at hand, "
        "and shares a phone with his wife, whose number comes to his mind first.",
        answers={
            "another phone": "That was my wife's number, sorry. Mine ends in 0113.",
            "other phone": "That was my wife's number, sorry. Mine ends in 0113.",
            "different phone": "That was my wife's number, sorry. Mine ends in 0113.",
            "another number": "That was my wife's number, sorry. Mine ends in 0113.",
            "other number": "That was my wife's number, sorry. Mine ends in 0113.",
            "different number": "That was my wife's number, sorry. Mine ends in 0113.",
            "another email": "No, but I gave you my wife's number, sorry. Mine ends in 0113.",
            "another postcode": "I gave you my wife's number, sorry. Mine ends in 0113.",
            "check details": "I gave you my wife's number, sorry. Mine ends in 0113.",
            "correct details": "I gave you my wife's number, sorry. Mine ends in 0113.",
            "digits again": "That was my wife's number, sorry. Mine ends in 0113.",
            "26": "I would rather have Tuesday 30 September, in the morning.",
            "27": "I would rather have Tuesday 30 September, in the morning.",
            "half day": "I would rather have Tuesday 30 September, in the morning.",
        },
    ),
    records=[
        customer("CUS-1213", "Wiremu Parata", "wiremu.parata@example.com", region="central"),
        order("ORD-20619", "CUS-1213", "2025-09-12", [line("TH-TS01")], status="shipped"),
        shipment("SHP-20619-1", "northline", due="2025-09-22", handed_over="2025-09-15", label_postcode="61213"),
        events(
            "SHP-20619-1",
            ("2025-09-15", "handed_over", "Midfield"),
            ("2025-09-19", "arrived_depot", "Marlow"),
            ("2025-09-23", "departed_depot", "Marlow"),
        ),
        charge("CH-20619-1", "59.00", "installation", "2025-09-12"),
        installation("INS-20619-1", "SLOT-4-0925", fee="59.00"),
        order("ORD-20618", "CUS-1213", "2025-09-01", [line("TH-DB03")], speed="express", shipping_fee="14.95"),
        shipment(
            "SHP-20618-1",
            "parcelfox",
            due="2025-09-04",
            handed_over="2025-09-02",
            delivered="2025-09-10",
            label_postcode="61213",
        ),
        order("ORD-20862", "CUS-1213", "2024-09-09", [line("TH-MN32")]),
        shipment(
            "SHP-20862-1",
            "parcelfox",
            due="2024-09-13",
            handed_over="2024-09-10",
            delivered="2024-09-23",
            label_postcode="61213",
        ),
        credit("SC-20862-1", "CUS-1213", "62.00", "goodwill", "2024-09-24"),
        refund("RF-20862-1", "28.90", "goodwill", "2024-09-30"),
        customer("CUS-1393", "Mere Parata", "mere.parata@example.com", region="central", phone="312-555-0146"),
    ],
    policy=[
        "installation.md#moving-a-visit",
        "delivery.md#promised-date",
        "delivery.md#delayed-parcels",
        "filing.md#bulletins",
        "customers.md#compensation-cap",
    ],
    tell=["9.10", "2025-09-30"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "refusal",
        "decoy",
        "recovery",
    ],
    twin="INS_002",
)
def test_case_INS_003(trial: Trial) -> None:
    """Handed over a day after those that the bulletin names: the promise has passed, so moving is free.  What the cap
    leaves is paid for the doorbell."""
    with trial.golden() as world:
        wiremu = verify_customer(world, email="wiremu.parata@example.com", phone_last4="0113")
        late, bell, _ = (found.order for found in list_orders(world, customer_id=wiremu.customer_id).items)
        get_order(world, order_id=late.id)
        visit = list_installations(world, order_id=late.id)[0].installation
        list_shipments(world, order_id=late.id)
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        list_disputes(world, customer_id=wiremu.customer_id)
        get_customer_profile(world, customer_id=wiremu.customer_id)
        list_tickets(world, requester_id=wiremu.customer_id)
        free = list_slots(world, region="central", from_date=world.today, gas_only=False, page=2).items
        tuesday = next(offer.slot for offer in free if offer.slot.id == "SLOT-3-0930")
        move_installation(world, installation_id=visit.id, slot_id=tuesday.id, slot_date=tuesday.slot_date)
        _file(world, wiremu.customer_id, late.id, "installation")
        _file(world, wiremu.customer_id, late.id, "delivery", "declined", "below_threshold")
        list_shipments(world, order_id=bell.id)
        get_membership(world, customer_id=wiremu.customer_id)
        credited = list_store_credits(world, customer_id=wiremu.customer_id).items[0]
        refunded = list_refunds(world, customer_id=wiremu.customer_id).items[0]
        paid = get_payments(world, order_id=bell.id).payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=min(bell.shipping_fee, money("100.00") - credited.amount - refunded.amount),
            reason="late_delivery",
        )
        _file(world, wiremu.customer_id, bell.id, "delivery")

    with trial.trap(breaks="installation.md#moving-a-visit") as world:
        wiremu = verify_customer(world, email="wiremu.parata@example.com", phone_last4="0113")
        create_charge(world, order_id="ORD-20619", amount=money("40.00"), kind="late_change")
        _move_fitter(world)
        _file(world, wiremu.customer_id, "ORD-20619", "installation")
        _file(world, wiremu.customer_id, "ORD-20619", "delivery", "declined", "below_threshold")
        _pay_for_bell(world, wiremu.customer_id, "9.10")

    with trial.trap(breaks="delivery.md#delayed-parcels") as world:
        wiremu = verify_customer(world, email="wiremu.parata@example.com", phone_last4="0113")
        _move_fitter(world)
        _file(world, wiremu.customer_id, "ORD-20619", "installation")
        issue_store_credit(
            world, customer_id=wiremu.customer_id, amount=money("9.10"), reason="late_delivery", order_id="ORD-20619"
        )
        _file(world, wiremu.customer_id, "ORD-20619", "delivery")
        _file(world, wiremu.customer_id, "ORD-20618", "delivery", "declined", "cap_reached")

    with trial.trap(breaks="customers.md#compensation-cap", name="the whole shipping fee") as world:
        wiremu = verify_customer(world, email="wiremu.parata@example.com", phone_last4="0113")
        _move_fitter(world)
        _file(world, wiremu.customer_id, "ORD-20619", "installation")
        _file(world, wiremu.customer_id, "ORD-20619", "delivery", "declined", "below_threshold")
        _pay_for_bell(world, wiremu.customer_id, "14.95")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bonjour! Our refrigerator has been standing in the hall for a week now and wants connecting, and the "
        "dishwasher that I ordered along with it too. Could somebody come this Friday, the 26th, after lunch, and see "
        "to both in one go? Camille Fournier"
    ),
    facts={
        "email": "camille.fournier@example.org",
        "postcode": "60955",
        "another postcode": "61214",
        "whether the dishwasher has come": "no, it is still on its way",
        "preferred date if Friday afternoon is impossible": "the earliest afternoon on which both can be done",
    },
    behaviour=Behaviour(
        "Works every morning, and takes one afternoon off, not two. Sighs, then waits for the day on which both can be "
        "done. Gives the postcode of the new flat, while the account knows that of the old one.",
        answers={
            "another postcode": "We have just moved. At the old flat it was 61214.",
            "different postcode": "We have just moved. At the old flat it was 61214.",
            "other postcode": "We have just moved. At the old flat it was 61214.",
            "another email": "No, only that one. But we have just moved, the old postcode was 61214.",
            "different email": "No, only that one. But we have just moved, the old postcode was 61214.",
            "another number": "We have just moved. At the old flat the postcode was 61214.",
            "check details": "We have just moved. At the old flat the postcode was 61214.",
            "correct details": "We have just moved. At the old flat the postcode was 61214.",
            "full": "Then the earliest afternoon on which both can be done, please.",
            "other date": "The earliest afternoon on which both can be done, please.",
            "another date": "The earliest afternoon on which both can be done, please.",
            "which date": "The earliest afternoon on which both can be done, please.",
            "not free": "Then the earliest afternoon on which both can be done, please.",
            "morning afternoon": "Mornings are impossible. An afternoon, please.",
            "separate visits": "No, both on one afternoon, the earliest that there is.",
            "together or separate": "Both on one afternoon, the earliest that there is.",
            "two visits": "No, both on one afternoon, the earliest that there is.",
            "fridge first": "No, both on one afternoon, the earliest that there is.",
            "refrigerator first": "No, both on one afternoon, the earliest that there is.",
        },
    ),
    records=[
        customer(
            "CUS-1214",
            "Camille Fournier",
            "camille.fournier@example.org",
            region="central",
            tier="pro",
            tier_since="2024-09-11",
            paid_until="2025-09-10",
            points=1380,
        ),
        address("ADR-12142", "CUS-1214", line1="5 Quarry Lane", city="Midfield", region="central", postcode="60955"),
        order(
            "ORD-20620",
            "CUS-1214",
            "2025-09-10",
            [line("TH-FR480", status="delivered"), line("TH-DW600", parcel=2)],
            status="shipped",
            address_id="ADR-12142",
        ),
        shipment(
            "SHP-20620-1",
            "heavyhaul",
            due="2025-09-18",
            handed_over="2025-09-12",
            delivered="2025-09-17",
            label_postcode="60955",
        ),
        shipment("SHP-20620-2", "northline", due="2025-09-25", handed_over="2025-09-13", label_postcode="60955"),
        points("PL-20620-1", "CUS-1214", "earned", 1380, "2025-09-17", line_id="LIN-20620-1"),
        slot("SLOT-4-0927", booked=0),
        slot("SLOT-4-0930", booked=1, capacity=3),
    ],
    policy=[
        "installation.md#booking",
        "customers.md#membership-tiers",
        "delivery.md#promised-date",
        "filing.md#bulletins",
    ],
    tell=["2025-09-30"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "multi", "interacting", "recovery"],
    twin="INS_006",
)
def test_case_INS_005(trial: Trial) -> None:
    """Pro until the very day of the order: both first visits are free.  Friday is full, the dishwasher is promised for
    Sunday under the bulletin, Monday has one place: both are done on Tuesday."""
    with trial.golden() as world:
        camille = verify_customer(world, email="camille.fournier@example.org", postcode="61214")
        recent = list_orders(world, customer_id=camille.customer_id).items[0].order
        fridge, dishwasher = get_order(world, order_id=recent.id).lines
        list_shipments(world, order_id=recent.id)
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        list_installations(world, order_id=recent.id)
        get_product(world, product_id=fridge.product_id)
        get_product(world, product_id=dishwasher.product_id)
        get_membership(world, customer_id=camille.customer_id)
        list_disputes(world, customer_id=camille.customer_id)
        get_customer_profile(world, customer_id=camille.customer_id)
        list_tickets(world, requester_id=camille.customer_id)
        free = list_slots(world, region="central", from_date=world.today + timedelta(days=5), gas_only=False).items
        both = next(o.slot for o in free if o.slot.part == "afternoon" and o.slot.capacity - o.slot.booked >= 2)
        for item in (fridge, dishwasher):
            book_installation(
                world, line_id=item.id, slot_id=both.id, slot_date=both.slot_date, kind="first", fee=money("0.00")
            )
        _file(world, camille.customer_id, recent.id, "installation")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        camille = verify_customer(world, email="camille.fournier@example.org", postcode="61214")
        _book_both(world, "20620", "SLOT-4-0930", date(2025, 9, 30), "69.00", "89.00")
        _file(world, camille.customer_id, "ORD-20620", "installation")

    with trial.trap(breaks="filing.md#bulletins") as world:
        camille = verify_customer(world, email="camille.fournier@example.org", postcode="61214")
        _book_both(world, "20620", "SLOT-4-0927", date(2025, 9, 27))
        _file(world, camille.customer_id, "ORD-20620", "installation")

    with trial.trap(breaks="installation.md#booking") as world:
        camille = verify_customer(world, email="camille.fournier@example.org", postcode="61214")
        _book_apart(world, "20620", ("0.00", "0.00"))
        _file(world, camille.customer_id, "ORD-20620", "installation")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Sanibonani. I am a Pro member. Please send your man to install the Polar fridge and the Aurelio dishwasher "
        "of order ORD-20612, both on Friday the 26th in the afternoon, free of charge as Pro members have it. Bongani "
        "Dlamini"
    ),
    facts={
        "email": "bongani.dlamini@example.com",
        "order number after a second look": "ORD-20621",
        "whether the dishwasher has come": "not yet",
        "preferred date if Friday afternoon is impossible": "the first afternoon that has room for both",
    },
    behaviour=Behaviour(
        "Proud of his membership and surprised that it has run out. Pays if he must. Swaps two digits of his order "
        "number, and wants one man for both machines on one afternoon.",
        pushes=("I have been Pro for a whole year, so the installation is free.",),
        answers={
            "another email": "No, I have only this one. But let me look: the order is ORD-20621.",
            "different email": "No, I have only this one. But let me look: the order is ORD-20621.",
            "other email": "No, I have only this one. But let me look: the order is ORD-20621.",
            "another number": "Let me look. The order is ORD-20621.",
            "different number": "Let me look. The order is ORD-20621.",
            "another postcode": "Let me look at the order again. It is ORD-20621.",
            "check details": "Let me look. The order is ORD-20621.",
            "correct details": "Let me look. The order is ORD-20621.",
            "full": "Then the first afternoon that has room for both.",
            "other date": "The first afternoon that has room for both.",
            "another date": "The first afternoon that has room for both.",
            "which date": "The first afternoon that has room for both.",
            "morning afternoon": "An afternoon, please.",
            "separate visits": "No, both on one afternoon, the first that has room.",
            "together or separate": "Both on one afternoon, the first that has room.",
            "two visits": "No, both on one afternoon, the first that has room.",
            "fridge first": "No, both on one afternoon, the first that has room.",
            "refrigerator first": "No, both on one afternoon, the first that has room.",
        },
    ),
    records=[
        customer(
            "CUS-1215",
            "Bongani Dlamini",
            "bongani.dlamini@example.com",
            region="central",
            tier="pro",
            tier_since="2024-09-10",
            paid_until="2025-09-09",
        ),
        order(
            "ORD-20621",
            "CUS-1215",
            "2025-09-10",
            [line("TH-FR480", status="delivered"), line("TH-DW600", parcel=2)],
            status="shipped",
        ),
        shipment(
            "SHP-20621-1",
            "heavyhaul",
            due="2025-09-18",
            handed_over="2025-09-12",
            delivered="2025-09-17",
            label_postcode="61215",
        ),
        shipment("SHP-20621-2", "northline", due="2025-09-25", handed_over="2025-09-13", label_postcode="61215"),
        slot("SLOT-4-0927", booked=0),
        slot("SLOT-4-0930", booked=1, capacity=3),
        customer("CUS-1394", "Halvor Nygård", "halvor.nygard@example.net", region="central"),
        order("ORD-20612", "CUS-1394", "2025-09-09", [line("TH-FR480")]),
        shipment(
            "SHP-20612-1",
            "heavyhaul",
            due="2025-09-17",
            handed_over="2025-09-13",
            delivered="2025-09-16",
            label_postcode="61394",
        ),
    ],
    policy=[
        "installation.md#booking",
        "customers.md#membership-tiers",
        "delivery.md#promised-date",
        "filing.md#bulletins",
    ],
    tell=["69.00", "89.00", "2025-09-30"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "pushes",
        "multi",
        "interacting",
        "recovery",
        "decoy",
    ],
    twin="INS_005",
)
def test_case_INS_006(trial: Trial) -> None:
    """Paid until the day before the order, which therefore counts as basic: the fee of each visit is charged when it
    is booked, for the first afternoon that suits both."""
    with trial.golden() as world:
        bongani = verify_customer(world, email="bongani.dlamini@example.com", order_id="ORD-20621")
        fridge, dishwasher = get_order(world, order_id="ORD-20621").lines
        list_shipments(world, order_id="ORD-20621")
        bulletin = search_articles(world, query="Northline").items[0]
        read_article(world, article_id=bulletin.article_id)
        list_installations(world, order_id="ORD-20621")
        get_membership(world, customer_id=bongani.customer_id)
        list_disputes(world, customer_id=bongani.customer_id)
        get_customer_profile(world, customer_id=bongani.customer_id)
        list_tickets(world, requester_id=bongani.customer_id)
        free = list_slots(world, region="central", from_date=world.today + timedelta(days=5), gas_only=False).items
        both = next(o.slot for o in free if o.slot.part == "afternoon" and o.slot.capacity - o.slot.booked >= 2)
        for item in (fridge, dishwasher):
            fee = get_product(world, product_id=item.product_id).install_fee
            create_charge(world, order_id="ORD-20621", amount=fee, kind="installation")
            book_installation(world, line_id=item.id, slot_id=both.id, slot_date=both.slot_date, kind="first", fee=fee)
        _file(world, bongani.customer_id, "ORD-20621", "installation")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        bongani = verify_customer(world, email="bongani.dlamini@example.com", order_id="ORD-20621")
        _book_both(world, "20621", "SLOT-4-0930", date(2025, 9, 30))
        _file(world, bongani.customer_id, "ORD-20621", "installation")

    with trial.trap(breaks="filing.md#bulletins") as world:
        bongani = verify_customer(world, email="bongani.dlamini@example.com", order_id="ORD-20621")
        _book_both(world, "20621", "SLOT-4-0927", date(2025, 9, 27), "69.00", "89.00")
        _file(world, bongani.customer_id, "ORD-20621", "installation")

    with trial.trap(breaks="installation.md#booking") as world:
        bongani = verify_customer(world, email="bongani.dlamini@example.com", order_id="ORD-20621")
        create_charge(world, order_id="ORD-20621", amount=money("69.00"), kind="installation")
        create_charge(world, order_id="ORD-20621", amount=money("89.00"), kind="installation")
        _book_apart(world, "20621", ("69.00", "89.00"))
        _file(world, bongani.customer_id, "ORD-20621", "installation")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Buenas. The dishwasher that your fitter connected on 30 August drips behind the skirting, it needs a new "
        "seal and the floorboards have come up a little, so send him again soon please, I was happy with him "
        "otherwise. Ah, and I have a Gale shaver to return, a present that nobody wanted. Esperanza"
    ),
    facts={
        "email": "esperanza.villalobos@example.com",
        "another email address": "e.villalobos@example.net",
        "order number of the dishwasher": "ORD-20622",
        "order number of the shaver": "ORD-20623",
        "who ordered the shaver": "I did, to give it away",
        "condition of the shaver": "still sealed",
        "whether water has damaged the floor": "yes, three boards beside the machine have lifted",
        "whether anyone has moved or altered the dishwasher since": "no, it stands as the fitter left it",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Plays the boards down: she only wants the fitter and no fuss.",
        pushes=("Never mind the floor, just book the fitter for me.",),
        answers={
            "damage": "Three boards beside the machine have lifted, that is all.",
            "another email": "Maybe the old one, e.villalobos@example.net.",
            "different email": "Maybe the old one, e.villalobos@example.net.",
            "other email": "Maybe the old one, e.villalobos@example.net.",
            "else email": "Maybe the old one, e.villalobos@example.net.",
        },
    ),
    records=[
        customer("CUS-1216", "Esperanza Villalobos", "e.villalobos@example.net"),
        order("ORD-20622", "CUS-1216", "2025-08-20", [line("TH-DW600")]),
        shipment(
            "SHP-20622-1",
            "heavyhaul",
            due="2025-08-27",
            handed_over="2025-08-23",
            delivered="2025-08-27",
            label_postcode="11216",
        ),
        slot("SLOT-1-0830"),
        charge("CH-20622-1", "89.00", "installation", "2025-08-20"),
        installation("INS-20622-1", "SLOT-1-0830", status="completed", report="done", arrived_at="08:40", fee="89.00"),
        order("ORD-20623", "CUS-1216", "2025-09-08", [line("TH-SH15")]),
        shipment(
            "SHP-20623-1",
            "parcelfox",
            due="2025-09-13",
            handed_over="2025-09-09",
            delivered="2025-09-12",
            label_postcode="11216",
        ),
    ],
    policy=["installation.md#damage-to-the-home", "filing.md#priority", "returns.md#goods-not-taken-back"],
    tell=["89.05"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "refusal", "recovery", "pushes"],
)
def test_case_INS_008(trial: Trial) -> None:
    """Lifted floorboards are water damage: escalated as urgent, no visit; a shaver that is sealed comes back."""
    with trial.golden() as world:
        esperanza = verify_customer(world, email="e.villalobos@example.net", order_id="ORD-20622")
        get_order(world, order_id="ORD-20622")
        list_installations(world, order_id="ORD-20622")
        list_disputes(world, customer_id=esperanza.customer_id)
        get_customer_profile(world, customer_id=esperanza.customer_id)
        list_tickets(world, requester_id=esperanza.customer_id)
        harm = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20622",
            subject="Water under the floor after a visit",
            topic="installation",
            priority="urgent",
        )
        add_comment(
            world,
            ticket_id=harm.id,
            body="Floorboards lifted by water after the visit of 30 August; please take up the damage and the repair.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=harm.id, outcome="escalated", reason="property_damage")
        shaver = get_order(world, order_id="ORD-20623").lines[0]
        list_shipments(world, order_id="ORD-20623")
        get_product(world, product_id=shaver.product_id)
        get_membership(world, customer_id=esperanza.customer_id)
        create_return(
            world,
            line_id=shaver.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=shaver.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20623",
            subject="Return of a shaver",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#damage-to-the-home") as world:
        esperanza = verify_customer(world, email="e.villalobos@example.net", order_id="ORD-20622")
        book_installation(
            world,
            line_id="LIN-20622-1",
            slot_id="SLOT-1-0926",
            slot_date=world.today.replace(day=26),
            kind="rework",
            fee=money("0.00"),
        )
        harm = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20622",
            subject="Dishwasher drips",
            topic="installation",
            priority="normal",
        )
        close_ticket(world, ticket_id=harm.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20623-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("89.05"),
        )
        filed = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20623",
            subject="Return of a shaver",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority") as world:
        esperanza = verify_customer(world, email="e.villalobos@example.net", order_id="ORD-20622")
        harm = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20622",
            subject="Water damage",
            topic="installation",
            priority="high",
        )
        add_comment(world, ticket_id=harm.id, body="Please take this up.", visibility="internal")
        close_ticket(world, ticket_id=harm.id, outcome="escalated", reason="property_damage")
        create_return(
            world,
            line_id="LIN-20623-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("89.05"),
        )
        filed = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20623",
            subject="Return of a shaver",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-not-taken-back") as world:
        esperanza = verify_customer(world, email="e.villalobos@example.net", order_id="ORD-20622")
        harm = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20622",
            subject="Water damage",
            topic="installation",
            priority="urgent",
        )
        add_comment(world, ticket_id=harm.id, body="Please take this up.", visibility="internal")
        close_ticket(world, ticket_id=harm.id, outcome="escalated", reason="property_damage")
        filed = open_ticket(
            world,
            requester_id=esperanza.customer_id,
            about_id="ORD-20623",
            subject="Return of a shaver",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_returnable")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I asked my bank to get the money for the two machines back because you do not answer letters. Now I find you "
        "do answer here, good. Take the dishwasher back, then. And if that is not to be had today, then at least put "
        "the fitter off to Saturday week, 4 October, mornings only, and the one for the washer to the same morning, so "
        "that I lose one morning and not two. The washer, which I ordered on the 10th, is 49 dollars cheaper by now: "
        "that difference you owe me. Kenji Watanabe, ORD-20639"
    ),
    facts={
        "email": "kenji.watanabe@example.org",
        "condition of the dishwasher": "sealed, on its pallet",
        "what is to happen if one morning cannot take both": (
            "the dishwasher on Saturday, the washer on the next free morning after it"
        ),
    },
    behaviour=Behaviour(
        "Stern, writes in full sentences. Will not withdraw the dispute today. Gives way on the washer's morning only "
        "when he hears that one morning cannot take both.",
        pushes=(
            "The dispute is between my bank and me, it need not stop you. As to the fitters: if one morning cannot "
            "take both machines, the dishwasher has the Saturday, and the washer the next free morning after it.",
        ),
        answers={
            "withdraw": "No, not today.",
            "which machine": "The dishwasher has the Saturday, the washer the next free morning after it.",
            "which visit": "The dishwasher has the Saturday, the washer the next free morning after it.",
            "afternoon": "Mornings only. If Saturday cannot take both, the washer has the next free morning after it.",
        },
    ),
    records=[
        customer("CUS-1228", "Kenji Watanabe", "kenji.watanabe@example.org", region="west"),
        order("ORD-20639", "CUS-1228", "2025-08-27", [line("TH-DW600")]),
        shipment(
            "SHP-20639-1",
            "heavyhaul",
            due="2025-09-03",
            handed_over="2025-08-29",
            delivered="2025-09-03",
            label_postcode="91228",
        ),
        dispute("DSP-20639-1", "640.00", "2025-09-18"),
        charge("CH-20639-1", "89.00", "installation", "2025-08-27"),
        installation("INS-20639-1", "SLOT-5-0926", fee="89.00"),
        order("ORD-20861", "CUS-1228", "2025-09-10", [line("TH-WM700", price="869.00")], status="shipped"),
        shipment("SHP-20861-1", "heavyhaul", due="2025-09-22", handed_over="2025-09-11", label_postcode="91228"),
        events(
            "SHP-20861-1",
            ("2025-09-11", "handed_over", "Westhaven"),
            ("2025-09-20", "arrived_depot", "Westhaven"),
        ),
        dispute("DSP-20861-1", "869.00", "2025-09-15", status="withdrawn"),
        credit("SC-20861-1", "CUS-1228", "10.00", "goodwill", "2025-09-17", line_id="LIN-20861-1"),
        charge("CH-20861-1", "79.00", "installation", "2025-09-10"),
        installation("INS-20861-1", "SLOT-5-0925", fee="79.00"),
        slot("SLOT-5-1006", booked=2),
    ],
    policy=[
        "filing.md#reasons",
        "refunds.md#disputes",
        "installation.md#moving-a-visit",
        "installation.md#booking",
        "delivery.md#promised-date",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["2025-10-04", "2025-10-07", "39.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "pushes",
        "refusal",
        "decoy",
    ],
)
def test_case_INS_009(trial: Trial) -> None:
    """Disputed and a day past its window: held.  Two days before, moving is free, and so it is for a washer whose
    promise has passed; one place is left on Saturday, so the washer waits; its own dispute was withdrawn."""
    with trial.golden() as world:
        kenji = verify_customer(world, email="kenji.watanabe@example.org", order_id="ORD-20639")
        get_order(world, order_id="ORD-20639")
        list_shipments(world, order_id="ORD-20639")
        get_membership(world, customer_id=kenji.customer_id)
        list_disputes(world, customer_id=kenji.customer_id)
        get_customer_profile(world, customer_id=kenji.customer_id)
        list_tickets(world, requester_id=kenji.customer_id)
        newer = list_orders(world, customer_id=kenji.customer_id).items[0].order
        washer = get_order(world, order_id=newer.id).lines[0]
        list_shipments(world, order_id=newer.id)
        search_articles(world, query="HeavyHaul")
        held = open_ticket(
            world,
            requester_id=kenji.customer_id,
            about_id="ORD-20639",
            subject="Return of a dishwasher",
            topic="return",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=held.id,
            body="Dispute DSP-20639-1 is open; take up the return when it is decided.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")
        dishes = list_installations(world, order_id="ORD-20639")[0].installation
        laundry = list_installations(world, order_id=newer.id)[0].installation
        free = list_slots(world, region="west", from_date=world.today + timedelta(days=10), gas_only=False).items
        saturday, later = [offer.slot for offer in free if offer.slot.part == "morning"][:2]
        move_installation(world, installation_id=dishes.id, slot_id=saturday.id, slot_date=saturday.slot_date)
        _file(world, kenji.customer_id, "ORD-20639", "installation")
        move_installation(world, installation_id=laundry.id, slot_id=later.id, slot_date=later.slot_date)
        _file(world, kenji.customer_id, newer.id, "installation")
        now = get_product(world, product_id=washer.product_id)
        had = list_store_credits(world, customer_id=kenji.customer_id).items[0]
        paid = get_payments(world, order_id=newer.id).payments[0]
        issue_refund(
            world,
            payment_id=paid.id,
            amount=washer.paid - had.amount - now.price,
            reason="price_adjustment",
            line_id=washer.id,
        )
        _file(world, kenji.customer_id, newer.id, "pricing")

    with trial.trap(breaks="filing.md#reasons") as world:
        kenji = verify_customer(world, email="kenji.watanabe@example.org", order_id="ORD-20639")
        _file(world, kenji.customer_id, "ORD-20639", "return", "declined", "outside_window")
        _put_off(world, kenji.customer_id)
        _adjust_washer(world, kenji.customer_id, "39.00")

    with trial.trap(breaks="refunds.md#disputes", name="a withdrawn dispute holds the washer's money") as world:
        kenji = verify_customer(world, email="kenji.watanabe@example.org", order_id="ORD-20639")
        _hold_return(world, kenji.customer_id)
        _put_off(world, kenji.customer_id)
        held = open_ticket(
            world,
            requester_id=kenji.customer_id,
            about_id="ORD-20861",
            subject="Price of a washer",
            topic="pricing",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Disputed.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="installation.md#moving-a-visit", name="forty dollars for the washer's visit") as world:
        kenji = verify_customer(world, email="kenji.watanabe@example.org", order_id="ORD-20639")
        _hold_return(world, kenji.customer_id)
        create_charge(world, order_id="ORD-20861", amount=money("40.00"), kind="late_change")
        _put_off(world, kenji.customer_id)
        _adjust_washer(world, kenji.customer_id, "39.00")

    with trial.trap(breaks="refunds.md#calculation", name="a credit on the washer forgotten") as world:
        kenji = verify_customer(world, email="kenji.watanabe@example.org", order_id="ORD-20639")
        _hold_return(world, kenji.customer_id)
        _put_off(world, kenji.customer_id)
        _adjust_washer(world, kenji.customer_id, "49.00")

    assert trial.outcome == trial.golden_outcome
