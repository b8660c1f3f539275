"""What a provider says holds no key: neither the model's words, its calls, nor an error.

A gateway may quote the header that it was sent, and a model may have read it there.  So the text is cleaned
where it comes in, before a tool, a record, a recording, a log or a report can see it; what is sent back to the
model is the cleaned text, in the run and in its replay alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.providers.client import ChatClient, ChatRequest, ChatResponse
from thinkingbox_plugin.providers.entry import ModelEntry
from thinkingbox_plugin.providers.faults import KEY_LEFT_OUT

_WORD = 12
"""A shorter key without a digit is a placeholder such as ``anything``, which a reply may well hold."""


class Cleaner:
    """Replaces secrets in text and in plain JSON."""

    def __init__(self, secrets: Iterable[str]) -> None:
        # The longest first: one may be a part of another.
        self._secrets = sorted({text for text in secrets if not _placeholder(text)}, key=len, reverse=True)

    def text(self, text: str) -> str:
        """``text`` without secrets, also those that JSON in it spells with escapes."""
        for secret in self._secrets:
            text = text.replace(secret, KEY_LEFT_OUT)
        if self._secrets and "\\" in text and text.lstrip()[:1] in ("{", "["):
            return self._escaped(text)
        return text

    def _escaped(self, text: str) -> str:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return text
        cleaned = self.json(data)
        return text if cleaned == data else json.dumps(cleaned, ensure_ascii=False)

    def json(self, data: Any) -> Any:
        """Plain data without secrets; the very same object where it holds none."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, Mapping):
            pairs = {self.text(str(name)): self.json(value) for name, value in data.items()}
            return data if pairs == data else pairs
        if isinstance(data, list | tuple):
            items = [self.json(item) for item in data]
            return data if items == list(data) else items
        return data

    def response(self, response: ChatResponse) -> ChatResponse:
        """The response without secrets, and with ``scrubbed`` set if it held one."""
        cleaned = replace(
            response,
            text=self.text(response.text),
            tool_calls=tuple(
                ToolCall(self.text(call.id), self.text(call.name), self.text(call.arguments))
                for call in response.tool_calls
            ),
            reasoning=self.text(response.reasoning),
            extra=self.json(response.extra),
            version=self.text(response.version),
            detail=self.text(response.detail),
        )
        return response if cleaned == response else replace(cleaned, scrubbed=True)


def _placeholder(secret: str) -> bool:
    return len(secret) < _WORD and not any(character.isdigit() for character in secret)


class ScrubbingClient:
    """Stands around a client, closest to it."""

    def __init__(self, client: ChatClient, cleaner: Cleaner) -> None:
        self._client, self._cleaner = client, cleaner

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        try:
            response = await self._client.complete(request)
        except Exception as error:
            error.args = tuple(self._cleaner.json(error.args))
            raise
        return self._cleaner.response(response)

    async def aclose(self) -> None:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        await self._client.aclose()


def scrubbing(entries: Iterable[ModelEntry]) -> Callable[[ModelEntry, ChatClient], ChatClient]:
    """What cleans all that any client of a run gives back of the keys of all of its models."""
    models = tuple(entries)

    @cache
    def cleaner() -> Cleaner:
        return Cleaner(secret for entry in models for secret in entry.secrets())

    return lambda entry, client: ScrubbingClient(client, cleaner())
