"""What does a message of the agent want from the user?  Pure functions of the text and the facts' names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.clauses import (
    MIGHT,
    VERBAL,
    YES_NO,
    bare_request,
    context,
    first_cue,
    is_instruction,
    is_question,
    is_to_wait,
    looks_back,
    requests,
    tells_what_to_do,
)
from thinkingbox_plugin.users.deeds import (
    ACT,
    DEED,
    asks_to_agree,
    is_bare_confirm,
    is_the_other_half,
    is_to_be_done,
    without_number,
)
from thinkingbox_plugin.users.finding import VALUE, Clause, Finder, Heard
from thinkingbox_plugin.users.items import items_of
from thinkingbox_plugin.users.sentences import Unit, units, with_questions
from thinkingbox_plugin.users.topics import Item, Topic, match, named_in, told_about
from thinkingbox_plugin.users.words import tokens

_NEXT_WANT = (
    r"(?:may|shall|should|can|could|would|do|does|did|is|are|have|will) (?:i|we|you|it|that|this|the|your|there)\b"
    r"|(?:what|which|when|where|who|why|how)\b(?! ever)|(?:let|tell|give|send) (?:me|us)\b|please [a-z]"
    r"|(?:send|attach|give|return|forward|share|tell|take|put|pack|keep|bring) (?:it|them)\b"
    r"|(?:to|on|for|at|until|till|from|by|since) (?:which|what) (?:date|day|half|slot|time|hour|address|place|name)s?\b"
    r"|(?:until|till|from|since) when\b|(?:is|are|was|were) [a-z]{2,4}-[0-9]"
)
_CLAUSE = re.compile(
    rf"(?:[,;:] ?(?:and|but|then|or|so)?| (?:and|but|then)| -) ?(?<= )"
    rf"(?=(?:\(?[1-9a-d][.)] )?(?:(?:also|please|then|kindly|if so,?|if yes,?) ){{0,4}}(?:{_NEXT_WANT}))"
    r"|; ?(?<= )(?=(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might)\b)"
    r"|(?:, and|, or|,| and) (?=(?:is|are|was|were|has|does|did) (?:any(?:thing|one|body)?|something|either)\b)"
    r"|, and (?=(?:(?:the|an?) )?[a-z]+ or (?:(?:the|an?) )?[a-z]+ ?\?)",
    re.IGNORECASE,
)
_TO_CONFIRM = re.compile(r"\bconfirm\W*$", re.IGNORECASE)
_I_DO = re.compile(
    rf"(?:(?:so|then|and),? )*(?:i|we)(?:'ll| will| would| shall)? (?:(?:then|now|also|only) )*{ACT}\b", re.IGNORECASE
)
_ITS_OWN_ANSWER = re.compile(
    r"(?:yes|no|because)\b(?!.*\?)|(?:it|they|that|this|he|she) (?:is|are|was|were|does|do|did|will|would|has|have)"
    r"(?: not|n't)?[.!]|(?:it|they|that|he|she) (?:isn't|aren't|doesn't|don't|didn't|won't|wasn't)[.!]",
    re.IGNORECASE,
)
_CONFIRM_THAT = re.compile(
    r"^\s*(?:to\s(?:me|us)\s)?(?:that|if|whether|you|i|we|it|this|is|are|by|back)\b(?!\s*(?:your|the)\b)",
    re.IGNORECASE,
)
_THAT_YOUR = re.compile(r"\s*(?:that|if|whether)\s(?:your|the)\s", re.IGNORECASE)
_WHO_YOU_ARE = re.compile(r"^\s*(?:you|who (?:you are|i(?: a|')m (?:speaking|talking) (?:with|to))):", re.IGNORECASE)
_SENDS_IT = re.compile(rf"(?:then |also )*{ACT} (?:it|them)\b", re.IGNORECASE)
_SHALL_I = re.compile(r"(?:(?:and|so|then),? )*(?:shall|should|may|can) (?:i|we)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\s*(?:it|them)(?![\w'])", re.IGNORECASE)
_OR = re.compile(r"\sor\s", re.IGNORECASE)
_LOOK_AGAIN = re.compile(r"(?:(?:so|then|perhaps|maybe),? )?(?:please|kindly|take|have)\s", re.IGNORECASE)
_IS_A_PURPOSE = re.compile(
    r"\b(?:see|check|look|find out|learn|tell you|know|ask|explain|decide|clarify|understand)(?: you)? $", re.IGNORECASE
)
_OPTIONS = re.compile(r"\b(?:prefer|which|option|options|choose|rather)\b", re.IGNORECASE)
_OF_AN_ORDER = re.compile(r" (?:of|from|in|under|with)(?: (?:order|booking))? [A-Z]{2,4}-[0-9]+", re.IGNORECASE)
_TO_DO = re.compile(r"\s*to\s[a-z]", re.IGNORECASE)
_IS_LEFT_OPEN = re.compile(
    r"(?:(?:and|so|then),? )?(?=(?:the|your) )(?P<what>.{3,80}) (?:is|was|are|were)(?: it)?\W*\?", re.IGNORECASE
)
_LONGEST = 20_000
_LABELLED = re.compile(r"^(?P<label>[^:]{1,60}?)\s?(?::|\s-)\s*(?P<rest>.*)$")


def asks_for(message: str, facts: Iterable[str]) -> list[str]:
    """The names among ``facts`` that ``message`` asks the user for, in the order of ``facts``."""
    return listen(message, facts).asked


def listen(message: str, facts: Iterable[str]) -> Heard:
    """Read ``message``, or its first 20,000 characters, with the names of the ``facts`` in mind."""
    names = list(facts)
    listener = _Listener([Topic.of(name) for name in names])
    said = units(message[:_LONGEST])
    for n, (unit, after) in enumerate(zip_longest(said, said[1:])):
        if after and after.intro is None and is_bare_confirm(unit.text) and is_to_be_done(after.text):
            said[n + 1] = replace(after, text=f"{unit.text} {after.text}")
        elif after and unit.text.endswith("?") and _ITS_OWN_ANSWER.match(after.text):
            listener.heard.statements.append(unit.text)
        else:
            listener.hear(unit)
    heard = listener.finish()
    found = listener.finder.found
    heard.asked = [name for name in names if name in found]
    heard.unknown = list(dict.fromkeys(heard.unknown))
    return heard


class _Listener:
    def __init__(self, topics: Sequence[Topic]) -> None:
        self.topics = topics
        self.heard = Heard()
        self.finder = Finder(topics, self.heard)
        self.forms: list[Clause] = []
        self.deeds: list[Clause] = []

    def finish(self) -> Heard:
        """What was heard; "Answer yes or no." asks to agree where the message asks for nothing else."""
        heard = self.heard
        if heard.proposals:
            heard.statements += [deed.text for deed in self.deeds]
        heard.proposals = heard.proposals or self.deeds
        other = (self.finder.found, heard.unknown, heard.claims, heard.questions, heard.choices, heard.proposals)
        if self.forms and not any(other) and not (heard.looks_back or heard.picks or heard.vague):
            heard.proposals += self.forms
        return heard

    def hear(self, unit: Unit) -> None:
        if cues.IN_WHAT_FORM.fullmatch(unit.text):
            self.forms.append(Clause(unit.text, unit.text))
            return
        unit = replace(unit, text=cues.FORM_AT_THE_END.sub("", unit.text))
        missed, spared = len(self.heard.unknown), len(self.heard.spared)
        if unit.intro is not None and self._hear_item(unit):
            self._note_clause(Clause(unit.text, unit.text), missed, spared)
            return
        split = [text.strip() for sentence in with_questions(unit.text) for text in _CLAUSE.split(sentence) if text]
        parts = [(n, without_number(text)) for n, text in enumerate(split) if text]
        for n, text in parts:
            if self._goes_on(text, unit.text, [before for place, before in parts if place < n]):
                continue
            missed, spared = len(self.heard.unknown), len(self.heard.spared)
            clause = Clause(text, unit.text, context(n, parts))
            self._hear_clause(clause, is_question(text, unit, 0 if text != split[n] else n))
            self._note_clause(clause, missed, spared)

    def _goes_on(self, clause: str, sentence: str, before: Sequence[str]) -> bool:
        """Whether a clause is only the rest of the consent asked for ``before`` it in its sentence.

        "Do you want it for $8.00, or shall it stay as it is?", "Shall I pack it, and send it to them?"
        """
        asked = self.heard.proposals[-1:]
        if not asked or asked[0].text not in before:
            return False
        whole = asked[0]
        other = f", or {clause}" in sentence and is_the_other_half(clause)
        if other:
            self.heard.proposals[-1] = Clause(f"{whole.text}, or {clause}", sentence, f"{whole.context}, or {clause}")
        return other or (_SENDS_IT.match(clause) is not None and _SHALL_I.match(whole.text) is not None)

    def _note_clause(self, clause: Clause, missed: int, spared: int) -> None:
        """Keep which clause asked for what was missed or spared since there were so many."""
        for label in (*self.heard.unknown[missed:], *self.heard.spared[spared:]):
            self.heard.unmet.setdefault(label, clause)

    # -- lists

    def _hear_item(self, unit: Unit) -> bool:
        """An item of a list that the sentence before introduces as asked for."""
        intro = unit.intro or ""
        if not requests(intro) or cues.NEGATED.search(intro):
            return False
        verbatim = [t for t in self.topics if t.name == unit.raw] or [
            t for t in self.topics if " ".join(t.name.split()) == " ".join(unit.raw.split())
        ]
        if verbatim:
            self.finder.found.update(t.name for t in verbatim)
            return True
        if unit.text.endswith("?") or cues.ASK.search(unit.text):
            return False
        if _OPTIONS.search(intro):
            self.heard.statements.append(unit.text)
            return True
        agrees = asks_to_agree(intro)
        if agrees and self._is_a_deed(unit.text):
            self.deeds.append(Clause(unit.text, unit.text))
            return True
        labelled = _LABELLED.match(unit.text)
        stated = agrees and VALUE.search(unit.text, 1) is not None and not match(Item.of(unit.text), self.topics)
        if stated or (labelled and labelled["rest"] and cues.CLAIM.search(intro)):
            self.heard.statements.append(unit.text)
            self.heard.looks_back = True
            return True
        self.finder.ask(labelled["label"] if labelled else unit.text)
        return True

    def _is_a_deed(self, text: str) -> bool:
        """Whether what is to be confirmed is done by the agent; a fact that is named without a value is told."""
        bare = without_number(text)
        named = not VALUE.search(bare, 1) and (self.finder.is_askable(bare) or match(Item.of(bare), self.topics))
        return is_to_be_done(bare) and not (named and not DEED.match(bare))

    # -- sentences

    def _hear_clause(self, whole: Clause, question: bool) -> None:
        heard, clause = self.heard, whole.text
        heard.refusal = heard.refusal or bool(cues.REFUSAL.search(clause))
        if cues.takes_leave(clause):
            heard.anything_else = True
        elif cues.REPEAT.search(clause):
            heard.repeats = True
        elif cues.UNDERSTOOD.search(clause) or is_to_wait(clause, question):
            heard.statements.append(clause)
        elif (offer := cues.OFFERS_HELP.search(clause)) and not _IS_A_PURPOSE.search(clause[: offer.start()]):
            heard.offers_help = True
        elif looks_back(clause, question):
            heard.looks_back = True
            heard.statements.append(clause)
        elif not question and self._asks_for_what_lacks(clause):
            pass
        elif cues.NEGATED.search(clause) and not question:
            heard.statements.append(clause)
        elif cues.CHOICE.search(clause) and question:
            self._hear_choice(whole)
        elif self._asks(whole, question):
            pass
        elif cues.PICK.search(clause) and not cues.ELSEWHERE.search(clause):
            heard.choices.append(whole)
        elif cues.CIRCUMSTANCE.search(clause):
            self._hear_question(whole)
        elif cues.PROPOSAL.search(clause):
            heard.proposals.append(whole)
        elif question:
            self._hear_question(whole)
        elif _LOOK_AGAIN.match(clause) and "recheck" in tokens(clause):
            self.finder.found.update(t.name for t in told_about(clause, self.topics) if "recheck" in t.tokens)
            heard.statements.append(clause)
        else:
            heard.statements.append(clause)

    def _hear_choice(self, whole: Clause) -> None:
        """A choice between things that are facts asks for them; any other is the behaviour's matter."""
        options = whole.text.partition(",")[2] if cues.WH.match(whole.text) else ""
        found = [match(item, self.topics) for item in items_of(options, self.topics)]
        if found and all(found):
            self.finder.found.update(t.name for topics in found for t in topics)
        elif not self.finder.ask_which_one(whole):
            self.heard.choices.append(whole)

    def _asks_for_what_lacks(self, clause: str) -> bool:
        lacking = cues.LACKING.search(clause)
        return lacking is not None and self.finder.ask_span(clause[lacking.end() :], firm=False)

    def _asks(self, whole: Clause, question: bool) -> bool:
        """Note what a clause asks for; False if it asks for nothing that one tells."""
        clause = whole.text
        wh = cues.WH.search(clause)
        if wh and wh.start() <= 10 and question and not cues.WH_PROPOSAL.search(clause):
            return self.finder.ask_wh(whole, clause, wh)
        soft, cue = cues.SOFT.search(clause), first_cue(clause)
        if soft and (not cue or soft.start() <= cue.start()) and self.finder.ask_span(clause[soft.end() :], firm=False):
            return True
        if cue:
            return self._asks_after(cue, whole, question)
        bare = bare_request(clause)
        if bare is not None:
            return self.finder.ask_span(bare, firm=False)
        if YES_NO.match(clause) or MIGHT.match(clause) or not wh or cues.PROPOSAL.search(clause):
            return False
        return question and self.finder.ask_wh(whole, clause, wh)

    def _asks_after(self, cue: re.Match[str], whole: Clause, question: bool) -> bool:
        """Note what the rest of a clause after "please provide" and the like asks for."""
        span = _WHO_YOU_ARE.sub("", whole.text[cue.end() :], count=1)
        if not question and tells_what_to_do(whole.text, cue, span):
            return False
        if _TO_CONFIRM.search(cue[0]) and self._is_a_deed(span.lstrip(" :")):
            self.heard.proposals.append(whole)
            return True
        if _CONFIRM_THAT.match(span):
            return self.finder.ask_whether(span)
        if cue.re is cues.ASK and _TO_DO.match(span):
            return False
        if _THAT_YOUR.match(span) and VALUE.search(span):
            self.heard.claims.append(whole)
            return True
        wh = cues.WH.search(span)
        if wh and wh.start() <= 25:
            return self.finder.ask_wh(whole, span, wh)
        proposes = cues.PROPOSAL.search(whole.text) is not None
        if _PRONOUN.match(span):
            return not proposes and (self.finder.refer_back() or cue.re is cues.IMPERATIVE)
        proposes = proposes and not self.finder.is_askable(span)
        return self.finder.ask_span(span, firm=not proposes and not is_instruction(cue[0]))

    def _hear_question(self, whole: Clause) -> None:
        clause = whole.text
        if _I_DO.match(clause):
            self.heard.proposals.append(whole)
            return
        holds_value = VALUE.search(_OF_AN_ORDER.sub("", clause), 1)
        left_open = _IS_LEFT_OPEN.fullmatch(clause)
        if left_open and self.finder.ask_span(left_open["what"], firm=False):
            return
        if not VERBAL.search(clause) and len(clause.split()) <= 24:
            if DEED.match(clause):
                self.heard.proposals.append(whole)
                return
            if self.finder.ask_span(clause, firm=False):
                return
            if not holds_value:
                if _OR.search(clause) and not self.finder.is_askable(clause):
                    self.heard.choices.append(whole)
                else:
                    self.finder.ask(clause)
                return
        if _OR.search(clause) and "slot" in tokens(clause):
            self.heard.choices.append(whole)
            return
        if _OR.search(clause) and self.finder.ask_which_one(whole):
            return
        named = [] if holds_value else named_in(clause, self.topics) or told_about(clause, self.topics)
        self.finder.found.update(t.name for t in named)
        if not named:
            self.heard.claims.append(whole)
