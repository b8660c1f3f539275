"""What stands in the HTML page: conversations put together, packed, and data that end no script."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcomes import record, records, run_folder

from thinkingbox_plugin import cli
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.html.conversation import conversation, differing_rows, place_effects
from thinkingbox_plugin.report.html.packing import Spool, pack
from thinkingbox_plugin.report.html.page import inert, program, write_page
from thinkingbox_plugin.report.html.rows import CallPart, EffectDetail, MessagePart, PageRow
from thinkingbox_plugin.report.html.section import PageSection
from thinkingbox_plugin.reporter import SECTIONS, Wanted, tables_of
from thinkingbox_plugin.results.reading import DifferenceRow, open_runs


def asks(*names: str) -> MessagePart:
    return MessagePart("assistant", tool_calls=tuple(CallPart(name, "{}") for name in names))


def answers(*contents: str) -> list[MessagePart]:
    """Answers of tools; those that begin with ``no`` are refusals."""
    return [MessagePart("tool", content=content, is_error=content.startswith("no")) for content in contents]


def effect(call: int, tool: str, **columns: Any) -> EffectDetail:
    return EffectDetail(call, tool, "inserted", "refunds", "RF-1", columns)


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text())
    assert found is not None
    data: dict[str, Any] = json.loads(found.group(1))
    return data


def unpacked(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(data), -zlib.MAX_WBITS))
    return found


# -- conversations


def test_each_answer_stands_under_its_call_in_order() -> None:
    told, calls = conversation([asks("find", "pay"), *answers("found", "no money"), asks("pay"), *answers("paid")])
    assert [[call["answer"]["content"] for call in message["calls"]] for message in told] == [
        ["found", "no money"],
        ["paid"],
    ]
    assert [(call.place, call.failed_before, call.failed) for call in calls] == [
        (0, 0, False),
        (1, 0, True),
        (2, 1, False),
    ]


def test_a_call_that_a_limit_cut_off_has_no_answer_and_an_answer_without_a_call_stays_a_message() -> None:
    told, calls = conversation([*answers("stray"), asks("pay")])
    assert told[0] == {"role": "tool", "content": "stray"}
    assert "answer" not in told[1]["calls"][0]
    assert calls == []


def test_a_run_without_texts_tells_how_long_they_were() -> None:
    told, _ = conversation(
        [MessagePart("user", characters=280), MessagePart("assistant", content="kept", characters=4)]
    )
    assert told == [{"role": "user", "characters": 280}, {"role": "assistant", "content": "kept"}]


def test_an_effect_stands_under_the_call_that_had_it() -> None:
    told, calls = conversation([asks("find", "pay"), *answers("found", "paid")])
    assert place_effects([effect(1, "pay", amount="64.00")], calls) == []
    (shown,) = told[0]["calls"][1]["effects"]
    assert (shown["table"], shown["columns"]) == ("refunds", {"amount": "64.00"})
    assert told[0]["calls"][1]["number"] == 1


def test_an_effect_is_put_under_no_call_where_two_may_have_had_it() -> None:
    told, calls = conversation([asks("pay", "pay", "pay"), *answers("paid", "no such tool", "paid")])
    assert place_effects([effect(1, "pay"), effect(0, "pay")], calls) == []
    assert [call.get("number") for call in told[0]["calls"]] == [0, None, 1]
    told, calls = conversation([asks("pay", "pay", "pay"), *answers("no such tool", "paid", "paid")])
    (left,) = place_effects([effect(1, "pay")], calls)
    assert left["call"] == 1
    assert all("effects" not in call for call in told[0]["calls"])


def test_the_difference_is_a_table_for_each_row_with_what_else_was_written() -> None:
    _, calls = conversation([asks("pay"), *answers("paid")])
    lines = [
        DifferenceRow("wrong value", "refunds", "RF-1", "amount", "64.00", "32.00", 0, "pay"),
        DifferenceRow("wrong value", "refunds", "RF-1", "reason", "late", "other", 0, "pay"),
        DifferenceRow("missing row", "tickets", "(new)", None, {"topic": "delivery", "status": "open"}),
        DifferenceRow("unexpected row", "holds", "H-1", None, None, {"until": "2025-10-01"}, 7, "hold"),
        DifferenceRow("missing row", "orders", "O-1", None, {"status": "placed"}, "(deleted)"),
    ]
    wrote = [effect(0, "pay", amount="32.00", reason="other", order_id="ORD-1")]
    wrong, missing, unexpected, deleted = differing_rows(lines, wrote, calls)
    assert [(field["field"], field["golden"], field["trial"]) for field in wrong["fields"]] == [
        ("amount", "64.00", "32.00"),
        ("reason", "late", "other"),
    ]
    assert wrong["fields"][0]["by"] == {"call": 0, "tool": "pay", "certain": True}
    assert wrong["same"] == {"order_id": "ORD-1"}
    assert [(field["field"], field["golden"], field["trial"]) for field in missing["fields"]] == [
        ("topic", "delivery", None),
        ("status", "open", None),
    ]
    assert unexpected["fields"][0] | {"by": None} == {
        "field": "until",
        "golden": None,
        "trial": "2025-10-01",
        "by": None,
    }
    assert unexpected["fields"][0]["by"]["certain"] is False
    assert [field["trial"] for field in deleted["fields"]] == [None, "(deleted)"]


def test_a_whole_row_that_is_wrong_shows_only_what_differs() -> None:
    line = DifferenceRow("wrong value", "orders", "O-1", None, {"a": 1, "b": 2}, {"a": 1, "b": 3}, 0, "pay")
    (row,) = differing_rows([line], [], [])
    assert [(field["field"], field["golden"], field["trial"]) for field in row["fields"]] == [("b", 2, 3)]


# -- packing


def detail(*contents: str) -> dict[str, Any]:
    return {"checks": [], "conversation": [{"role": "user", "content": content} for content in contents]}


def test_a_text_that_several_messages_share_is_packed_once_and_all_come_back() -> None:
    spool, long = Spool(), "the same instructions for everybody"
    for number in range(3):
        spool.add(detail(long, f"{number}, and only here: \u2028 😀"))
    (packed,) = pack(spool, [[2, 0, 1]])
    found = unpacked(packed.data)
    assert list(packed.members) == [2, 0, 1]
    assert found["texts"].count(long) == 1
    contents = [[message["content"] for message in trial["conversation"]] for trial in found["trials"]]
    texts = [[found["texts"][c] if isinstance(c, int) else c for c in trial] for trial in contents]
    assert texts == [[long, f"{number}, and only here: \u2028 😀"] for number in (2, 0, 1)]
    assert [trial["texts"] for trial in found["trials"]] == [[c for c in cs if isinstance(c, int)] for cs in contents]
    spool.close()


def test_a_chunk_ends_with_its_group_and_where_it_has_grown_large() -> None:
    spool = Spool()
    for number in range(5):
        spool.add(detail(f"{number}" * 400))
    members = [list(packed.members) for packed in pack(spool, [[0, 1], [2, 3, 4]], size=700)]
    assert members == [[0, 1], [2, 3], [4]]
    spool.close()


def written(tmp_path: Path, trials: Iterable[TrialRecord], most_bytes: int = 10**9) -> tuple[Path, int]:
    """A page of these trials, and how many conversations it had no room for."""
    runs = open_runs([run_folder(tmp_path / "run", list(trials))])
    with PageSection(runs) as section:
        wanted = Wanted("population", every_k=True)
        tables = list(tables_of(runs, wanted, sections=[*SECTIONS, lambda wanted: section], kind=PageRow))
        done = write_page(tmp_path / "page.html", section, tables, most_bytes=most_bytes)
    return done.path, done.left_out


def test_where_the_room_ends_it_is_conversations_of_passed_trials_that_are_left_out(tmp_path: Path) -> None:
    talk = [{"role": "user", "content": "".join(f"{n * 7919 % 9973} " for n in range(900))}]
    page, left_out = written(tmp_path, records({"retail/a": "1101", "retail/b": "1011"}, messages=talk), 7000)
    data = data_of(page)
    classes = [data["classes"][code] for code in data["rows"]["class"]]
    kept = [name for name, chunk in zip(classes, data["rows"]["chunk"], strict=True) if chunk >= 0]
    assert kept.count("failed") == 2
    assert data["left_out"] == left_out == classes.count("passed") - kept.count("passed") > 0


# -- the file


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_data_in_the_page_end_no_script_and_come_back(value: Any) -> None:
    text = inert(value)
    assert not set("<>&\u2028\u2029") & set(text)
    if not re.search("[\ud800-\udfff]", json.dumps(value, ensure_ascii=False)):
        assert json.loads(text) == value


def test_the_policy_of_the_page_admits_its_own_program_and_style_and_no_request(tmp_path: Path) -> None:
    page = written(tmp_path, records({"retail/a": "10"}))[0].read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    for name, inside in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        (text,) = re.findall(inside, page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy.group(1)
    assert policy.group(1).startswith("default-src 'none'; ")
    assert "unsafe" not in policy.group(1)


def test_the_program_makes_no_markup_of_texts_and_knows_no_address() -> None:
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|</script|<!--", program())
        == []
    )
    assert set(re.findall(r"https?://[^\"]+", program())) == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(", program()) == []


# -- the command


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_page_is_written_to_the_file_or_into_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_folder(tmp_path / "run", [*records({"retail/a": "10"}), record("retail/b", 0, None)])
    file = tmp_path / "new" / "page.html"
    assert command(capsys, "report", run, "--format", "html", "--out", file) == (0, f"{file}\n", "")
    assert data_of(file)["rows"]["trial"] == [0, 1, 0]
    code, out, _ = command(capsys, "report", run, "--format", "html", "--format", "markdown", "--out", tmp_path / "o")
    assert (code, out.split()) == (0, [str(tmp_path / "o" / name) for name in ("report.html", "report.md")])
    assert sorted(path.name for path in file.parent.iterdir()) == ["page.html"]


def test_a_page_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_folder(tmp_path / "run", records({"retail/a": "10"}))
    arguments = ("report", run, "--format", "html", "--out")
    code, _, err = command(capsys, *arguments, tmp_path / "page.html", "--format", "csv")
    assert (code, "name a folder" in err) == (2, True)
    code, _, err = command(capsys, *arguments, run / "trials.jsonl" / "page.html")
    assert (code, "name another --out" in err) == (2, True)
    assert command(capsys, "report", run, "--format", "html")[0] == 2
