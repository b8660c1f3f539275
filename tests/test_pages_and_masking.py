"""What domains share in showing long lists, people and articles."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import pytest

from thinkingbox_plugin.authoring import (
    SEARCHED,
    ArticleRow,
    Domain,
    References,
    articles,
    digits,
    masked_email,
    masked_name,
    paged,
    paged_as,
    plain,
)


class Article(ArticleRow, table="articles"):
    """An article that may have a successor."""

    superseded_by: Annotated[str | None, References("articles")] = None


KNOWLEDGE = articles(Article, shows="and the article that superseded it (null for none)")
LIBRARY = Domain(
    name="library",
    title="Library",
    package="toyshop",
    now=datetime(2025, 10, 1),
    tables=[Article],
    tools=KNOWLEDGE.tools,
    records=lambda: [
        Article(id="KB-1", title="Packing", body="Use a box.", kind="guide", published_on=date(2025, 1, 2)),
        Article(
            id="KB-2",
            title="Storm",
            body="No box is sent.",
            kind="bulletin",
            changes="refunds.md#late-orders",
            published_on=date(2025, 9, 2),
        ),
    ],
    searchable={"articles": SEARCHED},
)


@pytest.mark.parametrize(
    ("count", "page", "items", "pages"),
    [(0, 1, [], 0), (5, 1, [0, 1, 2, 3, 4], 1), (6, 2, [5], 2), (6, 3, [], 2)],
)
def test_a_list_comes_in_pages_of_five(count: int, page: int, items: list[int], pages: int) -> None:
    found = paged(range(count), page)
    assert (found.total, found.page, found.pages, found.items) == (count, page, pages, items)


def test_only_the_items_of_the_page_are_made_ready_to_be_shown() -> None:
    shown: list[int] = []

    def show(item: int) -> str:
        shown.append(item)
        return str(item)

    assert paged_as(range(7), 2, show).items == ["5", "6"]
    assert shown == [5, 6]


@pytest.mark.parametrize(
    ("name", "masked"),
    [("Maria Santos", "M. S•••"), ("Ana de la Cruz", "A. C•••"), ("Sukarno", "S.")],
)
def test_a_masked_name_is_its_first_and_last_initial(name: str, masked: str) -> None:
    assert masked_name(name) == masked


def test_a_masked_address_shows_three_letters_and_the_host() -> None:
    assert masked_email("maria.santos@example.com") == "mar•••@example.com"
    assert masked_email("jo@example.org") == "jo•••@example.org"


def test_names_and_numbers_are_compared_without_accents_case_and_punctuation() -> None:
    assert plain(" Joaquín ÅSA ") == "joaquin asa"
    assert digits("+44 (0)20 7946-0123") == "4402079460123"


def test_articles_are_found_by_their_words_and_by_the_section_that_they_change() -> None:
    world = LIBRARY.world()
    assert [hit.article_id for hit in KNOWLEDGE.search_articles(world, query="box").items] == ["KB-1", "KB-2"]
    (hit,) = KNOWLEDGE.search_articles(world, query="refunds").items
    assert (hit.article_id, hit.kind) == ("KB-2", "bulletin")
    assert KNOWLEDGE.read_article(world, article_id="KB-2").superseded_by is None


def test_the_agent_reads_what_a_domains_own_columns_say() -> None:
    assert KNOWLEDGE.read_article.description.endswith(
        "when it was\npublished, and the article that superseded it (null for none)."
    )
