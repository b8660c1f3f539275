"""Invoices of guests and companies."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandbox_travel.tables import Booking, Guest, Invoice
from sandbox_travel.tools._common import BookingId, tidy
from thinkingbox_plugin.authoring import ToolError, World, reads, writes

_LINE: dict[str, Any] = {"min_length": 2, "max_length": 200}
_SMALL = (
    *("am", "das", "de", "degli", "dei", "della", "delle", "der", "des", "di", "do", "dos", "du", "of", "the", "und"),
    *("van", "von", "zum", "zur"),
)
"""Words that stand without a capital inside the name of a street or a town."""


@reads
def list_invoices(world: World, booking_id: BookingId) -> list[Invoice]:
    """List the invoices of a booking, those that were replaced too.  One that was made anew names the one that it
    replaces."""
    world.get(Booking, booking_id)
    return world.select(Invoice, booking_id=booking_id)


@writes
def issue_invoice(
    world: World,
    booking_id: BookingId,
    address: Annotated[str, Field(**_LINE, description="The address on it, in one line; commas do not matter.")],
    second_line: Annotated[
        str | None, Field(**_LINE, description="A second line under the name, such as a firm's; left out for none.")
    ] = None,
) -> Invoice:
    """Make out the first invoice of a booking to the guest who holds it.  A booking with an invoice to the guest is
    refused: reissue_invoice makes that one anew."""
    booking = world.get(Booking, booking_id)
    if known := world.select(Invoice, booking_id=booking_id, made_out_to="guest", status="issued"):
        raise ToolError(f"booking_id: {booking_id} has {known[0].id} already; reissue_invoice makes that one anew")
    return world.insert(
        Invoice(
            id=world.new_id("INV"),
            booking_id=booking_id,
            made_out_to="guest",
            name=world.get(Guest, booking.holder_id).name,
            second_line=tidy("second_line", second_line) if second_line is not None else None,
            address=_address(address),
            issued_on=world.today,
        )
    )


@writes
def reissue_invoice(
    world: World,
    invoice_id: Annotated[str, Field(description="The invoice that is to be replaced, such as INV-50001-1.")],
    name: Annotated[str | None, Field(**_LINE, description="The name on it, if it changes.")] = None,
    second_line: Annotated[str | None, Field(**_LINE, description="The second line, if it changes.")] = None,
    address: Annotated[
        str | None, Field(**_LINE, description="The address in one line, if it changes; commas do not matter.")
    ] = None,
    cost_centre: Annotated[str | None, Field(**_LINE, description="The cost centre, if it changes.")] = None,
) -> Invoice:
    """Make an invoice anew: a new one like it but for what is given, and the old one becomes replaced.  Does not check
    to whom it may be made out.  A replaced invoice is refused."""
    old = world.get(Invoice, invoice_id)
    if old.status == "replaced":
        raise ToolError(f"invoice_id: {invoice_id} is replaced already; list_invoices shows the one in its place")
    lines = {"name": name, "second_line": second_line, "cost_centre": cost_centre}
    given = {argument: tidy(argument, text) for argument, text in lines.items() if text is not None}
    if address is not None:
        given["address"] = _address(address)
    if not given:
        raise ToolError("name, second_line, address, cost_centre: give at least one of them, with its new wording")
    for argument, text in given.items():
        if text == getattr(old, argument):
            raise ToolError(f"{argument}: {invoice_id} has {text} already; leave out what does not change")
    world.update(old, status="replaced")
    new = {"id": world.new_id("INV"), "issued_on": world.today, "replaces": old.id, **given}
    return world.insert(old.model_copy(update=new))


def _address(text: str) -> str:
    """The one spelling of an address: single blanks, no commas, capital initials but for the small words inside a
    name (Via dei Tigli); codes with digits all capitals."""
    words = tidy("address", text.replace(",", " ").replace(";", " ")).split()
    return " ".join(_spelled(word, first=place == 0) for place, word in enumerate(words))


def _spelled(word: str, first: bool) -> str:
    if any(letter.isdigit() for letter in word):
        return word.upper()
    if not first and word.casefold() in _SMALL:
        return word.casefold()
    return word[:1].upper() + word[1:]
