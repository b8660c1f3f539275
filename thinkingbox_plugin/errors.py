"""The tree of errors.

::

    ThinkingboxError
    ├── ToolError        a tool refused; the agent reads the message and goes on
    ├── AuthorError      something an author wrote is wrong
    │   ├── TaskError    a task, a record or a policy anchor
    │   ├── DomainError  a domain's tables, tools or policies
    │   └── GoldenError  a golden or trap step that fails
    ├── UsageError       an option, a command or a directory; the message names the mend
    ├── ProviderError    a model's endpoint failed: the trial is unmeasured
    │   ├── CostCapError        the run's cap on cost leaves no room for the request
    │   └── FatalProviderError  it will fail every time (key, model): the whole run stops
    │       └── ReplayError     a recorded exchange is missing or was another one
    ├── SimulatorError   the simulated user failed: the trial is unmeasured
    ├── JudgeError       the judge failed: the trial is ungraded
    └── SandboxError     a tool crashed instead of refusing: our bug, never the agent's failure
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thinkingbox_plugin.messages import ModelCall


class ThinkingboxError(Exception):
    """The root of every error that thinkingbox raises on purpose."""


class ToolError(ThinkingboxError):
    """A tool's refusal.  The agent reads the message; the database is unchanged; the trial goes on."""


class AuthorError(ThinkingboxError):
    """Something that an author wrote is wrong."""


class TaskError(AuthorError):
    """A task's declaration is wrong: names the task and the mend."""


class DomainError(AuthorError):
    """A domain's tables, tools, policies or instructions are wrong."""


class GoldenError(AuthorError):
    """A golden or trap step fails, guesses an id or breaks its tool's schema."""


class UsageError(ThinkingboxError):
    """An option, a command or a directory is wrong: names it and the mend."""


class ProviderError(ThinkingboxError):
    """A model's endpoint failed for good; the trial counts as unmeasured."""


class CostCapError(ProviderError):
    """``--tb-max-cost`` leaves no room for the request: it was not sent, and no further trial starts."""


class FatalProviderError(ProviderError):
    """No request to this model can succeed (a refused key, an unknown model): the whole run stops."""


class ReplayError(FatalProviderError):
    """``--tb-replay``: a recorded exchange is missing, or its request was another one."""


class _AnsweredError(ThinkingboxError):
    """A failure before which requests may have been answered, and paid for: ``calls``."""

    def __init__(self, message: str = "", calls: Sequence[ModelCall] = ()) -> None:
        super().__init__(message)
        self.calls = tuple(calls)


class SimulatorError(_AnsweredError):
    """The simulated user failed for good; the trial counts as unmeasured."""


class JudgeError(_AnsweredError):
    """The judge failed for good; the trial counts as ungraded."""


class SandboxError(ThinkingboxError):
    """A tool raised something other than :class:`ToolError`: a bug of the sandbox."""
