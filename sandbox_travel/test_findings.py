"""What the hotels found, whose mark and whose company counts, and where the money of a spoilt stay goes.

Canary: thinkingbox-eval-13577de1-8760-4df7-afaf-7c969bc6a1c0-travel-findings. Not for training.
"""

from __future__ import annotations

from sandbox_travel.records import (
    booking,
    company,
    contract,
    guest,
    incident,
    invoice,
    member,
    pay,
    person,
    position,
    refund,
    room,
)
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    close_ticket,
    find_booking,
    find_guest,
    get_booking,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_bookings,
    list_disputes,
    list_exchange_rates,
    list_hotel_requests,
    list_incidents,
    list_loyalty_periods,
    list_tickets,
    list_vouchers,
    open_ticket,
    reissue_invoice,
    verify_companion,
    verify_company_contact,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "Two stays to put right, please: at Casa do Azulejo the two dinners we had paid for never came, which the "
        "manager admits, and at Pensao Alecrim my water ran dry and the shutters jammed. Jasper Holloway. Camille "
        "booked the first, I the second, but we were there together both times."
    ),
    facts={
        "email": "jasper.holloway@example.com",
        "booking numbers": "BK-52123 for Casa do Azulejo and BK-52124 for Pensao Alecrim",
        "refund or voucher": "a voucher wherever possible",
    },
    behaviour=Behaviour(
        "Good-humoured and persistent. Sees no reason why what the hotel admits is not paid.",
        pushes=(
            "But the hotel itself has confirmed it. On what ground do you refuse? Please pay the dinners as well.",
            "Camille has never been treated like this before. What is the reason?",
        ),
        accepts=("96.00", "80.00"),
        answers={
            "refund voucher": "A voucher wherever possible.",
            **dict.fromkeys(
                ("nights water", "nights dinners", "nights shutters", "dates water", "dates dinners"),
                "I no longer know the dates, but it was all reported and the hotels have it in writing.",
            ),
        },
    ),
    records=[
        guest("GST-2082", "Jasper Holloway", "jasper.holloway@example.com", country="United States", tier="gold"),
        guest(
            "GST-2083",
            "Camille Saurat",
            "camille.saurat@example.com",
            country="France",
            tier="silver",
            mark="MARLIN",
            mark_until="2025-11-12",
        ),
        booking(
            "BK-52123",
            "GST-2083",
            "2025-08-12",
            "2025-10-27",
            "2025-11-01",
            [room("LIS2-DBL", board="half_board")],
        ),
        person("BP-52123-1", "Jasper Holloway", guest_id="GST-2082"),
        incident(
            "INC-52123-1",
            "missing_board",
            "2025-10-28",
            "2025-10-29",
            reported_on="2025-10-29",
            board="half_board",
        ),
        booking(
            "BK-52124",
            "GST-2082",
            "2025-08-12",
            "2025-11-01",
            "2025-11-05",
            [room("LIS4-DBL", board="breakfast")],
        ),
        person("BP-52124-1", "Camille Saurat", guest_id="GST-2083"),
        incident("INC-52124-1", "no_water", "2025-11-02", "2025-11-03", reported_on="2025-11-03", made_good="20.00"),
        incident("INC-52124-2", "broken_equipment", "2025-11-02", reported_on="2025-11-03"),
    ],
    policy=[
        "guests.md#marks",
        "guests.md#who-may-ask",
        "compensation.md#how-much",
        "compensation.md#refund-or-voucher",
        "filing.md#reasons",
    ],
    tell=["96.00"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that nothing is paid for the dinners at Casa do Azulejo?",
            yes=[
                "For the dinners at Casa do Azulejo (BK-52123) no compensation is granted. For Pensao Alecrim there is "
                "a voucher of 96.00 EUR.",
                "BK-52123 was declined: we pay nothing for the two missing dinners.",
            ],
            no=[
                "Pensao Alecrim is settled with a voucher of 96.00 EUR.",
                "Casa do Azulejo is being looked into, you will hear from us.",
                "144.00 EUR for the dinners go back to Camille's card.",
                "Nothing is paid for the jammed shutters at Pensao Alecrim.",
            ],
        )
    ],
    tags=["refusal", "asks", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary"],
)
def test_case_CMP_007(trial: Trial) -> None:
    """The mark of her who holds the booking counts through today, whoever speaks; his own stay is paid as usual."""
    with trial.golden() as world:
        jasper = verify_guest(world, email="jasper.holloway@example.com", booking_id="BK-52124")
        hers = find_booking(world, booking_id="BK-52123")
        find_booking(world, booking_id="BK-52124")
        verify_companion(world, guest_id=jasper.guest_id, booking_id="BK-52123")
        get_booking(world, booking_id="BK-52123")
        get_guest_mark(world, guest_id=hers.holder_id)
        list_incidents(world, booking_id="BK-52123")
        night = get_booking(world, booking_id="BK-52124").rooms.items[0].night_price
        dry, _ = list_incidents(world, booking_id="BK-52124")
        get_guest_mark(world, guest_id=jasper.guest_id)
        list_loyalty_periods(world, guest_id=jasper.guest_id)
        list_disputes(world, booking_id="BK-52124")
        get_payments(world, booking_id="BK-52124")
        list_vouchers(world, guest_id=jasper.guest_id)
        list_tickets(world, requester_id=jasper.guest_id)
        refused = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52123",
            subject="Two dinners missing",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=refused.id, outcome="declined", reason="account_terms")
        nights = (dry.to_night - dry.from_night).days + 1
        owed = money(night * 50 / 100) * nights - dry.made_good
        give_voucher(
            world,
            guest_id=jasper.guest_id,
            booking_id="BK-52124",
            amount=owed + money(owed * 20 / 100),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        paid = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52124",
            subject="No water, shutters",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=paid.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="only the speaker's own mark") as world:
        jasper = verify_guest(world, email="jasper.holloway@example.com", booking_id="BK-52124")
        verify_companion(world, guest_id=jasper.guest_id, booking_id="BK-52123")
        issue_refund(world, payment_id="PAY-52123-1", amount=money("144.00"), reason="compensation")
        dinners = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52123",
            subject="Dinners",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=dinners.id, outcome="resolved", reason="completed")
        give_voucher(
            world,
            guest_id=jasper.guest_id,
            booking_id="BK-52124",
            amount=money("96.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        water = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52124",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=water.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#who-may-ask", name="as if a companion could not report") as world:
        jasper = verify_guest(world, email="jasper.holloway@example.com", booking_id="BK-52124")
        dinners = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52123",
            subject="Dinners",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=dinners.id, outcome="declined", reason="not_authorised")
        give_voucher(
            world,
            guest_id=jasper.guest_id,
            booking_id="BK-52124",
            amount=money("96.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        water = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52124",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=water.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#how-much", name="the shutters besides") as world:
        jasper = verify_guest(world, email="jasper.holloway@example.com", booking_id="BK-52124")
        dinners = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52123",
            subject="Dinners",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=dinners.id, outcome="declined", reason="account_terms")
        give_voucher(
            world,
            guest_id=jasper.guest_id,
            booking_id="BK-52124",
            amount=money("120.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        water = open_ticket(
            world,
            requester_id=jasper.guest_id,
            about_id="BK-52124",
            subject="Water",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=water.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "vikram salgaonkar here, sandpiper maritime. pelham yard last week, trip BK-52125: wrong room two nights, on "
        "the last a party next door and no hot water either (that one i told nobody). i want it as a voucher for me, "
        "it was my sleep. and our new cost centre is CC-771, put that on the invoice."
    ),
    facts={
        "email": "vikram.salgaonkar@example.com",
        "what to do if only the company can be paid": "then pay the company",
    },
    behaviour=Behaviour(
        "Types without capitals, in a hurry. If a voucher cannot be had, the money may go to the company.",
        pushes=("i lost the sleep, not sandpiper. my own card is on that booking too, put it there at least.",),
        accepts=("97.92",),
    ),
    records=[
        company("CMP-75", "Sandpiper Maritime", city="London", billing_address="3 Wharf Lane", cost_centre="CC-770"),
        company("CMP-76", "Sandpiper Marine", city="London", billing_address="30 Wharf Road", cost_centre="CC-771"),
        *contract("CON-75", "CMP-75", "2025-01-01", "2025-12-31", discount=10),
        *guest(
            "GST-2084",
            "Vikram Salgaonkar",
            "vikram.salgaonkar@example.com",
            country="India",
            tier="gold",
            mark="MARLIN",
        ),
        member("CPE-2084", "CMP-75", "GST-2084", "traveller"),
        *booking(
            "BK-52125",
            "GST-2084",
            "2025-08-15",
            "2025-11-02",
            "2025-11-07",
            [room("LON1-SGL", adults=1, board="half_board")],
            company_id="CMP-75",
            discount=10,
        ),
        incident("INC-52125-1", "cleanliness", "2025-11-02", reported_on="2025-11-03"),
        incident("INC-52125-2", "wrong_room", "2025-11-03", "2025-11-04", reported_on="2025-11-03"),
        incident("INC-52125-3", "noise", "2025-11-06", reported_on="2025-11-07", made_good="20.00"),
        position("HP-52125-1", "confirm_incident", "confirmed", subject="no_water"),
        refund("RF-52125-1", "31.08", "compensation", "2025-11-10"),
        invoice(
            "INV-52125-1",
            "Sandpiper Maritime",
            "3 Wharf Lane London",
            "2025-11-08",
            made_out_to="company",
            cost_centre="CC-770",
        ),
        *booking(
            "BK-52126",
            "GST-2084",
            "2025-08-15",
            "2025-12-02",
            "2025-12-04",
            [room("LON1-SGL", adults=1)],
        ),
    ],
    policy=[
        "compensation.md#how-much",
        "compensation.md#cap",
        "compensation.md#refund-or-voucher",
        "corporate.md#who-may-ask",
        "corporate.md#invoices",
        "guests.md#marks",
        "guests.md#loyalty-tiers",
        "money-and-time.md#currencies",
    ],
    tell=["97.92"],
    tags=["refusal", "asks", "uncued", "two-policies", "decoy", "pushes", "multi"],
)
def test_case_CMP_008(trial: Trial) -> None:
    """A company's stay: no mark, no tier, £129 less what was given, to its invoice; invoices are the travel desk's."""
    with trial.golden() as world:
        vikram = verify_guest(world, email="vikram.salgaonkar@example.com", booking_id="BK-52125")
        trip = find_booking(world, booking_id="BK-52125")
        verify_company_contact(world, guest_id=vikram.guest_id, booking_id="BK-52125")
        file = get_booking(world, booking_id="BK-52125")
        night = file.rooms.items[0].night_price
        wrong = list_incidents(world, booking_id="BK-52125")[1]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_hotel_requests(world, booking_id="BK-52125")
        list_disputes(world, booking_id="BK-52125")
        paid = get_payments(world, booking_id="BK-52125")
        pounds = list_exchange_rates(world, currency="GBP").items[2]
        list_tickets(world, requester_id=vikram.guest_id)
        ask_hotel(world, booking_id="BK-52125", question="confirm_incident", subject="no_water")
        nights = (wrong.to_night - wrong.from_night).days + 1
        owed = money(night * 25 / 100) * nights + money(money(night * 50 / 100) / 2)
        left = money(150 * pounds.per_euro) - paid.refunds[0].amount
        issue_refund(world, payment_id=paid.payments[0].id, amount=min(owed, left), reason="compensation")
        spoilt = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id=trip.booking_id,
            subject="Wrong room and noise in London",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=spoilt.id, outcome="resolved", reason="completed")
        paper = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id=trip.booking_id,
            subject="Another cost centre on the invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="compensation.md#refund-or-voucher", name="a voucher for the traveller") as world:
        vikram = verify_guest(world, email="vikram.salgaonkar@example.com", booking_id="BK-52125")
        verify_company_contact(world, guest_id=vikram.guest_id, booking_id="BK-52125")
        ask_hotel(world, booking_id="BK-52125", question="confirm_incident", subject="no_water")
        give_voucher(
            world,
            guest_id=vikram.guest_id,
            booking_id="BK-52125",
            amount=money("117.50"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        spoilt = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Wrong room",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=spoilt.id, outcome="resolved", reason="completed")
        paper = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="corporate.md#invoices") as world:
        vikram = verify_guest(world, email="vikram.salgaonkar@example.com", booking_id="BK-52125")
        verify_company_contact(world, guest_id=vikram.guest_id, booking_id="BK-52125")
        ask_hotel(world, booking_id="BK-52125", question="confirm_incident", subject="no_water")
        issue_refund(world, payment_id="PAY-52125-1", amount=money("97.92"), reason="compensation")
        spoilt = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Wrong room",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=spoilt.id, outcome="resolved", reason="completed")
        reissue_invoice(world, invoice_id="INV-52125-1", cost_centre="CC-771")
        paper = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#marks", name="a mark on a company's booking") as world:
        vikram = verify_guest(world, email="vikram.salgaonkar@example.com", booking_id="BK-52125")
        verify_company_contact(world, guest_id=vikram.guest_id, booking_id="BK-52125")
        spoilt = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Wrong room",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=spoilt.id, outcome="declined", reason="account_terms")
        paper = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="declined", reason="not_authorised")

    with trial.trap(breaks="compensation.md#cap", name="the cap of a Gold guest") as world:
        vikram = verify_guest(world, email="vikram.salgaonkar@example.com", booking_id="BK-52125")
        verify_company_contact(world, guest_id=vikram.guest_id, booking_id="BK-52125")
        ask_hotel(world, booking_id="BK-52125", question="confirm_incident", subject="no_water")
        issue_refund(world, payment_id="PAY-52125-1", amount=money("116.55"), reason="compensation")
        spoilt = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Wrong room",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=spoilt.id, outcome="resolved", reason="completed")
        paper = open_ticket(
            world,
            requester_id=vikram.guest_id,
            about_id="BK-52125",
            subject="Invoice",
            topic="billing",
            priority="normal",
        )
        close_ticket(world, ticket_id=paper.id, outcome="declined", reason="not_authorised")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Booking BK-52130, Hotel Marrow Street, five nights. NIGHT 1+2: jackhammers. NIGHT 3: shower broken. NIGHT 4: "
        "MICE. The front desk heard about all but the mice, since I was asleep by then. I expect every dollar for "
        "every one of these back on my card, now that I am home in Tulsa. Dash Wrenfield"
    ),
    facts={
        "email": "dashiell.wrenfield@example.com",
        "booking number": "BK-52129",
        "last four digits of the phone number": "0186",
        "what to do about the closed card": "a voucher is all right",
    },
    behaviour=Behaviour(
        "Furious, in capitals now and then. Quotes the number of his brother's booking first. Takes a voucher if the "
        "card cannot be paid.",
        pushes=("JACKHAMMERS. For two nights. The hotel is lying and you know it.",),
        accepts=("59.00",),
        answers={
            "correct booking number": "BK-52129, now that I look. The other one is my brother's.",
            "booking number": "BK-52129, now that I look. The other one is my brother's.",
        },
    ),
    records=[
        guest(
            "GST-2086", "Dashiell Wrenfield", "dashiell.wrenfield@example.com", country="United States", tier="silver"
        ),
        guest("GST-2090", "Daniel Wrenfield", "daniel.wrenfield@example.com", country="United States"),
        booking(
            "BK-52129",
            "GST-2086",
            "2025-08-25",
            "2025-11-01",
            "2025-11-06",
            [room("NYC1-DBL")],
            payments=[pay("card", "1180.00", instrument="closed")],
        ),
        incident("INC-52129-1", "noise", "2025-11-01", "2025-11-02", reported_on="2025-11-02", finding="denied"),
        incident("INC-52129-2", "broken_equipment", "2025-11-03", reported_on="2025-11-04", finding="pending"),
        position("HP-52129-1", "confirm_incident", "confirmed", subject="pests"),
        position("HP-52129-2", "confirm_incident", "confirmed", subject="noise"),
        position("HP-52129-3", "confirm_incident", "confirmed", subject="broken_equipment"),
        booking("BK-52130", "GST-2090", "2025-08-25", "2025-11-01", "2025-11-06", [room("NYC1-DBL")]),
        incident("INC-52130-1", "noise", "2025-11-01", "2025-11-02", reported_on="2025-11-02"),
    ],
    policy=[
        "compensation.md#when-it-is-owed",
        "compensation.md#how-much",
        "compensation.md#refund-or-voucher",
        "filing.md#outcomes",
        "filing.md#priority",
        "filing.md#handover-notes",
        "guests.md#identity-check",
    ],
    tell=["59.00"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that the hotel's finding on the broken shower is still outstanding?",
            yes=[
                "The hotel has not yet given its finding on the shower; your ticket stays on hold for that.",
                "For the broken shower we are still waiting for the hotel's finding.",
            ],
            no=[
                "You have a voucher of 59.00 USD for the mice.",
                "The hotel denies the noise, so nothing is paid for it.",
                "The broken shower is declined.",
                "For the shower 47.20 USD are paid.",
            ],
        )
    ],
    tags=["refusal", "asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "recovery"],
)
def test_case_CMP_010(trial: Trial) -> None:
    """Denied, pending, and asked: only the mice are paid, by half, as a voucher without more; the ticket waits."""
    with trial.golden() as world:
        find_guest(world, name="Wrenfield")
        dash = verify_guest(world, email="dashiell.wrenfield@example.com", booking_id="BK-52129")
        find_booking(world, booking_id="BK-52129")
        file = get_booking(world, booking_id="BK-52129")
        night = file.rooms.items[0].night_price
        get_hotel(world, hotel_id=file.booking.hotel_id)
        list_incidents(world, booking_id="BK-52129")
        list_hotel_requests(world, booking_id="BK-52129")
        list_bookings(world, guest_id=dash.guest_id)
        list_loyalty_periods(world, guest_id=dash.guest_id)
        get_guest_mark(world, guest_id=dash.guest_id)
        list_exchange_rates(world, currency="USD")
        list_disputes(world, booking_id="BK-52129")
        get_payments(world, booking_id="BK-52129")
        list_vouchers(world, guest_id=dash.guest_id)
        list_tickets(world, requester_id=dash.guest_id)
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="pests")
        give_voucher(
            world,
            guest_id=dash.guest_id,
            booking_id="BK-52129",
            amount=money(money(night * 50 / 100) / 2),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=dash.guest_id,
            about_id="BK-52129",
            subject="Mice, noise and a shower in New York",
            topic="compensation",
            priority="high",
        )
        add_comment(
            world,
            ticket_id=filed.id,
            visibility="internal",
            body="Wait for the hotel's finding on the shower (night of 3 November), then pay or decline.",
        )
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="filing.md#outcomes", name="resolved, with the shower forgotten") as world:
        dash = verify_guest(world, email="dashiell.wrenfield@example.com", booking_id="BK-52129")
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="pests")
        give_voucher(
            world,
            guest_id=dash.guest_id,
            booking_id="BK-52129",
            amount=money("59.00"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=dash.guest_id,
            about_id="BK-52129",
            subject="Mice",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="compensation.md#refund-or-voucher", name="20 % on top, or to the closed card") as world:
        dash = verify_guest(world, email="dashiell.wrenfield@example.com", booking_id="BK-52129")
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="pests")
        give_voucher(
            world,
            guest_id=dash.guest_id,
            booking_id="BK-52129",
            amount=money("70.80"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=dash.guest_id,
            about_id="BK-52129",
            subject="Mice",
            topic="compensation",
            priority="high",
        )
        add_comment(world, ticket_id=filed.id, visibility="internal", body="Wait for the finding.")
        close_ticket(world, ticket_id=filed.id, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="compensation.md#when-it-is-owed", name="every incident asked once more and paid") as world:
        dash = verify_guest(world, email="dashiell.wrenfield@example.com", booking_id="BK-52129")
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="noise")
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="broken_equipment")
        ask_hotel(world, booking_id="BK-52129", question="confirm_incident", subject="pests")
        give_voucher(
            world,
            guest_id=dash.guest_id,
            booking_id="BK-52129",
            amount=money("200.60"),
            reason="compensation",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=dash.guest_id,
            about_id="BK-52129",
            subject="Everything",
            topic="compensation",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
