"""One process at a time writes into a results directory: a lock that dies with the process that holds it.

The lock is the system's (``flock``, on Windows ``msvcrt``): whatever ends the process frees it, and a file that a
killed process has left behind locks nothing.  Where the file system has no locks (some network drives) a file with the
process's number stands in: it is void once no such process runs on the machine that it names.
"""

from __future__ import annotations

import errno
import os
import platform
import time
import weakref
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results.alive import is_running
from thinkingbox_plugin.results.directory import LOCK
from thinkingbox_plugin.results.writer import PARTS

_HELD_ERRORS = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_WAIT = 0.1
"""Seconds between two looks at whether a worker of a run that was killed has ended."""
_PATIENCE = 60.0
"""So many seconds may it take: pytest-xdist's workers end by themselves some seconds after their main process."""


def _lock_of_the_system() -> Callable[[int], None] | None:
    """Locks an open file for this process or raises OSError; None where Python knows no way."""
    try:
        import fcntl
    except ImportError:
        try:
            import msvcrt
        except ImportError:
            return None
        return lambda fd: msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    return lambda fd: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """An exclusive lock by the name of one file, which is there while the lock is held."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd = -1
        self._owner = 0
        self._note: Path | None = None

    def take(self) -> bool:
        """Whether the lock is this object's now.  Raises OSError where its file cannot be made."""
        lock = _lock_of_the_system()
        while True:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if lock is None:
                    raise OSError(errno.ENOLCK, "no locks here")
                lock(fd)
            except OSError as error:
                os.close(fd)
                return error.errno not in _HELD_ERRORS and self._take_note()
            if self._is_there(fd):
                break
            os.close(fd)  # its last holder has removed the file meanwhile
        self._hold(fd)
        with suppress(OSError):  # a full disk: nobody needs the number but for a message
            os.ftruncate(fd, 0)
            os.write(fd, f"{self._owner}\n".encode())
        return True

    def _is_there(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), os.stat(self.path))
        except FileNotFoundError:
            return False

    def _hold(self, fd: int) -> None:
        self._fd, self._owner = fd, os.getpid()
        _held.add(self)

    def _take_note(self) -> bool:
        """Without locks: a file that exists only once, with this process's number and machine."""
        note = self.path.with_name(f"{self.path.name}.process")
        for _ in range(2):
            try:
                fd = os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            except FileExistsError:
                if not _is_void(note):
                    return False
                note.unlink(missing_ok=True)
                continue
            os.write(fd, f"{os.getpid()} {platform.node()}\n".encode())
            self._note = note
            self._hold(fd)
            return True
        return False

    def holder(self) -> str:
        """The number of the process that holds it, as a phrase; empty if that is not known."""
        for path in (self.path.with_name(f"{self.path.name}.process"), self.path):
            with suppress(OSError):
                number = path.read_text(encoding="ascii", errors="replace").partition(" ")[0].strip()
                if number.isdigit():
                    return f" (process {number})"
        return ""

    def release(self) -> None:
        """Free the lock and remove its file; without the lock this does nothing."""
        fd, self._fd = self._fd, -1
        if fd < 0:
            return
        _held.discard(self)
        if self._owner == os.getpid():  # before the lock is free, or it would be another's file
            for path in (self._note, self.path):
                if path is not None:
                    with suppress(OSError):
                        path.unlink(missing_ok=True)
        os.close(fd)

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


_held: weakref.WeakSet[Lock] = weakref.WeakSet()


def _let_go() -> None:
    """In a forked child: only its parent's end may count."""
    for lock in list(_held):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _is_void(note: Path) -> bool:
    """Whether the process that has left ``note`` is known to be gone."""
    try:
        number, _, machine = note.read_text(encoding="ascii", errors="replace").strip().partition(" ")
    except OSError:
        return True
    return machine == platform.node() and number.isdigit() and not is_running(int(number))


def lock_directory(directory: Path) -> Lock:
    """The lock of a results directory.

    Raises :class:`UsageError` if another process holds it, or where it cannot be made.
    """
    lock = Lock(directory / LOCK)
    try:
        taken = lock.take()
    except OSError as error:
        raise UsageError(f"{lock.path}: cannot lock the results directory: {error.strerror}; make room") from error
    if not taken:
        raise UsageError(
            f"{directory}: another run{lock.holder()} is at work in it; wait for its end, or name another directory"
        )
    return lock


def lock_for_reading(directory: Path) -> Lock | None:
    """The same for who only reads: None where this process may not write, since then no run of its user's can."""
    try:
        return lock_directory(directory)
    except UsageError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return None
        raise


def worker_lock(directory: Path, worker: str) -> Lock:
    """What tells that a worker is alive, also when its main process is not.  Raises as :func:`lock_directory`."""
    lock = Lock(directory / PARTS / f"{worker}.lock")
    try:
        lock.path.parent.mkdir(parents=True, exist_ok=True)
        lock.take()
    except OSError as error:
        raise UsageError(f"{lock.path}: cannot write results: {error.strerror}; choose another --tb-out") from error
    return lock


def await_workers(directory: Path, sleep: Callable[[float], object] = time.sleep) -> None:
    """Wait until no worker of an earlier run writes into ``directory`` any more, which takes seconds, and tidy up.

    Raises :class:`UsageError` if one does not end.
    """
    left = _PATIENCE
    for path in _worker_locks(directory):
        lock = Lock(path)
        while not lock.take():
            if left <= 0:
                raise UsageError(
                    f"{directory}: a worker{lock.holder()} of a run that was killed is still at work in it; end it"
                )
            sleep(_WAIT)
            left -= _WAIT
        lock.release()


def forget_workers(directory: Path) -> None:
    """Remove what killed workers have left, at the end of a run."""
    for path in _worker_locks(directory):
        path.unlink(missing_ok=True)


def _worker_locks(directory: Path) -> Iterable[Path]:
    return sorted((directory / PARTS).glob("*.lock"))
