"""Whether prices, payments, refunds, charges, vouchers and invoices of a world agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from itertools import combinations

from sandbox_travel.records._values import rounded
from sandbox_travel.tables import (
    Booking,
    BookingEvent,
    BookingRequest,
    BookingRoom,
    Charge,
    Dispute,
    Invoice,
    Payment,
    Refund,
    RoomType,
    Voucher,
)
from thinkingbox_plugin.authoring import World

_MOVES_TOTAL = ("stay_difference", "cancellation", "group_release", "overbooked")
"""Reasons for which money goes back because a room costs less than before."""


def _sum(amounts: Iterator[Decimal]) -> Decimal:
    return sum(amounts, Decimal("0.00"))


def _rooms(world: World) -> Iterator[str]:
    for room in world.select(BookingRoom):
        booking = world.get(Booking, room.booking_id)
        whole = room.night_price * (room.departure - room.arrival).days
        events = world.select(BookingEvent, booking_id=booking.id)
        about = [item.kind for item in events if item.room_id in (room.id, None)]
        changed = any(kind.startswith(("changed_", "moved_")) for kind in about)
        given_up = room.status in ("cancelled", "released")
        if not changed and (room.total > whole if given_up else room.total != whole):
            yield f"{room.id}: total {room.total}, its nights {whole}"
        if booking.currency == "JPY" and (room.total % 1 or room.night_price % 1):
            yield f"{room.id}: fractions of a yen"


def _totals(world: World) -> Iterator[str]:
    for booking in world.select(Booking):
        rooms = world.select(BookingRoom, booking_id=booking.id)
        free = _free_places(world, booking, rooms) if booking.kind == "group" else Decimal(0)
        if booking.total != (due := _sum(room.total for room in rooms) - free):
            yield f"{booking.id}: total {booking.total}, its rooms and free places {due}"
        if booking.kind == "group":
            yield from _group_paid(world, booking)
        elif booking.status != "no_show":
            yield from _paid(world, booking)


def _free_places(world: World, booking: Booking, rooms: list[BookingRoom]) -> Decimal:
    """Half of the cheapest double room's first price for each full twenty guests, infants aside."""
    places = sum(room.adults + room.children for room in rooms) // 20
    doubles = [
        room.night_price * (room.departure - room.arrival).days
        for room in rooms
        if world.get(RoomType, room.room_type_id).kind == "double"
    ]
    if not doubles:
        return Decimal(0)
    return rounded(min(doubles) / 2, booking.currency) * places


def _captured(world: World, booking: Booking) -> list[Payment]:
    return sorted(
        world.select(Payment, booking_id=booking.id, status="captured"), key=lambda item: (item.made_on, item.id)
    )


def _paid(world: World, booking: Booking) -> Iterator[str]:
    payments = _captured(world, booking)
    refunds = world.select(Refund, booking_id=booking.id)
    vouchers = world.select(Voucher, booking_id=booking.id)
    net = _sum(item.amount for item in payments)
    net += _sum(item.amount for item in world.select(Charge, booking_id=booking.id) if item.kind == "stay_difference")
    net -= _sum(item.amount for item in refunds if item.reason in (*_MOVES_TOTAL, "duplicate"))
    net -= _sum(item.amount for item in vouchers if item.reason in ("stay_difference", "cancellation"))
    twice = {
        later.amount
        for earlier, later in combinations(payments, 2)
        if earlier.amount == later.amount and later.made_on - earlier.made_on <= timedelta(days=1)
    }
    # What a non-refundable room costs less after a change is kept.
    kept = booking.plan == "non_refundable" and net > booking.total
    if net - booking.total not in {Decimal(0), *twice} and not (kept and _changed(world, booking)):
        yield f"{booking.id}: total {booking.total}, but {net} was paid and not given back"


def _changed(world: World, booking: Booking) -> bool:
    events = world.select(BookingEvent, booking_id=booking.id)
    return any(event.kind.startswith("changed_") for event in events)


def _group_paid(world: World, booking: Booking) -> Iterator[str]:
    refunds = world.select(Refund, booking_id=booking.id)
    net = _sum(item.amount for item in _captured(world, booking))
    net -= _sum(item.amount for item in refunds if item.reason in _MOVES_TOTAL)
    if booking.status in ("completed", "in_house") and net != booking.total:
        yield f"{booking.id}: total {booking.total}, but {net} was paid and not given back"
    if net > booking.total and booking.status != "cancelled":
        yield f"{booking.id}: total {booking.total}, but {net} is still paid"


def _payments(world: World) -> Iterator[str]:
    for payment in world.select(Payment):
        booking = world.get(Booking, payment.booking_id)
        back = _sum(item.amount for item in world.select(Refund, payment_id=payment.id))
        charges = world.select(Charge, booking_id=booking.id, payer=payment.payer)
        most = payment.amount + _sum(item.amount for item in charges)
        if back > (most if payment.status == "captured" else 0):
            yield f"{payment.id}: {back} refunded of {most} {payment.status}"
        if not booking.booked_on <= payment.made_on <= world.today:
            yield f"{payment.id}: made on {payment.made_on}"
        if (payment.method == "invoice") != (payment.payer == "company"):
            yield f"{payment.id}: {payment.payer} by {payment.method}"
        if payment.payer == "company" and booking.company_id is None:
            yield f"{payment.id}: by a company, for a booking without one"
        if (payment.method == "voucher") != (payment.voucher_id is not None):
            yield f"{payment.id}: {payment.method} with voucher {payment.voucher_id}"
        if payment.instrument == "closed" and payment.method != "card":
            yield f"{payment.id}: a {payment.method} cannot be closed"
        if (payment.purpose == "stay") == (booking.kind == "group"):
            yield f"{payment.id}: {payment.purpose} of a booking that is {booking.kind}"
        if payment.voucher_id is not None:
            used = world.get(Voucher, payment.voucher_id)
            if (used.guest_id, used.currency) != (booking.holder_id, booking.currency) or payment.amount > used.amount:
                yield f"{payment.id}: {used.id} is another's, in another currency, or worth less"
            if not used.given_on <= payment.made_on <= used.valid_until:
                yield f"{payment.id}: {used.id} was not valid on {payment.made_on}"


def _moved(world: World) -> Iterator[str]:
    for refund in world.select(Refund):
        if world.get(Payment, refund.payment_id).booking_id != refund.booking_id:
            yield f"{refund.id}: to a payment of another booking"
    dated = [(row.id, row.booking_id, row.issued_on) for row in world.select(Refund)]
    dated += [(row.id, row.booking_id, row.charged_on) for row in world.select(Charge)]
    dated += [(row.id, row.booking_id, row.opened_on) for row in world.select(Dispute)]
    dated += [(row.id, row.booking_id, row.given_on) for row in world.select(Voucher) if row.booking_id]
    for key, booking_id, on in dated:
        if not world.get(Booking, booking_id).booked_on <= on <= world.today:
            yield f"{key}: dated {on}"
    for charge in world.select(Charge):
        booking = world.get(Booking, charge.booking_id)
        if charge.payer == "company" and booking.company_id is None:
            yield f"{charge.id}: to a company, for a booking without one"
    for dispute in world.select(Dispute):
        payment = world.get(Payment, dispute.payment_id)
        if payment.booking_id != dispute.booking_id or dispute.amount > payment.amount:
            yield f"{dispute.id}: not of its booking's payment, or above it"


def _vouchers(world: World) -> Iterator[str]:
    for voucher in world.select(Voucher):
        if voucher.valid_until <= voucher.given_on:
            yield f"{voucher.id}: given on {voucher.given_on}, valid until {voucher.valid_until}"
        if voucher.booking_id is not None:
            booking = world.get(Booking, voucher.booking_id)
            if booking.company_id is not None or booking.currency != voucher.currency:
                yield f"{voucher.id}: for {booking.id}, a company's or in {booking.currency}"
            if booking.holder_id != voucher.guest_id:
                yield f"{voucher.id}: not the holder's of {booking.id}"


def _invoices(world: World) -> Iterator[str]:
    invoices = world.select(Invoice)
    replaced = {item.replaces for item in invoices}
    for item in invoices:
        booking = world.get(Booking, item.booking_id)
        if (item.status == "replaced") != (item.id in replaced):
            yield f"{item.id}: {item.status}, but its successor says otherwise"
        if (item.made_out_to == "company") != (booking.company_id is not None):
            yield f"{item.id}: to a {item.made_out_to}, for company {booking.company_id}"
        if item.address != " ".join(item.address.replace(",", " ").split()):
            yield f"{item.id}: its address is not spelled as issue_invoice would"
        if not booking.departure <= item.issued_on <= world.today:
            yield f"{item.id}: issued on {item.issued_on}, departure {booking.departure}"


def _paid_wishes(world: World) -> Iterator[str]:
    """A pet, a transfer or extra hours that were charged were agreed to, or the charge is the point of a task."""
    for charge in world.select(Charge):
        wishes = {item.wish for item in world.select(BookingRequest, booking_id=charge.booking_id)}
        if charge.kind in ("pet", "transfer") and wishes and charge.kind not in wishes:
            yield f"{charge.id}: {charge.kind}, but the booking has {', '.join(sorted(wishes))} only"


LOOKS: tuple[Callable[[World], Iterator[str]], ...] = (
    _rooms,
    _totals,
    _payments,
    _moved,
    _vouchers,
    _invoices,
    _paid_wishes,
)
