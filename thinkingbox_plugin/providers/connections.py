"""Connections to one endpoint, however many requests are in flight, straight on asyncio.

httpx's own transport looks at every connection of its pool, idle ones by a system call, each time a request begins or
ends, and passes each part of a request through locks, cancel scopes and traces: more CPU time than all the rest of a
request.  Here each request takes the connection that came back last, or makes one, and goes out in one piece; its
response is taken in whole before it is handed on.  What HTTP/1.1 is, ``h11`` knows, as it does for httpx.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import h11
import httpx2

_KEPT_SECONDS = 5.0
"""So long an idle connection is used again, as by httpx: longer, and the other side may be about to close it."""
_LONGEST_HEAD = 100 * 1024
_STAGGER_SECONDS = 0.25
_CLOSE_SECONDS = 5.0

Origin = tuple[str, str, int]
"""Scheme, host, port."""


class OwnConnections(httpx2.AsyncBaseTransport):
    """One connection for each request in flight; as many are kept as were ever needed at once."""

    def __init__(self, trust_env: bool = True) -> None:
        """Raises what httpx raises for certificates that cannot be read."""
        self._context = httpx2.create_ssl_context(trust_env=trust_env)
        self._context.set_alpn_protocols(["http/1.1"])
        self._all: set[_Connection] = set()
        self._idle: dict[Origin, list[_Connection]] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See :class:`httpx2.AsyncBaseTransport`; the response's body is there already."""
        origin, timeouts = _origin(request.url), request.extensions.get("timeout", {})
        connection = self._kept(origin) or await self._made(origin, timeouts.get("connect"))
        try:
            return await connection.exchange(request, timeouts)
        finally:
            if connection.is_free:
                self._idle.setdefault(origin, []).append(connection)
            else:
                connection.close()

    def _kept(self, origin: Origin) -> _Connection | None:
        """The connection that came back last, if one can still be used."""
        idle = self._idle.get(origin, ())
        while idle:
            connection = idle.pop()
            if connection.is_usable():
                return connection
            connection.close()
        return None

    async def _made(self, origin: Origin, seconds: float | None) -> _Connection:
        scheme, host, port = origin
        if scheme not in ("http", "https"):
            raise httpx2.UnsupportedProtocol(f"the URL's scheme is {scheme!r}, not http or https")
        try:
            async with asyncio.timeout(seconds):
                _, connection = await asyncio.get_running_loop().create_connection(
                    _Connection,
                    host,
                    port,
                    ssl=self._context if scheme == "https" else None,
                    happy_eyeballs_delay=_STAGGER_SECONDS,
                )
        except TimeoutError as error:
            raise httpx2.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error
        self._all.add(connection)
        connection.lost.add_done_callback(lambda _: self._all.discard(connection))
        return connection

    async def aclose(self) -> None:
        """Close every connection."""
        self._idle.clear()
        lost = [connection.lost for connection in self._all]
        for connection in list(self._all):
            connection.close()
        if lost:
            await asyncio.wait(lost, timeout=_CLOSE_SECONDS)


def _origin(url: httpx2.URL) -> Origin:
    return url.scheme, url.raw_host.decode("ascii"), url.port or (443 if url.scheme == "https" else 80)


class _Connection(asyncio.Protocol):
    """One connection: a request, its response, the next request."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._http = h11.Connection(h11.CLIENT, _LONGEST_HEAD)
        self.lost: asyncio.Future[None] = self._loop.create_future()
        """Done when the connection is."""
        self.is_free = False
        """Whether the last exchange left it fit for another one."""
        self._free_since = self._heard = 0.0
        self._answer: asyncio.Future[httpx2.Response] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._head: h11.Response | None = None
        self._body: list[bytes] = []

    def is_usable(self) -> bool:
        """Whether the next request may still go over it."""
        return self.is_free and self._loop.time() - self._free_since < _KEPT_SECONDS

    async def exchange(self, request: httpx2.Request, timeouts: Mapping[str, float | None]) -> httpx2.Response:
        """Send a request and take its response in.

        Raises httpx's errors, :class:`httpx2.ReadTimeout` where nothing came for as long as that.
        """
        self.is_free = False
        sent = self._written(request, await request.aread())
        self._head, self._body = None, []
        self._answer = self._loop.create_future()
        self._heard, seconds = self._loop.time(), timeouts.get("read")
        self._transport.write(sent)
        if seconds is not None:
            self._timer = self._loop.call_later(seconds, self._watch, seconds)
        try:
            return await self._answer
        finally:
            self._answer = None
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _written(self, request: httpx2.Request, body: bytes) -> bytes:
        method, target = request.method.encode(), request.url.raw_path
        try:
            head = h11.Request(method=method, target=target, headers=request.headers.raw)
            events = (head, h11.Data(data=body), h11.EndOfMessage()) if body else (head, h11.EndOfMessage())
            return b"".join([self._http.send(event) or b"" for event in events])
        except h11.LocalProtocolError as error:
            raise httpx2.LocalProtocolError(str(error)) from error

    def _watch(self, seconds: float) -> None:
        """Give up if nothing has come for so long, or else look again when that may be."""
        left = self._heard + seconds - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._watch, seconds)
        else:
            self._fail(httpx2.ReadTimeout(f"nothing has come for {seconds:g} seconds"))

    def close(self) -> None:
        """Close it at once; closing twice does nothing."""
        self.is_free = False
        self._transport.abort()

    # -- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        if self._answer is None or self._answer.done():  # nobody has asked
            self.close()
            return
        self._heard = self._loop.time()
        self._take_in(data)

    def eof_received(self) -> None:
        """See :class:`asyncio.Protocol`."""
        self.is_free = False
        if self._answer is None:
            return
        if self._http.their_state is h11.SEND_RESPONSE:
            self._fail(httpx2.RemoteProtocolError("Server disconnected without sending a response."))
        else:
            self._take_in(b"")

    def connection_lost(self, error: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self.is_free = False
        self._fail(httpx2.ReadError(str(error or "the connection was closed")))
        if not self.lost.done():
            self.lost.set_result(None)

    def _take_in(self, data: bytes) -> None:
        try:
            self._http.receive_data(data)
            while self._follow(self._http.next_event()):
                pass
        except h11.RemoteProtocolError as error:
            self._fail(httpx2.RemoteProtocolError(str(error)))

    def _follow(self, event: Any) -> bool:
        """Whether another event may have come with the same bytes."""
        if isinstance(event, h11.Data):
            self._body.append(bytes(event.data))
        elif isinstance(event, h11.Response):
            self._head = event
        elif not isinstance(event, h11.InformationalResponse):  # all is there, or more is to come
            if isinstance(event, h11.EndOfMessage):
                self._finish()
            return False
        return True

    def _finish(self) -> None:
        http, head = self._http, self._head
        if self._answer is None or self._answer.done() or head is None:
            return
        if http.our_state is http.their_state is h11.DONE and not http.trailing_data[0]:
            http.start_next_cycle()
            self.is_free, self._free_since = True, self._loop.time()
        try:
            response = httpx2.Response(
                head.status_code,
                headers=head.headers.raw_items(),
                content=b"".join(self._body),
                extensions={"http_version": b"HTTP/" + head.http_version, "reason_phrase": head.reason},
            )
        except httpx2.DecodingError as error:  # of a compressed body
            self._fail(error)
        else:
            self._answer.set_result(response)

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
