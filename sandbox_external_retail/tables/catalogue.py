"""What the shop sells, where it lies, and what is taken off its price."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables.customers import Region
from thinkingbox_plugin.authoring import Internal, Key, Money, Prose, References, Row

Category = Literal["computing", "audio_video", "small_appliance", "large_appliance", "smart_home"]
ReturnClass = Literal["standard", "final_sale", "hygiene"]
Fault = Literal["power", "display", "motor", "cooling", "battery", "leak", "controls", "accidental_damage", "cosmetic"]
Warehouse = Region
"""Each region has one warehouse, of the same name."""


class Product(Row, table="products"):
    """A product at today's shop price."""

    id: Key
    name: str
    brand: str
    category: Category
    description: Prose = ""
    price: Money
    unit_cost: Annotated[Money, Internal()]
    oversized: bool = False
    return_class: ReturnClass = "standard"
    made_to_order: bool = False
    clearance: bool = False
    warranty_months: Annotated[int, Field(ge=0)] = 12
    install: Literal["none", "standard", "gas"] = "none"
    install_fee: Money
    discontinued_on: date | None = None


class RepairRate(Row, table="repair_rates"):
    """What a repair of one kind of fault costs in one category."""

    id: Key
    category: Category
    fault: Fault
    cost: Money


class Stock(Row, table="stock"):
    """How much of a product lies in one warehouse."""

    id: Key
    product_id: Annotated[str, References("products")]
    warehouse: Warehouse
    on_hand: Annotated[int, Field(ge=0)]
    reserved: Annotated[int, Field(ge=0)] = 0
    restock_on: date | None = None


class Promotion(Row, table="promotions"):
    """A promotion; ``starts_on`` and ``ends_on`` are both included."""

    id: Key
    title: str
    kind: Literal["percent", "amount", "bundle"]
    value: Money
    category: Category | None = None
    product_id: Annotated[str | None, References("products")] = None
    bundle_product_id: Annotated[str | None, References("products")] = None
    min_spend: Money | None = None
    starts_on: date
    ends_on: date
    stackable: bool = False
    public: bool = True
