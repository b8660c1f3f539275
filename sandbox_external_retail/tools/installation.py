"""Installation: installers' half days and visits."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import (
    Address,
    Installation,
    Installer,
    Order,
    OrderLine,
    Product,
    Region,
    Slot,
    VisitKind,
)
from sandbox_external_retail.tools._common import LineId, MoneyOrNone, OrderId, within
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, paged_as, reads, writes

InstallationId = Annotated[str, Field(description="A booked visit, such as INS-20001-1.")]
SlotId = Annotated[str, Field(description="A free half day, such as SLOT-1-0926.")]
SlotDate = Annotated[date, Field(description="The date of that half day, such as 2025-09-26, as a check.")]


class Visit(View):
    """A visit with its half day and installer."""

    installation: Installation
    slot: Slot
    installer: Installer


class SlotOffer(View):
    """A free half day and its installer."""

    slot: Slot
    installer: Installer


@reads
def list_installations(world: World, order_id: OrderId) -> list[Visit]:
    """List the visits booked for an order, past ones too, each with its date, half day and installer: whether
    it took place, what the installer reported, and when they arrived.

    A morning is 08:00 to 12:00, an afternoon 13:00 to 17:00.
    """
    world.get(Order, order_id)
    return [_visit(world, visit) for visit in world.select(Installation, order_id=order_id)]


@reads
def list_slots(
    world: World,
    region: Annotated[Region, Field(description="The region of the delivery address.")],
    from_date: Annotated[date, Field(description="The first day of interest, such as 2025-09-26.")],
    gas_only: Annotated[bool, Field(description="Only installers who are certified for gas.")],
    page: PageNumber = 1,
) -> Page[SlotOffer]:
    """List the installers' half days in a region that are still free, from a day on, by date and installer,
    five a page.

    A morning is 08:00 to 12:00, an afternoon 13:00 to 17:00.
    """
    installers = {
        installer.id: installer
        for installer in world.select(Installer, region=region)
        if installer.gas_certified or not gas_only
    }
    slots = world.select(Slot, "slot_date >= ? AND booked < capacity", [from_date.isoformat()])
    free = sorted(
        (slot for slot in slots if slot.installer_id in installers),
        key=lambda slot: (slot.slot_date, slot.installer_id, slot.id),
    )
    return paged_as(free, page, lambda slot: SlotOffer(slot=slot, installer=installers[slot.installer_id]))


@writes(consent=("slot_date",))
def book_installation(
    world: World,
    line_id: LineId,
    slot_id: SlotId,
    slot_date: SlotDate,
    kind: Annotated[VisitKind, Field(description="first: to install the goods; rework: to put right earlier work.")],
    fee: Annotated[
        MoneyOrNone, Field(description='The fee of the visit, in US dollars, "0.00" or more, such as "89.00".')
    ],
) -> Installation:
    """Book a visit for a line, in a free half day of an installer in the region of the delivery address.

    Records the fee, but does not charge it.  A line has at most one booked visit.
    """
    line = world.get(OrderLine, line_id)
    if line.status in ("cancelled", "returned"):
        raise ToolError(f"line_id: {line_id} is {line.status}; there is nothing to install")
    if world.get(Product, line.product_id).install == "none":
        raise ToolError(f"line_id: {line.product_id} is a product that we do not install")
    if booked := world.select(Installation, line_id=line_id, status="booked"):
        raise ToolError(f"line_id: {line_id} has a booked visit already, {booked[0].id}; it can be moved")
    within("fee", fee)
    _take(world, slot_id, slot_date, line.order_id)
    return world.insert(
        Installation(
            id=world.new_id("INS"),
            order_id=line.order_id,
            line_id=line_id,
            slot_id=slot_id,
            kind=kind,
            fee=fee,
            status="booked",
            report="none",
        )
    )


@writes(consent=("slot_date",))
def move_installation(
    world: World, installation_id: InstallationId, slot_id: SlotId, slot_date: SlotDate
) -> Installation:
    """Move a booked visit to another free half day in the same region.  Moves no money."""
    visit = _booked(world, installation_id)
    if slot_id == visit.slot_id:
        raise ToolError(f"slot_id: {installation_id} is booked for {slot_id} already")
    _take(world, slot_id, slot_date, visit.order_id)
    _release(world, visit.slot_id)
    return world.update(visit, slot_id=slot_id)


@writes
def cancel_installation(world: World, installation_id: InstallationId) -> Installation:
    """Cancel a booked visit; its half day becomes free.  Moves no money."""
    visit = _booked(world, installation_id)
    _release(world, visit.slot_id)
    return world.update(visit, status="cancelled")


def _booked(world: World, installation_id: str) -> Installation:
    visit = world.get(Installation, installation_id)
    if visit.status != "booked":
        raise ToolError(f"installation_id: {installation_id} is {visit.status}; only a booked visit can be changed")
    return visit


def _take(world: World, slot_id: str, slot_date: date, order_id: str) -> None:
    """Book one place of a half day; refuses one that is past, full, elsewhere or on another date."""
    slot = world.get(Slot, slot_id)
    if slot.slot_date != slot_date:
        raise ToolError(f"slot_date: {slot_id} is on {slot.slot_date}, not on {slot_date}")
    if slot.slot_date < world.today:
        raise ToolError(f"slot_id: {slot_id} is past; list_slots shows what is free")
    if slot.booked >= slot.capacity:
        raise ToolError(f"slot_id: {slot_id} is full; list_slots shows what is free")
    region = world.get(Address, world.get(Order, order_id).address_id).region
    installer = world.get(Installer, slot.installer_id)
    if installer.region != region:
        raise ToolError(f"slot_id: {installer.name} works in {installer.region}; {order_id} goes to {region}")
    world.update(slot, booked=slot.booked + 1)


def _release(world: World, slot_id: str) -> None:
    slot = world.get(Slot, slot_id)
    world.update(slot, booked=max(slot.booked - 1, 0))


def _visit(world: World, visit: Installation) -> Visit:
    slot = world.get(Slot, visit.slot_id)
    return Visit(installation=visit, slot=slot, installer=world.get(Installer, slot.installer_id))
