"""Who is speaking, for whom, and their points."""

from __future__ import annotations

import pytest

from sandbox_external_retail.records import contact, customer, points
from sandbox_external_retail.tables import Address, Membership, PointsEntry
from sandbox_external_retail.tests.shop import DELIVERED, NINA, OMAR, OTHER, shop
from sandbox_external_retail.tools import (
    add_address,
    adjust_points,
    find_customer,
    get_customer,
    get_customer_profile,
    get_membership,
    list_points,
    verify_contact,
    verify_customer,
)
from thinkingbox_plugin.authoring import ToolError


def test_a_search_by_name_ignores_case_and_accents_and_masks_what_it_finds() -> None:
    found = find_customer(shop(), name="nina jons")
    assert [item.model_dump() for item in found.items] == [
        {"customer_id": NINA, "name": "N. J•••", "email": "nin•••@example.com", "postcode": "1••••"}
    ]


def test_a_search_returns_nobodys_private_rows() -> None:
    world = shop()
    find_customer(world, name="ar")
    assert world.log.calls[-1].owners == frozenset()


def test_everything_given_to_a_search_must_match() -> None:
    world = shop()
    assert find_customer(world, name="Omar", email="OMAR.farouk@example.org", phone="+1 (415) 555 0102").total == 1
    assert find_customer(world, name="Omar", email="nina.jonsdottir@example.com").items == []


def test_two_customers_of_one_name_are_both_found() -> None:
    assert [item.customer_id for item in find_customer(shop(), name="Maria Santos").items] == ["CUS-1001", "CUS-1002"]


def test_a_search_for_a_common_part_comes_in_pages() -> None:
    world = shop()
    first, last = find_customer(world, name="an"), find_customer(world, name="an", page=3)
    assert (first.page, len(first.items), first.pages) == (1, 5, -(-first.total // 5))
    assert not {item.customer_id for item in first.items} & {item.customer_id for item in last.items}
    assert find_customer(world, name="an", page=99).items == []


def test_a_search_needs_at_least_one_argument() -> None:
    with pytest.raises(ToolError, match="name, email, phone: give at least one"):
        find_customer(shop())


@pytest.mark.parametrize(
    "detail",
    [{"order_id": DELIVERED}, {"order_id": DELIVERED.lower()}, {"postcode": " 11201 "}, {"phone_last4": "0101"}],
)
def test_the_address_and_one_detail_verify_a_customer(detail: dict[str, str]) -> None:
    world = shop()
    verified = verify_customer(world, email=" Nina.Jonsdottir@Example.com", **detail)
    assert (verified.customer_id, verified.name) == (NINA, "Nína Jónsdóttir")
    assert world.log.calls[-1].verified == NINA


@pytest.mark.parametrize(
    ("email", "detail"),
    [
        ("nina.jonsdottir@example.com", {"order_id": OTHER}),
        ("nina.jonsdottir@example.com", {"order_id": "ORD-1"}),
        ("nina.jonsdottir@example.com", {"postcode": "91202"}),
        ("nina.jonsdottir@example.com", {"phone_last4": "0102"}),
        ("nobody@example.com", {"postcode": "11201"}),
        ("alasdair.munro@example.org", {"postcode": "12201"}),
    ],
)
def test_a_wrong_detail_or_a_closed_account_does_not_match(email: str, detail: dict[str, str]) -> None:
    world = shop()
    with pytest.raises(ToolError, match=f"email, {next(iter(detail))}: these details do not match an account"):
        verify_customer(world, email=email, **detail)
    assert world.log.calls[-1].verified is None


@pytest.mark.parametrize("details", [{}, {"postcode": "11201", "phone_last4": "0101"}])
def test_exactly_one_detail_verifies(details: dict[str, str]) -> None:
    with pytest.raises(ToolError, match="give exactly one"):
        verify_customer(shop(), email="nina.jonsdottir@example.com", **details)


def test_a_household_contact_is_verified_for_every_order_even_when_the_entry_has_ended() -> None:
    world = shop(contact("AC-1201", holder=NINA, contact=OMAR, valid_until="2025-09-01"))
    verified = verify_contact(world, contact_id=OMAR, order_id=DELIVERED)
    assert (verified.account_holder_id, verified.role, str(verified.valid_until)) == (NINA, "household", "2025-09-01")
    assert world.log.calls[-1].verified == NINA


def test_a_gift_recipient_is_verified_for_the_one_order_and_before_a_household_entry() -> None:
    gift = contact("AC-1202", holder=NINA, contact=OMAR, role="gift_recipient", order_id=DELIVERED)
    with pytest.raises(ToolError, match="contact_id, order_id"):
        verify_contact(shop(gift), contact_id=OMAR, order_id="ORD-21002")
    world = shop(gift, contact("AC-1201", holder=NINA, contact=OMAR))
    assert verify_contact(world, contact_id=OMAR, order_id=DELIVERED).role == "gift_recipient"
    assert verify_contact(world, contact_id=OMAR, order_id="ORD-21002").role == "household"


@pytest.mark.parametrize(("who", "order_id"), [(OMAR, DELIVERED), (OMAR, "ORD-1"), ("CUS-1", DELIVERED)])
def test_nobody_else_is_verified_as_a_contact(who: str, order_id: str) -> None:
    with pytest.raises(ToolError, match="contact_id, order_id: these details do not match"):
        verify_contact(shop(), contact_id=who, order_id=order_id)


def test_an_account_is_read_with_its_addresses_and_contacts() -> None:
    file = get_customer(shop(contact("AC-1201", holder=NINA, contact=OMAR)), customer_id=NINA)
    assert (file.customer.phone, [place.id for place in file.addresses]) == ("212-555-0101", ["ADR-1201"])
    assert [entry.contact_id for entry in file.contacts] == [OMAR]


def test_profile_and_membership_are_read_by_customer() -> None:
    world = shop(customer("CUS-1203", "Ida Roe", "ida.roe@example.com", score=81, flag="CINDER", tier="pro"))
    profile, member = (
        get_customer_profile(world, customer_id="CUS-1203"),
        get_membership(world, customer_id="CUS-1203"),
    )
    assert (profile.score, profile.flag, member.tier, str(member.paid_until)) == (81, "CINDER", "pro", "2026-03-31")


@pytest.mark.parametrize("tool", [get_customer, get_customer_profile, get_membership, list_points])
def test_an_unknown_customer_is_refused(tool: object) -> None:
    with pytest.raises(ToolError, match="customer_id: no such row"):
        tool(shop(), customer_id="CUS-9")  # type: ignore[operator]


def test_points_are_listed_newest_first() -> None:
    world = shop(
        points("PL-1201-2", NINA, "earned", 250, "2025-09-05", line_id="LIN-21001-1"),
        points("PL-1201-3", NINA, "used", 50, "2025-03-01"),
    )
    assert [entry.id for entry in list_points(world, customer_id=NINA).items] == ["PL-1201-2", "PL-1201-3", "PL-1201-1"]


@pytest.mark.parametrize(("kind", "balance"), [("taken_back", 0), ("given_back", 600)])
def test_adjusting_points_changes_the_balance_and_the_ledger(kind: str, balance: int) -> None:
    world = shop()
    result = adjust_points(world, customer_id=NINA, line_id="LIN-21001-1", kind=kind, points=300)  # type: ignore[arg-type]
    assert result.balance == world.get(Membership, NINA).points == balance
    entry = world.get(PointsEntry, result.entry.id)
    assert (entry.order_id, entry.kind, entry.points, entry.booked_on) == (DELIVERED, kind, 300, world.today)


@pytest.mark.parametrize(
    ("line_id", "amount", "message"),
    [
        ("LIN-21001-1", 301, "points: the balance is 300"),
        ("LIN-21004-1", 10, "line_id: LIN-21004-1 was not ordered by CUS-1201"),
        ("LIN-9", 10, "line_id: no such row"),
        ("LIN-21001-1", 0, "points: "),
    ],
)
def test_points_that_cannot_be_taken_back_are_refused(line_id: str, amount: int, message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        adjust_points(world, customer_id=NINA, line_id=line_id, kind="taken_back", points=amount)
    assert world.get(Membership, NINA).points == 300
    assert world.effects() == []


def test_a_new_address_is_tidied() -> None:
    made = add_address(
        shop(),
        customer_id=NINA,
        line1=" 12b  ELM street, flat 4.",
        city="new  norwick",
        region="east",
        postcode="k1 9zz ",
    )
    assert (made.line1, made.city, made.postcode) == ("12b Elm Street Flat 4", "New Norwick", "K1 9ZZ")


def test_an_address_that_the_account_has_is_refused_however_it_is_spelled() -> None:
    world = shop()
    with pytest.raises(ToolError, match="line1: the account has this address already, as ADR-1201"):
        add_address(world, customer_id=NINA, line1="11  alder STREET.", city="EASTON", region="east", postcode=" 11201")
    assert len(world.select(Address, customer_id=NINA)) == 1
    assert add_address(world, customer_id=OMAR, line1="11 Alder Street", city="Easton", region="east", postcode="11201")


def test_an_address_of_punctuation_only_is_refused() -> None:
    with pytest.raises(ToolError, match="line1: nothing is left"):
        add_address(shop(), customer_id=NINA, line1=" .,. ", city="Easton", region="east", postcode="11201")
