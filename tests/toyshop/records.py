"""Base records of the toyshop."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

from thinkingbox_plugin.authoring import Row

from .tables import DESK, Customer, Order, Product


def base_records() -> Iterator[Row]:
    """Two customers, four products, nine orders, one open ticket."""
    yield Customer(id="CUS-1", name="Ada Quill", email="ada.quill@example.com", tier="gold", segment="KESTREL-AMBER")
    yield Customer(id="CUS-2", name="Bruno Vale", email="bruno.vale@example.org")
    yield Product(id="TOY-1", title="Wooden train", price=Decimal("40.00"), stock=12)
    yield Product(id="TOY-2", title="Kite", price=Decimal("15.50"), stock=3)
    yield Product(id="TOY-3", title="Puzzle", price=Decimal("9.99"), stock=0)
    yield Product(id="TOY-4", title="Balloons", price=Decimal("4.00"), stock=80, returnable=False)
    for number in range(1, 8):
        yield Order(
            id=f"ORD-{number}",
            customer_id="CUS-1",
            product_ids=["TOY-1", "TOY-2"] if number % 2 else ["TOY-2"],
            total=Decimal("55.50") if number % 2 else Decimal("15.50"),
            status="placed" if number > 5 else "delivered",
            ordered_on=date(2025, 9, number),
            due=date(2025, 9, 10 + number),
        )
    yield Order(
        id="ORD-8",
        customer_id="CUS-2",
        product_ids=["TOY-1", "TOY-4"],
        total=Decimal("44.00"),
        status="shipped",
        ordered_on=date(2025, 9, 20),
        due=date(2025, 9, 24),
    )
    yield Order(
        id="ORD-9", customer_id="CUS-2", product_ids=["TOY-3"], total=Decimal("9.99"), ordered_on=date(2025, 9, 30)
    )
    yield DESK.ticket(
        id="TK-11",
        requester_id="CUS-1",
        about_id="ORD-3",
        subject="Train came without its whistle",
        topic="refund",
        priority="normal",
        opened_at=datetime(2025, 9, 25, 12, 0),
    )
