"""Who is speaking, and for whom: guests, companions, people of a company."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel.tables import Approval, Booking, BookingPerson, GuestMark, LoyaltyPeriod, NightlyLimit
from sandbox_travel.tables import ApproverPosition as Position
from sandbox_travel.tests.office import (
    ANA,
    BEN,
    CEM,
    COMPANY,
    DIL,
    GROUP,
    STAY,
    WORK,
    booking,
    day,
    employed,
    guest,
    office,
)
from sandbox_travel.tools import (
    ask_approver,
    find_guest,
    get_company,
    get_guest,
    get_guest_mark,
    list_approvals,
    list_contracts,
    list_loyalty_periods,
    list_nightly_limits,
    verify_companion,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import ToolError

ANAS = "ana.teles.prado@example.org"


@pytest.mark.parametrize(
    "query",
    [
        {"name": "teles prado"},
        {"name": "TELÉS PRADO"},
        {"email": " Ana.Teles.Prado@Example.org "},
        {"phone": "+99 555 0001"},
        {"phone": "(99) 5550001", "name": "Teles"},
    ],
)
def test_a_guest_is_found_and_shown_masked(query: dict[str, Any]) -> None:
    (hit,) = find_guest(office(), **query).items
    assert (hit.guest_id, hit.name, hit.email) == (ANA, "A. P•••", "ana•••@example.org")


def test_a_search_without_anything_to_look_for_is_refused() -> None:
    with pytest.raises(ToolError, match="name, email, phone: give at least one"):
        find_guest(office())


@pytest.mark.parametrize(
    "pair",
    [
        {"booking_id": STAY},
        {"booking_id": " bk-59001 "},
        {"loyalty_number": "sb-90011"},
        {"phone_last4": "0001"},
    ],
)
def test_a_guest_is_verified_by_address_and_one_detail(pair: dict[str, str]) -> None:
    world = office()
    assert verify_guest(world, email=ANAS.upper(), **pair).guest_id == ANA
    assert world.log.calls[-1].verified == ANA


def test_a_listed_person_is_verified_by_the_booking_of_another() -> None:
    assert verify_guest(office(), email="ben.okafor@example.org", booking_id=STAY).guest_id == BEN


@pytest.mark.parametrize(
    ("email", "pair"),
    [
        (ANAS, {"booking_id": GROUP}),
        (ANAS, {"booking_id": "BK-9"}),
        (ANAS, {"loyalty_number": "SB-90012"}),
        (ANAS, {"phone_last4": "0002"}),
        ("cem.aydin@example.org", {"booking_id": STAY}),
        ("nobody@example.org", {"phone_last4": "0001"}),
    ],
)
def test_a_pair_that_does_not_match_is_refused_without_saying_why(email: str, pair: dict[str, str]) -> None:
    world = office()
    with pytest.raises(ToolError, match=f"^email, {next(iter(pair))}: these details do not match a guest profile$"):
        verify_guest(world, email=email, **pair)
    assert world.log.calls[-1].verified is None


def test_a_guest_without_a_number_is_not_verified_by_none() -> None:
    with pytest.raises(ToolError, match="do not match"):
        verify_guest(office(), email="ben.okafor@example.org", loyalty_number="")


@pytest.mark.parametrize("pair", [{}, {"booking_id": STAY, "phone_last4": "0001"}])
def test_the_identity_check_takes_exactly_one_detail(pair: dict[str, str]) -> None:
    with pytest.raises(ToolError, match="booking_id, loyalty_number, phone_last4: give exactly one"):
        verify_guest(office(), email=ANAS, **pair)


def test_a_companion_is_verified_for_the_holder_with_the_days_of_the_entry() -> None:
    entry = BookingPerson(
        id="BP-59001-2",
        booking_id=STAY,
        guest_id=CEM,
        name="Cem Aydin",
        role="companion",
        from_on=day("2025-10-01"),
        until_on=day("2025-11-11"),
    )
    world = office(entry)
    found = verify_companion(world, guest_id=CEM, booking_id=STAY)
    assert (found.owner_id, world.log.calls[-1].verified) == (ANA, ANA)
    assert [(item.role, item.from_on, item.until_on) for item in found.entries] == [
        ("companion", date(2025, 10, 1), date(2025, 11, 11))
    ]


def test_a_companion_on_a_companys_booking_is_verified_for_the_company() -> None:
    entry = BookingPerson(id="BP-59003-1", booking_id=WORK, guest_id=BEN, name="Ben Okafor", role="companion")
    assert verify_companion(office(entry), guest_id=BEN, booking_id=WORK).owner_id == COMPANY


@pytest.mark.parametrize(("guest_id", "booking_id"), [(CEM, STAY), (BEN, GROUP), (BEN, "BK-9"), ("GST-9", STAY)])
def test_somebody_who_is_not_listed_is_no_companion(guest_id: str, booking_id: str) -> None:
    with pytest.raises(ToolError, match="guest_id, booking_id: these details do not match"):
        verify_companion(office(), guest_id=guest_id, booking_id=booking_id)


def test_a_profile_and_its_mark_are_read() -> None:
    world = office(GuestMark(guest_id=BEN, mark="MARLIN", until=day("2025-11-11")))
    assert get_guest(world, guest_id=ANA).loyalty_number == "SB-90011"
    assert get_guest_mark(world, guest_id=ANA).mark is None
    mark = get_guest_mark(world, guest_id=BEN).mark
    assert mark is not None
    assert (mark.mark, mark.until) == ("MARLIN", date(2025, 11, 11))


def test_loyalty_periods_are_listed_newest_first_and_in_pages() -> None:
    periods = [
        LoyaltyPeriod.model_validate(
            {
                "id": f"LP-{year}",
                "guest_id": ANA,
                "tier": "silver",
                "from_on": day(f"{year}-01-01"),
                "until_on": day(f"{year}-12-31"),
            }
        )
        for year in range(2019, 2026)
    ]
    world = office(*periods)
    first = list_loyalty_periods(world, guest_id=ANA)
    assert ([item.id for item in first.items], first.pages) == ([f"LP-{year}" for year in range(2025, 2020, -1)], 2)
    assert [item.id for item in list_loyalty_periods(world, guest_id=ANA, page=2).items] == ["LP-2020", "LP-2019"]


@pytest.mark.parametrize("tool", [get_guest, get_guest_mark, list_loyalty_periods])
def test_an_unknown_guest_is_refused_by_name(tool: Any) -> None:
    with pytest.raises(ToolError, match="guest_id: no such row in guests: GST-9"):
        tool(office(), guest_id="GST-9")


# Companies


@pytest.mark.parametrize("named", [{"company_id": COMPANY}, {"booking_id": WORK}])
def test_a_person_of_a_company_is_verified_for_it_with_all_entries(named: dict[str, str]) -> None:
    world = office(employed("CPE-9103", DIL, "traveller", "2023-01-01", "2023-12-31"))
    found = verify_company_contact(world, guest_id=DIL, **named)
    assert (found.company_id, world.log.calls[-1].verified) == (COMPANY, COMPANY)
    assert [(item.role, item.until_on) for item in found.entries] == [
        ("traveller", date(2023, 12, 31)),
        ("booker", None),
    ]


@pytest.mark.parametrize(
    ("guest_id", "named", "message"),
    [
        (ANA, {"company_id": COMPANY}, "guest_id, company_id: these details do not match"),
        (ANA, {"booking_id": STAY}, "guest_id, booking_id: these details do not match"),
        (DIL, {"booking_id": STAY}, "guest_id, booking_id: these details do not match"),
        (DIL, {"booking_id": "BK-9"}, "guest_id, booking_id: these details do not match"),
        (DIL, {}, "company_id, booking_id: give exactly one"),
        (DIL, {"company_id": COMPANY, "booking_id": WORK}, "company_id, booking_id: give exactly one"),
    ],
)
def test_somebody_who_is_not_listed_does_not_speak_for_a_company(
    guest_id: str, named: dict[str, str], message: str
) -> None:
    with pytest.raises(ToolError, match=message):
        verify_company_contact(office(), guest_id=guest_id, **named)


def test_who_speaks_for_a_holder_or_a_company_must_be_verified_themselves() -> None:
    assert (verify_guest.verifies, verify_guest.speaker) == ("guest_id", None)
    assert (verify_companion.verifies, verify_companion.speaker) == ("owner_id", "guest_id")
    assert (verify_company_contact.verifies, verify_company_contact.speaker) == ("company_id", "guest_id")


def test_a_companys_terms_are_read() -> None:
    world = office(
        NightlyLimit(id="NL-9101-1", contract_id="CON-9101", city="Porto", euros=Decimal("140.00")),
        NightlyLimit(id="NL-9101-2", contract_id="CON-9101", euros=Decimal("160.00")),
    )
    assert get_company(world, company_id=COMPANY).cost_centre == "DU-100"
    assert [(item.id, item.free_hours) for item in list_contracts(world, company_id=COMPANY)] == [("CON-9101", 48)]
    limits = list_nightly_limits(world, contract_id="CON-9101")
    assert [(item.city, str(item.euros)) for item in limits] == [("Porto", "140.00"), (None, "160.00")]


@pytest.mark.parametrize(
    ("up_to", "status"), [("400.00", "granted"), ("400.01", "granted"), ("399.99", "refused"), (None, "pending")]
)
def test_an_approver_answers_by_the_amount(up_to: str | None, status: str) -> None:
    limit = None if up_to is None else Decimal(up_to)
    world = office(Position(id="AP-1", booking_id=WORK, kind="dates", up_to=limit))
    made = ask_approver(world, booking_id=WORK, kind="dates", euros=Decimal("400.00"))
    assert (made.status, made.company_id, made.asked_on) == (status, COMPANY, world.today)
    assert list_approvals(world, company_id=COMPANY).items[0] == world.get(Approval, made.id) == made
    assert [effect.table for effect in world.effects()] == ["approvals"]


def test_an_approver_who_was_asked_something_else_has_not_answered() -> None:
    world = office(Position(id="AP-1", booking_id=WORK, kind="board", up_to=Decimal("900.00")))
    assert ask_approver(world, booking_id=WORK, kind="dates", euros=Decimal("400.00")).status == "pending"


def test_nobody_approves_a_booking_that_no_company_pays() -> None:
    world = office()
    with pytest.raises(ToolError, match=f"booking_id: no company pays for {STAY}"):
        ask_approver(world, booking_id=STAY, kind="dates", euros=Decimal("400.00"))
    assert world.effects() == []


def test_approvals_are_listed_newest_first() -> None:
    def approval(place: int, asked_on: str) -> Approval:
        return Approval(
            id=f"APV-910{place}",
            company_id=COMPANY,
            booking_id=WORK,
            kind="dates",
            euros=Decimal("300.00"),
            status="granted",
            asked_on=day(asked_on),
        )

    world = office(approval(1, "2025-11-01"), approval(2, "2025-11-05"), approval(3, "2025-10-01"))
    assert [item.id for item in list_approvals(world, company_id=COMPANY).items] == ["APV-9102", "APV-9101", "APV-9103"]


def test_two_guests_of_one_name_are_both_found() -> None:
    world = office(
        guest("GST-9006", "Ana Teles Prado Lima"), *booking("BK-59009", "GST-9006", "2025-12-01", "2025-12-02")
    )
    assert [hit.guest_id for hit in find_guest(world, name="teles prado").items] == [ANA, "GST-9006"]
    assert world.get(Booking, "BK-59009").holder_id == "GST-9006"
