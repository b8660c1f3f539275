"""Builders of orders, their parcels and their money.

Ids of records carry the number of their order: LIN-20401-1, SHP-20401-1, PAY-20401-1, RF-20401-1 belong to
ORD-20401, so that a builder reads the order from the id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from sandbox_external_retail.records._values import Day, Dollars, day, dollars, first, maybe_day, number, order_of
from sandbox_external_retail.records.people import points
from sandbox_external_retail.records.products import PRODUCTS
from sandbox_external_retail.tables import (
    Carrier,
    CarrierClaim,
    Charge,
    ChargeKind,
    ClaimKind,
    Dispute,
    EventKind,
    LineStatus,
    Method,
    Order,
    OrderLine,
    OrderPromotion,
    OrderStatus,
    Payment,
    Refund,
    RefundReason,
    Replacement,
    ReplacementReason,
    Reshipment,
    Shipment,
    ShipmentEvent,
    ShipmentStatus,
    Speed,
    StoreCredit,
    Warehouse,
)
from thinkingbox_plugin.authoring import Row

_UNSENT = ("placed", "packed", "cancelled")


@dataclass(frozen=True)
class Line:
    """One line of an order to be built; made by :func:`line`."""

    product_id: str
    quantity: int
    unit_price: Decimal
    promotions: Mapping[str, Decimal] = field(default_factory=dict)
    points_used: int = 0
    status: LineStatus | None = None
    serial: str | None = None
    parcel: int | None = None

    @property
    def discount(self) -> Decimal:
        """What all promotions took off the line."""
        return sum(self.promotions.values(), Decimal("0.00"))

    @property
    def paid(self) -> Decimal:
        """What was paid for the line in money."""
        return self.unit_price * self.quantity - self.discount - Decimal(self.points_used) / 100


def line(
    product_id: str,
    *,
    quantity: int = 1,
    price: Dollars | None = None,
    promotions: Mapping[str, Dollars] | None = None,
    points_used: int = 0,
    status: LineStatus | None = None,
    serial: str | None = None,
    parcel: int | None = None,
) -> Line:
    """A line for :func:`order`.

    ``price`` is the list price of one unit when ordered (today's if left out); ``promotions`` says what
    each took off the whole line; ``status`` is the order's if left out; ``parcel`` is the number of the
    parcel that holds it (the first, once the line has been sent).
    """
    return Line(
        product_id=product_id,
        quantity=quantity,
        unit_price=PRODUCTS[product_id].price if price is None else dollars(price),
        promotions={code: dollars(amount) for code, amount in (promotions or {}).items()},
        points_used=points_used,
        status=status,
        serial=serial,
        parcel=parcel,
    )


def order(
    id: str,
    customer_id: str,
    placed_on: Day,
    lines: Sequence[Line],
    *,
    status: OrderStatus = "delivered",
    address_id: str | None = None,
    speed: Speed = "standard",
    shipping_fee: Dollars = "0.00",
    plans: Sequence[Dollars] = (),
    payments: Sequence[tuple[Method, Dollars]] | None = None,
    instrument: Literal["open", "closed"] = "open",
    gift: bool = False,
) -> list[Row]:
    """An order with its lines (LIN-20401-1 …), promotions (OP-20401-1 …), payments (PAY-20401-1 …), and the
    entries of the points ledger for points used on it.

    The total is what was paid for the lines, the shipping fee and ``plans`` (prices of protection plans
    bought with it; write the plans themselves with ``plan``); unless ``payments`` splits it, one card
    paid it.  Goes to the customer's first address unless said otherwise.  Parcels are written with
    ``shipment``: a line that was sent refers to SHP-20401-1, or to the parcel that the line names.

    Raises ValueError if ``payments`` do not sum to the total.
    """
    total = sum((item.paid for item in lines), dollars(shipping_fee)) + sum(map(dollars, plans), Decimal(0))
    head = Order(
        id=id,
        customer_id=customer_id,
        placed_on=day(placed_on),
        status=status,
        address_id=address_id or f"ADR-{number(customer_id)}",
        shipping_speed=speed,
        shipping_fee=dollars(shipping_fee),
        total=total,
        gift=gift,
    )
    order_lines = [_order_line(head, place, item) for place, item in enumerate(lines, 1)]
    used = [
        points(f"PL-{number(id)}-used-{place}", customer_id, "used", made.points_used, placed_on, line_id=made.id)
        for place, made in enumerate(order_lines, 1)
        if made.points_used
    ]
    return [
        head,
        *order_lines,
        *_order_promotions(head, lines),
        *_payments(head, payments or [("card", total)], instrument),
        *used,
    ]


def _payments(
    head: Order, parts: Sequence[tuple[Method, Dollars]], instrument: Literal["open", "closed"]
) -> list[Payment]:
    paid = sum((dollars(amount) for _, amount in parts), Decimal(0))
    if paid != head.total:
        raise ValueError(f"{head.id}: the payments sum to {paid}, the order to {head.total}")
    return [
        Payment(
            id=f"PAY-{number(head.id)}-{place}",
            order_id=head.id,
            method=method,
            amount=dollars(amount),
            captured_on=head.placed_on,
            instrument=instrument if method == "card" else "open",
        )
        for place, (method, amount) in enumerate(parts, 1)
    ]


def _order_line(head: Order, place: int, item: Line) -> OrderLine:
    status: LineStatus = item.status or head.status
    parcel = item.parcel or (None if status in _UNSENT else 1)
    return OrderLine(
        id=f"LIN-{number(head.id)}-{place}",
        order_id=head.id,
        product_id=item.product_id,
        quantity=item.quantity,
        unit_price=item.unit_price,
        discount=item.discount,
        points_used=item.points_used,
        paid=item.paid,
        status=status,
        shipment_id=None if parcel is None else f"SHP-{number(head.id)}-{parcel}",
        serial=item.serial,
    )


def _order_promotions(head: Order, lines: Sequence[Line]) -> list[OrderPromotion]:
    used = [(place, code, amount) for place, item in enumerate(lines, 1) for code, amount in item.promotions.items()]
    return [
        OrderPromotion(
            id=f"OP-{number(head.id)}-{count}",
            order_id=head.id,
            line_id=f"LIN-{number(head.id)}-{place}",
            promotion_id=code,
            amount=amount,
        )
        for count, (place, code, amount) in enumerate(used, 1)
    ]


def shipment(
    id: str,
    carrier: Carrier,
    *,
    due: Day,
    label_postcode: str,
    handed_over: Day | None = None,
    delivered: Day | None = None,
    status: ShipmentStatus | None = None,
    signed_by: str | None = None,
) -> Row:
    """A parcel.  Its status, if left out: delivered, in_transit or preparing, as the dates say."""
    known: ShipmentStatus = "delivered" if delivered else "in_transit" if handed_over else "preparing"
    return Shipment(
        id=id,
        order_id=order_of(id),
        carrier=carrier,
        handed_over_on=maybe_day(handed_over),
        due=day(due),
        delivered_on=maybe_day(delivered),
        status=status or known,
        label_postcode=label_postcode,
        signed_by=signed_by,
    )


def events(shipment_id: str, *entries: tuple[Day, EventKind, str]) -> list[Row]:
    """A parcel's tracking, oldest first: (day, kind, place) each; ids EVT-20401-1-01 …"""
    stem = shipment_id.removeprefix("SHP-")
    return [
        ShipmentEvent(
            id=f"EVT-{stem}-{count:02d}", shipment_id=shipment_id, happened_on=day(when), kind=kind, place=place
        )
        for count, (when, kind, place) in enumerate(entries, 1)
    ]


def refund(
    id: str,
    amount: Dollars,
    reason: RefundReason,
    on: Day,
    *,
    line_id: str | None = None,
    payment_id: str | None = None,
) -> Row:
    """A past refund, to the order's first payment unless said otherwise."""
    return Refund(
        id=id,
        order_id=order_of(id),
        line_id=line_id,
        payment_id=payment_id or first("PAY", id),
        amount=dollars(amount),
        reason=reason,
        issued_on=day(on),
    )


def credit(
    id: str, customer_id: str, amount: Dollars, reason: RefundReason, on: Day, *, line_id: str | None = None
) -> Row:
    """A past store credit for the order whose number the id carries."""
    return StoreCredit(
        id=id,
        customer_id=customer_id,
        order_id=order_of(id),
        line_id=line_id,
        amount=dollars(amount),
        reason=reason,
        issued_on=day(on),
    )


def charge(id: str, amount: Dollars, kind: ChargeKind, on: Day) -> Row:
    """A past charge for the order whose number the id carries."""
    return Charge(id=id, order_id=order_of(id), amount=dollars(amount), kind=kind, charged_on=day(on))


def dispute(
    id: str,
    amount: Dollars,
    on: Day,
    *,
    status: Literal["open", "decided_for_shop", "decided_for_customer", "withdrawn"] = "open",
    payment_id: str | None = None,
) -> Row:
    """A dispute of the order's first payment unless said otherwise."""
    return Dispute(
        id=id,
        order_id=order_of(id),
        payment_id=payment_id or first("PAY", id),
        amount=dollars(amount),
        opened_on=day(on),
        status=status,
    )


def carrier_claim(
    id: str,
    kind: ClaimKind,
    on: Day,
    *,
    status: Literal["open", "paid", "rejected"] = "paid",
    shipment_id: str | None = None,
) -> Row:
    """A past claim for the order's first parcel unless said otherwise."""
    return CarrierClaim(id=id, shipment_id=shipment_id or first("SHP", id), kind=kind, opened_on=day(on), status=status)


def replacement(
    id: str,
    line_id: str,
    product_id: str,
    reason: ReplacementReason,
    on: Day,
    *,
    quantity: int = 1,
    warehouse: Warehouse = "east",
) -> Row:
    """Goods sent once more for a line."""
    return Replacement(
        id=id,
        order_id=order_of(line_id),
        line_id=line_id,
        product_id=product_id,
        quantity=quantity,
        warehouse=warehouse,
        reason=reason,
        created_on=day(on),
    )


def reshipment(id: str, shipment_id: str, address_id: str, on: Day) -> Row:
    """A parcel sent again."""
    return Reshipment(id=id, shipment_id=shipment_id, address_id=address_id, created_on=day(on))
