"""Payments: what was paid, refunded, credited, charged and disputed."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import (
    Charge,
    ChargeKind,
    Customer,
    Dispute,
    Order,
    Payment,
    Refund,
    RefundReason,
    StoreCredit,
)
from sandbox_external_retail.tools._common import CustomerId, OrderId, SomeMoney, line_of_order, speaks_for, within
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, paged, reads, writes

Reason = Annotated[RefundReason, Field(description="What it is for.")]
ForLine = Annotated[
    str | None, Field(description="The order line that it is for; leave out if it is for the order as a whole.")
]
_OF_CUSTOMER = "order_id IN (SELECT id FROM orders WHERE customer_id = ?)"


class PaymentFile(View):
    """The money of one order."""

    payments: list[Payment]
    charges: list[Charge]
    refunds: list[Refund]


@reads
def get_payments(world: World, order_id: OrderId) -> PaymentFile:
    """Read an order's payments, later charges, and refunds.

    A payment whose instrument is closed was made from an account that no longer exists.  Store credits and
    disputes have lists of their own.
    """
    world.get(Order, order_id)
    return PaymentFile(
        payments=world.select(Payment, order_id=order_id),
        charges=world.select(Charge, order_id=order_id),
        refunds=world.select(Refund, order_id=order_id),
    )


@reads
def list_refunds(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[Refund]:
    """List the refunds of all of an account's orders, newest first, five a page."""
    world.get(Customer, customer_id)
    refunds = world.select(Refund, _OF_CUSTOMER, [customer_id])
    return paged(sorted(refunds, key=lambda refund: (refund.issued_on, refund.id), reverse=True), page)


@reads
def list_store_credits(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[StoreCredit]:
    """List the store credits of an account, newest first, five a page."""
    world.get(Customer, customer_id)
    credits = world.select(StoreCredit, customer_id=customer_id)
    return paged(sorted(credits, key=lambda credit: (credit.issued_on, credit.id), reverse=True), page)


@reads
def list_disputes(world: World, customer_id: CustomerId) -> list[Dispute]:
    """List the payments of an account's orders that the customer disputes or disputed at their bank."""
    world.get(Customer, customer_id)
    return world.select(Dispute, _OF_CUSTOMER, [customer_id])


@writes(consent=("amount",))
def issue_refund(
    world: World,
    payment_id: Annotated[str, Field(description="The payment that the money goes back to, such as PAY-20001-1.")],
    amount: SomeMoney,
    reason: Reason,
    line_id: ForLine = None,
) -> Refund:
    """Pay money back to the payment that it came from, at once.  All refunds to a payment together cannot be
    more than the payment."""
    payment = world.get(Payment, payment_id)
    if line_id is not None:
        line_of_order(world, line_id, payment.order_id)
    refunded = sum((refund.amount for refund in world.select(Refund, payment_id=payment_id)), Decimal(0))
    within("amount", amount, payment.amount - refunded, f"can still go back to {payment_id}")
    return world.insert(
        Refund(
            id=world.new_id("RF"),
            order_id=payment.order_id,
            line_id=line_id,
            payment_id=payment_id,
            amount=amount,
            reason=reason,
            issued_on=world.today,
        )
    )


@writes(consent=("amount",))
def issue_store_credit(
    world: World,
    customer_id: Annotated[str, Field(description="The account that gets the credit, such as CUS-1001.")],
    amount: SomeMoney,
    reason: Reason,
    order_id: Annotated[str, Field(description="The order that it is for, such as ORD-20001.")],
    line_id: ForLine = None,
) -> StoreCredit:
    """Put store credit on the account of the customer who placed an order, or of an authorised contact for
    that order."""
    order = world.get(Order, order_id)
    world.get(Customer, customer_id)
    if customer_id != order.customer_id and not speaks_for(world, customer_id, order):
        raise ToolError(f"customer_id: {customer_id} neither placed {order_id} nor is an authorised contact for it")
    if line_id is not None:
        line_of_order(world, line_id, order_id)
    within("amount", amount)
    return world.insert(
        StoreCredit(
            id=world.new_id("SC"),
            customer_id=customer_id,
            order_id=order_id,
            line_id=line_id,
            amount=amount,
            reason=reason,
            issued_on=world.today,
        )
    )


@writes(consent=("amount",))
def create_charge(
    world: World,
    order_id: OrderId,
    amount: SomeMoney,
    kind: Annotated[ChargeKind, Field(description="What the customer is charged for.")],
) -> Charge:
    """Charge the customer for something that concerns an order, by the means that the order was paid with."""
    world.get(Order, order_id)
    within("amount", amount)
    return world.insert(
        Charge(id=world.new_id("CH"), order_id=order_id, amount=amount, kind=kind, charged_on=world.today)
    )
