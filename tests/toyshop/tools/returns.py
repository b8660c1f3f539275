"""Returns and the courier who takes them along."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from thinkingbox_plugin.authoring import ToolError, World, writes

from ..tables import Condition, Customer, Order, Pickup, Product, Return, ReturnLine


class Line(BaseModel):
    """One product to send back."""

    model_config = ConfigDict(extra="forbid")

    product_id: str
    quantity: Annotated[int, Field(ge=1, le=20)]
    condition: Condition


class ReturnFile(BaseModel):
    """A return with its lines."""

    head: Return
    lines: list[ReturnLine]


@writes
def create_return(
    world: World,
    order_id: Annotated[str, Field(description="The order that the products came with.")],
    lines: Annotated[list[Line], Field(min_length=1, max_length=10, description="What comes back.")],
    prepaid: Annotated[bool, Field(description="Whether the shop pays the postage.")] = False,
) -> ReturnFile:
    """Open a return for products of a delivered order."""
    order = world.get(Order, order_id)
    if order.status != "delivered":
        raise ToolError(f"order_id: {order.id} is {order.status}; only a delivered order can be returned")
    expected = world.today + timedelta(days=14)
    head = world.insert(Return(id=world.new_id("RT"), order_id=order.id, prepaid=prepaid, expected=expected))
    return ReturnFile(head=head, lines=[_add(world, order, head, line) for line in lines])


def _add(world: World, order: Order, head: Return, line: Line) -> ReturnLine:
    product = world.get(Product, line.product_id)
    if product.id not in order.product_ids:
        raise ToolError(f"lines: {product.id} is no part of {order.id}")
    if not product.returnable:
        raise ToolError(f"lines: {product.id} cannot be returned")
    return world.insert(
        ReturnLine(return_id=head.id, product_id=product.id, quantity=line.quantity, condition=line.condition)
    )


@writes(consent=("day",))
def book_pickup(
    world: World,
    return_ids: Annotated[list[str], Field(min_length=1, max_length=5, description="The returns to take along.")],
    day: Annotated[date, Field(description="The day of the visit.")],
) -> Pickup:
    """Book a courier who takes one or more returns of one customer along."""
    if day <= world.today:
        raise ToolError("day: the courier comes tomorrow at the earliest")
    orders = [world.get(Order, world.get(Return, return_id).order_id) for return_id in return_ids]
    owners = {order.customer_id for order in orders}
    if len(owners) != 1:
        raise ToolError("return_ids: the returns belong to different customers")
    customer = world.get(Customer, owners.pop())
    if len(set(return_ids)) != len(return_ids):
        raise ToolError("return_ids: each return once")
    return world.insert(Pickup(id=world.new_id("PU"), customer_id=customer.id, return_ids=return_ids, day=day))
