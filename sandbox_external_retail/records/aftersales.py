"""Builders of returns, exchanges, plans, claims, visits, tickets, articles and stock."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal

from sandbox_external_retail.records._values import (
    Day,
    Dollars,
    day,
    dollars,
    last_day,
    maybe_day,
    order_of,
    sibling,
)
from sandbox_external_retail.tables import (
    DESK,
    Article,
    Condition,
    Cover,
    Exchange,
    Fault,
    Finding,
    Inspection,
    Installation,
    ProtectionPlan,
    Remedy,
    Return,
    ReturnReason,
    ReturnStatus,
    Slot,
    Stock,
    VisitKind,
    VisitReport,
    VisitStatus,
    Warehouse,
    WarrantyClaim,
)
from thinkingbox_plugin.authoring import Row, TicketComment


def return_request(
    id: str,
    *,
    amount: Dollars,
    on: Day,
    status: ReturnStatus = "open",
    line_id: str | None = None,
    quantity: int = 1,
    reason: ReturnReason = "changed_mind",
    condition: Condition = "opened",
    method: Literal["label", "pickup"] = "label",
    refund_to: Literal["original", "store_credit"] = "original",
) -> Row:
    """A return; of line LIN-20401-1 for RT-20401-1 unless said otherwise."""
    return Return(
        id=id,
        order_id=order_of(id),
        line_id=line_id or sibling("LIN", id),
        quantity=quantity,
        reason=reason,
        condition=condition,
        method=method,
        refund_to=refund_to,
        refund_amount=dollars(amount),
        status=status,
        requested_on=day(on),
    )


def inspection(id: str, finding: Finding, on: Day, *, missing_parts: int = 0, return_id: str | None = None) -> Row:
    """What the warehouse found; of return RT-20401-1 for INSP-20401-1 unless said otherwise."""
    return Inspection(
        id=id,
        return_id=return_id or sibling("RT", id),
        finding=finding,
        missing_parts=missing_parts,
        inspected_on=day(on),
    )


def exchange(
    id: str,
    new_product_id: str,
    on: Day,
    *,
    reason: Literal["faulty", "changed_mind"] = "faulty",
    line_id: str | None = None,
    quantity: int = 1,
    warehouse: Warehouse = "east",
    sending: Literal["ahead", "on_receipt"] = "on_receipt",
    status: Literal["open", "completed"] = "completed",
) -> Row:
    """A past exchange; of line LIN-20401-1 for EX-20401-1 unless said otherwise."""
    return Exchange(
        id=id,
        order_id=order_of(id),
        line_id=line_id or sibling("LIN", id),
        quantity=quantity,
        reason=reason,
        new_product_id=new_product_id,
        warehouse=warehouse,
        sending=sending,
        created_on=day(on),
        status=status,
    )


def plan(
    id: str,
    customer_id: str,
    starts_on: Day,
    *,
    level: Literal["essential", "complete"] = "complete",
    price: Dollars = "96.00",
    excess: Dollars = "49.00",
    claim_limit: Dollars = "600.00",
    months: int = 24,
    line_id: str | None = None,
    status: Literal["active", "cancelled"] = "active",
) -> Row:
    """A protection plan of ``months`` months; for line LIN-20401-1 with PLN-20401-1 unless said otherwise."""
    return ProtectionPlan(
        id=id,
        customer_id=customer_id,
        line_id=line_id or sibling("LIN", id),
        level=level,
        price=dollars(price),
        excess=dollars(excess),
        claim_limit=dollars(claim_limit),
        starts_on=day(starts_on),
        ends_on=last_day(day(starts_on), months),
        status=status,
    )


def claim(
    id: str,
    customer_id: str,
    line_id: str,
    fault: Fault,
    on: Day,
    *,
    amount: Dollars,
    cover: Cover = "manufacturer",
    plan_id: str | None = None,
    remedy: Remedy = "repair",
    status: Literal["open", "completed"] = "completed",
) -> Row:
    """A past warranty claim; under cover ``plan`` with the line's own plan (PLN-20401-1) unless named."""
    if cover == "plan" and plan_id is None:
        plan_id = sibling("PLN", line_id)
    return WarrantyClaim(
        id=id,
        customer_id=customer_id,
        line_id=line_id,
        plan_id=plan_id,
        cover=cover,
        fault=fault,
        remedy=remedy,
        amount=dollars(amount),
        opened_on=day(on),
        status=status,
    )


def slot(id: str, *, booked: int = 1, capacity: int = 2) -> Row:
    """A half day: SLOT-1-0926 is that of installer IST-1 on 2025-09-26.

    Gas installers (IST-1, -3, -5) work in the morning, the others in the afternoon.
    """
    _, installer, day_of_year = id.split("-")
    when = date(2025, int(day_of_year[:2]), int(day_of_year[2:]))
    return Slot(
        id=id,
        installer_id=f"IST-{installer}",
        slot_date=when,
        part="morning" if int(installer) % 2 else "afternoon",
        capacity=capacity,
        booked=booked,
    )


def installation(
    id: str,
    slot_id: str,
    *,
    status: VisitStatus = "booked",
    report: VisitReport | None = None,
    arrived_at: str | None = None,
    kind: VisitKind = "first",
    fee: Dollars = "0.00",
    line_id: str | None = None,
) -> Row:
    """A visit; for line LIN-20401-1 with INS-20401-1 unless said otherwise.

    The base world has every slot from 2025-09-25 on; write the slot of a past visit with ``slot``.
    """
    return Installation(
        id=id,
        order_id=order_of(id),
        line_id=line_id or sibling("LIN", id),
        slot_id=slot_id,
        kind=kind,
        fee=dollars(fee),
        status=status,
        report=report or ("done" if status == "completed" else "none"),
        arrived_at=arrived_at,
    )


def ticket(
    id: str,
    requester_id: str | None,
    topic: str,
    subject: str,
    on: Day,
    *,
    about_id: str | None = None,
    priority: str = "normal",
    status: Literal["open", "pending", "closed"] = "open",
    outcome: str | None = None,
    reason: str | None = None,
    closed_on: Day | None = None,
) -> Row:
    """A ticket.  A closed one is resolved and completed on the day that it was opened unless said otherwise."""
    closed = status == "closed"
    return DESK.ticket.model_validate(
        {
            "id": id,
            "requester_id": requester_id,
            "about_id": about_id,
            "subject": subject,
            "topic": topic,
            "priority": priority,
            "status": status,
            "outcome": outcome or ("resolved" if closed else None),
            "reason": reason or ("completed" if closed else None),
            "opened_at": datetime.combine(day(on), time(9, 30)),
            "closed_at": datetime.combine(day(closed_on or on), time(16, 0)) if closed else None,
        }
    )


def comment(
    id: str, ticket_id: str, body: str, on: Day, *, visibility: Literal["internal", "public"] = "internal"
) -> Row:
    """A comment on a ticket."""
    written = datetime.combine(day(on), time(10, 15))
    return TicketComment(id=id, ticket_id=ticket_id, visibility=visibility, body=body, written_at=written)


def stock_row(
    product_id: str, warehouse: Warehouse, on_hand: int, reserved: int = 0, *, restock_on: Day | None = None
) -> Row:
    """A product's stock in one warehouse, in place of the base world's."""
    return Stock(
        id=f"STK-{product_id}-{warehouse}",
        product_id=product_id,
        warehouse=warehouse,
        on_hand=on_hand,
        reserved=reserved,
        restock_on=maybe_day(restock_on),
    )


def article(
    id: str,
    title: str,
    body: str,
    published_on: Day,
    *,
    changes: str | None = None,
    withdrawn_on: Day | None = None,
    superseded_by: str | None = None,
) -> Row:
    """A bulletin if it ``changes`` a policy section (such as ``returns.md#return-window``), else a guide."""
    return Article(
        id=id,
        title=title,
        body=body,
        kind="guide" if changes is None else "bulletin",
        changes=changes,
        published_on=day(published_on),
        withdrawn_on=maybe_day(withdrawn_on),
        superseded_by=superseded_by,
    )
