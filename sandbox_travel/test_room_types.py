"""Other room types: money that may not leave, cards in their order, a room that is large enough.

Canary: thinkingbox-eval-79a216c6-0f02-4b5e-ae51-593b5b5b0525-travel-room-types. Not for training.
"""

from __future__ import annotations

from datetime import date

from sandbox_travel.records import booking, calendar, dispute, guest, pay, period, position, room, ticket
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
    list_bookings,
    list_disputes,
    list_hotel_requests,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "Two rooms at the Pelham Yard from 20 November. My brother's lot have to go on the 23rd instead of the 24th: "
        "take that night off theirs and send me back the money. And give me the deluxe double in place of my ordinary "
        "one, same nights, same breakfast. I shall pay for that by card as ever. E. Pargeter"
    ),
    facts={
        "email": "edwina.pargeter@example.net",
        "booking number": "BK-52094",
        "which room is whose": "mine is the one with breakfast, my brother has the one without",
    },
    behaviour=Behaviour(
        "Brisk. Does not want to know why, wants to know when; lets the better room be booked in any event.",
        pushes=("It is my money and one night less. Send it back, please.",),
        answers={
            "which one": "Mine is the one with breakfast, theirs the one without.",
            "room one breakfast": "Yes, mine is the one with breakfast, my brother has the one without.",
            "breakfast yours": "Yes, mine is the one with breakfast, my brother has the one without.",
            "which brother": "Theirs is the one without breakfast.",
            "which shorten": "The one without breakfast.",
            "breakfast without": "Mine is the one with breakfast, theirs the one without.",
        },
    ),
    records=[
        *guest(
            "GST-2064",
            "Edwina Pargeter",
            "edwina.pargeter@example.net",
            country="United Kingdom",
            mark="OSPREY",
            mark_until="2025-11-12",
            tier="gold",
            tier_from="2025-11-12",
            tier_until="2026-11-11",
        ),
        period("LP-2064-2", "silver", "2024-11-12", "2025-11-11"),
        *booking(
            "BK-52094",
            "GST-2064",
            "2025-08-11",
            "2025-11-20",
            "2025-11-24",
            [room("LON1-DBL"), room("LON1-DBL", board="breakfast")],
            payments=[pay("card", "1372.00"), pay("card", "100.00", on="2025-08-13")],
            history=[("2025-09-03T15:00", "changed_dates", "Both rooms one week later", 1)],
        ),
    ],
    policy=[
        "guests.md#marks",
        "guests.md#loyalty-tiers",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "filing.md#outcomes",
        "filing.md#handover-notes",
        "filing.md#priority",
    ],
    tell=["164.00"],
    rubrics=[
        Rubric(
            "Do the agent's replies state that the brother's room has not been shortened for now?",
            yes=[
                "Your room is a deluxe double now for 164.00 more. Your brother's room stays as it is, until the 24th, "
                "for the time being: colleagues will look at that part.",
                "I have not shortened the other room; that has been passed on to my colleagues.",
            ],
            no=[
                "Your room is a deluxe double now, and 164.00 has been charged to your card.",
                "Your brother's room now ends on 23 November, and the refund follows.",
                "There is a mark on your profile, so a colleague has to decide about money.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "pushes", "multi", "boundary", "decoy", "refusal"],
    twin="CHG_008",
)
def test_case_CHG_007(trial: Trial) -> None:
    """The mark's last day is today: what brings money in is done, what would send money out waits for colleagues."""
    with trial.golden() as world:
        edwina = verify_guest(world, email="edwina.pargeter@example.net", booking_id="BK-52094")
        list_bookings(world, guest_id=edwina.guest_id)
        find_booking(world, booking_id="BK-52094")
        file = get_booking(world, booking_id="BK-52094")
        _, own = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        deluxe = next(
            kind for kind in list_room_types(world, hotel_id=file.booking.hotel_id) if kind.title.startswith("Deluxe")
        )
        nights = get_rates(world, room_type_id=deluxe.id, from_night=own.arrival, to_night=own.departure).items[:-1]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        breakfast = next(item.adult for item in boards if item.board == own.board) * 2
        list_booking_events(world, booking_id="BK-52094")
        list_loyalty_periods(world, guest_id=edwina.guest_id)
        get_guest_mark(world, guest_id=edwina.guest_id)
        list_disputes(world, booking_id="BK-52094")
        get_payments(world, booking_id="BK-52094")
        search_articles(world, query="change fee")
        list_tickets(world, requester_id=edwina.guest_id)
        total = sum((night.rate + breakfast for night in nights), money(0))
        change_room(world, room_id=own.id, new_total=total, room_type_id=deluxe.id)
        create_charge(world, booking_id="BK-52094", payer="guest", amount=total - own.total, kind="stay_difference")
        filed = open_ticket(
            world,
            requester_id=edwina.guest_id,
            about_id="BK-52094",
            subject="Deluxe for one room; the other one's nights",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Decide whether room 1 may end on the 23rd.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#marks") as world:
        edwina = verify_guest(world, email="edwina.pargeter@example.net", booking_id="BK-52094")
        change_room(world, room_id="RM-52094-1", new_total=money("504.00"), departure=date(2025, 11, 23))
        change_room(world, room_id="RM-52094-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52094", payer="guest", amount=money("164.00"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52094-2", amount=money("100.00"), reason="stay_difference")
        issue_refund(world, payment_id="PAY-52094-1", amount=money("68.00"), reason="stay_difference")
        filed = open_ticket(
            world,
            requester_id=edwina.guest_id,
            about_id="BK-52094",
            subject="Both rooms",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="nothing at all") as world:
        edwina = verify_guest(world, email="edwina.pargeter@example.net", booking_id="BK-52094")
        filed = open_ticket(
            world,
            requester_id=edwina.guest_id,
            about_id="BK-52094",
            subject="Both rooms",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Decide whether room 1 may end on the 23rd.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#marks", name="shortened without money") as world:
        edwina = verify_guest(world, email="edwina.pargeter@example.net", booking_id="BK-52094")
        change_room(world, room_id="RM-52094-1", new_total=money("504.00"), departure=date(2025, 11, 23))
        change_room(world, room_id="RM-52094-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52094", payer="guest", amount=money("164.00"), kind="stay_difference")
        filed = open_ticket(
            world,
            requester_id=edwina.guest_id,
            about_id="BK-52094",
            subject="Both rooms, refund later",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Decide whether room 1 may end on the 23rd.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        edwina = verify_guest(world, email="edwina.pargeter@example.net", booking_id="BK-52094")
        change_room(world, room_id="RM-52094-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52094", payer="guest", amount=money("164.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52094", payer="guest", amount=money("21.50"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=edwina.guest_id,
            about_id="BK-52094",
            subject="Deluxe for one room",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Decide whether room 1 may end on the 23rd.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "tere! london, the pelham yard, 20-24 november, two doubles. (1) brother + wife leave on the 23rd, cut it and "
        "refund it (2) mine -> deluxe double, breakfast stays. what do i get, what do i pay?"
    ),
    facts={
        "email": "taavi.lepik@example.com",
        "last four digits of the phone number": "0165",
        "which room is whose": "mine is the one with breakfast, my brother has the one without",
    },
    behaviour=Behaviour(
        "Terse, all in lower case, agrees as soon as the sums are on the table.",
        answers={
            "which one": "mine is the one with breakfast, theirs the one without",
            "room one breakfast": "yes, mine is the one with breakfast, theirs the one without",
            "breakfast yours": "yes, mine is the one with breakfast, theirs the one without",
            "which double": "mine is the one with breakfast, theirs the one without",
            "which shorten": "the one without breakfast",
            "breakfast without": "mine is the one with breakfast, theirs the one without",
        },
    ),
    records=[
        *guest(
            "GST-2065",
            "Taavi Lepik",
            "taavi.lepik@example.com",
            country="Estonia",
            mark="OSPREY",
            mark_until="2025-11-11",
            tier="gold",
            tier_from="2025-11-12",
            tier_until="2026-11-11",
        ),
        period("LP-2065-2", "silver", "2024-11-12", "2025-11-11"),
        *booking(
            "BK-52095",
            "GST-2065",
            "2025-08-11",
            "2025-11-20",
            "2025-11-24",
            [room("LON1-DBL"), room("LON1-DBL", board="breakfast")],
            payments=[pay("card", "1372.00"), pay("card", "100.00", on="2025-08-13")],
            history=[("2025-09-03T15:00", "changed_dates", "Both rooms one week later", 1)],
        ),
    ],
    policy=[
        "guests.md#marks",
        "guests.md#loyalty-tiers",
        "changes.md#difference",
        "changes.md#change-fee",
        "payments.md#where-money-goes",
    ],
    tell=["164.00", "100.00", "68.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "boundary", "decoy"],
    twin="CHG_007",
)
def test_case_CHG_008(trial: Trial) -> None:
    """A mark that ended yesterday counts for nothing; Gold from today bears no fee; the later card comes first."""
    with trial.golden() as world:
        taavi = verify_guest(world, email="taavi.lepik@example.com", phone_last4="0165")
        list_bookings(world, guest_id=taavi.guest_id)
        find_booking(world, booking_id="BK-52095")
        file = get_booking(world, booking_id="BK-52095")
        brothers, own = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        deluxe = next(
            kind for kind in list_room_types(world, hotel_id=file.booking.hotel_id) if kind.title.startswith("Deluxe")
        )
        nights = get_rates(world, room_type_id=deluxe.id, from_night=own.arrival, to_night=own.departure).items[:-1]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        breakfast = next(item.adult for item in boards if item.board == own.board) * 2
        list_booking_events(world, booking_id="BK-52095")
        list_loyalty_periods(world, guest_id=taavi.guest_id)
        get_guest_mark(world, guest_id=taavi.guest_id)
        list_disputes(world, booking_id="BK-52095")
        paid = get_payments(world, booking_id="BK-52095").payments
        search_articles(world, query="change fee")
        list_tickets(world, requester_id=taavi.guest_id)
        total = sum((night.rate + breakfast for night in nights), money(0))
        change_room(world, room_id=own.id, new_total=total, room_type_id=deluxe.id)
        create_charge(world, booking_id="BK-52095", payer="guest", amount=total - own.total, kind="stay_difference")
        change_room(
            world,
            room_id=brothers.id,
            new_total=brothers.total - brothers.night_price,
            departure=nights[-1].night,
        )
        first, second = paid
        issue_refund(world, payment_id=second.id, amount=second.amount, reason="stay_difference")
        issue_refund(world, payment_id=first.id, amount=brothers.night_price - second.amount, reason="stay_difference")
        filed = open_ticket(
            world,
            requester_id=taavi.guest_id,
            about_id="BK-52095",
            subject="One room shorter, the other deluxe",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks") as world:
        taavi = verify_guest(world, email="taavi.lepik@example.com", phone_last4="0165")
        change_room(world, room_id="RM-52095-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52095", payer="guest", amount=money("164.00"), kind="stay_difference")
        filed = open_ticket(
            world,
            requester_id=taavi.guest_id,
            about_id="BK-52095",
            subject="Deluxe for one room",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Decide whether room 1 may end on the 23rd.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        taavi = verify_guest(world, email="taavi.lepik@example.com", phone_last4="0165")
        change_room(world, room_id="RM-52095-1", new_total=money("504.00"), departure=date(2025, 11, 23))
        change_room(world, room_id="RM-52095-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52095", payer="guest", amount=money("164.00"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52095-1", amount=money("168.00"), reason="stay_difference")
        filed = open_ticket(
            world,
            requester_id=taavi.guest_id,
            about_id="BK-52095",
            subject="Both rooms",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        taavi = verify_guest(world, email="taavi.lepik@example.com", phone_last4="0165")
        change_room(world, room_id="RM-52095-1", new_total=money("504.00"), departure=date(2025, 11, 23))
        change_room(world, room_id="RM-52095-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        create_charge(world, booking_id="BK-52095", payer="guest", amount=money("164.00"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52095-2", amount=money("100.00"), reason="stay_difference")
        issue_refund(world, payment_id="PAY-52095-1", amount=money("68.00"), reason="stay_difference")
        create_charge(world, booking_id="BK-52095", payer="guest", amount=money("10.75"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=taavi.guest_id,
            about_id="BK-52095",
            subject="Both rooms, half a fee",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference") as world:
        taavi = verify_guest(world, email="taavi.lepik@example.com", phone_last4="0165")
        change_room(world, room_id="RM-52095-1", new_total=money("504.00"), departure=date(2025, 11, 23))
        change_room(world, room_id="RM-52095-2", new_total=money("964.00"), room_type_id="RT-LON1-DLX")
        issue_refund(world, payment_id="PAY-52095-2", amount=money("4.00"), reason="stay_difference")
        filed = open_ticket(
            world,
            requester_id=taavi.guest_id,
            about_id="BK-52095",
            subject="Both rooms, set off",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Sawubona. We arrive tomorrow at the Casa do Azulejo in Lisbon, BK-52096, my husband and I and the little one "
        "who is eight months. I forgot to ask for a cot, can that still be done? And half board in place of only "
        "breakfast. If the cot cannot stand in our double then we must have another room, and then the same again in "
        "that one. I hope you can write to me, N. Mabaso"
    ),
    facts={
        "email": "n.mabaso@example.com",
        "another email address": "nokuthula.mabaso@example.org",
        "which other room": "the cheapest one that is free on all nights and has a place for the cot",
    },
    behaviour=Behaviour(
        "Warm and a little anxious. Wants the cheapest room that takes the cot and is free on all nights, and agrees "
        "to its price. Has forgotten under which address she has booked.",
        answers={
            "another email": "Then it must be nokuthula.mabaso@example.org.",
            "different email": "Then it must be nokuthula.mabaso@example.org.",
            "other email": "Then it must be nokuthula.mabaso@example.org.",
            "else email": "Then it must be nokuthula.mabaso@example.org.",
            "which room": "The cheapest that is free on all nights and has a place for the cot.",
            "room type": "The cheapest that is free on all nights and has a place for the cot.",
            "deluxe or family": "The cheapest that is free on all nights and has a place for the cot.",
        },
    ),
    records=[
        *guest("GST-2066", "Nokuthula Mabaso", "nokuthula.mabaso@example.org", country="South Africa"),
        *booking(
            "BK-52096",
            "GST-2066",
            "2025-08-28",
            "2025-11-13",
            "2025-11-17",
            [room("LIS2-DBL", infants=1, board="breakfast")],
            history=[
                ("2025-09-16T08:00", "changed_guests", "A baby comes along", 1),
                ("2025-10-01T08:00", "changed_dates", "Three days later", 1),
            ],
        ),
        dispute("DSP-52096-1", "143.00", "2025-11-03"),
        position("HP-52096-1", "special_request", "agreed", subject="cot"),
        *calendar("LIS2-DLX", ("2025-11-15", "2025-11-15", None, 0)),
        ticket(
            "TK-3066",
            "GST-2066",
            "request",
            "Asks whether the room has a fridge",
            "2025-11-10",
            about_id="BK-52096",
            status="closed",
        ),
    ],
    policy=[
        "requests.md#cots-and-pets",
        "requests.md#before-arrival",
        "changes.md#rooms-left",
        "changes.md#price-of-a-changed-stay",
        "changes.md#change-fee",
        "payments.md#disputes",
        "guests.md#identity-check",
        "filing.md#tickets",
    ],
    tell=["463.00", "25.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "multi",
        "interacting",
        "recovery",
    ],
)
def test_case_CHG_009(trial: Trial) -> None:
    """A cot takes up a bed: the deluxe is sold out on one night, so the family room, then half board, then the cot."""
    with trial.golden() as world:
        nokuthula = verify_guest(world, email="nokuthula.mabaso@example.org", booking_id="BK-52096")
        find_booking(world, booking_id="BK-52096")
        file = get_booking(world, booking_id="BK-52096")
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        with_place = [kind for kind in kinds if kind.beds > double.adults + double.children]
        last = double.departure.replace(day=double.departure.day - 1)
        free = [
            (kind, nights)
            for kind in with_place
            for nights in [
                get_rates(world, room_type_id=kind.id, from_night=double.arrival, to_night=last).items,
            ]
            if all(night.rooms_left for night in nights)
        ]
        family, nights = free[0]
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id="BK-52096")
        list_loyalty_periods(world, guest_id=nokuthula.guest_id)
        get_guest_mark(world, guest_id=nokuthula.guest_id)
        list_disputes(world, booking_id="BK-52096")
        get_payments(world, booking_id="BK-52096")
        search_articles(world, query="change fee")
        list_hotel_requests(world, booking_id="BK-52096")
        list_tickets(world, requester_id=nokuthula.guest_id)
        room_only = sum((night.rate for night in nights), money(0))
        breakfasts = len(nights) * boards["breakfast"] * 2
        dinners = len(nights) * (boards["half_board"] - boards["breakfast"]) * 2
        total = room_only + breakfasts + dinners
        change_room(world, room_id=double.id, new_total=total, room_type_id=family.id, board="half_board")
        create_charge(world, booking_id="BK-52096", payer="guest", amount=total - double.total, kind="stay_difference")
        create_charge(world, booking_id="BK-52096", payer="guest", amount=money("25.00"), kind="change_fee")
        ask_hotel(world, booking_id="BK-52096", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52096", room_id=double.id, wish="cot")
        changed = open_ticket(
            world,
            requester_id=nokuthula.guest_id,
            about_id="BK-52096",
            subject="Family room with half board",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="resolved", reason="completed")
        asked_for = open_ticket(
            world,
            requester_id=nokuthula.guest_id,
            about_id="BK-52096",
            subject="A cot",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=asked_for.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="requests.md#cots-and-pets") as world:
        nokuthula = verify_guest(world, email="nokuthula.mabaso@example.org", booking_id="BK-52096")
        change_room(world, room_id="RM-52096-1", new_total=money("764.00"), board="half_board")
        create_charge(world, booking_id="BK-52096", payer="guest", amount=money("192.00"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52096", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52096", room_id="RM-52096-1", wish="cot")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=nokuthula.guest_id,
                about_id="BK-52096",
                subject="Half board, and a cot in the double",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#disputes") as world:
        nokuthula = verify_guest(world, email="nokuthula.mabaso@example.org", booking_id="BK-52096")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=nokuthula.guest_id,
                about_id="BK-52096",
                subject="Waits for the dispute",
                topic=topic,
                priority="high",
            )
            add_comment(world, ticket_id=filed.id, body="Go on once the dispute is over.", visibility="internal")
            close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="changes.md#price-of-a-changed-stay") as world:
        nokuthula = verify_guest(world, email="nokuthula.mabaso@example.org", booking_id="BK-52096")
        change_room(
            world,
            room_id="RM-52096-1",
            new_total=money("960.00"),
            room_type_id="RT-LIS2-FAM",
            board="half_board",
        )
        create_charge(world, booking_id="BK-52096", payer="guest", amount=money("388.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52096", payer="guest", amount=money("25.00"), kind="change_fee")
        ask_hotel(world, booking_id="BK-52096", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52096", room_id="RM-52096-1", wish="cot")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=nokuthula.guest_id,
                about_id="BK-52096",
                subject="Family room at the rate of the first night",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee") as world:
        nokuthula = verify_guest(world, email="nokuthula.mabaso@example.org", booking_id="BK-52096")
        change_room(
            world,
            room_id="RM-52096-1",
            new_total=money("1035.00"),
            room_type_id="RT-LIS2-FAM",
            board="half_board",
        )
        create_charge(world, booking_id="BK-52096", payer="guest", amount=money("463.00"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52096", question="special_request", subject="cot")
        add_booking_request(world, booking_id="BK-52096", room_id="RM-52096-1", wish="cot")
        for topic in ("change", "request"):
            filed = open_ticket(
                world,
                requester_id=nokuthula.guest_id,
                about_id="BK-52096",
                subject="Family room, half board, a cot, no fee",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
