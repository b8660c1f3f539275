"""Stays that cannot be as planned, at the edge of an hour, a day of arrival, or a tier: given up, moved, or both.

Canary: thinkingbox-eval-10fe3714-60cc-44a5-89e7-d761a62010b4-travel-last-minute. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from sandbox_travel.records import booking, calendar, document, guest, pay, period, room, ticket, voucher
from sandbox_travel.tools import (
    cancel_room,
    change_room,
    close_ticket,
    create_charge,
    find_booking,
    find_guest,
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
    list_documents,
    list_exchange_rates,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World,
    guest_id: str,
    booking_id: str,
    topic: Literal["change", "cancellation"],
    outcome: Literal["resolved", "declined"] = "resolved",
    reason: Literal["completed", "outside_window", "rate_terms"] = "completed",
) -> None:
    """Files a wish on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Journey that cannot be as planned",
        topic=topic,
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _a_year_on(world: World) -> date:
    """The last day of a voucher that is given today."""
    return world.today.replace(year=world.today.year + 1)


@task(
    opening=(
        "Grüß Gott! Both journeys of the coming week have collapsed: my parents' to New York, BK-52226, because Papa "
        "will not fly, and the one that my husband and I wanted to make to London, BK-52227, because somebody has to "
        "sit with Papa. They are a full week off and more, so it costs nothing to cancel the lot, I take it. That "
        "credit card no longer exists, by the way. Edeltraud Rohrmoser, e.rohrmoser@example.org"
    ),
    facts={
        "another email address": "edeltraud.rohrmoser@example.com",
        "what to do with a journey that is not free to cancel": (
            "move it to 8 to 11 January, same room, if that costs no more than 20 pounds, fee included; else leave it"
        ),
    },
    behaviour=Behaviour(
        "Warm, much to say, quick with figures. Pays nothing for giving up a journey: what cannot be cancelled free of "
        "charge is moved to 8 to 11 January, as long as that costs no more than 20 pounds.",
        refuses=("109.92", "164.88", "54.96"),
        pushes=("But a hundred and sixty-eight hours is a week, and to London it is more than that. I can count!",),
        accepts=("1500.00", "387.60", "503.70", "10.75", "45.90"),
        answers={
            **dict.fromkeys(
                ("email", "other email", "another email", "different email", "else email"),
                "Then it is edeltraud.rohrmoser@example.com.",
            ),
            **dict.fromkeys(
                (
                    "London cancel",
                    "cancel penalty",
                    "cancel anyway",
                    "London keep",
                    "London leave",
                    "London prefer",
                    "instead",
                ),
                "London I would rather move to 8 to 11 January, same room, if that costs no more than 20 pounds in "
                "all. If it costs more, leave it.",
            ),
            **dict.fromkeys(
                ("London move", "London proceed", "new dates", "London January"),
                "Yes, move London to 8 to 11 January, same room, as long as that costs no more than 20 pounds in all.",
            ),
            **dict.fromkeys(
                ("cancel both", "both only", "only New York", "both New York"),
                "Cancel what is free. What is not free is moved to 8 to 11 January, same room, if that costs no more "
                "than 20 pounds in all.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2141",
            "Edeltraud Rohrmoser",
            "edeltraud.rohrmoser@example.com",
            country="Austria",
            tier="silver",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        period("LP-2141-2", "gold", "2025-11-13", "2026-11-12"),
        voucher("VCH-2141", "GST-2141", "387.60", "compensation", "2025-03-14", currency="USD"),
        booking(
            "BK-52226",
            "GST-2141",
            "2025-08-12",
            "2025-11-19",
            "2025-11-22",
            [room("NYC2-DBL", board="breakfast"), room("NYC2-SGL", adults=1)],
            plan="semi_flexible",
            payments=[
                pay("card", "1500.00", instrument="closed"),
                pay("voucher", "387.60", voucher_id="VCH-2141"),
            ],
        ),
        booking(
            "BK-52227",
            "GST-2141",
            "2025-08-12",
            "2025-11-20",
            "2025-11-23",
            [room("LON1-DBL", board="breakfast")],
            plan="semi_flexible",
            history=[
                ("2025-08-30T10:10", "message", "Asks for the nearest Underground station."),
                ("2025-09-09T08:45", "changed_dates", "A week later than first booked, at the same price.", 1),
                ("2025-09-10T12:00", "message", "Thanks."),
            ],
        ),
        ticket(
            "TK-3141",
            "GST-2141",
            "cancellation",
            "Asked whether London could still be given up",
            "2025-11-10",
            about_id="BK-52227",
        ),
        booking("BK-52228", "GST-2141", "2025-08-12", "2026-01-15", "2026-01-18", [room("LON1-DBL")]),
    ],
    policy=[
        "cancellation.md#penalty",
        "money-and-time.md#hours-before-check-in",
        "guests.md#partner-grades",
        "guests.md#loyalty-tiers",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "changes.md#difference",
        "changes.md#change-fee",
        "filing.md#tickets",
    ],
    tell=["1500.00", "387.60", "10.75", "45.90"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "boundary",
        "pushes",
        "multi",
        "refusal",
        "recovery",
    ],
    now=datetime(2025, 11, 12, 21, 0),
)
def test_case_CNL_014(trial: Trial) -> None:
    """New York at exactly 168 hours is free, London at 186 of its 192 is not: two vouchers, half a fee, and a third."""
    with trial.golden() as world:
        find_guest(world, email="e.rohrmoser@example.org")
        edeltraud = verify_guest(world, email="edeltraud.rohrmoser@example.com", booking_id="BK-52226")
        find_booking(world, booking_id="BK-52226")
        find_booking(world, booking_id="BK-52227")
        york = get_booking(world, booking_id="BK-52226")
        double, single = york.rooms.items
        get_hotel(world, hotel_id=york.booking.hotel_id)
        london = get_booking(world, booking_id="BK-52227")
        stay = london.rooms.items[0]
        get_hotel(world, hotel_id=london.booking.hotel_id)
        list_loyalty_periods(world, guest_id=edeltraud.guest_id)
        get_guest_mark(world, guest_id=edeltraud.guest_id)
        list_disputes(world, booking_id="BK-52226")
        list_disputes(world, booking_id="BK-52227")
        gone, used = get_payments(world, booking_id="BK-52226").payments
        old = list_vouchers(world, guest_id=edeltraud.guest_id).items[0]
        list_booking_events(world, booking_id="BK-52227")
        search_articles(world, query="change fee")
        filed = list_tickets(world, requester_id=edeltraud.guest_id).tickets[0]
        arrival = date.fromisoformat("2026-01-08")
        nights = get_rates(
            world, room_type_id=stay.room_type_id, from_night=arrival, to_night=arrival + timedelta(days=2)
        ).items
        breakfast = list_board_prices(world, hotel_id=london.booking.hotel_id)[0]
        per_euro = next(
            rate
            for rate in list_exchange_rates(world, currency=london.booking.currency).items
            if rate.day == world.today
        ).per_euro
        cancel_room(world, room_id=double.id, penalty=money(0))
        cancel_room(world, room_id=single.id, penalty=money(0))
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=gone.amount,
            reason="cancellation",
            valid_until=_a_year_on(world),
        )
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=used.amount,
            reason="cancellation",
            valid_until=old.valid_until,
        )
        _file(world, edeltraud.guest_id, "BK-52226", "cancellation")
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="outside_window")
        total = sum((money(night.rate * 90 / 100) + 2 * breakfast.adult for night in nights), money(0))
        change_room(world, room_id=stay.id, arrival=arrival, departure=arrival + timedelta(days=3), new_total=total)
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52227",
            amount=stay.total - total,
            reason="stay_difference",
            valid_until=_a_year_on(world),
        )
        create_charge(
            world,
            booking_id="BK-52227",
            payer="guest",
            amount=money(money(25 * per_euro) / 2),
            kind="change_fee",
        )
        _file(world, edeltraud.guest_id, "BK-52227", "change")

    with trial.trap(breaks="guests.md#partner-grades", name="London cancelled free of charge too") as world:
        edeltraud = verify_guest(world, email="edeltraud.rohrmoser@example.com", booking_id="BK-52226")
        old = list_vouchers(world, guest_id=edeltraud.guest_id).items[0]
        for number in ("RM-52226-1", "RM-52226-2", "RM-52227-1"):
            cancel_room(world, room_id=number, penalty=money(0))
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("1500.00"),
            reason="cancellation",
            valid_until=_a_year_on(world),
        )
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("387.60"),
            reason="cancellation",
            valid_until=old.valid_until,
        )
        issue_refund(world, payment_id="PAY-52227-1", amount=money("549.60"), reason="cancellation")
        _file(world, edeltraud.guest_id, "BK-52226", "cancellation")
        close_ticket(world, ticket_id="TK-3141", outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#where-money-goes", name="one voucher for all of New York") as world:
        edeltraud = verify_guest(world, email="edeltraud.rohrmoser@example.com", booking_id="BK-52226")
        for number in ("RM-52226-1", "RM-52226-2"):
            cancel_room(world, room_id=number, penalty=money(0))
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("1887.60"),
            reason="cancellation",
            valid_until=_a_year_on(world),
        )
        _file(world, edeltraud.guest_id, "BK-52226", "cancellation")
        close_ticket(world, ticket_id="TK-3141", outcome="declined", reason="outside_window")
        change_room(
            world,
            room_id="RM-52227-1",
            arrival=date.fromisoformat("2026-01-08"),
            departure=date.fromisoformat("2026-01-11"),
            new_total=money("503.70"),
        )
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52227",
            amount=money("45.90"),
            reason="stay_difference",
            valid_until=_a_year_on(world),
        )
        create_charge(world, booking_id="BK-52227", payer="guest", amount=money("10.75"), kind="change_fee")
        _file(world, edeltraud.guest_id, "BK-52227", "change")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="the whole fee, above her limit") as world:
        edeltraud = verify_guest(world, email="edeltraud.rohrmoser@example.com", booking_id="BK-52226")
        old = list_vouchers(world, guest_id=edeltraud.guest_id).items[0]
        for number in ("RM-52226-1", "RM-52226-2"):
            cancel_room(world, room_id=number, penalty=money(0))
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("1500.00"),
            reason="cancellation",
            valid_until=_a_year_on(world),
        )
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("387.60"),
            reason="cancellation",
            valid_until=old.valid_until,
        )
        _file(world, edeltraud.guest_id, "BK-52226", "cancellation")
        close_ticket(world, ticket_id="TK-3141", outcome="declined", reason="outside_window")

    with trial.trap(breaks="changes.md#difference", name="the difference as money, no fee") as world:
        edeltraud = verify_guest(world, email="edeltraud.rohrmoser@example.com", booking_id="BK-52226")
        old = list_vouchers(world, guest_id=edeltraud.guest_id).items[0]
        for number in ("RM-52226-1", "RM-52226-2"):
            cancel_room(world, room_id=number, penalty=money(0))
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("1500.00"),
            reason="cancellation",
            valid_until=_a_year_on(world),
        )
        give_voucher(
            world,
            guest_id=edeltraud.guest_id,
            booking_id="BK-52226",
            amount=money("387.60"),
            reason="cancellation",
            valid_until=old.valid_until,
        )
        _file(world, edeltraud.guest_id, "BK-52226", "cancellation")
        close_ticket(world, ticket_id="TK-3141", outcome="declined", reason="outside_window")
        change_room(
            world,
            room_id="RM-52227-1",
            arrival=date.fromisoformat("2026-01-08"),
            departure=date.fromisoformat("2026-01-11"),
            new_total=money("503.70"),
        )
        issue_refund(world, payment_id="PAY-52227-1", amount=money("45.90"), reason="stay_difference")
        _file(world, edeltraud.guest_id, "BK-52227", "change")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Ciao, Teodora Vlahović from Kotor. A strike in Lisbon, a husband flat on his back (his doctor's letter is "
        "with you since Monday), a fare that your website calls carved in stone: am I out of luck with BK-52229? If "
        "stone can be moved, we come on Saturday, 21 February, for the same number of nights. For that I am ready to "
        "pay something on top, within reason."
    ),
    facts={
        "email": "teodora.vlahovic@example.com",
        "arrival if 21 February is too late": "Friday, 20 February",
        "the most that new dates may cost": "100 euros more than now",
        "what to do if new dates are not possible": "cancel, if at least half of the price comes back, else leave it",
    },
    behaviour=Behaviour(
        "Ironic and decided. Wants to come in February rather than have the money back; pays up to 100 euros more for "
        "it. If new dates are not possible, cancels as long as at least half of the price comes back.",
        pushes=("One day more or less in February, what difference does it make to you?",),
        accepts=("862.40", "80.00"),
        answers={
            **dict.fromkeys(
                ("20 February", "too late", "90 days", "by 20", "earlier", "latest arrival"),
                "Then Friday, 20 February, the same number of nights.",
            ),
            **dict.fromkeys(
                ("cancel new", "cancel move", "cancel change", "cancel instead", "cancel free"),
                "Rather new dates in February, if they cost no more than 100 euros on top.",
            ),
            **dict.fromkeys(("budget", "limit", "ceiling", "maximum"), "Up to 100 euros more than now."),
        },
    ),
    records=[
        guest(
            "GST-2142",
            "Teodora Vlahović",
            "teodora.vlahovic@example.com",
            country="Montenegro",
            tier="gold",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        period("LP-2142-2", "silver", "2025-11-13", "2026-11-12"),
        voucher("VCH-2142", "GST-2142", "382.40", "compensation", "2025-04-02"),
        booking(
            "BK-52229",
            "GST-2142",
            "2025-08-18",
            "2025-11-22",
            "2025-11-28",
            [room("LIS1-DBL", board="breakfast")],
            plan="non_refundable",
            payments=[pay("voucher", "382.40", voucher_id="VCH-2142"), pay("card", "400.00")],
        ),
        document("DOC-52229-1", "medical", "2025-11-07", status="unreadable"),
        document("DOC-52229-2", "medical", "2025-11-10"),
        booking("BK-52230", "GST-2142", "2025-08-18", "2025-11-28", "2025-11-30", [room("LIS3-DBL")]),
        calendar(
            "LIS1-DBL",
            ("2026-02-20", "2026-02-24", "140.00", None),
            ("2026-02-25", "2026-02-26", "168.00", None),
        ),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "money-and-time.md#calendar-days",
        "changes.md#price-of-a-night",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "filing.md#topics",
    ],
    tell=["862.40", "80.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes"],
    twin="CNL_016",
)
def test_case_CNL_015(trial: Trial) -> None:
    """The last day of the strike moves any rate plan, 90 days on and no further; the dearest night is on page two."""
    with trial.golden() as world:
        teodora = verify_guest(world, email="teodora.vlahovic@example.com", booking_id="BK-52229")
        find_booking(world, booking_id="BK-52229")
        file = get_booking(world, booking_id="BK-52229")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Lisbon strike")
        read_article(world, article_id="KB-217")
        get_guest_mark(world, guest_id=teodora.guest_id)
        list_disputes(world, booking_id="BK-52229")
        get_payments(world, booking_id="BK-52229")
        list_tickets(world, requester_id=teodora.guest_id)
        arrival = stay.arrival + timedelta(days=90)
        departure = arrival + (stay.departure - stay.arrival)
        nights = [
            night
            for page in (1, 2)
            for night in get_rates(
                world,
                room_type_id=stay.room_type_id,
                from_night=arrival,
                to_night=departure - timedelta(days=1),
                page=page,
            ).items
        ]
        breakfast = list_board_prices(world, hotel_id=file.booking.hotel_id)[0]
        total = sum((money(night.rate * 80 / 100) + 2 * breakfast.adult for night in nights), money(0))
        change_room(world, room_id=stay.id, arrival=arrival, departure=departure, new_total=total)
        create_charge(world, booking_id="BK-52229", payer="guest", amount=total - stay.total, kind="stay_difference")
        _file(world, teodora.guest_id, "BK-52229", "change")

    with trial.trap(breaks="changes.md#what-can-be-changed", name="carved in stone") as world:
        teodora = verify_guest(world, email="teodora.vlahovic@example.com", booking_id="BK-52229")
        cancel_room(world, room_id="RM-52229-1", penalty=money("312.96"))
        issue_refund(world, payment_id="PAY-52229-2", amount=money("400.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=teodora.guest_id,
            booking_id="BK-52229",
            amount=money("69.44"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=teodora.guest_id).items[0].valid_until,
        )
        _file(world, teodora.guest_id, "BK-52229", "change", "declined", "rate_terms")
        _file(world, teodora.guest_id, "BK-52229", "cancellation")

    with trial.trap(breaks="cancellation.md#force-majeure", name="the 91st day") as world:
        teodora = verify_guest(world, email="teodora.vlahovic@example.com", booking_id="BK-52229")
        change_room(
            world,
            room_id="RM-52229-1",
            arrival=date.fromisoformat("2026-02-21"),
            departure=date.fromisoformat("2026-02-27"),
            new_total=money("884.80"),
        )
        create_charge(world, booking_id="BK-52229", payer="guest", amount=money("102.40"), kind="stay_difference")
        _file(world, teodora.guest_id, "BK-52229", "change")

    with trial.trap(breaks="changes.md#price-of-a-night", name="page one of the rates") as world:
        teodora = verify_guest(world, email="teodora.vlahovic@example.com", booking_id="BK-52229")
        change_room(
            world,
            room_id="RM-52229-1",
            arrival=date.fromisoformat("2026-02-20"),
            departure=date.fromisoformat("2026-02-26"),
            new_total=money("840.00"),
        )
        create_charge(world, booking_id="BK-52229", payer="guest", amount=money("57.60"), kind="stay_difference")
        _file(world, teodora.guest_id, "BK-52229", "change")

    with trial.trap(breaks="changes.md#price-of-a-night", name="as if flexible, above her limit") as world:
        teodora = verify_guest(world, email="teodora.vlahovic@example.com", booking_id="BK-52229")
        cancel_room(world, room_id="RM-52229-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52229-2", amount=money("400.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=teodora.guest_id,
            booking_id="BK-52229",
            amount=money("382.40"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=teodora.guest_id).items[0].valid_until,
        )
        _file(world, teodora.guest_id, "BK-52229", "cancellation")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good day to you. My wife, who was to come along, has been ordered to bed, which your office has in writing "
        "from her physician; and Lisbon is on strike that week, I read, so this is what the lawyers call an act of "
        "God. I therefore request new dates for BK-52231: arrival on 20 February, six nights. Yours, Sebastián "
        "Larralde, Montevideo."
    ),
    facts={
        "email": "sebastian.larralde@example.org",
        "what to do if new dates are not possible": "cancel, if at least half of the price comes back, else leave it",
    },
    behaviour=Behaviour(
        "A retired notary, courteous, sure of his clause. If new dates are not possible, he cancels as long as at "
        "least half of the price comes back; otherwise he leaves the booking alone.",
        refuses=("625.92", "704.16", "156.48"),
        pushes=("The strike is a fact. Whether I land on one day or on another, the trains stand still.",),
        accepts=("312.96", "469.44"),
        answers=dict.fromkeys(
            (
                "cancel instead",
                "keep booking",
                "leave booking",
                "how proceed",
                "cancel keep",
                "cancel leave",
            ),
            "If no new dates are possible, cancel it, provided that at least half of the price comes back.",
        ),
    ),
    records=[
        guest(
            "GST-2143",
            "Sebastián Larralde",
            "sebastian.larralde@example.org",
            country="Uruguay",
            tier="gold",
            tier_from="2024-11-13",
            tier_until="2025-11-12",
        ),
        period("LP-2143-2", "silver", "2025-11-13", "2026-11-12"),
        voucher("VCH-2143", "GST-2143", "382.40", "compensation", "2025-04-02"),
        booking(
            "BK-52231",
            "GST-2143",
            "2025-08-18",
            "2025-11-23",
            "2025-11-29",
            [room("LIS1-DBL", board="breakfast")],
            plan="non_refundable",
            payments=[pay("voucher", "382.40", voucher_id="VCH-2143"), pay("card", "400.00")],
        ),
        document("DOC-52231-1", "medical", "2025-11-07", status="unreadable"),
        document("DOC-52231-2", "medical", "2025-11-10"),
        booking("BK-52232", "GST-2143", "2025-08-18", "2025-11-29", "2025-12-01", [room("LIS3-DBL")]),
        calendar(
            "LIS1-DBL",
            ("2026-02-20", "2026-02-24", "140.00", None),
            ("2026-02-25", "2026-02-26", "168.00", None),
        ),
    ],
    policy=[
        "cancellation.md#force-majeure",
        "cancellation.md#reasons-beyond-control",
        "cancellation.md#penalty",
        "changes.md#what-can-be-changed",
        "guests.md#loyalty-tiers",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "filing.md#tickets",
    ],
    tell=["312.96", "400.00", "69.44"],
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
    twin="CNL_015",
)
def test_case_CNL_016(trial: Trial) -> None:
    """A day after the strike no date moves; Gold takes 20 points off 100 % on its last day, the letter half of that."""
    with trial.golden() as world:
        sebastian = verify_guest(world, email="sebastian.larralde@example.org", booking_id="BK-52231")
        find_booking(world, booking_id="BK-52231")
        file = get_booking(world, booking_id="BK-52231")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        search_articles(world, query="Lisbon strike")
        read_article(world, article_id="KB-217")
        list_documents(world, booking_id="BK-52231")
        list_loyalty_periods(world, guest_id=sebastian.guest_id)
        get_guest_mark(world, guest_id=sebastian.guest_id)
        list_disputes(world, booking_id="BK-52231")
        _, card = get_payments(world, booking_id="BK-52231").payments
        old = list_vouchers(world, guest_id=sebastian.guest_id).items[0]
        list_tickets(world, requester_id=sebastian.guest_id)
        penalty = money(money(stay.total * (100 - 20) / 100) / 2)
        cancel_room(world, room_id=stay.id, penalty=penalty)
        issue_refund(world, payment_id=card.id, amount=card.amount, reason="cancellation")
        give_voucher(
            world,
            guest_id=sebastian.guest_id,
            booking_id="BK-52231",
            amount=stay.total - penalty - card.amount,
            reason="cancellation",
            valid_until=old.valid_until,
        )
        _file(world, sebastian.guest_id, "BK-52231", "change", "declined", "rate_terms")
        _file(world, sebastian.guest_id, "BK-52231", "cancellation")

    with trial.trap(breaks="cancellation.md#force-majeure") as world:
        sebastian = verify_guest(world, email="sebastian.larralde@example.org", booking_id="BK-52231")
        change_room(
            world,
            room_id="RM-52231-1",
            arrival=date.fromisoformat("2026-02-20"),
            departure=date.fromisoformat("2026-02-26"),
            new_total=money("862.40"),
        )
        create_charge(world, booking_id="BK-52231", payer="guest", amount=money("80.00"), kind="stay_difference")
        _file(world, sebastian.guest_id, "BK-52231", "change")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="no points off 100 %") as world:
        sebastian = verify_guest(world, email="sebastian.larralde@example.org", booking_id="BK-52231")
        cancel_room(world, room_id="RM-52231-1", penalty=money("391.20"))
        issue_refund(world, payment_id="PAY-52231-2", amount=money("391.20"), reason="cancellation")
        _file(world, sebastian.guest_id, "BK-52231", "change", "declined", "rate_terms")
        _file(world, sebastian.guest_id, "BK-52231", "cancellation")

    with trial.trap(breaks="cancellation.md#reasons-beyond-control", name="the letter does not count") as world:
        sebastian = verify_guest(world, email="sebastian.larralde@example.org", booking_id="BK-52231")
        _file(world, sebastian.guest_id, "BK-52231", "change", "declined", "rate_terms")
        _file(world, sebastian.guest_id, "BK-52231", "cancellation", "declined", "rate_terms")

    with trial.trap(breaks="filing.md#tickets", name="only the cancellation is filed") as world:
        sebastian = verify_guest(world, email="sebastian.larralde@example.org", booking_id="BK-52231")
        cancel_room(world, room_id="RM-52231-1", penalty=money("312.96"))
        issue_refund(world, payment_id="PAY-52231-2", amount=money("400.00"), reason="cancellation")
        give_voucher(
            world,
            guest_id=sebastian.guest_id,
            booking_id="BK-52231",
            amount=money("69.44"),
            reason="cancellation",
            valid_until=list_vouchers(world, guest_id=sebastian.guest_id).items[0].valid_until,
        )
        _file(world, sebastian.guest_id, "BK-52231", "cancellation")

    assert trial.outcome == trial.golden_outcome
