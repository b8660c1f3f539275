"""Catalogue, inventory, promotions and the knowledge base."""

from __future__ import annotations

from datetime import date

import pytest

from sandbox_external_retail.records import article, stock_row
from sandbox_external_retail.tests.shop import shop
from sandbox_external_retail.tools import (
    check_stock,
    get_product,
    get_promotion,
    get_repair_rate,
    list_promotions,
    read_article,
    search_articles,
    search_products,
)
from thinkingbox_plugin.authoring import ToolError


@pytest.mark.parametrize(
    ("query", "product_id"),
    [
        ("laptop 16", "TH-LT16"),
        ("washing machine", "TH-WM700"),
        ("fridge", "TH-FR480"),
        ("tv 55", "TH-TV55"),
        ("robot hoover", "TH-VC90"),
        ("coffee", "TH-CM40"),
        ("tumble dryers", "TH-DR710"),
        ("smartphone", "TH-PH08"),
    ],
)
def test_a_product_is_found_however_a_customer_calls_it(query: str, product_id: str) -> None:
    assert product_id in [hit.product_id for hit in search_products(shop(), query=query).items[:2]]


def test_a_product_search_can_be_limited_to_a_category() -> None:
    hits = search_products(shop(), query="door camera phone", category="computing").items
    assert [hit.product_id for hit in hits] == ["TH-PH08"]


def test_a_product_is_read_whole() -> None:
    product = get_product(shop(), product_id="TH-CK90")
    assert (product.brand, str(product.price), product.install, str(product.install_fee)) == (
        "Fornello",
        "1120.00",
        "gas",
        "129.00",
    )


def test_a_repair_rate_is_read_by_category_and_fault() -> None:
    assert str(get_repair_rate(shop(), category="large_appliance", fault="cooling").cost) == "394.00"


def test_a_fault_that_is_not_repaired_is_refused_with_those_that_are() -> None:
    with pytest.raises(
        ToolError, match=r"fault: there is no rate for motor of smart_home; there are battery, controls"
    ):
        get_repair_rate(shop(), category="smart_home", fault="motor")


def test_stock_is_shown_for_each_warehouse() -> None:
    world = shop(stock_row("TH-TS01", "west", 4, 4, restock_on="2025-10-02"))
    rows = {row.warehouse: row for row in check_stock(world, product_id="TH-TS01")}
    assert sorted(rows) == ["central", "east", "west"]
    assert (rows["west"].on_hand, rows["west"].reserved, rows["west"].restock_on) == (4, 4, date(2025, 10, 2))


@pytest.mark.parametrize("tool", [check_stock, get_product])
def test_an_unknown_product_is_refused(tool: object) -> None:
    with pytest.raises(ToolError, match="product_id: no such row in products: TH-NONE"):
        tool(shop(), product_id="TH-NONE")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("on", "codes"),
    [
        (date(2025, 6, 14), ["WELCOME30"]),
        (date(2025, 6, 15), ["SUMMER12", "WELCOME30"]),
        (date(2025, 8, 31), ["COOLDOWN", "DESKPAIR", "LAUNDRY10", "SUMMER12", "WELCOME30"]),
        (date(2025, 12, 31), ["WELCOME30"]),
        (date(2026, 1, 1), []),
    ],
)
def test_promotions_are_in_force_from_their_first_to_their_last_day(on: date, codes: list[str]) -> None:
    assert [promotion.id for promotion in list_promotions(shop(), on=on).items] == codes


def test_the_promotions_of_today_fill_two_pages() -> None:
    world = shop()
    first, second = list_promotions(world, on=world.today), list_promotions(world, on=world.today, page=2)
    assert (first.total, first.pages, len(first.items), len(second.items)) == (9, 2, 5, 4)


def test_a_promotion_is_read_by_code_whatever_its_capitals() -> None:
    assert get_promotion(shop(), code=" save50 ").title == "Fifty off five hundred"
    with pytest.raises(ToolError, match="code: there is no promotion NOPE"):
        get_promotion(shop(), code="NOPE")


def test_an_article_search_does_not_tell_whether_an_article_still_holds() -> None:
    hits = search_articles(shop(), query="northline strike").items
    assert {hit.article_id for hit in hits[:2]} == {"KB-120", "KB-123"}
    assert set(hits[0].model_dump()) == {"article_id", "title", "kind", "published_on"}


def test_an_article_is_read_with_what_it_changes_and_what_replaced_it() -> None:
    world = shop()
    assert read_article(world, article_id="KB-120").superseded_by == "KB-123"
    assert read_article(world, article_id="KB-123").changes == "delivery.md#promised-date"
    assert read_article(world, article_id="KB-126").withdrawn_on == date(2025, 9, 19)
    with pytest.raises(ToolError, match="article_id: no such row"):
        read_article(world, article_id="KB-999")


def test_an_article_that_a_task_adds_is_found() -> None:
    world = shop(
        article("KB-201", "Zeppelin freight", "Parcels by zeppelin.", "2025-09-20", changes="delivery.md#promised-date")
    )
    assert [hit.article_id for hit in search_articles(world, query="zeppelins").items] == ["KB-201"]


def test_an_article_that_a_task_rewrites_is_found_by_its_new_words_only() -> None:
    world = shop(article("KB-105", "Doorstep", "Look behind the quince tree.", "2024-02-12"))
    assert [hit.article_id for hit in search_articles(world, query="quince").items] == ["KB-105"]
    assert "KB-105" not in [hit.article_id for hit in search_articles(world, query="porter").items]
