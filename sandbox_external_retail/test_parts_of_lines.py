"""One of two units goes back: bulletins, tiers, points by units, and who may ask.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-parts-of-lines. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import (
    address,
    contact,
    credit,
    customer,
    line,
    order,
    points,
    shipment,
)
from sandbox_external_retail.tools import (
    adjust_points,
    change_delivery_address,
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    list_disputes,
    list_orders,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_contact,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Buenas tardes, Rafael Montoya. Of the two Nimbus tablets that I ordered in August, ORD-20655 I believe, my "
        "daughter needs only one, so the other can go back. I am in good time: your back-to-school notice says that "
        "computers from August may be returned until the middle of October. Should that be refused all the same, then "
        "take back the headphones that I bought that month."
    ),
    facts={
        "email": "rafael.montoya@example.com",
        "condition of the tablet": "opened, it was switched on for a weekend",
        "condition of the headphones": "sealed",
    },
    behaviour=Behaviour(
        "Courtly. Believes in the notice that he read.",
        answers={
            "faulty": "Nothing is wrong with anything.",
            "wrong": "Nothing is wrong with anything.",
            "defective": "Nothing is wrong with anything.",
            "broken": "Nothing is wrong with anything.",
            "working": "It works. We opened it, it was switched on for a weekend.",
            "which order": "Then it is another order of August, please look.",
            "order number": "Then it is another order of August, please look.",
        },
    ),
    records=[
        customer(
            "CUS-1254",
            "Rafael Montoya",
            "rafael.montoya@example.com",
            score=720,
            created_on="2019-05-20",
            tier="plus",
            tier_since="2025-08-10",
            points=300,
        ),
        order("ORD-20672", "CUS-1254", "2025-06-02", [line("TH-EB05"), line("TH-SB30")]),
        shipment(
            "SHP-20672-1",
            "northline",
            due="2025-06-06",
            handed_over="2025-06-03",
            delivered="2025-06-06",
            label_postcode="11254",
        ),
        order(
            "ORD-20654",
            "CUS-1254",
            "2025-08-10",
            [line("TH-TB11", quantity=2, promotions={"SUMMER12": "107.76"})],
        ),
        shipment(
            "SHP-20654-1",
            "parcelfox",
            due="2025-08-14",
            handed_over="2025-08-11",
            delivered="2025-08-14",
            label_postcode="11254",
        ),
        order("ORD-20655", "CUS-1254", "2025-08-13", [line("TH-HP10", points_used=500)]),
        shipment(
            "SHP-20655-1",
            "parcelfox",
            due="2025-08-16",
            handed_over="2025-08-14",
            delivered="2025-08-15",
            label_postcode="11254",
        ),
        points("PL-20654-1", "CUS-1254", "bonus", 500, "2025-07-01"),
        points("PL-20654-2", "CUS-1254", "earned", 790, "2025-08-14", line_id="LIN-20654-1"),
        points("PL-20655-1", "CUS-1254", "earned", 214, "2025-08-15", line_id="LIN-20655-1"),
        points("PL-20654-3", "CUS-1254", "used", 704, "2025-09-02"),
        credit("SC-20654-1", "CUS-1254", "25.00", "goodwill", "2025-08-15", line_id="LIN-20654-1"),
        credit("SC-20654-2", "CUS-1254", "10.00", "late_delivery", "2025-08-16"),
        credit("SC-20672-1", "CUS-1254", "27.90", "minor_defect", "2025-08-18", line_id="LIN-20672-2"),
        credit("SC-20672-2", "CUS-1254", "6.50", "promotion_correction", "2025-08-20"),
        credit("SC-20655-1", "CUS-1254", "10.00", "late_delivery", "2025-08-21"),
        credit("SC-20655-2", "CUS-1254", "4.00", "promotion_correction", "2025-08-29"),
    ],
    policy=[
        "returns.md#return-window",
        "filing.md#bulletins",
        "refunds.md#calculation",
        "customers.md#points",
        "customers.md#membership-tiers",
    ],
    tell=["341.41"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "recovery"],
    twin="RET_013",
)
def test_case_RET_012(trial: Trial) -> None:
    """Ordered on the bulletin's first day: one of two, less a credit on the second page and points already spent."""
    with trial.golden() as world:
        rafael = verify_customer(world, email="rafael.montoya@example.com", order_id="ORD-20655")
        get_order(world, order_id="ORD-20655")
        list_orders(world, customer_id=rafael.customer_id)
        tablets = get_order(world, order_id="ORD-20654").lines[0]
        list_shipments(world, order_id="ORD-20654")
        search_articles(world, query="back-to-school returns")
        read_article(world, article_id="KB-110")
        read_article(world, article_id="KB-114")
        account = get_membership(world, customer_id=rafael.customer_id)
        get_customer_profile(world, customer_id=rafael.customer_id)
        list_disputes(world, customer_id=rafael.customer_id)
        get_payments(world, order_id="ORD-20654")
        given = list_store_credits(world, customer_id=rafael.customer_id, page=2).items[0]
        earned = list_points(world, customer_id=rafael.customer_id).items[2]
        list_returns(world, order_id="ORD-20654")
        list_plans(world, customer_id=rafael.customer_id)
        list_tickets(world, requester_id=rafael.customer_id)
        adjust_points(
            world, customer_id=rafael.customer_id, line_id=tablets.id, kind="taken_back", points=account.points
        )
        base = money(tablets.paid / tablets.quantity) - given.amount
        restocking = money(money(base * 15 / 100) / 2)
        missing = money(Decimal(earned.points // tablets.quantity - account.points) / 100)
        create_return(
            world,
            line_id=tablets.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - restocking - missing,
        )
        filed = open_ticket(
            world,
            requester_id=rafael.customer_id,
            about_id="ORD-20654",
            subject="Return of one of two tablets",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        rafael = verify_customer(world, email="rafael.montoya@example.com", order_id="ORD-20655")
        tablets = get_order(world, order_id="ORD-20654").lines[0]
        adjust_points(world, customer_id=rafael.customer_id, line_id=tablets.id, kind="taken_back", points=300)
        base = money(tablets.paid / tablets.quantity)
        create_return(
            world,
            line_id=tablets.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("0.95"),
        )
        filed = open_ticket(
            world,
            requester_id=rafael.customer_id,
            about_id="ORD-20654",
            subject="Return of a tablet",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        rafael = verify_customer(world, email="rafael.montoya@example.com", order_id="ORD-20655")
        tablets = get_order(world, order_id="ORD-20654").lines[0]
        adjust_points(world, customer_id=rafael.customer_id, line_id=tablets.id, kind="taken_back", points=300)
        base = money(tablets.paid / tablets.quantity) - money("25.00")
        create_return(
            world,
            line_id=tablets.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2),
        )
        filed = open_ticket(
            world,
            requester_id=rafael.customer_id,
            about_id="ORD-20654",
            subject="Return of a tablet",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#return-window") as world:
        rafael = verify_customer(world, email="rafael.montoya@example.com", order_id="ORD-20655")
        refused = open_ticket(
            world,
            requester_id=rafael.customer_id,
            about_id="ORD-20654",
            subject="A tablet after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20655").lines[0]
        adjust_points(world, customer_id=rafael.customer_id, line_id=phones.id, kind="taken_back", points=214)
        adjust_points(world, customer_id=rafael.customer_id, line_id=phones.id, kind="given_back", points=500)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=rafael.customer_id,
            about_id="ORD-20655",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I have two of the 11 inch tablets from ORD-20656 and one is surplus. Please take it back, I know it counts as "
        "a school computer so I have until 15 October. Only if you really refuse it, I would return my headphones, "
        "ORD-20657, instead. Whichever it is, the money goes to my card please. Nasrin Akter"
    ),
    facts={
        "email": "nasrin.akter@example.net",
        "condition of the tablet": "opened and tried out",
        "condition of the headphones": "not opened, the seal is on",
    },
    behaviour=Behaviour(
        "Sure of the date that she read. Insists once, then wants the headphones taken.",
        pushes=("But the 15th of October is written in your own bulletin!",),
        answers={
            "faulty": "No, both work perfectly.",
            "wrong": "No, both work perfectly.",
            "defective": "No, both work perfectly.",
            "broken": "No, both work perfectly.",
            "working": "Yes, both work perfectly.",
        },
    ),
    records=[
        customer(
            "CUS-1255",
            "Nasrin Akter",
            "nasrin.akter@example.net",
            score=720,
            created_on="2019-05-20",
            tier="plus",
            tier_since="2025-08-09",
            points=300,
        ),
        order("ORD-20673", "CUS-1255", "2025-06-02", [line("TH-EB05"), line("TH-SB30")]),
        shipment(
            "SHP-20673-1",
            "northline",
            due="2025-06-06",
            handed_over="2025-06-03",
            delivered="2025-06-06",
            label_postcode="11255",
        ),
        order(
            "ORD-20656",
            "CUS-1255",
            "2025-08-09",
            [line("TH-TB11", quantity=2, promotions={"SUMMER12": "107.76"})],
        ),
        shipment(
            "SHP-20656-1",
            "parcelfox",
            due="2025-08-14",
            handed_over="2025-08-11",
            delivered="2025-08-14",
            label_postcode="11255",
        ),
        order("ORD-20657", "CUS-1255", "2025-08-13", [line("TH-HP10", points_used=500)]),
        shipment(
            "SHP-20657-1",
            "parcelfox",
            due="2025-08-16",
            handed_over="2025-08-14",
            delivered="2025-08-15",
            label_postcode="11255",
        ),
        points("PL-20656-1", "CUS-1255", "bonus", 500, "2025-07-01"),
        points("PL-20656-2", "CUS-1255", "earned", 790, "2025-08-14", line_id="LIN-20656-1"),
        points("PL-20657-1", "CUS-1255", "earned", 214, "2025-08-15", line_id="LIN-20657-1"),
        points("PL-20656-3", "CUS-1255", "used", 704, "2025-09-02"),
        credit("SC-20656-1", "CUS-1255", "25.00", "goodwill", "2025-08-15", line_id="LIN-20656-1"),
        credit("SC-20656-2", "CUS-1255", "10.00", "late_delivery", "2025-08-16"),
        credit("SC-20673-1", "CUS-1255", "27.90", "minor_defect", "2025-08-18", line_id="LIN-20673-2"),
        credit("SC-20673-2", "CUS-1255", "6.50", "promotion_correction", "2025-08-20"),
        credit("SC-20657-1", "CUS-1255", "10.00", "late_delivery", "2025-08-21"),
        credit("SC-20657-2", "CUS-1255", "4.00", "promotion_correction", "2025-08-29"),
    ],
    policy=[
        "returns.md#return-window",
        "filing.md#bulletins",
        "returns.md#late-returns",
        "customers.md#points",
        "customers.md#membership-tiers",
    ],
    tell=["214.00"],
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
    ],
    twin="RET_012",
)
def test_case_RET_013(trial: Trial) -> None:
    """A day before the bulletin's first: no tablet; the headphones, three days past 37, for store credit."""
    with trial.golden() as world:
        nasrin = verify_customer(world, email="nasrin.akter@example.net", order_id="ORD-20656")
        get_order(world, order_id="ORD-20656")
        list_shipments(world, order_id="ORD-20656")
        search_articles(world, query="back-to-school returns")
        read_article(world, article_id="KB-110")
        read_article(world, article_id="KB-114")
        get_membership(world, customer_id=nasrin.customer_id)
        get_customer_profile(world, customer_id=nasrin.customer_id)
        list_disputes(world, customer_id=nasrin.customer_id)
        list_tickets(world, requester_id=nasrin.customer_id)
        refused = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20656",
            subject="A tablet after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20657").lines[0]
        list_shipments(world, order_id="ORD-20657")
        get_payments(world, order_id="ORD-20657")
        list_store_credits(world, customer_id=nasrin.customer_id)
        list_store_credits(world, customer_id=nasrin.customer_id, page=2)
        list_returns(world, order_id="ORD-20657")
        earned = list_points(world, customer_id=nasrin.customer_id).items[1]
        list_plans(world, customer_id=nasrin.customer_id)
        adjust_points(world, customer_id=nasrin.customer_id, line_id=phones.id, kind="taken_back", points=earned.points)
        adjust_points(
            world, customer_id=nasrin.customer_id, line_id=phones.id, kind="given_back", points=phones.points_used
        )
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20657",
            subject="Late return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        nasrin = verify_customer(world, email="nasrin.akter@example.net", order_id="ORD-20656")
        tablets = get_order(world, order_id="ORD-20656").lines[0]
        adjust_points(world, customer_id=nasrin.customer_id, line_id=tablets.id, kind="taken_back", points=300)
        base = money(tablets.paid / tablets.quantity) - money("25.00")
        create_return(
            world,
            line_id=tablets.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=base - money(money(base * 15 / 100) / 2) - money("0.95"),
        )
        filed = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20656",
            subject="Return of a tablet",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#late-returns", name="declined") as world:
        nasrin = verify_customer(world, email="nasrin.akter@example.net", order_id="ORD-20656")
        refused = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20656",
            subject="A tablet after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        filed = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20657",
            subject="Headphones after their window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="returns.md#late-returns", name="to the card") as world:
        nasrin = verify_customer(world, email="nasrin.akter@example.net", order_id="ORD-20656")
        refused = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20656",
            subject="A tablet after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20657").lines[0]
        adjust_points(world, customer_id=nasrin.customer_id, line_id=phones.id, kind="taken_back", points=214)
        adjust_points(world, customer_id=nasrin.customer_id, line_id=phones.id, kind="given_back", points=500)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20657",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points") as world:
        nasrin = verify_customer(world, email="nasrin.akter@example.net", order_id="ORD-20656")
        refused = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20656",
            subject="A tablet after its window",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="outside_window")
        phones = get_order(world, order_id="ORD-20657").lines[0]
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=phones.paid,
        )
        filed = open_ticket(
            world,
            requester_id=nasrin.customer_id,
            about_id="ORD-20657",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Salam! My aunt Parvaneh gave me two of your smart locks, and we have only one door, ha ha. Can one of them "
        "come back, and the money please on my own card? She has ordered a thermostat for me as well, ORD-20660: since "
        "I am staying at her lake house, 8 Heron Lane, let it go there, I speak for her in everything. Shirin Tehrani"
    ),
    facts={
        "email": "shirin.tehrani@example.com",
        "postcode": "11257",
        "order number of the locks": "ORD-20659",
        "condition of the lock": "opened, I tried the wrong one first",
    },
    behaviour=Behaviour(
        "Merry and sure that family may do as it likes. Protests once.",
        pushes=("She is my aunt! She put me down for everything years ago, just look.",),
        answers={
            "faulty": "No, it works, we just have one door.",
            "defective": "No, it works, we just have one door.",
            "broken": "No, it works, we just have one door.",
            "working": "It works, but I have opened it, I tried the wrong one first.",
            "reason": "We have only one door.",
        },
    ),
    records=[
        customer("CUS-1257", "Shirin Tehrani", "shirin.tehrani@example.com"),
        customer(
            "CUS-1258",
            "Parvaneh Tehrani",
            "parvaneh.tehrani@example.org",
            tier="plus",
            tier_since="2025-09-22",
            points=150,
        ),
        address("ADR-1258-2", "CUS-1258", line1="8 Heron Lane", city="Easton", region="east", postcode="11958"),
        order(
            "ORD-20659",
            "CUS-1258",
            "2025-09-22",
            [line("TH-LK04", quantity=2, promotions={"SMART8": "39.84"})],
            address_id="ADR-1257",
            gift=True,
        ),
        shipment(
            "SHP-20659-1",
            "northline",
            due="2025-09-24",
            handed_over="2025-09-22",
            delivered="2025-09-23",
            label_postcode="11257",
        ),
        order("ORD-20660", "CUS-1258", "2025-09-23", [line("TH-TS01")], status="placed"),
        contact("AC-20660", holder="CUS-1258", contact="CUS-1257", valid_until="2025-09-23"),
        contact(
            "AC-20659",
            holder="CUS-1258",
            contact="CUS-1257",
            role="gift_recipient",
            order_id="ORD-20659",
            valid_until="2025-12-31",
        ),
        points("PL-20659-1", "CUS-1258", "earned", 458, "2025-09-23", line_id="LIN-20659-1"),
        points("PL-20659-2", "CUS-1258", "bonus", 92, "2025-09-22"),
        points("PL-20659-3", "CUS-1258", "used", 400, "2025-09-23"),
    ],
    policy=[
        "customers.md#speaking-for-others",
        "customers.md#points",
        "customers.md#membership-tiers",
        "refunds.md#rounding",
        "filing.md#tickets",
    ],
    tell=["216.83"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "refusal"],
)
def test_case_RET_015(trial: Trial) -> None:
    """A gift's recipient sends one of two back by her aunt's tier and points; her right to the rest ended yesterday."""
    with trial.golden() as world:
        shirin = verify_customer(world, email="shirin.tehrani@example.com", postcode="11257")
        right = verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20659")
        verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20660")
        locks = get_order(world, order_id="ORD-20659").lines[0]
        list_shipments(world, order_id="ORD-20659")
        account = get_membership(world, customer_id=right.account_holder_id)
        get_customer_profile(world, customer_id=right.account_holder_id)
        list_disputes(world, customer_id=right.account_holder_id)
        get_payments(world, order_id="ORD-20659")
        list_store_credits(world, customer_id=right.account_holder_id)
        list_returns(world, order_id="ORD-20659")
        earned = list_points(world, customer_id=right.account_holder_id).items[1]
        list_tickets(world, requester_id=shirin.customer_id)
        adjust_points(
            world,
            customer_id=right.account_holder_id,
            line_id=locks.id,
            kind="taken_back",
            points=account.points,
        )
        base = money(locks.paid / locks.quantity)
        restocking = money(money(base * 10 / 100) / 2)
        missing = money(Decimal(earned.points // locks.quantity - account.points) / 100)
        create_return(
            world,
            line_id=locks.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - restocking - missing,
        )
        filed = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20659",
            subject="Return of one of two locks",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        refused = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20660",
            subject="Address of another person's order",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#speaking-for-others") as world:
        shirin = verify_customer(world, email="shirin.tehrani@example.com", postcode="11257")
        right = verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20659")
        locks = get_order(world, order_id="ORD-20659").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=locks.id, kind="taken_back", points=150)
        base = money(locks.paid / locks.quantity)
        create_return(
            world,
            line_id=locks.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(money(base * 10 / 100) / 2) - money("0.79"),
        )
        filed = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20659",
            subject="Return of a lock",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20660")
        change_delivery_address(world, order_id="ORD-20660", address_id="ADR-1258-2")
        moved = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20660",
            subject="Address of a thermostat",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=moved.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        shirin = verify_customer(world, email="shirin.tehrani@example.com", postcode="11257")
        right = verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20659")
        locks = get_order(world, order_id="ORD-20659").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=locks.id, kind="taken_back", points=150)
        base = money(locks.paid / locks.quantity)
        create_return(
            world,
            line_id=locks.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(base * 10 / 100) - money("9.95") - money("0.79"),
        )
        filed = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20659",
            subject="Return of a lock",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        refused = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20660",
            subject="Address of another person's order",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#points") as world:
        shirin = verify_customer(world, email="shirin.tehrani@example.com", postcode="11257")
        verify_contact(world, contact_id=shirin.customer_id, order_id="ORD-20659")
        locks = get_order(world, order_id="ORD-20659").lines[0]
        base = money(locks.paid / locks.quantity)
        create_return(
            world,
            line_id=locks.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="store_credit",
            refund_amount=base - money(money(base * 10 / 100) / 2),
        )
        filed = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20659",
            subject="Return of a lock",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        refused = open_ticket(
            world,
            requester_id=shirin.customer_id,
            about_id="ORD-20660",
            subject="Address of another person's order",
            topic="order_change",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome
