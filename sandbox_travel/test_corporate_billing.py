"""Two rooms that part, a day without a contract, invoices: what a company owes, gets back, and has on paper.

Canary: thinkingbox-eval-4548dba0-b2e0-4087-abce-2b10c466ded3-travel-corporate-billing. Not for training.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from sandbox_travel.records import (
    approval,
    approver,
    booking,
    charge,
    company,
    contract,
    guest,
    invoice,
    member,
    room,
    ticket,
)
from sandbox_travel.tools import (
    ask_approver,
    cancel_room,
    change_room,
    close_ticket,
    create_charge,
    find_booking,
    get_booking,
    get_hotel,
    get_payments,
    get_rates,
    issue_refund,
    list_approvals,
    list_board_prices,
    list_booking_events,
    list_contracts,
    list_disputes,
    list_exchange_rates,
    list_invoices,
    list_nightly_limits,
    list_tickets,
    open_ticket,
    reissue_invoice,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, World, money, task


def _file(
    world: World,
    guest_id: str,
    booking_id: str,
    topic: Literal["change", "cancellation", "billing"],
    outcome: Literal["resolved", "declined"] = "resolved",
    reason: Literal[
        "completed", "not_confirmed", "not_authorised", "outside_window", "already_settled", "no_entitlement"
    ] = "completed",
) -> None:
    """Files a wish on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Wish about a company's booking",
        topic=topic,
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


@task(
    opening=(
        "Kaveh Rostami, travel desk of Lodestar Bridges. My two rooms in Prague, BK-52061: the single is for a "
        "colleague who has broken a rib, cancel it. I myself stay in the double until 30 November. Our Mrs Lindgren "
        "has signed for that already, no need to bother her a second time."
    ),
    facts={
        "email": "k.rostami@example.com",
        "another email address": "kaveh.rostami@example.net",
    },
    behaviour=Behaviour(
        "Businesslike. Has forgotten that his profile is still under his private address.",
        answers={
            "another used": "Then it is kaveh.rostami@example.net, my private one.",
            "another email": "Then it is kaveh.rostami@example.net, my private one.",
            "other email": "Then it is kaveh.rostami@example.net, my private one.",
            "different email": "Then it is kaveh.rostami@example.net, my private one.",
            "else email": "Then it is kaveh.rostami@example.net, my private one.",
        },
    ),
    records=[
        guest("GST-2047", "Kaveh Rostami", "kaveh.rostami@example.net", country="Austria"),
        company("CMP-39", "Lodestar Bridges", city="Linz", cost_centre="LB-12"),
        contract(
            "CON-39",
            "CMP-39",
            "2025-02-01",
            "2026-01-31",
            always_approve=True,
            limits={"Prague": "130.00", None: "160.00"},
        ),
        member("CPE-2010", "CMP-39", "GST-2047", "travel_desk", from_on="2025-02-01"),
        booking(
            "BK-52061",
            "GST-2047",
            "2025-08-06",
            "2025-11-25",
            "2025-11-28",
            [room("PRG1-DBL", adults=1, board="breakfast"), room("PRG1-SGL", adults=1, board="breakfast")],
            company_id="CMP-39",
            discount=10,
            history=[("2025-10-02T10:00", "changed_dates", "Two days earlier, at the same price.", 1)],
        ),
        approval("APV-52061-1", "CMP-39", "dates", "680.00", "2025-10-01", status="used"),
        approval("APV-52061-2", "CMP-39", "dates", "605.00", "2025-11-05", expires_on="2025-11-13"),
        approval("APV-52061-3", "CMP-39", "room_type", "900.00", "2025-11-06", expires_on="2025-12-31"),
        approver("AP-52061-1", "dates", "500.00"),
        ticket(
            "TK-3022",
            "GST-2047",
            "cancellation",
            "What happens to a room that is not needed?",
            "2025-11-10",
            about_id="BK-52061",
        ),
        ticket(
            "TK-3023",
            "GST-2047",
            "change",
            "Two days earlier",
            "2025-10-02",
            about_id="BK-52061",
            status="closed",
        ),
    ],
    policy=[
        "corporate.md#terms",
        "corporate.md#approval",
        "corporate.md#who-pays",
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "guests.md#identity-check",
        "filing.md#tickets",
    ],
    tell=["6362.20", "6765.00"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "multi", "interacting", "recovery"],
    twin="CRP_007",
)
def test_case_CRP_006(trial: Trial) -> None:
    """An approval that runs until tomorrow covers the double's new total; that of both rooms it would not cover."""
    with trial.golden() as world:
        kaveh = verify_guest(world, email="kaveh.rostami@example.net", booking_id="BK-52061")
        find_booking(world, booking_id="BK-52061")
        firm = verify_company_contact(world, guest_id=kaveh.guest_id, booking_id="BK-52061")
        file = get_booking(world, booking_id="BK-52061")
        double, single = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        signed = list_approvals(world, company_id=firm.company_id).items[1]
        list_exchange_rates(world, currency=file.booking.currency)
        nights = get_rates(
            world,
            room_type_id=double.room_type_id,
            from_night=double.departure,
            to_night=double.departure + timedelta(days=1),
        ).items
        breakfast = list_board_prices(world, hotel_id=file.booking.hotel_id)[0]
        list_disputes(world, booking_id="BK-52061")
        paid = get_payments(world, booking_id="BK-52061").payments[0]
        filed = list_tickets(world, requester_id=kaveh.guest_id).tickets[0]
        more = sum((money(night.rate * (100 - terms.discount) / 100) + breakfast.adult for night in nights), money(0))
        cancel_room(world, room_id=single.id, penalty=money(0))
        issue_refund(world, payment_id=paid.id, amount=single.total, reason="cancellation")
        change_room(
            world,
            room_id=double.id,
            departure=double.departure + timedelta(days=2),
            new_total=double.total + more,
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52061", payer="company", amount=more, kind="stay_difference")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        _file(world, kaveh.guest_id, "BK-52061", "change")

    with trial.trap(breaks="corporate.md#approval", name="asks although it is signed") as world:
        kaveh = verify_guest(world, email="kaveh.rostami@example.net", booking_id="BK-52061")
        ask_approver(world, booking_id="BK-52061", kind="dates", euros=money("602.12"))
        cancel_room(world, room_id="RM-52061-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52061-1", amount=money("6765.00"), reason="cancellation")
        close_ticket(world, ticket_id="TK-3022", outcome="resolved", reason="completed")
        _file(world, kaveh.guest_id, "BK-52061", "change", "declined", "not_confirmed")

    with trial.trap(breaks="corporate.md#approval", name="below the limit without an approval") as world:
        kaveh = verify_guest(world, email="kaveh.rostami@example.net", booking_id="BK-52061")
        double = get_booking(world, booking_id="BK-52061").rooms.items[0]
        cancel_room(world, room_id="RM-52061-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52061-1", amount=money("6765.00"), reason="cancellation")
        change_room(
            world, room_id=double.id, departure=double.departure + timedelta(days=2), new_total=money("15125.20")
        )
        create_charge(world, booking_id="BK-52061", payer="company", amount=money("6362.20"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3022", outcome="resolved", reason="completed")
        _file(world, kaveh.guest_id, "BK-52061", "change")

    with trial.trap(breaks="changes.md#difference") as world:
        kaveh = verify_guest(world, email="kaveh.rostami@example.net", booking_id="BK-52061")
        double = get_booking(world, booking_id="BK-52061").rooms.items[0]
        cancel_room(world, room_id="RM-52061-2", penalty=money(0))
        change_room(
            world,
            room_id=double.id,
            departure=double.departure + timedelta(days=2),
            new_total=money("15125.20"),
            approval_ids=["APV-52061-2"],
        )
        issue_refund(world, payment_id="PAY-52061-1", amount=money("402.80"), reason="stay_difference")
        close_ticket(world, ticket_id="TK-3022", outcome="resolved", reason="completed")
        _file(world, kaveh.guest_id, "BK-52061", "change")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "dobar dan, travel desk of Alder & Quay here. BK-52063 prague. the single room in it is not needed, take it "
        "out pls. the double goes on to the 30th of november, and before you ask, the paper with the signature for "
        "that is in your system since last week"
    ),
    facts={
        "name": "Mirela Hadžić",
        "email": "mirela.hadzic@example.org",
        "if the longer stay is refused": "cancel the double as well",
    },
    behaviour=Behaviour(
        "Writes in haste. If the longer stay is refused the trip makes no sense to her, and the double is to be "
        "cancelled too.",
        accepts=("15528.00",),
        pushes=(
            "the signature is there i saw it myself. use it pls",
            "if they refuse it the trip is off and the double goes as well",
        ),
        answers={
            "approver": "if the approver has to be asked then ask, but there is a signature",
            "would you like double": "if they refuse it, cancel the double as well pls",
            "keep double": "no then cancel the double as well pls",
            "instead": "then cancel the double as well pls",
            "how proceed": "then cancel the double as well pls",
            "double room refused": "then cancel the double as well pls",
            "as booked": "no then cancel the double as well pls",
        },
    ),
    records=[
        guest("GST-2049", "Mirela Hadžić", "mirela.hadzic@example.org", country="Croatia"),
        company("CMP-40", "Alder & Quay", city="Split", cost_centre="AQ-8"),
        contract(
            "CON-40",
            "CMP-40",
            "2025-02-01",
            "2026-01-31",
            always_approve=True,
            limits={"Prague": "130.00", None: "160.00"},
        ),
        member("CPE-2011", "CMP-40", "GST-2049", "travel_desk", from_on="2025-02-01"),
        booking(
            "BK-52063",
            "GST-2049",
            "2025-08-06",
            "2025-11-25",
            "2025-11-28",
            [room("PRG1-DBL", adults=1, board="breakfast"), room("PRG1-SGL", adults=1, board="breakfast")],
            company_id="CMP-40",
            discount=10,
            history=[("2025-10-02T10:00", "changed_dates", "Two days earlier, at the same price.", 1)],
        ),
        approval("APV-52063-1", "CMP-40", "dates", "680.00", "2025-10-01", status="used"),
        approval("APV-52063-2", "CMP-40", "dates", "605.00", "2025-11-05", expires_on="2025-11-11"),
        approval("APV-52063-3", "CMP-40", "room_type", "900.00", "2025-11-06", expires_on="2025-12-31"),
        approver("AP-52063-1", "dates", "500.00"),
        ticket(
            "TK-3024",
            "GST-2049",
            "cancellation",
            "What happens to a room that is not needed?",
            "2025-11-10",
            about_id="BK-52063",
        ),
        ticket(
            "TK-3025",
            "GST-2049",
            "change",
            "Two days earlier",
            "2025-10-02",
            about_id="BK-52063",
            status="closed",
        ),
    ],
    policy=[
        "corporate.md#terms",
        "corporate.md#approval",
        "cancellation.md#penalty",
        "payments.md#where-money-goes",
        "filing.md#tickets",
        "filing.md#outcomes",
    ],
    tell=["15528.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "interacting",
        "refusal",
    ],
    twin="CRP_006",
)
def test_case_CRP_007(trial: Trial) -> None:
    """The approval ran out yesterday and the approver refuses: both rooms go, and the invoice gets one refund."""
    with trial.golden() as world:
        mirela = verify_guest(world, email="mirela.hadzic@example.org", booking_id="BK-52063")
        find_booking(world, booking_id="BK-52063")
        firm = verify_company_contact(world, guest_id=mirela.guest_id, booking_id="BK-52063")
        file = get_booking(world, booking_id="BK-52063")
        double, single = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=file.booking.currency).items if rate.day == world.today
        ).per_euro
        nights = get_rates(
            world,
            room_type_id=double.room_type_id,
            from_night=double.departure,
            to_night=double.departure + timedelta(days=1),
        ).items
        breakfast = list_board_prices(world, hotel_id=file.booking.hotel_id)[0]
        list_disputes(world, booking_id="BK-52063")
        paid = get_payments(world, booking_id="BK-52063").payments[0]
        filed = list_tickets(world, requester_id=mirela.guest_id).tickets[0]
        more = sum((money(night.rate * (100 - terms.discount) / 100) + breakfast.adult for night in nights), money(0))
        ask_approver(world, booking_id="BK-52063", kind="dates", euros=money((double.total + more) / per_euro))
        cancel_room(world, room_id=single.id, penalty=money(0))
        cancel_room(world, room_id=double.id, penalty=money(0))
        issue_refund(world, payment_id=paid.id, amount=single.total + double.total, reason="cancellation")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        _file(world, mirela.guest_id, "BK-52063", "change", "declined", "not_confirmed")

    with trial.trap(breaks="corporate.md#approval") as world:
        mirela = verify_guest(world, email="mirela.hadzic@example.org", booking_id="BK-52063")
        double = get_booking(world, booking_id="BK-52063").rooms.items[0]
        cancel_room(world, room_id="RM-52063-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52063-1", amount=money("6765.00"), reason="cancellation")
        change_room(
            world,
            room_id=double.id,
            departure=double.departure + timedelta(days=2),
            new_total=money("15125.20"),
            approval_ids=["APV-52063-2"],
        )
        create_charge(world, booking_id="BK-52063", payer="company", amount=money("6362.20"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3024", outcome="resolved", reason="completed")
        _file(world, mirela.guest_id, "BK-52063", "change")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        mirela = verify_guest(world, email="mirela.hadzic@example.org", booking_id="BK-52063")
        ask_approver(world, booking_id="BK-52063", kind="dates", euros=money("602.12"))
        cancel_room(world, room_id="RM-52063-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52063-1", amount=money("6765.00"), reason="cancellation")
        cancel_room(world, room_id="RM-52063-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52063-1", amount=money("8763.00"), reason="cancellation")
        close_ticket(world, ticket_id="TK-3024", outcome="resolved", reason="completed")
        _file(world, mirela.guest_id, "BK-52063", "change", "declined", "not_confirmed")

    with trial.trap(breaks="corporate.md#approval", name="leaves the double as it is") as world:
        mirela = verify_guest(world, email="mirela.hadzic@example.org", booking_id="BK-52063")
        ask_approver(world, booking_id="BK-52063", kind="dates", euros=money("602.12"))
        cancel_room(world, room_id="RM-52063-2", penalty=money(0))
        issue_refund(world, payment_id="PAY-52063-1", amount=money("6765.00"), reason="cancellation")
        close_ticket(world, ticket_id="TK-3024", outcome="resolved", reason="completed")
        _file(world, mirela.guest_id, "BK-52063", "change", "declined", "not_confirmed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two things, both urgent. (1) BK-52066, New York, I check in this afternoon: add the night of the 15th. (2) "
        "BK-52067, London tomorrow, Lucinda Fairweather cannot travel: cancel. Both were booked in September, and both "
        "under our contract: changes cost nothing, and up to a day before it is free. Odhrán McGarvey, bookings, "
        "Thornback Media."
    ),
    facts={
        "email": "odhran.mcgarvey@example.com",
        "if cancelling London costs something": "cancel it all the same",
    },
    behaviour=Behaviour(
        "Sure of his contract. Protests once, then wants it done, London too, whatever it costs.",
        pushes=("Our contract knows no change fees and no penalty a day ahead. Look it up.",),
        answers={
            "still cancel": "Yes, cancel it all the same.",
            "cancel penalty": "Yes, cancel it all the same.",
        },
    ),
    records=[
        guest("GST-2051", "Odhrán McGarvey", "odhran.mcgarvey@example.com", country="Ireland", tier="gold"),
        guest("GST-2052", "Lucinda Fairweather", "lucinda.fairweather@example.com", country="Ireland"),
        company("CMP-41", "Thornback Media", city="Galway", cost_centre="TM-3"),
        contract("CON-41", "CMP-41", "2024-09-01", "2025-08-31", discount=15, free_hours=12, limits={None: "150.00"}),
        contract(
            "CON-42",
            "CMP-41",
            "2025-09-15",
            "2026-09-14",
            free_hours=24,
            always_approve=True,
            limits={"New York": "175.00", None: "150.00"},
        ),
        member("CPE-2012", "CMP-41", "GST-2051", "booker", from_on="2024-09-01"),
        member("CPE-2013", "CMP-41", "GST-2052", "traveller", from_on="2024-09-01"),
        booking(
            "BK-52066",
            "GST-2051",
            "2025-09-09",
            "2025-11-12",
            "2025-11-15",
            [room("NYC1-SGL", adults=1, paid="376.00", total="564.00")],
            company_id="CMP-41",
            history=[("2025-10-02T13:00", "changed_dates", "A night more, at the price of the others.", 1)],
        ),
        charge("CHR-52066-1", "188.00", "stay_difference", "2025-10-02", payer="company"),
        approver("AP-52066-1", "dates", "900.00"),
        booking(
            "BK-52067",
            "GST-2052",
            "2025-09-09",
            "2025-11-13",
            "2025-11-16",
            [room("LON1-SGL", adults=1)],
            company_id="CMP-41",
        ),
    ],
    policy=[
        "corporate.md#contract-that-counts",
        "changes.md#what-can-be-changed",
        "changes.md#change-fee",
        "cancellation.md#penalty",
        "guests.md#partner-grades",
        "guests.md#loyalty-tiers",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#currencies",
    ],
    tell=["216.00", "27.25", "126.00", "252.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi"],
)
def test_case_CRP_008(trial: Trial) -> None:
    """Booked between two contracts: flexible, with exactly 12 hours left in New York, a fee, and a first night lost."""
    with trial.golden() as world:
        odhran = verify_guest(world, email="odhran.mcgarvey@example.com", booking_id="BK-52066")
        find_booking(world, booking_id="BK-52066")
        firm = verify_company_contact(world, guest_id=odhran.guest_id, booking_id="BK-52066")
        list_contracts(world, company_id=firm.company_id)
        york = get_booking(world, booking_id="BK-52066")
        stay = york.rooms.items[0]
        get_hotel(world, hotel_id=york.booking.hotel_id)
        list_booking_events(world, booking_id="BK-52066")
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=york.booking.currency).items if rate.day == world.today
        ).per_euro
        night = get_rates(
            world, room_type_id=stay.room_type_id, from_night=stay.departure, to_night=stay.departure
        ).items[0]
        list_disputes(world, booking_id="BK-52066")
        find_booking(world, booking_id="BK-52067")
        london = get_booking(world, booking_id="BK-52067")
        lost = london.rooms.items[0]
        get_hotel(world, hotel_id=london.booking.hotel_id)
        list_disputes(world, booking_id="BK-52067")
        paid = get_payments(world, booking_id="BK-52067").payments[0]
        list_tickets(world, requester_id=odhran.guest_id)
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=stay.total + night.rate,
        )
        create_charge(world, booking_id="BK-52066", payer="company", amount=night.rate, kind="stay_difference")
        create_charge(
            world,
            booking_id="BK-52066",
            payer="company",
            amount=money(money("25.00") * per_euro),
            kind="change_fee",
        )
        cancel_room(world, room_id=lost.id, penalty=lost.night_price)
        issue_refund(world, payment_id=paid.id, amount=lost.total - lost.night_price, reason="cancellation")
        _file(world, odhran.guest_id, "BK-52066", "change")
        _file(world, odhran.guest_id, "BK-52067", "cancellation")

    with trial.trap(breaks="corporate.md#contract-that-counts", name="the present contract") as world:
        odhran = verify_guest(world, email="odhran.mcgarvey@example.com", booking_id="BK-52066")
        cancel_room(world, room_id="RM-52067-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52067-1", amount=money("378.00"), reason="cancellation")
        _file(world, odhran.guest_id, "BK-52066", "change", "declined", "outside_window")
        _file(world, odhran.guest_id, "BK-52067", "cancellation")

    with trial.trap(breaks="corporate.md#contract-that-counts", name="the old contract") as world:
        odhran = verify_guest(world, email="odhran.mcgarvey@example.com", booking_id="BK-52066")
        stay = get_booking(world, booking_id="BK-52066").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=1), new_total=money("747.60"))
        create_charge(world, booking_id="BK-52066", payer="company", amount=money("183.60"), kind="stay_difference")
        cancel_room(world, room_id="RM-52067-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52067-1", amount=money("378.00"), reason="cancellation")
        _file(world, odhran.guest_id, "BK-52066", "change")
        _file(world, odhran.guest_id, "BK-52067", "cancellation")

    with trial.trap(breaks="guests.md#partner-grades") as world:
        odhran = verify_guest(world, email="odhran.mcgarvey@example.com", booking_id="BK-52066")
        cancel_room(world, room_id="RM-52067-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52067-1", amount=money("378.00"), reason="cancellation")
        _file(world, odhran.guest_id, "BK-52066", "change", "declined", "outside_window")
        _file(world, odhran.guest_id, "BK-52067", "cancellation")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        odhran = verify_guest(world, email="odhran.mcgarvey@example.com", booking_id="BK-52066")
        stay = get_booking(world, booking_id="BK-52066").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=1), new_total=money("780.00"))
        create_charge(world, booking_id="BK-52066", payer="company", amount=money("216.00"), kind="stay_difference")
        cancel_room(world, room_id="RM-52067-1", penalty=money("126.00"))
        issue_refund(world, payment_id="PAY-52067-1", amount=money("252.00"), reason="cancellation")
        _file(world, odhran.guest_id, "BK-52066", "change")
        _file(world, odhran.guest_id, "BK-52067", "cancellation")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good evening, Nalini Wickramasinghe of the travel desk at Kestrelford Legal. Year end is near and four "
        "invoices are wrong. BK-52070, BK-52071 and BK-52072 need the address and the cost centre of our new office. "
        "BK-52073 was a journey for our sister Kestrelford Leasing, one group, one door, so that one is to bear "
        "their name. All within thirty days, I have counted them on the calendar."
    ),
    facts={
        "email": "nalini.w@example.org",
        "last four digits of the phone number": "0138",
        "address of the new office": "27 Harbour Lane Rotterdam",
        "cost centre of the new office": "KL-440",
    },
    behaviour=Behaviour(
        "Patient and pedantic. Defends her counting once.",
        pushes=("I have counted it twice: all four are inside the thirty days.",),
    ),
    records=[
        guest("GST-2038", "Nalini Wickramasinghe", "nalini.w@example.org", country="Netherlands"),
        guest("GST-2040", "Aurelio Zamboni", "aurelio.zamboni@example.com", country="Italy"),
        company("CMP-42", "Kestrelford Legal", city="Rotterdam", cost_centre="KL-118"),
        company("CMP-43", "Kestrelford Leasing", city="Rotterdam", cost_centre="KE-2"),
        contract("CON-43", "CMP-42", "2025-01-01", "2025-12-31"),
        contract("CON-44", "CMP-43", "2025-01-01", "2025-12-31"),
        member("CPE-2014", "CMP-42", "GST-2038", "travel_desk"),
        member("CPE-2015", "CMP-42", "GST-2040", "traveller"),
        booking(
            "BK-52070",
            "GST-2040",
            "2025-07-03",
            "2025-10-08",
            "2025-10-13",
            [room("TYO1-SGL", adults=1)],
            company_id="CMP-42",
            discount=10,
        ),
        invoice(
            "INV-52070-1",
            "Kestrelford Legal",
            "14 Quay Street Rotterdam",
            "2025-10-14",
            made_out_to="company",
            cost_centre="KL-118",
        ),
        booking(
            "BK-52071",
            "GST-2038",
            "2025-07-03",
            "2025-10-09",
            "2025-10-13",
            [room("NYC1-SGL", adults=1)],
            company_id="CMP-42",
            discount=10,
        ),
        invoice(
            "INV-52071-1",
            "Kestrelford Legal",
            "14 Quay Street Rotterdam",
            "2025-10-14",
            made_out_to="company",
            cost_centre="KL-118",
        ),
        booking(
            "BK-52072",
            "GST-2040",
            "2025-08-14",
            "2025-10-30",
            "2025-11-03",
            [room("LIS1-SGL", adults=1)],
            company_id="CMP-42",
            discount=10,
        ),
        invoice(
            "INV-52072-1",
            "Kestrelford Legal",
            "14 Quay Street Rotterdam",
            "2025-11-04",
            made_out_to="company",
            cost_centre="KL-117",
            status="replaced",
        ),
        invoice(
            "INV-52072-2",
            "Kestrelford Legal",
            "14 Quay Street Rotterdam",
            "2025-11-06",
            made_out_to="company",
            cost_centre="KL-118",
            replaces="INV-52072-1",
        ),
        booking(
            "BK-52073",
            "GST-2040",
            "2025-08-14",
            "2025-11-03",
            "2025-11-05",
            [room("PRG1-SGL", adults=1)],
            company_id="CMP-42",
            discount=10,
        ),
        invoice(
            "INV-52073-1",
            "Kestrelford Legal",
            "14 Quay Street Rotterdam",
            "2025-11-06",
            made_out_to="company",
            cost_centre="KL-118",
        ),
        ticket("TK-3026", "GST-2038", "billing", "Old address on an invoice", "2025-11-11", about_id="BK-52071"),
    ],
    policy=[
        "corporate.md#invoices",
        "corporate.md#who-may-ask",
        "money-and-time.md#calendar-days",
        "filing.md#tickets",
        "filing.md#reasons",
    ],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that the invoice of the Tokyo stay (BK-52070) can no longer be changed "
            "because more than 30 days have passed since the departure?",
            yes=[
                "The invoice of BK-52070 stays as it is: in Tokyo it is already the 31st day after departure, and 30 "
                "is the limit.",
                "For the Tokyo stay, BK-52070, I am too late: more than 30 days have gone by since you checked out.",
            ],
            no=[
                "I have made the invoice of BK-52071 anew; the others could not be changed.",
                "BK-52070 cannot be changed because its invoice was made anew once already.",
                "BK-52070 is still within the 30 days and now bears the new address.",
            ],
        ),
        Rubric(
            "Does the agent tell the caller that the invoice of BK-52073 cannot be made out to another company than "
            "the one that paid?",
            yes=[
                "BK-52073 stays in the name of Kestrelford Legal: an invoice goes only to the company that paid.",
                "An invoice cannot be put in the name of another company, sister or not, so BK-52073 is unchanged.",
            ],
            no=[
                "I could not do anything about BK-52073.",
                "BK-52073 is now made out to Kestrelford Leasing.",
                "BK-52073 is too old to be changed.",
            ],
        ),
    ],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes", "multi", "refusal"],
    now=datetime(2025, 11, 12, 20, 30),
)
def test_case_CRP_011(trial: Trial) -> None:
    """One departure, two clocks: the 30th day in New York and the 31st in Tokyo; made anew once; a sister's name."""
    with trial.golden() as world:
        nalini = verify_guest(world, email="nalini.w@example.org", booking_id="BK-52071")
        find_booking(world, booking_id="BK-52071")
        verify_company_contact(world, guest_id=nalini.guest_id, booking_id="BK-52071")
        for number in ("BK-52070", "BK-52071", "BK-52072", "BK-52073"):
            file = get_booking(world, booking_id=number)
            get_hotel(world, hotel_id=file.booking.hotel_id)
            list_invoices(world, booking_id=number)
        filed = list_tickets(world, requester_id=nalini.guest_id).tickets[0]
        old = list_invoices(world, booking_id="BK-52071")[0]
        reissue_invoice(world, invoice_id=old.id, address="27 Harbour Lane Rotterdam", cost_centre="KL-440")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        _file(world, nalini.guest_id, "BK-52070", "billing", "declined", "outside_window")
        _file(world, nalini.guest_id, "BK-52072", "billing", "declined", "already_settled")
        _file(world, nalini.guest_id, "BK-52073", "billing", "declined", "no_entitlement")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        nalini = verify_guest(world, email="nalini.w@example.org", booking_id="BK-52071")
        for number in ("INV-52070-1", "INV-52071-1"):
            reissue_invoice(world, invoice_id=number, address="27 Harbour Lane Rotterdam", cost_centre="KL-440")
        close_ticket(world, ticket_id="TK-3026", outcome="resolved", reason="completed")
        _file(world, nalini.guest_id, "BK-52070", "billing")
        _file(world, nalini.guest_id, "BK-52072", "billing", "declined", "already_settled")
        _file(world, nalini.guest_id, "BK-52073", "billing", "declined", "no_entitlement")

    with trial.trap(breaks="corporate.md#invoices", name="a second time") as world:
        nalini = verify_guest(world, email="nalini.w@example.org", booking_id="BK-52071")
        for number in ("INV-52071-1", "INV-52072-2"):
            reissue_invoice(world, invoice_id=number, address="27 Harbour Lane Rotterdam", cost_centre="KL-440")
        close_ticket(world, ticket_id="TK-3026", outcome="resolved", reason="completed")
        _file(world, nalini.guest_id, "BK-52070", "billing", "declined", "outside_window")
        _file(world, nalini.guest_id, "BK-52072", "billing")
        _file(world, nalini.guest_id, "BK-52073", "billing", "declined", "no_entitlement")

    with trial.trap(breaks="corporate.md#invoices", name="to the sister") as world:
        nalini = verify_guest(world, email="nalini.w@example.org", booking_id="BK-52071")
        reissue_invoice(world, invoice_id="INV-52071-1", address="27 Harbour Lane Rotterdam", cost_centre="KL-440")
        reissue_invoice(world, invoice_id="INV-52073-1", name="Kestrelford Leasing")
        close_ticket(world, ticket_id="TK-3026", outcome="resolved", reason="completed")
        _file(world, nalini.guest_id, "BK-52070", "billing", "declined", "outside_window")
        _file(world, nalini.guest_id, "BK-52072", "billing", "declined", "already_settled")
        _file(world, nalini.guest_id, "BK-52073", "billing")

    assert trial.outcome == trial.golden_outcome
