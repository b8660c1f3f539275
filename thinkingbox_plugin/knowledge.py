"""Policies: Markdown files that an agent searches and reads, one row for each section.

The anchor of a section is ``file.md#heading-in-kebab-case``; tasks cite it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated

from pydantic import BaseModel, Field

from thinkingbox_plugin._arguments import shown
from thinkingbox_plugin._sqlite import Database
from thinkingbox_plugin.errors import DomainError, ToolError
from thinkingbox_plugin.rows import Key, Prose, Row
from thinkingbox_plugin.tools import reads
from thinkingbox_plugin.world import World

PAGE_SIZE = 5
_HEADING = re.compile(r"^(#{1,4})\s+(.+?)\s*$")
_WORD = re.compile(r"\w+", re.UNICODE)


class PolicySection(Row, table="policy_sections"):
    """One section of a policy document."""

    anchor: Key
    title: str
    body: Prose


class SectionHit(BaseModel):
    """A search result: where the section stands and how it begins."""

    anchor: str
    title: str
    excerpt: str


class SectionHits(BaseModel):
    """One page of search results, best match first."""

    total: int
    page: int
    pages: int
    hits: list[SectionHit]


def slug(heading: str) -> str:
    """The anchor of a heading: lower case, punctuation dropped, words joined by hyphens."""
    return "-".join(_WORD.findall(heading.lower().replace("'", "")))


def read_sections(folder: Traversable) -> list[PolicySection]:
    """All sections of the Markdown files in ``folder``, in file and heading order.

    Raises :class:`DomainError` for two headings with one anchor or for a folder without policies.
    """
    sections: dict[str, PolicySection] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".md"):
            continue
        for title, body in _split(file.read_text(encoding="utf-8")):
            if not title:
                raise DomainError(f"policies: {file.name} begins with text under no heading; give it one")
            anchor = f"{file.name}#{slug(title)}"
            if anchor in sections:
                raise DomainError(f"policies: two sections are called {anchor}; rename one heading")
            sections[anchor] = PolicySection(anchor=anchor, title=title, body=body)
    if not sections:
        raise DomainError(f"policies: no Markdown file with a heading in {folder}")
    return list(sections.values())


def _split(text: str) -> Iterator[tuple[str, str]]:
    title, lines, fenced = "", list[str](), False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        if body := "\n".join(lines).strip():
            yield title, body
        title, lines = heading.group(2), []
    if body := "\n".join(lines).strip():
        yield title, body


def index(db: Database, table: str, columns: Sequence[str]) -> None:
    """Build a full-text index over ``columns``, the first of which weighs most; triggers keep it true to the rows."""
    db.table(table).enable_fts(columns, tokenize="porter unicode61", create_triggers=True)


def matching(world: World, table: str, query: str) -> list[str]:
    """Keys of the rows of ``table`` that hold any word of ``query``, best match (BM25) first."""
    words = sorted(set(_WORD.findall(query.lower())))
    if not words:
        raise ToolError("query: give at least one word to search for")
    spec = world.specs[table]
    expression = " OR ".join(f'"{word}"' for word in words[:40])
    sql = (
        f'SELECT t."{spec.key[0]}" FROM "{table}_fts" f JOIN "{table}" t ON t.rowid = f.rowid '
        f'WHERE "{table}_fts" MATCH ? ORDER BY bm25("{table}_fts", 3.0), t."{spec.key[0]}"'
    )
    return [key for (key,) in world.db.execute(sql, [expression]).fetchall()]


@reads
def search_policies(
    world: World,
    query: Annotated[str, Field(min_length=1, max_length=200, description="Words to look for.")],
    page: Annotated[int, Field(ge=1, le=99, description="Page of results, from 1.")] = 1,
) -> SectionHits:
    """Search the policy handbook.  Returns the best matching sections, a few a page, with their anchors;
    read a section with read_policy."""
    found = matching(world, "policy_sections", query)
    shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    hits = [_hit(world.get(PolicySection, anchor)) for anchor in shown]
    return SectionHits(total=len(found), page=page, pages=-(-len(found) // PAGE_SIZE), hits=hits)


def _hit(section: PolicySection) -> SectionHit:
    words = section.body.split()
    excerpt = " ".join(words[:25]) + (" ..." if len(words) > 25 else "")
    return SectionHit(anchor=section.anchor, title=section.title, excerpt=excerpt)


@reads
def read_policy(
    world: World,
    anchor: Annotated[str, Field(description="A section such as returns.md#window, or a whole document: returns.md.")],
) -> list[PolicySection]:
    """Read one section of the policy handbook, or all sections of one document, word for word."""
    sql = "SELECT anchor FROM policy_sections WHERE anchor = ? OR substr(anchor, 1, ?) = ? ORDER BY rowid"
    found = world.db.execute(sql, [anchor, len(anchor) + 1, anchor + "#"]).fetchall()
    if not found:
        raise ToolError(f"anchor: no policy is called {shown(anchor)}; search_policies finds sections")
    return [world.get(PolicySection, key) for (key,) in found]


def anchors(sections: Iterable[PolicySection]) -> frozenset[str]:
    """The anchors that tasks may cite."""
    return frozenset(section.anchor for section in sections)
