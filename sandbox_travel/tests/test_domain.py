"""The domain as a whole: its tools' schemas, its desk, whose rows a call shows, and what no call shows."""

from __future__ import annotations

import ast
import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter
from syrupy.assertion import SnapshotAssertion

import sandbox_travel
from sandbox_travel import DOMAIN
from sandbox_travel.tables import (
    DESK,
    Approval,
    ApproverPosition,
    Article,
    BookingEvent,
    BookingRequest,
    Dispute,
    Document,
    GuestMark,
    HotelFact,
    HotelPosition,
    HotelRequest,
    Incident,
    Invoice,
    LoyaltyPeriod,
    NightlyLimit,
    Voucher,
)
from sandbox_travel.tests.office import (
    ANA,
    BEN,
    CEM,
    COMPANY,
    DIL,
    ETA,
    GROUP,
    NOW,
    RIBEIRA,
    STAY,
    WORK,
    day,
    office,
)
from sandbox_travel.tools import close_ticket, list_tickets, open_ticket
from thinkingbox_plugin.authoring import ToolError, World

HIDDEN = ("hotel_positions", "approver_positions")
SECRET = "98765.43"
"""The limit of an approver, which appears nowhere else."""

READING: dict[str, tuple[dict[str, Any], set[str]]] = {
    "find_guest": ({"name": "Teles Prado"}, set()),
    "verify_guest": ({"email": "ana.teles.prado@example.org", "phone_last4": "0001"}, set()),
    "verify_companion": ({"guest_id": BEN, "booking_id": STAY}, set()),
    "get_guest": ({"guest_id": ANA}, {ANA}),
    "get_guest_mark": ({"guest_id": ANA}, {ANA}),
    "list_loyalty_periods": ({"guest_id": ANA}, {ANA}),
    "verify_company_contact": ({"guest_id": DIL, "booking_id": WORK}, set()),
    "get_company": ({"company_id": COMPANY}, {COMPANY}),
    "list_contracts": ({"company_id": COMPANY}, {COMPANY}),
    "list_nightly_limits": ({"contract_id": "CON-9101"}, {COMPANY}),
    "list_approvals": ({"company_id": COMPANY}, {COMPANY}),
    "find_booking": ({"booking_id": STAY}, set()),
    "list_bookings": ({"guest_id": ANA}, {ANA}),
    "list_company_bookings": ({"company_id": COMPANY}, {COMPANY}),
    "get_booking": ({"booking_id": WORK}, {COMPANY}),
    "list_booking_people": ({"booking_id": STAY}, {ANA}),
    "list_booking_events": ({"booking_id": STAY}, {ANA}),
    "list_booking_requests": ({"booking_id": STAY}, {ANA}),
    "list_documents": ({"booking_id": STAY}, {ANA}),
    "list_hotel_requests": ({"booking_id": STAY}, {ANA}),
    "search_hotels": ({"city": "Porto"}, set()),
    "get_hotel": ({"hotel_id": RIBEIRA}, set()),
    "list_hotel_distances": ({"hotel_id": RIBEIRA}, set()),
    "list_hotel_facts": ({"hotel_id": RIBEIRA}, set()),
    "list_hotel_notices": ({"hotel_id": RIBEIRA}, set()),
    "list_room_types": ({"hotel_id": RIBEIRA}, set()),
    "get_rates": ({"room_type_id": "RT-OPO1-DBL", "from_night": "2025-12-01", "to_night": "2025-12-03"}, set()),
    "list_board_prices": ({"hotel_id": RIBEIRA}, set()),
    "list_exchange_rates": ({"currency": "JPY"}, set()),
    "list_services": ({"hotel_id": RIBEIRA}, set()),
    "get_group_terms": ({"booking_id": GROUP}, {ETA}),
    "list_group_services": ({"booking_id": GROUP}, {ETA}),
    "get_payments": ({"booking_id": WORK}, {COMPANY}),
    "list_vouchers": ({"guest_id": ANA}, {ANA}),
    "list_disputes": ({"booking_id": STAY}, {ANA}),
    "list_invoices": ({"booking_id": WORK}, {COMPANY}),
    "list_incidents": ({"booking_id": STAY}, {ANA}),
    "search_articles": ({"query": "quokka"}, set()),
    "read_article": ({"article_id": "KB-901"}, set()),
    "get_ticket": ({"ticket_id": "TK-901"}, {ANA}),
    "list_tickets": ({"requester_id": ANA}, {ANA}),
    "search_policies": ({"query": "voucher"}, set()),
    "read_policy": ({"anchor": "filing.md"}, set()),
}
"""A call of each reading tool in :func:`scripted`, and whose rows it shows."""
WRITING: dict[str, dict[str, Any]] = {
    "ask_approver": {"booking_id": WORK, "kind": "dates", "euros": "300.00"},
    "add_booking_request": {"booking_id": STAY, "wish": "cot", "room_id": "RM-59001-1"},
    "change_room": {"room_id": "RM-59001-1", "new_total": "300.00", "board": "room_only"},
    "cancel_room": {"room_id": "RM-59002-1", "penalty": "72.00"},
    "release_room": {"room_id": "RM-59004-8", "penalty": "0.00"},
    "move_to_hotel": {
        "room_id": "RM-59002-2",
        "hotel_id": "HTL-OPO2",
        "room_type_id": "RT-OPO2-DBL",
        "board": "breakfast",
        "new_total": "240.00",
    },
    "resend_booking": {"booking_id": STAY},
    "complete_stay": {"booking_id": "BK-59005"},
    "ask_hotel": {"booking_id": STAY, "question": "confirm_booking", "subject": "none"},
    "correct_page_fact": {"fact_id": "FCT-OPO1-1", "stated": False},
    "enter_name": {"room_id": "RM-59004-2", "name": "Rui Faria"},
    "exchange_name": {"person_id": "BP-59004-1", "name": "Inês Faria"},
    "order_group_service": {
        "booking_id": GROUP,
        "service_id": "SVC-OPO1-DINNER",
        "units": 2,
        "day": "2026-01-11",
    },
    "cancel_group_service": {"group_service_id": "GS-59004-1", "units": 2, "penalty": "0.00"},
    "issue_refund": {"payment_id": "PAY-59001-1", "amount": "60.00", "reason": "stay_difference"},
    "give_voucher": {
        "guest_id": ANA,
        "booking_id": STAY,
        "amount": "9.00",
        "reason": "compensation",
        "valid_until": "2026-11-12",
    },
    "create_charge": {"booking_id": STAY, "payer": "guest", "amount": "25.00", "kind": "change_fee"},
    "issue_invoice": {"booking_id": STAY, "address": "Rua do Sol 9"},
    "reissue_invoice": {"invoice_id": "INV-59003-1", "second_line": "Prado Lda"},
    "open_ticket": {"subject": "Dates", "topic": "change", "priority": "normal", "requester_id": ANA},
    "add_comment": {"ticket_id": "TK-901", "visibility": "internal", "body": "Look at it."},
    "update_ticket": {"ticket_id": "TK-901", "priority": "high"},
    "close_ticket": {"ticket_id": "TK-901", "outcome": "resolved", "reason": "completed"},
}
"""A call of each writing tool; they succeed in this order in one world."""


def scripted() -> World:
    """The office with a row in every private table, and answers that nobody has asked for yet."""
    about: dict[str, Any] = {"booking_id": STAY}
    some = Decimal("10.00")
    return office(
        HotelPosition(id="HP-901", question="confirm_booking", subject="none", answer="overbooked", **about),
        HotelPosition(id="HP-902", booking_id=NOW, question="fix_fault", subject="noise", answer="agreed", share=1),
        ApproverPosition(id="AP-901", booking_id=WORK, kind="dates", up_to=Decimal(SECRET)),
        HotelFact(id="FCT-OPO1-1", hotel_id=RIBEIRA, fact="pool", stated=True),
        Article(id="KB-901", title="Quokka ferries", body="None run.", kind="guide", published_on=day("2025-11-02")),
        GuestMark(guest_id=ANA, mark="MARLIN"),
        LoyaltyPeriod(id="LP-9001", guest_id=ANA, tier="gold", from_on=day("2025-01-01")),
        NightlyLimit(id="NL-9101", contract_id="CON-9101", euros=some),
        Approval(
            id="APV-901",
            company_id=COMPANY,
            booking_id=WORK,
            kind="board",
            euros=some,
            status="refused",
            asked_on=day("2025-11-02"),
        ),
        BookingEvent(id="BE-59001-1", happened_at=DOMAIN.now, kind="message", **about),
        BookingRequest(id="BR-59001-1", wish="transfer", status="confirmed", **about),
        Document(id="DOC-59001-1", kind="medical", received_on=day("2025-11-02"), status="verified", **about),
        HotelRequest(
            id="HRQ-901",
            hotel_id=RIBEIRA,
            question="confirm_fact",
            subject="gym",
            answer="page_right",
            asked_at=DOMAIN.now,
            **about,
        ),
        Incident(
            id="INC-59001-1",
            room_id="RM-59001-1",
            kind="noise",
            from_night=day("2025-12-01"),
            to_night=day("2025-12-01"),
            finding="denied",
            made_good=some,
            **about,
        ),
        Voucher(
            id="VCH-901",
            guest_id=ANA,
            amount=some,
            currency="EUR",
            reason="compensation",
            given_on=day("2025-11-02"),
            valid_until=day("2026-11-02"),
        ),
        Dispute(
            id="DSP-901",
            payment_id="PAY-59001-1",
            amount=some,
            opened_on=day("2025-11-02"),
            status="withdrawn",
            **about,
        ),
        Invoice(
            id="INV-59003-1",
            booking_id=WORK,
            made_out_to="company",
            name="Duero Instruments Ltd",
            address="Rua Nova 4",
            issued_on=day("2025-11-02"),
        ),
        DESK.ticket(
            id="TK-901",
            requester_id=ANA,
            about_id=STAY,
            subject="Dates",
            topic="change",
            priority="normal",
            opened_at=DOMAIN.now,
        ),
    )


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


def test_the_office_has_systems_tables_and_tools_enough() -> None:
    package = Path(sandbox_travel.__file__).parent
    systems = {path.stem for path in (package / "tools").glob("[a-z]*.py")} | {"helpdesk"}
    assert len(systems) >= 12
    assert len(DOMAIN.tables) == 38
    assert len(DOMAIN.by_name) >= 60


def test_the_tools_import_only_the_authoring_surface() -> None:
    package = Path(sandbox_travel.__file__).parent
    standard = {"__future__", "collections.abc", "datetime", "decimal", "typing"}
    for path in [package / "__init__.py", *(package / "tools").glob("*.py"), *(package / "tables").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                module, names = node.module or "", {alias.name for alias in node.names}
                ours = module == "thinkingbox_plugin.authoring" or module.startswith("sandbox_travel")
                fine = module in standard or ours or (module, names) == ("pydantic", {"Field"})
                assert fine, f"{path.name} imports {module}"
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= standard, path.name


def test_every_tool_is_called_in_these_tests() -> None:
    assert READING.keys() == {tool.name for tool in DOMAIN.tools if not tool.writes}
    assert WRITING.keys() == {tool.name for tool in DOMAIN.tools if tool.writes}


@pytest.mark.parametrize("tool", READING)
def test_a_reading_tool_says_whose_rows_it_shows(tool: str) -> None:
    world = scripted()
    arguments, owners = READING[tool]
    DOMAIN.call(world, tool, arguments)
    assert world.log.calls[-1].owners == owners


def test_no_tool_returns_a_row_of_the_hidden_tables() -> None:
    hidden = {table.__name__ for table in DOMAIN.tables if table.spec.name in HIDDEN}
    assert hidden == {"HotelPosition", "ApproverPosition"}
    for tool in DOMAIN.tools:
        shown = TypeAdapter(get_type_hints(tool.function)["return"]).json_schema(mode="serialization")
        names = {shown.get("title"), *shown.get("$defs", {})}
        assert not names & hidden, tool.name


def test_no_call_shows_an_answer_that_nobody_has_asked_for() -> None:
    world = scripted()
    for tool, arguments in [*((tool, given) for tool, (given, _) in READING.items()), *WRITING.items()]:
        said = DOMAIN.call(world, tool, arguments)
        assert SECRET not in said, tool
        assert not {"HP-901", "HP-902", "AP-901"} & set(re.findall(r"[A-Z]+-[0-9]+", said)), tool
        if tool not in ("search_policies", "read_policy"):
            assert ('"overbooked"' in said) == (tool == "ask_hotel"), tool
    touched = {effect.table for effect in world.effects()}
    assert not touched & set(HIDDEN)
    assert json.loads(DOMAIN.call(world, "list_approvals", {"company_id": COMPANY}))["items"][0]["status"] == "granted"


def test_only_the_identity_checks_verify() -> None:
    assert {tool.name: tool.verifies for tool in DOMAIN.tools if tool.verifies} == {
        "verify_guest": "guest_id",
        "verify_companion": "owner_id",
        "verify_company_contact": "company_id",
    }


def test_the_tools_that_need_consent_are_those_that_commit_the_caller() -> None:
    assert {tool.name: tool.consent for tool in DOMAIN.tools if tool.consent} == {
        "change_room": ("new_total",),
        "cancel_room": ("penalty",),
        "release_room": ("penalty",),
        "move_to_hotel": ("new_total",),
        "cancel_group_service": ("penalty",),
        "issue_refund": ("amount",),
        "give_voucher": ("amount",),
        "create_charge": ("amount",),
    }


def test_no_tool_description_gives_an_internal_term_away() -> None:
    shown = json.dumps([[tool.description, tool.parameters] for tool in DOMAIN.tools]).casefold()
    assert [term for term in ("larkspur", "foxglove", "bracken", "osprey", "marlin") if term in shown] == []


def test_a_ticket_takes_the_offices_topics_and_reasons() -> None:
    world = office()
    ticket = open_ticket(
        world, subject="Cold room", topic="compensation", priority="high", requester_id=CEM, about_id=WORK
    )
    close_ticket(world, ticket_id=ticket.id, outcome="on_hold", reason="awaiting_hotel")
    assert [item.reason for item in list_tickets(world, requester_id=CEM).tickets] == ["awaiting_hotel"]
    with pytest.raises(ToolError, match="topic: "):
        DOMAIN.call(world, "open_ticket", {"subject": "x", "topic": "gossip", "priority": "low"})


def test_two_worlds_of_the_office_never_meet() -> None:
    one, other = office(), office()
    DOMAIN.call(one, "resend_booking", {"booking_id": STAY})
    assert json.loads(DOMAIN.call(other, "list_booking_events", {"booking_id": STAY}))["items"] == []
