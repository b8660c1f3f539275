"""StayBridge: travel and hospitality.

Stays in partner hotels, sold to guests, groups and companies; the agent works at the support desk.
"""

from __future__ import annotations

from datetime import datetime

from sandbox_travel.records import base_records
from sandbox_travel.tables import TABLES
from sandbox_travel.tools import TOOLS
from thinkingbox_plugin.authoring import SEARCHED, Domain

DOMAIN = Domain(
    name="travel",
    title="StayBridge",
    package="sandbox_travel",
    now=datetime(2025, 11, 12, 9, 0),
    tables=TABLES,
    tools=TOOLS,
    records=base_records,
    searchable={"articles": SEARCHED},
    internal=[
        "Larkspur",
        "Foxglove",
        "Bracken",
        "OSPREY",
        "MARLIN",
        "partner grade",
        "guest mark",
        "account mark",
        "margin",
    ],
)
