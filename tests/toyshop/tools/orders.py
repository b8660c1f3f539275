"""Customers, orders, refunds and gifts."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field

from thinkingbox_plugin.authoring import Amount, ToolError, World, reads, writes

from ..tables import Customer, Gift, Order, Product, Refund, RefundReason, Status

PAGE_SIZE = 3

OrderId = Annotated[str, Field(description="The order, such as ORD-1.")]


class OrderHit(BaseModel):
    """A search result that shows nothing private."""

    id: str
    status: Status
    customer: str
    """The first letter of the name only."""


class OrderPage(BaseModel):
    """One page of a customer's orders, newest first."""

    total: int
    page: int
    pages: int
    orders: list[Order]


@reads(verifies="id")
def verify_customer(
    world: World,
    email: Annotated[str, Field(max_length=200, description="The address on the account.")],
    order_id: Annotated[str, Field(description="Any order of that account.")],
) -> Customer:
    """Verify a caller by e-mail address and order number."""
    order = world.find(Order, order_id)
    customer = None if order is None else world.find(Customer, order.customer_id)
    if customer is None or customer.email != email.strip().lower():
        raise ToolError("email and order_id do not belong together")
    return customer


@reads
def find_orders(
    world: World, product_id: Annotated[str, Field(description="A product that the order holds.")]
) -> list[OrderHit]:
    """Find orders that hold a product; the customer's name is masked."""
    product = world.get(Product, product_id)
    found = [order for order in world.select(Order) if product.id in order.product_ids]
    names = {customer.id: customer.name for customer in world.select(Customer)}
    return [OrderHit(id=order.id, status=order.status, customer=names[order.customer_id][0] + "***") for order in found]


@reads
def get_order(world: World, order_id: OrderId) -> Order:
    """Read one order."""
    return world.get(Order, order_id)


@reads
def list_orders(
    world: World,
    customer_id: Annotated[str, Field(description="Whose orders.")],
    status: Annotated[Status | None, Field(description="Only orders with this status.")] = None,
    page: Annotated[int, Field(ge=1, le=99, description="Page of results, from 1.")] = 1,
) -> OrderPage:
    """List a customer's orders, newest first, three a page."""
    customer = world.get(Customer, customer_id)
    found = [o for o in world.select(Order, customer_id=customer.id) if status is None or o.status == status]
    found.sort(key=lambda order: (order.ordered_on, order.id), reverse=True)
    shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return OrderPage(total=len(found), page=page, pages=-(-len(found) // PAGE_SIZE), orders=shown)


@writes(consent=("amount",))
def create_refund(
    world: World,
    order_id: OrderId,
    amount: Annotated[Amount, Field(description="How much to pay back.")],
    reason: Annotated[RefundReason, Field(description="Why.")],
) -> Refund:
    """Pay money back for an order; all refunds together are at most the order's total."""
    order = world.get(Order, order_id)
    paid = sum((refund.amount for refund in world.select(Refund, order_id=order.id)), Decimal(0))
    if paid + amount > order.total:
        raise ToolError(f"amount: at most {order.total - paid} is left to refund on {order.id}")
    return world.insert(
        Refund(id=world.new_id("RF"), order_id=order.id, amount=amount, reason=reason, made_at=world.now)
    )


@writes
def cancel_order(world: World, order_id: OrderId) -> Order:
    """Cancel an order that has not left the shop; its products go back into stock."""
    order = world.get(Order, order_id)
    if order.status != "placed":
        raise ToolError(f"order_id: {order.id} is {order.status}; only a placed order can be cancelled")
    for product_id in order.product_ids:
        product = world.get(Product, product_id)
        world.update(product, stock=product.stock + 1)
    return world.update(order, status="cancelled", updated_at=world.now)


@writes
def create_gift(
    world: World,
    order_id: OrderId,
    product_ids: Annotated[list[str], Field(min_length=1, max_length=5, description="The products to add.")],
    card: Annotated[str, Field(max_length=300, description="Words for the card.")] = "",
) -> Gift:
    """Add products to an order as a gift."""
    order = world.get(Order, order_id)
    for product_id in product_ids:
        product = world.get(Product, product_id)
        if product.stock == 0:
            raise ToolError(f"product_ids: {product.id} is out of stock")
        world.update(product, stock=product.stock - 1)
    return world.insert(Gift(id=world.new_id("GF"), order_id=order.id, product_ids=product_ids, card=card))
