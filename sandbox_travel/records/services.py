"""What hotels offer groups, how far they are from one another, and what their pages say."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from sandbox_travel.records._values import Day, cash, day, maybe_day
from sandbox_travel.tables import Fact, HotelDistance, HotelFact, HotelNotice, Service, ServiceKind

_PRICES: dict[str, dict[ServiceKind, str]] = {
    "LIS1": {"dinner": "27.00", "lunch": "19.50", "coffee_break": "6.80", "coach_parking": "45.00", "guide": "140.00"},
    "LIS3": {"dinner": "44.00", "lunch": "31.00", "coffee_break": "9.50", "meeting_room": "320.00"},
    "PRG1": {"dinner": "590.00", "lunch": "430.00", "coach_parking": "850.00", "guide": "3200.00"},
    "PRG3": {"dinner": "640.00", "coffee_break": "160.00", "meeting_room": "5400.00"},
    "LON2": {"dinner": "22.50", "lunch": "16.00", "coach_parking": "60.00", "guide": "155.00"},
    "NYC1": {"coffee_break": "12.50", "meeting_room": "410.00", "guide": "230.00"},
    "BKK1": {"dinner": "890.00", "lunch": "640.00", "coach_parking": "700.00", "meeting_room": "9500.00"},
}
SERVICES = MappingProxyType(
    {
        f"{code}-{kind.upper()}": Service(
            id=f"SVC-{code}-{kind.upper()}", hotel_id=f"HTL-{code}", service=kind, price=cash(price)
        )
        for code, prices in _PRICES.items()
        for kind, price in prices.items()
    }
)
"""Every service by a name such as ``PRG1-DINNER``."""

_METRES = {
    ("LIS1", "LIS2"): 1450,
    ("LIS1", "LIS3"): 2300,
    ("LIS1", "LIS4"): 600,
    ("LIS2", "LIS3"): 3150,
    ("LIS2", "LIS4"): 1100,
    ("LIS3", "LIS4"): 2650,
    ("PRG1", "PRG2"): 750,
    ("PRG1", "PRG3"): 1900,
    ("PRG2", "PRG3"): 2250,
    ("LON1", "LON2"): 4200,
    ("NYC1", "NYC2"): 3600,
}

_STATED: dict[str, str] = {
    "LIS1": "parking restaurant lift air_conditioning -pool -gym",
    "LIS2": "restaurant lift air_conditioning -pool -parking -beach_access",
    "LIS3": "pool spa gym restaurant lift air_conditioning airport_shuttle",
    "LIS4": "kitchenette -lift -air_conditioning -parking",
    "PRG1": "restaurant lift parking gym -pool -air_conditioning",
    "PRG2": "lift kitchenette -restaurant -parking",
    "PRG3": "spa gym restaurant lift parking air_conditioning -pool",
    "LON1": "gym restaurant lift air_conditioning -parking -pool",
    "LON2": "restaurant lift parking -gym -air_conditioning",
    "NYC1": "gym lift air_conditioning airport_shuttle -restaurant -parking",
    "NYC2": "pool spa gym restaurant lift air_conditioning airport_shuttle",
    "TYO1": "restaurant lift air_conditioning -gym -pool -parking",
    "BKK1": "pool spa gym restaurant lift air_conditioning airport_shuttle parking",
    "KEF1": "restaurant parking spa airport_shuttle -lift -gym",
}
"""What each page says; a minus says that there is no such thing."""

_CORRECTED = {("LIS2", "beach_access"): "2025-06-17", ("PRG2", "parking"): "2025-08-04"}


def fact(hotel: str, what: Fact, stated: bool, *, corrected_on: Day | None = None) -> HotelFact:
    """What the page of a hotel such as ``LIS1`` says of one facility (FCT-LIS1-POOL)."""
    return HotelFact(
        id=f"FCT-{hotel}-{what.upper()}",
        hotel_id=f"HTL-{hotel}",
        fact=what,
        stated=stated,
        corrected_on=maybe_day(corrected_on),
    )


def notice(id: str, hotel: str, what: Fact, from_on: Day, until_on: Day, published_on: Day) -> HotelNotice:
    """A notice that a facility of a hotel such as ``LIS1`` is closed for some days."""
    return HotelNotice(
        id=id,
        hotel_id=f"HTL-{hotel}",
        fact=what,
        from_on=day(from_on),
        until_on=day(until_on),
        published_on=day(published_on),
    )


def distances() -> Iterator[HotelDistance]:
    """A row for each direction: DST-LIS1-LIS2 and DST-LIS2-LIS1."""
    for (one, other), metres in _METRES.items():
        for start, end in ((one, other), (other, one)):
            yield HotelDistance(id=f"DST-{start}-{end}", hotel_id=f"HTL-{start}", other_id=f"HTL-{end}", metres=metres)


def facts() -> Iterator[HotelFact]:
    """What the pages say in the base world."""
    for code, words in _STATED.items():
        for word in words.split():
            what = word.lstrip("-")
            yield HotelFact.model_validate(
                {
                    "id": f"FCT-{code}-{what.upper()}",
                    "hotel_id": f"HTL-{code}",
                    "fact": what,
                    "stated": word == what,
                    "corrected_on": maybe_day(_CORRECTED.get((code, what))),
                }
            )


def notices() -> Iterator[HotelNotice]:
    """Works that are over, under way and to come."""
    yield notice("NTC-1001", "LIS3", "pool", "2025-11-03", "2025-11-28", "2025-09-15")
    yield notice("NTC-1002", "LIS3", "spa", "2025-10-06", "2025-10-17", "2025-08-29")
    yield notice("NTC-1003", "LON2", "lift", "2025-11-10", "2025-11-21", "2025-10-20")
    yield notice("NTC-1004", "NYC2", "pool", "2026-01-05", "2026-02-13", "2025-11-06")
    yield notice("NTC-1005", "BKK1", "restaurant", "2025-09-08", "2025-09-12", "2025-07-25")
    yield notice("NTC-1006", "PRG3", "spa", "2025-12-01", "2025-12-12", "2025-10-31")
    yield notice("NTC-1007", "LIS3", "pool", "2026-03-02", "2026-03-20", "2025-11-10")
    yield notice("NTC-1008", "KEF1", "spa", "2025-11-17", "2025-11-19", "2025-11-11")
