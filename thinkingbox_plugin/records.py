"""The record of one trial: what stands on one line of ``trials.jsonl``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

TrialClass = Literal["passed", "failed", "ungraded", "unmeasured", "not_run"]
TRIAL_CLASSES: tuple[TrialClass, ...] = get_args(TrialClass)

StopReason = Literal[
    "done",  # the agent closed the conversation with the end marker
    "user_limit",  # the simulated user has spoken as often as it may
    "tool_limit",  # the cap on tool calls
    "token_limit",  # the cap on the agent's tokens
    "time_limit",  # the cap on the agent's own time
    "refused",  # the provider's filter or the model refused to go on
    "empty",  # the agent returned neither text nor calls
    "length",  # the reply was cut off before any text or call
    "context_limit",  # the conversation no longer fits the model
    "agent_error",  # the agent's own code raised
    "provider_error",  # not the agent's doing: unmeasured
    "simulator_error",  # not the agent's doing: unmeasured
    "cost_limit",  # the run's cap on cost left no room for a request: unmeasured
    "sandbox_error",  # a tool crashed: our bug, unmeasured
]
STOP_REASONS: tuple[StopReason, ...] = get_args(StopReason)

USER_REJECTED = "user_rejected:"
"""A flag that begins so names why a reply of the model that plays the user was thrown away."""
USER_SCRIPTED = "user_scripted"
"""The flag of a reply that the scripted user gave in its place."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One factor of the verdict: ``name`` such as ``state.refunds``, and why it failed."""

    name: str
    passed: bool | None
    """None: not graded, since the judge could not be reached."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DifferenceRecord:
    """One line of the difference between the golden's end state and the agent's."""

    kind: Literal["wrong value", "missing row", "unexpected row"]
    table: str
    key: str
    column: str | None = None
    expected: Any = None
    actual: Any = None
    call: int | None = None
    """Index of the tool call that wrote the actual value, counted from 0 over the trial."""
    tool: str | None = None


@dataclass(frozen=True, slots=True)
class EffectRecord:
    """One row that a call inserted, changed or deleted."""

    call: int
    tool: str
    op: Literal["inserted", "changed", "deleted"]
    table: str
    key: str
    columns: dict[str, Any] = field(default_factory=dict)
    """New values: all columns of an inserted row, the changed ones of a changed row."""


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """One trial.  ``(task, domain, model, trial)`` is its key: one record for each.

    ``trial_class`` is written as ``class``.  ``task`` is the node id without parameters, such as
    ``sandbox_external_retail/test_delivery.py::test_case_DLV_014``.  ``messages`` are plain dicts
    (role, content, tool_calls, tool_call_id, is_error); times are seconds; ``usage`` and ``timing``
    have the keys ``agent``, ``user`` and ``judge``, and ``timing`` also ``total``.
    """

    task: str
    domain: str
    model: str
    trial: int
    seed: int
    trial_class: TrialClass
    workflow: str = ""
    tags: list[str] = field(default_factory=list)
    policy: list[str] = field(default_factory=list)
    checks: list[CheckResult] = field(default_factory=list)
    state_hash: str = ""
    golden_hash: str = ""
    """Of the golden that was matched or, without a match, of the nearest."""
    golden: str = ""
    """That golden's name."""
    difference: list[DifferenceRecord] = field(default_factory=list)
    effects: list[EffectRecord] = field(default_factory=list)
    state_only: bool | None = None
    trap: str | None = None
    """The policy section that the trap breaks whose end state the trial reached."""
    messages: list[dict[str, Any]] = field(default_factory=list)
    tool_calls: int = 0
    write_calls: int = 0
    failed_calls: int = 0
    user_turns: int = 0
    stop_reason: StopReason = "done"
    injection_reports: list[dict[str, Any]] = field(default_factory=list)
    error: str = ""
    """Last words of the provider, the simulator or the sandbox when the trial is not measured."""
    flags: list[str] = field(default_factory=list)
    """What is odd about the conversation, by the harness's own names, such as ``call_as_text``; one entry each time."""
    usage: dict[str, dict[str, float]] = field(default_factory=dict)
    model_calls: list[dict[str, Any]] = field(default_factory=list)
    """Each request to a model in order: ``who`` (agent, user, judge), its tokens and ``cost``, seconds of
    ``latency`` and ``waited``, ``attempts``, ``version``."""
    versions: dict[str, str] = field(default_factory=dict)
    """The model that the provider says has answered, by who asked; several joined by +."""
    timing: dict[str, float] = field(default_factory=dict)
    started_at: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        """Task, model and trial number: what is unique in a run."""
        return (self.task, self.model, self.trial)

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON-ready dict, ``class`` under its own name."""
        data = asdict(self)
        data["class"] = data.pop("trial_class")
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrialRecord:
        """Read :meth:`to_json` back; unknown fields of a newer version are left out."""
        known = {f.name for f in fields(cls)}
        values = {name: value for name, value in data.items() if name in known}
        values["trial_class"] = data["class"]
        values["checks"] = [CheckResult(**c) for c in data.get("checks", ())]
        values["difference"] = [DifferenceRecord(**d) for d in data.get("difference", ())]
        values["effects"] = [EffectRecord(**e) for e in data.get("effects", ())]
        return cls(**values)
