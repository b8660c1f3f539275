"""What a gate may say, and what is answered to one that says something else."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import Gate, parse, parse_all


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("pass@1 >= 0.60", Gate("pass@k", 1, Decimal("0.60"))),
        ("pass^1>=.5", Gate("pass^k", 1, Decimal("0.5"))),
        ("  travel.pass^20  >=  0.2 ", Gate("pass^k", 20, Decimal("0.2"), group="travel")),
        ("travel/stays.pass@5 >= 1", Gate("pass@k", 5, Decimal(1), group="travel/stays")),
        ("pass@1 >= baseline", Gate("pass@k", 1, Decimal(0), baseline=True)),
        ("pass@1 >= baseline - 0.02", Gate("pass@k", 1, Decimal("-0.02"), baseline=True)),
        ("gpt-5.4: pass^5 >= baseline+0.1", Gate("pass^k", 5, Decimal("0.1"), baseline=True, model="gpt-5.4")),
        ("flaky:0.8: pass@1 >= 0", Gate("pass@k", 1, Decimal(0), model="flaky:0.8")),
        ("org/m<=7b: retail.pass@1 >= 0", Gate("pass@k", 1, Decimal(0), model="org/m<=7b", group="retail")),
    ],
)
def test_what_is_written_is_read(text: str, gate: Gate) -> None:
    assert parse(text) == gate


@pytest.mark.parametrize(
    ("text", "place", "mend"),
    [
        ("", "at its end", "a gate needs >="),
        ("pass@1", "at its end", "a gate needs >="),
        ("pass@1 > 0.6", "at '> 0.6' (character 8)", "write >="),
        ("pass@1 <= 0.6", "at '<= 0.6' (character 8)", "write >="),
        ("pass@1 ≥ 0.6", "at '≥ 0.6' (character 8)", "write >="),
        ("pass@1 >= 60", "at '60' (character 11)", "for 60 % write 0.6"),
        ("pass@1 >= 60 %", "at '60 %' (character 11)", "not a percentage"),
        ("pass@1 >= 1000", "at '1000' (character 11)", "write a share from 0 to 1"),
        ("pass@1 >= -0.1", "at '-0.1' (character 11)", "write a share"),
        ("pass@1 >= nan", "at 'nan' (character 11)", "write a share"),
        ("pass@1 >= 1e-1", "at '1e-1' (character 11)", "write a share"),
        ("pass@1 >=", "at its end", "write a share"),
        ("pass@1 >= baseline * 2", "at 'baseline * 2' (character 11)", "baseline - 0.02"),
        ("pass@1 >= baseline - 2", "at '2' (character 22)", "for 2 % write 0.02"),
        ("pass@0 >= 0.5", "at '0 >= 0.5' (character 6)", "from 1"),
        ("m: pass@0 >= 0.5", "at '0 >= 0.5' (character 9)", "from 1"),
        ("pass@k >= 0.5", "at 'pass@k >= 0.5' (character 1)", "write a figure"),
        ("m:  pas@1 >= 0.5", "at 'pas@1 >= 0.5' (character 5)", "write a figure"),
        (">= 0.5", "at '>= 0.5' (character 1)", "write a figure"),
        (": pass@1 >= 0.5", "at ': pass@1 >= 0.5' (character 1)", "write a model before the colon"),
        ("travel .pass@1 >= 0.5", "at 'travel .pass@1 >= 0.5' (character 1)", "travel.pass^5"),
        ("pass@1 >= 0.5 >= 0.4", "at 'pass@1 >= 0.5 >= 0.4' (character 1)", "write a figure"),
    ],
)
def test_what_is_wrong_is_answered_with_its_place_and_the_mend(text: str, place: str, mend: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"gate {text!r}, {place}: ")
    assert mend in str(caught.value)


shares = st.decimals(0, 1, places=4)
models = st.none() | st.from_regex(r"[a-z0-9<=>:./ -]*[a-z0-9]", fullmatch=True).map(str.strip).filter(bool)
groups = st.none() | st.from_regex(r"[a-z_]+(/[a-z_]+)?", fullmatch=True)


@given(
    st.sampled_from(["pass@k", "pass^k"]), st.integers(1, 999_999), shares, st.booleans(), models, groups, st.booleans()
)
def test_a_gate_is_written_as_it_is_read(
    figure: Any, k: int, share: Decimal, baseline: bool, model: str | None, group: str | None, below: bool
) -> None:
    gate = Gate(figure, k, -share if below and baseline else share, baseline, model, group)
    assert parse(str(gate)) == gate
    assert parse_all([str(gate), f" {gate} "]) == (gate,)


@given(st.text(st.sampled_from("pass@^123k.:/ ><=0baseln+-x\n"), max_size=30))
def test_any_other_text_is_read_or_refused_in_one_way(text: str) -> None:
    try:
        gate, told = parse(text), ""
    except UsageError as error:
        gate, told = None, str(error)
    if gate is None:
        assert re.search(r", (at its end|at .+ \(character \d+\)): ", told)
    else:
        assert parse(str(gate)) == gate
        assert -1 <= gate.border <= 1
