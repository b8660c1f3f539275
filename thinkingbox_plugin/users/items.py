"""The things that a request lists, cut apart: "your full name, the email on file and (if any) a photo"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thinkingbox_plugin.users.topics import Item, Topic, match, strip
from thinkingbox_plugin.users.words import normal

_PURPOSE = re.compile(
    r",?\s(?:so(?:\sthat)?\s(?:i|we)|in\sorder\s(?:to|for)|for\s(?:me|us)\sto|to\s(?:verify"
    r"|locate|find|look|check"
    r"|process|pull|access|proceed|assist|help|confirm|update|continue|complete|get|make|start"
    r"|begin|move|review"
    r"|better|investigate|track|identify|ensure|issue|arrange|set|open|file|submit|retrieve|search|determine"
    r"|be\sable|validate|authenticate|see\s(?:if|what|whether|which)|go\sahead|bring|dig))\b[^,;]*",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    r"[,;]\s(?:and\s)?then\s(?:i|we)\s[^;]*|[,;]?\s(?:(?:and|then|so)\s(?:then\s)?(?:i|we)(?:'ll|'d|'m|\s(?:will|can|would|shall|am|are)\b)"
    r"|(?:before|because|since|as|until|while|once|after)\s(?:i|we|you)\b|(?:i|we)(?:'ll|\swill"
    r"|\scan)\b)[^;]*",
    re.IGNORECASE,
)
_PARENTHESES = re.compile(r"\s?\(([^()]*)\)?")
_ALTERNATIVE = re.compile(r"\s*(?:or|and|including)\b", re.IGNORECASE)
_HOLDS_A_LIST = frozenset({"details", "information", "info", "following", "things", "items", "data"})
_SPLIT = re.compile(
    r"[,;:?/]|\s-\s|(?<!\S)\(?(?:[0-9a-e]\)|[1-9]\.)\s|\s(?:and/or|and|or|as\swell\sas|along\swith"
    r"|together\swith|plus|including|such\sas"
    r"|if\syou\sdon't\shave\sit)\s|\s&\s|^(?:and|or)\s",
    re.IGNORECASE,
)
_SERIAL = re.compile(r"(?<![^\W_])s/n(?![^\W_])", re.IGNORECASE)
_EXAMPLE = re.compile(r",?\s(?:e\.?g\b|i\.?e\b|for example|for instance)(?![^(]{0,200}\))[^,;]*", re.IGNORECASE)
_FILLERS = frozenset({
    "", "lastly", "finally", "firstly", "secondly", "thirdly", "first", "second", "third", "next", "also", "thanks",
    "thank you", "sorry", "okay", "ok", "well", "great", "hello", "hi", "so", "and", "sure", "perfect", "and lastly",
    "and finally", "one more thing", "if so", "if not", "good",
})  # fmt: skip
_OWNER = re.compile(r".*'s?\s(?=\S)")
_OF_A_THING = re.compile(r"(?:on|of|for|from|in) (?:the|your) ", re.IGNORECASE)
_DETERMINED = re.compile(r"(?:your|the|an?)\s", re.IGNORECASE)
_MOST = 40


def items_of(span: str, topics: Sequence[Topic]) -> list[Item]:
    """The things that ``span``, the part of a sentence after "please provide", lists."""
    span = _PARENTHESES.sub(_opened, _EXAMPLE.sub("", _SERIAL.sub("serial number", span)))
    span = _AFTERWARDS.sub("", _PURPOSE.sub("", span))
    parts = [part.strip() for part in _SPLIT.split(span) if part and normal(part) not in _FILLERS][:_MOST]
    return [item for item in map(Item.of, _regrouped(parts, span, topics)) if item.text]


def _opened(match: re.Match[str]) -> str:
    """What stays of a parenthesis: a list of details or an alternative, but no example or remark."""
    inside = match[1]
    before = match.string[: match.start()].split()
    if before and before[-1].lower().strip(",:") in _HOLDS_A_LIST:
        return f": {inside}"
    return f" {inside}" if _ALTERNATIVE.match(inside) else ""


def _regrouped(parts: list[str], span: str, topics: Sequence[Topic]) -> list[str]:
    """Put together again the parts that only together are a fact's name ("make and model")."""
    names = {t.normal for t in topics}
    said = normal(span)
    grouped: list[str] = []
    n = 0
    while n < len(parts):
        for end in range(min(len(parts), n + 4), n + 1, -1):
            joined = normal(" and ".join([strip(parts[n]), *parts[n + 1 : end]]))
            if joined in names and joined in said:
                grouped.append(joined)
                n = end
                break
        else:
            grouped.append(_completed(parts, n, topics))
            n += 1
    return grouped


def _completed(parts: list[str], n: int, topics: Sequence[Topic]) -> str:
    """Read "order number and date" as two things of the order, "billing and home address" as addresses."""
    part, here = parts[n], Item.of(parts[n])
    if n and len(here.near) == 1 and not _DETERMINED.match(part):
        before = Item.of(parts[n - 1])
        longer = " ".join([*before.text.split()[:-1], part])
        if len(before.near) >= 2 and any(set(t.tokens) == set(Item.of(longer).near) for t in topics):
            return longer
    if n and (shared := _OF_A_THING.match(part)) and (place := parts[n - 1].find(f" {shared[0]}")) > 0:
        return f"{parts[n - 1][:place]} {part}"
    if n and (owner := _OWNER.match(Item.of(parts[n - 1]).text)) and not _DETERMINED.match(part):
        longer = f"{owner[0]}{part}"
        if any(set(t.tokens) == set(Item.of(longer).near) for t in topics):
            return longer
    if n + 1 < len(parts) and len(here.near) <= 2 and not match(here, topics):
        longer = " ".join([part, *Item.of(parts[n + 1]).text.split()[-1:]])
        if any(set(Item.of(longer).near) <= set(t.tokens) for t in match(Item.of(longer), topics)):
            return longer
    return part
