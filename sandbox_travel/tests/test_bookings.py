"""Bookings read, and requests entered in them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel.tables import BookingEvent, BookingPerson, BookingRequest, Document
from sandbox_travel.tests.office import (
    ANA,
    BEN,
    CEM,
    COMPANY,
    GROUP,
    MISSED,
    NOW,
    PAIR,
    RIBEIRA,
    STAY,
    WORK,
    booking,
    day,
    office,
)
from sandbox_travel.tools import (
    add_booking_request,
    cancel_room,
    find_booking,
    get_booking,
    list_booking_events,
    list_booking_people,
    list_booking_requests,
    list_bookings,
    list_company_bookings,
    list_documents,
)
from thinkingbox_plugin.authoring import ToolError


def test_it_can_be_looked_up_whose_a_booking_is_without_reading_it() -> None:
    world = office()
    mine, works = find_booking(world, booking_id=STAY), find_booking(world, booking_id=WORK)
    assert (mine.holder_id, mine.company_id) == (ANA, None)
    assert (works.holder_id, works.company_id) == (CEM, COMPANY)
    assert [call.owners for call in world.log.calls] == [frozenset(), frozenset()]


def test_a_guests_bookings_are_listed_latest_arrival_first_and_in_pages() -> None:
    world = office(
        *booking("BK-59010", ANA, "2025-08-01", "2025-08-03", status="completed"),
        *booking("BK-59011", ANA, "2025-09-01", "2025-09-03", status="completed"),
    )
    first = list_bookings(world, guest_id=ANA)
    assert [item.booking_id for item in first.items] == [PAIR, STAY, NOW, MISSED, "BK-59011"]
    assert (first.total, first.pages) == (6, 2)
    assert [item.booking_id for item in list_bookings(world, guest_id=ANA, page=2).items] == ["BK-59010"]
    assert first.items[1].hotel_name == "Casa da Ribeira"


def test_a_booking_that_a_company_pays_for_is_named_in_its_travellers_list_and_not_shown() -> None:
    world = office()
    (item,) = list_bookings(world, guest_id=CEM).items
    assert (item.booking_id, item.company_id, item.booking) == (WORK, COMPANY, None)
    assert world.log.calls[-1].owners == frozenset()


def test_a_companys_bookings_are_its_own() -> None:
    world = office()
    (item,) = list_company_bookings(world, company_id=COMPANY).items
    assert (item.booking.id, item.hotel_name, item.holder_name) == (WORK, "Casa da Ribeira", "Cem Aydin")
    assert world.log.calls[-1].owners == {COMPANY}


def test_a_booking_is_read_with_a_page_of_its_rooms() -> None:
    world = office()
    file = get_booking(world, booking_id=GROUP)
    assert (file.hotel_name, file.holder_name, file.booking.hotel_id) == ("Casa da Ribeira", "Eta Lindqvist", RIBEIRA)
    assert [room.id for room in file.rooms.items] == [f"RM-59004-{place}" for place in range(1, 6)]
    second = get_booking(world, booking_id=GROUP, page=2).rooms
    assert ([room.id for room in second.items], second.pages) == (["RM-59004-6", "RM-59004-7", "RM-59004-8"], 2)


def test_a_tenth_room_stands_after_the_ninth() -> None:
    world = office(*booking("BK-59012", BEN, "2026-01-10", "2026-01-12", rooms=11, kind="group", plan="group"))
    rooms = [room.id for page in (2, 3) for room in get_booking(world, booking_id="BK-59012", page=page).rooms.items]
    assert rooms == [f"RM-59012-{place}" for place in range(6, 12)]


def test_people_with_a_room_are_listed_by_room_after_those_without() -> None:
    def named(place: int, room: int | None) -> BookingPerson:
        return BookingPerson(
            id=f"BP-59004-{place}",
            booking_id=GROUP,
            name=f"Guest {place}",
            role="listed" if room else "deputy",
            room_id=f"RM-59004-{room}" if room else None,
        )

    world = office(named(2, 3), named(3, 2), named(4, None))
    people = list_booking_people(world, booking_id=GROUP).items
    assert [person.id for person in people] == ["BP-59004-4", "BP-59004-1", "BP-59004-3", "BP-59004-2"]


def test_the_history_is_listed_oldest_first_and_in_pages() -> None:
    def event(place: int, hour: int) -> BookingEvent:
        return BookingEvent(
            id=f"BE-59001-{place}", booking_id=STAY, happened_at=datetime(2025, 10, 2, hour), kind="message"
        )

    world = office(*(event(place, 20 - place) for place in range(1, 8)))
    first = list_booking_events(world, booking_id=STAY)
    assert ([item.id for item in first.items], first.pages) == ([f"BE-59001-{place}" for place in range(7, 2, -1)], 2)


def test_requests_and_papers_of_a_booking_are_listed() -> None:
    world = office(
        BookingRequest(id="BR-59001-1", booking_id=STAY, room_id="RM-59001-1", wish="cot", status="confirmed"),
        BookingRequest(id="BR-59002-1", booking_id=PAIR, wish="transfer", status="confirmed"),
        Document(id="DOC-59001-1", booking_id=STAY, kind="medical", received_on=day("2025-11-11"), status="unreadable"),
    )
    assert [item.wish for item in list_booking_requests(world, booking_id=STAY)] == ["cot"]
    assert [item.status for item in list_documents(world, booking_id=STAY)] == ["unreadable"]
    assert list_documents(world, booking_id=PAIR) == []


@pytest.mark.parametrize(
    "tool",
    [
        find_booking,
        get_booking,
        list_booking_people,
        list_booking_events,
        list_booking_requests,
        list_documents,
    ],
)
def test_an_unknown_booking_is_refused_by_name(tool: Any) -> None:
    with pytest.raises(ToolError, match="booking_id: no such row in bookings: BK-9"):
        tool(office(), booking_id="BK-9")


@pytest.mark.parametrize(
    ("wish", "room_id", "status"),
    [
        ("early_checkin", "RM-59001-1", "confirmed"),
        ("late_checkout", "RM-59001-1", "confirmed"),
        ("cot", "RM-59001-1", "confirmed"),
        ("pet", "RM-59001-1", "confirmed"),
        ("transfer", None, "confirmed"),
        ("twin_beds", "RM-59001-1", "noted"),
        ("quiet_room", "RM-59001-1", "noted"),
        ("high_floor", "RM-59001-1", "noted"),
    ],
)
def test_a_request_is_entered_as_what_it_can_be(wish: Any, room_id: str | None, status: str) -> None:
    world = office()
    made = add_booking_request(world, booking_id=STAY, wish=wish, room_id=room_id, detail=" flight  TP 12 ")
    assert world.get(BookingRequest, made.id) == made
    assert (made.status, made.room_id, made.detail) == (status, room_id, "flight TP 12")
    assert [effect.table for effect in world.effects()] == ["booking_requests"]


@pytest.mark.parametrize(
    ("booking_id", "wish", "room_id", "message"),
    [
        (STAY, "cot", None, "room_id: name the room for cot"),
        (STAY, "transfer", "RM-59001-1", "room_id: leave it out, a transfer is for no room"),
        (STAY, "cot", "RM-59002-1", f"room_id: RM-59002-1 is a room of {PAIR}, not of {STAY}"),
        (STAY, "cot", "RM-9", "room_id: no such row"),
        (MISSED, "cot", "RM-59005-1", f"booking_id: {MISSED} is no_show; only one that is confirmed or in_house"),
        ("BK-9", "cot", "RM-59001-1", "booking_id: no such row"),
    ],
)
def test_a_request_that_does_not_fit_is_refused(booking_id: str, wish: Any, room_id: str | None, message: str) -> None:
    world = office()
    with pytest.raises(ToolError, match=message):
        add_booking_request(world, booking_id=booking_id, wish=wish, room_id=room_id)
    assert world.effects() == []


def test_a_room_that_was_given_up_takes_no_request() -> None:
    world = office()
    cancel_room(world, room_id="RM-59002-1", penalty=Decimal("0.00"))
    with pytest.raises(ToolError, match="room_id: RM-59002-1 is cancelled; a request is for a room that is booked"):
        add_booking_request(world, booking_id=PAIR, wish="cot", room_id="RM-59002-1")
