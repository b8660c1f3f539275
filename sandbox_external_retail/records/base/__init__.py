"""The base world's customers and a year of their orders (CUS-1001 to CUS-1060, ORD-20001 to ORD-20399)."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.base.accounts import accounts
from sandbox_external_retail.records.base.early_2025 import early_2025
from sandbox_external_retail.records.base.late_2024 import late_2024
from sandbox_external_retail.records.base.september_2025 import september_2025
from sandbox_external_retail.records.base.summer_2025 import summer_2025
from thinkingbox_plugin.authoring import Row


def customers_and_orders() -> Iterator[Row]:
    """Every account, then every order with its parcels, money, returns, claims, visits and tickets."""
    yield from accounts()
    yield from late_2024()
    yield from early_2025()
    yield from summer_2025()
    yield from september_2025()
