"""The catalogue besides its products: stock, repair rates, promotions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal

from sandbox_external_retail.records._values import Day, Dollars, day, dollars
from sandbox_external_retail.records.products import PRODUCTS
from sandbox_external_retail.tables import (
    Category,
    Fault,
    Promotion,
    RepairRate,
    Stock,
    Warehouse,
)
from thinkingbox_plugin.authoring import Row


def promotion(
    code: str,
    title: str,
    kind: Literal["percent", "amount", "bundle"],
    value: Dollars,
    starts_on: Day,
    ends_on: Day,
    *,
    category: Category | None = None,
    product_id: str | None = None,
    bundle_product_id: str | None = None,
    min_spend: Dollars | None = None,
    stackable: bool = False,
    public: bool = True,
) -> Promotion:
    """A promotion; what it leaves out does not limit it."""
    return Promotion(
        id=code,
        title=title,
        kind=kind,
        value=dollars(value),
        category=category,
        product_id=product_id,
        bundle_product_id=bundle_product_id,
        min_spend=None if min_spend is None else dollars(min_spend),
        starts_on=day(starts_on),
        ends_on=day(ends_on),
        stackable=stackable,
        public=public,
    )


_USUAL_STOCK: dict[Warehouse, tuple[int, int]] = {"east": (12, 2), "central": (8, 1), "west": (10, 3)}
"""On hand and reserved, where nothing else is said."""

_NONE: dict[Warehouse, tuple[int, int]] = {"east": (0, 0), "central": (0, 0), "west": (0, 0)}
_OTHER_STOCK: dict[str, dict[Warehouse, tuple[int, int]]] = {
    "TH-SB30": {"east": (3, 3), "central": (6, 1), "west": (4, 1)},
    "TH-VC90": {"east": (0, 0), "central": (2, 2), "west": (1, 1)},
    "TH-CM40": _NONE,
    "TH-FZ200": _NONE,
    "TH-OV60": _NONE,
    "TH-TV55": {"east": (2, 2), "central": (5, 2), "west": (5, 2)},
    "TH-TB11": {"east": (6, 2), "central": (3, 1), "west": (4, 4)},
    "TH-LT14": {"central": (0, 0)},
}
_RESTOCK = {"TH-VC90": date(2025, 10, 8), "TH-CM40": date(2025, 10, 9), "TH-OV60": date(2025, 10, 20)}

_RATES: dict[Category, dict[Fault, str]] = {
    "computing": {
        "power": "119.00",
        "display": "214.00",
        "battery": "89.00",
        "controls": "76.00",
        "accidental_damage": "245.00",
    },
    "audio_video": {"power": "98.00", "display": "362.00", "controls": "58.00", "accidental_damage": "318.00"},
    "small_appliance": {
        "power": "64.00",
        "motor": "112.00",
        "battery": "71.00",
        "leak": "57.00",
        "controls": "49.00",
        "accidental_damage": "130.00",
    },
    "large_appliance": {
        "power": "142.00",
        "motor": "268.00",
        "cooling": "394.00",
        "leak": "156.00",
        "controls": "183.00",
        "accidental_damage": "347.00",
    },
    "smart_home": {"power": "44.00", "display": "61.00", "battery": "32.00", "controls": "52.00"},
}

_PROMOTIONS = [
    promotion(
        "LAUNDRY10",
        "Ten off appliances",
        "percent",
        "10.00",
        "2025-08-15",
        "2025-09-30",
        category="large_appliance",
        min_spend="1000.00",
    ),
    promotion("SAVE50", "Fifty off five hundred", "amount", "50.00", "2025-09-01", "2025-10-15", min_spend="500.00"),
    promotion(
        "DESKPAIR",
        "Desk pair",
        "bundle",
        "80.00",
        "2025-08-01",
        "2025-09-30",
        product_id="TH-LT14",
        bundle_product_id="TH-MN27",
        stackable=True,
    ),
    promotion(
        "CINEMA",
        "Cinema pair",
        "bundle",
        "60.00",
        "2025-09-05",
        "2025-10-05",
        product_id="TH-TV55",
        bundle_product_id="TH-SB30",
        stackable=True,
    ),
    promotion("AUDIO15", "Audio week", "percent", "15.00", "2025-09-20", "2025-09-30", category="audio_video"),
    promotion("LEARN5", "Learner's five", "percent", "5.00", "2025-09-15", "2025-09-28", category="computing"),
    promotion(
        "KITCHEN25",
        "Kitchen helper",
        "amount",
        "25.00",
        "2025-09-10",
        "2025-09-26",
        category="small_appliance",
        min_spend="150.00",
        stackable=True,
    ),
    promotion("SMART8", "Smart eight", "percent", "8.00", "2025-09-22", "2025-10-05", category="smart_home"),
    promotion(
        "WELCOME30", "Welcome gift", "amount", "30.00", "2025-01-01", "2025-12-31", min_spend="200.00", public=False
    ),
    promotion("SUMMER12", "Summer twelve", "percent", "12.00", "2025-06-15", "2025-08-31", min_spend="300.00"),
    promotion("COOLDOWN", "Cool down", "amount", "100.00", "2025-07-01", "2025-09-14", product_id="TH-FR480"),
]


def catalogue() -> Iterator[Row]:
    """Products, their stock in the three warehouses, repair rates and promotions."""
    yield from PRODUCTS.values()
    for item in PRODUCTS.values():
        levels = _USUAL_STOCK | _OTHER_STOCK.get(item.id, {})
        for warehouse, (on_hand, reserved) in levels.items():
            yield Stock(
                id=f"STK-{item.id}-{warehouse}",
                product_id=item.id,
                warehouse=warehouse,
                on_hand=on_hand,
                reserved=reserved,
                restock_on=_RESTOCK.get(item.id),
            )
    for category, costs in _RATES.items():
        for fault, cost in costs.items():
            yield RepairRate(id=f"RATE-{category}-{fault}", category=category, fault=fault, cost=Decimal(cost))
    yield from _PROMOTIONS
