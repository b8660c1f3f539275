"""Policies: how Markdown becomes sections, how they are searched and read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toyshop import DOMAIN

from thinkingbox_plugin.authoring import PolicySection, ToolError, World, matching, read_policy, search_policies
from thinkingbox_plugin.errors import DomainError
from thinkingbox_plugin.knowledge import anchors, read_sections, slug


def sections_of(folder: Path, **files: str) -> list[tuple[str, str]]:
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return [(section.anchor, section.body) for section in read_sections(folder)]


def test_each_heading_with_text_is_a_section_in_file_and_heading_order(tmp_path: Path) -> None:
    found = sections_of(
        tmp_path,
        returns="# Returns\n\n## Window\n\nThirty days.\n\n### Gold\n\nSixty.\n",
        delivery="# Delivery\nWe deliver.\n## Late, over $500\n10 %.\n\nNo more.\n",
    )
    assert found == [
        ("delivery.md#delivery", "We deliver."),
        ("delivery.md#late-over-500", "10 %.\n\nNo more."),
        ("returns.md#window", "Thirty days."),
        ("returns.md#gold", "Sixty."),
    ]


def test_other_files_and_hashes_inside_code_are_no_headings(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("# Not read\n\nx\n")
    found = sections_of(tmp_path, tools="# Codes\n```\n# a comment\nRUN\n```\n#5 is no heading\n")
    assert found == [("tools.md#codes", "```\n# a comment\nRUN\n```\n#5 is no heading")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# A\n\nx\n\n## a!\n\ny\n", r"policies: two sections are called rules.md#a; rename one heading"),
        ("Stray.\n\n# A\n\nx\n", r"policies: rules.md begins with text under no heading; give it one"),
        ("", r"policies: no Markdown file with a heading in "),
    ],
)
def test_a_document_that_would_lose_or_confuse_a_rule_is_a_domain_error(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(DomainError, match=message):
        sections_of(tmp_path, rules=text)


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Late orders", "late-orders"), ("What's owed?", "whats-owed"), ("10 % (gold)", "10-gold"), ("Größe", "größe")],
)
def test_an_anchor_is_the_heading_in_kebab_case(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor


def test_the_anchors_of_a_domain_are_those_of_its_sections() -> None:
    assert anchors(DOMAIN.sections) == DOMAIN.anchors
    assert "refunds.md#late-orders" in DOMAIN.anchors


def test_a_search_finds_by_any_word_in_any_form_best_first() -> None:
    found = search_policies(DOMAIN.world(), query="Refunding LATE order")
    assert found.hits[0].anchor == "refunds.md#late-orders"
    assert found.hits[0].excerpt.endswith(" ...")
    assert (found.total, found.page, found.pages) == (len(found.hits), 1, 1)


def test_a_search_that_finds_nothing_is_an_empty_page() -> None:
    found = search_policies(DOMAIN.world(), query="helicopter")
    assert (found.total, found.pages, found.hits) == (0, 0, [])


def test_long_results_come_in_pages_without_overlap() -> None:
    rules = [PolicySection(anchor=f"more.md#r{n}", title=f"Rule {n}", body="zebra " * (n + 1)) for n in range(12)]
    world = DOMAIN.world(rules)
    pages = [search_policies(world, query="zebra", page=page) for page in (1, 2, 3, 4)]
    assert [len(page.hits) for page in pages] == [5, 5, 2, 0]
    assert {hit.anchor for page in pages for hit in page.hits} == {rule.anchor for rule in rules}
    assert {(page.total, page.pages) for page in pages} == {(12, 3)}


def test_a_section_that_a_task_replaces_is_found_by_its_new_words_only() -> None:
    world = DOMAIN.world([PolicySection(anchor="refunds.md#damaged-goods", title="Damage", body="Ask a zebra.")])
    assert [hit.anchor for hit in search_policies(world, query="zebra").hits] == ["refunds.md#damaged-goods"]
    assert "refunds.md#damaged-goods" not in [hit.anchor for hit in search_policies(world, query="broken").hits]
    assert search_policies(DOMAIN.world(), query="zebra").total == 0


def test_reading_gives_one_section_or_a_whole_document_in_its_own_order() -> None:
    world = DOMAIN.world()
    assert [section.title for section in read_policy(world, anchor="refunds.md#damaged-goods")] == ["Damaged goods"]
    assert [section.title for section in read_policy(world, anchor="returns.md")] == ["Window", "What stays", "Postage"]


@pytest.mark.parametrize("anchor", ["refunds.md#later", "refunds", "nothing.md", "", "%", "refunds.md#", "x" * 4000])
def test_an_anchor_of_nothing_is_refused_with_a_way_on(anchor: str) -> None:
    with pytest.raises(ToolError, match=r"anchor: no policy is called .*; search_policies finds sections") as caught:
        read_policy(DOMAIN.world(), anchor=anchor)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("query", ["...", "   ", '"', "*"])
def test_a_query_without_a_word_is_refused(query: str) -> None:
    with pytest.raises(ToolError, match="query: give at least one word to search for"):
        search_policies(DOMAIN.world(), query=query)


WORLD = DOMAIN.world()


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=200))
def test_no_query_is_read_as_search_syntax(query: str) -> None:
    if not re.search(r"\w", query):
        with pytest.raises(ToolError, match="query: give at least one word to search for"):
            search_policies(WORLD, query=query)
    else:
        found = search_policies(WORLD, query=query)
        assert found.total >= len(found.hits)


@pytest.mark.parametrize(
    "query", ["late AND damaged", "late NOT goods", "NEAR(late goods)", "title:late", "late*", '"late']
)
def test_the_operators_of_the_search_engine_are_ordinary_words(query: str) -> None:
    assert search_policies(WORLD, query=query).total >= 1


def test_matching_gives_keys_of_any_indexed_table() -> None:
    world: World = DOMAIN.world()
    assert matching(world, "policy_sections", "balloons") == ["returns.md#what-stays"]
