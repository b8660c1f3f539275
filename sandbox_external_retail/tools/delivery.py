"""Delivery: parcels, tracking, carrier claims, and goods sent once more."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import (
    Address,
    CarrierClaim,
    ClaimKind,
    Customer,
    Order,
    OrderLine,
    Product,
    Replacement,
    ReplacementReason,
    Reshipment,
    Shipment,
    ShipmentEvent,
)
from sandbox_external_retail.tools._common import (
    AddressId,
    CustomerId,
    FromWarehouse,
    LineId,
    OrderId,
    Quantity,
    ShipmentId,
    require_quantity,
    reserve,
)
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, paged, reads, writes


class Parcel(View):
    """A parcel and the order lines in it."""

    shipment: Shipment
    line_ids: list[str]


@reads
def list_shipments(world: World, order_id: OrderId) -> list[Parcel]:
    """List the parcels of an order, each with the lines that it holds: carrier, day handed over to the
    carrier, date promised (due), day of delivery, status, the postcode on the label, who signed."""
    world.get(Order, order_id)
    lines = world.select(OrderLine, order_id=order_id)
    return [
        Parcel(shipment=shipment, line_ids=[line.id for line in lines if line.shipment_id == shipment.id])
        for shipment in world.select(Shipment, order_id=order_id)
    ]


@reads
def list_tracking_events(world: World, shipment_id: ShipmentId, page: PageNumber = 1) -> Page[ShipmentEvent]:
    """List what the carrier reported of a parcel, oldest first, five a page."""
    world.get(Shipment, shipment_id)
    events = world.select(ShipmentEvent, shipment_id=shipment_id)
    return paged(sorted(events, key=lambda event: (event.happened_on, event.id)), page)


@reads
def list_carrier_claims(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[CarrierClaim]:
    """List the carrier claims opened for parcels of an account's orders, newest first, five a page."""
    world.get(Customer, customer_id)
    claims = world.select(
        CarrierClaim,
        "shipment_id IN (SELECT s.id FROM shipments s JOIN orders o ON o.id = s.order_id WHERE o.customer_id = ?)",
        [customer_id],
    )
    return paged(sorted(claims, key=lambda claim: (claim.opened_on, claim.id), reverse=True), page)


@writes
def open_carrier_claim(
    world: World,
    shipment_id: ShipmentId,
    kind: Annotated[
        ClaimKind,
        Field(description="lost: never delivered; stolen: gone after delivery; damaged: goods broken on the way."),
    ],
) -> CarrierClaim:
    """Open a claim against the carrier of a parcel.  A parcel has at most one open claim."""
    shipment = world.get(Shipment, shipment_id)
    delivered = shipment.status == "delivered"
    if kind == "lost" and delivered:
        raise ToolError(f"kind: {shipment_id} was delivered, so it is not lost; stolen or damaged can be claimed")
    if kind == "stolen" and not delivered:
        raise ToolError(f"kind: {shipment_id} is {shipment.status}; only a delivered parcel can be stolen")
    if world.select(CarrierClaim, shipment_id=shipment_id, status="open"):
        raise ToolError(f"shipment_id: {shipment_id} has an open claim already")
    return world.insert(
        CarrierClaim(id=world.new_id("CC"), shipment_id=shipment_id, kind=kind, opened_on=world.today, status="open")
    )


@writes
def send_replacement(
    world: World,
    line_id: LineId,
    product_id: Annotated[str, Field(description="The product that is sent, such as TH-MN27.")],
    quantity: Quantity,
    warehouse: FromWarehouse,
    reason: Annotated[ReplacementReason, Field(description="Why it is sent.")],
) -> Replacement:
    """Send goods, free of charge, in place of those of a line that is shipped or delivered.

    Reserves them in the warehouse; refused if it has too few available, or if the line had a replacement.
    """
    line = world.get(OrderLine, line_id)
    if line.status not in ("shipped", "delivered"):
        raise ToolError(f"line_id: {line_id} is {line.status}; only a shipped or delivered line can be replaced")
    if world.select(Replacement, line_id=line_id):
        raise ToolError(f"line_id: {line_id} has had its replacement")
    require_quantity(quantity, line)
    world.get(Product, product_id)
    reserve(world, product_id, warehouse, quantity)
    return world.insert(
        Replacement(
            id=world.new_id("RPL"),
            order_id=line.order_id,
            line_id=line_id,
            product_id=product_id,
            quantity=quantity,
            warehouse=warehouse,
            reason=reason,
            created_on=world.today,
        )
    )


@writes
def reship_parcel(world: World, shipment_id: ShipmentId, address_id: AddressId) -> Reshipment:
    """Send a parcel that came back to us (returned_to_sender) again, to an address of the same customer.

    Its status becomes reshipping.  Moves no money.
    """
    shipment = world.get(Shipment, shipment_id)
    if shipment.status != "returned_to_sender":
        raise ToolError(f"shipment_id: {shipment_id} is {shipment.status}; only one returned_to_sender is sent again")
    address = world.get(Address, address_id)
    customer_id = world.get(Order, shipment.order_id).customer_id
    if address.customer_id != customer_id:
        raise ToolError(f"address_id: {address_id} is not an address of {customer_id}")
    world.update(shipment, status="reshipping")
    return world.insert(
        Reshipment(id=world.new_id("RSH"), shipment_id=shipment_id, address_id=address_id, created_on=world.today)
    )
