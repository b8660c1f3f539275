"""A provider's models that play all three parts of a run: the agent, the simulated user and the judge.

Each is told nothing but its prompt.  The agent acts as the oracle would, except in a share of the trials, where
it walks into one of the task's traps, makes one mistake or gives up half-way.  Which trial is which follows from
the trial's seed alone (endpoints of the kind ``vllm`` are sent it), so that every run of it is the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from provider_formats import Asked, Say
from provider_oracle import act, now, with_nulls

from thinkingbox_plugin.judges.prompt import JUDGE_PROMPT
from thinkingbox_plugin.judges.scripted import ScriptedJudge
from thinkingbox_plugin.messages import END_MARKER, Message, ToolCall
from thinkingbox_plugin.mutations import harmful_mutations
from thinkingbox_plugin.plan import Plan, Solution, Step, build_plan
from thinkingbox_plugin.task import Task, tasks_of
from thinkingbox_plugin.transcript import clean
from thinkingbox_plugin.users import ScriptedUser
from thinkingbox_plugin.users.prompt import USER_PROMPT

_LIST = re.compile(r"^\[\n.*?\n\]$", re.DOTALL | re.MULTILINE)
_OPENING = re.compile(r"^Your first message:\n(.*)$", re.MULTILINE)
_QUESTION = re.compile(r"^The question: (.*)$", re.MULTILINE)
_ROLES = {"customer": "user", "agent": "assistant"}
_GIVES_UP = f"I have passed your request on; a colleague will take care of it. {END_MARKER}"


class Cast:
    """A script for :class:`provider_server.ProviderServer`, for all tasks of the domains in ``packages``."""

    def __init__(self, packages: Sequence[str], mistakes: float = 0.0) -> None:
        """``mistakes``: the share of trials that the agent does not play as the oracle would."""
        self._mistakes = mistakes
        self._tasks: dict[str, Task] = {}
        for package in packages:
            for task in tasks_of(import_module(package).DOMAIN):
                if self._tasks.setdefault(clean(task.opening.strip()), task) is not task:
                    raise ValueError(f"{task.nodeid} opens like another task")
        self._plan = cache(build_plan)

    def __call__(self, asked: Asked) -> Say:
        system = asked.messages[0].content
        if system.startswith(USER_PROMPT[:60]):
            return Say(self._user(system, asked.messages[-1].content))
        if system.startswith(JUDGE_PROMPT[:60]):
            return Say(self._judge(asked.messages[-1].content))
        return self._agent(asked)

    def _agent(self, asked: Asked) -> Say:
        plan = self._plan(self._tasks[clean(asked.opening.strip())])
        draw = random.Random(f"{plan.task.nodeid} {asked.body['seed']}")
        steps, solution, turns = plan.goldens[0].steps, plan.goldens[0], None
        if draw.random() < self._mistakes:
            steps, solution, turns = mistake(plan, draw)
        if turns is not None and asked.turns >= turns:
            return Say(_GIVES_UP)
        try:
            reply = act(plan, asked.messages, steps, solution)
        except RuntimeError:  # the tools have refused the mistake
            return Say(_GIVES_UP)
        strict = {tool["name"]: tool["parameters"] for tool in asked.tools if tool["strict"]}
        calls = tuple(
            ToolCall(f"{call.id}-{asked.turns}", call.name, with_nulls(strict.get(call.name), call.arguments))
            for call in reply.tool_calls
        )
        return Say(reply.text or None, calls)

    def _user(self, system: str, asked: str) -> str:
        opening = _OPENING.search(system)
        assert opening is not None
        task = self._tasks[json.loads(opening[1])]
        return ScriptedUser(task.opening, task.facts, task.behaviour).answer(_conversation(asked))

    def _judge(self, asked: str) -> str:
        conversation, question = _conversation(asked), _QUESTION.search(asked)
        assert question is not None
        task = self._tasks[conversation[0].content.strip()]
        rubric = next(rubric for rubric in task.rubrics if clean(" ".join(rubric.question.split())) == question[1])
        grade = now(ScriptedJudge().grade(rubric, conversation))
        return json.dumps({"reason": grade.reason, "answer": "yes" if grade.held else "no"}, ensure_ascii=False)


def mistake(plan: Plan, draw: random.Random) -> tuple[Sequence[Step], Solution, int | None]:
    """Steps that go wrong, what they were before, and after how many turns the agent gives up (None: it does not)."""
    golden = plan.goldens[0]
    mutations = harmful_mutations(plan, golden)
    kind = draw.choice(["trap"] * 2 * bool(plan.traps) + ["mutant"] * bool(mutations) + ["gives up"])
    if kind == "trap":
        trap = draw.choice(plan.traps)
        return trap.steps, trap, None
    if kind == "mutant":
        return draw.choice(mutations).steps, golden, None
    return golden.steps, golden, draw.randrange(1, 4)


def _conversation(asked: str) -> list[Message]:
    found = _LIST.search(asked)
    assert found is not None
    lines: list[dict[str, Any]] = json.loads(found[0])
    return [Message("user" if _ROLES[line["from"]] == "user" else "assistant", line["text"]) for line in lines]
