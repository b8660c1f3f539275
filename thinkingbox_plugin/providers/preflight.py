"""Before the first trial: one small request for each model proves its key, its name and what it must be able to do.

An agent must call a tool, the simulated user must answer with text, the judge in the form asked for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from thinkingbox_plugin.errors import ProviderError, UsageError
from thinkingbox_plugin.messages import Message, ToolSchema
from thinkingbox_plugin.providers.client import ChatClient, ChatRequest, ChatResponse, Origin, ResponseFormat
from thinkingbox_plugin.providers.entry import ModelEntry, Who

OPENING = "This is a check of the connection."
"""How the request's text begins, whoever is checked."""
TOOL = "connection_works"
OUTPUT = 1024
"""Cap on output tokens: room for a model that reasons first."""

_PROPERTY = {"type": "string", "enum": ["yes"], "description": "Always yes."}
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"works": _PROPERTY},
    "required": ["works"],
    "additionalProperties": False,
}
_TOOL = ToolSchema(TOOL, "Confirms that the connection works.", _SCHEMA)
_ASKED: Mapping[Who, str] = {
    "agent": f"{OPENING} Call the tool {TOOL}.",
    "user": f"{OPENING} Answer with the word yes.",
    "judge": f'{OPENING} Answer with the JSON object {{"works": "yes"}}.',
}


def request_for(who: Who, entry: ModelEntry) -> ChatRequest:
    """The request that checks a model which speaks for ``who``."""
    return ChatRequest(
        [Message("user", _ASKED[who])],
        tools=(replace(_TOOL, strict=entry.strict_tools),) if who == "agent" else (),
        response_format=ResponseFormat("connection", _SCHEMA) if who == "judge" else None,
        max_output_tokens=OUTPUT,
        origin=Origin(model=entry.name, who=who),
    )


async def check_models(
    entries: Mapping[tuple[Who, str], ModelEntry], client: Callable[[ModelEntry], ChatClient]
) -> None:
    """Ask every model once, all at the same time.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` that names each one that failed, what it plays in the
    run, where it was asked, and the provider's words.
    """
    found = [(who, entry, _made(client, entry)) for (who, _), entry in entries.items()]
    failed = await asyncio.gather(*(_check(who, entry, made) for who, entry, made in found if made is not None))
    problems = [problem for problem in failed if problem]
    if problems:
        raise UsageError(f"no trial was started: {'; '.join(problems)}")


def _made(client: Callable[[ModelEntry], ChatClient], entry: ModelEntry) -> ChatClient | None:
    """The model's client.  None where there is none in this process: its plugin may be a conftest.py that only
    the workers read, and if not, the first trial says so."""
    try:
        return client(entry)
    except UsageError:
        return None


async def _check(who: Who, entry: ModelEntry, client: ChatClient) -> str:
    try:
        response = await client.complete(request_for(who, entry))
    except ProviderError as error:
        problem = str(error)
    else:
        problem = _PROBLEM[who](response)
    at = f" at {entry.endpoint}" if entry.base_url else ""
    return f"the {who} {entry.name}{at}: {problem}" if problem else ""


def _no_call(response: ChatResponse) -> str:
    if response.tool_calls or response.finish == "length":  # it may have reasoned up to the cap
        return ""
    return (
        f"it was asked to call a tool and {_did(response)}; turn tool calling on at the endpoint (for vLLM "
        "--enable-auto-tool-choice and the parser of this model), or run it as it is with --tb-no-preflight"
    )


def _no_text(response: ChatResponse) -> str:
    if response.finish == "length" or (response.finish == "stop" and response.text.strip()):
        return ""
    return f"it was asked for one word and {_did(response)}"


def _no_json(response: ChatResponse) -> str:
    if response.finish == "length":
        return ""
    try:
        if isinstance(json.loads(response.text), dict):
            return ""
    except ValueError:
        pass
    return (
        f"it was asked for a JSON object by response_format and {_did(response)}; turn structured output on at the "
        "endpoint, or run it as it is with --tb-no-preflight"
    )


_PROBLEM: Mapping[Who, Callable[[ChatResponse], str]] = {"agent": _no_call, "user": _no_text, "judge": _no_json}


def _did(response: ChatResponse) -> str:
    """What came back instead."""
    if response.finish in ("refused", "context_limit"):
        return f"answered {response.finish}: {response.detail or response.text}"[:300]
    text = " ".join(response.text.split())
    return f"answered {text[:120]!r}" if text else "answered nothing"
