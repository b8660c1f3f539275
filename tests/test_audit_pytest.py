"""``--tb-audit`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TOYSHOP = str(Path(__file__).parent / "toyshop")


@pytest.fixture
def pytester(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeini("[pytest]\naddopts = -p no:cacheprovider\nfilterwarnings = error\n")
    return pytester


def audit(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("--tb-audit", "--tb-out=out", f"--rootdir={pytester.path}", *arguments)


def test_both_tables_are_printed_and_the_toyshop_survives(pytester: pytest.Pytester) -> None:
    result = audit(pytester, TOYSHOP)

    assert result.ret == 0
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "toyshop: 3 tasks",
            "property of the tasks*figure*bound",
            "minimal pairs*1*≥ 15*not judged",
            "traps in each task*1*1 to 4*ok",
            "Bounds of a whole domain are not judged below 50 tasks.",
            "golden, through MCP*3 tried*pass*ok",
            "every golden call*tried*obeys its schema*ok",
            "tools that a probe could be made for in no task",
            "  one extra legal write, each writing tool",
            "    book_pickup: *",
            "audit: every judged bound holds; *audit.json",
        ]
    )
    data = json.loads((pytester.path / "out" / "audit.json").read_text())
    assert data["held"] is True
    assert data["domains"]["toyshop"]["survivors"] == []
    assert all(count["tried"] for task in data["tasks"].values() for count in task["counts"].values())


def test_the_same_is_found_in_xdist_workers(pytester: pytest.Pytester) -> None:
    alone = audit(pytester, TOYSHOP)
    first = json.loads((pytester.path / "out" / "audit.json").read_text())
    (pytester.path / "out" / "audit.json").unlink()
    spread = audit(pytester, TOYSHOP, "-n2")
    second = json.loads((pytester.path / "out" / "audit.json").read_text())

    assert (alone.ret, spread.ret) == (0, 0)
    assert first == second
