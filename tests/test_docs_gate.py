"""The page on gates: what it quotes is what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from thinkingbox_plugin import cli
from thinkingbox_plugin.gates import codes as code
from thinkingbox_plugin.gates import question
from thinkingbox_plugin.gates.expressions import __doc__ as grammar
from thinkingbox_plugin.gates.expressions import parse

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "gate.md").read_text()


def test_every_gate_that_a_document_quotes_is_read() -> None:
    pages = [PAGE, (ROOT / "README.md").read_text(), (ROOT / "docs" / "options.md").read_text()]
    gates = {gate for page in pages for gate in re.findall(r"gate '([^']+)'(?!, at)", page)}
    assert len(gates) >= 8
    assert {str(parse(gate)) for gate in gates} == gates


def test_the_grammar_on_the_page_is_that_of_the_module() -> None:
    rules = [line.strip() for line in (grammar or "").splitlines() if " = " in line]
    assert len(rules) == 3
    assert "\n".join(rules) in PAGE


def test_the_example_prints_what_the_page_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = re.findall(r"^`thinkingbox (gate .*)`$", PAGE, re.MULTILINE)
    assert cli.main(shlex.split(command)) == 6
    assert capsys.readouterr().out.rstrip() in PAGE


def test_the_error_on_the_page_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["gate", ".", "--gate", "pass@1 > 0.6"])
    assert capsys.readouterr().err in PAGE


def test_every_exit_code_is_explained() -> None:
    codes = re.findall(r"^\| (\d) \|", PAGE, re.MULTILINE)[:5]
    assert codes == [str(number) for number in (code.PASSED, code.FAILED, code.USAGE, code.UNDECIDED, code.UNMEASURED)]
    assert f"more than {100 * question.MOST_UNMEASURED:g} %" in PAGE


def test_what_several_gates_do_is_counted_right() -> None:
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \|$", PAGE, re.MULTILINE)
    assert [int(row[0]) for row in rows] == [1, 2, 3, 5, 10]
    for gates, *shown in rows:
        expected = [100 * (1 - chance ** int(gates)) for chance in (0.975, 0.8, 0.99, 0.5)]
        assert [float(share) for share in shown] == pytest.approx(expected, abs=0.051)
