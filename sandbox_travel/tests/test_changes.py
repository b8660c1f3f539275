"""Rooms changed, given up and moved to another hotel; stays put right."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel.tables import Approval, Booking, BookingEvent, BookingRoom, RatePeriod
from sandbox_travel.tests.office import (
    ANA,
    COMPANY,
    FOZ,
    GROUP,
    KYOTO,
    MISSED,
    NOW,
    PAIR,
    RIBEIRA,
    STAY,
    WORK,
    YEN,
    booking,
    day,
    office,
)
from sandbox_travel.tools import cancel_room, change_room, complete_stay, move_to_hotel, release_room, resend_booking
from thinkingbox_plugin.authoring import ToolError, World

ROOM = "RM-59001-1"


def kinds(world: World, booking_id: str) -> list[str]:
    """The entries of a booking's history."""
    return [event.kind for event in world.select(BookingEvent, booking_id=booking_id)]


def sold_out(room_type_id: str, night: str) -> list[RatePeriod]:
    """A room type's periods with one night on which no room is left, and nothing on sale after it."""
    return [
        RatePeriod(
            id=room_type_id.replace("RT-", "RP-"),
            room_type_id=room_type_id,
            from_night=day("2025-11-01"),
            to_night=day(night) - timedelta(days=1),
            rate=Decimal("100.00"),
            rooms_left=2,
        ),
        RatePeriod(
            id=room_type_id.replace("RT-", "RP-") + "-full",
            room_type_id=room_type_id,
            from_night=day(night),
            to_night=day(night),
            rate=Decimal("100.00"),
            rooms_left=0,
        ),
    ]


def test_new_dates_move_the_room_its_booking_and_the_history() -> None:
    world = office()
    made = change_room(
        world, room_id=ROOM, new_total=Decimal("480.00"), arrival=day("2025-12-02"), departure=day("2025-12-06")
    )
    assert made.room == world.get(BookingRoom, ROOM)
    assert made.booking == world.get(Booking, STAY)
    assert (made.booking.arrival, made.booking.departure, made.booking.total) == (
        day("2025-12-02"),
        day("2025-12-06"),
        Decimal("480.00"),
    )
    assert made.room.night_price == Decimal("120.00")
    assert kinds(world, STAY) == ["changed_dates"]
    assert {effect.table for effect in world.effects()} == {"bookings", "booking_rooms", "booking_events"}


def test_everything_of_a_room_changes_in_one_call() -> None:
    world = office()
    made = change_room(
        world,
        room_id=ROOM,
        new_total=Decimal("700.00"),
        departure=day("2025-12-05"),
        room_type_id="RT-OPO1-FAM",
        board="room_only",
        adults=3,
        children=1,
        infants=1,
    )
    room = made.room
    assert (room.room_type_id, room.board, room.adults, room.children, room.infants, room.total) == (
        "RT-OPO1-FAM",
        "room_only",
        3,
        1,
        1,
        Decimal("700.00"),
    )
    assert kinds(world, STAY) == ["changed_dates", "changed_room_type", "changed_board", "changed_guests"]


def test_one_thing_that_changes_makes_one_entry_in_the_history() -> None:
    world = office()
    change_room(world, room_id=ROOM, new_total=Decimal("300.00"), board="room_only")
    assert kinds(world, STAY) == ["changed_board"]


def test_a_change_of_one_of_two_rooms_leaves_the_other() -> None:
    world = office()
    before = world.get(BookingRoom, "RM-59002-2")
    made = change_room(world, room_id="RM-59002-1", new_total=Decimal("360.00"), departure=day("2025-12-13"))
    assert world.get(BookingRoom, "RM-59002-2") == before
    assert (made.booking.departure, made.booking.total) == (day("2025-12-13"), Decimal("600.00"))


def test_the_total_of_a_booking_moves_by_the_difference_of_its_room() -> None:
    group = office().get(Booking, GROUP)
    world = office(group.model_copy(update={"total": group.total - 120}))
    made = change_room(world, room_id="RM-59004-1", new_total=Decimal("200.00"), board="room_only")
    assert made.booking.total == group.total - 120 - 40


def test_a_granted_approval_is_used_by_the_change() -> None:
    approval = Approval(
        id="APV-9101",
        company_id=COMPANY,
        booking_id=WORK,
        kind="dates",
        euros=Decimal("500.00"),
        status="granted",
        asked_on=day("2025-11-10"),
    )
    world = office(approval)
    given: dict[str, Any] = {
        "room_id": "RM-59003-1",
        "departure": day("2025-11-27"),
        "approval_ids": ["APV-9101"],
    }
    change_room(world, new_total=Decimal("360.00"), **given)
    assert world.get(Approval, "APV-9101").status == "used"
    with pytest.raises(ToolError, match="approval_ids: APV-9101 is used; a change rests on one that is granted"):
        change_room(world, new_total=Decimal("480.00"), **{**given, "departure": day("2025-11-28")})


@pytest.mark.parametrize(
    ("approvals", "message"),
    [
        (["APV-9"], "approval_ids: no such row in approvals: APV-9"),
        (["APV-9102"], f"approval_ids: APV-9102 was given for {STAY}, not for {WORK}"),
        (["APV-9101", "APV-9101"], "approval_ids: APV-9101 is used"),
    ],
)
def test_a_change_does_not_rest_on_an_approval_of_something_else(approvals: list[str], message: str) -> None:
    def approval(id: str, booking_id: str) -> Approval:
        return Approval(
            id=id,
            company_id=COMPANY,
            booking_id=booking_id,
            kind="board",
            euros=Decimal("500.00"),
            status="granted",
            asked_on=day("2025-11-10"),
        )

    world = office(approval("APV-9101", WORK), approval("APV-9102", STAY))
    with pytest.raises(ToolError, match=message):
        change_room(world, room_id="RM-59003-1", new_total=Decimal("1.00"), board="room_only", approval_ids=approvals)
    assert world.get(BookingRoom, "RM-59003-1").board == "breakfast"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"room_id": "RM-9", "board": "room_only"}, "room_id: no such row in booking_rooms: RM-9"),
        ({"departure": day("2025-12-01")}, "departure: 2025-12-01 is not after the arrival on 2025-12-01"),
        ({"arrival": day("2025-12-04")}, "departure: 2025-12-04 is not after the arrival on 2025-12-04"),
        ({"arrival": day("2025-11-11")}, "arrival: 2025-11-11 is past; at the hotel it is 2025-11-12"),
        ({"departure": day("2026-03-04")}, "departure: a stay has at most 92 nights"),
        ({"departure": day("2026-02-02")}, "departure: RT-OPO1-DBL is not on sale for the night of 2026-02-01"),
        ({"room_type_id": "RT-OPO2-DBL"}, f"room_type_id: RT-OPO2-DBL is a room type of {FOZ}, not of {RIBEIRA}"),
        ({"room_type_id": "RT-9"}, "room_type_id: no such row in room_types: RT-9"),
        ({"board": "full_board"}, f"board: {RIBEIRA} does not offer full_board; list_board_prices shows"),
        ({"adults": 3}, "adults: RT-OPO1-DBL has 2 beds, too few for 3 adults and children"),
        ({"children": 1, "infants": 1}, "children: RT-OPO1-DBL has 2 beds, too few for 3"),
        ({"room_type_id": "RT-OPO1-FAM", "adults": 5}, "room_type_id: RT-OPO1-FAM has 4 beds, too few for 5"),
        ({"board": "room_only", "new_total": Decimal("5000000.01")}, "new_total: 5000000.01 is too much; at most"),
        ({"board": "room_only", "new_total": Decimal("-0.01")}, "new_total: -0.01 is below zero"),
        ({}, "arrival, departure, room_type_id, board, adults, children, infants: give at least one of them"),
        ({"arrival": day("2025-12-01"), "departure": day("2025-12-05")}, f"arrival: {ROOM} has 2025-12-01 already"),
        ({"board": "breakfast", "adults": 1}, f"board: {ROOM} has breakfast already; leave out what does not change"),
        ({"board": "room_only", "infants": 0}, f"infants: {ROOM} has 0 already"),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_changes_nothing(changes: dict[str, Any], message: str) -> None:
    world = office()
    with pytest.raises(ToolError, match=message):
        change_room(world, **{"room_id": ROOM, "new_total": Decimal("400.00"), **changes})
    assert world.effects() == []


def test_infants_need_no_bed() -> None:
    world = office()
    assert change_room(world, room_id=ROOM, new_total=Decimal("360.00"), infants=2).room.infants == 2


def test_only_nights_that_are_new_need_a_room_left() -> None:
    full = sold_out("RT-OPO1-DBL", "2025-12-03")
    world = office(*full)
    made = change_room(world, room_id=ROOM, new_total=Decimal("480.00"), arrival=day("2025-11-30"))
    assert made.room.arrival == day("2025-11-30")
    world = office(*sold_out("RT-OPO1-DBL", "2025-12-04"))
    with pytest.raises(ToolError, match="departure: no RT-OPO1-DBL is left for the night of 2025-12-04"):
        change_room(world, room_id=ROOM, new_total=Decimal("480.00"), departure=day("2025-12-05"))


def test_another_room_type_needs_a_room_on_every_night() -> None:
    world = office(*sold_out("RT-OPO1-FAM", "2025-12-03"))
    with pytest.raises(ToolError, match="room_type_id: no RT-OPO1-FAM is left for the night of 2025-12-03"):
        change_room(world, room_id=ROOM, new_total=Decimal("480.00"), room_type_id="RT-OPO1-FAM")


def test_a_stay_that_has_begun_is_made_longer_at_its_end_only() -> None:
    world = office()
    with pytest.raises(ToolError, match="arrival: the stay in RM-59006-1 began on 2025-11-10"):
        change_room(world, room_id="RM-59006-1", new_total=Decimal("400.00"), arrival=day("2025-11-11"))
    with pytest.raises(ToolError, match="departure: 2025-11-11 is past"):
        change_room(world, room_id="RM-59006-1", new_total=Decimal("400.00"), departure=day("2025-11-11"))
    made = change_room(world, room_id="RM-59006-1", new_total=Decimal("600.00"), departure=day("2025-11-15"))
    assert (made.booking.departure, made.booking.status) == (day("2025-11-15"), "in_house")


def test_of_a_stay_that_has_begun_only_the_nights_to_come_need_a_room() -> None:
    world = office(*sold_out("RT-OPO1-FAM", "2025-11-11"), rate("RT-OPO1-FAM", "2025-11-12", "2025-11-30"))
    made = change_room(world, room_id="RM-59006-1", new_total=Decimal("480.00"), room_type_id="RT-OPO1-FAM")
    assert made.room.room_type_id == "RT-OPO1-FAM"


def rate(room_type_id: str, first: str, last: str) -> RatePeriod:
    """A further period with rooms left."""
    return RatePeriod(
        id=f"RP-{first}",
        room_type_id=room_type_id,
        from_night=day(first),
        to_night=day(last),
        rate=Decimal("100.00"),
        rooms_left=1,
    )


def test_the_days_of_a_hotel_are_those_of_its_own_clock() -> None:
    late = datetime(2025, 12, 1, 16, 0)
    with pytest.raises(ToolError, match="arrival: 2025-12-01 is past; at the hotel it is 2025-12-02"):
        change_room(office(now=late), room_id="RM-59007-1", new_total=Decimal("1.00"), arrival=day("2025-12-01"))
    with pytest.raises(ToolError, match=r"new_total: 1\.50 is not a whole number of yen"):
        change_room(office(), room_id="RM-59007-1", new_total=Decimal("1.50"), board="room_only")


@pytest.mark.parametrize(("room_id", "status"), [("RM-59005-1", "no_show"), ("RM-59008-1", "departed")])
def test_a_room_whose_stay_is_over_is_not_changed(room_id: str, status: str) -> None:
    world = office(*booking("BK-59008", ANA, "2025-11-01", "2025-11-03", status="completed"))
    with pytest.raises(ToolError, match=f"room_id: {room_id} is {status}; only a room that is booked or in_house"):
        change_room(world, room_id=room_id, new_total=Decimal("1.00"), board="room_only")


# Giving rooms up


def test_a_room_is_cancelled_at_its_penalty_and_its_booking_with_the_last() -> None:
    world = office()
    made = cancel_room(world, room_id="RM-59002-1", penalty=Decimal("72.00"))
    assert (made.room.status, made.room.total) == ("cancelled", Decimal("72.00"))
    assert (made.booking.status, made.booking.total) == ("confirmed", Decimal("312.00"))
    made = cancel_room(world, room_id="RM-59002-2", penalty=Decimal("0.00"))
    assert (made.booking.status, made.booking.total) == ("cancelled", Decimal("72.00"))
    assert (made.booking.arrival, made.booking.departure) == (day("2025-12-10"), day("2025-12-12"))
    assert kinds(world, PAIR) == ["cancelled_room", "cancelled_room"]
    assert {effect.table for effect in world.effects()} == {"bookings", "booking_rooms", "booking_events"}


def test_the_dates_of_a_booking_are_those_of_the_rooms_that_stand() -> None:
    world = office()
    change_room(world, room_id="RM-59002-1", new_total=Decimal("480.00"), departure=day("2025-12-14"))
    assert cancel_room(world, room_id="RM-59002-1", penalty=Decimal("0.00")).booking.departure == day("2025-12-12")


def test_a_groups_room_is_released() -> None:
    world = office()
    made = release_room(world, room_id="RM-59004-8", penalty=Decimal("192.00"))
    assert (made.room.status, made.room.total, made.booking.total) == (
        "released",
        Decimal("192.00"),
        Decimal("1872.00"),
    )
    assert kinds(world, GROUP) == ["released_room"]
    for place in range(1, 8):
        made = release_room(world, room_id=f"RM-59004-{place}", penalty=Decimal("0.00"))
    assert (made.booking.status, made.booking.total) == ("cancelled", Decimal("192.00"))


def test_a_total_with_a_free_place_taken_off_never_falls_below_zero() -> None:
    group = office().get(Booking, GROUP)
    world = office(group.model_copy(update={"total": group.total - 120}))
    for place in range(1, 9):
        made = release_room(world, room_id=f"RM-59004-{place}", penalty=Decimal("0.00"))
    assert made.booking.total == 0


@pytest.mark.parametrize(
    ("tool", "room_id", "penalty", "message"),
    [
        (
            cancel_room,
            "RM-59004-1",
            "0.00",
            "room_id: RM-59004-1 is a room of a booking of kind group; use release_room",
        ),
        (release_room, ROOM, "0.00", f"room_id: {ROOM} is a room of a booking of kind individual; use cancel_room"),
        (cancel_room, "RM-59006-1", "0.00", "room_id: RM-59006-1 is in_house; only a room that is booked can do"),
        (cancel_room, "RM-59005-1", "0.00", "room_id: RM-59005-1 is no_show; only"),
        (cancel_room, ROOM, "360.01", f"penalty: 360.01 is too much; at most 360.00 is the total of {ROOM}"),
        (cancel_room, ROOM, "-1.00", r"penalty: -1\.00 is below zero"),
        (cancel_room, "RM-59007-1", "1.50", r"penalty: 1\.50 is not a whole number of yen"),
        (release_room, "RM-9", "0.00", "room_id: no such row"),
    ],
)
def test_a_room_that_cannot_be_given_up_is_refused(tool: Any, room_id: str, penalty: str, message: str) -> None:
    world = office()
    with pytest.raises(ToolError, match=message):
        tool(world, room_id=room_id, penalty=Decimal(penalty))
    assert world.effects() == []


def test_a_room_is_given_up_once() -> None:
    world = office()
    cancel_room(world, room_id=ROOM, penalty=Decimal("0.00"))
    with pytest.raises(ToolError, match=f"room_id: {ROOM} is cancelled"):
        cancel_room(world, room_id=ROOM, penalty=Decimal("0.00"))


# Another hotel, and stays put right


def test_a_booking_moves_to_another_hotel_with_its_last_room() -> None:
    world = office()
    there: dict[str, Any] = {
        "hotel_id": FOZ,
        "room_type_id": "RT-OPO2-DBL",
        "board": "room_only",
        "new_total": Decimal("300.00"),
    }
    made = move_to_hotel(world, room_id="RM-59002-1", **there)
    assert (made.room.room_type_id, made.room.board, made.booking.hotel_id) == ("RT-OPO2-DBL", "room_only", RIBEIRA)
    made = move_to_hotel(world, room_id="RM-59002-2", **there)
    assert (made.booking.hotel_id, made.booking.total) == (FOZ, Decimal("600.00"))
    assert kinds(world, PAIR) == ["moved_hotel", "moved_hotel"]
    with pytest.raises(ToolError, match=f"hotel_id: RM-59002-1 is booked at {FOZ} already"):
        move_to_hotel(world, room_id="RM-59002-1", **there)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hotel_id": RIBEIRA, "room_type_id": "RT-OPO1-DBL"}, f"hotel_id: {ROOM} is booked at {RIBEIRA} already"),
        ({"hotel_id": KYOTO, "room_type_id": "RT-KYO1-DBL"}, f"hotel_id: {KYOTO} prices in JPY, and {STAY} is in EUR"),
        ({"room_type_id": "RT-OPO1-FAM"}, f"room_type_id: RT-OPO1-FAM is a room type of {RIBEIRA}, not of {FOZ}"),
        ({"board": "half_board"}, f"board: {FOZ} does not offer half_board"),
        ({"hotel_id": "HTL-9"}, "hotel_id: no such row in hotels"),
        ({"room_id": "RM-59005-1"}, "room_id: RM-59005-1 is no_show"),
    ],
)
def test_another_hotel_that_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    world = office()
    given: dict[str, Any] = {
        "room_id": ROOM,
        "hotel_id": FOZ,
        "room_type_id": "RT-OPO2-DBL",
        "board": "breakfast",
        "new_total": Decimal("500.00"),
    }
    with pytest.raises(ToolError, match=message):
        move_to_hotel(world, **{**given, **changes})
    assert world.effects() == []


def test_another_hotel_needs_beds_and_a_room_left_on_every_night() -> None:
    there: dict[str, Any] = {
        "hotel_id": FOZ,
        "room_type_id": "RT-OPO2-DBL",
        "board": "breakfast",
        "new_total": Decimal("500.00"),
    }
    world = office(*sold_out("RT-OPO2-DBL", "2025-12-03"))
    with pytest.raises(ToolError, match="room_type_id: no RT-OPO2-DBL is left for the night of 2025-12-03"):
        move_to_hotel(world, room_id=ROOM, **there)
    world = office()
    change_room(world, room_id=ROOM, new_total=Decimal("500.00"), room_type_id="RT-OPO1-FAM", adults=3)
    with pytest.raises(ToolError, match="room_type_id: RT-OPO2-DBL has 2 beds, too few for 3"):
        move_to_hotel(world, room_id=ROOM, **there)


def test_a_booking_is_sent_to_its_hotel_again() -> None:
    world = office()
    made = resend_booking(world, booking_id=STAY)
    assert (world.get(BookingEvent, made.id).kind, made.room_id) == ("resent", None)
    assert [effect.table for effect in world.effects()] == ["booking_events"]
    with pytest.raises(ToolError, match=f"booking_id: {MISSED} is no_show; only one that is confirmed or in_house"):
        resend_booking(world, booking_id=MISSED)


def test_a_no_show_who_stayed_has_completed_the_stay() -> None:
    world = office()
    assert complete_stay(world, booking_id=MISSED).status == "completed"
    assert world.get(BookingRoom, "RM-59005-1").status == "departed"
    assert kinds(world, MISSED) == ["completed"]
    for other in (MISSED, NOW, YEN):
        with pytest.raises(ToolError, match=f"booking_id: {other} is .*; only a no_show can be put right"):
            complete_stay(world, booking_id=other)
