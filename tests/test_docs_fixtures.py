"""docs/fixtures.md names every fixture and hook, and its example runs."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from shops import OPTIONS

from thinkingbox_plugin import hookspecs, plugin

PAGE = (Path(__file__).parent.parent / "docs" / "fixtures.md").read_text()


def test_every_fixture_is_named() -> None:
    table = PAGE.partition("| fixture |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(plugin.__all__)


def test_every_hook_is_named_with_its_arguments() -> None:
    table = PAGE.partition("| hook |")[2]
    hooks = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("pytest_")}
    assert re.findall(r"^\| `(\w+\(.*\))` \|", table, re.MULTILINE) == [
        f"{name}({', '.join(inspect.signature(hook).parameters)})" for name, hook in hooks.items()
    ]


def test_the_example_runs_as_it_stands(pytester: pytest.Pytester) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    pytester.makepyfile(example)
    pytester.runpytest_inprocess(*OPTIONS).assert_outcomes(passed=3)
