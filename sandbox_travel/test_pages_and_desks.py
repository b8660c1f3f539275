"""A page that was corrected between two bookings, and a desk that has never heard of the guest.

Canary: thinkingbox-eval-cb68b3f9-140c-4371-8a86-5252f106ca04-travel-pages-and-desks. Not for training.
"""

from __future__ import annotations

from datetime import date

from sandbox_travel.records import booking, calendar, guest, pay, position, room, ticket, voucher
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
    get_rates,
    give_voucher,
    issue_refund,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_facts,
    list_hotel_notices,
    list_hotel_requests,
    list_tickets,
    list_vouchers,
    open_ticket,
    resend_booking,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "A friend who is just back from Casa do Azulejo tells me that the nearest sand is an hour off by bus. I chose "
        "that house for its beach, and not once but twice: before Christmas and again for Carnival. Both are the kind "
        "that you never pay back, naturally. What now? Fionnuala Geraghty"
    ),
    facts={
        "email": "fionnuala.geraghty@example.org",
        "last four digits of the phone number": "0106",
        "cancel or stay": "cancel both if both are free of charge; otherwise keep both and take what money there is",
    },
    behaviour=Behaviour(
        "Dry and fair. Her flights are one fare, so the two stays stand or fall together: cancelled only if both cost "
        "nothing, else both kept, with whatever is paid for that.",
        pushes=("A beach is a beach. If it was missing in December it is missing in February.",),
        answers={
            "cancel stay": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "cancel keep": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "keep": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "cancel": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "would you like": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "which choose": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "proceed": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
            "stay money": "Both cancelled if both are free. Otherwise I keep both and take the money there is.",
        },
    ),
    records=[
        *guest("GST-2106", "Fionnuala Geraghty", "fionnuala.geraghty@example.org", country="Ireland"),
        voucher("VCH-2106", "GST-2106", "522.80", "overbooked", "2025-04-03"),
        *booking(
            "BK-52167",
            "GST-2106",
            "2025-06-10",
            "2025-12-05",
            "2025-12-09",
            [room("LIS2-DLX", board="breakfast")],
            plan="non_refundable",
            payments=[pay("voucher", "522.80", voucher_id="VCH-2106"), pay("card", "50.00")],
        ),
        position("HP-52167-1", "confirm_fact", "page_right", subject="beach_access"),
        *booking(
            "BK-52168",
            "GST-2106",
            "2025-07-02",
            "2026-02-13",
            "2026-02-17",
            [room("LIS2-DLX", board="breakfast")],
            plan="non_refundable",
        ),
        position("HP-52168-1", "confirm_fact", "page_right", subject="beach_access"),
        ticket(
            "TK-3106",
            "GST-2106",
            "hotel",
            "Asks how far the beach is",
            "2025-11-11",
            about_id="BK-52167",
        ),
    ],
    policy=[
        "hotels.md#wrong-facts-on-a-page",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "filing.md#tickets",
        "filing.md#priority",
    ],
    tell=["50.00", "7.28"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal"],
)
def test_case_HTL_007(trial: Trial) -> None:
    """The page was put right a week after the first booking and before the second: one is paid for, one is not."""
    with trial.golden() as world:
        fionnuala = verify_guest(world, email="fionnuala.geraghty@example.org", phone_last4="0106")
        list_bookings(world, guest_id=fionnuala.guest_id)
        find_booking(world, booking_id="BK-52167")
        find_booking(world, booking_id="BK-52168")
        winter = get_booking(world, booking_id="BK-52167").booking
        get_booking(world, booking_id="BK-52168")
        get_hotel(world, hotel_id=winter.hotel_id)
        list_hotel_facts(world, hotel_id=winter.hotel_id)
        list_hotel_notices(world, hotel_id=winter.hotel_id)
        list_hotel_requests(world, booking_id="BK-52167")
        get_guest_mark(world, guest_id=fionnuala.guest_id)
        list_disputes(world, booking_id="BK-52167")
        card = get_payments(world, booking_id="BK-52167").payments[1]
        old = list_vouchers(world, guest_id=fionnuala.guest_id).items[0]
        filed = list_tickets(world, requester_id=fionnuala.guest_id).tickets[0]
        share = money(winter.total * 10 / 100)
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="wrong_fact")
        give_voucher(
            world,
            guest_id=fionnuala.guest_id,
            booking_id="BK-52167",
            amount=share - card.amount,
            reason="wrong_fact",
            valid_until=old.valid_until,
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=fionnuala.guest_id,
            about_id="BK-52168",
            subject="No beach: put right before it was booked",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="hotels.md#wrong-facts-on-a-page", name="neither is paid for") as world:
        fionnuala = verify_guest(world, email="fionnuala.geraghty@example.org", phone_last4="0106")
        close_ticket(world, ticket_id="TK-3106", outcome="declined", reason="no_entitlement")
        second = open_ticket(
            world,
            requester_id=fionnuala.guest_id,
            about_id="BK-52168",
            subject="No beach",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="hotels.md#wrong-facts-on-a-page", name="both are cancelled") as world:
        fionnuala = verify_guest(world, email="fionnuala.geraghty@example.org", phone_last4="0106")
        cancel_room(world, room_id="RM-52167-1", penalty=money(0))
        cancel_room(world, room_id="RM-52168-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52167-2", amount=money("50.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=fionnuala.guest_id,
            booking_id="BK-52167",
            amount=money("522.80"),
            reason="cancellation",
            valid_until=date(2026, 4, 3),
        )
        issue_refund(world, payment_id="PAY-52168-1", amount=money("572.80"), reason="cancellation")
        close_ticket(world, ticket_id="TK-3106", outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=fionnuala.guest_id,
            about_id="BK-52168",
            subject="No beach",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#vouchers") as world:
        fionnuala = verify_guest(world, email="fionnuala.geraghty@example.org", phone_last4="0106")
        issue_refund(world, payment_id="PAY-52167-2", amount=money("50.00"), reason="wrong_fact")
        give_voucher(
            world,
            guest_id=fionnuala.guest_id,
            booking_id="BK-52167",
            amount=money("7.28"),
            reason="wrong_fact",
            valid_until=date(2026, 11, 12),
        )
        close_ticket(world, ticket_id="TK-3106", outcome="resolved", reason="completed")
        second = open_ticket(
            world,
            requester_id=fionnuala.guest_id,
            about_id="BK-52168",
            subject="No beach",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="no_entitlement")

    with trial.trap(breaks="hotels.md#asking-a-hotel") as world:
        fionnuala = verify_guest(world, email="fionnuala.geraghty@example.org", phone_last4="0106")
        ask_hotel(world, booking_id="BK-52167", question="confirm_fact", subject="beach_access")
        ask_hotel(world, booking_id="BK-52168", question="confirm_fact", subject="beach_access")
        close_ticket(world, ticket_id="TK-3106", outcome="declined", reason="not_confirmed")
        second = open_ticket(
            world,
            requester_id=fionnuala.guest_id,
            about_id="BK-52168",
            subject="No beach",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=second.id, outcome="declined", reason="not_confirmed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "PLEASE quick I stand at the reception of U Tri Havranu with two suitcases and the man says he has nobody of "
        "my name until the 19th, BK-52170. Also I look round here: no lift, and he laughs when I say kitchenette"
    ),
    facts={
        "email": "xhesika.dervishi@example.com",
        "last four digits of the phone number": "0107",
        "cancel or stay": "stay, as long as the hotel has a room for all seven nights; otherwise the money back",
    },
    behaviour=Behaviour(
        "Tired, breathless, grateful. Has typed the number of her brother's booking first. Stays if there is a bed for "
        "her every night.",
        answers={
            "BK-52169": "Yes!! 52169, the other one is my brother's.",
            "another booking number": "I have only this one, please look under my name!",
            "check booking number": "I have only this one, please look under my name!",
            "cancel": "I stay, if they have a room for me every night.",
            "would you like": "I stay, if they have a room for me every night.",
            "which choose": "I stay, if they have a room for me every night.",
            "cancel stay": "I stay, if they have a room for me every night.",
            "another hotel": "I stay here, if they have a room for me every night.",
        },
    ),
    records=[
        *guest("GST-2107", "Xhesika Dervishi", "xhesika.dervishi@example.com", country="Albania", tier="gold"),
        *booking(
            "BK-52169",
            "GST-2107",
            "2025-08-26",
            "2025-11-12",
            "2025-11-19",
            [room("PRG2-DBL", adults=1)],
            plan="semi_flexible",
        ),
        *calendar("PRG2-DBL", ("2025-11-12", "2025-11-17", None, 2), ("2025-11-18", "2025-11-18", None, 1)),
        position("HP-52169-1", "confirm_booking", "unknown"),
        position("HP-52169-2", "confirm_fact", "page_wrong", subject="lift"),
        position("HP-52169-3", "confirm_fact", "page_wrong", subject="kitchenette"),
        *guest("GST-2108", "Arbër Dervishi", "arber.dervishi@example.net", country="Albania"),
        *booking("BK-52170", "GST-2108", "2025-08-26", "2025-11-12", "2025-11-19", [room("PRG2-FAM", children=1)]),
    ],
    policy=[
        "hotels.md#booking-unknown",
        "hotels.md#wrong-facts-on-a-page",
        "money-and-time.md#hours-before-check-in",
        "guests.md#identity-check",
        "filing.md#priority",
    ],
    tell=["1234.80"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting", "recovery"],
)
def test_case_HTL_008(trial: Trial) -> None:
    """Sent again, since the seventh night has one room left; two wrong facts paid once, before check-in."""
    with trial.golden() as world:
        xhesika = verify_guest(world, email="xhesika.dervishi@example.com", phone_last4="0107")
        list_bookings(world, guest_id=xhesika.guest_id)
        find_booking(world, booking_id="BK-52169")
        file = get_booking(world, booking_id="BK-52169")
        double = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52169")
        ask_hotel(world, booking_id="BK-52169", question="confirm_booking", subject="none")
        for page in (1, 2):
            get_rates(
                world,
                room_type_id=double.room_type_id,
                from_night=double.arrival,
                to_night=double.departure,
                page=page,
            )
        resend_booking(world, booking_id="BK-52169")
        stated = {entry.fact: entry.id for entry in list_hotel_facts(world, hotel_id=hotel.id)}
        list_hotel_notices(world, hotel_id=hotel.id)
        get_guest_mark(world, guest_id=xhesika.guest_id)
        list_disputes(world, booking_id="BK-52169")
        paid = get_payments(world, booking_id="BK-52169").payments[0]
        list_tickets(world, requester_id=xhesika.guest_id)
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="lift")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="kitchenette")
        correct_page_fact(world, fact_id=stated["lift"], stated=False)
        correct_page_fact(world, fact_id=stated["kitchenette"], stated=False)
        share = money(file.booking.total * 10 / 100)
        issue_refund(world, payment_id=paid.id, amount=share, reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=xhesika.guest_id,
            about_id="BK-52169",
            subject="Unknown at the hotel; no lift and no kitchenette",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        xhesika = verify_guest(world, email="xhesika.dervishi@example.com", phone_last4="0107")
        ask_hotel(world, booking_id="BK-52169", question="confirm_booking", subject="none")
        resend_booking(world, booking_id="BK-52169")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="lift")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="kitchenette")
        correct_page_fact(world, fact_id="FCT-PRG2-LIFT", stated=False)
        correct_page_fact(world, fact_id="FCT-PRG2-KITCHENETTE", stated=False)
        issue_refund(world, payment_id="PAY-52169-1", amount=money("1852.20"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=xhesika.guest_id,
            about_id="BK-52169",
            subject="Unknown at the hotel",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#booking-unknown", name="as if it were overbooked") as world:
        xhesika = verify_guest(world, email="xhesika.dervishi@example.com", phone_last4="0107")
        ask_hotel(world, booking_id="BK-52169", question="confirm_booking", subject="none")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="lift")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="kitchenette")
        correct_page_fact(world, fact_id="FCT-PRG2-LIFT", stated=False)
        correct_page_fact(world, fact_id="FCT-PRG2-KITCHENETTE", stated=False)
        cancel_room(world, room_id="RM-52169-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52169-1", amount=money("12348.00"), reason="overbooked")
        list_exchange_rates(world, currency="CZK")
        give_voucher(
            world,
            guest_id=xhesika.guest_id,
            booking_id="BK-52169",
            amount=money("1507.20"),
            reason="overbooked",
            valid_until=date(2026, 11, 12),
        )
        filed = open_ticket(
            world,
            requester_id=xhesika.guest_id,
            about_id="BK-52169",
            subject="Unknown at the hotel",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#wrong-facts-on-a-page", name="paid for each fact") as world:
        xhesika = verify_guest(world, email="xhesika.dervishi@example.com", phone_last4="0107")
        ask_hotel(world, booking_id="BK-52169", question="confirm_booking", subject="none")
        resend_booking(world, booking_id="BK-52169")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="lift")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="kitchenette")
        correct_page_fact(world, fact_id="FCT-PRG2-LIFT", stated=False)
        correct_page_fact(world, fact_id="FCT-PRG2-KITCHENETTE", stated=False)
        issue_refund(world, payment_id="PAY-52169-1", amount=money("2469.60"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=xhesika.guest_id,
            about_id="BK-52169",
            subject="Unknown at the hotel",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority") as world:
        xhesika = verify_guest(world, email="xhesika.dervishi@example.com", phone_last4="0107")
        ask_hotel(world, booking_id="BK-52169", question="confirm_booking", subject="none")
        resend_booking(world, booking_id="BK-52169")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="lift")
        ask_hotel(world, booking_id="BK-52169", question="confirm_fact", subject="kitchenette")
        correct_page_fact(world, fact_id="FCT-PRG2-LIFT", stated=False)
        correct_page_fact(world, fact_id="FCT-PRG2-KITCHENETTE", stated=False)
        issue_refund(world, payment_id="PAY-52169-1", amount=money("1234.80"), reason="wrong_fact")
        filed = open_ticket(
            world,
            requester_id=xhesika.guest_id,
            about_id="BK-52169",
            subject="Unknown at the hotel",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
