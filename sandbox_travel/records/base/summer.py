"""Bookings made from July to September 2025, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_travel.records.booking import booking, room
from sandbox_travel.records.cases import asked, comment, document, incident, person, request, ticket
from sandbox_travel.records.groups import group, group_service
from sandbox_travel.records.money import charge, dispute, invoice, pay, refund, voucher
from sandbox_travel.records.people import approval
from thinkingbox_plugin.authoring import Row


def summer() -> Iterator[Row]:
    """Sixteen bookings."""
    yield from _stays()
    yield from _money()
    yield from _firms()
    yield from _to_come()
    yield from _groups()


def _stays() -> Iterator[Row]:
    yield from booking(
        "BK-50016", "GST-1010", "2025-07-01", "2025-09-12", "2025-09-16", [room("LIS1-DBL", board="breakfast")]
    )
    yield incident("INC-50016-1", "no_cooling", "2025-09-13", "2025-09-14", reported_on="2025-09-13")
    yield ticket(
        "TK-1003",
        "GST-1010",
        "compensation",
        "Room too hot",
        "2025-09-17",
        about_id="BK-50016",
        status="closed",
        outcome="declined",
        reason="account_terms",
    )
    yield from booking(
        "BK-50017",
        "GST-1002",
        "2025-07-08",
        "2025-10-10",
        "2025-10-13",
        [room("PRG3-DLX", adults=3, board="breakfast")],
    )
    yield incident(
        "INC-50017-1", "missing_board", "2025-10-11", reported_on="2025-10-11", board="breakfast", finding="denied"
    )
    yield person("BP-50017-1", "Duarte Lopes", guest_id=None)
    yield from booking(
        "BK-50018",
        "GST-1029",
        "2025-07-15",
        "2025-10-24",
        "2025-10-29",
        [room("TYO1-DBL", night="19200.00")],
        plan="semi_flexible",
    )
    yield incident("INC-50018-1", "pests", "2025-10-26", reported_on="2025-10-27", made_good="4800.00")
    yield voucher(
        "VCH-1002", "GST-1029", "5760.00", "compensation", "2025-11-03", currency="JPY", booking_id="BK-50018"
    )


def _money() -> Iterator[Row]:
    yield from booking(
        "BK-50019",
        "GST-1013",
        "2025-07-24",
        "2025-09-05",
        "2025-09-08",
        [room("LIS4-DBL")],
        payments=[pay("card", "246.00"), pay("card", "246.00", on="2025-07-25")],
    )
    yield refund("RF-50019-1", "246.00", "duplicate", "2025-08-01", payment_id="PAY-50019-2")
    yield ticket("TK-1004", "GST-1013", "billing", "Paid twice", "2025-08-01", about_id="BK-50019", status="closed")
    yield from booking(
        "BK-50020",
        "GST-1014",
        "2025-07-30",
        "2025-10-01",
        "2025-10-04",
        [room("NYC2-DBL")],
        payments=[pay("card", "1056.00", instrument="closed")],
    )
    yield dispute("DSP-50020-1", "1056.00", "2025-10-20", status="withdrawn")
    yield from booking(
        "BK-50021", "GST-1021", "2025-08-05", "2025-09-19", "2025-09-21", [room("LON2-FAM", adults=2, children=2)]
    )
    yield charge("CHR-50021-1", "16.00", "minibar", "2025-09-21")
    yield dispute("DSP-50021-1", "120.00", "2025-10-02", status="decided_for_guest")
    yield voucher("VCH-1003", "GST-1022", "90.00", "overbooked", "2024-10-30")
    yield from booking(
        "BK-50022",
        "GST-1022",
        "2025-08-12",
        "2025-10-16",
        "2025-10-19",
        [room("LIS1-SGL", adults=1)],
        payments=[pay("card", "192.00"), pay("voucher", "90.00", voucher_id="VCH-1003")],
    )


def _firms() -> Iterator[Row]:
    yield from booking(
        "BK-50023",
        "GST-1026",
        "2025-08-18",
        "2025-09-09",
        "2025-09-11",
        [room("PRG2-SGL", adults=1, board="half_board")],
        company_id="CMP-12",
        discount=10,
        cover="room_only",
    )
    yield from booking(
        "BK-50024",
        "GST-1037",
        "2025-08-26",
        "2025-10-14",
        "2025-10-17",
        [room("NYC1-DBL", adults=1, board="breakfast", night="185.68", paid="557.04", total="680.88")],
        company_id="CMP-15",
        discount=14,
        payments=[pay("invoice", "557.04")],
        history=[("2025-09-22T13:00", "changed_room_type", "Approved.", 1)],
    )
    yield charge("CHR-50024-1", "123.84", "stay_difference", "2025-09-22", payer="company")
    yield approval("APV-50024-1", "CMP-15", "room_type", "680.00", "2025-09-22", status="used")
    yield invoice(
        "INV-50024-1",
        "Penrose Analytics",
        "61 Tanner Lane London",
        "2025-10-20",
        made_out_to="company",
        cost_centre="PA-1180",
    )
    yield from booking(
        "BK-50025",
        "GST-1026",
        "2025-09-03",
        "2025-11-24",
        "2025-11-28",
        [room("LIS1-SGL", adults=1, board="breakfast")],
        company_id="CMP-13",
        discount=15,
    )
    yield approval("APV-50025-1", "CMP-13", "dates", "420.00", "2025-10-06", status="refused")


def _to_come() -> Iterator[Row]:
    yield from booking(
        "BK-50026", "GST-1005", "2025-09-08", "2025-12-05", "2025-12-08", [room("PRG1-DBL", board="breakfast")]
    )
    yield person("BP-50026-1", "Gordon Whitmore", guest_id="GST-1006")
    yield request("BR-50026-1", "twin_beds", status="noted", room=1)
    yield from booking(
        "BK-50027",
        "GST-1033",
        "2025-09-15",
        "2025-12-19",
        "2025-12-28",
        [
            room(
                "BKK1-FAM",
                children=2,
                infants=1,
                board="half_board",
                night="9290.00",
                paid="83610.00",
                total="94590.00",
            )
        ],
        plan="semi_flexible",
        history=[("2025-10-12T15:30", "changed_guests", "A child more.", 1)],
    )
    yield charge("CHR-50027-2", "10980.00", "stay_difference", "2025-10-12")
    yield request("BR-50027-1", "cot", room=1)
    yield request("BR-50027-2", "transfer", detail="Arrival with flight QX 71")
    yield charge("CHR-50027-1", "1250.00", "transfer", "2025-10-15")
    yield from booking(
        "BK-50028",
        "GST-1023",
        "2025-09-22",
        "2026-01-16",
        "2026-01-19",
        [room("LIS2-DLX"), room("LIS2-SGL", adults=1, cancelled_on="2025-10-30")],
        history=[("2025-10-30T12:05", "message", "The second room is no longer needed.", 2)],
    )
    yield from booking(
        "BK-50029",
        "GST-1008",
        "2025-09-29",
        "2025-11-21",
        "2025-11-24",
        [room("LON1-DLX", adults=3)],
        plan="non_refundable",
    )
    yield document("DOC-50029-1", "visa_refusal", "2025-11-06", status="unreadable")
    yield ticket(
        "TK-1005",
        "GST-1008",
        "cancellation",
        "Visa refused",
        "2025-11-06",
        about_id="BK-50029",
        priority="high",
        status="closed",
        outcome="on_hold",
        reason="awaiting_document",
    )
    yield comment("CM-1001", "TK-1005", "Ask for a legible copy of the refusal; then reckon the penalty.", "2025-11-06")


def _groups() -> Iterator[Row]:
    """A ski club with a guide, and a wedding party with children."""
    yield from group(
        "BK-50030",
        "GST-1027",
        "2025-09-29",
        "2025-11-28",
        "2025-12-01",
        [*[room("PRG1-DBL", board="half_board")] * 10, *[room("PRG1-SGL", adults=1, board="half_board")] * 2],
        names=[
            ["Annika Virtanen", "Pekka Virtanen"],
            ["Liisa Korhonen", "Antti Korhonen"],
            ["Satu Laine", "Outi Laine"],
            ["Juhani Heikkinen", "Timo Heikkinen"],
            ["Kaarina Mäki", "Helmi Mäki"],
        ],
        deposit="20000.00",
    )
    yield person("BP-50030-20", "Einar Sigurdsson", "deputy", guest_id="GST-1040", from_on="2025-10-01")
    yield group_service("GS-50030-1", "PRG1-COACH_PARKING", 1, "2025-11-28")
    yield charge("CHR-50030-1", "850.00", "group_service", "2025-10-02")
    yield asked("HRQ-50030-1", "PRG1", "group_service", "agreed", "2025-10-02T10:00", subject="coach_parking")
    yield from group(
        "BK-50031",
        "GST-1036",
        "2025-09-30",
        "2026-04-17",
        "2026-04-20",
        [*[room("LIS1-DBL", board="breakfast")] * 8, *[room("LIS1-FAM", children=2, board="breakfast")] * 4],
        names=[["Beatriz Nogueira", "Tiago Nogueira"]],
    )
    yield group_service("GS-50031-1", "LIS1-DINNER", 32, "2026-04-18")
    yield charge("CHR-50031-1", "864.00", "group_service", "2025-10-08")
    yield asked("HRQ-50031-1", "LIS1", "group_service", "agreed", "2025-10-08T11:20", subject="dinner")
