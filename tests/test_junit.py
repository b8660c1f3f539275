"""What goes into JUnit XML can be parsed, whatever text a model writes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import execnet.gateway_base
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thinkingbox_plugin.junit import properties, xml_safe
from thinkingbox_plugin.records import TrialRecord

pytest_plugins = ["pytester"]

RECORD = TrialRecord(
    task="sandbox_travel/test_stays.py::test_case_STY_001",
    domain="travel",
    model="mutant:3",
    trial=7,
    seed=1,
    trial_class="failed",
    stop_reason="tool_limit",
)

any_text = st.text(st.characters(exclude_categories=()))


@given(any_text)
@example("\x00\x01\x0b\x0c\x1b\x7f\x80\x85\x9f\ud800\udfff\ufffe\uffff<>&\"']]>")
def test_any_text_can_stand_in_an_element_and_in_an_attribute(text: str) -> None:
    safe = xml_safe(text)
    node = ET.Element("failure", message=safe)
    node.text = safe
    read = ET.fromstring(ET.tostring(node, encoding="utf-8"))
    assert (read.text or "") == safe.replace("\r\n", "\n").replace("\r", "\n")
    assert read.get("message") == safe


@given(any_text)
def test_any_text_can_travel_from_a_worker(text: str) -> None:
    safe = xml_safe(text)
    assert execnet.gateway_base.loads(execnet.gateway_base.dumps(safe)) == safe


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")))
def test_text_that_xml_can_hold_stays_as_it_is(text: str) -> None:
    assert xml_safe(text + "\t\r\n") == text + "\t\r\n"


def test_what_xml_cannot_hold_is_shown_escaped() -> None:
    assert xml_safe("\x00\x1b\x7f\x85\ud800\ufffe\uffff") == r"\x00\x1b\x7f\x85\ud800\ufffe\uffff"


def test_a_trial_has_its_key_its_class_and_its_stop_reason_as_properties() -> None:
    assert properties(RECORD) == [
        ("model", "mutant:3"),
        ("trial", "7"),
        ("domain", "travel"),
        ("task", "sandbox_travel/test_stays.py::test_case_STY_001"),
        ("class", "failed"),
        ("stop_reason", "tool_limit"),
    ]


def test_a_trial_that_fell_into_a_trap_names_its_policy_section() -> None:
    assert properties(replace(RECORD, trap="stays.md#late"))[-1] == ("trap", "stays.md#late")


def test_a_property_holds_no_character_that_breaks_the_file() -> None:
    assert properties(replace(RECORD, model="m\x1b\ud800"))[0] == ("model", r"m\x1b\ud800")


@pytest.mark.parametrize("workers", ["0", "2"])
def test_pytest_writes_a_file_that_parses_with_and_without_workers(pytester: pytest.Pytester, workers: str) -> None:
    pytester.makepyfile(
        """
        import pytest
        from thinkingbox_plugin.junit import properties, xml_safe
        from thinkingbox_plugin.records import TrialRecord

        NASTY = "".join(map(chr, [*range(0x20), 0x7f, 0x85, 0xd800, 0xdfff, 0xfffe, 0xffff])) + "<![CDATA[ ]]> &amp;"
        RECORD = TrialRecord("t::" + NASTY, "travel", "m" + NASTY, 3, 0, "failed", stop_reason="done")

        @pytest.fixture
        def unmeasured():
            pytest.fail(xml_safe("error " + NASTY), pytrace=False)

        def test_failed(request):
            request.node.user_properties += properties(RECORD)
            print(xml_safe(NASTY))
            pytest.fail(xml_safe("failure " + NASTY), pytrace=False)

        def test_unmeasured(unmeasured):
            pass
        """
    )
    pytester.runpytest_subprocess(
        "-p", "xdist", "-n", workers, "--junitxml=out.xml", "-o", "junit_logging=all", "-p", "no:randomly"
    )
    suite = ET.parse(pytester.path / "out.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "1")
    failed = next(case for case in suite if case.get("name") == "test_failed")
    found = {p.get("name"): p.get("value") or "" for p in failed.iter("property")}
    assert (found["trial"], found["class"], found["stop_reason"]) == ("3", "failed", "done")
    assert r"\x00" in found["model"]
    assert r"\ud800" in found["task"]
    failure = next(failed.iter("failure"))
    assert r"\x1b" in (failure.text or "")
    assert "<![CDATA[ ]]> &amp;" in (failure.text or "")
    assert r"\uffff" in (next(failed.iter("system-out")).text or "")
