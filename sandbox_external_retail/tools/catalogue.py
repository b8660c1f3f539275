"""The catalogue: products and what their repair costs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import Category, Fault, Product, RepairRate
from sandbox_external_retail.tools._common import ProductId
from thinkingbox_plugin.authoring import Money, Page, PageNumber, ToolError, View, World, matching, paged_as, reads


class ProductHit(View):
    """A search result."""

    product_id: str
    name: str
    price: Money
    category: Category


@reads
def search_products(
    world: World,
    query: Annotated[
        str, Field(min_length=1, max_length=100, description="Words such as a kind of product or a name.")
    ],
    category: Annotated[Category | None, Field(description="Only products of this category.")] = None,
    page: PageNumber = 1,
) -> Page[ProductHit]:
    """Search the catalogue by words of a product's name and description; best matches first, five a page."""
    found = [world.get(Product, key) for key in matching(world, "products", query)]
    return paged_as([product for product in found if category in (None, product.category)], page, _hit)


@reads
def get_product(world: World, product_id: ProductId) -> Product:
    """Read a product: today's price, category, size, return class, warranty, installation and its fee.

    unit_cost is internal and may not be told to anyone outside.
    """
    return world.get(Product, product_id)


@reads
def get_repair_rate(
    world: World,
    category: Annotated[Category, Field(description="The product's category.")],
    fault: Annotated[Fault, Field(description="What is wrong with it.")],
) -> RepairRate:
    """Read what repairing one kind of fault costs in one category.  Refused where we do not repair it."""
    rates = world.select(RepairRate, category=category, fault=fault)
    if not rates:
        known = ", ".join(rate.fault for rate in world.select(RepairRate, category=category))
        raise ToolError(f"fault: there is no rate for {fault} of {category}; there are {known}")
    return rates[0]


def _hit(product: Product) -> ProductHit:
    return ProductHit(product_id=product.id, name=product.name, price=product.price, category=product.category)
