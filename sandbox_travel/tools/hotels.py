"""Hotels: their records, what their pages state, and how far they are from one another."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sandbox_travel.tables import Hotel, HotelDistance, HotelFact, HotelNotice
from sandbox_travel.tools._common import HotelId
from thinkingbox_plugin.authoring import (
    Page,
    PageNumber,
    ToolError,
    View,
    World,
    paged,
    paged_as,
    plain,
    reads,
    writes,
)


class HotelHit(View):
    """A search result; get_hotel shows the rest."""

    hotel_id: str
    name: str
    city: str
    stars: int


class Neighbour(View):
    """Another hotel of the same city and how far it is."""

    hotel_id: str
    name: str
    stars: int
    metres: int


@reads
def search_hotels(
    world: World,
    city: Annotated[
        str | None, Field(min_length=2, max_length=80, description="The city; case and accents do not count.")
    ] = None,
    name: Annotated[
        str | None, Field(min_length=2, max_length=80, description="The hotel's name or a part of it.")
    ] = None,
    page: PageNumber = 1,
) -> Page[HotelHit]:
    """Search for partner hotels by city, by name, or by both; five a page.  Shows neither prices nor free rooms."""
    if city is None and name is None:
        raise ToolError("city, name: give at least one")
    found = [
        hotel
        for hotel in world.select(Hotel)
        if (city is None or plain(city) == plain(hotel.city)) and (name is None or plain(name) in plain(hotel.name))
    ]
    return paged_as(found, page, _hit)


@reads
def get_hotel(world: World, hotel_id: HotelId) -> Hotel:
    """Read a hotel's record: class, city, the difference of its clock from UTC, the times of check-in and check-out
    on its own clock, currency, whether pets are welcome, and the price of its airport shuttle for one direction
    (null: no shuttle).

    Internal, for the desk's eyes alone: partner_grade and margin_percent.
    """
    return world.get(Hotel, hotel_id)


@reads
def list_hotel_distances(world: World, hotel_id: HotelId, page: PageNumber = 1) -> Page[Neighbour]:
    """List the other hotels of a hotel's city by their distance from it, nearest first, five a page."""
    world.get(Hotel, hotel_id)
    distances = world.select(HotelDistance, hotel_id=hotel_id)
    distances.sort(key=lambda distance: (distance.metres, distance.other_id))
    return paged_as(distances, page, lambda distance: _neighbour(world, distance))


@reads
def list_hotel_facts(world: World, hotel_id: HotelId) -> list[HotelFact]:
    """List what the hotel's page states of each facility (stated: whether it says that there is one), and on which
    day an entry was last corrected, null for never."""
    world.get(Hotel, hotel_id)
    return world.select(HotelFact, hotel_id=hotel_id)


@reads
def list_hotel_notices(world: World, hotel_id: HotelId, page: PageNumber = 1) -> Page[HotelNotice]:
    """List the notices of closed facilities on a hotel's page, newest first, five a page: which facility, the first
    and the last day of the works, and when the notice was published."""
    world.get(Hotel, hotel_id)
    notices = world.select(HotelNotice, hotel_id=hotel_id)
    return paged(sorted(notices, key=lambda notice: (notice.published_on, notice.id), reverse=True), page)


@writes
def correct_page_fact(
    world: World,
    fact_id: Annotated[str, Field(description="The entry of the hotel's page, from list_hotel_facts.")],
    stated: Annotated[bool, Field(description="Whether the page is to say that the hotel has this facility.")],
) -> HotelFact:
    """Correct what a hotel's page states of one facility, as of today.  Asks nobody and pays nothing; an entry that
    states the same already is refused."""
    fact = world.get(HotelFact, fact_id)
    if fact.stated == stated:
        said = "has" if stated else "does not have"
        raise ToolError(f"stated: the page says already that {fact.hotel_id} {said} this: {fact.fact}")
    return world.update(fact, stated=stated, corrected_on=world.today)


def _hit(hotel: Hotel) -> HotelHit:
    return HotelHit(hotel_id=hotel.id, name=hotel.name, city=hotel.city, stars=hotel.stars)


def _neighbour(world: World, distance: HotelDistance) -> Neighbour:
    other = world.get(Hotel, distance.other_id)
    return Neighbour(hotel_id=other.id, name=other.name, stars=other.stars, metres=distance.metres)
