"""The knowledge base: guides, and bulletins that change a policy for a while."""

from __future__ import annotations

from sandbox_external_retail.tables import Article
from thinkingbox_plugin.authoring import articles

KNOWLEDGE = articles(Article, shows="since when it is withdrawn, and the article that superseded it (null for neither)")
search_articles, read_article = KNOWLEDGE.search_articles, KNOWLEDGE.read_article
