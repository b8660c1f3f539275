"""Failed trials that a test writes down: rows of saved records, and what a run says of its tools."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from thinkingbox_plugin.analysis.conversation import MessageRow, TalkRow, ToolCallRow
from thinkingbox_plugin.analysis.known import Known
from thinkingbox_plugin.closing import CLOSED_ASKING
from thinkingbox_plugin.records import STOP_REASONS
from thinkingbox_plugin.results.reading import CheckRow, DifferenceRow, EffectRow
from thinkingbox_plugin.state import state_hash

UNTOUCHED = state_hash(())

KNOWN = Known(
    goldens={"t": {"golden": ["get_order", "create_refund", "create_refund", "close_ticket"], "other": ["get_order"]}},
    calls={"shop": {"reading": ["get_order", "find_orders"], "writing": ["create_refund", "close_ticket"]}},
    references={"shop": {"refunds": ["order_id"], "pickups": ["return_ids"]}},
)


def talk(*calls: str) -> tuple[MessageRow, ...]:
    """A conversation with these calls; ``!`` in front of one that failed, ``?`` of one that no answer came to."""
    messages = [MessageRow("system"), MessageRow("user")]
    for call in calls:
        messages.append(MessageRow("assistant", (ToolCallRow(call.lstrip("!?")),)))
        if not call.startswith("?"):
            messages.append(MessageRow("tool", is_error=call.startswith("!")))
    return (*messages, MessageRow("assistant"))


def trial(*, right: bool = False, touched: bool = True, wrong: str = "", **fields: Any) -> TalkRow:
    """A failed trial: its end state ``right`` or ``touched``, and the checks in ``wrong`` not held."""
    values: dict[str, Any] = {
        "state_only": right,
        "state_hash": "1" if touched else UNTOUCHED,
        "golden": "golden",
        "checks": tuple(CheckRow(name, False) for name in wrong.split()),
        "trial_class": "failed",
    }
    return TalkRow(task="t", model="m", trial=0, domain="shop", **values | fields)


def line(kind: Any, table: str = "refunds", **fields: Any) -> DifferenceRow:
    """A line of the difference."""
    return DifferenceRow(kind=kind, table=table, **{"key": "RF-1", **fields})


def effect(op: Any, key: str = "RF-1", table: str = "refunds") -> EffectRow:
    """A row that a call wrote."""
    return EffectRow(call=0, tool="create_refund", op=op, table=table, key=key)


TOOLS = ["create_refund", "get_order", "close_ticket", "(left out)", ""]


@st.composite
def rows(draw: st.DrawFn) -> TalkRow:
    """Failed trials of any kind, also such as no run would leave."""
    names = ["footprint", "consent", "scope", "leak", "tell", "rubric.0", "state.refunds", "own", ""]
    kinds = ["wrong value", "missing row", "unexpected row"]
    marks = draw(st.lists(st.tuples(st.sampled_from(["", "!", "?"]), st.sampled_from(TOOLS)), max_size=6))
    checks = st.builds(CheckRow, st.sampled_from(names), st.sampled_from([True, False, None]))
    plain = st.one_of(st.none(), st.text(max_size=3), st.dictionaries(st.text(max_size=2), st.integers(), max_size=2))
    lines = st.builds(
        line,
        st.sampled_from(kinds),
        st.sampled_from(["refunds", "orders"]),
        column=st.one_of(st.none(), st.just("order_id")),
        expected=plain,
        actual=plain,
        call=st.one_of(st.none(), st.integers(0, 9)),
    )
    return trial(
        checks=tuple(draw(st.lists(checks, max_size=5))),
        difference=tuple(draw(st.lists(lines, max_size=4))),
        effects=tuple(
            draw(st.lists(st.builds(effect, st.sampled_from(["inserted", "changed", "deleted"])), max_size=3))
        ),
        state_only=draw(st.sampled_from([True, False, None])),
        state_hash=draw(st.sampled_from(["", "1", UNTOUCHED])),
        stop_reason=draw(st.sampled_from(STOP_REASONS)),
        flags=tuple(draw(st.lists(st.sampled_from(["call_as_text", CLOSED_ASKING, "user_scripted"]), max_size=3))),
        golden=draw(st.sampled_from(["golden", "other", ""])),
        messages=talk(*(mark + tool for mark, tool in marks)),
    )
