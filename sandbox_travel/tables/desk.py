"""The help desk and the knowledge base."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from thinkingbox_plugin.authoring import ArticleRow, References, helpdesk

DESK = helpdesk(
    requesters="guests",
    about="bookings",
    topics=("request", "change", "cancellation", "group", "compensation", "hotel", "billing", "account"),
    outcomes=("resolved", "declined", "escalated", "on_hold"),
    reasons=(
        "completed",
        "not_verified",
        "not_authorised",
        "safety",
        "account_review",
        "dispute_open",
        "already_settled",
        "outside_window",
        "rate_terms",
        "account_terms",
        "cap_reached",
        "not_available",
        "not_confirmed",
        "no_entitlement",
        "over_limit",
        "awaiting_hotel",
        "awaiting_approval",
        "awaiting_document",
    ),
)


class Article(ArticleRow, table="articles"):
    """A guide, or a bulletin that is in force from ``first_day`` to ``last_day``, both included."""

    first_day: date | None = None
    last_day: date | None = None
    superseded_by: Annotated[str | None, References("articles")] = None
