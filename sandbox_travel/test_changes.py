"""Several rooms of one booking changed at once: each by itself, and what counts as a change before.

Canary: thinkingbox-eval-331e711b-1d17-4509-b752-041ab599ce24-travel-changes. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime

from sandbox_travel.records import booking, guest, room
from sandbox_travel.tools import (
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
    list_loyalty_periods,
    list_tickets,
    open_ticket,
    read_article,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, money, task


@task(
    opening=(
        "Hola! Two families, two rooms, one booking in Prague, BK-52090, and of course we cannot agree on anything, my "
        "sister's boys have a match and my mother-in-law has found a cheaper flight, so: one of the rooms comes a day "
        "earlier and the other one goes home a day earlier. Seen from where I sit that is one night for one night. "
        "Could you arrange it and set the one off against the other?"
    ),
    facts={
        "email": "lautaro.gimenez@example.com",
        "which room comes a day earlier": "the double begins on 14 November, the family room ends on 17 November",
    },
    behaviour=Behaviour(
        "Talks a lot and hopes that the two rooms cancel each other out; pays in the end what the rules say.",
        pushes=("One more and one less, that comes to nothing! At least pay the difference back to my card.",),
        answers={
            "which room": "The double comes on the 14th already, the family room leaves on the 17th.",
            "which rooms": "The double comes on the 14th already, the family room leaves on the 17th.",
            "new dates": "The double comes on the 14th already, the family room leaves on the 17th.",
            "which one": "The double comes on the 14th already, the family room leaves on the 17th.",
            "which end": "The double comes on the 14th already, the family room leaves on the 17th.",
            "which leave": "The double comes on the 14th already, the family room leaves on the 17th.",
            "which family": "The double comes on the 14th already, the family room leaves on the 17th.",
        },
    ),
    records=[
        *guest(
            "GST-2062",
            "Lautaro Giménez",
            "lautaro.gimenez@example.com",
            country="Argentina",
            tier="silver",
            tier_from="2024-11-12",
            tier_until="2025-11-11",
        ),
        *booking(
            "BK-52090",
            "GST-2062",
            "2025-09-20",
            "2025-11-15",
            "2025-11-18",
            [room("PRG1-DBL", board="breakfast"), room("PRG1-FAM", children=2, board="half_board", infants=1)],
            plan="semi_flexible",
            history=[
                ("2025-10-10T10:00", "changed_dates", "The double a week later", 1),
                ("2025-10-28T10:00", "changed_guests", "A baby comes along", 2),
            ],
        ),
        *booking(
            "BK-52092",
            "GST-2062",
            "2025-09-20",
            "2025-11-18",
            "2025-11-20",
            [room("PRG2-DBL"), room("PRG2-FAM", children=2)],
            plan="semi_flexible",
        ),
    ],
    policy=[
        "changes.md#changes",
        "changes.md#what-can-be-changed",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "changes.md#change-fee",
        "filing.md#guides-and-bulletins",
        "money-and-time.md#hours-before-check-in",
        "payments.md#vouchers",
    ],
    tell=["7035.00", "3631.60"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
    twin="CHG_006",
    now=datetime(2025, 11, 12, 13, 0),
)
def test_case_CHG_005(trial: Trial) -> None:
    """Exactly 72 hours; a voucher and a charge that do not meet; a baby was no change, so the second is free."""
    with trial.golden() as world:
        lautaro = verify_guest(world, email="lautaro.gimenez@example.com", booking_id="BK-52090")
        find_booking(world, booking_id="BK-52090")
        file = get_booking(world, booking_id="BK-52090")
        double, family = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=double.room_type_id, from_night=date(2025, 11, 14), to_night=date(2025, 11, 14)
        ).items[0]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_booking_events(world, booking_id="BK-52090")
        list_loyalty_periods(world, guest_id=lautaro.guest_id)
        get_guest_mark(world, guest_id=lautaro.guest_id)
        list_disputes(world, booking_id="BK-52090")
        get_payments(world, booking_id="BK-52090")
        search_articles(world, query="second change")
        read_article(world, article_id="KB-223")
        list_tickets(world, requester_id=lautaro.guest_id)
        breakfast = next(item.adult for item in boards if item.board == "breakfast") * 2
        more = money(new.rate * 90 / 100) + breakfast
        change_room(world, room_id=double.id, new_total=double.total + more, arrival=new.night)
        change_room(world, room_id=family.id, new_total=family.total - family.night_price, departure=date(2025, 11, 17))
        create_charge(world, booking_id="BK-52090", payer="guest", amount=more, kind="stay_difference")
        give_voucher(
            world,
            guest_id=lautaro.guest_id,
            booking_id="BK-52090",
            amount=family.night_price,
            reason="stay_difference",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        filed = open_ticket(
            world,
            requester_id=lautaro.guest_id,
            about_id="BK-52090",
            subject="Two rooms, two stays",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference", name="set off") as world:
        lautaro = verify_guest(world, email="lautaro.gimenez@example.com", booking_id="BK-52090")
        change_room(world, room_id="RM-52090-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52090-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=lautaro.guest_id,
            booking_id="BK-52090",
            amount=money("3403.40"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        filed = open_ticket(
            world,
            requester_id=lautaro.guest_id,
            about_id="BK-52090",
            subject="The one set off against the other",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference", name="to the card") as world:
        lautaro = verify_guest(world, email="lautaro.gimenez@example.com", booking_id="BK-52090")
        change_room(world, room_id="RM-52090-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52090-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        issue_refund(world, payment_id="PAY-52090-1", amount=money("7035.00"), reason="stay_difference")
        create_charge(world, booking_id="BK-52090", payer="guest", amount=money("3631.60"), kind="stay_difference")
        filed = open_ticket(
            world,
            requester_id=lautaro.guest_id,
            about_id="BK-52090",
            subject="Refunded to the card",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        lautaro = verify_guest(world, email="lautaro.gimenez@example.com", booking_id="BK-52090")
        change_room(world, room_id="RM-52090-1", new_total=money("12964.00"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52090-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=lautaro.guest_id,
            booking_id="BK-52090",
            amount=money("7035.00"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        create_charge(world, booking_id="BK-52090", payer="guest", amount=money("3241.00"), kind="stay_difference")
        filed = open_ticket(
            world,
            requester_id=lautaro.guest_id,
            about_id="BK-52090",
            subject="The new night at the price as booked",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#change-fee") as world:
        lautaro = verify_guest(world, email="lautaro.gimenez@example.com", booking_id="BK-52090")
        change_room(world, room_id="RM-52090-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52090-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=lautaro.guest_id,
            booking_id="BK-52090",
            amount=money("7035.00"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        create_charge(world, booking_id="BK-52090", payer="guest", amount=money("3631.60"), kind="stay_difference")
        create_charge(world, booking_id="BK-52090", payer="guest", amount=money("628.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=lautaro.guest_id,
            about_id="BK-52090",
            subject="Two rooms, and a fee",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I booked two rooms in Prague under BK-52091 for my parents and for my own family. My parents and we are now "
        "on different trains. Please let one room begin one night sooner and the other end one night sooner. As a "
        "Silver member I expect no surprises."
    ),
    facts={
        "email": "fereshteh.rostami@example.org",
        "which room begins one night sooner": "the double begins on 14 November, the family room ends on 17 November",
    },
    behaviour=Behaviour(
        "Correct and cool. Thinks that what falls away pays for what is added; gives way to the rule.",
        pushes=("You will surely use what you owe me for the one to pay for the other.",),
        answers={
            "which room": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "which rooms": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "new dates": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "which one": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "which end": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "which leave": "My parents' double begins on the 14th, our family room ends on the 17th.",
            "which family": "My parents' double begins on the 14th, our family room ends on the 17th.",
        },
    ),
    records=[
        *guest(
            "GST-2063",
            "Fereshteh Rostami",
            "fereshteh.rostami@example.org",
            country="Iran",
            tier="silver",
            tier_from="2024-11-12",
            tier_until="2025-11-11",
        ),
        *booking(
            "BK-52091",
            "GST-2063",
            "2025-09-20",
            "2025-11-15",
            "2025-11-18",
            [room("PRG1-DBL", board="breakfast"), room("PRG1-FAM", children=2, board="half_board", infants=1)],
            plan="semi_flexible",
            history=[
                ("2025-10-10T10:00", "changed_dates", "The double a week later", 1),
                ("2025-10-28T10:00", "changed_dates", "The family room a week later", 2),
            ],
        ),
        *booking(
            "BK-52093",
            "GST-2063",
            "2025-09-20",
            "2025-11-18",
            "2025-11-20",
            [room("PRG2-DBL"), room("PRG2-FAM", children=2)],
            plan="semi_flexible",
        ),
    ],
    policy=[
        "changes.md#price-of-a-night",
        "changes.md#difference",
        "changes.md#change-fee",
        "filing.md#guides-and-bulletins",
        "guests.md#loyalty-tiers",
        "money-and-time.md#currencies",
    ],
    tell=["7035.00", "3631.60", "628.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
    twin="CHG_005",
    now=datetime(2025, 11, 12, 13, 0),
)
def test_case_CHG_006(trial: Trial) -> None:
    """A third change of dates: the bulletin spares the second alone, and Silver ended yesterday."""
    with trial.golden() as world:
        fereshteh = verify_guest(world, email="fereshteh.rostami@example.org", booking_id="BK-52091")
        find_booking(world, booking_id="BK-52091")
        file = get_booking(world, booking_id="BK-52091")
        double, family = file.rooms.items
        get_hotel(world, hotel_id=file.booking.hotel_id)
        new = get_rates(
            world, room_type_id=double.room_type_id, from_night=date(2025, 11, 14), to_night=date(2025, 11, 14)
        ).items[0]
        boards = list_board_prices(world, hotel_id=file.booking.hotel_id)
        list_booking_events(world, booking_id="BK-52091")
        list_loyalty_periods(world, guest_id=fereshteh.guest_id)
        get_guest_mark(world, guest_id=fereshteh.guest_id)
        list_disputes(world, booking_id="BK-52091")
        get_payments(world, booking_id="BK-52091")
        search_articles(world, query="second change")
        read_article(world, article_id="KB-223")
        list_tickets(world, requester_id=fereshteh.guest_id)
        breakfast = next(item.adult for item in boards if item.board == "breakfast") * 2
        more = money(new.rate * 90 / 100) + breakfast
        change_room(world, room_id=double.id, new_total=double.total + more, arrival=new.night)
        change_room(world, room_id=family.id, new_total=family.total - family.night_price, departure=date(2025, 11, 17))
        create_charge(world, booking_id="BK-52091", payer="guest", amount=more, kind="stay_difference")
        give_voucher(
            world,
            guest_id=fereshteh.guest_id,
            booking_id="BK-52091",
            amount=family.night_price,
            reason="stay_difference",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        euro = list_exchange_rates(world, currency="CZK").items
        rate = next(item.per_euro for item in euro if item.day == world.today)
        create_charge(
            world, booking_id="BK-52091", payer="guest", amount=money(money("25.00") * rate), kind="change_fee"
        )
        filed = open_ticket(
            world,
            requester_id=fereshteh.guest_id,
            about_id="BK-52091",
            subject="Two rooms, two stays",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference", name="set off") as world:
        fereshteh = verify_guest(world, email="fereshteh.rostami@example.org", booking_id="BK-52091")
        change_room(world, room_id="RM-52091-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52091-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=fereshteh.guest_id,
            booking_id="BK-52091",
            amount=money("3403.40"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("628.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=fereshteh.guest_id,
            about_id="BK-52091",
            subject="The one set off against the other",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#difference", name="to the card") as world:
        fereshteh = verify_guest(world, email="fereshteh.rostami@example.org", booking_id="BK-52091")
        change_room(world, room_id="RM-52091-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52091-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        issue_refund(world, payment_id="PAY-52091-1", amount=money("7035.00"), reason="stay_difference")
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("3631.60"), kind="stay_difference")
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("628.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=fereshteh.guest_id,
            about_id="BK-52091",
            subject="Refunded to the card",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        fereshteh = verify_guest(world, email="fereshteh.rostami@example.org", booking_id="BK-52091")
        change_room(world, room_id="RM-52091-1", new_total=money("12964.00"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52091-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=fereshteh.guest_id,
            booking_id="BK-52091",
            amount=money("7035.00"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("3241.00"), kind="stay_difference")
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("628.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=fereshteh.guest_id,
            about_id="BK-52091",
            subject="The new night at the price as booked",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="guests.md#loyalty-tiers") as world:
        fereshteh = verify_guest(world, email="fereshteh.rostami@example.org", booking_id="BK-52091")
        change_room(world, room_id="RM-52091-1", new_total=money("13354.60"), arrival=date(2025, 11, 14))
        change_room(world, room_id="RM-52091-2", new_total=money("14070.00"), departure=date(2025, 11, 17))
        give_voucher(
            world,
            guest_id=fereshteh.guest_id,
            booking_id="BK-52091",
            amount=money("7035.00"),
            reason="stay_difference",
            valid_until=date(2026, 11, 12),
        )
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("3631.60"), kind="stay_difference")
        create_charge(world, booking_id="BK-52091", payer="guest", amount=money("314.00"), kind="change_fee")
        filed = open_ticket(
            world,
            requester_id=fereshteh.guest_id,
            about_id="BK-52091",
            subject="Two rooms, and half a fee",
            topic="change",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome
