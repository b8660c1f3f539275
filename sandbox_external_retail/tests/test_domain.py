"""The domain as a whole: its tools' schemas, its desk, whose rows a call shows."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import sandbox_external_retail
from sandbox_external_retail import DOMAIN
from sandbox_external_retail.tables import DESK
from sandbox_external_retail.tests.shop import DELIVERED, NINA, OMAR, shop
from sandbox_external_retail.tools import close_ticket, list_tickets, open_ticket
from thinkingbox_plugin.authoring import ToolError


def test_the_schemas_of_the_tools_are_as_recorded(snapshot: SnapshotAssertion) -> None:
    schemas = {
        tool.name: {
            "description": tool.description,
            "parameters": tool.parameters,
            "writes": tool.writes,
            "consent": list(tool.consent),
            "verifies": tool.verifies,
        }
        for tool in DOMAIN.tools
    }
    assert json.dumps(schemas, indent=1, ensure_ascii=False) == snapshot


def test_every_argument_is_described() -> None:
    bare = [
        f"{tool.name}.{name}"
        for tool in DOMAIN.tools
        for name, schema in tool.parameters["properties"].items()
        if not schema.get("description")
    ]
    assert bare == []


def test_the_shop_has_twelve_systems_tables_and_tools_enough() -> None:
    package = Path(sandbox_external_retail.__file__).parent
    systems = {path.stem for path in (package / "tools").glob("[a-z]*.py")} | {"helpdesk"}
    assert len(systems) >= 11
    assert len(DOMAIN.tables) >= 22
    assert len(DOMAIN.by_name) >= 33


def test_the_domain_imports_only_the_authoring_surface() -> None:
    package = Path(sandbox_external_retail.__file__).parent
    allowed = ("thinkingbox_plugin.authoring", "sandbox_external_retail")
    standard = {
        "__future__",
        "calendar",
        "collections.abc",
        "csv",
        "dataclasses",
        "datetime",
        "decimal",
        "functools",
        "importlib.resources",
        "re",
        "typing",
    }
    for path in package.rglob("*.py"):
        if "tests" in path.parts or path.name.startswith("test_"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                module, names = node.module or "", {alias.name for alias in node.names}
                fine = module in standard or module.startswith(allowed) or (module, names) == ("pydantic", {"Field"})
                assert fine, f"{path.name} imports {module}"
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= standard, path.name


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_customer", {"customer_id": NINA}),
        ("get_customer_profile", {"customer_id": NINA}),
        ("get_membership", {"customer_id": NINA}),
        ("list_orders", {"customer_id": NINA}),
        ("get_order", {"order_id": DELIVERED}),
        ("get_payments", {"order_id": DELIVERED}),
        ("list_shipments", {"order_id": DELIVERED}),
    ],
)
def test_a_tool_that_shows_a_persons_rows_says_whose_they_are(tool: str, arguments: dict[str, str]) -> None:
    world = shop()
    DOMAIN.call(world, tool, arguments)
    assert world.log.calls[-1].owners == {NINA}


def test_public_tools_return_no_private_row() -> None:
    world = shop()
    today, email = "2025-09-24", "omar.farouk@example.org"
    calls: dict[str, dict[str, Any]] = {
        "find_customer": {"name": "Omar"},
        "verify_customer": {"email": email, "phone_last4": "0102"},
        "search_products": {"query": "laptop"},
        "get_product": {"product_id": "TH-LT14"},
        "get_repair_rate": {"category": "computing", "fault": "power"},
        "check_stock": {"product_id": "TH-LT14"},
        "list_promotions": {"on": today},
        "get_promotion": {"code": "SAVE50"},
        "list_slots": {"region": "east", "from_date": today, "gas_only": False},
        "search_articles": {"query": "return"},
        "read_article": {"article_id": "KB-101"},
        "search_policies": {"query": "late"},
        "read_policy": {"anchor": "filing.md"},
    }
    for tool, arguments in calls.items():
        DOMAIN.call(world, tool, arguments)
        assert world.log.calls[-1].owners == frozenset(), tool


def test_only_the_identity_checks_verify() -> None:
    assert {tool.name for tool in DOMAIN.tools if tool.verifies} == {"verify_customer", "verify_contact"}


def test_the_tools_that_need_consent_are_those_that_commit_the_customer() -> None:
    assert {tool.name: tool.consent for tool in DOMAIN.tools if tool.consent} == {
        "cancel_line": ("order_id",),
        "issue_refund": ("amount",),
        "issue_store_credit": ("amount",),
        "create_charge": ("amount",),
        "create_return": ("refund_amount",),
        "book_installation": ("slot_date",),
        "move_installation": ("slot_date",),
    }


def test_no_tool_description_gives_an_internal_term_away() -> None:
    shown = json.dumps([[tool.description, tool.parameters] for tool in DOMAIN.tools]).casefold()
    assert [term for term in ("quillon", "brindle", "tallow", "velvet", "cinder") if term in shown] == []


def test_a_ticket_takes_the_shops_topics_and_reasons() -> None:
    world = shop()
    ticket = open_ticket(
        world, subject="No washer", topic="delivery", priority="high", requester_id=NINA, about_id=DELIVERED
    )
    close_ticket(world, ticket_id=ticket.id, outcome="on_hold", reason="awaiting_carrier")
    assert [item.reason for item in list_tickets(world, requester_id=NINA).tickets] == ["awaiting_carrier"]
    assert world.get(DESK.ticket, ticket.id).outcome == "on_hold"
    with pytest.raises(ToolError, match="topic: "):
        DOMAIN.call(world, "open_ticket", {"subject": "x", "topic": "gossip", "priority": "low"})


def test_a_refused_call_changes_nothing_and_takes_its_id_back() -> None:
    world = shop()
    first = {"payment_id": "PAY-21004-1", "amount": "1.00", "reason": "goodwill", "line_id": "LIN-21001-1"}
    with pytest.raises(ToolError):
        DOMAIN.call(world, "issue_refund", first)
    made = json.loads(DOMAIN.call(world, "issue_refund", {**first, "line_id": "LIN-21004-1"}))
    assert made["id"] == "RF-20359"
    assert {effect.table for effect in world.effects()} == {"refunds"}


def test_two_worlds_of_the_shop_never_meet() -> None:
    one, other = shop(), shop()
    DOMAIN.call(one, "create_charge", {"order_id": DELIVERED, "amount": "5.00", "kind": "late_change"})
    assert json.loads(DOMAIN.call(other, "get_payments", {"order_id": DELIVERED}))["charges"] == []
    assert OMAR in DOMAIN.call(other, "get_customer", {"customer_id": OMAR})
