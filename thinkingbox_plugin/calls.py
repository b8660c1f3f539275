"""The log of a world's tool calls: what was asked, what came back, whose rows were in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

CallStatus = Literal["ok", "refused", "invalid", "crashed"]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call.  ``status`` is ``invalid`` when the arguments did not fit the tool's schema.

    ``result`` is the JSON text that the agent read, or the refusal's message.  ``owners`` are the
    persons whose private rows the result held; ``verified`` is the person that the call verified.
    """

    index: int
    tool: str
    arguments: Mapping[str, Any]
    status: CallStatus
    result: str
    writes: bool = False
    owners: frozenset[str] = frozenset()
    verified: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the call did what it was asked to."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class InjectionReport:
    """An agent's report, by call number ``call``, of an instruction inside the response of ``tool``."""

    call: int
    tool: str
    excerpt: str


@dataclass(slots=True)
class CallLog:
    """All calls of one world, in order, and the crash of the sandbox's own code if there was one."""

    calls: list[CallRecord] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)
    """What the tool functions returned, for the calls that succeeded."""
    crash: BaseException | None = None
    injection_reports: list[InjectionReport] = field(default_factory=list)

    @property
    def next_index(self) -> int:
        """The number of the call to come, counted from 0."""
        return len(self.calls)

    def add(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        status: CallStatus,
        result: str,
        *,
        writes: bool = False,
        owners: frozenset[str] = frozenset(),
        verified: str | None = None,
    ) -> None:
        """Log the call that comes next."""
        record = CallRecord(self.next_index, tool, dict(arguments), status, result, writes, owners, verified)
        self.calls.append(record)
