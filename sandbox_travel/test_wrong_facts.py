"""Wrong facts on a hotel's page, closed facilities, and a booking that the hotel does not know.

Canary: thinkingbox-eval-a61f0c9e-df19-4918-afc3-bd024a8d2871-travel-wrong-facts. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import ROUND_HALF_UP

from sandbox_travel.records import (
    booking,
    dispute,
    fact,
    guest,
    pay,
    person,
    position,
    refund,
    room,
)
from sandbox_travel.tools import (
    ask_hotel,
    cancel_room,
    close_ticket,
    correct_page_fact,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_bookings,
    list_disputes,
    list_hotel_facts,
    list_hotel_notices,
    list_hotel_requests,
    list_tickets,
    open_ticket,
    verify_companion,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "Salem! We are on the train to Tokyo, my cousin is already at Kaedeya and has looked round for us: no gym, no "
        "restaurant, and the air conditioning in the rooms, there is none either. Your page promised all three. "
        "BK-52161 is ours. What do you do for us?"
    ),
    facts={
        "email": "saltanat.nurlanova@example.com",
        "cancel or stay": "cancel if that is free of charge, otherwise stay and take the money",
    },
    behaviour=Behaviour(
        "Quick and friendly, types while changing trains. Would rather cancel for nothing if that is offered; if it is "
        "not, money is fine.",
        pushes=("A colleague of yours told my cousin a fifth of the price.",),
        answers={
            "cancel": "Cancel, if it is free. If it is not, we stay and take the money.",
            "would you like": "Cancel, if it is free. If it is not, we stay and take the money.",
        },
    ),
    records=[
        *guest(
            "GST-2102",
            "Saltanat Nurlanova",
            "saltanat.nurlanova@example.com",
            country="Kazakhstan",
        ),
        fact("TYO1", "gym", True),
        *booking(
            "BK-52161",
            "GST-2102",
            "2025-08-19",
            "2025-11-12",
            "2025-11-15",
            [room("TYO1-DBL", board="breakfast", night="20083")],
            plan="non_refundable",
            payments=[pay("card", "40249", instrument="closed"), pay("card", "20000", on="2025-08-22")],
        ),
        position("HP-52161-1", "confirm_fact", "page_wrong", subject="gym"),
        position("HP-52161-2", "confirm_fact", "page_right", subject="restaurant"),
        position("HP-52161-3", "confirm_fact", "guest_was_told", subject="air_conditioning"),
        dispute("DSP-52161-1", "40249", "2025-09-08", status="withdrawn"),
        *booking(
            "BK-52162",
            "GST-2102",
            "2025-08-19",
            "2026-02-11",
            "2026-02-14",
            [room("TYO1-DBL", board="breakfast", night="18000")],
            plan="non_refundable",
        ),
    ],
    policy=[
        "hotels.md#wrong-facts-on-a-page",
        "hotels.md#asking-a-hotel",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#rounding",
        "payments.md#where-money-goes",
        "filing.md#priority",
    ],
    tell=["9037"],
    tags=["asks", "uncued", "two-policies", "decoy", "boundary", "pushes"],
    twin="HTL_005",
)
def test_case_HTL_004(trial: Trial) -> None:
    """In Tokyo the stay began three hours ago: 15 %, nothing to cancel; one fact wrong, one right, one told before."""
    with trial.golden() as world:
        saltanat = verify_guest(world, email="saltanat.nurlanova@example.com", booking_id="BK-52161")
        find_booking(world, booking_id="BK-52161")
        file = get_booking(world, booking_id="BK-52161")
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        stated = {entry.fact: entry.id for entry in list_hotel_facts(world, hotel_id=hotel.id)}
        list_hotel_notices(world, hotel_id=hotel.id)
        list_hotel_requests(world, booking_id="BK-52161")
        get_guest_mark(world, guest_id=saltanat.guest_id)
        list_disputes(world, booking_id="BK-52161")
        latest = get_payments(world, booking_id="BK-52161").payments[1]
        list_tickets(world, requester_id=saltanat.guest_id)
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id=stated["gym"], stated=False)
        correct_page_fact(world, fact_id=stated["air_conditioning"], stated=False)
        share = money((file.booking.total * 15 / 100).to_integral_value(ROUND_HALF_UP))
        issue_refund(world, payment_id=latest.id, amount=share, reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=saltanat.guest_id,
            about_id="BK-52161",
            subject="Gym, restaurant and air conditioning of the page",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        saltanat = verify_guest(world, email="saltanat.nurlanova@example.com", booking_id="BK-52161")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        cancel_room(world, room_id="RM-52161-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52161-2", amount=money("20000"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52161-1", amount=money("40249"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=saltanat.guest_id,
            about_id="BK-52161",
            subject="Cancelled over wrong facts",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in", name="10 % as before check-in") as world:
        saltanat = verify_guest(world, email="saltanat.nurlanova@example.com", booking_id="BK-52161")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        issue_refund(world, payment_id="PAY-52161-2", amount=money("6025"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=saltanat.guest_id,
            about_id="BK-52161",
            subject="Wrong facts",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(
        breaks="hotels.md#wrong-facts-on-a-page", name="what the guest was told stays on the page"
    ) as world:
        saltanat = verify_guest(world, email="saltanat.nurlanova@example.com", booking_id="BK-52161")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        issue_refund(world, payment_id="PAY-52161-2", amount=money("9037"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=saltanat.guest_id,
            about_id="BK-52161",
            subject="Wrong facts",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority") as world:
        saltanat = verify_guest(world, email="saltanat.nurlanova@example.com", booking_id="BK-52161")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52161", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        issue_refund(world, payment_id="PAY-52161-2", amount=money("9037"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=saltanat.guest_id,
            about_id="BK-52161",
            subject="Wrong facts",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "ximena barrientos, tonight until saturday in ueno. a friend walked past: they have NO gym, NO restaurant, no "
        "aircon. i booked because of those things!! help me"
    ),
    facts={
        "email": "ximena.barrientos@example.net",
        "last four digits of the phone number": "0103",
        "which of the two stays at the hotel": "the one that starts tonight",
        "cancel or stay": "cancel if that is free of charge, otherwise stay and take the money",
    },
    behaviour=Behaviour(
        "Upset and in capitals when it matters. If she may leave for free she does.",
        answers={
            "would you like": "CANCEL if it is free! If it is not, I take the money.",
            "which choose": "CANCEL if it is free! If it is not, I take the money.",
            "keep stay": "CANCEL if it is free! If it is not, I take the money.",
            "cancel stay": "CANCEL if it is free! If it is not, I take the money.",
        },
    ),
    records=[
        *guest("GST-2103", "Ximena Barrientos", "ximena.barrientos@example.net", country="Bolivia"),
        fact("TYO1", "gym", True),
        *booking(
            "BK-52163",
            "GST-2103",
            "2025-08-19",
            "2025-11-12",
            "2025-11-15",
            [room("TYO1-DBL", board="breakfast", night="20083")],
            plan="non_refundable",
            payments=[pay("card", "40249", instrument="closed"), pay("card", "20000", on="2025-08-22")],
        ),
        position("HP-52163-1", "confirm_fact", "page_wrong", subject="gym"),
        position("HP-52163-2", "confirm_fact", "page_right", subject="restaurant"),
        position("HP-52163-3", "confirm_fact", "guest_was_told", subject="air_conditioning"),
        dispute("DSP-52163-1", "40249", "2025-09-08", status="withdrawn"),
        *booking(
            "BK-52164",
            "GST-2103",
            "2025-08-19",
            "2026-02-11",
            "2026-02-14",
            [room("TYO1-DBL", board="breakfast", night="18000")],
            plan="non_refundable",
        ),
    ],
    policy=[
        "hotels.md#wrong-facts-on-a-page",
        "hotels.md#asking-a-hotel",
        "money-and-time.md#hours-before-check-in",
        "payments.md#where-money-goes",
        "filing.md#priority",
        "filing.md#topics",
    ],
    tell=["20000", "40249"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary"],
    twin="HTL_004",
    now=datetime(2025, 11, 12, 5, 30),
)
def test_case_HTL_005(trial: Trial) -> None:
    """Half an hour before check-in in Tokyo: cancelled for nothing although nothing was refundable."""
    with trial.golden() as world:
        ximena = verify_guest(world, email="ximena.barrientos@example.net", phone_last4="0103")
        list_bookings(world, guest_id=ximena.guest_id)
        find_booking(world, booking_id="BK-52163")
        file = get_booking(world, booking_id="BK-52163")
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        stated = {entry.fact: entry.id for entry in list_hotel_facts(world, hotel_id=hotel.id)}
        list_hotel_notices(world, hotel_id=hotel.id)
        list_hotel_requests(world, booking_id="BK-52163")
        get_guest_mark(world, guest_id=ximena.guest_id)
        list_disputes(world, booking_id="BK-52163")
        first, latest = get_payments(world, booking_id="BK-52163").payments
        list_tickets(world, requester_id=ximena.guest_id)
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id=stated["gym"], stated=False)
        correct_page_fact(world, fact_id=stated["air_conditioning"], stated=False)
        cancel_room(world, room_id=file.rooms.items[0].id, penalty=money(0))
        issue_refund(world, payment_id=latest.id, amount=latest.amount, reason="cancellation")
        give_voucher(
            world,
            guest_id=ximena.guest_id,
            booking_id="BK-52163",
            amount=first.amount,
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=ximena.guest_id,
            about_id="BK-52163",
            subject="Cancelled: the page promised what is not there",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        ximena = verify_guest(world, email="ximena.barrientos@example.net", phone_last4="0103")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        issue_refund(world, payment_id="PAY-52163-2", amount=money("9037"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=ximena.guest_id,
            about_id="BK-52163",
            subject="Wrong facts",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#topics") as world:
        ximena = verify_guest(world, email="ximena.barrientos@example.net", phone_last4="0103")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        cancel_room(world, room_id="RM-52163-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52163-2", amount=money("20000"), reason="cancellation")
        give_voucher(
            world,
            guest_id=ximena.guest_id,
            booking_id="BK-52163",
            amount=money("40249"),
            reason="cancellation",
            valid_until=date(2026, 11, 12),
        )
        filed = open_ticket(
            world,
            requester_id=ximena.guest_id,
            about_id="BK-52163",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        ximena = verify_guest(world, email="ximena.barrientos@example.net", phone_last4="0103")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="gym")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="restaurant")
        ask_hotel(world, booking_id="BK-52163", question="confirm_fact", subject="air_conditioning")
        correct_page_fact(world, fact_id="FCT-TYO1-GYM", stated=False)
        correct_page_fact(world, fact_id="FCT-TYO1-AIR_CONDITIONING", stated=False)
        cancel_room(world, room_id="RM-52163-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52163-2", amount=money("20000"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52163-1", amount=money("40249"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=ximena.guest_id,
            about_id="BK-52163",
            subject="Cancelled",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hei, Tuuli here. We are at Hotel Tejo Norte in Lisbon and my brother, who booked it, is asleep. The pool is "
        "shut behind a fence, men are drilling in it, and the spa has its door closed too. We chose this house for "
        "these two things! BK-52166. I would like to have that sorted before he wakes up."
    ),
    facts={
        "email": "tuuli.lehtonen@example.org",
        "last four digits of the phone number": "0105",
        "booking number on the key folder": "BK-52165",
        "where the money should go": "to my own card, or else as a voucher to me",
    },
    behaviour=Behaviour(
        "Considerate and practical. Has copied the booking number wrongly and reads it again from the key folder when "
        "it fails. Would like the money herself but understands that her brother paid.",
        pushes=("I would pass it on to him. Send it to my card or give me a voucher?",),
        answers={
            "BK-52165": "The folder says BK-52165, yes.",
            "check booking number": "The key folder says BK-52165. I had it from a photograph.",
            "correct booking number": "The key folder says BK-52165. I had it from a photograph.",
            "different booking number": "The key folder says BK-52165. I had it from a photograph.",
            "recheck number": "The key folder says BK-52165. I had it from a photograph.",
            "booking number": "The key folder says BK-52165. I had it from a photograph.",
            "matter spa": "Its door is closed and nobody opens, that is all that I know.",
            "spa closed": "Its door is closed and nobody opens, that is all that I know.",
            "brother name": "Aarne Lehtonen.",
        },
    ),
    records=[
        *guest(
            "GST-2104",
            "Aarne Lehtonen",
            "aarne.lehtonen@example.com",
            country="Finland",
            mark="OSPREY",
            mark_until="2025-11-11",
        ),
        *guest("GST-2105", "Tuuli Lehtonen", "tuuli.lehtonen@example.org", country="Finland"),
        *booking(
            "BK-52165",
            "GST-2104",
            "2025-09-12",
            "2025-11-10",
            "2025-11-16",
            [room("LIS3-DLX", board="half_board")],
            payments=[pay("card", "2004.00"), pay("card", "300.00", on="2025-09-16")],
        ),
        person("BP-52165-1", "Tuuli Lehtonen", guest_id="GST-2105", from_on="2025-11-10", until_on="2025-11-12"),
        refund("RF-52165-1", "60.00", "price_match", "2025-10-07", payment_id="PAY-52165-2"),
        position("HP-52165-1", "confirm_fact", "page_wrong", subject="pool"),
        position("HP-52165-2", "confirm_fact", "page_right", subject="spa"),
        *guest("GST-2110", "Ritva Aalto-Mendes", "ritva.aalto@example.net"),
        *booking("BK-52166", "GST-2110", "2025-09-20", "2025-11-10", "2025-11-14", [room("LIS3-DBL")]),
    ],
    policy=[
        "hotels.md#closed-facilities",
        "hotels.md#wrong-facts-on-a-page",
        "guests.md#who-may-ask",
        "guests.md#marks",
        "payments.md#where-money-goes",
        "filing.md#priority",
    ],
    tell=["240.00", "105.60"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that the money goes back to the cards that the brother, who booked, paid "
            "with?",
            yes=[
                "The money goes back to the cards that your brother paid with; I cannot send it to yours.",
                "Refunds always return to the payments of the person who booked, so your brother will see 345.60.",
            ],
            no=[
                "345.60 euros are refunded for the pool.",
                "I have sent the 345.60 to your own card.",
                "You will get a voucher in your name.",
                "Your brother would have to call us himself about the pool.",
            ],
        )
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "boundary", "pushes", "recovery"],
)
def test_case_HTL_006(trial: Trial) -> None:
    """Booked three days before the notice: 15 % to the holder's cards; works end, so the page stays as it is."""
    with trial.golden() as world:
        tuuli = verify_guest(world, email="tuuli.lehtonen@example.org", booking_id="BK-52165")
        holder = find_booking(world, booking_id="BK-52165").holder_id
        verify_companion(world, guest_id=tuuli.guest_id, booking_id="BK-52165")
        file = get_booking(world, booking_id="BK-52165")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_facts(world, hotel_id=file.booking.hotel_id)
        list_hotel_notices(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52165")
        get_guest_mark(world, guest_id=holder)
        list_disputes(world, booking_id="BK-52165")
        paid = get_payments(world, booking_id="BK-52165")
        first, latest = paid.payments
        list_tickets(world, requester_id=tuuli.guest_id)
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="pool")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="spa")
        share = money(file.booking.total * 15 / 100)
        left = latest.amount - paid.refunds[0].amount
        issue_refund(world, payment_id=latest.id, amount=left, reason="wrong_fact")
        issue_refund(world, payment_id=first.id, amount=share - left, reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=tuuli.guest_id,
            about_id="BK-52165",
            subject="Pool and spa closed",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#closed-facilities") as world:
        tuuli = verify_guest(world, email="tuuli.lehtonen@example.org", booking_id="BK-52165")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="spa")
        filed = open_ticket(
            world,
            requester_id=tuuli.guest_id,
            about_id="BK-52165",
            subject="Pool and spa closed",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_confirmed")

    with trial.trap(breaks="hotels.md#closed-facilities", name="the page loses its pool") as world:
        tuuli = verify_guest(world, email="tuuli.lehtonen@example.org", booking_id="BK-52165")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="pool")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="spa")
        correct_page_fact(world, fact_id="FCT-LIS3-POOL", stated=False)
        issue_refund(world, payment_id="PAY-52165-2", amount=money("240.00"), reason="wrong_fact")
        issue_refund(world, payment_id="PAY-52165-1", amount=money("105.60"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=tuuli.guest_id,
            about_id="BK-52165",
            subject="Pool and spa closed",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#who-may-ask", name="a voucher for the sister") as world:
        tuuli = verify_guest(world, email="tuuli.lehtonen@example.org", booking_id="BK-52165")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="pool")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="spa")
        give_voucher(
            world,
            guest_id=tuuli.guest_id,
            booking_id="BK-52165",
            amount=money("345.60"),
            reason="wrong_fact",
            valid_until=date(2026, 11, 12),
        )
        filed = open_ticket(
            world,
            requester_id=tuuli.guest_id,
            about_id="BK-52165",
            subject="Pool and spa closed",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        tuuli = verify_guest(world, email="tuuli.lehtonen@example.org", booking_id="BK-52165")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="pool")
        ask_hotel(world, booking_id="BK-52165", question="confirm_fact", subject="spa")
        issue_refund(world, payment_id="PAY-52165-1", amount=money("345.60"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=tuuli.guest_id,
            about_id="BK-52165",
            subject="Pool and spa closed",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
