"""Runs of pytest with ``--tb-gate``: every exit code, the table, the cases of JUnit, the summary of a step."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from shops import Shop, cancel

# Loaded once here, so that runs inside this process find it imported.
import thinkingbox_plugin.gates.asking  # noqa: F401

ORACLE = ("--tb-model=oracle",)
FLAKY = ("--tb-model=flaky:0.5", "--tb-trials=12")


def gates(*texts: str) -> list[str]:
    return [f"--tb-gate={text}" for text in texts]


def tasks(shop: Shop, number: int = 2, *, decorator: str = "") -> None:
    shop.write("test_flow.py", *(cancel(f"ABC_{n:03}", decorator) for n in range(1, number + 1)))


def cases(path: Path) -> dict[str, tuple[str, str]]:
    """Name → what it holds (nothing, failure or error) and its text, of the gates among the cases of JUnit."""
    suite = ET.parse(path).getroot()[0]
    found = {}
    for case in suite:
        if case.get("classname") == "thinkingbox.gates":
            found[case.get("name") or ""] = next(((node.tag, node.text or "") for node in case), ("", ""))
    return found


def test_failed_trials_are_data_where_all_gates_pass(shop: Shop) -> None:
    tasks(shop)
    # As syrupy does: writes into the exit code what it was before.
    shop.pytester.makeconftest("def pytest_sessionfinish(session, exitstatus): session.exitstatus |= exitstatus")
    result = shop.run(*FLAKY, *gates("pass@1 >= 0.2", "toyshop.pass@12 >= 0.1"), "--tb-gate-estimand=suite")
    assert result.parseoutcomes()["failed"] > 0
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*gates*", "gates: 2 passed (exit code 0)"])


def test_a_gate_that_fails_ends_with_1(shop: Shop) -> None:
    tasks(shop)
    result = shop.run("--tb-model=idle", *gates("pass@1 >= 0.9"))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["pass@1 >= 0.9*idle*fails*", "gates: 1 failed (exit code 1)"])


def test_an_undecided_gate_ends_with_6_and_says_what_would_settle_it(shop: Shop) -> None:
    tasks(shop)
    result = shop.run(*ORACLE, *gates("pass@1 >= 0.6"))
    assert result.ret == 6
    assert "settles it: 6 more tasks would (8 in all)." in " ".join(result.stdout.str().split())
    result.stdout.fnmatch_lines(["gates: 1 undecided (exit code 6)"])
    assert shop.run(*ORACLE, *gates("pass@1 >= 0.6"), "--tb-gate-point").ret == 0


def test_too_many_trials_not_measured_end_with_7(shop: Shop) -> None:
    tasks(shop)
    shop.pytester.makeconftest(
        """
        from thinkingbox_plugin.errors import ProviderError

        class Away:
            async def reply(self, messages, tools):
                raise ProviderError("away")

        def pytest_thinkingbox_agent(spec):
            return (lambda context: Away()) if spec == "away" else None
        """
    )
    models = ("--tb-model=oracle", "--tb-model=away", "--tb-user-model=scripted", "--tb-judge-model=scripted")
    result = shop.run(*models, *gates("oracle: pass@1 >= 0.1"))
    assert (result.ret, result.parseoutcomes()["errors"]) == (0, 2)
    result = shop.run(*models, *gates("pass@1 >= 0.1"))
    assert result.ret == 7
    result.stdout.fnmatch_lines(["*too many trials not measured (away: 2 of 2) (exit code 7)"])


def test_a_run_without_a_trial_lets_nothing_through(shop: Shop) -> None:
    shop.pytester.makepyfile("def test_plain(): pass")
    result = shop.run(*gates("pass@1 >= 0"))
    assert result.ret == 7
    result.stdout.fnmatch_lines(["gates: no trial was measured (exit code 7)"])


BROKEN = '''
@task(opening="Please cancel ORD-9.", policy=["refunds.md#late-orders"])
def test_case_BAD_001(trial: Trial) -> None:
    """There is no such order."""
    with trial.golden() as world:
        cancel_order(world, order_id="ORD-404")
    assert trial.outcome == trial.golden_outcome
'''


def test_what_else_fails_ends_with_1_whatever_the_gates_say(shop: Shop) -> None:
    tasks(shop, 1)
    shop.pytester.makepyfile("def test_plain(): assert False")
    shop.pytester.makepyfile(
        test_teardown="""
        import pytest

        @pytest.fixture
        def broken():
            yield
            raise OSError

        def test_with_it(broken): pass
        """
    )
    shop.write("test_bad.py", BROKEN)
    allowed = (*FLAKY, "--tb-max-unmeasured=1", *gates("pass@1 >= 0"))
    plain = "test_what_else_fails_ends_with_1_whatever_the_gates_say.py"
    for file, told in ((plain, "1 failure"), ("test_teardown.py", "1 failure"), ("shop/test_bad.py", "12 failures")):
        result = shop.run(*allowed, "shop/test_flow.py", file)
        assert result.ret == 1
        result.stdout.fnmatch_lines([f"something that is no trial failed ({told}): exit code 1 whatever the gates say"])
    assert shop.run(*allowed, "shop/test_flow.py").ret == 0


def test_a_trial_that_passed_and_broke_something_is_no_data(shop: Shop) -> None:
    tasks(shop, 1)
    shop.pytester.makeconftest(
        """
        import pytest

        @pytest.fixture(autouse=True)
        def broken():
            yield
            raise OSError
        """
    )
    assert shop.run(*ORACLE, *gates("pass@1 >= 0")).ret == 1


def test_codes_from_2_on_stay_as_pytests_are(shop: Shop) -> None:
    tasks(shop, 1)
    always = gates("pass@1 >= 0")
    shop.pytester.makepyfile(test_broken="import nothing_of_the_kind")
    assert shop.run(*always).ret == 2
    assert shop.run(*always, "--continue-on-collection-errors").ret == 1
    assert shop.run(*always, "nowhere").ret == 4
    result = shop.run(*always, "-k", "nothing_of_the_kind", "shop")
    assert result.ret == 5
    result.stdout.fnmatch_lines(["gates: not asked, pytest ended with exit code 5"])
    result = shop.run(*always, "--collect-only", "shop")
    assert result.ret == 0
    assert "gates" not in result.stdout.str()


@pytest.mark.parametrize(
    ("line", "code"), [("|= exitstatus", 0), ("|= 1", 1), ("= 3", 3)], ids=["as it was", "failed", "its own"]
)
def test_a_plugin_that_writes_the_exit_code_takes_it_from_the_gates_only_if_it_changes_it(
    shop: Shop, line: str, code: int
) -> None:
    tasks(shop)
    shop.pytester.makeconftest(f"def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus {line}\n")
    result = shop.run(*ORACLE, *gates("pass@1 >= 0.6", "pass@1 >= 0"))
    assert result.ret == (code or 6)


def test_stopping_at_the_first_failure_leaves_trials_unmeasured(shop: Shop) -> None:
    tasks(shop)
    assert shop.run("-x", "--tb-model=idle", *gates("pass@1 >= 0")).ret == 7


def test_workers_change_nothing(shop: Shop) -> None:
    tasks(shop)
    shop.pytester.makepyfile("def test_plain(): pass")
    options = (*FLAKY, *gates("pass@1 >= 0.1", "pass@1 >= 0.5"), "--tb-gate-estimand=suite", "--junitxml=out.xml")
    alone, shared = shop.run(*options), shop.run_apart("-n", "2", *options)
    assert alone.ret == shared.ret == 6
    assert alone.parseoutcomes() == shared.parseoutcomes()
    for line in [line for line in alone.outlines if line.startswith(("pass@1", "gates: "))]:
        assert line in shared.outlines
    assert {name: tag for name, (tag, _) in cases(shop.pytester.path / "out.xml").items()} == {
        "pass@1 >= 0.1": "",
        "pass@1 >= 0.5": "error",
    }


def test_each_gate_is_a_case_of_junit(shop: Shop) -> None:
    tasks(shop)
    texts = ("oracle: pass@1 >= 0.1", "idle: pass@1 >= 0.95", "pass@1 >= 0.1", "oracle: pass@1 >= 0.6")
    shop.run("--tb-model=oracle", "--tb-model=idle", *gates(*texts), "--junitxml=out.xml")
    found = cases(shop.pytester.path / "out.xml")
    assert {name: tag for name, (tag, _) in found.items()} == dict(
        zip(texts, ("", "failure", "error", "error"), strict=True)
    )
    assert "idle fails, 0.0 %, interval (population) 0.0 to " in found["idle: pass@1 >= 0.95"][1]
    assert "more tasks would" in found["oracle: pass@1 >= 0.6"][1]
    suite = ET.parse(shop.pytester.path / "out.xml").getroot()[0]
    assert suite.get("tests") == str(len(suite)) == "8"


def test_a_step_of_github_actions_gets_a_summary(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(shop)
    summary = shop.pytester.path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    shop.run(*ORACLE, *gates("pass@1 >= 0.1"))
    assert "- gates: 1 passed (exit code 0)" in summary.read_text()
    assert "| pass@1 \\>= 0.1 | oracle | passes | 100.0 % (15.8 to 100.0) | population | 2 | 2 |" in summary.read_text()


def test_the_gates_of_a_run_and_of_its_directory_say_the_same(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    from thinkingbox_plugin import cli

    tasks(shop)
    texts = ("pass@1 >= 0.5", "pass^3 >= 0.1")
    result = shop.run(*FLAKY, *gates(*texts))
    capsys.readouterr()
    code = cli.main(["gate", str(shop.results), *(part for text in texts for part in ("--gate", text))])
    assert code == result.ret
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("gates: ")]
    assert told[0] in result.stdout.str()


# -- the baseline


def test_a_run_is_held_against_a_baseline(shop: Shop) -> None:
    tasks(shop)
    shop.run(*ORACLE, "--tb-trials=6", "--tb-out=before")
    against = ("--tb-baseline=before", "--tb-trials=6", *gates("pass@1 >= baseline - 0.4"))
    assert shop.run(*ORACLE, *against).ret == 0
    result = shop.run("--tb-model=idle", *against)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["pass@1 >= baseline - 0.4 *idle *fails *0.0 % *-100.0 (-100.0 to *"])


def test_the_newest_run_is_a_baseline_as_it_stands_when_pytest_begins(shop: Shop) -> None:
    tasks(shop)
    shop.run(*ORACLE, "--tb-trials=6")
    before = shop.results.resolve()
    result = shop.run(
        "--tb-model=idle", "--tb-trials=6", "--tb-baseline=results/latest", *gates("pass@1 >= baseline - 0.4")
    )
    assert shop.results.resolve() != before
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*-100.0 (-100.0 to *"])


def test_a_baseline_of_other_tasks_is_refused_before_the_first_trial(shop: Shop) -> None:
    tasks(shop, 1)
    shop.run(*ORACLE, "--tb-out=before")
    tasks(shop, 2)
    against = ("--tb-baseline=before", *ORACLE, *gates("pass@1 >= baseline - 0.4"))
    result = shop.run(*against, "--tb-out=after")
    assert result.ret == 4
    result.stdout.fnmatch_lines(["*the baseline *before differs in the set of tasks*1 task (test_case_ABC_002)*"])
    assert not (shop.pytester.path / "after").exists()
    result = shop.run_apart("-n", "1", *against)
    assert result.ret == 2
    result.stdout.fnmatch_lines(["*the baseline *before differs in the set of tasks*"])
    assert result.parseoutcomes().get("passed") is None


# -- options


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (gates("pass@1 > 0.6"), "gate 'pass@1 > 0.6', at '> 0.6' (character 8): write >="),
        (gates("pass^5 >= 0.6"), "pass^5 needs --tb-trials 5, the run has 1"),
        (gates("idle: pass@1 >= 0.6"), "idle is no model of this run; it has oracle"),
        (gates("pass@1 >= 1"), "no number of trials puts an interval there"),
        (gates("pass@1 >= baseline"), "no baseline is given"),
        ([*gates("pass@1 >= baseline"), "--tb-baseline=nowhere"], "nowhere"),
        ([*gates("pass@1 >= 0.6"), "--tb-baseline=nowhere"], "no gate asks for it"),
        (["--tb-gate-point"], "--tb-gate-point: no gate is given"),
        ([*gates("pass@1 >= 0.6"), "--tb-gate-estimand=all"], "'all' is none of suite, population"),
        ([*gates("pass@1 >= 0.6"), "--tb-max-unmeasured=2"], "--tb-max-unmeasured: '2' is not a share from 0 to 1"),
        ([*gates("pass@1 >= 0.6"), "--tb-audit"], "an audit has no trials"),
        (
            [*gates("pass@1 >= 0.6"), "--tb-gate-point", "--tb-gate-estimand=suite"],
            "a point estimate has no interval",
        ),
    ],
)
def test_a_wrong_option_ends_with_4_before_anything_runs(shop: Shop, options: list[str], told: str) -> None:
    tasks(shop, 1)
    result = shop.run(*ORACLE, *options)
    assert result.ret == 4
    assert told in result.stderr.str()
    assert not (shop.pytester.path / "results").exists()


def test_a_group_that_no_task_is_in_ends_with_4_before_the_first_trial(shop: Shop) -> None:
    tasks(shop, 1)
    result = shop.run(*ORACLE, *gates("travel.pass@1 >= 0.5"))
    assert result.ret == 4
    result.stdout.fnmatch_lines(["*no task is of a domain, workflow or marker travel; the domains are toyshop*"])
    assert not (shop.pytester.path / "results").exists()


def test_an_ini_file_may_hold_the_gates(shop: Shop) -> None:
    tasks(shop)
    shop.pytester.makefile(
        ".ini",
        tox="[pytest]\ntb_gate = 'pass@1 >= 0.6' 'pass@1 >= 0.1'\ntb_gate_point = true\ntb_max_unmeasured = 0.5\n"
        "tb_baseline = nowhere\n",
    )
    result = shop.run(*ORACLE)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["gates: 2 passed (exit code 0)"])
    shop.pytester.makefile(".ini", tox="[pytest]\ntb_max_unmeasured = much\n")
    result = shop.run(*ORACLE)
    assert result.ret == 4
