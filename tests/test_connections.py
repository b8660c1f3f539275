"""A connection of its own for each request in flight, against a server on this machine."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx2
import pytest

from thinkingbox_plugin.providers.connections import OwnConnections

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


class Server:
    """Answers each request once ``opened`` is set; counts connections and requests."""

    def __init__(self) -> None:
        self.connections = self.requests = self.closed = 0
        self.opened = asyncio.Event()
        self.came = asyncio.Condition()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                async with self.came:
                    self.requests += 1
                    self.came.notify_all()
                await self.opened.wait()
                writer.write(OK)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.closed += 1
            writer.close()

    async def until(self, requests: int) -> None:
        async with self.came:
            await self.came.wait_for(lambda: self.requests >= requests)


@asynccontextmanager
async def serving(server: Server) -> AsyncIterator[tuple[httpx2.AsyncClient, str]]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    async with httpx2.AsyncClient(transport=OwnConnections()) as client:
        yield client, url
    listening.close()
    await listening.wait_closed()


def test_as_many_connections_are_made_as_requests_are_in_flight_and_all_are_used_again() -> None:
    async def run() -> Server:
        server = Server()
        async with serving(server) as (client, url):
            for _ in range(3):
                server.opened.clear()
                before = server.requests
                requests = [asyncio.create_task(client.get(url)) for _ in range(150)]
                await server.until(before + 150)
                server.opened.set()
                assert {(await request).text for request in requests} == {"ok"}
        return server

    server = asyncio.run(run())
    assert (server.connections, server.requests) == (150, 450)


def test_a_request_that_was_cut_off_or_refused_leaves_its_place_usable() -> None:
    async def run() -> Server:
        server = Server()
        async with serving(server) as (client, url):
            request = asyncio.create_task(client.get(url))
            await server.until(1)
            request.cancel()
            with pytest.raises(asyncio.CancelledError):
                await request
            server.opened.set()
            with pytest.raises(httpx2.ConnectError):
                await client.get("http://127.0.0.1:1/")
            for _ in range(3):
                assert (await client.get(url)).text == "ok"
        return server

    server = asyncio.run(run())
    assert server.requests == 4
    assert server.connections <= 3
    assert server.closed == server.connections


def test_a_body_that_nobody_reads_gives_its_connection_back_when_it_is_closed() -> None:
    async def run() -> Server:
        server = Server()
        server.opened.set()
        async with serving(server) as (client, url):
            for _ in range(3):
                async with client.stream("GET", url) as response:
                    assert response.status_code == 200
            assert (await client.get(url)).text == "ok"
        return server

    assert asyncio.run(run()).requests == 4


class Raw:
    """Answers each request of a connection with the next of its byte strings; None closes the connection."""

    def __init__(self, *answers: bytes | None) -> None:
        self._answers = iter(answers)
        self.heads: list[bytes] = []
        self.bodies: list[bytes] = []
        self.connections = 0
        self.serving: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self.serving.add(task)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head.lower())
                self.heads.append(head)
                self.bodies.append(await reader.readexactly(int(length[1]) if length else 0))
                answer = next(self._answers)
                if answer is None:
                    return
                for part in answer.split(b"|"):
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0)
                if b"connection: close" in answer.lower():
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


@asynccontextmanager
async def raw(server: Raw) -> AsyncIterator[tuple[httpx2.AsyncClient, str]]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1/x?a=b"
    async with httpx2.AsyncClient(transport=OwnConnections(), timeout=30.0) as client:
        yield client, url
    if server.serving:
        await asyncio.wait(server.serving)
    listening.close()
    await listening.wait_closed()


def test_a_response_is_taken_in_however_it_is_framed() -> None:
    packed = gzip.compress(b"packed")
    server = Raw(
        b"HTTP/1.1 100 Continue\r\n\r\n|HTTP/1.1 200 OK\r\nContent-Le|ngth: 5\r\n\r\npl|ain",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nchu\r\n|4\r\nnked\r\n0|\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n%s" % (len(packed), packed),
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 429 Too Many\r\nretry-after: 7\r\nconnection: close\r\n\r\nuntil the |end",
        OK,
    )

    async def run() -> list[httpx2.Response]:
        async with raw(server) as (client, url):
            return [await client.post(url, content=b"asked") for _ in range(6)]

    found = asyncio.run(run())
    assert [answer.text for answer in found] == ["plain", "chunked", "packed", "", "until the end", "ok"]
    assert [answer.status_code for answer in found] == [200, 200, 200, 204, 429, 200]
    assert (found[4].reason_phrase, found[4].headers["Retry-After"]) == ("Too Many", "7")
    assert server.connections == 2
    assert server.bodies == [b"asked"] * 6
    assert all(head.startswith(b"POST /v1/x?a=b HTTP/1.1\r\n") for head in server.heads)


def test_a_large_request_and_a_large_answer_go_through_whole() -> None:
    body, answer = b"q" * 3_000_000, b"a" * 3_000_000
    server = Raw(b"HTTP/1.1 200 OK\r\ncontent-length: 3000000\r\n\r\n" + answer)

    async def run() -> httpx2.Response:
        async with raw(server) as (client, url):
            return await client.post(url, content=body)

    assert asyncio.run(run()).content == answer
    assert server.bodies == [body]


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (None, httpx2.RemoteProtocolError, "disconnected without sending a response"),
        (
            b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\npart",
            httpx2.RemoteProtocolError,
            "complete",
        ),
        (b"220 mail.example.org\r\n\r\n", httpx2.RemoteProtocolError, "Bad status line"),
        (b"HTTP/1.1 200 OK\r\nx: " + b"x" * 200_000, httpx2.RemoteProtocolError, "more than 102400 bytes"),
        (
            b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnone",
            httpx2.DecodingError,
            "incorrect header check",
        ),
    ],
    ids=["nothing", "a part", "no HTTP", "an endless head", "not packed"],
)
def test_a_broken_answer_is_an_error_of_httpx_and_the_next_request_goes_through(
    answer: bytes | None, error: type[Exception], words: str
) -> None:
    async def run() -> str:
        async with raw(Raw(answer, OK)) as (client, url):
            with pytest.raises(error, match=words) as caught:
                await client.post(url)
            assert getattr(caught.value, "request").url == url  # noqa: B009  (an exception of any type)
            return (await client.get(url)).text

    assert asyncio.run(run()) == "ok"


def test_a_request_fails_where_nothing_comes_for_as_long_as_its_timeout() -> None:
    async def run() -> None:
        async with raw(Raw(b"HTTP/1.1 200 OK\r\n|content-length: 2\r\n\r\n", OK)) as (client, url):
            with pytest.raises(httpx2.ReadTimeout):
                await client.get(url, timeout=0.1)
            assert (await client.get(url)).text == "ok"

    asyncio.run(run())


def test_a_request_goes_on_as_long_as_something_comes() -> None:
    over = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for part in (b"HTTP/1.1 200 OK\r\n", b"content-length", b": 2\r\n\r\n", b"o", b"k"):
            await asyncio.sleep(0.9)
            writer.write(part)
        writer.close()
        await writer.wait_closed()
        over.set()

    async def run() -> str:
        listening = await asyncio.start_server(serve, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
        async with httpx2.AsyncClient(transport=OwnConnections(), timeout=3.0) as client:
            text = (await client.get(url)).text
        await over.wait()
        listening.close()
        await listening.wait_closed()
        return text

    assert asyncio.run(run()) == "ok"


def test_a_connection_that_the_other_side_has_closed_is_not_used_again() -> None:
    async def run() -> Raw:
        server = Raw(OK, OK)
        writers: list[asyncio.StreamWriter] = []
        serve = server.serve

        async def keeping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            await serve(reader, writer)

        server.serve = keeping  # type: ignore[method-assign]
        async with raw(server) as (client, url):
            assert (await client.get(url)).text == "ok"
            writers[0].close()
            await writers[0].wait_closed()
            await asyncio.sleep(0.05)  # it takes its time to arrive here
            assert (await client.get(url)).text == "ok"
        return server

    assert asyncio.run(run()).connections == 2


def test_bytes_that_nobody_has_asked_for_are_no_answer_to_the_next_request() -> None:
    async def run() -> tuple[str, int]:
        server = Raw(OK + OK.replace(b"ok", b"no"), OK)
        async with raw(server) as (client, url):
            await client.get(url)
            return (await client.get(url)).text, server.connections

    assert asyncio.run(run()) == ("ok", 2)


def test_a_header_that_would_begin_another_one_is_refused() -> None:
    async def run() -> None:
        async with raw(Raw(OK)) as (client, url):
            with pytest.raises(httpx2.LocalProtocolError):
                await client.get(url, headers={"x": "a\r\nAuthorization: b"})
            assert (await client.get(url)).text == "ok"

    asyncio.run(run())


def test_a_redirect_to_another_endpoint_is_followed_over_a_connection_there() -> None:
    async def run() -> tuple[str, int, int]:
        there = Raw(OK, OK)
        async with raw(there) as (_, to):
            moved = b"HTTP/1.1 307 Moved\r\nlocation: %s\r\ncontent-length: 0\r\n\r\n" % to.encode()
            here = Raw(moved, moved)
            async with raw(here) as (client, url):
                for _ in range(2):
                    answer = await client.post(url, content=b"asked", follow_redirects=True)
                return answer.text, here.connections, there.connections

    assert asyncio.run(run()) == ("ok", 1, 1)
