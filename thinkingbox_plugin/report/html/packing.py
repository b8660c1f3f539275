"""The conversations inside the page: kept on disk while records are read, then packed task by task.

A chunk holds some trials of one task: JSON, in which a text that several messages share stands once, compressed as
raw deflate and written in base64, so that a page can carry it in a ``<script>`` that is no program.
"""

from __future__ import annotations

import tempfile
import zlib
from array import array
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

import msgspec

from thinkingbox_plugin.report.html.conversation import Json

CHUNK_BYTES = 500_000
"""A chunk is closed when its JSON has come to so many bytes: what opening one trial has to unpack."""
_SHORT = 24
"""Texts up to this length are not worth a place of their own."""


class Spool:
    """Details by number, on disk; closing it deletes them."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close())
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, detail: Json) -> None:
        """Keep the next detail."""
        data = zlib.compress(msgspec.json.encode(detail), 1)
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def read(self, number: int) -> Json:
        """Read one back."""
        self._file.seek(self._ends[number])
        data = self._file.read(self._ends[number + 1] - self._ends[number])
        found: Json = msgspec.json.decode(zlib.decompress(data))
        return found

    def close(self) -> None:
        """Give the disk's room back."""
        self._file.close()


@dataclass(slots=True)
class _Chunk:
    """Details in the making of a chunk, and the texts that they share."""

    details: list[Json] = field(default_factory=list)
    texts: dict[str, int] = field(default_factory=dict)
    members: list[int] = field(default_factory=list)
    size: int = 0

    def add(self, member: int, detail: Json) -> None:
        used: dict[int, None] = {}
        for holder, key in _texts(detail):
            holder[key] = self._shared(holder[key], used)
        detail["texts"] = list(used)
        self.details.append(detail)
        self.members.append(member)
        self.size += len(msgspec.json.encode(detail))

    def _shared(self, text: str, used: dict[int, None]) -> str | int:
        if len(text) <= _SHORT:
            return text
        if text not in self.texts:
            self.texts[text] = len(self.texts)
            self.size += len(text)
        used[self.texts[text]] = None
        return self.texts[text]

    def pack(self) -> bytes:
        deflate = zlib.compressobj(6, wbits=-zlib.MAX_WBITS)
        data = msgspec.json.encode({"texts": list(self.texts), "trials": self.details})
        return b64encode(deflate.compress(data) + deflate.flush())


def _texts(detail: Json) -> Iterator[tuple[dict[str, Any], str]]:
    """Where the long texts stand: messages, arguments and answers of calls, reasons of checks."""
    for check in detail["checks"]:
        yield check, "detail"
    for message in detail["conversation"]:
        if "content" in message:
            yield message, "content"
        for call in message.get("calls", ()):
            yield call, "arguments"
            if "content" in call.get("answer", ()):
                yield call["answer"], "content"


@dataclass(frozen=True, slots=True)
class Packed:
    """A chunk: its base64, and the numbers of the details in it, in their order."""

    data: bytes
    members: Sequence[int]


def pack(spool: Spool, groups: Iterable[Sequence[int]], size: int = CHUNK_BYTES) -> Iterator[Packed]:
    """Chunks of the details in ``groups``; no chunk holds parts of two groups."""
    for group in groups:
        chunk = _Chunk()
        for number in group:
            chunk.add(number, spool.read(number))
            if chunk.size >= size:
                yield Packed(chunk.pack(), chunk.members)
                chunk = _Chunk()
        if chunk.members:
            yield Packed(chunk.pack(), chunk.members)
