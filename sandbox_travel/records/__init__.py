"""Records of StayBridge: the base world, and builders with which tasks write their own."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_travel.records.articles import ARTICLES
from sandbox_travel.records.base import guests_and_bookings
from sandbox_travel.records.booking import booking, room
from sandbox_travel.records.calendar import calendar, seasons
from sandbox_travel.records.cases import (
    article,
    asked,
    comment,
    document,
    incident,
    person,
    position,
    request,
    ticket,
)
from sandbox_travel.records.exchange import exchange_rate, exchange_rates
from sandbox_travel.records.groups import group, group_service
from sandbox_travel.records.houses import HOUSES
from sandbox_travel.records.money import charge, dispute, invoice, pay, refund, voucher
from sandbox_travel.records.people import approval, approver, company, contract, guest, member, period
from sandbox_travel.records.services import SERVICES, distances, fact, facts, notice, notices
from thinkingbox_plugin.authoring import Row


def base_records() -> Iterator[Row]:
    """The business on an ordinary Wednesday."""
    for code, house in HOUSES.items():
        yield house.hotel
        yield from house.boards.values()
        for short, kind in house.room_types.items():
            yield kind
            yield from seasons(f"{code}-{short}")
    yield from SERVICES.values()
    yield from distances()
    yield from facts()
    yield from notices()
    yield from exchange_rates()
    yield from ARTICLES
    yield from guests_and_bookings()


__all__ = [
    "HOUSES",
    "SERVICES",
    "approval",
    "approver",
    "article",
    "asked",
    "base_records",
    "booking",
    "calendar",
    "charge",
    "comment",
    "company",
    "contract",
    "dispute",
    "document",
    "exchange_rate",
    "fact",
    "group",
    "group_service",
    "guest",
    "incident",
    "invoice",
    "member",
    "notice",
    "pay",
    "period",
    "person",
    "position",
    "refund",
    "request",
    "room",
    "ticket",
    "voucher",
]
