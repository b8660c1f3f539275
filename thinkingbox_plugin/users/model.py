"""The user that a model plays, kept in its part by the guard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from thinkingbox_plugin.agents.model import model_call
from thinkingbox_plugin.errors import FatalProviderError, ProviderError, SimulatorError
from thinkingbox_plugin.messages import Message, ModelCall, Usage
from thinkingbox_plugin.providers import ChatClient, ChatRequest, ChatResponse, Origin
from thinkingbox_plugin.records import USER_REJECTED, USER_SCRIPTED
from thinkingbox_plugin.users.guard import objection
from thinkingbox_plugin.users.prompt import user_messages
from thinkingbox_plugin.users.protocol import UserReply
from thinkingbox_plugin.users.scripted import ScriptedUser

ATTEMPTS = 2
"""So many replies of the model are tried; then the scripted user speaks."""

_LABEL = re.compile(r"\A(?:customer|user|me)\s?:\s*", re.IGNORECASE)


class ModelUser:
    """Knows what ``scripted`` knows, and falls back on it where the model does not stay in its part.

    ``flags`` of a reply hold one ``user_rejected:KIND`` for each reply of the model that was thrown away
    (``email``, ``identifier``, ``date``, ``time``, ``number``, ``contradiction``; ``empty`` and ``refused``
    for one that says nothing), and ``user_scripted`` where the scripted user spoke instead.
    """

    def __init__(self, scripted: ScriptedUser, client: ChatClient, origin: Origin) -> None:
        self._scripted, self._client, self._origin = scripted, client, origin

    @property
    def opening(self) -> str:
        """The user's first message."""
        return self._scripted.opening

    async def reply(self, conversation: Sequence[Message]) -> UserReply:
        """See :class:`~thinkingbox_plugin.users.SimulatedUser`.

        Raises :class:`SimulatorError` with the provider's last words;
        :class:`~thinkingbox_plugin.errors.FatalProviderError` passes through, since no trial can go on.
        """
        calls: list[ModelCall] = []
        flags: list[str] = []
        why = ""
        for attempt in range(ATTEMPTS):
            response = await self._ask(user_messages(self._scripted, conversation, why), attempt, calls)
            text = _LABEL.sub("", response.text.strip())
            kind, why = self._judge(text, response, conversation)
            if not kind:
                return _reply(text, flags, calls)
            flags.append(USER_REJECTED + kind)
            if response.finish == "context_limit":
                break
        return _reply(self._scripted.answer(conversation), [*flags, USER_SCRIPTED], calls)

    async def _ask(self, messages: Sequence[Message], attempt: int, calls: list[ModelCall]) -> ChatResponse:
        origin = replace(self._origin, seed=self._origin.seed ^ attempt)
        try:
            response = await self._client.complete(ChatRequest(messages, origin=origin))
        except FatalProviderError:
            raise
        except ProviderError as error:
            raise SimulatorError(f"the simulated user: {error}", calls) from error
        calls.append(model_call(response))
        return response

    def _judge(self, text: str, response: ChatResponse, conversation: Sequence[Message]) -> tuple[str, str]:
        """The kind of fault and its description; two empty texts if there is none."""
        if response.finish in ("refused", "context_limit", "length"):
            return response.finish, "it was not finished"
        if not text:
            return "empty", "it was empty"
        found = objection(text, self._scripted, conversation)
        return (found.kind, found.what) if found else ("", "")


def _reply(text: str, flags: Sequence[str], calls: Sequence[ModelCall]) -> UserReply:
    return UserReply(text, sum((call.usage for call in calls), Usage()), tuple(flags), tuple(calls))
