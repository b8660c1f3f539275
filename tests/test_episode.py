"""The episode: turns, the end marker, every stop reason, what agents of third parties may do wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toyshop import DOMAIN
from toyshop.tables import Refund

from thinkingbox_plugin.agents import waiting
from thinkingbox_plugin.agents.waiting import not_own
from thinkingbox_plugin.authoring import World
from thinkingbox_plugin.direct import DirectSession, ToolResult
from thinkingbox_plugin.episode import Episode, split_marker
from thinkingbox_plugin.errors import ProviderError, SandboxError, SimulatorError
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.messages import Message, Reply, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.users import ScriptedUser
from thinkingbox_plugin.users.protocol import SimulatedUser, UserReply

REFUND = '{"order_id": "ORD-1", "amount": "1.00", "reason": "late"}'


class Says:
    """An agent that says what it was given, turn by turn; an exception is raised."""

    def __init__(self, *turns: Any) -> None:
        self.turns = list(turns)
        self.seen: list[Sequence[Message]] = []

    async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
        self.seen.append(messages)
        turn = self.turns.pop(0)
        if isinstance(turn, BaseException):
            raise turn
        return Reply(turn) if isinstance(turn, str) else turn


def call(name: str, arguments: str = "{}") -> ToolCall:
    return ToolCall(f"call-{name}", name, arguments)


async def converse(
    agent: Any,
    user: SimulatedUser | None = None,
    *,
    world: World | None = None,
    limits: Limits | None = None,
    **more: Any,
) -> Trajectory:
    world = world or DOMAIN.world()
    session = await DirectSession.open(DOMAIN, world)
    return await Episode(
        system="Be kind.",
        opening="My order is late.",
        tools=await session.tools(),
        world=world,
        session=more.pop("session", session),
        agent=agent,
        user=user or ScriptedUser("My order is late.", {"order number": "ORD-1"}),
        limits=limits or Limits(),
        **more,
    ).run()


# -- the end marker


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Goodbye. <DONE>", "Goodbye."),
        ("Goodbye.<done>", "Goodbye."),
        ("Goodbye.\n\n<Done>\n", "Goodbye."),
        ("Goodbye **<DONE>**", "Goodbye"),
        ("Goodbye `<DONE>`.", "Goodbye"),
        ("Goodbye <DONE>!", "Goodbye"),
        ("Anything else? <DONE>", "Anything else?"),
        ('You said "yes" <DONE>', 'You said "yes"'),
        ("It is **64.00** <DONE>", "It is **64.00**"),
        ("<DONE>", ""),
        (" \n <DONE> \n", ""),
    ],
)
def test_a_marker_that_closes_the_message_ends_the_conversation(text: str, left: str) -> None:
    assert split_marker(text) == (left, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Write <DONE> when you are finished, please.",
        "<DONE> is what I would say at the end",
        "<DONE> ?",
        "<DONE>)",
        "DONE",
        "<DON E>",
        "<DONE",
        "</DONE>",
    ],
)
def test_a_marker_anywhere_else_is_ordinary_text(text: str) -> None:
    assert split_marker(text) == (text, False)


@given(st.text(alphabet="<DONEdone>*_`\"'.! \nx", max_size=40))
def test_what_is_left_of_a_message_is_its_beginning(text: str) -> None:
    left, done = split_marker(text)
    assert text.startswith(left)
    assert done or left == text


@pytest.mark.parametrize("noise", ["*", " ", "\n", "<DONE> ", "*_` "])
def test_a_long_message_is_split_in_one_pass(noise: str) -> None:
    # A pattern that tries each start would need 10^11 steps here.
    text = noise * 300_000 + "x"
    assert split_marker(text) == (text, False)


# -- turns


@pytest.mark.asyncio
async def test_calls_run_in_order_with_one_result_each() -> None:
    agent = Says(
        Reply("One moment.", (call("get_order", '{"order_id": "ORD-1"}'), call("get_order", '{"order_id": "ORD-2"}'))),
        "Here it is. <DONE>",
    )
    trajectory = await converse(agent)
    assert [m.role for m in trajectory.messages] == ["system", "user", "assistant", "tool", "tool", "assistant"]
    assert [json.loads(m.content)["id"] for m in trajectory.messages if m.role == "tool"] == ["ORD-1", "ORD-2"]
    assert trajectory.stop_reason == "done"
    assert trajectory.tool_calls == 2
    assert trajectory.places == [2, 2]


@pytest.mark.asyncio
async def test_a_message_without_calls_goes_to_the_user_who_answers() -> None:
    trajectory = await converse(Says("What is the order number?", "Thank you. <DONE>"))
    assert "ORD-1" in trajectory.messages[3].content
    assert trajectory.messages[3].role == "user"
    assert trajectory.user_turns == 1


@pytest.mark.asyncio
async def test_the_user_sees_neither_the_system_prompt_nor_tools_nor_the_marker() -> None:
    seen: list[Message] = []

    class Watching:
        opening = "My order is late."

        async def reply(self, conversation: Sequence[Message]) -> UserReply:
            seen.extend(conversation)
            return UserReply("Fine.", Usage(cost=0.5), ("guessed",))

    agent = Says(Reply("Looking.", (call("get_order", '{"order_id": "ORD-1"}'),)), "It is late.", "Bye. <DONE>")
    trajectory = await converse(agent, Watching())
    assert [(m.role, m.content, m.tool_calls) for m in seen] == [
        ("user", "My order is late.", ()),
        ("assistant", "Looking.", ()),
        ("assistant", "It is late.", ()),
    ]
    assert trajectory.flags == ["guessed"]
    assert trajectory.user_usage == Usage(cost=0.5)
    assert trajectory.messages[-1].content == "Bye."


@pytest.mark.asyncio
async def test_calls_beside_the_marker_are_carried_out_and_the_agent_goes_on() -> None:
    world = DOMAIN.world()
    agent = Says(Reply("Done. <DONE>", (call("create_refund", REFUND),)), "It is paid. <DONE>")
    trajectory = await converse(agent, world=world)
    assert len(world.select(Refund)) == 1
    assert len(agent.seen) == 2
    assert trajectory.stop_reason == "done"


@pytest.mark.asyncio
async def test_what_an_agent_returns_beside_its_message_comes_back_to_it() -> None:
    agent = Says(Reply("What is the order number?", extra={"reasoning": "x"}), "Bye. <DONE>")
    await converse(agent)
    assert agent.seen[1][2].extra == {"reasoning": "x"}


@pytest.mark.asyncio
async def test_a_marker_in_a_tool_result_or_a_users_reply_is_inert() -> None:
    world = DOMAIN.world()

    class Closing:
        opening = "My order is late."

        async def reply(self, conversation: Sequence[Message]) -> UserReply:
            return UserReply("I am <DONE>")

    ticket = '{"subject": "<DONE>", "topic": "delivery", "priority": "low"}'
    agent = Says(Reply(tool_calls=(call("open_ticket", ticket),)), "Which order?", "Thank you. <DONE>")
    trajectory = await converse(agent, Closing(), world=world)
    assert len(agent.seen) == 3
    assert trajectory.messages[3].content.find("<DONE>") > 0


# -- arguments as a model writes them


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ('{"a": 1}}', "not valid JSON"),
        ("{'a': 1}", "not valid JSON"),
        ("[1]", "must be a JSON object, not a list"),
        ('"x"', "must be a JSON object, not a string"),
        ("true", "must be a JSON object, not true or false"),
        ("3", "must be a JSON object, not a number"),
        ('{"a": 1, "a": 2}', "name 'a' twice"),
        ('{"x": {"a": 1, "a": 2}}', "name 'a' twice"),
        ('{"a": NaN}', "hold NaN, which is not JSON"),
        ('{"a": -Infinity}', "hold -Infinity, which is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ('{"a": "' + "x" * 1_000_000 + '"}', "longer than 1000000 characters"),
        ('{"\ud800": 1, "\ud800": 2}', "name '\\ud800' twice"),
    ],
)
async def test_arguments_that_are_no_object_are_an_error_that_the_agent_reads(arguments: str, complaint: str) -> None:
    world = DOMAIN.world()
    agent = Says(
        Reply(tool_calls=(call("create_refund", arguments), call("create_refund", REFUND))), "It is paid. <DONE>"
    )
    trajectory = await converse(agent, world=world)
    answer = trajectory.messages[3]
    assert answer.is_error
    assert complaint in answer.content
    assert len(answer.content) < 200
    assert (trajectory.tool_calls, trajectory.failed_calls) == (2, 1)
    assert len(world.select(Refund)) == 1
    # Every call of the trial has its number in the world's log, so that effects name the right one.
    assert [entry.status for entry in world.log.calls] == ["invalid", "ok"]
    assert world.effects()[0].call == 1
    assert trajectory.places == [2, 2]


@pytest.mark.asyncio
@pytest.mark.parametrize("arguments", ["", "  ", "null", "{}"])
async def test_no_text_and_null_mean_no_arguments(arguments: str) -> None:
    trajectory = await converse(Says(Reply(tool_calls=(call("get_order", arguments),)), "Bye. <DONE>"))
    assert trajectory.messages[3].content == "order_id: this argument is required"


@pytest.mark.asyncio
async def test_a_name_that_stands_twice_among_a_hundred_thousand_is_found_in_one_pass() -> None:
    arguments = "{" + ",".join(f'"{n}":1' for n in range(90_000)) + ',"89999":2}'
    trajectory = await converse(Says(Reply(tool_calls=(call("get_order", arguments),)), "Bye. <DONE>"))
    assert trajectory.messages[3].content == "the arguments name '89999' twice"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "complaint"),
    [("no_such_tool", "there is no tool called no_such_tool"), ("", "there is no tool called"), ("\ud800", "ud800")],
)
async def test_a_tool_that_does_not_exist_is_an_error_and_the_next_call_counts(name: str, complaint: str) -> None:
    world = DOMAIN.world()
    agent = Says(Reply(tool_calls=(call(name), call("create_refund", REFUND))), "It is paid. <DONE>")
    trajectory = await converse(agent, world=world)
    assert complaint in trajectory.messages[3].content
    assert (trajectory.tool_calls, trajectory.failed_calls) == (2, 1)
    assert len(world.select(Refund)) == 1
    assert world.effects()[0].call == 1


# -- stop reasons


@pytest.mark.asyncio
async def test_done() -> None:
    trajectory = await converse(Says("Goodbye. <DONE>"))
    assert (trajectory.stop_reason, trajectory.error) == ("done", "")


@pytest.mark.asyncio
@pytest.mark.parametrize("text", ["", " \n\t"])
async def test_empty_neither_text_nor_calls(text: str) -> None:
    trajectory = await converse(Says(text))
    assert trajectory.stop_reason == "empty"
    assert [m.role for m in trajectory.messages] == ["system", "user"]


@pytest.mark.asyncio
async def test_user_limit() -> None:
    trajectory = await converse(Says(*["Are you sure?"] * 20), limits=Limits(user_turns=3))
    assert trajectory.stop_reason == "user_limit"
    assert trajectory.user_turns == 3
    assert [m.role for m in trajectory.messages].count("assistant") == 4


@pytest.mark.asyncio
async def test_the_last_message_before_the_user_limit_may_still_close_the_conversation() -> None:
    trajectory = await converse(Says("Are you sure?", "Goodbye. <DONE>"), limits=Limits(user_turns=1))
    assert trajectory.stop_reason == "done"


@pytest.mark.asyncio
async def test_tool_limit_stops_within_one_message() -> None:
    world = DOMAIN.world()
    calls = (call("create_refund", REFUND),) * 3
    trajectory = await converse(Says(Reply(tool_calls=calls)), world=world, limits=Limits(tool_calls=2))
    assert trajectory.stop_reason == "tool_limit"
    assert trajectory.tool_calls == 2
    assert len(world.select(Refund)) == 2


@pytest.mark.asyncio
async def test_token_limit_counts_all_turns() -> None:
    usage = Usage(input_tokens=400, output_tokens=100)
    agent = Says(Reply("Who are you?", usage=usage), Reply("Which order?", usage=usage), "Goodbye. <DONE>")
    trajectory = await converse(agent, limits=Limits(agent_tokens=999))
    assert trajectory.stop_reason == "token_limit"
    assert trajectory.agent_usage == Usage(input_tokens=800, output_tokens=200)


@pytest.mark.asyncio
async def test_time_limit_cuts_off_an_agent_that_awaits() -> None:
    class Sleeping:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            await asyncio.Event().wait()
            return Reply("Never said.")

    trajectory = await converse(Sleeping(), limits=Limits(agent_seconds=0.01))
    assert trajectory.stop_reason == "time_limit"
    assert trajectory.error == "the agent took longer than 0.01 s in all"


class Clock:
    """A clock that an agent moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.asyncio
async def test_time_limit_ends_a_trial_whose_agent_came_back_too_late() -> None:
    clock = Clock()

    class Computing:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            clock.now += 6
            return Reply("Which order?")

    trajectory = await converse(Computing(), limits=Limits(agent_seconds=10), clock=clock)
    assert trajectory.stop_reason == "time_limit"
    assert trajectory.agent_seconds == 12
    assert [m.role for m in trajectory.messages] == ["system", "user", "assistant", "user"]


@pytest.mark.asyncio
async def test_waiting_for_a_provider_is_not_the_agents_own_time() -> None:
    clock = Clock()

    class Retrying:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            with waiting(), waiting():
                await asyncio.sleep(0.03)  # longer than the cap
                clock.now += 100
            clock.now += 0.001
            return Reply("Goodbye. <DONE>")

    trajectory = await converse(Retrying(), limits=Limits(agent_seconds=0.02), clock=clock)
    assert trajectory.stop_reason == "done"
    assert trajectory.agent_seconds == pytest.approx(0.001)


@pytest.mark.asyncio
async def test_the_cap_strikes_after_the_waiting_is_over() -> None:
    class Retrying:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            with waiting():
                await asyncio.sleep(0)
            await asyncio.Event().wait()
            return Reply("Never said.")

    trajectory = await converse(Retrying(), limits=Limits(agent_seconds=0.01))
    assert trajectory.stop_reason == "time_limit"


@pytest.mark.asyncio
async def test_waiting_told_with_the_reply_does_not_count_either() -> None:
    clock = Clock()

    class Retrying:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            clock.now += 100
            return Reply("Goodbye. <DONE>", waited=99)

    trajectory = await converse(Retrying(), limits=Limits(agent_seconds=10), clock=clock)
    assert (trajectory.stop_reason, trajectory.agent_seconds) == ("done", 1)


@pytest.mark.asyncio
async def test_the_time_of_an_attempt_that_failed_is_given_back() -> None:
    clock = Clock()

    class Retrying:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            clock.now += 99.001
            not_own(99)
            await asyncio.sleep(0.03)  # longer than the cap, which has moved
            return Reply("Goodbye. <DONE>")

    trajectory = await converse(Retrying(), limits=Limits(agent_seconds=0.02), clock=clock)
    assert trajectory.stop_reason == "done"
    assert trajectory.agent_seconds == pytest.approx(0.001)


@pytest.mark.asyncio
async def test_waiting_outside_of_a_trial_is_just_waiting() -> None:
    with waiting():
        await asyncio.sleep(0)
    not_own(5)


@pytest.mark.asyncio
@pytest.mark.parametrize("stop", ["refused", "length", "context_limit", "empty", "agent_error"])
async def test_an_agents_own_stop_reason_ends_the_trial_before_its_calls_run(stop: Any) -> None:
    world = DOMAIN.world()
    agent = Says(Reply("I cannot", (call("create_refund", REFUND),), stop=stop))
    trajectory = await converse(agent, world=world)
    assert trajectory.stop_reason == stop
    assert world.select(Refund) == []
    assert trajectory.messages[-1].content == "I cannot"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("bad luck"), "ValueError: bad luck"),
        (TimeoutError("its own"), "TimeoutError: its own"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt: "),
        (asyncio.CancelledError(), "CancelledError: the agent cancelled its own turn"),
        (SandboxError("not the sandbox's"), "SandboxError: not the sandbox's"),
    ],
)
async def test_whatever_an_agent_raises_is_its_own_error(error: BaseException, told: str) -> None:
    trajectory = await converse(Says(error), limits=Limits(agent_seconds=100))
    assert (trajectory.stop_reason, trajectory.error) == ("agent_error", told)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (None, "the agent returned NoneType, not a Reply"),
        (7, "the agent returned int, not a Reply"),
        (Reply(text=None), "the reply's text is NoneType"),  # type: ignore[arg-type]
        (Reply(tool_calls=[call("get_order")]), "tool_calls are list, not a tuple"),  # type: ignore[arg-type]
        (Reply(tool_calls=({"name": "x"},)), "a tool call is dict"),  # type: ignore[arg-type]
        (Reply(tool_calls=(ToolCall("1", "get_order", {"order_id": 1}),)), "arguments are JSON text"),  # type: ignore[arg-type]
    ],
)
async def test_a_reply_that_is_none_is_the_agents_error(reply: Any, told: str) -> None:
    trajectory = await converse(Says(reply))
    assert trajectory.stop_reason == "agent_error"
    assert told in trajectory.error


@pytest.mark.asyncio
async def test_an_agent_that_is_no_coroutine_is_the_agents_error() -> None:
    class Plain:
        def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            return Reply("Hello.")

    trajectory = await converse(Plain())
    assert trajectory.stop_reason == "agent_error"


@pytest.mark.asyncio
async def test_a_cancelled_trial_is_not_the_agents_error() -> None:
    started = asyncio.Event()

    class Sleeping:
        async def reply(self, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
            started.set()
            await asyncio.Event().wait()
            return Reply("Never said.")

    running = asyncio.create_task(converse(Sleeping()))
    await started.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


@pytest.mark.asyncio
async def test_provider_error_keeps_the_providers_last_words() -> None:
    trajectory = await converse(Says("Which order?", ProviderError("503 Service Unavailable, five times")))
    assert (trajectory.stop_reason, trajectory.error) == ("provider_error", "503 Service Unavailable, five times")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("error", "told"), [(SimulatorError("no words"), "no words"), (IndexError("a bug"), "IndexError: a bug")]
)
async def test_simulator_error_is_whatever_the_user_raises(error: Exception, told: str) -> None:
    class Broken:
        opening = "My order is late."

        async def reply(self, conversation: Sequence[Message]) -> UserReply:
            raise error

    trajectory = await converse(Says("Which order?"), Broken())
    assert (trajectory.stop_reason, trajectory.error) == ("simulator_error", told)


@pytest.mark.asyncio
async def test_sandbox_error_is_a_tool_that_crashes() -> None:
    class Crashing:
        async def call(self, name: str, arguments: dict[str, object]) -> ToolResult:
            raise SandboxError("tool get_order crashed: ZeroDivisionError: a bug")

    trajectory = await converse(Says(Reply(tool_calls=(call("get_order"),) * 2)), session=Crashing())
    assert (trajectory.stop_reason, trajectory.tool_calls) == ("sandbox_error", 1)
    assert trajectory.error == "tool get_order crashed: ZeroDivisionError: a bug"
