"""Wishes for a coming stay: whose address it is, five hours and no more, a hotel that has answered, a bed too few.

Canary: thinkingbox-eval-71a9e0b7-4879-42e8-a31a-f5a5e63fccd2-travel-wishes. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime

from sandbox_travel.records import asked, booking, guest, period, person, position, room, ticket
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
    issue_refund,
    list_board_prices,
    list_booking_events,
    list_booking_people,
    list_booking_requests,
    list_bookings,
    list_disputes,
    list_hotel_requests,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_companion,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Salam! Samira here, Farid Benslimane's wife. We leave for Lisbon tomorrow, Miradouro House, BK-52215, all of "
        "it under his address farid.benslimane@example.com. Would you arrange a few things while he packs? The puppy "
        "is coming along. We should like the room from ten in the morning, and to keep it longer than usual on the day "
        "we leave. And best of all would be one more night, until the 18th."
    ),
    facts={
        "email": "samira.benslimane@example.org",
        "hour (time) until which the room is kept": "17:00",
    },
    behaviour=Behaviour(
        "Charming, used to getting her way. The later hour is of no use to her if it is not 17:00; then they leave at "
        "the usual hour. Her own address with us is another one than her husband's; she gives it when asked for it.",
        accepts=("60.00",),
        refuses=("16:00", "4 pm", "4:00 pm", "16.00"),
        pushes=("The hotel told Farid that all of that is no problem, truly.",),
        answers={
            "much longer": "Until 17:00.",
            "late leave": "Until 17:00.",
            "late keep": "Until 17:00.",
            "16:00": "No, then we leave at the usual hour.",
            "earlier time": "No, then we leave at the usual hour.",
            "shorter": "No, then we leave at the usual hour.",
            "own email": "Mine is samira.benslimane@example.org.",
            "early check-in": "Yes, please, from ten in the morning.",
            "puppy": "Yes, please, with the puppy.",
            "ask hotel": "You may ask the hotel, but the late hour is 17:00 or none.",
        },
    ),
    records=[
        *guest(
            "GST-2134",
            "Farid Benslimane",
            "farid.benslimane@example.com",
            country="Algeria",
            tier="gold",
            tier_from="2025-11-12",
            tier_until="2026-11-11",
        ),
        period("LP-2134-2", "silver", "2024-11-12", "2025-11-11"),
        *guest("GST-2135", "Samira Benslimane", "samira.benslimane@example.org", country="Algeria", tier="silver"),
        *booking("BK-52215", "GST-2134", "2025-10-01", "2025-11-13", "2025-11-17", [room("LIS1-DBL")]),
        person(
            "BP-52215-1",
            "Samira Benslimane",
            guest_id="GST-2135",
            from_on="2025-10-01",
            until_on="2025-11-17",
        ),
        position("HP-52215-1", "special_request", "agreed", subject="pet"),
        position("HP-52215-2", "special_request", "agreed", subject="early_checkin"),
        position("HP-52215-3", "special_request", "agreed", subject="late_checkout"),
        *booking("BK-52216", "GST-2135", "2025-09-30", "2025-12-04", "2025-12-08", [room("LIS1-DBL")]),
    ],
    policy=[
        "guests.md#identity-check",
        "guests.md#who-may-ask",
        "guests.md#loyalty-tiers",
        "requests.md#before-arrival",
        "requests.md#price-of-early-and-late-hours",
        "requests.md#cots-and-pets",
        "filing.md#guides-and-bulletins",
        "filing.md#tickets",
    ],
    tell=["60.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "boundary",
        "recovery",
        "refusal",
    ],
    now=datetime(2025, 11, 12, 15, 0),
)
def test_case_REQ_005(trial: Trial) -> None:
    """A wife who gives her husband's address: five early hours free by his Gold, six late ones not at all, no night."""
    with trial.golden() as world:
        samira = verify_guest(world, email="samira.benslimane@example.org", booking_id="BK-52215")
        owner = find_booking(world, booking_id="BK-52215")
        verify_companion(world, guest_id=samira.guest_id, booking_id="BK-52215")
        file = get_booking(world, booking_id="BK-52215")
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_booking_people(world, booking_id="BK-52215")
        list_loyalty_periods(world, guest_id=owner.holder_id)
        get_guest_mark(world, guest_id=owner.holder_id)
        list_disputes(world, booking_id="BK-52215")
        get_payments(world, booking_id="BK-52215")
        list_hotel_requests(world, booking_id="BK-52215")
        list_booking_requests(world, booking_id="BK-52215")
        search_articles(world, query="pets")
        read_article(world, article_id="KB-238")
        list_tickets(world, requester_id=samira.guest_id)
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="pet")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52215", room_id=double.id, wish="pet", detail="A puppy")
        add_booking_request(world, booking_id="BK-52215", room_id=double.id, wish="early_checkin", detail="from 10:00")
        pet = (double.departure - double.arrival).days * money("15.00")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=pet, kind="pet")
        wishes = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="A puppy, an early check-in, a late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        night = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="One more night",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=night.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="guests.md#who-may-ask") as world:
        farid = verify_guest(world, email="farid.benslimane@example.com", booking_id="BK-52215")
        change_room(world, room_id="RM-52215-1", new_total=money("640.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("128.00"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="pet")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="early_checkin")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("75.00"), kind="pet")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=farid.guest_id,
                about_id="BK-52215",
                subject="As if the husband had spoken",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#price-of-early-and-late-hours") as world:
        samira = verify_guest(world, email="samira.benslimane@example.org", booking_id="BK-52215")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="pet")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="early_checkin")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="late_checkout")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("60.00"), kind="pet")
        wishes = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="Six hours late as well",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        night = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="One more night",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=night.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        samira = verify_guest(world, email="samira.benslimane@example.org", booking_id="BK-52215")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="pet")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="early_checkin")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("60.00"), kind="pet")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("19.20"), kind="extra_hours")
        wishes = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="Half the price, by her own tier",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        night = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="One more night",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=night.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        samira = verify_guest(world, email="samira.benslimane@example.org", booking_id="BK-52215")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="pet")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="pet")
        ask_hotel(world, booking_id="BK-52215", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52215", room_id="RM-52215-1", wish="early_checkin")
        create_charge(world, booking_id="BK-52215", payer="guest", amount=money("72.00"), kind="pet")
        wishes = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="A puppy at eighteen euros",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        night = open_ticket(
            world,
            requester_id=samira.guest_id,
            about_id="BK-52215",
            subject="One more night",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=night.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Dzień dobry. On Friday we are in Tokyo, the family room at Kaedeya Ueno: two grown-ups, two boys, one baby. "
        "The reception promised me by telephone that we may come in at ten in the morning; write that down for me. On "
        "the last day we go at three in the afternoon. The baby needs a cot; if there is no place for one, somebody "
        "stays behind with my sister and comes off the booking. And nothing above the street, somewhere quiet. All of "
        "it free, since I am Gold. K. Wolańska"
    ),
    facts={
        "email": "katarzyna.wolanska@example.com",
        "loyalty number": "SB-42136",
        "who stays behind": "the elder of the two boys",
    },
    behaviour=Behaviour(
        "Certain of everything. Without a place for the cot the elder boy stays behind and is taken off the "
        "booking, for then there is one. Pays for the late hours if she must.",
        pushes=("They promised it! Ask them again, then you will hear it.",),
        accepts=("5940", "13600"),
        answers={
            "cot": "If there is no place, the elder boy comes off the booking and the cot goes in.",
            "come off": "The elder boy; take him off the booking and put the cot in.",
            "stays behind": "The elder boy; take him off the booking and put the cot in.",
            "leave": "No: the elder boy comes off the booking and the cot goes in.",
            "high floor": "Quiet is all that I ask for, on whatever floor.",
            "hotel": "Yes, please ask the hotel.",
        },
    ),
    records=[
        *guest(
            "GST-2136",
            "Katarzyna Wolańska",
            "katarzyna.wolanska@example.com",
            country="Poland",
            tier="silver",
            tier_from="2025-11-12",
            tier_until="2026-11-11",
        ),
        period("LP-2136-2", "gold", "2024-11-12", "2025-11-11"),
        *booking(
            "BK-52217",
            "GST-2136",
            "2025-08-18",
            "2025-11-14",
            "2025-11-18",
            [room("TYO1-FAM", children=2, infants=1, board="breakfast")],
        ),
        asked("HRQ-52217-1", "TYO1", "special_request", "declined", "2025-11-04T01:00", subject="early_checkin"),
        position("HP-52217-1", "special_request", "agreed", subject="early_checkin"),
        position("HP-52217-2", "special_request", "agreed", subject="late_checkout"),
        position("HP-52217-3", "special_request", "agreed", subject="cot"),
        ticket(
            "TK-3136",
            "GST-2136",
            "request",
            "Asks about the hours of the house",
            "2025-11-10",
            about_id="BK-52217",
            status="pending",
        ),
        *booking(
            "BK-52218",
            "GST-2136",
            "2025-08-18",
            "2026-03-12",
            "2026-03-16",
            [room("TYO1-FAM", children=2, board="breakfast")],
        ),
    ],
    policy=[
        "requests.md#before-arrival",
        "requests.md#price-of-early-and-late-hours",
        "requests.md#cots-and-pets",
        "requests.md#what-needs-no-question",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "guests.md#loyalty-tiers",
        "filing.md#tickets",
    ],
    tell=["5940", "13600"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
)
def test_case_REQ_006(trial: Trial) -> None:
    """The hotel said no last week; five late hours at half price as booked; a boy makes way for a cot and comes off."""
    with trial.golden() as world:
        katarzyna = verify_guest(world, email="katarzyna.wolanska@example.com", loyalty_number="SB-42136")
        stay = list_bookings(world, guest_id=katarzyna.guest_id).items[1]
        find_booking(world, booking_id=stay.booking_id)
        file = get_booking(world, booking_id=stay.booking_id)
        family = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == family.room_type_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id=stay.booking_id)
        list_loyalty_periods(world, guest_id=katarzyna.guest_id)
        get_guest_mark(world, guest_id=katarzyna.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        paid = get_payments(world, booking_id=stay.booking_id).payments[0]
        list_hotel_requests(world, booking_id=stay.booking_id)
        list_booking_requests(world, booking_id=stay.booking_id)
        search_articles(world, query="Tokyo")
        filed = list_tickets(world, requester_id=katarzyna.guest_id).tickets[0]
        less = (family.departure - family.arrival).days * (extra / 2 + boards["breakfast"] / 2)
        change_room(world, room_id=family.id, new_total=family.total - less, children=1)
        issue_refund(world, payment_id=paid.id, amount=less, reason="stay_difference")
        ask_hotel(world, booking_id=stay.booking_id, question="special_request", subject="cot")
        add_booking_request(world, booking_id=stay.booking_id, room_id=family.id, wish="cot")
        ask_hotel(world, booking_id=stay.booking_id, question="special_request", subject="late_checkout")
        add_booking_request(
            world, booking_id=stay.booking_id, room_id=family.id, wish="late_checkout", detail="until 15:00"
        )
        hours = money(money(family.night_price * 30 / 100) / 2)
        create_charge(world, booking_id=stay.booking_id, payer="guest", amount=hours, kind="extra_hours")
        add_booking_request(world, booking_id=stay.booking_id, room_id=family.id, wish="quiet_room")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        boy = open_ticket(
            world,
            requester_id=katarzyna.guest_id,
            about_id=stay.booking_id,
            subject="One child less",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=boy.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#before-arrival") as world:
        katarzyna = verify_guest(world, email="katarzyna.wolanska@example.com", loyalty_number="SB-42136")
        change_room(world, room_id="RM-52217-1", new_total=money("144800.00"), children=1)
        issue_refund(world, payment_id="PAY-52217-1", amount=money("13600.00"), reason="stay_difference")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="cot")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="late_checkout")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="early_checkin")
        create_charge(world, booking_id="BK-52217", payer="guest", amount=money("11880.00"), kind="extra_hours")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="quiet_room")
        close_ticket(world, ticket_id="TK-3136", outcome="resolved", reason="completed")
        boy = open_ticket(
            world,
            requester_id=katarzyna.guest_id,
            about_id="BK-52217",
            subject="One child less",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=boy.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        katarzyna = verify_guest(world, email="katarzyna.wolanska@example.com", loyalty_number="SB-42136")
        change_room(world, room_id="RM-52217-1", new_total=money("144800.00"), children=1)
        issue_refund(world, payment_id="PAY-52217-1", amount=money("13600.00"), reason="stay_difference")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="cot")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="quiet_room")
        close_ticket(world, ticket_id="TK-3136", outcome="resolved", reason="completed")
        boy = open_ticket(
            world,
            requester_id=katarzyna.guest_id,
            about_id="BK-52217",
            subject="One child less",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=boy.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#cots-and-pets") as world:
        katarzyna = verify_guest(world, email="katarzyna.wolanska@example.com", loyalty_number="SB-42136")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="cot")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="late_checkout")
        create_charge(world, booking_id="BK-52217", payer="guest", amount=money("5940.00"), kind="extra_hours")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="quiet_room")
        close_ticket(world, ticket_id="TK-3136", outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#price-of-early-and-late-hours") as world:
        katarzyna = verify_guest(world, email="katarzyna.wolanska@example.com", loyalty_number="SB-42136")
        change_room(world, room_id="RM-52217-1", new_total=money("144800.00"), children=1)
        issue_refund(world, payment_id="PAY-52217-1", amount=money("13600.00"), reason="stay_difference")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="cot")
        ask_hotel(world, booking_id="BK-52217", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="late_checkout")
        create_charge(world, booking_id="BK-52217", payer="guest", amount=money("5430.00"), kind="extra_hours")
        add_booking_request(world, booking_id="BK-52217", room_id="RM-52217-1", wish="quiet_room")
        close_ticket(world, ticket_id="TK-3136", outcome="resolved", reason="completed")
        boy = open_ticket(
            world,
            requester_id=katarzyna.guest_id,
            about_id="BK-52217",
            subject="One child less",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=boy.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
