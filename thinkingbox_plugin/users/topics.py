"""Which fact does a phrase ask for?  The most specific one wins, and nothing else is given away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from thinkingbox_plugin.users.words import any_of, normal, stems, tokens

_BREAKING = any_of("""
    on for of in at from associated linked attached related connected tied registered listed used under that
    which where before after during concerning so with to as when is are was were by about regarding printed
    shown found off if who whose the your this my our showing proving confirming stating starting
""")
_BREAK = re.compile(rf"\s(?:{_BREAKING}|(?:you|we|i)(?:'[a-z]+)?)\s", re.IGNORECASE)
_OPENING = any_of("""
    only your you yours the an a any some me us my both either also please with of for following our it its that this
    these those their and or just first exact correct all kindly to know about like least few couple clear brief
    short detailed at is are was were would_be such particular specific
""")
_LEADING = re.compile(rf"\s*(?:{_OPENING}(?![\w'-])\s*)+", re.IGNORECASE)
_CLOSING = any_of("""
    please pls thanks thank_you too as_well handy again for_me first now below here for_us though instead
    if_possible if_applicable if_available if_any if_you_have_it if_you_have_them if_you_have_one
    if_you_have_any to_hand at_hand ready available already yet anywhere once_more
""")
_TRAILING = re.compile(rf"(?:[\s,]+{_CLOSING}){{1,4}}\s*$", re.IGNORECASE)

_PERSONS = stems("""
    recipient manager supervisor boss colleague coworker teammate spouse wife husband partner child son daughter
    parent mother father uncle aunt cousin nephew niece brother sister grandmother grandfather flatmate roommate
    friend neighbour neighbor passenger companion witness landlord assistant delegate vendor supplier merchant
    beneficiary payee sender employer driver
""")
_CONTRASTS = _PERSONS | stems("""
    new other another additional alternative gift emergency previous old former replacement temporary secondary
    backup company third next second billing
""")
_NOT_MEANT_UNSAID = stems("other third second previous old former additional another")
_IDENTITY = stems("name email phone address number postcode birthdate account card")
_ELSE = stems("else other another")
_ONESELF = stems("""
    speak talk chat help assist place order book make made purchase contact call account holder customer guest
    lead booking insured policyholder registered under person now today message text deal write
""")
_STANDING = stems("file current existing registered old previous original former")
_OF_A_NAME = stems("""
    giver full first last complete legal registered account holder cardholder customer guest booking order file record
    policyholder policy insured employee caller primary main lead exact entire given proper preferred user
    member client person whom payment card
""")


def _pairs(table: str) -> tuple[tuple[str, str], ...]:
    halves = (pair.partition(":") for pair in table.split())
    return tuple(("".join(tokens(old)), "".join(tokens(new))) for old, _, new in halves)


# Where nothing matches, one word is tried for another, the later ones after the earlier.
_ALIASES = _pairs("""
    order:purchase purchase:order evidence:photo proof:photo problem:damage problem:reason damage:problem
    reason:problem location:address address:location location:city location:place travel: stay: trip:
    incident:loss price:amount cost:amount employee:badge number:quantity desired:preferred preference:preferred
    another:other people:guest person:guest traveller:guest member:loyalty membership:loyalty
    application:system app:system software:system program:system laptop:device computer:device machine:device
    name: type:
""")
_ALIASES_IN_QUESTIONS = _pairs("""
    happen:incident happen: occur: open:condition damaged:condition sealed:condition intact:condition
    send:delivery ship:delivery receive:delivery arrive:delivery speak: talk:
""")
_ADDRESS = stems("address")
_OTHERS = stems("other another alternative")
_LOOKED_FOR = _OTHERS | {"recheck"}
_MISREAD = _LOOKED_FOR | stems("misread mistyped mistaken typo incorrect swapped")
_NUMBERED = stems("order booking loyalty phone serial policy employee customer company invoice room ticket member")
_SECOND_CHOICE = stems("second choice")
_WISHED = stems("preferred desired wanted wished")
_WHEN = stems("date time slot")
_SLOTS = _pairs("slot:time slot:date time:slot time:date")
_PARTICULARS = stems("detail details information info data particulars")
_RECIPIENT = stems("recipient")
_STATES = stems("""
    opened used damaged intact packaging unpacked worn scratched broken condition state complete
""")
_STATE_FACTS = stems("condition state")
_NAME_OF = re.compile(r"\bname of (?P<whose>.+?)(?= for the\b|$)", re.IGNORECASE)
_EVERYTHING = stems("order item product parcel number name email date booking policy claim account happen problem")
_REACH = stems("email phone")
_LIMIT = re.compile(r"(?<![^\W_])(?:most|maximum|max|limit|budget|ceiling)(?![^\W_])", re.IGNORECASE)
_OF_MONEY = stems("cost lose loss losing pay paid spend spent")
_OF_A_LIMIT = _OF_MONEY | stems("""
    most maximum max limit budget ceiling price amount money number quantity willing ready prepared like want accept
    give fee total all up much more at even highest upper
""")
_CONTACT = tuple(frozenset(stems(pair)) for pair in ("contact details", "contact information", "contact info"))


@dataclass(frozen=True, slots=True)
class Topic:
    """A fact's name, read: its plain form, the words that carry meaning and the one that says what it is.

    ``asks`` is the question word that it starts with, if any: "when the scratch appeared".
    """

    name: str
    normal: str
    tokens: tuple[str, ...]
    head: str
    asks: str = ""

    @property
    def is_choice(self) -> bool:
        """Whether the fact's name is a choice: "replacement or refund"."""
        return " or " in f" {self.normal} " and not self.asks

    @property
    def is_wish(self) -> bool:
        """Whether the fact is a date or a part of a day that the user would like."""
        return bool(set(self.tokens) & _WISHED and set(self.tokens) & _WHEN)

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(name: str) -> Topic:
        """Read a fact's name."""
        near, far = _halves(name)
        asks = re.match(r"(?:when|where|why|how|who|whether|what)(?![^\W_])", name.strip(), re.IGNORECASE)
        words = tuple(dict.fromkeys(near + far))
        return Topic(
            name, normal(name), words, near[-1] if near else words[-1] if words else "", asks[0].lower() if asks else ""
        )

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
    is_question: bool = False

    @classmethod
    def of(cls, phrase: str) -> Item:
        """Read a noun phrase."""
        text = strip(phrase)
        near, far = _halves(text)
        heads = {*near[-1:]} or {*far[:1]}
        if near[-1:] == ("number",):
            heads.update(near[-2:])
        return cls(text, near, far, frozenset(heads))

    @property
    def words(self) -> frozenset[str]:
        """All words that carry meaning."""
        return frozenset(self.near + self.far)


def strip(phrase: str) -> str:
    """``phrase`` without "your", "please" and the like at its ends."""
    text = _TRAILING.sub("", " " + phrase.strip(" \t\n.,;:!?\"'()[]"))
    return _LEADING.sub("", text, count=1).strip(" \t\n.,;:!?\"'()[]") if _LEADING.match(text) else text.strip()


def thing(phrase: str) -> str:
    """The first part of a noun phrase, which says what it is: "photos" of "photos of the damage"."""
    found = _BREAK.search(f" {phrase} ", 1)
    return phrase[: found.start() - 1] if found else phrase


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
    givers = [t for t in topics if t.is_anothers and t.head == "name" and not _RECIPIENT & set(t.tokens)]
    if "giver" in item.words and givers:
        return givers
    holder = _holder(topics) if {"name", "order"} <= item.words else []
    if holder:
        return holder
    if any(pair <= item.words for pair in _CONTACT):
        return [t for t in topics if t.head in _REACH]
    if item.heads & _PARTICULARS and item.words - _PARTICULARS:
        about = item.words - _PARTICULARS
        return [t for t in topics if about <= set(t.tokens)]
    found = _match_limits(item, topics) or _match_streets(item, topics) or _match_words(item, topics)
    for old, new in _ALIASES if item.near and not item.is_question else _ALIASES + _ALIASES_IN_QUESTIONS:
        if found:
            return found
        if old in item.words:
            found = _match_words(_replaced(item, old, new), topics)
        if old == "name" and item.words & _PERSONS:
            found = [t for t in found if t.head in _PERSONS]  # the son's name is not the son's age
    return found or _match_slots(item, topics) or _match_other_addresses(item, topics) or _match_reread(item, topics)


def _match_limits(item: Item, topics: list[Topic]) -> list[Topic]:
    """The most that something may cost is meant by "your limit" and by "at most", whatever the fact calls it."""
    if not _LIMIT.search(item.text):
        return []
    about = item.words - _OF_A_LIMIT
    limits = [t for t in topics if _LIMIT.search(t.normal)]
    return [t for t in limits if about <= set(t.tokens)] or (limits if item.words & _OF_MONEY else [])


def _match_other_addresses(item: Item, topics: list[Topic]) -> list[Topic]:
    """ "May you have used another address?" asks for another email address, if that is all there is."""
    if not (item.words & _ADDRESS and item.words & _OTHERS):
        return []
    return [t for t in topics if "email" in t.tokens and set(t.tokens) & _OTHERS]


def _match_reread(item: Item, topics: list[Topic]) -> list[Topic]:
    """ "Another order number?", "may the number be misread?": the number that the user reads on a second look."""
    if not (item.words & _MISREAD and "number" in item.words):
        return []
    kinds = item.words & _NUMBERED
    return [t for t in topics if {"recheck", "number"} <= set(t.tokens) and kinds <= set(t.tokens)]


def _match_slots(item: Item, topics: list[Topic]) -> list[Topic]:
    """A slot, or a time that one prefers, is a date that one prefers where no fact is nearer."""
    wished = [t for t in topics if t.is_wish]
    if item.words & _OTHERS and item.words & _WHEN:
        return second_choices(topics) or wished
    for old, new in _SLOTS if item.words & _WISHED else _SLOTS[:2]:
        found = _match_words(_replaced(item, old, new), wished) if old in item.words else []
        if found:
            return found
    return []


def _match_streets(item: Item, topics: list[Topic]) -> list[Topic]:
    """The street of the office is what the user knows of the office's address."""
    if not item.words & _ADDRESS:
        return []
    streets = [t for t in topics if "street" in t.tokens and len(t.tokens) > 1]
    return [t for t in streets if set(t.tokens) - {"street"} <= item.words]


def second_choices(topics: Iterable[Topic]) -> list[Topic]:
    """The facts that say what the user takes where its first choice cannot be had."""
    return [t for t in topics if set(t.tokens) >= _SECOND_CHOICE]


def _holder(topics: list[Topic]) -> list[Topic]:
    """Whose the order is by the facts: "name of the husband" beside "husband's order number"."""
    persons = {word for t in topics if "order" in t.tokens for word in t.tokens} & _PERSONS
    return [t for t in topics if "name" in t.tokens and persons & set(t.tokens)]


def _replaced(item: Item, old: str, new: str) -> Item:
    def swap(words: Iterable[str]) -> tuple[str, ...]:
        return tuple(new if w == old else w for w in words if new or w != old)

    near, far = swap(item.near), swap(item.far)
    if not near:
        near, far = far, ()
    return Item(item.text, near, far, frozenset(swap(item.heads) or near or far), item.is_question)


def _match_words(item: Item, topics: list[Topic]) -> list[Topic]:
    if not item.near and not item.far:
        return []
    free = [t for t in topics if t.tokens and not _blocked(item, t)]
    same = [t for t in free if set(t.tokens) == set(item.near)]
    if same and not item.is_question:
        return same
    covered = [t for t in free if set(t.tokens) <= item.words and _is_its_head(t, item)]
    if item.is_question:
        # "Who is the gift for?" means the gift's recipient rather than the user, whose name it could mean too.
        said = set(item.far) - set(item.near)
        nearest = _best([*covered, *_wider(item, free)], lambda t: (len(said & set(t.tokens)), len(t.tokens)))
        return (
            nearest
            if covered or not said or "reason" in item.near or any(said & set(t.tokens) for t in nearest)
            else []
        )
    if covered:
        return _best(covered, lambda t: (len(t.tokens), len(set(t.tokens) & set(item.near))))
    return _wider(item, free)


def _is_its_head(topic: Topic, item: Item) -> bool:
    if item.is_question and topic.tokens == ("name",):
        # "Who approves it?" does not ask for the user's own name, "Who placed the order?" does.
        return "name" in item.near and set(item.far) <= _ONESELF
    return bool(item.heads & {topic.head, *topic.tokens}) or (item.is_question and len(topic.tokens) > 1)


def _wider(item: Item, free: list[Topic]) -> list[Topic]:
    """The topics that say more than ``item`` does: "recipient name" for "name" if there is no plain name."""
    found = [
        t
        for t in free
        if item.near
        and set(item.near) < set(t.tokens)
        and item.heads & set(t.tokens)
        and not (set(t.tokens) & _NOT_MEANT_UNSAID) - item.words
    ]
    others = set(item.far) - set(item.near)
    if set(item.near) == {"number"} and len(found) > 1:
        return []
    if item.is_question and others and "reason" not in item.near:
        found = [t for t in found if others & set(t.tokens)]
    return _best(
        found, lambda t: (len(others & set(t.tokens)), -len((set(t.tokens) & _CONTRASTS) - others), -len(t.tokens))
    )


def _best(topics: list[Topic], score: Callable[[Topic], tuple[int, ...]]) -> list[Topic]:
    top = max((score(t) for t in topics), default=None)
    return [t for t in topics if score(t) == top]


def _blocked(item: Item, topic: Topic) -> bool:
    """Whether ``item`` means somebody or something else's: the recipient's name is not the user's."""
    own = set(topic.tokens)
    near, far = set(item.near), set(item.far)
    contrast = near & _CONTRASTS | far & (_PERSONS | _ELSE if item.is_question else _PERSONS)
    if contrast - own and not contrast & own:
        return True
    if "new" in own and "new" not in item.words and item.words & _STANDING:
        return True
    if topic.head == "name" and "name" in item.near and not contrast:
        others = near - own - _OF_A_NAME
        if whose := _NAME_OF.search(item.text):
            others |= far & set(tokens(whose["whose"])) - own - _OF_A_NAME
        return bool(others)
    return False


def named_in(text: str, topics: Iterable[Topic]) -> list[Topic]:
    """The topics all of whose words stand in ``text``, the most specific ones; none that only says who one is.

    For questions like "Is the box still sealed?": "Did you get the email?" does not ask for the address.
    """
    topics = list(topics)
    words = tokens(text)
    item = Item(text, (), words, frozenset(words))
    found = match(item, topics) or _conditions(set(words), topics)
    told = [t for t in found if not set(t.tokens) & _IDENTITY or set(t.tokens) & _LOOKED_FOR]
    return [t for t in told if not set(t.tokens) <= _PERSONS] or _match_reread(item, topics)


def _conditions(words: set[str], topics: list[Topic]) -> list[Topic]:
    """The facts about the state of a thing, for a question about a state: of the thing named, else of all."""
    if not words & _STATES:
        return []
    found = [t for t in topics if set(t.tokens) & _STATE_FACTS]
    return [t for t in found if set(t.tokens) & words - _STATES] or found


def state_of(text: str, topics: Iterable[Topic]) -> list[Topic]:
    """The facts about the state of a thing, if ``text`` is about a state: "which has been opened"."""
    return _conditions(set(tokens(text)), list(topics))


def told_about(text: str, topics: Iterable[Topic]) -> list[Topic]:
    """The facts that tell a circumstance ("when the scratch appeared") of something that ``text`` is about."""
    words = set(tokens(text)) - _EVERYTHING
    return [t for t in topics if (t.asks or "recheck" in t.tokens) and set(t.tokens) & words]
