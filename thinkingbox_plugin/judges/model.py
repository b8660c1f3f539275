"""The judge that is a provider's model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thinkingbox_plugin.agents.model import model_call
from thinkingbox_plugin.errors import JudgeError, ProviderError
from thinkingbox_plugin.judges.prompt import FORMAT, judge_messages
from thinkingbox_plugin.judges.protocol import Grade
from thinkingbox_plugin.judges.reading import read_answer
from thinkingbox_plugin.messages import Message, ModelCall, Usage
from thinkingbox_plugin.providers import ChatClient, ChatRequest, Origin
from thinkingbox_plugin.task import Rubric

ATTEMPTS = 3
"""An answer that cannot be read is asked for again twice."""


class ModelJudge:
    """Asks a model each question ``votes`` times (an odd number) and takes the majority.

    Once more than half agree, the rest is not asked.  A vote that fails leaves the question unanswered.
    """

    def __init__(self, client: ChatClient, origin: Origin, votes: int = 1) -> None:
        if votes < 1 or votes % 2 == 0:
            raise ValueError(f"an odd number of votes, got {votes}")
        self._client, self._origin, self._votes = client, origin, votes

    async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
        """See :class:`~thinkingbox_plugin.judges.Judge`.

        The error's cause tells a provider that refuses the key (``FatalProviderError``) from one that failed once.
        """
        calls: list[ModelCall] = []
        votes: list[tuple[bool, str]] = []
        while not self._decided(votes):
            votes.append(await self._vote(rubric, conversation, calls))
        held = sum(vote for vote, _ in votes) * 2 > len(votes)
        reason = next(why for vote, why in votes if vote == held)
        if self._votes > 1:
            reason = f"{sum(vote == held for vote, _ in votes)} of {len(votes)} votes: {reason}"
        return Grade(held, reason, sum((call.usage for call in calls), Usage()), tuple(calls))

    def _decided(self, votes: Sequence[tuple[bool, str]]) -> bool:
        yes = sum(vote for vote, _ in votes)
        return max(yes, len(votes) - yes) * 2 > self._votes

    async def _vote(self, rubric: Rubric, conversation: Sequence[Message], calls: list[ModelCall]) -> tuple[bool, str]:
        said = ""
        for attempt in range(ATTEMPTS):
            messages = judge_messages(rubric.question, conversation, again=attempt > 0)
            # Another seed each time: a provider that takes one would cast the same vote again.
            origin = replace(self._origin, seed=self._origin.seed ^ len(calls))
            try:
                response = await self._client.complete(ChatRequest(messages, response_format=FORMAT, origin=origin))
            except ProviderError as error:
                raise JudgeError(f"the judge: {error}", calls) from error
            calls.append(model_call(response))
            if response.finish == "context_limit":
                raise JudgeError(f"the judge: the conversation is too long for it: {response.detail}", calls)
            said = response.text or response.detail or response.finish
            answer = read_answer(response.text)
            if answer is not None:
                return answer
        shown = " ".join(said.split())[:200]
        raise JudgeError(f"the judge gave neither yes nor no, {ATTEMPTS} times; the last time: {shown}", calls)
