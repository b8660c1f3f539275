"""What the tools of several systems share: argument types, a few refusals."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import AuthorisedContact, Customer, Order, OrderLine, Stock, Warehouse
from thinkingbox_plugin.authoring import Amount, Money, ToolError, World

MOST = Decimal("20000.00")
"""The largest amount of one movement of money."""

CustomerId = Annotated[str, Field(description="The customer's account, such as CUS-1001.")]
OrderId = Annotated[str, Field(description="The order, such as ORD-20001.")]
LineId = Annotated[str, Field(description="The order line, such as LIN-20001-1.")]
ProductId = Annotated[str, Field(description="The product, such as TH-MN27.")]
ShipmentId = Annotated[str, Field(description="The parcel, such as SHP-20001-1.")]
AddressId = Annotated[str, Field(description="One of the customer's addresses, such as ADR-1001.")]
FromWarehouse = Annotated[Warehouse, Field(description="The warehouse that the goods are reserved in and leave from.")]
Quantity = Annotated[int, Field(ge=1, le=999, description="How many units.")]
SomeMoney = Annotated[Amount, Field(description='US dollars, above zero, such as "64.00".')]
MoneyOrNone = Annotated[Money, Field(description='US dollars, "0.00" or more, such as "64.00".')]


def within(argument: str, amount: Decimal, most: Decimal = MOST, why: str = "in one movement") -> Decimal:
    """Refuse an amount below zero or above ``most``; returns it otherwise."""
    if amount < 0:
        raise ToolError(f"{argument}: {amount} is below zero; give 0.00 or more")
    if amount > most:
        raise ToolError(f"{argument}: {amount} is too much; at most {most} {why}")
    return amount


def customer_of(world: World, line: OrderLine) -> Customer:
    """The account that ordered a line."""
    return world.get(Customer, world.get(Order, line.order_id).customer_id)


def line_of_order(world: World, line_id: str, order_id: str) -> OrderLine:
    """A line; refuses one of another order."""
    line = world.get(OrderLine, line_id)
    if line.order_id != order_id:
        raise ToolError(f"line_id: {line_id} is a line of another order than {order_id}")
    return line


def require_quantity(quantity: int, line: OrderLine) -> None:
    """Refuse more units than a line has."""
    if quantity > line.quantity:
        raise ToolError(f"quantity: {line.id} has {line.quantity} unit{'s' * (line.quantity > 1)}, not {quantity}")


def speaks_for(world: World, contact_id: str, order: Order) -> list[AuthorisedContact]:
    """The entries that let ``contact_id`` speak about ``order``: that order's own first, then by key."""
    entries = world.select(AuthorisedContact, customer_id=order.customer_id, contact_id=contact_id)
    entries = [entry for entry in entries if entry.order_id in (None, order.id)]
    return sorted(entries, key=lambda entry: (entry.order_id is None, entry.id))


def reserve(world: World, product_id: str, warehouse: Warehouse, quantity: int) -> Stock:
    """Reserve units in a warehouse; refuses more than are on hand and not yet reserved."""
    rows = world.select(Stock, product_id=product_id, warehouse=warehouse)
    available = rows[0].on_hand - rows[0].reserved if rows else 0
    if quantity > available:
        raise ToolError(f"warehouse: {warehouse} has {available} of {product_id} available, not {quantity}")
    return world.update(rows[0], reserved=rows[0].reserved + quantity)
