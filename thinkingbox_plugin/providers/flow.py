"""How many requests may be in flight, and how many a minute: shared by all workers of a run.

The state is one small SQLite file in the results directory.  A worker that is killed leaves its places
behind; they are freed as soon as another worker finds its process gone, or else when its request would
have timed out.  The limit in flight adapts for each endpoint: halved by a 429, at most once for the
requests that were under way together, and raised by one for each round of requests that went well;
as long as there has been no 429 it doubles with each round that needed all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from thinkingbox_plugin.providers.retry import Clock, Sleep

SHARED = "requests.sqlite"
"""The shared file's name in the folder of a run's parts."""
FIRST_LIMIT = 32.0
HIGHEST_LIMIT = 1024.0
_POLL = (0.01, 0.1)
_SPARE_SECONDS = 30.0

T = TypeVar("T")

_log = logging.getLogger(__name__)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS endpoint (
    name TEXT PRIMARY KEY, allowed REAL NOT NULL, halved REAL NOT NULL, was_halved INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS flight (
    id INTEGER PRIMARY KEY, endpoint TEXT NOT NULL, pid INTEGER NOT NULL, since REAL NOT NULL, until REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS flight_endpoint ON flight (endpoint);
CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, level REAL NOT NULL, at REAL NOT NULL) STRICT;
"""


@dataclass(frozen=True)
class Limits:
    """What one request must keep to: the endpoint's limit in flight, the model's limits a minute."""

    endpoint: str
    model: str
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float = 600.0


@dataclass(frozen=True)
class Permit:
    """A place among the requests in flight, to be given back with :meth:`Flow.release`."""

    limits: Limits
    flight: int
    since: float
    tokens: int


class Flow:
    """The limits of a run as one process sees them; used from one event loop."""

    def __init__(
        self, path: Path | None = None, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep
    ) -> None:
        """``path`` is the file that all workers of a run share; None keeps the state in this process."""
        self._path, self._clock, self._sleep = path, clock, sleep
        self._database: sqlite3.Connection | None = None
        self._doors: dict[str, asyncio.Lock] = {}

    async def admit(self, limits: Limits, tokens: int) -> Permit:
        """Wait until a request of about ``tokens`` tokens may be sent."""
        # Of one process only the first in line asks the shared file; the others queue behind it.
        async with self._doors.setdefault(limits.endpoint + limits.model, asyncio.Lock()):
            pause = _POLL[0]
            while (permit := self._try(limits, tokens)) is None:
                await self._sleep(pause)
                pause = min(pause * 1.5, _POLL[1])
            return permit

    def release(self, permit: Permit, *, limited: bool = False, tokens: int | None = None) -> None:
        """Give the place back.  ``limited``: the provider answered 429; ``tokens``: what was really used."""
        limits, now = permit.limits, self._clock()

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM flight WHERE id = ?", (permit.flight,))
            if limited:
                database.execute(
                    "UPDATE endpoint SET allowed = max(1, allowed / 2), halved = ?1, was_halved = 1"
                    " WHERE name = ?2 AND (halved <= ?3 OR halved > ?1)",
                    (now, limits.endpoint, permit.since),
                )
            elif tokens is not None:
                database.execute(
                    "UPDATE endpoint SET allowed = min(?1, allowed + iif(was_halved OR ?2 < CAST(allowed AS INTEGER),"
                    " 1 / allowed, 1)) WHERE name = ?3",
                    (HIGHEST_LIMIT, _in_flight(database, limits.endpoint) + 1, limits.endpoint),
                )
            if tokens is not None and limits.tokens_per_minute is not None:
                database.execute(
                    "UPDATE bucket SET level = level - ? WHERE name = ?",
                    (tokens - permit.tokens, f"tokens {limits.model}"),
                )

        self._do(work)

    def allowed(self, endpoint: str) -> float:
        """How many requests may be in flight to ``endpoint`` at present."""
        row = self._do(lambda database: _allowed(database, endpoint))
        return FIRST_LIMIT if row is None else row

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def _try(self, limits: Limits, tokens: int) -> Permit | None:
        now = self._clock()

        def work(database: sqlite3.Connection) -> Permit | None:
            if not _has_room(database, limits.endpoint, now) or not _take(database, limits, tokens, now):
                return None
            row = database.execute(
                "INSERT INTO flight (endpoint, pid, since, until) VALUES (?, ?, ?, ?)",
                (limits.endpoint, os.getpid(), now, now + limits.timeout + _SPARE_SECONDS),
            )
            return Permit(limits, row.lastrowid or 0, now, tokens)

        return self._do(work)

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """A transaction on the shared file; on one in memory if the file cannot be used.

        Limits are a courtesy to the provider: no trial is lost because they could not be kept.
        """
        try:
            return self._transaction(work)
        except sqlite3.Error as error:
            _log.warning("%s: limits of requests are no longer shared among workers: %s", self._path, error)
            with contextlib.suppress(sqlite3.Error):
                self.close()
            self._path = None
            return self._transaction(work)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        database = self._connect()
        database.execute("BEGIN IMMEDIATE")
        try:
            result = work(database)
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")
        return result

    def _connect(self) -> sqlite3.Connection:
        if self._database is None:
            if self._path is not None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self._path or ":memory:", timeout=10, isolation_level=None)
            self._database = database
            # Survives the end of any process; that the machine loses power loses nothing worth keeping.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")
            database.executescript(_SCHEMA)
        return self._database


def forget(path: Path) -> None:
    """Remove the shared file of a run that is over."""
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):  # there is none, or a run could not even make its folder
            path.with_name(path.name + suffix).unlink()


def _allowed(database: sqlite3.Connection, endpoint: str) -> float | None:
    row = database.execute("SELECT allowed FROM endpoint WHERE name = ?", (endpoint,)).fetchone()
    return None if row is None else float(row[0])


def _has_room(database: sqlite3.Connection, endpoint: str, now: float) -> bool:
    """Whether one more request may be in flight."""
    allowed = _allowed(database, endpoint)
    if allowed is None:
        database.execute("INSERT INTO endpoint (name, allowed, halved) VALUES (?, ?, ?)", (endpoint, FIRST_LIMIT, now))
        return True
    if _in_flight(database, endpoint) < int(allowed):
        return True
    _free_places(database, now)
    return _in_flight(database, endpoint) < int(allowed)


def _in_flight(database: sqlite3.Connection, endpoint: str) -> int:
    return int(database.execute("SELECT count(*) FROM flight WHERE endpoint = ?", (endpoint,)).fetchone()[0])


def _take(database: sqlite3.Connection, limits: Limits, tokens: int, now: float) -> bool:
    """Take the request and its tokens out of the minute's share, if there is enough left of both."""
    wanted = [
        (f"requests {limits.model}", limits.requests_per_minute, 1),
        (f"tokens {limits.model}", limits.tokens_per_minute, tokens),
    ]
    buckets = [
        (name, _filled(database, name, rate, now), rate, cost) for name, rate, cost in wanted if rate is not None
    ]
    # A request above the whole capacity goes when the bucket is full, and leaves it in debt.
    if any(level < min(cost, _capacity(rate)) for _, level, rate, cost in buckets):
        return False
    for name, level, _, cost in buckets:
        database.execute("INSERT OR REPLACE INTO bucket VALUES (?, ?, ?)", (name, level - cost, now))
    return True


def _capacity(rate: int) -> float:
    """What may go at once: a tenth of a minute's worth, so that no minute sees more than its limit."""
    return max(1.0, rate / 10)


def _filled(database: sqlite3.Connection, name: str, rate: int, now: float) -> float:
    """The level of a bucket at ``now``."""
    capacity = _capacity(rate)
    row = database.execute("SELECT level, at FROM bucket WHERE name = ?", (name,)).fetchone()
    if row is None:
        return capacity
    level, at = float(row[0]), float(row[1])
    if now < at:  # the clock of another boot: what was counted by it is long past
        return capacity
    return min(capacity, level + (now - at) * max(rate - capacity, rate / 2) / 60)


def _free_places(database: sqlite3.Connection, now: float) -> None:
    """Free the places of requests that must have ended and of processes that are gone."""
    database.execute("DELETE FROM flight WHERE until < ? OR since > ?", (now, now))
    for (pid,) in database.execute("SELECT DISTINCT pid FROM flight").fetchall():
        if not _is_running(pid):
            database.execute("DELETE FROM flight WHERE pid = ?", (pid,))


def _is_running(pid: int) -> bool:
    if os.name == "nt":  # there, os.kill with 0 ends the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
