"""Another date for a whole process: what reads the machine's clock after :func:`move_clock` sees it moved.

Must run before anything imports ``datetime``'s classes by name, since these are replaced.
"""

from __future__ import annotations

import datetime as module
import time
from typing import Any


class _Real(type):
    """Lets instances of the class that was replaced count as instances of its stand-in."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.__mro__[1])


def move_clock(days: int) -> None:
    """Move the clock of this process, as Python code reads it, by so many days."""
    shift = days * 86_400
    for name in ("time", "localtime", "gmtime", "ctime", "time_ns"):
        setattr(time, name, _moved(getattr(time, name), shift))
    real_date, real_datetime = module.date, module.datetime
    delta = module.timedelta(days=days)

    class MovedDate(real_date, metaclass=_Real):  # type: ignore[misc,valid-type]
        @classmethod
        def today(cls) -> Any:
            return real_date.today() + delta

    class MovedDatetime(real_datetime, metaclass=_Real):  # type: ignore[misc,valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real_datetime.now(tz) + delta

        @classmethod
        def today(cls) -> Any:
            return real_datetime.now() + delta

        @classmethod
        def utcnow(cls) -> Any:
            return real_datetime.now(module.UTC).replace(tzinfo=None) + delta

    module.date, module.datetime = MovedDate, MovedDatetime  # type: ignore[misc]


def _moved(function: Any, shift: int) -> Any:
    if function.__name__ == "time":
        return lambda: function() + shift
    if function.__name__ == "time_ns":
        return lambda: function() + shift * 1_000_000_000
    now = time.time
    return lambda seconds=None: function(now() + shift if seconds is None else seconds)
