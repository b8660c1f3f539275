"""Late changes: limits that the hotel's clock settles to the minute, and rates that open in one direction only.

Canary: thinkingbox-eval-f3aab966-ede0-44d2-8113-1dc7da3b1bae-travel-late-changes. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime

from sandbox_travel.records import booking, calendar, guest, period, position, room
from sandbox_travel.tools import (
    add_booking_request,
    ask_hotel,
    change_room,
    close_ticket,
    create_charge,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    get_rates,
    list_board_prices,
    list_booking_events,
    list_booking_requests,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Selam from Addis Ababa. The airline has moved both our flights, so we come to Prague, to the Vltava Terrace, "
        "on 17 November and no longer on the 16th, and go home later too. We are four now: the baby, who was to stay "
        "with my mother, is not on your list yet. We have also decided to dine in the house, half board, all of us. "
        "And could the big bed be two beds? Yohannes T."
    ),
    facts={
        "email": "yohannes.tesfaye@example.com",
        "booking number": "BK-52201",
        "new departure date": "20 November 2025",
    },
    behaviour=Behaviour(
        "Courteous and exact. The three nights stay three nights: whoever asks is told that they leave a day later as "
        "well. Agrees to the price.",
        answers={
            "leave later": "Yes, we leave a day later too, on the 20th.",
            "keep departure": "No, we leave on the 20th, so it stays at three nights.",
            "departure stay": "No, we leave on the 20th, so it stays at three nights.",
            "departure 19": "No, we leave on the 20th, so it stays at three nights.",
            "leave 19": "No, we leave on the 20th, so it stays at three nights.",
            "19 or 20": "The 20th, so it stays at three nights.",
            "shorter": "No, we leave on the 20th, so it stays at three nights.",
            "shift whole": "Yes, the whole stay: we leave on the 20th.",
            "two nights": "No, three nights as before: we leave on the 20th.",
            "keep 19": "No, we leave on the 20th, so it stays at three nights.",
            "until stay": "Until the 20th, so it stays at three nights.",
            "go home": "We go home on the 20th.",
        },
    ),
    records=[
        *guest(
            "GST-2127",
            "Yohannes Tesfaye",
            "yohannes.tesfaye@example.com",
            country="Ethiopia",
            tier="silver",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        *booking(
            "BK-52201",
            "GST-2127",
            "2025-11-01",
            "2025-11-16",
            "2025-11-19",
            [room("PRG3-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
            history=[
                ("2025-11-03T10:00", "message", "Asks how far it is from the station"),
                ("2025-11-05T10:00", "changed_dates", "Two days later than first booked", 1),
            ],
        ),
        *booking(
            "BK-52202",
            "GST-2127",
            "2025-08-01",
            "2026-01-16",
            "2026-01-19",
            [room("PRG3-DLX", children=1, board="breakfast")],
        ),
        *calendar(
            "PRG3-DLX",
            ("2025-11-17", "2025-11-18", "3950.00", None),
            ("2025-11-19", "2025-11-19", "4126.00", None),
        ),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "changes.md#change-fee",
        "guests.md#partner-grades",
        "guests.md#loyalty-tiers",
        "money-and-time.md#hours-before-check-in",
        "filing.md#guides-and-bulletins",
        "requests.md#what-needs-no-question",
    ],
    tell=["4415.40", "376.80"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
    twin="CHG_011",
    now=datetime(2025, 11, 12, 14, 0),
)
def test_case_CHG_010(trial: Trial) -> None:
    """Ninety-six hours to the minute on Prague's clock: dates, baby and board, a winter fee, the last day of Silver."""
    with trial.golden() as world:
        yohannes = verify_guest(world, email="yohannes.tesfaye@example.com", booking_id="BK-52201")
        find_booking(world, booking_id="BK-52201")
        file = get_booking(world, booking_id="BK-52201")
        deluxe = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=deluxe.room_type_id, from_night=date(2025, 11, 19), to_night=date(2025, 11, 19)
        ).items[0]
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == deluxe.room_type_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id="BK-52201")
        list_loyalty_periods(world, guest_id=yohannes.guest_id)
        get_guest_mark(world, guest_id=yohannes.guest_id)
        list_disputes(world, booking_id="BK-52201")
        get_payments(world, booking_id="BK-52201")
        list_booking_requests(world, booking_id="BK-52201")
        search_articles(world, query="change fee")
        read_article(world, article_id="KB-226")
        euro = list_exchange_rates(world, currency="CZK").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        list_tickets(world, requester_id=yohannes.guest_id)
        breakfast = 2 * boards["breakfast"] + money(boards["breakfast"] / 2)
        dinner = 2 * boards["half_board"] + money(boards["half_board"] / 2) - breakfast
        dated = 2 * deluxe.night_price + money(new.rate * 90 / 100) + money(extra / 2) + breakfast
        total = dated + 3 * dinner
        change_room(
            world,
            room_id=deluxe.id,
            new_total=total,
            arrival=date(2025, 11, 17),
            departure=date(2025, 11, 20),
            board="half_board",
            infants=1,
        )
        create_charge(world, booking_id="BK-52201", payer="guest", amount=total - deluxe.total, kind="stay_difference")
        fee = money(money(money("30.00") * rate) / 2)
        create_charge(world, booking_id="BK-52201", payer="guest", amount=fee, kind="change_fee")
        add_booking_request(world, booking_id="BK-52201", room_id=deluxe.id, wish="twin_beds")
        changed = open_ticket(
            world,
            requester_id=yohannes.guest_id,
            about_id="BK-52201",
            subject="A day later, a baby, half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="resolved", reason="completed")
        noted = open_ticket(
            world,
            requester_id=yohannes.guest_id,
            about_id="BK-52201",
            subject="Twin beds",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=noted.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        yohannes = verify_guest(world, email="yohannes.tesfaye@example.com", booking_id="BK-52201")
        change_room(world, room_id="RM-52201-1", new_total=money("17859.00"), board="half_board", infants=1)
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("4050.00"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52201", room_id="RM-52201-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=yohannes.guest_id,
                about_id="BK-52201",
                subject="Half board and twin beds; the dates stay",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-changed-stay") as world:
        yohannes = verify_guest(world, email="yohannes.tesfaye@example.com", booking_id="BK-52201")
        change_room(
            world,
            room_id="RM-52201-1",
            new_total=money("18638.40"),
            arrival=date(2025, 11, 17),
            departure=date(2025, 11, 20),
            board="half_board",
            infants=1,
        )
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("4829.40"), kind="stay_difference")
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("376.80"), kind="change_fee")
        add_booking_request(world, booking_id="BK-52201", room_id="RM-52201-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=yohannes.guest_id,
                about_id="BK-52201",
                subject="All nights at the rates of today",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        yohannes = verify_guest(world, email="yohannes.tesfaye@example.com", booking_id="BK-52201")
        change_room(
            world,
            room_id="RM-52201-1",
            new_total=money("18224.40"),
            arrival=date(2025, 11, 17),
            departure=date(2025, 11, 20),
            board="half_board",
            infants=1,
        )
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("4415.40"), kind="stay_difference")
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("314.00"), kind="change_fee")
        add_booking_request(world, booking_id="BK-52201", room_id="RM-52201-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=yohannes.guest_id,
                about_id="BK-52201",
                subject="Half of the usual fee",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        yohannes = verify_guest(world, email="yohannes.tesfaye@example.com", booking_id="BK-52201")
        change_room(
            world,
            room_id="RM-52201-1",
            new_total=money("18224.40"),
            arrival=date(2025, 11, 17),
            departure=date(2025, 11, 20),
            board="half_board",
            infants=1,
        )
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("4415.40"), kind="stay_difference")
        create_charge(world, booking_id="BK-52201", payer="guest", amount=money("753.60"), kind="change_fee")
        add_booking_request(world, booking_id="BK-52201", room_id="RM-52201-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=yohannes.guest_id,
                about_id="BK-52201",
                subject="The whole fee",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hola, four points for Prague, my deluxe at Vltava Terrace: a) everything moves back by one day, in on "
        "Monday 17, out on Thursday 20 November; b) put down a baby with the three of us; c) half board instead of "
        "breakfast for everybody; d) two single beds in place of the double one. b, c and d I want on whatever dates "
        "we end up with. Marisol Quintanilla, San Salvador"
    ),
    facts={
        "email": "marisol.quintanilla@example.org",
        "last four digits of the phone number": "0128",
        "age of the baby": "eleven months",
        "whether a cot is needed": "no, the baby sleeps with us",
    },
    behaviour=Behaviour(
        "Counts her points. Knows the 72 hours of her rate by heart and insists on them once, then takes what there "
        "is, on the booked dates.",
        pushes=("My rate says 72 hours, and there is more than that left. I can count!",),
        accepts=("4050.00", "17859.00", "4415.40", "18224.40"),
        answers={"other dates": "Then it stays at the booked dates, with b, c and d."},
    ),
    records=[
        *guest(
            "GST-2128",
            "Marisol Quintanilla",
            "marisol.quintanilla@example.org",
            country="El Salvador",
            tier="silver",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        *booking(
            "BK-52203",
            "GST-2128",
            "2025-11-01",
            "2025-11-16",
            "2025-11-19",
            [room("PRG3-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
            history=[
                ("2025-11-03T10:00", "message", "Asks how far it is from the station"),
                ("2025-11-05T10:00", "changed_dates", "Two days later than first booked", 1),
            ],
        ),
        *booking(
            "BK-52204",
            "GST-2128",
            "2025-08-01",
            "2026-01-16",
            "2026-01-19",
            [room("PRG3-DLX", children=1, board="breakfast")],
        ),
        *calendar(
            "PRG3-DLX",
            ("2025-11-17", "2025-11-18", "3950.00", None),
            ("2025-11-19", "2025-11-19", "4126.00", None),
        ),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "changes.md#change-fee",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "filing.md#outcomes",
        "requests.md#what-needs-no-question",
    ],
    tell=["4050.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary"],
    twin="CHG_010",
    now=datetime(2025, 11, 12, 14, 30),
)
def test_case_CHG_011(trial: Trial) -> None:
    """Half an hour too late for the dates, though three in the afternoon in London would do; board and baby are not."""
    with trial.golden() as world:
        marisol = verify_guest(world, email="marisol.quintanilla@example.org", phone_last4="0128")
        stay = list_bookings(world, guest_id=marisol.guest_id).items[1]
        find_booking(world, booking_id=stay.booking_id)
        file = get_booking(world, booking_id=stay.booking_id)
        deluxe = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id=stay.booking_id)
        get_guest_mark(world, guest_id=marisol.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        list_booking_requests(world, booking_id=stay.booking_id)
        search_articles(world, query="Prague changes")
        list_tickets(world, requester_id=marisol.guest_id)
        dinner = boards["half_board"] - boards["breakfast"]
        child = money(boards["half_board"] / 2) - money(boards["breakfast"] / 2)
        more = (deluxe.departure - deluxe.arrival).days * (2 * dinner + child)
        change_room(world, room_id=deluxe.id, new_total=deluxe.total + more, board="half_board", infants=1)
        create_charge(world, booking_id=stay.booking_id, payer="guest", amount=more, kind="stay_difference")
        add_booking_request(world, booking_id=stay.booking_id, room_id=deluxe.id, wish="twin_beds")
        changed = open_ticket(
            world,
            requester_id=marisol.guest_id,
            about_id=stay.booking_id,
            subject="A baby and half board; the dates stay",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="resolved", reason="completed")
        noted = open_ticket(
            world,
            requester_id=marisol.guest_id,
            about_id=stay.booking_id,
            subject="Twin beds",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=noted.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        marisol = verify_guest(world, email="marisol.quintanilla@example.org", phone_last4="0128")
        change_room(
            world,
            room_id="RM-52203-1",
            new_total=money("18224.40"),
            arrival=date(2025, 11, 17),
            departure=date(2025, 11, 20),
            board="half_board",
            infants=1,
        )
        create_charge(world, booking_id="BK-52203", payer="guest", amount=money("4415.40"), kind="stay_difference")
        create_charge(world, booking_id="BK-52203", payer="guest", amount=money("376.80"), kind="change_fee")
        add_booking_request(world, booking_id="BK-52203", room_id="RM-52203-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=marisol.guest_id,
                about_id="BK-52203",
                subject="Everything a day later",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#what-can-be-changed") as world:
        marisol = verify_guest(world, email="marisol.quintanilla@example.org", phone_last4="0128")
        add_booking_request(world, booking_id="BK-52203", room_id="RM-52203-1", wish="twin_beds")
        changed = open_ticket(
            world,
            requester_id=marisol.guest_id,
            about_id="BK-52203",
            subject="Too late for changes of any kind",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="declined", reason="outside_window")
        noted = open_ticket(
            world,
            requester_id=marisol.guest_id,
            about_id="BK-52203",
            subject="Twin beds",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=noted.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee") as world:
        marisol = verify_guest(world, email="marisol.quintanilla@example.org", phone_last4="0128")
        change_room(world, room_id="RM-52203-1", new_total=money("17859.00"), board="half_board", infants=1)
        create_charge(world, booking_id="BK-52203", payer="guest", amount=money("4050.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52203", payer="guest", amount=money("376.80"), kind="change_fee")
        add_booking_request(world, booking_id="BK-52203", room_id="RM-52203-1", wish="twin_beds")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=marisol.guest_id,
                about_id="BK-52203",
                subject="Half board for a fee",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Brynhildur here, on a bad line. New York, the Marrow Street, this Friday for three nights, booked as cheap as "
        "could be. We were two; now my sister comes as well, and her son, and the old terrier. So: the family room, "
        "breakfast for all, the dog asked for. Oh, and the Sunday night we no longer need, take that one off, we fly "
        "on the Sunday. I know that it costs something."
    ),
    facts={
        "email": "brynhildur.ara@example.net",
        "loyalty number": "SB-42129",
        "age of my sister's son": "eleven",
    },
    behaviour=Behaviour(
        "Impatient, goes on about the empty Sunday night; wants all the rest even if the Sunday cannot be taken off.",
        pushes=("But we shall not be there on the Sunday night! Somebody else could have the room.",),
        accepts=("871.80", "58.86"),
        answers={
            "son old": "The boy is eleven.",
            "nephew old": "The boy is eleven.",
            "boy old": "The boy is eleven.",
            "son adult child": "The boy is eleven.",
            "nephew adult child": "The boy is eleven.",
            "his age": "The boy is eleven.",
            "hotel": "Yes, please ask the hotel.",
            "Sunday": "If the Sunday has to stay, then it stays. The room, the breakfast and the dog anyway.",
            "three nights": "If the Sunday has to stay, then it stays. The room, the breakfast and the dog anyway.",
        },
    ),
    records=[
        *guest(
            "GST-2129",
            "Brynhildur Aradóttir",
            "brynhildur.ara@example.net",
            country="Iceland",
            tier="silver",
            tier_from="2025-12-01",
            tier_until="2026-11-30",
        ),
        period("LP-2129-2", "silver", "2024-08-01", "2025-07-31"),
        *booking(
            "BK-52205",
            "GST-2129",
            "2025-08-21",
            "2025-11-14",
            "2025-11-17",
            [room("NYC1-DBL")],
            plan="non_refundable",
            history=[("2025-09-04T09:00", "changed_guests", "From one guest to two", 1)],
        ),
        *booking("BK-52206", "GST-2129", "2025-08-21", "2026-02-13", "2026-02-16", [room("NYC1-DBL")]),
        position("HP-52205-1", "special_request", "agreed", subject="pet"),
        *calendar("NYC1-FAM", ("2025-11-15", "2025-11-15", "401.00", None)),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-night",
        "changes.md#price-of-a-changed-stay",
        "changes.md#change-fee",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#currencies",
        "requests.md#cots-and-pets",
    ],
    tell=["871.80", "58.86"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
)
def test_case_CHG_012(trial: Trial) -> None:
    """Sixty hours exactly in New York: dearer, fuller and with breakfast goes on the cheapest rate, shorter never."""
    with trial.golden() as world:
        brynhildur = verify_guest(world, email="brynhildur.ara@example.net", loyalty_number="SB-42129")
        stay = list_bookings(world, guest_id=brynhildur.guest_id).items[1]
        find_booking(world, booking_id=stay.booking_id)
        file = get_booking(world, booking_id=stay.booking_id)
        double = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        family = next(kind for kind in list_room_types(world, hotel_id=hotel.id) if kind.kind == "family")
        nights = get_rates(world, room_type_id=family.id, from_night=double.arrival, to_night=double.departure).items[
            :-1
        ]
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=hotel.id)}
        list_booking_events(world, booking_id=stay.booking_id)
        list_loyalty_periods(world, guest_id=brynhildur.guest_id)
        get_guest_mark(world, guest_id=brynhildur.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        list_hotel_requests(world, booking_id=stay.booking_id)
        list_booking_requests(world, booking_id=stay.booking_id)
        search_articles(world, query="New York")
        euro = list_exchange_rates(world, currency="USD").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        list_tickets(world, requester_id=brynhildur.guest_id)
        guests = family.extra_person + money(family.extra_person / 2)
        breakfast = 3 * boards["breakfast"] + money(boards["breakfast"] / 2)
        total = sum((money(night.rate * 80 / 100) + guests + breakfast for night in nights), money(0))
        change_room(
            world,
            room_id=double.id,
            new_total=total,
            room_type_id=family.id,
            board="breakfast",
            adults=3,
            children=1,
        )
        create_charge(
            world, booking_id=stay.booking_id, payer="guest", amount=total - double.total, kind="stay_difference"
        )
        ask_hotel(world, booking_id=stay.booking_id, question="special_request", subject="pet")
        add_booking_request(world, booking_id=stay.booking_id, room_id=double.id, wish="pet", detail="A terrier")
        pet = len(nights) * money(money("18.00") * rate)
        create_charge(world, booking_id=stay.booking_id, payer="guest", amount=pet, kind="pet")
        changed = open_ticket(
            world,
            requester_id=brynhildur.guest_id,
            about_id=stay.booking_id,
            subject="Family room and breakfast for four; the nights stay",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="resolved", reason="completed")
        dog = open_ticket(
            world,
            requester_id=brynhildur.guest_id,
            about_id=stay.booking_id,
            subject="A dog",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=dog.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#partner-grades") as world:
        brynhildur = verify_guest(world, email="brynhildur.ara@example.net", loyalty_number="SB-42129")
        change_room(world, room_id="RM-52205-1", new_total=money("710.40"), board="breakfast")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("144.00"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52205", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52205", room_id="RM-52205-1", wish="pet")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("58.86"), kind="pet")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=brynhildur.guest_id,
                about_id="BK-52205",
                subject="Breakfast and the dog; too late for another room",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#what-can-be-changed") as world:
        brynhildur = verify_guest(world, email="brynhildur.ara@example.net", loyalty_number="SB-42129")
        change_room(
            world,
            room_id="RM-52205-1",
            new_total=money("962.00"),
            departure=date(2025, 11, 16),
            room_type_id="RT-NYC1-FAM",
            board="breakfast",
            adults=3,
            children=1,
        )
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("395.60"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52205", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52205", room_id="RM-52205-1", wish="pet")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("39.24"), kind="pet")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=brynhildur.guest_id,
                about_id="BK-52205",
                subject="Two nights for four, with the dog",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        brynhildur = verify_guest(world, email="brynhildur.ara@example.net", loyalty_number="SB-42129")
        change_room(
            world,
            room_id="RM-52205-1",
            new_total=money("1674.00"),
            room_type_id="RT-NYC1-FAM",
            board="breakfast",
            adults=3,
            children=1,
        )
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("1107.60"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52205", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52205", room_id="RM-52205-1", wish="pet")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("58.86"), kind="pet")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=brynhildur.guest_id,
                about_id="BK-52205",
                subject="At the whole rate",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee") as world:
        brynhildur = verify_guest(world, email="brynhildur.ara@example.net", loyalty_number="SB-42129")
        change_room(
            world,
            room_id="RM-52205-1",
            new_total=money("1438.20"),
            room_type_id="RT-NYC1-FAM",
            board="breakfast",
            adults=3,
            children=1,
        )
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("871.80"), kind="stay_difference")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("27.25"), kind="change_fee")
        ask_hotel(world, booking_id="BK-52205", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52205", room_id="RM-52205-1", wish="pet")
        create_charge(world, booking_id="BK-52205", payer="guest", amount=money("58.86"), kind="pet")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=brynhildur.guest_id,
                about_id="BK-52205",
                subject="With a fee",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
