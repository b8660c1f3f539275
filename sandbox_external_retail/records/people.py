"""Builders of customers and of what belongs to them."""

from __future__ import annotations

from sandbox_external_retail.records._values import Day, day, maybe_day, number, order_of
from sandbox_external_retail.tables import (
    Address,
    AuthorisedContact,
    Customer,
    CustomerProfile,
    Flag,
    Membership,
    PointsEntry,
    PointsKind,
    Region,
    Role,
    Tier,
)
from thinkingbox_plugin.authoring import Row

_AREA_CODE: dict[Region, str] = {"east": "212", "central": "312", "west": "415"}
_CITY: dict[Region, str] = {"east": "Easton", "central": "Midfield", "west": "Westhaven"}
_POSTCODE: dict[Region, str] = {"east": "1", "central": "6", "west": "9"}


def customer(
    id: str,
    name: str,
    email: str,
    *,
    score: int = 560,
    flag: Flag = "none",
    flag_until: Day | None = None,
    tier: Tier = "basic",
    tier_since: Day | None = None,
    paid_until: Day | None = None,
    points: int = 0,
    created_on: Day = "2023-03-14",
    region: Region = "east",
    phone: str | None = None,
    line1: str | None = None,
    city: str | None = None,
    postcode: str | None = None,
    status: str = "active",
) -> list[Row]:
    """An account with its profile, membership and first address (``ADR-1101`` for ``CUS-1101``).

    Left out, these are (for CUS-1101 in region east) phone 212-555-0101 (312 central, 415 west), address
    ``11 Alder Street``, ``Easton`` (Midfield, Westhaven) and postcode ``11101`` (6…, 9…).  A paid tier
    runs from ``created_on`` until 2026-03-31 unless said otherwise.
    """
    serial = number(id)
    code = postcode or f"{_POSTCODE[region]}{serial % 10_000:04d}"
    if tier != "basic" and paid_until is None:
        paid_until = "2026-03-31"
    return [
        Customer.model_validate(
            {
                "id": id,
                "name": name,
                "email": email.casefold(),
                "phone": phone or f"{_AREA_CODE[region]}-555-01{serial % 100:02d}",
                "postcode": code,
                "region": region,
                "created_on": day(created_on),
                "status": status,
            }
        ),
        CustomerProfile(customer_id=id, score=score, flag=flag, flag_until=maybe_day(flag_until)),
        Membership(
            customer_id=id,
            tier=tier,
            tier_since=day(tier_since or created_on),
            paid_until=maybe_day(paid_until),
            points=points,
        ),
        address(
            f"ADR-{serial}",
            id,
            line1=line1 or f"{10 + serial % 100} Alder Street",
            city=city or _CITY[region],
            region=region,
            postcode=code,
        ),
    ]


def address(id: str, customer_id: str, *, line1: str, city: str, region: Region, postcode: str) -> Row:
    """A further address, such as ``ADR-1101-2``; spelled as the tool add_address would tidy it."""
    return Address(id=id, customer_id=customer_id, line1=line1, city=city, region=region, postcode=postcode)


def contact(
    id: str,
    *,
    holder: str,
    contact: str,
    role: Role = "household",
    order_id: str | None = None,
    valid_until: Day | None = None,
) -> Row:
    """``contact`` may speak for ``holder``; a gift recipient for ``order_id`` only."""
    return AuthorisedContact(
        id=id,
        customer_id=holder,
        contact_id=contact,
        role=role,
        order_id=order_id,
        valid_until=maybe_day(valid_until),
    )


def points(id: str, customer_id: str, kind: PointsKind, amount: int, on: Day, *, line_id: str | None = None) -> Row:
    """An entry of the points ledger; the order follows from the line."""
    return PointsEntry(
        id=id,
        customer_id=customer_id,
        order_id=None if line_id is None else order_of(line_id),
        line_id=line_id,
        kind=kind,
        points=amount,
        booked_on=day(on),
    )
