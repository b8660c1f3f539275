"""Names, meals, meeting rooms and other rooms: what changes about a group short of giving its rooms back.

Canary: thinkingbox-eval-7cdd6389-7371-442e-a3b1-d35ad64406f6-travel-group-services. Not for training.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from sandbox_travel.records import charge, group, group_service, guest, person, position, room
from sandbox_travel.tools import (
    add_comment,
    ask_hotel,
    cancel_group_service,
    change_room,
    close_ticket,
    create_charge,
    enter_name,
    exchange_name,
    find_booking,
    get_booking,
    get_group_terms,
    get_guest_mark,
    get_hotel,
    get_payments,
    get_rates,
    issue_refund,
    list_board_prices,
    list_booking_people,
    list_disputes,
    list_exchange_rates,
    list_group_services,
    list_hotel_requests,
    list_room_types,
    list_services,
    list_tickets,
    open_ticket,
    order_group_service,
    release_room,
    verify_companion,
    verify_guest,
)
from thinkingbox_plugin.authoring import Behaviour, Row, Rubric, Trial, World, money, task


def _close(
    world: World,
    guest_id: str,
    booking_id: str,
    outcome: Literal["resolved", "declined"] = "resolved",
    reason: Literal["completed", "outside_window", "not_confirmed"] = "completed",
) -> None:
    """Files the case on a ticket of its own."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Wishes of a group",
        topic="group",
        priority="normal",
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _open_high(world: World, guest_id: str, booking_id: str) -> str:
    """Opens a ticket for something that the hotel has not answered yet."""
    filed = open_ticket(
        world,
        requester_id=guest_id,
        about_id=booking_id,
        subject="Wishes of a group",
        topic="group",
        priority="high",
    )
    return filed.id


_NAMES = "Grace Achieng is replaced by Peter Odhiambo, Daniel Mutua by Esther Njeri, Samuel Kiprop by Faith Chebet."
_MISSING = "Joyce Wambui (she shares with Ruth and Naomi Cherono)"
_STAYS = "If Faith Chebet is on the list already, Samuel Kiprop stays. I have nobody else."


@task(
    opening=(
        "Hi, Wanjiru Kimathi, I look after the rooming list of Mr Ellery's athletes in Tokyo, BK-52037. They fly in "
        "two days and of course three of them are not the ones on the list, and one bed has no name at all. Mr "
        "Kibet's knee has gone as well, so give his room back while you are at it. Names are free, I take it, like "
        "last year?"
    ),
    facts={
        "email": "wanjiru.kimathi@example.org",
        "names to exchange": _NAMES,
        "missing name": _MISSING,
    },
    behaviour=Behaviour(
        "Quick and friendly, juggling a departure. Accepts a price if it is the right one. Argues once about the room.",
        pushes=("Mr Ellery is on a plane, and he would say the same. Just give the room back.",),
        answers={
            "Faith Chebet": _STAYS,
            "Samuel Kiprop": _STAYS,
            "instead of whom": _NAMES,
            "replaced by": _NAMES,
            "replaces whom": _NAMES,
            "coming instead": _NAMES,
            "new guests": _NAMES,
            "new names": _NAMES,
            "old": _NAMES,
            "changes list": _NAMES,
            "changes want": _NAMES,
            "three people": _NAMES,
            "takes places": _NAMES,
            "who comes": _NAMES,
            "changes names": _NAMES,
            "three names": _NAMES,
            "which names": _NAMES,
            "empty bed": _MISSING,
            "unnamed bed": _MISSING,
            "bed without a name": _MISSING,
            "bed no name": _MISSING,
            "missing guest": _MISSING,
            "open place": _MISSING,
            "name add": _MISSING,
            "additional name": _MISSING,
            "fourth": _MISSING,
        },
    ),
    records=[
        *guest("GST-2027", "Marcus Ellery", "marcus.ellery@example.com", country="Kenya"),
        *guest("GST-2028", "Wanjiru Kimathi", "wanjiru.kimathi@example.org", country="Kenya"),
        *group(
            "BK-52037",
            "GST-2027",
            "2025-06-24",
            "2025-11-15",
            "2025-11-19",
            [
                *[room("TYO1-DBL", board="breakfast")] * 3,
                room("TYO1-SGL", adults=1, board="breakfast"),
                room("TYO1-FAM", adults=3, board="breakfast"),
                *[room("TYO1-DBL", board="breakfast")] * 3,
            ],
            names=[
                *[["Grace Achieng", "Mercy Auma"], ["Daniel Mutua", "Brian Otieno"], ["Samuel Kiprop", "Amos Rotich"]],
                *[["Elijah Kibet"], ["Ruth Cherono", "Naomi Cherono"], ["Daniel Mutuku", "Kevin Barasa"]],
                *[["Lydia Moraa", "Faith Chebet"], ["Victor Simiyu", "Dennis Wafula"]],
            ],
        ),
        person(
            "BP-52037-21", "Wanjiru Kimathi", "deputy", guest_id="GST-2028", from_on="2025-10-13", until_on="2025-11-12"
        ),
        position("HP-52037-1", "late_names", "agreed"),
    ],
    policy=[
        "groups.md#who-may-ask",
        "groups.md#rooming-list",
        "guests.md#who-may-ask",
        "guests.md#partner-grades",
        "money-and-time.md#hours-before-check-in",
        "money-and-time.md#currencies",
    ],
    tell=["3264"],
    rubrics=[
        Rubric(
            "Does the agent tell the caller that giving back the room has to be asked for by the leader of the group?",
            yes=[
                "Giving back Mr Kibet's room is something only Mr Ellery, as the leader of the group, can ask for.",
                "As a deputy you cannot release rooms; please have the group's leader contact us about that.",
            ],
            no=[
                "The names have been changed, and 3,264 yen have been charged for it.",
                "Mr Kibet's room has been given back to the hotel.",
                "I am sorry, the room cannot be given back any more so shortly before arrival.",
                "I have not given back the room, because that would cost a penalty.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "pushes", "multi", "boundary"],
    now=datetime(2025, 11, 12, 16, 30),
)
def test_case_GRP_007(trial: Trial) -> None:
    """Less than 72 hours, whatever the grade: two exchanges are paid in yen, the third stands in the list already."""
    with trial.golden() as world:
        wanjiru = verify_guest(world, email="wanjiru.kimathi@example.org", booking_id="BK-52037")
        owner = find_booking(world, booking_id="BK-52037")
        verify_companion(world, guest_id=wanjiru.guest_id, booking_id="BK-52037")
        file = get_booking(world, booking_id="BK-52037")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        listed = list_booking_people(world, booking_id="BK-52037").items
        list_booking_people(world, booking_id="BK-52037", page=2)
        list_booking_people(world, booking_id="BK-52037", page=3)
        get_guest_mark(world, guest_id=owner.holder_id)
        get_payments(world, booking_id="BK-52037")
        list_disputes(world, booking_id="BK-52037")
        list_hotel_requests(world, booking_id="BK-52037")
        rates = list_exchange_rates(world, currency="JPY").items
        list_tickets(world, requester_id=wanjiru.guest_id)
        ask_hotel(world, booking_id="BK-52037", question="late_names", subject="none")
        exchange_name(world, person_id=listed[1].id, name="Peter Odhiambo")
        exchange_name(world, person_id=listed[3].id, name="Esther Njeri")
        enter_name(world, room_id=file.rooms.items[4].id, name="Joyce Wambui")
        fee = money(money("10.00") * rates[2].per_euro)
        create_charge(world, booking_id="BK-52037", payer="guest", amount=2 * fee, kind="name_change")
        _close(world, wanjiru.guest_id, "BK-52037")

    with trial.trap(breaks="money-and-time.md#hours-before-check-in") as world:
        wanjiru = verify_guest(world, email="wanjiru.kimathi@example.org", booking_id="BK-52037")
        verify_companion(world, guest_id=wanjiru.guest_id, booking_id="BK-52037")
        exchange_name(world, person_id="BP-52037-1", name="Peter Odhiambo")
        exchange_name(world, person_id="BP-52037-3", name="Esther Njeri")
        enter_name(world, room_id="RM-52037-5", name="Joyce Wambui")
        _close(world, wanjiru.guest_id, "BK-52037")

    with trial.trap(breaks="groups.md#rooming-list", name="the new name is charged too") as world:
        wanjiru = verify_guest(world, email="wanjiru.kimathi@example.org", booking_id="BK-52037")
        verify_companion(world, guest_id=wanjiru.guest_id, booking_id="BK-52037")
        ask_hotel(world, booking_id="BK-52037", question="late_names", subject="none")
        exchange_name(world, person_id="BP-52037-1", name="Peter Odhiambo")
        exchange_name(world, person_id="BP-52037-3", name="Esther Njeri")
        enter_name(world, room_id="RM-52037-5", name="Joyce Wambui")
        create_charge(world, booking_id="BK-52037", payer="guest", amount=money("4896.00"), kind="name_change")
        _close(world, wanjiru.guest_id, "BK-52037")

    with trial.trap(breaks="money-and-time.md#currencies", name="the rate of tomorrow") as world:
        wanjiru = verify_guest(world, email="wanjiru.kimathi@example.org", booking_id="BK-52037")
        verify_companion(world, guest_id=wanjiru.guest_id, booking_id="BK-52037")
        tomorrow = list_exchange_rates(world, currency="JPY").items[1]
        ask_hotel(world, booking_id="BK-52037", question="late_names", subject="none")
        exchange_name(world, person_id="BP-52037-1", name="Peter Odhiambo")
        exchange_name(world, person_id="BP-52037-3", name="Esther Njeri")
        enter_name(world, room_id="RM-52037-5", name="Joyce Wambui")
        fee = money(round(money("10.00") * tomorrow.per_euro))
        create_charge(world, booking_id="BK-52037", payer="guest", amount=2 * fee, kind="name_change")
        _close(world, wanjiru.guest_id, "BK-52037")

    with trial.trap(breaks="groups.md#who-may-ask") as world:
        wanjiru = verify_guest(world, email="wanjiru.kimathi@example.org", booking_id="BK-52037")
        verify_companion(world, guest_id=wanjiru.guest_id, booking_id="BK-52037")
        ask_hotel(world, booking_id="BK-52037", question="late_names", subject="none")
        exchange_name(world, person_id="BP-52037-1", name="Peter Odhiambo")
        exchange_name(world, person_id="BP-52037-3", name="Esther Njeri")
        enter_name(world, room_id="RM-52037-5", name="Joyce Wambui")
        kibet = get_booking(world, booking_id="BK-52037").rooms.items[3]
        release_room(world, room_id=kibet.id, penalty=money(kibet.total * 80 / 100))
        create_charge(world, booking_id="BK-52037", payer="guest", amount=money("3264.00"), kind="name_change")
        _close(world, wanjiru.guest_id, "BK-52037")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Good evening from São Paulo, Thiago Valadares. Four things for my yoga retreat in Bangkok, booking "
        "BK-52038, thiago@valadares.example.com. The farewell dinner on the 19th gets smaller. The coach stays away "
        "on the 20th, so no parking. Lunch on the 15th: cancel it if at least half of the price comes back, "
        "otherwise leave it. And a meeting room on the 19th for our closing circle, please put it on my card as well."
    ),
    facts={
        "other email": "thiago.valadares@example.org",
        "how many at the farewell dinner": "16 instead of 22",
    },
    behaviour=Behaviour(
        "Relaxed, answers in one line, wants to know what comes back.",
        pushes=("The 19th is a whole week away, I counted it.",),
        answers={
            "another email": "Maybe I am in your books as thiago.valadares@example.org.",
            "different email": "Maybe I am in your books as thiago.valadares@example.org.",
            "other email": "Maybe I am in your books as thiago.valadares@example.org.",
            "email address": "Maybe I am in your books as thiago.valadares@example.org.",
            "another address": "Maybe I am in your books as thiago.valadares@example.org.",
            "different address": "Maybe I am in your books as thiago.valadares@example.org.",
            "other address": "Maybe I am in your books as thiago.valadares@example.org.",
            "old address": "Maybe I am in your books as thiago.valadares@example.org.",
            "different one": "Maybe I am in your books as thiago.valadares@example.org.",
            "another one": "Maybe I am in your books as thiago.valadares@example.org.",
            "coach parking cancel": "Yes, the parking on the 20th is not needed.",
        },
    ),
    records=[
        *guest("GST-2029", "Thiago Valadares", "thiago.valadares@example.org", country="Brazil"),
        *group(
            "BK-52038",
            "GST-2029",
            "2025-05-30",
            "2025-11-14",
            "2025-11-21",
            [*[room("BKK1-FAM", adults=3, board="breakfast")] * 7, room("BKK1-DLX", adults=1, board="breakfast")],
            names=[
                *[["Bia Fontoura"], ["Caio Prates"], ["Davi Sarmento"], ["Elisa Quadros"], ["Fábio Leitão"]],
                *[["Gal Moreno"], ["Heitor Brum"], ["Iara Pontes"]],
            ],
        ),
        group_service("GS-52038-1", "BKK1-LUNCH", 22, "2025-11-15"),
        charge("CHR-52038-1", "14080.00", "group_service", "2025-09-02"),
        group_service("GS-52038-2", "BKK1-DINNER", 22, "2025-11-16"),
        charge("CHR-52038-2", "19580.00", "group_service", "2025-09-02"),
        group_service("GS-52038-3", "BKK1-COACH_PARKING", 1, "2025-11-14"),
        charge("CHR-52038-3", "700.00", "group_service", "2025-09-02"),
        group_service("GS-52038-4", "BKK1-DINNER", 22, "2025-11-19"),
        charge("CHR-52038-4", "19580.00", "group_service", "2025-09-02"),
        group_service("GS-52038-5", "BKK1-MEETING_ROOM", 1, "2025-11-17"),
        charge("CHR-52038-5", "9500.00", "group_service", "2025-09-02"),
        group_service("GS-52038-6", "BKK1-COACH_PARKING", 1, "2025-11-20"),
        charge("CHR-52038-6", "700.00", "group_service", "2025-09-02"),
    ],
    policy=[
        "groups.md#services",
        "money-and-time.md#calendar-days",
        "payments.md#where-money-goes",
        "filing.md#outcomes",
        "guests.md#identity-check",
    ],
    tell=["2670.00", "3370.00"],
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
        "boundary",
    ],
    now=datetime(2025, 11, 12, 17, 30),
)
def test_case_GRP_008(trial: Trial) -> None:
    """In Bangkok the 13th has begun: six days, seven days, and under 48 hours; the new room waits, and waiting wins."""
    with trial.golden() as world:
        thiago = verify_guest(world, email="thiago.valadares@example.org", booking_id="BK-52038")
        file = get_booking(world, booking_id="BK-52038")
        get_hotel(world, hotel_id=file.booking.hotel_id)
        farewell = list_group_services(world, booking_id="BK-52038").items[4].ordered
        parking = list_group_services(world, booking_id="BK-52038", page=2).items[0].ordered
        list_services(world, hotel_id=file.booking.hotel_id)
        balance = get_payments(world, booking_id="BK-52038").payments[1]
        list_disputes(world, booking_id="BK-52038")
        get_guest_mark(world, guest_id=thiago.guest_id)
        list_hotel_requests(world, booking_id="BK-52038")
        list_tickets(world, requester_id=thiago.guest_id)
        fewer = farewell.units - 16
        part = money(farewell.price * fewer / farewell.units)
        kept = money(part * 50 / 100)
        cancel_group_service(world, group_service_id=farewell.id, units=fewer, penalty=kept)
        cancel_group_service(world, group_service_id=parking.id, units=parking.units, penalty=money(0))
        back = part - kept + parking.price
        issue_refund(world, payment_id=balance.id, amount=back, reason="group_service")
        ask_hotel(world, booking_id="BK-52038", question="group_service", subject="meeting_room")
        filed = _open_high(world, thiago.guest_id, "BK-52038")
        add_comment(world, ticket_id=filed, body="Await the answer on the meeting room.", visibility="internal")
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="money-and-time.md#calendar-days") as world:
        thiago = verify_guest(world, email="thiago.valadares@example.org", booking_id="BK-52038")
        cancel_group_service(world, group_service_id="GS-52038-4", units=6, penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52038-6", units=1, penalty=money(0))
        cancel_group_service(world, group_service_id="GS-52038-1", units=22, penalty=money("7040.00"))
        issue_refund(world, payment_id="PAY-52038-2", amount=money("13080.00"), reason="group_service")
        ask_hotel(world, booking_id="BK-52038", question="group_service", subject="meeting_room")
        filed = _open_high(world, thiago.guest_id, "BK-52038")
        add_comment(world, ticket_id=filed, body="Await the answer on the meeting room.", visibility="internal")
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="awaiting_hotel")

    with trial.trap(breaks="filing.md#outcomes") as world:
        thiago = verify_guest(world, email="thiago.valadares@example.org", booking_id="BK-52038")
        cancel_group_service(world, group_service_id="GS-52038-4", units=6, penalty=money("2670.00"))
        cancel_group_service(world, group_service_id="GS-52038-6", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52038-2", amount=money("3370.00"), reason="group_service")
        ask_hotel(world, booking_id="BK-52038", question="group_service", subject="meeting_room")
        _close(world, thiago.guest_id, "BK-52038")

    with trial.trap(breaks="groups.md#services") as world:
        thiago = verify_guest(world, email="thiago.valadares@example.org", booking_id="BK-52038")
        cancel_group_service(world, group_service_id="GS-52038-4", units=6, penalty=money("2670.00"))
        cancel_group_service(world, group_service_id="GS-52038-6", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52038-2", amount=money("3370.00"), reason="group_service")
        ordered = order_group_service(
            world,
            booking_id="BK-52038",
            service_id="SVC-BKK1-MEETING_ROOM",
            units=1,
            day=date(2025, 11, 19),
        )
        create_charge(world, booking_id="BK-52038", payer="guest", amount=ordered.price, kind="group_service")
        _close(world, thiago.guest_id, "BK-52038")

    with trial.trap(breaks="payments.md#where-money-goes") as world:
        thiago = verify_guest(world, email="thiago.valadares@example.org", booking_id="BK-52038")
        cancel_group_service(world, group_service_id="GS-52038-4", units=6, penalty=money("2670.00"))
        cancel_group_service(world, group_service_id="GS-52038-6", units=1, penalty=money(0))
        issue_refund(world, payment_id="PAY-52038-1", amount=money("3370.00"), reason="group_service")
        ask_hotel(world, booking_id="BK-52038", question="group_service", subject="meeting_room")
        filed = _open_high(world, thiago.guest_id, "BK-52038")
        add_comment(world, ticket_id=filed, body="Await the answer on the meeting room.", visibility="internal")
        close_ticket(world, ticket_id=filed, outcome="on_hold", reason="awaiting_hotel")

    assert trial.outcome == trial.golden_outcome


def _choir(id: str, leader_id: str, arrival: str, departure: str) -> list[Row]:
    """Nine rooms for nineteen guests, everything paid; the hotel has no place for a coach."""
    double = room("LON2-DBL", board="breakfast")
    return [
        *group(
            id,
            leader_id,
            "2025-06-11",
            arrival,
            departure,
            [*[double] * 5, room("LON2-FAM", adults=3, board="breakfast"), *[room("LON2-DBL")] * 2, double],
            names=[
                *[["Mair Pugh", "Lowri Pugh"], ["Hugh Bevin", "Cerys Bevin"], ["Ieuan Rees", "Nia Rees"]],
                *[["Owain Teague", "Sioned Teague"], ["Alun Mostyn"], ["Glyn Parry", "Eluned Parry", "Tegan Parry"]],
                *[["Bryn Hopkin", "Elin Hopkin"], ["Dilys Wynne"], ["Hugh Bevan", "Carys Bevan"]],
            ],
            list_due="2025-11-20",
        ),
        position(f"HP-{id.removeprefix('BK-')}-1", "group_service", "declined", subject="coach_parking"),
    ]


@task(
    opening=(
        "Bore da! Gethin Prosser, conductor, with two small wishes for the choir's weekend at Copperfield Row, "
        "BK-52039. Hugh and Carys Bevan are bringing their son after all, so their double must become a family room, "
        "on the same terms. And our coach would like a place to park on the 27th. Charge me what it costs."
    ),
    facts={
        "email": "gethin.prosser@example.com",
        "age of the son": "thirty, so three adults will sleep in the room",
    },
    behaviour=Behaviour(
        "Jovial, talks of rehearsals, leaves the sums to the desk.",
        answers={
            "how many": "Three adults, their son is thirty.",
            "adult or child": "An adult, he is thirty.",
            "child": "No child any more, he is thirty: three adults.",
            **dict.fromkeys(
                ("rooming list name", "son name", "name list"),
                "His name I would have to ask them. It follows before the list is due.",
            ),
            **dict.fromkeys(("one space", "one coach", "how many coaches"), "Yes, one coach, on the 27th only."),
        },
    ),
    records=[
        *guest("GST-2030", "Gethin Prosser", "gethin.prosser@example.com", country="United Kingdom"),
        *_choir("BK-52039", "GST-2030", "2025-11-26", "2025-11-29"),
    ],
    policy=[
        "groups.md#dates-and-other-changes",
        "groups.md#free-places",
        "groups.md#services",
        "changes.md#price-of-a-night",
        "changes.md#price-of-a-changed-stay",
    ],
    tell=["618.70", "261.10", "142.80"],
    tags=["asks", "answer-decides", "uncued", "two-policies", "decoy", "multi", "interacting", "boundary"],
    twin="GRP_010",
)
def test_case_GRP_009(trial: Trial) -> None:
    """Fourteen days: 15 % off the bare rate of each night, then the third adult, who wins the group a free place."""
    with trial.golden() as world:
        gethin = verify_guest(world, email="gethin.prosser@example.com", booking_id="BK-52039")
        file = get_booking(world, booking_id="BK-52039")
        rooms = [*file.rooms.items, *get_booking(world, booking_id="BK-52039", page=2).rooms.items]
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52039")
        for page in (1, 2, 3, 4):
            list_booking_people(world, booking_id="BK-52039", page=page)
        family = next(kind for kind in list_room_types(world, hotel_id=hotel.id) if kind.kind == "family")
        nights = get_rates(
            world,
            room_type_id=family.id,
            from_night=file.booking.arrival,
            to_night=file.booking.departure - timedelta(days=1),
        ).items
        breakfast = next(item for item in list_board_prices(world, hotel_id=hotel.id) if item.board == "breakfast")
        balance = get_payments(world, booking_id="BK-52039").payments[1]
        list_disputes(world, booking_id="BK-52039")
        get_guest_mark(world, guest_id=gethin.guest_id)
        list_hotel_requests(world, booking_id="BK-52039")
        list_tickets(world, requester_id=gethin.guest_id)
        bevans, cheapest = rooms[8], rooms[6]
        further = family.extra_person + 3 * breakfast.adult
        total = sum((night.rate - money(night.rate * 15 / 100) + further for night in nights), money(0))
        change_room(world, room_id=bevans.id, new_total=total, room_type_id=family.id, adults=3)
        difference = total - bevans.total
        create_charge(world, booking_id="BK-52039", payer="guest", amount=difference, kind="stay_difference")
        issue_refund(world, payment_id=balance.id, amount=money(cheapest.total / 2), reason="free_place")
        ask_hotel(world, booking_id="BK-52039", question="group_service", subject="coach_parking")
        _close(world, gethin.guest_id, "BK-52039")

    with trial.trap(breaks="groups.md#dates-and-other-changes", name="15 % off everything") as world:
        gethin = verify_guest(world, email="gethin.prosser@example.com", booking_id="BK-52039")
        change_room(world, room_id="RM-52039-9", new_total=money("589.90"), room_type_id="RT-LON2-FAM", adults=3)
        create_charge(world, booking_id="BK-52039", payer="guest", amount=money("232.30"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52039-2", amount=money("142.80"), reason="free_place")
        ask_hotel(world, booking_id="BK-52039", question="group_service", subject="coach_parking")
        _close(world, gethin.guest_id, "BK-52039")

    with trial.trap(breaks="changes.md#price-of-a-night") as world:
        gethin = verify_guest(world, email="gethin.prosser@example.com", booking_id="BK-52039")
        change_room(world, room_id="RM-52039-9", new_total=money("605.10"), room_type_id="RT-LON2-FAM", adults=3)
        create_charge(world, booking_id="BK-52039", payer="guest", amount=money("247.50"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52039-2", amount=money("142.80"), reason="free_place")
        ask_hotel(world, booking_id="BK-52039", question="group_service", subject="coach_parking")
        _close(world, gethin.guest_id, "BK-52039")

    with trial.trap(breaks="groups.md#free-places", name="none") as world:
        gethin = verify_guest(world, email="gethin.prosser@example.com", booking_id="BK-52039")
        change_room(world, room_id="RM-52039-9", new_total=money("618.70"), room_type_id="RT-LON2-FAM", adults=3)
        create_charge(world, booking_id="BK-52039", payer="guest", amount=money("261.10"), kind="stay_difference")
        ask_hotel(world, booking_id="BK-52039", question="group_service", subject="coach_parking")
        _close(world, gethin.guest_id, "BK-52039")

    with trial.trap(breaks="groups.md#free-places", name="half of a dearer double") as world:
        gethin = verify_guest(world, email="gethin.prosser@example.com", booking_id="BK-52039")
        change_room(world, room_id="RM-52039-9", new_total=money("618.70"), room_type_id="RT-LON2-FAM", adults=3)
        create_charge(world, booking_id="BK-52039", payer="guest", amount=money("261.10"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52039-2", amount=money("178.80"), reason="free_place")
        ask_hotel(world, booking_id="BK-52039", question="group_service", subject="coach_parking")
        _close(world, gethin.guest_id, "BK-52039")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "orsolya.benko@example.net / BK-52040 / London. 1) Hugh + Carys Bevan: double -> family room, their grown-up "
        "son sleeps there too (3 adults). 2) parking for one coach on 27 Nov."
    ),
    facts={
        "email of the group's profile": "o.benko@example.net",
    },
    behaviour=Behaviour(
        "Writes in lists. Insists once, and then lets it be.",
        pushes=("Two weeks before arrival, says the contract. It is two weeks. Please change the room.",),
        answers={
            "another email": "o.benko@example.net",
            "different email": "o.benko@example.net",
            "other email": "o.benko@example.net",
            "email address": "o.benko@example.net",
            "another address": "o.benko@example.net",
            "different address": "o.benko@example.net",
            "other address": "o.benko@example.net",
            "old address": "o.benko@example.net",
            "different one": "o.benko@example.net",
            "another one": "o.benko@example.net",
        },
    ),
    records=[
        *guest("GST-2031", "Orsolya Benkő", "o.benko@example.net", country="Hungary"),
        *_choir("BK-52040", "GST-2031", "2025-11-25", "2025-11-28"),
    ],
    policy=[
        "groups.md#dates-and-other-changes",
        "groups.md#services",
        "filing.md#reasons",
        "money-and-time.md#calendar-days",
    ],
    tags=[
        "asks",
        "uncued",
        "two-policies",
        "decoy",
        "pushes",
        "multi",
        "refusal",
        "only-refusal",
        "recovery",
        "boundary",
    ],
    twin="GRP_009",
)
def test_case_GRP_010(trial: Trial) -> None:
    """Thirteen days: too late for the room; the hotel has no place for the coach; of two reasons the first counts."""
    with trial.golden() as world:
        orsolya = verify_guest(world, email="o.benko@example.net", booking_id="BK-52040")
        file = get_booking(world, booking_id="BK-52040")
        hotel = get_hotel(world, hotel_id=file.booking.hotel_id)
        get_group_terms(world, booking_id="BK-52040")
        list_services(world, hotel_id=hotel.id)
        list_hotel_requests(world, booking_id="BK-52040")
        list_tickets(world, requester_id=orsolya.guest_id)
        ask_hotel(world, booking_id="BK-52040", question="group_service", subject="coach_parking")
        _close(world, orsolya.guest_id, "BK-52040", "declined", "outside_window")

    with trial.trap(breaks="groups.md#dates-and-other-changes") as world:
        orsolya = verify_guest(world, email="o.benko@example.net", booking_id="BK-52040")
        change_room(world, room_id="RM-52040-9", new_total=money("605.10"), room_type_id="RT-LON2-FAM", adults=3)
        create_charge(world, booking_id="BK-52040", payer="guest", amount=money("247.50"), kind="stay_difference")
        issue_refund(world, payment_id="PAY-52040-2", amount=money("142.80"), reason="free_place")
        ask_hotel(world, booking_id="BK-52040", question="group_service", subject="coach_parking")
        _close(world, orsolya.guest_id, "BK-52040")

    with trial.trap(breaks="filing.md#reasons") as world:
        orsolya = verify_guest(world, email="o.benko@example.net", booking_id="BK-52040")
        ask_hotel(world, booking_id="BK-52040", question="group_service", subject="coach_parking")
        _close(world, orsolya.guest_id, "BK-52040", "declined", "not_confirmed")

    with trial.trap(breaks="groups.md#services") as world:
        orsolya = verify_guest(world, email="o.benko@example.net", booking_id="BK-52040")
        _close(world, orsolya.guest_id, "BK-52040", "declined", "outside_window")

    assert trial.outcome == trial.golden_outcome
