"""The help desk and the knowledge base."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from thinkingbox_plugin.authoring import ArticleRow, References, helpdesk

DESK = helpdesk(
    requesters="customers",
    about="orders",
    topics=(
        "delivery",
        "return",
        "exchange",
        "warranty",
        "installation",
        "cancellation",
        "order_change",
        "pricing",
        "membership",
        "account",
    ),
    outcomes=("resolved", "declined", "escalated", "on_hold"),
    reasons=(
        "completed",
        "not_verified",
        "not_authorised",
        "already_paid",
        "already_shipped",
        "outside_window",
        "not_returnable",
        "item_condition",
        "not_covered",
        "customer_caused",
        "delivered_signed",
        "below_threshold",
        "terms_not_met",
        "account_terms",
        "cap_reached",
        "safety_hazard",
        "property_damage",
        "account_review",
        "over_limit",
        "dispute_open",
        "awaiting_inspection",
        "awaiting_carrier",
        "awaiting_stock",
    ),
)


class Article(ArticleRow, table="articles"):
    """A guide, or a bulletin that changes a section of the policies until it is withdrawn or superseded."""

    withdrawn_on: date | None = None
    superseded_by: Annotated[str | None, References("articles")] = None
