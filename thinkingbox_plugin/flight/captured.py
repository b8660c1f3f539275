"""What a trial logs and prints while another item is running, kept for the report of its own.

A context variable tells whose trial a line comes from: asyncio hands it on to every task that a trial starts.  Log
records of trials pass pytest's handlers by and are given to them when the trial's item asks for its trial; so is what
trials print, unless pytest captures nothing (``-s``).  A log file (``--log-file``) gets every record as it comes.
"""

from __future__ import annotations

import copy
import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, Literal, TextIO

import pytest

Stream = Literal["stdout", "stderr"]
_STREAMS: tuple[Stream, Stream] = ("stdout", "stderr")
_HANDLERS = ("caplog_handler", "report_handler", "log_cli_handler")
"""Attributes of pytest's logging plugin: what shows log records as they come, and belongs to the item that runs."""


class Captured:
    """What one trial has logged and printed, in order."""

    def __init__(self) -> None:
        self.logs: list[logging.LogRecord] = []
        self.output: list[tuple[Stream, str]] = []

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """What is logged and printed inside, and in all tasks started there, is kept here."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def replay(self, config: pytest.Config) -> None:
        """Log and print it all again, where it belongs to the item that is running."""
        logs, output = self.logs, self.output
        self.logs, self.output = [], []
        for stream, text in output:
            getattr(sys, stream).write(text)
        plugin = config.pluginmanager.get_plugin("logging-plugin")
        for record in logs if plugin is not None else ():
            for name in _HANDLERS:
                handler: logging.Handler = getattr(plugin, name)
                if record.levelno >= handler.level:
                    handler.handle(record)


_CURRENT: ContextVar[Captured | None] = ContextVar("thinkingbox_captured", default=None)


def _of_no_trial(record: logging.LogRecord) -> bool:
    return _CURRENT.get() is None


class _Collector(logging.Handler):
    """Keeps the records of trials."""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record as it is now: its arguments may change until it is shown."""
        captured = _CURRENT.get()
        if captured is None:
            return
        kept = copy.copy(record)
        try:
            kept.msg, kept.args = record.getMessage(), None
        except Exception:
            kept.args = record.args  # pytest's handler is going to say what is wrong with it
        captured.logs.append(kept)


class Capturing:
    """Installed while trials may be in flight."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._routed: list[Any] = []

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Tell trials' lines from those of the item that is running."""
        with ExitStack() as stack:
            stack.callback(self._take_back)
            plugin = self._config.pluginmanager.get_plugin("logging-plugin")
            if plugin is not None:
                self._divert_logs(plugin, stack)
            self.route_output()
            yield

    def _divert_logs(self, plugin: Any, stack: ExitStack) -> None:
        from _pytest.logging import catching_logs

        for name in _HANDLERS:
            handler: logging.Handler = getattr(plugin, name)
            handler.addFilter(_of_no_trial)
            stack.callback(handler.removeFilter, _of_no_trial)
        stack.enter_context(catching_logs(_Collector(), level=plugin.log_level))

    def route_output(self) -> None:
        """Keep what trials print out of the present streams; pytest changes them with every phase of an item."""
        if self._config.getoption("capture", "no") == "no":
            return
        for name in _STREAMS:
            stream = getattr(sys, name)
            if stream is not None and not any(stream is known for known in self._routed):
                self._route(name, stream)

    def _route(self, name: Stream, stream: TextIO) -> None:
        write = stream.write

        def routed(text: str) -> int:
            captured = _CURRENT.get()
            if captured is None:
                return write(text)
            captured.output.append((name, text))
            return len(text)

        try:
            stream.write = routed  # type: ignore[method-assign]
        except AttributeError:  # a stream of another plugin's, with a fixed set of attributes
            return
        self._routed.append(stream)

    def _take_back(self) -> None:
        for stream in self._routed:
            del stream.write
        self._routed.clear()
