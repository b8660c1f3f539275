"""A small office for the tests of the tools: two hotels in Porto, one in Kyoto, five people, a company, bookings in
each state.  Ids and cities are its own, so that the base records never matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sandbox_travel import DOMAIN
from sandbox_travel.tables import (
    BoardPrice,
    Booking,
    BookingPerson,
    BookingRoom,
    Company,
    CompanyPerson,
    Contract,
    GroupService,
    GroupTerms,
    Guest,
    Hotel,
    HotelDistance,
    Payment,
    RatePeriod,
    RoomType,
    Service,
)
from thinkingbox_plugin.authoring import Row, World

ANA, BEN, CEM, DIL, ETA = "GST-9001", "GST-9002", "GST-9003", "GST-9004", "GST-9005"
"""A holder, her companion, a traveller, his booker, and the leader of a group."""
COMPANY = "CMP-91"
RIBEIRA, FOZ, KYOTO = "HTL-OPO1", "HTL-OPO2", "HTL-KYO1"
STAY, PAIR, WORK, GROUP, MISSED, NOW, YEN = (f"BK-5900{place}" for place in range(1, 8))
"""Ana's: a coming stay, one in two rooms, a no-show, one that goes on; a company's; a group's; one in Kyoto."""


def day(text: str) -> date:
    """A date from ``2025-12-01``."""
    return date.fromisoformat(text)


def hotel(id: str, name: str, city: str, **more: Any) -> Hotel:
    """A hotel on UTC that prices in euros, unless told otherwise."""
    given = {
        "country": "Portugal",
        "stars": 4,
        "utc_offset": "+00:00",
        "checkin_time": "15:00",
        "checkout_time": "11:00",
        "currency": "EUR",
        "pets": True,
        "partner_grade": "Foxglove",
        "margin_percent": Decimal("17.35"),
    }
    return Hotel.model_validate({"id": id, "name": name, "city": city, **given, **more})


def room_types(hotel_id: str, rate: str) -> list[Row]:
    """A double and a family room of a hotel, on sale from November to January."""
    code = hotel_id.removeprefix("HTL-")
    rows: list[Row] = []
    for kind, beds in (("DBL", 2), ("FAM", 4)):
        id = f"RT-{code}-{kind}"
        rows += [
            RoomType.model_validate(
                {
                    "id": id,
                    "hotel_id": hotel_id,
                    "kind": "double" if beds == 2 else "family",
                    "title": kind,
                    "beds": beds,
                    "extra_person": Decimal("30.00"),
                }
            ),
            RatePeriod(
                id=f"RP-{code}-{kind}",
                room_type_id=id,
                from_night=day("2025-11-01"),
                to_night=day("2026-01-31"),
                rate=Decimal(rate) * beds / 2,
                rooms_left=3,
            ),
        ]
    rows.append(BoardPrice(id=f"BD-{code}-B", hotel_id=hotel_id, board="breakfast", adult=Decimal("10.00")))
    return rows


def booking(id: str, holder: str, arrival: str, departure: str, rooms: int = 1, **more: Any) -> list[Row]:
    """A booking of double rooms at the Ribeira with breakfast for two, at 120.00 a night, paid by one card."""
    nights = (day(departure) - day(arrival)).days
    given = {
        "hotel_id": RIBEIRA,
        "plan": "flexible",
        "booked_on": day("2025-10-01"),
        "status": "confirmed",
        "currency": "EUR",
        **more,
    }
    room_status = {"confirmed": "booked", "in_house": "in_house", "completed": "departed"}.get(given["status"])
    number, each = id.removeprefix("BK-"), Decimal("120.00") * nights
    dates = {"arrival": day(arrival), "departure": day(departure)}
    made: list[Row] = [Booking.model_validate({"id": id, "holder_id": holder, "total": each * rooms, **dates, **given})]
    for place in range(1, rooms + 1):
        made.append(
            BookingRoom.model_validate(
                {
                    "id": f"RM-{number}-{place}",
                    "booking_id": id,
                    "room_type_id": f"RT-{given['hotel_id'].removeprefix('HTL-')}-DBL",
                    "board": "breakfast",
                    "adults": 2,
                    "children": 0,
                    "infants": 0,
                    "night_price": Decimal("120.00"),
                    "total": each,
                    "status": room_status or given["status"],
                    **dates,
                }
            )
        )
    company = given.get("company_id") is not None
    made.append(
        Payment.model_validate(
            {
                "id": f"PAY-{number}-1",
                "booking_id": id,
                "payer": "company" if company else "guest",
                "method": "invoice" if company else "card",
                "amount": each * rooms,
                "made_on": day("2025-10-01"),
            }
        )
    )
    return made


def guest(id: str, name: str, loyalty_number: str | None = None) -> Guest:
    """A guest; the e-mail address is the name at example.org, the phone ends in the number of the profile."""
    return Guest(
        id=id,
        name=name,
        email=f"{name.lower().replace(' ', '.')}@example.org",
        phone=f"+99 555-0{id[-3:]}",
        loyalty_number=loyalty_number,
        country="Portugal",
        created_on=day("2023-05-04"),
    )


def employed(id: str, guest_id: str, role: str, from_on: str = "2024-01-01", until_on: str | None = None) -> Row:
    """An entry in the company's list of people."""
    return CompanyPerson.model_validate(
        {
            "id": id,
            "company_id": COMPANY,
            "guest_id": guest_id,
            "role": role,
            "from_on": day(from_on),
            "until_on": day(until_on) if until_on else None,
        }
    )


def _records() -> list[Row | Sequence[Row]]:
    return [
        guest(ANA, "Ana Teles Prado", "SB-90011"),
        guest(BEN, "Ben Okafor"),
        guest(CEM, "Cem Aydin"),
        guest(DIL, "Dil Aydin"),
        guest(ETA, "Eta Lindqvist"),
        hotel(RIBEIRA, "Casa da Ribeira", "Porto", shuttle_price=Decimal("25.00")),
        hotel(FOZ, "Foz Palácio", "Porto", stars=5),
        hotel(KYOTO, "Kamo House", "Kyoto", country="Japan", utc_offset="+09:00", currency="JPY", pets=False),
        HotelDistance(id="HD-901", hotel_id=RIBEIRA, other_id=FOZ, metres=1900),
        HotelDistance(id="HD-902", hotel_id=FOZ, other_id=RIBEIRA, metres=1900),
        *room_types(RIBEIRA, "100.00"),
        *room_types(FOZ, "150.00"),
        *room_types(KYOTO, "16000.00"),
        Service(id="SVC-OPO1-DINNER", hotel_id=RIBEIRA, service="dinner", price=Decimal("32.50")),
        Service(id="SVC-OPO2-DINNER", hotel_id=FOZ, service="dinner", price=Decimal("40.00")),
        Company(
            id=COMPANY,
            name="Duero Instruments Ltd",
            city="Porto",
            billing_email="accounts@duero.example.com",
            billing_address="Rua Nova 4 4000-123 Porto",
            cost_centre="DU-100",
        ),
        Contract(
            id="CON-9101",
            company_id=COMPANY,
            starts_on=day("2025-01-01"),
            ends_on=day("2025-12-31"),
            discount=12,
            free_hours=48,
            cover="breakfast",
        ),
        employed("CPE-9101", CEM, "traveller"),
        employed("CPE-9102", DIL, "booker"),
        *booking(STAY, ANA, "2025-12-01", "2025-12-04"),
        BookingPerson(id="BP-59001-1", booking_id=STAY, guest_id=BEN, name="Ben Okafor", role="companion"),
        *booking(PAIR, ANA, "2025-12-10", "2025-12-12", rooms=2, plan="semi_flexible"),
        *booking(WORK, CEM, "2025-11-24", "2025-11-26", plan="corporate", company_id=COMPANY),
        *booking(GROUP, ETA, "2026-01-10", "2026-01-12", rooms=8, kind="group", plan="group"),
        GroupTerms(
            booking_id=GROUP,
            rooms_contracted=8,
            deposit=Decimal("400.00"),
            list_due=day("2025-12-20"),
            balance_due=day("2025-12-20"),
        ),
        BookingPerson(id="BP-59004-1", booking_id=GROUP, name="Olu Balogun", role="listed", room_id="RM-59004-1"),
        GroupService(
            id="GS-59004-1",
            booking_id=GROUP,
            service_id="SVC-OPO1-DINNER",
            units=16,
            day=day("2026-01-10"),
            price=Decimal("520.00"),
        ),
        *booking(MISSED, ANA, "2025-11-10", "2025-11-12", status="no_show"),
        *booking(NOW, ANA, "2025-11-10", "2025-11-14", status="in_house"),
        *booking(YEN, BEN, "2025-12-05", "2025-12-07", hotel_id=KYOTO, currency="JPY"),
    ]


def office(*more: Row | Sequence[Row], now: datetime | None = None) -> World:
    """The base world with these people and bookings, and ``more`` records, which may replace them."""
    rows = {(row.spec.name, row.key_values): row for row in _flat([*_records(), *more])}
    return DOMAIN.world(rows.values(), now)


def _flat(records: Sequence[Row | Sequence[Row]]) -> Iterator[Row]:
    for record in records:
        if isinstance(record, Row):
            yield record
        else:
            yield from record
