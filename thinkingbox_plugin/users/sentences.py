"""A message cut into what is said one after another: sentences, and the items of lists with their intro."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thinkingbox_plugin.messages import END_MARKER

_BULLET = re.compile(r"[ \t>]*(?:[-*•◦▪–—+]|\(?(?:[0-9]{1,2}|[a-zA-Z])[.)])[ \t]+(?=\S)")  # noqa: RUF001
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+")
_RULE = re.compile(r"[ \t]*(?:[-*_=]{3,}|\|?[-: |]{3,})[ \t]*")
_END = re.compile(r"[.!?…]++[\"')\]*_]*+\s+(?=[^\sa-z])")
_SHORT_FORM = re.compile(
    r"(?<![^\W_])(?:e\.g|i\.e|no|mr|mrs|ms|dr|st|approx|vs|ref|incl|tel|ext)\.\s*\Z", re.IGNORECASE
)
_MARKER = re.compile(re.escape(END_MARKER), re.IGNORECASE)
_QUOTES = str.maketrans("‘’“”", "''\"\"")  # noqa: RUF001
_PLEASE = re.compile(r"(?<![\w'-])(?:pls|plz)\b\.?", re.IGNORECASE)
_MARKS = re.compile(r"[*`]+|(?<![^\W_])_+|_+(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, or an item of a list: then ``intro`` is the sentence before it and ``raw`` the line."""

    text: str
    intro: str | None = None
    raw: str = ""


def units(message: str) -> list[Unit]:
    """The sentences and list items of ``message``, in order, without Markdown."""
    found: list[Unit] = []
    intro: str | None = None
    open_list = False
    gap = False
    lines = _lines(message)
    for number, line in enumerate(lines):
        if not line.strip() or _RULE.fullmatch(line):
            gap = True
            continue
        bullet = _BULLET.match(line)
        if bullet:
            item = line[bullet.end() :]
            found.append(Unit(_clean(item), intro or "", item.strip()))
            open_list, gap = True, False
            continue
        text = _clean(_HEADING.sub("", line, count=1))
        if intro is not None and intro.endswith(":") and _is_bare_item(text) and not (gap and open_list):
            found.append(Unit(text, intro, line.strip()))
            open_list, gap = True, False
            continue
        if open_list and _is_bare_item(text) and _BULLET.match(_next(lines, number)):
            # A heading between the parts of one list.
            gap = True
            continue
        sentences = _sentences(text)
        found += [Unit(sentence) for sentence in sentences]
        intro = sentences[-1] if sentences else intro
        open_list = gap = False
    return found


def _lines(message: str) -> list[str]:
    text = _MARKER.sub(" ", message)
    joined: list[str] = []
    for line in text.splitlines():
        if joined and _wraps(joined[-1], line):
            joined[-1] = f"{joined[-1].rstrip()} {line.strip()}"
        else:
            joined.append(line)
    return joined


def _next(lines: list[str], number: int) -> str:
    """The next line with a text, or ""."""
    return next((line for line in lines[number + 1 : number + 5] if line.strip()), "")


def _wraps(before: str, line: str) -> bool:
    """Whether ``line`` goes on with a sentence that was broken for its width."""
    stripped = line.strip()
    return bool(
        len(before.strip()) > 30
        and before.strip()[-1] not in ".!?:;"
        and stripped[:1].islower()
        and not _BULLET.match(line)
        and not _BULLET.match(before)
    )


def _is_bare_item(text: str) -> bool:
    return len(text.split()) <= 8 and text[-1:] not in (".", "!", "?")


def with_questions(text: str) -> list[str]:
    """A line of a list and the questions that follow it there: "The invoice is made anew. Shall I do so?"."""
    sentences = _sentences(text)
    first = next((n for n, sentence in enumerate(sentences) if n and sentence.endswith("?")), len(sentences))
    return [" ".join(sentences[:first]), *sentences[first:]]


def _clean(text: str) -> str:
    straight = _PLEASE.sub("please", text.translate(_QUOTES))
    return " ".join(_MARKS.sub("", straight).split())


def _sentences(text: str) -> list[str]:
    found, start = [], 0
    for match in _END.finditer(text):
        if _SHORT_FORM.search(text[max(0, match.start() - 8) : match.end()]):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    return [sentence for sentence in (*found, text[start:].strip()) if sentence]
