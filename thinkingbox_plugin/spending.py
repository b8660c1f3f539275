"""A run's money: its account, what holds trials back once the cap is reached, and what is said about it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin.collection import AUDIT, item_param, item_task
from thinkingbox_plugin.keys import FLIGHTS, RUN
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.text import dollars
from thinkingbox_plugin.results.writer import PARTS
from thinkingbox_plugin.resuming import carries

if TYPE_CHECKING:
    from thinkingbox_plugin.providers import ModelEntry
    from thinkingbox_plugin.providers.ledger import Ledger, Spent
    from thinkingbox_plugin.run import Run

_FILE = "costs.sqlite"


def open_ledger(entries: Iterable[ModelEntry], cap: float | None, directory: Path, worker: str) -> Ledger | None:
    """The account of a run that asks ``entries``; None if none of them has a price."""
    if not any(entry.priced for entry in entries):
        return None
    from thinkingbox_plugin.providers.ledger import Ledger

    return Ledger(directory / PARTS / _FILE, math.inf if cap is None else cap, worker=worker)


def note_cost(ledger: Ledger | None, record: TrialRecord) -> None:
    """Note what a trial has cost, unless the cap has cut it short."""
    if ledger is not None and record.trial_class != "unmeasured":
        ledger.trial_cost(record.model, sum(usage.get("cost", 0.0) for usage in record.usage.values()))


def hold_back(item: pytest.Item) -> bool:
    """Whether the cap on cost keeps a trial from starting; then the run stops, and nothing is reported of it."""
    run = item.config.stash[RUN]
    ledger = run.ledger
    flights = item.config.stash.get(FLIGHTS, None)
    if flights is not None and flights.is_under_way(item):
        return False  # started while there was room
    if ledger is None or item_task(item) is None or (model := item_param(item).model) == AUDIT:
        return False
    if carries(run, item):
        return False  # costs nothing any more
    if run.worker != "main" and not run.forecast_made and run.resumed is None:
        run.forecast_made = True
        ledger.tell(forecast_line(run))
    reason = ledger.stopped(model)
    if reason is None:
        return False
    item.session.shouldstop = reason
    return True


def cost_json(spent: Spent, cap: float) -> dict[str, Any]:
    """What ``run.json`` says about the run's cost, in US dollars."""
    return {
        "total": round(spent.total, 6),
        "by": {who: round(cost, 6) for who, cost in spent.by_who.items()},
        "unanswered": round(spent.lost, 6),
        "requests": spent.requests,
        "cap": "none" if cap == math.inf else cap,
    }


def cost_line(cost: Mapping[str, Any]) -> str:
    """``cost: $1.25 of $5 (agent $1.00, judge $0.20, requests without an answer up to $0.05)``."""
    parts = [f"{who} {dollars(amount)}" for who, amount in cost["by"].items()]
    if cost["unanswered"]:
        parts.append(f"requests without an answer up to {dollars(cost['unanswered'])}")
    of = "" if cost["cap"] == "none" else f" of ${cost['cap']:g}"
    return f"cost: {dollars(cost['total'])}{of}" + (f" ({', '.join(parts)})" if parts else "")


def forecast_line(run: Run) -> str:
    """About what the run will cost, from the sizes of its tasks; nothing where a task is broken."""
    from thinkingbox_plugin.errors import ThinkingboxError
    from thinkingbox_plugin.forecast import forecast

    try:
        amount = forecast(run.tasks, run.planned_trials // max(1, len(run.agents)), run.entries, run.plan)
    except ThinkingboxError:
        return ""  # its own items say so
    cap = run.options.max_cost
    of = "" if cap is None or cap == math.inf else f"; --tb-max-cost {cap:g}"
    rounds = f", all {run.rounds.most} rounds" if run.rounds is not None else ""
    return f"cost by the sizes of the tasks: about {dollars(amount)} without caching{rounds}{of}"
