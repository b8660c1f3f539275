"""What is to be done rather than told: things to be confirmed, and consent asked for with its alternative."""

from __future__ import annotations

import re

ACT = (
    r"(?:cancel|refund|change|move|book|charge|add|remove|exchange|return|end|file|send|issue|close|pay|credit|replace"
    r"|register|keep|leave|make|apply|extend|shorten|upgrade|downgrade|release|transfer|waive|ask|set)"
)
"""What an agent does for somebody."""

DEED = re.compile(
    rf"(?:(?:just|so|then|only|and|to confirm)[:,]? ){{0,3}}(?:(?:i|we)(?:'ll| will| would)? [a-z]"
    rf"|{ACT} (?:the|your|it|both|all|only|them|[A-Z]{{2,4}}-?[0-9]+)(?![^\W_])"
    r"|(?:(?:the|a|your) )?(?:\w+ )?(?:cancellation|refund|exchange|replacement|change|charge|payment|voucher|credit"
    r"|transfer|upgrade) of\b|[^:]{0,60}?\b(?:goes|comes|go|come|is|are|will be) (?:back|charged|refunded|paid|kept"
    r"|cancelled|moved|changed|booked|added)\b)",
    re.IGNORECASE,
)
"""Starts with something to be done, not with something to be told."""

_NUMBERED = re.compile(r"^\s*\(?(?:[0-9]{1,2}|[a-d])[.)]\s", re.IGNORECASE)
_NO_DEED = (
    r"(?:address|method|date|day|number|code|name|label|card|slot|time|details?|reason|amount|type|form|e-?mail|phone"
    r"|status|reference|policy|option|of|or|and)s?\b"
)
_NOUN = (
    r"(?:cancellation|refund|exchange|replacement|return|charge|fee|payment|voucher|credit|transfer|upgrade|repair"
    r"|settlement|adjustment|change|extension|penalty)"
)
_TO_BE_DONE = re.compile(
    r"(?:[^:]{1,60}: ?)?(?:and |then |also |that )*(?:"
    rf"(?:{ACT}|ship|swap|collect|put|give|repair|enter|note|resend) (?!{_NO_DEED})\S"
    rf"|(?!(?:what|which|whose|whether|why|how)\b)(?:(?:the|a|an|your|no|full|free) ){{0,3}}(?:\w+ )?{_NOUN}s?"
    r"(?= (?:of|for|to|from|by|at|in|on|as|with|is|are|stays?|remains?)\b|[:,.!]| ?[$€£]?[0-9]| [A-Z]{3}\b|\s*$)"
    r"|nothing (?:for|is|comes|to)\b|(?:[$€£] ?|[A-Z]{3} )?[0-9][0-9,]*\.[0-9]{2}\b"
    r"|[^:]{1,60}? (?:stays?|remains?|ends?)\b)",
    re.IGNORECASE,
)
_AGREEMENT = re.compile(r"\b(?:confirm|agree|approve|accept|consent|go-ahead)\b", re.IGNORECASE)
_BARE_CONFIRM = re.compile(
    r"(?:.*[,;:.] )?(?:(?:please|kindly|can you|could you|would you|so|and) ){0,3}confirm"
    r"(?: (?:the following|this|that))?:",
    re.IGNORECASE,
)
_TERMS = re.compile(
    r"\bterms\b|\b(?:go ahead|proceed|like (?:this|that))\b|[0-9]\.[0-9]{2}\b|[$€£] ?[0-9]|[0-9] ?[$€£]", re.IGNORECASE
)
_CONSENT = re.compile(
    r"\b(?:shall|should|may|can) (?:i|we) |\bdo you (?:want|wish|like) |\bwould you (?:like|want) |\bdo you agree\b"
    r"|\bmay i\b|\bacceptable\b",
    re.IGNORECASE,
)
_THEM = "(?:it|them|this|that|the|your|all|both|everything|things)"
_WITHOUT = re.compile(
    r",? or (?:rather |only |just |shall (?:i|we|it|they|all) |should (?:i|we|it) |would you rather |is (?:that|it) "
    r"|do you (?:want to |prefer to |rather )?)*"
    rf"(?:(?:leave|keep|let) {_THEM}\b.*|(?:stay|remain|wait)(?: as)?\b.*|(?:one|some|part) of (?:them|these|those|it)"
    r"|none(?: of (?:them|it))?|neither|nothing|not|too (?:much|dear))[^,;]*$",
    re.IGNORECASE,
)
_MORE = re.compile(r"\band (?!(?:leave|keep|let)\b)|[0-9]", re.IGNORECASE)
_ANOTHER_HALF = re.compile(
    r"(?:shall (?:it|i|we)|should (?:it|i|we)|do you|would you rather|is (?:that|it)) .*"
    r"(?:\bstay|\bkeep|\bleave|\bremain|\bas it is|\bunchanged|\btoo (?:much|dear)|\bnot\b)",
    re.IGNORECASE,
)


def without_number(text: str) -> str:
    """``text`` without the "1)" before it."""
    return _NUMBERED.sub("", text, count=1)


def is_to_be_done(text: str) -> bool:
    """Whether an item of what is to be confirmed is a thing to be done: "refund 20.00", not "your name"."""
    bare = without_number(text).strip()
    return DEED.match(bare) is not None or _TO_BE_DONE.match(bare) is not None


def asks_to_agree(intro: str) -> bool:
    """Whether the sentence before a list asks to confirm what the list says."""
    return _AGREEMENT.search(intro) is not None


def is_bare_confirm(text: str) -> bool:
    """Whether a sentence says no more than "please confirm:"."""
    return _BARE_CONFIRM.fullmatch(text) is not None


def asks_for_consent_or_not(question: str, message: str) -> bool:
    """Whether a question offers to do what ``message`` laid out, or less or nothing: "..., or leave it as it is?".

    One between two things that are both named is a choice: "Shall I cancel both, or only New York?".
    """
    tail = _WITHOUT.search(question.rstrip(" ?.!"))
    if tail is None:
        return False
    if _MORE.search(tail[0]):
        return False  # "..., or keep the headphones and take $6.68?" offers another thing
    asked = question[: tail.start()]
    return _CONSENT.search(asked) is not None and " or " not in asked and _TERMS.search(message) is not None


def is_the_other_half(clause: str) -> bool:
    """Whether a clause after "or" only names the alternative to consent: "shall it stay?"."""
    return _ANOTHER_HALF.match(clause) is not None
