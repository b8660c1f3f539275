"""Companies: who speaks for them, their contracts, and what their approvers grant."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import (
    Approval,
    ApprovalKind,
    ApprovalStatus,
    ApproverPosition,
    Booking,
    Company,
    CompanyPerson,
    CompanyRole,
    Contract,
    NightlyLimit,
)
from sandbox_travel.tools._common import BookingId, CompanyId, within
from thinkingbox_plugin.authoring import Amount, Page, PageNumber, ToolError, View, World, paged, reads, writes


class Employment(View):
    """One entry of a person in a company's list of people; without a last day it still runs."""

    role: CompanyRole
    from_on: date
    until_on: date | None


class VerifiedContact(View):
    """The company that a person is listed for, and their entries, oldest first."""

    company_id: str
    guest_id: str
    entries: list[Employment]


@reads(verifies="company_id", speaker="guest_id")
def verify_company_contact(
    world: World,
    guest_id: Annotated[str, Field(description="The profile of the person who is speaking, already verified.")],
    company_id: Annotated[str | None, Field(description="The company that they speak for, such as CMP-11.")] = None,
    booking_id: Annotated[
        str | None, Field(description="In place of the company: a booking that it pays for, such as BK-50001.")
    ] = None,
) -> VerifiedContact:
    """Check that a guest is in the list of people of a company, named by exactly one of its id and a booking that
    it pays for.

    The result shows the role and the first and last day of each entry, whether or not it counts today; it does
    not say what the role allows.
    """
    if (company_id is None) == (booking_id is None):
        raise ToolError("company_id, booking_id: give exactly one of them")
    if booking_id is not None:
        booking = world.find(Booking, booking_id)
        company_id = booking.company_id if booking else None
    entries = world.select(CompanyPerson, company_id=company_id, guest_id=guest_id)
    if company_id is None or not entries:
        named = "company_id" if booking_id is None else "booking_id"
        raise ToolError(f"guest_id, {named}: these details do not match a person listed for a company")
    entries.sort(key=lambda entry: (entry.from_on, entry.id))
    return VerifiedContact(
        company_id=company_id,
        guest_id=guest_id,
        entries=[Employment(role=entry.role, from_on=entry.from_on, until_on=entry.until_on) for entry in entries],
    )


@reads
def get_company(world: World, company_id: CompanyId) -> Company:
    """Read a company: its name, city, billing address and e-mail, and the cost centre on its invoices."""
    return world.get(Company, company_id)


@reads
def list_contracts(world: World, company_id: CompanyId) -> list[Contract]:
    """List a company's contracts, past and coming ones too, newest first: the first and last day of each, its
    discount in per cent, the hours before check-in until which it changes and cancels freely, what board it covers,
    and whether every change needs approval."""
    world.get(Company, company_id)
    contracts = world.select(Contract, company_id=company_id)
    return sorted(contracts, key=lambda contract: (contract.starts_on, contract.id), reverse=True)


@reads
def list_nightly_limits(
    world: World, contract_id: Annotated[str, Field(description="The contract, such as CON-1101.")]
) -> list[NightlyLimit]:
    """List what a night may cost under a contract, in euros, by city.  The row without a city is for all cities that
    have none of their own."""
    world.get(Contract, contract_id)
    return world.select(NightlyLimit, contract_id=contract_id)


@reads
def list_approvals(world: World, company_id: CompanyId, page: PageNumber = 1) -> Page[Approval]:
    """List what a company's approvers were asked and how they answered, for all its bookings, newest first, five a
    page.  An approval that a change has rested on is used."""
    world.get(Company, company_id)
    approvals = world.select(Approval, company_id=company_id)
    return paged(sorted(approvals, key=lambda approval: (approval.asked_on, approval.id), reverse=True), page)


@writes
def ask_approver(
    world: World,
    booking_id: BookingId,
    kind: Annotated[ApprovalKind, Field(description="What is to be changed.")],
    euros: Annotated[Amount, Field(description='The new total in euros, such as "640.00".')],
) -> Approval:
    """Ask the approver of the company that pays for a booking.  Adds an approval to the company's records with the
    answer: granted, refused, or pending if there is none yet.  Changes nothing of the booking: change_room does,
    and takes the approval's id."""
    booking = world.get(Booking, booking_id)
    if booking.company_id is None:
        raise ToolError(f"booking_id: no company pays for {booking_id}, so nobody has to approve")
    within("euros", euros)
    positions = world.select(ApproverPosition, booking_id=booking_id, kind=kind)
    up_to = positions[0].up_to if positions else None
    status: ApprovalStatus = "pending" if up_to is None else "granted" if euros <= up_to else "refused"
    return world.insert(
        Approval(
            id=world.new_id("APV"),
            company_id=booking.company_id,
            booking_id=booking_id,
            kind=kind,
            euros=euros,
            status=status,
            asked_on=world.today,
        )
    )
