"""Reading only the tables that the journal names finds every change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from toyshop import DOMAIN

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.errors import ToolError

CALLS = st.sampled_from(
    [
        ("create_refund", {"order_id": "ORD-1", "amount": "1.00", "reason": "late"}),
        ("cancel_order", {"order_id": "ORD-9"}),
        ("cancel_order", {"order_id": "ORD-6"}),
        ("create_gift", {"order_id": "ORD-2", "product_ids": ["TOY-1", "TOY-2"]}),
        ("close_ticket", {"ticket_id": "TK-11", "outcome": "resolved", "reason": "none"}),
        ("open_ticket", {"subject": "x", "topic": "gift", "priority": "low"}),
        ("get_order", {"order_id": "ORD-1"}),
    ]
)


@given(st.lists(CALLS, max_size=8))
def test_the_touched_tables_hold_the_whole_net_change(calls: list[tuple[str, dict[str, object]]]) -> None:
    world = DOMAIN.world()
    start = snapshot.take(world)
    for name, arguments in calls:
        try:
            DOMAIN.call(world, name, arguments)
        except ToolError:
            continue
    touched = {effect.table for effect in world.effects()}
    found = snapshot.net_change(world.specs, start, snapshot.take(world, touched), world.made)
    whole = snapshot.net_change(world.specs, start, snapshot.take(world), world.made)
    assert sorted(map(repr, found)) == sorted(map(repr, whole))
    world.close()
