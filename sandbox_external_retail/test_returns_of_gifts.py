"""Gifts that their recipient sends back: whose right it is, whose tier and points count, who is paid.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-returns-of-gifts. Not for training.
"""

from __future__ import annotations

from decimal import Decimal

from sandbox_external_retail.records import (
    contact,
    credit,
    customer,
    line,
    order,
    plan,
    points,
    shipment,
)
from sandbox_external_retail.tools import (
    adjust_points,
    cancel_plan,
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    issue_refund,
    list_disputes,
    list_plans,
    list_points,
    list_returns,
    list_shipments,
    list_store_credits,
    list_tickets,
    open_ticket,
    verify_contact,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "I was given two Sonder speakers by my uncle for my birthday. They are lovely, but one of them is plenty for "
        "my room. Can the other go back to you? The slip says order ORD-20462. He also sent me a video doorbell, "
        "ORD-20446, and I live on the fourth floor. It is as it came, in its seal, so that one may go back as well."
    ),
    facts={
        "name": "Amara Okafor",
        "email": "amara.okafor@example.com",
        "postcode": "11126",
        "name of the uncle": "Chidi Okafor",
        "order number of the speakers after a second look": "ORD-20426",
        "condition of the speaker": "still sealed",
    },
    behaviour=Behaviour(
        "Cheerful. Misread the slip and corrects herself when she is told that the number is wrong.",
        answers={
            "wrong": "No, nothing is wrong with it.",
            "faulty": "No, nothing is wrong with it.",
            "defective": "No, nothing is wrong with it.",
        },
    ),
    records=[
        customer("CUS-1126", "Amara Okafor", "amara.okafor@example.com"),
        customer(
            "CUS-1196",
            "Chidi Okafor",
            "chidi.okafor@example.net",
            tier="pro",
            tier_since="2024-02-01",
            points=100,
            region="central",
            flag="CINDER",
            flag_until="2025-09-23",
        ),
        order(
            "ORD-20426",
            "CUS-1196",
            "2025-09-20",
            [line("TH-SP02", quantity=2, promotions={"AUDIO15": "47.70"})],
            address_id="ADR-1126",
            gift=True,
            plans=["36.00"],
        ),
        shipment(
            "SHP-20426-1",
            "northline",
            due="2025-09-23",
            handed_over="2025-09-21",
            delivered="2025-09-22",
            label_postcode="11126",
        ),
        contact(
            "AC-20426",
            holder="CUS-1196",
            contact="CUS-1126",
            role="gift_recipient",
            order_id="ORD-20426",
            valid_until="2025-09-24",
        ),
        plan("PLN-20426-1", "CUS-1196", "2025-09-20", price="36.00"),
        credit("SC-20426-1", "CUS-1196", "20.00", "goodwill", "2025-09-23", line_id="LIN-20426-1"),
        order("ORD-20446", "CUS-1196", "2025-08-29", [line("TH-DB03")], address_id="ADR-1126", gift=True),
        shipment(
            "SHP-20446-1",
            "northline",
            due="2025-09-02",
            handed_over="2025-08-30",
            delivered="2025-09-02",
            label_postcode="11126",
        ),
        contact(
            "AC-20446",
            holder="CUS-1196",
            contact="CUS-1126",
            role="gift_recipient",
            order_id="ORD-20446",
            valid_until="2025-09-23",
        ),
        points("PL-20426-1", "CUS-1196", "earned", 270, "2025-09-22", line_id="LIN-20426-1"),
        points("PL-20446-1", "CUS-1196", "earned", 139, "2025-09-02", line_id="LIN-20446-1"),
        points("PL-20426-2", "CUS-1196", "bonus", 1175, "2025-03-01"),
        points("PL-20426-3", "CUS-1196", "used", 1484, "2025-09-23"),
    ],
    policy=[
        "customers.md#speaking-for-others",
        "customers.md#account-flags",
        "customers.md#points",
        "refunds.md#calculation",
        "returns.md#fees",
        "warranty.md#ending-a-plan",
    ],
    tell=["114.80"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "recovery", "decoy", "multi", "refusal"],
)
def test_case_RET_006(trial: Trial) -> None:
    """The last day of one right and a day past another: one of two units, the giver's tier and points."""
    with trial.golden() as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        expired = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20446")
        gift = get_order(world, order_id="ORD-20426")
        speakers = gift.lines[0]
        list_shipments(world, order_id=gift.order.id)
        account = get_membership(world, customer_id=right.account_holder_id)
        get_customer_profile(world, customer_id=right.account_holder_id)
        list_disputes(world, customer_id=right.account_holder_id)
        list_plans(world, customer_id=right.account_holder_id)
        get_payments(world, order_id=gift.order.id)
        given = list_store_credits(world, customer_id=right.account_holder_id).items[0]
        earned = list_points(world, customer_id=right.account_holder_id).items[1]
        list_returns(world, order_id=gift.order.id)
        list_tickets(world, requester_id=amara.customer_id)
        adjust_points(
            world, customer_id=right.account_holder_id, line_id=speakers.id, kind="taken_back", points=account.points
        )
        missing = money(Decimal(earned.points // 2 - account.points) / 100)
        create_return(
            world,
            line_id=speakers.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money(speakers.paid / 2) - given.amount - missing,
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id=gift.order.id,
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id=expired.order_id,
            subject="Return of a gift whose entry has run out",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#speaking-for-others") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speakers = get_order(world, order_id="ORD-20426").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=speakers.id, kind="taken_back", points=100)
        create_return(
            world,
            line_id=speakers.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money(speakers.paid / 2) - money("20.00") - money("0.35"),
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        create_return(
            world,
            line_id="LIN-20446-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money("139.00") - money("1.39"),
        )
        late = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20446",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#calculation") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speakers = get_order(world, order_id="ORD-20426").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=speakers.id, kind="taken_back", points=100)
        create_return(
            world,
            line_id=speakers.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money((speakers.paid - money("20.00")) / 2) - money("0.35"),
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20446",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="customers.md#points") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speakers = get_order(world, order_id="ORD-20426").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=speakers.id, kind="taken_back", points=100)
        create_return(
            world,
            line_id=speakers.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money(speakers.paid / 2) - money("20.00"),
        )
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20446",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        amara = verify_customer(world, email="amara.okafor@example.com", postcode="11126")
        right = verify_contact(world, contact_id=amara.customer_id, order_id="ORD-20426")
        speakers = get_order(world, order_id="ORD-20426").lines[0]
        adjust_points(world, customer_id=right.account_holder_id, line_id=speakers.id, kind="taken_back", points=100)
        create_return(
            world,
            line_id=speakers.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="store_credit",
            refund_amount=money(speakers.paid / 2) - money("20.00") - money("0.35"),
        )
        cancel_plan(world, plan_id="PLN-20426-1")
        issue_refund(world, payment_id="PAY-20426-1", amount=money("36.00"), reason="plan_cancellation")
        filed = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20426",
            subject="Return of a gift",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=amara.customer_id,
            about_id="ORD-20446",
            subject="Return of a doorbell",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome
