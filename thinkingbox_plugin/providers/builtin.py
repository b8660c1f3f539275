"""Kinds of endpoints with sensible settings, and the models whose prices are known.

Prices are US dollars for a million input, cached input and output tokens at OpenAI's standard rates, as
public price lists had them in :data:`PRICES_AS_OF`.  They are for OpenAI's own endpoint only: what a deployment
on Azure or a compatible endpoint costs cannot be known from a name.  An entry in ``pyproject.toml`` overrides
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from thinkingbox_plugin.providers.entry import HOSTED, ModelEntry, Who, url_parts

OPENAI_URL = "https://api.openai.com/v1"
VLLM_URL = "http://127.0.0.1:8000/v1"

KINDS: Mapping[str, Mapping[str, Any]] = {
    "openai": {"base_url": OPENAI_URL, "key_variable": "OPENAI_API_KEY", "api": "responses"},
    "azure": {
        "base_url": "${AZURE_OPENAI_ENDPOINT}/openai/v1",
        "key_variable": "AZURE_OPENAI_API_KEY",
        "api": "responses",
    },
    "vllm": {"base_url": VLLM_URL, "context_size": 65_536},
    "compatible": {},
}
"""What each kind of endpoint starts from."""

PRICES_AS_OF = "November 2026"
"""When the prices below were compared with public lists; they may have changed since."""

KNOWN: Mapping[str, tuple[int, float, float, float]] = {
    # name: context size, prices of input, cached input and output
    "gpt-5.5": (1_000_000, 5.00, 0.50, 30.00),
    "gpt-5.4": (1_050_000, 2.50, 0.25, 15.00),
    "gpt-5.4-mini": (400_000, 0.75, 0.075, 4.50),
    "gpt-5.4-nano": (400_000, 0.20, 0.02, 1.25),
    "gpt-5.2": (400_000, 1.75, 0.175, 14.00),
    "gpt-5.1": (400_000, 1.25, 0.125, 10.00),
    "gpt-5": (400_000, 1.25, 0.125, 10.00),
    "gpt-5-mini": (400_000, 0.25, 0.025, 2.00),
    "gpt-5-nano": (400_000, 0.05, 0.005, 0.40),
    "o3": (200_000, 2.00, 0.50, 8.00),
    "o4-mini": (200_000, 1.10, 0.275, 4.40),
    "gpt-4.1": (1_047_576, 2.00, 0.50, 8.00),
    "gpt-4.1-mini": (1_047_576, 0.40, 0.10, 1.60),
    "gpt-4o": (128_000, 2.50, 1.25, 10.00),
    "gpt-4o-mini": (128_000, 0.15, 0.075, 0.60),
}

DEFAULT_USER_MODEL = "gpt-5.4-mini"
DEFAULT_JUDGE_MODEL = "gpt-5.4-mini"

_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}\Z")
_NO_REASONING = re.compile(r"(ft:)?(gpt-3|gpt-4|chatgpt-)")

# OpenAI's reasoning models take a temperature only where the effort is none.
_REASONING: Mapping[Who, Mapping[str, Any]] = {
    "agent": {"temperature": 1.0, "reasoning_effort": "medium"},
    "user": {"temperature": 0.3, "reasoning_effort": "none"},
    "judge": {"temperature": 1.0, "reasoning_effort": "medium"},
}
_PLAIN: Mapping[Who, Mapping[str, Any]] = {
    "agent": {"temperature": 1.0},
    "user": {"temperature": 0.3},
    "judge": {"temperature": 0.0},
}


def kind_of(name: str, environ: Mapping[str, str]) -> tuple[str, str, str | None]:
    """Kind, model id and base URL (None: the kind's) of a name that has no entry of its own.

    ``azure/NAME`` is a deployment of the Azure resource in ``AZURE_OPENAI_ENDPOINT``, ``vllm/NAME`` a model
    at ``VLLM_BASE_URL``; any other name is tried at the default endpoint, which is OpenAI's unless
    ``OPENAI_BASE_URL`` names another.
    """
    prefix, slash, rest = name.partition("/")
    if slash and rest and prefix == "azure":
        return "azure", rest, None
    if slash and rest and prefix == "vllm":
        return "vllm", rest, environ.get("VLLM_BASE_URL") or None
    url = environ.get("OPENAI_BASE_URL") or OPENAI_URL
    parts = url_parts(url)
    return ("openai" if parts is not None and parts.hostname == "api.openai.com" else "compatible"), name, url


def first_settings(kind: str, model: str, who: Who) -> dict[str, Any]:
    """What a model of a kind starts from when it speaks for ``who``."""
    settings = dict(KINDS.get(kind, {}))
    hosted = kind in HOSTED
    settings |= _REASONING[who] if hosted and not _NO_REASONING.match(model) else _PLAIN[who]
    known = KNOWN.get(_SNAPSHOT.sub("", model)) if hosted else None
    if known is not None:
        settings["context_size"] = known[0]
    if known is not None and kind == "openai":
        settings |= dict(zip(("price_input", "price_cached", "price_output"), known[1:], strict=True))
    return settings


def is_built_in(entry: ModelEntry) -> bool:
    """Whether an entry's prices are those that are built in."""
    known = KNOWN.get(_SNAPSHOT.sub("", entry.model)) if entry.provider == "openai" else None
    return known is not None and (entry.price_input, entry.price_cached, entry.price_output) == known[1:]


def default_entry(name: str, who: Who, environ: Mapping[str, str]) -> ModelEntry:
    """The entry of a name that nothing configures."""
    kind, model, url = kind_of(name, environ)
    settings = first_settings(kind, model, who)
    if url is not None:
        settings["base_url"] = url
    if kind == "compatible":
        settings["key_variable"] = "OPENAI_API_KEY"
    return ModelEntry(name, model, provider=kind, **settings)
