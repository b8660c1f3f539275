"""Another unit or another product instead of goods that the customer holds.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-exchanges. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import customer, line, order, plan, refund, shipment
from sandbox_external_retail.tools import (
    add_comment,
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
    list_disputes,
    list_orders,
    list_plans,
    list_promotions,
    list_returns,
    list_shipments,
    list_tickets,
    open_ticket,
    search_products,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "The soundbar hums. Not the music, the bar. I have two of the same kind from you, the one in the den is fine, "
        "it's the newer one that hums. Could you swap it for one that doesn't? And send the new one first if you can, "
        "we have people over on Sunday."
    ),
    facts={
        "name": "Gwen Prichard",
        "email": "gwen.prichard@example.com",
        "postcode": "11131",
    },
    behaviour=Behaviour(
        "Chatty. Wants the same soundbar again, nothing else.",
        answers={
            "smoke": "No, nothing like that, it only hums.",
            "smell": "No, nothing like that, it only hums.",
            "sparks": "No, nothing like that, it only hums.",
            "unusual": "No, nothing like that, it only hums.",
            "May September": "The newer one, from September.",
            "exchange refund": "The same soundbar again, please.",
            "exchange return": "The same soundbar again, please.",
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
        order("ORD-20430", "CUS-1131", "2025-05-02", [line("TH-SB30")]),
        shipment(
            "SHP-20430-1",
            "parcelfox",
            due="2025-05-06",
            handed_over="2025-05-03",
            delivered="2025-05-05",
            label_postcode="11131",
        ),
    ],
    policy=["exchanges.md#sending-ahead", "exchanges.md#warehouse", "customers.md#account-flags"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy"],
    twin="EXC_002",
)
def test_case_EXC_001(trial: Trial) -> None:
    """Band Quillon below $400.00 and a flag that ended yesterday: sent ahead, from the fullest other warehouse."""
    with trial.golden() as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        newer = list_orders(world, customer_id=gwen.customer_id).items[0]
        bought = get_order(world, order_id=newer.order.id)
        bar = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=gwen.customer_id)
        list_disputes(world, customer_id=gwen.customer_id)
        list_returns(world, order_id=bought.order.id)
        get_payments(world, order_id=bought.order.id)
        list_tickets(world, requester_id=gwen.customer_id)
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
        filed = open_ticket(
            world,
            requester_id=gwen.customer_id,
            about_id=bought.order.id,
            subject="Soundbar hums",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        bar = get_order(world, order_id="ORD-20431").lines[0]
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="central",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=gwen.customer_id,
            about_id="ORD-20431",
            subject="Soundbar hums",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        gwen = verify_customer(world, email="gwen.prichard@example.com", postcode="11131")
        bar = get_order(world, order_id="ORD-20431").lines[0]
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="west",
            sending="ahead",
        )
        filed = open_ticket(
            world,
            requester_id=gwen.customer_id,
            about_id="ORD-20431",
            subject="Soundbar hums",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "My Halden soundbar has died, only ten days old. I want a new one of the same, and I want it before I give "
        "this one out of my hands. ORD-20432. I am Baptiste Lemoine."
    ),
    facts={"email": "baptiste.lemoine@example.net"},
    behaviour=Behaviour(
        "Distrustful: wants the new one first, and says so once more when he hears otherwise.",
        pushes=("Send the new one first. I will not sit here without any sound.",),
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
    ],
    policy=["customers.md#account-flags", "exchanges.md#sending-ahead", "exchanges.md#warehouse"],
    tags=["asks", "uncued", "boundary", "two-policies", "pushes"],
    twin="EXC_001",
)
def test_case_EXC_002(trial: Trial) -> None:
    """The flag holds until the end of today: nothing is sent ahead, the exchange itself is as usual."""
    with trial.golden() as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        bought = get_order(world, order_id="ORD-20432")
        bar = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        get_customer_profile(world, customer_id=baptiste.customer_id)
        list_disputes(world, customer_id=baptiste.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=baptiste.customer_id)
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
        filed = open_ticket(
            world,
            requester_id=baptiste.customer_id,
            about_id=bought.order.id,
            subject="Soundbar failed",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags", name="sent ahead") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        bar = get_order(world, order_id="ORD-20432").lines[0]
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="central",
            sending="ahead",
        )
        filed = open_ticket(
            world,
            requester_id=baptiste.customer_id,
            about_id="ORD-20432",
            subject="Soundbar failed",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#account-flags", name="declined altogether") as world:
        baptiste = verify_customer(world, email="baptiste.lemoine@example.net", order_id="ORD-20432")
        filed = open_ticket(
            world,
            requester_id=baptiste.customer_id,
            about_id="ORD-20432",
            subject="Soundbar failed",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="account_terms")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I would like the bigger Nimbus, the 16, in place of the 14 that I have from order ORD-20433. I have a code "
        "SAVE50 from a flyer, fifty dollars off, please use it. What do I have to pay?"
    ),
    facts={
        "name": "Dmitri Volkov",
        "email": "dmitri.volkov@example.net",
        "condition of the laptop": "sealed, never opened",
    },
    behaviour="Businesslike. Pays once he has heard the amount.",
    records=[
        customer("CUS-1133", "Dmitri Volkov", "dmitri.volkov@example.net", region="west"),
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
    ],
    policy=["exchanges.md#price-difference", "exchanges.md#when-goods-can-be-exchanged", "refunds.md#calculation"],
    tell=["307.55"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy"],
)
def test_case_EXC_003(trial: Trial) -> None:
    """The last day; five percent beats fifty dollars; and the earlier adjustment makes the old laptop worth less."""
    with trial.golden() as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        bought = get_order(world, order_id="ORD-20433")
        old = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        get_membership(world, customer_id=dmitri.customer_id)
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
        filed = open_ticket(
            world,
            requester_id=dmitri.customer_id,
            about_id=bought.order.id,
            subject="Nimbus 16 in place of 14",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        old = get_order(world, order_id="ORD-20433").lines[0]
        create_charge(
            world,
            order_id="ORD-20433",
            amount=Decimal("1649.00") - money(Decimal("1649.00") * 5 / 100) - old.paid,
            kind="price_difference",
        )
        create_exchange(
            world,
            line_id=old.id,
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-LT16",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=dmitri.customer_id,
            about_id="ORD-20433",
            subject="Nimbus 16 in place of 14",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#price-difference") as world:
        dmitri = verify_customer(world, email="dmitri.volkov@example.net", order_id="ORD-20433")
        old = get_order(world, order_id="ORD-20433").lines[0]
        create_charge(
            world,
            order_id="ORD-20433",
            amount=Decimal("1649.00") - money("50.00") - (old.paid - money("40.00")),
            kind="price_difference",
        )
        create_exchange(
            world,
            line_id=old.id,
            quantity=1,
            reason="changed_mind",
            new_product_id="TH-LT16",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=dmitri.customer_id,
            about_id="ORD-20433",
            subject="Nimbus 16 in place of 14",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

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
