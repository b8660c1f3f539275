"""Payments: what was paid, refunded, charged and disputed, and the vouchers that guests have."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import (
    Booking,
    BookingPerson,
    Charge,
    ChargeKind,
    Dispute,
    Guest,
    Payer,
    Payment,
    Refund,
    RefundReason,
    Voucher,
)
from sandbox_travel.tools._common import BookingId, GuestId, SomeMoney, in_currency, within
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, View, World, paged, reads, writes

Reason = Annotated[RefundReason, Field(description="What it is for.")]
_LONGEST = timedelta(days=1100)
"""No voucher is valid for longer."""


class PaymentFile(View):
    """The money of one booking."""

    payments: list[Payment]
    charges: list[Charge]
    refunds: list[Refund]


@reads
def get_payments(world: World, booking_id: BookingId) -> PaymentFile:
    """Read a booking's payments, later charges, and refunds, in the booking's currency.

    Only a captured payment has been paid; an authorised one holds the money, a failed one took none.  A payment
    whose instrument is closed was made with a card that no longer exists.  Vouchers and disputes have lists of their
    own.
    """
    world.get(Booking, booking_id)
    return PaymentFile(
        payments=world.select(Payment, booking_id=booking_id),
        charges=world.select(Charge, booking_id=booking_id),
        refunds=world.select(Refund, booking_id=booking_id),
    )


@reads
def list_vouchers(world: World, guest_id: GuestId, page: PageNumber = 1) -> Page[Voucher]:
    """List the vouchers that a guest was given, newest first, five a page: amount, for which booking and reason, and
    the last day of each.  A voucher that paid for a booking is named by that booking's payment."""
    world.get(Guest, guest_id)
    vouchers = world.select(Voucher, guest_id=guest_id)
    return paged(sorted(vouchers, key=lambda voucher: (voucher.given_on, voucher.id), reverse=True), page)


@reads
def list_disputes(world: World, booking_id: BookingId) -> list[Dispute]:
    """List the payments of a booking that are or were disputed at the bank, and how each dispute stands."""
    world.get(Booking, booking_id)
    return world.select(Dispute, booking_id=booking_id)


@writes(consent=("amount",))
def issue_refund(
    world: World,
    payment_id: Annotated[str, Field(description="The payment that the money goes back to, such as PAY-50001-1.")],
    amount: SomeMoney,
    reason: Reason,
) -> Refund:
    """Pay money back to a captured payment, at once.  All that goes back to a payment cannot be more than the payment
    and what was charged to its payer for the booking.  Changes no total."""
    payment = world.get(Payment, payment_id)
    if payment.status != "captured":
        raise ToolError(f"payment_id: {payment_id} is {payment.status}; only a captured payment can be paid back")
    booking = world.get(Booking, payment.booking_id)
    within("amount", amount, _refundable(world, payment), f"can still go back to {payment_id}")
    in_currency("amount", amount, booking.currency)
    return world.insert(
        Refund(
            id=world.new_id("RF"),
            booking_id=booking.id,
            payment_id=payment_id,
            amount=amount,
            reason=reason,
            issued_on=world.today,
        )
    )


@writes(consent=("amount",))
def give_voucher(
    world: World,
    guest_id: Annotated[str, Field(description="The guest who gets it, such as GST-1001.")],
    booking_id: Annotated[str, Field(description="The booking that it is for, such as BK-50001.")],
    amount: SomeMoney,
    reason: Reason,
    valid_until: Annotated[date, Field(description="Its last day.")],
) -> Voucher:
    """Give a voucher in the booking's currency to the guest who holds a booking or who is listed under it."""
    guest = world.get(Guest, guest_id)
    booking = world.get(Booking, booking_id)
    if guest.id != booking.holder_id and not world.select(BookingPerson, booking_id=booking_id, guest_id=guest_id):
        raise ToolError(f"guest_id: {guest_id} neither holds {booking_id} nor is listed under it")
    within("amount", amount)
    in_currency("amount", amount, booking.currency)
    if not world.today <= valid_until <= world.today + _LONGEST:
        raise ToolError(f"valid_until: {valid_until} is past or too far off; give a day within three years from today")
    return world.insert(
        Voucher(
            id=world.new_id("VCH"),
            guest_id=guest_id,
            booking_id=booking_id,
            amount=amount,
            currency=booking.currency,
            reason=reason,
            given_on=world.today,
            valid_until=valid_until,
        )
    )


@writes(consent=("amount",))
def create_charge(
    world: World,
    booking_id: BookingId,
    payer: Annotated[
        Payer, Field(description="guest: the card of the guest who holds the booking; company: the company's invoice.")
    ],
    amount: SomeMoney,
    kind: Annotated[ChargeKind, Field(description="What is charged for.")],
) -> Charge:
    """Charge the guest or the company for something that concerns a booking.  Changes no total."""
    booking = world.get(Booking, booking_id)
    if payer == "company" and booking.company_id is None:
        raise ToolError(f"payer: no company pays for {booking_id}; charge the guest")
    within("amount", amount)
    in_currency("amount", amount, booking.currency)
    return world.insert(
        Charge(
            id=world.new_id("CHR"),
            booking_id=booking_id,
            payer=payer,
            amount=amount,
            kind=kind,
            charged_on=world.today,
        )
    )


def _refundable(world: World, payment: Payment) -> Decimal:
    """What can still go back to a payment: what its payer paid there or was charged later, less what went back.

    Charges go to the payer's means of payment, not to one payment; so what all payments of the payer got back
    bounds it too.
    """
    charged = sum(
        (charge.amount for charge in world.select(Charge, booking_id=payment.booking_id, payer=payment.payer)),
        Decimal("0.00"),
    )
    siblings = world.select(Payment, booking_id=payment.booking_id, payer=payment.payer, status="captured")
    paid = {sibling.id: sibling.amount for sibling in siblings}
    back = dict.fromkeys(paid, Decimal("0.00"))
    for refund in world.select(Refund, booking_id=payment.booking_id):
        if refund.payment_id in back:
            back[refund.payment_id] += refund.amount
    here = paid[payment.id] - back[payment.id]
    return max(min(here, sum(paid.values()) - sum(back.values())) + charged, Decimal("0.00"))
