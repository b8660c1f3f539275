"""Nothing is sent that the run's cap on cost leaves no room for: a budget around each client."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable

from thinkingbox_plugin.errors import CostCapError, ProviderError, UsageError
from thinkingbox_plugin.messages import Usage
from thinkingbox_plugin.providers.builtin import PRICES_AS_OF, is_built_in
from thinkingbox_plugin.providers.client import ChatClient, ChatRequest, ChatResponse
from thinkingbox_plugin.providers.entry import HOSTED, ModelEntry
from thinkingbox_plugin.providers.ledger import Ledger, NoRoomError

LIKELY_OUTPUT = 16_384
"""Tokens that are reserved for a response of a model without ``max_output_tokens``."""

_ATTEMPTS = 6
_SPARE_SECONDS = 3600.0
_PAUSE = 0.05


_GIVE_PRICES = "give its price_input and price_output (US dollars for a million tokens, 0 for a free one)"


def check_cap(entries: Iterable[ModelEntry], cap: float | None) -> None:
    """Raise :class:`UsageError` where a run would spend money without a cap, or with one that cannot hold.

    A model is taken to cost money if it has a price or stands at OpenAI's or Azure's endpoint; a cap cannot hold for
    one that asks for a key and whose prices are not both known.
    """
    for entry in entries:
        if cap is None and (entry.priced or _bills(entry)):
            raise UsageError(
                f"model {entry.name} costs money ({_prices(entry)}); say how much this run may spend: "
                f"--tb-max-cost USD{'' if entry.priced else ' with its prices'}, or --tb-max-cost none for no limit"
            )
        if cap is not None and cap != math.inf and not _all_known(entry) and (entry.priced or _may_bill(entry)):
            raise UsageError(
                f"--tb-max-cost {cap:g} cannot hold for model {entry.name}: {_unknown(entry)}; {_GIVE_PRICES}, "
                "or write --tb-max-cost none for no limit"
            )


def _bills(entry: ModelEntry) -> bool:
    """Whether the endpoint is one where nothing is free, unless the entry says that it is."""
    return entry.provider in HOSTED and (entry.price_input is None or entry.price_output is None)


def _may_bill(entry: ModelEntry) -> bool:
    return entry.provider in HOSTED or entry.key_variable is not None


def _all_known(entry: ModelEntry) -> bool:
    return entry.price_input is not None and entry.price_output is not None


def _unknown(entry: ModelEntry) -> str:
    names = [name for name in ("price_input", "price_output") if getattr(entry, name) is None]
    return f"it has no {' and no '.join(names)}"


def _prices(entry: ModelEntry) -> str:
    if not entry.priced:
        return "its price is not known"
    when = f", as of {PRICES_AS_OF}" if is_built_in(entry) else ""
    return f"${entry.price_input or 0:g} for a million input tokens, ${entry.price_output or 0:g} output{when}"


def highest_cost(entry: ModelEntry, request: ChatRequest) -> float:
    """What a request may cost in US dollars: its input by size, its output as long as it may become."""
    output = min(filter(None, (request.max_output_tokens, entry.max_output_tokens)), default=LIKELY_OUTPUT)
    return entry.cost(Usage(input_tokens=request.estimated_tokens(), output_tokens=output))


class BudgetClient:
    """Reserves the cost of each request before it is sent and settles it after."""

    def __init__(
        self,
        entry: ModelEntry,
        client: ChatClient,
        ledger: Ledger,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._entry, self._client, self._ledger, self._sleep = entry, client, ledger, sleep
        self._seconds = _ATTEMPTS * entry.request_timeout + _SPARE_SECONDS

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`.

        Raises :class:`CostCapError` for a request that was not sent, since the cap leaves no room for it.
        """
        who, number = request.origin.who, await self._reserve(request)
        try:
            response = await self._client.complete(request)
        except ProviderError:
            self._ledger.release(number)
            raise
        except BaseException:  # cut off: the provider may go on and charge for it
            self._ledger.lose(number)
            raise
        self._ledger.settle(number, who, response.usage.cost or self._entry.cost(response.usage))
        return response

    async def _reserve(self, request: ChatRequest) -> int:
        from thinkingbox_plugin.agents.waiting import waiting

        cost = highest_cost(self._entry, request)
        try:
            with waiting():
                while (number := self._ledger.reserve(request.origin.who, cost, self._seconds)) is None:
                    await self._sleep(_PAUSE)
        except NoRoomError as error:
            raise CostCapError(str(error)) from None
        return number

    async def aclose(self) -> None:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        await self._client.aclose()


def budget(ledger: Ledger) -> Callable[[ModelEntry, ChatClient], ChatClient]:
    """What puts a budget around the client of a model with a price."""

    def wrap(entry: ModelEntry, client: ChatClient) -> ChatClient:
        return BudgetClient(entry, client, ledger) if entry.priced else client

    return wrap


def shown(cap: float) -> str | float:
    """The cap for ``run.json``."""
    return "none" if cap == math.inf else cap
