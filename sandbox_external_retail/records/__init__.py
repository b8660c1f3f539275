"""Records of TechHome Direct: the base world, and builders with which tasks write their own."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.aftersales import (
    article,
    claim,
    comment,
    exchange,
    inspection,
    installation,
    plan,
    return_request,
    slot,
    stock_row,
    ticket,
)
from sandbox_external_retail.records.articles import ARTICLES
from sandbox_external_retail.records.base import customers_and_orders
from sandbox_external_retail.records.catalogue import catalogue, promotion
from sandbox_external_retail.records.ordering import (
    carrier_claim,
    charge,
    credit,
    dispute,
    events,
    line,
    order,
    refund,
    replacement,
    reshipment,
    shipment,
)
from sandbox_external_retail.records.people import address, contact, customer, points
from sandbox_external_retail.records.products import PRODUCTS, product
from sandbox_external_retail.records.visits import visits
from thinkingbox_plugin.authoring import Row


def base_records() -> Iterator[Row]:
    """The shop on an ordinary Wednesday."""
    yield from catalogue()
    yield from ARTICLES
    yield from visits()
    yield from customers_and_orders()


__all__ = [
    "PRODUCTS",
    "address",
    "article",
    "base_records",
    "carrier_claim",
    "charge",
    "claim",
    "comment",
    "contact",
    "credit",
    "customer",
    "dispute",
    "events",
    "exchange",
    "inspection",
    "installation",
    "line",
    "order",
    "plan",
    "points",
    "product",
    "promotion",
    "refund",
    "replacement",
    "reshipment",
    "return_request",
    "shipment",
    "slot",
    "stock_row",
    "ticket",
]
