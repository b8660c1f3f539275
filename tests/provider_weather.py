"""Faults for a provider to have, in exact shares: of every block of requests each fault strikes one.

A request that fails is sent again and counts again.  None fails more often than ``in_a_row`` times together,
since a client that has been refused often enough gives up, and what it does then is another test.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence

from provider_formats import Asked
from provider_server import Answer, Fail, Script

WAYS: Mapping[str, Sequence[Fail]] = {
    "429 with Retry-After": (Fail(429, "Rate limit reached", "rate_limit_exceeded", {"retry-after": "0.2"}),),
    "500": (Fail(500, "The server had an error"),),
    "502 or 503": (Fail(502, "Bad gateway"), Fail(503, "Overloaded")),
    "reset in mid-body": (Fail(how="reset"),),
    "invalid JSON or silence": (Fail(how="garbage"), Fail(how="silence")),
}
"""Five ways to fail; those of one way take turns."""


class Weather:
    """``script``, with each of the five ways striking a ``share`` of all requests; a :data:`Script` itself."""

    def __init__(self, script: Script, share: float, in_a_row: int = 4, seed: int = 0) -> None:
        self._block = round(1 / share)
        if self._block < len(WAYS):
            raise ValueError(f"a share of {share} for each of {len(WAYS)} ways leaves no request")
        self._script, self._in_a_row, self._draw = script, in_a_row, random.Random(seed)
        self._coming: list[str | None] = []
        self._waiting: list[str] = []
        self._row: Counter[str] = Counter()
        self.requests = 0
        self.struck: Counter[str] = Counter()
        """How often each way has struck."""

    def __call__(self, asked: Asked) -> Answer:
        self.requests += 1
        if not self._coming:
            self._coming = [*WAYS, *[None] * (self._block - len(WAYS))]
            self._draw.shuffle(self._coming)
        way, key = self._coming.pop(), json.dumps(asked.body, sort_keys=True)
        if way is not None:
            self._waiting.append(way)
        if not self._waiting or self._row[key] >= self._in_a_row:
            del self._row[key]
            return self._script(asked)
        self._row[key] += 1
        way = self._waiting.pop(0)
        fault = WAYS[way][self.struck[way] % len(WAYS[way])]
        self.struck[way] += 1
        return fault
