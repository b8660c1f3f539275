"""The sixty customers of the base world, their further addresses, and who speaks for whom."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from sandbox_external_retail.records.people import address, contact
from sandbox_external_retail.tables import Customer, CustomerProfile, Membership, Region
from thinkingbox_plugin.authoring import Row


class Place(NamedTuple):
    """Where a customer lives."""

    city: str
    region: Region
    postcode: str


@cache
def _sheet() -> tuple[dict[str, str | None], ...]:
    text = files(__package__).joinpath("customers.csv").read_text(encoding="utf-8")
    return tuple({name: value or None for name, value in row.items()} for row in csv.DictReader(text.splitlines()))


@cache
def places() -> dict[str, Place]:
    """Each customer's city, region and postcode."""
    homes = (Customer.model_validate(_pick(row, Customer)) for row in _sheet())
    cities = {row["id"]: row["city"] or "" for row in _sheet()}
    return {home.id: Place(cities[home.id], home.region, home.postcode) for home in homes}


def accounts() -> Iterator[Row]:
    """Accounts with profile, membership and address (ADR-1001 of CUS-1001), then the rest."""
    for row in _sheet():
        key = str(row["id"])
        yield Customer.model_validate(_pick(row, Customer))
        yield CustomerProfile.model_validate(
            {
                "customer_id": key,
                "score": int(row["score"] or 0),
                "flag": row["flag"],
                "flag_until": row["flag_until"],
            }
        )
        yield Membership.model_validate(
            {
                "customer_id": key,
                "tier": row["tier"],
                "tier_since": row["tier_since"],
                "paid_until": row["paid_until"],
                "points": int(row["points"] or 0),
            }
        )
        home = places()[key]
        yield address(
            key.replace("CUS", "ADR"),
            key,
            line1=str(row["line1"]),
            city=home.city,
            region=home.region,
            postcode=home.postcode,
        )
    yield from _FURTHER_ADDRESSES
    yield from _CONTACTS


def _pick(row: dict[str, str | None], kind: type[Row]) -> dict[str, str | None]:
    return {name: row[name] for name in kind.model_fields}


_FURTHER_ADDRESSES = [
    address("ADR-1001-2", "CUS-1001", line1="3 Dockside Office", city="Norwick", region="east", postcode="10401"),
    address("ADR-1002-2", "CUS-1002", line1="210 Ridge Road", city="San Arlo", region="west", postcode="94188"),
    address("ADR-1002-3", "CUS-1002", line1="9 Vintner Lane", city="Oakvale", region="central", postcode="60150"),
    address("ADR-1013-2", "CUS-1013", line1="12 Peachtree Mews", city="Easton", region="east", postcode="11066"),
    address("ADR-1020-2", "CUS-1020", line1="7 Riverside Studio", city="Norwick", region="east", postcode="10409"),
    address("ADR-1037-2", "CUS-1037", line1="15 Orca Point", city="Cedar Point", region="west", postcode="98171"),
    address("ADR-1044-2", "CUS-1044", line1="88 Summit Lodge", city="Westhaven", region="west", postcode="97299"),
    address("ADR-1052-2", "CUS-1052", line1="4 Market Hall", city="Port Alder", region="east", postcode="12219"),
]

_CONTACTS = [
    contact("AC-1028", holder="CUS-1028", contact="CUS-1029"),
    contact("AC-1029", holder="CUS-1029", contact="CUS-1028"),
    contact("AC-1044", holder="CUS-1044", contact="CUS-1042", valid_until="2025-12-31"),
    contact("AC-1010", holder="CUS-1010", contact="CUS-1048", valid_until="2025-03-31"),
    contact(
        "AC-1013",
        holder="CUS-1013",
        contact="CUS-1041",
        role="gift_recipient",
        order_id="ORD-20066",
        valid_until="2025-01-31",
    ),
    contact(
        "AC-1031",
        holder="CUS-1031",
        contact="CUS-1057",
        role="gift_recipient",
        order_id="ORD-20338",
        valid_until="2025-10-31",
    ),
]
