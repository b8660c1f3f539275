"""A provider on 127.0.0.1 that costs next to nothing: it knows every answer beforehand and waits before it gives one.

    python benchmarks/provider.py sandbox_external_retail --delay 1.0

It plays each task once with the reference oracle and keeps what that said; then it prints its URL and serves Chat
Completions.  A request is looked at as bytes: the user's first message says which task, the number of assistant
messages which turn.  On its standard input, a line asks for what it has seen so far, as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from importlib import import_module
from typing import Any

from thinkingbox_plugin.agents.reference import make_agent
from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.task import Task, tasks_of
from thinkingbox_plugin.trial import TrialSpec, run_trial
from thinkingbox_plugin.users import ScriptedUser

FIRST_USER = re.compile(rb'\{"role":"user","content":("(?:[^"\\]|\\.)*")')
ASSISTANT = b'{"role":"assistant"'
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


def answer(message: dict[str, Any], finish: str) -> bytes:
    """A whole HTTP response."""
    body = json.dumps(
        {
            "id": "chatcmpl-0",
            "object": "chat.completion",
            "created": 0,
            "model": "played-1",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 20_000, "completion_tokens": 60, "total_tokens": 20_060},
        }
    ).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)


async def played(task: Task) -> list[bytes]:
    """What the oracle says in a trial of the task, turn by turn."""
    plan, reference = build_plan(task), parse_reference("oracle")
    assert reference is not None
    user = ScriptedUser(task.opening, task.facts, task.behaviour)
    record = (await run_trial(TrialSpec(plan, "oracle", 0, 0), make_agent(reference, plan, 0), user)).record
    turns = [message for message in record.messages if message["role"] == "assistant"]
    return [_turn(turn, last=turn is turns[-1]) for turn in turns]


def _turn(turn: dict[str, Any], *, last: bool) -> bytes:
    calls = [
        {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}
        for call in turn.get("tool_calls", ())
    ]
    message: dict[str, Any] = {"role": "assistant", "content": turn["content"] + (" <DONE>" if last else "")}
    return answer(message | ({"tool_calls": calls} if calls else {}), "tool_calls" if calls else "stop")


class Provider:
    """What is known and what was seen."""

    def __init__(self, plays: dict[bytes, list[bytes]], delay: float) -> None:
        self.plays, self.delay = plays, delay
        self.requests = self.size = self.present = self.peak = 0
        self.first = self.last = 0.0

    def respond(self, body: bytes) -> bytes:
        """The answer to a request."""
        self.requests += 1
        self.size += len(body)
        self.present += 1
        self.peak = max(self.peak, self.present)
        self.first = self.first or time.monotonic()
        found = FIRST_USER.search(body)
        opening = json.dumps(json.loads(found[1])).encode() if found else b""
        return self.plays[opening][body.count(ASSISTANT)]

    def seen(self) -> dict[str, float]:
        """Requests, their mean size, how many were there at once, seconds from the first to the last answer."""
        return {
            "requests": self.requests,
            "mean_bytes": self.size / max(1, self.requests),
            "peak": self.peak,
            "seconds": self.last - self.first,
            "cpu": time.process_time(),
        }


class Connection(asyncio.Protocol):
    """One connection, one request at a time on it."""

    def __init__(self, provider: Provider) -> None:
        self._provider, self._parts, self._wanted = provider, bytearray(), -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        self._parts += data
        if self._wanted < 0:
            head = self._parts.find(b"\r\n\r\n")
            length = LENGTH.search(self._parts, 0, head + 2) if head >= 0 else None
            if length is None:
                return
            self._head, self._wanted = head + 4, head + 4 + int(length[1])
        if len(self._parts) >= self._wanted:
            body = bytes(self._parts[self._head : self._wanted])
            del self._parts[: self._wanted]
            self._wanted = -1
            response = self._provider.respond(body)
            asyncio.get_running_loop().call_later(self._provider.delay, self._send, response)

    def _send(self, response: bytes) -> None:
        self._provider.present -= 1
        self._provider.last = time.monotonic()
        if not self._transport.is_closing():
            self._transport.write(response)


async def serve(package: str, delay: float) -> None:
    """Play, serve, answer questions on standard input until it ends."""
    plays: dict[bytes, list[bytes]] = {}
    for task in tasks_of(import_module(package).DOMAIN):
        plays[json.dumps(task.opening).encode()] = await played(task)
    provider = Provider(plays, delay)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(provider), "127.0.0.1", 0, backlog=4096)
    turns = sum(map(len, plays.values())) / len(plays)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    print(json.dumps({"url": url, "turns": turns}), flush=True)
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(provider.seen()), flush=True)


def main() -> None:
    """Serve until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package")
    parser.add_argument("--delay", type=float, default=1.0, help="seconds before each answer")
    options = parser.parse_args()
    asyncio.run(serve(options.package, options.delay))


if __name__ == "__main__":
    main()
