"""Who speaks for a company: a travel desk and a booker, somebody who has left, an approver with wishes of her own.

Canary: thinkingbox-eval-cf5f11cc-ec24-40d1-9b45-0bc793eef5dc-travel-corporate-callers. Not for training.
"""

from __future__ import annotations

from typing import Literal

from sandbox_travel.records import (
    asked,
    booking,
    company,
    contract,
    dispute,
    guest,
    incident,
    member,
    position,
    refund,
    room,
)
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    cancel_room,
    change_room,
    close_ticket,
    create_charge,
    find_booking,
    find_guest,
    get_booking,
    get_hotel,
    get_payments,
    issue_refund,
    list_board_prices,
    list_company_bookings,
    list_contracts,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_incidents,
    list_nightly_limits,
    list_tickets,
    open_ticket,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, World, money, task


def _file(
    world: World,
    guest_id: str,
    booking_id: str,
    topic: Literal["change", "cancellation", "compensation"] = "cancellation",
    outcome: Literal["resolved", "declined"] = "resolved",
    reason: Literal["completed", "not_authorised", "account_terms"] = "completed",
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


def _wait(world: World, guest_id: str, booking_id: str) -> None:
    """Files a cancellation whose refund waits for the bank."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Cancelled, the refund waits",
        topic="cancellation",
        priority="high",
    )
    add_comment(
        world,
        ticket_id=filed.id,
        body="Refund both payers what is above the first night once the dispute is decided.",
        visibility="internal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="dispute_open")


@task(
    opening=(
        "Heisann, Solveig Bjørnstad from the travel desk at Grebe Hydraulics. My plant visit in Prague is off, "
        "BK-52068, check-in tomorrow. I would cancel, if it stays bearable. As I am the travel desk, you may ask the "
        "hotel to let us off, may you not?"
    ),
    facts={
        "email": "solveig.bjornstad@example.com",
        "the most that cancelling may cost": "3500 crowns",
    },
    behaviour=Behaviour(
        "Polite and well informed. Cancels if it costs no more than 3500 crowns in all.",
        answers={"hotel": "Yes, do ask the hotel, please."},
    ),
    records=[
        guest(
            "GST-2053",
            "Solveig Bjørnstad",
            "solveig.bjornstad@example.com",
            country="Norway",
            tier="gold",
            mark="MARLIN",
        ),
        company("CMP-44", "Grebe Hydraulics", city="Drammen", cost_centre="GH-15"),
        contract("CON-45", "CMP-44", "2025-03-01", "2026-02-28", free_hours=36),
        member("CPE-2016", "CMP-44", "GST-2053", "travel_desk", from_on="2025-03-01"),
        booking(
            "BK-52068",
            "GST-2053",
            "2025-08-12",
            "2025-11-13",
            "2025-11-17",
            [room("PRG1-DBL", adults=1, board="half_board")],
            company_id="CMP-44",
            discount=10,
        ),
        dispute("DSP-52068-1", "2160.00", "2025-09-18", status="withdrawn", payment_id="PAY-52068-2"),
        asked("HRQ-52068-1", "PRG1", "special_request", "declined", "2025-10-15T11:20", subject="early_checkin"),
        position("HP-52068-1", "waive_penalty", "agreed", share=35),
    ],
    policy=[
        "corporate.md#terms",
        "corporate.md#who-pays",
        "cancellation.md#plea-with-the-hotel",
        "guests.md#marks",
        "money-and-time.md#hours-before-check-in",
    ],
    tell=["2249.65", "9785.35", "1809.00"],
    tags=["asks", "uncued", "two-policies", "decoy"],
    twin="CRP_010",
)
def test_case_CRP_009(trial: Trial) -> None:
    """A mark counts for nothing here: the hotel lets 35 % of the first night go, off the company's part and hers."""
    with trial.golden() as world:
        solveig = verify_guest(world, email="solveig.bjornstad@example.com", booking_id="BK-52068")
        find_booking(world, booking_id="BK-52068")
        firm = verify_company_contact(world, guest_id=solveig.guest_id, booking_id="BK-52068")
        file = get_booking(world, booking_id="BK-52068")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_contracts(world, company_id=firm.company_id)
        list_hotel_requests(world, booking_id="BK-52068")
        list_disputes(world, booking_id="BK-52068")
        breakfast, _, half_board = list_board_prices(world, hotel_id=file.booking.hotel_id)
        invoice, card = get_payments(world, booking_id="BK-52068").payments
        list_tickets(world, requester_id=solveig.guest_id)
        share = ask_hotel(world, booking_id="BK-52068", question="waive_penalty", subject="none").share
        assert share is not None
        hers = half_board.adult - breakfast.adult
        theirs = stay.night_price - hers
        hers -= money(hers * share / 100)
        theirs -= money(theirs * share / 100)
        cancel_room(world, room_id=stay.id, penalty=hers + theirs)
        issue_refund(world, payment_id=invoice.id, amount=invoice.amount - theirs, reason="cancellation")
        issue_refund(world, payment_id=card.id, amount=card.amount - hers, reason="cancellation")
        _file(world, solveig.guest_id, "BK-52068")

    with trial.trap(breaks="guests.md#marks") as world:
        solveig = verify_guest(world, email="solveig.bjornstad@example.com", booking_id="BK-52068")
        cancel_room(world, room_id="RM-52068-1", penalty=money("3461.00"))
        issue_refund(world, payment_id="PAY-52068-1", amount=money("8763.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52068-2", amount=money("1620.00"), reason="cancellation")
        _file(world, solveig.guest_id, "BK-52068")

    with trial.trap(breaks="corporate.md#terms", name="as flexible") as world:
        solveig = verify_guest(world, email="solveig.bjornstad@example.com", booking_id="BK-52068")
        cancel_room(world, room_id="RM-52068-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52068-1", amount=money("11684.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52068-2", amount=money("2160.00"), reason="cancellation")
        _file(world, solveig.guest_id, "BK-52068")

    with trial.trap(breaks="corporate.md#who-pays") as world:
        solveig = verify_guest(world, email="solveig.bjornstad@example.com", booking_id="BK-52068")
        ask_hotel(world, booking_id="BK-52068", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52068-1", penalty=money("2249.65"))
        issue_refund(world, payment_id="PAY-52068-1", amount=money("9434.35"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52068-2", amount=money("2160.00"), reason="cancellation")
        _file(world, solveig.guest_id, "BK-52068")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Gamarjoba! I do the bookings at Merganser Valves, hotels, trains, everything, and BK-52069 is my own trip to "
        "Prague, starting tomorrow, which I now cannot make. My colleague Giorgi rang the hotel and the lady said she "
        "is ready to forgive the fee if you only put the question. So put it, and then cancel."
    ),
    facts={
        "name": "Tamar Kvaratskhelia",
        "email": "tamar.kvaratskhelia@example.org",
        "the most that cancelling may cost": "3500 crowns",
    },
    behaviour=Behaviour(
        "Warm and insistent. Presses once for the question to the hotel. Cancels if it costs no more than 3500 crowns "
        "in all, whether or not the hotel is asked.",
        pushes=("But the hotel has said that it would forgive it! You only need to ask.",),
        answers={
            "still cancel": "Yes, cancel it, as long as it stays under 3500 crowns.",
            "cancel leave": "Cancel it, as long as it stays under 3500 crowns.",
            "cancel keep": "Cancel it, as long as it stays under 3500 crowns.",
            "keep booking": "No, cancel it, as long as it stays under 3500 crowns.",
        },
    ),
    records=[
        guest(
            "GST-2054",
            "Tamar Kvaratskhelia",
            "tamar.kvaratskhelia@example.org",
            country="Georgia",
            tier="gold",
            mark="MARLIN",
        ),
        company("CMP-45", "Merganser Valves", city="Ostrava", cost_centre="MV-40"),
        contract("CON-46", "CMP-45", "2025-03-01", "2026-02-28", free_hours=36),
        member("CPE-2017", "CMP-45", "GST-2054", "booker", from_on="2025-03-01"),
        booking(
            "BK-52069",
            "GST-2054",
            "2025-08-12",
            "2025-11-13",
            "2025-11-17",
            [room("PRG1-DBL", adults=1, board="half_board")],
            company_id="CMP-45",
            discount=10,
        ),
        dispute("DSP-52069-1", "2160.00", "2025-09-18", status="withdrawn", payment_id="PAY-52069-2"),
        asked("HRQ-52069-1", "PRG1", "special_request", "declined", "2025-10-15T11:20", subject="early_checkin"),
        position("HP-52069-1", "waive_penalty", "agreed", share=35),
    ],
    policy=[
        "corporate.md#who-may-ask",
        "corporate.md#terms",
        "corporate.md#who-pays",
        "cancellation.md#plea-with-the-hotel",
        "hotels.md#asking-a-hotel",
        "filing.md#outcomes",
    ],
    tell=["3461.00", "8763.00", "1620.00"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that only the company's travel desk can have the hotel asked to waive it?",
            yes=[
                "I may put that question to the hotel for your company's travel desk alone, not for a booker.",
                "Asking the hotel to waive the fee is something only your travel desk can request.",
            ],
            no=[
                "The penalty is one night, 3461.00 CZK; the rest is refunded.",
                "This hotel does not waive penalties.",
                "I have asked the hotel and it has declined.",
                "Notes on your account rule out such a question.",
            ],
        )
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes"],
    twin="CRP_009",
)
def test_case_CRP_010(trial: Trial) -> None:
    """A booker cannot have the hotel asked: the whole first night is lost, which is still under her 3500 crowns."""
    with trial.golden() as world:
        tamar = verify_guest(world, email="tamar.kvaratskhelia@example.org", booking_id="BK-52069")
        find_booking(world, booking_id="BK-52069")
        firm = verify_company_contact(world, guest_id=tamar.guest_id, booking_id="BK-52069")
        file = get_booking(world, booking_id="BK-52069")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_contracts(world, company_id=firm.company_id)
        list_hotel_requests(world, booking_id="BK-52069")
        list_disputes(world, booking_id="BK-52069")
        breakfast, _, half_board = list_board_prices(world, hotel_id=file.booking.hotel_id)
        invoice, card = get_payments(world, booking_id="BK-52069").payments
        list_tickets(world, requester_id=tamar.guest_id)
        hers = half_board.adult - breakfast.adult
        theirs = stay.night_price - hers
        cancel_room(world, room_id=stay.id, penalty=stay.night_price)
        issue_refund(world, payment_id=invoice.id, amount=invoice.amount - theirs, reason="cancellation")
        issue_refund(world, payment_id=card.id, amount=card.amount - hers, reason="cancellation")
        _file(world, tamar.guest_id, "BK-52069")

    with trial.trap(breaks="corporate.md#terms") as world:
        tamar = verify_guest(world, email="tamar.kvaratskhelia@example.org", booking_id="BK-52069")
        ask_hotel(world, booking_id="BK-52069", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52069-1", penalty=money("2249.65"))
        issue_refund(world, payment_id="PAY-52069-1", amount=money("9785.35"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52069-2", amount=money("1809.00"), reason="cancellation")
        _file(world, tamar.guest_id, "BK-52069")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        tamar = verify_guest(world, email="tamar.kvaratskhelia@example.org", booking_id="BK-52069")
        cancel_room(world, room_id="RM-52069-1", penalty=money("3461.00"))
        issue_refund(world, payment_id="PAY-52069-2", amount=money("2160.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52069-1", amount=money("8223.00"), reason="cancellation")
        _file(world, tamar.guest_id, "BK-52069")

    with trial.trap(breaks="corporate.md#who-may-ask") as world:
        tamar = verify_guest(world, email="tamar.kvaratskhelia@example.org", booking_id="BK-52069")
        _file(world, tamar.guest_id, "BK-52069", "cancellation", "declined", "not_authorised")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Vaiva Stonkutė, vaiva.stonkute@example.com, bookings, Larch Lane Foundry. Matthew Ogunbanjo left us with the "
        "end of October and nobody thought of his hotels. Whatever he still has ahead of him with you has to go, and "
        "the money comes back to the foundry, all of it."
    ),
    facts={
        "last four digits of the phone number": "0155",
        "customer number of the company": "CMP-46",
        "Matthew's email": "m.ogunbanjo@example.net",
    },
    behaviour=Behaviour(
        "Tired, has three such cases this week. Knows only the address of the Matthew who has left. Presses once for "
        "the traveller's own part, then accepts that it is not hers.",
        pushes=("He is gone. What he paid there he would have got back from us, so send it to us.",),
        answers={
            "which Matthew": "The one with m.ogunbanjo@example.net is the one who left.",
            "two Matthew": "The one with m.ogunbanjo@example.net is the one who left.",
            "two travellers": "The one with m.ogunbanjo@example.net is the one who left.",
            "two profiles": "The one with m.ogunbanjo@example.net is the one who left.",
            "his email": "The one who left has m.ogunbanjo@example.net.",
            "employee email": "The one who left has m.ogunbanjo@example.net.",
            "colleague email": "The one who left has m.ogunbanjo@example.net.",
            "Matthew email": "The one who left has m.ogunbanjo@example.net.",
            "company number": "Our customer number is CMP-46.",
            "customer number": "Our customer number is CMP-46.",
        },
    ),
    records=[
        guest("GST-2055", "Vaiva Stonkutė", "vaiva.stonkute@example.com", country="Lithuania"),
        guest("GST-2056", "Matthew Ogunbanjo", "m.ogunbanjo@example.net", country="United Kingdom"),
        guest("GST-2046", "Matthew Ogunbanjo", "matthew.ogunbanjo@example.com", country="United Kingdom"),
        company("CMP-46", "Larch Lane Foundry", city="Kaunas", cost_centre="LL-90"),
        contract("CON-47", "CMP-46", "2025-01-01", "2025-12-31", free_hours=48),
        member("CPE-2018", "CMP-46", "GST-2055", "booker"),
        member("CPE-2019", "CMP-46", "GST-2056", "traveller", until_on="2025-10-31"),
        member("CPE-2020", "CMP-46", "GST-2046", "traveller"),
        booking(
            "BK-52074",
            "GST-2056",
            "2025-07-22",
            "2025-12-03",
            "2025-12-06",
            [room("NYC2-SGL", adults=1, board="half_board")],
            company_id="CMP-46",
            discount=10,
        ),
        dispute("DSP-52074-1", "138.00", "2025-08-29", status="decided_for_guest", payment_id="PAY-52074-2"),
        booking(
            "BK-52075",
            "GST-2056",
            "2025-08-26",
            "2025-11-13",
            "2025-11-16",
            [room("LON2-SGL", adults=1, board="half_board")],
            company_id="CMP-46",
            discount=10,
        ),
        dispute("DSP-52075-1", "57.00", "2025-11-06", payment_id="PAY-52075-2"),
        booking(
            "BK-52076",
            "GST-2046",
            "2025-08-26",
            "2025-11-20",
            "2025-11-22",
            [room("LON2-SGL", adults=1, board="breakfast")],
            company_id="CMP-46",
            discount=10,
        ),
        booking(
            "BK-52058",
            "GST-2046",
            "2025-07-22",
            "2025-12-03",
            "2025-12-06",
            [room("NYC2-SGL", adults=1, board="breakfast")],
            company_id="CMP-46",
            discount=10,
        ),
        booking(
            "BK-52062",
            "GST-2055",
            "2025-08-26",
            "2025-12-09",
            "2025-12-11",
            [room("PRG2-SGL", adults=1)],
            company_id="CMP-46",
            discount=10,
        ),
        booking(
            "BK-52064",
            "GST-2055",
            "2025-08-26",
            "2026-01-13",
            "2026-01-15",
            [room("PRG2-SGL", adults=1)],
            company_id="CMP-46",
            discount=10,
        ),
    ],
    policy=[
        "corporate.md#ended-employment",
        "corporate.md#terms",
        "corporate.md#who-pays",
        "payments.md#disputes",
        "money-and-time.md#hours-before-check-in",
        "filing.md#outcomes",
        "filing.md#handover-notes",
    ],
    tell=["841.20", "106.60"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "refusal",
        "recovery",
    ],
)
def test_case_CRP_012(trial: Trial) -> None:
    """Two of one name; the bank has given one stay's card part back, and holds up every refund of the other."""
    with trial.golden() as world:
        vaiva = verify_guest(world, email="vaiva.stonkute@example.com", phone_last4="0155")
        firm = verify_company_contact(world, guest_id=vaiva.guest_id, company_id="CMP-46")
        find_guest(world, name="Matthew Ogunbanjo")
        left = find_guest(world, email="m.ogunbanjo@example.net").items[0]
        held = [
            item.booking
            for page in (1, 2)
            for item in list_company_bookings(world, company_id=firm.company_id, page=page).items
        ]
        his = [stay for stay in held if stay.holder_id == left.guest_id]
        for stay in his:
            get_hotel(world, hotel_id=stay.hotel_id)
            list_disputes(world, booking_id=stay.id)
        list_contracts(world, company_id=firm.company_id)
        list_tickets(world, requester_id=vaiva.guest_id)
        york = get_booking(world, booking_id=his[0].id).rooms.items[0]
        london = get_booking(world, booking_id=his[1].id).rooms.items[0]
        invoice = get_payments(world, booking_id=his[0].id).payments[0]
        get_payments(world, booking_id=his[1].id)
        cancel_room(world, room_id=york.id, penalty=money(0))
        issue_refund(world, payment_id=invoice.id, amount=invoice.amount, reason="cancellation")
        cancel_room(world, room_id=london.id, penalty=london.night_price)
        _file(world, vaiva.guest_id, his[0].id)
        _wait(world, vaiva.guest_id, his[1].id)

    with trial.trap(breaks="payments.md#disputes", name="the card as well") as world:
        vaiva = verify_guest(world, email="vaiva.stonkute@example.com", phone_last4="0155")
        cancel_room(world, room_id="RM-52074-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52074-1", amount=money("841.20"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52074-2", amount=money("138.00"), reason="cancellation")
        cancel_room(world, room_id="RM-52075-1", penalty=money("106.60"))
        _file(world, vaiva.guest_id, "BK-52074")
        _wait(world, vaiva.guest_id, "BK-52075")

    with trial.trap(breaks="payments.md#disputes", name="the invoice while the card is disputed") as world:
        vaiva = verify_guest(world, email="vaiva.stonkute@example.com", phone_last4="0155")
        cancel_room(world, room_id="RM-52074-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52074-1", amount=money("841.20"), reason="cancellation")
        cancel_room(world, room_id="RM-52075-1", penalty=money("106.60"))
        issue_refund(world, payment_id="PAY-52075-1", amount=money("175.20"), reason="cancellation")
        _file(world, vaiva.guest_id, "BK-52074")
        _wait(world, vaiva.guest_id, "BK-52075")

    with trial.trap(breaks="corporate.md#terms") as world:
        vaiva = verify_guest(world, email="vaiva.stonkute@example.com", phone_last4="0155")
        cancel_room(world, room_id="RM-52074-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52074-1", amount=money("841.20"), reason="cancellation")
        cancel_room(world, room_id="RM-52075-1", penalty=money(0))
        _file(world, vaiva.guest_id, "BK-52074")
        _wait(world, vaiva.guest_id, "BK-52075")

    with trial.trap(breaks="corporate.md#ended-employment", name="the namesake's stays too") as world:
        vaiva = verify_guest(world, email="vaiva.stonkute@example.com", phone_last4="0155")
        for number, amount in (("52074", "841.20"), ("52058", "841.20"), ("52076", "175.20")):
            cancel_room(world, room_id=f"RM-{number}-1", penalty=money(0))
            issue_refund(world, payment_id=f"PAY-{number}-1", amount=money(amount), reason="cancellation")
            _file(world, vaiva.guest_id, f"BK-{number}")
        cancel_room(world, room_id="RM-52075-1", penalty=money("106.60"))
        _wait(world, vaiva.guest_id, "BK-52075")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Kia ora. Hinemoa Ngata, I sign the travel at Saltgrass Energy, so today I sign for myself: BK-52078 in "
        "Prague, half board for me and the night of the 29th on top, approved. Piotr Zielonka's BK-52079 please "
        "cancel, he is needed here, and the booker's job is mine now as well. And in London, BK-52080, I froze for "
        "three nights. A voucher for me would be fair, would it not?"
    ),
    facts={
        "email": "hinemoa@ngata.example.org",
        "another email address": "hinemoa.ngata@example.com",
    },
    behaviour=Behaviour(
        "Used to having the last word. Argues about the extra night and about the voucher, then takes what there is.",
        pushes=(
            "I am the approver. If I say approved, then it is approved.",
            "I was the one who froze, not the company. The voucher should be mine.",
        ),
        answers={
            "another used": "Then hinemoa.ngata@example.com, the one from work.",
            "another email": "Then hinemoa.ngata@example.com, the one from work.",
            "other email": "Then hinemoa.ngata@example.com, the one from work.",
            "different email": "Then hinemoa.ngata@example.com, the one from work.",
            "else email": "Then hinemoa.ngata@example.com, the one from work.",
            "want half board": "The half board, yes.",
            "how many nights": "Three nights without heating, as I said.",
            "only cold": "The cold, yes. Three nights of it.",
            "without extra night": "Yes, then only the half board.",
            "only half board": "Yes, then only the half board.",
        },
    ),
    records=[
        guest("GST-2048", "Hinemoa Ngata", "hinemoa.ngata@example.com", country="New Zealand", tier="gold"),
        guest("GST-2050", "Piotr Zielonka", "piotr.zielonka@example.com", country="Poland"),
        company("CMP-47", "Saltgrass Energy", city="Aveiro", cost_centre="SE-1"),
        contract(
            "CON-48", "CMP-47", "2025-01-01", "2025-12-31", free_hours=24, limits={"Prague": "120.00", None: "160.00"}
        ),
        member("CPE-2021", "CMP-47", "GST-2048", "approver"),
        member("CPE-2022", "CMP-47", "GST-2048", "booker", from_on="2025-11-13"),
        member("CPE-2023", "CMP-47", "GST-2050", "traveller"),
        booking(
            "BK-52078",
            "GST-2048",
            "2025-08-20",
            "2025-11-26",
            "2025-11-29",
            [room("PRG1-SGL", adults=1, board="breakfast")],
            company_id="CMP-47",
            discount=10,
        ),
        booking(
            "BK-52079",
            "GST-2050",
            "2025-08-20",
            "2025-11-26",
            "2025-11-29",
            [room("PRG1-SGL", adults=1, board="breakfast")],
            company_id="CMP-47",
            discount=10,
        ),
        booking(
            "BK-52080",
            "GST-2048",
            "2025-08-07",
            "2025-11-03",
            "2025-11-07",
            [room("LON2-DBL", adults=1, board="breakfast")],
            company_id="CMP-47",
            discount=10,
        ),
        incident("INC-52080-1", "no_heating", "2025-11-03", "2025-11-05", reported_on="2025-11-04", made_good="20.00"),
        incident("INC-52080-2", "noise", "2025-11-04", reported_on="2025-11-05"),
        incident("INC-52080-3", "cleanliness", "2025-11-06", reported_on="2025-11-06"),
        refund("RF-52080-1", "22.56", "compensation", "2025-11-08"),
    ],
    policy=[
        "corporate.md#who-may-ask",
        "corporate.md#who-pays",
        "guests.md#who-may-ask",
        "compensation.md#how-much",
        "compensation.md#cap",
        "compensation.md#refund-or-voucher",
        "changes.md#price-of-a-changed-stay",
        "filing.md#tickets",
    ],
    tell=["1620.00", "106.44"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "refusal", "recovery"],
)
def test_case_CRP_013(trial: Trial) -> None:
    """An approver asks as a traveller: board that she pays, no night more; booker from tomorrow; the company's cap."""
    with trial.golden() as world:
        find_guest(world, email="hinemoa@ngata.example.org")
        hinemoa = verify_guest(world, email="hinemoa.ngata@example.com", booking_id="BK-52078")
        find_booking(world, booking_id="BK-52078")
        firm = verify_company_contact(world, guest_id=hinemoa.guest_id, booking_id="BK-52078")
        find_booking(world, booking_id="BK-52079")
        file = get_booking(world, booking_id="BK-52078")
        stay = file.rooms.items[0]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_exchange_rates(world, currency=file.booking.currency)
        breakfast, _, half_board = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_disputes(world, booking_id="BK-52078")
        over = get_booking(world, booking_id="BK-52080")
        cold = list_incidents(world, booking_id="BK-52080")[0]
        money_of = get_payments(world, booking_id="BK-52080")
        list_disputes(world, booking_id="BK-52080")
        per_pound = next(
            rate for rate in list_exchange_rates(world, currency=over.booking.currency).items if rate.day == world.today
        ).per_euro
        list_tickets(world, requester_id=hinemoa.guest_id)
        nights = (stay.departure - stay.arrival).days
        more = nights * (half_board.adult - breakfast.adult)
        change_room(world, room_id=stay.id, board="half_board", new_total=stay.total + more)
        create_charge(world, booking_id="BK-52078", payer="guest", amount=more, kind="stay_difference")
        owed = 3 * money(over.rooms.items[0].night_price * 50 / 100) - cold.made_good
        cap = money(150 * per_pound) - money_of.refunds[0].amount
        issue_refund(world, payment_id=money_of.payments[0].id, amount=min(owed, cap), reason="compensation")
        _file(world, hinemoa.guest_id, "BK-52078", "change")
        _file(world, hinemoa.guest_id, "BK-52079", "cancellation", "declined", "not_authorised")
        _file(world, hinemoa.guest_id, "BK-52080", "compensation")

    with trial.trap(breaks="corporate.md#who-may-ask") as world:
        hinemoa = verify_guest(world, email="hinemoa.ngata@example.com", booking_id="BK-52078")
        stay = get_booking(world, booking_id="BK-52078").rooms.items[0]
        change_room(
            world,
            room_id=stay.id,
            board="half_board",
            departure=stay.departure.replace(day=30),
            new_total=money("11373.50"),
        )
        create_charge(world, booking_id="BK-52078", payer="guest", amount=money("2160.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52078", payer="company", amount=money("2448.50"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52080-1", amount=money("106.44"), reason="compensation")
        _file(world, hinemoa.guest_id, "BK-52078", "change")
        _file(world, hinemoa.guest_id, "BK-52079", "cancellation", "declined", "not_authorised")
        _file(world, hinemoa.guest_id, "BK-52080", "compensation")

    with trial.trap(breaks="guests.md#who-may-ask") as world:
        hinemoa = verify_guest(world, email="hinemoa.ngata@example.com", booking_id="BK-52078")
        change_room(world, room_id="RM-52078-1", board="half_board", new_total=money("8385.00"))
        create_charge(world, booking_id="BK-52078", payer="guest", amount=money("1620.00"), kind="stay_difference")
        cancel_room(world, room_id="RM-52079-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52079-1", amount=money("6765.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52080-1", amount=money("106.44"), reason="compensation")
        _file(world, hinemoa.guest_id, "BK-52078", "change")
        _file(world, hinemoa.guest_id, "BK-52079")
        _file(world, hinemoa.guest_id, "BK-52080", "compensation")

    with trial.trap(breaks="compensation.md#cap") as world:
        hinemoa = verify_guest(world, email="hinemoa.ngata@example.com", booking_id="BK-52078")
        change_room(world, room_id="RM-52078-1", board="half_board", new_total=money("8385.00"))
        create_charge(world, booking_id="BK-52078", payer="guest", amount=money("1620.00"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52080-1", amount=money("149.20"), reason="compensation")
        _file(world, hinemoa.guest_id, "BK-52078", "change")
        _file(world, hinemoa.guest_id, "BK-52079", "cancellation", "declined", "not_authorised")
        _file(world, hinemoa.guest_id, "BK-52080", "compensation")

    assert trial.outcome == trial.golden_outcome
