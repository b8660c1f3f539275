"""The base world and the builders of records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from sandbox_external_retail import DOMAIN
from sandbox_external_retail.records import (
    claim,
    customer,
    events,
    line,
    order,
    plan,
    refund,
    shipment,
    slot,
    stock_row,
    ticket,
)
from sandbox_external_retail.records._values import last_day, months_after, number, sibling
from sandbox_external_retail.tables import (
    Article,
    Customer,
    Installer,
    Membership,
    Order,
    OrderLine,
    Product,
    Promotion,
    Refund,
    Return,
    Slot,
    Stock,
)
from sandbox_external_retail.tests.coherence import findings
from sandbox_external_retail.tests.shop import NINA, shop
from thinkingbox_plugin.authoring import Row, World


def test_the_records_of_the_base_world_agree_with_one_another() -> None:
    assert findings(DOMAIN.world()) == []


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: [stock_row("TH-LT14", "east", 2, 3)], "STK-TH-LT14-east: 3 reserved of 2"),
        (lambda: [refund("RF-20003-1", "219.01", "return", "2025-01-01")], "PAY-20003-1: 219.01 refunded of 219.00"),
        (lambda: customer("CUS-1201", "A Bee", "maria.santos@example.com"), "not the one account"),
        (lambda: customer("CUS-1201", "A Bee", "a.bee@example.com", points=5), "balance 5, but the ledger sums to 0"),
        (lambda: [slot("SLOT-1-0926", booked=3)], "SLOT-1-0926: 3 of 2 booked"),
        (
            lambda: [shipment("SHP-20003-1", "parcelfox", due="2024-10-07", label_postcode="10412")],
            "LIN-20003-1: delivered, but its parcel is preparing",
        ),
        (
            lambda: [
                shipment(
                    "SHP-20003-1",
                    "parcelfox",
                    handed_over="2024-10-02",
                    delivered="2024-10-07",
                    due="2024-10-07",
                    label_postcode="10412",
                )
            ],
            "SHP-20003-1: placed, handed over and delivered on",
        ),
        (
            lambda: events("SHP-20343-1", ("2025-09-10", "handed_over", "x"), ("2025-09-25", "weather_hold", "x")),
            "SHP-20343-1: its tracking is not in order",
        ),
        (
            lambda: order("ORD-20003", "CUS-1001", "2024-10-03", [line("TH-HP10", promotions={"SAVE50": "50.00"})]),
            "OP-20003-1: SAVE50 was not in force on 2024-10-03",
        ),
        (
            lambda: [claim("CLM-9-1", "CUS-1002", "LIN-20003-1", "power", "2025-01-01", amount="1.00")],
            "CLM-9-1: for another customer's line",
        ),
        (lambda: [ticket("TK-9", None, "account", "x", "2025-01-01", reason="completed")], "TK-9: open, outcome None"),
    ],
)
def test_records_that_disagree_are_found(broken: Callable[[], list[Row]], message: str) -> None:
    found = findings(DOMAIN.world(broken()))
    assert any(message in finding for finding in found), found


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
