"""Orders: reading them, cancelling lines, changing where and how fast they are sent."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import Address, Customer, Order, OrderLine, OrderPromotion, Product, Region, Speed
from sandbox_external_retail.tools._common import AddressId, CustomerId, LineId, OrderId, line_of_order
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, paged_as, reads, writes


class OrderSummary(View):
    """An order and the names of its products."""

    order: Order
    product_names: list[str]


class Destination(View):
    """Where an order goes: an address of its customer or, for a gift, perhaps somebody else's."""

    id: str
    line1: str
    city: str
    region: Region
    postcode: str


class OrderFile(View):
    """An order with its lines, what promotions took off them, where it goes, and its products' names."""

    order: Order
    lines: list[OrderLine]
    promotions: list[OrderPromotion]
    address: Destination
    product_names: dict[str, str]


class CancelledLine(View):
    """The line and its order after the cancellation."""

    line: OrderLine
    order: Order


@reads
def list_orders(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[OrderSummary]:
    """List an account's orders with the names of their products, newest first, five a page."""
    world.get(Customer, customer_id)
    orders = world.select(Order, customer_id=customer_id)
    orders.sort(key=lambda order: (order.placed_on, order.id), reverse=True)
    return paged_as(orders, page, lambda order: _summary(world, order))


@reads
def get_order(world: World, order_id: OrderId) -> OrderFile:
    """Read an order: its status and total (goods, shipping fee, and protection plans bought with it), its
    lines, what each promotion took off each line, and its delivery address.

    A line's discount, points_used and paid are for the whole line, all its units together; unit_price is
    the list price of one unit when it was ordered.
    """
    order = world.get(Order, order_id)
    lines = _lines(world, order)
    return OrderFile(
        order=order,
        lines=lines,
        promotions=world.select(OrderPromotion, order_id=order_id),
        address=_destination(world, order),
        product_names=_product_names(world, lines),
    )


@writes(consent=("order_id",))
def cancel_line(world: World, order_id: OrderId, line_id: LineId) -> CancelledLine:
    """Cancel one line of an order that is still placed or packed.  An order all of whose lines are cancelled
    becomes cancelled itself.

    Moves no money and no points, and leaves a protection plan and an installation of the line as they are.
    """
    order = world.get(Order, order_id)
    line = line_of_order(world, line_id, order_id)
    if line.status not in ("placed", "packed"):
        raise ToolError(f"line_id: {line_id} is {line.status}; only a line that is placed or packed can be cancelled")
    line = world.update(line, status="cancelled")
    if all(other.status == "cancelled" for other in _lines(world, order)):
        order = world.update(order, status="cancelled")
    return CancelledLine(line=line, order=order)


@writes
def change_delivery_address(world: World, order_id: OrderId, address_id: AddressId) -> Order:
    """Send an order that is still placed to another address of the same customer."""
    order = _placed(world, order_id)
    address = world.get(Address, address_id)
    if address.customer_id != order.customer_id:
        raise ToolError(f"address_id: {address_id} is not an address of {order.customer_id}")
    if address_id == order.address_id:
        raise ToolError(f"address_id: {order_id} goes to {address_id} already")
    return world.update(order, address_id=address_id)


@writes
def change_shipping_speed(
    world: World, order_id: OrderId, speed: Annotated[Speed, Field(description="The new speed.")]
) -> Order:
    """Change how fast an order that is still placed is sent.  Moves no money."""
    order = _placed(world, order_id)
    if speed == order.shipping_speed:
        raise ToolError(f"speed: {order_id} goes by {speed} already")
    return world.update(order, shipping_speed=speed)


def _placed(world: World, order_id: str) -> Order:
    order = world.get(Order, order_id)
    if order.status != "placed":
        raise ToolError(f"order_id: {order_id} is {order.status}; only an order that is placed can be changed")
    return order


def _summary(world: World, order: Order) -> OrderSummary:
    return OrderSummary(order=order, product_names=list(_product_names(world, _lines(world, order)).values()))


def _destination(world: World, order: Order) -> Destination:
    """Not the row itself: it is part of the order, whoever else may live there."""
    address = world.get(Address, order.address_id)
    return Destination(
        id=address.id, line1=address.line1, city=address.city, region=address.region, postcode=address.postcode
    )


def _lines(world: World, order: Order) -> list[OrderLine]:
    return world.select(OrderLine, order_id=order.id)


def _product_names(world: World, lines: list[OrderLine]) -> dict[str, str]:
    return {line.product_id: world.get(Product, line.product_id).name for line in lines}
