"""CPU time of a request in the client: ``python benchmarks/client.py`` (target: at most 2.5 ms).

A provider that answers at once runs in a process of its own; this process sends requests as a model agent
does in the middle of a retail trial (all tools, a dozen messages), many at once, and counts its own CPU
time: building the request, limits, HTTP, reading the answer, leaving keys out.  ``--ledger`` adds what a model with a
price costs (reserving and settling each request in the run's account), ``--record`` the recording of each exchange.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from thinkingbox_plugin.agents._strict import table_of
from thinkingbox_plugin.domain import find_domain
from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema
from thinkingbox_plugin.providers import ChatClient, ChatRequest, ModelEntry, Origin
from thinkingbox_plugin.providers.budget import budget
from thinkingbox_plugin.providers.cassette import Recorder, recording
from thinkingbox_plugin.providers.clients import Clients, ClientWrapper
from thinkingbox_plugin.providers.entry import Api
from thinkingbox_plugin.providers.flow import Flow
from thinkingbox_plugin.providers.ledger import Ledger
from thinkingbox_plugin.providers.openai_client import OpenAIClient
from thinkingbox_plugin.providers.scrubbing import scrubbing

TARGET_MS = 2.5
SERVER = """
import asyncio, json, sys
ANSWERS = json.loads(sys.argv[1])

async def serve(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").lower()
            length = int(head.split("content-length:")[1].split("\\r\\n")[0])
            await reader.readexactly(length)
            body = ANSWERS["responses" if "/responses" in head else "chat"].encode()
            kind = b"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\n"
            writer.write(kind + b"content-length: %d\\r\\n\\r\\n" % len(body))
            writer.write(body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=2**20, backlog=1000)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""
CALL = {"name": "get_order", "arguments": '{"order_id": "ORD-20001"}'}
ANSWERS = {
    "chat": {
        "model": "m",
        "choices": [
            {
                "finish_reason": "tool_calls",
                "message": {"content": None, "tool_calls": [{"id": "c-9", "type": "function", "function": CALL}]},
            }
        ],
        "usage": {"prompt_tokens": 9000, "completion_tokens": 40},
    },
    "responses": {
        "model": "m",
        "status": "completed",
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x" * 1200},
            {"type": "function_call", "id": "fc_1", "call_id": "c-9", **CALL},
        ],
        "usage": {"input_tokens": 9000, "output_tokens": 40},
    },
}


def conversation() -> list[Message]:
    """A system prompt of 6 kB, an exchange, and four calls with results of 700 characters."""
    messages = [Message("system", "You serve customers. " * 300), Message("user", "Where is my order?")]
    messages += [Message("assistant", "What is its number?"), Message("user", "ORD-20001, placed last week.")]
    for number in range(4):
        call = ToolCall(f"c-{number}", "get_order", '{"order_id": "ORD-20001"}')
        messages += [Message("assistant", "", (call,)), Message("tool", "{" + "x" * 700 + "}", tool_call_id=call.id)]
    return messages


async def ask(client: ChatClient, tools: Sequence[ToolSchema], requests: int, in_flight: int) -> float:
    """CPU seconds for so many requests."""
    messages, left = conversation(), iter(range(requests))

    async def worker() -> None:
        for number in left:
            await client.complete(ChatRequest(messages, tools, origin=Origin("task", "m", number)))

    await client.complete(ChatRequest(messages, tools))  # imports and the first connection are paid once
    started = process_time()
    await asyncio.gather(*(worker() for _ in range(in_flight)))
    return process_time() - started


def wrappers(entry: ModelEntry, shared: Path, ledger: bool, record: bool) -> tuple[ClientWrapper, ...]:
    """What a run puts around the client."""
    found: list[ClientWrapper] = [scrubbing((entry,))]
    if record:
        found.append(recording(Recorder(shared, entry.api)))
    if ledger:
        found.append(budget(Ledger(shared / f"costs-{entry.api}.sqlite", cap=1e9)))
    return tuple(found)


async def measure(port: int, api: Api, options: argparse.Namespace, shared: Path) -> float:
    """Milliseconds of CPU for each request."""
    requests: int = options.requests
    domain = find_domain("retail")
    schemas = tuple(ToolSchema(tool.name, tool.description, tool.parameters) for tool in domain.by_name.values())
    entry = ModelEntry(
        "m",
        "m",
        base_url=f"http://127.0.0.1:{port}/v1",
        api=api,
        key_variable="BENCHMARK_KEY",
        requests_per_minute=10_000_000,
        price_input=1.0,
        price_output=4.0,
    )
    flow = Flow(shared / f"{api}.sqlite")
    around = wrappers(entry, shared, options.ledger, options.record)
    clients = Clients(lambda one: OpenAIClient(one, flow), around, close=flow.close)
    tools = table_of(schemas, strict=True).shown
    try:
        return 1000 * await ask(clients.get(entry), tools, requests, options.in_flight) / requests
    finally:
        await clients.aclose()


def main() -> int:
    """Measure both formats; 1 if one is above the target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--in-flight", type=int, default=32)
    parser.add_argument("--ledger", action="store_true", help="with the account of a run that has a cap on cost")
    parser.add_argument("--record", action="store_true", help="with every exchange kept, as by --tb-record")
    options = parser.parse_args()
    os.environ["BENCHMARK_KEY"] = "sk-benchmark-0123456789"
    answers = json.dumps({api: json.dumps(answer) for api, answer in ANSWERS.items()})
    server = subprocess.Popen([sys.executable, "-c", SERVER, answers], stdout=subprocess.PIPE, text=True)
    worst = 0.0
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        apis: tuple[Api, ...] = ("chat", "responses")
        for api in apis:
            with tempfile.TemporaryDirectory() as folder:
                cost = asyncio.run(measure(port, api, options, Path(folder)))
            print(f"{api:10} {cost:.2f} ms of CPU a request (target {TARGET_MS})")
            worst = max(worst, cost)
    finally:
        server.terminate()
        server.wait()
    return int(worst > TARGET_MS)


if __name__ == "__main__":
    sys.exit(main())
