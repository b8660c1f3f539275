"""Any endpoint that speaks OpenAI's protocol, through the ``openai`` package's async client.

The only module that imports ``openai``, and only for the first request: the import takes its time, and
most runs of pytest ask no model.  Requests go out as bytes and come back as text, since building and
parsing them through the package's models costs several times as much as all the rest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
import traceback
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from thinkingbox_plugin.agents.waiting import not_own, waiting
from thinkingbox_plugin.errors import FatalProviderError, ProviderError
from thinkingbox_plugin.providers import faults
from thinkingbox_plugin.providers.chat_wire import ChatWire
from thinkingbox_plugin.providers.client import ChatRequest, ChatResponse, Finish
from thinkingbox_plugin.providers.entry import ModelEntry
from thinkingbox_plugin.providers.faults import Fault, FaultError
from thinkingbox_plugin.providers.flow import Flow, Limits
from thinkingbox_plugin.providers.responses_wire import ResponsesWire
from thinkingbox_plugin.providers.retry import Clock, RetryPolicy, Sleep, persist
from thinkingbox_plugin.providers.wire import unexpected

if TYPE_CHECKING:
    import httpx2
    import openai

_log = logging.getLogger(__name__)

Wire = ChatWire | ResponsesWire

_CONNECTIONS = 2000
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}


class OpenAIClient:
    """The client of one entry."""

    def __init__(
        self,
        entry: ModelEntry,
        flow: Flow | None = None,
        *,
        environ: Mapping[str, str] = os.environ,
        policy: RetryPolicy | None = None,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """``flow`` holds the limits that this client shares with others.

        Raises :class:`~thinkingbox_plugin.errors.UsageError` for a missing key or a base URL that is none.
        """
        self._entry, self._environ, self._policy = entry, environ, policy
        self._flow, self._clock, self._sleep = flow or Flow(), clock, sleep
        for check in (entry.key, entry.resolved_url, entry.resolved_headers):
            check(environ)
        self._secrets = entry.secrets(environ)
        self._wire: Wire = ResponsesWire(entry) if entry.api == "responses" else ChatWire(entry)
        self._limits = Limits(
            entry.endpoint,
            f"{entry.endpoint} {entry.model}",
            entry.requests_per_minute,
            entry.tokens_per_minute,
            entry.request_timeout,
        )
        self._sdk: openai.AsyncOpenAI | None = None
        self._raw: type[httpx2.Response]
        self._proxy = ""
        self._options: Any = {"headers": _HEADERS, "security": {"bearer_auth": True}}

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        sdk = self._sdk or self._start()
        body = self._wire.encode(request)
        tokens = request.estimated_tokens()
        started = self._clock()
        try:
            answered = await persist(
                lambda: self._attempt(sdk, body, tokens),
                seed=f"{request.origin.seed} {request.origin.who} {len(request.messages)}",
                policy=self._policy,
                clock=self._clock,
                sleep=self._sleep,
            )
        except FaultError as error:
            finish: Finish = "refused" if error.fault.kind == "refused" else "context_limit"
            return ChatResponse(finish=finish, detail=error.fault.words, waited=self._clock() - started)
        except FatalProviderError as error:
            raise FatalProviderError(
                f"model {self._entry.name} at {self._entry.base_url}: {error}; check "
                f"{self._entry.key_variable or 'its key'}, the model's name and base_url"
            ) from None
        except ProviderError as error:
            raise ProviderError(f"model {self._entry.name}: {error}") from None
        except Exception as error:  # a bug of ours or of the package's: not the model's failure
            trace = "".join(traceback.format_exception(error))
            _log.error("the client crashed: %s", faults.without(trace, self._secrets))
            words = faults.scrub(f"{type(error).__name__}: {error}", self._secrets)
            raise ProviderError(f"model {self._entry.name}: the client crashed: {words}") from None
        response, queued, latency = answered.result
        return replace(response, latency=latency, waited=answered.waited + queued, attempts=answered.attempts)

    async def _attempt(self, sdk: openai.AsyncOpenAI, body: bytes, tokens: int) -> tuple[ChatResponse, float, float]:
        """One attempt within the limits: the response, seconds in the queue and seconds under way."""
        began = self._clock()
        with waiting():
            permit = await self._flow.admit(self._limits, tokens)
        sent = self._clock()
        limited, used = False, None
        try:
            response = await self._send(sdk, body)
            used = response.usage.input_tokens + response.usage.output_tokens
        except FaultError as error:
            limited = error.fault.kind == "rate_limit"
            not_own(self._clock() - sent)
            raise
        finally:
            self._flow.release(permit, limited=limited, tokens=used)
        return response, sent - began, self._clock() - sent

    async def _send(self, sdk: openai.AsyncOpenAI, body: bytes) -> ChatResponse:
        try:
            answer = await sdk.post(self._wire.path, cast_to=self._raw, content=body, options=self._options)
        except Exception as error:
            fault = _fault(error, self._secrets, self._proxy)
            if fault is None:
                raise
            raise FaultError(fault) from None
        try:
            data = json.loads(answer.text)
        except (ValueError, RecursionError):
            raise unexpected(f"is not JSON: {faults.scrub(answer.text, self._secrets)[:200]!r}") from None
        return decode(self._wire, data)

    def _start(self) -> openai.AsyncOpenAI:
        import httpx2
        import openai

        entry = self._entry
        self._raw = httpx2.Response
        key = entry.key(self._environ)
        # What the package would read from the environment is meant for OpenAI and goes nowhere else.
        foreign = {} if entry.provider == "openai" else dict.fromkeys(("OpenAI-Organization", "OpenAI-Project"))
        headers: dict[str, Any] = {name: openai.Omit() for name in foreign}
        headers |= entry.resolved_headers(self._environ)
        if key is None and not any(name.lower() == "authorization" for name in headers):
            self._options["headers"] = {**_HEADERS, "Authorization": openai.Omit()}
        url = entry.resolved_url(self._environ)
        self._proxy = _proxy_for(url)
        try:
            if self._proxy:
                limits = httpx2.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS)
                client = openai.DefaultAsyncHttpxClient(limits=limits)
            else:
                from thinkingbox_plugin.providers.connections import OwnConnections

                client = openai.DefaultAsyncHttpxClient(transport=OwnConnections())
            self._sdk = openai.AsyncOpenAI(
                api_key=key or "none",  # without one the package takes OpenAI's from the environment
                base_url=url,
                max_retries=0,
                timeout=httpx2.Timeout(entry.request_timeout, connect=min(30.0, entry.request_timeout)),
                default_headers=headers,
                http_client=client,
            )
        except Exception as error:  # it reads the environment, and knows many ways to say that it does not like it
            raise FatalProviderError(
                f"model {entry.name}: no HTTP client can be made: {faults.scrub(str(error), self._secrets)}; look at "
                f"base_url and at the environment variables {', '.join(_of_http()) or 'of proxies and certificates'}"
            ) from None
        return self._sdk

    async def aclose(self) -> None:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        sdk, self._sdk = self._sdk, None
        if sdk is not None:
            await sdk.close()


def decode(wire: Wire, data: Any) -> ChatResponse:
    """The response in an answer, whatever the provider put there.  Raises :class:`FaultError`."""
    try:
        return wire.decode(data)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise unexpected(f"is not of the format ({type(error).__name__}: {error})") from None


def _of_http() -> list[str]:
    """The variables of the environment that change how connections are made."""
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")
    return [name for name in os.environ if name.upper() in names and os.environ[name]]


def _proxy_for(url: str) -> str:
    """Says that ``url`` is asked through a proxy of the environment; nothing if it is not."""
    parts, proxies = urlsplit(url), getproxies()
    if not (proxies.get(parts.scheme) or proxies.get("all")) or proxy_bypass(parts.hostname or ""):
        return ""
    named = [name for name in _of_http() if name.upper() in (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY")]
    return f" (through the proxy of {' and '.join(named) or 'the system'}; NO_PROXY={parts.hostname} goes past it)"


def _fault(error: Exception, secrets: tuple[str, ...], proxy: str) -> Fault | None:
    """What an exception of the package means; None for one that is a bug of ours."""
    import openai

    if isinstance(error, openai.APIStatusError):
        answer = error.response
        return faults.of_status(answer.status_code, answer.text, answer.headers, secrets)
    if isinstance(error, openai.APITimeoutError):
        return Fault("transient", f"the request timed out{proxy}")
    if isinstance(error, openai.APIConnectionError):
        cause = error.__cause__ or error
        return Fault("transient", faults.scrub(f"no connection: {type(cause).__name__}: {cause}", secrets) + proxy)
    return None
