"""Another unit or another product instead of goods that the customer holds.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-exchanges. Not for training.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from sandbox_external_retail.records import (
    credit,
    customer,
    dispute,
    exchange,
    line,
    order,
    plan,
    points,
    refund,
    shipment,
    ticket,
)
from sandbox_external_retail.tools import (
    add_comment,
    adjust_points,
    cancel_plan,
    check_stock,
    close_ticket,
    create_charge,
    create_exchange,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_orders,
    list_plans,
    list_points,
    list_promotions,
    list_refunds,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    search_products,
    update_ticket,
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


def _swap_soundbar(world: World, line_id: str, ticket_id: str, sending: Literal["ahead", "on_receipt"]) -> None:
    """The traps' exchange of the soundbar, on the ticket that waits for it."""
    create_exchange(
        world,
        line_id=line_id,
        quantity=1,
        reason="faulty",
        new_product_id="TH-SB30",
        warehouse="central",
        sending=sending,
    )
    update_ticket(world, ticket_id=ticket_id, priority="normal")
    close_ticket(world, ticket_id=ticket_id, outcome="resolved", reason="completed")


def _swap_laptop(world: World, who: str, difference: str) -> None:
    """The traps' exchange of the laptop for the bigger one."""
    create_charge(world, order_id="ORD-20433", amount=money(difference), kind="price_difference")
    create_exchange(
        world,
        line_id="LIN-20433-1",
        quantity=1,
        reason="changed_mind",
        new_product_id="TH-LT16",
        warehouse="west",
        sending="on_receipt",
    )
    _file(world, who, "ORD-20433", "exchange")


def _credit_monitor(world: World, who: str, line_id: str, amount: str) -> None:
    """The traps' settlement for the monitor, its card being closed."""
    issue_store_credit(
        world,
        customer_id=who,
        amount=money(amount),
        reason="minor_defect",
        order_id=f"ORD-{line_id.split('-')[1]}",
        line_id=line_id,
    )


def _send_monitor_back(
    world: World,
    line_id: str,
    amount: str,
    refund_to: Literal["original", "store_credit"],
    reason: Literal["changed_mind", "faulty"] = "faulty",
) -> None:
    """The traps' return of the monitor."""
    create_return(
        world,
        line_id=line_id,
        quantity=1,
        reason=reason,
        condition="opened",
        method="label",
        refund_to=refund_to,
        refund_amount=money(amount),
    )


@task(
    opening=(
        "The soundbar hums. Not the music, the bar. I have two of the same kind from you, the one in the den is fine, "
        "it's the newer one that hums. Could you swap it for one that doesn't? And send the new one first if you can, "
        "we have people over on Sunday. Then there's my Clarion 32, one of its sockets is dead: I could live with that "
        "for some money off, but if there's none to be had, please take it back. Oh, and the Orbit phone came a whole "
        "week late, so I'd like a little something for that."
    ),
    facts={
        "name": "Gwen Prichard",
        "email": "gwen.prichard@example.com",
        "postcode": "11131",
        "condition of the monitor": "opened and in use, only the one socket does not work",
        "when the fault of the monitor appeared": "the first time I used that socket, last week",
        "replacement or refund of the soundbar": "the same bar again",
        "settlement or return of the monitor": "the settlement, and the return only if there is none",
    },
    behaviour=Behaviour(
        "Chatty. Wants the same soundbar again, keeps the monitor if there is money off, takes what she hears.",
        answers={
            "smoke": "No, nothing like that, it only hums.",
            "smell": "No, nothing like that, it only hums.",
            "sparks": "No, nothing like that, it only hums.",
            "unusual": "No, nothing like that, it only hums.",
            "May September": "The newer one, from September.",
            "work otherwise": "Yes, all but that one socket.",
        },
    ),
    records=[
        customer(
            "CUS-1131",
            "Gwen Prichard",
            "gwen.prichard@example.com",
            score=700,
            flag="VELVET",
            flag_until="2025-09-23",
        ),
        order("ORD-20431", "CUS-1131", "2025-09-11", [line("TH-SB30")]),
        shipment(
            "SHP-20431-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-14",
            label_postcode="11131",
        ),
        ticket("TK-20431-1", "CUS-1131", "exchange", "Bar hums", "2025-09-22", about_id="ORD-20431", priority="high"),
        order("ORD-20430", "CUS-1131", "2025-05-02", [line("TH-SB30")], shipping_fee="6.95"),
        shipment(
            "SHP-20430-1",
            "parcelfox",
            due="2025-05-06",
            handed_over="2025-05-03",
            delivered="2025-05-14",
            label_postcode="11131",
        ),
        refund("RF-20430-1", "6.95", "late_delivery", "2025-05-15"),
        exchange("EX-20430-1", "TH-SB30", "2025-05-20"),
        order("ORD-20830", "CUS-1131", "2025-09-08", [line("TH-MN32")], instrument="closed"),
        shipment(
            "SHP-20830-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-11",
            label_postcode="11131",
        ),
        credit("SC-20830-1", "CUS-1131", "60.00", "price_adjustment", "2025-09-15", line_id="LIN-20830-1"),
        dispute("DSP-20830-1", "489.00", "2025-09-16", status="decided_for_shop"),
        order("ORD-20831", "CUS-1131", "2025-09-01", [line("TH-PH08")]),
        shipment(
            "SHP-20831-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-12",
            label_postcode="11131",
        ),
        order("ORD-20829", "CUS-1131", "2024-09-10", [line("TH-SP02")]),
        shipment(
            "SHP-20829-1",
            "northline",
            due="2024-09-13",
            handed_over="2024-09-11",
            delivered="2024-09-22",
            label_postcode="11131",
        ),
        credit("SC-20829-1", "CUS-1131", "40.00", "goodwill", "2024-09-24"),
    ],
    policy=[
        "exchanges.md#sending-ahead",
        "exchanges.md#warehouse",
        "customers.md#account-flags",
        "delivery.md#delayed-parcels",
        "customers.md#compensation-cap",
        "returns.md#minor-defects",
        "refunds.md#calculation",
        "refunds.md#where-money-goes",
        "filing.md#tickets",
    ],
    tell=["107.25", "53.05"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting"],
    twin="EXC_002",
)
def test_case_EXC_001(trial: Trial) -> None:
    """Band Quillon below $400.00 and a flag that ended yesterday: sent ahead, settled, compensated up to the cap."""
    with trial.golden() as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        list_orders(world, customer_id=gwen.customer_id)
        bought = get_order(world, order_id="ORD-20431")
        bar = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=gwen.customer_id)
        get_membership(world, customer_id=gwen.customer_id)
        list_disputes(world, customer_id=gwen.customer_id)
        list_returns(world, order_id=bought.order.id)
        get_payments(world, order_id=bought.order.id)
        waiting = list_tickets(world, requester_id=gwen.customer_id).tickets[0]
        check_stock(world, product_id=bar.product_id)
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="central",
            sending="ahead",
        )
        update_ticket(world, ticket_id=waiting.id, priority="normal")
        close_ticket(world, ticket_id=waiting.id, outcome="resolved", reason="completed")
        monitor = get_order(world, order_id="ORD-20830").lines[0]
        list_shipments(world, order_id="ORD-20830")
        get_payments(world, order_id="ORD-20830")
        credited = list_store_credits(world, customer_id=gwen.customer_id).items
        issue_store_credit(
            world,
            customer_id=gwen.customer_id,
            amount=money((monitor.paid - credited[0].amount) * (20 + 5) / 100),
            reason="minor_defect",
            order_id="ORD-20830",
            line_id=monitor.id,
        )
        _file(world, gwen.customer_id, "ORD-20830", "return")
        get_order(world, order_id="ORD-20831")
        list_shipments(world, order_id="ORD-20831")
        phone = get_payments(world, order_id="ORD-20831").payments[0]
        refunded = list_refunds(world, customer_id=gwen.customer_id).items
        rest = money("100.00") - credited[1].amount - refunded[0].amount
        issue_refund(
            world,
            payment_id=phone.id,
            amount=min(money(phone.amount * 15 / 100), rest),
            reason="late_delivery",
        )
        _file(world, gwen.customer_id, "ORD-20831", "delivery")

    with trial.trap(breaks="customers.md#account-flags") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        _swap_soundbar(world, "LIN-20431-1", "TK-20431-1", "on_receipt")
        _send_monitor_back(world, "LIN-20830-1", "429.00", "store_credit")
        _file(world, gwen.customer_id, "ORD-20830", "return")
        _file(world, gwen.customer_id, "ORD-20831", "delivery", "declined", "account_terms")

    with trial.trap(breaks="refunds.md#calculation") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        _swap_soundbar(world, "LIN-20431-1", "TK-20431-1", "ahead")
        _credit_monitor(world, gwen.customer_id, "LIN-20830-1", "120.00")
        _file(world, gwen.customer_id, "ORD-20830", "return")
        issue_refund(world, payment_id="PAY-20831-1", amount=money("53.05"), reason="late_delivery")
        _file(world, gwen.customer_id, "ORD-20831", "delivery")

    with trial.trap(breaks="customers.md#compensation-cap") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        _swap_soundbar(world, "LIN-20431-1", "TK-20431-1", "ahead")
        _credit_monitor(world, gwen.customer_id, "LIN-20830-1", "107.25")
        _file(world, gwen.customer_id, "ORD-20830", "return")
        issue_refund(world, payment_id="PAY-20831-1", amount=money("60.00"), reason="late_delivery")
        _file(world, gwen.customer_id, "ORD-20831", "delivery")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        _swap_soundbar(world, "LIN-20431-1", "TK-20431-1", "ahead")
        issue_refund(
            world, payment_id="PAY-20830-1", amount=money("107.25"), reason="minor_defect", line_id="LIN-20830-1"
        )
        _file(world, gwen.customer_id, "ORD-20830", "return")
        issue_refund(world, payment_id="PAY-20831-1", amount=money("53.05"), reason="late_delivery")
        _file(world, gwen.customer_id, "ORD-20831", "delivery")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "My Halden soundbar has died, only ten days old. I want a new one of the same, and I want it before I give "
        "this one out of my hands. ORD-20432. Second: on the 32 inch Clarion one input is dead. Pay me something for "
        "that and I keep it, if not you take it back. Third: the phone was a week late, and that has its price. I am "
        "Baptiste Lemoine."
    ),
    facts={
        "email": "baptiste.lemoine@example.net",
        "condition of the monitor": "opened and in use, only the one input does not work",
        "when the fault of the monitor appeared": "the first time I used that input, last week",
        "replacement or refund of the soundbar": "the same bar again",
        "settlement or return of the monitor": "the settlement, and the return if there is none",
    },
    behaviour=Behaviour(
        "Distrustful: wants the new one first, and says so once more when he hears otherwise. Sends the monitor back "
        "if nothing is paid for its fault.",
        pushes=("Send the new one first. I will not sit here without any sound.",),
        answers={
            "smoke": "No, nothing of the sort, it is simply dead.",
            "smell": "No, nothing of the sort, it is simply dead.",
            "sparks": "No, nothing of the sort, it is simply dead.",
        },
    ),
    records=[
        customer(
            "CUS-1132",
            "Baptiste Lemoine",
            "baptiste.lemoine@example.net",
            score=700,
            flag="VELVET",
            flag_until="2025-09-24",
        ),
        order("ORD-20432", "CUS-1132", "2025-09-11", [line("TH-SB30")]),
        shipment(
            "SHP-20432-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-12",
            delivered="2025-09-14",
            label_postcode="11132",
        ),
        ticket(
            "TK-20432-1", "CUS-1132", "exchange", "Bar is dead", "2025-09-22", about_id="ORD-20432", priority="high"
        ),
        order("ORD-20832", "CUS-1132", "2025-09-08", [line("TH-MN32")], instrument="closed"),
        shipment(
            "SHP-20832-1",
            "parcelfox",
            due="2025-09-12",
            handed_over="2025-09-09",
            delivered="2025-09-11",
            label_postcode="11132",
        ),
        credit("SC-20832-1", "CUS-1132", "60.00", "price_adjustment", "2025-09-15", line_id="LIN-20832-1"),
        dispute("DSP-20832-1", "489.00", "2025-09-16", status="decided_for_shop"),
        order("ORD-20833", "CUS-1132", "2025-09-01", [line("TH-PH08")]),
        shipment(
            "SHP-20833-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-12",
            label_postcode="11132",
        ),
    ],
    policy=[
        "customers.md#account-flags",
        "exchanges.md#sending-ahead",
        "exchanges.md#warehouse",
        "returns.md#faulty-goods",
        "refunds.md#where-money-goes",
        "filing.md#tickets",
    ],
    tell=["429.00"],
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
    ],
    twin="EXC_001",
)
def test_case_EXC_002(trial: Trial) -> None:
    """The flag holds until the end of today: nothing ahead, no settlement, no compensation, all else as usual."""
    with trial.golden() as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        list_orders(world, customer_id=baptiste.customer_id)
        bought = get_order(world, order_id="ORD-20432")
        bar = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=baptiste.customer_id)
        get_membership(world, customer_id=baptiste.customer_id)
        list_disputes(world, customer_id=baptiste.customer_id)
        list_returns(world, order_id=bought.order.id)
        waiting = list_tickets(world, requester_id=baptiste.customer_id).tickets[0]
        check_stock(world, product_id=bar.product_id)
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="central",
            sending="on_receipt",
        )
        update_ticket(world, ticket_id=waiting.id, priority="normal")
        close_ticket(world, ticket_id=waiting.id, outcome="resolved", reason="completed")
        monitor = get_order(world, order_id="ORD-20832").lines[0]
        list_shipments(world, order_id="ORD-20832")
        get_payments(world, order_id="ORD-20832")
        credited = list_store_credits(world, customer_id=baptiste.customer_id).items[0]
        create_return(
            world,
            line_id=monitor.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=monitor.paid - credited.amount,
        )
        _file(world, baptiste.customer_id, "ORD-20832", "return")
        get_order(world, order_id="ORD-20833")
        list_shipments(world, order_id="ORD-20833")
        _file(world, baptiste.customer_id, "ORD-20833", "delivery", "declined", "account_terms")

    with trial.trap(breaks="customers.md#account-flags", name="as if the flag were over") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        _swap_soundbar(world, "LIN-20432-1", "TK-20432-1", "ahead")
        _credit_monitor(world, baptiste.customer_id, "LIN-20832-1", "107.25")
        _file(world, baptiste.customer_id, "ORD-20832", "return")
        issue_refund(world, payment_id="PAY-20833-1", amount=money("100.00"), reason="late_delivery")
        _file(world, baptiste.customer_id, "ORD-20833", "delivery")

    with trial.trap(breaks="customers.md#account-flags", name="the settlement alone is refused") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        _swap_soundbar(world, "LIN-20432-1", "TK-20432-1", "on_receipt")
        _file(world, baptiste.customer_id, "ORD-20832", "return", "declined", "account_terms")
        _file(world, baptiste.customer_id, "ORD-20833", "delivery", "declined", "account_terms")

    with trial.trap(breaks="refunds.md#calculation") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        _swap_soundbar(world, "LIN-20432-1", "TK-20432-1", "on_receipt")
        _send_monitor_back(world, "LIN-20832-1", "489.00", "store_credit")
        _file(world, baptiste.customer_id, "ORD-20832", "return")
        _file(world, baptiste.customer_id, "ORD-20833", "delivery", "declined", "account_terms")

    with trial.trap(breaks="refunds.md#where-money-goes") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        _swap_soundbar(world, "LIN-20432-1", "TK-20432-1", "on_receipt")
        _send_monitor_back(world, "LIN-20832-1", "429.00", "original")
        _file(world, baptiste.customer_id, "ORD-20832", "return")
        _file(world, baptiste.customer_id, "ORD-20833", "delivery", "declined", "account_terms")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I would like the bigger Nimbus, the 16, in place of the 14 that I have from order ORD-20433. I have a code "
        "SAVE50 from a flyer, fifty dollars off, please use it. With the big screen I do not need the Clarion monitor "
        "from August any more, that one I give back. Set the one off against the other. What do I have to pay?"
    ),
    facts={
        "name": "Dmitri Volkov",
        "email": "dmitri.volkov@example.net",
        "condition of the laptop": "sealed, never opened",
        "condition of the monitor": "opened, used for a month, works as it should",
        "reason for the return": "no more use for it, nothing is wrong with it",
    },
    behaviour=Behaviour(
        "Businesslike. Asks once for a single sum, then agrees to the amounts that he has heard.",
        pushes=("Can you not make one sum of it?",),
        answers={
            "fault": "Nothing is faulty, neither the laptop nor the monitor.",
            "faulty": "Nothing is faulty, neither the laptop nor the monitor.",
            "card or store credit": "To the card.",
        },
    ),
    records=[
        customer(
            "CUS-1133",
            "Dmitri Volkov",
            "dmitri.volkov@example.net",
            region="west",
            tier="plus",
            tier_since="2024-09-01",
            paid_until="2025-08-31",
            points=200,
        ),
        order("ORD-20433", "CUS-1133", "2025-09-07", [line("TH-LT14", serial="NBL-6021")]),
        shipment(
            "SHP-20433-1",
            "parcelfox",
            due="2025-09-10",
            handed_over="2025-09-08",
            delivered="2025-09-09",
            label_postcode="91133",
        ),
        refund("RF-20433-1", "40.00", "price_adjustment", "2025-09-16", line_id="LIN-20433-1"),
        order("ORD-20834", "CUS-1133", "2025-08-20", [line("TH-MN27")]),
        shipment(
            "SHP-20834-1",
            "parcelfox",
            due="2025-08-26",
            handed_over="2025-08-21",
            delivered="2025-08-25",
            label_postcode="91133",
        ),
        refund("RF-20834-1", "32.90", "minor_defect", "2025-09-01", line_id="LIN-20834-1"),
        points("PL-20834-1", "CUS-1133", "earned", 329, "2025-08-25", line_id="LIN-20834-1"),
        order("ORD-20835", "CUS-1133", "2025-09-02", [line("TH-LB06", points_used=129)]),
        shipment(
            "SHP-20835-1",
            "northline",
            due="2025-09-06",
            handed_over="2025-09-03",
            delivered="2025-09-05",
            label_postcode="91133",
        ),
    ],
    policy=[
        "exchanges.md#price-difference",
        "exchanges.md#when-goods-can-be-exchanged",
        "refunds.md#calculation",
        "filing.md#bulletins",
        "customers.md#membership-tiers",
        "customers.md#points",
    ],
    tell=["307.55", "272.60"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "multi", "pushes"],
)
def test_case_EXC_003(trial: Trial) -> None:
    """The last day; five percent beats fifty dollars; the monitor comes back by the bulletin and as a plus order."""
    with trial.golden() as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        bought = get_order(world, order_id="ORD-20433")
        old = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        balance = get_membership(world, customer_id=dmitri.customer_id).points
        get_customer_profile(world, customer_id=dmitri.customer_id)
        list_disputes(world, customer_id=dmitri.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=dmitri.customer_id)
        before = get_payments(world, order_id=bought.order.id).refunds[0]
        bigger = search_products(world, query="Nimbus, the 16").items[0]
        new = get_product(world, product_id=bigger.product_id)
        running = list_promotions(world, on=world.today, page=2).items
        best = next(promotion for promotion in running if promotion.category == new.category)
        check_stock(world, product_id=new.id)
        price = new.price - money(new.price * best.value / 100)
        create_charge(
            world,
            order_id=bought.order.id,
            amount=price - (old.paid - before.amount),
            kind="price_difference",
        )
        create_exchange(
            world,
            line_id=old.id,
            quantity=1,
            reason="changed_mind",
            new_product_id=new.id,
            warehouse="west",
            sending="on_receipt",
        )
        _file(world, dmitri.customer_id, "ORD-20433", "exchange")
        august = list_orders(world, customer_id=dmitri.customer_id).items[-1].order
        monitor = get_order(world, order_id=august.id).lines[0]
        list_shipments(world, order_id=august.id)
        settled = get_payments(world, order_id=august.id).refunds[0]
        earned = list_points(world, customer_id=dmitri.customer_id).items[-1].points
        base = monitor.paid - settled.amount
        restocking = money(money(base * 15 / 100) / 2)
        adjust_points(
            world, customer_id=dmitri.customer_id, line_id=monitor.id, kind="taken_back", points=min(earned, balance)
        )
        create_return(
            world,
            line_id=monitor.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - restocking - money(Decimal(earned - balance) / 100),
        )
        _file(world, dmitri.customer_id, august.id, "return")

    with trial.trap(breaks="refunds.md#calculation") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        _swap_laptop(world, dmitri.customer_id, "267.55")
        adjust_points(world, customer_id=dmitri.customer_id, line_id="LIN-20834-1", kind="taken_back", points=200)
        _send_monitor_back(world, "LIN-20834-1", "272.60", "original", reason="changed_mind")
        _file(world, dmitri.customer_id, "ORD-20834", "return")

    with trial.trap(breaks="exchanges.md#price-difference") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        _swap_laptop(world, dmitri.customer_id, "340.00")
        adjust_points(world, customer_id=dmitri.customer_id, line_id="LIN-20834-1", kind="taken_back", points=200)
        _send_monitor_back(world, "LIN-20834-1", "272.60", "original", reason="changed_mind")
        _file(world, dmitri.customer_id, "ORD-20834", "return")

    with trial.trap(breaks="filing.md#bulletins") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        _swap_laptop(world, dmitri.customer_id, "307.55")
        _file(world, dmitri.customer_id, "ORD-20834", "return", "declined", "outside_window")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        _swap_laptop(world, dmitri.customer_id, "307.55")
        adjust_points(world, customer_id=dmitri.customer_id, line_id="LIN-20834-1", kind="taken_back", points=200)
        _send_monitor_back(world, "LIN-20834-1", "240.44", "original", reason="changed_mind")
        _file(world, dmitri.customer_id, "ORD-20834", "return")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "My espresso machine gave up this morning. No pump, no coffee, no mercy. I love that machine and I want "
        "exactly the same one again, please, I can wait a little. Order ORD-20434, Nia Mbatha."
    ),
    facts={
        "email": "nia.mbatha@example.org",
        "condition of the machine": "used, of course",
    },
    behaviour=Behaviour(
        "Insists on the same machine until she hears that it cannot be had soon, then takes the money.",
        pushes=("I would rather wait for the same machine, however long it takes.",),
    ),
    records=[
        customer("CUS-1134", "Nia Mbatha", "nia.mbatha@example.org", region="central"),
        order("ORD-20434", "CUS-1134", "2025-08-29", [line("TH-CM40")], plans=["48.00"]),
        shipment(
            "SHP-20434-1",
            "northline",
            due="2025-09-02",
            handed_over="2025-08-30",
            delivered="2025-09-01",
            label_postcode="61134",
        ),
        plan("PLN-20434-1", "CUS-1134", "2025-08-29", level="essential", price="48.00", excess="25.00"),
    ],
    policy=["exchanges.md#no-stock", "warranty.md#ending-a-plan", "returns.md#faulty-goods"],
    tell=["389.00", "48.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "pushes"],
    twin="EXC_005",
)
def test_case_EXC_004(trial: Trial) -> None:
    """Restocked on day fifteen: the exchange becomes a return without fees, and the plan ends with its line."""
    with trial.golden() as world:
        nia = verify_customer(world, email="nia.mbatha@example.org", order_id="ORD-20434")
        bought = get_order(world, order_id="ORD-20434")
        machine = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        check_stock(world, product_id=machine.product_id)
        get_membership(world, customer_id=nia.customer_id)
        get_customer_profile(world, customer_id=nia.customer_id)
        list_disputes(world, customer_id=nia.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=nia.customer_id)
        cover = list_plans(world, customer_id=nia.customer_id)[0]
        paid = get_payments(world, order_id=bought.order.id).payments[0]
        cancel_plan(world, plan_id=cover.id)
        issue_refund(world, payment_id=paid.id, amount=cover.price, reason="plan_cancellation")
        create_return(
            world,
            line_id=machine.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=machine.paid,
        )
        filed = open_ticket(
            world,
            requester_id=nia.customer_id,
            about_id=bought.order.id,
            subject="Espresso machine failed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#no-stock") as world:
        nia = verify_customer(world, email="nia.mbatha@example.org", order_id="ORD-20434")
        filed = open_ticket(
            world,
            requester_id=nia.customer_id,
            about_id="ORD-20434",
            subject="Espresso machine failed",
            topic="exchange",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Waits for stock on 9 October.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_stock")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        nia = verify_customer(world, email="nia.mbatha@example.org", order_id="ORD-20434")
        machine = get_order(world, order_id="ORD-20434").lines[0]
        create_return(
            world,
            line_id=machine.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=machine.paid,
        )
        filed = open_ticket(
            world,
            requester_id=nia.customer_id,
            about_id="ORD-20434",
            subject="Espresso machine failed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#fees") as world:
        nia = verify_customer(world, email="nia.mbatha@example.org", order_id="ORD-20434")
        machine = get_order(world, order_id="ORD-20434").lines[0]
        paid = get_payments(world, order_id="ORD-20434").payments[0]
        cancel_plan(world, plan_id="PLN-20434-1")
        issue_refund(world, payment_id=paid.id, amount=money("48.00"), reason="plan_cancellation")
        create_return(
            world,
            line_id=machine.id,
            quantity=1,
            reason="faulty",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=machine.paid - money(machine.paid * 10 / 100) - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=nia.customer_id,
            about_id="ORD-20434",
            subject="Espresso machine failed",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
