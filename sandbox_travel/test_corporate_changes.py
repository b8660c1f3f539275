"""Stays of travellers that are made longer or moved: whose contract, whose limit, whose signature, and who pays.

Canary: thinkingbox-eval-dcea7699-db9a-4d5f-a8e3-9fd47cd958e8-travel-corporate-changes. Not for training.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal

from sandbox_travel.records import (
    approval,
    approver,
    booking,
    company,
    contract,
    guest,
    member,
    room,
    ticket,
)
from sandbox_travel.tools import (
    add_comment,
    ask_approver,
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
    list_contracts,
    list_disputes,
    list_exchange_rates,
    list_nightly_limits,
    list_tickets,
    open_ticket,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World,
    guest_id: str,
    booking_id: str,
    outcome: Literal["resolved", "declined", "escalated"] = "resolved",
    reason: Literal["completed", "not_confirmed", "outside_window", "account_review"] = "completed",
    priority: Literal["normal", "high"] = "normal",
) -> None:
    """Files a change on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Change of a company's booking",
        topic="change",
        priority=priority,
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _wait(world: World, guest_id: str, booking_id: str) -> None:
    """Files a change that nobody has signed yet."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Longer stay waits for the approver",
        topic="change",
        priority="high",
    )
    add_comment(
        world,
        ticket_id=filed.id,
        body="Change the dates and charge both payers once the approver has granted it.",
        visibility="internal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_approval")


@task(
    opening=(
        "Good morning! The conference in Tokyo has grown a day, so my stay there, BK-52051, should end on the 18th of "
        "November and not on the 17th; room and half board just as they are. I book for the whole of Tanager Optics, "
        "so the lot goes on our invoice. Tell me the figures first. Ngozi Eze"
    ),
    facts={"email": "ngozi.eze@example.com"},
    behaviour=Behaviour(
        "Cheerful and quick. Tries once to have the firm pay for everything, then agrees.",
        answers={"approver": "If the approver has to be asked, then do ask."},
        pushes=("Can the dinners not simply go on the invoice as well? I am the one who books, after all.",),
    ),
    records=[
        guest("GST-2037", "Ngozi Eze", "ngozi.eze@example.com", country="Nigeria", tier="gold"),
        company("CMP-31", "Tanager Optics", city="Porto", cost_centre="TO-61"),
        contract(
            "CON-31",
            "CMP-31",
            "2024-07-01",
            "2025-06-30",
            discount=12,
            free_hours=36,
            limits={"Tokyo": "130.00", None: "170.00"},
        ),
        contract(
            "CON-32",
            "CMP-31",
            "2025-07-01",
            "2026-06-30",
            discount=8,
            free_hours=24,
            cover="room_only",
            limits={"Tokyo": "165.00", None: "210.00"},
        ),
        member("CPE-2001", "CMP-31", "GST-2037", "traveller", until_on="2024-12-31"),
        member("CPE-2002", "CMP-31", "GST-2037", "booker", from_on="2025-01-01"),
        booking(
            "BK-52051",
            "GST-2037",
            "2025-06-30",
            "2025-11-14",
            "2025-11-17",
            [room("TYO1-DBL", adults=1, board="half_board")],
            company_id="CMP-31",
            discount=12,
        ),
        booking(
            "BK-52052",
            "GST-2037",
            "2025-06-18",
            "2026-01-20",
            "2026-01-23",
            [room("TYO1-DBL", adults=1, board="breakfast")],
            company_id="CMP-31",
            discount=12,
        ),
        approval("APV-52051-1", "CMP-31", "dates", "600.00", "2025-10-20", expires_on="2025-11-03"),
        approval("APV-52051-2", "CMP-31", "board", "700.00", "2025-11-03", expires_on="2025-12-31"),
        approval("APV-52052-1", "CMP-31", "dates", "650.00", "2025-11-06", expires_on="2025-12-31"),
        approver("AP-52051-1", "dates", "600.00"),
    ],
    policy=[
        "corporate.md#contract-that-counts",
        "corporate.md#nightly-limit",
        "corporate.md#approval",
        "corporate.md#who-pays",
        "changes.md#price-of-a-changed-stay",
        "money-and-time.md#currencies",
    ],
    tell=["19448", "3600"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes"],
    twin="CRP_002",
)
def test_case_CRP_001(trial: Trial) -> None:
    """Booked on the old contract's last day: 12 %, and with its half board the new night is above the old limit."""
    with trial.golden() as world:
        ngozi = verify_guest(world, email="ngozi.eze@example.com", booking_id="BK-52051")
        find_booking(world, booking_id="BK-52051")
        firm = verify_company_contact(world, guest_id=ngozi.guest_id, booking_id="BK-52051")
        file = get_booking(world, booking_id="BK-52051")
        stay = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[1]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=hotel.currency).items if rate.day == world.today
        ).per_euro
        night = get_rates(
            world, room_type_id=stay.room_type_id, from_night=stay.departure, to_night=stay.departure
        ).items[0]
        breakfast, half_board = list_board_prices(world, hotel_id=hotel.id)
        list_disputes(world, booking_id="BK-52051")
        list_tickets(world, requester_id=ngozi.guest_id)
        bare = money(night.rate * (100 - terms.discount) / 100)
        total = stay.total + bare + half_board.adult
        signed = ask_approver(world, booking_id="BK-52051", kind="dates", euros=money(total / per_euro))
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=total,
            approval_ids=[signed.id],
        )
        create_charge(
            world,
            booking_id="BK-52051",
            payer="company",
            amount=bare + breakfast.adult,
            kind="stay_difference",
        )
        create_charge(
            world,
            booking_id="BK-52051",
            payer="guest",
            amount=half_board.adult - breakfast.adult,
            kind="stay_difference",
        )
        _file(world, ngozi.guest_id, "BK-52051")

    with trial.trap(breaks="corporate.md#contract-that-counts") as world:
        ngozi = verify_guest(world, email="ngozi.eze@example.com", booking_id="BK-52051")
        stay = get_booking(world, booking_id="BK-52051").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=1), new_total=money(92976))
        create_charge(world, booking_id="BK-52051", payer="company", amount=money(18032), kind="stay_difference")
        create_charge(world, booking_id="BK-52051", payer="guest", amount=money(5800), kind="stay_difference")
        _file(world, ngozi.guest_id, "BK-52051")

    with trial.trap(breaks="corporate.md#nightly-limit") as world:
        ngozi = verify_guest(world, email="ngozi.eze@example.com", booking_id="BK-52051")
        stay = get_booking(world, booking_id="BK-52051").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=1), new_total=money(92192))
        create_charge(world, booking_id="BK-52051", payer="company", amount=money(19448), kind="stay_difference")
        create_charge(world, booking_id="BK-52051", payer="guest", amount=money(3600), kind="stay_difference")
        _file(world, ngozi.guest_id, "BK-52051")

    with trial.trap(breaks="corporate.md#who-pays") as world:
        ngozi = verify_guest(world, email="ngozi.eze@example.com", booking_id="BK-52051")
        stay = get_booking(world, booking_id="BK-52051").rooms.items[0]
        signed = ask_approver(world, booking_id="BK-52051", kind="dates", euros=money("564.90"))
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=money(92192),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52051", payer="company", amount=money(23048), kind="stay_difference")
        _file(world, ngozi.guest_id, "BK-52051")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "BK-52053, my room in Ueno: leaving on the 18th instead, half board stays. Not without Lauma's signature "
        "though, our approver wants to see every yen since last year. Ilze Kalniņa, bookings at Dunlin Sensors."
    ),
    facts={"email": "ilze.kalnina@example.org"},
    behaviour=Behaviour(
        "Terse. Believes that everything needs the approver and insists on it once; then takes what the contract says.",
        pushes=("Last year every night in Tokyo needed her signature. Ask her first, please.",),
        answers={
            "change leave": "Make the change, then, if the contract really asks for no signature.",
            "change keep": "Make the change, then, if the contract really asks for no signature.",
        },
    ),
    records=[
        guest("GST-2039", "Ilze Kalniņa", "ilze.kalnina@example.org", country="Latvia", tier="gold"),
        company("CMP-33", "Dunlin Sensors", city="Riga", cost_centre="DS-9"),
        contract(
            "CON-33",
            "CMP-33",
            "2024-07-01",
            "2025-06-30",
            discount=12,
            free_hours=36,
            limits={"Tokyo": "130.00", None: "170.00"},
        ),
        contract(
            "CON-34",
            "CMP-33",
            "2025-07-01",
            "2026-06-30",
            discount=8,
            free_hours=24,
            cover="room_only",
            limits={"Tokyo": "165.00", None: "210.00"},
        ),
        member("CPE-2003", "CMP-33", "GST-2039", "traveller", until_on="2024-12-31"),
        member("CPE-2004", "CMP-33", "GST-2039", "booker", from_on="2025-01-01"),
        booking(
            "BK-52053",
            "GST-2039",
            "2025-07-01",
            "2025-11-14",
            "2025-11-17",
            [room("TYO1-DBL", adults=1, board="half_board")],
            company_id="CMP-33",
            discount=8,
            cover="room_only",
        ),
        booking(
            "BK-52054",
            "GST-2039",
            "2025-06-18",
            "2026-01-20",
            "2026-01-23",
            [room("TYO1-DBL", adults=1, board="breakfast")],
            company_id="CMP-33",
            discount=12,
        ),
        approval("APV-52053-1", "CMP-33", "dates", "600.00", "2025-10-20", expires_on="2025-11-03"),
        approval("APV-52053-2", "CMP-33", "board", "700.00", "2025-11-03", expires_on="2025-12-31"),
        approval("APV-52054-1", "CMP-33", "dates", "650.00", "2025-11-06", expires_on="2025-12-31"),
        approver("AP-52053-1", "dates", "600.00"),
    ],
    policy=[
        "corporate.md#contract-that-counts",
        "corporate.md#nightly-limit",
        "corporate.md#who-pays",
        "changes.md#price-of-a-changed-stay",
    ],
    tell=["18032", "5800"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "pushes"],
    twin="CRP_001",
)
def test_case_CRP_002(trial: Trial) -> None:
    """Booked on the new contract's first day: 8 %, all board hers, the night under the limit: nobody is asked."""
    with trial.golden() as world:
        ilze = verify_guest(world, email="ilze.kalnina@example.org", booking_id="BK-52053")
        find_booking(world, booking_id="BK-52053")
        firm = verify_company_contact(world, guest_id=ilze.guest_id, booking_id="BK-52053")
        file = get_booking(world, booking_id="BK-52053")
        stay = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        list_exchange_rates(world, currency=hotel.currency)
        night = get_rates(
            world, room_type_id=stay.room_type_id, from_night=stay.departure, to_night=stay.departure
        ).items[0]
        _, half_board = list_board_prices(world, hotel_id=hotel.id)
        list_disputes(world, booking_id="BK-52053")
        list_tickets(world, requester_id=ilze.guest_id)
        bare = money(night.rate * (100 - terms.discount) / 100)
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=stay.total + bare + half_board.adult,
        )
        create_charge(world, booking_id="BK-52053", payer="company", amount=bare, kind="stay_difference")
        create_charge(world, booking_id="BK-52053", payer="guest", amount=half_board.adult, kind="stay_difference")
        _file(world, ilze.guest_id, "BK-52053")

    with trial.trap(breaks="corporate.md#contract-that-counts") as world:
        ilze = verify_guest(world, email="ilze.kalnina@example.org", booking_id="BK-52053")
        stay = get_booking(world, booking_id="BK-52053").rooms.items[0]
        signed = ask_approver(world, booking_id="BK-52053", kind="dates", euros=money("579.31"))
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=money(94544),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52053", payer="company", amount=money(19448), kind="stay_difference")
        create_charge(world, booking_id="BK-52053", payer="guest", amount=money(3600), kind="stay_difference")
        _file(world, ilze.guest_id, "BK-52053")

    with trial.trap(breaks="corporate.md#approval", name="asks as she is told") as world:
        ilze = verify_guest(world, email="ilze.kalnina@example.org", booking_id="BK-52053")
        stay = get_booking(world, booking_id="BK-52053").rooms.items[0]
        signed = ask_approver(world, booking_id="BK-52053", kind="dates", euros=money("584.12"))
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=1),
            new_total=money(95328),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52053", payer="company", amount=money(18032), kind="stay_difference")
        create_charge(world, booking_id="BK-52053", payer="guest", amount=money(5800), kind="stay_difference")
        _file(world, ilze.guest_id, "BK-52053")

    with trial.trap(breaks="corporate.md#who-pays") as world:
        ilze = verify_guest(world, email="ilze.kalnina@example.org", booking_id="BK-52053")
        stay = get_booking(world, booking_id="BK-52053").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=1), new_total=money(95328))
        create_charge(world, booking_id="BK-52053", payer="company", amount=money(20232), kind="stay_difference")
        create_charge(world, booking_id="BK-52053", payer="guest", amount=money(3600), kind="stay_difference")
        _file(world, ilze.guest_id, "BK-52053")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hello there, Pilar Arrieta of Marlpit Surveys, bookings and coffee. Our December week in London has to grow "
        "by three nights, to the 14th, because the ground will not freeze on our schedule. If our approver will not "
        "sign for three, then to the 13th, that is the least we need. It is my own room, BK-52065."
    ),
    facts={
        "email": "pilar.arrieta@example.net",
        "last four digits of the phone number": "0141",
        "booking number on the confirmation": "BK-52056",
    },
    behaviour=Behaviour(
        "Talks a lot, mixes up digits, reads the number again from the confirmation when it does not fit. Wants the "
        "14th if the approver signs for it, else the 13th.",
        answers={
            "approver": "Yes, do ask, please.",
            "would you like to proceed": "To the 14th if the approver signs, else to the 13th.",
            "shorter": "If the approver has refused the 14th, then to the 13th, please.",
            "leave as it is": "No, if the approver has refused the 14th, then to the 13th, please.",
            "instead": "If the approver has refused the 14th, then to the 13th, please.",
            "check number": "Let me look at the paper: BK-52056.",
            "check booking": "Let me look at the paper: BK-52056.",
            "correct number": "Let me look at the paper: BK-52056.",
            "booking number": "Let me look at the paper: BK-52056.",
        },
    ),
    records=[
        guest("GST-2041", "Pilar Arrieta", "pilar.arrieta@example.net", country="Spain"),
        guest("GST-2042", "Bram Oosterhuis", "bram.oosterhuis@example.net", country="Netherlands"),
        company("CMP-35", "Marlpit Surveys", city="Utrecht", cost_centre="MSU-20"),
        company("CMP-36", "Marlpit Services", city="Utrecht", cost_centre="MSE-4"),
        contract("CON-35", "CMP-35", "2025-01-01", "2025-12-31", limits={"London": "120.00", None: "150.00"}),
        contract("CON-36", "CMP-36", "2025-01-01", "2025-12-31", limits={None: "260.00"}),
        member("CPE-2005", "CMP-35", "GST-2041", "booker"),
        member("CPE-2006", "CMP-36", "GST-2042", "traveller"),
        booking(
            "BK-52056",
            "GST-2041",
            "2025-08-21",
            "2025-12-08",
            "2025-12-11",
            [room("LON2-DBL", adults=1, board="breakfast")],
            company_id="CMP-35",
            discount=10,
        ),
        booking(
            "BK-52055",
            "GST-2041",
            "2025-08-21",
            "2026-01-12",
            "2026-01-15",
            [room("LON2-DBL", adults=1, board="breakfast")],
            company_id="CMP-35",
            discount=10,
        ),
        booking(
            "BK-52065",
            "GST-2042",
            "2025-08-25",
            "2025-12-08",
            "2025-12-11",
            [room("LON2-DBL", adults=1, board="breakfast")],
            company_id="CMP-36",
            discount=10,
        ),
        approval("APV-52056-1", "CMP-35", "dates", "678.84", "2025-10-27", expires_on="2025-11-30"),
        approval("APV-52056-2", "CMP-35", "dates", "900.00", "2025-10-06", expires_on="2025-10-31"),
        approval("APV-52056-3", "CMP-35", "room_type", "900.00", "2025-11-05", expires_on="2025-12-31"),
        approval("APV-52056-4", "CMP-35", "guests", "850.00", "2025-11-05", expires_on="2025-12-31"),
        approval("APV-52055-1", "CMP-35", "dates", "850.00", "2025-11-06", expires_on="2025-12-31"),
        approval("APV-52055-2", "CMP-35", "board", "620.00", "2025-11-06", expires_on="2025-12-31"),
        approval("APV-52055-3", "CMP-35", "room_type", "880.00", "2025-11-07", expires_on="2025-12-31"),
        approver("AP-52056-1", "dates", "800.00"),
    ],
    policy=[
        "corporate.md#nightly-limit",
        "corporate.md#approval",
        "corporate.md#who-may-ask",
        "changes.md#price-of-a-changed-stay",
        "money-and-time.md#currencies",
        "filing.md#outcomes",
    ],
    tell=["245.40"],
    tags=["asks", "uncued", "boundary", "two-policies", "decoy", "recovery"],
)
def test_case_CRP_003(trial: Trial) -> None:
    """Three nights more are refused; for two the old approval on the second page names the total to the cent."""
    with trial.golden() as world:
        find_booking(world, booking_id="BK-52065")
        pilar = verify_guest(world, email="pilar.arrieta@example.net", phone_last4="0141")
        find_booking(world, booking_id="BK-52056")
        firm = verify_company_contact(world, guest_id=pilar.guest_id, booking_id="BK-52056")
        file = get_booking(world, booking_id="BK-52056")
        stay = file.rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        on_file = list_approvals(world, company_id=firm.company_id, page=2).items[0]
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=hotel.currency).items if rate.day == world.today
        ).per_euro
        nights = get_rates(
            world,
            room_type_id=stay.room_type_id,
            from_night=stay.departure,
            to_night=stay.departure + timedelta(days=2),
        ).items
        breakfast = list_board_prices(world, hotel_id=hotel.id)[0]
        list_disputes(world, booking_id="BK-52056")
        list_tickets(world, requester_id=pilar.guest_id)
        first, second, third = (money(night.rate * (100 - terms.discount) / 100) + breakfast.adult for night in nights)
        ask_approver(
            world,
            booking_id="BK-52056",
            kind="dates",
            euros=money((stay.total + first + second + third) / per_euro),
        )
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=2),
            new_total=stay.total + first + second,
            approval_ids=[on_file.id],
        )
        create_charge(world, booking_id="BK-52056", payer="company", amount=first + second, kind="stay_difference")
        _file(world, pilar.guest_id, "BK-52056")

    with trial.trap(breaks="corporate.md#approval", name="asks again") as world:
        pilar = verify_guest(world, email="pilar.arrieta@example.net", phone_last4="0141")
        stay = get_booking(world, booking_id="BK-52056").rooms.items[0]
        ask_approver(world, booking_id="BK-52056", kind="dates", euros=money("821.51"))
        signed = ask_approver(world, booking_id="BK-52056", kind="dates", euros=money("678.84"))
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=2),
            new_total=money("583.80"),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52056", payer="company", amount=money("245.40"), kind="stay_difference")
        _file(world, pilar.guest_id, "BK-52056")

    with trial.trap(breaks="corporate.md#approval", name="another kind") as world:
        pilar = verify_guest(world, email="pilar.arrieta@example.net", phone_last4="0141")
        stay = get_booking(world, booking_id="BK-52056").rooms.items[0]
        change_room(
            world,
            room_id=stay.id,
            departure=stay.departure + timedelta(days=3),
            new_total=money("706.50"),
            approval_ids=["APV-52056-3"],
        )
        create_charge(world, booking_id="BK-52056", payer="company", amount=money("368.10"), kind="stay_difference")
        _file(world, pilar.guest_id, "BK-52056")

    with trial.trap(breaks="corporate.md#approval", name="gives up") as world:
        pilar = verify_guest(world, email="pilar.arrieta@example.net", phone_last4="0141")
        ask_approver(world, booking_id="BK-52056", kind="dates", euros=money("821.51"))
        _file(world, pilar.guest_id, "BK-52056", "declined", "not_confirmed")

    with trial.trap(breaks="corporate.md#nightly-limit") as world:
        pilar = verify_guest(world, email="pilar.arrieta@example.net", phone_last4="0141")
        stay = get_booking(world, booking_id="BK-52056").rooms.items[0]
        change_room(world, room_id=stay.id, departure=stay.departure + timedelta(days=3), new_total=money("706.50"))
        create_charge(world, booking_id="BK-52056", payer="company", amount=money("368.10"), kind="stay_difference")
        _file(world, pilar.guest_id, "BK-52056")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Xiomara Villaseñor here, sound engineer, and not the sort who asks her office for favours. My Lisbon nights, "
        "BK-52057, go from December to 13 January 2026, until the 16th. I eat in the house then, so half board in "
        "place of the breakfast, and please the double room with the piano next door. I pay for what is nicer myself, "
        "from my own card; the office need not even hear of it."
    ),
    facts={
        "email": "xiomara.villasenor@example.com",
        "if half board is refused": "move the dates all the same, with breakfast as before",
    },
    behaviour=Behaviour(
        "Proud and generous with her own card. Presses once for the double room. If the half board is refused she "
        "moves the dates all the same and keeps the breakfast.",
        pushes=("But the double is on me, I pay every cent of it. Who could mind?",),
        answers={
            "approver": "If the approver has to be asked, then do ask. I still want the half board.",
            **dict.fromkeys(
                ("ask approver half board", "approver first", "still half board", "want half board"),
                "Yes, I still want the half board, so ask the approver if that must be. Only if it is refused, then "
                "the dates alone, with breakfast as before.",
            ),
            **dict.fromkeys(
                (
                    "would you like dates",
                    "would you like to proceed",
                    "refused half board",
                    "without half board",
                    "dates breakfast",
                    "still dates",
                ),
                "If the half board is refused, then yes: only the dates, with breakfast as before.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2043",
            "Xiomara Villaseñor",
            "xiomara.villasenor@example.com",
            country="Mexico",
            tier="gold",
            mark="OSPREY",
        ),
        company("CMP-37", "Fennick Audio", city="Braga", cost_centre="FA-77"),
        contract("CON-37", "CMP-37", "2025-01-01", "2025-12-31", limits={"Lisbon": "115.00", None: "180.00"}),
        member("CPE-2007", "CMP-37", "GST-2043", "traveller"),
        booking(
            "BK-52057",
            "GST-2043",
            "2025-08-19",
            "2025-12-02",
            "2025-12-05",
            [room("LIS1-SGL", adults=1, board="breakfast")],
            company_id="CMP-37",
            discount=10,
        ),
        approval("APV-52057-1", "CMP-37", "board", "350.00", "2025-09-29", expires_on="2025-10-31"),
        approval("APV-52057-2", "CMP-37", "dates", "350.00", "2025-11-10", expires_on="2025-12-31"),
        approver("AP-52057-1", "board", "320.00"),
        approver("AP-52057-2", "room_type", "900.00"),
        ticket("TK-3021", "GST-2043", "change", "Asks for January", "2025-11-11", about_id="BK-52057"),
    ],
    policy=[
        "corporate.md#who-may-ask",
        "corporate.md#nightly-limit",
        "corporate.md#approval",
        "corporate.md#who-pays",
        "guests.md#marks",
        "changes.md#price-of-a-changed-stay",
        "filing.md#tickets",
    ],
    tell=["24.30"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting"],
)
def test_case_CRP_004(trial: Trial) -> None:
    """With half board a night is 50 cents above the limit, and the board is refused; the dates alone need nobody."""
    with trial.golden() as world:
        xiomara = verify_guest(world, email="xiomara.villasenor@example.com", booking_id="BK-52057")
        find_booking(world, booking_id="BK-52057")
        firm = verify_company_contact(world, guest_id=xiomara.guest_id, booking_id="BK-52057")
        file = get_booking(world, booking_id="BK-52057")
        stay = file.rooms.items[0]
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        get_hotel(world, hotel_id=file.booking.hotel_id)
        arrival = date.fromisoformat("2026-01-13")
        nights = get_rates(
            world, room_type_id=stay.room_type_id, from_night=arrival, to_night=arrival + timedelta(days=2)
        ).items
        breakfast, _, half_board = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_disputes(world, booking_id="BK-52057")
        paid = get_payments(world, booking_id="BK-52057").payments[0]
        filed = list_tickets(world, requester_id=xiomara.guest_id).tickets[0]
        bare = sum((money(night.rate * (100 - terms.discount) / 100) for night in nights), money(0))
        ask_approver(world, booking_id="BK-52057", kind="board", euros=bare + len(nights) * half_board.adult)
        total = bare + len(nights) * breakfast.adult
        change_room(world, room_id=stay.id, arrival=arrival, departure=arrival + timedelta(days=3), new_total=total)
        issue_refund(world, payment_id=paid.id, amount=stay.total - total, reason="stay_difference")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="corporate.md#nightly-limit") as world:
        verify_guest(world, email="xiomara.villasenor@example.com", booking_id="BK-52057")
        stay = get_booking(world, booking_id="BK-52057").rooms.items[0]
        arrival = date.fromisoformat("2026-01-13")
        change_room(
            world,
            room_id=stay.id,
            arrival=arrival,
            departure=arrival + timedelta(days=3),
            board="half_board",
            new_total=money("346.50"),
        )
        issue_refund(world, payment_id="PAY-52057-1", amount=money("24.30"), reason="stay_difference")
        create_charge(world, booking_id="BK-52057", payer="guest", amount=money("75.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3021", outcome="resolved", reason="completed")

    with trial.trap(breaks="corporate.md#approval", name="one approval for both kinds") as world:
        verify_guest(world, email="xiomara.villasenor@example.com", booking_id="BK-52057")
        stay = get_booking(world, booking_id="BK-52057").rooms.items[0]
        arrival = date.fromisoformat("2026-01-13")
        change_room(
            world,
            room_id=stay.id,
            arrival=arrival,
            departure=arrival + timedelta(days=3),
            board="half_board",
            new_total=money("346.50"),
            approval_ids=["APV-52057-2"],
        )
        issue_refund(world, payment_id="PAY-52057-1", amount=money("24.30"), reason="stay_difference")
        create_charge(world, booking_id="BK-52057", payer="guest", amount=money("75.00"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3021", outcome="resolved", reason="completed")

    with trial.trap(breaks="corporate.md#approval", name="uses up what is not needed") as world:
        verify_guest(world, email="xiomara.villasenor@example.com", booking_id="BK-52057")
        stay = get_booking(world, booking_id="BK-52057").rooms.items[0]
        arrival = date.fromisoformat("2026-01-13")
        ask_approver(world, booking_id="BK-52057", kind="board", euros=money("346.50"))
        change_room(
            world,
            room_id=stay.id,
            arrival=arrival,
            departure=arrival + timedelta(days=3),
            new_total=money("271.50"),
            approval_ids=["APV-52057-2"],
        )
        issue_refund(world, payment_id="PAY-52057-1", amount=money("24.30"), reason="stay_difference")
        close_ticket(world, ticket_id="TK-3021", outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks") as world:
        xiomara = verify_guest(world, email="xiomara.villasenor@example.com", booking_id="BK-52057")
        _file(world, xiomara.guest_id, "BK-52057", "escalated", "account_review", "high")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two of us are building the pump hall in Bangkok, and it takes longer. BK-52059 goes on until 16 December. "
        "BK-52060 is to leave together with it, if you get BK-52059 settled while we talk. Desta Gebremariam, travel "
        "booking, Calder Pumps. Please be exact with the baht, our auditors are."
    ),
    facts={
        "email": "desta.gebremariam@example.com",
        "departure of BK-52060 if BK-52059 is not settled": "15 December",
    },
    behaviour=Behaviour(
        "Exact and a little impatient. If the longer stay of BK-52059 is not settled in this conversation, BK-52060 "
        "leaves on 15 December. Presses once to have it entered before the signature is there.",
        refuses=("2008.62",),
        pushes=("She will sign tomorrow, she always does. Can you not enter it now and add the paper later?",),
        answers={
            "approver": "If the approver has to be asked, then ask her.",
            "BK-52060": "If BK-52059 cannot be settled now, BK-52060 leaves on 15 December.",
            "second booking": "If BK-52059 cannot be settled now, BK-52060 leaves on 15 December.",
            "other booking": "If BK-52059 cannot be settled now, BK-52060 leaves on 15 December.",
        },
    ),
    records=[
        guest("GST-2044", "Desta Gebremariam", "desta.gebremariam@example.com", country="Ethiopia"),
        guest("GST-2045", "Siôn Prydderch", "sion.prydderch@example.org", country="United Kingdom"),
        company("CMP-38", "Calder Pumps", city="Leixoes", cost_centre="CP-300"),
        contract(
            "CON-38", "CMP-38", "2025-04-01", "2026-03-31", discount=15, limits={None: "120.00", "Bangkok": "145.00"}
        ),
        member("CPE-2008", "CMP-38", "GST-2044", "booker"),
        member("CPE-2009", "CMP-38", "GST-2045", "traveller"),
        booking(
            "BK-52059",
            "GST-2044",
            "2025-08-05",
            "2025-12-01",
            "2025-12-10",
            [room("BKK1-DBL", adults=1, board="half_board")],
            company_id="CMP-38",
            discount=15,
        ),
        booking(
            "BK-52060",
            "GST-2045",
            "2025-08-05",
            "2025-12-01",
            "2025-12-10",
            [room("BKK1-DBL", adults=1, board="half_board")],
            company_id="CMP-38",
            discount=15,
        ),
        approval("APV-52059-1", "CMP-38", "dates", "1850.00", "2025-11-04", expires_on="2025-12-31"),
        approval("APV-52060-1", "CMP-38", "dates", "2100.00", "2025-11-04", expires_on="2025-12-31"),
        approver("AP-52060-1", "dates", "2500.00"),
    ],
    policy=[
        "corporate.md#approval",
        "corporate.md#nightly-limit",
        "corporate.md#who-pays",
        "money-and-time.md#currencies",
        "money-and-time.md#nights",
        "filing.md#priority",
        "filing.md#handover-notes",
    ],
    tell=["22268.75", "4050.00"],
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
)
def test_case_CRP_005(trial: Trial) -> None:
    """Fifteen nights need an approval above the one on file, and the approver is silent; fourteen need none."""
    with trial.golden() as world:
        desta = verify_guest(world, email="desta.gebremariam@example.com", booking_id="BK-52059")
        find_booking(world, booking_id="BK-52059")
        firm = verify_company_contact(world, guest_id=desta.guest_id, booking_id="BK-52059")
        find_booking(world, booking_id="BK-52060")
        file = get_booking(world, booking_id="BK-52059")
        long = file.rooms.items[0]
        short = get_booking(world, booking_id="BK-52060").rooms.items[0]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=hotel.currency).items if rate.day <= world.today
        ).per_euro
        last = long.departure + timedelta(days=5)
        nights = [
            night
            for page in (1, 2)
            for night in get_rates(
                world, room_type_id=long.room_type_id, from_night=long.departure, to_night=last, page=page
            ).items
        ]
        breakfast, _, half_board = list_board_prices(world, hotel_id=hotel.id)
        list_disputes(world, booking_id="BK-52059")
        list_disputes(world, booking_id="BK-52060")
        list_tickets(world, requester_id=desta.guest_id)
        bare = [money(night.rate * (100 - terms.discount) / 100) for night in nights]
        total = long.total + sum(bare, money(0)) + len(bare) * half_board.adult
        ask_approver(world, booking_id="BK-52059", kind="dates", euros=money(total / per_euro))
        new = bare[:-1]
        change_room(
            world,
            room_id=short.id,
            departure=last,
            new_total=short.total + sum(new, money(0)) + len(new) * half_board.adult,
        )
        create_charge(
            world,
            booking_id="BK-52060",
            payer="company",
            amount=sum(new, money(0)) + len(new) * breakfast.adult,
            kind="stay_difference",
        )
        create_charge(
            world,
            booking_id="BK-52060",
            payer="guest",
            amount=len(new) * (half_board.adult - breakfast.adult),
            kind="stay_difference",
        )
        _wait(world, desta.guest_id, "BK-52059")
        _file(world, desta.guest_id, "BK-52060")

    with trial.trap(breaks="corporate.md#approval", name="both stay on") as world:
        desta = verify_guest(world, email="desta.gebremariam@example.com", booking_id="BK-52059")
        short = get_booking(world, booking_id="BK-52060").rooms.items[0]
        ask_approver(world, booking_id="BK-52059", kind="dates", euros=money("2018.26"))
        change_room(
            world,
            room_id=short.id,
            departure=short.departure + timedelta(days=6),
            new_total=money("75705.00"),
            approval_ids=["APV-52060-1"],
        )
        create_charge(world, booking_id="BK-52060", payer="company", amount=money("26722.50"), kind="stay_difference")
        create_charge(world, booking_id="BK-52060", payer="guest", amount=money("4860.00"), kind="stay_difference")
        _wait(world, desta.guest_id, "BK-52059")
        _file(world, desta.guest_id, "BK-52060")

    with trial.trap(breaks="corporate.md#approval", name="an approval that is not needed") as world:
        desta = verify_guest(world, email="desta.gebremariam@example.com", booking_id="BK-52059")
        short = get_booking(world, booking_id="BK-52060").rooms.items[0]
        ask_approver(world, booking_id="BK-52059", kind="dates", euros=money("2018.26"))
        change_room(
            world,
            room_id=short.id,
            departure=short.departure + timedelta(days=5),
            new_total=money("70441.25"),
            approval_ids=["APV-52060-1"],
        )
        create_charge(world, booking_id="BK-52060", payer="company", amount=money("22268.75"), kind="stay_difference")
        create_charge(world, booking_id="BK-52060", payer="guest", amount=money("4050.00"), kind="stay_difference")
        _wait(world, desta.guest_id, "BK-52059")
        _file(world, desta.guest_id, "BK-52060")

    with trial.trap(breaks="money-and-time.md#currencies") as world:
        desta = verify_guest(world, email="desta.gebremariam@example.com", booking_id="BK-52059")
        short = get_booking(world, booking_id="BK-52060").rooms.items[0]
        ask_approver(world, booking_id="BK-52059", kind="dates", euros=money("2008.62"))
        change_room(world, room_id=short.id, departure=short.departure + timedelta(days=5), new_total=money("70441.25"))
        create_charge(world, booking_id="BK-52060", payer="company", amount=money("22268.75"), kind="stay_difference")
        create_charge(world, booking_id="BK-52060", payer="guest", amount=money("4050.00"), kind="stay_difference")
        _wait(world, desta.guest_id, "BK-52059")
        _file(world, desta.guest_id, "BK-52060")

    with trial.trap(breaks="corporate.md#who-pays") as world:
        desta = verify_guest(world, email="desta.gebremariam@example.com", booking_id="BK-52059")
        short = get_booking(world, booking_id="BK-52060").rooms.items[0]
        ask_approver(world, booking_id="BK-52059", kind="dates", euros=money("2018.26"))
        change_room(world, room_id=short.id, departure=short.departure + timedelta(days=5), new_total=money("70441.25"))
        create_charge(world, booking_id="BK-52060", payer="company", amount=money("26318.75"), kind="stay_difference")
        _wait(world, desta.guest_id, "BK-52059")
        _file(world, desta.guest_id, "BK-52060")

    assert trial.outcome == trial.golden_outcome
