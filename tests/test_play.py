"""``thinkingbox play``, one command at a time: an agent's view, nothing else, and a record like any trial's."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toyshop
from toyshop import DOMAIN

from thinkingbox_plugin import cli, play
from thinkingbox_plugin.messages import Message, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.play.command import build_parser
from thinkingbox_plugin.play.folder import Folder
from thinkingbox_plugin.prompts import system_prompt
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import read_run, read_run_file, read_trials
from thinkingbox_plugin.task import find_task
from thinkingbox_plugin.trial import TrialSpec, derive_seed, run_trial
from thinkingbox_plugin.users import ScriptedUser

COMMAND = [sys.executable, "-W", "error", "-m", "thinkingbox_plugin.cli", "play"]
DOCS = Path(__file__).parent.parent / "docs" / "play.md"

LATE = [
    ("say", "Could you please tell me your email and your order number?"),
    ("call", "verify_customer", '{"email": "ada.quill@example.com", "order_id": "ORD-1"}'),
    ("call", "get_order", '{"order_id": "ORD-1"}'),
    ("say", "A gold customer gets 11.10 back for this order. Shall I go ahead?"),
    ("call", "create_refund", '{"order_id": "ORD-1", "amount": "11.10", "reason": "late"}'),
    (
        "call",
        "open_ticket",
        '{"subject": "Late", "topic": "delivery", "priority": "normal", "requester_id": "CUS-1", "about_id": "ORD-1"}',
    ),
    ("call", "close_ticket", '{"ticket_id": "TK-7001", "outcome": "resolved", "reason": "late"}'),
]
"""All of LAT_001 but the last words."""


def in_process(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command, in this process, which is several times faster."""
    capsys.readouterr()
    code = cli.main(["play", *words])
    output, errors = capsys.readouterr()
    return code, output, errors


def answer_of(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The JSON that a command prints; it must succeed."""
    code, output, errors = in_process(capsys, *words, "--json")
    assert (code, errors) == (0, "")
    data: dict[str, Any] = json.loads(output)
    return data


def process(*words: str, path: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own; ``path`` comes first on the path."""
    env = dict(os.environ)
    if path is not None:
        env["PYTHONPATH"] = os.pathsep.join([str(path), env["PYTHONPATH"]])
    return subprocess.run(
        [*COMMAND, *words], input=stdin, capture_output=True, text=True, timeout=120, check=False, env=env
    )


def started(capsys: pytest.CaptureFixture[str], directory: Path, task: str = "toyshop/LAT_001", *options: str) -> str:
    """Start a session; returns the value of ``--session``."""
    session = str(directory / "session")
    assert in_process(capsys, "start", task, "--session", session, *options)[0] == 0
    return session


def record_in(session: str) -> TrialRecord:
    (record,) = read_trials(Path(session) / "trials.jsonl")
    return record


def test_a_task_is_passed_with_one_process_for_each_command(tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    begun = process("start", "toyshop/CAN_001", "--session", session)
    process("call", "verify_customer", "email=bruno.vale@example.org", "order_id=ORD-9", "--session", session)
    cancelled = process("call", "cancel_order", '{"order_id": "ORD-9"}', "--session", session)
    ticket = {"subject": "ORD-9", "topic": "delivery", "priority": "low", "requester_id": "CUS-2", "about_id": "ORD-9"}
    opened = process("call", "open_ticket", "-", "--session", session, stdin=json.dumps(ticket))
    process("call", "close_ticket", "ticket_id=TK-7001", "outcome=resolved", "reason=none", "--session", session)
    ended = process("end", "ORD-9 is cancelled.", "--session", session)
    record = record_in(session)
    assert [(done.returncode, done.stderr) for done in (begun, cancelled, opened, ended)] == [(0, "")] * 4
    assert "Please cancel ORD-9." in begun.stdout
    assert DOMAIN.instructions in begun.stdout
    assert json.loads(cancelled.stdout)["status"] == "cancelled"
    assert json.loads(opened.stdout)["id"] == "TK-7001"
    assert "passed" in ended.stdout
    assert (record.trial_class, record.stop_reason, record.model) == ("passed", "done", "play")
    assert all(check.passed for check in record.checks)


def test_the_user_answers_and_consents_and_what_was_asked_for_is_graded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    said = [in_process(capsys, *turn, "--session", session)[1] for turn in LATE]
    ended = in_process(capsys, "end", "Your refund RF-7001 of 11.10 is on its way.", "--session", session)
    assert said[0] == "Email: ada.quill@example.com\nOrder number: ORD-1\n"
    assert json.loads(said[4])["id"] == "RF-7001"
    assert "passed" in ended[1]
    assert {check.name: check.passed for check in record_in(session).checks}["consent"] is True


def test_a_task_is_failed_with_the_difference_and_the_trap_after_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path, "toyshop/CAN_001")
    in_process(
        capsys, "call", "verify_customer", "email=bruno.vale@example.org", "order_id=ORD-9", "--session", session
    )
    in_process(capsys, "call", "cancel_order", "order_id=ORD-9", "--session", session)
    code, output, _ = in_process(capsys, "end", "--session", session)
    record = record_in(session)
    assert code == 0
    assert "tickets (new tickets): missing" in output
    assert "trap: the end state is that of the trap which breaks refunds.md#late-orders" in output
    assert "An order that arrives more than five days after its due date" in output
    assert (record.trial_class, record.trap) == ("failed", "refunds.md#late-orders")
    assert [line.kind for line in record.difference] == ["missing row"]


@pytest.mark.parametrize(
    ("last", "trial_class"),
    [
        ("It was ordered 31 days ago; the limit is 30, so I have to decline.", "ungraded"),
        ("More than 30 days have passed since you ordered it, so it cannot come back.", "passed"),
        ("I am sorry, that is not possible.", "failed"),
    ],
)
def test_a_rubric_is_left_open_where_the_words_are_the_players_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], last: str, trial_class: str
) -> None:
    session = started(capsys, tmp_path, "toyshop/RET_002")
    ticket = {"subject": "Late", "topic": "return", "priority": "low", "requester_id": "CUS-2", "about_id": "ORD-20"}
    for name, arguments in (
        ("verify_customer", {"email": "bruno.vale@example.org", "order_id": "ORD-20"}),
        ("open_ticket", ticket),
        ("close_ticket", {"ticket_id": "TK-7001", "outcome": "declined", "reason": "window_passed"}),
    ):
        in_process(capsys, "call", name, json.dumps(arguments), "--session", session)
    in_process(capsys, "end", last, "--session", session)
    assert record_in(session).trial_class == trial_class


class Scripted:
    """An agent that takes given turns, live."""

    def __init__(self, turns: Sequence[Reply]) -> None:
        self._turns = iter(turns)

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        return next(self._turns)


async def live(task: str, turns: Sequence[Reply]) -> TrialRecord:
    found = find_task(DOMAIN, task)
    spec = TrialSpec(build_plan(found), "play", 0, derive_seed(0, found.nodeid, "play", 0))
    user = ScriptedUser(found.opening, found.facts, found.behaviour)
    return (await run_trial(spec, Scripted(turns), user)).record


def test_the_record_equals_that_of_a_live_agent_which_does_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import asyncio

    session = started(capsys, tmp_path)
    turns = [*LATE, ("call", "get_order", "{broken"), ("call", "nothing", "{}"), ("end", "Done: RF-7001, 11.10.")]
    for turn in turns:
        assert in_process(capsys, *turn, "--session", session)[0] == 0
    replies = [
        Reply(words[0]) if command == "say" else Reply(tool_calls=(ToolCall(f"call-{number}", words[0], words[1]),))
        for number, (command, *words) in enumerate(turns[:-1])
    ]
    expected = asyncio.run(live("LAT_001", [*replies, Reply("Done: RF-7001, 11.10.\n<DONE>")]))
    played = record_in(session)
    assert played.failed_calls == 2
    assert replace(played, timing={}, started_at="") == replace(expected, timing={}, started_at="")
    assert played.timing.keys() == expected.timing.keys()


def test_no_turn_loads_what_it_does_not_need(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    code = f"""
import sys
from thinkingbox_plugin.cli import main
for words in (["tools"], ["call", "get_order", '{{"order_id": "ORD-1"}}'], ["say", "Hello?"], ["show"]):
    assert main(["play", *words, "--session", {session!r}]) == 0
print("heavy:", *[name for name in ("mcp", "openai", "httpx", "httpx2", "pytest", "rich") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.partition("heavy:")[2].split() == []


def test_every_command_shows_the_state_that_the_commands_before_have_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    refund = '{"order_id": "ORD-1", "amount": "1.00", "reason": "late"}'
    made = [answer_of(capsys, "call", "create_refund", refund, "--session", session) for _ in range(3)]
    ids = [json.loads(answer["messages"][0]["content"])["id"] for answer in made]
    assert ids == ["RF-7001", "RF-7002", "RF-7003"]


def test_an_agents_view_is_printed_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = str(tmp_path / "session")
    begun = answer_of(capsys, "start", "toyshop/LAT_001", "--session", session)
    refused = answer_of(capsys, "call", "get_order", '{"order_id": "ORD-99"}', "--session", session)
    tools = answer_of(capsys, "tools", "--session", session)
    task = find_task(DOMAIN, "LAT_001")
    assert [message["content"] for message in begun["messages"]] == [
        system_prompt(DOMAIN, DOMAIN.now),
        task.opening,
    ]
    assert tools["tools"] == begun["tools"]
    assert [(tool["name"], tool["description"], tool["parameters"]) for tool in tools["tools"]] == [
        (tool.name, tool.description, tool.parameters) for tool in DOMAIN.by_name.values()
    ]
    assert refused == {
        "over": False,
        "messages": [
            {
                "role": "tool",
                "content": "order_id: no such row in orders: ORD-99",
                "tool_call_id": "call-0",
                "is_error": True,
            }
        ],
    }


def answers_of(task_id: str) -> Iterator[str]:
    """All that would give a task away: facts, checks, solutions, their hashes, the rule."""
    plan = build_plan(find_task(DOMAIN, task_id))
    yield from plan.task.facts.values()
    yield from (told for told in plan.task.tell if isinstance(told, str))
    yield from plan.task.policy
    yield plan.task.summary
    yield str(plan.task.twin)
    for solution in (*plan.goldens, *plan.traps):
        yield solution.hash
        yield from (str(value) for step in solution.steps for value in step.raw.values() if len(str(value)) > 3)


def test_neither_the_folder_nor_any_command_gives_an_answer_away_before_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    in_process(capsys, "say", "Good morning.", "--session", session)
    in_process(capsys, "call", "search_policies", '{"query": "postage"}', "--session", session)
    files = [path.read_text() for path in Path(session).rglob("*") if path.is_file()]
    stored = re.sub(r'"seconds": [0-9.]+', "", "".join(files))
    shown = "".join(in_process(capsys, command, "--session", session)[1] for command in ("show", "tools"))
    refused = in_process(capsys, "verdict", "--session", session)
    secrets = set(answers_of("LAT_001"))
    public = set("".join(tool.description + json.dumps(tool.parameters) for tool in DOMAIN.by_name.values()).split())
    assert {"ada.quill@example.com", "11.10", "refunds.md#late-orders"} <= secrets
    assert not [secret for secret in secrets if secret in stored]
    assert not [secret for secret in secrets if secret in shown and not any(secret in word for word in public)]
    assert not (Path(session) / "trials.jsonl").exists()
    assert (refused[0], refused[1]) == (2, "")
    assert "its verdict comes with end" in refused[2]


def test_the_folder_of_a_finished_session_is_a_results_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path, "toyshop/LAT_001", "--as", "Ada")
    in_process(capsys, "end", "--session", session)
    record, run = record_in(session), read_run_file(Path(session))
    summary = json.loads((Path(session) / "summary.json").read_text())
    assert list(read_run(Path(session))) == [record]
    assert (run["state"], run["options"]["models"]) == ("finished", ["Ada"])
    assert run["planned"]["trials"] == {"Ada": {record.task: 1}}
    assert run["fingerprints"]["tasks"].keys() == run["fingerprints"]["goldens"].keys() == {record.task}
    assert summary["models"]["Ada"]["all"]["classes"]["failed"] == 1


def test_the_verdict_can_be_read_again_after_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    ended = answer_of(capsys, "end", "--session", session)
    again = answer_of(capsys, "verdict", "--session", session)
    shown = answer_of(capsys, "show", "--session", session)
    assert ended["over"]
    assert ended["verdict"]["class"] == "failed"
    assert {"kind": "missing row", "table": "refunds"}.items() <= ended["verdict"]["difference"][0].items()
    assert again == {"over": True, "verdict": ended["verdict"]}
    assert (shown["over"], len(shown["messages"])) == (True, 2)


@pytest.mark.parametrize("command", [("tools",), ("call", "get_order", "{}"), ("say", "Hello"), ("end",)])
def test_after_the_end_nothing_more_can_be_done(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    in_process(capsys, "end", "--session", session)
    log = (Path(session) / "log.jsonl").read_bytes()
    code, output, errors = in_process(capsys, *command, "--session", session)
    assert (code, output) == (2, "")
    assert "this trial is over" in errors
    assert (Path(session) / "log.jsonl").read_bytes() == log
    record_in(session)


def test_words_that_close_with_the_end_marker_end_the_trial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    answer = answer_of(capsys, "say", "Sorry, nothing can be done. <DONE>", "--session", session)
    assert (answer["over"], answer["messages"]) == (True, [])
    assert answer["verdict"]["stop_reason"] == "done"
    assert record_in(session).messages[-1]["content"] == "Sorry, nothing can be done."


@pytest.mark.parametrize(
    ("option", "turn", "reason"),
    [
        ("--max-tool-calls", ("call", "get_order", '{"order_id": "ORD-1"}'), "tool_limit"),
        ("--max-user-turns", ("say", "Good morning."), "user_limit"),
    ],
)
def test_a_cap_ends_the_trial_with_its_own_stop_reason(
    option: str, turn: tuple[str, ...], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path, "toyshop/LAT_001", option, "1")
    first = answer_of(capsys, *turn, "--session", session)
    second = answer_of(capsys, *turn, "--session", session)
    assert (first["over"], second["over"]) == (False, True)
    assert second["verdict"]["stop_reason"] == record_in(session).stop_reason == reason


def test_the_record_carries_who_played_and_which_trial_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path, "toyshop/LAT_001", "--as", "Ada the reviewer", "--trial", "2")
    in_process(capsys, "end", "--session", session)
    record = record_in(session)
    assert record.key == ("toyshop/test_refunds.py::test_case_LAT_001", "Ada the reviewer", 2)
    assert record.started_at == json.loads((Path(session) / "session.json").read_text())["started_at"]
    assert record.timing["total"] >= record.timing["agent"] > 0


def test_arguments_and_words_are_read_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = started(capsys, tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"order_id":\n "ORD-1"}\n'))
    called = answer_of(capsys, "call", "get_order", "-", "--session", session)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Good morning.\n\nWhat is your email?\n"))
    said = answer_of(capsys, "say", "-", "--session", session)
    assert json.loads(called["messages"][0]["content"])["total"] == "55.50"
    assert said["messages"] == [{"role": "user", "content": "My email is ada.quill@example.com."}]


def test_standard_input_that_is_no_text_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = started(capsys, tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"caf\xe9"), encoding="utf-8"))
    code, output, errors = in_process(capsys, "say", "-", "--session", session)
    assert (code, output) == (2, "")
    assert "standard input is not text in utf-8" in errors


def test_ctrl_c_during_a_command_is_no_traceback_and_takes_no_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = started(capsys, tmp_path)

    def interrupted(self: ScriptedUser, conversation: Sequence[Message]) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(ScriptedUser, "answer", interrupted)
    code, output, errors = in_process(capsys, "say", "Hello", "--session", session)
    assert (code, output) == (130, "")
    assert "interrupted" in errors
    assert Folder(Path(session)).actions() == []


def test_options_may_stand_anywhere_among_the_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    words = ["call", "get_order", "order_id=ORD-1"]
    answers = [
        answer_of(capsys, *words[:place], "--session", session, *words[place:])["messages"][0]["content"]
        for place in range(4)
    ]
    assert len(set(answers)) == 1
    assert '"id":"ORD-1"' in answers[0]


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ("{", "the arguments are not valid JSON"),
        ('["ORD-1"]', "the arguments must be a JSON object, not a list"),
        ('{"order_id": NaN}', "the arguments hold NaN, which is not JSON"),
        ('{"order_id": "ORD-1", "order_id": "ORD-2"}', "the arguments name 'order_id' twice"),
        ('{"order": "ORD-1"}', "order"),
        ('{"order_id": 5}', "order_id"),
        ("ORD-1", "the arguments are not valid JSON"),
    ],
)
def test_wrong_arguments_are_refused_as_they_are_to_any_agent(
    arguments: str, refusal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    code, output, errors = in_process(capsys, "call", "get_order", arguments, "--session", session)
    assert (code, errors) == (0, "")
    assert output.startswith(f"refused: {refusal}")
    in_process(capsys, "end", "--session", session)
    assert record_in(session).failed_calls == 1


def test_what_a_terminal_would_obey_is_shown_escaped_and_kept_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    text = "caf\udce9 \x1b[31mred\u202e \u00e9"
    assert in_process(capsys, "say", text, "--session", session)[0] == 0
    code, output, _ = in_process(capsys, "show", "--session", session)
    assert code == 0
    assert "caf\\udce9 \\x1b[31mred\\u202e \u00e9" in output
    assert Folder(Path(session)).actions()[0].text == text


def test_output_that_cannot_spell_a_character_gets_it_escaped(tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "start", "toyshop/LAT_001", "--session", session], capture_output=True, check=False, env=env
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2500" in done.stdout


@pytest.mark.parametrize("kind", ["a session", "an empty folder", "a file"])
def test_a_session_folder_that_exists_is_refused(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "session"
    if kind == "a session":
        started(capsys, tmp_path)
    elif kind == "a file":
        path.write_text("mine")
    else:
        path.mkdir()
    before = sorted(path.iterdir()) if path.is_dir() else path.read_text()
    code, output, errors = in_process(capsys, "start", "toyshop/LAT_001", "--session", str(path))
    assert (code, output) == (2, "")
    assert errors == f"thinkingbox: --session {path}: it exists already; each session gets a new folder\n"
    assert (sorted(path.iterdir()) if path.is_dir() else path.read_text()) == before


def test_a_second_command_is_refused_while_one_is_at_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    with Folder(Path(session)).locked():
        done = process("say", "Hello", "--session", session)
    assert (done.returncode, done.stdout) == (2, "")
    assert "another command is at work in this session" in done.stderr
    assert Folder(Path(session)).actions() == []
    assert in_process(capsys, "say", "Hello", "--session", session)[0] == 0


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_task_that_was_changed_since_the_start_is_refused_by_name(tmp_path: Path) -> None:
    session, package = str(tmp_path / "session"), tmp_path / "toyshop"
    shutil.copytree(Path(toyshop.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    assert process("start", "toyshop/LAT_001", "--session", session, path=tmp_path).returncode == 0
    edit(package / "test_refunds.py", "* 20 / 100", "* 25 / 100")
    edit(package / "policies" / "refunds.md", "20 %", "25 %")
    done = process("say", "Hello", "--session", session, path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "changed since the session started: the task toyshop/test_refunds.py::test_case_LAT_001, the policies of "
        "toyshop; start a new session"
    ) in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "the task toyshop/test_refunds.py::test_case_LAT_001",
        "the tools of toyshop",
        "the policies of toyshop",
        "the instructions of toyshop",
        "the records of toyshop",
        "the conventions in the system prompt",
    ],
)
@pytest.mark.parametrize("command", [("tools",), ("show",), ("call", "get_order"), ("say", "Hello"), ("end",)])
def test_no_command_goes_on_with_another_fingerprint(
    name: str, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    file = Path(session) / "session.json"
    header = json.loads(file.read_text())
    header["fingerprints"][name] = "0" * 64
    file.write_text(json.dumps(header))
    code, output, errors = in_process(capsys, *command, "--session", session)
    assert (code, output) == (2, "")
    assert f"changed since the session started: {name}; start a new session" in errors
    assert len(header["fingerprints"]) == 6


def test_a_tool_that_now_answers_otherwise_is_noticed_with_the_next_command(tmp_path: Path) -> None:
    session, package = str(tmp_path / "session"), tmp_path / "toyshop"
    shutil.copytree(Path(toyshop.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    process("start", "toyshop/LAT_001", "--session", session, path=tmp_path)
    process("call", "find_orders", "product_id=TOY-4", "--session", session, path=tmp_path)
    edit(package / "tools" / "orders.py", '[0] + "***"', '[0] + "****"')
    done = process("say", "Hello", "--session", session, path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "what was shown after turn 1 would now be something else" in done.stderr


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_replay_that_shows_something_else_is_refused_at_any_turn(
    turn: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    for words in (("say", "Good morning."), ("say", "What is your email? <DONE>")):
        in_process(capsys, *words, "--session", session)
    (Path(session) / "trials.jsonl").unlink()
    file = Path(session) / ("session.json" if turn == 0 else "log.jsonl")
    digests = re.findall(r'"shown": "([0-9a-f]{64})"', file.read_text())
    edit(file, digests[max(turn - 1, 0)], "0" * 64)
    code, output, errors = in_process(capsys, "show", "--session", session)
    assert (code, output) == (2, "")
    assert f"what was shown after turn {turn} would now be something else" in errors
    assert not (Path(session) / "trials.jsonl").exists()


def test_a_turn_that_was_being_written_when_the_machine_died_was_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    refund = '{"order_id": "ORD-1", "amount": "1.00", "reason": "late"}'
    in_process(capsys, "call", "create_refund", refund, "--session", session)
    with (Path(session) / "log.jsonl").open("a") as log:
        log.write('{"text": "half a li')
    answer = answer_of(capsys, "call", "create_refund", refund, "--session", session)
    assert json.loads(answer["messages"][0]["content"])["id"] == "RF-7002"
    assert len(Folder(Path(session)).actions()) == 2


def test_an_end_whose_record_was_lost_gets_it_with_the_next_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    in_process(capsys, "say", "Nothing can be done. <DONE>", "--session", session)
    record = record_in(session)
    (Path(session) / "trials.jsonl").unlink()
    code, _, errors = in_process(capsys, "say", "Hello", "--session", session)
    assert code == 2
    assert "this trial is over" in errors
    assert replace(record_in(session), timing={}) == replace(record, timing={})


@pytest.mark.parametrize("command", ["show", "verdict"])
def test_a_lost_record_is_made_again_by_looking(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = started(capsys, tmp_path)
    in_process(capsys, "end", "--session", session)
    record = record_in(session)
    (Path(session) / "trials.jsonl").unlink()
    assert answer_of(capsys, command, "--session", session)["over"] is True
    assert replace(record_in(session), timing={}) == replace(record, timing={})


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    code, _, errors = in_process(capsys, "start", "toyshop/LAT_001", "--session", str(tmp_path / "file" / "session"))
    assert code == 2
    assert "cannot make it" in errors
    assert (tmp_path / "file").read_text() == "mine"


def test_a_log_that_is_none_is_an_error_that_names_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    for line in ("nonsense", "[]", '{"text": 5}', '{"word": "x"}', '{"seconds": "x"}'):
        (Path(session) / "log.jsonl").write_text(line + "\n")
        code, output, errors = in_process(capsys, "show", "--session", session)
        assert (code, output) == (2, "")
        assert f"{Path(session) / 'log.jsonl'}, line 1: not a turn" in errors


@pytest.mark.parametrize("content", ["", "nonsense", "[]", "{}", '{"schema": 1}', '{"schema": 99}'])
def test_a_folder_that_holds_no_session_is_an_error(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session"
    session.mkdir()
    if content:
        (session / "session.json").write_text(content)
    code, output, errors = in_process(capsys, "say", "Hello", "--session", str(session))
    assert (code, output) == (2, "")
    assert "session" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["say", "Hello"], "say needs --session DIR"),
        (["start", "--session", "{new}"], "name one task, such as retail/DLV_014, not nothing"),
        (["start", "toyshop/LAT_001", "x", "--session", "{new}"], "name one task"),
        (["start", "toyshop/LAT_001", "--session", "{new}", "--as", "oracle"], "--as oracle: choose another name"),
        (["start", "toyshop/LAT_001", "--session", "{new}", "--as", " "], "choose another name"),
        (["say", "--session", "{old}"], "say what?"),
        (["say", " ", "--session", "{old}"], "say what?"),
        (["call", "--session", "{old}"], "call needs a tool's name"),
        (["call", "get_order", "order_id=1", "x", "--session", "{old}"], "'x' is neither a JSON object nor NAME=VALUE"),
        (["call", "get_order", "a=1", "a=2", "--session", "{old}"], "a is given twice"),
        (["tools", "get_ordr", "--session", "{old}"], "no tool called get_ordr; did you mean get_order?"),
        (["tools", "zzz", "--session", "{old}"], "no tool called zzz; tools without a name lists them all"),
        (["show", "all", "--session", "{old}"], "show takes no words, not all"),
        (["say", "Hello", "--session", "{old}", "--as", "me"], "--as goes with start"),
        (["say", "Hello", "--session", "{old}", "--max-tool-calls", "3"], "--max-tool-calls goes with start"),
        (["say", "Hello", "--session", "{new}"], "begin one with thinkingbox play start TASK --session DIR"),
        (["toyshop/LAT_999", "--session", "{new}"], "toyshop has no task LAT_999; did you mean"),
    ],
)
def test_a_wrong_command_is_one_line_or_with_json_one_object(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"old": started(capsys, tmp_path), "new": str(tmp_path / "new")}
    command = [word.format(**names) for word in words]
    code, output, errors = in_process(capsys, *command)
    assert (code, output) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1
    if words[0] in ("start", "say", "call", "tools", "show"):
        code, output, errors = in_process(capsys, *command, "--json")
        assert (code, errors) == (2, "")
        assert message in json.loads(output)["error"]
    assert Folder(Path(names["old"])).actions() == []
    assert not Path(names["new"]).exists()


@pytest.mark.parametrize("words", [[], ["start", "X", "--trial", "-1"], ["start", "X", "--unknown"]])
def test_a_wrong_option_is_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["play", *words])
    assert ended.value.code == 2
    assert "usage: thinkingbox play" in capsys.readouterr().err


def test_a_pipe_that_closes_early_is_no_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = started(capsys, tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, "tools", "--session", session], stdout=writer, stderr=subprocess.PIPE, check=False, text=True
    )
    os.close(writer)
    assert "Traceback" not in done.stderr


def test_a_tool_that_crashes_leaves_the_trial_unmeasured(tmp_path: Path) -> None:
    session, package = str(tmp_path / "session"), tmp_path / "toyshop"
    shutil.copytree(Path(toyshop.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    edit(package / "tools" / "orders.py", "found = [order for order in", "found = [1 / 0 for order in")
    process("start", "toyshop/LAT_001", "--session", session, path=tmp_path)
    done = process("call", "find_orders", "product_id=TOY-4", "--session", session, path=tmp_path)
    record = record_in(session)
    assert done.returncode == 0
    assert "unmeasured" in done.stdout
    assert (record.trial_class, record.stop_reason) == ("unmeasured", "sandbox_error")


def test_play_is_a_command_whose_help_and_page_name_every_word_and_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "--help"])
    output = capsys.readouterr().out
    page = DOCS.read_text()
    options = [option for action in build_parser()._actions for option in action.option_strings if len(option) > 2]
    assert play in cli.COMMANDS
    assert ended.value.code == 0
    for word in ("start", "resume", "tools", "call", "say", "end", "show", "verdict", *options):
        assert word in output
        if word != "--help":
            assert f"`{word}" in page or f"play {word}" in page, word
