"""``thinkingbox play TASK`` at its prompt: on a real (pseudo) terminal, or with what is typed given at once."""

from __future__ import annotations

import codecs
import io
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

from thinkingbox_plugin import cli
from thinkingbox_plugin.errors import UsageError
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
        # A read may end within a character or between the two of a line's end.
        decoder = codecs.getincrementaldecoder("utf-8")()
        self._newlines = io.IncrementalNewlineDecoder(decoder, translate=True)

    def read(self, until: str) -> str:
        """What is printed up to ``until``; fails if the program ends or hangs before."""
        while until not in self._unread:
            more = self._more()
            assert more, f"waited for {until!r}, got {self._unread!r}"
            self._unread += more
        text, _, self._unread = self._unread.partition(until)
        return text

    def interrupt(self) -> str:
        """Press Ctrl-C until the prompt comes back, and return what is printed up to there.

        Python misses one that comes just before it waits for a key, and sees it with the next.  Wait for the
        prompt before typing and for the echo of what was typed: before the prompt it is the terminal that
        echoes, not the program; it throws away keys that were not read yet, and readline, once told of a key,
        waits for one whatever comes.
        """
        self.type("\x03")
        for _ in range(12):
            while PROMPT not in self._unread and (more := self._more(10)):
                self._unread += more
            if PROMPT in self._unread:
                break
            self.type("\x03")
        return self.read(PROMPT)

    def _more(self, patience: float = _HANG) -> str:
        if not select.select([self._fd], [], [], patience)[0]:
            return ""
        try:
            while (data := os.read(self._fd, 65536)) and not (text := self._newlines.decode(data)):
                pass  # a part of a character
            return text if data else ""
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


def typed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    session: Path,
    *lines: str,
    resume: bool = False,
) -> list[str]:
    """What is printed before each prompt and at the end, in this process; the input ends behind the lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    capsys.readouterr()
    words = ["resume"] if resume else ["toyshop/LAT_001"]
    assert cli.main(["play", *words, "--session", str(session)]) == 0
    output, errors = capsys.readouterr()
    assert errors == ""
    return output.split(PROMPT)


def test_ctrl_c_drops_what_is_typed_ctrl_d_leaves_and_resume_goes_on(tmp_path: Path) -> None:
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("end")
        screen.read("end")
        dropped = [screen.interrupt()]
        screen.type("call list_orders\n")
        screen.read("): ")
        dropped.append(screen.interrupt())
        screen.type("say\n")
        screen.read("drops it)\n  ")
        screen.type("Never mind\n")
        screen.read("Never mind\n  ")
        dropped.append(screen.interrupt())
        screen.ask("call create_refund order_id=ORD-1 amount=1.00 reason=late")
        screen.type("\x04")
        left = screen.rest()
    with terminal("resume", "--session", str(session)) as again:
        shown = again.read(PROMPT)
        second = again.ask("call create_refund order_id=ORD-1 amount=1.00 reason=late")
    assert ["dropped" in text for text in dropped] == [True] * 3
    assert screen.process.returncode == 0
    assert f"thinkingbox play resume --session {session}" in left
    assert '"id":"RF-7001"' in shown
    assert "id: RF-7002" in second
    assert [action.tool for action in Folder(session).actions()] == ["create_refund"] * 2


def test_tab_completes_commands_tools_and_arguments(tmp_path: Path) -> None:
    pytest.importorskip("readline", reason="this Python has no readline")
    session = tmp_path / "session"
    with terminal("toyshop/LAT_001", "--session", str(session)) as screen:
        screen.read(PROMPT)
        screen.type("ca\tget_o\tord\tORD-1\n")
        answer = screen.read(PROMPT)
        screen.type("too\t get_o\t\n")
        words = screen.read(PROMPT)
    assert "id: ORD-1" in answer
    assert Folder(session).actions()[0].arguments == '{"order_id": "ORD-1"}'
    assert "order_id (text; required): The order, such as ORD-1." in words


def test_others_are_kept_out_while_somebody_plays_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    with terminal("toyshop/LAT_001", cwd=tmp_path) as screen:
        screen.read(PROMPT)
        screen.ask("say Good morning.")
        (session,) = (tmp_path / "results").iterdir()
        with pytest.raises(UsageError, match="another command is at work in this session"), Folder(session).locked():
            pass
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait()
    assert session.name.endswith("-play")
    with Folder(session).locked():
        assert [action.text for action in Folder(session).actions()] == ["Good morning."]


def test_a_task_is_failed_at_the_prompt_with_the_difference_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    *before, after = typed(monkeypatch, capsys, tmp_path / "session", "tools", "show", "help", "end")
    assert "11.10" not in "".join(before)
    assert "You work at the counter of Toyshop" in before[2]
    assert "Ctrl-D leaves" in before[3]
    assert "failed: no refund, no ticket" in after
    assert re.search(r'refunds \(new refunds\): missing, expected .*"amount": "11.10"', after)


def test_arguments_are_asked_for_one_by_one_and_optional_ones_may_be_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["call list_orders", "CUS-1", "delivered", "2", "call list_orders", "CUS-1", "", "", "call get_order", ""]
    shown = typed(monkeypatch, capsys, tmp_path / "session", *lines)
    assert "customer_id (text): " in shown[1]
    assert "status (one of placed, shipped, delivered, cancelled or null; Enter leaves it out): " in shown[1]
    assert "page (whole number, maximum 99, minimum 1; Enter leaves it out): " in shown[1]
    assert "page: 2" in shown[1]
    assert "refused" in shown[3]
    assert [action.arguments for action in Folder(tmp_path / "session").actions()] == [
        '{"customer_id": "CUS-1", "status": "delivered", "page": 2}',
        '{"customer_id": "CUS-1"}',
        '{"order_id": ""}',
    ]


def test_a_message_may_have_several_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["say", "Good morning.", "", "Your email?", ".", "say", "."]
    shown = typed(monkeypatch, capsys, tmp_path / "session", *lines)
    assert "nothing said" in shown[2]
    assert [action.text for action in Folder(tmp_path / "session").actions()] == ["Good morning.\n\nYour email?"]


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


def test_a_slip_costs_nothing_and_is_told_with_its_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session"
    typed(monkeypatch, capsys, session, "say Good morning.")
    _, *told, left = typed(monkeypatch, capsys, session, *SLIPS, "", resume=True)
    assert {line: mend for (line, mend), text in zip(SLIPS.items(), told, strict=False) if mend not in text} == {}
    assert len(Folder(session).actions()) == 1
    assert f"resume --session {session}" in left


def test_tools_are_shown_in_words_and_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed(monkeypatch, capsys, tmp_path / "session", "tool create_return", "schema create_return", "tools x")
    assert "lines (list of object, maxItems 10, minItems 1; required): What comes back." in shown[1]
    assert "condition (one of sealed, opened, broken; required)" in shown[1]
    assert '"$ref": "#/$defs/Line"' in shown[2]
    assert "there is no tool called x" in shown[3]


def test_a_session_left_before_the_first_turn_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session"
    assert "nothing is kept" in typed(monkeypatch, capsys, session, "tool get_order", "quit", "say Hello")[-1]
    assert not session.exists()


def test_a_session_that_is_over_resumes_with_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session"
    typed(monkeypatch, capsys, session, "say Good morning.", "end Goodbye.")
    (shown,) = typed(monkeypatch, capsys, session, resume=True)
    (record,) = read_trials(session / "trials.jsonl")
    assert "failed: no refund, no ticket" in shown
    assert [message["content"] for message in record.messages if message["role"] == "assistant"] == [
        "Good morning.",
        "Goodbye.",
    ]


def test_a_line_that_is_no_text_is_told_and_the_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"say caf\xe9\n"), encoding="utf-8"))
    assert cli.main(["play", "toyshop/LAT_001", "--session", str(tmp_path / "session")]) == 0
    assert "! that is not text in utf-8" in capsys.readouterr().out


def test_json_and_words_behind_a_task_are_refused_at_the_prompt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, message in (
        (["toyshop/LAT_001", "--json"], "--json goes with single commands"),
        (["sey", "hello"], "no command sey; did you mean say?"),
        (["toyshop/LAT_001", "hello"], "no command toyshop/LAT_001; there are start, resume, tools, call, say, end"),
    ):
        assert cli.main(["play", *words, "--session", str(tmp_path / "session")]) == 2
        assert message in "".join(capsys.readouterr())
    assert not (tmp_path / "session").exists()
