"""What passes between the agent, the simulated user and the harness, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]

END_MARKER = "<DONE>"
"""An agent ends the conversation by closing a message with this marker (any letter case)."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that an agent asks for.  ``arguments`` is the JSON text as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation that an agent reads.

    ``tool`` messages answer the call ``tool_call_id`` and say with ``is_error`` that it was refused.
    ``extra`` is what the agent's reply had there; it is neither shown to anybody else nor recorded.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False
    extra: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as an agent sees it: its name, its description and its arguments' JSON schema.

    ``strict``: the schema is of the kind that a provider can hold a model to, letter by letter.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money of one or more model calls; ``cost`` is in US dollars."""

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a model that was answered.

    Seconds: ``latency`` of the attempt that succeeded, ``waited`` for all before it (limits, retries,
    failed attempts).  ``version`` is the model that the provider says has answered.
    """

    usage: Usage = field(default_factory=Usage)
    latency: float = 0.0
    waited: float = 0.0
    attempts: int = 1
    version: str = ""


AgentStop = Literal["refused", "empty", "length", "context_limit", "agent_error"]
"""Why an agent's own reply ends the trial; see ``StopReason`` in :mod:`thinkingbox_plugin.records`."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an agent returns for one turn: text for the user, tool calls, or both.

    ``stop`` ends the trial (a refusal of the provider's filter, an exhausted context ...); ``extra``
    is kept with the message and given back on the next turn (reasoning items of a provider).  ``flags``
    name what is odd about the reply and go into the record.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    stop: AgentStop | None = None
    usage: Usage = field(default_factory=Usage)
    waited: float = 0.0
    """Seconds spent waiting for a provider's retry, which do not count as the agent's own time; where a
    cap on that time is to hold off meanwhile, wait inside ``thinkingbox_plugin.agents.waiting()`` instead."""
    detail: str = ""
    """The provider's words on ``stop``, for the record."""
    extra: Any = None
    flags: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    """The requests that made this reply, for the record; ``usage`` is their sum."""
