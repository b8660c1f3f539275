"""Payments, and money that went back or was charged later."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from sandbox_travel.tables.hotels import Currency
from thinkingbox_plugin.authoring import Key, Money, References, Row

Payer = Literal["guest", "company"]
Method = Literal["card", "voucher", "invoice"]
Purpose = Literal["stay", "deposit", "balance"]
PaymentStatus = Literal["captured", "authorised", "failed"]
RefundReason = Literal[
    "stay_difference",
    "cancellation",
    "leaving_early",
    "group_release",
    "group_service",
    "free_place",
    "compensation",
    "request_not_kept",
    "duplicate",
    "charge_in_error",
    "price_match",
    "wrong_fact",
    "overbooked",
]
ChargeKind = Literal[
    "stay_difference",
    "change_fee",
    "extra_hours",
    "pet",
    "transfer",
    "name_change",
    "group_rate_lost",
    "free_place_lost",
    "group_service",
    "balance",
    "deposit",
    "city_tax",
    "minibar",
]
DisputeStatus = Literal["open", "decided_for_us", "decided_for_guest", "withdrawn"]


class Voucher(Row, table="vouchers", private="guest_id"):
    """A voucher of a person; ``valid_until`` is its last day."""

    id: Key
    guest_id: Annotated[str, References("guests")]
    booking_id: Annotated[str | None, References("bookings")] = None
    amount: Money
    currency: Currency
    reason: RefundReason
    given_on: date
    valid_until: date


class Payment(Row, table="payments", private="booking_id"):
    """A payment, made, authorised or tried on ``made_on``; a ``closed`` instrument is a card that no longer exists."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    payer: Payer
    method: Method
    purpose: Purpose = "stay"
    amount: Money
    made_on: date
    status: PaymentStatus = "captured"
    instrument: Literal["open", "closed"] = "open"
    voucher_id: Annotated[str | None, References("vouchers")] = None


class Refund(Row, table="refunds", private="booking_id"):
    """Money paid back to a payment."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    payment_id: Annotated[str, References("payments")]
    amount: Money
    reason: RefundReason
    issued_on: date


class Charge(Row, table="charges", private="booking_id"):
    """Money charged for a booking beside its payments."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    payer: Payer
    amount: Money
    kind: ChargeKind
    charged_on: date


class Dispute(Row, table="disputes", private="booking_id"):
    """A payment that the guest contests at their bank."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    payment_id: Annotated[str, References("payments")]
    amount: Money
    opened_on: date
    status: DisputeStatus


class Invoice(Row, table="invoices", private="booking_id"):
    """An invoice for a booking; one that was made anew names the one that it replaces."""

    id: Key
    booking_id: Annotated[str, References("bookings")]
    made_out_to: Payer
    name: str
    second_line: str | None = None
    address: str
    cost_centre: str | None = None
    issued_on: date
    status: Literal["issued", "replaced"] = "issued"
    replaces: Annotated[str | None, References("invoices")] = None
