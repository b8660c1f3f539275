"""What every provider offers: a request in the harness's own terms, and its response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.providers.entry import Who

Finish = Literal["stop", "length", "refused", "context_limit"]
"""How a response ended: by itself, at the cap on output tokens, by a filter or the model's refusal, or not
at all since the conversation no longer fits the model."""

CHARACTERS_PER_TOKEN = 3


@dataclass(frozen=True, slots=True)
class Origin:
    """On whose behalf a request is made; the key of a recorded exchange together with its number."""

    task: str = ""
    model: str = ""
    """The model under test, whoever of the three is asking."""
    trial: int = 0
    who: Who = "agent"
    seed: int = 0
    """The trial's seed: a provider that takes one gets it, and the jitter of retries derives from it."""


@dataclass(frozen=True, slots=True)
class ResponseFormat:
    """A JSON schema that the response's text must follow.  All properties required, none additional."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request.  ``messages`` may begin with a system message; an assistant message's ``extra`` is what
    :attr:`ChatResponse.extra` of that turn was.  ``tools`` hold schemas as the provider is to see them.
    """

    messages: Sequence[Message]
    tools: Sequence[ToolSchema] = ()
    response_format: ResponseFormat | None = None
    max_output_tokens: int | None = None
    """Below the entry's own cap, such as for a request that only proves the key."""
    origin: Origin = field(default_factory=Origin)

    def estimated_tokens(self) -> int:
        """A rough and rather high count of the input: a token for every three characters."""
        characters = sum(
            len(message.content) + sum(len(call.name) + len(call.arguments) for call in message.tool_calls)
            for message in self.messages
        )
        return (characters + size_of_tools(self.tools)) // CHARACTERS_PER_TOKEN + 4 * len(self.messages)


@dataclass(frozen=True, slots=True)
class ChatResponse:
    """What came back.  ``tool_calls`` hold ids and argument texts exactly as the model wrote them.

    ``reasoning`` is what the provider shows of it, never what carries it over: that is in ``extra``, plain
    JSON to be kept with the message.  ``usage`` knows its cost.  ``version`` is the model that the provider
    says has answered.  Seconds: ``latency`` of the attempt that succeeded, ``waited`` for all before it
    (limits, retries, failed attempts).
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = "stop"
    reasoning: str = ""
    extra: Any = None
    usage: Usage = field(default_factory=Usage)
    version: str = ""
    latency: float = 0.0
    waited: float = 0.0
    attempts: int = 1
    detail: str = ""
    """The provider's words on a refusal or an exceeded context."""
    scrubbed: bool = False
    """It held a key, which was left out."""


class ChatClient(Protocol):
    """Requests to one model.  Used from one event loop; many requests may be in flight at once."""

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """Send the request, with all retries that it is worth.

        Raises :class:`~thinkingbox_plugin.errors.FatalProviderError` if no request can succeed (a key or a
        model that the provider does not know), :class:`~thinkingbox_plugin.errors.ProviderError` with the
        provider's last words if this one did not.  Neither text holds a key.
        """

    async def aclose(self) -> None:
        """Close all connections; closing twice does nothing."""


_sizes: dict[int, tuple[Sequence[ToolSchema], int]] = {}


def size_of_tools(tools: Sequence[ToolSchema]) -> int:
    """Characters of the tools' schemas; counted once for each list of tools."""
    found = _sizes.get(id(tools))
    if found is None or found[0] is not tools:
        size = sum(len(tool.name) + len(tool.description) + len(str(tool.parameters)) for tool in tools)
        if len(_sizes) > 64:
            _sizes.clear()
        found = _sizes[id(tools)] = tools, size
    return found[1]
