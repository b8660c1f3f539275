"""A provider's client that answers from a list, or by a function of the request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from thinkingbox_plugin.messages import Usage
from thinkingbox_plugin.providers import ChatRequest, ChatResponse

Answer = str | ChatResponse | Exception

USAGE = Usage(100, 0, 10, 0, 0.001)
"""What each answer costs."""


def grade(answer: str, reason: str = "It says so.") -> str:
    """A judge's answer as it is asked for."""
    return json.dumps({"reason": reason, "answer": answer})


class FakeClient:
    """Keeps the ``requests``; an answer that is an exception is raised."""

    def __init__(self, answers: Iterable[Answer] | Callable[[ChatRequest], Answer]) -> None:
        if callable(answers):
            self._answer = answers
        else:
            left = iter(answers)
            self._answer = lambda request: next(left)
        self.requests: list[ChatRequest] = []
        self.closed = False

    async def complete(self, request: ChatRequest) -> ChatResponse:
        self.requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            return ChatResponse(answer, usage=USAGE, version="fake-1", latency=0.5)
        return answer

    async def aclose(self) -> None:
        self.closed = True

    def prompts(self) -> list[str]:
        """The text of each request."""
        return ["\n".join(message.content for message in request.messages) for request in self.requests]
