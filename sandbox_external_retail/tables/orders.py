"""Orders, their lines, and the promotions that were taken off each line."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from thinkingbox_plugin.authoring import Key, Money, References, Row

Speed = Literal["standard", "express", "next_day"]
OrderStatus = Literal["placed", "packed", "shipped", "delivered", "cancelled"]
LineStatus = Literal[
    "placed", "packed", "shipped", "delivered", "cancelled", "return_open", "exchange_open", "returned"
]


class Order(Row, table="orders", private="customer_id"):
    """An order; ``total`` holds its goods, the shipping fee and protection plans bought with it."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    placed_on: date
    status: OrderStatus
    address_id: Annotated[str, References("addresses")]
    shipping_speed: Speed = "standard"
    shipping_fee: Money
    total: Money
    gift: bool = False


class OrderLine(Row, table="order_lines", private="order_id"):
    """One product of an order; ``discount``, ``points_used`` and ``paid`` are for the whole line."""

    id: Key
    order_id: Annotated[str, References("orders")]
    product_id: Annotated[str, References("products")]
    quantity: Annotated[int, Field(ge=1)]
    unit_price: Money
    discount: Money
    points_used: Annotated[int, Field(ge=0)] = 0
    paid: Money
    status: LineStatus
    shipment_id: Annotated[str | None, References("shipments")] = None
    serial: str | None = None


class OrderPromotion(Row, table="order_promotions", private="order_id"):
    """What one promotion took off one line."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str, References("order_lines")]
    promotion_id: Annotated[str, References("promotions")]
    amount: Money
