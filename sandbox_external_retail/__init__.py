"""TechHome Direct: retail and e-commerce.

A shop for consumer electronics and home appliances with three warehouses (east, central, west); the
agent works at its service desk.
"""

from __future__ import annotations

from datetime import datetime

from sandbox_external_retail.records import base_records
from sandbox_external_retail.tables import TABLES
from sandbox_external_retail.tools import TOOLS
from thinkingbox_plugin.authoring import SEARCHED, Domain

DOMAIN = Domain(
    name="retail",
    title="TechHome Direct",
    package="sandbox_external_retail",
    now=datetime(2025, 9, 24, 10, 0),
    tables=TABLES,
    tools=TOOLS,
    records=base_records,
    searchable={"articles": SEARCHED, "products": ("name", "description")},
    internal=[
        "Quillon",
        "Brindle",
        "Tallow",
        "VELVET",
        "CINDER",
        "customer score",
        "score band",
        "account flag",
        "fraud flag",
        "unit cost",
    ],
)
