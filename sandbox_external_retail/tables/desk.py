"""The help desk and the knowledge base."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from thinkingbox_plugin.authoring import Key, Prose, References, Row, helpdesk

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


class Article(Row, table="articles"):
    """A guide, or a bulletin that changes a section of the policies while it is in force."""

    id: Key
    title: str
    body: Prose
    kind: Literal["guide", "bulletin"]
    changes: Annotated[str | None, References("policy_sections")] = None
    published_on: date
    withdrawn_on: date | None = None
    superseded_by: Annotated[str | None, References("articles")] = None
