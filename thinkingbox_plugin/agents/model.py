"""The agent that is a provider's model."""

from __future__ import annotations

from collections.abc import Sequence

from thinkingbox_plugin.messages import Message, ModelCall, Reply, ToolSchema
from thinkingbox_plugin.providers import ChatClient, ChatRequest, ChatResponse, Origin


def model_call(response: ChatResponse) -> ModelCall:
    """What a record keeps of a request."""
    return ModelCall(response.usage, response.latency, response.waited, response.attempts, response.version)


class ModelAgent:
    """One model in one trial."""

    def __init__(self, client: ChatClient, origin: Origin) -> None:
        self._client, self._origin = client, origin

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        """See :class:`~thinkingbox_plugin.agents.Agent`."""
        response = await self._client.complete(ChatRequest(messages, tools, origin=self._origin))
        return Reply(
            response.text,
            response.tool_calls,
            usage=response.usage,
            waited=response.waited,
            extra=response.extra,
            calls=(model_call(response),),
        )
