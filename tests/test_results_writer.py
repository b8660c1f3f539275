"""Part files: what is on the disk after a write, a kill, a full disk; merging them exactly once."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.results import TrialWriter, find_record, merge, part_path, read_run, read_trials
from thinkingbox_plugin.results.lines import encode


def record(
    task: str = "T-1", trial: int = 0, cls: TrialClass = "passed", *, model: str = "m", seed: int = 0
) -> TrialRecord:
    return TrialRecord(
        task=task,
        domain="retail",
        model=model,
        trial=trial,
        seed=seed,
        trial_class=cls,
        messages=[{"role": "user", "content": "hello"}],
    )


def current_umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def write(directory: Path, worker: str, *records: TrialRecord) -> Path:
    with TrialWriter(part_path(directory, worker)) as writer:
        for one in records:
            writer.write(one)
    return writer.path


def test_a_record_is_in_the_file_when_write_returns(tmp_path: Path) -> None:
    writer = TrialWriter(part_path(tmp_path, "gw0"))
    for trial in range(3):
        writer.write(record(trial=trial))
        assert [r.trial for r in read_trials(writer.path)] == list(range(trial + 1))
    writer.close()
    writer.close()


def test_a_record_has_been_synced_when_write_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[tuple[str, int]] = []
    real_sync, real_write = os.fsync, os.write

    def noted_sync(fd: int) -> None:
        events.append(("fsync", fd))
        real_sync(fd)

    def noted_write(fd: int, data: bytes) -> int:
        events.append(("write", fd))
        return real_write(fd, data)

    with TrialWriter(part_path(tmp_path)) as writer:
        monkeypatch.setattr(os, "fsync", noted_sync)
        monkeypatch.setattr(os, "write", noted_write)
        writer.write(record())
        monkeypatch.undo()
    assert [name for name, _ in events] == ["write", "fsync"]
    assert len({fd for _, fd in events}) == 1


def test_a_killed_process_loses_nothing_that_it_had_written(tmp_path: Path) -> None:
    program = f"""
import os, signal
from pathlib import Path
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import TrialWriter, part_path
writer = TrialWriter(part_path(Path({str(tmp_path)!r}), "gw3"))
for trial in range(5):
    writer.write(TrialRecord("T-1", "retail", "m", trial, 0, "passed"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    result = subprocess.run([sys.executable, "-c", program], check=False)
    assert result.returncode == -signal.SIGKILL
    merged = merge(tmp_path)
    assert merged.records == 5
    assert [r.trial for r in read_trials(merged.path)] == list(range(5))


def test_a_torn_last_line_is_passed_over_with_a_note(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record(trial=0), record(trial=1))
    with path.open("ab") as file:
        file.write(encode(record(trial=2))[:-20])
    notes: list[str] = []
    assert [r.trial for r in read_trials(path, note=notes.append)] == [0, 1]
    assert notes == [f"{path}: line 3 was never finished and is left out"]
    assert [r.trial for r in read_trials(path)] == [0, 1]
    assert merge(tmp_path).notes == notes


def test_a_writer_that_comes_back_cuts_off_what_was_torn(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record(trial=0))
    long = encode(record(task="x" * 200_000, trial=1))
    with path.open("ab") as file:
        file.write(long[:-1])
    write(tmp_path, "gw0", record(trial=2))
    assert [r.trial for r in read_trials(path)] == [0, 2]


def test_a_file_that_is_nothing_but_a_torn_line_starts_again(tmp_path: Path) -> None:
    path = part_path(tmp_path)
    path.parent.mkdir()
    path.write_bytes(encode(record())[:-5])
    write(tmp_path, "main", record(trial=1))
    assert [r.trial for r in read_trials(path)] == [1]


def test_a_broken_line_in_the_middle_names_file_line_and_mend(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record(trial=0), record(trial=1), record(trial=2))
    first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + second.replace(b"messages", b"\x00\x00\x00\x00\x00\x00\x00\x00") + third)
    with pytest.raises(UsageError, match=rf"{path}, line 2: .*; delete this line"):
        list(read_trials(path))
    with pytest.raises(UsageError, match=r"line 2"):
        merge(tmp_path)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["parts", "trials-gw0.jsonl"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nothing.jsonl: cannot read the trials: No such file"):
        list(read_trials(tmp_path / "nothing.jsonl"))
    with pytest.raises(UsageError, match=r"no trials.jsonl here; name the results directory of a run"):
        list(read_run(tmp_path))


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record(trial=0))
    with path.open("ab") as file:
        file.write(b"broken\n")
    reader = read_trials(path)
    assert next(reader).trial == 0
    with pytest.raises(UsageError, match=r"line 2"):
        next(reader)


def test_threads_of_one_process_never_mix_their_lines(tmp_path: Path) -> None:
    def write_twenty(writer: TrialWriter, task: str) -> None:
        for trial in range(20):
            writer.write(record(task, trial))

    with TrialWriter(part_path(tmp_path)) as writer:
        threads = [threading.Thread(target=write_twenty, args=(writer, f"T-{n}")) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    keys = sorted(r.key for r in read_trials(writer.path))
    assert keys == sorted((f"T-{n}", "m", t) for n in range(4) for t in range(20))


def test_a_write_in_pieces_is_still_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:7]))
    write(tmp_path, "main", record(trial=0), record(trial=1))
    monkeypatch.undo()
    assert list(read_trials(part_path(tmp_path))) == [record(trial=0), record(trial=1)]


def test_a_full_disk_leaves_the_earlier_records_whole_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    room = [60]

    def write_until_full(fd: int, data: bytes) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(fd, data[: room[0]])
        room[0] -= written
        return written

    with TrialWriter(part_path(tmp_path)) as writer:
        writer.write(record(trial=0))
        monkeypatch.setattr(os, "write", write_until_full)
        with pytest.raises(UsageError, match=r"T-1, trial 1, cannot be written: No space left on device; make room"):
            writer.write(record(trial=1))
        monkeypatch.undo()
        writer.write(record(trial=2))
    assert [r.trial for r in read_trials(writer.path)] == [0, 2]


def test_a_file_that_may_not_grow_is_a_clear_error_in_a_real_process(tmp_path: Path) -> None:
    program = f"""
import resource
from pathlib import Path
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results import TrialWriter, part_path
resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))
with TrialWriter(part_path(Path({str(tmp_path)!r}))) as writer:
    for trial in range(100):
        try:
            writer.write(TrialRecord("T-1", "retail", "m", trial, 0, "passed"))
        except UsageError as error:
            print(error)
            break
"""
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    trials = [r.trial for r in read_trials(part_path(tmp_path))]
    assert f"T-1, trial {len(trials)}, cannot be written: File too large; make room" in result.stdout
    assert trials == list(range(len(trials)))
    assert part_path(tmp_path).read_bytes().endswith(b"\n")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot write results: .*; choose another --tb-out"):
        TrialWriter(tmp_path / "file" / "parts" / "trials-main.jsonl")


def test_a_part_file_is_for_all_to_read_and_its_folders_are_made(tmp_path: Path) -> None:
    path = write(tmp_path / "a" / "b", "GW-1_x", record())
    assert path == tmp_path / "a" / "b" / "parts" / "trials-GW-1_x.jsonl"
    assert path.stat().st_mode & 0o7777 == 0o644 & ~current_umask()


def test_a_file_of_any_length_is_mended_to_its_last_line(tmp_path: Path) -> None:
    path = part_path(tmp_path)
    path.parent.mkdir()
    for torn in (1, 2, 65_535, 65_536, 65_537, 131_072):
        for whole in (b"", b"\n", b"a\n", b"a\nb\n"):
            path.write_bytes(whole + b"x" * torn)
            TrialWriter(path).close()
            assert path.read_bytes() == whole


def test_a_worker_name_that_would_leave_the_folder_is_refused(tmp_path: Path) -> None:
    for worker in ("../gw0", "", "a/b", "a.b", "a b"):
        with pytest.raises(ValueError, match=r"letters and digits"):
            part_path(tmp_path, worker)


def test_parts_become_one_file_trial_by_trial_and_are_gone(tmp_path: Path) -> None:
    write(tmp_path, "gw0", record("T-2", 1), record("T-1", 0))
    write(tmp_path, "gw1", record("T-1", 1), record("T-2", 0))
    merged = merge(tmp_path)
    assert (merged.records, merged.notes) == (4, [])
    assert [r.key for r in read_trials(merged.path)] == [
        ("T-1", "m", 0),
        ("T-2", "m", 0),
        ("T-1", "m", 1),
        ("T-2", "m", 1),
    ]
    assert [p.name for p in tmp_path.iterdir()] == ["trials.jsonl"]


def test_the_planned_order_comes_first_and_what_was_not_planned_last(tmp_path: Path) -> None:
    others = [record("T-0", 1), record("T-2", model="n"), record("T-2", model="m"), record("T-0")]
    write(tmp_path, "gw0", record("T-1"), record("T-3"), *others)
    order = [("T-3", "m", 0), ("T-9", "m", 0), ("T-1", "m", 0)]
    merged = merge(tmp_path, order)
    assert [r.key for r in read_trials(merged.path)] == [
        ("T-3", "m", 0),
        ("T-1", "m", 0),
        ("T-0", "m", 0),
        ("T-2", "m", 0),
        ("T-2", "n", 0),
        ("T-0", "m", 1),
    ]


def test_of_two_records_for_one_trial_the_first_stays(tmp_path: Path) -> None:
    write(tmp_path, "gw2", record(cls="failed", seed=2), record(seed=3))
    write(tmp_path, "gw10", record(seed=10))
    assert [r.seed for r in read_run(tmp_path)] == [2]
    found = find_record(tmp_path, ("T-1", "m", 0))
    assert found is not None
    assert found.seed == 2
    merged = merge(tmp_path)
    assert [(r.seed, r.trial_class) for r in read_trials(merged.path)] == [(2, "failed")]


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("unmeasured", "failed", "failed"),
        ("unmeasured", "ungraded", "ungraded"),
        ("ungraded", "passed", "passed"),
        ("not_run", "unmeasured", "unmeasured"),
        ("failed", "unmeasured", "failed"),
        ("failed", "ungraded", "failed"),
    ],
)
def test_a_verdict_replaces_the_lack_of_one_and_never_the_other_way(
    tmp_path: Path, first: TrialClass, second: TrialClass, winner: TrialClass
) -> None:
    write(tmp_path, "gw0", record(cls=first))
    merge(tmp_path)
    write(tmp_path, "gw0", record(cls=second))
    found = find_record(tmp_path, ("T-1", "m", 0))
    assert found is not None
    assert found.trial_class == winner
    merge(tmp_path)
    assert [r.trial_class for r in read_run(tmp_path)] == [winner]


def test_merging_again_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "gw0", record("T-1"), record("T-2"))
    before = merge(tmp_path).path.read_bytes()
    assert merge(tmp_path).records == 2
    assert (tmp_path / "trials.jsonl").read_bytes() == before


def test_a_merge_killed_before_the_parts_are_gone_can_be_done_again(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record("T-1"), record("T-2"))
    part = path.read_bytes()
    before = merge(tmp_path).path.read_bytes()
    path.parent.mkdir()
    path.write_bytes(part)
    assert merge(tmp_path).records == 2
    assert (tmp_path / "trials.jsonl").read_bytes() == before
    assert not path.exists()


def test_a_merge_that_cannot_be_written_keeps_the_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "gw0", record("T-1"))

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match=r"trials.jsonl: cannot write it: No space left on device; the parts are kept"):
        merge(tmp_path)
    monkeypatch.undo()
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [path]


def test_a_part_that_grows_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "gw0", record("T-1"))
    real = os.replace

    def replace_while_another_writes(source: Path, target: Path) -> None:
        real(source, target)
        write(tmp_path, "gw0", record("T-2"))

    monkeypatch.setattr(os, "replace", replace_while_another_writes)
    merged = merge(tmp_path)
    monkeypatch.undo()
    assert merged.notes == [f"{path}: still being written to; merge again when it is done"]
    assert merge(tmp_path).records == 2


def test_a_run_without_any_record_merges_to_an_empty_file(tmp_path: Path) -> None:
    assert merge(tmp_path).records == 0
    assert list(read_run(tmp_path)) == []


def test_a_run_that_still_goes_on_can_be_read(tmp_path: Path) -> None:
    write(tmp_path, "gw0", record("T-2", 0))
    merge(tmp_path)
    write(tmp_path, "gw0", record("T-1", 1), record("T-2", 0))
    write(tmp_path, "gw1", record("T-1", 0))
    assert [r.key for r in read_run(tmp_path, messages=False)] == [("T-1", "m", 0), ("T-2", "m", 0), ("T-1", "m", 1)]
    assert all(r.messages for r in read_run(tmp_path))
    assert not any(r.messages for r in read_run(tmp_path, messages=False))
    assert find_record(tmp_path, ("T-1", "m", 0)) == record("T-1", 0)
    assert find_record(tmp_path, ("T-9", "m", 0)) is None


def test_reading_a_run_notes_what_was_torn_merged_or_not(tmp_path: Path) -> None:
    path = write(tmp_path, "gw0", record("T-1"))
    with path.open("ab") as file:
        file.write(b"{")
    notes: list[str] = []
    assert len(list(read_run(tmp_path, note=notes.append))) == 1
    assert notes == [f"{path}: line 2 was never finished and is left out"]
    merged = merge(tmp_path).path
    with merged.open("ab") as file:
        file.write(b"{")
    notes.clear()
    assert len(list(read_run(tmp_path, note=notes.append))) == 1
    assert notes == [f"{merged}: line 2 was never finished and is left out"]
    assert [r.messages for r in read_run(tmp_path)] == [record().messages]
    assert [r.messages for r in read_run(tmp_path, messages=False)] == [[]]


def test_a_run_of_one_worker_is_read_with_one_record_for_each_trial(tmp_path: Path) -> None:
    write(tmp_path, "gw0", record(seed=1), record(seed=2))
    assert [r.seed for r in read_run(tmp_path)] == [1]


def test_a_merged_run_can_be_read_in_another_order(tmp_path: Path) -> None:
    write(tmp_path, "gw0", record("T-1"), record("T-2"))
    merge(tmp_path)
    assert [r.task for r in read_run(tmp_path)] == ["T-1", "T-2"]
    assert [r.task for r in read_run(tmp_path, order=[("T-2", "m", 0)])] == ["T-2", "T-1"]


keys = st.tuples(st.sampled_from(["T-1", "T-2", "T-3"]), st.integers(0, 2))


@settings(max_examples=25)
@given(
    st.lists(st.tuples(keys, st.integers(0, 3), st.sampled_from(["passed", "failed", "unmeasured"])), max_size=20),
    st.data(),
)
def test_however_records_are_spread_and_torn_each_trial_ends_with_one(
    tmp_path_factory: pytest.TempPathFactory, wrote: list[tuple[tuple[str, int], int, TrialClass]], data: st.DataObject
) -> None:
    directory = tmp_path_factory.mktemp("run")
    complete = set()
    for (task, trial), worker, cls in wrote:
        path = write(directory, f"gw{worker}", record(task, trial, cls))
        complete.add((task, "m", trial))
        if data.draw(st.booleans()):
            with path.open("ab") as file:
                file.write(encode(record("T-9"))[: data.draw(st.integers(0, 100))])
        if data.draw(st.integers(0, 5)) == 0:
            merge(directory)
    merge(directory)
    found = [r.key for r in read_run(directory)]
    assert found == sorted(complete, key=lambda key: (key[2], key[0]))
    for key in complete:
        measured = [cls for (task, trial), _, cls in wrote if (task, trial) == (key[0], key[2]) and cls != "unmeasured"]
        kept = find_record(directory, key)
        assert kept is not None
        assert (kept.trial_class in measured) if measured else kept.trial_class == "unmeasured"
