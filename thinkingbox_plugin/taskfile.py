"""What only a task file's source can tell: its shape, duplicate names, duplicate facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thinkingbox_plugin.tags import PREFIX

_SHAPE = "golden and trap blocks and, last, exactly `assert trial.outcome == trial.golden_outcome`"


@dataclass(frozen=True)
class Problem:
    """Something wrong in a task file; ``mend`` says what to write instead."""

    path: Path
    line: int
    name: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line} {self.name}: {self.mend}"


def problems_of(path: Path) -> list[Problem]:
    """All problems of the task file at ``path``, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith(PREFIX)]
    found: list[Problem] = []
    seen: dict[str, int] = {}
    for function in functions:
        for line, mend in _problems(function, seen):
            found.append(Problem(path, line, function.name, mend))
        seen.setdefault(function.name, function.lineno)
    return found


def _problems(function: ast.FunctionDef, seen: dict[str, int]) -> Iterator[tuple[int, str]]:
    if function.name in seen:
        yield function.lineno, f"is declared in line {seen[function.name]} already; give this one a number of its own"
    decorator = next((d for d in function.decorator_list if _is_task(d)), None)
    if decorator is None:
        yield function.lineno, "has no @task(...); declare the case with it or rename the function"
        return
    assert isinstance(decorator, ast.Call)
    for keyword in decorator.keywords:
        if keyword.arg == "facts" and isinstance(keyword.value, ast.Dict):
            yield from _duplicate_facts(keyword.value)
    yield from _shape(function)


def _is_task(decorator: ast.expr) -> bool:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(decorator, ast.Call) and ast.unparse(function).rpartition(".")[2] == "task"


def _duplicate_facts(facts: ast.Dict) -> Iterator[tuple[int, str]]:
    names: set[object] = set()
    for key in facts.keys:
        if isinstance(key, ast.Constant):
            if key.value in names:
                yield key.lineno, f"two facts are called {key.value!r}; a user has one answer to one question"
            names.add(key.value)


def _shape(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    body = list(function.body)
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if not body or not _is_verdict(body[-1]):
        yield function.lineno, f"the body holds {_SHAPE}"
        return
    for node in body[:-1]:
        if not (isinstance(node, ast.With) and len(node.items) == 1 and _is_block(node.items[0].context_expr)):
            yield node.lineno, f"the body holds {_SHAPE}, nothing else; move this into a block or the decorator"


def _is_verdict(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assert) and ast.unparse(node) == "assert trial.outcome == trial.golden_outcome"


def _is_block(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("trial.golden", "trial.trap")
