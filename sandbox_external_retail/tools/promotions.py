"""Promotions."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import Promotion
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, World, paged, reads


@reads
def list_promotions(
    world: World,
    on: Annotated[date, Field(description="The day, such as 2025-09-24.")],
    page: PageNumber = 1,
) -> Page[Promotion]:
    """List the promotions in force on a day (first and last day included), by code, five a page.

    value is a percentage for kind percent, otherwise dollars off; a bundle takes value off if both its
    products are bought; category, product_id and min_spend say what it covers, null meaning no limit.
    """
    day = on.isoformat()
    return paged(world.select(Promotion, "starts_on <= ? AND ends_on >= ?", [day, day]), page)


@reads
def get_promotion(
    world: World,
    code: Annotated[str, Field(max_length=40, description="The code, such as SAVE50; capitals do not matter.")],
) -> Promotion:
    """Read a promotion by its code, whether or not it is in force."""
    promotion = world.find(Promotion, code.strip().upper())
    if promotion is None:
        raise ToolError(f"code: there is no promotion {code}")
    return promotion
