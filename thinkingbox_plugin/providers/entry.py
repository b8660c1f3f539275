"""One model as it is configured: where it is reached, with which settings, at which price."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.messages import Usage

Api = Literal["chat", "responses"]
Who = Literal["agent", "user", "judge"]
"""Who speaks through a model: the agent under test, the simulated user or the judge."""

UNSET = "unset"
"""As the value of a setting: do not send it, or there is no such limit."""

HOSTED = ("openai", "azure")
"""Kinds of endpoints that run OpenAI's own models."""

_ADDRESSES = ("OPENAI_BASE_URL", "VLLM_BASE_URL")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_MILLION = 1_000_000


@dataclass(frozen=True)
class ModelEntry:
    """A model's settings.  Holds the *name* of the variable with the key, never the key.

    ``None`` stands for a setting that is not sent, a limit that there is not, or an unknown price.
    """

    name: str
    """As ``--tb-model`` has it."""
    model: str
    """As the provider knows it."""
    base_url: str = ""
    """``${VARIABLE}`` in it stands for a variable of the environment."""
    key_variable: str | None = None
    """None: the endpoint asks for no key."""
    provider: str = "compatible"
    api: Api = "chat"
    temperature: float | None = None
    reasoning_effort: str | None = None
    max_output_tokens: int | None = None
    context_size: int | None = None
    request_timeout: float = 600.0
    """Seconds for one attempt."""
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    price_input: float | None = None
    """US dollars for a million tokens, as are the two that follow."""
    price_cached: float | None = None
    price_output: float | None = None
    strict_tools: bool = True
    carry_reasoning: bool = False
    """Chat Completions only: give the model's reasoning back with its messages."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    extra_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """``${VARIABLE}`` in a value stands for a variable of the environment."""

    def __hash__(self) -> int:
        return hash((self.name, self.provider, self.base_url, self.model, self.api, self.temperature))

    @property
    def priced(self) -> bool:
        """Whether a run with it costs money that can be counted."""
        return bool(self.price_input or self.price_output)

    @property
    def endpoint(self) -> str:
        """What limits of requests in flight are shared by: scheme, host and port."""
        try:
            parts = urlsplit(self.base_url)
        except ValueError:  # no URL, as resolved_url says
            return self.provider
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else self.provider

    def cost(self, usage: Usage) -> float:
        """US dollars for the tokens; 0 without prices.  Reasoning tokens are among the output tokens."""
        fresh = usage.input_tokens - usage.cached_tokens
        cached = self.price_input if self.price_cached is None else self.price_cached
        return (
            fresh * (self.price_input or 0) + usage.cached_tokens * (cached or 0)
            + usage.output_tokens * (self.price_output or 0)
        ) / _MILLION  # fmt: skip

    def key(self, environ: Mapping[str, str] = os.environ) -> str | None:
        """The key, or None if none is asked for.  Raises :class:`UsageError` that names the variable."""
        if self.key_variable is None:
            return None
        key = environ.get(self.key_variable, "").strip()
        if not key:
            raise UsageError(
                f"model {self.name}: no key for {self.base_url or self.provider}; set the environment variable "
                f"{self.key_variable}"
            )
        if not key.isascii() or not key.isprintable():
            raise UsageError(f"model {self.name}: the key in {self.key_variable} holds characters that no key has")
        return key

    def resolved_url(self, environ: Mapping[str, str] = os.environ) -> str:
        """The base URL, variables filled in.  Raises :class:`UsageError` for a missing one or no URL."""
        url = self._filled("base_url", self.base_url, environ).strip()
        parts = url_parts(url)
        if parts is None:
            source = next((f"{name} has it" for name in _ADDRESSES if environ.get(name) == self.base_url), "")
            mend = f"{source}; write https://HOST/v1" if source else "write https://HOST/v1"
            raise UsageError(f"model {self.name}: base_url {url!r} is no URL; {mend}")
        if parts.path.rstrip("/").endswith(("/chat/completions", "/responses")):
            raise UsageError(
                f"model {self.name}: base_url {url!r} names an operation; end it before that: https://HOST/v1"
            )
        if "@" in parts.netloc or parts.query:
            raise UsageError(
                f"model {self.name}: base_url holds a user or a query, where a key would be recorded; "
                "name the key's variable as key_variable"
            )
        return url

    def resolved_headers(self, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
        """The extra headers, variables filled in.

        Raises :class:`UsageError`, which never quotes a value, for a missing variable and for what no header can hold.
        """
        found = {}
        for header, value in self.extra_headers.items():
            found[header] = self._filled(f"extra_headers.{header}", value, environ).strip()
            if not found[header].isascii() or not found[header].isprintable():
                raise UsageError(
                    f"model {self.name}: extra_headers.{header} holds characters that no header can (outside of ASCII, "
                    "or a line break); write plain ASCII"
                )
        return found

    def variables(self) -> tuple[str, ...]:
        """The names of the variables of the environment that :meth:`key` and the settings read."""
        texts = (self.base_url, *self.extra_headers.values())
        named = (name for text in texts for name in _VARIABLE.findall(text))
        return tuple(dict.fromkeys([*([self.key_variable] if self.key_variable else []), *named]))

    def secrets(self, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
        """Texts that must appear nowhere: the key and the values of extra headers that look like one."""
        found = [environ.get(self.key_variable, "").strip() if self.key_variable else ""]
        for value in self.extra_headers.values():
            found += [environ.get(name, "") for name in _VARIABLE.findall(value)]
            if not _VARIABLE.search(value):
                found.append(value)
        return tuple(text for text in found if len(text) >= 6)

    def _filled(self, where: str, text: str, environ: Mapping[str, str]) -> str:
        missing = [name for name in _VARIABLE.findall(text) if not environ.get(name)]
        if missing:
            raise UsageError(
                f"model {self.name}: {where} needs the environment variable {missing[0]}; set it, or give the model "
                f"a {where.partition('.')[0]} of its own"
            )
        return _VARIABLE.sub(lambda match: environ[match[1]], text)

    def to_json(self) -> dict[str, Any]:
        """The settings as plain values, for ``run.json`` and the fingerprint; nothing about the key."""
        values = asdict(self) | {"extra_body": dict(self.extra_body), "extra_headers": sorted(self.extra_headers)}
        del values["key_variable"]
        return values

    def with_settings(self, settings: Mapping[str, Any], where: str) -> ModelEntry:
        """A copy with settings as TOML or the command line give them.

        Raises :class:`UsageError` that begins with ``where`` for an unknown name or a value that does not fit.
        """
        return replace(self, **{key: _checked(key, value, where) for key, value in settings.items()})


SETTINGS = tuple(f.name for f in fields(ModelEntry) if f.name != "name")
_OPTIONAL = frozenset(f.name for f in fields(ModelEntry) if "None" in str(f.type))
_WHOLE = frozenset({"max_output_tokens", "context_size", "requests_per_minute", "tokens_per_minute"})
_PRICES = frozenset({"price_input", "price_cached", "price_output"})
_PERHAPS_SECRET = frozenset({"key_variable", "extra_headers", "extra_body"})
"""Where a user may have written a key by mistake: never quoted."""
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_OWN_HEADERS = frozenset({"content-length", "content-type", "transfer-encoding"})
_OWN_FIELDS = frozenset({"model", "messages", "input", "instructions", "tools", "stream"})
"""What the client itself writes into a request."""


def url_parts(url: str) -> SplitResult | None:
    """The parts of an address that can be asked; None for anything else."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port  # both may raise
        host.encode("idna")
    except ValueError:
        return None
    fits = parts.scheme in ("http", "https") and host and url.isprintable() and " " not in url
    return parts if fits else None


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _checked(key: str, value: Any, where: str) -> Any:
    if key not in SETTINGS:
        raise UsageError(f"{where}: no setting {key!r}; there are {', '.join(SETTINGS)}")
    if value == UNSET and key in _OPTIONAL:
        return None
    fits, expected = _fits(key, value)
    if not fits:
        shown = "its value" if key in _PERHAPS_SECRET else f"{value!r}"
        raise UsageError(f"{where}: {key}: {shown} is not {expected}")
    return float(value) if key in _PRICES or key in ("temperature", "request_timeout") else value


def _fits(key: str, value: Any) -> tuple[bool, str]:
    number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
    if key in _WHOLE:
        return number and isinstance(value, int) and value >= 1, "a whole number from 1"
    if key in _PRICES:
        return number and 0 <= value < 1e6, "US dollars for a million tokens"
    if key == "temperature":
        return number and 0 <= value <= 2, "a temperature from 0 to 2"
    if key == "request_timeout":
        return number and 0 < value < 1e6, "seconds above 0"
    if key == "api":
        return value in ("chat", "responses"), "chat or responses"
    if key in ("strict_tools", "carry_reasoning"):
        return isinstance(value, bool), "true or false"
    if key == "extra_body":
        fits = isinstance(value, dict) and not value.keys() & _OWN_FIELDS and _is_json(value)
        return fits, f"a table of JSON values (no date, no nan) with none of {', '.join(sorted(_OWN_FIELDS))}"
    if key == "extra_headers":
        fits = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
        fits = fits and all(_HEADER.fullmatch(name) and name.lower() not in _OWN_HEADERS for name in value)
        return fits, f"a table of texts by the names of headers, none of them {', '.join(sorted(_OWN_HEADERS))}"
    if key == "key_variable":
        fits = isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value) is not None
        return fits, "the name of an environment variable (the key itself does not belong here)"
    return isinstance(value, str) and value != "", "a text"
