"""Guest profiles: who is speaking, for whom, their loyalty record, and marks on their profile."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import Booking, BookingPerson, Guest, GuestMark, LoyaltyPeriod, PersonRole
from sandbox_travel.tools._common import GuestId
from thinkingbox_plugin.authoring import (
    Page,
    PageNumber,
    ToolError,
    View,
    World,
    digits,
    masked_email,
    masked_name,
    paged,
    paged_as,
    plain,
    reads,
)


class MaskedGuest(View):
    """A search result, with only enough to tell one profile from another."""

    guest_id: str
    name: str
    email: str
    country: str


class VerifiedGuest(View):
    """The profile that the details given belong to."""

    guest_id: str
    name: str


class Listing(View):
    """One entry of a person in the list of people of a booking; null dates leave the entry open."""

    role: PersonRole
    from_on: date | None
    until_on: date | None


class VerifiedCompanion(View):
    """Whom a booking belongs to (a company where one pays, else the holder), and the speaker's entries under it."""

    owner_id: str
    guest_id: str
    booking_id: str
    entries: list[Listing]


class GuestMarks(View):
    """The mark on a profile, null if there is none."""

    guest_id: str
    mark: GuestMark | None


@reads
def find_guest(
    world: World,
    name: Annotated[
        str | None,
        Field(min_length=2, max_length=100, description="The name or a part of it; case and accents do not count."),
    ] = None,
    email: Annotated[str | None, Field(max_length=200, description="The whole e-mail address.")] = None,
    phone: Annotated[str | None, Field(max_length=40, description="The whole phone number, with area code.")] = None,
    page: PageNumber = 1,
) -> Page[MaskedGuest]:
    """Search for guest profiles by name, e-mail address or phone number; all that is given must match.  Five a
    page.

    Details are masked.  Finding a profile verifies nobody: that is what verify_guest is for.
    """
    if name is None and email is None and phone is None:
        raise ToolError("name, email, phone: give at least one")
    found = [
        guest
        for guest in world.select(Guest)
        if (name is None or plain(name) in plain(guest.name))
        and (email is None or email.strip().casefold() == guest.email)
        and (phone is None or digits(phone)[-9:] == digits(guest.phone)[-9:])
    ]
    return paged_as(found, page, _masked)


@reads(verifies="guest_id")
def verify_guest(
    world: World,
    email: Annotated[str, Field(max_length=200, description="The e-mail address of the speaker's own profile.")],
    booking_id: Annotated[
        str | None,
        Field(max_length=40, description="A booking that they hold, or under which they are listed, such as BK-50001."),
    ] = None,
    loyalty_number: Annotated[
        str | None, Field(max_length=40, description="Their loyalty number, such as SB-48213.")
    ] = None,
    phone_last4: Annotated[
        str | None, Field(pattern=r"^[0-9]{4}$", description="The last four digits of the profile's phone number.")
    ] = None,
) -> VerifiedGuest:
    """Check the identity of the person who is speaking: the e-mail address of their own profile and exactly one of
    a booking number, their loyalty number, or the last four digits of their phone number.

    A refusal does not say which detail is wrong.  This verifies the speaker for themselves alone; for a booking
    that is somebody else's see verify_companion, for a company's see verify_company_contact.
    """
    given = {"booking_id": booking_id, "loyalty_number": loyalty_number, "phone_last4": phone_last4}
    named = [argument for argument, value in given.items() if value is not None]
    if len(named) != 1:
        raise ToolError("booking_id, loyalty_number, phone_last4: give exactly one of them")
    for guest in world.select(Guest, email=email.strip().casefold()):
        if _matches(world, guest, booking_id, loyalty_number, phone_last4):
            return VerifiedGuest(guest_id=guest.id, name=guest.name)
    raise ToolError(f"email, {named[0]}: these details do not match a guest profile")


@reads(verifies="owner_id", speaker="guest_id")
def verify_companion(
    world: World,
    guest_id: Annotated[str, Field(description="The profile of the person who is speaking, already verified.")],
    booking_id: Annotated[str, Field(description="The booking of somebody else that they speak about.")],
) -> VerifiedCompanion:
    """Check that a guest with a profile of their own is listed under a booking that somebody else holds, as a
    companion, as the deputy of a group, or with a name in the rooming list.

    The result shows the role and the first and last day of each entry, whether or not it counts today; it does
    not say what the role allows.
    """
    booking = world.find(Booking, booking_id)
    entries = world.select(BookingPerson, booking_id=booking_id, guest_id=guest_id) if booking else []
    if booking is None or not entries:
        raise ToolError("guest_id, booking_id: these details do not match a person listed under a booking")
    return VerifiedCompanion(
        owner_id=booking.company_id or booking.holder_id,
        guest_id=guest_id,
        booking_id=booking.id,
        entries=[Listing(role=entry.role, from_on=entry.from_on, until_on=entry.until_on) for entry in entries],
    )


@reads
def get_guest(world: World, guest_id: GuestId) -> Guest:
    """Read a guest's profile: name, contact details, loyalty number, country, and since when there is one."""
    return world.get(Guest, guest_id)


@reads
def get_guest_mark(world: World, guest_id: GuestId) -> GuestMarks:
    """Read the mark on a guest's profile with its last day (null: without end); the mark is null if there is none.

    Internal: neither a mark nor that there is none may be told to anyone outside.
    """
    world.get(Guest, guest_id)
    return GuestMarks(guest_id=guest_id, mark=world.find(GuestMark, guest_id))


@reads
def list_loyalty_periods(world: World, guest_id: GuestId, page: PageNumber = 1) -> Page[LoyaltyPeriod]:
    """List the periods in which a guest held a loyalty tier, newest first, five a page.  A period without a last
    day still runs; in no period the guest has no tier."""
    world.get(Guest, guest_id)
    periods = world.select(LoyaltyPeriod, guest_id=guest_id)
    return paged(sorted(periods, key=lambda period: (period.from_on, period.id), reverse=True), page)


def _matches(
    world: World, guest: Guest, booking_id: str | None, loyalty_number: str | None, phone_last4: str | None
) -> bool:
    if booking_id is not None:
        booking = world.find(Booking, booking_id.strip().upper())
        if booking is None:
            return False
        listed = world.select(BookingPerson, booking_id=booking.id, guest_id=guest.id)
        return booking.holder_id == guest.id or bool(listed)
    if loyalty_number is not None:
        return loyalty_number.strip().upper() == guest.loyalty_number
    return phone_last4 == digits(guest.phone)[-4:]


def _masked(guest: Guest) -> MaskedGuest:
    return MaskedGuest(
        guest_id=guest.id, name=masked_name(guest.name), email=masked_email(guest.email), country=guest.country
    )
