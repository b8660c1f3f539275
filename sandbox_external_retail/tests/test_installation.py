"""Installers' half days and visits."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sandbox_external_retail.records import installation, line, order, slot
from sandbox_external_retail.tables import Installation, Slot
from sandbox_external_retail.tests.shop import DELIVERED, NINA, shop
from sandbox_external_retail.tools import (
    book_installation,
    cancel_installation,
    cancel_line,
    list_installations,
    list_slots,
    move_installation,
)
from thinkingbox_plugin.authoring import ToolError

BOOKED = [slot("SLOT-1-0927", booked=1), installation("INS-21001-1", "SLOT-1-0927", fee="79.00")]
VISIT: dict[str, Any] = {
    "line_id": "LIN-21001-1",
    "slot_id": "SLOT-1-0926",
    "slot_date": date(2025, 9, 26),
    "kind": "first",
    "fee": Decimal("79.00"),
}


def test_visits_are_listed_with_their_half_day_and_installer() -> None:
    visits = list_installations(shop(*BOOKED), order_id=DELIVERED)
    assert [(str(visit.slot.slot_date), visit.slot.part, visit.installer.name) for visit in visits] == [
        ("2025-09-27", "morning", "Harrow & Fenn")
    ]


def test_free_half_days_are_listed_by_date_and_installer_without_the_full_ones() -> None:
    offers = list_slots(shop(), region="east", from_date=date(2025, 9, 25), gas_only=False)
    assert [offer.slot.id for offer in offers.items] == [
        "SLOT-1-0925",
        "SLOT-2-0925",
        "SLOT-1-0926",
        "SLOT-1-0927",
        "SLOT-2-0927",
    ]
    assert offers.pages == 6


def test_half_days_can_be_limited_to_gas_installers_from_a_day_on() -> None:
    offers = list_slots(shop(), region="west", from_date=date(2025, 9, 29), gas_only=True)
    assert [offer.slot.id for offer in offers.items][:2] == ["SLOT-5-1001", "SLOT-5-1002"]
    assert all(offer.installer.gas_certified for offer in offers.items)


def test_booking_a_visit_takes_a_place_of_its_half_day() -> None:
    world = shop()
    made = book_installation(world, **VISIT)
    assert world.get(Installation, made.id) == made
    assert (made.order_id, made.status, made.report, str(made.fee)) == (DELIVERED, "booked", "none", "79.00")
    assert world.get(Slot, "SLOT-1-0926").booked == 2
    assert sorted(effect.table for effect in world.effects()) == ["installation_slots", "installations"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"slot_date": date(2025, 9, 27)}, "slot_date: SLOT-1-0926 is on 2025-09-26, not on 2025-09-27"),
        ({"slot_id": "SLOT-2-0926"}, "slot_id: SLOT-2-0926 is full"),
        ({"slot_id": "SLOT-3-0926"}, f"slot_id: Loomis Fitters works in central; {DELIVERED} goes to east"),
        ({"slot_id": "SLOT-1-0923", "slot_date": date(2025, 9, 23)}, "slot_id: SLOT-1-0923 is past"),
        ({"slot_id": "SLOT-9"}, "slot_id: no such row"),
        ({"line_id": "LIN-21001-2"}, "line_id: TH-SB30 is a product that we do not install"),
        ({"line_id": "LIN-9"}, "line_id: no such row"),
        ({"fee": Decimal("-1.00")}, "fee: "),
    ],
)
def test_a_visit_that_cannot_be_booked_is_refused(change: dict[str, Any], message: str) -> None:
    world = shop(slot("SLOT-1-0923"))
    with pytest.raises(ToolError, match=message):
        book_installation(world, **{**VISIT, **change})
    assert world.effects() == []


def test_a_half_day_of_today_can_be_booked() -> None:
    world = shop(slot("SLOT-1-0924"))
    given = {**VISIT, "slot_id": "SLOT-1-0924", "slot_date": world.today}
    assert book_installation(world, **given).slot_id == "SLOT-1-0924"


def test_a_line_has_one_booked_visit_and_may_have_another_after_a_missed_one() -> None:
    missed = installation("INS-21001-1", "SLOT-1-0923", status="missed", report="not_arrived")
    world = shop(slot("SLOT-1-0923"), missed)
    made = book_installation(world, **VISIT)
    with pytest.raises(ToolError, match=f"line_id: LIN-21001-1 has a booked visit already, {made.id}"):
        book_installation(world, **VISIT)


def test_there_is_nothing_to_install_of_a_cancelled_line() -> None:
    world = shop(order("ORD-22001", NINA, "2025-09-22", [line("TH-DR710")], status="placed"))
    cancel_line(world, order_id="ORD-22001", line_id="LIN-22001-1")
    with pytest.raises(ToolError, match="line_id: LIN-22001-1 is cancelled; there is nothing to install"):
        book_installation(world, **{**VISIT, "line_id": "LIN-22001-1"})


def test_moving_a_visit_frees_its_old_place_and_takes_a_new_one() -> None:
    world = shop(*BOOKED)
    moved = move_installation(world, installation_id="INS-21001-1", slot_id="SLOT-2-0930", slot_date=date(2025, 9, 30))
    assert (moved.slot_id, str(moved.fee)) == ("SLOT-2-0930", "79.00")
    assert (world.get(Slot, "SLOT-1-0927").booked, world.get(Slot, "SLOT-2-0930").booked) == (0, 2)


@pytest.mark.parametrize(
    ("slot_id", "slot_date", "message"),
    [
        ("SLOT-1-0927", date(2025, 9, 27), "slot_id: INS-21001-1 is booked for SLOT-1-0927 already"),
        ("SLOT-2-0926", date(2025, 9, 26), "slot_id: SLOT-2-0926 is full"),
        ("SLOT-5-1001", date(2025, 10, 1), "slot_id: Pacific Hearth works in west"),
        ("SLOT-2-0930", date(2025, 10, 1), "slot_date: SLOT-2-0930 is on 2025-09-30"),
    ],
)
def test_a_visit_that_cannot_be_moved_stays(slot_id: str, slot_date: date, message: str) -> None:
    world = shop(*BOOKED)
    with pytest.raises(ToolError, match=message):
        move_installation(world, installation_id="INS-21001-1", slot_id=slot_id, slot_date=slot_date)
    assert world.effects() == []


def test_a_cancelled_visit_frees_its_place_and_cannot_be_changed_again() -> None:
    world = shop(*BOOKED)
    assert cancel_installation(world, installation_id="INS-21001-1").status == "cancelled"
    assert world.get(Slot, "SLOT-1-0927").booked == 0
    with pytest.raises(ToolError, match="installation_id: INS-21001-1 is cancelled; only a booked visit"):
        cancel_installation(world, installation_id="INS-21001-1")
    with pytest.raises(ToolError, match="installation_id: INS-21001-1 is cancelled"):
        move_installation(world, installation_id="INS-21001-1", slot_id="SLOT-2-0930", slot_date=date(2025, 9, 30))


def test_dates_of_visits_need_consent() -> None:
    assert book_installation.consent == move_installation.consent == ("slot_date",)
    assert cancel_installation.consent == ()
