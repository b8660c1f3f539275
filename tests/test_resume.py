"""Going on with a run: what stays, what runs, what is refused, and what the reader is told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from shops import SCRIPTED, Shop, cancel

from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.locking import lock_directory

TWO = cancel("ABC_001"), cancel("ABC_002")
FLAKY = ("--tb-model=flaky:0.5", "--tb-trials=4", "--tb-seed=3")
CLOCK = ("started_at", "timing")


def plain(records: list[TrialRecord]) -> list[dict[str, Any]]:
    """Records without what a clock has written."""
    found = [record.to_json() for record in records]
    for record in found:
        for name in CLOCK:
            del record[name]
    return found


def lose(shop: Shop, *numbers: int) -> Path:
    """Make the newest run one that was killed before these trials (by place in the file) were over."""
    directory = shop.results.resolve()
    kept = [encode(record) for place, record in enumerate(shop.records()) if place not in numbers]
    (directory / "trials.jsonl").unlink()
    (directory / "summary.json").unlink()
    (directory / "parts").mkdir()
    (directory / "parts" / "trials-main.jsonl").write_bytes(b"".join(kept))
    run = json.loads((directory / "run.json").read_text())
    run |= {"state": "running", "ended_at": None}
    run["fingerprints"].pop("goldens")
    (directory / "run.json").write_text(json.dumps(run))
    return directory


def refused(result: pytest.RunResult, *patterns: str) -> None:
    """One error, and no traceback."""
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    lines = [line for line in [*result.errlines, *result.outlines] if line.startswith(("ERROR: ", "! "))]
    assert len(lines) == 1, result.outlines
    for pattern in patterns:
        assert pattern in lines[0]
    assert not any("Traceback" in line or "INTERNALERROR" in line for line in [*result.errlines, *result.outlines])


def contents(directory: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_only_what_is_missing_runs_and_all_is_reported_in_its_place(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", *TWO)
    shop.pytester.makeconftest(
        """
        def pytest_thinkingbox_trial_finished(record, config):
            with open("ran", "a") as file:
                print(record.task[-3:], record.trial, file=file)
        """
    )
    whole = shop.run_apart(*FLAKY, "-v")
    records, summary = plain(shop.records()), shop.summary()
    directory = lose(shop, 2, 5)
    (shop.pytester.path / "ran").unlink()

    result = shop.run_apart("-v", f"--tb-resume={directory}", workers, "--junitxml=junit.xml")
    assert result.parseoutcomes() == whole.parseoutcomes()
    assert plain(shop.records()) == records
    lost = [(r["task"][-3:], str(r["trial"])) for place, r in enumerate(records) if place in (2, 5)]
    ran = [tuple(line.split()) for line in (shop.pytester.path / "ran").read_text().splitlines()]
    assert sorted(ran) == sorted(lost)
    carried = Counter(r["class"] for place, r in enumerate(records) if place not in (2, 5))
    told = ", ".join(f"{carried[name]} {name}" for name in ("passed", "failed"))
    result.stdout.fnmatch_lines([f"carried over: 6 of 8 trials ({told})", "results: *"])
    assert sum("(carried over)" in line and "%]" in line for line in result.outlines) == 6
    found = shop.summary()
    assert found.pop("carried_over") == {"flaky:0.5": 6}
    assert found == summary
    cases = list(ElementTree.parse(shop.pytester.path / "junit.xml").iter("testcase"))
    marks = {
        (str(case.get("name")), p.get("value"))
        for case in cases
        for p in case.iter("property")
        if p.get("name") == "carried_over"
    }
    assert len(marks) == 6
    assert {value for _, value in marks} == {"true"}
    if workers == "-n0":
        names = [f"test_case_{r['task'][-7:]}[flaky:0.5-t0{r['trial']}]" for r in records]
        assert [case.get("name") for case in cases] == names
    run = shop.run_file()
    assert (run["state"], run["resumed"][0]["carried_over"]) == ("finished", 6)
    assert set(run["fingerprints"]["goldens"]) == set(run["fingerprints"]["tasks"])
    assert sorted(path.name for path in directory.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_a_finished_run_runs_nothing_and_prints_its_tables(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    first = shop.run(*FLAKY)
    directory, before = shop.results.resolve(), shop.records()
    shop.write("test_other.py", cancel("OTH_001"))
    shop.run("shop/test_other.py")
    assert shop.results.resolve() != directory

    result = shop.run("--tb-resume", str(directory))
    assert result.parseoutcomes() == first.parseoutcomes() | {"deselected": 4}
    assert shop.results.resolve() == directory
    assert shop.records() == before
    result.stdout.fnmatch_lines(
        ["model *pass@1*", "flaky:0.5 *", "carried over: 8 of 8 trials (*)", f"results: {directory}"]
    )
    assert shop.run("--tb-resume", "results/latest").parseoutcomes() == result.parseoutcomes()
    assert [entry["carried_over"] for entry in shop.run_file()["resumed"]] == [8, 8]


def test_what_was_chosen_is_chosen_again_from_any_folder(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.write("test_orders.py", *TWO, "def test_a_tool():\n    pass\n")
    shop.write("test_gifts.py", cancel("GIF_001"))
    shop.pytester.makeini("[pytest]\n")
    shop.run("shop/test_orders.py", "-k", "ABC and t01", "--tb-trials=2", "--deselect", "shop/test_orders.py::test_no")
    assert shop.keys() == [("ABC_001", "oracle", 1), ("ABC_002", "oracle", 1)]
    directory = lose(shop, 0)
    elsewhere = shop.pytester.mkdir("elsewhere")
    monkeypatch.chdir(elsewhere)
    result = shop.run(f"--tb-resume={directory}")
    assert result.parseoutcomes()["passed"] == 2
    assert shop.keys(directory) == [("ABC_001", "oracle", 1), ("ABC_002", "oracle", 1)]
    refused(shop.run(f"--tb-resume={directory}", "-k", "GIF"), "-k GIF: the run has ABC and t01")
    refused(shop.run(f"--tb-resume={directory}", "-m", "task"), "-m task: the run has none")
    refused(shop.run(f"--tb-resume={directory}", "../shop/test_gifts.py"), "shop/test_orders.py", "paths shop/test_gi")
    same = shop.run(f"--tb-resume={directory}", "../shop/test_orders.py", "-k", "ABC and t01")
    assert same.parseoutcomes()["passed"] == 2


def test_tasks_in_an_installed_package_are_found_again(shop: Shop) -> None:
    shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-trials=2")
    directory = lose(shop, 1)
    assert shop.run(f"--tb-resume={directory}").parseoutcomes()["passed"] == 2
    assert shop.keys() == [("RET_002", "oracle", 0), ("RET_002", "oracle", 1)]


def test_a_sample_is_the_same_one(shop: Shop) -> None:
    shop.write("test_orders.py", *(cancel(f"ABC_00{number}") for number in range(6)))
    shop.run("--tb-sample=3", "--tb-seed=5")
    keys = shop.keys()
    directory = lose(shop, 0, 2)
    shop.write("test_later.py", cancel("LAT_001"))
    shop.run(f"--tb-resume={directory}")
    assert shop.keys() == keys


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--tb-trials=5", "--tb-trials 5: the run in "),
        ("--tb-model=idle", "--tb-model idle: the run in "),
        ("--tb-seed=4", "--tb-seed 4: the run in "),
        ("--tb-user-model=gpt-5.4", "--tb-user-model gpt-5.4: the run in "),
        ("--tb-judge-model=gpt-5.4", "--tb-judge-model gpt-5.4: the run in "),
        ("--tb-judge-votes=3", "--tb-judge-votes 3: the run in "),
        ("--tb-sample=1", "--tb-sample 1: the run in "),
        ("--tb-shard=1/2", "--tb-shard 1/2: the run in "),
        ("--tb-max-tool-calls=3", "--tb-max-tool-calls 3: the run in "),
        ("--tb-trial-timeout=3", "--tb-trial-timeout 3: the run in "),
        ("--tb-no-transcripts", "--tb-no-transcripts: the run in "),
        ("--tb-out=elsewhere", "--tb-out elsewhere: --tb-resume goes on writing into "),
        ("--tb-audit", "--tb-resume with --tb-audit"),
        ("--tb-retry=failed", "--tb-retry failed: a trial with a verdict is not tried again"),
        ("--tb-retry=often", "--tb-retry: 'often' is none of ungraded, unmeasured"),
        ("--tb-record=tape", "the run was not recorded; leave --tb-record out"),
        ("--tb-replay=tape", "the run was not replayed; leave --tb-replay out"),
    ],
)
def test_an_option_that_is_not_the_runs_is_refused_by_name_and_nothing_changes(
    shop: Shop, typed: str, told: str
) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    directory = lose(shop, 1)
    before = contents(directory)
    refused(shop.run(f"--tb-resume={directory}", typed), told)
    assert contents(directory) == before


def test_options_repeated_as_they_were_and_other_ones_in_the_ini_file_are_no_matter(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY, "--tb-max-tokens=5000")
    directory = lose(shop, 1)
    shop.pytester.makeini("[pytest]\ntb_trials = 7\ntb_model = idle\naddopts = --tb-seed=9 --tb-model=trap:0\n")
    result = shop.run(f"--tb-resume={directory}", *FLAKY, "--tb-max-tokens=5000")
    assert sum(result.parseoutcomes().values()) == 8
    options = shop.run_file()["options"]
    assert (options["models"], options["trials"], options["seed"]) == (["flaky:0.5"], 4, 3)
    assert len(shop.records()) == 8


def test_a_directory_without_a_run_is_refused(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.pytester.mkdir("empty")
    refused(shop.run("--tb-resume=nowhere"), "nowhere: does not exist; name the results directory of a run")
    refused(shop.run("--tb-resume=empty"), "no run.json, so no trial of a run had begun there; start the run again")
    refused(shop.run("--tb-resume=shop/test_orders.py"), "is a file")
    refused(shop.run("--tb-retry=ungraded"), "--tb-retry: there is nothing to try again; name the run")


@pytest.mark.parametrize("ini", ["tb_resume = there", "addopts = --tb-resume=there"])
def test_an_ini_file_does_not_resume(shop: Shop, ini: str) -> None:
    shop.write("test_orders.py", *TWO)
    shop.pytester.makeini(f"[pytest]\n{ini}\n")
    refused(shop.run(), "tb_resume: every run would go on with that one; type it where it is meant")


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_changed_tasks_and_prompts_are_refused_by_name_and_nothing_changes(
    shop: Shop, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    directory = lose(shop, 1)
    before = contents(directory)
    resume = (f"--tb-resume={directory}", workers)
    shop.write("test_orders.py", TWO[0], TWO[1].replace("Please cancel", "Cancel"))
    refused(shop.run_apart(*resume), "1 task (test_case_ABC_002); restore that, or start another run")
    assert contents(directory) == before
    shop.write("test_orders.py", TWO[0])
    refused(shop.run_apart(*resume), "test_case_ABC_002 is a task of the run not collected here")
    assert contents(directory) == before
    shop.write("test_orders.py", *TWO)
    (shop.folder / "__init__.py").write_text(
        "from thinkingbox_plugin import prompts\nprompts.CONVENTIONS += 'Be brief. '\nfrom toyshop import DOMAIN\n"
    )
    refused(shop.run_apart(*resume), "the prompts of the agent")
    assert contents(directory) == before


def test_a_task_that_cannot_be_imported_is_pytests_error_and_changes_nothing(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    directory = lose(shop, 1)
    before = contents(directory)
    shop.write("test_orders.py", "raise RuntimeError\n")
    result = shop.run(f"--tb-resume={directory}")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert contents(directory) == before


def test_collecting_only_changes_nothing(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    directory = lose(shop, 1)
    before = contents(directory)
    result = shop.run(f"--tb-resume={directory}", "--collect-only", "-q")
    assert sum("::test_case_" in line for line in result.outlines) == 8
    assert contents(directory) == before


def change(shop: Shop, place: int, **values: object) -> None:
    """Rewrite a record of the newest run."""
    records = shop.records()
    records[place] = TrialRecord.from_json(records[place].to_json() | values)
    (shop.results / "trials.jsonl").write_bytes(b"".join(map(encode, records)))


def test_what_was_not_measured_is_measured_and_what_was_not_graded_stays(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run("--tb-trials=2")
    whole = plain(shop.records())
    change(shop, 0, **{"class": "unmeasured", "stop_reason": "provider_error", "error": "HTTP 503"})
    change(shop, 3, **{"class": "ungraded", "checks": [{"name": "rubric.0", "passed": None, "detail": "HTTP 503"}]})
    result = shop.run("--tb-resume=results/latest", "-v")
    assert result.parseoutcomes() == {"passed": 3, "errors": 1}
    result.stdout.fnmatch_lines(
        ["*ABC_002?oracle-t01? ERROR (carried over)*", "carried over: 3 of 4 trials (2 passed, 1 ungraded)"]
    )
    assert plain(shop.records())[:3] == whole[:3]
    assert [record.trial_class for record in shop.records()] == ["passed", "passed", "passed", "ungraded"]


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_an_ungraded_trial_is_judged_again_and_not_played_again(shop: Shop, workers: str) -> None:
    shop.run("--pyargs", "toyshop", "-k", "RET_002", "--tb-trials=3")
    whole = shop.records()
    checks = [vars_of(check) for check in whole[1].checks]
    for check in checks:
        if check["name"] == "rubric.0":
            check |= {"passed": None, "detail": "the judge: HTTP 503"}
    change(shop, 1, **{"class": "ungraded", "checks": checks})
    result = shop.run_apart("--tb-resume=results/latest", "--tb-retry=ungraded", workers)
    assert result.parseoutcomes() | {"deselected": 0} == {"passed": 3, "deselected": 0}
    result.stdout.fnmatch_lines(["carried over: 2 of 3 trials (2 passed)"])
    assert [record.to_json() for record in shop.records()] == [record.to_json() for record in whole]


def vars_of(check: Any) -> dict[str, Any]:
    return {"name": check.name, "passed": check.passed, "detail": check.detail}


def test_without_transcripts_a_run_goes_on_without_them(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    whole = shop.run(*FLAKY, "--tb-no-transcripts")
    records = plain(shop.records())
    directory = lose(shop, 1, 3)
    refused(shop.run(f"--tb-resume={directory}", "--tb-retry=ungraded"), "--tb-retry ungraded", "no conversation")
    result = shop.run(f"--tb-resume={directory}")
    assert result.parseoutcomes() == whole.parseoutcomes()
    assert plain(shop.records()) == records
    assert not any(message["content"] for record in shop.records() for message in record.messages)


def test_a_torn_last_line_runs_again(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    records = plain(shop.records())
    directory = lose(shop)
    part = directory / "parts" / "trials-main.jsonl"
    part.write_bytes(part.read_bytes()[:-30])
    (directory / "parts" / "goldens-main.notes").write_text('{"task": "toysh')
    result = shop.run(f"--tb-resume={directory}")
    result.stdout.fnmatch_lines(["carried over: 7 of 8 trials *"])
    assert plain(shop.records()) == records
    assert any("never finished and is left out" in note for note in shop.run_file()["notes"])


def test_a_missing_worker_file_means_its_trials_run_again(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    records = shop.records()
    directory = lose(shop)
    parts = directory / "parts"
    (parts / "trials-main.jsonl").unlink()
    (parts / "trials-gw0.jsonl").write_bytes(b"".join(map(encode, records[::2])))
    result = shop.run(f"--tb-resume={directory}")
    result.stdout.fnmatch_lines(["carried over: 4 of 8 trials *"])
    assert plain(shop.records()) == plain(records)
    parts.mkdir()
    (directory / "trials.jsonl").unlink()
    (parts / "trials-gw1.jsonl").write_bytes(b"")
    result = shop.run(f"--tb-resume={directory}")
    result.stdout.fnmatch_lines(["carried over: 0 of 8 trials"])
    assert plain(shop.records()) == plain(records)


def test_a_compressed_file_of_trials_is_unpacked_and_gone_on_with(shop: Shop) -> None:
    import gzip

    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    records = shop.records()
    path = shop.results / "trials.jsonl"
    (shop.results / "trials.jsonl.gz").write_bytes(gzip.compress(b"".join(map(encode, records[:5]))))
    path.unlink()
    shop.run("--tb-resume=results/latest").stdout.fnmatch_lines(["carried over: 5 of 8 trials *"])
    assert plain(shop.records()) == plain(records)
    assert not (shop.results / "trials.jsonl.gz").exists()


def test_a_run_that_was_told_where_to_write_leaves_latest_alone(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run("--tb-out=there", *FLAKY)
    assert shop.run("--tb-resume=there").ret == pytest.ExitCode.TESTS_FAILED
    assert not (shop.pytester.path / "results").exists()


def test_a_directory_that_another_run_holds_is_refused(shop: Shop) -> None:
    import os

    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    directory = lose(shop, 1)
    with lock_directory(directory):
        before = contents(directory)
        refused(shop.run(f"--tb-resume={directory}"), f"another run (process {os.getpid()}) is at work in it")
        assert contents(directory) == before
    assert len(shop.records(directory)) == 8 if shop.run(f"--tb-resume={directory}").ret == 1 else False


def test_the_gate_counts_what_is_carried_over(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run(*FLAKY)
    rate = shop.summary()["models"]["flaky:0.5"]["all"]["pass@1"]["rate"]
    directory = lose(shop, 1, 2)
    gate = f"--tb-gate=pass@1 >= {rate}"
    result = shop.run(f"--tb-resume={directory}", gate, "--tb-gate-point")
    assert result.ret == pytest.ExitCode.OK
    result = shop.run(f"--tb-resume={directory}", f"--tb-gate=pass@1 >= {rate + 0.01}", "--tb-gate-point")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.no_fnmatch_line("*something that is no trial failed*")


def test_a_run_that_is_not_over_says_how_to_go_on(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    result = shop.run(*FLAKY, "--maxfail=1")
    assert shop.run_file()["state"] == "interrupted"
    directory = shop.results.resolve()
    result.stdout.fnmatch_lines([f"to go on: pytest --tb-resume {directory}"])
    result = shop.run("--tb-resume", str(directory))
    assert len(shop.records()) == 8
    result.stdout.no_fnmatch_line("to go on: *")


def test_agents_that_a_conftest_of_the_chosen_folder_brings_are_there_again(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    (shop.folder / "conftest.py").write_text(
        "from thinkingbox_plugin.messages import Reply\n\n\n"
        "class Curt:\n"
        "    async def reply(self, messages, tools):\n"
        "        return Reply('<DONE>')\n\n\n"
        "def pytest_thinkingbox_agent(spec, config):\n"
        "    return (lambda context: Curt()) if spec == 'curt' else None\n"
    )
    shop.run_apart("shop", "--tb-model=curt", *SCRIPTED).assert_outcomes(failed=2)
    directory = lose(shop, 0)
    shop.run_apart(f"--tb-resume={directory}").assert_outcomes(failed=2)
