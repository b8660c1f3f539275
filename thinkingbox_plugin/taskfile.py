"""What only a task file's source can tell: its shape, duplicate names, duplicate facts, which task is where."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thinkingbox_plugin.tags import PREFIX

_SHAPE = "golden and trap blocks and, last, exactly `assert trial.outcome == trial.golden_outcome`"
_VERDICT = "assert trial.outcome == trial.golden_outcome"


@dataclass(frozen=True)
class Problem:
    """Something wrong in a task file; ``mend`` says what to write instead."""

    path: Path
    line: int
    name: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line} {self.name}: {self.mend}"


@dataclass(frozen=True)
class TrapSource:
    """A trap block: where it stands and the policy section that it says it breaks."""

    line: int
    name: str
    breaks: str


class TaskFile:
    """A task file's source.  Raises SyntaxError for one that Python cannot read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        tree = _parsed(path)
        defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        self._functions = [node for node in defined if node.name.startswith(PREFIX) or _decorator(node) is not None]

    @property
    def names(self) -> frozenset[str]:
        """The functions that stand at the top of the file and are, or look like, tasks."""
        return frozenset(function.name for function in self._functions)

    def problems(self) -> list[Problem]:
        """All that is wrong, in the order of the lines."""
        found: list[Problem] = []
        seen: dict[str, int] = {}
        for function in self._functions:
            for line, mend in _problems(function, seen):
                found.append(Problem(self.path, line, function.name, mend))
            seen.setdefault(function.name, function.lineno)
        return found

    def traps(self) -> Iterator[TrapSource]:
        """The trap blocks whose ``breaks`` is written out."""
        for function in self._functions:
            for node in function.body:
                if not isinstance(node, ast.With) or not _is_block(node.items[0].context_expr):
                    continue
                call = node.items[0].context_expr
                for keyword in call.keywords if isinstance(call, ast.Call) else ():
                    if keyword.arg == "breaks" and isinstance(keyword.value, ast.Constant):
                        yield TrapSource(node.lineno, function.name, str(keyword.value.value))

    def declared_at(self, line: int) -> str | None:
        """The function in whose decorators a line stands."""
        for function in self._functions:
            first = min((decorator.lineno for decorator in function.decorator_list), default=function.lineno)
            if first <= line <= function.lineno:
                return function.name
        return None


def _parsed(path: Path) -> ast.Module:
    """The file's tree, made without garbage collection.

    A tree holds no circles, and each of the collections that its many nodes set off would look through all that
    pytest has collected so far: half of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    finally:
        if enabled:
            gc.enable()


AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


def _problems(function: AnyFunction, seen: dict[str, int]) -> Iterator[tuple[int, str]]:
    if function.name in seen:
        yield function.lineno, f"is declared in line {seen[function.name]} already; give this one a number of its own"
    decorator = _decorator(function)
    if decorator is None:
        yield function.lineno, "has no @task(...); declare the case with it or rename the function"
        return
    if isinstance(function, ast.AsyncFunctionDef):
        yield function.lineno, "is a coroutine; a task only declares: write def, not async def"
    arguments = function.args
    if [argument.arg for argument in arguments.args] != ["trial"] or _others(arguments):
        yield function.lineno, "takes exactly one argument: trial"
    for keyword in decorator.keywords:
        if keyword.arg == "facts" and isinstance(keyword.value, ast.Dict):
            yield from _duplicate_facts(keyword.value)
    yield from _shape(function)


def _others(arguments: ast.arguments) -> bool:
    return bool(arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg)


def _decorator(function: AnyFunction) -> ast.Call | None:
    """The ``@task(...)`` of a function."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] == "task":
            return decorator
    return None


def _duplicate_facts(facts: ast.Dict) -> Iterator[tuple[int, str]]:
    names: set[object] = set()
    for key in facts.keys:
        if isinstance(key, ast.Constant):
            if key.value in names:
                yield key.lineno, f"two facts are called {key.value!r}; a user has one answer to one question"
            names.add(key.value)


def _shape(function: AnyFunction) -> Iterator[tuple[int, str]]:
    body = list(function.body)
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if not body or not _is_verdict(body[-1]):
        yield function.lineno, f"the body holds {_SHAPE}"
        return
    yield from _blocks(function, body[:-1])


def _blocks(function: AnyFunction, body: Iterable[ast.stmt]) -> Iterator[tuple[int, str]]:
    goldens = 0
    for node in body:
        if not (isinstance(node, ast.With) and len(node.items) == 1 and _is_block(node.items[0].context_expr)):
            yield node.lineno, f"the body holds {_SHAPE}, nothing else; move this into a block or the decorator"
            continue
        goldens += ast.unparse(node.items[0].context_expr).startswith("trial.golden")
    if not goldens:
        yield function.lineno, "has no golden; write `with trial.golden() as world:` and the author's own solution"


def _is_verdict(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assert) and ast.unparse(node) == _VERDICT


def _is_block(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("trial.golden", "trial.trap")
