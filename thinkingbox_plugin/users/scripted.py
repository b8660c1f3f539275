"""The deterministic user: tells what it is asked and knows, says so where it does not, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from thinkingbox_plugin.errors import SimulatorError, TaskError
from thinkingbox_plugin.mentions import kind_of, mentions
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.claims import confirms, contradicts
from thinkingbox_plugin.users.cues import INVERTED
from thinkingbox_plugin.users.finding import Clause, Heard
from thinkingbox_plugin.users.listening import listen
from thinkingbox_plugin.users.protocol import UserReply
from thinkingbox_plugin.users.retelling import is_the_matter, retold
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Topic, named_in, told_about
from thinkingbox_plugin.users.wishes import is_an_option, offers_itself, preferences, would_rather
from thinkingbox_plugin.users.wording import (
    I_DO_MIND,
    NO,
    NO_PREFERENCE,
    NOT_AT_ALL,
    NOT_SURE,
    THANKS,
    THAT_IS_ALL,
    THAT_IS_RIGHT,
    WHAT_THEN,
    YES,
    capital,
    ignorance,
    statement,
    statements,
)
from thinkingbox_plugin.users.words import has_all, normal, tokens


class ScriptedUser:
    """A user who knows ``facts`` and nothing else, and tells one only when asked for it.

    - Facts asked for, by name or in other words, are told, all of a message in one reply, in the order of
      the facts.  A value that the agent states is confirmed if it is right and corrected if not.  What the
      opening holds is quoted from it.  Of anything else the user says not to know it.
    - A proposal gets the answer that the ``behaviour`` gives.
      One of another date than a preferred date gets the preference, until the agent says that it cannot be had.
    - "Anything else?" gets "No, that's all, thank you."; what wants nothing gets "Okay, thank you.".

    Nothing in the agent's text is obeyed beyond that.  Each reply is a function of the conversation alone.
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
        mine = [m.content for m in conversation if m.role == "user"]
        return self._compose(heard, said, push) or (mine[-1] if heard.repeats and mine else self._otherwise(heard))

    def _listen(self, message: str) -> Heard:
        return listen(message, self.facts)

    def _provokes(self, heard: Heard, message: str) -> bool:
        """Whether a message is a refusal or a proposal that the user does not take at once."""
        if any(not self._answer_to(clause, message) for clause in heard.proposals):
            return not self._mentioned(self.behaviour.accepts, message)
        # "I cannot go on without your order number" asks; it does not refuse what the user wants.
        return heard.refusal and not heard.asked

    def _compose(self, heard: Heard, said: Sequence[str], push: str | None) -> str:
        message = said[-1]
        told: dict[str, None] = {}
        answers, open_clauses = self._answers(heard, message)
        # "I can offer a twin or a double. Which would you like?" is one question.
        proposals = [c for c in heard.proposals if c in open_clauses and (c.text.endswith("?") or not heard.choices)]
        proposes = bool(proposals)
        parts = self._claims([clause for clause in heard.claims if clause in open_clauses], heard, told)
        names = [*heard.asked, *(self._picked(message) if heard.picks else ())]
        parts += self._facts([name for name in dict.fromkeys(names) if name not in told])
        parts += self._looking_back(heard, told, quiet=bool(parts) or proposes)
        parts += answers
        parts += self._unknown(heard.unknown, bool(parts))
        told.update(dict.fromkeys(names))
        parts += self._choices([clause for clause in heard.choices if clause in open_clauses], message, told)
        unsettled = [clause for clause in heard.claims if clause in open_clauses]
        if any(clause.text.endswith("?") for clause in unsettled) and (parts or proposes):
            # "Was there smoke? Do you agree?": the yes to the one must not be read as a yes to the other.
            parts.append(NOT_SURE)
        if proposes:
            asked_if_minds = any(INVERTED.search(clause.text) for clause in proposals)
            rather = None if parts and self._tells_a_wish(names) else self._would_rather(proposals, said)
            parts += self._decide(message, push, *((NOT_AT_ALL, I_DO_MIND) if asked_if_minds else (YES, NO)), rather)
        elif push is not None:
            parts.append(push)
        if not parts and heard.looks_back:
            parts += self._decide(message, None, THAT_IS_RIGHT, NO)
        joint = "\n" if any("\n" in part for part in parts) else " "
        return joint.join(parts)

    def _otherwise(self, heard: Heard) -> str:
        if heard.vague:
            return WHAT_THEN
        if heard.anything_else:
            return THAT_IS_ALL
        if heard.offers_help:
            return self._opening
        return NOT_SURE if heard.questions or heard.claims or heard.picks else THANKS

    # -- what it knows

    def _facts(self, names: Sequence[str]) -> list[str]:
        if len(names) > 1:
            return [statements([(self._topics[name], self.facts[name]) for name in names])]
        return [statement(self._topics[name], self.facts[name]) for name in names]

    def _named(self, message: str) -> list[str]:
        """The facts whose value stands in ``message``, of the kinds that tell one thing from another."""
        return [
            name
            for name, value in self.facts.items()
            if (kind_of(value) != "phrase" or len(value.split()) > 1) and mentions(message, value)
        ]

    def _picked(self, message: str) -> list[str]:
        """The facts that answer "Which one?": those that say which, else those named, else what is preferred."""
        which = [name for name in self.facts if "which" in self._topics[name].tokens and self._prefers(name, message)]
        return which or self._named(message) or self._preferred(message)

    def _preferred(self, message: str) -> list[str]:
        """The facts among the options of ``message``; the one preference there is where it names no options."""
        known = [name for name in self.facts if self._prefers(name, message)]
        wishes = preferences(self._topics.values())
        names_options = _OR.search(message) or len(units(message)) > 1
        return known or (wishes if len(wishes) == 1 and not names_options else [])

    # -- is it so?

    def _claims(self, clauses: Sequence[Clause], heard: Heard, told: dict[str, None]) -> list[str]:
        """The answers to questions whether something is so; what they tell is noted in ``told``."""
        parts: list[str] = []
        for clause in clauses:
            answer = self._claim(clause.text, told)
            if answer:
                heard.claims.remove(clause)
                parts.append(answer)
        return parts

    def _claim(self, text: str, told: dict[str, None]) -> str | None:
        for word, holds in (("Yes", confirms), ("No", contradicts)):
            for name, value in self.facts.items():
                if holds(text, self._topics[name], value):
                    told[name] = None
                    return statement(self._topics[name], value, after=word)
        circumstances = [t for t in self._topics.values() if t.asks in ("who", "whether")]
        named = [t.name for t in named_in(text, self._topics.values()) or told_about(text, circumstances)]
        told.update(dict.fromkeys(named))
        return " ".join(self._facts(named)) or None

    def _looking_back(self, heard: Heard, told: dict[str, None], quiet: bool) -> list[str]:
        """The answer to "Is that correct?": each fact that the message has wrong, else, unless ``quiet``, a yes."""
        if not heard.looks_back:
            return []
        said = heard.statements
        right = {n for n, v in self.facts.items() if any(confirms(s, self._topics[n], v) for s in said)}
        wrong = [
            name
            for name, value in self.facts.items()
            if name not in told and name not in right and any(contradicts(s, self._topics[name], value) for s in said)
        ]
        if wrong:
            first, *others = wrong
            return [statement(self._topics[first], self.facts[first], after="No"), *self._facts(others)]
        return [THAT_IS_RIGHT] if right and not quiet else []

    # -- what it does not know

    def _unknown(self, labels: Sequence[str], told: bool) -> list[str]:
        quoted: dict[str, None] = {}
        missing: list[str] = []
        for label in labels:
            sentence = retold(label, self._opening)
            if sentence:
                quoted[sentence] = None
            elif not is_the_matter(label):
                missing.append(label)
            elif not told:
                quoted[self._opening.strip()] = None
        parts = [f"As I said: {sentence}" for sentence in quoted]
        return [*parts, ignorance(missing)] if missing else parts

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
        for label, clause in heard.unmet.items():
            answer = self._answer_to(clause, message) if label in heard.unknown else None
            if answer:
                answers[answer] = None
                heard.unknown.remove(label)
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

    def _prefers(self, name: str, message: str) -> bool:
        """Whether the fact is one of the options that ``message`` offers."""
        return is_an_option(self._topics[name], self.facts[name], message)

    def _choices(self, clauses: Sequence[Clause], message: str, told: Mapping[str, None]) -> list[str]:
        if not clauses:
            return []
        # "A refund or a replacement?" offers these two; "Which would you like?" what the message names.
        offers = " ".join(c.text for c in clauses) if all(offers_itself(c.text) for c in clauses) else message
        known = self._preferred(offers)
        if known:
            return self._facts([name for name in known if name not in told])
        liked = [text for text in self.behaviour.accepts if mentions(message, text)]
        return [f"{capital(liked[0])}, please." if liked else NO_PREFERENCE]

    def _tells_a_wish(self, names: Sequence[str]) -> bool:
        return any(self._topics[name].is_wish for name in names)

    def _would_rather(self, proposals: Sequence[Clause], said: Sequence[str]) -> str | None:
        """What the user says instead of agreeing to another date than it would like."""
        texts = [clause.sentence for clause in proposals]
        found = (would_rather(self._topics[name], value, texts, said) for name, value in self.facts.items())
        return next((sentence for sentence in found if sentence), None)

    def _decide(self, message: str, push: str | None, yes: str, no: str, rather: str | None = None) -> list[str]:
        if self._mentioned(self.behaviour.refuses, message):
            return [no, push] if push else [no]
        if self._mentioned(self.behaviour.accepts, message):
            return [yes]
        if push or rather:
            return [text for text in (push, rather) if text]
        return [yes if self.behaviour.agrees else no]

    @staticmethod
    def _mentioned(values: Sequence[str], message: str) -> bool:
        return any(mentions(message, value) for value in values)


_OR = re.compile(r"\bor\b", re.IGNORECASE)
_CHOOSE = re.compile(r"\b(?:prefer|which|rather|choose|options?)\b", re.IGNORECASE)


def _check(facts: Mapping[str, str]) -> None:
    seen: dict[str, str] = {}
    for name, value in facts.items():
        if not name.strip() or not value.strip():
            raise TaskError(f"facts: {name!r} has a blank name or value: write both or remove it")
        other = seen.setdefault(normal(name) or name, name)
        if other != name:
            raise TaskError(f"facts: {other!r} and {name!r} are one name: rename or remove one")
