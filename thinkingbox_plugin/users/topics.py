"""Which fact does a phrase ask for?  The most specific one wins, and nothing else is given away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from thinkingbox_plugin.users.words import normal, stems, tokens

_BREAK = re.compile(
    r"\s(?:on|for|of|in|at|from|associated|linked|attached|related|connected|tied|registered"
    r"|listed|used|under|that"
    r"|which|where|you|we|i|so|with|to|as|when|is|are|was|were|by|about|regarding|printed|shown"
    r"|found|if|who|whose)\s",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"\s*(?:(?:your|you|yours|the|an?|any|some|me|us|my|both|either|also|please|with|of|for"
    r"|following|our|it|that"
    r"|this|these|those|their|and|or|just|first|exact|correct|all|kindly|to|know|about|like|least"
    r"|at|is|are|was"
    r"|were|would be|such)(?![\w'-])\s*)+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|too|as well|handy|again|for me|first|now|below|here"
    r"|for us|though|instead"
    r"|if possible|if applicable|if available|if any|if you have (?:it|them|one|any)|to hand|at hand|ready"
    r"|available))+\s*$",
    re.IGNORECASE,
)

_PERSONS = stems("""
    recipient manager supervisor boss colleague coworker teammate spouse wife husband partner child
    son daughter parent mother father friend neighbour neighbor passenger companion witness landlord
    assistant delegate vendor supplier merchant beneficiary payee sender employer driver party
""")
_CONTRASTS = _PERSONS | stems("""
    new other another additional alternative gift emergency previous old former replacement
    temporary secondary backup company third next second billing
""")
_OF_A_NAME = stems("""
    full first last complete legal registered account holder cardholder customer guest booking order
    file record policyholder policy insured employee caller primary main lead exact entire given
    proper preferred user member client person whom payment card
""")
_STANDING = stems("file current existing registered old previous original former")
_ALIAS_PAIRS = """
    order:purchase purchase:order evidence:photo proof:photo problem:damage problem:reason
    damage:problem reason:problem location:address address:location location:city location:place
    travel: stay: trip: incident:loss happen:incident happen: occur: price:amount cost:amount
    employee:badge number:quantity desired:preferred preference:preferred
"""
_ALIASES = tuple(
    ("".join(tokens(old)), "".join(tokens(new)))
    for old, _, new in (pair.partition(":") for pair in _ALIAS_PAIRS.split())
)
_REACH = stems("email phone")
_CONTACT = tuple(frozenset(stems(pair)) for pair in ("contact details", "contact information", "contact info"))


@dataclass(frozen=True, slots=True)
class Topic:
    """A fact's name, read: its plain form, the words that carry meaning and the one that says what it is."""

    name: str
    normal: str
    tokens: tuple[str, ...]
    head: str

    @classmethod
    def of(cls, name: str) -> Topic:
        """Read a fact's name."""
        near, far = _halves(name)
        words = tuple(dict.fromkeys(near + far))
        return cls(name, normal(name), words, near[-1] if near else words[-1] if words else "")

    @property
    def is_anothers(self) -> bool:
        """Whether the fact is about somebody other than the user."""
        return bool(set(self.tokens) & _PERSONS)


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that is asked for: ``near`` are the thing's own words, ``far`` those that qualify it."""

    text: str
    near: tuple[str, ...]
    far: tuple[str, ...]
    heads: frozenset[str]

    @classmethod
    def of(cls, phrase: str, extra: Sequence[str] = ()) -> Item:
        """Read a noun phrase; ``extra`` are words that a question word stands for ("when": date)."""
        text = strip(phrase)
        near, far = _halves(text)
        heads = {*extra} or ({near[-1]} if near else {*far[:1]})
        return cls(text, (*near, *extra), far, frozenset(heads))

    @property
    def words(self) -> frozenset[str]:
        """All words that carry meaning."""
        return frozenset(self.near + self.far)


def strip(phrase: str) -> str:
    """``phrase`` without "your", "please" and the like at its ends."""
    text = _TRAILING.sub("", " " + phrase.strip(" \t\n.,;:!?\"'()[]"))
    return _LEADING.sub("", text, count=1).strip(" \t\n.,;:!?\"'()[]") if _LEADING.match(text) else text.strip()


def _halves(phrase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    # "date of birth" and the like are one thing: let the synonyms see them before the cut.
    whole = tokens(phrase)
    match = _BREAK.search(f" {phrase} ", 1)
    if not match:
        return whole, ()
    near = tokens(phrase[: match.start() - 1])
    if not set(near) <= set(whole) or not near:
        return whole, ()
    rest = list(whole)
    for word in near:
        rest.remove(word)
    return near, tuple(rest)


def match(item: Item, topics: Iterable[Topic]) -> list[Topic]:
    """The topics that ``item`` asks for: those of its own name, else the most specific, else the nearest."""
    topics = list(topics)
    plainly = normal(item.text)
    exact = [t for t in topics if t.normal == plainly]
    if exact:
        return exact
    if any(pair <= item.words for pair in _CONTACT):
        return [t for t in topics if t.head in _REACH]
    found = _match_words(item, topics)
    for old, new in _ALIASES:
        if found:
            return found
        if old in item.words:
            found = _match_words(_replaced(item, old, new), topics)
    return found


def _replaced(item: Item, old: str, new: str) -> Item:
    def swap(words: Iterable[str]) -> tuple[str, ...]:
        return tuple(new if w == old else w for w in words if new or w != old)

    return Item(item.text, swap(item.near), swap(item.far), frozenset(swap(item.heads)))


def _match_words(item: Item, topics: list[Topic]) -> list[Topic]:
    if not item.near and not item.far:
        return []
    free = [t for t in topics if t.tokens and not _blocked(item, t)]
    same = [t for t in free if set(t.tokens) == set(item.near)]
    if same:
        return same
    covered = [t for t in free if set(t.tokens) <= item.words and (t.head in item.heads or item.heads & set(t.tokens))]
    if covered:
        return _best(covered, lambda t: (len(t.tokens), len(set(t.tokens) & set(item.near))))
    wider = [t for t in free if item.near and set(item.near) < set(t.tokens) and item.heads & set(t.tokens)]
    return _best(wider, lambda t: (len(set(t.tokens) & set(item.far)), -len(t.tokens)))


def _best(topics: list[Topic], score: Callable[[Topic], tuple[int, int]]) -> list[Topic]:
    top = max((score(t) for t in topics), default=None)
    return [t for t in topics if score(t) == top]


def _blocked(item: Item, topic: Topic) -> bool:
    """Whether ``item`` means somebody or something else's: the recipient's name is not the user's."""
    own = set(topic.tokens)
    near, far = set(item.near), set(item.far)
    contrast = near & _CONTRASTS | far & _PERSONS
    if contrast - own and not contrast & own:
        return True
    if "new" in own and "new" not in item.words and item.words & _STANDING:
        return True
    if topic.head == "name" and "name" in item.near and not contrast:
        others = near - own - _OF_A_NAME
        if re.search(r"\bname of\b", item.text, re.IGNORECASE):
            others |= far - own - _OF_A_NAME
        return bool(others)
    return False
