"""The knowledge base: guides, and bulletins that change a policy for a while."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables import Article
from sandbox_external_retail.tools._common import Page, PageNumber, paged_as
from thinkingbox_plugin.authoring import View, World, matching, reads


class ArticleHit(View):
    """A search result; read_article shows the rest."""

    article_id: str
    title: str
    kind: Literal["guide", "bulletin"]
    published_on: date


@reads
def search_articles(
    world: World,
    query: Annotated[str, Field(min_length=1, max_length=200, description="Words to look for.")],
    page: PageNumber = 1,
) -> Page[ArticleHit]:
    """Search the guides and bulletins of the knowledge base by words of title and text, by kind and by the
    policy section that a bulletin changes; best matches first, five a page.  Read one with read_article."""
    return paged_as(matching(world, "articles", query), page, lambda key: _hit(world.get(Article, key)))


@reads
def read_article(
    world: World, article_id: Annotated[str, Field(description="The article, such as KB-101.")]
) -> Article:
    """Read a guide or bulletin: its text, the policy section that it changes (null for none), when it was
    published, since when it is withdrawn, and the article that superseded it (null for neither)."""
    return world.get(Article, article_id)


def _hit(article: Article) -> ArticleHit:
    return ArticleHit(article_id=article.id, title=article.title, kind=article.kind, published_on=article.published_on)
