"""Wishes for a stay to come: what the hotel was asked before, companions, pets, transfers, a price found lower.

Canary: thinkingbox-eval-73a3c9d0-40b8-44dc-92ba-2c53a66b25a1-travel-requests. Not for training.
"""

from __future__ import annotations

from datetime import date

from sandbox_travel.records import asked, booking, calendar, dispute, guest, person, position, refund, room, ticket
from sandbox_travel.tools import (
    add_booking_request,
    add_comment,
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
    issue_refund,
    list_board_prices,
    list_booking_events,
    list_booking_people,
    list_booking_requests,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    search_articles,
    verify_companion,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Sawasdee kha, I am writing for my husband Anselm, who is in the air just now. Both rooms in Bangkok from the "
        "15th: on the last day our flight leaves at night, so we should like to keep the two rooms longer, please. On "
        "the first day somebody should fetch us at the airport with the hotel's own car. And kindly put us all on half "
        "board. I am a Gold member myself, so I suppose that the longer day is free. Chanthira Wiedemann"
    ),
    facts={
        "email": "chanthira.w@example.com",
        "booking number": "BK-52099",
        "hour (time) until which the rooms are wanted": "17:00",
        "flight number": "TG 921",
    },
    behaviour=Behaviour(
        "Gentle and persistent. Would like the rooms until 17:00 and pays what it costs.",
        pushes=("Anselm would say the same, and half of this journey is paid from my money.",),
        answers={
            "much longer": "Until 17:00, if that is possible.",
            "late keep": "Until 17:00, if that is possible.",
            "both only": "Both, please, the rooms until 17:00 and the car.",
            "only transfer": "Both, please, the rooms until 17:00 and the car.",
        },
    ),
    records=[
        *guest(
            "GST-2067",
            "Anselm Wiedemann",
            "anselm.wiedemann@example.org",
            country="Germany",
            tier="silver",
            tier_from="2025-03-01",
            tier_until="2026-02-28",
        ),
        *guest("GST-2068", "Chanthira Wiedemann", "chanthira.w@example.com", country="Germany", tier="gold"),
        *booking(
            "BK-52099",
            "GST-2067",
            "2025-08-30",
            "2025-11-15",
            "2025-11-19",
            [room("BKK1-DBL", board="breakfast"), room("BKK1-DLX", board="breakfast")],
        ),
        person(
            "BP-52099-1",
            "Chanthira Wiedemann",
            guest_id="GST-2068",
            from_on="2025-08-30",
            until_on="2025-11-12",
        ),
        position("HP-52099-1", "special_request", "agreed", subject="late_checkout"),
        position("HP-52099-2", "special_request", "agreed", subject="transfer"),
        *booking(
            "BK-52100",
            "GST-2068",
            "2025-08-30",
            "2026-02-06",
            "2026-02-10",
            [room("BKK1-DBL", board="breakfast"), room("BKK1-DLX", board="breakfast")],
        ),
    ],
    policy=[
        "guests.md#who-may-ask",
        "guests.md#loyalty-tiers",
        "requests.md#before-arrival",
        "requests.md#price-of-early-and-late-hours",
        "requests.md#transfers",
        "filing.md#tickets",
        "filing.md#topics",
    ],
    tell=["1720.50", "1250.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary", "refusal"],
)
def test_case_REQ_001(trial: Trial) -> None:
    """A companion on the last day of her entry: five hours at the holder's half price, a transfer, no half board."""
    with trial.golden() as world:
        chanthira = verify_guest(world, email="chanthira.w@example.com", booking_id="BK-52099")
        verify_companion(world, guest_id=chanthira.guest_id, booking_id="BK-52099")
        owner = find_booking(world, booking_id="BK-52099")
        file = get_booking(world, booking_id="BK-52099")
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        list_booking_people(world, booking_id="BK-52099")
        list_loyalty_periods(world, guest_id=owner.holder_id)
        get_guest_mark(world, guest_id=owner.holder_id)
        list_disputes(world, booking_id="BK-52099")
        get_payments(world, booking_id="BK-52099")
        list_hotel_requests(world, booking_id="BK-52099")
        list_booking_requests(world, booking_id="BK-52099")
        list_tickets(world, requester_id=chanthira.guest_id)
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="late_checkout")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="transfer")
        hours = money(0)
        for item in file.rooms.items:
            add_booking_request(
                world, booking_id="BK-52099", room_id=item.id, wish="late_checkout", detail="until 17:00"
            )
            hours += money(money(item.night_price * 30 / 100) / 2)
        create_charge(world, booking_id="BK-52099", payer="guest", amount=hours, kind="extra_hours")
        add_booking_request(world, booking_id="BK-52099", wish="transfer", detail="TG 921")
        fare = money(hotel.shuttle_price or 0)
        create_charge(world, booking_id="BK-52099", payer="guest", amount=fare, kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Late check-out and a transfer",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        board = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=board.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="guests.md#who-may-ask") as world:
        chanthira = verify_guest(world, email="chanthira.w@example.com", booking_id="BK-52099")
        verify_companion(world, guest_id=chanthira.guest_id, booking_id="BK-52099")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="late_checkout")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-1", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-2", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", wish="transfer", detail="TG 921")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("1720.50"), kind="extra_hours")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("1250.00"), kind="transfer")
        change_room(world, room_id="RM-52099-1", new_total=money("27320.00"), board="half_board")
        change_room(world, room_id="RM-52099-2", new_total=money("31520.00"), board="half_board")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("6480.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("6480.00"), kind="stay_difference")
        wishes = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Late check-out and a transfer",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        board = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=board.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#who-may-ask", name="nothing from a companion") as world:
        chanthira = verify_guest(world, email="chanthira.w@example.com", booking_id="BK-52099")
        verify_companion(world, guest_id=chanthira.guest_id, booking_id="BK-52099")
        wishes = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Late check-out and a transfer",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="declined", reason="not_authorised")
        board = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=board.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        chanthira = verify_guest(world, email="chanthira.w@example.com", booking_id="BK-52099")
        verify_companion(world, guest_id=chanthira.guest_id, booking_id="BK-52099")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="late_checkout")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-1", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-2", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", wish="transfer", detail="TG 921")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("1250.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Late check-out and a transfer",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        board = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=board.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="requests.md#price-of-early-and-late-hours") as world:
        chanthira = verify_guest(world, email="chanthira.w@example.com", booking_id="BK-52099")
        verify_companion(world, guest_id=chanthira.guest_id, booking_id="BK-52099")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="late_checkout")
        ask_hotel(world, booking_id="BK-52099", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-1", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", room_id="RM-52099-2", wish="late_checkout")
        add_booking_request(world, booking_id="BK-52099", wish="transfer", detail="TG 921")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("781.50"), kind="extra_hours")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("939.00"), kind="extra_hours")
        create_charge(world, booking_id="BK-52099", payer="guest", amount=money("1250.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Late check-out and a transfer",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        board = open_ticket(
            world,
            requester_id=chanthira.guest_id,
            about_id="BK-52099",
            subject="Half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=board.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Dobar dan, about Prague, booking BK-52110, the Zlata Lipa from Friday: please make it one night more at the "
        "end, so until Tuesday the 18th. Our dog is coming with us after all. And our train gets in at dawn, so could "
        "we have the room earlier than usual on Friday? You may charge it all to my card. Lj. Vukanić"
    ),
    facts={
        "email": "ljubica.vukanic@example.net",
        "booking number on a second look": "BK-52101",
        "hour (time) from which the early room is wanted": "09:00",
    },
    behaviour=Behaviour(
        "Friendly, in the middle of packing; she has two bookings written on the same slip of paper, one of them a "
        "neighbour's.",
        answers={
            "booking number": "Sorry, the other line of my slip: BK-52101.",
            "how early preferred": "From 09:00, please.",
            "much earlier": "From 09:00, please.",
            "early check-in time": "From 09:00, please.",
            "train arrive": "From 09:00, please.",
        },
    ),
    records=[
        *guest("GST-2069", "Ljubica Vukanić", "ljubica.vukanic@example.net", country="Serbia"),
        *guest("GST-2070", "Odhran Mulcahy", "odhran.mulcahy@example.com", country="Ireland"),
        *booking("BK-52101", "GST-2069", "2025-10-06", "2025-11-14", "2025-11-17", [room("PRG1-DBL")]),
        asked("HRQ-52101-1", "PRG1", "special_request", "agreed", "2025-11-03T10:00", subject="pet"),
        *booking("BK-52110", "GST-2070", "2025-10-06", "2025-11-14", "2025-11-17", [room("PRG1-DBL")]),
        *calendar("PRG1-DBL", ("2025-11-17", "2025-11-17", "2950.00", None)),
        ticket(
            "TK-3069",
            "GST-2069",
            "change",
            "Thinks about staying longer in Prague",
            "2025-11-07",
            about_id="BK-52101",
            status="pending",
        ),
    ],
    policy=[
        "requests.md#before-arrival",
        "requests.md#cots-and-pets",
        "requests.md#price-of-early-and-late-hours",
        "changes.md#price-of-a-changed-stay",
        "money-and-time.md#currencies",
        "filing.md#outcomes",
        "filing.md#tickets",
        "filing.md#priority",
    ],
    tell=["2950.00", "1808.64"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting", "recovery", "refusal"],
)
def test_case_REQ_002(trial: Trial) -> None:
    """The hotel agreed to the dog last week: four nights with the new one; the early hours wait for its answer."""
    with trial.golden() as world:
        ljubica = verify_guest(world, email="ljubica.vukanic@example.net", booking_id="BK-52101")
        find_booking(world, booking_id="BK-52101")
        file = get_booking(world, booking_id="BK-52101")
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=double.room_type_id, from_night=double.departure, to_night=double.departure
        ).items[0]
        list_booking_events(world, booking_id="BK-52101")
        list_loyalty_periods(world, guest_id=ljubica.guest_id)
        get_guest_mark(world, guest_id=ljubica.guest_id)
        list_disputes(world, booking_id="BK-52101")
        get_payments(world, booking_id="BK-52101")
        list_hotel_requests(world, booking_id="BK-52101")
        list_booking_requests(world, booking_id="BK-52101")
        search_articles(world, query="pets")
        euro = list_exchange_rates(world, currency="CZK").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        filed = list_tickets(world, requester_id=ljubica.guest_id).tickets[0]
        longer = change_room(
            world,
            room_id=double.id,
            new_total=double.total + new.rate,
            departure=double.departure.replace(day=18),
        )
        create_charge(world, booking_id="BK-52101", payer="guest", amount=new.rate, kind="stay_difference")
        nights = (longer.room.departure - longer.room.arrival).days
        pet = money(money("18.00") * rate) * nights
        add_booking_request(world, booking_id="BK-52101", room_id=double.id, wish="pet", detail="A dog")
        create_charge(world, booking_id="BK-52101", payer="guest", amount=pet, kind="pet")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="early_checkin")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        wishes = open_ticket(
            world,
            requester_id=ljubica.guest_id,
            about_id="BK-52101",
            subject="The dog and an early check-in",
            topic="request",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=wishes.id,
            body="Enter and charge the early check-in if the hotel agrees.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="requests.md#before-arrival", name="asked again") as world:
        ljubica = verify_guest(world, email="ljubica.vukanic@example.net", booking_id="BK-52101")
        change_room(world, room_id="RM-52101-1", new_total=money("11620.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("2950.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3069", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="pet")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="early_checkin")
        wishes = open_ticket(
            world,
            requester_id=ljubica.guest_id,
            about_id="BK-52101",
            subject="The dog and an early check-in",
            topic="request",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=wishes.id,
            body="Enter and charge the early check-in if the hotel agrees.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="requests.md#cots-and-pets") as world:
        ljubica = verify_guest(world, email="ljubica.vukanic@example.net", booking_id="BK-52101")
        change_room(world, room_id="RM-52101-1", new_total=money("11620.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("2950.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3069", outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52101", room_id="RM-52101-1", wish="pet")
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("1356.48"), kind="pet")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="early_checkin")
        wishes = open_ticket(
            world,
            requester_id=ljubica.guest_id,
            about_id="BK-52101",
            subject="The dog and an early check-in",
            topic="request",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=wishes.id,
            body="Enter and charge the early check-in if the hotel agrees.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="requests.md#before-arrival", name="promised") as world:
        ljubica = verify_guest(world, email="ljubica.vukanic@example.net", booking_id="BK-52101")
        change_room(world, room_id="RM-52101-1", new_total=money("11620.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("2950.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3069", outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52101", room_id="RM-52101-1", wish="pet")
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("1808.64"), kind="pet")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="early_checkin")
        add_booking_request(world, booking_id="BK-52101", room_id="RM-52101-1", wish="early_checkin")
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("867.00"), kind="extra_hours")
        wishes = open_ticket(
            world,
            requester_id=ljubica.guest_id,
            about_id="BK-52101",
            subject="The dog and an early check-in",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#outcomes") as world:
        ljubica = verify_guest(world, email="ljubica.vukanic@example.net", booking_id="BK-52101")
        change_room(world, room_id="RM-52101-1", new_total=money("11620.00"), departure=date(2025, 11, 18))
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("2950.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3069", outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52101", room_id="RM-52101-1", wish="pet")
        create_charge(world, booking_id="BK-52101", payer="guest", amount=money("1808.64"), kind="pet")
        ask_hotel(world, booking_id="BK-52101", question="special_request", subject="early_checkin")
        wishes = open_ticket(
            world,
            requester_id=ljubica.guest_id,
            about_id="BK-52101",
            subject="The dog and an early check-in",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good morning, three small things about New York in December, BK-52103: 1. the hotel's car from the airport "
        "and back again at the end, 2. a room as high up as they have, our son counts the floors, 3. your own page "
        "shows the very same room for a little less now than in August, by some five dollars a night. I would like "
        "that back."
    ),
    facts={
        "email": "rosaura.belmonte@example.com",
        "flight numbers": "IB 6251 out, IB 6252 home",
    },
    behaviour=Behaviour(
        "Orderly, numbers her points and ticks them off; agrees to each price.",
        answers={"flight details": "IB 6251 out and IB 6252 home.", "which flights": "IB 6251 out and IB 6252 home."},
    ),
    records=[
        *guest("GST-2071", "Rosaura Belmonte", "rosaura.belmonte@example.com", country="Spain"),
        *booking(
            "BK-52103",
            "GST-2071",
            "2025-08-25",
            "2025-12-02",
            "2025-12-06",
            [room("NYC2-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
        ),
        dispute("DSP-52103-1", "510.20", "2025-09-09", status="withdrawn"),
        position("HP-52103-1", "special_request", "agreed", subject="transfer"),
        *calendar(
            "NYC2-DLX",
            ("2025-12-02", "2025-12-04", "432.00", None),
            ("2025-12-05", "2025-12-05", "431.78", None),
        ),
        *booking(
            "BK-52104",
            "GST-2071",
            "2025-02-11",
            "2025-05-06",
            "2025-05-09",
            [room("NYC2-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
        ),
        refund("RF-52104-1", "45.00", "price_match", "2025-03-20"),
    ],
    policy=[
        "payments.md#price-found-lower",
        "changes.md#price-of-a-night",
        "money-and-time.md#currencies",
        "requests.md#transfers",
        "requests.md#what-needs-no-question",
        "payments.md#disputes",
        "filing.md#topics",
    ],
    tell=["190.00", "21.80"],
    tags=["asks", "two-policies", "decoy", "multi", "boundary"],
    twin="REQ_004",
)
def test_case_REQ_003(trial: Trial) -> None:
    """Lower by twenty euros to the cent, in dollars; one charge for both ways, nothing asked about the floor."""
    with trial.golden() as world:
        rosaura = verify_guest(world, email="rosaura.belmonte@example.com", booking_id="BK-52103")
        find_booking(world, booking_id="BK-52103")
        file = get_booking(world, booking_id="BK-52103")
        double = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=rosaura.guest_id)
        list_disputes(world, booking_id="BK-52103")
        paid = get_payments(world, booking_id="BK-52103").payments[0]
        list_hotel_requests(world, booking_id="BK-52103")
        list_booking_requests(world, booking_id="BK-52103")
        search_articles(world, query="price found lower")
        list_exchange_rates(world, currency="USD")
        list_tickets(world, requester_id=rosaura.guest_id)
        extra = next(
            kind.extra_person for kind in list_room_types(world, hotel_id=hotel.id) if kind.id == double.room_type_id
        )
        boards = list_board_prices(world, hotel_id=hotel.id)
        adult = next(item.adult for item in boards if item.board == double.board)
        nights = get_rates(
            world, room_type_id=double.room_type_id, from_night=double.arrival, to_night=double.departure
        ).items[:-1]
        guests = money(extra / 2) + 2 * adult + money(adult / 2)
        total = sum((money(night.rate * 90 / 100) + guests for night in nights), money(0))
        ask_hotel(world, booking_id="BK-52103", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52103", wish="transfer", detail="IB 6251 out, IB 6252 home")
        fare = money(hotel.shuttle_price or 0) * 2
        create_charge(world, booking_id="BK-52103", payer="guest", amount=fare, kind="transfer")
        add_booking_request(world, booking_id="BK-52103", room_id=double.id, wish="high_floor")
        wishes = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        lower = double.total - total
        issue_refund(world, payment_id=paid.id, amount=lower, reason="price_match")
        price = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#price-found-lower") as world:
        rosaura = verify_guest(world, email="rosaura.belmonte@example.com", booking_id="BK-52103")
        ask_hotel(world, booking_id="BK-52103", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52103", wish="transfer", detail="IB 6251 out, IB 6252 home")
        add_booking_request(world, booking_id="BK-52103", room_id="RM-52103-1", wish="high_floor")
        create_charge(world, booking_id="BK-52103", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        price = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        rosaura = verify_guest(world, email="rosaura.belmonte@example.com", booking_id="BK-52103")
        ask_hotel(world, booking_id="BK-52103", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52103", wish="transfer", detail="IB 6251 out, IB 6252 home")
        add_booking_request(world, booking_id="BK-52103", room_id="RM-52103-1", wish="high_floor")
        create_charge(world, booking_id="BK-52103", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-52103-1", amount=money("24.22"), reason="price_match")
        price = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#transfers") as world:
        rosaura = verify_guest(world, email="rosaura.belmonte@example.com", booking_id="BK-52103")
        ask_hotel(world, booking_id="BK-52103", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52103", wish="transfer", detail="IB 6251 out, IB 6252 home")
        add_booking_request(world, booking_id="BK-52103", room_id="RM-52103-1", wish="high_floor")
        create_charge(world, booking_id="BK-52103", payer="guest", amount=money("95.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-52103-1", amount=money("21.80"), reason="price_match")
        price = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#disputes") as world:
        rosaura = verify_guest(world, email="rosaura.belmonte@example.com", booking_id="BK-52103")
        ask_hotel(world, booking_id="BK-52103", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52103", wish="transfer", detail="IB 6251 out, IB 6252 home")
        add_booking_request(world, booking_id="BK-52103", room_id="RM-52103-1", wish="high_floor")
        create_charge(world, booking_id="BK-52103", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        price = open_ticket(
            world,
            requester_id=rosaura.guest_id,
            about_id="BK-52103",
            subject="Waits for the dispute",
            topic="billing",
            priority="high",
        )
        add_comment(world, ticket_id=price.id, body="Refund once the dispute is over.", visibility="internal")
        close_ticket(world, ticket_id=price.id, outcome="on_hold", reason="dispute_open")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "so i check prices again every week (yes i am that person) and the Battery Lantern for BK-52105 is now $21 and "
        "something below what i paid, on YOUR site. that's over twenty, i know the rule, so refund me. plus pick us up "
        "at the airport + drop us there on the 6th, plus high floor pls"
    ),
    facts={
        "email": "mehwish.tariq@example.org",
        "name": "Mehwish Tariq",
        "flight numbers": "PK 711 there and PK 712 back",
    },
    behaviour=Behaviour(
        "Quick, a little triumphant, bargains once more before she lets go.",
        pushes=("It is more than 20! And another site has it for 60 less a night.",),
        answers={
            "711 712": "PK 711 there, PK 712 back.",
            "flight details": "PK 711, then PK 712 back.",
            "which flights": "PK 711, then PK 712 back.",
        },
    ),
    records=[
        *guest("GST-2072", "Mehwish Tariq", "mehwish.tariq@example.org", country="Pakistan"),
        *booking(
            "BK-52105",
            "GST-2072",
            "2025-08-25",
            "2025-12-02",
            "2025-12-06",
            [room("NYC2-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
        ),
        dispute("DSP-52105-1", "510.20", "2025-09-09", status="withdrawn"),
        position("HP-52105-1", "special_request", "agreed", subject="transfer"),
        *calendar(
            "NYC2-DLX",
            ("2025-12-02", "2025-12-04", "432.00", None),
            ("2025-12-05", "2025-12-05", "431.79", None),
        ),
        *booking(
            "BK-52106",
            "GST-2072",
            "2025-02-11",
            "2025-05-06",
            "2025-05-09",
            [room("NYC2-DLX", children=1, board="breakfast")],
            plan="semi_flexible",
        ),
        refund("RF-52106-1", "45.00", "price_match", "2025-03-20"),
    ],
    policy=[
        "payments.md#price-found-lower",
        "changes.md#price-of-a-night",
        "money-and-time.md#currencies",
        "requests.md#transfers",
        "requests.md#what-needs-no-question",
        "payments.md#disputes",
        "filing.md#topics",
    ],
    tell=["190.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary", "refusal"],
    twin="REQ_003",
)
def test_case_REQ_004(trial: Trial) -> None:
    """A cent less than twenty euros in dollars is no price found lower; the car and the floor are another matter."""
    with trial.golden() as world:
        mehwish = verify_guest(world, email="mehwish.tariq@example.org", booking_id="BK-52105")
        find_booking(world, booking_id="BK-52105")
        file = get_booking(world, booking_id="BK-52105")
        double = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=mehwish.guest_id)
        list_disputes(world, booking_id="BK-52105")
        get_payments(world, booking_id="BK-52105")
        list_hotel_requests(world, booking_id="BK-52105")
        list_booking_requests(world, booking_id="BK-52105")
        search_articles(world, query="price found lower")
        list_exchange_rates(world, currency="USD")
        list_tickets(world, requester_id=mehwish.guest_id)
        list_room_types(world, hotel_id=hotel.id)
        list_board_prices(world, hotel_id=hotel.id)
        get_rates(world, room_type_id=double.room_type_id, from_night=double.arrival, to_night=double.departure)
        ask_hotel(world, booking_id="BK-52105", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52105", wish="transfer", detail="PK 711, PK 712")
        fare = money(hotel.shuttle_price or 0) * 2
        create_charge(world, booking_id="BK-52105", payer="guest", amount=fare, kind="transfer")
        add_booking_request(world, booking_id="BK-52105", room_id=double.id, wish="high_floor")
        wishes = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        price = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="money-and-time.md#currencies") as world:
        mehwish = verify_guest(world, email="mehwish.tariq@example.org", booking_id="BK-52105")
        ask_hotel(world, booking_id="BK-52105", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52105", wish="transfer", detail="PK 711, PK 712")
        add_booking_request(world, booking_id="BK-52105", room_id="RM-52105-1", wish="high_floor")
        create_charge(world, booking_id="BK-52105", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        issue_refund(world, payment_id="PAY-52105-1", amount=money("21.79"), reason="price_match")
        price = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#what-needs-no-question") as world:
        mehwish = verify_guest(world, email="mehwish.tariq@example.org", booking_id="BK-52105")
        ask_hotel(world, booking_id="BK-52105", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52105", wish="transfer", detail="PK 711, PK 712")
        create_charge(world, booking_id="BK-52105", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        price = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="requests.md#transfers") as world:
        mehwish = verify_guest(world, email="mehwish.tariq@example.org", booking_id="BK-52105")
        ask_hotel(world, booking_id="BK-52105", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52105", wish="transfer", detail="PK 711, PK 712")
        add_booking_request(world, booking_id="BK-52105", room_id="RM-52105-1", wish="high_floor")
        create_charge(world, booking_id="BK-52105", payer="guest", amount=money("190.00"), kind="transfer")
        create_charge(world, booking_id="BK-52105", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")
        price = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="filing.md#tickets") as world:
        mehwish = verify_guest(world, email="mehwish.tariq@example.org", booking_id="BK-52105")
        ask_hotel(world, booking_id="BK-52105", question="special_request", subject="transfer")
        add_booking_request(world, booking_id="BK-52105", wish="transfer", detail="PK 711, PK 712")
        add_booking_request(world, booking_id="BK-52105", room_id="RM-52105-1", wish="high_floor")
        create_charge(world, booking_id="BK-52105", payer="guest", amount=money("190.00"), kind="transfer")
        wishes = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52105",
            subject="A transfer both ways and a high floor",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wishes.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
