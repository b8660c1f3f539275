"""Row classes of the toyshop."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from thinkingbox_plugin.authoring import (
    Internal,
    Key,
    Money,
    Prose,
    References,
    Row,
    Unordered,
    UserVisible,
    Volatile,
    helpdesk,
)

DESK = helpdesk(
    requesters="customers",
    about="orders",
    topics=("delivery", "refund", "return", "gift"),
    outcomes=("resolved", "declined", "escalated"),
    reasons=("none", "late", "damaged", "window_passed", "not_owner"),
)

Status = Literal["placed", "shipped", "delivered", "cancelled"]
RefundReason = Literal["late", "damaged", "goodwill"]
Condition = Literal["sealed", "opened", "broken"]


class Customer(Row, table="customers", private="id"):
    """A person who buys."""

    id: Key
    name: str
    email: str
    tier: Literal["regular", "gold"] = "regular"
    segment: Annotated[Literal["KESTREL-AMBER", "KESTREL-SLATE"], Internal()] = "KESTREL-SLATE"


class Product(Row, table="products"):
    """A thing on sale."""

    id: Key
    title: str
    price: Money
    stock: int
    returnable: bool = True


class Order(Row, table="orders", private="customer_id"):
    """What a customer bought in one go."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    product_ids: Annotated[list[Annotated[str, References("products")]], Unordered()]
    total: Money
    status: Status = "placed"
    ordered_on: date
    due: date | None = None
    note: Annotated[Prose, UserVisible()] = ""
    updated_at: Annotated[datetime | None, Volatile()] = None


class Refund(Row, table="refunds", private="order_id"):
    """Money paid back."""

    id: Key
    order_id: Annotated[str, References("orders")]
    amount: Money
    reason: RefundReason
    made_at: Annotated[datetime, Volatile()]


class Gift(Row, table="gifts", private="order_id"):
    """Products added to an order for nothing."""

    id: Key
    order_id: Annotated[str, References("orders")]
    product_ids: list[Annotated[str, References("products")]]
    card: Annotated[Prose, UserVisible()] = ""


class Return(Row, table="returns", private="order_id"):
    """Goods that come back."""

    id: Key
    order_id: Annotated[str, References("orders")]
    prepaid: bool
    expected: date


class ReturnLine(Row, table="return_lines", private="return_id"):
    """One product of a return."""

    return_id: Annotated[Key, References("returns")]
    product_id: Annotated[Key, References("products")]
    quantity: int
    condition: Condition


class Pickup(Row, table="pickups", private="customer_id"):
    """A courier's visit that takes returns along."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    return_ids: Annotated[list[Annotated[str, References("returns")]], Unordered()]
    day: date


TABLES: list[type[Row]] = [Customer, Product, Order, Refund, Gift, Return, ReturnLine, Pickup, *DESK.tables]
