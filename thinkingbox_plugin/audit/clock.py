"""Another date for a whole process: what Python code reads of the machine's clock is moved.

Must run before anything imports ``datetime.datetime`` by name, since that is replaced.  ``date.today`` asks
``time.time`` and needs no stand-in.  SQLite's own clock (``datetime('now')``) stays as it is.
"""

from __future__ import annotations

import datetime as module
import time
from collections.abc import Callable
from typing import Any


class _Real(type):
    """Lets instances of the class that was replaced count as instances of its stand-in."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.__mro__[1])


def move_clock(days: int) -> None:
    """Move the clock of this process by so many days."""
    shift, real_time = days * 86_400, time.time
    for name in ("time", "localtime", "gmtime", "ctime", "time_ns"):
        setattr(time, name, _moved(getattr(time, name), shift, real_time))
    strftime, localtime = time.strftime, time.localtime
    time.strftime = lambda format, *when: strftime(format, *(when or (localtime(),)))
    real, delta = module.datetime, module.timedelta(days=days)

    class MovedDatetime(real, metaclass=_Real):  # type: ignore[misc,valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real.now(tz) + delta

        @classmethod
        def today(cls) -> Any:
            return real.now() + delta

        @classmethod
        def utcnow(cls) -> Any:
            return real.now(module.UTC).replace(tzinfo=None) + delta

    module.datetime = MovedDatetime  # type: ignore[misc]


def _moved(function: Any, shift: int, now: Callable[[], float]) -> Any:
    if function.__name__ == "time":
        return lambda: function() + shift
    if function.__name__ == "time_ns":
        return lambda: function() + shift * 1_000_000_000
    return lambda seconds=None: function(now() + shift if seconds is None else seconds)
