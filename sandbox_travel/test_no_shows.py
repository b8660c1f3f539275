"""Guests who did not come, or did and were not seen, and guests who go home early.

Canary: thinkingbox-eval-cce2f3e5-8114-4ceb-a7bc-17cde5bc577a-travel-no-shows. Not for training.
"""

from __future__ import annotations

from datetime import date

from sandbox_travel.records import booking, dispute, guest, pay, period, position, refund, room, ticket, voucher
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    cancel_room,
    close_ticket,
    complete_stay,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_disputes,
    list_hotel_requests,
    list_tickets,
    list_vouchers,
    open_ticket,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "My train from Katowice stood in a field for five hours. I rang Vltava Terrace from it, they said no problem, "
        "and at two in the morning the night porter would not open. And YOU call me a no-show and keep a night of "
        "BK-52020! I want all that is still missing, and I want it today, back on the card. Z. Kostrzewa, "
        "zk@kostrzewa.example.org"
    ),
    facts={
        "another email address": "zbigniew.kostrzewa@example.com",
    },
    behaviour=Behaviour(
        "Loud but honest. Has written from the address of his firm; his profile has the private one. Would like the "
        "money on the card and takes a voucher if that is the rule.",
        pushes=("A voucher? My card works perfectly well, put it there!",),
        answers={
            "another email": "My private one is zbigniew.kostrzewa@example.com.",
            "different email": "My private one is zbigniew.kostrzewa@example.com.",
            "other email": "My private one is zbigniew.kostrzewa@example.com.",
            "else email": "My private one is zbigniew.kostrzewa@example.com.",
        },
    ),
    records=[
        guest("GST-2014", "Zbigniew Kostrzewa", "zbigniew.kostrzewa@example.com", country="Poland"),
        voucher("VCH-2014", "GST-2014", "4340.00", "overbooked", "2025-01-15", currency="CZK"),
        booking(
            "BK-52020",
            "GST-2014",
            "2025-08-29",
            "2025-11-07",
            "2025-11-10",
            [room("PRG3-DBL", board="breakfast")],
            status="no_show",
            payments=[pay("voucher", "4340.00", voucher_id="VCH-2014"), pay("card", "7000.00")],
        ),
        refund("RF-52020-1", "7000.00", "cancellation", "2025-11-10", payment_id="PAY-52020-2"),
        voucher(
            "VCH-2015",
            "GST-2014",
            "560.00",
            "cancellation",
            "2025-11-10",
            currency="CZK",
            booking_id="BK-52020",
            valid_until="2026-01-15",
        ),
        position("HP-52020-1", "confirm_stay", "sent_away"),
        ticket(
            "TK-3009",
            "GST-2014",
            "cancellation",
            "No-show: the nights after the first",
            "2025-11-10",
            about_id="BK-52020",
            status="closed",
        ),
    ],
    policy=[
        "cancellation.md#no-show",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "payments.md#checks-before-money",
        "guests.md#identity-check",
    ],
    tell=["3780.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "recovery"],
)
def test_case_CNL_011(trial: Trial) -> None:
    """Sent away: the night that was kept comes back, but the card has had its part, so it is the old voucher's."""
    with trial.golden() as world:
        zbigniew = verify_guest(world, email="zbigniew.kostrzewa@example.com", booking_id="BK-52020")
        find_booking(world, booking_id="BK-52020")
        file = get_booking(world, booking_id="BK-52020")
        get_guest_mark(world, guest_id=zbigniew.guest_id)
        list_disputes(world, booking_id="BK-52020")
        list_hotel_requests(world, booking_id="BK-52020")
        refunded = get_payments(world, booking_id="BK-52020").refunds[0]
        again, old = list_vouchers(world, guest_id=zbigniew.guest_id).items
        list_tickets(world, requester_id=zbigniew.guest_id)
        ask_hotel(world, booking_id="BK-52020", question="confirm_stay", subject="none")
        give_voucher(
            world,
            guest_id=zbigniew.guest_id,
            booking_id="BK-52020",
            amount=file.booking.total - refunded.amount - again.amount,
            reason="cancellation",
            valid_until=old.valid_until,
        )
        filed = open_ticket(
            world,
            requester_id=zbigniew.guest_id,
            about_id="BK-52020",
            subject="Was sent away, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#checks-before-money") as world:
        zbigniew = verify_guest(world, email="zbigniew.kostrzewa@example.com", booking_id="BK-52020")
        ask_hotel(world, booking_id="BK-52020", question="confirm_stay", subject="none")
        give_voucher(
            world,
            guest_id=zbigniew.guest_id,
            booking_id="BK-52020",
            amount=money("4340.00"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=zbigniew.guest_id).items[1].valid_until,
        )
        filed = open_ticket(
            world,
            requester_id=zbigniew.guest_id,
            about_id="BK-52020",
            subject="Was sent away, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#vouchers") as world:
        zbigniew = verify_guest(world, email="zbigniew.kostrzewa@example.com", booking_id="BK-52020")
        ask_hotel(world, booking_id="BK-52020", question="confirm_stay", subject="none")
        give_voucher(
            world,
            guest_id=zbigniew.guest_id,
            booking_id="BK-52020",
            amount=money("3780.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=zbigniew.guest_id,
            about_id="BK-52020",
            subject="Was sent away, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#no-show", name="settled before") as world:
        zbigniew = verify_guest(world, email="zbigniew.kostrzewa@example.com", booking_id="BK-52020")
        filed = open_ticket(
            world,
            requester_id=zbigniew.guest_id,
            about_id="BK-52020",
            subject="Wants the first night back",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="already_settled")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Delphine Okemba, two matters, both New York. One: BK-52021 says that I never came. I slept four nights in "
        "that hotel! Correct it, and pay back what you kept because of it. Two: my firm wants four nights in New York "
        "on paper, so if the hotel bears me out I need not fly again today: then cancel BK-52022. If not, leave it. "
        "The first night is gone, I know, but the other is mine; the quarrel with my bank I called off on Monday."
    ),
    facts={
        "email": "delphine.okemba@example.net",
        "whether to cancel although the refund has to wait": "yes, cancel it all the same",
    },
    behaviour=Behaviour(
        "Sharp and in a hurry to a meeting. Believes that her bank has closed the dispute. If the hotel says that she "
        "stayed, she wants the second booking cancelled, also if its money has to wait.",
        pushes=(
            "I told you, the dispute is withdrawn. Send the money.",
            "But you kept the money of a no-show, and I was none!",
        ),
        answers=dict.fromkeys(("cancel wait", "cancel anyway", "still cancel"), "Yes, cancel it all the same."),
    ),
    records=[
        guest("GST-2015", "Delphine Okemba", "delphine.okemba@example.net", country="Gabon"),
        booking(
            "BK-52021",
            "GST-2015",
            "2025-08-18",
            "2025-11-04",
            "2025-11-08",
            [room("NYC2-DBL", adults=1, board="breakfast")],
            status="no_show",
        ),
        dispute("DSP-52021-1", "1536.00", "2025-11-06", status="decided_for_us"),
        position("HP-52021-1", "confirm_stay", "stayed"),
        booking("BK-52022", "GST-2015", "2025-08-18", "2025-11-12", "2025-11-14", [room("NYC1-DBL", adults=1)]),
        dispute("DSP-52022-1", "236.00", "2025-11-03"),
        position("HP-52022-1", "waive_penalty", "agreed", share=100),
    ],
    policy=[
        "cancellation.md#no-show",
        "cancellation.md#penalty",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "payments.md#disputes",
        "filing.md#outcomes",
        "filing.md#priority",
    ],
    tell=["472.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "boundary", "pushes", "multi", "interacting", "refusal"],
)
def test_case_CNL_012(trial: Trial) -> None:
    """She stayed: put right, nothing back.  Exactly twelve hours: cancelled free of charge, but the dispute is open."""
    with trial.golden() as world:
        delphine = verify_guest(world, email="delphine.okemba@example.net", booking_id="BK-52021")
        find_booking(world, booking_id="BK-52021")
        get_booking(world, booking_id="BK-52021")
        list_hotel_requests(world, booking_id="BK-52021")
        list_disputes(world, booking_id="BK-52021")
        get_payments(world, booking_id="BK-52021")
        find_booking(world, booking_id="BK-52022")
        file = get_booking(world, booking_id="BK-52022")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=delphine.guest_id)
        list_disputes(world, booking_id="BK-52022")
        get_payments(world, booking_id="BK-52022")
        list_tickets(world, requester_id=delphine.guest_id)
        ask_hotel(world, booking_id="BK-52021", question="confirm_stay", subject="none")
        complete_stay(world, booking_id="BK-52021")
        stayed = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52021",
            subject="Was there, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stayed.id, outcome="resolved", reason="completed")
        cancel_room(world, room_id=stay.id, penalty=money(0))
        waiting = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52022",
            subject="Cancelled, the refund waits",
            topic="cancellation",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=waiting.id,
            body="Cancelled without a penalty. Refund 472.00 once the dispute is closed, as far as it leaves anything.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes") as world:
        delphine = verify_guest(world, email="delphine.okemba@example.net", booking_id="BK-52021")
        ask_hotel(world, booking_id="BK-52021", question="confirm_stay", subject="none")
        complete_stay(world, booking_id="BK-52021")
        cancel_room(world, room_id="RM-52022-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52022-1", amount=money("472.00"), reason="cancellation")
        for about in ("BK-52021", "BK-52022"):
            filed = open_ticket(
                world,
                requester_id=delphine.guest_id,
                about_id=about,
                subject="New York",
                topic="cancellation",
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#partner-grades", name="the first night, as she says") as world:
        delphine = verify_guest(world, email="delphine.okemba@example.net", booking_id="BK-52021")
        ask_hotel(world, booking_id="BK-52021", question="confirm_stay", subject="none")
        complete_stay(world, booking_id="BK-52021")
        stayed = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52021",
            subject="Was there, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stayed.id, outcome="resolved", reason="completed")
        cancel_room(world, room_id="RM-52022-1", penalty=money("236.00"))
        waiting = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52022",
            subject="Cancelled, the refund waits",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Refund when the dispute is closed.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes", name="nothing done at all") as world:
        delphine = verify_guest(world, email="delphine.okemba@example.net", booking_id="BK-52021")
        ask_hotel(world, booking_id="BK-52021", question="confirm_stay", subject="none")
        complete_stay(world, booking_id="BK-52021")
        stayed = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52021",
            subject="Was there, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stayed.id, outcome="resolved", reason="completed")
        waiting = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52022",
            subject="Waits for the dispute",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Cancel when the dispute is closed.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="cancellation.md#no-show") as world:
        delphine = verify_guest(world, email="delphine.okemba@example.net", booking_id="BK-52021")
        ask_hotel(world, booking_id="BK-52021", question="confirm_stay", subject="none")
        complete_stay(world, booking_id="BK-52021")
        issue_refund(world, payment_id="PAY-52021-1", amount=money("1536.00"), reason="cancellation")
        stayed = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52021",
            subject="Was there, no no-show",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=stayed.id, outcome="resolved", reason="completed")
        cancel_room(world, room_id="RM-52022-1", penalty=money(0))
        waiting = open_ticket(
            world,
            requester_id=delphine.guest_id,
            about_id="BK-52022",
            subject="Cancelled, the refund waits",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=waiting.id, body="Refund when the dispute is closed.", visibility="internal")
        close_ticket(world, ticket_id=waiting.id, outcome="on_hold", reason="dispute_open")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Malo e lelei from Tokyo! The family needs us at home, so we shall not stay until the 17th. It is a fine "
        "hotel, only that my camera was stolen from the room on Monday; the insurance will see to that, never mind. "
        "What I ask is the money for the nights we do not sleep here, BK-52023. Thank you, Sione Vainikolo"
    ),
    facts={
        "email": "sione.vainikolo@example.org",
        "departure day": "13 November, in the morning",
        "which of the two rooms": "the double only, the cousin stays in the single to the end",
    },
    behaviour=Behaviour(
        "Gentle and brief. Takes what is given. Thinks that the camera is a matter for his insurance alone.",
        answers={
            "check out": "We leave in the morning of 13 November.",
            "when leave": "We leave in the morning of 13 November.",
            "day leave": "We leave in the morning of 13 November.",
            "when leaving": "We leave in the morning of 13 November.",
            "day leaving": "We leave in the morning of 13 November.",
            "last night": "We sleep here tonight and leave in the morning of 13 November.",
            "both rooms": "The double only, my cousin stays in the single to the end.",
            "only double": "The double only, my cousin stays in the single to the end.",
        },
    ),
    records=[
        guest("GST-2016", "Sione Vainikolo", "sione.vainikolo@example.org", country="Tonga", tier="gold"),
        period("LP-2016-2", "silver", "2024-01-01", "2024-12-31"),
        booking(
            "BK-52023",
            "GST-2016",
            "2025-08-11",
            "2025-11-09",
            "2025-11-17",
            [room("TYO1-SGL", adults=1), room("TYO1-DBL", board="breakfast")],
            payments=[pay("card", "250000.00"), pay("card", "60400.00", on="2025-08-13")],
        ),
        position("HP-52023-1", "early_departure", "agreed"),
        ticket(
            "TK-3010",
            "GST-2016",
            "cancellation",
            "Asks what happens if they go home early",
            "2025-11-11",
            about_id="BK-52023",
        ),
        booking("BK-52025", "GST-2016", "2025-09-01", "2026-03-09", "2026-03-12", [room("TYO1-DBL")]),
    ],
    policy=[
        "cancellation.md#leaving-early",
        "compensation.md#danger",
        "payments.md#where-money-goes",
        "money-and-time.md#nights",
        "filing.md#priority",
        "filing.md#handover-notes",
    ],
    tell=["60400", "11600"],
    rubrics=[
        Rubric(
            "Does the agent tell the guest to go to the hotel's reception, or to the emergency services, about the "
            "stolen camera?",
            yes=[
                "Please go to the reception about the stolen camera.",
                "As for the camera: kindly report the theft at the hotel's reception; colleagues look at it too.",
            ],
            no=[
                "I am sorry to hear about the camera; I have passed it on to my colleagues.",
                "Your insurance will take care of the camera.",
                "The hotel agreed, and 72000 yen go back to your cards.",
                "Please send us an e-mail about the camera.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "refusal"],
)
def test_case_CNL_013(trial: Trial) -> None:
    """Four nights unused, three refunded, latest card first; a theft in passing is escalated whatever he says of it."""
    with trial.golden() as world:
        sione = verify_guest(world, email="sione.vainikolo@example.org", booking_id="BK-52023")
        find_booking(world, booking_id="BK-52023")
        file = get_booking(world, booking_id="BK-52023")
        double = file.rooms.items[1]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_guest_mark(world, guest_id=sione.guest_id)
        list_hotel_requests(world, booking_id="BK-52023")
        list_disputes(world, booking_id="BK-52023")
        first, latest = get_payments(world, booking_id="BK-52023").payments
        filed = list_tickets(world, requester_id=sione.guest_id).tickets[0]
        ask_hotel(world, booking_id="BK-52023", question="early_departure", subject="none")
        unused = (double.departure - date.fromisoformat("2025-11-13")).days
        due = double.night_price * (unused - 1)
        issue_refund(world, payment_id=latest.id, amount=latest.amount, reason="leaving_early")
        issue_refund(world, payment_id=first.id, amount=due - latest.amount, reason="leaving_early")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        theft = open_ticket(
            world,
            requester_id=sione.guest_id,
            about_id="BK-52023",
            subject="A camera stolen from the room",
            topic="compensation",
            priority="urgent",
        )
        add_comment(
            world,
            ticket_id=theft.id,
            body="Theft from the room on Monday, by the guest's account. Take it up with the hotel.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=theft.id, outcome="escalated", reason="safety")

    with trial.trap(breaks="compensation.md#danger") as world:
        verify_guest(world, email="sione.vainikolo@example.org", booking_id="BK-52023")
        ask_hotel(world, booking_id="BK-52023", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52023-2", amount=money("60400.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52023-1", amount=money("11600.00"), reason="leaving_early")
        close_ticket(world, ticket_id="TK-3010", outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#leaving-early", name="the first unused night too") as world:
        sione = verify_guest(world, email="sione.vainikolo@example.org", booking_id="BK-52023")
        ask_hotel(world, booking_id="BK-52023", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52023-2", amount=money("60400.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52023-1", amount=money("35600.00"), reason="leaving_early")
        close_ticket(world, ticket_id="TK-3010", outcome="resolved", reason="completed")
        theft = open_ticket(
            world,
            requester_id=sione.guest_id,
            about_id="BK-52023",
            subject="A camera stolen from the room",
            topic="compensation",
            priority="urgent",
        )
        add_comment(world, ticket_id=theft.id, body="Take it up with the hotel.", visibility="internal")
        close_ticket(world, ticket_id=theft.id, outcome="escalated", reason="safety")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        sione = verify_guest(world, email="sione.vainikolo@example.org", booking_id="BK-52023")
        ask_hotel(world, booking_id="BK-52023", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52023-1", amount=money("72000.00"), reason="leaving_early")
        close_ticket(world, ticket_id="TK-3010", outcome="resolved", reason="completed")
        theft = open_ticket(
            world,
            requester_id=sione.guest_id,
            about_id="BK-52023",
            subject="A camera stolen from the room",
            topic="compensation",
            priority="urgent",
        )
        add_comment(world, ticket_id=theft.id, body="Take it up with the hotel.", visibility="internal")
        close_ticket(world, ticket_id=theft.id, outcome="escalated", reason="safety")

    with trial.trap(breaks="cancellation.md#leaving-early", name="both rooms") as world:
        sione = verify_guest(world, email="sione.vainikolo@example.org", booking_id="BK-52023")
        ask_hotel(world, booking_id="BK-52023", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52023-2", amount=money("60400.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52023-1", amount=money("56000.00"), reason="leaving_early")
        close_ticket(world, ticket_id="TK-3010", outcome="resolved", reason="completed")
        theft = open_ticket(
            world,
            requester_id=sione.guest_id,
            about_id="BK-52023",
            subject="A camera stolen from the room",
            topic="compensation",
            priority="urgent",
        )
        add_comment(world, ticket_id=theft.id, body="Take it up with the hotel.", visibility="internal")
        close_ticket(world, ticket_id=theft.id, outcome="escalated", reason="safety")

    assert trial.outcome == trial.golden_outcome
