"""The knowledge base: guides, and bulletins that change a policy for a while."""

from __future__ import annotations

from sandbox_travel.tables import Article
from thinkingbox_plugin.authoring import articles

KNOWLEDGE = articles(Article, shows="its first and last day, and the article that superseded it (null for none)")
search_articles, read_article = KNOWLEDGE.search_articles, KNOWLEDGE.read_article
