"""A provider's model that answers as the reference oracle would for the task whose opening it sees.

It is told nothing but the conversation: each turn it acts the play again from the start, up to the turn
that is asked for.  Under strict schemas it writes null for every argument that it leaves out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from provider_formats import Asked, Say
from provider_server import Answer

from thinkingbox_plugin.agents.reference import OracleAgent
from thinkingbox_plugin.messages import Message, Reply, ToolCall
from thinkingbox_plugin.plan import Plan, Solution, Step, build_plan
from thinkingbox_plugin.task import Task, tasks_of

T = TypeVar("T")


def oracle(packages: Sequence[str]) -> Callable[[Asked], Say]:
    """A script for all tasks of the domains in ``packages``."""
    tasks: dict[str, Task] = {}
    for package in packages:
        for task in tasks_of(import_module(package).DOMAIN):
            if tasks.setdefault(task.opening, task) is not task:
                raise ValueError(f"{task.nodeid} and {tasks[task.opening].nodeid} open alike")
    plan = cache(build_plan)

    def answer(asked: Asked) -> Say:
        reply = act(plan(tasks[asked.opening]), asked.messages)
        strict = {tool["name"]: tool["parameters"] for tool in asked.tools if tool["strict"]}
        calls = tuple(
            ToolCall(f"{call.id}-{asked.number}", call.name, with_nulls(strict.get(call.name), call.arguments))
            for call in reply.tool_calls
        )
        return Say(reply.text or None, calls)

    return answer


def after(first: Sequence[Answer], script: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """``script`` once the answers ``first`` have been given; it sees the conversation without those turns."""

    def answer(asked: Asked) -> Answer:
        if asked.turns < len(first):
            return first[asked.turns]
        spoken = [place for place, message in enumerate(asked.messages) if message.role == "assistant"]
        start = list(asked.messages[: spoken[0]])
        rest = list(asked.messages[spoken[len(first) - 1] + 1 :])
        while rest and rest[0].role != "assistant":
            del rest[0]
        return script(replace(asked, messages=(*start, *rest)))

    return answer


def act(
    plan: Plan, messages: Sequence[Message], steps: Sequence[Step] | None = None, solution: Solution | None = None
) -> Reply:
    """The oracle's next turn in a conversation that it has played so far; ``steps`` are others than the golden's."""
    agent = OracleAgent(plan, plan.goldens[0].steps if steps is None else steps, solution)
    for place, message in enumerate(messages):
        if message.role == "assistant":
            now(agent.reply(messages[:place], ()))
    return now(agent.reply(messages, ()))


def now(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that awaits nothing."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("the oracle waits for something")


def with_nulls(schema: dict[str, Any] | None, text: str) -> str:
    """Arguments as a strict schema wants them: null for each that is left out."""
    if schema is None:
        return text
    given = json.loads(text)
    return json.dumps({name: given.get(name) for name in schema["properties"]} | given)
