"""Notes which facts the parts of a message ask for, and what it asks for that no fact is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from thinkingbox_plugin.users.items import items_of
from thinkingbox_plugin.users.topics import (
    Item,
    Topic,
    match,
    named_in,
    second_choices,
    state_of,
    strip,
    thing,
    told_about,
)
from thinkingbox_plugin.users.words import stems, tokens

_VAGUE = stems("""
    details information info following things questions account identity requests matter situation assistance
    help everything anything something more bit moment concern records system few couple quick basic additional
    some necessary required certain specific relevant further it them that this one ahead yourself piece
    security minute second case eligibility options choice okay ok alright agreed fine deal clear context
    profile file know verification confirmation personal patience time every fact instructions prompt
""")
_ASKABLE = stems("""
    number name email phone address postcode birthdate date code digits identity reason photo receipt document serial
    time size color model
""")
_SUBJECT = re.compile(
    r"\s(?:do|does|did|is|are|was|were|would|will|can|could|should|shall|have|has|had"
    r"|(?:you|i|we)(?:'[a-z]+)?|suits?|works?)(?![\w'])",
    re.IGNORECASE,
)
_ANY_COURSE = stems("preferred proceed continue go ahead handle next move forward things")
_ANY_CHOICE = stems("preferred option options choice")
_ONE = stems("one ones of them these those")
_WHEN = stems("date time slot")
_NEW_ADDRESS = stems("new address")
_PREFERRED = tuple(stems("preferred"))
# "Which of your two free dates" asks for a date.
_OFFERED = stems("free available open remaining possible following offered other saved") | stems(
    "two three four five six"
)
_LATER = re.compile(
    r"(?:would suit|suits)\b|(?:should|shall|can|could|would|may|do) (?:you|i|we|it|the|our|someone|somebody|they)\b"
    r"|(?:are you|will you be) (?:at |in\b|around|free|there|available)",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"(?:(?:and|so|but|or),? )?(?:until|till)\b", re.IGNORECASE)
_FROM = stems("early earlier from checkin arrival begin start")
_TO = stems("until till to late later checkout departure end")
_REMEDIES = stems("refund replacement repair exchange")
_BOUGHT = re.compile(r"(?:gave|bought|purchased|paid for)\b", re.IGNORECASE)
_STORY = re.compile(
    r"(?:(?:exactly|the accident|the incident|it|this|that|all this|has|have|had) )?(?:happen|occur|caus|made|went"
    r"|broke|le[ad]d|brought|prompt|chang|c[ao]me about|took place)",
    re.IGNORECASE,
)
_MATTER = re.compile(r"(?:the )?matter\b", re.IGNORECASE)
_WHETHER = re.compile(r"(?:whether|if)\s", re.IGNORECASE)
VALUE = re.compile(r"[0-9@]|(?<!\w)[A-Z][a-z]")
_ALTERNATIVES = re.compile(r"\bor\b", re.IGNORECASE)
_WHICH = re.compile(
    r"(?:(?:and|so|or),? )?which (?:of )?(?P<thing>.{1,60}?)(?=,|:| (?:is|are|was|do|does|would|has)\b)", re.IGNORECASE
)
_FOR_WHOM = re.compile(r"\bfor\s?\??$|\bfor whom\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_DESCRIPTION = tuple(stems("description"))
NOTHING = "\x00"
"""What names nothing that one could know: "some details"."""
_MEANS: dict[str, tuple[str, ...]] = {
    "when": ("date", "time", "preferred date", "preferred time", "preferred slot"),
    "where": ("location", "address", "city"),
    "who": ("name", "person", ""),
    "whom": ("name", "person"),
    "why": ("reason",),
    "how many": ("number", "quantity", ""),
    "how much": ("amount", "price", ""),
    "how long": ("duration", "length", "time"),
    "how old": ("age", "birthdate"),
    "how": ("payment method", "method", "way", "refund method", ""),
}


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence that wants one thing, and the whole sentence.

    ``context`` is the sentence without the other questions in it.
    """

    text: str
    sentence: str
    context: str = ""


@dataclass
class Heard:
    """What a message wants, sentence by sentence.

    ``asked`` are the names of facts in the order of the facts, ``unknown`` the things asked for that no
    fact names (``unmet`` has the clauses that asked for some, ``spared`` those asked for beside a fact that
    will do), ``vague`` a request without a thing ("some details").  ``claims`` are sentences that ask whether
    something is so; ``looks_back`` says that the statements before are to be confirmed; ``picks`` asks which
    of the things named before it is meant and ``repeats`` for the last message again; ``choices`` are
    questions of choice, ``proposals`` the sentences that ask for agreement and ``questions`` those that
    nothing here understands.
    """

    asked: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unmet: dict[str, Clause] = field(default_factory=dict)
    spared: list[str] = field(default_factory=list)
    vague: bool = False
    claims: list[Clause] = field(default_factory=list)
    looks_back: bool = False
    statements: list[str] = field(default_factory=list)
    choices: list[Clause] = field(default_factory=list)
    proposals: list[Clause] = field(default_factory=list)
    questions: list[Clause] = field(default_factory=list)
    refusal: bool = False
    anything_else: bool = False
    offers_help: bool = False
    picks: bool = False
    repeats: bool = False


class Finder:
    """Finds what a message asks for among ``topics`` and notes it in ``heard`` and ``found``.

    The ``ask_`` methods return whether they took the text for a request.
    """

    def __init__(self, topics: Sequence[Topic], heard: Heard) -> None:
        self.topics = topics
        self.heard = heard
        self.found: set[str] = set()

    def ask_whether(self, span: str) -> bool:
        """ "Let me know whether the box was opened" asks for what the box is like."""
        named = [] if VALUE.search(span) else named_in(span, self.topics)
        self.found.update(t.name for t in named)
        return bool(named)

    def is_askable(self, span: str) -> bool:
        """Whether ``span`` names things that one asks people for, and gives no value for them."""
        heads = [item.heads for item in items_of(span, self.topics)]
        return bool(heads) and all(h & _ASKABLE for h in heads) and not VALUE.search(span)

    def refer_back(self) -> bool:
        """Take "it" for what the statement before named, if that is a fact."""
        for sentence in reversed(self.heard.statements[-2:]):
            words = tokens(sentence)
            found = match(Item(sentence, (), words, frozenset(words)), self.topics)
            self.found.update(t.name for t in found)
            if found:
                return True
        return False

    def ask_span(self, span: str, firm: bool) -> bool:
        """Ask for what ``span`` lists; unless ``firm``, only if a fact is among it."""
        if _WHETHER.match(span.lstrip()) and "," not in span and self.ask_whether(span):
            return True  # "whether the washer and the dryer are sealed": a list of things, not of questions
        items = items_of(span, self.topics)
        if not items:
            vague = firm and not strip(span)
            self.heard.vague = self.heard.vague or vague
            return vague
        labels = [self._find(item) for item in items]
        found = None in labels
        if not found and not firm:
            return False
        if found and _ALTERNATIVES.search(span):
            self.heard.spared += [label for label in labels if label and label != NOTHING]
        else:
            self._miss(labels)
        return True

    def _miss(self, labels: Sequence[str | None]) -> None:
        for label in labels:
            if label == NOTHING:
                self.heard.vague = True
            elif label is not None:
                self.heard.unknown.append(label)

    def ask(self, phrase: str) -> None:
        """Ask for what ``phrase`` lists, known or not."""
        if not self.ask_span(phrase, firm=False):
            self._miss([self._find(item) for item in items_of(phrase, self.topics)])

    def _find(self, item: Item, among: Sequence[Topic] | None = None) -> str | None:
        """Note the facts that ``item`` asks for; if there are none, what to say is unknown."""
        topics = self.topics if among is None else among
        found = named_in(item.text, topics) if _WHETHER.match(item.text) else match(item, topics)
        found = found or told_about(item.text, topics)
        self.found.update(t.name for t in found)
        if found:
            return None
        if not item.words or item.words <= _VAGUE or (item.near and set(item.near) <= _VAGUE):
            return NOTHING
        return _label(item.text) or _label(thing(item.text))

    def ask_wh(self, whole: Clause, span: str, wh: re.Match[str]) -> bool:
        """Ask for what a question starting with ``wh`` in ``span`` is about."""
        word = wh["word"].lower()
        rest = span[wh.end() :].strip(" ?.!")
        if word in ("what", "what exactly", "how") and _STORY.match(rest):
            if not self.ask_question(whole, rest, ("description", "problem", "reason"), or_else=False):
                self.heard.unknown.append("problem")
            return True
        if wh["is"] and word.startswith("what") and _MATTER.match(rest):
            self.heard.unknown.append("problem")
            return True
        if word == "whose" or (wh["is"] and word.startswith(("what", "which"))):
            return (rest.lower() in ("it", "that") and self.refer_back()) or (
                bool(rest) and self.ask_span(rest, firm=True)
            )
        if word.startswith(("what", "which")):
            return self._ask_which(whole, word, rest)
        if word == "how" and "prefer" in tokens(rest) and set(tokens(rest)) <= _ANY_COURSE:
            self.heard.choices.append(whole)
            return True
        if word == "who" and _BOUGHT.match(rest) and self._find(Item.of("the giver")) is None:
            return True
        means = _MEANS[word]
        if word.startswith("who") and _FOR_WHOM.search(whole.text):
            means = ("recipient name", *means)
        if word == "when" and _LATER.match(f"{(wh['is'] or '').strip()} {rest.removeprefix('else ')}".strip()):
            return self.ask_question(whole, rest, means, or_else=False) or self._ask_wished_date(whole)
        if word == "where" and _LATER.match(rest):
            return self.ask_question(whole, rest, means, or_else=False) or self._ask_all(whole, _NEW_ADDRESS)
        return self.ask_question(whole, rest, means)

    def _ask_all(self, whole: Clause, words: frozenset[str]) -> bool:
        """Ask for the facts whose names are just ``words``, if any."""
        found = [t for t in self.topics if set(t.tokens) == words]
        self.found.update(t.name for t in found)
        if not found:
            self.heard.questions.append(whole)
        return True

    def _ask_wished_date(self, whole: Clause) -> bool:
        """ "When are you at home?" asks for the date that the user would like."""
        found = second_choices(self.topics) if "else" in tokens(whole.text) else []
        found = found or [t for t in self.topics if t.is_wish]
        self.found.update(t.name for t in found)
        if not found:
            self.heard.questions.append(whole)
        return True

    def ask_which_one(self, whole: Clause) -> bool:
        """Ask for the thing of "Which freezer is it, A or B?" and for a fact that is the choice itself, if any."""
        wh = _WHICH.match(whole.text)
        if wh:
            words = set(tokens(wh["thing"])) - _ONE - _ANY_CHOICE
            item = Item.of(wh["thing"])
            found = match(_with_which(item), self.topics) if words and words == set(item.words) else []
            if len(found) == 1:
                self.found.update(t.name for t in found)
                return True
        said = set(tokens(whole.text))
        found = [
            t
            for t in self.topics
            if (t.is_choice and len(set(t.tokens) & said) > 1)
            or ("which" in t.tokens and set(t.tokens) - {"which"} <= said)
        ]
        self.found.update(t.name for t in found)
        return bool(found)

    def _ask_which(self, whole: Clause, word: str, rest: str) -> bool:
        """ "Which size would you like?": the thing is what stands before the verb."""
        if Item.of(rest).words <= _ANY_CHOICE:
            self.heard.choices.append(whole)
            return True
        subject = _SUBJECT.search(f" {rest}")
        thing = f" {rest}"[: subject.start()] if subject else rest
        if not thing.strip():
            found = self.ask_question(whole, rest, (), or_else=word == "what")
            self.heard.picks = self.heard.picks or not found
            return True
        item = Item.of(thing)
        if item.near and set(item.near) <= _ANY_CHOICE and word == "which":
            self.heard.choices.append(whole)
            return True
        if set(item.near) <= _ONE | _OFFERED and word == "which":
            self.heard.picks = True
            self.heard.questions.append(whole)
            return True
        about = (*item.far, *Item.of(rest).words, *(("which",) if word == "which" else ()))
        if subject and set(item.near) & _WHEN and _LATER.match(rest[subject.start() :]):
            about = (*about, *_PREFERRED)
        item = Item(item.text, _unless_offered(item.near), about, frozenset(_unless_offered(item.near)))
        topics = [t for t in self.topics if not _runs_the_other_way(whole.text, t)]
        if self._find(item, topics) is None or self._ask_parts(thing, about):
            return True
        return self._ask_description(whole, item, rest, topics)

    def _ask_parts(self, thing: str, about: tuple[str, ...]) -> bool:
        """ "Which date and colour?" asks for both, if one of them is known."""
        parts = items_of(thing, self.topics)
        if len(parts) < 2:
            return False
        labels = [self._find(Item(p.text, p.near, (*p.far, *about), p.heads)) for p in parts]
        if None not in labels:
            return False
        self._miss([label for label in labels if label != NOTHING])
        return True

    def _ask_description(self, whole: Clause, item: Item, rest: str, topics: Sequence[Topic]) -> bool:
        """ "What parts were damaged?" asks for the description of the damage; else the thing is unknown."""
        words = tuple(Item.of(rest).words)
        found = match(Item(rest, _DESCRIPTION, words, frozenset(_DESCRIPTION), is_question=True), self.topics)
        found = [t for t in found if set(t.tokens) & set(words)] or state_of(rest, self.topics)
        self.found.update(t.name for t in found)
        if not found and "slot" in item.near and set(words) & _ANY_CHOICE:
            self.heard.choices.append(whole)
        elif not found:
            label = self._find(item, topics)
            self._miss([label])
            self.heard.unmet[label or ""] = whole
        return True

    def ask_question(self, whole: Clause, rest: str, means: tuple[str, ...], or_else: bool = True) -> bool:
        """A question whose words, with what its question word stands for, may name a fact."""
        words = Item.of(rest)
        for meaning in means or ("",):
            extra = tuple(stems(meaning))
            said = (*words.near, *words.far)
            near, far = (extra, said) if extra else (said, ())
            item = Item(rest, near, far, frozenset(near), is_question=bool(extra))
            found = match(item, self.topics)
            if found:
                self.found.update(t.name for t in found)
                return True
        counts = self._counts(whole.sentence) if _HOW_MANY.search(whole.text) else []
        alike = (
            told_about(rest, self.topics)
            or counts
            or [t for t in self.topics if "resolution" in words.words and t.is_choice and set(t.tokens) & _REMEDIES]
        )
        self.found.update(t.name for t in alike)
        if alike:
            return True
        if or_else:
            self.heard.questions.append(whole)
        return or_else

    def _counts(self, sentence: str) -> list[Topic]:
        """The facts on how many there are of what a sentence speaks of: "The dinner is for 22: how many come?"."""
        said = set(tokens(sentence))
        return [t for t in self.topics if t.asks and "many" in t.tokens and (set(t.tokens) - {"many"}) & said]


def _runs_the_other_way(question: str, topic: Topic) -> bool:
    """Whether a question until when is no question for a fact from when."""
    return _UNTIL.match(question) is not None and bool(set(topic.tokens) & _FROM) and not set(topic.tokens) & _TO


def _unless_offered(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _OFFERED) or words


def _with_which(item: Item) -> Item:
    near = _unless_offered(item.near)
    return Item(item.text, near, (*item.far, "which"), frozenset(near))


def _label(text: str) -> str:
    """How to speak of an unknown thing in its own words, or "" where they are no plain words."""
    words = text.split()
    plain_words = all(re.fullmatch(r"[A-Za-z][A-Za-z'-]*", word) for word in words)
    spoken = " ".join(word if word.isupper() else word.lower() for word in words)
    return spoken if plain_words and 0 < len(words) <= 6 and len(text) <= 60 else ""
