"""Storms, illness and refused visas: who need not pay, who pays half, and what has to be on paper.

Canary: thinkingbox-eval-b4f617fb-4295-417e-b6df-6994da0b9d74-travel-beyond-control. Not for training.
"""

from __future__ import annotations

from sandbox_travel.records import booking, charge, document, guest, pay, period, position, room, ticket
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
    give_voucher,
    issue_refund,
    list_booking_events,
    list_disputes,
    list_documents,
    list_hotel_requests,
    list_loyalty_periods,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "the ferries are off, the flights are off, ophira has eaten iceland. what are our choices for BK-52008?? the "
        "colleague i had yesterday muttered about thirty per cent and i nearly dropped the phone. caoimhe"
    ),
    facts={
        "email": "caoimhe.brannigan@example.com",
        "cancel or new dates": "cancel both rooms",
    },
    behaviour="Writes in lower case and in a hurry. Wants to be rid of both rooms and takes what is due to her.",
    records=[
        guest(
            "GST-2006",
            "Caoimhe Brannigan",
            "caoimhe.brannigan@example.com",
            country="Ireland",
            tier="silver",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        booking(
            "BK-52008",
            "GST-2006",
            "2025-08-21",
            "2025-11-16",
            "2025-11-19",
            [
                room("KEF1-DBL", board="breakfast", night="160.20", paid="480.60", total="507.60"),
                room("KEF1-SGL", adults=1),
            ],
            plan="semi_flexible",
            payments=[pay("card", "783.00", instrument="closed")],
            history=[
                ("2025-09-04T10:00", "changed_dates", "From 9 to 14 November."),
                ("2025-10-02T15:30", "changed_dates", "From 14 to 16 November."),
            ],
        ),
        charge("CHR-52008-1", "27.00", "stay_difference", "2025-09-04"),
        charge("CHR-52008-2", "25.00", "change_fee", "2025-10-02"),
        booking("BK-52009", "GST-2006", "2025-08-21", "2025-11-19", "2025-11-21", [room("KEF1-DBL")]),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "cancellation.md#where-a-refund-goes",
        "filing.md#guides-and-bulletins",
        "payments.md#where-money-goes",
        "payments.md#limit",
    ],
    tell=["810.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary"],
    twin="CNL_006",
)
def test_case_CNL_005(trial: Trial) -> None:
    """The last day of the narrowed bulletin: nothing is kept but the fee, and the closed card's part is a voucher."""
    with trial.golden() as world:
        caoimhe = verify_guest(world, email="caoimhe.brannigan@example.com", booking_id="BK-52008")
        find_booking(world, booking_id="BK-52008")
        file = get_booking(world, booking_id="BK-52008")
        double, single = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Reykjavik")
        read_article(world, article_id="KB-214")
        get_guest_mark(world, guest_id=caoimhe.guest_id)
        list_disputes(world, booking_id="BK-52008")
        list_booking_events(world, booking_id="BK-52008")
        get_payments(world, booking_id="BK-52008")
        list_tickets(world, requester_id=caoimhe.guest_id)
        cancel_room(world, room_id=double.id, penalty=money(0))
        cancel_room(world, room_id=single.id, penalty=money(0))
        give_voucher(
            world,
            guest_id=caoimhe.guest_id,
            booking_id="BK-52008",
            amount=double.total + single.total,
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=caoimhe.guest_id,
            about_id="BK-52008",
            subject="Cancelled because of the storm",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#force-majeure") as world:
        caoimhe = verify_guest(world, email="caoimhe.brannigan@example.com", booking_id="BK-52008")
        cancel_room(world, room_id="RM-52008-1", penalty=money("101.52"))
        cancel_room(world, room_id="RM-52008-2", penalty=money("60.48"))
        give_voucher(
            world,
            guest_id=caoimhe.guest_id,
            booking_id="BK-52008",
            amount=money("648.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=caoimhe.guest_id,
            about_id="BK-52008",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#where-a-refund-goes") as world:
        caoimhe = verify_guest(world, email="caoimhe.brannigan@example.com", booking_id="BK-52008")
        cancel_room(world, room_id="RM-52008-1", penalty=money(0))
        cancel_room(world, room_id="RM-52008-2", penalty=money(0))
        give_voucher(
            world,
            guest_id=caoimhe.guest_id,
            booking_id="BK-52008",
            amount=money("835.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=caoimhe.guest_id,
            about_id="BK-52008",
            subject="Cancelled because of the storm",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="without the later charge") as world:
        caoimhe = verify_guest(world, email="caoimhe.brannigan@example.com", booking_id="BK-52008")
        cancel_room(world, room_id="RM-52008-1", penalty=money(0))
        cancel_room(world, room_id="RM-52008-2", penalty=money(0))
        give_voucher(
            world,
            guest_id=caoimhe.guest_id,
            booking_id="BK-52008",
            amount=money("783.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=caoimhe.guest_id,
            about_id="BK-52008",
            subject="Cancelled because of the storm",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#limit") as world:
        caoimhe = verify_guest(world, email="caoimhe.brannigan@example.com", booking_id="BK-52008")
        cancel_room(world, room_id="RM-52008-1", penalty=money(0))
        cancel_room(world, room_id="RM-52008-2", penalty=money(0))
        filed = open_ticket(
            world,
            requester_id=caoimhe.guest_id,
            about_id="BK-52008",
            subject="Voucher above the limit",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Please give the voucher.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="over_limit")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bon dia! Your own bulletin about the storm, a friend read it to me, counts every arrival in Reykjavik up to "
        "24 November. BK-52010 falls right into it. So: both rooms off, no penalty, thank you and goodbye."
    ),
    facts={
        "email": "pau.ferrer@example.org",
        "what to do if it is not free": "cancel the single of my brother only and keep the double",
    },
    behaviour=Behaviour(
        "Cheerful, insists on the bulletin. If the rooms cannot go free of charge he gives up the single only and "
        "keeps the double.",
        pushes=(
            "But the bulletin says up to the 24th!",
            "Then ring the hotel and have them let us off, they are nice people.",
        ),
        refuses=("162.00", "648.00", "243.00", "567.00"),
        accepts=("241.92",),
        answers={
            "both single": "Then cancel only the single of my brother. I keep the double.",
            "both one": "Then cancel only the single of my brother. I keep the double.",
            "both keep": "Then cancel only the single of my brother. I keep the double.",
            "how proceed": "If it is not free, cancel only the single of my brother. I keep the double.",
            "instead": "If it is not free, cancel only the single of my brother. I keep the double.",
            "still cancel": "If it is not free, cancel only the single of my brother. I keep the double.",
        },
    ),
    records=[
        guest(
            "GST-2007",
            "Pau Ferrer Miralles",
            "pau.ferrer@example.org",
            country="Spain",
            tier="silver",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        booking(
            "BK-52010",
            "GST-2007",
            "2025-08-21",
            "2025-11-17",
            "2025-11-20",
            [
                room("KEF1-DBL", board="breakfast", night="160.20", paid="480.60", total="507.60"),
                room("KEF1-SGL", adults=1),
            ],
            plan="semi_flexible",
            payments=[pay("card", "783.00", instrument="closed")],
            history=[
                ("2025-09-04T10:00", "changed_dates", "From 9 to 15 November."),
                ("2025-10-02T15:30", "changed_dates", "From 15 to 17 November."),
            ],
        ),
        charge("CHR-52010-1", "27.00", "stay_difference", "2025-09-04"),
        charge("CHR-52010-2", "25.00", "change_fee", "2025-10-02"),
        position("HP-52010-1", "waive_penalty", "agreed", share=100),
        ticket(
            "TK-3004",
            "GST-2007",
            "cancellation",
            "Is the storm a reason to cancel free of charge?",
            "2025-11-11",
            about_id="BK-52010",
        ),
        ticket(
            "TK-3005", "GST-2007", "change", "New dates of a trip", "2025-10-02", about_id="BK-52010", status="closed"
        ),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "cancellation.md#penalty",
        "cancellation.md#plea-with-the-hotel",
        "filing.md#guides-and-bulletins",
        "guests.md#loyalty-tiers",
        "guests.md#partner-grades",
    ],
    tell=["60.48", "241.92"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes"],
    twin="CNL_005",
)
def test_case_CNL_006(trial: Trial) -> None:
    """One day after the narrowed bulletin, at a hotel that is not asked, on the last day of Silver: 20 % of a room."""
    with trial.golden() as world:
        pau = verify_guest(world, email="pau.ferrer@example.org", booking_id="BK-52010")
        find_booking(world, booking_id="BK-52010")
        file = get_booking(world, booking_id="BK-52010")
        single = file.rooms.items[1]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Reykjavik")
        read_article(world, article_id="KB-210")
        read_article(world, article_id="KB-214")
        list_loyalty_periods(world, guest_id=pau.guest_id)
        get_guest_mark(world, guest_id=pau.guest_id)
        list_disputes(world, booking_id="BK-52010")
        get_payments(world, booking_id="BK-52010")
        filed = list_tickets(world, requester_id=pau.guest_id).tickets[0]
        penalty = money(single.total * (30 - 10) / 100)
        cancel_room(world, room_id=single.id, penalty=penalty)
        give_voucher(
            world,
            guest_id=pau.guest_id,
            booking_id="BK-52010",
            amount=single.total - penalty,
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        pau = verify_guest(world, email="pau.ferrer@example.org", booking_id="BK-52010")
        cancel_room(world, room_id="RM-52010-1", penalty=money(0))
        cancel_room(world, room_id="RM-52010-2", penalty=money(0))
        give_voucher(
            world,
            guest_id=pau.guest_id,
            booking_id="BK-52010",
            amount=money("810.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3004", outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#plea-with-the-hotel") as world:
        pau = verify_guest(world, email="pau.ferrer@example.org", booking_id="BK-52010")
        ask_hotel(world, booking_id="BK-52010", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52010-1", penalty=money(0))
        cancel_room(world, room_id="RM-52010-2", penalty=money(0))
        give_voucher(
            world,
            guest_id=pau.guest_id,
            booking_id="BK-52010",
            amount=money("810.00"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3004", outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        pau = verify_guest(world, email="pau.ferrer@example.org", booking_id="BK-52010")
        cancel_room(world, room_id="RM-52010-2", penalty=money("90.72"))
        give_voucher(
            world,
            guest_id=pau.guest_id,
            booking_id="BK-52010",
            amount=money("211.68"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3004", outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        verify_guest(world, email="pau.ferrer@example.org", booking_id="BK-52010")
        cancel_room(world, room_id="RM-52010-2", penalty=money("60.48"))
        issue_refund(world, payment_id="PAY-52010-1", amount=money("241.92"), reason="cancellation")
        close_ticket(world, ticket_id="TK-3004", outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Sawubona, this is Lindiwe Radebe. Everything has fallen apart at once. My mother, who was to come to Prague "
        "on Friday with me, is ill; the doctor's letter went to you on Monday (BK-52012). And London, BK-52013, is "
        "no use either, as they refused me the visa. I sent that letter too. Please cancel both and be kind about "
        "it; and for Prague I beg you, ask the hotel whether it lets me off what is still to pay."
    ),
    facts={
        "email": "lindiwe.radebe@example.com",
        "what to do about London if the letter does not count": "leave it as it is, I will send the letter again",
    },
    behaviour=Behaviour(
        "Worn out and polite. Cancels Prague at whatever it costs after the hotel's answer. Leaves London alone rather "
        "than lose the money, and sends the letter again.",
        answers={
            **dict.fromkeys(
                ("Prague London", "Prague London leave", "Prague London cancel", "Prague London wait", "both"),
                "Prague yes, on those terms. London stays as it is, I will send the letter again.",
            ),
            **dict.fromkeys(
                ("London wait", "London leave", "London cancel", "London new copy", "London stay", "leave cancel"),
                "Leave London as it is. I will send the letter again.",
            ),
        },
    ),
    records=[
        guest("GST-2008", "Lindiwe Radebe", "lindiwe.radebe@example.com", country="South Africa", tier="silver"),
        period("LP-2008-2", "gold", "2024-01-01", "2024-12-31"),
        booking(
            "BK-52012",
            "GST-2008",
            "2025-09-03",
            "2025-11-14",
            "2025-11-17",
            [room("PRG1-DBL", board="breakfast")],
            plan="semi_flexible",
        ),
        document("DOC-52012-1", "medical", "2025-11-06", status="unreadable"),
        document("DOC-52012-2", "medical", "2025-11-10"),
        position("HP-52012-1", "waive_penalty", "agreed", share=35),
        booking(
            "BK-52013",
            "GST-2008",
            "2025-09-03",
            "2025-11-24",
            "2025-11-29",
            [room("LON2-DBL", adults=1, board="breakfast")],
            plan="non_refundable",
        ),
        document("DOC-52013-1", "visa_refusal", "2025-11-10", status="unreadable"),
        position("HP-52013-1", "waive_penalty", "agreed", share=50),
    ],
    policy=[
        "cancellation.md#reasons-beyond-control",
        "cancellation.md#plea-with-the-hotel",
        "cancellation.md#penalty",
        "guests.md#loyalty-tiers",
        "money-and-time.md#rounding",
        "money-and-time.md#order-of-steps",
        "filing.md#handover-notes",
    ],
    tell=["1579.99", "8143.01"],
    rubrics=[
        Rubric(
            "Does the agent tell the guest that the letter about the visa for London could not be read?",
            yes=[
                "The letter about your visa for London arrived, but it could not be read, so please send it again.",
                "Unfortunately the paper on the refused visa is unreadable; London waits until we have a clear copy.",
            ],
            no=[
                "London, BK-52013, stays as it is for now and a colleague will be in touch.",
                "We are still waiting for your letter about London to arrive.",
                "The letter about your visa was checked and London is cancelled at half the penalty.",
                "Prague is cancelled; 1579.99 CZK are kept and 8143.01 CZK go back to your card.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "refusal"],
)
def test_case_CNL_007(trial: Trial) -> None:
    """Prague: 50 % as Silver, half of it for the letter, 35 % off by the hotel.  London waits for a letter to read."""
    with trial.golden() as world:
        lindiwe = verify_guest(world, email="lindiwe.radebe@example.com", booking_id="BK-52012")
        find_booking(world, booking_id="BK-52012")
        file = get_booking(world, booking_id="BK-52012")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=lindiwe.guest_id)
        get_guest_mark(world, guest_id=lindiwe.guest_id)
        list_documents(world, booking_id="BK-52012")
        list_hotel_requests(world, booking_id="BK-52012")
        list_disputes(world, booking_id="BK-52012")
        card = get_payments(world, booking_id="BK-52012").payments[0]
        find_booking(world, booking_id="BK-52013")
        get_booking(world, booking_id="BK-52013")
        list_documents(world, booking_id="BK-52013")
        list_tickets(world, requester_id=lindiwe.guest_id)
        answer = ask_hotel(world, booking_id="BK-52012", question="waive_penalty", subject="none")
        half = money(money(stay.total * (60 - 10) / 100) / 2)
        assert answer.share is not None
        penalty = half - money(half * answer.share / 100)
        cancel_room(world, room_id=stay.id, penalty=penalty)
        issue_refund(world, payment_id=card.id, amount=stay.total - penalty, reason="cancellation")
        prague = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52012",
            subject="Prague cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=prague.id, outcome="resolved", reason="completed")
        london = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52013",
            subject="London waits for a letter",
            topic="cancellation",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=london.id,
            body="The letter on the visa could not be read. Check the new copy, then cancel at half the penalty.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=london.id, outcome="on_hold", reason="awaiting_document")

    with trial.trap(breaks="cancellation.md#reasons-beyond-control", name="an unreadable letter") as world:
        lindiwe = verify_guest(world, email="lindiwe.radebe@example.com", booking_id="BK-52012")
        ask_hotel(world, booking_id="BK-52012", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52012-1", penalty=money("1579.99"))
        issue_refund(world, payment_id="PAY-52012-1", amount=money("8143.01"), reason="cancellation")
        cancel_room(world, room_id="RM-52013-1", penalty=money("228.60"))
        issue_refund(world, payment_id="PAY-52013-1", amount=money("279.40"), reason="cancellation")
        for about in ("BK-52012", "BK-52013"):
            filed = open_ticket(
                world,
                requester_id=lindiwe.guest_id,
                about_id=about,
                subject="Cancelled",
                topic="cancellation",
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#order-of-steps") as world:
        lindiwe = verify_guest(world, email="lindiwe.radebe@example.com", booking_id="BK-52012")
        ask_hotel(world, booking_id="BK-52012", question="waive_penalty", subject="none")
        # 60 % halved, and only then the points of the tier.
        cancel_room(world, room_id="RM-52012-1", penalty=money("1263.99"))
        issue_refund(world, payment_id="PAY-52012-1", amount=money("8459.01"), reason="cancellation")
        prague = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52012",
            subject="Prague cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=prague.id, outcome="resolved", reason="completed")
        london = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52013",
            subject="London waits for a letter",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=london.id, body="Check the new copy.", visibility="internal")
        close_ticket(world, ticket_id=london.id, outcome="on_hold", reason="awaiting_document")

    with trial.trap(breaks="cancellation.md#plea-with-the-hotel") as world:
        lindiwe = verify_guest(world, email="lindiwe.radebe@example.com", booking_id="BK-52012")
        ask_hotel(world, booking_id="BK-52012", question="waive_penalty", subject="none")
        ask_hotel(world, booking_id="BK-52013", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52012-1", penalty=money("1579.99"))
        issue_refund(world, payment_id="PAY-52012-1", amount=money("8143.01"), reason="cancellation")
        prague = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52012",
            subject="Prague cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=prague.id, outcome="resolved", reason="completed")
        london = open_ticket(
            world,
            requester_id=lindiwe.guest_id,
            about_id="BK-52013",
            subject="London waits for a letter",
            topic="cancellation",
            priority="high",
        )
        add_comment(world, ticket_id=london.id, body="Check the new copy.", visibility="internal")
        close_ticket(world, ticket_id=london.id, outcome="on_hold", reason="awaiting_document")

    assert trial.outcome == trial.golden_outcome
