"""A small shop for the tests of the tools: two customers and orders in each state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandbox_external_retail import DOMAIN
from sandbox_external_retail.records import customer, line, order, points, shipment
from thinkingbox_plugin.authoring import Row, World

NINA, OMAR = "CUS-1201", "CUS-1202"
DELIVERED, SHIPPED, PLACED, OTHER = "ORD-21001", "ORD-21002", "ORD-21003", "ORD-21004"
"""Three orders of Nina, and one of Omar that was delivered."""


def shop(*more: Row | Sequence[Row]) -> World:
    """The base world with Nina, Omar and their orders, and ``more`` records, which may replace them."""
    records: list[Row | Sequence[Row]] = [
        customer(NINA, "Nína Jónsdóttir", "nina.jonsdottir@example.com", points=300),
        points("PL-1201-1", NINA, "bonus", 300, "2023-03-14"),
        customer(OMAR, "Omar Farouk", "omar.farouk@example.org", region="west"),
        order(DELIVERED, NINA, "2025-09-01", [line("TH-WM700"), line("TH-SB30", quantity=2)], shipping_fee="6.95"),
        shipment("SHP-21001-1", "heavyhaul", handed_over="2025-09-02", delivered="2025-09-05", due="2025-09-05",
                 label_postcode="11201"),
        order(SHIPPED, NINA, "2025-09-10", [line("TH-HP10")], status="shipped"),
        shipment("SHP-21002-1", "northline", handed_over="2025-09-11", due="2025-09-15", label_postcode="11201"),
        order(PLACED, NINA, "2025-09-23", [line("TH-DB03"), line("TH-LK04")], status="placed", shipping_fee="6.95"),
        order(OTHER, OMAR, "2025-09-01", [line("TH-CK90")]),
        shipment("SHP-21004-1", "heavyhaul", handed_over="2025-09-02", delivered="2025-09-06", due="2025-09-06",
                 label_postcode="91202"),
    ]  # fmt: skip
    rows = {(row.spec.name, row.key_values): row for row in _flat([*records, *more])}
    return DOMAIN.world(rows.values())


def _flat(records: Sequence[Row | Sequence[Row]]) -> Iterator[Row]:
    for record in records:
        if isinstance(record, Row):
            yield record
        else:
            yield from record
