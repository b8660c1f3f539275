"""The turns of phrase by which people ask, propose, refuse and take leave.

All are matched against sentences whose white space is single spaces.
"""

from __future__ import annotations

import re


def _cue(*turns: str, start: str = r"(?<![\w'])", end: str = r"(?![\w'])") -> re.Pattern[str]:
    """A pattern for any of ``turns`` between ``start`` and ``end``."""
    return re.compile(f"{start}(?:{'|'.join(turns)}){end}", re.IGNORECASE)


_POLITE = (
    r"(?:(?:please|kindly|also|just|quickly|perhaps|possibly|then|first|both|next|now"
    r"|additionally|so|at least)"
    r",? )*"
)
_VERB = (
    "(?:provide|share|confirm|give|tell|send|supply|specify|state|verify|enter|type(?: in)?|remind|describe"
    "|explain|upload|attach|include|indicate|clarify|advise|list|submit|quote|read(?: out)?|forward|e-?mail"
    "|reply with|respond with|let (?:me|us) know|fill in|name|pass (?:me|us|on|along)|double[- ]check|repeat"
    "|spell(?: out)?|identify|mention|drop|write|elaborate on|return with|come back with"
    "|get back to (?:me|us))"
)
_OBJECT = r"(?: (?:to )?(?:me|us|here|back)(?![\w'-]))?(?: (?:with|on|again|once more)(?![\w'-]))?"
_NEED = (
    "(?:need|require|want|like)(?: (?:you )?to (?:know|have|get|ask(?: you)?(?: for)?|verify"
    "|confirm|collect|see"
    "|obtain|provide|share|send|tell(?: me)?|give(?: me)?|take|gather|hear|learn|understand"
    "|double[- ]check))?"
)
_I = "(?:i|we)(?:'d|'ll|'m|'re)?(?: (?:would|will|do|am|are|just|also|still|first|only|then|now))*"

ASK = _cue(
    "(?:could|can|would|will|may|might|must|should) (?:you|i ask you to)"
    f" (?:be able to |be so kind as to )?{_POLITE}{_VERB}{_OBJECT}",
    f"you (?:(?:could|can|will|would|should|must) )?{_POLITE}{_VERB}{_OBJECT}",
    f"you'(?:d|ll) {_POLITE}{_VERB}{_OBJECT}",
    f"(?:may|could|can|might|shall|should) (?:i|we) {_POLITE}"
    "(?:have|get|ask(?: you)?(?: for)?|know|take|see|grab|collect|obtain|trouble you for|request)",
    f"{_I} {_NEED}(?: from you)?",
    f"{_I} (?:asking|looking|waiting) for",
    "(?:do|did|would) you (?:happen to )?(?:still )?(?:have|know|remember|recall)",
    "have you got",
    "would you mind (?:sharing|providing|giving|telling|confirming|sending|verifying|stating"
    "|letting (?:me|us) know)(?: (?:me|us))?(?: with)?",
    r"(?:it (?:would|will)|it'd|that would) (?:also |really )?(?:help|be \w+) to (?:have|know|get|see)",
    "(?:all|what) (?:i|we)(?:'ll|'d)? (?:still )?need(?: from you)? is",
    "(?:needed|required|missing)(?: from you)?(?: is| are)?(?= ?:)",
)
"""Asks for what follows it."""

SOFT = _cue(
    "(?:if|once|when|as soon as) you (?:do |still |can |could )?(?:have|find|know|remember)",
    f"{_I} (?:curious about|wondering about)",
)
"""Asks for what follows it if that is something the user could tell."""

# "Name?", "State and city" and "E-mail:" are no orders to name, state or mail.
_ORDER = (
    "(?:provide|share|confirm|give|tell|send|supply|specify|verify|enter|type in|remind|describe"
    "|explain|upload"
    "|attach|include|indicate|clarify|advise|submit|reply with|respond with|let (?:me|us) know|fill in"
    "|pass (?:me|us|on|along)|double[- ]check|repeat|spell(?: out)?|identify|elaborate on|return with"
    "|come back with|get back to (?:me|us)|(?:state|list|mention|quote|type|forward"
    "|write)(?= (?:your|the|all|any|down)))"
)
IMPERATIVE = _cue(
    f"{_POLITE}{_ORDER}{_OBJECT}",
    start=r"(?:^|[,;:.!)] ?| - |(?<![\w'])(?:and|or|but|so|then|please|kindly|first|instead|do|by) )",
)
"""Asks for what follows it, in the imperative."""

PASSIVE = re.compile(
    r"^(?P<what>.{3,200}?) (?:is|are|will be|would be) (?:also |still )?(?:needed|required"
    r"|missing|necessary)\b",
    re.IGNORECASE,
)
WH = re.compile(
    r"(?<![\w'-])(?P<word>what(?: exactly)?|which|when|where|who|whom|whose|why|how (?:many|much"
    r"|long|old)|how)"
    r"(?P<is>'s|'re| (?:is|are|was|were|would be|will be))?(?![\w'])",
    re.IGNORECASE,
)
NEGATED = _cue(
    r"(?:don't|do not|won't|will not|wouldn't|didn't|no longer) (?:\w+ )?(?:need|require|share"
    r"|provide|send|give"
    "|include|post|want|tell|type|enter)",
    "no need (?:to|for)",
    "not (?:necessary|required|needed)",
    "never (?:share|send|provide|give|ask)",
    "needn't",
    "without (?:needing|asking|sharing|your)",
)
CLAIM = re.compile(
    r"\b(?:is|was|are|were) (?:it|that|this|these|your|the|my|he|she|they)\b"
    r"|\bam i (?:speaking|talking|chatting)\b|\bare you\b|\b(?:correct|right) ?\?"
    r"|\bconfirm(?:ing)?\b|\bverify\b"
    r"|\bdo i have\b|\bhave i got\b|\bcheck\b|\byou mean\b|\bis yours?\b|\bstill\b",
    re.IGNORECASE,
)
"""Asks whether something is so."""

_THAT = (
    "(?:that|this|it|these|those|all (?:of )?(?:that|this|these)|everything|i|the (?:above|following)"
    "|(?:this|the|my|these|that|above) (?:information|details?|summary|data|understanding))"
)
LOOKS_BACK = _cue(
    f"(?:is|are|does|do|did|have) {_THAT} (?:all |look |sound |seem |still |get |have |got |understood? )?"
    "(?:that |it |this |you )?(?:correct(?:ly)?|right|accurate|true|up to date)",
    r"^(?:correct|right|is that so)(?= ?\?)",
)
"""Asks whether what was said before is so."""

SPEAKING_TO = re.compile(
    r"\b(?:[Aa]m [Ii] (?:now )?(?:speaking|talking|chatting) (?:with|to)|[Aa]re you|[Ii]s this)"
    r" (?P<who>(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)

# "May I have ...", "Can I help ..." are no proposals.
_ACT = (
    r"(?!(?:please |also |just )*(?:have|get|ask|know|see|request|collect|obtain|help|assist"
    r"|trouble|grab|take your"
    r"|take down|do anything|be of|check|call you|address you)\b)"
)
_GO_ON = "(?:proceed|go ahead|continue|move forward)"
_YES = "(?:reply|respond|answer|type|say|write)(?: back)?(?: with)?(?: a)?(?: simple)?"
WH_PROPOSAL = _cue(
    "how (?:does|do|would|will) (?:that|this|these|it) (?:sound|look|work|suit)",
    "what do you (?:think|say)",
    "what would you like (?:me )?to do",
)
PROPOSAL = _cue(
    "would you (?:like|want|prefer|be (?:willing|okay|ok|happy|open|fine|interested|comfortable"
    "|able to accept)"
    "|accept|agree|care)",
    f"(?:shall|should|may|can|could|might) (?:i|we) {_ACT}[a-z]+",
    "do you (?:agree|accept|consent|approve|authori[sz]e|want|wish|still want|confirm)",
    "do (?:i|we) have your (?:permission|consent|approval|confirmation|go-ahead|okay|ok|agreement)",
    "are you (?:okay|ok|happy|fine|comfortable|willing|good|agreeable|ready|sure|certain|in agreement|alright"
    "|all right|satisfied)",
    r"(?:is|are|would|will|does|do) (?:that|this|it|these|those|the \w+(?: \w+)?|either of \w+|everything)"
    " (?:be |all |sound |also |still )*(?:okay|ok|alright|all right|acceptable|fine|agreeable"
    "|good|works?|suits?"
    "|satisfactory|suitable)",
    "(?:that|this|it|which) (?:works|is okay|is ok|is fine|is acceptable|is all right|suits)",
    r"sounds? (?:good|okay|fine|right|fair)(?= ?\?)",
    "(?:okay|ok|fine|alright|all right|good|happy) (?:with|for|by) (?:you|this|that|me)",
    "how does (?:that|this) (?:sound|look)",
    "what do you (?:think|say)",
    f"ready to {_GO_ON}",
    "(?:confirm|let (?:me|us) know|tell me|say|indicate|verify|advise) (?:to me |for me )?(?:that|if|whether)"
    " (?:you|this|that|it|i|we|the)",
    "(?:confirm|approve|agree|consent|authori[sz]e) (?:to )?(?:proceed|the|this|that|so (?:i"
    "|that)|and i|before"
    "|going|these|with|below|explicitly)",
    r"(?:please|to) confirm(?= ?(?:[.!?]|$))",
    r"(?:can|could|would|will) you (?:please )?confirm(?= ?(?:[.!?]|$))",
    "(?:your|explicit) (?:explicit )?(?:consent|approval|permission|confirmation|go-ahead|authori[sz]ation|agreement)",
    rf"{_YES} [\"']?(?:yes|confirm|ok|okay|agree|i agree|{_GO_ON})",
    "yes ?(?:/|or) ?no",
    "(?:i|we)(?:'m|'re| am| are)? (?:can|could|able to|happy to|would like to|'d like to"
    "|would propose to|propose)"
    " (?:also |instead |only )?(?:offer|propose|suggest)",
    "(?:i|we) (?:propose|suggest|offer)",
    "if you (?:agree|approve|accept|consent|confirm|are happy)",
    "want me to",
    rf"{_GO_ON}(?= ?\?)",
)
"""Asks for the user's agreement."""

REFUSAL = _cue(
    "unfortunately",
    "regrettably",
    "i(?:'m| am) afraid",
    "regret (?:to|that)",
    "(?:am|are|'m|'re|is|isn't|aren't) (?:unable|not (?:able|allowed|permitted|in a position))",
    "(?:i|we)'(?:m|re) (?:unable|not (?:able|allowed|permitted|in a position))",
    "(?:i|we) (?:can't|cannot|can not|couldn't|could not|won't be able|will not be able)",
    "cannot be (?:refunded|returned|changed|cancelled|canceled|waived|made|done|approved|processed|accepted)",
    "(?:not|isn't|aren't|wasn't) (?:possible|eligible|covered|permitted|allowed|entitled)",
    "(?:doesn't|does not) (?:qualify|allow|cover|meet)",
    "(?:don't|do not) (?:qualify|offer|cover)",
    "ineligible",
    "declin(?:e|ed|ing)",
    "den(?:y|ied|ying)",
    "(?:have to|must) refuse",
    "against (?:our|the) polic(?:y|ies)",
)
ANYTHING_ELSE = _cue(
    "(?:any ?thing|something|what) (?:else|more|further|other)",
    "(?:any|some) (?:other|further|more|additional) (?:questions?|concerns?|requests?|issues?|help|assistance)",
    "any questions",
    "(?:help|assist) you (?:with )?(?:further|in any other way|with another)",
)
OFFERS_HELP = _cue(
    "how (?:can|may|could|might|should) (?:i|we) (?:best )?(?:help|assist|be of|support)",
    "what (?:can|may|could) (?:i|we) (?:do|help|assist)",
    "what (?:brings|do you need|would you like(?: me to do| help)|seems to be|can be)",
    "how can i make",
    "what(?:'s| is) (?:going on|this about|it about)",
)
CHOICE = re.compile(
    r"(?<![\w'])(?:would you (?:like|prefer|rather)|do you (?:want|prefer)|which|prefer|(?:should"
    r"|shall) (?:i|we))"
    r"(?![\w']).*\bor\b"
    r"(?! (?:not|do|would|should|shall|can|could|is|are|have|if|anything|any|something)\b)",
    re.IGNORECASE,
)
