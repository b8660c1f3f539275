"""The --tb-* options: help, ini values, bad values, real models, the results directory."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from shops import SCRIPTED, Shop, cancel

from thinkingbox_plugin.options import OPTIONS, TITLE


def refused(result: pytest.RunResult, message: str) -> None:
    """One clear error, before anything ran."""
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    errors = [line for line in [*result.errlines, *result.outlines] if line]
    assert [line for line in errors if line.startswith("ERROR: ")] == [f"ERROR: {message}"]
    assert not any("Traceback" in line or "INTERNALERROR" in line for line in errors)
    assert not any("collected" in line for line in result.outlines)


def test_help_has_a_group_of_its_own_that_tells_tb_from_tb(shop: Shop) -> None:
    lines = shop.run("--help").outlines
    start = lines.index(TITLE.splitlines()[0])
    group = lines[start : lines.index("", start)]
    assert "--tb=STYLE sets how tracebacks look, and both can" in " ".join(group)
    for option in OPTIONS:
        assert sum(re.match(rf"  {option.name}(=| |$)", line) is not None for line in group) == 1


def test_every_option_has_help_and_an_ini_value(shop: Shop) -> None:
    text = "\n".join(shop.run("--help").outlines)
    assert {option.name for option in OPTIONS} == {
        *(
            "--tb-model",
            "--tb-trials",
            "--tb-model-arg",
            "--tb-user-model",
            "--tb-judge-model",
            "--tb-judge-votes",
            "--tb-out",
            "--tb-sample",
        ),
        *("--tb-no-transcripts", "--tb-seed", "--tb-max-user-turns", "--tb-max-tool-calls", "--tb-max-tokens"),
        *("--tb-trial-timeout", "--tb-audit", "--tb-show-failures"),
        *("--tb-max-cost", "--tb-no-preflight", "--tb-record", "--tb-replay", "--tb-pool-versions"),
        *("--tb-shard", "--tb-resume", "--tb-retry"),
        *("--tb-gate", "--tb-baseline", "--tb-gate-point", "--tb-gate-estimand", "--tb-max-unmeasured"),
        *("--tb-until-decided", "--tb-html"),
        *("--tb-concurrency", "--tb-engine", "--tb-ray-env"),
    }
    for option in OPTIONS:
        assert len(option.help) > 20
        assert f"\n  {option.ini} (" in text


def test_tb_trials_and_pytests_tb_work_together(shop: Shop) -> None:
    shop.write("test_orders.py", cancel(), "def test_a_tool():\n    x = 1\n    assert x == 2\n")
    result = shop.run("--tb=line", "--tb-trials=2")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*test_orders.py:*: assert 1 == 2"])
    result.stdout.no_fnmatch_line("*x = 1*")
    result = shop.run("--tb=short", "--tb-model=idle")
    result.stdout.fnmatch_lines(["E   assert the trial did not end as the golden does: state.orders, state.products"])
    result.stdout.no_fnmatch_line("*@task(*")


INI = {
    "tb_model": "oracle idle",
    "tb_trials": "2",
    "tb_user_model": "scripted",
    "tb_judge_model": "scripted",
    "tb_judge_votes": "3",
    "tb_out": "there",
    "tb_sample": "1",
    "tb_no_transcripts": "true",
    "tb_seed": "7",
    "tb_max_user_turns": "4",
    "tb_max_tool_calls": "5",
    "tb_max_tokens": "600",
    "tb_trial_timeout": "2.5",
    "tb_max_cost": '"12.5"',
    "tb_no_preflight": "true",
    "tb_pool_versions": "true",
    "tb_shard": "1/1",
}
SAID = {
    "models": ["oracle", "idle"],
    "trials": 2,
    "user_model": "scripted",
    "judge_model": "scripted",
    "judge_votes": 3,
    "sample": 1,
    "transcripts": False,
    "seed": 7,
    "max_user_turns": 4,
    "max_tool_calls": 5,
    "max_tokens": 600,
    "trial_timeout": 2.5,
    "max_cost": 12.5,
    "replay": False,
    "record": False,
    "pool_versions": True,
    "until_decided": None,
    "model_args": [],
    "shard": "1/1",
    "selection": {},
    "settings": {},
}


def test_an_ini_file_can_say_everything(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makefile(".ini", tox="[pytest]\n" + "\n".join(f"{name} = {value}" for name, value in INI.items()))
    shop.run().assert_outcomes(passed=2, failed=2)
    assert shop.run_file(shop.pytester.path / "there")["options"] == SAID


def test_a_toml_file_can_say_everything_with_its_own_types(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    lines = ['tb_model = ["oracle", "idle"]']
    for name, value in INI.items():
        if name != "tb_model":
            plain = value in ("true",) or value.replace(".", "").isdigit()
            lines.append(f"{name} = {value if plain else json.dumps(value.strip(chr(34)))}")
    shop.pytester.makefile(".toml", pyproject="[tool.pytest]\n" + "\n".join(lines))
    shop.run().assert_outcomes(passed=2, failed=2)
    assert shop.run_file(shop.pytester.path / "there")["options"] == SAID


def test_the_command_line_wins_over_the_ini_file(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makefile(".ini", tox="[pytest]\ntb_model = idle\ntb_trials = 3\n")
    shop.run("--tb-model=oracle").assert_outcomes(passed=3)


def test_show_failures_and_audit_are_ini_values_too(shop: Shop) -> None:
    shop.pytester.makefile(".ini", tox="[pytest]\ntb_show_failures = yes\ntb_audit = yes\n")
    shop.write("test_orders.py", cancel())
    result = shop.run("--collect-only", "-q")
    result.stdout.fnmatch_lines(["*test_case_ABC_001[[]audit[]]"])


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("--tb-trials=0", "--tb-trials: '0' is not a whole number from 1; write --tb-trials N"),
        ("--tb-trials=many", "--tb-trials: 'many' is not a whole number from 1; write --tb-trials N"),
        ("--tb-trials=2.5", "--tb-trials: '2.5' is not a whole number from 1; write --tb-trials N"),
        ("--tb-sample=0", "--tb-sample: '0' is not a whole number from 1; write --tb-sample N"),
        ("--tb-seed=-1", "--tb-seed: '-1' is not a whole number from 0; write --tb-seed N"),
        ("--tb-max-user-turns=x", "--tb-max-user-turns: 'x' is not a whole number from 0; write --tb-max-user-turns N"),
        ("--tb-max-tool-calls=", "--tb-max-tool-calls: '' is not a whole number from 0; write --tb-max-tool-calls N"),
        ("--tb-max-tokens=0", "--tb-max-tokens: '0' is not a whole number from 1; write --tb-max-tokens N"),
        (
            "--tb-trial-timeout=0",
            "--tb-trial-timeout: '0' is not a number of seconds above 0; write --tb-trial-timeout SECONDS",
        ),
        (
            "--tb-trial-timeout=inf",
            "--tb-trial-timeout: 'inf' is not a number of seconds above 0; write --tb-trial-timeout SECONDS",
        ),
        (
            "--tb-trial-timeout=nan",
            "--tb-trial-timeout: 'nan' is not a number of seconds above 0; write --tb-trial-timeout SECONDS",
        ),
        ("--tb-model=oracle:1", "--tb-model oracle:1: oracle takes no value; write oracle"),
        ("--tb-model=idle:", "--tb-model idle:: idle takes no value; write idle"),
        (
            "--tb-model=flaky",
            "--tb-model flaky: write flaky:P with a probability P from 0 to 1, such as flaky:0.8",
        ),
        (
            "--tb-model=flaky:1.1",
            "--tb-model flaky:1.1: write flaky:P with a probability P from 0 to 1, such as flaky:0.8",
        ),
        (
            "--tb-model=flaky:nan",
            "--tb-model flaky:nan: write flaky:P with a probability P from 0 to 1, such as flaky:0.8",
        ),
        ("--tb-model=mutant", "--tb-model mutant: write mutant:N with a whole number N, such as mutant:0"),
        ("--tb-model=trap:-1", "--tb-model trap:-1: write trap:N with a whole number N, such as trap:0"),
        (
            f"--tb-model=mutant:{'9' * 10}",
            "--tb-model mutant:9999999999: write mutant:N with a whole number N, such as mutant:0",
        ),
        ("--tb-judge-votes=2", "--tb-judge-votes: '2' is not an odd number from 1; write --tb-judge-votes N"),
        ("--tb-judge-votes=-1", "--tb-judge-votes: '-1' is not an odd number from 1; write --tb-judge-votes N"),
    ],
)
def test_a_bad_value_is_one_clear_error(shop: Shop, argument: str, message: str) -> None:
    shop.write("test_orders.py", cancel())
    refused(shop.run(argument), message)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("tb_trials = 0", "tb_trials: 0 is not a whole number from 1; write tb_trials = 20"),
        ("tb_trials = many", "tb_trials: invalid literal*'many'; write tb_trials = 20"),
        (
            "tb_trial_timeout = -1",
            "tb_trial_timeout: -1.0 is not a number of seconds above 0; write tb_trial_timeout = 60",
        ),
        ("tb_no_transcripts = perhaps", "tb_no_transcripts: *'perhaps'*; write tb_no_transcripts = true"),
        ("tb_model = flaky", "--tb-model flaky: write flaky:P*"),
    ],
)
def test_a_bad_ini_value_is_one_clear_error(shop: Shop, line: str, named: str) -> None:
    shop.pytester.makefile(".ini", tox=f"[pytest]\n{line}\n")
    result = shop.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {named}"])
    result.stderr.no_fnmatch_line("*Traceback*")


def test_a_toml_value_of_a_wrong_type_is_one_clear_error(shop: Shop) -> None:
    shop.pytester.makefile(".toml", pyproject='[tool.pytest]\ntb_trials = "20"\n')
    result = shop.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: tb_trials: *expects an int*; write tb_trials = 20"])


# -- real models


OFFERED = """
    from thinkingbox_plugin.messages import Reply

    class Silent:
        async def reply(self, messages, tools):
            return Reply("<DONE>")

    def pytest_thinkingbox_agent(spec, config):
        return (lambda context: Silent()) if spec.startswith("real") else None
"""
FROM_INI = "the ini file names real-1, which is no reference agent; give it on the command line: --tb-model real-1"


@pytest.mark.parametrize(
    "line",
    [
        "tb_model = real-1",
        "tb_model = oracle real-1",
        "addopts = --tb-model real-1",
        "addopts = --tb-model=real-1",
        "addopts = -q --tb-model oracle --tb-model=real-1",
        "addopts = @arguments.txt",
    ],
)
def test_a_real_model_is_never_taken_from_an_ini_file(shop: Shop, line: str) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(OFFERED)
    (shop.pytester.path / "arguments.txt").write_text("--tb-model\nreal-1\n")
    shop.pytester.makefile(".ini", tox=f"[pytest]\n{line}\n")
    refused(shop.run(), FROM_INI)
    if "addopts" in line:
        refused(shop.run("--tb-model=oracle"), FROM_INI)


def test_a_real_model_on_the_command_line_runs_whatever_the_ini_file_names(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(OFFERED)
    shop.pytester.makefile(".ini", tox="[pytest]\naddopts = --tb-model=idle\ntb_model = oracle\n")
    shop.run("--tb-model=real-1", *SCRIPTED).assert_outcomes(failed=2)
    assert {record.model for record in shop.records()} == {"idle", "real-1"}


def test_a_real_model_on_the_command_line_runs_in_workers_too(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(OFFERED)
    shop.pytester.makefile(".ini", tox="[pytest]\naddopts = --tb-model=oracle\n")
    shop.run_apart("--tb-model=real-1", "-n1", *SCRIPTED).assert_outcomes(passed=1, failed=1)


# -- the results directory


def test_results_go_to_a_folder_named_after_time_and_models_and_latest_means_it(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-model=flaky:0.8", "--tb-model=oracle")
    (made,) = [path for path in (shop.pytester.path / "results").iterdir() if path.name != "latest"]
    assert made.name[8] == "T"
    assert made.name.endswith("Z-flaky-0.8+oracle")
    assert shop.results.resolve() == made


def test_two_runs_of_one_second_have_a_folder_each(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    for _ in range(3):
        shop.run()
    assert len([path for path in (shop.pytester.path / "results").iterdir() if path.name != "latest"]) == 3


def test_a_named_folder_is_made_and_latest_left_alone(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.run("--tb-out=some/where")
    assert shop.keys(shop.pytester.path / "some" / "where") == [("ABC_001", "oracle", 0)]
    assert not (shop.pytester.path / "results").exists()


def test_a_folder_in_an_ini_file_is_relative_to_that_file(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makefile(".ini", tox="[pytest]\ntb_out = there\n")
    monkeypatch.chdir(shop.folder)
    shop.run()
    assert shop.records(shop.pytester.path / "there")
    shop.run("--tb-out=here")
    assert shop.records(shop.folder / "here")


@pytest.fixture
def used(shop: Shop) -> Path:
    folder = shop.pytester.path / "used"
    folder.mkdir()
    (folder / "something").touch()
    return folder


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_folder_that_holds_something_is_refused_before_anything_runs(shop: Shop, used: Path, workers: str) -> None:
    shop.write("test_orders.py", cancel(), "def test_a_tool():\n    open('ran', 'w').close()\n")
    refused(
        shop.run(workers, "--tb-out=used"),
        f"--tb-out {used}: it already holds something; name a new directory or empty this one",
    )
    assert [path.name for path in used.iterdir()] == ["something"]
    assert not (shop.pytester.path / "ran").exists()


def test_a_refused_run_leaves_the_files_of_a_run_that_goes_on(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    parts = shop.pytester.path / "used" / "parts"
    parts.mkdir(parents=True)
    for name in ("requests.sqlite", "requests.sqlite-wal", "trials-main.jsonl"):
        (parts / name).touch()
    assert shop.run("--tb-out=used").ret == pytest.ExitCode.USAGE_ERROR
    assert len(list(parts.iterdir())) == 3


def test_collecting_alone_and_help_do_not_mind_a_used_folder(shop: Shop, used: Path) -> None:
    shop.write("test_orders.py", cancel())
    assert shop.run("--collect-only", "--tb-out=used").ret == pytest.ExitCode.OK
    assert shop.run("--help", "--tb-out=used").ret == pytest.ExitCode.OK


def test_an_empty_folder_is_taken(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "empty").mkdir()
    shop.run("--tb-out=empty").assert_outcomes(passed=1)


def test_a_file_in_the_place_of_the_folder_is_refused(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    path = shop.pytester.path / "file"
    path.touch()
    refused(
        shop.run("--tb-out=file"),
        f"{path}: cannot make the results directory: Not a directory; choose another --tb-out",
    )


def test_a_folder_that_cannot_be_made_ends_the_run_at_its_first_trial(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    (shop.pytester.path / "results").touch()
    result = shop.run()
    result.assert_outcomes(errors=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*cannot make the results directory*choose another --tb-out*"])


def test_a_folder_that_cannot_be_made_ends_a_run_of_workers_before_they_begin(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    (shop.pytester.path / "results").touch()
    result = shop.run_apart("-n2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.assert_outcomes()
    result.stdout.fnmatch_lines(["*cannot make the results directory*choose another --tb-out*"])
