"""What a run has spent and may still spend: one small SQLite file that all workers of a run share.

The cost of a request is reserved before it is sent and settled when its response is there.  A reservation
whose process is gone, or that is older than any request can be, counts as spent: the provider may have
charged for it, and the cap must hold.
"""

from __future__ import annotations

import math
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.alive import is_running

_SCHEMA = """
CREATE TABLE IF NOT EXISTS spending (who TEXT PRIMARY KEY, requests INTEGER NOT NULL, cost REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS reservation (
    id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, worker TEXT NOT NULL, who TEXT NOT NULL,
    until REAL NOT NULL, cost REAL NOT NULL, lost INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS trial (model TEXT PRIMARY KEY, trials INTEGER NOT NULL, cost REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS under_way (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, model TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS stop (reason TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS forecast (line TEXT NOT NULL) STRICT;
"""

_ROUNDING = 1e-9
"""US dollars: far below any price, far above what adding up floats can be off by."""


@dataclass(frozen=True)
class Spent:
    """US dollars: settled for answers, by who asked; ``lost`` for requests whose answer never came."""

    by_who: dict[str, float]
    requests: int
    lost: float

    @property
    def total(self) -> float:
        """All of it."""
        return sum(self.by_who.values()) + self.lost


class Ledger:
    """The run's account as one process sees it; used from several threads."""

    def __init__(
        self,
        path: Path | None,
        cap: float = math.inf,
        *,
        worker: str = "main",
        clock: Callable[[], float] = time.monotonic,
        alive: Callable[[int], bool] | None = None,
    ) -> None:
        """``cap`` in US dollars; ``path`` None keeps the account in this process.

        Nothing is made on the disk before the first reservation.
        """
        self.path, self.cap = path, cap
        self._worker, self._clock, self._alive = worker, clock, alive or is_running
        self._database: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    def reserve(self, who: str, cost: float, seconds: float) -> int | None:
        """Set ``cost`` aside for at most ``seconds``; the reservation's number.

        None if there is no room at present but may be once the requests in flight are settled.  Raises
        :class:`NoRoomError` if there is none even without them; no further trial starts then.
        """
        now = self._clock()
        with self._transaction() as database:
            self._write_off(database, now)
            spent, reserved = _spent(database), _reserved(database)
            if spent + cost > self.cap + _ROUNDING:
                reason = cap_reached(self.cap, spent)
                if not database.execute("SELECT 1 FROM stop").fetchone():
                    database.execute("INSERT INTO stop VALUES (?)", (reason,))
                refused: str | None = f"{reason}; this request may cost ${cost:,.4f}"
            elif spent + reserved + cost > self.cap + _ROUNDING:
                return None
            else:
                refused = None
                row = database.execute(
                    "INSERT INTO reservation (pid, worker, who, until, cost) VALUES (?, ?, ?, ?, ?)",
                    (os.getpid(), self._worker, who, now + seconds, cost),
                )
        if refused is not None:
            raise NoRoomError(refused)
        return row.lastrowid

    def settle(self, number: int, who: str, cost: float) -> None:
        """Put what the request really cost in the place of its reservation."""
        with self._transaction() as database:
            database.execute("DELETE FROM reservation WHERE id = ?", (number,))
            database.execute(
                "INSERT INTO spending VALUES (?1, 1, ?2)"
                " ON CONFLICT (who) DO UPDATE SET requests = requests + 1, cost = cost + ?2",
                (who, cost),
            )

    def spend(self, who: str, cost: float, requests: int) -> None:
        """Count requests that were made where no account is kept, and what they have cost together."""
        with self._transaction() as database:
            database.execute(
                "INSERT INTO spending VALUES (?1, ?3, ?2)"
                " ON CONFLICT (who) DO UPDATE SET requests = requests + ?3, cost = cost + ?2",
                (who, cost, requests),
            )

    def release(self, number: int) -> None:
        """The request failed and costs nothing."""
        with self._transaction() as database:
            database.execute("DELETE FROM reservation WHERE id = ?", (number,))

    def lose(self, number: int) -> None:
        """The request was sent and nobody waits for its answer any more: it counts as reserved."""
        with self._transaction() as database:
            database.execute("UPDATE reservation SET lost = 1 WHERE id = ?", (number,))

    def carry_over(self, before: Spent | None, trials: Mapping[str, tuple[int, float]]) -> None:
        """Go on with the account of a run that earlier processes have begun; none of them lives any more.

        Where its file is gone, ``before`` is what they have spent.  ``trials``: by model how many have been measured
        and what they have cost together.  What was reserved and never settled is lost, and a higher cap may let go on
        what an earlier one has stopped.
        """
        kept = self.used
        if not kept and before is None:
            return
        with self._transaction() as database:
            database.execute("UPDATE reservation SET lost = 1")
            for table in ("stop", "forecast", "trial", "under_way"):
                database.execute(f"DELETE FROM {table}")
            rows = [(model, number, cost) for model, (number, cost) in trials.items()]
            database.executemany("INSERT INTO trial VALUES (?, ?, ?)", rows)
            if kept or before is None:
                return
            requests = before.requests
            for who, cost in before.by_who.items():
                database.execute("INSERT INTO spending VALUES (?, ?, ?)", (who, requests, cost))
                requests = 0  # how many were whose is not known: their sum is
            if before.lost:
                database.execute(
                    "INSERT INTO reservation (pid, worker, who, until, cost, lost) VALUES (0, '', '', 0, ?, 1)",
                    (before.lost,),
                )

    def trial_cost(self, model: str, cost: float) -> None:
        """Note what a finished trial has cost, for what the next may."""
        with self._transaction() as database:
            database.execute(
                "INSERT INTO trial VALUES (?1, 1, ?2)"
                " ON CONFLICT (model) DO UPDATE SET trials = trials + 1, cost = cost + ?2",
                (model, cost),
            )

    def stopped(self, model: str) -> str | None:
        """Why a trial of ``model`` must not start, in one line; None if it may.

        It must not once a request was refused, nor where what is left, besides what the trials under way are going
        to cost, is less than its trials cost on average.
        """
        if self.cap == math.inf:
            return None
        with self._transaction() as database:
            self._write_off(database, self._clock())
            found = database.execute("SELECT reason FROM stop").fetchone()
            if found is not None:
                return str(found[0])
            average = _average(database, model)
            if average is None or _expected(database) + average <= self.cap + _ROUNDING:
                return None
            reason = f"{cap_reached(self.cap, _spent(database))}; a trial of {model} costs ${average:,.4f} on average"
            database.execute("INSERT INTO stop VALUES (?)", (reason,))
            return reason

    def has_room_for_trial(self, model: str) -> bool:
        """Whether one more trial of ``model`` may start beside those under way; decides nothing for those to come."""
        if self.cap == math.inf:
            return True
        with self._transaction() as database:
            self._write_off(database, self._clock())
            if database.execute("SELECT 1 FROM stop").fetchone():
                return False
            average = _average(database, model)
            return average is None or _expected(database) + average <= self.cap + _ROUNDING

    def trial_starts(self, model: str) -> int | None:
        """Count a trial of ``model`` as under way; its entry, for :meth:`trial_ends`."""
        with self._transaction() as database:
            row = database.execute("INSERT INTO under_way (pid, model) VALUES (?, ?)", (os.getpid(), model))
        return row.lastrowid

    def trial_ends(self, entry: int) -> None:
        """The trial is over, however it ended."""
        with self._transaction() as database:
            database.execute("DELETE FROM under_way WHERE id = ?", (entry,))

    def tell(self, line: str) -> None:
        """Leave a line for the main process to print; only the first one counts."""
        with self._transaction() as database:
            database.execute("INSERT INTO forecast SELECT ? WHERE NOT EXISTS (SELECT 1 FROM forecast)", (line,))

    def told(self) -> str:
        """The line that a worker has left, or nothing."""
        if not self.used:
            return ""
        with self._transaction() as database:
            row = database.execute("SELECT line FROM forecast").fetchone()
        return str(row[0]) if row else ""

    def spent(self) -> Spent:
        """What has been spent so far."""
        with self._transaction() as database:
            self._write_off(database, self._clock())
            rows = database.execute("SELECT who, requests, cost FROM spending ORDER BY who").fetchall()
            lost = database.execute("SELECT total(cost) FROM reservation WHERE lost").fetchone()[0]
        return Spent({who: cost for who, _, cost in rows}, sum(count for _, count, _ in rows), lost)

    @property
    def used(self) -> bool:
        """Whether any process of the run has reserved something."""
        return self._database is not None if self.path is None else self.path.exists()

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def remove(self) -> None:
        """Close the file and delete it, when no process of the run needs it any more."""
        self.close()
        if self.path is None:
            return
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink(missing_ok=True)

    def _write_off(self, database: sqlite3.Connection, now: float) -> None:
        """Count as spent what was reserved by processes that are gone, or too long ago."""
        database.execute("UPDATE reservation SET lost = 1 WHERE until < ? AND NOT lost", (now,))
        for (pid,) in database.execute("SELECT DISTINCT pid FROM reservation WHERE NOT lost").fetchall():
            if pid != os.getpid() and not self._alive(pid):
                database.execute("UPDATE reservation SET lost = 1 WHERE pid = ?", (pid,))
        for (pid,) in database.execute("SELECT DISTINCT pid FROM under_way").fetchall():
            if pid != os.getpid() and not self._alive(pid):
                database.execute("DELETE FROM under_way WHERE pid = ?", (pid,))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                database = self._connect()
                database.execute("BEGIN IMMEDIATE")
            except (sqlite3.Error, OSError) as error:
                where = self.path or "in memory"
                raise UsageError(f"{where}: cannot keep account of the run's cost: {error}; make room") from error
            try:
                yield database
            except BaseException:
                database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        if self._database is None:
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            path = self.path or ":memory:"
            database = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
            self._database = database
            # Survives the end of any process; the account of a run does not outlive the machine's power.
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")
            database.executescript(_SCHEMA)
        return self._database


class NoRoomError(Exception):
    """The cap leaves no room; the text says so in one line."""


def cap_reached(cap: float, spent: float) -> str:
    """Why the run stops, and how to go on."""
    return f"--tb-max-cost {cap:g} leaves no room for more (${spent:,.4f} spent); give a higher one to run the rest"


def _spent(database: sqlite3.Connection) -> float:
    settled: float = database.execute("SELECT total(cost) FROM spending").fetchone()[0]
    lost: float = database.execute("SELECT total(cost) FROM reservation WHERE lost").fetchone()[0]
    return settled + lost


def _average(database: sqlite3.Connection, model: str) -> float | None:
    """What a trial of ``model`` has cost on average, if one has ended."""
    row = database.execute("SELECT cost / trials FROM trial WHERE model = ?", (model,)).fetchone()
    return None if row is None else float(row[0])


def _expected(database: sqlite3.Connection) -> float:
    """What will have been spent when the trials under way have ended, each at what its model's cost on average."""
    ended: float = database.execute("SELECT total(cost) FROM trial").fetchone()[0]
    coming: float = database.execute(
        "SELECT total(cost / trials) FROM under_way LEFT JOIN trial USING (model)"
    ).fetchone()[0]
    return max(_spent(database), ended + coming)


def _reserved(database: sqlite3.Connection) -> float:
    found: float = database.execute("SELECT total(cost) FROM reservation WHERE NOT lost").fetchone()[0]
    return found
