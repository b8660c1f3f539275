"""Does a sentence give a fact its own value, or another one?"""

from __future__ import annotations

import re

from thinkingbox_plugin.mentions import dates_in, emails_in, kind_of, mentions, numbers_in, references_in
from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.topics import Topic
from thinkingbox_plugin.users.wishes import is_the_wish
from thinkingbox_plugin.users.words import has_all, stems, tokens

_WHEN = stems("date time day")
_NUMBER = stems("number")
_TOO_COMMON = stems("order booking policy claim new")
_ENDING = re.compile(r"\bend(?:s|ing)? (?:in|with) [\"']?([A-Za-z0-9]*[0-9]{2,})(?![\w])", re.IGNORECASE)
_BARE = re.compile(r"^(?:(?:and|so)\s)?(?:is|was|are)\s(?:it|that|this|these|those)\b", re.IGNORECASE)
_ABOUT_A_VALUE = re.compile(r"(?:\b(?:is|are|was|as|still|listed|to)|:)\s+[\"']?(?:[A-Z0-9])")


def confirms(text: str, topic: Topic, value: str) -> bool:
    """Whether ``text`` states ``value`` and can mean the fact by it."""
    if _ends_alike(text, value) or is_the_wish(text, topic, value):
        return True
    if not mentions(text, value) or (topic.is_anothers and cues.SPEAKING_TO.search(text)):
        return False
    kind = kind_of(value)
    if kind in ("reference", "email", "phone") or (kind == "phrase" and len(value.split()) > 1):
        return True
    return has_all(topic.tokens, tokens(text)) or is_bare(text)


def contradicts(text: str, topic: Topic, value: str) -> bool:
    """Whether ``text`` gives the fact another value than ``value``."""
    if mentions(text, value) or _ends_alike(text, value):
        return False
    if is_the_wish(text, topic, value) is False:
        return True
    kind = kind_of(value)
    if kind == "reference" and _prefix(value):
        return any(_prefix(reference) == _prefix(value) for reference in references_in(text))
    idle = _WHEN if kind in ("date", "datetime") else _NUMBER if kind == "number" else frozenset()
    own = [word for word in topic.tokens if word not in idle]
    named = bool(set(own) - _TOO_COMMON) and has_all(own, tokens(text))
    if kind == "email":
        return bool(emails_in(text)) and (named or is_bare(text))
    if kind == "phrase" and topic.tokens in (("name",), ("first", "name")) and cues.SPEAKING_TO.search(text):
        return True
    return named and _holds_another(text, kind, value)


def _ends_alike(text: str, value: str) -> bool:
    """Whether ``text`` gives the last characters of ``value``: "ending in 0177"."""
    ending = _ENDING.search(text)
    return ending is not None and value.strip().upper().endswith(ending[1].upper())


def is_bare(text: str) -> bool:
    """Whether ``text`` asks about a value without saying what it is: "Is it ORD-1043?"."""
    return _BARE.match(text) is not None


def _holds_another(text: str, kind: str, value: str) -> bool:
    if kind in ("date", "datetime"):
        return bool(dates_in(text))
    if kind == "phrase":
        for reference in references_in(text):
            text = text.replace(reference, " ")
        return bool(_ABOUT_A_VALUE.search(text) or _asks_about_a_value(text))
    if kind == "number":
        return any(len(f"{abs(number):f}") == len(value.strip()) for number in numbers_in(text))
    return any(c.isdigit() for c in text)


def _asks_about_a_value(text: str) -> bool:
    """Whether a question ends in something that looks like a value: "Is your name Daniel Price?"."""
    return bool(re.match(r"(?:and\s|so\s)?(?:is|are|was)\s(?:your|the)\s", text, re.IGNORECASE)) and bool(
        re.search(r"\s[\"']?(?!I\b)[A-Z0-9]", text)
    )


def _prefix(reference: str) -> str:
    found = re.match(r"#?([A-Za-z]+)", reference)
    return found[1].upper() if found else ""
