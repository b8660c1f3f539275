"""Builders of payments and of money that went back or was charged later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from sandbox_travel.records._values import Cash, Day, booking_of, cash, day, first, maybe_day, year_after
from sandbox_travel.tables import (
    Booking,
    Charge,
    ChargeKind,
    Currency,
    Dispute,
    DisputeStatus,
    Invoice,
    Method,
    Payer,
    Payment,
    PaymentStatus,
    Purpose,
    Refund,
    RefundReason,
    Voucher,
)
from thinkingbox_plugin.authoring import Row


@dataclass(frozen=True)
class Part:
    """One payment of a booking to be built; made by :func:`pay`."""

    method: Method
    amount: Decimal
    on: date | None
    status: PaymentStatus
    instrument: Literal["open", "closed"]
    voucher_id: str | None
    purpose: Purpose
    payer: Payer


def pay(
    method: Method,
    amount: Cash,
    *,
    on: Day | None = None,
    status: PaymentStatus = "captured",
    instrument: Literal["open", "closed"] = "open",
    voucher_id: str | None = None,
    purpose: Purpose = "stay",
) -> Part:
    """A payment for a booking's ``payments``, made on the day of booking unless said otherwise; a company pays by
    invoice, a guest by card or voucher."""
    payer: Payer = "company" if method == "invoice" else "guest"
    return Part(method, cash(amount), maybe_day(on), status, instrument, voucher_id, purpose, payer)


def payment_row(head: Booking, place: int, part: Part) -> Payment:
    """The row of a booking's payment number ``place``."""
    return Payment(
        id=f"PAY-{head.id.removeprefix('BK-')}-{place}",
        booking_id=head.id,
        payer=part.payer,
        method=part.method,
        purpose=part.purpose,
        amount=part.amount,
        made_on=part.on or head.booked_on,
        status=part.status,
        instrument=part.instrument,
        voucher_id=part.voucher_id,
    )


def refund(id: str, amount: Cash, reason: RefundReason, on: Day, *, payment_id: str | None = None) -> Row:
    """A past refund, to the booking's first payment unless said otherwise."""
    return Refund(
        id=id,
        booking_id=booking_of(id),
        payment_id=payment_id or first("PAY", id),
        amount=cash(amount),
        reason=reason,
        issued_on=day(on),
    )


def charge(id: str, amount: Cash, kind: ChargeKind, on: Day, *, payer: Payer = "guest") -> Row:
    """A past charge for the booking whose number the id carries."""
    return Charge(id=id, booking_id=booking_of(id), payer=payer, amount=cash(amount), kind=kind, charged_on=day(on))


def voucher(
    id: str,
    guest_id: str,
    amount: Cash,
    reason: RefundReason,
    given_on: Day,
    *,
    currency: Currency = "EUR",
    booking_id: str | None = None,
    valid_until: Day | None = None,
) -> Row:
    """A voucher, valid for a year unless said otherwise; name the booking for which it was given, if it is there."""
    return Voucher(
        id=id,
        guest_id=guest_id,
        booking_id=booking_id,
        amount=cash(amount),
        currency=currency,
        reason=reason,
        given_on=day(given_on),
        valid_until=year_after(day(given_on)) if valid_until is None else day(valid_until),
    )


def dispute(
    id: str, amount: Cash, opened_on: Day, *, status: DisputeStatus = "open", payment_id: str | None = None
) -> Row:
    """A dispute of the booking's first payment unless said otherwise."""
    return Dispute(
        id=id,
        booking_id=booking_of(id),
        payment_id=payment_id or first("PAY", id),
        amount=cash(amount),
        opened_on=day(opened_on),
        status=status,
    )


def invoice(
    id: str,
    name: str,
    address: str,
    issued_on: Day,
    *,
    made_out_to: Payer = "guest",
    second_line: str | None = None,
    cost_centre: str | None = None,
    status: Literal["issued", "replaced"] = "issued",
    replaces: str | None = None,
) -> Row:
    """An invoice for the booking whose number the id carries."""
    return Invoice(
        id=id,
        booking_id=booking_of(id),
        made_out_to=made_out_to,
        name=name,
        second_line=second_line,
        address=address,
        cost_centre=cost_centre,
        issued_on=day(issued_on),
        status=status,
        replaces=replaces,
    )
