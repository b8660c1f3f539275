"""Runs whose processes are killed, and a disk that is full: what was finished is kept, and nothing counts twice."""

from __future__ import annotations

import itertools
import os
import resource
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shops import OPTIONS, SCRIPTED, Shop, cancel
from test_plugin_workers import DIES, SLOW, finished, wait_until
from test_resume import contents, lose, plain, refused

from thinkingbox_plugin.results.locking import Lock, lock_directory

FLAKY = ("--tb-model=flaky:0.5", "--tb-model=oracle", "--tb-trials=2", "--tb-seed=3")
QUIET = tuple(option for option in OPTIONS if option not in ("-W", "error"))


def start(shop: Shop, *arguments: str) -> subprocess.Popen[str]:
    """A run in a process of its own, and in a group of its own with its workers."""
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *QUIET, *arguments],
        cwd=shop.pytester.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def begun(shop: Shop) -> Counter[str]:
    """How often each trial was begun."""
    path = shop.pytester.path / "begun"
    return Counter(path.read_text().split()) if path.exists() else Counter()


NOTING = (
    SLOW
    + """
    class Noting(Slow):
        def __init__(self, context):
            self.number = context.trial
        async def reply(self, messages, tools):
            with open("begun", "a") as file:
                print(self.number, file=file)
            return await super().reply(messages, tools)

    def pytest_thinkingbox_agent(spec, config):
        return Noting
"""
)


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_killed_run_is_gone_on_with_and_no_trial_counts_twice_or_is_missing(shop: Shop, workers: str) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    shop.pytester.makeconftest(NOTING.format(seconds=0.1))
    process = start(shop, workers, "--tb-model=slow", "--tb-trials=12", "--tb-concurrency=2", *SCRIPTED)
    wait_until(lambda: finished(shop.pytester.path) >= 3, process)
    if workers == "-n0":
        os.kill(process.pid, signal.SIGKILL)
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    shop.pytester.makeconftest(NOTING.format(seconds=0))
    directory = shop.results.resolve()
    assert shop.run_file(directory)["state"] == "running"
    there = {line for path in directory.glob("parts/*.jsonl") for line in path.read_bytes().splitlines()}
    result = shop.run_apart(f"--tb-resume={directory}", workers)
    assert result.parseoutcomes() == {"failed": 12}
    assert shop.keys() == [("ABC_000", "slow", number) for number in range(12)]
    assert there <= set((directory / "trials.jsonl").read_bytes().splitlines())
    assert shop.run_file()["state"] == "finished"
    carried = shop.run_file()["resumed"][0]["carried_over"]
    assert carried >= 3
    assert 12 <= begun(shop).total() <= 12 + 2  # those in flight when it was killed were begun twice
    assert sorted(path.name for path in directory.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_workers_that_outlive_their_main_process_are_waited_for(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    shop.pytester.makeconftest(NOTING.format(seconds=1))
    process = start(shop, "-n2", "--tb-model=slow", "--tb-trials=12", *SCRIPTED)
    wait_until(lambda: finished(shop.pytester.path) >= 1, process)
    process.kill()  # the main process alone
    process.wait()
    assert process.stdout is not None
    process.stdout.close()  # its workers have it still, and nobody waits for what they say
    shop.pytester.makeconftest(NOTING.format(seconds=0))
    result = shop.run_apart("--tb-resume=results/latest")
    assert result.parseoutcomes() == {"failed": 12}
    assert shop.keys() == [("ABC_000", "slow", number) for number in range(12)]
    with pytest.raises(ProcessLookupError):  # nobody is left who could write
        os.killpg(process.pid, 0)


def test_a_worker_that_dies_in_a_resumed_run_loses_nothing_either(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    shop.pytester.makeconftest(DIES.format(when="False"))
    shop.run("--tb-model=dying", "--tb-trials=8", *SCRIPTED)
    directory = lose(shop, 1, 3)
    (shop.pytester.path / "begun").unlink()
    shop.pytester.makeconftest(DIES.format(when="first()"))
    result = shop.run_apart("-n2", f"--tb-resume={directory}")
    assert result.parseoutcomes() == {"failed": 8, "crashed": 1}
    result.stdout.fnmatch_lines(["carried over: 6 of 8 trials (6 failed)"])
    assert shop.keys() == [("ABC_000", "dying", number) for number in range(8)]
    assert begun(shop) == {"1": 2, "3": 1}
    assert sorted(path.name for path in directory.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_ctrl_c_and_then_the_rest(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"), cancel("ABC_001"))
    shop.pytester.makeconftest(NOTING.format(seconds=0.2))
    process = start(shop, "-n2", "--tb-model=slow", "--tb-trials=8", *SCRIPTED)
    wait_until(lambda: finished(shop.pytester.path) >= 3, process)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output
    assert f"to go on: pytest --tb-resume {shop.results.resolve()}" in output
    before = len(shop.records())
    shop.pytester.makeconftest(NOTING.format(seconds=0))
    shop.run("--tb-resume=results/latest").stdout.fnmatch_lines([f"carried over: {before} of 16 trials *"])
    assert len(shop.records()) == len(set(shop.keys())) == 16
    assert shop.run_file()["state"] == "finished"


def test_a_lock_dies_with_its_process_and_keeps_others_out_until_then(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    shop.pytester.makeconftest(NOTING.format(seconds=0.3))
    process = start(shop, "-n0", "--tb-model=slow", "--tb-trials=50", *SCRIPTED)
    wait_until(lambda: finished(shop.pytester.path) >= 1, process)
    directory = shop.results.resolve()
    refused(shop.run(f"--tb-resume={directory}"), f"another run (process {process.pid}) is at work in it")
    process.kill()
    process.communicate()
    shop.pytester.makeconftest(NOTING.format(seconds=0))
    assert shop.run(f"--tb-resume={directory}").parseoutcomes() == {"failed": 50}


def test_two_runs_cannot_begin_in_one_new_directory(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    directory = shop.pytester.mkdir("out")
    with lock_directory(directory):
        result = shop.run("--tb-out=out")
        assert result.ret != pytest.ExitCode.OK
        result.stdout.fnmatch_lines([f"*another run (process {os.getpid()}) is at work in it*"])
        assert contents(directory).keys() == {".lock"}
    assert shop.run("--tb-out=out").ret == pytest.ExitCode.OK


# -- a full disk


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of 256 KiB; skips where this process may not mount one."""
    with tempfile.TemporaryDirectory() as folder:
        mounting = (
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True, check=False
            )
            if sys.platform == "linux" and os.geteuid() == 0
            else None
        )
        if mounting is None or mounting.returncode != 0:
            pytest.skip("only root may mount a small file system, on Linux")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def test_a_full_disk_stops_the_run_and_with_room_it_goes_on(shop: Shop) -> None:
    shop.write("test_orders.py", *(cancel(f"ABC_00{number}") for number in range(4)))
    whole = shop.run(*FLAKY, "--tb-trials=10")
    records = plain(shop.records())
    with small_disk() as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 150_000)
        result = shop.run(*FLAKY, "--tb-trials=10", f"--tb-out={disk / 'out'}")
        assert result.ret != pytest.ExitCode.OK
        assert any("No space left on device; make room" in line for line in result.outlines)
        assert not any("INTERNALERROR" in line for line in result.outlines)
        ballast.unlink()
        ballast.write_bytes(b"x" * 100_000)
        tight = shop.run(f"--tb-resume={disk / 'out'}")  # no room for a merged file beside the parts
        assert any("No space left on device" in line for line in [*tight.outlines, *tight.errlines])
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        result = shop.run(f"--tb-resume={disk / 'out'}")
        assert result.parseoutcomes() == whole.parseoutcomes()
        assert plain(shop.records(disk / "out")) == records
        assert shop.run_file(disk / "out")["state"] == "finished"
        assert 0 < shop.run_file(disk / "out")["resumed"][-1]["carried_over"] < len(records)


def test_a_limit_on_the_size_of_files_is_as_a_full_disk(shop: Shop) -> None:
    shop.write("test_orders.py", *(cancel(f"ABC_00{number}") for number in range(4)))
    whole = shop.run(*FLAKY)
    records = plain(shop.records())
    size = (shop.results / "trials.jsonl").stat().st_size
    process = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, *FLAKY, "--tb-out=out"],
        cwd=shop.pytester.path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode != pytest.ExitCode.OK
    assert "make room" in process.stdout
    out = shop.pytester.path / "out"
    result = shop.run(f"--tb-resume={out}")
    assert result.parseoutcomes() == whole.parseoutcomes()
    assert plain(shop.records(out)) == records


# -- killed at any moment


class Killed:
    """Kills this process by SIGKILL at the n-th thing that it does to the disk."""

    def __init__(self, moment: int, half: bool) -> None:
        self.left, self.half = moment, half
        for name in ("write", "fsync", "replace", "unlink", "ftruncate", "rmdir", "symlink"):
            setattr(os, name, self.counted(name, getattr(os, name)))

    def counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                if name == "write" and self.half:
                    call(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **named)

        return counting


def in_a_child(work: Callable[[], object]) -> int:
    """Run ``work`` in a forked child, which has all imported already; its exit status as ``waitpid`` has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads, from Python 3.12 on
        child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            code = work()
            os._exit(int(code) if isinstance(code, int) else 0)
        finally:
            os._exit(99)
    return os.waitpid(child, 0)[1]


def whole_lines(directory: Path) -> frozenset[bytes]:
    """Every record that is in a results directory, merged or not."""
    files = [directory / "trials.jsonl", *directory.glob("parts/*.jsonl")]
    lines = [line for path in files if path.exists() for line in path.read_bytes().splitlines(keepends=True)]
    return frozenset(line for line in lines if line.endswith(b"\n"))


def killed_run(moment: int, half: bool, arguments: list[str]) -> int:
    """A run of pytest that does not get beyond a moment."""
    Killed(moment, half)
    return int(pytest.main(arguments))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child with everything imported needs fork")
def test_killed_at_any_moments_and_gone_on_with_a_run_is_as_if_it_had_never_been(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"), cancel("ABC_001"))
    shop.pytester.makeini("[pytest]\n")
    whole = shop.run(*FLAKY)
    assert whole.ret == pytest.ExitCode.TESTS_FAILED
    records, summary, run = plain(shop.records()), shop.summary(), shop.run_file()
    common = [*QUIET, "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={shop.pytester.path}"]
    seen: Counter[bool] = Counter()

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    @given(st.lists(st.tuples(st.integers(0, 70), st.booleans()), min_size=1, max_size=4))
    def killed(moments: list[tuple[int, bool]]) -> None:
        with tempfile.TemporaryDirectory(dir=shop.pytester.path) as folder:
            out = Path(folder) / "out"
            there: frozenset[bytes] = frozenset()

            def arguments() -> list[str]:
                if (out / "run.json").exists():
                    return [*common, f"--tb-resume={out}"]
                if out.exists():  # killed before it had begun: nothing to go on with
                    for path in sorted(out.rglob("*"), reverse=True):
                        path.rmdir() if path.is_dir() else path.unlink()
                return [*common, *FLAKY, f"--tb-out={out}", "shop"]

            for moment, half in moments:
                typed = arguments()
                status = in_a_child(partial(killed_run, moment, half, typed))
                seen[os.WIFSIGNALED(status)] += 1
                now = whole_lines(out)
                assert there <= now  # what was on the disk once stays as it was
                there = now
            typed = arguments()
            status = in_a_child(partial(pytest.main, typed))
            assert os.waitstatus_to_exitcode(status) == pytest.ExitCode.TESTS_FAILED
            assert there <= whole_lines(out)
            assert plain(shop.records(out)) == records
            assert [record.seed for record in shop.records(out)] == [record["seed"] for record in records]
            found = shop.summary(out)
            found.pop("carried_over", None)
            assert found == summary
            after = shop.run_file(out)
            assert after["state"] == "finished"
            for name in ("planned", "fingerprints", "user", "judge"):
                assert after[name] == run[name], name
            assert sorted(path.name for path in out.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]

    killed()
    assert seen[True] > 10  # most of the moments came


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child with everything imported needs fork")
def test_at_no_single_moment_does_a_kill_cost_a_record_that_was_whole(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_000"))
    shop.pytester.makeini("[pytest]\n")
    shop.pytester.makeconftest(
        """
        def pytest_thinkingbox_trial_finished(record, config):
            with open("told", "a") as file:
                print(record.trial, record.started_at, file=file)
        """
    )
    shop.run("--tb-trials=2", "--tb-out=whole")
    told = shop.pytester.path / "told"
    records = plain(shop.records(shop.pytester.path / "whole"))
    common = [*QUIET, "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={shop.pytester.path}"]
    for moment in itertools.count():
        out = shop.pytester.path / f"out{moment}"
        told.write_text("")
        fresh = [*common, "--tb-trials=2", f"--tb-out={out}", "shop"]
        signalled = os.WIFSIGNALED(in_a_child(partial(killed_run, moment, False, fresh)))
        if (out / "run.json").exists():
            finished_before = told.read_text().splitlines()
            assert in_a_child(partial(pytest.main, [*common, f"--tb-resume={out}"])) == 0
            kept = [f"{record.trial} {record.started_at}" for record in shop.records(out)]
            assert set(finished_before) <= set(kept), moment
            assert plain(shop.records(out)) == records, moment
        if not signalled:
            break
    assert moment > 15


# -- the lock itself


def test_a_lock_is_held_once_and_its_file_goes_with_it(tmp_path: Path) -> None:
    first, second = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    assert first.take()
    assert not second.take()
    assert second.holder() == f" (process {os.getpid()})"
    first.release()
    first.release()
    assert not list(tmp_path.iterdir())
    assert second.take()
    second.release()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_does_not_keep_its_parents_lock(tmp_path: Path) -> None:
    ready, done = os.pipe(), os.pipe()
    lock = Lock(tmp_path / "lock")
    assert lock.take()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(done[1])
        os.write(ready[1], b"x")
        os.read(done[0], 1)  # until its parent is done
        os._exit(0)
    try:
        os.read(ready[0], 1)
        assert not Lock(tmp_path / "lock").take()
        os.close(lock._fd)  # as if this process had been killed
        lock._fd = -1
        assert Lock(tmp_path / "lock").take()
    finally:
        os.close(done[1])
        os.waitpid(child, 0)


def test_without_locks_of_the_system_a_note_with_the_process_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thinkingbox_plugin.results.locking._lock_of_the_system", lambda: None)
    first, second = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    assert first.take()
    assert not second.take()
    assert second.holder() == f" (process {os.getpid()})"
    first.release()
    assert not list(tmp_path.iterdir())
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    import platform

    (tmp_path / "lock.process").write_text(f"{child.pid} {platform.node()}\n")
    assert second.take()
    second.release()
    (tmp_path / "lock.process").write_text(f"{child.pid} another-machine\n")
    assert not second.take()
