"""Customers, who may speak for them, membership and points."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from thinkingbox_plugin.authoring import Internal, Key, References, Row

Region = Literal["east", "central", "west"]
Flag = Literal["none", "VELVET", "CINDER"]
Role = Literal["household", "gift_recipient"]
Tier = Literal["basic", "plus", "pro"]
PointsKind = Literal["earned", "used", "taken_back", "given_back", "bonus"]


class Customer(Row, table="customers", private="id"):
    """An account of the shop."""

    id: Key
    name: str
    email: str
    phone: str
    postcode: str
    region: Region
    created_on: date
    status: Literal["active", "closed"] = "active"


class CustomerProfile(Row, table="customer_profiles", private="customer_id"):
    """What only staff know of a customer."""

    customer_id: Annotated[Key, References("customers")]
    score: Annotated[int, Field(ge=0, le=1000), Internal()]
    flag: Flag = "none"
    flag_until: date | None = None


class Address(Row, table="addresses", private="customer_id"):
    """A place to which a customer has goods sent."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    line1: str
    city: str
    region: Region
    postcode: str


class AuthorisedContact(Row, table="authorised_contacts", private="customer_id"):
    """Someone who may speak for an account holder; a gift recipient for one order only."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    contact_id: Annotated[str, References("customers")]
    role: Role
    order_id: Annotated[str | None, References("orders")] = None
    valid_until: date | None = None


class Membership(Row, table="memberships", private="customer_id"):
    """A customer's tier and the balance of their points."""

    customer_id: Annotated[Key, References("customers")]
    tier: Tier
    tier_since: date
    paid_until: date | None = None
    points: Annotated[int, Field(ge=0)] = 0


class PointsEntry(Row, table="points_ledger", private="customer_id"):
    """One movement of points; ``earned``, ``given_back`` and ``bonus`` add to the balance."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    order_id: Annotated[str | None, References("orders")] = None
    line_id: Annotated[str | None, References("order_lines")] = None
    kind: PointsKind
    points: Annotated[int, Field(gt=0)]
    booked_on: date
