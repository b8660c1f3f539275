"""The sentences of the scripted user."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thinkingbox_plugin.users.topics import Topic, thing
from thinkingbox_plugin.users.words import stems, tokens

NOT_AT_ALL = "No, please go ahead."
I_DO_MIND = "Yes, I do. I don't agree to that."
YES = "Yes, please go ahead."
NO = "No, thank you. I don't agree to that."
THANKS = "Okay, thank you."
THAT_IS_ALL = "No, that's all, thank you."
THAT_IS_RIGHT = "Yes, that's right."
WHAT_THEN = "What do you need to know?"
NO_PREFERENCE = "I have no preference."
NOT_SURE = "I'm not sure about that."
NOTHING_ELSE = "Nothing else that I know of."

_OWNED = stems("""
    name email phone address number postcode birthdate code date method amount account booking policy
    size color model budget card deadline limit receipt city country age username device vehicle plan
""")
_THINGS = stems("""
    photo receipt evidence proof screenshot document documentation video copy scan report certificate
""")
_KNOWABLE = _OWNED | stems("""
    serial digits identity reason order ticket product brand line tracking reference amount price sum fee night room
    hotel guest person holder day hour time week month weekday floor colour condition version code currency
""")
"""What one can say not to know; of anything else that was taken for the name of a thing, the user says "that"."""
_CLAUSE = re.compile(
    r"(?:(?:until|till|from|by|at|on|in|to|since) )?(?:which|what|whether|when|where|who|whom|why|how|if)(?![^\W_])",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"(?:another|other)\s", re.IGNORECASE)
_MY = re.compile(r"(?<![\w'])your(?![\w'])", re.IGNORECASE)
_DETERMINED = re.compile(r"(?:my|the|any|all|both|each)\s", re.IGNORECASE)
_NO_THING = re.compile(
    r"^(?:while|it|that|them|this|all|guests|answer|somebody else's?|someone else's?)$|^(?:his|her|their|its|my|the)\b"
    r"|\bto [a-z]|\b(?:give|keep|tell|let|send|leave|end|me|us|you|i|whether|what|which|is|are|was|were|isn't)\b",
    re.IGNORECASE,
)
"""What was misheard as the name of a thing: nobody says "I don't know the keep it"."""


def statement(topic: Topic, value: str, after: str = "") -> str:
    """One fact in a sentence: "My order number is ORD-1042.", after "Yes" or "No" if so."""
    value = value.strip()
    if topic.head in _OWNED and re.match(r"[A-Za-z]", topic.name) and not _is_no_noun(topic, value):
        bare = re.sub(r"^(?:my|the|your) ", "", topic.name, flags=re.IGNORECASE)
        verb = "are" if _is_plural(bare) else "is"
        if _ANOTHER.match(bare):
            one = re.sub(r"^other ", "another ", bare, flags=re.IGNORECASE) if verb == "is" else bare
            text = f"{capital(one)} of mine {verb} {value}"
        else:
            text = f"{'The' if topic.is_anothers or ' of the ' in bare else 'My'} {bare} {verb} {value}"
    else:
        text = f"{capital(topic.name)}: {value}"
    if after:
        text = f"{after}, {text[0].lower()}{text[1:]}"
    return text if text[-1] in ".!?" else f"{text}."


def _is_no_noun(topic: Topic, value: str) -> bool:
    """Whether a fact cannot be told in "My ... is ...": nobody says "My which booking is the one at ..."."""
    return topic.is_choice or _CLAUSE.match(topic.name) is not None or re.search(r"\b(?:is|are)\b", value) is not None


def statements(known: Sequence[tuple[Topic, str]]) -> str:
    """Several facts, one a line."""
    return "\n".join(f"{capital(topic.name)}: {value.strip()}" for topic, value in known)


def ignorance(labels: Sequence[str]) -> str:
    """That the user does not know, or does not have, what ``labels`` name; "" names nothing sayable."""
    things = [label for label in labels if _is_a_thing(label)]
    others = [label for label in labels if label not in things and can_be_known(label)]
    parts = []
    if others:
        parts.append(f"I'm afraid I don't know {_listed(others)}.")
    if things:
        parts.append(f"I'm afraid I don't have {_listed(things)}.")
    return " ".join(parts) or "I'm afraid I don't know that."


def can_be_known(label: str) -> bool:
    """Whether ``label`` names something that one can say not to know or not to have."""
    return _is_a_thing(label) or bool(set(tokens(label)) & _KNOWABLE and not _NO_THING.search(label))


def _is_a_thing(label: str) -> bool:
    return bool(set(tokens(thing(label))) & _THINGS)


def capital(text: str) -> str:
    """``text`` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _listed(labels: Sequence[str]) -> str:
    named = [_with_article(_MY.sub("my", label)) for label in labels]
    return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def _with_article(label: str) -> str:
    """A label as it is spoken of: "the last four digits of my phone", but "photos" and "another number"."""
    bare = _ANOTHER.match(label) or _DETERMINED.match(label) or (_is_plural(label) and _is_a_thing(label))
    return label if bare else f"the {label}"


def _is_plural(label: str) -> bool:
    word = thing(label).split()[-1:] or [label]
    return word[0].endswith("s") and not word[0].endswith(("ss", "us", "is"))
