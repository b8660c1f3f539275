"""What does a message of the agent want from the user?  Pure functions of the text and the facts' names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.items import items_of
from thinkingbox_plugin.users.sentences import Unit, units
from thinkingbox_plugin.users.topics import Item, Topic, match, named_in
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
_NEXT_WANT = (
    r"(?:may|shall|should|can|could|would|do|does|did|is|are|have|will) (?:i|we|you|it|that|this|the|your|there)\b"
    r"|(?:what|which|when|where|who|why|how)\b(?! ever)|(?:let|tell|give|send) (?:me|us)\b|please [a-z]"
    r"|(?:send|attach|give|return|forward|share|tell|take|put|pack|keep|bring) (?:it|them)\b"
)
_CLAUSE = re.compile(
    rf"(?:[,;:] ?(?:and|but|then|or|so)?| (?:and|but|then)| -) ?(?<= )"
    rf"(?=(?:(?:also|please|then|kindly) )*(?:{_NEXT_WANT}))",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\s(?:do|does|did|is|are|was|were|would|will|can|could|should|shall|have|has|had|you|i|we)(?![\w'])",
    re.IGNORECASE,
)
_VERBAL = re.compile(
    r"\b(?:you|i|we|is|are|was|were|do|does|did|have|has|had|can|could|would|will|shall|should|may|might)\b",
    re.IGNORECASE,
)
_ANY_CHOICE = stems("preferred option options choice")
_ONE = stems("one ones of")
_CONFIRM_THAT = re.compile(
    r"^\s*(?:to\s(?:me|us)\s)?(?:that|if|whether|you|i|we|it|this|is|are|by|back)\b(?!\s*(?:your|the)\b)",
    re.IGNORECASE,
)
_PLEASE_AFTER = re.compile(r"[\w)],? (?:please|pls|plz)\W*$", re.IGNORECASE)
_YES_NO = re.compile(
    r"^(?:(?:and|so|also|but|or),? )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will"
    r"|would)(?![\w'])",
    re.IGNORECASE,
)
_THAT_YOUR = re.compile(r"\s*(?:that|if|whether)\s(?:your|the)\s", re.IGNORECASE)
_PRONOUN = re.compile(r"\s*(?:it|them)(?![\w'])", re.IGNORECASE)
_INSTRUCTION = re.compile(
    r"(?:attach|include|send|enter|type(?: in)?|submit|forward|upload|fill in|write|list"
    r"|return with|come back with)"
    r"(?: back| here| over)?",
    re.IGNORECASE,
)
_CHECKS = re.compile(r"\b(?:confirm|verify|check|let me know|tell me)\b", re.IGNORECASE)
_OPTIONS = re.compile(r"\b(?:prefer|which|option|options|choose|rather)\b", re.IGNORECASE)
_CONTINUES = re.compile(r"(?:also|and|plus|as well as|oh and),? (?=(?:your|the|an?)\s)", re.IGNORECASE)
_TO_DO = re.compile(r"\s*to\s[a-z]", re.IGNORECASE)
_STORY = re.compile(
    r"(?:(?:exactly|the accident|the incident|it|this|that|all this|has|have|had) )?(?:happen|occur|caus|made|went"
    r"|broke|le[ad]d|brought|prompt|chang|c[ao]me about|took place)",
    re.IGNORECASE,
)
_IS_LEFT_OPEN = re.compile(
    r"(?:and |so )?(?=(?:the|your) )(?P<what>.{3,80}) (?:is|was|are|were)(?: it)?\W*\?", re.IGNORECASE
)
_WHETHER = re.compile(r"(?:whether|if)\s", re.IGNORECASE)
_VALUE = re.compile(r"[0-9@]|(?<!\w)[A-Z][a-z]")
_LABELLED = re.compile(r"^(?P<label>[^:]{1,60}?)\s?(?::|\s-)\s*(?P<rest>.*)$")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence that wants one thing, and the whole sentence."""

    text: str
    sentence: str


@dataclass
class Heard:
    """What a message wants, sentence by sentence.

    ``asked`` are the names of facts in the order of the facts, ``unknown`` the things asked for that no
    fact names, ``vague`` a request without a thing ("some details").  ``claims`` are sentences that ask
    whether something is so; ``looks_back`` says that the statements before are to be confirmed;
    ``picks`` asks which of the things named before it is meant and ``repeats`` for the last message again;
    ``choices`` are questions of choice, ``proposals`` the sentences that ask for agreement and
    ``questions`` those that nothing here understands.
    """

    asked: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
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


def asks_for(message: str, facts: Iterable[str]) -> list[str]:
    """The names among ``facts`` that ``message`` asks the user for, in the order of ``facts``."""
    return listen(message, facts).asked


def listen(message: str, facts: Iterable[str]) -> Heard:
    """Read ``message``, or its first 20,000 characters, with the names of the ``facts`` in mind."""
    names = list(facts)
    listener = _Listener([Topic.of(name) for name in names])
    for unit in units(message[:_LONGEST]):
        listener.hear(unit)
    heard = listener.heard
    found = listener.found
    heard.asked = [name for name in names if name in found]
    heard.unknown = list(dict.fromkeys(heard.unknown))
    return heard


class _Listener:
    def __init__(self, topics: Sequence[Topic]) -> None:
        self.topics = topics
        self.heard = Heard()
        self.found: set[str] = set()

    def hear(self, unit: Unit) -> None:
        if unit.intro is not None and self._hear_item(unit):
            return
        for n, text in enumerate(_CLAUSE.split(unit.text)):
            if text and text.strip():
                self._hear_clause(Clause(text.strip(), unit.text), _is_question(text.strip(), unit, n))

    # -- lists

    def _hear_item(self, unit: Unit) -> bool:
        """An item of a list that the sentence before introduces as asked for."""
        intro = unit.intro or ""
        if not _requests(intro) or cues.NEGATED.search(intro):
            return False
        verbatim = [t for t in self.topics if t.name == unit.raw] or [
            t for t in self.topics if " ".join(t.name.split()) == " ".join(unit.raw.split())
        ]
        if verbatim:
            self.found.update(t.name for t in verbatim)
            return True
        if unit.text.endswith("?") or cues.ASK.search(unit.text):
            return False
        if _OPTIONS.search(intro):
            self.heard.statements.append(unit.text)
            return True
        labelled = _LABELLED.match(unit.text)
        if labelled and labelled["rest"] and cues.CLAIM.search(intro):
            self.heard.statements.append(unit.text)
            self.heard.looks_back = True
            return True
        self._ask(labelled["label"] if labelled else unit.text)
        return True

    # -- sentences

    def _hear_clause(self, whole: Clause, question: bool) -> None:
        heard, clause = self.heard, whole.text
        heard.refusal = heard.refusal or bool(cues.REFUSAL.search(clause))
        if cues.ANYTHING_ELSE.search(clause):
            heard.anything_else = True
        elif cues.REPEAT.search(clause):
            heard.repeats = True
        elif cues.UNDERSTOOD.search(clause) or (cues.WAIT.search(clause) and not cues.WH.search(clause)):
            heard.statements.append(clause)
        elif cues.OFFERS_HELP.search(clause):
            heard.offers_help = True
        elif cues.LOOKS_BACK.search(clause) and (question or _CHECKS.search(clause)):
            heard.looks_back = True
            heard.statements.append(clause)
        elif cues.NEGATED.search(clause) and not question:
            heard.statements.append(clause)
        elif cues.CHOICE.search(clause) and question:
            self._hear_choice(whole)
        elif self._asks(whole, question):
            pass
        elif cues.PROPOSAL.search(clause):
            heard.proposals.append(whole)
        elif question:
            self._hear_question(whole)
        else:
            heard.statements.append(clause)

    def _hear_choice(self, whole: Clause) -> None:
        """A choice between things that are facts asks for them; any other is the behaviour's matter."""
        options = whole.text.partition(",")[2] if cues.WH.match(whole.text) else ""
        found = [match(item, self.topics) for item in items_of(options, self.topics)]
        if found and all(found):
            self.found.update(t.name for topics in found for t in topics)
        else:
            self.heard.choices.append(whole)

    def _asks(self, whole: Clause, question: bool) -> bool:
        clause = whole.text
        wh = cues.WH.search(clause)
        if wh and wh.start() <= 10 and question and not cues.WH_PROPOSAL.search(clause):
            return self._ask_wh(whole, clause, wh)
        soft = cues.SOFT.search(clause)
        cue = _first_cue(clause)
        if soft and (not cue or soft.start() <= cue.start()) and self._ask_span(clause[soft.end() :], firm=False):
            return True
        if cue:
            span = clause[cue.end() :]
            if _CONFIRM_THAT.match(span):
                return self._ask_whether(span)
            if cue.re is cues.ASK and _TO_DO.match(span):
                return False
            if _THAT_YOUR.match(span) and _VALUE.search(span):
                self.heard.claims.append(whole)
                return True
            wh = cues.WH.search(span)
            if wh and wh.start() <= 25:
                return self._ask_wh(whole, span, wh)
            if _PRONOUN.match(span):
                return not cues.PROPOSAL.search(clause) and (self._refers_back() or cue.re is cues.IMPERATIVE)
            proposes = cues.PROPOSAL.search(clause) and not self._is_askable(span)
            return self._ask_span(span, firm=not proposes and not _is_instruction(cue[0]))
        continues = _CONTINUES.match(clause)
        if continues and not _VERBAL.search(clause):
            return self._ask_span(clause[continues.end() :], firm=False)
        if _PLEASE_AFTER.search(clause) and not _VERBAL.search(clause):
            return self._ask_span(clause, firm=False)
        passive = cues.PASSIVE.match(clause)
        if passive and not re.match(r"(?:no|none|nothing)\b", clause, re.IGNORECASE):
            return self._ask_span(passive["what"], firm=False)
        if _YES_NO.match(clause) or not wh or cues.PROPOSAL.search(clause):
            return False
        return question and self._ask_wh(whole, clause, wh)

    def _ask_whether(self, span: str) -> bool:
        """ "Let me know whether the box was opened" asks for what the box is like."""
        named = [] if _VALUE.search(span) else named_in(span, self.topics)
        self.found.update(t.name for t in named)
        return bool(named)

    def _is_askable(self, span: str) -> bool:
        """Whether ``span`` names things that one asks people for, and gives no value for them."""
        heads = [item.heads for item in items_of(span, self.topics)]
        return bool(heads) and all(h & _ASKABLE for h in heads) and not _VALUE.search(span)

    def _refers_back(self) -> bool:
        """Take "it" for what the statement before named, if that is a fact."""
        for sentence in reversed(self.heard.statements[-2:]):
            words = tokens(sentence)
            found = match(Item(sentence, (), words, frozenset(words)), self.topics)
            self.found.update(t.name for t in found)
            if found:
                return True
        return False

    def _ask_span(self, span: str, firm: bool) -> bool:
        """Ask for what ``span`` lists; unless ``firm``, only if a fact is among it."""
        before = len(self.found)
        items = items_of(span, self.topics)
        if not items:
            if firm:
                self.heard.vague = True
            return firm
        unknown = [label for item in items if (label := self._find(item)) is not None]
        found = len(self.found) > before
        if not found and not firm:
            return False
        alternatives = found and re.search(r"\bor\b", span, re.IGNORECASE)
        if not alternatives:
            self._miss(unknown)
        return True

    def _miss(self, labels: list[str]) -> None:
        for label in labels:
            if label == _NOTHING:
                self.heard.vague = True
            else:
                self.heard.unknown.append(label)

    def _ask(self, phrase: str) -> None:
        if not self._ask_span(phrase, firm=False):
            items = items_of(phrase, self.topics)
            self._miss([label for item in items if (label := self._find(item)) is not None])

    def _find(self, item: Item) -> str | None:
        """Note the facts that ``item`` asks for; if there are none, what to say is unknown."""
        found = named_in(item.text, self.topics) if _WHETHER.match(item.text) else match(item, self.topics)
        self.found.update(t.name for t in found)
        if found:
            return None
        if not item.words or item.words <= _VAGUE or (item.near and set(item.near) <= _VAGUE):
            return _NOTHING
        return _label(item.text)

    def _ask_wh(self, whole: Clause, span: str, wh: re.Match[str]) -> bool:
        word = wh["word"].lower()
        rest = span[wh.end() :].strip(" ?.!")
        if word in ("what", "what exactly", "how") and _STORY.match(rest):
            if not self._ask_question(whole, rest, ("description", "problem", "reason"), or_else=False):
                self.heard.unknown.append("problem")
            return True
        if word.startswith(("what", "which", "whose")):
            if rest.lower() in ("it", "that") and self._refers_back():
                return True
            if wh["is"] or not word.startswith(("what", "which")):
                return self._ask_span(rest, firm=True) if rest else False
            subject = _SUBJECT.search(f" {rest}")
            thing = f" {rest}"[: subject.start()] if subject else rest
            if Item.of(rest).words <= _ANY_CHOICE:
                self.heard.choices.append(whole)
                return True
            if not thing.strip():
                return self._ask_question(whole, rest, ())
            item = Item.of(thing)
            if set(item.near) <= _ONE and word.startswith("which"):
                self.heard.picks = True
                return True
            item = Item(item.text, item.near, (*item.far, *Item.of(rest).words), frozenset(item.near))
            return self._find(item) is None or self._ask_description(item, rest)
        means = _MEANS[word]
        if word.startswith("who") and re.search(r"\bfor\s?\??$|\bfor whom\b", whole.text, re.IGNORECASE):
            means = ("recipient name", *means)
        return self._ask_question(whole, rest, means)

    def _ask_description(self, item: Item, rest: str) -> bool:
        """ "What parts were damaged?" asks for the description of the damage; else the thing is unknown."""
        words = tuple(Item.of(rest).words)
        found = match(Item(rest, _DESCRIPTION, words, frozenset(_DESCRIPTION), is_question=True), self.topics)
        found = [t for t in found if set(t.tokens) & set(words)]
        self.found.update(t.name for t in found)
        if not found:
            self._miss([label] if (label := self._find(item)) is not None else [])
        return True

    def _ask_question(self, whole: Clause, rest: str, means: tuple[str, ...], or_else: bool = True) -> bool:
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
        if or_else:
            self.heard.questions.append(whole)
        return or_else

    def _hear_question(self, whole: Clause) -> None:
        clause = whole.text
        holds_value = _VALUE.search(clause, 1)
        left_open = _IS_LEFT_OPEN.fullmatch(clause)
        if left_open and self._ask_span(left_open["what"], firm=False):
            return
        if not _VERBAL.search(clause) and len(clause.split()) <= 12:
            if self._ask_span(clause, firm=False):
                return
            if not holds_value:
                self._ask(clause)
                return
        named = [] if holds_value else named_in(clause, self.topics)
        self.found.update(t.name for t in named)
        if not named:
            self.heard.claims.append(whole)


_LONGEST = 20_000
_DESCRIPTION = tuple(stems("description"))
_NOTHING = "\x00"
_MEANS: dict[str, tuple[str, ...]] = {
    "when": ("date", "time", "preferred date"),
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


def _is_question(text: str, unit: Unit, place: int) -> bool:
    """Whether a clause asks: by its own mark, or that of its sentence if it starts like a question."""
    if text.endswith("?"):
        return True
    starts = cues.WH.match(text)
    if not starts or not (unit.text.endswith("?") or unit.intro is not None):
        return False
    # ", which will be paid back" goes on about the word before it.
    return place == 0 or starts["word"].lower().startswith(("what", "when", "why", "how"))


def _requests(intro: str) -> bool:
    return bool(
        cues.ASK.search(intro)
        or cues.IMPERATIVE.search(intro)
        or cues.PASSIVE.match(intro)
        or re.search(
            r"\b(?:need|needed|required?|missing|questions?|following|format|template|form)\b[^.]*:$",
            intro,
            re.IGNORECASE,
        )
    )


def _is_instruction(cue: str) -> bool:
    """Whether an imperative may be about what to do rather than what to tell: "attach the label"."""
    return bool(_INSTRUCTION.fullmatch(cue.split(" please ")[-1].strip(" ,;:.!-").removeprefix("please ")))


def _first_cue(clause: str) -> re.Match[str] | None:
    found = [m for m in (cues.ASK.search(clause), cues.IMPERATIVE.search(clause)) if m]
    return min(found, key=lambda m: (m.start(), -m.end())) if found else None


def _label(text: str) -> str:
    """How to speak of an unknown thing in its own words, or "" where they are no plain words."""
    words = text.split()
    plain_words = all(re.fullmatch(r"[A-Za-z][A-Za-z'-]*", word) for word in words)
    spoken = " ".join(word if word.isupper() else word.lower() for word in words)
    return spoken if plain_words and 0 < len(words) <= 6 and len(text) <= 60 else ""
