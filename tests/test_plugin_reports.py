"""What a run says: failures and errors apart, whole differences, brief lines, JUnit, hooks of other plugins."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from shops import SCRIPTED, Shop, cancel

import thinkingbox_plugin.judges
import thinkingbox_plugin.reporting
from thinkingbox_plugin.errors import JudgeError, SimulatorError
from thinkingbox_plugin.judges import Grade, ScriptedJudge
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.task import Rubric
from thinkingbox_plugin.users import ScriptedUser
from thinkingbox_plugin.users.protocol import UserReply


def agent(shop: Shop, body: str) -> tuple[str, ...]:
    """Offer an agent whose turn is ``body``; returns the options to run it."""
    shop.pytester.makeconftest(
        textwrap.dedent(
            """
            import asyncio, json, logging, warnings
            from thinkingbox_plugin.errors import *
            from thinkingbox_plugin.messages import *

            class Agent:
                turn = 0
                async def reply(self, messages, tools):
                    self.turn += 1
            {body}

            def pytest_thinkingbox_agent(spec, config):
                return (lambda context: Agent()) if spec == "mine" else None
            """
        ).replace("{body}", textwrap.indent(textwrap.dedent(body).strip(), " " * 8))
    )
    return ("--tb-model=mine", *SCRIPTED)


def cases(shop: Shop) -> list[ElementTree.Element]:
    """The test cases of the JUnit file; parsing it says that it is XML."""
    return list(ElementTree.parse(shop.pytester.path / "junit.xml").iter("testcase"))


def properties(case: ElementTree.Element) -> dict[str, str]:
    """A test case's properties."""
    return {element.attrib["name"]: element.attrib["value"] for element in case.iter("property")}


# -- failures


MANY_TICKETS = """
    ticket = json.dumps({"subject": "x", "topic": "gift", "priority": "low"})
    calls = tuple(ToolCall(str(n), "open_ticket", ticket) for n in range(12))
    return Reply(tool_calls=calls) if self.turn == 1 else Reply("There. <DONE>")
"""


def test_a_failure_shows_the_whole_difference_in_a_section_of_its_own(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    result = shop.run(*agent(shop, MANY_TICKETS), "--junitxml=junit.xml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            ">*assert trial.outcome == trial.golden_outcome",
            "E*assert the trial did not end as the golden does: state.orders, state.products, state.tickets, footprint",
            "*- thinkingbox -*",
            "toyshop/test_orders.py::test_case_ABC_001[[]mine-t00[]] failed: *",
            "ended: done after 12 tool calls (12 writing, 0 refused), 0 user turns",
            "difference to golden 'golden', 14 lines:",
            *(f"  tickets TK-70*{n}: unexpected, *" for n in ("01", "02", "12")),
            "  FAIL footprint: also touched: tickets TK-7001 (call 0, open_ticket), *",
        ]
    )
    (case,) = cases(shop)
    assert (case[1].text or "").count("unexpected, ") == 12
    assert properties(case)["class"] == "failed"


def test_a_failure_in_a_trap_tells_the_policy_that_it_breaks(shop: Shop) -> None:
    trap = """
        with trial.trap(breaks="refunds.md#damaged-goods") as world:
            cancel_order(world, order_id="ORD-6")
    """
    shop.write("test_orders.py", cancel("ABC_001", trap=trap))
    result = shop.run("--tb-model=trap:0", "--junitxml=junit.xml")
    result.stdout.fnmatch_lines(
        [
            "trap: the end state is that of the trap which breaks refunds.md#damaged-goods",
            "    | Goods that arrive broken are refunded in full, *",
        ]
    )
    (record,) = shop.records()
    assert record.trap == "refunds.md#damaged-goods"
    assert properties(cases(shop)[0])["trap"] == "refunds.md#damaged-goods"


def test_a_verdict_of_0_fails_the_item_even_if_the_body_asserts_nothing(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    # With -O and plain assertions Python leaves the body's assertion out.
    command = (sys.executable, "-O", "-m", "pytest", "--assert=plain", "-p", "no:asyncio", "-p", "no:syrupy")
    result = shop.pytester.run(*command, "--tb-model=idle", "--tb-model=oracle")
    result.assert_outcomes(passed=1, failed=1, warnings=1)
    result.stdout.fnmatch_lines(["the verdict is 0, and the task's body did not assert it"])


def test_many_failures_are_told_a_line_each(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    result = shop.run("--tb-model=idle", "--tb-trials=15")
    result.assert_outcomes(failed=30)
    reason = "orders: status unchanged, products: stock unchanged"
    result.stdout.fnmatch_lines(
        [f"toyshop/test_orders.py::test_case_ABC_00{n}[[]idle[]] 0/15 passed · 15 × {reason}" for n in (1, 2)]
    )
    output = "\n".join(result.outlines)
    assert output.count("assert trial.outcome") == 0
    assert "FAILED" not in output
    assert len(result.outlines) < 25


@pytest.mark.parametrize(("options", "formatted"), [((), 0), (("--tb-show-failures",), 30)])
def test_no_traceback_is_made_for_what_is_told_in_a_line(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], formatted: int
) -> None:
    made: list[object] = []
    original = pytest.ExceptionInfo.getrepr
    monkeypatch.setattr(
        pytest.ExceptionInfo, "getrepr", lambda *args, **more: made.append(args) or original(*args, **more)
    )
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.run("--tb-model=idle", "--tb-trials=15", *options).assert_outcomes(failed=30)
    assert len(made) == formatted


def test_all_failures_are_shown_when_asked_for(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    result = shop.run("--tb-model=idle", "--tb-trials=15", "--tb-show-failures")
    output = "\n".join(result.outlines)
    assert output.count("difference to golden 'golden'") == 30
    assert output.count("FAILED shop/test_orders.py") == 30


def test_up_to_20_trials_are_shown_in_full(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    for trials, shown in ((10, 20), (11, 0)):
        result = shop.run("--tb-model=idle", f"--tb-trials={trials}")
        assert "\n".join(result.outlines).count("difference to golden") == shown


def test_a_brief_run_shows_what_is_no_trial_in_full(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), "def test_a_tool():\n    number = 1\n    assert number == 2\n")
    result = shop.run("--tb-model=idle", "--tb-trials=21")
    result.assert_outcomes(failed=22)
    result.stdout.fnmatch_lines(["*number = 1", "E*assert 1 == 2", "FAILED shop/test_orders.py::test_a_tool*"])
    assert "\n".join(result.outlines).count("FAILED") == 1


def test_a_brief_run_shows_a_broken_task_once(shop: Shop) -> None:
    broken = """
        with trial.golden("other") as world:
            cancel_order(world, order_id="ORD-8")
    """
    shop.write("test_orders.py", cancel("ABC_001", body=broken))
    result = shop.run("--tb-model=idle", "--tb-trials=21")
    result.assert_outcomes(errors=21)
    # Where CI is set, pytest's short summary repeats the whole message after the test's id.
    told = [line for line in result.outlines if line.startswith("GoldenError: ")]
    assert len(told) == 1
    assert told[0].startswith("GoldenError: test_orders.py:7 test_case_ABC_001: golden 'other' fails at its call 1, ")
    assert told[0].endswith("only a placed order can be cancelled")
    assert sum(line.startswith("ERROR ") for line in result.outlines) == 1


def test_junit_has_a_word_for_each_of_many_failures(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-model=idle", "--tb-trials=21", "--junitxml=junit.xml")
    assert {case[1].attrib["message"] for case in cases(shop)} == {
        "failed: orders: status unchanged, products: stock unchanged"
    }


# -- errors are no failures


def test_a_broken_golden_is_an_error(shop: Shop) -> None:
    broken = """
        with trial.golden("other") as world:
            cancel_order(world, order_id="ORD-8")
    """
    shop.write("test_orders.py", cancel("ABC_001", body=broken), cancel("ABC_002"))
    result = shop.run("--junitxml=junit.xml")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "GoldenError: test_orders.py:7 test_case_ABC_001: golden 'other' fails at its call 1, cancel_order: "
            "order_id: ORD-8 is shipped; only a placed order can be cancelled"
        ]
    )
    assert [child.tag for case in cases(shop) for child in case] == ["error", "properties"]
    assert shop.summary()["models"]["oracle"]["all"]["classes"] == {
        "passed": 1,
        "failed": 0,
        "ungraded": 0,
        "unmeasured": 0,
        "not_run": 1,
    }


def test_a_provider_that_failed_is_an_error_with_its_last_words(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    options = agent(shop, 'raise ProviderError("503 Service Unavailable, five times")')
    result = shop.run(*options, "--tb-model=oracle", "--junitxml=junit.xml")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["unmeasured: provider_error: 503 Service Unavailable, five times"])
    assert [record.trial_class for record in shop.records()] == ["unmeasured", "passed"]
    assert properties(cases(shop)[0])["stop_reason"] == "provider_error"
    assert [child.tag for case in cases(shop) for child in case] == ["properties", "error", "properties"]
    figures = shop.summary()["models"]["mine"]["all"]
    assert figures["classes"]["unmeasured"] == 1
    assert figures["pass@1"]["rate"] is None


def test_a_tool_that_crashes_is_an_error(shop: Shop) -> None:
    (shop.folder / "__init__.py").write_text(
        textwrap.dedent(
            '''
            from dataclasses import replace
            import toyshop
            from thinkingbox_plugin.authoring import World, reads

            @reads
            def crash(world: World) -> list[str]:
                """Fail."""
                raise ZeroDivisionError("a bug")

            DOMAIN = replace(toyshop.DOMAIN, tools=[*toyshop.DOMAIN.tools, crash])
            '''
        )
    )
    shop.write("test_orders.py", cancel())
    result = shop.run(*agent(shop, 'return Reply(tool_calls=(ToolCall("1", "crash", "{}"),))'))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["unmeasured: sandbox_error: tool crash crashed: ZeroDivisionError: a bug"])
    (record,) = shop.records()
    assert (record.trial_class, record.stop_reason, record.checks) == ("unmeasured", "sandbox_error", [])


def test_a_check_that_crashes_is_an_error_and_its_traceback_is_logged(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(
        """
        def pytest_thinkingbox_checks(task):
            def broken(evidence):
                return [][1]
            return [broken]
        """
    )
    result = shop.run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        [
            "unmeasured: sandbox_error: grading crashed: IndexError: list index out of range",
            "*return [[][]][[]1[]]*",
        ],
        consecutive=False,
    )
    (record,) = shop.records()
    assert (record.trial_class, record.stop_reason) == ("unmeasured", "sandbox_error")


@pytest.mark.parametrize("error", [SimulatorError("no words left"), IndexError("no words left")])
def test_a_user_that_failed_is_an_error(shop: Shop, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    async def reply(self: ScriptedUser, conversation: Sequence[Message]) -> UserReply:
        raise error

    monkeypatch.setattr(ScriptedUser, "reply", reply)
    shop.write("test_orders.py", cancel("ABC_001", 'facts={"order": "ORD-9"}'))
    result = shop.run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["unmeasured: simulator_error: *no words left"])
    assert shop.records()[0].trial_class == "unmeasured"


RUBRIC = 'rubrics=[Rubric("Does the reply greet?", yes=["Hello."], no=["Go away."])]'


def test_a_judge_that_could_not_be_reached_is_an_error(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    class Down(ScriptedJudge):
        async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
            raise JudgeError("the judge is down")

    monkeypatch.setattr(thinkingbox_plugin.judges, "ScriptedJudge", Down)
    shop.write("test_orders.py", cancel("ABC_001", RUBRIC))
    result = shop.run("--tb-model=oracle", "--tb-model=idle")
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines(["ungraded: done: the judge is down"])
    assert [record.trial_class for record in shop.records()] == ["ungraded", "failed"]


def test_a_rubric_is_answered_by_what_was_said(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", RUBRIC))
    said = {"Hello. It is cancelled.": True, "It is cancelled.": None, "Hello. Go away.": False}
    for words, passed in said.items():
        options = agent(
            shop,
            f"""
            verify = ToolCall("1", "verify_customer", '{{"email": "bruno.vale@example.org", "order_id": "ORD-9"}}')
            cancel = ToolCall("2", "cancel_order", '{{"order_id": "ORD-9"}}')
            return Reply(tool_calls=(verify, cancel)) if self.turn == 1 else Reply("{words} <DONE>")
            """,
        )
        shop.run(*options)
        (record,) = shop.records()
        assert {check.name: check.passed for check in record.checks}["rubric.0"] is passed
        assert record.trial_class == {True: "passed", None: "ungraded", False: "failed"}[passed]
        assert record.state_only is True


# -- stop reasons


@pytest.mark.parametrize(
    ("body", "option", "reason"),
    [
        ('return Reply("Goodbye. <DONE>")', "", "done"),
        ('return Reply("Are you sure?")', "--tb-max-user-turns=2", "user_limit"),
        (
            """return Reply(tool_calls=(ToolCall("1", "get_order", '{"order_id": "ORD-9"}'),))""",
            "--tb-max-tool-calls=3",
            "tool_limit",
        ),
        ('return Reply("Are you sure?", usage=Usage(60, 0, 50))', "--tb-max-tokens=100", "token_limit"),
        ("await asyncio.sleep(60)", "--tb-trial-timeout=0.05", "time_limit"),
        ('return Reply(stop="refused")', "", "refused"),
        ('return Reply("")', "", "empty"),
        ('return Reply(stop="length")', "", "length"),
        ('return Reply(stop="context_limit")', "", "context_limit"),
        ("1 / 0", "", "agent_error"),
        ("raise SystemExit", "", "agent_error"),
        ("return None", "", "agent_error"),
        ('raise ProviderError("gone")', "", "provider_error"),
    ],
)
def test_every_stop_reason_is_named_in_record_and_junit(shop: Shop, body: str, option: str, reason: str) -> None:
    shop.write("test_orders.py", cancel())
    shop.run(*agent(shop, body), *filter(None, [option]), "--junitxml=junit.xml")
    (record,) = shop.records()
    measured = reason != "provider_error"
    assert (record.stop_reason, record.trial_class) == (reason, "failed" if measured else "unmeasured")
    assert properties(cases(shop)[0]) == {
        "model": "mine",
        "trial": "0",
        "domain": "toyshop",
        "task": "toyshop/test_orders.py::test_case_ABC_001",
        "class": record.trial_class,
        "stop_reason": reason,
    }


def test_whatever_ended_a_trial_it_is_graded_as_it_stands(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    options = agent(
        shop,
        """
        if self.turn > 1:
            raise ZeroDivisionError
        verify = ToolCall("1", "verify_customer", '{"email": "bruno.vale@example.org", "order_id": "ORD-9"}')
        return Reply(tool_calls=(verify, ToolCall("2", "cancel_order", '{"order_id": "ORD-9"}')))
        """,
    )
    shop.run(*options).assert_outcomes(passed=1)
    assert (shop.records()[0].trial_class, shop.records()[0].stop_reason) == ("passed", "agent_error")


# -- whatever a model writes


NASTY = "\\x00\\x1b[31m\\x07\\ud800 \\udc00\\ud83d\\ude00 \\u202e\\ufffe ]]> <script> & \\x85\\u2028 \\r\\n end"
SAYS_NASTY = f"""
    text = "{NASTY}"
    logging.getLogger("agent").warning(text)
    if self.turn == 1:
        return Reply(text, (ToolCall(text, text, text), ToolCall("2", "open_ticket", json.dumps(
            {{"subject": "\\x1b[31m]]>" + chr(0xfffe), "topic": "gift", "priority": "low"}}))))
    raise ValueError(text)
"""


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_junit_is_xml_whatever_a_model_writes(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    options = agent(shop, SAYS_NASTY)
    arguments = [*options, "--tb-model=idle", "--junitxml=junit.xml", "-o", "junit_logging=all"]
    result = shop.run_apart(workers, *arguments)
    result.assert_outcomes(failed=4)
    assert [properties(case)["stop_reason"] for case in cases(shop)].count("agent_error") == 2
    assert "difference to golden" in ElementTree.tostring(cases(shop)[0], encoding="unicode")
    # Nothing that a terminal would obey is printed either.
    assert "\x1b" not in result.stdout.str()
    assert "\x07" not in result.stdout.str()
    assert [r.error.partition(":")[0] for r in shop.records() if r.model == "mine"] == ["ValueError"] * 2


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_junit_is_xml_whatever_a_provider_answers(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    result = shop.run_apart(workers, *agent(shop, f'raise ProviderError("{NASTY}")'), "--junitxml=junit.xml")
    result.assert_outcomes(errors=1)
    assert [child.tag for child in cases(shop)[0]] == ["properties", "error"]
    assert "\x1b" not in result.stdout.str()


# -- runs whose reports others may read


SECRET = "the-quick-brown-fox jumps"
SAYS_SECRET = f"""
    text = "{SECRET}"
    logging.getLogger("agent").warning(text)
    if self.turn == 1:
        return Reply(text, (ToolCall("1", "get_order", json.dumps({{"order_id": text}})), ToolCall("2", "open_ticket",
            json.dumps({{"subject": text, "topic": "gift", "priority": "low"}}))))
"""


@pytest.mark.parametrize("trials", [1, 21], ids=["in full", "a line each"])
@pytest.mark.parametrize(
    "ending",
    ['return Reply(text + " <DONE>")', "raise ValueError(text)", "raise ProviderError(text)"],
    ids=["failed", "agent_error", "unmeasured"],
)
def test_without_transcripts_no_report_holds_a_text(shop: Shop, ending: str, trials: int) -> None:
    shop.write("test_orders.py", cancel("ABC_001", RUBRIC))
    arguments = [*agent(shop, f"{SAYS_SECRET}    {ending}"), f"--tb-trials={trials}"]
    arguments += ["--junitxml=junit.xml", "-o", "junit_logging=all"]
    found = []
    for more in ([], ["--tb-no-transcripts"]):
        result = shop.run(*arguments, *more)
        written = [path.read_text() for path in (shop.pytester.path / "junit.xml", shop.results / "trials.jsonl")]
        found.append([SECRET in text for text in (*written, result.stdout.str())])
        assert len(cases(shop)) == trials
    assert found[0][1]
    assert found[1] == [False, False, False]
    assert {properties(case)["class"] for case in cases(shop)} == {"unmeasured" if "Provider" in ending else "failed"}


def test_without_transcripts_the_reason_of_a_judge_is_left_out(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    class Quoting(ScriptedJudge):
        async def grade(self, rubric: Rubric, conversation: Sequence[Message]) -> Grade:
            if "Greet" in rubric.question:
                raise JudgeError(f"it said {SECRET}")
            return Grade(False, f"it said {SECRET}")

    monkeypatch.setattr(thinkingbox_plugin.judges, "ScriptedJudge", Quoting)
    shop.write("test_orders.py", cancel("ABC_001", RUBRIC), cancel("ABC_002", RUBRIC.replace("Does", "Greet: does")))
    for trials, more in ((1, ()), (20, ()), (1, ("--tb-no-transcripts",)), (20, ("--tb-no-transcripts",))):
        result = shop.run(f"--tb-trials={trials}", "--junitxml=junit.xml", *more)
        result.assert_outcomes(failed=trials, errors=trials)
        text = (shop.pytester.path / "junit.xml").read_text() + result.stdout.str()
        assert (SECRET in text) == (trials == 1 and not more)


# -- long runs


def test_a_long_run_tells_its_progress(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkingbox_plugin.reporting, "_LONG", 4)
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    options = agent(shop, 'return Reply("Bye. <DONE>", usage=Usage(cost=0.25))')
    result = shop.run(*options, "--tb-model=oracle")
    result.stdout.fnmatch_lines(["1/4 · pass 0.0 %*· $0.25*", "4/4 · pass 50.0 %*· $0.50*"])
    monkeypatch.setattr(thinkingbox_plugin.reporting, "_LONG", 5)
    shop.run(*options, "--tb-model=oracle").stdout.no_fnmatch_line("*4/4*")


def test_a_report_keeps_nothing_of_its_trial_but_the_properties(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    recorder = shop.pytester.inline_run("-p", "no:asyncio", "--tb-model=oracle", "--tb-model=idle")
    reports = recorder.getreports("pytest_runtest_logreport")
    assert [report.when for report in reports] == ["setup", "call", "teardown"] * 2
    assert all("thinkingbox" not in vars(report) for report in reports)
    assert [len(report.user_properties) for report in reports] == [0, 0, 6, 0, 6, 6]


# -- hooks


def test_another_plugin_adds_a_check(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.pytester.makeconftest(
        """
        from thinkingbox_plugin.records import CheckResult

        def polite(evidence):
            thanked = any("thank" in reply.lower() for reply in evidence.trajectory.replies())
            yield CheckResult("polite", thanked, "" if thanked else "nobody was thanked")

        def pytest_thinkingbox_checks(task):
            return [polite] if task.id == "ABC_001" else None
        """
    )
    result = shop.run("--tb-model=oracle")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["  FAIL polite: nobody was thanked"])
    first, second = shop.records()
    assert [check.name for check in first.checks if check.passed is False] == ["polite"]
    assert first.state_only is True
    assert "polite" not in [check.name for check in second.checks]


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_another_plugin_hears_of_each_trial_and_of_the_summary(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.pytester.makeconftest(
        """
        import json
        from pathlib import Path

        def pytest_thinkingbox_trial_finished(record, config):
            written = [path.read_text() for path in Path().glob("results/*/parts/*")]
            assert any(record.task in text for text in written)
            with Path("heard").open("a") as file:
                print(record.task[-7:], record.trial_class, file=file)

        def pytest_thinkingbox_summary(summary, config):
            with Path("summaries").open("a") as file:
                print(json.dumps(summary), file=file)
        """
    )
    shop.run_apart(workers).assert_outcomes(passed=2)
    heard = (shop.pytester.path / "heard").read_text().splitlines()
    assert sorted(heard) == ["ABC_001 passed", "ABC_002 passed"]
    (summary,) = (shop.pytester.path / "summaries").read_text().splitlines()
    assert json.loads(summary) == shop.summary()
