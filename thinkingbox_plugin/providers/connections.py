"""Connections to one endpoint, however many requests are in flight: aiohttp's, under httpx's interface.

httpx's own transport looks at every connection of its pool, idle ones by a system call, each time a request begins or
ends, and passes each part of a request through locks, cancel scopes and traces: with hundreds of requests in flight
that is most of what a request costs.
"""

from __future__ import annotations

import io
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import httpx2
from yarl import URL

_KEPT_SECONDS = 5.0
"""So long an idle connection is used again, as by httpx: longer, and the other side may be about to close it."""
_OWN_HEADERS = ("accept", "accept-encoding", "content-type", "user-agent")
"""What aiohttp would add by itself; a request says all that it wants to say."""
_LONGEST_HEAD = 100 * 1024
_LARGE = 1 << 19


class OwnConnections(httpx2.AsyncBaseTransport):
    """One connection for each request in flight; all that were needed at once are kept for a while.

    The response's body is there already when it is handed on.
    """

    def __init__(self, trust_env: bool = True) -> None:
        """Raises what httpx raises for certificates that cannot be read."""
        self._context = httpx2.create_ssl_context(trust_env=trust_env)
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See :class:`httpx2.AsyncBaseTransport`."""
        if self._session is None:
            self._session = _session(self._context)
        timeouts = request.extensions.get("timeout", {})
        timeout = aiohttp.ClientTimeout(sock_connect=timeouts.get("connect"), sock_read=timeouts.get("read"))
        body = await request.aread()
        with _errors_of_httpx():
            async with self._session.request(
                request.method,
                URL(str(request.url), encoded=True),
                headers=request.headers.multi_items(),
                data=_data(body),
                timeout=timeout,
                allow_redirects=False,
            ) as answer:
                content = await answer.read()
        version = f"HTTP/{answer.version.major}.{answer.version.minor}" if answer.version is not None else "HTTP/1.1"
        return httpx2.Response(
            answer.status,
            headers=list(answer.raw_headers),
            content=content,
            extensions={"http_version": version.encode(), "reason_phrase": (answer.reason or "").encode()},
        )

    async def aclose(self) -> None:
        """Close every connection."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()


def _data(body: bytes) -> bytes | io.BytesIO | None:
    """A large body goes out in pieces: others in the loop have their turn in between."""
    if len(body) > _LARGE:
        return io.BytesIO(body)
    return body or None


def _session(context: ssl.SSLContext) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, ssl=context, keepalive_timeout=_KEPT_SECONDS),
        cookie_jar=aiohttp.DummyCookieJar(),
        skip_auto_headers=_OWN_HEADERS,
        auto_decompress=False,  # httpx does
        max_line_size=_LONGEST_HEAD,
        max_field_size=_LONGEST_HEAD,
    )


@contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Raise what httpx's own transport would have raised, with the words of the system."""
    try:
        yield
    except aiohttp.ConnectionTimeoutError as error:
        raise httpx2.ConnectTimeout(str(error)) from error
    except TimeoutError as error:
        raise httpx2.ReadTimeout(str(error)) from error
    except aiohttp.ClientConnectorError as error:
        raise httpx2.ConnectError(str(error)) from error
    except aiohttp.NonHttpUrlClientError as error:
        raise httpx2.UnsupportedProtocol(str(error)) from error
    except aiohttp.InvalidURL as error:
        raise httpx2.InvalidURL(str(error)) from error
    except aiohttp.ServerDisconnectedError as error:
        raise httpx2.RemoteProtocolError("Server disconnected without sending a response.") from error
    except (aiohttp.ClientPayloadError, aiohttp.ClientResponseError) as error:
        raise httpx2.RemoteProtocolError(str(error)) from error
    except ValueError as error:  # a header that would begin another one
        raise httpx2.LocalProtocolError(str(error)) from error
    except (aiohttp.ClientError, OSError) as error:
        raise httpx2.ReadError(str(error) or type(error).__name__) from error
