"""Returns and exchanges."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables import (
    Condition,
    Exchange,
    Inspection,
    Order,
    OrderLine,
    Product,
    Return,
    ReturnReason,
    Shipment,
)
from sandbox_external_retail.tools._common import (
    FromWarehouse,
    LineId,
    MoneyOrNone,
    OrderId,
    Quantity,
    require_quantity,
    reserve,
    within,
)
from thinkingbox_plugin.authoring import ToolError, View, World, reads, writes


class ReturnFile(View):
    """A return and what the warehouse found, null if it has not looked."""

    request: Return
    inspection: Inspection | None


class ReturnsFile(View):
    """The returns and exchanges of one order."""

    returns: list[ReturnFile]
    exchanges: list[Exchange]


@reads
def list_returns(world: World, order_id: OrderId) -> ReturnsFile:
    """List the returns of an order, each with the warehouse's inspection (null if there is none yet), and its
    exchanges."""
    world.get(Order, order_id)
    returns = [
        ReturnFile(request=request, inspection=next(iter(world.select(Inspection, return_id=request.id)), None))
        for request in world.select(Return, order_id=order_id)
    ]
    return ReturnsFile(returns=returns, exchanges=world.select(Exchange, order_id=order_id))


@writes(consent=("refund_amount",))
def create_return(
    world: World,
    line_id: LineId,
    quantity: Quantity,
    reason: Annotated[ReturnReason, Field(description="Why the goods come back.")],
    condition: Annotated[Condition, Field(description="Whether the goods are still sealed.")],
    method: Annotated[
        Literal["label", "pickup"], Field(description="label: the customer posts them; pickup: they are collected.")
    ],
    refund_to: Annotated[
        Literal["original", "store_credit"],
        Field(description="original: the payment that the money came from; store_credit: the returner's own account."),
    ],
    refund_amount: Annotated[
        MoneyOrNone, Field(description='What the customer will get, in US dollars, "0.00" or more, such as "64.00".')
    ],
) -> Return:
    """Register the return of goods that are delivered, or whose parcel came back to us.

    The line becomes return_open.  The amount is a quote that is paid by itself when the goods arrive; nothing
    is paid now, and points and protection plans stay as they are.
    """
    line = world.get(OrderLine, line_id)
    if line.status != "delivered" and not _came_back(world, line):
        raise ToolError(
            f"line_id: {line_id} is {line.status}; a return needs a delivered line or a parcel that came back"
        )
    require_quantity(quantity, line)
    within("refund_amount", refund_amount, line.paid, f"was paid for {line_id}")
    world.update(line, status="return_open")
    return world.insert(
        Return(
            id=world.new_id("RT"),
            order_id=line.order_id,
            line_id=line_id,
            quantity=quantity,
            reason=reason,
            condition=condition,
            method=method,
            refund_to=refund_to,
            refund_amount=refund_amount,
            status="open",
            requested_on=world.today,
        )
    )


@writes
def finish_return(
    world: World,
    return_id: Annotated[str, Field(description="A return with status received.")],
    result: Annotated[
        Literal["closed", "rejected"],
        Field(description="closed: the goods stay with us; rejected: they go back to the customer."),
    ],
) -> Return:
    """Finish a return whose goods have been received: its line becomes returned (closed) or delivered again
    (rejected).  Moves no money and no points; the quote is no longer paid by itself."""
    request = world.get(Return, return_id)
    if request.status != "received":
        raise ToolError(f"return_id: {return_id} is {request.status}; only a return that is received can be finished")
    line = world.get(OrderLine, request.line_id)
    world.update(line, status="returned" if result == "closed" else "delivered")
    return world.update(request, status=result)


@writes
def create_exchange(
    world: World,
    line_id: LineId,
    quantity: Quantity,
    reason: Annotated[Literal["faulty", "changed_mind"], Field(description="Why the goods are exchanged.")],
    new_product_id: Annotated[str, Field(description="The product sent instead (the same one or another).")],
    warehouse: FromWarehouse,
    sending: Annotated[
        Literal["ahead", "on_receipt"],
        Field(description="ahead: sent at once; on_receipt: sent when the old goods have arrived."),
    ],
) -> Exchange:
    """Register the exchange of a delivered line's goods.

    The line becomes exchange_open, and the new goods are reserved in the warehouse; refused if it has too few
    available.  Moves no money: a difference in price is charged or refunded apart.  It needs no return.
    """
    line = world.get(OrderLine, line_id)
    if line.status != "delivered":
        raise ToolError(f"line_id: {line_id} is {line.status}; only a delivered line can be exchanged")
    require_quantity(quantity, line)
    world.get(Product, new_product_id)
    reserve(world, new_product_id, warehouse, quantity)
    world.update(line, status="exchange_open")
    return world.insert(
        Exchange(
            id=world.new_id("EX"),
            order_id=line.order_id,
            line_id=line_id,
            quantity=quantity,
            reason=reason,
            new_product_id=new_product_id,
            warehouse=warehouse,
            sending=sending,
            created_on=world.today,
            status="open",
        )
    )


def _came_back(world: World, line: OrderLine) -> bool:
    if line.status != "shipped" or line.shipment_id is None:
        return False
    return world.get(Shipment, line.shipment_id).status == "returned_to_sender"
