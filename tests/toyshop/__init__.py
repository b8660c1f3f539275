"""Toyshop: a small business that the plugin's own tests work in.

Two customers (CUS-1 Ada Quill, CUS-2 Bruno Vale), nine orders (ORD-1 to ORD-9; ORD-8 and ORD-9 are Bruno's),
four products (TOY-1 to TOY-4) and one open ticket (TK-11, Ada's).  It holds one example of each thing
that a table or a tool may be: a list of references, a composite key, a chain of private rows, an
internal column, a masked search, pages, consent, and a list of lines as an argument.
"""

from __future__ import annotations

from datetime import datetime

from thinkingbox_plugin.authoring import Domain, read_policy, search_policies

from . import tools
from .records import base_records
from .tables import DESK, TABLES

DOMAIN = Domain(
    name="toyshop",
    title="Toyshop",
    package="toyshop",
    now=datetime(2025, 10, 1, 9, 30),
    tables=TABLES,
    tools=[*tools.ALL, *DESK.tools, search_policies, read_policy],
    records=base_records,
    internal=["Project Kestrel"],
)
