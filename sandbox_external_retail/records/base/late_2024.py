"""Orders of October to December 2024, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.aftersales import claim, inspection, plan, return_request, ticket
from sandbox_external_retail.records.base._journey import delivered, on_the_way
from sandbox_external_retail.records.ordering import (
    carrier_claim,
    credit,
    line,
    order,
    refund,
    replacement,
)
from sandbox_external_retail.records.people import points
from thinkingbox_plugin.authoring import Row


def late_2024() -> Iterator[Row]:
    """Eight orders."""
    yield from _everyday()
    yield from _fridge()
    yield from _returned_blender()
    yield from _parcels_gone_wrong()


def _everyday() -> Iterator[Row]:
    yield from order("ORD-20003", "CUS-1001", "2024-10-03", [line("TH-HP10")])
    yield from delivered("SHP-20003-1", "CUS-1001", "parcelfox", "2024-10-04", "2024-10-07", brief=True)
    yield points("PL-20003-1", "CUS-1001", "earned", 219, "2024-10-07", line_id="LIN-20003-1")

    yield from order("ORD-20058", "CUS-1002", "2024-11-27", [line("TH-PH08")], speed="express")
    yield from delivered(
        "SHP-20058-1", "CUS-1002", "parcelfox", "2024-11-28", "2024-11-30", signed_by="M Santos", brief=True
    )
    yield points("PL-20058-1", "CUS-1002", "earned", 799, "2024-11-30", line_id="LIN-20058-1")

    yield from order(
        "ORD-20066", "CUS-1013", "2024-12-05", [line("TH-SP02", quantity=2)], address_id="ADR-1013-2", gift=True
    )
    yield from delivered("SHP-20066-1", "CUS-1013", "northline", "2024-12-06", "2024-12-10", brief=True)
    yield points("PL-20066-1", "CUS-1013", "earned", 318, "2024-12-10", line_id="LIN-20066-1")


def _fridge() -> Iterator[Row]:
    """A refrigerator whose cooling the maker repaired once; its television arrived late elsewhere."""
    yield from order(
        "ORD-20015",
        "CUS-1004",
        "2024-10-15",
        [line("TH-FR480", serial="PLR-0482")],
        shipping_fee="49.00",
        plans=("139.00",),
    )
    yield from delivered("SHP-20015-1", "CUS-1004", "heavyhaul", "2024-10-18", "2024-10-22", brief=True)
    yield points("PL-20015-1", "CUS-1004", "earned", 1380, "2024-10-22", line_id="LIN-20015-1")
    yield plan("PLN-20015-1", "CUS-1004", "2024-10-15", price="139.00", claim_limit="900.00", months=36)
    yield claim("CLM-20015-1", "CUS-1004", "LIN-20015-1", "cooling", "2025-06-11", amount="394.00")
    yield ticket(
        "TK-2019", "CUS-1004", "warranty", "Fridge does not cool", "2025-06-11", about_id="ORD-20015", status="closed"
    )

    yield from order("ORD-20029", "CUS-1007", "2024-10-29", [line("TH-TV65")], shipping_fee="49.00")
    yield from delivered(
        "SHP-20029-1", "CUS-1007", "heavyhaul", "2024-10-31", "2024-11-12", due="2024-11-04", brief=True
    )
    yield refund("RF-20029-1", "100.00", "late_delivery", "2024-11-12")
    yield ticket(
        "TK-2004", "CUS-1007", "delivery", "TV eight days late", "2024-11-11", about_id="ORD-20029", status="closed"
    )


def _returned_blender() -> Iterator[Row]:
    yield from order(
        "ORD-20041",
        "CUS-1010",
        "2024-11-10",
        [line("TH-CM40"), line("TH-BL22", status="returned")],
        shipping_fee="6.95",
    )
    yield from delivered("SHP-20041-1", "CUS-1010", "northline", "2024-11-11", "2024-11-14", brief=True)
    yield return_request(
        "RT-20041-2", amount="109.05", on="2024-11-20", status="closed", condition="sealed", method="label"
    )
    yield inspection("INSP-20041-2", "sealed", "2024-11-27")
    yield refund("RF-20041-1", "109.05", "return", "2024-11-27", line_id="LIN-20041-2")


def _parcels_gone_wrong() -> Iterator[Row]:
    """A laptop lost and sent again; a shaver stolen from the step; a credit of goodwill."""
    yield from order("ORD-20079", "CUS-1016", "2024-12-18", [line("TH-MN27", status="shipped")], status="shipped")
    yield from on_the_way("SHP-20079-1", "CUS-1016", "northline", "2024-12-19", "2024-12-23", delayed=True)
    yield carrier_claim("CC-20079-1", "lost", "2025-01-04")
    yield replacement("RPL-20079-1", "LIN-20079-1", "TH-MN27", "lost", "2025-01-04", warehouse="west")
    yield ticket(
        "TK-2007", "CUS-1016", "delivery", "Monitor never came", "2025-01-04", about_id="ORD-20079", status="closed"
    )

    yield from order("ORD-20084", "CUS-1019", "2024-12-23", [line("TH-SH15")], shipping_fee="6.95")
    yield from delivered("SHP-20084-1", "CUS-1019", "parcelfox", "2024-12-24", "2024-12-28")
    yield carrier_claim("CC-20084-1", "stolen", "2024-12-30")
    yield refund("RF-20084-1", "99.00", "stolen_parcel", "2024-12-30", line_id="LIN-20084-1")
    yield credit("SC-20084-1", "CUS-1019", "10.00", "goodwill", "2025-01-03")
