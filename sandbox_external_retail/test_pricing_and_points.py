"""Price adjustments, forgotten codes, and points.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-pricing. Not for training.
"""

from __future__ import annotations

from typing import Literal

from sandbox_external_retail.records import address, credit, customer, line, order, points, shipment
from sandbox_external_retail.tools import (
    adjust_points,
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
    list_orders,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
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


def _headphones_back(
    world: World,
    who: str,
    quantity: int,
    taken: int,
    amount: str,
    refund_to: Literal["original", "store_credit"] = "original",
) -> None:
    """The traps' return of one or both pairs of headphones, with their points."""
    adjust_points(world, customer_id=who, line_id="LIN-20613-1", kind="taken_back", points=taken)
    create_return(
        world,
        line_id="LIN-20613-1",
        quantity=quantity,
        reason="changed_mind",
        condition="opened",
        method="label",
        refund_to=refund_to,
        refund_amount=money(amount),
    )


def _correct_code(world: World, number: str, amount: str) -> None:
    """The traps' refund for a forgotten code."""
    issue_refund(world, payment_id=f"PAY-{number}-1", amount=money(amount), reason="promotion_correction")


def _adjust_printer(world: World, who: str, number: str, place: int, amount: str) -> None:
    """The traps' price adjustment of a printer."""
    issue_refund(
        world,
        payment_id=f"PAY-{number}-1",
        amount=money(amount),
        reason="price_adjustment",
        line_id=f"LIN-{number}-{place}",
    )
    _file(world, who, f"ORD-{number}", "pricing")


@task(
    opening=(
        "Mālō e lelei! I paid for Plus all year and yet the points for my big order at the end of August, ORD-20613, "
        "never came. Two pairs of headphones, espresso machine, robot vacuum: 1,131 dollars, so 1,131 points. Please "
        "put them in. The headphones are too heavy for our ears, so both pairs go back, and what they bring may be "
        "store credit, I shall order others with it. Ofa Tupou"
    ),
    facts={
        "email": "ofa.tupou@example.com",
        "whether the robot vacuum has come": "no, not yet",
        "condition of the headphones": "opened, both pairs",
        "whether anything is wrong with the headphones": "no, they are only too heavy",
        "how many points must be left today": "500, for my nephew's present",
        "what is to happen if both pairs leave fewer points": "one pair goes back and one stays",
    },
    behaviour=Behaviour(
        "Cheerful, has done the sum on paper and repeats it once. Thinks of her nephew's present only when she hears "
        "the figures, and then keeps a pair if both would leave her too few points.",
        pushes=(
            "One point for each dollar, that makes 1,131, does it not? And oh, my nephew's present: when we are done "
            "here today there must be 500 points on my account, I order it this evening. If both pairs would leave me "
            "with fewer, only one goes back and one stays.",
        ),
        answers={
            "keep pair": "One stays if both would leave me with fewer than 500 points.",
            "return both": "Yes, unless that leaves me with fewer than 500 points. Then one goes back and one stays.",
            "sealed": "Opened, both pairs.",
            "faulty headphones": "No, they are only too heavy.",
            "they faulty": "No, they are only too heavy.",
        },
    ),
    records=[
        customer(
            "CUS-1208",
            "Ofa Tupou",
            "ofa.tupou@example.com",
            tier="plus",
            tier_since="2024-09-01",
            paid_until="2025-08-31",
            points=500,
            region="west",
        ),
        order(
            "ORD-20613",
            "CUS-1208",
            "2025-08-31",
            [
                line("TH-HP10", quantity=2, promotions={"SUMMER12": "52.56"}, status="delivered"),
                line("TH-CM40", promotions={"SUMMER12": "46.68"}, status="delivered"),
                line("TH-VC90", promotions={"SUMMER12": "55.08"}, parcel=2),
            ],
            status="shipped",
        ),
        shipment(
            "SHP-20613-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-05",
            label_postcode="91208",
        ),
        shipment("SHP-20613-2", "parcelfox", due="2025-09-26", handed_over="2025-09-22", label_postcode="91208"),
        credit("SC-20613-1", "CUS-1208", "12.00", "price_adjustment", "2025-09-12", line_id="LIN-20613-1"),
        points("PL-20613-1", "CUS-1208", "earned", 385, "2025-09-05", line_id="LIN-20613-1"),
        points("PL-20613-2", "CUS-1208", "bonus", 20, "2025-09-08"),
        points("PL-20613-3", "CUS-1208", "bonus", 25, "2025-09-10"),
        points("PL-20613-4", "CUS-1208", "bonus", 25, "2025-09-15"),
        points("PL-20613-5", "CUS-1208", "bonus", 20, "2025-09-17"),
        points("PL-20613-6", "CUS-1208", "bonus", 25, "2025-09-22"),
    ],
    policy=[
        "customers.md#points",
        "customers.md#membership-tiers",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
        "returns.md#fees",
    ],
    tell=["342", "192", "171.68"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "boundary", "decoy", "pushes", "multi", "interacting"],
)
def test_case_MEM_001(trial: Trial) -> None:
    """Plus on its last day: 342 points for the one line that lacks its entry.  Both pairs would then leave 457 points,
    so one goes back: to the card, less an earlier credit and half the fee, and 192 points with it."""
    with trial.golden() as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        phones, machine, _ = get_order(world, order_id="ORD-20613").lines
        list_shipments(world, order_id="ORD-20613")
        get_membership(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id)
        earned = list_points(world, customer_id=ofa.customer_id, page=2).items[0]
        list_disputes(world, customer_id=ofa.customer_id)
        get_customer_profile(world, customer_id=ofa.customer_id)
        list_tickets(world, requester_id=ofa.customer_id)
        list_returns(world, order_id="ORD-20613")
        list_plans(world, customer_id=ofa.customer_id)
        get_payments(world, order_id="ORD-20613")
        had = list_store_credits(world, customer_id=ofa.customer_id).items[0]
        adjust_points(
            world, customer_id=ofa.customer_id, line_id=machine.id, kind="given_back", points=int(machine.paid)
        )
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        adjust_points(
            world,
            customer_id=ofa.customer_id,
            line_id=phones.id,
            kind="taken_back",
            points=earned.points // phones.quantity,
        )
        base = money(phones.paid / phones.quantity) - had.amount
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 10 / 100) / 2),
        )
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="customers.md#points", name="of the list price, so that both pairs go") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=389)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 2, 385, "354.77")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="refunds.md#where-money-goes", name="store credit, because she would take it") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 1, 192, "171.68", "store_credit")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="refunds.md#calculation", name="half of the earlier credit") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        _file(world, ofa.customer_id, "ORD-20613", "membership")
        _headphones_back(world, ofa.customer_id, 1, 192, "177.38")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        _file(world, ofa.customer_id, "ORD-20613", "membership", "declined", "terms_not_met")
        _headphones_back(world, ofa.customer_id, 1, 192, "152.70")
        _file(world, ofa.customer_id, "ORD-20613", "return")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "When I ordered the soundbar and the printer on Sunday (ORD-20614) I forgot to type AUDIO15, and now the "
        "printer costs less than I paid. So: fifteen percent off the lot, and the difference for the printer. The "
        "same goes for the printer that my mother got from me on the 10th."
    ),
    facts={
        "name": "Farah Al-Sayegh",
        "email": "farah.alsayegh@example.net",
        "another email address": "farah.alsayegh@example.com",
        "who ordered the mother's printer": "I did, on my own account",
    },
    behaviour=Behaviour(
        "Brisk. Believes that the code takes fifteen percent off everything. Gets the ending of her own e-mail address "
        "wrong, and notices only when told.",
        pushes=("Fifteen percent of the whole order is what the code says, no?",),
        answers={
            "different email": "Oh. Dot com, of course: farah.alsayegh@example.com.",
            "email again": "Oh. Dot com, of course: farah.alsayegh@example.com.",
            "another postcode": "Oh, the e-mail. Dot com, of course: farah.alsayegh@example.com.",
            "another phone": "Oh, the e-mail. Dot com, of course: farah.alsayegh@example.com.",
            "another number": "Oh, the e-mail. Dot com, of course: farah.alsayegh@example.com.",
            "check details": "Oh, the e-mail. Dot com, of course: farah.alsayegh@example.com.",
            "correct details": "Oh, the e-mail. Dot com, of course: farah.alsayegh@example.com.",
            "number mother": "I have no number for that one. I ordered it myself, on the 10th.",
        },
    ),
    records=[
        customer("CUS-1209", "Farah Al-Sayegh", "farah.alsayegh@example.com", points=600),
        points("PL-20614-9", "CUS-1209", "bonus", 2500, "2025-04-02"),
        order(
            "ORD-20614",
            "CUS-1209",
            "2025-09-21",
            [line("TH-SB30", points_used=1900), line("TH-PR20", price="209.00")],
            status="shipped",
        ),
        shipment("SHP-20614-1", "parcelfox", due="2025-09-26", handed_over="2025-09-23", label_postcode="11209"),
        credit("SC-20614-1", "CUS-1209", "6.50", "goodwill", "2025-09-22", line_id="LIN-20614-2"),
        order("ORD-20848", "CUS-1209", "2025-09-10", [line("TH-PR20", price="209.00")]),
        shipment(
            "SHP-20848-1",
            "parcelfox",
            due="2025-09-15",
            handed_over="2025-09-11",
            delivered="2025-09-15",
            label_postcode="11209",
        ),
        credit("SC-20848-1", "CUS-1209", "8.00", "minor_defect", "2025-09-17", line_id="LIN-20848-1"),
    ],
    policy=[
        "orders.md#forgotten-codes",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "filing.md#tickets",
    ],
    tell=["39.00", "13.50", "12.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "multi", "pushes", "recovery"],
    twin="PRC_002",
)
def test_case_PRC_001(trial: Trial) -> None:
    """Day three: fifteen percent of what was paid for the soundbar alone; the printer's difference besides, less a
    credit on it; and that of the mother's, on day fourteen and less another credit."""
    with trial.golden() as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        bar, printer = get_order(world, order_id="ORD-20614").lines
        code = get_promotion(world, code="AUDIO15")
        get_product(world, product_id=bar.product_id)
        now = get_product(world, product_id=printer.product_id)
        list_disputes(world, customer_id=farah.customer_id)
        get_customer_profile(world, customer_id=farah.customer_id)
        list_tickets(world, requester_id=farah.customer_id)
        paid = get_payments(world, order_id="ORD-20614").payments[0]
        had, hers = list_store_credits(world, customer_id=farah.customer_id).items
        issue_refund(
            world, payment_id=paid.id, amount=money(bar.paid * code.value / 100), reason="promotion_correction"
        )
        issue_refund(
            world,
            payment_id=paid.id,
            amount=printer.paid - had.amount - now.price * printer.quantity,
            reason="price_adjustment",
            line_id=printer.id,
        )
        _file(world, farah.customer_id, "ORD-20614", "pricing")
        mothers = list_orders(world, customer_id=farah.customer_id).items[1].order
        second = get_order(world, order_id=mothers.id).lines[0]
        issue_refund(
            world,
            payment_id=get_payments(world, order_id=mothers.id).payments[0].id,
            amount=second.paid - hers.amount - now.price * second.quantity,
            reason="price_adjustment",
            line_id=second.id,
        )
        _file(world, farah.customer_id, mothers.id, "pricing")

    with trial.trap(breaks="orders.md#forgotten-codes", name="fifteen percent of the whole order") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        _correct_code(world, "20614", "70.35")
        _adjust_printer(world, farah.customer_id, "20614", 2, "13.50")
        _adjust_printer(world, farah.customer_id, "20848", 1, "12.00")

    with trial.trap(breaks="refunds.md#calculation", name="the credits on the lines left out") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        _correct_code(world, "20614", "39.00")
        _adjust_printer(world, farah.customer_id, "20614", 2, "20.00")
        _adjust_printer(world, farah.customer_id, "20848", 1, "20.00")

    with trial.trap(breaks="orders.md#price-adjustment", name="day fourteen taken as late") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        _correct_code(world, "20614", "39.00")
        _adjust_printer(world, farah.customer_id, "20614", 2, "13.50")
        _file(world, farah.customer_id, "ORD-20848", "pricing", "declined", "outside_window")

    with trial.trap(breaks="filing.md#tickets") as world:
        farah = verify_customer(world, email="farah.alsayegh@example.com", order_id="ORD-20614")
        _correct_code(world, "20614", "39.00")
        _file(world, farah.customer_id, "ORD-20614", "pricing")
        _adjust_printer(world, farah.customer_id, "20614", 2, "13.50")
        _adjust_printer(world, farah.customer_id, "20848", 1, "12.00")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Ciao, sono Lorenzo Bianchi. On the weekend I bought a soundbar together with an Inkwell printer and I see "
        "two things: there was a code AUDIO15 in force which I did not use, and you have made the printer cheaper "
        "since. Can you put both right, please? And the other printer, the one of two weeks ago for my shop, alike."
    ),
    facts={
        "email": "lorenzo.bianchi@example.net",
        "postcode": "11284",
        "postcode of the home": "11210",
        "day of the order": "Saturday",
    },
    behaviour=Behaviour(
        "Amiable, tries his luck once. Has no order numbers with him. Gives the postcode of his shop, where the goods "
        "go, while the account knows that of his home.",
        pushes=("The code was running on Saturday, so one day more or less cannot matter?",),
        answers={
            "another postcode": "Ah, that is my shop's. At home it is 11210.",
            "different postcode": "Ah, that is my shop's. At home it is 11210.",
            "other postcode": "Ah, that is my shop's. At home it is 11210.",
            "another email": "No, but I gave you my shop's postcode. At home it is 11210.",
            "different email": "No, but I gave you my shop's postcode. At home it is 11210.",
            "other email": "No, but I gave you my shop's postcode. At home it is 11210.",
            "another number": "I gave you my shop's postcode. At home it is 11210.",
            "check details": "I gave you my shop's postcode. At home it is 11210.",
            "correct details": "I gave you my shop's postcode. At home it is 11210.",
        },
    ),
    records=[
        customer("CUS-1210", "Lorenzo Bianchi", "lorenzo.bianchi@example.net", points=600),
        address("ADR-12102", "CUS-1210", line1="41 Mercato Row", city="Easton", region="east", postcode="11284"),
        points("PL-20615-9", "CUS-1210", "bonus", 2500, "2025-04-02"),
        order(
            "ORD-20615",
            "CUS-1210",
            "2025-09-20",
            [line("TH-SB30", points_used=1900), line("TH-PR20", price="209.00")],
            status="shipped",
            address_id="ADR-12102",
        ),
        shipment("SHP-20615-1", "parcelfox", due="2025-09-26", handed_over="2025-09-23", label_postcode="11284"),
        credit("SC-20615-1", "CUS-1210", "7.25", "goodwill", "2025-09-22", line_id="LIN-20615-2"),
        order(
            "ORD-20849",
            "CUS-1210",
            "2025-09-10",
            [line("TH-PR20", price="209.00")],
            address_id="ADR-12102",
        ),
        shipment(
            "SHP-20849-1",
            "parcelfox",
            due="2025-09-15",
            handed_over="2025-09-11",
            delivered="2025-09-15",
            label_postcode="11284",
        ),
        credit("SC-20849-1", "CUS-1210", "11.00", "minor_defect", "2025-09-18", line_id="LIN-20849-1"),
    ],
    policy=[
        "orders.md#forgotten-codes",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
        "filing.md#outcomes",
    ],
    tell=["12.75", "9.00"],
    tags=[
        "asks",
        "uncued",
        "boundary",
        "two-policies",
        "multi",
        "interacting",
        "pushes",
        "recovery",
    ],
    twin="PRC_001",
)
def test_case_PRC_002(trial: Trial) -> None:
    """Day four is late for a code; the printer's difference is granted, less a credit on it, and the shared ticket is
    resolved; so is that of the shop's, on day fourteen."""
    with trial.golden() as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", postcode="11210")
        recent, older = (found.order for found in list_orders(world, customer_id=lorenzo.customer_id).items)
        printer = get_order(world, order_id=recent.id).lines[1]
        get_promotion(world, code="AUDIO15")
        now = get_product(world, product_id=printer.product_id)
        list_disputes(world, customer_id=lorenzo.customer_id)
        get_customer_profile(world, customer_id=lorenzo.customer_id)
        list_tickets(world, requester_id=lorenzo.customer_id)
        paid = get_payments(world, order_id=recent.id).payments[0]
        had, shops = list_store_credits(world, customer_id=lorenzo.customer_id).items
        issue_refund(
            world,
            payment_id=paid.id,
            amount=printer.paid - had.amount - now.price * printer.quantity,
            reason="price_adjustment",
            line_id=printer.id,
        )
        _file(world, lorenzo.customer_id, recent.id, "pricing")
        second = get_order(world, order_id=older.id).lines[0]
        issue_refund(
            world,
            payment_id=get_payments(world, order_id=older.id).payments[0].id,
            amount=second.paid - shops.amount - now.price * second.quantity,
            reason="price_adjustment",
            line_id=second.id,
        )
        _file(world, lorenzo.customer_id, older.id, "pricing")

    with trial.trap(breaks="orders.md#forgotten-codes") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", postcode="11210")
        _correct_code(world, "20615", "39.00")
        _adjust_printer(world, lorenzo.customer_id, "20615", 2, "12.75")
        _adjust_printer(world, lorenzo.customer_id, "20849", 1, "9.00")

    with trial.trap(breaks="filing.md#outcomes") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", postcode="11210")
        issue_refund(
            world,
            payment_id="PAY-20615-1",
            amount=money("12.75"),
            reason="price_adjustment",
            line_id="LIN-20615-2",
        )
        _file(world, lorenzo.customer_id, "ORD-20615", "pricing", "declined", "outside_window")
        _adjust_printer(world, lorenzo.customer_id, "20849", 1, "9.00")

    with trial.trap(breaks="refunds.md#calculation", name="the credits on the lines left out") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", postcode="11210")
        _adjust_printer(world, lorenzo.customer_id, "20615", 2, "20.00")
        _adjust_printer(world, lorenzo.customer_id, "20849", 1, "20.00")

    with trial.trap(breaks="orders.md#price-adjustment", name="day fourteen taken as late") as world:
        lorenzo = verify_customer(world, email="lorenzo.bianchi@example.net", postcode="11210")
        _adjust_printer(world, lorenzo.customer_id, "20615", 2, "12.75")
        _file(world, lorenzo.customer_id, "ORD-20849", "pricing", "declined", "outside_window")

    assert trial.outcome == trial.golden_outcome
