"""The clients of a process: one for each entry, made when first asked for, closed together."""

from __future__ import annotations

from collections.abc import Callable

from thinkingbox_plugin.providers.client import ChatClient
from thinkingbox_plugin.providers.entry import ModelEntry

ClientMaker = Callable[[ModelEntry], ChatClient]
ClientWrapper = Callable[[ModelEntry, ChatClient], ChatClient]
"""Puts something between the harness and a client: a budget, a recorder."""


class Clients:
    """Hands out clients; ``wrappers`` are put around each, the last one outermost.

    ``close`` is called when all of them are closed: it ends what they share.
    """

    def __init__(
        self, make: ClientMaker, wrappers: tuple[ClientWrapper, ...] = (), close: Callable[[], None] = lambda: None
    ) -> None:
        self._make, self._wrappers, self._close = make, wrappers, close
        self._made: dict[ModelEntry, ChatClient] = {}

    def get(self, entry: ModelEntry) -> ChatClient:
        """The client of ``entry``.  Raises :class:`~thinkingbox_plugin.errors.UsageError` as the maker does."""
        if entry not in self._made:
            client = self._make(entry)
            for wrap in self._wrappers:
                client = wrap(entry, client)
            self._made[entry] = client
        return self._made[entry]

    def __bool__(self) -> bool:
        return bool(self._made)

    async def aclose(self) -> None:
        """Close every client, in the event loop that used them."""
        made, self._made = self._made, {}
        for client in made.values():
            await client.aclose()
        self._close()
