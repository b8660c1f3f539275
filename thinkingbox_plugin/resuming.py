"""``--tb-resume DIR``: go on with a run that was interrupted or killed.

What the run is stands in its ``run.json``: options, what was selected, what was planned.  Whatever of it is typed again
must be the same.  A trial with a verdict stays what it was; its item reports it in the place that it would have had,
marked as carried over.  A trial without a record runs, and so does one that was not measured: that was no doing of the
model's, so a second attempt favours nobody.  An ungraded one is judged again if ``--tb-retry ungraded`` says so, and
never played again: it is ungraded only where all else has passed, and a second conversation could only lose that.
"""

from __future__ import annotations

import json
import math
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from thinkingbox_plugin import stopping
from thinkingbox_plugin.collection import item_param, item_task
from thinkingbox_plugin.crashes import forget_crashes
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.options import OPTIONS, read_option
from thinkingbox_plugin.providers.flow import SHARED, forget
from thinkingbox_plugin.records import TrialClass, TrialRecord
from thinkingbox_plugin.results.directory import SECRET, RunFile, read_run_file
from thinkingbox_plugin.results.goldens import forget_notes, noted_goldens
from thinkingbox_plugin.results.locking import await_workers, lock_directory
from thinkingbox_plugin.results.merge import Key
from thinkingbox_plugin.results.resuming import VERDICTS, Carried, finished_trials, make_ready, resolved, spent_before
from thinkingbox_plugin.results.summary import Planned
from thinkingbox_plugin.results.writer import PARTS, replace_file
from thinkingbox_plugin.selection import Selection

if TYPE_CHECKING:
    from thinkingbox_plugin.options import RunOptions
    from thinkingbox_plugin.run import Run
    from thinkingbox_plugin.task import Task

_TYPED: pytest.StashKey[Namespace] = pytest.StashKey()
_REFUSED = ".refused"
"""A worker's word to the main process: why the run cannot go on."""
_FINGERPRINTS = ".fingerprints"
"""A worker's word to the main process: of tasks that ``run.json`` says nothing of yet."""
_FREE = frozenset({"tb_max_cost", "tb_pool_versions"})
"""Options that the run has said and that may be another the next time."""


def note_typed(early_config: pytest.Config, parser: pytest.Parser, args: list[str]) -> None:
    """Before conftest files are loaded: collect what the run has collected, where nothing else was typed."""
    arguments = [str(argument) for argument in early_config.invocation_params.args]
    if not any(argument.startswith("--tb-resume") for argument in arguments):
        return
    typed = early_config.stash[_TYPED] = parser.parse_known_args(arguments)
    try:
        found = _selection(read_run_file(resolved(early_config.invocation_params.dir / typed.tb_resume)))
    except (UsageError, TypeError):
        return  # said when the options are read
    paths = found.paths(early_config.rootpath)
    if paths and not typed.file_or_dir:
        args[:0] = ["--pyargs", *paths] if found.pyargs else paths
        known = early_config.known_args_namespace
        known.file_or_dir, known.pyargs = paths, known.pyargs or found.pyargs


def _selection(run_file: Mapping[str, Any]) -> Selection:
    values = run_file["options"].get("selection", {})
    # What looked like a key is not known any more, and must be typed again if it chose the tests' files.
    return Selection({name: value for name, value in values.items() if SECRET not in str(value)})


@dataclass
class Resumption:
    """One more process, or main process with its workers, of a run that has begun before."""

    directory: Path
    run_file: Mapping[str, Any]
    values: dict[str, Any]
    """The options of the run, by their ini names."""
    number: int
    """1 for the first time that the run is resumed."""
    retry: frozenset[str] = frozenset()
    told: list[str] = field(default_factory=list)
    """What ``run.json`` is to keep in its notes from before."""
    begun: bool = False
    """Whether the directory has been changed: until then the run may still be refused."""
    _classes: Mapping[Key, TrialClass] | None = None
    _carried: Carried | None = None

    @cached_property
    def planned(self) -> Planned:
        """What the run set out to do."""
        return Planned.from_json(self.run_file["planned"])

    @cached_property
    def keys(self) -> frozenset[Key]:
        """Every planned trial."""
        return frozenset(self.planned.trial_keys())

    # -- before anything is collected

    def lock(self, config: pytest.Config) -> None:
        """In the main process: nobody else may write into the directory until the end.

        Raises :class:`UsageError` if somebody does.
        """
        held = lock_directory(self.directory)
        config.add_cleanup(held.release)
        await_workers(self.directory)
        self._forget_words()
        config.add_cleanup(self._forget_words)  # called before the lock is released
        self.run_file = read_run_file(self.directory)
        self.number = len(self.run_file.get("resumed", ())) + 1
        self._classes = finished_trials(self.directory)

    def _forget_words(self) -> None:
        for name in (_REFUSED, _FINGERPRINTS):
            (self.directory / name).unlink(missing_ok=True)

    @property
    def idle(self) -> bool:
        """Whether every planned trial is over already: no model will be asked."""
        return self._classes is not None and all(self._stays(self._classes.get(key)) for key in self.keys)

    def _stays(self, trial_class: TrialClass | None) -> bool:
        return trial_class in VERDICTS or (trial_class == "ungraded" and "ungraded" not in self.retry)

    def check_options(self, options: RunOptions) -> None:
        """Raise :class:`UsageError` for options that do not go with the run's earlier processes."""
        before = self.run_file["options"]
        if options.audit:
            raise UsageError("--tb-resume with --tb-audit: an audit has no trials; give one of the two")
        if before.get("replay", False) != (options.replay is not None):
            mend = "name its folder again: --tb-replay DIR" if before.get("replay") else "leave --tb-replay out"
            raise UsageError(f"--tb-resume {self.directory}: the run {_was(before, 'replay')} replayed; {mend}")
        if before.get("record", False) != (options.record is not None):
            mend = "name its folder again: --tb-record DIR" if before.get("record") else "leave --tb-record out"
            raise UsageError(f"--tb-resume {self.directory}: the run {_was(before, 'record')} recorded; {mend}")
        if options.record is not None and self._classes and not options.record.is_dir():
            raise UsageError(
                f"--tb-record {options.record}: not the folder that the run has recorded into; name that one"
            )
        if "ungraded" in self.retry and not options.transcripts:
            raise UsageError(
                f"--tb-retry ungraded: the run in {self.directory} was written with --tb-no-transcripts: there is no "
                "conversation to judge; leave it out"
            )

    # -- once it is known what would run

    def select(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """Keep the planned trials and the ordinary tests; returns the items left out."""
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            key = item_key(item)
            (kept if key is None or key in self.keys else left).append(item)
        items[:] = kept
        return left

    def problem(self, run: Run) -> str:
        """Why the run cannot go on with what was collected; empty if it can."""
        found = frozenset(run.planned.trial_keys()) if run.planned is not None else frozenset()
        lost = list(dict.fromkeys(key[0] for key in self.planned.trial_keys() if key not in found))
        if lost:
            return (
                f"--tb-resume {self.directory}: {_tasks(lost)} of the run not collected here; run it in the same "
                "project, without options that choose less, or start another run"
            )
        changed = self._changed(run)
        if changed:
            return (
                f"--tb-resume {self.directory}: not as it was when the run began: {'; '.join(changed)}; restore that, "
                "or start another run"
            )
        return ""

    def _changed(self, run: Run) -> list[str]:
        from thinkingbox_plugin.results.comparable import differences, settings_of_agents
        from thinkingbox_plugin.results.reading import RunInfo
        from thinkingbox_plugin.run import fingerprints, settings

        now = RunInfo(
            user=run.options.user_model,
            judge=run.options.judge_model,
            options=run.options.to_json() | {"settings": settings(run.entries)},
            fingerprints=fingerprints(run.tasks, run.entries),
        )
        before = RunInfo.of(self.run_file, self.directory)
        return [*differences(before, now, shared_only=True), *settings_of_agents(before, now)]

    def refuse(self, reason: str) -> None:
        """In a worker: tell the main process, which hears of the collection next."""
        (self.directory / _REFUSED).write_text(reason, encoding="utf-8")

    def refused(self) -> str:
        """In the main process: what a worker has told."""
        path = self.directory / _REFUSED
        try:
            reason = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        path.unlink(missing_ok=True)
        return reason

    # -- the run goes on

    def begin(self, run: Run) -> None:
        """Make the directory ready, in the main process, when the first trial is near."""
        self.begun = True
        directory, planned = self.directory, self.planned.trial_keys()
        stopping.forget(directory)
        forget_crashes(directory)
        forget(directory / PARTS / SHARED)
        self.told += self.run_file.get("notes", ())
        self._carried = make_ready(directory, planned, self.told.append)
        if run.ledger is not None:
            run.ledger.carry_over(*spent_before(directory, self.run_file))
        carried = self.counts()
        entry = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "carried_over": sum(carried.values()),
            "max_cost": run.options.to_json()["max_cost"],
        }
        added = self._told_fingerprints() if run.planned is None else _fingerprints(run)
        RunFile.reopen(directory).resume(entry, added, noted_goldens(directory))
        forget_notes(directory)
        if run.planned is None:  # the trials run in workers
            self._carried.save()

    def tell_fingerprints(self, run: Run) -> None:
        """In a worker: tell the main process, which collects nothing, of tasks that are new to the run's file."""
        if self.planned.domains.keys() - self.run_file["fingerprints"].get("tasks", {}).keys():
            replace_file(self.directory / _FINGERPRINTS, json.dumps(_fingerprints(run)).encode())

    def _told_fingerprints(self) -> dict[str, Any]:
        path = self.directory / _FINGERPRINTS
        if not path.exists():
            return {}
        told: dict[str, Any] = json.loads(path.read_bytes())
        path.unlink()
        return told

    def counts(self) -> Counter[tuple[str, TrialClass]]:
        """How many trials are carried over, by model and class."""
        places = self.carried.places
        return Counter((key[1], places[key][0]) for key in self.keys if key in places and self._stays(places[key][0]))

    @property
    def carried(self) -> Carried:
        """The records of earlier processes."""
        if self._carried is None:
            self._carried = Carried.load(self.directory)
        return self._carried

    def carries(self, key: Key) -> bool:
        """Whether a trial is over since before."""
        place = self.carried.places.get(key)
        return place is not None and self._stays(place[0])

    def record(self, run: Run, task: Task, key: Key) -> TrialRecord | None:
        """The record of a trial that is over since before; an ungraded one is judged now if that was asked for."""
        if self.carries(key):
            return self.carried.find(key)
        place = self.carried.places.get(key)
        if place is None or place[0] != "ungraded":
            return None
        record = self.carried.find(key)
        assert record is not None
        return _judged(run, task, record)


def _judged(run: Run, task: Task, record: TrialRecord) -> TrialRecord:
    """The conversation of before, judged now; written if the judge has answered."""
    from thinkingbox_plugin.rejudge import Result, judge_record

    result = Result()
    judge = run.judge(task, record.model, record.trial, record.seed)
    judged = run.engine.run(judge_record(task, record, judge, result))
    run.judge_lost = run.judge_lost or result.fatal
    if judged.trial_class != "ungraded":
        run.keep_judged(judged)
    return judged


def _fingerprints(run: Run) -> dict[str, Any]:
    from thinkingbox_plugin.run import fingerprints

    return fingerprints(run.tasks, run.entries)


def item_key(item: pytest.Item) -> Key | None:
    """The trial that an item is; None for an ordinary test."""
    task = item_task(item)
    if task is None:
        return None
    param = item_param(item)
    return (task.nodeid, param.model, param.number)


def _was(options: Mapping[str, Any], name: str) -> str:
    return "was" if options.get(name) else "was not"


def _tasks(names: Sequence[str], most: int = 3) -> str:
    shown = ", ".join(name.rpartition("::")[2] for name in names[:most])
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{shown}{more} {'is a task' if len(names) == 1 else 'are tasks'}"


def find_resumption(config: pytest.Config, sent: Mapping[str, str] | None) -> Resumption | None:
    """The run that this process goes on with, or None.  ``sent`` is what an xdist worker was told.

    Raises :class:`UsageError` for a directory that holds no run, and for options that are not the run's.
    """
    typed = config.stash.get(_TYPED, None)
    if typed is None or not typed.tb_resume:
        _refuse_ini(config)
        return None
    given = config.invocation_params.dir / typed.tb_resume
    directory = resolved(given) if sent is None else Path(sent["thinkingbox_directory"])
    run_file = read_run_file(directory)
    if not run_file.get("planned"):
        raise UsageError(f"--tb-resume {directory}: run.json does not say what was planned; start another run")
    values = _of_run(run_file["options"])
    _match(typed, values, directory)
    if typed.tb_out and (config.invocation_params.dir / typed.tb_out).resolve() != directory:
        raise UsageError(f"--tb-out {typed.tb_out}: --tb-resume goes on writing into {directory}; leave --tb-out out")
    values["tb_out"] = None
    _check_rounds(run_file, typed, directory)
    selection = _selection(run_file)
    Selection.typed(typed, config).check(selection, directory)
    selection.apply(config)
    number = len(run_file.get("resumed", ())) + 1 if sent is None else int(sent["thinkingbox_resumed"])
    return Resumption(directory, run_file, values, number)


def _check_rounds(run_file: Mapping[str, Any], typed: Namespace, directory: Path) -> None:
    """Raise :class:`UsageError` where a run until it is decided is decided, or nobody says what is to be decided."""
    most = run_file["options"].get("until_decided")
    if most is None:
        return
    trials = run_file["planned"]["trials"].values()
    if run_file["state"] == "finished" and max((n for tasks in trials for n in tasks.values()), default=0) < most:
        raise UsageError(f"--tb-resume {directory}: all is decided there; read it with thinkingbox gate")
    if not typed.tb_gate:
        raise UsageError(
            f"--tb-resume {directory}: that run goes on until its gates are decided; give them again: --tb-gate '...'"
        )


def _refuse_ini(config: pytest.Config) -> None:
    if config.getoption("tb_resume") or config.getini("tb_resume"):
        raise UsageError("tb_resume: every run would go on with that one; type it where it is meant: --tb-resume DIR")


def _of_run(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a run by their ini names, as its ``run.json`` has them."""
    cost = options.get("max_cost")
    values = {
        "tb_model": list(options["models"]),
        "tb_trials": options["trials"],
        "tb_seed": options["seed"],
        "tb_user_model": options["user_model"],
        "tb_judge_model": options["judge_model"],
        "tb_judge_votes": options["judge_votes"],
        "tb_sample": options["sample"],
        "tb_shard": options.get("shard"),
        "tb_no_transcripts": not options["transcripts"],
        "tb_max_user_turns": options["max_user_turns"],
        "tb_max_tool_calls": options["max_tool_calls"],
        "tb_max_tokens": options["max_tokens"],
        "tb_trial_timeout": options["trial_timeout"],
        "tb_max_cost": math.inf if cost == "none" else cost,
        "tb_pool_versions": options["pool_versions"],
        "tb_until_decided": options.get("until_decided"),
    }
    arguments = options.get("model_args", [])
    if not any(SECRET in argument for argument in arguments):  # otherwise they must be typed again
        values["tb_model_arg"] = list(arguments)
    return values


def _match(typed: Namespace, values: dict[str, Any], directory: Path) -> None:
    """Take what was typed where it may differ; raise :class:`UsageError` for what may not and does."""
    for option in OPTIONS:
        given = getattr(typed, option.ini)
        if given is None or option.ini not in values:
            continue
        value = read_option(option, given)
        if option.repeat:
            value = list(dict.fromkeys(value))
        if option.ini in _FREE:
            values[option.ini] = value
        elif value != values[option.ini]:
            told = f"{option.name} {_shown(given)}" if not option.flag else option.name
            raise UsageError(
                f"{told}: the run in {directory} has {_shown(values[option.ini])}; leave it out, or start another run "
                "with it"
            )


def _shown(value: Any) -> str:
    if value is None or value == [] or value is False:
        return "none"
    return " ".join(value) if isinstance(value, list) else str(value)


def check_collected(run: Run, session: pytest.Session) -> None:
    """Raise :class:`pytest.UsageError`, or in a worker tell the main process, if the run cannot go on with this."""
    resumed = run.resumed
    if resumed is None or (session.testsfailed and not session.config.option.continue_on_collection_errors):
        return
    reason = resumed.problem(run)
    if reason and run.worker == "main":
        raise pytest.UsageError(reason)
    if reason:
        resumed.refuse(reason)
    elif run.worker != "main":
        resumed.tell_fingerprints(run)


def carries(run: Run, item: pytest.Item) -> bool:
    """Whether an item's trial is over since before."""
    if run.resumed is None:
        return False
    key = item_key(item)
    return key is not None and run.resumed.carries(key)


def carried_line(counts: Mapping[tuple[str, TrialClass], int], planned: int) -> str:
    """``carried over: 7 of 10 trials (5 passed, 2 failed)``."""
    by_class: Counter[str] = Counter()
    for (_, trial_class), number in counts.items():
        by_class[trial_class] += number
    told = ", ".join(f"{by_class[name]} {name}" for name in ("passed", "failed", "ungraded") if by_class[name])
    return f"carried over: {by_class.total()} of {planned} trials" + (f" ({told})" if told else "")
