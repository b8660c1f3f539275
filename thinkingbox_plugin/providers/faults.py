"""What a provider's failure means: try again, give up, stop the run, or end the trial as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

FaultKind = Literal[
    "rate_limit",  # 429: wait as the provider says
    "transient",  # the provider or the way to it failed: try again a few times
    "fatal",  # a key or a model that it does not know: no request can succeed
    "refused",  # its content filter
    "context_limit",  # the conversation no longer fits the model
    "other",  # it does not take this request
]

_REFUSED = frozenset(
    {"content_filter", "content_policy_violation", "responsibleaipolicyviolation", "invalid_prompt", "bio_policy",
     "cyber_policy_violation"}
)  # fmt: skip
_CONTEXT = frozenset({"context_length_exceeded", "exceed_context_size_error", "context_window_exceeded"})
_FATAL = frozenset(
    {"invalid_api_key", "incorrect_api_key", "model_not_found", "deploymentnotfound", "insufficient_quota",
     "billing_hard_limit_reached", "billing_not_active", "account_deactivated", "unsupported_country_region_territory"}
)  # fmt: skip
_CONTEXT_WORDS = re.compile(
    r"maximum context length|context length (?:is|of)|model'?s context|context[ _](?:window|size)"
    r"|longer than the maximum model length|(?:prompt|input) is too long|exceeds? the (?:available )?context",
    re.IGNORECASE,
)
_LOST_ITEM = re.compile(r"item with id|previous response", re.IGNORECASE)
_FATAL_STATUS = frozenset({401, 402, 403, 404})
_TRANSIENT_STATUS = frozenset({408, 409, 425})
_LONGEST = 500
KEY_LEFT_OUT = "(key left out)"
"""Stands where a key was."""


@dataclass(frozen=True)
class Fault:
    """One failure: what it means, and the provider's words, which hold no key."""

    kind: FaultKind
    words: str
    retry_after: float | None = None
    """Seconds that the provider asks to wait."""


class FaultError(Exception):
    """An attempt failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.words)
        self.fault = fault


def without(text: str, secrets: Iterable[str]) -> str:
    """``text`` without any of the secrets."""
    for secret in secrets:
        text = text.replace(secret, KEY_LEFT_OUT)
    return text


def scrub(text: str, secrets: Iterable[str]) -> str:
    """``text`` on one line, at most 500 characters, without any of the secrets."""
    text = " ".join(without(text, secrets).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def of_status(status: int, body: str, headers: Mapping[str, str] | None = None, secrets: Iterable[str] = ()) -> Fault:
    """The fault in an answer with an HTTP status from 400 on."""
    codes, message = _error_in(body)
    words = scrub(f"HTTP {status}: {message or body or 'no further words'}", secrets)
    retry_after = _retry_after(headers or {})
    return Fault(_kind(status, codes, message), words, retry_after)


def of_error(error: Any, secrets: Iterable[str] = ()) -> Fault:
    """The fault that a provider reports inside an answer with status 200."""
    codes, message = _error_in(json.dumps({"error": error}))
    status = next((int(code) for code in codes if code.isdecimal() and 400 <= int(code) < 600), 0)
    if not status:
        limited = codes & {"rate_limit_exceeded", "rate_limit_error"}
        status = 429 if limited else 400 if codes & (_REFUSED | _CONTEXT) else 500
    return Fault(_kind(status, codes, message), scrub(f"the provider reports: {message or error}", secrets))


def _kind(status: int, codes: frozenset[str], message: str) -> FaultKind:
    if codes & _REFUSED and status < 500:
        return "refused"
    if codes & _CONTEXT or (status in (400, 413, 422, 500) and _CONTEXT_WORDS.search(message)):
        return "context_limit"
    if codes & _FATAL or (status in _FATAL_STATUS and not _LOST_ITEM.search(message)):
        return "fatal"
    if status == 429:
        return "rate_limit"
    return "transient" if status >= 500 or status in _TRANSIENT_STATUS else "other"


def _error_in(body: str) -> tuple[frozenset[str], str]:
    """Codes and types (lower case) and the message of an error body in any of the shapes in use."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return frozenset(), ""
    codes: set[str] = set()
    message = ""
    level = data
    for _ in range(4):  # error, innererror ... and no further
        if not isinstance(level, dict):
            break
        codes |= {str(level[name]).lower() for name in ("code", "type") if isinstance(level.get(name), str | int)}
        for name in ("message", "detail"):
            if not message and isinstance(level.get(name), str):
                message = level[name]
        level = level.get("error", level.get("innererror"))
    if isinstance(level, str) and not message:
        message = level
    return frozenset(codes), message


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, from ``retry-after-ms`` or ``retry-after`` (a number, or a date compared with the answer's own)."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / scale
        except (KeyError, ValueError):
            continue
        return seconds if 0 <= seconds < 1e9 else None
    until, sent = _date(headers.get("retry-after")), _date(headers.get("date"))
    if until is None or sent is None:
        return None
    try:
        return max(0.0, (until - sent).total_seconds())
    except TypeError:  # one of the two has no zone
        return None


def _date(text: str | None) -> datetime | None:
    try:
        return parsedate_to_datetime(text) if text else None
    except ValueError:
        return None
