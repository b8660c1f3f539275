"""Prices found lower, invoices by the hotel's day, and a profile that no money may leave.

Canary: thinkingbox-eval-751bc046-956f-4c33-9a70-f63fbffe527b-travel-invoices. Not for training.
"""

from __future__ import annotations

from datetime import datetime

from sandbox_travel.records import booking, calendar, charge, guest, invoice, pay, position, refund, room, ticket
from sandbox_travel.tools import (
    add_booking_request,
    add_comment,
    ask_hotel,
    cancel_room,
    close_ticket,
    create_charge,
    find_booking,
    find_guest,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    get_rates,
    issue_invoice,
    issue_refund,
    list_board_prices,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_invoices,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    open_ticket,
    reissue_invoice,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Kia ora e hoa, Anahera here. Our week at Baan Rim Nam in December, BK-52151, the four of us. Your own page "
        "has the family room at 5880 for the first night now and we paid as if it were 6100, so times seven that is "
        "1386 baht over our heads, eh. Can you match it? What we do about the stay depends on what you say."
    ),
    facts={
        "email": "anahera.parata@example.com",
        "what to do if the difference is paid back": "keep the stay, with a note for a quiet room",
        "what to do if nothing is paid back": "cancel the whole stay, as long as that costs nothing",
    },
    behaviour=Behaviour(
        "Cheerful, has done her sums on the back of an envelope. Keeps the stay if anything at all is paid back and "
        "then would like a quiet room; else she cancels it if that is free and books anew.",
        answers={
            "keep": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "keep cancel": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "do stay": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "would you like": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "proceed stay": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "keep stay": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "decide stay": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
            "want stay": "Paid back: keep it, with a note for a quiet room. If not: cancel it, if free.",
        },
    ),
    records=[
        *guest("GST-2097", "Anahera Parata", "anahera.parata@example.com", country="New Zealand"),
        *booking(
            "BK-52151",
            "GST-2097",
            "2025-08-12",
            "2025-12-01",
            "2025-12-08",
            [room("BKK1-FAM", children=2, board="breakfast")],
            plan="semi_flexible",
            payments=[pay("card", "36560.00"), pay("card", "20000.00", on="2025-08-15")],
        ),
        *calendar(
            "BKK1-FAM",
            ("2025-12-01", "2025-12-05", "5880.00", 3),
            ("2025-12-06", "2025-12-07", "6233.00", 3),
        ),
        *booking(
            "BK-52152",
            "GST-2097",
            "2024-11-05",
            "2025-02-10",
            "2025-02-14",
            [room("BKK1-FAM", children=2)],
            plan="semi_flexible",
        ),
        refund("RF-52152-1", "920.00", "price_match", "2024-12-02"),
    ],
    policy=[
        "payments.md#price-found-lower",
        "changes.md#price-of-a-night",
        "money-and-time.md#currencies",
        "payments.md#where-money-goes",
        "requests.md#what-needs-no-question",
        "filing.md#tickets",
    ],
    tell=["750.60"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "multi", "interacting"],
    twin="PAY_006",
)
def test_case_PAY_005(trial: Trial) -> None:
    """750.60 lower with the dear nights of the second page; twenty euros are 750.20 at yesterday's rate."""
    with trial.golden() as world:
        anahera = verify_guest(world, email="anahera.parata@example.com", booking_id="BK-52151")
        find_booking(world, booking_id="BK-52151")
        file = get_booking(world, booking_id="BK-52151")
        family = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=anahera.guest_id)
        list_disputes(world, booking_id="BK-52151")
        latest = get_payments(world, booking_id="BK-52151").payments[1]
        list_exchange_rates(world, currency="THB")
        list_tickets(world, requester_id=anahera.guest_id)
        extra = next(
            kind.extra_person for kind in list_room_types(world, hotel_id=hotel.id) if kind.id == family.room_type_id
        )
        adult = next(item.adult for item in list_board_prices(world, hotel_id=hotel.id) if item.board == family.board)
        early = get_rates(
            world, room_type_id=family.room_type_id, from_night=family.arrival, to_night=family.departure
        ).items
        late = get_rates(
            world, room_type_id=family.room_type_id, from_night=family.arrival, to_night=family.departure, page=2
        ).items
        guests = 2 * money(extra / 2) + 2 * adult + 2 * money(adult / 2)
        total = sum((money(night.rate * 90 / 100) + guests for night in [*early, *late][:7]), money(0))
        issue_refund(world, payment_id=latest.id, amount=family.total - total, reason="price_match")
        price = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52151", room_id=family.id, wish="quiet_room")
        wish = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#currencies") as world:
        anahera = verify_guest(world, email="anahera.parata@example.com", booking_id="BK-52151")
        price = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")
        cancel_room(world, room_id="RM-52151-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52151-2", amount=money("20000.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52151-1", amount=money("36560.00"), reason="cancellation")
        ended = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        anahera = verify_guest(world, email="anahera.parata@example.com", booking_id="BK-52151")
        issue_refund(world, payment_id="PAY-52151-2", amount=money("1386.00"), reason="price_match")
        add_booking_request(world, booking_id="BK-52151", room_id="RM-52151-1", wish="quiet_room")
        price = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")
        wish = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        anahera = verify_guest(world, email="anahera.parata@example.com", booking_id="BK-52151")
        issue_refund(world, payment_id="PAY-52151-1", amount=money("750.60"), reason="price_match")
        add_booking_request(world, booking_id="BK-52151", room_id="RM-52151-1", wish="quiet_room")
        price = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")
        wish = open_ticket(
            world,
            requester_id=anahera.guest_id,
            about_id="BK-52151",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Request for price adjustment. Hotel: Baan Rim Nam. Seven nights from 1 December, two adults, two children, "
        "breakfast. Current rate on your site: 5880 THB instead of 6100. Expected refund: 1386 THB. "
        "What becomes of the stay I decide on your answer. Regards, B. Hrytsenko"
    ),
    facts={
        "email": "bogdan.hrytsenko@example.net",
        "last four digits of the phone number": "0198",
        "what to do if nothing is refunded": "cancel the whole stay, provided that it costs nothing",
        "what to do if something is refunded": "keep the stay, with a note for a quiet room",
    },
    behaviour=Behaviour(
        "An engineer; writes reports. Shows his calculation once more when he is contradicted. Cancels if nothing "
        "comes back and cancelling is free; else he keeps the stay and would like a quiet room.",
        pushes=("220 THB by 0.9 by 7 nights is 1386 THB. The arithmetic is on my side.",),
        answers={
            "keep": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "keep cancel": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "do stay": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "would you like": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "proceed stay": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "keep stay": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "decide stay": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
            "want stay": "No refund: cancel, if free. Refund: keep it, with a note for a quiet room.",
        },
    ),
    records=[
        *guest("GST-2098", "Bogdan Hrytsenko", "bogdan.hrytsenko@example.net", country="Ukraine"),
        *booking(
            "BK-52153",
            "GST-2098",
            "2025-08-12",
            "2025-12-01",
            "2025-12-08",
            [room("BKK1-FAM", children=2, board="breakfast")],
            plan="semi_flexible",
            payments=[pay("card", "36560.00"), pay("card", "20000.00", on="2025-08-15")],
        ),
        *calendar(
            "BKK1-FAM",
            ("2025-12-01", "2025-12-05", "5880.00", 3),
            ("2025-12-06", "2025-12-07", "6234.00", 3),
        ),
        *booking(
            "BK-52154",
            "GST-2098",
            "2025-08-12",
            "2026-01-05",
            "2026-01-09",
            [room("BKK1-FAM", children=2, board="breakfast")],
            plan="semi_flexible",
        ),
    ],
    policy=[
        "payments.md#price-found-lower",
        "changes.md#price-of-a-night",
        "money-and-time.md#currencies",
        "payments.md#where-money-goes",
        "cancellation.md#penalty",
        "filing.md#tickets",
    ],
    tell=["20000.00", "36560.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "boundary",
        "pushes",
        "multi",
        "interacting",
        "refusal",
    ],
    twin="PAY_005",
)
def test_case_PAY_006(trial: Trial) -> None:
    """748.80 lower is less than twenty euros: nothing, and so the stay is cancelled free of charge."""
    with trial.golden() as world:
        bogdan = verify_guest(world, email="bogdan.hrytsenko@example.net", phone_last4="0198")
        list_bookings(world, guest_id=bogdan.guest_id)
        find_booking(world, booking_id="BK-52153")
        file = get_booking(world, booking_id="BK-52153")
        family = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=bogdan.guest_id)
        list_disputes(world, booking_id="BK-52153")
        first, latest = get_payments(world, booking_id="BK-52153").payments
        list_exchange_rates(world, currency="THB")
        list_room_types(world, hotel_id=hotel.id)
        list_board_prices(world, hotel_id=hotel.id)
        for page in (1, 2):
            get_rates(
                world,
                room_type_id=family.room_type_id,
                from_night=family.arrival,
                to_night=family.departure,
                page=page,
            )
        list_loyalty_periods(world, guest_id=bogdan.guest_id)
        list_tickets(world, requester_id=bogdan.guest_id)
        price = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="declined", reason="no_entitlement")
        cancel_room(world, room_id=family.id, penalty=money(0))
        issue_refund(world, payment_id=latest.id, amount=latest.amount, reason="cancellation")
        issue_refund(world, payment_id=first.id, amount=first.amount, reason="cancellation")
        ended = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="Cancelled, nothing kept",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#price-found-lower") as world:
        bogdan = verify_guest(world, email="bogdan.hrytsenko@example.net", phone_last4="0198")
        issue_refund(world, payment_id="PAY-52153-2", amount=money("748.80"), reason="price_match")
        price = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52153", room_id="RM-52153-1", wish="quiet_room")
        wish = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        bogdan = verify_guest(world, email="bogdan.hrytsenko@example.net", phone_last4="0198")
        issue_refund(world, payment_id="PAY-52153-2", amount=money("1386.00"), reason="price_match")
        price = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="A price found lower",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=price.id, outcome="resolved", reason="completed")
        add_booking_request(world, booking_id="BK-52153", room_id="RM-52153-1", wish="quiet_room")
        wish = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        bogdan = verify_guest(world, email="bogdan.hrytsenko@example.net", phone_last4="0198")
        cancel_room(world, room_id="RM-52153-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52153-2", amount=money("20000.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52153-1", amount=money("36560.00"), reason="cancellation")
        ended = open_ticket(
            world,
            requester_id=bogdan.guest_id,
            about_id="BK-52153",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=ended.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I cannot sleep, so I am doing my papers. Two hotels are missing from the pile for the tax office. The one in "
        "New York, from the conference in September, never sent me anything at all: my firm goes under my name there. "
        "Your statement of it also has two odd amounts at the end that I never agreed to. And the paper from Pensao "
        "Alecrim names a firm that does not exist, because somebody cannot spell. Florbela Queirós"
    ),
    facts={
        "email": "florbela.queiros@example.com",
        "loyalty number": "SB-42099",
        "billing address for the New York invoice": "Travessa do Limoeiro 8 4050 Porto",
        "right name of the firm": "Queirós & Filhos Lda",
        "the two odd amounts": "15.20 and 9.80 dollars",
        "which stay at Pensao Alecrim": "the one of September; the paper of April may stay as it is",
    },
    behaviour=Behaviour(
        "Wide awake at three in the morning, wry and patient.",
        pushes=("9.80 and 15.20 come from the same hotel in the same week. Pay both, or I shall lie awake again.",),
        answers={
            "april": "Leave April as it is; September is the one that I need.",
            "firm name": "Queirós & Filhos Lda, as the second line.",
            "firm spell": "Queirós & Filhos Lda.",
            "what second line": "Queirós & Filhos Lda, on both papers.",
            "mean one september": "Yes, the one of September.",
        },
    ),
    records=[
        *guest("GST-2099", "Florbela Queirós", "florbela.queiros@example.com", tier="gold"),
        *booking(
            "BK-52155",
            "GST-2099",
            "2025-06-30",
            "2025-09-08",
            "2025-09-12",
            [room("NYC1-SGL", adults=1)],
            payments=[pay("card", "400.00"), pay("card", "352.00", on="2025-07-14")],
        ),
        charge("CHR-52155-1", "9.80", "minibar", "2025-09-11"),
        charge("CHR-52155-2", "15.20", "city_tax", "2025-09-12"),
        *booking(
            "BK-52156",
            "GST-2099",
            "2025-07-22",
            "2025-09-10",
            "2025-09-13",
            [room("LIS4-SGL", adults=1)],
            status="completed",
        ),
        invoice(
            "INV-52156-1",
            "Florbela Queirós",
            "Travessa do Limoeiro 8 4050 Porto",
            "2025-09-15",
            second_line="Queiroz & Filhas Lda",
        ),
        *booking("BK-52157", "GST-2099", "2025-02-03", "2025-04-22", "2025-04-25", [room("LIS4-SGL", adults=1)]),
        invoice(
            "INV-52157-1",
            "Florbela Queirós",
            "Travessa do Limoeiro 8 4050 Porto",
            "2025-04-28",
            second_line="Queiroz & Filhos Lda",
        ),
    ],
    policy=[
        "payments.md#invoices-for-guests",
        "payments.md#unknown-charges",
        "payments.md#city-tax",
        "payments.md#where-money-goes",
        "money-and-time.md#calendar-days",
        "filing.md#outcomes",
    ],
    tell=["15.20"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes", "multi"],
    now=datetime(2025, 11, 12, 3, 0),
)
def test_case_PAY_007(trial: Trial) -> None:
    """In New York it is still the eleventh: sixty days for the invoice and the city tax, sixty-one for the minibar."""
    with trial.golden() as world:
        florbela = verify_guest(world, email="florbela.queiros@example.com", loyalty_number="SB-42099")
        list_bookings(world, guest_id=florbela.guest_id)
        for stay in ("BK-52155", "BK-52156", "BK-52157"):
            find_booking(world, booking_id=stay)
        hotel = get_hotel(world, hotel_id=get_booking(world, booking_id="BK-52155").booking.hotel_id)
        assert hotel.utc_offset == "-05:00"
        paid = get_payments(world, booking_id="BK-52155")
        latest, tax = paid.payments[1], paid.charges[1]
        list_disputes(world, booking_id="BK-52155")
        get_guest_mark(world, guest_id=florbela.guest_id)
        list_invoices(world, booking_id="BK-52155")
        get_booking(world, booking_id="BK-52156")
        old = list_invoices(world, booking_id="BK-52156")[0]
        list_invoices(world, booking_id="BK-52157")
        list_tickets(world, requester_id=florbela.guest_id)
        issue_invoice(
            world,
            booking_id="BK-52155",
            address="Travessa do Limoeiro 8 4050 Porto",
            second_line="Queirós & Filhos Lda",
        )
        issue_refund(world, payment_id=latest.id, amount=tax.amount, reason="charge_in_error")
        york = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52155",
            subject="New York: invoice, and two charges in doubt",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=york.id, outcome="resolved", reason="completed")
        reissue_invoice(world, invoice_id=old.id, second_line="Queirós & Filhos Lda")
        lisbon = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52156",
            subject="Lisbon: the firm on the invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=lisbon.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        florbela = verify_guest(world, email="florbela.queiros@example.com", loyalty_number="SB-42099")
        york = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52155",
            subject="New York: invoice, and two charges in doubt",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=york.id, outcome="declined", reason="outside_window")
        reissue_invoice(world, invoice_id="INV-52156-1", second_line="Queirós & Filhos Lda")
        lisbon = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52156",
            subject="Lisbon: the firm on the invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=lisbon.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#unknown-charges", name="both odd amounts") as world:
        florbela = verify_guest(world, email="florbela.queiros@example.com", loyalty_number="SB-42099")
        issue_invoice(
            world,
            booking_id="BK-52155",
            address="Travessa do Limoeiro 8 4050 Porto",
            second_line="Queirós & Filhos Lda",
        )
        issue_refund(world, payment_id="PAY-52155-2", amount=money("25.00"), reason="charge_in_error")
        york = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52155",
            subject="New York: invoice, and two charges in doubt",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=york.id, outcome="resolved", reason="completed")
        reissue_invoice(world, invoice_id="INV-52156-1", second_line="Queirós & Filhos Lda")
        lisbon = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52156",
            subject="Lisbon: the firm on the invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=lisbon.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#city-tax", name="city tax is not ours") as world:
        florbela = verify_guest(world, email="florbela.queiros@example.com", loyalty_number="SB-42099")
        issue_invoice(
            world,
            booking_id="BK-52155",
            address="Travessa do Limoeiro 8 4050 Porto",
            second_line="Queirós & Filhos Lda",
        )
        york = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52155",
            subject="New York: invoice, and two charges in doubt",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=york.id, outcome="resolved", reason="completed")
        reissue_invoice(world, invoice_id="INV-52156-1", second_line="Queirós & Filhos Lda")
        lisbon = open_ticket(
            world,
            requester_id=florbela.guest_id,
            about_id="BK-52156",
            subject="Lisbon: the firm on the invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=lisbon.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Tarquin Holloway speaking, and in some haste, the taxi is downstairs. Prague, Vltava Terrace: charged twice, "
        "plain as day, money back please, and my accountant wants the invoice for it, in my name alone. Then "
        "London next week, The Pelham Yard: I shall need the room longer on the last day. That is the lot."
    ),
    facts={
        "email": "t.holloway@example.com",
        "another email address": "tarquin.holloway@example.org",
        "booking number of the Prague stay": "BK-52158",
        "hour (time) until which the room is needed": "15:00",
        "billing address for the invoice": "Flat 2 Larch House Bristol BS1 4ZZ",
    },
    behaviour=Behaviour(
        "Clipped and impatient, a decent man underneath. Has not used his first address for years.",
        pushes=("Twice is twice. I want to know why it cannot be done on the spot.",),
        answers={
            "another email": "Very well, tarquin.holloway@example.org.",
            "different email": "Very well, tarquin.holloway@example.org.",
            "other email": "Very well, tarquin.holloway@example.org.",
            "another address": "Very well, tarquin.holloway@example.org.",
            "other address": "Very well, tarquin.holloway@example.org.",
            "different address": "Very well, tarquin.holloway@example.org.",
            "company": "No firm, just myself.",
            "firm": "No firm, just myself.",
            "second line": "No firm, just myself.",
            "much longer": "Until 15:00.",
        },
    ),
    records=[
        *guest(
            "GST-2100",
            "Tarquin Holloway",
            "tarquin.holloway@example.org",
            country="United Kingdom",
            tier="silver",
            mark="OSPREY",
            mark_until="2025-11-12",
        ),
        *guest("GST-2101", "Tarquin Holloway", "tarquin.h@example.net", country="United Kingdom", tier="gold"),
        *booking(
            "BK-52158",
            "GST-2100",
            "2025-08-06",
            "2025-10-13",
            "2025-10-16",
            [room("PRG3-SGL", adults=1, board="breakfast")],
            payments=[pay("card", "8010.00"), pay("card", "8010.00")],
        ),
        *booking(
            "BK-52159",
            "GST-2100",
            "2025-08-06",
            "2025-11-18",
            "2025-11-20",
            [room("LON1-DBL", adults=1, board="breakfast")],
        ),
        position("HP-52159-1", "special_request", "agreed", subject="late_checkout"),
        *booking("BK-52160", "GST-2101", "2025-08-07", "2025-11-18", "2025-11-21", [room("LON1-SGL", adults=1)]),
        ticket(
            "TK-3100",
            "GST-2100",
            "billing",
            "Asks for an invoice of a stay in Prague",
            "2025-10-27",
            about_id="BK-52158",
            priority="high",
            status="pending",
        ),
    ],
    policy=[
        "guests.md#marks",
        "guests.md#loyalty-tiers",
        "payments.md#checks-before-money",
        "payments.md#invoices-for-guests",
        "requests.md#price-of-early-and-late-hours",
        "requests.md#before-arrival",
        "filing.md#outcomes",
        "filing.md#handover-notes",
    ],
    tell=["27.60"],
    tags=["asks", "uncued", "two-policies", "decoy", "boundary", "pushes", "multi", "refusal", "recovery"],
)
def test_case_PAY_008(trial: Trial) -> None:
    """The mark counts on its last day: no money leaves, the invoice is made, and money towards us is taken as usual."""
    with trial.golden() as world:
        find_guest(world, name="Tarquin Holloway")
        tarquin = verify_guest(world, email="tarquin.holloway@example.org", booking_id="BK-52158")
        list_bookings(world, guest_id=tarquin.guest_id)
        find_booking(world, booking_id="BK-52158")
        get_booking(world, booking_id="BK-52158")
        get_payments(world, booking_id="BK-52158")
        list_disputes(world, booking_id="BK-52158")
        get_guest_mark(world, guest_id=tarquin.guest_id)
        list_invoices(world, booking_id="BK-52158")
        find_booking(world, booking_id="BK-52159")
        file = get_booking(world, booking_id="BK-52159")
        double = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=tarquin.guest_id)
        list_hotel_requests(world, booking_id="BK-52159")
        list_disputes(world, booking_id="BK-52159")
        get_payments(world, booking_id="BK-52159")
        filed = list_tickets(world, requester_id=tarquin.guest_id).tickets[0]
        issue_invoice(world, booking_id="BK-52158", address="Flat 2 Larch House Bristol BS1 4ZZ")
        add_comment(
            world,
            ticket_id=filed.id,
            body="Two payments of 8010.00 on one day; the invoice is made. Decide on the refund of the later one.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")
        ask_hotel(world, booking_id="BK-52159", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52159", room_id=double.id, wish="late_checkout", detail="until 15:00")
        price = money(money(double.night_price * 30 / 100) / 2)
        create_charge(world, booking_id="BK-52159", payer="guest", amount=price, kind="extra_hours")
        late = open_ticket(
            world,
            requester_id=tarquin.guest_id,
            about_id="BK-52159",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks") as world:
        tarquin = verify_guest(world, email="tarquin.holloway@example.org", booking_id="BK-52158")
        issue_refund(world, payment_id="PAY-52158-2", amount=money("8010.00"), reason="duplicate")
        issue_invoice(world, booking_id="BK-52158", address="Flat 2 Larch House Bristol BS1 4ZZ")
        close_ticket(world, ticket_id="TK-3100", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52159", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52159", room_id="RM-52159-1", wish="late_checkout")
        create_charge(world, booking_id="BK-52159", payer="guest", amount=money("27.60"), kind="extra_hours")
        late = open_ticket(
            world,
            requester_id=tarquin.guest_id,
            about_id="BK-52159",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="nothing at all is done") as world:
        tarquin = verify_guest(world, email="tarquin.holloway@example.org", booking_id="BK-52158")
        add_comment(world, ticket_id="TK-3100", body="Look at the profile.", visibility="internal")
        close_ticket(world, ticket_id="TK-3100", outcome="escalated", reason="account_review")
        late = open_ticket(
            world,
            requester_id=tarquin.guest_id,
            about_id="BK-52159",
            subject="Late check-out",
            topic="request",
            priority="high",
        )
        add_comment(world, ticket_id=late.id, body="Look at the profile.", visibility="internal")
        close_ticket(world, ticket_id=late.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        tarquin = verify_guest(world, email="tarquin.holloway@example.org", booking_id="BK-52158")
        issue_invoice(world, booking_id="BK-52158", address="Flat 2 Larch House Bristol BS1 4ZZ")
        add_comment(world, ticket_id="TK-3100", body="Decide on the refund.", visibility="internal")
        close_ticket(world, ticket_id="TK-3100", outcome="escalated", reason="account_review")
        ask_hotel(world, booking_id="BK-52159", question="special_request", subject="late_checkout")
        add_booking_request(world, booking_id="BK-52159", room_id="RM-52159-1", wish="late_checkout")
        create_charge(world, booking_id="BK-52159", payer="guest", amount=money("55.20"), kind="extra_hours")
        late = open_ticket(
            world,
            requester_id=tarquin.guest_id,
            about_id="BK-52159",
            subject="Late check-out",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
