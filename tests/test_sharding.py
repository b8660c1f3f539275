"""A run that is shared out: which part has which tasks, and joining their results."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shops import Shop, cancel
from test_resume import contents, plain, refused

import thinkingbox_plugin.gates.answers  # what numpy needs cannot be imported twice in a process
import thinkingbox_plugin.report.sections  # noqa: F401
from thinkingbox_plugin import cli
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.locking import lock_directory
from thinkingbox_plugin.sharding import deal

tasks_of_a_run = st.lists(
    st.tuples(
        st.sampled_from(["retail", "travel"]), st.sampled_from(["returns", "swaps", "dates"]), st.text(max_size=8)
    ),
    max_size=60,
    unique_by=lambda task: task[2],
)


@given(tasks_of_a_run, st.integers(1, 12), st.randoms(use_true_random=False))
def test_parts_are_even_in_all_and_in_every_domain_and_workflow_whatever_the_order(
    tasks: list[tuple[str, str, str]], of: int, random: Any
) -> None:
    parts = deal(tasks, of)
    assert parts.keys() == {name for _, _, name in tasks}
    shuffled = list(tasks)
    random.shuffle(shuffled)
    assert deal(shuffled, of) == parts
    for group in ((), *{task[:1] for task in tasks}, *{task[:2] for task in tasks}):
        counts = Counter(parts[task[2]] for task in tasks if task[: len(group)] == group)
        sizes = [counts[part] for part in range(1, of + 1)]
        assert max(sizes) - min(sizes) <= 1


@given(tasks_of_a_run, st.integers(1, 12), st.text(min_size=9, max_size=12))
def test_a_task_more_leaves_the_domains_before_its_own_as_they_were(
    tasks: list[tuple[str, str, str]], of: int, added: str
) -> None:
    before, after = deal(tasks, of), deal([*tasks, ("travel", "dates", added)], of)
    assert all(before[name] == after[name] for domain, _, name in tasks if domain == "retail")


def test_the_parts_of_known_tasks_never_change() -> None:
    tasks = [("toyshop", "orders", f"toyshop/test_orders.py::test_case_ABC_00{number}") for number in range(6)]
    assert list(deal(tasks, 3).values()) == [1, 2, 3, 1, 2, 3]
    assert {name[-1]: part for name, part in deal(tasks, 3).items()} == {"3": 1, "5": 2, "1": 3, "0": 1, "4": 2, "2": 3}


OPTIONS = ("--tb-model=flaky:0.5", "--tb-model=oracle", "--tb-trials=2", "--tb-seed=3")


@pytest.fixture
def shared(shop: Shop) -> Shop:
    """Five tasks, of which two are twins, in two files."""
    shop.write(
        "test_orders.py", cancel("ABC_001", 'twin="ABC_002"'), cancel("ABC_002", 'twin="ABC_001"'), cancel("ABC_003")
    )
    shop.write("test_gifts.py", cancel("GIF_001"), cancel("GIF_002"), "def test_a_tool():\n    pass\n")
    return shop


def part(shop: Shop, number: int, of: int, *more: str) -> Path:
    """Run a part into a directory of its own."""
    out = shop.pytester.path / f"part-{number}of{of}"
    shop.run(*OPTIONS, f"--tb-shard={number}/{of}", f"--tb-out={out}", *more)
    return out


def merge(*arguments: str | Path) -> int:
    return cli.main(["merge", *map(str, arguments)])


def without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def test_the_parts_together_are_the_whole_run(shared: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shared.run(*OPTIONS, "--tb-out=whole")
    whole = shared.pytester.path / "whole"
    parts = [part(shared, number, 3) for number in (1, 2, 3)]
    assert sum(len(shared.records(directory)) for directory in parts) == 20
    assert all(set(Counter(shared.keys(directory)).values()) == {1} for directory in parts)
    for directory in parts:  # whole tasks, with every trial by every model
        counts = Counter(key[0] for key in shared.keys(directory))
        assert set(counts.values()) == {4}
    capsys.readouterr()
    out = shared.pytester.path / "out"
    assert merge(*reversed(parts), "--out", out) == 0
    assert capsys.readouterr().out == f"20 trials of 3 directories\nresults: {out}\n"
    assert plain(shared.records(out)) == plain(shared.records(whole))
    assert shared.summary(out) == shared.summary(whole)
    found, one = shared.run_file(out), shared.run_file(whole)
    assert found["state"] == "finished"
    assert found["planned"] == one["planned"]
    assert len(found["planned"]["twins"]) == 2
    assert found["fingerprints"] == one["fingerprints"]
    assert without(found["options"], "shard") == without(one["options"], "shard")
    assert [entry["parts"] for entry in found["merged"]] == [["3/3"], ["2/3"], ["1/3"]]
    assert sorted(path.name for path in out.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]
    assert cli.main(["report", str(out)]) == 0
    assert cli.main(["gate", str(out), "--gate", "oracle: pass@1 >= 1", "--point"]) == 0


def test_a_part_says_so_and_ordinary_tests_are_the_first_parts(shared: Shop) -> None:
    first = shared.run("--tb-shard=1/3")
    assert first.parseoutcomes() == {"passed": 3, "deselected": 3}
    assert shared.results.resolve().name.endswith("-oracle-1of3")
    shard = shared.run_file()["planned"]["shard"]
    assert (shard["of"], shard["parts"], len(shard["whole"]["domains"])) == (3, [1], 5)
    assert "passed" not in shared.run("--tb-shard=6/7", "-k", "not task").parseoutcomes()
    second = shared.run("--tb-shard=2/3", "-v")
    second.stdout.no_fnmatch_line("*test_a_tool*")


def test_workers_take_the_same_part(shared: Shop) -> None:
    shared.run("--tb-shard=2/3")
    alone = shared.keys()
    shared.run_apart("--tb-shard=2/3", "-n2")
    assert shared.keys() == alone


def test_parts_are_cut_from_what_was_chosen(shared: Shop) -> None:
    shared.run("--tb-shard=1/2", "-k", "ABC")
    one = shared.keys()
    shared.run("--tb-shard=2/2", "-k", "ABC")
    assert sorted([*one, *shared.keys()]) == [(f"ABC_00{number}", "oracle", 0) for number in (1, 2, 3)]


@pytest.mark.parametrize("wrong", ["0/8", "9/8", "3", "a/b", "3/0", "-1/8", "1/99999"])
def test_a_part_that_there_is_not_is_refused(shared: Shop, wrong: str) -> None:
    refused(shared.run(f"--tb-shard={wrong}"), f"--tb-shard: '{wrong}' is no part of a whole; write --tb-shard 1/8")


def test_an_audit_is_not_shared_out(shared: Shop) -> None:
    refused(shared.run("--tb-shard=1/2", "--tb-audit"), "--tb-shard with --tb-audit: an audit judges whole domains")


def test_without_all_parts_the_result_is_partial_and_can_be_completed(
    shared: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    shared.run(*OPTIONS, "--tb-out=whole")
    whole = shared.pytester.path / "whole"
    parts = [part(shared, number, 3) for number in (1, 3)]
    capsys.readouterr()
    out = shared.pytester.path / "out"
    assert merge(*parts, "--out", out) == 1
    assert "part 2/3 is missing" in capsys.readouterr().out
    assert shared.run_file(out)["state"] == "partial"
    assert "part 2/3 is missing" in shared.run_file(out)["notes"]
    not_run = shared.summary(out)["models"]["oracle"]["all"]["classes"]["not_run"]
    assert not_run == 10 - len(shared.records(out)) // 2 > 0
    cli.main(["report", str(out)])
    assert "parts of the run are missing" in capsys.readouterr().out
    completed = shutil.copytree(out, shared.pytester.path / "completed")
    result = shared.run(f"--tb-resume={completed}")
    assert result.parseoutcomes()["passed"] > 10
    assert plain(shared.records(completed)) == plain(shared.records(whole))
    assert shared.run_file(completed)["state"] == "finished"
    assert shared.run_file(completed)["planned"] == shared.run_file(whole)["planned"]
    assert shared.run_file(completed)["fingerprints"] == shared.run_file(whole)["fingerprints"]

    last = part(shared, 2, 3)
    again = shared.pytester.path / "again"
    assert merge(out, last, "--out", again) == 0
    assert plain(shared.records(again)) == plain(shared.records(whole))
    assert shared.run_file(again)["state"] == "finished"


def test_a_part_can_be_gone_on_with(shared: Shop) -> None:
    directory = part(shared, 2, 3)
    records = shared.records(directory)
    (directory / "trials.jsonl").write_bytes(b"".join(map(encode, records[1:])))
    shared.run(f"--tb-resume={directory}").stdout.fnmatch_lines(
        [f"carried over: {len(records) - 1} of {len(records)} *"]
    )
    assert plain(shared.records(directory)) == plain(records)
    assert shared.run_file(directory)["planned"]["shard"]["parts"] == [2]


def told(capsys: pytest.CaptureFixture[str], out: Path, *arguments: Path) -> str:
    """The one line of a merge that was refused; nothing is left of it."""
    before = {path: contents(path) for path in arguments}
    beside = sorted(out.parent.iterdir())
    capsys.readouterr()
    assert merge(*arguments, "--out", out) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert {path: contents(path) for path in arguments} == before
    assert sorted(out.parent.iterdir()) == beside
    return errors[0]


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ("--tb-seed=4", "the option seed (3 and 4)"),
        ("--tb-trials=3", "the option trials (2 and 3)"),
        ("--tb-model=idle", "the option models (flaky:0.5 oracle and flaky:0.5 oracle idle)"),
        ("--tb-max-tool-calls=9", "the limit max_tool_calls (100 and 9)"),
        ("--tb-judge-votes=3", "the votes of the judge (1 and 3)"),
        ("--tb-no-transcripts", "the option transcripts (True and False)"),
        ("--tb-sample=4", "the option sample (none and 4)"),
    ],
)
def test_parts_of_different_runs_are_refused_with_the_difference(
    shared: Shop, capsys: pytest.CaptureFixture[str], other: str, difference: str
) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2, other)
    message = told(capsys, shared.pytester.path / "out", one, two)
    assert f"{one} and {two} are not parts of one run: {difference}" in message


def test_other_tasks_users_and_cuts_are_refused(shared: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2)
    out = shared.pytester.path / "out"
    run = shared.run_file(two)

    def changed(**values: Any) -> None:
        (two / "run.json").write_text(json.dumps(run | values))

    changed(user="gpt-5.4-mini")
    assert "the user (scripted and gpt-5.4-mini)" in told(capsys, out, one, two)
    changed(judge="gpt-5.4-mini")
    assert "the judge (scripted and gpt-5.4-mini)" in told(capsys, out, one, two)
    changed(fingerprints=run["fingerprints"] | {"prompts": "0"})
    assert "the prompts of the agent" in told(capsys, out, one, two)
    changed(
        fingerprints=run["fingerprints"]
        | {"domains": {"toyshop": {**run["fingerprints"]["domains"]["toyshop"], "tools": "0"}}}
    )
    assert "the tools of toyshop" in told(capsys, out, one, two)
    shard = run["planned"]["shard"]
    changed(planned=run["planned"] | {"shard": shard | {"of": 3}})
    assert "cut differently" in told(capsys, out, one, two)
    whole: dict[str, Any] = {"domains": {}, "trials": {}}
    changed(planned=run["planned"] | {"shard": shard | {"whole": whole}})
    assert "cut from different tasks; choose the same for every part" in told(capsys, out, one, two)
    (two / "run.json").unlink()
    assert "no run.json that says what was planned" in told(capsys, out, one, two)


def change(directory: Path, shop: Shop, place: int, **values: Any) -> TrialRecord:
    records = shop.records(directory)
    records[place] = TrialRecord.from_json(records[place].to_json() | values)
    (directory / "trials.jsonl").write_bytes(b"".join(map(encode, records)))
    return records[place]


def test_what_stands_twice_must_agree_and_is_taken_once(shared: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2)
    copy, out = shutil.copytree(one, shared.pytester.path / "copy"), shared.pytester.path / "out"
    change(copy, shared, 0, started_at="2031-01-01T00:00:00+00:00", timing={"total": 9.0})
    assert merge(one, copy, two, "--out", out) == 0
    assert f"{len(shared.records(one))} of them found twice" in capsys.readouterr().out
    assert len(shared.records(out)) == len(set(shared.keys(out))) == 20

    other = shared.pytester.path / "other"
    disagreeing = change(copy, shared, 1, **{"class": "failed", "state_hash": "0"})
    message = told(capsys, other, one, copy, two)
    assert f"{disagreeing.task}[{disagreeing.model}-t0{disagreeing.trial}]: " in message
    assert "hold different records of it" in message

    change(copy, shared, 1, **{"class": "unmeasured", "stop_reason": "provider_error"})
    assert merge(copy, one, two, "--out", other) == 0
    assert plain(shared.records(other)) == plain(shared.records(out))


def test_a_part_that_was_killed_is_taken_as_it_stands(shared: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2)
    parts = two / "parts"
    parts.mkdir()
    whole = (two / "trials.jsonl").read_bytes()
    (two / "trials.jsonl").unlink()
    (parts / "trials-gw0.jsonl").write_bytes(whole[:-9])
    run = shared.run_file(two)
    (two / "run.json").write_text(json.dumps(run | {"state": "running", "ended_at": None}))
    out = shared.pytester.path / "out"
    assert merge(one, two, "--out", out) == 0
    assert "was never finished and is left out" in capsys.readouterr().out
    assert len(shared.records(out)) == 19
    assert shared.run_file(out)["state"] == "interrupted"
    assert (parts / "trials-gw0.jsonl").read_bytes() == whole[:-9]
    with lock_directory(two):
        assert "is at work in it" in told_locked(capsys, shared.pytester.path / "other", one, two)


def told_locked(capsys: pytest.CaptureFixture[str], out: Path, *arguments: Path) -> str:
    assert merge(*arguments, "--out", out) == 2
    assert not out.exists()
    return capsys.readouterr().err


def test_runs_that_nobody_has_shared_out_can_be_joined_too(shared: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shared.run(*OPTIONS, "--tb-out=whole")
    shared.run(*OPTIONS, "--tb-out=first", "-k", "t00")
    shared.run(*OPTIONS, "--tb-out=second", "-k", "t01")
    path = shared.pytester.path
    assert merge(path / "first", path / "second", "--out", path / "out") == 0
    assert plain(shared.records(path / "out")) == plain(shared.records(path / "whole"))
    assert shared.summary(path / "out") == shared.summary(path / "whole")
    shared.run("--tb-resume=out").stdout.fnmatch_lines(["carried over: 20 of 20 trials *"])


def test_out_must_be_new_and_the_same_directory_is_not_named_twice(
    shared: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2)
    capsys.readouterr()
    assert merge(one, two, "--out", two) == 2
    assert "already holds something" in capsys.readouterr().err
    assert merge(one, one, "--out", shared.pytester.path / "out") == 2
    assert "named twice" in capsys.readouterr().err
    empty = shared.pytester.mkdir("empty")
    assert merge(one, two, "--out", empty) == 0


def test_a_merge_that_cannot_be_written_leaves_nothing(
    shared: Shop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = part(shared, 1, 2), part(shared, 2, 2)
    out = shared.pytester.path / "deep" / "out"
    out.parent.mkdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("thinkingbox_plugin.results.joining.os.rename", full)
    assert "No space left on device; make room, or name another place" in told(capsys, out, one, two)
    assert not list(out.parent.iterdir())
