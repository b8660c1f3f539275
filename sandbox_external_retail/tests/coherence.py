"""Whether the records of a world agree with one another, as those of a real shop would.

The tables' own rules (references, enumerations) are checked when records are loaded; this looks at what
several rows say together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal

from sandbox_external_retail.tables import (
    DESK,
    Address,
    Customer,
    Dispute,
    Exchange,
    Inspection,
    Installation,
    Installer,
    Membership,
    Order,
    OrderLine,
    OrderPromotion,
    Payment,
    PointsEntry,
    Product,
    Promotion,
    ProtectionPlan,
    Refund,
    Return,
    Shipment,
    ShipmentEvent,
    Slot,
    Stock,
    WarrantyClaim,
)
from sandbox_external_retail.tools.customers import tidy, tidy_postcode
from thinkingbox_plugin.authoring import World

_SENT = ("shipped", "delivered", "return_open", "exchange_open", "returned")
_RETURN_OF_LINE = {
    "open": "return_open",
    "in_transit": "return_open",
    "received": "return_open",
    "closed": "returned",
    "rejected": "delivered",
}


def findings(world: World) -> list[str]:
    """Everything that does not agree, each naming the row."""
    return [found for look in _LOOKS for found in look(world)]


def _accounts(world: World) -> Iterator[str]:
    customers = world.select(Customer)
    for email, count in Counter(customer.email for customer in customers).items():
        if count > 1 or email != email.lower():
            yield f"{email}: not the one account in lower case"
    for customer in customers:
        if not world.select(Address, customer_id=customer.id):
            yield f"{customer.id}: no address"
        if world.find(Membership, customer.id) is None:
            yield f"{customer.id}: no membership row"
    for address in world.select(Address):
        if (tidy(address.line1), tidy(address.city)) != (address.line1, address.city):
            yield f"{address.id}: not spelled as add_address would"
        if tidy_postcode(address.postcode) != address.postcode:
            yield f"{address.id}: postcode not spelled as add_address would"
    for membership in world.select(Membership):
        if (membership.tier == "basic") != (membership.paid_until is None):
            yield f"{membership.customer_id}: tier {membership.tier} paid until {membership.paid_until}"


def _points(world: World) -> Iterator[str]:
    balance: Counter[str] = Counter()
    for entry in world.select(PointsEntry):
        adds = entry.kind in ("earned", "given_back", "bonus")
        balance[entry.customer_id] += entry.points if adds else -entry.points
        if entry.line_id is not None:
            line = world.get(OrderLine, entry.line_id)
            if line.order_id != entry.order_id or world.get(Order, line.order_id).customer_id != entry.customer_id:
                yield f"{entry.id}: its line belongs to another order or customer"
    for membership in world.select(Membership):
        if membership.points != balance[membership.customer_id]:
            yield (
                f"{membership.customer_id}: balance {membership.points}, "
                f"but the ledger sums to {balance[membership.customer_id]}; add an entry with points(...)"
            )


def _order_sums(world: World) -> Iterator[str]:
    for line in world.select(OrderLine):
        discount = sum((part.amount for part in world.select(OrderPromotion, line_id=line.id)), Decimal(0))
        paid = line.unit_price * line.quantity - line.discount - Decimal(line.points_used) / 100
        if (line.discount, line.paid) != (discount, paid):
            yield f"{line.id}: discount {line.discount}, paid {line.paid}; its rows give {discount}, {paid}"
    for order in world.select(Order):
        lines = world.select(OrderLine, order_id=order.id)
        goods = sum((line.paid for line in lines), order.shipping_fee)
        plans = [plan.price for line in lines for plan in world.select(ProtectionPlan, line_id=line.id)]
        if order.total - goods not in (Decimal(0), sum(plans, Decimal(0))):
            yield f"{order.id}: total {order.total}, its lines and fee {goods}, its plans {plans}"
        payments = sum((part.amount for part in world.select(Payment, order_id=order.id)), Decimal(0))
        if payments != order.total:
            yield f"{order.id}: total {order.total}, paid {payments}"
    for payment in world.select(Payment):
        refunds = sum((refund.amount for refund in world.select(Refund, payment_id=payment.id)), Decimal(0))
        if refunds > payment.amount:
            yield f"{payment.id}: {refunds} refunded of {payment.amount}"


def _promotions(world: World) -> Iterator[str]:
    for part in world.select(OrderPromotion):
        order, line = world.get(Order, part.order_id), world.get(OrderLine, part.line_id)
        promotion, product = world.get(Promotion, part.promotion_id), world.get(Product, line.product_id)
        if not promotion.starts_on <= order.placed_on <= promotion.ends_on:
            yield f"{part.id}: {promotion.id} was not in force on {order.placed_on}"
        if promotion.category not in (None, product.category):
            yield f"{part.id}: {promotion.id} does not cover {product.category}"
        if promotion.kind == "percent" and part.amount != (
            line.unit_price * line.quantity * promotion.value / 100
        ).quantize(Decimal("0.01")):
            yield f"{part.id}: {part.amount} is not {promotion.value} percent of the list price"
        lines = world.select(OrderLine, order_id=order.id)
        listed = sum((other.unit_price * other.quantity for other in lines), Decimal(0))
        if promotion.min_spend is not None and listed < promotion.min_spend:
            yield f"{part.id}: the order does not reach the minimum spend of {promotion.id}"
        bundle = {promotion.product_id, promotion.bundle_product_id} - {None}
        if not bundle <= {other.product_id for other in lines}:
            yield f"{part.id}: the order lacks a product of {promotion.id}"


def _statuses(world: World) -> Iterator[str]:
    allowed = {
        "placed": {"placed", "cancelled"},
        "packed": {"packed", "placed", "cancelled"},
        "shipped": {"shipped", "delivered", "placed", "packed", "cancelled", "return_open", "exchange_open"},
        "delivered": {"delivered", "cancelled", "return_open", "exchange_open", "returned"},
        "cancelled": {"cancelled"},
    }
    for order in world.select(Order):
        if not order.gift and world.get(Address, order.address_id).customer_id != order.customer_id:
            yield f"{order.id}: its address belongs to another customer"
        for line in world.select(OrderLine, order_id=order.id):
            if line.status not in allowed[order.status]:
                yield f"{line.id}: {line.status} in an order that is {order.status}"
            if line.status in _SENT and line.shipment_id is None:
                yield f"{line.id}: {line.status} without a parcel"
            if line.shipment_id is not None:
                yield from _line_and_parcel(line, world.get(Shipment, line.shipment_id))


def _line_and_parcel(line: OrderLine, parcel: Shipment) -> Iterator[str]:
    if parcel.order_id != line.order_id:
        yield f"{line.id}: in a parcel of another order"
    if line.status in ("delivered", "exchange_open", "returned") and parcel.status != "delivered":
        yield f"{line.id}: {line.status}, but its parcel is {parcel.status}"
    if line.status == "shipped" and parcel.status in ("delivered", "preparing"):
        yield f"{line.id}: shipped, but its parcel is {parcel.status}"


def _parcels(world: World) -> Iterator[str]:
    for parcel in world.select(Shipment):
        order = world.get(Order, parcel.order_id)
        known = [order.placed_on, parcel.handed_over_on or order.placed_on, parcel.delivered_on or world.today]
        if known != sorted(known) or known[-1] > world.today:
            yield f"{parcel.id}: placed, handed over and delivered on {', '.join(map(str, known))}"
        if (parcel.delivered_on is not None) != (parcel.status == "delivered"):
            yield f"{parcel.id}: {parcel.status}, delivered on {parcel.delivered_on}"
        if (parcel.handed_over_on is None) != (parcel.status == "preparing"):
            yield f"{parcel.id}: {parcel.status}, handed over on {parcel.handed_over_on}"
        home = world.get(Address, order.address_id).postcode
        if parcel.label_postcode != home and parcel.status not in ("returned_to_sender", "reshipping"):
            known_places = {address.postcode for address in world.select(Address, customer_id=order.customer_id)}
            if parcel.label_postcode not in known_places:
                yield f"{parcel.id}: its label says {parcel.label_postcode}, the order {home}"
        yield from _tracking(world, parcel)


def _tracking(world: World, parcel: Shipment) -> Iterator[str]:
    events = world.select(ShipmentEvent, shipment_id=parcel.id)
    dates = [event.happened_on for event in events]
    if dates != sorted(dates) or any(when > world.today for when in dates):
        yield f"{parcel.id}: its tracking is not in order of time, or runs past today"
    if not events:
        return
    ends = {"delivered": ("delivered",), "returned_to_sender": _CAME_BACK}.get(parcel.status, ())
    if ends and events[-1].kind not in ends:
        yield f"{parcel.id}: {parcel.status}, but last tracked as {events[-1].kind}"
    if parcel.status in ("in_transit", "delayed") and events[-1].kind in ("delivered", *_CAME_BACK):
        yield f"{parcel.id}: {parcel.status}, but last tracked as {events[-1].kind}"
    for event in events:
        if event.kind == "delivered" and event.happened_on != parcel.delivered_on:
            yield f"{event.id}: delivered on {event.happened_on}, the parcel on {parcel.delivered_on}"
        if event.kind == "handed_over" and event.happened_on != parcel.handed_over_on:
            yield f"{event.id}: handed over on {event.happened_on}, the parcel on {parcel.handed_over_on}"


_CAME_BACK = ("returned_address", "returned_refused", "returned_damaged")


def _returns(world: World) -> Iterator[str]:
    for request in world.select(Return):
        line = world.get(OrderLine, request.line_id)
        if line.order_id != request.order_id:
            yield f"{request.id}: its line belongs to another order"
        others = [other for other in world.select(Return, line_id=line.id) if other.id > request.id]
        if line.status != _RETURN_OF_LINE[request.status] and not others:
            yield f"{request.id}: {request.status}, but its line is {line.status}"
        inspections = world.select(Inspection, return_id=request.id)
        if len(inspections) > 1:
            yield f"{request.id}: inspected twice"
        if inspections and request.status in ("open", "in_transit"):
            yield f"{request.id}: inspected, but {request.status}"
        if request.refund_amount > line.paid:
            yield f"{request.id}: quotes more than was paid"
    for swap in world.select(Exchange):
        line = world.get(OrderLine, swap.line_id)
        if line.order_id != swap.order_id or (swap.status == "open" and line.status != "exchange_open"):
            yield f"{swap.id}: {swap.status}, but {line.id} is {line.status}"
    for line in world.select(OrderLine, status="exchange_open"):
        if not world.select(Exchange, line_id=line.id, status="open"):
            yield f"{line.id}: exchange_open without an open exchange"


def _owners(world: World) -> Iterator[str]:
    for plan in world.select(ProtectionPlan):
        if _owner(world, plan.line_id) != plan.customer_id:
            yield f"{plan.id}: protects another customer's line"
    for claim in world.select(WarrantyClaim):
        if _owner(world, claim.line_id) != claim.customer_id:
            yield f"{claim.id}: for another customer's line"
        if (claim.cover == "plan") != (claim.plan_id is not None):
            yield f"{claim.id}: cover {claim.cover} with plan {claim.plan_id}"
    for refund in world.select(Refund):
        if world.get(Payment, refund.payment_id).order_id != refund.order_id:
            yield f"{refund.id}: to a payment of another order"
        if refund.line_id and world.get(OrderLine, refund.line_id).order_id != refund.order_id:
            yield f"{refund.id}: for a line of another order"
    for dispute in world.select(Dispute):
        payment = world.get(Payment, dispute.payment_id)
        if payment.order_id != dispute.order_id or dispute.amount > payment.amount:
            yield f"{dispute.id}: not of its order's payment, or above it"


def _owner(world: World, line_id: str) -> str:
    return world.get(Order, world.get(OrderLine, line_id).order_id).customer_id


def _visits(world: World) -> Iterator[str]:
    for slot in world.select(Slot):
        booked = len(world.select(Installation, slot_id=slot.id, status="booked"))
        if not booked <= slot.booked <= slot.capacity:
            yield f"{slot.id}: {slot.booked} of {slot.capacity} booked, {booked} visits"
    for visit in world.select(Installation):
        slot, order = world.get(Slot, visit.slot_id), world.get(Order, visit.order_id)
        installer, line = world.get(Installer, slot.installer_id), world.get(OrderLine, visit.line_id)
        product = world.get(Product, line.product_id)
        if line.order_id != order.id:
            yield f"{visit.id}: its line belongs to another order"
        if installer.region != world.get(Address, order.address_id).region:
            yield f"{visit.id}: {installer.id} does not work where {order.id} goes"
        if product.install == "none" or (product.install == "gas" and not installer.gas_certified):
            yield f"{visit.id}: {installer.id} cannot install {product.id}"
        if visit.status in ("completed", "missed") and slot.slot_date > world.today:
            yield f"{visit.id}: {visit.status}, but on {slot.slot_date}"
        if visit.status == "booked" and slot.slot_date < world.today:
            yield f"{visit.id}: still booked for {slot.slot_date}"
        reports = {"completed": ("done",), "missed": ("nobody_home", "not_arrived")}.get(visit.status, ("none",))
        if visit.report not in reports:
            yield f"{visit.id}: {visit.status}, but the report is {visit.report}"


def _stock(world: World) -> Iterator[str]:
    for row in world.select(Stock):
        if row.reserved > row.on_hand:
            yield f"{row.id}: {row.reserved} reserved of {row.on_hand}"


def _tickets(world: World) -> Iterator[str]:
    for ticket in world.select(DESK.ticket):
        closed = ticket.status == "closed"
        if {closed} != {value is not None for value in (ticket.outcome, ticket.reason, ticket.closed_at)}:
            yield f"{ticket.id}: {ticket.status}, outcome {ticket.outcome}, reason {ticket.reason}"


_LOOKS: tuple[Callable[[World], Iterator[str]], ...] = (
    _accounts,
    _points,
    _order_sums,
    _promotions,
    _statuses,
    _parcels,
    _returns,
    _owners,
    _visits,
    _stock,
    _tickets,
)
