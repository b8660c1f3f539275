"""The constants in a golden's source, and which recorded call each of them stands in.

The body is run once more, answering from the plan, and notes where in the source each call was made.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from thinkingbox_plugin.plan import Plan, Solution
from thinkingbox_plugin.world import World

Span = tuple[int, int, int, int]
"""Line, column, last line, last column, as :mod:`ast` counts them."""
Place = tuple[str, Span]
"""A file and a span in it."""


@dataclass(frozen=True)
class Constant:
    """A constant in a golden's source.

    ``call`` is the number of the recorded call in which it stands as part of ``argument``; outside of
    calls ``argument`` is None and ``call`` the number of the next call.
    """

    value: Any
    line: int
    call: int
    argument: str | None


class _Listener:
    """The :class:`~thinkingbox_plugin.task.Trial` of one more run of the body."""

    outcome = golden_outcome = None

    def __init__(self, plan: Plan) -> None:
        self._body = plan.task.function.__code__
        self._goldens, self._traps = iter(plan.goldens), iter(plan.traps)
        self.places: dict[str, list[list[Place]]] = {}
        """For each golden and each of its calls: where it stands, and what leads to it up to the body."""

    @contextmanager
    def golden(self, name: str = "golden") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        solution = next(self._goldens)
        places = self.places.setdefault(solution.name, [])
        yield _answering(solution, lambda: places.append(self._chain(sys._getframe(3))))

    @contextmanager
    def trap(self, *, breaks: str, name: str = "") -> Iterator[World]:
        """See :class:`thinkingbox_plugin.task.Trial`."""
        yield _answering(next(self._traps), lambda: None)

    def _chain(self, frame: FrameType | None) -> list[Place]:
        chain: list[Place] = []
        while frame is not None:
            code = frame.f_code
            line, last, column, end = list(code.co_positions())[frame.f_lasti // 2]
            chain.append((code.co_filename, (line or 0, column or 0, last or 0, end or 0)))
            if code is self._body:
                break
            frame = frame.f_back
        return chain


def _answering(solution: Solution, note: Callable[[], None]) -> World:
    """A world in which tools answer from the plan; each call is noted."""
    results = iter(solution.results)

    def answer() -> Any:
        note()
        return next(results)

    return replace(solution.world, playback=answer)


@cache
def _tree(filename: str) -> ast.Module:
    return ast.parse(Path(filename).read_text(encoding="utf-8"), filename=filename)


def constants(plan: Plan) -> Mapping[str, list[Constant]]:
    """For each golden the constants of its block and of the helpers that it calls, in the order of the source."""
    listener = _Listener(plan)
    plan.task.function(listener)
    return {
        golden.name: _constants(plan, number, listener.places[golden.name])
        for number, golden in enumerate(plan.goldens)
    }


def _constants(plan: Plan, number: int, places: Sequence[Sequence[Place]]) -> list[Constant]:
    filename = plan.task.function.__code__.co_filename
    found = _Search(places).block(filename, _block(plan, number))
    for helper, nodes in _helpers(plan, places):
        found += _Search(places).block(helper, nodes)
    return found


def _block(plan: Plan, number: int) -> list[ast.stmt]:
    """The statements of a task's golden block, counted from 0."""
    code = plan.task.function.__code__
    functions = (node for node in ast.walk(_tree(code.co_filename)) if isinstance(node, ast.FunctionDef))
    body = next(node for node in functions if node.name == code.co_name and _holds(node, code.co_firstlineno))
    blocks = [node for node in ast.walk(body) if isinstance(node, ast.With) and _is_golden(node)]
    blocks.sort(key=lambda node: node.lineno)
    return blocks[number].body


def _is_golden(node: ast.With) -> bool:
    expression = node.items[0].context_expr
    return isinstance(expression, ast.Call) and ast.unparse(expression.func).endswith(".golden")


def _helpers(plan: Plan, places: Sequence[Sequence[Place]]) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The functions of the domain between a block and its calls."""
    body, folder = plan.task.function.__name__, str(plan.task.path.parent)
    done: set[tuple[str, int]] = set()
    for chain in places:
        for filename, (line, *_) in chain[:-1]:
            if not filename.startswith(folder):
                continue
            node = _function_at(filename, line)
            if node is not None and node.name != body and (filename, node.lineno) not in done:
                done.add((filename, node.lineno))
                yield filename, node.body


def _function_at(filename: str, line: int) -> ast.FunctionDef | None:
    """The innermost function around a line."""
    nodes = (node for node in ast.walk(_tree(filename)) if isinstance(node, ast.FunctionDef) and _holds(node, line))
    return max(nodes, key=lambda node: node.lineno, default=None)


def _holds(node: ast.FunctionDef, line: int) -> bool:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return first <= line <= (node.end_lineno or node.lineno)


@dataclass
class _Search:
    """Walks through statements and keeps in mind which call it is in."""

    places: Sequence[Sequence[Place]]
    _calls: dict[Place, int] = field(default_factory=dict)
    _file: str = ""
    _found: list[Constant] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, chain in enumerate(self.places):
            for place in chain:
                self._calls.setdefault(place, number)

    def block(self, filename: str, statements: Sequence[ast.stmt]) -> list[Constant]:
        """The constants of these statements."""
        self._file = filename
        for statement in statements:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self._visit(statement, None, None)
        return self._found

    def _visit(self, node: ast.AST, call: int | None, argument: str | None) -> None:
        match node:
            case ast.Constant():
                self._emit(node.value, node.lineno, call, argument)
            case ast.Call():
                self._visit_call(node, call, argument)
            case ast.Subscript():
                self._visit(node.value, call, argument)
                if not isinstance(node.slice, ast.Constant | ast.Slice | ast.UnaryOp):
                    self._visit(node.slice, call, argument)
            case ast.BinOp(op=ast.Div(), right=ast.Constant(value=100)):
                self._visit(node.left, call, argument)
            case ast.Dict() if argument is not None:
                for value in node.values:
                    self._visit(value, call, argument)
            case _:
                for child in ast.iter_child_nodes(node):
                    self._visit(child, call, argument)

    def _visit_call(self, node: ast.Call, call: int | None, argument: str | None) -> None:
        moment = _moment(node)
        if moment is not None:
            self._emit(moment, node.lineno, call, argument)
            return
        own = self._calls.get((self._file, _span(node)))
        self._visit(node.func, call, argument)
        for positional in node.args:
            self._visit(positional, call if own is None else own, argument if own is None else None)
        for keyword in node.keywords:
            if own is None:
                self._visit(keyword.value, call, argument)
            else:
                self._visit(keyword.value, own, keyword.arg)

    def _emit(self, value: Any, line: int, call: int | None, argument: str | None) -> None:
        if value is None or isinstance(value, bool) or value is Ellipsis:
            return
        if call is None:
            call = self._next_call(line)
        self._found.append(Constant(value, line, call, argument))

    def _next_call(self, line: int) -> int:
        later = [number for (name, span), number in self._calls.items() if name == self._file and span[2] >= line]
        return min(later, default=len(self.places))


def _span(node: ast.expr) -> Span:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def _moment(node: ast.Call) -> str | None:
    """``date(2025, 10, 1)`` and ``datetime(...)`` as one constant, in ISO form."""
    kind = {"date": date, "datetime": datetime}.get(ast.unparse(node.func).rpartition(".")[2])
    numbers = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    if kind is None or node.keywords or len(numbers) != len(node.args) or len(numbers) < 3:
        return None
    try:
        return kind(*numbers).isoformat()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
