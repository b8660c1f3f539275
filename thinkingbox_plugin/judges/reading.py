"""Read a judge's answer, however a model has dressed it; what can mean two things is not read at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_BARE = re.compile(r"[\s\"'*_`.!#>-]*(yes|no)[\s\"'*_`.!]*", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?<![^\W_])(?:answer|verdict)[\"'*_`]*\s*(?::|=|-|\bis\b)[\s\"'*_`]*(yes|no)(?![^\W_])", re.IGNORECASE
)
_REASON = re.compile(r"(?<![^\W_])reason(?:ing)?[\"'*_`]*\s*[:=]\s*(.*)", re.IGNORECASE)
_LONGEST = 100_000


def read_answer(text: str) -> tuple[bool, str] | None:
    """Whether the answer is yes, and the reason; None for a text that does not say or says both.

    Understood are a JSON object with ``answer``, alone, fenced or among prose, and lines like
    ``**Answer:** Yes``; a lone yes or no, also as the last line.
    """
    text = text[:_LONGEST]
    objects, rest = _objects(text)
    found: list[bool] = []
    reasons: list[str] = []
    for data in objects:
        fields = _fields(data)
        answer = fields.get("answer")
        match = _BARE.fullmatch(answer) if isinstance(answer, str) else None
        if match is None:
            return None
        found.append(match[1].lower() == "yes")
        if isinstance(fields.get("reason"), str):
            reasons.append(fields["reason"].strip())
    found += [match[1].lower() == "yes" for match in _LABELLED.finditer(rest)]
    if not found:
        found += _last_line(rest)
    if not found or len(set(found)) > 1:
        return None
    return found[0], " ".join(reasons) or _prose(rest)


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    return {name.strip().lower(): value for name, value in data.items()}


def _objects(text: str) -> tuple[list[dict[str, Any]], str]:
    """The JSON objects of ``text`` that hold an answer, and what stands around them."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs, strict=False)
    found: list[dict[str, Any]] = []
    rest: list[str] = []
    at, failures = 0, 0
    while (start := text.find("{", at)) >= 0 and failures < 100:
        rest.append(text[at:start])
        try:
            data, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            rest.append("{")
            at, failures = start + 1, failures + 1
            continue
        if "answer" in _fields(data):
            found.append(data)
    return found, "".join([*rest, text[at:]])


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a name that stands twice with different values neither is believed."""
    data: dict[str, Any] = {}
    for name, value in pairs:
        key = name.strip().lower()
        data[key] = value if key not in data or data[key] == value else None
    return data


def _last_line(text: str) -> Iterator[bool]:
    lines = [line for line in text.replace("```", "").splitlines() if line.strip()]
    match = _BARE.fullmatch(lines[-1]) if lines else None
    if match is not None:
        yield match[1].lower() == "yes"


def _prose(text: str) -> str:
    labelled = _REASON.search(text)
    prose = " ".join((labelled[1] if labelled else text.replace("```", "")).split())
    return prose[:500] or "no reason was given"
