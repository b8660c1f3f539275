"""Parcels, what their carriers report, and what is sent once more."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables.catalogue import Warehouse
from thinkingbox_plugin.authoring import Key, References, Row

Carrier = Literal["northline", "parcelfox", "heavyhaul"]
ShipmentStatus = Literal["preparing", "in_transit", "delayed", "delivered", "returned_to_sender", "reshipping"]
EventKind = Literal[
    "label_created",
    "handed_over",
    "arrived_depot",
    "departed_depot",
    "weather_hold",
    "out_for_delivery",
    "attempt_failed",
    "address_changed_by_customer",
    "delivered",
    "returned_address",
    "returned_refused",
    "returned_damaged",
]
ClaimKind = Literal["lost", "stolen", "damaged"]
ReplacementReason = Literal["lost", "stolen", "damaged", "warranty"]


class Shipment(Row, table="shipments", private="order_id"):
    """One parcel; ``label_postcode`` is what its label says, ``due`` the date promised."""

    id: Key
    order_id: Annotated[str, References("orders")]
    carrier: Carrier
    handed_over_on: date | None = None
    due: date
    delivered_on: date | None = None
    status: ShipmentStatus
    label_postcode: str
    signed_by: str | None = None


class ShipmentEvent(Row, table="shipment_events", private="shipment_id"):
    """One entry of a parcel's tracking."""

    id: Key
    shipment_id: Annotated[str, References("shipments")]
    happened_on: date
    kind: EventKind
    place: str


class CarrierClaim(Row, table="carrier_claims", private="shipment_id"):
    """A claim against the carrier of a parcel."""

    id: Key
    shipment_id: Annotated[str, References("shipments")]
    kind: ClaimKind
    opened_on: date
    status: Literal["open", "paid", "rejected"] = "open"


class Replacement(Row, table="replacements", private="order_id"):
    """Goods sent once more in place of a line's."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str, References("order_lines")]
    product_id: Annotated[str, References("products")]
    quantity: Annotated[int, Field(ge=1)]
    warehouse: Warehouse
    reason: ReplacementReason
    created_on: date


class Reshipment(Row, table="reshipments", private="shipment_id"):
    """A parcel that came back and is sent again."""

    id: Key
    shipment_id: Annotated[str, References("shipments")]
    address_id: Annotated[str, References("addresses")]
    created_on: date
