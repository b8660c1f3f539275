"""Text for reports: nothing a model writes reaches the terminal raw; rates never round to all or none."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.report.text import middle, percent, plural, printable, shorten


@given(st.text(st.characters(exclude_categories=())))
def test_printable_text_is_one_line_without_controls_or_surrogates(text: str) -> None:
    shown = printable(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in shown)
    assert not any(
        unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI") for c in shown
    )


def test_what_cannot_be_printed_is_shown_as_python_writes_it() -> None:
    assert printable("a\x1b[31mé\n\t\x85\ud800\u202e\u2028\ufeff") == r"a\x1b[31mé\n\t\x85\ud800\u202e\u2028\ufeff"


@pytest.mark.parametrize(
    ("rate", "shown"),
    [
        (None, "-"),
        (0.0, "0.0 %"),
        (0.00001, "0.1 %"),
        (0.642, "64.2 %"),
        (0.64249, "64.2 %"),
        (0.99949, "99.9 %"),
        (0.0004, "0.1 %"),
        (0.9999, "99.9 %"),
        (1.0, "100.0 %"),
    ],
)
def test_only_all_and_none_are_100_and_0_percent(rate: float | None, shown: str) -> None:
    assert percent(rate) == shown


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abcde…"
    assert shorten("abc", 0) == "…"


def test_one_is_singular() -> None:
    assert [plural(n, "trial") for n in (0, 1, 2)] == ["0 trials", "1 trial", "2 trials"]


@pytest.mark.parametrize(
    ("width", "shown"), [(7, "abcdefg"), (6, "abc…fg"), (5, "ab…fg"), (4, "ab…g"), (2, "a…"), (1, "…")]
)
def test_a_name_is_cut_in_the_middle_to_the_width(width: int, shown: str) -> None:
    assert middle("abcdefg", width) == shown
