"""Tools: how arguments are checked, what a refusal says, what a call leaves in the log and the database."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from toyshop import DOMAIN
from toyshop.tables import Customer, Order, Product, Refund, Return, ReturnLine
from toyshop.tools import book_pickup, create_refund, create_return, get_order, list_orders, verify_customer
from toyshop.tools.returns import Line

from thinkingbox_plugin._arguments import MAX_STRING, InvalidArgumentsError
from thinkingbox_plugin.authoring import Amount, Money, ToolError, World, reads, writes
from thinkingbox_plugin.errors import DomainError, SandboxError
from thinkingbox_plugin.tools import AnyTool

REFUND: dict[str, Any] = {"order_id": "ORD-1", "amount": "5.50", "reason": "late"}


def dump(world: World) -> list[str]:
    return list(world.db.conn.iterdump())


def refusal(tool: AnyTool, arguments: dict[str, Any], world: World | None = None) -> str:
    """The message with which ``tool`` refuses; the database is as it was."""
    world = world or DOMAIN.world()
    before = dump(world)
    with pytest.raises(ToolError) as caught:
        tool.invoke(world, arguments)
    assert dump(world) == before
    assert world.log.calls[-1].result == str(caught.value)
    return str(caught.value)


class Nested(BaseModel):
    """Lax by its own configuration."""

    count: int
    day: date = date(2025, 1, 1)


@writes
def takes_everything(
    world: World,
    text: Annotated[str, Field(max_length=10)] = "",
    count: Annotated[int, Field(ge=0, le=100)] = 0,
    flag: bool = False,
    amount: Amount = Decimal(1),
    price: Money = Decimal(0),
    day: date | None = None,
    at: datetime | None = None,
    kind: Literal["a", "b"] = "a",
    names: Annotated[list[str], Field(max_length=2)] = [],  # noqa: B006
    inner: Nested | None = None,
) -> list[str]:
    """Take one argument of each kind."""
    return [f"{value!r}" for value in (text, count, flag, amount, price, day, at, kind, names, inner)]


# How a call goes


def test_a_direct_call_and_a_call_with_json_do_the_same() -> None:
    direct, by_json = DOMAIN.world(), DOMAIN.world()
    given = create_refund(direct, order_id="ORD-1", amount=Decimal("5.50"), reason="late")
    assert create_refund.invoke(by_json, REFUND) == given
    assert dump(direct) == dump(by_json)
    assert direct.log.calls == by_json.log.calls


def test_a_direct_call_takes_positions_and_nested_models() -> None:
    world = DOMAIN.world()
    lines = [Line(product_id="TOY-1", quantity=1, condition="sealed")]
    made = create_return(world, "ORD-1", lines, prepaid=True)
    assert [line.product_id for line in made.lines] == ["TOY-1"]
    assert world.log.calls[0].arguments["lines"] == [{"product_id": "TOY-1", "quantity": 1, "condition": "sealed"}]


def test_a_call_is_logged_with_what_the_agent_read() -> None:
    world = DOMAIN.world()
    create_refund.invoke(world, REFUND)
    get_order.invoke(world, {"order_id": "ORD-1"})
    first, second = world.log.calls
    assert (first.index, first.tool, first.status, first.writes, first.arguments) == (
        0,
        "create_refund",
        "ok",
        True,
        REFUND,
    )
    assert json.loads(first.result)["amount"] == "5.50"
    assert (second.index, second.writes) == (1, False)


def test_a_refused_call_is_logged_and_changes_nothing_although_it_had_begun_to_write() -> None:
    world = DOMAIN.world()
    lines = [
        {"product_id": "TOY-1", "quantity": 1, "condition": "sealed"},
        {"product_id": "TOY-3", "quantity": 1, "condition": "sealed"},
    ]
    assert refusal(create_return, {"order_id": "ORD-1", "lines": lines}, world) == "lines: TOY-3 is no part of ORD-1"
    assert [call.status for call in world.log.calls] == ["refused"]
    assert world.made == set()
    del lines[1]
    assert create_return.invoke(world, {"order_id": "ORD-1", "lines": lines}).head.id == "RT-7001"


def test_a_crash_changes_nothing_and_is_kept_apart_from_a_refusal() -> None:
    @writes
    def fail(world: World) -> Product:
        """Write, then fail."""
        world.update(world.get(Product, "TOY-1"), stock=0)
        raise LookupError("a bug")

    world = DOMAIN.world()
    before = dump(world)
    with pytest.raises(SandboxError, match="tool fail crashed: LookupError: a bug"):
        fail.invoke(world, {})
    assert dump(world) == before
    assert isinstance(world.log.crash, LookupError)
    assert [call.status for call in world.log.calls] == ["crashed"]


def test_a_result_that_is_no_json_is_a_crash_that_changes_nothing() -> None:
    @writes
    def odd(world: World) -> object:
        """Write, then return what nobody can read."""
        world.update(world.get(Product, "TOY-1"), stock=0)
        return object()

    world = DOMAIN.world()
    with pytest.raises(SandboxError, match="tool odd crashed"):
        odd.invoke(world, {})
    assert world.get(Product, "TOY-1").stock == 12


def test_a_row_that_breaks_its_table_is_a_crash_and_no_refusal() -> None:
    @writes
    def whimsical(world: World) -> Refund:
        """Bypass the row class."""
        values: dict[str, Any] = {
            "id": "RF-1",
            "order_id": "ORD-1",
            "amount": Decimal(1),
            "reason": "whim",
            "made_at": world.now,
        }
        return world.insert(Refund.model_construct(**values))

    with pytest.raises(SandboxError, match="tool whimsical crashed: IntegrityError: CHECK"):
        whimsical.invoke(DOMAIN.world(), {})


def test_a_reading_tool_that_writes_is_a_crash_that_changes_nothing() -> None:
    @reads
    def sly(world: World) -> Product:
        """Said to read."""
        return world.update(world.get(Product, "TOY-1"), stock=0)

    world = DOMAIN.world()
    before = dump(world)
    with pytest.raises(SandboxError, match="tool sly crashed: OperationalError"):
        sly.invoke(world, {})
    assert dump(world) == before
    create_refund.invoke(world, REFUND)
    assert len(world.select(Refund)) == 1


def test_an_id_that_a_reading_tool_makes_is_taken_back() -> None:
    @reads
    def preview(world: World) -> str:
        """Say which number the next refund gets."""
        return world.new_id("RF")

    world = DOMAIN.world()
    assert (preview.invoke(world, {}), world.made) == ("RF-7001", set())
    assert create_refund.invoke(world, REFUND).id == "RF-7001"


# Whose rows, and who is verified


def test_verifying_names_the_person_and_showing_private_rows_names_their_owners() -> None:
    world = DOMAIN.world()
    verify_customer(world, email="ADA.quill@example.com ", order_id="ORD-1")
    list_orders(world, customer_id="CUS-2")
    create_return(world, order_id="ORD-1", lines=[Line(product_id="TOY-1", quantity=1, condition="sealed")])
    first, second, third = world.log.calls
    assert (first.verified, first.owners) == ("CUS-1", frozenset({"CUS-1"}))
    assert (second.verified, second.owners) == (None, frozenset({"CUS-2"}))
    assert third.owners == {"CUS-1"}


def test_a_search_that_masks_shows_nobodys_rows() -> None:
    world = DOMAIN.world()
    DOMAIN.call(world, "find_orders", {"product_id": "TOY-1"})
    DOMAIN.call(world, "search_policies", {"query": "late"})
    assert [call.owners for call in world.log.calls] == [frozenset(), frozenset()]


def test_owners_are_found_in_mappings_and_through_a_deleted_row() -> None:
    @writes
    def erase(world: World) -> dict[str, list[Refund]]:
        """Delete a refund and return what it was."""
        refund = world.get(Refund, "RF-7001")
        world.delete(refund)
        return {"deleted": [refund]}

    world = DOMAIN.world()
    create_refund.invoke(world, {**REFUND, "order_id": "ORD-8"})
    erase.invoke(world, {})
    assert world.log.calls[1].owners == {"CUS-2"}


def test_a_row_whose_parent_the_same_call_deleted_is_nobodys() -> None:
    @writes
    def erase_all(world: World) -> ReturnLine:
        """Delete a return and its only line; return the line."""
        (line,) = world.select(ReturnLine)
        world.delete(line)
        world.delete(world.get(Return, line.return_id))
        return line

    world = DOMAIN.world()
    create_return(world, order_id="ORD-1", lines=[Line(product_id="TOY-1", quantity=1, condition="sealed")])
    erase_all.invoke(world, {})
    assert world.log.calls[1].owners == frozenset()


def test_a_ticket_without_a_requester_is_nobodys() -> None:
    world = DOMAIN.world()
    DOMAIN.call(world, "open_ticket", {"subject": "x", "topic": "gift", "priority": "low", "about_id": "ORD-1"})
    DOMAIN.call(world, "add_comment", {"ticket_id": "TK-7001", "body": "y", "visibility": "public"})
    assert [call.owners for call in world.log.calls] == [frozenset(), frozenset()]


# Arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": 1}, "text: Input should be a valid string"),
        ({"text": "12345678901"}, "text: String should have at most 10 characters"),
        ({"count": "3"}, "count: Input should be a valid integer"),
        ({"count": 3.0}, "count: Input should be a valid integer"),
        ({"count": True}, "count: Input should be a valid integer"),
        ({"count": 101}, "count: Input should be less than or equal to 100"),
        ({"count": None}, "count: Input should be a valid integer"),
        ({"count": 2**63}, "count: a whole number of at most 64 bits"),
        ({"count": float("nan")}, "count: not a finite number"),
        ({"flag": "yes"}, "flag: Input should be a valid boolean"),
        ({"flag": 1}, "flag: Input should be a valid boolean"),
        ({"amount": 5}, 'amount: an amount is a string of digits with two decimals, such as "64.00"'),
        ({"amount": "5.001"}, 'amount: an amount is a string of digits with two decimals, such as "64.00"'),
        ({"amount": "0.00"}, "amount: the amount must be above zero"),
        ({"amount": "-1.00"}, "amount: the amount must be above zero"),
        ({"price": "1e3"}, 'price: an amount is a string of digits with two decimals, such as "64.00"'),
        ({"day": "2025-02-30"}, "day: Input should be a valid date in the format YYYY-MM-DD, day value is outside"),
        ({"day": "2025-10-01T00:00:00"}, "day: Input should be a valid date in the format YYYY-MM-DD"),
        ({"day": 20251001}, "day: Input should be a valid date"),
        ({"day": "9999-12-31"}, "day: a date from 1900 to 2199"),
        ({"day": "1759276800"}, "day: a date as YYYY-MM-DD, such as 2025-10-01"),
        ({"inner": {"count": 1, "day": "1759276800"}}, "inner.day: a date as YYYY-MM-DD, such as 2025-10-01"),
        ({"at": "2025-10-01T00:00:00Z"}, "at: a time without a zone"),
        ({"at": "1759276800"}, "at: a time without a zone"),
        ({"kind": "c"}, "kind: Input should be 'a' or 'b'"),
        ({"names": "a"}, "names: Input should be a valid array"),
        ({"names": ["a", 1]}, "names.1: Input should be a valid string"),
        ({"names": ["a", "b", "c"]}, "names: List should have at most 2 items"),
        ({"inner": {"count": "1"}}, "inner.count: Input should be a valid integer"),
        ({"inner": {"count": 1, "more": 1}}, "inner.more: unknown argument"),
        ({"inner": {"count": 1, "day": "0001-01-01"}}, "inner.day: a date from 1900 to 2199"),
        ({"inner": {}}, "inner.count: this argument is required"),
        ({"size": 1}, "size: unknown argument; this tool takes text, count, flag, amount"),
        ({"count": "3", "flag": 1}, "count: Input should be a valid integer; flag: Input should be a valid boolean"),
        ({"text": "\ud800"}, "text: half of a surrogate pair is not allowed"),
        ({"text": "a\0"}, "text: a NUL character is not allowed"),
        ({"na\nme": 1}, r"na\nme: unknown argument"),
        ({"x" * 500: 1}, "x" * 80 + "...: unknown argument"),
        ({"text": "x" * (MAX_STRING + 1)}, "text: at most 4000 characters"),
        ({"names": [["x"] * 4001]}, "names: at most 4000 items"),
        ({"names": [["x" * 4000] * 30]}, "names: too long; all arguments together exceed 100000 characters"),
        (
            {"inner": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": 1}}}}}}}}}},
            "inner.a.b.c.d.e.f.g.h.i: nested",
        ),
        ({"inner": {1: 2}}, "inner: the names of an object are strings"),
        ({"text": b"x"}, "text: bytes is not a JSON value"),
        ({"text": {"x"}}, "text: set is not a JSON value"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(arguments: dict[str, Any], message: str) -> None:
    world = DOMAIN.world()
    said = refusal(takes_everything, arguments, world)
    assert said.startswith(message)
    assert said.isprintable()
    assert [call.status for call in world.log.calls] == ["invalid"]


def test_a_refusal_of_many_arguments_stays_short() -> None:
    said = refusal(takes_everything, {f"extra_{number}": 1 for number in range(500)})
    assert said.count("unknown argument") == 10
    assert said.endswith(" ...")


def test_a_missing_argument_is_refused_by_name() -> None:
    assert refusal(get_order, {}) == "order_id: this argument is required"


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (get_order, {"order_id": "ORD-99"}, "order_id: no such row in orders: ORD-99"),
        (create_refund, {**REFUND, "order_id": "CUS-1"}, "order_id: no such row in orders: CUS-1"),
        (list_orders, {"customer_id": "'; DROP TABLE orders; --"}, "customer_id: no such row in customers: '; DROP"),
        (
            create_return,
            {"order_id": "ORD-1", "lines": [{"product_id": "TOY-9", "quantity": 1, "condition": "sealed"}]},
            "lines: no such row in products: TOY-9",
        ),
        (book_pickup, {"return_ids": ["RT-1"], "day": "2025-10-03"}, "return_ids: no such row in returns: RT-1"),
    ],
)
def test_an_id_of_no_row_is_refused_by_the_argument_that_held_it(
    tool: AnyTool, arguments: dict[str, Any], message: str
) -> None:
    assert refusal(tool, arguments).startswith(message)


def test_sound_arguments_reach_the_function_as_python_values() -> None:
    world = DOMAIN.world()
    given = {
        "text": "å\u2028😀",
        "count": 7,
        "flag": True,
        "amount": "64",
        "price": "-0.5",
        "day": "2025-10-01",
        "at": "2025-10-01T09:30:00",
        "kind": "b",
        "names": ["x", ""],
        "inner": {"count": 1},
    }
    assert takes_everything.invoke(world, given) == [
        "'å\\u2028😀'",
        "7",
        "True",
        "Decimal('64.00')",
        "Decimal('-0.50')",
        "datetime.date(2025, 10, 1)",
        "datetime.datetime(2025, 10, 1, 9, 30)",
        "'b'",
        "['x', '']",
        "Nested(count=1, day=datetime.date(2025, 1, 1))",
    ]


def test_defaults_hold_where_arguments_are_left_out() -> None:
    assert takes_everything.invoke(DOMAIN.world(), {})[:4] == ["''", "0", "False", "Decimal('1')"]


@pytest.mark.parametrize(
    ("said", "read"),
    [("no\nnever \x1b[31m", r"no\nnever \x1b[31m"), ("x" * 4000, "x" * 500 + "..."), ("Größe 😀", "Größe 😀")],
)
def test_a_refusal_is_one_printable_line_whatever_the_tool_quotes(said: str, read: str) -> None:
    @reads
    def refuse(world: World, code: str) -> list[str]:
        """Quote what was given."""
        raise ToolError(code)

    assert refusal(refuse, {"code": said}) == read


# Declarations


def test_the_description_is_the_docstring_without_its_indentation() -> None:
    assert (
        create_refund.description == "Pay money back for an order; all refunds together are at most the order's total."
    )


@writes(consent=("sum",))
def wrong_consent(world: World, amount: Amount) -> Refund:
    """Name an argument for consent that there is not."""
    raise ToolError("never")


@reads(verifies="person")
def wrong_field(world: World) -> Customer:
    """Name a field of the result that there is not."""
    return world.get(Customer, "CUS-1")


@reads(verifies="id", speaker="caller_id")
def wrong_speaker(world: World, customer_id: str) -> Customer:
    """Name an argument for the speaker that there is not."""
    return world.get(Customer, customer_id)


@reads(speaker="customer_id")
def speaking_for_nobody(world: World, customer_id: str) -> Customer:
    """Name a speaker where nobody is verified."""
    return world.get(Customer, customer_id)


@reads(verifies="id")
def wrong_result(world: World) -> list[Customer]:
    """Return a list where one person is expected."""
    return []


@reads
def silent(world: World) -> list[Order]:
    return []


@reads
def shadowing(world: World, schema: str) -> list[Order]:
    """Call an argument like something that every model has."""
    return []


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        (shadowing, "tool shadowing: an argument cannot be called schema; choose another name"),
        (wrong_consent, "tool wrong_consent: consent names sum, which is no argument"),
        (wrong_field, "tool wrong_field: verifies names person, which is no field of its result"),
        (wrong_result, "tool wrong_result: verifies names id, which is no field of its result"),
        (wrong_speaker, "tool wrong_speaker: speaker names caller_id, which is no required argument"),
        (speaking_for_nobody, "tool speaking_for_nobody: speaker without verifies; say whom the call verifies"),
        (silent, "tool silent: no docstring; the agent knows nothing else of it"),
    ],
)
def test_an_incomplete_declaration_is_a_domain_error(tool: AnyTool, message: str) -> None:
    with pytest.raises(DomainError) as caught:
        tool.check()
    assert str(caught.value) == message


def test_marks_carry_what_the_checks_need() -> None:
    assert (create_refund.writes, create_refund.consent, create_refund.verifies) == (True, ("amount",), None)
    assert (verify_customer.writes, verify_customer.verifies) == (False, "id")


def test_wrong_python_values_in_a_direct_call_are_refused_too() -> None:
    with pytest.raises(InvalidArgumentsError, match="reason: Input should be"):
        create_refund(DOMAIN.world(), order_id="ORD-1", amount=Decimal("1.00"), reason="whim")  # type: ignore[arg-type]
