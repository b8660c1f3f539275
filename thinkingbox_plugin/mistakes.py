"""An author's mistake that Python raised while a module was imported, said in a line: place and mend."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import AuthorError
from thinkingbox_plugin.taskfile import TaskFile


def explain(collector: pytest.Collector, report: pytest.CollectReport) -> pytest.CollectReport:
    """Say in one line what is wrong where a declaration raised while its module was imported."""
    call: pytest.CallInfo[Any] | None = vars(report).get("call")
    if report.failed and call is not None and call.excinfo is not None and isinstance(collector, pytest.Module):
        text = mistake(call.excinfo.value, collector.path)
        if text is not None:
            report.longrepr = text
    return report


def mistake(error: BaseException, path: Path) -> str | None:
    """An author's mistake that was raised as an error: place and mend; None for any other error.

    The place is the task in whose declaration it was made or, for a domain's records, the line.
    """
    lines = _validation_lines(error)
    frames = traceback.extract_tb(error.__traceback__)
    in_file = [frame for frame in frames if frame.filename == str(path)]
    name = TaskFile(path).declared_at(in_file[-1].lineno or 0) if in_file else None
    if lines is None and isinstance(error, AuthorError):
        lines = [str(error)]
    if lines is None and isinstance(error, TypeError) and name is not None and frames[-1] in in_file:
        lines = [f"{error}; see the arguments of @task"]
    if lines is None:
        return None
    if in_file:
        place = f"{path.name}:{in_file[-1].lineno}" + (f" {name}" if name is not None else "")
    else:
        written = [
            frame for frame in frames if _OUR_CODE not in Path(frame.filename).parents and frame.name != "__init__"
        ]
        place = f"{written[-1].filename}:{written[-1].lineno}"
    return "\n".join(f"{place}: {line}" for line in lines)


_OUR_CODE = Path(__file__).parent


def _validation_lines(error: BaseException) -> list[str] | None:
    """Pydantic's findings, a line for each; None for an error that is not pydantic's."""
    core = sys.modules.get("pydantic_core")
    if core is None or not isinstance(error, core.ValidationError):
        return None
    return [_finding(error.title, problem) for problem in error.errors(include_url=False, include_context=False)]


def _finding(row: str, problem: Mapping[str, Any]) -> str:
    where = ".".join([row, *map(str, problem["loc"])])
    if problem["type"] == "extra_forbidden":
        return f"{where}: there is no such column; mend its name or leave it out"
    if problem["type"] == "missing":
        return f"{where}: this column is required; give it a value"
    value = repr(problem["input"])
    given = value if len(value) <= 80 else value[:79] + "…"
    return f"{where}: {problem['msg'].removeprefix('Value error, ')}; it is {given}"
