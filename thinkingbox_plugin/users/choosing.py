"""Which of the things that a question offers does the user want, by its facts, its opening or its ready answers?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from thinkingbox_plugin.mentions import dates_in, kind_of, references_in
from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Topic
from thinkingbox_plugin.users.wishes import is_a_preference
from thinkingbox_plugin.users.words import has_all, stems, tokens

_SPLIT = re.compile(r"\s*(?:[,;]|\bor\b)\s*", re.IGNORECASE)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z0-9,:;)] )(?!I\b)[A-Z][\w'-]*")
_ITEM_OF_A_LIST = re.compile(r"(?<![^\W_])\(?(?:[A-Da-d]|[1-4])[.)]\s")
_IDLE = stems("""
    want prefer preferred like option only both term all just one go ahead would rather thing it case mean still then
    that this them not please make take get
""")
_CASES = stems("booking order stay hotel item product trip policy claim appliance device account visit ticket case one")
_LEAVE = stems("leave")
# "We leave on Sunday" is not about leaving anything as it is.
_LEAVE_IT = re.compile(r"\bleav(?:e|es|ing) (?:it|them|that|this|the|all|everything|my|our|as|alone)\b", re.IGNORECASE)
_OR_NOTHING = re.compile(r"\bor (?:shall i |should i )?(?:leave|keep) (?:it|them|things|everything)\b", re.IGNORECASE)
_STAY = stems("stay")
_TO_DO = re.compile(r"(?:what (?:to do|is to happen)|whether to)\b", re.IGNORECASE)
_TASTE = re.compile(r"(?<![\w'])(?:prefer\w*|rather|like best|how would you like)(?![\w'])", re.IGNORECASE)
_WISHES = re.compile(r"\b(?:want|prefer|like|choose|rather|take)\b", re.IGNORECASE)


def asks_for_a_wish(message: str) -> bool:
    """Whether the question which of several is asked to learn what the user wants, not what it means."""
    return any(
        _WISHES.search(unit.text) for unit in units(message) if unit.text.endswith("?") and cues.WH.match(unit.text)
    )


def is_of_taste(question: str) -> bool:
    """Whether a question of choice asks what the user prefers, so that one may have no preference."""
    return _TASTE.search(question) is not None


def is_or_nothing(question: str) -> bool:
    """Whether a question offers to do one thing or to leave everything as it is."""
    return _OR_NOTHING.search(question) is not None


def mentions_all(text: str, value: str) -> bool:
    """Whether ``text`` holds all the words of ``value``."""
    return has_all(tokens(value), tokens(text))


def can_be_chosen(text: str) -> bool:
    """Whether something that the user would accept can be said as a choice: a thing, not its price."""
    return kind_of(text) not in ("amount", "number", "percent")


def concerns_all_options(words: Iterable[str], question: str, message: str) -> bool:
    """Whether ``words`` are about the whole list of things to choose from in ``message``, if it holds one.

    "Refund or replacement" is; what only one option or a sentence beside the list holds is not.
    """
    lead, offered = set(tokens(question)), []
    for unit in units(message):
        pieces = _ITEM_OF_A_LIST.split(unit.text) if unit.intro is None else [unit.intro, unit.text]
        if len(pieces) > 1:
            lead.update(tokens(pieces[0]))
            offered += [set(tokens(piece)) for piece in pieces[1:]]
    rest = set(words) - lead
    return len(offered) < 2 or (rest <= set().union(*offered) and sum(rest <= own for own in offered) != 1)


def which(topics: Iterable[Topic], facts: Mapping[str, str], message: str) -> list[str]:
    """The facts that say which of the things of ``message`` is meant."""
    said = set(tokens(message))
    named = [t for t in topics if "which" in t.tokens]
    fitting = [t.name for t in named if set(t.tokens) - {"which"} <= said]
    if fitting:
        return fitting
    cases = [t.name for t in named if set(t.tokens) - {"which"} <= _CASES]
    sure = [t.name for t in named if _has_a_name(facts[t.name], said)] or cases
    near = [t.name for t in named if t.normal.startswith("which") and (set(t.tokens) - {"which"}) & said]
    return sure or (near if len(near) == 1 else [])


def decisions(names: Iterable[str], topics: Mapping[str, Topic]) -> list[str]:
    """Those of the facts ``names`` that say what the user wants, or all if none does."""
    listed = list(names)
    return [name for name in listed if _is_a_decision(topics[name])] or listed


def settled(topics: Iterable[Topic], facts: Mapping[str, str], question: str) -> list[str]:
    """The facts about what the user wants whose value speaks of one of the options of ``question``."""
    offered = _options(question)
    scores: dict[str, tuple[bool, int]] = {}
    for topic in topics:
        value = facts[topic.name]
        named = sum(_names(value, [option]) for option in offered)
        if _is_a_decision(topic) and named:
            # "Keep the one with breakfast, cancel the one without" speaks of both and tells less which is meant.
            score = len(set(tokens(f"{topic.name} {value}")) & set(tokens(question)))
            scores[topic.name] = (named == 1, score)
    return [name for name, score in scores.items() if score == max(scores.values())]


def quoted(opening: str, question: str) -> str | None:
    """The sentences of ``opening`` that speak of an option of ``question``, or None."""
    offered = _options(question)
    held = [unit.text for unit in units(opening) if _names(unit.text, offered)]
    return f"As I said: {' '.join(held)}" if held else None


def answered(answers: Iterable[str], question: str) -> str | None:
    """The one ready answer that names one of the names that ``question`` offers, or None."""
    if not names_two(question):
        return None
    offered = _options(question)
    fitting = {text for text in answers if sum(_names(text, [option]) for option in offered) == 1}
    return fitting.pop() if len(fitting) == 1 else None


def names_two(question: str) -> bool:
    """Whether a question offers two names: "Casa do Azulejo or Pensao Alecrim?"."""
    return _OR.search(question) is not None and sum(bool(_name_of(part)) for part in _SPLIT.split(question)) > 1


def _options(question: str) -> list[tuple[frozenset[str], bool]]:
    """What tells the options of a question apart: the words of each, and whether they are a name."""
    if not _OR.search(question):
        return []
    offered = question
    if cues.WH.match(question):
        offered = re.split(r"[:,]", question, maxsplit=1)[-1]
    parts = [part for part in _SPLIT.split(offered) if part.strip()]
    named = names_two(question)
    words = [_name_of(part) if named else _words_of(part) for part in parts]
    apart = [own - frozenset().union(*words[:n], *words[n + 1 :]) for n, own in enumerate(words)]
    return [(own, named) for own in apart if own]


def _words_of(part: str) -> frozenset[str]:
    dated = bool(dates_in(part))
    idle = _IDLE | (_CASES - _STAY) | {word for reference in references_in(part) for word in tokens(reference)}
    return frozenset(word for word in tokens(part) if word not in idle and (dated or not word.isdigit()))


def _name_of(part: str) -> frozenset[str]:
    return frozenset(word for name in _NAME.findall(f", {part}") for word in tokens(name))


def _names(text: str, offered: Sequence[tuple[frozenset[str], bool]]) -> bool:
    said = set(tokens(text)) - (frozenset() if _LEAVE_IT.search(text) else _LEAVE)
    return any(own <= said if whole else own & said for own, whole in offered)


def _has_a_name(value: str, said: set[str]) -> bool:
    """Whether ``value`` holds a name all of whose words were said."""
    name = frozenset(word for found in _NAME.findall(value) for word in tokens(found))
    return bool(name) and name <= said


def _is_a_decision(topic: Topic) -> bool:
    return "which" in topic.tokens or is_a_preference(topic) or _TO_DO.match(topic.name) is not None
