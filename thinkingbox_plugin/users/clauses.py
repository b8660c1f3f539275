"""How one clause of a message is read: does it ask, wait, look back, name something to be told?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from thinkingbox_plugin.users import cues
from thinkingbox_plugin.users.sentences import Unit

VERBAL = re.compile(
    r"\b(?:you|i|we|is|are|was|were|do|does|did|have|has|had|can|could|would|will|shall|should|may|might)\b",
    re.IGNORECASE,
)
_REFERS = re.compile(r"\b(?:it|that|this|them|those|these|there|so)\b", re.IGNORECASE)
_ME = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)
_CONTINUES = re.compile(r"(?:also|and|plus|as well as|oh and),? (?=(?:your|the|an?)\s)", re.IGNORECASE)
_STEP = re.compile(
    r"(?:(?:and|so) )?(?:next|first|second|third|then|also|last|lastly|finally|one more thing"
    r"|(?:step|question|q) ?[0-9]{1,2})",
    re.IGNORECASE,
)
_PLEASE_AFTER = re.compile(r"[\w)],? (?:please|pls|plz)\W*$", re.IGNORECASE)
_LATE_WH = re.compile(
    r"(?:(?:and|so|but|or),? )?(?:until|till|from|by|since|at|on|in|to|for|with|of|under|about) "
    r"(?=(?:what|which|when|where|whom|whose|how)(?![\w']))",
    re.IGNORECASE,
)
YES_NO = re.compile(
    r"^(?:(?:and|so|also|but|or),? )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will"
    r"|would)(?![\w'])",
    re.IGNORECASE,
)
_CHECKS = re.compile(r"\b(?:confirm|verify|check|let me know|tell me)\b", re.IGNORECASE)
_TO_IDENTIFY = re.compile(
    r"(?:(?:but|and|so|first|now),? )*(?:(?:in order )?to (?:verify|identify|confirm|check|find|know)\b[^:?]{0,40}"
    r"|for (?:the |your |an? )?(?:identity|security|verification|identification|id)\b[^:?]{0,20}):",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"(?:attach|include|send|enter|type(?: in)?|submit|forward|upload|fill in|write|list"
    r"|return with|come back with|(?:(?:can|could|would|will) you )?read(?: (?:out|off))?)"
    r"(?: back| here| over)?",
    re.IGNORECASE,
)
MIGHT = re.compile(r"(?:(?:and|so|also|but|or),? )?(?:may|might)(?![\w'])", re.IGNORECASE)
_AND = re.compile(r"(?:and|so|but|also),? (?=(?:what|which|who|whose|how)(?![\w']))", re.IGNORECASE)


def is_question(text: str, unit: Unit, place: int) -> bool:
    """Whether a clause asks: by its own mark, or that of its sentence if it starts like a question."""
    if text.endswith("?"):
        return True
    if unit.text.endswith("?") and (YES_NO.match(text) or MIGHT.match(text)):
        return True  # "Is the washer sealed or opened, and is the dryer?"
    late = _LATE_WH.match(text) or _AND.match(text)
    starts = cues.WH.match(text, late.end() if late else 0)
    if not starts or not (unit.text.endswith("?") or unit.intro is not None):
        return False
    # ", which will be paid back" goes on about the word before it.
    return place == 0 or late is not None or starts["word"].lower().startswith(("what", "when", "why", "how"))


def is_to_wait(clause: str, question: bool) -> bool:
    """Whether a clause asks for patience; "A refund, or wait for a new one?" asks to choose."""
    chooses = question and cues.CHOICE.search(clause)
    return cues.WAIT.search(clause) is not None and not cues.WH.search(clause) and not chooses


def looks_back(clause: str, question: bool) -> bool:
    asks = cues.LOOKS_BACK.search(clause) and (question or _CHECKS.search(clause))
    return bool(asks) and not _names_two(clause) and not cues.GO_AHEAD.search(clause)


def context(place: int, parts: Sequence[tuple[int, str]]) -> str:
    """The sentence that a clause stands in, without what else is asked in it and does not speak of the same."""
    own = next(text for n, text in parts if n == place)
    refers = _REFERS.search(own) is not None
    return " ".join(text for n, text in parts if n == place or (refers and n < place) or not _asks_something(text))


def _asks_something(text: str) -> bool:
    """Whether a clause is a question that wants to know something, not one that asks for agreement."""
    if cues.WH.match(text):
        return not cues.WH_PROPOSAL.search(text)
    return YES_NO.match(text) is not None and not cues.PROPOSAL.search(text)


def _names_two(clause: str) -> bool:
    """Whether a clause gives two values to choose from: "the one of 2023 or of 2024"."""
    before, _, after = clause.partition(" or ")
    return any(c.isdigit() for c in before) and any(c.isdigit() for c in after)


def requests(intro: str) -> bool:
    return bool(
        cues.ASK.search(intro)
        or cues.IMPERATIVE.search(intro)
        or cues.PASSIVE.match(intro)
        or re.search(
            r"\b(?:need|needed|required?|missing|questions?|following|format|template|form)\b[^.]*:$",
            intro,
            re.IGNORECASE,
        )
    )


def tells_what_to_do(clause: str, cue: re.Match[str], span: str) -> bool:
    """Whether a clause tells what to do with a thing elsewhere or later, not to tell it here."""
    if cue.re is cues.IMPERATIVE and (not span.strip(" .!") or (cues.ACTION.match(clause) and not _ME.search(cue[0]))):
        return True
    return cues.ELSEWHERE.search(span) is not None


def is_instruction(cue: str) -> bool:
    """Whether an imperative may be about what to do rather than what to tell: "attach the label"."""
    return bool(_INSTRUCTION.fullmatch(cue.split(" please ")[-1].strip(" ,;:.!-").removeprefix("please ")))


def bare_request(clause: str) -> str | None:
    """What a clause without a verb of asking names: "Also your name.", "Your name, please.", "A name is needed."."""
    purpose = _TO_IDENTIFY.match(clause)
    if purpose and not VERBAL.search(clause[purpose.end() :]):
        return clause[purpose.end() :]
    continues = _CONTINUES.match(clause)
    if continues and not VERBAL.search(clause):
        return clause[continues.end() :]
    if _PLEASE_AFTER.search(clause) and not VERBAL.search(clause):
        return clause
    before, colon, after = clause.rpartition(":")
    if (
        colon
        and not VERBAL.search(after)
        and (_PLEASE_AFTER.search(clause) or requests(f"{before}:") or _STEP.fullmatch(before))
    ):
        return after
    passive = cues.PASSIVE.match(clause)
    return passive["what"] if passive and not re.match(r"(?:no|none|nothing)\b", clause, re.IGNORECASE) else None


def first_cue(clause: str) -> re.Match[str] | None:
    found = [m for m in (cues.ASK.search(clause), cues.IMPERATIVE.search(clause)) if m]
    return min(found, key=lambda m: (m.start(), -m.end())) if found else None
