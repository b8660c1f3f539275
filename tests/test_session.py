"""Sessions: many worlds in one process, tasks that open, call and close, crashes, and what is left behind."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError
from mcp.shared.dispatcher import DispatchContext
from mcp.shared.exceptions import NoBackChannelError
from toyshop import DOMAIN
from toyshop.tables import Refund

from thinkingbox_plugin import server
from thinkingbox_plugin._wire import Wire
from thinkingbox_plugin.authoring import Domain, World, reads
from thinkingbox_plugin.calls import CallLog
from thinkingbox_plugin.direct import DirectSession
from thinkingbox_plugin.errors import DomainError, SandboxError
from thinkingbox_plugin.server import build_server, current_world
from thinkingbox_plugin.session import Session, ToolResult, ToolSession

BOTH = pytest.mark.parametrize("kind", [Session, DirectSession])


@reads
def crash(world: World) -> list[str]:
    """Fail."""
    raise ZeroDivisionError("a bug")


@reads
def undocumented(world: World) -> list[str]:
    return []


def domain_with(tool: Any) -> Domain:
    return Domain(
        name="small",
        title="Small",
        package="toyshop",
        now=datetime(2025, 10, 1),
        tables=DOMAIN.tables,
        tools=[*DOMAIN.tools, tool],
        records=DOMAIN.records,
    )


@BOTH
@pytest.mark.asyncio
async def test_a_session_calls_tools_in_its_world(kind: type[Session | DirectSession]) -> None:
    world = DOMAIN.world()
    session = await kind.open(DOMAIN, world)
    made = await session.call("create_refund", {"order_id": "ORD-1", "amount": "1.00", "reason": "late"})
    refused = await session.call("create_refund", {"order_id": "ORD-1", "amount": "1", "reason": "whim"})
    await session.close()
    assert not made.is_error
    assert world.get(Refund, "RF-7001").amount == Decimal("1.00")
    assert refused == ToolResult("reason: Input should be 'late', 'damaged' or 'goodwill'", is_error=True)


@pytest.mark.asyncio
async def test_tools_come_from_mcp_and_are_what_a_direct_session_shows() -> None:
    world = DOMAIN.world()
    current_world.set(world)
    async with Client(build_server(DOMAIN)) as client:
        listed = (await client.list_tools()).tools
    session = await Session.open(DOMAIN, world)
    tools = await session.tools()
    await session.close()
    assert [(tool.name, tool.description, tool.parameters) for tool in tools] == [
        (tool.name, tool.description, tool.input_schema) for tool in listed
    ]
    assert tools == await DirectSession(DOMAIN, world).tools()


@BOTH
@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("list_orders", {"customer_id": "CUS-1", "status": float("nan")}, "status"),
        ("get_order", {"order_id": "ORD-\ud800"}, "order_id"),
        ("get_order", {"order_\udfff": "ORD-1"}, "order_\\udfff"),
        ("get_order", {"order_id": "ORD-1\0"}, "order_id"),
        ("get_order", {"order_id": 10**5000}, "order_id"),
        ("list_orders", {"customer_id": "CUS-1", "page": 2**63}, "page"),
        ("get_order", {"order_id": [[[[[[[[[["ORD-1"]]]]]]]]]]}, "order_id"),
        ("get_\udc00", {}, "get_\\udc00"),
    ],
)
@pytest.mark.asyncio
async def test_what_json_cannot_carry_is_refused_like_any_wrong_argument(
    kind: type[Session | DirectSession], name: str, arguments: dict[str, Any], named: str
) -> None:
    world = DOMAIN.world()
    session = await kind.open(DOMAIN, world)
    result = await session.call(name, arguments)
    await session.close()
    assert result.is_error
    assert named in result.text
    assert result.text.isprintable()
    assert [call.status for call in world.log.calls] == ["invalid"]


@BOTH
@pytest.mark.asyncio
async def test_a_crash_raises_then_and_on_every_later_call(kind: type[Session | DirectSession]) -> None:
    domain = domain_with(crash)
    session = await kind.open(domain, domain.world())
    with pytest.raises(SandboxError, match="tool crash crashed: ZeroDivisionError: a bug") as caught:
        await session.call("crash", {})
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(SandboxError, match="tool crash crashed"):
        await session.call("get_order", {"order_id": "ORD-1"})
    await session.close()


@pytest.mark.asyncio
async def test_a_crash_in_one_world_leaves_the_others_working() -> None:
    domain = domain_with(crash)
    broken, sound = await Session.open(domain, domain.world()), await Session.open(domain, domain.world())
    with pytest.raises(SandboxError):
        await broken.call("crash", {})
    result = await sound.call("get_order", {"order_id": "ORD-1"})
    await broken.close()
    await sound.close()
    assert not result.is_error


@pytest.mark.asyncio
async def test_a_failure_of_the_server_itself_is_a_sandbox_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = await Session.open(DOMAIN, DOMAIN.world())
    monkeypatch.setattr(server, "answer", lambda *arguments: None)
    with pytest.raises(SandboxError, match="tool get_order: the tool server failed: Internal server error"):
        await session.call("get_order", {"order_id": "ORD-1"})
    await session.close()


@pytest.mark.asyncio
async def test_a_domain_whose_tools_are_incomplete_fails_to_open_and_leaves_no_task() -> None:
    domain = domain_with(undocumented)
    with pytest.raises(DomainError, match="tool undocumented: no docstring"):
        await Session.open(domain, domain.world())
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.asyncio
async def test_a_session_is_opened_in_one_task_used_in_another_and_closed_from_a_third() -> None:
    session = await asyncio.create_task(Session.open(DOMAIN, DOMAIN.world()))
    result = await asyncio.create_task(session.call("get_order", {"order_id": "ORD-1"}))
    await asyncio.create_task(session.close())
    assert not result.is_error
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.asyncio
async def test_closing_twice_does_nothing_and_a_closed_session_takes_no_call() -> None:
    session = await Session.open(DOMAIN, DOMAIN.world())
    await session.close()
    await session.close()
    with pytest.raises(RuntimeError, match="the session is closed"):
        await session.call("get_order", {"order_id": "ORD-1"})


@pytest.mark.asyncio
async def test_opening_that_is_cancelled_leaves_no_task_behind() -> None:
    opening = asyncio.create_task(Session.open(DOMAIN, DOMAIN.world()))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.asyncio
async def test_a_call_that_is_cancelled_leaves_the_session_usable() -> None:
    session = await Session.open(DOMAIN, DOMAIN.world())
    call = asyncio.create_task(session.call("get_order", {"order_id": "ORD-1"}))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    result = await session.call("get_order", {"order_id": "ORD-2"})
    await session.close()
    assert not result.is_error


def test_a_session_in_each_of_several_event_loops_works() -> None:
    async def once() -> bool:
        session = await Session.open(DOMAIN, DOMAIN.world())
        result = await session.call("get_order", {"order_id": "ORD-1"})
        await session.close()
        return result.is_error

    assert [asyncio.run(once()) for _ in range(3)] == [False, False, False]


@pytest.mark.asyncio
async def test_closed_sessions_and_their_worlds_are_freed() -> None:
    async def trial() -> tuple[weakref.ref[World], weakref.ref[Session]]:
        world = DOMAIN.world()
        session = await Session.open(DOMAIN, world)
        await session.tools()
        await session.call("get_order", {"order_id": "ORD-1"})
        await session.close()
        world.close()
        return weakref.ref(world), weakref.ref(session)

    references = [reference for _ in range(50) for reference in await trial()]
    gc.collect()
    assert [reference() for reference in references] == [None] * 100


@pytest.mark.asyncio
async def test_thousands_of_sessions_leave_no_more_objects_than_hundreds() -> None:
    async def run(count: int) -> int:
        for _ in range(count):
            session = await Session.open(DOMAIN, world)
            await session.call("get_order", {"order_id": "ORD-1"})
            await session.close()
            world.log = CallLog()
        gc.collect()
        return len(gc.get_objects())

    world = DOMAIN.world()
    await run(20)
    first = await run(200)
    assert abs(await run(2000) - first) < 200


WRITES = st.tuples(
    st.integers(0, 5),
    st.sampled_from(["create_refund", "open_ticket", "cancel_order", "create_gift"]),
    st.integers(1, 9),
)


async def write(session: ToolSession, tool: str, order: int) -> str:
    arguments: dict[str, dict[str, Any]] = {
        "create_refund": {"amount": f"{order}.00", "reason": "late"},
        "open_ticket": {"subject": "x", "topic": "gift", "priority": "low"},
        "cancel_order": {},
        "create_gift": {"product_ids": ["TOY-2"]},
    }
    name = "about_id" if tool == "open_ticket" else "order_id"
    return (await session.call(tool, {name: f"ORD-{order}", **arguments[tool]})).text


@settings(max_examples=40, deadline=None)
@given(st.lists(WRITES, max_size=40))
def test_worlds_interleaved_in_one_process_never_see_one_another(script: list[tuple[int, str, int]]) -> None:
    """Six worlds run their calls interleaved; each ends as if it had been alone, ids and refusals included."""

    async def together() -> list[tuple[list[str], list[str]]]:
        worlds = [DOMAIN.world() for _ in range(6)]
        sessions = [await Session.open(DOMAIN, world) for world in worlds]
        said: list[list[str]] = [[] for _ in worlds]
        turns = [asyncio.Event() for _ in range(len(script) + 1)]
        turns[0].set()

        async def play(who: int) -> None:
            for turn, (owner, tool, order) in enumerate(script):
                if owner == who:
                    await turns[turn].wait()
                    said[who].append(await write(sessions[who], tool, order))
                    turns[turn + 1].set()

        await asyncio.gather(*(play(who) for who in range(6)))
        await asyncio.gather(*(session.close() for session in sessions))
        return [(texts, list(world.db.conn.iterdump())) for texts, world in zip(said, worlds, strict=True)]

    async def alone(who: int) -> tuple[list[str], list[str]]:
        world = DOMAIN.world()
        session = DirectSession(DOMAIN, world)
        texts = [await write(session, tool, order) for owner, tool, order in script if owner == who]
        return texts, list(world.db.conn.iterdump())

    async def both() -> None:
        assert await together() == [await alone(who) for who in range(6)]

    asyncio.run(both())


@pytest.mark.asyncio
async def test_many_sessions_at_once_each_see_their_own_world_only() -> None:
    async def trial(number: int) -> tuple[int, list[str]]:
        world = DOMAIN.world()
        session = await Session.open(DOMAIN, world)
        for _ in range(number % 5):
            await session.call("create_refund", {"order_id": "ORD-1", "amount": "0.01", "reason": "late"})
            await asyncio.sleep(0)
        await session.close()
        return number % 5, [refund.id for refund in world.select(Refund)]

    for count, refunds in await asyncio.gather(*(trial(number) for number in range(200))):
        assert refunds == [f"RF-{7001 + index}" for index in range(count)]


@pytest.mark.asyncio
async def test_a_wire_carries_requests_and_news_until_the_other_side_closes() -> None:
    near, far = Wire.pair()
    heard: list[tuple[int | None, str]] = []

    async def answer(message: DispatchContext[Any], method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
        heard.append((message.request_id, method))
        await message.notify("notifications/progress", None)
        await message.progress(0.5)
        with pytest.raises(NoBackChannelError):
            await message.send_raw_request("ping", None)
        assert not message.cancel_requested.is_set()
        return dict(params or {})

    async def hear(message: DispatchContext[Any], method: str, params: Mapping[str, Any] | None) -> None:
        heard.append((message.request_id, method))

    async with anyio.create_task_group() as group:
        await group.start(partial(far.run, answer, hear))
        assert await near.send_raw_request("tools/call", {"name": "x"}) == {"name": "x"}
        await near.notify("notifications/initialized", None)
        far.close()
    with pytest.raises(MCPError, match="Connection closed"):
        await near.send_raw_request("tools/call", None)
    await near.notify("notifications/initialized", None)
    assert heard == [(1, "tools/call"), (None, "notifications/initialized")]
