"""Builders of guests and companies."""

from __future__ import annotations

from collections.abc import Mapping

from sandbox_travel.records._values import Cash, Day, booking_of, cash, day, maybe_day, number
from sandbox_travel.tables import (
    Approval,
    ApprovalKind,
    ApprovalStatus,
    ApproverPosition,
    Company,
    CompanyPerson,
    CompanyRole,
    Contract,
    Cover,
    Guest,
    GuestMark,
    LoyaltyPeriod,
    LoyaltyTier,
    Mark,
    NightlyLimit,
)
from thinkingbox_plugin.authoring import Row


def guest(
    id: str,
    name: str,
    email: str,
    *,
    country: str = "Portugal",
    phone: str | None = None,
    loyalty_number: str | None = None,
    created_on: Day = "2022-05-16",
    mark: Mark | None = None,
    mark_until: Day | None = None,
    tier: LoyaltyTier | None = None,
    tier_from: Day = "2025-01-01",
    tier_until: Day | None = "2025-12-31",
) -> list[Row]:
    """A profile, with its mark and its present tier (LP-2001-1 for GST-2001) if it has them.

    Left out, the phone number is one that nobody has, ending in the id's last two digits (``+99 20 555-0101`` for
    GST-2001; in the ranges kept free for fiction in the United States and the United Kingdom), and a member's
    loyalty number ``SB-42001``.  Further periods of a membership are written with :func:`period`.
    """
    serial = number(id)
    rows: list[Row] = [
        Guest(
            id=id,
            name=name,
            email=email.casefold(),
            phone=phone or _phone(serial, country),
            loyalty_number=loyalty_number or (f"SB-4{serial:04d}" if tier else None),
            country=country,
            created_on=day(created_on),
        )
    ]
    if mark is not None:
        rows.append(GuestMark(guest_id=id, mark=mark, until=maybe_day(mark_until)))
    if tier is not None:
        rows.append(period(f"LP-{serial}-1", tier, tier_from, tier_until))
    return rows


def _phone(serial: int, country: str) -> str:
    block, end = divmod(serial, 100)
    if country == "United States":
        return f"+1 {200 + block} 555 01{end:02d}"
    if country == "United Kingdom":
        return f"+44 20 7946 0{serial % 500 + (500 if serial >= 2000 else 0):03d}"
    return f"+99 {block} 555-01{end:02d}"


def period(id: str, tier: LoyaltyTier, from_on: Day, until_on: Day | None = None) -> Row:
    """A stretch of a membership; LP-2001-2 belongs to GST-2001."""
    return LoyaltyPeriod(
        id=id, guest_id=f"GST-{number(id)}", tier=tier, from_on=day(from_on), until_on=maybe_day(until_on)
    )


def company(
    id: str,
    name: str,
    *,
    city: str = "Lisbon",
    billing_email: str | None = None,
    billing_address: str = "14 Quay Street",
    cost_centre: str = "CC-100",
) -> Row:
    """A company; its contracts and people are written with :func:`contract` and :func:`member`."""
    return Company(
        id=id,
        name=name,
        city=city,
        billing_email=billing_email or f"invoices.{id.casefold()}@example.com",
        billing_address=f"{billing_address} {city}",
        cost_centre=cost_centre,
    )


def member(
    id: str,
    company_id: str,
    guest_id: str,
    role: CompanyRole,
    *,
    from_on: Day = "2024-01-08",
    until_on: Day | None = None,
) -> Row:
    """Somebody in a company's list."""
    return CompanyPerson(
        id=id,
        company_id=company_id,
        guest_id=guest_id,
        role=role,
        from_on=day(from_on),
        until_on=maybe_day(until_on),
    )


def contract(
    id: str,
    company_id: str,
    starts_on: Day,
    ends_on: Day,
    *,
    discount: int = 10,
    free_hours: int = 18,
    cover: Cover = "breakfast",
    always_approve: bool = False,
    limits: Mapping[str | None, Cash] | None = None,
) -> list[Row]:
    """A contract with its nightly limits in euros by city, None for everywhere else (NL-31-1 … for CON-31)."""
    terms = Contract(
        id=id,
        company_id=company_id,
        starts_on=day(starts_on),
        ends_on=day(ends_on),
        discount=discount,
        free_hours=free_hours,
        cover=cover,
        always_approve=always_approve,
    )
    amounts = {None: "250.00"} if limits is None else limits
    return [
        terms,
        *(
            NightlyLimit(id=f"NL-{number(id)}-{place}", contract_id=id, city=city, euros=cash(euros))
            for place, (city, euros) in enumerate(amounts.items(), 1)
        ),
    ]


def approval(
    id: str,
    company_id: str,
    kind: ApprovalKind,
    euros: Cash,
    asked_on: Day,
    *,
    status: ApprovalStatus = "granted",
    expires_on: Day | None = None,
) -> Row:
    """An approver's earlier answer about the booking whose number the id carries."""
    return Approval(
        id=id,
        company_id=company_id,
        booking_id=booking_of(id),
        kind=kind,
        euros=cash(euros),
        status=status,
        asked_on=day(asked_on),
        expires_on=maybe_day(expires_on),
    )


def approver(id: str, kind: ApprovalKind, up_to: Cash | None = None) -> Row:
    """How the approver will answer about the booking whose number the id (``AP-52001-1``) carries."""
    return ApproverPosition(id=id, booking_id=booking_of(id), kind=kind, up_to=None if up_to is None else cash(up_to))
