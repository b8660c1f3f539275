"""Stays that went wrong and are over: what a night is owed, caps and bulletins on them, days on the hotel's clock.

Canary: thinkingbox-eval-7b8c2988-1b88-4088-85be-bb69bbc68869-travel-compensation. Not for training.
"""

from __future__ import annotations

from datetime import datetime

from sandbox_travel.records import (
    booking,
    charge,
    guest,
    incident,
    period,
    position,
    request,
    room,
    ticket,
    voucher,
)
from sandbox_travel.tools import (
    ask_hotel,
    close_ticket,
    find_booking,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_invoice,
    issue_refund,
    list_booking_requests,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_incidents,
    list_invoices,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Good evening from Tromsø. Tejo Norte, my booking BK-51211, the first days of November: for three nights the "
        "heating was dead, and then a dance hall moved in below us. The breakfast they forgot you have paid already, "
        "the rest you have not. Sunniva Eikeland"
    ),
    facts={
        "email": "sunniva.eikeland@example.com",
        "loyalty number": "SB-42075",
        "refund or voucher": "the voucher if it is worth at least 200 euros, otherwise the refund",
    },
    behaviour=Behaviour(
        "Friendly, wide awake. Has the booking number from memory and cannot look it up; her card with the loyalty "
        "number lies before her. Takes a voucher from 200 euros on, the money if it is worth less.",
        answers={
            "refund voucher": "The voucher if it is worth at least 200 euros, otherwise the refund.",
            **dict.fromkeys(
                ("booking number", "check booking number", "another booking number"),
                "I have only that number in my head and nothing to look it up in. My name will have to do.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2075",
            "Sunniva Eikeland",
            "sunniva.eikeland@example.com",
            country="Norway",
            tier="silver",
            tier_from="2024-11-06",
            tier_until="2025-11-05",
        ),
        period("LP-2075-2", "gold", "2025-11-06", "2026-11-05"),
        booking(
            "BK-52111",
            "GST-2075",
            "2025-06-22",
            "2025-11-02",
            "2025-11-07",
            [room("LIS3-DBL", board="breakfast")],
        ),
        incident("INC-52111-1", "missing_board", "2025-11-02", reported_on="2025-11-03", board="breakfast"),
        incident("INC-52111-2", "no_heating", "2025-11-03", "2025-11-05", reported_on="2025-11-03"),
        incident("INC-52111-3", "noise", "2025-11-04", "2025-11-06", reported_on="2025-11-05", made_good="30.00"),
        voucher("VCH-2075", "GST-2075", "52.80", "compensation", "2025-11-08", booking_id="BK-52111"),
        ticket(
            "TK-3075",
            "GST-2075",
            "compensation",
            "Breakfast of the first night missing, 44.00 as a voucher of 52.80",
            "2025-11-08",
            about_id="BK-52111",
            status="closed",
        ),
        booking("BK-52112", "GST-2075", "2025-08-02", "2025-12-06", "2025-12-08", [room("LIS3-DBL")]),
    ],
    policy=[
        "compensation.md#how-much",
        "compensation.md#cap",
        "compensation.md#refund-or-voucher",
        "filing.md#guides-and-bulletins",
        "guests.md#loyalty-tiers",
        "guests.md#identity-check",
    ],
    tell=["206.64"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "recovery"],
    twin="CMP_002",
)
def test_case_CMP_001(trial: Trial) -> None:
    """Booked on the last day of a bulletin that lifts the cap to €225; the earlier voucher counts with its 20 %."""
    with trial.golden() as world:
        sunniva = verify_guest(world, email="sunniva.eikeland@example.com", loyalty_number="SB-42075")
        stay = list_bookings(world, guest_id=sunniva.guest_id).items[1]
        find_booking(world, booking_id=stay.booking_id)
        file = get_booking(world, booking_id=stay.booking_id)
        night = file.rooms.items[0].night_price
        _, cold, loud = list_incidents(world, booking_id=stay.booking_id)
        list_loyalty_periods(world, guest_id=sunniva.guest_id)
        get_guest_mark(world, guest_id=sunniva.guest_id)
        first_hit = search_articles(world, query="cap of compensation Silver").items[0]
        superseded = read_article(world, article_id=first_hit.article_id)
        read_article(world, article_id=superseded.superseded_by)
        list_disputes(world, booking_id=stay.booking_id)
        get_payments(world, booking_id=stay.booking_id)
        before = list_vouchers(world, guest_id=sunniva.guest_id).items[0]
        list_tickets(world, requester_id=sunniva.guest_id)
        nights_cold = (cold.to_night - cold.from_night).days + 1
        nights_loud = (loud.to_night - cold.to_night).days
        owed = money(night * 50 / 100) * nights_cold + money(night * 20 / 100) * nights_loud - loud.made_good
        paid = min(owed, money(225) - before.amount)
        give_voucher(
            world,
            guest_id=sunniva.guest_id,
            booking_id=stay.booking_id,
            amount=paid + money(paid * 20 / 100),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=sunniva.guest_id,
            about_id=stay.booking_id,
            subject="No heating and noise at Tejo Norte",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#guides-and-bulletins", name="without the bulletin") as world:
        sunniva = verify_guest(world, email="sunniva.eikeland@example.com", loyalty_number="SB-42075")
        issue_refund(world, payment_id="PAY-52111-1", amount=money("147.20"), reason="compensation")
        filed = open_ticket(
            world,
            requester_id=sunniva.guest_id,
            about_id="BK-52111",
            subject="Tejo Norte",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="Gold, as she is today") as world:
        sunniva = verify_guest(world, email="sunniva.eikeland@example.com", loyalty_number="SB-42075")
        give_voucher(
            world,
            guest_id=sunniva.guest_id,
            booking_id="BK-52111",
            amount=money("296.64"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=sunniva.guest_id,
            about_id="BK-52111",
            subject="Tejo Norte",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#cap", name="the earlier voucher without its 20 %") as world:
        sunniva = verify_guest(world, email="sunniva.eikeland@example.com", loyalty_number="SB-42075")
        give_voucher(
            world,
            guest_id=sunniva.guest_id,
            booking_id="BK-52111",
            amount=money("217.20"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=sunniva.guest_id,
            about_id="BK-52111",
            subject="Tejo Norte",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "In June you advertised it in capital letters: two hundred and fifty euros for your Silver guests. I was "
        "Silver, I booked in June, and at Tejo Norte I froze and then could not sleep. So kindly apply what you "
        "advertised to BK-52113, and while you are there, an invoice for the stay. Dr Ottavio Ruggieri"
    ),
    facts={
        "email": "ottavio.ruggieri@example.com",
        "billing address": "Via dei Tigli 12, 10123 Torino",
        "refund or voucher": "the voucher if it is worth at least 200 euros, otherwise the refund",
    },
    behaviour=Behaviour(
        "Indignant, holds on to the 250 euros that he has read of. Takes a voucher from 200 euros on, the money if it "
        "is worth less.",
        pushes=("Two hundred and fifty, it was in your own announcement of June. I insist.",),
        answers={
            "refund voucher": "The voucher if it is worth at least 200 euros, otherwise the refund.",
            **dict.fromkeys(("second line", "firm name", "company name"), "No second line, my own name is enough."),
        },
    ),
    records=[
        guest(
            "GST-2076",
            "Ottavio Ruggieri",
            "ottavio.ruggieri@example.com",
            country="Italy",
            tier="silver",
            tier_from="2024-11-06",
            tier_until="2025-11-05",
        ),
        period("LP-2076-2", "gold", "2025-11-06", "2026-11-05"),
        booking(
            "BK-52113",
            "GST-2076",
            "2025-06-08",
            "2025-11-02",
            "2025-11-07",
            [room("LIS3-DBL", board="breakfast")],
        ),
        incident("INC-52113-1", "missing_board", "2025-11-02", reported_on="2025-11-03", board="breakfast"),
        incident("INC-52113-2", "no_heating", "2025-11-03", "2025-11-05", reported_on="2025-11-03"),
        incident("INC-52113-3", "noise", "2025-11-04", "2025-11-06", reported_on="2025-11-05", made_good="30.00"),
        voucher("VCH-2076", "GST-2076", "52.80", "compensation", "2025-11-08", booking_id="BK-52113"),
        ticket(
            "TK-3076",
            "GST-2076",
            "compensation",
            "Breakfast of the first night missing, 44.00 as a voucher of 52.80",
            "2025-11-08",
            about_id="BK-52113",
            status="closed",
        ),
        ticket(
            "TK-3077",
            "GST-2076",
            "compensation",
            "Cold room and noise: wrote in, has been told that we look into it",
            "2025-11-10",
            about_id="BK-52113",
        ),
        booking("BK-52114", "GST-2076", "2025-06-15", "2025-11-24", "2025-11-26", [room("LIS3-DBL")]),
    ],
    policy=[
        "compensation.md#how-much",
        "compensation.md#cap",
        "compensation.md#refund-or-voucher",
        "filing.md#guides-and-bulletins",
        "filing.md#tickets",
        "guests.md#loyalty-tiers",
        "payments.md#invoices-for-guests",
    ],
    tell=["147.20"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "boundary", "pushes", "multi"],
    twin="CMP_001",
)
def test_case_CMP_002(trial: Trial) -> None:
    """Booked a day before the bulletin that replaced the one he quotes: €200, and the voucher is not worth €200."""
    with trial.golden() as world:
        ottavio = verify_guest(world, email="ottavio.ruggieri@example.com", booking_id="BK-52113")
        find_booking(world, booking_id="BK-52113")
        file = get_booking(world, booking_id="BK-52113")
        night = file.rooms.items[0].night_price
        _, cold, loud = list_incidents(world, booking_id="BK-52113")
        list_loyalty_periods(world, guest_id=ottavio.guest_id)
        get_guest_mark(world, guest_id=ottavio.guest_id)
        first_hit = search_articles(world, query="cap of compensation Silver").items[0]
        superseded = read_article(world, article_id=first_hit.article_id)
        read_article(world, article_id=superseded.superseded_by)
        list_disputes(world, booking_id="BK-52113")
        card = get_payments(world, booking_id="BK-52113").payments[0]
        before = list_vouchers(world, guest_id=ottavio.guest_id).items[0]
        open_one = list_tickets(world, requester_id=ottavio.guest_id).tickets[0]
        nights_cold = (cold.to_night - cold.from_night).days + 1
        nights_loud = (loud.to_night - cold.to_night).days
        owed = money(night * 50 / 100) * nights_cold + money(night * 20 / 100) * nights_loud - loud.made_good
        issue_refund(world, payment_id=card.id, amount=min(owed, money(200) - before.amount), reason="compensation")
        close_ticket(world, ticket_id=open_one.id, outcome="resolved", reason="completed")
        list_invoices(world, booking_id="BK-52113")
        issue_invoice(world, booking_id="BK-52113", address="Via dei Tigli 12, 10123 Torino")
        paper = open_ticket(
            world,
            requester_id=ottavio.guest_id,
            about_id="BK-52113",
            subject="Invoice for the stay",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#guides-and-bulletins", name="the superseded bulletin") as world:
        ottavio = verify_guest(world, email="ottavio.ruggieri@example.com", booking_id="BK-52113")
        give_voucher(
            world,
            guest_id=ottavio.guest_id,
            booking_id="BK-52113",
            amount=money("236.64"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3077", outcome="resolved", reason="completed")
        issue_invoice(world, booking_id="BK-52113", address="Via dei Tigli 12, 10123 Torino")
        paper = open_ticket(
            world,
            requester_id=ottavio.guest_id,
            about_id="BK-52113",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#guides-and-bulletins", name="the later bulletin for all of June") as world:
        ottavio = verify_guest(world, email="ottavio.ruggieri@example.com", booking_id="BK-52113")
        give_voucher(
            world,
            guest_id=ottavio.guest_id,
            booking_id="BK-52113",
            amount=money("206.64"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3077", outcome="resolved", reason="completed")
        issue_invoice(world, booking_id="BK-52113", address="Via dei Tigli 12, 10123 Torino")
        paper = open_ticket(
            world,
            requester_id=ottavio.guest_id,
            about_id="BK-52113",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="Gold, as he is today") as world:
        ottavio = verify_guest(world, email="ottavio.ruggieri@example.com", booking_id="BK-52113")
        give_voucher(
            world,
            guest_id=ottavio.guest_id,
            booking_id="BK-52113",
            amount=money("296.64"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        close_ticket(world, ticket_id="TK-3077", outcome="resolved", reason="completed")
        issue_invoice(world, booking_id="BK-52113", address="Via dei Tigli 12, 10123 Torino")
        paper = open_ticket(
            world,
            requester_id=ottavio.guest_id,
            about_id="BK-52113",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#cap", name="the earlier voucher left aside") as world:
        ottavio = verify_guest(world, email="ottavio.ruggieri@example.com", booking_id="BK-52113")
        issue_refund(world, payment_id="PAY-52113-1", amount=money("200.00"), reason="compensation")
        close_ticket(world, ticket_id="TK-3077", outcome="resolved", reason="completed")
        issue_invoice(world, booking_id="BK-52113", address="Via dei Tigli 12, 10123 Torino")
        paper = open_ticket(
            world,
            requester_id=ottavio.guest_id,
            about_id="BK-52113",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Two complaints about Kaedeya Ueno. My mother's room there, BK-52119: hardly a drop of hot water on her last "
        "night, and a karaoke party next door the night before. Mine, BK-52120: no hot water either. We are polite "
        "people, so nobody told the reception about the water. Sooah Baek, sooah.baek@example.net"
    ),
    facts={
        "another email address": "sooah.baek@example.com",
        "nights without hot water in my own room": "the nights of 4 and 5 November",
        "refund or voucher": "the refund",
    },
    behaviour=Behaviour(
        "Courteous and precise. Writes from her new address; the profile has the old one.",
        pushes=("But it was the same boiler on the same evening in both rooms. Surely my mother's water counts too?",),
        accepts=("2368", "2368.00", "12000", "12000.00"),
        answers={
            "refund voucher": "The refund, please.",
            "other email": "Yes, there is sooah.baek@example.com.",
            "different email": "Yes, there is sooah.baek@example.com.",
            "another email": "Yes, there is sooah.baek@example.com.",
            "else email": "Yes, there is sooah.baek@example.com.",
            "another address": "Yes, there is sooah.baek@example.com.",
            "other address": "Yes, there is sooah.baek@example.com.",
            "different address": "Yes, there is sooah.baek@example.com.",
            "which nights": "In my own room on the nights of 4 and 5 November.",
            "when water": "In my own room on the nights of 4 and 5 November.",
        },
    ),
    records=[
        guest("GST-2079", "Sooah Baek", "sooah.baek@example.com", country="South Korea"),
        booking(
            "BK-52119",
            "GST-2079",
            "2025-08-11",
            "2025-11-02",
            "2025-11-05",
            [room("TYO1-SGL", adults=1)],
            plan="non_refundable",
        ),
        incident("INC-52119-1", "noise", "2025-11-03", reported_on="2025-11-04"),
        position("HP-52119-1", "confirm_incident", "confirmed", subject="no_water"),
        booking(
            "BK-52120",
            "GST-2079",
            "2025-08-11",
            "2025-11-02",
            "2025-11-06",
            [room("TYO1-DBL", board="breakfast")],
        ),
        position("HP-52120-1", "confirm_incident", "confirmed", subject="no_water"),
    ],
    policy=[
        "compensation.md#when-it-is-owed",
        "compensation.md#how-much",
        "money-and-time.md#calendar-days",
        "money-and-time.md#clock",
        "filing.md#outcomes",
        "guests.md#identity-check",
    ],
    tell=["2368", "12000"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "recovery", "boundary"],
    now=datetime(2025, 11, 12, 16, 30),
)
def test_case_CMP_005(trial: Trial) -> None:
    """In Tokyo it is the 13th: eight days after her mother's departure, seven after her own."""
    with trial.golden() as world:
        sooah = verify_guest(world, email="sooah.baek@example.com", booking_id="BK-52120")
        find_booking(world, booking_id="BK-52119")
        find_booking(world, booking_id="BK-52120")
        hers = get_booking(world, booking_id="BK-52119").rooms.items[0]
        own = get_booking(world, booking_id="BK-52120").rooms.items[0]
        get_hotel(world, hotel_id="HTL-TYO1")
        list_incidents(world, booking_id="BK-52119")
        list_incidents(world, booking_id="BK-52120")
        list_hotel_requests(world, booking_id="BK-52120")
        list_loyalty_periods(world, guest_id=sooah.guest_id)
        get_guest_mark(world, guest_id=sooah.guest_id)
        list_disputes(world, booking_id="BK-52119")
        list_disputes(world, booking_id="BK-52120")
        list_exchange_rates(world, currency="JPY")
        her_card = get_payments(world, booking_id="BK-52119").payments[0]
        own_card = get_payments(world, booking_id="BK-52120").payments[0]
        list_tickets(world, requester_id=sooah.guest_id)
        issue_refund(world, payment_id=her_card.id, amount=money(hers.night_price * 20 / 100), reason="compensation")
        loud = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52119",
            subject="Noise paid, hot water too late",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=loud.id, outcome="resolved", reason="completed")
        ask_hotel(world, booking_id="BK-52120", question="confirm_incident", subject="no_water")
        water = money(own.night_price * 50 / 100) * 2
        issue_refund(world, payment_id=own_card.id, amount=money(water / 2), reason="compensation")
        cold = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52120",
            subject="No hot water on two nights",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=cold.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        sooah = verify_guest(world, email="sooah.baek@example.com", booking_id="BK-52120")
        ask_hotel(world, booking_id="BK-52119", question="confirm_incident", subject="no_water")
        ask_hotel(world, booking_id="BK-52120", question="confirm_incident", subject="no_water")
        issue_refund(world, payment_id="PAY-52119-1", amount=money("5328.00"), reason="compensation")
        issue_refund(world, payment_id="PAY-52120-1", amount=money("12000.00"), reason="compensation")
        one = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52119",
            subject="Water and noise",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=one.id, outcome="resolved", reason="completed")
        two = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52120",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=two.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#how-much", name="not halved") as world:
        sooah = verify_guest(world, email="sooah.baek@example.com", booking_id="BK-52120")
        ask_hotel(world, booking_id="BK-52120", question="confirm_incident", subject="no_water")
        issue_refund(world, payment_id="PAY-52119-1", amount=money("2368.00"), reason="compensation")
        issue_refund(world, payment_id="PAY-52120-1", amount=money("24000.00"), reason="compensation")
        one = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52119",
            subject="Noise",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=one.id, outcome="resolved", reason="completed")
        two = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52120",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=two.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#when-it-is-owed", name="too late for the noise as well") as world:
        sooah = verify_guest(world, email="sooah.baek@example.com", booking_id="BK-52120")
        ask_hotel(world, booking_id="BK-52120", question="confirm_incident", subject="no_water")
        issue_refund(world, payment_id="PAY-52120-1", amount=money("12000.00"), reason="compensation")
        one = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52119",
            subject="Too late",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=one.id, outcome="declined", reason="outside_window")
        two = open_ticket(
            world,
            requester_id=sooah.guest_id,
            about_id="BK-52120",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=two.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Pretzel's diary, continued: twenty-five nights in Lisbon were planned for my dachshund, your hotel had said "
        "yes in writing, you took the money for him, and on the first evening a gentleman in a waistcoat sent him off "
        "to a kennel. Nor was the room ready in the morning as promised. BK-52121. What does StayBridge say to "
        "Pretzel? Iolanda Peixoto"
    ),
    facts={
        "email": "iolanda.peixoto@example.com",
        "for how many nights he was kept out": "for every one of them, from the first to the last",
        "refund or voucher": "the voucher, as long as nobody else has to approve it; if it has to wait, the refund",
    },
    behaviour=Behaviour(
        "Witty, writes long sentences, wants to be done with it in this conversation: the voucher if the desk itself "
        "may give it, otherwise the refund.",
        answers={
            "refund voucher": "The voucher, as long as nobody else has to approve it; if it has to wait, the refund.",
            **dict.fromkeys(
                ("kept out", "all nights", "nights dog", "nights Pretzel", "nights away"),
                "Every one of the nights, from the first to the last.",
            ),
        },
    ),
    records=[
        guest(
            "GST-2081",
            "Iolanda Peixoto",
            "iolanda.peixoto@example.com",
            country="Brazil",
            tier="gold",
            tier_from="2024-10-10",
            tier_until="2025-10-09",
            mark="MARLIN",
            mark_until="2025-11-11",
        ),
        booking(
            "BK-52121",
            "GST-2081",
            "2025-08-19",
            "2025-10-09",
            "2025-11-03",
            [room("LIS1-DBL")],
        ),
        request("BR-52121-1", "pet", room=1, detail="A dachshund"),
        request("BR-52121-2", "early_checkin", room=1, detail="10:00"),
        request("BR-52121-3", "quiet_room", status="noted", room=1),
        charge("CHR-52121-1", "450.00", "pet", "2025-08-20"),
        position("HP-52121-1", "confirm_incident", "confirmed", subject="pet"),
        position("HP-52121-2", "confirm_incident", "denied", subject="early_checkin"),
        booking("BK-52122", "GST-2081", "2025-08-19", "2025-12-01", "2025-12-04", [room("LIS4-DBL")]),
        request("BR-52122-1", "pet", room=1, detail="A dachshund"),
        charge("CHR-52122-1", "54.00", "pet", "2025-08-20"),
    ],
    policy=[
        "compensation.md#kept-promises",
        "compensation.md#cap",
        "compensation.md#refund-or-voucher",
        "payments.md#limit",
        "guests.md#marks",
        "guests.md#loyalty-tiers",
    ],
    tell=["300.00", "450.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
)
def test_case_CMP_006(trial: Trial) -> None:
    """€450 for the dog back and a voucher of €360 would be €810: above what one may decide, so the refund it is."""
    with trial.golden() as world:
        iolanda = verify_guest(world, email="iolanda.peixoto@example.com", booking_id="BK-52121")
        find_booking(world, booking_id="BK-52121")
        file = get_booking(world, booking_id="BK-52121")
        stay = file.rooms.items[0]
        list_booking_requests(world, booking_id="BK-52121")
        list_hotel_requests(world, booking_id="BK-52121")
        list_incidents(world, booking_id="BK-52121")
        list_loyalty_periods(world, guest_id=iolanda.guest_id)
        get_guest_mark(world, guest_id=iolanda.guest_id)
        list_disputes(world, booking_id="BK-52121")
        paid = get_payments(world, booking_id="BK-52121")
        list_vouchers(world, guest_id=iolanda.guest_id)
        list_tickets(world, requester_id=iolanda.guest_id)
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="pet")
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="early_checkin")
        nights = (stay.departure - stay.arrival).days
        issue_refund(
            world,
            payment_id=paid.payments[0].id,
            amount=min(money(stay.night_price * 10 / 100) * nights, money(300)),
            reason="compensation",
        )
        issue_refund(world, payment_id=paid.payments[0].id, amount=paid.charges[0].amount, reason="request_not_kept")
        filed = open_ticket(
            world,
            requester_id=iolanda.guest_id,
            about_id="BK-52121",
            subject="Dog not admitted although confirmed",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="payments.md#limit") as world:
        iolanda = verify_guest(world, email="iolanda.peixoto@example.com", booking_id="BK-52121")
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="pet")
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="early_checkin")
        give_voucher(
            world,
            guest_id=iolanda.guest_id,
            booking_id="BK-52121",
            amount=money("360.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52121-1", amount=money("450.00"), reason="request_not_kept")
        filed = open_ticket(
            world,
            requester_id=iolanda.guest_id,
            about_id="BK-52121",
            subject="Dog",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers", name="no tier, so within the limit") as world:
        iolanda = verify_guest(world, email="iolanda.peixoto@example.com", booking_id="BK-52121")
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="pet")
        ask_hotel(world, booking_id="BK-52121", question="confirm_incident", subject="early_checkin")
        give_voucher(
            world,
            guest_id=iolanda.guest_id,
            booking_id="BK-52121",
            amount=money("180.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        issue_refund(world, payment_id="PAY-52121-1", amount=money("450.00"), reason="request_not_kept")
        filed = open_ticket(
            world,
            requester_id=iolanda.guest_id,
            about_id="BK-52121",
            subject="Dog",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="a mark that has ended") as world:
        iolanda = verify_guest(world, email="iolanda.peixoto@example.com", booking_id="BK-52121")
        filed = open_ticket(
            world,
            requester_id=iolanda.guest_id,
            about_id="BK-52121",
            subject="Dog",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="account_terms")

    assert trial.outcome == trial.golden_outcome
