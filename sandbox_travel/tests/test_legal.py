"""Whatever is called in whatever order, the data stay legal and a refusal names what it refuses."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox_travel import DOMAIN
from sandbox_travel.tests.coherence import findings
from thinkingbox_plugin.authoring import ToolError

FITTING: list[tuple[str, dict[str, Any]]] = [
    ("ask_approver", {"booking_id": "BK-50043", "kind": "dates", "euros": "350.00"}),
    ("add_booking_request", {"booking_id": "BK-50026", "room_id": "RM-50026-1", "wish": "cot", "detail": " a  cot "}),
    ("change_room", {"room_id": "RM-50026-1", "new_total": "14120.00", "departure": "2025-12-09"}),
    ("change_room", {"room_id": "RM-50026-1", "new_total": "9000.00", "board": "room_only", "adults": 1}),
    ("change_room", {"room_id": "RM-50035-1", "new_total": "1290.00", "departure": "2025-11-15"}),
    (
        "change_room",
        {
            "room_id": "RM-50043-1",
            "new_total": "320.00",
            "room_type_id": "RT-LIS2-DLX",
            "approval_ids": ["APV-50043-1"],
        },
    ),
    ("change_room", {"room_id": "RM-50031-10", "new_total": "600.00", "children": 1, "infants": 1}),
    ("cancel_room", {"room_id": "RM-50028-1", "penalty": "50.00"}),
    ("cancel_room", {"room_id": "RM-50026-1", "penalty": "0.00"}),
    ("release_room", {"room_id": "RM-50030-10", "penalty": "0.00"}),
    ("release_room", {"room_id": "RM-50036-10", "penalty": "436.56"}),
    (
        "move_to_hotel",
        {
            "room_id": "RM-50026-1",
            "hotel_id": "HTL-PRG2",
            "room_type_id": "RT-PRG2-DBL",
            "board": "breakfast",
            "new_total": "11000.00",
        },
    ),
    ("resend_booking", {"booking_id": "BK-50042"}),
    ("complete_stay", {"booking_id": "BK-50033"}),
    ("ask_hotel", {"booking_id": "BK-50026", "question": "waive_penalty", "subject": "none"}),
    ("correct_page_fact", {"fact_id": "FCT-BKK1-POOL", "stated": False}),
    ("enter_name", {"room_id": "RM-50030-11", "name": "Noor Haddad"}),
    ("enter_name", {"room_id": "RM-50030-10", "name": " noor  HADDAD"}),
    ("exchange_name", {"person_id": "BP-50030-1", "name": "Timo Virtanen"}),
    (
        "order_group_service",
        {"booking_id": "BK-50031", "service_id": "SVC-LIS1-GUIDE", "units": 2, "day": "2026-04-18"},
    ),
    ("cancel_group_service", {"group_service_id": "GS-50031-1", "units": 4, "penalty": "0.00"}),
    ("cancel_group_service", {"group_service_id": "GS-50030-1", "units": 1, "penalty": "1.00"}),
    ("issue_refund", {"payment_id": "PAY-50026-1", "amount": "10590.00", "reason": "cancellation"}),
    ("issue_refund", {"payment_id": "PAY-50042-1", "amount": "500.00", "reason": "compensation"}),
    (
        "give_voucher",
        {
            "guest_id": "GST-1005",
            "booking_id": "BK-50026",
            "amount": "1200.00",
            "reason": "compensation",
            "valid_until": "2026-11-12",
        },
    ),
    ("create_charge", {"booking_id": "BK-50026", "payer": "guest", "amount": "600.00", "kind": "change_fee"}),
    ("create_charge", {"booking_id": "BK-50043", "payer": "company", "amount": "46.40", "kind": "stay_difference"}),
    ("issue_invoice", {"booking_id": "BK-50001", "address": "4 Quay Street, Leith"}),
    ("reissue_invoice", {"invoice_id": "INV-50024-1", "cost_centre": "PA-1181"}),
    ("open_ticket", {"subject": "Dates", "topic": "change", "priority": "normal", "requester_id": "GST-1005"}),
    ("add_comment", {"ticket_id": "TK-1007", "visibility": "internal", "body": "Look at it."}),
    ("update_ticket", {"ticket_id": "TK-1007", "priority": "urgent"}),
    ("close_ticket", {"ticket_id": "TK-1007", "outcome": "declined", "reason": "rate_terms"}),
]
"""Calls that succeed in the base world."""
VALUES: dict[str, list[Any]] = {}
for _, _arguments in FITTING:
    for _name, _value in _arguments.items():
        VALUES.setdefault(_name, []).append(_value)
VALUES["units"] += [32, 33]
VALUES["adults"] += [2, 3, 5]
VALUES["arrival"] = ["2025-12-04", "2025-12-06", "2025-11-11"]
VALUES["penalty"] += ["0.01", "99999.99"]
VALUES["new_total"] += ["0.00", "0.50"]
POLICY = re.compile(
    "|".join(
        [
            "its rooms and free places",  # a changed number of guests costs or earns a free place: charged apart
            "is still paid$",  # the refund of a lower total is made apart
            "was paid and not given back$",
            "has nothing for",
            "but the booking has",
            "not the holder's of",
            "a company's or in",
            "to a guest, for company",
            "issued on",
            "a room of HTL.*, the booking of",  # one of several rooms has gone to another hotel
        ]
    )
)
"""What disagrees because a policy was not followed; the tools do not see to that."""


def argument(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A value for an argument: one that fits in some call, a member of its enumeration, or nonsense."""
    members = [value for option in schema.get("anyOf", [schema]) for value in option.get("enum", [])]
    nonsense = ["", "'; DROP TABLE bookings; --", -1, None, "9999-12-31"]
    return st.sampled_from(([*VALUES.get(name, []), *members] or ["A case"]) * 8 + nonsense)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """One call that fits, or one with some of its arguments changed, left out or added."""
    name, fitting = draw(st.sampled_from(FITTING))
    arguments = dict(fitting)
    properties = DOMAIN.by_name[name].parameters["properties"]
    for changed in draw(st.lists(st.sampled_from(sorted(properties)), max_size=2)):
        arguments[changed] = draw(argument(changed, properties[changed]))
    return name, arguments


def test_the_calls_from_which_the_others_are_made_fit_and_use_every_tool_that_writes() -> None:
    for name, arguments in FITTING:
        DOMAIN.call(DOMAIN.world(), name, arguments)
    assert {name for name, _ in FITTING} == {tool.name for tool in DOMAIN.tools if tool.writes}


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(calls(), min_size=5, max_size=25))
def test_records_agree_after_any_calls_and_a_refusal_changes_nothing(
    sequence: list[tuple[str, dict[str, Any]]],
) -> None:
    world = DOMAIN.world()
    refusals = []
    for name, arguments in sequence:
        effects = len(world.effects())
        try:
            DOMAIN.call(world, name, arguments)
        except ToolError as refusal:
            refusals.append((name, str(refusal), len(world.effects()) - effects))
    assert [found for found in findings(world) if not POLICY.search(found)] == []
    for name, message, changes in refusals:
        assert changes == 0
        assert any(argument in message for argument in DOMAIN.by_name[name].parameters["properties"]), message
