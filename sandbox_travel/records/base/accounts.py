"""The base world's guests (``guests.csv``) and companies with their contracts and people."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.resources import files

from sandbox_travel.records._values import number
from sandbox_travel.records.people import company, contract, guest, member, period
from sandbox_travel.tables import Guest, GuestMark
from thinkingbox_plugin.authoring import Row


def accounts() -> Iterator[Row]:
    """Forty guests and five companies."""
    yield from _guests()
    yield from _companies()
    yield from _contracts()
    yield from _people()


def _guests() -> Iterator[Row]:
    text = files("sandbox_travel").joinpath("records", "base", "guests.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        periods = [words.split() for words in row["loyalty"].split(";") if words]
        (profile,) = guest(row["id"], row["name"], row["email"], country=row["country"], created_on=row["created_on"])
        assert isinstance(profile, Guest)
        yield profile.model_copy(update={"loyalty_number": f"SB-4{number(row['id'])}" if periods else None})
        if row["mark"]:
            yield GuestMark.model_validate(
                {"guest_id": row["id"], "mark": row["mark"], "until": row["mark_until"] or None}
            )
        for place, (tier, start, end) in enumerate(periods, 1):
            yield period(f"LP-{number(row['id'])}-{place}", "gold" if tier == "gold" else "silver", start, end)


def _companies() -> Iterator[Row]:
    yield company("CMP-11", "Halvorsen Marine", city="Bergen", cost_centre="HM-204")
    yield company("CMP-12", "Brightwater Consulting", city="Lisbon", cost_centre="BWC-31")
    yield company(
        "CMP-13", "Brightwater Engineering", city="Lisbon", cost_centre="BWE-77", billing_address="9 Mill Row"
    )
    yield company(
        "CMP-14", "Ostrava Glassworks", city="Ostrava", cost_centre="OG-5", billing_address="2 Furnace Street"
    )
    yield company("CMP-15", "Penrose Analytics", city="London", cost_centre="PA-1180", billing_address="61 Tanner Lane")


def _contracts() -> Iterator[Row]:
    everywhere = None
    yield from contract("CON-21", "CMP-11", "2024-01-01", "2024-12-31", discount=8, free_hours=24, cover="room_only")
    yield from contract(
        "CON-22",
        "CMP-11",
        "2025-01-01",
        "2025-12-31",
        discount=12,
        limits={"London": "220.00", "New York": "260.00", everywhere: "190.00"},
    )
    yield from contract(
        "CON-23", "CMP-12", "2024-07-01", "2025-06-30", discount=10, free_hours=12, limits={everywhere: "170.00"}
    )
    yield from contract(
        "CON-24",
        "CMP-12",
        "2025-07-01",
        "2026-06-30",
        discount=10,
        free_hours=24,
        cover="room_only",
        limits={"Lisbon": "150.00", "Prague": "140.00", everywhere: "200.00"},
    )
    yield from contract(
        "CON-25",
        "CMP-13",
        "2025-03-01",
        "2026-02-28",
        discount=15,
        free_hours=6,
        always_approve=True,
        limits={"Lisbon": "165.00", everywhere: "210.00"},
    )
    yield from contract("CON-26", "CMP-14", "2025-01-01", "2025-10-31", discount=5, limits={everywhere: "130.00"})
    yield from contract(
        "CON-27",
        "CMP-15",
        "2024-11-01",
        "2025-10-31",
        discount=14,
        free_hours=12,
        always_approve=True,
        limits={everywhere: "240.00"},
    )
    yield from contract(
        "CON-28",
        "CMP-15",
        "2025-11-01",
        "2026-10-31",
        discount=9,
        free_hours=36,
        cover="room_only",
        limits={"New York": "280.00", everywhere: "215.00"},
    )


def _people() -> Iterator[Row]:
    yield member("CPE-1001", "CMP-11", "GST-1009", "travel_desk", from_on="2023-02-01")
    yield member("CPE-1002", "CMP-11", "GST-1017", "traveller", from_on="2023-05-15")
    yield member("CPE-1003", "CMP-11", "GST-1027", "traveller", from_on="2023-05-15", until_on="2025-10-31")
    yield member("CPE-1004", "CMP-12", "GST-1036", "booker")
    yield member("CPE-1005", "CMP-12", "GST-1034", "traveller")
    yield member("CPE-1006", "CMP-12", "GST-1035", "approver")
    yield member("CPE-1007", "CMP-12", "GST-1026", "traveller", until_on="2025-08-31")
    yield member("CPE-1008", "CMP-13", "GST-1026", "traveller", from_on="2025-09-01")
    yield member("CPE-1009", "CMP-13", "GST-1014", "booker", from_on="2025-03-01")
    yield member("CPE-1010", "CMP-13", "GST-1031", "approver", from_on="2025-03-01")
    yield member("CPE-1011", "CMP-14", "GST-1028", "traveller", from_on="2025-01-01")
    yield member("CPE-1012", "CMP-14", "GST-1039", "travel_desk", from_on="2025-01-01")
    yield member("CPE-1013", "CMP-15", "GST-1037", "traveller", from_on="2024-11-01")
    yield member("CPE-1014", "CMP-15", "GST-1025", "travel_desk", from_on="2024-11-01")
    yield member("CPE-1015", "CMP-15", "GST-1011", "booker", from_on="2025-02-01", until_on="2025-11-30")
    yield member("CPE-1016", "CMP-12", "GST-1002", "travel_desk", from_on="2024-07-01")
