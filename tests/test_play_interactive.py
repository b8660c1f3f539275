"""``thinkingbox play TASK`` on a real (pseudo) terminal, in a process of its own."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from thinkingbox_plugin.play.folder import Folder
from thinkingbox_plugin.results import read_trials

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")

COMMAND = [sys.executable, "-W", "error", "-m", "thinkingbox_plugin.cli", "play"]
PROMPT = "you> "
_HANG = 120
"""Seconds after which a terminal that says nothing counts as hung."""


def _take_terminal() -> None:
    """Make standard input the terminal of this process, so that Ctrl-C typed there reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A person at a terminal: types, and reads up to what they wait for."""

    def __init__(self, *words: str, cwd: Path | None = None) -> None:
        self._fd, child = pty.openpty()
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=cwd,
            env=env,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(child)
        self._unread = ""

    def read(self, until: str) -> str:
        """What is printed up to ``until``; fails if the program ends or hangs before."""
        while until not in self._unread:
            more = self._more()
            assert more, f"waited for {until!r}, got {self._unread!r}"
            self._unread += more
        text, _, self._unread = self._unread.partition(until)
        return text

    def _more(self) -> str:
        if not select.select([self._fd], [], [], _HANG)[0]:
            return ""
        try:
            return os.read(self._fd, 65536).decode().replace("\r\n", "\n")
        except OSError:  # the other side is closed
            return ""

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def ask(self, line: str) -> str:
        """Type a line; returns what is printed up to the next prompt, without the line's echo."""
        self.type(line + "\n")
        return self.read(PROMPT).removeprefix(line)

    def rest(self) -> str:
        """What is printed up to the program's end, which is waited for."""
        text, self._unread = self._unread, ""
        while more := self._more():
            text += more
        self.process.wait(timeout=_HANG)
        return text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._fd)


@contextmanager
def terminal(*words: str, cwd: Path | None = None) -> Iterator[Terminal]:
    opened = Terminal(*words, cwd=cwd)
    try:
        yield opened
    finally:
        opened.close()


def test_a_task_is_passed_at_the_prompt(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/CAN_001", "--session", str(session), "--as", "Ada") as screen:
        greeting = screen.read(PROMPT)
        verified = screen.ask("call verify_customer email=bruno.vale@example.org order_id=ORD-9")
        cancelled = screen.ask('call cancel_order {"order_id": "ORD-9"}')
        opened = screen.ask(
            "call open_ticket subject='Cancel ORD-9' topic=delivery priority=low requester_id=CUS-2 about_id=ORD-9"
        )
        screen.ask("call close_ticket ticket_id=TK-7001 outcome=resolved reason=none")
        reply = screen.ask("say I have cancelled ORD-9. Is there anything else?")
        screen.type("end Goodbye, Mr Vale.\n")
        ending = screen.rest()
    (record,) = read_trials(session / "trials.jsonl")
    for shown in ("You work at the counter of Toyshop", "Please cancel ORD-9", "cancel_order", "Ctrl-D leaves"):
        assert shown in greeting
    assert "name: Bruno Vale" in verified
    assert "status: cancelled" in cancelled
    assert "subject: Cancel ORD-9" in opened
    assert "No, that's all, thank you." in reply
    assert "test_case_CAN_001[Ada-t00] passed" in ending
    assert screen.process.returncode == 0
    assert (record.trial_class, record.model, record.messages[-1]["content"]) == (
        "passed",
        "Ada",
        "Goodbye, Mr Vale.",
    )


def test_a_task_is_failed_at_the_prompt_with_the_difference_after_the_end(tmp_path: Path) -> None:
    with terminal("toyshop/LAT_001", "--session", str(tmp_path / "session")) as screen:
        before = screen.read(PROMPT) + screen.ask("tools") + screen.ask("show") + screen.ask("help")
        screen.type("end\n")
        after = screen.rest()
    assert "11.10" not in before
    assert "failed: no refund, no ticket" in after
    assert re.search(r'refunds \(new refunds\): missing, expected .*"amount": "11.10"', after)


def test_arguments_are_asked_for_one_by_one(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("call list_orders\n")
        first = screen.read("): ")
        screen.type("CUS-1\n")
        second = screen.read("): ")
        screen.type("delivered\n")
        third = screen.read("): ")
        answer = screen.ask("2")
    assert first.endswith("customer_id (text")
    assert second.endswith("status (one of placed, shipped, delivered, cancelled or null; Enter leaves it out")
    assert third.endswith("page (whole number, maximum 99, minimum 1; Enter leaves it out")
    assert "page: 2" in answer
    assert Folder(session).actions()[0].arguments == '{"customer_id": "CUS-1", "status": "delivered", "page": 2}'


def test_an_argument_left_out_is_left_to_the_tool_and_ctrl_c_drops_a_call(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("call list_orders\n")
        screen.read("): ")
        screen.type("\x03")
        dropped = screen.read(PROMPT)
        screen.type("call list_orders\n")
        for line in ("CUS-1\n", "\n"):
            screen.read("): ")
            screen.type(line)
        screen.read("): ")
        screen.ask("")
    assert "dropped" in dropped
    assert [action.arguments for action in Folder(session).actions()] == ['{"customer_id": "CUS-1"}']


def test_a_message_of_several_lines_can_be_written_or_dropped(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("say\n")
        screen.read("drops it)\n")
        screen.type("Never mind\n\x03")
        dropped = screen.read(PROMPT)
        screen.type("say\n")
        screen.read("drops it)\n")
        screen.type("Good morning.\n\nYour email?\n.\n")
        screen.read(PROMPT)
    assert "dropped" in dropped
    assert [action.text for action in Folder(session).actions()] == ["Good morning.\n\nYour email?"]


SLIPS = {
    "cal get_order": "no command cal; did you mean call?",
    "What is your email?": "To speak to the user write: say What is your email?",
    "get_order ORD-1": "get_order is a tool; write: call get_order ORD-1",
    "call": "name a tool; tools lists them",
    "call get_ordr": "there is no tool called get_ordr; did you mean get_order?",
    'call get_order {"order_id": }': "that is not JSON",
    "call get_order ORD-1": "'ORD-1' is neither a JSON object nor NAME=VALUE",
    "call get_order order_id='ORD-1": "No closing quotation; quote a value with spaces",
    "tool nothing": "there is no tool called nothing",
}


def test_a_slip_costs_nothing_and_is_told_with_its_mend(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        told = {line: screen.ask(line) for line in SLIPS}
    assert {line: mend for line, mend in SLIPS.items() if mend not in told[line]} == {}
    assert Folder(session).actions() == []


def test_tools_are_shown_in_words_and_as_json(tmp_path: Path) -> None:
    with terminal("toyshop/LAT_001", "--session", str(tmp_path / "session")) as screen:
        screen.read(PROMPT)
        words, schema = screen.ask("tool create_return"), screen.ask("schema create_return")
    assert "lines (list of object, maxItems 10, minItems 1; required): What comes back." in words
    assert "condition (one of sealed, opened, broken; required)" in words
    assert '"$ref": "#/$defs/Line"' in schema


def test_ctrl_d_leaves_and_resume_goes_on(tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    with terminal("toyshop/LAT_001", "--session", session) as screen:
        screen.read(PROMPT)
        screen.ask("call create_refund order_id=ORD-1 amount=1.00 reason=late")
        screen.type("\x04")
        left = screen.rest()
    with terminal("resume", "--session", session) as again:
        shown = again.read(PROMPT)
        second = again.ask("call create_refund order_id=ORD-1 amount=1.00 reason=late")
    assert screen.process.returncode == 0
    assert f"thinkingbox play resume --session {session}" in left
    assert '"id":"RF-7001"' in shown
    assert "id: RF-7002" in second


def test_a_session_left_before_the_first_turn_leaves_no_folder(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.ask("tool get_order")
        screen.type("quit\n")
        left = screen.rest()
    assert "nothing is kept" in left
    assert not session.exists()


def test_a_session_that_is_over_resumes_with_its_verdict(tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    with terminal("toyshop/LAT_001", "--session", session) as screen:
        screen.read(PROMPT)
        screen.type("end\n")
        screen.rest()
    with terminal("resume", "--session", session) as again:
        shown = again.rest()
    assert "failed: no refund, no ticket" in shown
    assert again.process.returncode == 0


def test_other_commands_are_refused_while_somebody_sits_at_the_prompt(tmp_path: Path) -> None:
    session = str(tmp_path / "session")
    with terminal("toyshop/LAT_001", "--session", session) as screen:
        screen.read(PROMPT)
        done = subprocess.run(
            [*COMMAND, "say", "Hi", "--session", session], capture_output=True, text=True, check=False
        )
        still = screen.ask("help")
    assert done.returncode == 2
    assert "another command is at work in this session" in done.stderr
    assert "Ctrl-D leaves" in still


def test_a_session_without_a_name_goes_to_results_and_survives_a_kill(tmp_path: Path) -> None:
    with terminal("toyshop/LAT_001", cwd=tmp_path) as screen:
        screen.read(PROMPT)
        screen.ask("say Good morning.")
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait()
    (session,) = (tmp_path / "results").iterdir()
    done = subprocess.run(
        [*COMMAND, "show", "--session", str(session)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert session.name.endswith("-play")
    assert done.returncode == 0
    assert "Good morning." in done.stdout


def test_commands_piped_in_are_played_to_their_end(tmp_path: Path) -> None:
    session = tmp_path / "session"
    script = "say Good morning.\nend Goodbye.\n"
    done = subprocess.run(
        [*COMMAND, "toyshop/LAT_001", "--session", str(session)],
        input=script,
        capture_output=True,
        text=True,
        check=False,
    )
    (record,) = read_trials(session / "trials.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert [message["content"] for message in record.messages if message["role"] == "assistant"] == [
        "Good morning.",
        "Goodbye.",
    ]


def test_tab_completes_commands_tools_and_arguments(tmp_path: Path) -> None:
    pytest.importorskip("readline", reason="this Python has no readline")
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("ca\tget_o\tord\tORD-1\n")
        answer = screen.read(PROMPT)
    assert "id: ORD-1" in answer
    assert Folder(session).actions()[0].arguments == '{"order_id": "ORD-1"}'
