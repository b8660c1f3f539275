"""The base world and the builders of records."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from sandbox_external_retail import DOMAIN
from sandbox_external_retail.records import customer, installation, line, order, plan, refund, stock_row
from sandbox_external_retail.records._values import last_day, months_after, number, sibling
from sandbox_external_retail.tables import (
    DESK,
    Address,
    Article,
    Customer,
    Dispute,
    Exchange,
    Inspection,
    Installation,
    Installer,
    Membership,
    Order,
    OrderLine,
    OrderPromotion,
    Payment,
    PointsEntry,
    Product,
    Promotion,
    ProtectionPlan,
    Refund,
    Return,
    Shipment,
    ShipmentEvent,
    Slot,
    Stock,
    WarrantyClaim,
)
from sandbox_external_retail.tests.coherence import findings
from sandbox_external_retail.tests.shop import NINA, shop
from thinkingbox_plugin.authoring import Row, World
from thinkingbox_plugin.task import Task, tasks_of


def test_the_records_of_the_base_world_agree_with_one_another() -> None:
    assert findings(DOMAIN.world()) == []


DAY = date(2025, 9, 23)


@pytest.mark.parametrize(
    ("kind", "key", "changes", "message"),
    [
        (Customer, "CUS-1003", {"email": "maria.santos@example.com"}, "maria.santos@example.com: not the one account"),
        (Address, "ADR-1003", {"line1": "15 copper row"}, "ADR-1003: not spelled"),
        (Address, "ADR-1003", {"postcode": " 12208"}, "ADR-1003: postcode not spelled"),
        (Address, "ADR-1003", {"customer_id": "CUS-1002"}, "CUS-1003: no address"),
        (Membership, "CUS-1003", {"paid_until": DAY}, "CUS-1003: tier basic paid until 2025-09-23"),
        (Membership, "CUS-1003", {"points": 5}, "CUS-1003: balance 5, but the ledger sums to 0"),
        (PointsEntry, "PL-20003-1", {"line_id": "LIN-20058-1"}, "PL-20003-1: its line belongs to another"),
        (OrderLine, "LIN-20003-1", {"paid": Decimal(1)}, "LIN-20003-1: discount 0.00, paid 1"),
        (OrderLine, "LIN-20101-1", {"discount": Decimal(1)}, "LIN-20101-1: discount 1"),
        (Order, "ORD-20003", {"total": Decimal("220.00")}, "ORD-20003: total 220.00, its lines and fee 219.00"),
        (Payment, "PAY-20003-1", {"amount": Decimal("2.00")}, "ORD-20003: total 219.00, paid 2.00"),
        (Payment, "PAY-20183-1", {"amount": Decimal("2.00")}, "PAY-20183-1: 749.00 refunded of 2.00"),
        (OrderPromotion, "OP-20101-1", {"promotion_id": "SAVE50"}, "SAVE50 was not in force on 2025-01-09"),
        (OrderPromotion, "OP-20346-1", {"promotion_id": "LAUNDRY10"}, "LAUNDRY10 does not cover small_appliance"),
        (OrderPromotion, "OP-20346-1", {"promotion_id": "LAUNDRY10"}, "does not reach the minimum spend of LAUNDRY10"),
        (OrderPromotion, "OP-20350-1", {"amount": Decimal("22.00")}, "OP-20350-1: 22.00 is not 5.00 percent"),
        (OrderPromotion, "OP-20346-1", {"promotion_id": "CINEMA"}, "lacks a product of CINEMA"),
        (Order, "ORD-20003", {"address_id": "ADR-1002"}, "ORD-20003: its address belongs to another customer"),
        (OrderLine, "LIN-20003-1", {"status": "placed"}, "LIN-20003-1: placed in an order that is delivered"),
        (OrderLine, "LIN-20003-1", {"shipment_id": None}, "LIN-20003-1: delivered without a parcel"),
        (OrderLine, "LIN-20003-1", {"shipment_id": "SHP-20058-1"}, "LIN-20003-1: in a parcel of another order"),
        (Shipment, "SHP-20003-1", {"status": "delayed"}, "LIN-20003-1: delivered, but its parcel is delayed"),
        (Shipment, "SHP-20343-1", {"status": "delivered"}, "LIN-20343-1: shipped, but its parcel is delivered"),
        (Shipment, "SHP-20003-1", {"handed_over_on": date(2024, 10, 2)}, "SHP-20003-1: placed, handed over and"),
        (Shipment, "SHP-20343-1", {"delivered_on": DAY}, "SHP-20343-1: delayed, delivered on 2025-09-23"),
        (Shipment, "SHP-20343-1", {"handed_over_on": None}, "SHP-20343-1: delayed, handed over on None"),
        (Shipment, "SHP-20003-1", {"label_postcode": "99"}, "SHP-20003-1: its label says 99, the order 10412"),
        (ShipmentEvent, "EVT-20343-1-01", {"happened_on": DAY}, "SHP-20343-1: its tracking is not in order"),
        (ShipmentEvent, "EVT-20343-1-04", {"happened_on": date(2025, 9, 25)}, "SHP-20343-1: its tracking is not"),
        (ShipmentEvent, "EVT-20003-1-02", {"kind": "attempt_failed"}, "SHP-20003-1: delivered, but last tracked as"),
        (ShipmentEvent, "EVT-20343-1-04", {"kind": "returned_address"}, "SHP-20343-1: delayed, but last tracked as"),
        (ShipmentEvent, "EVT-20003-1-02", {"happened_on": DAY}, "EVT-20003-1-02: delivered on 2025-09-23"),
        (ShipmentEvent, "EVT-20003-1-01", {"happened_on": date(2024, 10, 3)}, "EVT-20003-1-01: handed over on"),
        (Return, "RT-20041-2", {"line_id": "LIN-20003-1"}, "RT-20041-2: its line belongs to another order"),
        (Return, "RT-20041-2", {"status": "open"}, "RT-20041-2: open, but its line is returned"),
        (Return, "RT-20041-2", {"status": "open"}, "RT-20041-2: inspected, but open"),
        (Inspection, "INSP-20041-2", {"return_id": "RT-20139-2"}, "RT-20139-2: inspected twice"),
        (Return, "RT-20041-2", {"refund_amount": Decimal("119.01")}, "RT-20041-2: quotes more than was paid"),
        (Exchange, "EX-20125-2", {"status": "open"}, "EX-20125-2: open, but LIN-20125-2 is delivered"),
        (OrderLine, "LIN-20125-2", {"status": "exchange_open"}, "LIN-20125-2: exchange_open without an open exchange"),
        (ProtectionPlan, "PLN-20015-1", {"customer_id": "CUS-1001"}, "PLN-20015-1: protects another customer's line"),
        (WarrantyClaim, "CLM-20015-1", {"customer_id": "CUS-1001"}, "CLM-20015-1: for another customer's line"),
        (WarrantyClaim, "CLM-20015-1", {"cover": "plan"}, "CLM-20015-1: cover plan with plan None"),
        (Refund, "RF-20029-1", {"payment_id": "PAY-20003-1"}, "RF-20029-1: to a payment of another order"),
        (Refund, "RF-20029-1", {"line_id": "LIN-20003-1"}, "RF-20029-1: for a line of another order"),
        (Dispute, "DSP-20147-1", {"amount": Decimal("195.96")}, "DSP-20147-1: not of its order's payment, or above"),
        (Slot, "SLOT-1-0926", {"booked": 3}, "SLOT-1-0926: 3 of 2 booked"),
        (Slot, "SLOT-4-0930", {"booked": 0}, "SLOT-4-0930: 0 of 2 booked, 1 visits"),
        (Installation, "INS-20348-1", {"line_id": "LIN-20003-1"}, "INS-20348-1: its line belongs to another order"),
        (Installation, "INS-20348-1", {"slot_id": "SLOT-2-0930"}, "IST-2 does not work where ORD-20348 goes"),
        (Installer, "IST-5", {"gas_certified": False}, "INS-20271-1: IST-5 cannot install TH-CK90"),
        (Installation, "INS-20348-1", {"status": "completed"}, "INS-20348-1: completed, but on 2025-09-30"),
        (Installation, "INS-20348-1", {"slot_id": "SLOT-4-0729"}, "INS-20348-1: still booked for 2025-07-29"),
        (Installation, "INS-20348-1", {"report": "done"}, "INS-20348-1: booked, but the report is done"),
        (Stock, "STK-TH-LT14-east", {"reserved": 13}, "STK-TH-LT14-east: 13 reserved of 12"),
        (DESK.ticket, "TK-2033", {"reason": "completed"}, "TK-2033: open, outcome None, reason completed"),
    ],
)
def test_records_that_disagree_are_found(kind: type[Row], key: str, changes: dict[str, Any], message: str) -> None:
    broken = DOMAIN.world().get(kind, key).model_copy(update=changes)
    found = findings(DOMAIN.world([broken]))
    assert any(message in finding for finding in found), found


def test_an_account_without_a_membership_is_found() -> None:
    account = DOMAIN.world().get(Customer, "CUS-1003").model_copy(update={"id": "CUS-1300", "email": "x@example.com"})
    assert set(findings(DOMAIN.world([account]))) == {"CUS-1300: no address", "CUS-1300: no membership row"}


@pytest.mark.parametrize("task", tasks_of(DOMAIN), ids=lambda task: task.id)
def test_the_records_of_each_task_agree_with_one_another(task: Task) -> None:
    assert findings(task.world()) == []


def test_the_base_world_is_a_shop_of_sixty_customers_and_not_too_large() -> None:
    world = DOMAIN.world()
    rows = Counter({name: len(world.db.execute(f'SELECT 1 FROM "{name}"').fetchall()) for name in world.specs})
    assert rows["customers"] == 60
    assert rows["products"] == 30
    assert 700 <= rows.total() <= 1100
    assert [table for table in world.specs if not rows[table]] == []


def test_all_people_of_the_base_world_are_invented() -> None:
    for person in DOMAIN.world().select(Customer):
        assert re.fullmatch(r".+@example\.(com|org|net)", person.email), person.id
        assert re.fullmatch(r"[0-9]{3}-555-01[0-9]{2}", person.phone), person.id


def test_no_two_customers_have_one_phone_number() -> None:
    phones = Counter(person.phone for person in DOMAIN.world().select(Customer))
    assert phones.most_common(1)[0][1] == 1


def test_there_are_namesakes_to_tell_apart() -> None:
    names = Counter(
        (person.name[0], person.name.split()[-1]) for person in DOMAIN.world().select(Customer, status="active")
    )
    assert len([pair for pair, count in names.items() if count > 1]) >= 3


def test_order_numbers_follow_their_dates_and_leave_the_tasks_theirs() -> None:
    orders = DOMAIN.world().select(Order)
    assert [item.placed_on for item in orders] == sorted(item.placed_on for item in orders)
    assert max(number(item.id) for item in orders) < 20400
    assert max(item.placed_on for item in orders) < DOMAIN.now.date()


def test_there_are_returns_in_every_status() -> None:
    assert {item.status for item in DOMAIN.world().select(Return)} == {
        "open",
        "in_transit",
        "received",
        "closed",
        "rejected",
    }


def test_bulletins_name_a_section_and_say_when_they_no_longer_hold() -> None:
    articles = DOMAIN.world().select(Article)
    assert all((item.kind == "bulletin") == (item.changes is not None) for item in articles)
    assert {item.changes for item in articles} - {None} <= DOMAIN.anchors
    old = [item for item in articles if item.superseded_by or item.withdrawn_on]
    assert len(old) == 5


def test_every_weekday_has_a_half_day_of_each_installer() -> None:
    world = DOMAIN.world()
    ahead = [item for item in world.select(Slot) if item.slot_date > world.today]
    assert len(ahead) == 15 * len(world.select(Installer))
    assert {item.slot_date.weekday() for item in ahead} == {0, 1, 2, 3, 4, 5}


def test_several_promotions_overlap_today() -> None:
    world = DOMAIN.world()
    running = [item for item in world.select(Promotion) if item.starts_on <= world.today <= item.ends_on]
    assert len(running) == 9


def test_unit_costs_and_scores_are_internal() -> None:
    internal = {(row.spec.name, column.name) for row in DOMAIN.tables for column in row.spec.columns if column.internal}
    assert internal == {("customer_profiles", "score"), ("products", "unit_cost")}


def test_every_product_has_stock_in_three_warehouses_and_a_distinct_cost() -> None:
    world = DOMAIN.world()
    products = world.select(Product)
    assert Counter(row.product_id for row in world.select(Stock)) == {item.id: 3 for item in products}
    assert len({item.unit_cost for item in products}) == len(products)


def test_an_order_adds_up_from_its_lines_fee_and_plans() -> None:
    world = DOMAIN.world(
        [
            *customer("CUS-1201", "A Bee", "a.bee@example.com"),
            *order(
                "ORD-22001",
                "CUS-1201",
                "2025-09-05",
                [line("TH-HP10", quantity=2, promotions={"SAVE50": "50.00"}, points_used=1250), line("TH-LB06")],
                status="packed",
                shipping_fee="6.95",
                plans=["36.00"],
                payments=[("card", "100.00"), ("gift_card", "387.45")],
            ),
        ]
    )
    head, first = world.get(Order, "ORD-22001"), world.get(OrderLine, "LIN-22001-1")
    assert (head.total, head.address_id) == (Decimal("487.45"), "ADR-1201")
    assert (first.discount, first.paid, first.shipment_id) == (Decimal("50.00"), Decimal("375.50"), None)


def test_payments_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match=r"ORD-22001: the payments sum to 1\.00, the order to 69\.00"):
        order("ORD-22001", NINA, "2025-09-05", [line("TH-LB06")], payments=[("card", "1.00")])


def test_a_customer_comes_with_profile_membership_and_address() -> None:
    world = shop()
    assert world.get(Customer, NINA).phone == "212-555-0101"
    assert world.get(Membership, NINA).paid_until is None
    plus = customer("CUS-1203", "A Bee", "a.bee@example.com", tier="plus", tier_since="2025-01-01")
    member = next(row for row in plus if isinstance(row, Membership))
    assert (member.tier_since, member.paid_until) == (date(2025, 1, 1), date(2026, 3, 31))


def test_a_task_may_replace_a_row_of_the_base_world() -> None:
    world: World = shop(stock_row("TH-LT14", "east", 1, 1))
    assert world.get(Stock, "STK-TH-LT14-east").on_hand == 1


def test_builders_read_the_order_from_the_id() -> None:
    world = shop(
        refund("RF-21004-1", "5.00", "goodwill", "2025-09-20"),
    )
    assert (world.get(Refund, "RF-21004-1").payment_id, world.get(Refund, "RF-21004-1").order_id) == (
        "PAY-21004-1",
        "ORD-21004",
    )


def test_an_unnumbered_id_is_refused() -> None:
    with pytest.raises(ValueError, match="RF: an id such as SHP-20401-1 is needed here"):
        refund("RF", "5.00", "goodwill", "2025-09-20")


def test_a_completed_visit_is_reported_done_unless_said_otherwise() -> None:
    visit = installation("INS-21001-1", "SLOT-1-0926", status="completed")
    assert isinstance(visit, Installation)
    assert (visit.report, visit.line_id, visit.order_id) == ("done", "LIN-21001-1", "ORD-21001")


@pytest.mark.parametrize("record_id", ["PLN-1", "PLN", "plan"])
def test_an_id_without_an_order_and_a_place_is_refused(record_id: str) -> None:
    with pytest.raises(ValueError, match=f"{record_id}: an id such as"):
        sibling("LIN", record_id)
    with pytest.raises(ValueError, match="an id such as"):
        plan(record_id, NINA, "2025-09-01")


@pytest.mark.parametrize(
    ("start", "months", "same_day", "last"),
    [
        (date(2025, 9, 1), 24, date(2027, 9, 1), date(2027, 8, 31)),
        (date(2025, 1, 31), 1, date(2025, 2, 28), date(2025, 2, 27)),
        (date(2023, 11, 30), 3, date(2024, 2, 29), date(2024, 2, 28)),
    ],
)
def test_months_end_on_the_months_last_day(start: date, months: int, same_day: date, last: date) -> None:
    assert (months_after(start, months), last_day(start, months)) == (same_day, last)
