"""Hotels that do not know a booking or cannot honour it: sent again, another hotel, or the whole price back.

Canary: thinkingbox-eval-88230595-1490-4cb1-89bb-1cc8683a6fd2-travel-overbooked. Not for training.
"""

from __future__ import annotations

from datetime import timedelta

from sandbox_travel.records import booking, calendar, guest, pay, position, room, ticket, voucher
from sandbox_travel.tools import (
    ask_hotel,
    cancel_room,
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
    list_bookings,
    list_disputes,
    list_hotel_distances,
    list_hotel_requests,
    list_room_types,
    list_tickets,
    list_vouchers,
    move_to_hotel,
    open_ticket,
    resend_booking,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Nobody in Lisbon has ever heard of me! I rang both houses: Miradouro for tonight, Alecrim from tomorrow, and "
        "the lady at Alecrim says that they are overbooked in any case and that you owe me a better hotel and forty "
        "euros a night. I would take Tejo Norte. Baptiste Quemener"
    ),
    facts={
        "email": "baptiste.quemener@example.com",
        "last four digits of the phone number": "0187",
    },
    behaviour=Behaviour(
        "Worked up, then relieved. Has no booking numbers at hand. Content when told that his rooms are safe.",
        pushes=("The lady said overbooked, in so many words. Put me into Tejo Norte and give me the vouchers.",),
    ),
    records=[
        guest("GST-2087", "Baptiste Quemener", "baptiste.quemener@example.com", country="France"),
        booking("BK-52131", "GST-2087", "2025-08-18", "2025-11-12", "2025-11-13", [room("LIS1-DBL")]),
        position("HP-52131-1", "confirm_booking", "confirmed"),
        booking(
            "BK-52132",
            "GST-2087",
            "2025-08-18",
            "2025-11-13",
            "2025-11-19",
            [room("LIS4-DBL", board="breakfast")],
            plan="semi_flexible",
        ),
        position("HP-52132-1", "confirm_booking", "unknown"),
        calendar("LIS4-DBL", ("2025-11-13", "2025-11-18", None, 1)),
        booking("BK-52134", "GST-2087", "2025-06-02", "2025-07-04", "2025-07-06", [room("LIS4-DBL")]),
        ticket(
            "TK-3087",
            "GST-2087",
            "hotel",
            "Fridge on the page, none in the room",
            "2025-07-07",
            about_id="BK-52134",
            status="closed",
        ),
    ],
    policy=[
        "hotels.md#asking-a-hotel",
        "hotels.md#booking-unknown",
        "filing.md#priority",
        "money-and-time.md#hours-before-check-in",
        "guests.md#identity-check",
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary"],
    twin="HTL_002",
)
def test_case_HTL_001(trial: Trial) -> None:
    """One hotel knows him after all, the other has one room left on every night: the booking is sent again."""
    with trial.golden() as world:
        baptiste = verify_guest(world, email="baptiste.quemener@example.com", phone_last4="0187")
        later, tonight, _ = list_bookings(world, guest_id=baptiste.guest_id).items
        find_booking(world, booking_id=tonight.booking_id)
        find_booking(world, booking_id=later.booking_id)
        stay = get_booking(world, booking_id=later.booking_id).rooms.items[0]
        get_booking(world, booking_id=tonight.booking_id)
        get_hotel(world, hotel_id="HTL-LIS1")
        get_hotel(world, hotel_id="HTL-LIS4")
        list_hotel_requests(world, booking_id=tonight.booking_id)
        list_hotel_requests(world, booking_id=later.booking_id)
        list_tickets(world, requester_id=baptiste.guest_id)
        ask_hotel(world, booking_id=tonight.booking_id, question="confirm_booking", subject="none")
        ask_hotel(world, booking_id=later.booking_id, question="confirm_booking", subject="none")
        last_night = stay.departure - timedelta(days=1)
        get_rates(world, room_type_id=stay.room_type_id, from_night=stay.arrival, to_night=last_night)
        get_rates(world, room_type_id=stay.room_type_id, from_night=stay.arrival, to_night=last_night, page=2)
        resend_booking(world, booking_id=later.booking_id)
        here = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id=tonight.booking_id,
            subject="Miradouro confirms the booking",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=here.id, outcome="resolved", reason="completed")
        there = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id=later.booking_id,
            subject="Booking sent to Alecrim again",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=there.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#asking-a-hotel", name="overbooked, as the lady said") as world:
        baptiste = verify_guest(world, email="baptiste.quemener@example.com", phone_last4="0187")
        ask_hotel(world, booking_id="BK-52131", question="confirm_booking", subject="none")
        ask_hotel(world, booking_id="BK-52132", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52132-1",
            hotel_id="HTL-LIS1",
            room_type_id="RT-LIS1-DBL",
            board="breakfast",
            new_total=money("664.20"),
        )
        create_charge(world, booking_id="BK-52132", payer="guest", amount=money("113.40"), kind="stay_difference")
        give_voucher(
            world,
            guest_id=baptiste.guest_id,
            booking_id="BK-52132",
            amount=money("120.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        here = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id="BK-52131",
            subject="Miradouro",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=here.id, outcome="resolved", reason="completed")
        there = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id="BK-52132",
            subject="Alecrim",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=there.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority", name="both urgent") as world:
        baptiste = verify_guest(world, email="baptiste.quemener@example.com", phone_last4="0187")
        ask_hotel(world, booking_id="BK-52131", question="confirm_booking", subject="none")
        ask_hotel(world, booking_id="BK-52132", question="confirm_booking", subject="none")
        resend_booking(world, booking_id="BK-52132")
        for about in ("BK-52131", "BK-52132"):
            filed = open_ticket(
                world,
                requester_id=baptiste.guest_id,
                about_id=about,
                subject="Booking not known",
                topic="hotel",
                priority="urgent",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#booking-unknown", name="both sent again") as world:
        baptiste = verify_guest(world, email="baptiste.quemener@example.com", phone_last4="0187")
        resend_booking(world, booking_id="BK-52131")
        resend_booking(world, booking_id="BK-52132")
        one = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id="BK-52131",
            subject="Booking not known",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=one.id, outcome="resolved", reason="completed")
        two = open_ticket(
            world,
            requester_id=baptiste.guest_id,
            about_id="BK-52132",
            subject="Booking not known",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=two.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Alecrim says it has no Krawczyk from tomorrow on. BK-52133, two of us, breakfast, a week of tiles and custard "
        "tarts. Your colleague on the telephone promised Tejo Norte if anything went wrong, so?"
    ),
    facts={
        "email": "zuzanna.krawczyk@example.com",
        "another hotel or money back": (
            "another hotel if it takes no more than 20 euros on top, otherwise all the money back"
        ),
    },
    behaviour=Behaviour(
        "Ironic, to the point. Adds up to 20 euros of her own for another hotel; if it is more, she wants her "
        "money back.",
        pushes=("Tejo Norte was promised to me on the telephone. Five stars, I wrote it down.",),
        accepts=("9.00", "559.80"),
        answers={
            "Alecrim say": "That they have no booking of my name for those nights. I asked twice.",
            "holder booking": "Yes, I booked it myself.",
            "which hotel": "Another hotel if I add no more than 20 euros myself, otherwise all my money back.",
            "prefer hotel": "Another hotel if I add no more than 20 euros myself, otherwise all my money back.",
            "choose hotel": "Another hotel if I add no more than 20 euros myself, otherwise all my money back.",
            "option hotel": "Another hotel if I add no more than 20 euros myself, otherwise all my money back.",
        },
    ),
    records=[
        guest("GST-2088", "Zuzanna Krawczyk", "zuzanna.krawczyk@example.com", country="Poland", tier="silver"),
        booking(
            "BK-52133",
            "GST-2088",
            "2025-08-20",
            "2025-11-13",
            "2025-11-19",
            [room("LIS4-DBL", board="breakfast")],
            plan="semi_flexible",
        ),
        position("HP-52133-1", "confirm_booking", "unknown"),
        calendar("LIS4-DBL", ("2025-11-18", "2025-11-18", None, 0)),
        calendar("LIS1-DBL", ("2025-11-18", "2025-11-18", None, 0)),
        calendar("LIS1-FAM", ("2025-11-14", "2025-11-14", None, 0)),
    ],
    policy=[
        "hotels.md#booking-unknown",
        "hotels.md#overbooked",
        "changes.md#price-of-a-night",
        "filing.md#priority",
        "money-and-time.md#order-of-steps",
    ],
    tell=["559.80", "9.00", "120.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "boundary"],
    twin="HTL_001",
)
def test_case_HTL_002(trial: Trial) -> None:
    """Unknown, and full on the sixth night: the nearest of her class or one more that has room all the way is "
    "the third."""
    with trial.golden() as world:
        zuzanna = verify_guest(world, email="zuzanna.krawczyk@example.com", booking_id="BK-52133")
        find_booking(world, booking_id="BK-52133")
        file = get_booking(world, booking_id="BK-52133")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52133")
        list_tickets(world, requester_id=zuzanna.guest_id)
        list_disputes(world, booking_id="BK-52133")
        get_guest_mark(world, guest_id=zuzanna.guest_id)
        get_payments(world, booking_id="BK-52133")
        ask_hotel(world, booking_id="BK-52133", question="confirm_booking", subject="none")
        last = stay.departure - timedelta(days=1)
        get_rates(world, room_type_id=stay.room_type_id, from_night=stay.arrival, to_night=last)
        get_rates(world, room_type_id=stay.room_type_id, from_night=stay.arrival, to_night=last, page=2)
        near, next_one, _ = list_hotel_distances(world, hotel_id=file.booking.hotel_id).items
        double, family, _ = list_room_types(world, hotel_id=near.hotel_id)
        get_rates(world, room_type_id=double.id, from_night=stay.arrival, to_night=last)
        get_rates(world, room_type_id=double.id, from_night=stay.arrival, to_night=last, page=2)
        get_rates(world, room_type_id=family.id, from_night=stay.arrival, to_night=last)
        other = list_room_types(world, hotel_id=next_one.hotel_id)[0]
        nights = [
            *get_rates(world, room_type_id=other.id, from_night=stay.arrival, to_night=last).items,
            *get_rates(world, room_type_id=other.id, from_night=stay.arrival, to_night=last, page=2).items,
        ]
        breakfast = list_board_prices(world, hotel_id=next_one.hotel_id)[0]
        price = sum((money(night.rate * 90 / 100) + breakfast.adult * 2 for night in nights), money(0))
        added = price - stay.total - money(stay.total * 50 / 100)
        move_to_hotel(
            world,
            room_id=stay.id,
            hotel_id=next_one.hotel_id,
            room_type_id=other.id,
            board="breakfast",
            new_total=stay.total + added,
        )
        create_charge(world, booking_id="BK-52133", payer="guest", amount=added, kind="stay_difference")
        give_voucher(
            world,
            guest_id=zuzanna.guest_id,
            booking_id="BK-52133",
            amount=money(40) * 3,
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=zuzanna.guest_id,
            about_id="BK-52133",
            subject="Alecrim full, moved to Casa do Azulejo",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#booking-unknown", name="sent again, the last night unread") as world:
        zuzanna = verify_guest(world, email="zuzanna.krawczyk@example.com", booking_id="BK-52133")
        ask_hotel(world, booking_id="BK-52133", question="confirm_booking", subject="none")
        resend_booking(world, booking_id="BK-52133")
        filed = open_ticket(
            world,
            requester_id=zuzanna.guest_id,
            about_id="BK-52133",
            subject="Sent again",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night", name="the flexible price, too dear for her") as world:
        zuzanna = verify_guest(world, email="zuzanna.krawczyk@example.com", booking_id="BK-52133")
        ask_hotel(world, booking_id="BK-52133", question="confirm_booking", subject="none")
        cancel_room(world, room_id="RM-52133-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52133-1", amount=money("550.80"), reason="overbooked")
        give_voucher(
            world,
            guest_id=zuzanna.guest_id,
            booking_id="BK-52133",
            amount=money("60.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=zuzanna.guest_id,
            about_id="BK-52133",
            subject="Money back",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#overbooked", name="all of the difference on us, six vouchers") as world:
        zuzanna = verify_guest(world, email="zuzanna.krawczyk@example.com", booking_id="BK-52133")
        ask_hotel(world, booking_id="BK-52133", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52133-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-DBL",
            board="breakfast",
            new_total=money("550.80"),
        )
        give_voucher(
            world,
            guest_id=zuzanna.guest_id,
            booking_id="BK-52133",
            amount=money("240.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=zuzanna.guest_id,
            about_id="BK-52133",
            subject="Moved",
            topic="hotel",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#priority", name="29 hours are not 24") as world:
        zuzanna = verify_guest(world, email="zuzanna.krawczyk@example.com", booking_id="BK-52133")
        ask_hotel(world, booking_id="BK-52133", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52133-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-DBL",
            board="breakfast",
            new_total=money("559.80"),
        )
        create_charge(world, booking_id="BK-52133", payer="guest", amount=money("9.00"), kind="stay_difference")
        give_voucher(
            world,
            guest_id=zuzanna.guest_id,
            booking_id="BK-52133",
            amount=money("120.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=zuzanna.guest_id,
            about_id="BK-52133",
            subject="Moved",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Four grown men with suitcases at Miradouro House, and the young man behind the desk says full. BK-52136. We "
        "have paid for four nights, all meals. What now? Femi Adeyinka"
    ),
    facts={
        "email": "femi.adeyinka@example.com",
        "booking number": "BK-52135",
        "last four digits of the phone number": "0189",
        "another hotel or money back": (
            "another hotel, provided that it is fixed in this conversation; if a colleague would first have to decide, "
            "everything back"
        ),
    },
    behaviour=Behaviour(
        "Calm, tired, decides quickly. Has two numbers on his sheet: the first is his cousin's. Would take another "
        "hotel at once, but waits for nobody's decision: then he wants everything back.",
        accepts=("1500.00", "412.00", "60.00"),
        answers={
            "correct booking number": "Then it is BK-52135. The first one must be my cousin's.",
            "booking number": "Then it is BK-52135. The first one must be my cousin's.",
            "which hotel": "Another hotel if it is fixed here; if a colleague must decide first, everything back.",
            "prefer hotel": "Another hotel if it is fixed here; if a colleague must decide first, everything back.",
            "choose hotel": "Another hotel if it is fixed here; if a colleague must decide first, everything back.",
            "option hotel": "Another hotel if it is fixed here; if a colleague must decide first, everything back.",
        },
    ),
    records=[
        guest("GST-2089", "Femi Adeyinka", "femi.adeyinka@example.com", country="Nigeria", tier="gold"),
        guest("GST-2091", "Kunle Adeyinka", "kunle.adeyinka@example.com", country="Nigeria"),
        voucher("VCH-2089", "GST-2089", "412.00", "compensation", "2025-03-02"),
        booking(
            "BK-52135",
            "GST-2089",
            "2025-08-05",
            "2025-11-12",
            "2025-11-16",
            [room("LIS1-FAM", adults=4, board="full_board")],
            payments=[pay("voucher", "412.00", voucher_id="VCH-2089"), pay("card", "1500.00")],
        ),
        position("HP-52135-1", "confirm_booking", "overbooked"),
        booking(
            "BK-52136",
            "GST-2091",
            "2025-08-05",
            "2025-11-12",
            "2025-11-16",
            [room("LIS1-DBL", board="full_board")],
        ),
        position("HP-52136-1", "confirm_booking", "confirmed"),
    ],
    policy=[
        "hotels.md#booking-unknown",
        "hotels.md#overbooked",
        "payments.md#limit",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "changes.md#price-of-a-night",
        "filing.md#priority",
    ],
    tell=["1500.00", "412.00", "60.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "recovery"],
)
def test_case_HTL_003(trial: Trial) -> None:
    """The only hotel that fits is without meals and so much cheaper that the refund passes €800: all the money back."""
    with trial.golden() as world:
        femi = verify_guest(world, email="femi.adeyinka@example.com", booking_id="BK-52135")
        find_booking(world, booking_id="BK-52135")
        file = get_booking(world, booking_id="BK-52135")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52135")
        list_tickets(world, requester_id=femi.guest_id)
        list_disputes(world, booking_id="BK-52135")
        get_guest_mark(world, guest_id=femi.guest_id)
        used, card = get_payments(world, booking_id="BK-52135").payments
        old = list_vouchers(world, guest_id=femi.guest_id).items[0]
        ask_hotel(world, booking_id="BK-52135", question="confirm_booking", subject="none")
        list_hotel_distances(world, hotel_id=file.booking.hotel_id)
        list_room_types(world, hotel_id="HTL-LIS2")
        list_board_prices(world, hotel_id="HTL-LIS2")
        get_rates(
            world,
            room_type_id="RT-LIS2-FAM",
            from_night=stay.arrival,
            to_night=stay.departure - timedelta(days=1),
        )
        cancel_room(world, room_id=stay.id, penalty=money(0))
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="overbooked")
        give_voucher(
            world,
            guest_id=femi.guest_id,
            booking_id="BK-52135",
            amount=used.amount,
            reason="overbooked",
            valid_until=old.valid_until,
        )
        give_voucher(
            world,
            guest_id=femi.guest_id,
            booking_id="BK-52135",
            amount=money(60),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=femi.guest_id,
            about_id="BK-52135",
            subject="Miradouro overbooked, all the money back",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#limit", name="walked, for 1070 euros") as world:
        femi = verify_guest(world, email="femi.adeyinka@example.com", booking_id="BK-52135")
        ask_hotel(world, booking_id="BK-52135", question="confirm_booking", subject="none")
        move_to_hotel(
            world,
            room_id="RM-52135-1",
            hotel_id="HTL-LIS2",
            room_type_id="RT-LIS2-FAM",
            board="room_only",
            new_total=money("962.00"),
        )
        issue_refund(world, payment_id="PAY-52135-2", amount=money("950.00"), reason="overbooked")
        give_voucher(
            world,
            guest_id=femi.guest_id,
            booking_id="BK-52135",
            amount=money("120.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=femi.guest_id,
            about_id="BK-52135",
            subject="Walked",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#limit", name="escalated as a whole") as world:
        femi = verify_guest(world, email="femi.adeyinka@example.com", booking_id="BK-52135")
        ask_hotel(world, booking_id="BK-52135", question="confirm_booking", subject="none")
        filed = open_ticket(
            world,
            requester_id=femi.guest_id,
            about_id="BK-52135",
            subject="Overbooked",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="payments.md#vouchers", name="the old voucher made longer") as world:
        femi = verify_guest(world, email="femi.adeyinka@example.com", booking_id="BK-52135")
        ask_hotel(world, booking_id="BK-52135", question="confirm_booking", subject="none")
        cancel_room(world, room_id="RM-52135-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52135-2", amount=money("1500.00"), reason="overbooked")
        give_voucher(
            world,
            guest_id=femi.guest_id,
            booking_id="BK-52135",
            amount=money("472.00"),
            reason="overbooked",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=femi.guest_id,
            about_id="BK-52135",
            subject="Money back",
            topic="hotel",
            priority="urgent",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
