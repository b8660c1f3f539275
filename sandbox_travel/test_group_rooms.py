"""Rooms that groups give back: what is still free of penalty, and what the rest of the group pays for it.

Canary: thinkingbox-eval-7fe13680-d7bc-4a60-aa61-fa46cedaaecd-travel-group-rooms. Not for training.
"""

from __future__ import annotations

from datetime import datetime

from sandbox_travel.records import charge, dispute, group, group_service, guest, pay, room
from sandbox_travel.tools import (
    add_comment,
    cancel_group_service,
    close_ticket,
    create_charge,
    get_booking,
    get_group_terms,
    get_guest_mark,
    get_hotel,
    get_payments,
    give_voucher,
    issue_refund,
    list_booking_people,
    list_disputes,
    list_group_services,
    list_tickets,
    open_ticket,
    read_article,
    release_room,
    search_articles,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Row, Rubric, Trial, World, money, task


def _close(world: World, guest_id: str, booking_id: str) -> None:
    """Files what was granted on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Rooms of a group",
        topic="group",
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")


def _open_high(world: World, guest_id: str, booking_id: str) -> str:
    """Opens a ticket that others will have to decide."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Rooms of a group",
        topic="group",
        priority="high",
    )
    return filed.id


def _orchestra(id: str, leader_id: str, balance_due: str) -> list[Row]:
    """Fourteen rooms, one given back long ago, and a balance that failed on the day when it was due."""
    names = [
        ["Radim Kubát", "Vlasta Kubátová"],
        ["Oldřich Pech", "Marta Pechová"],
        ["Ctibor Sýkora", "Blanka Sýkorová"],
    ]
    names += [["Šimon Barták", "Klára Bartáková"], ["Igor Válek"], ["Bohdan Zeman"], [], ["Lada Ryšavá", "Eva Tomsová"]]
    names += [["Miloš Urbánek", "Zuzana Urbánková"], ["Šimon Bartoš", "Klára Bartošová"], ["Emil Hrdlička"], []]
    names += [["Karel Urban", "Dana Urbanová", "Filip Urban", "Ema Urbanová"], ["Otakar Vlk"]]
    family = room("PRG1-FAM", adults=2, children=2)
    return group(
        id,
        leader_id,
        "2025-10-31",
        "2025-12-02",
        "2025-12-05",
        [
            *[room("PRG1-DBL")] * 6,
            room("PRG1-DBL", released_on="2025-11-03"),
            *[room("PRG1-DBL")] * 3,
            *[room("PRG1-SGL", adults=1)] * 2,
            family,
            family,
        ],
        names=names,
        deposit="21292.00",
        balance_due=balance_due,
        payments=[
            pay("card", "21292.00", purpose="deposit"),
            pay("card", "77798.75", on=balance_due, purpose="balance", status="failed"),
        ],
    )


@task(
    opening=(
        "Tereza Vondráčková, orchestra trip to Prague, BK-52013. My card was blocked when you tried the balance; it "
        "works again. Before you try once more: the Urbans' room and the one of Šimon and Klára Bartoš may go back, "
        "they are not coming. A room that would cost us a penalty stays with us, though, someone else will sleep in "
        "it. Then take what is left of the balance."
    ),
    facts={
        "email": "t.vondrackova@example.org",
        "booking number": "BK-52031",
    },
    behaviour=Behaviour(
        "Brief and exact. Misread the booking number from her own note and finds the right one when asked to check it.",
    ),
    records=[
        *guest("GST-2021", "Tereza Vondráčková", "t.vondrackova@example.org", country="Czechia"),
        *_orchestra("BK-52031", "GST-2021", "2025-11-08"),
    ],
    policy=[
        "groups.md#groups",
        "groups.md#release-of-rooms",
        "groups.md#deposits-and-balances",
        "filing.md#guides-and-bulletins",
        "money-and-time.md#calendar-days",
    ],
    tell=["65056.25"],
    tags=["asks", "uncued", "two-policies", "decoy", "multi", "interacting", "recovery", "boundary"],
    twin="GRP_002",
)
def test_case_GRP_001(trial: Trial) -> None:
    """A bulletin lets 15 % of 14 rooms go, one went: the dearer goes free; four days late, the rest is charged."""
    with trial.golden() as world:
        tereza = verify_guest(world, email="t.vondrackova@example.org", booking_id="BK-52031")
        file = get_booking(world, booking_id="BK-52031")
        get_booking(world, booking_id="BK-52031", page=2)
        rooms = get_booking(world, booking_id="BK-52031", page=3).rooms.items
        terms = get_group_terms(world, booking_id="BK-52031")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        for page in (1, 2, 3, 4, 5):
            list_booking_people(world, booking_id="BK-52031", page=page)
        search_articles(world, query="groups release rooms")
        read_article(world, article_id="KB-244")
        get_guest_mark(world, guest_id=tereza.guest_id)
        list_disputes(world, booking_id="BK-52031")
        get_payments(world, booking_id="BK-52031")
        list_tickets(world, requester_id=tereza.guest_id)
        after = release_room(world, room_id=rooms[2].id, penalty=money(0))
        create_charge(
            world, booking_id="BK-52031", payer="guest", amount=after.booking.total - terms.deposit, kind="balance"
        )
        _close(world, tereza.guest_id, "BK-52031")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        tereza = verify_guest(world, email="t.vondrackova@example.org", booking_id="BK-52031")
        create_charge(world, booking_id="BK-52031", payer="guest", amount=money("77798.75"), kind="balance")
        _close(world, tereza.guest_id, "BK-52031")

    with trial.trap(breaks="groups.md#release-of-rooms", name="both are free") as world:
        tereza = verify_guest(world, email="t.vondrackova@example.org", booking_id="BK-52031")
        release_room(world, room_id="RM-52031-13", penalty=money(0))
        after = release_room(world, room_id="RM-52031-10", penalty=money(0))
        due = after.booking.total - money("21292.00")
        create_charge(world, booking_id="BK-52031", payer="guest", amount=due, kind="balance")
        _close(world, tereza.guest_id, "BK-52031")

    with trial.trap(breaks="groups.md#release-of-rooms", name="the cheaper is free") as world:
        tereza = verify_guest(world, email="t.vondrackova@example.org", booking_id="BK-52031")
        after = release_room(world, room_id="RM-52031-10", penalty=money(0))
        due = after.booking.total - money("21292.00")
        create_charge(world, booking_id="BK-52031", payer="guest", amount=due, kind="balance")
        _close(world, tereza.guest_id, "BK-52031")

    with trial.trap(breaks="groups.md#deposits-and-balances") as world:
        tereza = verify_guest(world, email="t.vondrackova@example.org", booking_id="BK-52031")
        release_room(world, room_id="RM-52031-13", penalty=money(0))
        create_charge(world, booking_id="BK-52031", payer="guest", amount=money("77798.75"), kind="balance")
        _close(world, tereza.guest_id, "BK-52031")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hello from the brass band of Luděk Horníček, that is me. Two things about Prague, BK-52032, and please in "
        "this order, because the second depends on the first. One: Karel Urban with wife and children have cancelled "
        "on me, and so have Šimon Bartoš and Klára Bartošová. Give their rooms back as far as that costs no penalty; "
        "a room with a penalty we keep. Two: you failed to collect our balance last week, the bank had locked the "
        "card. Collect it now, the smaller sum of course."
    ),
    facts={
        "email": "ludek.hornicek@example.com",
    },
    behaviour=Behaviour(
        "Good-humoured, a little impatient about the balance.",
        pushes=("But the money is there! You only have to press the button once more.",),
    ),
    records=[
        *guest("GST-2022", "Luděk Horníček", "ludek.hornicek@example.com", country="Czechia"),
        *_orchestra("BK-52032", "GST-2022", "2025-11-07"),
    ],
    policy=[
        "groups.md#release-of-rooms",
        "groups.md#deposits-and-balances",
        "filing.md#outcomes",
        "filing.md#handover-notes",
    ],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that the group desk will deal with the balance?",
            yes=[
                "The balance is five days overdue, so I have passed it to our group desk, who will contact you.",
                "I cannot charge the card again myself. Our colleagues of the group desk take care of the balance now.",
            ],
            no=[
                "The room of the Urban family has been given back without a penalty.",
                "The balance has been charged to your card again.",
                "The balance could not be taken today.",
                "Please pay the balance by bank transfer within a week.",
            ],
        )
    ],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "refusal", "boundary"],
    twin="GRP_001",
)
def test_case_GRP_002(trial: Trial) -> None:
    """Five days overdue: the dearer room goes free all the same, the balance goes to the group desk, and that wins."""
    with trial.golden() as world:
        ludek = verify_guest(world, email="ludek.hornicek@example.com", booking_id="BK-52032")
        file = get_booking(world, booking_id="BK-52032")
        get_booking(world, booking_id="BK-52032", page=2)
        rooms = get_booking(world, booking_id="BK-52032", page=3).rooms.items
        get_group_terms(world, booking_id="BK-52032")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        for page in (1, 2, 3, 4, 5):
            list_booking_people(world, booking_id="BK-52032", page=page)
        search_articles(world, query="groups release rooms")
        read_article(world, article_id="KB-244")
        get_payments(world, booking_id="BK-52032")
        list_tickets(world, requester_id=ludek.guest_id)
        release_room(world, room_id=rooms[2].id, penalty=money(0))
        filed = _open_high(world, ludek.guest_id, "BK-52032")
        add_comment(
            world, ticket_id=filed, body="Collect the balance, overdue since 7 November.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="groups.md#deposits-and-balances") as world:
        ludek = verify_guest(world, email="ludek.hornicek@example.com", booking_id="BK-52032")
        after = release_room(world, room_id="RM-52032-13", penalty=money(0))
        due = after.booking.total - money("21292.00")
        create_charge(world, booking_id="BK-52032", payer="guest", amount=due, kind="balance")
        _close(world, ludek.guest_id, "BK-52032")

    with trial.trap(breaks="filing.md#outcomes") as world:
        ludek = verify_guest(world, email="ludek.hornicek@example.com", booking_id="BK-52032")
        release_room(world, room_id="RM-52032-13", penalty=money(0))
        _close(world, ludek.guest_id, "BK-52032")

    with trial.trap(breaks="filing.md#guides-and-bulletins") as world:
        ludek = verify_guest(world, email="ludek.hornicek@example.com", booking_id="BK-52032")
        filed = _open_high(world, ludek.guest_id, "BK-52032")
        add_comment(
            world, ticket_id=filed, body="Collect the balance, overdue since 7 November.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="over_limit")

    with trial.trap(breaks="groups.md#release-of-rooms") as world:
        ludek = verify_guest(world, email="ludek.hornicek@example.com", booking_id="BK-52032")
        release_room(world, room_id="RM-52032-13", penalty=money(0))
        release_room(world, room_id="RM-52032-10", penalty=money(0))
        filed = _open_high(world, ludek.guest_id, "BK-52032")
        add_comment(
            world, ticket_id=filed, body="Collect the balance, overdue since 7 November.", visibility="internal"
        )
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="over_limit")

    assert trial.outcome == trial.golden_outcome


def _delegation(id: str, leader_id: str, days: tuple[str, str, str, str]) -> list[Row]:
    """Ten rooms for twenty guests, the deposit paid, a meeting room and coffee ordered.

    The ``days`` are those of arrival, of the two services, and of departure.
    """
    number = id.removeprefix("BK-")
    names = [["Arvid Lindgaard", "Tone Lindgaard"], ["Pilar Ochoa", "Nuria Ochoa"], ["Birgit Lund", "Maja Sørby"], []]
    names += [["Birger Lundh", "Maj Sörby"], ["Obinna Okoro", "Ada Okoro", "Uche Okoro", "Zina Okoro"], ["Piet Voss"]]
    return [
        *group(
            id,
            leader_id,
            "2025-08-20",
            days[0],
            days[3],
            [
                *[room("NYC1-DBL", board="breakfast")] * 5,
                room("NYC1-FAM", adults=2, children=2),
                *[room("NYC1-DBL")] * 2,
                *[room("NYC1-SGL", adults=1)] * 2,
            ],
            names=names,
        ),
        group_service(f"GS-{number}-1", "NYC1-MEETING_ROOM", 1, days[1]),
        charge(f"CHR-{number}-1", "410.00", "group_service", "2025-09-22"),
        group_service(f"GS-{number}-2", "NYC1-COFFEE_BREAK", 20, days[2]),
        charge(f"CHR-{number}-2", "250.00", "group_service", "2025-09-22"),
        dispute(f"DSP-{number}-1", "1764.00", "2025-10-02", status="withdrawn"),
    ]


@task(
    opening=(
        "I am writing for the Nwachukwu delegation, and I am not happy to write this at all. Our sponsor has "
        "withdrawn and the trip to New York in January hangs by a thread. My board has decided as follows: the whole "
        "group is cancelled if the deposit comes back to us in full. If you keep any part of it, we travel, only "
        "smaller: then the Okoro family's room and the room of Birgit Lund and Maja Sørby are given back instead. "
        "Please act on one or the other."
    ),
    facts={
        "name": "Ifeoma Nwachukwu",
        "email": "ifeoma.nwachukwu@example.org",
        "booking number": "BK-52033",
    },
    behaviour=Behaviour("Formal, wants each sum named before anything is done."),
    records=[
        *guest(
            "GST-2023",
            "Ifeoma Nwachukwu",
            "ifeoma.nwachukwu@example.org",
            country="Nigeria",
            mark="OSPREY",
            mark_until="2025-10-31",
        ),
        *_delegation("BK-52033", "GST-2023", ("2026-01-10", "2026-01-11", "2026-01-12", "2026-01-14")),
    ],
    policy=[
        "groups.md#cancelling-the-group",
        "groups.md#services",
        "payments.md#where-money-goes",
        "money-and-time.md#calendar-days",
        "guests.md#marks",
    ],
    tell=["1764.00", "660.00"],
    tags=["asks", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
    twin="GRP_004",
    now=datetime(2025, 11, 12, 3, 10),
)
def test_case_GRP_003(trial: Trial) -> None:
    """In New York it is still the 11th, 60 days before arrival: nothing is kept, the services come back as well."""
    with trial.golden() as world:
        ifeoma = verify_guest(world, email="ifeoma.nwachukwu@example.org", booking_id="BK-52033")
        file = get_booking(world, booking_id="BK-52033")
        rooms = [*file.rooms.items, *get_booking(world, booking_id="BK-52033", page=2).rooms.items]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52033")
        services = list_group_services(world, booking_id="BK-52033").items
        deposit = get_payments(world, booking_id="BK-52033").payments[0]
        list_disputes(world, booking_id="BK-52033")
        get_guest_mark(world, guest_id=ifeoma.guest_id)
        list_tickets(world, requester_id=ifeoma.guest_id)
        for one in rooms:
            release_room(world, room_id=one.id, penalty=money(0))
        for item in services:
            cancel_group_service(world, group_service_id=item.ordered.id, units=item.ordered.units, penalty=money(0))
        issue_refund(world, payment_id=deposit.id, amount=deposit.amount, reason="group_release")
        back = sum((item.ordered.price for item in services), money(0))
        issue_refund(world, payment_id=deposit.id, amount=back, reason="group_service")
        _close(world, ifeoma.guest_id, "BK-52033")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        ifeoma = verify_guest(world, email="ifeoma.nwachukwu@example.org", booking_id="BK-52033")
        release_room(world, room_id="RM-52033-6", penalty=money(0))
        release_room(world, room_id="RM-52033-3", penalty=money(0))
        create_charge(world, booking_id="BK-52033", payer="guest", amount=money("401.20"), kind="free_place_lost")
        _close(world, ifeoma.guest_id, "BK-52033")

    with trial.trap(breaks="groups.md#services") as world:
        ifeoma = verify_guest(world, email="ifeoma.nwachukwu@example.org", booking_id="BK-52033")
        for place in range(1, 11):
            release_room(world, room_id=f"RM-52033-{place}", penalty=money(0))
        issue_refund(world, payment_id="PAY-52033-1", amount=money("1764.00"), reason="group_release")
        _close(world, ifeoma.guest_id, "BK-52033")

    with trial.trap(breaks="guests.md#marks") as world:
        ifeoma = verify_guest(world, email="ifeoma.nwachukwu@example.org", booking_id="BK-52033")
        filed = _open_high(world, ifeoma.guest_id, "BK-52033")
        add_comment(world, ticket_id=filed, body="Decide on cancelling the group.", visibility="internal")
        close_ticket(world, ticket_id=filed, outcome="escalated", reason="account_review")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "New York, our group of twenty, BK-52034. Half the firms want out. Cancel the lot, but ONLY if every cent of "
        "the deposit is returned. If not, leave the group alone and hand back just two rooms: Birgit Lund and Maja "
        "Sørby's, and that of the Okoros. D. Marchetti"
    ),
    facts={
        "name": "Delphine Marchetti",
        "email": "marchetti.delphine@example.net",
    },
    behaviour=Behaviour(
        "Hard-nosed. Wants figures, and tries once for the whole deposit.",
        pushes=("Two months' notice is more than enough. Give us the deposit back.",),
    ),
    records=[
        *guest("GST-2024", "Delphine Marchetti", "marchetti.delphine@example.net", country="Belgium"),
        *_delegation("BK-52034", "GST-2024", ("2026-01-09", "2026-01-10", "2026-01-11", "2026-01-13")),
    ],
    policy=[
        "groups.md#cancelling-the-group",
        "groups.md#release-of-rooms",
        "groups.md#free-places",
        "money-and-time.md#calendar-days",
    ],
    tell=["401.20"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
    twin="GRP_003",
    now=datetime(2025, 11, 12, 3, 10),
)
def test_case_GRP_004(trial: Trial) -> None:
    """59 days: the deposit would be kept, so two rooms go, free of penalty, and with them the guests' free place."""
    with trial.golden() as world:
        delphine = verify_guest(world, email="marchetti.delphine@example.net", booking_id="BK-52034")
        file = get_booking(world, booking_id="BK-52034")
        rooms = [*file.rooms.items, *get_booking(world, booking_id="BK-52034", page=2).rooms.items]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52034")
        for page in (1, 2, 3):
            list_booking_people(world, booking_id="BK-52034", page=page)
        get_payments(world, booking_id="BK-52034")
        list_disputes(world, booking_id="BK-52034")
        get_guest_mark(world, guest_id=delphine.guest_id)
        list_tickets(world, requester_id=delphine.guest_id)
        release_room(world, room_id=rooms[5].id, penalty=money(0))
        release_room(world, room_id=rooms[2].id, penalty=money(0))
        lost = money(rooms[6].total / 2)
        create_charge(world, booking_id="BK-52034", payer="guest", amount=lost, kind="free_place_lost")
        _close(world, delphine.guest_id, "BK-52034")

    with trial.trap(breaks="groups.md#cancelling-the-group") as world:
        delphine = verify_guest(world, email="marchetti.delphine@example.net", booking_id="BK-52034")
        for place in range(1, 11):
            release_room(world, room_id=f"RM-52034-{place}", penalty=money(0))
        issue_refund(world, payment_id="PAY-52034-1", amount=money("1764.00"), reason="group_release")
        cancel_group_service(world, group_service_id="GS-52034-1", units=1, penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52034-2", units=20, penalty=money(0))
        issue_refund(world, payment_id="PAY-52034-1", amount=money("660.00"), reason="group_service")
        _close(world, delphine.guest_id, "BK-52034")

    with trial.trap(breaks="groups.md#free-places", name="not charged") as world:
        delphine = verify_guest(world, email="marchetti.delphine@example.net", booking_id="BK-52034")
        release_room(world, room_id="RM-52034-6", penalty=money(0))
        release_room(world, room_id="RM-52034-3", penalty=money(0))
        _close(world, delphine.guest_id, "BK-52034")

    with trial.trap(breaks="groups.md#free-places", name="half of the room that goes") as world:
        delphine = verify_guest(world, email="marchetti.delphine@example.net", booking_id="BK-52034")
        release_room(world, room_id="RM-52034-6", penalty=money(0))
        release_room(world, room_id="RM-52034-3", penalty=money(0))
        create_charge(world, booking_id="BK-52034", payer="guest", amount=money("497.20"), kind="free_place_lost")
        _close(world, delphine.guest_id, "BK-52034")

    with trial.trap(breaks="groups.md#release-of-rooms") as world:
        delphine = verify_guest(world, email="marchetti.delphine@example.net", booking_id="BK-52034")
        release_room(world, room_id="RM-52034-6", penalty=money(0))
        release_room(world, room_id="RM-52034-5", penalty=money(0))
        create_charge(world, booking_id="BK-52034", payer="guest", amount=money("401.20"), kind="free_place_lost")
        _close(world, delphine.guest_id, "BK-52034")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Duarte Vilhena, BK-52035, duarte.vilhena@example.com. The Fonseca family has chickenpox and stays at home, "
        "and the Brandões split up, so two of our Lisbon rooms are free to go. We have not given back a single room "
        "so far, you will find. Give back both. Unless the others become dearer because of it: in that case the "
        "Fonsecas' only, whatever that one costs."
    ),
    facts={
        "email on file": "d.vilhena@example.org",
    },
    behaviour=Behaviour(
        "Chatty and obliging. Is sure that his group has every room it ordered.",
        pushes=("One room in ten may go free, it says so in our contract, and this is the first.",),
        answers={
            "another email": "It may still run under d.vilhena@example.org, my old address.",
            "different email": "It may still run under d.vilhena@example.org, my old address.",
            "other email": "It may still run under d.vilhena@example.org, my old address.",
            "email address": "It may still run under d.vilhena@example.org, my old address.",
            "another address": "It may still run under d.vilhena@example.org, my old address.",
            "different address": "It may still run under d.vilhena@example.org, my old address.",
            "other address": "It may still run under d.vilhena@example.org, my old address.",
            "old address": "It may still run under d.vilhena@example.org, my old address.",
            "different one": "It may still run under d.vilhena@example.org, my old address.",
            "another one": "It may still run under d.vilhena@example.org, my old address.",
        },
    ),
    records=[
        *guest("GST-2025", "Duarte Vilhena", "d.vilhena@example.org"),
        *group(
            "BK-52035",
            "GST-2025",
            "2025-06-18",
            "2025-11-28",
            "2025-12-01",
            [
                *[room("LIS1-SGL", adults=1)] * 3,
                room("LIS1-DBL"),
                room("LIS1-SGL", adults=1, released_on="2025-11-05"),
                room("LIS1-SGL", adults=1),
                *[room("LIS1-DBL", board="breakfast")] * 2,
                *[room("LIS1-FAM", adults=2, children=2, board="breakfast")] * 2,
            ],
            names=[
                *[["Rui Teles"], ["Inês Patrício"], ["Vasco Louro"], ["Tomás Brandão", "Sara Brandão"], []],
                *[
                    ["Gil Moura"],
                    ["Lia Brandon", "Tom Brandon"],
                    ["Noé Reis", "Eva Reis"],
                    ["Ivo Franco", "Ana Franco"],
                ],
                ["Luís Fonseca", "Marta Fonseca", "Leo Fonseca", "Rita Fonseca"],
            ],
            deposit="715.00",
            list_due="2025-11-04",
            payments=[
                pay("card", "715.00", purpose="deposit"),
                pay("card", "2763.20", on="2025-11-07", purpose="balance", instrument="closed"),
            ],
        ),
    ],
    policy=[
        "groups.md#rooming-list",
        "groups.md#release-of-rooms",
        "groups.md#fewer-than-eight-rooms",
        "payments.md#where-money-goes",
        "guests.md#identity-check",
    ],
    tell=["548.88", "137.22"],
    tags=["asks", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "recovery", "boundary"],
)
def test_case_GRP_005(trial: Trial) -> None:
    """A nameless room used up the share, a second room would end the group rate, the balance's card is closed."""
    with trial.golden() as world:
        duarte = verify_guest(world, email="d.vilhena@example.org", booking_id="BK-52035")
        file = get_booking(world, booking_id="BK-52035")
        fonsecas = get_booking(world, booking_id="BK-52035", page=2).rooms.items[4]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52035")
        for page in (1, 2, 3, 4):
            list_booking_people(world, booking_id="BK-52035", page=page)
        paid = get_payments(world, booking_id="BK-52035").payments
        list_disputes(world, booking_id="BK-52035")
        get_guest_mark(world, guest_id=duarte.guest_id)
        list_tickets(world, requester_id=duarte.guest_id)
        after = release_room(world, room_id=fonsecas.id, penalty=money(fonsecas.total * 80 / 100))
        give_voucher(
            world,
            guest_id=duarte.guest_id,
            booking_id="BK-52035",
            amount=sum((item.amount for item in paid), money(0)) - after.booking.total,
            reason="group_release",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, duarte.guest_id, "BK-52035")

    with trial.trap(breaks="groups.md#rooming-list") as world:
        duarte = verify_guest(world, email="d.vilhena@example.org", booking_id="BK-52035")
        release_room(world, room_id="RM-52035-10", penalty=money(0))
        give_voucher(
            world,
            guest_id=duarte.guest_id,
            booking_id="BK-52035",
            amount=money("686.10"),
            reason="group_release",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, duarte.guest_id, "BK-52035")

    with trial.trap(breaks="groups.md#fewer-than-eight-rooms") as world:
        duarte = verify_guest(world, email="d.vilhena@example.org", booking_id="BK-52035")
        release_room(world, room_id="RM-52035-10", penalty=money("548.88"))
        release_room(world, room_id="RM-52035-4", penalty=money("261.12"))
        give_voucher(
            world,
            guest_id=duarte.guest_id,
            booking_id="BK-52035",
            amount=money("202.50"),
            reason="group_release",
            valid_until=world.today.replace(year=world.today.year + 1),
        )
        _close(world, duarte.guest_id, "BK-52035")

    with trial.trap(breaks="payments.md#where-money-goes", name="the closed card") as world:
        duarte = verify_guest(world, email="d.vilhena@example.org", booking_id="BK-52035")
        release_room(world, room_id="RM-52035-10", penalty=money("548.88"))
        issue_refund(world, payment_id="PAY-52035-2", amount=money("137.22"), reason="group_release")
        _close(world, duarte.guest_id, "BK-52035")

    with trial.trap(breaks="payments.md#where-money-goes", name="the card of the deposit") as world:
        duarte = verify_guest(world, email="d.vilhena@example.org", booking_id="BK-52035")
        release_room(world, room_id="RM-52035-10", penalty=money("548.88"))
        issue_refund(world, payment_id="PAY-52035-1", amount=money("137.22"), reason="group_release")
        _close(world, duarte.guest_id, "BK-52035")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Konbanwa. Our seminar in Ueno gets smaller: two rooms of BK-52036 go back, and it has to be done whatever "
        "it costs, the budget is approved. I only insist on correct figures. Thirty days before arrival a fifth of "
        "the ten rooms is free of charge, and one room went back in August, so one of the two costs nothing. "
        "Afterwards tell me the balance that you will collect on 21 November. Shimabukuro Kaito"
    ),
    facts={
        "email": "kaito.shimabukuro@example.com",
        "two rooms to give back": "the double of Yuki and Ren Tamashiro and the single of Sora Miyagi",
    },
    behaviour=Behaviour(
        "Courteous, counts for himself, and gives way when the figures are explained.",
        pushes=("It is the 12th of November, and we arrive on the 12th of December. That makes thirty days.",),
        answers={
            "which two rooms": "The double of Yuki and Ren Tamashiro and the single of Sora Miyagi.",
            "whose rooms": "The double of Yuki and Ren Tamashiro and the single of Sora Miyagi.",
            "which guests": "The double of Yuki and Ren Tamashiro and the single of Sora Miyagi.",
            "which rooms": "The double of Yuki and Ren Tamashiro and the single of Sora Miyagi.",
        },
    ),
    records=[
        *guest("GST-2026", "Kaito Shimabukuro", "kaito.shimabukuro@example.com", country="Japan"),
        *group(
            "BK-52036",
            "GST-2026",
            "2025-07-14",
            "2025-12-12",
            "2025-12-15",
            [
                *[room("TYO1-DBL", board="breakfast")] * 3,
                room("TYO1-DBL", released_on="2025-08-20"),
                *[room("TYO1-SGL", adults=1, board="half_board")] * 2,
                *[room("TYO1-SGL", adults=1)] * 2,
                *[room("TYO1-FAM", adults=3)] * 2,
            ],
            names=[
                *[["Jun Higa", "Mio Higa"], ["Yuki Tamaki", "Ren Tamaki"], ["Yuki Tamashiro", "Ren Tamashiro"], []],
                *[["Sara Miyagi"], ["Nao Oshiro"], ["Sora Miyagi"], ["Dan Kinjo"], ["Aki Uehara"], ["Go Arakaki"]],
            ],
        ),
    ],
    policy=[
        "groups.md#release-of-rooms",
        "groups.md#fewer-than-eight-rooms",
        "groups.md#deposits-and-balances",
        "money-and-time.md#calendar-days",
    ],
    tell=["44682", "408012"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "interacting", "boundary"],
    now=datetime(2025, 11, 12, 16, 30),
)
def test_case_GRP_006(trial: Trial) -> None:
    """In Tokyo it is the 13th, 29 days: one room used up the share, both cost 80 %, seven rooms pay 10 % more."""
    with trial.golden() as world:
        kaito = verify_guest(world, email="kaito.shimabukuro@example.com", booking_id="BK-52036")
        file = get_booking(world, booking_id="BK-52036")
        rooms = [*file.rooms.items, *get_booking(world, booking_id="BK-52036", page=2).rooms.items]
        get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52036")
        for page in (1, 2, 3):
            list_booking_people(world, booking_id="BK-52036", page=page)
        get_payments(world, booking_id="BK-52036")
        list_disputes(world, booking_id="BK-52036")
        get_guest_mark(world, guest_id=kaito.guest_id)
        list_tickets(world, requester_id=kaito.guest_id)
        given_back = (rooms[2], rooms[6])
        for one in given_back:
            release_room(world, room_id=one.id, penalty=money(one.total * 80 / 100))
        left = [one for one in rooms if one.status == "booked" and one not in given_back]
        more = sum((money(one.total * 10 / 100) for one in left), money(0))
        create_charge(world, booking_id="BK-52036", payer="guest", amount=more, kind="group_rate_lost")
        _close(world, kaito.guest_id, "BK-52036")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        kaito = verify_guest(world, email="kaito.shimabukuro@example.com", booking_id="BK-52036")
        release_room(world, room_id="RM-52036-3", penalty=money(0))
        release_room(world, room_id="RM-52036-7", penalty=money("30192.00"))
        create_charge(world, booking_id="BK-52036", payer="guest", amount=money("44682.00"), kind="group_rate_lost")
        _close(world, kaito.guest_id, "BK-52036")

    with trial.trap(breaks="groups.md#fewer-than-eight-rooms") as world:
        kaito = verify_guest(world, email="kaito.shimabukuro@example.com", booking_id="BK-52036")
        release_room(world, room_id="RM-52036-3", penalty=money("50544.00"))
        release_room(world, room_id="RM-52036-7", penalty=money("30192.00"))
        _close(world, kaito.guest_id, "BK-52036")

    with trial.trap(breaks="groups.md#release-of-rooms") as world:
        kaito = verify_guest(world, email="kaito.shimabukuro@example.com", booking_id="BK-52036")
        release_room(world, room_id="RM-52036-2", penalty=money("50544.00"))
        release_room(world, room_id="RM-52036-5", penalty=money("44112.00"))
        create_charge(world, booking_id="BK-52036", payer="guest", amount=money("42942.00"), kind="group_rate_lost")
        _close(world, kaito.guest_id, "BK-52036")

    assert trial.outcome == trial.golden_outcome
