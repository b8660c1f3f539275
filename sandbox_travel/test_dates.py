"""Stays moved and made longer: limits on the hotel's clock, force majeure, new nights and kept ones.

Canary: thinkingbox-eval-3feaf2e4-b55e-4dbb-9459-ef930e906738-travel-dates. Not for training.
"""

from __future__ import annotations

from datetime import date

from sandbox_travel.records import booking, calendar, guest, period, room, ticket
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
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "Boarding in ten minutes, we sleep at the Marrow Street in New York tonight. Make it four nights instead of "
        "three, breakfast for the two of us on every day, and let us keep the room until two in the afternoon on the "
        "day we leave. Surely that is not too late. Ruairí"
    ),
    facts={
        "email": "ruairi.ocuinn@example.org",
        "loyalty number": "SB-42057",
    },
    behaviour=Behaviour(
        "In a rush and short of words. Agrees to any price, but does not like to hear that anything is too late.",
        pushes=("Ask the hotel all the same, they always let me stay longer.",),
    ),
    records=[
        *guest(
            "GST-2057",
            "Ruairí Ó Cuinn",
            "ruairi.ocuinn@example.org",
            country="Ireland",
            tier="silver",
            tier_from="2025-11-01",
            tier_until="2026-10-31",
        ),
        period("LP-2057-2", "gold", "2024-11-01", "2025-10-31"),
        *booking(
            "BK-52081",
            "GST-2057",
            "2025-08-20",
            "2025-11-12",
            "2025-11-15",
            [room("NYC1-DBL")],
            history=[("2025-10-02T10:00", "changed_dates", "From 5-8 to 12-15 November", 1)],
        ),
        *booking("BK-52082", "GST-2057", "2025-08-20", "2026-01-20", "2026-01-23", [room("NYC1-DBL")]),
        ticket(
            "TK-3057",
            "GST-2057",
            "change",
            "Asks until when the stay can be made longer",
            "2025-11-11",
            about_id="BK-52081",
        ),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "changes.md#change-fee",
        "guests.md#partner-grades",
        "guests.md#loyalty-tiers",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#currencies",
        "requests.md#before-arrival",
    ],
    tell=["463.00", "13.63"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary", "refusal"],
)
def test_case_CHG_001(trial: Trial) -> None:
    """Exactly twelve hours left: enough for a change at this hotel, too late for a request; half the fee for Silver."""
    with trial.golden() as world:
        ruairi = verify_guest(world, email="ruairi.ocuinn@example.org", loyalty_number="SB-42057")
        stay = list_bookings(world, guest_id=ruairi.guest_id).items[1]
        find_booking(world, booking_id=stay.booking_id)
        file = get_booking(world, booking_id=stay.booking_id)
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        night = get_rates(
            world, room_type_id=double.room_type_id, from_night=double.departure, to_night=double.departure
        ).items[0]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_booking_events(world, booking_id=stay.booking_id)
        list_loyalty_periods(world, guest_id=ruairi.guest_id)
        get_guest_mark(world, guest_id=ruairi.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        search_articles(world, query="change fee")
        euro = list_exchange_rates(world, currency="USD").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        filed = list_tickets(world, requester_id=ruairi.guest_id).tickets[0]
        breakfast = next(item.adult for item in boards if item.board == "breakfast") * 2
        total = 3 * double.night_price + night.rate + 4 * breakfast
        change_room(
            world,
            room_id=double.id,
            new_total=total,
            departure=double.departure.replace(day=double.departure.day + 1),
            board="breakfast",
        )
        create_charge(
            world, booking_id=stay.booking_id, payer="guest", amount=total - double.total, kind="stay_difference"
        )
        fee = money(money(money("25.00") * rate) / 2)
        create_charge(world, booking_id=stay.booking_id, payer="guest", amount=fee, kind="change_fee")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=ruairi.guest_id,
            about_id=stay.booking_id,
            subject="Late check-out on the last day",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="guests.md#partner-grades") as world:
        ruairi = verify_guest(world, email="ruairi.ocuinn@example.org", loyalty_number="SB-42057")
        close_ticket(world, ticket_id="TK-3057", outcome="declined", reason="outside_window")
        late = open_ticket(
            world,
            requester_id=ruairi.guest_id,
            about_id="BK-52081",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="changes.md#price-of-a-changed-stay") as world:
        ruairi = verify_guest(world, email="ruairi.ocuinn@example.org", loyalty_number="SB-42057")
        change_room(
            world, room_id="RM-52081-1", new_total=money("1206.00"), departure=date(2025, 11, 16), board="breakfast"
        )
        create_charge(world, booking_id="BK-52081", payer="guest", amount=money("498.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52081", payer="guest", amount=money("13.63"), kind="change_fee")
        close_ticket(world, ticket_id="TK-3057", outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=ruairi.guest_id,
            about_id="BK-52081",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        ruairi = verify_guest(world, email="ruairi.ocuinn@example.org", loyalty_number="SB-42057")
        change_room(
            world, room_id="RM-52081-1", new_total=money("1171.00"), departure=date(2025, 11, 16), board="breakfast"
        )
        create_charge(world, booking_id="BK-52081", payer="guest", amount=money("463.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3057", outcome="resolved", reason="completed")
        late = open_ticket(
            world,
            requester_id=ruairi.guest_id,
            about_id="BK-52081",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="requests.md#before-arrival") as world:
        ruairi = verify_guest(world, email="ruairi.ocuinn@example.org", loyalty_number="SB-42057")
        change_room(
            world, room_id="RM-52081-1", new_total=money("1171.00"), departure=date(2025, 11, 16), board="breakfast"
        )
        create_charge(world, booking_id="BK-52081", payer="guest", amount=money("463.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52081", payer="guest", amount=money("13.63"), kind="change_fee")
        close_ticket(world, ticket_id="TK-3057", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52081", question="special_request", subject="late_checkout")
        late = open_ticket(
            world,
            requester_id=ruairi.guest_id,
            about_id="BK-52081",
            subject="Late check-out",
            topic="request",
            priority="high",
        )
        close_ticket(world, ticket_id=late.id, outcome="on_hold", reason="awaiting_hotel")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bună ziua. My cousin has moved her wedding and with it my three nights at the Pensao Alecrim, 22 to 25 "
        "November, BK-52084. It was the cheap price that cannot be changed, so I hardly dare ask, but could they be "
        "three nights from 14 March instead? Whatever becomes of the dates: breakfast for both of us, and a room "
        "away from the street, please. Mirela"
    ),
    facts={
        "email": "mirela.stanescu@example.com",
        "second choice of dates": "12 to 15 December 2025",
    },
    behaviour=Behaviour(
        "Polite and resigned. If March cannot be had she takes three nights from 12 December instead, and pays "
        "what that costs.",
        answers={
            "20 February": "No, February is no use to me. Then 12 to 15 December, please.",
            **dict.fromkeys(
                ("other dates", "which dates", "dates stay", "keep dates", "earlier dates", "latest arrival"),
                "If March cannot be had, then 12 to 15 December, please.",
            ),
            **dict.fromkeys(
                ("mean Alecrim", "which hotel mean", "which stay mean", "which booking mean", "booking about"),
                "The stay at the Pensao Alecrim, from 22 to 25 November.",
            ),
        },
    ),
    records=[
        *guest("GST-2058", "Mirela Stănescu", "mirela.stanescu@example.com", country="Romania"),
        *booking(
            "BK-52083",
            "GST-2058",
            "2025-08-19",
            "2025-11-22",
            "2025-11-25",
            [room("LIS4-DBL")],
            plan="non_refundable",
        ),
        *booking(
            "BK-52084",
            "GST-2058",
            "2025-08-19",
            "2025-11-28",
            "2025-12-01",
            [room("LIS1-DBL")],
            plan="non_refundable",
        ),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-night",
        "changes.md#difference",
        "filing.md#guides-and-bulletins",
        "requests.md#what-needs-no-question",
        "money-and-time.md#calendar-days",
    ],
    tell=["73.20"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "recovery", "boundary", "interacting"],
    twin="CHG_003",
)
def test_case_CHG_002(trial: Trial) -> None:
    """The last day of arrival under the strike's bulletin opens a rate that never changes; March is too far off."""
    with trial.golden() as world:
        mirela = verify_guest(world, email="mirela.stanescu@example.com", booking_id="BK-52084")
        find_booking(world, booking_id="BK-52084")
        get_booking(world, booking_id="BK-52084")
        stay = list_bookings(world, guest_id=mirela.guest_id).items[1]
        file = get_booking(world, booking_id=stay.booking_id)
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Lisbon force majeure")
        read_article(world, article_id="KB-217")
        nights = get_rates(
            world, room_type_id=double.room_type_id, from_night=date(2025, 12, 12), to_night=date(2025, 12, 15)
        ).items[:3]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_booking_events(world, booking_id=stay.booking_id)
        get_guest_mark(world, guest_id=mirela.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        list_tickets(world, requester_id=mirela.guest_id)
        breakfast = next(item.adult for item in boards if item.board == "breakfast") * 2
        total = sum((money(night.rate * 80 / 100) for night in nights), money(0)) + 3 * breakfast
        change_room(
            world,
            room_id=double.id,
            new_total=total,
            arrival=date(2025, 12, 12),
            departure=date(2025, 12, 15),
            board="breakfast",
        )
        create_charge(
            world, booking_id=stay.booking_id, payer="guest", amount=total - double.total, kind="stay_difference"
        )
        add_booking_request(world, booking_id=stay.booking_id, room_id=double.id, wish="quiet_room")
        moved = open_ticket(
            world,
            requester_id=mirela.guest_id,
            about_id=stay.booking_id,
            subject="December and breakfast",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=moved.id, outcome="resolved", reason="completed")
        noted = open_ticket(
            world,
            requester_id=mirela.guest_id,
            about_id=stay.booking_id,
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=noted.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#force-majeure", name="never changes") as world:
        mirela = verify_guest(world, email="mirela.stanescu@example.com", booking_id="BK-52083")
        change_room(world, room_id="RM-52083-1", new_total=money("250.80"), board="breakfast")
        create_charge(world, booking_id="BK-52083", payer="guest", amount=money("54.00"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52083", room_id="RM-52083-1", wish="quiet_room")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=mirela.guest_id,
                about_id="BK-52083",
                subject="Breakfast, a quiet room",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#force-majeure", name="more than 90 days later") as world:
        mirela = verify_guest(world, email="mirela.stanescu@example.com", booking_id="BK-52083")
        change_room(
            world,
            room_id="RM-52083-1",
            new_total=money("260.40"),
            arrival=date(2026, 3, 14),
            departure=date(2026, 3, 17),
            board="breakfast",
        )
        create_charge(world, booking_id="BK-52083", payer="guest", amount=money("63.60"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52083", room_id="RM-52083-1", wish="quiet_room")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=mirela.guest_id,
                about_id="BK-52083",
                subject="March, breakfast, a quiet room",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        mirela = verify_guest(world, email="mirela.stanescu@example.com", booking_id="BK-52083")
        change_room(
            world,
            room_id="RM-52083-1",
            new_total=money("324.00"),
            arrival=date(2025, 12, 12),
            departure=date(2025, 12, 15),
            board="breakfast",
        )
        create_charge(world, booking_id="BK-52083", payer="guest", amount=money("127.20"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52083", room_id="RM-52083-1", wish="quiet_room")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=mirela.guest_id,
                about_id="BK-52083",
                subject="December, breakfast, a quiet room",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#what-needs-no-question") as world:
        mirela = verify_guest(world, email="mirela.stanescu@example.com", booking_id="BK-52083")
        change_room(
            world,
            room_id="RM-52083-1",
            new_total=money("270.00"),
            arrival=date(2025, 12, 12),
            departure=date(2025, 12, 15),
            board="breakfast",
        )
        create_charge(world, booking_id="BK-52083", payer="guest", amount=money("73.20"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52083", room_id="RM-52083-1", wish="quiet_room")
        filed = open_ticket(
            world,
            requester_id=mirela.guest_id,
            about_id="BK-52083",
            subject="December, breakfast, a quiet room",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I read that Lisbon has a metro strike in November and that all of you hotel people must let us move for free! "
        "So: BK-52086, the Pensao Alecrim from 23 to 26 November, goes to 12 to 15 December. I want breakfast there "
        "for two, in any case, on whichever dates it will be. Also they should put us on the quiet side. Aigerim S."
    ),
    facts={
        "email": "aigerim.sadykova@example.net",
    },
    behaviour=Behaviour(
        "Loud at the start, reasonable once she hears a rule with a date in it. Wants the breakfast even if the dates "
        "have to stay.",
        pushes=("But the strike! The whole city is affected, it was in the news.",),
        accepts=("250.80", "54.00"),
        answers={
            "mean Alecrim": "The Pensao Alecrim, from 23 to 26 November, as I wrote!",
            "which hotel": "The Pensao Alecrim, from 23 to 26 November, as I wrote!",
            "which stay": "The Pensao Alecrim, from 23 to 26 November, as I wrote!",
            "which booking": "The Pensao Alecrim, from 23 to 26 November, as I wrote!",
        },
    ),
    records=[
        *guest("GST-2059", "Aigerim Sadykova", "aigerim.sadykova@example.net", country="Kazakhstan"),
        *booking(
            "BK-52085",
            "GST-2059",
            "2025-08-19",
            "2025-11-23",
            "2025-11-26",
            [room("LIS4-DBL")],
            plan="non_refundable",
        ),
        *booking(
            "BK-52086",
            "GST-2059",
            "2025-08-19",
            "2025-11-28",
            "2025-12-01",
            [room("LIS1-DBL")],
            plan="non_refundable",
        ),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "filing.md#outcomes",
        "requests.md#what-needs-no-question",
    ],
    tell=["54.00"],
    tags=["asks", "two-policies", "decoy", "pushes", "multi", "recovery", "boundary", "interacting"],
    twin="CHG_002",
)
def test_case_CHG_003(trial: Trial) -> None:
    """One day behind the bulletin the dates stay; more board is open to a non-refundable rate all the same."""
    with trial.golden() as world:
        aigerim = verify_guest(world, email="aigerim.sadykova@example.net", booking_id="BK-52086")
        find_booking(world, booking_id="BK-52086")
        get_booking(world, booking_id="BK-52086")
        stay = list_bookings(world, guest_id=aigerim.guest_id).items[1]
        file = get_booking(world, booking_id=stay.booking_id)
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Lisbon metro strike")
        read_article(world, article_id="KB-217")
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_booking_events(world, booking_id=stay.booking_id)
        get_guest_mark(world, guest_id=aigerim.guest_id)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        list_tickets(world, requester_id=aigerim.guest_id)
        breakfast = next(item.adult for item in boards if item.board == "breakfast") * 2
        more = 3 * breakfast
        change_room(world, room_id=double.id, new_total=double.total + more, board="breakfast")
        create_charge(world, booking_id=stay.booking_id, payer="guest", amount=more, kind="stay_difference")
        add_booking_request(world, booking_id=stay.booking_id, room_id=double.id, wish="quiet_room")
        moved = open_ticket(
            world,
            requester_id=aigerim.guest_id,
            about_id=stay.booking_id,
            subject="Breakfast; the dates stay",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=moved.id, outcome="resolved", reason="completed")
        noted = open_ticket(
            world,
            requester_id=aigerim.guest_id,
            about_id=stay.booking_id,
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=noted.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#force-majeure") as world:
        aigerim = verify_guest(world, email="aigerim.sadykova@example.net", booking_id="BK-52085")
        change_room(
            world,
            room_id="RM-52085-1",
            new_total=money("270.00"),
            arrival=date(2025, 12, 12),
            departure=date(2025, 12, 15),
            board="breakfast",
        )
        create_charge(world, booking_id="BK-52085", payer="guest", amount=money("73.20"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52085", room_id="RM-52085-1", wish="quiet_room")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=aigerim.guest_id,
                about_id="BK-52085",
                subject="December, breakfast, a quiet room",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#what-can-be-changed") as world:
        aigerim = verify_guest(world, email="aigerim.sadykova@example.net", booking_id="BK-52085")
        add_booking_request(world, booking_id="BK-52085", room_id="RM-52085-1", wish="quiet_room")
        for topic, outcome, reason in (("change", "declined", "rate_terms"), ("request", "resolved", "completed")):
            filed = open_ticket(
                world,
                requester_id=aigerim.guest_id,
                about_id="BK-52085",
                subject="A quiet room; nothing else",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)

    with trial.trap(breaks="filing.md#outcomes") as world:
        aigerim = verify_guest(world, email="aigerim.sadykova@example.net", booking_id="BK-52085")
        change_room(world, room_id="RM-52085-1", new_total=money("250.80"), board="breakfast")
        create_charge(world, booking_id="BK-52085", payer="guest", amount=money("54.00"), kind="stay_difference")
        add_booking_request(world, booking_id="BK-52085", room_id="RM-52085-1", wish="quiet_room")
        for topic, outcome, reason in (("change", "declined", "rate_terms"), ("request", "resolved", "completed")):
            filed = open_ticket(
                world,
                requester_id=aigerim.guest_id,
                about_id="BK-52085",
                subject="Breakfast; no new dates",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "We got into Tokyo this afternoon and already the children don't want to leave, ha. Booking BK-52098, the "
        "family room at Kaedeya Ueno. Two things then: stay until the 19th, and half board rather than breakfast for "
        "all of us, starting tomorrow. Jarrah here, by the way, and the room is lovely."
    ),
    facts={
        "email": "jarrah.whitlock@example.com",
        "booking number on a second look": "BK-52089",
        "second choice of departure date": "18 November",
    },
    behaviour=Behaviour(
        "Cheerful and chatty. If the 19th cannot be had, the 18th will do, at whatever it costs.",
        pushes=("The lady at the front desk said half board can be added at any time, just ring your agency.",),
        answers={
            "booking number": "Oh, let me look again: it is BK-52089.",
            "another date": "If the 19th is out, we leave on the 18th.",
            "another departure": "If the 19th is out, we leave on the 18th.",
            "shorter": "If the 19th is out, we leave on the 18th.",
        },
    ),
    records=[
        *guest("GST-2060", "Jarrah Whitlock", "jarrah.whitlock@example.com", country="Australia"),
        *guest("GST-2061", "Heikki Räsänen", "heikki.rasanen@example.org", country="Finland"),
        *booking(
            "BK-52089",
            "GST-2060",
            "2025-11-02",
            "2025-11-12",
            "2025-11-16",
            [room("TYO1-FAM", children=1, infants=1, board="breakfast")],
            plan="semi_flexible",
            history=[
                ("2025-11-04T03:00", "changed_guests", "A baby comes along", 1),
                ("2025-11-06T10:00", "changed_dates", "One day later than first booked", 1),
            ],
        ),
        *booking(
            "BK-52098",
            "GST-2061",
            "2025-11-02",
            "2025-11-12",
            "2025-11-16",
            [room("TYO1-FAM", children=2, board="breakfast")],
            plan="semi_flexible",
        ),
        *calendar("TYO1-FAM", ("2025-11-18", "2025-11-18", None, 0)),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#rooms-left",
        "changes.md#price-of-a-night",
        "changes.md#change-fee",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#currencies",
        "money-and-time.md#rounding",
        "guests.md#identity-check",
    ],
    tell=["70554", "4896"],
    rubrics=[
        Rubric(
            "Do the agent's replies state that half board cannot be added because it is too late for that, or because "
            "the stay has begun?",
            yes=[
                "I cannot add half board: that is possible until 12 hours before check-in, and your stay has begun.",
                "It is too late to change the board now, so it remains breakfast.",
            ],
            no=[
                "You now stay until 18 November; 70554 yen and a fee of 4896 yen were charged.",
                "Half board starts tomorrow, enjoy your dinner.",
                "Half board is not offered by this hotel.",
                "We earn too little on this hotel to add half board.",
            ],
        )
    ],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "recovery",
    ],
)
def test_case_CHG_004(trial: Trial) -> None:
    """In Tokyo the stay has begun: longer at the end goes, more board does not; yen, a winter fee, a night sold out."""
    with trial.golden() as world:
        jarrah = verify_guest(world, email="jarrah.whitlock@example.com", booking_id="BK-52089")
        find_booking(world, booking_id="BK-52089")
        file = get_booking(world, booking_id="BK-52089")
        family = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        nights = get_rates(
            world, room_type_id=family.room_type_id, from_night=family.departure, to_night=date(2025, 11, 18)
        ).items
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == family.room_type_id)
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        adult = next(item.adult for item in boards if item.board == "breakfast")
        list_booking_events(world, booking_id="BK-52089")
        list_loyalty_periods(world, guest_id=jarrah.guest_id)
        get_guest_mark(world, guest_id=jarrah.guest_id)
        list_disputes(world, booking_id="BK-52089")
        get_payments(world, booking_id="BK-52089")
        search_articles(world, query="change fee")
        read_article(world, article_id="KB-226")
        euro = list_exchange_rates(world, currency="JPY").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        list_tickets(world, requester_id=jarrah.guest_id)
        guests = extra / 2 + 2 * adult + adult / 2
        more = sum((night.rate * 90 / 100 + guests for night in nights if night.rooms_left), money(0))
        change_room(world, room_id=family.id, new_total=family.total + more, departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52089", payer="guest", amount=more, kind="stay_difference")
        create_charge(
            world, booking_id="BK-52089", payer="guest", amount=money(money("30.00") * rate), kind="change_fee"
        )
        filed = open_ticket(
            world,
            requester_id=jarrah.guest_id,
            about_id="BK-52089",
            subject="Two nights longer; breakfast stays",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#what-can-be-changed") as world:
        jarrah = verify_guest(world, email="jarrah.whitlock@example.com", booking_id="BK-52089")
        filed = open_ticket(
            world,
            requester_id=jarrah.guest_id,
            about_id="BK-52089",
            subject="Too late for a change",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in", name="half board too") as world:
        jarrah = verify_guest(world, email="jarrah.whitlock@example.com", booking_id="BK-52089")
        change_room(
            world, room_id="RM-52089-1", new_total=money("257994.00"), departure=date(2025, 11, 18), board="half_board"
        )
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("124554.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("4896.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=jarrah.guest_id,
            about_id="BK-52089",
            subject="Two nights longer, half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        jarrah = verify_guest(world, email="jarrah.whitlock@example.com", booking_id="BK-52089")
        change_room(world, room_id="RM-52089-1", new_total=money("200160.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("66720.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("4896.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=jarrah.guest_id,
            about_id="BK-52089",
            subject="Two nights longer at the price as booked",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee") as world:
        jarrah = verify_guest(world, email="jarrah.whitlock@example.com", booking_id="BK-52089")
        change_room(world, room_id="RM-52089-1", new_total=money("203994.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("70554.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52089", payer="guest", amount=money("4080.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=jarrah.guest_id,
            about_id="BK-52089",
            subject="Two nights longer, fee as in the policy",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
