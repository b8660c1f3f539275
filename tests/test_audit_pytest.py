"""``--tb-audit`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TOYSHOP = str(Path(__file__).parent / "toyshop")

CORNER = """
from dataclasses import replace
import toyshop
DOMAIN = replace(toyshop.DOMAIN, name="corner", package="corner", tools=[*toyshop.DOMAIN.tools, *TOOLS])
"""
HEAD = """
from typing import Annotated, Literal
from pydantic import Field
from toyshop.tables import Order, Refund
from toyshop.tools import cancel_order, close_ticket, create_refund, get_order, update_ticket, verify_customer
from thinkingbox_plugin.authoring import Amount, Trial, World, money, task, writes
"""


@pytest.fixture
def pytester(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeini("[pytest]\naddopts = -p no:cacheprovider -p no:asyncio\nfilterwarnings = error\n")
    return pytester


def corner(pytester: pytest.Pytester, tasks: str, tools: str = "TOOLS = []") -> Path:
    """A domain with the toyshop's tables, tools and records, and tasks of its own."""
    folder = pytester.mkpydir("corner")
    (folder / "policies").mkdir()
    (folder / "policies" / "rules.md").write_text("# Refunds\n\nA late order earns five dollars.\n")
    (folder / "instructions.md").write_text("Be kind.\n")
    (folder / "__init__.py").write_text(HEAD + tools + CORNER)
    (folder / "test_corner.py").write_text(HEAD + "from corner import *\n" + tasks)
    return folder


SOUND = '''
@task(opening="Ada here, ada.quill@example.com: ORD-1 came late, and I want something.", policy=["rules.md#refunds"])
def test_case_COR_001(trial: Trial) -> None:
    """Late orders earn five dollars."""
    with trial.golden() as world:
        verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        create_refund(world, order_id="ORD-1", amount=money(5), reason="late")
    with trial.trap(breaks="rules.md#refunds") as world:
        verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        create_refund(world, order_id="ORD-1", amount=money(6), reason="late")
    assert trial.outcome == trial.golden_outcome
'''
BROKEN = '''
@task(opening="Ada, ada.quill@example.com. ORD-1 came. Ticket TK-11 can wait.", policy=["rules.md#refunds"])
def test_case_COR_002(trial: Trial) -> None:
    """Nothing is decided by a rule."""
    with trial.golden() as world:
        verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
        update_ticket(world, ticket_id="TK-11", priority="low")
        update_ticket(world, ticket_id="TK-11", priority="high")
    with trial.trap(breaks="rules.md#refunds") as world:
        update_ticket(world, ticket_id="TK-11", topic="gift")
    assert trial.outcome == trial.golden_outcome
'''
FAILING_GOLDEN = '''
@task(opening="Hello.", policy=["rules.md#refunds"])
def test_case_COR_003(trial: Trial) -> None:
    """Its golden is refused."""
    with trial.golden() as world:
        get_order(world, order_id="ORD-999")
    assert trial.outcome == trial.golden_outcome
'''
FORGETFUL = '''
@writes(consent=("amount",))
def pay(world: World, order_id: Annotated[str, Field(description="The order.")],
        amount: Annotated[Amount, Field(description="How much.")],
        channel: Annotated[Literal["card", "wallet"], Field(description="Forgotten.")]) -> Refund:
    """Pay back."""
    return world.insert(Refund(id=world.new_id("RF"), order_id=world.get(Order, order_id).id, amount=amount,
                               reason="late", made_at=world.now))
TOOLS = [pay]
'''


def audit(pytester: pytest.Pytester, *arguments: str, out: str = "--tb-out=out") -> pytest.RunResult:
    return pytester.runpytest_subprocess("--tb-audit", out, f"--rootdir={pytester.path}", *arguments)


def written(pytester: pytest.Pytester) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((pytester.path / "out" / "audit.json").read_text(encoding="utf-8"))
    return data


def test_both_tables_are_printed_and_the_toyshop_survives(pytester: pytest.Pytester) -> None:
    result = audit(pytester, TOYSHOP)

    assert result.ret == 0
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(
        [
            "toyshop: 5 tasks",
            "property of the tasks*figure*bound",
            "minimal pairs*1*≥ 15*not judged",
            "traps in each task*1*1 to 4*ok",
            "Bounds of a whole domain are not judged below 50 tasks.",
            "golden, through MCP*6 tried*pass*ok",
            "every golden call*tried*obeys its schema*ok",
            "tools that a probe could be made for in no task",
            "  an extra write undone again",
            "    *book_pickup*",
            "audit: every judged bound holds; *audit.json",
        ]
    )
    data = written(pytester)
    assert data["held"] is True
    # Nothing but a refusal is wanted in RET_002, so one ticket passes it; the bound on that is a whole domain's.
    survived = [survivor["task"] for survivor in data["domains"]["toyshop"]["survivors"]]
    assert survived == ["toyshop/test_returns.py::test_case_RET_002"]
    assert all(count["tried"] for task in data["tasks"].values() for count in task["counts"].values())


def test_the_same_is_found_in_xdist_workers(pytester: pytest.Pytester) -> None:
    corner(pytester, SOUND + BROKEN)
    alone = audit(pytester, "corner", TOYSHOP)
    first = written(pytester)
    (pytester.path / "out" / "audit.json").unlink()
    spread = audit(pytester, "corner", TOYSHOP, "-n2")

    assert (alone.ret, spread.ret) == (1, 1)
    assert written(pytester) == first
    assert set(first["domains"]) == {"corner", "toyshop"}
    assert len(first["tasks"]) == 7


def test_a_task_with_a_surviving_probe_fails_and_says_what_was_changed(pytester: pytest.Pytester) -> None:
    corner(pytester, SOUND + BROKEN)

    result = audit(pytester, "corner")

    assert result.ret == 1
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "each golden write dropped: without update_ticket(ticket_id='TK-11', priority='low'): passes",
            "each golden write dropped*1 of 3 survive*fail*missed",
            "surviving probes",
            "  corner/test_corner.py::test_case_COR_002 · each golden write dropped",
            "    without update_ticket(ticket_id='TK-11', priority='low'): passes",
            "audit: a bound is missed; *audit.json",
        ]
    )
    survivors = written(pytester)["domains"]["corner"]["survivors"]
    assert {
        "task": "corner/test_corner.py::test_case_COR_002",
        "probe": "dropped",
        "what": "without update_ticket(ticket_id='TK-11', priority='low'): passes",
    } in survivors


def test_a_missed_bound_is_a_failure_of_the_run_where_every_task_passes(pytester: pytest.Pytester) -> None:
    sound = SOUND.replace("create_refund(", "pay(").replace('reason="late"', 'channel="card"')
    corner(pytester, sound, FORGETFUL)

    result = audit(pytester, "corner")

    assert result.ret == 1
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [
            "each compared argument changed*1 of * unnoticed*missed",
            "  corner/test_corner.py::test_case_COR_001 · each compared argument changed (within a shared bound)",
            "    pay: channel='wallet' instead of 'card': passes",
        ]
    )


def test_a_broken_task_is_an_error_and_the_others_are_audited(pytester: pytest.Pytester) -> None:
    corner(pytester, SOUND + FAILING_GOLDEN)

    result = audit(pytester, "corner")

    assert result.ret == 1
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*test_case_COR_003: golden 'golden' fails at its call 1*", "corner: 1 tasks"])


def test_the_folder_is_named_for_the_audit_and_latest_points_to_it(pytester: pytest.Pytester) -> None:
    corner(pytester, SOUND)

    result = audit(pytester, "corner", out="-v")

    assert result.ret == 0
    assert "corner/test_corner.py::test_case_COR_001[audit] PASSED" in result.stdout.str()
    [folder] = [path for path in (pytester.path / "results").iterdir() if not path.is_symlink()]
    assert folder.name.endswith("-audit")
    assert [path.name for path in folder.iterdir()] == ["audit.json"]
    assert (pytester.path / "results" / "latest" / "audit.json").exists()


def test_nothing_is_written_where_nothing_is_audited(pytester: pytest.Pytester) -> None:
    corner(pytester, SOUND)
    pytester.makepyfile(test_plain="def test_plain(): pass")

    result = audit(pytester, "test_plain.py")

    assert result.ret == 0
    assert not (pytester.path / "out").exists()
    assert "thinkingbox audit" not in result.stdout.str()
