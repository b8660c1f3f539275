"""Toyshop tasks: refunds."""

from __future__ import annotations

from thinkingbox_plugin.authoring import Trial, created, money, task

from .tools import cancel_order, close_ticket, create_refund, get_order, open_ticket, verify_customer


@task(
    opening="My order came much too late. I want something back for it.",
    facts={"email": "ada.quill@example.com", "order number": "ORD-1"},
    policy=["refunds.md#late-orders"],
    tell=["11.10", created("refunds")],
    tags=["asks"],
    twin="LAT_002",
)
def test_case_LAT_001(trial: Trial) -> None:
    """A gold customer gets 20 % of a late order back."""
    with trial.golden() as world:
        ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        order = get_order(world, order_id="ORD-1")
        create_refund(world, order_id=order.id, amount=money(order.total * 20 / 100), reason="late")
        ticket = open_ticket(
            world, subject="ORD-1 late", topic="delivery", priority="normal", requester_id=ada.id, about_id=order.id
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="late")

    with trial.trap(breaks="refunds.md#late-orders") as world:
        ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        order = get_order(world, order_id="ORD-1")
        create_refund(world, order_id=order.id, amount=money(order.total * 10 / 100), reason="late")
        ticket = open_ticket(
            world, subject="ORD-1 late", topic="delivery", priority="normal", requester_id=ada.id, about_id=order.id
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="late")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="Bruno Vale here. ORD-8 is a week late, what do I get?",
    facts={"email": "bruno.vale@example.org"},
    policy=["refunds.md#late-orders"],
    tell=["4.40"],
    twin="LAT_001",
)
def test_case_LAT_002(trial: Trial) -> None:
    """Everybody else gets 10 %."""
    with trial.golden() as world:
        bruno = verify_customer(world, email="bruno.vale@example.org", order_id="ORD-8")
        order = get_order(world, order_id="ORD-8")
        create_refund(world, order_id=order.id, amount=money(order.total * 10 / 100), reason="late")
        ticket = open_ticket(
            world, subject="ORD-8 late", topic="delivery", priority="normal", requester_id=bruno.id, about_id=order.id
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="late")

    with trial.trap(breaks="refunds.md#late-orders") as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-8")
        create_refund(world, order_id="ORD-8", amount=money("8.80"), reason="late")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="Please cancel ORD-9. My address is bruno.vale@example.org, by the way.",
    policy=["refunds.md#late-orders"],
)
def test_case_CAN_001(trial: Trial) -> None:
    """An order that has not left the shop can be cancelled."""
    with trial.golden() as world:
        bruno = verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
        cancel_order(world, order_id="ORD-9")
        ticket = open_ticket(
            world, subject="Cancel ORD-9", topic="delivery", priority="low", requester_id=bruno.id, about_id="ORD-9"
        )
        close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="none")

    with trial.trap(breaks="refunds.md#late-orders") as world:
        verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
        cancel_order(world, order_id="ORD-9")

    assert trial.outcome == trial.golden_outcome
