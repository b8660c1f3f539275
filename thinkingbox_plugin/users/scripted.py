"""The deterministic user: tells what it is asked and knows, says so where it does not, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from thinkingbox_plugin.errors import SimulatorError, TaskError
from thinkingbox_plugin.mentions import kind_of, mentions
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.answering import ReadyAnswers, Talk
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.choosing import (
    answered,
    asks_for_a_wish,
    can_be_chosen,
    decisions,
    is_of_taste,
    is_or_nothing,
    mentions_all,
    names_two,
    quoted,
    settled,
    which,
)
from thinkingbox_plugin.users.claims import confirms, contradicts
from thinkingbox_plugin.users.deeds import asks_for_consent_or_not
from thinkingbox_plugin.users.finding import Clause, Heard
from thinkingbox_plugin.users.listening import listen
from thinkingbox_plugin.users.protocol import UserReply
from thinkingbox_plugin.users.retelling import is_the_matter, retold
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.topics import Topic, named_in, told_about
from thinkingbox_plugin.users.wishes import is_a_date, is_an_option, offers_itself, preferences, would_rather
from thinkingbox_plugin.users.wording import (
    I_DO_MIND,
    NO,
    NO_PREFERENCE,
    NOT_AT_ALL,
    NOT_SURE,
    NOTHING_ELSE,
    THANKS,
    THAT_IS_ALL,
    THAT_IS_RIGHT,
    WHAT_THEN,
    YES,
    can_be_known,
    capital,
    ignorance,
    statement,
    statements,
)
from thinkingbox_plugin.users.words import normal, tokens


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
        self._ready = ReadyAnswers(self.behaviour)
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
        talk = Talk.until(conversation)
        if not talk.said or conversation[-1].role != "assistant":
            raise SimulatorError("the simulated user is asked to reply, but the last message is not the agent's")
        heard = self._listen(talk)
        pushes = self.behaviour.pushes
        push = None
        if pushes and self._provokes(heard, talk):
            earlier = [Talk.until(conversation[: n + 1]) for n, m in enumerate(conversation) if m.role == "assistant"]
            before = sum(self._provokes(self._listen(then), then) for then in earlier[:-1])
            push = pushes[before] if before < len(pushes) else None
        mine = talk.mine
        return self._compose(heard, talk, push) or (mine[-1] if heard.repeats and mine else self._otherwise(heard))

    def _listen(self, talk: Talk) -> Heard:
        """What is heard; to a choice to agree or not that nothing known settles, the user agrees or not."""
        heard = listen(talk.message, self.facts)
        for clause in [c for c in heard.choices if asks_for_consent_or_not(c.text, talk.message)]:
            if not (self._ready.to(clause, talk) or self._wanted([clause], talk.message) or self._said([clause.text])):
                heard.choices.remove(clause)
                heard.proposals.append(clause)
        return heard

    def _provokes(self, heard: Heard, talk: Talk) -> bool:
        """Whether a message is a refusal or a proposal that the user does not take at once."""
        if any(not self._ready.to(clause, talk, proposes=True) for clause in heard.proposals):
            return not self._mentioned(self.behaviour.accepts, talk.message)
        # "I cannot go on without your order number" asks; it does not refuse what the user wants.
        return heard.refusal and not heard.asked

    def _compose(self, heard: Heard, talk: Talk, push: str | None) -> str:
        message = talk.message
        told: dict[str, None] = {}
        answers, open_clauses = self._ready.to_all(heard, talk)
        # "I can offer a twin or a double. Which would you like?" is one question.
        one_question = bool(heard.choices or heard.picks)
        proposals = [c for c in heard.proposals if c in open_clauses and (c.text.endswith("?") or not one_question)]
        proposes = bool(proposals)
        parts = self._claims([clause for clause in heard.claims if clause in open_clauses], heard, told)
        picked = self._picked(message) if heard.picks and not self._chose(heard, open_clauses) else []
        names = [*heard.asked, *picked]
        parts += self._facts([name for name in dict.fromkeys(names) if name not in told])
        corrections = self._looking_back(heard, message, told, quiet=bool(parts) or proposes)
        if corrections and corrections != [THAT_IS_RIGHT]:
            # "I refund ORD-7. Is that right, and shall I go ahead?": who corrects it does not agree to it as well.
            proposals, proposes = [], False
        parts += corrections
        told.update(dict.fromkeys(names))
        # A ready answer may say what was just told as a fact.
        parts += [text for text in answers if not any(mentions_all(text, self.facts[name]) for name in told)]
        parts += self._unknown(heard, bool(parts), proposes, self._tells_a_wish(tuple(told)))
        parts += self._choices([clause for clause in heard.choices if clause in open_clauses], talk, told)
        unsettled = [clause for clause in heard.claims if clause in open_clauses]
        # "Why 96.00? It is 10 % of 960.00." wants no answer; "How long do you need the room?" does.
        if not picked:
            unsettled += [c for c in heard.questions if c in open_clauses and self._is_left(c.text, told)]
        if any(map(_is_asked, unsettled)) and (parts or proposes):
            # "Was there smoke? Do you agree?": the yes to the one must not be read as a yes to the other.
            parts += _doubts(unsettled)
        if proposes:
            asked_if_minds = any(cues.INVERTED.search(clause.text) for clause in proposals)
            rather = None if parts and self._tells_a_wish(names) else self._would_rather(proposals, talk.said)
            parts += self._decide(message, push, *((NOT_AT_ALL, I_DO_MIND) if asked_if_minds else (YES, NO)), rather)
        elif push is not None:
            parts.append(push)
        if not parts and heard.looks_back:
            parts += self._decide(message, None, THAT_IS_RIGHT, NO)
        joint = "\n" if any("\n" in part for part in parts) else " "
        return joint.join(dict.fromkeys(parts))

    @staticmethod
    def _chose(heard: Heard, still_open: Sequence[Clause]) -> bool:
        """Whether a ready answer says already which one is meant."""
        return any(c not in still_open and cues.WH.match(c.text) for c in heard.questions)

    def _is_left(self, question: str, told: Mapping[str, None]) -> bool:
        """Whether a question is put to the user and is about nothing that was just ``told``."""
        words = set(tokens(question))
        return _FOR_THE_USER.search(question) is not None and not any(words & set(self._topics[n].tokens) for n in told)

    def _otherwise(self, heard: Heard) -> str:
        if heard.vague:
            return WHAT_THEN
        if heard.anything_else:
            return THAT_IS_ALL
        if heard.offers_help:
            return self._opening
        if heard.questions or heard.picks:
            return NOT_SURE
        return " ".join(_doubts(heard.claims)) or THANKS

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
        wanted = decisions(self._preferred(message), self._topics) if asks_for_a_wish(message) else []
        which_one = which(self._topics.values(), self.facts, message)
        return wanted or which_one or self._named(message) or self._preferred(message)

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
        spoken_to = cues.SPEAKING_TO.search(text)
        if spoken_to and mentions_all(self._opening, spoken_to["name"]):
            return THAT_IS_RIGHT
        circumstances = [t for t in self._topics.values() if t.asks in ("who", "whether")]
        named = [t.name for t in named_in(text, self._topics.values()) or told_about(text, circumstances)]
        if not named and _THE_ONE.search(text):
            named = which(self._topics.values(), self.facts, text)
        if not named and names_two(text):
            named = settled(self._topics.values(), self.facts, text)
            if not named:
                return quoted(self._opening, text) or answered(self.behaviour.answers.values(), text)
        told.update(dict.fromkeys(named))
        return " ".join(self._facts(named)) or None

    def _looking_back(self, heard: Heard, message: str, told: dict[str, None], quiet: bool) -> list[str]:
        """The answer to "Is that correct?": each fact that the message has wrong, else, unless ``quiet``, a yes."""
        if not heard.looks_back:
            return []
        said = heard.statements
        right = {n for n, v in self.facts.items() if any(confirms(s, self._topics[n], v) for s in said)}
        asked = [name for name in self._looked_at(said) if name not in told and name not in right]
        # Who names the user's own value beside another knows of the two.
        unsaid = [name for name in asked if not mentions(message, self.facts[name])]
        wrong = [n for n in unsaid if any(contradicts(s, self._topics[n], self.facts[n]) for s in said)]
        if wrong:
            first, *others = wrong
            return [statement(self._topics[first], self.facts[first], after="No"), *self._facts(others)]
        return [THAT_IS_RIGHT] if right and not quiet else []

    def _looked_at(self, said: Sequence[str]) -> list[str]:
        """The facts that are to be right: those of "Is that address right?" if it is about one, else all."""
        found = [match for text in said if (match := _THIS_THING.search(text))]
        things = [set(tokens(match["thing"] or match["right"])) for match in found]
        named = [name for name, topic in self._topics.items() if any(t and t <= set(topic.tokens) for t in things)]
        return named or list(self.facts)

    # -- what it does not know

    def _unknown(self, heard: Heard, told: bool, proposes: bool, dated: bool) -> list[str]:
        again: dict[str, None] = {}
        missing: list[str] = []
        for label in heard.unknown:
            # "I need a plain answer: shall I cancel?" wants a yes, and no word on the plain answer.
            aside = (told or proposes) and not (can_be_known(label) or cues.WH.match(heard.unmet[label].text))
            aside = aside or (dated and is_a_date(label))
            sentence = None if aside else retold(label, self._opening)
            if sentence:
                again[sentence] = None
            elif not aside and not is_the_matter(label):
                missing.append(label)
            elif not aside and not told:
                again[self._opening.strip()] = None
        parts = [f"As I said: {sentence}" for sentence in again]
        return [*parts, ignorance(missing)] if missing else parts

    # -- what it wants

    def _prefers(self, name: str, message: str) -> bool:
        """Whether the fact is one of the options that ``message`` offers."""
        return is_an_option(self._topics[name], self.facts[name], message)

    def _choices(self, clauses: Sequence[Clause], talk: Talk, told: Mapping[str, None]) -> list[str]:
        if not clauses:
            return []
        message = talk.message
        questions = [c.text for c in clauses]
        known = self._wanted(clauses, message)
        if known and all(map(is_or_nothing, questions)) and self._has_wished(known, talk):
            return self._decide(message, None, YES, NO, self._would_rather(clauses, talk.said))
        if known:
            return self._facts([name for name in dict.fromkeys(known) if name not in told])
        liked = [text for text in self.behaviour.accepts if can_be_chosen(text) and mentions(message, text)]
        if liked:
            return [f"{capital(liked[0])}, please."]
        none = NO_PREFERENCE if all(map(is_of_taste, questions)) else NOT_SURE
        return self._said(questions) or [none]

    def _wanted(self, clauses: Sequence[Clause], message: str) -> list[str]:
        """The facts that settle questions of choice."""
        # "A refund or a replacement?" offers these two; "Which would you like?" what the message names.
        offers = " ".join(c.text for c in clauses) if all(offers_itself(c.text) for c in clauses) else message
        topics = self._topics.values()
        return self._preferred(offers) or [name for c in clauses for name in settled(topics, self.facts, c.text)]

    def _said(self, questions: Sequence[str]) -> list[str]:
        """The sentences of the opening, or of the ready answers, that settle questions of choice."""
        said = [quoted(self._opening, q) or answered(self.behaviour.answers.values(), q) for q in questions]
        return list(dict.fromkeys(text for text in said if text))

    def _tells_a_wish(self, names: Sequence[str]) -> bool:
        return any(self._topics[name].is_wish for name in names)

    def _has_wished(self, names: Sequence[str], talk: Talk) -> bool:
        """Whether the user has told these wishes of a date before."""
        earlier = talk.mine[1:]
        return all(self._topics[n].is_wish and any(self.facts[n].strip() in text for text in earlier) for n in names)

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


def _doubts(claims: Sequence[Clause]) -> list[str]:
    """What is said to questions whether something is so that nothing known answers."""
    more = [cues.ELSE_OF_A_THING.search(clause.text) is not None for clause in claims]
    return [text for text, said in ((NOTHING_ELSE, any(more)), (NOT_SURE, not all(more))) if said]


def _is_asked(claim: Clause) -> bool:
    """Whether a claim is a question of its own, also within a sentence: "Was there smoke, and do you agree?"."""
    if claim.text.endswith("?"):
        return True
    within = claim.sentence.endswith("?") and f"{claim.text}:" not in claim.sentence
    return within and _WHETHER_IT_IS.match(claim.text) is not None


_WHETHER_IT_IS = re.compile(
    r"(?:(?:and|so|also),? )?(?:is|are|was|were|do|does|did|has|have|had|could|will|would|may|might)\b", re.IGNORECASE
)
_FOR_THE_USER = re.compile(r"\b(?:you|your|which)\b", re.IGNORECASE)
_THIS_THING = re.compile(
    r"\b(?:is|are) (?:(?:that|this|it|these) (?:still )?(?:the|your) (?:(?:correct|right|current|present) )?"
    r"(?P<right>[a-z-]+)"
    r"|(?:that|this|the|your|these) (?P<thing>[a-z-]+(?: [a-z]+)?) (?:all |still )?(?:correct|right|true))\b",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_THE_ONE = re.compile(r"\bthe ones? (?:at|in|on|near|of|with|without|from|for)\b", re.IGNORECASE)


def _check(facts: Mapping[str, str]) -> None:
    seen: dict[str, str] = {}
    for name, value in facts.items():
        if not name.strip() or not value.strip():
            raise TaskError(f"facts: {name!r} has a blank name or value: write both or remove it")
        other = seen.setdefault(normal(name) or name, name)
        if other != name:
            raise TaskError(f"facts: {other!r} and {name!r} are one name: rename or remove one")
