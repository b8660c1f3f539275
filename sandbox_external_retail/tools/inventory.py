"""Inventory: what lies in the three warehouses."""

from __future__ import annotations

from sandbox_external_retail.tables import Product, Stock
from sandbox_external_retail.tools._common import ProductId
from thinkingbox_plugin.authoring import World, reads


@reads
def check_stock(world: World, product_id: ProductId) -> list[Stock]:
    """Read a product's stock in each warehouse: units on hand, how many of these are reserved for other
    orders, and when more are expected (null if that is not known)."""
    world.get(Product, product_id)
    return world.select(Stock, product_id=product_id)
