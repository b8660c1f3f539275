"""The agent that is a provider's model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thinkingbox_plugin.agents._strict import ToolTable, table_of
from thinkingbox_plugin.agents._written import holds_call, holds_turn
from thinkingbox_plugin.messages import AgentStop, Message, ModelCall, Reply, ToolCall, ToolSchema
from thinkingbox_plugin.providers import ChatClient, ChatRequest, ChatResponse, Origin

CALL_AS_TEXT, CALL_IN_REASONING = "call_as_text", "call_in_reasoning"
"""Flags: a tool call written out to the user, or in the reasoning of a reply that makes none."""
CUT_OFF, TURNS_AS_TEXT = "cut_off", "turns_as_text"
"""Flags: a reply that the cap on output tokens has cut off; one that holds the marks between turns."""
KEY_IN_REPLY = "key_in_reply"
"""Flag: a reply held the key of one of the run's models, which was left out before anything else saw it."""


def model_call(response: ChatResponse) -> ModelCall:
    """What a record keeps of a request."""
    return ModelCall(response.usage, response.latency, response.waited, response.attempts, response.version)


class ModelAgent:
    """One model in one trial.  Keeps nothing between turns: all is in the messages."""

    def __init__(self, client: ChatClient, origin: Origin, *, strict: bool = True) -> None:
        self._client, self._origin, self._strict = client, origin, strict

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """See :class:`~thinkingbox_plugin.agents.Agent`."""
        table = table_of(tools, strict=self._strict)
        response = await self._client.complete(ChatRequest(messages, table.shown, origin=self._origin))
        stop = _stop(response)
        # What a filter has cut short is not carried out: half a message may hold half of the calls.
        calls = () if stop is not None else tuple(
            replace(call, id=name, arguments=table.arguments(call.name, call.arguments))
            for call, name in zip(response.tool_calls, _unique_ids(response.tool_calls, messages), strict=True)
        )  # fmt: skip
        return Reply(
            response.text,
            calls,
            stop,
            usage=response.usage,
            detail=response.detail,
            extra=response.extra,
            flags=tuple(_flags(response, table)),
            calls=(model_call(response),),
        )


def _stop(response: ChatResponse) -> AgentStop | None:
    """Why this reply ends the trial, if it does."""
    if response.finish in ("refused", "context_limit"):
        return "refused" if response.finish == "refused" else "context_limit"
    if response.text.strip() or response.tool_calls:
        return None
    return "length" if response.finish == "length" else "empty"


def _flags(response: ChatResponse, table: ToolTable) -> Sequence[str]:
    found = []
    if holds_call(response.text, table.names):
        found.append(CALL_AS_TEXT)
    if not response.tool_calls and holds_call(response.reasoning, table.names):
        found.append(CALL_IN_REASONING)
    if response.finish == "length" and (response.text.strip() or response.tool_calls):
        found.append(CUT_OFF)
    if holds_turn(response.text):
        found.append(TURNS_AS_TEXT)
    if response.scrubbed:
        found.append(KEY_IN_REPLY)
    return found


def _unique_ids(calls: Sequence[ToolCall], messages: Sequence[Message]) -> list[str]:
    """The calls' own ids, changed where one is missing, too long, or taken earlier in the conversation."""
    taken = {call.id for message in messages for call in message.tool_calls}
    found: list[str] = []
    for call in calls:
        base = call.id[:48] or "call"
        name, number = base, 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        found.append(name)
    return found
