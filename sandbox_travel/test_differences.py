"""What a change brings back or costs: cards in their order, a dispute, two rooms that part, money that may only come.

Canary: thinkingbox-eval-d200a6b6-f276-49ec-b26e-53fbb5a21b6b-travel-differences. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime

from sandbox_travel.records import (
    booking,
    calendar,
    dispute,
    guest,
    pay,
    period,
    position,
    refund,
    room,
    voucher,
)
from sandbox_travel.tools import (
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
    give_voucher,
    issue_refund,
    list_board_prices,
    list_booking_events,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_loyalty_periods,
    list_room_types,
    list_tickets,
    list_vouchers,
    open_ticket,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Talofa! Three of us, not four, will be at the Pelham Yard on Friday, our Mele has a school play and remains "
        "behind. And my wife has found out where the markets are: no meals at all, please, we shall eat outside. What "
        "you pay back goes onto the card, I would not like to hear of vouchers again."
    ),
    facts={
        "email": "t.faleolo@example.com",
        "another email address": "tavita.faleolo@example.net",
        "booking number": "BK-52207",
        "whether Mele is a child": "she is one of the two children, nine years old",
    },
    behaviour=Behaviour(
        "Good-humoured, moved to a new address last year and forgets it; grumbles about vouchers and takes them.",
        pushes=("A voucher? I said the card. One of my cards will surely do.",),
        answers={
            "another email": "Oh, try tavita.faleolo@example.net.",
            "different email": "Oh, try tavita.faleolo@example.net.",
            "other email": "Oh, try tavita.faleolo@example.net.",
            "else email": "Oh, try tavita.faleolo@example.net.",
            "child adult": "Mele is nine, one of the two children.",
            "Mele child": "Mele is nine, one of the two children.",
        },
    ),
    records=[
        *guest("GST-2130", "Tavita Faleolo", "tavita.faleolo@example.net", country="Samoa"),
        voucher(
            "VCH-2130",
            "GST-2130",
            "1200.00",
            "overbooked",
            "2025-02-20",
            currency="GBP",
            valid_until="2026-02-20",
        ),
        *booking(
            "BK-52207",
            "GST-2130",
            "2025-08-06",
            "2025-11-14",
            "2025-11-18",
            [room("LON1-FAM", children=2, board="half_board")],
            payments=[
                pay("card", "200.00"),
                pay("card", "240.00", on="2025-08-08", instrument="closed"),
                pay("voucher", "1200.00", voucher_id="VCH-2130"),
            ],
            history=[("2025-09-10T10:00", "message", "Asks about the spa, which the page had wrong", 1)],
        ),
        refund("RF-52207-1", "164.00", "wrong_fact", "2025-09-12", payment_id="PAY-52207-2"),
        dispute("DSP-52207-1", "76.00", "2025-09-20", status="withdrawn", payment_id="PAY-52207-2"),
        *booking(
            "BK-52208",
            "GST-2130",
            "2025-08-06",
            "2026-02-20",
            "2026-02-24",
            [room("LON1-FAM", children=2, board="half_board")],
        ),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "payments.md#disputes",
        "guests.md#partner-grades",
        "guests.md#identity-check",
    ],
    tell=["76.00", "200.00", "304.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary", "recovery"],
    twin="CHG_014",
    now=datetime(2025, 11, 12, 15, 0),
)
def test_case_CHG_013(trial: Trial) -> None:
    """Forty-eight hours left: a closed card, a card that has had money back, and the end of an old voucher."""
    with trial.golden() as world:
        tavita = verify_guest(world, email="tavita.faleolo@example.net", booking_id="BK-52207")
        find_booking(world, booking_id="BK-52207")
        file = get_booking(world, booking_id="BK-52207")
        family = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == family.room_type_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id="BK-52207")
        get_guest_mark(world, guest_id=tavita.guest_id)
        list_disputes(world, booking_id="BK-52207")
        money_file = get_payments(world, booking_id="BK-52207")
        used = list_vouchers(world, guest_id=tavita.guest_id).items[0]
        search_articles(world, query="London")
        list_tickets(world, requester_id=tavita.guest_id)
        child = money(boards["half_board"] / 2)
        less = money(extra / 2) + child + 2 * boards["half_board"] + child
        total = family.total - (family.departure - family.arrival).days * less
        change_room(world, room_id=family.id, new_total=total, board="room_only", children=1)
        first, closed, _ = money_file.payments
        back = family.total - total
        rest = closed.amount - money_file.refunds[0].amount
        give_voucher(
            world,
            guest_id=tavita.guest_id,
            booking_id="BK-52207",
            amount=rest,
            reason="stay_difference",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id=first.id, amount=first.amount, reason="stay_difference")
        give_voucher(
            world,
            guest_id=tavita.guest_id,
            booking_id="BK-52207",
            amount=back - first.amount - rest,
            reason="stay_difference",
            valid_until=used.valid_until,
        )
        filed = open_ticket(
            world,
            requester_id=tavita.guest_id,
            about_id="BK-52207",
            subject="One child less and no meals",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="to the closed card") as world:
        tavita = verify_guest(world, email="tavita.faleolo@example.net", booking_id="BK-52207")
        change_room(world, room_id="RM-52207-1", new_total=money("1060.00"), board="room_only", children=1)
        issue_refund(world, payment_id="PAY-52207-2", amount=money("76.00"), reason="stay_difference")
        issue_refund(world, payment_id="PAY-52207-1", amount=money("200.00"), reason="stay_difference")
        give_voucher(
            world,
            guest_id=tavita.guest_id,
            booking_id="BK-52207",
            amount=money("304.00"),
            reason="stay_difference",
            valid_until=date(2026, 2, 20),
        )
        filed = open_ticket(
            world,
            requester_id=tavita.guest_id,
            about_id="BK-52207",
            subject="To a card that is closed",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#vouchers") as world:
        tavita = verify_guest(world, email="tavita.faleolo@example.net", booking_id="BK-52207")
        change_room(world, room_id="RM-52207-1", new_total=money("1060.00"), board="room_only", children=1)
        issue_refund(world, payment_id="PAY-52207-1", amount=money("200.00"), reason="stay_difference")
        for amount in ("76.00", "304.00"):
            give_voucher(
                world,
                guest_id=tavita.guest_id,
                booking_id="BK-52207",
                amount=money(amount),
                reason="stay_difference",
                valid_until=date(2026, 11, 12),
            )
        filed = open_ticket(
            world,
            requester_id=tavita.guest_id,
            about_id="BK-52207",
            subject="Two vouchers of a year",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-changed-stay") as world:
        tavita = verify_guest(world, email="tavita.faleolo@example.net", booking_id="BK-52207")
        change_room(world, room_id="RM-52207-1", new_total=money("1171.00"), board="room_only", children=1)
        issue_refund(world, payment_id="PAY-52207-1", amount=money("200.00"), reason="stay_difference")
        for amount, until in (("76.00", date(2026, 11, 12)), ("193.00", date(2026, 2, 20))):
            give_voucher(
                world,
                guest_id=tavita.guest_id,
                booking_id="BK-52207",
                amount=money(amount),
                reason="stay_difference",
                valid_until=until,
            )
        filed = open_ticket(
            world,
            requester_id=tavita.guest_id,
            about_id="BK-52207",
            subject="At the rates of today",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#disputes") as world:
        tavita = verify_guest(world, email="tavita.faleolo@example.net", booking_id="BK-52207")
        change_room(world, room_id="RM-52207-1", new_total=money("1060.00"), board="room_only", children=1)
        filed = open_ticket(
            world,
            requester_id=tavita.guest_id,
            about_id="BK-52207",
            subject="The money waits for a dispute",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Refund once the dispute is over.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "God dag, Ingeborg Vestergaard, about our family room at the Pelham Yard from the 14th. Please take one of the "
        "two children out of the booking, he is with his father that week, and take out the half board altogether: no "
        "breakfast, no dinner. Please send me the difference today, I have an account to square."
    ),
    facts={
        "email": "ingeborg.v@example.com",
        "another email address": "ingeborg.vestergaard@example.org",
        "booking number": "BK-52209",
    },
    behaviour=Behaviour(
        "Composed, precise, married into a bank. Wants the changes in any event; would like at least a part of the "
        "money now.",
        pushes=("Then pay out what went over the voucher, nobody disputes that.",),
        accepts=("1060.00", "580.00"),
        answers={
            "another email": "Then ingeborg.vestergaard@example.org.",
            "different email": "Then ingeborg.vestergaard@example.org.",
            "other email": "Then ingeborg.vestergaard@example.org.",
            "else email": "Then ingeborg.vestergaard@example.org.",
        },
    ),
    records=[
        *guest("GST-2131", "Ingeborg Vestergaard", "ingeborg.vestergaard@example.org", country="Denmark"),
        voucher(
            "VCH-2131",
            "GST-2131",
            "1200.00",
            "overbooked",
            "2025-02-20",
            currency="GBP",
            valid_until="2026-02-20",
        ),
        *booking(
            "BK-52209",
            "GST-2131",
            "2025-08-06",
            "2025-11-14",
            "2025-11-18",
            [room("LON1-FAM", children=2, board="half_board")],
            payments=[
                pay("card", "200.00"),
                pay("card", "240.00", on="2025-08-08", instrument="closed"),
                pay("voucher", "1200.00", voucher_id="VCH-2131"),
            ],
            history=[("2025-09-10T10:00", "message", "Asks about the spa, which the page had wrong", 1)],
        ),
        refund("RF-52209-1", "164.00", "wrong_fact", "2025-09-12", payment_id="PAY-52209-2"),
        dispute("DSP-52209-1", "76.00", "2025-09-20", payment_id="PAY-52209-2"),
        *booking(
            "BK-52210",
            "GST-2131",
            "2025-08-06",
            "2026-02-20",
            "2026-02-24",
            [room("LON1-FAM", children=2, board="half_board")],
        ),
    ],
    policy=[
        "payments.md#disputes",
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "guests.md#partner-grades",
        "guests.md#identity-check",
        "filing.md#outcomes",
        "filing.md#priority",
        "filing.md#handover-notes",
    ],
    tell=["1060.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary", "recovery", "refusal"],
    twin="CHG_013",
    now=datetime(2025, 11, 12, 15, 0),
)
def test_case_CHG_014(trial: Trial) -> None:
    """The bank has not decided yet: the room is changed all the same, and not a penny leaves, by voucher either."""
    with trial.golden() as world:
        ingeborg = verify_guest(world, email="ingeborg.vestergaard@example.org", booking_id="BK-52209")
        find_booking(world, booking_id="BK-52209")
        file = get_booking(world, booking_id="BK-52209")
        family = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == family.room_type_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id="BK-52209")
        get_guest_mark(world, guest_id=ingeborg.guest_id)
        list_disputes(world, booking_id="BK-52209")
        get_payments(world, booking_id="BK-52209")
        list_vouchers(world, guest_id=ingeborg.guest_id)
        search_articles(world, query="London")
        list_tickets(world, requester_id=ingeborg.guest_id)
        child = money(boards["half_board"] / 2)
        less = money(extra / 2) + child + 2 * boards["half_board"] + child
        total = family.total - (family.departure - family.arrival).days * less
        change_room(world, room_id=family.id, new_total=total, board="room_only", children=1)
        filed = open_ticket(
            world,
            requester_id=ingeborg.guest_id,
            about_id="BK-52209",
            subject="One child less and no meals; the money waits",
            topic="change",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=filed.id,
            body="Pay back the difference of 580.00 once the dispute is decided.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes") as world:
        ingeborg = verify_guest(world, email="ingeborg.vestergaard@example.org", booking_id="BK-52209")
        change_room(world, room_id="RM-52209-1", new_total=money("1060.00"), board="room_only", children=1)
        issue_refund(world, payment_id="PAY-52209-1", amount=money("200.00"), reason="stay_difference")
        for amount, until in (("76.00", date(2026, 11, 12)), ("304.00", date(2026, 2, 20))):
            give_voucher(
                world,
                guest_id=ingeborg.guest_id,
                booking_id="BK-52209",
                amount=money(amount),
                reason="stay_difference",
                valid_until=until,
            )
        filed = open_ticket(
            world,
            requester_id=ingeborg.guest_id,
            about_id="BK-52209",
            subject="All paid back",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#disputes", name="nothing changed") as world:
        ingeborg = verify_guest(world, email="ingeborg.vestergaard@example.org", booking_id="BK-52209")
        filed = open_ticket(
            world,
            requester_id=ingeborg.guest_id,
            about_id="BK-52209",
            subject="All of it waits",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Change it once the dispute is over.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes", name="a part of it") as world:
        ingeborg = verify_guest(world, email="ingeborg.vestergaard@example.org", booking_id="BK-52209")
        change_room(world, room_id="RM-52209-1", new_total=money("1060.00"), board="room_only", children=1)
        issue_refund(world, payment_id="PAY-52209-1", amount=money("200.00"), reason="stay_difference")
        filed = open_ticket(
            world,
            requester_id=ingeborg.guest_id,
            about_id="BK-52209",
            subject="A part is paid back",
            topic="change",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, body="Refund the rest later.", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="filing.md#outcomes") as world:
        ingeborg = verify_guest(world, email="ingeborg.vestergaard@example.org", booking_id="BK-52209")
        change_room(world, room_id="RM-52209-1", new_total=money("1060.00"), board="room_only", children=1)
        filed = open_ticket(
            world,
            requester_id=ingeborg.guest_id,
            about_id="BK-52209",
            subject="Changed",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Assalomu alaykum from Bangkok, we are so happy at Baan Rim Nam! Everyone wants to stay two nights more, until "
        "19 November, in both rooms, the deluxe that I share with my husband and the little one and the double of my "
        "parents. If both nights are not to be had for my parents, they do not want half a thing: then they fly home "
        "on Friday the 14th already, and please get back for them what they do not use. One into the other you may "
        "reckon as you like. Dilnoza"
    ),
    facts={
        "email": "dilnoza.yusupova@example.com",
        "booking number": "BK-52211",
    },
    behaviour=Behaviour(
        "Radiant and quick. Believes that a Gold member pays no fees; agrees when it is explained.",
        pushes=("And no fees, please, I am Gold! It says so in my profile, since yesterday.",),
        accepts=("10420.00",),
        answers={
            "parents": "If both nights are not to be had, they fly home on Friday the 14th, as I wrote.",
            "double room": "If both nights are not to be had, they fly home on Friday the 14th, as I wrote.",
            "early departure": "Yes: if both nights are not to be had, they fly home on Friday the 14th.",
            "one night only": "No half things: then they fly home on Friday the 14th.",
            "by one night": "No half things: then they fly home on Friday the 14th.",
            "hotel": "Yes, please ask the hotel.",
        },
    ),
    records=[
        *guest(
            "GST-2132",
            "Dilnoza Yusupova",
            "dilnoza.yusupova@example.com",
            country="Uzbekistan",
            tier="gold",
            tier_from="2025-11-11",
            tier_until="2026-11-10",
        ),
        period("LP-2132-2", "silver", "2024-11-11", "2025-11-10"),
        *booking(
            "BK-52211",
            "GST-2132",
            "2025-10-16",
            "2025-11-10",
            "2025-11-17",
            [room("BKK1-DLX", children=1, board="breakfast"), room("BKK1-DBL", board="breakfast")],
            history=[("2025-10-27T04:00", "changed_dates", "Both rooms three days later", 1)],
        ),
        position("HP-52211-1", "early_departure", "agreed"),
        *booking(
            "BK-52212",
            "GST-2132",
            "2025-08-02",
            "2026-01-12",
            "2026-01-17",
            [room("BKK1-DLX", children=1, board="breakfast"), room("BKK1-DBL", board="breakfast")],
        ),
        *calendar("BKK1-DLX", ("2025-11-17", "2025-11-17", "5480.00", None)),
        *calendar("BKK1-DBL", ("2025-11-18", "2025-11-18", None, 0)),
    ],
    policy=[
        "changes.md#what-can-be-changed",
        "changes.md#rooms-left",
        "changes.md#price-of-a-night",
        "changes.md#change-fee",
        "cancellation.md#leaving-early",
        "guests.md#loyalty-tiers",
        "money-and-time.md#currencies",
        "filing.md#topics",
    ],
    tell=["14330.00", "468.88", "10420.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
)
def test_case_CHG_015(trial: Trial) -> None:
    """In Bangkok one room stays and the other goes home: a fee by Tuesday's rate for Silver, all but one night back."""
    with trial.golden() as world:
        dilnoza = verify_guest(world, email="dilnoza.yusupova@example.com", booking_id="BK-52211")
        find_booking(world, booking_id="BK-52211")
        file = get_booking(world, booking_id="BK-52211")
        deluxe, double = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=deluxe.room_type_id, from_night=deluxe.departure, to_night=date(2025, 11, 19)
        ).items[:-1]
        get_rates(world, room_type_id=double.room_type_id, from_night=double.departure, to_night=date(2025, 11, 19))
        kinds = list_room_types(world, hotel_id=file.booking.hotel_id)
        extra = next(kind.extra_person for kind in kinds if kind.id == deluxe.room_type_id)
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_booking_events(world, booking_id="BK-52211")
        list_loyalty_periods(world, guest_id=dilnoza.guest_id)
        get_guest_mark(world, guest_id=dilnoza.guest_id)
        list_disputes(world, booking_id="BK-52211")
        paid = get_payments(world, booking_id="BK-52211").payments[0]
        list_hotel_requests(world, booking_id="BK-52211")
        search_articles(world, query="change fee")
        euro = list_exchange_rates(world, currency="THB").items
        rate = next(item.per_euro for item in euro if item.day <= world.today)
        list_tickets(world, requester_id=dilnoza.guest_id)
        guests = money(extra / 2) + 2 * boards["breakfast"] + money(boards["breakfast"] / 2)
        more = sum((night.rate + guests for night in new), money(0))
        change_room(world, room_id=deluxe.id, new_total=deluxe.total + more, departure=date(2025, 11, 19))
        create_charge(world, booking_id="BK-52211", payer="guest", amount=more, kind="stay_difference")
        fee = money(money(money("25.00") * rate) / 2)
        create_charge(world, booking_id="BK-52211", payer="guest", amount=fee, kind="change_fee")
        ask_hotel(world, booking_id="BK-52211", question="early_departure", subject="none")
        unused = (double.departure - date(2025, 11, 14)).days
        issue_refund(world, payment_id=paid.id, amount=(unused - 1) * double.night_price, reason="leaving_early")
        changed = open_ticket(
            world,
            requester_id=dilnoza.guest_id,
            about_id="BK-52211",
            subject="The deluxe two nights longer",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=changed.id, outcome="resolved", reason="completed")
        early = open_ticket(
            world,
            requester_id=dilnoza.guest_id,
            about_id="BK-52211",
            subject="The double leaves on the 14th",
            topic="cancellation",
            priority="normal",
        )
        close_ticket(world, ticket_id=early.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="cancellation.md#leaving-early") as world:
        dilnoza = verify_guest(world, email="dilnoza.yusupova@example.com", booking_id="BK-52211")
        change_room(world, room_id="RM-52211-1", new_total=money("63855.00"), departure=date(2025, 11, 19))
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("14330.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("468.88"), kind="change_fee")
        ask_hotel(world, booking_id="BK-52211", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52211-1", amount=money("15630.00"), reason="leaving_early")
        for topic in ("change", "cancellation"):
            filed = open_ticket(
                world,
                requester_id=dilnoza.guest_id,
                about_id="BK-52211",
                subject="Longer, and three nights back",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        dilnoza = verify_guest(world, email="dilnoza.yusupova@example.com", booking_id="BK-52211")
        change_room(world, room_id="RM-52211-1", new_total=money("63855.00"), departure=date(2025, 11, 19))
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("14330.00"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52211", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52211-1", amount=money("10420.00"), reason="leaving_early")
        for topic in ("change", "cancellation"):
            filed = open_ticket(
                world,
                requester_id=dilnoza.guest_id,
                about_id="BK-52211",
                subject="No fee for Gold",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference") as world:
        dilnoza = verify_guest(world, email="dilnoza.yusupova@example.com", booking_id="BK-52211")
        change_room(world, room_id="RM-52211-1", new_total=money("63855.00"), departure=date(2025, 11, 19))
        ask_hotel(world, booking_id="BK-52211", question="early_departure", subject="none")
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("3910.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("468.88"), kind="change_fee")
        for topic in ("change", "cancellation"):
            filed = open_ticket(
                world,
                requester_id=dilnoza.guest_id,
                about_id="BK-52211",
                subject="The one set off against the other",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#currencies") as world:
        dilnoza = verify_guest(world, email="dilnoza.yusupova@example.com", booking_id="BK-52211")
        change_room(world, room_id="RM-52211-1", new_total=money("63855.00"), departure=date(2025, 11, 19))
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("14330.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52211", payer="guest", amount=money("470.00"), kind="change_fee")
        ask_hotel(world, booking_id="BK-52211", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52211-1", amount=money("10420.00"), reason="leaving_early")
        for topic in ("change", "cancellation"):
            filed = open_ticket(
                world,
                requester_id=dilnoza.guest_id,
                about_id="BK-52211",
                subject="The fee by a forecast",
                topic=topic,
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Bonjour, Gaspard Robichaud. BK-52214 is Prague, late November: one night more at the end, my brother and his "
        "daughter move in with us, or whoever of them the beds allow, and the dinners can go, breakfast is enough for "
        "everyone. BK-52213 is the lodge in Reykjavik: the first night there comes off. And no lecture on fees, if you "
        "please."
    ),
    facts={
        "email": "gaspard.robichaud@example.com",
        "who comes if there is no bed for both": "the brother alone",
    },
    behaviour=Behaviour(
        "Dry, hurried, mixes up numbers. If the family room does not take both he takes the brother alone; the girl "
        "then sleeps at a friend's. Does not like to wait for money.",
        pushes=("One night is one night. Refund it.",),
        accepts=("3894.00",),
        answers={
            "which booking": "Prague is the family room in November, Reykjavik the one in December. Go by the places.",
            "which number": "Prague is the family room in November, Reykjavik the one in December. Go by the places.",
            "mixed numbers": "Yes, go by the places.",
            "numbers swapped": "Yes, go by the places.",
            **dict.fromkeys(
                ("old daughter", "old brother daughter", "age daughter", "age brother daughter", "old girl"),
                "My brother's girl is nine.",
            ),
            "brother niece": "Then my brother alone.",
            "brother daughter": "Then my brother alone.",
            "brother only": "Yes, then my brother alone.",
            "only one": "Then my brother alone.",
            "just one": "Then my brother alone.",
            "mix up": "Go by the places: the family room in Prague, the lodge in Reykjavik.",
        },
    ),
    records=[
        *guest(
            "GST-2133",
            "Gaspard Robichaud",
            "gaspard.robichaud@example.com",
            country="Canada",
            mark="OSPREY",
            tier="gold",
            tier_from="2024-11-01",
            tier_until="2025-10-31",
        ),
        *booking(
            "BK-52213",
            "GST-2133",
            "2025-08-14",
            "2025-11-24",
            "2025-11-28",
            [room("PRG2-FAM", children=1, board="half_board")],
            history=[
                ("2025-08-20T10:00", "message", "Asks for the way from the station"),
                ("2025-08-29T10:00", "changed_dates", "A week later than first booked", 1),
                ("2025-09-02T10:00", "message", "Thanks for the description"),
            ],
        ),
        *booking("BK-52214", "GST-2133", "2025-08-14", "2025-12-08", "2025-12-12", [room("KEF1-DBL")]),
    ],
    policy=[
        "guests.md#marks",
        "changes.md#rooms-left",
        "changes.md#price-of-a-night",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "changes.md#change-fee",
        "filing.md#tickets",
        "filing.md#handover-notes",
    ],
    tell=["3894.00", "628.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "interacting",
        "recovery",
        "refusal",
    ],
)
def test_case_CHG_016(trial: Trial) -> None:
    """Under review: what costs more in the end is done in Prague, for three and a child; Reykjavik must wait."""
    with trial.golden() as world:
        gaspard = verify_guest(world, email="gaspard.robichaud@example.com", booking_id="BK-52214")
        find_booking(world, booking_id="BK-52214")
        other = get_booking(world, booking_id="BK-52214")
        find_booking(world, booking_id="BK-52213")
        file = get_booking(world, booking_id="BK-52213")
        family = file.rooms.items[0]
        get_hotel(world, hotel_id=other.booking.hotel_id)
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=family.room_type_id, from_night=family.departure, to_night=family.departure
        ).items[0]
        extra = next(
            kind.extra_person for kind in list_room_types(world, hotel_id=hotel.id) if kind.id == family.room_type_id
        )
        boards = {item.board: item.adult for item in list_board_prices(world, hotel_id=hotel.id)}
        list_booking_events(world, booking_id="BK-52213")
        list_booking_events(world, booking_id="BK-52214")
        list_loyalty_periods(world, guest_id=gaspard.guest_id)
        get_guest_mark(world, guest_id=gaspard.guest_id)
        list_disputes(world, booking_id="BK-52213")
        get_payments(world, booking_id="BK-52213")
        search_articles(world, query="change fee")
        euro = list_exchange_rates(world, currency="CZK").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        list_tickets(world, requester_id=gaspard.guest_id)
        half_child, full_child = money(boards["breakfast"] / 2), money(boards["half_board"] / 2)
        dated = family.total + new.rate + money(extra / 2) + 2 * boards["half_board"] + full_child
        nights = (family.departure - family.arrival).days + 1
        with_brother = dated + nights * (extra + boards["half_board"])
        dinners = 3 * (boards["half_board"] - boards["breakfast"]) + full_child - half_child
        total = with_brother - nights * dinners
        change_room(
            world,
            room_id=family.id,
            new_total=total,
            departure=family.departure.replace(day=family.departure.day + 1),
            board="breakfast",
            adults=3,
        )
        create_charge(world, booking_id="BK-52213", payer="guest", amount=total - family.total, kind="stay_difference")
        create_charge(
            world, booking_id="BK-52213", payer="guest", amount=money(money("25.00") * rate), kind="change_fee"
        )
        prague = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52213",
            subject="A night more, the brother, breakfast",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=prague.id, outcome="resolved", reason="completed")
        lodge = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52214",
            subject="Wants to arrive a night later",
            topic="change",
            priority="high",
        )
        add_comment(
            world, ticket_id=lodge.id, body="Decide whether the first night may be taken off.", visibility="internal"
        )
        close_ticket(world, ticket_id=lodge.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#marks") as world:
        gaspard = verify_guest(world, email="gaspard.robichaud@example.com", booking_id="BK-52214")
        change_room(
            world,
            room_id="RM-52213-1",
            new_total=money("22734.00"),
            departure=date(2025, 11, 29),
            board="breakfast",
            adults=3,
        )
        create_charge(world, booking_id="BK-52213", payer="guest", amount=money("3894.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52213", payer="guest", amount=money("628.00"), kind="change_fee")
        change_room(world, room_id="RM-52214-1", new_total=money("444.00"), arrival=date(2025, 12, 9))
        issue_refund(world, payment_id="PAY-52214-1", amount=money("148.00"), reason="stay_difference")
        for about in ("BK-52213", "BK-52214"):
            filed = open_ticket(
                world,
                requester_id=gaspard.guest_id,
                about_id=about,
                subject="Changed as wished",
                topic="change",
                priority="normal",
            )
            close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="nothing at all") as world:
        gaspard = verify_guest(world, email="gaspard.robichaud@example.com", booking_id="BK-52214")
        for about in ("BK-52213", "BK-52214"):
            filed = open_ticket(
                world,
                requester_id=gaspard.guest_id,
                about_id=about,
                subject="Wants changes",
                topic="change",
                priority="high",
            )
            add_comment(world, ticket_id=filed.id, body="Decide on the changes.", visibility="internal")
            close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="changes.md#difference") as world:
        gaspard = verify_guest(world, email="gaspard.robichaud@example.com", booking_id="BK-52214")
        change_room(world, room_id="RM-52213-1", new_total=money("29734.00"), departure=date(2025, 11, 29), adults=3)
        create_charge(world, booking_id="BK-52213", payer="guest", amount=money("10894.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52213", payer="guest", amount=money("628.00"), kind="change_fee")
        prague = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52213",
            subject="A night more and the brother; the dinners stay",
            topic="change",
            priority="high",
        )
        lodge = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52214",
            subject="Wants to arrive a night later",
            topic="change",
            priority="high",
        )
        for filed in (prague, lodge):
            add_comment(world, ticket_id=filed.id, body="Decide on what costs less.", visibility="internal")
            close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    with trial.trap(breaks="changes.md#rooms-left") as world:
        gaspard = verify_guest(world, email="gaspard.robichaud@example.com", booking_id="BK-52214")
        change_room(
            world,
            room_id="RM-52213-1",
            new_total=money("17834.00"),
            departure=date(2025, 11, 29),
            board="breakfast",
        )
        create_charge(world, booking_id="BK-52213", payer="guest", amount=money("628.00"), kind="change_fee")
        prague = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52213",
            subject="A night more and breakfast; the room is full",
            topic="change",
            priority="high",
        )
        lodge = open_ticket(
            world,
            requester_id=gaspard.guest_id,
            about_id="BK-52214",
            subject="Wants to arrive a night later",
            topic="change",
            priority="high",
        )
        for filed in (prague, lodge):
            add_comment(world, ticket_id=filed.id, body="Decide on the refunds.", visibility="internal")
            close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="account_review")

    assert trial.outcome == trial.golden_outcome
