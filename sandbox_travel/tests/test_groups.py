"""Groups: their terms, the rooming list, and services."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel.tables import Booking, BookingPerson, GroupService
from sandbox_travel.tests.office import BEN, GROUP, STAY, booking, day, office
from sandbox_travel.tools import (
    cancel_group_service,
    enter_name,
    exchange_name,
    get_group_terms,
    list_group_services,
    order_group_service,
    release_room,
)
from thinkingbox_plugin.authoring import ToolError

ROOM, NAMED, DINNER = "RM-59004-1", "BP-59004-1", "GS-59004-1"


def test_the_terms_of_a_group_are_read_and_no_other_booking_has_any() -> None:
    world = office()
    assert get_group_terms(world, booking_id=GROUP).rooms_contracted == 8
    with pytest.raises(ToolError, match=f"booking_id: {STAY} is no group's and has no such terms"):
        get_group_terms(world, booking_id=STAY)


def test_a_name_is_entered_in_one_spelling() -> None:
    world = office()
    made = enter_name(world, room_id=ROOM, name="  Inês   Faria ")
    assert world.get(BookingPerson, made.id) == made
    assert (made.name, made.role, made.room_id, made.booking_id) == ("Inês Faria", "listed", ROOM, GROUP)
    assert [effect.table for effect in world.effects()] == ["booking_people"]


@pytest.mark.parametrize(
    ("room_id", "name", "message"),
    [
        ("RM-9", "Inês Faria", "room_id: no such row"),
        ("RM-59001-1", "Inês Faria", f"room_id: {STAY} is no group's"),
        ("RM-59004-2", "OLU  balogún", f"name: OLU balogún stands in the list already, for {ROOM}"),
        (ROOM, "    ", "name: it holds nothing but blanks"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(room_id: str, name: str, message: str) -> None:
    world = office()
    with pytest.raises(ToolError, match=message):
        enter_name(world, room_id=room_id, name=name)
    assert world.effects() == []


def test_a_room_takes_as_many_names_as_it_has_guests() -> None:
    world = office()
    enter_name(world, room_id=ROOM, name="Inês Faria")
    with pytest.raises(ToolError, match=f"room_id: {ROOM} has a name for each of its 2 guests; exchange_name changes"):
        enter_name(world, room_id=ROOM, name="Rui Faria")


def test_a_room_that_was_released_takes_no_name() -> None:
    world = office()
    release_room(world, room_id="RM-59004-2", penalty=Decimal("0.00"))
    with pytest.raises(ToolError, match="room_id: RM-59004-2 is released; names are for a room that is booked"):
        enter_name(world, room_id="RM-59004-2", name="Inês Faria")


def test_a_name_is_exchanged_and_the_profile_goes_with_the_one_who_leaves() -> None:
    listed = BookingPerson(id=NAMED, booking_id=GROUP, guest_id=BEN, name="Ben Okafor", role="listed", room_id=ROOM)
    world = office(listed)
    made = exchange_name(world, person_id=NAMED, name="Inês Faria")
    assert (made.name, made.guest_id, made.room_id) == ("Inês Faria", None, ROOM)
    with pytest.raises(ToolError, match="name: Inês Faria stands in the list already"):
        exchange_name(world, person_id=NAMED, name="Inês Faria")


def test_only_entries_of_a_rooming_list_are_exchanged() -> None:
    with pytest.raises(ToolError, match="person_id: BP-59001-1 is no entry of a rooming list"):
        exchange_name(office(), person_id="BP-59001-1", name="Inês Faria")


def test_a_service_is_entered_at_the_price_of_the_list() -> None:
    world = office()
    before = world.get(Booking, GROUP)
    made = order_group_service(world, booking_id=GROUP, service_id="SVC-OPO1-DINNER", units=10, day=day("2026-01-11"))
    assert (made.price, made.status) == (Decimal("325.00"), "ordered")
    listed = list_group_services(world, booking_id=GROUP).items
    assert [(item.ordered.id, item.service) for item in listed] == [(DINNER, "dinner"), (made.id, "dinner")]
    assert world.get(Booking, GROUP) == before
    assert [effect.table for effect in world.effects()] == ["group_services"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"booking_id": STAY}, f"booking_id: {STAY} is no group's"),
        ({"service_id": "SVC-OPO2-DINNER"}, "service_id: SVC-OPO2-DINNER is offered by HTL-OPO2, not by HTL-OPO1"),
        ({"service_id": "SVC-9"}, "service_id: no such row"),
        ({"day": day("2026-01-09")}, "day: 2026-01-09 is not within the stay from 2026-01-10 to 2026-01-12"),
        ({"day": day("2026-01-13")}, "day: 2026-01-13 is not within the stay"),
    ],
)
def test_a_service_that_does_not_fit_is_refused(changes: dict[str, object], message: str) -> None:
    world = office()
    given: dict[str, Any] = {
        "booking_id": GROUP,
        "service_id": "SVC-OPO1-DINNER",
        "units": 10,
        "day": day("2026-01-11"),
        **changes,
    }
    with pytest.raises(ToolError, match=message):
        order_group_service(world, **given)
    assert world.effects() == []


@pytest.mark.parametrize("penalty", ["0.00", "260.00", "520.00"])
def test_a_service_that_is_cancelled_whole_costs_its_penalty(penalty: str) -> None:
    world = office()
    made = cancel_group_service(world, group_service_id=DINNER, units=16, penalty=Decimal(penalty))
    assert (made.id, made.units, str(made.price), made.status) == (DINNER, 16, penalty, "cancelled")
    assert world.select(GroupService, booking_id=GROUP) == [made]


def test_a_part_of_a_service_is_cancelled_as_an_entry_of_its_own() -> None:
    world = office()
    first = cancel_group_service(world, group_service_id=DINNER, units=4, penalty=Decimal("130.00"))
    second = cancel_group_service(world, group_service_id=DINNER, units=2, penalty=Decimal("0.00"))
    assert [(made.units, str(made.price), made.status, made.day) for made in (first, second)] == [
        (4, "130.00", "cancelled", day("2026-01-10")),
        (2, "0.00", "cancelled", day("2026-01-10")),
    ]
    rest = world.get(GroupService, DINNER)
    assert (rest.units, str(rest.price), rest.status) == (10, "325.00", "ordered")


@pytest.mark.parametrize(
    ("units", "penalty", "message"),
    [
        (17, "0.00", f"units: {DINNER} has 16, not 17"),
        (4, "130.01", r"penalty: 130\.01 is too much; at most 130\.00 is what 4 of its units cost"),
        (4, "-1.00", "penalty: -1.00 is below zero"),
    ],
)
def test_a_cancellation_beyond_the_service_is_refused(units: int, penalty: str, message: str) -> None:
    world = office()
    with pytest.raises(ToolError, match=message):
        cancel_group_service(world, group_service_id=DINNER, units=units, penalty=Decimal(penalty))
    assert world.effects() == []


def test_a_service_is_cancelled_once_and_while_the_group_stands() -> None:
    world = office()
    cancel_group_service(world, group_service_id=DINNER, units=16, penalty=Decimal("0.00"))
    with pytest.raises(ToolError, match=f"group_service_id: {DINNER} is cancelled already"):
        cancel_group_service(world, group_service_id=DINNER, units=1, penalty=Decimal("0.00"))


def test_the_services_of_a_cancelled_group_can_still_be_cancelled() -> None:
    world = office()
    for place in range(1, 9):
        release_room(world, room_id=f"RM-59004-{place}", penalty=Decimal("0.00"))
    made = cancel_group_service(world, group_service_id=DINNER, units=16, penalty=Decimal("0.00"))
    assert made.status == "cancelled"
    with pytest.raises(ToolError, match=f"booking_id: {GROUP} is cancelled; only one that is confirmed or in_house"):
        order_group_service(world, booking_id=GROUP, service_id="SVC-OPO1-DINNER", units=1, day=day("2026-01-11"))


def test_a_groups_bookings_are_told_from_others_by_kind() -> None:
    world = office(*booking("BK-59012", BEN, "2026-01-10", "2026-01-12", rooms=2))
    with pytest.raises(ToolError, match="room_id: BK-59012 is no group's"):
        enter_name(world, room_id="RM-59012-1", name="Inês Faria")
