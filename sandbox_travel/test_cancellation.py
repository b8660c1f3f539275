"""Rooms and bookings given up before the stay: hours on the hotel's clock, tiers, and where the money goes back.

Canary: thinkingbox-eval-65f528fa-1589-4502-b9ec-9495194b305e-travel-cancellation. Not for training.
"""

from __future__ import annotations

from datetime import date, timedelta

from sandbox_travel.records import booking, guest, pay, period, person, refund, room, ticket, voucher
from sandbox_travel.tools import (
    cancel_room,
    change_room,
    close_ticket,
    create_charge,
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
    list_disputes,
    list_exchange_rates,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    search_articles,
    update_ticket,
    verify_companion,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task

ASKED_FOR_A_LIMIT = (
    "maximum",
    "willing lose",
    "most lose",
    "prepared lose",
    "acceptable penalty",
    "accept penalty",
    "costs more",
    "may cost most",
    "spend most",
)
"""How an agent asks for the most that somebody would lose."""


@task(
    opening=(
        "Živjo, Tjaša here. My parents are not coming along to New York after all, so one of the two doubles in "
        "BK-52001 is too many. I have read the small print: less than seven days, so that will hurt. What is "
        "possible? And note that the card I paid the second part with was stolen in the meantime."
    ),
    facts={
        "email": "tjasa.hribernik@example.com",
        "which room to cancel": "the one with breakfast",
        "limit of the loss": "200 dollars",
        "what to do beyond that": "keep the room with breakfast and cancel the one without it instead",
    },
    behaviour=Behaviour(
        "Expects the worst and has set herself a limit of 200 dollars for the room with breakfast; if it costs more, "
        "she gives up the other room instead. Otherwise agrees to what she is told.",
        answers={
            **dict.fromkeys(
                (*ASKED_FOR_A_LIMIT, "cancel 234.36"),
                "I lose 200 dollars at most. Beyond that the room without breakfast goes instead.",
            ),
            "which parents": "The one with breakfast.",
        },
    ),
    records=[
        guest(
            "GST-2001",
            "Tjaša Hribernik",
            "tjasa.hribernik@example.com",
            country="Slovenia",
            tier="silver",
            mark="OSPREY",
            mark_until="2025-11-11",
        ),
        period("LP-2001-2", "gold", "2026-01-01", "2026-12-31"),
        voucher("VCH-2001", "GST-2001", "300.00", "compensation", "2025-02-10", currency="USD"),
        booking(
            "BK-52001",
            "GST-2001",
            "2025-08-06",
            "2025-11-18",
            "2025-11-21",
            [room("NYC1-DBL"), room("NYC1-DBL", board="breakfast")],
            plan="semi_flexible",
            payments=[
                pay("card", "700.00"),
                pay("voucher", "300.00", voucher_id="VCH-2001"),
                pay("card", "418.40", on="2025-08-08", instrument="closed"),
            ],
        ),
        refund("RF-52001-1", "60.00", "price_match", "2025-09-20", payment_id="PAY-52001-3"),
        booking(
            "BK-52002",
            "GST-2001",
            "2025-08-06",
            "2025-11-21",
            "2025-11-23",
            [room("NYC2-DBL", board="breakfast")],
            plan="semi_flexible",
        ),
        ticket(
            "TK-3001",
            "GST-2001",
            "cancellation",
            "Asks what a room less would cost",
            "2025-11-11",
            about_id="BK-52001",
            priority="high",
        ),
    ],
    policy=[
        "filing.md#priority",
        "cancellation.md#cancellation",
        "cancellation.md#penalty",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
    ],
    tell=["358.40", "422.80"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary"],
    twin="CNL_002",
)
def test_case_CNL_001(trial: Trial) -> None:
    """Exactly 156 hours at a hotel whose limits are 12 hours shorter: nothing is kept, so the limit is not reached."""
    with trial.golden() as world:
        tjasa = verify_guest(world, email="tjasa.hribernik@example.com", booking_id="BK-52001")
        find_booking(world, booking_id="BK-52001")
        file = get_booking(world, booking_id="BK-52001")
        spare = file.rooms.items[1]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=tjasa.guest_id)
        get_guest_mark(world, guest_id=tjasa.guest_id)
        list_disputes(world, booking_id="BK-52001")
        paid = get_payments(world, booking_id="BK-52001")
        first, _, stolen = paid.payments
        filed = list_tickets(world, requester_id=tjasa.guest_id).tickets[0]
        lost = stolen.amount - paid.refunds[0].amount
        cancel_room(world, room_id=spare.id, penalty=money(0))
        give_voucher(
            world,
            guest_id=tjasa.guest_id,
            booking_id="BK-52001",
            amount=lost,
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id=first.id, amount=spare.total - lost, reason="cancellation")
        update_ticket(world, ticket_id=filed.id, priority="normal")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#partner-grades") as world:
        tjasa = verify_guest(world, email="tjasa.hribernik@example.com", booking_id="BK-52001")
        cancel_room(world, room_id="RM-52001-1", penalty=money("127.44"))
        give_voucher(
            world,
            guest_id=tjasa.guest_id,
            booking_id="BK-52001",
            amount=money("358.40"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52001-1", amount=money("151.36"), reason="cancellation")
        update_ticket(world, ticket_id="TK-3001", priority="normal")
        close_ticket(world, ticket_id="TK-3001", outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="to the stolen card") as world:
        verify_guest(world, email="tjasa.hribernik@example.com", booking_id="BK-52001")
        cancel_room(world, room_id="RM-52001-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52001-3", amount=money("358.40"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52001-1", amount=money("422.80"), reason="cancellation")
        update_ticket(world, ticket_id="TK-3001", priority="normal")
        close_ticket(world, ticket_id="TK-3001", outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="what the card had back") as world:
        tjasa = verify_guest(world, email="tjasa.hribernik@example.com", booking_id="BK-52001")
        cancel_room(world, room_id="RM-52001-2", penalty=money(0))
        give_voucher(
            world,
            guest_id=tjasa.guest_id,
            booking_id="BK-52001",
            amount=money("418.40"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52001-1", amount=money("362.80"), reason="cancellation")
        update_ticket(world, ticket_id="TK-3001", priority="normal")
        close_ticket(world, ticket_id="TK-3001", outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks") as world:
        verify_guest(world, email="tjasa.hribernik@example.com", booking_id="BK-52001")
        close_ticket(world, ticket_id="TK-3001", outcome="escalated", reason="account_review")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "One room off BK-52003, please, if it does not ruin me. I hold your card, Gold if I am not mistaken, so go "
        "easy on me. Kwabena Ofori-Atta"
    ),
    facts={
        "email": "kwabena.oforiatta@example.org",
        "which room to cancel": "the one with breakfast",
        "limit of the loss": "200 dollars",
        "what to do beyond that": "cancel the one without breakfast instead, if that keeps to the limit",
    },
    behaviour=Behaviour(
        "Jovial. Loses at most 200 dollars: for that he would give up the room with breakfast, else the other one.",
        refuses=("913.92", "799.68"),
        answers=dict.fromkeys(
            (*ASKED_FOR_A_LIMIT, "cancel 228.48", "cancel 342.72"),
            "I lose 200 dollars at most. Beyond that the room without breakfast goes, if it keeps to that.",
        ),
        pushes=("But as a Gold member I am surely better off than that?",),
        accepts=("190.08",),
    ),
    records=[
        guest(
            "GST-2002",
            "Kwabena Ofori-Atta",
            "kwabena.oforiatta@example.org",
            country="Ghana",
            tier="silver",
            mark="OSPREY",
            mark_until="2025-11-11",
        ),
        period("LP-2002-2", "gold", "2026-01-01", "2026-12-31"),
        voucher("VCH-2002", "GST-2002", "400.00", "compensation", "2025-02-10", currency="USD"),
        booking(
            "BK-52003",
            "GST-2002",
            "2025-08-06",
            "2025-11-18",
            "2025-11-21",
            [room("NYC2-DBL"), room("NYC2-DBL", board="breakfast")],
            plan="semi_flexible",
            payments=[
                pay("card", "1000.00"),
                pay("voucher", "400.00", voucher_id="VCH-2002"),
                pay("card", "692.80", on="2025-08-08"),
            ],
        ),
        refund("RF-52003-1", "60.00", "price_match", "2025-09-20", payment_id="PAY-52003-3"),
        ticket(
            "TK-3002",
            "GST-2002",
            "cancellation",
            "Asked what a room less would cost",
            "2025-11-04",
            about_id="BK-52003",
            status="closed",
        ),
    ],
    policy=[
        "cancellation.md#penalty",
        "guests.md#loyalty-tiers",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "payments.md#where-money-goes",
    ],
    tell=["190.08", "632.80", "127.52"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes"],
    twin="CNL_001",
)
def test_case_CNL_002(trial: Trial) -> None:
    """156 of the 168 hours, Silver until the new year: the room with breakfast is too dear, the other one is not."""
    with trial.golden() as world:
        kwabena = verify_guest(world, email="kwabena.oforiatta@example.org", booking_id="BK-52003")
        find_booking(world, booking_id="BK-52003")
        file = get_booking(world, booking_id="BK-52003")
        plain_room = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=kwabena.guest_id)
        get_guest_mark(world, guest_id=kwabena.guest_id)
        list_disputes(world, booking_id="BK-52003")
        paid = get_payments(world, booking_id="BK-52003")
        first, _, latest = paid.payments
        list_tickets(world, requester_id=kwabena.guest_id)
        penalty = money(plain_room.total * (30 - 10) / 100)
        back = latest.amount - paid.refunds[0].amount
        cancel_room(world, room_id=plain_room.id, penalty=penalty)
        issue_refund(world, payment_id=latest.id, amount=back, reason="cancellation")
        issue_refund(world, payment_id=first.id, amount=plain_room.total - penalty - back, reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=kwabena.guest_id,
            about_id="BK-52003",
            subject="One room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="Gold already") as world:
        kwabena = verify_guest(world, email="kwabena.oforiatta@example.org", booking_id="BK-52003")
        cancel_room(world, room_id="RM-52003-2", penalty=money("114.24"))
        issue_refund(world, payment_id="PAY-52003-3", amount=money("632.80"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52003-1", amount=money("395.36"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=kwabena.guest_id,
            about_id="BK-52003",
            subject="One room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="no tier") as world:
        kwabena = verify_guest(world, email="kwabena.oforiatta@example.org", booking_id="BK-52003")
        filed = open_ticket(
            world,
            requester_id=kwabena.guest_id,
            about_id="BK-52003",
            subject="Both rooms stay",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")

    with trial.trap(breaks="guests.md#partner-grades", name="as for a hotel with shorter limits") as world:
        kwabena = verify_guest(world, email="kwabena.oforiatta@example.org", booking_id="BK-52003")
        cancel_room(world, room_id="RM-52003-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52003-3", amount=money("632.80"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52003-1", amount=money("509.60"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=kwabena.guest_id,
            about_id="BK-52003",
            subject="One room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        kwabena = verify_guest(world, email="kwabena.oforiatta@example.org", booking_id="BK-52003")
        cancel_room(world, room_id="RM-52003-1", penalty=money("190.08"))
        issue_refund(world, payment_id="PAY-52003-1", amount=money("760.32"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=kwabena.guest_id,
            about_id="BK-52003",
            subject="One room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Kia ora! We are stuck at home with a sick dog, so Bangkok is off: cancel BK-52004, which begins tomorrow, and "
        "BK-52005, the week after, which my husband booked for the two of us. More than a day is left, so there can "
        "be nothing to pay. Ngaire Tamihana, ngaire@tamihana.example.net"
    ),
    facts={
        "another email address": "ngaire.tamihana@example.com",
        "whether to cancel if the first night is lost": "yes, cancel it all the same",
    },
    behaviour=Behaviour(
        "Brisk and sure of her arithmetic. Her old e-mail address is the one that she writes from. Cancels the first "
        "booking also if a night is lost.",
        pushes=("My name stands under that booking and Rawiri is asleep. Just cancel it too.",),
        accepts=("15630.00", "5210.00"),
        answers={
            "another email": "Yes, there is ngaire.tamihana@example.com.",
            "different email": "Yes, there is ngaire.tamihana@example.com.",
            "other email": "Yes, there is ngaire.tamihana@example.com.",
            "else email": "Yes, there is ngaire.tamihana@example.com.",
        },
    ),
    records=[
        guest("GST-2003", "Ngaire Tamihana", "ngaire.tamihana@example.com", country="New Zealand", tier="gold"),
        guest("GST-2004", "Rawiri Tamihana", "rawiri.tamihana@example.com", country="New Zealand"),
        voucher("VCH-2003", "GST-2003", "8840.00", "compensation", "2025-03-02", currency="THB"),
        booking(
            "BK-52004",
            "GST-2003",
            "2025-08-14",
            "2025-11-13",
            "2025-11-17",
            [room("BKK1-DBL", board="breakfast")],
            payments=[pay("voucher", "8840.00", voucher_id="VCH-2003"), pay("card", "12000.00")],
        ),
        person("BP-52004-1", "Rawiri Tamihana", guest_id="GST-2004"),
        booking("BK-52005", "GST-2004", "2025-08-14", "2025-11-20", "2025-11-23", [room("BKK1-DBL")]),
        person("BP-52005-1", "Ngaire Tamihana", guest_id="GST-2003"),
    ],
    policy=[
        "cancellation.md#penalty",
        "money-and-time.md#clock",
        "money-and-time.md#hours-before-check-in",
        "guests.md#who-may-ask",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
    ],
    tell=["5210.00"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that BK-52005 can only be cancelled at the request of the husband, who "
            "holds it?",
            yes=[
                "BK-52005 belongs to your husband: he holds it, so he has to ask for its cancellation himself.",
                "I could not cancel BK-52005. Only Rawiri, who booked it, may ask for that.",
            ],
            no=[
                "BK-52004 is cancelled and 12000.00 THB go back to your card.",
                "BK-52005 could not be cancelled today.",
                "BK-52005 is cancelled as well, since you are listed under it.",
                "For BK-52005 please call again a week before arrival.",
            ],
        )
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal", "recovery"],
)
def test_case_CNL_003(trial: Trial) -> None:
    """22 hours on Bangkok's clock: a night with breakfast is lost, Gold or not; the other booking is the husband's."""
    with trial.golden() as world:
        ngaire = verify_guest(world, email="ngaire.tamihana@example.com", booking_id="BK-52004")
        find_booking(world, booking_id="BK-52004")
        file = get_booking(world, booking_id="BK-52004")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=ngaire.guest_id)
        list_loyalty_periods(world, guest_id=ngaire.guest_id)
        list_disputes(world, booking_id="BK-52004")
        used, card = get_payments(world, booking_id="BK-52004").payments
        old = list_vouchers(world, guest_id=ngaire.guest_id).items[0]
        find_booking(world, booking_id="BK-52005")
        verify_companion(world, guest_id=ngaire.guest_id, booking_id="BK-52005")
        list_tickets(world, requester_id=ngaire.guest_id)
        cancel_room(world, room_id=stay.id, penalty=stay.night_price)
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="cancellation")
        give_voucher(
            world,
            guest_id=ngaire.guest_id,
            booking_id="BK-52004",
            amount=used.amount - stay.night_price,
            reason="cancellation",
            valid_until=old.valid_until,
        )
        own = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52004",
            subject="Bangkok cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=own.id, outcome="resolved", reason="completed")
        his = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52005",
            subject="Wants her husband's booking cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=his.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="money-and-time.md#clock") as world:
        ngaire = verify_guest(world, email="ngaire.tamihana@example.com", booking_id="BK-52004")
        cancel_room(world, room_id="RM-52004-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52004-2", amount=money("12000.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=ngaire.guest_id,
            booking_id="BK-52004",
            amount=money("8840.00"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=ngaire.guest_id).items[0].valid_until,
        )
        own = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52004",
            subject="Bangkok cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=own.id, outcome="resolved", reason="completed")
        his = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52005",
            subject="Wants her husband's booking cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=his.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="guests.md#who-may-ask") as world:
        ngaire = verify_guest(world, email="ngaire.tamihana@example.com", booking_id="BK-52004")
        verify_companion(world, guest_id=ngaire.guest_id, booking_id="BK-52005")
        cancel_room(world, room_id="RM-52004-1", penalty=money("5210.00"))
        issue_refund(world, payment_id="PAY-52004-2", amount=money("12000.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=ngaire.guest_id,
            booking_id="BK-52004",
            amount=money("3630.00"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=ngaire.guest_id).items[0].valid_until,
        )
        cancel_room(world, room_id="RM-52005-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52005-1", amount=money("12750.00"), reason="cancellation")
        for about in ("BK-52004", "BK-52005"):
            own = open_ticket(
                world,
                requester_id=ngaire.guest_id,
                about_id=about,
                subject="Bangkok cancelled",
                topic="cancellation",
                priority="normal",
            )
            close_ticket(world, ticket_id=own.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#vouchers") as world:
        ngaire = verify_guest(world, email="ngaire.tamihana@example.com", booking_id="BK-52004")
        cancel_room(world, room_id="RM-52004-1", penalty=money("5210.00"))
        issue_refund(world, payment_id="PAY-52004-2", amount=money("12000.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=ngaire.guest_id,
            booking_id="BK-52004",
            amount=money("3630.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        own = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52004",
            subject="Bangkok cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=own.id, outcome="resolved", reason="completed")
        his = open_ticket(
            world,
            requester_id=ngaire.guest_id,
            about_id="BK-52005",
            subject="Wants her husband's booking cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=his.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good day. It concerns Tokyo, BK-52006. The colleague in the single cannot come, so the single is to go; and "
        "we two in the double should like to come from 27 November to 30 November instead. Kindly tell me beforehand "
        "what the whole operation costs, since I have a ceiling. E. Vasseur"
    ),
    facts={
        "email": "emeric.vasseur@example.net",
        "ceiling or maximum for everything together": "15,000 yen",
        "what to do beyond that": "cancel the single and leave the double on its dates",
    },
    behaviour=Behaviour(
        "Formal and exact. Spends up to 15,000 yen on penalty, fee and difference together; beyond that the double "
        "stays on its dates and the single alone is cancelled.",
        refuses=("15600", "15600.00", "17556", "17556.00"),
        answers=dict.fromkeys(
            (*ASKED_FOR_A_LIMIT, "above limit", "above ceiling", "more ceiling", "only cancel single", "budget"),
            "15,000 yen for everything. Above that cancel the single and leave the double on its dates.",
        ),
    ),
    records=[
        guest("GST-2005", "Émeric Vasseur", "emeric.vasseur@example.net", country="France", tier="silver"),
        period("LP-2005-2", "gold", "2023-01-01", "2024-12-31"),
        booking(
            "BK-52006",
            "GST-2005",
            "2025-08-05",
            "2025-11-15",
            "2025-11-18",
            [room("TYO1-DBL", board="breakfast", infants=1), room("TYO1-SGL", adults=1)],
            plan="semi_flexible",
            history=[
                ("2025-08-19T10:20", "message", "Asks whether the hotel has a lift."),
                ("2025-08-20T09:05", "message", "Told that it has one."),
                ("2025-09-02T13:40", "changed_guests", "An infant comes along; free.", 1),
                ("2025-09-02T13:55", "message", "Thanks for the quick help."),
                ("2025-10-07T08:30", "changed_dates", "One day later than first booked, at the same price."),
            ],
        ),
        booking(
            "BK-52007",
            "GST-2005",
            "2025-08-05",
            "2025-12-04",
            "2025-12-06",
            [room("TYO1-SGL", adults=1)],
        ),
    ],
    policy=[
        "cancellation.md#penalty",
        "changes.md#change-fee",
        "changes.md#price-of-a-changed-stay",
        "changes.md#what-can-be-changed",
        "guests.md#partner-grades",
        "guests.md#loyalty-tiers",
        "money-and-time.md#currencies",
    ],
    tell=["7992", "2040", "3528"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting"],
)
def test_case_CNL_004(trial: Trial) -> None:
    """Tokyo at 69 hours, Silver, a second change that page two of the history gives away: 13,560 yen in all."""
    with trial.golden() as world:
        emeric = verify_guest(world, email="emeric.vasseur@example.net", booking_id="BK-52006")
        find_booking(world, booking_id="BK-52006")
        file = get_booking(world, booking_id="BK-52006")
        double, single = file.rooms.items
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=emeric.guest_id)
        get_guest_mark(world, guest_id=emeric.guest_id)
        list_disputes(world, booking_id="BK-52006")
        list_booking_events(world, booking_id="BK-52006")
        list_booking_events(world, booking_id="BK-52006", page=2)
        search_articles(world, query="change fee")
        nights = get_rates(
            world,
            room_type_id=double.room_type_id,
            from_night=date.fromisoformat("2025-11-27"),
            to_night=date.fromisoformat("2025-11-30") - timedelta(days=1),
        ).items
        breakfast = list_board_prices(world, hotel_id=hotel.id)[0]
        today = list_exchange_rates(world, currency="JPY").items[2]
        card = get_payments(world, booking_id="BK-52006").payments[0]
        list_tickets(world, requester_id=emeric.guest_id)
        penalty = money(single.total * (30 - 10) / 100)
        new_total = sum((money(night.rate * 90 / 100) + breakfast.adult * 2 for night in nights), money(0))
        cancel_room(world, room_id=single.id, penalty=penalty)
        issue_refund(world, payment_id=card.id, amount=single.total - penalty, reason="cancellation")
        given_up = open_ticket(
            world,
            requester_id=emeric.guest_id,
            about_id="BK-52006",
            subject="Single room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=given_up.id, outcome="resolved", reason="completed")
        change_room(
            world,
            room_id=double.id,
            new_total=new_total,
            arrival=date.fromisoformat("2025-11-27"),
            departure=date.fromisoformat("2025-11-30"),
        )
        create_charge(
            world, booking_id="BK-52006", payer="guest", amount=new_total - double.total, kind="stay_difference"
        )
        fee = money(money(25 * today.per_euro) / 2)
        create_charge(world, booking_id="BK-52006", payer="guest", amount=fee, kind="change_fee")
        moved = open_ticket(
            world,
            requester_id=emeric.guest_id,
            about_id="BK-52006",
            subject="Double room moved to 27-30 November",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=moved.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee", name="a first change") as world:
        emeric = verify_guest(world, email="emeric.vasseur@example.net", booking_id="BK-52006")
        cancel_room(world, room_id="RM-52006-2", penalty=money("7992.00"))
        issue_refund(world, payment_id="PAY-52006-1", amount=money("31968.00"), reason="cancellation")
        change_room(
            world,
            room_id="RM-52006-1",
            new_total=money("69648.00"),
            arrival=date.fromisoformat("2025-11-27"),
            departure=date.fromisoformat("2025-11-30"),
        )
        create_charge(world, booking_id="BK-52006", payer="guest", amount=money("3528.00"), kind="stay_difference")
        for topic in ("cancellation", "change"):
            filed = open_ticket(
                world,
                requester_id=emeric.guest_id,
                about_id="BK-52006",
                subject="Tokyo",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="the whole fee, above the ceiling") as world:
        emeric = verify_guest(world, email="emeric.vasseur@example.net", booking_id="BK-52006")
        cancel_room(world, room_id="RM-52006-2", penalty=money("7992.00"))
        issue_refund(world, payment_id="PAY-52006-1", amount=money("31968.00"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=emeric.guest_id,
            about_id="BK-52006",
            subject="Single room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#partner-grades") as world:
        emeric = verify_guest(world, email="emeric.vasseur@example.net", booking_id="BK-52006")
        cancel_room(world, room_id="RM-52006-2", penalty=money("19980.00"))
        issue_refund(world, payment_id="PAY-52006-1", amount=money("19980.00"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=emeric.guest_id,
            about_id="BK-52006",
            subject="Single room cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#currencies", name="a forecast") as world:
        emeric = verify_guest(world, email="emeric.vasseur@example.net", booking_id="BK-52006")
        cancel_room(world, room_id="RM-52006-2", penalty=money("7992.00"))
        issue_refund(world, payment_id="PAY-52006-1", amount=money("31968.00"), reason="cancellation")
        change_room(
            world,
            room_id="RM-52006-1",
            new_total=money("69648.00"),
            arrival=date.fromisoformat("2025-11-27"),
            departure=date.fromisoformat("2025-11-30"),
        )
        create_charge(world, booking_id="BK-52006", payer="guest", amount=money("3528.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52006", payer="guest", amount=money("2049.00"), kind="change_fee")
        for topic in ("cancellation", "change"):
            filed = open_ticket(
                world,
                requester_id=emeric.guest_id,
                about_id="BK-52006",
                subject="Tokyo",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
