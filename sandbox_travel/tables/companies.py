"""Companies, their people and contracts, and what their approvers have granted."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from thinkingbox_plugin.authoring import Key, Money, References, Row

CompanyRole = Literal["traveller", "booker", "approver", "travel_desk"]
Cover = Literal["room_only", "breakfast"]
ApprovalKind = Literal["dates", "room_type", "board", "guests"]
ApprovalStatus = Literal["granted", "refused", "pending", "used"]


class Company(Row, table="companies", private="id"):
    """A company that books for its staff."""

    id: Key
    name: str
    city: str
    billing_email: str
    billing_address: str
    cost_centre: str


class CompanyPerson(Row, table="company_people", private="company_id"):
    """Somebody in a company's list; both days included, null for no end."""

    id: Key
    company_id: Annotated[str, References("companies")]
    guest_id: Annotated[str, References("guests")]
    role: CompanyRole
    from_on: date
    until_on: date | None = None


class Contract(Row, table="contracts", private="company_id"):
    """Terms of a company's bookings made from ``starts_on`` to ``ends_on``, both included.

    ``discount`` is in per cent of the room's rate, ``free_hours`` the hours before check-in until which a booking is
    changed and cancelled.
    """

    id: Key
    company_id: Annotated[str, References("companies")]
    starts_on: date
    ends_on: date
    discount: Annotated[int, Field(ge=0, le=100)]
    free_hours: Annotated[int, Field(ge=0)]
    cover: Cover
    always_approve: bool = False


class NightlyLimit(Row, table="nightly_limits", private="contract_id"):
    """What a night may cost in a city, in euros; without a city: wherever the contract names no limit."""

    id: Key
    contract_id: Annotated[str, References("contracts")]
    city: str | None = None
    euros: Money


class Approval(Row, table="approvals", private="company_id"):
    """An approver's answer; ``euros`` is the new total of the room that was put to them."""

    id: Key
    company_id: Annotated[str, References("companies")]
    booking_id: Annotated[str, References("bookings")]
    kind: ApprovalKind
    euros: Money
    status: ApprovalStatus
    asked_on: date
    expires_on: date | None = None


class ApproverPosition(Row, table="approver_positions"):
    """How an approver will answer, which no tool shows: granted up to ``up_to`` euros, refused above.

    Without a row, or with ``up_to`` null, there is no answer yet.
    """

    id: Key
    booking_id: Annotated[str, References("bookings")]
    kind: ApprovalKind
    up_to: Money | None = None
