"""Customers and membership: who is speaking, for whom, and their points."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables import (
    Address,
    AuthorisedContact,
    Customer,
    CustomerProfile,
    Membership,
    Order,
    OrderLine,
    PointsEntry,
    Region,
    Role,
)
from sandbox_external_retail.tools._common import CustomerId, LineId, customer_of, speaks_for
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
    writes,
)


class MaskedCustomer(View):
    """A search result, with only enough to tell one account from another."""

    customer_id: str
    name: str
    email: str
    postcode: str


class VerifiedCustomer(View):
    """The account that the details given belong to."""

    customer_id: str
    name: str


class VerifiedContact(View):
    """The account that a contact is listed for, and in which role."""

    account_holder_id: str
    contact_id: str
    role: Role
    order_id: str
    valid_until: date | None


class CustomerFile(View):
    """An account with its addresses and the people listed for it."""

    customer: Customer
    addresses: list[Address]
    contacts: list[AuthorisedContact]


class PointsAdjustment(View):
    """The new entry of the ledger and the balance after it."""

    entry: PointsEntry
    balance: int


@reads
def find_customer(
    world: World,
    name: Annotated[
        str | None, Field(min_length=2, max_length=100, description="The name or a part of it; case does not count.")
    ] = None,
    email: Annotated[str | None, Field(max_length=200, description="The whole e-mail address.")] = None,
    phone: Annotated[str | None, Field(max_length=40, description="The whole phone number, with area code.")] = None,
    page: PageNumber = 1,
) -> Page[MaskedCustomer]:
    """Search for accounts by name, e-mail address or phone number; all that is given must match.

    Details are masked.  Finding an account verifies nobody: that is what verify_customer is for.
    """
    if name is None and email is None and phone is None:
        raise ToolError("name, email, phone: give at least one")
    found = [
        customer
        for customer in world.select(Customer)
        if (name is None or plain(name) in plain(customer.name))
        and (email is None or _same_email(email, customer))
        and (phone is None or digits(phone)[-10:] == digits(customer.phone))
    ]
    return paged_as(found, page, _masked)


@reads(verifies="customer_id")
def verify_customer(
    world: World,
    email: Annotated[str, Field(max_length=200, description="The e-mail address of the account.")],
    order_id: Annotated[str | None, Field(max_length=40, description="An order number of the account.")] = None,
    postcode: Annotated[str | None, Field(max_length=20, description="The account's postcode.")] = None,
    phone_last4: Annotated[
        str | None, Field(pattern=r"^[0-9]{4}$", description="The last four digits of the account's phone number.")
    ] = None,
) -> VerifiedCustomer:
    """Check the identity of the person who is speaking: the account's e-mail address and exactly one of an
    order number, the postcode, or the last four digits of the phone number.

    A closed account never matches.  A refusal does not say which detail is wrong.
    """
    given = {"order_id": order_id, "postcode": postcode, "phone_last4": phone_last4}
    named = [argument for argument, value in given.items() if value is not None]
    if len(named) != 1:
        raise ToolError("order_id, postcode, phone_last4: give exactly one of them")
    for customer in world.select(Customer, email=email.strip().casefold(), status="active"):
        if _matches(world, customer, order_id, postcode, phone_last4):
            return VerifiedCustomer(customer_id=customer.id, name=customer.name)
    raise ToolError(f"email, {named[0]}: these details do not match an account")


@reads(verifies="account_holder_id", speaker="contact_id")
def verify_contact(
    world: World,
    contact_id: Annotated[str, Field(description="The account of the person who is speaking, already verified.")],
    order_id: Annotated[str, Field(description="The order of somebody else that they speak about.")],
) -> VerifiedContact:
    """Check that somebody is listed as an authorised contact of the account that an order belongs to (a
    gift_recipient is listed for one order only).

    The result shows the role and until when the entry is valid; it does not say what the role allows.
    """
    order = world.find(Order, order_id)
    entries = speaks_for(world, contact_id, order) if order else []
    if order is None or not entries:
        raise ToolError("contact_id, order_id: these details do not match an authorised contact")
    entry = entries[0]
    return VerifiedContact(
        account_holder_id=order.customer_id,
        contact_id=contact_id,
        role=entry.role,
        order_id=order.id,
        valid_until=entry.valid_until,
    )


@reads
def get_customer(world: World, customer_id: CustomerId) -> CustomerFile:
    """Read an account: name, contact details, when it was opened, its addresses, and who is listed as an
    authorised contact for it."""
    return CustomerFile(
        customer=world.get(Customer, customer_id),
        addresses=world.select(Address, customer_id=customer_id),
        contacts=world.select(AuthorisedContact, customer_id=customer_id),
    )


@reads
def get_customer_profile(world: World, customer_id: CustomerId) -> CustomerProfile:
    """Read the internal profile of an account: its score, and its flag with the last day on which it counts.

    Internal: none of it may be told to anyone outside.
    """
    return world.get(CustomerProfile, customer_id)


@reads
def get_membership(world: World, customer_id: CustomerId) -> Membership:
    """Read an account's membership: its tier, since when, paid until when, and the balance of points."""
    return world.get(Membership, customer_id)


@reads
def list_points(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[PointsEntry]:
    """List the movements of an account's points, newest first, five a page.

    Kinds earned, given_back and bonus added to the balance, used and taken_back were taken from it.
    """
    world.get(Customer, customer_id)
    entries = world.select(PointsEntry, customer_id=customer_id)
    return paged(sorted(entries, key=lambda entry: (entry.booked_on, entry.id), reverse=True), page)


@writes
def adjust_points(
    world: World,
    customer_id: CustomerId,
    line_id: LineId,
    kind: Annotated[
        Literal["taken_back", "given_back"],
        Field(description="taken_back lowers the balance, given_back raises it."),
    ],
    points: Annotated[int, Field(ge=1, le=100_000, description="How many points; 100 are worth one dollar.")],
) -> PointsAdjustment:
    """Take points from an account or give points to it, on account of one of its order lines.

    Adds an entry to the ledger and changes the balance, which cannot fall below zero.
    """
    membership = world.get(Membership, customer_id)
    line = world.get(OrderLine, line_id)
    if customer_of(world, line).id != customer_id:
        raise ToolError(f"line_id: {line_id} was not ordered by {customer_id}")
    change = points if kind == "given_back" else -points
    if membership.points + change < 0:
        raise ToolError(f"points: the balance is {membership.points}; at most that many can be taken back")
    world.update(membership, points=membership.points + change)
    entry = world.insert(
        PointsEntry(
            id=world.new_id("PL"),
            customer_id=customer_id,
            order_id=line.order_id,
            line_id=line_id,
            kind=kind,
            points=points,
            booked_on=world.today,
        )
    )
    return PointsAdjustment(entry=entry, balance=membership.points + change)


@writes
def add_address(
    world: World,
    customer_id: CustomerId,
    line1: Annotated[str, Field(min_length=3, max_length=120, description="Number and street, with any flat.")],
    city: Annotated[str, Field(min_length=2, max_length=80, description="The town or city.")],
    region: Annotated[Region, Field(description="The delivery region that it lies in.")],
    postcode: Annotated[str, Field(min_length=3, max_length=12, description="The postcode.")],
) -> Address:
    """Add an address to an account.  Spelling is tidied: blanks, capitals, commas and full stops do not
    matter.  An address that the account has already is refused."""
    world.get(Customer, customer_id)
    new = Address(
        id=world.new_id("ADR"),
        customer_id=customer_id,
        line1=_required("line1", tidy(line1)),
        city=_required("city", tidy(city)),
        region=region,
        postcode=_required("postcode", tidy_postcode(postcode)),
    )
    for known in world.select(Address, customer_id=customer_id):
        if known.model_copy(update={"id": new.id}) == new:
            raise ToolError(f"line1: the account has this address already, as {known.id}")
    return world.insert(new)


def tidy(text: str) -> str:
    """The one spelling of a street or a city: single blanks, no commas or full stops, capital initials."""
    words = re.sub(r"[,.]", " ", text).split()
    return " ".join(word[:1].upper() + word[1:].lower() for word in words)


def tidy_postcode(text: str) -> str:
    """The one spelling of a postcode: single blanks, capitals."""
    return " ".join(text.upper().split())


def _required(argument: str, value: str) -> str:
    if not value:
        raise ToolError(f"{argument}: nothing is left of it without blanks and punctuation")
    return value


def _same_email(email: str, customer: Customer) -> bool:
    return email.strip().casefold() == customer.email


def _matches(
    world: World, customer: Customer, order_id: str | None, postcode: str | None, phone_last4: str | None
) -> bool:
    if order_id is not None:
        order = world.find(Order, order_id.strip().upper())
        return order is not None and order.customer_id == customer.id
    if postcode is not None:
        return tidy_postcode(postcode) == customer.postcode
    return phone_last4 == digits(customer.phone)[-4:]


def _masked(customer: Customer) -> MaskedCustomer:
    return MaskedCustomer(
        customer_id=customer.id,
        name=masked_name(customer.name),
        email=masked_email(customer.email),
        postcode=customer.postcode[:1] + "••••",
    )
