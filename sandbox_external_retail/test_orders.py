"""Stopping an order, or changing it before it leaves.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-orders. Not for training.
"""

from __future__ import annotations

from datetime import date, timedelta

from sandbox_external_retail.records import (
    address,
    charge,
    contact,
    credit,
    customer,
    dispute,
    installation,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
    slot,
    ticket,
)
from sandbox_external_retail.tools import (
    add_address,
    add_comment,
    adjust_points,
    cancel_installation,
    cancel_line,
    cancel_plan,
    change_delivery_address,
    change_shipping_speed,
    check_stock,
    close_ticket,
    create_return,
    get_customer,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_promotion,
    issue_refund,
    list_disputes,
    list_installations,
    list_orders,
    list_plans,
    list_refunds,
    list_shipments,
    list_slots,
    list_store_credits,
    list_tickets,
    move_installation,
    open_ticket,
    update_ticket,
    verify_contact,
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


def _to_sister(world: World) -> None:
    """The traps' change of address to Westhaven."""
    sister = add_address(
        world, customer_id="CUS-1148", line1="27 Harbour Row", city="Westhaven", region="west", postcode="91390"
    )
    change_delivery_address(world, order_id="ORD-20447", address_id=sister.id)


def _put_fitter_off(world: World, who: str) -> None:
    """The traps' later visit for the thermostat."""
    move_installation(world, installation_id="INS-20448-1", slot_id="SLOT-1-1003", slot_date=date(2025, 10, 3))
    _file(world, who, "ORD-20448", "installation")


@task(
    opening=(
        "Chukwuemeka Eze, phone ending in 0164. Sunday's wall oven has to be cancelled, the kitchen plans changed "
        "again. That is, unless your fee for it is above 175 dollars: then it stays. Also your website "
        "has my robot vacuum cheaper now than what I paid, so please give me the difference."
    ),
    facts={"email": "c.eze@example.com", "last four digits of another phone number": "0146"},
    behaviour=Behaviour(
        "Matter-of-fact. Agrees to a cancellation fee of up to 175 dollars after hearing why. Has given the digits of "
        "his wife's phone, and knows no order number by heart.",
        refuses=("177.00", "181.00"),
        answers={
            "another email": "Only that one. But 0164 is my wife's phone; mine ends in 0146.",
            "different email": "Only that one. But 0164 is my wife's phone; mine ends in 0146.",
            "other email": "Only that one. But 0164 is my wife's phone; mine ends in 0146.",
            "another number": "0164 is my wife's phone; mine ends in 0146.",
            "other number": "0164 is my wife's phone; mine ends in 0146.",
            "another phone": "0164 is my wife's phone; mine ends in 0146.",
            "other phone": "0164 is my wife's phone; mine ends in 0146.",
            "different phone": "0164 is my wife's phone; mine ends in 0146.",
            "digits correct": "0164 is my wife's phone; mine ends in 0146.",
            "fitter": "If the oven goes, nobody needs to come for it.",
            "visit": "If the oven goes, nobody needs to come for it.",
        },
    ),
    records=[
        customer("CUS-1146", "Chukwuemeka Eze", "c.eze@example.com", region="central", points=640),
        points("PL-20446-9", "CUS-1146", "bonus", 2640, "2025-02-03"),
        order(
            "ORD-20446",
            "CUS-1146",
            "2025-09-21",
            [line("TH-OV60", points_used=2000)],
            status="placed",
            shipping_fee="49.00",
        ),
        charge("CH-20446-1", "109.00", "installation", "2025-09-21"),
        installation("INS-20446-1", "SLOT-4-1002", fee="109.00"),
        credit("SC-20446-1", "CUS-1146", "35.00", "goodwill", "2025-09-22", line_id="LIN-20446-1"),
        order("ORD-20486", "CUS-1146", "2025-09-09", [line("TH-VC90", price="499.00")]),
        shipment(
            "SHP-20486-1",
            "parcelfox",
            due="2025-09-13",
            handed_over="2025-09-10",
            delivered="2025-09-12",
            label_postcode="61146",
        ),
    ],
    policy=[
        "orders.md#cancellation",
        "refunds.md#calculation",
        "installation.md#cancelling-a-visit",
        "orders.md#price-adjustment",
        "customers.md#points",
    ],
    tell=["680.00", "49.00", "109.00", "2000"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "refusal", "decoy", "recovery"],
)
def test_case_CAN_002(trial: Trial) -> None:
    """Made to order, third day: a fifth is kept of what an earlier credit left, which is within his limit; shipping,
    visit and points come back; an adjustment on day 15 is late."""
    with trial.golden() as world:
        eze = verify_customer(world, email="c.eze@example.com", phone_last4="0146")
        newest, older = (found.order for found in list_orders(world, customer_id=eze.customer_id).items)
        bought = get_order(world, order_id=newest.id)
        oven = bought.lines[0]
        get_product(world, product_id=oven.product_id)
        list_disputes(world, customer_id=eze.customer_id)
        get_customer_profile(world, customer_id=eze.customer_id)
        list_plans(world, customer_id=eze.customer_id)
        visit = list_installations(world, order_id=newest.id)[0].installation
        list_refunds(world, customer_id=eze.customer_id)
        had = list_store_credits(world, customer_id=eze.customer_id).items[0]
        list_tickets(world, requester_id=eze.customer_id)
        paid = get_payments(world, order_id=newest.id).payments[0]
        base = oven.paid - had.amount
        cancel_line(world, order_id=newest.id, line_id=oven.id)
        issue_refund(
            world,
            payment_id=paid.id,
            amount=base - money(base * 20 / 100),
            reason="cancellation",
            line_id=oven.id,
        )
        issue_refund(world, payment_id=paid.id, amount=bought.order.shipping_fee, reason="cancellation")
        adjust_points(world, customer_id=eze.customer_id, line_id=oven.id, kind="given_back", points=oven.points_used)
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=paid.id, amount=visit.fee, reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id=newest.id,
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        get_order(world, order_id=older.id)
        late = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id=older.id,
            subject="Price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="orders.md#cancellation") as world:
        eze = verify_customer(world, email="c.eze@example.com", phone_last4="0146")
        oven = get_order(world, order_id="ORD-20446").lines[0]
        paid = get_payments(world, order_id="ORD-20446").payments[0]
        cancel_line(world, order_id="ORD-20446", line_id=oven.id)
        issue_refund(world, payment_id=paid.id, amount=money("680.00"), reason="cancellation", line_id=oven.id)
        adjust_points(world, customer_id=eze.customer_id, line_id=oven.id, kind="given_back", points=2000)
        cancel_installation(world, installation_id="INS-20446-1")
        issue_refund(world, payment_id=paid.id, amount=money("109.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20446",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20486",
            subject="Price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="orders.md#price-adjustment") as world:
        eze = verify_customer(world, email="c.eze@example.com", phone_last4="0146")
        oven = get_order(world, order_id="ORD-20446").lines[0]
        paid = get_payments(world, order_id="ORD-20446").payments[0]
        cancel_line(world, order_id="ORD-20446", line_id=oven.id)
        issue_refund(
            world,
            payment_id=paid.id,
            amount=money("680.00"),
            reason="cancellation",
            line_id=oven.id,
        )
        issue_refund(world, payment_id=paid.id, amount=money("49.00"), reason="cancellation")
        adjust_points(world, customer_id=eze.customer_id, line_id=oven.id, kind="given_back", points=2000)
        cancel_installation(world, installation_id="INS-20446-1")
        issue_refund(world, payment_id=paid.id, amount=money("109.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20446",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        robot = get_order(world, order_id="ORD-20486").lines[0]
        card = get_payments(world, order_id="ORD-20486").payments[0]
        issue_refund(
            world,
            payment_id=card.id,
            amount=robot.paid - money("459.00"),
            reason="price_adjustment",
            line_id=robot.id,
        )
        second = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20486",
            subject="Price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="installation.md#cancelling-a-visit") as world:
        eze = verify_customer(world, email="c.eze@example.com", phone_last4="0146")
        oven = get_order(world, order_id="ORD-20446").lines[0]
        paid = get_payments(world, order_id="ORD-20446").payments[0]
        cancel_line(world, order_id="ORD-20446", line_id=oven.id)
        issue_refund(world, payment_id=paid.id, amount=money("680.00"), reason="cancellation", line_id=oven.id)
        issue_refund(world, payment_id=paid.id, amount=money("49.00"), reason="cancellation")
        adjust_points(world, customer_id=eze.customer_id, line_id=oven.id, kind="given_back", points=2000)
        filed = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20446",
            subject="Oven cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20486",
            subject="Price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="refunds.md#calculation") as world:
        eze = verify_customer(world, email="c.eze@example.com", phone_last4="0146")
        late = open_ticket(
            world,
            requester_id=eze.customer_id,
            about_id="ORD-20486",
            subject="Price of the vacuum",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "My husband ordered a monitor and a laptop two days ago and he is at sea without a phone until October. Please "
        "cancel that for us. If that can't be done, then at least send it to my mother's place, 4 Quarry Lane in "
        "Midfield, where somebody is at home, and by express if that costs us nothing. And nobody can let your fitter "
        "in on Friday, the one who is to hang up our thermostat, so put him off, please."
    ),
    facts={
        "name": "Marta Kowalska",
        "email": "marta.kowalska@example.org",
        "postcode": "11147",
        "name of the husband": "Piotr Kowalski",
        "husband's order number": "ORD-20447",
        "sister's address": "27 Harbour Row, Westhaven 91390, in the west region",
        "preferred date": "Thursday 2 October, in the morning",
        "another date if that one is taken": "the next free morning after it",
    },
    behaviour=Behaviour(
        "Practical. Would rather cancel, and settles for another address: her mother's or, if that cannot be, her "
        "sister's.",
        pushes=(
            "He cannot write to you from the ship and I am his wife, so my word must do. And if it cannot go to my "
            "mother's either, then send it to my sister in Westhaven.",
        ),
        accepts=("2025-10-03",),
        answers={
            "3 October work": "Yes, that will do.",
            "3 October suit": "Yes, that will do.",
            "another address": "My sister's, 27 Harbour Row, Westhaven 91390, that is in your west region.",
            "other address": "My sister's, 27 Harbour Row, Westhaven 91390, that is in your west region.",
            "else address": "My sister's, 27 Harbour Row, Westhaven 91390, that is in your west region.",
            "street": "27 Harbour Row, Westhaven 91390, that is in your west region.",
            "afternoon": "Only mornings suit me. The next free morning, then.",
        },
    ),
    records=[
        customer("CUS-1147", "Marta Kowalska", "marta.kowalska@example.org"),
        customer(
            "CUS-1148",
            "Piotr Kowalski",
            "piotr.kowalski@example.org",
            tier="pro",
            tier_since="2024-09-23",
            paid_until="2025-09-22",
        ),
        address("ADR-11481", "CUS-1148", line1="4 Quarry Lane", city="Midfield", region="central", postcode="61190"),
        contact("AC-20447", holder="CUS-1148", contact="CUS-1147", valid_until="2025-09-24"),
        order(
            "ORD-20447",
            "CUS-1148",
            "2025-09-22",
            [line("TH-MN27"), line("TH-LT14")],
            status="placed",
            shipping_fee="6.95",
        ),
        order("ORD-20448", "CUS-1148", "2025-09-10", [line("TH-TS01")]),
        shipment(
            "SHP-20448-1",
            "parcelfox",
            due="2025-09-16",
            handed_over="2025-09-12",
            delivered="2025-09-16",
            label_postcode="11148",
        ),
        installation("INS-20448-1", "SLOT-1-0926"),
        slot("SLOT-1-1002", booked=2),
        order("ORD-20862", "CUS-1148", "2025-09-20", [line("TH-LK04")], status="placed"),
    ],
    policy=[
        "customers.md#speaking-for-others",
        "customers.md#membership-tiers",
        "orders.md#change-of-address",
        "orders.md#shipping-speed",
        "installation.md#moving-a-visit",
        "filing.md#tickets",
    ],
    tell=["2025-10-03"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "multi",
        "interacting",
        "pushes",
        "refusal",
    ],
)
def test_case_CAN_003(trial: Trial) -> None:
    """A household contact, on the last day of her right, may do what moves no money: not cancel, but send it to a
    region that has both lines, by express as a pro order, and move a visit two days before it, to another date."""
    with trial.golden() as world:
        marta = verify_customer(world, email="marta.kowalska@example.org", postcode="11147")
        right = verify_contact(world, contact_id=marta.customer_id, order_id="ORD-20447")
        mine = list_orders(world, customer_id=right.account_holder_id).items
        goods = get_order(world, order_id="ORD-20447")
        get_customer(world, customer_id=right.account_holder_id)
        get_membership(world, customer_id=right.account_holder_id)
        for bought in goods.lines:
            check_stock(world, product_id=bought.product_id)
        list_tickets(world, requester_id=marta.customer_id)
        _file(world, marta.customer_id, goods.order.id, "cancellation", "declined", "not_authorised")
        sister = add_address(
            world,
            customer_id=right.account_holder_id,
            line1="27 Harbour Row",
            city="Westhaven",
            region="west",
            postcode="91390",
        )
        change_delivery_address(world, order_id=goods.order.id, address_id=sister.id)
        change_shipping_speed(world, order_id=goods.order.id, speed="express")
        _file(world, marta.customer_id, goods.order.id, "order_change")
        heating = next(item.order for item in mine if item.product_names == ["Hearth thermostat"])
        visit = list_installations(world, order_id=heating.id)[0].installation
        free = list_slots(world, region="east", from_date=world.today + timedelta(days=8), gas_only=False).items
        morning = next(offer.slot for offer in free if offer.slot.part == "morning")
        move_installation(world, installation_id=visit.id, slot_id=morning.id, slot_date=morning.slot_date)
        _file(world, marta.customer_id, heating.id, "installation")

    with trial.trap(breaks="customers.md#speaking-for-others") as world:
        marta = verify_customer(world, email="marta.kowalska@example.org", postcode="11147")
        verify_contact(world, contact_id=marta.customer_id, order_id="ORD-20447")
        for bought in get_order(world, order_id="ORD-20447").lines:
            cancel_line(world, order_id="ORD-20447", line_id=bought.id)
            issue_refund(world, payment_id="PAY-20447-1", amount=bought.paid, reason="cancellation", line_id=bought.id)
        issue_refund(world, payment_id="PAY-20447-1", amount=money("6.95"), reason="cancellation")
        _file(world, marta.customer_id, "ORD-20447", "cancellation")
        _put_fitter_off(world, marta.customer_id)

    with trial.trap(breaks="orders.md#change-of-address", name="to a region that lacks the laptop") as world:
        marta = verify_customer(world, email="marta.kowalska@example.org", postcode="11147")
        verify_contact(world, contact_id=marta.customer_id, order_id="ORD-20447")
        _file(world, marta.customer_id, "ORD-20447", "cancellation", "declined", "not_authorised")
        change_delivery_address(world, order_id="ORD-20447", address_id="ADR-11481")
        change_shipping_speed(world, order_id="ORD-20447", speed="express")
        _file(world, marta.customer_id, "ORD-20447", "order_change")
        _put_fitter_off(world, marta.customer_id)

    with trial.trap(breaks="customers.md#membership-tiers", name="express left, as if it cost") as world:
        marta = verify_customer(world, email="marta.kowalska@example.org", postcode="11147")
        _file(world, marta.customer_id, "ORD-20447", "cancellation", "declined", "not_authorised")
        _to_sister(world)
        _file(world, marta.customer_id, "ORD-20447", "order_change")
        _put_fitter_off(world, marta.customer_id)

    with trial.trap(breaks="filing.md#tickets") as world:
        marta = verify_customer(world, email="marta.kowalska@example.org", postcode="11147")
        _to_sister(world)
        change_shipping_speed(world, order_id="ORD-20447", speed="express")
        _file(world, marta.customer_id, "ORD-20447", "order_change")
        _put_fitter_off(world, marta.customer_id)

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Merhaba, please stop the dryer from my order, we found that it does not fit beside the boiler. Only the "
        "dryer! The washer must come as planned, and its fitter too. But if, after all that you deduct, less than six "
        "hundred dollars come back to me for the machine itself, leave it in, then my brother takes it. If it does "
        "go, the headphones that I got in August against its noise go back as well, I have tried them once."
    ),
    facts={
        "name": "Elif Kaya",
        "email": "elif.kaya@example.net",
        "order number of the dryer": "ORD-20445",
        "postcode": "11145",
    },
    behaviour=Behaviour(
        "Worried that the washer might be cancelled by mistake. Agrees to deductions that are explained.",
        answers={
            "headphones order": "I do not have the number of the headphones, they came at the end of August.",
            "sealed": "Opened, I have tried them once.",
        },
    ),
    records=[
        customer("CUS-1145", "Elif Kaya", "elif.kaya@example.net"),
        order(
            "ORD-20445",
            "CUS-1145",
            "2025-09-15",
            [
                line("TH-WM700", promotions={"LAUNDRY10": "82.00"}, parcel=1),
                line("TH-DR710", promotions={"LAUNDRY10": "76.00"}, parcel=1),
                line("TH-DW600", promotions={"LAUNDRY10": "64.00"}, status="cancelled"),
            ],
            status="packed",
            plans=["96.00"],
        ),
        shipment("SHP-20445-1", "heavyhaul", due="2025-09-23", label_postcode="11145"),
        refund("RF-20445-1", "561.00", "cancellation", "2025-09-22", line_id="LIN-20445-3"),
        plan("PLN-20445-1", "CUS-1145", "2025-09-15", line_id="LIN-20445-2"),
        charge("CH-20445-1", "79.00", "installation", "2025-09-15"),
        charge("CH-20445-2", "79.00", "installation", "2025-09-15"),
        installation("INS-20445-1", "SLOT-1-1002", fee="79.00", line_id="LIN-20445-1"),
        installation("INS-20445-2", "SLOT-2-0925", fee="79.00", line_id="LIN-20445-2"),
        order("ORD-20485", "CUS-1145", "2025-08-25", [line("TH-HP10")]),
        shipment(
            "SHP-20485-1",
            "parcelfox",
            due="2025-08-29",
            handed_over="2025-08-26",
            delivered="2025-08-28",
            label_postcode="11145",
        ),
        dispute("DSP-20485-1", "219.00", "2025-09-15"),
    ],
    policy=[
        "orders.md#cancellation",
        "refunds.md#discounts-lost",
        "installation.md#cancelling-a-visit",
        "refunds.md#disputes",
        "filing.md#handover-notes",
    ],
    tell=["602.00", "96.00", "79.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "multi", "interacting", "refusal"],
)
def test_case_CAN_001(trial: Trial) -> None:
    """The washer alone no longer earns its ten percent, and the fee for a packed order was taken before; the dryer's
    plan and visit end with it, whole, since the promised date has passed.  A dispute holds up the headphones."""
    with trial.golden() as world:
        elif_ = verify_customer(world, email="elif.kaya@example.net", order_id="ORD-20445")
        bought = get_order(world, order_id="ORD-20445")
        washer, dryer, _ = bought.lines
        lost = next(part for part in bought.promotions if part.line_id == washer.id)
        list_disputes(world, customer_id=elif_.customer_id)
        get_customer_profile(world, customer_id=elif_.customer_id)
        list_store_credits(world, customer_id=elif_.customer_id)
        list_tickets(world, requester_id=elif_.customer_id)
        list_shipments(world, order_id="ORD-20445")
        cover = list_plans(world, customer_id=elif_.customer_id)[0]
        visits = list_installations(world, order_id="ORD-20445")
        visit = next(found.installation for found in visits if found.installation.line_id == dryer.id)
        paid = get_payments(world, order_id="ORD-20445").payments[0]
        cancel_line(world, order_id="ORD-20445", line_id=dryer.id)
        issue_refund(
            world, payment_id=paid.id, amount=dryer.paid - lost.amount, reason="cancellation", line_id=dryer.id
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        cancel_installation(world, installation_id=visit.id)
        issue_refund(world, payment_id=paid.id, amount=visit.fee, reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20445",
            subject="Dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        older = list_orders(world, customer_id=elif_.customer_id).items[1].order
        held = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id=older.id,
            subject="Headphones to go back, disputed",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Return once the dispute is decided.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        elif_ = verify_customer(world, email="elif.kaya@example.net", order_id="ORD-20445")
        dryer = get_order(world, order_id="ORD-20445").lines[1]
        paid = get_payments(world, order_id="ORD-20445").payments[0]
        cancel_line(world, order_id="ORD-20445", line_id=dryer.id)
        issue_refund(world, payment_id=paid.id, amount=dryer.paid, reason="cancellation", line_id=dryer.id)
        cancel_plan(world, plan_id="PLN-20445-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20445-2")
        issue_refund(world, payment_id=paid.id, amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20445",
            subject="Dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        held = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20485",
            subject="Headphones disputed",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Return once the dispute is decided.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="orders.md#cancellation") as world:
        elif_ = verify_customer(world, email="elif.kaya@example.net", order_id="ORD-20445")
        held = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20485",
            subject="Headphones disputed",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Return once the dispute is decided.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="installation.md#cancelling-a-visit") as world:
        elif_ = verify_customer(world, email="elif.kaya@example.net", order_id="ORD-20445")
        dryer = get_order(world, order_id="ORD-20445").lines[1]
        paid = get_payments(world, order_id="ORD-20445").payments[0]
        cancel_line(world, order_id="ORD-20445", line_id=dryer.id)
        issue_refund(world, payment_id=paid.id, amount=money("602.00"), reason="cancellation", line_id=dryer.id)
        cancel_plan(world, plan_id="PLN-20445-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20445-2")
        issue_refund(world, payment_id=paid.id, amount=money("39.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20445",
            subject="Dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        held = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20485",
            subject="Headphones disputed",
            topic="return",
            priority="high",
        )
        add_comment(world, ticket_id=held.id, body="Return once the dispute is decided.", visibility="internal")
        close_ticket(world, ticket_id=held.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="refunds.md#disputes") as world:
        elif_ = verify_customer(world, email="elif.kaya@example.net", order_id="ORD-20445")
        dryer = get_order(world, order_id="ORD-20445").lines[1]
        paid = get_payments(world, order_id="ORD-20445").payments[0]
        cancel_line(world, order_id="ORD-20445", line_id=dryer.id)
        issue_refund(world, payment_id=paid.id, amount=money("602.00"), reason="cancellation", line_id=dryer.id)
        cancel_plan(world, plan_id="PLN-20445-1")
        issue_refund(world, payment_id=paid.id, amount=money("96.00"), reason="plan_cancellation")
        cancel_installation(world, installation_id="INS-20445-2")
        issue_refund(world, payment_id=paid.id, amount=money("79.00"), reason="installation_cancelled")
        filed = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20445",
            subject="Dryer cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        headphones = get_order(world, order_id="ORD-20485").lines[0]
        create_return(
            world,
            line_id=headphones.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=headphones.paid - money("21.90") - money("9.95"),
        )
        back = open_ticket(
            world,
            requester_id=elif_.customer_id,
            about_id="ORD-20485",
            subject="Headphones go back",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=back.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I ordered a printer and a set of coloured bulbs yesterday evening, half asleep, and I need neither of them. "
        "Please call the whole thing off before it leaves. Ifeoma Balogun, order ORD-20651, express. The two blenders "
        "I want only if KITCHEN25, which I forgot there, can still be booked; without it they go too."
    ),
    facts={
        "email": "ifeoma.b@example.net",
        "another email address": "ifeoma.balogun@example.com",
    },
    behaviour=Behaviour(
        "Embarrassed and brisk. Changed her address in spring and gives the old one first.",
        answers={
            "blenders order": "I do not have the number of the blenders here, I ordered them on Sunday.",
        },
    ),
    records=[
        customer(
            "CUS-1251",
            "Ifeoma Balogun",
            "ifeoma.balogun@example.com",
            region="central",
            points=150,
            tier="plus",
            tier_since="2025-09-15",
        ),
        points("PL-20651-9", "CUS-1251", "bonus", 1050, "2025-05-05"),
        order(
            "ORD-20651",
            "CUS-1251",
            "2025-09-23",
            [line("TH-PR20", price="199.00", points_used=900), line("TH-LB06")],
            status="placed",
            speed="express",
            shipping_fee="14.95",
            plans=["24.00"],
        ),
        plan("PLN-20651-1", "CUS-1251", "2025-09-23", level="essential", price="24.00"),
        credit("SC-20651-1", "CUS-1251", "10.00", "price_adjustment", "2025-09-24", line_id="LIN-20651-1"),
        ticket(
            "TK-20651",
            "CUS-1251",
            "cancellation",
            "Call off the printer and the bulbs",
            "2025-09-24",
            about_id="ORD-20651",
            priority="high",
        ),
        order("ORD-20650", "CUS-1251", "2025-09-21", [line("TH-BL22", quantity=2)], status="placed"),
    ],
    policy=[
        "orders.md#cancellation",
        "customers.md#points",
        "customers.md#identity-check",
        "orders.md#forgotten-codes",
        "refunds.md#calculation",
    ],
    tell=["180.00", "69.00", "14.95", "24.00", "900", "25.00"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "recovery",
        "multi",
        "interacting",
    ],
)
def test_case_CAN_005(trial: Trial) -> None:
    """The whole order while it is placed: both lines less what came back before, the shipping fee as a refund of its
    own, plan and points; a code on the third day."""
    with trial.golden() as world:
        ifeoma = verify_customer(world, email="ifeoma.balogun@example.com", order_id="ORD-20651")
        bought = get_order(world, order_id="ORD-20651")
        printer, bulbs = bought.lines
        list_disputes(world, customer_id=ifeoma.customer_id)
        get_customer_profile(world, customer_id=ifeoma.customer_id)
        had = list_store_credits(world, customer_id=ifeoma.customer_id).items[0]
        cover = list_plans(world, customer_id=ifeoma.customer_id)[0]
        list_installations(world, order_id="ORD-20651")
        filed = list_tickets(world, requester_id=ifeoma.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20651").payments[0]
        cancel_line(world, order_id="ORD-20651", line_id=printer.id)
        cancel_line(world, order_id="ORD-20651", line_id=bulbs.id)
        issue_refund(
            world, payment_id=paid.id, amount=printer.paid - had.amount, reason="cancellation", line_id=printer.id
        )
        issue_refund(world, payment_id=paid.id, amount=bulbs.paid, reason="cancellation", line_id=bulbs.id)
        issue_refund(world, payment_id=paid.id, amount=bought.order.shipping_fee, reason="cancellation")
        adjust_points(
            world, customer_id=ifeoma.customer_id, line_id=printer.id, kind="given_back", points=printer.points_used
        )
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        _, blenders = (item.order for item in list_orders(world, customer_id=ifeoma.customer_id).items)
        get_order(world, order_id=blenders.id)
        code = get_promotion(world, code="KITCHEN25")
        card = get_payments(world, order_id=blenders.id).payments[0]
        issue_refund(world, payment_id=card.id, amount=code.value, reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=ifeoma.customer_id,
            about_id=blenders.id,
            subject="Code forgotten with the blenders",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ifeoma = verify_customer(world, email="ifeoma.balogun@example.com", order_id="ORD-20651")
        bought = get_order(world, order_id="ORD-20651")
        filed = list_tickets(world, requester_id=ifeoma.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20651").payments[0]
        for item in bought.lines:
            cancel_line(world, order_id="ORD-20651", line_id=item.id)
            issue_refund(world, payment_id=paid.id, amount=item.paid, reason="cancellation", line_id=item.id)
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="cancellation")
        adjust_points(world, customer_id=ifeoma.customer_id, line_id=bought.lines[0].id, kind="given_back", points=900)
        cancel_plan(world, plan_id="PLN-20651-1")
        issue_refund(world, payment_id=paid.id, amount=money("24.00"), reason="plan_cancellation")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20650").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("25.00"), reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=ifeoma.customer_id,
            about_id="ORD-20650",
            subject="Code forgotten",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        ifeoma = verify_customer(world, email="ifeoma.balogun@example.com", order_id="ORD-20651")
        printer, bulbs = get_order(world, order_id="ORD-20651").lines
        filed = list_tickets(world, requester_id=ifeoma.customer_id).tickets[0]
        paid = get_payments(world, order_id="ORD-20651").payments[0]
        cancel_line(world, order_id="ORD-20651", line_id=printer.id)
        cancel_line(world, order_id="ORD-20651", line_id=bulbs.id)
        issue_refund(world, payment_id=paid.id, amount=money("180.00"), reason="cancellation", line_id=printer.id)
        issue_refund(world, payment_id=paid.id, amount=bulbs.paid, reason="cancellation", line_id=bulbs.id)
        issue_refund(world, payment_id=paid.id, amount=money("14.95"), reason="cancellation")
        cancel_plan(world, plan_id="PLN-20651-1")
        issue_refund(world, payment_id=paid.id, amount=money("24.00"), reason="plan_cancellation")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        card = get_payments(world, order_id="ORD-20650").payments[0]
        issue_refund(world, payment_id=card.id, amount=money("25.00"), reason="promotion_correction")
        corrected = open_ticket(
            world,
            requester_id=ifeoma.customer_id,
            about_id="ORD-20650",
            subject="Code forgotten",
            topic="pricing",
            priority="normal",
        )
        close_ticket(world, ticket_id=corrected.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
