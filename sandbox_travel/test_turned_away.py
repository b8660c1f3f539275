"""Guests whom a full hotel turns away: where there is no other house for them, and where a company pays.

Canary: thinkingbox-eval-415b611c-d3dc-4821-b67d-0a262bc51c4f-travel-turned-away. Not for training.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sandbox_travel.records import booking, calendar, charge, company, contract, guest, member, position, room
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    cancel_room,
    close_ticket,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    get_rates,
    give_voucher,
    issue_refund,
    list_board_prices,
    list_booking_events,
    list_company_bookings,
    list_contracts,
    list_disputes,
    list_exchange_rates,
    list_hotel_distances,
    list_hotel_requests,
    list_nightly_limits,
    list_room_types,
    list_tickets,
    move_to_hotel,
    open_ticket,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "The Marrow Street people have just mailed me that they are full over New Year and cannot take us, so sorry, "
        "kindest regards. BK-52190! My wife, our girl of eight and I, fireworks from the roof, it was all arranged, I "
        "even paid you twice for moving the dates. What are you going to do about it? Tariku Gebremedhin"
    ),
    facts={
        "email": "tariku.gebremedhin@example.com",
        "another hotel or money back": "another hotel if there is one, else the money back",
    },
    behaviour=Behaviour(
        "Bitter but fair. Looks for a way out before he takes the money. Never asks for more than he is told is due.",
        pushes=(
            "Then put us into the deluxe for as long as it is free and into the family room for the rest. We can move.",
        ),
    ),
    records=[
        *guest("GST-2124", "Tariku Gebremedhin", "tariku.gebremedhin@example.com", country="Ethiopia"),
        *booking(
            "BK-52190",
            "GST-2124",
            "2025-08-28",
            "2025-12-27",
            "2026-01-02",
            [room("NYC1-FAM", adults=2, children=1, board="breakfast", paid="1564.80", total="2712.60")],
            plan="semi_flexible",
            history=[
                ("2025-09-12T13:00", "changed_dates", "27 to 31 December, before 26 to 30 December", 1),
                ("2025-10-20T16:00", "changed_dates", "27 December to 2 January, before 27 to 31 December", 1),
            ],
        ),
        charge("CHR-52190-1", "1147.80", "stay_difference", "2025-10-20"),
        charge("CHR-52190-2", "26.75", "change_fee", "2025-10-20"),
        position("HP-52190-1", "confirm_booking", "overbooked"),
        *calendar("NYC2-DLX", ("2026-01-01", "2026-01-01", None, 0)),
        *calendar("NYC2-FAM", ("2025-12-28", "2025-12-28", None, 0)),
    ],
    policy=[
        "hotels.md#overbooked",
        "hotels.md#booking-unknown",
        "payments.md#limit",
        "cancellation.md#where-a-refund-goes",
        "money-and-time.md#currencies",
        "filing.md#priority",
    ],
    tell=["2712.60", "65.40"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that no other suitable hotel has a room for them on all of the nights?",
            yes=[
                "The only other hotel that would fit, The Battery Lantern, has no room for the three of you on all six "
                "nights, so what remains is your money back.",
                "I have looked for another hotel: none that qualifies has a room for three free on every night.",
            ],
            no=[
                "The hotel is overbooked, so I have cancelled your booking and refunded 2,712.60 dollars.",
                "Marrow Street has no room for you over New Year.",
                "I could not find a cheaper hotel for you.",
                "You may choose between another hotel and your money back.",
            ],
        )
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes"],
)
def test_case_HTL_009(trial: Trial) -> None:
    """Of the one hotel that would do each room for three is full on another night: the whole price goes back, with
    what was charged for the change but not its fee, and a voucher in dollars; no limit stands in the way."""
    with trial.golden() as world:
        tariku = verify_guest(world, email="tariku.gebremedhin@example.com", booking_id="BK-52190")
        file = get_booking(world, booking_id="BK-52190")
        stay = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52190")
        list_tickets(world, requester_id=tariku.guest_id)
        ask_hotel(world, booking_id="BK-52190", question="confirm_booking", subject="none")
        other = list_hotel_distances(world, hotel_id=hotel.id).items[0]
        last = stay.departure - timedelta(days=1)
        for kind in list_room_types(world, hotel_id=other.hotel_id):
            for page in (1, 2):
                get_rates(world, room_type_id=kind.id, from_night=stay.arrival, to_night=last, page=page)
        list_booking_events(world, booking_id="BK-52190")
        paid = get_payments(world, booking_id="BK-52190").payments[0]
        list_disputes(world, booking_id="BK-52190")
        get_guest_mark(world, guest_id=tariku.guest_id)
        today = list_exchange_rates(world, currency="USD").items[2]
        cancel_room(world, room_id=stay.id, penalty=money(0))
        issue_refund(world, payment_id=paid.id, amount=stay.total, reason="overbooked")
        give_voucher(
            world,
            guest_id=tariku.guest_id,
            booking_id="BK-52190",
            amount=money(money("60.00") * today.per_euro),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=tariku.guest_id,
            about_id="BK-52190",
            subject="Hotel Marrow Street is full",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#limit") as world:
        tariku = verify_guest(world, email="tariku.gebremedhin@example.com", booking_id="BK-52190")
        ask_hotel(world, booking_id="BK-52190", question="confirm_booking", subject="none")
        filed = open_ticket(
            world,
            requester_id=tariku.guest_id,
            about_id="BK-52190",
            subject="Hotel Marrow Street is full",
            topic="hotel",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Refund and voucher, above the limit.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="cancellation.md#where-a-refund-goes") as world:
        tariku = verify_guest(world, email="tariku.gebremedhin@example.com", booking_id="BK-52190")
        ask_hotel(world, booking_id="BK-52190", question="confirm_booking", subject="none")
        cancel_room(world, room_id="RM-52190-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52190-1", amount=money("2739.35"), reason="overbooked")
        give_voucher(
            world,
            guest_id=tariku.guest_id,
            booking_id="BK-52190",
            amount=money("65.40"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=tariku.guest_id,
            about_id="BK-52190",
            subject="Hotel Marrow Street is full",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#currencies") as world:
        tariku = verify_guest(world, email="tariku.gebremedhin@example.com", booking_id="BK-52190")
        ask_hotel(world, booking_id="BK-52190", question="confirm_booking", subject="none")
        cancel_room(world, room_id="RM-52190-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52190-1", amount=money("2712.60"), reason="overbooked")
        give_voucher(
            world,
            guest_id=tariku.guest_id,
            booking_id="BK-52190",
            amount=money("60.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=tariku.guest_id,
            about_id="BK-52190",
            subject="Hotel Marrow Street is full",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Tidemark Surveys, Siobhan Auerbach, I book for our field crew. Idris Lamptey stands at the Miradouro in "
        "Lisbon with theodolite and suitcase and they won't give him his room, BK-52192. Sort it out, and do not "
        "forget the vouchers of forty euros a night, another agency gave them to us without my asking."
    ),
    facts={
        "email": "siobhan.auerbach@example.com",
        "last four digits of the phone number": "0125",
        "booking number": "BK-52191",
        "day of arrival": "12 November, six nights",
        "another hotel or money back": "another hotel, he has to be in Lisbon this week",
    },
    behaviour=Behaviour(
        "Efficient and commanding, three screens open, reads off the wrong one. Gives way to a rule that is named.",
        pushes=("Then make the vouchers out to Mr Lamptey himself. He is the one on the pavement.",),
        answers={
            **dict.fromkeys(
                ("booking mean", "one mean", "stay mean", "two bookings", "other booking", "booking about"),
                "BK-52191, the one that starts tonight. I was on a later week's screen.",
            ),
            **dict.fromkeys(
                ("hotel today", "hotel now", "know booking", "desk now"),
                "He stands at the desk of the Miradouro as we speak, and they will not give him the room.",
            ),
            **dict.fromkeys(
                ("another hotel", "hotel cancelled", "hotel refund", "which another hotel"),
                "Another hotel, yes, he has to be in Lisbon this week.",
            ),
        },
    ),
    records=[
        *guest("GST-2125", "Siobhan Auerbach", "siobhan.auerbach@example.com", country="Ireland"),
        *guest("GST-2126", "Idris Lamptey", "idris.lamptey@example.com", country="Ireland", tier="gold"),
        company("CMP-91", "Tidemark Surveys", city="Galway", cost_centre="CC-477"),
        *contract("CON-91", "CMP-91", "2024-07-01", "2025-06-30", discount=12, limits={"Lisbon": 150, None: 210}),
        *contract("CON-92", "CMP-91", "2025-07-01", "2026-06-30", discount=15, limits={"Lisbon": 160, None: 220}),
        member("CPE-2191", "CMP-91", "GST-2125", "traveller", from_on="2023-02-06", until_on="2025-03-31"),
        member("CPE-2192", "CMP-91", "GST-2125", "booker", from_on="2025-04-01"),
        member("CPE-2193", "CMP-91", "GST-2126", "traveller", from_on="2024-05-13"),
        *booking(
            "BK-52191",
            "GST-2126",
            "2025-06-24",
            "2025-11-12",
            "2025-11-18",
            [room("LIS1-SGL", adults=1, board="half_board")],
            company_id="CMP-91",
            discount=12,
        ),
        position("HP-52191-1", "confirm_booking", "overbooked"),
        *booking(
            "BK-52192",
            "GST-2126",
            "2025-09-08",
            "2025-11-24",
            "2025-11-26",
            [room("LIS1-SGL", adults=1, board="half_board")],
            company_id="CMP-91",
            discount=15,
        ),
        position("HP-52192-1", "confirm_booking", "confirmed"),
    ],
    policy=[
        "hotels.md#stars-and-names",
        "hotels.md#overbooked",
        "corporate.md#contract-that-counts",
        "corporate.md#terms",
        "corporate.md#who-pays",
        "guests.md#identity-check",
        "filing.md#priority",
    ],
    tell=["714.96", "9.36", "6.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "recovery"],
    now=datetime(2025, 11, 12, 17, 40),
)
def test_case_HTL_010(trial: Trial) -> None:
    """The nearest hotel is a class below, the next one fits: at the discount of the day of booking it is cheaper, and
    company and traveller get back their own parts, without vouchers."""
    with trial.golden() as world:
        siobhan = verify_guest(world, email="siobhan.auerbach@example.com", phone_last4="0125")
        find_booking(world, booking_id="BK-52192")
        desk = verify_company_contact(world, guest_id=siobhan.guest_id, booking_id="BK-52192")
        tonight = list_company_bookings(world, company_id=desk.company_id).items[1].booking
        stay = get_booking(world, booking_id=tonight.id).rooms.items[0]
        hotel = get_hotel(world, hotel_id=tonight.hotel_id)
        list_hotel_requests(world, booking_id=tonight.id)
        list_tickets(world, requester_id=siobhan.guest_id)
        ask_hotel(world, booking_id=tonight.id, question="confirm_booking", subject="none")
        near = list_hotel_distances(world, hotel_id=hotel.id).items[1]
        kinds = list_room_types(world, hotel_id=near.hotel_id)
        single = next(kind for kind in kinds if kind.kind == "single")
        nights = [
            night
            for page in (1, 2)
            for night in get_rates(
                world,
                room_type_id=single.id,
                from_night=stay.arrival,
                to_night=stay.departure - timedelta(days=1),
                page=page,
            ).items
        ]
        terms = list_contracts(world, company_id=desk.company_id)[1]
        list_nightly_limits(world, contract_id=terms.id)
        here = {item.board: item.adult for item in list_board_prices(world, hotel_id=near.hotel_id)}
        there = {item.board: item.adult for item in list_board_prices(world, hotel_id=hotel.id)}
        by_invoice, by_card = get_payments(world, booking_id=tonight.id).payments
        list_disputes(world, booking_id=tonight.id)
        bare = sum((night.rate - money(night.rate * terms.discount / 100) for night in nights), money(0))
        of_company = bare + len(nights) * here["breakfast"]
        of_traveller = len(nights) * (here["half_board"] - here["breakfast"])
        had_paid = len(nights) * (there["half_board"] - there["breakfast"])
        move_to_hotel(
            world,
            room_id=stay.id,
            hotel_id=near.hotel_id,
            room_type_id=single.id,
            board="half_board",
            new_total=of_company + of_traveller,
        )
        issue_refund(world, payment_id=by_invoice.id, amount=stay.total - had_paid - of_company, reason="overbooked")
        issue_refund(world, payment_id=by_card.id, amount=had_paid - of_traveller, reason="overbooked")
        filed = open_ticket(
            world,
            requester_id=siobhan.guest_id,
            about_id=tonight.id,
            subject="Miradouro House is full tonight",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="corporate.md#contract-that-counts") as world:
        siobhan = verify_guest(world, email="siobhan.auerbach@example.com", phone_last4="0125")
        verify_company_contact(world, guest_id=siobhan.guest_id, booking_id="BK-52192")
        ask_hotel(world, booking_id="BK-52191", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52191-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-SGL",
            board="half_board",
            new_total=money("697.95"),
        )
        issue_refund(world, payment_id="PAY-52191-1", amount=money("26.37"), reason="overbooked")
        issue_refund(world, payment_id="PAY-52191-2", amount=money("6.00"), reason="overbooked")
        filed = open_ticket(
            world,
            requester_id=siobhan.guest_id,
            about_id="BK-52191",
            subject="Miradouro House is full tonight",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="corporate.md#who-pays") as world:
        siobhan = verify_guest(world, email="siobhan.auerbach@example.com", phone_last4="0125")
        verify_company_contact(world, guest_id=siobhan.guest_id, booking_id="BK-52192")
        ask_hotel(world, booking_id="BK-52191", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52191-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-SGL",
            board="half_board",
            new_total=money("714.96"),
        )
        issue_refund(world, payment_id="PAY-52191-1", amount=money("15.36"), reason="overbooked")
        filed = open_ticket(
            world,
            requester_id=siobhan.guest_id,
            about_id="BK-52191",
            subject="Miradouro House is full tonight",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#overbooked") as world:
        siobhan = verify_guest(world, email="siobhan.auerbach@example.com", phone_last4="0125")
        verify_company_contact(world, guest_id=siobhan.guest_id, booking_id="BK-52192")
        ask_hotel(world, booking_id="BK-52191", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52191-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-SGL",
            board="half_board",
            new_total=money("714.96"),
        )
        issue_refund(world, payment_id="PAY-52191-1", amount=money("9.36"), reason="overbooked")
        issue_refund(world, payment_id="PAY-52191-2", amount=money("6.00"), reason="overbooked")
        give_voucher(
            world,
            guest_id="GST-2126",
            booking_id="BK-52191",
            amount=money("120.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=siobhan.guest_id,
            about_id="BK-52191",
            subject="Miradouro House is full tonight",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#booking-unknown") as world:
        siobhan = verify_guest(world, email="siobhan.auerbach@example.com", phone_last4="0125")
        verify_company_contact(world, guest_id=siobhan.guest_id, booking_id="BK-52192")
        ask_hotel(world, booking_id="BK-52192", question="confirm_booking", subject="none")
        filed = open_ticket(
            world,
            requester_id=siobhan.guest_id,
            about_id="BK-52192",
            subject="Miradouro House confirms the booking",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
