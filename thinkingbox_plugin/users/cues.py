"""The turns of phrase by which people ask, propose, refuse and take leave.

Each line of a table below is one turn.  All are matched against sentences whose white space is single spaces.
"""

from __future__ import annotations

import re


def _either(turns: str) -> str:
    return "|".join(line.strip() for line in turns.strip().splitlines())


def _cue(turns: str, start: str = r"(?<![\w'])", end: str = r"(?![\w'])") -> re.Pattern[str]:
    """A pattern for any line of ``turns`` between ``start`` and ``end``."""
    return re.compile(f"{start}(?:{_either(turns)}){end}", re.IGNORECASE)


_POLITELY = (
    r"(?:(?:please|kindly|also|just|quickly|perhaps|possibly|then|first|both|next|now|additionally|so|at least)"
    r",? ){0,4}"
)
# "Name?", "State and city" and "E-mail:" are no orders to name, state or mail; "state your name" is.
_ORDER = _either(r"""
    provide|share|confirm|give|tell|send|supply|specify|verify|enter|type in|remind|describe|explain|upload|attach
    include|indicate|clarify|advise|submit|fill in|double[- ]check|repeat|spell(?: out)?|identify|elaborate on
    (?:reply|respond|return|come back|start|begin) with|let (?:me|us) know|pass (?:me|us|on|along)
    get back to (?:me|us)
    (?:re)?check(?= (?:the|your) (?:\w+ ){0,2}(?:number|id|reference|code|spelling))
    (?:state|list|mention|quote|type|forward|write)(?= (?:your|the|all|any|down))
    read(?: (?:me|us))?(?: (?:out|off|back))?(?= (?:your|the|its)(?![\w']))
""")
_TELL = rf"(?:{_ORDER}|state|list|mention|quote|type|forward|write|e-?mail|name|read out|drop)"
_ME = r"(?: (?:to )?(?:me|us|here|back|over|across)(?![\w'-]))?(?: (?:with|on|again|once more)(?![\w'-]))?"
_SOMEBODY_ELSE = (
    r"(?:her|him|them|(?:the|your|our) (?:\w+ )?(?:hotel|approver|company|firm|office|manager|leader|holder|desk|team"
    r"|warehouse|carrier|courier|bank|insurer|store|organiser|property|reception|technician|driver)s?)\b"
)
_HEAR = _either("""
    know|have|get|ask(?: you)?(?: for)?|verify|confirm|collect|see|obtain|take|gather|hear|learn|understand
    provide|share|send|tell(?: me)?|give(?: me)?|double[- ]check
""")
_NEED = rf"(?:need(?! not\b)|require|want|like)(?: (?:you )?to (?:{_HEAR}))?"
_I = r"(?:i|we)(?:'d|'ll|'m|'re)?(?: (?:would|will|do|am|are|just|also|still|first|only|then|now|going to)){0,4}"

ASK = _cue(rf"""
    (?:could|can|would|will|may|might|must|should) (?:you|i ask you to) (?:be able to )?{_POLITELY}{_TELL}{_ME}
    you (?:could|can|will|would|should|must) {_POLITELY}{_TELL}{_ME}
    (?:if|once|when|after|until|unless|before|that) you {_POLITELY}{_TELL}{_ME}
    you'(?:d|ll) {_POLITELY}{_TELL}{_ME}
    (?:would|could) you be so kind as to {_TELL}{_ME}
    (?:may|could|can|might|shall|should) (?:i|we) {_POLITELY}(?:have|get|know|take|see|request)
    (?:may|could|can|might) (?:i|we) {_POLITELY}ask(?! {_SOMEBODY_ELSE})(?: you)?(?: for)?
    (?:shall|should) (?:i|we) {_POLITELY}ask you(?: for)?
    (?:may|could|can|might|shall|should) (?:i|we) {_POLITELY}(?:grab|collect|obtain|trouble you for)
    {_I} {_NEED}(?: from you)?
    {_I} (?:asking|looking|waiting) for
    (?:do|did|would) you (?:happen to |still |already |currently ){{0,3}}(?:have|know|remember|recall)
    have you got
    would you mind (?:sharing|providing|giving|telling|confirming|sending|verifying|stating)(?: (?:me|us))?(?: with)?
    would you mind letting (?:me|us) know
    ^(?:and |or )?mind (?:sharing|providing|giving|telling|confirming|sending)(?: (?:me|us))?
    (?:it (?:would|will)|it'd|that would) (?:also |really )?(?:help|be \w+) to (?:have|know|get|see)
    (?:all|what) (?:i|we)(?:'ll|'d)? (?:still |now )?need(?: from you)?(?: now| next)? is
    (?:would|is) it (?:be )?possible (?:for (?:me|us|you) )?to (?:get|have|{_TELL})
    (?:needed|required|missing)(?: from you)?(?: is| are)?(?= ?:)
""")
"""Asks for what follows it."""

IMPERATIVE = _cue(
    f"{_POLITELY}(?:{_ORDER}){_ME}",
    start=r"(?:^|[,;:.!)] ?| - |(?<![\w'])(?:and|or|but|so|then|please|kindly|first|instead|do|by) )",
)
"""Asks for what follows it, in the imperative."""

SOFT = _cue(rf"""
    (?:if|once|when|as soon as) you (?:do |still |can |could )?(?:have|find|know|remember)
    (?:once|when|after|as soon as) (?:i|we)(?:'ve)? (?:have|get|got|receive|know)
    (?:can|could) you (?:please )?(?:find|see|locate|look up|look for|dig out)
    (?:is|are) there (?:an?|any)
    (?:is|are) there(?= (?:another|other)\b)
    ^(?:may|might|could)(?= (?:another|other)\b)
    ^(?:and |or |so )?(?:may|might|could|can) there (?:perhaps |possibly |also )?be
    any chance (?:that )?(?:you (?:have|know|remember)|(?:i|we) (?:could|can) (?:get|have))
    ^(?:and |so )?got(?= (?:the|your|an?|any) )
    let (?:me|us) (?:just |quickly |first )?(?:take|collect|note(?: down)?|ask(?: you)?(?: for)?|have)
    (?:start|begin) (?:with|by (?:getting|taking|confirming|verifying|collecting|asking(?: you)?(?: for)?))
    (?:can't|cannot|can not|unable to|not able to|won't be able to) .{{0,60}} without
    ^without(?= (?:your|the|an?) .*(?:can't|cannot|can not|unable|not able))
    {_I} (?:curious|wondering) about
    feel free to {_TELL}{_ME}
    (?:if|that) you (?:shared|provided|told (?:me|us)|gave (?:me|us)|sent|confirmed)
""")
"""Asks for what follows it if that is something the user could tell."""

ACTION = _cue(
    """
    (?:go|head|navigate|log|sign|turn|switch|hold|call|contact|ring|text|visit|open|click|tap|press|select|choose|use)
    (?:try|scan|print|pack|download|install|restart|reboot|unplug|take|bring|put|return|drop|leave|keep|follow|speak)
    """,
    start="^(?:(?:and|then|now|so|please|first|next|simply|just),? ){0,3}",
)
"""Starts an instruction of something to do."""

ELSEWHERE = re.compile(
    r"\b(?:in|inside|into|on|onto|at|via|through|with|to) (?:the|your|our|any|an?|their|its) (?:\w+ )?"
    r"(?:parcel|package|box|label|slip|envelope|courier|driver|technician|engineer|garage|hotel|reception|desk|branch"
    r"|store|staff|team|carrier|bank|assessor|adjuster|police|insurer|provider|merchant|page|form|website|site|app"
    r"|portal|link|screen|subject|officer|clinic|hospital|landlord|counter|gate|warehouse)\b"
    r"|^ (?:the|our|your|any) (?:driver|courier|technician|engineer|assessor|adjuster|staff|team|officer|agent)"
    r" (?:your|the)\b",
    re.IGNORECASE,
)
"""Says that something is to be given or written somewhere else than in this conversation."""

LACKING = _cue(r"""
    (?:i|we) (?:still |just |currently )?(?:don't|do not|didn't|did not) (?:yet |currently )?(?:have|see|receive|get)
    (?:i'm|we're|i am|we are) (?:still |just )?missing
    you (?:still )?(?:didn't|did not|haven't|have not|forgot to) (?:yet )?(?:mention|include|provide|share)[a-z]*
    you (?:still )?(?:didn't|did not|haven't|have not|forgot to) (?:yet )?(?:tell|told|give|given)(?: me| us)?
    you (?:still )?(?:didn't|did not|haven't|have not|forgot to) (?:yet )?(?:say|said|send|sent|specify|specified)
    (?:it )?(?:looks|seems) (?:like|that)(?= .* (?:is|are) missing)
""")
"""Says that something is missing that the user could tell."""

PASSIVE = re.compile(
    r"^(?P<what>.{3,200}?) (?:is|are|will be|would be) (?:also |still )?(?:needed|required|missing|necessary)\b",
    re.IGNORECASE,
)
WH = re.compile(
    r"(?<![\w'-])(?P<word>what(?: exactly)?|which|when|where|who|whom|whose|why|how (?:many|much|long|old)|how)"
    r"(?P<is>'s|'re| (?:is|are|was|were|would be|will be))?(?![\w'])",
    re.IGNORECASE,
)
NEGATED = _cue(r"""
    (?:don't|do not|won't|will not|wouldn't|didn't|no longer) (?:\w+ )?(?:need|require|share|provide|send|give)
    (?:don't|do not|won't|will not|wouldn't|didn't|no longer) (?:\w+ )?(?:include|post|want|tell|type|enter)
    no need (?:to|for)
    not (?:necessary|required|needed)
    never (?:share|send|provide|give|ask)
    needn't
    without (?:needing|asking|sharing)
""")

CLAIM = _cue(r"""
    (?:is|was|are|were) (?:it|that|this|these|your|the|my|he|she|they|yours?)
    am i (?:speaking|talking|chatting)
    are you
    (?:correct|right)(?= ?\?)
    confirm(?:ing)?|verify|check
    (?:do i have|have i got)
    you mean
    still
""")
"""Asks whether something is so."""

_THAT = _either("""
    that|this|it|these|those|all (?:of )?(?:that|this|these)|everything|i|the (?:above|following)
    (?:this|the|my|these|that|above) (?:information|details?|summary|data|understanding)
""")
_TRUE = "(?:correct(?:ly)?|right|accurate|true|up to date)"
_LOOKS = "(?:all |look |sound |seem |still |get |have |got |understood? )?(?:that |it |this |you )?"
LOOKS_BACK = _cue(rf"""
    (?:is|are|does|do|did|have) (?:{_THAT}) (?!all right\b){_LOOKS}{_TRUE}
    (?:is|are) (?:that|this|the|your|these) (?!all right\b)\w+(?: \w+)? (?:all |still )?{_TRUE}
    (?:details?|information|summary|following|{_THAT}) (?:is|are|looks?|sounds?) (?:all )?{_TRUE}
    (?:is|are|was) (?:this|that|it|these|those) (?:the )?(?:right |correct )?(?:order|booking|reservation|policy)
    (?:is|are|was) (?:this|that|it|these|those) (?:the )?(?:right |correct )?ones?(?! (?:at|in|on|of|with) )
    (?:is|are|was) (?:this|that|it|these|those) (?:the )?(?:right |correct )?(?:claim|ticket|product|item|account|you)
    (?:is|are) (?:this|that|it) (?:still )?your (?:current |present |right |correct )?(?:address|name|postcode)
    (?:is|are|was) (?:this|that|it) (?:all )?as you (?:know|remember|recall)
    (?:does|do|did) (?:{_THAT}) (?:all )?(?:match|tally|agree with)
    ^(?:correct|right|is that so)(?= ?\?)
""")
"""Asks whether what was said before is so."""

SPEAKING_TO = re.compile(
    r"\b(?:[Aa]m [Ii] (?:now )?(?:speaking|talking|chatting) (?:with|to)|[Aa]re you|[Yy]ou are|[Yy]ou're|[Ii]s this)"
    r" (?:(?:Mr|Mrs|Ms|Dr)\.? )?(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)
"""Asks whether the user is somebody of a name."""

# "May I have ...", "Can I help ..." are no proposals.
_ACT = (
    rf"(?!(?:please |also |just |first )*(?:have|get|ask(?! {_SOMEBODY_ELSE})|know|see|request|collect|obtain"
    r"|help|assist|trouble|grab|take your|take down|do anything|be of|check)\b)[a-z]+"
)
_GO_ON = "(?:proceed|go ahead|continue|move forward)"
_FINE = "(?:okay|ok|alright|all right|fine|acceptable|agreeable|satisfactory|suitable)"
GO_AHEAD = _cue(rf"(?:i|we) (?:may|can|should|shall) {_GO_ON}")
"""Says that something may be done."""

_INVERTED = _either("""
    (?:do|would) you mind
    (?:any|an) objections?
    do you object
""")
INVERTED = _cue(_INVERTED)
"""Asks for agreement so that "no" agrees."""

_BE = "(?:be |all |sound |also |still ){0,3}"
_SAY_THAT = "(?:confirm|let (?:me|us) know|tell me|say|indicate|verify|advise) (?:to |for )?(?:me )?(?:that|if|whether)"
_YES = "(?:yes|confirm|ok|okay|agree|i agree|proceed|go ahead|continue)"
_NOTHING_MORE = "(?! (?:e-?mail|number|code|letter|message|page|id))"
_WHAT_SAY_YOU = _either("""
    how (?:does|do|would|will) (?:that|this|these|it) (?:sound|look|work|suit)
    what do you (?:think|say)
    what would you like (?:me )?to do
    is (?:that|this|it) (?:what|how|the way) you (?:want|wish|would (?:like|want|have)|'d like|prefer|had in mind)
    (?:how|what) about [^?]{0,40}?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:morning|afternoon)|20[0-9]{2}-[0-9])
""")
WH_PROPOSAL = _cue(_WHAT_SAY_YOU)
PROPOSAL = _cue(rf"""
    would you (?:like|want|prefer|accept|agree|care|rather)
    (?:can|could|will) you (?:accept|agree|approve|wait(?! (?:a|one|for a)\b)|make it|manage)
    (?:can|could|will) you be (?:at )?(?:home|there|available)
    unless you (?:object|disagree|prefer|tell|say|would rather)
    {_INVERTED}
    ^(?:(?:and|so|but|or) )?(?:would|is|are|will|does|do) [^?]{{1,80}}? {_FINE}
    ^(?:(?:and|so|but|or) )?(?:would|is|are|will|does|do) [^?]{{1,80}}? (?:good|works?|suits?|convenient) (?:for )?you
    would you be (?:willing|open|interested|comfortable|happy|able to accept|{_FINE})
    (?:shall|should|may|can|could|might) (?:i|we) {_ACT}
    (?:shall|should) (?:i|we) (?:please |also |just |first )*ask(?! you\b)
    (?:shall|should|may) (?:i|we)(?= ?\?)
    do you (?:agree|accept|consent|approve|authori[sz]e|want|wish|still want|confirm)
    do (?:i|we) have your (?:permission|consent|approval|confirmation|go-ahead|okay|ok|agreement)
    are you (?:happy|comfortable|willing|good|ready|sure|certain|in agreement|satisfied|{_FINE})
    (?:is|are|would|will|does|do) (?:that|this|it|these|those|everything) {_BE}(?:good|{_FINE})
    (?:is|are|would|will|does|do) (?:the \w+(?: \w+)?|either of \w+) {_BE}(?:good|{_FINE})
    (?:would|will|does|do) (?:that|this|these|those) (?:also )?(?:work|suit)
    (?:that|this|which) (?:works|suits|is {_FINE})
    it (?:works|suits|is {_FINE}) (?:for|with) you
    sounds? (?:good|okay|fine|right|fair)(?= ?\?)
    (?:good|happy|{_FINE}) (?:with|for|by) (?:you|this|that|me)
    {_FINE} to {_GO_ON}
    {_WHAT_SAY_YOU}
    ready (?:for me )?to
    {_SAY_THAT} (?:you|the|i|we|this|that)
    (?:confirm|approve|agree|consent|authori[sz]e) (?:to )?(?:proceed|the|this|that|these|with|below|explicitly)
    (?:confirm|approve|agree|consent|authori[sz]e) (?:to )?(?:so (?:i|that)|and i|before|going)
    (?:please|and|can you|could you|would you|will you)(?: please)? confirm(?= ?(?:[.!?]|$))
    (?:reply|respond|answer) to confirm
    (?:a|your) (?:quick|simple|clear)? ?(?:yes|okay|ok|go-ahead|confirmation) from you
    (?:your|explicit) (?:explicit )?(?:consent|approval|permission|go-ahead|authori[sz]ation|agreement)
    (?<!on )(?<!in )(?<!from )(?:your|explicit) (?:explicit )?confirmation{_NOTHING_MORE}
    (?:reply|respond|answer|type|say|write)(?: back)?(?: with)?(?: a)?(?: simple)? [\"']?{_YES}
    (?:i|we)(?:'m|'re| am| are)? (?:can|could|able to|happy to) (?:also |instead |only )?(?:offer|propose|suggest)
    (?:i|we)(?:'d| would) (?:like to )?(?:offer|propose|suggest)
    (?:i|we) (?:propose|suggest|offer)
    if you (?:agree|approve|accept|consent|confirm|are happy)
    want me to
    {_GO_ON}(?= ?\?)
    ^(?:(?:is )?(?:that |this )?(?:agreed|deal|{_FINE}))(?= ?\?)
""")
"""Asks for the user's agreement."""

_TELL_WHETHER = (
    r"(?:confirm|verify|tell|say|indicate|advise|let (?:me|us) know)(?: (?:to |for )?(?:me|us))? (?:that|if|whether)"
)
CIRCUMSTANCE = _cue(rf"""
    {_TELL_WHETHER} there
    {_TELL_WHETHER} (?:any|some|no) ?(?:body|one|thing)
    {_TELL_WHETHER} (?:nothing|none|neither)
    {_TELL_WHETHER} (?:it|(?:the|your) \w+(?: \w+)?) (?:was|were|has|had|did)
""")
"""Asks whether something was or happened, which is no question of agreeing."""

_YES_OR_NO = r"[\"']?yes[\"']? ?(?:/|or) ?[\"']?no[\"']?(?: (?:only|please|is (?:enough|fine)|will do))?"
_ANSWER = (
    r"(?:(?:please|just|simply|kindly|and|so) )*(?:(?:reply|respond|answer|say|type|write|tell me|indicate)"
    r"(?: back)?(?: to me)?(?: (?:with|by))?(?: an?| either)?(?: simple| clear| plain)? )?"
)
IN_WHAT_FORM = re.compile(rf"[(\[]?{_ANSWER}{_YES_OR_NO}[.?!)\]]*", re.IGNORECASE)
"""A whole sentence that says only in what form to answer."""

FORM_AT_THE_END = re.compile(rf"\s?(?:[,;:(–-]|\s-)\s?{_ANSWER}{_YES_OR_NO}\)?(?=[.?!]*$)", re.IGNORECASE)  # noqa: RUF001
PICK = re.compile(
    r"^(?:(?:please|kindly|then|so|and|just|simply),? ){0,3}(?:choose|pick|select) (?:one|an?|from|between|among|which"
    r"|any|your preferred|the) ?(?:of|new|free|slot|date|day|time|half|option|the|these|those|following)",
    re.IGNORECASE,
)
"""Asks to choose."""

_UNABLE = "(?:unable|not (?:able|allowed|permitted|in a position))"
# "I could not find your order" refuses nothing.
_LOOK_UP = (
    r"(?:(?:seem to|yet|quite|currently) )?(?:find|locate|see|verify|access|pull|match|retrieve|identify|open|read)\b"
)
REFUSAL = _cue(rf"""
    unfortunately|regrettably|ineligible
    i(?:'m| am) afraid
    regret (?:to|that)
    (?:am|are|is) {_UNABLE}(?! to {_LOOK_UP})
    (?:i|we)'(?:m|re) {_UNABLE}(?! to {_LOOK_UP})
    (?:i|we) (?:can't|cannot|can not|couldn't|could not)(?! {_LOOK_UP})
    (?:i|we) (?:won't|will not) be able(?! to {_LOOK_UP})
    (?:cannot|can not|can't) be (?:refunded|returned|changed|cancell?ed|waived|made|done|approved|processed)
    (?:cannot|can not|can't) be (?:accepted|moved|extended)
    (?:not|isn't|aren't|wasn't) (?:possible|eligible|covered|permitted|allowed|entitled)
    (?:doesn't|does not) (?:qualify|allow|cover|meet)
    (?:don't|do not) (?:qualify|offer|cover)
    declin(?:e|ed|ing)|den(?:y|ied|ying)
    (?:have to|must) refuse
    against (?:our|the) polic(?:y|ies)
""")
_END = r"(?= ?(?:[.,!?]|$))"
WAIT = _cue(rf"""
    (?:please )?(?<!the )(?<!your )(?<!to )(?<!rather )(?<!(?<!can|uld|ill) you )(?:hold|wait|hang)(?: on| tight)?{_END}
    (?<!on )(?:hold|wait|hang)(?: on)? (?:for )?(?:just )?(?:a|one|me|while|please)
    bear with (?:me|us)
    (?:give|allow|grant) (?:me|us) (?:just )?(?:a|one|some) (?:moment|second|minute|bit|little|few|time)
    (?:one|just a|a) (?:moment|second|minute)(?= ?(?:[.,!?]|$|please|while|to|and))
    (?:be patient|your patience)
""")
"""Asks for patience only."""

REPEAT = _cue(r"""
    (?:repeat|rephrase|say) (?:that|it|this|yourself|your (?:last )?message)(?: again)?
    (?:can|could) you (?:please )?repeat(?= ?(?:[.?!]|$))
    (?:didn't|did not) (?:quite )?(?:catch|get|understand) (?:that|it|you)
    come again
    what do you mean
""")
"""Asks for the user's last message once more."""

UNDERSTOOD = _cue("""
    (?:does|did|do) (?:that|this|these|it) (?:all )?(?:help|answer|make sense|clarify|clear)
    (?:is|was) (?:that|this|everything) (?:all )?(?:clear|helpful|understood)
""")
"""Asks only whether the user could follow."""

ANYTHING_ELSE = _cue("""
    (?:any ?thing|something|what) (?:else|more|further)
    (?:any ?thing|something) other
    what other (?:questions?|concerns?|requests?|issues?|help|assistance|things?|matters?)
    (?:any|some) (?:other|further|more|additional) (?:questions?|concerns?|requests?|issues?|help|assistance)
    any questions
    (?:help|assist) you (?:with )?(?:further|in any other way|with another)
""")
_ELSE = "(?:any ?thing|something) (?:else|more|further|other)"
ELSE_OF_A_THING = _cue(rf"""
    {_ELSE} (?:about|with) (?:the|it|that|your|this|them|either)
    {_ELSE} (?:wrong|unusual|broken|damaged|missing|faulty|amiss)
    {_ELSE} that (?:is|was|does|did)
    {_ELSE}.{{0,60}} such as
    (?:show|shows|showed|shown|notice[ds]?|see|saw|smell|hear|feel|observe[ds]?|happen(?:s|ed)?) {_ELSE}
    (?:do|does|did) (?:it|they|the|your|either|that) (?:\w+ ){{0,3}}do {_ELSE}
""")
"""Asks what else there is about a thing; "is there anything else I can do, such as ..." takes leave."""

_ASKS_TO_HELP = _cue("""
    (?:i|we) (?:can|could|may|should|need)
    help|assist
    you (?:would|need|want|wish|require|like)
    you'd
""")


def takes_leave(clause: str) -> bool:
    """Whether a clause asks if the user wants anything else, not if there is anything else about a thing."""
    if not ANYTHING_ELSE.search(clause):
        return False
    return not ELSE_OF_A_THING.search(clause) or _ASKS_TO_HELP.search(clause) is not None


OFFERS_HELP = _cue("""
    how (?:can|may|could|might|should) (?:i|we) (?:best )?(?:help|assist|be of|support)
    what (?:can|may|could) (?:i|we) (?:do|help|assist)
    what (?:brings|do you need|would you like(?: me to do| help)|seems to be|can be)
    how can i make
    what(?:'s| is) (?:going on|this about|it about)
""")
CHOICE = re.compile(
    r"(?<![\w'])(?:would you (?:like|prefer|rather)|do you (?:want|prefer)|which|prefer|(?:should|shall) (?:i|we))"
    r"(?![\w']).{0,300}\bor\b"
    r"(?! (?:not|do|would|should|shall|can|could|is|are|have|if|anything|any|something)\b)",
    re.IGNORECASE,
)
