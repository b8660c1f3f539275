"""A trial's record as the page needs it, and what the page tells of it in a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from thinkingbox_plugin.analysis.conversation import MessageRow, TalkRow, ToolCallRow
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.failures import signature
from thinkingbox_plugin.results.reading import CheckRow, EffectRow


class CheckDetail(CheckRow, gc=False):
    """A check with its reason."""

    detail: str = ""


class EffectDetail(EffectRow):
    """An effect with its values."""

    columns: dict[str, Any] = msgspec.field(default_factory=dict)


class CallPart(ToolCallRow, gc=False):
    """A tool call with its arguments as the model wrote them."""

    arguments: str = ""


class MessagePart(MessageRow):
    """One message with its text; of a run without texts only how many characters it had."""

    tool_calls: tuple[CallPart, ...] = ()
    content: str = ""
    characters: int | None = None


class PageRow(TalkRow):
    """A whole record, as far as a page shows it."""

    checks: tuple[CheckDetail, ...] = ()
    effects: tuple[EffectDetail, ...] = ()
    messages: tuple[MessagePart, ...] = ()
    seed: int = 0
    error: str = ""
    injection_reports: tuple[dict[str, Any], ...] = ()
    started_at: str = ""


def reason(row: PageRow) -> str:
    """Why the trial did not pass, see :func:`~thinkingbox_plugin.report.failures.signature`; empty for one that did."""
    return signature(cast(TrialRecord, row))  # the same fields, read faster


def cost(usage: Mapping[str, Mapping[str, float]]) -> float:
    """Dollars of agent, user and judge together."""
    return sum(amount.get("cost", 0.0) for amount in usage.values())
