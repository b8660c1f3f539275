"""What the opening told already is told again in its own words, never in others."""

from __future__ import annotations

import re

from thinkingbox_plugin.mentions import dates_in, emails_in, references_in
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Item
from thinkingbox_plugin.users.words import stems, tokens

_GENERIC = stems("""
    product item order problem request reason appliance situation device purchase happen matter damage condition
    booking reservation trip stay accident claim error story
""")
_KIND_OF = stems("name type kind sort nature cause description")
_NUMBERED = stems("order booking policy claim serial ticket invoice account employee case card vehicle member customer")
_INTRODUCES = re.compile(
    r"\b(?:[Tt]his is|[Ii]'m|[Ii] am|[Mm]y name(?: is|'s)|[Nn]ame's|[Ii]t's) [A-Z][\w'-]+"
    r"|[A-Z][\w'-]+(?: [A-Z][\w'-]+)+ (?:speaking|here)\b|(?:,|^) ?[A-Z][\w'-]+(?: [A-Z][\w'-]+)+[.!]?$"
)
_SIGNATURE = re.compile(r"(?:-\s*)?[A-Z][\w'-]+(?: [A-Z][\w.'-]*){0,3}")


def retold(label: str, opening: str) -> str | None:
    """The sentences of ``opening`` that hold what ``label`` names, or None if none do."""
    item = Item.of(label)
    if not item.words:
        return None
    sentences = [unit.text for unit in units(opening)]
    held = [sentence for sentence in sentences if _holds(sentence, set(item.words))]
    if held:
        return " ".join(held)
    if item.words == {"name"} and sentences and _SIGNATURE.fullmatch(sentences[-1]):
        return sentences[-1]
    return None


def is_the_matter(label: str) -> bool:
    """Whether ``label`` asks for what the opening as a whole tells: the problem, the product, the request."""
    item = Item.of(label)
    near = set(item.near) - _KIND_OF
    return bool(item.words & _GENERIC) and (near or item.words - _KIND_OF) <= _GENERIC


def _holds(sentence: str, words: set[str]) -> bool:
    said = set(tokens(sentence))
    if words <= said and words - _GENERIC:
        return True
    if words == {"name"}:
        return bool(_INTRODUCES.search(sentence))
    if "email" in words:
        return bool(emails_in(sentence)) and words - {"email"} <= said
    if "date" in words:
        return bool(dates_in(sentence)) and words - {"date"} <= said
    return "number" in words and _numbers(sentence, words - {"number"}, said)


def _numbers(sentence: str, of: set[str], said: set[str]) -> bool:
    """Whether a reference in ``sentence`` can be the number of what ``of`` names."""
    references = references_in(sentence)
    if not references:
        return False
    kinds = {word for word in _NUMBERED for r in references if _abbreviates(r, word)}
    if kinds and of and not kinds & of:
        return False  # an order number is no serial number
    abbreviated = {word for word in of for r in references if _abbreviates(r, word)}
    return of - abbreviated <= said or (len(references) == 1 and of <= _NUMBERED and not said & _NUMBERED)


def _abbreviates(reference: str, word: str) -> bool:
    """Whether the letters of ``reference`` stand for ``word``: ORD for order, CLM for claim."""
    prefix = re.match(r"[A-Z]*", reference)
    letters = prefix[0].lower() if prefix else ""
    rest = iter(word)
    return bool(letters) and word[:1] == letters[0] and all(letter in rest for letter in letters)
