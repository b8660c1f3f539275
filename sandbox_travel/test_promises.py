"""A family's stay in which a promise was not kept and much else went wrong, either side of a tier that began.

Canary: thinkingbox-eval-f24098d6-208e-4b5c-933a-e798addcb47c-travel-promises. Not for training.
"""

from __future__ import annotations

from sandbox_travel.records import booking, charge, guest, incident, period, position, request, room
from sandbox_travel.tools import (
    ask_hotel,
    close_ticket,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_board_prices,
    list_booking_requests,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_incidents,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(world: World, guest_id: str, booking_id: str) -> None:
    """Files the compensation that was paid."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="A family's stay that went wrong",
        topic="compensation",
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


@task(
    opening=(
        "We got in at nine in the morning with two small children because your hotel had agreed to it, I had paid for "
        "it, and they let us sit in the lobby until two. That was how Copperfield Row began, and it went on like that: "
        "see your own list, the front desk wrote most of it down. The radiators we only complained about among "
        "ourselves. And the quiet room that was promised? Hah. BK-52241, Nkechi Uzoma"
    ),
    facts={
        "email": "nkechi.uzoma@example.com",
        "refund or voucher": (
            "the money, if the compensation without the fee for the early check-in is at least 220 pounds; "
            "otherwise the voucher"
        ),
    },
    behaviour=Behaviour(
        "Sarcastic, fair when the figures are explained. Takes the money if the compensation itself, the fee for the "
        "early check-in not counted, is at least 220 pounds; otherwise the voucher.",
        pushes=(
            "Five hours in a lobby with two toddlers, that is worth more to me than a fee. Add the morning, please.",
        ),
        accepts=("253.70", "42.45"),
    ),
    records=[
        guest(
            "GST-2151",
            "Nkechi Uzoma",
            "nkechi.uzoma@example.com",
            country="Nigeria",
            tier="silver",
            tier_from="2024-10-29",
            tier_until="2025-10-28",
        ),
        period("LP-2151-2", "gold", "2025-10-29", "2026-10-28"),
        booking(
            "BK-52241",
            "GST-2151",
            "2025-08-14",
            "2025-10-29",
            "2025-11-05",
            [
                room("LON2-FAM", children=2, board="half_board"),
                room("LON2-SGL", adults=1, board="breakfast"),
            ],
        ),
        request("BR-52241-1", "early_checkin", room=1, detail="09:00"),
        request("BR-52241-2", "quiet_room", status="noted", room=1),
        charge("CHR-52241-1", "42.45", "extra_hours", "2025-08-20"),
        incident("INC-52241-1", "noise", "2025-10-29", reported_on="2025-10-30", made_good="70.00"),
        incident(
            "INC-52241-2",
            "missing_board",
            "2025-10-30",
            "2025-10-31",
            reported_on="2025-10-31",
            board="half_board",
        ),
        incident("INC-52241-3", "no_heating", "2025-10-31", "2025-11-01"),
        incident("INC-52241-4", "cleanliness", "2025-11-03", room=2, reported_on="2025-11-03"),
        incident("INC-52241-5", "broken_equipment", "2025-11-04", reported_on="2025-11-04", finding="denied"),
        position("HP-52241-1", "confirm_incident", "confirmed", subject="early_checkin"),
        position("HP-52241-2", "confirm_incident", "confirmed", subject="broken_equipment"),
        booking("BK-52242", "GST-2151", "2025-08-14", "2026-02-10", "2026-02-12", [room("LON2-FAM", children=2)]),
        request("BR-52242-1", "early_checkin", room=1, detail="09:00"),
    ],
    policy=[
        "compensation.md#how-much",
        "compensation.md#kept-promises",
        "compensation.md#cap",
        "compensation.md#when-it-is-owed",
        "compensation.md#refund-or-voucher",
        "guests.md#loyalty-tiers",
        "money-and-time.md#order-of-steps",
        "money-and-time.md#currencies",
    ],
    tell=["253.70", "42.45"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes"],
    twin="CMP_012",
)
def test_case_CMP_011(trial: Trial) -> None:
    """Gold from the day of arrival: £253.70; noise made good leaves nothing for its night, nor for the promise."""
    with trial.golden() as world:
        nkechi = verify_guest(world, email="nkechi.uzoma@example.com", booking_id="BK-52241")
        find_booking(world, booking_id="BK-52241")
        file = get_booking(world, booking_id="BK-52241")
        family, single = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_booking_requests(world, booking_id="BK-52241")
        list_hotel_requests(world, booking_id="BK-52241")
        _, missing, cold, dirty, _ = list_incidents(world, booking_id="BK-52241")
        list_loyalty_periods(world, guest_id=nkechi.guest_id)
        get_guest_mark(world, guest_id=nkechi.guest_id)
        search_articles(world, query="cap of compensation")
        boards = {board.board: board.adult for board in list_board_prices(world, hotel_id=file.booking.hotel_id)}
        list_exchange_rates(world, currency="GBP")
        list_disputes(world, booking_id="BK-52241")
        paid = get_payments(world, booking_id="BK-52241")
        list_vouchers(world, guest_id=nkechi.guest_id)
        list_tickets(world, requester_id=nkechi.guest_id)
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="early_checkin")
        dinners = (cold.from_night - missing.from_night).days
        board = boards["half_board"] * family.adults + money(boards["half_board"] / 2) * family.children
        nights_cold = (cold.to_night - cold.from_night).days + 1
        nights_dirty = (dirty.to_night - dirty.from_night).days + 1
        owed = (
            board * dinners
            + money(money(family.night_price * 50 / 100) * nights_cold / 2)
            + money(single.night_price * 20 / 100) * nights_dirty
        )
        issue_refund(world, payment_id=paid.payments[0].id, amount=owed, reason="compensation")
        issue_refund(world, payment_id=paid.payments[0].id, amount=paid.charges[0].amount, reason="request_not_kept")
        _file(world, nkechi.guest_id, "BK-52241")

    with trial.trap(breaks="compensation.md#kept-promises", name="the promise besides the noise of its night") as world:
        nkechi = verify_guest(world, email="nkechi.uzoma@example.com", booking_id="BK-52241")
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="early_checkin")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("258.00"), reason="compensation")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, nkechi.guest_id, "BK-52241")

    with trial.trap(breaks="money-and-time.md#order-of-steps", name="what is above the noise off the rest") as world:
        nkechi = verify_guest(world, email="nkechi.uzoma@example.com", booking_id="BK-52241")
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="early_checkin")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("240.30"), reason="compensation")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, nkechi.guest_id, "BK-52241")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="Silver, as before") as world:
        nkechi = verify_guest(world, email="nkechi.uzoma@example.com", booking_id="BK-52241")
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="early_checkin")
        give_voucher(
            world,
            guest_id=nkechi.guest_id,
            booking_id="BK-52241",
            amount=money("206.40"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52241-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, nkechi.guest_id, "BK-52241")

    with trial.trap(breaks="compensation.md#when-it-is-owed", name="asked again about what it denies") as world:
        nkechi = verify_guest(world, email="nkechi.uzoma@example.com", booking_id="BK-52241")
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="early_checkin")
        ask_hotel(world, booking_id="BK-52241", question="confirm_incident", subject="broken_equipment")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("258.00"), reason="compensation")
        issue_refund(world, payment_id="PAY-52241-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, nkechi.guest_id, "BK-52241")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Namaste, Ishaan Bhattarai, back from London with my wife, two children and my mother, and still shivering: no "
        "dinner on two evenings, no heat on two, the grandmother's room dusty. About the heating we said nothing at "
        "the reception, we are not complainers, though here I am. The promised early check-in, paid and all, did not "
        "happen either. BK-52243 was the number, I believe. Gold member, kindly note."
    ),
    facts={
        "email": "ishaan.bhattarai@example.com",
        "loyalty number": "SB-42152",
        "refund or voucher": (
            "the money, if the compensation without the fee for the early check-in is at least 220 pounds; "
            "otherwise the voucher"
        ),
    },
    behaviour=Behaviour(
        "Gentle, long-winded, proud of his Gold card. Has mistaken the booking number and does not have the right one "
        "at hand, but has his loyalty card. Takes the money if the compensation itself, the fee for the early check-in "
        "not counted, is at least 220 pounds; otherwise the voucher.",
        pushes=("But I am Gold, it says so on the card in front of me. Surely that lifts it?",),
        accepts=("206.40", "42.45"),
        answers={
            "booking number": "I have no other number at hand, only my loyalty card.",
            "correct number": "I have no other number at hand, only my loyalty card.",
        },
    ),
    records=[
        guest(
            "GST-2152",
            "Ishaan Bhattarai",
            "ishaan.bhattarai@example.com",
            country="Nepal",
            tier="silver",
            tier_from="2024-10-30",
            tier_until="2025-10-29",
        ),
        period("LP-2152-2", "gold", "2025-10-30", "2026-10-29"),
        booking("BK-52243", "GST-1020", "2025-08-14", "2025-10-29", "2025-11-05", [room("LON2-DBL")]),
        booking(
            "BK-52244",
            "GST-2152",
            "2025-08-14",
            "2025-10-29",
            "2025-11-05",
            [
                room("LON2-FAM", children=2, board="half_board"),
                room("LON2-SGL", adults=1, board="breakfast"),
            ],
        ),
        request("BR-52244-1", "early_checkin", room=1, detail="09:00"),
        request("BR-52244-2", "quiet_room", status="noted", room=1),
        charge("CHR-52244-1", "42.45", "extra_hours", "2025-08-20"),
        incident("INC-52244-1", "noise", "2025-10-29", reported_on="2025-10-30", made_good="70.00"),
        incident(
            "INC-52244-2",
            "missing_board",
            "2025-10-30",
            "2025-10-31",
            reported_on="2025-10-31",
            board="half_board",
        ),
        incident("INC-52244-3", "no_heating", "2025-10-31", "2025-11-01"),
        incident("INC-52244-4", "cleanliness", "2025-11-03", room=2, reported_on="2025-11-03"),
        incident("INC-52244-5", "broken_equipment", "2025-11-04", reported_on="2025-11-04", finding="denied"),
        position("HP-52244-1", "confirm_incident", "confirmed", subject="early_checkin"),
        position("HP-52244-2", "confirm_incident", "confirmed", subject="broken_equipment"),
        booking("BK-52245", "GST-2152", "2025-08-14", "2026-02-10", "2026-02-12", [room("LON2-FAM", children=2)]),
        request("BR-52245-1", "early_checkin", room=1, detail="09:00"),
    ],
    policy=[
        "compensation.md#cap",
        "compensation.md#how-much",
        "compensation.md#kept-promises",
        "compensation.md#refund-or-voucher",
        "guests.md#loyalty-tiers",
        "guests.md#identity-check",
        "money-and-time.md#currencies",
    ],
    tell=["206.40", "42.45"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes", "recovery"],
    twin="CMP_011",
)
def test_case_CMP_012(trial: Trial) -> None:
    """Gold from the day after arrival: Silver's cap is £172, below the £220 that he wants in money, so a voucher."""
    with trial.golden() as world:
        find_booking(world, booking_id="BK-52243")
        ishaan = verify_guest(world, email="ishaan.bhattarai@example.com", loyalty_number="SB-42152")
        spoilt = list_bookings(world, guest_id=ishaan.guest_id).items[1].booking_id
        find_booking(world, booking_id=spoilt)
        file = get_booking(world, booking_id=spoilt)
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_booking_requests(world, booking_id=spoilt)
        list_hotel_requests(world, booking_id=spoilt)
        list_incidents(world, booking_id=spoilt)
        list_loyalty_periods(world, guest_id=ishaan.guest_id)
        get_guest_mark(world, guest_id=ishaan.guest_id)
        search_articles(world, query="cap of compensation")
        list_board_prices(world, hotel_id=file.booking.hotel_id)
        per_euro = next(
            rate for rate in list_exchange_rates(world, currency="GBP").items if rate.day == world.today
        ).per_euro
        list_disputes(world, booking_id=spoilt)
        paid = get_payments(world, booking_id=spoilt)
        list_vouchers(world, guest_id=ishaan.guest_id)
        list_tickets(world, requester_id=ishaan.guest_id)
        ask_hotel(world, booking_id=spoilt, question="confirm_incident", subject="early_checkin")
        cap = money(200 * per_euro)
        give_voucher(
            world,
            guest_id=ishaan.guest_id,
            booking_id=spoilt,
            amount=cap + money(cap * 20 / 100),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id=paid.payments[0].id, amount=paid.charges[0].amount, reason="request_not_kept")
        _file(world, ishaan.guest_id, spoilt)

    with trial.trap(breaks="guests.md#loyalty-tiers", name="Gold, as he is today") as world:
        ishaan = verify_guest(world, email="ishaan.bhattarai@example.com", loyalty_number="SB-42152")
        ask_hotel(world, booking_id="BK-52244", question="confirm_incident", subject="early_checkin")
        issue_refund(world, payment_id="PAY-52244-1", amount=money("253.70"), reason="compensation")
        issue_refund(world, payment_id="PAY-52244-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, ishaan.guest_id, "BK-52244")

    with trial.trap(breaks="compensation.md#kept-promises", name="the fee within the cap") as world:
        ishaan = verify_guest(world, email="ishaan.bhattarai@example.com", loyalty_number="SB-42152")
        ask_hotel(world, booking_id="BK-52244", question="confirm_incident", subject="early_checkin")
        give_voucher(
            world,
            guest_id=ishaan.guest_id,
            booking_id="BK-52244",
            amount=money("206.40"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _file(world, ishaan.guest_id, "BK-52244")

    with trial.trap(breaks="compensation.md#refund-or-voucher", name="the 20 % within the cap") as world:
        ishaan = verify_guest(world, email="ishaan.bhattarai@example.com", loyalty_number="SB-42152")
        ask_hotel(world, booking_id="BK-52244", question="confirm_incident", subject="early_checkin")
        give_voucher(
            world,
            guest_id=ishaan.guest_id,
            booking_id="BK-52244",
            amount=money("172.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52244-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, ishaan.guest_id, "BK-52244")

    with trial.trap(breaks="hotels.md#asking-a-hotel", name="the hotel is not asked") as world:
        ishaan = verify_guest(world, email="ishaan.bhattarai@example.com", loyalty_number="SB-42152")
        give_voucher(
            world,
            guest_id=ishaan.guest_id,
            booking_id="BK-52244",
            amount=money("206.40"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52244-1", amount=money("42.45"), reason="request_not_kept")
        _file(world, ishaan.guest_id, "BK-52244")

    assert trial.outcome == trial.golden_outcome
