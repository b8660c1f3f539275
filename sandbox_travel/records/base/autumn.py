"""Bookings made in October and November 2025: stays to come, under way, and a few that are over."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_travel.records.booking import booking, room
from sandbox_travel.records.cases import asked, incident, person, position, request, ticket
from sandbox_travel.records.groups import group
from sandbox_travel.records.money import charge, dispute, pay, voucher
from sandbox_travel.records.people import approval, approver
from thinkingbox_plugin.authoring import Row


def autumn() -> Iterator[Row]:
    """Fourteen bookings."""
    yield from _over()
    yield from _under_way()
    yield from _to_come()
    yield from _firms()
    yield from _groups()


def _over() -> Iterator[Row]:
    yield from booking(
        "BK-50032",
        "GST-1038",
        "2025-10-02",
        "2025-11-04",
        "2025-11-07",
        [room("TYO1-DBL", board="breakfast")],
    )
    yield incident("INC-50032-1", "cleanliness", "2025-11-05", finding="pending")
    yield from booking(
        "BK-50033",
        "GST-1024",
        "2025-10-06",
        "2025-11-08",
        "2025-11-11",
        [room("LON2-SGL", adults=1)],
        plan="semi_flexible",
        status="no_show",
    )
    yield asked("HRQ-50033-1", "LON2", "confirm_stay", "denied", "2025-11-11T15:10")
    yield from booking(
        "BK-50034",
        "GST-1019",
        "2025-10-09",
        "2025-10-31",
        "2025-11-03",
        [room("PRG1-DBL", night="1960.00", paid="5880.00", total="5880.00")],
        history=[("2025-10-31T17:30", "moved_hotel", "From U Tri Havranu, which was full; we pay the difference.", 1)],
    )
    yield asked("HRQ-50034-1", "PRG2", "confirm_booking", "overbooked", "2025-10-31T17:05")
    yield voucher("VCH-1004", "GST-1019", "3009.60", "overbooked", "2025-10-31", currency="CZK", booking_id="BK-50034")


def _under_way() -> Iterator[Row]:
    yield from booking(
        "BK-50035", "GST-1009", "2025-10-13", "2025-11-10", "2025-11-14", [room("LIS3-DBL", board="breakfast")]
    )
    yield incident("INC-50035-1", "broken_equipment", "2025-11-10", "2025-11-11", reported_on="2025-11-11")
    yield request("BR-50035-1", "quiet_room", status="noted")
    yield from booking(
        "BK-50037",
        "GST-1025",
        "2025-10-17",
        "2025-11-11",
        "2025-11-15",
        [room("BKK1-DLX", board="breakfast")],
        plan="semi_flexible",
    )
    yield request("BR-50037-1", "early_checkin", room=1, detail="About 11:00")
    yield ticket("TK-1006", "GST-1025", "request", "Early check-in", "2025-10-29", about_id="BK-50037", status="closed")


def _to_come() -> Iterator[Row]:
    yield from booking(
        "BK-50038", "GST-1040", "2025-10-20", "2025-11-14", "2025-11-17", [room("LON1-DBL", board="breakfast")]
    )
    yield position("HP-50038-1", "confirm_booking", "confirmed")
    yield from booking(
        "BK-50039",
        "GST-1011",
        "2025-10-23",
        "2025-11-19",
        "2025-11-22",
        [room("LIS1-DBL")],
        payments=[pay("card", "384.00"), pay("card", "384.00", status="authorised", on="2025-11-10")],
    )
    yield from booking(
        "BK-50040",
        "GST-1035",
        "2025-10-27",
        "2025-12-12",
        "2025-12-15",
        [room("NYC1-FAM", children=1)],
        plan="non_refundable",
    )
    yield dispute("DSP-50040-1", "811.20", "2025-11-05")
    yield ticket(
        "TK-1007", "GST-1035", "billing", "Contested at my bank", "2025-11-06", about_id="BK-50040", priority="high"
    )
    yield from booking(
        "BK-50041",
        "GST-1001",
        "2025-10-31",
        "2026-02-13",
        "2026-02-17",
        [room("LIS4-DBL"), room("LIS4-FAM", children=2)],
    )
    yield request("BR-50041-1", "pet", room=2, detail="A small dog")
    yield charge("CHR-50041-1", "60.00", "pet", "2025-11-03")
    yield from booking("BK-50042", "GST-1018", "2025-11-04", "2026-03-06", "2026-03-09", [room("TYO1-FAM", adults=3)])


def _firms() -> Iterator[Row]:
    yield from booking(
        "BK-50043",
        "GST-1034",
        "2025-11-05",
        "2025-12-01",
        "2025-12-04",
        [room("LIS2-SGL", adults=1, board="breakfast")],
        company_id="CMP-12",
        discount=10,
        cover="room_only",
    )
    yield approval("APV-50043-1", "CMP-12", "room_type", "330.00", "2025-11-07", expires_on="2025-11-21")
    yield approver("AP-50043-1", "dates", "400.00")
    yield from booking(
        "BK-50044",
        "GST-1037",
        "2025-11-06",
        "2025-11-26",
        "2025-11-29",
        [room("LON1-SGL", adults=1), room("LON1-SGL", adults=1)],
        company_id="CMP-15",
        discount=9,
        cover="room_only",
    )


def _groups() -> Iterator[Row]:
    """A conference whose balance failed, and a school whose terms have just been signed."""
    yield from group(
        "BK-50036",
        "GST-1004",
        "2025-10-15",
        "2025-12-03",
        "2025-12-06",
        [*[room("LIS3-SGL", adults=1)] * 9, room("LIS3-DBL")],
        names=[["Lukáš Novák"], ["Ivana Hájková"], ["Martin Dušek"]],
        balance="failed",
        balance_due="2025-11-10",
    )
    yield from group(
        "BK-50045",
        "GST-1031",
        "2025-11-07",
        "2026-03-20",
        "2026-03-24",
        [*[room("BKK1-FAM", adults=1, children=3, board="full_board")] * 8, room("BKK1-DBL", board="full_board")],
    )
    yield person("BP-50045-1", "Mamadou Ndiaye", "deputy", from_on="2025-11-07", until_on="2026-03-24")
