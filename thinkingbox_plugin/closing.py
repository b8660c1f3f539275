"""Whether an agent closes a conversation with a question, to which then nobody can answer."""

from __future__ import annotations

import re

CLOSED_ASKING = "closed_asking"
"""Flag: the agent ended the conversation with a message that asks the user something."""

_QUESTION = re.compile(r"[^.!?\n]*\?")
_OFFER = re.compile(
    r"\b(?:anything|something|any other|what) (?:else|more|further|questions?|thing)\b|\belse (?:I|we) can\b"
    r"|\b(?:can|may|could) (?:I|we) (?:be of\b|help\b|assist\b)|\b(?:I|we) can (?:help|assist|do)\b"
    r"|\bfurther (?:help|assistance|questions?)\b",
    re.IGNORECASE,
)
"""An offer of more help, with which a conversation may well end."""


def closes_asking(text: str) -> bool:
    """Whether the last paragraph of a closing message holds a question that is more than an offer of further help."""
    paragraphs = [part for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
    return any(not _OFFER.search(question) for question in _QUESTION.findall(paragraphs[-1])) if paragraphs else False
