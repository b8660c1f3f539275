"""The base world is one coherent business, and so are the records of each task; what the builders make."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel import DOMAIN
from sandbox_travel.records import (
    HOUSES,
    approver,
    booking,
    calendar,
    charge,
    contract,
    group,
    group_service,
    guest,
    incident,
    pay,
    refund,
    room,
    ticket,
    voucher,
)
from sandbox_travel.tables import (
    DESK,
    Approval,
    Article,
    Booking,
    BookingEvent,
    BookingPerson,
    BookingRequest,
    BookingRoom,
    CompanyPerson,
    Contract,
    Dispute,
    Document,
    ExchangeRate,
    GroupService,
    GroupTerms,
    Guest,
    Hotel,
    HotelDistance,
    HotelFact,
    HotelPosition,
    HotelRequest,
    Incident,
    Invoice,
    LoyaltyPeriod,
    NightlyLimit,
    Payment,
    RatePeriod,
    Refund,
    RoomType,
    Voucher,
)
from sandbox_travel.tests.coherence import findings
from thinkingbox_plugin.authoring import Row
from thinkingbox_plugin.task import Task, tasks_of

ANA = "GST-2001"
PERSON = guest(ANA, "Ana Prado", "ana.prado@example.com")


def test_the_base_world_agrees_with_itself() -> None:
    assert findings(DOMAIN.world()) == []


@pytest.mark.parametrize(
    ("kind", "key", "changes", "message"),
    [
        (Guest, "GST-1002", {"email": "ana.ferreira@example.com"}, "ana.ferreira@example.com: not the one profile"),
        (Guest, "GST-1002", {"loyalty_number": "SB-41001"}, "SB-41001: the loyalty number of 2 guests"),
        (Guest, "GST-1002", {"loyalty_number": None}, "GST-1002: a tier, but no loyalty number"),
        (LoyaltyPeriod, "LP-1001-1", {"until_on": None}, "LP-1001-2: begins before LP-1001-1 ends"),
        (Contract, "CON-21", {"ends_on": date(2025, 1, 1)}, "CON-22: starts before CON-21 ends"),
        (NightlyLimit, "NL-22-3", {"city": "London"}, "CON-22: runs backwards, or does not have one limit"),
        (Approval, "APV-50024-1", {"company_id": "CMP-12"}, "APV-50024-1: for another company's booking"),
        (CompanyPerson, "CPE-1003", {"until_on": date(2023, 1, 1)}, "CPE-1003: ends before it begins"),
        (RatePeriod, "RP-LIS1-DBL-1114", {"to_night": date(2025, 11, 17)}, "RP-LIS1-DBL-1117: does not begin on"),
        (HotelFact, "FCT-LIS1-POOL", {"fact": "gym"}, "HTL-LIS1: states gym 2 times"),
        (HotelDistance, "DST-LIS1-LIS2", {"metres": 9}, "HTL-LIS1: 9 m from HTL-LIS2, but not the other way round"),
        (Booking, "BK-50016", {"currency": "USD"}, "BK-50016: in USD, its hotel in EUR"),
        (Booking, "BK-50016", {"booked_on": date(2025, 10, 1)}, "BK-50016: booked on 2025-10-01 from 2025-09-12"),
        (Booking, "BK-50016", {"plan": "corporate"}, "BK-50016: plan corporate of company None"),
        (Booking, "BK-50016", {"kind": "group"}, "BK-50016: plan flexible, but group"),
        (Booking, "BK-50016", {"status": "in_house"}, "BK-50016: in_house, from 2025-09-12 to 2025-09-16"),
        (Booking, "BK-50016", {"departure": date(2025, 9, 17)}, "BK-50016: from 2025-09-12 to 2025-09-17, its rooms"),
        (Booking, "BK-50016", {"total": Decimal("1.00")}, "BK-50016: total 1.00, but 624.00 was paid"),
        (Booking, "BK-50030", {"total": Decimal("1.00")}, "BK-50030: total 1.00, its rooms and free places 135155.25"),
        (BookingRoom, "RM-50016-1", {"room_type_id": "RT-LIS2-DBL"}, "RM-50016-1: a room of HTL-LIS2"),
        (BookingRoom, "RM-50016-1", {"children": 1}, "RM-50016-1: 2 adults and 1 children, but 2 beds"),
        (BookingRoom, "RM-50042-1", {"board": "full_board"}, "RM-50042-1: full_board is not offered"),
        (BookingRoom, "RM-50016-1", {"status": "booked"}, "RM-50016-1: booked in a booking that is completed"),
        (BookingRoom, "RM-50016-1", {"status": "released"}, "RM-50016-1: released, but the booking is individual"),
        (BookingRoom, "RM-50016-1", {"total": Decimal("9.00")}, "RM-50016-1: total 9.00, its nights 624.00"),
        (BookingRoom, "RM-50032-1", {"total": Decimal("72000.50")}, "RM-50032-1: fractions of a yen"),
        (BookingEvent, "BE-50016-1", {"kind": "message"}, "BK-50016: its history does not begin with the booking"),
        (BookingEvent, "BE-50016-1", {"happened_at": datetime(2026, 1, 1)}, "BK-50016: its history is not in order"),
        (BookingEvent, "BE-50016-2", {"kind": "message"}, "BK-50016: completed, but its history says otherwise"),
        (BookingEvent, "BE-50007-2", {"kind": "message"}, "RM-50007-1: cancelled, but its history says nothing"),
        (BookingEvent, "BE-50016-2", {"room_id": "RM-50017-1"}, "BE-50016-2: about a room of another booking"),
        (BookingPerson, "BP-50030-1", {"room_id": "RM-50031-1"}, "BP-50030-1: in a room of another booking"),
        (BookingPerson, "BP-50030-2", {"name": "ANNIKA  Virtanen"}, "BP-50030-2: blanks in the name"),
        (BookingPerson, "BP-50030-2", {"name": "ANNIKA Virtanen"}, "BK-50030: annika virtanen stands in its list 2"),
        (BookingPerson, "BP-50030-1", {"room_id": "RM-50030-2"}, "RM-50030-2: 3 names for 2 guests"),
        (BookingPerson, "BP-50003-1", {"role": "deputy"}, "BP-50003-1: deputy of a booking that is no group's"),
        (BookingPerson, "BP-50003-1", {"name": "Gordon"}, "BP-50003-1: named otherwise than GST-1006"),
        (BookingRequest, "BR-50003-1", {"wish": "transfer", "booking_id": "BK-50007"}, "BR-50003-1: for a room of"),
        (BookingRequest, "BR-50035-1", {"wish": "pet"}, "BR-50035-1: HTL-LIS3 has nothing for pet"),
        (BookingRequest, "BR-50003-1", {"status": "noted"}, "BR-50003-1: late_checkout is noted"),
        (Document, "DOC-50009-1", {"received_on": date(2025, 11, 13)}, "DOC-50009-1: received on 2025-11-13"),
        (HotelRequest, "HRQ-50008-1", {"answer": "overbooked"}, "HRQ-50008-1: overbooked is no answer to waive"),
        (HotelRequest, "HRQ-50008-1", {"share": 20}, "HRQ-50008-1: waive_penalty declined with share 20"),
        (HotelPosition, "HP-50038-1", {"subject": "pool"}, "HP-50038-1: confirm_booking about pool"),
        (HotelRequest, "HRQ-50030-1", {"subject": "none"}, "HRQ-50030-1: group_service about none"),
        (HotelPosition, "HP-50038-1", {"answer": "agreed"}, "HP-50038-1: agreed is no answer to confirm_booking"),
        (Incident, "INC-50016-1", {"to_night": date(2025, 9, 16)}, "INC-50016-1: from 2025-09-13 to 2025-09-16"),
        (Incident, "INC-50016-1", {"reported_on": date(2025, 9, 17)}, "INC-50016-1: reported on 2025-09-17"),
        (Incident, "INC-50016-1", {"board": "breakfast"}, "INC-50016-1: no_cooling, board breakfast"),
        (Incident, "INC-50016-1", {"room_id": "RM-50038-1"}, "INC-50016-1: in a room of another booking"),
        (GroupTerms, "BK-50030", {"rooms_contracted": 9}, "BK-50030: 9 rooms contracted"),
        (GroupTerms, "BK-50030", {"list_due": date(2025, 11, 10)}, "RM-50030-6: has no name, though the list was due"),
        (GroupService, "GS-50030-1", {"units": 2}, "GS-50030-1: 2 on 2025-11-28 for 850.00"),
        (GroupService, "GS-50030-1", {"day": date(2025, 12, 2)}, "GS-50030-1: 1 on 2025-12-02 for 850.00"),
        (GroupService, "GS-50030-1", {"service_id": "SVC-LIS1-GUIDE"}, "GS-50030-1: SVC-LIS1-GUIDE for BK-50030"),
        (Payment, "PAY-50016-1", {"made_on": date(2025, 11, 13)}, "PAY-50016-1: made on 2025-11-13"),
        (Payment, "PAY-50016-1", {"payer": "company"}, "PAY-50016-1: by a company, for a booking without one"),
        (Payment, "PAY-50016-1", {"method": "invoice"}, "PAY-50016-1: guest by invoice"),
        (Payment, "PAY-50016-1", {"method": "voucher"}, "PAY-50016-1: voucher with voucher None"),
        (Payment, "PAY-50016-1", {"purpose": "deposit"}, "PAY-50016-1: deposit of a booking that is individual"),
        (Payment, "PAY-50012-1", {"instrument": "closed"}, "PAY-50012-1: a invoice cannot be closed"),
        (Payment, "PAY-50022-2", {"voucher_id": "VCH-1004"}, "PAY-50022-2: VCH-1004 is another's"),
        (Voucher, "VCH-1003", {"valid_until": date(2025, 8, 1)}, "PAY-50022-2: VCH-1003 was not valid on 2025-08-12"),
        (Voucher, "VCH-1003", {"valid_until": date(2024, 10, 30)}, "VCH-1003: given on 2024-10-30, valid until"),
        (Voucher, "VCH-1001", {"guest_id": "GST-1001"}, "VCH-1001: not the holder's of BK-50006"),
        (Voucher, "VCH-1001", {"currency": "USD"}, "VCH-1001: for BK-50006, a company's or in EUR"),
        (Refund, "RF-50001-1", {"payment_id": "PAY-50002-1"}, "RF-50001-1: to a payment of another booking"),
        (Refund, "RF-50001-1", {"amount": Decimal("700.00")}, "PAY-50001-1: 700.00 refunded of 600.00 captured"),
        (Refund, "RF-50001-1", {"issued_on": date(2025, 1, 1)}, "RF-50001-1: dated 2025-01-01"),
        (Dispute, "DSP-50010-1", {"payment_id": "PAY-50011-1"}, "DSP-50010-1: not of its booking's payment"),
        (Invoice, "INV-50003-1", {"status": "issued"}, "INV-50003-1: issued, but its successor says otherwise"),
        (Invoice, "INV-50012-1", {"address": "14 Quay Street, Lisbon"}, "INV-50012-1: its address is not spelled"),
        (Invoice, "INV-50012-1", {"made_out_to": "guest"}, "INV-50012-1: to a guest, for company CMP-12"),
        (Invoice, "INV-50012-1", {"issued_on": date(2025, 6, 19)}, "INV-50012-1: issued on 2025-06-19"),
        (BookingRequest, "BR-50041-1", {"wish": "cot"}, "CHR-50041-1: pet, but the booking has cot only"),
        (DESK.ticket, "TK-1007", {"reason": "completed"}, "TK-1007: open, outcome None, reason completed"),
        (Article, "KB-214", {"first_day": None}, "KB-214: bulletin that changes cancellation.md#force-majeure from"),
        (Article, "KB-220", {"last_day": date(2025, 9, 1)}, "KB-220: from 2025-09-12 to 2025-09-01"),
    ],
)
def test_records_that_disagree_are_found(kind: type[Row], key: str, changes: dict[str, Any], message: str) -> None:
    broken = DOMAIN.world().get(kind, key).model_copy(update=changes)
    found = findings(DOMAIN.world([broken]))
    assert any(message in finding for finding in found), found


@pytest.mark.parametrize("task", tasks_of(DOMAIN), ids=lambda task: task.id)
def test_the_records_of_each_task_agree_with_one_another(task: Task) -> None:
    assert findings(task.world()) == []


def test_the_base_world_is_a_business_of_forty_guests_and_not_too_large() -> None:
    world = DOMAIN.world()
    rows = Counter({name: len(world.db.execute(f'SELECT 1 FROM "{name}"').fetchall()) for name in world.specs})
    assert (rows["guests"], rows["companies"], rows["hotels"], rows["bookings"]) == (40, 5, 14, 45)
    assert 1200 <= rows.total() <= 1600
    assert [table for table in world.specs if not rows[table]] == []


def test_all_people_of_the_base_world_are_invented() -> None:
    for person in DOMAIN.world().select(Guest):
        assert re.fullmatch(r".+@example\.(com|org|net)", person.email), person.id
        assert re.fullmatch(r"\+1 \d{3} 555 01\d\d|\+44 20 7946 0\d{3}|\+99 \d\d 555-01\d\d", person.phone), person.id


def test_no_two_guests_have_one_phone_number_and_some_share_a_name() -> None:
    guests = DOMAIN.world().select(Guest)
    assert Counter(person.phone for person in guests).most_common(1)[0][1] == 1
    names = Counter((person.name[0], person.name.split()[-1]) for person in guests)
    assert len([pair for pair, count in names.items() if count > 1]) >= 4


def test_booking_numbers_follow_the_days_of_booking_and_leave_the_tasks_theirs() -> None:
    bookings = DOMAIN.world().select(Booking)
    assert [item.booked_on for item in bookings] == sorted(item.booked_on for item in bookings)
    assert max(item.id for item in bookings) < "BK-52001"


def test_there_are_bookings_of_every_status_plan_and_currency() -> None:
    bookings = DOMAIN.world().select(Booking)
    assert {item.status for item in bookings} == {"confirmed", "cancelled", "in_house", "completed", "no_show"}
    assert {item.plan for item in bookings} == {"flexible", "semi_flexible", "non_refundable", "corporate", "group"}
    assert {item.currency for item in bookings} == {"EUR", "USD", "GBP", "JPY", "THB", "CZK"}
    assert len([item for item in bookings if item.kind == "group"]) == 5


def test_the_list_of_rates_has_forecasts_and_misses_a_currency_today() -> None:
    world = DOMAIN.world()
    assert {row.currency for row in world.select(ExchangeRate, day=world.today)} == {"USD", "GBP", "CZK", "JPY"}
    assert {row.day for row in world.select(ExchangeRate, "day > ?", [world.today])} == {
        date(2025, 11, 13),
        date(2025, 11, 14),
    }


def test_bulletins_name_a_section_and_three_of_them_are_superseded() -> None:
    articles = DOMAIN.world().select(Article)
    assert {item.changes for item in articles} - {None} <= DOMAIN.anchors
    assert len([item for item in articles if item.superseded_by]) == 2
    assert len([item for item in articles if item.kind == "guide"]) == 5


def test_hotels_of_one_city_differ_in_stars_grade_or_distance() -> None:
    world = DOMAIN.world()
    hotels = world.select(Hotel)
    assert Counter(item.city for item in hotels).most_common(2) == [("Lisbon", 4), ("Prague", 3)]
    assert {item.partner_grade for item in hotels} == {"Larkspur", "Foxglove", "Bracken"}
    assert len({item.margin_percent for item in hotels}) == len(hotels)
    assert len({row.metres for row in world.select(HotelDistance)}) == 11


def test_what_only_staff_know_of_hotels_and_guests_is_internal() -> None:
    internal = {(row.spec.name, column.name) for row in DOMAIN.tables for column in row.spec.columns if column.internal}
    assert internal == {("guest_marks", "mark"), ("hotels", "margin_percent"), ("hotels", "partner_grade")}


@pytest.mark.parametrize(
    ("name", "plan", "more", "price"),
    [
        ("LIS1-DBL", "flexible", {}, "128.00"),
        ("LIS1-DBL", "semi_flexible", {}, "115.20"),
        ("LIS1-FAM", "non_refundable", {"children": 2}, "177.60"),
        ("LIS1-FAM", "flexible", {"adults": 1, "children": 2}, "198.00"),
        ("LIS1-FAM", "flexible", {"adults": 3, "children": 1, "board": "breakfast"}, "279.00"),
        ("LIS1-SGL", "corporate", {"adults": 1, "discount": 12, "board": "half_board"}, "121.72"),
        ("TYO1-DBL", "group", {"discount": 15, "rate": Decimal("19605.00")}, "16664.00"),
    ],
)
def test_a_night_is_priced_step_by_step(name: str, plan: Any, more: dict[str, Any], price: str) -> None:
    house, code = name.split("-")
    assert HOUSES[house].night(code, plan, **more) == Decimal(price)


def test_a_booking_computes_prices_payments_and_history() -> None:
    world = DOMAIN.world(
        [*PERSON, *booking("BK-52001", ANA, "2025-10-01", "2025-11-20", "2025-11-23", [room("LIS1-DBL")])]
    )
    head, first = world.get(Booking, "BK-52001"), world.get(BookingRoom, "RM-52001-1")
    assert (head.hotel_id, head.status, head.total) == ("HTL-LIS1", "confirmed", Decimal("384.00"))
    assert (first.night_price, first.total, first.status) == (Decimal("128.00"), Decimal("384.00"), "booked")
    assert world.get(Payment, "PAY-52001-1").amount == Decimal("384.00")
    assert [event.kind for event in world.select(BookingEvent, booking_id="BK-52001")] == ["booked"]
    assert findings(world) == []


@pytest.mark.parametrize(
    ("arrival", "departure", "status", "kinds"),
    [
        ("2025-11-12", "2025-11-14", "confirmed", ["booked"]),
        ("2025-11-11", "2025-11-14", "in_house", ["booked", "checked_in"]),
        ("2025-11-09", "2025-11-12", "completed", ["booked", "checked_in", "checked_out"]),
    ],
)
def test_the_status_follows_from_the_dates(arrival: str, departure: str, status: str, kinds: list[str]) -> None:
    world = DOMAIN.world([*PERSON, *booking("BK-52001", ANA, "2025-10-01", arrival, departure, [room("LIS1-DBL")])])
    assert world.get(Booking, "BK-52001").status == status
    assert [event.kind for event in world.select(BookingEvent, booking_id="BK-52001")] == kinds
    assert findings(world) == []


def test_a_cancelled_room_costs_its_penalty_and_the_rest_went_back() -> None:
    rooms = [room("LIS1-DBL", cancelled_on="2025-11-01", penalty="38.40"), room("LIS1-SGL", adults=1)]
    world = DOMAIN.world([*PERSON, *booking("BK-52001", ANA, "2025-10-01", "2025-11-20", "2025-11-23", rooms)])
    assert world.get(Booking, "BK-52001").total == Decimal("320.40")
    assert world.get(Refund, "RF-52001-1").amount == Decimal("345.60")
    assert [event.kind for event in world.select(BookingEvent, booking_id="BK-52001")] == ["booked", "cancelled_room"]
    assert findings(world) == []


def test_a_company_pays_what_its_contract_covers_and_the_traveller_the_rest() -> None:
    rooms = [room("LIS1-SGL", adults=1, board="half_board")]
    rows = booking("BK-52001", ANA, "2025-10-01", "2025-11-20", "2025-11-22", rooms, company_id="CMP-11", discount=12)
    world = DOMAIN.world([*PERSON, *rows])
    paid = {item.payer: item.amount for item in world.select(Payment, booking_id="BK-52001")}
    assert paid == {"company": Decimal("193.44"), "guest": Decimal("50.00")}
    assert world.get(Booking, "BK-52001").plan == "corporate"
    assert findings(world) == []


def test_payments_that_do_not_add_up_and_rooms_that_are_not_sold_are_refused() -> None:
    days = ("2025-10-01", "2025-11-20", "2025-11-23")
    with pytest.raises(ValueError, match=r"BK-52001: the payments sum to 1\.00, what was booked to 384\.00"):
        booking("BK-52001", ANA, *days, [room("LIS1-DBL")], payments=[pay("card", 1)])
    with pytest.raises(ValueError, match="BK-52001: LIS2-DBL is not a room of HTL-LIS1"):
        booking("BK-52001", ANA, *days, [room("LIS1-DBL"), room("LIS2-DBL")])
    with pytest.raises(ValueError, match="LIS9-DBL: no such room type; write it like LIS1-DBL"):
        booking("BK-52001", ANA, *days, [room("LIS9-DBL")])
    with pytest.raises(ValueError, match="HTL-LIS4: offers no full_board"):
        booking("BK-52001", ANA, *days, [room("LIS4-DBL", board="full_board")])
    with pytest.raises(ValueError, match="BK-52001: needs a room, and to be booked on 2025-12-01"):
        booking("BK-52001", ANA, "2025-12-01", "2025-11-20", "2025-11-23", [room("LIS1-DBL")])


def test_a_group_has_free_places_deposit_balance_and_a_rooming_list() -> None:
    names = [["Ada Prado", "Eva Prado"], ["Rui Prado"]]
    rows = group("BK-52001", ANA, "2025-09-01", "2025-12-01", "2025-12-03", [room("LIS1-DBL")] * 10, names=names)
    world = DOMAIN.world([*PERSON, *rows, group_service("GS-52001-1", "LIS1-LUNCH", 20, "2025-12-02")])
    # 108.80 a night: ten rooms for two nights, less half a room's two nights.
    assert world.get(Booking, "BK-52001").total == Decimal("2176.00") - Decimal("108.80")
    terms = world.get(GroupTerms, "BK-52001")
    assert (terms.deposit, terms.list_due, terms.balance_due) == (
        Decimal("413.00"),
        date(2025, 11, 17),
        date(2025, 11, 10),
    )
    parts = [(item.purpose, item.amount) for item in world.select(Payment, booking_id="BK-52001")]
    assert parts == [("deposit", Decimal("413.00")), ("balance", Decimal("1654.20"))]
    assert [item.room_id for item in world.select(BookingPerson, booking_id="BK-52001")] == [
        "RM-52001-1",
        "RM-52001-1",
        "RM-52001-2",
    ]
    assert world.get(GroupService, "GS-52001-1").price == Decimal("390.00")
    assert findings(world) == []


def test_a_balance_that_is_not_due_yet_is_not_paid_and_a_failed_one_moves_nothing() -> None:
    rooms = [room("LIS1-DBL")] * 8
    later = DOMAIN.world([*PERSON, *group("BK-52001", ANA, "2025-09-01", "2026-02-02", "2026-02-04", rooms)])
    assert [item.purpose for item in later.select(Payment, booking_id="BK-52001")] == ["deposit"]
    rows = group("BK-52001", ANA, "2025-09-01", "2025-12-01", "2025-12-03", rooms, balance="failed")
    failed = DOMAIN.world([*PERSON, *rows])
    assert [item.status for item in failed.select(Payment, booking_id="BK-52001")] == ["captured", "failed"]
    assert findings(later) == findings(failed) == []


def test_a_task_changes_some_nights_of_the_calendar() -> None:
    changes = calendar("LIS1-DBL", ("2025-11-13", "2025-11-15", None, 0), ("2025-12-24", "2025-12-24", "300.00", None))
    world = DOMAIN.world(changes)
    periods = world.select(RatePeriod, room_type_id="RT-LIS1-DBL")

    def on(night: date) -> RatePeriod:
        (found,) = [item for item in periods if item.from_night <= night <= item.to_night]
        return found

    plain = {item.id: item for item in DOMAIN.world().select(RatePeriod)}
    assert [on(date(2025, 11, day)).rooms_left for day in (13, 14, 15)] == [0, 0, 0]
    assert on(date(2025, 11, 12)).rooms_left == plain["RP-LIS1-DBL-1101"].rooms_left
    assert on(date(2025, 11, 16)).rate == plain["RP-LIS1-DBL-1114"].rate
    assert (on(date(2025, 12, 24)).rate, on(date(2025, 12, 25)).rate) == (
        Decimal("300.00"),
        plain["RP-LIS1-DBL-1219"].rate,
    )
    assert findings(world) == []
    with pytest.raises(ValueError, match="LIS1-DBL: no rates of 2026-05-01"):
        calendar("LIS1-DBL", ("2026-04-30", "2026-05-01", "1.00", None))


def test_every_room_type_has_rates_of_every_night_until_the_end_of_april() -> None:
    world = DOMAIN.world()
    for kind in world.select(RoomType):
        periods = world.select(RatePeriod, room_type_id=kind.id)
        nights = sum((item.to_night - item.from_night + timedelta(days=1)).days for item in periods)
        assert nights == (date(2026, 4, 30) - date(2025, 11, 1)).days + 1


def test_a_guest_comes_with_mark_tier_and_number() -> None:
    rows = guest(ANA, "Ana Prado", "Ana.Prado@example.com", mark="OSPREY", tier="gold", country="United States")
    profile = rows[0]
    assert isinstance(profile, Guest)
    assert (profile.email, profile.phone, profile.loyalty_number) == (
        "ana.prado@example.com",
        "+1 220 555 0101",
        "SB-42001",
    )
    assert [row.spec.name for row in rows] == ["guests", "guest_marks", "loyalty_periods"]


def test_a_contract_has_a_limit_for_everywhere() -> None:
    assert [row.spec.name for row in contract("CON-91", "CMP-11", "2026-01-01", "2026-12-31")] == [
        "contracts",
        "nightly_limits",
    ]


def test_builders_read_the_booking_from_the_id() -> None:
    refunded, charged = (
        refund("RF-50001-7", 5, "compensation", "2025-03-20"),
        charge("CHR-50001-7", 5, "pet", "2025-03-20"),
    )
    entry = incident("INC-50003-7", "noise", "2025-05-17", room=2)
    assert isinstance(refunded, Refund)
    assert isinstance(entry, Incident)
    assert (refunded.booking_id, refunded.payment_id) == ("BK-50001", "PAY-50001-1")
    assert (entry.room_id, entry.to_night) == ("RM-50003-2", date(2025, 5, 17))
    assert dict(charged)["booking_id"] == dict(approver("AP-50001-1", "dates"))["booking_id"] == "BK-50001"
    with pytest.raises(ValueError, match="RF: an id such as PAY-52001-1 is needed here"):
        refund("RF", 5, "compensation", "2025-03-20")


def test_a_voucher_is_valid_for_a_year_and_a_closed_ticket_resolved() -> None:
    given = voucher("VCH-2001", ANA, "40.00", "overbooked", "2024-02-29")
    closed = ticket("TK-3001", ANA, "request", "A cot", "2025-11-01", status="closed")
    assert dict(given)["valid_until"] == date(2025, 2, 28)
    assert (dict(closed)["outcome"], dict(closed)["reason"]) == ("resolved", "completed")
