"""Keeps a model that plays the user inside its closed world.

A reply may hold only what the user can know: what stands in the opening, the facts and the behaviour, and
what both sides have written so far.  It may not confirm, or give as its own, another value than a fact's.
Values are compared up to how they are written: "$64", "64.00" and "64 dollars" are one number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import chain
from typing import Literal

from thinkingbox_plugin.mentions import (
    dates_in,
    emails_in,
    kind_of,
    mentions,
    mentions_reference,
    numbers_in,
    references_in,
)
from thinkingbox_plugin.mentions.dates import WrittenDate, spans_of_dates, times_in_plain
from thinkingbox_plugin.mentions.references import spans_of_addresses
from thinkingbox_plugin.mentions.text import plain
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users.claims import confirms, contradicts
from thinkingbox_plugin.users.finding import Heard
from thinkingbox_plugin.users.listening import listen
from thinkingbox_plugin.users.scripted import ScriptedUser
from thinkingbox_plugin.users.topics import Topic
from thinkingbox_plugin.users.words import has_all, tokens

Kind = Literal["email", "identifier", "date", "time", "number", "contradiction"]


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a reply is rejected; ``what`` completes "a first attempt was thrown away: it ..."."""

    kind: Kind
    what: str


def objection(reply: str, user: ScriptedUser, conversation: Sequence[Message]) -> Objection | None:
    """The first reason to reject ``reply`` to the last message of ``conversation``, or None."""
    said = [message.content for message in conversation if message.role in ("user", "assistant")]
    known = _Known("\n".join([*_own(user), *said]))
    return next(chain(_invented(_without_enumerators(reply), known), _contradicted(reply, user, said)), None)


def _own(user: ScriptedUser) -> Iterator[str]:
    behaviour = user.behaviour
    yield user.opening
    yield from user.facts
    yield from user.facts.values()
    yield behaviour.text
    yield from (*behaviour.refuses, *behaviour.accepts, *behaviour.pushes)
    yield from (*behaviour.answers, *behaviour.answers.values())


# -- values that nobody has named

_ENUMERATOR = re.compile(r"^(\s*(?:[-*]\s)?\(?)[0-9]{1,2}[.)](?=\s+[^\W_])", re.MULTILINE)
_ORDINAL = re.compile(r"(?<![^\W_])([0-9]{1,2})(?:st|nd|rd|th)(?![^\W_])", re.IGNORECASE)
_CHUNK = re.compile(r"[0-9]+")
_DIGIT_RUN = re.compile(r"[0-9](?:[0-9 ().,'/-]*[0-9])?")
_SHORTEST_LABEL = 3
"""A number of so many digits may be the tail of an id, the end of a card, a year."""
_SHORTEST_PHONE = 7
_WORDS: dict[str, Decimal] = {
    "two": Decimal(2), "three": Decimal(3), "four": Decimal(4), "five": Decimal(5), "six": Decimal(6),
    "seven": Decimal(7), "eight": Decimal(8), "nine": Decimal(9), "ten": Decimal(10), "eleven": Decimal(11),
    "twelve": Decimal(12), "thirteen": Decimal(13), "fourteen": Decimal(14), "fifteen": Decimal(15),
    "sixteen": Decimal(16), "seventeen": Decimal(17), "eighteen": Decimal(18), "nineteen": Decimal(19),
    "twenty": Decimal(20), "thirty": Decimal(30), "forty": Decimal(40), "fifty": Decimal(50), "sixty": Decimal(60),
    "seventy": Decimal(70), "eighty": Decimal(80), "ninety": Decimal(90), "hundred": Decimal(100),
}  # fmt: skip
"""One is no number here: "the blue one", "no one"."""
_NUMBER_WORD = re.compile(rf"(?<![\w-])(?<!the )(?<!these )(?<!those )({'|'.join(_WORDS)})(?![\w-])", re.IGNORECASE)
_ANY_NUMBER_WORD = re.compile(rf"(?<![^\W_])({'|'.join(_WORDS)})(?![^\W_])", re.IGNORECASE)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MAY_BE_A_WORD = ("march", "may", "august")
_NAMED_DAY = re.compile(
    rf"(?<![^\W_])(?:(?P<before>in|since|early|late|mid|last|next|until|by|of) )?(?P<name>yesterday|tomorrow"
    rf"|(?:last|next) (?:night|week|weekend|month|year)|this (?:morning|afternoon)|{'|'.join(_WEEKDAYS)}"
    rf"|{'|'.join(_MONTHS)})(?:,? (?P<year>(?:19|20)[0-9]{{2}}))?(?![^\W_])",
    re.IGNORECASE,
)


def _is_word(match: re.Match[str]) -> bool:
    """Whether "may" is a verb here."""
    return match["name"].lower() in _MAY_BE_A_WORD and not match["before"] and not match["year"]


class _Known:
    """What a text states, each kind found once."""

    def __init__(self, text: str) -> None:
        self.text = plain(text)

    @cached_property
    def emails(self) -> frozenset[str]:
        return frozenset(emails_in(self.text))

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        words = {_WORDS[match[1].lower()] for match in _ANY_NUMBER_WORD.finditer(self.text)}
        return frozenset({abs(number) for number in numbers_in(self.text)} | words)

    @cached_property
    def chunks(self) -> frozenset[str]:
        return frozenset(_CHUNK.findall(self.text))

    @cached_property
    def digits(self) -> str:
        """All digits, with a space where letters part them: telephone numbers in any grouping."""
        return re.sub(r"[^0-9A-Za-z]+", "", self.text)

    @cached_property
    def dates(self) -> tuple[WrittenDate, ...]:
        return dates_in(self.text)

    @cached_property
    def times(self) -> frozenset[tuple[int, int]]:
        return frozenset(reading for time in times_in_plain(self.text) for reading in time.readings)

    def has_date(self, written: WrittenDate) -> bool:
        return any(
            (month, day) == (other_month, other_day) and (year is None or other is None or year == other)
            for year, month, day in written.readings
            for date in self.dates
            for other, other_month, other_day in date.readings
        )

    def has_day(self, day: int) -> bool:
        return any(day == number for date in self.dates for _, _, number in date.readings) or any(
            int(match[1]) == day for match in _ORDINAL.finditer(self.text)
        )

    def has_label(self, digits: str) -> bool:
        """Whether ``digits`` are a label, or the tail of one, or a telephone number however grouped."""
        return (len(digits) >= _SHORTEST_LABEL and digits in self.chunks) or (
            len(digits) >= _SHORTEST_PHONE and digits in self.digits
        )

    def has_day_named(self, match: re.Match[str]) -> bool:
        """Whether "yesterday", "Monday" or "in September 2025" can be known."""
        name = match["name"].lower()
        if name in _MONTHS:
            month, year = _MONTHS.index(name) + 1, match["year"] and int(match["year"])
            if any(
                month == number and year in (None, other) for date in self.dates for other, number, _ in date.readings
            ):
                return True
            name = f"{name} {year}" if year else name
        return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", self.text, re.IGNORECASE) is not None

    def has_reference(self, reference: str) -> bool:
        return mentions_reference(self.text, reference) or (reference.isdigit() and reference in self.chunks)


def _without_enumerators(text: str) -> str:
    return _ENUMERATOR.sub(r"\1", text)


def _invented(reply: str, known: _Known) -> Iterator[Objection]:
    text = plain(reply)
    for email in emails_in(text):
        if email not in known.emails:
            yield Objection("email", f"it gives the e-mail address {email}, which nobody has named")
    for reference in references_in(text):
        if not known.has_reference(reference):
            yield Objection("identifier", f"it gives the number {reference}, which nobody has named")
    yield from _invented_dates(text, known)
    yield from _invented_numbers(text, known)


def _invented_dates(text: str, known: _Known) -> Iterator[Objection]:
    for written in dates_in(text):
        if not known.has_date(written):
            yield Objection("date", f"it gives the date {text[written.start : written.end]}, which nobody has named")
    rest = _blanked(text, ((date.start, date.end) for date in dates_in(text)))
    for match in _ORDINAL.finditer(rest):
        if not known.has_day(int(match[1])):
            yield Objection("date", f"it says {match[0]}, which nobody has named")
    for match in _NAMED_DAY.finditer(rest):
        if not _is_word(match) and not known.has_day_named(match):
            yield Objection("date", f"it says {match[0]}, and you know of no such day")
    for time in times_in_plain(text):
        if not known.times & set(time.readings):
            yield Objection("time", f"it says {text[time.start : time.end]}, and you know of no such time")


def _invented_numbers(text: str, known: _Known) -> Iterator[Objection]:
    fine: set[str] = set()
    for number in map(abs, numbers_in(text)):
        digits = f"{number.normalize():f}"
        if number in known.numbers or known.has_label(digits):
            fine |= {_bare(digits), _bare(f"{number:f}"), _bare(f"{number:.2f}")}
        else:
            yield Objection("number", f"it gives the number {digits}, which nobody has named")
    for match in _NUMBER_WORD.finditer(text):
        if _WORDS[match[1].lower()] not in known.numbers:
            yield Objection("number", f"it gives the number {match[1].lower()}, which nobody has named")
    yield from _stray_digits(text, known, fine)


def _stray_digits(text: str, known: _Known, fine: set[str]) -> Iterator[Objection]:
    """Digits that are part of nothing else: telephone numbers, versions, sizes."""
    spans = [*spans_of_addresses(text), *spans_of_dates(text), *((t.start, t.end) for t in times_in_plain(text))]
    for run in _DIGIT_RUN.finditer(_ORDINAL.sub(" ", _blanked(text, spans))):
        if _bare(run[0]) in fine or known.has_label(_bare(run[0])):
            continue
        for part in run[0].split():
            if _bare(part) not in fine and not known.chunks.issuperset(_CHUNK.findall(part)):
                yield Objection("number", f"it gives the number {run[0]}, which nobody has named")
                return


def _bare(written: str) -> str:
    return re.sub(r"[^0-9]", "", written)


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


# -- values that differ from a fact

_YES = re.compile(
    r"^\W*(?:(?:oh|ah|well|hi|hello|thanks|thank you|okay|ok),?\s)*(?:yes|yeah|yep|yup|correct|right|exactly|absolutely"
    r"|indeed|affirmative|certainly|of course|sure|speaking"
    r"|(?:that|this|it)(?:'s| is)(?: all| also)? (?:right|correct|it|me|mine|the one|fine|true)|it is|they are"
    r"|(?:those|these|they|all)(?: of (?:it|them))?(?:'re| are| is)? (?:right|correct)"
    r"|(?:(?:it|that|this) )?(?:all )?looks (?:right|correct|good)"
    r"|(?:that|this)(?:'s| is) (?:my|the) |i confirm|confirmed|i can confirm"
    r"|you(?:'re| are) (?:right|correct))(?![^\W_])",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_NOT_ITS_OWN = re.compile(r"\b(?:not|isn't|wasn't|never|wrong|instead of|rather than|new|don't|no)\b", re.IGNORECASE)


def _contradicted(reply: str, user: ScriptedUser, said: Sequence[str]) -> Iterator[Objection]:
    if said and _YES.search(plain(reply)):
        heard = listen(said[-1], user.facts)
        mine = _Known("\n".join([*_own(user), *said[:-1:2]]))
        for name in (*_wrong(heard, user), *_wrong_by_kind(heard, user, mine)):
            if not mentions(reply, user.facts[name]):
                yield Objection("contradiction", f"it says yes to a value that is not that of {name}")
    for sentence in _SENTENCE.split(plain(reply)):
        if sentence.rstrip().endswith("?") or _NOT_ITS_OWN.search(sentence) or not _tells(sentence):
            continue
        for name in user.facts:
            if has_all(Topic.of(name).tokens, tokens(sentence)) and _differs(sentence, name, user):
                yield Objection("contradiction", f"it gives another value for {name} than the fact does")


def _differs(text: str, name: str, user: ScriptedUser) -> bool:
    """Whether ``text`` gives the fact another value, which is not that of a fact much like it.

    "The name of my uncle is Chidi Okafor" does not differ from the fact "name" where another holds the uncle's.
    """
    value = user.facts[name]
    if not contradicts(text, Topic.of(name), value):
        return False
    kind = kind_of(value)
    alike = (other for other, v in user.facts.items() if other != name and kind in (kind_of(v), "phrase"))
    return not any(mentions(text, user.facts[other]) for other in alike)


def _tells(sentence: str) -> bool:
    """Whether a sentence gives a value: "My order number is ...", "Order number: ..."."""
    return (
        re.search(r"\b(?:is|was|are|were|it's)\b|:", sentence) is not None
        and re.search(r"[0-9@]", sentence) is not None
    )


def _wrong(heard: Heard, user: ScriptedUser) -> Iterator[str]:
    """The facts to which what is to be confirmed gives another value."""
    asked = [clause.text for clause in heard.claims] + (list(heard.statements) if heard.looks_back else [])
    for name, value in user.facts.items():
        if any(confirms(text, Topic.of(name), value) for text in asked):
            continue
        if any(_differs(text, name, user) for text in asked):
            yield name


_ABOUT_A_FACT = re.compile(
    r"^\W*(?:(?:and|so),? )?(?:(?:is|was|are|were) (?:it|that|this|(?:the|your) (?:\w+ )?(?:amount|price|total|sum|cost"
    r"|date|day|quantity|number))|did you (?:buy|order|pay|purchase|book|receive|get))(?![^\W_])",
    re.IGNORECASE,
)
_SUITS = re.compile(r"(?<![^\W_])(?:ok|okay|fine|good|acceptable|alright|suits?|works?)(?![^\W_])", re.IGNORECASE)


def _wrong_by_kind(heard: Heard, user: ScriptedUser, mine: _Known) -> Iterator[str]:
    """The fact of the kind that a question like "Was it $65?" asks about, if the user has never said $65."""
    for clause in heard.claims:
        if not _ABOUT_A_FACT.match(clause.text) or _SUITS.search(clause.text):
            continue
        dates, numbers = dates_in(clause.text), [abs(number) for number in numbers_in(clause.text)]
        for name, value in user.facts.items():
            kind = kind_of(value)
            other_date = kind in ("date", "datetime") and dates and not any(map(mine.has_date, dates))
            if other_date or (kind in ("amount", "number") and numbers and not mine.numbers & set(numbers)):
                yield name
