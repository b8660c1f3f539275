"""Several lines of one order that end differently.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-parts. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import customer, line, order, shipment
from sandbox_external_retail.tools import (
    close_ticket,
    create_return,
    get_customer_profile,
    get_membership,
    get_order,
    get_product,
    get_promotion,
    list_disputes,
    list_shipments,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Oi, tudo bem? From my order of the 12th I would send back three things: the bulb set, still sealed, the "
        "earbuds, and the headphones, nobody has opened those either. The blender stays, I love it. Isabela Rocha"
    ),
    facts={
        "email": "isabela.rocha@example.com",
        "order number": "ORD-20634",
        "condition of the earbuds": "opened and tried once",
    },
    behaviour=Behaviour(
        "Sunny. Asks once whether a set of bulbs in its film is not as good as new.",
        pushes=("The bulbs are in their film, as good as new, surely you can sell them again?",),
    ),
    records=[
        customer("CUS-1224", "Isabela Rocha", "isabela.rocha@example.com"),
        order(
            "ORD-20634",
            "CUS-1224",
            "2025-09-12",
            [
                line("TH-LB06", promotions={"SAVE50": "6.44"}),
                line("TH-EB05", promotions={"SAVE50": "12.03"}),
                line("TH-HP10", promotions={"SAVE50": "20.43"}),
                line("TH-BL22", promotions={"SAVE50": "11.10"}),
            ],
        ),
        shipment(
            "SHP-20634-1",
            "northline",
            due="2025-09-17",
            handed_over="2025-09-13",
            delivered="2025-09-16",
            label_postcode="11224",
        ),
    ],
    policy=["returns.md#goods-not-taken-back", "refunds.md#discounts-lost", "filing.md#outcomes"],
    tell=["159.05"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "pushes", "refusal"],
)
def test_case_RET_009(trial: Trial) -> None:
    """Bulbs and opened earbuds stay, so that with the blender they lose their discount; one ticket, resolved."""
    with trial.golden() as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        bought = get_order(world, order_id="ORD-20634")
        bulbs, buds, phones, blender = bought.lines
        list_shipments(world, order_id="ORD-20634")
        get_product(world, product_id=bulbs.product_id)
        get_product(world, product_id=buds.product_id)
        get_product(world, product_id=phones.product_id)
        get_promotion(world, code=bought.promotions[0].promotion_id)
        get_membership(world, customer_id=isabela.customer_id)
        list_disputes(world, customer_id=isabela.customer_id)
        get_customer_profile(world, customer_id=isabela.customer_id)
        list_tickets(world, requester_id=isabela.customer_id)
        create_return(
            world,
            line_id=phones.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=phones.paid - money("9.95") - bulbs.discount - buds.discount - blender.discount,
        )
        filed = open_ticket(
            world,
            requester_id=isabela.customer_id,
            about_id="ORD-20634",
            subject="Return of headphones; bulbs and earbuds stay",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        create_return(
            world,
            line_id="LIN-20634-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("198.57") - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=isabela.customer_id,
            about_id="ORD-20634",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="returns.md#goods-not-taken-back", name="bulbs taken back") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        create_return(
            world,
            line_id="LIN-20634-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("198.57") - money("9.95") - money("12.03") - money("11.10"),
        )
        create_return(
            world,
            line_id="LIN-20634-1",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("62.56") - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=isabela.customer_id,
            about_id="ORD-20634",
            subject="Return of headphones and bulbs",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#outcomes") as world:
        isabela = verify_customer(world, email="isabela.rocha@example.com", order_id="ORD-20634")
        create_return(
            world,
            line_id="LIN-20634-3",
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=money("159.05"),
        )
        filed = open_ticket(
            world,
            requester_id=isabela.customer_id,
            about_id="ORD-20634",
            subject="Return of headphones",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_returnable")

    assert trial.outcome == trial.golden_outcome
