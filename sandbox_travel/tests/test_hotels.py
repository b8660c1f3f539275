"""Hotels and what they are asked; rates, boards and services; the knowledge base."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, get_args

import pytest

from sandbox_travel.tables import (
    Article,
    BookingEvent,
    ExchangeRate,
    HotelDistance,
    HotelFact,
    HotelNotice,
    HotelPosition,
    HotelRequest,
    Incident,
    Question,
    RatePeriod,
    Subject,
)
from sandbox_travel.tests.office import ANA, FOZ, NOW, RIBEIRA, STAY, day, hotel, office
from sandbox_travel.tools import (
    ask_hotel,
    correct_page_fact,
    get_hotel,
    get_rates,
    list_board_prices,
    list_exchange_rates,
    list_hotel_distances,
    list_hotel_facts,
    list_hotel_notices,
    list_hotel_requests,
    list_incidents,
    list_room_types,
    list_services,
    read_article,
    search_articles,
    search_hotels,
)
from sandbox_travel.tools.messages import _SUBJECTS
from thinkingbox_plugin.authoring import ToolError

FACT = HotelFact(id="FCT-OPO1-1", hotel_id=RIBEIRA, fact="pool", stated=True)


@pytest.mark.parametrize(
    "query", [{"city": "porto", "name": "foz"}, {"name": "foz palacio"}, {"name": "Palácio", "city": "PORTO"}]
)
def test_a_hotel_is_found_however_it_is_written(query: dict[str, Any]) -> None:
    assert [hit.hotel_id for hit in search_hotels(office(), **query).items] == [FOZ]


def test_a_search_by_city_finds_all_its_hotels_and_no_other() -> None:
    assert [hit.hotel_id for hit in search_hotels(office(), city="Porto").items] == [RIBEIRA, FOZ]
    assert search_hotels(office(), city="Por").items == []
    with pytest.raises(ToolError, match="city, name: give at least one"):
        search_hotels(office())


def test_a_hotels_record_is_nobodys() -> None:
    world = office()
    assert str(get_hotel(world, hotel_id=RIBEIRA).shuttle_price) == "25.00"
    assert world.log.calls[-1].owners == frozenset()


def test_other_hotels_are_listed_nearest_first() -> None:
    near = hotel("HTL-OPO4", "Clérigos", "Porto", stars=3)
    world = office(near, HotelDistance(id="HD-903", hotel_id=RIBEIRA, other_id="HTL-OPO4", metres=600))
    found = list_hotel_distances(world, hotel_id=RIBEIRA).items
    assert [(item.hotel_id, item.metres, item.stars) for item in found] == [("HTL-OPO4", 600, 3), (FOZ, 1900, 5)]


def test_notices_are_listed_newest_first() -> None:
    def notice(place: int, published_on: str) -> HotelNotice:
        return HotelNotice(
            id=f"NTC-OPO1-{place}",
            hotel_id=RIBEIRA,
            fact="pool",
            from_on=day("2025-11-01"),
            until_on=day("2025-12-31"),
            published_on=day(published_on),
        )

    world = office(notice(1, "2025-09-01"), notice(2, "2025-10-20"))
    assert [item.id for item in list_hotel_notices(world, hotel_id=RIBEIRA).items] == ["NTC-OPO1-2", "NTC-OPO1-1"]


def test_a_page_is_corrected_as_of_today_and_only_once() -> None:
    world = office(FACT)
    made = correct_page_fact(world, fact_id="FCT-OPO1-1", stated=False)
    assert (made.stated, made.corrected_on) == (False, world.today)
    assert list_hotel_facts(world, hotel_id=RIBEIRA) == [made]
    with pytest.raises(ToolError, match=f"stated: the page says already that {RIBEIRA} does not have this: pool"):
        correct_page_fact(world, fact_id="FCT-OPO1-1", stated=False)


# Asking


def test_a_hotel_answers_as_it_will() -> None:
    world = office(
        HotelPosition(id="HP-1", booking_id=STAY, question="waive_penalty", subject="none", answer="agreed", share=50),
        HotelPosition(id="HP-2", booking_id=STAY, question="special_request", subject="cot", answer="declined"),
    )
    plea = ask_hotel(world, booking_id=STAY, question="waive_penalty", subject="none")
    cot = ask_hotel(world, booking_id=STAY, question="special_request", subject="cot")
    pet = ask_hotel(world, booking_id=STAY, question="special_request", subject="pet")
    assert [(item.answer, item.share) for item in (plea, cot, pet)] == [
        ("agreed", 50),
        ("declined", None),
        ("pending", None),
    ]
    assert (plea.hotel_id, plea.asked_at) == (RIBEIRA, world.now)
    assert list_hotel_requests(world, booking_id=STAY) == [plea, cot, pet]
    assert {effect.table for effect in world.effects()} == {"hotel_requests"}
    assert world.select(BookingEvent, booking_id=STAY) == []


def test_a_hotel_answers_about_the_booking_that_it_was_asked_about() -> None:
    world = office(HotelPosition(id="HP-1", booking_id=STAY, question="fix_fault", subject="noise", answer="agreed"))
    assert ask_hotel(world, booking_id=NOW, question="fix_fault", subject="noise").answer == "pending"


def test_every_question_takes_the_subjects_that_fit_it_and_no_others() -> None:
    world = office()
    for question in get_args(Question):
        fitting = _SUBJECTS.get(question, ("none",))
        for subject in get_args(Subject):
            if subject in fitting:
                ask_hotel(world, booking_id=STAY, question=question, subject=subject)
            else:
                with pytest.raises(ToolError, match=f"^subject: {question} cannot be about {subject}; give "):
                    ask_hotel(world, booking_id=STAY, question=question, subject=subject)
    asked = {(item.question, item.subject) for item in world.select(HotelRequest, booking_id=STAY)}
    assert {subject for _, subject in asked} == set(get_args(Subject))
    assert {question for question, _ in asked} == set(get_args(Question))


def test_incidents_are_listed_by_booking() -> None:
    world = office(
        Incident(
            id="INC-59006-1",
            booking_id=NOW,
            room_id="RM-59006-1",
            kind="no_heating",
            from_night=day("2025-11-10"),
            to_night=day("2025-11-11"),
            reported_on=day("2025-11-11"),
            finding="confirmed",
            made_good=Decimal("10.00"),
        )
    )
    assert [item.kind for item in list_incidents(world, booking_id=NOW)] == ["no_heating"]
    assert world.log.calls[-1].owners == {ANA}
    assert list_incidents(world, booking_id=STAY) == []


# Rates


def test_the_calendar_shows_each_night_of_its_period() -> None:
    world = office(
        RatePeriod(
            id="RP-OPO1-DBL",
            room_type_id="RT-OPO1-DBL",
            from_night=day("2025-12-01"),
            to_night=day("2025-12-04"),
            rate=Decimal("100.00"),
            rooms_left=3,
        ),
        RatePeriod(
            id="RP-OPO1-DBL-2",
            room_type_id="RT-OPO1-DBL",
            from_night=day("2025-12-05"),
            to_night=day("2025-12-06"),
            rate=Decimal("140.00"),
            rooms_left=0,
        ),
    )
    nights: dict[str, Any] = {"from_night": day("2025-11-30"), "to_night": day("2025-12-08")}
    first = get_rates(world, room_type_id="RT-OPO1-DBL", **nights)
    last = get_rates(world, room_type_id="RT-OPO1-DBL", page=2, **nights)
    assert (first.total, first.pages) == (6, 2)
    assert [(str(item.night), str(item.rate), item.rooms_left) for item in [*first.items[-1:], *last.items]] == [
        ("2025-12-05", "140.00", 0),
        ("2025-12-06", "140.00", 0),
    ]
    one = get_rates(world, room_type_id="RT-OPO1-DBL", from_night=day("2025-12-04"), to_night=day("2025-12-04"))
    assert [str(item.rate) for item in one.items] == ["100.00"]


@pytest.mark.parametrize(
    ("room_type_id", "to_night", "message"),
    [
        ("RT-9", "2025-12-02", "room_type_id: no such row in room_types: RT-9"),
        ("RT-OPO1-DBL", "2025-11-30", "to_night: 2025-11-30 lies before from_night 2025-12-01"),
        ("RT-OPO1-DBL", "2026-03-03", "to_night: ask for at most 92 nights at once"),
    ],
)
def test_a_calendar_that_cannot_be_shown_is_refused(room_type_id: str, to_night: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        get_rates(office(), room_type_id=room_type_id, from_night=day("2025-12-01"), to_night=day(to_night))


def test_room_types_boards_and_services_are_listed_by_hotel() -> None:
    world = office()
    assert [(item.id, item.beds) for item in list_room_types(world, hotel_id=RIBEIRA)] == [
        ("RT-OPO1-DBL", 2),
        ("RT-OPO1-FAM", 4),
    ]
    assert [(item.board, str(item.adult)) for item in list_board_prices(world, hotel_id=RIBEIRA)] == [
        ("breakfast", "10.00")
    ]
    assert [(item.service, str(item.price)) for item in list_services(world, hotel_id=RIBEIRA)] == [("dinner", "32.50")]


def test_exchange_rates_are_listed_newest_first_forecasts_included() -> None:
    world = office(
        ExchangeRate(id="XR-GBP-2099", currency="GBP", day=day("2099-01-02"), per_euro=Decimal("0.85")),
        ExchangeRate(id="XR-GBP-2098", currency="GBP", day=day("2099-01-01"), per_euro=Decimal("0.84")),
    )
    assert [str(item.day) for item in list_exchange_rates(world, currency="GBP").items[:2]] == [
        "2099-01-02",
        "2099-01-01",
    ]


@pytest.mark.parametrize(
    "tool",
    [
        get_hotel,
        list_hotel_distances,
        list_hotel_facts,
        list_hotel_notices,
        list_room_types,
        list_board_prices,
        list_services,
    ],
)
def test_an_unknown_hotel_is_refused_by_name(tool: Any) -> None:
    with pytest.raises(ToolError, match="hotel_id: no such row in hotels: HTL-9"):
        tool(office(), hotel_id="HTL-9")


def test_an_article_shows_from_when_to_when_it_holds() -> None:
    world = office(
        Article(
            id="KB-901",
            title="Quokka ferries",
            body="The quokka ferries do not run.",
            kind="bulletin",
            changes="cancellation.md#force-majeure",
            published_on=day("2025-11-02"),
            first_day=day("2025-11-02"),
            last_day=day("2025-12-31"),
        )
    )
    assert [hit.article_id for hit in search_articles(world, query="quokka").items] == ["KB-901"]
    assert read_article(world, article_id="KB-901").last_day == day("2025-12-31")
