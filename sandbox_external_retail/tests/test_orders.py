"""Reading orders, cancelling lines, changing where and how fast they are sent."""

from __future__ import annotations

import pytest

from sandbox_external_retail.records import address, line, order
from sandbox_external_retail.tables import Order, OrderLine
from sandbox_external_retail.tests.shop import DELIVERED, NINA, OTHER, PLACED, SHIPPED, shop
from sandbox_external_retail.tools import (
    cancel_line,
    change_delivery_address,
    change_shipping_speed,
    get_order,
    list_orders,
)
from thinkingbox_plugin.authoring import ToolError


def test_orders_are_listed_newest_first_with_their_products() -> None:
    found = list_orders(shop(), customer_id=NINA)
    assert [item.order.id for item in found.items] == [PLACED, SHIPPED, DELIVERED]
    assert found.items[0].product_names == ["Hearth video doorbell", "Hearth smart lock"]


def test_more_orders_than_a_page_holds_come_on_the_next() -> None:
    extra = [order(f"ORD-2200{n}", NINA, f"2024-0{n}-01", [line("TH-LB06")], status="cancelled") for n in range(1, 5)]
    world = shop(*extra)
    second = list_orders(world, customer_id=NINA, page=2)
    assert (second.total, second.pages, [item.order.id for item in second.items]) == (7, 2, ["ORD-22002", "ORD-22001"])


def test_an_order_is_read_with_lines_promotions_and_address() -> None:
    world = shop(
        order("ORD-22001", NINA, "2025-09-05", [line("TH-TV55", promotions={"SAVE50": "50.00"})], status="packed")
    )
    file = get_order(world, order_id="ORD-22001")
    assert [(str(item.unit_price), str(item.discount), str(item.paid)) for item in file.lines] == [
        ("749.00", "50.00", "699.00")
    ]
    assert [(part.promotion_id, str(part.amount)) for part in file.promotions] == [("SAVE50", "50.00")]
    assert (file.address.id, file.product_names) == ("ADR-1201", {"TH-TV55": "Halden 55 television"})
    assert world.log.calls[-1].owners == {NINA}


def test_a_gift_that_goes_to_somebody_else_shows_no_row_of_theirs() -> None:
    world = shop(
        order("ORD-22001", NINA, "2025-09-05", [line("TH-SP02")], status="packed", address_id="ADR-1202", gift=True)
    )
    assert get_order(world, order_id="ORD-22001").address.postcode == "91202"
    assert world.log.calls[-1].owners == {NINA}


def test_cancelling_a_line_leaves_the_order_until_all_lines_are_cancelled() -> None:
    world = shop()
    first = cancel_line(world, order_id=PLACED, line_id="LIN-21003-1")
    assert (first.line.status, first.order.status) == ("cancelled", "placed")
    last = cancel_line(world, order_id=PLACED, line_id="LIN-21003-2")
    assert (last.order.status, world.get(Order, PLACED).status) == ("cancelled", "cancelled")
    assert [effect.table for effect in world.effects()] == ["order_lines", "order_lines", "orders"]


def test_a_packed_line_can_be_cancelled() -> None:
    world = shop(order("ORD-22001", NINA, "2025-09-20", [line("TH-SP02")], status="packed"))
    assert cancel_line(world, order_id="ORD-22001", line_id="LIN-22001-1").order.status == "cancelled"


@pytest.mark.parametrize(
    ("order_id", "line_id", "message"),
    [
        (SHIPPED, "LIN-21002-1", "line_id: LIN-21002-1 is shipped; only a line that is placed or packed"),
        (DELIVERED, "LIN-21001-1", "line_id: LIN-21001-1 is delivered"),
        (PLACED, "LIN-21002-1", f"line_id: LIN-21002-1 is a line of another order than {PLACED}"),
        ("ORD-9", "LIN-21002-1", "order_id: no such row"),
    ],
)
def test_a_line_that_cannot_be_cancelled_is_refused(order_id: str, line_id: str, message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        cancel_line(world, order_id=order_id, line_id=line_id)
    assert world.effects() == []


def test_a_line_is_not_cancelled_twice() -> None:
    world = shop()
    cancel_line(world, order_id=PLACED, line_id="LIN-21003-1")
    with pytest.raises(ToolError, match="is cancelled; only a line"):
        cancel_line(world, order_id=PLACED, line_id="LIN-21003-1")


def test_a_placed_order_goes_to_another_address_of_its_customer() -> None:
    world = shop(address("ADR-1201-2", NINA, line1="2 Kelp Row", city="Norwick", region="east", postcode="10499"))
    assert change_delivery_address(world, order_id=PLACED, address_id="ADR-1201-2").address_id == "ADR-1201-2"
    assert world.get(Order, PLACED).address_id == "ADR-1201-2"


@pytest.mark.parametrize(
    ("order_id", "address_id", "message"),
    [
        (PLACED, "ADR-1201", f"address_id: {PLACED} goes to ADR-1201 already"),
        (PLACED, "ADR-1202", f"address_id: ADR-1202 is not an address of {NINA}"),
        (PLACED, "ADR-9", "address_id: no such row"),
        (SHIPPED, "ADR-1201", f"order_id: {SHIPPED} is shipped"),
    ],
)
def test_an_address_that_an_order_cannot_go_to_is_refused(order_id: str, address_id: str, message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        change_delivery_address(world, order_id=order_id, address_id=address_id)
    assert world.effects() == []


def test_a_new_speed_changes_no_amount() -> None:
    world = shop()
    before = world.get(Order, PLACED)
    after = change_shipping_speed(world, order_id=PLACED, speed="next_day")
    assert after == before.model_copy(update={"shipping_speed": "next_day"})


@pytest.mark.parametrize(
    ("order_id", "speed", "message"),
    [
        (PLACED, "standard", f"speed: {PLACED} goes by standard already"),
        (OTHER, "express", f"order_id: {OTHER} is deliv"),
    ],
)
def test_a_speed_that_cannot_be_had_is_refused(order_id: str, speed: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        change_shipping_speed(shop(), order_id=order_id, speed=speed)  # type: ignore[arg-type]


def test_a_delivered_line_keeps_its_status_through_a_refused_cancellation() -> None:
    world = shop()
    with pytest.raises(ToolError):
        cancel_line(world, order_id=DELIVERED, line_id="LIN-21001-2")
    assert world.get(OrderLine, "LIN-21001-2").status == "delivered"
