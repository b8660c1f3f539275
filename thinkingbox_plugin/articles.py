"""The knowledge base that every domain shares: guides, and bulletins that change a policy for a while.

A domain says in columns of its own until when a bulletin holds, and gets the two tools for its class::

    class Article(ArticleRow, table="articles"):
        withdrawn_on: date | None = None

    KNOWLEDGE = articles(Article, shows="since when it is withdrawn (null if it is not)")
    tables = [..., Article]
    tools = [..., *KNOWLEDGE.tools]
    searchable = {"articles": SEARCHED}
"""

# No "from __future__ import annotations" here: the row class exists at run time only, so that the
# annotations of the tools below must be evaluated where the tools are made.

import textwrap
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from thinkingbox_plugin.knowledge import matching
from thinkingbox_plugin.pages import Page, PageNumber, paged_as
from thinkingbox_plugin.rows import Key, Prose, References, Row, View
from thinkingbox_plugin.tools import AnyTool, Tool, reads
from thinkingbox_plugin.world import World

ArticleKind = Literal["guide", "bulletin"]
SEARCHED = ("title", "body", "kind", "changes")
"""What the domain makes searchable of its articles; the title weighs most."""


class ArticleRow(Row, table="articles"):
    """A guide, or a bulletin that changes a section of the policies while it is in force."""

    id: Key
    title: str
    body: Prose
    kind: ArticleKind
    changes: Annotated[str | None, References("policy_sections")] = None
    published_on: date


class ArticleHit(View):
    """A search result; read_article shows the rest."""

    article_id: str
    title: str
    kind: ArticleKind
    published_on: date


ArticleT = TypeVar("ArticleT", bound=ArticleRow)


@dataclass(frozen=True)
class Articles(Generic[ArticleT]):
    """The tools of one domain's knowledge base."""

    search_articles: Tool[..., Page[ArticleHit]]
    read_article: Tool[..., ArticleT]

    @property
    def tools(self) -> list[AnyTool]:
        """Tools for the domain's ``tools``."""
        return [self.search_articles, self.read_article]


def articles(row: type[ArticleT], *, shows: str) -> Articles[ArticleT]:
    """The tools for a domain's articles; ``shows`` tells the agent what the columns of its own say."""

    @reads
    def search_articles(
        world: World,
        query: Annotated[str, Field(min_length=1, max_length=200, description="Words to look for.")],
        page: PageNumber = 1,
    ) -> Page[ArticleHit]:
        """Search the guides and bulletins of the knowledge base by words of title and text, by kind and by the
        policy section that a bulletin changes; best matches first, five a page.  Read one with read_article."""
        return paged_as(matching(world, "articles", query), page, lambda key: _hit(world.get(row, key)))

    def read_article(
        world: World, article_id: Annotated[str, Field(description="The article, such as KB-101.")]
    ) -> row:  # type: ignore[valid-type]
        return world.get(row, article_id)

    read_article.__doc__ = textwrap.fill(
        "Read a guide or bulletin: its text, the policy section that it changes (null for none), when it was "
        f"published, {shows}.",
        width=105,
        break_on_hyphens=False,
    )
    return Articles(search_articles=search_articles, read_article=reads(read_article))


def _hit(article: ArticleRow) -> ArticleHit:
    return ArticleHit(article_id=article.id, title=article.title, kind=article.kind, published_on=article.published_on)
