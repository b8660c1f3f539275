"""What the user wishes where the agent leaves it a choice: a date of its own, one of the options named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from thinkingbox_plugin.mentions import WrittenDate, dates_in, kind_of, mentions, mentions_phrase
from thinkingbox_plugin.mentions.text import plain
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Topic
from thinkingbox_plugin.users.words import stems, tokens

_PREFERENCES = stems("preferred preference choice outcome resolution solution remedy option wish wanted desired")
_IDENTITY = stems("name email phone address number postcode birthdate")
_WHEN = stems("date time slot")
_HALVES = frozenset({"morning", "afternoon", "evening"})
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_ABOUT_A_TIME = re.compile(
    r"\b(?:book|mov|(?:re)?schedul|arrang|appointment|visit|slot|com(?:e|ing)\b|deliver|offer|date|days?\b|half|morning"
    r"|afternoon|instead|earliest|next|install|pick|collect|suit|work|available|free|about)",
    re.IGNORECASE,
)
# "the visit missed on 18 September", "from the 25th": dates that are told, not offered.
_TOLD = re.compile(
    r"\b(?:miss(?:ed|ing)|failed|original(?:ly)?|booked|due|since|of|from|bought|ordered|purchased|placed|delivered"
    r"|promised|by|until|before|after|paid|dated|was|were|current(?:ly)?)(?:\s[\w,']+){0,3}\s?$",
    re.IGNORECASE,
)
_NOT_TO_BE_HAD = re.compile(
    r"\b(?:(?:not|isn't|aren't|wasn't|no longer|neither)\b.{0,40}\b(?:free|available|possible|open|offered|left)"
    r"|(?:fully|already) booked|booked (?:up|out)|unavailable|taken|(?:is|are) full|(?:can't|cannot|can not|couldn't"
    r"|unable|not able|don't have|do not have|have (?:no|nothing)|nothing|no (?:slots?|visits?|installers?|technicians?"
    r"|fitters?|dates?|appointments?|half days?))\b|too (?:early|late|soon)|the only)\b",
    re.IGNORECASE,
)
_NO_OTHER = re.compile(r"\bthe only (?:\w+ ){0,3}(?:date|day|slot|half|time|one|appointment|visit)", re.IGNORECASE)
_THE_SAID = re.compile(
    r"\b(?:that|your|the (?:preferred|requested|desired|chosen)) (?:preferred |requested |desired |chosen |new )?"
    r"(?:date|day|slot|time|half[ -]day|morning|afternoon|choice|one|preference)\b"
    r"|\b(?:that|it)(?:'s| is) (?:\w+ ){0,2}(?:un|not\b|no longer|fully|already|taken|booked|full\b)"
    r"|\b(?:that|it) isn't\b",
    re.IGNORECASE,
)


def is_an_option(topic: Topic, value: str, message: str) -> bool:
    """Whether the fact is one of the options that ``message`` offers."""
    words, said = set(topic.tokens), set(tokens(message))
    if "which" in words:
        return words - {"which"} <= said
    if topic.is_wish and (dates_in(message) or "slot" in said):
        return bool(dates_in(message) or not _halves(message) or _halves(value))
    kind = kind_of(value)
    if kind != "phrase":
        return kind in ("reference", "email", "phone") and mentions(message, value)
    if words & _PREFERENCES:
        return bool(set(tokens(value)) & said)
    if topic.is_choice:
        return bool(words & said)
    return mentions_phrase(message, value) and not words & _IDENTITY


def is_a_date(label: str) -> bool:
    """Whether ``label`` names a date or a part of a day."""
    return bool(_WHEN & set(tokens(label)))


def offers_itself(question: str) -> bool:
    """Whether a question of choice names its options: "A refund or a replacement?", not "This or another date?"."""
    return _OR.search(question) is not None and (bool(dates_in(question)) or not _WHEN & set(tokens(question)))


def is_a_preference(topic: Topic) -> bool:
    """Whether the fact's name says that the user prefers something."""
    return bool(set(topic.tokens) & _PREFERENCES) or topic.is_choice


def would_rather(topic: Topic, value: str, proposals: Sequence[str], said: Sequence[str]) -> str | None:
    """What the user says to ``proposals``, sentences of the last message, of another date than it wishes.

    None if they propose none, or the wished one, or if one of the messages ``said`` tells that it cannot be had.
    """
    wished = dates_in(value) if topic.is_wish else ()
    if not wished or not any(_is_of_another(text, value, wished, said[-1]) for text in proposals):
        return None
    if any(_tells_it_cannot_be_had(message, value, wished, later=n > 0) for n, message in enumerate(said)):
        return None
    return f"I would rather have {value.strip().rstrip('.')}."


def is_the_wish(text: str, topic: Topic, value: str) -> bool | None:
    """Whether a question, no proposal, gives the wished date or another one; None if it speaks of none."""
    wished, given = dates_in(value) if topic.is_wish else (), dates_in(text)
    if not wished or not given:
        return None
    if any(_same(one, wish) for one in given for wish in wished):
        return True if _ABOUT_A_TIME.search(text) else None
    return False if set(tokens(text)) & _PREFERENCES else None


def _is_of_another(proposal: str, value: str, wished: Sequence[WrittenDate], message: str) -> bool:
    if not dates_in(proposal) and (days := _offered_weekdays(proposal)):
        return not days & _weekdays(value) and bool(_weekdays(value))
    # "Do you agree to $40.00?" is about the amount; "Shall I book it?" is about what was said before.
    text = proposal if any(c.isdigit() for c in proposal) else message
    offered = _offered(text)
    if not offered or not _ABOUT_A_TIME.search(text):
        return False
    if any(_same(one, wish) for one in offered for wish in wished):
        halves = _halves(text)
        return len(offered) == 1 and bool(halves and _halves(value) and not halves & _halves(value))
    return True


def _offered_weekdays(text: str) -> set[str]:
    found = _WEEKDAY.finditer(text)
    return {day[0].lower() for day in found if not _TOLD.search(text[max(0, day.start() - 60) : day.start()])}


def _offered(text: str) -> list[WrittenDate]:
    plainly = plain(text)
    return [one for one in dates_in(text) if not _TOLD.search(plainly[max(0, one.start - 60) : one.start])]


def _tells_it_cannot_be_had(message: str, value: str, wished: Sequence[WrittenDate], later: bool) -> bool:
    for unit in units(message):
        if not _NOT_TO_BE_HAD.search(unit.text) or unit.text.endswith("?"):
            continue
        dates = dates_in(unit.text)
        if any(_same(one, wish) for one in dates for wish in wished) or _NO_OTHER.search(unit.text):
            return True
        if not dates and (_weekdays(unit.text) & _weekdays(value) or (later and _THE_SAID.search(unit.text))):
            return True
    return False


def _same(one: WrittenDate, other: WrittenDate) -> bool:
    return any(
        a[1:] == b[1:] and (a[0] is None or b[0] is None or a[0] == b[0]) for a in one.readings for b in other.readings
    )


def _halves(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) & _HALVES


def _weekdays(text: str) -> frozenset[str]:
    return frozenset(day[0].lower() for day in _WEEKDAY.finditer(text))


def preferences(topics: Iterable[Topic]) -> list[str]:
    """The names of the facts that say what the user prefers."""
    return [topic.name for topic in topics if is_a_preference(topic)]
