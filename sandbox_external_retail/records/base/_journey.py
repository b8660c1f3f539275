"""Parcels of the base world: a shipment and what its carrier reported on the way."""

from __future__ import annotations

from datetime import date, timedelta

from sandbox_external_retail.records._values import Day, day
from sandbox_external_retail.records.base.accounts import places
from sandbox_external_retail.records.ordering import events, shipment
from sandbox_external_retail.tables import Carrier, EventKind, Region
from thinkingbox_plugin.authoring import Row

DEPOTS: dict[Region, str] = {"east": "Harrow Yard", "central": "Prairie Yard", "west": "Sierra Yard"}
WAREHOUSES: dict[Region, str] = {"east": "Warehouse East", "central": "Warehouse Central", "west": "Warehouse West"}


def delivered(
    id: str,
    customer_id: str,
    carrier: Carrier,
    handed_over: Day,
    on: Day,
    *,
    due: Day | None = None,
    signed_by: str | None = None,
    brief: bool = False,
    failed: Day | None = None,
) -> list[Row]:
    """A parcel that reached the customer's first address; in time unless ``due`` says otherwise.

    ``brief``: only the first and last report are still kept.  ``failed``: nobody was there on that day.
    """
    home = places()[customer_id]
    start, end = day(handed_over), day(on)
    steps: list[tuple[Day, EventKind, str]] = [(start, "handed_over", WAREHOUSES[home.region])]
    if not brief:
        steps.append((min(start + timedelta(days=1), end), "arrived_depot", DEPOTS[home.region]))
        if failed is not None:
            steps.append((day(failed), "attempt_failed", home.city))
        steps.append((end, "out_for_delivery", home.city))
    steps.append((end, "delivered", home.city))
    parcel = shipment(
        id,
        carrier,
        handed_over=start,
        due=due or end,
        delivered=end,
        label_postcode=home.postcode,
        signed_by=signed_by,
    )
    return [parcel, *events(id, *steps)]


def on_the_way(
    id: str, customer_id: str, carrier: Carrier, handed_over: Day, due: Day, *, delayed: bool = False
) -> list[Row]:
    """A parcel that has reached its region's depot."""
    home = places()[customer_id]
    start: date = day(handed_over)
    parcel = shipment(
        id,
        carrier,
        handed_over=start,
        due=due,
        status="delayed" if delayed else "in_transit",
        label_postcode=home.postcode,
    )
    steps: list[tuple[Day, EventKind, str]] = [
        (start, "label_created", WAREHOUSES[home.region]),
        (start, "handed_over", WAREHOUSES[home.region]),
        (start + timedelta(days=1), "arrived_depot", DEPOTS[home.region]),
    ]
    if delayed:
        steps.append((start + timedelta(days=3), "weather_hold", DEPOTS[home.region]))
    return [parcel, *events(id, *steps)]
