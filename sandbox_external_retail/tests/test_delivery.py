"""Parcels, tracking, carrier claims, and goods sent once more."""

from __future__ import annotations

import pytest

from sandbox_external_retail.records import address, carrier_claim, events, line, order, shipment, stock_row
from sandbox_external_retail.tables import CarrierClaim, Replacement, Reshipment, Shipment, Stock
from sandbox_external_retail.tests.shop import DELIVERED, NINA, SHIPPED, shop
from sandbox_external_retail.tools import (
    list_carrier_claims,
    list_shipments,
    list_tracking_events,
    open_carrier_claim,
    reship_parcel,
    send_replacement,
)
from thinkingbox_plugin.authoring import ToolError

CAME_BACK = shipment(
    "SHP-21002-1",
    "northline",
    handed_over="2025-09-11",
    due="2025-09-15",
    status="returned_to_sender",
    label_postcode="11201",
)


def test_parcels_are_listed_with_the_lines_in_them() -> None:
    world = shop(
        order("ORD-22001", NINA, "2025-09-12", [line("TH-LB06"), line("TH-DB03", parcel=2), line("TH-SP02", parcel=2)]),
        shipment("SHP-22001-1", "parcelfox", due="2025-09-15", delivered="2025-09-15", label_postcode="11201"),
        shipment("SHP-22001-2", "northline", due="2025-09-19", delivered="2025-09-18", label_postcode="11201"),
    )
    assert [(parcel.shipment.id, parcel.line_ids) for parcel in list_shipments(world, order_id="ORD-22001")] == [
        ("SHP-22001-1", ["LIN-22001-1"]),
        ("SHP-22001-2", ["LIN-22001-2", "LIN-22001-3"]),
    ]


def test_tracking_comes_oldest_first_and_five_a_page() -> None:
    world = shop(
        *events(
            "SHP-21002-1",
            ("2025-09-11", "label_created", "Warehouse East"),
            ("2025-09-11", "handed_over", "Warehouse East"),
            ("2025-09-12", "arrived_depot", "Harrow Yard"),
            ("2025-09-13", "weather_hold", "Harrow Yard"),
            ("2025-09-15", "departed_depot", "Harrow Yard"),
            ("2025-09-16", "attempt_failed", "Easton"),
        )
    )
    first = list_tracking_events(world, shipment_id="SHP-21002-1")
    assert ([event.kind for event in first.items][:2], first.pages) == (["label_created", "handed_over"], 2)
    second = list_tracking_events(world, shipment_id="SHP-21002-1", page=2)
    assert [event.kind for event in second.items] == ["attempt_failed"]
    assert world.log.calls[-1].owners == {NINA}


def test_carrier_claims_of_a_customer_are_listed_newest_first() -> None:
    world = shop(
        carrier_claim("CC-21001-1", "damaged", "2025-09-06"),
        carrier_claim("CC-21002-1", "lost", "2025-09-20", status="rejected"),
        carrier_claim("CC-21004-1", "damaged", "2025-09-07"),
    )
    assert [claim.id for claim in list_carrier_claims(world, customer_id=NINA).items] == ["CC-21002-1", "CC-21001-1"]


@pytest.mark.parametrize(
    ("shipment_id", "kind"),
    [("SHP-21002-1", "lost"), ("SHP-21001-1", "stolen"), ("SHP-21001-1", "damaged"), ("SHP-21002-1", "damaged")],
)
def test_a_claim_is_opened(shipment_id: str, kind: str) -> None:
    world = shop()
    made = open_carrier_claim(world, shipment_id=shipment_id, kind=kind)  # type: ignore[arg-type]
    assert world.get(CarrierClaim, made.id) == made
    assert (made.kind, made.status, made.opened_on) == (kind, "open", world.today)


@pytest.mark.parametrize(
    ("shipment_id", "kind", "message"),
    [
        ("SHP-21001-1", "lost", "kind: SHP-21001-1 was delivered, so it is not lost"),
        ("SHP-21002-1", "stolen", "kind: SHP-21002-1 is in_transit; only a delivered parcel"),
        ("SHP-9", "lost", "shipment_id: no such row"),
    ],
)
def test_a_claim_that_contradicts_the_parcel_is_refused(shipment_id: str, kind: str, message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        open_carrier_claim(world, shipment_id=shipment_id, kind=kind)  # type: ignore[arg-type]
    assert world.effects() == []


def test_a_parcel_has_one_open_claim_and_may_have_a_new_one_after_a_rejection() -> None:
    world = shop(carrier_claim("CC-21002-1", "damaged", "2025-09-18", status="rejected"))
    open_carrier_claim(world, shipment_id="SHP-21002-1", kind="lost")
    with pytest.raises(ToolError, match="shipment_id: SHP-21002-1 has an open claim already"):
        open_carrier_claim(world, shipment_id="SHP-21002-1", kind="damaged")


def test_a_replacement_reserves_stock_and_leaves_the_line_as_it_is() -> None:
    world = shop(stock_row("TH-SB30", "central", 6, 1))
    made = send_replacement(
        world, line_id="LIN-21001-2", product_id="TH-SB30", quantity=2, warehouse="central", reason="damaged"
    )
    assert (world.get(Replacement, made.id).order_id, made.quantity) == (DELIVERED, 2)
    assert world.get(Stock, "STK-TH-SB30-central").reserved == 3
    assert sorted(effect.table for effect in world.effects()) == ["replacements", "stock"]


@pytest.mark.parametrize(
    ("line_id", "product_id", "quantity", "warehouse", "message"),
    [
        ("LIN-21001-2", "TH-SB30", 1, "east", "warehouse: east has 0 of TH-SB30 available, not 1"),
        ("LIN-21001-2", "TH-SB30", 3, "central", "quantity: LIN-21001-2 has 2 units, not 3"),
        ("LIN-21003-1", "TH-DB03", 1, "east", "line_id: LIN-21003-1 is placed; only a shipped or delivered"),
        ("LIN-21001-2", "TH-NONE", 1, "central", "product_id: no such row"),
        ("LIN-9", "TH-SB30", 1, "central", "line_id: no such row"),
    ],
)
def test_a_replacement_that_cannot_be_sent_is_refused(
    line_id: str, product_id: str, quantity: int, warehouse: str, message: str
) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        send_replacement(
            world,
            line_id=line_id,
            product_id=product_id,
            quantity=quantity,
            warehouse=warehouse,  # type: ignore[arg-type]
            reason="lost",
        )
    assert world.effects() == []


def test_a_line_is_replaced_once() -> None:
    world = shop()
    send_replacement(world, line_id="LIN-21002-1", product_id="TH-HP10", quantity=1, warehouse="east", reason="lost")
    with pytest.raises(ToolError, match="line_id: LIN-21002-1 has had its replacement"):
        send_replacement(
            world, line_id="LIN-21002-1", product_id="TH-HP10", quantity=1, warehouse="west", reason="lost"
        )
    assert world.get(Stock, "STK-TH-HP10-west").reserved == 3


def test_a_parcel_that_came_back_is_sent_again() -> None:
    world = shop(
        CAME_BACK, address("ADR-1201-2", NINA, line1="2 Kelp Row", city="Norwick", region="east", postcode="1")
    )
    made = reship_parcel(world, shipment_id="SHP-21002-1", address_id="ADR-1201-2")
    assert world.get(Reshipment, made.id).address_id == "ADR-1201-2"
    assert world.get(Shipment, "SHP-21002-1").status == "reshipping"
    with pytest.raises(ToolError, match="shipment_id: SHP-21002-1 is reshipping"):
        reship_parcel(world, shipment_id="SHP-21002-1", address_id="ADR-1201")


@pytest.mark.parametrize(
    ("shipment_id", "address_id", "message"),
    [
        ("SHP-21001-1", "ADR-1201", "shipment_id: SHP-21001-1 is delivered; only one returned_to_sender"),
        ("SHP-21002-1", "ADR-1202", f"address_id: ADR-1202 is not an address of {NINA}"),
        ("SHP-21002-1", "ADR-9", "address_id: no such row"),
    ],
)
def test_a_parcel_that_cannot_be_sent_again_is_refused(shipment_id: str, address_id: str, message: str) -> None:
    world = shop(CAME_BACK)
    with pytest.raises(ToolError, match=message):
        reship_parcel(world, shipment_id=shipment_id, address_id=address_id)
    assert world.effects() == []


def test_a_shipped_order_shows_its_only_parcel() -> None:
    assert [parcel.shipment.status for parcel in list_shipments(shop(), order_id=SHIPPED)] == ["in_transit"]
