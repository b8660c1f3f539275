"""The file: one page with its styles, its program, its data and, at the end, the packed conversations."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.report.html.packing import pack
from thinkingbox_plugin.report.html.section import PageSection, Trials
from thinkingbox_plugin.report.tables import Cell, Range, Table, shown
from thinkingbox_plugin.results.collecting import Collected
from thinkingbox_plugin.results.lines import dumps

SCRIPTS = (
    *("base.js", "model.js", "packed.js", "tables.js", "curves.js", "filters.js"),
    *("grid.js", "difference.js", "conversation.js", "detail.js", "main.js"),
)
"""The program's files, in the order in which they are put together."""
MOST_BYTES = 200_000_000
"""Of packed conversations in one page; beyond, those of passed trials are left out first, and the page says so."""
_SPECIAL = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def inert(data: Any) -> str:
    """JSON that can stand in a ``<script>``: no character in it ends or opens anything."""
    return dumps(data).translate(_SPECIAL)


@cache
def _file(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


@cache
def program() -> str:
    """The page's program: its files in one function, so that nothing of it can be reached by name from outside."""
    return '"use strict";\n(() => {\n' + "\n".join(map(_file, SCRIPTS)) + "\n})();\n"


def _allowed(text: str) -> str:
    """A text as a content security policy names it."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _head(title: str) -> str:
    """The page up to its data.  Its policy admits this style and this program, and no request at all."""
    script, style = f"\n{program()}", f"\n{_file('style.css')}"
    policy = f"default-src 'none'; script-src {_allowed(script)}; style-src {_allowed(style)}; img-src data:"
    parts = {"POLICY": f"{policy}; base-uri 'none'; form-action 'none'", "STYLE": style, "TITLE": title}
    text = _file("page.html")
    for name, part in parts.items():
        text = text.replace(f"<!--{name}-->", part)
    return text


@dataclass(frozen=True, slots=True)
class Written:
    """What became of the page."""

    path: Path
    trials: int
    left_out: int
    """Trials whose conversations found no room."""


def write_page(path: Path, section: PageSection, tables: Sequence[Table], *, most_bytes: int = MOST_BYTES) -> Written:
    """Write the page to ``path``, whose folder is made; a reader sees the old file or the new one, never half.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` where it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile() as packed:
            trials = Trials(section)
            chunks = _write_chunks(packed, section, trials.groups(), most_bytes)
            left_out = len(section) - sum(map(len, chunks))
            data = trials.as_json(chunks) | _about(section.collected, tables) | {"left_out": left_out}
            packed.seek(0)
            _replace(path, data, packed)
    except OSError as error:
        raise UsageError(f"{path}: cannot write the page: {error.strerror}; name another --out") from error
    return Written(path, len(section), left_out)


def _write_chunks(
    packed: IO[bytes], section: PageSection, groups: Iterable[Sequence[int]], most_bytes: int
) -> list[Sequence[int]]:
    """Write chunks one after the other until the room is used up; returns which details stand in each."""
    chunks: list[Sequence[int]] = []
    size = 0
    for chunk in pack(section.spool, groups):
        size += len(chunk.data)
        if size > most_bytes:
            break
        packed.write(b'<script type="text/plain" id="chunk-%d">%s</script>\n' % (len(chunks), chunk.data))
        chunks.append(chunk.members)
    return chunks


def _replace(path: Path, data: dict[str, Any], packed: IO[bytes]) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            _write(file, data, packed)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _write(file: IO[bytes], data: dict[str, Any], packed: IO[bytes]) -> None:
    """The data stand before the program, the conversations behind it: it runs before they have been read."""
    file.write(_head("thinkingbox report").encode())
    file.write(f'<script type="application/json" id="data">{inert(data)}</script>\n'.encode())
    file.write(f"<script>\n{program()}</script>\n".encode())
    shutil.copyfileobj(packed, file, 1 << 20)
    file.write(b"</body>\n</html>\n")


def _about(collected: Collected, tables: Sequence[Table]) -> dict[str, Any]:
    """Runs and tables."""
    curve = next((table for table in tables if table.name == "curve"), None)
    return {
        "runs": [_run(run.name, run.info) for run in collected.runs],
        "tables": [_table(table) for table in tables if table.depth < 2],
        "curve": _curve(curve) if curve is not None else [],
    }


def _run(name: str, info: Any) -> dict[str, str]:
    if info is None:
        return {"name": name, "state": "", "user": "", "judge": ""}
    return {"name": name, "state": info.state, "user": info.user, "judge": info.judge}


def _table(table: Table) -> dict[str, Any]:
    """A table as it is shown; ``sort`` are the bare values that order a column, ranges as value, low and high."""
    kinds = [column.kind for column in table.columns]
    return {
        "name": table.name,
        "title": table.title,
        "columns": [{"key": column.key, "heading": column.heading, "kind": column.kind} for column in table.columns],
        "rows": [[shown(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in table.rows],
        "sort": [[_point(cell) for cell in row] for row in table.rows],
        "notes": list(table.notes),
    }


def _curve(table: Table) -> list[dict[str, Any]]:
    """The curve's rows with bare numbers: a range as value, low and high."""
    return [{column.key: _point(cell) for column, cell in zip(table.columns, row, strict=True)} for row in table.rows]


def _point(cell: Cell) -> Any:
    return [cell.value, cell.low, cell.high] if isinstance(cell, Range) else cell
