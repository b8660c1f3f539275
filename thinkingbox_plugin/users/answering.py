"""The answers that a behaviour has ready: which of them does a part of a message call for?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thinkingbox_plugin.mentions import dates_in, emails_in, mentions, references_in
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.choosing import concerns_all_options
from thinkingbox_plugin.users.finding import NOTHING, Clause, Heard
from thinkingbox_plugin.users.sentences import units
from thinkingbox_plugin.users.words import has_all, normal, stems, tokens

_CHOOSE = re.compile(r"\b(?:prefer|which|rather|choose|options?)\b", re.IGNORECASE)
_ASKING = re.compile(r"\b(?:which|what|when|where|who|whom|whose|why|how|or)\b", re.IGNORECASE)
_REFUSED = re.compile(
    r"\b(?:refused|declined|rejected|denied|turned down|impossible|unavailable|not (?:possible|available|allowed)"
    r"|says? no|said no)\b",
    re.IGNORECASE,
)
_OF_A_REFUSAL = stems("""
    refused declined rejected denied turned down impossible unavailable possible available allowed not
""")
_OTHER = stems("another other different else")
_CHECKED = _OTHER | stems("check recheck again correct right")
_HYPOTHETICAL = re.compile(r"\b(?:if|unless|in case|should|whether|would|shall)\b", re.IGNORECASE)
_AGE = re.compile(r"\bhow old\b|\bage\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|eleven|twelve|\w+ty)\b", re.IGNORECASE
)
_AGREES = re.compile(r"yes\b", re.IGNORECASE)
_HOLDS_BACK = re.compile(
    r"\b(?:no|not|never|none|nothing|neither|rather|instead|only|most|least|keep|leave|stay|unless|if|long as|otherwise"
    r"|else|without|limit|before|first|wait|drop)\b|n't\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|as long as|unless|provided|otherwise|else|at most|no more than)\b", re.IGNORECASE)
_IF_POSSIBLE = re.compile(r"\bif (?:(?:that|it) is )?possible\b|\bif you can\b", re.IGNORECASE)
_END = re.compile(r"[.;!]|,? (?:if|as long as|unless|provided|rather|otherwise|but|except)\b", re.IGNORECASE)
_ORDINAL = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_TIME = re.compile(r"\b[0-9]{1,2}(?::[0-9]{2}| ?[ap]m\b| o'clock)", re.IGNORECASE)
_MOST_OF_IT, _HALF_OF_IT = 0.75, 0.5
_SMALL = stems("then please yes so very well")


@dataclass(frozen=True)
class Talk:
    """What both sides had written when the user has to answer: ``said`` by the agent, ``mine`` by the user."""

    said: tuple[str, ...]
    mine: tuple[str, ...]

    @classmethod
    def until(cls, conversation: Sequence[Message]) -> Talk:
        """The talk that ends in the last message of ``conversation``."""
        return cls(
            tuple(m.content for m in conversation if m.role == "assistant"),
            tuple(m.content for m in conversation if m.role == "user"),
        )

    @property
    def message(self) -> str:
        """The agent's last message."""
        return self.said[-1]


class ReadyAnswers:
    """The ``answers`` of a behaviour.

    An answer that was given before does not take the place of consent once more where the proposal is what
    it asks for or where it tells only who or what is meant.  One to a question ("which booking", "what
    time") takes no place of consent at all, unless it holds back, and one about a refusal waits for it.
    """

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour

    def to(self, clause: Clause, talk: Talk, proposes: bool = False) -> str | None:
        """The answer to a clause, of several the one with the most words in its question."""
        best: tuple[int, str] | None = None
        for question, answer in self._behaviour.answers.items():
            size = self._fits(question, answer, clause, talk, proposes)
            if size and (best is None or size > best[0]):
                best = (size, answer)
        return best[1] if best else None

    def to_all(self, heard: Heard, talk: Talk) -> tuple[list[str], list[Clause]]:
        """The answers to all that was heard, and the clauses that still want one."""
        answers: dict[str, None] = {}
        still_open: list[Clause] = []
        for clause in (*heard.choices, *heard.proposals, *heard.questions, *heard.claims):
            if heard.picks and clause in heard.proposals and not clause.text.endswith("?"):
                continue  # "I can offer A or B. Which do you want?" is one question.
            answer = self.to(clause, talk, proposes=clause in heard.proposals)
            if answer:
                answers[answer] = None
            else:
                still_open.append(clause)
        for label, clause in heard.unmet.items():
            wanted = label in heard.unknown or (label in heard.spared and bool(set(tokens(label)) & _OTHER))
            if cues.WH.search(clause.text):
                answer = self.to(clause, talk) if wanted or label == NOTHING else None
            else:
                # A request may list several things: an answer to it must be about the one that no fact is.
                answer = self._named(label, _CHECKED & set(tokens(clause.sentence))) if wanted else None
            answer = answer or (self._named(label) if wanted else None)
            if answer:
                answers[answer] = None
                heard.unknown = [other for other in heard.unknown if other != label]
        return list(answers), still_open

    def _named(self, label: str, more: frozenset[str] = frozenset()) -> str | None:
        """The answer to a question of words of ``label`` alone, or of its last word and some of ``more``."""
        said = tokens(label)
        for question, answer in self._behaviour.answers.items():
            words = set(tokens(question))
            if words and words <= {*said, *more} and (not more or set(said[-1:]) & words):
                return answer
        return None

    def _fits(self, question: str, answer: str, clause: Clause, talk: Talk, proposes: bool) -> int:
        """How many words of a ready question the clause holds, if it holds all and the answer is in place; else 0."""
        words = tokens(question)
        if not words:
            return int(normal(question) in normal(clause.text).split() and cues.WH.match(clause.text) is not None)
        if _AGE.search(clause.text) and not (_AGE.search(question) or _NUMBER.search(answer)):
            return 0
        if _REFUSED.search(question):
            words = tuple(word for word in words if word not in _OF_A_REFUSAL)
            if not words or not _was_refused(talk):
                return 0
        sentence = (clause.context if proposes else "") or clause.sentence
        if not has_all(words, tokens(sentence)):
            by_choice = _CHOOSE.search(clause.sentence) is not None and has_all(words, tokens(talk.message))
            fits = by_choice and concerns_all_options(words, clause.sentence, talk.message)
            return len(words) if fits and not self._was_given(answer, talk) else 0
        another_question = _is_no_proposal(question, clause) and not _objects(answer, clause.text)
        if proposes and (another_question or self._gives_way(answer, talk)):
            return 0
        return len(words)

    @staticmethod
    def _was_given(answer: str, talk: Talk) -> bool:
        return any(answer in text for text in talk.mine[1:])

    def _gives_way(self, answer: str, talk: Talk) -> bool:
        """Whether an answer given before leaves it to the user to agree to a proposal, or not."""
        if _AGREES.match(answer) or not self._was_given(answer, talk):
            return False
        accepts = self._behaviour.accepts
        if any(mentions(talk.message, value) for value in accepts):
            return True
        if _CONDITION.search(_IF_POSSIBLE.sub("", answer)):
            # What the answer makes a condition of has to have been met by what was proposed before.
            met = any(mentions(message, value) for message in talk.said for value in accepts)
            return met and _proposes_it(answer, talk.message)
        tells_who = emails_in(answer) or references_in(answer)
        return _proposes_it(answer, talk.message) or (bool(tells_who) and not _HOLDS_BACK.search(answer))


def _is_no_proposal(question: str, clause: Clause) -> bool:
    """Whether a ready question is one of "which" or "what time" and the clause is none."""
    return _ASKING.search(question) is not None and not _ASKING.search(clause.text)


def _objects(answer: str, proposal: str) -> bool:
    """Whether an answer sets a condition, or names another date or time than a proposal does."""
    if _HOLDS_BACK.search(answer):
        return True
    dated = bool(_TIME.search(proposal) or dates_in(proposal))
    return dated and not {word for word in _words(answer) if word.isdigit()} <= _words(proposal)


def _was_refused(talk: Talk) -> bool:
    """Whether the agent has told that something was refused, not only that it may be."""
    return any(
        not unit.text.endswith("?")
        and not _HYPOTHETICAL.search(unit.text)
        and (_REFUSED.search(unit.text) or cues.REFUSAL.search(unit.text))
        for message in talk.said
        for unit in units(message)
    )


def _proposes_it(answer: str, message: str) -> bool:
    """Whether ``message`` proposes what an answer asks for: all its first clause, or all its numbers and most words."""
    said, first = _words(message), _words(_END.split(answer, maxsplit=1)[0])
    if len(first) > 1 and first <= said:
        return True
    wanted = _words(answer)
    numbers = {word for word in wanted if word.isdigit()}
    share = _MOST_OF_IT if _HOLDS_BACK.search(answer) else _HALF_OF_IT
    return len(wanted) > 1 and numbers <= said and len(wanted & said) >= share * len(wanted)


def _words(text: str) -> set[str]:
    return set(tokens(_ORDINAL.sub(r"\1", text))) - _SMALL
