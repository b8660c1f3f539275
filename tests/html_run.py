"""An invented run for the HTML page: two models, two domains, and a model that writes what could harm a reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outcomes import records, run_folder

from thinkingbox_plugin.records import CheckResult, DifferenceRecord, EffectRecord, TrialRecord
from thinkingbox_plugin.results import Planned

EVIL = "</script><script>window.harmed=1;alert(1)</script><img src=//example.net/x onerror=alert(2)><!--<script>"
"""As markup it would run, load, or swallow what follows."""
ODD = "\u2028\u2029\u202egnp.exe\u0007"
LONG = "W" * 400
"""Would push a narrow page wide, if nothing broke it."""
OUTCOMES = {
    "retail/test_delivery.py::test_case_DLV_001": "1101",
    "retail/test_delivery.py::test_case_DLV_002": "0010",
    "retail/test_refunds.py::test_case_REF_003": "1111",
    "travel/test_changes.py::test_case_CHG_004": "10-1",
    "travel/test_changes.py::test_case_CHG_005": "0000",
}
HOSTILE_TASK = "travel/test_changes.py::test_case_CHG_005"


def page_run(path: Path, model: str = "careful") -> Path:
    """The folder of the run: 2 models, 5 tasks, 4 trials each, and one trial of each model not run."""
    trials = [*records(OUTCOMES, model=model, **_plain()), *records(OUTCOMES, model="hasty", **_plain())]
    failed = {"difference": _difference(), "checks": _checks("state.refunds", False), "state_hash": "1"}
    trials = [_changed(trial, **failed) if trial.trial_class == "failed" else trial for trial in trials]
    trials = [_changed(trial, **_hostile()) if trial.task == HOSTILE_TASK else trial for trial in trials]
    planned = Planned.product({task: task.partition("/")[0] for task in OUTCOMES}, [model, "hasty"], 4)
    missing = (HOSTILE_TASK, "hasty", 3)
    return run_folder(path, [trial for trial in trials if trial.key != missing], planned=planned)


def _changed(trial: TrialRecord, **fields: Any) -> TrialRecord:
    return TrialRecord.from_json(trial.to_json() | _json(fields))


def _json(fields: dict[str, Any]) -> dict[str, Any]:
    lists = ("checks", "difference", "effects")
    shown = {name: [vars_of(item) for item in value] for name, value in fields.items() if name in lists}
    return fields | shown


def vars_of(item: Any) -> dict[str, Any]:
    """A dataclass with slots as a dict."""
    return {name: getattr(item, name) for name in item.__slots__}


def _plain() -> dict[str, Any]:
    pay = {"id": "c1", "name": "create_refund", "arguments": '{"amount":"32.00","order_id":"ORD-1"}'}
    return {
        "tags": ["boundary"],
        "policy": ["delivery.md#delayed-parcels"],
        "checks": _checks("state.refunds", True),
        "golden": "golden",
        "tool_calls": 3,
        "write_calls": 1,
        "failed_calls": 1,
        "user_turns": 1,
        "effects": [EffectRecord(1, "create_refund", "inserted", "refunds", "RF-1", {"amount": "32.00", "note": "x"})],
        "messages": [
            {"role": "system", "content": "You work for the shop. " * 20},
            {"role": "user", "content": "Where is my dishwasher?"},
            {"role": "assistant", "content": "", "tool_calls": [{"id": "c0", "name": "get_order", "arguments": "{}"}]},
            {"role": "tool", "content": '{"id":"ORD-1","status":"late"}', "tool_call_id": "c0"},
            {"role": "assistant", "content": "I pay some back.", "tool_calls": [pay]},
            {"role": "tool", "content": '{"id":"RF-1"}', "tool_call_id": "c1"},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": "c2", "name": "close", "arguments": "not json"}],
            },
            {"role": "tool", "content": "ticket_id: no such ticket", "tool_call_id": "c2", "is_error": True},
            {"role": "assistant", "content": "32.00 are on their way. <DONE>"},
        ],
    }


def _checks(name: str, passed: bool) -> list[CheckResult]:
    return [CheckResult("footprint", True), CheckResult(name, passed, "" if passed else "1 difference from the golden")]


def _difference() -> list[DifferenceRecord]:
    return [
        DifferenceRecord("wrong value", "refunds", "RF-1", "amount", "64.00", "32.00", 1, "create_refund"),
        DifferenceRecord("missing row", "tickets", "(new tickets)", None, {"topic": "delivery", "status": "closed"}),
        DifferenceRecord("unexpected row", "holds", "H-1", None, None, {"until": "2025-10-01"}, 2, "hold"),
    ]


def _hostile() -> dict[str, Any]:
    text = f"{EVIL} {ODD} {LONG}"
    call = {"id": EVIL, "name": EVIL, "arguments": f'{{"{EVIL}": "{EVIL}"}}'}
    return {
        "tags": [EVIL],
        "trap": EVIL,
        "flags": [EVIL],
        "error": EVIL,
        "checks": [CheckResult(EVIL, False, text)],
        "difference": [DifferenceRecord("wrong value", EVIL, EVIL, EVIL, text, EVIL, 0, EVIL)],
        "effects": [EffectRecord(0, EVIL, "inserted", EVIL, EVIL, {EVIL: text})],
        "injection_reports": [{EVIL: EVIL}],
        "messages": [
            {"role": "system", "content": text},
            {"role": "user", "content": text},
            {"role": "assistant", "content": text, "tool_calls": [call]},
            {"role": "tool", "content": text, "tool_call_id": EVIL},
            {"role": EVIL, "content": text},
        ],
    }
