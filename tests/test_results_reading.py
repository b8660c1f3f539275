"""Reading saved runs: what counts, what is passed over, what is refused; and which trials make one row of a report."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import record, records, rewrite_run, run_folder

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.results import Planned, part_path
from thinkingbox_plugin.results.collecting import collect
from thinkingbox_plugin.results.comparable import differences
from thinkingbox_plugin.results.lines import encode
from thinkingbox_plugin.results.reading import KeyRow, RunInfo, TrialRow, open_runs, read_rows, row_parser
from thinkingbox_plugin.statistics import TaskCount
from thinkingbox_plugin.statistics.sample import Sample

TWO = {"retail/a": "11", "retail/b": "10"}


def samples(*paths: Path, pool: bool = False) -> dict[str, Sample]:
    return {sample.model: sample for sample in collect(open_runs(paths), pool=pool).samples}


def counts(sample: Sample) -> dict[str, TaskCount]:
    return {result.task: result.count for result in sample.results}


# -- lines


def test_a_row_is_read_from_a_records_line_and_back_to_the_same_values() -> None:
    made = record("retail/a", 3, False, tags=["asks"], usage={"agent": {"cost": 0.5}}, versions={"agent": "v1"})
    row = row_parser(TrialRow)(encode(made))
    assert (row.key, row.trial_class, row.domain, row.version) == (made.key, "failed", "retail", "v1")
    assert (row.tags, row.usage) == (("asks",), {"agent": {"cost": 0.5}})


def test_fields_of_a_newer_version_and_a_key_called_messages_elsewhere_do_not_matter() -> None:
    data = record("retail/a", 0, True).to_json()
    data = {"new": {"kind": "x", "messages": [1, 2]}, **data, "last": [{}]}
    assert row_parser(KeyRow)(json.dumps(data, separators=(",", ":")).encode()).key == ("retail/a", "m", 0)


class WithMessages(KeyRow):
    messages: list[dict[str, object]]


def test_a_row_that_wants_the_messages_has_them() -> None:
    line = encode(record("retail/a", 0, True, messages=[{"role": "user", "content": "hello"}]))
    assert row_parser(WithMessages)(line).messages == [{"role": "user", "content": "hello"}]


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b"nonsense", b'{"task":"a","class":"won","model":"m","trial":0}', b"\xff"]
)
def test_what_is_no_record_is_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match="not a trial's record"):
        row_parser(KeyRow)(line)


# -- directories


def test_a_torn_last_line_is_passed_over_and_told_once(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(TWO))
    with (path / "trials.jsonl").open("ab") as file:
        file.write(encode(record("retail/a", 2, True))[:-30])
    (run,) = open_runs([path])
    assert [sum(1 for _ in run.rows()) for _ in range(2)] == [4, 4]
    assert run.notes == [f"{path / 'trials.jsonl'}: line 5 was never finished and is left out"]
    assert run.notes[0] in collect([run]).notes


def test_a_broken_line_is_named_with_its_mend(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(TWO))
    with (path / "trials.jsonl").open("ab") as file:
        file.write(b"half a record\n")
    with pytest.raises(UsageError, match=r"trials.jsonl, line 5: not a trial's record.*; delete this line"):
        list(read_rows([path]))


def test_part_files_that_were_never_merged_count_with_one_record_for_each_trial(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", [record("retail/a", 0, None)])
    for worker, trials in {
        "gw0": [record("retail/a", 0, True), record("retail/a", 1, True)],
        "gw1": [record("retail/a", 1, False), record("retail/b", 0, False)],
    }.items():
        part = part_path(path, worker)
        part.parent.mkdir(exist_ok=True)
        part.write_bytes(b"".join(map(encode, trials)))
    found = {row.key: row.trial_class for row in read_rows([path])}
    assert found == {("retail/a", "m", 0): "passed", ("retail/a", "m", 1): "passed", ("retail/b", "m", 0): "failed"}


def test_a_compressed_run_reads_as_it_was(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(TWO))
    plain = [row.key for row in read_rows([path])]
    (path / "trials.jsonl.gz").write_bytes(gzip.compress((path / "trials.jsonl").read_bytes()))
    (path / "trials.jsonl").unlink()
    assert [row.key for row in read_rows([path])] == plain


def test_what_is_no_results_directory_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "trials.jsonl"
    file.touch()
    for path, why in ((tmp_path / "gone", "does not exist"), (file, "is a file")):
        with pytest.raises(UsageError, match=f"{path.name}: {why}; name the results directory of a run"):
            open_runs([path])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match=r"no trials\.jsonl here; name the results directory"):
        open_runs([empty])


def test_latest_means_the_newest_run_also_where_it_is_a_text_file(tmp_path: Path) -> None:
    run_folder(tmp_path / "run", records(TWO))
    (tmp_path / "latest").write_text("run\n")
    assert [run.name for run in open_runs([tmp_path / "latest"])] == ["run"]
    (tmp_path / "latest").unlink()
    (tmp_path / "latest").symlink_to("run")
    assert [run.name for run in open_runs([tmp_path / "latest"])] == ["run"]


def test_a_directory_named_twice_is_refused_and_equal_names_are_told_apart_by_their_parents(tmp_path: Path) -> None:
    paths = [run_folder(tmp_path / parent / "run", records(TWO)) for parent in ("one", "two")]
    assert [run.name for run in open_runs(paths)] == ["one/run", "two/run"]
    with pytest.raises(UsageError, match="named twice, its trials would count twice"):
        open_runs([paths[0], paths[0] / ".." / "run"])


def test_a_run_file_that_is_broken_is_refused_and_one_that_is_missing_is_told(tmp_path: Path) -> None:
    path = run_folder(tmp_path / "run", records(TWO))
    rewrite_run(path, planned={"domains": 3, "trials": {}})
    with pytest.raises(UsageError, match=r"run.json: not as a run writes it .*; restore it from a copy"):
        open_runs([path])
    (path / "run.json").unlink()
    assert "run: no run.json, so nothing is known of what was planned" in collect(open_runs([path])).notes


@pytest.mark.parametrize(
    ("state", "note"), [("running", "the run still goes on, or was killed"), ("interrupted", "the run was interrupted")]
)
def test_a_run_that_is_not_finished_is_called_so(tmp_path: Path, state: str, note: str) -> None:
    path = run_folder(tmp_path / "run", records(TWO))
    assert collect(open_runs([path])).notes == []
    rewrite_run(path, state=state)
    assert collect(open_runs([path])).notes == [f"run: {note}"]


# -- rows of a report


def test_trials_are_counted_by_task_with_those_that_were_not_run(tmp_path: Path) -> None:
    planned = Planned.product(
        {"retail/a": "retail", "retail/b": "retail", "travel/test_x.py::c": "travel"}, ["m", "n"], 3
    )
    twins = {"retail/a": "retail/b"}
    path = run_folder(tmp_path / "run", records({"retail/a": "10-", "retail/b": "1"}), planned=planned, twins=twins)
    found = samples(path)
    assert counts(found["m"]) == {
        "retail/a": TaskCount(1, 1, 1),
        "retail/b": TaskCount(1, 0),
        "travel/test_x.py::c": TaskCount(0, 0),
    }
    assert [result.not_run for result in found["m"].results] == [0, 2, 3]
    assert [result.cluster for result in found["m"].results] == ["retail/a", "retail/a", "travel/test_x.py::c"]
    assert (found["m"].results[2].domain, found["m"].results[2].workflow) == ("travel", "x")
    assert [result.not_run for result in found["n"].results] == [3, 3, 3]


@settings(deadline=None, max_examples=15)
@given(st.integers(1, 10**6))
def test_the_rows_do_not_depend_on_the_order_of_records(shuffle: int) -> None:
    import tempfile

    trials = [*records({"retail/a": "10-", "travel/b": "1101"}), *records({"retail/a": "0"}, model="n")]
    with tempfile.TemporaryDirectory() as folder:
        paths = [run_folder(Path(folder) / str(n), trials, shuffle=n or None) for n in (0, shuffle)]
        one, other = (samples(path) for path in paths)
    assert one == other


def test_parts_of_one_run_make_one_row(tmp_path: Path) -> None:
    one = run_folder(tmp_path / "one", records({"retail/a": "11"}))
    other = run_folder(tmp_path / "two", records({"travel/b": "10"}))
    assert counts(samples(one, other)["m"]) == {"retail/a": TaskCount(2, 0), "travel/b": TaskCount(1, 1)}


def test_trials_that_two_directories_both_hold_make_a_row_for_each(tmp_path: Path) -> None:
    paths = [run_folder(tmp_path / name, records(TWO)) for name in ("old", "new")]
    collected = collect(open_runs(paths))
    assert [sample.model for sample in collected.samples] == ["m in old", "m in new"]
    assert "m: the same trials were run in several directories (old, new); its trials are kept apart by directory" in (
        collected.notes
    )
    assert collected.row_of(1, "m", "") == "m in new"


def test_parts_that_asked_different_things_make_a_row_for_each(tmp_path: Path) -> None:
    one = run_folder(tmp_path / "one", records({"retail/a": "11"}))
    other = run_folder(tmp_path / "two", records({"retail/b": "11"}), prompts="1")
    collected = collect(open_runs([one, other]))
    assert [sample.model for sample in collected.samples] == ["m in one", "m in two"]
    assert any("one and two differ: the prompts of the agent" in note for note in collected.notes)


def test_parts_that_different_versions_answered_make_a_row_for_each_unless_they_are_pooled(tmp_path: Path) -> None:
    paths = [
        run_folder(tmp_path / name, records({f"retail/{name}": "11"}, versions={"agent": version}))
        for name, version in (("one", "v1"), ("two", "v2"))
    ]
    collected = collect(open_runs(paths))
    assert [sample.model for sample in collected.samples] == ["m in one", "m in two"]
    assert collected.notes[0].startswith("m: different versions answered (v1 in one; v2 in two)")
    assert list(samples(*paths, pool=True)) == ["m"]


def test_several_versions_of_a_model_have_rows_of_their_own_unless_they_are_pooled(tmp_path: Path) -> None:
    planned = Planned.product({"retail/a": "retail"}, ["m"], 6)
    trials = [record("retail/a", n, True, versions={"agent": f"v{n % 2}"}) for n in range(3)]
    path = run_folder(tmp_path / "run", [*trials, record("retail/a", 3, None)], planned=planned)
    found = samples(path)
    assert {name: counts(sample)["retail/a"] for name, sample in found.items()} == {
        "m @ no version": TaskCount(0, 0, 1),
        "m @ v0": TaskCount(2, 0),
        "m @ v1": TaskCount(1, 0),
    }
    assert {name: sample.results[0].not_run for name, sample in found.items()} == {
        "m @ no version": 2,
        "m @ v0": 0,
        "m @ v1": 0,
    }
    assert counts(samples(path, pool=True)["m"]) == {"retail/a": TaskCount(3, 0, 1)}


def test_a_trial_that_no_version_answered_does_not_split_a_model(tmp_path: Path) -> None:
    trials = [record("retail/a", 0, True, versions={"agent": "v1"}), record("retail/a", 1, None)]
    collected = collect(open_runs([run_folder(tmp_path / "run", trials)]))
    assert [sample.model for sample in collected.samples] == ["m"]
    assert collected.samples[0].results[0].count == TaskCount(1, 0, 1)


# -- comparable


def info(**changes: Any) -> RunInfo:
    prints = {"tasks": {"a": "1", "b": "2"}, "domains": {"retail": {"tools": "t", "policies": "p"}}, "prompts": "q"}
    values: dict[str, Any] = {"user": "scripted", "judge": "scripted", "fingerprints": prints, "options": {}}
    return RunInfo(**values | changes)


def test_each_difference_of_what_was_asked_is_named() -> None:
    def prints(**changes: object) -> dict[str, object]:
        return dict(info().fingerprints) | changes

    cases = {
        "1 task (b)": info(fingerprints=prints(tasks={"a": "1", "b": "x"})),
        "the set of tasks, in one run only: 1 task (b)": info(fingerprints=prints(tasks={"a": "1"})),
        "the tools of retail": info(fingerprints=prints(domains={"retail": {"tools": "x", "policies": "p"}})),
        "the policies of retail": info(fingerprints=prints(domains={"retail": {"tools": "t", "policies": "x"}})),
        "the prompts of the agent": info(fingerprints=prints(prompts="x")),
        "the user (scripted and gpt)": info(user="gpt"),
        "the judge (scripted and gpt)": info(judge="gpt"),
        "the prompt of the user": info(fingerprints=prints(user_prompt={"sha256": "x"})),
        "the settings of the judge": info(fingerprints=prints(models={"judge scripted": "x"})),
        "the votes of the judge (1 and 3)": info(options={"judge_votes": 3}),
        "the limit max_tool_calls (None and 5)": info(options={"max_tool_calls": 5}),
    }
    for expected, other in cases.items():
        assert differences(info(), other) == [expected]
    assert differences(info(), info(fingerprints=prints(models={"agent m": "other settings"}))) == []
    assert differences(info(), info(fingerprints=prints(tasks={"a": "1"})), shared_only=True) == []
    changed = info(fingerprints=prints(tasks={"b": "x"}))
    assert differences(info(), changed, shared_only=True) == ["1 task (b)"]
    assert differences(info(), None) == ["a directory without run.json does not say what was run"]
