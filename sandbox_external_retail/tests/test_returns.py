"""Returns and exchanges."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sandbox_external_retail.records import exchange, inspection, return_request, shipment
from sandbox_external_retail.tables import Exchange, OrderLine, Return, Stock
from sandbox_external_retail.tests.shop import DELIVERED, shop
from sandbox_external_retail.tools import create_exchange, create_return, finish_return, list_returns
from thinkingbox_plugin.authoring import ToolError, World

RETURN: dict[str, Any] = {
    "line_id": "LIN-21001-2",
    "quantity": 1,
    "reason": "changed_mind",
    "condition": "opened",
    "method": "label",
    "refund_to": "original",
    "refund_amount": Decimal("241.15"),
}
EXCHANGE: dict[str, Any] = {
    "line_id": "LIN-21001-2",
    "quantity": 2,
    "reason": "faulty",
    "new_product_id": "TH-SB30",
    "warehouse": "central",
    "sending": "ahead",
}


def received() -> World:
    """A return that the warehouse has received and inspected."""
    world = shop(
        return_request("RT-21001-2", amount="241.15", on="2025-09-12", status="received"),
        inspection("INSP-21001-2", "no_fault_found", "2025-09-20", missing_parts=1),
    )
    world.update(world.get(OrderLine, "LIN-21001-2"), status="return_open")
    return world


def test_returns_are_listed_with_their_inspection_and_the_orders_exchanges() -> None:
    world = shop(
        return_request("RT-21001-1", amount="0.00", on="2025-09-10"),
        return_request("RT-21001-2", amount="241.15", on="2025-09-12", status="received"),
        inspection("INSP-21001-2", "sealed", "2025-09-20"),
        exchange("EX-21001-2", "TH-SB30", "2025-09-08"),
    )
    file = list_returns(world, order_id=DELIVERED)
    assert [(item.request.id, item.inspection and item.inspection.finding) for item in file.returns] == [
        ("RT-21001-1", None),
        ("RT-21001-2", "sealed"),
    ]
    assert [swap.id for swap in file.exchanges] == ["EX-21001-2"]


def test_a_return_is_registered_and_opens_its_line() -> None:
    world = shop()
    made = create_return(world, **RETURN)
    assert world.get(Return, made.id) == made
    assert (made.order_id, made.status, made.requested_on) == (DELIVERED, "open", world.today)
    assert world.get(OrderLine, "LIN-21001-2").status == "return_open"
    assert sorted(effect.table for effect in world.effects()) == ["order_lines", "returns"]


def test_a_return_may_quote_nothing_and_all_that_was_paid() -> None:
    assert str(create_return(shop(), **{**RETURN, "refund_amount": Decimal(0)}).refund_amount) == "0.00"
    assert str(create_return(shop(), **{**RETURN, "refund_amount": Decimal(558)}).refund_amount) == "558.00"


def test_goods_whose_parcel_came_back_can_be_returned() -> None:
    back = shipment(
        "SHP-21002-1",
        "northline",
        handed_over="2025-09-11",
        due="2025-09-15",
        status="returned_to_sender",
        label_postcode="11201",
    )
    given = {**RETURN, "line_id": "LIN-21002-1", "reason": "refused_delivery", "refund_amount": Decimal("209.05")}
    assert create_return(shop(back), **given).reason == "refused_delivery"
    with pytest.raises(ToolError, match="line_id: LIN-21002-1 is shipped; a return needs"):
        create_return(shop(), **given)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line_id": "LIN-21003-1"}, "line_id: LIN-21003-1 is placed; a return needs"),
        ({"line_id": "LIN-9"}, "line_id: no such row"),
        ({"quantity": 3}, "quantity: LIN-21001-2 has 2 units, not 3"),
        ({"quantity": 0}, "quantity: "),
        ({"refund_amount": Decimal("558.01")}, r"refund_amount: 558.01 is too much; at most 558.00 was paid"),
        ({"refund_amount": Decimal("-0.01")}, r"refund_amount: "),
    ],
)
def test_a_return_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        create_return(world, **{**RETURN, **change})
    assert world.effects() == []


def test_a_line_is_not_returned_twice() -> None:
    world = shop()
    create_return(world, **RETURN)
    with pytest.raises(ToolError, match="is return_open"):
        create_return(world, **RETURN)
    with pytest.raises(ToolError, match="is return_open; only a delivered line can be exchanged"):
        create_exchange(world, **EXCHANGE)


@pytest.mark.parametrize(("result", "line_status"), [("closed", "returned"), ("rejected", "delivered")])
def test_finishing_a_return_settles_its_line(result: str, line_status: str) -> None:
    world = received()
    assert finish_return(world, return_id="RT-21001-2", result=result).status == result  # type: ignore[arg-type]
    assert world.get(OrderLine, "LIN-21001-2").status == line_status
    with pytest.raises(ToolError, match=f"return_id: RT-21001-2 is {result}; only a return that is received"):
        finish_return(world, return_id="RT-21001-2", result="closed")


def test_a_return_under_way_cannot_be_finished() -> None:
    world = shop(return_request("RT-21001-2", amount="241.15", on="2025-09-12", status="in_transit"))
    with pytest.raises(ToolError, match="return_id: RT-21001-2 is in_transit"):
        finish_return(world, return_id="RT-21001-2", result="closed")
    assert world.effects() == []


def test_an_exchange_reserves_the_new_goods_and_opens_its_line() -> None:
    world = shop()
    before = world.get(Stock, "STK-TH-SB30-central").reserved
    made = create_exchange(world, **EXCHANGE)
    assert (world.get(Exchange, made.id).sending, made.status, made.created_on) == ("ahead", "open", world.today)
    assert world.get(Stock, "STK-TH-SB30-central").reserved == before + 2
    assert world.get(OrderLine, "LIN-21001-2").status == "exchange_open"


def test_the_last_units_can_be_exchanged_for_and_not_one_more() -> None:
    world = shop()
    row = world.get(Stock, "STK-TH-SB30-central")
    world.update(row, reserved=row.on_hand - 2)
    assert create_exchange(world, **EXCHANGE).quantity == 2
    with pytest.raises(ToolError, match="warehouse: central has 0 of TH-SB30 available, not 1"):
        create_exchange(world, **{**EXCHANGE, "line_id": "LIN-21001-1", "quantity": 1})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line_id": "LIN-21002-1"}, "line_id: LIN-21002-1 is shipped; only a delivered line"),
        ({"quantity": 3}, "quantity: LIN-21001-2 has 2 units"),
        ({"new_product_id": "TH-NONE"}, "new_product_id: no such row"),
        ({"warehouse": "east"}, "warehouse: east has 0 of TH-SB30 available, not 2"),
    ],
)
def test_an_exchange_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        create_exchange(world, **{**EXCHANGE, **change})
    assert world.effects() == []
    assert world.get(OrderLine, "LIN-21001-2").status == "delivered"
