"""A provider on 127.0.0.1 that speaks OpenAI's wire formats, plays scripts and can be told to misbehave.

::

    with ProviderServer([Fail(503), Say("Hello. <DONE>")]) as server:
        ...  # server.url, server.asked

A script is a list of answers, the last of which is repeated, or a function from :class:`Asked` to an
answer.  An answer is :class:`Say` or :class:`Fail`.  ``python provider_server.py --domain toyshop`` serves
the oracle as a process of its own and prints its URL.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# A run inside this process takes back what it imports: imported for the first time there, half of the HTTP client
# would be loaded twice later on, and its exceptions would be of two kinds.
import anyio._backends._asyncio
import httpcore2
import httpx2
import openai
import uvicorn
from provider_formats import Asked, RequestError, Say, read_request, write_answer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.providers import preflight

_IMPORTED = (anyio, httpcore2, httpx2, openai)

__all__ = ["Asked", "Fail", "ProviderServer", "Say", "Script", "faulty", "one_of_five"]

KEY = "sk-test-0123456789abcdef"
"""The key that the server takes."""


@dataclass(frozen=True)
class Fail:
    """A fault.  ``how``: ``status`` answers with it; ``reset`` breaks the connection in mid-body, ``garbage``
    answers 200 with what is no JSON, ``body`` 200 with ``message``, ``silence`` never answers."""

    status: int = 500
    message: str = "something broke"
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    how: str = "status"


Answer = Say | Fail
Script = Callable[[Asked], Answer]
Waiting = Callable[[Asked], Awaitable[Answer]]
"""A script that may hold a request back until others have come."""


def faulty(script: Script, faults: Sequence[Fail], share: float, seed: int = 0) -> Script:
    """``script``, with a share of the requests answered by each of the faults instead."""
    draw = random.Random(seed)

    def answer(asked: Asked) -> Answer:
        chosen = int(draw.random() / share)
        return faults[chosen] if chosen < len(faults) else script(asked)

    return answer


one_of_five = (
    Fail(429, "Rate limit reached", "rate_limit_exceeded", {"retry-after": "0"}),
    Fail(500, "The server had an error"),
    Fail(502, "Bad gateway"),
    Fail(how="reset"),
    Fail(how="garbage"),
)
"""Five ways to fail that pass by themselves."""


def works(asked: Asked) -> Say:
    """What a model answers that can do all that it is checked for before the first trial."""
    if asked.tools:
        return Say(None, (ToolCall("call-0", preflight.TOOL, '{"works": "yes"}'),))
    return Say('{"works": "yes"}')


class ProviderServer:
    """Serves in a thread from ``__enter__`` to ``__exit__``; ``asked`` holds every request that could be read."""

    def __init__(
        self, script: Script | Waiting | Sequence[Answer], *, delay: float = 0.0, port: int = 0, ready: bool = True
    ) -> None:
        """``ready``: the requests before a run's first trial are answered well, and neither counted nor kept."""
        self._script, self._delay, self._port, self._ready = script, delay, port, ready
        self.asked: list[Asked] = []
        self._count = 0

    def __enter__(self) -> ProviderServer:
        self._socket = socket.create_server(("127.0.0.1", self._port), backlog=1024)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"
        routes = [
            Route(f"{root}/v1{path}", handler, methods=["POST"])
            for root in ("", "/openai")  # Azure's
            for path, handler in (("/chat/completions", self._chat), ("/responses", self._responses))
        ]
        config = uvicorn.Config(Starlette(routes=routes), log_config=None, lifespan="off", ws="none")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="provider")
        self._thread.start()
        while not self._server.started:  # it does not take well to being told to end before
            time.sleep(0.001)
        return self

    def _serve(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._socket]))

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._server.force_exit = True  # a silent answer is never finished
        self._thread.join()
        self._socket.close()

    async def _chat(self, request: Request) -> Response:
        return await self._answer("chat", request)

    async def _responses(self, request: Request) -> Response:
        return await self._answer("responses", request)

    async def _answer(self, api: str, request: Request) -> Response:
        body = json.loads(await request.body())
        number = self._count
        try:
            asked = read_request(number, api, body, dict(request.headers))
        except RequestError as error:
            self._count += 1
            return _error(400, str(error), "invalid_request_error")
        if self._ready and asked.messages[-1].content.startswith(preflight.OPENING):
            return JSONResponse(write_answer(asked, works(asked)))
        self._count += 1
        self.asked.append(asked)
        answer = self._script(asked) if callable(self._script) else self._script[min(number, len(self._script) - 1)]
        if isinstance(answer, Awaitable):
            answer = await answer
        await asyncio.sleep(self._delay)
        return (
            await self._fail(answer, request) if isinstance(answer, Fail) else JSONResponse(write_answer(asked, answer))
        )

    async def _fail(self, fault: Fail, request: Request) -> Response:
        match fault.how:
            case "reset":
                return StreamingResponse(_broken(), headers={"content-length": "5000"}, media_type="application/json")
            case "garbage":
                return Response('{"choices": [{"mess', media_type="application/json")
            case "body":
                return Response(fault.message, media_type="application/json")
            case "silence":
                while not (self._server.should_exit or await request.is_disconnected()):
                    await asyncio.sleep(0.01)
                return Response(status_code=503)
        return _error(fault.status, fault.message, fault.code, fault.headers)


async def _broken() -> AsyncIterator[bytes]:
    yield b'{"id": "chatcmpl-1", '
    raise ConnectionResetError("broken on purpose")


def _error(status: int, message: str, code: str | None, headers: Mapping[str, str] | None = None) -> Response:
    body: dict[str, Any] = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    return JSONResponse(body, status, dict(headers or {}))


def main() -> None:
    """Serve the oracle until told to end."""
    from provider_oracle import oracle

    parser = argparse.ArgumentParser()
    parser.add_argument("--domain", action="append", required=True)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--faults", type=float, default=0.0, help="share of requests for each of five faults")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    script: Script = oracle(options.domain)
    if options.faults:
        script = faulty(script, one_of_five, options.faults)
    with (
        ProviderServer(script, delay=options.delay, port=options.port) as server,
        contextlib.suppress(KeyboardInterrupt),
    ):
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    sys.exit(main())
