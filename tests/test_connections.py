"""A connection of its own for each request in flight, against a server on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
