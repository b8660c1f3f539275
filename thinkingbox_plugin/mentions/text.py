"""One plain spelling for text that people and models write in many: quotes, dashes, spaces, Markdown."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_TABLE: dict[int, str] = {
    **{ord(c): "" for c in _INVISIBLE},
    **{ord(c): " " for c in _SPACES},
    **{ord(c): "'" for c in "‘’‚‛′ʼ`´"},  # noqa: RUF001
    **{ord(c): '"' for c in "“”„‟″«»"},
    **{ord(c): "-" for c in "‐‑‒–−﹣"},  # noqa: RUF001
    **{ord(c): " - " for c in "—―"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
}
_GROUPING_SPACE = re.compile(r"(?<=[0-9])[\u00a0\u2007\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_EMPHASIS_INSIDE = re.compile(r"(?<=\w)[*`~]++(?=\w)")
_EMPHASIS = re.compile(r"[*`~]++")
_EDGE_UNDERSCORE = re.compile(r"(?<!_)_++(?![^\W_])|(?<![^\W_])(?<!_)_++")
_CODE_FENCE = re.compile(r"```[A-Za-z]*+")


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """``text`` in ASCII punctuation, without Markdown's emphasis; line breaks and words stay.

    A space that only ever groups digits (no-break, thin) becomes an apostrophe between digits, so that
    "1 234" with such a space reads as one number and with an ordinary space does not.
    """
    text = _GROUPING_SPACE.sub("'", text).replace("&nbsp;", " ").replace("&amp;", "&")
    text = _CODE_FENCE.sub(" ", text)
    text = _EMPHASIS_INSIDE.sub(" ", _ESCAPE.sub("", text))
    text = _EDGE_UNDERSCORE.sub("", _EMPHASIS.sub("", text))
    return text.translate(_TABLE).replace("--", " - ")


_JOINS_WORDS = re.compile(r"[\s,:()\[\]{}<>\"|/_=-]++|\.(?=\s*,)|(?<![^\W_])'|'(?![^\W_])")
_STOPS = re.compile(r"(?<=\w)[.!?;]++(?=\s|$)|(?<!\w)[.!?;]++")


def phrase_form(text: str) -> str:
    """``text`` as words one space apart, case-folded, without accents, quotes, commas or hyphens.

    The end of a sentence stays as " . ", so that a phrase never matches across one.
    """
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", plain(text)).casefold())
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    return " ".join(_JOINS_WORDS.sub(" ", _STOPS.sub(" . ", bare)).split())
