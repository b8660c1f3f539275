"""Every tool of every installed domain against hostile input; see :mod:`hostile` for what must hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import hostile
import pytest
import toyshop
from toyshop.tables import Order, Product

from thinkingbox_plugin.authoring import Domain, ToolError, World, reads, writes
from thinkingbox_plugin.domain import installed_domains
from thinkingbox_plugin.errors import SandboxError
from thinkingbox_plugin.tools import AnyTool, Tool

DOMAINS = {"toyshop": toyshop.DOMAIN, **installed_domains()}


@pytest.mark.parametrize(
    ("domain", "tool"), [(name, tool) for name, domain in DOMAINS.items() for tool in domain.by_name]
)
def test_hostile_arguments_are_refused_by_name_and_change_nothing(domain: str, tool: str) -> None:
    hostile.check_tool(DOMAINS[domain], tool)


@pytest.mark.parametrize("domain", DOMAINS)
def test_calls_upon_what_other_calls_have_made_never_crash(domain: str) -> None:
    hostile.check_sequences(DOMAINS[domain])


# The checks can fail: each of these tools breaks one rule.


@writes
def multiply(world: World, product_id: str, times: int) -> Product:
    """Overflow what a column holds."""
    product = world.get(Product, product_id)
    return world.update(product, stock=product.stock * times * 2**55)


@reads
def due_in(world: World, order_id: str, weeks: int) -> date:
    """Leave the calendar."""
    return world.get(Order, order_id).ordered_on + timedelta(weeks=weeks * 100_000)


@reads
def leak_a_path(world: World, order_id: str) -> Order:
    """Tell the agent where the code lies."""
    raise ToolError(f"order_id: see {__file__}")


class Lax(Tool[Any, Any]):
    """Takes whatever comes."""

    def _validate(self, arguments: Any) -> dict[str, Any]:
        return {"order_id": "ORD-1"}


def saying(message: str) -> Callable[..., AnyTool]:
    """A kind of tool that puts ``message`` in the place of every refusal."""

    class Saying(Tool[Any, Any]):
        def invoke(self, world: World, arguments: Any) -> Any:
            try:
                return super().invoke(world, arguments)
            except ToolError:
                world.log.calls[-1] = replace(world.log.calls[-1], result=message)
                raise ToolError(message) from None

    return Saying


class Sloppy(Tool[Any, Any]):
    """Leaves something behind when it refuses."""

    def invoke(self, world: World, arguments: Any) -> Any:
        try:
            return super().invoke(world, arguments)
        except ToolError:
            world.db.execute("UPDATE products SET stock = stock - 1")
            raise


def misnamed(kind: Callable[..., AnyTool], name: str) -> AnyTool:
    """A tool of another kind with a function of its own name."""

    def function(world: World, order_id: str) -> list[str]:
        """Refuse or not."""
        return []

    function.__name__ = name
    return kind(function, writes=True)


@pytest.mark.parametrize(
    ("tool", "error", "message"),
    [
        (multiply, SandboxError, "tool multiply crashed: OverflowError"),
        (due_in, SandboxError, "tool due_in crashed: OverflowError"),
        (leak_a_path, AssertionError, "test_hostile_input.py"),
        (misnamed(saying("order_id: no\nreally not"), "ramble"), AssertionError, "really not"),
        (misnamed(saying("order_id: no" * 1000), "go_on"), AssertionError, "12000 characters"),
        (misnamed(Lax, "lax"), AssertionError, "lax accepted"),
        (misnamed(saying("no"), "anonymous"), AssertionError, "'no' names none of"),
        (misnamed(Sloppy, "sloppy"), AssertionError, "sloppy refused .* and changed something"),
    ],
)
def test_a_tool_that_breaks_a_rule_is_found(tool: AnyTool, error: type[Exception], message: str) -> None:
    domain: Domain = replace(toyshop.DOMAIN, tools=[*toyshop.DOMAIN.tools, tool])
    with pytest.raises(error, match=message):
        hostile.check_tool(domain, tool.name, examples=200)


def test_sequences_find_a_tool_that_crashes() -> None:
    domain = replace(toyshop.DOMAIN, tools=[multiply, due_in])
    with pytest.raises((SandboxError, ExceptionGroup)):
        hostile.check_sequences(domain, examples=200)


def test_sequences_reach_what_other_calls_have_made() -> None:
    seen: set[str] = set()

    @reads
    def get_refund(world: World, refund_id: str) -> list[str]:
        """Note which refund is asked for."""
        seen.add(refund_id)
        return []

    hostile.check_sequences(replace(toyshop.DOMAIN, tools=[toyshop.tools.create_refund, get_refund]), examples=100)
    assert "RF-7001" in seen


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"order_id": "ORD-1", "lines": [{"product_id": "TOY-1", "quantity": 1, "condition": "sealed"}]}, set()),
        ({"order_id": 1, "lines": []}, {"order_id", "lines"}),
        ({"lines": [{"product_id": "TOY-1", "quantity": 99, "condition": "sealed"}]}, {"order_id", "lines"}),
        ({"order_id": "\ud800", "lines": [{}], "extra": 1}, {"order_id", "lines", "extra"}),
        ({"order_id": "x" * 4001, "lines": float("nan"), "prepaid": 2**64}, {"order_id", "lines", "prepaid"}),
    ],
)
def test_the_wrong_arguments_are_told_from_the_schema_alone(arguments: dict[str, Any], wrong: set[str]) -> None:
    assert hostile.wrong_names(toyshop.DOMAIN.by_name["create_return"].parameters, arguments) == wrong
