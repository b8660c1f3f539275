"""Groups and their money: trips called off, a deposit that failed, accounts and payments that are looked into.

Canary: thinkingbox-eval-53e26abc-0f97-442d-adf9-325dd751307d-travel-group-money. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime

from sandbox_travel.records import charge, dispute, group, group_service, guest, pay, position, room
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    cancel_group_service,
    change_room,
    close_ticket,
    create_charge,
    exchange_name,
    get_booking,
    get_group_terms,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_board_prices,
    list_booking_people,
    list_disputes,
    list_group_services,
    list_hotel_requests,
    list_room_types,
    list_services,
    list_tickets,
    open_ticket,
    order_group_service,
    read_article,
    release_room,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Row, Trial, World, money, task


def _close(world: World, guest_id: str, booking_id: str) -> None:
    """Files what was granted on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="A group and its money",
        topic="group",
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


def _open_high(world: World, guest_id: str, booking_id: str) -> str:
    """Opens a ticket for what others have to decide, or for what has to wait."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="A group and its money",
        topic="group",
        priority="high",
    )
    return filed.id


def _singers(id: str, leader_id: str, days: tuple[str, str, str, str], balance_on: str) -> list[Row]:
    """Eight rooms in Lisbon, everything paid, the later card closed, a dinner and a guide ordered.

    The ``days`` are those of arrival, of the two services, and of departure.
    """
    number = id.removeprefix("BK-")
    double = room("LIS1-DBL", board="breakfast")
    names = [["Gudrun Moser", "Ferdl Moser"], ["Vroni Stadler", "Resi Stadler"], ["Rosalie Achleitner"]]
    names += [["Kaspar Huemer", "Ida Huemer"], ["Lorenz Pichler", "Alma Pichler"], ["Rosa Achterberg"]]
    names += [["Jakob Wimmer", "Hanna Wimmer", "Paul Wimmer"], ["Till Ebner", "Edda Ebner"]]
    single = room("LIS1-SGL", adults=1, board="breakfast")
    family = room("LIS1-FAM", adults=2, children=1, board="breakfast")
    return [
        *group(
            id,
            leader_id,
            "2025-06-02",
            days[0],
            days[3],
            [double, double, single, double, double, single, family, double],
            names=names,
            deposit="640.00",
            payments=[
                pay("card", "640.00", purpose="deposit"),
                pay("card", "2592.50", on=balance_on, purpose="balance", instrument="closed"),
            ],
        ),
        group_service(f"GS-{number}-1", "LIS1-DINNER", 15, days[1]),
        charge(f"CHR-{number}-1", "405.00", "group_service", "2025-09-18"),
        group_service(f"GS-{number}-2", "LIS1-GUIDE", 1, days[2]),
        charge(f"CHR-{number}-2", "140.00", "group_service", "2025-09-18"),
    ]


@task(
    opening=(
        "Grüß Gott, Anneliese Kowarik of the Kremser Kammerchor, booking BK-52171. Our contralto, Rosalie Achleitner, "
        "lies in hospital with a broken hip, and the concert in Lisbon makes little sense without her. We call the "
        "whole trip off if all of our money comes back, and I mean all: rooms, dinner, guide. Should anything be kept, "
        "we travel: then there will be fewer of us at the dinner, and Rosalie's room goes back if that is free."
    ),
    facts={
        "email": "kowarik@kammerchor.example.org",
        "how many at the dinner if we travel": "thirteen instead of fifteen",
    },
    behaviour=Behaviour("Composed, a treasurer at heart: asks for the sums and where they go before she agrees."),
    records=[
        *guest("GST-2111", "Anneliese Kowarik", "kowarik@kammerchor.example.org", country="Austria", mark="MARLIN"),
        *_singers("BK-52171", "GST-2111", ("2025-11-22", "2025-11-23", "2025-11-24", "2025-11-25"), "2025-11-01"),
    ],
    policy=[
        "groups.md#cancelling-the-group",
        "cancellation.md#force-majeure",
        "payments.md#where-money-goes",
        "payments.md#vouchers",
        "guests.md#marks",
    ],
    tell=["640.00", "2592.50", "545.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
    twin="GRP_012",
)
def test_case_GRP_011(trial: Trial) -> None:
    """The last day of arrival that a bulletin names: nothing is kept, services neither; a closed card's part is paid
    in vouchers, one for each reason."""
    with trial.golden() as world:
        anneliese = verify_guest(world, email="kowarik@kammerchor.example.org", booking_id="BK-52171")
        file = get_booking(world, booking_id="BK-52171")
        rooms = [*file.rooms.items, *get_booking(world, booking_id="BK-52171", page=2).rooms.items]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52171")
        search_articles(world, query="force majeure Lisbon")
        read_article(world, article_id="KB-217")
        services = [item.ordered for item in list_group_services(world, booking_id="BK-52171").items]
        deposit, balance = get_payments(world, booking_id="BK-52171").payments
        list_disputes(world, booking_id="BK-52171")
        get_guest_mark(world, guest_id=anneliese.guest_id)
        list_tickets(world, requester_id=anneliese.guest_id)
        for one in rooms:
            release_room(world, room_id=one.id, penalty=money(0))
        for service in services:
            cancel_group_service(world, group_service_id=service.id, units=service.units, penalty=money(0))
        next_year = world.today.replace(year=world.today.year + 1)
        issue_refund(world, payment_id=deposit.id, amount=deposit.amount, reason="group_release")
        give_voucher(
            world,
            guest_id=anneliese.guest_id,
            booking_id="BK-52171",
            amount=balance.amount,
            reason="group_release",
            valid_until=next_year,
        )
        give_voucher(
            world,
            guest_id=anneliese.guest_id,
            booking_id="BK-52171",
            amount=sum((service.price for service in services), money(0)),
            reason="group_service",
            valid_until=next_year,
        )
        _close(world, anneliese.guest_id, "BK-52171")

    with trial.trap(breaks="cancellation.md#force-majeure") as world:
        anneliese = verify_guest(world, email="kowarik@kammerchor.example.org", booking_id="BK-52171")
        cancel_group_service(world, group_service_id="GS-52171-1", units=2, penalty=money(0))
        give_voucher(
            world,
            guest_id=anneliese.guest_id,
            booking_id="BK-52171",
            amount=money("54.00"),
            reason="group_service",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, anneliese.guest_id, "BK-52171")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        anneliese = verify_guest(world, email="kowarik@kammerchor.example.org", booking_id="BK-52171")
        for place in range(1, 9):
            release_room(world, room_id=f"RM-52171-{place}", penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52171-1", units=15, penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52171-2", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52171-1", amount=money("640.00"), reason="group_release")
        issue_refund(world, payment_id="PAY-52171-1", amount=money("545.00"), reason="group_service")
        give_voucher(
            world,
            guest_id=anneliese.guest_id,
            booking_id="BK-52171",
            amount=money("2592.50"),
            reason="group_release",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, anneliese.guest_id, "BK-52171")

    with trial.trap(breaks="groups.md#cancelling-the-group") as world:
        anneliese = verify_guest(world, email="kowarik@kammerchor.example.org", booking_id="BK-52171")
        for place in range(1, 9):
            release_room(world, room_id=f"RM-52171-{place}", penalty=money(0))
        issue_refund(world, payment_id="PAY-52171-1", amount=money("640.00"), reason="group_release")
        give_voucher(
            world,
            guest_id=anneliese.guest_id,
            booking_id="BK-52171",
            amount=money("2592.50"),
            reason="group_release",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, anneliese.guest_id, "BK-52171")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "BK-52172, Hotel Miradouro House, chorus of the Salzach valley. Rosalie Achleitner has shingles. Without our "
        "alto the tour is pointless, so: cancel it, PROVIDED nothing is kept from us. The strike in Lisbon must be "
        "good for something! If you do keep a cent, we all come without her. Then take her room back as long as it is "
        "free of charge, and make the dinner smaller. Leopold Hinterseer"
    ),
    facts={
        "email": "hinterseer.leopold@example.net",
        "how many at the dinner if we travel": "thirteen instead of fifteen",
    },
    behaviour=Behaviour(
        "Loud, certain that the strike settles everything, accepts a clear no.",
        pushes=("The strike falls under force majeure, that was in the newspaper! Ask anybody in Lisbon.",),
    ),
    records=[
        *guest("GST-2112", "Leopold Hinterseer", "hinterseer.leopold@example.net", country="Austria"),
        *_singers("BK-52172", "GST-2112", ("2025-11-23", "2025-11-24", "2025-11-25", "2025-11-26"), "2025-11-02"),
    ],
    policy=[
        "groups.md#cancelling-the-group",
        "groups.md#release-of-rooms",
        "groups.md#services",
        "cancellation.md#force-majeure",
        "payments.md#where-money-goes",
    ],
    tell=["54.00"],
    tags=[
        *("asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"),
    ],
    twin="GRP_011",
)
def test_case_GRP_012(trial: Trial) -> None:
    """A day after the last that the bulletin names: no room of eight goes free, only the dinner gets smaller, and its
    part cannot go back to a closed card."""
    with trial.golden() as world:
        leopold = verify_guest(world, email="hinterseer.leopold@example.net", booking_id="BK-52172")
        file = get_booking(world, booking_id="BK-52172")
        get_booking(world, booking_id="BK-52172", page=2)
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52172")
        search_articles(world, query="force majeure Lisbon")
        read_article(world, article_id="KB-217")
        dinner = list_group_services(world, booking_id="BK-52172").items[0].ordered
        get_payments(world, booking_id="BK-52172")
        list_disputes(world, booking_id="BK-52172")
        get_guest_mark(world, guest_id=leopold.guest_id)
        list_tickets(world, requester_id=leopold.guest_id)
        fewer = dinner.units - 13
        cancel_group_service(world, group_service_id=dinner.id, units=fewer, penalty=money(0))
        give_voucher(
            world,
            guest_id=leopold.guest_id,
            booking_id="BK-52172",
            amount=money(dinner.price * fewer / dinner.units),
            reason="group_service",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, leopold.guest_id, "BK-52172")

    with trial.trap(breaks="groups.md#release-of-rooms") as world:
        leopold = verify_guest(world, email="hinterseer.leopold@example.net", booking_id="BK-52172")
        release_room(world, room_id="RM-52172-3", penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52172-1", units=2, penalty=money(0))
        next_year = world.today.replace(year=world.today.year + 1)
        give_voucher(
            world,
            guest_id=leopold.guest_id,
            booking_id="BK-52172",
            amount=money("281.70"),
            reason="group_release",
            valid_until=next_year,
        )
        give_voucher(
            world,
            guest_id=leopold.guest_id,
            booking_id="BK-52172",
            amount=money("54.00"),
            reason="group_service",
            valid_until=next_year,
        )
        _close(world, leopold.guest_id, "BK-52172")

    with trial.trap(breaks="cancellation.md#force-majeure") as world:
        leopold = verify_guest(world, email="hinterseer.leopold@example.net", booking_id="BK-52172")
        for place in range(1, 9):
            release_room(world, room_id=f"RM-52172-{place}", penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52172-1", units=15, penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52172-2", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52172-1", amount=money("640.00"), reason="group_release")
        next_year = world.today.replace(year=world.today.year + 1)
        give_voucher(
            world,
            guest_id=leopold.guest_id,
            booking_id="BK-52172",
            amount=money("2592.50"),
            reason="group_release",
            valid_until=next_year,
        )
        give_voucher(
            world,
            guest_id=leopold.guest_id,
            booking_id="BK-52172",
            amount=money("545.00"),
            reason="group_service",
            valid_until=next_year,
        )
        _close(world, leopold.guest_id, "BK-52172")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        leopold = verify_guest(world, email="hinterseer.leopold@example.net", booking_id="BK-52172")
        cancel_group_service(world, group_service_id="GS-52172-1", units=2, penalty=money(0))
        issue_refund(world, payment_id="PAY-52172-1", amount=money("54.00"), reason="group_service")
        _close(world, leopold.guest_id, "BK-52172")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "It's Thursday morning here in Istanbul and I have slept badly because of you. On Saturday I booked fourteen "
        "rooms in New York for our architecture class, BK-52173, and by evening your mail said that the deposit had "
        "not gone through. Five days late, then; the bank has lifted its block only now. Charge the card again. "
        "And since the Haddads with their two children have dropped out, and so has Leyla Nassar with her baby: what I "
        "can give back without it costing us one cent, I give back, what costs anything stays. Zeynep Aksoylu"
    ),
    facts={"email": "zeynep.aksoylu@example.com"},
    behaviour=Behaviour("Tired and precise. Wants no favours, only what the contract says."),
    records=[
        *guest("GST-2113", "Zeynep Aksoylu", "zeynep.aksoylu@example.com", country="Turkey"),
        *group(
            "BK-52173",
            "GST-2113",
            "2025-11-08",
            "2025-12-05",
            "2025-12-09",
            [
                *[room("NYC1-DBL")] * 2,
                *[room("NYC1-SGL", adults=1)] * 4,
                room("NYC1-DBL", adults=1),
                room("NYC1-DBL"),
                room("NYC1-FAM", adults=2, children=2),
                *[room("NYC1-SGL", adults=1)] * 2,
                room("NYC1-DBL", adults=1, infants=1),
                room("NYC1-SGL", adults=1),
                room("NYC1-DBL"),
            ],
            names=[
                *[["Emre Tunay", "Selin Tunay"], ["Onur Haddadin", "Rima Haddadin"], ["Mert Kaya"], ["Defne Uçar"]],
                *[["Kerem Bilgin"], ["Ayla Soykan"], ["Leyla Nasser"], ["Cem Arikan", "Ece Arikan"]],
                *[["Omar Haddad", "Rana Haddad", "Sami Haddad", "Tala Haddad"], ["Bora Yalin"], ["Naz Ergin"]],
                *[["Leyla Nassar", "Mina Nassar"], ["Tuna Özgen"]],
            ],
            deposit="2051.00",
            payments=[pay("card", "2051.00", purpose="deposit", status="failed")],
        ),
    ],
    policy=[
        "groups.md#deposits-and-balances",
        "groups.md#release-of-rooms",
        "groups.md#free-places",
        "filing.md#guides-and-bulletins",
        "money-and-time.md#calendar-days",
    ],
    tell=["2051.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
    now=datetime(2025, 11, 13, 3, 40),
)
def test_case_GRP_013(trial: Trial) -> None:
    """In New York it is Wednesday, four days: the deposit is charged. One room goes free; the family's would cost the
    free place, the baby counts for none."""
    with trial.golden() as world:
        zeynep = verify_guest(world, email="zeynep.aksoylu@example.com", booking_id="BK-52173")
        file = get_booking(world, booking_id="BK-52173")
        get_booking(world, booking_id="BK-52173", page=2)
        rooms = get_booking(world, booking_id="BK-52173", page=3).rooms.items
        terms = get_group_terms(world, booking_id="BK-52173")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        for page in (1, 2, 3, 4, 5):
            list_booking_people(world, booking_id="BK-52173", page=page)
        search_articles(world, query="groups release rooms")
        read_article(world, article_id="KB-244")
        get_guest_mark(world, guest_id=zeynep.guest_id)
        list_disputes(world, booking_id="BK-52173")
        get_payments(world, booking_id="BK-52173")
        list_tickets(world, requester_id=zeynep.guest_id)
        release_room(world, room_id=rooms[1].id, penalty=money(0))
        create_charge(world, booking_id="BK-52173", payer="guest", amount=terms.deposit, kind="deposit")
        _close(world, zeynep.guest_id, "BK-52173")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        zeynep = verify_guest(world, email="zeynep.aksoylu@example.com", booking_id="BK-52173")
        release_room(world, room_id="RM-52173-12", penalty=money(0))
        filed = _open_high(world, zeynep.guest_id, "BK-52173")
        add_comment(
            world, ticket_id=filed, body="Collect the deposit, overdue since 8 November.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="groups.md#free-places") as world:
        zeynep = verify_guest(world, email="zeynep.aksoylu@example.com", booking_id="BK-52173")
        release_room(world, room_id="RM-52173-9", penalty=money(0))
        create_charge(world, booking_id="BK-52173", payer="guest", amount=money("2051.00"), kind="deposit")
        _close(world, zeynep.guest_id, "BK-52173")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        zeynep = verify_guest(world, email="zeynep.aksoylu@example.com", booking_id="BK-52173")
        release_room(world, room_id="RM-52173-9", penalty=money(0))
        release_room(world, room_id="RM-52173-12", penalty=money(0))
        create_charge(world, booking_id="BK-52173", payer="guest", amount=money("2051.00"), kind="deposit")
        _close(world, zeynep.guest_id, "BK-52173")

    with trial.trap(breaks="groups.md#free-places", name="the baby counts") as world:
        zeynep = verify_guest(world, email="zeynep.aksoylu@example.com", booking_id="BK-52173")
        create_charge(world, booking_id="BK-52173", payer="guest", amount=money("2051.00"), kind="deposit")
        _close(world, zeynep.guest_id, "BK-52173")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Dear StayBridge, four odds and ends for the history society, London, BK-52174. (a) Mrs Okonjo's family and "
        "the Ramans are not coming. Their rooms go back; one for which you want a penalty I keep. (b) Walter Pym gives "
        "his place to his nephew Rupert Pym. (c) The guide on the 21st is no longer wanted, money back please. (d) "
        "Lunch at the hotel on the 20th. Yours, Cordelia Fanshawe-Obi"
    ),
    facts={
        "email": "cordelia.fanshawe@example.org",
        "how many at the lunch": "twelve",
    },
    behaviour=Behaviour(
        "Polite and persistent, letters it out by a), b), c), d).",
        pushes=(
            "The guide is nine days off. Your own terms say that costs nothing, so why is my money not coming back?",
        ),
    ),
    records=[
        *guest(
            "GST-2114",
            "Cordelia Fanshawe-Obi",
            "cordelia.fanshawe@example.org",
            country="United Kingdom",
            mark="OSPREY",
        ),
        *group(
            "BK-52174",
            "GST-2114",
            "2025-07-21",
            "2025-11-19",
            "2025-11-22",
            [
                *[room("LON2-DBL", board="breakfast")] * 4,
                *[room("LON2-SGL", adults=1, board="breakfast")] * 5,
                *[room("LON2-FAM", adults=2, children=2, board="breakfast")] * 2,
                *[room("LON2-DBL", board="half_board")] * 5,
                *[room("LON2-SGL", adults=1)] * 3,
                room("LON2-FAM", adults=3),
            ],
            names=[
                *[["Agnes Tull", "Bertram Tull"], ["Priya Ramsay", "Dev Ramsay"], ["Nell Garside"], ["Ursula Fenn"]],
                *[["Walter Pimm"], ["Osbert Lacey"], ["Hetty Quill"], ["Basil Thorne"], ["Mabel Stroud"]],
                *[["Chidi Okonkwo", "Ada Okonkwo"], ["Ngozi Okonjo", "Tunde Okonjo"], ["Ivor Penrose"]],
                *[["Priya Raman", "Dev Raman"], ["Enid Marlow"], ["Cyril Boon", "Winnie Boon"], ["Amos Teal"]],
                *[["Walter Pym"], ["Flora Dunne"], ["Percy Vane"], ["Lionel Rook", "Vera Rook", "Ned Rook"]],
            ],
            balance_due="2025-11-14",
        ),
        group_service("GS-52174-1", "LON2-GUIDE", 1, "2025-11-20"),
        charge("CHR-52174-1", "155.00", "group_service", "2025-09-22"),
        group_service("GS-52174-2", "LON2-GUIDE", 1, "2025-11-21"),
        charge("CHR-52174-2", "155.00", "group_service", "2025-09-22"),
        position("HP-52174-1", "group_service", "agreed", subject="lunch"),
    ],
    policy=[
        "guests.md#marks",
        "groups.md#release-of-rooms",
        "groups.md#services",
        "groups.md#rooming-list",
        "filing.md#outcomes",
    ],
    tell=["192.00"],
    tags=[
        *("asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal"),
        "boundary",
    ],
)
def test_case_GRP_014(trial: Trial) -> None:
    """Seven days before: one room of twenty goes free, the dearest. A name and a lunch that is paid for are done; money
    for the guide may not leave us, and that decides the ticket."""
    with trial.golden() as world:
        cordelia = verify_guest(world, email="cordelia.fanshawe@example.org", booking_id="BK-52174")
        file = get_booking(world, booking_id="BK-52174")
        get_booking(world, booking_id="BK-52174", page=2)
        family = get_booking(world, booking_id="BK-52174", page=3).rooms.items[0]
        get_booking(world, booking_id="BK-52174", page=4)
        get_group_terms(world, booking_id="BK-52174")
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        for page in (1, 2, 3, 4):
            list_booking_people(world, booking_id="BK-52174", page=page)
        pym = list_booking_people(world, booking_id="BK-52174", page=5).items[2]
        list_group_services(world, booking_id="BK-52174")
        lunch = next(item for item in list_services(world, hotel_id=hotel.id) if item.service == "lunch")
        get_payments(world, booking_id="BK-52174")
        list_disputes(world, booking_id="BK-52174")
        get_guest_mark(world, guest_id=cordelia.guest_id)
        list_hotel_requests(world, booking_id="BK-52174")
        list_tickets(world, requester_id=cordelia.guest_id)
        release_room(world, room_id=family.id, penalty=money(0))
        exchange_name(world, person_id=pym.id, name="Rupert Pym")
        ask_hotel(world, booking_id="BK-52174", question="group_service", subject="lunch")
        ordered = order_group_service(
            world, booking_id="BK-52174", service_id=lunch.id, units=12, day=date(2025, 11, 20)
        )
        create_charge(world, booking_id="BK-52174", payer="guest", amount=ordered.price, kind="group_service")
        filed = _open_high(world, cordelia.guest_id, "BK-52174")
        add_comment(
            world,
            ticket_id=filed,
            body="Decide on cancelling the guide of 21 November, which would be refunded.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="account_review")

    with trial.trap(breaks="guests.md#marks", name="the guide is refunded") as world:
        cordelia = verify_guest(world, email="cordelia.fanshawe@example.org", booking_id="BK-52174")
        release_room(world, room_id="RM-52174-11", penalty=money(0))
        exchange_name(world, person_id="BP-52174-23", name="Rupert Pym")
        ask_hotel(world, booking_id="BK-52174", question="group_service", subject="lunch")
        order_group_service(world, booking_id="BK-52174", service_id="SVC-LON2-LUNCH", units=12, day=date(2025, 11, 20))
        create_charge(world, booking_id="BK-52174", payer="guest", amount=money("192.00"), kind="group_service")
        cancel_group_service(world, group_service_id="GS-52174-2", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52174-1", amount=money("155.00"), reason="group_service")
        _close(world, cordelia.guest_id, "BK-52174")

    with trial.trap(breaks="guests.md#marks", name="nothing is done") as world:
        cordelia = verify_guest(world, email="cordelia.fanshawe@example.org", booking_id="BK-52174")
        filed = _open_high(world, cordelia.guest_id, "BK-52174")
        add_comment(
            world, ticket_id=filed, body="Decide on all that the leader of the group asks for.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="account_review")

    with trial.trap(breaks="groups.md#release-of-rooms") as world:
        cordelia = verify_guest(world, email="cordelia.fanshawe@example.org", booking_id="BK-52174")
        release_room(world, room_id="RM-52174-11", penalty=money(0))
        release_room(world, room_id="RM-52174-13", penalty=money(0))
        exchange_name(world, person_id="BP-52174-23", name="Rupert Pym")
        ask_hotel(world, booking_id="BK-52174", question="group_service", subject="lunch")
        order_group_service(world, booking_id="BK-52174", service_id="SVC-LON2-LUNCH", units=12, day=date(2025, 11, 20))
        create_charge(world, booking_id="BK-52174", payer="guest", amount=money("192.00"), kind="group_service")
        filed = _open_high(world, cordelia.guest_id, "BK-52174")
        add_comment(
            world,
            ticket_id=filed,
            body="Decide on cancelling the guide of 21 November, which would be refunded.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="account_review")

    with trial.trap(breaks="filing.md#outcomes") as world:
        cordelia = verify_guest(world, email="cordelia.fanshawe@example.org", booking_id="BK-52174")
        release_room(world, room_id="RM-52174-11", penalty=money(0))
        exchange_name(world, person_id="BP-52174-23", name="Rupert Pym")
        ask_hotel(world, booking_id="BK-52174", question="group_service", subject="lunch")
        order_group_service(world, booking_id="BK-52174", service_id="SVC-LON2-LUNCH", units=12, day=date(2025, 11, 20))
        create_charge(world, booking_id="BK-52174", payer="guest", amount=money("192.00"), kind="group_service")
        _close(world, cordelia.guest_id, "BK-52174")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hola, soy Inmaculada Arroyo, I bring a painting class to Hotel Tejo Norte at the end of the month, BK-52175. "
        "The Castellanos take a second child along. That I pay, of course. The Verhoevens on the other hand will dine "
        "out: breakfast is enough for them, so their half board ends, and what it saves comes back to my card, also "
        "whatever else falls due to me through this."
    ),
    facts={
        "email": "inma.arroyo@example.net",
        "age of the second child": "seven",
    },
    behaviour=Behaviour(
        "Warm and quick. Mentions no trouble with her bank unless somebody asks.",
        pushes=("Then simply set it off: take less for the child, and we are even.",),
        answers={
            "infant": "No baby: the child is seven and needs a bed.",
            "how old": "The second child is seven.",
            "child name": "No name is needed for the child, leave the list as it is.",
            "own bed": "Yes, the child is seven and needs a bed.",
        },
    ),
    records=[
        *guest("GST-2115", "Inmaculada Arroyo", "inma.arroyo@example.net", country="Spain"),
        *group(
            "BK-52175",
            "GST-2115",
            "2025-08-11",
            "2025-11-29",
            "2025-12-02",
            [
                *[room("LIS3-DBL", board="half_board")] * 3,
                *[room("LIS3-SGL", adults=1, board="breakfast")] * 2,
                *[room("LIS3-DBL", board="half_board")] * 2,
                room("LIS3-DBL", board="breakfast"),
                room("LIS3-FAM", adults=2, children=1, board="half_board"),
                room("LIS3-DBL", board="half_board"),
            ],
            names=[
                *[["Noor Verhaegen", "Stijn Verhaegen"], ["Pau Ferrer", "Laia Ferrer"], ["Blai Soler", "Ona Soler"]],
                *[["Jordi Castells"], ["Mar Vidal"], ["Ilse Verhoeven", "Bram Verhoeven"], ["Unai Etxeberria"]],
                *[["Greta Lindahl", "Olof Lindahl"], ["Hugo Castellanos", "Vera Castellanos", "Leo Castellanos"]],
                ["Ainhoa Lasa", "Iker Lasa"],
            ],
            list_due="2025-11-15",
        ),
        dispute("DSP-52175-1", "800.00", "2025-11-04"),
    ],
    policy=[
        "payments.md#disputes",
        "groups.md#dates-and-other-changes",
        "groups.md#free-places",
        "changes.md#price-of-a-changed-stay",
        "changes.md#difference",
        "filing.md#outcomes",
    ],
    tell=["159.00"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal"],
)
def test_case_GRP_015(trial: Trial) -> None:
    """Both rooms are changed and the child is charged; what less board and the free place bring waits for the dispute,
    and nothing is set off."""
    with trial.golden() as world:
        inma = verify_guest(world, email="inma.arroyo@example.net", booking_id="BK-52175")
        file = get_booking(world, booking_id="BK-52175")
        rooms = get_booking(world, booking_id="BK-52175", page=2).rooms.items
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52175")
        for page in (1, 2, 3, 4):
            list_booking_people(world, booking_id="BK-52175", page=page)
        family = next(kind for kind in list_room_types(world, hotel_id=hotel.id) if kind.kind == "family")
        prices = {item.board: item.adult for item in list_board_prices(world, hotel_id=hotel.id)}
        get_payments(world, booking_id="BK-52175")
        list_disputes(world, booking_id="BK-52175")
        get_guest_mark(world, guest_id=inma.guest_id)
        list_tickets(world, requester_id=inma.guest_id)
        verhoevens, castellanos = rooms[0], rooms[3]
        nights = (file.booking.departure - file.booking.arrival).days
        less = verhoevens.adults * (prices["half_board"] - prices["breakfast"])
        change_room(
            world,
            room_id=verhoevens.id,
            new_total=nights * (verhoevens.night_price - less),
            board="breakfast",
        )
        more = money(family.extra_person / 2) + money(prices["half_board"] / 2)
        changed = change_room(
            world,
            room_id=castellanos.id,
            new_total=nights * (castellanos.night_price + more),
            children=castellanos.children + 1,
        )
        create_charge(
            world,
            booking_id="BK-52175",
            payer="guest",
            amount=changed.room.total - castellanos.total,
            kind="stay_difference",
        )
        filed = _open_high(world, inma.guest_id, "BK-52175")
        add_comment(
            world,
            ticket_id=filed,
            body="Once the dispute is settled, refund what less board saves and the free place.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes") as world:
        inma = verify_guest(world, email="inma.arroyo@example.net", booking_id="BK-52175")
        change_room(world, room_id="RM-52175-6", new_total=money("677.70"), board="breakfast")
        change_room(world, room_id="RM-52175-9", new_total=money("1443.75"), children=2)
        create_charge(world, booking_id="BK-52175", payer="guest", amount=money("159.00"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52175-2", amount=money("216.00"), reason="stay_difference")
        issue_refund(world, payment_id="PAY-52175-2", amount=money("338.85"), reason="free_place")
        _close(world, inma.guest_id, "BK-52175")

    with trial.trap(breaks="changes.md#difference") as world:
        inma = verify_guest(world, email="inma.arroyo@example.net", booking_id="BK-52175")
        verhoevens = get_booking(world, booking_id="BK-52175", page=2).rooms.items[0]
        castellanos = get_booking(world, booking_id="BK-52175", page=2).rooms.items[3]
        change_room(world, room_id=verhoevens.id, new_total=verhoevens.total - money("216.00"), board="breakfast")
        change_room(world, room_id=castellanos.id, new_total=castellanos.total + money("159.00"), children=2)
        filed = _open_high(world, inma.guest_id, "BK-52175")
        add_comment(
            world,
            ticket_id=filed,
            body="Once the dispute is settled, refund what is left after setting off.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="changes.md#price-of-a-changed-stay") as world:
        inma = verify_guest(world, email="inma.arroyo@example.net", booking_id="BK-52175")
        verhoevens = get_booking(world, booking_id="BK-52175", page=2).rooms.items[0]
        castellanos = get_booking(world, booking_id="BK-52175", page=2).rooms.items[3]
        change_room(world, room_id=verhoevens.id, new_total=verhoevens.total - money("183.60"), board="breakfast")
        change_room(world, room_id=castellanos.id, new_total=castellanos.total + money("135.15"), children=2)
        create_charge(world, booking_id="BK-52175", payer="guest", amount=money("135.15"), kind="stay_difference")
        filed = _open_high(world, inma.guest_id, "BK-52175")
        add_comment(
            world,
            ticket_id=filed,
            body="Once the dispute is settled, refund what less board saves and the free place.",
            visibility="internal",
        )
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="dispute_open")

    with trial.trap(breaks="payments.md#disputes", name="all of it waits") as world:
        inma = verify_guest(world, email="inma.arroyo@example.net", booking_id="BK-52175")
        filed = _open_high(world, inma.guest_id, "BK-52175")
        add_comment(
            world, ticket_id=filed, body="Change both rooms once the dispute is settled.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="dispute_open")

    assert trial.outcome == trial.golden_outcome
