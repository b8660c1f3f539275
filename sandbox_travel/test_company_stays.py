"""Companies whose plans change at short notice: two payers, a refused signature, a gap between contracts, two cities.

Canary: thinkingbox-eval-e565268c-0f3e-4181-9f7e-ff5f7b03fd3e-travel-company-stays. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from sandbox_travel.records import (
    approval,
    approver,
    asked,
    booking,
    company,
    contract,
    dispute,
    guest,
    invoice,
    member,
    position,
    room,
    ticket,
)
from sandbox_travel.tools import (
    add_comment,
    ask_approver,
    ask_hotel,
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
    list_contracts,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_nightly_limits,
    list_tickets,
    open_ticket,
    reissue_invoice,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World,
    guest_id: str,
    booking_id: str,
    topic: Literal["change", "cancellation", "billing"],
    outcome: Literal["resolved", "declined"] = "resolved",
    reason: Literal["completed", "not_authorised", "no_entitlement", "outside_window", "not_confirmed"] = "completed",
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
    """Files a plea that the hotel has not answered yet."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Asked to let off the first night",
        topic="cancellation",
        priority="high",
    )
    add_comment(
        world,
        ticket_id=filed.id,
        body="Tell the travel desk what the hotel answers; cancel only if they then want it.",
        visibility="internal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_hotel")


@task(
    opening=(
        "Bonjour! At Fulmar Logistics the crew at Copperfield Row, BK-52233, double and single, has to stay until "
        "29 November, a night more than planned. Dinners as before, naturally. I know the drill: new figures, "
        "signature of Mr Lachenal, done. It is Henrik's booking, I only do the bookings. Maïmouna Cissokho"
    ),
    facts={
        "email": "maimouna.cissokho@example.com",
        "last four digits of the phone number": "0144",
        "what to do if the approver refuses a room": "that room then with breakfast only, from the first night on",
    },
    behaviour=Behaviour(
        "Lively and practised. Both rooms stay until the 29th; if the approver refuses one of them, that room gets "
        "breakfast only, from the first night on. Tries once to have a refund set against the invoice.",
        pushes=(
            "Then that room with breakfast only, from the first night on. But can the dinners that fall away not be "
            "set against our invoice?",
        ),
        accepts=("461.10", "433.60", "94.80", "122.70"),
        answers={
            **dict.fromkeys(
                ("ask approver", "approver", "approval", "extend single alone"),
                "Yes, do ask. If a room is refused, that room with breakfast only, from the first night on.",
            ),
            **dict.fromkeys(
                (
                    "refused",
                    "like double",
                    "how proceed",
                    "double refused",
                    "double instead",
                    "without dinner",
                    "breakfast only",
                    "double keep",
                ),
                "Then the double with breakfast only, from the first night on.",
            ),
        },
    ),
    records=[
        guest("GST-2144", "Maïmouna Cissokho", "maimouna.cissokho@example.com", country="Senegal"),
        guest("GST-2145", "Henrik Tveit", "henrik.tveit@example.com", country="Norway", tier="gold"),
        company("CMP-51", "Fulmar Logistics", city="Marseille", cost_centre="FL-7"),
        contract(
            "CON-51",
            "CMP-51",
            "2024-09-01",
            "2025-08-31",
            discount=10,
            free_hours=48,
            limits={"London": "150.00", None: "200.00"},
        ),
        contract(
            "CON-52",
            "CMP-51",
            "2025-09-01",
            "2026-08-31",
            discount=15,
            cover="room_only",
            limits={"London": "180.00", None: "200.00"},
        ),
        member("CPE-2141", "CMP-51", "GST-2144", "booker", from_on="2024-10-01"),
        member("CPE-2142", "CMP-51", "GST-2145", "traveller"),
        booking(
            "BK-52233",
            "GST-2145",
            "2025-08-13",
            "2025-11-25",
            "2025-11-28",
            [room("LON2-DBL", adults=1, board="half_board"), room("LON2-SGL", adults=1, board="half_board")],
            company_id="CMP-51",
            discount=10,
        ),
        booking(
            "BK-52234",
            "GST-2145",
            "2025-09-13",
            "2026-01-13",
            "2026-01-16",
            [room("LON2-DBL", adults=1, board="half_board")],
            company_id="CMP-51",
            discount=15,
            cover="room_only",
        ),
        approval("APV-52233-1", "CMP-51", "dates", "620.00", "2025-11-05", expires_on="2025-12-31"),
        approval("APV-52233-2", "CMP-51", "board", "900.00", "2025-11-06", expires_on="2025-12-31"),
        approval("APV-52234-1", "CMP-51", "dates", "700.00", "2025-11-07", expires_on="2025-12-31"),
        approver("AP-52233-1", "dates", "600.00"),
    ],
    policy=[
        "corporate.md#contract-that-counts",
        "corporate.md#nightly-limit",
        "corporate.md#approval",
        "corporate.md#who-pays",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "payments.md#where-money-goes",
        "money-and-time.md#currencies",
    ],
    tell=["122.70", "57.00", "94.80", "19.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes"],
)
def test_case_CRP_014(trial: Trial) -> None:
    """The single needs nobody; the double is refused with its dinners: the card gets some back, the firm pays more."""
    with trial.golden() as world:
        maimouna = verify_guest(world, email="maimouna.cissokho@example.com", phone_last4="0144")
        find_booking(world, booking_id="BK-52233")
        firm = verify_company_contact(world, guest_id=maimouna.guest_id, booking_id="BK-52233")
        file = get_booking(world, booking_id="BK-52233")
        double, single = file.rooms.items
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[1]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=hotel.currency).items if rate.day == world.today
        ).per_euro
        boards = {board.board: board.adult for board in list_board_prices(world, hotel_id=hotel.id)}
        dinner = boards["half_board"] - boards["breakfast"]
        of_double = get_rates(
            world, room_type_id=double.room_type_id, from_night=double.departure, to_night=double.departure
        ).items[0]
        of_single = get_rates(
            world, room_type_id=single.room_type_id, from_night=single.departure, to_night=single.departure
        ).items[0]
        list_disputes(world, booking_id="BK-52233")
        _, card = get_payments(world, booking_id="BK-52233").payments
        list_tickets(world, requester_id=maimouna.guest_id)
        last = double.departure + timedelta(days=1)
        nights = (last - double.arrival).days
        bare_double = money(of_double.rate * (100 - terms.discount) / 100)
        bare_single = money(of_single.rate * (100 - terms.discount) / 100)
        with_dinner = double.total + bare_double + boards["half_board"]
        ask_approver(world, booking_id="BK-52233", kind="dates", euros=money(with_dinner / per_euro))
        change_room(
            world,
            room_id=double.id,
            departure=last,
            board="breakfast",
            new_total=with_dinner - nights * dinner,
        )
        create_charge(
            world,
            booking_id="BK-52233",
            payer="company",
            amount=bare_double + boards["breakfast"],
            kind="stay_difference",
        )
        issue_refund(world, payment_id=card.id, amount=(nights - 1) * dinner, reason="stay_difference")
        change_room(
            world, room_id=single.id, departure=last, new_total=single.total + bare_single + boards["half_board"]
        )
        create_charge(
            world,
            booking_id="BK-52233",
            payer="company",
            amount=bare_single + boards["breakfast"],
            kind="stay_difference",
        )
        create_charge(world, booking_id="BK-52233", payer="guest", amount=dinner, kind="stay_difference")
        _file(world, maimouna.guest_id, "BK-52233", "change")

    with trial.trap(breaks="corporate.md#approval", name="the smaller approval on file") as world:
        maimouna = verify_guest(world, email="maimouna.cissokho@example.com", phone_last4="0144")
        last = date.fromisoformat("2025-11-29")
        change_room(
            world,
            room_id="RM-52233-1",
            departure=last,
            new_total=money("537.10"),
            approval_ids=["APV-52233-1"],
        )
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("122.70"), kind="stay_difference")
        create_charge(world, booking_id="BK-52233", payer="guest", amount=money("19.00"), kind="stay_difference")
        change_room(world, room_id="RM-52233-2", departure=last, new_total=money("433.60"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("94.80"), kind="stay_difference")
        create_charge(world, booking_id="BK-52233", payer="guest", amount=money("19.00"), kind="stay_difference")
        _file(world, maimouna.guest_id, "BK-52233", "change")

    with trial.trap(breaks="corporate.md#contract-that-counts", name="the present contract, nobody asked") as world:
        maimouna = verify_guest(world, email="maimouna.cissokho@example.com", phone_last4="0144")
        last = date.fromisoformat("2025-11-29")
        change_room(world, room_id="RM-52233-1", departure=last, new_total=money("530.95"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("104.55"), kind="stay_difference")
        create_charge(world, booking_id="BK-52233", payer="guest", amount=money("31.00"), kind="stay_difference")
        change_room(world, room_id="RM-52233-2", departure=last, new_total=money("429.00"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("78.20"), kind="stay_difference")
        create_charge(world, booking_id="BK-52233", payer="guest", amount=money("31.00"), kind="stay_difference")
        _file(world, maimouna.guest_id, "BK-52233", "change")

    with trial.trap(breaks="corporate.md#approval", name="one question for both rooms together") as world:
        maimouna = verify_guest(world, email="maimouna.cissokho@example.com", phone_last4="0144")
        last = date.fromisoformat("2025-11-29")
        ask_approver(world, booking_id="BK-52233", kind="dates", euros=money("1128.72"))
        change_room(world, room_id="RM-52233-1", departure=last, board="breakfast", new_total=money("461.10"))
        change_room(world, room_id="RM-52233-2", departure=last, board="breakfast", new_total=money("357.60"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("122.70"), kind="stay_difference")
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("94.80"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52233-2", amount=money("114.00"), reason="stay_difference")
        _file(world, maimouna.guest_id, "BK-52233", "change")

    with trial.trap(breaks="corporate.md#who-pays", name="the dinners set against the invoice") as world:
        maimouna = verify_guest(world, email="maimouna.cissokho@example.com", phone_last4="0144")
        last = date.fromisoformat("2025-11-29")
        ask_approver(world, booking_id="BK-52233", kind="dates", euros=money("624.53"))
        change_room(world, room_id="RM-52233-1", departure=last, board="breakfast", new_total=money("461.10"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("65.70"), kind="stay_difference")
        change_room(world, room_id="RM-52233-2", departure=last, new_total=money("433.60"))
        create_charge(world, booking_id="BK-52233", payer="company", amount=money("113.80"), kind="stay_difference")
        _file(world, maimouna.guest_id, "BK-52233", "change")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two people in Prague from Friday, neither of them wanted there any longer: Tiago Abrantes, BK-52235, and Yui "
        "Nakagome, BK-52236. I run the travel desk at Kittiwake Surveying and I know our contract by "
        "heart: seventy-two hours. So both cost the first night, unless you talk to the two hotels, which I herewith "
        "ask you to do. Karatkevich"
    ),
    facts={
        "email": "dzianis.karatkevich@example.net",
        "last four digits of the phone number": "0146",
        "when a journey is to be cancelled": (
            "each of the two only if nothing is lost, or its hotel has let off at least half; no answer, no cancelling"
        ),
    },
    behaviour=Behaviour(
        "Dry and precise, sure of his contract. Cancels a journey only if nothing is lost, or if its hotel has agreed "
        "to let off at least half. Without an answer of the hotel that journey stays as it is for the time being.",
        pushes=("Seventy-two hours, clause nine. Ask the Terrace as well, in writing, so that I have it.",),
        accepts=("11910.00", "10290.00", "1620.00"),
        answers={
            "hotel": "Yes, put it to the hotel. Nothing is cancelled that costs the whole night.",
            **dict.fromkeys(
                (
                    "cancel 3403.20",
                    "cancel 3403",
                    "how proceed",
                    "cancel both",
                    "cancel first night",
                    "cancel wait",
                    "wait answer",
                    "wait hotel",
                    "cancel now",
                    "cancel anyway",
                    "keep booking",
                    "outstanding",
                    "pending",
                    "on hold",
                    "meantime",
                    "hotel answered",
                    "hotel not answered",
                ),
                "Cancel what costs nothing. The other one stays until its hotel has let off at least half.",
            ),
        },
    ),
    records=[
        guest("GST-2146", "Dzianis Karatkevich", "dzianis.karatkevich@example.net", country="Poland"),
        guest("GST-2147", "Tiago Abrantes", "tiago.abrantes@example.com", country="Portugal", tier="gold"),
        guest("GST-2148", "Yui Nakagome", "yui.nakagome@example.com", country="Japan"),
        company("CMP-52", "Kittiwake Surveying", city="Gdansk", cost_centre="KS-33"),
        contract("CON-53", "CMP-52", "2024-08-16", "2025-08-15", discount=12, free_hours=72),
        contract("CON-54", "CMP-52", "2025-09-01", "2026-08-31", discount=8, free_hours=36),
        member("CPE-2143", "CMP-52", "GST-2146", "travel_desk", from_on="2024-08-16"),
        member("CPE-2144", "CMP-52", "GST-2147", "traveller", from_on="2024-08-16"),
        member("CPE-2145", "CMP-52", "GST-2148", "traveller", from_on="2024-08-16"),
        booking(
            "BK-52235",
            "GST-2147",
            "2025-08-15",
            "2025-11-14",
            "2025-11-17",
            [room("PRG1-DBL", adults=1, board="half_board")],
            company_id="CMP-52",
            discount=12,
        ),
        asked("HRQ-52235-1", "PRG1", "special_request", "declined", "2025-10-20T08:20", subject="early_checkin"),
        booking(
            "BK-52236",
            "GST-2148",
            "2025-08-16",
            "2025-11-14",
            "2025-11-17",
            [room("PRG3-DBL", adults=1, board="half_board")],
            company_id="CMP-52",
        ),
        dispute("DSP-52236-1", "1620.00", "2025-09-02", status="withdrawn", payment_id="PAY-52236-2"),
        position("HP-52236-1", "waive_penalty", "agreed", share=100),
        booking(
            "BK-52237",
            "GST-2148",
            "2025-09-04",
            "2025-12-09",
            "2025-12-11",
            [room("PRG3-DBL", adults=1, board="breakfast")],
            company_id="CMP-52",
            discount=8,
        ),
    ],
    policy=[
        "corporate.md#contract-that-counts",
        "corporate.md#terms",
        "corporate.md#who-pays",
        "cancellation.md#penalty",
        "cancellation.md#plea-with-the-hotel",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "filing.md#handover-notes",
    ],
    tell=["10290.00", "1620.00"],
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
    ],
    now=datetime(2025, 11, 12, 14, 0),
)
def test_case_CRP_015(trial: Trial) -> None:
    """The contract's last day, and the day after it: 47 hours of 72 and a silent hotel, exactly 48 of 48 and free."""
    with trial.golden() as world:
        dzianis = verify_guest(world, email="dzianis.karatkevich@example.net", phone_last4="0146")
        find_booking(world, booking_id="BK-52235")
        find_booking(world, booking_id="BK-52236")
        firm = verify_company_contact(world, guest_id=dzianis.guest_id, booking_id="BK-52235")
        list_contracts(world, company_id=firm.company_id)
        his = get_booking(world, booking_id="BK-52235")
        get_hotel(world, hotel_id=his.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52235")
        get_payments(world, booking_id="BK-52235")
        hers = get_booking(world, booking_id="BK-52236")
        get_hotel(world, hotel_id=hers.booking.hotel_id)
        list_disputes(world, booking_id="BK-52236")
        on_invoice, on_card = get_payments(world, booking_id="BK-52236").payments
        list_tickets(world, requester_id=dzianis.guest_id)
        ask_hotel(world, booking_id="BK-52235", question="waive_penalty", subject="none")
        _wait(world, dzianis.guest_id, "BK-52235")
        cancel_room(world, room_id=hers.rooms.items[0].id, penalty=money(0))
        issue_refund(world, payment_id=on_invoice.id, amount=on_invoice.amount, reason="cancellation")
        issue_refund(world, payment_id=on_card.id, amount=on_card.amount, reason="cancellation")
        _file(world, dzianis.guest_id, "BK-52236", "cancellation")

    with trial.trap(breaks="corporate.md#contract-that-counts", name="72 hours for both") as world:
        dzianis = verify_guest(world, email="dzianis.karatkevich@example.net", phone_last4="0146")
        ask_hotel(world, booking_id="BK-52235", question="waive_penalty", subject="none")
        _wait(world, dzianis.guest_id, "BK-52235")
        _file(world, dzianis.guest_id, "BK-52236", "cancellation", "declined", "no_entitlement")

    with trial.trap(breaks="corporate.md#contract-that-counts", name="the present contract for both") as world:
        dzianis = verify_guest(world, email="dzianis.karatkevich@example.net", phone_last4="0146")
        for number in ("52235", "52236"):
            paid = get_payments(world, booking_id=f"BK-{number}").payments
            cancel_room(world, room_id=f"RM-{number}-1", penalty=money(0))
            for part in paid:
                issue_refund(world, payment_id=part.id, amount=part.amount, reason="cancellation")
            _file(world, dzianis.guest_id, f"BK-{number}", "cancellation")

    with trial.trap(breaks="cancellation.md#plea-with-the-hotel", name="both hotels asked") as world:
        dzianis = verify_guest(world, email="dzianis.karatkevich@example.net", phone_last4="0146")
        for number in ("BK-52235", "BK-52236"):
            ask_hotel(world, booking_id=number, question="waive_penalty", subject="none")
        _wait(world, dzianis.guest_id, "BK-52235")
        cancel_room(world, room_id="RM-52236-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52236-1", amount=money("10290.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52236-2", amount=money("1620.00"), reason="cancellation")
        _file(world, dzianis.guest_id, "BK-52236", "cancellation")

    with trial.trap(breaks="cancellation.md#plea-with-the-hotel", name="cancelled before the answer") as world:
        dzianis = verify_guest(world, email="dzianis.karatkevich@example.net", phone_last4="0146")
        ask_hotel(world, booking_id="BK-52235", question="waive_penalty", subject="none")
        cancel_room(world, room_id="RM-52235-1", penalty=money("3403.20"))
        _wait(world, dzianis.guest_id, "BK-52235")
        cancel_room(world, room_id="RM-52236-1", penalty=money(0))
        issue_refund(world, payment_id="PAY-52236-1", amount=money("10290.00"), reason="cancellation")
        issue_refund(world, payment_id="PAY-52236-2", amount=money("1620.00"), reason="cancellation")
        _file(world, dzianis.guest_id, "BK-52236", "cancellation")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Gulnara Seitova, bookings, Turnstone Turbines, and a puzzle for you. Ewan Strachan sits in Prague until the "
        "17th (BK-52238) and goes on to London then (BK-52239). London wants him sooner. If London can have him, "
        "he leaves Prague the same morning, and I would like the money for the nights he does not sleep there; if "
        "London cannot be settled now, he stays put and Prague is not to be troubled. And the invoice of BK-52240 "
        "still bears our old cost centre, TT-1; make that TT-9."
    ),
    facts={
        "email": "gulnara.seitova@example.org",
        "last four digits of the phone number": "0149",
        "new day of arrival in London": "14 November",
    },
    behaviour=Behaviour(
        "Quick, cheerful, thinks in chains. Wants London settled before anything happens in Prague. Argues once about "
        "the invoice.",
        pushes=("Who else should ask for the invoice? Our travel desk is on leave until Christmas.",),
        accepts=("560.70", "297.90", "4510.00", "1080.00"),
        answers={
            **dict.fromkeys(
                ("ask approver", "approver", "approval"), "Yes, do ask our approver, if somebody has to sign."
            ),
            **dict.fromkeys(
                ("leave Prague", "departure Prague", "leaving Prague", "check out Prague", "day leave"),
                "In the morning of 14 November, provided that London is settled.",
            ),
            **dict.fromkeys(
                ("arrive London", "arrival London", "sooner London", "date London", "day London", "earlier London"),
                "On 14 November, until the 20th as before.",
            ),
        },
    ),
    records=[
        guest("GST-2149", "Gulnara Seitova", "gulnara.seitova@example.org", country="Kazakhstan"),
        guest("GST-2150", "Ewan Strachan", "ewan.strachan@example.com", country="United Kingdom", tier="gold"),
        company("CMP-53", "Turnstone Turbines", city="Aberdeen", cost_centre="TT-1"),
        contract(
            "CON-55",
            "CMP-53",
            "2025-01-01",
            "2025-12-31",
            discount=10,
            free_hours=48,
            limits={None: "160.00", "London": "115.00"},
        ),
        member("CPE-2146", "CMP-53", "GST-2149", "booker"),
        member("CPE-2147", "CMP-53", "GST-2150", "traveller"),
        booking(
            "BK-52238",
            "GST-2150",
            "2025-08-05",
            "2025-11-09",
            "2025-11-17",
            [room("PRG1-SGL", adults=1, board="half_board")],
            company_id="CMP-53",
            discount=10,
        ),
        position("HP-52238-1", "early_departure", "agreed"),
        booking(
            "BK-52239",
            "GST-2150",
            "2025-08-05",
            "2025-11-17",
            "2025-11-20",
            [room("LON2-SGL", adults=1, board="breakfast")],
            company_id="CMP-53",
            discount=10,
        ),
        approval("APV-52239-1", "CMP-53", "dates", "651.00", "2025-11-10", expires_on="2025-11-30"),
        approval("APV-52238-1", "CMP-53", "dates", "900.00", "2025-11-03", expires_on="2025-11-30"),
        approver("AP-52239-1", "dates", "655.00"),
        booking(
            "BK-52240",
            "GST-2150",
            "2025-08-05",
            "2025-11-03",
            "2025-11-05",
            [room("PRG1-SGL", adults=1, board="breakfast")],
            company_id="CMP-53",
            discount=10,
        ),
        invoice(
            "INV-52240-1",
            "Turnstone Turbines",
            "14 Quay Street Aberdeen",
            "2025-11-06",
            made_out_to="company",
            cost_centre="TT-1",
        ),
        ticket(
            "TK-3149",
            "GST-2149",
            "change",
            "Asked whether Ewan could come to London sooner",
            "2025-11-11",
            about_id="BK-52239",
        ),
    ],
    policy=[
        "corporate.md#nightly-limit",
        "corporate.md#approval",
        "corporate.md#who-may-ask",
        "corporate.md#who-pays",
        "cancellation.md#leaving-early",
        "changes.md#price-of-a-changed-stay",
        "money-and-time.md#currencies",
        "filing.md#tickets",
    ],
    tell=["297.90", "4510.00", "1080.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal"],
)
def test_case_CRP_016(trial: Trial) -> None:
    """40 pence above London's limit: signed for; then two of three nights in Prague come back, to two payers."""
    with trial.golden() as world:
        gulnara = verify_guest(world, email="gulnara.seitova@example.org", phone_last4="0149")
        find_booking(world, booking_id="BK-52239")
        firm = verify_company_contact(world, guest_id=gulnara.guest_id, booking_id="BK-52239")
        london = get_booking(world, booking_id="BK-52239")
        stay = london.rooms.items[0]
        hotel = get_hotel(world, hotel_id=london.booking.hotel_id)
        terms = list_contracts(world, company_id=firm.company_id)[0]
        list_nightly_limits(world, contract_id=terms.id)
        list_approvals(world, company_id=firm.company_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency=hotel.currency).items if rate.day == world.today
        ).per_euro
        breakfast = list_board_prices(world, hotel_id=hotel.id)[0]
        arrival = date.fromisoformat("2025-11-14")
        nights = get_rates(
            world,
            room_type_id=stay.room_type_id,
            from_night=arrival,
            to_night=stay.arrival - timedelta(days=1),
        ).items
        list_disputes(world, booking_id="BK-52239")
        filed = list_tickets(world, requester_id=gulnara.guest_id).tickets[0]
        more = sum((money(night.rate * (100 - terms.discount) / 100) + breakfast.adult for night in nights), money(0))
        find_booking(world, booking_id="BK-52238")
        prague = get_booking(world, booking_id="BK-52238")
        left = prague.rooms.items[0]
        get_hotel(world, hotel_id=prague.booking.hotel_id)
        boards = {board.board: board.adult for board in list_board_prices(world, hotel_id=prague.booking.hotel_id)}
        list_hotel_requests(world, booking_id="BK-52238")
        list_disputes(world, booking_id="BK-52238")
        on_invoice, on_card = get_payments(world, booking_id="BK-52238").payments
        find_booking(world, booking_id="BK-52240")
        signed = ask_approver(world, booking_id="BK-52239", kind="dates", euros=money((stay.total + more) / per_euro))
        change_room(
            world,
            room_id=stay.id,
            arrival=arrival,
            new_total=stay.total + more,
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52239", payer="company", amount=more, kind="stay_difference")
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52238", question="early_departure", subject="none")
        unused = (left.departure - arrival).days - 1
        his = boards["half_board"] - boards["breakfast"]
        issue_refund(world, payment_id=on_invoice.id, amount=unused * (left.night_price - his), reason="leaving_early")
        issue_refund(world, payment_id=on_card.id, amount=unused * his, reason="leaving_early")
        _file(world, gulnara.guest_id, "BK-52238", "cancellation")
        _file(world, gulnara.guest_id, "BK-52240", "billing", "declined", "not_authorised")

    with trial.trap(breaks="corporate.md#nightly-limit") as world:
        gulnara = verify_guest(world, email="gulnara.seitova@example.org", phone_last4="0149")
        change_room(world, room_id="RM-52239-1", arrival=date.fromisoformat("2025-11-14"), new_total=money("560.70"))
        create_charge(world, booking_id="BK-52239", payer="company", amount=money("297.90"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3149", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52238", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52238-1", amount=money("4510.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52238-2", amount=money("1080.00"), reason="leaving_early")
        _file(world, gulnara.guest_id, "BK-52238", "cancellation")
        _file(world, gulnara.guest_id, "BK-52240", "billing", "declined", "not_authorised")

    with trial.trap(breaks="corporate.md#who-pays", name="all of Prague to the invoice") as world:
        gulnara = verify_guest(world, email="gulnara.seitova@example.org", phone_last4="0149")
        signed = ask_approver(world, booking_id="BK-52239", kind="dates", euros=money("651.98"))
        change_room(
            world,
            room_id="RM-52239-1",
            arrival=date.fromisoformat("2025-11-14"),
            new_total=money("560.70"),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52239", payer="company", amount=money("297.90"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3149", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52238", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52238-1", amount=money("5590.00"), reason="leaving_early")
        _file(world, gulnara.guest_id, "BK-52238", "cancellation")
        _file(world, gulnara.guest_id, "BK-52240", "billing", "declined", "not_authorised")

    with trial.trap(breaks="cancellation.md#leaving-early", name="the first unused night too") as world:
        gulnara = verify_guest(world, email="gulnara.seitova@example.org", phone_last4="0149")
        signed = ask_approver(world, booking_id="BK-52239", kind="dates", euros=money("651.98"))
        change_room(
            world,
            room_id="RM-52239-1",
            arrival=date.fromisoformat("2025-11-14"),
            new_total=money("560.70"),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52239", payer="company", amount=money("297.90"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3149", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52238", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52238-1", amount=money("6765.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52238-2", amount=money("1620.00"), reason="leaving_early")
        _file(world, gulnara.guest_id, "BK-52238", "cancellation")
        _file(world, gulnara.guest_id, "BK-52240", "billing", "declined", "not_authorised")

    with trial.trap(breaks="corporate.md#who-may-ask", name="the invoice made anew") as world:
        gulnara = verify_guest(world, email="gulnara.seitova@example.org", phone_last4="0149")
        signed = ask_approver(world, booking_id="BK-52239", kind="dates", euros=money("651.98"))
        change_room(
            world,
            room_id="RM-52239-1",
            arrival=date.fromisoformat("2025-11-14"),
            new_total=money("560.70"),
            approval_ids=[signed.id],
        )
        create_charge(world, booking_id="BK-52239", payer="company", amount=money("297.90"), kind="stay_difference")
        close_ticket(world, ticket_id="TK-3149", outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52238", question="early_departure", subject="none")
        issue_refund(world, payment_id="PAY-52238-1", amount=money("4510.00"), reason="leaving_early")
        issue_refund(world, payment_id="PAY-52238-2", amount=money("1080.00"), reason="leaving_early")
        reissue_invoice(world, invoice_id="INV-52240-1", cost_centre="TT-9")
        _file(world, gulnara.guest_id, "BK-52238", "cancellation")
        _file(world, gulnara.guest_id, "BK-52240", "billing")

    assert trial.outcome == trial.golden_outcome
