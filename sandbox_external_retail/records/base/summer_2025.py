"""Orders of June to August 2025, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.aftersales import (
    comment,
    inspection,
    installation,
    plan,
    return_request,
    slot,
    ticket,
)
from sandbox_external_retail.records.base._journey import delivered
from sandbox_external_retail.records.base.accounts import places
from sandbox_external_retail.records.ordering import (
    charge,
    credit,
    events,
    line,
    order,
    refund,
    reshipment,
    shipment,
)
from sandbox_external_retail.records.people import points
from thinkingbox_plugin.authoring import Row


def summer_2025() -> Iterator[Row]:
    """Thirteen orders."""
    yield from _dishwasher()
    yield from _gas_cooker()
    yield from _missed_visit()
    yield from _came_back()
    yield from _everyday()
    yield from _desk_pair()
    yield from _laundry()
    yield from _returns_under_way()


def _dishwasher() -> Iterator[Row]:
    yield from order("ORD-20250", "CUS-1020", "2025-06-07", [line("TH-DW600", serial="AUD-1733")], shipping_fee="49.00")
    yield from delivered("SHP-20250-1", "CUS-1020", "heavyhaul", "2025-06-10", "2025-06-13", brief=True)
    yield slot("SLOT-2-0618")
    yield installation("INS-20250-1", "SLOT-2-0618", status="completed", arrived_at="13:40", fee="89.00")
    yield charge("CH-20250-1", "89.00", "installation", "2025-06-07")


def _gas_cooker() -> Iterator[Row]:
    cooker = line("TH-CK90", promotions={"SUMMER12": "134.40"}, serial="FGC-2075")
    yield from order("ORD-20271", "CUS-1037", "2025-06-28", [cooker], shipping_fee="49.00")
    yield from delivered("SHP-20271-1", "CUS-1037", "heavyhaul", "2025-07-02", "2025-07-08")
    yield points("PL-20271-1", "CUS-1037", "earned", 985, "2025-07-08", line_id="LIN-20271-1")
    yield slot("SLOT-5-0715")
    yield installation("INS-20271-1", "SLOT-5-0715", status="completed", arrived_at="09:10", fee="129.00")
    yield charge("CH-20271-1", "129.00", "installation", "2025-07-02")


def _missed_visit() -> Iterator[Row]:
    """A fridge whose installer did not come the first time."""
    fridge = line("TH-FR480", promotions={"COOLDOWN": "100.00"}, serial="PLR-1190")
    yield from order("ORD-20288", "CUS-1040", "2025-07-15", [fridge], shipping_fee="49.00", plans=("139.00",))
    yield from delivered("SHP-20288-1", "CUS-1040", "heavyhaul", "2025-07-17", "2025-07-22", brief=True)
    yield plan("PLN-20288-1", "CUS-1040", "2025-07-15", price="139.00", claim_limit="900.00", months=36)
    yield slot("SLOT-4-0724")
    yield slot("SLOT-4-0729")
    yield installation("INS-20288-1", "SLOT-4-0724", status="missed", report="not_arrived", fee="69.00")
    yield installation("INS-20288-2", "SLOT-4-0729", status="completed", arrived_at="14:05", line_id="LIN-20288-1")
    yield charge("CH-20288-1", "69.00", "installation", "2025-07-16")
    yield credit("SC-20288-1", "CUS-1040", "35.00", "missed_visit", "2025-07-25")
    yield ticket(
        "TK-2022", "CUS-1040", "installation", "Nobody came", "2025-07-25", about_id="ORD-20288", status="closed"
    )


def _came_back() -> Iterator[Row]:
    """A parcel with a mistyped address, sent again at the customer's cost."""
    home = places()["CUS-1023"]
    yield from order("ORD-20280", "CUS-1023", "2025-07-07", [line("TH-VC90")], status="shipped", shipping_fee="6.95")
    yield shipment(
        "SHP-20280-1",
        "northline",
        handed_over="2025-07-08",
        due="2025-07-12",
        status="reshipping",
        label_postcode=home.postcode,
    )
    yield from events(
        "SHP-20280-1",
        ("2025-07-08", "handed_over", "Warehouse West"),
        ("2025-07-09", "arrived_depot", "Sierra Yard"),
        ("2025-07-11", "out_for_delivery", home.city),
        ("2025-07-11", "attempt_failed", home.city),
        ("2025-07-12", "out_for_delivery", home.city),
        ("2025-07-12", "attempt_failed", home.city),
        ("2025-07-15", "returned_address", "Warehouse West"),
    )
    yield charge("CH-20280-1", "12.95", "reshipment", "2025-07-17")
    yield reshipment("RSH-20280-1", "SHP-20280-1", "ADR-1023", "2025-07-17")


def _everyday() -> Iterator[Row]:
    laptop = line("TH-LT14", promotions={"SUMMER12": "155.88"}, serial="NBL-2418")
    yield from order("ORD-20263", "CUS-1006", "2025-06-20", [laptop])
    yield from delivered("SHP-20263-1", "CUS-1006", "parcelfox", "2025-06-21", "2025-06-24", signed_by="Y Adeyemi")
    yield points("PL-20263-1", "CUS-1006", "earned", 1143, "2025-06-24", line_id="LIN-20263-1")

    yield from order("ORD-20296", "CUS-1009", "2025-07-23", [line("TH-MN32")], shipping_fee="14.95", speed="express")
    yield from delivered("SHP-20296-1", "CUS-1009", "northline", "2025-07-24", "2025-07-28", failed="2025-07-26")

    television = line("TH-TV55", promotions={"SUMMER12": "89.88"}, points_used=1000, serial="HLD-5506")
    yield from order("ORD-20304", "CUS-1002", "2025-07-31", [television], shipping_fee="49.00")
    yield from delivered("SHP-20304-1", "CUS-1002", "heavyhaul", "2025-08-01", "2025-08-05")
    yield points("PL-20304-2", "CUS-1002", "earned", 649, "2025-08-05", line_id="LIN-20304-1")


def _desk_pair() -> Iterator[Row]:
    pair = [
        line("TH-LT14", promotions={"DESKPAIR": "63.83"}, serial="NBL-2502"),
        line("TH-MN27", promotions={"DESKPAIR": "16.17"}),
    ]
    yield from order("ORD-20311", "CUS-1043", "2025-08-07", pair)
    yield from delivered("SHP-20311-1", "CUS-1043", "parcelfox", "2025-08-08", "2025-08-12")


def _laundry() -> Iterator[Row]:
    """A dryer installed; a washer and dryer bought together."""
    yield from order("ORD-20318", "CUS-1026", "2025-08-14", [line("TH-DR710")], shipping_fee="49.00")
    yield from delivered("SHP-20318-1", "CUS-1026", "heavyhaul", "2025-08-16", "2025-08-20", brief=True)
    yield slot("SLOT-2-0823")
    yield installation("INS-20318-1", "SLOT-2-0823", status="completed", arrived_at="15:25", fee="79.00")
    yield charge("CH-20318-1", "79.00", "installation", "2025-08-14")

    pair = [
        line("TH-WM700", promotions={"LAUNDRY10": "82.00"}, serial="AWS-7731"),
        line("TH-DR710", promotions={"LAUNDRY10": "76.00"}),
    ]
    yield from order("ORD-20334", "CUS-1015", "2025-08-30", pair, shipping_fee="49.00")
    yield from delivered("SHP-20334-1", "CUS-1015", "heavyhaul", "2025-09-02", "2025-09-09", due="2025-09-08")
    yield refund("RF-20334-1", "5.00", "goodwill", "2025-09-10")


def _returns_under_way() -> Iterator[Row]:
    """One on its way, one received and inspected."""
    yield from order("ORD-20325", "CUS-1012", "2025-08-21", [line("TH-SB30", status="return_open")])
    yield from delivered("SHP-20325-1", "CUS-1012", "parcelfox", "2025-08-22", "2025-08-26", brief=True)
    yield return_request("RT-20325-1", amount="241.15", on="2025-09-15", status="in_transit")

    yield from order("ORD-20331", "CUS-1029", "2025-08-27", [line("TH-VC70", status="return_open")])
    yield from delivered("SHP-20331-1", "CUS-1029", "northline", "2025-08-28", "2025-09-01", brief=True)
    yield return_request("RT-20331-1", amount="289.05", on="2025-09-10", status="received", condition="sealed")
    yield inspection("INSP-20331-1", "opened", "2025-09-22", missing_parts=1)
    yield ticket("TK-2034", "CUS-1029", "return", "Where is my money?", "2025-09-22", about_id="ORD-20331")
    yield comment("TC-2034-1", "TK-2034", "Warehouse says a nozzle is missing.", "2025-09-22")
