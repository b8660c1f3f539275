"""Connections to one endpoint, however many requests are in flight.

httpx looks at every connection of its pool, idle ones by a system call, each time a request begins or ends: with
hundreds in flight that costs more than all the rest.  Here each connection has a pool of its own, and a request takes
the one that came back last.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import httpx2


class OwnConnections(httpx2.AsyncBaseTransport):
    """One connection for each request in flight; as many are kept as were ever needed at once."""

    def __init__(self, trust_env: bool = True) -> None:
        """Raises what httpx raises for certificates that cannot be read."""
        self._context = httpx2.create_ssl_context(trust_env=trust_env)
        self._limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
        self._all: list[httpx2.AsyncHTTPTransport] = []
        self._idle: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See :class:`httpx2.AsyncBaseTransport`."""
        transport = self._idle.pop() if self._idle else self._made()
        try:
            response = await transport.handle_async_request(request)
        except BaseException:
            self._idle.append(transport)
            raise
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Stream(response.stream, lambda: self._idle.append(transport))
        return response

    def _made(self) -> httpx2.AsyncHTTPTransport:
        transport = httpx2.AsyncHTTPTransport(verify=self._context, limits=self._limits)
        self._all.append(transport)
        return transport

    async def aclose(self) -> None:
        """Close every connection."""
        transports, self._all, self._idle = self._all, [], []
        for transport in transports:
            await transport.aclose()


class _Stream(httpx2.AsyncByteStream):
    """A response's body, which gives its connection back when it is closed."""

    def __init__(self, stream: httpx2.AsyncByteStream, give_back: Callable[[], None]) -> None:
        self._stream, self._give_back = stream, give_back
        self._closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            yield part

    async def aclose(self) -> None:
        """See :class:`httpx2.AsyncByteStream`."""
        try:
            await self._stream.aclose()
        finally:
            if not self._closed:
                self._closed = True
                self._give_back()
