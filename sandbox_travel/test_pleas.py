"""Pleas with the hotel for a lower penalty: asked before, not open to everyone, and a wish that hangs on the answer.

Canary: thinkingbox-eval-1195d9c6-bab7-4dd7-801a-bfdbe88cb58a-travel-pleas. Not for training.
"""

from __future__ import annotations

from sandbox_travel.records import asked, booking, dispute, guest, pay, position, refund, room, ticket, voucher
from sandbox_travel.tools import (
    add_booking_request,
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
    list_bookings,
    list_disputes,
    list_hotel_requests,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task

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
        "This is Gwendolyn Ashcombe, and I am cross. We were to sleep at Copperfield Row tonight, three rooms, and now "
        "two of them will stand empty, because my sister has quarrelled with everybody and taken her daughter home. "
        "BK-52024. Mr Pettigrew, who manages the hotel, gave me his word on the telephone that they would not keep a "
        "penny. So kindly cancel the two and keep nothing."
    ),
    facts={
        "email": "gwendolyn.ashcombe@example.net",
        "last four digits of the phone number": "0109",
        "which rooms to cancel": "the double and the single; the family room stays",
    },
    behaviour=Behaviour(
        "Imperious. Reads the booking number wrongly off her card; her own is BK-52014. Trusts the manager's word, but "
        "cancels the two rooms at whatever they cost in the end.",
        pushes=("Mr Pettigrew gave me his word! Ask him again.",),
        answers={
            "BK-52014": "BK-52014? Yes, that may well be it, my glasses are upstairs.",
            "cancel leave": "Cancel the two, whatever it costs in the end.",
            "cancel keep": "Cancel the two, whatever it costs in the end.",
        },
    ),
    records=[
        guest(
            "GST-2009",
            "Gwendolyn Ashcombe",
            "gwendolyn.ashcombe@example.net",
            country="Canada",
            phone="+99 20 555-0109",
            tier="gold",
        ),
        booking(
            "BK-52014",
            "GST-2009",
            "2025-08-22",
            "2025-11-12",
            "2025-11-15",
            [
                room("LON2-DBL", board="breakfast"),
                room("LON2-SGL", adults=1, board="breakfast"),
                room("LON2-FAM", children=2),
            ],
            payments=[pay("card", "866.00"), pay("card", "400.00", on="2025-08-25")],
        ),
        refund("RF-52014-1", "40.00", "price_match", "2025-09-12", payment_id="PAY-52014-2"),
        asked("HRQ-52014-1", "LON2", "special_request", "declined", "2025-10-28T11:00", subject="early_checkin"),
        asked("HRQ-52014-2", "LON2", "waive_penalty", "agreed", "2025-11-07T16:20", share=35),
        position("HP-52014-1", "waive_penalty", "agreed", share=100),
        ticket(
            "TK-3008",
            "GST-2009",
            "cancellation",
            "What would the hotel let her off?",
            "2025-11-07",
            about_id="BK-52014",
            status="closed",
        ),
        booking(
            "BK-52015",
            "GST-2009",
            "2025-08-22",
            "2025-11-26",
            "2025-11-28",
            [room("LON2-DBL"), room("LON2-SGL", adults=1), room("LON2-FAM")],
        ),
        guest("GST-2010", "Ashok Venkataraman", "ashok.venkataraman@example.com", country="India"),
        booking("BK-52024", "GST-2010", "2025-08-30", "2025-11-12", "2025-11-14", [room("LON2-DBL"), room("LON2-DBL")]),
    ],
    policy=[
        "cancellation.md#penalty",
        "cancellation.md#plea-with-the-hotel",
        "hotels.md#asking-a-hotel",
        "guests.md#identity-check",
        "payments.md#where-money-goes",
    ],
    tell=["88.40", "62.40"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "recovery"],
)
def test_case_CNL_008(trial: Trial) -> None:
    """A number that is another guest's; first nights, whatever the tier; the 35 % that the hotel granted last week."""
    with trial.golden() as world:
        gwendolyn = verify_guest(world, email="gwendolyn.ashcombe@example.net", phone_last4="0109")
        list_bookings(world, guest_id=gwendolyn.guest_id)
        find_booking(world, booking_id="BK-52014")
        file = get_booking(world, booking_id="BK-52014")
        double, single, _ = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=gwendolyn.guest_id)
        get_guest_mark(world, guest_id=gwendolyn.guest_id)
        share = list_hotel_requests(world, booking_id="BK-52014")[1].share
        assert share is not None
        list_disputes(world, booking_id="BK-52014")
        paid = get_payments(world, booking_id="BK-52014")
        first, latest = paid.payments
        list_tickets(world, requester_id=gwendolyn.guest_id)
        of_double = double.night_price - money(double.night_price * share / 100)
        of_single = single.night_price - money(single.night_price * share / 100)
        due = double.total + single.total - of_double - of_single
        back = latest.amount - paid.refunds[0].amount
        cancel_room(world, room_id=double.id, penalty=of_double)
        cancel_room(world, room_id=single.id, penalty=of_single)
        issue_refund(world, payment_id=latest.id, amount=back, reason="cancellation")
        issue_refund(world, payment_id=first.id, amount=due - back, reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=gwendolyn.guest_id,
            about_id="BK-52014",
            subject="Two of three rooms cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#plea-with-the-hotel") as world:
        gwendolyn = verify_guest(world, email="gwendolyn.ashcombe@example.net", phone_last4="0109")
        ask_hotel(world, booking_id="BK-52014", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52014-1", penalty=money(0))
        cancel_room(world, room_id="RM-52014-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52014-2", amount=money("360.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52014-1", amount=money("336.00"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=gwendolyn.guest_id,
            about_id="BK-52014",
            subject="Two of three rooms cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="hotels.md#asking-a-hotel", name="the manager's word") as world:
        gwendolyn = verify_guest(world, email="gwendolyn.ashcombe@example.net", phone_last4="0109")
        cancel_room(world, room_id="RM-52014-1", penalty=money(0))
        cancel_room(world, room_id="RM-52014-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52014-2", amount=money("360.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52014-1", amount=money("336.00"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=gwendolyn.guest_id,
            about_id="BK-52014",
            subject="Two of three rooms cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#penalty", name="points off a first night") as world:
        gwendolyn = verify_guest(world, email="gwendolyn.ashcombe@example.net", phone_last4="0109")
        cancel_room(world, room_id="RM-52014-1", penalty=money("70.72"))
        cancel_room(world, room_id="RM-52014-2", penalty=money("49.92"))
        issue_refund(world, payment_id="PAY-52014-2", amount=money("360.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52014-1", amount=money("215.36"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=gwendolyn.guest_id,
            about_id="BK-52014",
            subject="Two of three rooms cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        gwendolyn = verify_guest(world, email="gwendolyn.ashcombe@example.net", phone_last4="0109")
        cancel_room(world, room_id="RM-52014-1", penalty=money("88.40"))
        cancel_room(world, room_id="RM-52014-2", penalty=money("62.40"))
        issue_refund(world, payment_id="PAY-52014-1", amount=money("545.20"), reason="cancellation")
        filed = open_ticket(
            world,
            requester_id=gwendolyn.guest_id,
            about_id="BK-52014",
            subject="Two of three rooms cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Kaixo. Booking BK-52017, the little house in Lisbon that I was to reach this Friday: my boss has called off "
        "my leave. Put in a good word with the hotel, they have known me for years and will keep next to nothing. "
        "Whether I cancel hangs on that."
    ),
    facts={
        "email": "inigo.zubizarreta@example.com",
        "limit of the loss": "70 euros",
        "what to do if more would be kept": "leave the stay as it is, a friend will use it with me, and put down that "
        "he would like a quiet room",
    },
    behaviour=Behaviour(
        "Friendly and stubborn. Mixes up the numbers of his two bookings at the same house; the one of this Friday is "
        "BK-52016. Cancels if at most 70 euros are kept, else the stay remains and a quiet room is wished for.",
        refuses=("146.88",),
        pushes=("One word from you to the hotel is enough. Just ask them!",),
        answers={
            "BK-52016": "BK-52016 then, yes, the one of this Friday.",
            **dict.fromkeys(
                (*ASKED_FOR_A_LIMIT, "cancel 220.32", "keep cancel", "leave cancel", "how proceed"),
                "I lose 70 euros at most. Otherwise leave the stay and put down a quiet room.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2011",
            "Iñigo Zubizarreta",
            "inigo.zubizarreta@example.com",
            country="Spain",
            mark="MARLIN",
            mark_until="2025-11-12",
        ),
        voucher("VCH-2011", "GST-2011", "167.20", "compensation", "2025-05-04"),
        booking(
            "BK-52016",
            "GST-2011",
            "2025-08-27",
            "2025-11-14",
            "2025-11-18",
            [room("LIS4-DBL", board="breakfast")],
            plan="semi_flexible",
            payments=[pay("card", "200.00"), pay("voucher", "167.20", voucher_id="VCH-2011")],
        ),
        dispute("DSP-52016-1", "200.00", "2025-09-10", status="withdrawn"),
        position("HP-52016-1", "waive_penalty", "agreed", share=70),
        booking("BK-52017", "GST-2011", "2025-08-27", "2026-01-16", "2026-01-19", [room("LIS4-DBL")]),
    ],
    policy=[
        "guests.md#marks",
        "cancellation.md#plea-with-the-hotel",
        "cancellation.md#penalty",
        "requests.md#what-needs-no-question",
        "filing.md#tickets",
    ],
    tell=["220.32"],
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
        "recovery",
    ],
    twin="CNL_010",
)
def test_case_CNL_009(trial: Trial) -> None:
    """The mark counts on its last day: no plea, 220.32 would be kept, so the stay remains and a wish is noted."""
    with trial.golden() as world:
        inigo = verify_guest(world, email="inigo.zubizarreta@example.com", booking_id="BK-52017")
        list_bookings(world, guest_id=inigo.guest_id)
        find_booking(world, booking_id="BK-52016")
        file = get_booking(world, booking_id="BK-52016")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=inigo.guest_id)
        get_guest_mark(world, guest_id=inigo.guest_id)
        list_hotel_requests(world, booking_id="BK-52016")
        list_tickets(world, requester_id=inigo.guest_id)
        plea = open_ticket(
            world,
            requester_id=inigo.guest_id,
            about_id="BK-52016",
            subject="Asks for a lower penalty",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=plea.id, outcome="declined", reason="account_terms")
        add_booking_request(world, booking_id="BK-52016", wish="quiet_room", room_id=stay.id)
        wish = open_ticket(
            world,
            requester_id=inigo.guest_id,
            about_id="BK-52016",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks") as world:
        inigo = verify_guest(world, email="inigo.zubizarreta@example.com", booking_id="BK-52017")
        ask_hotel(world, booking_id="BK-52016", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52016-1", penalty=money("66.10"))
        issue_refund(world, payment_id="PAY-52016-1", amount=money("200.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=inigo.guest_id,
            booking_id="BK-52016",
            amount=money("101.10"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=inigo.guest_id).items[0].valid_until,
        )
        plea = open_ticket(
            world,
            requester_id=inigo.guest_id,
            about_id="BK-52016",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=plea.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#penalty", name="the stay in January") as world:
        inigo = verify_guest(world, email="inigo.zubizarreta@example.com", booking_id="BK-52017")
        cancel_room(world, room_id="RM-52017-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52017-1", amount=money("246.00"), reason="cancellation")
        plea = open_ticket(
            world,
            requester_id=inigo.guest_id,
            about_id="BK-52017",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=plea.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#tickets") as world:
        inigo = verify_guest(world, email="inigo.zubizarreta@example.com", booking_id="BK-52017")
        add_booking_request(world, booking_id="BK-52016", wish="quiet_room", room_id="RM-52016-1")
        wish = open_ticket(
            world,
            requester_id=inigo.guest_id,
            about_id="BK-52016",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening="asalam alaikum, mehwish baloch, lisbon on friday, i may have to get out of it. can the hotel be nice?",
    facts={
        "email": "mehwish.baloch@example.org",
        "last four digits of the phone number": "0112",
        "hotel of the booking in question, which of them": "Pensao Alecrim",
        "limit of the loss": "70 euros",
        "what to do if more would be kept": "I keep the stay and would like a quiet room",
    },
    behaviour=Behaviour(
        "Writes little and waits. Wants the hotel to be asked. Cancels if at most 70 euros are kept, else she stays "
        "and would like a quiet room.",
        refuses=("146.88",),
        answers={
            **dict.fromkeys(
                ("cancel leave", "cancel keep", "cancel stay"),
                "I cancel if no more than 70 euros are kept. Otherwise I keep it and would like a quiet room.",
            ),
            **dict.fromkeys(
                (
                    "which one",
                    "which two",
                    "Alecrim Azulejo",
                    "booking mean",
                    "one mean",
                    "hotel mean",
                    "two bookings",
                    "both bookings",
                ),
                "The one at Pensao Alecrim.",
            ),
            "hotel waive": "Yes, please ask them.",
            "hotel lower": "Yes, please ask them.",
            **dict.fromkeys(
                (*ASKED_FOR_A_LIMIT, "cancel 220.32"),
                "I lose 70 euros at most. Otherwise I keep it and would like a quiet room.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2012",
            "Mehwish Baloch",
            "mehwish.baloch@example.org",
            country="Pakistan",
            phone="+99 20 555-0112",
            mark="MARLIN",
            mark_until="2025-11-11",
        ),
        guest("GST-2013", "Mehwish Baloch", "mehwish.b@example.com", country="Pakistan"),
        voucher("VCH-2012", "GST-2012", "167.20", "compensation", "2025-05-04"),
        booking(
            "BK-52018",
            "GST-2012",
            "2025-08-27",
            "2025-11-14",
            "2025-11-18",
            [room("LIS4-DBL", board="breakfast")],
            plan="semi_flexible",
            payments=[pay("card", "200.00"), pay("voucher", "167.20", voucher_id="VCH-2012")],
        ),
        dispute("DSP-52018-1", "200.00", "2025-09-10", status="withdrawn"),
        position("HP-52018-1", "waive_penalty", "agreed", share=70),
        booking(
            "BK-52019",
            "GST-2012",
            "2025-08-27",
            "2025-11-14",
            "2025-11-16",
            [room("LIS2-SGL", adults=1)],
            plan="semi_flexible",
        ),
        position("HP-52019-1", "waive_penalty", "agreed", share=50),
    ],
    policy=[
        "guests.md#marks",
        "cancellation.md#plea-with-the-hotel",
        "cancellation.md#penalty",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "money-and-time.md#rounding",
    ],
    tell=["66.10", "200.00", "101.10"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary"],
    twin="CNL_009",
)
def test_case_CNL_010(trial: Trial) -> None:
    """The mark ended yesterday: the hotel is asked, lets her off 70 %, and 66.10 is within what she would lose."""
    with trial.golden() as world:
        mehwish = verify_guest(world, email="mehwish.baloch@example.org", phone_last4="0112")
        list_bookings(world, guest_id=mehwish.guest_id)
        find_booking(world, booking_id="BK-52018")
        file = get_booking(world, booking_id="BK-52018")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_loyalty_periods(world, guest_id=mehwish.guest_id)
        get_guest_mark(world, guest_id=mehwish.guest_id)
        list_hotel_requests(world, booking_id="BK-52018")
        list_disputes(world, booking_id="BK-52018")
        card, used = get_payments(world, booking_id="BK-52018").payments
        old = list_vouchers(world, guest_id=mehwish.guest_id).items[0]
        list_tickets(world, requester_id=mehwish.guest_id)
        answer = ask_hotel(world, booking_id="BK-52018", question="waive_penalty", subject="none")
        assert answer.share is not None
        before = money(stay.total * 60 / 100)
        penalty = before - money(before * answer.share / 100)
        cancel_room(world, room_id=stay.id, penalty=penalty)
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="cancellation")
        give_voucher(
            world,
            guest_id=mehwish.guest_id,
            booking_id="BK-52018",
            amount=used.amount - penalty,
            reason="cancellation",
            valid_until=old.valid_until,
        )
        filed = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52018",
            subject="Pensao Alecrim cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="a mark that is over") as world:
        mehwish = verify_guest(world, email="mehwish.baloch@example.org", phone_last4="0112")
        plea = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52018",
            subject="Asks for a lower penalty",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=plea.id, outcome="declined", reason="account_terms")
        add_booking_request(world, booking_id="BK-52018", wish="quiet_room", room_id="RM-52018-1")
        wish = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52018",
            subject="A quiet room",
            topic="request",
            priority="normal",
        )
        close_ticket(world, ticket_id=wish.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#vouchers") as world:
        mehwish = verify_guest(world, email="mehwish.baloch@example.org", phone_last4="0112")
        ask_hotel(world, booking_id="BK-52018", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52018-1", penalty=money("66.10"))
        issue_refund(world, payment_id="PAY-52018-1", amount=money("200.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=mehwish.guest_id,
            booking_id="BK-52018",
            amount=money("101.10"),
            reason="cancellation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52018",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="voucher first") as world:
        mehwish = verify_guest(world, email="mehwish.baloch@example.org", phone_last4="0112")
        ask_hotel(world, booking_id="BK-52018", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52018-1", penalty=money("66.10"))
        issue_refund(world, payment_id="PAY-52018-1", amount=money("133.90"), reason="cancellation")
        give_voucher(
            world,
            guest_id=mehwish.guest_id,
            booking_id="BK-52018",
            amount=money("167.20"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=mehwish.guest_id).items[0].valid_until,
        )
        filed = open_ticket(
            world,
            requester_id=mehwish.guest_id,
            about_id="BK-52018",
            subject="Cancelled",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
