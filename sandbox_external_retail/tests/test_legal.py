"""Whatever is called in whatever order, the data stay legal and a refusal names what it refuses."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox_external_retail import DOMAIN
from sandbox_external_retail.records import installation, return_request, shipment, slot
from sandbox_external_retail.tests.coherence import findings
from sandbox_external_retail.tests.shop import NINA, OMAR, shop
from thinkingbox_plugin.authoring import Row, ToolError

MORE: list[Row] = [
    slot("SLOT-1-0927"),
    installation("INS-21001-1", "SLOT-1-0927"),
    return_request("RT-20331-1", amount="289.05", on="2025-09-10", status="received"),
    shipment(
        "SHP-21002-1",
        "northline",
        handed_over="2025-09-11",
        due="2025-09-15",
        status="returned_to_sender",
        label_postcode="11201",
    ),
]
LINES = ["LIN-21001-1", "LIN-21001-2", "LIN-21002-1", "LIN-21003-1", "LIN-21003-2", "LIN-21004-1"]
VALUES: dict[str, list[Any]] = {
    "customer_id": [NINA, OMAR, "CUS-1031"],
    "contact_id": [NINA, OMAR, "CUS-1057"],
    "requester_id": [NINA, "CUS-1046"],
    "order_id": ["ORD-21001", "ORD-21002", "ORD-21003", "ORD-21004", "ORD-20338"],
    "about_id": ["ORD-21001", "ORD-20343"],
    "line_id": [*LINES, "LIN-20348-1"],
    "shipment_id": ["SHP-21001-1", "SHP-21002-1"],
    "payment_id": ["PAY-21001-1", "PAY-21002-1", "PAY-21003-1"],
    "address_id": ["ADR-1201", "ADR-1202", "ADR-7001"],
    "plan_id": ["PLN-20015-1", "PLN-20112-1"],
    "slot_id": ["SLOT-1-0926", "SLOT-2-0926", "SLOT-1-0927", "SLOT-5-1001"],
    "slot_date": ["2025-09-26", "2025-09-27", "2025-10-01"],
    "installation_id": ["INS-21001-1", "INS-20348-1", "INS-7001"],
    "return_id": ["RT-20331-1", "RT-20339-1", "RT-7001"],
    "product_id": ["TH-SB30", "TH-WM700", "TH-CM40"],
    "new_product_id": ["TH-SB30", "TH-HP10", "TH-CM40"],
    "ticket_id": ["TK-2033", "TK-2034", "TK-7001"],
    "quantity": [1, 2, 3],
    "points": [1, 299, 301],
    "amount": ["0.00", "0.01", "558.00", "1384.95", "20000.01"],
    "refund_amount": ["0.00", "279.00", "558.00", "820.01"],
    "fee": ["0.00", "79.00"],
    "line1": ["2 Kelp Row", " 2 kelp  row."],
    "city": ["Norwick"],
    "postcode": ["10499"],
    "subject": ["A case"],
    "body": ["A note"],
}
WRITERS = [tool for tool in DOMAIN.tools if tool.writes]


def argument(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A value for an argument: one that the shop knows, a member of its enumeration, or nonsense."""
    members = [value for option in schema.get("anyOf", [schema]) for value in option.get("enum", [])]
    nonsense = ["", "'; DROP TABLE orders; --", -1, True, None, "9999-12-31"]
    known = [*VALUES.get(name, []), *members] or ["x"]
    return st.sampled_from(known * 8 + nonsense)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """One call of a tool that writes, with all it requires and some of the rest."""
    tool = draw(st.sampled_from(WRITERS))
    required = tool.parameters.get("required", [])
    given_arguments = {
        name: draw(argument(name, schema))
        for name, schema in tool.parameters["properties"].items()
        if name in required or draw(st.booleans())
    }
    return tool.name, given_arguments


def test_the_shop_starts_with_records_that_agree() -> None:
    assert findings(shop(*MORE)) == []


@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(calls(), min_size=1, max_size=25))
def test_records_agree_after_any_calls_and_a_refusal_changes_nothing(
    sequence: list[tuple[str, dict[str, Any]]],
) -> None:
    world = shop(*MORE)
    refusals = []
    for name, arguments in sequence:
        effects = len(world.effects())
        try:
            DOMAIN.call(world, name, arguments)
        except ToolError as refusal:
            refusals.append((name, str(refusal), len(world.effects()) - effects))
    assert findings(world) == []
    for name, message, changes in refusals:
        assert changes == 0
        assert any(argument in message for argument in DOMAIN.by_name[name].parameters["properties"]), message
