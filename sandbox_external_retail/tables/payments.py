"""Payments, and money that went back or was charged later."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from thinkingbox_plugin.authoring import Key, Money, References, Row

Method = Literal["card", "gift_card"]
RefundReason = Literal[
    "return",
    "cancellation",
    "lost_parcel",
    "stolen_parcel",
    "damaged_parcel",
    "returned_to_sender",
    "late_delivery",
    "minor_defect",
    "price_adjustment",
    "promotion_correction",
    "exchange_difference",
    "plan_cancellation",
    "warranty_settlement",
    "missed_visit",
    "installation_cancelled",
    "goodwill",
]
ChargeKind = Literal[
    "price_difference",
    "restocking",
    "reshipment",
    "late_change",
    "missed_visit",
    "plan_excess",
    "speed_upgrade",
    "installation",
]


class Payment(Row, table="payments", private="order_id"):
    """Money taken for an order; a ``closed`` instrument is an account that no longer exists."""

    id: Key
    order_id: Annotated[str, References("orders")]
    method: Method
    amount: Money
    captured_on: date
    instrument: Literal["open", "closed"] = "open"


class Refund(Row, table="refunds", private="order_id"):
    """Money paid back to a payment."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str | None, References("order_lines")] = None
    payment_id: Annotated[str, References("payments")]
    amount: Money
    reason: RefundReason
    issued_on: date


class StoreCredit(Row, table="store_credits", private="customer_id"):
    """Credit on a customer's account."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    order_id: Annotated[str | None, References("orders")] = None
    line_id: Annotated[str | None, References("order_lines")] = None
    amount: Money
    reason: RefundReason
    issued_on: date


class Charge(Row, table="charges", private="order_id"):
    """Money charged for an order after it was paid."""

    id: Key
    order_id: Annotated[str, References("orders")]
    amount: Money
    kind: ChargeKind
    charged_on: date


class Dispute(Row, table="disputes", private="order_id"):
    """A payment that the customer contests at their bank."""

    id: Key
    order_id: Annotated[str, References("orders")]
    payment_id: Annotated[str, References("payments")]
    amount: Money
    opened_on: date
    status: Literal["open", "decided_for_shop", "decided_for_customer", "withdrawn"]
