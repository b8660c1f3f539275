"""Probes with one write too many, and how legal calls are made for tools that a golden does not use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Annotated

import pytest
from audit_toys import found, probe, shop, toy, trying
from pydantic import Field
from toyshop import DOMAIN
from toyshop.tables import Gift, Order, Product
from toyshop.tools import cancel_order, verify_customer

from thinkingbox_plugin import verdict
from thinkingbox_plugin.audit.extra import ExtraWrites
from thinkingbox_plugin.audit.making import CallMaker
from thinkingbox_plugin.audit.material import Material
from thinkingbox_plugin.audit.rows import Rows
from thinkingbox_plugin.audit.trying import Trying
from thinkingbox_plugin.authoring import Row, ToolError, Trial, World, reads, writes
from thinkingbox_plugin.checks import STANDARD, footprint
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.task import find_task, tasks_of


def extra(tried: Trying) -> None:
    ExtraWrites(tried).run()


@writes
def note_order(
    world: World,
    order_id: Annotated[str, Field(description="The order.")],
    note: Annotated[str, Field(min_length=1, description="What to note.")],
) -> Order:
    """Write into a column that is not compared."""
    return world.update(world.get(Order, order_id), note=note)


def test_an_extra_write_into_words_alone_is_caught() -> None:
    @toy(shop(note_order))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
            cancel_order(world, order_id="ORD-9")

    audit = probe(test_case_XYZ_001, extra)

    assert found(audit) == ["note_order(order_id='ORD-9', note='Noted as asked.') after the golden: passes"]
    assert audit.count("extra").tried > 4


def test_an_extra_write_is_tried_on_a_row_of_the_golden_and_on_another() -> None:
    with closing(trying(find_task(DOMAIN, "LAT_001"))) as tried:
        calls: list[str] = []
        must_fail = tried.must_fail

        def note(probe: str, steps: object, what: str, **rest: object) -> None:
            calls.append(what)
            must_fail(probe, steps, what, **rest)  # type: ignore[arg-type]

        tried.must_fail = note  # type: ignore[method-assign]
        extra(tried)

    refunds = [call for call in calls if call.startswith("create_refund")]
    assert len(refunds) == 2
    assert "order_id='ORD-1'" in refunds[0]
    assert "order_id='ORD-1'" not in refunds[1]
    assert any(call.startswith("update_ticket(ticket_id='TK-11'") for call in calls)


def test_a_change_undone_again_fails_on_the_footprint_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = probe(find_task(DOMAIN, "LAT_001"), extra)
    monkeypatch.setattr(verdict, "STANDARD", tuple(check for check in STANDARD if check is not footprint))
    without_footprint = probe(find_task(DOMAIN, "LAT_001"), extra)

    assert (found(sound), sound.count("undone").tried) == ([], 1)
    assert "update_ticket" in sound.probed["undone"]
    [survivor] = found(without_footprint)
    assert survivor.startswith("update_ticket(ticket_id='TK-11'")
    assert ", then update_ticket(ticket_id='TK-11'" in survivor


@writes
def remove_gift(world: World, gift_id: Annotated[str, Field(description="The gift.")]) -> Gift:
    """Take a gift back; its products go back into stock."""
    gift = world.get(Gift, gift_id)
    for product_id in gift.product_ids:
        product = world.get(Product, product_id)
        world.update(product, stock=product.stock + 1)
    world.delete(gift)
    return gift


@pytest.mark.parametrize("kept", [True, False], ids=["with the footprint", "without it"])
def test_a_row_made_and_removed_again_fails_on_the_footprint_alone(monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    @toy(shop(remove_gift))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-6")
            cancel_order(world, order_id="ORD-6")

    if not kept:
        monkeypatch.setattr(verdict, "STANDARD", tuple(check for check in STANDARD if check is not footprint))
    audit = probe(test_case_XYZ_001, extra)

    assert "create_gift" in audit.probed["undone"]
    undone = [what for what in found(audit) if what.startswith("create_gift(")]
    assert len(undone) == (0 if kept else 1)
    assert all(", then remove_gift(gift_id='GF-7001'): passes" in what for what in undone)


def test_a_tool_that_adds_rows_cannot_be_undone_where_no_tool_removes_any() -> None:
    audit = probe(find_task(DOMAIN, "LAT_001"), extra)

    assert audit.unprobed["undone"]["create_gift"] == "adds rows, and no tool of the domain removes any"


def test_tools_without_a_legal_call_are_named_and_not_passed_over() -> None:
    audit = probe(find_task(DOMAIN, "LAT_001"), extra)

    assert audit.unprobed["extra"] == {"book_pickup": "no row to try it on"}
    assert audit.count("extra").skipped == 1
    assert "book_pickup" not in audit.probed["extra"]


def test_a_call_that_takes_the_place_of_the_goldens_own_is_no_extra() -> None:
    @toy(shop(records=only_brunos_orders))
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
            cancel_order(world, order_id="ORD-9")

    audit = probe(test_case_XYZ_001, extra)

    assert found(audit) == []
    assert "cancel_order" in audit.unprobed["extra"]


def only_brunos_orders() -> Iterator[Row]:
    """ORD-9 is the only order that can be cancelled."""
    for row in DOMAIN.records():
        if not isinstance(row, Order) or row.customer_id == "CUS-2" or row.id == "ORD-3":
            yield row


@reads
def look_up(world: World, code: Annotated[str, Field(description="The product's code, such as TOY-2.")]) -> Product:
    """Look a product up."""
    return world.get(Product, code)


def test_what_an_argument_refers_to_is_learned_from_use_and_else_told_by_its_name() -> None:
    plans = [build_plan(task) for task in tasks_of(DOMAIN)]
    learned, named = Material(DOMAIN, plans), Material(shop(look_up), [])
    tools = shop(look_up).by_name

    for material in (learned, named):
        assert material.table(tools["create_refund"], ("order_id",)) == "orders"
        assert material.table(tools["close_ticket"], ("ticket_id",)) == "tickets"
        assert material.table(tools["book_pickup"], ("return_ids", "*")) == "returns"
        assert material.table(tools["create_return"], ("lines", "*", "product_id")) == "products"
        assert material.table(tools["create_refund"], ("reason",)) is None
        assert material.table(tools["add_comment"], ("body",)) is None
    assert named.table(tools["look_up"], ("code",)) == "products"
    assert learned.table(tools["open_ticket"], ("requester_id",)) == "customers"
    assert learned.table(tools["open_ticket"], ("about_id",)) == "orders"


def test_calls_are_made_that_a_tool_accepts_lists_of_objects_included() -> None:
    material = Material(DOMAIN, [])
    world = DOMAIN.world()
    with closing(world):
        accepted = set()
        for tool in DOMAIN.tools:
            maker = CallMaker(material, Rows(world), world.now)
            for arguments in maker.calls(tool, {"CUS-2", "ORD-9"}):
                try:
                    tool.invoke(world, arguments)
                except ToolError:
                    continue
                accepted.add(tool.name)
                break

    assert {"create_return", "create_gift", "create_refund", "cancel_order", "open_ticket", "book_pickup"} <= accepted


def test_rows_near_to_the_chosen_come_first_and_of_equals_one_of_each_kind() -> None:
    world = DOMAIN.world()
    with closing(world):
        rows = Rows(world)

        assert rows.ranked("orders", {"CUS-2"})[:2] == ["ORD-8", "ORD-9"]
        assert rows.ranked("orders", {"CUS-1"})[:2] == ["ORD-1", "ORD-6"]  # one delivered, one placed
        assert rows.owner("orders", "ORD-8") == "CUS-2"
        assert rows.owner("products", "TOY-1") is None
        assert rows.owned_by({"CUS-2"}) == {"CUS-2", "ORD-8", "ORD-9"}
        assert rows.values("total", ["ORD-8", "TOY-1"]) == ["44.00"]


@pytest.mark.parametrize("name", ["LAT_001", "LAT_002", "CAN_001"])
def test_sound_tasks_survive(name: str) -> None:
    audit = probe(find_task(DOMAIN, name), extra)

    assert found(audit) == []
    assert audit.count("extra").tried >= 9
