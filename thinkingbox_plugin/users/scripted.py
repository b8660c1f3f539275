"""The deterministic user: tells what it is asked and knows, says so where it does not, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from thinkingbox_plugin.errors import SimulatorError, TaskError
from thinkingbox_plugin.mentions import (
    dates_in,
    emails_in,
    kind_of,
    mentions,
    mentions_phrase,
    numbers_in,
    references_in,
)
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.listening import Clause, Heard, listen
from thinkingbox_plugin.users.protocol import UserReply
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Item, Topic, match
from thinkingbox_plugin.users.words import has_all, normal, stems, tokens

YES = "Yes, please go ahead."
NO = "No, thank you. I don't agree to that."
THANKS = "Okay, thank you."
THAT_IS_ALL = "No, that's all, thank you."
WHAT_THEN = "What do you need to know?"
NO_PREFERENCE = "I have no preference."
NOT_SURE = "I'm not sure about that."
THAT_IS_RIGHT = "Yes, that's right."

_OWNED = stems("""
    name email phone address number postcode birthdate code date method reason amount account
    booking policy size color model budget card deadline limit receipt city country age username
    device vehicle plan
""")
_THINGS = stems("photo receipt evidence proof screenshot document documentation video copy scan report certificate")
_GENERIC = stems("product item order problem request reason appliance situation device purchase happened wrong matter")
_IDENTITY = stems("name email phone address number postcode birthdate account card")


class ScriptedUser:
    """A user who knows ``facts`` and nothing else, and tells one only when asked for it.

    Each reply is a function of the conversation alone: the same conversation gets the same reply.
    Raises :class:`TaskError` for a blank opening, name or value and for two facts of one name.
    """

    def __init__(self, opening: str, facts: Mapping[str, str], behaviour: str | Behaviour = "") -> None:
        if not opening.strip():
            raise TaskError("opening: the user's first message is blank: write it")
        _check(facts)
        self._opening = opening
        self.facts: Mapping[str, str] = dict(facts)
        self.behaviour = Behaviour.of(behaviour)
        self._topics = {name: Topic.of(name) for name in self.facts}

    @property
    def opening(self) -> str:
        """The user's first message."""
        return self._opening

    async def reply(self, conversation: Sequence[Message]) -> UserReply:
        """Answer the last message, which is the agent's; raises :class:`SimulatorError` if it is not."""
        return UserReply(self.answer(conversation))

    def answer(self, conversation: Sequence[Message]) -> str:
        """The text of :meth:`reply`."""
        said = [m.content for m in conversation if m.role == "assistant"]
        if not said or conversation[-1].role != "assistant":
            raise SimulatorError("the simulated user is asked to reply, but the last message is not the agent's")
        heard = self._listen(said[-1])
        pushes = self.behaviour.pushes
        push = None
        if pushes and self._provokes(heard, said[-1]):
            before = sum(self._provokes(self._listen(text), text) for text in said[:-1])
            push = pushes[before] if before < len(pushes) else None
        return self._compose(heard, said[-1], push)

    def _listen(self, message: str) -> Heard:
        return listen(message, self.facts)

    def _provokes(self, heard: Heard, message: str) -> bool:
        """Whether a message is a refusal or a proposal that the user does not take at once."""
        if self._mentioned(self.behaviour.accepts, message):
            return False
        return heard.refusal or any(not self._answer_to(c, message) for c in heard.proposals)

    def _compose(self, heard: Heard, message: str, push: str | None) -> str:
        told: dict[str, None] = {}
        parts = [*self._claims(heard, message, told)]
        parts += self._facts([name for name in heard.asked if name not in told])
        if heard.picks:
            parts += self._facts([n for n in self._named(message) if n not in told and n not in heard.asked])
        answers, open_clauses = self._answers(heard, message)
        parts += answers
        parts += self._unknown(heard.unknown, bool(parts))
        parts += self._choices([c for c in heard.choices if c in open_clauses])
        proposes = any(c in open_clauses for c in heard.proposals)
        if proposes:
            parts += self._decide(message, push)
        elif push is not None:
            parts.append(push)
        if not parts and heard.looks_back:
            parts += self._decide(message, None, yes=THAT_IS_RIGHT)
        return (
            " ".join(parts)
            if parts and "\n" not in "".join(parts)
            else "\n".join(parts) or self._otherwise(heard, open_clauses)
        )

    def _otherwise(self, heard: Heard, open_clauses: list[Clause]) -> str:
        if heard.vague:
            return WHAT_THEN
        if heard.picks:
            return NOT_SURE
        if heard.anything_else:
            return THAT_IS_ALL
        if heard.offers_help:
            return self._opening
        if open_clauses:
            return NOT_SURE
        return THANKS

    # -- what it knows

    def _facts(self, names: Sequence[str]) -> list[str]:
        if not names:
            return []
        if len(names) == 1:
            return [self._statement(names[0])]
        return ["\n".join(f"{name[:1].upper()}{name[1:]}: {self.facts[name]}" for name in names)]

    def _statement(self, name: str) -> str:
        value = self.facts[name].strip()
        stop = "" if value[-1] in ".!?" else "."
        if self._topics[name].head in _OWNED and re.match(r"[A-Za-z]", name):
            bare = re.sub(r"^(?:my|the|your) ", "", name, flags=re.IGNORECASE)
            whose = "The" if self._topics[name].is_anothers else "My"
            return f"{whose} {bare} is {value}{stop}"
        return f"{name[:1].upper()}{name[1:]}: {value}{stop}"

    def _statement_after(self, word: str, name: str) -> str:
        statement = self._statement(name)
        return f"{word}, {statement[0].lower()}{statement[1:]}"

    def _named(self, message: str) -> list[str]:
        """The facts whose value stands in ``message``, of the kinds that tell one thing from another."""
        return [
            name
            for name, value in self.facts.items()
            if (kind_of(value) != "phrase" or len(value.split()) > 1) and mentions(message, value)
        ]

    # -- is it so?

    def _claims(self, heard: Heard, message: str, told: dict[str, None]) -> list[str]:
        parts: list[str] = []
        for clause in list(heard.claims):
            answer = self._claim(clause.text, told)
            if answer:
                heard.claims.remove(clause)
                parts.append(answer)
        if heard.looks_back:
            wrong = [name for name in self.facts if name not in told and self._contradicts(message, name)]
            told.update(dict.fromkeys(wrong))
            if wrong:
                parts += [self._statement_after("No", wrong[0]), *map(self._statement, wrong[1:])]
            elif not parts and any(mentions(message, value) for value in self.facts.values()):
                parts.append(THAT_IS_RIGHT)
        return parts

    def _claim(self, text: str, told: dict[str, None]) -> str | None:
        for name, value in self.facts.items():
            if self._is_about(text, name) and mentions(text, value):
                told[name] = None
                return self._statement_after("Yes", name)
        for name in self.facts:
            if self._contradicts(text, name):
                told[name] = None
                return self._statement_after("No", name)
        named = [t.name for t in match(_whole(text), self._topics.values()) if not set(t.tokens) & _IDENTITY]
        told.update(dict.fromkeys(named))
        return " ".join(self._facts(named)) or None

    def _is_about(self, text: str, name: str) -> bool:
        """Whether a value in ``text`` can be the fact's: its name is there, or the value tells enough."""
        value = self.facts[name]
        if kind_of(value) in ("reference", "email", "phone") or (" " in value.strip() and kind_of(value) == "phrase"):
            return True
        return has_all(self._topics[name].tokens, tokens(text)) or _bare_claim(text)

    def _contradicts(self, text: str, name: str) -> bool:
        """Whether ``text`` gives the fact another value than the user knows."""
        value, topic = self.facts[name], self._topics[name]
        if mentions(text, value):
            return False
        kind = kind_of(value)
        if kind == "reference":
            prefix = _prefix(value)
            return bool(prefix) and any(_prefix(r) == prefix for r in references_in(text))
        if kind == "email":
            return bool(emails_in(text)) and ("email" in tokens(text) or _bare_claim(text))
        if kind == "phrase":
            return self._misnames(text, topic)
        if not topic.tokens or not has_all(topic.tokens, tokens(text)):
            return False
        if kind in ("date", "datetime"):
            return bool(dates_in(text))
        return bool(numbers_in(text)) or any(c.isdigit() for c in text)

    def _misnames(self, text: str, topic: Topic) -> bool:
        speaking = cues.SPEAKING_TO.search(text)
        if speaking and topic.head == "name" and topic.tokens in (("name",), ("first", "name")):
            return True
        if not topic.tokens:
            return False
        for found in re.finditer(rf"{re.escape(topic.name)}\s?(?::|is|as)?\s[\"']?(?=[A-Z0-9])", text, re.IGNORECASE):
            if re.match(r"[A-Z0-9]", text[found.end() : found.end() + 1]):
                return True
        return False

    # -- what it does not know

    def _unknown(self, labels: Sequence[str], told: bool) -> list[str]:
        parts: list[str] = []
        missing: list[str] = []
        for label in labels:
            quoted = self._told_in_opening(label)
            if quoted:
                if not told and quoted not in parts:
                    parts.append(quoted)
            else:
                missing.append(label)
        if missing:
            parts.append(_ignorance(missing))
        return parts

    def _told_in_opening(self, label: str) -> str | None:
        """The sentence of the opening that holds what is asked for, in the user's own words."""
        words = set(tokens(label))
        if not words:
            return None
        for sentence in (u.text for u in units(self._opening)):
            said = set(tokens(sentence))
            if (
                ("number" in words and references_in(sentence))
                or ("email" in words and emails_in(sentence))
                or ("date" in words and dates_in(sentence))
                or (words <= said)
            ):
                return f"As I said: {sentence}"
        return f"As I said: {self._opening.strip()}" if words <= _GENERIC else None

    # -- what it wants

    def _answers(self, heard: Heard, message: str) -> tuple[list[str], list[Clause]]:
        """The answers that the behaviour has ready, and the clauses that still want one."""
        answers: dict[str, None] = {}
        still_open: list[Clause] = []
        for clause in (*heard.choices, *heard.proposals, *heard.questions, *heard.claims):
            answer = self._answer_to(clause, message)
            if answer:
                answers[answer] = None
            else:
                still_open.append(clause)
        for label in list(heard.unknown):
            for question, answer in self.behaviour.answers.items():
                if label and has_all(tokens(question), tokens(label)):
                    answers[answer] = None
                    heard.unknown.remove(label)
                    break
        return list(answers), still_open

    def _answer_to(self, clause: Clause, message: str) -> str | None:
        best: tuple[int, str] | None = None
        for question, answer in self.behaviour.answers.items():
            words = tokens(question)
            asked = has_all(words, tokens(clause.sentence)) or (
                _CHOOSE.search(clause.sentence) is not None and has_all(words, tokens(message))
            )
            if words and asked and (best is None or len(words) > best[0]):
                best = (len(words), answer)
        return best[1] if best else None

    def _choices(self, clauses: Sequence[Clause]) -> list[str]:
        parts: list[str] = []
        for clause in clauses:
            known = [n for n, v in self.facts.items() if kind_of(v) == "phrase" and mentions_phrase(clause.text, v)]
            liked = [text for text in self.behaviour.accepts if mentions(clause.text, text)]
            if known:
                parts += self._facts(known)
            elif liked:
                parts.append(f"{liked[0][:1].upper()}{liked[0][1:]}, please.")
            else:
                parts.append(NO_PREFERENCE)
        return list(dict.fromkeys(parts))

    def _decide(self, message: str, push: str | None, yes: str = YES) -> list[str]:
        if self._mentioned(self.behaviour.refuses, message):
            return [NO, push] if push else [NO]
        if self._mentioned(self.behaviour.accepts, message):
            return [yes]
        if push:
            return [push]
        return [yes if self.behaviour.agrees else NO]

    @staticmethod
    def _mentioned(values: Sequence[str], message: str) -> bool:
        return any(mentions(message, value) for value in values)


_CHOOSE = re.compile(r"\b(?:prefer|which|rather|choose|options?|like)\b", re.IGNORECASE)
_BARE_CLAIM = re.compile(r"^(?:and\s|so\s)?(?:is|was|are)\s(?:it|that|this|these|those)\b", re.IGNORECASE)


def _bare_claim(text: str) -> bool:
    return _BARE_CLAIM.match(text) is not None


def _whole(text: str) -> Item:
    words = tokens(text)
    return Item(text, words, (), frozenset(words))


def _prefix(reference: str) -> str:
    found = re.match(r"#?([A-Za-z]+)", reference)
    return found[1].upper() if found else ""


def _ignorance(labels: Sequence[str]) -> str:
    known = [label for label in labels if label]
    if not known:
        return "I'm afraid I don't know that."
    things = [label for label in known if set(tokens(label)) & _THINGS]
    others = [label for label in known if label not in things]
    parts = []
    if others:
        parts.append(f"I'm afraid I don't know {_or(others)}.")
    if things:
        parts.append(f"I'm afraid I don't have {_or(things)}.")
    return " ".join(parts)


def _or(labels: Sequence[str]) -> str:
    return " or ".join(label if label.split()[0].endswith("s") else f"the {label}" for label in labels)


def _check(facts: Mapping[str, str]) -> None:
    seen: dict[str, str] = {}
    for name, value in facts.items():
        if not name.strip() or not value.strip():
            raise TaskError(f"facts: {name!r} has a blank name or value: write both or remove it")
        other = seen.setdefault(normal(name) or name, name)
        if other != name:
            raise TaskError(f"facts: {other!r} and {name!r} are one name: rename or remove one")
