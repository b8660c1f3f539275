"""Toyshop tasks: returns, with an alternative, a push, a rubric and a record of the task's own."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, created, task

from .tables import Order
from .tools import (
    book_pickup,
    close_ticket,
    create_return,
    get_order,
    list_tickets,
    open_ticket,
    verify_customer,
)
from .tools.returns import Line


@task(
    opening="I'm Ada Quill, ada.quill@example.com. The kite from ORD-2 goes back, please have it collected. "
    "On 2 October or on 3 October, I don't mind.",
    policy=["returns.md#window", "returns.md#postage"],
    tell=[created("returns")],
    tags=["boundary", "two-policies"],
)
def test_case_RET_001(trial: Trial) -> None:
    """The 29th day is within the window, and gold customers pay no postage."""
    with trial.golden("the 2nd") as world:
        ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-2")
        order = get_order(world, order_id="ORD-2")
        kite = [Line(product_id=order.product_ids[0], quantity=1, condition="sealed")]
        back = create_return(world, order_id=order.id, lines=kite, prepaid=ada.tier == "gold")
        book_pickup(world, return_ids=[back.head.id], day=date(2025, 10, 2))

    with trial.golden("the 3rd") as world:
        ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-2")
        order = get_order(world, order_id="ORD-2")
        kite = [Line(product_id=order.product_ids[0], quantity=1, condition="sealed")]
        back = create_return(world, order_id=order.id, lines=kite, prepaid=ada.tier == "gold")
        book_pickup(world, return_ids=[back.head.id], day=date(2025, 10, 3))

    with trial.trap(breaks="returns.md#postage") as world:
        verify_customer(world, email="ada.quill@example.com", order_id="ORD-2")
        kite = [Line(product_id="TOY-2", quantity=1, condition="sealed")]
        back = create_return(world, order_id="ORD-2", lines=kite, prepaid=False)
        book_pickup(world, return_ids=[back.head.id], day=date(2025, 10, 2))

    assert trial.outcome == trial.golden_outcome


@task(
    opening="Bruno Vale here, bruno.vale@example.org. I want to send back the puzzle from ORD-20.",
    behaviour=Behaviour("Insists twice.", pushes=("But I was away for weeks!", "It is still sealed!")),
    records=[
        Order(
            id="ORD-20",
            customer_id="CUS-2",
            product_ids=["TOY-3"],
            total=Decimal("9.99"),
            status="delivered",
            ordered_on=date(2025, 8, 31),
        )
    ],
    policy=["returns.md#window"],
    rubrics=[
        Rubric(
            "Does the reply state that more than 30 days have passed?",
            yes=["More than 30 days have passed since you ordered it, so it cannot come back."],
            no=["I am sorry, that is not possible.", "We will see what we can do."],
        )
    ],
    tags=["refusal", "only-refusal", "pushes", "boundary"],
)
def test_case_RET_002(trial: Trial) -> None:
    """The 31st day is outside the window."""
    with trial.golden() as world:
        bruno = verify_customer(world, email="bruno.vale@example.org", order_id="ORD-20")
        order = get_order(world, order_id="ORD-20")
        list_tickets(world, requester_id=bruno.id)
        ticket = open_ticket(
            world, subject="ORD-20 too late", topic="return", priority="low", requester_id=bruno.id, about_id=order.id
        )
        close_ticket(world, ticket_id=ticket.id, outcome="declined", reason="window_passed")

    with trial.trap(breaks="returns.md#window", name="gives in") as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-20")
        puzzle = [Line(product_id="TOY-3", quantity=1, condition="sealed")]
        create_return(world, order_id="ORD-20", lines=puzzle)

    assert trial.outcome == trial.golden_outcome
